//! What observers and traces see.

mod common;

use common::*;
use kyklos_base::Int;
use kyklos_flow::{EdgeId, Instruction, ProcedureId, Program};
use kyklos_interp::{Interpreter, Limits, Observer, RunEnd, Scripted, trace};

/// `id(x) { return x; }  main() { x = input; i = 0; while (i < x) { i = id(i) + 1 } return i; }`
fn program() -> Program {
    let mut maker = Maker::new();
    let mut body = maker.body("id");
    let x = body.parameter("x", maker.number);
    let id = maker.add(body.returning(get(x)));
    let mut body = maker.body("main");
    let [x, i] = body.numbers(["x", "i"]);
    body.input(x, "x");
    body.set(i, int(0));
    body.count(i, get(x), |body| body.call(Some(i), id, vec![get(i)]));
    maker.add(body.returning(get(i)));
    maker.program
}

#[derive(Default)]
struct Recorder {
    edges: Vec<(u32, u32, usize)>,
}

impl Observer for Recorder {
    fn edge(&mut self, procedure: ProcedureId, edge: EdgeId, depth: usize) {
        self.edges.push((procedure.0, edge.0, depth));
    }
}

#[test]
fn observers_see_each_edge_in_order() {
    let program = program();
    let mut recorder = Recorder::default();
    let interpreter = Interpreter::new(&program).unwrap();
    let mut environment = Scripted::new(vec![Int::from(2)]);
    let report = interpreter.run_observed(&[], &mut environment, &Limits::default(), &mut recorder).unwrap();
    assert!(matches!(report.end, RunEnd::Returned(Some(value)) if value == Int::from(2)));
    // Edges of `main`: 0 input, 1 assignment, 2 and 3 branch, 4 call, 5 increment, 6 return.
    let iteration = [(1, 2, 1), (1, 4, 1), (0, 0, 2), (1, 5, 1)];
    let mut expected = vec![(1, 0, 1), (1, 1, 1)];
    expected.extend(iteration);
    expected.extend(iteration);
    expected.extend([(1, 3, 1), (1, 6, 1)]);
    assert_eq!(recorder.edges, expected);
    assert_eq!(report.steps, expected.len() as u64);
}

#[test]
fn edges_that_were_not_taken_are_not_seen() {
    let mut maker = Maker::new();
    let mut body = maker.body("main");
    body.then(Instruction::Skip);
    body.assume(int(0), true);
    maker.add(body.returning(int(0)));
    let mut recorder = Recorder::default();
    let interpreter = Interpreter::new(&maker.program).unwrap();
    let mut environment = Scripted::default();
    let report = interpreter.run_observed(&[], &mut environment, &Limits::default(), &mut recorder).unwrap();
    assert!(matches!(report.end, RunEnd::AssumptionViolated));
    assert_eq!(recorder.edges, [(0, 0, 1)]);
}

#[test]
fn traces_hold_the_decisions() {
    let program = program();
    let traced = |most| trace(&program, &[], vec![Int::from(3)], &Limits::default(), most).unwrap();
    let decision = |edge| (ProcedureId(1), EdgeId(edge));
    let all = traced(10);
    assert_eq!(all.decisions, [decision(2), decision(2), decision(2), decision(3)]);
    assert!(!all.cut && !traced(4).cut);
    let short = traced(2);
    assert_eq!(short.decisions, [decision(2), decision(2)]);
    assert!(short.cut && matches!(short.report.end, RunEnd::Returned(_)));
    let error = trace(&program, &[Int::ONE], vec![], &Limits::default(), 1).unwrap_err();
    assert_eq!(error.to_string(), "`main` takes 0 arguments, but 1 was given");
}
