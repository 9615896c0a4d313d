//! Which way each round goes, where its number tells: all ways move the numbers alike that conditions speak of. Then
//! the counters of the ways are bounded sums, and what a model says of them is what a run does ([`Counts`]).

use super::rounds::{Round, Rounds};
use kyklos_exec::counts::Counts;
use kyklos_term::{Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;

/// The counts of a jump with these counters, if the order of its rounds is determined.
pub(super) fn counts(terms: &mut Terms, rounds: &Rounds, counters: Vec<Symbol>) -> Option<Counts> {
    let info =
        SymbolInfo { name: "τ".to_owned(), kind: SymbolKind::Bound, sort: Sort::Int, low: None, high: None };
    let round = terms.symbol(info);
    let values = moved(terms, rounds, round);
    let mut ways: Vec<Vec<Term>> = Vec::with_capacity(rounds.rounds.len());
    for way in &rounds.rounds {
        ways.push(told(terms, rounds, way, &values)?);
    }
    let shared: Vec<Term> = match ways.split_first() {
        Some((first, others)) => {
            first.iter().copied().filter(|part| others.iter().all(|other| other.contains(part))).collect()
        }
        None => return None,
    };
    for way in &mut ways {
        way.retain(|part| !shared.contains(part));
    }
    let ways: Vec<Term> = ways.into_iter().map(|way| terms.and(way)).collect();
    let one = terms.or(ways.iter().copied());
    let stays = terms.and(shared.into_iter().chain([one]));
    Some(Counts { counters, round, stays, ways })
}

/// What the numbers are at the start of a round by its number, which every way moves by the same step.
fn moved(terms: &mut Terms, rounds: &Rounds, round: Symbol) -> FxHashMap<Symbol, Term> {
    let mut values = FxHashMap::default();
    let number = terms.symbol_term(round);
    for (position, entry) in rounds.entries.iter().enumerate() {
        if terms.symbol_info(entry.symbol).sort != Sort::Int {
            continue;
        }
        let symbol = terms.symbol_term(entry.symbol);
        let mut steps: Vec<Term> =
            rounds.rounds.iter().map(|round| terms.sub(round.effects[position], symbol)).collect();
        steps.dedup();
        if let [step] = steps.as_slice()
            && terms.as_int(*step).is_some()
        {
            let moved = terms.mul(*step, number);
            values.insert(entry.symbol, terms.add(entry.value, moved));
        }
    }
    values
}

/// The conditions of a way in the round of a number; `None` if they speak of more than that tells.
fn told(
    terms: &mut Terms,
    rounds: &Rounds,
    way: &Round,
    values: &FxHashMap<Symbol, Term>,
) -> Option<Vec<Term>> {
    let mut told = Vec::with_capacity(way.conditions.len());
    for condition in &way.conditions {
        let known = |symbol: &Symbol| values.contains_key(symbol) || !rounds.is_new(*symbol);
        let is_known = terms.free_symbols(*condition).iter().all(known);
        let parts = terms.parts_first(&[*condition], |_| false);
        let hard = |part: &Term| matches!(terms.node(*part), Some(Node::Unknown(_) | Node::Quantified(..)));
        if !is_known || parts.iter().any(hard) {
            return None;
        }
        told.push(terms.substitute(*condition, values));
    }
    Some(told)
}
