//! Random small programs about loops, in microc and in C with small machine types. Each input lies
//! in a small range, by an assumption in the program itself, so all runs can be tried.
//!
//! Every statement and every brace stands on a line of its own: programs can be made smaller by
//! leaving out lines.

use kyklos::Language;
use kyklos::exec::random::Random;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// A program and the range of its inputs.
pub struct Generated {
    pub language: Language,
    pub inputs: RangeInclusive<i64>,
    /// Names of numbers that can be looked at when the loops are done.
    pub observable: Vec<String>,
    pub text: String,
}

impl Generated {
    /// The program that returns the value of a number.
    pub fn returning(&self, number: &str) -> String {
        format!("{}  return {number};\n}}\n", self.text)
    }

    /// The program that fails where the first input and a number have these values.
    pub fn with_probes(&self, probes: &[(i64, String, String)]) -> String {
        let mut text = self.text.clone();
        for (first, number, value) in probes {
            let _ = writeln!(text, "  if (first == {first} && {number} == {value}) {{");
            let _ = writeln!(text, "    {}", fail(self.language));
            text.push_str("  }\n");
        }
        text.push_str("  return 0;\n}\n");
        text
    }
}

/// The program of a seed.
pub fn program(seed: u64, language: Language) -> Generated {
    let mut random = Random::new(seed);
    let inputs = [0..=2, 0..=3, -1..=2, -2..=2, 0..=1][random.below(5)].clone();
    let rich = random.below(3) == 0;
    let mut generator = Generator {
        c: language == Language::C,
        rich,
        random,
        inputs: inputs.clone(),
        out: String::new(),
        indent: 0,
        input_sites: if rich { 4 } else { 2 },
        loops: 0,
        arrays: Vec::new(),
        matrix: None,
        functions: Vec::new(),
        pointer: false,
    };
    generator.head();
    let observable = generator.main();
    Generated { language, inputs, observable, text: generator.out }
}

fn fail(language: Language) -> &'static str {
    if language == Language::C { "reach_error();" } else { "error \"here\";" }
}

/// The functions that a program has.
#[derive(Clone, Copy, PartialEq)]
enum Function {
    /// Of two numbers.
    Pure,
    /// Changes the number at a pointer.
    Change,
    /// Of a number, with a loop.
    Loop,
    /// Changes a variable of the program.
    Global,
    /// Calls itself.
    Recursive,
}

/// What can be used at a point of the program.
#[derive(Clone)]
struct Scope {
    numbers: Vec<String>,
    /// Counters of the loops around, the innermost last: written seldom.
    counters: Vec<String>,
    /// How many statements there may be below each other.
    depth: usize,
    in_loop: bool,
}

struct Generator {
    c: bool,
    /// More of everything.
    rich: bool,
    random: Random,
    inputs: RangeInclusive<i64>,
    out: String,
    indent: usize,
    input_sites: usize,
    /// How many loops there are.
    loops: usize,
    arrays: Vec<(String, usize)>,
    /// The size of the matrix `m`.
    matrix: Option<(usize, usize)>,
    functions: Vec<Function>,
    /// Whether there is a pointer `p` into the first array.
    pointer: bool,
}

impl Generator {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:width$}{text}", "", width = 2 * self.indent);
    }

    /// True so many times in a hundred.
    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.random.below(all.len())].clone()
    }

    fn machine_type(&mut self) -> &'static str {
        self.pick(&[
            "unsigned char",
            "unsigned char",
            "signed char",
            "unsigned short",
            "int",
            "int",
            "unsigned",
        ])
    }

    /// Everything before `main`.
    fn head(&mut self) {
        if self.c {
            self.line("extern void reach_error(void);");
            self.line("extern void __VERIFIER_assume(int);");
            self.line("extern void __VERIFIER_assert(int);");
            self.line("extern int __VERIFIER_nondet_int(void);");
            self.line("extern unsigned char __VERIFIER_nondet_uchar(void);");
        }
        let (low, high) = (*self.inputs.start(), *self.inputs.end());
        if self.c {
            self.line("int get(void) {");
            let read = if low >= 0 && self.chance(50) { "uchar" } else { "int" };
            self.line(&format!("  int v = __VERIFIER_nondet_{read}();"));
            self.line(&format!("  __VERIFIER_assume(v >= {low} && v <= {high});"));
        } else {
            self.line("get() {");
            self.line("  var v;");
            self.line("  v = input;");
            self.line(&format!("  assume v >= {low} && v <= {high};"));
        }
        self.line("  return v;");
        self.line("}");
        for function in
            [Function::Pure, Function::Change, Function::Loop, Function::Global, Function::Recursive]
        {
            if (self.c || function != Function::Global) && self.chance(if self.rich { 45 } else { 25 }) {
                self.function(function);
                self.functions.push(function);
            }
        }
    }

    fn function(&mut self, function: Function) {
        let (constant, limit) = (self.constant(), 1 + self.random.below(3));
        let (signature, body): (&str, &[&str]) = match function {
            Function::Pure => (
                "int pure(int v, int w) {",
                &["int s = w + L;", "if (v > w + C) {", "  s = v - L;", "}", "return s;"],
            ),
            Function::Change => ("int change(int *q) {", &["*q = *q + C;", "return 0;"]),
            Function::Loop => (
                "int loop(int v) {",
                &[
                    "int s = 0;",
                    "int m = C;",
                    "while (m < v) {",
                    "  s = s + L;",
                    "  m = m + 1;",
                    "}",
                    "return s;",
                ],
            ),
            Function::Global => {
                ("unsigned char g; int global(int v) {", &["if (v != C) {", "  g = g + L;", "}", "return 0;"])
            }
            Function::Recursive => (
                "int recursive(int v) {",
                &[
                    "int s = v;",
                    "if (v > 0 && v <= L + 2) {",
                    "  s = recursive(v - 1);",
                    "}",
                    "return s + v;",
                ],
            ),
        };
        let signature =
            if self.c { signature.to_owned() } else { signature.replace("int ", "").replace('*', "") };
        self.line(&signature);
        if !self.c {
            self.line("  var s, m;");
        }
        for line in body {
            let line = line.replace('L', &limit.to_string()).replace('C', &constant);
            let line = line.strip_prefix("int ").filter(|_| !self.c).unwrap_or(&line);
            self.line(&format!("  {line}"));
        }
        self.line("}");
    }

    /// The main function without its end; the numbers that it has.
    fn main(&mut self) -> Vec<String> {
        let numbers: Vec<String> = ["x", "y", "z"].map(str::to_owned).to_vec();
        let counters = ["i", "j", "k", "l"];
        let lengths = [2, 3, 4, 6, 70];
        for name in ["a", "b"] {
            if self.chance(45) {
                let length = self.pick(&lengths);
                self.arrays.push((name.to_owned(), length));
            }
        }
        if self.chance(15) {
            self.matrix = Some(self.pick(&[(2, 3), (3, 3), (10, 10)]));
        }
        self.pointer = self.c && !self.arrays.is_empty() && self.chance(40);
        self.line(if self.c { "int main(void) {" } else { "main() {" });
        self.indent = 1;
        self.declare(&counters);
        if self.chance(60) {
            self.line("y = first;");
        }
        self.fill_arrays();
        let scope = Scope { numbers: numbers.clone(), counters: Vec::new(), depth: 0, in_loop: false };
        let most = if self.rich { 3 } else { 2 };
        for _ in 0..1 + self.random.below(most) {
            self.repeat(&scope);
            if self.chance(30) {
                self.statement(&scope);
            }
        }
        let mut observable = numbers;
        observable.push("i".to_owned());
        if !self.c {
            observable.push("u".to_owned());
        }
        if self.functions.contains(&Function::Global) {
            observable.push("g".to_owned());
        }
        if self.matrix.is_some() {
            observable.extend(["m[0][1]".to_owned(), "m[1][1]".to_owned()]);
        }
        for (array, length) in self.arrays.clone() {
            for _ in 0..2 {
                let index = self.random.below(length.min(5));
                observable.push(format!("{array}[{index}]"));
            }
        }
        observable
    }

    /// In C all but `u` have a value from the start: reading others gives any value, too many to be tried.
    fn declare(&mut self, counters: &[&str]) {
        let names = ["first", "x", "y", "z", "t"].into_iter().chain(counters.iter().copied());
        if !self.c {
            let arrays: String = self.arrays.iter().map(|(name, _)| format!(", {name}")).collect();
            self.line(&format!("var {}, u, m{arrays};", names.clone().collect::<Vec<_>>().join(", ")));
        }
        for name in names {
            let pointed_to = name == "x" && self.functions.contains(&Function::Change);
            let value = match name {
                "first" => self.input(),
                "x" | "y" | "z" if self.chance(30) => self.input(),
                "x" | "y" | "z" => self.constant(),
                _ => "0".to_owned(),
            };
            let ty = if name == "first" || pointed_to { "int" } else { self.machine_type() };
            let ty = if self.c { format!("{ty} ") } else { String::new() };
            self.line(&format!("{ty}{name} = {value};"));
        }
        if !self.c {
            return;
        }
        self.line("int u;");
        if let Some((rows, columns)) = self.matrix {
            let ty = self.machine_type();
            self.line(&format!("{ty} m[{rows}][{columns}] = {{{{1, 2}}, {{3}}}};"));
        }
        for (name, length) in self.arrays.clone() {
            let ty = self.machine_type();
            self.line(&format!("{ty} {name}[{length}] = {{1, 2}};"));
            if self.pointer && name == self.arrays[0].0 {
                self.line(&format!("{ty} *p = {name};"));
            }
        }
    }

    fn fill_arrays(&mut self) {
        if let (Some((rows, columns)), false) = (self.matrix, self.c) {
            let row = format!("[{}]", vec!["1"; columns].join(", "));
            self.line(&format!("m = [{}];", vec![row; rows].join(", ")));
        }
        for (name, length) in self.arrays.clone() {
            if !self.c {
                // Elements of large ones beyond a few are seldom of interest.
                let elements: Vec<_> = (0..length).map(|_| self.constant()).collect();
                self.line(&format!("{name} = [{}];", elements.join(", ")));
            }
            if self.chance(30) {
                let value = self.input();
                self.line(&format!("{name}[1] = {value};"));
            }
        }
    }

    fn input(&mut self) -> String {
        if self.input_sites == 0 {
            return self.constant();
        }
        self.input_sites -= 1;
        "get()".into()
    }

    fn constant(&mut self) -> String {
        (self.random.below(7) as i64 - 2).to_string()
    }

    fn number(&mut self, scope: &Scope) -> String {
        if !scope.counters.is_empty() && self.chance(45) {
            return self.pick(&scope.counters);
        }
        self.pick(&scope.numbers)
    }

    /// An index of an array: mostly a counter, and mostly within.
    fn index(&mut self, scope: &Scope, length: usize) -> String {
        let number = self.number(scope);
        match self.random.below(12) {
            0..=4 => scope.counters.last().cloned().unwrap_or(number),
            5 => format!("({number} + 1)"),
            6 => format!("({number} - 1)"),
            7 => format!("(2 * {number})"),
            8 => format!("({number} * {number}) % {length}"),
            9 => format!("({} - {number})", length - 1),
            _ => self.random.below(length).to_string(),
        }
    }

    /// A place in an array; and what must hold to be within.
    fn element(&mut self, scope: &Scope) -> Option<(String, String)> {
        if let Some((rows, columns)) =
            self.matrix.filter(|_| self.arrays.is_empty() || self.random.below(2) == 0)
        {
            let (row, column) = (self.index(scope, rows), self.index(scope, columns));
            let within = format!("{row} >= 0 && {row} < {rows} && {column} >= 0 && {column} < {columns}");
            return Some((format!("m[{row}][{column}]"), within));
        }
        if self.arrays.is_empty() {
            return None;
        }
        let arrays = self.arrays.clone();
        let (array, length) = self.pick(&arrays);
        let index = self.index(scope, length);
        Some((format!("{array}[{index}]"), format!("{index} >= 0 && {index} < {length}")))
    }

    fn expression(&mut self, scope: &Scope) -> String {
        let (x, y, c) = (self.number(scope), self.number(scope), self.constant());
        let positive = 1 + self.random.below(4);
        let op = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
        match self.random.below(22) {
            17 | 18 => format!("{x} + ({y} {op} {c})"),
            19 => format!("({x} {op} {c}) * {y}"),
            20 if self.c => format!("{x} {op} {c} ? {y} : {x} + 1"),
            21 if self.c => format!("{y} {op} first ? {x} + {c} : {x} - 1"),
            0 | 1 => c,
            2 | 3 => x,
            4 | 5 => format!("{x} + {c}"),
            6 => format!("{x} + {y}"),
            7 => format!("{x} - {y}"),
            8 => format!("{x} * {c} + {y}"),
            9 => format!("{x} % {}", positive + 1),
            10 => format!("{x} / {}", positive + 1),
            11 => format!("({x} + {c}) % {}", positive + 2),
            12 => format!("1 - {x}"),
            13 => format!("-{x}"),
            14 => format!("{x} * {y}"),
            15 if self.c => {
                let op = self.pick(&["&", "|", "^", "<<", ">>"]);
                format!("({x} & 15) {op} {positive}")
            }
            _ => format!("{y} * {c}"),
        }
    }

    fn condition(&mut self, scope: &Scope) -> String {
        let (x, y, c) = (self.number(scope), self.number(scope), self.constant());
        let op = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
        match self.random.below(10) {
            0..=3 => format!("{x} {op} {c}"),
            4 | 5 => format!("{x} {op} {y}"),
            6 => format!("{x} % 2 == {}", self.random.below(2)),
            7 => format!("{x} {op} first"),
            8 => format!("{x} + {y} {op} {c}"),
            _ => {
                let joint = self.pick(&["&&", "||"]);
                format!("{x} {op} {c} {joint} {y} != {}", self.constant())
            }
        }
    }

    fn block(&mut self, scope: &Scope, count: usize) {
        self.indent += 1;
        let scope = Scope { depth: scope.depth + 1, ..scope.clone() };
        for _ in 0..count {
            self.statement(&scope);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, scope: &Scope) {
        let target = self.target(scope);
        match self.random.below(40) {
            0..=2 => {
                let c = self.constant();
                self.line(&format!("{target} = {target} + {c};"));
            }
            3 | 4 => {
                let other = self.number(scope);
                self.line(&format!("{target} = {target} + {other};"));
            }
            5 => {
                let c = self.pick(&["2", "3", "-1", "2"]);
                self.line(&format!("{target} = {target} * {c};"));
            }
            6..=10 => {
                let value = self.expression(scope);
                self.line(&format!("{target} = {value};"));
            }
            11 => {
                let other = self.target(scope);
                self.line(&format!("t = {target};"));
                self.line(&format!("{target} = {other};"));
                self.line(&format!("{other} = t;"));
            }
            12 => {
                let value = self.expression(scope);
                self.line(&format!("u = {value}; {target} = u;"));
            }
            13..=15 => self.array_statement(scope, &target),
            16..=18 => self.array_statement(scope, &target),
            19..=24 if scope.depth < 4 => self.choice(scope),
            25..=27 if scope.depth < 3 && self.loops < if self.rich { 5 } else { 3 } => self.repeat(scope),
            28 | 29 if scope.in_loop && self.c => self.jump(scope),
            30 | 31 => self.call(scope, &target),
            32 | 33 if self.input_sites > 0 => {
                let value = self.input();
                self.line(&format!("{target} = {value};"));
            }
            34 => {
                let condition = self.condition(scope);
                let limit = 3 + self.random.below(60);
                let number = self.number(scope);
                let condition = format!("{number} < {limit} || {condition}");
                let text = if self.c {
                    format!("__VERIFIER_assert({condition});")
                } else {
                    format!("assert {condition};")
                };
                self.line(&text);
            }
            35 => {
                let (x, y) = (self.number(scope), self.number(scope));
                let (op, c) = (self.pick(&["/", "%"]), 3 + self.random.below(5));
                self.line(&format!("{target} = {x} {op} ({y} - {c});"));
            }
            36 if self.chance(40) => {
                let (number, limit) = (self.number(scope), 2 + self.random.below(20));
                let text = if self.c {
                    format!("__VERIFIER_assume({number} != {limit});")
                } else {
                    format!("assume {number} != {limit};")
                };
                self.line(&text);
            }
            _ => {
                let (value, other) = (self.expression(scope), self.target(scope));
                self.line(&format!("{other} = {value};"));
            }
        }
    }

    /// A number to be written.
    fn target(&mut self, scope: &Scope) -> String {
        if !scope.counters.is_empty() && self.chance(4) {
            return self.pick(&scope.counters);
        }
        self.pick(&scope.numbers)
    }

    fn array_statement(&mut self, scope: &Scope, target: &str) {
        if self.pointer && self.chance(40) {
            let (array, length) = self.arrays[0].clone();
            let text =
                self.pick(&["*p = V;", "p++;", "T = *p++;", "*p++ = V;", "T += *p;", "p = A;", "*p += 1;"]);
            let value = self.expression(scope);
            let text = text.replace('V', &value).replace('T', target).replace('A', &array);
            if self.chance(60) {
                self.line(&format!("if (p < {array} + {length}) {{"));
                self.line(&format!("  {text}"));
                self.line("}");
            } else {
                self.line(&text);
            }
            return;
        }
        let Some((place, within)) = self.element(scope) else { return };
        let text = match self.random.below(7) {
            0..=2 => format!("{place} = {};", self.expression(scope)),
            3 => format!("{place} = {place} + 1;"),
            4 => {
                let Some((other, also)) = self.element(scope) else { return };
                self.line(&format!("if ({within} && {also}) {{"));
                let more = self.random.below(2);
                self.line(&format!("  {place} = {other} + {more};"));
                self.line("}");
                return;
            }
            5 => format!("{target} = {target} + {place};"),
            _ => format!("{target} = {place};"),
        };
        if self.chance(65) {
            self.line(&format!("if ({within}) {{"));
            self.line(&format!("  {text}"));
            self.line("}");
        } else {
            self.line(&text);
        }
    }

    fn choice(&mut self, scope: &Scope) {
        let condition = self.condition(scope);
        self.line(&format!("if ({condition}) {{"));
        let count = 1 + self.random.below(2);
        self.block(scope, count);
        if self.chance(50) {
            self.line("} else {");
            self.block(scope, 1);
        }
        self.line("}");
    }

    /// Leaves the loop or this iteration.
    fn jump(&mut self, scope: &Scope) {
        let condition = self.condition(scope);
        let how = self.pick(&["break;", "break;", "continue;", "return 0;"]);
        self.line(&format!("if ({condition}) {{"));
        if let ("continue;", Some(counter)) = (how, scope.counters.last()) {
            // In `while` loops, which would not end.
            self.line(&format!("  {counter} = {counter} + 1;"));
        }
        self.line(&format!("  {how}"));
        self.line("}");
    }

    fn call(&mut self, scope: &Scope, target: &str) {
        if self.functions.is_empty() {
            return;
        }
        let functions = self.functions.clone();
        let (x, y) = (self.number(scope), self.number(scope));
        let text = match self.pick(&functions) {
            Function::Pure => format!("{target} = pure({x}, {y});"),
            Function::Change if self.c => "change(&x);".to_owned(),
            Function::Change => format!("t = change(&{});", self.pick(&scope.numbers)),
            Function::Loop => format!("{target} = loop({x});"),
            Function::Global => format!("global({x});"),
            Function::Recursive => format!("{target} = recursive({x});"),
        };
        self.line(&text);
    }

    fn repeat(&mut self, scope: &Scope) {
        let name = ["i", "j", "k", "l"][scope.counters.len().min(3)].to_owned();
        self.loops += 1;
        let small = 1 + self.random.below(5);
        let bound = match self.random.below(10) {
            0..=2 => small.to_string(),
            3 => self.pick(&["10", "20", "130", "260"]).to_owned(),
            4 | 5 => "first".to_owned(),
            6 => format!("first + {small}"),
            7 if !scope.counters.is_empty() => scope.counters[0].clone(),
            _ => self.pick(&scope.numbers),
        };
        let (start, op, step) = match self.random.below(8) {
            0..=4 => ("0".to_owned(), self.pick(&["<", "<", "<=", "!="]), "+ 1".to_owned()),
            5 => (self.constant(), "<", format!("+ {}", 1 + self.random.below(3))),
            6 => (bound.clone(), ">", "- 1".to_owned()),
            _ => (self.number(scope), "<", "+ 1".to_owned()),
        };
        let bound = if op == ">" { self.pick(&["0", "0", "-1", "1"]).to_owned() } else { bound };
        let mut condition = format!("{name} {op} {bound}");
        if self.chance(20) {
            let (joint, more) = (self.pick(&["&&", "&&", "||"]), self.condition(scope));
            condition = format!("{condition} {joint} {more}");
        }
        let mut counters = scope.counters.clone();
        counters.push(name.clone());
        let inner = Scope { counters, in_loop: true, ..scope.clone() };
        let count = 1 + self.random.below(if self.rich { 5 } else { 3 });
        if self.c && self.chance(60) {
            self.line(&format!("for ({name} = {start}; {condition}; {name} = {name} {step}) {{"));
            self.block(&inner, count);
        } else if self.c && self.chance(25) {
            self.line(&format!("{name} = {start};"));
            self.line("do {");
            self.block(&inner, count);
            self.line(&format!("  {name} = {name} {step};"));
            self.line(&format!("}} while ({condition});"));
            return;
        } else if self.c && self.chance(20) {
            let label = self.loops;
            self.line(&format!("{name} = {start};"));
            self.line(&format!("again{label}: if ({condition}) {{"));
            // There is nothing to break out of.
            self.block(&Scope { in_loop: false, ..inner }, count);
            self.line(&format!("  {name} = {name} {step};"));
            self.line(&format!("  goto again{label};"));
        } else {
            self.line(&format!("{name} = {start};"));
            self.line(&format!("while ({condition}) {{"));
            self.block(&inner, count);
            self.line(&format!("  {name} = {name} {step};"));
        }
        self.line("}");
    }
}
