//! Bit operations as integer arithmetic: bit i of x is (x div 2^i) mod 2, for
//! negative x too (two's complement of unlimited width).

use crate::eval::{Result, Stuck};
use kyklos_base::Int;
use kyklos_flow::BinaryOp;
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{Term, Terms};

/// Numbers with more bits are not taken apart.
const MAX_BITS: u32 = 64;
/// The greatest shift count that need not be constant.
pub const MAX_SHIFT: i64 = 63;

/// A bit operation or a shift. A shift count that is not constant must be from 0
/// to [`MAX_SHIFT`] on the path.
pub fn operation(terms: &mut Terms, op: BinaryOp, a: Term, b: Term) -> Result<Term> {
    match op {
        BinaryOp::Shl | BinaryOp::Shr => shift(terms, op, a, b),
        BinaryOp::BitAnd => and(terms, a, b),
        // a | b = a + b - (a & b), a ^ b = a + b - 2(a & b)
        BinaryOp::BitOr | BinaryOp::BitXor => {
            let common = and(terms, a, b)?;
            let times = if op == BinaryOp::BitOr { -1 } else { -2 };
            Ok(terms.linear(&[(Int::ONE, a), (Int::ONE, b), (Int::from(times), common)]))
        }
        _ => Err(Stuck::Undefined("an operation on bits that is none")),
    }
}

fn and(terms: &mut Terms, a: Term, b: Term) -> Result<Term> {
    match (terms.as_int(a), terms.as_int(b)) {
        (Some(x), Some(y)) => Ok(terms.int(&constant_and(&x, &y))),
        (Some(mask), None) => Ok(masked(terms, b, &mask)),
        (None, Some(mask)) => Ok(masked(terms, a, &mask)),
        (None, None) => general_and(terms, a, b),
    }
}

/// The infinite two's complement conjunction of two numbers.
fn constant_and(x: &Int, y: &Int) -> Int {
    Int::from(x.to_big() & y.to_big())
}

/// x & mask, run by run of ones in the mask: a run from bit l to below bit h is
/// ((x div 2^l) mod 2^(h-l))·2^l; a negative mask ends in a run without end.
fn masked(terms: &mut Terms, x: Term, mask: &Int) -> Term {
    let mut sum = Term::ZERO;
    let mut rest = mask.clone();
    let mut low = 0;
    let two = Int::from(2);
    let odd = |value: &Int| value.rem_euclid(&two).is_some_and(|bit| bit.is_one());
    let half = |value: &Int| value.div_euclid(&two).unwrap_or(Int::ZERO);
    while !rest.is_zero() {
        if !odd(&rest) {
            (rest, low) = (half(&rest), low + 1);
            continue;
        }
        let start = low;
        while odd(&rest) && rest != Int::from(-1) {
            (rest, low) = (half(&rest), low + 1);
        }
        let unit = Int::power_of_two(start);
        let unit_term = terms.int(&unit);
        let mut run = terms.div(x, unit_term);
        if rest != Int::from(-1) {
            let size = terms.int(&Int::power_of_two(low - start));
            run = terms.modulo(run, size);
        } else {
            rest = Int::ZERO;
        }
        sum = terms.linear(&[(Int::ONE, sum), (unit, run)]);
    }
    sum
}

/// x & y bit by bit, where both have few bits.
fn general_and(terms: &mut Terms, a: Term, b: Term) -> Result<Term> {
    let width = |terms: &Terms, x: Term| -> Option<(u32, bool)> {
        let bounds = terms.bounds(x, &SymbolBounds::default());
        let (low, high) = (bounds.low?, bounds.high?);
        let bits = u32::try_from(low.bits().max(high.bits())).ok()?;
        (bits <= MAX_BITS).then_some((bits, low.is_negative()))
    };
    let (Some((m, a_negative)), Some((n, b_negative))) = (width(terms, a), width(terms, b)) else {
        return Err(Stuck::Unsupported("a bit operation on numbers without bounds"));
    };
    // A number that is not negative has no ones beyond its bits.
    let bits = match (a_negative, b_negative) {
        (false, false) => m.min(n),
        (false, true) => m,
        (true, false) => n,
        (true, true) => m.max(n) + 1,
    };
    let mut summands = Vec::new();
    for bit in 0..bits {
        let (x, y) = (bit_of(terms, a, bit), bit_of(terms, b, bit));
        let both = terms.and([x, y]);
        let unit = Int::power_of_two(bit);
        // If both may be negative, the last bit is the sign: all ones from there on.
        let unit = if a_negative && b_negative && bit + 1 == bits { -unit } else { unit };
        let one = terms.number_of(both);
        summands.push((unit, one));
    }
    Ok(terms.linear(&summands))
}

fn bit_of(terms: &mut Terms, x: Term, bit: u32) -> Term {
    let (unit, two) = (terms.int(&Int::power_of_two(bit)), terms.small(2));
    let quotient = terms.div(x, unit);
    let rest = terms.modulo(quotient, two);
    terms.truth_of(rest)
}

fn shift(terms: &mut Terms, op: BinaryOp, a: Term, b: Term) -> Result<Term> {
    let by = |terms: &mut Terms, count: u32| {
        let power = terms.int(&Int::power_of_two(count));
        if op == BinaryOp::Shl { terms.mul(a, power) } else { terms.div(a, power) }
    };
    if let Some(count) = terms.as_int(b) {
        let count =
            count.to_usize().and_then(|count| u32::try_from(count).ok()).filter(|count| *count <= 1 << 20);
        let count = count.ok_or(Stuck::Undefined("a shift by a count that is negative or too large"))?;
        return Ok(by(terms, count));
    }
    let bounds = terms.bounds(b, &SymbolBounds::default());
    let limit = |bound: Option<Int>, otherwise: i64| bound.and_then(|b| b.to_i64()).unwrap_or(otherwise);
    let low = limit(bounds.low, 0).max(0);
    let high = limit(bounds.high, MAX_SHIFT).min(MAX_SHIFT);
    let mut result = by(terms, high.max(low) as u32);
    for count in (low..high).rev() {
        let (value, count) = (by(terms, count as u32), terms.small(count));
        let here = terms.eq(b, count);
        result = terms.ite(here, value, result);
    }
    Ok(result)
}
