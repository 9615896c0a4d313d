//! Operations on numbers: their checks, and bringing results into their type.

use super::function::FunctionLowering;
use super::range::{Range, contains, result_range};
use crate::ctype::{CType, IntKind};
use crate::tree::Expr;
use kyklos_base::{Int, Span};
use kyklos_flow::{self as flow, BinaryOp, CheckClass, ErrorKind, Place, UnaryOp};

/// An operand: its value, its bounds, and where it stands.
pub(super) struct Operand {
    pub(super) value: flow::Expr,
    pub(super) ty: CType,
    pub(super) range: Range,
    pub(super) span: Span,
}

impl FunctionLowering<'_, '_> {
    /// An operand that was evaluated.
    pub(super) fn operand(&self, expr: &Expr, value: flow::Expr) -> Operand {
        Operand { value, ty: expr.ty.clone(), range: self.range(expr), span: expr.span }
    }

    /// The result of an operation in the type of integers of this kind.
    pub(super) fn operation(
        &mut self,
        op: BinaryOp,
        mut left: Operand,
        mut right: Operand,
        kind: IntKind,
        span: Span,
    ) -> flow::Expr {
        match op {
            BinaryOp::Div | BinaryOp::Rem => self.check_division(op, &mut left, &mut right, kind, span),
            BinaryOp::Shl | BinaryOp::Shr => self.check_shift(&mut right, kind, span),
            _ => {}
        }
        let whole = self.range_of_kind(kind);
        let fits = match op {
            // Nothing else is left by the checks.
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shr => true,
            // Both operands are of the type, so the result is.
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => true,
            _ => result_range(op, &left.range, &right.range).is_some_and(|result| contains(&whole, &result)),
        };
        let value = flow::Expr::binary(op, left.value, right.value);
        if fits { value } else { self.bring_into(value, kind, span) }
    }

    /// The bounds of an operation's result, in the type of integers of this kind.
    pub(super) fn result_within(
        &self,
        op: BinaryOp,
        left: &Operand,
        right: &Operand,
        kind: IntKind,
    ) -> Range {
        let whole = self.range_of_kind(kind);
        match result_range(op, &left.range, &right.range) {
            Some(result) if contains(&whole, &result) => result,
            _ => whole,
        }
    }

    /// Whether an operation needs checks.
    pub(super) fn operation_may_fail(&self, op: BinaryOp, left: &Expr, right: &Expr, ty: &CType) -> bool {
        if ty.is_float() {
            return false;
        }
        let Some(kind) = ty.int_kind() else { return true };
        let (first, second) = (self.range(left), self.range(right));
        match op {
            BinaryOp::Div | BinaryOp::Rem => {
                divides_by_zero(&second) || self.division_overflows(&first, &second, kind)
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                self.shifts_too_far(&second, kind) || op == BinaryOp::Shl && self.is_checked(kind)
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => self.is_checked(kind),
            _ => false,
        }
    }

    /// Whether leaving the range of a type is looked for.
    fn is_checked(&self, kind: IntKind) -> bool {
        kind.is_signed() && self.context.options.checks(CheckClass::Overflow)
    }

    /// `-x`
    pub(super) fn negation(&mut self, operand: Operand, kind: IntKind, span: Span) -> flow::Expr {
        let (low, high) = &operand.range;
        let fits = contains(&self.range_of_kind(kind), &(-high, -low));
        let value = flow::Expr::unary(UnaryOp::Neg, operand.value);
        if fits { value } else { self.bring_into(value, kind, span) }
    }

    /// `~x`: for two's complement numbers, the greatest unsigned number, or -1, minus x.
    pub(super) fn complement(&self, value: flow::Expr, kind: IntKind) -> flow::Expr {
        let ones = if kind.is_signed() { -Int::ONE } else { self.range_of_kind(kind).1 };
        flow::Expr::binary(BinaryOp::Sub, flow::Expr::Int(ones), value)
    }

    /// A number converted to a type.
    pub(super) fn converted(&self, value: flow::Expr, range: &Range, kind: IntKind) -> flow::Expr {
        if contains(&self.range_of_kind(kind), range) {
            return value;
        }
        if kind == IntKind::Bool {
            return flow::Expr::binary(BinaryOp::Ne, value, flow::Expr::int(0));
        }
        conversion(kind.int_type(self.context.types.model), value)
    }

    /// The result of an operation that may leave its type: it wraps, or fails if that is looked for.
    fn bring_into(&mut self, value: flow::Expr, kind: IntKind, span: Span) -> flow::Expr {
        if !self.is_checked(kind) {
            return flow::Expr::Convert(kind.int_type(self.context.types.model), Box::new(value));
        }
        let number = self.context.types.types.number();
        let mut parts = 0;
        value.visit(&mut |_| parts += 1);
        let value = if parts > 16 {
            let target = Place::variable(self.temporary(number, span));
            self.step(flow::Instruction::Assign { target: target.clone(), value }, span);
            flow::Expr::Load(target)
        } else {
            value
        };
        let (least, greatest) = self.range_of_kind(kind);
        let inside = flow::Expr::binary(
            BinaryOp::And,
            flow::Expr::binary(BinaryOp::Ge, value.clone(), flow::Expr::Int(least)),
            flow::Expr::binary(BinaryOp::Le, value.clone(), flow::Expr::Int(greatest)),
        );
        let what = self.quoted(span, "an operation");
        let message = format!("overflow: {what} leaves the range of `{}`", kind.name());
        self.check(inside, true, ErrorKind::Overflow, message, span);
        value
    }

    fn check_division(
        &mut self,
        op: BinaryOp,
        left: &mut Operand,
        right: &mut Operand,
        kind: IntKind,
        span: Span,
    ) {
        if divides_by_zero(&right.range) {
            self.make_copyable(right);
            let what =
                if op == BinaryOp::Div { "division by zero" } else { "remainder of a division by zero" };
            let message = match right.value.as_int() {
                Some(_) => what.to_owned(),
                None => format!("{what}: {} is 0", self.quoted(right.span, "the divisor")),
            };
            let zero = flow::Expr::binary(BinaryOp::Eq, right.value.clone(), flow::Expr::int(0));
            self.check(zero, false, ErrorKind::DivisionByZero, message, span);
        }
        if self.division_overflows(&left.range, &right.range, kind) {
            self.make_copyable(left);
            self.make_copyable(right);
            let least = flow::Expr::Int(self.range_of_kind(kind).0);
            let overflows = flow::Expr::binary(
                BinaryOp::And,
                flow::Expr::binary(BinaryOp::Eq, left.value.clone(), least),
                flow::Expr::binary(BinaryOp::Eq, right.value.clone(), flow::Expr::int(-1)),
            );
            let what = self.quoted(left.span, "the dividend");
            let message = format!("the least `{}` is divided by -1: {what}", kind.name());
            self.check(overflows, false, ErrorKind::DivisionOverflow, message, span);
        }
    }

    fn division_overflows(&self, left: &Range, right: &Range, kind: IntKind) -> bool {
        let minus_one = -Int::ONE;
        kind.is_signed()
            && left.0 == self.range_of_kind(kind).0
            && right.0 <= minus_one
            && minus_one <= right.1
    }

    fn check_shift(&mut self, amount: &mut Operand, kind: IntKind, span: Span) {
        if !self.shifts_too_far(&amount.range, kind) {
            return;
        }
        self.make_copyable(amount);
        let width = i64::from(kind.bits(self.context.types.model));
        let below = flow::Expr::binary(BinaryOp::Lt, amount.value.clone(), flow::Expr::int(width));
        let inside = if amount.range.0.is_negative() {
            let not_negative = flow::Expr::binary(BinaryOp::Ge, amount.value.clone(), flow::Expr::int(0));
            flow::Expr::binary(BinaryOp::And, not_negative, below)
        } else {
            below
        };
        let what = self.quoted(amount.span, "the amount");
        let message = format!("shift by {what}, which is not from 0 to {}", width - 1);
        self.check(inside, true, ErrorKind::ShiftRange, message, span);
    }

    fn shifts_too_far(&self, amount: &Range, kind: IntKind) -> bool {
        let width = Int::from(i64::from(kind.bits(self.context.types.model)));
        amount.0.is_negative() || amount.1 >= width
    }

    fn make_copyable(&mut self, operand: &mut Operand) {
        let value = std::mem::replace(&mut operand.value, flow::Expr::int(0));
        operand.value = self.copyable(value, &operand.ty, operand.span);
    }
}

/// A value that is converted to a type, which may change it. It must not look like the result of an operation in that
/// type: there the change would be an overflow.
pub(super) fn conversion(ty: flow::IntType, value: flow::Expr) -> flow::Expr {
    let is_operation = matches!(
        value,
        flow::Expr::Unary(UnaryOp::Neg, _)
            | flow::Expr::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl, ..)
    );
    // Nothing is computed in smaller types.
    let is_computed_in = matches!(ty, flow::IntType::Sized { bits: 32.., signed: true });
    let value = match is_operation && is_computed_in {
        true => flow::Expr::Convert(flow::IntType::Unbounded, Box::new(value)),
        false => value,
    };
    flow::Expr::Convert(ty, Box::new(value))
}

fn divides_by_zero(divisor: &Range) -> bool {
    !divisor.0.is_negative() && divisor.0.is_zero() || divisor.0.is_negative() && !divisor.1.is_negative()
}
