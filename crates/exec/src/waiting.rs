//! The waiting room: states that a feature holds at a join, by where they are. Note [arrivals].

use crate::state::{Point, State, StateId};
use kyklos_flow::{EdgeId, ProcedureId};
use std::collections::BTreeMap;

/// Where a state is, with all its calls: only states with the same whereabouts can be joined or compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Whereabouts {
    /// Where it is.
    pub point: Point,
    /// The calls that lead there, the latest first: edges of procedures.
    pub calls: Vec<(ProcedureId, EdgeId)>,
}

impl State {
    /// Where the state is, with all its calls.
    pub fn whereabouts(&self) -> Whereabouts {
        let mut calls = Vec::new();
        let mut frames = self.frames.iter_back().peekable();
        while let Some(frame) = frames.next() {
            if let (Some(call), Some(below)) = (frame.call, frames.peek()) {
                calls.push((below.procedure, call));
            }
        }
        Whereabouts { point: self.point(), calls }
    }
}

/// The states that wait. Features look at them; only the engine takes them in and lets them go, so that none
/// gets lost.
#[derive(Default)]
pub struct Waiting {
    states: BTreeMap<StateId, (Whereabouts, State)>,
    places: BTreeMap<Whereabouts, Vec<StateId>>,
}

impl Waiting {
    /// The states that wait at a place, those that came first first.
    pub fn at(&self, place: &Whereabouts) -> impl Iterator<Item = &State> {
        let ids = self.places.get(place).into_iter().flatten();
        ids.filter_map(|id| self.states.get(id)).map(|(_, state)| state)
    }

    /// The places at which states wait.
    pub fn places(&self) -> impl Iterator<Item = (&Whereabouts, &[StateId])> {
        self.places.iter().map(|(place, ids)| (place, ids.as_slice()))
    }

    /// A state that waits.
    pub fn get(&self, id: StateId) -> Option<&State> {
        self.states.get(&id).map(|(_, state)| state)
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    pub(crate) fn add(&mut self, state: State) {
        let place = state.whereabouts();
        self.places.entry(place.clone()).or_default().push(state.id);
        self.states.insert(state.id, (place, state));
    }

    pub(crate) fn take(&mut self, id: StateId) -> Option<State> {
        let (place, state) = self.states.remove(&id)?;
        if let Some(ids) = self.places.get_mut(&place) {
            ids.retain(|other| *other != id);
            if ids.is_empty() {
                self.places.remove(&place);
            }
        }
        Some(state)
    }

    /// Takes all, in the order in which they were made.
    pub(crate) fn drain(&mut self) -> Vec<State> {
        self.places.clear();
        std::mem::take(&mut self.states).into_values().map(|(_, state)| state).collect()
    }
}
