//! What a report tells besides its verdict and findings: errors that were not asked for, at which runs end, arrays that
//! are taken to have no end, and signed numbers that a finding's run wraps around.

mod support;

use serde_json::Value;
use support::{Answer, TemporaryFile, kyklos};

fn json(arguments: &[&str]) -> Value {
    let answer = kyklos(&[arguments, &["--json"]].concat());
    serde_json::from_str(&answer.stdout).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
}

/// The assumptions of a report, as `kind of sentence@line`.
fn assumed(report: &Value) -> Vec<String> {
    let all = report["assumptions"].as_array().unwrap().iter();
    all.map(|one| {
        let (text, place) = (one["text"].as_str().unwrap(), one["where"].as_str().unwrap());
        format!("{text}@{}", place.rsplit(':').nth(1).unwrap())
    })
    .collect()
}

/// Every run ends at line 3, or at line 7 or 8; the error at line 10 is not on the way of any.
const ENDS: &str = "main() {\n  var a, n, i;\n  a = [1, 2]; n = input;\n  i = 0;\n\
                    while (i < n) {\n    if (n > 5) {\n      i = i + a[n];\n    } else { i = i + 10 / (n - 3); }\n  }\n\
                    if (i < 0 - 1000) { i = 1 / (i - i + 1); }\n  assert n != 7;\n  assert n != 3;\n  return 0;\n}\n";

#[test]
fn errors_that_were_not_asked_for_are_assumed_with_their_places() {
    let file = TemporaryFile::new("ends.uc", ENDS);
    for technique in ["auto", "classic", "compact", "apc", "navigate", "merge=aggressive", "subsume"] {
        let report =
            json(&["check", file.name(), "--check", "assert", "--technique", technique, "--timeout", "5"]);
        let ends = assumed(&report);
        // Some techniques need not come to an answer.
        if report["verdict"] == "safe" {
            let expected = ["runs end at the access out of bounds@7", "runs end at the division by zero@8"];
            assert_eq!(ends, expected, "{technique}");
        } else {
            assert_eq!((&report["verdict"], ends.len()), (&Value::from("unknown"), 0), "{technique}");
        }
    }
    let all = json(&["check", file.name()]);
    assert_eq!((&all["verdict"], assumed(&all).len()), (&Value::from("unsafe"), 0));
}

#[test]
fn an_assumption_is_a_line_that_says_how_to_do_without() {
    let file = TemporaryFile::new(
        "null.c",
        "#include <assert.h>\nint main(void) {\n  int *p = 0;\n  int x = *p;\n  assert(0);\n}\n",
    );
    let name = file.name();
    let lines = |answer: &Answer| answer.stdout.clone();
    let checked = kyklos(&["check", name, "--check", "assert"]);
    let expected = format!(
        "assumed: runs end at the null dereference at {name}:4:12 (--check null looks for it)\nverdict: safe\n"
    );
    assert_eq!(lines(&checked), expected);
    let reached = kyklos(&["reach", name, "--at", "5"]);
    let expected = format!(
        "assumed: runs end at the null dereference at {name}:4:12 (`check` looks for it)\nverdict: unreachable\n"
    );
    assert_eq!(lines(&reached), expected);
    let report = json(&["check", name, "--check", "assert"]);
    let one = &report["assumptions"][0];
    assert_eq!(one["kind"], "unasked-error");
    assert_eq!(one["instead"], "--check null looks for it");
}

#[test]
fn errors_that_no_run_makes_are_not_assumed() {
    // Checks of all kinds, each of which holds; and one behind which nothing is asked.
    let text = "main() {\n  var a, n, i, p;\n  a = [1, 2]; n = input; p = alloc 3;\n\
                if (n >= 0 && n < 2) { i = a[n]; } else { i = 1; }\n  i = *p / i;\n\
                while (n > 0) { n = n - 1; }\n  assert n <= 0;\n  i = 1 / n;\n  return i;\n}\n";
    let file = TemporaryFile::new("holds.uc", text);
    for technique in ["auto", "compact", "apc", "navigate"] {
        let report = json(&["check", file.name(), "--check", "assert", "--technique", technique]);
        assert_eq!(report["verdict"], "safe", "{technique}");
        // Navigation does not come by these places; to ask afterwards may take too long on a busy machine.
        let ends = assumed(&report);
        let unclear = |end: &String| technique == "navigate" && end.starts_with("runs may end");
        assert!(ends.iter().all(unclear), "{technique}: {ends:?}");
        assert!(!ends.iter().any(|end| end.ends_with("@8")), "{technique}: {ends:?}");
    }
}

#[test]
fn arrays_without_an_end_are_assumed() {
    let text = "int f(const char *s, int c, unsigned long s_len, void *data, int *unused, int *given, unsigned nr, char *name) {\n\
                if (!name || unused == 0) return 1;\n\
                return s[nr] == c && ((char *)data)[9] + given[0] == s_len;\n}\n\
                int g(unsigned n, double *x) { return x[n] < 1; }\n\
                int main(int argc, char **argv) { return argc; }\n";
    let file = TemporaryFile::new("endless.c", text);
    let name = file.name();
    let checked = kyklos(&["check", name, "--entry", "f", "--array-size", "given=4"]);
    let expected = format!(
        "assumed: the array that `s` leads to has no end at {name}:1:7 (--array-size s=s_len gives it `s_len` elements)\n\
         assumed: the array that `data` leads to has no end at {name}:1:50 (--array-size data=N gives it N elements)\n\
         verdict: safe\n"
    );
    assert_eq!((checked.stdout.as_str(), checked.stderr.as_str()), (expected.as_str(), ""));
    let report = json(&["check", name, "--entry", "g"]);
    let one = &report["assumptions"][0];
    assert_eq!((&one["kind"], &report["verdict"]), (&"endless-parameter".into(), &"safe".into()));
    assert_eq!(one["instead"], "--array-size x=n gives it `n` elements");
    assert_eq!(assumed(&json(&["reach", name, "--entry", "g", "--at", "5"])).len(), 1);
    for arguments in [["--entry", "g", "--array-size", "7"], ["--entry", "main", "--arguments", "2"]] {
        let report = json(&[["check", name].as_slice(), &arguments].concat());
        assert_eq!(assumed(&report), [""; 0], "{arguments:?}");
    }
    let condition = kyklos(&["condition", name, "--entry", "g", "--at", "5"]);
    assert!(condition.stderr.starts_with("assumed: the array that `x` leads to has no end"), "{condition:?}");
}

#[test]
fn signed_overflow_on_the_way_is_told() {
    // Lines 8 and 13 overflow. Lines 5 to 7 and 9 to 11 wrap or convert only: numbers without a sign, narrower ones.
    let text = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n\
                int n = __VERIFIER_nondet_int();\n\
                unsigned u = n; u = u * 3000000001u;\n\
                u = u - 7u * 1000000000u;\n\
                short s = (short)(n - 5);\n\
                int m = n + 10;\n\
                int back = (int)(n + 4294967297L);\n\
                int not = (int)(~u);\n\
                char c = (char)(s + 1000);\n\
                if (n != 2147483647) return 0;\n\
                m = m * 3 - n - n;\n\
                assert(m + back + not + c + s == 77 && n < 0);\n}\n";
    let file = TemporaryFile::new("overflows.c", text);
    let report = json(&["check", file.name()]);
    assert_eq!(report["verdict"], "unsafe");
    let overflows = report["findings"][0]["overflows"].as_array().unwrap();
    let lines: Vec<u64> = overflows.iter().map(|one| one["line"].as_u64().unwrap()).collect();
    assert!(lines.contains(&8) && lines.contains(&13), "{lines:?}");
    assert!(lines.iter().all(|line| [8, 13, 14].contains(line)), "{lines:?}");
    let told = kyklos(&["check", file.name()]);
    let line = format!("\n  signed overflow at {name}:8, {name}:13", name = file.name());
    assert!(told.stdout.contains(&line), "{told:?}");
    let none = TemporaryFile::new("none.c", text.replace("2147483647", "7"));
    let told = kyklos(&["check", none.name()]);
    assert!(told.stdout.contains("verdict: unsafe") && !told.stdout.contains("overflow"), "{told:?}");
}
