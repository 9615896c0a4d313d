//! Copying bytes from one object to another: whole numbers and pointers where they lie alike.

use crate::eval::{Evaluator, Result, Stuck};
use crate::leaves::{NO_LAYOUT, OUTSIDE};
use crate::value::{Spot, Value, Way};
use crate::view::{CANDIDATES, Content, PARTS, TOO_LARGE};
use kyklos_base::Int;
use kyklos_flow::{IntType, Type, TypeId};
use kyklos_solver::Answer;
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{Term, Terms};
use std::time::Duration;

/// How long it is asked whether the path bounds a number of bytes.
const BOUND_LIMIT: Duration = Duration::from_millis(200);

impl Evaluator<'_, '_> {
    /// What the object that one spot is in becomes when so many bytes are copied there from another spot; `None` if
    /// nothing changes.
    pub(crate) fn copied(&mut self, to: &Spot, from: &Spot, count: Term) -> Result<Option<Value>> {
        let count = self.state.fixed.get(&count).copied().unwrap_or(count);
        let Some(known) = self.context.terms.as_int(count) else {
            return self.copied_some(to, from, count).map(Some);
        };
        let count = known.to_usize().ok_or(OUTSIDE)? as u64;
        if count > PARTS {
            return Err(TOO_LARGE);
        }
        if count == 0 {
            return Ok(None);
        }
        let state = self.state;
        let content = |spot: &Spot| {
            let object = state.objects.get(spot.object.0 as usize).ok_or(OUTSIDE)?;
            Ok(Content { object: spot.object, value: &object.value, ty: object.ty })
        };
        let (target, source) = (content(to)?, content(from)?);
        let start = self.offset_in_object(to).ok_or(NO_LAYOUT)?;
        let first = self.offset_in_object(from).ok_or(NO_LAYOUT)?;
        let (start, first) = (self.fixed_term(start), self.fixed_term(first));
        let known = |terms: &Terms, offset: Term| terms.as_int(offset)?.to_usize();
        match (known(&self.context.terms, start), known(&self.context.terms, first)) {
            (Some(start), Some(first)) => {
                self.copied_parts(target, start as u64, source, first as u64, count).map(Some)
            }
            _ => self.copied_bytes(target, start, source, first, count).map(Some),
        }
    }

    /// As [`copied`](Self::copied), of a number of bytes that is not known.
    fn copied_some(&mut self, to: &Spot, from: &Spot, count: Term) -> Result<Value> {
        let state = self.state;
        let object = |spot: &Spot| state.objects.get(spot.object.0 as usize).ok_or(OUTSIDE);
        let (target, source) = (object(to)?, object(from)?);
        let target = Content { object: to.object, value: &target.value, ty: target.ty };
        let source = Content { object: from.object, value: &source.value, ty: source.ty };
        let most = match self.split_count(to, from, count) {
            Stuck::SplitIndex(_, most) if self.is_text(target) && self.is_text(source) => most as u64 - 1,
            split => return Err(split),
        };
        let start = self.offset_in_object(to).ok_or(NO_LAYOUT)?;
        let first = self.offset_in_object(from).ok_or(NO_LAYOUT)?;
        let byte = self.element_of(target.ty)?;
        let mut value = target.value.clone();
        for number in 0..most {
            let at = self.context.terms.int(&Int::from(number as usize));
            let guard = self.context.terms.lt(at, count);
            let (from, to) = (self.moved(first, number), self.moved(start, number));
            if guard == Term::FALSE {
                continue;
            }
            let copied = match self.view(source, from, byte) {
                // So far it does not go.
                Err(Stuck::Undefined(_)) => continue,
                copied => copied?,
            };
            match self.with_view(Content { value: &value, ..target }, to, byte, &copied, guard) {
                Err(Stuck::Undefined(_)) => continue,
                changed => value = changed?,
            }
        }
        Ok(value)
    }

    fn fixed_term(&self, term: Term) -> Term {
        self.state.fixed.get(&term).copied().unwrap_or(term)
    }

    /// How to split by a number of bytes that is not known, but within both objects.
    fn split_count(&mut self, to: &Spot, from: &Spot, count: Term) -> Stuck {
        let most =
            self.context.terms.bounds(count, &SymbolBounds::default()).high.and_then(|high| high.to_usize());
        let sizes = [to, from].map(|spot| {
            let size = self.object_size(spot.object)?;
            self.context.terms.as_int(size)?.to_usize()
        });
        let most = sizes.into_iter().flatten().fold(most.unwrap_or(usize::MAX), usize::min);
        match most {
            most if most <= CANDIDATES => Stuck::SplitIndex(count, most + 1),
            _ if self.is_at_most(count, CANDIDATES) => Stuck::SplitIndex(count, CANDIDATES + 1),
            _ => Stuck::Unsupported("an unknown number of bytes is copied between memory of different types"),
        }
    }

    /// Whether the path says that a number is no greater than this.
    fn is_at_most(&mut self, number: Term, most: usize) -> bool {
        let most = self.context.terms.int(&Int::from(most));
        let greater = self.context.terms.lt(most, number);
        let limit = BOUND_LIMIT.min(self.context.options.solver_timeout);
        matches!(self.context.ask_within(self.state, greater, limit), Answer::Unsat)
    }

    /// Copies whole numbers and pointers where they lie alike, else bytes.
    fn copied_parts(
        &mut self,
        target: Content<'_>,
        start: u64,
        source: Content<'_>,
        first: u64,
        count: u64,
    ) -> Result<Value> {
        let mut value = target.value.clone();
        for leaf in self.leaves(target.ty, start, start + count)? {
            let is_covered = start <= leaf.at && leaf.at + leaf.size <= start + count;
            let is_whole = is_covered && leaf.gap.is_none();
            let stored = match is_whole.then(|| self.same_leaf(source, first + leaf.at - start, leaf.ty)) {
                Some(Some((ways, own))) => {
                    let copied = self.navigate(source.value, &ways)?;
                    match self.fixed_value(copied)? {
                        Value::Aggregate(bytes) => Value::Aggregate(bytes),
                        copied => self.seen_as(copied, own, leaf.ty)?,
                    }
                }
                _ => {
                    let old = self.held(&value, &leaf)?;
                    let mut bytes = match is_covered {
                        true => vec![None; leaf.size as usize],
                        false => self.bytes_of(&old, leaf.size)?,
                    };
                    let (low, high) = (leaf.at.max(start), (leaf.at + leaf.size).min(start + count));
                    let copied = self.bytes_or_padding(source, first + low - start, high - low)?;
                    for (number, byte) in copied.into_iter().enumerate() {
                        bytes[(low - leaf.at) as usize + number] = byte.flatten();
                    }
                    self.stored(&bytes, leaf.ty)?
                }
            };
            value = match self.with_leaf(&value, &leaf, &stored, Term::TRUE) {
                // Functions of the index are numbers everywhere, so what is between members has to be one.
                Err(stuck @ Stuck::Unsupported(_)) if stored == Value::Uninitialized && is_covered => {
                    self.bytes_at(source, first + leaf.at - start, leaf.size)?;
                    return Err(stuck);
                }
                changed => changed?,
            };
        }
        Ok(value)
    }

    /// The number or pointer of an object that lies just there, and can be used for one of this type.
    fn same_leaf(&mut self, content: Content<'_>, at: u64, ty: TypeId) -> Option<(Vec<Way>, TypeId)> {
        let at = self.context.terms.int(&Int::from(at as usize));
        self.part_at(content, at, ty)
    }

    /// Copies byte by byte, by places that are not known.
    fn copied_bytes(
        &mut self,
        target: Content<'_>,
        start: Term,
        source: Content<'_>,
        first: Term,
        count: u64,
    ) -> Result<Value> {
        let types = &self.context.program.types;
        let is_byte = |ty: &Type| matches!(ty, Type::Int(IntType::Sized { bits: 8, .. }));
        let byte = types.iter().find(|(_, ty)| is_byte(ty)).map(|(id, _)| id).ok_or(NO_LAYOUT)?;
        let mut bytes = Vec::new();
        for number in 0..count {
            let at = self.moved(first, number);
            bytes.push(self.view(source, at, byte)?);
        }
        let mut value = target.value.clone();
        for (number, new) in bytes.into_iter().enumerate() {
            let at = self.moved(start, number as u64);
            value = self.with_view(Content { value: &value, ..target }, at, byte, &new, Term::TRUE)?;
        }
        Ok(value)
    }
}
