//! Programs that compute with floating point numbers of all types. What they print are integers from which each bit of
//! the results can be told.

use crate::generator::Random;
use std::fmt::Write;

const START: &str = "\
#include <stdio.h>
#include <math.h>
#include <float.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
struct numbers { float f; double d; long double l; };
static int whole(double x) { return x > -1e9 && x < 1e9 ? (int)x : 7; }
static unsigned long large(long double x) { return x >= 0 && x < 1.8e19L ? (unsigned long)x : 3; }
static long small(float x) { return x > -1e18f && x < 1e18f ? (long)x : -3; }
static void show(long double x)
{
    int e = 0;
    if (isnan(x)) {
        printf(\"%d\\n\", 0);
        return;
    }
    if (isinf(x) || x == 0) {
        printf(\"%d %d\\n\", isinf(x), signbit(x) != 0);
        return;
    }
    long double m = ldexpl(frexpl(x, &e), 32);
    long high = (long)m;
    long low = (long)ldexpl(m - high, 32);
    printf(\"%d %ld %ld\\n\", e, high, low);
}
";

/// A program of this number.
pub(crate) fn text(number: u64) -> String {
    let mut random = Random::new(number ^ 0xF10A7);
    let mut text = START.to_owned();
    text += "static double a[3] = {0.1, -2.5e-3, 1e17};\nstatic struct numbers s = {1.5f, .3, 1e-4940L};\n";
    let _ =
        writeln!(text, "static float scaled(float f, int n) {{ return {}; }}", value(&mut random, 2, "f"));
    text += "int main(void)\n{\n";
    text += "    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();\n";
    text += "    long k = __VERIFIER_nondet_long();\n";
    text += "    float f = i / 8.0f, g = (float)j;\n    double d = k / 3.0, e = i * 1e-3;\n";
    text += "    long double l = k / 7.0L, m = 1.0L / (j | 1);\n";
    for _ in 0..10 {
        let (target, op) = (random.choose(&TARGETS), random.choose(&["=", "+=", "-=", "*=", "/="]));
        let _ = writeln!(text, "    {target} {op} {};", value(&mut random, 3, "main"));
        let _ = writeln!(text, "    show({});", value(&mut random, 3, "main"));
        let _ = writeln!(text, "    printf(\"%d\\n\", {});", test(&mut random, 2));
        if random.below(3) == 0 {
            let _ =
                writeln!(text, "    i = whole({}), k += small({});", value(&mut random, 2, "main"), target);
        }
    }
    text += "    for (int n = 0; n < 3; n++)\n        show(a[n]);\n";
    text += "    show(f), show(g), show(d), show(e), show(l), show(m), show(s.f), show(s.d), show(s.l);\n";
    text += "    printf(\"%d %d %ld %lu\\n\", i, j, k, large(l));\n    return i & 63;\n}\n";
    text
}

const TARGETS: [&str; 11] = ["f", "g", "d", "e", "l", "m", "a[0]", "a[i & 1]", "s.f", "s.d", "s.l"];

const CONSTANTS: [&str; 14] = [
    "1",
    "0.1",
    "0.1f",
    "-3.5",
    "1e10L",
    "0x1.8p-3",
    "2.5f",
    "1e-300",
    "1e300",
    "FLT_MAX",
    "DBL_EPSILON",
    "0.0",
    "-0.0f",
    "7.25L",
];

/// An expression for a number.
fn value(random: &mut Random, depth: u32, place: &str) -> String {
    let Some(depth) = depth.checked_sub(1) else {
        return match (random.below(3), place) {
            (0, _) => random.choose(&CONSTANTS).to_string(),
            (_, "main") => random
                .choose(&["f", "g", "d", "e", "l", "m", "i", "j", "k", "a[1]", "s.d", "s.l"])
                .to_string(),
            _ => random.choose(&["f", "n", "s.f"]).to_string(),
        };
    };
    let part = |random: &mut Random| value(random, depth, place);
    let (x, y) = (part(random), part(random));
    match random.below(18) {
        0 | 1 => format!("({x} + {y})"),
        2 | 3 => format!("({x} - {y})"),
        4 | 5 => format!("({x} * {y})"),
        6 | 7 => format!("((double){x} / {y})"),
        8 => format!("(float)({x})"),
        9 => format!("(long double)({x})"),
        10 => format!("-({x})"),
        11 => format!("({} ? {x} : {y})", test_of(random, &x, &y)),
        12 => format!("sqrt(fabs({x}))"),
        13 => format!(
            "{}({x})",
            random.choose(&["floor", "ceilf", "truncl", "round", "rint", "fabsl", "roundf"])
        ),
        14 => format!(
            "{}({x}, {y})",
            random.choose(&["fmod", "fmodf", "remainder", "copysign", "fdim", "nextafterf"])
        ),
        15 => format!("fma({x}, {y}, 0.5)"),
        16 if place == "main" => format!("scaled({x}, i & 15)"),
        _ => format!("ldexp({x}, {})", random.below(9) as i64 - 4),
    }
}

/// A question.
fn test(random: &mut Random, depth: u32) -> String {
    let (x, y) = (value(random, depth, "main"), value(random, depth, "main"));
    match random.below(6) {
        0 => format!("!!isnan({x})"),
        1 => format!("!!isfinite({x}) + 2 * (fpclassify({y}) == FP_NORMAL)"),
        2 => format!("whole({x})"),
        3 => format!("!({x}) || ({y})"),
        _ => test_of(random, &x, &y),
    }
}

fn test_of(random: &mut Random, x: &str, y: &str) -> String {
    format!("({x} {} {y})", random.choose(&["<", "<=", ">", ">=", "==", "!="]))
}
