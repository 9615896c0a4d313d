//! Conditions and logical operators.
//!
//! A condition stays one whole expression, as long as the right operands of
//! its `&&` and `||` need no checks and have no effects. Else it is split, and
//! its parts jump to where the condition's outcome leads.

use super::function::{Destination, FunctionLowering};
use crate::ctype::{CType, IntKind, Length};
use crate::tree::{Expr, ExprKind};
use kyklos_base::Int;
use kyklos_flow::{self as flow, BinaryOp, CheckClass, Instruction, LocationId, Place, UnaryOp};

impl FunctionLowering<'_, '_> {
    /// Evaluates a condition and goes where its outcome leads.
    pub(super) fn condition(&mut self, condition: &Expr, then: LocationId, otherwise: LocationId) {
        match &condition.kind {
            ExprKind::Not(inner) if self.branches(inner) => self.condition(inner, otherwise, then),
            ExprKind::Logical(op, left, right) if self.branches(condition) => {
                if let Some(value) = self.looks_again(condition) {
                    return self.branch(value, then, otherwise, condition.span);
                }
                let between = self.builder.plain(right.span);
                match op {
                    BinaryOp::And => self.condition(left, between, otherwise),
                    _ => self.condition(left, then, between),
                }
                self.continue_at(between);
                self.condition(right, then, otherwise);
            }
            ExprKind::Conditional(test, first, second) => {
                let starts = [self.builder.plain(first.span), self.builder.plain(second.span)];
                self.condition(test, starts[0], starts[1]);
                for (start, arm) in starts.into_iter().zip([first, second]) {
                    self.continue_at(start);
                    self.condition(arm, then, otherwise);
                }
            }
            ExprKind::Comma(first, second) => {
                self.drop_value(first);
                self.condition(second, then, otherwise);
            }
            ExprKind::Compare(op @ (BinaryOp::Ne | BinaryOp::Eq), inner, zero)
                if is_zero(zero) && self.branches(inner) =>
            {
                let (then, otherwise) =
                    if *op == BinaryOp::Ne { (then, otherwise) } else { (otherwise, then) };
                self.condition(inner, then, otherwise);
            }
            ExprKind::Convert(inner) if keeps_truth(condition, inner) && self.branches(inner) => {
                self.condition(inner, then, otherwise);
            }
            _ => {
                let value = self.value(condition);
                let value = self.truth_of(value, &condition.ty);
                self.branch(value, then, otherwise, condition.span);
            }
        }
    }

    /// A number that is not zero if a number or pointer is not.
    pub(super) fn truth_of(&mut self, value: flow::Expr, ty: &CType) -> flow::Expr {
        if let Some(format) = ty.float_format() {
            return self.float_comparison(BinaryOp::Ne, format, value, flow::Expr::int(0));
        }
        if !ty.is_object_pointer() {
            return value;
        }
        let null = flow::Expr::Null(self.context.types.flow(ty));
        flow::Expr::binary(BinaryOp::Ne, value, null)
    }

    /// The value, 0 or 1, of `&&`, `||` or `!`.
    pub(super) fn logical(&mut self, expr: &Expr) -> flow::Expr {
        match &expr.kind {
            ExprKind::Not(inner) if !self.branches(inner) => {
                let value = self.value(inner);
                if inner.ty.is_object_pointer() {
                    let null = flow::Expr::Null(self.context.types.flow(&inner.ty));
                    return flow::Expr::binary(BinaryOp::Eq, value, null);
                }
                flow::Expr::unary(UnaryOp::Not, value)
            }
            ExprKind::Logical(..) if !self.branches(expr) => self.whole(expr),
            _ => {
                let target = self.temporary_of(&CType::INT, expr.span);
                let join = self.before(expr.span);
                self.store_truth(expr, target.clone(), join);
                self.go_to(join);
                flow::Expr::Load(target)
            }
        }
    }

    /// The value of `&&` or `||` that needs no branch; nor does what is in it.
    pub(super) fn whole(&mut self, expr: &Expr) -> flow::Expr {
        let ExprKind::Logical(op, left, right) = &expr.kind else { return self.value(expr) };
        self.depth += 1;
        let first = self.whole(left);
        let first = self.truth_of(first, &left.ty);
        let second = self.whole(right);
        let second = self.truth_of(second, &right.ty);
        self.depth -= 1;
        let value = flow::Expr::binary(*op, first, second);
        self.cut_off(value, expr)
    }

    /// Writes 1 or 0 to a place, by a condition.
    pub(super) fn store_truth(&mut self, condition: &Expr, target: Place, to: Destination) {
        if self.dead {
            return;
        }
        let span = condition.span;
        let ends = [self.builder.plain(span), self.builder.plain(span)];
        self.condition(condition, ends[0], ends[1]);
        for (end, truth) in ends.into_iter().zip([1, 0]) {
            self.continue_at(end);
            let value = flow::Expr::int(truth);
            self.finish(Instruction::Assign { target: target.clone(), value }, to, span);
        }
    }

    /// Whether lowering the expression as a condition would branch inside it.
    pub(super) fn branches(&self, expr: &Expr) -> bool {
        match &expr.kind {
            // The right one first: in long chains it is the small one.
            ExprKind::Logical(_, left, right) => self.emits(right) || self.branches(left),
            ExprKind::Not(inner) => self.branches(inner),
            ExprKind::Conditional(..) => true,
            ExprKind::Compare(BinaryOp::Ne | BinaryOp::Eq, inner, zero) if is_zero(zero) => {
                self.branches(inner)
            }
            ExprKind::Convert(inner) if keeps_truth(expr, inner) => self.branches(inner),
            _ => false,
        }
    }

    /// Whether lowering the expression would put checks or effects on edges.
    pub(super) fn emits(&self, expr: &Expr) -> bool {
        if self.is_assured(expr) {
            return false;
        }
        let mut any = self.emits_itself(expr);
        if !any {
            expr.parts(&mut |part| any = any || self.emits(part));
        }
        any
    }

    fn emits_itself(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Null
            | ExprKind::Global(_)
            | ExprKind::Float(..)
            | ExprKind::Complement(_)
            | ExprKind::Not(_)
            | ExprKind::Compare(..)
            | ExprKind::Logical(..)
            | ExprKind::Distance(..)
            | ExprKind::AddressOf(_)
            | ExprKind::Length(_) => false,
            ExprKind::Decay(array) => self.context.trailing(array).is_some_and(|end| end.is_open),
            ExprKind::Local(_, number) => self.plan().is_some_and(|plan| plan.checks.contains(number)),
            ExprKind::Field(record, _) => !record.is_place() || self.may_be_unwritten(expr),
            ExprKind::Index(array, index) => self.index_may_fail(array, index) || self.may_be_unwritten(expr),
            ExprKind::Convert(inner) => self.truncation_may_fail(expr, inner),
            ExprKind::Negate(_) if expr.ty.is_float() => false,
            ExprKind::Negate(_) => self.context.options.checks(CheckClass::Overflow),
            ExprKind::Binary(op, left, right) => self.operation_may_fail(*op, left, right, &expr.ty),
            ExprKind::Offset { pointer, .. } => self.may_be_null(pointer),
            ExprKind::Deref(pointer) => self.following_may_fail(pointer) || self.may_be_unwritten(expr),
            ExprKind::Conditional(..)
            | ExprKind::Comma(..)
            | ExprKind::Assign(..)
            | ExprKind::Update { .. }
            | ExprKind::Call(..)
            | ExprKind::Library(_)
            | ExprKind::Intrinsic(_)
            | ExprKind::Literal(..)
            | ExprKind::Statements(..) => true,
        }
    }

    /// Whether an index needs a check.
    pub(super) fn index_may_fail(&self, array: &Expr, index: &Expr) -> bool {
        let may_fail = match array.ty {
            CType::Array(_, Length::Fixed(length)) => {
                let (low, high) = self.range(index);
                low.is_negative() || high >= Int::from(length as usize)
            }
            _ => true,
        };
        may_fail && !self.is_index_assured(array, index)
    }

    /// Whether what is loaded from a place in memory may not have been written. Of numbers,
    /// only whole variables may not, and they are read here through pointers alone.
    pub(super) fn may_be_unwritten(&self, place: &Expr) -> bool {
        let Some(facts) = self.facts() else { return false };
        let is_viewed = match &place.kind {
            ExprKind::Deref(_) => facts.has(&facts.viewed, &place.ty, &self.context.types),
            _ => self.context.is_view(place),
        };
        if is_viewed && !place.ty.is_aggregate() && !facts.unwritten.is_empty() {
            return true;
        }
        !matches!(place.kind, ExprKind::Global(_))
            && (place.ty.is_object_pointer() || matches!(place.kind, ExprKind::Deref(_)))
            && facts.has(&facts.unwritten, &place.ty, &self.context.types)
    }
}

/// Whether an expression is the integer 0.
fn is_zero(expr: &Expr) -> bool {
    !expr.ty.is_float() && expr.as_int().is_some_and(Int::is_zero)
}

/// Whether a conversion keeps zero zero, and all else not zero.
fn keeps_truth(outer: &Expr, inner: &Expr) -> bool {
    match outer.ty.int_kind() {
        Some(kind) if kind.plain() == IntKind::Bool => inner.ty.int_kind().is_some(),
        Some(_) => matches!(inner.kind, ExprKind::Compare(..) | ExprKind::Logical(..) | ExprKind::Not(_)),
        None => false,
    }
}
