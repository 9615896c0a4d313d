//! What a loop's values are after any number of rounds along any of its ways [apc §3.1, §4]: sums over the
//! counters κ⃗ of the ways, values that are set, values that only some ways touch. The order of the rounds is
//! not known, so where a value depends on it, only what is true of every order is said.
//!
//! All of this is put as predicates over the values and counters at the head, which [`super::facts`] proves
//! like any other. What follows from the form of the effects alone is said apart: sums that may wrap are right
//! modulo the size of their type, however often they go around.

use super::rounds::Rounds;
use kyklos_base::Int;
use kyklos_term::{Node, Symbol, Term, Terms};

/// What one way does to a number.
enum Change {
    Same,
    /// Adds what no round changes; modulo the size of the number's type.
    Add(Term),
    /// Sets it to what no round changes.
    Set(Term),
    Other,
}

/// Predicates over values and counters.
#[derive(Default)]
pub struct Iterated {
    /// True by the form of the effects.
    pub certain: Vec<Term>,
    /// Sums that are certain modulo the size of their type.
    pub sums: Vec<Sum>,
    /// To be proved.
    pub candidates: Vec<Term>,
}

/// A sum in a machine type.
pub struct Sum {
    /// The value is the sum; a candidate, too.
    pub exact: Term,
    /// It is, modulo the size of its type.
    pub wrapped: Term,
}

/// What a number is after any number of rounds, over what the numbers were at first and the counters.
pub enum Form {
    /// As at first.
    Same,
    /// A sum; right modulo the size of its type, if there is one.
    Sum(Term),
    /// As at first, or what a way has set that was taken, by its counter.
    Set(Vec<(Term, Term)>),
    /// What the last round has left, if there was one.
    Other,
}

/// The form of each entry after the rounds; where it is no number, or more is not known, `Other`.
pub fn forms(terms: &mut Terms, rounds: &Rounds, counters: &[Symbol]) -> Vec<Form> {
    let counts: Vec<Term> = counters.iter().map(|counter| terms.symbol_term(*counter)).collect();
    (0..rounds.entries.len())
        .map(|number| {
            let symbol = terms.symbol_term(rounds.entries[number].symbol);
            match changes(terms, rounds, number) {
                Some((changes, _)) => form(terms, symbol, &changes, &counts),
                None => Form::Other,
            }
        })
        .collect()
}

fn form(terms: &mut Terms, symbol: Term, changes: &[Change], counts: &[Term]) -> Form {
    if changes.iter().all(|change| matches!(change, Change::Same)) {
        return Form::Same;
    }
    if let Some(sum) = sum_of(terms, symbol, changes, counts) {
        return Form::Sum(sum);
    }
    let mut set = Vec::new();
    for (change, count) in changes.iter().zip(counts) {
        match change {
            Change::Same => {}
            Change::Set(value) => set.push((*count, *value)),
            Change::Add(_) | Change::Other => return Form::Other,
        }
    }
    Form::Set(set)
}

/// What each way does to an entry that is a number, and the size of its type.
fn changes(terms: &mut Terms, rounds: &Rounds, number: usize) -> Option<(Vec<Change>, Option<Int>)> {
    let entry = &rounds.entries[number];
    let info = terms.symbol_info(entry.symbol).clone();
    if info.sort != kyklos_term::Sort::Int {
        return None;
    }
    let size = info.low.zip(info.high).map(|(low, high)| &high - &low + Int::ONE);
    let symbol = terms.symbol_term(entry.symbol);
    let effects: Vec<Term> = rounds.rounds.iter().map(|round| round.effects[number]).collect();
    let changes: Vec<Change> =
        effects.into_iter().map(|effect| change(terms, rounds, symbol, effect, size.as_ref())).collect();
    Some((changes, size))
}

/// The most ways whose counters are compared with each other.
const MAX_COMPARED: usize = 6;

/// What can be said of the numbers that a loop changes, with a counter for each way.
pub fn iterated(terms: &mut Terms, rounds: &Rounds, counters: &[Symbol]) -> Iterated {
    let mut all = Iterated::default();
    let counts: Vec<Term> = counters.iter().map(|counter| terms.symbol_term(*counter)).collect();
    for (number, entry) in rounds.entries.iter().enumerate() {
        let Some((changes, size)) = changes(terms, rounds, number) else { continue };
        let symbol = terms.symbol_term(entry.symbol);
        sum(terms, symbol, entry.value, size.as_ref(), &changes, &counts, &mut all);
        set(terms, symbol, entry.value, &changes, &counts, &mut all);
        untouched(terms, symbol, entry.value, &changes, &counts, &mut all);
    }
    for (index, count) in counts.iter().enumerate().take(MAX_COMPARED) {
        all.candidates.push(terms.le(*count, Term::ONE));
        for other in counts.iter().take(MAX_COMPARED).skip(index + 1) {
            let (more, less) = (terms.add(*count, Term::ONE), terms.sub(*count, Term::ONE));
            for limit in [*count, more, less] {
                all.candidates.extend([terms.le(*other, limit), terms.ge(*other, limit)]);
            }
        }
    }
    all
}

fn change(terms: &mut Terms, rounds: &Rounds, symbol: Term, effect: Term, size: Option<&Int>) -> Change {
    if effect == symbol {
        return Change::Same;
    }
    let stays =
        |terms: &mut Terms, term| !terms.free_symbols(term).iter().any(|symbol| rounds.is_new(*symbol));
    if stays(terms, effect) {
        return Change::Set(effect);
    }
    match added(terms, symbol, effect, size).filter(|added| stays(terms, *added)) {
        Some(added) => Change::Add(added),
        None => Change::Other,
    }
}

/// What is added to a symbol, modulo the size if there is one: a number that wraps is the same sum in all cases.
pub(crate) fn added(terms: &mut Terms, symbol: Term, effect: Term, size: Option<&Int>) -> Option<Term> {
    let mut steps = terms.outcomes(effect).into_iter().map(|effect| {
        let inner = size.and_then(|size| inside_remainder(terms, effect, size)).unwrap_or(effect);
        let difference = terms.sub(inner, symbol);
        size.map_or(difference, |size| reduced(terms, difference, size))
    });
    let first = steps.next()?;
    steps.all(|step| step == first).then_some(first)
}

/// `t` where the term is `c + (t - c) mod size`.
fn inside_remainder(terms: &mut Terms, effect: Term, size: &Int) -> Option<Term> {
    let (constant, parts) = terms.polynomial(effect);
    let [(factor, part)] = parts.as_slice() else { return None };
    let Some(Node::Mod(inner, modulus)) = terms.node(*part) else { return None };
    let (inner, modulus) = (*inner, *modulus);
    if !factor.is_one() || terms.as_int(modulus).as_ref() != Some(size) {
        return None;
    }
    let constant = terms.int(&constant);
    Some(terms.add(inner, constant))
}

/// The constant and the parts of a number; of what is inside the remainder, if it wraps.
pub(super) fn unwrapped(terms: &Terms, number: Term) -> (Int, Vec<(Int, Term)>) {
    let (constant, parts) = terms.polynomial(number);
    if let [(factor, part)] = parts.as_slice()
        && factor.is_one()
        && let Some(Node::Mod(inner, _)) = terms.node(*part)
    {
        let (inside, inner) = terms.polynomial(*inner);
        return (&constant + &inside, inner);
    }
    (constant, parts)
}

/// The difference with its constant brought near zero, modulo the size.
fn reduced(terms: &mut Terms, difference: Term, size: &Int) -> Term {
    let (constant, parts) = terms.polynomial(difference);
    let Some(mut near) = constant.rem_euclid(size) else { return difference };
    if &near + &near > *size {
        near = &near - size;
    }
    let mut all = parts;
    all.push((near, Term::ONE));
    terms.linear(&all)
}

/// Every way adds something, or nothing: a + Σ dⱼ·κⱼ.
fn sum(
    terms: &mut Terms,
    symbol: Term,
    first: Term,
    size: Option<&Int>,
    changes: &[Change],
    counts: &[Term],
    all: &mut Iterated,
) {
    let Some(sum) = sum_of(terms, first, changes, counts) else { return };
    let exact = terms.eq(symbol, sum);
    match size {
        None => all.certain.push(exact),
        Some(size) => {
            all.candidates.push(exact);
            let (difference, size) = (terms.sub(symbol, sum), terms.int(size));
            let rest = terms.modulo(difference, size);
            all.sums.push(Sum { exact, wrapped: terms.is_zero(rest) });
        }
    }
}

fn sum_of(terms: &mut Terms, first: Term, changes: &[Change], counts: &[Term]) -> Option<Term> {
    let mut sum = first;
    for (change, count) in changes.iter().zip(counts) {
        match change {
            Change::Same => {}
            Change::Add(step) => {
                let product = terms.mul(*step, *count);
                sum = terms.add(sum, product);
            }
            Change::Set(_) | Change::Other => return None,
        }
    }
    Some(sum)
}

/// Every way sets it, or leaves it alone: it is as at first, or what some way that was taken has set. Which one
/// was the last is not known.
fn set(
    terms: &mut Terms,
    symbol: Term,
    first: Term,
    changes: &[Change],
    counts: &[Term],
    all: &mut Iterated,
) {
    let mut cases = vec![terms.eq(symbol, first)];
    for (change, count) in changes.iter().zip(counts) {
        match change {
            Change::Same => {}
            Change::Set(value) => {
                let (taken, equal) = (terms.gt(*count, Term::ZERO), terms.eq(symbol, *value));
                cases.push(terms.both(taken, equal));
            }
            Change::Add(_) | Change::Other => return,
        }
    }
    all.certain.push(terms.or(cases));
    // If each round sets it, it is not as at first after one.
    let always = changes.iter().all(|change| matches!(change, Change::Set(_)));
    if always && !changes.is_empty() {
        let (mut set, mut none) = (Vec::new(), vec![terms.eq(symbol, first)]);
        for (change, count) in changes.iter().zip(counts) {
            none.push(terms.is_zero(*count));
            if let Change::Set(value) = change {
                set.push(terms.eq(symbol, *value));
            }
        }
        set.push(terms.and(none));
        all.certain.push(terms.or(set));
    }
}

/// If no way was taken that touches it, it is as at first.
fn untouched(
    terms: &mut Terms,
    symbol: Term,
    first: Term,
    changes: &[Change],
    counts: &[Term],
    all: &mut Iterated,
) {
    let touching = changes.iter().zip(counts).filter(|(change, _)| !matches!(change, Change::Same));
    let mut cases: Vec<Term> = touching.map(|(_, count)| *count).collect();
    cases = cases.into_iter().map(|count| terms.gt(count, Term::ZERO)).collect();
    cases.push(terms.eq(symbol, first));
    all.certain.push(terms.or(cases));
}
