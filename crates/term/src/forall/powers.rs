//! Integer terms as polynomials in τ, and how they grow.

use super::Range;
use crate::bounds::SymbolBounds;
use crate::{Node, Symbol, Term, Terms};
use kyklos_base::Int;

/// Polynomials of a higher degree are left alone.
const DEGREE: usize = 8;

/// Coefficients by power of τ, free of τ themselves.
pub(super) struct Powers(pub(super) Vec<Term>);

/// How a polynomial behaves on all of a range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Growth {
    /// It never falls.
    Up,
    /// It never rises.
    Down,
}

impl Powers {
    /// The term as a polynomial in τ, if it is one.
    pub(super) fn of(terms: &mut Terms, tau: Symbol, p: Term) -> Option<Powers> {
        let (constant, parts) = terms.polynomial(p);
        let mut summands = vec![vec![(constant, Term::ONE)]];
        for (coefficient, monomial) in parts {
            let (power, rest) = without_tau(terms, tau, monomial)?;
            if power > DEGREE {
                return None;
            }
            if summands.len() <= power {
                summands.resize(power + 1, Vec::new());
            }
            summands[power].push((coefficient, rest));
        }
        Some(Powers(summands.iter().map(|summands| terms.linear(summands)).collect()))
    }

    /// The highest power of τ.
    pub(super) fn degree(&self) -> usize {
        self.0.len() - 1
    }

    /// The part without τ.
    pub(super) fn rest(&self) -> Term {
        self.0[0]
    }

    /// The coefficient of τ, if that is a constant and there is no higher power.
    pub(super) fn slope(&self, terms: &Terms) -> Option<Int> {
        match self.0.as_slice() {
            [_, slope] => terms.as_int(*slope),
            _ => None,
        }
    }

    /// Whether the polynomial only rises or only falls on a range: with L the
    /// least that `low` can be, p(L + n) is Σ Δᵏ·(n over k), Δᵏ the k-th
    /// difference at L, so one sign of all of them is the sign of every step.
    pub(super) fn growth(&self, terms: &mut Terms, range: Range) -> Option<Growth> {
        let differences = self.differences(terms, range, 1)?;
        if differences.iter().all(|difference| at_least_zero(terms, *difference)) {
            Some(Growth::Up)
        } else if differences.iter().all(|difference| at_most_zero(terms, *difference)) {
            Some(Growth::Down)
        } else {
            None
        }
    }

    /// Whether no step on a range is smaller than the one before, so that the
    /// greatest value is at an end.
    pub(super) fn is_convex(&self, terms: &mut Terms, range: Range) -> bool {
        match self.differences(terms, range, 2) {
            Some(differences) => differences.iter().all(|difference| at_least_zero(terms, *difference)),
            None => false,
        }
    }

    /// The differences of the polynomial from the given order on, at the least
    /// value that the range's start can be. The highest one is the same everywhere.
    fn differences(&self, terms: &mut Terms, range: Range, order: usize) -> Option<Vec<Term>> {
        let least = terms.bounds(range.low, &SymbolBounds::default()).low;
        let start = match least {
            Some(least) => least,
            None if self.degree() <= order => Int::ZERO,
            None => return None,
        };
        let mut row: Vec<Term> = (0..=self.degree())
            .map(|offset| {
                let (at, mut power) = (&start + &Int::from(offset), Int::ONE);
                let mut summands = Vec::new();
                for coefficient in &self.0[1..] {
                    power = &power * &at;
                    summands.push((power.clone(), *coefficient));
                }
                terms.linear(&summands)
            })
            .collect();
        let mut found = Vec::new();
        for level in 1..=self.degree() {
            row = row.windows(2).map(|pair| terms.sub(pair[1], pair[0])).collect();
            if level >= order {
                found.extend(row.first());
            }
        }
        Some(found)
    }
}

/// The power of τ in a monomial, and what it is multiplied with.
fn without_tau(terms: &mut Terms, tau: Symbol, monomial: Term) -> Option<(usize, Term)> {
    if terms.as_symbol(monomial) == Some(tau) {
        return Some((1, Term::ONE));
    }
    if !terms.free_symbols(monomial).contains(&tau) {
        return Some((0, monomial));
    }
    let Some(Node::Product(factors)) = terms.node(monomial) else { return None };
    let (factors, mut power, mut rest) = (factors.clone(), 0, Term::ONE);
    for (factor, exponent) in &factors {
        if terms.as_symbol(*factor) == Some(tau) {
            power = *exponent as usize;
        } else if terms.free_symbols(*factor).contains(&tau) {
            return None;
        } else {
            for _ in 0..*exponent {
                rest = terms.mul(rest, *factor);
            }
        }
    }
    Some((power, rest))
}

fn at_least_zero(terms: &Terms, term: Term) -> bool {
    terms.bounds(term, &SymbolBounds::default()).low.is_some_and(|low| !low.is_negative())
}

fn at_most_zero(terms: &Terms, term: Term) -> bool {
    terms.bounds(term, &SymbolBounds::default()).high.is_some_and(|high| high <= Int::ZERO)
}
