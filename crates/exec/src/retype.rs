//! Pointers seen as pointers of another type, as C does by way of `void *`.
//!
//! Objects hold typed values, so memory can be used only through its own type. A path on which a pointer becomes
//! one to another type than it points to is cut, even if it is never followed. Integers of the other sign are no
//! other type: they are converted when they are read, and back when they are written.

use crate::eval::{Evaluator, Result, Stuck};
use crate::memory::into;
use crate::value::{ObjectId, Spot, Value, Way};
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
        for (guard, target) in pointer.targets() {
            let is_own = |spot: &Spot| {
                if spot.object == ObjectId::NOWHERE {
                    return true;
                }
                let found = self.type_in(spot.object, &into(spot));
                found.is_some_and(|found| found == *wanted || fits(types, found, *wanted))
            };
            if target.as_ref().is_none_or(is_own) {
                continue;
            }
            match self.state.fixed.get(&guard).copied().unwrap_or(guard) {
                Term::FALSE => {}
                Term::TRUE => return Err(Stuck::Unsupported("memory is used as another type than its own")),
                guard => return Err(Stuck::SplitGuards(vec![guard, self.context.terms.not(guard)])),
            }
        }
        Ok(value)
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
