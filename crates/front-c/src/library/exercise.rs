//! How a function of the library is added: a row in the table and, if it is written in C, its text. Here both stand apart
//! from the others, for the tests alone, which check programs that call it.

use super::known::{Function, Kind, row};

/// The row, as it would stand in `table`.
pub(super) const FUNCTIONS: &[Function] = &[row("thrice", Kind::Model)];

/// The text, as it would stand in `models.c`.
pub(super) const TEXT: &str = "int thrice(const int *p) { return 3 * *p; }\n";

#[test]
fn a_row_and_a_c_text_add_a_function() {
    assert_eq!(end("int x = 14; return thrice(&x);"), "42");
    assert_eq!(end("return thrice(0);"), "null-dereference in line 2");
    // A function of that name with other parameters is another one.
    let (_, warnings) = load("int thrice(int, int);", "return thrice(1, 2);");
    assert!(warnings.contains("`thrice` is not defined in this file"), "{warnings}");
    let (_, warnings) = load("int thrice(const int *);", "int x = 1; return thrice(&x);");
    assert!(warnings.is_empty(), "{warnings}");
}

/// A program with this body, and its warnings.
fn load(declaration: &str, body: &str) -> (kyklos_flow::Program, String) {
    let text = format!("{declaration}\nint main(void) {{ {body} }}\n");
    match crate::load_text("t.c", &text, &crate::Options::default()) {
        Ok((program, warnings)) => {
            (program, warnings.iter().map(|warning| warning.message.as_str()).collect())
        }
        Err((sources, diagnostics)) => {
            panic!("{}", diagnostics.iter().map(|one| one.render(&sources, false)).collect::<String>())
        }
    }
}

/// How a run of a program with this body ends.
fn end(body: &str) -> String {
    use kyklos_interp::{Interpreter, Limits, RunEnd};
    let (program, _) = load("int thrice(const int *);", body);
    let interpreter = Interpreter::new(&program).unwrap_or_else(|error| panic!("{error:?}"));
    let report = interpreter.run(&[], &mut NoInputs, &Limits::default()).unwrap();
    match &report.end {
        RunEnd::Returned(Some(value)) => value.to_string(),
        RunEnd::Failed => {
            let location = &program.procedures[report.procedure].locations[report.location];
            let kind = location.error().map_or("", |site| site.kind.name());
            format!("{kind} in line {}", location.span.start.line)
        }
        end => format!("{end:?}"),
    }
}

struct NoInputs;

impl kyklos_interp::Environment for NoInputs {
    fn input(&mut self, _: &kyklos_interp::InputRequest<'_>) -> std::io::Result<Option<kyklos_base::Int>> {
        Ok(None)
    }

    fn output(&mut self, _: &kyklos_base::Int) -> std::io::Result<()> {
        Ok(())
    }
}
