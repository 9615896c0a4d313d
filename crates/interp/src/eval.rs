//! Expressions.
//!
//! There are two evaluators. [`View::value`] is the meaning of expressions. Those of [`crate::fast`] know only numbers
//! and pointers that are machine words. They make loops over small numbers fast: nothing is allocated, copied or dropped.

use crate::code::{FloatCode, LengthCode, Moved, Op, Pair, PlaceCode, RootCode, StepCode};
use crate::heap::Heap;
use crate::part::{element, field};
use crate::run::{Memory, Undefined};
use crate::value::{ObjectId, PathStep, Spot, Value};
use crate::{bits, floats};
use kyklos_base::Int;
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
pub(crate) struct View<'a> {
    pub frame: &'a [Value],
    pub heap: &'a Heap<'a>,
}

impl<'a> View<'a> {
    /// The expression's value.
    pub fn value(&self, op: &Op) -> Result<Value, Fault> {
        Ok(match op {
            Op::Small(value) => Value::Small(*value),
            Op::Big(value) => self.heap.account.number(value.clone())?,
            Op::Null => Value::Null,
            Op::Local(slot) | Op::AddressOf(slot) => self.slot(*slot).and_then(initialized)?.clone(),
            Op::Load(place) => self.load(place)?,
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
            Op::Signed(ty, operand) => {
                let exact = self.value(operand)?;
                let exact = number(&exact)?;
                let value = ty.wrap(&exact);
                self.heap.note_overflow(value != *exact);
                self.heap.account.number(value)?
            }
            Op::Float(code) => self.float_value(code)?,
            Op::Aggregate(parts) => {
                let parts = parts.iter().map(|part| self.value(part)).collect::<Result<Vec<_>, _>>()?;
                self.heap.account.aggregate(parts)
            }
            Op::Length(length) => self.heap.account.number(self.length(length)?)?,
            Op::Initialized(place) => Value::truth(!matches!(self.load_any(place)?, Value::Uninitialized)),
            Op::Global(_)
            | Op::AddressOfPart(_)
            | Op::Offset(_)
            | Op::Pointer(_)
            | Op::Retype(_)
            | Op::Address(_)
            | Op::Distance(_)
            | Op::Order(_)
            | Op::Same(_)
            | Op::Live(_)
            | Op::Allocated(_)
            | Op::InBounds(_)
            | Op::Ends(_) => self.pointer_value(op)?,
            Op::BitAnd(_) | Op::BitOr(_) | Op::BitXor(_) | Op::Shl(_) | Op::Shr(_) => self.bits_value(op)?,
            Op::Zero(ty) => self.heap.zero(*ty)?,
            Op::Repeat(pair) => self.repeat(pair)?,
        })
    }

    /// The value of an operation on pointers. On its own, as are the next two, to
    /// keep what `value` needs of the native stack small.
    #[inline(never)]
    fn pointer_value(&self, op: &Op) -> Result<Value, Fault> {
        Ok(match op {
            Op::Global(id) => Value::Pointer(*id),
            Op::AddressOfPart(place) => self.address(place)?,
            Op::Offset(moved) => self.offset(moved)?,
            Op::Pointer(number) => self.heap.pointer_of(self.index(number)?)?,
            Op::Address(pointer) => {
                let address = self.heap.number_of(&self.value(pointer)?)?;
                self.heap.account.number(address)?
            }
            Op::Retype(seen) => self.heap.retyped(self.value(&seen.1)?, seen.0)?,
            Op::Order(pair) => {
                let order = self.heap.order(&self.value(&pair.0)?, &self.value(&pair.1)?)?;
                self.heap.account.number(order)?
            }
            Op::Distance(moved) => self.heap.account.number(self.distance(moved)?)?,
            Op::Same(pair) => Value::truth(self.same(pair)?),
            Op::Live(pointer) => Value::truth(self.heap.is_live(&self.value(pointer)?)?),
            Op::Allocated(pointer) => {
                let pointer = self.value(pointer)?;
                Value::truth(matches!(pointer, Value::Null) || self.heap.allocated(&pointer)?.is_some())
            }
            Op::InBounds(bounds) => Value::truth(self.heap.in_bounds(&self.value(&bounds.0)?, bounds.1)?),
            Op::Ends(pointer) => Value::truth(self.heap.ends(&self.value(pointer)?)?),
            _ => return Err(Undefined::Mistyped.into()),
        })
    }

    #[inline(never)]
    fn float_value(&self, code: &FloatCode) -> Result<Value, Fault> {
        let mut operands = Vec::with_capacity(code.operands.len());
        for operand in &code.operands {
            operands.push(number(&self.value(operand)?)?.into_owned());
        }
        match floats::apply(code.op, code.format, &operands) {
            Some(result) => self.heap.account.number(result),
            None => Err(Undefined::Mistyped.into()),
        }
    }

    #[inline(never)]
    fn bits_value(&self, op: &Op) -> Result<Value, Fault> {
        Ok(match op {
            Op::BitAnd(pair) => self.arithmetic(pair, |left, right| Ok(bits::and(left, right)))?,
            Op::BitOr(pair) => self.arithmetic(pair, |left, right| Ok(bits::or(left, right)))?,
            Op::BitXor(pair) => self.arithmetic(pair, |left, right| Ok(bits::xor(left, right)))?,
            Op::Shl(pair) => {
                self.arithmetic(pair, |left, right| bits::shl(left, right, &self.heap.account))?
            }
            Op::Shr(pair) => self.arithmetic(pair, bits::shr)?,
            _ => return Err(Undefined::Mistyped.into()),
        })
    }

    #[inline(never)]
    fn repeat(&self, pair: &Pair) -> Result<Value, Fault> {
        let (count, element) = (self.index(&pair.0)?, self.value(&pair.1)?);
        self.heap.repeated(&count, &element)
    }

    /// Whether the expression is true, evaluated in full.
    pub fn truth(&self, op: &Op) -> Result<bool, Fault> {
        match self.value(op)? {
            Value::Small(value) => Ok(value != 0),
            Value::Big(_) => Ok(true),
            _ => Err(Undefined::Mistyped.into()),
        }
    }

    fn arithmetic(
        &self,
        pair: &Pair,
        apply: impl FnOnce(&Int, &Int) -> Result<Int, Fault>,
    ) -> Result<Value, Fault> {
        let (left, right) = (self.value(&pair.0)?, self.value(&pair.1)?);
        self.heap.account.number(apply(&*number(&left)?, &*number(&right)?)?)
    }

    /// A product that would be too large is not computed.
    fn multiply(&self, left: &Int, right: &Int) -> Result<Int, Fault> {
        let most = self.heap.account.max_number_bits();
        if !left.is_zero() && !right.is_zero() && left.bits() + right.bits() > most.saturating_add(1) {
            return Err(self.heap.account.too_many_bits());
        }
        Ok(left * right)
    }

    fn equal(&self, pair: &Pair) -> Result<bool, Fault> {
        let (left, right) = (self.value(&pair.0)?, self.value(&pair.1)?);
        Ok(number(&left)? == number(&right)?)
    }

    fn compare(&self, pair: &Pair) -> Result<Ordering, Fault> {
        let (left, right) = (self.value(&pair.0)?, self.value(&pair.1)?);
        Ok(number(&left)?.cmp(&number(&right)?))
    }

    fn length(&self, length: &LengthCode) -> Result<Int, Fault> {
        if let Some((object, offset)) = self.byte_place(&length.place)? {
            return self.heap.room_for_elements(object, &offset, length.place.ty);
        }
        match (self.locate(&length.place)?, length.fixed) {
            (Value::Aggregate(aggregate), _) => Ok(Int::from(aggregate.parts.len())),
            (Value::Paged(array), _) => Ok(Int::from(array.length)),
            (Value::Uninitialized, Some(fixed)) => Ok(Int::from(fixed as usize)),
            (Value::Uninitialized, None) => Err(Undefined::Uninitialized.into()),
            (Value::Unbounded(_), _) => Err(Undefined::UnboundedLength.into()),
            _ => Err(Undefined::Mistyped.into()),
        }
    }

    fn slot(&self, slot: u32) -> Result<&'a Value, Fault> {
        self.frame.get(slot as usize).ok_or(Undefined::Mistyped.into())
    }

    /// What the place holds, as a value of its type for the program.
    #[inline(never)]
    fn load(&self, place: &PlaceCode) -> Result<Value, Fault> {
        let value = self.load_any(place)?;
        initialized(&value)?;
        Ok(value)
    }

    /// What the place holds, as a value of its type for the program, written or not.
    fn load_any(&self, place: &PlaceCode) -> Result<Value, Fault> {
        if let Some((object, offset)) = self.byte_place(place)? {
            return self.heap.read_bytes(object, &offset, place.ty);
        }
        let value = match (&place.root, place.steps.as_slice()) {
            (RootCode::Deref { pointer, ty }, []) => self.heap.read(&self.value(pointer)?, *ty)?,
            _ => self.locate(place)?.clone(),
        };
        self.heap.whole(value, place.ty)
    }

    /// Where a place is whose root is a number of bytes behind an object's start.
    pub fn byte_place(&self, place: &PlaceCode) -> Result<Option<(ObjectId, Int)>, Fault> {
        let RootCode::Deref { pointer, .. } = &place.root else { return Ok(None) };
        let Value::Inner(inner) = self.value(pointer)? else { return Ok(None) };
        if !inner.spot.bytes && inner.spot.object != ObjectId::NOWHERE {
            return Ok(None);
        }
        let spot = self.heap.placed(inner.spot.clone());
        let mut offset = spot.index;
        for step in &place.steps {
            let by = match step {
                StepCode::Index { index, size, .. } => {
                    &self.index(index)? * &Int::from(size.ok_or(Undefined::Mistyped)? as usize)
                }
                StepCode::Field { offset, .. } => Int::from(offset.ok_or(Undefined::Mistyped)? as usize),
            };
            offset = offset + by;
        }
        Ok(Some((spot.object, offset)))
    }

    /// What the place holds, written or not.
    fn locate(&self, place: &PlaceCode) -> Result<&'a Value, Fault> {
        let mut value = match &place.root {
            RootCode::Local(slot) => self.slot(*slot)?,
            RootCode::Boxed(slot) => self.whole(self.slot(*slot)?)?,
            RootCode::Global(id) => self.heap.content(*id)?.0,
            RootCode::Deref { pointer, ty } => self.heap.target(&self.value(pointer)?, *ty)?,
        };
        for step in &place.steps {
            value = match step {
                StepCode::Index { index, fixed, .. } => {
                    element(value, &*number(&self.value(index)?)?, *fixed)?
                }
                StepCode::Field { field: number, .. } => field(value, *number)?,
            };
        }
        Ok(value)
    }

    /// A variable whose address is taken.
    fn whole(&self, pointer: &Value) -> Result<&'a Value, Fault> {
        match pointer {
            Value::Pointer(id) => Ok(self.heap.content(*id)?.0),
            _ => Err(Undefined::Mistyped.into()),
        }
    }

    /// The number that an index is.
    #[inline]
    pub fn index(&self, op: &Op) -> Result<Int, Fault> {
        match self.small(op) {
            Some(index) => Ok(Int::from(index)),
            None => Ok(number(&self.value(op)?)?.into_owned()),
        }
    }

    /// A pointer to a place that is a part of its root. The last index need not be in range.
    fn address(&self, place: &PlaceCode) -> Result<Value, Fault> {
        if let Some((object, offset)) = self.byte_place(place)? {
            let bytes = object != ObjectId::NOWHERE;
            return self.heap.account.pointer(Spot { bytes, ..Spot::byte(object, offset) });
        }
        let (pointer, mut value) = match &place.root {
            RootCode::Local(_) => return Err(Undefined::Mistyped.into()),
            RootCode::Boxed(slot) => {
                let pointer = self.slot(*slot)?;
                (pointer.clone(), self.whole(pointer)?)
            }
            RootCode::Global(id) => (Value::Pointer(*id), self.heap.content(*id)?.0),
            RootCode::Deref { pointer, ty } => {
                let pointer = self.value(pointer)?;
                let value = self.heap.target(&pointer, *ty)?;
                (pointer, value)
            }
        };
        let Some((last, before)) = place.steps.split_last() else { return Ok(pointer) };
        let spot = Spot::of(&pointer)?;
        let (object, mut path) = (spot.object, spot.into_path());
        for step in before {
            match step {
                StepCode::Index { index, fixed, .. } => {
                    let index = self.index(index)?;
                    value = element(value, &index, *fixed)?;
                    path.push(PathStep::Index(index));
                }
                StepCode::Field { field: number, .. } => {
                    value = field(value, *number)?;
                    path.push(PathStep::Field(*number));
                }
            }
        }
        let (element, index) = match last {
            StepCode::Index { index, .. } => (true, self.index(index)?),
            StepCode::Field { field, .. } => {
                path.push(PathStep::Field(*field));
                (false, Int::ZERO)
            }
        };
        let path = (!path.is_empty()).then(|| path.into());
        self.heap.account.pointer(Spot { object, path, element, index, bytes: false })
    }

    fn offset(&self, moved: &Moved) -> Result<Value, Fault> {
        let pointer = self.value(&moved.pair.0)?;
        self.heap.offset(&pointer, &self.index(&moved.pair.1)?, moved.unit)
    }

    fn distance(&self, moved: &Moved) -> Result<Int, Fault> {
        match (self.value(&moved.pair.0)?, self.value(&moved.pair.1)?) {
            (Value::Null, Value::Null) => Ok(Int::ZERO),
            (left, right) => {
                let (left, right) = (Spot::or_zero(&left)?, Spot::or_zero(&right)?);
                self.heap.distance(&left, &right, moved.unit).ok_or(Undefined::UnrelatedPointers.into())
            }
        }
    }

    fn same(&self, pair: &Pair) -> Result<bool, Fault> {
        match (self.value(&pair.0)?, self.value(&pair.1)?) {
            (Value::Null, Value::Null) => Ok(true),
            (Value::Null, other) | (other, Value::Null) => Spot::of(&other).map(|_| false),
            (left, right) => self.heap.same_place(&Spot::of(&left)?, &Spot::of(&right)?),
        }
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
