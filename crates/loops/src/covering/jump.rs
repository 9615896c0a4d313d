//! The covering jump: from a state at a loop's head to one that stands for it after any number of rounds.

use super::arrays::{form, none_of, nothing, unproved};
use super::candidates::{candidates, conditions};
use super::counts::counts;
use super::equations::equations;
use super::facts::{self, Effect, multiplies};
use super::iterated::{Sum, iterated};
use super::rounds::{Round, Rounds, forget};
use super::{Covering, FirstInputs};
use crate::cells::{self, Entry};
use kyklos_base::Int;
use kyklos_exec::counts::Counts;
use kyklos_exec::{Context, Guarantee, State};
use kyklos_shape::Loop;
use kyklos_term::{Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How a loop's values are at its head after any number of rounds.
pub struct Summary {
    /// The rounds, from any state that the facts hold of.
    pub rounds: Rounds,
    /// A counter for each of them.
    pub counters: Vec<Symbol>,
    /// What holds at the head after each round, over the symbols of the rounds' entries and the counters.
    pub facts: Vec<Term>,
    /// What holds then of all elements in a range, over the same.
    pub elements: Vec<Term>,
    /// The entries that are arrays of which nothing is said, because it could not be proved.
    pub doubted: Vec<usize>,
}

/// Loops nested deeper are not summed up.
const MAX_NESTING: usize = 4;
/// How often facts are supposed and some of them dropped.
const MAX_SUPPOSED: usize = 6;
/// More rounds are not told apart by which came last.
const MAX_LAST: usize = 8;

impl Covering {
    /// Sums a loop up for a state that enters it. `Ok(None)`: a round has to be executed first.
    pub fn summary(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        within: &Loop,
        nesting: usize,
    ) -> Result<Option<Summary>, String> {
        if nesting > MAX_NESTING {
            return Err(format!("more than {MAX_NESTING} loops inside each other"));
        }
        let Some((rounds, inner)) = self.rough_rounds(context, state, within, nesting)? else {
            return Ok(None);
        };
        if self.rough {
            return Ok(Some(Summary {
                rounds,
                counters: Vec::new(),
                facts: Vec::new(),
                elements: Vec::new(),
                doubted: Vec::new(),
            }));
        }
        let is_array = |entry: &Entry| matches!(context.terms.symbol_info(entry.symbol).sort, Sort::Array(_));
        // Such loops cost those that follow ways one by one far more, and a state that covers them ends soon.
        if nesting == 0 && (rounds.rounds.len() > 1 || rounds.entries.iter().any(is_array)) {
            context.promising(true);
        }
        let candidates = candidates(context, state, &rounds);
        let candidates = facts::at_entry(context, state, &rounds, candidates, &Effect::default());
        if inner {
            let Some((rounds, first)) = self.supposing(context, state, within, &candidates, nesting)? else {
                return Ok(None);
            };
            return Ok(Some(self.counted(context, state, rounds, candidates, &first)));
        }
        let ways = rounds.rounds.len();
        let summary = self.counted(context, state, rounds, candidates.clone(), &[]);
        if ways < 2 {
            return Ok(Some(summary));
        }
        // With the facts that are known, fewer ways may be left, and more candidates hold.
        let is_count = |terms: &mut Terms, fact: Term| {
            terms.free_symbols(fact).iter().any(|symbol| summary.counters.contains(symbol))
        };
        let mut first = summary.facts.clone();
        first.retain(|fact| !is_count(&mut context.terms, *fact));
        let Some(rounds) = self.rounds(context, state, within, &first, nesting)? else { return Ok(None) };
        if rounds.rounds.len() == ways {
            return Ok(Some(summary));
        }
        Ok(Some(self.counted(context, state, rounds, candidates, &first)))
    }

    /// The rounds of a loop, if of inner loops no more is asked than what they change; and whether there are any.
    fn rough_rounds(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        within: &Loop,
        nesting: usize,
    ) -> Result<Option<(Rounds, bool)>, String> {
        let (rough, jumps) = (std::mem::replace(&mut self.rough, true), self.jumps);
        let rounds = self.rounds(context, state, within, &[], nesting);
        self.rough = rough;
        Ok(rounds?.map(|rounds| (rounds, self.jumps > jumps)))
    }

    /// The rounds of a loop with inner loops from any state that some facts hold of, which all rounds keep. What
    /// inner loops do is known better if facts are supposed to hold before them. All candidates may be too much
    /// at first; what is not kept is dropped until the rest is.
    fn supposing(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        within: &Loop,
        candidates: &[Term],
        nesting: usize,
    ) -> Result<Option<(Rounds, Vec<Term>)>, String> {
        let mut supposed = candidates.to_vec();
        supposed.retain(|candidate| !multiplies(&context.terms, *candidate));
        for pass in 0.. {
            if pass == MAX_SUPPOSED {
                supposed.clear();
            }
            let strongest = strongest(&mut context.terms, supposed.clone());
            let strongest = facts::needed(context, state, strongest);
            let Some(rounds) = self.rounds(context, state, within, &strongest, nesting)? else { break };
            let kept = facts::kept(context, &rounds, supposed.clone(), &[], &[]);
            if kept.len() == supposed.len() {
                return Ok(Some((rounds, strongest)));
            }
            supposed = kept;
        }
        Ok(None)
    }

    /// Gives each round a counter, and finds what holds of values and counters after any number of rounds from
    /// a state that the first facts hold of.
    fn counted(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        rounds: Rounds,
        candidates: Vec<Term>,
        first: &[Term],
    ) -> Summary {
        let counters: Vec<Symbol> = (0..rounds.rounds.len()).map(|n| self.ghost(context, state, n)).collect();
        let start: Effect = counters.iter().map(|counter| (*counter, Term::ZERO)).collect();
        let counts: Vec<Effect> = counters
            .iter()
            .map(|counter| {
                let count = context.terms.symbol_term(*counter);
                Effect::from_iter([(*counter, context.terms.add(count, Term::ONE))])
            })
            .collect();
        let iterated = iterated(&mut context.terms, &rounds, &counters);
        let mut all = facts::at_entry(context, state, &rounds, iterated.candidates, &start);
        let (products, lines): (Vec<Term>, Vec<Term>) =
            candidates.into_iter().partition(|candidate| multiplies(&context.terms, *candidate));
        all.extend(lines);
        let mut facts = facts::kept(context, &rounds, all, &counts, &[]);
        let wraps = |sum: &&Sum| !facts.contains(&sum.exact);
        let sums: Vec<Term> = iterated.sums.iter().filter(wraps).map(|sum| sum.wrapped).collect();
        let mut certain: Vec<Term> = iterated.certain.into_iter().chain(sums).collect();
        let known: Vec<Term> = facts.iter().chain(first).copied().collect();
        let asked = conditions(context, &rounds);
        let equations = equations(context, &rounds, &counters, &known, &asked);
        // What multiplies is hard to prove, and needs what is known of products.
        let known: Vec<Term> = known.into_iter().chain(equations.iter().copied()).collect();
        // That is not needed where all products that the program compares are known.
        let decided = |terms: &Terms, condition: &Term| {
            let opposite = |inner: Term| equations.contains(&inner);
            !multiplies(terms, *condition)
                || equations.contains(condition)
                || matches!(terms.node(*condition), Some(Node::Not(inner)) if opposite(*inner))
        };
        if !asked.iter().all(|condition| decided(&context.terms, condition)) {
            facts.extend(facts::kept(context, &rounds, products, &counts, &known));
        }
        certain.extend(equations);
        if self.self_check {
            let proved = facts::at_entry(context, state, &rounds, certain.clone(), &start);
            let proved = facts::kept(context, &rounds, proved, &counts, &[]);
            for fact in certain.iter().filter(|fact| fact.as_truth().is_none() && !proved.contains(fact)) {
                let fact = context.terms.show(*fact);
                self.unproved.push(format!("it could not be proved that {fact} after each round"));
            }
            certain = proved;
        }
        for fact in certain.into_iter().chain(first.iter().copied()) {
            if fact != Term::TRUE && !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        let facts = strongest(&mut context.terms, facts);
        let facts = facts::needed(context, state, facts);
        let doubted = match self.self_check {
            true => unproved(context, state, &rounds, &rounds, &counters, &facts),
            false => Vec::new(),
        };
        for entry in &doubted {
            let name = context.terms.symbol_info(rounds.entries[*entry].symbol).name.clone();
            self.unproved.push(format!("it could not be proved what `{name}` holds after each round"));
        }
        Summary { rounds, counters, facts, elements: Vec::new(), doubted }
    }

    /// The counter of a round at a head.
    fn ghost(&mut self, context: &mut Context<'_>, state: &State, number: usize) -> Symbol {
        let key = (state.point(), state.frames.len(), number);
        *self.ghosts.entry(key).or_insert_with(|| counter(&mut context.terms, number + 1))
    }

    /// Brings a state at a loop's head to where it stands for itself after any number of rounds; the counters that
    /// tell how many.
    pub(super) fn apply(
        &mut self,
        context: &mut Context<'_>,
        state: &mut State,
        summary: &Summary,
    ) -> Vec<Symbol> {
        let Summary { rounds, counters, facts, elements, .. } = summary;
        self.jumps += 1;
        forget(state, &rounds.dead);
        if rounds.rounds.is_empty() {
            return Vec::new();
        }
        if rounds.rounds.iter().any(|round| !round.inputs.is_empty())
            && state.notes.get::<FirstInputs>().is_none()
        {
            state.notes.set(FirstInputs(state.inputs.len()));
        }
        let terms = &mut context.terms;
        let mut now: FxHashMap<Symbol, Term> = FxHashMap::default();
        let mut model = state.model.clone();
        for counter_symbol in counters {
            self.counters += 1;
            let fresh = counter(terms, self.counters);
            now.insert(*counter_symbol, terms.symbol_term(fresh));
            set(terms, &mut model, fresh, Term::ZERO);
        }
        let counts: Vec<Term> = counters.iter().map(|counter| now[counter]).collect();
        let own: Vec<Symbol> = counts.iter().filter_map(|count| terms.as_symbol(*count)).collect();
        if let Some(exact) = self::counts(terms, rounds, own.clone()).filter(|_| !counts.is_empty()) {
            context.counts.push(Rc::new(exact));
        }
        let none = none_of(terms, &counts);
        let mut conditions = Vec::new();
        let mut known = facts.clone();
        for entry in &rounds.entries {
            let defined = defined(terms, rounds, entry.symbol, &mut known);
            let info = terms.symbol_info(entry.symbol).clone();
            let value = match defined {
                Some(value) => terms.substitute(value, &now),
                None => {
                    let fresh = terms.symbol(SymbolInfo { kind: SymbolKind::Fresh, ..info.clone() });
                    set(terms, &mut model, fresh, entry.value);
                    terms.symbol_term(fresh)
                }
            };
            for (limit, below) in [(&info.low, false), (&info.high, true)] {
                let Some(limit) = limit.as_ref().filter(|_| info.sort == Sort::Int) else { continue };
                let limit = terms.int(limit);
                conditions.push(if below { terms.le(value, limit) } else { terms.ge(value, limit) });
            }
            now.insert(entry.symbol, value);
        }
        arrays(terms, summary, none, &mut now);
        write_back(state, rounds, &now);
        let said = known.iter().chain(elements);
        conditions.extend(said.map(|fact| terms.substitute(*fact, &now)).collect::<Vec<_>>());
        if !counts.is_empty() && counts.len() <= MAX_LAST {
            let counts = &mut context.counts;
            conditions.push(last(terms, summary, &now, none, (&mut model, counts)));
        }
        let all = terms.and(conditions);
        state.model = model.filter(|model| terms.holds(all, model) == Some(true));
        state.assume(terms, all);
        state.guarantee = Guarantee::Covering;
        own
    }
}

/// What arrays are after the rounds.
fn arrays(terms: &mut Terms, summary: &Summary, none: Term, now: &mut FxHashMap<Symbol, Term>) {
    let rounds = &summary.rounds;
    for (number, entry) in rounds.entries.iter().enumerate() {
        if let Sort::Array(_) = terms.symbol_info(entry.symbol).sort {
            let unknown = (none, now[&entry.symbol]);
            let form = match summary.doubted.contains(&number) {
                true => nothing(terms, rounds, number, unknown),
                false => form(terms, rounds, number, now, unknown),
            };
            now.insert(entry.symbol, form.array);
        }
    }
}

/// Has a state hold what entries are after the rounds.
fn write_back(state: &mut State, rounds: &Rounds, now: &FxHashMap<Symbol, Term>) {
    for entry in &rounds.entries {
        if let (Some(old), Some(general)) =
            (cells::read(state, &entry.cell), cells::read(&rounds.general, &entry.cell))
        {
            let new = cells::with_term(old, now[&entry.symbol], general);
            cells::write(state, &entry.cell, new);
        }
    }
}

/// No round was gone, or one of them was the last: it started from a state that the facts hold of.
fn last(
    terms: &mut Terms,
    summary: &Summary,
    now: &FxHashMap<Symbol, Term>,
    none: Term,
    (model, counts): (&mut Option<Rc<kyklos_term::Model>>, &mut Vec<Rc<Counts>>),
) -> Term {
    let Summary { rounds, counters, .. } = summary;
    let mut before: FxHashMap<Symbol, Term> = FxHashMap::default();
    for entry in &rounds.entries {
        let info = terms.symbol_info(entry.symbol).clone();
        let fresh = terms.symbol(SymbolInfo { kind: SymbolKind::Fresh, ..info });
        set(terms, model, fresh, entry.value);
        before.insert(entry.symbol, terms.symbol_term(fresh));
    }
    let mut first = vec![none];
    for entry in rounds.entries.iter() {
        if let Sort::Int = terms.symbol_info(entry.symbol).sort {
            first.push(terms.eq(now[&entry.symbol], entry.value));
        }
    }
    let mut cases = vec![terms.and(first)];
    for (round, counter) in rounds.rounds.iter().zip(counters) {
        cases.push(one_more(terms, summary, round, *counter, (now, &before), counts));
    }
    terms.or(cases)
}

/// The last round was this one.
fn one_more(
    terms: &mut Terms,
    summary: &Summary,
    round: &Round,
    counter: Symbol,
    (now, before): (&FxHashMap<Symbol, Term>, &FxHashMap<Symbol, Term>),
    exact: &mut Vec<Rc<Counts>>,
) -> Term {
    let mut then = before.clone();
    // Each round reads inputs of its own.
    for input in &round.inputs {
        let info = SymbolInfo { kind: SymbolKind::Fresh, ..terms.symbol_info(*input).clone() };
        let fresh = terms.symbol(info);
        then.insert(*input, terms.symbol_term(fresh));
    }
    for other in &summary.counters {
        let count = now[other];
        let count = if *other == counter { terms.sub(count, Term::ONE) } else { count };
        then.insert(*other, count);
    }
    // What inner loops counted in it. If it was another one, nothing else is said of these counters, which may then be 0.
    for counts in &round.counts {
        let stays = terms.substitute(counts.stays, &then);
        let ways = counts.ways.iter().map(|way| terms.substitute(*way, &then)).collect();
        exact.push(Rc::new(Counts { counters: counts.counters.clone(), round: counts.round, stays, ways }));
    }
    let mut parts = vec![terms.ge(now[&counter], Term::ONE)];
    // Products would make all later questions hard, and say little about another round than the last.
    let plain: Vec<Term> = round.conditions.iter().chain(&summary.facts).copied().collect();
    for condition in plain.into_iter().filter(|condition| !multiplies(terms, *condition)).collect::<Vec<_>>()
    {
        parts.push(terms.substitute(condition, &then));
    }
    for (entry, effect) in summary.rounds.entries.iter().zip(&round.effects) {
        if let Sort::Int = terms.symbol_info(entry.symbol).sort {
            let effect = terms.substitute(*effect, &then);
            parts.push(terms.eq(now[&entry.symbol], effect));
        }
    }
    terms.and(parts)
}

/// What a fact says that an entry is, over counters and what the loop does not change; the fact is used up.
fn defined(terms: &mut Terms, rounds: &Rounds, symbol: Symbol, facts: &mut Vec<Term>) -> Option<Term> {
    let own = terms.symbol_term(symbol);
    let is_entry = |symbol: &Symbol| rounds.entries.iter().any(|entry| entry.symbol == *symbol);
    for number in 0..facts.len() {
        let Some(Node::IsZero(p)) = terms.node(facts[number]) else { continue };
        let (constant, parts) = terms.polynomial(*p);
        let Some((factor, _)) = parts.iter().find(|(_, part)| *part == own) else { continue };
        let sign = match factor.to_i64() {
            Some(1) => Int::from(-1),
            Some(-1) => Int::ONE,
            _ => continue,
        };
        let mut rest: Vec<(Int, Term)> =
            parts.iter().filter(|(_, part)| *part != own).map(|(k, part)| (k * &sign, *part)).collect();
        rest.push((&constant * &sign, Term::ONE));
        let value = terms.linear(&rest);
        if !terms.free_symbols(value).iter().any(is_entry) {
            facts.remove(number);
            return Some(value);
        }
    }
    None
}

/// Of facts p + c ≤ 0 that differ in c alone, the one that says most.
pub fn strongest(terms: &mut Terms, facts: Vec<Term>) -> Vec<Term> {
    let mut limits: FxHashMap<Term, Int> = FxHashMap::default();
    let shape = |terms: &mut Terms, fact: Term| match terms.node(fact) {
        Some(Node::NonPositive(p)) => {
            let (constant, parts) = terms.polynomial(*p);
            Some((terms.linear(&parts), constant))
        }
        _ => None,
    };
    for fact in &facts {
        if let Some((line, constant)) = shape(terms, *fact) {
            let known = limits.entry(line).or_insert_with(|| constant.clone());
            if constant > *known {
                *known = constant;
            }
        }
    }
    let mut kept = Vec::new();
    for fact in facts {
        let weaker = shape(terms, fact).is_some_and(|(line, constant)| limits[&line] != constant);
        if !weaker && !kept.contains(&fact) {
            kept.push(fact);
        }
    }
    kept
}

fn counter(terms: &mut Terms, number: usize) -> Symbol {
    let (kind, low) = (SymbolKind::Counter, Some(Int::ZERO));
    terms.symbol(SymbolInfo { name: format!("κ{number}"), kind, sort: Sort::Int, low, high: None })
}

/// Gives a symbol the value that a term has under a model.
fn set(terms: &Terms, model: &mut Option<Rc<kyklos_term::Model>>, symbol: Symbol, term: Term) {
    let value: Option<Value> = model.as_ref().and_then(|model| terms.evaluate(term, model));
    match (model.as_mut(), value) {
        (Some(model), Some(value)) => Rc::make_mut(model).set(symbol, value),
        _ => *model = None,
    }
}
