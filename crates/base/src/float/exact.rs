//! The operations on floating point numbers, by integers of any size: a finite number is ±s·2^e, results are
//! worked out exactly, or far enough with a note of what is left, and rounded once.

use super::{FloatFormat, FloatOp, MathFunction, Rounding};
use crate::Int;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::cmp::Ordering;

/// A floating point number taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Float {
    /// No number. The pattern's bits are as the format has them.
    Nan(u128),
    /// An infinity.
    Infinite {
        /// Less than all numbers, or greater.
        negative: bool,
    },
    /// `±significand · 2^exponent`
    Finite {
        /// The sign, which zeros have, too.
        negative: bool,
        /// Not negative.
        significand: Int,
        /// The power of two.
        exponent: i64,
    },
}

/// A number on its way to a format: `(significand + something below 1, if inexact) · 2^exponent`.
struct Unrounded {
    negative: bool,
    significand: Int,
    exponent: i64,
    inexact: bool,
}

/// The bits of a pattern.
fn bits_of(format: FloatFormat, pattern: &Int) -> u128 {
    let size = Int::power_of_two(format.bits());
    let bits = pattern.rem_euclid(&size).unwrap_or(Int::ZERO);
    match bits.to_i64() {
        Some(small) => small as u128,
        None => bits.to_big().to_u128().unwrap_or(0),
    }
}

/// The pattern of bits, as a two's complement integer.
fn pattern_of(format: FloatFormat, bits: u128) -> Int {
    let shift = 128 - format.bits();
    let signed = ((bits << shift) as i128) >> shift;
    i64::try_from(signed).map_or_else(|_| Int::from(BigInt::from(signed)), Int::from)
}

fn sign_bit(format: FloatFormat) -> u128 {
    1 << (format.bits() - 1)
}

fn bias(format: FloatFormat) -> i64 {
    (1 << (format.exponent_bits() - 1)) - 1
}

/// The exponent of the last place of the least numbers.
fn least_exponent(format: FloatFormat) -> i64 {
    2 - bias(format) - i64::from(format.precision())
}

/// The bit that says that a NaN is quiet.
fn quiet_bit(format: FloatFormat) -> u128 {
    1 << (format.precision() - 2)
}

/// The bits of infinity without a sign; with the leading bit where the pattern has it.
fn infinity_bits(format: FloatFormat) -> u128 {
    let exponent = ((1u128 << format.exponent_bits()) - 1) << format.fraction_bits();
    if format == FloatFormat::Extended { exponent | 1 << 63 } else { exponent }
}

/// What an invalid operation gives.
fn default_nan(format: FloatFormat) -> Int {
    pattern_of(format, sign_bit(format) | infinity_bits(format) | quiet_bit(format))
}

/// The pattern of the quiet NaN with a sign.
pub fn nan(format: FloatFormat, negative: bool) -> Int {
    let sign = if negative { sign_bit(format) } else { 0 };
    pattern_of(format, sign | infinity_bits(format) | quiet_bit(format))
}

/// The pattern of an infinity.
pub fn infinity(format: FloatFormat, negative: bool) -> Int {
    pattern_of(format, infinity_bits(format) | if negative { sign_bit(format) } else { 0 })
}

/// The pattern of a zero.
pub fn zero(format: FloatFormat, negative: bool) -> Int {
    pattern_of(format, if negative { sign_bit(format) } else { 0 })
}

/// What a pattern stands for.
pub fn decode(format: FloatFormat, pattern: &Int) -> Float {
    let bits = bits_of(format, pattern);
    let negative = bits & sign_bit(format) != 0;
    let field = (bits >> format.fraction_bits()) & ((1 << format.exponent_bits()) - 1);
    let fraction = bits & ((1 << format.fraction_bits()) - 1);
    let leading = 1u128 << (format.precision() - 1);
    let greatest = (1u128 << format.exponent_bits()) - 1;
    if format == FloatFormat::Extended && (fraction & leading != 0) != (field != 0) {
        return Float::Nan(bits);
    }
    if field == greatest {
        let payload = fraction & (leading - 1);
        return if payload == 0 { Float::Infinite { negative } } else { Float::Nan(bits) };
    }
    let (significand, exponent) = match field {
        0 => (fraction, least_exponent(format)),
        _ => (fraction | leading, least_exponent(format) + field as i64 - 1),
    };
    let significand =
        i64::try_from(significand).map_or_else(|_| Int::from(BigInt::from(significand)), Int::from);
    Float::Finite { negative, significand, exponent }
}

/// The nearest number of a format, ties to even.
fn rounded(format: FloatFormat, value: Unrounded) -> Int {
    let sign = if value.negative { sign_bit(format) } else { 0 };
    let zero = pattern_of(format, sign);
    if value.significand.is_zero() {
        return zero;
    }
    let length = value.significand.bits() as i64;
    let precision = i64::from(format.precision());
    let mut exponent = (value.exponent + length - precision).max(least_exponent(format));
    let shift = exponent - value.exponent;
    if shift > length + 1 {
        return zero;
    }
    if exponent > bias(format) + 1 {
        return infinity(format, value.negative);
    }
    let mut significand = if shift <= 0 {
        value.significand.shift_left(-shift as u32)
    } else {
        let kept = value.significand.shift_right(shift as u32);
        let rest = &value.significand - &kept.shift_left(shift as u32);
        let up = match rest.cmp(&Int::power_of_two(shift as u32 - 1)) {
            Ordering::Less => false,
            Ordering::Equal => value.inexact || !kept.bit_and(&Int::ONE).is_zero(),
            Ordering::Greater => true,
        };
        if up { kept + Int::ONE } else { kept }
    };
    if significand.bits() as i64 > precision {
        significand = significand.shift_right(1);
        exponent += 1;
    }
    let significand = significand.to_big().to_u128().unwrap_or(0);
    let leading = 1u128 << (precision - 1);
    let field = if significand & leading == 0 { 0 } else { exponent - least_exponent(format) + 1 };
    if field >= (1 << format.exponent_bits()) - 1 {
        return infinity(format, value.negative);
    }
    let fraction = if format == FloatFormat::Extended { significand } else { significand & (leading - 1) };
    pattern_of(format, sign | (field as u128) << format.fraction_bits() | fraction)
}

/// The nearest number to `±significand · 2^exponent`.
pub fn from_parts(format: FloatFormat, negative: bool, significand: Int, exponent: i64) -> Int {
    rounded(format, Unrounded { negative, significand, exponent, inexact: false })
}

/// The nearest number to a quotient of integers that are not negative, the second not zero, times a power of two.
pub fn from_ratio(format: FloatFormat, negative: bool, over: &Int, under: &Int, exponent: i64) -> Int {
    let missing = i64::from(format.precision()) + 3 + under.bits() as i64 - over.bits() as i64;
    let shift = missing.max(0) as u32;
    let over = over.shift_left(shift);
    let significand = over.div_trunc(under).unwrap_or(Int::ZERO);
    let inexact = &significand * under != over;
    rounded(format, Unrounded { negative, significand, exponent: exponent - i64::from(shift), inexact })
}

/// The result of an operation on patterns; `None` if the number of operands is wrong.
pub fn evaluate(op: FloatOp, format: FloatFormat, operands: &[Int]) -> Option<Int> {
    if operands.len() != op.arity() {
        return None;
    }
    if op == FloatOp::FromInt {
        let number = &operands[0];
        return Some(from_parts(format, number.is_negative(), number.abs(), 0));
    }
    if op == FloatOp::Scale {
        return Some(scaled(format, &operands[0], &operands[1]));
    }
    if let FloatOp::Decimal(part) = op {
        return super::decimal::evaluate(part, format, operands);
    }
    let values: Vec<Float> = operands.iter().map(|operand| decode(format, operand)).collect();
    if let Some(result) = test(op, &values) {
        return Some(Int::from(result));
    }
    if op == FloatOp::Exponent {
        return Some(Int::from(match &values[0] {
            Float::Finite { significand, exponent, .. } if !significand.is_zero() => {
                exponent + significand.bits() as i64 - 1
            }
            _ => 0,
        }));
    }
    if let FloatOp::ToInt { bits, signed } = op {
        return Some(to_int(&values[0], u32::from(bits), signed));
    }
    let bits = bits_of(format, &operands[0]);
    match op {
        FloatOp::Neg => return Some(pattern_of(format, bits ^ sign_bit(format))),
        FloatOp::Abs => return Some(pattern_of(format, bits & !sign_bit(format))),
        FloatOp::SignBit => return Some(Int::from(bits & sign_bit(format) != 0)),
        FloatOp::CopySign => {
            let sign = bits_of(format, &operands[1]) & sign_bit(format);
            return Some(pattern_of(format, bits & !sign_bit(format) | sign));
        }
        FloatOp::Min | FloatOp::Max => return Some(chosen(op, operands, &values)),
        FloatOp::Math(function) => return math(function, format, operands),
        _ => {}
    }
    let result = op.result(format)?;
    if let Some(Float::Nan(bits)) = values.iter().find(|value| matches!(value, Float::Nan(_))) {
        return Some(pattern_of(result, quieted(format, result, *bits)));
    }
    Some(match (op, values.as_slice()) {
        (FloatOp::Add, [a, b]) => sum(format, a, b),
        (FloatOp::Sub, [a, b]) => sum(format, a, &negated(b)),
        (FloatOp::Mul, [a, b]) => match product(a, b) {
            Some(product) => encode(format, product),
            None => default_nan(format),
        },
        (FloatOp::Fma, [a, b, c]) => match product(a, b) {
            Some(product) => sum(format, &product, c),
            None => default_nan(format),
        },
        (FloatOp::Div, [a, b]) => quotient(format, a, b),
        (FloatOp::NextAfter, [a, b]) if format != FloatFormat::Extended => {
            next_after(format, bits, a, b, &operands[1])
        }
        (FloatOp::Sqrt, [a]) => square_root(format, a),
        (FloatOp::Rem, [a, b]) => remainder(format, a, b, false),
        (FloatOp::Remainder, [a, b]) => remainder(format, a, b, true),
        (FloatOp::Round(rounding), [a]) => integral(format, a, rounding),
        (FloatOp::ToFloat(other), [a]) => encode(other, a.clone()),
        _ => return None,
    })
}

fn encode(format: FloatFormat, value: Float) -> Int {
    match value {
        Float::Nan(_) => default_nan(format),
        Float::Infinite { negative } => infinity(format, negative),
        Float::Finite { negative, significand, exponent } => {
            from_parts(format, negative, significand, exponent)
        }
    }
}

/// The bits of a NaN in another format, made quiet.
fn quieted(from: FloatFormat, to: FloatFormat, bits: u128) -> u128 {
    let sign = if bits & sign_bit(from) != 0 { sign_bit(to) } else { 0 };
    let payload = bits & (quiet_bit(from) - 1);
    let (old, new) = (from.precision(), to.precision());
    let payload = if new >= old { payload << (new - old) } else { payload >> (old - new) };
    sign | infinity_bits(to) | quiet_bit(to) | payload
}

fn negated(value: &Float) -> Float {
    match value.clone() {
        Float::Nan(bits) => Float::Nan(bits),
        Float::Infinite { negative } => Float::Infinite { negative: !negative },
        Float::Finite { negative, significand, exponent } => {
            Float::Finite { negative: !negative, significand, exponent }
        }
    }
}

/// The number with its sign, times 2 to minus the exponent.
fn signed(negative: bool, significand: &Int) -> Int {
    if negative { -significand } else { significand.clone() }
}

/// The order of two numbers, if none is a NaN.
pub fn compare(a: &Float, b: &Float) -> Option<Ordering> {
    let side = |negative: bool| if negative { Ordering::Less } else { Ordering::Greater };
    Some(match (a, b) {
        (Float::Nan(_), _) | (_, Float::Nan(_)) => return None,
        (Float::Infinite { negative: a }, Float::Infinite { negative: b }) if a == b => Ordering::Equal,
        (Float::Infinite { negative }, _) => side(*negative),
        (_, Float::Infinite { negative }) => side(!*negative),
        (
            Float::Finite { negative: m, significand: s, exponent: e },
            Float::Finite { negative: n, significand: t, exponent: f },
        ) => {
            let (s, t) = (signed(*m, s), signed(*n, t));
            let low = *e.min(f);
            // Where the lengths differ, they decide; shifts would be long.
            s.shift_left((e - low) as u32).cmp(&t.shift_left((f - low) as u32))
        }
    })
}

fn test(op: FloatOp, values: &[Float]) -> Option<bool> {
    Some(match (op, values) {
        (FloatOp::Eq, [a, b]) => compare(a, b).is_some_and(Ordering::is_eq),
        (FloatOp::Lt, [a, b]) => compare(a, b).is_some_and(Ordering::is_lt),
        (FloatOp::Le, [a, b]) => compare(a, b).is_some_and(Ordering::is_le),
        (FloatOp::IsNan, [a]) => matches!(a, Float::Nan(_)),
        _ => return None,
    })
}

/// The operand that is the lesser or the greater one.
fn chosen(op: FloatOp, operands: &[Int], values: &[Float]) -> Int {
    let first = match (&values[0], &values[1]) {
        (Float::Nan(_), _) => false,
        (_, Float::Nan(_)) => true,
        (a, b) => {
            let wanted = if op == FloatOp::Min { Ordering::Less } else { Ordering::Greater };
            compare(a, b) == Some(wanted)
        }
    };
    operands[usize::from(!first)].clone()
}

fn sum(format: FloatFormat, a: &Float, b: &Float) -> Int {
    match (a, b) {
        (Float::Infinite { negative: a }, Float::Infinite { negative: b }) if a != b => default_nan(format),
        (Float::Infinite { negative }, _) | (_, Float::Infinite { negative }) => infinity(format, *negative),
        (
            Float::Finite { negative: m, significand: s, exponent: e },
            Float::Finite { negative: n, significand: t, exponent: f },
        ) => {
            let low = *e.min(f);
            let (s, t) = (signed(*m, s), signed(*n, t));
            let sum = s.shift_left((e - low) as u32) + t.shift_left((f - low) as u32);
            let negative = if sum.is_zero() { *m && *n } else { sum.is_negative() };
            from_parts(format, negative, sum.abs(), low)
        }
        _ => default_nan(format),
    }
}

/// The exact product; `None` of zero and infinity.
fn product(a: &Float, b: &Float) -> Option<Float> {
    let negative = is_negative(a) != is_negative(b);
    Some(match (a, b) {
        (
            Float::Finite { significand: s, exponent: e, .. },
            Float::Finite { significand: t, exponent: f, .. },
        ) => Float::Finite { negative, significand: s * t, exponent: e + f },
        _ if is_zero(a) || is_zero(b) => return None,
        _ => Float::Infinite { negative },
    })
}

fn is_negative(value: &Float) -> bool {
    matches!(value, Float::Infinite { negative: true } | Float::Finite { negative: true, .. })
}

fn is_zero(value: &Float) -> bool {
    matches!(value, Float::Finite { significand, .. } if significand.is_zero())
}

fn quotient(format: FloatFormat, a: &Float, b: &Float) -> Int {
    let negative = is_negative(a) != is_negative(b);
    match (a, b) {
        (Float::Infinite { .. }, Float::Infinite { .. }) => default_nan(format),
        (Float::Infinite { .. }, _) => infinity(format, negative),
        (_, Float::Infinite { .. }) => zero(format, negative),
        _ if is_zero(b) && is_zero(a) => default_nan(format),
        _ if is_zero(b) => infinity(format, negative),
        (
            Float::Finite { significand: s, exponent: e, .. },
            Float::Finite { significand: t, exponent: f, .. },
        ) => from_ratio(format, negative, s, t, e - f),
        _ => default_nan(format),
    }
}

/// The next number toward another: patterns without their signs are in the order of the numbers.
fn next_after(format: FloatFormat, bits: u128, a: &Float, b: &Float, toward: &Int) -> Int {
    match compare(a, b) {
        Some(Ordering::Equal) | None => toward.clone(),
        Some(_) if is_zero(a) => pattern_of(format, if is_negative(b) { sign_bit(format) | 1 } else { 1 }),
        Some(order) if order.is_lt() != is_negative(a) => pattern_of(format, bits + 1),
        Some(_) => pattern_of(format, bits - 1),
    }
}

fn square_root(format: FloatFormat, a: &Float) -> Int {
    match a {
        Float::Finite { negative, significand, .. } if significand.is_zero() => zero(format, *negative),
        Float::Infinite { negative: false } => infinity(format, false),
        Float::Finite { negative: false, significand, exponent } => {
            let wanted = 2 * (i64::from(format.precision()) + 3);
            let mut shift = (wanted - significand.bits() as i64).max(0);
            shift += (exponent - shift).rem_euclid(2);
            let square = significand.shift_left(shift as u32);
            let root = Int::from(square.to_big().sqrt());
            let inexact = &root * &root != square;
            rounded(
                format,
                Unrounded { negative: false, significand: root, exponent: (exponent - shift) / 2, inexact },
            )
        }
        _ => default_nan(format),
    }
}

fn remainder(format: FloatFormat, a: &Float, b: &Float, nearest: bool) -> Int {
    match (a, b) {
        (Float::Finite { negative, significand, exponent }, Float::Infinite { .. }) => {
            from_parts(format, *negative, significand.clone(), *exponent)
        }
        (
            Float::Finite { negative, significand: s, exponent: e },
            Float::Finite { significand: t, exponent: f, .. },
        ) if !t.is_zero() => {
            let low = *e.min(f);
            let (s, t) = (s.shift_left((e - low) as u32), t.shift_left((f - low) as u32));
            let (quotient, rest) =
                (s.div_trunc(&t).unwrap_or(Int::ZERO), s.rem_trunc(&t).unwrap_or(Int::ZERO));
            let up = nearest
                && match rest.shift_left(1).cmp(&t) {
                    Ordering::Less => false,
                    Ordering::Equal => !quotient.bit_and(&Int::ONE).is_zero(),
                    Ordering::Greater => true,
                };
            let rest = if up { rest - t } else { rest };
            from_parts(format, negative ^ rest.is_negative(), rest.abs(), low)
        }
        _ => default_nan(format),
    }
}

/// The integer that a magnitude is rounded to.
fn to_integral(negative: bool, significand: &Int, exponent: i64, rounding: Rounding) -> Int {
    if exponent >= 0 {
        return significand.shift_left(exponent as u32);
    }
    let shift = -exponent as u32;
    let whole = significand.shift_right(shift);
    let rest = significand - &whole.shift_left(shift);
    let half = || rest.cmp(&Int::power_of_two(shift - 1));
    let up = match rounding {
        Rounding::Trunc => false,
        Rounding::Floor => negative && !rest.is_zero(),
        Rounding::Ceil => !negative && !rest.is_zero(),
        Rounding::Away => half().is_ge(),
        Rounding::Even => match half() {
            Ordering::Less => false,
            Ordering::Equal => !whole.bit_and(&Int::ONE).is_zero(),
            Ordering::Greater => true,
        },
    };
    if up { whole + Int::ONE } else { whole }
}

fn integral(format: FloatFormat, a: &Float, rounding: Rounding) -> Int {
    match a {
        Float::Finite { negative, significand, exponent } => {
            let whole = to_integral(*negative, significand, *exponent, rounding);
            from_parts(format, *negative, whole, 0)
        }
        other => encode(format, other.clone()),
    }
}

/// The number truncated toward zero; `None` of infinities and NaNs.
pub fn truncated(value: &Float) -> Option<Int> {
    match value {
        Float::Finite { negative, significand, exponent } => {
            Some(signed(*negative, &to_integral(*negative, significand, *exponent, Rounding::Trunc)))
        }
        _ => None,
    }
}

/// As x86-64 converts: to signed integers, the least one where the value does not fit; to unsigned ones, values from
/// half of the range on by way of their distance from there, others as signed ones.
fn to_int(value: &Float, bits: u32, signed: bool) -> Int {
    let half = Int::power_of_two(bits - 1);
    let into_signed = |whole: Option<Int>| match whole {
        Some(whole) if -&half <= whole && whole < half => whole,
        _ => -&half,
    };
    let whole = truncated(value);
    if signed {
        return into_signed(whole);
    }
    let above = match (&whole, value) {
        (Some(whole), _) => *whole >= half,
        (None, value) => matches!(value, Float::Infinite { negative: false }),
    };
    if above {
        return into_signed(whole.map(|whole| whole - half.clone())) + half.clone();
    }
    let result = into_signed(whole);
    if result.is_negative() { result + Int::power_of_two(bits) } else { result }
}

fn scaled(format: FloatFormat, a: &Int, by: &Int) -> Int {
    /// Beyond all exponents.
    const FAR: i64 = 100_000;
    match decode(format, a) {
        Float::Finite { negative, significand, exponent } => {
            let by = by.to_i64().unwrap_or(if by.is_negative() { -FAR } else { FAR }).clamp(-FAR, FAR);
            from_parts(format, negative, significand, exponent + by)
        }
        Float::Nan(bits) => pattern_of(format, quieted(format, format, bits)),
        _ => a.clone(),
    }
}

/// What the machine's library says; of the long format, by way of doubles.
fn math(function: MathFunction, format: FloatFormat, operands: &[Int]) -> Option<Int> {
    let bits = |operand: &Int| bits_of(format, operand);
    Some(match format {
        FloatFormat::Single => {
            let values: Vec<f32> =
                operands.iter().map(|operand| f32::from_bits(bits(operand) as u32)).collect();
            pattern_of(format, u128::from(single(function, &values)?.to_bits()))
        }
        FloatFormat::Double => {
            let values: Vec<f64> =
                operands.iter().map(|operand| f64::from_bits(bits(operand) as u64)).collect();
            pattern_of(format, u128::from(double(function, &values)?.to_bits()))
        }
        FloatFormat::Extended => {
            let narrow: Option<Vec<Int>> = operands
                .iter()
                .map(|operand| {
                    evaluate(FloatOp::ToFloat(FloatFormat::Double), format, std::slice::from_ref(operand))
                })
                .collect();
            let result = math(function, FloatFormat::Double, &narrow?)?;
            evaluate(FloatOp::ToFloat(format), FloatFormat::Double, &[result])?
        }
    })
}

macro_rules! functions {
    ($name:ident, $type:ty) => {
        fn $name(function: MathFunction, values: &[$type]) -> Option<$type> {
            use MathFunction::*;
            let (x, y) = (*values.first()?, values.get(1).copied());
            Some(match function {
                Sin => x.sin(),
                Cos => x.cos(),
                Tan => x.tan(),
                Asin => x.asin(),
                Acos => x.acos(),
                Atan => x.atan(),
                Atan2 => x.atan2(y?),
                Sinh => x.sinh(),
                Cosh => x.cosh(),
                Tanh => x.tanh(),
                Asinh => x.asinh(),
                Acosh => x.acosh(),
                Atanh => x.atanh(),
                Exp => x.exp(),
                Exp2 => x.exp2(),
                Expm1 => x.exp_m1(),
                Log => x.ln(),
                Log2 => x.log2(),
                Log10 => x.log10(),
                Log1p => x.ln_1p(),
                Pow => x.powf(y?),
                Cbrt => x.cbrt(),
                Hypot => x.hypot(y?),
            })
        }
    };
}

functions!(single, f32);
functions!(double, f64);
