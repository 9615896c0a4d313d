//! Parts of values: elements of arrays, fields of records.
//!
//! Of an array of fixed length or a record that was never written, all parts
//! are unwritten ones; writing one of them makes the others.

use crate::eval::Fault;
use crate::heap::Account;
use crate::run::Undefined;
use crate::value::Value;
use kyklos_base::Int;

/// An element of an array, whose type may fix its length; written or not.
pub(crate) fn element<'v>(array: &'v Value, index: &Int, fixed: Option<u64>) -> Result<&'v Value, Fault> {
    match array {
        Value::Aggregate(array) => {
            index.to_usize().and_then(|index| array.parts.get(index)).ok_or_else(|| outside(index))
        }
        Value::Paged(array) => {
            index.to_usize().and_then(|index| array.get(index)).ok_or_else(|| outside(index))
        }
        Value::Unbounded(array) => Ok(array.get(index)),
        Value::Uninitialized => unwritten_element(index, fixed).map(|_length| &Value::Uninitialized),
        _ => Err(Undefined::Mistyped.into()),
    }
}

/// A field of a record, written or not.
pub(crate) fn field(record: &Value, field: u32) -> Result<&Value, Fault> {
    match record {
        Value::Aggregate(record) => record.parts.get(field as usize).ok_or(Undefined::Mistyped.into()),
        Value::Uninitialized => Ok(&Value::Uninitialized),
        _ => Err(Undefined::Mistyped.into()),
    }
}

/// An element of an array for writing.
#[inline]
pub(crate) fn element_mut<'v>(
    array: &'v mut Value,
    index: &Int,
    fixed: Option<u64>,
    account: &Account,
) -> Result<&'v mut Value, Fault> {
    if let Value::Uninitialized = array {
        *array = account.blank(unwritten_element(index, fixed)?)?;
    }
    match array {
        Value::Aggregate(shared) => {
            let position = index.to_usize().filter(|position| *position < shared.parts.len());
            let Some(position) = position else { return Err(outside(index)) };
            Ok(&mut account.parts_mut(shared)?[position])
        }
        Value::Paged(shared) => {
            let Some(position) = index.to_usize() else { return Err(outside(index)) };
            account.paged_mut(shared, position)?.ok_or_else(|| outside(index))
        }
        Value::Unbounded(shared) => account.unbounded_mut(shared, index),
        _ => Err(Undefined::Mistyped.into()),
    }
}

/// A field of a record of so many fields, for writing.
#[inline]
pub(crate) fn field_mut<'v>(
    record: &'v mut Value,
    field: u32,
    count: usize,
    account: &Account,
) -> Result<&'v mut Value, Fault> {
    if let Value::Uninitialized = record {
        *record = account.blank(count as u64)?;
    }
    let Value::Aggregate(shared) = record else { return Err(Undefined::Mistyped.into()) };
    account.parts_mut(shared)?.get_mut(field as usize).ok_or(Undefined::Mistyped.into())
}

/// The length of an array that was never written, if it has an element of this index.
fn unwritten_element(index: &Int, fixed: Option<u64>) -> Result<u64, Fault> {
    let length = fixed.ok_or(Undefined::Uninitialized)?;
    match index.to_usize() {
        Some(position) if (position as u64) < length => Ok(length),
        _ => Err(outside(index)),
    }
}

/// The fault of an index that its array does not have.
#[cold]
pub(crate) fn outside(index: &Int) -> Fault {
    Undefined::OutOfBounds(index.clone()).into()
}
