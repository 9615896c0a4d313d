//! Of a long path, what is near the goal first. Note [near].
//!
//! All constraints of a path may be connected, one by one, and still only those matter that speak of the goal's own
//! symbols. So before a long path is asked about, two short questions are: whether the hint can be mended by
//! other values of the goal's symbols alone, and whether what speaks of them contradicts the goal already. Before that,
//! and for goals of many symbols, some values of one symbol are tried ([`mend`](crate::mend)). If neither helps, the symbols
//! next to the goal's may change as well, and those next to them: what was decided long before hardly stands in the way.

use crate::clock::Moment;
use crate::index::Index;
use crate::{Answer, LayerStatistics, Query, Solver, Statistics};
use kyklos_term::{Model, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::time::Duration;

/// Shorter paths are asked about as they are.
const LONG: usize = 48;
/// Goals of fewer symbols are asked about as they are.
const MANY: usize = 16;
/// What is near is at most this part of the path.
const PART: usize = 4;
/// So often the symbols that may change become those next to them, too.
const RINGS: usize = 2;
/// At most so many constraints speak of them then.
const WIDE: usize = 256;
/// The most time for a short question.
const SHORT: Duration = Duration::from_millis(100);

/// The layer.
pub struct Near {
    /// The path last asked about.
    index: Index,
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

impl Near {
    /// The layer around another solver.
    pub fn new(next: Box<dyn Solver>) -> Self {
        Self { index: Index::default(), layer: LayerStatistics::new("near"), next }
    }

    /// The hint with other values of some symbols, of which these constraints speak and no others.
    fn mended(
        &mut self,
        terms: &mut Terms,
        query: &Query<'_>,
        free: &[Symbol],
        near: &[Term],
        limit: Duration,
    ) -> Option<Rc<Model>> {
        let hint = query.hint?;
        let free: FxHashSet<Symbol> = free.iter().copied().collect();
        let mut others: FxHashMap<Symbol, Term> = FxHashMap::default();
        for symbol in crate::symbols_of(terms, near) {
            match terms.symbol_info(symbol).sort {
                _ if free.contains(&symbol) => {}
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
        let free: Vec<Symbol> = free.into_iter().collect();
        model.overlay(&found, &free);
        let holds = |constraint: &Term| terms.holds(*constraint, &model) == Some(true);
        (near.iter().all(holds) && holds(&query.goal)).then(|| Rc::new(model))
    }

    /// The answer to a long path, if what is near gives it.
    fn short(&mut self, terms: &mut Terms, query: &Query<'_>, own: &[Symbol]) -> Option<Answer> {
        let mut near = self.index.touching(own);
        if !self.index.connects(terms, own, near.len() * PART) {
            return None;
        }
        let limit = SHORT.min(query.limit / 8);
        if let Some(model) = self.mended(terms, query, own, &near, limit) {
            return Some(Answer::Sat(model));
        }
        if let Answer::Unsat = self.next.solve(terms, &Query { path: &near, hint: None, limit, ..*query }) {
            return Some(Answer::Unsat);
        }
        let mut free: Vec<Symbol> = own.to_vec();
        for _ in 0..RINGS {
            query.hint?;
            let more = crate::symbols_of(terms, &near);
            free.extend(more);
            free.sort_unstable();
            free.dedup();
            near = self.index.touching(&free);
            if near.len() > WIDE || !self.index.connects(terms, own, near.len() * 2) {
                return None;
            }
            if let Some(model) = self.mended(terms, query, &free, &near, limit / 2) {
                return Some(Answer::Sat(model));
            }
        }
        None
    }
}

impl Solver for Near {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.layer.asked += 1;
        let start = Moment::now();
        let own = terms.free_symbols(query.goal);
        let is_many = own.len() >= MANY;
        if query.path.len() < LONG && !is_many {
            return self.next.solve(terms, query);
        }
        self.index.follow(terms, query.path);
        let is_long = self.index.connects(terms, &own, LONG);
        if is_long || is_many {
            let one = crate::mend::by_one_symbol(terms, query, &self.index);
            let many = || crate::mend::by_many_symbols(terms, query, &self.index);
            if let Some(model) = one.or_else(many) {
                self.layer.answered += 1;
                return Answer::Sat(model);
            }
        }
        if is_long && let Some(answer) = self.short(terms, query, &own) {
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
