//! Arrays after any rounds: lines that were written ([`super::lines`]), or what was written at each place
//! ([`super::writes`]), or as at first if no round was gone. And the proof that such a form is right, on demand.
//!
//! A form has fresh arrays in it that may hold anything, so it says of each element that it is one of several values.
//! That is proved by induction, for one element that stands for all: at entry, and after each round if it was so
//! before. What the fresh arrays hold there is as before the round, or what the round itself did.

use super::facts::Effect;
use super::lines::line;
use super::rounds::Rounds;
use super::writes::selected;
use kyklos_base::Int;
use kyklos_exec::{Context, State};
use kyklos_solver::Answer;
use kyklos_term::{Sort, Symbol, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// The array of an entry after any rounds.
pub(super) struct Form {
    pub array: Term,
    /// The fresh arrays in it.
    pub open: Vec<Open>,
}

/// A fresh array in a form.
#[derive(Clone, Copy)]
pub(super) enum Open {
    /// What was written, if that is all that is known.
    Unknown(Symbol),
    /// Which of so many values was written last.
    Choice(Symbol, usize),
    /// What a symbol was in the round that wrote.
    Then(Symbol, Symbol),
}

/// The most time for a proof's question.
const LIMIT: Duration = Duration::from_secs(1);

/// What an array is after the rounds: `now` is what numbers are then, `none` says that no round was gone, and `unknown`
/// is an array of which nothing is known.
pub(super) fn form(
    terms: &mut Terms,
    rounds: &Rounds,
    entry: usize,
    now: &FxHashMap<Symbol, Term>,
    (none, unknown): (Term, Term),
) -> Form {
    let open: Vec<Open> = terms.as_symbol(unknown).map(Open::Unknown).into_iter().collect();
    if let Some(array) = line(terms, rounds, entry, now, unknown) {
        return Form { array, open };
    }
    if let Some(form) = selected(terms, rounds, entry, none, true) {
        return form;
    }
    nothing(terms, rounds, entry, (none, unknown))
}

/// As at first if no round was gone; else nothing is known.
pub(super) fn nothing(
    terms: &mut Terms,
    rounds: &Rounds,
    entry: usize,
    (none, unknown): (Term, Term),
) -> Form {
    let open = terms.as_symbol(unknown).map(Open::Unknown).into_iter().collect();
    Form { array: terms.ite(none, rounds.entries[entry].value, unknown), open }
}

/// That no round was gone, by their numbers.
pub(super) fn none_of(terms: &mut Terms, counts: &[Term]) -> Term {
    let some = terms.linear(&counts.iter().map(|count| (Int::ONE, *count)).collect::<Vec<_>>());
    if counts.is_empty() { Term::FALSE } else { terms.is_zero(some) }
}

/// The arrays whose forms could not be proved: those that follow from `claimed` for what the rounds do. The facts hold
/// at the head in each round.
pub fn unproved(
    context: &mut Context<'_>,
    state: &State,
    claimed: &Rounds,
    rounds: &Rounds,
    counters: &[Symbol],
    facts: &[Term],
) -> Vec<usize> {
    let counts: Vec<Term> = counters.iter().map(|counter| context.terms.symbol_term(*counter)).collect();
    let none = none_of(&mut context.terms, &counts);
    let proof = Proof { state, claimed, rounds, counters, facts, none };
    let sort =
        |context: &Context<'_>, entry: usize| context.terms.symbol_info(rounds.entries[entry].symbol).sort;
    (0..rounds.entries.len())
        .filter(|entry| match sort(context, *entry) {
            Sort::Array(arity) => !proof.holds(context, *entry, arity),
            _ => false,
        })
        .collect()
}

/// What a proof is about.
struct Proof<'a> {
    state: &'a State,
    claimed: &'a Rounds,
    rounds: &'a Rounds,
    counters: &'a [Symbol],
    facts: &'a [Term],
    none: Term,
}

impl Proof<'_> {
    fn holds(&self, context: &mut Context<'_>, entry: usize, arity: u32) -> bool {
        let terms = &mut context.terms;
        let symbols =
            self.rounds.entries.iter().map(|entry| entry.symbol).chain(self.counters.iter().copied());
        let now = symbols.map(|symbol| (symbol, terms.symbol_term(symbol))).collect();
        let unknown = terms.fresh("unknown", SymbolKind::Fresh, Sort::Array(arity));
        let form = form(terms, self.claimed, entry, &now, (self.none, unknown));
        let place: Vec<Term> =
            (0..arity).map(|_| terms.fresh("place", SymbolKind::Fresh, Sort::Int)).collect();
        let mut start = self.rounds.values();
        start.extend(self.counters.iter().map(|counter| (*counter, Term::ZERO)));
        let first = terms.read(self.rounds.entries[entry].value, &place);
        let wrong = differs(terms, &form, &start, first, &place);
        let mut proved = self.is_impossible(context, self.state, wrong);
        for number in 0..self.rounds.rounds.len() {
            proved = proved && self.is_kept(context, entry, &form, number, &place);
        }
        proved
    }

    /// Whether a round keeps a form at a place.
    fn is_kept(
        &self,
        context: &mut Context<'_>,
        entry: usize,
        form: &Form,
        number: usize,
        place: &[Term],
    ) -> bool {
        let round = &self.rounds.rounds[number];
        let terms = &mut context.terms;
        let own = terms.symbol_term(self.rounds.entries[entry].symbol);
        let (before, said) = (terms.read(own, place), terms.read(form.array, place));
        let supposed = terms.eq(before, said);
        let symbols = self.rounds.entries.iter().map(|entry| entry.symbol);
        let mut effect: Effect = symbols.zip(round.effects.iter().copied()).collect();
        if let Some(counter) = self.counters.get(number) {
            let count = terms.symbol_term(*counter);
            effect.insert(*counter, terms.add(count, Term::ONE));
        }
        let after = terms.read(round.effects[entry], place);
        let wrong = differs(terms, form, &effect, after, place);
        let mut at_end = State { model: None, ..round.after.clone() };
        for fact in self.facts.iter().chain([&supposed]) {
            at_end.assume(&context.terms, *fact);
        }
        self.is_impossible(context, &at_end, wrong)
    }

    fn is_impossible(&self, context: &mut Context<'_>, state: &State, wrong: Term) -> bool {
        let state = State { model: None, ..state.clone() };
        wrong == Term::FALSE || matches!(context.ask_within(&state, wrong, LIMIT), Answer::Unsat)
    }
}

/// That an element is none of the values that a form allows when symbols have changed: with the fresh arrays as they
/// were, or with what has just been done.
fn differs(terms: &mut Terms, form: &Form, changed: &Effect, element: Term, place: &[Term]) -> Term {
    let array = terms.substitute(form.array, changed);
    let choices = form.open.iter().find_map(|open| match open {
        Open::Choice(symbol, choices) => Some((*symbol, *choices)),
        _ => None,
    });
    let mut all: Vec<FxHashMap<Symbol, Term>> = vec![FxHashMap::default()];
    for choice in 0..=choices.map_or(0, |(_, choices)| choices) {
        let mut fresh = FxHashMap::default();
        let arity = place.len() as u32;
        for open in &form.open {
            let (symbol, value) = match open {
                Open::Unknown(symbol) => (*symbol, element),
                Open::Choice(symbol, _) => (*symbol, terms.small(choice as i64)),
                Open::Then(symbol, origin) => (*symbol, terms.symbol_term(*origin)),
            };
            let value = terms.fill(arity, value);
            fresh.insert(symbol, value);
        }
        all.push(fresh);
    }
    let mut wrong = Vec::with_capacity(all.len());
    for fresh in &all {
        let array = terms.substitute(array, fresh);
        let said = terms.read(array, place);
        wrong.push(terms.ne(said, element));
    }
    terms.and(wrong)
}
