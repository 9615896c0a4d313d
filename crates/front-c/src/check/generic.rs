//! `_Generic` (C11 6.5.1.1), which GNU's `__builtin_types_compatible_p` is written with, too.

use super::{Checker, Refusal, refusal};
use crate::ctype::{CType, Qualifiers};
use crate::tree::Expr;
use kyklos_base::Span;
use lang_c::ast::{self, GenericAssociation};

impl<'a> Checker<'a> {
    /// `_Generic`: the case whose type is compatible with the value's. A value has no qualifiers itself, so neither has
    /// such a type.
    pub(super) fn generic(
        &mut self,
        selection: &'a ast::GenericSelection,
        wanted: Option<&CType>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let value = self.expr(&selection.expression)?;
        // A bit-field's type is that of no case, unless it is as wide as one.
        let ty = match self.bit_width_of(&value) {
            Some(_) => value.ty,
            None => self.decay(value)?.ty,
        };
        let (mut chosen, mut otherwise) = (None, None);
        for association in &selection.associations {
            match &association.node {
                GenericAssociation::Default(expr) => otherwise = Some(&**expr),
                GenericAssociation::Type(case) => {
                    let own = self.qualified_type_name(&case.node.type_name)?;
                    if own.qualifiers() == Qualifiers::NONE && ty.is_compatible(&own) {
                        if chosen.is_some() {
                            let ty = self.types.name(&ty);
                            return refusal(span, format!("`_Generic` has two cases for `{ty}`"));
                        }
                        chosen = Some(&*case.node.expression);
                    }
                }
            }
        }
        match chosen.or(otherwise) {
            Some(expr) => self.expr_for(expr, wanted),
            None => refusal(span, format!("`_Generic` has no case for `{}`", self.types.name(&ty))),
        }
    }
}
