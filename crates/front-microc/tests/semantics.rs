//! Flowgraphs do what their programs say: random programs are run by the
//! interpreter of flowgraphs and by an evaluator of the syntax tree, and must
//! fail at the same places, or give the same outputs and results.

mod evaluator;

use evaluator::{End, Evaluator};
use kyklos_base::{FileId, Int, SourceFile};
use kyklos_flow::Program;
use kyklos_front_microc::{load, parser};
use kyklos_interp::{Interpreter, Limits, RunEnd, Scripted};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Functions with effects through pointers, and with results of all types.
const FUNCTIONS: &str = "
set(t, v) { *t = v; return v; }
put(t, v) { *t = [v]; return v; }
get(t) { return *t; }
pair(u, v) { return [u, v]; }
make(u) { return {v: u, w: [u, 1]}; }
maybe(u, t) { var result; if (u) result = t; return result; }
";

/// `y` has no value at first; neither has `z`, whose address may be taken.
const START: &str = "
  var x, y, z, a, mm, p, q, r;
  x = 1; a = [1, 2, 0]; mm = [[0, 1], [2]]; p = &x; q = &a; r = {v: 0, w: [3]};
";

type Text = BoxedStrategy<String>;

fn one_of(texts: &'static [&'static str]) -> Text {
    prop::sample::select(texts).prop_map(str::to_owned).boxed()
}

/// A text with `@1` and `@2` replaced by texts of these kinds.
fn with(pattern: &'static str, first: &Text, second: &Text) -> Text {
    (first.clone(), second.clone())
        .prop_map(move |(a, b)| pattern.replace("@1", &a).replace("@2", &b))
        .boxed()
}

fn numbers(depth: u32) -> Text {
    let leaf = prop_oneof![
        15 => one_of(&["0", "1", "2", "-1", "n", "m", "x", "x", "*p", "r.v", "input"]),
        1 => one_of(&["y", "z"]),
    ]
    .boxed();
    if depth == 0 {
        return leaf;
    }
    let (n, p, a) = (numbers(depth - 1), pointers(depth - 1), arrays(depth - 1));
    let operators = one_of(&["+", "-", "/", "%", "==", "<", ">=", "&&", "||"]);
    prop_oneof![
        3 => leaf,
        6 => (n.clone(), operators, n.clone()).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
        1 => with("(!@1)", &n, &n),
        1 => with("(-(@1))", &n, &n),
        1 => with("(*@1)", &p, &n),
        2 => with("(@1)[@2]", &a, &n),
        2 => with("set(@1, @2)", &p, &n),
        1 => with("put(&a, @1)", &n, &n),
        1 => with("put(q, @1)", &n, &n),
        1 => with("get(@1)", &p, &n),
        1 => with("make(@1).v", &n, &n),
    ]
    .boxed()
}

fn pointers(depth: u32) -> Text {
    let leaf = prop_oneof![8 => one_of(&["p", "&x", "&n"]), 1 => one_of(&["&z", "null"])].boxed();
    if depth == 0 {
        return leaf;
    }
    let (n, p) = (numbers(depth - 1), pointers(depth - 1));
    prop_oneof![2 => leaf, 1 => with("(alloc @1)", &n, &n), 1 => with("maybe(@1, @2)", &n, &p)].boxed()
}

fn arrays(depth: u32) -> Text {
    let leaf = prop_oneof![6 => one_of(&["a", "(*q)", "r.w"]), 1 => Just("[]".to_owned())].boxed();
    if depth == 0 {
        return leaf;
    }
    let n = numbers(depth - 1);
    prop_oneof![
        2 => leaf,
        1 => with("[@1, @2]", &n, &n),
        1 => with("pair(@1, @2)", &n, &n),
        1 => with("mm[@1]", &n, &n),
        1 => with("make(@1).w", &n, &n),
    ]
    .boxed()
}

fn statements(depth: u32) -> Text {
    let (n, p, a) = (numbers(2), pointers(2), arrays(2));
    let targets = one_of(&["x", "n", "y", "z", "*p", "*&x", "r.v", "a[x]", "(*q)[n]", "r.w[0]", "mm[m][x]"]);
    let simple = prop_oneof![
        4 => with("@1 = @2;", &targets, &n),
        1 => with("*(@1) = @2;", &p, &n),
        1 => with("a[@1] = @2;", &n, &n),
        1 => (n.clone(), n.clone(), n.clone()).prop_map(|(i, j, v)| format!("mm[{i}][{j}] = {v};")),
        1 => (n.clone(), n.clone()).prop_map(|(i, v)| format!("(*q)[{i}] = {v};")),
        1 => with("mm[@2] = @1;", &a, &n),
        1 => with("a = @1;", &a, &n),
        1 => with("r = {w: @1, v: @2};", &a, &n),
        1 => with("p = @1;", &p, &n),
        1 => one_of(&["q = null;", "q = alloc [1];", "q = &a;", "error \"here\";", "r = make(x);", "{}"]),
        2 => with("output @1;", &n, &n),
        1 => with("assert @1;", &n, &n),
        1 => with("assume @1;", &n, &n),
    ]
    .boxed();
    if depth == 0 {
        return simple;
    }
    let s = statements(depth - 1);
    let block =
        prop::collection::vec(s.clone(), 0..4).prop_map(|list| format!("{{ {} }}", list.join("\n"))).boxed();
    prop_oneof![
        6 => simple,
        2 => (n.clone(), s.clone(), s).prop_map(|(c, t, e)| format!("if ({c}) {{ {t} }} else {{ {e} }}")),
        1 => with("if (@1) @2", &n, &block),
        1 => with("while (@1) @2", &n, &block),
        1 => block,
    ]
    .boxed()
}

/// How the graph's run ended, in the evaluator's terms.
fn run(program: &Program, arguments: &[Int], inputs: Vec<Int>) -> (End, Vec<Int>) {
    let interpreter = Interpreter::new(program).unwrap();
    let mut environment = Scripted::new(inputs);
    let limits = Limits { max_steps: Some(100_000), ..Limits::default() };
    let report = interpreter.run(arguments, &mut environment, &limits).unwrap();
    let end = match report.end {
        RunEnd::Returned(Some(value)) => End::Returned(value),
        RunEnd::Failed => {
            let location = &program.procedures[report.procedure].locations[report.location];
            End::Failed(location.error().unwrap().kind, location.span)
        }
        RunEnd::AssumptionViolated => End::AssumptionViolated,
        RunEnd::InputExhausted { .. } => End::InputExhausted,
        RunEnd::StepLimit => End::TooLong,
        other => panic!("{other:?} at {}\n{}", report.span, kyklos_flow::text::print(program)),
    };
    (end, environment.outputs)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3000, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn graphs_do_what_programs_say(
        body in prop::collection::vec(statements(2), 1..6),
        result in numbers(3),
        arguments in prop::collection::vec(-2i64..4, 2),
        inputs in prop::collection::vec(-2i64..4, 0..12),
    ) {
        let text = format!("{FUNCTIONS}main(n, m) {{{START}  {}\n  return {result};\n}}\n", body.join("\n  "));
        let arguments: Vec<Int> = arguments.into_iter().map(Int::from).collect();
        let inputs: Vec<Int> = inputs.into_iter().map(Int::from).collect();
        let program = match load(SourceFile::new("random.uc", text.as_str())) {
            Ok((program, _)) => program,
            Err((sources, diagnostics)) => panic!("{}", diagnostics[0].render(&sources, false)),
        };
        let ast = parser::parse(FileId(0), &text).0.unwrap();
        let mut evaluator = Evaluator::new(&ast, inputs.clone(), 20_000);
        let expected = evaluator.main(&arguments);
        let (found, outputs) = run(&program, &arguments, inputs);
        if expected != End::TooLong && found != End::TooLong {
            prop_assert_eq!(&found, &expected, "{}", text);
            prop_assert_eq!(&outputs, &evaluator.outputs, "{}", text);
        }
    }
}
