//! States that have been at a place before. What comes to it with numbers that one of them stands for adds no run:
//! joined with it, it is that one again.
//!
//! Two states of one shape of memory ([`shape`](crate::subsume::shape)) differ in numbers alone. The earlier one stands
//! for the later one if its symbols can be given values, terms over the symbols of the later one, with which its
//! memory is that of the later one and its path condition holds. Values follow from where its symbols stand alone in
//! memory; all others keep their names, as both paths have often begun alike. Conditions that have nothing to do with
//! memory need not hold: they have a solution of their own. Inputs that are still to be read are free on both sides,
//! whatever their numbers are.

use super::instance::{Instance, Now};
use crate::subsume::shape::Flat;
use kyklos_exec::list::List;
use kyklos_exec::{Context, Guarantee, Notes, State, StateId, Whereabouts};
use kyklos_solver::Answer;
use kyklos_term::{Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, OnceCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// So many states of one shape at a place are kept, the latest ones.
const MOST_KEPT: usize = 64;
/// Work that may be done before it has to be a small part of all, in about nanoseconds.
const CREDIT: u64 = 50_000_000;
/// The part of all work that comparing may take.
const PART: u64 = 4;
/// After so many questions in vain at a place, few are asked there.
const MANY_IN_VAIN: u32 = 4;

/// The states that have been at places.
#[derive(Default)]
pub struct Past {
    at: FxHashMap<(Whereabouts, Rc<[u32]>), Kept>,
    /// Those that still wait.
    waiting: FxHashMap<StateId, Rc<Earlier>>,
    /// The work that comparing has cost, in about nanoseconds.
    own: u64,
}

/// Those of one shape at one place.
#[derive(Default)]
struct Kept {
    states: VecDeque<Rc<Earlier>>,
    /// Questions that have shown nothing since one has.
    vain: u32,
    asked: u32,
}

/// A state as it was.
struct Earlier {
    id: Cell<StateId>,
    numbers: Vec<Term>,
    path: List<Term>,
    /// The conditions of its path that have to do with its numbers, the latest first.
    tied: OnceCell<Vec<Term>>,
    guarantee: Guarantee,
    notes: Notes,
}

impl Past {
    /// Keeps a state in mind that goes on now, or waits and does so sooner or later, by itself or in a join.
    pub fn keep(&mut self, state: &State, flat: Flat, waits: bool) {
        // It must be known that it has runs at all.
        if state.model.is_none() {
            return;
        }
        let kept = self.at.entry((state.whereabouts(), flat.shape)).or_default();
        if kept.states.len() >= MOST_KEPT {
            kept.states.pop_front();
        }
        let earlier = Rc::new(Earlier {
            id: Cell::new(state.id),
            numbers: flat.terms,
            path: state.path.clone(),
            tied: OnceCell::new(),
            guarantee: state.guarantee,
            notes: state.notes.clone(),
        });
        kept.states.push_back(earlier.clone());
        if waits {
            self.waiting.insert(state.id, earlier);
        }
    }

    /// A state that waits has a new number.
    pub fn renumber(&mut self, state: StateId, new: StateId) {
        if let Some(earlier) = self.waiting.remove(&state) {
            earlier.id.set(new);
            self.waiting.insert(new, earlier);
        }
    }

    /// Whether a state waits that is kept in mind, and so has come to where it is.
    pub fn waits(&self, state: StateId) -> bool {
        self.waiting.contains_key(&state)
    }

    /// A state waits no longer.
    pub fn goes_on(&mut self, state: StateId) {
        self.waiting.remove(&state);
    }

    /// A state that has been where a state is and that has all its runs from there, and whether it still waits there.
    pub fn with_all_runs_of(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        flat: &Flat,
    ) -> Option<(StateId, bool)> {
        let before = context.work().amount();
        if self.own > CREDIT + before / PART {
            return None;
        }
        let found = self.find(context, state, flat);
        self.own += context.work().amount() - before;
        let earlier = found?;
        let id = earlier.id.get();
        let waits = self.waiting.get(&id).is_some_and(|waiting| Rc::ptr_eq(waiting, &earlier));
        Some((id, waits))
    }

    fn find(&mut self, context: &mut Context<'_>, state: &State, flat: &Flat) -> Option<Rc<Earlier>> {
        let kept = self.at.get_mut(&(state.whereabouts(), flat.shape.clone()))?;
        let mut path = None;
        for earlier in kept.states.iter().rev() {
            if earlier.guarantee > state.guarantee || earlier.notes.join(&state.notes).is_none() {
                continue;
            }
            self.own += 20 * flat.terms.len() as u64;
            let model = state.model.as_deref();
            let terms = &mut context.terms;
            let Some(instance) = Instance::of(terms, &earlier.numbers, &flat.terms, model) else { continue };
            let path: &FxHashSet<Term> =
                path.get_or_insert_with(|| state.path.iter_back().copied().collect());
            let tied = earlier.tied.get_or_init(|| tied(terms, &earlier.numbers, &earlier.path));
            self.own += 100 * tied.len() as u64;
            let Some(open) = instance.open(terms, tied, &Now { path, model }) else { continue };
            if open.is_empty() {
                return Some(earlier.clone());
            }
            kept.asked += 1;
            if kept.vain > MANY_IN_VAIN && !kept.asked.is_power_of_two() {
                continue;
            }
            let all = context.terms.and(open);
            let opposite = context.terms.not(all);
            if matches!(context.ask(state, opposite), Answer::Unsat) {
                kept.vain = 0;
                return Some(earlier.clone());
            }
            kept.vain += 1;
        }
        None
    }
}

/// The conditions of a path that have to do with numbers, directly or by others. The rest has a solution of its own.
fn tied(terms: &mut Terms, numbers: &[Term], path: &List<Term>) -> Vec<Term> {
    let conditions: Vec<Term> = path.iter_back().copied().collect();
    let mut speaking: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
    for (number, condition) in conditions.iter().enumerate() {
        for symbol in terms.free_symbols(*condition).iter() {
            speaking.entry(*symbol).or_default().push(number);
        }
    }
    let mut tied = vec![false; conditions.len()];
    let mut open: Vec<Symbol> = Vec::new();
    numbers.iter().for_each(|number| open.extend(terms.free_symbols(*number).iter()));
    while let Some(symbol) = open.pop() {
        for number in speaking.remove(&symbol).into_iter().flatten() {
            if !std::mem::replace(&mut tied[number], true) {
                open.extend(terms.free_symbols(conditions[number]).iter());
            }
        }
    }
    conditions.into_iter().zip(tied).filter(|(_, tied)| *tied).map(|(condition, _)| condition).collect()
}
