//! Parts of values: what is at the end of a way from an array or record.

use super::{OUTSIDE, UNWRITTEN};
use crate::eval::{Evaluator, Result, Stuck, SymbolicIndex};
use crate::value::{Value, Way};
use kyklos_base::Int;
use kyklos_term::Term;
use kyklos_term::arrays::Choice;
use kyklos_term::bounds::SymbolBounds;

/// An index that is a choice of constants is read by these choices, up to so many.
const MOST_CHOICES: usize = 1024;

/// One step, as far as it is constant.
pub(super) enum Taken {
    Part(usize),
    Symbolic(Term),
}

impl Evaluator<'_, '_> {
    pub(crate) fn navigate(&mut self, value: &Value, ways: &[Way]) -> Result<Value> {
        let Some((way, rest)) = ways.split_first() else { return Ok(value.clone()) };
        let parts = match value {
            Value::Aggregate(parts) => parts,
            Value::Choice(_) => {
                let value = self.fixed_value(value.clone())?;
                return self.navigate(&value, ways);
            }
            Value::Map(_) | Value::Table(_) | Value::Sparse(_) => return self.part_of_large(value, ways),
            _ => return Err(UNWRITTEN),
        };
        match self.index(*way)? {
            Taken::Part(number) => self.navigate(parts.get(number).ok_or(OUTSIDE)?, rest),
            Taken::Symbolic(index) => {
                let split = self.split_by(index, parts.len())?;
                if rest.is_empty()
                    && let Some(value) = self.table_value(parts, index)
                {
                    return Ok(Value::Int(value));
                }
                if let Some(choices) = self.context.terms.choices(index, MOST_CHOICES) {
                    return self.by_choices(&choices, parts, rest)?.ok_or(split);
                }
                let (low, high) = self.candidates(index, parts.len());
                let mut result: Option<Value> = None;
                // The check before the access has excluded all other indices.
                for number in (low..high).rev() {
                    let here = self.index_is(index, number);
                    if here == Term::FALSE {
                        // The rest of the way need not lead anywhere from here.
                        continue;
                    }
                    let value = self.navigate(&parts[number], rest)?;
                    result = Some(match result {
                        None => value,
                        Some(other) => Value::choose(&mut self.context.terms, here, &value, &other)
                            .ok_or_else(|| split.clone())?,
                    });
                }
                result.ok_or(OUTSIDE)
            }
        }
    }

    /// What is at an index that is one of some constants, by the same choices. `None` if the elements cannot be joined.
    fn by_choices(&mut self, choices: &[Choice], parts: &[Value], rest: &[Way]) -> Result<Option<Value>> {
        let mut values: Vec<Option<Value>> = Vec::with_capacity(choices.len());
        for choice in choices {
            let value = match choice {
                // The check before the access has excluded all other indices.
                Choice::Constant(index) => match index.to_usize().and_then(|index| parts.get(index)) {
                    Some(part) => Some(self.navigate(part, rest)?),
                    None => None,
                },
                Choice::Ite(condition, a, b) => match (&values[*a], &values[*b]) {
                    (Some(a), Some(b)) => {
                        let both = Value::choose(&mut self.context.terms, *condition, a, b);
                        let Some(both) = both else { return Ok(None) };
                        Some(both)
                    }
                    (one, other) => one.as_ref().or(other.as_ref()).cloned(),
                },
            };
            values.push(value);
        }
        values.pop().flatten().ok_or(OUTSIDE).map(Some)
    }

    /// The value of an array of constants at an index: one node, not a case for each element.
    fn table_value(&mut self, parts: &[Value], index: Term) -> Option<Term> {
        /// Fewer elements are as well cases.
        const FEW: usize = 4;
        let constant = |part: &Value| match part {
            Value::Int(number) => self.context.terms.as_int(*number),
            _ => None,
        };
        let values: Vec<Int> = parts.iter().map(constant).collect::<Option<_>>()?;
        (values.len() >= FEW).then(|| {
            let table = self.context.terms.table(&values);
            self.context.terms.read(table, &[index])
        })
    }

    /// A way, with what the path has fixed.
    pub(super) fn index(&mut self, way: Way) -> Result<Taken> {
        let index = match way {
            Way::Field(field) => return Ok(Taken::Part(field)),
            Way::Index(index) => self.state.fixed.get(&index).copied().unwrap_or(index),
        };
        match self.context.terms.as_int(index) {
            Some(constant) => constant.to_usize().map(Taken::Part).ok_or(OUTSIDE),
            None => Ok(Taken::Symbolic(index)),
        }
    }

    /// How to split by an index, to be used if the elements cannot be joined;
    /// at once, if that is what the options say.
    pub(super) fn split_by(&self, index: Term, length: usize) -> Result<Stuck> {
        let split = Stuck::SplitIndex(index, length);
        match self.context.options.symbolic_index {
            SymbolicIndex::Fork => Err(split),
            SymbolicIndex::Ite => Ok(split),
        }
    }

    /// The indices that a term can be, by intervals: from the first to before the second.
    pub(super) fn candidates(&self, index: Term, length: usize) -> (usize, usize) {
        let bounds = self.context.terms.bounds(index, &SymbolBounds::default());
        let low = bounds.low.and_then(|low| low.to_usize()).unwrap_or(0);
        let high = bounds
            .high
            .and_then(|high| high.to_usize())
            .map_or(length, |high| length.min(high.saturating_add(1)));
        (low.min(high), high)
    }

    pub(super) fn index_is(&mut self, index: Term, number: usize) -> Term {
        let number = self.context.terms.int(&Int::from(number));
        self.context.terms.eq(index, number)
    }
}
