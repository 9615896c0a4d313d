//! Floating point numbers: the machine's own for `float` and `double`, and [`extended`](crate::extended) for the long
//! ones. They are integers here, the patterns of their bits.
//!
//! Nothing of this is shared with the symbolic side. NaNs are looked at first, so that the sign and payload of a result
//! do not depend on how this was compiled.

use crate::extended::{self, Extended};
use kyklos_base::float::{Decimal, MathFunction, Rounding};
use kyklos_base::{FloatFormat, FloatOp, Int};

/// The result of an operation; `None` if the number of operands is wrong.
pub(crate) fn apply(op: FloatOp, format: FloatFormat, operands: &[Int]) -> Option<Int> {
    if op == FloatOp::FromInt {
        return from_int(format, operands.first()?);
    }
    if op == FloatOp::Decimal(Decimal::Threshold) {
        return crate::decimal::threshold(format, operands.first()?, operands.get(1)?);
    }
    if let FloatOp::Decimal(part) = op {
        let value = match format {
            FloatFormat::Single => Extended::of_f64(f64::from(single_of(operands.first()?)?)),
            FloatFormat::Double => Extended::of_f64(double_of(operands.first()?)?),
            FloatFormat::Extended => Extended::of(operands.first()?)?,
        };
        return crate::decimal::part(part, value, operands.get(1)?, operands.get(2));
    }
    match format {
        FloatFormat::Single => {
            let values: Option<Vec<f32>> = operands.iter().map(single_of).collect();
            single(op, &values.or_else(|| scaled_single(op, operands))?, operands)
        }
        FloatFormat::Double => {
            let values: Option<Vec<f64>> = operands.iter().map(double_of).collect();
            double(op, &values.or_else(|| scaled_double(op, operands))?, operands)
        }
        FloatFormat::Extended => long(op, operands),
    }
}

/// [`apply`] for patterns in machine words.
#[inline]
pub(crate) fn apply_small(op: FloatOp, format: FloatFormat, operands: &[i64]) -> Option<i64> {
    if let (FloatFormat::Double, [a, b]) = (format, operands) {
        let (x, y) = (f64::from_bits(*a as u64), f64::from_bits(*b as u64));
        if !x.is_nan() && !y.is_nan() {
            let result = match op {
                FloatOp::Add => x + y,
                FloatOp::Sub => x - y,
                FloatOp::Mul => x * y,
                FloatOp::Div => x / y,
                FloatOp::Lt => return Some(i64::from(x < y)),
                FloatOp::Le => return Some(i64::from(x <= y)),
                FloatOp::Eq => return Some(i64::from(x == y)),
                _ => return slow(op, format, operands),
            };
            if !result.is_nan() {
                return Some(result.to_bits() as i64);
            }
        }
    }
    slow(op, format, operands)
}

#[inline(never)]
fn slow(op: FloatOp, format: FloatFormat, operands: &[i64]) -> Option<i64> {
    let operands: Vec<Int> = operands.iter().map(|operand| Int::from(*operand)).collect();
    apply(op, format, &operands)?.to_i64()
}

fn single_of(pattern: &Int) -> Option<f32> {
    Some(f32::from_bits(pattern.to_i64()? as u32))
}

fn double_of(pattern: &Int) -> Option<f64> {
    match pattern.to_i64() {
        Some(pattern) => Some(f64::from_bits(pattern as u64)),
        None => Some(f64::from_bits(u64::try_from(to_i128(pattern)?).ok()?)),
    }
}

/// Where the count of a scaling is no machine word, only the number matters here.
fn scaled_single(op: FloatOp, operands: &[Int]) -> Option<Vec<f32>> {
    (op == FloatOp::Scale).then(|| operands.iter().take(1).filter_map(single_of).collect())
}

fn scaled_double(op: FloatOp, operands: &[Int]) -> Option<Vec<f64>> {
    (op == FloatOp::Scale).then(|| operands.iter().take(1).filter_map(double_of).collect())
}

pub(crate) fn to_i128(value: &Int) -> Option<i128> {
    match value.to_i64() {
        Some(value) => Some(i128::from(value)),
        None => value.to_string().parse().ok(),
    }
}

pub(crate) fn from_i128(value: i128) -> Int {
    match i64::try_from(value) {
        Ok(value) => Int::from(value),
        Err(_) => {
            let high = Int::from((value >> 64) as i64).shift_left(64);
            let low = value as u64;
            high + Int::from((low >> 32) as i64).shift_left(32) + Int::from((low & 0xffff_ffff) as i64)
        }
    }
}

fn from_int(format: FloatFormat, number: &Int) -> Option<Int> {
    let magnitude: u128 = match number.to_i64() {
        Some(number) => u128::from(number.unsigned_abs()),
        None => number.abs().to_string().parse().ok()?,
    };
    let negative = number.is_negative();
    Some(match format {
        FloatFormat::Single => {
            let value = magnitude as f32;
            of_single(if negative { -value } else { value })
        }
        FloatFormat::Double => {
            let value = magnitude as f64;
            of_double(if negative { -value } else { value })
        }
        FloatFormat::Extended => extended::rounded(negative, magnitude, 0, false).pattern(),
    })
}

fn of_single(value: f32) -> Int {
    Int::from(value.to_bits() as i32)
}

fn of_double(value: f64) -> Int {
    Int::from(value.to_bits() as i64)
}

/// A truncated value as an integer type, as x86-64 does it.
pub(crate) fn to_int(whole: Option<i128>, too_high: bool, bits: u8, signed: bool) -> Int {
    let half = Int::power_of_two(u32::from(bits) - 1);
    let whole = whole.map(from_i128);
    let fit = |whole: Option<Int>| match whole {
        Some(whole) if whole < half && whole >= -&half => whole,
        _ => -&half,
    };
    if signed {
        return fit(whole);
    }
    let upper = whole.as_ref().map_or(too_high, |whole| *whole >= half);
    if upper {
        return fit(whole.map(|whole| whole - half.clone())) + half.clone();
    }
    let result = fit(whole);
    if result.is_negative() { result + Int::power_of_two(u32::from(bits)) } else { result }
}

macro_rules! machine {
    ($name:ident, $math:ident, $float:ty, $bits:ty, $of:ident, $quiet:expr, $nan:expr) => {
        fn $name(op: FloatOp, values: &[$float], operands: &[Int]) -> Option<Int> {
            let x = *values.first()?;
            let y = values.get(1).copied();
            let truth = |value: bool| Some(Int::from(value));
            match op {
                FloatOp::Eq => return truth(x == y?),
                FloatOp::Lt => return truth(x < y?),
                FloatOp::Le => return truth(x <= y?),
                FloatOp::IsNan => return truth(x.is_nan()),
                FloatOp::SignBit => return truth(x.is_sign_negative()),
                FloatOp::Exponent => return extended::apply(op, &[Extended::of_f64(f64::from(x)).pattern()]),
                FloatOp::CopySign => {
                    let sign = 1 << (<$bits>::BITS - 1);
                    let bits = x.to_bits() & !sign | y?.to_bits() & sign;
                    return Some($of(<$float>::from_bits(bits)));
                }
                FloatOp::Neg => {
                    return Some($of(<$float>::from_bits(x.to_bits() ^ (1 << (<$bits>::BITS - 1)))))
                }
                FloatOp::Abs => {
                    return Some($of(<$float>::from_bits(x.to_bits() & !(1 << (<$bits>::BITS - 1)))))
                }
                FloatOp::Min | FloatOp::Max => {
                    let y = y?;
                    let first = if op == FloatOp::Min { x < y } else { x > y };
                    return Some($of(if !x.is_nan() && (y.is_nan() || first) { x } else { y }));
                }
                FloatOp::ToInt { bits, signed } => {
                    // 2^127 and more are beyond all types but one, whose upper half it is.
                    let fits = x.is_finite() && x.abs() < (2.0 as $float).powi(127);
                    if x.is_finite() && !fits {
                        return Some(beyond(f64::from(x), bits, signed));
                    }
                    return Some(to_int(fits.then(|| x as i128), x > 0.0, bits, signed));
                }
                FloatOp::Math(function) => return Some($of($math(function, x, y)?)),
                _ => {}
            }
            let inputs = if op == FloatOp::Scale { &values[..1] } else { values };
            if let FloatOp::ToFloat(format) = op {
                return converted(f64::from(x), x.is_nan(), format, || x.to_bits() as u64, <$bits>::BITS);
            }
            if let Some(nan) = inputs.iter().find(|value| value.is_nan()) {
                return Some($of(<$float>::from_bits(nan.to_bits() | $quiet)));
            }
            let result = match op {
                FloatOp::Add => x + y?,
                FloatOp::Sub => x - y?,
                FloatOp::Mul => x * y?,
                FloatOp::Div => x / y?,
                FloatOp::Fma => x.mul_add(y?, *values.get(2)?),
                FloatOp::NextAfter => match x.partial_cmp(&y?)? {
                    std::cmp::Ordering::Less => x.next_up(),
                    std::cmp::Ordering::Equal => y?,
                    std::cmp::Ordering::Greater => x.next_down(),
                },
                FloatOp::Sqrt => x.sqrt(),
                FloatOp::Rem => x % y?,
                FloatOp::Remainder => {
                    let (mut r, p) = (x, y?.abs());
                    if x.is_infinite() || p == 0.0 {
                        <$float>::NAN
                    } else if p.is_infinite() {
                        x
                    } else {
                        if p <= <$float>::MAX / 2.0 {
                            r %= p + p;
                        }
                        let mut size = r.abs();
                        if p < 2.0 * <$float>::MIN_POSITIVE {
                            if size + size > p {
                                size -= p;
                                if size + size >= p {
                                    size -= p;
                                }
                            }
                        } else if size > 0.5 * p {
                            size -= p;
                            if size >= 0.5 * p {
                                size -= p;
                            }
                        }
                        if x.is_sign_negative() { -size } else { size }
                    }
                }
                FloatOp::Round(Rounding::Floor) => x.floor(),
                FloatOp::Round(Rounding::Ceil) => x.ceil(),
                FloatOp::Round(Rounding::Trunc) => x.trunc(),
                FloatOp::Round(Rounding::Even) => x.round_ties_even(),
                FloatOp::Round(Rounding::Away) => x.round(),
                FloatOp::Scale => {
                    let wide = Extended::of_f64(f64::from(x)).scaled(operands.get(1)?);
                    return wide.to_float_pattern(<$bits>::BITS);
                }
                _ => return None,
            };
            Some($of(if result.is_nan() { <$float>::from_bits($nan) } else { result }))
        }

        fn $math(function: MathFunction, x: $float, y: Option<$float>) -> Option<$float> {
            use MathFunction::*;
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

machine!(single, math_single, f32, u32, of_single, 1 << 22, 0xffc0_0000);
machine!(double, math_double, f64, u64, of_double, 1 << 51, 0xfff8_0000_0000_0000);

/// A finite number of size 2^127 or more as an integer type of at most 128 bits.
fn beyond(x: f64, bits: u8, signed: bool) -> Int {
    if !signed && bits == 128 && (0.0..2f64.powi(128)).contains(&x) {
        return from_i128((x - 2f64.powi(127)) as i128) + Int::power_of_two(127);
    }
    if signed && bits == 128 && x == -(2f64.powi(127)) {
        return -Int::power_of_two(127);
    }
    to_int(None, x > 0.0, bits, signed)
}

/// A number in another format; of NaNs the payload goes along.
fn converted(x: f64, nan: bool, format: FloatFormat, bits: impl Fn() -> u64, width: u32) -> Option<Int> {
    if nan {
        let (bits, double) = (bits(), width == 64);
        let negative = bits >> (width - 1) != 0;
        // The payload from its highest bit on, without the bit of quiet ones.
        let payload = if double { bits << 13 } else { bits << 42 };
        return Some(extended::nan_of(format, negative, payload));
    }
    Some(match format {
        FloatFormat::Single => of_single(x as f32),
        FloatFormat::Double => of_double(x),
        FloatFormat::Extended => Extended::of_f64(x).pattern(),
    })
}

/// An operation on long numbers.
fn long(op: FloatOp, operands: &[Int]) -> Option<Int> {
    if let FloatOp::Math(function) = op {
        // Doubles are all that there is.
        let narrow: Option<Vec<f64>> = operands
            .iter()
            .map(|operand| double_of(&Extended::of(operand)?.convert(FloatFormat::Double)))
            .collect();
        let narrow = narrow?;
        let result = math_double(function, *narrow.first()?, narrow.get(1).copied())?;
        return converted(result, result.is_nan(), FloatFormat::Extended, || result.to_bits(), 64);
    }
    extended::apply(op, operands)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kyklos_base::float::exact;
    use kyklos_base::random::Random;

    /// Patterns of all kinds: zeros, whole numbers, the least and the greatest, infinities, NaNs, and any.
    fn pattern(random: &mut Random, format: FloatFormat) -> Int {
        let special = [
            "0",
            "-0",
            "1",
            "-1",
            "0.5",
            "1.5",
            "2.5",
            "3",
            "1e10",
            "-7",
            "inf",
            "-inf",
            "nan",
            "-nan",
            "2147483648",
            "-2147483649",
            "9223372036854775808",
            "18446744073709551616",
            "0.1",
            "1e-45",
            "5e-324",
            "1.1754943508222875e-38",
            "3.4e38",
            "1.7976931348623157e308",
            "1.7e38",
            "3.4028236e38",
        ];
        match random.below(4) {
            0 => kyklos_base::float::text::parse(format, special[random.below(special.len())]).unwrap(),
            1 => {
                // Near one, so that exponents meet.
                let number = Int::from(random.draw() as i64 >> random.below(63));
                let scaled = exact::evaluate(FloatOp::FromInt, format, &[number]).unwrap();
                let by = Int::from(random.below(130) as i64 - 100);
                exact::evaluate(FloatOp::Scale, format, &[scaled, by]).unwrap()
            }
            _ => {
                let high =
                    Int::from(random.draw() as i64).shift_left(40) + Int::from((random.draw() >> 20) as i64);
                let any = kyklos_flow::IntType::Float(format).wrap(&high);
                match (format, random.below(8)) {
                    (FloatFormat::Extended, 1..) => match exact::decode(format, &any) {
                        exact::Float::Nan(_) => {
                            kyklos_flow::IntType::Float(format).wrap(&any.bit_xor(&Int::power_of_two(63)))
                        }
                        _ => any,
                    },
                    _ => any,
                }
            }
        }
    }

    #[test]
    fn both_ways_to_compute_agree() {
        use FloatOp::*;
        let mut random = Random::new(7);
        let ops = [
            Add,
            Sub,
            Mul,
            Div,
            Fma,
            Sqrt,
            Rem,
            Remainder,
            Min,
            Max,
            Neg,
            Abs,
            CopySign,
            NextAfter,
            Eq,
            Lt,
            Le,
            IsNan,
            SignBit,
            Exponent,
            Scale,
            FromInt,
            Round(Rounding::Floor),
            Round(Rounding::Ceil),
            Round(Rounding::Trunc),
            Round(Rounding::Even),
            Round(Rounding::Away),
            ToFloat(FloatFormat::Single),
            ToFloat(FloatFormat::Double),
            ToFloat(FloatFormat::Extended),
            ToInt { bits: 32, signed: true },
            ToInt { bits: 64, signed: true },
            ToInt { bits: 64, signed: false },
            ToInt { bits: 128, signed: true },
            ToInt { bits: 128, signed: false },
            Math(MathFunction::Sin),
            Math(MathFunction::Pow),
            Math(MathFunction::Log),
        ];
        for round in 0..3_000 {
            for op in ops {
                for format in FloatFormat::ALL {
                    let mut operands: Vec<Int> =
                        (0..op.arity()).map(|_| pattern(&mut random, format)).collect();
                    if op == Scale {
                        operands[1] = Int::from(random.below(400) as i64 - 200);
                    }
                    if op == FromInt {
                        operands[0] = Int::from(random.draw() as i64)
                            .shift_left(random.below(60) as u32)
                            .shift_right(random.below(60) as u32);
                    }
                    let expected = exact::evaluate(op, format, &operands);
                    assert_eq!(
                        apply(op, format, &operands),
                        expected,
                        "{round}: {} {op} {operands:?}",
                        format.name()
                    );
                }
            }
        }
    }
}
