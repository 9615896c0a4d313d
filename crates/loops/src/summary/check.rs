//! The self-check of summaries: traces against runs.
//!
//! A model of a trace says what the entries are at the start. From there iterations are worked out one by one, by what
//! a single iteration does on the path whose condition holds: no closed form, no quantifier, no period has a say.
//! They must follow the paths of the trace as often as it says, end where it ends, and leave what it says. And of all
//! traces of a loop, none other may claim the same run.

use super::paths::{Paths, Values};
use super::traces::{Part, Trace};
use crate::verify::Fault;
use kyklos_base::Int;
use kyklos_exec::Context;
use kyklos_term::{Model, Symbol, Term, Value};
use std::collections::BTreeMap;

/// Runs with more iterations are not compared.
const MAX_ITERATIONS: usize = 5000;

/// A run: the paths in order, each with the number of iterations along it, and the values in the end.
struct Run {
    phases: Vec<(usize, usize)>,
    end: BTreeMap<Symbol, Value>,
    /// The entries and all else, in the end.
    model: Model,
}

/// Compares the traces of a loop with a run for each; what is wrong, else.
pub fn verify(
    context: &mut Context<'_>,
    paths: &Paths,
    endings: &[Term],
    traces: &[Trace],
) -> Result<(), Fault> {
    // What iterations read is not part of what is worked out.
    if paths.reads_inputs() {
        return Ok(());
    }
    for trace in traces {
        let (Some(model), Some(ending)) = (trace.state.model.clone(), trace.ending) else { continue };
        let Some(run) = run(context, paths, &paths.values(), &model)? else { continue };
        compare(context, endings[ending], trace, &run, &model)?;
        for other in traces.iter().filter(|other| !std::ptr::eq(*other, trace)) {
            let conditions = context.terms.and(other.conditions.iter().copied());
            if other.open.is_empty() && context.terms.holds(conditions, &model) == Some(true) {
                return Err(Fault::Wrong("two traces of a loop claim the same run".to_owned()));
            }
        }
    }
    Ok(())
}

/// Works out iterations one by one, until none of the paths is followed.
fn run(context: &Context<'_>, paths: &Paths, start: &Values, model: &Model) -> Result<Option<Run>, Fault> {
    let terms = &context.terms;
    let mut model = model.clone();
    let mut end = BTreeMap::new();
    for (symbol, value) in start {
        let Some(value) = terms.evaluate(*value, &model) else { return Ok(None) };
        end.insert(*symbol, value);
    }
    let mut phases: Vec<(usize, usize)> = Vec::new();
    for _ in 0..MAX_ITERATIONS {
        for (symbol, value) in &end {
            model.set(*symbol, value.clone());
        }
        let holds = |path: usize| {
            let mut all = paths.paths[path].stride.conditions.iter();
            all.all(|condition| terms.holds(*condition, &model) == Some(true))
        };
        let followed: Vec<usize> = (0..paths.paths.len()).filter(|path| holds(*path)).collect();
        let path = match followed.as_slice() {
            [] => return Ok(Some(Run { phases, end, model })),
            [path] => *path,
            _ => return Err(Fault::Wrong("an iteration follows two paths".to_owned())),
        };
        match phases.last_mut() {
            Some((last, count)) if *last == path => *count += 1,
            _ => phases.push((path, 1)),
        }
        let mut next = BTreeMap::new();
        for (symbol, effect) in &paths.paths[path].stride.effect {
            let Some(value) = terms.evaluate(*effect, &model) else { return Ok(None) };
            next.insert(*symbol, value);
        }
        end = next;
    }
    Ok(None)
}

/// The trace is this run.
fn compare(
    context: &Context<'_>,
    ending: Term,
    trace: &Trace,
    run: &Run,
    model: &Model,
) -> Result<(), Fault> {
    let number = |term: Term| {
        let value = context.terms.evaluate(term, model);
        value.and_then(|value| value.int().and_then(Int::to_usize))
    };
    let mut phases: Vec<(usize, usize)> = Vec::new();
    let mut add = |path: usize, count: usize| match phases.last_mut() {
        Some((last, known)) if *last == path => *known += count,
        _ if count > 0 => phases.push((path, count)),
        _ => {}
    };
    let terms = &context.terms;
    // Where a period's numbers are no constants, the phases are not compared, only what they leave.
    let mut rounds = false;
    for part in &trace.parts {
        match part {
            Part::Phase { path, count } => match number(*count) {
                Some(count) => add(*path, count),
                None => return Ok(()),
            },
            Part::Rounds { period, count } => {
                let constant: Option<Vec<usize>> = period
                    .counts
                    .iter()
                    .map(|count| terms.as_int(*count).and_then(|count| count.to_usize()))
                    .collect();
                let (Some(counts), Some(count)) = (constant, number(*count)) else {
                    rounds = true;
                    continue;
                };
                for _ in 0..count {
                    period.members.iter().zip(&counts).for_each(|(path, count)| add(*path, *count));
                }
            }
        }
    }
    if !rounds && phases != run.phases {
        return Err(Fault::Wrong(format!("a run follows {:?}, its trace {phases:?}", run.phases)));
    }
    for (symbol, value) in &trace.values {
        let claimed = context.terms.evaluate(*value, model);
        let actual = run.end.get(symbol);
        let is_number = actual.is_some_and(|actual| actual.int().is_some());
        if is_number && claimed.is_some() && claimed.as_ref() != actual {
            let name = &context.terms.symbol_info(*symbol).name;
            return Err(Fault::Wrong(format!(
                "`{name}` is {actual:?} after a run, {claimed:?} after its trace"
            )));
        }
    }
    match context.terms.holds(ending, &run.model) {
        Some(false) => Err(Fault::Wrong("a run does not end as its trace".to_owned())),
        _ => Ok(()),
    }
}
