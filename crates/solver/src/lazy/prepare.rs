//! Formulas taken apart into what is free of quantifiers and what holds for all
//! values of some variables.

use kyklos_base::Int;
use kyklos_term::{Node, Quantifier, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Ranges of so many constants are unrolled,
const UNROLLED: i64 = 16;
/// so deep inside each other,
const UNROLLED_DEPTH: usize = 4;
/// while the formula has no more parts than this.
const UNROLLED_SIZE: usize = 500;

/// Formulas without quantifiers, and universals: together they can hold if and
/// only if the formula they were made from can.
#[derive(Default)]
pub(super) struct Prepared {
    pub(super) ground: Vec<Term>,
    pub(super) universals: Vec<Rc<Universal>>,
    /// What stands for quantified parts: for one that occurs several times, the same.
    skeletons: FxHashMap<Term, Term>,
    /// What was taken apart.
    split: FxHashSet<Term>,
}

/// `∀bound. body`, where nested `∀` are pulled out of the body.
pub(super) struct Universal {
    pub(super) bound: Vec<Symbol>,
    pub(super) body: Term,
    /// Disjuncts of the body without bound variables: if one holds, all does.
    pub(super) ground: Vec<Term>,
    /// What keeps the variables inside a range.
    pub(super) limits: Vec<Limit>,
    /// Where the variables are indices of arrays.
    pub(super) patterns: Vec<Pattern>,
    /// For each variable: where the body may change its value while the
    /// variable goes from one integer to the next. `None` if that is anywhere.
    pub(super) events: Vec<Option<Vec<Event>>>,
    /// The body where all reads with bound variables give the arrays' defaults
    /// and all variables are in their ranges. A variable that is left then, as in
    /// `a[τ] > τ`, stands at both ends of its range.
    pub(super) generic: Option<Term>,
    /// Whether bound variables occur only as plain indices, without a range: the
    /// body then says something of each single element.
    pub(super) elementwise: bool,
}

/// The body holds unless `variable ≥ value` (or `≤`). The value may have bound
/// variables that come before this one.
pub(super) struct Limit {
    pub(super) variable: usize,
    pub(super) lower: bool,
    pub(super) value: Term,
    /// Whether there are no bound variables in the value.
    pub(super) closed: bool,
}

/// An element is read at `coefficient·variable + rest`, without bound variables in the rest.
pub(super) struct Pattern {
    pub(super) variable: usize,
    pub(super) array: Symbol,
    pub(super) position: usize,
    pub(super) coefficient: Int,
    pub(super) rest: Term,
}

/// `coefficient·variable + rest` is compared with 0, or is the index of an array
/// at some position. The rest has no bound variables but those before this one,
/// and this one only where that changes nothing between the events before.
pub(super) struct Event {
    pub(super) coefficient: Int,
    pub(super) rest: Term,
    pub(super) array: Option<(Term, usize)>,
    /// Whether the variable is not in the rest.
    pub(super) steady: bool,
}

/// Array symbols, and indices.
pub(super) type Sources = (Vec<Symbol>, Vec<Box<[Term]>>);

/// Takes formulas apart; the same formula always in the same way.
#[derive(Default)]
pub(super) struct Preparation {
    done: FxHashMap<Term, Option<Rc<Prepared>>>,
    /// What stands for the elements of an array that are not read anywhere.
    pub(super) defaults: FxHashMap<Symbol, Term>,
}

impl Preparation {
    /// The parts of a formula; `None` if its quantifiers are not where they can
    /// be dealt with.
    pub(super) fn parts(&mut self, terms: &mut Terms, formula: Term) -> Option<Rc<Prepared>> {
        if let Some(known) = self.done.get(&formula) {
            return known.clone();
        }
        let prepared = supported(terms, formula).then(|| {
            // Instances are found by comparing integers, so there are no operations on bits below quantifiers.
            let formula =
                if super::is_quantified(terms, formula) { terms.as_integers(formula) } else { formula };
            // ★ counts as true, wherever it stands.
            let formula = terms.rewrite(formula, |terms, part| {
                matches!(terms.node(part), Some(Node::Unknown(Sort::Bool))).then_some(Term::TRUE)
            });
            let formula = unrolled(terms, formula);
            let mut prepared = Prepared::default();
            self.split(terms, formula, &mut prepared);
            Rc::new(prepared)
        });
        self.done.insert(formula, prepared.clone());
        prepared
    }

    fn split(&mut self, terms: &mut Terms, formula: Term, prepared: &mut Prepared) {
        for part in crate::conjuncts(terms, &formula).to_vec() {
            if !prepared.split.insert(part) {
                continue;
            }
            match terms.node(part) {
                Some(Node::Quantified(Quantifier::Exists, bound, body)) => {
                    let (bound, body) = (bound.clone(), *body);
                    let witnessed = witnessed(terms, &bound, body);
                    self.split(terms, witnessed, prepared);
                }
                Some(Node::Quantified(Quantifier::Forall, ..)) => {
                    prepared.universals.push(Rc::new(self.universal(terms, part)));
                }
                _ => {
                    let ground = self.skeleton(terms, part, prepared);
                    prepared.ground.push(ground);
                }
            }
        }
    }

    /// The formula with a symbol in place of each outermost `∀`, from which the
    /// `∀` follows, and witnesses for the variables of each outermost `∃`. As
    /// there is no negation above quantifiers, nothing more is needed.
    fn skeleton(&mut self, terms: &mut Terms, formula: Term, prepared: &mut Prepared) -> Term {
        let mut replaced: FxHashMap<Term, Term> = FxHashMap::default();
        for quantified in outermost(terms, formula) {
            let Some(Node::Quantified(quantifier, bound, body)) = terms.node(quantified) else { continue };
            let (quantifier, bound, body) = (*quantifier, bound.clone(), *body);
            if let Some(known) = prepared.skeletons.get(&quantified) {
                replaced.insert(quantified, *known);
                continue;
            }
            let replacement = match quantifier {
                Quantifier::Exists => {
                    let witnessed = witnessed(terms, &bound, body);
                    self.skeleton(terms, witnessed, prepared)
                }
                Quantifier::Forall => {
                    let guard = terms.fresh("all", SymbolKind::Fresh, Sort::Bool);
                    let guarded = terms.implies(guard, quantified);
                    prepared.universals.push(Rc::new(self.universal(terms, guarded)));
                    guard
                }
            };
            prepared.skeletons.insert(quantified, replacement);
            replaced.insert(quantified, replacement);
        }
        if replaced.is_empty() {
            return formula;
        }
        terms.rewrite(formula, |_, part| replaced.get(&part).copied())
    }

    /// A formula that is a `∀`, or a disjunction with one.
    fn universal(&mut self, terms: &mut Terms, formula: Term) -> Universal {
        let (mut bound, mut body) = (Vec::new(), formula);
        while let Some((more, inner)) = pulled_out(terms, body) {
            bound.extend(more);
            body = inner;
        }
        // Ranges may depend on variables that come before.
        let all = bound.clone();
        bound.sort_by_cached_key(|variable| dependent(terms, *variable, &all, body));
        let mut hidden = bound.clone();
        hidden.extend(binders(terms, body));
        let disjuncts = disjuncts(terms, body);
        let ground = disjuncts.iter().copied().filter(|part| is_free_of(terms, *part, &hidden)).collect();
        let (mut limits, mut events) = (Vec::new(), Vec::new());
        for variable in 0..bound.len() {
            limits.extend(disjuncts.iter().filter_map(|part| limit(terms, *part, &bound, variable, &hidden)));
            events.push(changes(terms, body, bound[variable], &hidden[variable + 1..]));
        }
        let patterns = patterns(terms, body, &bound, &hidden);
        let generic = self.generic(terms, &disjuncts, &bound, &hidden, &limits);
        let elementwise = limits.is_empty() && is_elementwise(terms, body, &bound);
        Universal { bound, body, ground, limits, patterns, events, generic, elementwise }
    }

    fn generic(
        &mut self,
        terms: &mut Terms,
        disjuncts: &[Term],
        bound: &[Symbol],
        hidden: &[Symbol],
        limits: &[Limit],
    ) -> Option<Term> {
        let mut rest = Vec::new();
        for part in disjuncts {
            let is_limit = (0..bound.len())
                .any(|index| limit(terms, *part, bound, index, hidden).is_some_and(|limit| limit.closed));
            if !is_limit {
                rest.push(*part);
            }
        }
        let body = terms.or(rest);
        let mut replaced: FxHashMap<Term, Term> = FxHashMap::default();
        for part in terms.parts_first(&[body], |_| false) {
            let Some(Node::Read(array, indices)) = terms.node(part) else { continue };
            let (array, indices) = (*array, indices.clone());
            if indices.iter().any(|index| !is_free_of(terms, *index, bound)) {
                replaced.insert(part, self.default_of(terms, array)?);
            }
        }
        let generic = terms.rewrite(body, |_, part| replaced.get(&part).copied());
        let defaults: Vec<Symbol> = replaced.values().filter_map(|value| terms.as_symbol(*value)).collect();
        let generic = at_the_ends(terms, generic, bound, limits, &defaults);
        let usable = is_free_of(terms, generic, hidden) && !super::is_quantified(terms, generic);
        usable.then_some(generic)
    }

    /// The element of an array at an index that is not named anywhere.
    fn default_of(&mut self, terms: &mut Terms, array: Term) -> Option<Term> {
        let mut array = array;
        loop {
            match terms.node(array)? {
                Node::Write(inner, ..) => array = *inner,
                Node::Fill(_, value) => return Some(*value),
                Node::Symbol(symbol) => {
                    let symbol = *symbol;
                    let default = self
                        .defaults
                        .entry(symbol)
                        .or_insert_with(|| terms.fresh("default", SymbolKind::Fresh, Sort::Int));
                    return Some(*default);
                }
                _ => return None,
            }
        }
    }
}

/// The formula where a variable that elements are compared with stands at both ends of its range: what is linear holds
/// in between. Where it stands elsewhere, as in a choice between arrays, the formula stays as it is.
fn at_the_ends(
    terms: &mut Terms,
    formula: Term,
    bound: &[Symbol],
    limits: &[Limit],
    elements: &[Symbol],
) -> Term {
    let left = |index: &usize| !is_free_of(terms, formula, &[bound[*index]]);
    let [variable] = (0..bound.len()).filter(left).collect::<Vec<usize>>()[..] else { return formula };
    let ends: Vec<Term> =
        limits.iter().filter(|it| it.variable == variable && it.closed).map(|limit| limit.value).collect();
    if ends.len() < 2 || !is_compared(terms, formula, bound[variable], elements) {
        return formula;
    }
    let at = |terms: &mut Terms, end: Term| {
        terms.substitute(formula, &[(bound[variable], end)].into_iter().collect())
    };
    let all: Vec<Term> = ends.into_iter().map(|end| at(terms, end)).collect();
    terms.and(all)
}

/// Whether a variable and one of the elements are summands of one sum.
fn is_compared(terms: &mut Terms, formula: Term, variable: Symbol, elements: &[Symbol]) -> bool {
    terms.parts_first(&[formula], |_| false).into_iter().any(|part| {
        let Some(Node::NonPositive(sum) | Node::IsZero(sum)) = terms.node(part) else { return false };
        let (_, summands) = terms.polynomial(*sum);
        let (line, rest): (Vec<Term>, Vec<Term>) = summands
            .into_iter()
            .map(|(_, part)| part)
            .partition(|part| terms.as_symbol(*part) == Some(variable));
        !line.is_empty() && rest.into_iter().any(|part| !is_free_of(terms, part, elements))
    })
}

/// `coefficient·symbol + rest` with a constant coefficient, the symbol nowhere in the rest.
pub(super) fn linear_in(terms: &mut Terms, term: Term, symbol: Symbol) -> Option<(Int, Term)> {
    let (constant, parts) = terms.polynomial(term);
    let (mut found, mut rest) = (None, vec![(constant, Term::ONE)]);
    for (coefficient, monomial) in parts {
        if terms.as_symbol(monomial) == Some(symbol) {
            found = Some(coefficient);
        } else if terms.free_symbols(monomial).contains(&symbol) {
            return None;
        } else {
            rest.push((coefficient, monomial));
        }
    }
    Some((found?, terms.linear(&rest)))
}

/// The array symbols that an array is made of, and the indices written to;
/// `None` if there is something else in it.
pub(super) fn sources(terms: &Terms, array: Term) -> Option<Sources> {
    let (mut symbols, mut written) = (Vec::new(), Vec::new());
    for array in terms.arrays_below(array) {
        match terms.node(array)? {
            Node::Symbol(symbol) => symbols.push(*symbol),
            Node::Fill(..) | Node::Ite(..) => {}
            Node::Write(_, indices, _) => written.push(indices.clone()),
            _ => return None,
        }
    }
    Some((symbols, written))
}

fn is_free_of(terms: &mut Terms, term: Term, symbols: &[Symbol]) -> bool {
    terms.free_symbols(term).iter().all(|symbol| !symbols.contains(symbol))
}

fn disjuncts(terms: &Terms, formula: Term) -> Vec<Term> {
    match terms.node(formula) {
        Some(Node::Or(parts)) => parts.to_vec(),
        _ => vec![formula],
    }
}

/// The body of an `∃` with new symbols for its variables.
fn witnessed(terms: &mut Terms, bound: &[Symbol], body: Term) -> Term {
    let mut witnesses = FxHashMap::default();
    for symbol in bound {
        let name = terms.symbol_info(*symbol).name.clone();
        let info = SymbolInfo { name, kind: SymbolKind::Fresh, sort: Sort::Int, low: None, high: None };
        let witness = terms.symbol(info);
        witnesses.insert(*symbol, terms.symbol_term(witness));
    }
    terms.substitute(body, &witnesses)
}

/// The formula without the quantifiers that range over few constants: they are
/// conjunctions and disjunctions.
fn unrolled(terms: &mut Terms, formula: Term) -> Term {
    let mut formula = formula;
    // A range may become constant once those around it are unrolled.
    for _ in 0..UNROLLED_DEPTH {
        let parts = terms.parts_first(&[formula], |_| false);
        if parts.len() > UNROLLED_SIZE {
            break;
        }
        let mut replaced: FxHashMap<Term, Term> = FxHashMap::default();
        for part in parts {
            if let Some(replacement) = unrolled_once(terms, part) {
                replaced.insert(part, replacement);
            }
        }
        if replaced.is_empty() {
            break;
        }
        formula = terms.rewrite(formula, |_, part| replaced.get(&part).copied());
    }
    formula
}

fn unrolled_once(terms: &mut Terms, formula: Term) -> Option<Term> {
    let Some(Node::Quantified(quantifier, bound, body)) = terms.node(formula) else { return None };
    let (quantifier, bound, body) = (*quantifier, bound.clone(), *body);
    let ranged = if quantifier == Quantifier::Forall { body } else { terms.not(body) };
    let ranged = disjuncts(terms, ranged);
    let (position, low, high) = bound.iter().enumerate().find_map(|(position, symbol)| {
        let (mut low, mut high) = (None::<Int>, None::<Int>);
        for part in &ranged {
            let Some(limit) = limit(terms, *part, &[*symbol], 0, &[]) else { continue };
            let Some(value) = terms.as_int(limit.value) else { continue };
            match limit.lower {
                true => low = Some(low.map_or(value.clone(), |low| low.max(value))),
                false => high = Some(high.map_or(value.clone(), |high| high.min(value))),
            }
        }
        let (low, high) = (low?, high?);
        (&high - &low < Int::from(UNROLLED)).then_some((position, low, high))
    })?;
    let others: Vec<Symbol> = bound.iter().copied().filter(|symbol| *symbol != bound[position]).collect();
    let mut instances = Vec::new();
    let mut value = low;
    while value <= high {
        let map = std::iter::once((bound[position], terms.int(&value))).collect();
        let instance = terms.substitute(body, &map);
        instances.push(match quantifier {
            Quantifier::Forall => terms.forall(&others, instance),
            Quantifier::Exists => terms.exists(&others, instance),
        });
        value = &value + &Int::ONE;
    }
    Some(match quantifier {
        Quantifier::Forall => terms.and(instances),
        Quantifier::Exists => terms.or(instances),
    })
}

/// The outermost quantified formulas below conjunctions and disjunctions.
fn outermost(terms: &Terms, formula: Term) -> Vec<Term> {
    let (mut found, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![formula]);
    while let Some(part) = open.pop() {
        if !seen.insert(part) {
            continue;
        }
        match terms.node(part) {
            Some(Node::And(parts) | Node::Or(parts)) => open.extend(parts.iter().copied()),
            Some(Node::Quantified(..)) => found.push(part),
            _ => {}
        }
    }
    found.sort_unstable();
    found
}

/// Whether all quantifiers stand below nothing but conjunctions, disjunctions
/// and quantifiers, and bind variables made for that, each once on the way down.
fn supported(terms: &mut Terms, formula: Term) -> bool {
    let is_bound = |terms: &Terms, symbol: &Symbol| terms.symbol_info(*symbol).kind == SymbolKind::Bound;
    if terms.free_symbols(formula).iter().any(|symbol| is_bound(terms, symbol)) {
        return false;
    }
    let (mut seen, mut open) = (FxHashSet::default(), vec![formula]);
    while let Some(part) = open.pop() {
        if !seen.insert(part) {
            continue;
        }
        match terms.node(part) {
            Some(Node::And(parts) | Node::Or(parts)) => open.extend(parts.iter().copied()),
            Some(Node::Quantified(_, bound, body)) => {
                let inner = binders(terms, *body);
                if bound.iter().any(|symbol| !is_bound(terms, symbol) || inner.contains(symbol)) {
                    return false;
                }
                open.push(*body);
            }
            _ if super::is_quantified(terms, part) => return false,
            _ => {}
        }
    }
    true
}

/// The variables that are bound inside a term.
fn binders(terms: &Terms, term: Term) -> Vec<Symbol> {
    let mut all = Vec::new();
    for part in terms.parts_first(&[term], |_| false) {
        if let Some(Node::Quantified(_, bound, _)) = terms.node(part) {
            all.extend(bound.iter().copied());
        }
    }
    all
}

/// `∀x. a` as x and a; `a ∨ ∀x. b` as x and `a ∨ b`.
fn pulled_out(terms: &mut Terms, formula: Term) -> Option<(Box<[Symbol]>, Term)> {
    let parts = disjuncts(terms, formula);
    let (position, bound, body) =
        parts.iter().enumerate().find_map(|(position, part)| match terms.node(*part) {
            Some(Node::Quantified(Quantifier::Forall, bound, body)) => Some((position, bound.clone(), *body)),
            _ => None,
        })?;
    let others: Vec<Term> =
        parts.into_iter().enumerate().filter(|(i, _)| *i != position).map(|(_, p)| p).collect();
    // Two instances of one formula side by side would share their variables.
    if others.iter().any(|part| binders(terms, *part).iter().any(|symbol| bound.contains(symbol))) {
        return None;
    }
    Some((bound, terms.or(others.into_iter().chain([body]))))
}

/// Whether a variable has no limit from both sides without other bound variables.
fn dependent(terms: &mut Terms, variable: Symbol, bound: &[Symbol], body: Term) -> bool {
    let others: Vec<Symbol> = bound.iter().copied().filter(|symbol| *symbol != variable).collect();
    let limits: Vec<bool> = disjuncts(terms, body)
        .into_iter()
        .filter_map(|part| limit(terms, part, &[variable], 0, &others).filter(|limit| limit.closed))
        .map(|limit| limit.lower)
        .collect();
    !(limits.contains(&true) && limits.contains(&false))
}

/// What a disjunct says of a variable's range: outside it the disjunct holds.
fn limit(
    terms: &mut Terms,
    part: Term,
    bound: &[Symbol],
    variable: usize,
    hidden: &[Symbol],
) -> Option<Limit> {
    let Some(Node::NonPositive(p)) = terms.node(part) else { return None };
    let (coefficient, rest) = linear_in(terms, *p, bound[variable])?;
    if !coefficient.abs().is_one() {
        return None;
    }
    let closed = is_free_of(terms, rest, hidden);
    if !closed && !is_free_of(terms, rest, &hidden[(variable + 1).min(hidden.len())..]) {
        return None;
    }
    let lower = !coefficient.is_negative();
    // It fails for x > -rest, or for x < rest.
    let value = match lower {
        true => terms.sub(Term::ONE, rest),
        false => terms.sub(rest, Term::ONE),
    };
    Some(Limit { variable, lower, value, closed })
}

fn patterns(terms: &mut Terms, body: Term, bound: &[Symbol], hidden: &[Symbol]) -> Vec<Pattern> {
    let mut found = Vec::new();
    for part in terms.parts_first(&[body], |_| false) {
        let Some(Node::Read(array, indices)) = terms.node(part) else { continue };
        let indices = indices.clone();
        let Some((arrays, _)) = sources(terms, *array) else { continue };
        for (position, index) in indices.iter().enumerate() {
            for (variable, symbol) in bound.iter().enumerate() {
                let Some((coefficient, rest)) = linear_in(terms, *index, *symbol) else { continue };
                if !is_free_of(terms, rest, hidden) {
                    continue;
                }
                found.extend(arrays.iter().map(|array| Pattern {
                    variable,
                    array: *array,
                    position,
                    coefficient: coefficient.clone(),
                    rest,
                }));
            }
        }
    }
    found
}

/// Where the body may change while a variable goes from one integer to the
/// next, the variables in `later` not being fixed. Between these places every
/// comparison stays as it is, and every read gives the array's default.
fn changes(terms: &mut Terms, body: Term, variable: Symbol, later: &[Symbol]) -> Option<Vec<Event>> {
    let mut found = Changes { variable, later, events: Vec::new(), stable: FxHashSet::default() };
    for part in terms.parts_first(&[body], |_| false) {
        if !terms.free_symbols(part).contains(&variable) || found.is_stable(terms, part)? {
            found.stable.insert(part);
        }
    }
    found.stable.contains(&body).then_some(found.events)
}

struct Changes<'a> {
    variable: Symbol,
    later: &'a [Symbol],
    events: Vec<Event>,
    /// Parts that change nowhere but at the events.
    stable: FxHashSet<Term>,
}

impl Changes<'_> {
    /// Whether a part with the variable in it changes at events only, once its own are added. `None` if it has an array
    /// that is not followed.
    fn is_stable(&mut self, terms: &mut Terms, part: Term) -> Option<bool> {
        Some(match terms.node(part)?.clone() {
            Node::Symbol(_) => false,
            Node::NonPositive(p) | Node::IsZero(p) => self.stable.contains(&p) || self.event(terms, p, None),
            Node::Read(array, indices) => {
                let (_, written) = sources(terms, array)?;
                let hidden: Vec<Symbol> = self.later.iter().copied().chain([self.variable]).collect();
                self.stable.contains(&array)
                    && written.iter().flatten().all(|index| is_free_of(terms, *index, &hidden))
                    && indices.iter().enumerate().all(|(position, index)| {
                        self.is_known_stable(terms, *index)
                            || self.event(terms, *index, Some((array, position)))
                    })
            }
            _ => {
                let mut inner = Vec::new();
                terms.for_each_part(part, |part| inner.push(part));
                inner.iter().all(|part| self.is_known_stable(terms, *part))
            }
        })
    }

    /// Constants are no parts that are looked at.
    fn is_known_stable(&self, terms: &mut Terms, part: Term) -> bool {
        self.stable.contains(&part) || is_free_of(terms, part, &[self.variable])
    }

    /// Adds the event at which a sum is 0 or an element is read, if that can be told.
    fn event(&mut self, terms: &mut Terms, sum: Term, array: Option<(Term, usize)>) -> bool {
        let Some((coefficient, rest)) = self.line(terms, sum) else { return false };
        let steady = is_free_of(terms, rest, &[self.variable]);
        let told = (steady || array.is_none()) && is_free_of(terms, rest, self.later);
        self.events.push(Event { coefficient, rest, array, steady });
        told
    }

    /// `coefficient·variable + rest` where the rest changes at events only.
    fn line(&self, terms: &mut Terms, sum: Term) -> Option<(Int, Term)> {
        let (constant, parts) = terms.polynomial(sum);
        let (mut found, mut rest) = (None, vec![(constant, Term::ONE)]);
        for (coefficient, monomial) in parts {
            if terms.as_symbol(monomial) == Some(self.variable) {
                found = Some(coefficient);
            } else if self.is_known_stable(terms, monomial) {
                rest.push((coefficient, monomial));
            } else {
                return None;
            }
        }
        Some((found?, terms.linear(&rest)))
    }
}

fn is_elementwise(terms: &mut Terms, body: Term, bound: &[Symbol]) -> bool {
    let mut plain = FxHashSet::default();
    let variables: Vec<Term> = bound.iter().map(|symbol| terms.symbol_term(*symbol)).collect();
    for part in terms.parts_first(&[body], |_| false) {
        let mut inner = Vec::new();
        terms.for_each_part(part, |part| inner.push(part));
        match terms.node(part) {
            Some(Node::Read(array, indices))
                if terms.as_symbol(*array).is_some() && **indices == *variables =>
            {
                plain.insert(part);
            }
            Some(Node::Quantified(..)) => return false,
            _ if inner.iter().any(|part| variables.contains(part)) => return false,
            _ => {}
        }
    }
    plain.len() == 1
}
