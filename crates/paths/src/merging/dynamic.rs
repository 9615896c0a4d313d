//! Dynamic merging [nested §4.3.2]: the search decides, but a state that is near one that waits goes first.

use kyklos_exec::{Context, Next, State, StateId, Whereabouts, Worklist};
use kyklos_flow::{LocationId, Procedure};
use std::collections::VecDeque;

/// States that are so many edges before a place are near it.
const NEAR: u32 = 24;
/// More open states than this are not looked at.
const MOST_OPEN: usize = 1_000;

/// The state to execute next: one that is near a place where another waits. If there is none, the one that waits goes
/// on.
pub(super) fn next(context: &Context<'_>, open: &Worklist) -> Next {
    let Some((place, ids)) = context.waiting.places().next() else { return Next::Search };
    let near = if open.len() > MOST_OPEN { None } else { nearest(context, open, place) };
    match near {
        Some(id) => Next::Open(id),
        None => Next::Release(ids.to_vec()),
    }
}

fn nearest(context: &Context<'_>, open: &Worklist, place: &Whereabouts) -> Option<StateId> {
    let procedure = &context.program.procedures[place.point.procedure];
    let distances = distances(procedure, place.point.location);
    let distance = |state: &State| -> Option<u32> {
        if state.procedure() != place.point.procedure {
            return None;
        }
        let near = distances[state.location.0 as usize]?;
        (state.frames.len() == place.calls.len() + 1 && state.whereabouts().calls == place.calls)
            .then_some(near)
    };
    let candidates = open.states().filter_map(|state| Some((distance(state)?, state.id)));
    candidates.min().map(|(_, id)| id)
}

/// How many edges lie between each location and one, where these are few.
fn distances(procedure: &Procedure, to: LocationId) -> Vec<Option<u32>> {
    let mut before = vec![Vec::new(); procedure.locations.len()];
    for edge in procedure.edges.rows() {
        before[edge.to.0 as usize].push(edge.from);
    }
    let mut distances = vec![None; procedure.locations.len()];
    let mut open = VecDeque::from([(to, 0)]);
    while let Some((location, distance)) = open.pop_front() {
        let known = &mut distances[location.0 as usize];
        if known.is_some() || distance > NEAR {
            continue;
        }
        *known = Some(distance);
        open.extend(before[location.0 as usize].iter().map(|from| (*from, distance + 1)));
    }
    distances
}
