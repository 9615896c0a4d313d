//! Values. Whatever is not a plain word is shared and carries a mark, so that a
//! collection visits each of them once, however often it is shared.

use crate::paged::Paged;
use kyklos_base::Int;
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
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
    /// A pointer to an object as a whole.
    Pointer(ObjectId),
    /// A pointer to an element, or beside one, of the array that an object is.
    Element(ObjectId, i64),
    /// A pointer of neither of these two forms.
    Inner(Rc<Inner>),
    /// An array or a record.
    Aggregate(Rc<Aggregate>),
    /// A large array.
    Paged(Rc<Paged>),
    /// An array without ends.
    Unbounded(Rc<Unbounded>),
    /// What an object holds after it has ceased to exist. No place holds it.
    Gone,
}

/// An object's place in the heap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ObjectId(pub u32);

impl ObjectId {
    /// The object of pointers that point to none: the index of such a place is the pointer as a number.
    pub const NOWHERE: ObjectId = ObjectId(u32::MAX);
}

/// Where a pointer points to.
pub(crate) struct Inner {
    pub spot: Spot,
    pub mark: Cell<u64>,
}

/// A place in an object: each has one such form only.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Spot {
    pub object: ObjectId,
    /// The way into the object; `None` if there are no steps.
    pub path: Option<Rc<[PathStep]>>,
    /// Whether it is an element of the array that the path leads to, and so can
    /// be moved along it; else it is the value that the path leads to.
    pub element: bool,
    /// How far it is behind the array's first element, or behind the value.
    pub index: Int,
    /// Whether the index is a number of bytes behind the object's start; there is no path then, and no element.
    pub bytes: bool,
}

/// A step into an array or a record.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum PathStep {
    Field(u32),
    Index(Int),
}

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

/// An array without ends: all elements but these are the same.
pub(crate) struct Unbounded {
    pub elements: BTreeMap<Int, Value>,
    pub other: Value,
    pub mark: Cell<u64>,
}

impl Unbounded {
    pub fn get(&self, index: &Int) -> &Value {
        self.elements.get(index).unwrap_or(&self.other)
    }
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
