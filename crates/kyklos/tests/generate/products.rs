//! Random programs with one loop that has two ways, whose rounds multiply, divide and wrap.

use kyklos::Language;
use kyklos::exec::random::Random;
use std::fmt::Write;

/// A program up to its end, and numbers that can be looked at there.
pub struct Products {
    pub text: String,
    pub observable: Vec<&'static str>,
}

const STATEMENTS: [&str; 20] = [
    "a = a + b;",
    "a = a + 2 * b + 1;",
    "a = a - 2 * b + 1;",
    "b = b + 1;",
    "b = b - 1;",
    "c = c + a;",
    "c = c + b * b;",
    "c = c + a * b;",
    "a = a * b;",
    "a = 2 * a;",
    "b = b * 3;",
    "c = c - first;",
    "a = a + first;",
    "b = b + first * 40000;",
    "c = c * c + 7;",
    "if (b % 2 == 1) { c = c + a; b = b - 1; }",
    "b = b / 2;",
    "if (b + 1 == first) { a = a + 1; b = 0; } else { b = b + 1; }",
    "a = b;",
    "c = 3 * a - b;",
];

const OBSERVABLE: [&str; 8] =
    ["a", "b", "c", "a - b * b", "c - a * b", "a + b + c", "a * first + b - c", "c * c - a"];

/// The program of a seed.
pub fn program(seed: u64, language: Language) -> Products {
    let mut random = Random::new(seed ^ 0xa1b2);
    let c = language == Language::C;
    let mut text = String::new();
    if c {
        let types = ["unsigned short", "unsigned int", "int", "long long", "unsigned long long", "short"];
        let ty = types[random.below(types.len())];
        text.push_str("extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n");
        let _ = writeln!(
            text,
            "int main(void) {{\n  int first = __VERIFIER_nondet_int();\n  {ty} a, b, c;\n  int n = 0;"
        );
    } else {
        text.push_str("main() {\n  var first, a, b, c, n, way;\n  first = input;\n  n = 0;\n");
    }
    // All runs are tried, so there are few.
    text.push_str(if c {
        "  if (first < 0 || first > 2) {\n    return 0;\n  }\n"
    } else {
        "  assume first >= 0 && first <= 2;\n"
    });
    for name in ["a", "b", "c"] {
        let first = ["0", "1", "5", "65530", "first", "first * 3 + 1", "70000"][random.below(7)];
        let _ = writeln!(text, "  {name} = {first};");
    }
    let _ = writeln!(text, "  while (n < {}) {{\n    n = n + 1;", 1 + random.below(4));
    text.push_str(if c {
        "    if (__VERIFIER_nondet_int() > 0) {\n"
    } else {
        "    way = input;\n    if (way > 0) {\n"
    });
    for way in 0..2 {
        for _ in 0..1 + random.below(3) {
            let _ = writeln!(text, "      {}", STATEMENTS[random.below(STATEMENTS.len())]);
        }
        text.push_str(if way == 0 { "    } else {\n" } else { "    }\n" });
    }
    text.push_str("  }\n");
    let observable = (0..3).map(|_| OBSERVABLE[random.below(OBSERVABLE.len())]).collect();
    Products { text, observable }
}
