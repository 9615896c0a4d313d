//! Random functions: the results must be the same.

use crate::generator::{CONSTANTS, PRELUDE, Random, TYPES, statement};
use crate::native;
use kyklos_front_c::{DataModel, Options, load_text};
use kyklos_interp::{Interpreter, Limits, RunEnd, Scripted};
use std::fmt::Write;

/// How many functions are compared.
const FUNCTIONS: u64 = 250;

fn function(number: u64) -> String {
    let mut random = Random::new(number);
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

fn compiled(functions: &[String]) -> Option<Vec<String>> {
    let mut text = format!("int printf(const char *, ...);\n{PRELUDE}");
    functions.iter().for_each(|function| text += function);
    text += "int main(void) {\n";
    for number in 0..functions.len() {
        let _ = writeln!(text, "  printf(\"%lld\\n\", g{number}());");
    }
    text += "}\n";
    let binary = native::compile(&[text])?;
    let text = binary.run(&[])?.0;
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
