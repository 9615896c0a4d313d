//! Random programs with a loop that writes lines of a large array, in several ways.

use super::products::Products;
use kyklos::exec::random::Random;
use std::fmt::Write;

const CONDITIONS: [&str; 7] = [
    "i % 2 == 0",
    "__VERIFIER_nondet_int() > 0",
    "i > first",
    "A[i] == 0",
    "b > 2",
    "i != 3",
    "A[i + 1] < 2",
];
const INDICES: [&str; 8] = ["i", "i", "i", "i + 1", "70 - i", "i + first", "first", "b"];
const VALUES: [&str; 9] =
    ["i", "2 * i + 1", "5", "A[i] + 1", "A[i + 1] + 1", "first", "b", "i - A[first]", "A[70 - i] + 2"];
const OBSERVABLE: [&str; 9] =
    ["A[0]", "A[1]", "A[2]", "A[3]", "A[first]", "A[first + 2]", "A[69]", "A[68 - first]", "b + A[4]"];

/// The program of a seed, in C.
pub fn program(seed: u64) -> Products {
    let mut random = Random::new(seed ^ 0x11e5);
    let mut pick = |from: &[&'static str]| from[random.below(from.len())];
    let mut text = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint A[80];\n\
        int main(void) {\n  int first = __VERIFIER_nondet_int();\n  if (first < 0 || first > 2) {\n    return 0;\n  }\n  int b = first;\n"
        .to_owned();
    text.push_str(pick(&["", "  A[2] = 7;\n", "  A[first] = 9;\n  A[69] = 4;\n"]));
    let step = pick(&["1", "1", "1", "2", "3"]);
    let (start, more) = (pick(&["0", "1", "2", "first"]), pick(&["2", "3", "4", "6"]));
    let _ = match pick(&["up", "up", "down"]) {
        "up" => writeln!(text, "  for (int i = {start}; i < first + {more}; i += {step}) {{"),
        _ => writeln!(text, "  for (int i = first + {more}; i > {start}; i -= {step}) {{"),
    };
    let index = pick(&INDICES);
    let _ = match pick(&["one", "if", "else", "else"]) {
        "one" => writeln!(text, "    A[{index}] = {};", pick(&VALUES)),
        "if" => writeln!(text, "    if ({}) {{ A[{index}] = {}; }}", pick(&CONDITIONS), pick(&VALUES)),
        _ => {
            let another = pick(&INDICES);
            let other = pick(&[index, index, index, another]);
            let (condition, value, instead) = (pick(&CONDITIONS), pick(&VALUES), pick(&VALUES));
            writeln!(
                text,
                "    if ({condition}) {{ A[{index}] = {value}; }} else {{ A[{other}] = {instead}; }}"
            )
        }
    };
    text.push_str(pick(&["", "    b = b + 1;\n", "    if (i > 2) { b = b + 2; }\n"]));
    text.push_str("  }\n");
    let observable = (0..3).map(|_| pick(&OBSERVABLE)).collect();
    Products { text, observable }
}
