//! Rounds that the interpreter skips: as if each had been taken.

use kyklos_base::random::Random;
use kyklos_flow::{EdgeId, ProcedureId, Program};
use kyklos_front_c::{Options, load_text};
use kyklos_interp::{Interpreter, Limits, Observer, RunReport, Scripted, Taken};
use std::fmt::Write as _;

/// A number for all edges in their order, and how many of them were told as rounds.
#[derive(Default)]
struct Digest {
    value: u64,
    skipped: u64,
}

impl Observer for Digest {
    fn edge(&mut self, procedure: ProcedureId, edge: EdgeId, depth: usize) {
        let edge = u64::from(procedure.0) << 40 | u64::from(edge.0) << 8 | depth as u64;
        self.value = (self.value.rotate_left(5) ^ edge).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn rounds(&mut self, edges: &[Taken], times: u64) {
        self.skipped += edges.len() as u64 * times;
        for _ in 0..times {
            edges.iter().for_each(|taken| self.edge(taken.procedure, taken.edge, taken.depth));
        }
    }
}

fn load(text: &str) -> Program {
    match load_text("t.c", text, &Options::default()) {
        Ok((program, _)) => program,
        Err((sources, diagnostics)) => {
            let told: String = diagnostics.iter().map(|one| one.render(&sources, false)).collect();
            panic!("{told}\n{text}")
        }
    }
}

fn run(program: &Program, limits: &Limits) -> (RunReport, Digest) {
    let mut digest = Digest::default();
    let interpreter = Interpreter::new(program).unwrap();
    let report = interpreter.run_observed(&[], &mut Scripted::default(), limits, &mut digest).unwrap();
    (report, digest)
}

/// Runs a program in both ways; tells how it ended, after how many steps, and how many were skipped.
fn both(text: &str, max_steps: u64) -> (String, u64, u64) {
    let program = load(text);
    let limits = |one_by_one| Limits { max_steps: Some(max_steps), one_by_one, ..Limits::default() };
    let (slow, all) = run(&program, &limits(true));
    let (fast, told) = run(&program, &limits(false));
    let told_of =
        |report: &RunReport| (report.end.to_string(), report.steps, report.location, report.procedure);
    assert_eq!(told_of(&slow), told_of(&fast), "{text}");
    assert_eq!(all.value, told.value, "{text}");
    (slow.end.to_string(), slow.steps, told.skipped)
}

#[test]
fn long_loops_take_no_time() {
    let returned = |text: &str| {
        let limits = Limits { max_effort: Some(1_000_000), ends_endless: true, ..Limits::default() };
        let program = load(text);
        let report = Interpreter::new(&program).unwrap().run(&[], &mut Scripted::default(), &limits).unwrap();
        report.end.to_string()
    };
    let cases = [
        ("unsigned x = 0; while (x < 0x0fffffff) x += 2; return x % 2 ? 1 : x == 0x10000000 ? 2 : 3;", "2"),
        (
            "unsigned x = 0, y = 0; while (x < 0x0fffffff) { y = 0; while (y < 10) y++; x++; } return x % 2 + y;",
            "11",
        ),
        ("unsigned x = 1; while (x) x += 2, x -= 1; return x;", "0"),
        ("unsigned x = 0; while (x < 0x0fffffff) if (x < 0xfff1) x++; else x += 2; return x % 2;", "1"),
        (
            "int i, even = 0; for (i = 0; i < 1000000000; i++) if (i % 2 == 0) even++; return even;",
            "500000000",
        ),
        ("unsigned char c = 0; int i; for (i = 0; i < 100000000; i++) c++; return c;", "0"),
        (
            "long long i, s = 0; for (i = 0; i < 4000000000; i += 4) s += i / 4 % 2; return s == 500000000;",
            "1",
        ),
        (
            "int i, j, s = 0; for (i = 0; i < 1000; i++) for (j = 0; j < 1000000; j++) s += j & 3; return s > 0;",
            "1",
        ),
    ];
    for (body, value) in cases {
        assert_eq!(returned(&format!("int main(void) {{ {body} }}")), format!("returned {value}"), "{body}");
    }
    let call = "unsigned f(unsigned z) { return z + 2; }
        int main(void) { unsigned x = 0; while (x < 0x0fffffff) x = f(x); return x % 2; }";
    assert_eq!(returned(call), "returned 0");
    let global = "int n; static void step(void) { n++; }
        int main(void) { while (n < 2000000000) step(); return n == 2000000000; }";
    assert_eq!(returned(global), "returned 1");
    let endless = "int main(void) { unsigned x = 0; while (x < 10) { x++; x--; } return 0; }";
    assert_eq!(returned(endless), "the run goes the same round for ever");
}

/// A statement over the variables a to d.
fn statement(random: &mut Random, depth: usize, text: &mut String) {
    let variable = |random: &mut Random| ["a", "b", "c", "d", "g"][random.below(5)];
    let number = |random: &mut Random| [1i64, 1, 2, 3, 5, 7, 16, 255][random.below(8)];
    let operand = |random: &mut Random| match random.below(3) {
        0 => number(random).to_string(),
        _ => variable(random).to_owned(),
    };
    let compare = ["<", "<=", ">", ">=", "==", "!="];
    match random.below(if depth == 0 { 6 } else { 9 }) {
        0..3 => {
            let _ = write!(text, "{} += {};", variable(random), number(random) - 3);
        }
        3 => {
            let operator = ["+", "-", "*", "/ 3 +", "% 5 +", "& 7 |", "<< 1 ^", ">> 1 +"][random.below(8)];
            let (left, right) = (operand(random), operand(random));
            let _ = write!(text, "{} = {left} {operator} {right};", variable(random));
        }
        4 => {
            let _ = write!(text, "{} = {};", variable(random), operand(random));
        }
        5 => {
            let _ = write!(text, "{} = f({});", variable(random), operand(random));
        }
        6 | 7 => {
            let (left, right) = (operand(random), operand(random));
            let rest = ["", "% 2", "% 3", "& 4"][random.below(4)];
            let _ = write!(text, "if ({left} {rest} {} {right}) {{ ", compare[random.below(6)]);
            statement(random, depth - 1, text);
            text.push_str(" } else { ");
            statement(random, depth - 1, text);
            text.push_str(" }");
        }
        _ => {
            let count = [3, 10, 50, 400][random.below(4)];
            let index = ["i", "j", "k"][depth - 1];
            let _ = write!(text, "for ({index} = 0; {index} < {count}; {index}++) {{ ");
            statement(random, depth - 1, text);
            text.push_str(" }");
        }
    }
    text.push(' ');
}

fn program(random: &mut Random) -> String {
    let ty = |random: &mut Random| {
        ["unsigned", "unsigned char", "unsigned short", "long long", "signed char"][random.below(5)]
    };
    let mut text = format!("{} g; ", ty(random));
    let _ = write!(text, "{0} f({0} x) {{ return x + {1}; }} ", ty(random), random.below(4));
    text.push_str("int main(void) { ");
    for name in ["a", "b", "c", "d"] {
        let _ = write!(text, "{} {name} = {}; ", ty(random), random.below(100));
    }
    text.push_str("unsigned i, j, k, n; ");
    let _ = write!(text, "for (n = 0; n < {}; n++) {{ ", 2_000 << random.below(6));
    for _ in 0..1 + random.below(4) {
        statement(random, 2, &mut text);
    }
    text.push_str("} return (a ^ b ^ c ^ d ^ g) & 0xffff; }");
    text
}

/// Random programs: the same end, after as many steps, by the same edges.
fn random_programs(seeds: std::ops::Range<u64>) {
    let (mut skipped, mut steps) = (0, 0);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let (_, taken, gained) = both(&program(&mut Random::new(seed)), 400_000);
        steps += taken;
        skipped += u64::from(gained > taken / 2);
    }
    assert!(skipped > count / 10, "{skipped} of {count} programs were skipped through, {steps} steps");
}

#[test]
fn skipped_rounds_are_as_if_taken() {
    random_programs(0..80);
}

#[test]
#[ignore = "long"]
fn skipped_rounds_are_as_if_taken_always() {
    random_programs(1_000..6_000);
}
