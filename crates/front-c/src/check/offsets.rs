//! `offsetof`: where in a struct a member lies, or an element of one.

use super::{Checker, Refusal, refusal};
use crate::ctype::{CType, RecordId};
use crate::tree::Expr;
use kyklos_base::Span;
use kyklos_flow::BinaryOp;
use lang_c::ast;

impl<'a> Checker<'a> {
    pub(super) fn offset_of(
        &mut self,
        offset: &'a ast::OffsetOfExpression,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let ty = self.type_name(&offset.type_name)?;
        let designator = &offset.designator.node;
        let (mut at, mut ty) = self.member_offset(&ty, &designator.base.node.name, span)?;
        // GNU: an index need not be constant.
        let mut by_index = Vec::new();
        for member in &designator.members {
            match &member.node {
                ast::OffsetMember::Member(name) => {
                    let (more, inner) = self.member_offset(&ty, &name.node.name, span)?;
                    (at, ty) = (at.wrapping_add(more), inner);
                }
                ast::OffsetMember::IndirectMember(name) => {
                    return refusal(span, format!("`offsetof` by a pointer, to `{}`", name.node.name));
                }
                ast::OffsetMember::Index(index) => {
                    let index = self.rvalue(index)?;
                    let element = ty.element().cloned();
                    let size = element.as_ref().and_then(|element| self.types.size_of(element));
                    let (Some(element), Some(size)) = (element, size) else {
                        return refusal(span, "`offsetof` of no element");
                    };
                    ty = element;
                    match index.as_int() {
                        // There need not be such an element, not even behind the array's start.
                        Some(index) => match index.to_i64() {
                            Some(index) => at = at.wrapping_add(size.wrapping_mul(index.cast_unsigned())),
                            None => return refusal(span, "`offsetof` of no element"),
                        },
                        None => {
                            let size = self.size(size, span);
                            by_index.push(self.times(index, size, span)?);
                        }
                    }
                }
            }
        }
        let bits =
            self.types.size_of(&CType::Int(self.types.size_kind())).map_or(64, |bytes| 8 * bytes as u32);
        let start = self.size(at & (u64::MAX >> (64 - bits.min(64))), span);
        Ok(by_index.into_iter().fold(start, |sum, more| self.binary_same(BinaryOp::Add, sum, more, span)))
    }

    /// The offset of a direct member, and its type.
    fn member_offset(&self, ty: &CType, name: &str, span: Span) -> Result<(u64, CType), Refusal> {
        let CType::Record(id) = ty else {
            return refusal(span, "`offsetof` of something that is not a struct");
        };
        match self.offset_in(*id, name) {
            Some(found) => Ok(found),
            None => refusal(span, format!("`{}` has no member `{name}`", self.types.name(ty))),
        }
    }

    fn offset_in(&self, id: RecordId, name: &str) -> Option<(u64, CType)> {
        let record = self.types.record(id);
        let layout = self.types.record_layout(id)?;
        for (member, start) in record.members.as_ref()?.iter().zip(layout.offsets) {
            match (&member.name, &member.ty) {
                (Some(found), ty) if found == name => return Some((start, ty.clone())),
                (None, CType::Record(inner)) => {
                    if let Some((more, ty)) = self.offset_in(*inner, name) {
                        return Some((start.checked_add(more)?, ty));
                    }
                }
                _ => {}
            }
        }
        None
    }
}
