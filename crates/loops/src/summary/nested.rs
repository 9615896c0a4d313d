//! Inner loops [nested §4.4.3]: each trace of an inner loop is a step of a path of the outer one. For that, how often
//! each of its paths is followed must be determined by what memory holds when the inner loop is entered.

use super::MAX_PATHS;
use super::automaton::Automaton;
use super::paths::paths;
use super::traces::Tracer;
use crate::inner::Inner;
use crate::templates::Templates;
use kyklos_exec::{Context, State};
use kyklos_shape::Loop;

/// The ends that a loop comes to from a state at its head. What is not among them is no path of the outer loop's
/// automaton, and is executed.
pub fn ends(
    templates: &mut Templates,
    context: &mut Context<'_>,
    state: &State,
    within: &Loop,
    nesting: usize,
) -> Result<Vec<Inner>, String> {
    let found = paths(templates, context, state, within, nesting)?;
    let found = found.ok_or("something is not written before the first iteration")?;
    if found.reads_inputs() {
        return Err("it reads inputs".to_owned());
    }
    if found.paths.len() > MAX_PATHS {
        return Err(format!("it has more than {MAX_PATHS} paths"));
    }
    let mut automaton = Automaton::new(context, &found)?;
    let endings = found.exits.iter().map(|exit| exit.condition).collect();
    let traces = Tracer::new(templates, &found, &mut automaton, endings).run(context, state)?;
    let mut ends = Vec::new();
    for trace in traces {
        if !trace.open.is_empty() {
            return Err("its number of iterations is not determined".to_owned());
        }
        let mut next = state.clone();
        found.write(&mut next, &trace.values);
        ends.push(Inner { state: next, conditions: trace.conditions });
    }
    if ends.is_empty() {
        return Err("it is never left".to_owned());
    }
    Ok(ends)
}
