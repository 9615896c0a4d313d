//! Collection of objects, and the limit on memory.

mod common;

use common::*;
use kyklos_flow::{Expr, Instruction, Program, Type};
use kyklos_interp::{Limits, Memory, RunEnd, Scripted};
use std::time::{Duration, Instant};

/// Builds a list of so many nodes, `rounds` times, and returns the last one's sum.
fn lists(nodes: i64, rounds: i64) -> Program {
    let mut maker = Maker::new();
    let (node, pointer) = maker.list();
    let mut body = maker.body("main");
    let [i, sum, round] = body.numbers(["i", "sum", "round"]);
    let [list, walk] = ["list", "walk"].map(|name| body.local(name, pointer));
    body.set(sum, int(0));
    body.set(round, int(0));
    body.count(round, int(rounds), |body| {
        body.set(list, Expr::Null(pointer));
        body.set(i, int(0));
        body.count(i, int(nodes), |body| {
            body.allocate(list, Expr::Record(node, vec![get(i), get(list)]));
        });
    });
    body.set(walk, get(list));
    body.repeat(op(get(walk), "!=", Expr::Null(pointer)), |body| {
        body.set(sum, op(get(sum), "+", load(deref(get(walk)).field(0))));
        body.set(walk, load(deref(get(walk)).field(1)));
    });
    maker.add(body.returning(get(sum)));
    maker.program
}

#[test]
fn long_lists_are_kept_while_reachable_and_dropped_after() {
    let nodes = 1_000_000;
    let report = run(&lists(nodes, 3));
    assert!(
        matches!(report.end, RunEnd::Returned(Some(sum)) if sum.to_i64() == Some(nodes * (nodes - 1) / 2))
    );
    assert!(report.peak_objects >= nodes as usize);
    assert!(report.peak_objects < 3 * nodes as usize, "{} objects", report.peak_objects);
}

#[test]
fn calls_do_not_leak() {
    let mut maker = Maker::new();
    let pointer = maker.pointer(maker.number);
    let mut body = maker.body("increment");
    let x = body.parameter("x", maker.number);
    let p = body.local("p", pointer);
    body.set(p, address(at(x)));
    body.store(deref(get(p)), op(get(x), "+", int(1)));
    let increment = maker.add(body.returning(get(x)));
    let mut body = maker.body("main");
    let [i] = body.numbers(["i"]);
    body.set(i, int(0));
    body.repeat(op(get(i), "<", int(3_000_000)), |body| body.call(Some(i), increment, vec![get(i)]));
    maker.add(body.returning(get(i)));
    let report = run(&maker.program);
    assert!(matches!(report.end, RunEnd::Returned(Some(value)) if value.to_i64() == Some(3_000_000)));
    assert!(report.peak_objects < 50_000, "{} objects", report.peak_objects);
}

#[test]
fn cycles_are_collected() {
    let mut maker = Maker::new();
    let (node, pointer) = maker.list();
    let mut body = maker.body("main");
    let [i] = body.numbers(["i"]);
    let p = body.local("p", pointer);
    body.set(i, int(0));
    body.count(i, int(200_000), |body| {
        body.allocate(p, Expr::Record(node, vec![get(i), Expr::Null(pointer)]));
        body.store(deref(get(p)).field(1), get(p));
    });
    maker.add(body.returning(load(deref(load(deref(get(p)).field(1))).field(0))));
    assert_result(&maker, 199_999);
    assert!(run(&maker.program).peak_objects < 50_000);
}

/// An array of so many numbers, passed to a function and written in each round.
fn array_rounds(length: u64, rounds: i64) -> Program {
    let mut maker = Maker::new();
    let array = maker.array(maker.number, Some(length));
    let mut body = maker.body("last");
    let a = body.parameter("a", array);
    let last = maker.add(body.returning(load(at(a).index(int(length as i64 - 1)))));
    let mut body = maker.body("main");
    let a = body.local("a", array);
    let [i, r] = body.numbers(["i", "r"]);
    body.set(i, int(0));
    body.store(at(a).index(int(length as i64 - 1)), int(0));
    body.count(i, int(rounds), |body| {
        body.call(Some(r), last, vec![get(a)]);
        body.store(at(a).index(int(length as i64 - 1)), op(get(r), "+", int(1)));
    });
    maker.add(body.returning(load(at(a).index(int(length as i64 - 1)))));
    maker.program
}

#[test]
fn handing_on_and_writing_large_arrays_is_cheap() {
    let start = Instant::now();
    let report = run(&array_rounds(1_000_000, 200_000));
    assert!(matches!(report.end, RunEnd::Returned(Some(value)) if value.to_i64() == Some(200_000)));
    // Copying the array in each round would take minutes.
    assert!(start.elapsed() < Duration::from_secs(300), "{:?}", start.elapsed());
}

#[test]
fn memory_is_limited() {
    let limits = Limits { max_memory: Some(16 << 20), ..Limits::default() };
    let end = |program: &Program| run_with(program, &[], &mut Scripted::default(), &limits).end;
    let is_full = |end: &RunEnd| matches!(end, RunEnd::OutOfMemory(Memory::Total));
    let full = end(&lists(1_000_000, 1));
    assert!(is_full(&full), "{full}");
    // Elements that nobody has written cost nothing.
    let fits = end(&array_rounds(1 << 40, 1));
    assert!(matches!(fits, RunEnd::Returned(_)), "{fits}");
    let fits = end(&lists(10_000, 100));
    assert!(matches!(fits, RunEnd::Returned(_)), "{fits}");
}

#[test]
fn garbage_makes_room_for_large_arrays() {
    let mut maker = Maker::new();
    let array = maker.array(maker.number, Some(400_000));
    let pointer = maker.pointer(array);
    let mut body = maker.body("fill");
    let a = body.local("a", array);
    let p = body.local("p", pointer);
    body.set(p, address(at(a)));
    body.store(at(a).index(int(7)), int(7));
    let fill = maker.add(body.returning(load(deref(get(p)).index(int(7)))));
    let mut body = maker.body("main");
    let [i, r] = body.numbers(["i", "r"]);
    body.set(i, int(0));
    body.count(i, int(50), |body| body.call(Some(r), fill, vec![]));
    maker.add(body.returning(get(r)));
    // Room for two of the arrays, but not for three.
    let limits = Limits { max_memory: Some(15 << 20), ..Limits::default() };
    let report = run_with(&maker.program, &[], &mut Scripted::default(), &limits);
    assert!(
        matches!(&report.end, RunEnd::Returned(Some(value)) if value.to_i64() == Some(7)),
        "{}",
        report.end
    );
}

#[test]
fn deep_stacks_count_as_memory() {
    let mut maker = Maker::new();
    let itself = kyklos_flow::ProcedureId(0);
    let mut body = maker.body("main");
    for index in 0..10_000 {
        body.local(&format!("x{index}"), maker.number);
    }
    body.call(None, itself, vec![]);
    maker.add(body.returning(int(0)));
    let limits = Limits { max_memory: Some(64 << 20), ..Limits::default() };
    let report = run_with(&maker.program, &[], &mut Scripted::default(), &limits);
    assert!(matches!(report.end, RunEnd::OutOfMemory(Memory::Total)), "{}", report.end);
    assert!((100..420).contains(&report.stack.len()), "{} calls", report.stack.len());

    // Without variables, the calls themselves take the room.
    let mut maker = Maker::new();
    let mut body = maker.body("main");
    body.call(None, itself, vec![]);
    maker.add(body.returning(int(0)));
    let limits = Limits { max_call_depth: usize::MAX, ..limits };
    let report = run_with(&maker.program, &[], &mut Scripted::default(), &limits);
    assert!(matches!(report.end, RunEnd::OutOfMemory(Memory::Total)), "{}", report.end);
    assert!((1_000_000..4_000_000).contains(&report.stack.len()), "{} calls", report.stack.len());
}

#[test]
fn deep_values_are_marked_and_dropped_without_recursion() {
    let mut maker = Maker::new();
    let nest = maker.program.types.push(Type::Array { element: maker.number, length: None });
    maker.program.types.set(nest, Type::Array { element: nest, length: None });
    let mut body = maker.body("main");
    let a = body.local("a", nest);
    let [i] = body.numbers(["i"]);
    body.set(a, Expr::Array(nest, vec![]));
    body.set(i, int(0));
    body.count(i, int(1_000_000), |body| body.set(a, Expr::Array(nest, vec![get(a)])));
    body.set(i, Expr::Length(at(a)));
    body.set(a, Expr::Array(nest, vec![]));
    maker.add(body.returning(op(get(i), "+", Expr::Length(at(a)))));
    assert_result(&maker, 1);
}

#[test]
fn shared_values_are_counted_once() {
    let mut maker = Maker::new();
    let nest = maker.program.types.push(Type::Array { element: maker.number, length: None });
    maker.program.types.set(nest, Type::Array { element: nest, length: None });
    let mut body = maker.body("main");
    let (a, b) = (body.local("a", nest), body.local("b", nest));
    let [i] = body.numbers(["i"]);
    body.set(a, Expr::Array(nest, vec![]));
    body.set(i, int(0));
    // As a tree this has 2^60 leaves.
    body.count(i, int(60), |body| body.set(a, Expr::Array(nest, vec![get(a), get(a)])));
    body.set(i, int(0));
    body.count(i, int(100_000), |body| body.set(b, Expr::Array(nest, vec![get(a)])));
    maker.add(body.returning(Expr::Length(at(b).index(int(0)).index(int(1)))));
    assert_result(&maker, 2);
}

#[test]
fn an_object_survives_the_collection_that_its_own_storing_needs() {
    let mut maker = Maker::new();
    let pointer = maker.pointer(maker.number);
    let array = maker.array(pointer, Some(10_000));
    let mut body = maker.body("main");
    let [a, b] = ["a", "b"].map(|name| body.local(name, array));
    let q = body.local("q", pointer);
    let [i] = body.numbers(["i"]);
    body.store(at(a).index(int(1)), Expr::Null(pointer));
    body.set(i, int(0));
    body.count(i, int(30), |body| {
        // Both arrays are one value, which the store has to copy.
        body.set(b, get(a));
        let target = at(a).index(int(0));
        body.then(Instruction::Allocate { target, value: get(i), arbitrary: None, automatic: false });
        body.allocate(q, int(-1));
        let (other, same) = body.branch(op(load(deref(load(at(a).index(int(0))))), "!=", get(i)));
        body.at = other;
        body.give(int(-1));
        body.at = same;
    });
    maker.add(body.returning(get(i)));
    let mut returned = 0;
    for kilobytes in (300..600).step_by(5) {
        let limits = Limits { max_memory: Some(kilobytes << 10), ..Limits::default() };
        match run_with(&maker.program, &[], &mut Scripted::default(), &limits).end {
            RunEnd::Returned(Some(value)) => {
                assert_eq!(value.to_i64(), Some(30), "with {kilobytes} KiB");
                returned += 1;
            }
            other => assert!(matches!(other, RunEnd::OutOfMemory(Memory::Total)), "{other}"),
        }
    }
    assert!(returned > 10);
}
