//! Values. Aggregates and big numbers are shared and carry a mark, so that a
//! collection visits each of them once, however often it is shared.

use kyklos_base::Int;
use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;

/// What a place holds.
#[derive(Clone, Default)]
pub(crate) enum Value {
    /// Nothing was written yet.
    #[default]
    Uninitialized,
    /// A number that fits a machine word.
    Small(i64),
    /// A number that does not.
    Big(Rc<Big>),
    /// The pointer to nothing.
    Null,
    /// A pointer to an object.
    Pointer(ObjectId),
    /// An array or a record.
    Aggregate(Rc<Aggregate>),
}

/// An object's place in the heap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ObjectId(pub u32);

/// A number that does not fit a machine word.
pub(crate) struct Big {
    pub value: Int,
    pub mark: Cell<u64>,
}

/// The elements of an array or the fields of a record.
pub(crate) struct Aggregate {
    pub parts: Vec<Value>,
    pub mark: Cell<u64>,
}

impl Value {
    pub fn truth(truth: bool) -> Value {
        Value::Small(i64::from(truth))
    }

    /// The number, if it is one.
    pub fn as_int(&self) -> Option<Cow<'_, Int>> {
        match self {
            Value::Small(value) => Some(Cow::Owned(Int::from(*value))),
            Value::Big(big) => Some(Cow::Borrowed(&big.value)),
            _ => None,
        }
    }
}

/// Values nest as deep as types do, which may be deeper than the native stack allows.
impl Drop for Aggregate {
    fn drop(&mut self) {
        let mut open = Vec::new();
        take_aggregates(&mut self.parts, &mut open);
        while let Some(shared) = open.pop() {
            if let Some(mut inner) = Rc::into_inner(shared) {
                take_aggregates(&mut inner.parts, &mut open);
            }
        }
    }
}

fn take_aggregates(parts: &mut [Value], open: &mut Vec<Rc<Aggregate>>) {
    for part in parts {
        if let Value::Aggregate(_) = part
            && let Value::Aggregate(shared) = std::mem::take(part)
        {
            open.push(shared);
        }
    }
}
