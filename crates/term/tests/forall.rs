//! The removal of bounded quantifiers against trying all values.

use kyklos_base::Int;
use kyklos_term::{FunctionModel, Model, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms, Value};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeMap;

/// Symbols of the formulas: τ, the counter κ, numbers x, y, z ≥ 0, a truth value and an array.
struct World {
    terms: Terms,
    tau: Symbol,
    ints: Vec<Symbol>,
    truth: Symbol,
    array: Symbol,
}

impl World {
    fn new() -> Self {
        let mut terms = Terms::new();
        let mut make = |name: &str, kind, sort, low: Option<i64>| {
            terms.symbol(SymbolInfo {
                name: name.to_owned(),
                kind,
                sort,
                low: low.map(Int::from),
                high: None,
            })
        };
        let tau = make("τ", SymbolKind::Bound, Sort::Int, None);
        let ints = vec![
            make("κ", SymbolKind::Counter, Sort::Int, None),
            make("x", SymbolKind::Input, Sort::Int, None),
            make("y", SymbolKind::Input, Sort::Int, None),
            make("z", SymbolKind::Input, Sort::Int, Some(0)),
        ];
        let truth = make("b", SymbolKind::Input, Sort::Bool, None);
        let array = make("a", SymbolKind::Input, Sort::Array(1), None);
        Self { terms, tau, ints, truth, array }
    }

    fn int(&mut self, index: usize) -> Term {
        self.terms.symbol_term(self.ints[index])
    }

    fn tau(&mut self) -> Term {
        self.terms.symbol_term(self.tau)
    }

    fn at(&mut self, body: Term, value: i64) -> Term {
        let value = self.terms.small(value);
        self.terms.substitute(body, &[(self.tau, value)].into_iter().collect())
    }

    /// Whether the body holds for all values between, each tried.
    fn tried(&mut self, model: &Model, low: Term, high: Term, body: Term) -> Option<bool> {
        let limit = |terms: &Terms, term| terms.evaluate(term, model)?.int()?.to_i64();
        let (low, high) = (limit(&self.terms, low)?, limit(&self.terms, high)?);
        for value in low..high {
            let instance = self.at(body, value);
            if !self.terms.holds(instance, model)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Random formulas; fewer bytes make smaller ones.
struct Source<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl Source<'_> {
    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.bytes.next().copied().unwrap_or(0)) % limit
    }

    fn small(&mut self) -> i64 {
        self.below(11) as i64 - 5
    }

    /// A number without τ.
    fn plain(&mut self, world: &mut World) -> Term {
        let constant = self.small();
        let constant = world.terms.small(constant);
        let number = match self.below(6) {
            0 | 1 => Term::ZERO,
            other => world.int((other - 2) % 4),
        };
        world.terms.add(number, constant)
    }

    /// A number with τ.
    fn number(&mut self, world: &mut World, depth: u32) -> Term {
        let (tau, plain) = (world.tau(), self.plain(world));
        let scale = self.small();
        let scaled = world.terms.linear(&[(Int::from(scale), tau), (Int::ONE, plain)]);
        if depth == 0 {
            return scaled;
        }
        match self.below(9) {
            0..=2 => scaled,
            3 => {
                let square = world.terms.mul(tau, tau);
                let factor = self.small();
                world.terms.linear(&[(Int::from(factor), square), (Int::ONE, scaled)])
            }
            4 => {
                let factor = self.number(world, 0);
                world.terms.mul(tau, factor)
            }
            5 => {
                let modulus = world.terms.small([2, 3, 4, 6, 17][self.below(5)]);
                let dividend = self.number(world, depth - 1);
                world.terms.modulo(dividend, modulus)
            }
            6 => {
                let three = world.terms.small(3);
                world.terms.div(scaled, three)
            }
            7 => {
                let condition = self.formula(world, depth - 1);
                let other = self.number(world, depth - 1);
                world.terms.ite(condition, scaled, other)
            }
            _ => {
                let array = world.terms.symbol_term(world.array);
                world.terms.read(array, &[scaled])
            }
        }
    }

    fn formula(&mut self, world: &mut World, depth: u32) -> Term {
        let inner = depth.saturating_sub(1);
        let choices = if depth == 0 { 6 } else { 9 };
        match self.below(choices) {
            0 => world.terms.symbol_term(world.truth),
            1 => {
                let (tau, constant) = (world.tau(), self.small());
                let constant = world.terms.small(constant);
                world.terms.le(tau, constant)
            }
            2 | 3 => {
                let p = self.number(world, depth);
                world.terms.non_positive(p)
            }
            4 => {
                let p = self.number(world, depth);
                world.terms.is_zero(p)
            }
            5 => {
                let p = self.number(world, depth);
                let zero = world.terms.is_zero(p);
                world.terms.not(zero)
            }
            6 => {
                let parts = [self.formula(world, inner), self.formula(world, inner)];
                world.terms.and(parts)
            }
            _ => {
                let parts = [self.formula(world, inner), self.formula(world, inner)];
                world.terms.or(parts)
            }
        }
    }

    fn model(&mut self, world: &World) -> Model {
        let mut model = Model::new();
        for symbol in &world.ints {
            let value = match world.terms.symbol_info(*symbol).low {
                Some(_) => self.below(5) as i64,
                None => self.below(19) as i64 - 6,
            };
            model.set(*symbol, Value::Int(Int::from(value)));
        }
        model.set(world.truth, Value::Truth(self.below(2) == 0));
        let entries: BTreeMap<_, _> =
            (0..4).map(|_| (vec![Int::from(self.small())], Int::from(self.small()))).collect();
        let default = Int::from(self.small());
        model.set(world.array, Value::Function(FunctionModel { entries, default }));
        model
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn all_values_agree(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
        models in prop::collection::vec(any::<u8>(), 150),
    ) {
        let mut world = World::new();
        let mut source = Source { bytes: bytes.iter() };
        let low = match source.below(3) {
            0 => Term::ZERO,
            1 => { let low = source.small(); world.terms.small(low) }
            _ => source.plain(&mut world),
        };
        let high = match source.below(4) {
            0 => source.plain(&mut world),
            _ => world.int(0),
        };
        let body = source.formula(&mut world, 3);
        let result = world.terms.all_between(world.tau, low, high, body);
        prop_assert!(!world.terms.free_symbols(result).contains(&world.tau));
        let mut values = Source { bytes: models.iter() };
        for _ in 0..8 {
            let model = values.model(&world);
            let expected = world.tried(&model, low, high, body);
            prop_assert_eq!(
                world.terms.holds(result, &model), expected,
                "∀τ in [{}, {}). {} became {} under {:?}",
                world.terms.show(low), world.terms.show(high), world.terms.show(body), world.terms.show(result), model,
            );
        }
    }
}

proptest! {
    #![proptest_config(config(5_000))]

    /// Disjunctions of inequalities, where what matters is the gap between two of them.
    #[test]
    fn gaps_are_seen(
        parts in prop::collection::vec((-3i64..=3, 1usize..=3, 0usize..3), 2..4),
        models in prop::collection::vec(any::<u8>(), 300),
    ) {
        let mut world = World::new();
        let mut atoms = Vec::new();
        for (slope, symbol, how) in parts {
            let p = polynomial(&mut world, &[0, slope], symbol);
            let (below, zero) = (world.terms.non_positive(p), world.terms.is_zero(p));
            atoms.push(if how == 0 { world.terms.not(zero) } else { below });
        }
        let (body, high) = (world.terms.or(atoms), world.int(0));
        let result = world.terms.all_between(world.tau, Term::ZERO, high, body);
        let mut values = Source { bytes: models.iter() };
        for _ in 0..16 {
            let model = values.model(&world);
            let expected = world.tried(&model, Term::ZERO, high, body);
            prop_assert_eq!(world.terms.holds(result, &model), expected, "{}", world.terms.show(body));
        }
    }
}

/// A formula built in a world.
type Build = fn(&mut World) -> Term;

/// `Σ coefficient·τᵏ` from the constant on, and a symbol.
fn polynomial(world: &mut World, coefficients: &[i64], symbol: usize) -> Term {
    let (tau, mut power, mut sum) = (world.tau(), Term::ONE, world.int(symbol));
    for coefficient in coefficients {
        sum = world.terms.linear(&[(Int::ONE, sum), (Int::from(*coefficient), power)]);
        power = world.terms.mul(power, tau);
    }
    sum
}

#[test]
fn these_lose_their_quantifier() {
    let cases: [(&str, Build); 17] = [
        ("linear", |w| {
            let p = polynomial(w, &[0, 3], 1);
            w.terms.non_positive(p)
        }),
        ("linear with a symbolic step", |w| {
            let (tau, step) = (w.tau(), w.int(1));
            let product = w.terms.mul(tau, step);
            let limit = w.int(2);
            w.terms.le(product, limit)
        }),
        ("equation", |w| {
            let p = polynomial(w, &[0, -2], 1);
            w.terms.is_zero(p)
        }),
        ("disequation", |w| {
            let p = polynomial(w, &[1, 5], 1);
            let zero = w.terms.is_zero(p);
            w.terms.not(zero)
        }),
        ("convex", |w| {
            let p = polynomial(w, &[0, -7, 2], 1);
            w.terms.non_positive(p)
        }),
        ("concave with its peak inside", |w| {
            let p = polynomial(w, &[0, 7, -2], 1);
            w.terms.non_positive(p)
        }),
        ("cubic, rising from the start on", |w| {
            let p = polynomial(w, &[0, 1, -3, 4], 1);
            w.terms.non_positive(p)
        }),
        ("equation of degree 3", |w| {
            let p = polynomial(w, &[0, 0, 0, 4], 1);
            w.terms.is_zero(p)
        }),
        ("disjunction of one direction", |w| {
            let (p, q) = (polynomial(w, &[0, 3], 1), polynomial(w, &[0, 5], 2));
            let parts = [w.terms.non_positive(p), w.terms.non_positive(q)];
            w.terms.or(parts)
        }),
        ("disjunction of both directions", |w| {
            let (p, q) = (polynomial(w, &[0, 1], 1), polynomial(w, &[0, -5], 2));
            let parts = [w.terms.non_positive(p), w.terms.non_positive(q)];
            w.terms.or(parts)
        }),
        ("disjunction with a disequation", |w| {
            let (p, q) = (polynomial(w, &[0, 1], 1), polynomial(w, &[0, -1], 2));
            let zero = w.terms.is_zero(p);
            let parts = [w.terms.not(zero), w.terms.non_positive(q)];
            w.terms.or(parts)
        }),
        ("conjunction in a disjunction", |w| {
            let (p, q, r) =
                (polynomial(w, &[0, 1], 1), polynomial(w, &[0, -1], 2), polynomial(w, &[2, 1], 3));
            let (p, q, r) = (w.terms.non_positive(p), w.terms.non_positive(q), w.terms.non_positive(r));
            let both = w.terms.both(p, q);
            w.terms.either(both, r)
        }),
        ("first iteration is special", |w| {
            let (tau, x) = (w.tau(), w.int(1));
            let later = w.terms.ge(tau, Term::ONE);
            let shifted = w.terms.add(tau, x);
            let y = w.int(2);
            let value = w.terms.ite(later, shifted, y);
            w.terms.le(value, x)
        }),
        ("choice by something else", |w| {
            let (tau, x, y) = (w.tau(), w.int(1), w.int(2));
            let condition = w.terms.le(x, y);
            let minus = w.terms.neg(tau);
            let value = w.terms.ite(condition, tau, minus);
            w.terms.le(value, x)
        }),
        ("choice by an inequality over τ", |w| {
            let (tau, x, y) = (w.tau(), w.int(1), w.int(2));
            let condition = w.terms.le(x, tau);
            let minus = w.terms.neg(tau);
            let value = w.terms.ite(condition, tau, minus);
            w.terms.le(value, y)
        }),
        ("remainder", |w| {
            let p = polynomial(w, &[0, 2], 1);
            let six = w.terms.small(6);
            let rest = w.terms.modulo(p, six);
            let y = w.int(2);
            w.terms.le(rest, y)
        }),
        ("remainder of a square", |w| {
            let p = polynomial(w, &[0, 1, 1], 1);
            let two = w.terms.small(2);
            let rest = w.terms.modulo(p, two);
            w.terms.is_zero(rest)
        }),
    ];
    for (name, build) in cases {
        let mut world = World::new();
        let body = build(&mut world);
        let kappa = world.int(0);
        let result = world.terms.all_between(world.tau, Term::ZERO, kappa, body);
        assert!(!world.terms.is_quantified(result), "{name}: {}", world.terms.show(result));
    }
}

#[test]
fn only_what_cannot_be_removed_stays() {
    let mut world = World::new();
    let (tau, kappa, x) = (world.tau(), world.int(0), world.int(1));
    let array = world.terms.symbol_term(world.array);
    let element = world.terms.read(array, &[tau]);
    let (zero, index) = (world.terms.is_zero(element), world.terms.add(tau, x));
    let small = world.terms.le(index, kappa);
    let body = world.terms.both(zero, small);
    let result = world.terms.all_between(world.tau, Term::ZERO, kappa, body);
    assert_eq!(world.terms.show(result), "(∀τ. 0 ≤ τ < κ → a(τ) = 0) ∧ (x ≤ 1 ∨ κ ≤ 0)");
}

/// A coefficient is known not to be negative by the range of its symbol.
#[test]
fn ranges_of_symbols_give_directions() {
    let mut world = World::new();
    let (tau, kappa, step, x) = (world.tau(), world.int(0), world.int(3), world.int(1));
    let product = world.terms.mul(tau, step);
    let (first, second) = (world.terms.le(product, x), world.terms.le(tau, x));
    let body = world.terms.either(first, second);
    let result = world.terms.all_between(world.tau, Term::ZERO, kappa, body);
    assert!(!world.terms.is_quantified(result), "{}", world.terms.show(result));
}

/// An inner range may depend on the outer variable.
#[test]
fn nested_ranges_are_tried() {
    let mut world = World::new();
    let (tau, kappa) = (world.tau(), world.int(0));
    let sigma = world.terms.fresh("σ", SymbolKind::Bound, Sort::Int);
    let array = world.terms.symbol_term(world.array);
    let (left, right) = (world.terms.read(array, &[sigma]), world.terms.read(array, &[tau]));
    let sorted = world.terms.le(left, right);
    let symbol = world.terms.as_symbol(sigma).unwrap();
    let square = world.terms.mul(tau, tau);
    let inner = world.terms.all_between(symbol, Term::ZERO, square, sorted);
    let all = world.terms.all_between(world.tau, Term::ZERO, kappa, inner);
    for (values, expected) in [([1, 2, 3, 4, 5], false), ([5, 5, 5, 5, 6], true)] {
        let mut model = Model::new();
        model.set(world.ints[0], Value::Int(Int::from(3)));
        let entries = values.iter().enumerate().map(|(i, v)| (vec![Int::from(i)], Int::from(*v)));
        let entries: BTreeMap<_, _> = entries.collect();
        model.set(world.array, Value::Function(FunctionModel { entries, default: Int::from(9) }));
        // For τ = 2, σ goes up to 3: a(3) ≤ a(2).
        assert_eq!(world.terms.holds(all, &model), Some(expected), "{}", world.terms.show(all));
    }
}
