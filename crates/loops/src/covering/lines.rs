//! Arrays after any number of rounds [apc §4]: lines that rounds write, element by element.
//!
//! If one number grows by the same step in every round, and all rounds that write to an array do so at that number
//! (or its opposite) plus what stays, then each element is written at most once, in the round that is known from
//! its index. What it holds is what that round wrote, as far as index and conditions tell; else it is unknown.

use super::rounds::{Round, Rounds};
use kyklos_base::Int;
use kyklos_term::{Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;

/// More rounds are not told apart.
const MAX_ROUNDS: usize = 12;

/// Where all rounds write to an array.
struct Line {
    /// Which index moves, and what the others are, which stay.
    position: usize,
    indices: Vec<Term>,
    /// The number that grows, and by how much.
    number: Symbol,
    step: Int,
    /// The index that moves is this number, or its opposite, plus what stays.
    opposite: bool,
    rest: Term,
}

/// The array of an entry after the rounds, if they write a line; `now` is what numbers are then, and `unknown` an
/// array of which nothing is known.
pub(super) fn line(
    terms: &mut Terms,
    rounds: &Rounds,
    entry: usize,
    now: &FxHashMap<Symbol, Term>,
    unknown: Term,
) -> Option<Term> {
    let symbol = rounds.entries[entry].symbol;
    let Sort::Array(arity) = terms.symbol_info(symbol).sort else { return None };
    if rounds.rounds.len() > MAX_ROUNDS {
        return None;
    }
    let own = terms.symbol_term(symbol);
    let mut writes: Vec<Option<Write>> = Vec::new();
    for round in &rounds.rounds {
        writes.push(write(terms, own, round.effects[entry])?);
    }
    let (indices, _) = writes.iter().flatten().next().cloned()?;
    if writes.iter().flatten().any(|(others, _)| *others != indices) {
        return None;
    }
    let line = moves(terms, rounds, indices)?;
    let (kind, sort) = (SymbolKind::Bound, Sort::Int);
    let info = SymbolInfo { name: "χ".to_owned(), kind, sort, low: None, high: None };
    let parameters: Vec<Symbol> = (0..arity).map(|_| terms.symbol(info.clone())).collect();
    let places: Vec<Term> = parameters.iter().map(|parameter| terms.symbol_term(*parameter)).collect();
    let place = places[line.position];
    let first = terms.read(rounds.entries[entry].value, &places);
    let unknown = terms.read(unknown, &places);
    let then = match line.opposite {
        true => terms.sub(line.rest, place),
        false => terms.sub(place, line.rest),
    };
    let element = Element { rounds, line: &line, own, parameters: &parameters, first, then };
    let mut values: Vec<(Term, Term)> = Vec::new();
    for (round, write) in rounds.rounds.iter().zip(&writes) {
        let value = match write {
            None => first,
            Some((_, value)) => element.told(terms, *value).unwrap_or(unknown),
        };
        let condition = element.condition(terms, round);
        match values.iter_mut().find(|(known, _)| *known == value) {
            Some((_, conditions)) => *conditions = terms.either(*conditions, condition),
            None => values.push((value, condition)),
        }
    }
    let written = chosen(terms, &values, unknown);
    let mut hit = element.hit(terms, now)?;
    for (number, (index, place)) in line.indices.iter().zip(&places).enumerate() {
        if number != line.position {
            let same = terms.eq(*index, *place);
            hit = terms.both(hit, same);
        }
    }
    let body = terms.ite(hit, written, first);
    Some(terms.lambda(&parameters, body))
}

/// An element of an array on a line.
struct Element<'a> {
    rounds: &'a Rounds,
    line: &'a Line,
    /// The array before a round.
    own: Term,
    /// The element's indices.
    parameters: &'a [Symbol],
    /// What it was at first.
    first: Term,
    /// What the number that grows was in the round that came here.
    then: Term,
}

/// Where something is written, and what.
type Write = (Vec<Term>, Term);

/// What a round writes to an array, and where, if that is all it does; `Some(None)` if it leaves it alone.
fn write(terms: &Terms, own: Term, effect: Term) -> Option<Option<Write>> {
    if effect == own {
        return Some(None);
    }
    match terms.node(effect) {
        Some(Node::Write(array, indices, value)) if *array == own => Some(Some((indices.to_vec(), *value))),
        _ => None,
    }
}

/// How one of the indices moves from round to round, while the others stay.
fn moves(terms: &mut Terms, rounds: &Rounds, indices: Vec<Term>) -> Option<Line> {
    let mut moving = Vec::new();
    for (position, index) in indices.iter().enumerate() {
        if terms.free_symbols(*index).iter().any(|symbol| rounds.is_new(*symbol)) {
            moving.push(position);
        }
    }
    let [position] = moving.as_slice() else { return None };
    let at = *position;
    let index = indices[at];
    let (constant, parts) = terms.polynomial(index);
    let entry_of = |part: Term| {
        let symbol = terms.as_symbol(part)?;
        let position = rounds.entries.iter().position(|entry| entry.symbol == symbol)?;
        Some((position, symbol))
    };
    let (factor, part, (position, number)) =
        parts.iter().find_map(|(factor, part)| Some((factor.clone(), *part, entry_of(*part)?)))?;
    let opposite = match factor.to_i64() {
        Some(1) => false,
        Some(-1) => true,
        _ => return None,
    };
    let mut rest: Vec<(Int, Term)> = parts.iter().filter(|(_, other)| *other != part).cloned().collect();
    rest.push((constant, Term::ONE));
    let rest = terms.linear(&rest);
    if terms.free_symbols(rest).iter().any(|symbol| rounds.is_new(*symbol)) {
        return None;
    }
    let mut step: Option<Int> = None;
    for round in &rounds.rounds {
        let difference = terms.sub(round.effects[position], part);
        let difference = terms.as_int(difference).filter(|step| !step.is_zero())?;
        if step.as_ref().is_some_and(|step| *step != difference) {
            return None;
        }
        step = Some(difference);
    }
    Some(Line { position: at, indices, number, step: step?, opposite, rest })
}

impl Element<'_> {
    /// What a term was in the round that wrote to the element, if the index tells: nothing but the number that grows
    /// differs in it from round to round, and the element itself, which was as at first before.
    fn told(&self, terms: &mut Terms, term: Term) -> Option<Term> {
        let read = terms.read(self.own, &self.line.indices);
        let term = terms.rewrite(term, |_, part| (part == read).then_some(self.first));
        let known = |symbol: &Symbol| {
            *symbol == self.line.number || self.parameters.contains(symbol) || !self.rounds.is_new(*symbol)
        };
        let is_known = terms.free_symbols(term).iter().all(known);
        let parts = terms.parts_first(&[term], |_| false);
        let is_unknown = parts.into_iter().any(|part| matches!(terms.node(part), Some(Node::Unknown(_))));
        (is_known && !is_unknown)
            .then(|| terms.substitute(term, &FxHashMap::from_iter([(self.line.number, self.then)])))
    }

    /// What must have held for the element to be come to by this round, as far as its index tells.
    fn condition(&self, terms: &mut Terms, round: &Round) -> Term {
        let told: Vec<Term> =
            round.conditions.iter().filter_map(|condition| self.told(terms, *condition)).collect();
        terms.and(told)
    }

    /// Whether a round has come to the element.
    fn hit(&self, terms: &mut Terms, now: &FxHashMap<Symbol, Term>) -> Option<Term> {
        let Line { number, step, .. } = self.line;
        let start = self.rounds.entries.iter().find(|entry| entry.symbol == *number)?.value;
        let end = *now.get(number)?;
        let (begun, ended) = match step.is_negative() {
            false => (terms.ge(self.then, start), terms.lt(self.then, end)),
            true => (terms.le(self.then, start), terms.gt(self.then, end)),
        };
        let (way, step) = (terms.sub(self.then, start), terms.int(&step.abs()));
        let rest = terms.modulo(way, step);
        let met = terms.is_zero(rest);
        Some(terms.and([begun, ended, met]))
    }
}

/// The value of which alone the condition holds.
fn chosen(terms: &mut Terms, values: &[(Term, Term)], unknown: Term) -> Term {
    if let [(value, _)] = values {
        return *value;
    }
    let mut chosen = unknown;
    for (number, (value, condition)) in values.iter().enumerate() {
        let others = values.iter().enumerate().filter(|(other, _)| *other != number);
        let others: Vec<Term> = others.map(|(_, (_, condition))| *condition).collect();
        let some_other = terms.or(others);
        let no_other = terms.not(some_other);
        let alone = terms.both(*condition, no_other);
        chosen = terms.ite(alone, *value, chosen);
    }
    chosen
}
