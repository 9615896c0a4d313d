//! Universals under a model: the points of their ranges where they fail.

use super::prepare::{Event, Universal, sources};
use crate::clock::Moment;
use kyklos_base::Int;
use kyklos_term::{Model, Symbol, Term, Terms, Value};
use std::collections::BTreeSet;

/// Ranges up to this wide are tried value by value, wider ones only where
/// something changes.
const DENSE: i64 = 64;
/// So many failures of one universal are enough.
const FAILURES: usize = 32;

/// What was found out about a universal.
#[derive(Default)]
pub(super) struct Findings {
    /// Values of the bound variables for which the body is false.
    pub(super) violated: Vec<Vec<Int>>,
    /// Values for which the body has no value.
    pub(super) open: Vec<Vec<Int>>,
    /// Whether all values were looked at, or enough failures found.
    pub(super) complete: bool,
    /// Whether values were left out because nothing changes there.
    pub(super) sparse: bool,
}

/// How much may be spent on evaluation.
pub(super) struct Budget {
    pub(super) points: usize,
    pub(super) until: Moment,
}

impl Budget {
    fn is_spent(&self) -> bool {
        self.points == 0 || Moment::now() > self.until
    }
}

/// Evaluates a universal under a model, within the budget.
pub(super) fn check(
    terms: &mut Terms,
    universal: &Universal,
    model: &Model,
    budget: &mut Budget,
) -> Findings {
    let findings = Findings { complete: true, ..Findings::default() };
    if universal.ground.iter().any(|part| terms.holds(*part, model) == Some(true)) {
        return findings;
    }
    let (model, point) = (model.clone(), Vec::new());
    let mut walk = Walk { universal, model, point, findings, budget };
    walk.variable(terms, 0);
    walk.findings
}

struct Walk<'a> {
    universal: &'a Universal,
    /// The model with values for the bound variables in `point`.
    model: Model,
    point: Vec<Int>,
    findings: Findings,
    budget: &'a mut Budget,
}

impl Walk<'_> {
    fn variable(&mut self, terms: &mut Terms, variable: usize) {
        let Some(symbol) = self.universal.bound.get(variable) else {
            self.body(terms);
            return;
        };
        let Some(points) = self.points(terms, variable) else {
            self.findings.complete = false;
            return;
        };
        for value in points {
            if self.findings.violated.len() + self.findings.open.len() >= FAILURES {
                return;
            }
            if self.budget.is_spent() {
                self.findings.complete = false;
                return;
            }
            self.model.set(*symbol, Value::Int(value.clone()));
            self.point.push(value);
            self.variable(terms, variable + 1);
            self.point.pop();
        }
    }

    fn body(&mut self, terms: &Terms) {
        if self.budget.is_spent() {
            self.findings.complete = false;
            return;
        }
        self.budget.points -= 1;
        match terms.holds(self.universal.body, &self.model) {
            Some(true) => {}
            Some(false) => self.findings.violated.push(self.point.clone()),
            None => self.findings.open.push(self.point.clone()),
        }
    }

    /// The values of a variable that have to be tried; `None` if they are too many.
    fn points(&mut self, terms: &mut Terms, variable: usize) -> Option<Vec<Int>> {
        let (mut low, mut high) = (None::<Int>, None::<Int>);
        for limit in self.universal.limits.iter().filter(|limit| limit.variable == variable) {
            let Some(value) = self.int(terms, limit.value) else { continue };
            match limit.lower {
                true => low = Some(low.map_or(value.clone(), |low| low.max(value))),
                false => high = Some(high.map_or(value.clone(), |high| high.min(value))),
            }
        }
        let width = match (&low, &high) {
            (Some(low), Some(high)) if low > high => return Some(Vec::new()),
            (Some(low), Some(high)) => (high - low).to_i64(),
            _ => None,
        };
        let dense = |most: i64| {
            let (low, width) = (low.clone()?, width.filter(|width| *width < most)?);
            Some((0..=width).map(|step| &low + &Int::from(step)).collect())
        };
        if let Some(all) = dense(DENSE) {
            return Some(all);
        }
        match &self.universal.events[variable] {
            Some(events) => {
                self.findings.sparse = true;
                let inside = |value: &Int| {
                    low.as_ref().is_none_or(|low| low <= value)
                        && high.as_ref().is_none_or(|high| value <= high)
                };
                Some(self.turning_points(terms, variable, events)?.into_iter().filter(inside).collect())
            }
            None => dense(i64::try_from(self.budget.points).unwrap_or(i64::MAX)),
        }
    }

    /// One value of each stretch on which the body does not change.
    fn turning_points(
        &mut self,
        terms: &mut Terms,
        variable: usize,
        events: &[Event],
    ) -> Option<BTreeSet<Int>> {
        let mut points = BTreeSet::new();
        for event in events {
            // What is added to the variable may be another number on each stretch.
            let stretches = match event.steady {
                true => vec![Int::ZERO],
                false => one_of_each_stretch(&points).into_iter().collect(),
            };
            if stretches.len() > self.budget.points {
                return None;
            }
            for stretch in stretches {
                if !event.steady {
                    self.model.set(self.universal.bound[variable], Value::Int(stretch));
                }
                let rest = self.int(terms, event.rest)?;
                self.event(terms, event, &rest, &mut points)?;
            }
        }
        Some(one_of_each_stretch(&points))
    }

    fn event(&self, terms: &mut Terms, event: &Event, rest: &Int, points: &mut BTreeSet<Int>) -> Option<()> {
        match event.array {
            None => {
                let zero = (-rest).div_euclid(&event.coefficient)?;
                points.extend([-1, 0, 1].map(|step| &zero + &Int::from(step)));
            }
            Some((array, position)) => {
                for index in self.indices(terms, array, position)? {
                    let offset = &index - rest;
                    if offset.rem_euclid(&event.coefficient)?.is_zero() {
                        points.insert(offset.div_euclid(&event.coefficient)?);
                    }
                }
            }
        }
        Some(())
    }

    /// The indices at which an array may differ from its default.
    fn indices(&self, terms: &mut Terms, array: Term, position: usize) -> Option<Vec<Int>> {
        let (symbols, written) = sources(terms, array)?;
        let mut indices = Vec::new();
        for symbol in symbols {
            indices.extend(function_indices(terms, symbol, &self.model, position));
        }
        for index in written {
            indices.push(self.int(terms, *index.get(position)?)?);
        }
        Some(indices)
    }

    fn int(&self, terms: &Terms, term: Term) -> Option<Int> {
        match terms.evaluate(term, &self.model)? {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }
}

/// The points at which something changes, and one in each stretch between them, before and after.
fn one_of_each_stretch(points: &BTreeSet<Int>) -> BTreeSet<Int> {
    let mut all = points.clone();
    all.insert(points.first().map_or(Int::ZERO, |first| first - &Int::ONE));
    all.extend(points.iter().map(|point| point + &Int::ONE));
    all
}

fn function_indices(terms: &mut Terms, array: Symbol, model: &Model, position: usize) -> Vec<Int> {
    let array = terms.symbol_term(array);
    match terms.evaluate(array, model) {
        Some(Value::Function(function)) => {
            function.entries.into_keys().filter_map(|key| key.get(position).cloned()).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::prepare::Preparation;
    use super::*;
    use kyklos_base::random::Random;
    use kyklos_term::{FunctionModel, Sort, SymbolKind};
    use std::time::Duration;

    /// What random formulas are made of.
    struct Parts {
        variable: Term,
        array: Term,
        other: Term,
        number: Term,
    }

    impl Parts {
        fn sum(&self, terms: &mut Terms, random: &mut Random, depth: u32) -> Term {
            let (factor, shift) = (random.below(5) as i64 - 2, random.below(200) as i64 - 100);
            let (factor, shift) = (terms.small(factor), terms.small(shift));
            let line = terms.mul(factor, self.variable);
            let line = terms.add(line, shift);
            let more = match random.below(if depth == 0 { 3 } else { 5 }) {
                0 => self.number,
                1 => Term::ZERO,
                2 => terms.read(self.array, &[line]),
                3 => {
                    let condition = self.formula(terms, random, depth - 1);
                    let (a, b) = (terms.read(self.array, &[line]), terms.read(self.other, &[self.variable]));
                    terms.ite(condition, a, b)
                }
                _ => {
                    let written = terms.write(self.array, &[self.number], shift);
                    terms.read(written, &[self.variable])
                }
            };
            let with_line = random.below(3) > 0;
            if with_line { terms.add(line, more) } else { more }
        }

        fn formula(&self, terms: &mut Terms, random: &mut Random, depth: u32) -> Term {
            let (a, b) = (self.sum(terms, random, depth), self.sum(terms, random, depth));
            let first = if random.below(3) == 0 { terms.ne(a, b) } else { terms.le(a, b) };
            if depth == 0 || random.below(2) == 0 {
                return first;
            }
            let second = self.formula(terms, random, depth - 1);
            if random.below(3) == 0 { terms.and([first, second]) } else { terms.or([first, second]) }
        }
    }

    fn random_model(terms: &Terms, parts: &Parts, random: &mut Random) -> Model {
        let mut model = Model::new();
        let symbol = |term| terms.as_symbol(term).unwrap();
        for array in [parts.array, parts.other] {
            let mut number = |low: i64, size: usize| Int::from(random.below(size) as i64 + low);
            let entries = (0..4).map(|_| (vec![number(-30, 260)], number(-200, 400))).collect();
            let default = number(-300, 600);
            model.set(symbol(array), Value::Function(FunctionModel { entries, default }));
        }
        model.set(symbol(parts.number), Value::Int(Int::from(random.below(400) as i64 - 200)));
        model
    }

    #[test]
    fn nothing_changes_between_the_points_that_are_tried() {
        const WIDTH: i64 = 200;
        let (mut changing, mut sparse) = (0, 0);
        for seed in 0..500 {
            let (mut terms, mut random) = (Terms::new(), Random::new(seed));
            let variable = terms.fresh("t", SymbolKind::Bound, Sort::Int);
            let array = terms.fresh("a", SymbolKind::Fresh, Sort::Array(1));
            let other = terms.fresh("b", SymbolKind::Fresh, Sort::Array(1));
            let number = terms.fresh("x", SymbolKind::Fresh, Sort::Int);
            let parts = Parts { variable, array, other, number };
            let body = parts.formula(&mut terms, &mut random, 2);
            let width = terms.small(WIDTH);
            let (before, after) = (terms.lt(variable, Term::ZERO), terms.le(width, variable));
            let body = terms.or([body, before, after]);
            let symbol = terms.as_symbol(variable).unwrap();
            let formula = terms.forall(&[symbol], body);
            let Some(prepared) = Preparation::default().parts(&mut terms, formula) else { continue };
            let [universal] = &prepared.universals[..] else { continue };
            for _ in 0..4 {
                let model = random_model(&terms, &parts, &mut random);
                let until = Moment::now() + Duration::from_secs(60);
                let findings = Findings::default();
                let budget = &mut Budget { points: 20_000, until };
                let mut walk = Walk { universal, model: model.clone(), point: Vec::new(), findings, budget };
                let Some(points) = walk.points(&mut terms, 0) else { continue };
                let tried: BTreeSet<Int> = points.into_iter().collect();
                let holds = |value: &Int| {
                    let mut model = model.clone();
                    model.set(symbol, Value::Int(value.clone()));
                    terms.holds(body, &model)
                };
                let mut changed = false;
                for value in (0..WIDTH).map(Int::from) {
                    let here = holds(&value);
                    let before = tried.range(..=&value).next_back();
                    let seen = here == Some(true) || before.is_some_and(|before| holds(before) == here);
                    assert!(seen, "{seed}, {value}: {}", terms.show(body));
                    changed |= here != holds(&Int::ZERO);
                }
                changing += u32::from(changed);
                sparse += u32::from(walk.findings.sparse);
            }
        }
        assert!(changing > 500 && sparse > 1000, "{changing} change, {sparse} sparse");
    }
}
