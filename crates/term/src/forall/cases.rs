//! Bodies that are simpler on parts of the range.

use super::powers::Powers;
use super::{Budget, Range};
use crate::{Node, Term, Terms};
use kyklos_base::Int;
use rustc_hash::FxHashMap;

/// The range may start later by this much.
const PEELED: i64 = 4;
/// Periods up to this length are unfolded.
const PERIOD: i64 = 16;

/// match: low constant, conditions on τ alone in the body that do not change from
/// a constant start on; result: the instances before, and ∀τ (start ≤ τ < high → …)
/// with the conditions' truth in their place.
pub(super) fn peeled(terms: &mut Terms, range: Range, body: Term, budget: Budget) -> Option<Term> {
    let low = terms.as_int(range.low)?;
    if rebinds(terms, range, body) {
        return None;
    }
    let latest = &low + &Int::from(PEELED);
    let (mut start, mut settled) = (low.clone(), FxHashMap::default());
    for part in terms.parts_first(&[body], |_| false) {
        if let Some((from, truth)) = settled_from(terms, range, part)
            && from <= latest
        {
            start = start.max(from);
            settled.insert(part, Term::truth(truth));
        }
    }
    if settled.is_empty() {
        return None;
    }
    let budget = budget.one_peel_less()?;
    let count = (&start - &low).to_i64()?;
    let mut all: Vec<Term> = (0..count).map(|offset| range.instance(terms, body, offset)).collect();
    let rest = terms.rewrite(body, |_, part| settled.get(&part).copied());
    let low = terms.int(&start);
    all.push(Range { low, ..range }.all(terms, rest, budget));
    Some(terms.and(all))
}

/// Whether some inner quantifier has τ too: that one has values of its own.
fn rebinds(terms: &Terms, range: Range, body: Term) -> bool {
    terms.parts_first(&[body], |_| false).into_iter().any(|part| match terms.node(part) {
        Some(Node::Quantified(_, bound, _)) => bound.contains(&range.tau),
        _ => false,
    })
}

/// For ±τ + c ≤ 0 and τ + c = 0 with a constant c: from where on it does not
/// change, and its truth there.
fn settled_from(terms: &mut Terms, range: Range, condition: Term) -> Option<(Int, bool)> {
    let (p, inequality) = match terms.node(condition)? {
        Node::NonPositive(p) => (*p, true),
        Node::IsZero(p) => (*p, false),
        _ => return None,
    };
    let powers = Powers::of(terms, range.tau, p)?;
    let (slope, constant) = (powers.slope(terms)?, terms.as_int(powers.rest())?);
    // Constants are divided by the only coefficient, so there is no other slope.
    match (slope.to_i64()?, inequality) {
        (1, _) => Some((Int::ONE - constant, false)),
        (-1, true) => Some((constant, true)),
        _ => None,
    }
}

/// match: τ only inside remainders of polynomials by constants; result: the
/// instances of one period from low on, as far as the range goes.
pub(super) fn one_period(terms: &mut Terms, range: Range, body: Term) -> Option<Term> {
    let mut periods: FxHashMap<Term, Int> = FxHashMap::default();
    for part in terms.parts_first(&[body], |_| false) {
        if let Some(period) = period(terms, range, part, &periods) {
            periods.insert(part, period);
        }
    }
    let period = periods.get(&body)?.to_i64()?;
    let instances: Vec<Term> = (0..period).map(|offset| range.instance(terms, body, offset)).collect();
    Some(terms.and(instances))
}

/// A number that can be added to τ without changing the term, given those of its parts.
fn period(terms: &mut Terms, range: Range, term: Term, parts: &FxHashMap<Term, Int>) -> Option<Int> {
    if !range.is_in(terms, term) {
        return Some(Int::ONE);
    }
    if let Some(Node::Mod(dividend, modulus)) = terms.node(term) {
        let (dividend, modulus) = (*dividend, *modulus);
        if let Some(modulus) = terms.as_int(modulus).filter(|modulus| !modulus.is_zero())
            && let Some(powers) = Powers::of(terms, range.tau, dividend)
        {
            let divisor = powers.slope(terms).map_or(Int::ONE, |slope| slope.gcd(&modulus));
            return modulus.abs().div_trunc(&divisor).filter(|period| *period <= Int::from(PERIOD));
        }
    }
    if terms.as_symbol(term) == Some(range.tau) {
        return None;
    }
    let (mut all, mut known) = (Int::ONE, true);
    terms.for_each_part(term, |part| match (terms.as_int(part), parts.get(&part)) {
        (Some(_), _) => {}
        (None, Some(period)) => {
            let common = all.gcd(period);
            all = (&all * period).div_trunc(&common).unwrap_or(Int::ONE);
        }
        (None, None) => known = false,
    });
    (known && all <= Int::from(PERIOD)).then_some(all)
}

/// match: ite(c, a, b) in the body, c without τ; result: (¬c ∨ ∀τ …a…) ∧ (c ∨ ∀τ …b…).
/// match: ite(c, a, b) in the body, c with τ; result: ∀τ (¬c ∨ …a…) ∧ ∀τ (c ∨ …b…),
/// if that removes the quantifiers.
pub(super) fn by_choices(terms: &mut Terms, range: Range, body: Term, budget: Budget) -> Option<Term> {
    let budget = budget.one_case_less()?;
    // A condition below a quantifier may be about its variable.
    if terms.is_quantified(body) {
        return None;
    }
    let mut conditions = Vec::new();
    for part in terms.parts_first(&[body], |_| false) {
        if let Some(Node::Ite(condition, ..)) = terms.node(part) {
            let condition = *condition;
            if range.is_in(terms, part) {
                conditions.push((range.is_in(terms, condition), condition));
            }
        }
    }
    let (varies, condition) = conditions.into_iter().min()?;
    let [then, otherwise] = [Term::TRUE, Term::FALSE]
        .map(|truth| terms.rewrite(body, |_, part| (part == condition).then_some(truth)));
    let opposite = terms.not(condition);
    if !varies {
        let (then, otherwise) = (range.all(terms, then, budget), range.all(terms, otherwise, budget));
        let (first, second) = (terms.either(opposite, then), terms.either(condition, otherwise));
        return Some(terms.both(first, second));
    }
    let (first, second) = (terms.either(opposite, then), terms.either(condition, otherwise));
    let (first, second) = (range.all(terms, first, budget), range.all(terms, second, budget));
    let both = terms.both(first, second);
    (!terms.is_quantified(both)).then_some(both)
}
