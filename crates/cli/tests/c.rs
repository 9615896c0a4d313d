//! `check` over the C programs of `tests/c`. Their first comment lines say what must come out:
//!
//! ```text
//! // check [options]: VERDICT [KIND@LINE]
//! ```
//!
//! A finding must be confirmed by its replay; natively too, where a compiler is at hand and
//! the kind of error shows in a native run.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::parallel::in_parallel;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

fn kyklos(arguments: &[&str], file: &Path) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_kyklos")).args(arguments).arg(file).output().expect("the binary runs")
}

fn has_compiler() -> bool {
    Command::new("cc").arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn programs_have_the_verdicts_they_say() {
    if !has_compiler() {
        eprintln!("skipped: there is no C compiler to preprocess with");
        return;
    }
    let files = files("tests/c");
    assert!(files.len() >= 20, "only {} programs found", files.len());
    let runs: Vec<(PathBuf, String)> = files.into_iter().flat_map(claims).collect();
    let wrong = in_parallel(&runs, |(file, line)| {
        let (options, expected) = line.rsplit_once(": ").expect("a colon");
        let wrong = check(file, options.trim(), expected.trim()).err()?;
        Some(format!("{} {options}: {wrong}", file.display()))
    });
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// What a program says must come out, a line each.
fn claims(file: PathBuf) -> Vec<(PathBuf, String)> {
    let text = std::fs::read_to_string(&file).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("// check"));
    let claims: Vec<_> = lines.map(|line| (file.clone(), line.to_owned())).collect();
    assert!(!claims.is_empty(), "{} says nothing", file.display());
    claims
}

fn check(file: &Path, options: &str, expected: &str) -> Result<(), String> {
    let mut arguments = vec!["check", "--json"];
    arguments.extend(options.split_whitespace());
    let output = kyklos(&arguments, file);
    let text = String::from_utf8_lossy(&output.stdout);
    let report: Value = serde_json::from_str(&text)
        .map_err(|error| format!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr)))?;
    let (verdict, finding) = expected.split_once(' ').unwrap_or((expected, ""));
    if report["verdict"] != verdict {
        return Err(format!("{} instead of {verdict}: {}", report["verdict"], report["incomplete"]));
    }
    if finding.is_empty() {
        return Ok(());
    }
    let found = &report["findings"][0];
    let shown = format!("{}@{}", found["kind"].as_str().unwrap_or(""), found["line"]);
    if shown != finding {
        return Err(format!("{shown} instead of {finding}"));
    }
    let replay = found["replay"].as_str().unwrap_or("");
    if replay.starts_with("confirmed") { Ok(()) } else { Err(format!("replay: {replay}")) }
}

#[test]
fn errors_that_a_native_run_shows_are_confirmed_by_one() {
    if !has_compiler() {
        eprintln!("skipped: there is no C compiler");
        return;
    }
    for name in [
        "heap_off_by_one",
        "strcpy_overflow",
        "least_by_minus_one",
        "shift_too_far",
        "use_after_free",
        "free_of_a_variable",
        "free_of_a_part",
        "floating_point",
        "command_line",
        "outside_writes_a_variable",
        "outside_writes_in_a_loop",
        "outside_writes_numbers",
        "other_sign_unsafe",
        "inputs_with_and_without_names",
        "dangling_block",
        "dangling_by_goto",
        "klee_structs",
        "klee_memory",
    ] {
        let file = root().join("tests/c").join(name).with_extension("c");
        let output = kyklos(&["check", "--json"], &file);
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["findings"][0]["replay"], "confirmed-native", "{name}: {report:#}");
    }
}

#[test]
fn the_papers_programs_load_with_their_entries() {
    let files = files("benchmarks/papers");
    assert!(files.len() >= 9, "only {} programs found", files.len());
    for file in files {
        let entry = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let output = kyklos(&["cfg", "--entry", &entry], &file);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {stderr}", file.display());
        assert!(String::from_utf8_lossy(&output.stdout).contains(&entry), "{}", file.display());
    }
}

#[test]
fn what_is_not_covered_is_told_with_its_line() {
    let folder = std::env::temp_dir().join(format!("kyklos-c-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    // What runs come to is left open; what is no C is refused.
    for (name, text, line, status) in [
        ("pointer", "int main(void)\n{\n  int n = 2;\n  int (*x[2])[n];\n  return n;\n}\n", 4, 3),
        ("half", "int main(void)\n{\n  _Float16 x = 1;\n  return x > 0;\n}\n", 3, 3),
        ("global", "_Float16 x = 1;\nint main(void)\n{\n  return x > 0;\n}\n", 1, 3),
        ("asm", "int main(void)\n{\n  int x = 1\n  return x;\n}\n", 4, 2),
    ] {
        let file = folder.join(name).with_extension("c");
        std::fs::write(&file, text).unwrap();
        let output = kyklos(&["check"], &file);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{name}: {stderr}");
        assert!(stderr.contains(&format!(".c:{line}:")), "{name}: {stderr}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn functions_that_are_read_anew_are_found_by_their_name() {
    let file = std::env::temp_dir().join(format!("kyklos-instances-{}.c", std::process::id()));
    let text = "void *malloc(unsigned long);\nvoid *make(int n) { if (n > 8) return 0; return malloc(n); }\n\
                int main(int argc, char **argv) { int *p = make(4); char *q = make(8); return p != 0 && q != 0; }\n";
    std::fs::write(&file, text).unwrap();
    let reached = kyklos(&["reach", "--at", "make"], &file);
    let unreached = kyklos(&["reach", "--at", "2:34"], &file);
    let run = kyklos(&["run", "--input", "1"], &file);
    std::fs::remove_file(&file).unwrap();
    assert!(String::from_utf8_lossy(&reached.stdout).ends_with("verdict: reachable\n"));
    assert!(String::from_utf8_lossy(&unreached.stdout).ends_with("verdict: unreachable\n"));
    assert_eq!(String::from_utf8_lossy(&run.stderr), "returned 1\n");
}

#[test]
fn jumps_and_failures_are_places() {
    let file = std::env::temp_dir().join(format!("kyklos-places-{}.c", std::process::id()));
    let text = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void)\n{\n\
                int i = 0;\nwhile (i < 9) {\nint x = __VERIFIER_nondet_int();\nif (x == 3)\nbreak;\n\
                if (i > 20)\ncontinue;\nif (x == 4) {\ni = 7;\ngoto out;\n}\ni++;\n}\nif (i > 9)\n\
                reach_error();\nout:\nif (i == 7)\nreach_error();\nreturn 0;\n}\n";
    std::fs::write(&file, text).unwrap();
    let verdicts: Vec<(&str, bool)> = vec![
        ("3", true),
        ("9", true),
        ("11", false),
        ("14", true),
        ("19", false),
        ("out", true),
        ("22", true),
    ];
    for (place, reachable) in verdicts {
        let answer = kyklos(&["reach", "--no-native", "--at", place], &file);
        let expected = if reachable { "verdict: reachable\n" } else { "verdict: unreachable\n" };
        let found = String::from_utf8_lossy(&answer.stdout);
        assert!(found.ends_with(expected), "line {place}: {found}");
    }
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn run_says_how_a_program_ends_itself() {
    let file = std::env::temp_dir().join(format!("kyklos-stop-{}.c", std::process::id()));
    let text = "void abort(void);\nvoid exit(int);\nint __VERIFIER_nondet_int(void);\n\
                void stop(int x) { if (x) exit(x); abort(); }\nint main(void) { stop(__VERIFIER_nondet_int()); }\n";
    std::fs::write(&file, text).unwrap();
    let [exit, abort] = ["-3", "0"].map(|input| kyklos(&["run", "--input", input], &file));
    let check = kyklos(&["check"], &file);
    std::fs::remove_file(&file).unwrap();
    let said = String::from_utf8_lossy(&exit.stderr);
    assert!(said.starts_with("exited with -3 at ") && exit.status.code() == Some(0), "{said}");
    let said = String::from_utf8_lossy(&abort.stderr);
    assert!(said.contains("the program aborts") && said.contains(".c:4:36"), "{said}");
    assert!(said.contains("in `stop`, called at") && abort.status.code() == Some(1), "{said}");
    assert_eq!(String::from_utf8_lossy(&check.stdout), "verdict: safe\n");
}

#[test]
fn run_asks_for_no_unwritten_memory_and_ends_at_exit() {
    if !has_compiler() {
        return;
    }
    let file = std::env::temp_dir().join(format!("kyklos-exit-{}.c", std::process::id()));
    let text = "#include <stdio.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n\
                int main(void) { int a[3]; int x = __VERIFIER_nondet_int(); printf(\"%d\", a[1] + x);\n exit(4); }\n";
    std::fs::write(&file, text).unwrap();
    let output = kyklos(&["run", "--input", "5"], &file);
    let refused = kyklos(&["check", "--array-size", "-1"], &file);
    std::fs::remove_file(&file).unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("0 or more"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.starts_with("exited with 4 at ") && errors.contains(":5:"), "{errors}");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), b"5\n".as_slice()));
}

#[test]
fn the_page_on_c_names_programs_that_are_run() {
    let page = std::fs::read_to_string(root().join("docs/c.md")).unwrap();
    let named: Vec<&str> = page.split('`').filter(|text| text.starts_with("tests/")).collect();
    assert!(named.len() > 40);
    for name in named {
        let text = std::fs::read_to_string(root().join(name)).unwrap_or_default();
        assert!(text.lines().any(|line| line.starts_with("// check")), "{name}");
    }
}
