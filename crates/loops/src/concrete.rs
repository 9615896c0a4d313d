//! Loops that are as concrete as in a run: no input has a say in where they go and what they compute.
//! Note [concrete loops].
//!
//! Executing them is quicker than any formula over κ, unless they take very long. So at a loop's head it is
//! looked ahead; if all is concrete until the loop is left, the state goes on without templates. How many
//! steps of a path are looked at is limited.

use kyklos_exec::eval::Evaluator;
use kyklos_exec::rehearsal::{Before, Branching, Effort, Path, Rehearse, Visit, rehearse};
use kyklos_exec::value::{Pointer, Value};
use kyklos_exec::{Arithmetic, Context, Note, PathEnd, Point, State, Stay};
use kyklos_flow::{EdgeId, Instruction};
use kyklos_shape::Loop;
use kyklos_term::Term;
use std::sync::Arc;

/// The most steps that are looked ahead at once.
const MOST_AHEAD: u32 = 100_000;

/// What is known of a path.
#[derive(Clone, Copy, Default)]
struct Ahead {
    /// At so many heads of loops that come next, the path goes on as it is.
    heads: u32,
    /// Steps that were looked at so far.
    steps: u32,
    /// The head of a loop that takes long.
    long: Option<Point>,
}

impl Note for Ahead {
    fn join(&self, other: &Self) -> Option<Self> {
        // What was seen ahead of one path says nothing of both.
        let heads = if self.heads == other.heads { self.heads } else { 0 };
        Some(Ahead { heads, steps: self.steps.max(other.steps), long: self.long.or(other.long) })
    }
}

/// Whether a state at the head of a loop goes on as it is, if so many steps of a path may be looked at.
pub(crate) fn goes_on(context: &mut Context<'_>, state: &mut State, within: &Arc<Loop>, most: u32) -> bool {
    let mut ahead = state.notes.get::<Ahead>().copied().unwrap_or_default();
    if ahead.heads == 0 && ahead.long != Some(state.point()) {
        let left = most.saturating_sub(ahead.steps).min(MOST_AHEAD);
        let seen = context.try_out(Arithmetic::Wrapping, |context| look_ahead(context, state, within, left));
        ahead = Ahead { steps: ahead.steps + seen.steps, long: seen.long.or(ahead.long), ..seen };
    }
    let goes_on = ahead.heads > 0;
    ahead.heads = ahead.heads.saturating_sub(1);
    state.notes.set(ahead);
    goes_on
}

/// Follows a state from a head until the loop is left, for at most so many steps. Tells how many heads of loops
/// it is at till then, this one included; none if it is not left, or not concrete.
fn look_ahead(context: &mut Context<'_>, state: &State, within: &Arc<Loop>, most: u32) -> Ahead {
    let (stay, queries) = (Stay::of(state, within.clone()), context.counters.queries);
    let mut look = Look { stay, effort: Effort::alone(most as usize), heads: 0, is_left: false, queries };
    let is_long = rehearse(context, &mut look, Path::new(state.clone(), ())).is_err();
    let steps = u32::try_from(look.effort.steps.saturating_sub(1)).unwrap_or(u32::MAX).min(most);
    let heads = if look.is_left { look.heads } else { 0 };
    Ahead { heads, steps, long: is_long.then(|| state.point()) }
}

/// A look ahead along the only path, as long as all about it is concrete.
struct Look {
    stay: Stay,
    effort: Effort,
    /// How many heads of loops were met.
    heads: u32,
    is_left: bool,
    /// How many questions had been asked when it began.
    queries: u64,
}

impl Rehearse for Look {
    type Trace = ();
    const BRANCHING: Branching = Branching::Own;

    fn effort(&mut self) -> &mut Effort {
        &mut self.effort
    }

    fn visit(&mut self, context: &mut Context<'_>, path: &mut Path<()>) -> Result<Visit<()>, String> {
        if context.counters.queries != self.queries {
            return Ok(Visit::Dropped);
        }
        let state = &path.state;
        if !self.stay.has(state) {
            self.is_left = true;
            return Ok(Visit::Dropped);
        }
        self.heads += u32::from(context.head_at(state.point()).is_some());
        Ok(if is_concrete_here(context, state) { Visit::On } else { Visit::Dropped })
    }

    fn sides(
        &mut self,
        context: &mut Context<'_>,
        path: Path<()>,
        sides: Vec<(Term, EdgeId)>,
    ) -> Result<Vec<Path<()>>, String> {
        let taken = sides.iter().find(|(condition, _)| *condition == Term::TRUE);
        Ok(taken.map(|(_, edge)| path.along(context, *edge)).into_iter().collect())
    }

    fn stepped(
        &mut self,
        _context: &mut Context<'_>,
        _before: &Before,
        mut next: Vec<Path<()>>,
    ) -> Result<Vec<Path<()>>, String> {
        next.retain(Path::has_arrived);
        Ok(if next.len() == 1 { next } else { Vec::new() })
    }

    fn ended(&mut self, _: &mut Context<'_>, _: &Before, _: PathEnd) -> Result<(), String> {
        Ok(())
    }
}

/// Whether the instruction at which a state is needs nothing that is not concrete; a branch is looked at when its
/// sides are known.
fn is_concrete_here(context: &mut Context<'_>, state: &State) -> bool {
    let procedure = context.procedure(state.point());
    let Some(edge) = procedure.outgoing(state.location).first() else { return false };
    let mut evaluator = Evaluator { context, state };
    match &procedure.edges[*edge].instruction {
        Instruction::Skip
        | Instruction::Assume { .. }
        | Instruction::Clear { .. }
        | Instruction::Return { value: None } => true,
        Instruction::Assign { value, .. }
        | Instruction::Return { value: Some(value) }
        | Instruction::Output { value, .. }
        | Instruction::Allocate { value, arbitrary: None, .. } => {
            evaluator.value(value).is_ok_and(|value| is_concrete(context, &value))
        }
        Instruction::Call { arguments, .. } => {
            let values = arguments.iter().map(|argument| evaluator.value(argument));
            let values: Result<Vec<Value>, _> = values.collect();
            values.is_ok_and(|values| values.iter().all(|value| is_concrete(context, value)))
        }
        // What it copies need not be known, only where it is.
        Instruction::Free { .. } | Instruction::Copy { .. } => true,
        Instruction::Allocate { .. }
        | Instruction::Havoc { .. }
        | Instruction::Forget { .. }
        | Instruction::Stop { .. } => false,
    }
}

fn is_concrete(context: &Context<'_>, value: &Value) -> bool {
    match value {
        Value::Int(term) => context.terms.as_int(*term).is_some(),
        Value::Pointer(Pointer::One(None)) => true,
        Value::Pointer(Pointer::One(Some(spot))) => context.terms.as_int(spot.index).is_some(),
        Value::Pointer(Pointer::Choice(_)) | Value::Choice(_) => false,
        Value::Aggregate(parts) => parts.iter().all(|part| is_concrete(context, part)),
        Value::Uninitialized | Value::Map(_) | Value::Table(_) | Value::Sparse(_) => true,
    }
}
