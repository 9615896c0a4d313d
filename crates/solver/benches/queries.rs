//! How long queries take: `cargo bench -p kyklos-solver`.
//!
//! Each figure is the best of several rounds, in microseconds per query.

use kyklos_solver::{Answer, ChainOptions, Query, Solver, chain};
use kyklos_term::{Model, Sort, SymbolKind, Term, Terms};
use std::rc::Rc;
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(5);

fn main() {
    for (name, plain) in [("plain", true), ("chain", false)] {
        for length in [5, 50, 500] {
            report(&format!("{name}, path of {length}: next branch"), || walk(plain, length));
        }
    }
    for length in [5, 50, 500] {
        report(&format!("path of {length}: hint fits"), || hint_fits(length));
        report(&format!("path of {length}: same query again"), || again(length));
    }
}

fn report(name: &str, mut round: impl FnMut() -> (Duration, u32)) {
    let figure = |(time, queries): (Duration, u32)| time.as_secs_f64() * 1e6 / f64::from(queries);
    let best = (0..9).map(|_| figure(round())).fold(f64::INFINITY, f64::min);
    println!("{name:<45} {best:>9.2} µs");
}

fn solver(plain: bool) -> Box<dyn Solver> {
    chain(&ChainOptions { plain, ..ChainOptions::default() }).expect("Z3 is there")
}

/// Symbols in groups of three; the constraints of a group are connected.
fn path(terms: &mut Terms, length: usize) -> Vec<Term> {
    let symbols: Vec<Term> =
        (0..length + 1).map(|index| terms.fresh(format!("x{index}"), SymbolKind::Input, Sort::Int)).collect();
    (0..length)
        .map(|index| {
            let sum = match index % 3 {
                0 => symbols[index],
                _ => terms.add(symbols[index], symbols[index - 1]),
            };
            let bound = terms.small(10 + index as i64);
            terms.le(sum, bound)
        })
        .collect()
}

/// Grows a path and asks at each step for both sides of a new condition.
fn walk(plain: bool, length: usize) -> (Duration, u32) {
    let (mut terms, mut solver) = (Terms::new(), solver(plain));
    let path = path(&mut terms, length);
    let mut hint: Option<Rc<Model>> = None;
    let start = Instant::now();
    for index in 0..length {
        let denied = terms.not(path[index]);
        for goal in [denied, path[index]] {
            let query = Query { path: &path[..index], goal, hint: hint.as_ref(), limit: LIMIT };
            match solver.solve(&mut terms, &query) {
                Answer::Sat(model) if goal == path[index] => hint = Some(model),
                Answer::Sat(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
    (start.elapsed(), 2 * length as u32)
}

fn hint_fits(length: usize) -> (Duration, u32) {
    let (mut terms, mut solver) = (Terms::new(), solver(false));
    let path = path(&mut terms, length);
    let hint = Rc::new(Model::new());
    let y = terms.fresh("y", SymbolKind::Input, Sort::Int);
    let goal = terms.le(y, Term::ONE);
    repeat(&mut terms, &mut *solver, &Query { path: &path, goal, hint: Some(&hint), limit: LIMIT })
}

/// No model at hand fits, so the cache answers from the second time on.
fn again(length: usize) -> (Duration, u32) {
    let (mut terms, mut solver) = (Terms::new(), solver(false));
    let path = path(&mut terms, length);
    let hint = Rc::new(Model::new());
    let one = terms.fresh("y", SymbolKind::Input, Sort::Int);
    let (square, two) = (terms.mul(one, one), terms.small(2));
    let goal = terms.eq(square, two);
    repeat(&mut terms, &mut *solver, &Query { path: &path, goal, hint: Some(&hint), limit: LIMIT })
}

fn repeat(terms: &mut Terms, solver: &mut dyn Solver, query: &Query<'_>) -> (Duration, u32) {
    solver.solve(terms, query);
    let start = Instant::now();
    for _ in 0..1000 {
        std::hint::black_box(solver.solve(terms, query));
    }
    (start.elapsed(), 1000)
}
