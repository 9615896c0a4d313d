//! Features that every exploration may use: limits and targets.

use crate::context::Context;
use crate::feature::{Feature, Reaction};
use crate::outcome::{Cut, PathEnd};
use crate::state::{Point, State};
use kyklos_shape::Relevance;
use rustc_hash::FxHashSet;

/// Cuts paths that fork too often, and explorations with too many forks.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most branches with both sides possible on one path. Default is no limit.
    pub max_depth: Option<u32>,
    /// The most forks in all. Default is no limit.
    pub max_forks: Option<u64>,
}

impl Feature for Limits {
    fn before(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        let depth = self.max_depth.filter(|limit| state.depth > *limit).map(Cut::Depth);
        let forks = self.max_forks.filter(|limit| context.counters.forks > *limit).map(Cut::Forks);
        match depth.or(forks) {
            // A path that has come to an error is at its end: nothing is left to cut.
            Some(cut) if context.procedure(state.point()).locations[state.location].error().is_none() => {
                Reaction::Ended(PathEnd::Cut(cut))
            }
            _ => Reaction::Unchanged,
        }
    }
}

/// Ends paths from which nothing that is asked for can be reached [apc §2.1].
#[derive(Clone, Debug, Default)]
pub struct Relevant {
    /// From where it can be reached.
    pub from: Relevance,
}

impl Feature for Relevant {
    fn arrived(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        if self.from.contains(state.procedure(), state.location) {
            return Reaction::Unchanged;
        }
        // It may be reached after a return.
        let mut frames = state.frames.iter_back().peekable();
        while let Some(frame) = frames.next() {
            let (Some(call), Some(caller)) = (frame.call, frames.peek()) else { break };
            let back = context.program.procedures[caller.procedure].edges[call].to;
            if self.from.contains(caller.procedure, back) {
                return Reaction::Unchanged;
            }
        }
        Reaction::Ended(PathEnd::Harmless)
    }
}

/// Ends paths at the places that were asked for.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    /// The places.
    pub points: FxHashSet<Point>,
}

impl Feature for Targets {
    fn before(&mut self, _: &mut Context<'_>, state: &mut State) -> Reaction {
        let point = state.point();
        if self.points.contains(&point) {
            return Reaction::Ended(PathEnd::Target(point));
        }
        Reaction::Unchanged
    }
}
