//! The states that wait at sites, and which of them goes on first.

use kyklos_exec::StateId;
use std::collections::{BTreeMap, BTreeSet};

/// The states that wait.
#[derive(Default)]
pub struct Held {
    /// Where each waits, and how many branches it has behind it.
    all: BTreeMap<StateId, (usize, u32)>,
    /// By the number of branches.
    deep: BTreeSet<(u32, StateId)>,
    at: BTreeMap<usize, BTreeSet<(u32, StateId)>>,
    /// How many were let go because nothing else was left.
    stuck: u64,
}

/// Every so many times that nothing else is left, the oldest state goes on, so that no path without an end keeps all
/// others waiting.
const OLDEST: u64 = 4;

impl Held {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether one waits at a site.
    pub fn any_at(&self, site: usize) -> bool {
        self.at.contains_key(&site)
    }

    /// A state waits at a site, with so many branches behind it.
    pub fn insert(&mut self, state: StateId, site: usize, depth: u32) {
        self.all.insert(state, (site, depth));
        self.deep.insert((depth, state));
        self.at.entry(site).or_default().insert((depth, state));
    }

    /// A state waits no longer; whether it did.
    pub fn remove(&mut self, state: StateId) -> bool {
        let Some((site, depth)) = self.all.remove(&state) else { return false };
        self.deep.remove(&(depth, state));
        if let Some(at) = self.at.get_mut(&site) {
            at.remove(&(depth, state));
            if at.is_empty() {
                self.at.remove(&site);
            }
        }
        true
    }

    /// Forgets those that do not wait any more.
    pub fn retain(&mut self, waits: impl Fn(StateId) -> bool) {
        let gone: Vec<StateId> = self.all.keys().copied().filter(|state| !waits(*state)).collect();
        gone.into_iter().for_each(|state| {
            self.remove(state);
        });
    }

    /// Those at a site.
    pub fn at(&self, site: usize) -> impl Iterator<Item = StateId> + '_ {
        self.at.get(&site).into_iter().flatten().map(|(_, state)| *state)
    }

    /// The one at a site that is nearest to where paths end.
    pub fn deepest_at(&self, site: usize) -> Option<StateId> {
        self.at.get(&site)?.last().map(|(_, state)| *state)
    }

    /// The one that goes on when nothing else is left: mostly the one with the most branches behind it. Subtrees that
    /// were begun are finished so, and what is learnt from them may end the others.
    pub fn next(&mut self) -> Option<StateId> {
        self.stuck += 1;
        match self.stuck.is_multiple_of(OLDEST) {
            true => self.all.first_key_value().map(|(state, _)| *state),
            false => self.deep.last().map(|(_, state)| *state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That the oldest one goes on from time to time does not turn the others away from the deepest one.
    #[test]
    fn what_was_begun_goes_on() {
        let mut held = Held::default();
        held.insert(StateId(9), 0, 7);
        held.insert(StateId(2), 1, 2);
        held.insert(StateId(1), 1, 1);
        assert_eq!([(); 4].map(|()| held.next()), [9, 9, 9, 1].map(|id| Some(StateId(id))));
        assert!(held.remove(StateId(1)) && !held.remove(StateId(1)));
        // What the oldest one became is newer, but not as deep.
        held.insert(StateId(12), 1, 3);
        assert_eq!([held.next(), held.deepest_at(1)], [9, 12].map(|id| Some(StateId(id))));
        held.retain(|state| state != StateId(9));
        assert_eq!((held.len(), held.any_at(0), held.next()), (2, false, Some(StateId(12))));
    }
}
