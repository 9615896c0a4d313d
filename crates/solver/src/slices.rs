//! Only what is connected needs solving.
//!
//! Two constraints are connected if they share a symbol. With a hint, the part
//! of the path that is not connected with the goal holds under the hint, and
//! goes on doing so; the slice around the goal is solved, and its model's values
//! replace the hint's. Without a hint, all independent parts are solved, each by
//! itself, and their models joined.

use crate::clock::Moment;
use crate::{Answer, LayerStatistics, Query, Solver, Statistics};
use kyklos_term::{Model, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The layer.
pub struct Slices {
    /// The path last asked about.
    path: Vec<Term>,
    /// The positions in `path` at which a symbol occurs, ascending.
    occurs: FxHashMap<Symbol, Vec<usize>>,
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

impl Slices {
    /// The layer around another solver.
    pub fn new(next: Box<dyn Solver>) -> Self {
        let (path, occurs) = (Vec::new(), FxHashMap::default());
        Self { path, occurs, layer: LayerStatistics::new("slices"), next }
    }

    /// Brings `path` and `occurs` to a new path, keeping what both have in front.
    fn follow(&mut self, terms: &mut Terms, path: &[Term]) {
        let common = self.path.iter().zip(path).take_while(|(old, new)| old == new).count();
        for constraint in self.path.drain(common..).rev() {
            for symbol in terms.free_symbols(constraint).iter() {
                if let Some(positions) = self.occurs.get_mut(symbol) {
                    positions.pop();
                }
            }
        }
        for constraint in &path[common..] {
            for symbol in terms.free_symbols(*constraint).iter() {
                self.occurs.entry(*symbol).or_default().push(self.path.len());
            }
            self.path.push(*constraint);
        }
    }

    /// The positions of the constraints that are connected with these symbols,
    /// ascending, and all symbols in them and in the beginning.
    fn connected(&self, terms: &mut Terms, symbols: &[Symbol]) -> (Vec<usize>, Vec<Symbol>) {
        let mut seen: FxHashSet<Symbol> = symbols.iter().copied().collect();
        let mut all: Vec<Symbol> = symbols.to_vec();
        let mut slice: FxHashSet<usize> = FxHashSet::default();
        let mut next = 0;
        while let Some(symbol) = all.get(next) {
            next += 1;
            for position in self.occurs.get(symbol).into_iter().flatten() {
                if slice.insert(*position) {
                    let more = terms.free_symbols(self.path[*position]);
                    all.extend(more.iter().copied().filter(|symbol| seen.insert(*symbol)));
                }
            }
        }
        let mut slice: Vec<usize> = slice.into_iter().collect();
        slice.sort_unstable();
        (slice, all)
    }

    fn with_hint(&mut self, terms: &mut Terms, query: &Query<'_>, hint: &Rc<Model>) -> Answer {
        let symbols = terms.free_symbols(query.goal);
        let (slice, symbols) = self.connected(terms, &symbols);
        let path: Vec<Term> = slice.iter().map(|position| self.path[*position]).collect();
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
        let mut taken = vec![false; self.path.len()];
        let mut parts = Vec::new();
        let symbols = terms.free_symbols(goal);
        let (slice, symbols) = self.connected(terms, &symbols);
        let mut take = |slice: Vec<usize>, symbols: Vec<Symbol>, taken: &mut [bool]| {
            slice.iter().for_each(|position| taken[*position] = true);
            parts.push((slice.iter().map(|position| self.path[*position]).collect(), symbols));
        };
        take(slice, symbols, &mut taken);
        for position in 0..self.path.len() {
            if taken[position] {
                continue;
            }
            let symbols = terms.free_symbols(self.path[position]);
            let (slice, symbols) = self.connected(terms, &symbols);
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
        self.follow(terms, query.path);
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
