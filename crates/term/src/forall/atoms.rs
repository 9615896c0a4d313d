//! Comparisons of polynomials in τ: where their truth at the ends of the range
//! tells it for all of it.

use super::Range;
use super::powers::{Growth, Powers};
use crate::{Node, Term, Terms};
use kyklos_base::Int;

/// Disjunctions of at most this many inequalities that hold from the start on,
/// and as many that hold to the end, are looked at in pairs.
const PAIRED: usize = 4;

/// ∀τ of one comparison.
pub(super) fn at_the_ends(terms: &mut Terms, range: Range, atom: Term) -> Option<Term> {
    match terms.node(atom)? {
        Node::NonPositive(p) => {
            let p = *p;
            non_positive(terms, range, p)
        }
        Node::IsZero(p) => {
            let p = *p;
            is_zero(terms, range, p)
        }
        Node::Not(inner) => match terms.node(*inner)? {
            Node::IsZero(p) => {
                let p = *p;
                not_zero(terms, range, p)
            }
            _ => None,
        },
        _ => None,
    }
}

/// match: ∀τ p(τ) ≤ 0, p never falls; result: p(high - 1) ≤ 0, or the range is empty.
/// match: ∀τ p(τ) ≤ 0, p never rises; result: p(low) ≤ 0, or the range is empty.
/// match: ∀τ p(τ) ≤ 0, p linear or convex; result: both, or the range is empty.
/// match: ∀τ a·τ² + b·τ + c ≤ 0, constants a < 0 and b; result: both, and at the
/// peak if that is in the range, or the range is empty.
fn non_positive(terms: &mut Terms, range: Range, p: Term) -> Option<Term> {
    let powers = Powers::of(terms, range.tau, p)?;
    let last = range.last(terms);
    let values = match powers.growth(terms, range) {
        Some(Growth::Up) => vec![last],
        Some(Growth::Down) => vec![range.low],
        None if powers.degree() == 1 || powers.is_convex(terms, range) => vec![range.low, last],
        None => {
            let peak = peak(terms, &powers)?;
            let peak = terms.int(&peak);
            let at_peak = terms.non_positive(p);
            let at_peak = range.at(terms, at_peak, peak);
            let (before, after) = (terms.lt(peak, range.low), terms.ge(peak, range.high));
            let inside = terms.or([before, after, at_peak]);
            let ends = hold_at(terms, range, p, &[range.low, last], Terms::non_positive);
            return Some(terms.both(ends, inside));
        }
    };
    Some(hold_at(terms, range, p, &values, Terms::non_positive))
}

/// Where a·τ² + b·τ is greatest, for constants a < 0 and b: the first integer
/// from which the next step a·(2τ + 1) + b is not up.
fn peak(terms: &Terms, powers: &Powers) -> Option<Int> {
    let [_, b, a] = powers.0.as_slice() else { return None };
    let (b, a) = (terms.as_int(*b)?, terms.as_int(*a)?);
    // τ ≥ (b - |a|) / 2|a|, rounded up.
    let size = a.abs();
    let rounded = (&size - &b).div_euclid(&(&size + &size))?;
    a.is_negative().then(|| -rounded)
}

/// match: ∀τ p(τ) = 0, p linear; result: p(low) = 0 and p(high - 1) = 0, or the range is empty.
/// match: ∀τ p(τ) = 0, p of degree d; result: p is 0 at the first d + 1 values of
/// the range, as far as it goes: there is no other polynomial with as many zeros.
fn is_zero(terms: &mut Terms, range: Range, p: Term) -> Option<Term> {
    let powers = Powers::of(terms, range.tau, p)?;
    if powers.degree() == 1 {
        let last = range.last(terms);
        return Some(hold_at(terms, range, p, &[range.low, last], Terms::is_zero));
    }
    let equation = terms.is_zero(p);
    let first: Vec<Term> =
        (0..=powers.degree() as i64).map(|offset| range.instance(terms, equation, offset)).collect();
    Some(terms.and(first))
}

/// match: ∀τ a·τ + c ≠ 0, a > 0 constant (else both negated); result: c mod a ≠ 0,
/// or a·low + c > 0, or a·(high - 1) + c < 0, or the range is empty.
fn not_zero(terms: &mut Terms, range: Range, p: Term) -> Option<Term> {
    let Some(powers) = Powers::of(terms, range.tau, p) else { return remainders_differ(terms, range, p) };
    let slope = powers.slope(terms)?;
    let p = if slope.is_negative() { terms.neg(p) } else { p };
    let rest = range.at(terms, p, Term::ZERO);
    let modulus = terms.int(&slope.abs());
    let remainder = terms.modulo(rest, modulus);
    let no_root = terms.ne(remainder, Term::ZERO);
    let last = range.last(terms);
    let (first, last) = (range.at(terms, p, range.low), range.at(terms, p, last));
    let (after, before) = (terms.gt(first, Term::ZERO), terms.lt(last, Term::ZERO));
    let outside = terms.or([no_root, after, before]);
    Some(range.unless_empty(terms, outside))
}

/// match: ∀τ (a·τ + r) mod m ≠ c, constants a and m > 0; result: c is no remainder, or gcd(a, m) does not divide
/// c - r, or the range ends before the first τ from low on with a·τ ≡ c - r modulo m.
fn remainders_differ(terms: &mut Terms, range: Range, p: Term) -> Option<Term> {
    let (_, parts) = terms.polynomial(p);
    let mut inside = parts.iter().filter(|(_, part)| range.is_in(terms, *part));
    let (Some((factor, part)), None) = (inside.next(), inside.next()) else { return None };
    let Some(Node::Mod(dividend, modulus)) = terms.node(*part) else { return None };
    let (factor, part, dividend, modulus) = (factor.clone(), *part, *dividend, *modulus);
    let size = terms.as_int(modulus).filter(|size| !size.is_zero() && !size.is_negative())?;
    let powers = Powers::of(terms, range.tau, dividend)?;
    let slope = powers.slope(terms)?;
    if !factor.abs().is_one() {
        return None;
    }
    // factor·remainder + rest ≠ 0
    let rest = terms.linear(&[(Int::ONE, p), (-&factor, part)]);
    let value = if factor.is_one() { terms.neg(rest) } else { rest };
    let common = slope.gcd(&size);
    let period = size.div_trunc(&common)?;
    let inverse = inverse(&slope.div_trunc(&common)?, &period)?;
    let (common, period) = (terms.int(&common), terms.int(&period));
    let wanted = terms.sub(value, powers.rest());
    let odd = terms.modulo(wanted, common);
    let (steps, inverse) = (terms.div(wanted, common), terms.int(&inverse));
    let root = terms.mul(steps, inverse);
    let since = terms.sub(root, range.low);
    let since = terms.modulo(since, period);
    let first = terms.add(range.low, since);
    let parts = [
        terms.lt(value, Term::ZERO),
        terms.ge(value, modulus),
        terms.ne(odd, Term::ZERO),
        terms.le(range.high, first),
    ];
    Some(terms.or(parts))
}

/// What a number is to be multiplied with to give 1, modulo another with which it has no common divisor.
fn inverse(number: &Int, modulus: &Int) -> Option<Int> {
    let (mut before, mut rest) = (modulus.clone(), number.rem_euclid(modulus)?);
    let (mut old, mut new) = (Int::ZERO, Int::ONE);
    while !rest.is_zero() {
        let quotient = before.div_euclid(&rest)?;
        (before, rest) = (rest.clone(), &before - &(&quotient * &rest));
        (old, new) = (new.clone(), &old - &(&quotient * &new));
    }
    before.is_one().then(|| old.rem_euclid(modulus)).flatten()
}

fn hold_at(
    terms: &mut Terms,
    range: Range,
    p: Term,
    values: &[Term],
    predicate: fn(&mut Terms, Term) -> Term,
) -> Term {
    let each: Vec<Term> = values
        .iter()
        .map(|value| {
            let p = range.at(terms, p, *value);
            predicate(terms, p)
        })
        .collect();
    let all = terms.and(each);
    range.unless_empty(terms, all)
}

/// ∀τ of a disjunction of inequalities (a disequation ±τ + c ≠ 0 is two).
///
/// Where p never falls, p ≤ 0 holds on the range up to some point; of several
/// such, the union does too. Where q never rises, q ≤ 0 holds from some point on.
///
/// match: ∀τ (p₁(τ) ≤ 0 ∨ …), no p falling; result: p₁(high - 1) ≤ 0 ∨ …, or the range is empty.
/// match: ∀τ (q₁(τ) ≤ 0 ∨ …), no q rising; result: q₁(low) ≤ 0 ∨ …, or the range is empty.
/// match: both kinds, all pairs linear a·τ + p ≤ 0, -b·τ + q ≤ 0 with constants a = 1 or b = 1;
/// result: all of these, or a·q + b·p ≤ a·b for a pair: it leaves no gap between.
pub(super) fn any_at_the_ends(terms: &mut Terms, range: Range, parts: &[Term]) -> Option<Term> {
    let (mut up, mut down) = (Vec::new(), Vec::new());
    for part in parts {
        for p in inequalities(terms, range, *part)? {
            let powers = Powers::of(terms, range.tau, p)?;
            match powers.growth(terms, range)? {
                Growth::Up => up.push((p, powers)),
                Growth::Down => down.push((p, powers)),
            }
        }
    }
    if up.len().min(down.len()) > 0 && up.len().max(down.len()) > PAIRED {
        return None;
    }
    let empty = terms.le(range.high, range.low);
    let mut holds = vec![empty];
    for (_, p) in &up {
        for (_, q) in &down {
            holds.push(no_gap(terms, p, q)?);
        }
    }
    let last = range.last(terms);
    let ends = up.iter().map(|(p, _)| (*p, last)).chain(down.iter().map(|(q, _)| (*q, range.low)));
    for (p, value) in ends {
        let p = range.at(terms, p, value);
        holds.push(terms.non_positive(p));
    }
    Some(terms.or(holds))
}

/// The polynomials of which one is at most 0 where the formula holds.
fn inequalities(terms: &mut Terms, range: Range, part: Term) -> Option<Vec<Term>> {
    match terms.node(part)? {
        Node::NonPositive(p) => Some(vec![*p]),
        Node::Not(inner) => {
            let Some(Node::IsZero(p)) = terms.node(*inner) else { return None };
            let p = *p;
            let slope = Powers::of(terms, range.tau, p)?.slope(terms)?;
            let (below, above) = (terms.add(p, Term::ONE), terms.sub(Term::ONE, p));
            slope.abs().is_one().then(|| vec![below, above])
        }
        _ => None,
    }
}

/// For a·τ + p ≤ 0 and -b·τ + q ≤ 0: every integer τ satisfies one of them. The
/// first holds up to ⌊-p/a⌋, the second from ⌈q/b⌉ on, which must be at most one more.
fn no_gap(terms: &mut Terms, up: &Powers, down: &Powers) -> Option<Term> {
    let (a, b) = (up.slope(terms)?, -down.slope(terms)?);
    if !a.is_one() && !b.is_one() {
        return None;
    }
    let product = &a * &b;
    let sum = terms.linear(&[(a, down.rest()), (b, up.rest()), (-product, Term::ONE)]);
    Some(terms.non_positive(sum))
}
