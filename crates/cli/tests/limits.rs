//! Limits are kept in every stage: while a program is read, explored, and its findings are replayed.

#![cfg(target_os = "linux")]

mod support;

use serde_json::Value;
use std::process::Child;
use std::time::{Duration, Instant};
use support::{Answer, TemporaryFile, command, corpus, finish, kyklos, signal};

/// How a run went: what it said, how long it took, and the most memory it and its children held at a time, in MB.
struct Measured {
    answer: Answer,
    time: Duration,
    memory: u64,
}

fn measured(args: &[&str]) -> Measured {
    let start = Instant::now();
    let child = command(args).spawn().unwrap();
    let id = child.id();
    let waiting = std::thread::spawn(move || finish(child));
    let mut memory = 0;
    while !waiting.is_finished() {
        memory = memory.max(resident(id));
        std::thread::sleep(Duration::from_millis(10));
    }
    Measured { answer: waiting.join().unwrap(), time: start.elapsed(), memory: memory >> 20 }
}

/// The memory of a process and all that it has started, in bytes.
fn resident(id: u32) -> u64 {
    let statm = std::fs::read_to_string(format!("/proc/{id}/statm")).unwrap_or_default();
    let pages: u64 = statm.split_whitespace().nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    let tasks = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let children =
        tasks.map(|task| std::fs::read_to_string(task.path().join("children")).unwrap_or_default());
    let children: String = children.collect::<Vec<_>>().join(" ");
    pages * 4096 + children.split_whitespace().filter_map(|id| id.parse().ok()).map(resident).sum::<u64>()
}

/// The last line, which is the verdict alone.
fn verdict(answer: &Answer) -> &str {
    answer.stdout.lines().last().unwrap_or_default()
}

/// The table of limits. Heavy: it takes up to 7 s for each program.
#[test]
#[ignore = "takes minutes"]
fn hostile_programs_keep_their_limits() {
    let folder = corpus::root().join("tests/hostile");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    let mut late = Vec::new();
    println!("{:<22} {:>7} {:>7}  {:<18} why", "program", "time", "memory", "verdict");
    for name in names {
        let file = format!("tests/hostile/{name}");
        let run = measured(&["check", &file, "--timeout", "5", "--memory", "500"]);
        let open = run.answer.stdout.lines().find_map(|line| line.strip_prefix("incomplete: "));
        let error = run.answer.stderr.lines().find_map(|line| line.strip_prefix("error: "));
        let why: String = open.or(error).unwrap_or_default().chars().take(90).collect();
        let told = if run.answer.status == Some(2) { "refused" } else { verdict(&run.answer) };
        println!("{name:<22} {:>5.1} s {:>4} MB  {told:<18} {why}", run.time.as_secs_f64(), run.memory);
        let answered = run.answer.status == Some(2) && error.is_some() || told.starts_with("verdict: ");
        if run.time > Duration::from_millis(6500) || run.memory > 600 || !answered {
            late.push(name);
        }
    }
    assert!(late.is_empty(), "limits were not kept, or nothing was told: {late:?}");
}

/// Runs a check of a text that takes long to read, and expects it to end in time without a verdict.
fn stops_while_reading(name: &str, text: &str) {
    let file = TemporaryFile::new(name, text);
    let run = measured(&["check", file.name(), "--timeout", "1"]);
    assert!(run.time < Duration::from_secs(4), "{:?}", run.time);
    assert_eq!(run.answer.status, Some(3), "{:?}", run.answer);
    assert_eq!(verdict(&run.answer), "verdict: unknown");
    assert!(run.answer.stdout.contains("the time limit was reached while the program was read"));
}

#[test]
fn preprocessing_ends_with_the_time() {
    // The file includes itself: more text than can be made.
    let name = "endless-include.c";
    let own = format!("{}-{name}", std::process::id());
    stops_while_reading(name, &format!("#include \"{own}\"\nint x;\n#include \"{own}\"\n"));
}

#[test]
fn parsing_ends_with_the_time() {
    let nest = 26;
    let (open, close) = ("sizeof(__typeof__(".repeat(nest), "))".repeat(nest));
    stops_while_reading("deep-types.c", &format!("int main(void) {{ return {open}1{close}; }}\n"));
}

#[test]
fn memory_is_kept_while_reading() {
    let text = "#define A(x) x x x x x x x x x x\n#define B(x) A(A(A(A(A(A(A(x)))))))\n\
                int a[] = { B(B(1 comma)) };\nint main(void) { return 0; }\n";
    let file = TemporaryFile::new("endless-macro.c", text);
    let run = measured(&["check", file.name(), "--timeout", "30", "--memory", "200"]);
    assert_eq!(run.answer.status, Some(3), "{:?}", run.answer);
    assert!(run.memory < 240, "{} MB", run.memory);
    assert!(run.answer.stdout.contains("the memory limit was reached while the program was read"));
}

/// Starts a check, sends a signal after a while, and gives the answer and how long it took from there.
fn signalled(file: &str, name: &str) -> (Answer, Duration) {
    let child: Child = command(&["check", file, "--timeout", "100"]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    signal(child.id(), name);
    let start = Instant::now();
    (finish(child), start.elapsed())
}

#[test]
fn signals_stop_every_stage() {
    for (file, name) in [
        ("tests/hostile/deep_types.c", "INT"),
        ("tests/hostile/endless_include.c", "TERM"),
        ("tests/hostile/many_paths.c", "TERM"),
    ] {
        let (answer, time) = signalled(file, name);
        assert_eq!((answer.status, verdict(&answer)), (Some(3), "verdict: unknown"), "{file} {answer:?}");
        assert!(answer.stdout.contains("it was interrupted"), "{file} {answer:?}");
        assert!(time < Duration::from_secs(4), "{file} {time:?}");
    }
}

#[test]
fn long_lines_are_read_in_linear_time() {
    let file = "tests/hostile/long_line.c";
    let answer = kyklos(&["check", file, "--timeout", "60"]);
    assert_eq!((answer.status, verdict(&answer)), (Some(0), "verdict: safe"), "{answer:?}");
}

#[test]
fn a_finding_stays_when_the_native_run_takes_too_long() {
    let text = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n\
                int main(void) { volatile long i; if (__VERIFIER_nondet_int() == 3) {\n\
                for (i = 0; i < 100000000000; i++) ; assert(0); } return 0; }\n";
    let file = TemporaryFile::new("native-long.c", text);
    let run = measured(&["check", file.name(), "--timeout", "4", "--json"]);
    assert!(run.time < Duration::from_secs(8), "{:?}", run.time);
    let report: Value = serde_json::from_str(&run.answer.stdout).unwrap();
    // The replay may be too long, too; then there is no finding, but no fault either.
    assert_eq!(report["faults"], Value::Array(Vec::new()));
}

#[test]
fn functions_that_sanitizers_need_are_not_taken_from_them() {
    let run = measured(&["check", "tests/hostile/native_open.c", "--timeout", "30", "--json"]);
    let report: Value = serde_json::from_str(&run.answer.stdout).unwrap();
    assert_eq!(report["verdict"], "unsafe");
    let native = &report["findings"][0]["native"];
    let there = native["why"].as_str().is_some_and(|why| why.contains("no C compiler"));
    assert!(native["shows"] == "the same" || there, "{report:#}");
}

#[test]
fn a_native_run_that_shows_something_else_is_told_and_no_fault() {
    // Compilers evaluate operands in orders of their own.
    let text = "#include <assert.h>\nint n; int f(void) { return n = 1; } int g(void) { return n = 2; }\n\
                int h(int a, int b) { return n; }\n\
                int main(void) { h(f(), g()); assert(n != 2); return 0; }\n";
    let file = TemporaryFile::new("native-order.c", text);
    let answer = kyklos(&["check", file.name(), "--json"]);
    assert_eq!(answer.status, Some(1), "{answer:?}");
    let report: Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(report["faults"], Value::Array(Vec::new()));
    let finding = &report["findings"][0];
    let shows = finding["native"]["shows"].as_str().unwrap();
    let expected = if shows == "the same" { "confirmed-native" } else { "confirmed" };
    assert_eq!(finding["replay"], expected, "{report:#}");
}

#[test]
fn a_full_disk_does_not_keep_the_verdict_back() {
    let folder =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("full-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::os::unix::fs::symlink("/dev/full", folder.join("report.json")).unwrap();
    let name = folder.to_str().unwrap();
    let answer = kyklos(&["check", "examples/checks.uc", "--output", name, "--force"]);
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!((answer.status, verdict(&answer)), (Some(1), "verdict: unsafe"), "{answer:?}");
    assert!(answer.stderr.contains("cannot write"), "{answer:?}");
}

/// The counters of a run that had to stop: they say something, and fit together.
fn assert_consistent(report: &Value, jobs: u64, what: &str) {
    let stats = &report["stats"];
    let number = |name: &str| stats[name].as_u64().unwrap_or_else(|| panic!("{what}: {name} in {stats:#}"));
    let what = format!("{what}: {stats:#}");
    assert!(number("instructions") > 0 && number("states") > 0 && number("queries") > 0, "{what}");
    assert!(number("backend_ms") <= number("solver_ms") + 20, "{what}");
    assert!(number("solver_ms") <= number("cpu_ms"), "{what}");
    // It takes a while until the explorations begin; and their threads end at their own pace.
    assert!(number("cpu_ms") <= jobs * number("time_ms") * 115 / 100 + 1_500, "{what}");
    // What is left open is told with its place.
    let open = report["incomplete"].as_array().unwrap();
    assert!(open.iter().any(|open| open["where"].as_str().is_some_and(|at| at.contains(':'))), "{report:#}");
}

#[test]
fn reports_at_limits_say_what_was_done_and_count_time_once() {
    let modes: [&[&str]; 3] = [&[], &["--jobs", "2"], &["--technique", "apc,compact"]];
    for file in ["hard_query.c", "hard_floats.c", "long_condition.c", "labels.c", "many_paths.c"] {
        let file = format!("tests/hostile/{file}");
        for (mode, jobs) in modes.iter().zip([1, 2, 1]) {
            let answer = kyklos(&[&["check", &file, "--timeout", "2", "--json"], *mode].concat());
            let report: Value = serde_json::from_str(&answer.stdout).unwrap();
            if report["verdict"] == "unknown" {
                assert_consistent(&report, jobs, &format!("{file} {mode:?}"));
            }
        }
    }
}

#[test]
fn one_job_takes_one_processor() {
    // Long questions that cannot be held up, in several explorations at a time.
    let answer = kyklos(&["check", "tests/hostile/hard_query.c", "--timeout", "9", "--json"]);
    let report: Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(report["verdict"], "unknown");
    assert_consistent(&report, 1, "hard_query.c");
}

#[test]
fn a_report_after_a_signal_says_what_was_done() {
    for name in ["INT", "TERM"] {
        let child =
            command(&["check", "tests/hostile/hard_query.c", "--timeout", "100", "--json"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(2500));
        signal(child.id(), name);
        let answer = finish(child);
        let report: Value = serde_json::from_str(&answer.stdout).unwrap();
        assert_consistent(&report, 1, name);
    }
}
