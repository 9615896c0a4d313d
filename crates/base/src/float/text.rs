//! Floating point numbers as text: C's constants, and numbers for people.

use super::exact::{self, Float, decode};
use super::{FloatFormat, FloatOp};
use crate::Int;

/// Exponents beyond this are as good as infinite.
const FAR: i64 = 40_000;

/// The pattern nearest to a decimal constant, without sign and suffix: `1`, `1.5e-3`, `.5`.
pub fn decimal(format: FloatFormat, text: &str) -> Option<Int> {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], exponent(&text[at + 1..])?),
        None => (text, 0),
    };
    let (digits, behind) = digits(mantissa, 10)?;
    let exponent = exponent.checked_sub(behind)?;
    if digits.is_zero() || exponent < -FAR {
        return Some(exact::zero(format, false));
    }
    if exponent > FAR {
        return Some(exact::infinity(format, false));
    }
    let power = power(10, exponent.unsigned_abs() as u32);
    Some(match exponent < 0 {
        true => exact::from_ratio(format, false, &digits, &power, 0),
        false => exact::from_parts(format, false, &digits * &power, 0),
    })
}

/// The pattern nearest to a hexadecimal constant, without `0x` and suffix: `1.8p3`.
pub fn hexadecimal(format: FloatFormat, text: &str) -> Option<Int> {
    let (mantissa, exponent) = match text.find(['p', 'P']) {
        Some(at) => (&text[..at], exponent(&text[at + 1..])?),
        None => (text, 0),
    };
    let (digits, behind) = digits(mantissa, 16)?;
    let exponent = exponent.clamp(-FAR, FAR) - 4 * behind;
    Some(exact::from_parts(format, false, digits, exponent))
}

/// A number as people write it: decimal or hexadecimal, with a sign, `inf` or `nan`.
pub fn parse(format: FloatFormat, text: &str) -> Option<Int> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = rest.to_ascii_lowercase();
    let pattern = match lower.as_str() {
        "inf" | "infinity" => exact::infinity(format, false),
        "nan" => exact::nan(format, false),
        text => match text.strip_prefix("0x") {
            Some(text) => hexadecimal(format, text)?,
            None => decimal(format, text)?,
        },
    };
    match negative {
        true => exact::evaluate(FloatOp::Neg, format, &[pattern]),
        false => Some(pattern),
    }
}

/// The shortest text that stands for a pattern and no other; all NaNs are `nan` or `-nan`.
pub fn show(format: FloatFormat, pattern: &Int) -> String {
    let double = match format {
        FloatFormat::Double => pattern.clone(),
        _ => exact::evaluate(FloatOp::ToFloat(FloatFormat::Double), format, std::slice::from_ref(pattern))
            .unwrap_or(Int::ZERO),
    };
    let back = exact::evaluate(FloatOp::ToFloat(format), FloatFormat::Double, std::slice::from_ref(&double));
    let value = f64::from_bits(double.to_i64().unwrap_or(0) as u64);
    match decode(format, pattern) {
        Float::Nan(_) => if pattern.is_negative() { "-nan" } else { "nan" }.to_owned(),
        Float::Infinite { negative } => if negative { "-inf" } else { "inf" }.to_owned(),
        Float::Finite { .. } if format == FloatFormat::Single => format!("{:?}", value as f32),
        Float::Finite { negative, significand, exponent } if back.as_ref() != Some(pattern) => {
            let sign = if negative { "-" } else { "" };
            format!("{sign}0x{:x}p{exponent}", significand.to_big())
        }
        Float::Finite { .. } => format!("{value:?}"),
    }
}

fn exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Longer ones are as good as infinite; but a mantissa may have as many digits as it likes.
    let value = digits.parse::<i64>().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    Some(if text.starts_with('-') { -value } else { value })
}

/// The digits as a number, and how many of them stand behind the point.
fn digits(text: &str, radix: u32) -> Option<(Int, i64)> {
    let (whole, behind) = text.split_once('.').unwrap_or((text, ""));
    if whole.is_empty() && behind.is_empty() {
        return None;
    }
    let all = format!("{whole}{behind}");
    if !all.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let number = num_bigint::BigInt::parse_bytes(all.as_bytes(), radix)?;
    Some((Int::from(number), behind.len() as i64))
}

fn power(base: i64, exponent: u32) -> Int {
    Int::from(num_bigint::BigInt::from(base).pow(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_rounded_as_the_standard_library_does() {
        for text in [
            "0",
            "0.1",
            "1.5e-3",
            "1e308",
            "1.7976931348623159e308",
            "4.9e-324",
            "2.4e-324",
            "123456789.125",
            "1e-400",
            "1e400",
            "9007199254740993",
            "3.4028235e38",
            "0.3",
            "1e23",
            "8.41e21",
        ] {
            let expected = text.parse::<f64>().unwrap().to_bits() as i64;
            assert_eq!(decimal(FloatFormat::Double, text), Some(Int::from(expected)), "{text}");
            let expected = text.parse::<f32>().unwrap().to_bits() as i32;
            assert_eq!(decimal(FloatFormat::Single, text), Some(Int::from(expected)), "{text}");
        }
        assert_eq!(hexadecimal(FloatFormat::Double, "1.8p1"), decimal(FloatFormat::Double, "3"));
        assert_eq!(decimal(FloatFormat::Double, "e5"), None);
        assert_eq!(decimal(FloatFormat::Double, "1e"), None);
    }

    #[test]
    fn numbers_are_shown_so_that_they_are_read_back() {
        for format in FloatFormat::ALL {
            for text in ["0.1", "-2.5", "1e30", "-0.0", "inf", "-inf", "3.0"] {
                let pattern = parse(format, text).unwrap();
                assert_eq!(parse(format, &show(format, &pattern)), Some(pattern), "{text}");
            }
        }
        assert_eq!(show(FloatFormat::Double, &parse(FloatFormat::Double, "1.5").unwrap()), "1.5");
        assert_eq!(show(FloatFormat::Single, &parse(FloatFormat::Single, "0.1").unwrap()), "0.1");
    }
}
