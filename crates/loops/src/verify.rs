//! An independent check of templates: for up to five iterations against the
//! execution of the cycle, edge by edge; and for all by induction: the closed
//! form after κ + 1 iterations is one more iteration after κ of them.

use crate::cells::{self, Cell};
use crate::templates::Template;
use kyklos_base::Int;
use kyklos_exec::rehearsal::follow;
use kyklos_exec::{Arithmetic, Context, State};
use kyklos_solver::Answer;
use kyklos_term::{Sort, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;

/// What stands against a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is wrong.
    Wrong(String),
    /// It could not be checked.
    Open(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Wrong(why) | Fault::Open(why) => f.write_str(why),
        }
    }
}

impl From<&str> for Fault {
    fn from(why: &str) -> Self {
        Fault::Open(why.to_owned())
    }
}

impl From<String> for Fault {
    fn from(why: String) -> Self {
        Fault::Open(why)
    }
}

/// Iterations that are executed.
const ROUNDS: i64 = 5;

/// Checks a template.
pub fn verify(context: &mut Context<'_>, template: &Template) -> Result<(), Fault> {
    let arithmetic = if template.wraps { Arithmetic::Wrapping } else { Arithmetic::in_range() };
    context.try_out(arithmetic, |context| against_execution(context, template))?;
    by_induction(context, template)
}

/// The closed forms after 0 to [`ROUNDS`] iterations are what execution gives.
fn against_execution(context: &mut Context<'_>, template: &Template) -> Result<(), Fault> {
    let mut state = State { model: None, ..template.general.clone() };
    for round in 0..=ROUNDS {
        let count = context.terms.small(round);
        if template.closed.limit.is_some_and(|limit| round > i64::from(limit)) {
            break;
        }
        let moment =
            template.closed.moment(&mut context.terms, count).ok_or("no closed form of a constant")?;
        let inputs = actual_inputs(context, template, &state);
        let changed = cells::changes(context, &template.general, &state)?;
        for cell in changed {
            if !template.entries.iter().any(|entry| cell.is_within(&entry.cell)) {
                require_unchanged(context, template, &state, &cell)?;
            }
        }
        for entry in &template.entries {
            let terms = &mut context.terms;
            let symbol = terms.symbol_term(entry.symbol);
            let closed = template.closed.at(terms, &moment, symbol);
            let closed = terms.substitute(closed, &inputs);
            let value = cells::read(&state, &entry.cell).and_then(|value| cells::term_of(terms, value));
            let value = value.ok_or("a value changes its shape")?;
            let when = format!("after {round} iterations");
            require_equal(context, &state, closed, value, &when, entry.symbol)?;
        }
        if round < ROUNDS && !iterate(context, &mut state, template)? {
            return Ok(());
        }
        // The closed forms are for iterations along the cycle only. Its edges pass by the iterations
        // of an inner loop, so that one is executed where it has none.
        let inputs = actual_inputs(context, template, &state);
        for condition in &template.conditions {
            let held = template.closed.at(&mut context.terms, &moment, condition.term);
            let held = context.terms.substitute(held, &inputs);
            state.assume(&context.terms, held);
        }
    }
    Ok(())
}

/// The arrays of inputs, with what the rounds executed so far have read.
fn actual_inputs(
    context: &mut Context<'_>,
    template: &Template,
    state: &State,
) -> FxHashMap<kyklos_term::Symbol, Term> {
    let reads = state.inputs.to_vec();
    let before = template.general.inputs.len();
    let mut arrays = FxHashMap::default();
    for (number, (_, _, array)) in template.inputs.iter().enumerate() {
        let terms = &mut context.terms;
        let mut all = terms.symbol_term(*array);
        let own = reads.iter().skip(before + number).step_by(template.inputs.len());
        for (round, read) in own.enumerate() {
            let round = terms.int(&Int::from(round));
            all = terms.write(all, &[round], read.symbol);
        }
        arrays.insert(*array, all);
    }
    arrays
}

/// Executes the cycle once; `false` if it leads through an inner loop in closed form.
fn iterate(context: &mut Context<'_>, state: &mut State, template: &Template) -> Result<bool, Fault> {
    if !follow(context, state, &template.edges, |_, _| {})? {
        return Ok(false);
    }
    Ok(state.location == template.general.location && state.frames.len() == template.general.frames.len())
}

/// What holds after κ + 1 iterations is one iteration after κ of them.
fn by_induction(context: &mut Context<'_>, template: &Template) -> Result<(), Fault> {
    let terms = &mut context.terms;
    let counter = terms.symbol(SymbolInfo {
        name: "κ".to_owned(),
        kind: SymbolKind::Counter,
        sort: Sort::Int,
        low: Some(Int::ZERO),
        high: template.closed.limit.map(|limit| Int::from(i64::from(limit) - 1)),
    });
    let kappa = terms.symbol_term(counter);
    let next = terms.add(kappa, Term::ONE);
    let (now, mut definitions) = template.closed.counter(terms, kappa);
    let (then, more) = template.closed.counter(terms, next);
    definitions.extend(more);
    definitions.push(terms.ge(kappa, Term::ZERO));
    let mut state = State { model: None, ..template.general.clone() };
    for definition in definitions {
        state.assume(&context.terms, definition);
    }
    for (entry, effect) in template.entries.iter().zip(&template.effects) {
        let terms = &mut context.terms;
        let symbol = terms.symbol_term(entry.symbol);
        let after = template.closed.at(terms, &then, symbol);
        let composed = template.closed.at(terms, &now, *effect);
        require_equal(context, &state, after, composed, "by induction", entry.symbol)?;
    }
    Ok(())
}

/// Two terms are equal in a state, whatever the symbols stand for; arrays, at every index.
fn require_equal(
    context: &mut Context<'_>,
    state: &State,
    a: Term,
    b: Term,
    when: &str,
    symbol: kyklos_term::Symbol,
) -> Result<(), Fault> {
    let name = context.terms.symbol_info(symbol).name.clone();
    match different(context, state, a, b) {
        Answer::Unsat => Ok(()),
        Answer::Sat(_) => Err(Fault::Wrong(format!("the closed form of `{name}` is wrong {when}"))),
        Answer::Unknown(_) => {
            Err(Fault::Open(format!("the closed form of `{name}` could not be checked {when}")))
        }
    }
}

/// What has no closed form is as it was, if only by another term.
fn require_unchanged(
    context: &mut Context<'_>,
    template: &Template,
    state: &State,
    cell: &Cell,
) -> Result<(), Fault> {
    let [before, after] = [&template.general, state].map(|state| {
        let value = cells::read(state, cell);
        value.and_then(|value| cells::term_of(&mut context.terms, value))
    });
    let answer = match (before, after) {
        (Some(before), Some(after)) => different(context, state, before, after),
        _ => context.ask(state, Term::TRUE),
    };
    let name = cells::name(context, state, cell);
    match answer {
        Answer::Unsat => Ok(()),
        Answer::Sat(_) => {
            Err(Fault::Wrong(format!("an iteration changes `{name}`, which has no closed form")))
        }
        Answer::Unknown(_) => {
            Err(Fault::Open(format!("it is not known whether an iteration changes `{name}`")))
        }
    }
}

/// Whether two terms can differ in a state; arrays, at some index.
fn different(context: &mut Context<'_>, state: &State, a: Term, b: Term) -> Answer {
    if a == b {
        return Answer::Unsat;
    }
    let (a, b) = match context.terms.sort(a) {
        Sort::Array(arity) => {
            let terms = &mut context.terms;
            let indices: Vec<Term> = (0..arity).map(|_| index(terms)).collect();
            (terms.read(a, &indices), terms.read(b, &indices))
        }
        _ => (a, b),
    };
    let different = context.terms.ne(a, b);
    context.ask(state, different)
}

fn index(terms: &mut Terms) -> Term {
    terms.fresh("χ", SymbolKind::Fresh, Sort::Int)
}
