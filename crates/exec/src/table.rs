//! Large arrays of records and pointers. Nobody pays for elements that nobody touches. Note [arrays].
//!
//! An array of records is kept as a record of arrays ([`Table`]): numbers are functions of all indices on the
//! way to them ([`Map`]), so that an unknown index is one of them as any other. Pointers have no such
//! functions; their arrays keep what was written ([`Sparse`]).

use crate::eval::{Evaluator, Result, Stuck};
use crate::map::Map;
use crate::value::{Value, Way};
use kyklos_base::Int;
use kyklos_term::{Sort, SymbolInfo, SymbolKind, Term, Terms};
use rpds::RedBlackTreeMap;
use std::rc::Rc;

/// An array of records, or of arrays of such, as arrays of their fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// How many elements there are in each dimension; `None` is no limit.
    pub lengths: Vec<Option<Term>>,
    /// For each field the array of what it is in all records, with the same first dimensions.
    pub fields: Vec<Value>,
}

/// An array of values, or of arrays of such, of which most are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sparse {
    /// How many elements there are in each dimension; `None` is no limit.
    pub lengths: Vec<Option<Term>>,
    /// All elements that were not written.
    pub other: Value,
    /// What was written up to the last write at an index that is not constant, in order.
    writes: Vec<(Vec<Term>, Value)>,
    /// What was written since.
    cells: RedBlackTreeMap<Vec<Int>, Value>,
}

/// Arrays of more elements than this are no lists of values.
pub(crate) const SMALL_ARRAY: u64 = 64;

/// Nor are arrays of numbers that are all alike, or of which nothing is known: as functions of the index, they cost
/// nothing when loops write them.
pub(crate) const SMALL_UNIFORM: u64 = 16;

/// Nor are arrays of records that would have more values than this in all.
pub(crate) const SMALL_TABLE: u64 = 1 << 16;

const UNSUPPORTED: Stuck = Stuck::Unsupported("the use of a row of an array as a whole");
const MISPLACED: Stuck = Stuck::Undefined("a way into an array that it does not have");

impl Sparse {
    /// The array whose elements are all alike.
    pub fn new(lengths: Vec<Option<Term>>, other: Value) -> Self {
        Self { lengths, other, writes: Vec::new(), cells: RedBlackTreeMap::new() }
    }

    /// The elements at constant indices, if all that was written is there.
    pub fn cells(&self) -> Option<&RedBlackTreeMap<Vec<Int>, Value>> {
        self.writes.is_empty().then_some(&self.cells)
    }

    /// The element at a constant index, if there is no doubt about it.
    pub fn cell(&self, index: usize) -> Option<&Value> {
        let known = self.cells.get([Int::from(index)].as_slice());
        known.or_else(|| self.writes.is_empty().then_some(&self.other))
    }

    /// Replaces the element at a constant index.
    pub fn set_cell(&mut self, index: usize, value: Value) {
        self.cells.insert_mut(vec![Int::from(index)], value);
    }

    /// The element at these indices. The error is a condition to be decided first, as with it and without it the
    /// element is of different forms; `fixed` knows those that are decided.
    fn read(
        &self,
        terms: &mut Terms,
        indices: &[Term],
        fixed: &dyn Fn(Term) -> Term,
    ) -> std::result::Result<Value, Term> {
        let key = constants(terms, indices);
        if let Some(value) = key.as_ref().and_then(|key| self.cells.get(key)) {
            return Ok(value.clone());
        }
        let mut result = self.other.clone();
        for (at, value) in &self.writes {
            let here = same(terms, at, indices);
            result = chosen(terms, fixed(here), value, result)?;
        }
        if key.is_none() {
            for (at, value) in &self.cells {
                let at: Vec<Term> = at.iter().map(|index| terms.int(index)).collect();
                let here = same(terms, &at, indices);
                result = chosen(terms, fixed(here), value, result)?;
            }
        }
        Ok(result)
    }

    fn write(&mut self, terms: &mut Terms, indices: &[Term], value: Value) {
        match constants(terms, indices) {
            Some(key) => {
                self.cells.insert_mut(key, value);
            }
            None => {
                for (at, value) in &std::mem::take(&mut self.cells) {
                    self.writes.push((at.iter().map(|index| terms.int(index)).collect(), value.clone()));
                }
                // What is written again at the very same place is seen no more.
                self.writes.retain(|(at, _)| at != indices);
                self.writes.push((indices.to_vec(), value));
            }
        }
    }

    /// The array with each of its terms replaced.
    pub fn map(&self, replace: &mut dyn FnMut(Term) -> Term) -> Self {
        let writes = self.writes.iter().map(|(at, value)| {
            (at.iter().map(|index| replace(*index)).collect::<Vec<Term>>(), value.map(replace))
        });
        Self {
            writes: writes.collect(),
            lengths: self.lengths.iter().map(|length| length.map(&mut *replace)).collect(),
            other: self.other.map(replace),
            cells: self.cells.iter().map(|(at, value)| (at.clone(), value.map(replace))).collect(),
        }
    }

    /// `if guard then a else b`, where both have a common form.
    pub fn choose(terms: &mut Terms, guard: Term, a: &Sparse, b: &Sparse) -> Option<Sparse> {
        if (&a.lengths, &a.writes) != (&b.lengths, &b.writes) {
            return None;
        }
        let mut all = Sparse { other: Value::choose(terms, guard, &a.other, &b.other)?, ..a.clone() };
        // Where an unknown index was written before, an element has no form of its own.
        let own = |sparse: &Sparse, key: &[Int]| {
            let known = sparse.cells.get(key).cloned();
            known.or_else(|| sparse.writes.is_empty().then(|| sparse.other.clone()))
        };
        for key in a.cells.keys().chain(b.cells.keys()) {
            let value = Value::choose(terms, guard, &own(a, key)?, &own(b, key)?)?;
            all.cells.insert_mut(key.clone(), value);
        }
        Some(all)
    }
}

impl Table {
    /// The table with each of its terms replaced.
    pub fn map(&self, replace: &mut dyn FnMut(Term) -> Term) -> Self {
        Self {
            lengths: self.lengths.iter().map(|length| length.map(&mut *replace)).collect(),
            fields: self.fields.iter().map(|field| field.map(replace)).collect(),
        }
    }

    /// `if guard then a else b`, where both have a common form.
    pub fn choose(terms: &mut Terms, guard: Term, a: &Table, b: &Table) -> Option<Table> {
        if a.lengths != b.lengths || a.fields.len() != b.fields.len() {
            return None;
        }
        let fields = a.fields.iter().zip(&b.fields).map(|(a, b)| Value::choose(terms, guard, a, b));
        Some(Table { lengths: a.lengths.clone(), fields: fields.collect::<Option<_>>()? })
    }

    /// The field that a way leads to, and the way from the array of that field on; `None` for a way to a
    /// record or an array of them.
    pub fn within(&self, ways: &[Way]) -> Option<(usize, Vec<Way>)> {
        match ways.get(self.lengths.len()) {
            Some(Way::Field(field)) if *field < self.fields.len() => {
                let (before, after) = (&ways[..self.lengths.len()], &ways[self.lengths.len() + 1..]);
                Some((*field, before.iter().chain(after).copied().collect()))
            }
            _ => None,
        }
    }

    fn with(&self, fields: Vec<Value>) -> Value {
        Value::Table(Rc::new(Table { lengths: self.lengths.clone(), fields }))
    }
}

/// How many elements the array has that a way leads to, in a large array; `Some(None)` is no limit.
pub(crate) fn length_within(value: &Value, ways: &[Way]) -> Option<Option<Term>> {
    match value {
        Value::Map(map) => map.length(ways.len()),
        Value::Sparse(sparse) => sparse.lengths.get(ways.len()).copied(),
        Value::Table(table) => match table.within(ways) {
            Some((field, ways)) => length_within(&table.fields[field], &ways),
            None => table.lengths.get(ways.len()).copied(),
        },
        _ => None,
    }
}

impl Evaluator<'_, '_> {
    /// A part of a large array.
    pub(crate) fn part_of_large(&mut self, value: &Value, ways: &[Way]) -> Result<Value> {
        match value {
            Value::Table(table) => match table.within(ways) {
                Some((field, ways)) => self.navigate(&table.fields[field], &ways),
                None => self.row(value, &indices(ways)?),
            },
            Value::Map(map) if ways.len() == map.arity() => {
                Ok(Value::Int(map.read(&mut self.context.terms, &indices(ways)?)))
            }
            Value::Sparse(sparse) if ways.len() == sparse.lengths.len() => {
                let fixed = &self.state.fixed;
                let fixed = |term: Term| fixed.get(&term).copied().unwrap_or(term);
                let read = sparse.read(&mut self.context.terms, &indices(ways)?, &fixed);
                read.map_err(|guard| self.split_on(guard))
            }
            _ => self.row(value, &indices(ways)?),
        }
    }

    fn split_on(&mut self, guard: Term) -> Stuck {
        Stuck::SplitGuards(vec![guard, self.context.terms.not(guard)])
    }

    /// An array or a record in a large array, in the form that such values have elsewhere.
    fn row(&mut self, value: &Value, at: &[Term]) -> Result<Value> {
        let terms = &self.context.terms;
        let lengths = match value {
            Value::Map(map) => (at.len()..map.arity()).filter_map(|n| map.length(n)).collect(),
            Value::Table(table) => table.lengths.get(at.len()..).unwrap_or_default().to_vec(),
            Value::Sparse(sparse) => sparse.lengths.get(at.len()..).unwrap_or_default().to_vec(),
            _ => return Err(MISPLACED),
        };
        if let (Value::Table(table), []) = (value, lengths.as_slice()) {
            let ways: Vec<Way> = at.iter().map(|index| Way::Index(*index)).collect();
            let fields = table.fields.iter().map(|field| self.part_of_large(field, &ways));
            return Ok(Value::Aggregate(Rc::new(fields.collect::<Result<_>>()?)));
        }
        let first = lengths.first().copied().flatten().and_then(|length| terms.as_int(length)?.to_usize());
        if let (Some(first), Some(0..=SMALL_ARRAY), Some(0..=SMALL_TABLE)) =
            (first, count(terms, &lengths), weight(terms, value, at.len()))
        {
            let parts = (0..first).map(|number| {
                let mut ways: Vec<Way> = at.iter().map(|index| Way::Index(*index)).collect();
                ways.push(Way::Index(self.context.terms.int(&Int::from(number))));
                self.part_of_large(value, &ways)
            });
            return Ok(Value::Aggregate(Rc::new(parts.collect::<Result<_>>()?)));
        }
        match value {
            Value::Map(map) => {
                let base = self.context.terms.lambda_row(map, at);
                Ok(Value::Map(Rc::new(Map::new(base, lengths, map.number()))))
            }
            Value::Table(table) => {
                let fields = table.fields.iter().map(|field| self.row(field, at)).collect::<Result<_>>()?;
                Ok(Value::Table(Rc::new(Table { lengths, fields })))
            }
            _ => Err(UNSUPPORTED),
        }
    }

    /// A large array with a part replaced where the guard holds.
    pub(crate) fn replaced_in_large(
        &mut self,
        old: &Value,
        ways: &[Way],
        new: &Value,
        guard: Term,
        split: &Stuck,
    ) -> Result<Value> {
        match old {
            Value::Table(table) => self.replaced_in_table(table, ways, new, guard, split),
            Value::Map(map) if ways.len() == map.arity() => {
                let Value::Int(new) = new else { return Err(UNSUPPORTED) };
                let mut changed = map.as_ref().clone();
                changed.write(&mut self.context.terms, &indices(ways)?, *new, guard);
                Ok(Value::Map(Rc::new(changed)))
            }
            Value::Sparse(sparse) if ways.len() == sparse.lengths.len() => {
                let at = indices(ways)?;
                let new = match guard {
                    Term::TRUE => new.clone(),
                    _ => {
                        let before = self.part_of_large(old, ways)?;
                        Value::choose(&mut self.context.terms, guard, new, &before)
                            .ok_or_else(|| split.clone())?
                    }
                };
                let mut changed = sparse.as_ref().clone();
                changed.write(&mut self.context.terms, &at, new);
                Ok(Value::Sparse(Rc::new(changed)))
            }
            _ => self.replaced_row(old, ways, new, guard, split),
        }
    }

    fn replaced_in_table(
        &mut self,
        table: &Table,
        ways: &[Way],
        new: &Value,
        guard: Term,
        split: &Stuck,
    ) -> Result<Value> {
        let mut fields = table.fields.clone();
        if let Some((field, ways)) = table.within(ways) {
            fields[field] = self.replaced(&table.fields[field], &ways, new, guard, split)?;
            return Ok(table.with(fields));
        }
        let parts: Vec<Value> = match new {
            Value::Aggregate(parts) if ways.len() == table.lengths.len() => parts.to_vec(),
            Value::Table(new) if new.lengths == table.lengths[ways.len()..] => new.fields.clone(),
            _ => return self.replaced_row(&table.with(fields), ways, new, guard, split),
        };
        if parts.len() != fields.len() {
            return Err(MISPLACED);
        }
        for (field, part) in fields.iter_mut().zip(&parts) {
            *field = self.replaced(field, ways, part, guard, split)?;
        }
        Ok(table.with(fields))
    }

    /// A large array of arrays with one of them replaced.
    fn replaced_row(
        &mut self,
        old: &Value,
        ways: &[Way],
        new: &Value,
        guard: Term,
        split: &Stuck,
    ) -> Result<Value> {
        match (old, new) {
            (_, Value::Aggregate(parts)) if ways.iter().all(|way| matches!(way, Way::Index(_))) => {
                let mut changed = old.clone();
                for (number, part) in parts.iter().enumerate() {
                    let mut ways = ways.to_vec();
                    ways.push(Way::Index(self.context.terms.int(&Int::from(number))));
                    changed = self.replaced(&changed, &ways, part, guard, split)?;
                }
                Ok(changed)
            }
            (Value::Map(old), Value::Map(new)) if old.arity() == ways.len() + new.arity() => {
                let base = self.context.terms.lambda_written(old, &indices(ways)?, new, guard);
                Ok(Value::Map(Rc::new(old.with(base))))
            }
            _ => Err(UNSUPPORTED),
        }
    }
}

/// Rows of functions.
trait Rows {
    /// λχ. map(at, χ).
    fn lambda_row(&mut self, map: &Map, at: &[Term]) -> Term;
    /// λχψ. if guard and χ = at then new(ψ) else old(χ, ψ).
    fn lambda_written(&mut self, old: &Map, at: &[Term], new: &Map, guard: Term) -> Term;
}

impl Rows for Terms {
    fn lambda_row(&mut self, map: &Map, at: &[Term]) -> Term {
        let parameters = bound(self, map.arity() - at.len());
        let mut indices = at.to_vec();
        indices.extend(parameters.iter().map(|parameter| self.symbol_term(*parameter)));
        let function = map.function(self);
        let body = self.read(function, &indices);
        self.lambda(&parameters, body)
    }

    fn lambda_written(&mut self, old: &Map, at: &[Term], new: &Map, guard: Term) -> Term {
        let parameters = bound(self, old.arity());
        let indices: Vec<Term> = parameters.iter().map(|parameter| self.symbol_term(*parameter)).collect();
        let (before, now) = (old.function(self), new.function(self));
        let (before, now) = (self.read(before, &indices), self.read(now, &indices[at.len()..]));
        let here = same(self, at, &indices[..at.len()]);
        let here = self.both(guard, here);
        let body = self.ite(here, now, before);
        self.lambda(&parameters, body)
    }
}

fn bound(terms: &mut Terms, count: usize) -> Vec<kyklos_term::Symbol> {
    let info = |n: usize| SymbolInfo {
        name: format!("χ{n}"),
        kind: SymbolKind::Bound,
        sort: Sort::Int,
        low: None,
        high: None,
    };
    (0..count).map(|n| terms.symbol(info(n))).collect()
}

/// The product of lengths that are all constant.
fn count(terms: &Terms, lengths: &[Option<Term>]) -> Option<u64> {
    let length = |length: &Option<Term>| Some(terms.as_int((*length)?)?.to_usize()? as u64);
    lengths.iter().map(length).try_fold(1, |all: u64, length| Some(all.saturating_mul(length?)))
}

/// How many numbers and pointers there are behind so many indices.
fn weight(terms: &Terms, value: &Value, indices: usize) -> Option<u64> {
    match value {
        Value::Map(map) => {
            let lengths: Vec<_> = (indices..map.arity()).filter_map(|n| map.length(n)).collect();
            count(terms, &lengths)
        }
        Value::Sparse(sparse) => count(terms, sparse.lengths.get(indices..)?),
        Value::Table(table) => {
            let mut fields = table.fields.iter().map(|field| weight(terms, field, indices));
            fields.try_fold(0, |all: u64, weight| Some(all.saturating_add(weight?)))
        }
        _ => Some(1),
    }
}

fn constants(terms: &Terms, indices: &[Term]) -> Option<Vec<Int>> {
    indices.iter().map(|index| terms.as_int(*index)).collect()
}

/// Whether two ways are the same.
fn same(terms: &mut Terms, a: &[Term], b: &[Term]) -> Term {
    let equal: Vec<Term> = a.iter().zip(b).map(|(a, b)| terms.eq(*a, *b)).collect();
    terms.and(equal)
}

/// `if guard then value else other`; the error is the guard.
fn chosen(terms: &mut Terms, guard: Term, value: &Value, other: Value) -> std::result::Result<Value, Term> {
    match guard {
        Term::FALSE => Ok(other),
        Term::TRUE => Ok(value.clone()),
        _ => Value::choose(terms, guard, value, &other).ok_or(guard),
    }
}

fn indices(ways: &[Way]) -> Result<Vec<Term>> {
    ways.iter()
        .map(|way| match way {
            Way::Index(index) => Ok(*index),
            Way::Field(_) => Err(MISPLACED),
        })
        .collect()
}
