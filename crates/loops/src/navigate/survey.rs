//! What there is to navigate by, for people: chains, and the systems of those that are left.

use super::chains::{ChainCount, count};
use super::plans::{Plans, is_refuted, solve};
use super::{Navigator, plans::Plan};
use kyklos_base::Int;
use kyklos_exec::step::initial_state;
use kyklos_exec::{Arithmetic, Context, State};
use kyklos_solver::Answer;
use kyklos_term::{Node, Symbol, Term};
use rustc_hash::FxHashSet;

/// The chains of a program.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// How many there are.
    pub chains: ChainCount,
    /// How many root chains have a system without a solution; `None` if that is not known.
    pub eliminated: Option<Int>,
    /// The systems of the others.
    pub systems: Vec<System>,
    /// Why there are no systems.
    pub declined: Option<String>,
}

/// A system, for people.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// Its constraints over counters.
    pub constraints: Vec<String>,
    /// A solution: counters and how often their ways are gone; those that have nothing to do with the first loop's
    /// are left out.
    pub solution: Vec<(String, Int)>,
}

/// Looks at the chains from the start of a program to the places that the context is asked for.
pub fn survey(context: &mut Context<'_>) -> Survey {
    let asked: Vec<_> = context.places.iter().flat_map(|places| places.iter().copied()).collect();
    let chains = count(context.program, &asked);
    let mut navigator = Navigator::default();
    navigator.prepare(context);
    let looked = initial_state(context).map_err(|stuck| stuck.to_string()).and_then(|state| {
        let plans = context.try_out(Arithmetic::Wrapping, |context| navigator.plans(context, &state))?;
        Ok((state, plans.ok_or_else(|| "a loop reads what is not written before it".to_owned())?))
    });
    match looked {
        Ok((state, plans)) => {
            let left = left(context, &state, &plans);
            let kinds: FxHashSet<u64> = left.iter().map(|(plan, _)| plan.effects).collect();
            let eliminated = Some(&chains.root - &Int::from(kinds.len()));
            let mut systems: Vec<System> = Vec::new();
            for (plan, solution) in left {
                let parts = constraints(context, plan);
                let constraints = parts.into_iter().map(|part| context.terms.show(part)).collect();
                systems.push(System { constraints, solution });
            }
            systems.sort_by_key(|system| system.constraints.len());
            Survey { chains, eliminated, systems, declined: None }
        }
        Err(why) => Survey { chains, declined: Some(why), ..Survey::default() },
    }
}

/// The chains whose systems may have a solution, and one that was found.
fn left<'a>(
    context: &mut Context<'_>,
    state: &State,
    plans: &'a Plans,
) -> Vec<(&'a Plan, Vec<(String, Int)>)> {
    let mut left = Vec::new();
    for plan in &plans.plans {
        let solution = match solve(context, state, plan, plan.condition, true) {
            (Answer::Unsat, _) => continue,
            (Answer::Sat(_), _) if is_refuted(context, state, plan) => continue,
            (Answer::Unknown(_), _) => Vec::new(),
            (Answer::Sat(model), known) => {
                let counters = plan.counters.iter().filter(|counter| known.contains(counter));
                let value = |counter: &Symbol| {
                    let term = context.terms.symbol_term(*counter);
                    (context.terms.show(term), model.int(*counter).clone())
                };
                counters.map(value).collect()
            }
        };
        left.push((plan, solution));
    }
    left
}

/// The parts of a system that speak of counters.
pub(super) fn constraints(context: &mut Context<'_>, plan: &Plan) -> Vec<Term> {
    let parts = match context.terms.node(plan.condition) {
        Some(Node::And(parts)) => parts.to_vec(),
        _ => vec![plan.condition],
    };
    let speaks = |part: &Term| {
        let symbols = context.terms.free_symbols(*part);
        symbols.iter().any(|symbol| plan.counters.contains(symbol))
    };
    parts.into_iter().filter(speaks).collect()
}
