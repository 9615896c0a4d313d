//! No question takes much longer than it may, however hard it is: here are those with quotients and products of sizes
//! that nobody knows.

use kyklos_base::Int;
use kyklos_base::thread_time::ThreadTime;
use kyklos_solver::{ChainOptions, Query, chain};
use kyklos_term::{Model, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms, Value};
use std::rc::Rc;
use std::time::Duration;

/// What a question may take longer than twice its limit, in a slow build.
const SLACK: Duration = Duration::from_millis(300);

/// The processor time of this thread.
fn now() -> Duration {
    ThreadTime::of_this_thread().read().map_or(Duration::ZERO, |(own, _)| own)
}

/// Numbers of 64 bits.
struct World {
    terms: Terms,
    inputs: Vec<Term>,
    most: Term,
    turn: Term,
}

impl World {
    fn new() -> Self {
        let mut terms = Terms::new();
        let turn = Int::power_of_two(64);
        let range = || Some((Int::ZERO, &turn - &Int::ONE));
        let inputs = (0..6).map(|n| terms.input(n, "n", Sort::Int, range())).collect();
        let most = terms.int(&(&turn - &Int::ONE));
        let turn = terms.int(&turn);
        Self { terms, inputs, most, turn }
    }

    fn wrap(&mut self, number: Term) -> Term {
        self.terms.modulo(number, self.turn)
    }

    fn product(&mut self, a: Term, b: Term) -> Term {
        let product = self.terms.mul(a, b);
        self.wrap(product)
    }
}

fn bound(terms: &mut Terms) -> Symbol {
    let (kind, sort) = (SymbolKind::Bound, Sort::Int);
    terms.symbol(SymbolInfo { name: "τ".into(), kind, sort, low: None, high: None })
}

/// What holds, and what is asked.
fn questions(world: &mut World) -> Vec<(&'static str, Vec<Term>, Term)> {
    let [n, count, i, j, x, y] = world.inputs[..] else { panic!() };
    let forty = world.terms.small(40);
    let sum = world.terms.add(n, forty);
    let size = world.wrap(sum);
    let some = world.terms.ne(size, Term::ZERO);
    let quotient = world.terms.div(world.most, size);
    let few = world.terms.le(count, quotient);
    let total = world.product(count, size);
    let asked = world.terms.ne(count, Term::ZERO);
    let back = world.terms.div(total, count);
    let path = vec![some, few, asked];
    let mut all = Vec::new();
    all.push(("a quotient of a product", path.clone(), world.terms.ne(back, size)));
    let plain = world.terms.mul(count, size);
    all.push(("a product that wraps", path.clone(), world.terms.gt(plain, world.most)));
    let (below, inside) = (world.terms.lt(i, count), world.terms.lt(j, size));
    let row = world.product(i, size);
    let place = {
        let sum = world.terms.add(row, j);
        world.wrap(sum)
    };
    let within = [path.clone(), vec![below, inside]].concat();
    all.push(("a place in rows", within.clone(), world.terms.ge(place, total)));
    let other = {
        let sum = world.terms.add(row, x);
        world.wrap(sum)
    };
    let rest = world.terms.modulo(other, size);
    let (own, byte) = (world.terms.div(other, size), world.terms.small(255));
    let low = world.terms.bit_and(own, y);
    all.push(("bits of a quotient", within.clone(), world.terms.gt(low, byte)));
    let (by, seven) = (world.terms.div(quotient, j), world.terms.small(7));
    let odd = world.terms.modulo(by, seven);
    let three = world.terms.small(3);
    all.push(("quotients of quotients", within.clone(), world.terms.eq(odd, three)));
    let square = world.product(rest, own);
    let cube = world.product(square, total);
    all.push(("products of remainders", within.clone(), world.terms.eq(cube, place)));
    let tau = bound(&mut world.terms);
    let index = world.terms.symbol_term(tau);
    let every = {
        let row = world.product(index, size);
        world.terms.lt(row, total)
    };
    let (before, behind) = (world.terms.lt(index, Term::ZERO), world.terms.ge(index, count));
    let body = world.terms.or([before, behind, every]);
    all.push(("every row", within.clone(), world.terms.forall(&[tau], body)));
    let wide = {
        let (a, b) = (world.terms.mul(rest, own), world.terms.mul(total, place));
        world.terms.mul(a, b)
    };
    let over = {
        let by = world.terms.mul(size, other);
        world.terms.div(wide, by)
    };
    all.push(("a quotient of wide products", within.clone(), world.terms.eq(over, by)));
    let masked = world.terms.bit_and(over, y);
    all.push(("bits of wide quotients", within.clone(), world.terms.eq(masked, by)));
    let mixed = world.terms.bit_xor(cube, total);
    let shifted = world.terms.shr(mixed, j);
    all.push(("shifted products", within, world.terms.eq(shifted, by)));
    all
}

#[test]
fn no_question_takes_much_longer_than_it_may() {
    let mut late = Vec::new();
    for milliseconds in [100, 400] {
        let limit = Duration::from_millis(milliseconds);
        let mut world = World::new();
        for (name, path, goal) in questions(&mut world) {
            for plain in [false, true] {
                let mut solver = chain(&ChainOptions { plain, ..ChainOptions::default() }).unwrap();
                let mut hint = Model::new();
                for input in &world.inputs {
                    hint.set(world.terms.as_symbol(*input).unwrap(), Value::Int(Int::ONE));
                }
                let hint = Rc::new(hint);
                let fits = path.iter().all(|part| world.terms.holds(*part, &hint) == Some(true));
                for hint in [None, Some(&hint).filter(|_| fits)] {
                    let start = now();
                    let answer = solver.solve(&mut world.terms, &Query { path: &path, goal, hint, limit });
                    let taken = now() - start;
                    if taken > limit * 2 + SLACK {
                        late.push(format!("{name}, {limit:?}: {taken:?} for {answer:?}"));
                    }
                }
            }
        }
    }
    assert!(late.is_empty(), "{}", late.join("\n"));
}
