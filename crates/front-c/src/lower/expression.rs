//! Expressions: their checks and effects go on edges, what remains is pure.

use super::effects::Effects;
use super::function::{Destination, FunctionLowering};
use super::statement::failure;
use crate::check::floats;
use crate::ctype::{CType, IntKind};
use crate::library;
use crate::tree::{Expr, ExprKind, Stmt};
use kyklos_base::{FloatOp, Span};
use kyklos_flow::{self as flow, BinaryOp};

/// An expression of the flowgraph has at most about so many levels.
const DEEP: usize = 256;

impl FunctionLowering<'_, '_> {
    /// Evaluates an expression. What is returned stays the expression's value
    /// until a call or a write changes what it reads.
    pub(crate) fn value(&mut self, expr: &Expr) -> flow::Expr {
        self.depth += 1;
        let value = self.new_value(expr);
        self.depth -= 1;
        self.cut_off(value, expr)
    }

    /// The value of a part of a large expression, in a temporary: whoever reads flowgraphs need not fear deep ones.
    pub(super) fn cut_off(&mut self, value: flow::Expr, expr: &Expr) -> flow::Expr {
        let is_number = expr.ty.int_kind().is_some() || expr.ty.is_float();
        let is_deep = self.depth > 0 && self.depth.is_multiple_of(DEEP);
        if is_deep && is_number && !matches!(value, flow::Expr::Int(_) | flow::Expr::Load(_)) && !self.dead {
            return flow::Expr::Load(self.save(value, &expr.ty, expr.span));
        }
        value
    }

    fn new_value(&mut self, expr: &Expr) -> flow::Expr {
        match &expr.kind {
            ExprKind::Int(value) => flow::Expr::Int(value.clone()),
            ExprKind::Null => flow::Expr::Null(self.context.types.flow(&expr.ty)),
            ExprKind::Local(..)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..)
            | ExprKind::Literal(..) => self.load(expr),
            ExprKind::AddressOf(place) => self.address_of(place),
            ExprKind::Decay(array) => self.decay(array),
            ExprKind::Length(array) => flow::Expr::Length(self.place(array)),
            ExprKind::Convert(inner) => self.conversion(expr, inner),
            ExprKind::Offset { pointer, by, backward } => {
                let moved = self.offset(pointer, by, *backward);
                self.check_movable(pointer, &moved, expr.span);
                moved
            }
            ExprKind::Distance(left, right) => {
                let (left, right) = self.both(left, right);
                flow::Expr::Distance(Box::new(left), Box::new(right))
            }
            ExprKind::Negate(inner) => {
                let value = self.value(inner);
                if let Some(format) = expr.ty.float_format() {
                    return flow::Expr::Float(FloatOp::Neg, format, vec![value]);
                }
                let operand = self.operand(inner, value);
                self.negation(operand, kind_of(expr), expr.span)
            }
            ExprKind::Float(op, format, operands) => {
                let operands = self.values(operands);
                flow::Expr::Float(*op, *format, operands)
            }
            ExprKind::Complement(inner) => {
                let value = self.value(inner);
                self.complement(value, kind_of(expr))
            }
            ExprKind::Not(_) | ExprKind::Logical(..) => self.logical(expr),
            ExprKind::Binary(op, left, right) => {
                let (first, second) = self.both(left, right);
                if let (Some(format), Some(op)) = (expr.ty.float_format(), floats::operation(*op)) {
                    return flow::Expr::Float(op, format, vec![first, second]);
                }
                let (first, second) = (self.operand(left, first), self.operand(right, second));
                self.operation(*op, first, second, kind_of(expr), expr.span)
            }
            ExprKind::Compare(op, left, right) => {
                let format = left.ty.float_format();
                let (left, right) = self.both(left, right);
                match format {
                    Some(format) => self.float_comparison(*op, format, left, right),
                    None => flow::Expr::binary(*op, left, right),
                }
            }
            ExprKind::Conditional(..) => self.in_temporary(expr),
            ExprKind::Comma(first, second) => {
                self.drop_value(first);
                self.value(second)
            }
            ExprKind::Assign(target, value) => self.assigned(target, value, expr.span),
            ExprKind::Update { target, change, old } => self.updated(target, change, *old, expr.span),
            ExprKind::Call(..) => self.in_temporary(expr),
            ExprKind::Library(call) => library::lower(self, call, &expr.ty, expr.span),
            ExprKind::Intrinsic(intrinsic) => self.intrinsic(intrinsic, expr),
            ExprKind::Statements(statements, value) => self.statements(statements, value.as_deref(), expr),
        }
    }

    /// Statements, and the value of the expression behind them.
    fn statements(&mut self, statements: &[Stmt], last: Option<&Expr>, whole: &Expr) -> flow::Expr {
        let ended = self.scopes.ended_by(statements, last);
        let outer = self.begin_lives(&ended);
        let end = self.before(whole.span);
        self.sequence(statements, end);
        self.go_to(end);
        let value = match last {
            Some(last) if whole.ty == CType::Void => {
                self.drop_value(last);
                nothing()
            }
            Some(last) => {
                let value = self.value(last);
                match ended.is_empty() {
                    true => value,
                    false => flow::Expr::Load(self.save(value, &last.ty, last.span)),
                }
            }
            None => nothing(),
        };
        let ended = self.living.split_off(outer);
        self.end_lives(&ended, whole.span);
        value
    }

    /// Evaluates expressions from left to right.
    pub(crate) fn values(&mut self, exprs: &[Expr]) -> Vec<flow::Expr> {
        let exprs: Vec<&Expr> = exprs.iter().collect();
        self.values_of(&exprs)
    }

    /// Evaluates expressions from left to right.
    pub(super) fn values_of(&mut self, exprs: &[&Expr]) -> Vec<flow::Expr> {
        // For each expression, what those behind it change.
        let mut later = vec![Effects::default()];
        for expr in exprs.iter().skip(1).rev() {
            let mut effects = later.last().cloned().unwrap_or_default();
            effects.add(expr);
            later.push(effects);
        }
        let mut values = Vec::with_capacity(exprs.len());
        for (expr, later) in exprs.iter().zip(later.iter().rev()) {
            let value = self.value(expr);
            values.push(self.protect(value, &expr.ty, later, expr.span));
        }
        values
    }

    /// Evaluates two operands.
    fn both(&mut self, left: &Expr, right: &Expr) -> (flow::Expr, flow::Expr) {
        let first = self.value(left);
        let effects = Effects::of(right);
        let first = self.protect(first, &left.ty, &effects, left.span);
        (first, self.value(right))
    }

    /// Evaluates an expression whose value goes to a new temporary.
    fn in_temporary(&mut self, expr: &Expr) -> flow::Expr {
        let to = self.before(expr.span);
        if expr.ty == CType::Void {
            self.effect(expr, to);
            self.go_to(to);
            return nothing();
        }
        let target = self.temporary_of(&expr.ty, expr.span);
        self.store(target.clone(), expr, to, expr.span);
        self.go_to(to);
        flow::Expr::Load(target)
    }

    /// Evaluates an expression and drops its value.
    pub(super) fn drop_value(&mut self, expr: &Expr) {
        let to = self.before(expr.span);
        self.effect(expr, to);
        self.go_to(to);
    }

    /// Evaluates an expression whose value somebody looks at who is not followed.
    pub(super) fn use_value(&mut self, expr: &Expr) {
        let to = self.before(expr.span);
        self.used(expr, to);
        self.go_to(to);
    }

    /// As [`use_value`](Self::use_value), and goes to a destination.
    fn used(&mut self, expr: &Expr, to: Destination) {
        let is_aggregate = expr.ty.is_aggregate() || expr.ty == CType::Void;
        match &expr.kind {
            ExprKind::Conditional(..) | ExprKind::Comma(..) if !is_aggregate => {
                self.value(expr);
            }
            _ if expr.is_place() && !is_aggregate => {
                self.value(expr);
            }
            _ => return self.effect(expr, to),
        }
        self.arrive(to);
    }

    /// Evaluates an expression, drops its value, and goes to a destination. A variable that is only named
    /// need not have a value.
    pub(super) fn effect(&mut self, expr: &Expr, to: Destination) {
        match &expr.kind {
            ExprKind::Assign(target, value) => return self.assign(target, value, to, expr.span),
            ExprKind::Update { target, change, .. } => return self.update(target, change, to, expr.span),
            ExprKind::Call(callee, arguments) => {
                return self.call(None, callee, arguments, &expr.ty, to, expr.span);
            }
            ExprKind::Intrinsic(intrinsic) => return self.intrinsic_effect(intrinsic, expr, to),
            ExprKind::Comma(first, second) => {
                self.drop_value(first);
                return self.effect(second, to);
            }
            ExprKind::Convert(inner) if expr.ty == CType::Void => return self.effect(inner, to),
            ExprKind::Conditional(condition, then, otherwise) => {
                let starts = [then, otherwise].map(|arm| match is_nothing(arm) {
                    true => self.reach(to),
                    false => self.start_of(arm),
                });
                self.condition(condition, starts[0], starts[1]);
                for (start, arm) in starts.into_iter().zip([then, otherwise]) {
                    if !is_nothing(arm) && failure(arm).is_none() {
                        self.continue_at(start);
                        self.effect(arm, to);
                    }
                }
                return;
            }
            ExprKind::Logical(op, left, right) if self.emits(right) => {
                let start = self.builder.plain(right.span);
                let end = self.reach(to);
                let (then, otherwise) = if *op == BinaryOp::And { (start, end) } else { (end, start) };
                self.condition(left, then, otherwise);
                self.continue_at(start);
                return self.used(right, to);
            }
            ExprKind::Statements(statements, None) => return self.block(statements, to),
            _ if expr.is_place() => {
                self.place(expr);
            }
            _ => {
                self.value(expr);
            }
        }
        self.arrive(to);
    }

    fn conversion(&mut self, expr: &Expr, inner: &Expr) -> flow::Expr {
        if expr.ty == CType::Void {
            self.drop_value(inner);
            return nothing();
        }
        let value = self.value(inner);
        if expr.ty.is_float() || inner.ty.is_float() {
            return self.float_conversion(value, &inner.ty, &expr.ty, expr.span);
        }
        match (&expr.ty, &inner.ty) {
            (CType::Int(kind), CType::Int(_)) => self.converted(value, &self.range(inner), *kind),
            _ if expr.ty.is_function_pointer() && inner.ty.is_function_pointer() => value,
            (CType::Pointer(_), CType::Pointer(_)) if inner.ty.is_function_pointer() => {
                self.pointer_of(value, &expr.ty)
            }
            (CType::Pointer(_), CType::Pointer(_)) if expr.ty.is_function_pointer() => address_of(value),
            (CType::Pointer(_), CType::Pointer(_)) => {
                if is_moved_bytes(inner) {
                    self.context.note_recast(&expr.ty);
                }
                self.retyped(value, &inner.ty, &expr.ty)
            }
            (CType::Pointer(_), CType::Int(_)) if expr.ty.is_object_pointer() => {
                self.pointer_of(value, &expr.ty)
            }
            (CType::Int(kind), CType::Pointer(_)) => {
                let number = if inner.ty.is_object_pointer() { address_of(value) } else { value };
                flow::Expr::Convert(kind.int_type(self.context.types.model), Box::new(number))
            }
            _ => value,
        }
    }

    /// The pointer that a number is.
    fn pointer_of(&mut self, number: flow::Expr, ty: &CType) -> flow::Expr {
        self.context.note_view(ty);
        self.context.found.wild = true;
        match number.as_int() {
            Some(zero) if zero.is_zero() => flow::Expr::Null(self.context.types.flow(ty)),
            _ => flow::Expr::Pointer(self.context.types.flow(ty), Box::new(number)),
        }
    }

    /// A pointer seen as one of another type.
    pub(super) fn retyped(&mut self, value: flow::Expr, from: &CType, to: &CType) -> flow::Expr {
        self.context.note_conversion(from, to);
        let (from, to) = (self.context.types.flow(from), self.context.types.flow(to));
        match value {
            value if from == to => value,
            flow::Expr::Null(_) => flow::Expr::Null(to),
            value => flow::Expr::Retype(to, Box::new(value)),
        }
    }

    /// Checks that a pointer that is moved, and not followed at once, was not null, and notes that
    /// it may be outside its array.
    pub(super) fn check_movable(&mut self, pointer: &Expr, moved: &flow::Expr, span: Span) {
        if let flow::Expr::Offset(base, _) = moved {
            self.check_not_null(pointer, base, "moved", span);
        }
        if let Some(target) = pointer.ty.target() {
            self.note_moved(target);
        }
    }
}

/// The address that a pointer is.
fn address_of(pointer: flow::Expr) -> flow::Expr {
    match pointer {
        flow::Expr::Null(_) => flow::Expr::int(0),
        pointer => flow::Expr::Address(Box::new(pointer)),
    }
}

/// The value of what has none, or one that is not followed.
fn nothing() -> flow::Expr {
    flow::Expr::int(0)
}

/// Whether evaluating the expression does nothing.
fn is_nothing(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Null => true,
        ExprKind::Convert(inner) => is_nothing(inner),
        _ => false,
    }
}

/// The kind of an expression that is a number.
pub(super) fn kind_of(expr: &Expr) -> IntKind {
    expr.ty.int_kind().unwrap_or(IntKind::Int)
}

/// Whether a value is a pointer to bytes that was just moved.
fn is_moved_bytes(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Convert(inner) if inner.ty.is_object_pointer() => is_moved_bytes(inner),
        ExprKind::Offset { pointer, .. } => {
            pointer.ty.target().and_then(CType::int_kind).is_some_and(IntKind::is_character)
        }
        _ => false,
    }
}
