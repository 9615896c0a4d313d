//! Writing to places.

use super::{MISSING, OUTSIDE, Resolved, Start, UNWRITTEN, part_number, parts::Taken};
use crate::context::Context;
use crate::eval::{Evaluator, Result, Stuck};
use crate::state::State;
use crate::value::{Spot, Value, Way};
use kyklos_flow::Place;
use kyklos_term::Term;
use std::rc::Rc;

/// What is written to a place.
struct Written {
    value: Value,
    /// What it becomes at each root of the place, where that may be another value.
    converted: Vec<Value>,
}

impl Written {
    fn at(&self, root: usize) -> &Value {
        self.converted.get(root).unwrap_or(&self.value)
    }
}

/// Writes a value to a place of a state. The state is changed only if that succeeds.
pub fn write(context: &mut Context<'_>, state: &mut State, place: &Place, value: Value) -> Result<()> {
    if let Some(variable) = place.as_variable()
        && let Some(slot) = state.variable_mut(variable)
    {
        *slot = value;
        return Ok(());
    }
    let resolved = Evaluator { context, state }.resolve(place)?;
    let converted = Evaluator { context, state }.converted(place, &resolved, &value);
    let value = Written { value, converted };
    if write_plain(context, state, &resolved, value.at(0)) {
        return Ok(());
    }
    let updates = Evaluator { context, state }.updates(&resolved, &value)?;
    for (start, value) in updates {
        if let Some(slot) = start.value_mut(state) {
            *slot = value;
        }
    }
    Ok(())
}

/// Writes to a place that is one and only one, without copying what is around it.
fn write_plain(context: &mut Context<'_>, state: &mut State, resolved: &Resolved, new: &Value) -> bool {
    let [(_, start, ways)] = resolved.roots.as_slice() else { return false };
    if let Start::Bytes(..) = start {
        return false;
    }
    let Some(mut value) = start.value_mut(state) else { return false };
    let mut ways = ways.clone();
    let mut from = 0;
    loop {
        match (value, &ways[from..]) {
            (slot, []) => {
                *slot = new.clone();
                return true;
            }
            (Value::Map(map), ways) => {
                let (Some(indices), Value::Int(new)) = (indices_of(ways, map.arity()), new) else {
                    return false;
                };
                Rc::make_mut(map).write(&mut context.terms, &indices, *new, Term::TRUE);
                return true;
            }
            (Value::Table(table), rest) => {
                let Some((field, rest)) = table.within(rest) else { return false };
                value = &mut Rc::make_mut(table).fields[field];
                (ways, from) = (rest, 0);
            }
            (Value::Aggregate(parts), [way, ..]) => {
                let part = part_number(context, *way).and_then(|number| Rc::make_mut(parts).get_mut(number));
                let Some(part) = part else { return false };
                (value, from) = (part, from + 1);
            }
            _ => return false,
        }
    }
}

/// The ways as indices of a function, if there are as many as it takes.
fn indices_of(ways: &[Way], arity: usize) -> Option<Vec<Term>> {
    let index = |way: &Way| match way {
        Way::Index(index) => Some(*index),
        Way::Field(_) => None,
    };
    (ways.len() == arity).then(|| ways.iter().map(index).collect())?
}

impl Evaluator<'_, '_> {
    /// The object of a spot that is no element, with a new value there.
    pub fn with_part(&mut self, spot: &Spot, value: &Value) -> Result<Value> {
        let state = self.state;
        let object = state.object(spot.object).ok_or(MISSING)?;
        let split = Stuck::Unsupported("arrays of different forms in one array");
        self.replaced(object, &spot.path, value, Term::TRUE, &split)
    }

    /// What a value becomes at each root of the place that it is written to; nothing if it stays as it is.
    fn converted(&mut self, place: &Place, resolved: &Resolved, value: &Value) -> Vec<Value> {
        let Some(kind) = self.integers_at(place) else { return Vec::new() };
        let roots = resolved.roots.iter();
        roots
            .map(|(_, start, ways)| match start.integers(self, ways) {
                Some(own) => self.with_sign(kind, own, value.clone()),
                None => value.clone(),
            })
            .collect()
    }

    /// What variables and objects become when a value is written to a place.
    fn updates(&mut self, resolved: &Resolved, value: &Written) -> Result<Vec<(Start, Value)>> {
        let state = self.state;
        let split = resolved.split();
        let single = resolved.roots.len() == 1;
        let mut updates: Vec<(Start, Value)> = Vec::with_capacity(resolved.roots.len());
        for (root, (guard, start, ways)) in resolved.roots.iter().enumerate() {
            let guard = if single { Term::TRUE } else { *guard };
            // Two targets may be parts of one object: the later write sees the earlier one.
            let earlier = updates.iter().position(|(known, _)| known.is(*start));
            let old = match earlier {
                Some(position) => updates[position].1.clone(),
                None => start.value(state).ok_or(MISSING)?.clone(),
            };
            let new = match start {
                Start::Bytes(object, offset, ty) => self
                    .content(*object, &old)
                    .and_then(|content| self.with_view(content, *offset, *ty, &value.value, guard)),
                _ => self.replaced(&old, ways, value.at(root), guard, &split),
            };
            let new = new.map_err(|stuck| self.without(resolved, root, stuck))?;
            match earlier {
                Some(position) => updates[position].1 = new,
                None => updates.push((*start, new)),
            }
        }
        if updates.is_empty() {
            return Err(Stuck::Undefined("the use of a null pointer"));
        }
        Ok(updates)
    }

    /// `old` with the part behind `ways` replaced where the guard holds. If the
    /// new and the old value have no common form, the state must be split first.
    pub(crate) fn replaced(
        &mut self,
        old: &Value,
        ways: &[Way],
        new: &Value,
        guard: Term,
        split: &Stuck,
    ) -> Result<Value> {
        let Some((way, rest)) = ways.split_first() else {
            return Value::choose(&mut self.context.terms, guard, new, old).ok_or_else(|| split.clone());
        };
        let parts = match old {
            Value::Aggregate(parts) => parts,
            Value::Choice(_) => {
                let old = self.fixed_value(old.clone())?;
                return self.replaced(&old, ways, new, guard, split);
            }
            Value::Map(_) | Value::Table(_) | Value::Sparse(_) => {
                return self.replaced_in_large(old, ways, new, guard, split);
            }
            _ => return Err(UNWRITTEN),
        };
        let mut changed = parts.as_ref().clone();
        match self.index(*way)? {
            Taken::Part(number) => {
                let part = parts.get(number).ok_or(OUTSIDE)?;
                changed[number] = self.replaced(part, rest, new, guard, split)?;
            }
            Taken::Symbolic(index) => {
                let split = self.split_by(index, parts.len())?;
                let (low, high) = self.candidates(index, parts.len());
                for number in low..high {
                    let here = self.index_is(index, number);
                    let guard = self.context.terms.both(guard, here);
                    if guard != Term::FALSE {
                        changed[number] = self.replaced(&parts[number], rest, new, guard, &split)?;
                    }
                }
            }
        }
        Ok(Value::Aggregate(Rc::new(changed)))
    }
}
