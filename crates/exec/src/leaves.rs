//! The numbers and pointers that objects consist of, their bytes, and what they become when they get others.
//!
//! A number or pointer of which some bytes were never written, or whose bytes make no address, is kept as its bytes: a
//! list of as many values. Note [bytes].

use crate::eval::{Evaluator, Result, Stuck};
use crate::state::{Guarantee, State};
use crate::value::{ObjectId, Value, Way};
use crate::view::Content;
use kyklos_base::Int;
use kyklos_flow::{IntType, Type, TypeId};
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{Sort, SymbolInfo, SymbolKind, Term, Terms};
use std::rc::Rc;

pub(crate) const NO_LAYOUT: Stuck =
    Stuck::Unsupported("memory without a layout is used as another type than its own");
pub(crate) const NO_BYTES: Stuck = Stuck::Unsupported("the bytes of a value that has none are used");
pub(crate) const OUTSIDE: Stuck = Stuck::Undefined("an access outside an object");
const NO_NUMBER: Stuck = Stuck::Unsupported("the bytes of a number without a size are used");
const NO_BOOL: Stuck = Stuck::Unsupported("a `_Bool` is given bytes that are neither 0 nor 1");

/// A number or pointer in an object.
pub(crate) struct Leaf {
    pub(crate) ways: Vec<Way>,
    pub(crate) ty: TypeId,
    /// How many bytes it lies behind the object's start.
    pub(crate) at: u64,
    pub(crate) size: u64,
    /// Of a byte between the members of a record, the number of its fields, and of such bytes: they stand behind
    /// the fields, once one of them was written.
    pub(crate) gap: Option<(usize, usize)>,
}

/// A byte: a number from 0 to 255, or never written.
pub(crate) type Byte = Option<Term>;

impl Evaluator<'_, '_> {
    /// The object's value with these bytes in it.
    pub(crate) fn with_bytes(
        &mut self,
        content: Content<'_>,
        at: u64,
        new: &[Byte],
        guard: Term,
    ) -> Result<Value> {
        let mut value = content.value.clone();
        for leaf in self.leaves(content.ty, at, at + new.len() as u64)? {
            let old = self.held(&value, &leaf)?;
            let covered = at <= leaf.at && leaf.at + leaf.size <= at + new.len() as u64;
            let mut bytes = match covered {
                true => vec![None; leaf.size as usize],
                false => self.bytes_of(&old, leaf.size)?,
            };
            for (number, byte) in bytes.iter_mut().enumerate() {
                let place = leaf.at + number as u64;
                if let Some(new) = place.checked_sub(at).and_then(|place| new.get(place as usize)) {
                    *byte = *new;
                }
            }
            let stored = self.stored(&bytes, leaf.ty)?;
            value = self.with_leaf(&value, &leaf, &stored, guard)?;
        }
        Ok(value)
    }

    /// So many bytes of an object.
    pub(crate) fn bytes_at(&mut self, content: Content<'_>, at: u64, size: u64) -> Result<Vec<Byte>> {
        let found = self.bytes_or_padding(content, at, size)?;
        let gap = |place: usize| Stuck::Gap(content.object, at + place as u64);
        found.into_iter().enumerate().map(|(place, byte)| byte.ok_or_else(|| gap(place))).collect()
    }

    /// The state in which a byte between the members of a struct has some value.
    pub(crate) fn gap_filled(&mut self, object: ObjectId, at: u64) -> Result<State> {
        let state = self.state;
        let found = state.objects.get(object.0 as usize).ok_or(OUTSIDE)?;
        let content = Content { object, value: &found.value, ty: found.ty };
        let leaves = self.leaves(content.ty, at, at + 1)?;
        let [leaf @ Leaf { gap: Some(_), .. }] = leaves.as_slice() else { return Err(OUTSIDE) };
        let symbol = self.context.terms.symbol(SymbolInfo {
            name: "byte between members".to_owned(),
            kind: SymbolKind::Fresh,
            sort: Sort::Int,
            low: Some(Int::ZERO),
            high: Some(Int::from(255)),
        });
        let byte = Value::Int(self.context.terms.symbol_term(symbol));
        let value = self.with_leaf(content.value, leaf, &byte, Term::TRUE)?;
        if value == *content.value {
            return Err(Stuck::Unsupported(
                "bytes between the members of structs in a large array are looked at",
            ));
        }
        let mut next = state.clone();
        next.object_mut(object).into_iter().for_each(|object| *object = value.clone());
        // A replay is given such bytes in the order in which the path looked at them, and may need another one.
        next.gaps.push(symbol);
        next.guarantee = Guarantee::Covering;
        Ok(next)
    }

    /// As [`bytes_at`](Self::bytes_at); there is nothing between the members of records.
    pub(crate) fn bytes_or_padding(
        &mut self,
        content: Content<'_>,
        at: u64,
        size: u64,
    ) -> Result<Vec<Option<Byte>>> {
        let mut found: Vec<Option<Byte>> = vec![None; size as usize];
        for leaf in self.leaves(content.ty, at, at + size)? {
            let value = self.held(content.value, &leaf)?;
            if leaf.gap.is_some() && value == Value::Uninitialized {
                continue;
            }
            for (number, byte) in self.bytes_of(&value, leaf.size)?.into_iter().enumerate() {
                let place = (leaf.at + number as u64).checked_sub(at);
                if let Some(slot) = place.and_then(|place| found.get_mut(place as usize)) {
                    *slot = Some(byte);
                }
            }
        }
        Ok(found)
    }

    /// The numbers and pointers of a type that lie, in part at least, between two places.
    pub(crate) fn leaves(&mut self, ty: TypeId, from: u64, to: u64) -> Result<Vec<Leaf>> {
        let program = self.context.program;
        let types = &program.types;
        let mut found = Vec::new();
        let mut open = vec![(Vec::new(), ty, 0u64)];
        while let Some((ways, ty, at)) = open.pop() {
            match types.get(ty) {
                Some(kind @ (Type::Int(_) | Type::Pointer(_))) => {
                    let size = types.size_of(ty).ok_or(NO_LAYOUT)?;
                    if !has_bytes(kind, size) {
                        return Err(NO_NUMBER);
                    }
                    if at < to && at + size > from {
                        found.push(Leaf { ways, ty, at, size, gap: None });
                    }
                }
                Some(Type::Record(fields)) => {
                    self.gaps(&ways, ty, fields.len(), at, (from, to), &mut found);
                    for (number, field) in fields.iter().enumerate().rev() {
                        let start = at + types.offset_of(ty, number).ok_or(NO_LAYOUT)?;
                        let end = types.size_of(field.ty).map_or(u64::MAX, |size| start.saturating_add(size));
                        if start < to && end > from {
                            open.push(([ways.as_slice(), &[Way::Field(number)]].concat(), field.ty, start));
                        }
                    }
                }
                Some(Type::Array { element, length }) => {
                    let size = types.size_of(*element).filter(|size| *size > 0).ok_or(NO_LAYOUT)?;
                    let first = from.saturating_sub(at) / size;
                    let last = to.saturating_sub(at).div_ceil(size).min(length.unwrap_or(u64::MAX));
                    for index in (first..last).rev() {
                        let way = Way::Index(self.context.terms.int(&Int::from(index as usize)));
                        let ways = [ways.as_slice(), &[way]].concat();
                        open.push((ways, *element, at + index * size));
                    }
                }
                _ => return Err(NO_LAYOUT),
            }
        }
        Ok(found)
    }

    /// The bytes of a record between its members that lie between two places.
    fn gaps(
        &self,
        ways: &[Way],
        record: TypeId,
        fields: usize,
        at: u64,
        (from, to): (u64, u64),
        found: &mut Vec<Leaf>,
    ) {
        let types = &self.context.program.types;
        let is_byte = |ty: &Type| matches!(ty, Type::Int(IntType::Sized { bits: 8, signed: false }));
        let Some((byte, _)) = types.iter().find(|(_, ty)| is_byte(ty)) else { return };
        let gaps = types.gaps(record);
        let count = gaps.iter().map(|(start, end)| (end - start) as usize).sum();
        let bytes = gaps.into_iter().flat_map(|(start, end)| start..end);
        for (number, place) in bytes.enumerate() {
            let place = at + place;
            if from <= place && place < to {
                let ways = [ways, &[Way::Field(fields + number)]].concat();
                found.push(Leaf { ways, ty: byte, at: place, size: 1, gap: Some((fields, count)) });
            }
        }
    }

    /// What a leaf holds.
    pub(crate) fn held(&mut self, value: &Value, leaf: &Leaf) -> Result<Value> {
        if leaf.gap.is_none() {
            let value = self.navigate(value, &leaf.ways)?;
            return self.fixed_value(value);
        }
        let (last, record) = leaf.ways.split_last().ok_or(NO_LAYOUT)?;
        let record = self.navigate(value, record)?;
        match (self.fixed_value(record)?, last) {
            (Value::Aggregate(parts), Way::Field(number)) => {
                Ok(parts.get(*number).cloned().unwrap_or(Value::Uninitialized))
            }
            _ => Ok(Value::Uninitialized),
        }
    }

    /// The object's value with a leaf replaced where the guard holds.
    pub(crate) fn with_leaf(
        &mut self,
        value: &Value,
        leaf: &Leaf,
        new: &Value,
        guard: Term,
    ) -> Result<Value> {
        let split = self.split_at(guard);
        let Some((fields, count)) = leaf.gap else {
            return self.replaced(value, &leaf.ways, new, guard, &split);
        };
        let (_, ways) = leaf.ways.split_last().ok_or(NO_LAYOUT)?;
        let record = self.navigate(value, ways)?;
        let mut value = value.clone();
        match self.fixed_value(record)? {
            Value::Aggregate(parts) if parts.len() == fields => {
                if *new == Value::Uninitialized {
                    return Ok(value);
                }
                let mut parts = parts.as_ref().clone();
                parts.resize(fields + count, Value::Uninitialized);
                value = self.replaced(&value, ways, &Value::Aggregate(Rc::new(parts)), Term::TRUE, &split)?;
            }
            Value::Aggregate(_) => {}
            // Those of structs in large arrays are not kept, and so never looked at.
            _ => return Ok(value),
        }
        self.replaced(&value, &leaf.ways, new, guard, &split)
    }

    pub(crate) fn byte_of(&mut self, value: Value) -> Result<Byte> {
        match self.fixed_value(value)? {
            Value::Int(number) => {
                let most = self.context.terms.int(&Int::from(256));
                Ok(Some(self.context.terms.modulo(number, most)))
            }
            Value::Uninitialized => Ok(None),
            _ => Err(NO_BYTES),
        }
    }

    /// The bytes of a number or pointer of this size, the lowest first.
    pub(crate) fn bytes_of(&mut self, value: &Value, size: u64) -> Result<Vec<Byte>> {
        let number = match value {
            Value::Uninitialized => return Ok(vec![None; size as usize]),
            Value::Aggregate(parts) if parts.len() as u64 == size => {
                return parts.iter().map(|part| self.byte_of(part.clone())).collect();
            }
            Value::Int(number) => *number,
            Value::Pointer(pointer) => self.address_number(pointer)?,
            _ => return Err(NO_BYTES),
        };
        let terms = &mut self.context.terms;
        let modulus = terms.int(&Int::power_of_two(8 * size as u32));
        let number = terms.modulo(number, modulus);
        let bytes: Vec<Term> = (0..size as u32).map(|at| byte(terms, number, at)).collect();
        if size > 1 {
            self.context.splits.note(bytes[0], number);
        }
        Ok(bytes.into_iter().map(Some).collect())
    }

    /// The number or pointer of a type that consists of these bytes.
    pub(crate) fn composed(&mut self, bytes: &[Byte], ty: TypeId) -> Result<Value> {
        let Some(bytes) = bytes.iter().copied().collect::<Option<Vec<Term>>>() else {
            return Ok(Value::Uninitialized);
        };
        let number = self.concatenated(&bytes);
        match self.context.program.types.get(ty) {
            Some(Type::Int(IntType::Sized { bits: 1, .. })) => Ok(Value::Int(self.truth_byte(number)?)),
            Some(Type::Int(ty @ (IntType::Sized { signed: true, .. } | IntType::Float(_)))) => {
                // Of a `long double`, the last bytes say nothing.
                let bits = ty.float().map_or(8 * bytes.len() as u32, |format| format.bits());
                let terms = &mut self.context.terms;
                let half = Int::power_of_two(bits - 1);
                let (modulus, half) = (terms.int(&(&half * &Int::from(2))), terms.int(&half));
                let moved = terms.add(number, half);
                let wrapped = terms.modulo(moved, modulus);
                Ok(Value::Int(terms.sub(wrapped, half)))
            }
            Some(Type::Int(_)) => Ok(Value::Int(number)),
            Some(Type::Pointer(_)) => {
                let pointer = self.pointer_of(number).map(Value::Pointer)?;
                self.retyped(ty, pointer)
            }
            _ => Err(NO_BYTES),
        }
    }

    fn truth_byte(&self, number: Term) -> Result<Term> {
        let bounds = self.context.terms.bounds(number, &SymbolBounds::default());
        let fits = bounds.high.is_some_and(|high| high <= Int::ONE);
        if fits { Ok(number) } else { Err(NO_BOOL) }
    }

    /// What a number or pointer of a type becomes that gets these bytes: itself, or, where it has none yet, they.
    pub(crate) fn stored(&mut self, bytes: &[Byte], ty: TypeId) -> Result<Value> {
        let is_whole = bytes.iter().all(Option::is_some);
        let is_pointer = matches!(self.context.program.types.get(ty), Some(Type::Pointer(_)));
        if is_whole && !is_pointer {
            return self.composed(bytes, ty);
        }
        if bytes.iter().all(Option::is_none) {
            return Ok(Value::Uninitialized);
        }
        if let Some(bytes) = bytes.iter().copied().collect::<Option<Vec<Term>>>() {
            let number = self.concatenated(&bytes);
            // Numbers that are no addresses stay numbers.
            if self.has_address(number) || number == Term::ZERO {
                let pointer = self.pointer_of(number).map(Value::Pointer)?;
                return self.retyped(ty, pointer);
            }
        }
        let bytes = bytes.iter().map(|byte| byte.map_or(Value::Uninitialized, Value::Int));
        Ok(Value::Aggregate(Rc::new(bytes.collect())))
    }

    /// The number that consists of these bytes.
    fn concatenated(&mut self, bytes: &[Term]) -> Term {
        let size = bytes.len() as u32;
        if let [only] = bytes {
            return *only;
        }
        for source in self.context.splits.of(bytes[0]) {
            let terms = &mut self.context.terms;
            if (0..size).all(|at| byte(terms, source, at) == bytes[at as usize]) {
                let modulus = terms.int(&Int::power_of_two(8 * size));
                return terms.modulo(source, modulus);
            }
        }
        let summands: Vec<(Int, Term)> =
            bytes.iter().enumerate().map(|(at, byte)| (Int::power_of_two(8 * at as u32), *byte)).collect();
        self.context.terms.concatenation(&summands)
    }

    pub(crate) fn scalar_size(&self, ty: TypeId) -> Result<u64> {
        let types = &self.context.program.types;
        let size = types.size_of(ty).ok_or(NO_LAYOUT)?;
        let fits = types.get(ty).is_some_and(|kind| has_bytes(kind, size));
        if fits { Ok(size) } else { Err(NO_NUMBER) }
    }
}

/// Whether the values of a type are the numbers of their bytes, or pointers.
fn has_bytes(ty: &Type, size: u64) -> bool {
    match ty {
        Type::Int(IntType::Sized { bits, .. }) => *bits == 1 || u64::from(*bits) == 8 * size,
        Type::Int(IntType::Float(format)) => u64::from(format.bits()) <= 8 * size,
        Type::Pointer(_) => true,
        _ => false,
    }
}

/// A byte of a number.
fn byte(terms: &mut Terms, number: Term, at: u32) -> Term {
    let (by, modulus) = (terms.int(&Int::power_of_two(8 * at)), terms.int(&Int::from(256)));
    let shifted = terms.div(number, by);
    terms.modulo(shifted, modulus)
}
