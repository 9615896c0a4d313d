//! Bit operations and shifts of states: which of them the terms can say. Note [bits].

use crate::eval::{Result, Stuck};
use kyklos_flow::BinaryOp;
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{BitOp, Term, Terms};

pub use kyklos_term::bits::MAX_SHIFT;

/// Constant shifts by more bits are not worked out.
const MAX_CONSTANT_SHIFT: usize = 1 << 20;

/// A bit operation or a shift. A shift count that is not constant must be from 0
/// to [`MAX_SHIFT`] on the path.
pub fn operation(terms: &mut Terms, op: BinaryOp, a: Term, b: Term) -> Result<Term> {
    let op = match op {
        BinaryOp::Shl | BinaryOp::Shr => return shift(terms, op, a, b),
        BinaryOp::BitAnd => BitOp::And,
        BinaryOp::BitOr => BitOp::Or,
        BinaryOp::BitXor => BitOp::Xor,
        _ => return Err(Stuck::Undefined("an operation on bits that is none")),
    };
    let fits = terms.as_int(a).is_some()
        || terms.as_int(b).is_some()
        || (is_bounded(terms, a) && is_bounded(terms, b));
    if !fits {
        return Err(Stuck::Unsupported("a bit operation on numbers without bounds"));
    }
    Ok(terms.bits(op, &[a, b]))
}

/// Whether a number has bounds by its form alone.
pub fn is_bounded(terms: &Terms, number: Term) -> bool {
    let bounds = terms.bounds(number, &SymbolBounds::default());
    bounds.low.is_some() && bounds.high.is_some()
}

/// A shift by up to twice [`MAX_SHIFT`] and one, as `__int128` has them: by half of that first where the count is so
/// large, then by what is left.
pub fn far_shift(terms: &mut Terms, op: BinaryOp, a: Term, b: Term) -> Result<Term> {
    let half = terms.small(i64::from(MAX_SHIFT) + 1);
    let rest = terms.modulo(b, half);
    let moved = shift(terms, op, a, half)?;
    let (far, near) = (shift(terms, op, moved, rest)?, shift(terms, op, a, rest)?);
    let is_far = terms.ge(b, half);
    Ok(terms.ite(is_far, far, near))
}

fn shift(terms: &mut Terms, op: BinaryOp, a: Term, b: Term) -> Result<Term> {
    if let Some(count) = terms.as_int(b)
        && count.to_usize().is_none_or(|count| count > MAX_CONSTANT_SHIFT)
    {
        return Err(Stuck::Undefined("a shift by a count that is negative or too large"));
    }
    Ok(if op == BinaryOp::Shl { terms.shl(a, b) } else { terms.shr(a, b) })
}
