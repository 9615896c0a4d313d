//! Memory as bytes, and pointers as numbers. Note [bytes].
//!
//! An object is a row of numbers and pointers, its leaves, as its type says. What is read through a pointer to bytes is
//! made of the bytes of the leaves there, the lowest first; what is written is put into them. A leaf is kept as a list of
//! its bytes only while some of them were never written.
//!
//! Objects get an address when the program looks at it: one behind the other, with gaps.

use crate::eval::{Fault, number};
use crate::heap::Heap;
use crate::part::outside;
use crate::run::Undefined;
use crate::value::{ObjectId, PathStep, Spot, Value};
use kyklos_base::Int;
use kyklos_flow::{IntType, Type, TypeId};
use std::collections::{BTreeMap, HashMap};

/// The first address.
const FIRST: usize = 1 << 20;
/// Addresses are multiples of it.
const UNIT: usize = 4096;
/// The room of an array without end.
const ENDLESS: usize = 1 << 24;

/// Bytes between the members of structs that were never written.
#[derive(Default)]
pub(crate) struct Padding {
    /// What those hold that are looked at next, the last first.
    planned: Vec<u8>,
    known: HashMap<(u32, usize), u8>,
}

impl Padding {
    /// The first ones that are looked at hold these; the others are zero.
    pub fn planned(mut bytes: Vec<u8>) -> Padding {
        bytes.reverse();
        Padding { planned: bytes, known: HashMap::new() }
    }

    /// Whether they may be other than zero.
    fn is_planned(&self) -> bool {
        !self.planned.is_empty() || !self.known.is_empty()
    }

    fn of(&mut self, object: ObjectId, at: usize) -> u8 {
        let planned = &mut self.planned;
        *self.known.entry((object.0, at)).or_insert_with(|| planned.pop().unwrap_or(0))
    }
}

/// The addresses of objects.
#[derive(Default)]
pub(crate) struct Addresses {
    of: HashMap<u32, usize>,
    /// For each address that an object begins at, the object and its size.
    at: BTreeMap<usize, (ObjectId, usize)>,
    /// Where the next ones shall lie that get an address, the last first.
    planned: Vec<Option<usize>>,
}

impl Addresses {
    /// Addresses for the first objects that get one; the others lie as they come.
    pub fn planned(addresses: &[Int]) -> Addresses {
        let planned = addresses.iter().rev().map(Int::to_usize).collect();
        Addresses { planned, ..Addresses::default() }
    }

    /// The objects that have one.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> {
        self.of.keys().map(|object| ObjectId(*object))
    }

    fn of(&mut self, object: ObjectId, size: usize, align: usize) -> usize {
        if let Some(known) = self.of.get(&object.0) {
            return *known;
        }
        let planned = self.planned.pop().flatten();
        let planned =
            planned.filter(|start| *start > 0 && start.is_multiple_of(align) && self.is_free(*start, size));
        let start = planned.unwrap_or_else(|| {
            let last = self.at.last_key_value();
            let end = last.map_or(FIRST, |(start, (_, size))| start.saturating_add(*size)).max(FIRST);
            (end / UNIT + 2) * UNIT
        });
        self.of.insert(object.0, start);
        self.at.insert(start, (object, size));
        start
    }

    /// Whether no object lies in so many bytes from an address.
    fn is_free(&self, start: usize, size: usize) -> bool {
        let Some(end) = start.checked_add(size.max(1)) else { return false };
        let before = self.at.range(..end).next_back();
        before.is_none_or(|(other, (_, size))| other.saturating_add((*size).max(1)) <= start)
    }

    /// The object with a byte of this address, or that ends there.
    fn find(&self, address: usize) -> Option<(ObjectId, usize)> {
        let (start, (object, size)) = self.at.range(..=address).next_back()?;
        (address - start <= *size).then_some((*object, address - start))
    }
}

/// A number or pointer of an object.
struct Leaf {
    spot: Spot,
    ty: TypeId,
    at: usize,
    size: usize,
    /// Of a byte between the members of the record at the spot: its number behind the fields.
    gap: Option<usize>,
}

/// A byte, if it was written.
type Byte = Option<u8>;

impl Heap<'_> {
    /// The number that a pointer is.
    pub fn number_of(&self, pointer: &Value) -> Result<Int, Fault> {
        if let Value::Null = pointer {
            return Ok(Int::ZERO);
        }
        self.number_of_spot(&Spot::of(pointer)?)
    }

    /// The number that a pointer to a place is.
    pub fn number_of_spot(&self, spot: &Spot) -> Result<Int, Fault> {
        let offset = self.address(spot).ok_or(Undefined::Mistyped)?;
        if spot.object == ObjectId::NOWHERE {
            return Ok(offset);
        }
        let size = self.object_size(spot.object).and_then(|size| size.to_usize()).unwrap_or(ENDLESS);
        let layout = self.type_of(spot.object).and_then(|ty| self.types.types.layout(ty));
        let align = layout.map_or(1, |layout| layout.align.max(1) as usize);
        Ok(Int::from(self.addresses.borrow_mut().of(spot.object, size, align)) + offset)
    }

    /// The pointer that a number is.
    pub fn pointer_of(&self, number: Int) -> Result<Value, Fault> {
        if number.is_zero() {
            return Ok(Value::Null);
        }
        self.account.pointer(self.placed(Spot { bytes: false, ..Spot::byte(ObjectId::NOWHERE, number) }))
    }

    /// A spot, or where it lies in an object if it is a number that is an address by now.
    pub fn placed(&self, spot: Spot) -> Spot {
        if spot.object != ObjectId::NOWHERE {
            return spot;
        }
        let found = spot.index.to_usize().and_then(|address| self.addresses.borrow().find(address));
        found.map_or(spot, |(object, offset)| Spot::byte(object, Int::from(offset)))
    }

    /// How many bytes a pointer lies behind another one.
    pub fn order(&self, left: &Value, right: &Value) -> Result<Int, Fault> {
        let (a, b) = (Spot::or_zero(left)?, Spot::or_zero(right)?);
        let unrelated = Fault::Undefined(Undefined::UnrelatedPointers);
        if a.object == b.object {
            return self.distance(&a, &b, Some(1)).ok_or(unrelated);
        }
        // Without a layout there are no addresses, and so no order.
        match (self.number_of(left), self.number_of(right)) {
            (Ok(left), Ok(right)) => Ok(left - right),
            (Err(Fault::Undefined(Undefined::Mistyped)), _)
            | (_, Err(Fault::Undefined(Undefined::Mistyped))) => Err(unrelated),
            (Err(fault), _) | (_, Err(fault)) => Err(fault),
        }
    }

    /// A pointer seen as one to values of a type.
    pub fn retyped(&self, pointer: Value, wanted: TypeId) -> Result<Value, Fault> {
        if let Value::Null = pointer {
            return Ok(pointer);
        }
        let spot = Spot::of(&pointer)?;
        if spot.bytes || spot.object == ObjectId::NOWHERE {
            return Ok(pointer);
        }
        let found = self.pointed_type(&spot).ok_or(Undefined::Mistyped)?;
        if self.types.expect(found, wanted).is_ok() {
            return Ok(pointer);
        }
        match self.address(&spot) {
            Some(offset) => self.account.pointer(Spot::byte(spot.object, offset)),
            None => Ok(pointer),
        }
    }

    /// A pointer as one of a type of pointers.
    fn pointer_as(&self, value: Value, ty: TypeId) -> Result<Value, Fault> {
        match (&value, self.types.get(ty)) {
            (Value::Pointer(_) | Value::Element(..) | Value::Inner(_), Some(Type::Pointer(target)))
                if !matches!(self.types.get(*target), Some(Type::Opaque)) =>
            {
                self.retyped(value, *target)
            }
            _ => Ok(value),
        }
    }

    /// Whether so many bytes are there behind a pointer to bytes.
    pub fn has_bytes(&self, spot: &Spot, needed: u64) -> bool {
        let end = &spot.index + &Int::from(needed as usize);
        let within = |size: Int| end <= size;
        self.content(spot.object).is_ok()
            && !spot.index.is_negative()
            && self.object_size(spot.object).is_none_or(within)
    }

    /// How many elements an array has that begins somewhere in an object, and ends with it if its type does not say.
    pub fn room_for_elements(&self, object: ObjectId, offset: &Int, ty: TypeId) -> Result<Int, Fault> {
        let (element, length) = self.types.array(ty).ok_or(Undefined::Mistyped)?;
        if let Some(length) = length {
            return Ok(Int::from(length as usize));
        }
        let size = self.types.types.size_of(element).ok_or(Undefined::Mistyped)?;
        let whole = self.object_size(object).ok_or(Undefined::UnboundedLength)?;
        (&whole - offset).div_euclid(&Int::from(size as usize)).ok_or(Undefined::Mistyped.into())
    }

    fn object_size(&self, object: ObjectId) -> Option<Int> {
        let ty = self.type_of(object)?;
        match self.types.types.size_of(ty) {
            Some(size) => Some(Int::from(size as usize)),
            None => self.bytes_of(ty, self.content(object).ok().map(|(value, _)| value)),
        }
    }

    /// The value of a type that is made of the bytes somewhere in an object.
    pub fn read_bytes(&self, object: ObjectId, offset: &Int, ty: TypeId) -> Result<Value, Fault> {
        let at = offset.to_usize().ok_or_else(|| outside(offset))?;
        self.read_at(object, at, ty)
    }

    fn read_at(&self, object: ObjectId, at: usize, ty: TypeId) -> Result<Value, Fault> {
        let types = self.types.types;
        match types.get(ty).ok_or(Undefined::Mistyped)? {
            Type::Record(fields) => {
                let mut parts = self.account.room_for(fields.len())?;
                for (number, field) in fields.iter().enumerate() {
                    let offset = types.offset_of(ty, number).ok_or(Undefined::Mistyped)?;
                    parts.push(self.read_at(object, at + offset as usize, field.ty)?);
                }
                Ok(self.account.aggregate(parts))
            }
            Type::Array { element, length: Some(length) } => {
                let size = types.size_of(*element).ok_or(Undefined::Mistyped)?;
                let mut parts = self.account.room_for(*length as usize)?;
                for index in 0..*length {
                    parts.push(self.read_at(object, at + (index * size) as usize, *element)?);
                }
                Ok(self.account.aggregate(parts))
            }
            Type::Int(_) | Type::Pointer(_) => self.read_scalar(object, at, ty),
            _ => Err(Undefined::Mistyped.into()),
        }
    }

    fn read_scalar(&self, object: ObjectId, at: usize, ty: TypeId) -> Result<Value, Fault> {
        let size = self.scalar_size(ty)?;
        let leaves = self.leaves(object, at, at + size)?;
        if let [leaf] = leaves.as_slice()
            && (leaf.at, leaf.size, leaf.gap) == (at, size, None)
            && self.are_pointers(leaf.ty, ty)
        {
            let (value, _) = self.at(&leaf.spot)?;
            let value = self.whole(value.clone(), ty)?;
            return self.pointer_as(value, ty);
        }
        let mut bytes: Vec<Byte> = vec![None; size];
        for leaf in leaves {
            for (number, byte) in self.held(&leaf)?.into_iter().enumerate() {
                let byte = match leaf.gap {
                    Some(_) => byte.or_else(|| Some(self.padding.borrow_mut().of(object, leaf.at))),
                    None => byte,
                };
                if let Some(slot) = (leaf.at + number).checked_sub(at).and_then(|place| bytes.get_mut(place))
                {
                    *slot = byte;
                }
            }
        }
        self.composed(&bytes, ty)
    }

    fn are_pointers(&self, left: TypeId, right: TypeId) -> bool {
        [left, right].into_iter().all(|ty| matches!(self.types.get(ty), Some(Type::Pointer(_))))
    }

    fn scalar_size(&self, ty: TypeId) -> Result<usize, Fault> {
        let size = self.types.types.size_of(ty).ok_or(Undefined::Mistyped)?;
        match self.types.get(ty) {
            Some(Type::Int(IntType::Sized { bits, .. })) if *bits == 1 || u64::from(*bits) == 8 * size => {}
            Some(Type::Int(IntType::Float(format))) if u64::from(format.bits()) <= 8 * size => {}
            Some(Type::Pointer(_)) => {}
            _ => return Err(Undefined::Mistyped.into()),
        }
        Ok(size as usize)
    }

    /// Puts the bytes of a value of a type somewhere into an object. The value stays if there is no room.
    pub fn write_bytes(
        &mut self,
        object: ObjectId,
        offset: &Int,
        ty: TypeId,
        value: &Value,
    ) -> Result<(), Fault> {
        let at = offset.to_usize().ok_or_else(|| outside(offset))?;
        self.write_at(object, at, ty, value)
    }

    fn write_at(&mut self, object: ObjectId, at: usize, ty: TypeId, value: &Value) -> Result<(), Fault> {
        let types = self.types.types;
        match types.get(ty).ok_or(Undefined::Mistyped)? {
            Type::Record(fields) => {
                for (number, field) in fields.iter().enumerate() {
                    let offset = types.offset_of(ty, number).ok_or(Undefined::Mistyped)?;
                    let part = crate::part::field(value, number as u32)?;
                    self.write_at(object, at + offset as usize, field.ty, part)?;
                }
                Ok(())
            }
            Type::Array { element, length: Some(length) } => {
                let size = types.size_of(*element).ok_or(Undefined::Mistyped)?;
                for index in 0..*length {
                    let part = crate::part::element(value, &Int::from(index as usize), Some(*length))?;
                    self.write_at(object, at + (index * size) as usize, *element, part)?;
                }
                Ok(())
            }
            Type::Int(_) | Type::Pointer(_) => self.write_scalar(object, at, ty, value),
            _ => Err(Undefined::Mistyped.into()),
        }
    }

    fn write_scalar(&mut self, object: ObjectId, at: usize, ty: TypeId, value: &Value) -> Result<(), Fault> {
        let size = self.scalar_size(ty)?;
        let leaves = self.leaves(object, at, at + size)?;
        if let [leaf] = leaves.as_slice()
            && (leaf.at, leaf.size, leaf.gap) == (at, size, None)
            && self.are_pointers(leaf.ty, ty)
        {
            let value = self.pointer_as(value.clone(), leaf.ty)?;
            *self.at_mut(&leaf.spot)? = value;
            return Ok(());
        }
        let new = self.bytes_of_leaf(value, size)?;
        for leaf in leaves {
            let mut bytes = self.held(&leaf)?;
            for (number, byte) in bytes.iter_mut().enumerate() {
                if let Some(new) = (leaf.at + number).checked_sub(at).and_then(|place| new.get(place)) {
                    *byte = *new;
                }
            }
            self.change(&leaf, &bytes)?;
        }
        Ok(())
    }

    /// Copies so many bytes from where one pointer points to where another one does.
    pub fn copy(&mut self, target: &Value, source: &Value, count: &Int) -> Result<(), Fault> {
        let count = count.to_usize().ok_or_else(|| outside(count))?;
        if count == 0 {
            return Ok(());
        }
        let (to, from) = (Spot::of(target)?, Spot::of(source)?);
        let place = |heap: &Self, spot: &Spot| {
            let offset = heap.address(spot).ok_or(Undefined::Mistyped)?;
            if !heap.has_bytes(&Spot::byte(spot.object, offset.clone()), count as u64) {
                return Err(outside(&offset));
            }
            offset.to_usize().ok_or_else(|| outside(&offset))
        };
        let (start, first) = (place(self, &to)?, place(self, &from)?);
        let mut bytes: Vec<Byte> = vec![None; count];
        let mut between = vec![false; count];
        // Whole pointers, and where they were.
        let mut pointers = HashMap::new();
        for leaf in self.leaves(from.object, first, first + count)? {
            let (value, _) = self.at(&leaf.spot)?;
            if let Some(place) = leaf.at.checked_sub(first)
                && leaf.gap.is_none()
                && matches!(self.types.get(leaf.ty), Some(Type::Pointer(_)))
                && place + leaf.size <= count
            {
                pointers.insert(place, (leaf.size, value.clone()));
            }
            for (number, byte) in self.held(&leaf)?.into_iter().enumerate() {
                if let Some(place) = (leaf.at + number).checked_sub(first).filter(|place| *place < count) {
                    // A copy has the same bytes there.
                    let byte = match leaf.gap.filter(|_| self.padding.borrow().is_planned()) {
                        Some(_) => byte.or_else(|| Some(self.padding.borrow_mut().of(from.object, leaf.at))),
                        None => byte,
                    };
                    (bytes[place], between[place]) = (byte, leaf.gap.is_some());
                }
            }
        }
        for leaf in self.leaves(to.object, start, start + count)? {
            let place = leaf.at.checked_sub(start);
            let whole = place.and_then(|place| pointers.get(&place)).filter(|(size, _)| *size == leaf.size);
            if let (None, Some((_, value)), Some(Type::Pointer(_))) =
                (leaf.gap, whole, self.types.get(leaf.ty))
            {
                let value = self.pointer_as(value.clone(), leaf.ty)?;
                *self.at_mut(&leaf.spot)? = value;
                continue;
            }
            let mut new = self.held(&leaf)?;
            for (number, byte) in new.iter_mut().enumerate() {
                if let Some(place) = (leaf.at + number).checked_sub(start).filter(|place| *place < count) {
                    // What lies between members and was never written is zero where no other struct has a gap.
                    let zero = between[place] && leaf.gap.is_none();
                    *byte = if zero { bytes[place].or(Some(0)) } else { bytes[place] };
                }
            }
            self.change(&leaf, &new)?;
        }
        Ok(())
    }

    /// The leaves of an object that lie, in part at least, between two places.
    fn leaves(&self, object: ObjectId, from: usize, to: usize) -> Result<Vec<Leaf>, Fault> {
        let types = self.types.types;
        let mut found = Vec::new();
        let mut open = vec![(Vec::new(), self.type_of(object).ok_or(Undefined::Dangling)?, 0usize)];
        while let Some((path, ty, at)) = open.pop() {
            match types.get(ty).ok_or(Undefined::Mistyped)? {
                Type::Int(_) | Type::Pointer(_) => {
                    let size = self.scalar_size(ty)?;
                    if at < to && from < at + size {
                        let path = (!path.is_empty()).then(|| path.into());
                        let spot = Spot { bytes: false, path, ..Spot::byte(object, Int::ZERO) };
                        found.push(Leaf { spot, ty, at, size, gap: None });
                    }
                }
                Type::Record(fields) => {
                    let bytes =
                        types.gaps(ty).into_iter().flat_map(|(start, end)| start as usize..end as usize);
                    for (number, place) in
                        bytes.enumerate().filter(|(_, place)| (from..to).contains(&(at + place)))
                    {
                        let path = (!path.is_empty()).then(|| path.clone().into());
                        let spot = Spot { bytes: false, path, ..Spot::byte(object, Int::ZERO) };
                        found.push(Leaf {
                            spot,
                            ty,
                            at: at + place,
                            size: 1,
                            gap: Some(fields.len() + number),
                        });
                    }
                    for (number, field) in fields.iter().enumerate() {
                        let start = at + types.offset_of(ty, number).ok_or(Undefined::Mistyped)? as usize;
                        let size = types.size_of(field.ty).map_or(usize::MAX, |size| size as usize);
                        if start < to && from < start.saturating_add(size) {
                            let mut path = path.clone();
                            path.push(PathStep::Field(number as u32));
                            open.push((path, field.ty, start));
                        }
                    }
                }
                Type::Array { element, length } => {
                    let size = types.size_of(*element).filter(|size| *size > 0).ok_or(Undefined::Mistyped)?;
                    let size = size as usize;
                    let first = from.saturating_sub(at) / size;
                    let last = to.saturating_sub(at).div_ceil(size);
                    let last = length.map_or(last, |length| last.min(length as usize));
                    for index in first..last {
                        let mut path = path.clone();
                        path.push(PathStep::Index(Int::from(index)));
                        open.push((path, *element, at + index * size));
                    }
                }
                Type::Opaque => return Err(Undefined::Mistyped.into()),
            }
        }
        Ok(found)
    }

    /// The bytes that a leaf has.
    fn held(&self, leaf: &Leaf) -> Result<Vec<Byte>, Fault> {
        let (value, _) = self.at(&leaf.spot)?;
        match (leaf.gap, value) {
            (None, value) => self.bytes_of_leaf(value, leaf.size),
            (Some(number), Value::Aggregate(record)) => {
                let byte = record.parts.get(number).unwrap_or(&Value::Uninitialized);
                self.bytes_of_leaf(byte, 1)
            }
            (Some(_), _) => Ok(vec![None]),
        }
    }

    /// Gives a leaf other bytes.
    fn change(&mut self, leaf: &Leaf, bytes: &[Byte]) -> Result<(), Fault> {
        let Some(number) = leaf.gap else {
            let stored = self.stored(bytes, leaf.ty)?;
            *self.at_mut(&leaf.spot)? = stored;
            return Ok(());
        };
        let count = self.types.record(leaf.ty).map_or(0, <[_]>::len);
        let (value, _) = self.at(&leaf.spot)?;
        let mut parts = match value {
            Value::Aggregate(record) => record.parts.clone(),
            _ => vec![Value::Uninitialized; count],
        };
        if parts.len() <= number {
            parts.resize(number + 1, Value::Uninitialized);
        }
        parts[number] = bytes[0].map_or(Value::Uninitialized, |byte| Value::Small(i64::from(byte)));
        let changed = self.account.aggregate(parts);
        *self.at_mut(&leaf.spot)? = changed;
        Ok(())
    }

    /// A number or pointer that may be kept as its bytes; not written if one of these was not.
    pub fn whole(&self, value: Value, ty: TypeId) -> Result<Value, Fault> {
        match (&value, self.types.get(ty)) {
            (Value::Aggregate(_), Some(Type::Int(_) | Type::Pointer(_))) => {
                let bytes = self.bytes_of_leaf(&value, self.scalar_size(ty)?)?;
                self.composed(&bytes, ty)
            }
            _ => Ok(value),
        }
    }

    /// The bytes of a leaf, the lowest first.
    fn bytes_of_leaf(&self, value: &Value, size: usize) -> Result<Vec<Byte>, Fault> {
        let whole = match value {
            Value::Uninitialized => return Ok(vec![None; size]),
            Value::Aggregate(kept) => {
                let byte = |part: &Value| match part {
                    Value::Small(byte) => Some(*byte as u8),
                    _ => None,
                };
                return Ok(kept.parts.iter().map(byte).collect());
            }
            Value::Small(_) | Value::Big(_) => number(value)?.into_owned(),
            pointer => self.number_of(pointer)?,
        };
        let mut rest = IntType::Sized { bits: 8 * size as u16, signed: false }.wrap(&whole);
        let base = Int::from(256);
        let mut bytes = Vec::with_capacity(size);
        for _ in 0..size {
            let byte = rest.rem_trunc(&base).and_then(|byte| byte.to_usize()).unwrap_or(0);
            bytes.push(Some(byte as u8));
            rest = rest.div_trunc(&base).unwrap_or(Int::ZERO);
        }
        Ok(bytes)
    }

    fn composed(&self, bytes: &[Byte], ty: TypeId) -> Result<Value, Fault> {
        let mut whole = Int::ZERO;
        for byte in bytes.iter().rev() {
            let Some(byte) = byte else { return Ok(Value::Uninitialized) };
            whole = &whole * &Int::from(256) + Int::from(usize::from(*byte));
        }
        match self.types.get(ty) {
            Some(Type::Int(IntType::Sized { signed: true, .. })) => {
                let ty = IntType::Sized { bits: 8 * bytes.len() as u16, signed: true };
                self.account.number(ty.wrap(&whole))
            }
            // Of a `long double`, the last bytes say nothing.
            Some(Type::Int(ty @ IntType::Float(_))) => self.account.number(ty.wrap(&whole)),
            Some(Type::Int(_)) => self.account.number(whole),
            Some(Type::Pointer(_)) => self.pointer_of(whole),
            _ => Err(Undefined::Mistyped.into()),
        }
    }

    /// What a leaf becomes that has these bytes.
    fn stored(&self, bytes: &[Byte], ty: TypeId) -> Result<Value, Fault> {
        if bytes.iter().all(Option::is_none) {
            return Ok(Value::Uninitialized);
        }
        if bytes.iter().all(Option::is_some) {
            return self.composed(bytes, ty);
        }
        let keep = |byte: &Byte| byte.map_or(Value::Uninitialized, |byte| Value::Small(i64::from(byte)));
        Ok(self.account.aggregate(bytes.iter().map(keep).collect()))
    }
}
