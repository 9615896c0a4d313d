//! Pointers to integers that may be of the other sign.

use crate::expr::ExprType;
use crate::{Expr, IntType, Program, Type, TypeId};

impl Program {
    /// Whether some pointer becomes one to machine integers that was not one to such integers before, so that
    /// what it points to may be of the other sign.
    pub fn retypes_integers(&self) -> bool {
        let integers = |ty: TypeId| match self.types.get(ty)? {
            Type::Pointer(target) => match self.types.get(*target)? {
                Type::Int(IntType::Sized { .. }) => Some(ExprType::PointerTo(*target)),
                _ => None,
            },
            _ => None,
        };
        let mut found = false;
        for global in self.globals.rows() {
            global.initial.visit(&mut |expr| {
                found |= matches!(expr, Expr::Retype(ty, _) if integers(*ty).is_some());
            });
        }
        for procedure in self.procedures.rows() {
            for edge in procedure.edges.rows() {
                edge.instruction.visit(&mut |expr| {
                    if let Expr::Retype(ty, pointer) = expr
                        && let Some(new) = integers(*ty)
                    {
                        let old = pointer.type_in(self, procedure);
                        found |= !old.is_some_and(|old| old.same(new, self));
                    }
                });
            }
        }
        found
    }
}
