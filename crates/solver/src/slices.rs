//! Only what is connected needs solving.
//!
//! Two constraints are connected if they share a symbol. With a hint, the part
//! of the path that is not connected with the goal holds under the hint, and
//! goes on doing so; the slice around the goal is solved, and its model's values
//! replace the hint's. Without a hint, all independent parts are solved, each by
//! itself, and their models joined.

use crate::clock::Moment;
use crate::index::Index;
use crate::{Answer, LayerStatistics, Query, Solver, Statistics};
use kyklos_term::{Model, Symbol, Term, Terms};
use std::rc::Rc;

/// The layer.
pub struct Slices {
    /// The path last asked about.
    index: Index,
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

impl Slices {
    /// The layer around another solver.
    pub fn new(next: Box<dyn Solver>) -> Self {
        Self { index: Index::default(), layer: LayerStatistics::new("slices"), next }
    }

    fn with_hint(&mut self, terms: &mut Terms, query: &Query<'_>, hint: &Rc<Model>) -> Answer {
        let symbols = terms.free_symbols(query.goal);
        let (slice, symbols) = self.index.connected(terms, &symbols);
        let path: Vec<Term> = slice.iter().map(|position| self.index.path()[*position]).collect();
        match self.next.solve(terms, &Query { path: &path, ..*query }) {
            Answer::Sat(model) => {
                let mut whole = Model::clone(hint);
                whole.overlay(&model, &symbols);
                Answer::Sat(Rc::new(whole))
            }
            other => other,
        }
    }

    fn without_hint(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        let parts = self.parts(terms, query.goal);
        if parts.len() == 1 {
            return self.next.solve(terms, query);
        }
        let start = Moment::now();
        let (mut whole, mut unknown) = (Model::new(), None);
        for (index, (path, symbols)) in parts.iter().enumerate() {
            let limit = query.limit.saturating_sub(start.elapsed());
            let (path, goal) = match path.split_last() {
                // The first part is that of the goal.
                Some((last, rest)) if index > 0 => (rest, *last),
                _ => (path.as_slice(), query.goal),
            };
            match self.next.solve(terms, &Query { path, goal, hint: None, limit }) {
                Answer::Sat(model) => whole.overlay(&model, symbols),
                Answer::Unsat => return Answer::Unsat,
                Answer::Unknown(reason) => {
                    unknown.get_or_insert(reason);
                }
            }
        }
        match unknown {
            Some(reason) => Answer::Unknown(reason),
            None => Answer::Sat(Rc::new(whole)),
        }
    }

    /// The path, split into what is connected with the goal (first, and perhaps
    /// empty) and the other independent parts, each with its symbols.
    fn parts(&self, terms: &mut Terms, goal: Term) -> Vec<(Vec<Term>, Vec<Symbol>)> {
        let mut taken = vec![false; self.index.path().len()];
        let mut parts = Vec::new();
        let symbols = terms.free_symbols(goal);
        let (slice, symbols) = self.index.connected(terms, &symbols);
        let mut take = |slice: Vec<usize>, symbols: Vec<Symbol>, taken: &mut [bool]| {
            slice.iter().for_each(|position| taken[*position] = true);
            parts.push((slice.iter().map(|position| self.index.path()[*position]).collect(), symbols));
        };
        take(slice, symbols, &mut taken);
        for position in 0..self.index.path().len() {
            if taken[position] {
                continue;
            }
            let symbols = terms.free_symbols(self.index.path()[position]);
            let (slice, symbols) = self.index.connected(terms, &symbols);
            // A constraint without symbols is a part by itself.
            let slice = if slice.is_empty() { vec![position] } else { slice };
            take(slice, symbols, &mut taken);
        }
        parts
    }
}

impl Solver for Slices {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.layer.asked += 1;
        self.index.follow(terms, query.path);
        match query.hint {
            Some(hint) => self.with_hint(terms, query, hint),
            None => self.without_hint(terms, query),
        }
    }

    fn statistics(&self, report: &mut Statistics) {
        report.layers.push(self.layer.clone());
        self.next.statistics(report);
    }
}
