//! Loops that are as concrete as in a run: no input has a say in where they go and what they compute.
//! Note [concrete loops].
//!
//! Executing them is quicker than any formula over κ, unless they take very long. So at a loop's head it is
//! looked ahead; if all is concrete until the loop is left, the state goes on without templates. How many
//! steps of a path are looked at is limited.

use kyklos_exec::eval::Evaluator;
use kyklos_exec::step::{Stepped, Ways, step, take, ways};
use kyklos_exec::value::{Pointer, Value};
use kyklos_exec::{Arithmetic, Context, Note, Point, State};
use kyklos_flow::Instruction;
use kyklos_shape::Loop;

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
pub(crate) fn goes_on(context: &mut Context<'_>, state: &mut State, within: &Loop, most: u32) -> bool {
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
fn look_ahead(context: &mut Context<'_>, state: &State, within: &Loop, most: u32) -> Ahead {
    let (mut state, depth, head) = (state.clone(), state.frames.len(), state.point());
    let mut heads = 1;
    for steps in 0..most {
        if !concrete_step(context, &mut state) {
            return Ahead { heads: 0, steps, long: None };
        }
        let point = state.point();
        let at_depth = state.frames.len() == depth;
        if state.frames.len() < depth || at_depth && within.body.binary_search(&point.location).is_err() {
            return Ahead { heads, steps, long: None };
        }
        let loops = &context.loops[point.procedure];
        let around = loops.around(point.location).and_then(|id| loops.get(id));
        heads += u32::from(around.is_some_and(|found| found.head == point.location));
    }
    Ahead { heads: 0, steps: most, long: Some(head) }
}

/// Executes an instruction if all about it is concrete.
fn concrete_step(context: &mut Context<'_>, state: &mut State) -> bool {
    let edge = match ways(context, state) {
        Ok(Ways::Instruction(edge)) => edge,
        Ok(Ways::Conditions(conditions)) => {
            let taken = conditions.iter().find(|(condition, _)| condition.as_truth() == Some(true));
            let Some((_, edge)) = taken else { return false };
            let procedure = context.procedure(state.point());
            take(context, state, procedure, *edge);
            return true;
        }
        Ok(Ways::None) | Err(_) => return false,
    };
    let instruction = &context.procedure(state.point()).edges[edge].instruction;
    let mut evaluator = Evaluator { context, state };
    let concrete = match instruction {
        Instruction::Skip | Instruction::Clear { .. } | Instruction::Return { value: None } => true,
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
        Instruction::Assume { .. }
        | Instruction::Allocate { .. }
        | Instruction::Havoc { .. }
        | Instruction::Forget { .. }
        | Instruction::Stop { .. } => false,
    };
    let queries = context.counters.queries;
    concrete && matches!(step(context, state), Stepped::On) && context.counters.queries == queries
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
