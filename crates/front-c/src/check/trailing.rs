//! Arrays of one element at the end of a struct, behind which there may be more: how flexible array members were written
//! before C had them, and still are.
//!
//! Such an array ends with its object, as compilers see it. So what a pointer to the struct leads to there is addressed in
//! bytes, which are in bounds as far as the object goes.

use super::{Checker, Refusal};
use crate::ctype::{CType, IntKind, Length};
use crate::tree::{Expr, ExprKind};
use kyklos_base::{Int, Span};

impl<'a> Checker<'a> {
    /// The pointer to the first element of such an array, for an element other than that.
    pub(super) fn trailing_elements(
        &mut self,
        array: &Expr,
        index: &Expr,
        span: Span,
    ) -> Result<Option<Expr>, Refusal> {
        match index.as_int().is_some_and(Int::is_zero) {
            true => Ok(None),
            false => self.trailing(array, span),
        }
    }

    /// The same for an array that becomes a pointer, if its elements are no records: `va_list` and types like it are
    /// arrays of one record so that they are handed on by reference, and nothing is behind them.
    pub(super) fn trailing_decayed(&mut self, array: &Expr, span: Span) -> Result<Option<Expr>, Refusal> {
        match &array.ty {
            CType::Array(element, _) if element.is_aggregate() => Ok(None),
            _ => self.trailing(array, span),
        }
    }

    fn trailing(&mut self, array: &Expr, span: Span) -> Result<Option<Expr>, Refusal> {
        let CType::Array(element, Length::Fixed(1)) = &array.ty else { return Ok(None) };
        let ExprKind::Field(record, path) = &array.kind else { return Ok(None) };
        let (ExprKind::Deref(pointer), CType::Record(id)) = (&record.kind, &record.ty) else {
            return Ok(None);
        };
        let (mut inner, mut steps) = (*id, path.iter().peekable());
        while let Some(step) = steps.next() {
            let found = self.types.record(inner);
            let members = found.members.as_deref().unwrap_or_default();
            if found.is_union || *step as usize + 1 != members.len() {
                return Ok(None);
            }
            if let (Some(CType::Record(next)), Some(_)) = (members.last().map(|last| &last.ty), steps.peek())
            {
                inner = *next;
            }
        }
        let bytes = CType::Int(IntKind::UnsignedChar).pointer();
        if self.part_of_fixed(array, &bytes, span).is_some() {
            return Ok(None);
        }
        let Some(offset) = self.types.offset_of_path(*id, path) else { return Ok(None) };
        let (start, size) =
            (self.convert((**pointer).clone(), &bytes, span)?, CType::Int(self.types.size_kind()));
        let moved = self.offset(start, Expr::int(Int::from(offset as usize), size, span), false, span)?;
        self.convert(moved, &CType::Pointer(element.clone()), span).map(Some)
    }
}
