//! All the ways a run can end, and what the report says.

mod common;

use common::*;
use kyklos_base::Int;
use kyklos_flow::{ErrorKind, Expr, Instruction, IntType, LocationKind, Program};
use kyklos_interp::{
    ArgumentError, Environment, InputRequest, Interpreter, Limits, Memory, RunEnd, Scripted, StackFrame,
};
use std::io;

/// `f(n) { if (n == 0) r = 1 else r = n * f(n - 1); return r; }  main(n) { return f(n); }`
fn factorial() -> Program {
    let mut maker = Maker::new();
    let itself = kyklos_flow::ProcedureId(0);
    let mut body = maker.body("f");
    let n = body.parameter("n", maker.number);
    let [r] = body.numbers(["r"]);
    let (base, other) = body.branch(op(get(n), "==", int(0)));
    body.at = base;
    body.give(int(1));
    body.at = other;
    body.call(Some(r), itself, vec![op(get(n), "-", int(1))]);
    let procedure = body.returning(op(get(n), "*", get(r)));
    assert_eq!(maker.add(procedure), itself);
    let mut body = maker.body("main");
    let n = body.parameter("n", maker.number);
    let [r] = body.numbers(["r"]);
    body.call(Some(r), itself, vec![get(n)]);
    maker.add(body.returning(get(r)));
    maker.program
}

#[test]
fn recursion_is_exact() {
    let program = factorial();
    let report = run_with(&program, &[200], &mut Scripted::default(), &Limits::default());
    let expected = (1..=200i64).fold(Int::ONE, |product, factor| product * Int::from(factor));
    assert!(matches!(report.end, RunEnd::Returned(Some(value)) if value == expected));
    // A call and a return in `main`; 200 times branch, call and return; branch and return.
    assert_eq!(report.steps, 2 + 3 * 200 + 2);
    assert!(report.stack.is_empty());
    assert_eq!(report.location, program.procedures[report.procedure].exit);
}

#[test]
fn call_depth_is_limited() {
    let program = factorial();
    let limits = Limits { max_call_depth: 12, ..Limits::default() };
    // `main`, and `f` for 10 to 0.
    let fits = run_with(&program, &[10], &mut Scripted::default(), &limits);
    assert!(matches!(fits.end, RunEnd::Returned(_)), "{}", fits.end);
    let report = run_with(&program, &[11], &mut Scripted::default(), &limits);
    assert!(matches!(report.end, RunEnd::CallDepth), "{}", report.end);
    assert_eq!(report.stack.len(), 12);
    let main = program.main.unwrap();
    assert_eq!(report.stack[0], StackFrame { procedure: main, call_span: None });
    assert_eq!(report.stack[1].call_span, Some(line(1)));
    assert_eq!(report.stack[2].call_span, Some(line(3)));
    assert_eq!((report.procedure, report.span), (report.stack[1].procedure, line(3)));
    let endless = run_with(&program, &[-1], &mut Scripted::default(), &Limits::default());
    assert!(matches!(endless.end, RunEnd::CallDepth), "{}", endless.end);
    assert_eq!(endless.stack.len(), 100_000);
}

#[test]
fn errors_are_reported_with_their_stack() {
    let mut maker = Maker::new();
    let mut body = maker.body("check");
    let x = body.parameter("x", maker.number);
    let error = body.fail_if(op(get(x), ">", int(2)), ErrorKind::Assertion);
    let check = maker.add(body.returning(int(0)));
    let mut body = maker.body("main");
    let [i] = body.numbers(["i"]);
    body.set(i, int(0));
    body.count(i, int(10), |body| body.call(None, check, vec![get(i)]));
    let main = maker.add(body.returning(int(0)));
    let report = run(&maker.program);
    assert_eq!(report.failure(), Some((check, error)));
    let frame = |procedure, call_span| StackFrame { procedure, call_span };
    assert_eq!(report.stack, [frame(main, None), frame(check, Some(line(3)))]);
    assert_eq!(report.span, line(1));
    // The assignment; 3 times branch, call, branch, return, increment; branch, call, branch.
    assert_eq!(report.steps, 1 + 3 * 5 + 3);
}

/// Three steps before an error location: assignment, branch, branch.
fn failing() -> Program {
    let mut maker = Maker::new();
    let mut body = maker.body("main");
    let [x] = body.numbers(["x"]);
    body.set(x, int(1));
    body.fail_if(op(get(x), "==", int(0)), ErrorKind::ErrorStatement);
    body.fail_if(op(get(x), "==", int(1)), ErrorKind::ErrorStatement);
    maker.add(body.returning(int(0)));
    maker.program
}

#[test]
fn the_step_limit_is_exact() {
    let limited = |program: &Program, steps| {
        let limits = Limits { max_steps: Some(steps), ..Limits::default() };
        run_with(program, &[], &mut Scripted::default(), &limits)
    };
    let failing = failing();
    for steps in 0..3 {
        let report = limited(&failing, steps);
        assert!(matches!(report.end, RunEnd::StepLimit), "{}", report.end);
        assert_eq!((report.steps, report.span), (steps, line(steps as u32 + 1)));
    }
    let report = limited(&failing, 3);
    assert!(report.failure().is_some() && report.steps == 3);

    let mut maker = Maker::new();
    let mut body = maker.body("main");
    let [i] = body.numbers(["i"]);
    body.set(i, int(0));
    body.count(i, int(20_000), |_| {});
    maker.add(body.returning(get(i)));
    let all = 1 + 2 * 20_000 + 2;
    let report = limited(&maker.program, all);
    assert!(matches!(report.end, RunEnd::Returned(_)) && report.steps == all, "{}", report.end);
    let report = limited(&maker.program, all - 1);
    assert!(matches!(report.end, RunEnd::StepLimit) && report.steps == all - 1, "{}", report.end);
}

#[test]
fn assumptions_restrict_the_runs() {
    for (value, holds) in [(0, false), (1, true), (-2, true)] {
        let mut maker = Maker::new();
        let mut body = maker.body("main");
        let [x] = body.numbers(["x"]);
        body.set(x, int(value));
        body.assume(get(x), holds);
        body.assume(get(x), !holds);
        maker.add(body.returning(int(0)));
        let report = run(&maker.program);
        assert!(matches!(report.end, RunEnd::AssumptionViolated), "{}", report.end);
        assert_eq!((report.steps, report.span), (2, line(3)));
    }
}

#[test]
fn a_program_can_end_itself_in_the_middle_of_calls() {
    for status in [Some(5), None] {
        let mut maker = Maker::new();
        let mut body = maker.body("f");
        let [x] = body.numbers(["x"]);
        body.set(x, int(4));
        let status_of_x = status.map(|_| op(get(x), "+", int(1)));
        let (here, exit) = (body.at, body.builder.exit());
        body.builder.edge(here, exit, Instruction::Stop { status: status_of_x }, line(7));
        let callee = maker.add(body.builder.finish());
        let mut body = maker.body("main");
        body.call(None, callee, Vec::new());
        maker.add(body.returning(int(1)));
        let report = run(&maker.program);
        let RunEnd::Stopped(found) = &report.end else { panic!("{}", report.end) };
        assert_eq!(found.as_ref().and_then(Int::to_i64), status);
        assert_eq!((report.span, report.stack.len()), (line(7), 2));
    }
}

/// Writes the sum of two inputs, an unbounded one and a byte.
fn adder() -> Program {
    let mut maker = Maker::new();
    let byte = maker.sized(8, false);
    let mut body = maker.body("main");
    let [x] = body.numbers(["x"]);
    let y = body.local("y", byte);
    body.input(x, "x");
    body.then(Instruction::Skip);
    body.input(y, "second");
    body.output(op(get(x), "+", get(y)));
    maker.add(body.returning(int(0)));
    maker.program
}

#[test]
fn inputs_and_outputs_go_through_the_environment() {
    let program = adder();
    let mut environment =
        Scripted::new(["30000000000000000000", "12", "7"].map(|n| n.parse().unwrap()).into());
    let report = run_with(&program, &[], &mut environment, &Limits::default());
    assert!(matches!(report.end, RunEnd::Returned(Some(zero)) if zero.is_zero()));
    assert_eq!(environment.outputs, ["30000000000000000012".parse().unwrap()]);
    assert_eq!(environment.remaining(), [Int::from(7)]);
}

#[test]
fn missing_inputs_end_the_run() {
    let report = run_with(&adder(), &[], &mut Scripted::new(vec![Int::ONE]), &Limits::default());
    assert!(matches!(&report.end, RunEnd::InputExhausted { name } if name == "second"), "{}", report.end);
    assert_eq!((report.steps, report.span, report.stack.len()), (2, line(3), 1));
    assert_eq!(report.end.to_string(), "no more input for `second`");
}

#[test]
fn inputs_outside_their_type_are_refused() {
    let mut environment = Scripted::new([1, 256].map(Int::from).into());
    let report = run_with(&adder(), &[], &mut environment, &Limits::default());
    assert!(matches!(report.end, RunEnd::EnvironmentError(_)));
    assert_eq!(report.end.to_string(), "256 is outside the range of the input `second`");
}

/// An environment that breaks, or asks to stop after so many questions.
struct Broken {
    patience: u32,
}

impl Environment for Broken {
    fn input(&mut self, request: &InputRequest<'_>) -> io::Result<Option<Int>> {
        assert_eq!((request.name, request.ty, request.span), ("x", IntType::Unbounded, line(1)));
        Err(io::Error::other("the wire is cut"))
    }

    fn output(&mut self, _value: &Int) -> io::Result<()> {
        Err(io::Error::other("the disk is full"))
    }

    fn interrupted(&mut self) -> bool {
        self.patience = self.patience.saturating_sub(1);
        self.patience == 0
    }
}

#[test]
fn failures_of_the_environment_end_the_run() {
    let (adder, mut broken) = (adder(), Broken { patience: 9 });
    let report = Interpreter::new(&adder).unwrap().run(&[], &mut broken, &Limits::default()).unwrap();
    assert_eq!(report.end.to_string(), "the wire is cut");
    assert_eq!(report.steps, 0);
    let mut maker = Maker::new();
    let mut body = maker.body("main");
    body.output(int(1));
    maker.add(body.returning(int(0)));
    let report = Interpreter::new(&maker.program).unwrap().run(&[], &mut broken, &Limits::default()).unwrap();
    assert!(matches!(report.end, RunEnd::EnvironmentError(_)));
    assert_eq!(report.end.to_string(), "the disk is full");
}

#[test]
fn endless_loops_can_be_interrupted() {
    let mut maker = Maker::new();
    let mut body = maker.body("main");
    body.repeat(int(1), |_| {});
    maker.add(body.returning(int(0)));
    let interpreter = Interpreter::new(&maker.program).unwrap();
    let report = interpreter.run(&[], &mut Broken { patience: 5 }, &Limits::default()).unwrap();
    assert!(matches!(report.end, RunEnd::Interrupted), "{}", report.end);
    assert!((1..100_000).contains(&report.steps));
    let limits = Limits { ends_endless: true, ..Limits::default() };
    let report = interpreter.run(&[], &mut Broken { patience: 5 }, &limits).unwrap();
    assert!(matches!(report.end, RunEnd::Endless), "{}", report.end);
}

#[test]
fn numbers_are_limited() {
    let mut maker = Maker::new();
    let mut body = maker.body("main");
    let [x] = body.numbers(["x"]);
    body.set(x, int(3));
    body.repeat(int(1), |body| body.set(x, op(get(x), "*", get(x))));
    maker.add(body.returning(int(0)));
    let limits = Limits { max_number_bits: 1 << 16, ..Limits::default() };
    let report = run_with(&maker.program, &[], &mut Scripted::default(), &limits);
    assert!(matches!(report.end, RunEnd::OutOfMemory(Memory::NumberBits(65536))), "{}", report.end);
    assert_eq!(report.end.to_string(), "a number has more than 65536 bits");
    assert_eq!(report.span, line(3));

    // 2^100 has 101 bits.
    let power = |exponent| Expr::Int(Int::power_of_two(exponent));
    let limits = Limits { max_number_bits: 101, ..Limits::default() };
    let bounded = |expr| run_with(&expression(expr), &[], &mut Scripted::default(), &limits).end;
    assert!(matches!(bounded(op(power(50), "*", power(50))), RunEnd::Returned(_)));
    assert!(matches!(bounded(op(power(50), "*", power(51))), RunEnd::OutOfMemory(_)));
    assert!(matches!(bounded(op(power(100), "+", power(100))), RunEnd::OutOfMemory(_)));
    assert!(matches!(bounded(op(power(100), "*", int(0))), RunEnd::Returned(Some(zero)) if zero.is_zero()));
}

#[test]
fn arguments_must_fit() {
    let mut maker = Maker::new();
    let (byte, pointer) = (maker.sized(8, true), maker.pointer(maker.number));
    let mut body = maker.body("main");
    let [x, y] = ["x", "y"].map(|name| body.parameter(name, byte));
    maker.add(body.returning(op(get(x), "-", get(y))));
    let interpreter = Interpreter::new(&maker.program).unwrap();
    let call = |arguments: &[i64]| {
        let arguments: Vec<_> = arguments.iter().map(|argument| Int::from(*argument)).collect();
        interpreter.run(&arguments, &mut Scripted::default(), &Limits::default())
    };
    assert!(matches!(call(&[-128, 127]).unwrap().end, RunEnd::Returned(Some(v)) if v == Int::from(-255)));
    assert_eq!(call(&[1]).unwrap_err().to_string(), "`main` takes 2 arguments, but 1 was given");
    let range = call(&[1, 128]).unwrap_err();
    assert_eq!(range, ArgumentError::Range { name: "y".into(), value: Int::from(128) });
    assert_eq!(range.to_string(), "128 is outside the range of the parameter `y`");

    let mut body = maker.body("start");
    body.parameter("p", pointer);
    maker.add(body.returning(int(0)));
    let interpreter = Interpreter::new(&maker.program).unwrap();
    let error = interpreter.run(&[Int::ONE], &mut Scripted::default(), &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "the parameter `p` does not take a number");
}

#[test]
fn results_that_are_no_numbers_are_not_told() {
    let mut maker = Maker::new();
    let pointer = maker.pointer(maker.number);
    let mut body = maker.body_with("main", None);
    body.give_nothing();
    maker.add(body.builder.finish());
    assert!(matches!(run(&maker.program).end, RunEnd::Returned(None)));
    let body = maker.body_with("other", Some(pointer));
    maker.add(body.returning(Expr::Null(pointer)));
    assert!(matches!(run(&maker.program).end, RunEnd::Returned(None)));
}

#[test]
fn malformed_programs_are_refused() {
    let mut maker = Maker::new();
    let body = maker.body("main");
    maker.add(body.builder.finish());
    let error = Interpreter::new(&maker.program).err().unwrap();
    assert!(!error.defects.is_empty() && error.to_string().contains("not well formed"), "{error}");
    assert!(Interpreter::new(&Program::default()).is_err());
}

#[test]
fn dead_code_does_no_harm() {
    let mut maker = Maker::new();
    let mut body = maker.body("main");
    body.builder.location(LocationKind::Plain, line(9));
    body.then(Instruction::Skip);
    maker.add(body.returning(int(3)));
    assert_result(&maker, 3);
}
