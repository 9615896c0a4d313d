//! Paths that run in circles: a path that has been at a loop's head with the same memory before.

use kyklos_exec::list::List;
use kyklos_exec::state::{Frame, Object};
use kyklos_exec::{Note, Point, State, StateId};
use rpds::Vector;

/// Memory as it was when a path was at a loop's head.
#[derive(Clone)]
struct Memory {
    state: StateId,
    point: Point,
    frames: List<Frame>,
    objects: Vector<Object>,
}

/// The memories of a path at loops' heads.
#[derive(Clone, Default)]
struct Past(List<Memory>);

impl Note for Past {
    /// What both paths have seen before they parted: fewer conditions were on that.
    fn join(&self, other: &Self) -> Option<Self> {
        Some(Past(self.0.common(&other.0)))
    }
}

/// How many memories are looked at.
const MAX_PAST: usize = 8;

/// The state in which a path has been at this head with the same memory before: what it can do from here it
/// could do from there, where fewer conditions were on it. So it runs in circles, and nothing new is found.
pub(crate) fn repeats(state: &mut State) -> Option<StateId> {
    let mut past = state.notes.get::<Past>().cloned().unwrap_or_default();
    let known = past.0.iter_back().take(MAX_PAST).find(|memory| memory.is_that_of(state));
    if let Some(known) = known {
        return Some(known.state);
    }
    let (point, frames, objects) = (state.point(), state.frames.clone(), state.objects.clone());
    past.0.push(Memory { state: state.id, point, frames, objects });
    state.notes.set(past);
    None
}

impl Memory {
    /// Whether a state is at the same place of the same calls with the same memory.
    fn is_that_of(&self, state: &State) -> bool {
        let same = |(a, b): (&Frame, &Frame)| {
            (a.procedure, a.call) == (b.procedure, b.call)
                && (&a.variables, &a.automatic) == (&b.variables, &b.automatic)
        };
        self.point == state.point()
            && self.frames.len() == state.frames.len()
            && self.frames.iter_back().zip(state.frames.iter_back()).all(same)
            && self.objects == state.objects
    }
}
