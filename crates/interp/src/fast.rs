//! Expressions over numbers and pointers that are machine words. Everything else, errors included, is `None` here; then
//! [`View::value`] is asked.

use crate::code::{FloatCode, Op, Pair, PlaceCode, RootCode, StepCode};
use crate::eval::View;
use crate::pointer::PlainPointer;
use crate::value::Value;
use crate::{bits, floats};
use kyklos_base::{FloatFormat, Int};
use kyklos_flow::{IntType, TypeId};

impl<'a> View<'a> {
    /// The expression's number, where it and all it is made of are small numbers.
    pub fn small(&self, op: &Op) -> Option<i64> {
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
            Op::BitAnd(_) | Op::BitOr(_) | Op::BitXor(_) | Op::Shl(_) | Op::Shr(_) => self.small_bits(op),
            Op::Distance(distance) => self.small_distance(&distance.pair),
            Op::Order(pair) => self.small_distance(pair),
            Op::Float(code) => self.small_float(code),
            Op::Convert(ty, operand) => wrap_small(*ty, self.operand(operand)?),
            Op::Signed(ty, operand) => {
                let exact = self.operand(operand)?;
                let value = wrap_small(*ty, exact)?;
                self.heap.note_overflow(value != exact);
                Some(value)
            }
            Op::Length(length) => match self.find(&length.place)? {
                Value::Aggregate(aggregate) => i64::try_from(aggregate.parts.len()).ok(),
                Value::Paged(array) => i64::try_from(array.length).ok(),
                _ => None,
            },
            Op::Big(_)
            | Op::Null
            | Op::AddressOf(_)
            | Op::Global(_)
            | Op::AddressOfPart(_)
            | Op::Offset(_)
            | Op::Pointer(_)
            | Op::Retype(_)
            | Op::Address(_)
            | Op::Aggregate(_)
            | Op::Zero(_)
            | Op::Repeat(_) => None,
            _ => self.holds(op).map(i64::from),
        }
    }

    /// On its own, as is [`View::small_distance`], to keep `small` short.
    #[inline(never)]
    fn small_bits(&self, op: &Op) -> Option<i64> {
        match op {
            Op::BitAnd(pair) => self.small_pair(pair, |left, right| Some(left & right)),
            Op::BitOr(pair) => self.small_pair(pair, |left, right| Some(left | right)),
            Op::BitXor(pair) => self.small_pair(pair, |left, right| Some(left ^ right)),
            Op::Shl(pair) => self.small_pair(pair, bits::shl_small),
            Op::Shr(pair) => self.small_pair(pair, bits::shr_small),
            _ => None,
        }
    }

    /// Whether the expression is true, where it is made of small numbers.
    #[inline]
    pub fn holds(&self, op: &Op) -> Option<bool> {
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

    #[inline(never)]
    fn holds_other(&self, op: &Op) -> Option<bool> {
        match op {
            Op::Not(operand) => Some(!self.holds(operand)?),
            Op::And(pair) => Some(self.holds(&pair.0)? && self.holds(&pair.1)?),
            Op::Or(pair) => Some(self.holds(&pair.0)? || self.holds(&pair.1)?),
            Op::Initialized(place) => match self.find(place)? {
                Value::Uninitialized => Some(false),
                // A number may be kept as its bytes.
                Value::Aggregate(_) => None,
                _ => Some(true),
            },
            Op::Same(_) | Op::Live(_) | Op::Allocated(_) | Op::InBounds(_) | Op::Ends(_) => {
                self.holds_of_pointers(op)
            }
            Op::Eq(_) | Op::Ne(_) | Op::Lt(_) | Op::Le(_) | Op::Gt(_) | Op::Ge(_) => self.holds(op),
            _ => Some(self.small(op)? != 0),
        }
    }

    #[inline(never)]
    fn holds_of_pointers(&self, op: &Op) -> Option<bool> {
        match op {
            Op::Same(pair) => self.heap.same_plain(self.plain(&pair.0)?, self.plain(&pair.1)?),
            Op::Live(pointer) => match self.plain(pointer)? {
                PlainPointer::Null => Some(true),
                PlainPointer::Whole(id) | PlainPointer::Element(id, _) => Some(self.heap.content(id).is_ok()),
            },
            Op::Allocated(pointer) => match self.plain(pointer)? {
                PlainPointer::Null => Some(true),
                PlainPointer::Whole(id) => Some(self.heap.is_allocated(id)),
                PlainPointer::Element(id, index) => Some(index == 0 && self.heap.is_allocated(id)),
            },
            Op::InBounds(bounds) => match self.plain(&bounds.0)? {
                PlainPointer::Null => Some(false),
                PlainPointer::Whole(id) => Some(self.heap.content(id).is_ok()),
                PlainPointer::Element(id, index) => match self.heap.content(id).ok()?.0 {
                    Value::Aggregate(array) => {
                        Some(usize::try_from(index).is_ok_and(|index| index < array.parts.len()))
                    }
                    Value::Paged(array) => {
                        Some(usize::try_from(index).is_ok_and(|index| index < array.length))
                    }
                    _ => None,
                },
            },
            _ => None,
        }
    }

    /// [`View::small`], with the commonest cases where they are used.
    #[inline(always)]
    fn operand(&self, op: &Op) -> Option<i64> {
        match op {
            Op::Small(value) => Some(*value),
            Op::Local(slot) => self.small_local(*slot),
            _ => self.small(op),
        }
    }

    #[inline(always)]
    fn small_local(&self, slot: u32) -> Option<i64> {
        match self.frame.get(slot as usize) {
            Some(Value::Small(value)) => Some(*value),
            _ => None,
        }
    }

    #[inline(always)]
    fn small_pair(&self, pair: &Pair, apply: fn(i64, i64) -> Option<i64>) -> Option<i64> {
        apply(self.operand(&pair.0)?, self.operand(&pair.1)?)
    }

    #[inline(always)]
    fn test_pair(&self, pair: &Pair, test: fn(i64, i64) -> bool) -> Option<bool> {
        Some(test(self.operand(&pair.0)?, self.operand(&pair.1)?))
    }

    /// The expression's pointer, where it is a machine word.
    fn plain(&self, op: &Op) -> Option<PlainPointer> {
        match op {
            Op::Local(slot) | Op::AddressOf(slot) => PlainPointer::of(self.frame.get(*slot as usize)?),
            Op::Load(place) => PlainPointer::of(self.find(place)?),
            Op::Null => Some(PlainPointer::Null),
            Op::Global(id) => Some(PlainPointer::Whole(*id)),
            Op::Offset(moved) => match self.plain(&moved.pair.0)? {
                PlainPointer::Element(id, index) => {
                    Some(PlainPointer::Element(id, index.checked_add(self.operand(&moved.pair.1)?)?))
                }
                _ => None,
            },
            Op::AddressOfPart(place) => self.plain_element(place),
            Op::Retype(seen) => {
                let pointer = self.plain(&seen.1)?;
                let found = match pointer {
                    PlainPointer::Null => return Some(pointer),
                    PlainPointer::Whole(id) => self.heap.type_of(id)?,
                    PlainPointer::Element(id, _) => self.heap.types.array(self.heap.type_of(id)?)?.0,
                };
                (found == seen.0).then_some(pointer)
            }
            _ => None,
        }
    }

    /// A pointer to an element of the array that a variable's object is.
    fn plain_element(&self, place: &PlaceCode) -> Option<PlainPointer> {
        let [StepCode::Index { index, .. }] = place.steps.as_slice() else { return None };
        let object = match &place.root {
            RootCode::Global(id) => *id,
            RootCode::Boxed(slot) => match self.frame.get(*slot as usize)? {
                Value::Pointer(id) => *id,
                _ => return None,
            },
            RootCode::Local(_) | RootCode::Deref { .. } => return None,
        };
        Some(PlainPointer::Element(object, self.operand(index)?))
    }

    #[inline(never)]
    fn small_distance(&self, pair: &(Op, Op)) -> Option<i64> {
        match (self.plain(&pair.0)?, self.plain(&pair.1)?) {
            (PlainPointer::Element(a, left), PlainPointer::Element(b, right)) if a == b => {
                left.checked_sub(right)
            }
            (left, right) => (left == right).then_some(0),
        }
    }

    /// What the place holds, where the way there needs only small numbers and is all written.
    #[inline]
    fn find(&self, place: &PlaceCode) -> Option<&'a Value> {
        let mut value = match &place.root {
            RootCode::Local(slot) => self.frame.get(*slot as usize)?,
            RootCode::Boxed(slot) => match self.frame.get(*slot as usize)? {
                Value::Pointer(id) => self.heap.content(*id).ok()?.0,
                _ => return None,
            },
            RootCode::Global(id) => self.heap.content(*id).ok()?.0,
            RootCode::Deref { pointer: Op::Local(slot), ty } => {
                self.heap.find(PlainPointer::of(self.frame.get(*slot as usize)?)?, *ty)?
            }
            RootCode::Deref { pointer, ty } => self.find_target(pointer, *ty)?,
        };
        for step in &place.steps {
            value = match (value, step) {
                (Value::Aggregate(array), StepCode::Index { index, .. }) => {
                    array.parts.get(usize::try_from(self.operand(index)?).ok()?)?
                }
                (Value::Aggregate(record), StepCode::Field { field, .. }) => {
                    record.parts.get(*field as usize)?
                }
                (Value::Paged(array), StepCode::Index { index, .. }) => {
                    array.get(usize::try_from(self.operand(index)?).ok()?)?
                }
                (Value::Unbounded(array), StepCode::Index { index, .. }) => {
                    array.get(&Int::from(self.operand(index)?))
                }
                _ => return None,
            };
        }
        Some(value)
    }

    #[inline(never)]
    fn find_target(&self, pointer: &Op, ty: TypeId) -> Option<&'a Value> {
        self.heap.find(self.plain(pointer)?, ty)
    }

    #[inline(never)]
    fn small_float(&self, code: &FloatCode) -> Option<i64> {
        if code.format == FloatFormat::Extended {
            return None;
        }
        let mut operands = [0; 3];
        for (place, operand) in operands.iter_mut().zip(&code.operands) {
            *place = self.operand(operand)?;
        }
        floats::apply_small(code.op, code.format, &operands[..code.operands.len().min(3)])
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
        IntType::Float(format) => {
            let unused = 64u32.saturating_sub(format.bits());
            Some(value.checked_shl(unused)?.wrapping_shr(unused))
        }
    }
}
