//! Binary floating point numbers (IEEE 754) as integers: a number *is* the pattern of its bits, read as a two's
//! complement integer. So memory, inputs and models hold floating point numbers as they hold integers, and only
//! the operations here know what a pattern means. Note [floats].
//!
//! - this file: formats and operations, by name;
//! - [`exact`]: the operations, computed with integers of any size and rounded once;
//! - [`text`]: constants as C writes them, and numbers for people.
//!
//! Rounding is to nearest, ties to even. Of NaNs the sign and the payload are followed as x86-64 does it: the first
//! operand that is one, made quiet; else the negative quiet one without a payload.

mod decimal;
pub mod exact;
pub mod text;

use std::fmt;

/// A format of floating point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatFormat {
    /// binary32, C's `float`.
    Single,
    /// binary64, C's `double`.
    Double,
    /// The 80 bits of the x87, C's `long double` on x86. The leading bit of the significand is part of the pattern;
    /// patterns in which it is not as the exponent says are taken as NaNs.
    Extended,
}

impl FloatFormat {
    /// All of them.
    pub const ALL: [FloatFormat; 3] = [FloatFormat::Single, FloatFormat::Double, FloatFormat::Extended];

    /// How many bits a pattern has.
    pub fn bits(self) -> u32 {
        match self {
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::Extended => 80,
        }
    }

    /// How many bits a significand has, the leading one included.
    pub fn precision(self) -> u32 {
        match self {
            FloatFormat::Single => 24,
            FloatFormat::Double => 53,
            FloatFormat::Extended => 64,
        }
    }

    /// How many bits the exponent has.
    pub fn exponent_bits(self) -> u32 {
        match self {
            FloatFormat::Single => 8,
            FloatFormat::Double => 11,
            FloatFormat::Extended => 15,
        }
    }

    /// How many low bits of a pattern are the significand's.
    pub fn fraction_bits(self) -> u32 {
        self.bits() - 1 - self.exponent_bits()
    }

    /// Its name in flowgraphs.
    pub fn name(self) -> &'static str {
        match self {
            FloatFormat::Single => "f32",
            FloatFormat::Double => "f64",
            FloatFormat::Extended => "f80",
        }
    }

    /// The format of a name.
    pub fn named(name: &str) -> Option<FloatFormat> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// How a number is brought to an integral one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rounding {
    /// Down.
    Floor,
    /// Up.
    Ceil,
    /// Toward zero.
    Trunc,
    /// To nearest, ties to even.
    Even,
    /// To nearest, ties away from zero.
    Away,
}

/// Functions of C's library that are not fixed by IEEE 754: what the machine's own library gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MathFunction {
    /// sine
    Sin,
    /// cosine
    Cos,
    /// tangent
    Tan,
    /// arc sine
    Asin,
    /// arc cosine
    Acos,
    /// arc tangent
    Atan,
    /// arc tangent of a quotient
    Atan2,
    /// hyperbolic sine
    Sinh,
    /// hyperbolic cosine
    Cosh,
    /// hyperbolic tangent
    Tanh,
    /// inverse hyperbolic sine
    Asinh,
    /// inverse hyperbolic cosine
    Acosh,
    /// inverse hyperbolic tangent
    Atanh,
    /// e^x
    Exp,
    /// 2^x
    Exp2,
    /// e^x - 1
    Expm1,
    /// natural logarithm
    Log,
    /// logarithm to base 2
    Log2,
    /// logarithm to base 10
    Log10,
    /// logarithm of 1 + x
    Log1p,
    /// x^y
    Pow,
    /// cube root
    Cbrt,
    /// length of a hypotenuse
    Hypot,
}

impl MathFunction {
    /// All of them, by their names in C.
    pub const ALL: [(MathFunction, &'static str); 23] = {
        use MathFunction::*;
        [
            (Sin, "sin"),
            (Cos, "cos"),
            (Tan, "tan"),
            (Asin, "asin"),
            (Acos, "acos"),
            (Atan, "atan"),
            (Atan2, "atan2"),
            (Sinh, "sinh"),
            (Cosh, "cosh"),
            (Tanh, "tanh"),
            (Asinh, "asinh"),
            (Acosh, "acosh"),
            (Atanh, "atanh"),
            (Exp, "exp"),
            (Exp2, "exp2"),
            (Expm1, "expm1"),
            (Log, "log"),
            (Log2, "log2"),
            (Log10, "log10"),
            (Log1p, "log1p"),
            (Pow, "pow"),
            (Cbrt, "cbrt"),
            (Hypot, "hypot"),
        ]
    };

    /// Its name in C.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(function, _)| *function == self).map_or("", |(_, name)| name)
    }

    /// How many operands it takes.
    pub fn arity(self) -> usize {
        if matches!(self, MathFunction::Atan2 | MathFunction::Pow | MathFunction::Hypot) { 2 } else { 1 }
    }
}

/// An operation on floating point numbers of one format. Comparisons give 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatOp {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`
    Div,
    /// `a * b + c`, rounded once.
    Fma,
    /// The square root.
    Sqrt,
    /// C's `fmod`: what is left of a division truncated toward zero.
    Rem,
    /// C's `remainder`: what is left of a division rounded to nearest.
    Remainder,
    /// The lesser one, or the one that is a number; of two zeros the second.
    Min,
    /// The greater one, or the one that is a number; of two zeros the second.
    Max,
    /// The other sign.
    Neg,
    /// Without the sign.
    Abs,
    /// The first one with the sign of the second.
    CopySign,
    /// Of `float` and `double`, the next number from the first one toward the second.
    NextAfter,
    /// The integral number that it is rounded to.
    Round(Rounding),
    /// `a == b`
    Eq,
    /// `a < b`
    Lt,
    /// `a <= b`
    Le,
    /// Whether it is a NaN.
    IsNan,
    /// Whether its sign is set, of NaNs, too.
    SignBit,
    /// The integer e with 2^e ≤ |a| < 2^(e+1); 0 of zeros, infinities and NaNs.
    Exponent,
    /// The number in another format.
    ToFloat(FloatFormat),
    /// The number truncated toward zero, as an integer of a machine type. Out of its range, and of NaN, it is what
    /// x86-64 gives: the least signed one; for unsigned ones see [`exact`].
    ToInt {
        /// Width in bits.
        bits: u8,
        /// Two's complement, or never negative.
        signed: bool,
    },
    /// The nearest number to an integer.
    FromInt,
    /// `a · 2^n`, n an integer.
    Scale,
    /// What decimal texts have, with integers behind the number, if there is one; see [`Decimal`].
    Decimal(Decimal),
    /// A function of the library.
    Math(MathFunction),
}

/// What is asked of decimal numbers, as `printf` writes them. They are rounded half to even; p is the number of places
/// behind the point, or, if it is negative, before it. Of infinities and NaNs, numbers are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Decimal {
    /// Of a, p and i, the digit of `|a|` that counts 10^i.
    Digit,
    /// Of a and p, what the first digit of `|a|` counts: m of 10^m; 0 of zero.
    Magnitude,
    /// Of k and p, the least number that is 10^k when rounded, or more; k + p is positive.
    Threshold,
    /// Of a and n, how long the text of `|a|` is that `%.ng` writes.
    Length,
    /// Of a, n and i, its character i; `0` where there is none.
    Character,
}

impl FloatOp {
    /// How many of so many operands are floating point numbers; integers are behind them.
    pub fn floats(self, operands: usize) -> usize {
        match self {
            FloatOp::FromInt => 0,
            FloatOp::Decimal(Decimal::Threshold) => 0,
            FloatOp::Scale | FloatOp::Decimal(_) => operands.min(1),
            _ => operands,
        }
    }

    /// How many operands it takes.
    pub fn arity(self) -> usize {
        use FloatOp::*;
        match self {
            Add
            | Sub
            | Mul
            | Div
            | Rem
            | Remainder
            | Min
            | Max
            | CopySign
            | NextAfter
            | Eq
            | Lt
            | Le
            | Scale
            | Decimal(self::Decimal::Magnitude | self::Decimal::Threshold | self::Decimal::Length) => 2,
            Fma | Decimal(self::Decimal::Digit | self::Decimal::Character) => 3,
            Sqrt
            | Neg
            | Abs
            | Round(_)
            | IsNan
            | SignBit
            | Exponent
            | ToFloat(_)
            | ToInt { .. }
            | FromInt => 1,
            Math(function) => function.arity(),
        }
    }

    /// The format of the result, where it is a floating point number.
    pub fn result(self, format: FloatFormat) -> Option<FloatFormat> {
        match self {
            op if op.is_test() => None,
            FloatOp::Decimal(Decimal::Threshold) => Some(format),
            FloatOp::Exponent | FloatOp::ToInt { .. } | FloatOp::Decimal(_) => None,
            FloatOp::ToFloat(other) => Some(other),
            _ => Some(format),
        }
    }

    /// Whether the result is 0 or 1.
    pub fn is_test(self) -> bool {
        matches!(self, FloatOp::Eq | FloatOp::Lt | FloatOp::Le | FloatOp::IsNan | FloatOp::SignBit)
    }

    /// The operation of a name.
    pub fn named(name: &str) -> Option<FloatOp> {
        use FloatOp::*;
        const PLAIN: [FloatOp; 31] = [
            Decimal(self::Decimal::Digit),
            Decimal(self::Decimal::Magnitude),
            Decimal(self::Decimal::Threshold),
            Decimal(self::Decimal::Length),
            Decimal(self::Decimal::Character),
            CopySign,
            NextAfter,
            SignBit,
            Exponent,
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
            Round(Rounding::Floor),
            Round(Rounding::Ceil),
            Round(Rounding::Trunc),
            Round(Rounding::Even),
            Round(Rounding::Away),
            Eq,
            Lt,
            Le,
            IsNan,
            FromInt,
        ];
        if let Some(op) = PLAIN.into_iter().find(|op| op.to_string() == name) {
            return Some(op);
        }
        if name == "scale" {
            return Some(Scale);
        }
        if let Some(format) = FloatFormat::named(name) {
            return Some(ToFloat(format));
        }
        if let Some((function, _)) = MathFunction::ALL.iter().find(|(_, known)| *known == name) {
            return Some(Math(*function));
        }
        let signed = name.starts_with('i');
        let bits: u8 = name.strip_prefix(['i', 'u'])?.parse().ok()?;
        (1..=128).contains(&bits).then_some(ToInt { bits, signed })
    }
}

impl fmt::Display for FloatOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FloatOp::Add => "add",
            FloatOp::Sub => "sub",
            FloatOp::Mul => "mul",
            FloatOp::Div => "div",
            FloatOp::Fma => "fma",
            FloatOp::Sqrt => "sqrt",
            FloatOp::Rem => "rem",
            FloatOp::Remainder => "remainder",
            FloatOp::Min => "min",
            FloatOp::Max => "max",
            FloatOp::Neg => "neg",
            FloatOp::Abs => "abs",
            FloatOp::Round(Rounding::Floor) => "floor",
            FloatOp::Round(Rounding::Ceil) => "ceil",
            FloatOp::Round(Rounding::Trunc) => "trunc",
            FloatOp::Round(Rounding::Even) => "rint",
            FloatOp::Round(Rounding::Away) => "round",
            FloatOp::Eq => "eq",
            FloatOp::Lt => "lt",
            FloatOp::Le => "le",
            FloatOp::IsNan => "isnan",
            FloatOp::SignBit => "signbit",
            FloatOp::Exponent => "exponent",
            FloatOp::CopySign => "copysign",
            FloatOp::NextAfter => "nextafter",
            FloatOp::FromInt => "from",
            FloatOp::Scale => "scale",
            FloatOp::Decimal(Decimal::Digit) => "digit",
            FloatOp::Decimal(Decimal::Magnitude) => "magnitude",
            FloatOp::Decimal(Decimal::Threshold) => "threshold",
            FloatOp::Decimal(Decimal::Length) => "length",
            FloatOp::Decimal(Decimal::Character) => "character",
            FloatOp::ToFloat(format) => format.name(),
            FloatOp::ToInt { bits, signed } => {
                return write!(f, "{}{bits}", if *signed { 'i' } else { 'u' });
            }
            FloatOp::Math(function) => function.name(),
        })
    }
}
