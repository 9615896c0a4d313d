//! Expressions, as they change from round to round of a loop.

use crate::code::{Op, Pair, PlaceCode, RootCode, StepCode};
use crate::eval::View;
use crate::forms::{Extent, Form};
use crate::value::{ObjectId, Spot, Value};
use kyklos_flow::IntType;
use std::collections::BTreeMap;

/// A place that holds a number: a variable of a call under way, or an object of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Spotted {
    /// Where it lies on the stack.
    Slot(usize),
    Object(u32),
}

/// What expressions are looked at in: the run as it is in round 0, and by how much numbers grow from there with
/// each round. What is not known to grow stays as it is.
pub(crate) struct Sight<'a> {
    pub view: View<'a>,
    /// Where the frame starts on the stack.
    pub base: usize,
    pub growth: &'a BTreeMap<Spotted, i128>,
    pub extent: &'a Extent,
}

impl Sight<'_> {
    fn growth(&self, spotted: Spotted) -> i128 {
        self.growth.get(&spotted).copied().unwrap_or(0)
    }

    /// The expression's number in each round, if it has such a form.
    pub fn form(&self, op: &Op) -> Option<Form> {
        match op {
            Op::Small(value) => Some(Form::constant(i128::from(*value))),
            Op::Local(slot) => {
                let by = self.growth(Spotted::Slot(self.base + *slot as usize));
                Some(Form { at: i128::from(self.view.small(op)?), by })
            }
            Op::Load(place) => match self.spotted(place) {
                Some(spotted) => {
                    Some(Form { at: i128::from(self.view.small(op)?), by: self.growth(spotted) })
                }
                None => self.constant(op),
            },
            Op::Neg(operand) => Form::constant(0).minus(self.form(operand)?),
            Op::Add(pair) => self.form(&pair.0)?.plus(self.form(&pair.1)?),
            Op::Sub(pair) => self.form(&pair.0)?.minus(self.form(&pair.1)?),
            Op::Mul(pair) => self.form(&pair.0)?.times(self.form(&pair.1)?),
            Op::Div(pair) => self.extent.divide(self.form(&pair.0)?, self.form(&pair.1)?),
            Op::Rem(pair) => self.extent.remainder(self.form(&pair.0)?, self.form(&pair.1)?),
            Op::Convert(IntType::Unbounded, operand) => self.form(operand),
            Op::Convert(IntType::Sized { bits, signed }, operand)
            | Op::Signed(IntType::Sized { bits, signed }, operand) => {
                self.extent.wrap(self.form(operand)?, u32::from(*bits), *signed)
            }
            Op::BitAnd(_) | Op::Shl(_) | Op::Shr(_) => self.bits(op),
            Op::Not(_) | Op::And(_) | Op::Or(_) => self.truth(op).map(Form::truth),
            Op::Eq(_) | Op::Ne(_) | Op::Lt(_) | Op::Le(_) | Op::Gt(_) | Op::Ge(_) => {
                self.truth(op).map(Form::truth)
            }
            _ => self.constant(op),
        }
    }

    /// Whether the expression is true, in round 0 and in all that the extent has.
    pub fn truth(&self, op: &Op) -> Option<bool> {
        match op {
            Op::Not(operand) => Some(!self.truth(operand)?),
            Op::And(pair) => Some(self.truth(&pair.0)? && self.truth(&pair.1)?),
            Op::Or(pair) => Some(self.truth(&pair.0)? || self.truth(&pair.1)?),
            Op::Eq(pair) => self.extent.is_zero(self.difference(pair)?),
            Op::Ne(pair) => Some(!self.extent.is_zero(self.difference(pair)?)?),
            Op::Lt(pair) => self.extent.is_negative(self.difference(pair)?),
            Op::Ge(pair) => Some(!self.extent.is_negative(self.difference(pair)?)?),
            Op::Gt(pair) => self.extent.is_negative(self.reversed(pair)?),
            Op::Le(pair) => Some(!self.extent.is_negative(self.reversed(pair)?)?),
            _ => Some(!self.extent.is_zero(self.form(op)?)?),
        }
    }

    fn difference(&self, pair: &Pair) -> Option<Form> {
        self.form(&pair.0)?.minus(self.form(&pair.1)?)
    }

    fn reversed(&self, pair: &Pair) -> Option<Form> {
        self.form(&pair.1)?.minus(self.form(&pair.0)?)
    }

    fn bits(&self, op: &Op) -> Option<Form> {
        let (Op::BitAnd(pair) | Op::Shl(pair) | Op::Shr(pair)) = op else { return None };
        if self.is_constant(op) {
            return self.constant(op);
        }
        let (left, right) = (self.form(&pair.0)?, self.form(&pair.1)?);
        let count = u32::try_from(right.at).ok().filter(|count| right.by == 0 && *count < 64);
        match op {
            Op::Shl(_) => left.times(Form::constant(1i128 << count?)),
            Op::Shr(_) => self.extent.shift_right(left, count?),
            _ => {
                let (form, mask) = if right.by == 0 { (left, right) } else { (right, left) };
                let low_bits = mask.by == 0 && mask.at > 0 && (mask.at + 1).count_ones() == 1;
                if low_bits { self.extent.wrap(form, mask.at.count_ones(), false) } else { None }
            }
        }
    }

    /// The number of an expression that is the same in all rounds.
    fn constant(&self, op: &Op) -> Option<Form> {
        if !self.is_constant(op) {
            return None;
        }
        self.view.small(op).map(|value| Form::constant(i128::from(value)))
    }

    /// The place of a variable, if it is a whole variable.
    pub fn spotted(&self, place: &PlaceCode) -> Option<Spotted> {
        if !place.steps.is_empty() {
            return None;
        }
        match &place.root {
            RootCode::Local(slot) => Some(Spotted::Slot(self.base + *slot as usize)),
            RootCode::Boxed(slot) => match self.view.frame.get(*slot as usize)? {
                Value::Pointer(id) => Some(Spotted::Object(id.0)),
                _ => None,
            },
            RootCode::Global(id) => Some(Spotted::Object(id.0)),
            RootCode::Deref { .. } => None,
        }
    }

    /// Whether nothing that the expression reads grows.
    fn is_constant(&self, op: &Op) -> bool {
        let both = |pair: &(Op, Op)| self.is_constant(&pair.0) && self.is_constant(&pair.1);
        match op {
            Op::Small(_) | Op::Big(_) | Op::Null | Op::AddressOf(_) | Op::Global(_) | Op::Zero(_) => true,
            Op::Local(slot) => self.growth(Spotted::Slot(self.base + *slot as usize)) == 0,
            Op::AddressOfPart(place) | Op::Load(place) => self.is_place_constant(place),
            // What grows is written.
            Op::Initialized(place) => self.spotted(place).is_some() || self.is_place_constant(place),
            Op::Length(length) => self.is_place_constant(&length.place),
            Op::Offset(moved) | Op::Distance(moved) => both(&moved.pair),
            Op::Neg(operand) | Op::Not(operand) | Op::Convert(_, operand) | Op::Signed(_, operand) => {
                self.is_constant(operand)
            }
            Op::Pointer(operand) | Op::Address(operand) | Op::Live(operand) | Op::Allocated(operand) => {
                self.is_constant(operand)
            }
            Op::Retype(seen) => self.is_constant(&seen.1),
            Op::InBounds(bounds) => self.is_constant(&bounds.0),
            // Nobody keeps track of what is written behind a pointer.
            Op::Ends(_) => false,
            Op::Float(code) => code.operands.iter().all(|operand| self.is_constant(operand)),
            Op::Aggregate(parts) => parts.iter().all(|part| self.is_constant(part)),
            Op::Order(pair) | Op::Same(pair) | Op::Repeat(pair) => both(pair),
            Op::Add(pair) | Op::Sub(pair) | Op::Mul(pair) | Op::Div(pair) | Op::Rem(pair) => both(pair),
            Op::Eq(pair) | Op::Ne(pair) | Op::Lt(pair) | Op::Le(pair) | Op::Gt(pair) | Op::Ge(pair) => {
                both(pair)
            }
            Op::And(pair) | Op::Or(pair) => both(pair),
            Op::BitAnd(pair) | Op::BitOr(pair) | Op::BitXor(pair) | Op::Shl(pair) | Op::Shr(pair) => {
                both(pair)
            }
        }
    }

    /// Whether the place is the same one in all rounds, and nothing grows there.
    fn is_place_constant(&self, place: &PlaceCode) -> bool {
        if let Some(spotted) = self.spotted(place) {
            return self.growth(spotted) == 0;
        }
        let steps = place.steps.iter().all(|step| match step {
            StepCode::Index { index, .. } => self.is_constant(index),
            StepCode::Field { .. } => true,
        });
        steps
            && match &place.root {
                // Only variables of one number grow; a part of a variable is not one.
                RootCode::Local(_) | RootCode::Boxed(_) | RootCode::Global(_) => true,
                RootCode::Deref { pointer, .. } => self.is_constant(pointer) && self.stays(pointer),
            }
    }

    /// Whether what the pointer points to does not grow.
    fn stays(&self, pointer: &Op) -> bool {
        let Ok(pointer) = self.view.value(pointer) else { return false };
        match pointer {
            Value::Pointer(id) | Value::Element(id, _) => self.object_stays(id),
            Value::Inner(inner) => {
                let Spot { object, .. } = &inner.spot;
                self.object_stays(*object)
            }
            _ => false,
        }
    }

    fn object_stays(&self, object: ObjectId) -> bool {
        self.growth(Spotted::Object(object.0)) == 0
    }
}
