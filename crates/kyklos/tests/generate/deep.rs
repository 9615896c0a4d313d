//! Random programs with loops three deep in which inputs decide each round and how many there are: numbers that are
//! counted in one loop, kept or reset in another, and read behind it.

use super::products::Products;
use kyklos::exec::random::Random;
use std::fmt::Write;

/// What a program returns that does not come to its end.
pub const EARLY: i64 = 77_777;

const NAMES: [&str; 4] = ["x", "y", "z", "w"];

const OBSERVABLE: [&str; 12] = [
    "x",
    "y",
    "z",
    "w",
    "x - y",
    "x + 40 * y",
    "y + 40 * z",
    "z + 40 * w",
    "x == z",
    "(x > y) + 2 * z",
    "x + y + z",
    "w % 3 + 3 * x",
];

/// The program of a seed, in C.
pub fn program(seed: u64) -> Products {
    let mut deep =
        Deep { random: Random::new(seed ^ 0xdee9), text: String::new(), indent: 1, lean: seed % 2 == 1 };
    deep.text.push_str("extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n");
    deep.text.push_str("int main(void) {\n");
    for name in NAMES {
        let ty = deep.pick(&["int", "int", "unsigned", "unsigned char", "short"]);
        let first = deep.pick(&["0", "0", "0", "1", "3"]);
        deep.line(&format!("{ty} {name} = {first};"));
    }
    deep.line("int i = 0, j = 0, k = 0, n = 0, m = 0;");
    for _ in 0..1 + if deep.lean { 0 } else { deep.random.below(2) } {
        deep.repeat(0);
    }
    let watched = if deep.lean { &OBSERVABLE[..2] } else { &OBSERVABLE[..] };
    let observable = (0..3).map(|_| deep.pick(watched)).collect();
    Products { text: deep.text, observable }
}

struct Deep {
    random: Random,
    text: String,
    indent: usize,
    /// Little happens besides the loops.
    lean: bool,
}

impl Deep {
    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.random.below(from.len())]
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 2 * self.indent);
    }

    /// A loop at a depth.
    fn repeat(&mut self, depth: usize) {
        let counter = ["i", "j", "k"][depth];
        let limit = self.pick(&["n", "n", "m", "x", "y", "3", "__VERIFIER_nondet_int()"]);
        match self.random.below(5) {
            0 | 1 => self.line("while (__VERIFIER_nondet_int() > 0) {"),
            2 => {
                self.line("n = __VERIFIER_nondet_int();");
                self.line(&format!("for ({counter} = 0; {counter} < n; {counter}++) {{"));
            }
            3 => {
                let start = self.pick(&["0", "0", "1", "y"]);
                self.line(&format!("for ({counter} = {start}; {counter} < {limit}; {counter}++) {{"));
            }
            _ => {
                let step = self.pick(&["1", "1", "2"]);
                self.line(&format!("{counter} = 0;"));
                self.line(&format!("while ({counter} < {limit} && __VERIFIER_nondet_int() > 0) {{"));
                self.line(&format!("  {counter} += {step};"));
            }
        }
        self.indent += 1;
        self.statements(1);
        if depth < 2 && (self.lean || self.random.below(6) > 0) {
            self.repeat(depth + 1);
            if !self.lean && self.random.below(5) == 0 {
                self.repeat(depth + 1);
            }
        }
        self.statements(2);
        self.leave(depth);
        self.indent -= 1;
        self.line("}");
    }

    fn statements(&mut self, most: usize) {
        let most = if self.lean { 1 } else { most };
        for _ in 0..self.random.below(most + 1) {
            if self.lean || self.random.below(3) > 0 {
                self.statement();
                continue;
            }
            let condition = self.condition();
            self.line(&format!("if ({condition}) {{"));
            self.indent += 1;
            self.statement();
            self.indent -= 1;
            if self.random.below(2) == 0 {
                self.line("} else {");
                self.indent += 1;
                self.statement();
                self.indent -= 1;
            }
            self.line("}");
        }
    }

    fn statement(&mut self) {
        if self.lean {
            let text =
                self.pick(&["x = i;", "x = j;", "x = k;", "x = 0;", "x += 1;", "y = x;", "y = n;", "x = n;"]);
            return self.line(text);
        }
        let (to, from) = (self.pick(&NAMES), self.pick(&["x", "y", "z", "w", "i", "j", "k", "n", "m"]));
        let number = self.pick(&["1", "1", "2", "3"]);
        let text = match self.random.below(8) {
            0..=2 => format!("{to} += {number};"),
            3 => format!("{to} = {from};"),
            4 => format!("{to} = 0;"),
            5 => format!("{to} -= {number};"),
            6 => "m = __VERIFIER_nondet_int();".to_owned(),
            _ => format!("if ({to} < 20) {{ {to} += {from}; }}"),
        };
        self.line(&text);
    }

    fn condition(&mut self) -> String {
        let (one, other) = (self.pick(&NAMES), self.pick(&["x", "y", "z", "n", "m", "0", "1", "2", "3"]));
        match self.random.below(if self.lean { 1 } else { 5 }) {
            0 => "__VERIFIER_nondet_int() > 0".to_owned(),
            1 => format!("{one} % 2 == 0"),
            2 => format!("{one} == {other}"),
            _ => format!("{one} < {other}"),
        }
    }

    /// A way out of the round, of all rounds or of the program.
    fn leave(&mut self, depth: usize) {
        if self.random.below(3) > usize::from(self.lean) {
            return;
        }
        let condition = self.condition();
        let how = match (self.random.below(3), depth) {
            (0, _) => "break;",
            (1, 1..) => "continue;",
            _ => "return 77777;",
        };
        self.line(&format!("if ({condition}) {{ {how} }}"));
        self.statements(1);
    }
}
