//! Large input arrays, and those without ends: each array of numbers in them is one input.
//!
//! The numbers of an array of records are read as arrays of their own, one for each field: `a.x` has the field
//! `x` of all records. Elements that no input tells are alike, and kept once.

use crate::code::Source;
use crate::eval::Fault;
use crate::heap::Account;
use crate::input::{check_range, invalid, required};
use crate::machine::{Machine, Stop, stopped};
use crate::part::{element_mut, field_mut};
use crate::run::{InputRequest, LARGE_INPUT, SparseArray, Undefined};
use crate::value::Value;
use kyklos_base::Int;
use kyklos_flow::{IntType, Type, TypeId};
use std::collections::BTreeMap;

/// An array of numbers in a large array: the way to them, and what they are.
struct Column {
    way: Vec<Step>,
    ty: IntType,
    name: String,
    input: SparseArray,
}

#[derive(Clone, Copy)]
enum Step {
    /// To a field of a record with so many.
    Field(u32, usize),
    /// To an element of an array of so many; `None` is no limit.
    Index(Option<u64>),
}

impl<'c> Machine<'c> {
    /// An array of elements of this type that is large or without ends (`length` is `None`), if its inputs come as
    /// whole arrays. Its pointers are those of the value that it is to be like, if the source keeps them.
    pub(crate) fn input_columns(
        &mut self,
        element: TypeId,
        length: Option<u64>,
        like: &Value,
        name: &str,
        source: &Source,
    ) -> Result<Option<Value>, Stop> {
        let first = first_part(like);
        let each = self.scalars(element, first);
        if let Some(length) = length
            && each.is_none_or(|each| each.saturating_mul(length) <= LARGE_INPUT as u64)
        {
            return Ok(None);
        }
        let mut columns = Vec::new();
        let mut way = vec![Step::Index(length)];
        self.find_columns(element, first, &mut way, name, &mut columns).map_err(stopped)?;
        for (number, column) in columns.iter_mut().enumerate() {
            let request = InputRequest { name: &column.name, ty: column.ty, span: source.span, bytes: None };
            let input = match length {
                Some(_) => self.environment.input_whole(&request),
                None => self.environment.input_array(&request),
            };
            if number == 0 && length.is_some() && matches!(input, Ok(None)) {
                return Ok(None);
            }
            column.input = required(input, &column.name)?;
            column.check()?;
        }
        let mut defaults = columns.iter().map(|column| column.input.default.clone());
        let keeps = source.keeps_pointers;
        let array = self.alike(element, length, like, keeps, &mut defaults).map_err(stopped)?;
        self.fill(array, columns).map(Some).map_err(stopped)
    }

    /// How many numbers and pointers a value of a type has that is like this one where the type leaves lengths open.
    fn scalars(&self, ty: TypeId, like: &Value) -> Option<u64> {
        self.heap.types.scalars(ty).or_else(|| match self.heap.types.get(ty)? {
            Type::Array { element, length } => {
                let each = self.scalars(*element, first_part(like))?;
                Some(each.saturating_mul((*length).or(length_of(like))?))
            }
            _ => None,
        })
    }

    /// The columns behind a way to values of a type.
    fn find_columns(
        &self,
        ty: TypeId,
        like: &Value,
        way: &mut Vec<Step>,
        name: &str,
        columns: &mut Vec<Column>,
    ) -> Result<(), Fault> {
        match self.heap.types.get(ty) {
            Some(Type::Int(number)) => {
                let input = SparseArray { entries: BTreeMap::new(), default: Int::ZERO };
                columns.push(Column { way: way.clone(), ty: *number, name: name.to_owned(), input });
            }
            Some(Type::Array { element, length }) => {
                let length = (*length).or(length_of(like)).ok_or(Undefined::UnboundedInput)?;
                way.push(Step::Index(Some(length)));
                self.find_columns(*element, first_part(like), way, name, columns)?;
                way.pop();
            }
            Some(Type::Record(fields)) => {
                for (number, field) in fields.iter().enumerate() {
                    way.push(Step::Field(number as u32, fields.len()));
                    let like = &Value::Uninitialized;
                    self.find_columns(field.ty, like, way, &format!("{name}.{}", field.name), columns)?;
                    way.pop();
                }
            }
            Some(Type::Pointer(_) | Type::Opaque) => {}
            None => return Err(Undefined::Mistyped.into()),
        }
        Ok(())
    }

    /// The array of elements that are all alike, but for the pointers they keep. Numbers are taken from `defaults`,
    /// one for each column.
    fn alike(
        &self,
        element: TypeId,
        length: Option<u64>,
        like: &Value,
        keeps: bool,
        defaults: &mut dyn Iterator<Item = Int>,
    ) -> Result<Value, Fault> {
        let defaults: Vec<Int> = defaults.collect();
        let account = &self.heap.account;
        let one = |like: &Value| self.element_like(element, like, keeps, &mut defaults.iter());
        let Some(length) = length else {
            return Ok(account.unbounded(BTreeMap::new(), one(&Value::Uninitialized)?));
        };
        let length = Int::from(usize::try_from(length).unwrap_or(usize::MAX));
        let mut array = self.heap.repeated(&length, &one(first_part(like))?)?;
        match like {
            Value::Paged(like) if keeps => {
                array = self.heap.repeated(&length, &one(&like.other)?)?;
                for (number, page) in &like.pages {
                    for (offset, part) in page.iter().enumerate() {
                        let index = Int::from(number * crate::paged::PAGE + offset);
                        if index < length {
                            *element_mut(&mut array, &index, None, account)? = one(part)?;
                        }
                    }
                }
            }
            Value::Aggregate(like) if keeps => {
                for (index, part) in like.parts.iter().enumerate() {
                    *element_mut(&mut array, &Int::from(index), None, account)? = one(part)?;
                }
            }
            _ => {}
        }
        Ok(array)
    }

    fn element_like(
        &self,
        ty: TypeId,
        like: &Value,
        keeps: bool,
        defaults: &mut std::slice::Iter<'_, Int>,
    ) -> Result<Value, Fault> {
        let account = &self.heap.account;
        match self.heap.types.get(ty) {
            Some(Type::Int(_)) => account.number(defaults.next().cloned().unwrap_or(Int::ZERO)),
            Some(Type::Record(fields)) => {
                let mut parts = account.room_for(fields.len())?;
                for (number, field) in fields.iter().enumerate() {
                    let like = match like {
                        Value::Aggregate(like) => like.parts.get(number).unwrap_or(&Value::Uninitialized),
                        _ => &Value::Uninitialized,
                    };
                    parts.push(self.element_like(field.ty, like, keeps, defaults)?);
                }
                Ok(account.aggregate(parts))
            }
            Some(Type::Array { element, length }) => {
                let length = (*length).or(length_of(like)).ok_or(Undefined::UnboundedInput)?;
                let used = defaults.clone();
                let first = self.element_like(*element, first_part(like), keeps, defaults)?;
                let mut array = self.heap.repeated(&Int::from(length as usize), &first)?;
                // Only pointers that are kept make elements differ.
                if let (Value::Aggregate(like), true) = (like, keeps) {
                    for (index, part) in like.parts.iter().enumerate() {
                        let part = self.element_like(*element, part, keeps, &mut used.clone())?;
                        *element_mut(&mut array, &Int::from(index), Some(length), account)? = part;
                    }
                }
                Ok(array)
            }
            _ if keeps => Ok(like.clone()),
            _ => Ok(Value::Uninitialized),
        }
    }

    /// The array with what the columns tell of single elements.
    fn fill(&self, mut array: Value, columns: Vec<Column>) -> Result<Value, Fault> {
        let account = &self.heap.account;
        for Column { way, input, .. } in columns {
            for (key, value) in input.entries {
                if let Some(place) = place(&mut array, &way, &key, account)? {
                    *place = account.number(value)?;
                }
            }
        }
        Ok(array)
    }
}

/// The first part of an array, which is like all others.
fn first_part(value: &Value) -> &Value {
    match value {
        Value::Aggregate(array) => array.parts.first().unwrap_or(&Value::Uninitialized),
        Value::Paged(array) => array.get(0).unwrap_or(&Value::Uninitialized),
        _ => &Value::Uninitialized,
    }
}

/// The length of an array.
fn length_of(value: &Value) -> Option<u64> {
    match value {
        Value::Aggregate(array) => Some(array.parts.len() as u64),
        Value::Paged(array) => Some(array.length as u64),
        _ => None,
    }
}

/// The place behind a way with these indices; `None` if an array on the way does not have it.
fn place<'v>(
    array: &'v mut Value,
    way: &[Step],
    key: &[Int],
    account: &Account,
) -> Result<Option<&'v mut Value>, Fault> {
    let (mut place, mut key) = (array, key.iter());
    for step in way {
        place = match step {
            Step::Field(field, count) => field_mut(place, *field, *count, account)?,
            Step::Index(length) => {
                let Some(index) = key.next() else { return Ok(None) };
                let limit = length.map(|length| Int::from(length as usize));
                if limit.is_some_and(|limit| index.is_negative() || *index >= limit) {
                    return Ok(None);
                }
                element_mut(place, index, *length, account)?
            }
        };
    }
    Ok(Some(place))
}

impl Column {
    /// Fails if the input does not fit.
    fn check(&self) -> Result<(), Stop> {
        let Column { way, ty, name, input } = self;
        for value in input.entries.values().chain([&input.default]) {
            check_range(*ty, value, name)?;
        }
        let indices = way.iter().filter(|step| matches!(step, Step::Index(_))).count();
        match input.entries.keys().find(|key| key.len() != indices) {
            Some(key) => {
                Err(invalid(format!("{} indices for an element of `{name}`, not {indices}", key.len())))
            }
            None => Ok(()),
        }
    }
}
