//! Copies, aliases and the lives of objects.

mod common;

use common::*;
use kyklos_flow::{Expr, Instruction};
use kyklos_interp::{Limits, RunEnd, Scripted, Undefined};

#[test]
fn arrays_are_copied_by_assignment() {
    let mut maker = Maker::new();
    let array = maker.array(maker.number, None);
    let mut body = maker.body("main");
    let (a, b) = (body.local("a", array), body.local("b", array));
    body.set(a, Expr::Array(array, vec![int(1), int(2)]));
    body.set(b, get(a));
    body.store(at(b).index(int(0)), int(10));
    body.store(at(a).index(int(1)), int(20));
    let digits = [(a, 0, 1000), (a, 1, 100), (b, 0, 10), (b, 1, 1)];
    let sum = digits.into_iter().fold(int(0), |sum, (array, index, weight)| {
        op(sum, "+", op(load(at(array).index(int(index))), "*", int(weight)))
    });
    maker.add(body.returning(sum));
    assert_result(&maker, 1000 + 20 * 100 + 10 * 10 + 2);
}

#[test]
fn nested_values_are_copied_in_depth() {
    let mut maker = Maker::new();
    let row = maker.array(maker.number, None);
    let record = maker.record(&[("row", row), ("n", maker.number)]);
    let grid = maker.array(record, None);
    let mut body = maker.body("main");
    let (a, b, r) = (body.local("a", grid), body.local("b", grid), body.local("r", record));
    body.set(r, Expr::Record(record, vec![Expr::Array(row, vec![int(1), int(2)]), int(3)]));
    body.set(a, Expr::Array(grid, vec![get(r), get(r)]));
    body.set(b, get(a));
    body.store(at(a).index(int(0)).field(0).index(int(1)), int(50));
    body.store(at(r).field(0), Expr::Array(row, vec![int(7)]));
    body.store(at(b).index(int(1)).field(1), int(60));
    body.output(load(at(a).index(int(0)).field(0).index(int(1))));
    body.output(load(at(a).index(int(1)).field(0).index(int(1))));
    body.output(load(at(b).index(int(0)).field(0).index(int(1))));
    body.output(load(at(a).index(int(1)).field(1)));
    body.output(load(at(b).index(int(1)).field(1)));
    body.output(Expr::Length(at(b).index(int(1)).field(0)));
    maker.add(body.returning(load(at(r).field(0).index(int(0)))));
    let mut environment = Scripted::default();
    let report = run_with(&maker.program, &[], &mut environment, &Limits::default());
    assert!(matches!(report.end, RunEnd::Returned(Some(value)) if value.to_i64() == Some(7)));
    let outputs: Vec<_> = environment.outputs.iter().map(|value| value.to_i64().unwrap()).collect();
    assert_eq!(outputs, [50, 2, 2, 3, 60, 2]);
}

#[test]
fn arguments_and_results_are_copies() {
    let mut maker = Maker::new();
    let array = maker.array(maker.number, None);
    let mut body = maker.body_with("change", Some(array));
    let a = body.parameter("a", array);
    body.store(at(a).index(int(0)), int(9));
    let change = maker.add(body.returning(get(a)));
    let mut body = maker.body("main");
    let (a, b) = (body.local("a", array), body.local("b", array));
    body.set(a, Expr::Array(array, vec![int(1)]));
    body.call(Some(b), change, vec![get(a)]);
    let sum = op(load(at(a).index(int(0))), "+", op(load(at(b).index(int(0))), "*", int(10)));
    maker.add(body.returning(sum));
    assert_result(&maker, 91);
}

#[test]
fn writing_through_a_pointer_changes_the_object_only() {
    let mut maker = Maker::new();
    let array = maker.array(maker.number, None);
    let pointer = maker.pointer(array);
    let mut body = maker.body("main");
    let a = body.local("a", array);
    let [p, q] = ["p", "q"].map(|name| body.local(name, pointer));
    body.set(a, Expr::Array(array, vec![int(1), int(2)]));
    body.allocate(p, get(a));
    body.set(q, get(p));
    body.store(deref(get(p)).index(int(0)), int(5));
    body.output(load(at(a).index(int(0))));
    body.output(load(deref(get(q)).index(int(0))));
    body.output(op(get(p), "==", get(q)));
    body.allocate(q, load(deref(get(p))));
    body.output(op(get(p), "==", get(q)));
    body.output(op(get(p), "!=", Expr::Null(pointer)));
    body.store(deref(get(q)).index(int(0)), int(6));
    body.set(a, load(deref(get(q))));
    body.store(deref(get(q)).index(int(1)), int(7));
    body.output(load(deref(get(p)).index(int(0))));
    let last = op(op(load(at(a).index(int(0))), "*", int(10)), "+", load(at(a).index(int(1))));
    maker.add(body.returning(last));
    let mut environment = Scripted::default();
    let report = run_with(&maker.program, &[], &mut environment, &Limits::default());
    assert!(matches!(report.end, RunEnd::Returned(Some(value)) if value.to_i64() == Some(62)));
    let outputs: Vec<_> = environment.outputs.iter().map(|value| value.to_i64().unwrap()).collect();
    assert_eq!(outputs, [1, 5, 1, 0, 1, 5]);
}

#[test]
fn a_variable_and_a_pointer_to_it_are_one_place() {
    let mut maker = Maker::new();
    let array = maker.array(maker.number, Some(2));
    let (to_number, to_array) = (maker.pointer(maker.number), maker.pointer(array));
    let mut body = maker.body_with("write", None);
    let p = body.parameter("p", to_number);
    body.store(deref(get(p)), op(load(deref(get(p))), "+", int(40)));
    body.give_nothing();
    let write = maker.add(body.builder.finish());
    let mut body = maker.body("main");
    let [x, y] = body.numbers(["x", "y"]);
    let (p, a) = (body.local("p", to_number), body.local("a", array));
    body.set(x, int(2));
    body.set(p, address(at(x)));
    body.call(None, write, vec![get(p)]);
    body.set(y, get(x));
    body.set(x, int(100));
    body.store(deref(address(at(a))).index(int(0)), load(deref(get(p))));
    body.store(at(a).index(int(1)), get(y));
    let same = op(op(get(p), "==", address(at(x))), "*", int(1000));
    let sum = op(load(deref(address(at(a))).index(int(1))), "+", load(at(a).index(int(0))));
    let initialized = op(Expr::Initialized(at(a)), "*", int(10_000));
    maker.add(body.returning(op(op(sum, "+", same), "+", initialized)));
    let _ = to_array;
    assert_result(&maker, 42 + 100 + 1000 + 10_000);
}

#[test]
fn locals_outlive_their_function_and_are_new_in_each_call() {
    let mut maker = Maker::new();
    let pointer = maker.pointer(maker.number);
    let mut body = maker.body_with("keep", Some(pointer));
    let value = body.parameter("value", maker.number);
    let keep = maker.add(body.returning(address(at(value))));
    let mut body = maker.body("main");
    let [p, q] = ["p", "q"].map(|name| body.local(name, pointer));
    body.call(Some(p), keep, vec![int(4)]);
    body.call(Some(q), keep, vec![int(2)]);
    let digits = op(op(load(deref(get(p))), "*", int(10)), "+", load(deref(get(q))));
    let distinct = op(op(get(p), "!=", get(q)), "*", int(100));
    maker.add(body.returning(op(digits, "+", distinct)));
    assert_result(&maker, 142);
}

#[test]
fn a_boxed_local_is_uninitialized_in_each_activation() {
    let mut maker = Maker::new();
    let pointer = maker.pointer(maker.number);
    let mut body = maker.body("probe");
    let [x, before] = body.numbers(["x", "before"]);
    let p = body.local("p", pointer);
    body.set(before, Expr::Initialized(at(x)));
    body.set(p, address(at(x)));
    body.store(deref(get(p)), int(1));
    let probe = maker.add(body.returning(op(op(get(before), "*", int(10)), "+", Expr::Initialized(at(x)))));
    let mut body = maker.body("main");
    let [a, b] = body.numbers(["a", "b"]);
    body.call(Some(a), probe, vec![]);
    body.call(Some(b), probe, vec![]);
    maker.add(body.returning(op(op(get(a), "*", int(100)), "+", get(b))));
    assert_result(&maker, 101);
}

#[test]
fn records_may_be_written_field_by_field() {
    let mut maker = Maker::new();
    let inner = maker.record(&[("x", maker.number), ("y", maker.number)]);
    let outer = maker.array(inner, Some(3));
    let mut body = maker.body("main");
    let (a, b) = (body.local("a", outer), body.local("b", outer));
    body.store(at(a).index(int(2)).field(1), int(8));
    body.set(b, get(a));
    body.output(load(at(b).index(int(2)).field(1)));
    body.output(Expr::Initialized(at(b).index(int(2)).field(0)));
    body.output(Expr::Initialized(at(b).index(int(1)).field(0)));
    maker.add(body.returning(load(at(b).index(int(2)).field(0))));
    let mut environment = Scripted::default();
    let report = run_with(&maker.program, &[], &mut environment, &Limits::default());
    assert!(matches!(report.end, RunEnd::Undefined(Undefined::Uninitialized)), "{}", report.end);
    let outputs: Vec<_> = environment.outputs.iter().map(|value| value.to_i64().unwrap()).collect();
    assert_eq!(outputs, [8, 0, 0]);
}

#[test]
fn a_result_goes_to_the_place_as_it_is_after_the_call() {
    let mut maker = Maker::new();
    let array = maker.array(maker.number, None);
    let pointer = maker.pointer(maker.number);
    let mut body = maker.body("advance");
    let p = body.parameter("p", pointer);
    body.store(deref(get(p)), int(1));
    let advance = maker.add(body.returning(int(5)));
    let mut body = maker.body("main");
    let a = body.local("a", array);
    let [i] = body.numbers(["i"]);
    body.set(a, Expr::Array(array, vec![int(0), int(0)]));
    body.set(i, int(0));
    let target = Some(at(a).index(get(i)));
    body.then(Instruction::Call { target, callee: advance, arguments: vec![address(at(i))] });
    let digits = op(op(load(at(a).index(int(0))), "*", int(10)), "+", load(at(a).index(int(1))));
    maker.add(body.returning(digits));
    assert_result(&maker, 5);
}
