//! Where the solver could not decide a path with an open counter, the counter
//! is given small numbers [compact §4]: without it, formulas are easier. What
//! remains goes on undecided, until it has failed too often. Note [failed queries].

use kyklos_exec::{Context, Cut, Note, PathEnd, Reaction, State};
use kyklos_solver::Answer;
use kyklos_term::Symbol;

/// The counters of a path whose values are open.
#[derive(Clone, Default)]
struct Open(Vec<Symbol>);

impl Note for Open {
    fn join(&self, other: &Self) -> Option<Self> {
        let mut all = self.0.clone();
        all.extend(other.0.iter().filter(|counter| !self.0.contains(counter)));
        Some(Open(all))
    }
}

/// Notes that counters are open.
pub(crate) fn open(state: &mut State, counters: impl IntoIterator<Item = Symbol>) {
    let mut open = state.notes.get::<Open>().cloned().unwrap_or_default();
    open.0.extend(counters);
    state.notes.set(open);
}

/// Notes that a counter has got a value.
pub(crate) fn close(state: &mut State, counter: Symbol) {
    let mut open = state.notes.get::<Open>().cloned().unwrap_or_default();
    open.0.retain(|other| *other != counter);
    state.notes.set(open);
}

/// How often the solver failed on a path.
#[derive(Clone, Copy, Default)]
struct Failures {
    count: u32,
    /// The length of the path condition when it failed last.
    length: usize,
}

impl Note for Failures {
    fn join(&self, other: &Self) -> Option<Self> {
        Some(Failures { count: self.count.max(other.count), length: 0 })
    }
}

/// A path on which the solver failed more often is given up.
const MAX_UNDECIDED: u32 = 3;
/// Numbers of iterations that are tried one by one where the solver failed: up to this.
const MAX_CONCRETE: i64 = 8;

/// The states that take the place of one that is undecided; none if the path is given up. `None`: it is not
/// undecided, or not since this was asked last.
pub(crate) fn retry(context: &mut Context<'_>, state: &mut State) -> Option<Vec<State>> {
    let failed = state.model.is_none() && state.undecided.is_some();
    let counter = *state.notes.get::<Open>().filter(|_| failed)?.0.last()?;
    let mut failures = state.notes.get::<Failures>().copied().unwrap_or_default();
    if failures.length == state.path.len() {
        return None;
    }
    failures.count += 1;
    if failures.count > MAX_UNDECIDED {
        return Some(Vec::new());
    }
    let mut states = Vec::new();
    let kappa = context.terms.symbol_term(counter);
    for number in 0..=MAX_CONCRETE {
        let number = context.terms.small(number);
        let here = context.terms.eq(kappa, number);
        let model = match context.ask(state, here) {
            Answer::Unsat => continue,
            Answer::Sat(model) => Some(model),
            Answer::Unknown(_) => None,
        };
        states.push((here, model));
    }
    let most = context.terms.small(MAX_CONCRETE);
    states.push((context.terms.gt(kappa, most), None));
    let states = states.into_iter().map(|(condition, model)| {
        let mut next = State { model, id: context.fresh_state(), ..state.clone() };
        next.assume(&context.terms, condition);
        if next.model.is_none() {
            failures.length = next.path.len();
            next.notes.set(failures);
        }
        next
    });
    Some(states.collect())
}

/// What the engine is to do with these.
pub(crate) fn reaction(states: Vec<State>) -> Reaction {
    if states.is_empty() {
        let why = "the solver could not decide how often a loop is taken";
        return Reaction::Ended(PathEnd::Cut(Cut::Undecided(why)));
    }
    Reaction::Replaced(states)
}
