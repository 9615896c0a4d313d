//! Members of structs and unions: bit-fields are bits of a number, some members of unions are views of others.

use super::Context;
use super::addresses::needs_address;
use super::arithmetic::conversion;
use super::function::{Destination, FunctionLowering};
use crate::ctype::{Bits, CType, IntKind, Slot};
use crate::tree::{Expr, ExprKind, Initial};
use kyklos_base::{Int, Span};
use kyklos_flow::{self as flow, BinaryOp, Instruction, IntType, Place};

/// Some bits of the number at a place, as a member of a kind.
#[derive(Clone, Copy)]
pub(super) struct BitField {
    bits: Bits,
    signed: bool,
}

impl Context<'_> {
    /// The place of a member of the record at a place, by its number, and its type; of a bit-field, the place of the
    /// number that it is part of.
    pub(super) fn member(&mut self, place: Place, record: &CType, number: u32) -> (Place, CType) {
        let CType::Record(id) = record else { return (place, record.clone()) };
        let members = self.types.record(*id).members.as_deref().unwrap_or_default();
        let Some(member) = members.get(number as usize) else { return (place, record.clone()) };
        let ty = member.ty.clone();
        let place = match self.types.slot(*id, number as usize) {
            Slot::Field(field) | Slot::Bits(field, _) => place.field(field),
            Slot::View => {
                let pointer = ty.clone().pointer();
                self.note_view(&pointer);
                let seen = self.types.flow(&pointer);
                Place::deref(flow::Expr::Retype(seen, Box::new(flow::Expr::AddressOf(place))))
            }
        };
        (place, ty)
    }

    /// The place of a member by the numbers on the way to it.
    pub(super) fn member_by(&mut self, place: Place, record: &CType, path: &[u32]) -> Place {
        let start = (place, record.clone());
        path.iter().fold(start, |(place, ty), number| self.member(place, &ty, *number)).0
    }

    /// The last record on the way to a member, and the member's number in it; and whether a view is on the way.
    fn last_member(&self, record: &CType, path: &[u32]) -> Option<(crate::ctype::RecordId, usize, bool)> {
        let (mut ty, mut is_viewed) = (record.clone(), false);
        let (last, before) = path.split_last()?;
        for number in before {
            let CType::Record(id) = ty else { return None };
            is_viewed |= self.types.slot(id, *number as usize) == Slot::View;
            ty = self.types.record(id).members.as_ref()?.get(*number as usize)?.ty.clone();
        }
        let CType::Record(id) = ty else { return None };
        is_viewed |= self.types.slot(id, *last as usize) == Slot::View;
        Some((id, *last as usize, is_viewed))
    }

    /// Whether the value at a place is a view of others.
    pub(super) fn is_view(&self, place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Field(record, path) => {
                self.last_member(&record.ty, path).is_some_and(|(_, _, is_viewed)| is_viewed)
                    || self.is_view(record)
            }
            ExprKind::Index(array, _) => self.is_view(array),
            _ => false,
        }
    }

    /// The bits that a place is, if it is a bit-field.
    pub(super) fn bits_of(&self, place: &Expr) -> Option<BitField> {
        let ExprKind::Field(record, path) = &place.kind else { return None };
        let (id, number, _) = self.last_member(&record.ty, path)?;
        let Slot::Bits(_, bits) = self.types.slot(id, number) else { return None };
        let signed = place.ty.int_kind().is_some_and(IntKind::is_signed);
        Some(BitField { bits, signed })
    }

    /// Whether a first value gives one to a member that is a view of others.
    pub(super) fn views(&self, ty: &CType, initial: &Initial) -> bool {
        let Initial::Parts(parts) = initial else { return false };
        match ty {
            CType::Array(element, _) => parts.iter().any(|(_, part)| self.views(element, part)),
            CType::Record(id) => parts.iter().any(|(number, part)| {
                let member =
                    self.types.record(*id).members.as_ref().and_then(|all| all.get(*number as usize));
                self.types.slot(*id, *number as usize) == Slot::View
                    || member.is_some_and(|member| self.views(&member.ty, part))
            }),
            _ => false,
        }
    }

    /// What is still to be written to a variable of the program whose first value gives values to views, or needs
    /// addresses.
    pub(super) fn late(
        &mut self,
        place: Place,
        ty: &CType,
        initial: &Initial,
        out: &mut Vec<(Place, flow::Expr)>,
    ) {
        let parts = match initial {
            Initial::Parts(parts) => parts,
            Initial::Value(value) if needs_address(value) => {
                let value = self.value_by_address(value);
                return out.push((place, value));
            }
            Initial::Value(_) => return,
        };
        for (number, part) in parts {
            match ty {
                CType::Array(element, _) => {
                    let place = place.clone().index(flow::Expr::Int(Int::from(*number as usize)));
                    self.late(place, element, part, out);
                }
                CType::Record(id) => {
                    let is_view = self.types.slot(*id, *number as usize) == Slot::View;
                    let (place, member) = self.member(place.clone(), ty, *number as u32);
                    if is_view {
                        let value = self.constant(&member, Some(part));
                        out.push((place.clone(), value));
                    }
                    self.late(place, &member, part, out);
                }
                _ => {}
            }
        }
    }
}

impl BitField {
    /// The bit-field of these bits, from a type.
    pub(super) fn new(bits: Bits, ty: &CType) -> BitField {
        BitField { bits, signed: ty.int_kind().is_some_and(IntKind::is_signed) }
    }

    fn int_type(self, signed: bool) -> IntType {
        IntType::Sized { bits: self.bits.width as u16, signed }
    }

    /// The bit-field of a number.
    pub(super) fn of(self, number: flow::Expr) -> flow::Expr {
        self.extracted(number, self.signed)
    }

    fn extracted(self, number: flow::Expr, signed: bool) -> flow::Expr {
        let shifted = match self.bits.low {
            0 => number,
            low => flow::Expr::binary(BinaryOp::Shr, number, flow::Expr::int(i64::from(low))),
        };
        flow::Expr::Convert(self.int_type(signed), Box::new(shifted))
    }

    /// A value as the bit-field takes it.
    pub(super) fn kept(self, value: flow::Expr) -> flow::Expr {
        conversion(self.int_type(self.signed), value)
    }

    /// The bits of a value where they belong, all others zero.
    pub(super) fn placed(self, value: flow::Expr) -> flow::Expr {
        let bits = flow::Expr::Convert(self.int_type(false), Box::new(value));
        self.scaled(bits)
    }

    fn scaled(self, bits: flow::Expr) -> flow::Expr {
        match self.bits.low {
            0 => bits,
            low => flow::Expr::binary(BinaryOp::Mul, bits, flow::Expr::Int(Int::power_of_two(low))),
        }
    }

    /// The number at a place with a value for the bit-field.
    pub(super) fn into(self, place: &Place, value: flow::Expr) -> flow::Expr {
        let new = flow::Expr::Convert(self.int_type(false), Box::new(value));
        if self.bits.width == self.bits.whole {
            return new;
        }
        let number = flow::Expr::Load(place.clone());
        let old = self.extracted(number.clone(), false);
        let change = flow::Expr::binary(BinaryOp::Sub, new, old);
        flow::Expr::binary(BinaryOp::Add, number, self.scaled(change))
    }
}

impl FunctionLowering<'_, '_> {
    /// What is written to the place of a target: of a bit-field, the number around it.
    pub(super) fn written(&self, target: &Expr, place: &Place, value: flow::Expr) -> flow::Expr {
        match self.context.bits_of(target) {
            Some(bits) => bits.into(place, value),
            None => value,
        }
    }

    /// A member's first value.
    pub(super) fn initialize_member(
        &mut self,
        target: Place,
        record: &CType,
        (number, initial): (u64, &Initial),
        to: Destination,
        span: Span,
    ) {
        let (place, ty) = self.context.member(target, record, number as u32);
        let CType::Record(id) = record else { return };
        if let (Slot::Bits(_, bits), Initial::Value(value)) =
            (self.context.types.slot(*id, number as usize), initial)
        {
            let value = self.value(value);
            let value = BitField::new(bits, &ty).into(&place, value);
            return self.finish(Instruction::Assign { target: place, value }, to, span);
        }
        self.initialize(place, &ty, initial, to, span);
    }
}
