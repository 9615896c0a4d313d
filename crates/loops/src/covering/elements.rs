//! Facts about ranges of elements: what holds of all elements that a loop has come by. `a[τ] ≤ max` for all τ from the
//! start up to `i` is such a fact, where a loop looks for the greatest element.
//!
//! They are found like other facts. An element at one place that stands for all, a symbol that no round changes, makes a
//! candidate one without a quantifier: if it holds of that element at entry, and each round keeps it, it holds of all.

use super::Summary;
use super::candidates::visit_comparisons;
use super::facts::{self, Effect};
use super::iterated::unwrapped;
use super::rounds::Rounds;
use kyklos_base::Int;
use kyklos_exec::eval::Evaluator;
use kyklos_exec::value::Value;
use kyklos_exec::{Context, State};
use kyklos_flow::Type;
use kyklos_term::{Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Limits: of conditions on elements, of flags, of candidates in all.
const MAX_CONDITIONS: usize = 12;
const MAX_FLAGS: usize = 3;
const MAX_CANDIDATES: usize = 120;

/// Limits: of the elements that a round goes on by, of places that it looks at which are multiples of a cursor.
const MAX_STEP: i64 = 16;
const MAX_PLACES: usize = 3;

/// A number that goes over elements, always by the same number of them.
struct Cursor {
    symbol: Symbol,
    first: Term,
    /// Whether it goes down.
    down: bool,
    /// Where rounds look if they go over elements several times as fast: `2i - 1`, say.
    places: Vec<Term>,
}

/// A condition on one element, at an index that is a symbol.
struct Condition {
    truth: Term,
    index: Symbol,
}

/// What holds of all elements that the rounds of a loop have come by, for a state that enters it: universal formulas over
/// the symbols of the rounds' entries.
pub(super) fn elements(context: &mut Context<'_>, state: &State, summary: &Summary) -> Vec<Term> {
    let rounds = &summary.rounds;
    let cursors = cursors(&mut context.terms, rounds);
    if cursors.is_empty() {
        return Vec::new();
    }
    let conditions = conditions(context, rounds, &cursors);
    if conditions.is_empty() {
        return Vec::new();
    }
    let flags = flags(&mut context.terms, rounds);
    let one = context.terms.fresh("element", SymbolKind::Fresh, Sort::Int);
    let candidates = candidates(&mut context.terms, rounds, &cursors, &conditions, &flags, one);
    let candidates = facts::at_entry(context, state, rounds, candidates, &Effect::default());
    let kept = facts::kept(context, rounds, candidates, &[], &summary.facts);
    let kept = facts::needed(context, state, kept);
    let terms = &mut context.terms;
    let Some(one) = terms.as_symbol(one) else { return Vec::new() };
    kept.into_iter().map(|fact| universal(terms, fact, one)).collect()
}

/// A fact about one element as one about all.
fn universal(terms: &mut Terms, fact: Term, one: Symbol) -> Term {
    let (name, kind, sort) = ("τ".to_owned(), SymbolKind::Bound, Sort::Int);
    let bound = terms.symbol(SymbolInfo { name, kind, sort, low: None, high: None });
    let any = terms.symbol_term(bound);
    let body = terms.substitute(fact, &FxHashMap::from_iter([(one, any)]));
    terms.forall(&[bound], body)
}

/// The numbers that each round leaves as they are or moves by the same few.
fn cursors(terms: &mut Terms, rounds: &Rounds) -> Vec<Cursor> {
    let mut found = Vec::new();
    for (number, entry) in rounds.entries.iter().enumerate() {
        if terms.symbol_info(entry.symbol).sort != Sort::Int {
            continue;
        }
        let own = terms.symbol_term(entry.symbol);
        let mut steps = FxHashSet::default();
        for round in &rounds.rounds {
            let step = terms.sub(round.effects[number], own);
            steps.insert(terms.as_int(step).and_then(|step| step.to_i64()));
        }
        steps.remove(&Some(0));
        if let Some(Some(step)) = steps.iter().next()
            && steps.len() == 1
            && step.abs() <= MAX_STEP
        {
            let places = if *step == 1 { places(terms, rounds, own) } else { Vec::new() };
            found.push(Cursor { symbol: entry.symbol, first: entry.value, down: *step < 0, places });
        }
    }
    found
}

/// The places of elements in the rounds that are multiples of a number, and something constant.
fn places(terms: &mut Terms, rounds: &Rounds, number: Term) -> Vec<Term> {
    let said = rounds.rounds.iter().flat_map(|round| round.conditions.iter().chain(&round.effects));
    let roots: Vec<Term> = said.copied().collect();
    let mut found = Vec::new();
    for part in terms.parts_first(&roots, |_| false) {
        let Some(Node::Read(_, indices) | Node::Write(_, indices, _)) = terms.node(part) else { continue };
        for index in indices {
            let (constant, mut parts) = unwrapped(terms, *index);
            if matches!(parts.as_slice(), [(factor, of)] if *of == number && *factor > Int::ONE) {
                parts.push((constant, Term::ONE));
                found.push(parts);
            }
        }
    }
    found.sort();
    found.dedup();
    found.truncate(MAX_PLACES);
    found.iter().map(|place| terms.linear(place)).collect()
}

/// The comparisons of the procedure and of the rounds that read an element at an index that is a cursor, or a variable that
/// has no value yet: one that goes over the elements later.
fn conditions(context: &mut Context<'_>, rounds: &Rounds, cursors: &[Cursor]) -> Vec<Condition> {
    let mut general = rounds.general.clone();
    let later = give_values(context, &mut general);
    let mut truths: Vec<Term> =
        rounds.rounds.iter().flat_map(|round| round.conditions.iter().copied()).collect();
    let procedure = context.procedure(general.point());
    let mut expressions = Vec::new();
    visit_comparisons(procedure, &mut expressions);
    for expression in expressions {
        truths.extend((Evaluator { context, state: &general }).truth(expression));
    }
    let entries: FxHashSet<Symbol> = rounds.entries.iter().map(|entry| entry.symbol).collect();
    let mut found: Vec<Condition> = Vec::new();
    for truth in truths {
        let indices = indices(&mut context.terms, truth);
        let free = context.terms.free_symbols(truth);
        for index in indices {
            let is_index = later.contains(&index) || cursors.iter().any(|cursor| cursor.symbol == index);
            let others = free.iter().filter(|symbol| **symbol != index);
            let known = |symbol: &Symbol| {
                entries.contains(symbol) || !rounds.is_new(*symbol) && !later.contains(symbol)
            };
            let again = found.iter().any(|other| other.truth == truth && other.index == index);
            if is_index && !again && others.copied().all(|symbol| known(&symbol)) {
                found.push(Condition { truth, index });
            }
        }
    }
    found.truncate(MAX_CONDITIONS);
    found
}

/// Gives numbers that have no value yet one, and tells which: conditions behind the loop speak of them.
fn give_values(context: &mut Context<'_>, state: &mut State) -> FxHashSet<Symbol> {
    let procedure = context.procedure(state.point());
    let numbers: Vec<_> = procedure
        .variables
        .iter()
        .filter(|(_, variable)| matches!(context.program.types[variable.ty], Type::Int(int) if int.float().is_none()))
        .map(|(id, variable)| (id, variable.name.clone()))
        .collect();
    let mut later = FxHashSet::default();
    for (variable, name) in numbers {
        if let Some(value) = state.variable_mut(variable)
            && matches!(value, Value::Uninitialized)
        {
            let term = context.terms.fresh(name, SymbolKind::Fresh, Sort::Int);
            *value = Value::Int(term);
            later.extend(context.terms.as_symbol(term));
        }
    }
    later
}

/// The symbols that elements are read at.
fn indices(terms: &mut Terms, truth: Term) -> Vec<Symbol> {
    let mut found = Vec::new();
    for part in terms.parts_first(&[truth], |_| false) {
        match terms.node(part) {
            Some(Node::Quantified(..) | Node::Product(_)) => return Vec::new(),
            Some(Node::Read(_, indices)) => {
                let symbols = indices.iter().filter_map(|index| terms.as_symbol(*index));
                found.extend(symbols);
            }
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Comparisons of one number with a constant in the rounds: what holds of elements may hold only while a flag is set.
fn flags(terms: &mut Terms, rounds: &Rounds) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for (number, entry) in rounds.entries.iter().enumerate() {
        let is_flag = rounds.rounds.iter().any(|round| terms.as_int(round.effects[number]).is_some());
        if is_flag && terms.symbol_info(entry.symbol).sort == Sort::Int {
            let own = terms.symbol_term(entry.symbol);
            let same = terms.eq(own, entry.value);
            found.push(same);
        }
    }
    found.truncate(MAX_FLAGS);
    found
}

/// What may hold of one element that a cursor has come by, from its start on or from the first element.
fn candidates(
    terms: &mut Terms,
    rounds: &Rounds,
    cursors: &[Cursor],
    conditions: &[Condition],
    flags: &[Term],
    one: Term,
) -> Vec<Term> {
    let mut all = Vec::new();
    for condition in conditions {
        let here = terms.substitute(condition.truth, &FxHashMap::from_iter([(condition.index, one)]));
        let own = |cursor: &&Cursor| cursor.symbol == condition.index;
        let over: Vec<&Cursor> = match cursors.iter().find(own) {
            Some(cursor) => vec![cursor],
            None => cursors.iter().collect(),
        };
        let mut forms = Vec::new();
        variants(terms, here, &mut forms);
        for cursor in over {
            for range in ranges(terms, cursor, one) {
                let outside = terms.not(range);
                for form in &forms {
                    all.push(terms.either(outside, *form));
                    for flag in flags {
                        let off = terms.not(*flag);
                        all.push(terms.or([outside, *form, off]));
                    }
                }
            }
        }
    }
    let entries: FxHashSet<Symbol> = rounds.entries.iter().map(|entry| entry.symbol).collect();
    all.retain(|fact| {
        fact.as_truth().is_none() && terms.free_symbols(*fact).iter().any(|s| entries.contains(s))
    });
    all.truncate(MAX_CANDIDATES);
    all
}

/// A condition and its opposite; of comparisons also the orders.
fn variants(terms: &mut Terms, truth: Term, all: &mut Vec<Term>) {
    let opposite = terms.not(truth);
    all.extend([truth, opposite]);
    for side in [truth, opposite] {
        if let Some(Node::NonPositive(p) | Node::IsZero(p)) = terms.node(side) {
            let p = *p;
            all.extend([terms.le(p, Term::ZERO), terms.ge(p, Term::ZERO)]);
        }
    }
    all.sort_unstable();
    all.dedup();
}

/// Where a cursor has been.
fn ranges(terms: &mut Terms, cursor: &Cursor, one: Term) -> Vec<Term> {
    let now = terms.symbol_term(cursor.symbol);
    if cursor.down {
        let (begun, ended) = (terms.le(one, cursor.first), terms.gt(one, now));
        return vec![terms.both(begun, ended)];
    }
    let at_first = FxHashMap::from_iter([(cursor.symbol, cursor.first)]);
    let mut ranges = Vec::new();
    for end in std::iter::once(now).chain(cursor.places.iter().copied()) {
        let ended = terms.lt(one, end);
        let first = terms.substitute(end, &at_first);
        let mut starts = vec![first];
        if terms.as_int(first).is_some_and(|first| first > Int::ZERO) {
            starts.push(Term::ZERO);
        }
        for start in starts {
            let begun = terms.ge(one, start);
            ranges.push(terms.both(begun, ended));
        }
    }
    ranges
}
