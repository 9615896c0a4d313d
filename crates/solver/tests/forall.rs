//! The removal of bounded quantifiers, proved by Z3: the formula without them
//! against the quantified one, for random coefficients of each kind of body.

use kyklos_base::Int;
use kyklos_solver::z3::script_is_sat;
use kyklos_term::smtlib::symbol_name;
use kyklos_term::{Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::time::Duration;

/// Where Z3 has no proof for all ranges, it tries those up to this length.
const LENGTH: i64 = 6;

/// How long Z3 may take for one formula.
const LIMIT: Duration = Duration::from_secs(2);

/// Symbols of the formulas: τ, and the integers κ, x, y, z.
struct World {
    terms: Terms,
    tau: Symbol,
    ints: Vec<Symbol>,
}

impl World {
    fn new() -> Self {
        let mut terms = Terms::new();
        let mut make = |name: &str, kind| {
            let (name, sort) = (name.to_owned(), Sort::Int);
            terms.symbol(SymbolInfo { name, kind, sort, low: None, high: None })
        };
        let tau = make("τ", SymbolKind::Bound);
        let ints = ["κ", "x", "y", "z"].map(|name| make(name, SymbolKind::Input)).to_vec();
        Self { terms, tau, ints }
    }

    fn int(&mut self, index: usize) -> Term {
        self.terms.symbol_term(self.ints[index])
    }

    fn tau(&mut self) -> Term {
        self.terms.symbol_term(self.tau)
    }

    /// `Σ coefficient·τᵏ` from the constant on, plus a symbol.
    fn polynomial(&mut self, coefficients: &[i64], symbol: usize) -> Term {
        let (tau, mut power, mut sum) = (self.tau(), Term::ONE, self.int(symbol));
        for coefficient in coefficients {
            sum = self.terms.linear(&[(Int::ONE, sum), (Int::from(*coefficient), power)]);
            power = self.terms.mul(power, tau);
        }
        sum
    }

    /// `p ≤ 0`, `p = 0` or `p ≠ 0`.
    fn compared(&mut self, p: Term, how: usize) -> Term {
        match how % 3 {
            0 => self.terms.non_positive(p),
            1 => self.terms.is_zero(p),
            _ => {
                let zero = self.terms.is_zero(p);
                self.terms.not(zero)
            }
        }
    }

    /// Whether Z3 proves the formula right that comes out without quantifiers;
    /// for short ranges the quantified one is all its instances.
    fn proved(&mut self, low: Term, high: Term, body: Term, proof: Proof) -> Outcome {
        let result = self.terms.all_between(self.tau, low, high, body);
        if self.terms.is_quantified(result) {
            return Outcome::Quantified;
        }
        let mut script = String::new();
        for symbol in &self.ints {
            script.push_str(&format!("(declare-const {} Int)\n", symbol_name(&self.terms, *symbol)));
        }
        let mut text = |term| self.terms.to_smtlib(term);
        let (low, high, body, right) = (text(low), text(high), text(body), text(result));
        let tau = symbol_name(&self.terms, self.tau);
        let left = if proof == Proof::Short {
            script.push_str(&format!("(assert (<= (- {high} {low}) {LENGTH}))\n"));
            let instance = |offset: i64| {
                let at = format!("(+ {low} {offset})");
                format!(" (or (<= {high} {at}) (let (({tau} {at})) {body}))")
            };
            format!("(and{})", (0..LENGTH).map(instance).collect::<String>())
        } else {
            format!("(forall (({tau} Int)) (=> (and (<= {low} {tau}) (< {tau} {high})) {body}))")
        };
        script.push_str(&format!("(assert (not (= {left} {right})))\n"));
        match script_is_sat(&script, LIMIT).unwrap_or_else(|error| panic!("{error}\n{script}")) {
            Some(true) => Outcome::Wrong(self.terms.show(result)),
            Some(false) => Outcome::Proved,
            None => Outcome::Open,
        }
    }
}

/// Bodies by kind, from coefficients and a choice among variants.
type Build = fn(&mut World, &[i64], usize) -> Term;

/// What became of a quantifier.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Quantified,
    Proved,
    /// Z3 does not find out.
    Open,
    /// Not the same as this formula.
    Wrong(String),
}

/// Whether the proof is for all ranges or for short ones.
#[derive(Clone, Copy, PartialEq)]
enum Proof {
    Full,
    Short,
}

fn kinds() -> Vec<(&'static str, Proof, Build)> {
    vec![
        ("linear", Proof::Full, |w, k, how| {
            let p = w.polynomial(&k[..2], 1);
            w.compared(p, how)
        }),
        ("remainders that differ", Proof::Short, |w, k, how| {
            let (p, value) = (w.polynomial(&k[..2], 1), w.polynomial(&k[2..3], 2));
            let size = w.terms.small([4, 6, 16, 256][how % 4]);
            let rest = w.terms.modulo(p, size);
            let p = if how % 2 == 0 { w.terms.sub(rest, value) } else { w.terms.sub(value, rest) };
            w.compared(p, 2)
        }),
        ("symbolic step", Proof::Short, |w, k, how| {
            let (tau, step) = (w.tau(), w.polynomial(&k[..1], 2));
            let (product, rest) = (w.terms.mul(tau, step), w.int(1));
            let p = w.terms.add(product, rest);
            w.compared(p, how % 2)
        }),
        ("quadratic", Proof::Short, |w, k, how| {
            let p = w.polynomial(&k[..3], 1);
            w.compared(p, how % 2)
        }),
        ("convex with a symbolic slope", Proof::Short, |w, k, _| {
            let (tau, slope) = (w.tau(), w.int(2));
            let (product, square) = (w.terms.mul(tau, slope), w.polynomial(&[k[0], k[1], k[2].abs()], 1));
            let p = w.terms.add(product, square);
            w.compared(p, 0)
        }),
        ("cubic", Proof::Short, |w, k, how| {
            let p = w.polynomial(&k[..4], 1);
            w.compared(p, how % 2)
        }),
        ("disjunction of inequalities", Proof::Full, |w, k, how| {
            let parts: Vec<Term> = (0..2 + how % 2)
                .map(|index| {
                    let p = w.polynomial(&k[2 * index..2 * index + 2], 1 + index);
                    w.compared(p, 0)
                })
                .collect();
            w.terms.or(parts)
        }),
        ("disjunction of both directions", Proof::Full, |w, k, how| {
            let (unit, other) = if how % 2 == 0 { (1, -k[1].abs()) } else { (-1, k[1].abs()) };
            let (p, q) = (w.polynomial(&[k[0], unit], 1), w.polynomial(&[k[2], other], 2));
            let parts = [w.compared(p, 0), w.compared(q, 0)];
            w.terms.or(parts)
        }),
        ("disjunction with a disequation", Proof::Full, |w, k, how| {
            let (p, q) = (w.polynomial(&[k[0], 1], 1), w.polynomial(&k[1..3], 2));
            let parts = [w.compared(p, 2), w.compared(q, 2 * (how % 2))];
            w.terms.or(parts)
        }),
        ("parts without τ", Proof::Full, |w, k, how| {
            let (p, x, y) = (w.polynomial(&k[..2], 1), w.int(1), w.int(2));
            let parts = [w.compared(p, how), w.terms.le(x, y)];
            if how < 3 { w.terms.and(parts) } else { w.terms.or(parts) }
        }),
        ("conjunctions inside", Proof::Full, |w, k, _| {
            let ps: Vec<Term> = (0..3)
                .map(|index| {
                    let p = w.polynomial(&[k[index], [1, -1, 1][index]], 1 + index);
                    w.compared(p, 0)
                })
                .collect();
            let both = w.terms.both(ps[0], ps[1]);
            w.terms.either(both, ps[2])
        }),
        ("conditions that settle", Proof::Full, |w, k, how| {
            let (tau, later, x) = (w.tau(), w.terms.small(k[3]), w.int(3));
            let condition = if how % 2 == 0 { w.terms.ge(tau, later) } else { w.terms.eq(tau, later) };
            let p = w.polynomial(&k[..2], 1);
            let value = w.terms.ite(condition, p, x);
            w.compared(value, how)
        }),
        ("choices by something else", Proof::Full, |w, k, how| {
            let (x, y) = (w.int(1), w.int(2));
            let condition = w.terms.le(x, y);
            let (p, q) = (w.polynomial(&k[..2], 1), w.polynomial(&k[2..4], 2));
            let value = w.terms.ite(condition, p, q);
            w.compared(value, how)
        }),
        ("choices by τ", Proof::Full, |w, k, _| {
            let (tau, y) = (w.tau(), w.int(2));
            let condition = w.terms.le(y, tau);
            let (p, q) = (w.polynomial(&k[..2], 1), w.polynomial(&k[2..4], 3));
            let value = w.terms.ite(condition, p, q);
            w.compared(value, 0)
        }),
        ("remainders", Proof::Short, |w, k, how| {
            let p = w.polynomial(&k[..2 + how % 2], 1);
            let modulus = w.terms.small(2 + k[3].abs());
            let rest = w.terms.modulo(p, modulus);
            let y = w.int(2);
            let difference = w.terms.sub(rest, y);
            w.compared(difference, how)
        }),
    ]
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
    #![proptest_config(config(8))]

    #[test]
    fn removals_are_proved(
        coefficients in prop::collection::vec(-4i64..=4, 6),
        how in 0usize..6,
        constant in any::<bool>(),
        start in -2i64..=2,
    ) {
        for (name, proof, build) in kinds() {
            let mut world = World::new();
            let body = build(&mut world, &coefficients, how);
            // Powers of a symbolic start are too much for Z3.
            let constant = constant || proof == Proof::Short;
            let low = if constant { world.terms.small(start) } else { world.int(3) };
            let high = world.int(0);
            let outcome = world.proved(low, high, body, proof);
            // What Z3 does not decide is no sign of a wrong rule; the test below counts.
            prop_assert!(
                !matches!(outcome, Outcome::Wrong(_)),
                "{}: {} from {}: {:?}", name, world.terms.show(body), world.terms.show(low), outcome,
            );
        }
    }
}

/// A test that never proves anything would not fail either.
#[test]
fn each_kind_is_removed_and_decided() {
    for (name, proof, build) in kinds() {
        let mut outcomes = Vec::new();
        for seed in 0..6i64 {
            let mut world = World::new();
            let coefficients: Vec<i64> = (0..6).map(|index| (seed * 5 + index * 3 + 1) % 7 - 3).collect();
            let body = build(&mut world, &coefficients, seed as usize);
            let high = world.int(0);
            outcomes.push(world.proved(Term::ZERO, high, body, proof));
        }
        let proved = outcomes.iter().filter(|outcome| **outcome == Outcome::Proved).count();
        assert!(proved >= 3, "{name}: {outcomes:?}");
    }
}
