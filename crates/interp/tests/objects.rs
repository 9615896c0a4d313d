//! Globals, and objects that cease to exist.

mod common;

use common::*;
use kyklos_flow::{Expr, Place, Type};
use kyklos_interp::{Limits, RunEnd, Scripted, Undefined};

#[test]
fn globals_are_made_before_anything_is_executed() {
    let mut maker = Maker::new();
    let array = maker.array(maker.number, Some(3));
    let pointer = maker.pointer(maker.number);
    let first = kyklos_flow::GlobalId(0);
    // `p` points into an array that gets its value later.
    let p = maker.global("p", pointer, address(Place::global(kyklos_flow::GlobalId(1)).index(int(1))));
    let a = maker.global("a", array, Expr::Array(array, vec![int(1), int(2), int(3)]));
    let z = maker.global("z", array, Expr::Zero(array));
    assert_eq!(p, first);
    let mut body = maker.body_with("bump", None);
    let target = deref(load(Place::global(p)));
    body.store(target.clone(), op(load(target), "+", int(40)));
    body.give_nothing();
    let bump = maker.add(body.builder.finish());
    let mut body = maker.body("main");
    body.call(None, bump, vec![]);
    body.output(load(Place::global(a).index(int(1))));
    body.output(load(Place::global(z).index(int(2))));
    body.store(Place::global(p), offset(load(Place::global(p)), int(1)));
    body.call(None, bump, vec![]);
    body.output(load(Place::global(a).index(int(2))));
    maker.add(body.returning(int(0)));
    assert_eq!(outputs(&maker.program), [42, 0, 43]);
}

#[test]
fn globals_keep_what_they_point_to() {
    let mut maker = Maker::new();
    let (node, pointer) = maker.list();
    let list = maker.global("list", pointer, Expr::Null(pointer));
    let mut body = maker.body("main");
    let [i, sum] = body.numbers(["i", "sum"]);
    let garbage = body.local("garbage", pointer);
    body.set(i, int(0));
    body.count(i, int(100_000), |body| {
        let value = Expr::Record(node, vec![get(i), load(Place::global(list))]);
        body.allocate(garbage, value.clone());
        let target = Place::global(list);
        body.then(kyklos_flow::Instruction::Allocate { target, value, arbitrary: None, automatic: false });
    });
    body.set(sum, int(0));
    body.repeat(op(load(Place::global(list)), "!=", Expr::Null(pointer)), |body| {
        body.set(sum, op(get(sum), "+", load(deref(load(Place::global(list))).field(0))));
        body.store(Place::global(list), load(deref(load(Place::global(list))).field(1)));
    });
    maker.add(body.returning(get(sum)));
    assert_result(&maker, 100_000 * 99_999 / 2);
}

#[test]
fn freed_objects_are_gone() {
    let mut maker = Maker::new();
    let open = maker.array(maker.number, None);
    let pointer = maker.pointer(maker.number);
    let program = |last: &dyn Fn(&mut Body, Expr)| {
        let mut body = maker.body("main");
        let [p, q] = ["p", "q"].map(|name| body.local(name, pointer));
        body.allocate(p, Expr::Repeat(open, Box::new(int(3)), Box::new(int(7))));
        body.set(q, offset(get(p), int(1)));
        body.output(load(deref(get(q))));
        body.output(live(get(q)));
        body.output(op(is_allocated(get(p)), "+", is_allocated(get(q))));
        body.free(Expr::Null(pointer));
        body.free(get(p));
        body.output(op(is_allocated(get(p)), "+", op(is_allocated(Expr::Null(pointer)), "*", int(2))));
        body.output(live(get(q)));
        body.output(live(get(p)));
        body.output(in_bounds(get(p)));
        body.output(op(offset(get(p), int(1)), "==", get(q)));
        body.output(distance(get(q), get(p)));
        last(&mut body, get(p));
        let mut program = maker.program.clone();
        program.main = Some(program.procedures.push(body.returning(int(0))));
        program
    };
    assert_eq!(outputs(&program(&|_, _| {})), [7, 1, 1, 2, 0, 0, 0, 1, 1]);
    type Case<'a> = (&'a dyn Fn(&mut Body, Expr), Undefined);
    let cases: [Case; 5] = [
        (&|body, p| body.output(load(deref(p))), Undefined::Dangling),
        (&|body, p| body.output(Expr::Initialized(deref(p))), Undefined::Dangling),
        (&|body, p| body.store(deref(offset(p, int(2))), int(1)), Undefined::Dangling),
        (&|body, p| body.free(p), Undefined::InvalidFree),
        (&|body, p| body.free(offset(p, int(1))), Undefined::InvalidFree),
    ];
    for (last, expected) in cases {
        assert_eq!(undefined(&program(last)), expected);
    }
}

#[test]
fn only_what_was_allocated_can_be_freed() {
    let mut maker = Maker::new();
    let record = maker.record(&[("x", maker.number), ("y", maker.number)]);
    let pointer = maker.pointer(record);
    let global = maker.global("g", record, Expr::Zero(record));
    let make = |pointed: &dyn Fn(&mut Body) -> Expr| {
        let mut body = maker.body("main");
        let pointed = pointed(&mut body);
        body.free(pointed);
        let mut program = maker.program.clone();
        program.main = Some(program.procedures.push(body.returning(int(0))));
        program
    };
    let allocated = |body: &mut Body| {
        let p = body.local("p", pointer);
        body.allocate(p, Expr::Zero(record));
        p
    };
    let local = make(&|body| {
        let x = body.local("x", record);
        address(at(x))
    });
    assert_eq!(undefined(&local), Undefined::InvalidFree);
    assert_eq!(undefined(&make(&|_| address(Place::global(global)))), Undefined::InvalidFree);
    assert_eq!(
        undefined(&make(&|body| address(deref(get(allocated(body))).field(1)))),
        Undefined::InvalidFree
    );
    assert!(outputs(&make(&|body| address(deref(get(allocated(body))).field(0)))).is_empty());
    assert!(outputs(&make(&|body| get(allocated(body)))).is_empty());
}

#[test]
fn variables_die_with_their_call_where_the_program_says_so() {
    for locals_die in [false, true] {
        let mut maker = Maker::new();
        maker.program.locals_die = locals_die;
        let array = maker.array(maker.number, Some(2));
        let pointer = maker.pointer(maker.number);
        let mut body = maker.body_with("keep", Some(pointer));
        let a = body.local("a", array);
        body.store(at(a).index(int(1)), int(5));
        let keep = maker.add(body.returning(address(at(a).index(int(1)))));
        let mut body = maker.body_with("check", None);
        let p = body.parameter("p", pointer);
        body.output(live(get(p)));
        body.give_nothing();
        let check = maker.add(body.builder.finish());
        let mut body = maker.body("main");
        let [x] = body.numbers(["x"]);
        let p = body.local("p", pointer);
        body.call(None, check, vec![address(at(x))]);
        body.call(Some(p), keep, vec![]);
        body.output(live(get(p)));
        body.output(load(deref(get(p))));
        maker.add(body.returning(int(0)));
        let (end, outputs) = outcome(&maker.program);
        if locals_die {
            assert_eq!(outputs, [1, 0]);
            assert!(matches!(end, RunEnd::Undefined(Undefined::Dangling)), "{end}");
        } else {
            assert_eq!(outputs, [1, 1, 5]);
        }
    }
}

/// What is gone is never taken for something newer, however much is allocated, and takes no room.
#[test]
fn what_is_gone_stays_gone_and_is_released() {
    let mut maker = Maker::new();
    let open = maker.array(maker.number, None);
    let pointer = maker.pointer(maker.number);
    let table = maker.array(pointer, Some(100));
    let mut body = maker.body("main");
    let [i, j, alive] = body.numbers(["i", "j", "alive"]);
    let kept = body.local("kept", table);
    let p = body.local("p", pointer);
    body.set(kept, Expr::Zero(table));
    body.set(i, int(0));
    body.set(alive, int(0));
    let many = Expr::Repeat(open, Box::new(int(10_000)), Box::new(int(1)));
    body.count(i, int(100), |body| {
        body.allocate(p, many.clone());
        body.store(at(kept).index(get(i)), offset(get(p), int(3)));
        body.free(get(p));
        body.set(j, int(0));
        body.count(j, int(20), |body| {
            body.allocate(p, Expr::Repeat(open, Box::new(int(2)), Box::new(get(j))))
        });
    });
    body.set(i, int(0));
    body.count(i, int(100), |body| {
        body.set(alive, op(get(alive), "+", live(load(at(kept).index(get(i))))));
    });
    maker.add(body.returning(get(alive)));
    let limits = Limits { max_memory: Some(1 << 20), ..Limits::default() };
    let report = run_with(&maker.program, &[], &mut Scripted::default(), &limits);
    assert!(matches!(&report.end, RunEnd::Returned(Some(value)) if value.is_zero()), "{}", report.end);
}

#[test]
fn calls_whose_variables_die_do_not_leak() {
    let mut maker = Maker::new();
    maker.program.locals_die = true;
    let array = maker.array(maker.number, Some(50));
    let pointer = maker.pointer(maker.number);
    let mut body = maker.body("increment");
    let x = body.parameter("x", maker.number);
    let (a, p) = (body.local("a", array), body.local("p", pointer));
    body.set(a, Expr::Zero(array));
    body.set(p, address(at(a).index(int(7))));
    body.store(deref(get(p)), op(get(x), "+", int(1)));
    let increment = maker.add(body.returning(load(at(a).index(int(7)))));
    let mut body = maker.body("main");
    let [i] = body.numbers(["i"]);
    body.set(i, int(0));
    body.repeat(op(get(i), "<", int(200_000)), |body| body.call(Some(i), increment, vec![get(i)]));
    maker.add(body.returning(get(i)));
    let report = run(&maker.program);
    assert!(matches!(report.end, RunEnd::Returned(Some(value)) if value.to_i64() == Some(200_000)));
    assert!(report.peak_objects < 50_000, "{} objects", report.peak_objects);
}

#[test]
fn large_values_from_types_are_limited_by_memory() {
    let mut maker = Maker::new();
    let open = maker.array(maker.number, None);
    let wide = maker.array(maker.number, Some(1 << 40));
    let mut deep = maker.record(&[("x", maker.number)]);
    for _ in 0..100_000 {
        deep =
            maker.program.types.push(Type::Record(vec![kyklos_flow::Field { name: "f".into(), ty: deep }]));
    }
    let length = |ty, value: Expr| {
        let mut body = maker.body("main");
        let a = body.local("a", ty);
        body.set(a, value);
        let mut program = maker.program.clone();
        program.main = Some(program.procedures.push(body.returning(Expr::Initialized(at(a)))));
        run(&program).end
    };
    let repeat = |count| Expr::Repeat(open, Box::new(count), Box::new(int(0)));
    // What nobody writes costs nothing.
    for (ty, value) in [(wide, Expr::Zero(wide)), (open, repeat(int(1 << 40)))] {
        let end = length(ty, value);
        assert!(matches!(end, RunEnd::Returned(_)), "{end}");
    }
    let end = length(open, repeat(big("99999999999999999999")));
    assert!(matches!(end, RunEnd::OutOfMemory(_)), "{end}");
    assert!(matches!(length(deep, Expr::Zero(deep)), RunEnd::Returned(_)));
    let end = length(open, repeat(int(-1)));
    assert!(matches!(end, RunEnd::Undefined(Undefined::NegativeLength(_))), "{end}");
}

#[test]
fn a_pointer_to_a_part_keeps_the_whole() {
    let mut maker = Maker::new();
    let row = maker.array(maker.number, Some(3));
    let record = maker.record(&[("n", maker.number), ("row", row)]);
    let (to_record, to_number) = (maker.pointer(record), maker.pointer(maker.number));
    let mut body = maker.body("main");
    let [i] = body.numbers(["i"]);
    let p = body.local("p", to_record);
    let [field, element] = ["field", "element"].map(|name| body.local(name, to_number));
    let value = |n: Expr| Expr::Record(record, vec![n.clone(), Expr::Array(row, vec![int(1), int(2), n])]);
    body.allocate(p, value(int(7)));
    body.set(field, address(deref(get(p)).field(0)));
    body.allocate(p, value(int(8)));
    body.set(element, address(deref(get(p)).field(1).index(int(2))));
    body.set(i, int(0));
    body.count(i, int(100_000), |body| body.allocate(p, value(get(i))));
    let digits = op(op(load(deref(get(field))), "*", int(10)), "+", load(deref(get(element))));
    maker.add(body.returning(digits));
    assert_result(&maker, 78);
    assert!(run(&maker.program).peak_objects < 50_000);
}
