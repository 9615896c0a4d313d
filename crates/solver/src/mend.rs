//! A hint that is mended by other values of few symbols, most often of one.
//!
//! Where paths were joined, a goal speaks of all that was read so far, by way of what was computed from it; and still
//! the number that was read last is mostly free to decide it. So values are tried for it at which some part of the goal
//! changes: the roots of sums that it is a part of, with all else as in the hint, and the ends of its range.

use crate::Query;
use crate::index::Index;
use kyklos_base::Int;
use kyklos_term::{Model, Node, Sort, Symbol, Term, Terms, Value};
use std::rc::Rc;

/// So many symbols of a goal are tried, those made last.
const SYMBOLS: usize = 2;
/// So many sums give values to try.
const SUMS: usize = 4;
/// Goals with more parts are not tried.
const MAX_PARTS: usize = 6_000;

/// The hint with another value of one symbol of the goal, if that is a model of path and goal.
/// The index is that of the path.
pub(crate) fn by_one_symbol(terms: &mut Terms, query: &Query<'_>, index: &Index) -> Option<Rc<Model>> {
    let hint = query.hint?;
    let own = terms.free_symbols(query.goal);
    if !own.iter().all(|symbol| is_in_range(terms, *symbol, &hint.int(*symbol))) {
        return None;
    }
    let parts = terms.parts_first(&[query.goal], |_| false);
    if parts.len() > MAX_PARTS {
        return None;
    }
    own.iter().rev().take(SYMBOLS).find_map(|symbol| {
        let speaking: Vec<Term> = index.speaking(*symbol).collect();
        mended(terms, query.goal, &speaking, hint, &own, &parts, *symbol)
    })
}

/// The hint with other values of several symbols of the goal, if that is a model of path and goal. What the hint does
/// not satisfy compares a sum with 0: summand by summand, one symbol gets a value that brings the sum nearer, as in the count of what was found
/// in a buffer. The index is that of the path.
pub(crate) fn by_many_symbols(terms: &mut Terms, query: &Query<'_>, index: &Index) -> Option<Rc<Model>> {
    let hint = query.hint?;
    let own = terms.free_symbols(query.goal);
    if !own.iter().all(|symbol| is_in_range(terms, *symbol, &hint.int(*symbol))) {
        return None;
    }
    let mut model = Model::clone(hint);
    own.iter().for_each(|own| model.set(*own, Value::Int(hint.int(*own))));
    // One part of the goal is to be mended; the others are looked at when that is done.
    let parts = crate::conjuncts(terms, &query.goal).iter();
    let mut open = parts.filter(|part| terms.holds(**part, &model) != Some(true));
    let (Some(open), None) = (open.next(), open.next()) else { return None };
    let Some(Node::IsZero(sum) | Node::NonPositive(sum)) = terms.node(*open) else { return None };
    let sum = *sum;
    let parts = summands(terms, sum).filter(|parts| parts.len() >= 2)?;
    let mut left = terms.evaluate(sum, &model)?.int().cloned()?;
    let mut changed = Vec::new();
    for (factor, part) in parts.iter().rev() {
        if left.is_zero() {
            break;
        }
        let Some(symbol) = terms.free_symbols(*part).last().copied().filter(|it| !changed.contains(it))
        else {
            continue;
        };
        if let Some(rest) = brought_nearer(terms, &mut model, index, (factor, *part), symbol, &left) {
            left = rest;
            changed.push(symbol);
        }
    }
    let holds = |part: &Term| terms.holds(*part, &model) == Some(true);
    (holds(&query.goal) && index.touching(&changed).iter().all(holds)).then(|| Rc::new(model))
}

/// The summands of a sum, also of the sums in it, with their factors; `None` if there are very many.
fn summands(terms: &Terms, sum: Term) -> Option<Vec<(Int, Term)>> {
    let (mut found, mut open) = (Vec::new(), vec![(Int::ONE, sum)]);
    while let Some((factor, part)) = open.pop() {
        match terms.node(part) {
            Some(Node::Sum { parts, .. }) => {
                open.extend(parts.iter().rev().map(|(inner, part)| (&factor * inner, *part)));
            }
            _ => found.push((factor, part)),
        }
        if found.len() > MAX_PARTS {
            return None;
        }
    }
    Some(found)
}

/// Gives a symbol another value with which a sum of which this is a summand is nearer to 0, if there is one among those
/// that are tried; what the sum is then.
fn brought_nearer(
    terms: &mut Terms,
    model: &mut Model,
    index: &Index,
    (factor, part): (&Int, Term),
    symbol: Symbol,
    left: &Int,
) -> Option<Int> {
    let before = terms.evaluate(part, model)?.int().cloned()?;
    let now = model.int(symbol);
    let inner = terms.parts_first(&[part], |_| false);
    let mut all = values(terms, model, &inner, symbol);
    if terms.as_symbol(part) == Some(symbol) {
        let root = &now - &left.div_euclid(factor)?;
        all.extend(is_in_range(terms, symbol, &root).then_some(root));
    }
    let mut best: Option<(Int, Int)> = None;
    for value in all {
        model.set(symbol, Value::Int(value.clone()));
        let holds = |part: Term| terms.holds(part, model) == Some(true);
        let Some(after) = terms.evaluate(part, model).and_then(|it| it.int().cloned()) else { continue };
        let rest = left + &(factor * &(&after - &before));
        let nearer = best.as_ref().map_or(left, |(_, best)| best);
        // Not beyond 0: what is left over might not be made up for.
        let is_nearer =
            rest.abs() < nearer.abs() && (rest.is_zero() || rest.is_negative() == left.is_negative());
        if is_nearer && index.speaking(symbol).all(holds) {
            best = Some((value, rest));
        }
    }
    let (value, rest) = best.map_or((now, None), |(value, rest)| (value, Some(rest)));
    model.set(symbol, Value::Int(value));
    rest
}

/// The hint with another value of this symbol, of which these constraints speak.
fn mended(
    terms: &mut Terms,
    goal: Term,
    speaking: &[Term],
    hint: &Model,
    own: &[Symbol],
    parts: &[Term],
    symbol: Symbol,
) -> Option<Rc<Model>> {
    let values = values(terms, hint, parts, symbol);
    if values.is_empty() {
        return None;
    }
    let mut model = hint.clone();
    own.iter().for_each(|own| model.set(*own, Value::Int(hint.int(*own))));
    for value in values {
        model.set(symbol, Value::Int(value));
        let holds = |part: &Term| terms.holds(*part, &model) == Some(true);
        if holds(&goal) && speaking.iter().all(holds) {
            return Some(Rc::new(model));
        }
    }
    None
}

/// Values of a symbol that are worth trying.
fn values(terms: &mut Terms, hint: &Model, parts: &[Term], symbol: Symbol) -> Vec<Int> {
    let now = hint.int(symbol);
    let as_term = terms.symbol_term(symbol);
    let mut values: Vec<Int> = Vec::new();
    let mut sums = 0;
    // What compares the symbol alone is no sum: its root is 0.
    if parts.iter().any(|part| matches!(terms.node(*part), Some(Node::IsZero(number) | Node::NonPositive(number)) if *number == as_term))
    {
        values.extend([Int::ZERO, Int::ONE, -Int::ONE]);
    }
    for part in parts.iter().rev() {
        let Some(Node::Sum { parts, .. }) = terms.node(*part) else { continue };
        let Some((factor, _)) = parts.iter().find(|(_, part)| *part == as_term) else { continue };
        let sum = terms.evaluate(*part, hint).and_then(|value| value.int().cloned());
        let Some(steps) = sum.and_then(|sum| sum.div_euclid(factor)) else { continue };
        let root = &now - &steps;
        values.extend([root.clone(), &root + &Int::ONE, root - Int::ONE]);
        sums += 1;
        if sums == SUMS {
            break;
        }
    }
    let info = terms.symbol_info(symbol);
    values.extend(info.low.iter().chain(&info.high).cloned());
    let mut tried: Vec<Int> = Vec::new();
    for value in values {
        if value != now && is_in_range(terms, symbol, &value) && !tried.contains(&value) {
            tried.push(value);
        }
    }
    tried
}

/// Whether a symbol is a number that may have this value.
fn is_in_range(terms: &Terms, symbol: Symbol, value: &Int) -> bool {
    let info = terms.symbol_info(symbol);
    info.sort == Sort::Int
        && info.low.as_ref().is_none_or(|low| low <= value)
        && info.high.as_ref().is_none_or(|high| value <= high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kyklos_term::{SymbolInfo, SymbolKind};
    use std::time::Duration;

    fn byte(terms: &mut Terms, name: &str) -> Term {
        let (kind, sort) = (SymbolKind::Input, Sort::Int);
        let (low, high) = (Some(Int::ZERO), Some(Int::from(255)));
        let symbol = terms.symbol(SymbolInfo { name: name.to_owned(), kind, sort, low, high });
        terms.symbol_term(symbol)
    }

    fn mended(terms: &mut Terms, path: &[Term], goal: Term, hint: &Rc<Model>) -> Option<Rc<Model>> {
        let mut index = Index::default();
        index.follow(terms, path);
        by_one_symbol(terms, &Query { path, goal, hint: Some(hint), limit: Duration::from_secs(1) }, &index)
    }

    #[test]
    fn the_last_number_decides() {
        let mut terms = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| byte(&mut terms, name));
        let greater = terms.lt(a, b);
        let most = terms.ite(greater, b, a);
        let goal = terms.lt(most, c);
        let mut hint = Model::new();
        hint.set(terms.as_symbol(a).unwrap(), Value::Int(Int::from(7)));
        let hint = Rc::new(hint);
        let model = mended(&mut terms, &[], goal, &hint).unwrap();
        assert_eq!(terms.holds(goal, &model), Some(true));
        assert_eq!(model.int(terms.as_symbol(a).unwrap()), Int::from(7));
        // The path has a say as well.
        let three = terms.small(3);
        let path = [terms.lt(c, three)];
        assert!(mended(&mut terms, &path, goal, &hint).is_none());
    }

    #[test]
    fn summands_are_counted_up() {
        let mut terms = Terms::new();
        let bytes: Vec<Term> = (0..400).map(|number| byte(&mut terms, &format!("b{number}"))).collect();
        let letter = terms.small(97);
        let found: Vec<(Int, Term)> = bytes
            .iter()
            .map(|byte| {
                let is = terms.eq(*byte, letter);
                (Int::ONE, terms.number_of(is))
            })
            .collect();
        let count = terms.linear(&found);
        // The path forbids the letter in five places.
        let path: Vec<Term> = bytes[30..35].iter().map(|byte| terms.ne(*byte, letter)).collect();
        let mut index = Index::default();
        index.follow(&mut terms, &path);
        let hint = Rc::new(Model::new());
        let mut ask = |wanted: i64| {
            let wanted = terms.small(wanted);
            let (equal, letters) = (terms.eq(count, wanted), terms.le(Term::ZERO, bytes[7]));
            let goal = terms.and([equal, letters]);
            let query = Query { path: &path, goal, hint: Some(&hint), limit: Duration::from_secs(1) };
            let model = by_many_symbols(&mut terms, &query, &index)?;
            let all = path.iter().chain([&goal]).all(|part| terms.holds(*part, &model) == Some(true));
            Some(all)
        };
        assert_eq!((ask(20), ask(395), ask(396)), (Some(true), Some(true), None));
        // What is added up as it is.
        let all: Vec<(Int, Term)> = bytes.iter().map(|byte| (Int::from(3), *byte)).collect();
        let (sum, wanted) = (terms.linear(&all), terms.small(3 * 10_000));
        let goal = terms.eq(sum, wanted);
        let query = Query { path: &path, goal, hint: Some(&hint), limit: Duration::from_secs(1) };
        let model = by_many_symbols(&mut terms, &query, &index).unwrap();
        assert_eq!(terms.holds(goal, &model), Some(true));
    }

    #[test]
    fn values_stay_in_range() {
        let mut terms = Terms::new();
        let a = byte(&mut terms, "a");
        let (many, few) = (terms.small(256), terms.small(255));
        let (above, top) = (terms.eq(a, many), terms.eq(a, few));
        let hint = Rc::new(Model::new());
        assert!(above == Term::FALSE || mended(&mut terms, &[], above, &hint).is_none());
        assert!(mended(&mut terms, &[], top, &hint).is_some());
    }
}
