//! Of a long path, what is near the goal first. Note [near].
//!
//! All constraints of a path may be connected, one by one, and still only those matter that speak of the goal's own
//! symbols. So before a long path is asked about, two short questions are: whether the hint can be mended by
//! other values of the goal's symbols alone, and whether what speaks of them contradicts the goal already. Before that,
//! and for goals of many symbols, some values of one symbol are tried ([`mend`](crate::mend)).

use crate::clock::Moment;
use crate::{Answer, LayerStatistics, Query, Solver, Statistics};
use kyklos_term::{Model, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::time::Duration;

/// Shorter paths are asked about as they are.
const LONG: usize = 48;
/// Goals of fewer symbols are asked about as they are.
const MANY: usize = 16;
/// What is near is at most this part of the path.
const PART: usize = 4;
/// The most time for a short question.
const SHORT: Duration = Duration::from_millis(100);

/// The layer.
pub struct Near {
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

impl Near {
    /// The layer around another solver.
    pub fn new(next: Box<dyn Solver>) -> Self {
        Self { layer: LayerStatistics::new("near"), next }
    }

    /// The hint with other values of the goal's symbols.
    fn mended(
        &mut self,
        terms: &mut Terms,
        query: &Query<'_>,
        near: &[Term],
        limit: Duration,
    ) -> Option<Rc<Model>> {
        let hint = query.hint?;
        let own = terms.free_symbols(query.goal);
        let mut others: FxHashMap<Symbol, Term> = FxHashMap::default();
        for symbol in crate::symbols_of(terms, near) {
            match terms.symbol_info(symbol).sort {
                _ if own.contains(&symbol) => {}
                Sort::Int => drop(others.insert(symbol, terms.int(&hint.int(symbol)))),
                _ => return None,
            }
        }
        let path: Vec<Term> = near.iter().map(|constraint| terms.substitute(*constraint, &others)).collect();
        let path: Vec<Term> = path.into_iter().filter(|constraint| *constraint != Term::TRUE).collect();
        if path.contains(&Term::FALSE) {
            return None;
        }
        let Answer::Sat(found) = self.next.solve(terms, &Query { path: &path, hint: None, limit, ..*query })
        else {
            return None;
        };
        let mut model = Model::clone(hint);
        model.overlay(&found, &own);
        let holds = |constraint: &Term| terms.holds(*constraint, &model) == Some(true);
        (near.iter().all(holds) && holds(&query.goal)).then(|| Rc::new(model))
    }

    /// The answer to a long path, if what is near gives it.
    fn short(&mut self, terms: &mut Terms, query: &Query<'_>) -> Option<Answer> {
        let own = terms.free_symbols(query.goal);
        let near: Vec<Term> = query
            .path
            .iter()
            .copied()
            .filter(|constraint| terms.free_symbols(*constraint).iter().any(|symbol| own.contains(symbol)))
            .collect();
        if near.len() * PART > query.path.len() {
            return None;
        }
        let limit = SHORT.min(query.limit / 8);
        if let Some(model) = self.mended(terms, query, &near, limit) {
            return Some(Answer::Sat(model));
        }
        match self.next.solve(terms, &Query { path: &near, hint: None, limit, ..*query }) {
            Answer::Unsat => Some(Answer::Unsat),
            _ => None,
        }
    }
}

impl Solver for Near {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.layer.asked += 1;
        let start = Moment::now();
        let is_long = query.path.len() >= LONG;
        if (is_long || terms.free_symbols(query.goal).len() >= MANY)
            && let Some(model) = crate::mend::by_one_symbol(terms, query)
        {
            self.layer.answered += 1;
            return Answer::Sat(model);
        }
        if is_long && let Some(answer) = self.short(terms, query) {
            self.layer.answered += 1;
            return answer;
        }
        let limit = query.limit.saturating_sub(start.elapsed());
        self.next.solve(terms, &Query { limit, ..*query })
    }

    fn statistics(&self, report: &mut Statistics) {
        report.layers.push(self.layer.clone());
        self.next.statistics(report);
    }
}
