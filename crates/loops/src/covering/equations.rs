//! Equations that every round keeps: polynomials in the numbers that a loop changes, and in what it does not,
//! that are 0 at its head always. Note [equations of rounds].
//!
//! They are computed, not guessed. The polynomials up to some degree are a linear space; those that are 0 when
//! the loop is entered are a part of it, and so are those that after each round are a combination of one another
//! and of the equations that hold on that way. What is left when nothing more has to be dropped is inductive by
//! its form: whatever the numbers are, so that nobody need be asked. Numbers that wrap are right modulo the size
//! of their type, and so are such equations.

use super::linear::{Vector, nullspace, primitive, span, without};
use super::rounds::{Round, Rounds};
use kyklos_base::Int;
use kyklos_exec::{Context, State};
use kyklos_solver::Answer;
use kyklos_term::bounds::{Interval, SymbolBounds};
use kyklos_term::{Node, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::time::Duration;

/// Limits: of numbers in polynomials, of polynomials' monomials, of degrees, of cases.
const MAX_NUMBERS: usize = 10;
const MAX_MONOMIALS: usize = 70;
const MAX_DEGREE: u32 = 4;
const MAX_CASES: usize = 24;
const MAX_EQUATIONS: usize = 12;
const MAX_ROWS: usize = 600;
/// The most time for the question whether a case is possible.
const LIMIT: Duration = Duration::from_millis(200);
/// So many of these questions may stay open: where numbers wrap, cases of products are too hard, and not needed
/// modulo the size of the type.
const PATIENCE: u32 = 2;

/// One way through a loop, without choices in its effects.
struct Case {
    /// What becomes of the entries.
    effects: FxHashMap<Symbol, Term>,
    /// What is 0 on the way.
    zeros: Vec<Term>,
}

/// Equations between the numbers at the head of a loop, of which these facts are known; the facts may speak of the
/// rounds' counters, which are no constants. Conditions are those that somebody is interested in: they say which
/// degree is of use.
pub fn equations(
    context: &mut Context<'_>,
    rounds: &Rounds,
    counters: &[Symbol],
    facts: &[Term],
    conditions: &[Term],
) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    if rounds.rounds.is_empty() {
        return found;
    }
    let mut known: Vec<(Option<Int>, Term)> = Vec::new();
    for modulus in moduli(&mut context.terms, rounds) {
        let degree = degree(&mut context.terms, rounds, conditions, modulus.as_ref());
        // Lines are found by counting, at less cost.
        if degree == 1 {
            continue;
        }
        let Some(cases) = cases(context, rounds, facts, modulus.as_ref()) else { continue };
        let mut space = Space::new(&mut context.terms, rounds, counters, &cases, modulus.clone());
        for degree in [1, degree] {
            if context.exhausted().is_some() {
                return Vec::new();
            }
            for polynomial in space.invariants(&mut context.terms, degree, &known).unwrap_or_default() {
                known.push((modulus.clone(), polynomial));
                let terms = &mut context.terms;
                found.push(match &modulus {
                    None => terms.is_zero(polynomial),
                    Some(modulus) => {
                        let modulus = terms.int(modulus);
                        let rest = terms.modulo(polynomial, modulus);
                        terms.is_zero(rest)
                    }
                });
            }
        }
        found.extend(space.asked(&mut context.terms, degree, conditions).unwrap_or_default());
    }
    found
}

/// The degree that is of use: that of what is compared, or 2 if a round multiplies.
fn degree(terms: &mut Terms, rounds: &Rounds, conditions: &[Term], modulus: Option<&Int>) -> u32 {
    let mut degree = 1;
    let mut open: Vec<Term> = conditions.to_vec();
    // Products that wrap in between are of a higher degree than they look.
    for condition in conditions {
        if let Some(p) = compared(terms, *condition).filter(|_| modulus.is_some()) {
            open.push(stripped(terms, p, modulus));
        }
    }
    open.extend(rounds.rounds.iter().flat_map(|round| round.effects.iter().copied()));
    for root in open {
        for part in terms.parts_first(&[root], |_| false) {
            if matches!(terms.node(part), Some(Node::Product(_))) {
                degree = degree.max(terms.degree(part));
            }
        }
    }
    degree.min(MAX_DEGREE)
}

/// What is compared with 0 in a condition or its opposite.
fn compared(terms: &Terms, condition: Term) -> Option<Term> {
    match terms.node(condition)? {
        Node::IsZero(p) => Some(*p),
        Node::Not(inner) => compared(terms, *inner),
        _ => None,
    }
}

/// Exactly, and modulo the sizes of the types that numbers wrap in.
fn moduli(terms: &mut Terms, rounds: &Rounds) -> Vec<Option<Int>> {
    let mut sizes: BTreeSet<Int> = BTreeSet::new();
    for entry in &rounds.entries {
        let info = terms.symbol_info(entry.symbol);
        if let (Sort::Int, Some(low), Some(high)) = (info.sort, &info.low, &info.high) {
            sizes.insert(high - low + Int::ONE);
        }
    }
    let least = Int::power_of_two(16);
    let sizes: Vec<Int> = sizes.into_iter().filter(|size| *size >= least).collect();
    let mut all = vec![None];
    for size in sizes.iter().rev() {
        let changes = |terms: &mut Terms, term: Term| stripped(terms, term, Some(size)) != term;
        let effects = rounds.rounds.iter().flat_map(|round| round.effects.iter().copied());
        let firsts = rounds.entries.iter().map(|entry| entry.value);
        if effects.chain(firsts).any(|term| terms.sort(term) == Sort::Int && changes(terms, term)) {
            all.push(Some(size.clone()));
        }
    }
    all
}

/// A term that is congruent modulo the modulus, without remainders by multiples of it, and with factors as small as
/// they can be: `x - 2·y` has many forms otherwise, which are different polynomials.
fn stripped(terms: &mut Terms, term: Term, modulus: Option<&Int>) -> Term {
    let Some(modulus) = modulus else { return term };
    let (constant, parts) = terms.polynomial(term);
    let mut sum = terms.int(&constant);
    for (factor, part) in parts {
        let factors: Vec<(Term, u32)> = match terms.node(part) {
            Some(Node::Product(factors)) => factors.to_vec(),
            _ => vec![(part, 1)],
        };
        let mut product = terms.int(&factor);
        for (base, power) in factors {
            let base = stripped_atom(terms, base, modulus);
            for _ in 0..power {
                product = terms.mul(product, base);
            }
        }
        sum = terms.add(sum, product);
    }
    let (constant, mut parts) = terms.polynomial(sum);
    parts.push((constant, Term::ONE));
    parts.iter_mut().for_each(|(factor, _)| *factor = least(factor, modulus));
    terms.linear(&parts)
}

/// The number next to 0 that is congruent.
fn least(number: &Int, modulus: &Int) -> Int {
    match number.rem_euclid(modulus) {
        Some(rest) if &rest + &rest > *modulus => &rest - modulus,
        Some(rest) => rest,
        None => number.clone(),
    }
}

fn stripped_atom(terms: &mut Terms, atom: Term, modulus: &Int) -> Term {
    match terms.node(atom) {
        Some(Node::Mod(inner, by)) => {
            let (inner, by) = (*inner, *by);
            let divides =
                terms.as_int(by).and_then(|by| by.rem_euclid(modulus)).is_some_and(|rest| rest.is_zero());
            if divides { stripped(terms, inner, Some(modulus)) } else { atom }
        }
        Some(Node::Ite(_, then, otherwise)) => {
            let (then, otherwise) = (*then, *otherwise);
            let then = stripped(terms, then, Some(modulus));
            let otherwise = stripped(terms, otherwise, Some(modulus));
            let difference = terms.sub(then, otherwise);
            let constant = terms.as_int(difference).and_then(|constant| constant.rem_euclid(modulus));
            if constant.is_some_and(|rest| rest.is_zero()) { then } else { atom }
        }
        Some(Node::Sum { .. } | Node::Product(_)) => stripped(terms, atom, Some(modulus)),
        _ => atom,
    }
}

/// All ways that are possible, each with its choices made.
fn cases(
    context: &mut Context<'_>,
    rounds: &Rounds,
    facts: &[Term],
    modulus: Option<&Int>,
) -> Option<Vec<Case>> {
    let (mut all, mut patience) = (Vec::new(), PATIENCE);
    for round in &rounds.rounds {
        let mut state = State { model: None, ..round.after.clone() };
        facts.iter().for_each(|fact| state.assume(&context.terms, *fact));
        let numbers = rounds.entries.iter().zip(&round.effects);
        let numbers: Vec<(Symbol, Term)> = numbers
            .filter(|(entry, _)| context.terms.symbol_info(entry.symbol).sort == Sort::Int)
            .map(|(entry, effect)| (entry.symbol, *effect))
            .collect();
        let conditions = round_conditions(&context.terms, round, facts);
        let mut open = vec![(state, numbers, conditions)];
        while let Some((state, numbers, conditions)) = open.pop() {
            if all.len() + open.len() > MAX_CASES {
                return None;
            }
            let terms = &mut context.terms;
            let numbers: Vec<(Symbol, Term)> = numbers
                .into_iter()
                .map(|(symbol, effect)| (symbol, stripped(terms, effect, modulus)))
                .collect();
            let Some(condition) = choice(terms, &numbers, &conditions, modulus) else {
                let zeros = zeros(terms, &numbers, &conditions, modulus);
                all.push(Case { effects: numbers.into_iter().collect(), zeros });
                continue;
            };
            for holds in [true, false] {
                let side = if holds { condition } else { context.terms.not(condition) };
                match context.ask_within(&state, side, LIMIT) {
                    Answer::Unsat => continue,
                    Answer::Sat(_) => {}
                    Answer::Unknown(_) => patience = patience.checked_sub(1)?,
                }
                let terms = &mut context.terms;
                let mut chosen = state.clone();
                chosen.assume(terms, side);
                let choose = |terms: &mut Terms, term: Term| {
                    terms.rewrite(term, |terms, part| match terms.node(part) {
                        Some(Node::Ite(test, a, b)) if *test == condition => {
                            Some(if holds { *a } else { *b })
                        }
                        _ => None,
                    })
                };
                let numbers =
                    numbers.iter().map(|(symbol, effect)| (*symbol, choose(terms, *effect))).collect();
                let mut conditions: Vec<Term> =
                    conditions.iter().map(|condition| choose(terms, *condition)).collect();
                conditions.push(side);
                open.push((chosen, numbers, conditions));
            }
        }
    }
    Some(all)
}

/// The conditions of a round and its facts, conjunctions taken apart.
fn round_conditions(terms: &Terms, round: &Round, facts: &[Term]) -> Vec<Term> {
    let mut all = Vec::new();
    let mut open: Vec<Term> = round.conditions.iter().chain(facts).copied().collect();
    while let Some(condition) = open.pop() {
        match terms.node(condition) {
            Some(Node::And(parts)) => open.extend(parts.iter().copied()),
            _ => all.push(condition),
        }
    }
    all
}

/// The condition of a choice between numbers, if there is one.
fn choice(
    terms: &mut Terms,
    numbers: &[(Symbol, Term)],
    conditions: &[Term],
    modulus: Option<&Int>,
) -> Option<Term> {
    let mut roots: Vec<Term> = numbers.iter().map(|(_, effect)| *effect).collect();
    for condition in conditions {
        if let Some(Node::IsZero(p)) = terms.node(*condition) {
            let p = *p;
            roots.push(stripped(terms, p, modulus));
        }
    }
    for root in roots {
        for (atom, _) in atoms(terms, root) {
            if let Some(Node::Ite(condition, ..)) = terms.node(atom) {
                return Some(*condition);
            }
        }
    }
    None
}

/// What a term is a polynomial in.
fn atoms(terms: &Terms, term: Term) -> Vec<(Term, u32)> {
    let (_, parts) = terms.polynomial(term);
    let mut all = Vec::new();
    for (_, part) in parts {
        match terms.node(part) {
            Some(Node::Product(factors)) => all.extend(factors.iter().copied()),
            _ => all.push((part, 1)),
        }
    }
    all
}

/// What is 0 on a way: equations among its conditions, what follows of remainders by 2, and what quotients are.
fn zeros(
    terms: &mut Terms,
    numbers: &[(Symbol, Term)],
    conditions: &[Term],
    modulus: Option<&Int>,
) -> Vec<Term> {
    let mut zeros: Vec<Term> = Vec::new();
    for condition in conditions {
        match terms.node(*condition) {
            Some(Node::IsZero(p)) => {
                let p = *p;
                zeros.push(stripped(terms, p, modulus));
            }
            Some(Node::Not(inner)) => {
                if let Some(Node::IsZero(p)) = terms.node(*inner) {
                    let p = *p;
                    zeros.extend(other_bit(terms, p));
                }
            }
            _ => {}
        }
    }
    let roots: Vec<Term> = numbers.iter().map(|(_, effect)| *effect).chain(zeros.clone()).collect();
    let mut divisions: BTreeSet<(Term, Term)> = BTreeSet::new();
    for root in roots {
        for (atom, _) in atoms(terms, root) {
            if let Some(Node::Div(of, by) | Node::Mod(of, by)) = terms.node(atom) {
                divisions.insert((*of, *by));
            }
        }
    }
    for (of, by) in divisions {
        if terms.as_int(by).is_none_or(|by| by.is_zero()) {
            continue;
        }
        let (quotient, rest) = (terms.div(of, by), terms.modulo(of, by));
        let product = terms.mul(quotient, by);
        let whole = terms.add(product, rest);
        let zero = terms.sub(whole, of);
        zeros.push(stripped(terms, zero, modulus));
    }
    zeros.retain(|zero| terms.as_int(*zero).is_none());
    zeros.sort_unstable();
    zeros.dedup();
    zeros.truncate(MAX_EQUATIONS);
    zeros
}

/// A remainder by 2 that is not one number is the other.
fn other_bit(terms: &mut Terms, p: Term) -> Option<Term> {
    let (constant, parts) = terms.polynomial(p);
    let [(factor, atom)] = parts.as_slice() else { return None };
    let Some(Node::Mod(_, by)) = terms.node(*atom) else { return None };
    let two = terms.as_int(*by)?;
    if two != Int::from(2) || factor.abs() != Int::ONE {
        return None;
    }
    let not = &Int::ZERO - &(&constant * factor);
    let other = terms.int(&(&Int::ONE - &not));
    Some(terms.sub(*atom, other))
}

/// The polynomials in some numbers.
struct Space<'a> {
    numbers: Vec<Term>,
    first: FxHashMap<Symbol, Term>,
    cases: &'a [Case],
    modulus: Option<Int>,
}

impl<'a> Space<'a> {
    fn new(
        terms: &mut Terms,
        rounds: &Rounds,
        counters: &[Symbol],
        cases: &'a [Case],
        modulus: Option<Int>,
    ) -> Self {
        let entries: Vec<(Symbol, Term)> = rounds
            .entries
            .iter()
            .filter(|entry| terms.symbol_info(entry.symbol).sort == Sort::Int)
            .map(|entry| (entry.symbol, entry.value))
            .collect();
        let mut first = FxHashMap::default();
        let mut numbers = Vec::new();
        let mut others: Vec<Term> = Vec::new();
        for (symbol, value) in entries {
            let value = stripped(terms, value, modulus.as_ref());
            others.extend(atoms(terms, value).into_iter().map(|(atom, _)| atom));
            numbers.push(terms.symbol_term(symbol));
            first.insert(symbol, value);
        }
        for case in cases {
            for root in case.effects.values().chain(&case.zeros) {
                others.extend(atoms(terms, *root).into_iter().map(|(atom, _)| atom));
            }
        }
        for other in others {
            let changes = |symbol: Symbol| rounds.is_new(symbol) || counters.contains(&symbol);
            let stays = terms.as_symbol(other).is_some_and(|symbol| !changes(symbol));
            if stays && !numbers.contains(&other) {
                numbers.push(other);
            }
        }
        numbers.truncate(MAX_NUMBERS);
        Self { numbers, first, cases, modulus }
    }

    /// Polynomials up to a degree that are 0 always, but for what follows from known ones.
    fn invariants(
        &mut self,
        terms: &mut Terms,
        degree: u32,
        known: &[(Option<Int>, Term)],
    ) -> Option<Vec<Term>> {
        let monomials = self.monomials(terms, degree)?;
        let mut basis = self.first_zero(terms, &monomials)?;
        let effects: Vec<Vec<Term>> = self
            .cases
            .iter()
            .map(|case| monomials.iter().map(|monomial| terms.substitute(*monomial, &case.effects)).collect())
            .collect();
        let ideals: Vec<Vec<Term>> = self.cases.iter().map(|case| self.ideal(terms, case, degree)).collect();
        loop {
            let mut steady = 0;
            for number in (0..self.cases.len()).cycle() {
                if steady == self.cases.len() || basis.is_empty() {
                    break;
                }
                let next = kept(terms, &monomials, &basis, &effects[number], &ideals[number])?;
                steady = if next.len() == basis.len() { steady + 1 } else { 0 };
                basis = next;
            }
            let before = basis.len();
            for number in (0..before).rev() {
                let mut ways = effects.iter().zip(&ideals);
                if !ways.try_fold(true, |all, (effects, ideal)| {
                    Some(all && self.is_certain(terms, &monomials, &basis, number, effects, ideal)?)
                })? {
                    basis.remove(number);
                }
            }
            if basis.len() == before {
                break;
            }
        }
        self.news(terms, &monomials, basis, known)
    }

    /// Those of the conditions that are equations which hold always, modulo the size of a type.
    ///
    /// A space that each way leads into itself, without anything that is 0 only on that way, has a property more: its
    /// polynomials with integers are led to such ones again. So all of them are 0 modulo the size of the type, also
    /// those that are a fraction of a sum of others, such as `s - (a + 1)²` where `4·s - (t + 1)²` is one and `t - 2·a - 1`
    /// another. They are too many to be told, but what the program asks about is one of them or is not.
    fn asked(&self, terms: &mut Terms, degree: u32, conditions: &[Term]) -> Option<Vec<Term>> {
        let modulus = self.modulus.clone()?;
        let monomials = self.monomials(terms, degree)?;
        let mut basis = self.first_zero(terms, &monomials)?;
        let mut steady = 0;
        for case in self.cases.iter().cycle() {
            if steady == self.cases.len() || basis.is_empty() {
                break;
            }
            let effects: Vec<Term> =
                monomials.iter().map(|monomial| terms.substitute(*monomial, &case.effects)).collect();
            let next = kept(terms, &monomials, &basis, &effects, &[])?;
            steady = if next.len() == basis.len() { steady + 1 } else { 0 };
            basis = next;
        }
        let index: FxHashMap<Term, usize> =
            monomials.iter().enumerate().map(|(number, monomial)| (*monomial, number)).collect();
        let rows = span(basis)?;
        let mut found = Vec::new();
        for condition in conditions {
            let Some(p) = compared(terms, *condition) else { continue };
            let polynomial = stripped(terms, p, self.modulus.as_ref());
            let Some(vector) = vector(terms, polynomial, &index) else { continue };
            // What is 0 modulo the size, and less than the size away from 0, is 0.
            let Interval { low, high } = terms.bounds(p, &SymbolBounds::default());
            let is_small = low.is_some_and(|low| -&low < modulus) && high.is_some_and(|high| high < modulus);
            if is_small && without(&rows, vector)?.iter().all(|number| *number == 0) {
                found.push(terms.is_zero(p));
            }
        }
        Some(found)
    }

    /// All products of up to so many numbers, and 1; fewer factors if these are too many.
    fn monomials(&self, terms: &mut Terms, degree: u32) -> Option<Vec<Term>> {
        let mut all = vec![Term::ONE];
        let mut last = vec![(Term::ONE, 0)];
        for _ in 0..degree {
            let mut next = Vec::new();
            for (monomial, from) in &last {
                for (number, factor) in self.numbers.iter().enumerate().skip(*from) {
                    next.push((terms.mul(*monomial, *factor), number));
                }
            }
            if all.len() + next.len() > MAX_MONOMIALS {
                break;
            }
            all.extend(next.iter().map(|(monomial, _)| *monomial));
            last = next;
        }
        // What is eliminated first is what equations are solved for: high degrees.
        all.reverse();
        Some(all)
    }

    /// Those that are 0 when the loop is entered.
    fn first_zero(&self, terms: &mut Terms, monomials: &[Term]) -> Option<Vec<Vector>> {
        let columns: Vec<Term> =
            monomials.iter().map(|monomial| terms.substitute(*monomial, &self.first)).collect();
        nullspace(matrix(terms, &columns)?, columns.len())
    }

    /// Products of what is 0 on a way.
    fn ideal(&self, terms: &mut Terms, case: &Case, degree: u32) -> Vec<Term> {
        let mut all = Vec::new();
        for zero in &case.zeros {
            all.push(*zero);
            if degree > terms.degree(*zero) {
                for number in &self.numbers {
                    all.push(terms.mul(*zero, *number));
                }
            }
        }
        all
    }

    /// Whether a polynomial of a space is 0 after a way if all of the space are before it. Modulo a power of two,
    /// what is a multiple by an even number says little.
    fn is_certain(
        &self,
        terms: &mut Terms,
        monomials: &[Term],
        basis: &[Vector],
        number: usize,
        effects: &[Term],
        ideal: &[Term],
    ) -> Option<bool> {
        let mut columns = vec![combined(terms, &basis[number], effects)?];
        for vector in basis {
            columns.push(combined(terms, vector, monomials)?);
        }
        columns.extend_from_slice(ideal);
        let solutions = nullspace(matrix(terms, &columns)?, columns.len())?;
        let mut multiples = solutions.iter().map(|solution| solution[0]);
        Some(match self.modulus {
            None => multiples.any(|multiple| multiple != 0),
            Some(_) => multiples.any(|multiple| multiple % 2 != 0),
        })
    }

    /// The polynomials of a space that do not follow from those that are known and of lower degree.
    fn news(
        &self,
        terms: &mut Terms,
        monomials: &[Term],
        basis: Vec<Vector>,
        known: &[(Option<Int>, Term)],
    ) -> Option<Vec<Term>> {
        let index: FxHashMap<Term, usize> =
            monomials.iter().enumerate().map(|(number, monomial)| (*monomial, number)).collect();
        let mut rows = Vec::new();
        for (_, polynomial) in known {
            for monomial in monomials {
                let product = terms.mul(*polynomial, *monomial);
                rows.extend(vector(terms, product, &index));
            }
        }
        let mut rows = span(rows)?;
        let mut news = Vec::new();
        for vector in basis {
            if without(&rows, vector.clone())?.iter().all(|number| *number == 0) {
                continue;
            }
            news.push(combined(terms, &vector, monomials)?);
            rows.push(vector);
            rows = span(rows)?;
        }
        Some(news)
    }
}

/// The part of a space that a way leads into the space itself.
fn kept(
    terms: &mut Terms,
    monomials: &[Term],
    basis: &[Vector],
    effects: &[Term],
    ideal: &[Term],
) -> Option<Vec<Vector>> {
    let mut columns = Vec::with_capacity(2 * basis.len() + ideal.len());
    for of in [effects, monomials] {
        for vector in basis {
            columns.push(combined(terms, vector, of)?);
        }
    }
    columns.extend_from_slice(ideal);
    let solutions = nullspace(matrix(terms, &columns)?, columns.len())?;
    let mut kept = Vec::new();
    for solution in span(solutions.into_iter().map(|solution| solution[..basis.len()].to_vec()).collect())? {
        let mut vector = vec![0i128; monomials.len()];
        for (factor, basis) in solution.iter().zip(basis) {
            for (sum, number) in vector.iter_mut().zip(basis) {
                *sum = sum.checked_add(factor.checked_mul(*number)?)?;
            }
        }
        kept.push(primitive(vector));
    }
    span(kept)
}

/// The sum of terms with factors.
fn combined(terms: &mut Terms, factors: &[i128], of: &[Term]) -> Option<Term> {
    let mut parts: Vec<(Int, Term)> = Vec::new();
    for (factor, term) in factors.iter().zip(of).filter(|(factor, _)| **factor != 0) {
        parts.push((Int::from(i64::try_from(*factor).ok()?), *term));
    }
    Some(terms.linear(&parts))
}

/// A row for each monomial of these polynomials, with its factor in each of them.
fn matrix(terms: &Terms, polynomials: &[Term]) -> Option<Vec<Vector>> {
    let mut rows: FxHashMap<Term, Vector> = FxHashMap::default();
    for (column, polynomial) in polynomials.iter().enumerate() {
        let (constant, parts) = terms.polynomial(*polynomial);
        for (factor, monomial) in parts.into_iter().chain([(constant, Term::ONE)]) {
            if !factor.is_zero() {
                let row = rows.entry(monomial).or_insert_with(|| vec![0; polynomials.len()]);
                row[column] = i128::from(factor.to_i64()?);
            }
        }
    }
    if rows.len() > MAX_ROWS {
        return None;
    }
    let mut rows: Vec<(Term, Vector)> = rows.into_iter().collect();
    rows.sort_unstable_by_key(|(monomial, _)| *monomial);
    Some(rows.into_iter().map(|(_, row)| row).collect())
}

/// A polynomial by its factors, if it has no other monomials than these.
fn vector(terms: &Terms, polynomial: Term, index: &FxHashMap<Term, usize>) -> Option<Vector> {
    let (constant, parts) = terms.polynomial(polynomial);
    let mut vector = vec![0; index.len()];
    for (factor, monomial) in parts.into_iter().chain([(constant, Term::ONE)]) {
        if !factor.is_zero() {
            vector[*index.get(&monomial)?] = i128::from(factor.to_i64()?);
        }
    }
    Some(vector)
}
