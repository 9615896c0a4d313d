//! Random functions, run by the interpreter and, compiled by the system's C
//! compiler, by the machine: both must come to the same results.
//!
//! The functions avoid what C leaves undefined, but for signed overflow, which
//! the compiler is told to wrap as the front end does.

use kyklos_front_c::{DataModel, Options, load_text};
use kyklos_interp::{Interpreter, Limits, RunEnd, Scripted};
use std::fmt::Write;
use std::process::Command;

/// How many functions are compared.
const FUNCTIONS: u64 = 250;

/// Numbers that look random and are always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn choose<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

const TYPES: [&str; 12] = [
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
];

const CONSTANTS: [&str; 18] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "127",
    "128",
    "255",
    "-128",
    "65535",
    "2147483647",
    "(-2147483647 - 1)",
    "4294967295u",
    "0x80000000",
    "'a'",
    "9223372036854775807",
    "1ul",
    "100ll",
];

/// An expression over the variables v0 to v11, the array a and the struct s.
fn expression(random: &mut Random, depth: u32) -> String {
    if depth == 0 {
        return match random.below(5) {
            0 => random.choose(&CONSTANTS).to_owned(),
            1 => format!("a[{}]", random.below(4)),
            2 => random.choose(&["s.x", "s.y", "q->x", "p[1]", "(*p)", "e"]).to_owned(),
            _ => format!("v{}", random.below(12)),
        };
    }
    let mut operand = || expression(random, depth - 1);
    let (left, right) = (operand(), operand());
    match random.below(14) {
        0 => format!("(({}) ({left}))", random.choose(&TYPES)),
        1 => format!("({} {left})", random.choose(&["-", "~", "!", "+"])),
        2 => format!("({left} {} (({right} & 7) + 1))", random.choose(&["/", "%"])),
        3 => format!("({left} {} ({right} & 7))", random.choose(&["<<", ">>"])),
        4 | 5 => format!("({left} {} {right})", random.choose(&["<", "<=", ">", ">=", "==", "!="])),
        6 => format!("({left} {} {right})", random.choose(&["&&", "||"])),
        7 => format!("({left} ? {right} : {})", expression(random, depth - 1)),
        8 => format!("a[({left}) & 3]"),
        9 => format!("f({left}, {right})"),
        10 => format!("({left} & {right})"),
        _ => format!("({left} {} {right})", random.choose(&["+", "-", "*", "&", "|", "^"])),
    }
}

fn target(random: &mut Random) -> String {
    match random.below(6) {
        0 => format!("a[{} & 3]", expression(random, 1)),
        1 => random.choose(&["s.x", "s.y", "q->x", "p[1]", "(*p)"]).to_owned(),
        _ => format!("v{}", random.below(12)),
    }
}

fn statement(random: &mut Random, depth: u32) -> String {
    let value = expression(random, 3);
    let target = target(random);
    let choices = if depth == 0 { 6 } else { 11 };
    match random.below(choices) {
        0 | 1 => format!("{target} = {value};"),
        2 => format!("{target} {}= {value};", random.choose(&["+", "-", "*", "&", "|", "^"])),
        3 => format!("{target} {}= ({value} & 7) + 1;", random.choose(&["/", "%"])),
        4 => format!("{target}{};", random.choose(&["++", "--"])),
        5 => format!("v{} = {}{target};", random.below(12), random.choose(&["++", "--"])),
        6 => {
            let (then, otherwise) = (statement(random, depth - 1), statement(random, depth - 1));
            format!("if ({value}) {{ {then} }} else {{ {otherwise} }}")
        }
        7 => {
            let (count, body) = (random.below(5), statement(random, depth - 1));
            format!("for (int i{depth} = 0; i{depth} < {count}; i{depth}++) {{ {body} }}")
        }
        8 => {
            let (first, second) = (statement(random, depth - 1), statement(random, depth - 1));
            let stop = random.choose(&["break;", ""]);
            format!(
                "switch ({value} & 3) {{ case 0: {first} {stop} case 1: case 2: {second} break; default: v1++; }}"
            )
        }
        9 => {
            let body = statement(random, depth - 1);
            let jump = random.choose(&["break", "continue"]);
            let name = format!("n{depth}");
            format!("{{ int {name} = 3; while ({name}-- > 0) {{ if ({value}) {jump}; {body} }} }}")
        }
        _ => {
            let body = statement(random, depth - 1);
            format!("{{ int m{depth} = 0; do {{ {body} }} while (++m{depth} < 2 && ({value}, 1)); }}")
        }
    }
}

fn function(number: u64) -> String {
    let mut random = Random(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1);
    let mut text = format!("long long g{number}(void) {{\n");
    for (index, ty) in TYPES.iter().enumerate() {
        let _ = writeln!(text, "  {ty} v{index} = {};", random.choose(&CONSTANTS));
    }
    text += "  short a[4] = {1, -2, 300}; struct pair s = {5, -6}; struct pair *q = &s; short *p = a + 1;\n";
    text += "  enum { ZERO, ONE } e = ONE;\n";
    for _ in 0..4 {
        let _ = writeln!(text, "  {}", statement(&mut random, 2));
    }
    text += "  unsigned long long h = s.x + 31ull * s.y;\n";
    for index in 0..12 {
        let _ = writeln!(text, "  h = h * 31 + v{index};");
    }
    text + "  for (int i = 0; i < 4; i++) h = h * 31 + a[i];\n  return h;\n}\n"
}

const PRELUDE: &str = "struct pair { int x; long y; };\n\
    static int f(unsigned char x, long y) { return x < y ? x - 1 : (int) y + 1; }\n";

fn compiled(functions: &[String]) -> Option<Vec<String>> {
    let mut text = format!("int printf(const char *, ...);\n{PRELUDE}");
    functions.iter().for_each(|function| text += function);
    text += "int main(void) {\n";
    for number in 0..functions.len() {
        let _ = writeln!(text, "  printf(\"%lld\\n\", g{number}());");
    }
    text += "}\n";
    let folder = std::env::temp_dir().join(format!("kyklos-differential-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let (source, binary) = (folder.join("t.c"), folder.join("t"));
    std::fs::write(&source, text).ok()?;
    let flags = ["-w", "-O0", "-fwrapv", "-std=gnu11", "-o"];
    let status = Command::new("cc").args(flags).arg(&binary).arg(&source).status().ok()?;
    let output = status.success().then(|| Command::new(&binary).output().ok()).flatten();
    let _ = std::fs::remove_dir_all(&folder);
    let text = String::from_utf8(output?.stdout).ok()?;
    Some(text.lines().map(str::to_owned).collect())
}

fn interpreted(number: u64, function: &str) -> String {
    let text = format!("{PRELUDE}{function}");
    let options = Options { data_model: DataModel::Lp64, entry: format!("g{number}"), ..Options::default() };
    let (program, _) = match load_text("t.c", &text, &options) {
        Ok(loaded) => loaded,
        Err((sources, diagnostics)) => {
            return diagnostics.iter().map(|diagnostic| diagnostic.render(&sources, false)).collect();
        }
    };
    let interpreter = Interpreter::new(&program).unwrap_or_else(|error| panic!("{error:?}"));
    let report = interpreter.run(&[], &mut Scripted::default(), &Limits::default()).unwrap();
    match report.end {
        RunEnd::Returned(Some(value)) => value.to_string(),
        end => format!(
            "{end:?} at {} {:?}",
            report.span, program.procedures[report.procedure].locations[report.location]
        ),
    }
}

#[test]
fn random_functions_give_what_the_compiler_says() {
    if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        return;
    }
    let functions: Vec<String> = (0..FUNCTIONS).map(function).collect();
    let Some(expected) = compiled(&functions) else {
        eprintln!("no C compiler: nothing to compare with");
        return;
    };
    assert_eq!(expected.len(), functions.len());
    for ((number, function), expected) in (0..).zip(&functions).zip(expected) {
        assert_eq!(interpreted(number, function), expected, "{PRELUDE}{function}");
    }
}
