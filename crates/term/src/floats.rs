//! Operations on floating point numbers, which are integer terms: the patterns of their bits. Note [floats].
//!
//! Constants are computed. What is said of whole numbers that a format holds exactly is said of integers, so that
//! counters in floating point conditions stay what loop mathematics and solvers of integers know. The rest are
//! nodes: only the back end that knows floating point numbers looks into them.

use crate::bounds::SymbolBounds;
use crate::{Interval, Node, Sort, Term, Terms};
use kyklos_base::Int;
use kyklos_base::float::exact::{self, Float};
use kyklos_base::float::{Decimal, FloatFormat, FloatOp};
use std::cmp::Ordering;

/// The patterns of a format.
pub(crate) fn patterns(format: FloatFormat) -> Interval {
    let half = Int::power_of_two(format.bits() - 1);
    Interval { low: Some(-&half), high: Some(half - Int::ONE) }
}

/// An interval for the results of an operation.
pub(crate) fn results(op: FloatOp, format: FloatFormat) -> Interval {
    if let Some(format) = op.result(format) {
        return patterns(format);
    }
    match op {
        FloatOp::ToInt { bits, signed: true } => {
            let half = Int::power_of_two(u32::from(bits) - 1);
            Interval { low: Some(-&half), high: Some(half - Int::ONE) }
        }
        FloatOp::ToInt { bits, signed: false } => {
            Interval { low: Some(Int::ZERO), high: Some(Int::power_of_two(u32::from(bits)) - Int::ONE) }
        }
        FloatOp::Decimal(Decimal::Digit) => Interval { low: Some(Int::ZERO), high: Some(Int::from(9)) },
        FloatOp::Decimal(Decimal::Length) => {
            Interval { low: Some(Int::ZERO), high: Some(Int::from((1 << 15) - 1)) }
        }
        // From `+` to `e`.
        FloatOp::Decimal(Decimal::Character) => {
            Interval { low: Some(Int::from(43)), high: Some(Int::from(101)) }
        }
        FloatOp::Exponent | FloatOp::Decimal(Decimal::Magnitude) => {
            Interval { low: Some(Int::from(-(1 << 15))), high: Some(Int::from((1 << 15) - 1)) }
        }
        _ => Interval { low: Some(Int::ZERO), high: Some(Int::ONE) },
    }
}

impl Terms {
    /// An operation on floating point numbers, given as the patterns of their bits.
    pub fn float(&mut self, op: FloatOp, format: FloatFormat, operands: &[Term]) -> Term {
        if operands.iter().any(|operand| self.is_unknown(*operand)) {
            return self.unknown(Sort::Int);
        }
        let constants: Option<Vec<Int>> = operands.iter().map(|operand| self.as_int(*operand)).collect();
        if let Some(constants) = constants
            && let Some(result) = exact::evaluate(op, format, &constants)
        {
            return self.int(&result);
        }
        if let Some(simpler) = self.float_rules(op, format, operands) {
            return simpler;
        }
        self.intern(Node::Float(op, format, operands.into()))
    }

    /// Whether there are operations on floating point numbers in a term.
    pub fn has_floats(&self, term: Term) -> bool {
        if term.is_inline() {
            return false;
        }
        let mut facts = self.facts.borrow_mut();
        let known = &mut facts.has_floats;
        if let Some(known) = known.get(&term) {
            return *known;
        }
        for part in self.parts_first(&[term], |part| known.contains_key(&part)) {
            let mut any = matches!(self.node(part), Some(Node::Float(..)));
            self.for_each_part(part, |inner| any |= known.get(&inner).copied().unwrap_or(false));
            known.insert(part, any);
        }
        known.get(&term).copied().unwrap_or(false)
    }

    fn float_rules(&mut self, op: FloatOp, format: FloatFormat, operands: &[Term]) -> Option<Term> {
        match (op, operands) {
            (FloatOp::Eq | FloatOp::Lt | FloatOp::Le, [a, b]) => self.float_comparison(op, format, *a, *b),
            // match:  a / 2^k
            // result: a * 2^-k, where that is a number of the format
            (FloatOp::Div, [a, b]) => {
                let inverse = inverse_power(format, &self.as_int(*b)?)?;
                let inverse = self.int(&inverse);
                Some(self.float(FloatOp::Mul, format, &[*a, inverse]))
            }
            // match:  -(-a), |-a|, ||a||
            // result: a, |a|, |a|
            (FloatOp::Neg | FloatOp::Abs, [a]) => match (op, self.node(*a)?) {
                (FloatOp::Neg, Node::Float(FloatOp::Neg, _, inner)) => Some(inner[0]),
                (FloatOp::Abs, Node::Float(FloatOp::Neg, _, inner)) => {
                    let inner = inner[0];
                    Some(self.float(FloatOp::Abs, format, &[inner]))
                }
                (FloatOp::Abs, Node::Float(FloatOp::Abs, ..)) => Some(*a),
                _ => None,
            },
            // match:  isnan(-a), isnan(|a|), isnan(to another format a), isnan(from an integer)
            // result: isnan(a), isnan(a), isnan(a), 0
            (FloatOp::IsNan, [a]) => match self.node(*a)? {
                Node::Float(
                    FloatOp::Neg | FloatOp::Abs | FloatOp::ToFloat(_) | FloatOp::Round(_),
                    own,
                    inner,
                ) => {
                    let (own, inner) = (*own, inner[0]);
                    Some(self.float(FloatOp::IsNan, own, &[inner]))
                }
                Node::Float(FloatOp::FromInt, ..) => Some(Term::ZERO),
                _ => None,
            },
            // match:  to an integer type (from the integer n)
            // result: n, where the format holds it and the type does
            (FloatOp::ToInt { .. }, [a]) => {
                let number = self.whole_number(format, *a)?;
                let (own, all) = (self.bounds(number, &SymbolBounds::default()), results(op, format));
                (own.meet(&all) == own).then_some(number)
            }
            // match:  to another format (from the integer n); rounded to a whole number (from the integer n)
            // result: from the integer n, where the first format holds it
            (FloatOp::ToFloat(other), [a]) => {
                let number = self.whole_number(format, *a)?;
                Some(self.float(FloatOp::FromInt, other, &[number]))
            }
            (FloatOp::Round(_), [a]) => self.whole_number(format, *a).map(|_| *a),
            _ => None,
        }
    }

    /// The integer that a floating point number was made from, if the format holds it exactly.
    fn whole_number(&self, format: FloatFormat, term: Term) -> Option<Term> {
        self.made_from(format, term).filter(|number| self.is_held(format, *number, &Int::ZERO))
    }

    /// The integer that a floating point number was made from.
    fn made_from(&self, format: FloatFormat, term: Term) -> Option<Term> {
        match self.node(term) {
            Some(Node::Float(FloatOp::FromInt, own, operands)) if *own == format => Some(operands[0]),
            _ => None,
        }
    }

    /// Whether a format holds an integer, and all between it and zero, and so many more.
    fn is_held(&self, format: FloatFormat, number: Term, more: &Int) -> bool {
        let bounds = self.bounds(number, &SymbolBounds::default());
        let most = Int::power_of_two(format.precision()) - more.clone();
        bounds.low.is_some_and(|low| -&most <= low) && bounds.high.is_some_and(|high| high <= most)
    }

    /// A term of the same number, but perhaps for the sign of a zero or of a NaN.
    fn same_number(&mut self, format: FloatFormat, term: Term) -> Term {
        match self.node(term).cloned() {
            // match:  -(a - b)
            // result: b - a
            Some(Node::Float(FloatOp::Neg, _, inner)) => match self.node(inner[0]).cloned() {
                Some(Node::Float(FloatOp::Sub, _, operands)) => {
                    self.float(FloatOp::Sub, format, &[operands[1], operands[0]])
                }
                _ => term,
            },
            // match:  a + b, a * b
            // result: b + a, b * a
            Some(Node::Float(op @ (FloatOp::Add | FloatOp::Mul), own, operands))
                if operands[1] < operands[0] =>
            {
                self.float(op, own, &[operands[1], operands[0]])
            }
            _ => term,
        }
    }

    fn float_comparison(&mut self, op: FloatOp, format: FloatFormat, a: Term, b: Term) -> Option<Term> {
        // match:  a comparison of a and b
        // result: the comparison of the same numbers in another form
        let (x, y) = (self.same_number(format, a), self.same_number(format, b));
        if (x, y) != (a, b) {
            return Some(self.float(op, format, &[x, y]));
        }
        // match:  a == a, a <= a, a < a
        // result: !isnan(a), !isnan(a), 0
        if a == b {
            if op == FloatOp::Lt {
                return Some(Term::ZERO);
            }
            let nan = self.float(FloatOp::IsNan, format, &[a]);
            let nan = self.truth_of(nan);
            let truth = self.not(nan);
            return Some(self.number_of(truth));
        }
        // match:  a comparison of the integers m and n, or of one with a constant
        // result: the comparison of integers, where the format holds one of them, and those next to it: what the other
        //         one is rounded to lies on the same side
        let truth = match (self.made_from(format, a), self.made_from(format, b)) {
            (Some(m), Some(n))
                if !self.is_held(format, m, &Int::ONE) && !self.is_held(format, n, &Int::ONE) =>
            {
                return None;
            }
            (Some(m), Some(n)) => match op {
                FloatOp::Eq => self.eq(m, n),
                FloatOp::Lt => self.lt(m, n),
                _ => self.le(m, n),
            },
            (Some(m), None) => {
                let constant = self.constant_beside(format, m, b)?;
                self.whole_against(op, m, &constant, false)
            }
            (None, Some(n)) => {
                let constant = self.constant_beside(format, n, a)?;
                self.whole_against(op, n, &constant, true)
            }
            (None, None) => return None,
        };
        Some(self.number_of(truth))
    }

    /// A constant that an integer can be compared with, although it is rounded before.
    fn constant_beside(&self, format: FloatFormat, number: Term, constant: Term) -> Option<Float> {
        let constant = exact::decode(format, &self.as_int(constant)?);
        let near = match exact::truncated(&constant) {
            Some(whole) => whole.bits() < u64::from(format.precision()),
            // Huge integers are rounded to infinity.
            None => matches!(constant, Float::Nan(_)),
        };
        (near || self.is_held(format, number, &Int::ZERO)).then_some(constant)
    }

    /// A comparison of an integer with a constant, which stands on the left if `swapped`.
    fn whole_against(&mut self, op: FloatOp, number: Term, constant: &Float, swapped: bool) -> Term {
        match constant {
            Float::Nan(_) => Term::FALSE,
            Float::Infinite { negative } => Term::truth(op != FloatOp::Eq && *negative == swapped),
            Float::Finite { .. } => {
                let whole = exact::truncated(constant).unwrap_or(Int::ZERO);
                let back =
                    Float::Finite { negative: whole.is_negative(), significand: whole.abs(), exponent: 0 };
                let order = exact::compare(constant, &back).unwrap_or(Ordering::Equal);
                let floor = if order.is_lt() { &whole - &Int::ONE } else { whole.clone() };
                let ceil = if order.is_gt() { &whole + &Int::ONE } else { whole };
                let (floor, ceil) = (self.int(&floor), self.int(&ceil));
                match (op, swapped) {
                    (FloatOp::Eq, _) if order.is_ne() => Term::FALSE,
                    (FloatOp::Eq, _) => self.eq(number, floor),
                    (FloatOp::Lt, false) => self.lt(number, ceil),
                    (FloatOp::Lt, true) => self.gt(number, floor),
                    (_, false) => self.le(number, floor),
                    (_, true) => self.ge(number, ceil),
                }
            }
        }
    }
}

/// The pattern of 2^-k, of a pattern that is ±2^k; `None` if the format has no such number, or only one of less
/// precision.
fn inverse_power(format: FloatFormat, pattern: &Int) -> Option<Int> {
    let Float::Finite { negative, significand, exponent } = exact::decode(format, pattern) else {
        return None;
    };
    let power = i64::from(significand.exponent()?) + exponent;
    let inverse = exact::from_parts(format, negative, Int::ONE, -power);
    let back = exact::decode(format, &inverse);
    match back {
        Float::Finite { significand, exponent, .. }
            if i64::from(significand.exponent()?) + exponent == -power
                && significand.bits() == u64::from(format.precision()) =>
        {
            Some(inverse)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_decimal_texts_are_within_their_bounds() {
        let numbers = [0.0, 1.5, -1e300, 5e-324, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        let parts = [Decimal::Digit, Decimal::Magnitude, Decimal::Length, Decimal::Character];
        let format = FloatFormat::Double;
        for (number, part) in numbers.into_iter().flat_map(|number| parts.map(|part| (number, part))) {
            let op = FloatOp::Decimal(part);
            let pattern: Int = number.to_bits().to_string().parse().unwrap();
            for at in -3..4 {
                let operands = [pattern.clone(), Int::from(6), Int::from(at)];
                let value = exact::evaluate(op, format, &operands[..op.arity()]).unwrap();
                let Interval { low, high } = results(op, format);
                assert!(low.is_some_and(|low| low <= value), "{part:?} of {number}: {value}");
                assert!(high.is_some_and(|high| value <= high), "{part:?} of {number}: {value}");
            }
        }
    }
}
