//! Addresses within objects: how many bytes places lie behind their object's start.

use crate::eval::Fault;
use crate::heap::Heap;
use crate::pointer::PlainPointer;
use crate::value::{ObjectId, PathStep, Spot, Value};
use kyklos_base::Int;
use kyklos_flow::TypeId;

impl Heap<'_> {
    /// Whether two pointers have one address. One that is a number may happen to have that of an object.
    pub fn same_place(&self, left: &Spot, right: &Spot) -> Result<bool, Fault> {
        if left.object != right.object {
            if left.object == ObjectId::NOWHERE || right.object == ObjectId::NOWHERE {
                return Ok(self.number_of_spot(left)? == self.number_of_spot(right)?);
            }
            return Ok(false);
        }
        Ok(match (self.address(left), self.address(right)) {
            (Some(left), Some(right)) => left == right,
            _ => left == right,
        })
    }

    /// [`Heap::same_place`] of plain pointers, where that is easy to tell.
    #[inline]
    pub fn same_plain(&self, left: PlainPointer, right: PlainPointer) -> Option<bool> {
        match (left, right) {
            (PlainPointer::Element(a, _), PlainPointer::Element(b, _)) if a == b && self.types.has_empty => {
                None
            }
            (PlainPointer::Whole(a), PlainPointer::Element(b, _))
            | (PlainPointer::Element(b, _), PlainPointer::Whole(a)) => {
                if a == b {
                    None
                } else {
                    Some(false)
                }
            }
            (left, right) => Some(left == right),
        }
    }

    /// How many units, of so many bytes each, a pointer lies behind another one into the same object.
    pub fn distance(&self, left: &Spot, right: &Spot, unit: Option<u64>) -> Option<Int> {
        if left.object != right.object {
            return None;
        }
        if !left.bytes
            && !right.bytes
            && left.object != ObjectId::NOWHERE
            && left.element == right.element
            && left.path == right.path
        {
            return Some(&left.index - &right.index);
        }
        let bytes = self.address(left)? - self.address(right)?;
        bytes.div_trunc(&Int::from(unit? as usize))
    }

    /// Whether a pointer has the address of its object.
    pub fn is_start(&self, spot: &Spot) -> bool {
        self.address(spot).map_or_else(|| spot.is_first_part(), |address| address.is_zero())
    }

    /// How many bytes a place lies behind its object's start; `None` where types have no layout.
    pub fn address(&self, spot: &Spot) -> Option<Int> {
        if spot.object == ObjectId::NOWHERE || spot.bytes {
            return Some(spot.index.clone());
        }
        let mut ty = self.type_of(spot.object)?;
        // What lies there is looked at only where the lengths of arrays are not in their types.
        let mut value = self.content(spot.object).ok().map(|(value, _)| value);
        let mut address = Int::ZERO;
        let path: &[PathStep] = spot.path.as_deref().unwrap_or_default();
        for step in path {
            match step {
                PathStep::Field(number) => {
                    let number = *number as usize;
                    address = address + Int::from(self.types.types.offset_of(ty, number)? as usize);
                    ty = self.types.record(ty)?.get(number)?.ty;
                    value = value.and_then(|value| part(value, number));
                }
                PathStep::Index(index) => {
                    ty = self.types.array(ty)?.0;
                    value = value.and_then(|value| part(value, index.to_usize()?).or_else(|| part(value, 0)));
                    address = address + index * &self.bytes_of(ty, value)?;
                }
            }
        }
        if spot.element {
            ty = self.types.array(ty)?.0;
            value = value.and_then(|value| part(value, 0));
        }
        Some(address + &spot.index * &self.bytes_of(ty, value)?)
    }

    /// How many bytes values of a type take; where that leaves lengths open, this very value.
    pub fn bytes_of(&self, ty: TypeId, value: Option<&Value>) -> Option<Int> {
        if let Some(size) = self.types.types.size_of(ty) {
            return Some(Int::from(size as usize));
        }
        let (element, _) = self.types.array(ty)?;
        match value? {
            Value::Aggregate(array) => {
                let size = self.bytes_of(element, array.parts.first())?;
                Some(&Int::from(array.parts.len()) * &size)
            }
            Value::Paged(array) => {
                let size = self.bytes_of(element, Some(&array.other))?;
                Some(&Int::from(array.length) * &size)
            }
            _ => None,
        }
    }
}

/// A part of an array or a record that was written.
fn part(value: &Value, number: usize) -> Option<&Value> {
    match value {
        Value::Aggregate(parts) => parts.parts.get(number),
        Value::Paged(array) => array.get(number),
        _ => None,
    }
}
