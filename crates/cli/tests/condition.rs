//! `kyklos condition`: what every run that comes to a place satisfies.

use std::path::PathBuf;
use std::process::Command;

/// Standard output and status.
fn condition(name: &str, text: &str, options: &[&str]) -> (String, Option<i32>) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("condition");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_kyklos"))
        .arg("condition")
        .arg(&file)
        .args(options)
        .output()
        .unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

const COUNTS: &str = "main() {
  var n, i, k;
  n = input;
  i = 0;
  k = 3;
  while (i < n) {
    if (input == 1) k = k + 1;
    i = i + 1;
  }
  if (k > 12) {
    output k;
  }
  assert k >= 3;
  return 0;
}
";

#[test]
fn counters_of_ways_are_in_the_condition() {
    let (text, status) = condition("counts.uc", COUNTS, &["--at", "11"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("Every run that comes to 11 satisfies") && text.contains('κ'), "{text}");
    let (script, status) = condition("counts.uc", COUNTS, &["--at", "11", "--smtlib"]);
    assert_eq!(status, Some(0));
    assert!(script.starts_with("(set-logic ALL)") && script.contains("(check-sat)"), "{script}");
    let (json, _) = condition("counts.uc", COUNTS, &["--at", "11", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["place"], &json["void"]), (&"11".into(), &serde_json::json!([])));
    assert_eq!(json["ways"][0]["exact"], false);
}

#[test]
fn a_place_that_no_run_comes_to_has_no_condition() {
    let never = COUNTS.replace("k > 12", "k < 3");
    let (text, status) = condition("never.uc", &never, &["--at", "11"]);
    assert_eq!((text.as_str(), status), ("No run comes to 11.\n", Some(0)));
}

#[test]
fn a_condition_is_void_if_not_all_ways_were_explored() {
    let text = "f(n) {\n  var r;\n  if (n > 0) { r = f(n - 1); } else { r = n; }\n  return r;\n}\nmain() {\n  var x;\n  \
                x = f(input);\n  output x;\n  return 0;\n}\n";
    let (text, status) = condition("void.uc", text, &["--at", "9", "--timeout", "1"]);
    assert_eq!(status, Some(3), "{text}");
    assert!(text.starts_with("void: not all ways to 9 are known"), "{text}");
}
