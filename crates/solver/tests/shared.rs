//! Terms are graphs: these have 60 levels, each of which mentions the one below twice, so they have few nodes and 2^60
//! paths. Everything that walks over terms has to come to an end within seconds.

use kyklos_base::thread_time::ThreadTime;
use kyklos_base::{FloatFormat, FloatOp, Int};
use kyklos_solver::{ChainOptions, Query, chain, refuted_by_bounds};
use kyklos_term::{Interval, Model, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::mpsc;
use std::time::Duration;

const LEVELS: usize = 60;
/// For one kind of terms and all walks.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a question may take longer than twice its limit, in a slow build.
const SLACK: Duration = Duration::from_millis(300);

/// Symbols that the terms are made of.
struct World {
    terms: Terms,
    x: Term,
    y: Term,
    array: Term,
    other: Term,
    tau: Symbol,
    /// One for each level.
    inputs: Vec<Term>,
}

impl World {
    fn new() -> Self {
        let mut terms = Terms::new();
        let range = || Some((Int::from(0), Int::from(255)));
        let x = terms.input(0, "x", Sort::Int, range());
        let y = terms.input(1, "y", Sort::Int, range());
        let array = terms.input(2, "a", Sort::Array(1), range());
        let other = terms.input(3, "b", Sort::Array(1), None);
        let tau = bound(&mut terms);
        let inputs = (0..LEVELS as u32).map(|n| terms.input(4 + n, "i", Sort::Int, range())).collect();
        Self { terms, x, y, array, other, tau, inputs }
    }

    /// A condition that differs from level to level.
    fn condition(&mut self, level: usize) -> Term {
        self.terms.le(self.inputs[level], self.x)
    }

    /// Goes up all levels from two terms, each being a function of the two below.
    fn levels(
        &mut self,
        start: [Term; 2],
        step: impl Fn(&mut World, usize, [Term; 2]) -> [Term; 2],
    ) -> [Term; 2] {
        (0..LEVELS).fold(start, |below, level| step(self, level, below))
    }

    fn less(&mut self, [a, b]: [Term; 2]) -> Term {
        self.terms.lt(a, b)
    }
}

fn bound(terms: &mut Terms) -> Symbol {
    terms.symbol(SymbolInfo {
        name: "τ".into(),
        kind: SymbolKind::Bound,
        sort: Sort::Int,
        low: None,
        high: None,
    })
}

/// All walks over a formula, and over the terms that it was made of.
fn walk(world: &mut World, all: &[Term], formula: Term) {
    let World { terms, x, y, tau, .. } = world;
    let model = Model::new();
    let (from, to) = (terms.as_symbol(*x).unwrap(), terms.add(*x, *y));
    let map: FxHashMap<Symbol, Term> = [(from, to)].into_iter().collect();
    let bounds = [(from, Interval::point(Int::from(3)))].into_iter().collect();
    for term in all.iter().copied().chain([formula]) {
        assert!(terms.parts_first(&[term], |_| false).len() < 100 * LEVELS * LEVELS);
        terms.free_symbols(term);
        terms.substitute(term, &map);
        terms.rewrite(term, |_, part| (part == *x).then_some(*y));
        terms.replace_parts(term, &[(*x, *y)].into_iter().collect());
        assert!(terms.show(term).len() < 100_000);
        assert!(terms.to_smtlib(term).len() < 20_000_000);
        terms.evaluate(term, &model);
        terms.bounds(term, &bounds);
        terms.bounds_within(term, &bounds, &mut FxHashMap::default());
        terms.known_bits(term);
        let _ = (terms.bit_depth(term), terms.has_bits(term), terms.has_floats(term));
        let _ = (terms.is_quantified(term), terms.sort(term), terms.degree(term));
        terms.choices(term, usize::MAX);
        terms.outcomes(term);
        terms.arrays_below(term);
    }
    terms.has_unknown(formula);
    terms.not(formula);
    terms.is_refuted(formula, &mut |_| false);
    terms.is_refuted(formula, &mut |_| true);
    terms.script(&[formula], true);
    let index = terms.symbol_term(*tau);
    let body = terms.substitute(formula, &[(from, index)].into_iter().collect());
    terms.all_between(*tau, Term::ZERO, *y, body);
    let small = terms.le(*x, Term::ONE);
    refuted_by_bounds(terms, [small].iter(), formula);
}

/// The processor time of this thread.
fn now() -> Duration {
    ThreadTime::of_this_thread().read().map_or(Duration::ZERO, |(own, _)| own)
}

/// Asks whether it can hold, with and without a model at hand; no question takes much longer than it may.
fn ask(world: &mut World, formula: Term) {
    let limit = Duration::from_millis(300);
    let (hint, opposite) = (Rc::new(Model::new()), world.terms.not(formula));
    for plain in [false, true] {
        let mut solver = chain(&ChainOptions { plain, ..ChainOptions::default() }).unwrap();
        for goal in [formula, opposite] {
            for hint in [None, Some(&hint)] {
                let start = now();
                let answer = solver.solve(&mut world.terms, &Query { path: &[], goal, hint, limit });
                let taken = now() - start;
                assert!(taken < limit * 2 + SLACK, "{taken:?} for {answer:?}");
            }
        }
    }
}

/// Builds terms of a kind, walks over them and asks about them, and is told if that takes too long.
fn check(name: &str, build: impl Fn(&mut World) -> (Vec<Term>, Term) + Send + 'static) {
    let (done, ended) = mpsc::channel();
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(move || {
        let mut world = World::new();
        let (all, formula) = build(&mut world);
        let _ = done.send("walked over");
        walk(&mut world, &all, formula);
        let _ = done.send("asked about");
        ask(&mut world, formula);
    });
    let mut stage = "built";
    loop {
        match ended.recv_timeout(PATIENCE) {
            Ok(next) => stage = next,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("{name}: being {stage} takes too long"),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    thread.unwrap().join().unwrap();
}

/// Makes a formula of two numbers, which are checked with it.
fn numbers(name: &str, step: impl Fn(&mut World, usize, [Term; 2]) -> [Term; 2] + Send + 'static) {
    check(name, move |world| {
        let start = [world.x, world.y];
        let ends = world.levels(start, &step);
        (ends.to_vec(), world.less(ends))
    });
}

#[test]
fn sums() {
    numbers("sums", |world, level, [a, b]| {
        let by = world.terms.small(level as i64 % 5 + 2);
        let (half, rest) = (world.terms.div(a, by), world.terms.modulo(b, by));
        [world.terms.add(half, b), world.terms.sub(a, rest)]
    });
}

#[test]
fn products() {
    numbers("products", |world, _, [a, b]| {
        let (byte, prime) = (world.terms.small(256), world.terms.small(97));
        let (low, rest) = (world.terms.modulo(a, byte), world.terms.modulo(b, prime));
        let product = world.terms.mul(low, rest);
        [product, world.terms.add(low, b)]
    });
}

#[test]
fn divisions() {
    numbers("divisions", |world, level, [a, b]| {
        let divisor = world.terms.add(b, world.inputs[level]);
        let next = world.terms.add(divisor, Term::ONE);
        [world.terms.div(a, next), world.terms.modulo(divisor, a)]
    });
}

#[test]
fn choices() {
    numbers("choices", |world, level, [a, b]| {
        let condition = world.condition(level);
        let other = world.terms.eq(world.inputs[level], world.y);
        [world.terms.ite(condition, a, b), world.terms.ite(other, a, b)]
    });
    numbers("sums of choices", |world, level, [a, b]| {
        let condition = world.condition(level);
        let more = world.terms.add(a, Term::ONE);
        let other = world.terms.lt(a, b);
        [world.terms.choice(condition, more, b), world.terms.ite(other, a, b)]
    });
}

#[test]
fn arrays() {
    check("writes and choices", |world| {
        let start = [world.array, world.other];
        let ends = world.levels(start, |world, level, [a, b]| {
            let condition = world.condition(level);
            let written = world.terms.write(a, &[world.inputs[level]], world.y);
            [world.terms.ite(condition, written, b), world.terms.ite(condition, b, a)]
        });
        let reads = ends.map(|array| world.terms.read(array, &[world.x]));
        ([ends, reads].concat(), world.less(reads))
    });
    numbers("reads of reads", |world, level, [a, b]| {
        let written = world.terms.write(world.array, &[world.inputs[level]], b);
        [world.terms.read(written, &[a]), world.terms.read(world.other, &[b])]
    });
    check("maps", |world| {
        let start = [world.array, world.other];
        let ends = world.levels(start, |world, level, [a, b]| {
            let parameter = bound(&mut world.terms);
            let place = world.terms.symbol_term(parameter);
            let here = world.terms.le(place, world.inputs[level]);
            let (own, other) = (world.terms.read(a, &[place]), world.terms.read(b, &[place]));
            let chosen = world.terms.ite(here, own, other);
            [world.terms.lambda(&[parameter], chosen), a]
        });
        let reads = ends.map(|array| world.terms.read(array, &[world.x]));
        ([ends, reads].concat(), world.less(reads))
    });
}

#[test]
fn bits() {
    numbers("bits", |world, level, [a, b]| {
        let (both, one) = (world.terms.bit_and(a, world.inputs[level]), world.terms.bit_xor(a, b));
        [world.terms.bit_or(both, b), world.terms.bit_and(one, world.inputs[level])]
    });
    numbers("shifts", |world, level, [a, b]| {
        let three = world.terms.small(3);
        let by = world.terms.bit_and(b, three);
        let right = world.terms.shr(a, by);
        [world.terms.bit_xor(right, world.inputs[level]), world.terms.bit_or(right, b)]
    });
}

#[test]
fn floats() {
    numbers("floats", |world, level, [a, b]| {
        let format = FloatFormat::Double;
        let sum = world.terms.float(FloatOp::Add, format, &[a, b]);
        [sum, world.terms.float(FloatOp::Mul, format, &[a, world.inputs[level]])]
    });
}

/// The conditions of a program whose branches meet again and again.
fn mixed(world: &mut World, level: usize, [a, b]: [Term; 2]) -> [Term; 2] {
    let condition = world.condition(level);
    let less = world.terms.lt(world.inputs[level], world.y);
    let (one, other) = (world.terms.and([condition, a]), world.terms.and([less, b]));
    [world.terms.or([one, other]), world.terms.or([condition, b])]
}

#[test]
fn truths() {
    check("truths", |world| {
        let small = world.terms.le(world.x, world.y);
        let read = world.terms.read(world.array, &[world.y]);
        let start = [small, world.terms.lt(read, world.x)];
        let ends = world.levels(start, mixed);
        (ends.to_vec(), ends[0])
    });
}

#[test]
fn quantifiers() {
    check("quantifiers in each other", |world| {
        let start = [world.terms.lt(world.x, world.y), world.terms.ne(world.x, world.y)];
        let ends = world.levels(start, |world, level, [a, b]| {
            let variable = bound(&mut world.terms);
            let place = world.terms.symbol_term(variable);
            let element = world.terms.read(world.array, &[place]);
            let (below, above) = (world.terms.lt(place, Term::ZERO), world.terms.ge(place, world.y));
            let small = world.terms.le(element, world.inputs[level]);
            let body = world.terms.or([below, above, small, a]);
            let all = world.terms.forall(&[variable], body);
            [world.terms.and([all, b]), world.terms.or([all, a])]
        });
        (ends.to_vec(), ends[0])
    });
    check("below a quantifier", |world| {
        let place = world.terms.symbol_term(world.tau);
        let element = world.terms.read(world.array, &[place]);
        let start = [element, place];
        let [a, b] = world.levels(start, |world, level, [a, b]| {
            let condition = world.terms.le(a, world.inputs[level]);
            let two = world.terms.small(2);
            let half = world.terms.div(a, two);
            let sum = world.terms.add(half, b);
            [world.terms.ite(condition, sum, b), half]
        });
        let (below, above) = (world.terms.lt(place, Term::ZERO), world.terms.ge(place, world.y));
        let less = world.terms.lt(a, b);
        let body = world.terms.or([below, above, less]);
        (vec![], world.terms.forall(&[world.tau], body))
    });
}
