//! Calls of library functions with wrong arguments, in `tests/library/wrong.txt`: each is found to be an error, or
//! `docs/c.md` says that it is not looked for. Those of `tests/library/right.txt` are no errors.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many calls stand in one program.
const CALLS: usize = 60;

/// What the table says of a call that is no error here although it is one in C.
const NOT_LOOKED_FOR: &str = "not looked for";

/// How the list of these begins in `docs/c.md`.
const LIST: &str = "**Wrong calls that are not looked for**";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The rows of a table, and what stands between their bars.
fn rows(file: &str) -> Vec<Vec<String>> {
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let cells = |line: &str| line.split(" | ").map(|cell| cell.trim().to_owned()).collect();
    text(file).lines().filter(is_row).map(cells).collect()
}

/// The words of a call.
fn words(call: &str) -> BTreeSet<&str> {
    call.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect()
}

/// A program that makes one of these calls, and the line of the first; each has a line of its own.
fn program(calls: &[&str]) -> (String, usize) {
    let (mut program, names) = (text("tests/library/prelude.h"), rows("tests/library/names.txt"));
    let first = program.lines().count() + 1;
    for (number, call) in calls.iter().enumerate() {
        let words = words(call);
        let needed: Vec<&str> =
            names.iter().filter(|name| words.contains(&*name[0])).map(|name| &*name[1]).collect();
        let _ = writeln!(program, "static void call_{number}(void) {{ {} {call} }}", needed.join(" "));
    }
    program += "int choice(void);\nint main(void)\n{\n    switch (choice()) {\n";
    for number in 0..calls.len() {
        let _ = writeln!(program, "    case {number}: call_{number}(); break;");
    }
    (program + "    }\n    return 0;\n}\n", first)
}

/// The kinds of errors that are found in each of the calls, all of them confirmed by a replay.
fn check(calls: &[&str], file: &Path) -> Vec<BTreeSet<String>> {
    let (program, first) = program(calls);
    std::fs::write(file, program).unwrap();
    // Some of the calls read on for ever.
    let options =
        ["check", "--json", "--no-native", "--all-errors", "--technique", "classic", "--max-depth", "200"];
    let output = Command::new(env!("CARGO_BIN_EXE_kyklos")).args(options).arg(file).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let mut found = vec![BTreeSet::new(); calls.len()];
    for finding in report["findings"].as_array().unwrap() {
        let line = finding["line"].as_u64().unwrap() as usize;
        let call = line.checked_sub(first).filter(|call| *call < calls.len());
        let call = call.unwrap_or_else(|| panic!("an error elsewhere: {finding:#}"));
        assert_eq!(finding["replay"], "confirmed", "{}: {finding:#}", calls[call]);
        found[call].insert(finding["kind"].as_str().unwrap().to_owned());
    }
    found
}

/// As [`check`], for any number of calls; none if there is no C compiler to preprocess with.
fn check_all(calls: &[&str], name: &str) -> Option<Vec<BTreeSet<String>>> {
    if !Command::new("cc").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no C compiler to preprocess with");
        return None;
    }
    let file = |part: usize| {
        std::env::temp_dir().join(format!("kyklos-library-{name}-{part}-{}.c", std::process::id()))
    };
    let parts: Vec<&[&str]> = calls.chunks(CALLS).collect();
    let half = parts.len().div_ceil(2);
    let found = std::thread::scope(|scope| {
        let threads: Vec<_> = parts
            .chunks(half)
            .enumerate()
            .map(|(thread, parts)| {
                scope.spawn(move || {
                    let file = file(thread);
                    let found: Vec<_> = parts.iter().flat_map(|part| check(part, &file)).collect();
                    std::fs::remove_file(&file).unwrap();
                    found
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    Some(found)
}

/// What `docs/c.md` says is not looked for: what is wrong, and the functions.
fn listed() -> BTreeMap<String, BTreeSet<String>> {
    let page = text("docs/c.md");
    let (_, list) = page.split_once(LIST).unwrap_or_else(|| panic!("docs/c.md has no {LIST}"));
    let items = list.lines().skip_while(|line| !line.starts_with("- ")).take_while(|line| !line.is_empty());
    let items: Vec<&str> = items.collect();
    let items = items.join(" ");
    let items = items.split("- ").filter_map(|item| item.split_once(": "));
    let names = |of: &str| of.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    items.map(|(what, of)| (what.trim().to_owned(), names(of))).collect()
}

#[test]
fn wrong_calls_are_found_or_listed() {
    let rows = rows("tests/library/wrong.txt");
    assert!(rows.len() >= 300, "{}", rows.len());
    let calls: Vec<&str> = rows.iter().map(|row| &*row[2]).collect();
    let Some(found) = check_all(&calls, "wrong") else { return };
    let (mut wrong, mut missed) = (Vec::new(), BTreeMap::<String, BTreeSet<String>>::new());
    for (row, found) in rows.iter().zip(found) {
        let [function, what, call, expected] = &row[..] else { panic!("{row:?}") };
        let found = found.into_iter().next().unwrap_or_else(|| NOT_LOOKED_FOR.to_owned());
        println!("{function:<20} {what:<14} {found:<18} {call}");
        if found == NOT_LOOKED_FOR {
            missed.entry(what.clone()).or_default().insert(function.clone());
        }
        if found != *expected {
            wrong.push(format!("{call} ({what}): {found} instead of {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert_eq!(missed, listed(), "docs/c.md says what is not looked for");
}

#[test]
fn right_calls_are_no_errors() {
    let rows = rows("tests/library/right.txt");
    assert!(rows.len() >= 100, "{}", rows.len());
    let calls: Vec<&str> = rows.iter().map(|row| &*row[1]).collect();
    let Some(found) = check_all(&calls, "right") else { return };
    let wrong = rows.iter().zip(found).filter(|(_, found)| !found.is_empty());
    let wrong: Vec<String> = wrong.map(|(row, found)| format!("{}: {found:?}", row[1])).collect();
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}
