//! Inputs that are arrays and records.

mod common;

use common::*;
use kyklos_base::Int;
use kyklos_flow::{Expr, Input, Instruction, IntType, Place, Program};
use kyklos_interp::{
    Environment, InputRequest, Interpreter, Limits, RunEnd, Scripted, SparseArray, Undefined,
};
use std::io;

/// Gives 10, 11, 12, … and keeps the names that were asked for.
struct Names(Vec<String>);

impl Environment for Names {
    fn input(&mut self, request: &InputRequest<'_>) -> io::Result<Option<Int>> {
        self.0.push(request.name.to_owned());
        Ok(Some(Int::from(9 + self.0.len() as i64)))
    }

    fn output(&mut self, _: &Int) -> io::Result<()> {
        Ok(())
    }
}

fn names(program: &Program) -> (RunEnd, Vec<String>) {
    let mut environment = Names(Vec::new());
    let interpreter = Interpreter::new(program).unwrap_or_else(|error| panic!("{:#?}", error.defects));
    let report = interpreter.run(&[], &mut environment, &Limits::default()).unwrap();
    (report.end, environment.0)
}

fn input(name: &str) -> Input {
    Input { name: name.to_owned() }
}

fn havoc(body: &mut Body, target: Place, name: &str) {
    body.then(Instruction::Havoc { target, input: input(name) });
}

#[test]
fn each_number_in_a_value_is_an_input() {
    let mut maker = Maker::new();
    let byte = maker.sized(8, false);
    let pointer = maker.pointer(byte);
    let row = maker.array(byte, Some(2));
    let empty = maker.array(byte, Some(0));
    let item = maker.record(&[("row", row), ("next", pointer), ("none", empty), ("n", maker.number)]);
    let items = maker.array(item, Some(2));
    let mut body = maker.body("main");
    let a = body.local("a", items);
    havoc(&mut body, at(a), "a");
    let second = || at(a).index(int(1));
    let digits =
        [second().field(0).index(int(1)), second().field(3), at(a).index(int(0)).field(0).index(int(0))];
    let sum = digits.into_iter().fold(int(0), |sum, place| op(op(sum, "*", int(100)), "+", load(place)));
    let initialized = Expr::Initialized(second().field(1));
    maker.add(body.returning(op(op(sum, "*", int(10)), "+", initialized)));
    let (end, names) = names(&maker.program);
    assert_eq!(names, ["a[0].row[0]", "a[0].row[1]", "a[0].n", "a[1].row[0]", "a[1].row[1]", "a[1].n"]);
    assert!(matches!(&end, RunEnd::Returned(Some(value)) if value.to_i64() == Some(1_415_100)), "{end}");
}

#[test]
fn missing_and_wrong_inputs_within_values() {
    let mut maker = Maker::new();
    let byte = maker.sized(8, true);
    let row = maker.array(byte, Some(3));
    let mut body = maker.body("main");
    let a = body.local("a", row);
    havoc(&mut body, at(a), "a");
    maker.add(body.returning(int(0)));
    let end =
        |inputs: Vec<Int>| run_with(&maker.program, &[], &mut Scripted::new(inputs), &Limits::default()).end;
    let missing = end(vec![Int::from(1), Int::from(2)]);
    assert!(matches!(&missing, RunEnd::InputExhausted { name } if name == "a[2]"), "{missing}");
    let wrong = end(vec![Int::from(1), Int::from(128)]).to_string();
    assert_eq!(wrong, "128 is outside the range of the input `a[1]`");
}

#[test]
fn new_objects_may_be_arbitrary() {
    let mut maker = Maker::new();
    let open = maker.array(maker.number, None);
    let (node, to_node) = maker.list();
    let to_number = maker.pointer(maker.number);
    let nodes = maker.array(node, None);
    let mut body = maker.body("main");
    let [p, q] = ["p", "q"].map(|name| body.local(name, to_number));
    let n = body.local("n", to_node);
    let mut allocate = |target, value, name: &str| {
        body.then(Instruction::Allocate {
            target: at(target),
            value,
            arbitrary: Some(input(name)),
            automatic: false,
        });
    };
    allocate(p, Expr::Repeat(open, Box::new(int(3)), Box::new(int(0))), "p");
    allocate(q, int(0), "q");
    allocate(n, Expr::Repeat(nodes, Box::new(int(2)), Box::new(Expr::Zero(node))), "n");
    body.output(in_bounds(offset(get(p), int(3))));
    let second = deref(offset(get(n), int(1)));
    let sum = op(load(deref(offset(get(p), int(2)))), "+", op(load(deref(get(q))), "*", int(100)));
    let sum = op(sum, "+", op(load(second.clone().field(0)), "*", int(10_000)));
    maker.add(body.returning(op(sum, "-", Expr::Initialized(second.field(1)))));
    let (end, names) = names(&maker.program);
    assert_eq!(names, ["p[0]", "p[1]", "p[2]", "q", "n[0].value", "n[1].value"]);
    assert!(matches!(&end, RunEnd::Returned(Some(value)) if value.to_i64() == Some(151_312)), "{end}");
}

fn sparse(entries: &[(&[i64], i64)], default: i64) -> SparseArray {
    let ints = |key: &[i64]| key.iter().map(|index| Int::from(*index)).collect();
    let entries = entries.iter().map(|(key, value)| (ints(key), Int::from(*value))).collect();
    SparseArray { entries, default: Int::from(default) }
}

fn run_on(program: &Program, array: SparseArray) -> (RunEnd, Vec<i64>) {
    let mut environment = Scripted::default();
    environment.arrays.push_back(array);
    let end = run_with(program, &[], &mut environment, &Limits::default()).end;
    (end, environment.outputs.iter().map(|value| value.to_i64().unwrap()).collect())
}

#[test]
fn unbounded_arrays_have_every_index() {
    let mut maker = Maker::new();
    let open = maker.array(maker.number, None);
    let pointer = maker.pointer(maker.number);
    let mut body = maker.body("main");
    let [a, b, c] = ["a", "b", "c"].map(|name| body.local(name, open));
    let p = body.local("p", pointer);
    havoc(&mut body, at(a), "a");
    // `a` has its address taken, `b` has not; `c` shares its value with `b` at first.
    body.set(b, get(a));
    body.set(c, get(b));
    body.set(p, address(at(a).index(int(0))));
    let huge = "-100000000000000000000";
    for index in [int(0), int(7), int(-3), big(huge)] {
        body.output(load(at(a).index(index.clone())));
        body.output(load(at(b).index(index.clone())));
        body.output(load(deref(offset(get(p), index.clone()))));
        body.output(in_bounds(offset(get(p), index)));
    }
    body.store(at(b).index(int(-3)), int(30));
    body.store(at(b).index(big(huge)), int(40));
    body.store(deref(offset(get(p), big(huge))), int(50));
    body.store(deref(offset(get(p), int(-8))), int(60));
    for array in [a, b, c] {
        for index in [int(-3), big(huge), int(-8)] {
            body.output(load(at(array).index(index)));
        }
    }
    maker.add(body.returning(Expr::Length(at(b))));
    let (end, outputs) = run_on(&maker.program, sparse(&[(&[7], 70), (&[-3], 3)], 1));
    // Numbers are there on both sides, but a place before the start is not in bounds.
    let reads = [[1, 1, 1, 1], [70, 70, 70, 1], [3, 3, 3, 0], [1, 1, 1, 0]].concat();
    assert_eq!(outputs, [reads, vec![3, 50, 60, 30, 40, 1, 3, 1, 1]].concat());
    assert!(matches!(end, RunEnd::Undefined(Undefined::UnboundedLength)), "{end}");
}

#[test]
fn unbounded_arrays_of_arrays() {
    let mut maker = Maker::new();
    let byte = maker.sized(8, false);
    let row = maker.array(byte, Some(2));
    let grid = maker.array(row, Some(3));
    let open = maker.array(grid, None);
    let pointer = maker.pointer(byte);
    let mut body = maker.body("main");
    let a = body.local("a", open);
    let p = body.local("p", pointer);
    havoc(&mut body, at(a), "a");
    let place = |i: i64, j: i64, k: i64| at(a).index(int(i)).index(int(j)).index(int(k));
    body.set(p, address(place(-5, 2, 0)));
    body.output(load(deref(offset(get(p), int(1)))));
    body.output(in_bounds(offset(get(p), int(2))));
    body.store(deref(get(p)), int(9));
    body.store(place(4, 0, 0), int(8));
    for (i, j, k) in [(-5, 2, 0), (-5, 2, 1), (-5, 1, 1), (4, 0, 0), (4, 2, 1), (0, 0, 0)] {
        body.output(load(place(i, j, k)));
    }
    maker.add(body.returning(Expr::Length(at(a).index(int(9)))));
    // Indices that inner arrays do not have are passed over.
    let input = sparse(&[(&[-5, 2, 1], 6), (&[-5, 3, 0], 7), (&[-5, -1, 0], 7)], 5);
    let (end, outputs) = run_on(&maker.program, input);
    assert_eq!(outputs, [6, 0, 9, 6, 5, 8, 5, 5]);
    assert!(matches!(&end, RunEnd::Returned(Some(value)) if value.to_i64() == Some(3)), "{end}");

    let (end, _) = run_on(&maker.program, sparse(&[(&[0, 0], 1)], 0));
    assert_eq!(end.to_string(), "2 indices for an element of `a`, not 3");
    for wrong in [sparse(&[(&[0, 0, 0], 256)], 0), sparse(&[], -1)] {
        let (end, _) = run_on(&maker.program, wrong);
        assert!(matches!(end, RunEnd::EnvironmentError(_)), "{end}");
    }
    let end = run(&maker.program).end;
    assert!(matches!(&end, RunEnd::InputExhausted { name } if name == "a"), "{end}");
}

#[test]
fn unbounded_arrays_of_records_are_read_by_fields() {
    let mut maker = Maker::new();
    let record = maker.record(&[("x", maker.number)]);
    let open = maker.array(record, None);
    let mut body = maker.body("main");
    let a = body.local("a", open);
    havoc(&mut body, at(a), "a");
    maker.add(body.returning(int(0)));
    let end = run(&maker.program).end;
    assert!(matches!(&end, RunEnd::InputExhausted { name } if name == "a.x"), "{end}");
    let mut maker = Maker::new();
    let open = maker.array(maker.number, None);
    let open = maker.array(open, None);
    let mut body = maker.body("main");
    let a = body.local("a", open);
    havoc(&mut body, at(a), "a");
    maker.add(body.returning(int(0)));
    assert_eq!(undefined(&maker.program), Undefined::UnboundedInput);
}

#[test]
fn a_request_tells_the_type_of_the_numbers() {
    struct Types(Vec<IntType>);
    impl Environment for Types {
        fn input(&mut self, request: &InputRequest<'_>) -> io::Result<Option<Int>> {
            self.0.push(request.ty);
            Ok(Some(Int::ONE))
        }
        fn input_array(&mut self, request: &InputRequest<'_>) -> io::Result<Option<SparseArray>> {
            self.0.push(request.ty);
            Ok(Some(sparse(&[], 1)))
        }
        fn output(&mut self, _: &Int) -> io::Result<()> {
            Ok(())
        }
    }
    let mut maker = Maker::new();
    let byte = maker.sized(8, false);
    let open = maker.array(byte, None);
    let record = maker.record(&[("n", maker.number), ("bytes", open)]);
    let mut body = maker.body("main");
    let a = body.local("a", record);
    havoc(&mut body, at(a), "a");
    maker.add(body.returning(load(at(a).field(1).index(int(-9)))));
    let mut environment = Types(Vec::new());
    let interpreter = Interpreter::new(&maker.program).unwrap();
    let report = interpreter.run(&[], &mut environment, &Limits::default()).unwrap();
    assert!(matches!(report.end, RunEnd::Returned(Some(value)) if value.is_one()));
    assert_eq!(environment.0, [IntType::Unbounded, IntType::Sized { bits: 8, signed: false }]);
}
