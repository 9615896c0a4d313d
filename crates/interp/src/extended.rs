//! The 80-bit numbers of the x87: C's `long double` on x86.

use crate::floats::{from_i128, to_i128, to_int};
use kyklos_base::float::Rounding;
use kyklos_base::{FloatFormat, FloatOp, Int};
use std::cmp::Ordering;

/// A long number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Extended {
    /// The sign, and the payload from its highest bit on.
    Nan(bool, u64),
    /// Negative?
    Infinite(bool),
    /// Negative?; `significand · 2^exponent`.
    Finite(bool, u64, i64),
}

const LEAST: i64 = -16445;
const LEADING: u64 = 1 << 63;
const QUIET: u64 = 1 << 62;
const INVALID: Extended = Extended::Nan(true, 0);

/// The nearest number to (significand, and a little more if inexact) · 2^exponent.
pub(crate) fn rounded(negative: bool, significand: u128, exponent: i64, inexact: bool) -> Extended {
    if significand == 0 {
        return Extended::Finite(negative, 0, LEAST);
    }
    let length = 128 - i64::from(significand.leading_zeros());
    let last = (exponent + length - 64).max(LEAST);
    let shift = last - exponent;
    let (mut whole, mut last) = if shift <= 0 {
        ((significand << -shift) as u64, last)
    } else if shift > 127 {
        (0, last)
    } else {
        let (whole, rest) = ((significand >> shift) as u64, significand & ((1 << shift) - 1));
        let up = match rest.cmp(&(1 << (shift - 1))) {
            Ordering::Less => false,
            Ordering::Equal => inexact || whole & 1 == 1,
            Ordering::Greater => true,
        };
        match (up, whole.checked_add(1)) {
            (true, Some(next)) => (next, last),
            (true, None) => (LEADING, last + 1),
            (false, _) => (whole, last),
        }
    };
    if whole == 0 {
        return Extended::Finite(negative, 0, LEAST);
    }
    // In one form: as far left as the exponent allows.
    let room = i64::from(whole.leading_zeros()).min(last - LEAST);
    whole <<= room;
    last -= room;
    if last + 63 > 16383 { Extended::Infinite(negative) } else { Extended::Finite(negative, whole, last) }
}

/// The pattern of a quiet NaN in a format.
pub(crate) fn nan_of(format: FloatFormat, negative: bool, payload: u64) -> Int {
    let payload = payload >> 2;
    let sign = u128::from(negative);
    match format {
        FloatFormat::Single => Int::from(((sign as u32) << 31 | 0x7fc0_0000 | (payload >> 40) as u32) as i32),
        FloatFormat::Double => {
            Int::from(((sign as u64) << 63 | 0x7ff8_0000_0000_0000 | payload >> 11) as i64)
        }
        FloatFormat::Extended => {
            wide(sign << 79 | 0x7fff << 64 | u128::from(LEADING | QUIET | (payload & (QUIET - 1))))
        }
    }
}

/// 80 bits as an integer.
fn wide(bits: u128) -> Int {
    from_i128(((bits << 48) as i128) >> 48)
}

impl Extended {
    /// The number of a pattern.
    pub(crate) fn of(pattern: &Int) -> Option<Extended> {
        let bits = to_i128(pattern)? as u128;
        let (negative, field, significand) = (bits >> 79 & 1 == 1, (bits >> 64 & 0x7fff) as i64, bits as u64);
        Some(match field {
            _ if (significand & LEADING != 0) != (field != 0) => Extended::Nan(negative, significand << 2),
            0x7fff if significand == LEADING => Extended::Infinite(negative),
            0x7fff => Extended::Nan(negative, significand << 2),
            0 => Extended::Finite(negative, significand, LEAST),
            _ => Extended::Finite(negative, significand, LEAST + field - 1),
        })
    }

    /// A double, exactly.
    pub(crate) fn of_f64(value: f64) -> Extended {
        let bits = value.to_bits();
        let (negative, field, fraction) =
            (bits >> 63 == 1, (bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
        match field {
            0x7ff if fraction == 0 => Extended::Infinite(negative),
            0x7ff => Extended::Nan(negative, fraction << 13),
            0 => rounded(negative, u128::from(fraction), -1074, false),
            _ => rounded(negative, u128::from(fraction | 1 << 52), field - 1075, false),
        }
    }

    pub(crate) fn pattern(self) -> Int {
        match self {
            Extended::Nan(negative, payload) => nan_of(FloatFormat::Extended, negative, payload),
            Extended::Infinite(negative) => {
                wide(u128::from(negative) << 79 | 0x7fff << 64 | u128::from(LEADING))
            }
            Extended::Finite(negative, significand, exponent) => {
                let field = if significand & LEADING == 0 { 0 } else { exponent - LEAST + 1 };
                wide(u128::from(negative) << 79 | (field as u128) << 64 | u128::from(significand))
            }
        }
    }

    /// The pattern in a shorter format, rounded.
    fn narrow(self, precision: i64, least: i64, most: i64) -> u64 {
        let (negative, bits) = match self {
            Extended::Finite(negative, significand, exponent) if significand != 0 => {
                let length = 64 - i64::from(significand.leading_zeros());
                let last = (exponent + length - precision).max(least);
                let shift = last - exponent;
                let (wide, fits) = (u128::from(significand), shift < 127);
                let mut whole = if shift <= 0 {
                    (wide << -shift) as u64
                } else if fits {
                    (wide >> shift) as u64
                } else {
                    0
                };
                if shift > 0 && fits {
                    let rest = wide & ((1 << shift) - 1);
                    let half = 1u128 << (shift - 1);
                    whole += u64::from(rest > half || rest == half && whole & 1 == 1);
                }
                // A carry goes into the exponent, as it should.
                let (field, infinite) = (last - least, (most << (precision - 1)) as u64);
                let bits = if field < most { ((field as u64) << (precision - 1)) + whole } else { infinite };
                (negative, bits.min(infinite))
            }
            Extended::Finite(negative, ..) => (negative, 0),
            Extended::Infinite(negative) | Extended::Nan(negative, _) => {
                (negative, (most << (precision - 1)) as u64)
            }
        };
        bits | u64::from(negative) << if precision == 24 { 31 } else { 63 }
    }

    /// The pattern in any format.
    pub(crate) fn convert(self, format: FloatFormat) -> Int {
        match (self, format) {
            (Extended::Nan(negative, payload), _) => nan_of(format, negative, payload),
            (_, FloatFormat::Single) => Int::from(self.narrow(24, -149, 255) as u32 as i32),
            (_, FloatFormat::Double) => Int::from(self.narrow(53, -1074, 2047) as i64),
            (_, FloatFormat::Extended) => self.pattern(),
        }
    }

    /// The pattern in the machine's format of this width.
    pub(crate) fn to_float_pattern(self, width: u32) -> Option<Int> {
        Some(self.convert(if width == 32 { FloatFormat::Single } else { FloatFormat::Double }))
    }

    /// Times a power of two. Doubles that are scaled are rounded once, later: nothing is lost here but what is beyond
    /// all their numbers.
    pub(crate) fn scaled(self, by: &Int) -> Extended {
        let far = if by.is_negative() { -100_000 } else { 100_000 };
        let by = by.to_i64().unwrap_or(far).clamp(-100_000, 100_000);
        match self {
            Extended::Finite(negative, significand, exponent) => {
                rounded(negative, u128::from(significand), exponent + by, false)
            }
            other => other,
        }
    }

    fn is_zero(self) -> bool {
        matches!(self, Extended::Finite(_, 0, _))
    }

    fn negative(self) -> bool {
        match self {
            Extended::Nan(negative, _) | Extended::Infinite(negative) | Extended::Finite(negative, ..) => {
                negative
            }
        }
    }

    fn with_sign(self, negative: bool) -> Extended {
        match self {
            Extended::Nan(_, payload) => Extended::Nan(negative, payload),
            Extended::Infinite(_) => Extended::Infinite(negative),
            Extended::Finite(_, significand, exponent) => Extended::Finite(negative, significand, exponent),
        }
    }

    fn cmp(self, other: Extended) -> Option<Ordering> {
        // Finite numbers have one form each, so sizes are ordered by exponent, then significand.
        let key = |value: Extended| match value {
            Extended::Nan(..) => None,
            Extended::Infinite(negative) => Some((negative, i64::MAX, 0)),
            Extended::Finite(_, 0, _) => Some((false, i64::MIN, 0)),
            Extended::Finite(negative, significand, exponent) => Some((negative, exponent, significand)),
        };
        let ((m, e, s), (n, f, t)) = (key(self)?, key(other)?);
        Some(match (m, n) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => (e, s).cmp(&(f, t)),
            (true, true) => (f, t).cmp(&(e, s)),
        })
    }
}

fn add(a: Extended, b: Extended) -> Extended {
    match (a, b) {
        (Extended::Infinite(m), Extended::Infinite(n)) if m != n => INVALID,
        (Extended::Infinite(_), _) => a,
        (_, Extended::Infinite(_)) => b,
        (Extended::Finite(m, 0, _), Extended::Finite(n, 0, _)) => Extended::Finite(m && n, 0, LEAST),
        _ if a.is_zero() => b,
        _ if b.is_zero() => a,
        (Extended::Finite(m, s, e), Extended::Finite(n, t, f)) => {
            let ((m, s, e), (n, t, f)) =
                if (e, s) >= (f, t) { ((m, s, e), (n, t, f)) } else { ((n, t, f), (m, s, e)) };
            let apart = e - f;
            let big = u128::from(s) << 62;
            let (small, lost) = match apart {
                0..=62 => (u128::from(t) << (62 - apart), false),
                63..=125 => {
                    let shift = apart - 62;
                    (u128::from(t) >> shift, u128::from(t) & ((1 << shift) - 1) != 0)
                }
                _ => (0, true),
            };
            let exponent = e - 62;
            if m == n {
                return rounded(m, big + small, exponent, lost);
            }
            // What is lost makes the difference a little less than this.
            let difference = big - small - u128::from(lost);
            if difference == 0 {
                Extended::Finite(false, 0, LEAST)
            } else {
                rounded(m, difference, exponent, lost)
            }
        }
        _ => INVALID,
    }
}

fn multiply(a: Extended, b: Extended) -> Extended {
    let negative = a.negative() != b.negative();
    match (a, b) {
        (Extended::Finite(_, s, e), Extended::Finite(_, t, f)) => {
            rounded(negative, u128::from(s) * u128::from(t), e + f, false)
        }
        _ if a.is_zero() || b.is_zero() => INVALID,
        _ => Extended::Infinite(negative),
    }
}

fn divide(a: Extended, b: Extended) -> Extended {
    let negative = a.negative() != b.negative();
    match (a, b) {
        (Extended::Infinite(_), Extended::Infinite(_)) => INVALID,
        (Extended::Infinite(_), _) => Extended::Infinite(negative),
        (_, Extended::Infinite(_)) => Extended::Finite(negative, 0, LEAST),
        _ if a.is_zero() && b.is_zero() => INVALID,
        _ if b.is_zero() => Extended::Infinite(negative),
        (Extended::Finite(_, s, e), Extended::Finite(_, t, f)) => {
            if s == 0 {
                return Extended::Finite(negative, 0, LEAST);
            }
            let (up, down) = (i64::from(s.leading_zeros()), i64::from(t.leading_zeros()));
            let (s, t) = (u128::from(s << up), u128::from(t << down));
            let (e, f) = (e - up, f - down);
            let (first, rest) = ((s << 63) / t, (s << 63) % t);
            let (second, rest) = ((rest << 32) / t, (rest << 32) % t);
            rounded(negative, first << 32 | second, e - f - 95, rest != 0)
        }
        _ => INVALID,
    }
}

fn square_root(a: Extended) -> Extended {
    match a {
        Extended::Finite(_, 0, _) | Extended::Infinite(false) => a,
        Extended::Finite(false, s, e) => {
            let up = i64::from(s.leading_zeros());
            let (s, mut e) = (u128::from(s << up), e - up - 63);
            let mut square = s << 63;
            if e % 2 != 0 {
                square <<= 1;
                e -= 1;
            }
            // Bit by bit; the square is from 2^126 on.
            let (mut root, mut bit) = (0u128, LEADING as u128);
            while bit != 0 {
                if (root | bit) * (root | bit) <= square {
                    root |= bit;
                }
                bit >>= 1;
            }
            let rest = square - root * root;
            rounded(false, root << 1 | u128::from(rest > root), e / 2 - 1, rest != 0)
        }
        _ => INVALID,
    }
}

/// What is left of a division, truncated or rounded to nearest.
fn remainder(a: Extended, b: Extended, nearest: bool) -> Extended {
    let (Extended::Finite(negative, s, e), false) = (a, b.is_zero()) else { return INVALID };
    let Extended::Finite(_, t, f) = b else { return a };
    if s == 0 {
        return a;
    }
    // A divisor of a greater exponent is one with its leading bit.
    if f - e >= 2 {
        return a;
    }
    let (low, by) = if f > e { (e, u128::from(t) << 1) } else { (f, u128::from(t)) };
    let (mut rest, mut odd) = (u128::from(s), false);
    if rest >= by {
        odd = (rest / by) % 2 == 1;
        rest %= by;
    }
    for _ in low..e {
        rest <<= 1;
        odd = rest >= by;
        if odd {
            rest -= by;
        }
    }
    let up = nearest && (rest << 1 > by || rest << 1 == by && odd);
    if up { rounded(!negative, by - rest, low, false) } else { rounded(negative, rest, low, false) }
}

fn integral(a: Extended, rounding: Rounding) -> Extended {
    let Extended::Finite(negative, s, e) = a else { return a };
    if e >= 0 || s == 0 {
        return a;
    }
    let shift = -e;
    let (whole, rest, half) = match shift {
        64.. => (0, u128::from(s), if shift > 64 { u128::MAX } else { 1 << 63 }),
        _ => (u128::from(s >> shift), u128::from(s) & ((1 << shift) - 1), 1u128 << (shift - 1)),
    };
    let up = match rounding {
        Rounding::Trunc => false,
        Rounding::Floor => negative && rest != 0,
        Rounding::Ceil => !negative && rest != 0,
        Rounding::Away => rest >= half,
        Rounding::Even => rest > half || rest == half && whole & 1 == 1,
    };
    rounded(negative, whole + u128::from(up), 0, false)
}

/// `a·b + c` by integers of any size.
fn fused(a: Extended, b: Extended, c: Extended) -> Extended {
    let (Extended::Finite(m, s, e), Extended::Finite(n, t, f), Extended::Finite(o, u, g)) = (a, b, c) else {
        return match (a, b, c) {
            (Extended::Finite(..), Extended::Finite(..), Extended::Infinite(_)) => c,
            _ => match multiply(a, b) {
                nan @ Extended::Nan(..) => nan,
                product => add(product, c),
            },
        };
    };
    let big = |negative: bool, value: u128| {
        let high = Int::from((value >> 96) as i64).shift_left(96)
            + Int::from((value >> 48 & ((1 << 48) - 1)) as i64).shift_left(48);
        let value = high + Int::from((value & ((1 << 48) - 1)) as i64);
        if negative { -value } else { value }
    };
    let low = (e + f).min(g);
    let product = big(m != n, u128::from(s) * u128::from(t)).shift_left((e + f - low) as u32);
    let sum = product + big(o, u128::from(u)).shift_left((g - low) as u32);
    if sum.is_zero() {
        return Extended::Finite((m != n) && o, 0, LEAST);
    }
    let (negative, size) = (sum.is_negative(), sum.abs());
    let shift = size.bits().saturating_sub(120) as u32;
    let kept = size.shift_right(shift);
    let lost = kept.shift_left(shift) != size;
    let kept: u128 = kept.to_string().parse().unwrap_or(0);
    rounded(negative, kept, low + i64::from(shift), lost)
}

/// An operation on patterns of long numbers.
pub(crate) fn apply(op: FloatOp, operands: &[Int]) -> Option<Int> {
    let count = op.floats(operands.len());
    let values: Option<Vec<Extended>> = operands.iter().take(count).map(Extended::of).collect();
    let values = values?;
    let (a, b) = (*values.first()?, values.get(1).copied());
    let truth = |value: bool| Some(Int::from(value));
    let sign = |negative: bool| {
        let bits = to_i128(&operands[0])? as u128;
        Some(wide(bits & !(1 << 79) | u128::from(negative) << 79))
    };
    match op {
        FloatOp::Eq => return truth(a.cmp(b?) == Some(Ordering::Equal)),
        FloatOp::Lt => return truth(a.cmp(b?) == Some(Ordering::Less)),
        FloatOp::Le => return truth(matches!(a.cmp(b?), Some(Ordering::Less | Ordering::Equal))),
        FloatOp::IsNan => return truth(matches!(a, Extended::Nan(..))),
        FloatOp::SignBit => return truth(a.negative()),
        FloatOp::CopySign => return sign(b?.negative()),
        FloatOp::Exponent => {
            return Some(Int::from(match a {
                Extended::Finite(_, s, e) if s != 0 => e + 63 - i64::from(s.leading_zeros()),
                _ => 0,
            }));
        }
        FloatOp::Neg => return sign(!a.negative()),
        FloatOp::Abs => return sign(false),
        FloatOp::ToFloat(format) => return Some(a.convert(format)),
        FloatOp::Min | FloatOp::Max => {
            let wanted = if op == FloatOp::Min { Ordering::Less } else { Ordering::Greater };
            let nan = |value: Extended| matches!(value, Extended::Nan(..));
            let first = !nan(a) && (nan(b?) || a.cmp(b?) == Some(wanted));
            return operands.get(usize::from(!first)).cloned();
        }
        FloatOp::ToInt { bits, signed } => {
            let whole = match integral(a, Rounding::Trunc) {
                Extended::Finite(negative, s, e) if s == 0 || e + 64 <= 127 => {
                    let size = if e >= 0 { (s as i128) << e } else { i128::from(s >> (-e).min(63)) };
                    Some(if negative { -size } else { size })
                }
                _ => None,
            };
            if let (None, Extended::Finite(false, s, e), 128, false) = (whole, a, bits, signed)
                && e + 64 == 128
            {
                return Some(from_i128((s as i128) << 32).shift_left((e - 32) as u32));
            }
            return Some(to_int(whole, !a.negative() && !matches!(a, Extended::Nan(..)), bits, signed));
        }
        _ => {}
    }
    if let Some(Extended::Nan(negative, payload)) =
        values.iter().find(|value| matches!(value, Extended::Nan(..)))
    {
        return Some(nan_of(FloatFormat::Extended, *negative, *payload));
    }
    let result = match op {
        FloatOp::Add => add(a, b?),
        FloatOp::Sub => add(a, b?.with_sign(!b?.negative())),
        FloatOp::Mul => multiply(a, b?),
        FloatOp::Div => divide(a, b?),
        FloatOp::Fma => fused(a, b?, *values.get(2)?),
        FloatOp::Sqrt => square_root(a),
        FloatOp::Rem => remainder(a, b?, false),
        FloatOp::Remainder => remainder(a, b?, true),
        FloatOp::Round(rounding) => integral(a, rounding),
        FloatOp::Scale => a.scaled(operands.get(1)?),
        _ => return None,
    };
    Some(result.pattern())
}
