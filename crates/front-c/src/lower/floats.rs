//! Operations on floating point numbers, which are the patterns of their bits.

use super::function::FunctionLowering;
use crate::ctype::{CType, IntKind};
use crate::tree::Expr;
use kyklos_base::float::exact;
use kyklos_base::{FloatFormat, FloatOp, Int, Span};
use kyklos_flow::{self as flow, BinaryOp, CheckClass, ErrorKind, UnaryOp};

impl FunctionLowering<'_, '_> {
    /// A comparison of floating point numbers: 0 or 1.
    pub(super) fn float_comparison(
        &self,
        op: BinaryOp,
        format: FloatFormat,
        left: flow::Expr,
        right: flow::Expr,
    ) -> flow::Expr {
        let test = |op: FloatOp, left, right| flow::Expr::Float(op, format, vec![left, right]);
        match op {
            BinaryOp::Eq => test(FloatOp::Eq, left, right),
            BinaryOp::Ne => flow::Expr::unary(UnaryOp::Not, test(FloatOp::Eq, left, right)),
            BinaryOp::Lt => test(FloatOp::Lt, left, right),
            BinaryOp::Le => test(FloatOp::Le, left, right),
            BinaryOp::Gt => test(FloatOp::Lt, right, left),
            _ => test(FloatOp::Le, right, left),
        }
    }

    /// A number converted from or to a floating point type.
    pub(super) fn float_conversion(
        &mut self,
        value: flow::Expr,
        from: &CType,
        to: &CType,
        span: Span,
    ) -> flow::Expr {
        match (from.float_format(), to.float_format(), to.int_kind()) {
            (Some(from), Some(to), _) if from == to => value,
            (Some(from), Some(to), _) => flow::Expr::Float(FloatOp::ToFloat(to), from, vec![value]),
            (None, Some(to), _) => flow::Expr::Float(FloatOp::FromInt, to, vec![value]),
            (Some(format), None, Some(kind)) => self.truncated(value, from, format, kind, span),
            _ => value,
        }
    }

    /// A floating point number as an integer. What is out of range fails if that is looked for, else it is as on
    /// x86-64.
    fn truncated(
        &mut self,
        value: flow::Expr,
        ty: &CType,
        format: FloatFormat,
        kind: IntKind,
        span: Span,
    ) -> flow::Expr {
        let model = self.context.types.model;
        if kind == IntKind::Bool {
            let zero = flow::Expr::int(0);
            return self.float_comparison(BinaryOp::Ne, format, value, zero);
        }
        let mut value = value;
        if self.context.options.checks(CheckClass::Overflow) {
            value = self.copyable(value, ty, span);
            let inside = inside(value.clone(), format, &kind.range(model));
            let what = self.quoted(span, "a number");
            let message = format!("overflow: {what} is outside of the range of `{}`", kind.name());
            self.check(inside, true, ErrorKind::Overflow, message, span);
        }
        let (bits, signed) = (kind.bits(model), kind.is_signed());
        let (own, own_signed) = match (bits, signed) {
            (..32, _) | (32, true) => (32, true),
            (32, false) | (33..=64, true) => (64, true),
            (33..=64, false) => (64, false),
            _ => (128, signed),
        };
        let op = FloatOp::ToInt { bits: own, signed: own_signed };
        let truncated = flow::Expr::Float(op, format, vec![value]);
        match (u16::from(own), own_signed) == (bits, signed) {
            true => truncated,
            false => flow::Expr::Convert(kind.int_type(model), Box::new(truncated)),
        }
    }

    /// Whether an expression is a conversion that may fail.
    pub(super) fn truncation_may_fail(&self, expr: &Expr, inner: &Expr) -> bool {
        inner.ty.is_float()
            && expr.ty.int_kind().is_some_and(|kind| kind != IntKind::Bool)
            && self.context.options.checks(CheckClass::Overflow)
    }
}

/// Whether a number, truncated, is within a range: greater than the least minus one, less than the greatest plus one.
fn inside(value: flow::Expr, format: FloatFormat, (least, greatest): &(Int, Int)) -> flow::Expr {
    let constant = |number: &Int| exact::from_parts(format, number.is_negative(), number.abs(), 0);
    let below = least - &Int::ONE;
    let exactly =
        |number: &Int| exact::truncated(&exact::decode(format, &constant(number))).as_ref() == Some(number);
    // Where the format does not have that number, there is none between it and the least one.
    let low = match exactly(&below) {
        true => {
            flow::Expr::Float(FloatOp::Lt, format, vec![flow::Expr::Int(constant(&below)), value.clone()])
        }
        false => {
            flow::Expr::Float(FloatOp::Le, format, vec![flow::Expr::Int(constant(least)), value.clone()])
        }
    };
    let above = greatest + &Int::ONE;
    let high = flow::Expr::Float(FloatOp::Lt, format, vec![value, flow::Expr::Int(constant(&above))]);
    flow::Expr::binary(BinaryOp::And, low, high)
}
