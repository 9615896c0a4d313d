//! What is computed by many nested bit operations, as hashes are, may as well be any number.
//!
//! A goal often speaks of such a number only by its value: as an index, or where it is compared twice. To search its inputs
//! for a contradiction would take as long as to invert the computation. So before that, the numbers deep inside become symbols,
//! of which nothing but the range is known: the whole hash first, then, so that more is known, what it is made of in its
//! last rounds. What cannot be then cannot be at all; else nothing is learnt, and the query is asked as it is.

use crate::clock::Moment;
use crate::{Answer, LayerStatistics, Query, Solver, Statistics};
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{Node, Sort, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Duration;

/// Goals with fewer bit operations nested in each other are asked about as they are.
const DEEP: u32 = 8;
/// Numbers with fewer of them stay what they are.
const HARD: u32 = 3;
/// How many operations above what becomes a symbol stay, one after the other.
const KEPT: [u32; 2] = [0, 2];
/// The most time for one of these questions.
const SHORT: Duration = Duration::from_millis(80);

/// The longest pause after questions that did not help, in questions.
const MAX_PAUSE: u32 = 16;

/// The layer.
pub struct Deep {
    /// How many questions that could be tried are not, and how many will be next time.
    pause: u32,
    next_pause: u32,
    /// The symbols that stand for terms.
    symbols: FxHashMap<Term, Term>,
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

impl Deep {
    /// The layer around another solver.
    pub fn new(next: Box<dyn Solver>) -> Self {
        Self {
            pause: 0,
            next_pause: 0,
            symbols: FxHashMap::default(),
            layer: LayerStatistics::new("deep"),
            next,
        }
    }

    /// Whether the query cannot be even if what is deep inside is any number.
    fn refuted(&mut self, terms: &mut Terms, query: &Query<'_>) -> bool {
        let depth = terms.bit_depth(query.goal);
        if depth <= DEEP {
            return false;
        }
        if self.pause > 0 {
            self.pause -= 1;
            return false;
        }
        let constraints = query.constraints(terms);
        let limit = SHORT.min(query.limit / 8);
        let mut before = FxHashSet::default();
        for kept in KEPT {
            let Some(cut) = cut(terms, &constraints, depth - kept) else { return false };
            if cut.is_empty() || cut == before {
                continue;
            }
            let (path, goal) = self.without(terms, query, &cut);
            before = cut;
            if let Answer::Unsat = self.next.solve(terms, &Query { path: &path, goal, hint: None, limit }) {
                self.next_pause = 0;
                return true;
            }
        }
        (self.pause, self.next_pause) = (self.next_pause, (2 * self.next_pause + 1).min(MAX_PAUSE));
        false
    }

    /// The query with symbols for these terms, and the ranges of those.
    fn without(&mut self, terms: &mut Terms, query: &Query<'_>, cut: &FxHashSet<Term>) -> (Vec<Term>, Term) {
        let mut map = FxHashMap::default();
        let mut all: Vec<Term> = cut.iter().copied().collect();
        all.sort_unstable();
        let mut path = Vec::new();
        for term in all {
            let range = terms.bounds(term, &SymbolBounds::default());
            let symbol = *self.symbols.entry(term).or_insert_with(|| {
                let (low, high) = (range.low.clone(), range.high.clone());
                let (name, kind, sort) = ("deep".to_owned(), SymbolKind::Fresh, Sort::Int);
                let symbol = terms.symbol(SymbolInfo { name, kind, sort, low, high });
                terms.symbol_term(symbol)
            });
            map.insert(term, symbol);
            if let Some(low) = &range.low {
                let low = terms.int(low);
                path.push(terms.le(low, symbol));
            }
            if let Some(high) = &range.high {
                let high = terms.int(high);
                path.push(terms.le(symbol, high));
            }
        }
        path.extend(query.path.iter().map(|constraint| terms.replace_parts(*constraint, &map)));
        path.retain(|constraint| *constraint != Term::TRUE);
        (path, terms.replace_parts(query.goal, &map))
    }
}

/// The outermost operations with at most so many bit operations nested in each other, and with more than few; `None` where
/// variables are bound, as what depends on one is not the same number everywhere, and for floating point numbers.
fn cut(terms: &Terms, constraints: &[Term], most: u32) -> Option<FxHashSet<Term>> {
    let (mut found, mut seen) = (FxHashSet::default(), FxHashSet::default());
    let mut open = constraints.to_vec();
    while let Some(term) = open.pop() {
        let depth = terms.bit_depth(term);
        if term.is_inline() || depth <= HARD || !seen.insert(term) {
            continue;
        }
        if let Some(Node::Quantified(..) | Node::Lambda(..) | Node::Float(..)) = terms.node(term) {
            return None;
        }
        let mut inside = 0;
        terms.for_each_part(term, |part| inside = inside.max(terms.bit_depth(part)));
        if depth <= most && depth > inside {
            found.insert(term);
            continue;
        }
        terms.for_each_part(term, |part| open.push(part));
    }
    Some(found)
}

impl Solver for Deep {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.layer.asked += 1;
        let start = Moment::now();
        if self.refuted(terms, query) {
            self.layer.answered += 1;
            return Answer::Unsat;
        }
        let limit = query.limit.saturating_sub(start.elapsed());
        self.next.solve(terms, &Query { limit, ..*query })
    }

    fn statistics(&self, report: &mut Statistics) {
        report.layers.push(self.layer.clone());
        self.next.statistics(report);
    }
}
