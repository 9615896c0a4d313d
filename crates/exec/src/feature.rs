//! What intercepts the engine. Limits, targets, loop techniques, merging and the judge are all features.
//! Note [arrivals].

use crate::context::Context;
use crate::outcome::PathEnd;
use crate::search::Worklist;
use crate::state::{State, StateId};

/// What a feature makes of a state.
pub enum Reaction {
    /// Nothing (the state may have been adjusted in place).
    Unchanged,
    /// The path ends here.
    Ended(PathEnd),
    /// These states stand for the state from here on; there is at least one.
    Replaced(Vec<State>),
    /// The state waits until it is let go. Only upon arrival.
    Held,
    /// The state is joined with one that waits at the same place; the join waits in their stead. Only upon
    /// arrival.
    Joined {
        /// The state that waits.
        with: StateId,
        /// The join: all runs of both.
        state: Box<State>,
    },
}

/// What is to be done next.
pub enum Next {
    /// What the search says.
    Search,
    /// This open state is executed.
    Open(StateId),
    /// These states have waited long enough.
    Release(Vec<StateId>),
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    Continue,
    /// Stop the exploration: what is asked has been answered.
    Stop,
}

/// A part that intercepts the engine. All methods are optional.
///
/// Laws. What the engine can see broken is cut and told, so that nothing looks safe for it; the rest is for the
/// feature to keep.
///
/// - *Covering*: whoever ends or replaces a state leaves all its runs to what is put in its place, or says so by
///   [`PathEnd::Cut`]. A replacement by nothing is refused.
/// - *Ends*: a feature ends paths as cut, as [`PathEnd::Covered`] by a state that was made, as harmless, as a
///   target where the state is, or as infeasible if the state's path condition, as the feature leaves it, has no
///   model. Returning and failing are for the program.
/// - *Holding*: what is held goes on some time: when no state is open and no feature lets one go, all go on.
///   What is held when exploration stops is told as not explored. A state is held, or joined, at an arrival only,
///   and joins only with one that waits at the same [`Whereabouts`](crate::Whereabouts). Who asks for a state that
///   is not open, or does not wait, gets none.
/// - *Guarantee*: a state is [`Exact`](crate::Guarantee::Exact) only if all runs that its path condition allows
///   are real; what is not exact gives that up on the state, for ever.
/// - *Numbers*: states have numbers of their own ([`Context::fresh_state`]). One that is used twice is replaced.
pub trait Feature {
    /// A state has come to where it is, once for each time it comes there. What is executed again after a split
    /// has not come there again, and states in its place have come as far as it had.
    fn arrived(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        let _ = (context, state);
        Reaction::Unchanged
    }

    /// Before a state executes its next instruction, each time.
    fn before(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        let _ = (context, state);
        Reaction::Unchanged
    }

    /// Before the next state is taken from those that are open.
    fn next(&mut self, context: &mut Context<'_>, open: &Worklist) -> Next {
        let _ = (context, open);
        Next::Search
    }

    /// A state was split into these.
    fn forked(&mut self, context: &mut Context<'_>, states: &[State]) {
        let _ = (context, states);
    }

    /// A path has ended.
    fn ended(&mut self, context: &mut Context<'_>, state: &State, end: &PathEnd) -> Control {
        let _ = (context, state, end);
        Control::Continue
    }

    /// From time to time, with the number of states that are open or held.
    fn tick(&mut self, context: &Context<'_>, waiting: usize) {
        let _ = (context, waiting);
    }
}
