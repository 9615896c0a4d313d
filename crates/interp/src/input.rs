//! Inputs: numbers, and values whose numbers are all inputs.

use crate::code::{Forget, Havoc, Source};
use crate::eval::Fault;
use crate::machine::{Machine, Stop, stopped};
use crate::run::{InputRequest, RunEnd, Undefined};
use crate::value::{Spot, Value};
use kyklos_base::Int;
use kyklos_flow::{Field, IntType, Type, TypeId, Types};
use std::fmt::Write as _;
use std::io;

/// An array or a record whose parts are being made.
struct Open<'c> {
    kind: Kind<'c>,
    /// What the value is to be like.
    like: Value,
    count: usize,
    parts: Vec<Value>,
    /// How much of the name is its own.
    name: usize,
    /// Its type, and where it starts.
    ty: TypeId,
    start: Option<u64>,
}

/// What is to be made next: of which type, like what, and how many bytes behind the start of the whole.
struct Next {
    ty: TypeId,
    like: Value,
    start: Option<u64>,
}

enum Kind<'c> {
    Array(TypeId),
    Record(&'c [Field]),
}

impl<'c> Machine<'c> {
    /// Writes inputs to a place.
    pub(crate) fn havoc(&mut self, havoc: &Havoc) -> Result<(), Stop> {
        let value = self.arbitrary(havoc.ty, Value::Uninitialized, &havoc.source)?;
        self.store(&havoc.target, value)
    }

    /// Writes inputs to the whole array that a pointer points into.
    pub(crate) fn forget(&mut self, forget: &Forget) -> Result<(), Stop> {
        let pointer = self.evaluate(&forget.pointer)?;
        let spot = Spot::of(&pointer).map_err(stopped)?;
        if self.code.globals.get(spot.object.0 as usize).is_some_and(|global| global.constant) {
            return Ok(());
        }
        let whole = spot.outermost();
        let (value, ty) = self.heap.at(&whole).map_err(stopped)?;
        let like = value.clone();
        let value = self.arbitrary(ty, like, &forget.source)?;
        loop {
            match self.heap.at_mut(&whole) {
                Ok(place) => {
                    *place = value;
                    return self.collect_if_due();
                }
                Err(Fault::NeedsRoom(units)) => self.find_room(units, &value)?,
                Err(fault) => return Err(stopped(fault)),
            }
        }
    }

    /// A value of a type whose numbers are inputs and whose pointers were never
    /// written, unless the source says that they stay as they are. Arrays of no fixed length are as long as in the value that it is
    /// to be like; if that has none, they have no ends.
    pub(crate) fn arbitrary(&mut self, ty: TypeId, like: Value, source: &Source) -> Result<Value, Stop> {
        if let Some(Type::Int(number)) = self.heap.types.get(ty) {
            let bytes = self.heap.types.types.size_of(ty).map(|size| (0, size));
            return self.input_number(*number, bytes, &source.name, source);
        }
        let (mut next, mut name) = (Next { ty, like, start: Some(0) }, source.name.clone());
        let mut open: Vec<Open<'c>> = Vec::new();
        loop {
            let mut made = self.begin(next, &name, source, &mut open)?;
            next = loop {
                let Some(around) = open.last_mut() else { return Ok(made.unwrap_or_default()) };
                around.parts.extend(made.take());
                if around.parts.len() < around.count {
                    break around.next_part(&mut name, self.heap.types.types);
                }
                if let Some(full) = open.pop() {
                    name.truncate(full.name);
                    made = Some(self.heap.account.aggregate(full.parts));
                }
            };
        }
    }

    /// Makes a value, or opens one whose parts are to be made first.
    fn begin(
        &mut self,
        next: Next,
        name: &str,
        source: &Source,
        open: &mut Vec<Open<'c>>,
    ) -> Result<Option<Value>, Stop> {
        let Next { ty: id, like, start } = next;
        let ty = self.heap.types.get(id).ok_or_else(|| stopped(Undefined::Mistyped.into()))?;
        let (kind, count) = match (ty, &like) {
            (Type::Int(number), _) => {
                let bytes = start.zip(self.heap.types.types.size_of(id));
                return self.input_number(*number, bytes, name, source).map(Some);
            }
            (Type::Pointer(_) | Type::Opaque, _) if source.keeps_pointers => return Ok(Some(like)),
            (Type::Pointer(_) | Type::Opaque, _) => return Ok(Some(Value::Uninitialized)),
            (Type::Record(fields), _) => (Kind::Record(fields), fields.len() as u64),
            (Type::Array { element, length }, like) => {
                let length = match (length, like) {
                    (Some(length), _) => Some(*length),
                    (None, Value::Aggregate(like)) => Some(like.parts.len() as u64),
                    (None, Value::Paged(like)) => Some(like.length as u64),
                    (None, _) => None,
                };
                let whole = self.input_columns(*element, length, like, name, source)?;
                match (whole, length) {
                    (Some(whole), _) => return Ok(Some(whole)),
                    (None, Some(length)) => (Kind::Array(*element), length),
                    (None, None) => return Err(stopped(Undefined::UnboundedInput.into())),
                }
            }
        };
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let parts = self.room_for(count)?;
        open.push(Open { kind, like, count, parts, name: name.len(), ty: id, start });
        Ok(None)
    }

    fn room_for(&mut self, count: usize) -> Result<Vec<Value>, Stop> {
        match self.heap.account.room_for(count) {
            Err(Fault::NeedsRoom(units)) => {
                // What is being made points to no object, so a collection need not know of it.
                self.find_room(units, &Value::Null)?;
                self.heap.account.room_for(count).map_err(stopped)
            }
            parts => parts.map_err(stopped),
        }
    }

    fn input_number(
        &mut self,
        ty: IntType,
        bytes: Option<(u64, u64)>,
        name: &str,
        source: &Source,
    ) -> Result<Value, Stop> {
        let input = self.environment.input(&InputRequest { name, ty, span: source.span, bytes });
        let input = required(input, name)?;
        check_range(ty, &input, name)?;
        self.heap.account.number(input).map_err(stopped)
    }
}

impl Open<'_> {
    /// The part to be made next. Its name is put behind that of the whole.
    fn next_part(&self, name: &mut String, types: &Types) -> Next {
        let position = self.parts.len();
        let like = match &self.like {
            Value::Aggregate(like) => like.parts.get(position).cloned().unwrap_or_default(),
            Value::Paged(like) => like.get(position).cloned().unwrap_or_default(),
            _ => Value::Uninitialized,
        };
        name.truncate(self.name);
        // Writing to a string does not fail.
        let (ty, offset) = match self.kind {
            Kind::Array(element) => {
                let _ = write!(name, "[{position}]");
                (element, types.size_of(element).and_then(|size| size.checked_mul(position as u64)))
            }
            Kind::Record(fields) => {
                let _ = write!(name, ".{}", fields[position].name);
                (fields[position].ty, types.offset_of(self.ty, position))
            }
        };
        let start = self.start.zip(offset).and_then(|(start, offset)| start.checked_add(offset));
        Next { ty, like, start }
    }
}

pub(crate) fn required<T>(input: io::Result<Option<T>>, name: &str) -> Result<T, Stop> {
    match input {
        Ok(Some(input)) => Ok(input),
        Ok(None) => Err(Box::new(RunEnd::InputExhausted { name: name.to_owned() })),
        Err(error) => Err(Box::new(RunEnd::EnvironmentError(error))),
    }
}

pub(crate) fn check_range(ty: IntType, value: &Int, name: &str) -> Result<(), Stop> {
    if crate::in_range(ty, value) {
        Ok(())
    } else {
        Err(invalid(format!("{value} is outside the range of the input `{name}`")))
    }
}

pub(crate) fn invalid(message: String) -> Stop {
    Box::new(RunEnd::EnvironmentError(io::Error::new(io::ErrorKind::InvalidData, message)))
}
