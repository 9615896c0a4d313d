//! Loop navigation [cba]: counters of the ways through loops say which way to take next. Note [navigation].
//!
//! From where a state is, the chains to the places that are asked for are looked at with all loops jumped over
//! ([`rounds`], [`plans`]). The condition of such a chain is a system of constraints over the numbers of rounds
//! along each way through its loops ([`system`]). A solution tells the state which rounds to go, and when to leave
//! ([`search`]); if no system has one, the target cannot be reached, and the path ends. What goes elsewhere than
//! the solution says is not lost, but waits longer. What variables must be for the target to be reached at all is
//! found backwards ([`needs`]); chains are counted over the graph ([`chains`]).
//!
//! Unlike [cba], systems are not built for chains beforehand, but for the memory that states have at a head, with
//! symbols for what differs between them; counters count what is still to be gone, so they need no resets.

pub mod chains;
mod follow;
mod needs;
mod plans;
mod rounds;
mod search;
mod survey;
mod system;

pub use search::{NAVIGATE, Navigate};
pub use survey::{Survey, System, survey};

use crate::cells::EntrySymbols;
use kyklos_exec::rehearsal::Effort;
use kyklos_exec::{Context, Point, State};
use needs::Needs;
use plans::Plans;
use rounds::Rounds;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Looks for chains, and asks their systems.
#[derive(Default)]
struct Navigator {
    symbols: EntrySymbols,
    /// What is known of loops, by head and depth of the call stack.
    heads: FxHashMap<(Point, usize), Vec<Rc<Rounds>>>,
    /// The chains from heads; those of `heads` live as long as this.
    known: FxHashMap<*const Rounds, Result<Rc<Plans>, String>>,
    needs: Option<Rc<Needs>>,
    targets: FxHashSet<Point>,
    counters: usize,
    nesting: usize,
    /// Steps of the present look.
    effort: Effort,
    /// Root chains that the systems leave, and their constraints, where that was looked at last.
    left: Option<(usize, usize)>,
}

impl Navigator {
    /// What is asked for.
    fn prepare(&mut self, context: &Context<'_>) {
        if self.needs.is_none() {
            let asked: Vec<Point> = context.places.iter().flat_map(|places| places.iter().copied()).collect();
            self.needs = Some(Rc::new(Needs::of(context.program, &asked)));
            self.targets.extend(asked);
        }
    }

    fn is_target(&self, point: Point) -> bool {
        self.targets.contains(&point)
    }

    /// Whether a target may be reached from a state.
    fn may_be_met(&self, context: &Context<'_>, state: &State) -> bool {
        self.needs.as_ref().is_none_or(|needs| needs.may_be_met(context, state))
    }
}
