//! Exact removal of bounded quantifiers: ∀τ (low ≤ τ < high → body), free of
//! quantifiers wherever a rule applies (see [compact §3] for where they come from). Note [∀τ].
//!
//! The rules, tried in this order; each gives an equivalent formula:
//!
//! 1. A body without τ holds, or the range is empty.
//! 2. A range of a constant, small width: all instances.
//! 3. A conjunction: each part by itself.
//! 4. A disjunction: parts without τ stand outside; inequalities are judged at
//!    the ends of the range; conjunctions inside are multiplied out ([`atoms`]).
//! 5. An inequality, equation or disequation over a polynomial in τ: at the ends
//!    of the range ([`atoms`]).
//! 6. Conditions on τ alone that do not change from a value soon after `low` on:
//!    the instances before it, and the rest without these conditions ([`cases`]).
//! 7. τ only inside remainders by constants: the instances of one period ([`cases`]).
//! 8. Choices inside: by cases of their condition ([`cases`]).
//!
//! What no rule takes stays quantified, that part of the body alone.
//! Ranges that symbols have by themselves count as known.

mod atoms;
mod cases;
mod powers;

use crate::{Node, Symbol, Term, Terms};
use rustc_hash::FxHashMap;

/// Ranges of at most this constant width are unfolded.
const UNFOLDED: i64 = 8;
/// Disjunctions are multiplied out into at most this many.
const CLAUSES: usize = 8;

impl Terms {
    /// A formula equivalent to ∀τ (low ≤ τ < high → body), without quantifiers
    /// wherever possible; see [`is_quantified`](Terms::is_quantified). The range
    /// must not depend on τ.
    ///
    /// match: ∀τ (low ≤ τ < high → body); result: by the rules of [`forall`](crate::forall).
    pub fn all_between(&mut self, tau: Symbol, low: Term, high: Term, body: Term) -> Term {
        let budget = Budget { cases: 3, peels: 4 };
        Range { tau, low, high }.all(self, body, budget)
    }

    /// Whether there is a quantifier in a term.
    pub fn is_quantified(&self, term: Term) -> bool {
        let order = self.parts_first(&[term], |_| false);
        order.iter().any(|part| matches!(self.node(*part), Some(Node::Quantified(..))))
    }
}

/// What came of bodies that were looked at before: formulas share parts.
pub(crate) type Removed = FxHashMap<(Range, Budget, Term), Term>;

/// How much larger a formula may become on the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Budget {
    /// Distinctions of cases, one inside the other.
    cases: u32,
    /// How often the range may start later.
    peels: u32,
}

impl Budget {
    fn one_case_less(self) -> Option<Budget> {
        Some(Budget { cases: self.cases.checked_sub(1)?, ..self })
    }

    fn one_peel_less(self) -> Option<Budget> {
        Some(Budget { peels: self.peels.checked_sub(1)?, ..self })
    }
}

/// low ≤ τ < high
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Range {
    tau: Symbol,
    low: Term,
    high: Term,
}

impl Range {
    /// The body holds for all τ of the range.
    fn all(self, terms: &mut Terms, body: Term, budget: Budget) -> Term {
        if let Some(known) = terms.removed.get(&(self, budget, body)) {
            return *known;
        }
        let result = self.removed(terms, body, budget);
        terms.removed.insert((self, budget, body), result);
        result
    }

    /// What [`Range::all`] keeps, so that parts that formulas share are looked at once.
    fn removed(self, terms: &mut Terms, body: Term, budget: Budget) -> Term {
        if !self.is_in(terms, body) {
            return self.unless_empty(terms, body);
        }
        let width = terms.sub(self.high, self.low);
        if let Some(width) = terms.as_int(width).and_then(|width| width.to_i64())
            && width <= UNFOLDED
        {
            let instances: Vec<Term> = (0..width).map(|offset| self.instance(terms, body, offset)).collect();
            return terms.and(instances);
        }
        if let Some(Node::And(parts)) = terms.node(body) {
            let parts = parts.clone();
            let each: Vec<Term> = parts.iter().map(|part| self.all(terms, *part, budget)).collect();
            return terms.and(each);
        }
        self.disjunction(terms, body, budget)
            .or_else(|| atoms::at_the_ends(terms, self, body))
            .or_else(|| cases::peeled(terms, self, body, budget))
            .or_else(|| cases::one_period(terms, self, body))
            .or_else(|| cases::by_choices(terms, self, body, budget))
            .unwrap_or_else(|| self.quantified(terms, body))
    }

    /// match: ∀τ (c ∨ d(τ)); result: c ∨ ∀τ d(τ).
    /// match: a ∨ (b ∧ c); result: (a ∨ b) ∧ (a ∨ c), if that removes the quantifier.
    fn disjunction(self, terms: &mut Terms, body: Term, budget: Budget) -> Option<Term> {
        let Some(Node::Or(parts)) = terms.node(body) else { return None };
        let parts = parts.to_vec();
        let (inside, outside): (Vec<Term>, Vec<Term>) =
            parts.iter().partition(|part| self.is_in(terms, **part));
        if !outside.is_empty() {
            let rest = terms.or(inside);
            let all = self.all(terms, rest, budget);
            return Some(terms.or(outside.into_iter().chain([all])));
        }
        if let Some(done) = atoms::any_at_the_ends(terms, self, &inside) {
            return Some(done);
        }
        let clauses = multiplied_out(terms, &inside)?;
        let budget = budget.one_case_less()?;
        let each: Vec<Term> = clauses.into_iter().map(|clause| self.all(terms, clause, budget)).collect();
        let all = terms.and(each);
        (!terms.is_quantified(all)).then_some(all)
    }

    fn quantified(self, terms: &mut Terms, body: Term) -> Term {
        let tau = terms.symbol_term(self.tau);
        let (before, after) = (terms.lt(tau, self.low), terms.ge(tau, self.high));
        let body = terms.or([before, after, body]);
        terms.forall(&[self.tau], body)
    }

    /// Whether τ is in a term.
    fn is_in(self, terms: &mut Terms, term: Term) -> bool {
        terms.free_symbols(term).contains(&self.tau)
    }

    /// A term at a value of τ.
    fn at(self, terms: &mut Terms, term: Term, value: Term) -> Term {
        terms.substitute(term, &[(self.tau, value)].into_iter().collect())
    }

    /// The last value of τ, if there is any.
    fn last(self, terms: &mut Terms) -> Term {
        terms.sub(self.high, Term::ONE)
    }

    /// The body holds at low + offset, if that is in the range.
    fn instance(self, terms: &mut Terms, body: Term, offset: i64) -> Term {
        let offset = terms.small(offset);
        let value = terms.add(self.low, offset);
        let (outside, holds) = (terms.le(self.high, value), self.at(terms, body, value));
        terms.either(outside, holds)
    }

    /// The range is empty or the formula holds, as conjuncts of their own.
    fn unless_empty(self, terms: &mut Terms, formula: Term) -> Term {
        let empty = terms.le(self.high, self.low);
        let parts = match terms.node(formula) {
            Some(Node::And(parts)) => parts.to_vec(),
            _ => vec![formula],
        };
        let guarded: Vec<Term> = parts.into_iter().map(|part| terms.either(empty, part)).collect();
        terms.and(guarded)
    }
}

/// The clauses of a disjunction with conjunctions in it, if they are few.
fn multiplied_out(terms: &mut Terms, parts: &[Term]) -> Option<Vec<Term>> {
    let mut clauses = vec![Vec::new()];
    for part in parts {
        let choices = match terms.node(*part) {
            Some(Node::And(inner)) => inner.to_vec(),
            _ => vec![*part],
        };
        if clauses.len() * choices.len() > CLAUSES {
            return None;
        }
        clauses = clauses
            .iter()
            .flat_map(|clause: &Vec<Term>| {
                choices.iter().map(move |choice| [clause, &[*choice][..]].concat())
            })
            .collect();
    }
    (clauses.len() > 1).then(|| clauses.into_iter().map(|clause| terms.or(clause)).collect())
}
