//! When a loop is left: if the path determines a counter, memory gets its value. Note [κ that is known].

use crate::retry::close;
use crate::technique::{OpenCounter, Return};
use crate::visits::Visit;
use kyklos_base::Int;
use kyklos_exec::state::Slot;
use kyklos_exec::{Context, State};
use kyklos_solver::Answer;
use kyklos_term::{Symbol, SymbolKind, Term};
use rustc_hash::FxHashMap;

/// Gives memory the values of the counters of a visit that the path determines.
pub(crate) fn settle(context: &mut Context<'_>, state: &mut State, visit: &Visit) {
    for counter in &visit.counters {
        settle_one(context, state, visit, counter);
    }
}

fn settle_one(context: &mut Context<'_>, state: &mut State, visit: &Visit, counter: &OpenCounter) {
    let kappa = context.terms.symbol_term(counter.symbol);
    let symbols: Vec<Symbol> =
        counter.dependent(&Int::ZERO).into_iter().map(|(symbol, _)| symbol).chain([counter.symbol]).collect();
    if !mentions(context, state, &symbols) {
        return;
    }
    let mut candidates = Vec::new();
    let again = match &visit.on_return {
        Return::Along { again, .. } => *again,
        Return::Free | Return::Covered => Term::TRUE,
    };
    let inputs = context.terms.free_symbols(again).iter().any(|symbol| {
        *symbol != counter.symbol && context.terms.symbol_info(*symbol).kind != SymbolKind::Counter
    });
    if let (Some(model), false) = (&state.model, inputs) {
        candidates.push(context.terms.int(&model.int(counter.symbol)));
    } else {
        candidates.extend(counter.ends.iter().copied());
    }
    for value in candidates {
        let other = context.terms.ne(kappa, value);
        if let Some((true, _)) = context.witness(state, other) {
            continue;
        }
        if matches!(context.ask(state, other), Answer::Unsat) {
            replace(context, state, counter, value);
            return;
        }
    }
}

impl OpenCounter {
    /// The symbols that depend on the counter alone, if it has this value.
    fn dependent(&self, value: &Int) -> Vec<(Symbol, Int)> {
        self.companions.as_ref().map_or(Vec::new(), |(closed, moment)| closed.companions(moment, value))
    }
}

/// Whether memory depends on one of these symbols.
fn mentions(context: &mut Context<'_>, state: &State, symbols: &[Symbol]) -> bool {
    let mut found = false;
    let mut look = |term: Term| {
        found |= context.terms.free_symbols(term).iter().any(|symbol| symbols.contains(symbol));
        term
    };
    if let Some(frame) = state.frames.last() {
        for slot in &frame.variables {
            if let Slot::Value(value) = slot {
                value.map(&mut look);
            }
        }
    }
    for object in state.objects.iter() {
        object.value.map(&mut look);
    }
    found
}

/// Replaces κ in memory, and what depends on nothing else.
fn replace(context: &mut Context<'_>, state: &mut State, counter: &OpenCounter, value: Term) {
    let terms = &mut context.terms;
    let mut map = FxHashMap::from_iter([(counter.symbol, value)]);
    if let Some(value) = terms.as_int(value) {
        for (symbol, value) in counter.dependent(&value) {
            map.insert(symbol, terms.int(&value));
        }
    }
    close(state, counter.symbol);
    let mut put = |term: Term| {
        let concerned = terms.free_symbols(term).iter().any(|symbol| map.contains_key(symbol));
        if concerned { terms.substitute(term, &map) } else { term }
    };
    if let Some(frame) = state.frames.last_mut() {
        for slot in &mut frame.variables {
            if let Slot::Value(value) = slot {
                *value = value.map(&mut put);
            }
        }
    }
    for number in 0..state.objects.len() {
        if let Some(object) = state.objects.get_mut(number) {
            object.value = object.value.map(&mut put);
        }
    }
}
