//! Integers of any size. Values that fit a machine word stay inline, so the
//! common case costs no allocation; the two forms are never mixed up, because
//! every result is brought back to the small form where it fits.

use num_bigint::{BigInt, Sign};
use num_integer::Integer as _;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

/// An integer of any size.
#[derive(Clone)]
pub struct Int(Repr);

#[derive(Clone)]
enum Repr {
    Small(i64),
    /// Never a value that fits `i64`.
    Big(Box<BigInt>),
}
use Repr::{Big, Small};

impl Default for Int {
    fn default() -> Self {
        Int::ZERO
    }
}

impl Int {
    /// Zero.
    pub const ZERO: Int = Int(Small(0));
    /// One.
    pub const ONE: Int = Int(Small(1));

    /// The integer as `i64`, where it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(value) => Some(*value),
            Big(_) => None,
        }
    }

    /// The integer as `usize`, where it fits.
    pub fn to_usize(&self) -> Option<usize> {
        self.to_i64().and_then(|value| usize::try_from(value).ok())
    }

    /// The nearest `f64`.
    pub fn to_f64(&self) -> f64 {
        self.to_big().to_f64().unwrap_or(f64::NAN)
    }

    /// The integer as a `BigInt`.
    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Small(value) => BigInt::from(*value),
            Big(value) => (**value).clone(),
        }
    }

    /// Whether it is zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// Whether it is one.
    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    /// Whether it is below zero.
    #[inline]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(value) => *value < 0,
            Big(value) => value.sign() == Sign::Minus,
        }
    }

    /// Its distance from zero.
    pub fn abs(&self) -> Int {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// 2 to this power.
    pub fn power_of_two(exponent: u32) -> Int {
        Int::from(BigInt::from(1) << exponent)
    }

    /// How many bits its magnitude takes.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Small(value) => u64::from(64 - value.unsigned_abs().leading_zeros()),
            Big(value) => value.bits(),
        }
    }

    /// Quotient truncated toward zero, as C divides; `None` when dividing by zero.
    #[inline]
    pub fn div_trunc(&self, by: &Int) -> Option<Int> {
        if let (Small(a), Small(b)) = (&self.0, &by.0)
            && let Some(quotient) = a.checked_div(*b)
        {
            return Some(Int(Small(quotient)));
        }
        (!by.is_zero()).then(|| Int::from(self.to_big() / by.to_big()))
    }

    /// Remainder with the sign of the dividend, as C has it; `None` when dividing by zero.
    #[inline]
    pub fn rem_trunc(&self, by: &Int) -> Option<Int> {
        if let (Small(a), Small(b)) = (&self.0, &by.0)
            && let Some(rest) = a.checked_rem(*b)
        {
            return Some(Int(Small(rest)));
        }
        (!by.is_zero()).then(|| Int::from(self.to_big() % by.to_big()))
    }

    /// Quotient of Euclidean division (the remainder is never negative), as SMT-LIB's `div`.
    pub fn div_euclid(&self, by: &Int) -> Option<Int> {
        let rest = self.rem_euclid(by)?;
        (self - &rest).div_trunc(by)
    }

    /// Remainder of Euclidean division, never negative, as SMT-LIB's `mod`.
    pub fn rem_euclid(&self, by: &Int) -> Option<Int> {
        let rest = self.rem_trunc(by)?;
        Some(if rest.is_negative() { rest + by.abs() } else { rest })
    }

    /// The bits that both have, as two's complement of unlimited width.
    pub fn bit_and(&self, other: &Int) -> Int {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Int(Small(a & b)),
            _ => Int::from(self.to_big() & other.to_big()),
        }
    }

    /// The bits that one of them has, as two's complement of unlimited width.
    pub fn bit_or(&self, other: &Int) -> Int {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Int(Small(a | b)),
            _ => Int::from(self.to_big() | other.to_big()),
        }
    }

    /// The bits that only one of them has, as two's complement of unlimited width.
    pub fn bit_xor(&self, other: &Int) -> Int {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Int(Small(a ^ b)),
            _ => Int::from(self.to_big() ^ other.to_big()),
        }
    }

    /// All bits turned over: `-1 - self`.
    pub fn bit_not(&self) -> Int {
        Int::from(-1) - self.clone()
    }

    /// `self · 2^count`
    pub fn shift_left(&self, count: u32) -> Int {
        match &self.0 {
            Small(value) if u64::from(count) + self.bits() < 63 => Int(Small(value << count)),
            _ => Int::from(self.to_big() << count),
        }
    }

    /// `⌊self / 2^count⌋`
    pub fn shift_right(&self, count: u32) -> Int {
        match &self.0 {
            Small(value) => Int(Small(value >> count.min(63))),
            Big(value) => Int::from(BigInt::clone(value) >> count),
        }
    }

    /// How many zeros the bits end in; `None` of zero.
    pub fn trailing_zeros(&self) -> Option<u32> {
        match &self.0 {
            Small(0) => None,
            Small(value) => Some(value.trailing_zeros()),
            Big(value) => value.trailing_zeros().and_then(|count| u32::try_from(count).ok()),
        }
    }

    /// The n for which the number is 2^n.
    pub fn exponent(&self) -> Option<u32> {
        let zeros = self.trailing_zeros()?;
        (!self.is_negative() && self.bits() == u64::from(zeros) + 1).then_some(zeros)
    }

    /// Greatest common divisor, never negative.
    pub fn gcd(&self, other: &Int) -> Int {
        Int::from(self.to_big().gcd(&other.to_big()).abs())
    }
}

impl From<i64> for Int {
    #[inline]
    fn from(value: i64) -> Self {
        Int(Small(value))
    }
}

impl From<i32> for Int {
    #[inline]
    fn from(value: i32) -> Self {
        Int(Small(i64::from(value)))
    }
}

impl From<bool> for Int {
    #[inline]
    fn from(value: bool) -> Self {
        Int(Small(i64::from(value)))
    }
}

impl From<usize> for Int {
    fn from(value: usize) -> Self {
        i64::try_from(value).map_or_else(|_| Int::from(BigInt::from(value)), Int::from)
    }
}

impl From<BigInt> for Int {
    fn from(value: BigInt) -> Self {
        match value.to_i64() {
            Some(small) => Int(Small(small)),
            None => Int(Big(Box::new(value))),
        }
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $checked:ident) => {
        impl $trait<&Int> for &Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: &Int) -> Int {
                if let (Small(a), Small(b)) = (&self.0, &other.0)
                    && let Some(result) = a.$checked(*b)
                {
                    return Int(Small(result));
                }
                Int::from(self.to_big().$method(other.to_big()))
            }
        }

        impl $trait<Int> for Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: Int) -> Int {
                (&self).$method(&other)
            }
        }
    };
}

operator!(Add, add, checked_add);
operator!(Sub, sub, checked_sub);
operator!(Mul, mul, checked_mul);

impl Neg for &Int {
    type Output = Int;
    #[inline]
    fn neg(self) -> Int {
        &Int::ZERO - self
    }
}

impl Neg for Int {
    type Output = Int;
    #[inline]
    fn neg(self) -> Int {
        -&self
    }
}

impl PartialEq for Int {
    #[inline]
    fn eq(&self, other: &Int) -> bool {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a == b,
            (Big(a), Big(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Int {}

impl Ord for Int {
    #[inline]
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            (Small(_), Big(b)) => BigInt::zero().cmp(b),
            (Big(a), Small(_)) => (**a).cmp(&BigInt::zero()),
        }
    }
}

impl PartialOrd for Int {
    #[inline]
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Int {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Small(value) => value.hash(state),
            Big(value) => value.hash(state),
        }
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(value) => value.fmt(f),
            Big(value) => value.fmt(f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnInteger;

impl fmt::Display for NotAnInteger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an integer")
    }
}

impl std::error::Error for NotAnInteger {}

impl FromStr for Int {
    type Err = NotAnInteger;

    fn from_str(text: &str) -> Result<Self, NotAnInteger> {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotAnInteger);
        }
        if let Ok(small) = text.parse::<i64>() {
            return Ok(Int(Small(small)));
        }
        text.parse::<BigInt>().map(Int::from).map_err(|_| NotAnInteger)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    /// Values around the places where the representation changes.
    fn any_int() -> impl Strategy<Value = Int> {
        let edge =
            prop::sample::select(vec![0, 1, -1, i64::MAX, i64::MIN, i64::MAX - 1, 1 << 32, -(1 << 32)]);
        prop_oneof![
            any::<i64>().prop_map(Int::from),
            (-9i64..10).prop_map(Int::from),
            edge.prop_map(Int::from),
            any::<i128>().prop_map(|value| Int::from(BigInt::from(value))),
        ]
    }

    fn canonical(value: &Int) -> bool {
        matches!(value.0, Small(_)) == value.to_big().to_i64().is_some()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn agrees_with_big_integers(a in any_int(), b in any_int()) {
            let (x, y) = (a.to_big(), b.to_big());
            let results = [(&a + &b, &x + &y), (&a - &b, &x - &y), (&a * &b, &x * &y), (-&a, -&x)];
            for (ours, theirs) in results {
                prop_assert!(canonical(&ours));
                prop_assert_eq!(ours.to_big(), theirs);
            }
            prop_assert_eq!(a.cmp(&b), x.cmp(&y));
            prop_assert_eq!(a == b, x == y);
            if !b.is_zero() {
                prop_assert_eq!(a.div_trunc(&b).unwrap().to_big(), &x / &y);
                prop_assert_eq!(a.rem_trunc(&b).unwrap().to_big(), &x % &y);
                let (quotient, rest) = (a.div_euclid(&b).unwrap(), a.rem_euclid(&b).unwrap());
                prop_assert!(!rest.is_negative() && rest < b.abs());
                prop_assert_eq!(&(&quotient * &b) + &rest, a.clone());
            }
            prop_assert_eq!(a.to_string().parse::<Int>().unwrap(), a);
        }
    }

    #[test]
    fn dividing_by_zero_has_no_answer() {
        assert_eq!(Int::ONE.div_trunc(&Int::ZERO), None);
        assert_eq!(Int::ONE.rem_euclid(&Int::ZERO), None);
    }

    #[test]
    fn only_digits_are_numbers() {
        for text in ["", "-", "+", "1_0", " 1", "--1", "0x1", "1.0"] {
            assert!(text.parse::<Int>().is_err(), "{text:?}");
        }
        assert_eq!("-0".parse::<Int>(), Ok(Int::ZERO));
    }
}
