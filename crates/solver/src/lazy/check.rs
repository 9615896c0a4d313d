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

/// Evaluates a universal under a model, within the budget.
pub(super) fn check(
    terms: &mut Terms,
    universal: &Universal,
    model: &Model,
    budget: &mut Budget,
) -> Findings {
    let findings = Findings { violated: Vec::new(), open: Vec::new(), complete: true, sparse: false };
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
            self.model.set(*symbol, Value::Int(value.clone()));
            self.point.push(value);
            self.variable(terms, variable + 1);
            self.point.pop();
        }
    }

    fn body(&mut self, terms: &Terms) {
        if self.budget.points == 0 || Moment::now() > self.budget.until {
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
                Some(self.turning_points(terms, events)?.into_iter().filter(inside).collect())
            }
            None => dense(i64::try_from(self.budget.points).unwrap_or(i64::MAX)),
        }
    }

    /// One value of each stretch on which the body does not change.
    fn turning_points(&self, terms: &mut Terms, events: &[Event]) -> Option<BTreeSet<Int>> {
        let mut points = BTreeSet::new();
        for event in events {
            let rest = self.int(terms, event.rest)?;
            match event.array {
                None => {
                    let zero = (-&rest).div_euclid(&event.coefficient)?;
                    points.extend([-1, 0, 1].map(|step| &zero + &Int::from(step)));
                }
                Some((array, position)) => {
                    for index in self.indices(terms, array, position)? {
                        let offset = &index - &rest;
                        if offset.rem_euclid(&event.coefficient)?.is_zero() {
                            points.insert(offset.div_euclid(&event.coefficient)?);
                        }
                    }
                }
            }
        }
        let first = points.first().map_or(Int::ZERO, |first| first - &Int::ONE);
        let after: Vec<Int> = points.iter().map(|point| point + &Int::ONE).collect();
        points.extend(after);
        points.insert(first);
        Some(points)
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

fn function_indices(terms: &mut Terms, array: Symbol, model: &Model, position: usize) -> Vec<Int> {
    let array = terms.symbol_term(array);
    match terms.evaluate(array, model) {
        Some(Value::Function(function)) => {
            function.entries.into_keys().filter_map(|key| key.get(position).cloned()).collect()
        }
        _ => Vec::new(),
    }
}
