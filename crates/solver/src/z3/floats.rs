//! Operations on floating point numbers into Z3's theory of them. Note [floats].
//!
//! In terms a floating point number is the pattern of its bits, an integer. What such operations give to each other
//! stays a number of Z3's theory; a pattern is made where something else looks at it. Of NaNs Z3 knows but one, so
//! the pattern of a result that is a NaN is built from those of the operands, as the operations say.
//!
//! What Z3 has no useful theory of (functions of the C library, remainders) is any number within the range that
//! the function has, the same one for the same operands. So `Unsat` holds, and a model is checked by evaluation; where
//! it fails, what the functions give for its arguments is told, and it is asked again.

use super::ffi::{Ast, FloatCall, VectorOp};
use super::vectors::{Missing, READS, Step, Task, Translation};
use kyklos_base::Int;
use kyklos_base::float::exact;
use kyklos_base::float::{Decimal, FloatFormat, FloatOp, MathFunction, Rounding, text};
use kyklos_term::{Model, Node, Term, Terms};

/// Where the names of results begin of which only the range is known; see [`READS`].
const RESULTS: u32 = READS + (1 << 28);
/// Terms from here on get no names.
const MOST: u32 = 1 << 27;

/// Whether Z3 is told nothing but the range of an operation's results.
fn is_opaque(terms: &Terms, op: FloatOp, format: FloatFormat, operands: &[Term]) -> bool {
    match op {
        FloatOp::Math(_) | FloatOp::Rem | FloatOp::Remainder | FloatOp::NextAfter => true,
        FloatOp::Exponent | FloatOp::Decimal(_) => true,
        FloatOp::Scale => factor(terms, format, operands[1]).is_none(),
        _ => false,
    }
}

/// 2^n for a constant n, where multiplying by it rounds but once.
fn factor(terms: &Terms, format: FloatFormat, power: Term) -> Option<Int> {
    let power = terms.as_int(power)?.to_i64()?;
    let most = 1 << (format.exponent_bits() - 1);
    (2 - most < power && power < most).then(|| exact::from_parts(format, false, Int::ONE, power))
}

/// The operations in constraints of which only the range is known.
pub(super) fn opaque_results(terms: &Terms, constraints: &[Term]) -> Vec<Term> {
    let mut found = terms.parts_first(constraints, |_| false);
    found.retain(|part| match terms.node(*part) {
        Some(Node::Float(op, format, operands)) => is_opaque(terms, *op, *format, operands),
        _ => false,
    });
    found
}

/// Whether all of these results are about decimal texts.
pub(super) fn are_digits(terms: &Terms, results: &[Term]) -> bool {
    let is_digit = |result: &Term| matches!(terms.node(*result), Some(Node::Float(FloatOp::Decimal(_), ..)));
    !results.is_empty() && results.iter().all(is_digit)
}

/// What an operation gives for the operands that a model gives it: `operands ≠ those ∨ result = that`.
pub(super) fn fact(terms: &mut Terms, result: Term, model: &Model) -> Option<Term> {
    let Some(Node::Float(op, format, operands)) = terms.node(result).cloned() else { return None };
    let mut values = Vec::with_capacity(operands.len());
    let mut parts = Vec::with_capacity(operands.len() + 1);
    for operand in &operands {
        let value = terms.evaluate(*operand, model)?.int()?.clone();
        let constant = terms.int(&value);
        parts.push(terms.ne(*operand, constant));
        values.push(value);
    }
    let value = exact::evaluate(op, format, &values)?;
    let value = terms.int(&value);
    parts.push(terms.eq(result, value));
    Some(terms.or(parts))
}

/// The range of a function's results, none of which is a NaN.
struct Range {
    low: Option<&'static str>,
    high: Option<&'static str>,
}

impl Translation<'_> {
    /// A number of Z3's theory.
    pub(super) fn float(&mut self, term: Term, format: FloatFormat) -> Step {
        if let Some(pattern) = self.terms.as_int(term) {
            return Ok(self.float_constant(format, &pattern));
        }
        match self.terms.node(term).cloned() {
            Some(Node::Float(op, own, operands))
                if op.result(own) == Some(format) && op != FloatOp::CopySign =>
            {
                self.float_operation(term, op, own, &operands)
            }
            Some(Node::Ite(condition, a, b)) => {
                let parts =
                    self.needs(&[Task::Truth(condition), Task::Float(a, format), Task::Float(b, format)])?;
                Ok(self.context.ite(parts[0], parts[1], parts[2]))
            }
            _ => {
                let bits = self.need(Task::Number(term, format.bits()))?;
                Ok(self.float_of_pattern(bits, format))
            }
        }
    }

    /// The pattern of a result, or the integer that it is, as wide as it needs.
    pub(super) fn float_bits(
        &mut self,
        term: Term,
        op: FloatOp,
        format: FloatFormat,
        operands: &[Term],
    ) -> Step {
        if op == FloatOp::SignBit {
            let bits = self.need(Task::Number(operands[0], format.bits()))?;
            return Ok(self.context.extract(bits, format.bits() - 1, 1));
        }
        if matches!(op, FloatOp::Exponent | FloatOp::Decimal(_)) && op.result(format).is_none() {
            return match term.key() < MOST {
                true => Ok(self.some_integer(term, op)),
                false => Err(Missing::Refused),
            };
        }
        if op.is_test() {
            let truth = self.float_test(op, format, operands)?;
            let (one, zero) = (self.context.vector(&Int::ONE, 1), self.context.vector(&Int::ZERO, 1));
            return Ok(self.context.ite(truth, one, zero));
        }
        if let FloatOp::ToInt { bits, signed } = op {
            return self.float_to_int(operands[0], format, u32::from(bits), signed);
        }
        let Some(result) = op.result(format) else { return Err(Missing::Refused) };
        match op {
            FloatOp::Neg | FloatOp::Abs => {
                let bits = self.need(Task::Number(operands[0], format.bits()))?;
                let sign = Int::power_of_two(format.bits() - 1);
                if op == FloatOp::Neg {
                    let sign = self.context.vector(&sign, format.bits());
                    return Ok(self.context.vectors(VectorOp::Xor, bits, sign));
                }
                let mask = self.context.vector(&(sign - Int::ONE), format.bits());
                Ok(self.context.vectors(VectorOp::And, bits, mask))
            }
            FloatOp::CopySign => {
                let tasks = operands.iter().map(|operand| Task::Number(*operand, format.bits()));
                let bits = self.needs(&tasks.collect::<Vec<_>>())?;
                let (sign, rest) = (
                    self.context.extract(bits[1], format.bits() - 1, 1),
                    self.context.extract(bits[0], 0, format.bits() - 1),
                );
                Ok(self.context.vectors(VectorOp::Concat, sign, rest))
            }
            FloatOp::Min | FloatOp::Max => {
                let tasks = operands.iter().map(|operand| Task::Number(*operand, format.bits()));
                let bits = self.needs(&tasks.collect::<Vec<_>>())?;
                let first = self.takes_first(op, format, operands)?;
                Ok(self.context.ite(first, bits[0], bits[1]))
            }
            FloatOp::FromInt => {
                let float = self.need(Task::Float(term, result))?;
                Ok(self.pattern_of_float(float, result))
            }
            _ => {
                let (float, nan) =
                    (self.need(Task::Float(term, result)), self.nan_pattern(term, op, format, operands));
                let (float, nan) = (float?, nan?);
                let is_nan = self.context.floats(FloatCall::IsNan, float, float);
                let bits = self.pattern_of_float(float, result);
                Ok(self.context.ite(is_nan, nan, bits))
            }
        }
    }

    fn float_constant(&mut self, format: FloatFormat, pattern: &Int) -> Ast {
        let bits = self.context.vector(pattern, format.bits());
        self.float_of_pattern(bits, format)
    }

    fn float_text(&mut self, format: FloatFormat, number: &str) -> Ast {
        let pattern = text::parse(format, number).unwrap_or(Int::ZERO);
        self.float_constant(format, &pattern)
    }

    /// The number of a pattern. The long format has its leading bit in it.
    fn float_of_pattern(&mut self, bits: Ast, format: FloatFormat) -> Ast {
        if format != FloatFormat::Extended {
            return self.context.float_of_bits(bits, format);
        }
        let (head, leading) = (self.context.extract(bits, 64, 16), self.context.extract(bits, 63, 1));
        let fraction = self.context.extract(bits, 0, 63);
        let joined = self.context.vectors(VectorOp::Concat, head, fraction);
        let float = self.context.float_of_bits(joined, format);
        let expected = self.leading_bit(bits, 64);
        let valid = self.context.eq(leading, expected);
        let nan = exact::nan(format, false);
        let nan = self.context.vector(&nan.shift_right(64).shift_left(63), 79);
        let fraction = self.context.vector(&Int::power_of_two(62), 79);
        let nan = self.context.vectors(VectorOp::Or, nan, fraction);
        let nan = self.context.float_of_bits(nan, format);
        self.context.ite(valid, float, nan)
    }

    /// The pattern of a number that is no NaN.
    fn pattern_of_float(&mut self, float: Ast, format: FloatFormat) -> Ast {
        let bits = self.context.bits_of_float(float);
        if format != FloatFormat::Extended {
            return bits;
        }
        let leading = self.leading_bit(bits, 63);
        let (head, fraction) = (self.context.extract(bits, 63, 16), self.context.extract(bits, 0, 63));
        let head = self.context.vectors(VectorOp::Concat, head, leading);
        self.context.vectors(VectorOp::Concat, head, fraction)
    }

    /// The leading bit of a long significand, which the exponent, from some bit on, says.
    fn leading_bit(&mut self, bits: Ast, from: u32) -> Ast {
        let exponent = self.context.extract(bits, from, 15);
        let zero = self.context.vector(&Int::ZERO, 15);
        let is_zero = self.context.eq(exponent, zero);
        let (zero, one) = (self.context.vector(&Int::ZERO, 1), self.context.vector(&Int::ONE, 1));
        self.context.ite(is_zero, zero, one)
    }

    /// The pattern of a result that is a NaN: the first operand that is one, made quiet, or the usual one.
    fn nan_pattern(&mut self, term: Term, op: FloatOp, format: FloatFormat, operands: &[Term]) -> Step {
        let Some(result) = op.result(format) else { return Err(Missing::Refused) };
        if matches!(op, FloatOp::Math(_) | FloatOp::NextAfter) {
            // The library gives some NaN.
            return match term.key() < MOST {
                true => Ok(self.context.vector_symbol(RESULTS + MOST + term.key(), result.bits())),
                false => Err(Missing::Refused),
            };
        }
        let floats = &operands[..op.floats(operands.len())];
        let mut tasks: Vec<Task> = floats.iter().map(|operand| Task::Float(*operand, format)).collect();
        tasks.extend(floats.iter().map(|operand| Task::Number(*operand, format.bits())));
        let parts = self.needs(&tasks)?;
        let mut nan = self.context.vector(&exact::nan(result, true), result.bits());
        for number in (0..floats.len()).rev() {
            let is_nan = self.context.floats(FloatCall::IsNan, parts[number], parts[number]);
            let own = self.quieted(parts[floats.len() + number], format, result);
            nan = self.context.ite(is_nan, own, nan);
        }
        Ok(nan)
    }

    /// The pattern of a NaN in another format, made quiet.
    fn quieted(&mut self, bits: Ast, from: FloatFormat, to: FloatFormat) -> Ast {
        let sign = self.context.extract(bits, from.bits() - 1, 1);
        let payload = self.context.extract(bits, 0, from.precision() - 2);
        let (old, new) = (from.precision(), to.precision());
        let payload = match new.cmp(&old) {
            std::cmp::Ordering::Equal => payload,
            std::cmp::Ordering::Less => self.context.extract(payload, old - new, new - 2),
            std::cmp::Ordering::Greater => {
                let zeros = self.context.vector(&Int::ZERO, new - old);
                self.context.vectors(VectorOp::Concat, payload, zeros)
            }
        };
        // All ones: the exponent, the leading bit where there is one, the bit of quiet ones.
        let ones = to.bits() - 1 - (new - 2);
        let middle = self.context.vector(&(Int::power_of_two(ones) - Int::ONE), ones);
        let head = self.context.vectors(VectorOp::Concat, sign, middle);
        self.context.vectors(VectorOp::Concat, head, payload)
    }

    /// Any integer that an operation may give, as wide as its bounds.
    fn some_integer(&mut self, term: Term, op: FloatOp) -> Ast {
        let width = match op {
            FloatOp::Decimal(Decimal::Digit | Decimal::Character) => 4,
            FloatOp::Decimal(Decimal::Length) => 15,
            _ => 16,
        };
        let any = self.context.vector_symbol(RESULTS + term.key(), width);
        let (wide, others, zero) = match op {
            FloatOp::Decimal(Decimal::Digit) => (4, "", 0),
            FloatOp::Decimal(Decimal::Character) => (7, ".e+-", i64::from(b'0')),
            _ => return any,
        };
        // Numbers up to 9 are digits, those behind them the other characters.
        let all = (0..10).map(|digit| zero + digit).chain(others.bytes().map(i64::from));
        let mut result = self.context.vector(&Int::from(zero), wide);
        for (number, character) in all.enumerate().skip(1) {
            let number = self.context.vector(&Int::from(number), width);
            let is_it = self.context.eq(any, number);
            let character = self.context.vector(&Int::from(character), wide);
            result = self.context.ite(is_it, character, result);
        }
        result
    }

    fn float_test(&mut self, op: FloatOp, format: FloatFormat, operands: &[Term]) -> Step {
        let parts = self.float_operands(format, operands)?;
        let call = match op {
            FloatOp::Eq => FloatCall::Equal,
            FloatOp::Lt => FloatCall::Less,
            FloatOp::Le => FloatCall::AtMost,
            FloatOp::IsNan => FloatCall::IsNan,
            _ => return Err(Missing::Refused),
        };
        Ok(self.context.floats(call, parts[0], parts[parts.len() - 1]))
    }

    fn float_operands(&mut self, format: FloatFormat, operands: &[Term]) -> Result<Vec<Ast>, Missing> {
        self.needs(&operands.iter().map(|operand| Task::Float(*operand, format)).collect::<Vec<_>>())
    }

    /// Whether the lesser or greater of two numbers is the first.
    fn takes_first(&mut self, op: FloatOp, format: FloatFormat, operands: &[Term]) -> Step {
        let parts = self.float_operands(format, operands)?;
        let (a, b) = if op == FloatOp::Min { (parts[0], parts[1]) } else { (parts[1], parts[0]) };
        let before = self.context.floats(FloatCall::Less, a, b);
        let first = self.context.floats(FloatCall::IsNan, parts[0], parts[0]);
        let second = self.context.floats(FloatCall::IsNan, parts[1], parts[1]);
        let number = self.context.not(first);
        let wanted = self.context.or(&[second, before]);
        Ok(self.context.and(&[number, wanted]))
    }

    /// As x86-64 converts; see [`exact`].
    fn float_to_int(&mut self, operand: Term, format: FloatFormat, width: u32, signed: bool) -> Step {
        let float = self.need(Task::Float(operand, format))?;
        let half = Int::power_of_two(width - 1);
        let limit = |exponent: i64, negative: bool| exact::from_parts(format, negative, Int::ONE, exponent);
        let high = self.float_constant(format, &limit(i64::from(width) - 1, false));
        let below = self.context.floats(FloatCall::Less, float, high);
        // Greater than the least minus one; where that is no number of the format, at least the least.
        let above = if format.precision() > width {
            let low = exact::from_parts(format, true, &half + &Int::ONE, 0);
            let low = self.float_constant(format, &low);
            self.context.floats(FloatCall::Less, low, float)
        } else {
            let low = self.float_constant(format, &limit(i64::from(width) - 1, true));
            self.context.floats(FloatCall::AtMost, low, float)
        };
        let inside = self.context.and(&[below, above]);
        let (vector, least) =
            (self.context.float_to_vector(float, width, true), self.context.vector(&half, width));
        let as_signed = self.context.ite(inside, vector, least);
        if signed {
            return Ok(as_signed);
        }
        let from_half = self.context.floats(FloatCall::AtMost, high, float);
        let most = self.float_constant(format, &limit(i64::from(width), false));
        let fits = self.context.floats(FloatCall::Less, float, most);
        let (vector, zero) =
            (self.context.float_to_vector(float, width, false), self.context.vector(&Int::ZERO, width));
        let upper = self.context.ite(fits, vector, zero);
        Ok(self.context.ite(from_half, upper, as_signed))
    }

    fn float_operation(&mut self, term: Term, op: FloatOp, format: FloatFormat, operands: &[Term]) -> Step {
        if op == FloatOp::FromInt {
            let shape = self.shape(operands[0])?;
            let vector = self.need(Task::Number(operands[0], shape.width + u32::from(!shape.signed)))?;
            return Ok(self.context.float_of_signed(vector, format));
        }
        if op == FloatOp::Scale {
            let Some(factor) = factor(self.terms, format, operands[1]) else {
                return self.opaque(term, op, format, operands);
            };
            let a = self.need(Task::Float(operands[0], format))?;
            let factor = self.float_constant(format, &factor);
            return Ok(self.context.floats(FloatCall::Mul, a, factor));
        }
        if is_opaque(self.terms, op, format, operands) {
            return self.opaque(term, op, format, operands);
        }
        let parts = self.float_operands(format, operands)?;
        let call = match op {
            FloatOp::Add => FloatCall::Add,
            FloatOp::Sub => FloatCall::Sub,
            FloatOp::Mul => FloatCall::Mul,
            FloatOp::Div => FloatCall::Div,
            FloatOp::Sqrt => FloatCall::Sqrt,
            FloatOp::Neg => FloatCall::Neg,
            FloatOp::Abs => FloatCall::Abs,
            FloatOp::Fma => return Ok(self.context.float_fma(parts[0], parts[1], parts[2])),
            FloatOp::Round(rounding) => return Ok(self.rounded(parts[0], rounding)),
            FloatOp::ToFloat(other) => return Ok(self.context.float_to_float(parts[0], other)),
            FloatOp::Min | FloatOp::Max => {
                let first = self.takes_first(op, format, operands)?;
                return Ok(self.context.ite(first, parts[0], parts[1]));
            }
            _ => return Err(Missing::Refused),
        };
        Ok(self.context.floats(call, parts[0], parts[parts.len() - 1]))
    }

    fn rounded(&mut self, float: Ast, rounding: Rounding) -> Ast {
        self.context.float_to_integral(float, rounding)
    }

    /// Any number that the operation may give.
    fn opaque(&mut self, term: Term, op: FloatOp, format: FloatFormat, operands: &[Term]) -> Step {
        let floats = &operands[..op.floats(operands.len())];
        let parts = self.float_operands(format, floats)?;
        if term.key() >= MOST {
            return Err(Missing::Refused);
        }
        let bits = self.context.vector_symbol(RESULTS + term.key(), format.bits());
        let any = self.float_of_pattern(bits, format);
        let (Some(range), Some(nan)) = (range(op), self.gives_nan(op, format, &parts)) else {
            return Ok(any);
        };
        let mut fits = Vec::new();
        let is_nan = self.context.floats(FloatCall::IsNan, any, any);
        fits.push(self.context.not(is_nan));
        for (limit, below) in [(range.low, true), (range.high, false)] {
            if let Some(limit) = limit {
                let limit = self.float_text(format, limit);
                let (a, b) = if below { (limit, any) } else { (any, limit) };
                fits.push(self.context.floats(FloatCall::AtMost, a, b));
            }
        }
        if matches!(op, FloatOp::Rem | FloatOp::Remainder) {
            let size = self.context.floats(FloatCall::Abs, any, any);
            for part in &parts {
                let most = self.context.floats(FloatCall::Abs, *part, *part);
                fits.push(self.context.floats(FloatCall::AtMost, size, most));
            }
        }
        let fits = self.context.and(&fits);
        // One of the range stands in for all others.
        let inside = self.float_text(format, range.low.unwrap_or("0"));
        let value = self.context.ite(fits, any, inside);
        let none = self.float_constant(format, &exact::nan(format, false));
        Ok(self.context.ite(nan, none, value))
    }

    /// When the result is a NaN, where that can be told.
    fn gives_nan(&mut self, op: FloatOp, format: FloatFormat, parts: &[Ast]) -> Option<Ast> {
        use MathFunction::*;
        let nans: Vec<Ast> =
            parts.iter().map(|part| self.context.floats(FloatCall::IsNan, *part, *part)).collect();
        let some = self.context.or(&nans);
        let first = *parts.first()?;
        Some(match op {
            FloatOp::Rem | FloatOp::Remainder => {
                let infinite = self.context.floats(FloatCall::IsInfinite, first, first);
                let zero = self.float_text(format, "0");
                let by_zero = self.context.floats(FloatCall::Equal, *parts.get(1)?, zero);
                self.context.or(&[some, infinite, by_zero])
            }
            FloatOp::Math(Sin | Cos | Tan) => {
                let infinite = self.context.floats(FloatCall::IsInfinite, first, first);
                self.context.or(&[some, infinite])
            }
            FloatOp::Math(Asin | Acos) => {
                let size = self.context.floats(FloatCall::Abs, first, first);
                let one = self.float_text(format, "1");
                let outside = self.context.floats(FloatCall::Less, one, size);
                self.context.or(&[some, outside])
            }
            FloatOp::Math(Log | Log2 | Log10) => {
                let zero = self.float_text(format, "0");
                let negative = self.context.floats(FloatCall::Less, first, zero);
                self.context.or(&[some, negative])
            }
            FloatOp::Math(Atan | Atan2 | Sinh | Cosh | Tanh | Asinh | Exp | Exp2 | Expm1 | Cbrt)
            | FloatOp::Scale => some,
            _ => return None,
        })
    }
}

/// The range of an operation's results, a little wider than it is.
fn range(op: FloatOp) -> Option<Range> {
    use MathFunction::*;
    let between = |low: &'static str, high: &'static str| Range { low: Some(low), high: Some(high) };
    Some(match op {
        FloatOp::Math(Sin | Cos | Tanh) => between("-1", "1"),
        FloatOp::Math(Asin | Atan) => between("-1.5708", "1.5708"),
        FloatOp::Math(Acos) => between("0", "3.1416"),
        FloatOp::Math(Atan2) => between("-3.1416", "3.1416"),
        FloatOp::Math(Exp | Exp2) => Range { low: Some("0"), high: None },
        FloatOp::Math(Cosh) => Range { low: Some("1"), high: None },
        FloatOp::Math(Expm1) => Range { low: Some("-1"), high: None },
        FloatOp::Math(Tan | Sinh | Asinh | Cbrt | Log | Log2 | Log10)
        | FloatOp::Rem
        | FloatOp::Remainder
        | FloatOp::Scale => Range { low: None, high: None },
        _ => return None,
    })
}
