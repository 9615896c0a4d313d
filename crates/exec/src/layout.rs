//! Where places lie in their objects: pointers into one object are compared, ordered and subtracted by their
//! distance in bytes from its start, so that an object and its first part have one address, and one past a row is
//! the start of the next.

use crate::eval::{Evaluator, Result, Stuck};
use crate::value::{ObjectId, Pointer, Spot, Way};
use kyklos_base::Int;
use kyklos_flow::{Type, TypeId};
use kyklos_term::Term;

impl Evaluator<'_, '_> {
    /// Whether two pointers are equal.
    pub(crate) fn pointers_equal(&mut self, left: &Pointer, right: &Pointer) -> Result<Term> {
        let mut cases = Vec::new();
        for (guard, target) in left.targets() {
            for (other_guard, other) in right.targets() {
                let same = match (&target, &other) {
                    (None, None) => Term::TRUE,
                    _ if self.context.terms.both(guard, other_guard) == Term::FALSE => Term::FALSE,
                    (Some(a), Some(b)) => self.spots_equal(a, b)?,
                    _ => Term::FALSE,
                };
                cases.push(self.context.terms.and([guard, other_guard, same]));
            }
        }
        Ok(self.context.terms.or(cases))
    }

    fn spots_equal(&mut self, a: &Spot, b: &Spot) -> Result<Term> {
        match (a.object, b.object) {
            (same, other) if same == other => {}
            (ObjectId::NOWHERE, _) => return self.guessed(a.index, b),
            (_, ObjectId::NOWHERE) => return self.guessed(b.index, a),
            _ => return Ok(Term::FALSE),
        }
        if a == b {
            return Ok(Term::TRUE);
        }
        if are_in_line(a, b) && self.step_of(a) != Some(0) {
            return Ok(self.context.terms.eq(a.index, b.index));
        }
        Ok(match (self.offset_in_object(a), self.offset_in_object(b)) {
            (Some(x), Some(y)) => self.context.terms.eq(x, y),
            _ => a.equal(b, &mut self.context.terms),
        })
    }

    /// How many elements of this type the first pointer lies behind the second. Without a type, a number that
    /// is as negative, zero or positive as that.
    pub(crate) fn distance(
        &mut self,
        left: &Pointer,
        right: &Pointer,
        element: Option<TypeId>,
    ) -> Result<Term> {
        let mut result: Option<Term> = None;
        for (guard, target) in left.targets() {
            for (other_guard, other) in right.targets() {
                let both = self.context.terms.both(guard, other_guard);
                if both == Term::FALSE {
                    continue;
                }
                let difference = match (&target, &other) {
                    (None, None) => Term::ZERO,
                    (Some(a), Some(b)) => self.spot_distance(a, b, element)?,
                    // Null is the number 0 among pointers that are numbers, and before all objects.
                    (Some(spot), None) => self.spot_distance(spot, &Spot::nowhere(Term::ZERO), element)?,
                    (None, Some(spot)) => self.spot_distance(&Spot::nowhere(Term::ZERO), spot, element)?,
                };
                let terms = &mut self.context.terms;
                result = Some(result.map_or(difference, |rest| terms.ite(both, difference, rest)));
            }
        }
        result.ok_or(Stuck::Undefined("a comparison of pointers that are not valid"))
    }

    fn spot_distance(&mut self, a: &Spot, b: &Spot, element: Option<TypeId>) -> Result<Term> {
        if a.object != b.object {
            if element.is_some() {
                return Err(UNRELATED);
            }
            let (x, y) = (self.address_of_spot(a)?, self.address_of_spot(b)?);
            self.set_apart(x, y)?;
            return Ok(self.context.terms.sub(x, y));
        }
        if are_in_line(a, b) && a.object != ObjectId::NOWHERE {
            return Ok(self.context.terms.sub(a.index, b.index));
        }
        let (Some(x), Some(y)) = (self.offset_in_object(a), self.offset_in_object(b)) else {
            return Err(UNRELATED);
        };
        let bytes = self.context.terms.sub(x, y);
        let Some(element) = element else { return Ok(bytes) };
        match self.context.program.types.size_of(element) {
            Some(size) if size > 0 => Ok(self.divided(bytes, &Int::from(size as usize))),
            _ => Err(UNRELATED),
        }
    }

    /// A number of bytes as one of units; each summand by itself, where that leaves nothing over.
    fn divided(&mut self, bytes: Term, unit: &Int) -> Term {
        let terms = &mut self.context.terms;
        let (constant, parts) = terms.polynomial(bytes);
        let divide = |number: &Int| {
            let rest = number.rem_trunc(unit)?;
            rest.is_zero().then(|| number.div_trunc(unit)).flatten()
        };
        let whole: Option<Vec<_>> =
            parts.iter().map(|(factor, part)| Some((divide(factor)?, *part))).collect();
        match (divide(&constant), whole) {
            (Some(constant), Some(parts)) => {
                let (sum, constant) = (terms.linear(&parts), terms.int(&constant));
                terms.add(sum, constant)
            }
            _ => {
                let unit = terms.int(unit);
                terms.div_trunc(bytes, unit)
            }
        }
    }

    /// How many bytes a spot lies behind the start of its object; `None` where there is no layout.
    pub(crate) fn offset_in_object(&mut self, spot: &Spot) -> Option<Term> {
        if spot.object == ObjectId::NOWHERE || spot.bytes {
            return Some(spot.index);
        }
        let types = &self.context.program.types;
        let mut ty = self.state.objects.get(spot.object.0 as usize)?.ty;
        let mut offset = Term::ZERO;
        for (depth, way) in spot.path.iter().enumerate() {
            let (step, inner) = match (way, types.get(ty)?) {
                (Way::Field(field), Type::Record(fields)) => {
                    let bytes = types.offset_of(ty, *field)?;
                    (self.context.terms.int(&Int::from(bytes as usize)), fields.get(*field)?.ty)
                }
                (Way::Index(index), Type::Array { element, .. }) => {
                    let size = self.size_in_object(spot.object, &spot.path[..=depth], *element)?;
                    (self.context.terms.mul(*index, size), *element)
                }
                _ => return None,
            };
            (offset, ty) = (self.context.terms.add(offset, step), inner);
        }
        let mut path = spot.path.to_vec();
        if let (true, Type::Array { element, .. }) = (spot.element, types.get(ty)?) {
            path.push(Way::Index(spot.index));
            ty = *element;
        }
        let size = self.size_in_object(spot.object, &path, ty)?;
        let moved = self.context.terms.mul(spot.index, size);
        Some(self.context.terms.add(offset, moved))
    }

    /// How many bytes an object takes; `None` if there is no limit, or no layout.
    pub(crate) fn object_size(&mut self, object: ObjectId) -> Option<Term> {
        let ty = self.state.objects.get(object.0 as usize)?.ty;
        self.size_in_object(object, &[], ty)
    }

    /// How many bytes the value behind a path takes. Where its type leaves lengths open, they are those of the array.
    fn size_in_object(&mut self, object: ObjectId, path: &[Way], ty: TypeId) -> Option<Term> {
        let types = &self.context.program.types;
        if let Some(size) = types.size_of(ty) {
            return Some(self.context.terms.int(&Int::from(size as usize)));
        }
        let Some(Type::Array { element, .. }) = types.get(ty) else { return None };
        let array = Spot { path: path.into(), ..Spot::first_element(object) };
        let count = self.element_count(&array).ok()??;
        let inner = [path, &[Way::Index(Term::ZERO)]].concat();
        let size = self.size_in_object(object, &inner, *element)?;
        Some(self.context.terms.mul(count, size))
    }

    /// How many bytes a spot moves if its index grows by one, where the type alone says so.
    fn step_of(&self, spot: &Spot) -> Option<u64> {
        let mut ways = spot.path.to_vec();
        if spot.element {
            ways.push(Way::Index(spot.index));
        }
        self.context.program.types.size_of(self.type_in(spot.object, &ways)?)
    }
}

const UNRELATED: Stuck = Stuck::Unsupported("the order of pointers into different objects");

/// Whether two spots of one object differ in nothing but how far they were moved.
fn are_in_line(a: &Spot, b: &Spot) -> bool {
    (&a.path, a.element, a.bytes) == (&b.path, b.element, false)
}
