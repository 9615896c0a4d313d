//! `check` over the programs of several files in `tests/whole`, each in a folder. The first comment lines of its
//! `main.c` say what must come out, with all C files of the folder unless the options name some:
//!
//! ```text
//! // check [options]: VERDICT [KIND@FILE:LINE]
//! // check [options]: refused MESSAGE
//! ```

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use support::{command, corpus, finish};

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

fn has_compiler() -> bool {
    std::process::Command::new("cc").arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn programs_of_several_files_have_the_verdicts_they_say() {
    if !has_compiler() {
        eprintln!("skipped: there is no C compiler to preprocess with");
        return;
    }
    let mut wrong = Vec::new();
    for folder in entries(&corpus::root().join("tests/whole")) {
        let text = std::fs::read_to_string(folder.join("main.c")).unwrap();
        let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("// check")).collect();
        assert!(!lines.is_empty(), "{} says nothing", folder.display());
        for line in lines {
            let (options, expected) = line.split_once(": ").expect("a colon");
            if let Err(what) = check(&folder, options.trim(), expected.trim()) {
                wrong.push(format!("{} {options}: {what}", folder.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn check(folder: &Path, options: &str, expected: &str) -> Result<(), String> {
    let mut arguments = vec!["check".to_owned(), "--json".to_owned()];
    arguments.extend(options.split_whitespace().map(str::to_owned));
    if !options.contains(".c") && !options.contains('@') {
        let files = entries(folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "c"));
        arguments.extend(files.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()));
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let answer = finish(command(&arguments).current_dir(folder).spawn().unwrap());
    if let Some(message) = expected.strip_prefix("refused ") {
        return match answer.status == Some(2) && answer.stderr.contains(message) {
            true => Ok(()),
            false => Err(format!("not refused as expected: {answer:?}")),
        };
    }
    let report: Value =
        serde_json::from_str(&answer.stdout).map_err(|error| format!("{error}: {answer:?}"))?;
    let (verdict, place) = expected.split_once(' ').unwrap_or((expected, ""));
    if report["verdict"] != verdict {
        return Err(format!("{report:#}"));
    }
    let finding = &report["findings"][0];
    let text = |name: &str| finding[name].as_str().unwrap_or_default().to_owned();
    let found = match finding.is_null() {
        true => String::new(),
        false => format!("{}@{}:{}", text("kind"), text("file"), finding["line"]),
    };
    if found != place {
        return Err(format!("found {found}"));
    }
    // Machine code shows these kinds of errors.
    if ["assertion", "null-dereference"].contains(&text("kind").as_str())
        && finding["replay"] != "confirmed-native"
    {
        return Err(format!("no native run: {}", finding["native"]));
    }
    Ok(())
}

/// The page on C names programs; each is there and says what must come out, so that other tests run it.
#[test]
fn programs_that_the_page_on_c_names_are_tested() {
    let page = std::fs::read_to_string(corpus::root().join("docs/c.md")).unwrap();
    let named: Vec<&str> = page.split('`').filter(|word| word.starts_with("tests/")).collect();
    assert!(named.len() > 15, "{named:?}");
    for name in named {
        let text = std::fs::read_to_string(corpus::root().join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(text.starts_with("// check"), "{name} says nothing");
    }
}
