//! Pointers seen as pointers of another type, as C does by way of `void *`.
//!
//! Objects hold typed values, so memory can be used only through its own type. A path on which a pointer becomes
//! one to another type than it points to is cut, even if it is never followed.

use crate::eval::{Evaluator, Result, Stuck};
use crate::value::{Spot, Value, Way};
use kyklos_flow::{Type, TypeId, Types};
use kyklos_term::Term;

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
                self.type_at(spot).is_some_and(|found| found == *wanted || fits(types, found, *wanted))
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

    /// The type of what a pointer points to.
    fn type_at(&self, spot: &Spot) -> Option<TypeId> {
        let types = &self.context.program.types;
        let mut ty = self.state.objects.get(spot.object.0 as usize)?.ty;
        let element = |ty: TypeId| match types.get(ty) {
            Some(Type::Array { element, .. }) => Some(*element),
            _ => None,
        };
        for way in spot.path.iter() {
            ty = match (way, types.get(ty)?) {
                (Way::Field(field), Type::Record(fields)) => fields.get(*field)?.ty,
                (Way::Index(_), _) => element(ty)?,
                (Way::Field(_), _) => return None,
            };
        }
        if spot.element { element(ty) } else { Some(ty) }
    }
}

/// Whether the types are the same, but for lengths of arrays that the wanted type leaves open.
fn fits(types: &Types, found: TypeId, wanted: TypeId) -> bool {
    match (types.get(found), types.get(wanted)) {
        (Some(Type::Array { element: found, .. }), Some(Type::Array { element: wanted, length: None })) => {
            fits(types, *found, *wanted)
        }
        _ => types.same(found, wanted),
    }
}
