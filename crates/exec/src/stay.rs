//! Where a state stands to a loop that it has entered.

use crate::state::{Point, State};
use kyklos_shape::Loop;
use std::sync::Arc;

/// A stay in a loop: it began at the head with some calls open. Calls from the body belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stay {
    /// The loop's head.
    pub head: Point,
    /// How many calls are open at the head.
    pub depth: usize,
    /// The loop.
    pub within: Arc<Loop>,
}

impl Stay {
    /// The stay of a state that is at a loop's head.
    pub fn of(state: &State, within: impl Into<Arc<Loop>>) -> Self {
        Self { head: state.point(), depth: state.frames.len(), within: within.into() }
    }

    /// Whether a state is at the head, in the same call.
    pub fn is_back(&self, state: &State) -> bool {
        state.frames.len() == self.depth && state.point() == self.head
    }

    /// Whether a state has not left the loop.
    pub fn has(&self, state: &State) -> bool {
        let depth = state.frames.len();
        depth > self.depth || depth == self.depth && self.covers(state.point())
    }

    /// Whether a point is one of the loop's.
    pub fn covers(&self, point: Point) -> bool {
        point.procedure == self.head.procedure && self.within.contains(point.location)
    }
}
