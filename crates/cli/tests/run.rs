//! `kyklos run` over the programs of `tests/run`: what comes out is what their first lines say.

mod support;

use std::fmt::Write;
use support::corpus::{self, Case};
use support::kyklos;

#[test]
fn programs_do_what_they_say() {
    let cases = corpus::cases();
    assert!(cases.len() >= 100, "only {} programs found", cases.len());
    let wrong: Vec<_> = cases.iter().filter_map(|case| check(case).err()).collect();
    assert!(wrong.is_empty(), "{} of {} programs:\n\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Runs a program; all that is not as it should be, in words.
fn check(case: &Case) -> Result<(), String> {
    let answer = kyklos(&["run", &case.file, "--args", &case.args, "--input", &case.input]);
    let (stdout, stderr) = (&answer.stdout, &answer.stderr);
    let mut wrong = String::new();
    let mut expect = |holds: bool, what: String| {
        if !holds {
            let _ = writeln!(wrong, "  expected {what}");
        }
    };
    let expected: String = case.output.iter().map(|number| format!("{number}\n")).collect();
    expect(*stdout == expected, format!("output {}", case.output.join(" ")));
    expect(answer.status == Some(case.status), format!("status {}", case.status));
    for part in &case.stderr {
        expect(stderr.contains(part), format!("on standard error `{part}`"));
    }
    if let Some(place) = &case.error_at {
        expect(stderr.contains(&format!("--> {}:{place}\n", case.file)), format!("an error at {place}"));
    }
    if let Some(stack) = &case.stack {
        let calls: Vec<_> = stderr.lines().filter(|line| line.starts_with("  in ")).collect();
        let expected: Vec<_> = stack.iter().map(|call| call_line(&case.file, call)).collect();
        expect(calls == expected, format!("the calls {}", stack.join(", ")));
    }
    if let Some(value) = &case.returns {
        let last = format!("returned {value}\n");
        let nothing_else = !case.stderr.is_empty() || *stderr == last;
        expect(stderr.ends_with(&last) && nothing_else, format!("on standard error `returned {value}`"));
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let output = stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    Err(format!(
        "{}:\n{wrong}  found output {output}\n  and status {:?}, saying\n{stderr}",
        case.file, answer.status
    ))
}

/// `f 3:4` as the tool writes it.
fn call_line(file: &str, call: &str) -> String {
    match call.split_once(' ') {
        Some((name, place)) => format!("  in `{name}`, called at {file}:{place}"),
        None => format!("  in `{call}`"),
    }
}
