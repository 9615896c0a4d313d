//! Arrays of numbers as functions of their indices: large ones, and those
//! whose length is not known.

use kyklos_base::Int;
use kyklos_flow::IntType;
use kyklos_term::{Term, Terms};
use std::collections::BTreeMap;

/// Fewer constant elements are not worth a table.
const FEW_CELLS: usize = 4;
/// Tables are not longer than this.
const MAX_TABLE: usize = 1 << 16;

/// An array of numbers, or an array of such arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// A term of array sort.
    base: Term,
    /// What was written at constant indices since the last write at another index.
    cells: BTreeMap<Vec<Int>, Term>,
    /// How many elements there are in each dimension; `None` is no limit.
    lengths: Vec<Option<Term>>,
    /// The type of its numbers.
    number: IntType,
}

impl Map {
    /// The function of a term, with these lengths.
    pub fn new(base: Term, lengths: Vec<Option<Term>>, number: IntType) -> Self {
        Self { base, cells: BTreeMap::new(), lengths, number }
    }

    /// The array of these numbers.
    pub fn of_numbers(terms: &mut Terms, numbers: &[Term], number: IntType) -> Self {
        let base = terms.fill(1, Term::ZERO);
        let cells = numbers.iter().enumerate().map(|(index, value)| (vec![Int::from(index)], *value));
        let length = terms.int(&Int::from(numbers.len()));
        Self { base, cells: cells.collect(), lengths: vec![Some(length)], number }
    }

    /// The number that all elements are, where that can be seen.
    pub fn constant(&self, terms: &mut Terms) -> Option<Term> {
        let number = terms.read(self.base, &vec![Term::ZERO; self.arity()]);
        (self.cells.is_empty() && terms.fill(self.arity() as u32, number) == self.base).then_some(number)
    }

    /// An array of the same shape with other content.
    pub fn with(&self, base: Term) -> Self {
        Self { base, cells: BTreeMap::new(), lengths: self.lengths.clone(), number: self.number }
    }

    /// The type of its numbers.
    pub fn number(&self) -> IntType {
        self.number
    }

    /// The array with each of its terms replaced.
    pub fn map(&self, replace: &mut dyn FnMut(Term) -> Term) -> Self {
        Self {
            base: replace(self.base),
            cells: self.cells.iter().map(|(at, value)| (at.clone(), replace(*value))).collect(),
            lengths: self.lengths.iter().map(|length| length.map(&mut *replace)).collect(),
            number: self.number,
        }
    }

    /// How many indices it takes to come to a number.
    pub fn arity(&self) -> usize {
        self.lengths.len()
    }

    /// How many elements a dimension has; `None` is no limit.
    pub fn length(&self, dimension: usize) -> Option<Option<Term>> {
        self.lengths.get(dimension).copied()
    }

    /// The number at these indices.
    pub fn read(&self, terms: &mut Terms, indices: &[Term]) -> Term {
        if let Some(key) = constants(terms, indices) {
            return match self.cells.get(&key) {
                Some(value) => *value,
                None => terms.read(self.base, indices),
            };
        }
        let array = self.function(terms);
        terms.read(array, indices)
    }

    /// Replaces the number at these indices where the guard holds.
    pub fn write(&mut self, terms: &mut Terms, indices: &[Term], value: Term, guard: Term) {
        let value = match guard {
            Term::TRUE => value,
            _ => {
                let old = self.read(terms, indices);
                terms.ite(guard, value, old)
            }
        };
        match constants(terms, indices) {
            Some(key) => {
                self.cells.insert(key, value);
            }
            None => {
                let array = self.function(terms);
                self.base = terms.write(array, indices, value);
                self.cells.clear();
            }
        }
    }

    /// The array as one term.
    pub fn function(&self, terms: &mut Terms) -> Term {
        let table = self.table(terms);
        self.cells.iter().fold(table.unwrap_or(self.base), |array, (indices, value)| {
            if table.is_some() && terms.as_int(*value).is_some() {
                return array;
            }
            let indices: Vec<Term> = indices.iter().map(|index| terms.int(index)).collect();
            terms.write(array, &indices, *value)
        })
    }

    /// The constant elements, where there are many of them and nothing but zeros below, as a table: one node
    /// instead of a write for each. Elements that are not constant are 0 in it.
    fn table(&self, terms: &mut Terms) -> Option<Term> {
        let constant = |terms: &Terms, value: Term| terms.as_int(value);
        let count = self.cells.values().filter(|value| constant(terms, **value).is_some()).count();
        if count < FEW_CELLS || self.arity() != 1 || self.base != terms.fill(1, Term::ZERO) {
            return None;
        }
        let last = self.cells.last_key_value()?.0.first()?.to_usize().filter(|last| *last < MAX_TABLE)?;
        let mut values = vec![Int::ZERO; last + 1];
        for (at, value) in &self.cells {
            let place = values.get_mut(at.first()?.to_usize()?)?;
            *place = constant(terms, *value).unwrap_or(Int::ZERO);
        }
        Some(terms.table(&values))
    }

    /// `if guard then a else b`, where both have one shape.
    pub fn choose(terms: &mut Terms, guard: Term, a: &Map, b: &Map) -> Option<Map> {
        if (&a.lengths, a.number) != (&b.lengths, b.number) {
            return None;
        }
        let (x, y) = (a.function(terms), b.function(terms));
        Some(Map::new(terms.ite(guard, x, y), a.lengths.clone(), a.number))
    }
}

fn constants(terms: &Terms, indices: &[Term]) -> Option<Vec<Int>> {
    indices.iter().map(|index| terms.as_int(*index)).collect()
}
