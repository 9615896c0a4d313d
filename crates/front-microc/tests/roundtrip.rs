//! Programs in other forms run as the originals do: programs printed in the
//! standard form, and graphs printed as text and read again.

#[path = "../../../tests/corpus.rs"]
#[allow(dead_code, reason = "the expectations are checked where the whole tool runs")]
mod corpus;

use kyklos_base::{FileId, Int, SourceFile};
use kyklos_flow::{ErrorSite, Program};
use kyklos_front_microc::{load, parser, pretty};
use kyklos_interp::{Interpreter, Limits, Scripted};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// All that can be seen of a run, places aside.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    end: String,
    failure: Option<ErrorSite>,
    outputs: Vec<Int>,
    steps: u64,
    calls: usize,
}

fn run(program: &Program, arguments: &[Int], inputs: &[Int]) -> Outcome {
    let mut environment = Scripted::new(inputs.to_vec());
    let limits = Limits { max_steps: Some(1_000_000), ..Limits::default() };
    let report = Interpreter::new(program).unwrap().run(arguments, &mut environment, &limits).unwrap();
    Outcome {
        end: report.end.to_string(),
        failure: program.procedures[report.procedure].locations[report.location].error().cloned(),
        outputs: environment.outputs,
        steps: report.steps,
        calls: report.stack.len(),
    }
}

fn program(text: &str) -> Program {
    match load(SourceFile::new("program.uc", text)) {
        Ok((program, _)) => program,
        Err((sources, diagnostics)) => panic!("{}\n{text}", diagnostics[0].render(&sources, false)),
    }
}

/// Checks that a program's other forms run as it does; tells how.
fn check(text: &str, arguments: &[Int], inputs: &[Int]) -> Outcome {
    let original = program(text);
    let expected = run(&original, arguments, inputs);

    let ast = parser::parse(FileId(0), text).0.unwrap();
    let printed = pretty::print(&ast);
    let warnings = parser::parse(FileId(0), &printed).1;
    assert_eq!(warnings, [], "{printed}");
    assert_eq!(run(&program(&printed), arguments, inputs), expected, "{text}\nprinted:\n{printed}");

    let graph = kyklos_flow::text::print(&original);
    let read = kyklos_flow::text::parse("program.flow", &graph).unwrap_or_else(|_| panic!("{graph}"));
    assert_eq!(read.procedures, original.procedures, "{graph}");
    assert_eq!(run(&read, arguments, inputs), expected, "{text}\nas a graph:\n{graph}");
    expected
}

fn numbers(text: &str) -> Vec<Int> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

#[test]
fn the_corpus_and_the_examples() {
    for case in corpus::cases_and_examples() {
        let text = std::fs::read_to_string(corpus::root().join(&case.file)).unwrap();
        check(&text, &numbers(&case.args), &numbers(&case.input));
    }
}

type Text = BoxedStrategy<String>;

fn one_of(texts: &'static [&'static str]) -> Text {
    prop::sample::select(texts).prop_map(str::to_owned).boxed()
}

/// Expressions with parentheses around all operands, needed or not.
fn expressions(depth: u32) -> Text {
    let leaf =
        one_of(&["0", "1", "2", "-1", "7", "x", "y", "n", "a[0]", "a[1]", "*p", "input", "-x", "maybe"]);
    if depth == 0 {
        return leaf;
    }
    let e = expressions(depth - 1);
    let operators = one_of(&["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||"]);
    prop_oneof![
        2 => leaf,
        8 => (e.clone(), operators, e.clone()).prop_map(|(left, op, right)| format!("(({left}) {op} ({right}))")),
        1 => e.clone().prop_map(|e| format!("(!({e}))")),
        1 => e.clone().prop_map(|e| format!("(-({e}))")),
        1 => e.clone().prop_map(|e| format!("a[(({e}) % (3))]")),
        1 => e.clone().prop_map(|e| format!("(*(alloc ({e})))")),
        1 => (e.clone(), e).prop_map(|(first, second)| format!("(f(({first}), ({second})))")),
    ]
    .boxed()
}

/// Statements, also with an `else` behind two `if`s; loops count their rounds in `round` and end.
fn statements(depth: u32) -> Text {
    let e = expressions(2);
    let targets = one_of(&["x", "y", "*p", "a[0]", "a[x]", "(*q)[1]", "maybe", "n"]);
    let simple = prop_oneof![
        6 => (targets, e.clone()).prop_map(|(target, value)| format!("{target} = {value};")),
        3 => e.clone().prop_map(|e| format!("output {e};")),
        1 => e.clone().prop_map(|e| format!("assert ({e}) || ({e}) == 0;")),
        1 => one_of(&["p = &x;", "p = &y;", "p = alloc 5;", "q = &a;", "q = alloc a;", "{}"]),
    ]
    .boxed();
    if depth == 0 {
        return simple;
    }
    let s = statements(depth - 1);
    let pair = (e.clone(), s.clone());
    prop_oneof![
        3 => simple,
        2 => pair.clone().prop_map(|(c, s)| format!("if ({c}) {s}")),
        2 => (pair.clone(), s.clone()).prop_map(|((c, s), t)| format!("if ({c}) {s} else {t}")),
        1 => (e.clone(), pair.clone(), s.clone()).prop_map(|(c, (d, s), t)| format!("if ({c}) if ({d}) {s} else {t}")),
        1 => (pair, s.clone()).prop_map(|((c, s), t)| format!("if ({c}) {{ {s} }} else {{ {t} }}")),
        2 => (e, s.clone()).prop_map(move |(c, s)| {
            format!("{{ round[{depth}] = 0; while (round[{depth}] < 4 && ({c}) < 9) {{ {s} round[{depth}] = round[{depth}] + 1; }} }}")
        }),
        2 => prop::collection::vec(s, 1..4).prop_map(|list| format!("{{ {} }}", list.join(" "))),
    ]
    .boxed()
}

#[test]
fn random_programs() {
    let cases = std::cell::Cell::new((0, 0));
    let config = ProptestConfig {
        cases: 300,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let body = prop::collection::vec(statements(3), 1..6);
    let inputs = prop::collection::vec(-9i64..10, 20..40);
    proptest!(config, |(body in body, n in -9i64..10, inputs in inputs)| {
        let text = format!(
            "f(x, y) {{ var r; if (x < y) r = x - y; else r = y * 2; return r; }}\n\
             main(n) {{\n  var x, y, a, p, q, maybe, round;\n  x = 1; y = 2; a = [3, 4, 5]; p = &x; q = &a; round = [0, 0, 0, 0];\n  \
             if (n > 0) maybe = n;\n  {}\n  return x + y;\n}}\n",
            body.join("\n  "),
        );
        let inputs: Vec<Int> = inputs.into_iter().map(Int::from).collect();
        let outcome = check(&text, &[Int::from(n)], &inputs);
        let (returned, failed) = cases.get();
        let is_failure = outcome.failure.is_some();
        cases.set((returned + u32::from(outcome.end.starts_with("returned")), failed + u32::from(is_failure)));
    });
    let (returned, failed) = cases.get();
    assert!(returned > 50 && failed > 50, "one-sided: {returned} returned, {failed} failed");
}
