//! Arrays of one element at the end of a struct, behind which there may be more: how flexible array members were written
//! before C had them, and how compilers still read them.
//!
//! Such an array ends with its object if a pointer leads to the struct that is the start of allocated memory; its elements are
//! addressed in bytes there. Else it has one element. Structs that are also parts of something, with more behind them, or that
//! stand in rows, are not meant to go on behind their end: memory that begins with one of them may belong to the next.

use super::Context;
use super::function::FunctionLowering;
use super::place::{inside, moved};
use crate::ctype::{CType, IntKind, Length, RecordId, TypeTable};
use crate::tree::{Change, Expr, ExprKind, Unit};
use kyklos_base::{Int, Span};
use kyklos_flow::{self as flow, BinaryOp, ErrorKind, Place, Root};
use std::collections::HashSet;

/// An element of such an array.
pub(super) struct Trailing {
    /// The array, and where in its struct it begins.
    array: Place,
    offset: u64,
    /// The types of the pointers to the struct and to elements.
    pointers: (CType, CType),
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

impl Context<'_> {
    /// The pointer to the struct that an array of one element is the end of, and where in it, if there may be more of it.
    pub(super) fn trailing<'e>(&self, array: &'e Expr) -> Option<(&'e Expr, u64)> {
        if !matches!(array.ty, CType::Array(_, Length::Fixed(1))) {
            return None;
        }
        let (mut place, mut offset) = (array, 0_u64);
        while let ExprKind::Field(record, path) = &place.kind {
            let CType::Record(id) = record.ty else { return None };
            if !is_last(&self.types, id, path) {
                return None;
            }
            offset = offset.checked_add(self.types.offset_of_path(id, path)?)?;
            place = record;
        }
        let (ExprKind::Deref(pointer), CType::Record(id)) = (&place.kind, &place.ty) else { return None };
        self.open_ended.contains(id).then_some((pointer, offset))
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
        let (pointer, offset) = self.context.trailing(array)?;
        let pointers = (pointer.ty.clone(), array.ty.element()?.clone().pointer());
        let target = self.temporary_of(&pointers.1, span);
        let array = place.clone();
        Some(Trailing { array, offset, pointers, index, range, target, is_followed: true, span })
    }

    /// Puts the pointer to an element in its variable, and checks that the element is there if it is followed.
    pub(super) fn reach_trailing(&mut self, trailing: Trailing) -> Place {
        let Trailing { array, offset, pointers, index, range, target, is_followed, span } = trailing;
        if self.dead {
            return target;
        }
        let Root::Deref(pointer) = &array.root else { unreachable!("a pointer leads to the struct") };
        let bytes = CType::Int(IntKind::UnsignedChar).pointer();
        let start = self.retyped((**pointer).clone(), &pointers.0, &bytes);
        let start = moved(start, flow::Expr::Int(Int::from(offset as usize)), false);
        let start = self.retyped(start, &bytes, &pointers.1);
        let behind = moved(start, index.clone(), false);
        let (inner, outer, end) =
            (self.builder.plain(span), self.builder.plain(span), self.builder.plain(span));
        self.branch(flow::Expr::Allocated(pointer.clone()), inner, outer, span);
        let there = self.is_behind(&behind, &index, &range, &pointers.1);
        let within = inside(array.clone(), Length::Fixed(1), index.clone(), &range);
        let element = flow::Expr::AddressOf(array.index(index));
        let message = match self.quoted(span, "") {
            text if text.is_empty() => "index out of bounds".to_owned(),
            text => format!("index out of bounds: {text}"),
        };
        for (from, condition, value) in [(inner, there, behind), (outer, within, element)] {
            self.continue_at(from);
            if is_followed {
                self.check(condition, true, ErrorKind::OutOfBounds, message.clone(), span);
            }
            let assign = flow::Instruction::Assign { target: target.clone(), value };
            self.builder.edge(self.here, end, assign, span);
        }
        self.continue_at(end);
        target
    }

    /// That an element in allocated memory is there, as a whole.
    fn is_behind(
        &mut self,
        element: &flow::Expr,
        index: &flow::Expr,
        range: &(Int, Int),
        pointer: &CType,
    ) -> flow::Expr {
        let mut there = flow::Expr::InBounds(Box::new(element.clone()));
        let last = pointer.target().filter(|target| target.is_aggregate()).cloned();
        if let Some(last) = last.and_then(|target| self.last_byte(element.clone(), &target)) {
            there = flow::Expr::binary(BinaryOp::And, there, flow::Expr::InBounds(Box::new(last)));
        }
        if range.0.is_negative() {
            let not_negative = flow::Expr::binary(BinaryOp::Ge, index.clone(), flow::Expr::int(0));
            there = flow::Expr::binary(BinaryOp::And, not_negative, there);
        }
        there
    }
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
            let is_end = number + 1 == members.len() && !record.is_union;
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
                expr.any(&mut |part| {
                    closed.extend(moved_record(part));
                    false
                });
            });
        }
    }
    // Files have types of their own, that may be the same.
    let is_same = |a: RecordId, b| types.record(a).tag == types.record(b).tag && types.same_record(a, b);
    let is_closed = |id: RecordId| closed.iter().any(|other| *other == id || is_same(*other, id));
    candidates.into_iter().filter(|id| !is_closed(*id)).collect()
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

/// Whether a record is a struct whose end is an array of one element.
fn ends_with_one(types: &TypeTable, id: RecordId) -> bool {
    let record = types.record(id);
    let last = record.members.as_ref().and_then(|members| members.last());
    !record.is_union
        && last.is_some_and(|last| match &last.ty {
            CType::Array(_, Length::Fixed(1)) => true,
            CType::Record(inner) => ends_with_one(types, *inner),
            _ => false,
        })
}

/// Whether a way leads to the last member of a struct, and to the last one of that, and so on.
fn is_last(types: &TypeTable, id: RecordId, path: &[u32]) -> bool {
    let mut record = Some(id);
    path.iter().all(|step| {
        let Some(found) = record.map(|id| types.record(id)) else { return false };
        let members = found.members.as_deref().unwrap_or_default();
        record = match members.last().map(|last| &last.ty) {
            Some(CType::Record(inner)) => Some(*inner),
            _ => None,
        };
        !found.is_union && *step as usize + 1 == members.len()
    })
}
