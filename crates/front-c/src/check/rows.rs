//! Rows: arrays of variable length that pointers point to, and types of variable length that have names.
//!
//! An array of variable length knows its own length, so types need not. Where a type is needed without an array
//! (`sizeof *p`, an allocation), the lengths are in variables that get their values where the type is written.

use super::convert::is_null;
use super::declarator::{Named, is_open};
use super::scope::Symbol;
use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, IntKind, Length};
use crate::library::{self, Fact, LibraryCall};
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
            Some(Symbol::OpenType(_, lengths)) => Some(lengths.clone()),
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

    /// An assignment. A pointer to rows has rows of the lengths that its type says behind it, or runs end there.
    pub(super) fn set_rows(
        &mut self,
        expr: &Node<Expression>,
        target: Expr,
        value: Expr,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let (ty, rows) = (target.ty.clone(), self.rows_of(&target));
        let is_walked = walked(&target).is_some() && walked(&target) == walked(&value);
        let is_kept =
            !ty.target().is_some_and(is_open) || is_allocation(expr) || is_null(&value) || is_walked;
        let (local, value) = match (&target.kind, rows.is_some()) {
            (ExprKind::Local(local, _), true) if !is_kept => (Some(*local), value),
            _ if is_kept => (None, value),
            _ => (None, not_followed(value)),
        };
        let set = Expr::new(ExprKind::Assign(Box::new(target), Box::new(value)), ty.clone(), span);
        let Some(local) = local else { return Ok(set) };
        let lengths = rows.into_iter().flatten().map(|length| self.use_local(length, span)).collect();
        let mut checks = Vec::new();
        self.check_rows(local, lengths, span, &mut checks)?;
        let checked = ExprKind::Statements(checks, Some(Box::new(self.use_local(local, span))));
        let checked = Expr::new(checked, ty.clone(), span);
        Ok(Expr::new(ExprKind::Comma(Box::new(set), Box::new(checked)), ty, span))
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
            return unsupported(span, "types of variable length are not supported here");
        }
        if !is_allocation(value) {
            let value = self.rvalue_for(value, &named.ty)?;
            let value = self.convert(value, &named.ty, span)?;
            return Ok(if is_null(&value) { value } else { not_followed(value) });
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
        let mut rows = 0;
        let mut inner = parameter.ty.target().cloned();
        while let Some(CType::Array(element, Length::Variable)) = inner {
            (inner, rows) = (Some((*element).clone()), rows + 1);
        }
        let Some(outer) = lengths.len().checked_sub(rows) else {
            return refusal(span, "a length of the rows is not known");
        };
        let lengths: Vec<Expr> = lengths.into_iter().skip(outer).collect();
        for behind in [false, true] {
            self.check_row(local, &lengths, behind, (span, &message), checks)?;
        }
        Ok(())
    }

    /// The same for the row that a variable points to, or, if it points behind the last one, for that.
    fn check_row(
        &mut self,
        local: LocalId,
        lengths: &[Expr],
        behind: bool,
        (span, message): (Span, &str),
        checks: &mut Vec<Stmt>,
    ) -> Result<(), Refusal> {
        let size = CType::Int(self.types.size_kind());
        let truth = |kind| Expr::new(kind, CType::INT, span);
        let and = |left, right| truth(ExprKind::Logical(BinaryOp::And, Box::new(left), Box::new(right)));
        let number = |number: i64| Expr::int(Int::from(number), CType::INT, span);
        let pointer = self.use_local(local, span);
        let inside = |index: i64| {
            let arguments = vec![pointer.clone(), number(index)];
            truth(ExprKind::Library(LibraryCall { name: "inside", arguments }))
        };
        let mut row_type = pointer.ty.target().cloned();
        let mut row: Option<Expr> = None;
        for length in lengths {
            let Some(ty) = row_type.take() else { break };
            row_type = ty.element().cloned();
            let kind = match row {
                None if behind => {
                    let (from, by) = (Box::new(pointer.clone()), Box::new(number(1)));
                    let before = ExprKind::Offset { pointer: from, by, backward: true };
                    ExprKind::Deref(Box::new(Expr::new(before, pointer.ty.clone(), span)))
                }
                None => ExprKind::Deref(Box::new(pointer.clone())),
                Some(row) => ExprKind::Index(Box::new(row), Box::new(number(0))),
            };
            let this = Expr::new(kind, ty, span);
            let own = Expr::new(ExprKind::Length(Box::new(this.clone())), size.clone(), span);
            row = Some(this);
            let length = self.convert(length.clone(), &size, span)?;
            let differs = truth(ExprKind::Compare(BinaryOp::Ne, Box::new(own), Box::new(length)));
            let null = Expr::new(ExprKind::Null, pointer.ty.clone(), span);
            let is_there = truth(ExprKind::Compare(BinaryOp::Ne, Box::new(pointer.clone()), Box::new(null)));
            let is_row = match behind {
                true => {
                    let none = ExprKind::Compare(BinaryOp::Eq, Box::new(inside(0)), Box::new(number(0)));
                    and(truth(none), inside(-1))
                }
                false => inside(0),
            };
            let condition = and(is_there, and(is_row, differs));
            let cut = Expr::new(ExprKind::Intrinsic(Intrinsic::Cut(message.to_owned())), CType::Void, span);
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
        false => {
            unsupported(span, "pointers to arrays of variable length are not supported inside other types")
        }
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
    let is_kept = is_row(&source.ty) && innermost(&source.ty) == innermost(&pointer.ty);
    if !pointer.ty.target().is_some_and(is_open) || is_kept {
        return pointer;
    }
    not_followed(pointer)
}

/// What the elements of the elements of the rows are that a pointer points to.
fn innermost(pointer: &CType) -> Option<&CType> {
    let mut inner = pointer.target()?;
    while let CType::Array(element, _) = inner {
        inner = element;
    }
    Some(inner)
}

/// The variable whose rows a pointer points to, some of them on.
fn walked(pointer: &Expr) -> Option<LocalId> {
    match &pointer.kind {
        ExprKind::Local(local, _) => Some(*local),
        ExprKind::Offset { pointer, .. } => walked(pointer),
        _ => None,
    }
}

/// A pointer to rows of which it is not known that they have the lengths of its type: runs end here, undecided.
pub(super) fn not_followed(pointer: Expr) -> Expr {
    let (ty, span) = (pointer.ty.clone(), pointer.span);
    let reason = "it is not known that memory has the rows of variable length that a type says";
    let cut = Expr::new(ExprKind::Intrinsic(Intrinsic::Cut(reason.to_owned())), CType::Void, span);
    Expr::new(ExprKind::Comma(Box::new(cut), Box::new(pointer)), ty, span)
}

/// Whether an expression is a call that allocates memory.
fn is_allocation(expr: &Node<Expression>) -> bool {
    let Expression::Call(call) = &expr.node else { return false };
    let Expression::Identifier(name) = &call.node.callee.node else { return false };
    library::is(&name.node.name, Fact::Fresh)
}

/// One past the last element of a row, if an array is the one behind that row: `*(&row + 1)` or `matrix[LENGTH]`.
/// Nothing is there, but where it would begin is the row's end, which is how such arrays are used.
pub(super) fn end_of_row(array: &Expr) -> Option<Expr> {
    let CType::Array(element, Length::Fixed(length)) = &array.ty else { return None };
    let row = match &array.kind {
        ExprKind::Index(rows, index) => last_row(rows, index, array)?,
        ExprKind::Deref(pointer) => {
            let ExprKind::Offset { pointer, by, backward: false } = &pointer.kind else { return None };
            match &pointer.kind {
                ExprKind::AddressOf(row) if row.ty == array.ty && by.as_int() == Some(&Int::ONE) => {
                    match &row.kind {
                        // There may be another row behind it.
                        ExprKind::Index(rows, index) if !is_last(rows, index) => return None,
                        ExprKind::Deref(_) => return None,
                        _ => (**row).clone(),
                    }
                }
                ExprKind::Decay(rows) => last_row(rows, by, array)?,
                _ => return None,
            }
        }
        _ => return None,
    };
    let index = Expr::int(Int::from(*length as usize), by_index(), array.span);
    let kind = ExprKind::Index(Box::new(row), Box::new(index));
    Some(Expr::new(kind, (**element).clone(), array.span))
}

/// `member[by]`, for what a pointer leads to that is `member + by`: the member's bounds are known then.
pub(super) fn element_of_member(pointer: &Expr, target: &CType, span: Span) -> Option<Expr> {
    let ExprKind::Offset { pointer, by, backward } = &pointer.kind else { return None };
    let ExprKind::Decay(array) = &pointer.kind else { return None };
    if !matches!(array.kind, ExprKind::Field(..)) || array.ty.element() != Some(target) {
        return None;
    }
    let index = match (backward, by.as_int()) {
        (false, _) => (**by).clone(),
        (true, Some(by)) => Expr::int(-by, CType::Int(IntKind::Long), span),
        (true, None) => return None,
    };
    Some(Expr::new(ExprKind::Index(array.clone(), Box::new(index)), target.clone(), span))
}

/// Whether an index is that of the last of some rows.
fn is_last(rows: &Expr, index: &Expr) -> bool {
    let CType::Array(_, Length::Fixed(count)) = rows.ty else { return false };
    index.as_int().is_some_and(|index| index + &Int::ONE == Int::from(count as usize))
}

/// The last of some rows, if the index is that of the one behind it.
fn last_row(rows: &Expr, index: &Expr, row: &Expr) -> Option<Expr> {
    let CType::Array(_, Length::Fixed(count)) = rows.ty else { return None };
    let index = index.as_int().filter(|index| **index == Int::from(count as usize))?;
    let last = index - &Int::ONE;
    if last.is_negative() {
        return None;
    }
    let last = Expr::int(last, by_index(), row.span);
    Some(Expr::new(ExprKind::Index(Box::new(rows.clone()), Box::new(last)), row.ty.clone(), row.span))
}

/// The type of indices that the program does not write.
fn by_index() -> CType {
    CType::Int(IntKind::UnsignedLong)
}
