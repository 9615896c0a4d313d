//! Facts: predicates that hold at a loop's head in every round.
//!
//! Of many candidates those are kept that hold when the loop is entered, and that every round keeps: from any
//! state in which all of them hold, it leads to one in which all of them hold. What fails is dropped until the
//! rest stands by itself. Only the solver's word counts: what it cannot decide is dropped, too.

use super::rounds::Rounds;
use kyklos_exec::{Context, State};
use kyklos_solver::Answer;
use kyklos_term::{Node, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Duration;

/// The most time for one question about facts.
const LIMIT: Duration = Duration::from_millis(400);

/// So many questions may go undecided before the rest of what is asked is dropped; and so many about products, which
/// are mostly decided at once or not at all.
const PATIENCE: u32 = 8;
const PATIENCE_FOR_PRODUCTS: u32 = 2;

/// What a round does to symbols.
pub type Effect = FxHashMap<Symbol, Term>;

/// Those of the candidates that hold in the state that enters a loop; further symbols that are not in memory
/// start as `start` says.
pub fn at_entry(
    context: &mut Context<'_>,
    entry: &State,
    rounds: &Rounds,
    candidates: impl IntoIterator<Item = Term>,
    start: &Effect,
) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut facts: Vec<Term> = candidates.into_iter().collect();
    facts.retain(|fact| fact.as_truth().is_none() && seen.insert(*fact));
    let mut first = rounds.values();
    first.extend(start.iter().map(|(symbol, term)| (*symbol, *term)));
    keep(context, entry, &mut facts, &first);
    facts
}

/// Those facts that each round keeps, if all of them and what is known already hold before it; `counts` is what
/// each round does to symbols that are not in memory.
pub fn kept(
    context: &mut Context<'_>,
    rounds: &Rounds,
    mut facts: Vec<Term>,
    counts: &[Effect],
    known: &[Term],
) -> Vec<Term> {
    let effects: Vec<Effect> = rounds
        .rounds
        .iter()
        .enumerate()
        .map(|(number, round)| {
            let symbols = rounds.entries.iter().map(|entry| entry.symbol);
            let mut effect: Effect = symbols.zip(round.effects.iter().copied()).collect();
            effect.extend(counts.get(number).into_iter().flatten().map(|(symbol, term)| (*symbol, *term)));
            effect
        })
        .collect();
    let lines = !known.iter().chain(&facts).any(|fact| multiplies(&context.terms, *fact));
    // Each round must be looked at again after the last fact was dropped.
    let (mut number, mut steady) = (0, 0);
    while steady < effects.len() && !facts.is_empty() {
        if context.exhausted().is_some() {
            return Vec::new();
        }
        let mut after = rounds.rounds[number].after.clone();
        if lines {
            without_products(&context.terms, &mut after);
        }
        known.iter().chain(&facts).for_each(|fact| after.assume(&context.terms, *fact));
        // A model of the round need not satisfy the facts.
        let fits = after.model.as_ref().is_some_and(|model| {
            known.iter().chain(&facts).all(|fact| context.terms.holds(*fact, model) == Some(true))
        });
        after.model = after.model.filter(|_| fits);
        let before = facts.len();
        keep(context, &after, &mut facts, &effects[number]);
        steady = if facts.len() == before { steady + 1 } else { 0 };
        number = (number + 1) % effects.len();
    }
    facts
}

/// Whether there is a product of unknown numbers in a formula.
pub fn multiplies(terms: &Terms, formula: Term) -> bool {
    let parts = terms.parts_first(&[formula], |_| false);
    parts.into_iter().any(|part| matches!(terms.node(part), Some(Node::Product(_))))
}

/// Forgets what a state knows of products: little follows from it for lines, and it makes all questions hard.
fn without_products(terms: &Terms, state: &mut State) {
    let path = state.path.to_vec();
    if path.iter().any(|condition| multiplies(terms, *condition)) {
        state.path = Default::default();
        let lines = path.into_iter().filter(|condition| !multiplies(terms, *condition));
        lines.for_each(|condition| state.assume(terms, condition));
    }
}

/// Facts from which all of these follow at the head of a loop that the state enters; equations and what comes
/// first are preferred.
pub fn needed(context: &mut Context<'_>, entry: &State, facts: Vec<Term>) -> Vec<Term> {
    let is_equation =
        |context: &Context<'_>, fact: Term| matches!(context.terms.node(fact), Some(Node::IsZero(_)));
    let (mut kept, mut open): (Vec<Term>, Vec<Term>) =
        facts.into_iter().partition(|fact| is_equation(context, *fact));
    let mut state = State { model: None, ..entry.clone() };
    kept.iter().for_each(|fact| state.assume(&context.terms, *fact));
    while !open.is_empty() {
        let all = context.terms.and(open.iter().copied());
        let some_fails = context.terms.not(all);
        match context.ask_within(&state, some_fails, LIMIT) {
            Answer::Unsat => break,
            Answer::Sat(model) => {
                let fails = |fact: &Term| context.terms.holds(*fact, &model) != Some(true);
                let first = open.iter().position(fails).unwrap_or(0);
                let fact = open.remove(first);
                state.assume(&context.terms, fact);
                kept.push(fact);
            }
            Answer::Unknown(_) => {
                kept.append(&mut open);
            }
        }
    }
    kept
}

/// Drops the facts that may not hold in a state when symbols are replaced.
fn keep(context: &mut Context<'_>, state: &State, facts: &mut Vec<Term>, effect: &Effect) {
    let mut open: Vec<(Term, Term)> = Vec::with_capacity(facts.len());
    for fact in facts.iter() {
        open.push((*fact, context.terms.substitute(*fact, effect)));
    }
    let mut failed: FxHashSet<Term> = FxHashSet::default();
    if let Some(model) = &state.model {
        failed.extend(
            open.iter().filter(|(_, then)| context.terms.holds(*then, model) == Some(false)).map(|(f, _)| *f),
        );
    }
    open.retain(|(fact, then)| *then != Term::TRUE && !failed.contains(fact));
    let products = open.iter().any(|(_, then)| multiplies(&context.terms, *then));
    let mut patience = if products { PATIENCE_FOR_PRODUCTS } else { PATIENCE };
    let mut groups = vec![open];
    while let Some(mut group) = groups.pop() {
        if group.is_empty() {
            continue;
        }
        if context.exhausted().is_some() {
            facts.clear();
            return;
        }
        let all = context.terms.and(group.iter().map(|(_, then)| *then));
        let some_fails = context.terms.not(all);
        match context.ask_within(state, some_fails, LIMIT) {
            Answer::Unsat => {}
            Answer::Sat(model) => {
                let before = group.len();
                group.retain(|(fact, then)| {
                    let fails = context.terms.holds(*then, &model) == Some(false);
                    if fails {
                        failed.insert(*fact);
                    }
                    !fails
                });
                if group.len() == before {
                    split(&mut groups, &mut failed, group);
                } else {
                    groups.push(group);
                }
            }
            Answer::Unknown(_) if patience == 0 => failed.extend(group.iter().map(|(fact, _)| *fact)),
            Answer::Unknown(_) => {
                patience -= 1;
                split(&mut groups, &mut failed, group);
            }
        }
    }
    facts.retain(|fact| !failed.contains(fact));
}

/// Looks at the halves of a group that could not be decided; a fact alone is dropped.
fn split(groups: &mut Vec<Vec<(Term, Term)>>, failed: &mut FxHashSet<Term>, mut group: Vec<(Term, Term)>) {
    if let [(fact, _)] = group.as_slice() {
        failed.insert(*fact);
        return;
    }
    let half = group.split_off(group.len() / 2);
    groups.push(group);
    groups.push(half);
}
