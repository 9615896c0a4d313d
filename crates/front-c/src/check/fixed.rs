//! Addresses that are known as numbers: parts of what a constant pointer points to, as in the old
//! `(size_t)&((struct S *)0)->member`. Nothing is followed there, so nothing can fail.

use super::Checker;
use super::convert::is_null;
use crate::ctype::CType;
use crate::tree::{Expr, ExprKind};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;

impl Checker<'_> {
    /// The number that a pointer is, if it is a constant.
    pub(super) fn fixed_address(&self, pointer: &Expr) -> Option<Int> {
        if is_null(pointer) {
            return Some(Int::ZERO);
        }
        match &pointer.kind {
            _ if pointer.ty.is_function_pointer() => None,
            ExprKind::Convert(inner) => match &inner.ty {
                CType::Int(_) => inner.as_int().cloned(),
                CType::Pointer(_) => self.fixed_address(inner),
                _ => None,
            },
            _ => None,
        }
    }

    /// The pointer to a part of what a constant pointer points to, as a number of that type.
    pub(super) fn part_of_fixed(&self, place: &Expr, ty: &CType, span: Span) -> Option<Expr> {
        let number = self.number_of_place(place)?;
        Some(self.pointer_of(number, ty, span))
    }

    /// The number that the address of a place is, if it is known but for indices.
    fn number_of_place(&self, place: &Expr) -> Option<Expr> {
        let kind = CType::Int(self.types.size_kind());
        let constant = |number: Int| {
            self.convert_int(Expr::int(number, kind.clone(), place.span), self.types.size_kind())
        };
        match &place.kind {
            ExprKind::Deref(pointer) => self.fixed_address(pointer).map(constant),
            ExprKind::Field(record, path) => {
                let base = self.number_of_place(record)?;
                let CType::Record(id) = record.ty else { return None };
                let offset = constant(Int::from(self.types.offset_of_path(id, path)? as usize));
                Some(self.binary_same(BinaryOp::Add, base, offset, place.span))
            }
            ExprKind::Index(array, index) => {
                let base = self.number_of_place(array)?;
                let size = constant(Int::from(self.types.size_of(&place.ty)? as usize));
                let index = self.convert_int((**index).clone(), self.types.size_kind());
                let offset = self.binary_same(BinaryOp::Mul, index, size, place.span);
                Some(self.binary_same(BinaryOp::Add, base, offset, place.span))
            }
            _ => None,
        }
    }

    /// A constant pointer moved by a constant number of elements.
    pub(super) fn moved_fixed(&self, pointer: &Expr, by: &Expr, backward: bool, span: Span) -> Option<Expr> {
        let (address, by) = (self.fixed_address(pointer)?, by.as_int()?);
        let bytes = by * &Int::from(self.types.size_of(pointer.ty.target()?)? as usize);
        let number = if backward { &address - &bytes } else { &address + &bytes };
        let kind = self.types.size_kind();
        let number = self.convert_int(Expr::int(number, CType::Int(kind), span), kind);
        Some(self.pointer_of(number, &pointer.ty, span))
    }

    /// How many elements lie between two constant pointers.
    pub(super) fn fixed_distance(&self, left: &Expr, right: &Expr) -> Option<Int> {
        let (first, second) = (self.fixed_address(left)?, self.fixed_address(right)?);
        let size = Int::from(self.types.size_of(left.ty.target()?)?.max(1) as usize);
        (&first - &second).div_trunc(&size)
    }
}
