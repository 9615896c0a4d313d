//! Periods [nested §4.4.2.4]: a cycle of the automaton in which each path is followed a known number of times.
//!
//! The first phase of a cycle is not its period: where a loop is entered in the middle of one, it may be longer or
//! shorter. So the numbers are asked for behind the last iteration of the cycle's last path, and shown to be the only
//! ones there. They are constants, or terms over what the loop does not change, or over what its entries are when the
//! period starts: more than the thesis has, which takes constants alone. Nothing rests on them but what traces look
//! like: that a period goes as it says is a condition of its own.

use super::PATIENCE;
use super::paths::{Paths, Stride, Values};
use crate::templates::{Templates, first_failure};
use kyklos_base::Int;
use kyklos_exec::{Context, State};
use kyklos_solver::Answer;
use kyklos_term::{Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use std::rc::Rc;

/// A cycle of which each path is followed a known number of times.
pub struct Period {
    /// The paths, in the order in which they are followed.
    pub members: Vec<usize>,
    /// How often each is followed.
    pub counts: Vec<Term>,
    /// All of it as one step.
    pub stride: Stride,
}

/// One path of a period, followed so often that it is to be found out.
struct Phase {
    member: usize,
    counter: Symbol,
    /// The values when it starts.
    values: Values,
}

/// A counter with a number of its own.
pub fn counter(templates: &mut Templates, terms: &mut Terms) -> Symbol {
    let name = format!("κ{}", templates.next_counter());
    let (kind, low) = (SymbolKind::Counter, Some(Int::ZERO));
    terms.symbol(SymbolInfo { name, kind, sort: Sort::Int, low, high: None })
}

/// The period of a cycle of paths; `Err` says why it has none.
pub fn period(
    templates: &mut Templates,
    context: &mut Context<'_>,
    paths: &Paths,
    successors: &[Vec<usize>],
    members: &[usize],
) -> Result<Period, String> {
    if members.iter().any(|member| !paths.paths[*member].stride.inputs.is_empty()) {
        return Err("its paths read inputs".to_owned());
    }
    let mut probe = State { model: None, ..paths.general.clone() };
    behind(&mut context.terms, paths, members, &mut probe);
    let mut values = paths.symbols(&mut context.terms);
    let (mut counts, mut conditions, mut phases) = (Vec::new(), Vec::new(), Vec::new());
    for member in members {
        let (stride, terms) = (&paths.paths[*member].stride, &mut context.terms);
        // What cannot follow itself is followed once.
        if stride.closed.is_none() || !successors[*member].contains(member) {
            conditions.push(stride.condition_at(terms, &values));
            values = stride.after(terms, &values);
            counts.push(Term::ONE);
            continue;
        }
        let symbol = counter(templates, terms);
        let count = terms.symbol_term(symbol);
        let many = stride.many(terms, &values, count).ok_or("a path has no closed form")?;
        let then = stride.after_many(terms, &values, count).ok_or("a path has no closed form")?;
        conditions.extend([terms.ge(count, Term::ONE), many]);
        phases.push(Phase { member: *member, counter: symbol, values: std::mem::replace(&mut values, then) });
        counts.push(count);
    }
    let again =
        members.first().map(|first| paths.paths[*first].stride.condition_at(&mut context.terms, &values));
    for condition in conditions.iter().copied().chain(again) {
        probe.assume(&context.terms, condition);
    }
    let known = numbers(context, paths, &mut probe, &phases)?;
    let terms = &mut context.terms;
    let mut all = Vec::new();
    for condition in conditions {
        let condition = terms.substitute(condition, &known);
        match terms.node(condition) {
            Some(Node::And(parts)) => all.extend(parts.iter().copied()),
            _ => all.push(condition),
        }
    }
    all.retain(|condition| *condition != Term::TRUE);
    if all.iter().any(|condition| terms.is_quantified(*condition)) {
        return Err("the condition of a period has quantifiers".to_owned());
    }
    let effect = values.iter().map(|(symbol, value)| (*symbol, terms.substitute(*value, &known))).collect();
    let counts = counts.into_iter().map(|count| terms.substitute(count, &known)).collect();
    let mut stride = Stride { conditions: all, effect, closed: None, inputs: Vec::new() };
    stride.close(terms)?;
    Ok(Period { members: members.to_vec(), counts, stride })
}

/// The entries are what the last path of the cycle has left.
fn behind(terms: &mut Terms, paths: &Paths, members: &[usize], probe: &mut State) {
    let Some(last) = members.last().map(|last| &paths.paths[*last].stride) else { return };
    let mut before = Values::default();
    for entry in &paths.entries {
        let info = terms.symbol_info(entry.symbol).clone();
        let old = terms.symbol(info);
        before.insert(entry.symbol, terms.symbol_term(old));
    }
    let condition = last.condition_at(terms, &before);
    probe.assume(terms, condition);
    for (symbol, value) in last.after(terms, &before) {
        if terms.symbol_info(symbol).sort == Sort::Int {
            let now = terms.symbol_term(symbol);
            let equal = terms.eq(now, value);
            probe.assume(terms, equal);
        }
    }
}

/// What the counters are, if a whole period is gone round.
fn numbers(
    context: &mut Context<'_>,
    paths: &Paths,
    probe: &mut State,
    phases: &[Phase],
) -> Result<Values, String> {
    let model = match context.ask_within(probe, Term::TRUE, PATIENCE) {
        Answer::Sat(model) => model,
        Answer::Unsat => return Err("no run goes round it".to_owned()),
        Answer::Unknown(_) => return Err("the solver could not find its period".to_owned()),
    };
    probe.model = Some(Rc::clone(&model));
    let mut known = Values::default();
    for phase in phases {
        let number = context.terms.int(&model.int(phase.counter));
        known.insert(phase.counter, number);
    }
    let mut others = Vec::new();
    for phase in phases {
        let count = context.terms.symbol_term(phase.counter);
        others.push(context.terms.ne(count, known[&phase.counter]));
    }
    let other = context.terms.or(others.iter().copied());
    if matches!(context.ask_within(probe, other, PATIENCE), Answer::Unsat) {
        return Ok(known);
    }
    let mut found = Values::default();
    for (phase, other) in phases.iter().zip(others) {
        let value = if matches!(context.ask_within(probe, other, PATIENCE), Answer::Unsat) {
            Some(known[&phase.counter])
        } else {
            term(context, paths, probe, phase, &found)
        };
        let value = value.ok_or_else(|| {
            let number = paths.exits.len() + phase.member + 1;
            format!("path p{number} is followed now so often, now so often")
        })?;
        found.insert(phase.counter, value);
    }
    Ok(found)
}

/// A term that a counter is always equal to.
fn term(
    context: &mut Context<'_>,
    paths: &Paths,
    probe: &State,
    phase: &Phase,
    found: &Values,
) -> Option<Term> {
    let stride = &paths.paths[phase.member].stride;
    for candidate in ends(&mut context.terms, stride, &phase.values, phase.counter) {
        let candidate = context.terms.substitute(candidate, found);
        if is(context, probe, phase.counter, candidate) {
            return Some(candidate);
        }
    }
    None
}

/// Whether a counter has this value in all runs of a state.
pub fn is(context: &mut Context<'_>, state: &State, counter: Symbol, value: Term) -> bool {
    let count = context.terms.symbol_term(counter);
    let other = context.terms.ne(count, value);
    match context.witness(state, other) {
        Some((true, _)) => false,
        _ => matches!(context.ask_within(state, other, PATIENCE), Answer::Unsat),
    }
}

/// Terms that a counter may turn out to be: where a condition fails first.
pub fn ends(terms: &mut Terms, stride: &Stride, values: &Values, counter: Symbol) -> Vec<Term> {
    let mut found = Vec::new();
    let Some(closed) = &stride.closed else { return found };
    let count = terms.symbol_term(counter);
    for condition in &stride.conditions {
        let Some(then) = closed.instance(terms, count, *condition) else { continue };
        let then = terms.substitute(then, values);
        let parts = match terms.node(then) {
            Some(Node::And(parts) | Node::Or(parts)) => parts.to_vec(),
            _ => vec![then],
        };
        for part in parts {
            let end = first_failure(terms, counter, part);
            found.extend(end.filter(|end| !found.contains(end)));
        }
    }
    found.truncate(MAX_ENDS);
    found
}

/// Terms that are tried for a counter, each of which is a question to the solver.
const MAX_ENDS: usize = 6;
