//! Searches that need no more than the order in which states were made, and
//! the one that alternates others.

use super::coverage::Nearest;
use super::tree::Tree;
use super::{Search, Strategy};
use crate::context::Context;
use crate::state::{State, StateId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The oldest state first.
pub const BFS: Strategy =
    Strategy { name: "bfs", help: "the oldest state first", search: || Box::<Bfs>::default() };
/// The newest state first.
pub const DFS: Strategy =
    Strategy { name: "dfs", help: "the newest state first", search: || Box::<Dfs>::default() };
/// Any state, all alike.
pub const RANDOM: Strategy =
    Strategy { name: "random", help: "any state, all alike", search: || Box::<Uniform>::default() };
/// A random walk in the execution tree and states near code not executed yet, in turn.
pub const KLEE: Strategy = Strategy {
    name: "klee",
    help: "`tree` and `coverage` in turn",
    search: || Box::new(InTurn::new(vec![Box::<Tree>::default(), Box::<Nearest>::default()])),
};

/// Which entries of a list count: a state that was removed may be added again, and its old entries stay behind.
#[derive(Default)]
struct Entries {
    latest: FxHashMap<StateId, u64>,
    made: u64,
}

type Entry = (StateId, u64);

impl Entries {
    fn add(&mut self, id: StateId) -> Entry {
        self.made += 1;
        self.latest.insert(id, self.made);
        (id, self.made)
    }

    /// The state of an entry, which is no longer waiting; `None` if the entry is an old one.
    fn take(&mut self, (id, number): Entry) -> Option<StateId> {
        (self.latest.get(&id) == Some(&number)).then(|| {
            self.remove(id);
            id
        })
    }

    fn remove(&mut self, id: StateId) {
        self.latest.remove(&id);
    }
}

/// The oldest state first.
#[derive(Default)]
pub struct Bfs {
    queue: VecDeque<Entry>,
    entries: Entries,
}

impl Search for Bfs {
    fn add(&mut self, _: &mut Context<'_>, _: Option<StateId>, states: &[State]) {
        self.queue.extend(states.iter().map(|state| self.entries.add(state.id)));
    }

    fn pick(&mut self, _: &mut Context<'_>) -> Option<StateId> {
        loop {
            let entry = self.queue.pop_front()?;
            if let Some(id) = self.entries.take(entry) {
                return Some(id);
            }
        }
    }

    fn remove(&mut self, id: StateId) {
        self.entries.remove(id);
    }
}

/// The newest state first; of those made together, the one that leaves a loop
/// before the one that stays, so that a loop without bound does not hide the rest.
#[derive(Default)]
pub struct Dfs {
    stack: Vec<Entry>,
    entries: Entries,
}

impl Search for Dfs {
    fn add(&mut self, context: &mut Context<'_>, _: Option<StateId>, states: &[State]) {
        let inside = |state: &State| {
            let loops = &context.loops[state.procedure()];
            std::iter::successors(loops.around(state.location), |id| loops.get(*id)?.parent).count()
        };
        let mut order: Vec<_> = states.iter().map(|state| (inside(state), state.id)).collect();
        // The first of equals is to be on top.
        order.sort_by_key(|(depth, id)| std::cmp::Reverse((*depth, *id)));
        self.stack.extend(order.into_iter().map(|(_, id)| self.entries.add(id)));
    }

    fn pick(&mut self, _: &mut Context<'_>) -> Option<StateId> {
        loop {
            let entry = self.stack.pop()?;
            if let Some(id) = self.entries.take(entry) {
                return Some(id);
            }
        }
    }

    fn remove(&mut self, id: StateId) {
        self.entries.remove(id);
    }
}

/// Any state, all alike.
#[derive(Default)]
pub struct Uniform {
    states: Vec<StateId>,
    positions: FxHashMap<StateId, usize>,
}

impl Search for Uniform {
    fn add(&mut self, _: &mut Context<'_>, _: Option<StateId>, states: &[State]) {
        for state in states {
            self.positions.insert(state.id, self.states.len());
            self.states.push(state.id);
        }
    }

    fn pick(&mut self, context: &mut Context<'_>) -> Option<StateId> {
        if self.states.is_empty() {
            return None;
        }
        let id = self.states[context.random.below(self.states.len())];
        self.remove(id);
        Some(id)
    }

    fn remove(&mut self, id: StateId) {
        if let Some(position) = self.positions.remove(&id) {
            self.states.swap_remove(position);
            if let Some(moved) = self.states.get(position) {
                self.positions.insert(*moved, position);
            }
        }
    }
}

/// Several searches over the same states, each asked in turn.
pub struct InTurn {
    searches: Vec<Box<dyn Search>>,
    next: usize,
}

impl InTurn {
    /// These searches in turn.
    pub fn new(searches: Vec<Box<dyn Search>>) -> Self {
        Self { searches, next: 0 }
    }
}

impl Search for InTurn {
    fn add(&mut self, context: &mut Context<'_>, parent: Option<StateId>, states: &[State]) {
        for search in &mut self.searches {
            search.add(context, parent, states);
        }
    }

    fn pick(&mut self, context: &mut Context<'_>) -> Option<StateId> {
        let turn = self.next;
        self.next = (turn + 1) % self.searches.len();
        let id = self.searches[turn].pick(context)?;
        for (index, search) in self.searches.iter_mut().enumerate() {
            if index != turn {
                search.remove(id);
            }
        }
        Some(id)
    }

    fn remove(&mut self, id: StateId) {
        for search in &mut self.searches {
            search.remove(id);
        }
    }
}
