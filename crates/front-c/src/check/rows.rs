//! Rows: arrays of variable length that pointers point to, and types of variable length that have names.
//!
//! An array of variable length knows its own length, so types need not. Where a type is needed without an array
//! (`sizeof *p`, an allocation), the lengths are in variables that get their values where the type is written.

use super::declarator::{Named, is_open};
use super::scope::Symbol;
use super::{Checker, Refusal, refusal};
use crate::ctype::{CType, Length};
use crate::library::LibraryCall;
use crate::tree::{Expr, ExprKind, Initial, Intrinsic, LocalId, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;
use lang_c::ast::{Expression, TypeSpecifier};
use lang_c::span::Node;

impl<'a> Checker<'a> {
    /// The variables that hold the lengths of a type, if it is one of variable length that has a name.
    pub(super) fn named_lengths(&self, ty: &TypeSpecifier) -> Option<Vec<LocalId>> {
        let TypeSpecifier::TypedefName(name) = ty else { return None };
        match self.symbol(&name.node.name) {
            Some(Symbol::OpenType(_, _, lengths)) => Some(lengths.clone()),
            _ => None,
        }
    }

    /// The variables that hold the lengths of the arrays that an expression is, or that it points to, if they do.
    pub(super) fn rows_of(&self, expr: &Expr) -> Option<Vec<LocalId>> {
        match &expr.kind {
            ExprKind::Local(local, _) if expr.ty.target().is_some_and(is_open) => {
                let lengths = &self.current.locals[local.0 as usize].inner_lengths;
                (!lengths.is_empty()).then(|| lengths.clone())
            }
            ExprKind::Offset { pointer: inner, .. } | ExprKind::Deref(inner) | ExprKind::AddressOf(inner) => {
                self.rows_of(inner)
            }
            ExprKind::Index(inner, _) | ExprKind::Decay(inner) => {
                self.rows_of(inner)?.split_first().map(|(_, inner)| inner.to_vec())
            }
            _ => None,
        }
    }

    /// The size of an array whose length, and those of its elements, are in variables.
    pub(crate) fn size_of_rows(
        &mut self,
        ty: &CType,
        lengths: &[LocalId],
        span: Span,
    ) -> Result<Expr, Refusal> {
        let (Some((length, inner)), CType::Array(element, Length::Variable)) = (lengths.split_first(), ty)
        else {
            return self.size_of(ty, span);
        };
        let size = self.size_of_rows(element, inner, span)?;
        let length = self.use_local(*length, span);
        self.times(length, size, span)
    }

    /// Types an expression whose value is a pointer to rows of these lengths: if it is an allocation, it makes such.
    pub(super) fn rvalue_with_rows(
        &mut self,
        expr: &'a Node<Expression>,
        wanted: &CType,
        rows: Vec<LocalId>,
    ) -> Result<Expr, Refusal> {
        self.current.row_lengths = if is_allocation(expr) { rows } else { Vec::new() };
        let value = self.rvalue_for(expr, wanted);
        self.current.row_lengths.clear();
        value
    }

    /// The lengths of the rows that the allocation at hand makes; none if they are not known.
    pub(crate) fn take_rows(&mut self) -> Vec<LocalId> {
        std::mem::take(&mut self.current.row_lengths)
    }

    /// A cast to a pointer to arrays of variable length.
    pub(super) fn cast_to_rows(
        &mut self,
        named: Named,
        value: &'a Node<Expression>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        if !has_rows(&named.ty, named.lengths.len(), span)? {
            return refusal(span, "types of variable length are not supported here");
        }
        let (mut statements, mut locals) = (Vec::new(), Vec::new());
        for length in named.lengths {
            let local = self.add_local("(cast) length", length.ty.clone(), span);
            let initial = Some(Initial::Value(length));
            statements.push(Stmt { kind: StmtKind::Declare { local, length: None, initial }, span });
            locals.push(local);
        }
        let value = self.rvalue_with_rows(value, &named.ty, locals)?;
        let value = self.convert(value, &named.ty, span)?;
        Ok(Expr::new(ExprKind::Statements(statements, Some(Box::new(value))), named.ty, span))
    }

    /// Sees to it that the rows that a variable points to have the lengths that its type says (C11 6.7.6.2). Others are
    /// no error by themselves: flat memory may be seen as rows, as many programs do. They are just not followed.
    pub(super) fn check_rows(
        &mut self,
        local: LocalId,
        lengths: Vec<Expr>,
        span: Span,
        checks: &mut Vec<Stmt>,
    ) -> Result<(), Refusal> {
        let parameter = &self.current.locals[local.0 as usize];
        let message = format!("the rows of `{}` have another length than its type says", parameter.name);
        let mut row_type = parameter.ty.target().cloned();
        let mut rows = 0;
        let mut inner = row_type.clone();
        while let Some(CType::Array(element, Length::Variable)) = inner {
            (inner, rows) = (Some((*element).clone()), rows + 1);
        }
        let Some(outer) = lengths.len().checked_sub(rows) else {
            return refusal(span, "a length of the rows is not known");
        };
        let size = CType::Int(self.types.size_kind());
        let mut row = None;
        for length in lengths.into_iter().skip(outer) {
            let (Some(ty), pointer) = (row_type.take(), self.use_local(local, span)) else { break };
            row_type = ty.element().cloned();
            let kind = match row {
                None => ExprKind::Deref(Box::new(pointer.clone())),
                Some(row) => {
                    ExprKind::Index(Box::new(row), Box::new(Expr::int(Int::ZERO, size.clone(), span)))
                }
            };
            let this = Expr::new(kind, ty, span);
            let own = Expr::new(ExprKind::Length(Box::new(this.clone())), size.clone(), span);
            row = Some(this);
            let length = self.convert(length, &size, span)?;
            let truth = |kind| Expr::new(kind, CType::INT, span);
            let differs = truth(ExprKind::Compare(BinaryOp::Ne, Box::new(own), Box::new(length)));
            let and = |left, right| truth(ExprKind::Logical(BinaryOp::And, Box::new(left), Box::new(right)));
            // Null, and a pointer behind the last row, have no rows.
            let arguments = vec![pointer.clone(), Expr::int(Int::ZERO, size.clone(), span)];
            let is_row = truth(ExprKind::Library(LibraryCall { name: "inside", arguments }));
            let null = Expr::new(ExprKind::Null, pointer.ty.clone(), span);
            let is_there = truth(ExprKind::Compare(BinaryOp::Ne, Box::new(pointer), Box::new(null)));
            let condition = and(is_there, and(is_row, differs));
            let cut = Expr::new(ExprKind::Intrinsic(Intrinsic::Cut(message.clone())), CType::Void, span);
            let then = Box::new(Stmt { kind: StmtKind::Expr(cut), span });
            checks.push(Stmt { kind: StmtKind::If { condition, then, otherwise: None }, span });
        }
        Ok(())
    }
}

/// Whether a type with so many lengths is a pointer to arrays of variable length, and not such an array itself.
pub(super) fn has_rows(ty: &CType, lengths: usize, span: Span) -> Result<bool, Refusal> {
    let (mut inner, is_pointer) = match ty {
        CType::Pointer(target) if lengths > 0 => (&**target, true),
        ty => (ty, false),
    };
    let mut levels = 0;
    while let CType::Array(element, Length::Variable) = inner {
        (inner, levels) = (element, levels + 1);
    }
    match levels == lengths || lengths == 0 {
        true => Ok(is_pointer),
        false => refusal(span, "pointers to arrays of variable length are not supported inside other types"),
    }
}

/// A pointer that was converted. Only what was made as rows can be seen as rows of variable length: memory of another
/// type has no lengths of its own.
pub(super) fn made_of_rows(pointer: Expr) -> Expr {
    let ExprKind::Convert(inner) = &pointer.kind else { return pointer };
    let is_row = |ty: &CType| matches!(ty.target(), Some(CType::Array(..)));
    let mut source = &**inner;
    while let ExprKind::Convert(from) | ExprKind::Offset { pointer: from, .. } = &source.kind
        && is_row(&source.ty)
    {
        source = from;
    }
    if !pointer.ty.target().is_some_and(is_open) || is_row(&source.ty) {
        return pointer;
    }
    let (ty, span) = (pointer.ty.clone(), pointer.span);
    let reason = "memory of another type becomes rows of variable length";
    let cut = Expr::new(ExprKind::Intrinsic(Intrinsic::Cut(reason.to_owned())), CType::Void, span);
    Expr::new(ExprKind::Comma(Box::new(cut), Box::new(pointer)), ty, span)
}

/// Whether an expression is a call that allocates memory.
fn is_allocation(expr: &Node<Expression>) -> bool {
    let Expression::Call(call) = &expr.node else { return false };
    let Expression::Identifier(name) = &call.node.callee.node else { return false };
    let name = name.node.name.as_str();
    matches!(name.strip_prefix("__builtin_").unwrap_or(name), "malloc" | "calloc" | "alloca")
}
