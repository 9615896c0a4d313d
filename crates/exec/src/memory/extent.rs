//! Extents of memory: how long arrays are, whether what a pointer points to exists, and whether it is inside.

use super::{MISSING, OUTSIDE, PART_OF_MAP, Start, UNWRITTEN, part_number};
use crate::eval::{Evaluator, Result, Stuck};
use crate::table::length_within;
use crate::value::{ObjectId, Pointer, Spot, Value, Way};
use kyklos_base::Int;
use kyklos_flow::{Place, TypeId};
use kyklos_term::Term;

impl Evaluator<'_, '_> {
    /// How many elements the array at a place has.
    pub fn length(&mut self, place: &Place) -> Result<Term> {
        if let Some(length) = self.length_in_map(place)? {
            return Ok(length);
        }
        match self.load(place)? {
            Value::Aggregate(parts) => Ok(self.context.terms.int(&Int::from(parts.len()))),
            value => match length_within(&value, &[]) {
                Some(length) => length.ok_or(Stuck::Undefined("the length of an endless array")),
                None => Err(Stuck::Undefined("the length of an array that was never written")),
            },
        }
    }

    /// The length of an array that is part of a function, where the place is one and only one.
    fn length_in_map(&mut self, place: &Place) -> Result<Option<Term>> {
        let state = self.state;
        let resolved = self.resolve(place)?;
        let [(_, start, ways)] = resolved.roots.as_slice() else { return Ok(None) };
        if let Start::Bytes(object, offset, ty) = start {
            return self.length_in_bytes(*object, *offset, *ty).map(Some);
        }
        let (mut value, mut ways) = (start.value(state).ok_or(MISSING)?, ways.as_slice());
        loop {
            match (value, ways) {
                (Value::Map(_) | Value::Table(_) | Value::Sparse(_), [_, ..]) => {
                    return Ok(length_within(value, ways).flatten());
                }
                (Value::Aggregate(parts), [way, rest @ ..]) => {
                    let Some(part) = part_number(self.context, *way).and_then(|number| parts.get(number))
                    else {
                        return Ok(None);
                    };
                    (value, ways) = (part, rest);
                }
                _ => return Ok(None),
            }
        }
    }

    /// Whether what a pointer points to still exists; null counts as existing.
    pub fn live(&mut self, pointer: &Pointer) -> Term {
        let mut cases = Vec::new();
        for (guard, target) in pointer.targets() {
            let live = match target {
                Some(spot) if spot.object == ObjectId::NOWHERE => self.may_be_address(spot.index),
                Some(spot) => self.state.objects.get(spot.object.0 as usize).map_or(Term::FALSE, |o| o.live),
                None => Term::TRUE,
            };
            cases.push(self.context.terms.both(guard, live));
        }
        self.context.terms.or(cases)
    }

    /// Whether a pointer is null, or to the start of an object that was allocated and still exists.
    pub fn allocated(&mut self, pointer: &Pointer) -> Term {
        let mut cases = Vec::new();
        for (guard, target) in pointer.targets() {
            let Some(spot) = target else {
                cases.push(guard);
                continue;
            };
            for (here, spot) in self.places(spot) {
                let object = self.state.objects.get(spot.object.0 as usize);
                let object = object.filter(|object| object.allocated);
                let live = object.map_or(Term::FALSE, |object| object.live);
                let start = self.is_start(&spot);
                cases.push(self.context.terms.and([guard, here, live, start]));
            }
        }
        self.context.terms.or(cases)
    }

    /// Whether a spot has the address of its object.
    fn is_start(&mut self, spot: &Spot) -> Term {
        if let Some(offset) = self.offset_in_object(spot) {
            return self.context.terms.is_zero(offset);
        }
        let mut parts = vec![self.context.terms.is_zero(spot.index)];
        for way in spot.path.iter() {
            parts.push(match way {
                Way::Field(field) => Term::truth(*field == 0),
                Way::Index(index) => self.context.terms.is_zero(*index),
            });
        }
        self.context.terms.and(parts)
    }

    /// Whether a pointer points to something that its array has; if it is so many bytes behind an object's start,
    /// whether the object has a value of this type there, or the first byte of a record.
    pub fn in_bounds(&mut self, pointer: &Pointer, target: Option<TypeId>) -> Result<Term> {
        let (ty, mut cases) = (target, Vec::new());
        for (guard, target) in pointer.targets() {
            let Some(spot) = target else { continue };
            let inside = if spot.object == ObjectId::NOWHERE {
                let mut places = Vec::new();
                for (here, spot) in self.places(spot) {
                    let inside = self.bytes_in_bounds(&spot, ty)?;
                    places.push(self.context.terms.both(here, inside));
                }
                self.context.terms.or(places)
            } else if spot.bytes {
                self.bytes_in_bounds(&spot, ty)?
            } else if spot.element {
                match self.element_count(&spot)? {
                    Some(count) => {
                        let terms = &mut self.context.terms;
                        let (low, high) = (terms.ge(spot.index, Term::ZERO), terms.lt(spot.index, count));
                        terms.both(low, high)
                    }
                    // Pointers do not lead before its first element.
                    None => self.context.terms.ge(spot.index, Term::ZERO),
                }
            } else {
                self.context.terms.is_zero(spot.index)
            };
            cases.push(self.context.terms.both(guard, inside));
        }
        Ok(self.context.terms.or(cases))
    }

    /// How many elements the array has that a spot points into; `None` is no limit.
    pub(crate) fn element_count(&mut self, spot: &Spot) -> Result<Option<Term>> {
        let mut value = self.state.object(spot.object).ok_or(MISSING)?.clone();
        let mut ways = &spot.path[..];
        loop {
            value = self.fixed_value(value)?;
            match (&value, ways) {
                (Value::Aggregate(parts), []) => {
                    return Ok(Some(self.context.terms.int(&Int::from(parts.len()))));
                }
                (Value::Aggregate(parts), [way, rest @ ..]) => {
                    // All elements of an array of arrays have one length, so any of them will do.
                    let number = part_number(self.context, *way).unwrap_or(0);
                    let part = parts.get(number).or(parts.first()).ok_or(OUTSIDE)?.clone();
                    (value, ways) = (part, rest);
                }
                (Value::Map(_) | Value::Table(_) | Value::Sparse(_), _) => {
                    return length_within(&value, ways).ok_or(PART_OF_MAP);
                }
                _ => return Err(UNWRITTEN),
            }
        }
    }
}
