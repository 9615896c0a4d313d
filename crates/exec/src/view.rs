//! Memory seen as bytes. Note [bytes].
//!
//! Objects hold typed values. An access that does not fit the type of what lies there goes through a view of just the
//! part it touches: what is read is composed of the bytes of the numbers and pointers that it overlaps, what is written
//! is put into them byte by byte ([`crate::leaves`]). So they keep their types.

use crate::eval::{Evaluator, Result, Stuck};
use crate::leaves::{Byte, NO_BYTES, NO_LAYOUT, OUTSIDE};
use crate::value::{ObjectId, Pointer, Spot, Value, Way};
use kyklos_base::Int;
use kyklos_flow::{IntType, Place, Step, Type, TypeId};
use kyklos_term::Term;
use kyklos_term::bounds::SymbolBounds;
use std::rc::Rc;

/// At most so many places are looked at where it is not known which one is meant.
pub(crate) const CANDIDATES: usize = 256;
/// At most so many numbers and pointers are read or written as one.
pub(crate) const PARTS: u64 = 1 << 12;

const UNKNOWN_PLACE: Stuck =
    Stuck::Unsupported("memory at an unknown place in an object is used as another type than its own");
pub(crate) const TOO_LARGE: Stuck = Stuck::Unsupported("a large array is used as another type than its own");

/// What an object holds, and of which type that is.
#[derive(Clone, Copy)]
pub(crate) struct Content<'v> {
    pub(crate) object: ObjectId,
    pub(crate) value: &'v Value,
    pub(crate) ty: TypeId,
}

impl Evaluator<'_, '_> {
    /// The value of a type that lies so many bytes behind an object's start; `Uninitialized` if some bytes of a
    /// number or pointer were never written.
    pub(crate) fn view(&mut self, content: Content<'_>, offset: Term, ty: TypeId) -> Result<Value> {
        let offset = self.state.fixed.get(&offset).copied().unwrap_or(offset);
        if let Some((ways, found)) = self.part_at(content, offset, ty) {
            let value = self.navigate(content.value, &ways)?;
            let value = self.fixed_value(value)?;
            return self.seen_as(value, found, ty);
        }
        let program = self.context.program;
        match program.types.get(ty) {
            Some(Type::Record(fields)) => {
                let mut parts = Vec::with_capacity(fields.len());
                for (number, field) in fields.iter().enumerate() {
                    let at = program.types.offset_of(ty, number).ok_or(NO_LAYOUT)?;
                    let at = self.moved(offset, at);
                    parts.push(self.view(content, at, field.ty)?);
                }
                Ok(Value::Aggregate(Rc::new(parts)))
            }
            Some(Type::Array { element, length: Some(length) }) => {
                if program.types.scalars(ty).is_none_or(|count| count > crate::table::SMALL_ARRAY) {
                    return Err(TOO_LARGE);
                }
                let size = program.types.size_of(*element).ok_or(NO_LAYOUT)?;
                let parts = (0..*length).map(|index| {
                    let at = self.moved(offset, index * size);
                    self.view(content, at, *element)
                });
                Ok(Value::Aggregate(Rc::new(parts.collect::<Result<Vec<_>>>()?)))
            }
            Some(Type::Int(_) | Type::Pointer(_)) => self.scalar_view(content, offset, ty),
            _ => Err(NO_BYTES),
        }
    }

    fn scalar_view(&mut self, content: Content<'_>, offset: Term, ty: TypeId) -> Result<Value> {
        let size = self.scalar_size(ty)?;
        if let Some(at) = self.context.terms.as_int(offset) {
            let at = at.to_usize().ok_or(OUTSIDE)? as u64;
            let bytes = self.bytes_at(content, at, size)?;
            return self.composed(&bytes, ty);
        }
        if self.is_text(content) {
            let bytes: Result<Vec<Byte>> = (0..size)
                .map(|number| {
                    let index = self.moved(offset, number);
                    let value = self.navigate(content.value, &[Way::Index(index)])?;
                    self.byte_of(value)
                })
                .collect();
            return self.composed(&bytes?, ty);
        }
        let mut result: Option<Value> = None;
        for (at, here) in self.candidates_at(content, offset, size)?.into_iter().rev() {
            let at = self.context.terms.int(&Int::from(at as usize));
            let value = self.scalar_view(content, at, ty)?;
            result = Some(match result {
                None => value,
                Some(other) => Value::choose(&mut self.context.terms, here, &value, &other)
                    .ok_or_else(|| self.split_at(here))?,
            });
        }
        result.ok_or(OUTSIDE)
    }

    /// What an object's value becomes when a value of a type is written so many bytes behind its start, where the
    /// guard holds.
    pub(crate) fn with_view(
        &mut self,
        content: Content<'_>,
        offset: Term,
        ty: TypeId,
        new: &Value,
        guard: Term,
    ) -> Result<Value> {
        let offset = self.state.fixed.get(&offset).copied().unwrap_or(offset);
        let split = self.split_at(guard);
        if let Some((ways, found)) = self.part_at(content, offset, ty) {
            let new = self.seen_as(new.clone(), ty, found)?;
            return self.replaced(content.value, &ways, &new, guard, &split);
        }
        let program = self.context.program;
        let parts: Vec<(u64, TypeId)> = match program.types.get(ty) {
            Some(Type::Record(fields)) => {
                let offsets = (0..fields.len()).map(|number| program.types.offset_of(ty, number));
                let offsets = offsets.collect::<Option<Vec<_>>>().ok_or(NO_LAYOUT)?;
                offsets.into_iter().zip(fields.iter().map(|field| field.ty)).collect()
            }
            Some(Type::Array { element, length: Some(length) }) => {
                let size = program.types.size_of(*element).ok_or(NO_LAYOUT)?;
                if program.types.scalars(ty).is_none_or(|count| count > PARTS) {
                    return Err(TOO_LARGE);
                }
                (0..*length).map(|index| (index * size, *element)).collect()
            }
            Some(Type::Int(_) | Type::Pointer(_)) => {
                return self.with_scalar(content, offset, ty, new, guard);
            }
            _ => return Err(NO_BYTES),
        };
        let mut value = content.value.clone();
        for (number, (at, part)) in parts.into_iter().enumerate() {
            let at = self.moved(offset, at);
            let number = self.context.terms.int(&Int::from(number));
            let new = match (new, program.types.get(ty)) {
                (Value::Uninitialized, _) => Value::Uninitialized,
                (Value::Aggregate(parts), _) => {
                    let number = self.context.terms.as_int(number).and_then(|number| number.to_usize());
                    number.and_then(|number| parts.get(number)).ok_or(NO_BYTES)?.clone()
                }
                (new, Some(Type::Array { .. })) => self.navigate(new, &[Way::Index(number)])?,
                _ => return Err(NO_BYTES),
            };
            value = self.with_view(Content { value: &value, ..content }, at, part, &new, guard)?;
        }
        Ok(value)
    }

    fn with_scalar(
        &mut self,
        content: Content<'_>,
        offset: Term,
        ty: TypeId,
        new: &Value,
        guard: Term,
    ) -> Result<Value> {
        let size = self.scalar_size(ty)?;
        let split = self.split_at(guard);
        if let Some(at) = self.context.terms.as_int(offset) {
            let at = at.to_usize().ok_or(OUTSIDE)? as u64;
            let new = self.bytes_of(new, size)?;
            return self.with_bytes(content, at, &new, guard);
        }
        let mut value = content.value.clone();
        if self.is_text(content) {
            for (number, byte) in self.bytes_of(new, size)?.into_iter().enumerate() {
                let index = self.moved(offset, number as u64);
                let new = self.stored(&[byte], self.element_of(content.ty)?)?;
                value = self.replaced(&value, &[Way::Index(index)], &new, guard, &split)?;
            }
            return Ok(value);
        }
        for (at, here) in self.candidates_at(content, offset, size)? {
            let guard = self.context.terms.both(guard, here);
            let guard = self.state.fixed.get(&guard).copied().unwrap_or(guard);
            if guard != Term::FALSE {
                let at = self.context.terms.int(&Int::from(at as usize));
                value = self.with_view(Content { value: &value, ..content }, at, ty, new, guard)?;
            }
        }
        Ok(value)
    }

    /// Where in an object a value of a type lies that can be used for one of this type, so many bytes behind the
    /// object's start: the way there, and the own type.
    pub(crate) fn part_at(
        &mut self,
        content: Content<'_>,
        offset: Term,
        wanted: TypeId,
    ) -> Option<(Vec<Way>, TypeId)> {
        let program = self.context.program;
        let (mut ty, mut rest, mut ways) = (content.ty, offset, Vec::new());
        loop {
            if rest == Term::ZERO && self.is_usable(ty, wanted) {
                return Some((ways, ty));
            }
            match program.types.get(ty)? {
                Type::Array { element, length } => {
                    let size = program.types.size_of(*element).filter(|size| *size > 0)?;
                    let (index, left) = self.divided_exactly(rest, size)?;
                    // An index that is not known may lead out of an array in the object, and to what lies behind it.
                    let fixed = self.context.terms.as_int(index);
                    let inside = match (fixed, length) {
                        (Some(index), Some(length)) => {
                            index.to_usize().is_some_and(|at| (at as u64) < *length)
                        }
                        (Some(index), None) => !index.is_negative(),
                        (None, Some(length)) if !ways.is_empty() => self.is_below(index, *length),
                        (None, _) => ways.is_empty(),
                    };
                    if !inside {
                        return None;
                    }
                    ways.push(Way::Index(index));
                    (ty, rest) = (*element, left);
                }
                Type::Record(fields) => {
                    let at = self.context.terms.as_int(rest)?.to_usize()? as u64;
                    let (number, start) = (0..fields.len()).rev().find_map(|number| {
                        let start = program.types.offset_of(ty, number)?;
                        let size = program.types.size_of(fields[number].ty);
                        (start <= at && size.is_none_or(|size| at < start + size)).then_some((number, start))
                    })?;
                    ways.push(Way::Field(number));
                    rest = self.context.terms.int(&Int::from((at - start) as usize));
                    ty = fields[number].ty;
                }
                _ => return None,
            }
        }
    }

    /// A number as a multiple of a constant, and what is left, a constant below that.
    pub(crate) fn divided_exactly(&mut self, number: Term, by: u64) -> Option<(Term, Term)> {
        let by = Int::from(by as usize);
        let terms = &mut self.context.terms;
        let (constant, parts) = terms.polynomial(number);
        let mut summands = vec![(constant.div_euclid(&by)?, Term::ONE)];
        for (factor, part) in parts {
            if !factor.rem_euclid(&by)?.is_zero() {
                return None;
            }
            summands.push((factor.div_euclid(&by)?, part));
        }
        let rest = constant.rem_euclid(&by)?;
        Some((terms.linear(&summands), terms.int(&rest)))
    }

    fn is_below(&self, index: Term, length: u64) -> bool {
        let bounds = self.context.terms.bounds(index, &SymbolBounds::default());
        bounds.low.is_some_and(|low| !low.is_negative())
            && bounds.high.and_then(|high| high.to_usize()).is_some_and(|high| (high as u64) < length)
    }

    /// Whether a value of one type can be used as it is, or with the other sign, for one of another.
    fn is_usable(&self, found: TypeId, wanted: TypeId) -> bool {
        let types = &self.context.program.types;
        match (types.get(found), types.get(wanted)) {
            (Some(Type::Pointer(_)), Some(Type::Pointer(_))) => true,
            (Some(Type::Int(a)), Some(Type::Int(b))) => a == b || a.has_other_sign(*b),
            _ => types.same(found, wanted),
        }
    }

    /// A value that [can be used](Self::is_usable) for one of another type.
    pub(crate) fn seen_as(&mut self, value: Value, from: TypeId, to: TypeId) -> Result<Value> {
        let types = &self.context.program.types;
        match (value, types.get(from), types.get(to)) {
            (value @ Value::Int(_), Some(Type::Int(from)), Some(Type::Int(to))) => {
                Ok(self.with_sign(*from, *to, value))
            }
            (value @ Value::Aggregate(_), Some(Type::Int(_) | Type::Pointer(_)), _) => self.whole(value, to),
            // A pointer that is kept as one to another type is made one to the type that is meant.
            (value @ Value::Pointer(_), Some(Type::Pointer(from)), Some(Type::Pointer(own)))
                if from != own =>
            {
                self.retyped(to, value)
            }
            (value, ..) => Ok(value),
        }
    }

    /// A number or pointer that may be kept as its bytes; `Uninitialized` if some were never written.
    pub(crate) fn whole(&mut self, value: Value, ty: TypeId) -> Result<Value> {
        let Value::Aggregate(parts) = &value else { return Ok(value) };
        let bytes: Result<Vec<Byte>> = parts.iter().map(|part| self.byte_of(part.clone())).collect();
        self.composed(&bytes?, ty)
    }

    /// Whether an object is one array of bytes.
    pub(crate) fn is_text(&self, content: Content<'_>) -> bool {
        let types = &self.context.program.types;
        let element = self.element_of(content.ty).ok().and_then(|element| types.get(element));
        matches!(element, Some(Type::Int(IntType::Sized { bits: 8, .. })))
    }

    pub(crate) fn element_of(&self, ty: TypeId) -> Result<TypeId> {
        match self.context.program.types.get(ty) {
            Some(Type::Array { element, .. }) => Ok(*element),
            _ => Err(NO_LAYOUT),
        }
    }

    /// The places that an offset may mean, with the condition for each.
    fn candidates_at(&mut self, content: Content<'_>, offset: Term, size: u64) -> Result<Vec<(u64, Term)>> {
        let whole = self.object_size(content.object).ok_or(UNKNOWN_PLACE)?;
        let whole = self.context.terms.as_int(whole).and_then(|size| size.to_usize()).ok_or(UNKNOWN_PLACE)?;
        let bounds = self.context.terms.bounds(offset, &SymbolBounds::default());
        let low = bounds.low.and_then(|low| low.to_usize()).unwrap_or(0);
        let last = (whole as u64).checked_sub(size).ok_or(OUTSIDE)?;
        let high = bounds.high.and_then(|high| high.to_usize()).map_or(last, |high| last.min(high as u64));
        let (constant, parts) = self.context.terms.polynomial(offset);
        let step = parts.iter().fold(Int::ZERO, |all, (factor, _)| all.gcd(factor));
        let mut found = Vec::new();
        for at in low as u64..=high {
            let number = Int::from(at as usize);
            if (&number - &constant).rem_euclid(&step).is_some_and(|rest| !rest.is_zero()) {
                continue;
            }
            let number = self.context.terms.int(&number);
            let here = self.context.terms.eq(offset, number);
            let here = self.state.fixed.get(&here).copied().unwrap_or(here);
            if here != Term::FALSE {
                found.push((at, here));
            }
            if found.len() > CANDIDATES {
                return Err(UNKNOWN_PLACE);
            }
        }
        Ok(found)
    }

    pub(crate) fn split_at(&mut self, guard: Term) -> Stuck {
        Stuck::SplitGuards(vec![guard, self.context.terms.not(guard)])
    }

    pub(crate) fn moved(&mut self, offset: Term, by: u64) -> Term {
        let by = self.context.terms.int(&Int::from(by as usize));
        self.context.terms.add(offset, by)
    }

    /// The address that a pointer is as a number.
    pub(crate) fn address_number(&mut self, pointer: &Pointer) -> Result<Term> {
        let mut result: Option<Term> = None;
        for (guard, target) in pointer.targets() {
            let number = match target {
                None => Term::ZERO,
                Some(spot) => self.address_of_spot(&spot)?,
            };
            let terms = &mut self.context.terms;
            result = Some(result.map_or(number, |rest| terms.ite(guard, number, rest)));
        }
        result.ok_or(NO_BYTES)
    }

    /// How many elements an array has that begins so many bytes behind an object's start: as many as its type says,
    /// or there is room for.
    pub(crate) fn length_in_bytes(&mut self, object: ObjectId, offset: Term, ty: TypeId) -> Result<Term> {
        let types = &self.context.program.types;
        let Some(Type::Array { element, length }) = types.get(ty) else { return Err(NO_LAYOUT) };
        if let Some(length) = length {
            return Ok(self.context.terms.int(&Int::from(*length as usize)));
        }
        let size = types.size_of(*element).filter(|size| *size > 0).ok_or(NO_LAYOUT)?;
        let whole = self.object_size(object).ok_or(Stuck::Undefined("the length of an endless array"))?;
        let terms = &mut self.context.terms;
        let (room, size) = (terms.sub(whole, offset), terms.int(&Int::from(size as usize)));
        Ok(terms.div(room, size))
    }

    pub(crate) fn bytes_in_bounds(&mut self, spot: &Spot, target: Option<TypeId>) -> Result<Term> {
        let types = &self.context.program.types;
        let size = match target.map(|ty| (types.get(ty), types.size_of(ty))) {
            Some((Some(Type::Int(_) | Type::Pointer(_)), Some(size))) => size,
            _ => 1,
        };
        let size = self.context.terms.int(&Int::from(size as usize));
        let whole = self.object_size(spot.object);
        let terms = &mut self.context.terms;
        let low = terms.ge(spot.index, Term::ZERO);
        let Some(whole) = whole else { return Ok(low) };
        let end = terms.add(spot.index, size);
        let high = terms.le(end, whole);
        Ok(terms.both(low, high))
    }

    /// The type of a place for the program.
    pub(crate) fn type_at(&self, place: &Place) -> Option<TypeId> {
        let program = self.context.program;
        place.type_in(program, program.procedures.get(self.state.procedure())?)
    }

    /// How many bytes behind an object's start a place is whose root is so many bytes behind it.
    pub(crate) fn stepped(&mut self, place: &Place, offset: Term) -> Result<Term> {
        let program = self.context.program;
        let root = Place { root: place.root.clone(), steps: Vec::new() };
        let mut ty = self.type_at(&root).ok_or(NO_LAYOUT)?;
        let mut offset = offset;
        for step in &place.steps {
            let by = match step {
                Step::Field(field) => {
                    let at = program.types.offset_of(ty, *field as usize).ok_or(NO_LAYOUT)?;
                    self.context.terms.int(&Int::from(at as usize))
                }
                Step::Index(index) => {
                    let index = self.number(index)?;
                    let element = step.type_in(&program.types, ty).ok_or(NO_LAYOUT)?;
                    let size = program.types.size_of(element).ok_or(NO_LAYOUT)?;
                    let size = self.context.terms.int(&Int::from(size as usize));
                    self.context.terms.mul(index, size)
                }
            };
            offset = self.context.terms.add(offset, by);
            ty = step.type_in(&program.types, ty).ok_or(NO_LAYOUT)?;
        }
        Ok(offset)
    }

    /// The type of a place, if that is a number or pointer.
    pub(crate) fn scalar_at(&self, place: &Place) -> Option<TypeId> {
        let program = self.context.program;
        let ty = place.type_in(program, program.procedures.get(self.state.procedure())?)?;
        matches!(program.types.get(ty), Some(Type::Int(_) | Type::Pointer(_))).then_some(ty)
    }

    pub(crate) fn content<'v>(&self, object: ObjectId, value: &'v Value) -> Result<Content<'v>> {
        let ty = self.state.objects.get(object.0 as usize).ok_or(OUTSIDE)?.ty;
        Ok(Content { object, value, ty })
    }
}
