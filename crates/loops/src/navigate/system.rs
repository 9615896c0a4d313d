//! Constraints over the counters of a loop's rounds [cba §3.2]: how values are after any rounds in any order.
//!
//! Beyond [cba, table 1]: sums may wrap; rounds that add something between two limits (loops inside them) give
//! limits of the sum; a variable that is only set is one of the values set, and as often as a round leaves a value,
//! others have led to it (the flow of an automaton). That the last round was possible is a disjunction over the
//! rounds that may have been last. All of it is necessary for what is executed, so what has no solution is not there.

use super::Navigator;
use super::rounds::{FIRST_INPUT, LoopItem, Round, Rounds};
use crate::cells;
use crate::covering::iterated::added;
use kyklos_base::Int;
use kyklos_exec::{Context, Guarantee, State};
use kyklos_solver::Answer;
use kyklos_term::{Model, Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

/// How a value is after any rounds.
pub(super) enum Form {
    /// No round changes it.
    Same,
    /// Each round adds to it, or nothing.
    Sum {
        /// What each round adds.
        steps: Vec<Step>,
        /// Whether it never wraps.
        exact: bool,
    },
    /// Each round sets it to this, or leaves it alone.
    Set(Vec<Option<Term>>),
    /// Something else; which rounds change it.
    Other(Vec<bool>),
}

/// What a round adds.
#[derive(Clone)]
pub(super) enum Step {
    /// This.
    By(Term),
    /// At least and at most this.
    Within(Option<Int>, Option<Int>),
}

/// What one round does.
enum Change {
    Same,
    Add { step: Step, wraps: bool },
    Set(Term),
    Other,
}

/// More rounds are not told apart by which came last.
const MAX_LAST: usize = 10;
/// Values of a variable that is only set.
const MAX_VALUES: usize = 40;
/// Questions for the limit of what a round adds.
const MAX_QUESTIONS: usize = 6;
/// The most time for such a question.
const LIMIT: Duration = Duration::from_millis(300);

type Values = FxHashMap<Symbol, Term>;

/// How the entries of a loop are after any rounds.
pub(super) fn forms(context: &mut Context<'_>, all: &Rounds) -> Vec<Form> {
    let changed: Vec<Symbol> = all
        .entries
        .iter()
        .enumerate()
        .filter(|(number, entry)| {
            let own = context.terms.symbol_term(entry.symbol);
            all.rounds.iter().any(|round| round.effects[*number] != own)
        })
        .map(|(_, entry)| entry.symbol)
        .collect();
    (0..all.entries.len()).map(|number| form(context, all, number, &changed)).collect()
}

fn form(context: &mut Context<'_>, all: &Rounds, number: usize, changed: &[Symbol]) -> Form {
    let symbol = all.entries[number].symbol;
    let own = context.terms.symbol_term(symbol);
    let touched: Vec<bool> = all.rounds.iter().map(|round| round.effects[number] != own).collect();
    if !touched.contains(&true) {
        return Form::Same;
    }
    if context.terms.symbol_info(symbol).sort != Sort::Int {
        return Form::Other(touched);
    }
    let changes: Vec<Change> = all
        .rounds
        .iter()
        .map(|round| change(context, round, symbol, round.effects[number], changed))
        .collect();
    if changes.iter().all(|change| matches!(change, Change::Same | Change::Add { .. })) {
        let exact = !changes.iter().any(|change| matches!(change, Change::Add { wraps: true, .. }));
        let step = |change: &Change| match change {
            Change::Add { step, .. } => step.clone(),
            _ => Step::By(Term::ZERO),
        };
        return Form::Sum { steps: changes.iter().map(step).collect(), exact };
    }
    if changes.iter().all(|change| matches!(change, Change::Same | Change::Set(_))) {
        let value = |change: &Change| match change {
            Change::Set(value) => Some(*value),
            _ => None,
        };
        return Form::Set(changes.iter().map(value).collect());
    }
    Form::Other(touched)
}

fn change(
    context: &mut Context<'_>,
    round: &Round,
    symbol: Symbol,
    effect: Term,
    changed: &[Symbol],
) -> Change {
    let own = context.terms.symbol_term(symbol);
    if effect == own {
        return Change::Same;
    }
    let stays = |terms: &mut Terms, term: Term| {
        !terms
            .free_symbols(term)
            .iter()
            .any(|symbol| changed.contains(symbol) || round.locals.contains(symbol))
    };
    if stays(&mut context.terms, effect) {
        return Change::Set(effect);
    }
    let info = context.terms.symbol_info(symbol).clone();
    let size = info.low.zip(info.high).map(|(low, high)| &high - &low + Int::ONE);
    let difference = context.terms.sub(effect, own);
    let (step, wraps) = match context.terms.free_symbols(difference).contains(&symbol) {
        false => (difference, false),
        true => match size.and_then(|size| added(&mut context.terms, own, effect, Some(&size))) {
            Some(step) if context.terms.free_symbols(step).contains(&symbol) => return Change::Other,
            Some(step) => (step, true),
            None => return Change::Other,
        },
    };
    if context.terms.free_symbols(step).iter().any(|symbol| changed.contains(symbol)) {
        return Change::Other;
    }
    if stays(&mut context.terms, step) {
        return Change::Add { step: Step::By(step), wraps };
    }
    match limits(context, round, step) {
        (None, None) => Change::Other,
        (low, high) => Change::Add { step: Step::Within(low, high), wraps },
    }
}

/// The least and the most that a term can be in a round.
fn limits(context: &mut Context<'_>, round: &Round, term: Term) -> (Option<Int>, Option<Int>) {
    let value = |context: &Context<'_>, model: &Model| {
        context.terms.evaluate(term, model).and_then(|value| value.int().cloned())
    };
    let mut after = State { path: kyklos_exec::list::List::new(), ..round.after.clone() };
    round.conditions.iter().for_each(|condition| after.assume(&context.terms, *condition));
    let negative = context.terms.lt(term, Term::ZERO);
    let low = matches!(context.ask_within(&after, negative, LIMIT), Answer::Unsat).then_some(Int::ZERO);
    let mut most = round.after.model.as_ref().and_then(|model| value(context, model)).unwrap_or(Int::ZERO);
    for _ in 0..MAX_QUESTIONS {
        let limit = context.terms.int(&most);
        let more = context.terms.gt(term, limit);
        match context.ask_within(&after, more, LIMIT) {
            Answer::Unsat => return (low, Some(most)),
            Answer::Sat(model) => match value(context, &model) {
                Some(value) if value > most => most = value,
                _ => break,
            },
            Answer::Unknown(_) => break,
        }
    }
    (low, None)
}

/// A jump in the making.
struct Jump<'a> {
    all: &'a Rounds,
    counts: Vec<Term>,
    /// What the entries are first, and after the rounds.
    first: Values,
    now: Values,
    /// Sums before they wrap.
    ideal: Values,
    conditions: Vec<Term>,
    model: Option<Rc<Model>>,
}

impl Navigator {
    /// Brings a state at a loop's head behind any number of its rounds.
    pub(super) fn jump(&mut self, context: &mut Context<'_>, state: &mut State, all: &Rc<Rounds>) {
        let terms = &mut context.terms;
        let mut first = Values::default();
        for entry in &all.entries {
            let value = cells::read(state, &entry.cell).and_then(|value| cells::term_of(terms, value));
            first.insert(entry.symbol, value.unwrap_or(entry.value));
        }
        let mut model = state.model.clone();
        let counters: Vec<Symbol> = all
            .rounds
            .iter()
            .map(|_| {
                self.counters += 1;
                let (kind, low) = (SymbolKind::Counter, Some(Int::ZERO));
                let name = format!("κ{}", self.counters);
                let counter = terms.symbol(SymbolInfo { name, kind, sort: Sort::Int, low, high: None });
                set(terms, &mut model, counter, Term::ZERO);
                counter
            })
            .collect();
        let counts = counters.iter().map(|counter| terms.symbol_term(*counter)).collect();
        let (now, ideal) = (first.clone(), Values::default());
        let mut jump = Jump { all, counts, first, now, ideal, conditions: Vec::new(), model };
        for number in 0..all.entries.len() {
            jump.value(terms, number);
        }
        let last = match counters.len() {
            1..=MAX_LAST => jump.last(terms),
            _ => Term::TRUE,
        };
        let first = jump.first_round(terms);
        let Jump { now, conditions, model, .. } = jump;
        for entry in &all.entries {
            let (old, general) = (cells::read(state, &entry.cell), cells::read(&all.general, &entry.cell));
            if let (Some(old), Some(general)) = (old, general) {
                let new = cells::with_term(old, now[&entry.symbol], general);
                cells::write(state, &entry.cell, new);
            }
        }
        let conditions = terms.and(conditions);
        state.model = model.filter(|model| terms.holds(conditions, model) == Some(true));
        state.assume(terms, conditions);
        state.guarantee = Guarantee::Covering;
        // The positions of inputs that are read behind a loop are not known.
        state.next_input = state.next_input.max(FIRST_INPUT);
        let item = LoopItem { head: state.point(), rounds: all.clone(), counters };
        self.visit(context, state, item, (first, last));
    }
}

impl Jump<'_> {
    /// What an entry is after the rounds.
    fn value(&mut self, terms: &mut Terms, number: usize) {
        let all = self.all;
        let symbol = all.entries[number].symbol;
        match &all.forms[number] {
            Form::Same => {}
            Form::Sum { steps, exact } => {
                let total = self.sum(terms, symbol, steps);
                self.ideal.insert(symbol, total);
                let value = in_type(terms, symbol, total, *exact, &mut self.conditions);
                self.now.insert(symbol, value);
            }
            Form::Set(values) => {
                let touched: Vec<bool> = values.iter().map(Option::is_some).collect();
                let now = self.fresh(terms, symbol, &touched);
                let mut cases = vec![terms.eq(now, self.first[&symbol])];
                for (value, count) in values.iter().zip(&self.counts) {
                    let Some(value) = value else { continue };
                    let value = terms.substitute(*value, &self.first);
                    let (taken, equal) = (terms.gt(*count, Term::ZERO), terms.eq(now, value));
                    cases.push(terms.both(taken, equal));
                }
                self.conditions.push(terms.or(cases));
                self.flow(terms, symbol, values);
            }
            Form::Other(touched) => {
                self.fresh(terms, symbol, touched);
            }
        }
    }

    fn sum(&mut self, terms: &mut Terms, symbol: Symbol, steps: &[Step]) -> Term {
        let mut total = self.first[&symbol];
        let (mut low, mut high) = (Some(Vec::new()), Some(Vec::new()));
        let (mut free_low, mut free_high) = (Vec::new(), Vec::new());
        for (step, count) in steps.iter().zip(self.counts.clone()) {
            match step {
                Step::By(step) => {
                    let step = terms.substitute(*step, &self.first);
                    let product = terms.mul(step, count);
                    total = terms.add(total, product);
                }
                Step::Within(least, most) => {
                    for (limit, side, free) in
                        [(least, &mut low, &mut free_low), (most, &mut high, &mut free_high)]
                    {
                        match limit {
                            Some(limit) => side.get_or_insert_default().push((limit.clone(), count)),
                            None => free.push(count),
                        }
                    }
                }
            }
        }
        let within = steps.iter().any(|step| matches!(step, Step::Within(..)));
        if within {
            let more = terms.fresh("Σ", SymbolKind::Fresh, Sort::Int);
            if let Some(more) = terms.as_symbol(more) {
                set(terms, &mut self.model, more, Term::ZERO);
            }
            for (side, free, below) in [(low, free_low, true), (high, free_high, false)] {
                let limit = terms.linear(&side.unwrap_or_default());
                let bound = if below { terms.le(limit, more) } else { terms.le(more, limit) };
                let mut cases = vec![bound];
                cases.extend(free.into_iter().map(|count| terms.gt(count, Term::ZERO)));
                let bound = terms.or(cases);
                self.conditions.push(bound);
            }
            total = terms.add(total, more);
        }
        total
    }

    /// A new symbol for what an entry is after the rounds; if none was gone that touches it, it is as at first.
    fn fresh(&mut self, terms: &mut Terms, symbol: Symbol, touched: &[bool]) -> Term {
        let info = SymbolInfo { kind: SymbolKind::Fresh, ..terms.symbol_info(symbol).clone() };
        let fresh = terms.symbol(info.clone());
        let first = self.first[&symbol];
        set(terms, &mut self.model, fresh, first);
        let mut now = terms.symbol_term(fresh);
        let touching = self.counts.iter().zip(touched).filter(|(_, touched)| **touched);
        let mut cases: Vec<Term> = touching.map(|(count, _)| *count).collect();
        cases = cases.into_iter().map(|count| terms.gt(count, Term::ZERO)).collect();
        let some = terms.or(cases);
        if info.sort == Sort::Int {
            let same = terms.eq(now, first);
            let condition = terms.either(some, same);
            self.conditions.push(condition);
        } else {
            now = terms.ite(some, now, first);
        }
        self.now.insert(symbol, now);
        now
    }

    /// A value that a round leaves was there first, or another round has led to it; and so is the one at the end.
    fn flow(&mut self, terms: &mut Terms, symbol: Symbol, values: &[Option<Term>]) {
        let own = terms.symbol_term(symbol);
        let mut numbers: BTreeSet<Int> = BTreeSet::new();
        let mut ways: Vec<(Option<Int>, Int, Term)> = Vec::new();
        for ((round, value), count) in self.all.rounds.iter().zip(values).zip(self.counts.clone()) {
            let before = round.conditions.iter().find_map(|condition| equals(terms, own, *condition));
            let Some(value) = value else { continue };
            let Some(after) = terms.as_int(*value) else { return };
            numbers.extend(before.clone());
            numbers.insert(after.clone());
            ways.push((before, after, count));
        }
        if numbers.len() > MAX_VALUES {
            return;
        }
        let (first, now) = (self.first[&symbol], self.now[&symbol]);
        let all_known = ways.iter().all(|(before, ..)| before.is_some());
        for number in numbers {
            let value = terms.int(&number);
            let (was, is) = (terms.eq(first, value), terms.eq(now, value));
            let (mut come, mut left) = (terms.number_of(was), terms.number_of(is));
            for (before, after, count) in &ways {
                let from = before.as_ref() == Some(&number);
                if from && *after != number {
                    left = terms.add(left, *count);
                }
                if !from && *after == number {
                    come = terms.add(come, *count);
                }
            }
            let condition = if all_known { terms.eq(left, come) } else { terms.le(left, come) };
            self.conditions.push(condition);
        }
    }

    /// No round was gone, or one of them was the last.
    fn last(&mut self, terms: &mut Terms) -> Term {
        let all = self.all;
        let parts: Vec<(Int, Term)> = self.counts.iter().map(|count| (Int::ONE, *count)).collect();
        let some = terms.linear(&parts);
        let mut cases = vec![terms.is_zero(some)];
        for (number, round) in all.rounds.iter().enumerate() {
            let case = self.one_more(terms, number, round);
            cases.push(case);
        }
        terms.or(cases)
    }

    /// No round was gone, or the only way there is could be gone from what the entries are first. What texts are
    /// compared with letter by letter rests on that.
    fn first_round(&self, terms: &mut Terms) -> Term {
        let ([round], [count]) = (self.all.rounds.as_slice(), self.counts.as_slice()) else {
            return Term::TRUE;
        };
        let is_local = |symbol: &Symbol| round.locals.contains(symbol);
        let mut parts = Vec::new();
        for condition in &round.conditions {
            if !terms.free_symbols(*condition).iter().any(is_local) {
                parts.push(terms.substitute(*condition, &self.first));
            }
        }
        let (none, possible) = (terms.is_zero(*count), terms.and(parts));
        terms.either(none, possible)
    }

    /// The last round was this one.
    fn one_more(&mut self, terms: &mut Terms, number: usize, round: &Round) -> Term {
        let all = self.all;
        let mut parts = vec![terms.ge(self.counts[number], Term::ONE)];
        let mut before = Values::default();
        let mut open = Vec::new();
        for (index, entry) in all.entries.iter().enumerate() {
            let value = match &all.forms[index] {
                Form::Same => self.first[&entry.symbol],
                Form::Sum { steps, exact } if matches!(steps[number], Step::By(_)) => {
                    let Step::By(step) = &steps[number] else { continue };
                    let step = terms.substitute(*step, &self.first);
                    let total = terms.sub(self.ideal[&entry.symbol], step);
                    in_type(terms, entry.symbol, total, *exact, &mut parts)
                }
                _ => {
                    open.push(index);
                    renewed(terms, entry.symbol)
                }
            };
            before.insert(entry.symbol, value);
        }
        for local in &round.locals {
            let fresh = renewed(terms, *local);
            before.insert(*local, fresh);
        }
        for condition in &round.conditions {
            parts.push(terms.substitute(*condition, &before));
        }
        for index in open {
            let symbol = all.entries[index].symbol;
            if terms.symbol_info(symbol).sort == Sort::Int {
                let effect = terms.substitute(round.effects[index], &before);
                parts.push(terms.eq(self.now[&symbol], effect));
            }
        }
        terms.and(parts)
    }
}

/// A symbol of the same kind as another one.
fn renewed(terms: &mut Terms, symbol: Symbol) -> Term {
    let info = terms.symbol_info(symbol).clone();
    let kind = if info.kind == SymbolKind::Counter { SymbolKind::Counter } else { SymbolKind::Fresh };
    let fresh = terms.symbol(SymbolInfo { kind, ..info });
    terms.symbol_term(fresh)
}

/// What a sum is in the type of an entry.
fn in_type(terms: &mut Terms, symbol: Symbol, total: Term, exact: bool, conditions: &mut Vec<Term>) -> Term {
    let info = terms.symbol_info(symbol).clone();
    let (Some(low), Some(high)) = (info.low, info.high) else { return total };
    let (least, most) = (terms.int(&low), terms.int(&high));
    if exact {
        conditions.extend([terms.le(least, total), terms.le(total, most)]);
        return total;
    }
    let size = terms.int(&(&high - &low + Int::ONE));
    let shifted = terms.sub(total, least);
    let rest = terms.modulo(shifted, size);
    terms.add(rest, least)
}

/// The number that a condition says a symbol is.
fn equals(terms: &mut Terms, own: Term, condition: Term) -> Option<Int> {
    let Some(Node::IsZero(p)) = terms.node(condition) else { return None };
    let (constant, parts) = terms.polynomial(*p);
    match parts.as_slice() {
        [(factor, part)] if *part == own && factor.is_one() => Some(&Int::ZERO - &constant),
        [(factor, part)] if *part == own && factor.to_i64() == Some(-1) => Some(constant),
        _ => None,
    }
}

/// Gives a symbol the value that a term has under a model.
fn set(terms: &Terms, model: &mut Option<Rc<Model>>, symbol: Symbol, term: Term) {
    let value = model.as_ref().and_then(|model| terms.evaluate(term, model));
    match (model.as_mut(), value) {
        (Some(model), Some(value)) => Rc::make_mut(model).set(symbol, value),
        _ => *model = None,
    }
}
