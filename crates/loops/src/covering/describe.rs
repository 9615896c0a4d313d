//! What is known of all ways of a loop together, for people: numbers after any rounds along any of them, how often inner
//! loops go round, and the facts that every round keeps.

use super::Covering;
use super::iterated::{Form, forms};
use super::jump::Summary;
use super::lines::line;
use super::rounds::{Round, Rounds};
use super::writes::selected;
use crate::describe::{Names, subscript};
use kyklos_base::{Int, Span};
use kyklos_exec::{Context, State};
use kyklos_flow::VariableKind;
use kyklos_solver::Answer;
use kyklos_term::{Node, Sort, Symbol, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// All ways of a loop. Names stand for values when the loop is entered, but in conditions and facts for those at the
/// start of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Together {
    /// The counter of each way, and when a round goes it.
    pub ways: Vec<(String, String)>,
    /// What changes, and its value after so many rounds along each way.
    pub forms: Vec<(String, String)>,
    /// How often loops inside go round in a round of this one: where they are, and the number.
    pub inner: Vec<(Span, String)>,
    /// What holds at the head before and after every round.
    pub facts: Vec<String>,
}

/// Longer conditions say nothing to people.
const MAX_LENGTH: usize = 200;
/// The most terms that a number is compared with.
const MAX_COMPARED: usize = 12;
/// The time for a question that only makes a description shorter.
const PATIENCE: Duration = Duration::from_millis(300);

/// A value as it is told.
enum Told {
    Term(Term),
    /// This if so many rounds were gone, or this, or as at first.
    OneOf(Vec<(Term, Term)>),
    Unknown,
}

/// Describes a loop as the state sees it that comes to its head.
pub(super) fn describe(context: &mut Context<'_>, covering: &Covering, summary: &Summary) -> Together {
    let Summary { rounds, facts, .. } = summary;
    let counters = counters(&mut context.terms, summary.counters.len());
    let named: FxHashMap<Symbol, Term> =
        summary.counters.iter().copied().zip(counters.iter().copied()).collect();
    let symbols: Vec<Symbol> =
        counters.iter().filter_map(|counter| context.terms.as_symbol(*counter)).collect();
    let forms = forms(&mut context.terms, rounds, &symbols);
    let mut told = Vec::new();
    for number in 0..rounds.entries.len() {
        if !is_hidden(context, rounds, number) {
            told.extend(value(context, rounds, &forms, number, &counters).map(|value| (number, value)));
        }
    }
    // Of single elements of arrays, people need nothing told; and whether it is proved may be a matter of time.
    let of_numbers = |terms: &mut Terms, fact: Term| {
        let symbols = terms.free_symbols(fact);
        symbols.iter().all(|symbol| !matches!(terms.symbol_info(*symbol).sort, Sort::Array(_)))
    };
    let facts = facts.iter().copied().filter(|fact| of_numbers(&mut context.terms, *fact));
    let mut facts: Vec<Term> = facts.collect();
    facts.extend(&summary.elements);
    let facts: Vec<Term> = facts.iter().map(|fact| context.terms.substitute(*fact, &named)).collect();
    let ways: Vec<Vec<Term>> =
        rounds.rounds.iter().map(|round| plain(&mut context.terms, rounds, round)).collect();
    let inner = inner(context, covering, rounds);
    let mut shown: Vec<Term> = facts.iter().chain(ways.iter().flatten()).copied().collect();
    shown.extend(inner.iter().map(|(_, rounds)| *rounds));
    for (_, value) in &told {
        match value {
            Told::Term(term) => shown.push(*term),
            Told::OneOf(all) => shown.extend(all.iter().flat_map(|(count, value)| [*count, *value])),
            Told::Unknown => {}
        }
    }
    let own: Vec<Symbol> = rounds.entries.iter().map(|entry| entry.symbol).collect();
    let inputs: Vec<Symbol> = rounds.rounds.iter().flat_map(|round| round.inputs.iter().copied()).collect();
    let terms = &mut context.terms;
    let names = Names::telling(terms, own, &inputs, shown);
    let forms = told.iter().map(|(number, value)| {
        let symbol = rounds.entries[*number].symbol;
        let name = names.of(terms, symbol);
        let own = terms.symbol_term(symbol);
        let wraps = facts.iter().any(|fact| congruence(terms, *fact).is_some_and(|(of, ..)| of == own));
        let value = text(terms, &names, symbol, value);
        let value = if wraps { format!("wrap({value})") } else { value };
        let value = if value.chars().count() <= 2 * MAX_LENGTH { value } else { "★".to_owned() };
        match terms.symbol_info(symbol).sort {
            Sort::Array(arity) => (format!("{name}({})", indices(arity).join(", ")), value),
            _ => (name, value),
        }
    });
    let forms = forms.collect();
    let mut texts: Vec<String> = facts.iter().map(|fact| fact_text(terms, &names, *fact)).collect();
    texts.retain(|fact| fact.chars().count() <= MAX_LENGTH);
    texts.sort_by_key(|fact| (fact.chars().count(), fact.clone()));
    let ways = counters.iter().zip(&ways).map(|(counter, way)| {
        let condition = names.show_all(terms, way);
        let short = if condition.chars().count() <= MAX_LENGTH { condition } else { "…".to_owned() };
        (names.show(terms, *counter), short)
    });
    let ways = ways.collect();
    let inner = inner.iter().map(|(span, rounds)| (*span, names.show(terms, *rounds))).collect();
    Together { ways, forms, inner, facts: texts }
}

/// Counters with names of their own: κ, or κ₁, κ₂ and so on.
fn counters(terms: &mut Terms, count: usize) -> Vec<Term> {
    let name =
        |number: usize| if count == 1 { "κ".to_owned() } else { format!("κ{}", subscript(number as u32)) };
    (1..=count)
        .map(|number| {
            let (kind, low) = (SymbolKind::Counter, Some(Int::ZERO));
            let info = kyklos_term::SymbolInfo { name: name(number), kind, sort: Sort::Int, low, high: None };
            let symbol = terms.symbol(info);
            terms.symbol_term(symbol)
        })
        .collect()
}

/// Whether a variable is the front end's own.
fn is_hidden(context: &Context<'_>, rounds: &Rounds, number: usize) -> bool {
    match rounds.entries[number].cell.root {
        crate::cells::Root::Variable(id) => {
            let variables = &context.program.procedures[rounds.general.procedure()].variables;
            variables[id].kind == VariableKind::Temporary
        }
        crate::cells::Root::Object(_) => false,
    }
}

/// What an entry is after the rounds; `None` if nothing changes it.
fn value(
    context: &mut Context<'_>,
    rounds: &Rounds,
    forms: &[Form],
    number: usize,
    counters: &[Term],
) -> Option<Told> {
    if let Sort::Array(_) = context.terms.symbol_info(rounds.entries[number].symbol).sort {
        return Some(array(&mut context.terms, rounds, forms, number));
    }
    match &forms[number] {
        Form::Same => None,
        Form::Sum(sum) => Some(Told::Term(*sum)),
        Form::Set(all) => Some(Told::OneOf(all.clone())),
        Form::Other => Some(last(context, rounds, forms, number, counters).map_or(Told::Unknown, Told::Term)),
    }
}

/// The names of the indices of an array's element.
fn indices(arity: u32) -> Vec<String> {
    let name = |number: u32| if arity == 1 { "χ".to_owned() } else { format!("χ{}", subscript(number)) };
    (1..=arity).map(name).collect()
}

/// The element χ of an array that rounds write to.
fn array(terms: &mut Terms, rounds: &Rounds, forms: &[Form], number: usize) -> Told {
    let mut now: FxHashMap<Symbol, Term> = FxHashMap::default();
    for (entry, form) in rounds.entries.iter().zip(forms) {
        if let Form::Sum(sum) = form {
            now.insert(entry.symbol, *sum);
        }
    }
    let Sort::Array(arity) = terms.symbol_info(rounds.entries[number].symbol).sort else {
        return Told::Unknown;
    };
    let unknown = terms.fresh("★", SymbolKind::Fresh, Sort::Array(arity));
    let value = line(terms, rounds, number, &now, unknown);
    let value = value.or_else(|| Some(selected(terms, rounds, number, Term::FALSE, false)?.array));
    let Some(value) = value else { return Told::Unknown };
    let indices: Vec<Term> =
        indices(arity).iter().map(|name| terms.fresh(name.as_str(), SymbolKind::Bound, Sort::Int)).collect();
    Told::Term(terms.read(value, &indices))
}

/// What the last round of a loop with one way leaves, which that round's number tells.
fn last(
    context: &mut Context<'_>,
    rounds: &Rounds,
    forms: &[Form],
    number: usize,
    counters: &[Term],
) -> Option<Term> {
    let ([round], [counter]) = (rounds.rounds.as_slice(), counters) else { return None };
    let left = resolved(context, rounds, round, round.effects[number])?;
    let terms = &mut context.terms;
    let before = terms.sub(*counter, Term::ONE);
    let counter_symbol = terms.as_symbol(*counter)?;
    let one_less = FxHashMap::from_iter([(counter_symbol, before)]);
    let mut then: FxHashMap<Symbol, Term> = FxHashMap::default();
    for (entry, form) in rounds.entries.iter().zip(forms) {
        if let Form::Sum(sum) = form {
            then.insert(entry.symbol, terms.substitute(*sum, &one_less));
        }
    }
    let changes = |symbol: &Symbol| {
        rounds
            .entries
            .iter()
            .zip(forms)
            .any(|(entry, form)| entry.symbol == *symbol && !matches!(form, Form::Same | Form::Sum(_)))
    };
    if terms.free_symbols(left).iter().any(changes) {
        return None;
    }
    let (left, own) = (terms.substitute(left, &then), terms.symbol_term(rounds.entries[number].symbol));
    let some = terms.gt(*counter, Term::ZERO);
    Some(terms.ite(some, left, own))
}

/// A number that a round leaves, over what it started with: where an inner loop made it, it may be the greater or the
/// lesser of two numbers that it is compared with.
fn resolved(context: &mut Context<'_>, rounds: &Rounds, round: &Round, number: Term) -> Option<Term> {
    let terms = &mut context.terms;
    let is_own = |symbol: &Symbol| {
        rounds.is_new(*symbol) && rounds.entries.iter().all(|entry| entry.symbol != *symbol)
    };
    let own: Vec<Symbol> = terms.free_symbols(number).iter().copied().filter(is_own).collect();
    let [own] = own.as_slice() else { return own.is_empty().then_some(number) };
    let limits = limits(terms, round, number, *own, &is_own);
    let state = State { model: None, ..round.after.clone() };
    let holds = |context: &mut Context<'_>, claim: Term| {
        let fails = context.terms.not(claim);
        matches!(context.ask_within(&state, fails, PATIENCE), Answer::Unsat)
    };
    let (mut least, mut most) = (Vec::new(), Vec::new());
    for limit in limits {
        let (above, below) = (context.terms.ge(number, limit), context.terms.le(number, limit));
        match (holds(context, above), holds(context, below)) {
            (true, true) => return Some(limit),
            (true, false) => least.push(limit),
            (false, true) => most.push(limit),
            (false, false) => {}
        }
    }
    for (all, greater) in [(least, true), (most, false)] {
        for (position, one) in all.iter().enumerate() {
            for other in &all[position + 1..] {
                let (first, second) = (context.terms.eq(number, *one), context.terms.eq(number, *other));
                let either = context.terms.either(first, second);
                if holds(context, either) {
                    let terms = &mut context.terms;
                    let smaller = terms.le(*one, *other);
                    let [chosen, otherwise] = if greater { [*other, *one] } else { [*one, *other] };
                    return Some(terms.ite(smaller, chosen, otherwise));
                }
            }
        }
    }
    None
}

/// Terms that conditions of a round compare a number with, without the round's own symbol in it.
fn limits(
    terms: &mut Terms,
    round: &Round,
    number: Term,
    own: Symbol,
    is_own: &dyn Fn(&Symbol) -> bool,
) -> Vec<Term> {
    let symbol = terms.symbol_term(own);
    let factor_in = |terms: &Terms, term: Term| {
        let (_, parts) = terms.polynomial(term);
        parts.iter().find(|(_, part)| *part == symbol).map(|(factor, _)| factor.clone())
    };
    let Some(factor) = factor_in(terms, number) else { return Vec::new() };
    let mut found = Vec::new();
    let mut add = |terms: &mut Terms, limit: Term| {
        let speaks = terms.free_symbols(limit).iter().any(is_own);
        if !speaks && !found.contains(&limit) && found.len() < MAX_COMPARED {
            found.push(limit);
        }
    };
    // A counter is not negative.
    if terms.symbol_info(own).kind == SymbolKind::Counter {
        let none = FxHashMap::from_iter([(own, Term::ZERO)]);
        let limit = terms.substitute(number, &none);
        add(terms, limit);
    }
    let parts = terms.parts_first(&round.conditions, |_| false);
    for shift in [0, -1, 1] {
        for part in &parts {
            let (Some(Node::NonPositive(p)) | Some(Node::IsZero(p))) = terms.node(*part) else { continue };
            let p = *p;
            let Some(other) = factor_in(terms, p).filter(|other| other.abs() == factor.abs()) else {
                continue;
            };
            let sign = if other == factor { Int::from(-1) } else { Int::ONE };
            let limit = terms.linear(&[(Int::ONE, number), (sign, p), (Int::from(shift), Term::ONE)]);
            add(terms, limit);
        }
    }
    found
}

/// The conditions of a round that speak of nothing but what it starts with and inputs.
fn plain(terms: &mut Terms, rounds: &Rounds, round: &Round) -> Vec<Term> {
    let known = |symbol: &Symbol| {
        !rounds.is_new(*symbol)
            || round.inputs.contains(symbol)
            || rounds.entries.iter().any(|entry| entry.symbol == *symbol)
    };
    let conditions = round.conditions.iter().copied();
    conditions.filter(|condition| terms.free_symbols(*condition).iter().all(known)).collect()
}

/// How often inner loops with one way go round.
fn inner(context: &mut Context<'_>, covering: &Covering, rounds: &Rounds) -> Vec<(Span, Term)> {
    let mut found: Vec<(Span, Term)> = Vec::new();
    for round in &rounds.rounds {
        let mut counters: Vec<Symbol> = Vec::new();
        for condition in &round.conditions {
            let symbols = context.terms.free_symbols(*condition);
            counters.extend(symbols.iter().filter(|symbol| covering.inner.contains_key(symbol)));
        }
        counters.sort();
        counters.dedup();
        for counter in counters {
            let span = covering.inner[&counter];
            let count = context.terms.symbol_term(counter);
            let count = resolved(context, rounds, round, count);
            found.extend(
                count.filter(|_| found.iter().all(|(known, _)| *known != span)).map(|count| (span, count)),
            );
        }
    }
    found
}

/// A fact; a sum that is right modulo the size of its type as a congruence.
fn fact_text(terms: &mut Terms, names: &Names, fact: Term) -> String {
    let Some((symbol, sum, size)) = congruence(terms, fact) else { return names.show(terms, fact) };
    let (symbol, sum) = (names.show(terms, symbol), names.show(terms, sum));
    format!("{symbol} ≡ {sum} (mod {size})")
}

/// A symbol and what it is, modulo a number, with factors near zero.
fn congruence(terms: &mut Terms, fact: Term) -> Option<(Term, Term, Int)> {
    let Some(Node::IsZero(rest)) = terms.node(fact) else { return None };
    let Some(Node::Mod(p, size)) = terms.node(*rest) else { return None };
    let (p, size) = (*p, terms.as_int(*size)?);
    let near = |factor: &Int| {
        let rest = factor.rem_euclid(&size)?;
        Some(if &rest + &rest > size { &rest - &size } else { rest })
    };
    let (constant, parts) = terms.polynomial(p);
    let mut parts: Vec<(Int, Term)> =
        parts.iter().map(|(factor, part)| Some((near(factor)?, *part))).collect::<Option<_>>()?;
    parts.push((near(&constant)?, Term::ONE));
    let is_counter = |term: Term| {
        terms.as_symbol(term).is_some_and(|symbol| terms.symbol_info(symbol).kind == SymbolKind::Counter)
    };
    let own = parts.iter().position(|(factor, part)| {
        factor.abs().is_one() && terms.as_symbol(*part).is_some() && !is_counter(*part)
    })?;
    let (factor, symbol) = parts.remove(own);
    let sign = if factor.is_one() { Int::from(-1) } else { Int::ONE };
    for (factor, _) in &mut parts {
        *factor = &*factor * &sign;
    }
    Some((symbol, terms.linear(&parts), size))
}

fn text(terms: &mut Terms, names: &Names, symbol: Symbol, value: &Told) -> String {
    match value {
        Told::Term(term) => names.show(terms, *term),
        Told::Unknown => "★".to_owned(),
        Told::OneOf(all) => {
            let own = names.of(terms, symbol);
            if let [(count, value)] = all.as_slice() {
                return format!(
                    "ite(0 < {}, {}, {own})",
                    names.show(terms, *count),
                    names.show(terms, *value)
                );
            }
            let mut cases = vec![own];
            for (count, value) in all {
                cases.push(format!("{} if 0 < {}", names.show(terms, *value), names.show(terms, *count)));
            }
            format!("one of {}", cases.join(", "))
        }
    }
}
