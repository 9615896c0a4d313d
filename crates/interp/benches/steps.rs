//! How many steps per second the interpreter takes in small loops.
#![allow(missing_docs)]

#[path = "../tests/common/mod.rs"]
mod common;

use common::*;
use kyklos_flow::{Expr, Program};
use std::time::Instant;

const ROUNDS: i64 = 20_000_000;

fn main() {
    let loops = [
        ("counting", counting()),
        ("array", array()),
        ("call", call()),
        ("list", list()),
        ("pointer", pointer()),
    ];
    for (name, program) in loops {
        let start = Instant::now();
        let report = run(&program);
        let seconds = start.elapsed().as_secs_f64();
        let rate = report.steps as f64 / seconds / 1e6;
        println!("{name:9} {:>10} steps in {seconds:.2} s: {rate:.1} million per second", report.steps);
    }
}

/// `while (i < n) { s = s + i; i = i + 1; }`
fn counting() -> Program {
    let mut maker = Maker::new();
    let mut body = maker.body("main");
    let [i, s, n] = body.numbers(["i", "s", "n"]);
    body.set(n, int(ROUNDS));
    body.set(i, int(0));
    body.set(s, int(0));
    body.count(i, get(n), |body| body.set(s, op(get(s), "+", get(i))));
    maker.add(body.returning(get(s)));
    maker.program
}

/// `while (i < n) { a[i % 8] = a[(i + 1) % 8] + i; i = i + 1; }`
fn array() -> Program {
    let mut maker = Maker::new();
    let array = maker.array(maker.number, None);
    let mut body = maker.body("main");
    let [i, n] = body.numbers(["i", "n"]);
    let a = body.local("a", array);
    body.set(n, int(ROUNDS));
    body.set(i, int(0));
    body.set(a, Expr::Array(array, vec![int(0); 8]));
    body.count(i, get(n), |body| {
        let next = op(op(get(i), "+", int(1)), "%", int(8));
        let value = op(load(at(a).index(next)), "+", get(i));
        body.store(at(a).index(op(get(i), "%", int(8))), value);
    });
    maker.add(body.returning(load(at(a).index(int(0)))));
    maker.program
}

/// `while (i < n) { s = add(s, i); i = i + 1; }`
fn call() -> Program {
    let mut maker = Maker::new();
    let mut body = maker.body("add");
    let [x, y] = ["x", "y"].map(|name| body.parameter(name, maker.number));
    let add = maker.add(body.returning(op(get(x), "+", get(y))));
    let mut body = maker.body("main");
    let [i, s, n] = body.numbers(["i", "s", "n"]);
    body.set(n, int(ROUNDS));
    body.set(i, int(0));
    body.set(s, int(0));
    body.count(i, get(n), |body| body.call(Some(s), add, vec![get(s), get(i)]));
    maker.add(body.returning(get(s)));
    maker.program
}

/// `while (i < n) { p = alloc {value: i, next: null}; (*p).next = p; i = i + 1; }`
fn list() -> Program {
    let mut maker = Maker::new();
    let (node, pointer) = maker.list();
    let mut body = maker.body("main");
    let [i, n] = body.numbers(["i", "n"]);
    let p = body.local("p", pointer);
    body.set(n, int(ROUNDS / 4));
    body.set(i, int(0));
    body.set(p, Expr::Null(pointer));
    body.count(i, get(n), |body| {
        body.allocate(p, Expr::Record(node, vec![get(i), Expr::Null(pointer)]));
        body.store(deref(get(p)).field(1), get(p));
    });
    maker.add(body.returning(load(deref(get(p)).field(0))));
    maker.program
}

/// `while (i < n) { p = a; while (p != a + 8) { *p = *p + i; p = p + 1; } i = i + 1; }`
fn pointer() -> Program {
    let mut maker = Maker::new();
    let array = maker.array(maker.number, Some(8));
    let pointer = maker.pointer(maker.number);
    let mut body = maker.body("main");
    let [i, n] = body.numbers(["i", "n"]);
    let (a, p) = (body.local("a", array), body.local("p", pointer));
    body.set(n, int(ROUNDS / 16));
    body.set(i, int(0));
    body.set(a, Expr::Zero(array));
    body.count(i, get(n), |body| {
        body.set(p, address(at(a).index(int(0))));
        body.repeat(op(get(p), "!=", address(at(a).index(int(8)))), |body| {
            body.store(deref(get(p)), op(load(deref(get(p))), "+", get(i)));
            body.set(p, offset(get(p), int(1)));
        });
    });
    maker.add(body.returning(load(at(a).index(int(0)))));
    maker.program
}
