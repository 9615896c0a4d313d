//! Expressions and places: their checks and effects go on edges, what remains
//! is pure.

use super::function::{FunctionLowering, is_large};
use crate::ast::{BinaryOp, Expr as Source, ExprKind, Name};
use crate::check::quoted;
use kyklos_base::Span;
use kyklos_flow::{
    ErrorKind, Expr, Input, Instruction, Place, ProcedureId, Root, Step, TypeId, UnaryOp, VariableId,
};

impl<'a> FunctionLowering<'_, 'a> {
    /// Evaluates an expression. What is returned stays the expression's value
    /// until a call or a write changes what it reads.
    pub(super) fn value(&mut self, expr: &'a Source) -> Expr {
        match &expr.kind {
            ExprKind::Number(value) => Expr::Int(value.clone()),
            ExprKind::Null => Expr::Null(self.literal_type(expr)),
            ExprKind::Ref(name) => self.reference(name),
            ExprKind::Identifier(_)
            | ExprKind::Deref(_)
            | ExprKind::Index { .. }
            | ExprKind::Field { .. } => Expr::Load(self.place(expr)),
            ExprKind::Input | ExprKind::Alloc(_) | ExprKind::Call { .. } => self.effect(expr),
            ExprKind::Not(inner) => self.not(expr, inner),
            ExprKind::Neg(inner) => Expr::unary(UnaryOp::Neg, self.value(inner)),
            ExprKind::Binary(op, left, right) => self.binary(expr, *op, left, right),
            ExprKind::Array(elements) => {
                let values = self.values(elements.iter());
                Expr::Array(self.literal_type(expr), values)
            }
            ExprKind::Record(fields) => self.record(expr, fields),
        }
    }

    /// Saves a value in a temporary if a call may change it.
    pub(super) fn protect(&mut self, value: Expr, span: Span) -> Expr {
        if self.is_changeable(&value) { Expr::Load(self.save(value, span)) } else { value }
    }

    /// Evaluates one expression after the other.
    fn values(
        &mut self,
        exprs: impl DoubleEndedIterator<Item = &'a Source> + ExactSizeIterator + Clone,
    ) -> Vec<Expr> {
        let last_call = exprs.clone().rposition(calls).unwrap_or(0);
        let mut values = Vec::with_capacity(exprs.len());
        for (index, expr) in exprs.enumerate() {
            let value = self.value(expr);
            values.push(if index < last_call { self.protect(value, expr.span) } else { value });
        }
        values
    }

    fn literal_type(&self, expr: &Source) -> TypeId {
        self.context.typed.literals.get(&expr.span.start).copied().unwrap_or(self.context.number)
    }

    fn reference(&mut self, name: &Name) -> Expr {
        let variable = self.variable(&name.text);
        if !self.assigned.contains(variable) {
            self.context.taken.insert(self.builder.procedure().variables[variable].ty);
        }
        Expr::AddressOf(Place::variable(variable))
    }

    /// Input, new objects and results of calls: each goes to a temporary.
    fn effect(&mut self, expr: &'a Source) -> Expr {
        let (target, instruction) = match &expr.kind {
            ExprKind::Alloc(value) => {
                let value = self.value(value);
                let object = self.type_of(&value);
                let pointer = self.context.pointer_to(object);
                let target = Place::variable(self.temporary(pointer, expr.span));
                (target.clone(), Instruction::Allocate { target, value, arbitrary: None, automatic: false })
            }
            ExprKind::Call { callee, arguments } => {
                let result = self.context.typed.functions[self.callee(callee).0 as usize].result;
                let target = Place::variable(self.temporary(result, expr.span));
                (target.clone(), self.call(target, callee, arguments))
            }
            _ => {
                let target = Place::variable(self.temporary(self.context.number, expr.span));
                (target.clone(), Instruction::Havoc { target, input: Input { name: "input".to_owned() } })
            }
        };
        self.step(instruction, expr.span);
        Expr::Load(target)
    }

    /// The call of a function, after its arguments' checks and effects.
    pub(super) fn call(&mut self, target: Place, callee: &'a Source, arguments: &'a [Source]) -> Instruction {
        let arguments = self.values(arguments.iter());
        Instruction::Call { target: Some(target), callee: self.callee(callee), arguments }
    }

    fn callee(&self, callee: &Source) -> ProcedureId {
        let ExprKind::Identifier(name) = &callee.kind else { return ProcedureId(0) };
        self.context.procedures[name.as_str()]
    }

    fn not(&mut self, expr: &'a Source, inner: &'a Source) -> Expr {
        if self.preview(inner).branches {
            return self.truth(expr);
        }
        Expr::unary(UnaryOp::Not, self.value(inner))
    }

    fn binary(&mut self, expr: &'a Source, op: BinaryOp, left: &'a Source, right: &'a Source) -> Expr {
        if matches!(op, BinaryOp::And | BinaryOp::Or) && self.preview(expr).branches {
            return self.truth(expr);
        }
        let mut first = self.value(left);
        if calls(right) {
            first = self.protect(first, left.span);
        }
        let mut second = self.value(right);
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            second = self.divisor(expr, op, second, right);
        }
        Expr::binary(op, first, second)
    }

    fn divisor(&mut self, expr: &Source, op: BinaryOp, divisor: Expr, source: &Source) -> Expr {
        let what = if op == BinaryOp::Div { "division by zero" } else { "remainder of a division by zero" };
        let message = match divisor.as_int() {
            Some(constant) if !constant.is_zero() => return divisor,
            Some(_) => what.to_owned(),
            None => format!("{what}: {} is 0", quoted(source, "the divisor")),
        };
        let divisor = self.copyable(divisor, source.span);
        let zero = Expr::binary(BinaryOp::Eq, divisor.clone(), Expr::int(0));
        self.check(zero, false, ErrorKind::DivisionByZero, message, expr.span);
        divisor
    }

    /// A record's values are evaluated in the order of the source and stand in the order of the type.
    fn record(&mut self, expr: &'a Source, fields: &'a [(Name, Source)]) -> Expr {
        let values = self.values(fields.iter().map(|(_, value)| value));
        let ty = self.literal_type(expr);
        let types = &self.context.program.types;
        let index = |name: &Name| types.field(ty, &name.text).map_or(0, |(index, _)| index);
        let mut ordered: Vec<_> = fields.iter().map(|(name, _)| index(name)).zip(values).collect();
        ordered.sort_by_key(|(index, _)| *index);
        Expr::Record(ty, ordered.into_iter().map(|(_, value)| value).collect())
    }

    /// Evaluates an expression to a place that is about to be read.
    fn place(&mut self, expr: &'a Source) -> Place {
        match &expr.kind {
            ExprKind::Identifier(name) => {
                let variable = self.variable(name);
                self.check_assigned(variable, expr.span);
                Place::variable(variable)
            }
            ExprKind::Deref(source) => {
                let pointer = self.value(source);
                let pointer = self.copyable(pointer, source.span);
                self.check_pointer(&pointer, source, expr.span);
                let place = Place::deref(pointer);
                self.check_initialized(&place, expr);
                place
            }
            ExprKind::Index { array, index } => self.element(expr, array, index),
            ExprKind::Field { record, field } => {
                let place = self.place(record);
                let index = self.field_at(&place, &field.text).unwrap_or(0);
                place.field(index)
            }
            _ => match self.value(expr) {
                Expr::Load(place) => place,
                value => self.save(value, expr.span),
            },
        }
    }

    fn element(&mut self, expr: &'a Source, array: &'a Source, index: &'a Source) -> Place {
        let mut place = self.place(array);
        let value = Expr::Load(place.clone());
        if is_large(&value) || calls(index) && self.is_changeable(&value) {
            place = self.save(value, array.span);
        }
        let value = self.value(index);
        let value = self.copyable(value, index.span);
        self.check_index(place.clone(), &value, expr);
        place.index(value)
    }

    /// Evaluates an expression to a place that is about to be written.
    ///
    /// All operands come before all checks: a call among the operands could
    /// undo what a check before it found.
    pub(super) fn target(&mut self, expr: &'a Source) -> Place {
        let place = self.target_operands(expr, false);
        self.check_target(expr, &place, place.steps.len());
        place
    }

    /// `called`: whether a call follows among the target's operands.
    fn target_operands(&mut self, expr: &'a Source, called: bool) -> Place {
        match &expr.kind {
            ExprKind::Index { array, index } => {
                let place = self.target_operands(array, called || calls(index));
                let value = self.target_operand(index, called);
                place.index(value)
            }
            ExprKind::Field { record, field } => {
                let place = self.target_operands(record, called);
                let index = self.field_at(&place, &field.text).unwrap_or(0);
                place.field(index)
            }
            ExprKind::Deref(pointer) => Place::deref(self.target_operand(pointer, called)),
            ExprKind::Identifier(name) => Place::variable(self.variable(name)),
            _ => self.place(expr),
        }
    }

    fn target_operand(&mut self, operand: &'a Source, called: bool) -> Expr {
        let value = self.value(operand);
        let value = self.copyable(value, operand.span);
        if called { self.protect(value, operand.span) } else { value }
    }

    /// Checks the accesses of a target's first steps.
    fn check_target(&mut self, expr: &'a Source, place: &Place, steps: usize) {
        match &expr.kind {
            ExprKind::Index { array, .. } if steps > 0 => {
                self.check_target(array, place, steps - 1);
                let array = Place { root: place.root.clone(), steps: place.steps[..steps - 1].to_vec() };
                if let Step::Index(index) = &place.steps[steps - 1] {
                    self.check_index(array, index, expr);
                }
            }
            ExprKind::Field { record, .. } if steps > 0 => self.check_target(record, place, steps - 1),
            ExprKind::Deref(source) => {
                if let Root::Deref(pointer) = &place.root {
                    self.check_pointer(pointer, source, expr.span);
                }
                if !place.steps.is_empty() {
                    let whole = Place { root: place.root.clone(), steps: Vec::new() };
                    self.check_initialized(&whole, expr);
                }
            }
            ExprKind::Identifier(name) if !place.steps.is_empty() => {
                self.check_assigned(self.variable(name), expr.span);
            }
            _ => {}
        }
    }

    /// An expression with the value that is small enough to stand in checks too.
    fn copyable(&mut self, value: Expr, span: Span) -> Expr {
        if is_large(&value) { Expr::Load(self.save(value, span)) } else { value }
    }

    fn check_assigned(&mut self, variable: VariableId, span: Span) {
        if self.assigned.contains(variable) {
            return;
        }
        let name = &self.builder.procedure().variables[variable].name;
        let message = format!("`{name}` is used before it has a value");
        let written = Expr::Initialized(Place::variable(variable));
        self.check(written, true, ErrorKind::Uninitialized, message, span);
        self.assigned.add(variable);
    }

    /// Checks that what a pointer points to has a value.
    fn check_initialized(&mut self, place: &Place, expr: &Source) {
        if self.context.uninitialized.contains(&self.type_at(place)) {
            let message =
                format!("{} is used before it has a value", quoted(expr, "memory behind a pointer"));
            let written = Expr::Initialized(place.clone());
            self.check(written, true, ErrorKind::Uninitialized, message, expr.span);
        }
    }

    fn check_pointer(&mut self, pointer: &Expr, source: &Source, span: Span) {
        if matches!(pointer, Expr::AddressOf(_)) {
            return;
        }
        let null = Expr::Null(self.type_of(pointer));
        let message = format!("null pointer followed: {} is null", quoted(source, "the pointer"));
        let is_null = Expr::binary(BinaryOp::Eq, pointer.clone(), null);
        self.check(is_null, false, ErrorKind::NullDereference, message, span);
    }

    fn check_index(&mut self, array: Place, index: &Expr, expr: &Source) {
        let below = Expr::binary(BinaryOp::Lt, index.clone(), Expr::Length(array));
        let inside = match index.as_int() {
            Some(constant) if !constant.is_negative() => below,
            _ => {
                let not_negative = Expr::binary(BinaryOp::Ge, index.clone(), Expr::int(0));
                Expr::binary(BinaryOp::And, not_negative, below)
            }
        };
        let message = match quoted(expr, "") {
            text if text.is_empty() => "index out of bounds".to_owned(),
            text => format!("index out of bounds: {text}"),
        };
        self.check(inside, true, ErrorKind::OutOfBounds, message, expr.span);
    }
}

/// Whether evaluating the expression calls a function, on some way.
pub(super) fn calls(expr: &Source) -> bool {
    matches!(expr.kind, ExprKind::Call { .. }) || any_operand(expr, &mut calls)
}

/// Whether something is true of an operand of an expression (of a call, an argument).
pub(super) fn any_operand<'a>(expr: &'a Source, test: &mut impl FnMut(&'a Source) -> bool) -> bool {
    match &expr.kind {
        ExprKind::Number(_)
        | ExprKind::Identifier(_)
        | ExprKind::Input
        | ExprKind::Null
        | ExprKind::Ref(_) => false,
        ExprKind::Alloc(inner) | ExprKind::Deref(inner) | ExprKind::Not(inner) | ExprKind::Neg(inner) => {
            test(inner)
        }
        ExprKind::Field { record, .. } => test(record),
        ExprKind::Binary(_, left, right) => test(left) || test(right),
        ExprKind::Index { array, index } => test(array) || test(index),
        ExprKind::Call { arguments: parts, .. } | ExprKind::Array(parts) => parts.iter().any(test),
        ExprKind::Record(fields) => fields.iter().any(|(_, value)| test(value)),
    }
}
