//! Forward analyses of a function's graph: what holds on every way to a location.

use kyklos_flow::{Edge, Procedure};

/// For each location, which of some facts hold on every way there; `None` where no way
/// leads. `initial` holds at the entry; `along` says how an edge changes the facts.
pub(super) fn on_every_way(
    procedure: &Procedure,
    initial: Vec<bool>,
    along: impl Fn(&Edge, &mut [bool]),
) -> Vec<Option<Vec<bool>>> {
    let mut states = vec![None; procedure.locations.len()];
    if initial.is_empty() {
        return states;
    }
    states[procedure.entry.0 as usize] = Some(initial);
    let mut open = vec![procedure.entry];
    while let Some(at) = open.pop() {
        let Some(state) = states[at.0 as usize].clone() else { continue };
        for edge in procedure.outgoing(at) {
            let edge = &procedure.edges[*edge];
            let mut next = state.clone();
            along(edge, &mut next);
            if join(&mut states[edge.to.0 as usize], next) {
                open.push(edge.to);
            }
        }
    }
    states
}

/// Takes in a way to a location. Tells whether that changed anything.
fn join(state: &mut Option<Vec<bool>>, way: Vec<bool>) -> bool {
    let Some(state) = state else {
        *state = Some(way);
        return true;
    };
    let mut changed = false;
    for (state, way) in state.iter_mut().zip(way) {
        changed |= *state && !way;
        *state &= way;
    }
    changed
}
