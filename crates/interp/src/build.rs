//! Values made from types.

use crate::eval::Fault;
use crate::heap::Heap;
use crate::run::{Memory, Undefined};
use crate::value::Value;
use kyklos_base::Int;
use kyklos_flow::{Type, TypeId};

/// An array or a record whose parts are being made.
struct Open<'c> {
    ty: &'c Type,
    parts: Vec<Value>,
}

impl Heap<'_> {
    /// The value of a type that is zero throughout. The elements of an array
    /// share one value. Types may nest deeper than the native stack allows.
    pub fn zero(&self, ty: TypeId) -> Result<Value, Fault> {
        let (mut open, mut next) = (Vec::new(), ty);
        loop {
            let ty = self.types.get(next).ok_or(Undefined::Mistyped)?;
            let mut value = match ty {
                Type::Int(_) => Value::Small(0),
                Type::Pointer(_) => Value::Null,
                Type::Array { length: Some(0), .. } => self.account.aggregate(Vec::new()),
                Type::Array { element, length: Some(_) } => {
                    open.push(Open { ty, parts: Vec::new() });
                    next = *element;
                    continue;
                }
                Type::Record(fields) => match fields.first() {
                    Some(first) => {
                        open.push(Open { ty, parts: self.account.room_for(fields.len())? });
                        next = first.ty;
                        continue;
                    }
                    None => self.account.aggregate(Vec::new()),
                },
                Type::Array { length: None, .. } | Type::Opaque => return Err(Undefined::Mistyped.into()),
            };
            loop {
                let Some(mut around) = open.pop() else { return Ok(value) };
                match around.ty {
                    Type::Array { length: Some(length), .. } => {
                        value = self.repeated(&Int::from(*length as usize), &value)?;
                    }
                    Type::Record(fields) => {
                        around.parts.push(value);
                        if let Some(field) = fields.get(around.parts.len()) {
                            next = field.ty;
                            open.push(around);
                            break;
                        }
                        value = self.account.aggregate(around.parts);
                    }
                    _ => {}
                }
            }
        }
    }

    /// An array of so many elements that share one value.
    pub fn repeated(&self, count: &Int, element: &Value) -> Result<Value, Fault> {
        if count.is_negative() {
            return Err(Undefined::NegativeLength(count.clone()).into());
        }
        let count = count.to_usize().ok_or(Fault::Memory(Memory::Total))?;
        self.account.repeated(count, element)
    }
}
