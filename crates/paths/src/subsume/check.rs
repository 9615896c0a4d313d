//! The self-check: a state that was ended is executed for a while, to see that it comes to nothing that is asked for.

use super::ways::Known;
use kyklos_exec::rehearsal::{Before, Effort, Path, Rehearse, Visit, rehearse};
use kyklos_exec::{Arithmetic, Context, PathEnd, State, place_of};
use kyklos_solver::Answer;
use kyklos_term::Term;

/// Executes a state along all its paths for a while. If it comes to what is asked for, that is a fault.
pub fn execute(context: &mut Context<'_>, known: &Known, state: &State) {
    let mut check = Check { known, effort: Effort::CHECK, reached: None };
    // Where the look ends early, that is no fault.
    let _ = context
        .try_out(Arithmetic::Wrapping, |context| rehearse(context, &mut check, Path::new(state.clone(), ())));
    if let Some(reached) = check.reached {
        let at = |span: kyklos_base::Span| {
            let name = context.program.sources.name(span.file);
            format!("{name}:{}:{}", span.start.line, span.start.column)
        };
        let (from, to) = (place_of(context, state).0, place_of(context, &reached).0);
        let fault = format!("a state at {} was ended as harmless, but comes to {}", at(from), at(to));
        context.faults.push(fault);
    }
}

/// A look for what is asked for.
struct Check<'a> {
    known: &'a Known,
    effort: Effort,
    /// A state that comes to it.
    reached: Option<State>,
}

impl Rehearse for Check<'_> {
    type Trace = ();

    fn effort(&mut self) -> &mut Effort {
        &mut self.effort
    }

    fn visit(&mut self, context: &mut Context<'_>, path: &mut Path<()>) -> Result<Visit<()>, String> {
        let state = &path.state;
        if !self.known.asked.contains(&state.point()) {
            return Ok(Visit::On);
        }
        if state.model.is_some() || matches!(context.ask(state, Term::TRUE), Answer::Sat(_)) {
            self.reached = Some(state.clone());
            return Err("what is asked for was reached".to_owned());
        }
        Ok(Visit::Dropped)
    }

    fn ended(&mut self, _: &mut Context<'_>, _: &Before, _: PathEnd) -> Result<(), String> {
        Ok(())
    }
}
