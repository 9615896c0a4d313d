//! Arrays of one element at the end of a struct, behind which there may be more: how flexible array members were written
//! before C had them, and how compilers still read them.
//!
//! Such an array ends with its object if a pointer leads to the struct that is the start of allocated memory, or if the memory
//! is of bytes, as that of arenas is; its elements are addressed in bytes there. Else it has one element. Structs that are
//! also parts of something, with more behind them, or that stand in rows, are not meant to go on behind their end: memory that
//! begins with one of them may belong to the next. In memory of bytes that cannot be told, so runs that go there are open.

use super::Context;
use super::function::FunctionLowering;
use super::place::moved;
use crate::ctype::{CType, IntKind, Length, RecordId, TypeTable};
use crate::tree::{Change, Expr, ExprKind, Unit};
use kyklos_base::{Int, Span};
use kyklos_flow::{self as flow, BinaryOp, ErrorKind, LocationId, Place, Root};
use std::collections::HashSet;

/// An element of such an array.
pub(super) struct Trailing {
    /// The array.
    array: Place,
    end: End,
    /// The type of pointers to elements.
    pointer: CType,
    index: flow::Expr,
    range: (Int, Int),
    /// Where the pointer to the element is put.
    target: Place,
    /// Whether the element has to be there.
    is_followed: bool,
    span: Span,
}

impl Trailing {
    /// Where the pointer to the element is put.
    pub(super) fn target(&self) -> Place {
        self.target.clone()
    }

    /// The same, of which only the address is taken.
    pub(super) fn not_followed(self) -> Self {
        Self { is_followed: false, ..self }
    }
}

/// An array of one element at the end of a struct.
pub(super) struct End {
    /// Whether there may be more of it in allocated memory.
    pub(super) is_open: bool,
    /// How many elements there is room for in the union that it is part of.
    room: Option<u64>,
}

impl Context<'_> {
    /// What is known of an array of one element, if it is the end of a struct or what a pointer leads to.
    pub(super) fn trailing(&self, array: &Expr) -> Option<End> {
        if !matches!(array.ty, CType::Array(_, Length::Fixed(1))) {
            return None;
        }
        let size = self.types.size_of(array.ty.element()?)?.max(1);
        let (mut place, mut offset, mut room) = (array, 0_u64, None);
        while let ExprKind::Field(record, path) = &place.kind {
            let CType::Record(id) = record.ty else { return None };
            let union = last_of(&self.types, id, path)?;
            offset = offset.checked_add(self.types.offset_of_path(id, path)?)?;
            if let Some((union, steps)) = union {
                let before = self.types.offset_of_path(id, &path[..steps])?;
                let bytes = self.types.size_of(&CType::Record(union))?;
                room = Some((bytes + before).saturating_sub(offset) / size);
            }
            place = record;
        }
        let is_behind_pointer = matches!(place.kind, ExprKind::Deref(_));
        let is_open = matches!(&place.ty, CType::Record(id) if self.open_ended.contains(id));
        (is_behind_pointer || room.is_some()).then_some(End { is_open: is_open && is_behind_pointer, room })
    }
}

impl FunctionLowering<'_, '_> {
    /// An element of an array at the end of a struct, at a place that was evaluated, if there may be more than one. The
    /// pointer to it is to be put in a variable.
    pub(super) fn trailing_element(
        &mut self,
        array: &Expr,
        place: &Place,
        index: flow::Expr,
        range: (Int, Int),
        span: Span,
    ) -> Option<Trailing> {
        let end = self.context.trailing(array)?;
        let pointer = array.ty.element()?.clone().pointer();
        let target = self.temporary_of(&pointer, span);
        Some(Trailing { array: place.clone(), end, pointer, index, range, target, is_followed: true, span })
    }

    /// Puts the pointer to an element in its variable, and checks that the element is there if it is followed.
    pub(super) fn reach_trailing(&mut self, trailing: Trailing) -> Place {
        let target = trailing.target();
        if self.dead {
            return target;
        }
        let (span, end) = (trailing.span, self.builder.plain(trailing.span));
        if let (true, Root::Deref(pointer)) = (trailing.end.is_open, &trailing.array.root) {
            let behind = self.by_bytes(&trailing);
            let (inner, outer) = (self.builder.plain(span), self.builder.plain(span));
            self.branch(flow::Expr::Allocated(pointer.clone()), inner, outer, span);
            self.continue_at(inner);
            if trailing.is_followed {
                self.check_behind(&trailing, &behind, None);
            }
            self.put(&target, behind, end, span);
            self.continue_at(outer);
        }
        self.reach_elsewhere(trailing, end);
        self.continue_at(end);
        target
    }

    /// The same where the struct is not the start of allocated memory. In memory of bytes there may be more than one element;
    /// elsewhere, what is behind that one is no element by its own type.
    fn reach_elsewhere(&mut self, trailing: Trailing, end: LocationId) {
        let (span, index, target) = (trailing.span, trailing.index.clone(), trailing.target());
        let element = flow::Expr::AddressOf(trailing.array.clone().index(index.clone()));
        if trailing.is_followed {
            let (one, more) = (self.builder.plain(span), self.builder.plain(span));
            let within = in_one(index.clone());
            self.branch(within, one, more, span);
            self.continue_at(more);
            let behind = self.by_bytes(&trailing);
            self.check_behind(&trailing, &behind, Some(element.clone()));
            if !trailing.end.is_open {
                let room = Int::from(trailing.end.room.unwrap_or(0) as usize);
                let within = flow::Expr::binary(BinaryOp::Lt, index, flow::Expr::Int(room));
                let message = "it is not known how far the array at the end of a struct goes".to_owned();
                self.check(within, true, ErrorKind::Open, message, span);
            }
            self.put(&target, behind, end, span);
            self.continue_at(one);
        }
        self.put(&target, element, end, span);
    }

    /// The pointer to the element, which may be anywhere in its object.
    fn by_bytes(&mut self, trailing: &Trailing) -> flow::Expr {
        let first = flow::Expr::AddressOf(trailing.array.clone().index(flow::Expr::int(0)));
        let bytes = CType::Int(IntKind::UnsignedChar).pointer();
        let start = self.retyped(first, &trailing.pointer, &bytes);
        let start = self.retyped(start, &bytes, &trailing.pointer);
        moved(start, trailing.index.clone(), false)
    }

    /// Puts a pointer in its variable, and goes on there.
    fn put(&mut self, target: &Place, value: flow::Expr, to: LocationId, span: Span) {
        let assign = flow::Instruction::Assign { target: target.clone(), value };
        self.builder.edge(self.here, to, assign, span);
    }

    /// Checks that an element behind others begins in memory; also by its own type, where that is given. Of an element that
    /// has parts, what is looked at is checked as such.
    fn check_behind(&mut self, trailing: &Trailing, behind: &flow::Expr, own: Option<flow::Expr>) {
        let span = trailing.span;
        let mut there = flow::Expr::InBounds(Box::new(behind.clone()));
        if let Some(own) = own {
            there = flow::Expr::binary(BinaryOp::And, flow::Expr::InBounds(Box::new(own)), there);
        }
        if trailing.range.0.is_negative() {
            let index = trailing.index.clone();
            let not_negative = flow::Expr::binary(BinaryOp::Ge, index, flow::Expr::int(0));
            there = flow::Expr::binary(BinaryOp::And, not_negative, there);
        }
        let message = self.out_of_bounds(span);
        self.check(there, true, ErrorKind::OutOfBounds, message, span);
    }
}

/// That an index is that of the only element.
fn in_one(index: flow::Expr) -> flow::Expr {
    flow::Expr::binary(BinaryOp::Eq, index, flow::Expr::int(0))
}

/// The structs that may go on behind an array of one element at their end.
pub(super) fn open_ended(unit: &Unit, types: &TypeTable) -> HashSet<RecordId> {
    let candidates: Vec<RecordId> = types.records().filter(|id| ends_with_one(types, *id)).collect();
    if candidates.is_empty() {
        return HashSet::new();
    }
    let mut closed = HashSet::new();
    for id in types.records() {
        let record = types.record(id);
        let members = record.members.as_deref().unwrap_or_default();
        for (number, member) in members.iter().enumerate() {
            let is_end = number + 1 == members.len() || record.is_union;
            match &member.ty {
                CType::Record(inner) if !is_end => _ = closed.insert(*inner),
                CType::Record(_) => {}
                ty => closed.extend(in_rows(ty)),
            }
        }
    }
    for function in &unit.functions {
        let Some(body) = &function.body else { continue };
        for statement in &body.statements {
            statement.exprs(&mut |expr| {
                let mut ends = HashSet::new();
                expr.any(&mut |part| {
                    ends.extend(only_end(part).map(std::ptr::from_ref));
                    if !ends.contains(&std::ptr::from_ref(part)) {
                        closed.extend(moved_record(part));
                    }
                    false
                });
            });
        }
    }
    close_ends(types, &mut closed);
    // Files have types of their own, that may be the same.
    let is_same = |a: RecordId, b| types.record(a).tag == types.record(b).tag && types.same_record(a, b);
    let is_closed = |id: RecordId| closed.iter().any(|other| *other == id || is_same(*other, id));
    candidates.into_iter().filter(|id| !is_closed(*id)).collect()
}

/// What is at the end of a struct with something behind it has something behind it, too.
fn close_ends(types: &TypeTable, closed: &mut HashSet<RecordId>) {
    let mut open: Vec<RecordId> = closed.iter().copied().collect();
    while let Some(id) = open.pop() {
        let record = types.record(id);
        let members = record.members.as_deref().unwrap_or_default();
        let from = if record.is_union { 0 } else { members.len().saturating_sub(1) };
        for member in &members[from..] {
            if let CType::Record(inner) = &member.ty
                && closed.insert(*inner)
            {
                open.push(*inner);
            }
        }
    }
}

/// The pointer behind a struct that is at once taken for one to something else: to what is behind the struct.
fn only_end(part: &Expr) -> Option<&Expr> {
    let ExprKind::Convert(moved) = &part.kind else { return None };
    let is_other = moved.ty.is_object_pointer() && part.ty.target() != moved.ty.target();
    (is_other && matches!(moved.kind, ExprKind::Offset { .. })).then_some(moved)
}

/// The record that stands in rows behind a pointer here, or to which a pointer is moved, or to which pointers are subtracted.
fn moved_record(part: &Expr) -> Option<RecordId> {
    let pointer = match &part.kind {
        ExprKind::Index(rows, _) | ExprKind::Decay(rows) if rows.is_behind_pointer() => {
            return in_rows(&rows.ty);
        }
        ExprKind::Offset { by, .. } if by.as_int().is_some_and(Int::is_zero) => return None,
        ExprKind::Offset { pointer, .. } | ExprKind::Distance(pointer, _) => pointer,
        ExprKind::Update { target, change: Change::Pointer { .. }, .. } => target,
        _ => return None,
    };
    match pointer.ty.target() {
        Some(CType::Record(id)) => Some(*id),
        _ => None,
    }
}

/// The record that an array consists of.
fn in_rows(mut ty: &CType) -> Option<RecordId> {
    while let CType::Array(element, _) = ty {
        ty = element;
        if let CType::Record(id) = ty {
            return Some(*id);
        }
    }
    None
}

/// Whether the end of a record is an array of one element.
fn ends_with_one(types: &TypeTable, id: RecordId) -> bool {
    let record = types.record(id);
    let members = record.members.as_deref().unwrap_or_default();
    let from = if record.is_union { 0 } else { members.len().saturating_sub(1) };
    members[from..].iter().any(|last| match &last.ty {
        CType::Array(_, Length::Fixed(1)) => true,
        CType::Record(inner) => ends_with_one(types, *inner),
        _ => false,
    })
}

/// Whether the way to a member leads to the last one of its struct, and so on: `None` if not, else the first union on the way,
/// and after how many steps.
#[expect(clippy::option_option, reason = "there is no way, or no union on it")]
fn last_of(types: &TypeTable, id: RecordId, path: &[u32]) -> Option<Option<(RecordId, usize)>> {
    let (mut record, mut union) = (Some(id), None);
    for (number, step) in path.iter().enumerate() {
        let id = record?;
        let found = types.record(id);
        let members = found.members.as_deref().unwrap_or_default();
        if found.is_union {
            union = union.or(Some((id, number)));
        } else if *step as usize + 1 != members.len() {
            return None;
        }
        record = match members.get(*step as usize).map(|member| &member.ty) {
            Some(CType::Record(inner)) => Some(*inner),
            _ => None,
        };
    }
    Some(union)
}
