//! Random programs with nested loops in a function that is called twice: counters that are reset, that wrap, that are
//! changed by way of pointers; rounds that are left early, by `break`, `continue`, `goto` and `return`.

use super::products::Products;
use kyklos::exec::random::Random;
use std::fmt::Write;

/// What is counted; `P` is a number by way of a pointer or not.
const STATEMENTS: [&str; 18] = [
    "s += 1;",
    "s += 1;",
    "s += i;",
    "t += 2;",
    "t += j;",
    "t = s;",
    "t = 0;",
    "s = 0;",
    "w += 7;",
    "w -= 3;",
    "*q += 1;",
    "*q = s;",
    "global += 1;",
    "f = 1 - f;",
    "f = 0;",
    "v += s;",
    "v = 5;",
    "s += f;",
];

const CONDITIONS: [&str; 16] = [
    "j < i",
    "i < j",
    "i == j",
    "i % 2 == 0",
    "j % 2 == 1",
    "i == 1",
    "j == 2",
    "s < n",
    "t > 2",
    "w < 250",
    "w == 4",
    "f",
    "*q > 1",
    "j < n",
    "global == 1",
    "__VERIFIER_nondet_int() > 0",
];

const OBSERVABLE: [&str; 14] = [
    "x",
    "y",
    "x * 40 + y",
    "x - y",
    "x * 40 + y",
    "global",
    "x + 40 * global",
    "c + 40 * y",
    "c",
    "x == y",
    "x + y",
    "(x < y) + 40 * c",
    "x * first + y",
    "y * 3 + first",
];

/// The program of a seed, in C.
pub fn program(seed: u64) -> Products {
    let mut nest =
        Nest { random: Random::new(seed ^ 0x4e57), text: String::new(), indent: 0, labels: 0, inputs: 2 };
    nest.line("extern void reach_error(void);");
    nest.line("extern int __VERIFIER_nondet_int(void);");
    let ty = nest.pick(&["int", "unsigned char", "unsigned", "signed char"]);
    nest.line(&format!("{ty} global;"));
    nest.function();
    nest.main();
    let observable = (0..3).map(|_| nest.pick(&OBSERVABLE)).collect();
    Products { text: nest.text, observable }
}

struct Nest {
    random: Random,
    text: String,
    indent: usize,
    labels: usize,
    /// How often an input may be read in rounds.
    inputs: usize,
}

impl Nest {
    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.random.below(from.len())]
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 2 * self.indent);
    }

    /// `f` with its loops.
    fn function(&mut self) {
        self.line("static int f(int n, int *q) {");
        self.indent = 1;
        for name in ["i", "j", "k"] {
            let ty = self.pick(&["int", "int", "unsigned char", "unsigned", "short"]);
            self.line(&format!("{ty} {name} = 0;"));
        }
        for name in ["s", "t", "v", "w", "f"] {
            let ty = self.pick(&["int", "int", "unsigned char", "unsigned", "unsigned short", "signed char"]);
            let first = if name == "w" { self.pick(&["0", "250", "n"]) } else { "0" };
            self.line(&format!("{ty} {name} = {first};"));
        }
        for _ in 0..1 + usize::from(self.chance(25)) {
            self.repeat(0);
        }
        if self.chance(30) {
            self.choice(0);
        }
        let result = self.pick(&["s", "t", "s + t", "w", "v", "i + j", "s - t", "j", "f + 2 * s", "w + s"]);
        self.line(&format!("return {result};"));
        self.indent = 0;
        self.line("}");
    }

    fn main(&mut self) {
        self.line("int main(void) {");
        self.indent = 1;
        for name in ["first", "second"] {
            self.line(&format!("int {name} = __VERIFIER_nondet_int();"));
            self.line(&format!("if ({name} < 0 || {name} > 2) {{"));
            self.line("  return 0;");
            self.line("}");
        }
        let zero = self.pick(&["0", "0", "1", "first"]);
        self.line(&format!("int c = {zero};"));
        let (one, other) = (self.argument(), self.argument());
        let (at, then) = (self.pick(&["&c", "&c", "&first"]), self.pick(&["&c", "&c", "&x"]));
        self.line(&format!("int x = f({one}, {at});"));
        self.line(&format!("int y = f({other}, {then});"));
        self.indent = 0;
    }

    fn argument(&mut self) -> &'static str {
        self.pick(&[
            "first",
            "second",
            "first + 2",
            "second + 3",
            "3",
            "first + second",
            "4 - first",
            "2 * second",
        ])
    }

    /// A loop at a depth, with what is in it.
    fn repeat(&mut self, depth: usize) {
        let name = ["i", "j", "k"][depth];
        let limit = self.pick(match depth {
            0 => &["n", "n", "n + 1", "3", "n * 2", "4"],
            1 => &["n", "4", "i", "3", "i + 1", "n + i", "10", "n - i"],
            _ => &["2", "n", "j", "i", "3"],
        });
        let start = if depth > 0 { self.pick(&["0", "0", "0", "i", "1", "n", "250"]) } else { "0" };
        let limit = if start == "250" { "256" } else { limit };
        let step = self.pick(&["1", "1", "1", "2", "3"]);
        let mut condition = match self.random.below(6) {
            0 if step == "1" && start == "0" => format!("{name} != {limit}"),
            1 => format!("{name} <= {limit}"),
            _ => format!("{name} < {limit}"),
        };
        if self.chance(15) {
            condition += &format!(" && {}", self.condition());
        }
        let reset = depth == 0 || self.chance(85);
        let start = if reset { format!("{name} = {start};") } else { ";".to_owned() };
        let advance = format!("{name} += {step};");
        match self.random.below(5) {
            0 | 1 => {
                self.line(&format!("for ({start} {condition}; {}) {{", advance.trim_end_matches(';')));
                self.body(depth, "continue;");
                self.line("}");
            }
            2 => {
                self.line(&start);
                self.line(&format!("while ({condition}) {{"));
                self.body(depth, "break;");
                self.line(&format!("  {advance}"));
                self.line("}");
            }
            3 => {
                self.line(&start);
                self.line("do {");
                self.body(depth, "break;");
                self.line(&format!("  {advance}"));
                self.line(&format!("}} while ({condition});"));
            }
            _ => {
                self.labels += 1;
                let label = self.labels;
                self.line(&start);
                self.line(&format!("again{label}:"));
                self.line(&format!("if ({condition}) {{"));
                self.body(depth, &format!("goto done{label};"));
                self.line(&format!("  {advance}"));
                self.line(&format!("  goto again{label};"));
                self.line("}");
                self.line(&format!("done{label}:;"));
            }
        }
    }

    /// What is in a loop that can be left in this way.
    fn body(&mut self, depth: usize, leave: &str) {
        self.indent += 1;
        let count = 1 + self.random.below(3);
        let inner = if depth < 2 { self.random.below(count + 1) } else { count };
        for number in 0..count {
            if number == inner || depth == 0 && number + 1 == count && inner == count {
                self.repeat(depth + 1);
            }
            match self.random.below(8) {
                0..=3 => self.choice(depth),
                4 => {
                    let (condition, how) =
                        (self.condition(), self.pick(&["L", "L", "L", "return s;", "return t + 1;"]));
                    self.line(&format!("if ({condition}) {{"));
                    self.line(&format!("  {}", how.replace('L', leave)));
                    self.line("}");
                }
                _ => self.statement(),
            }
        }
        self.indent -= 1;
    }

    fn condition(&mut self) -> &'static str {
        let found = self.pick(&CONDITIONS);
        if !found.contains("nondet") {
            return found;
        }
        if self.inputs == 0 {
            return "j < i";
        }
        self.inputs -= 1;
        found
    }

    fn statement(&mut self) {
        let statement = self.pick(&STATEMENTS);
        self.line(statement);
    }

    fn choice(&mut self, _: usize) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.indent += 1;
        self.statement();
        if self.chance(30) {
            self.statement();
        }
        self.indent -= 1;
        if self.chance(60) {
            self.line("} else {");
            self.indent += 1;
            self.statement();
            self.indent -= 1;
        }
        self.line("}");
    }
}
