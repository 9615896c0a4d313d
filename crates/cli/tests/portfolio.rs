//! `auto`: a portfolio of techniques, of which the first answer is taken.

mod support;

#[path = "support/totals.rs"]
mod totals;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::{command, finish, kyklos, signal};
use totals::timeless;

/// Unrolling decides it at once: the loop need not be taken. Its closed form is hard for the solver.
const FOR_CLASSIC: &str = "main() {
  var z, k;
  k = input;
  z = 1;
  while (z < k) { z = 2 * z; }
  assert z >= 2;
  return 0;
}
";

/// Closed forms alone decide it: it is unrolled for ever.
const FOR_COMPACT: &str = "main() {
  var i, n;
  n = input;
  i = 0;
  while (i < n) { i = i + 1; }
  assert n < 0 || i == n;
  return 0;
}
";

/// Nobody decides it.
const FOR_NOBODY: &str = "main() {
  var x, y, z, n;
  n = input;
  x = input;
  y = input;
  z = input;
  while (n > 0) {
    if (x > y) { x = x * y + 7; } else { y = y * x - input; }
    n = n - 1;
  }
  assert x * x * x + y * y * y + z * z * z != 114;
  return 0;
}
";

fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("portfolio");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// The report of a check.
fn check(file: &Path, options: &[&str]) -> Value {
    let args: Vec<&str> =
        ["check", file.to_str().unwrap(), "--json"].into_iter().chain(options.iter().copied()).collect();
    serde_json::from_str(&kyklos(&args).stdout).unwrap()
}

#[test]
fn each_wins_where_it_alone_decides() {
    let (short, long) = (file("classic.uc", FOR_CLASSIC), file("compact.uc", FOR_COMPACT));
    for jobs in ["1", "2"] {
        let report = check(&short, &["--jobs", jobs]);
        assert_eq!(
            (&report["verdict"], &report["stats"]["technique"]),
            (&"unsafe".into(), &"classic".into())
        );
        let all =
            ["classic", "compact", "apc", "navigate", "merge", "lattice", "formulas", "summary", "subsume"];
        assert_eq!(report["stats"]["raced"], serde_json::json!(all));
        let report = check(&long, &["--jobs", jobs]);
        assert_eq!((&report["verdict"], &report["stats"]["technique"]), (&"safe".into(), &"compact".into()));
    }
    let alone = check(&long, &["--technique", "classic", "--timeout", "1"]);
    assert_eq!((&alone["verdict"], &alone["stats"]["technique"]), (&"unknown".into(), &Value::Null));
    assert_eq!(alone["stats"]["raced"], serde_json::json!([]));
    let text = kyklos(&["check", long.to_str().unwrap(), "--stats"]).stdout;
    assert!(
        text.contains(
            "lanes: classic, compact, apc, navigate, merge, lattice, formulas, summary, subsume; answered: compact\n"
        ),
        "{text}"
    );
}

#[test]
fn a_loop_without_inputs_may_need_a_formula() {
    let text = "int a[100000];
extern int __VERIFIER_nondet_int(void);
int main(void) {
  for (int i = 0; i < 10000; i++) a[i] = a[i] + 2 * i;
  int x = __VERIFIER_nondet_int();
  if (0 <= x && x < 10000 && a[x] != 2 * x) __VERIFIER_error();
  return 0;
}
";
    let report = check(&file("array.c", text), &["--technique", "compact", "--concrete-steps", "0"]);
    assert_eq!(report["verdict"], "safe", "{report}");
    let report = check(&file("array.c", text), &[]);
    assert_eq!((&report["verdict"], &report["stats"]["technique"]), (&"safe".into(), &"formulas".into()));
}

#[test]
fn phases_may_need_a_summary() {
    let report = check(&PathBuf::from("benchmarks/summary/debouncer_constant_safe.uc"), &[]);
    assert_eq!((&report["verdict"], &report["stats"]["technique"]), (&"safe".into(), &"summary".into()));
}

#[test]
fn one_seed_gives_one_report() {
    let programs = [file("same-classic.uc", FOR_CLASSIC), file("same-compact.uc", FOR_COMPACT)];
    let more = [
        "tests/check/listing_5_4.uc",
        "tests/check/loop_unbounded_with_error.uc",
        "tests/check/pointer_choice.uc",
    ];
    for program in programs.into_iter().chain(more.map(PathBuf::from)) {
        let first = timeless(check(&program, &[]));
        assert_eq!(first, timeless(check(&program, &[])), "{}", program.display());
        let [one, two] = ["1", "2"].map(|jobs| check(&program, &["--jobs", jobs]));
        assert_eq!((&one["verdict"], &one["findings"]), (&two["verdict"], &two["findings"]));
    }
}

#[test]
fn all_errors_are_those_of_all() {
    // The first is found by unrolling alone, the second is behind a loop that only closed forms leave.
    let text = "main() {
  var i, n, k, z;
  n = input;
  k = input;
  z = 1;
  while (z < k) { z = 2 * z; assert z != 64; }
  i = 0;
  while (i < n) { i = i + 1; }
  assert i != 100000;
  return 0;
}
";
    let report = check(&file("both.uc", text), &["--all-errors", "--timeout", "15"]);
    assert_eq!(report["verdict"], "unsafe");
    let mut lines: Vec<u64> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["line"].as_u64().unwrap())
        .collect();
    lines.sort_unstable();
    assert_eq!(lines, [6, 9], "{report}");
}

#[test]
fn limits_hold_for_the_whole_and_what_stopped_it_is_told_once() {
    let program = file("nobody.uc", FOR_NOBODY);
    for jobs in ["1", "2"] {
        let start = Instant::now();
        let report = check(&program, &["--timeout", "2", "--memory", "600", "--jobs", jobs]);
        let (taken, peak) = (start.elapsed(), report["stats"]["peak_mb"].as_u64().unwrap());
        assert!(taken < Duration::from_secs(8), "{taken:?}");
        assert!(peak < 700, "{peak} MB");
        assert_eq!((&report["verdict"], &report["stats"]["technique"]), (&"unknown".into(), &Value::Null));
        let open: Vec<String> = report["incomplete"]
            .as_array()
            .unwrap()
            .iter()
            .map(|open| format!("{} {}", open["where"], open["why"]))
            .collect();
        let mut once = open.clone();
        once.sort();
        once.dedup();
        assert!(!open.is_empty() && once.len() == open.len(), "{open:?}");
    }
}

#[test]
fn ctrl_c_ends_all_of_them() {
    let program = file("interrupted.uc", FOR_NOBODY);
    let child = command(&["check", program.to_str().unwrap(), "--timeout", "100"]).spawn().unwrap();
    let (id, start) = (child.id(), Instant::now());
    std::thread::sleep(Duration::from_secs(1));
    signal(id, "INT");
    let answer = finish(child);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(answer.status, Some(3), "{answer:?}");
    assert!(answer.stdout.contains("it was interrupted") && answer.stdout.ends_with("verdict: unknown\n"));
}
