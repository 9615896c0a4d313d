//! Floating point numbers as decimal texts, exactly.

use super::exact::{self, Float};
use super::{Decimal, FloatFormat};
use crate::Int;
use num_bigint::BigInt;

/// More places behind the point than any number has, and more digits before it.
const MOST_PLACES: i64 = 20_000;

/// The answer to a question about decimal numbers.
pub(super) fn evaluate(part: Decimal, format: FloatFormat, operands: &[Int]) -> Option<Int> {
    let integer = |index: usize| operands.get(index).map(bounded);
    if part == Decimal::Threshold {
        return Some(threshold(format, integer(0)?, integer(1)?));
    }
    let Float::Finite { significand, exponent, .. } = exact::decode(format, operands.first()?) else {
        return Some(Int::from(if part == Decimal::Character { i64::from(b'0') } else { 0 }));
    };
    let number = Number { significand: significand.to_big(), exponent };
    let second = integer(1)?;
    Some(match part {
        Decimal::Digit => {
            let digits = number.rounded(second);
            Int::from(digit(&digits, integer(2)? + second))
        }
        Decimal::Magnitude => Int::from(magnitude(&number.rounded(second), second)),
        Decimal::Length => Int::from(number.shortest(second).len()),
        _ => {
            let at = usize::try_from(integer(2)?).ok();
            let text = number.shortest(second);
            Int::from(i64::from(*at.and_then(|at| text.get(at)).unwrap_or(&b'0')))
        }
    })
}

fn bounded(number: &Int) -> i64 {
    let far = if number.is_negative() { -MOST_PLACES } else { MOST_PLACES };
    number.to_i64().map_or(far, |number| number.clamp(-MOST_PLACES, MOST_PLACES))
}

fn power_of_ten(power: i64) -> BigInt {
    BigInt::from(10).pow(u32::try_from(power).unwrap_or(0))
}

/// The digit that has so many behind it.
fn digit(digits: &[u8], behind: i64) -> i64 {
    let place = usize::try_from(behind).ok().and_then(|behind| digits.len().checked_sub(behind + 1));
    place.map_or(0, |place| i64::from(digits[place] - b'0'))
}

/// What the first digit counts of a number of so many places.
fn magnitude(digits: &[u8], places: i64) -> i64 {
    if digits == b"0" { 0 } else { digits.len() as i64 - 1 - places }
}

/// `significand · 2^exponent`
struct Number {
    significand: BigInt,
    exponent: i64,
}

impl Number {
    /// The digits of the number times 10^places, rounded.
    fn rounded(&self, places: i64) -> Vec<u8> {
        // What is behind all of its places is zeros.
        let most = (-self.exponent).max(0);
        if places > most && places > 0 {
            let mut digits = self.rounded(most);
            if digits != b"0" {
                digits.resize(digits.len() + (places - most) as usize, b'0');
            }
            return digits;
        }
        let two = |power: i64| u32::try_from(power).unwrap_or(0);
        let over = (&self.significand * power_of_ten(places)) << two(self.exponent);
        let under = power_of_ten(-places) << two(-self.exponent);
        let (whole, rest) = (&over / &under, &over % &under);
        let twice = rest * 2u32;
        let is_odd = &whole % 2u32 == BigInt::from(1);
        let whole = if twice > under || (twice == under && is_odd) { whole + 1u32 } else { whole };
        whole.to_string().into_bytes()
    }

    /// What `%g` writes of it with so many digits.
    fn shortest(&self, digits: i64) -> Vec<u8> {
        let count = digits.max(1);
        // It has no more places than that, so nothing is rounded.
        let most = (-self.exponent).max(0);
        let first = magnitude(&self.rounded(most), most);
        let decade = magnitude(&self.rounded(count - 1 - first), count - 1 - first);
        let places = count - 1 - decade;
        let all = self.rounded(places);
        let zeros = all.iter().rev().take_while(|digit| **digit == b'0').count() as i64;
        let zeros = if all == b"0" { count - 1 } else { zeros };
        let at = |weight: i64| b'0' + digit(&all, weight + places) as u8;
        let is_long = decade < -4 || decade >= count;
        let (from, last) = if is_long {
            (decade, decade - (count - 1 - zeros))
        } else {
            (decade.max(0), (zeros - places).min(0))
        };
        let mut text = Vec::new();
        let unit = if is_long { decade } else { 0 };
        for weight in (last..=from).rev() {
            if weight == unit - 1 {
                text.push(b'.');
            }
            text.push(at(weight));
        }
        if is_long {
            let sign = if decade < 0 { '-' } else { '+' };
            text.extend(format!("e{sign}{:02}", decade.abs()).bytes());
        }
        text
    }
}

/// The least number that is not below `10^k - 10^-places / 2`.
fn threshold(format: FloatFormat, k: i64, places: i64) -> Int {
    let over = power_of_ten(k + places + 1) - 5u32;
    let (over, under) = (over * power_of_ten(-places - 1), power_of_ten(places + 1));
    let nearest = exact::from_ratio(format, false, &Int::from(over.clone()), &Int::from(under.clone()), 0);
    let Float::Finite { significand, exponent, .. } = exact::decode(format, &nearest) else { return nearest };
    let two = |power: i64| u32::try_from(power).unwrap_or(0);
    let left = (significand.to_big() * &under) << two(exponent);
    let is_below = left < over << two(-exponent);
    if is_below { nearest + Int::ONE } else { nearest }
}
