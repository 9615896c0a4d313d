//! Bit operations and shifts on two's complement numbers of unlimited width.

use crate::eval::Fault;
use crate::heap::Account;
use crate::run::Undefined;
use kyklos_base::Int;

/// `<<` where the operands and the result are machine words.
#[inline]
pub(crate) fn shl_small(left: i64, right: i64) -> Option<i64> {
    let count = u32::try_from(right).ok().filter(|count| *count < 64)?;
    let result = left << count;
    (result >> count == left).then_some(result)
}

/// `>>` where the operands are machine words.
#[inline]
pub(crate) fn shr_small(left: i64, right: i64) -> Option<i64> {
    (right >= 0).then(|| left >> right.min(63))
}

pub(crate) fn and(left: &Int, right: &Int) -> Int {
    Int::from(left.to_big() & right.to_big())
}

pub(crate) fn or(left: &Int, right: &Int) -> Int {
    Int::from(left.to_big() | right.to_big())
}

pub(crate) fn xor(left: &Int, right: &Int) -> Int {
    Int::from(left.to_big() ^ right.to_big())
}

/// A result that would be too large is not computed.
pub(crate) fn shl(left: &Int, right: &Int, account: &Account) -> Result<Int, Fault> {
    if right.is_negative() {
        return Err(Undefined::NegativeShift.into());
    }
    if left.is_zero() {
        return Ok(Int::ZERO);
    }
    let count = right.to_i64().map_or(u64::MAX, i64::unsigned_abs);
    // Machine words are never too large.
    let bits = left.bits().saturating_add(count);
    if bits > account.max_number_bits().max(64) {
        return Err(account.too_many_bits());
    }
    account.check_room_for_bits(bits)?;
    Ok(Int::from(left.to_big() << count))
}

pub(crate) fn shr(left: &Int, right: &Int) -> Result<Int, Fault> {
    if right.is_negative() {
        return Err(Undefined::NegativeShift.into());
    }
    match right.to_i64() {
        Some(count) => Ok(Int::from(left.to_big() >> count.unsigned_abs())),
        // Longer than any number: only the sign is left.
        None => Ok(if left.is_negative() { -Int::ONE } else { Int::ZERO }),
    }
}
