//! Random programs with a loop that goes over the elements of an array: the greatest is looked for, some are counted or copied,
//! a flag says that one was met, rightly or not. What is observed speaks of an element at a place that is known later.

use super::products::Products;
use kyklos::exec::random::Random;
use std::fmt::Write;

const STEPS: [&str; 13] = [
    "if (A[i] > m) { m = A[i]; }",
    "if (A[i] >= m) { m = A[i]; }",
    "if (A[i] > m) { m = A[i] - 1; }",
    "if (A[i] < A[k]) { k = i; }",
    "if (A[i] <= A[k]) { k = i; }",
    "if (A[i] == 1) { f = 1; }",
    "if (A[i] == 2) { f = 1 - f; }",
    "if (A[i] != 1) { B[j] = A[i]; j = j + 1; }",
    "if (A[i] > 0) { B[j] = A[i] - 1; j = j + 1; }",
    "if (A[i] > A[i + 1]) { f = 1; }",
    "if (A[i] == 0) { A[i] = 1; }",
    "if (i == 2) { A[0] = 2; }",
    "if (A[i] > 1) { break; }",
];
const OBSERVABLE: [&str; 12] = [
    "A[x] - m",
    "(A[x] > m)",
    "A[x] - A[k]",
    "(A[x] < A[k])",
    "f * 4 + A[x]",
    "(f == 0) * A[x]",
    "(f == 0 && A[x] == 1)",
    "(f == 0 && A[x] > A[x + 1])",
    "B[x]",
    "(x < j && B[x] == 1)",
    "j + 5 * B[x]",
    "(x < i && A[x] == 0)",
];

/// The program of a seed, in C.
pub fn program(seed: u64) -> Products {
    let mut random = Random::new(seed ^ 0xe1e);
    let mut pick = |from: &[&'static str]| from[random.below(from.len())];
    let mut text = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint A[80], B[80];\n\
        int main(void) {\n  int first = __VERIFIER_nondet_int();\n  if (first < 0 || first > 2) {\n    return 0;\n  }\n  \
        int n = first + 2, m = 0, k = 0, f = 0, j = 0, i;\n  \
        for (i = 0; i < n; i++) {\n    int v = __VERIFIER_nondet_int();\n    if (v < 0 || v > 2) {\n      return 0;\n    }\n    A[i] = v;\n  }\n"
        .to_owned();
    text.push_str(pick(&["", "", "  m = A[0];\n", "  k = first;\n"]));
    let (start, end) = (pick(&["0", "0", "0", "1", "first"]), pick(&["n", "n", "n", "n - 1"]));
    let _ = match pick(&["up", "up", "up", "down"]) {
        "up" => writeln!(text, "  for (i = {start}; i < {end}; i++) {{"),
        _ => writeln!(text, "  for (i = {end} - 1; i >= {start}; i--) {{"),
    };
    for _ in 0..random.below(2) + 1 {
        let _ = writeln!(text, "    {}", STEPS[random.below(STEPS.len())]);
    }
    let mut pick = |from: &[&'static str]| from[random.below(from.len())];
    let _ = writeln!(text, "  }}\n  int x = {};", pick(&["first", "n - 1", "0", "first + 1"]));
    let observable = (0..3).map(|_| pick(&OBSERVABLE)).collect();
    Products { text, observable }
}
