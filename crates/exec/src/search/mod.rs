//! Search strategies: which state is executed next ([nested §3.6, §5.3.2.2]).
//!
//! States wait in a [`Worklist`]; a [`Search`] orders their ids and nothing
//! else, so strategies combine (`klee` alternates two of them). To add one:
//! a file here, and a line in [`Strategy::ALL`].

mod coverage;
mod simple;
mod tree;

use crate::context::Context;
use crate::state::{State, StateId};
use rustc_hash::FxHashMap;

/// Orders the states that wait.
///
/// Laws: `pick` gives an id that was added and neither picked nor removed
/// since, and `None` only if there is none; after `pick` the id is gone. What was picked or removed may be added again.
pub trait Search {
    /// States were made from `parent` (`None` for the first), which was picked before.
    fn add(&mut self, context: &mut Context<'_>, parent: Option<StateId>, states: &[State]);

    /// The id of the state to execute next; it is no longer waiting.
    fn pick(&mut self, context: &mut Context<'_>) -> Option<StateId>;

    /// A state is no longer waiting.
    fn remove(&mut self, id: StateId);
}

/// A search: one file with such a constant, and one line in [`Strategy::ALL`].
///
/// ```
/// use kyklos_exec::search::{Search, Strategy};
/// use kyklos_exec::{Context, State, StateId};
///
/// /// The state with the least number first.
/// #[derive(Default)]
/// struct Oldest(std::collections::BTreeSet<StateId>);
///
/// impl Search for Oldest {
///     fn add(&mut self, _: &mut Context<'_>, _: Option<StateId>, states: &[State]) {
///         self.0.extend(states.iter().map(|state| state.id));
///     }
///     fn pick(&mut self, _: &mut Context<'_>) -> Option<StateId> {
///         self.0.pop_first()
///     }
///     fn remove(&mut self, id: StateId) {
///         self.0.remove(&id);
///     }
/// }
///
/// const OLDEST: Strategy =
///     Strategy { name: "oldest", help: "least number first", search: || Box::<Oldest>::default() };
/// assert_eq!(OLDEST.name, "oldest");
/// ```
#[derive(Clone, Copy)]
pub struct Strategy {
    /// The name on the command line.
    pub name: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// Makes one.
    pub search: fn() -> Box<dyn Search>,
}

impl Strategy {
    /// All of them; the first is the default.
    pub const ALL: &[Strategy] =
        &[simple::BFS, simple::DFS, simple::RANDOM, tree::TREE, coverage::COVERAGE, simple::KLEE];

    /// The one of this name.
    pub fn named(name: &str) -> Option<Strategy> {
        Self::ALL.iter().copied().find(|strategy| strategy.name == name)
    }
}

impl Default for Strategy {
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl PartialEq for Strategy {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for Strategy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The states that wait.
pub struct Worklist {
    states: FxHashMap<StateId, State>,
    search: Box<dyn Search>,
    running: Option<StateId>,
}

impl Worklist {
    /// An empty worklist, ordered by a strategy.
    pub fn new(strategy: Strategy) -> Self {
        Self { states: FxHashMap::default(), search: (strategy.search)(), running: None }
    }

    /// Adds the states that the running one was replaced by.
    pub fn add(&mut self, context: &mut Context<'_>, states: Vec<State>) {
        self.search.add(context, self.running, &states);
        for state in states {
            self.states.insert(state.id, state);
        }
    }

    /// Takes the next state.
    pub fn next(&mut self, context: &mut Context<'_>) -> Option<State> {
        loop {
            let id = self.search.pick(context)?;
            // A state that was taken, held and let go more than once may be named more than once.
            if let Some(state) = self.states.remove(&id) {
                self.running = Some(id);
                return Some(state);
            }
        }
    }

    /// Adds states that come from elsewhere than the running one.
    pub fn release(&mut self, context: &mut Context<'_>, states: Vec<State>) {
        if states.is_empty() {
            return;
        }
        self.search.add(context, None, &states);
        self.states.extend(states.into_iter().map(|state| (state.id, state)));
    }

    /// Takes a state, whatever the search says.
    pub fn take(&mut self, id: StateId) -> Option<State> {
        let state = self.states.remove(&id)?;
        self.search.remove(id);
        self.running = Some(id);
        Some(state)
    }

    /// A state that waits.
    pub fn get(&self, id: StateId) -> Option<&State> {
        self.states.get(&id)
    }

    /// Whether a state waits.
    pub fn contains(&self, id: StateId) -> bool {
        self.states.contains_key(&id)
    }

    /// The states that wait, in no order.
    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.states.values()
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Takes all that wait, in the order they were made.
    pub fn drain(&mut self) -> Vec<State> {
        let mut all: Vec<State> = self.states.drain().map(|(_, state)| state).collect();
        all.sort_by_key(|state| state.id);
        for state in &all {
            self.search.remove(state.id);
        }
        all
    }
}
