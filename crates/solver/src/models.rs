//! Models at hand that happen to fit: the hint, and the models found last. Note [models].
//!
//! Of the two branches of a condition the hint satisfies one, so half of all
//! feasibility queries end here. Only determined values count.

use crate::{Answer, LayerStatistics, Query, Solver, Statistics};
use kyklos_term::{Model, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

/// The layer.
pub struct Models {
    recent: VecDeque<Recent>,
    capacity: usize,
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

/// A model found, and the constraints it was tried on.
struct Recent {
    model: Rc<Model>,
    /// The path that it was found for: that holds, and most paths begin as the one before.
    path: Vec<Term>,
    holds: FxHashMap<Term, bool>,
}

impl Models {
    /// The layer around another solver, trying up to this many recent models.
    pub fn new(capacity: usize, next: Box<dyn Solver>) -> Self {
        Self { recent: VecDeque::new(), capacity, layer: LayerStatistics::new("models"), next }
    }

    fn fitting(&mut self, terms: &Terms, query: &Query<'_>) -> Option<Rc<Model>> {
        if let Some(hint) = query.hint
            && terms.holds(query.goal, hint) == Some(true)
        {
            return Some(hint.clone());
        }
        self.recent.iter_mut().find_map(|recent| recent.fits(terms, query).then(|| recent.model.clone()))
    }
}

impl Recent {
    /// The goal decides most often, then what the path got last.
    fn fits(&mut self, terms: &Terms, query: &Query<'_>) -> bool {
        if !self.holds(terms, query.goal) {
            return false;
        }
        let common = self.path.iter().zip(query.path).take_while(|(old, new)| old == new).count();
        query.path[common..].iter().rev().all(|part| self.holds(terms, *part))
    }

    fn holds(&mut self, terms: &Terms, constraint: Term) -> bool {
        let model = &self.model;
        *self.holds.entry(constraint).or_insert_with(|| terms.holds(constraint, model) == Some(true))
    }
}

impl Solver for Models {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.layer.asked += 1;
        if let Some(model) = self.fitting(terms, query) {
            self.layer.answered += 1;
            return Answer::Sat(model);
        }
        let answer = self.next.solve(terms, query);
        if let Answer::Sat(model) = &answer {
            let (model, path) = (model.clone(), query.path.to_vec());
            self.recent.push_front(Recent { model, path, holds: FxHashMap::default() });
            self.recent.truncate(self.capacity);
        }
        answer
    }

    fn statistics(&self, report: &mut Statistics) {
        report.layers.push(self.layer.clone());
        self.next.statistics(report);
    }
}
