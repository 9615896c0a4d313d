//! First values of the program's variables that are computed from addresses: `long end = (long)&last + 1;`.
//!
//! Addresses are known only when the program starts, so such variables are zero first and written then.

use super::Context;
use crate::ctype::CType;
use crate::tree::{Expr, ExprKind};
use kyklos_flow as flow;

/// Whether a value needs an address as a number.
pub(super) fn needs_address(value: &Expr) -> bool {
    value.any(&mut |part| is_number_of_pointer(part))
}

fn is_number_of_pointer(part: &Expr) -> bool {
    matches!(&part.kind, ExprKind::Convert(inner) if part.ty.int_kind().is_some() && inner.ty.is_object_pointer())
}

impl Context<'_> {
    /// Notes what pointers that are computed as numbers may lead to.
    pub(super) fn note_computed_pointer(&mut self, value: &Expr) {
        let ExprKind::Convert(inner) = &value.kind else { return };
        if value.ty.is_object_pointer() && inner.ty.int_kind().is_some() && needs_address(inner) {
            self.note_view(&value.ty);
            self.found.wild = true;
        }
    }

    /// A value that is computed from addresses.
    pub(super) fn value_by_address(&mut self, value: &Expr) -> flow::Expr {
        match (&value.kind, &value.ty) {
            _ if !needs_address(value) => self.constant_value(value),
            (ExprKind::Convert(inner), CType::Int(kind)) => {
                let number = match is_number_of_pointer(value) {
                    true => flow::Expr::Address(Box::new(self.value_by_address(inner))),
                    false => self.value_by_address(inner),
                };
                flow::Expr::Convert(kind.int_type(self.types.model), Box::new(number))
            }
            (ExprKind::Convert(inner), ty) if inner.ty.int_kind().is_some() => {
                let number = self.value_by_address(inner);
                flow::Expr::Pointer(self.types.flow(ty), Box::new(number))
            }
            (ExprKind::Convert(inner), ty) => {
                let (from, to) = (self.types.flow(&inner.ty), self.types.flow(ty));
                match self.value_by_address(inner) {
                    pointer if from == to => pointer,
                    pointer => flow::Expr::Retype(to, Box::new(pointer)),
                }
            }
            (ExprKind::Offset { pointer, by, backward }, _) => {
                let (pointer, by) = (self.value_by_address(pointer), self.constant_value(by));
                super::place::moved(pointer, by, *backward)
            }
            (ExprKind::Binary(op, left, right), CType::Int(kind)) => {
                let (left, right) = (self.value_by_address(left), self.value_by_address(right));
                let number = flow::Expr::binary(*op, left, right);
                flow::Expr::Convert(kind.int_type(self.types.model), Box::new(number))
            }
            _ => self.constant_value(value),
        }
    }
}
