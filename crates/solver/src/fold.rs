//! Goals that can be decided by looking at them: constants, and what the path
//! states or denies word for word.

use crate::{Answer, LayerStatistics, Query, Solver, Statistics};
use kyklos_term::{Term, Terms};

/// The layer.
pub struct Fold {
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

impl Fold {
    /// The layer around another solver.
    pub fn new(next: Box<dyn Solver>) -> Self {
        Self { layer: LayerStatistics::new("fold"), next }
    }

    fn decide(terms: &mut Terms, query: &Query<'_>) -> Option<Answer> {
        if query.goal == Term::FALSE || query.path.contains(&Term::FALSE) {
            return Some(Answer::Unsat);
        }
        let parts = crate::conjuncts(terms, &query.goal).to_vec();
        if let Some(hint) = query.hint
            && parts.iter().all(|part| *part == Term::TRUE || query.path.contains(part))
        {
            return Some(Answer::Sat(hint.clone()));
        }
        // The negation of ★ is ★ itself, which denies nothing.
        let denied = parts.iter().any(|part| {
            let negated = terms.not(*part);
            negated != *part && query.path.contains(&negated)
        });
        denied.then_some(Answer::Unsat)
    }
}

impl Solver for Fold {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.layer.asked += 1;
        if let Some(answer) = Self::decide(terms, query) {
            self.layer.answered += 1;
            return answer;
        }
        self.next.solve(terms, query)
    }

    fn statistics(&self, report: &mut Statistics) {
        report.layers.push(self.layer.clone());
        self.next.statistics(report);
    }
}
