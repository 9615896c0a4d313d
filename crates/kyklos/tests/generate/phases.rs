//! Random loops whose paths follow each other by some pattern, or by none: phases, periods, resets, states with
//! dwell times, inputs that decide, loops inside loops; in microc and in C. Each goes round a small number of times.

use crate::loops::Generated;
use kyklos::Language;
use kyklos::exec::random::Random;
use std::fmt::Write;

const NUMBERS: [&str; 4] = ["x", "y", "z", "s"];

/// The program of a seed.
pub fn program(seed: u64, language: Language) -> Generated {
    let mut random = Random::new(seed ^ 0x9a5e);
    let inputs = [0..=3, -1..=3, 0..=5, -2..=2][random.below(4)].clone();
    let mut generator =
        Generator { c: language == Language::C, random, out: String::new(), indent: 1, reads: 0 };
    generator.head(inputs.clone().into_inner());
    generator.main();
    let observable = ["x", "y", "z", "s", "i", "k"].map(str::to_owned).to_vec();
    Generated { language, inputs, observable, text: generator.out }
}

struct Generator {
    c: bool,
    random: Random,
    out: String,
    indent: usize,
    /// Inputs that rounds read.
    reads: usize,
}

impl Generator {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.indent));
    }

    fn any<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.random.below(all.len())]
    }

    fn head(&mut self, (low, high): (i64, i64)) {
        if self.c {
            self.out.push_str("extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n");
            self.out.push_str("int main(void) {\n");
        } else {
            self.out.push_str("main() {\n");
            self.line("var first, n, x, y, z, s, i, k, d;");
        }
        for name in ["first", "n"] {
            self.input(if self.c { "int " } else { "" }, name, low, high);
        }
        let ty = if !self.c {
            ""
        } else {
            self.any(&["int ", "int ", "signed char ", "unsigned char ", "short "])
        };
        for name in NUMBERS {
            let start = match self.random.below(4) {
                0 => "first".to_owned(),
                1 => "n".to_owned(),
                _ => self.small().to_string(),
            };
            self.line(&format!("{ty}{name} = {start};"));
        }
        let int = if self.c { "int " } else { "" };
        self.line(&format!("{int}i = 0;"));
        self.line(&format!("{int}k = 0;"));
        self.line(&format!("{int}d = 0;"));
    }

    fn input(&mut self, ty: &str, name: &str, low: i64, high: i64) {
        if self.c {
            self.line(&format!("{ty}{name} = __VERIFIER_nondet_int();"));
            self.line(&format!("if ({name} < {low} || {name} > {high}) {{ return 0; }}"));
        } else {
            self.line(&format!("{name} = input;"));
            self.line(&format!("assume {name} >= {low} && {name} <= {high};"));
        }
    }

    fn main(&mut self) {
        self.counted("i", 2);
        if self.random.below(4) == 0 {
            self.line("i = 0;");
            self.counted("i", 1);
        }
    }

    /// A loop that goes round a small number of times.
    fn counted(&mut self, counter: &str, depth: usize) {
        let most = 3 + self.random.below(if depth == 2 { 9 } else { 3 });
        let limit = match self.random.below(3) {
            0 => most.to_string(),
            1 => "n + 4".to_owned(),
            _ => format!("{} * n + 1", 1 + self.random.below(3)),
        };
        let more = match self.random.below(5) {
            0 => format!(" && {}", self.comparison()),
            _ => String::new(),
        };
        self.line(&format!("while ({counter} < {limit}{more}) {{"));
        self.indent += 1;
        let first = self.random.below(2) == 0;
        if first {
            self.line(&format!("{counter} = {counter} + 1;"));
        }
        for _ in 0..1 + self.random.below(2) {
            self.choice(depth);
        }
        if !first {
            self.line(&format!("{counter} = {counter} + 1;"));
        }
        self.indent -= 1;
        self.line("}");
    }

    /// What a round does, depending on something.
    fn choice(&mut self, depth: usize) {
        match self.random.below(12) {
            0 if depth == 2 => {
                self.line("k = 0;");
                self.counted("k", 1);
                return;
            }
            1 if self.reads < 1 => {
                self.reads += 1;
                self.input("", "d", 0, 1);
                self.line("if (d == 1) {");
            }
            2 => {
                let modulus = 2 + self.random.below(3);
                let of = self.any(&["i", "x", "s"]);
                self.line(&format!("if ({of} % {modulus} == 0) {{"));
            }
            3 | 4 => return self.machine(),
            _ => {
                let condition = self.comparison();
                self.line(&format!("if ({condition}) {{"));
            }
        }
        self.block(depth);
        if self.random.below(4) > 0 {
            self.line("} else {");
            self.block(depth);
        }
        self.line("}");
    }

    /// States that follow each other after so many rounds each.
    fn machine(&mut self) {
        let states = 2 + self.random.below(3);
        for state in 0..states {
            let dwell = 1 + self.random.below(3);
            let next = (state + 1) % states;
            self.line(&format!("{}if (s == {state}) {{", if state > 0 { "} else { " } else { "" }));
            self.indent += 1;
            self.line("y = y + 1;");
            self.line(&format!("if (y >= {dwell}) {{"));
            self.line(&format!("  s = {next};"));
            self.line("  y = 0;");
            self.line("}");
            self.indent -= 1;
        }
        self.line("} else {");
        self.line("  s = 0;");
        self.line(&"} ".repeat(states));
    }

    fn block(&mut self, depth: usize) {
        self.indent += 1;
        for _ in 0..1 + self.random.below(2) {
            self.update();
        }
        if depth > 1 && self.random.below(5) == 0 {
            let condition = self.comparison();
            self.line(&format!("if ({condition}) {{"));
            self.indent += 1;
            self.update();
            self.indent -= 1;
            self.line("}");
        }
        self.indent -= 1;
    }

    fn update(&mut self) {
        let to = self.any(&NUMBERS);
        let step = 1 + self.random.below(3);
        let text = match self.random.below(12) {
            0 => format!("{to} = {};", self.small()),
            1 => format!("{to} = {} + {step};", self.any(&NUMBERS)),
            2 => format!("{to} = {to} + i;"),
            3 => format!("{to} = n;"),
            4..=6 => format!("{to} = {to} - {step};"),
            _ => format!("{to} = {to} + {step};"),
        };
        self.line(&text);
    }

    fn comparison(&mut self) -> String {
        let op = self.any(&["<", "<=", ">", ">=", "==", "!=", "<", ">="]);
        let left = self.any(&["x", "y", "z", "s", "i", "x", "z"]);
        let right = match self.random.below(3) {
            0 => self.any(&NUMBERS).to_owned(),
            1 => self.any(&["n", "first"]).to_owned(),
            _ => self.small().to_string(),
        };
        format!("{left} {op} {right}")
    }

    fn small(&mut self) -> i64 {
        self.random.below(7) as i64 - 1
    }
}
