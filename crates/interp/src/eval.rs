//! Expressions.
//!
//! There are two evaluators. [`View::value`] is the meaning of expressions.
//! [`View::small`] and [`View::holds`] know only numbers of machine size and
//! answer `None` for everything else, errors included; then `value` is asked.
//! They make loops over small numbers fast: nothing is allocated, copied or dropped.

use crate::code::{LengthCode, Op, Pair, PlaceCode, RootCode, StepCode};
use crate::heap::Heap;
use crate::run::{Memory, Undefined};
use crate::value::{ObjectId, Value};
use kyklos_base::Int;
use kyklos_flow::IntType;
use std::borrow::Cow;
use std::cmp::Ordering;

/// Why a value cannot be had.
pub(crate) enum Fault {
    Undefined(Undefined),
    Memory(Memory),
    /// So many units of memory are missing, unless a collection finds them.
    NeedsRoom(usize),
}

impl From<Undefined> for Fault {
    fn from(undefined: Undefined) -> Fault {
        Fault::Undefined(undefined)
    }
}

/// What expressions are evaluated in: the variables of the running call and the objects.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub frame: &'a [Value],
    pub heap: &'a Heap,
}

impl<'a> View<'a> {
    /// The expression's number, where it and all it is made of are small numbers.
    pub fn small(self, op: &Op) -> Option<i64> {
        match op {
            Op::Small(value) => Some(*value),
            Op::Local(slot) => self.small_local(*slot),
            Op::Load(place) => match self.find(place)? {
                Value::Small(value) => Some(*value),
                _ => None,
            },
            Op::Neg(operand) => self.operand(operand)?.checked_neg(),
            Op::Add(pair) => self.small_pair(pair, i64::checked_add),
            Op::Sub(pair) => self.small_pair(pair, i64::checked_sub),
            Op::Mul(pair) => self.small_pair(pair, i64::checked_mul),
            Op::Div(pair) => self.small_pair(pair, i64::checked_div),
            Op::Rem(pair) => self.small_pair(pair, i64::checked_rem),
            Op::Convert(ty, operand) => wrap_small(*ty, self.operand(operand)?),
            Op::Length(length) => match self.find(&length.place)? {
                Value::Aggregate(aggregate) => i64::try_from(aggregate.parts.len()).ok(),
                _ => None,
            },
            Op::Big(_) | Op::Null | Op::AddressOf(_) | Op::Aggregate(_) => None,
            _ => self.holds(op).map(i64::from),
        }
    }

    /// Whether the expression is true, where it is made of small numbers.
    #[inline]
    pub fn holds(self, op: &Op) -> Option<bool> {
        match op {
            Op::Eq(pair) => self.test_pair(pair, |left, right| left == right),
            Op::Ne(pair) => self.test_pair(pair, |left, right| left != right),
            Op::Lt(pair) => self.test_pair(pair, |left, right| left < right),
            Op::Le(pair) => self.test_pair(pair, |left, right| left <= right),
            Op::Gt(pair) => self.test_pair(pair, |left, right| left > right),
            Op::Ge(pair) => self.test_pair(pair, |left, right| left >= right),
            _ => self.holds_other(op),
        }
    }

    fn holds_other(self, op: &Op) -> Option<bool> {
        match op {
            Op::Not(operand) => Some(!self.holds(operand)?),
            Op::And(pair) => Some(self.holds(&pair.0)? && self.holds(&pair.1)?),
            Op::Or(pair) => Some(self.holds(&pair.0)? || self.holds(&pair.1)?),
            Op::Initialized(place) => Some(!matches!(self.find(place)?, Value::Uninitialized)),
            Op::Eq(_) | Op::Ne(_) | Op::Lt(_) | Op::Le(_) | Op::Gt(_) | Op::Ge(_) => self.holds(op),
            _ => Some(self.small(op)? != 0),
        }
    }

    /// [`View::small`], with the commonest cases where they are used.
    #[inline(always)]
    fn operand(self, op: &Op) -> Option<i64> {
        match op {
            Op::Small(value) => Some(*value),
            Op::Local(slot) => self.small_local(*slot),
            _ => self.small(op),
        }
    }

    #[inline(always)]
    fn small_local(self, slot: u32) -> Option<i64> {
        match self.frame.get(slot as usize) {
            Some(Value::Small(value)) => Some(*value),
            _ => None,
        }
    }

    #[inline(always)]
    fn small_pair(self, pair: &Pair, apply: fn(i64, i64) -> Option<i64>) -> Option<i64> {
        apply(self.operand(&pair.0)?, self.operand(&pair.1)?)
    }

    #[inline(always)]
    fn test_pair(self, pair: &Pair, test: fn(i64, i64) -> bool) -> Option<bool> {
        Some(test(self.operand(&pair.0)?, self.operand(&pair.1)?))
    }

    /// What the place holds, where the way there needs only small numbers and is all written.
    #[inline]
    fn find(self, place: &PlaceCode) -> Option<&'a Value> {
        let mut value = match &place.root {
            RootCode::Local(slot) => self.frame.get(*slot as usize)?,
            RootCode::Boxed(slot) => self.find_object(self.frame.get(*slot as usize)?)?,
            RootCode::Deref(Op::Local(slot)) => self.find_object(self.frame.get(*slot as usize)?)?,
            RootCode::Deref(Op::Load(pointer)) => self.find_object(self.find(pointer)?)?,
            RootCode::Deref(_) => return None,
        };
        for step in &place.steps {
            let Value::Aggregate(aggregate) = value else { return None };
            let position = match step {
                StepCode::Index { index, .. } => usize::try_from(self.operand(index)?).ok()?,
                StepCode::Field { field, .. } => *field as usize,
            };
            value = aggregate.parts.get(position)?;
        }
        Some(value)
    }

    #[inline]
    fn find_object(self, pointer: &Value) -> Option<&'a Value> {
        match pointer {
            Value::Pointer(id) => self.heap.get(*id).ok(),
            _ => None,
        }
    }

    /// The expression's value.
    pub fn value(self, op: &Op) -> Result<Value, Fault> {
        Ok(match op {
            Op::Small(value) => Value::Small(*value),
            Op::Big(value) => self.heap.account.number(value.clone())?,
            Op::Null => Value::Null,
            Op::Local(slot) | Op::AddressOf(slot) => self.slot(*slot).and_then(initialized)?.clone(),
            Op::Load(place) => self.locate(place).and_then(initialized)?.clone(),
            Op::Neg(operand) => self.heap.account.number(-&*number(&self.value(operand)?)?)?,
            Op::Not(operand) => Value::truth(!self.truth(operand)?),
            Op::Add(pair) => self.arithmetic(pair, |left, right| Ok(left + right))?,
            Op::Sub(pair) => self.arithmetic(pair, |left, right| Ok(left - right))?,
            Op::Mul(pair) => self.arithmetic(pair, |left, right| self.multiply(left, right))?,
            Op::Div(pair) => self.arithmetic(pair, |left, right| {
                left.div_trunc(right).ok_or(Undefined::DivisionByZero.into())
            })?,
            Op::Rem(pair) => self.arithmetic(pair, |left, right| {
                left.rem_trunc(right).ok_or(Undefined::DivisionByZero.into())
            })?,
            Op::Eq(pair) => Value::truth(self.equal(pair)?),
            Op::Ne(pair) => Value::truth(!self.equal(pair)?),
            Op::Lt(pair) => Value::truth(self.compare(pair)?.is_lt()),
            Op::Le(pair) => Value::truth(self.compare(pair)?.is_le()),
            Op::Gt(pair) => Value::truth(self.compare(pair)?.is_gt()),
            Op::Ge(pair) => Value::truth(self.compare(pair)?.is_ge()),
            Op::And(pair) => Value::truth(self.truth(&pair.0)? && self.truth(&pair.1)?),
            Op::Or(pair) => Value::truth(self.truth(&pair.0)? || self.truth(&pair.1)?),
            Op::Convert(ty, operand) => {
                self.heap.account.number(ty.wrap(&*number(&self.value(operand)?)?))?
            }
            Op::Aggregate(parts) => {
                let parts = parts.iter().map(|part| self.value(part)).collect::<Result<Vec<_>, _>>()?;
                self.heap.account.aggregate(parts)
            }
            Op::Length(length) => self.heap.account.number(self.length(length)?)?,
            Op::Initialized(place) => Value::truth(!matches!(self.locate(place)?, Value::Uninitialized)),
        })
    }

    /// Whether the expression is true, evaluated in full.
    pub fn truth(self, op: &Op) -> Result<bool, Fault> {
        match self.value(op)? {
            Value::Small(value) => Ok(value != 0),
            Value::Big(_) => Ok(true),
            _ => Err(Undefined::Mistyped.into()),
        }
    }

    fn arithmetic(
        self,
        pair: &Pair,
        apply: impl FnOnce(&Int, &Int) -> Result<Int, Fault>,
    ) -> Result<Value, Fault> {
        let (left, right) = (self.value(&pair.0)?, self.value(&pair.1)?);
        self.heap.account.number(apply(&*number(&left)?, &*number(&right)?)?)
    }

    /// A product that would be too large is not computed.
    fn multiply(self, left: &Int, right: &Int) -> Result<Int, Fault> {
        let most = self.heap.account.max_number_bits();
        if !left.is_zero() && !right.is_zero() && left.bits() + right.bits() > most.saturating_add(1) {
            return Err(Fault::Memory(Memory::NumberBits(most)));
        }
        Ok(left * right)
    }

    fn equal(self, pair: &Pair) -> Result<bool, Fault> {
        match (self.value(&pair.0)?, self.value(&pair.1)?) {
            (Value::Pointer(left), Value::Pointer(right)) => Ok(left == right),
            (Value::Null, Value::Null) => Ok(true),
            (Value::Null, Value::Pointer(_)) | (Value::Pointer(_), Value::Null) => Ok(false),
            (left, right) => Ok(number(&left)? == number(&right)?),
        }
    }

    fn compare(self, pair: &Pair) -> Result<Ordering, Fault> {
        let (left, right) = (self.value(&pair.0)?, self.value(&pair.1)?);
        Ok(number(&left)?.cmp(&number(&right)?))
    }

    fn length(self, length: &LengthCode) -> Result<Int, Fault> {
        match (self.locate(&length.place)?, length.fixed) {
            (Value::Aggregate(aggregate), _) => Ok(Int::from(aggregate.parts.len())),
            (Value::Uninitialized, Some(fixed)) => Ok(Int::from(fixed as usize)),
            (Value::Uninitialized, None) => Err(Undefined::Uninitialized.into()),
            _ => Err(Undefined::Mistyped.into()),
        }
    }

    fn slot(self, slot: u32) -> Result<&'a Value, Fault> {
        self.frame.get(slot as usize).ok_or(Undefined::Mistyped.into())
    }

    /// What the place holds, written or not.
    fn locate(self, place: &PlaceCode) -> Result<&'a Value, Fault> {
        let mut value = match &place.root {
            RootCode::Local(slot) => self.slot(*slot)?,
            RootCode::Boxed(slot) => self.object(self.slot(*slot)?)?,
            RootCode::Deref(pointer) => self.object(&self.value(pointer)?)?,
        };
        for step in &place.steps {
            value = match (step, value) {
                (StepCode::Index { index, .. }, Value::Aggregate(aggregate)) => {
                    let index = self.value(index)?;
                    let part = position(&index).and_then(|position| aggregate.parts.get(position));
                    part.ok_or_else(|| out_of_bounds(&index))?
                }
                (StepCode::Index { index, fixed: Some(length) }, Value::Uninitialized) => {
                    let index = self.value(index)?;
                    match position(&index) {
                        Some(position) if (position as u64) < *length => &Value::Uninitialized,
                        _ => return Err(out_of_bounds(&index)),
                    }
                }
                (StepCode::Index { fixed: None, .. }, Value::Uninitialized) => {
                    return Err(Undefined::Uninitialized.into());
                }
                (StepCode::Field { field, .. }, Value::Aggregate(aggregate)) => {
                    aggregate.parts.get(*field as usize).ok_or(Undefined::Mistyped)?
                }
                (StepCode::Field { .. }, Value::Uninitialized) => &Value::Uninitialized,
                _ => return Err(Undefined::Mistyped.into()),
            };
        }
        Ok(value)
    }

    fn object(self, pointer: &Value) -> Result<&'a Value, Fault> {
        self.heap.get(object_id(pointer)?)
    }
}

/// The object that a pointer points to.
pub(crate) fn object_id(pointer: &Value) -> Result<ObjectId, Fault> {
    match pointer {
        Value::Pointer(id) => Ok(*id),
        Value::Null => Err(Undefined::NullDereference.into()),
        Value::Uninitialized => Err(Undefined::Uninitialized.into()),
        _ => Err(Undefined::Mistyped.into()),
    }
}

/// The array position that an index value stands for, if any array can have it.
pub(crate) fn position(index: &Value) -> Option<usize> {
    match index {
        Value::Small(value) => usize::try_from(*value).ok(),
        _ => None,
    }
}

/// The fault of an index that its array does not have.
pub(crate) fn out_of_bounds(index: &Value) -> Fault {
    match index.as_int() {
        Some(index) => Undefined::OutOfBounds(index.into_owned()).into(),
        None => Undefined::Mistyped.into(),
    }
}

pub(crate) fn number(value: &Value) -> Result<Cow<'_, Int>, Fault> {
    value.as_int().ok_or(Undefined::Mistyped.into())
}

fn initialized(value: &Value) -> Result<&Value, Fault> {
    match value {
        Value::Uninitialized => Err(Undefined::Uninitialized.into()),
        _ => Ok(value),
    }
}

/// [`IntType::wrap`] where the argument and the result are machine words.
fn wrap_small(ty: IntType, value: i64) -> Option<i64> {
    match ty {
        IntType::Unbounded => Some(value),
        IntType::Sized { bits, signed: true } => {
            let unused = 64u32.saturating_sub(u32::from(bits));
            Some(value.checked_shl(unused)?.wrapping_shr(unused))
        }
        IntType::Sized { bits, signed: false } if bits < 64 => Some(value & ((1u64 << bits) - 1) as i64),
        IntType::Sized { .. } => (value >= 0).then_some(value),
    }
}
