//! What a program looks at of structs that come from outside. They may be huge, and nearly all of their members are never
//! named; so only what is named gets a value that can be followed.

use super::arguments::needs_making;
use crate::ctype::{CType, Length, RecordId, TypeTable};
use crate::tree::{Body, Change, Expr, ExprKind, Intrinsic};
use kyklos_base::Int;
use std::collections::HashSet;

/// What a program looks at.
#[derive(Default)]
pub(crate) struct Named {
    /// Members that are read, or whose addresses are taken, by their numbers.
    members: HashSet<(RecordId, u32)>,
    /// Whether a `void *` of a variable is taken for a pointer to what has pointers in it.
    pub(super) recast: bool,
    /// What pointers that are moved lead to: there may be more than one of it in a row.
    moved: HashSet<CType>,
}

impl Named {
    /// What these bodies look at.
    pub(crate) fn of<'b>(bodies: impl Iterator<Item = &'b Body>, types: &TypeTable) -> Self {
        let mut named = Self::default();
        for statement in bodies.flat_map(|body| &body.statements) {
            statement.exprs(&mut |expr| named.look(expr, types));
        }
        named
    }

    /// Whether a member is looked at by its name.
    pub(crate) fn has(&self, record: RecordId, number: usize) -> bool {
        self.members.contains(&(record, number as u32))
    }

    /// Whether there may be several of a type in a row.
    pub(super) fn has_rows(&self, ty: &CType) -> bool {
        self.moved.contains(ty)
    }

    /// Whether a value of a type goes on for as long as its memory does, and the program looks there.
    pub(super) fn has_open_end(&self, ty: &CType, types: &TypeTable) -> bool {
        let CType::Record(id) = ty else { return false };
        let members = types.record(*id).members.as_deref().unwrap_or_default();
        let Some((last, number)) = members.last().zip(members.len().checked_sub(1)) else { return false };
        match &last.ty {
            CType::Array(_, Length::Unknown | Length::Fixed(0)) => self.has(*id, number),
            inner => self.has_open_end(inner, types),
        }
    }

    fn note_moved(&mut self, pointer: &Expr, types: &TypeTable) {
        self.moved.extend(pointer.ty.target().map(|target| types.canonical(target)));
    }

    fn look(&mut self, expr: &Expr, types: &TypeTable) {
        match &expr.kind {
            ExprKind::Offset { pointer, by, .. } => {
                let stays = by.as_int().is_some_and(Int::is_zero)
                    || matches!(by.kind, ExprKind::Intrinsic(Intrinsic::Range(..)));
                if !stays {
                    self.note_moved(pointer, types);
                }
            }
            ExprKind::Update { target, change: Change::Pointer { .. }, .. } => self.note_moved(target, types),
            ExprKind::Field(record, path) => self.add(record, path, types),
            // A member that is only written needs no first value.
            ExprKind::Assign(target, value) => {
                self.look(value, types);
                return match &target.kind {
                    ExprKind::Field(record, _) if !expr.ty.is_aggregate() => self.look(record, types),
                    _ => self.look(target, types),
                };
            }
            ExprKind::Convert(inner) => {
                let is_void = inner.is_place() && inner.ty.target() == Some(&CType::Void);
                self.recast |= is_void && expr.ty.target().is_some_and(|to| needs_making(types, to));
            }
            _ => {}
        }
        expr.parts(&mut |part| self.look(part, types));
    }

    fn add(&mut self, record: &Expr, path: &[u32], types: &TypeTable) {
        let mut ty = record.ty.clone();
        for number in path {
            let CType::Record(id) = ty else { return };
            self.members.insert((id, *number));
            let members = types.record(id).members.as_deref().unwrap_or_default();
            let Some(member) = members.get(*number as usize) else { return };
            ty = member.ty.clone();
        }
    }
}
