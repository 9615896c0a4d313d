//! Search strategies: which state is executed next ([nested §3.6, §5.3.2.2]).
//!
//! States wait in a [`Worklist`]; a [`Search`] orders their ids and nothing
//! else, so strategies combine (`klee` alternates two of them). To add one:
//! a file here, and a line in [`Strategy`].

mod coverage;
mod simple;
mod tree;

use crate::context::Context;
use crate::state::{State, StateId};
use rustc_hash::FxHashMap;

/// Orders the states that wait.
///
/// Laws: `pick` gives an id that was added and neither picked nor removed
/// since, and `None` only if there is none; after `pick` the id is gone.
pub trait Search {
    /// States were made from `parent` (`None` for the first), which was picked before.
    fn add(&mut self, context: &mut Context<'_>, parent: Option<StateId>, states: &[State]);

    /// The id of the state to execute next; it is no longer waiting.
    fn pick(&mut self, context: &mut Context<'_>) -> Option<StateId>;

    /// A state is no longer waiting.
    fn remove(&mut self, id: StateId);
}

/// The strategies by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Strategy {
    /// The oldest state first.
    #[default]
    Bfs,
    /// The newest state first.
    Dfs,
    /// Any state, all alike.
    Random,
    /// A random walk from the root of the execution tree.
    Tree,
    /// States near code that was not executed yet are likelier.
    Coverage,
    /// `Tree` and `Coverage` in turn.
    Klee,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 6] =
        [Strategy::Bfs, Strategy::Dfs, Strategy::Random, Strategy::Tree, Strategy::Coverage, Strategy::Klee];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Bfs => "bfs",
            Strategy::Dfs => "dfs",
            Strategy::Random => "random",
            Strategy::Tree => "tree",
            Strategy::Coverage => "coverage",
            Strategy::Klee => "klee",
        }
    }

    fn search(self) -> Box<dyn Search> {
        match self {
            Strategy::Bfs => Box::new(simple::Bfs::default()),
            Strategy::Dfs => Box::new(simple::Dfs::default()),
            Strategy::Random => Box::new(simple::Uniform::default()),
            Strategy::Tree => Box::new(tree::Tree::default()),
            Strategy::Coverage => Box::new(coverage::Nearest::default()),
            Strategy::Klee => Box::new(simple::InTurn::new(vec![
                Box::new(tree::Tree::default()),
                Box::new(coverage::Nearest::default()),
            ])),
        }
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
        Self { states: FxHashMap::default(), search: strategy.search(), running: None }
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
        let id = self.search.pick(context)?;
        self.running = Some(id);
        let state = self.states.remove(&id);
        debug_assert!(state.is_some(), "a search picks what was added and not yet taken");
        state
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
