//! Arrays that rounds write to in an order that is not known [apc-long §4, table 2]: which round came to an element last
//! is left to a fresh selector for each element, with no more than necessary conditions. This pays where what is
//! written depends on the place alone, however rounds come there: `A[p[i]] = p[i] + 1`, or rows that inner loops fill.

use super::arrays::{Form, Open};
use super::rounds::{Round, Rounds};
use kyklos_term::{Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// More values are not told apart.
const MAX_VALUES: usize = 8;
/// An element that is one of these in more ways is not taken apart.
const MAX_WAYS: u32 = 256;
/// More conditions of the round that wrote are not looked at.
const MAX_CONDITIONS: usize = 16;

/// What may have been written to an element.
struct Written {
    value: Term,
    /// What must hold for that, over the element's index and what no round changes.
    condition: Term,
}

/// The array of an entry after any rounds, if all that they write is known from its place; `none` says that none was
/// gone. With all conditions, it is also said what must have been possible in the round that wrote.
pub(super) fn selected(
    terms: &mut Terms,
    rounds: &Rounds,
    entry: usize,
    none: Term,
    all_conditions: bool,
) -> Option<Form> {
    let symbol = rounds.entries[entry].symbol;
    let Sort::Array(arity) = terms.symbol_info(symbol).sort else { return None };
    let own = terms.symbol_term(symbol);
    let parameters: Vec<Symbol> = (0..arity).map(|_| parameter(terms)).collect();
    let places: Vec<Term> = parameters.iter().map(|parameter| terms.symbol_term(*parameter)).collect();
    let kept = terms.read(own, &places);
    let (mut found, mut open): (Vec<Written>, Vec<Open>) = (Vec::new(), Vec::new());
    for round in &rounds.rounds {
        let element = terms.read(round.effects[entry], &places);
        let (found, open, parameters) = (&mut found, &mut open, &parameters);
        let mut leaves =
            Leaves { rounds, round, all_conditions, parameters, kept, found, open, left: MAX_WAYS };
        leaves.collect(terms, element, Vec::new())?;
    }
    let first = terms.read(rounds.entries[entry].value, &places);
    let selector = terms.fresh("written", SymbolKind::Fresh, Sort::Array(arity));
    open.extend(terms.as_symbol(selector).map(|symbol| Open::Choice(symbol, found.len())));
    let choice = terms.read(selector, &places);
    let mut body = first;
    let some = terms.not(none);
    for (number, Written { value, condition }) in found.into_iter().enumerate() {
        let number = terms.small(number as i64 + 1);
        let chosen = terms.eq(choice, number);
        let chosen = terms.and([some, chosen, condition]);
        body = terms.ite(chosen, value, body);
    }
    Some(Form { array: terms.lambda(&parameters, body), open })
}

fn parameter(terms: &mut Terms) -> Symbol {
    let (kind, sort) = (SymbolKind::Bound, Sort::Int);
    terms.symbol(SymbolInfo { name: "χ".to_owned(), kind, sort, low: None, high: None })
}

/// The condition by which an element is one of two, if it is a choice or read from one.
fn choice(terms: &mut Terms, element: Term) -> Option<(Term, Term, Term)> {
    match terms.node(element)? {
        Node::Ite(condition, then, otherwise) => Some((*condition, *then, *otherwise)),
        Node::Read(array, places) => match terms.node(*array)? {
            Node::Write(before, at, value) => {
                let (before, at, value, places) = (*before, at.clone(), *value, places.clone());
                let mut same = Vec::with_capacity(at.len());
                for (index, place) in at.iter().zip(places.iter()) {
                    same.push(terms.eq(*index, *place));
                }
                let other = terms.read(before, &places);
                Some((terms.and(same), value, other))
            }
            Node::Ite(condition, then, otherwise) => {
                let (condition, then, otherwise, places) = (*condition, *then, *otherwise, places.clone());
                Some((condition, terms.read(then, &places), terms.read(otherwise, &places)))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Takes apart what a round makes of an element.
struct Leaves<'a> {
    rounds: &'a Rounds,
    round: &'a Round,
    all_conditions: bool,
    parameters: &'a [Symbol],
    /// The element before the round.
    kept: Term,
    found: &'a mut Vec<Written>,
    /// The fresh functions that were brought in.
    open: &'a mut Vec<Open>,
    /// How many ways may still be followed.
    left: u32,
}

impl Leaves<'_> {
    /// Collects what the element may become under conditions; `None` if that is not known from its place.
    fn collect(&mut self, terms: &mut Terms, element: Term, conditions: Vec<Term>) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if element == self.kept {
            return Some(());
        }
        if let Some((condition, then, otherwise)) = choice(terms, element) {
            let opposite = terms.not(condition);
            for (condition, side) in [(condition, then), (opposite, otherwise)] {
                let mut all = conditions.clone();
                match terms.node(condition) {
                    Some(Node::And(parts)) => all.extend(parts.iter().copied()),
                    _ => all.push(condition),
                }
                self.collect(terms, side, all)?;
            }
            return Some(());
        }
        let value = self.by_place(terms, element, &conditions);
        if !self.is_known(terms, value) {
            return None;
        }
        let (mut necessary, mut open) = (Vec::new(), Vec::new());
        for condition in &conditions {
            let by_place = self.by_place(terms, *condition, &conditions);
            match [*condition, by_place].into_iter().find(|part| self.is_known(terms, *part)) {
                Some(part) => necessary.push(part),
                None if self.equality(terms, *condition).is_none() => open.push(*condition),
                None => {}
            }
        }
        if self.all_conditions {
            necessary.extend(self.for_some_round(terms, open));
        }
        let condition = terms.and(necessary);
        match self.found.iter_mut().find(|written| written.value == value) {
            Some(written) => written.condition = terms.either(written.condition, condition),
            None => self.found.push(Written { value, condition }),
        }
        (self.found.len() <= MAX_VALUES).then_some(())
    }

    /// Conditions of the round that came to the element, and those of its way that have to do with them: its symbols
    /// had some values then, which are fresh functions of the place.
    fn for_some_round(&mut self, terms: &mut Terms, conditions: Vec<Term>) -> Vec<Term> {
        let mut all = conditions;
        all.retain(|condition| self.is_plain(terms, *condition));
        let mut symbols: FxHashSet<Symbol> = FxHashSet::default();
        for condition in &all {
            symbols.extend(self.changing(terms, *condition));
        }
        for condition in &self.round.conditions {
            let own = self.changing(terms, *condition);
            let related = own.iter().any(|symbol| symbols.contains(symbol));
            if related && all.len() < MAX_CONDITIONS && self.is_plain(terms, *condition) {
                all.push(*condition);
            }
        }
        let places: Vec<Term> =
            self.parameters.iter().map(|parameter| terms.symbol_term(*parameter)).collect();
        let mut then: FxHashMap<Symbol, Term> = FxHashMap::default();
        let mut limits = Vec::new();
        for condition in &all {
            for symbol in self.changing(terms, *condition) {
                if then.contains_key(&symbol) {
                    continue;
                }
                let info = terms.symbol_info(symbol).clone();
                let sort = Sort::Array(places.len() as u32);
                let array = terms.fresh(info.name.as_str(), SymbolKind::Fresh, sort);
                self.open.extend(terms.as_symbol(array).map(|array| Open::Then(array, symbol)));
                let value = terms.read(array, &places);
                for (limit, below) in [(info.low, false), (info.high, true)] {
                    let Some(limit) = limit else { continue };
                    let limit = terms.int(&limit);
                    limits.push(if below { terms.le(value, limit) } else { terms.ge(value, limit) });
                }
                then.insert(symbol, value);
            }
        }
        limits
            .extend(all.into_iter().map(|condition| terms.substitute(condition, &then)).collect::<Vec<_>>());
        limits
    }

    /// The symbols in a term that differ from round to round.
    fn changing(&self, terms: &mut Terms, term: Term) -> Vec<Symbol> {
        let changes = |symbol: &&Symbol| self.rounds.is_new(**symbol) && !self.parameters.contains(symbol);
        terms.free_symbols(term).iter().filter(changes).copied().collect()
    }

    /// Whether a condition is easy: no products, nothing unknown or quantified, no arrays that change.
    fn is_plain(&self, terms: &mut Terms, condition: Term) -> bool {
        let hard = |part: Term| {
            matches!(terms.node(part), Some(Node::Product(_) | Node::Unknown(_) | Node::Quantified(..)))
        };
        if terms.parts_first(&[condition], |_| false).into_iter().any(hard) {
            return false;
        }
        let changing = self.changing(terms, condition);
        changing.iter().all(|symbol| terms.symbol_info(*symbol).sort == Sort::Int)
    }

    /// A term in which the element's index stands for what conditions say that it is equal to.
    fn by_place(&self, terms: &mut Terms, term: Term, conditions: &[Term]) -> Term {
        let mut term = term;
        for condition in conditions {
            let Some((part, place)) = self.equality(terms, *condition) else { continue };
            // What the condition itself says would become true.
            if term != *condition {
                term = terms.rewrite(term, |_, inner| (inner == part).then_some(place));
            }
        }
        term
    }

    /// `part` and `place` where a condition says that they are equal, and the place is known from the index.
    fn equality(&self, terms: &mut Terms, condition: Term) -> Option<(Term, Term)> {
        let Some(Node::IsZero(p)) = terms.node(condition) else { return None };
        let (constant, parts) = terms.polynomial(*p);
        let parameter =
            |term: Term| terms.as_symbol(term).is_some_and(|symbol| self.parameters.contains(&symbol));
        if !parts.iter().any(|(_, part)| parameter(*part)) {
            return None;
        }
        let others: Vec<usize> = (0..parts.len())
            .filter(|number| !parameter(parts[*number].1) && parts[*number].0.abs().is_one())
            .collect();
        for number in others {
            let (factor, part) = parts[number].clone();
            let sign = kyklos_base::Int::from(if factor.is_one() { -1 } else { 1 });
            let mut rest: Vec<_> = parts.clone();
            rest.remove(number);
            rest.push((constant.clone(), Term::ONE));
            rest.iter_mut().for_each(|(factor, _)| *factor = &*factor * &sign);
            let place = terms.linear(&rest);
            if self.is_known(terms, place) {
                return Some((part, place));
            }
        }
        None
    }

    /// Whether a term is the same in all rounds, but for the element's index.
    fn is_known(&self, terms: &mut Terms, term: Term) -> bool {
        let parts = terms.parts_first(&[term], |_| false);
        self.changing(terms, term).is_empty()
            && !parts.into_iter().any(|part| matches!(terms.node(part), Some(Node::Unknown(_))))
    }
}
