//! Pointers seen as pointers of another type, as C does by way of `void *`.
//!
//! A pointer to memory of another type becomes a number of bytes behind the start of its object, and what it is used for
//! goes through a view of the bytes there ([`crate::view`]). Where the object is an array of the wanted type, it is an
//! element of that again. Integers of the other sign are no other type: they are converted when they are read, and back
//! when they are written.

use crate::eval::{Evaluator, Result, Stuck};
use crate::memory::into;
use crate::value::{ObjectId, Pointer, Spot, Value, Way};
use kyklos_flow::{IntType, Place, Root, Type, TypeId, Types};
use kyklos_term::{Node, Term};

impl Evaluator<'_, '_> {
    /// A pointer as one of this type.
    pub(crate) fn retyped(&mut self, ty: TypeId, value: Value) -> Result<Value> {
        let types = &self.context.program.types;
        let (Value::Pointer(pointer), Some(Type::Pointer(wanted))) = (&value, types.get(ty)) else {
            return Ok(value);
        };
        if let Some(Type::Opaque) = types.get(*wanted) {
            return Ok(value);
        }
        let mut all = Vec::new();
        for (guard, target) in pointer.targets() {
            let is_own = |spot: &Spot| {
                if spot.object == ObjectId::NOWHERE {
                    return true;
                }
                if spot.bytes {
                    return false;
                }
                let found = self.type_in(spot.object, &into(spot));
                found.is_some_and(|found| found == *wanted || fits(types, found, *wanted))
            };
            let Some(spot) = target.as_ref().filter(|spot| !is_own(spot)) else {
                all.push((guard, target));
                continue;
            };
            let Some(offset) = self.offset_in_object(spot) else {
                return Err(Stuck::Unsupported(
                    "memory without a layout is used as another type than its own",
                ));
            };
            all.push((guard, Some(self.element_at(spot.object, offset, *wanted))));
        }
        Ok(Value::Pointer(Pointer::of(&mut self.context.terms, all)))
    }

    /// So many bytes behind an object's start, as a pointer to values of a type: to an element, if the object is an
    /// array of such, or to the object, if it is one.
    fn element_at(&mut self, object: ObjectId, offset: Term, wanted: TypeId) -> Spot {
        let program = self.context.program;
        let is_wanted = |found: TypeId| found == wanted || fits(&program.types, found, wanted);
        match self.state.objects.get(object.0 as usize).map(|object| object.ty) {
            Some(ty) if is_wanted(ty) && offset == Term::ZERO => return Spot::whole(object),
            Some(ty) => {
                if let Some(Type::Array { element, .. }) = program.types.get(ty)
                    && is_wanted(*element)
                    && let Some(size) = program.types.size_of(*element).filter(|size| *size > 0)
                    && let Some((index, Term::ZERO)) = self.divided_exactly(offset, size)
                {
                    return Spot { index, ..Spot::first_element(object) };
                }
            }
            None => {}
        }
        Spot::byte(object, offset)
    }

    /// The type that a place has for the program, if it is an integer behind a pointer that may be one to memory
    /// of the other sign. Places in arrays and records cannot: those are used only through their own types.
    pub(crate) fn integers_at(&self, place: &Place) -> Option<IntType> {
        if !self.context.retypes_integers || !matches!(place.root, Root::Deref(_)) || !place.steps.is_empty()
        {
            return None;
        }
        let program = self.context.program;
        let procedure = program.procedures.get(self.state.procedure())?;
        integers(&program.types, place.type_in(program, procedure)?)
    }

    /// The own type of the integer in an object, if it is one.
    pub(crate) fn integers_in(&self, object: ObjectId, ways: &[Way]) -> Option<IntType> {
        integers(&self.context.program.types, self.type_in(object, ways)?)
    }

    /// The type of what a pointer points to that is one to values of a type for the program: another one only if
    /// it is the integers of the other sign.
    pub(crate) fn own_integers(&self, spot: &Spot, ty: TypeId) -> TypeId {
        let own = self.type_in(spot.object, &into(spot));
        let types = &self.context.program.types;
        own.filter(|own| have_other_sign(types, *own, ty)).unwrap_or(ty)
    }

    /// A number of one type as that of another, if that is the same but for the sign.
    pub(crate) fn with_sign(&mut self, from: IntType, to: IntType, value: Value) -> Value {
        match value {
            Value::Int(number) if from.has_other_sign(to) => Value::Int(self.number_with_sign(to, number)),
            value => value,
        }
    }

    fn number_with_sign(&mut self, to: IntType, number: Term) -> Term {
        // What is only tried out may demand that numbers do not wrap, but text has bytes of both signs. As no recurrence goes
        // through what is read from an array, cases do no harm there.
        let is_element = matches!(self.context.terms.node(number), Some(Node::Read(..)));
        if !self.context.wraps()
            && is_element
            && let Some(wrapped) = self.wrapped_by_cases(to, number)
        {
            return wrapped;
        }
        self.convert(to, number)
    }

    /// The type of a part of an object.
    pub(crate) fn type_in(&self, object: ObjectId, ways: &[Way]) -> Option<TypeId> {
        let types = &self.context.program.types;
        let mut ty = self.state.objects.get(object.0 as usize)?.ty;
        for way in ways {
            ty = match (way, types.get(ty)?) {
                (Way::Field(field), Type::Record(fields)) => fields.get(*field)?.ty,
                (Way::Index(_), Type::Array { element, .. }) => *element,
                _ => return None,
            };
        }
        Some(ty)
    }
}

/// Whether values of the found type may be used as ones of the wanted type.
fn fits(types: &Types, found: TypeId, wanted: TypeId) -> bool {
    have_other_sign(types, found, wanted) || are_same(types, found, wanted)
}

/// Whether the types are the same, but for lengths of arrays that the wanted type leaves open.
fn are_same(types: &Types, found: TypeId, wanted: TypeId) -> bool {
    match (types.get(found), types.get(wanted)) {
        (Some(Type::Array { element: found, .. }), Some(Type::Array { element: wanted, length: None })) => {
            are_same(types, *found, *wanted)
        }
        _ => types.same(found, wanted),
    }
}

fn have_other_sign(types: &Types, left: TypeId, right: TypeId) -> bool {
    integers(types, left).zip(integers(types, right)).is_some_and(|(left, right)| left.has_other_sign(right))
}

fn integers(types: &Types, ty: TypeId) -> Option<IntType> {
    match types.get(ty)? {
        Type::Int(integers) => Some(*integers),
        _ => None,
    }
}
