//! The self-check: a state that was ended is executed for a while, to see that it comes to nothing that is asked for.

use super::ways::Known;
use kyklos_exec::step::{Stepped, step};
use kyklos_exec::{Arithmetic, Context, State, place_of};
use kyklos_solver::Answer;
use kyklos_term::Term;

/// So many steps.
const MAX_STEPS: usize = 3_000;

/// Executes a state along all its paths for a while. If it comes to what is asked for, that is a fault.
pub fn execute(context: &mut Context<'_>, known: &Known, state: &State) {
    let reached = context.try_out(Arithmetic::Wrapping, |context| {
        let mut open = vec![state.clone()];
        for _ in 0..MAX_STEPS {
            let mut state = open.pop()?;
            if known.asked.contains(&state.point()) {
                let real = state.model.is_some() || matches!(context.ask(&state, Term::TRUE), Answer::Sat(_));
                if real {
                    return Some(state);
                }
                continue;
            }
            match step(context, &mut state) {
                Stepped::On => open.push(state),
                Stepped::Split(states) => open.extend(states),
                Stepped::Ended(_) => {}
            }
        }
        None
    });
    if let Some(reached) = reached {
        let at = |span: kyklos_base::Span| {
            let name = context.program.sources.name(span.file);
            format!("{name}:{}:{}", span.start.line, span.start.column)
        };
        let (from, to) = (place_of(context, state).0, place_of(context, &reached).0);
        let fault = format!("a state at {} was ended as harmless, but comes to {}", at(from), at(to));
        context.faults.push(fault);
    }
}
