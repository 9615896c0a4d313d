//! Arrays of numbers as functions of their indices: large ones, and those
//! whose length is not known. Note [arrays].

use kyklos_base::Int;
use kyklos_flow::IntType;
use kyklos_term::{Term, Terms};
use rpds::RedBlackTreeMap;
use std::cell::Cell;
use std::collections::BTreeSet;

/// Fewer constant elements are not worth a table.
const FEW_CELLS: usize = 4;
/// Tables are not longer than this.
const MAX_TABLE: usize = 1 << 16;

/// An array of numbers, or an array of such arrays.
#[derive(Clone, Debug)]
pub struct Map {
    /// A term of array sort.
    base: Term,
    /// What was written at constant indices since the last write at another index. States share it, so that a write
    /// does not copy all that was written before.
    cells: RedBlackTreeMap<Vec<Int>, Term>,
    /// How many elements there are in each dimension; `None` is no limit.
    lengths: Vec<Option<Term>>,
    /// The type of its numbers.
    number: IntType,
    /// All of it as one term, once someone has asked: that is asked wherever paths meet.
    whole: Cell<Option<Term>>,
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        (self.base, &self.cells, &self.lengths, self.number)
            == (other.base, &other.cells, &other.lengths, other.number)
    }
}

impl Eq for Map {}

impl Map {
    /// The function of a term, with these lengths.
    pub fn new(base: Term, lengths: Vec<Option<Term>>, number: IntType) -> Self {
        Self { base, cells: RedBlackTreeMap::new(), lengths, number, whole: Cell::new(None) }
    }

    /// The array of these numbers.
    pub fn of_numbers(terms: &mut Terms, numbers: &[Term], number: IntType) -> Self {
        let base = terms.fill(1, Term::ZERO);
        let cells = numbers.iter().enumerate().map(|(index, value)| (vec![Int::from(index)], *value));
        let length = terms.int(&Int::from(numbers.len()));
        Self { cells: cells.collect(), ..Self::new(base, vec![Some(length)], number) }
    }

    /// The number that all elements are, where that can be seen.
    pub fn constant(&self, terms: &mut Terms) -> Option<Term> {
        let number = terms.read(self.base, &vec![Term::ZERO; self.arity()]);
        (self.cells.is_empty() && terms.fill(self.arity() as u32, number) == self.base).then_some(number)
    }

    /// An array of the same shape with other content.
    pub fn with(&self, base: Term) -> Self {
        Self::new(base, self.lengths.clone(), self.number)
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
            whole: Cell::new(None),
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
                self.cells.insert_mut(key, value);
            }
            None => {
                let array = self.function(terms);
                self.base = terms.write(array, indices, value);
                self.cells = RedBlackTreeMap::new();
            }
        }
        self.whole.set(None);
    }

    /// The array as one term.
    pub fn function(&self, terms: &mut Terms) -> Term {
        if let Some(whole) = self.whole.get() {
            return whole;
        }
        let table = self.table(terms);
        let base = table.unwrap_or(self.base);
        let cells = self.cells.iter().filter(|(_, value)| table.is_none() || terms.as_int(**value).is_none());
        let cells: Vec<(&Vec<Int>, Term)> = cells.map(|(at, value)| (at, *value)).collect();
        let whole = terms.write_each(base, cells.into_iter().map(|(at, value)| (at.as_slice(), value)));
        self.whole.set(Some(whole));
        whole
    }

    /// The constant elements, where there are many of them and nothing but zeros below, as a table: one node
    /// instead of a write for each. Elements that are not constant are 0 in it.
    fn table(&self, terms: &mut Terms) -> Option<Term> {
        let constant = |terms: &Terms, value: Term| terms.as_int(value);
        let count = self.cells.values().filter(|value| constant(terms, **value).is_some()).count();
        if count < FEW_CELLS || self.arity() != 1 || self.base != terms.fill(1, Term::ZERO) {
            return None;
        }
        let last = self.cells.last()?.0.first()?.to_usize().filter(|last| *last < MAX_TABLE)?;
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
        if a.base != b.base {
            let (x, y) = (a.function(terms), b.function(terms));
            return Some(a.with(terms.ite(guard, x, y)));
        }
        // What was written at known places stays there.
        let mut both = a.with(a.base);
        let written: BTreeSet<&Vec<Int>> = a.cells.keys().chain(b.cells.keys()).collect();
        for at in written {
            let indices: Vec<Term> = at.iter().map(|index| terms.int(index)).collect();
            let (x, y) = (a.read(terms, &indices), b.read(terms, &indices));
            both.cells.insert_mut(at.clone(), terms.ite(guard, x, y));
        }
        Some(both)
    }
}

fn constants(terms: &Terms, indices: &[Term]) -> Option<Vec<Int>> {
    indices.iter().map(|index| terms.as_int(*index)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kyklos_term::{Node, Sort, SymbolKind};

    fn bytes(terms: &mut Terms, count: i64) -> Map {
        let length = terms.small(count);
        let base = terms.fresh("a", SymbolKind::Input, Sort::Array(1));
        let mut map = Map::new(base, vec![Some(length)], IntType::Unbounded);
        for number in 0..count {
            let (at, value) =
                (terms.small(number), terms.fresh(format!("x{number}"), SymbolKind::Input, Sort::Int));
            map.write(terms, &[at], value, Term::TRUE);
        }
        map
    }

    #[test]
    fn the_whole_is_what_was_written() {
        let mut terms = Terms::new();
        let mut map = bytes(&mut terms, 5);
        let whole = map.function(&mut terms);
        let three = terms.small(3);
        let before = map.read(&mut terms, &[three]);
        assert_eq!(terms.read(whole, &[three]), before);
        // What is written later is no part of what was asked for before.
        map.write(&mut terms, &[three], Term::ONE, Term::TRUE);
        let later = map.function(&mut terms);
        assert_eq!((terms.read(whole, &[three]), terms.read(later, &[three])), (before, Term::ONE));
        let index = terms.fresh("i", SymbolKind::Input, Sort::Int);
        map.write(&mut terms, &[index], Term::ZERO, Term::TRUE);
        let last = map.function(&mut terms);
        assert_eq!(terms.read(last, &[index]), Term::ZERO);
    }

    #[test]
    fn sides_that_differ_in_one_element_are_joined_there_alone() {
        let mut terms = Terms::new();
        let a = bytes(&mut terms, 5);
        let mut b = a.clone();
        let (two, three) = (terms.small(2), terms.small(3));
        b.write(&mut terms, &[three], Term::ONE, Term::TRUE);
        let x = terms.fresh("x", SymbolKind::Input, Sort::Int);
        let guard = terms.eq(x, Term::ZERO);
        let both = Map::choose(&mut terms, guard, &a, &b).unwrap();
        assert_eq!(both.read(&mut terms, &[two]), a.read(&mut terms, &[two]));
        let joined = both.read(&mut terms, &[three]);
        let expected = a.read(&mut terms, &[three]);
        assert_eq!(joined, terms.ite(guard, expected, Term::ONE));
        assert!(!matches!(terms.node(both.base), Some(Node::Ite(..))));
    }
}
