//! Whether joining two states pays: the estimated number of queries that will speak of what they differ in is less
//! than a limit [nested §5.4.3.2].

use super::costs::{Costs, Subject};
use kyklos_exec::merge::difference;
use kyklos_exec::state::Slot;
use kyklos_exec::{Context, State};
use kyklos_flow::{GlobalId, LocationId};

/// When states are joined.
pub struct Policy {
    /// The estimates; always, if there are none.
    pub costs: Option<Costs>,
    /// States are joined if what they differ in costs less.
    pub limit: u64,
}

impl Policy {
    /// Whether joining two states at one place pays.
    pub fn pays(&self, context: &mut Context<'_>, a: &State, b: &State) -> bool {
        let Some(costs) = &self.costs else { return true };
        let differs = difference(context, a, b);
        let frames = a.frames.to_vec();
        let places = return_places(context, a);
        let at = |frame: usize, subject: Subject| costs.at(frames[frame].procedure, places[frame], subject);
        let mut sum: u64 = 0;
        for (frame, variable) in differs.variables {
            sum = sum.saturating_add(at(frame, Subject::Local(variable)));
        }
        // Any call under way may still ask about memory.
        let everywhere = |subject: Subject| (0..frames.len()).map(|frame| at(frame, subject)).sum::<u64>();
        for object in differs.objects {
            let global = (object.0 as usize) < context.program.globals.len();
            let owner = frames.iter().enumerate().find_map(|(frame, held)| {
                let holds = |slot: &Slot| matches!(slot, Slot::Object(own) if *own == object);
                Some((frame, held.variables.iter().position(holds)?))
            });
            let own = match owner {
                Some((frame, variable)) => {
                    at(frame, Subject::Local(kyklos_flow::VariableId(variable as u32)))
                }
                None if global => everywhere(Subject::Global(GlobalId(object.0))),
                None => 0,
            };
            sum = sum.saturating_add(own).saturating_add(everywhere(Subject::Memory));
        }
        sum < self.limit
    }
}

/// Where each frame goes on, the first call's first.
fn return_places(context: &Context<'_>, state: &State) -> Vec<LocationId> {
    let mut places = vec![state.location];
    let mut frames = state.frames.iter_back().peekable();
    while let Some(frame) = frames.next() {
        if let (Some(call), Some(below)) = (frame.call, frames.peek()) {
            places.push(context.program.procedures[below.procedure].edges[call].to);
        }
    }
    places.reverse();
    places
}
