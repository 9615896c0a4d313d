//! What a loop technique is: it answers what becomes of a state at a loop's head. All else (when the loop is left,
//! what is covered on return, what the solver could not decide) is shared and done by [`crate::visits`].
//! Note [loop techniques].

use crate::describe::Journal;
use crate::recurrence::{Closed, Moment};
use crate::visits::Visit;
use kyklos_exec::{Context, State};
use kyklos_flow::{EdgeId, ProcedureId};
use kyklos_shape::Loop;
use kyklos_term::{Symbol, Term};
use std::rc::Rc;

/// A loop technique.
pub trait LoopTechnique {
    /// What becomes of a state that has come to a loop's head.
    ///
    /// Law: all runs of the state are runs of the ways, or of the ways' states as they go on; a way that allows
    /// others too says so by the guarantee of its state.
    fn jump(&mut self, context: &mut Context<'_>, head: Head<'_>) -> Answer;
}

/// A state at a loop's head.
pub struct Head<'a> {
    /// The state.
    pub state: &'a State,
    /// The loop.
    pub within: &'a Loop,
    /// The visit that has just ended, where the state has come back along another way than the one it jumped.
    pub left: Option<&'a Visit>,
    /// What people are told of the loop.
    pub journal: &'a mut Journal,
}

/// What a technique answers.
pub enum Answer {
    /// These states stand for the state; there is at least one.
    Ways(Vec<Way>),
    /// It can do nothing here, and why, unless the reasons have been noted already.
    Declined(Option<String>),
    /// It is to be asked another time.
    NotNow,
    /// A limit of it was reached.
    Exhausted(String),
}

/// A state behind some iterations, again at the head.
pub struct Way {
    /// The state; its guarantee says whether all its runs are real.
    pub state: State,
    /// The counters that are open in it.
    pub counters: Vec<OpenCounter>,
    /// What is not followed when it comes back to the head.
    pub on_return: Return,
    /// The edges of the path that it jumps along, which tell it from others.
    pub edges: Rc<[(ProcedureId, EdgeId)]>,
}

/// What of a state is covered by the way itself when it comes back to the head.
#[derive(Clone)]
pub enum Return {
    /// Nothing.
    Free,
    /// All of it.
    Covered,
    /// One more iteration along the path.
    Along {
        /// The condition of it, over counters and `held`.
        again: Term,
        /// Symbols for the inputs that it reads.
        held: Rc<[Symbol]>,
        /// Where this holds, the way does not cover it; usually never.
        except: Term,
    },
}

/// A counter whose value is open.
#[derive(Clone)]
pub struct OpenCounter {
    /// The counter.
    pub symbol: Symbol,
    /// What it may turn out to be when the loop is left.
    pub ends: Rc<[Term]>,
    /// Symbols that depend on it alone: powers.
    pub companions: Option<(Rc<Closed>, Rc<Moment>)>,
}
