//! Addresses that are known as numbers: parts of what a constant pointer points to, as in the old
//! `(size_t)&((struct S *)0)->member`, and differences of such places. Nothing is followed there, so nothing can fail.

use super::Checker;
use super::convert::is_null;
use crate::ctype::CType;
use crate::tree::{Expr, ExprKind, GlobalId};
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

    /// How many elements lie between two constant pointers, or between two fixed places of one variable.
    pub(super) fn fixed_distance(&self, left: &Expr, right: &Expr) -> Option<Int> {
        let bytes = self.fixed_bytes(left, right)?;
        let size = Int::from(self.types.size_of(left.ty.target()?)?.max(1) as usize);
        bytes.div_trunc(&size)
    }

    /// The difference of two numbers that are such addresses.
    pub(super) fn fixed_difference(&self, left: &Expr, right: &Expr) -> Option<Int> {
        let (ExprKind::Convert(first), ExprKind::Convert(second)) = (&left.kind, &right.kind) else {
            return None;
        };
        let wide = |number: &Expr, pointer: &Expr| {
            pointer.ty.is_object_pointer()
                && self.types.size_of(&number.ty) == self.types.size_of(&CType::Int(self.types.size_kind()))
        };
        let both = wide(left, first) && wide(right, second);
        both.then(|| self.fixed_bytes(first, second)).flatten()
    }

    fn fixed_bytes(&self, left: &Expr, right: &Expr) -> Option<Int> {
        let (first, second) = match (self.fixed_address(left), self.fixed_address(right)) {
            (Some(first), Some(second)) => (first, second),
            _ => {
                let ((variable, first), (other, second)) =
                    (self.fixed_place(left)?, self.fixed_place(right)?);
                (variable == other).then_some((first, second))?
            }
        };
        Some(&first - &second)
    }

    /// The variable of the program that a pointer leads into, and how many bytes behind its start.
    fn fixed_place(&self, pointer: &Expr) -> Option<(GlobalId, Int)> {
        match &pointer.kind {
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.place_in_variable(place),
            ExprKind::Convert(inner) if inner.ty.is_object_pointer() => self.fixed_place(inner),
            ExprKind::Offset { pointer: base, by, backward } => {
                let (variable, offset) = self.fixed_place(base)?;
                let bytes = by.as_int()? * &Int::from(self.types.size_of(base.ty.target()?)? as usize);
                Some((variable, if *backward { &offset - &bytes } else { &offset + &bytes }))
            }
            _ => None,
        }
    }

    fn place_in_variable(&self, place: &Expr) -> Option<(GlobalId, Int)> {
        match &place.kind {
            ExprKind::Global(variable) => Some((*variable, Int::ZERO)),
            ExprKind::Field(record, path) => {
                let (variable, offset) = self.place_in_variable(record)?;
                let CType::Record(id) = record.ty else { return None };
                Some((variable, offset + Int::from(self.types.offset_of_path(id, path)? as usize)))
            }
            ExprKind::Index(array, index) => {
                let (variable, offset) = self.place_in_variable(array)?;
                let size = Int::from(self.types.size_of(&place.ty)? as usize);
                Some((variable, offset + index.as_int()? * &size))
            }
            _ => None,
        }
    }
}
