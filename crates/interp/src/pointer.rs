//! Pointers: what they point to, where they point, and how they move. Note [pointers].

use crate::eval::{Fault, number};
use crate::heap::{Account, Heap, Origin};
use crate::part::{element, element_mut, field, field_mut, outside};
use crate::run::Undefined;
use crate::value::{ObjectId, PathStep, Spot, Value};
use kyklos_base::Int;
use kyklos_flow::{Field, IntType, Type, TypeId, Types};
use std::cell::RefCell;
use std::collections::HashMap;

/// The types of objects.
pub(crate) struct ObjectTypes<'c> {
    pub types: &'c Types,
    /// Whether some values take no bytes, so that several of them have one address.
    pub has_empty: bool,
    /// Pairs of different rows that were compared, and whether they are the same type.
    compared: RefCell<HashMap<(TypeId, TypeId), bool>>,
}

/// How an integer is used whose own type differs in its sign from the one that it is seen as.
pub(crate) struct OtherSign {
    own: IntType,
    seen: IntType,
}

/// A place to write to.
pub(crate) struct Target<'h> {
    pub value: &'h mut Value,
    /// The type of the number there, if a number that is written must be brought into it first.
    pub stored: Option<IntType>,
    pub account: &'h Account,
}

/// A pointer that is a plain word, for the evaluator of such.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlainPointer {
    Null,
    Whole(ObjectId),
    Element(ObjectId, i64),
}

impl PlainPointer {
    #[inline]
    pub fn of(value: &Value) -> Option<PlainPointer> {
        match value {
            Value::Null => Some(PlainPointer::Null),
            Value::Pointer(object) => Some(PlainPointer::Whole(*object)),
            Value::Element(object, index) => Some(PlainPointer::Element(*object, *index)),
            _ => None,
        }
    }
}

impl Heap<'_> {
    /// What a plain pointer points to, if it is there, written and of this type.
    #[inline]
    pub fn find(&self, pointer: PlainPointer, ty: TypeId) -> Option<&Value> {
        match pointer {
            PlainPointer::Null => None,
            PlainPointer::Whole(id) => {
                let (value, found) = self.content(id).ok()?;
                (found == ty).then_some(value)
            }
            PlainPointer::Element(id, index) => {
                let (array, found) = self.content(id).ok()?;
                let is_fitting = self.types.array(found).is_some_and(|(element, _)| element == ty);
                match array {
                    Value::Aggregate(array) if is_fitting => array.parts.get(usize::try_from(index).ok()?),
                    Value::Paged(array) if is_fitting => array.get(usize::try_from(index).ok()?),
                    Value::Unbounded(array) if is_fitting => Some(array.get(&Int::from(index))),
                    _ => None,
                }
            }
        }
    }

    /// What a pointer points to, written or not. It must be a value of this type, or an integer of the other
    /// sign, which is given as it is stored.
    pub fn target(&self, pointer: &Value, ty: TypeId) -> Result<&Value, Fault> {
        let (value, found) = self.at(&Spot::of(pointer)?)?;
        self.types.expect(found, ty).map(|_| value)
    }

    /// What a pointer points to, written or not, as a value of this type.
    pub fn read(&self, pointer: &Value, ty: TypeId) -> Result<Value, Fault> {
        let (value, found) = self.at(&Spot::of(pointer)?)?;
        match (self.types.expect(found, ty)?, value) {
            (None, value) | (Some(_), value @ Value::Uninitialized) => Ok(value.clone()),
            (Some(other), value) => self.account.number(other.seen.wrap(&*number(value)?)),
        }
    }

    /// [`Heap::target`] for writing: the place, the type that a number must be brought into first, if it has
    /// the other sign, and the account that the writing goes to.
    pub fn target_mut(&mut self, pointer: &Value, ty: TypeId) -> Result<Target<'_>, Fault> {
        if let Value::Pointer(id) = pointer {
            let (value, found, account, types) = self.content_mut(*id)?;
            let stored = types.expect(found, ty)?.map(|other| other.own);
            return Ok(Target { value, stored, account });
        }
        let spot = Spot::of(pointer)?;
        let (mut value, mut found, account, types) = self.content_mut(spot.object)?;
        for step in spot.steps()? {
            (value, found) = types.part_mut(value, found, step, account)?;
        }
        let stored = types.expect(found, ty)?.map(|other| other.own);
        Ok(Target { value, stored, account })
    }

    /// What is at a spot, written or not, and its type.
    pub fn at(&self, spot: &Spot) -> Result<(&Value, TypeId), Fault> {
        let (mut value, mut found) = self.content(spot.object)?;
        for step in spot.steps()? {
            (value, found) = self.types.part(value, found, step)?;
        }
        Ok((value, found))
    }

    /// [`Heap::at`] for writing.
    pub fn at_mut(&mut self, spot: &Spot) -> Result<&mut Value, Fault> {
        let (mut value, mut found, account, types) = self.content_mut(spot.object)?;
        for step in spot.steps()? {
            (value, found) = types.part_mut(value, found, step, account)?;
        }
        Ok(value)
    }

    /// Whether the object that a pointer points to, or into, exists. Null needs none.
    pub fn is_live(&self, pointer: &Value) -> Result<bool, Fault> {
        match pointer {
            Value::Null => Ok(true),
            _ => Ok(self.content(self.placed(Spot::of(pointer)?).object).is_ok()),
        }
    }

    /// Whether there is a value, written or not, where a pointer points to; nothing is before the first element of an array
    /// without ends. Of a pointer that is so many bytes behind an object's start, whether as many bytes as needed are there.
    pub fn in_bounds(&self, pointer: &Value, needed: u64) -> Result<bool, Fault> {
        if let Value::Null = pointer {
            return Ok(false);
        }
        let spot = self.placed(Spot::of(pointer)?);
        if spot.bytes {
            return Ok(self.has_bytes(&spot, needed));
        }
        if spot.index.is_negative() {
            return Ok(false);
        }
        match self.at(&spot) {
            Ok(_) => Ok(true),
            Err(Fault::Undefined(Undefined::OutOfBounds(_) | Undefined::Dangling)) => Ok(false),
            Err(fault) => Err(fault),
        }
    }

    /// Whether from where a pointer points to, an array that has an end has a zero; all up to it were written.
    pub fn ends(&self, pointer: &Value) -> Result<bool, Fault> {
        if let Value::Null = pointer {
            return Ok(false);
        }
        let mut spot = self.placed(Spot::of(pointer)?);
        if spot.bytes || !spot.element || spot.index.is_negative() {
            return Ok(false);
        }
        let array = Spot { element: false, index: Int::ZERO, ..spot.clone() };
        match self.at(&array) {
            Ok((Value::Unbounded(_), _)) | Err(Fault::Undefined(Undefined::Dangling)) => return Ok(false),
            Ok(_) => {}
            Err(fault) => return Err(fault),
        }
        loop {
            match self.at(&spot) {
                Ok((Value::Uninitialized, _)) => return Ok(false),
                Ok((value, _)) if number(value)?.is_zero() => return Ok(true),
                Ok(_) => spot.index = &spot.index + &Int::ONE,
                Err(Fault::Undefined(Undefined::OutOfBounds(_) | Undefined::Dangling)) => return Ok(false),
                Err(fault) => return Err(fault),
            }
        }
    }

    /// The object that may be freed by this pointer, if there is one: it was allocated, and the pointer
    /// is to its start.
    pub fn allocated(&self, pointer: &Value) -> Result<Option<ObjectId>, Fault> {
        let spot = self.placed(Spot::of(pointer)?);
        Ok(Some(spot.object).filter(|object| self.is_start(&spot) && self.is_allocated(*object)))
    }

    /// Ends an object that was allocated in whatever way.
    pub fn free(&mut self, pointer: &Value) -> Result<(), Fault> {
        if let Value::Null = pointer {
            return Ok(());
        }
        let spot = self.placed(Spot::of(pointer)?);
        match self.origin(spot.object).filter(|_| self.is_start(&spot)) {
            Some(Origin::Allocated | Origin::Automatic) => {
                self.end(spot.object);
                Ok(())
            }
            Some(Origin::Variable) | None => Err(Undefined::InvalidFree.into()),
        }
    }

    /// The pointer moved by so many elements, each of this size, where they have one.
    pub fn offset(&self, pointer: &Value, by: &Int, unit: Option<u64>) -> Result<Value, Fault> {
        match pointer {
            Value::Null if by.is_zero() => Ok(Value::Null),
            Value::Null => Err(Undefined::NullOffset.into()),
            _ => {
                let spot = Spot::of(pointer)?;
                let in_bytes = spot.bytes || spot.object == ObjectId::NOWHERE;
                let bytes = match (in_bytes, unit) {
                    (true, Some(unit)) => by * &Int::from(unit as usize),
                    _ => by.clone(),
                };
                self.account.pointer(Spot { index: &spot.index + &bytes, ..spot })
            }
        }
    }

    /// The type of what a pointer points to, by the way there alone.
    pub fn pointed_type(&self, spot: &Spot) -> Option<TypeId> {
        let mut ty = self.type_of(spot.object)?;
        for step in spot.path.iter().flat_map(|path| path.iter()) {
            ty = match step {
                PathStep::Field(field) => self.types.record(ty)?.get(*field as usize)?.ty,
                PathStep::Index(_) => self.types.array(ty)?.0,
            };
        }
        if spot.element { Some(self.types.array(ty)?.0) } else { Some(ty) }
    }
}

impl Spot {
    /// So many bytes behind an object's start.
    pub fn byte(object: ObjectId, offset: Int) -> Spot {
        Spot { object, path: None, element: false, index: offset, bytes: true }
    }

    /// Where a pointer points to.
    pub fn of(pointer: &Value) -> Result<Spot, Fault> {
        match pointer {
            Value::Pointer(object) => {
                Ok(Spot { object: *object, path: None, element: false, index: Int::ZERO, bytes: false })
            }
            Value::Element(object, index) => Ok(Spot {
                object: *object,
                path: None,
                element: true,
                index: Int::from(*index),
                bytes: false,
            }),
            Value::Inner(inner) => Ok(inner.spot.clone()),
            Value::Null => Err(Undefined::NullDereference.into()),
            Value::Uninitialized => Err(Undefined::Uninitialized.into()),
            _ => Err(Undefined::Mistyped.into()),
        }
    }

    /// As [`Spot::of`]; null is the number 0 among pointers that are numbers.
    pub fn or_zero(pointer: &Value) -> Result<Spot, Fault> {
        match pointer {
            Value::Null => {
                let (object, index) = (ObjectId::NOWHERE, Int::ZERO);
                Ok(Spot { object, path: None, element: false, index, bytes: false })
            }
            _ => Spot::of(pointer),
        }
    }

    /// The steps from the object to the value.
    pub fn steps(&self) -> Result<impl Iterator<Item = Step<'_>>, Fault> {
        if self.bytes {
            return Err(MISTYPED);
        }
        if !self.element && !self.index.is_zero() {
            return Err(outside(&self.index));
        }
        let path = self.path.iter().flat_map(|path| path.iter());
        let path = path.map(|step| match step {
            PathStep::Field(field) => Step::Field(*field),
            PathStep::Index(index) => Step::Index(index),
        });
        Ok(path.chain(self.element.then_some(Step::Index(&self.index))))
    }

    /// The array around this element, and around that array if it is itself an element, and so on; this very
    /// spot if it is no element.
    pub fn outermost(&self) -> Spot {
        if !self.element {
            return Spot { index: Int::ZERO, ..self.clone() };
        }
        let path = self.path.iter().flat_map(|path| path.iter());
        let mut path: Vec<PathStep> = path.cloned().collect();
        while let Some(PathStep::Index(_)) = path.last() {
            path.pop();
        }
        let path = (!path.is_empty()).then(|| path.into());
        Spot { object: self.object, path, element: false, index: Int::ZERO, bytes: false }
    }

    /// Whether it is the object, or the first part of it by the way there alone.
    pub fn is_first_part(&self) -> bool {
        let path = self.path.iter().flat_map(|path| path.iter());
        let mut indices = path.map(|step| match step {
            PathStep::Field(field) => *field == 0,
            PathStep::Index(index) => index.is_zero(),
        });
        self.index.is_zero() && indices.all(|is_first| is_first)
    }

    /// The steps from the object to the value, as the beginning of a longer path.
    pub fn into_path(self) -> Vec<PathStep> {
        let mut path = self.path.map_or_else(Vec::new, |path| path.to_vec());
        if self.element {
            path.push(PathStep::Index(self.index));
        }
        path
    }
}

/// A step into an array or a record.
pub(crate) enum Step<'s> {
    Field(u32),
    Index(&'s Int),
}

impl<'c> ObjectTypes<'c> {
    pub fn new(types: &'c Types) -> ObjectTypes<'c> {
        let has_empty = types.iter().any(|(id, _)| types.size_of(id) == Some(0));
        ObjectTypes { types, has_empty, compared: RefCell::default() }
    }

    /// How many numbers and pointers a value of a type consists of.
    pub fn scalars(&self, ty: TypeId) -> Option<u64> {
        self.types.scalars(ty)
    }

    pub fn get(&self, ty: TypeId) -> Option<&'c Type> {
        self.types.get(ty)
    }

    /// An array type's elements, and its length where it is fixed.
    #[inline]
    pub fn array(&self, ty: TypeId) -> Option<(TypeId, Option<u64>)> {
        match self.types.get(ty) {
            Some(Type::Array { element, length }) => Some((*element, *length)),
            _ => None,
        }
    }

    pub fn record(&self, ty: TypeId) -> Option<&'c [Field]> {
        match self.types.get(ty) {
            Some(Type::Record(fields)) => Some(fields),
            _ => None,
        }
    }

    /// Fails unless a value of the found type may be used as one of the expected type. Tells how, if they are
    /// integers that differ in their sign.
    #[inline]
    pub fn expect(&self, found: TypeId, expected: TypeId) -> Result<Option<OtherSign>, Fault> {
        if found == expected { Ok(None) } else { self.expect_other(found, expected) }
    }

    #[cold]
    fn expect_other(&self, found: TypeId, expected: TypeId) -> Result<Option<OtherSign>, Fault> {
        if let (Some(Type::Int(own)), Some(Type::Int(seen))) = (self.get(found), self.get(expected))
            && own.has_other_sign(*seen)
        {
            return Ok(Some(OtherSign { own: *own, seen: *seen }));
        }
        if self.fits(found, expected) { Ok(None) } else { Err(MISTYPED) }
    }

    /// Whether the types are the same, but for lengths of arrays that the expected type leaves open.
    #[cold]
    fn fits(&self, found: TypeId, expected: TypeId) -> bool {
        match (self.array(found), self.array(expected)) {
            (Some((found, _)), Some((expected, None))) => self.fits(found, expected),
            _ => self.same(found, expected),
        }
    }

    #[cold]
    fn same(&self, left: TypeId, right: TypeId) -> bool {
        let mut compared = self.compared.borrow_mut();
        *compared.entry((left, right)).or_insert_with(|| self.types.same(left, right))
    }

    fn part<'v>(&self, value: &'v Value, ty: TypeId, step: Step<'_>) -> Result<(&'v Value, TypeId), Fault> {
        match step {
            Step::Index(index) => {
                let (inner, length) = self.array(ty).ok_or(MISTYPED)?;
                Ok((element(value, index, length)?, inner))
            }
            Step::Field(number) => {
                let inner = self.record(ty).and_then(|fields| fields.get(number as usize)).ok_or(MISTYPED)?;
                Ok((field(value, number)?, inner.ty))
            }
        }
    }

    fn part_mut<'v>(
        &self,
        value: &'v mut Value,
        ty: TypeId,
        step: Step<'_>,
        account: &Account,
    ) -> Result<(&'v mut Value, TypeId), Fault> {
        match step {
            Step::Index(index) => {
                let (inner, length) = self.array(ty).ok_or(MISTYPED)?;
                Ok((element_mut(value, index, length, account)?, inner))
            }
            Step::Field(number) => {
                let fields = self.record(ty).ok_or(MISTYPED)?;
                let inner = fields.get(number as usize).ok_or(MISTYPED)?;
                Ok((field_mut(value, number, fields.len(), account)?, inner.ty))
            }
        }
    }
}

const MISTYPED: Fault = Fault::Undefined(Undefined::Mistyped);
