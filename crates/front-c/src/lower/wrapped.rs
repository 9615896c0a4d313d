//! Indices without a sign that may have wrapped around below zero, as in `s[strlen(s) - 1]`. In an array with an end,
//! they are behind it; in one without, they would be just another element. So there, the greatest number of such a type
//! is taken for the -1 that it comes from, if the program is seen to subtract on the way; where it subtracts a constant
//! at the access itself, as in `s[n - 2]`, that many of the greatest numbers are.

use super::function::FunctionLowering;
use crate::ctype::{CType, IntKind, Length, RecordId, TypeTable};
use crate::options::DataModel;
use crate::tree::{Body, Callee, Change, Expr, ExprKind, FunctionId, Initial, LocalId, Stmt, StmtKind, Unit};
use kyklos_base::Int;
use kyklos_flow::{self as flow, BinaryOp};
use std::collections::HashSet;

/// What holds a number, wherever in the program.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Holder {
    Local(FunctionId, LocalId),
    Global(u32),
    Member(RecordId, Vec<u32>),
    /// What a function gives back.
    Result(FunctionId),
}

/// The places whose numbers may have wrapped around below zero.
pub(super) struct Wrapped {
    holders: HashSet<Holder>,
    model: DataModel,
}

impl Wrapped {
    /// Those of a program that may be given arrays without an end.
    pub(super) fn of(unit: &Unit, types: &TypeTable) -> Option<Self> {
        let is_endless = |ty: &CType| matches!(ty, CType::Array(_, Length::Unknown) | CType::Pointer(_));
        let entry = &unit.functions[unit.entry.0 as usize];
        let outside = unit.globals.iter().filter(|global| global.outside.is_some());
        let is_given = entry.ty.parameters.iter().any(is_endless);
        if !is_given && outside.count() == 0 {
            return None;
        }
        let mut found = Self { holders: HashSet::new(), model: types.model };
        let bodies =
            || (0..).zip(&unit.functions).filter_map(|(id, function)| Some((id, function.body.as_ref()?)));
        loop {
            let known = found.holders.len();
            for (id, body) in bodies() {
                found.look_at(FunctionId(id), body);
            }
            if found.holders.len() == known {
                return Some(found);
            }
        }
    }

    fn look_at(&mut self, function: FunctionId, body: &Body) {
        for statement in &body.statements {
            statement.exprs(&mut |expr| {
                expr.any(&mut |part| {
                    self.note(function, part);
                    false
                });
            });
            self.note_statement(function, statement);
        }
    }

    fn note_statement(&mut self, function: FunctionId, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Declare { local, initial: Some(Initial::Value(value)), .. } => {
                self.hold(Some(Holder::Local(function, *local)), function, value);
            }
            StmtKind::Return(Some(value)) => self.hold(Some(Holder::Result(function)), function, value),
            _ => {}
        }
        statement.inner(&mut |inner| self.note_statement(function, inner));
    }

    fn note(&mut self, function: FunctionId, expr: &Expr) {
        match &expr.kind {
            ExprKind::Assign(target, value) => self.hold(holder(function, target), function, value),
            ExprKind::Update { target, change: Change::Number { op, operand, .. }, .. }
                if *op == BinaryOp::Sub || self.may_be(function, operand) =>
            {
                self.holders.extend(holder(function, target));
            }
            ExprKind::Call(Callee::Function(called), arguments) => {
                for (parameter, argument) in (0..).zip(arguments) {
                    self.hold(Some(Holder::Local(*called, LocalId(parameter))), function, argument);
                }
            }
            ExprKind::Statements(statements, _) => {
                statements.iter().for_each(|statement| self.note_statement(function, statement));
            }
            _ => {}
        }
    }

    fn hold(&mut self, holder: Option<Holder>, function: FunctionId, value: &Expr) {
        if self.may_be(function, value) {
            self.holders.extend(holder);
        }
    }

    /// Whether a number may be one that has wrapped around, or is below zero.
    fn may_be(&self, function: FunctionId, expr: &Expr) -> bool {
        let Some(kind) = expr.ty.int_kind() else { return false };
        match &expr.kind {
            ExprKind::Int(value) => value.is_negative() || *value == kind.range(self.model).1,
            ExprKind::Convert(inner) => {
                // Numbers that are converted may be below zero.
                self.may_be(function, inner) || !kind.is_signed() && is_signed(inner)
            }
            ExprKind::Binary(BinaryOp::Sub, ..) | ExprKind::Negate(_) | ExprKind::Complement(_) => true,
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                self.may_be(function, left) || self.may_be(function, right)
            }
            ExprKind::Conditional(_, then, otherwise) => {
                self.may_be(function, then) || self.may_be(function, otherwise)
            }
            ExprKind::Comma(_, last) | ExprKind::Assign(_, last) => self.may_be(function, last),
            ExprKind::Update { target, .. } => self.is_held(function, target),
            ExprKind::Call(Callee::Function(called), _) => self.holders.contains(&Holder::Result(*called)),
            _ => self.is_held(function, expr),
        }
    }

    fn is_held(&self, function: FunctionId, place: &Expr) -> bool {
        holder(function, place).is_some_and(|holder| self.holders.contains(&holder))
    }
}

impl FunctionLowering<'_, '_> {
    /// That a pointer is not moved to before its start by a number that has wrapped around, if that may be.
    pub(super) fn not_wrapped(&self, by: &Expr, value: &flow::Expr) -> Option<flow::Expr> {
        let (kind, wrapped) = (by.ty.int_kind()?, self.context.wrapped.as_ref()?);
        if kind.is_signed() || kind.bits(wrapped.model) < IntKind::Int.bits(wrapped.model) {
            return None;
        }
        if let ExprKind::Convert(inner) = &by.kind
            && let Some(signed) = inner.ty.int_kind().filter(|kind| kind.is_signed())
        {
            let greatest = flow::Expr::Int(signed.range(wrapped.model).1);
            return Some(flow::Expr::binary(BinaryOp::Le, value.clone(), greatest));
        }
        let is_possible = wrapped.may_be(self.function, by);
        is_possible.then(|| {
            let (_, greatest) = kind.range(wrapped.model);
            match subtrahend(by) {
                Some(by) => flow::Expr::binary(BinaryOp::Le, value.clone(), flow::Expr::Int(&greatest - by)),
                None => flow::Expr::binary(BinaryOp::Ne, value.clone(), flow::Expr::Int(greatest)),
            }
        })
    }

    /// By how many elements a pointer moves, given a number: back by one, if the number has wrapped around.
    pub(super) fn unwrapped(&self, by: &Expr, value: flow::Expr) -> flow::Expr {
        let Some(wrapped) = &self.context.wrapped else { return value };
        let model = wrapped.model;
        let size = self.context.types.size_kind();
        match by.ty.int_kind() {
            Some(kind) if !kind.is_signed() && kind.bits(model) == size.bits(model) => {}
            _ => return value,
        }
        if let flow::Expr::Int(number) = &value {
            let (_, greatest) = self.context.types.distance_kind().range(model);
            let all = size.range(model).1 + Int::ONE;
            return flow::Expr::Int(if *number > greatest { number - &all } else { number.clone() });
        }
        if !wrapped.may_be(self.function, by) {
            return value;
        }
        let next = flow::Expr::binary(BinaryOp::Add, value, flow::Expr::int(1));
        let next = flow::Expr::Convert(size.int_type(model), Box::new(next));
        flow::Expr::binary(BinaryOp::Sub, next, flow::Expr::int(1))
    }
}

/// The small constant that an index ends with subtracting: so many of the greatest numbers are below zero.
fn subtrahend(index: &Expr) -> Option<&Int> {
    match &index.kind {
        ExprKind::Convert(inner) => subtrahend(inner),
        ExprKind::Binary(BinaryOp::Sub, _, right) => {
            right.as_int().filter(|by| **by > Int::ONE && **by <= Int::from(i32::from(u16::MAX)))
        }
        _ => None,
    }
}

/// Whether a number has a type with a sign, and may be below zero.
fn is_signed(expr: &Expr) -> bool {
    expr.ty.int_kind().is_some_and(IntKind::is_signed) && expr.as_int().is_none_or(Int::is_negative)
}

fn holder(function: FunctionId, place: &Expr) -> Option<Holder> {
    match &place.kind {
        ExprKind::Local(local, _) => Some(Holder::Local(function, *local)),
        ExprKind::Global(global) => Some(Holder::Global(global.0)),
        ExprKind::Field(record, path) => match record.ty {
            CType::Record(id) => Some(Holder::Member(id, path.clone())),
            _ => None,
        },
        ExprKind::Convert(inner) => holder(function, inner),
        _ => None,
    }
}
