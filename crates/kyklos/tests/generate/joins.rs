//! Random small programs in C whose paths part and meet again with different memories: pointers to different objects,
//! objects that one side alone has made, records, elements, inputs that one side alone has read, in calls and short loops.
//!
//! Every statement and every brace stands on a line of its own: programs can be made smaller by leaving out lines.

use crate::loops::Generated;
use kyklos::Language;
use kyklos::exec::random::Random;
use std::fmt::Write;

const HEAD: &str = "#include <stdlib.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
struct pair {
  int v;
  signed char w;
  int *p;
};
int get(void) {
  int v = __VERIFIER_nondet_int();
  __VERIFIER_assume(v >= 0 && v <= 2);
  return v;
}
int change(int *p, int by) {
  if (by > 1) {
    *p = *p + by;
  }
  return *p;
}
int choose(struct pair *s, int n) {
  if (n > 1) {
    s->v = n - s->w;
  } else {
    s->w = n;
  }
  return s->v + s->w;
}
int main(void) {
  int first = get();
  int i = 0, j = 0;
  int x = 1, y = 2;
  unsigned char z = 3;
  int a[3] = {1, 2, 3};
  struct pair s = {1, 2, &x}, t = {3, 4, &y};
  struct pair *r = &s;
  int *p = &x, *h = 0;
";

const NUMBERS: [&str; 4] = ["x", "y", "s.v", "t.v"];
const READ: [&str; 13] =
    ["x", "y", "z", "first", "first", "a[0]", "a[2]", "s.v", "t.w", "r->v", "r->w", "*p", "*r->p"];
const POINTERS: [&str; 9] = ["&x", "&y", "&a[0]", "&a[2]", "&s.v", "&t.v", "r->p", "&r->v", "h"];

/// The program of a seed.
pub fn program(seed: u64) -> Generated {
    let mut generator = Generator {
        random: Random::new(seed ^ 0x0101),
        out: HEAD.to_owned(),
        indent: 1,
        inputs: 3,
        loops: 0,
        branches: 9,
    };
    for _ in 0..4 + generator.random.below(4) {
        generator.statement(0);
    }
    let observable = ["x", "y", "z", "s.v", "t.v", "s.w", "a[0]", "a[2]", "r->v", "*r->p"];
    Generated {
        language: Language::C,
        inputs: 0..=2,
        observable: observable.map(str::to_owned).to_vec(),
        text: generator.out,
    }
}

struct Generator {
    random: Random,
    out: String,
    indent: usize,
    /// How many inputs may still be read in the text.
    inputs: usize,
    loops: usize,
    branches: usize,
}

impl Generator {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:width$}{text}", "", width = 2 * self.indent);
    }

    fn pick(&mut self, all: &[&'static str]) -> &'static str {
        all[self.random.below(all.len())]
    }

    fn expression(&mut self) -> String {
        let (one, other, constant) = (self.pick(&READ), self.pick(&READ), self.random.below(5));
        match self.random.below(7) {
            0 => constant.to_string(),
            1 | 2 => one.to_owned(),
            3 => format!("{one} + {constant}"),
            4 => format!("{one} + {other}"),
            5 => format!("{one} - {other}"),
            _ => format!("{one} * {}", constant + 1),
        }
    }

    fn condition(&mut self) -> String {
        let (one, other, constant) = (self.pick(&READ), self.pick(&READ), self.random.below(4));
        let comparison = self.pick(&["==", "!=", "<", ">", "<=", ">="]);
        match self.random.below(9) {
            0..=2 => format!("first {comparison} {constant}"),
            3..=5 => format!("{one} {comparison} {constant}"),
            6 => format!("{one} {comparison} {other}"),
            7 => self.pick(&["p == &x", "r == &t", "h != 0", "p == r->p", "h == p"]).to_owned(),
            _ => format!("{one} {comparison} {other} && first != {constant}"),
        }
    }

    fn block(&mut self, depth: usize) {
        self.indent += 1;
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth + 1);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, depth: usize) {
        let (value, number, pointer) = (self.expression(), self.pick(&NUMBERS), self.pick(&POINTERS));
        match self.random.below(32) {
            0..=8 if depth < 3 && self.branches > 0 => self.choice(depth),
            9 | 10 if depth < 2 && self.loops < 2 => self.repeat(depth),
            11..=13 if self.inputs > 0 => {
                self.inputs -= 1;
                let place = self.pick(&["x", "y", "z", "t.v", "a[1]", "*p", "r->w"]);
                self.line(&format!("{place} = get();"));
            }
            14 | 15 => {
                let kept = if pointer == "h" { "h ? h : p" } else { pointer };
                self.line(&format!("p = {kept};"));
            }
            16 | 17 => {
                let record = self.pick(&["&s", "&t"]);
                self.line(&format!("r = {record};"));
            }
            18 => {
                self.line("h = malloc(sizeof *h);");
                self.line(&format!("*h = {value};"));
            }
            19 => self.let_go(),
            20 => {
                let other = self.pick(&["s = t;", "t = s;", "r->p = p;", "s.p = &y;", "*r = t;"]);
                self.line(other);
            }
            21 => {
                let by = self.pick(&["1", "2", "first"]);
                let of = self.pick(&["p", "&x", "&r->v", "r->p"]);
                self.line(&format!("{number} = change({of}, {by});"));
            }
            22 => {
                let record = self.pick(&["r", "&s", "&t"]);
                self.line(&format!("{number} = choose({record}, first);"));
            }
            23 => {
                let index = self.pick(&["first", "z & 1", "first", "z % 4"]);
                self.line(&format!("a[{index}] = {value};"));
            }
            24 => {
                let condition = self.condition();
                self.line(&format!("__VERIFIER_assert(x < 9 || {condition});"));
            }
            25 | 26 => self.line(&format!("*p = {value};")),
            27 => self.line(&format!("r->v = {value};")),
            28 => self.line(&format!("z = {value};")),
            _ => self.line(&format!("{number} = {value};")),
        }
    }

    /// What was allocated is freed, mostly for good.
    fn let_go(&mut self) {
        self.line("if (h != 0 && h != p && h != s.p && h != t.p) {");
        self.line("  free(h);");
        if self.random.below(4) != 0 {
            self.line("  h = 0;");
        }
        self.line("}");
    }

    fn choice(&mut self, depth: usize) {
        self.branches -= 1;
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.block(depth);
        if self.random.below(3) != 0 {
            self.line("} else {");
            self.block(depth);
        }
        self.line("}");
    }

    fn repeat(&mut self, depth: usize) {
        let counter = ["i", "j"][self.loops];
        self.loops += 1;
        let bound = self.pick(&["2", "3", "first", "first + 1"]);
        self.line(&format!("for ({counter} = 0; {counter} < {bound}; {counter}++) {{"));
        self.block(depth);
        self.line("}");
    }
}
