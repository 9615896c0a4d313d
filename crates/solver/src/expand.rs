//! Brings queries into the form that the other layers expect: conjunctions are
//! split into their parts, and the ranges that symbols have by themselves are
//! constraints like all others. Each is said once: on a long path, most constraints
//! speak of symbols whose ranges are known already.
//!
//! The range of an array's elements is stated for each element that is read. A
//! read below a quantifier has no single index, so there the range is stated for
//! all indices.

use crate::{Answer, Interrupt, LayerStatistics, Query, Reason, Solver, Statistics};
use kyklos_base::Int;
use kyklos_term::{Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The layer.
pub struct Expand {
    interrupt: Interrupt,
    /// The path last asked about, and how much of `expanded` each part takes.
    path: Vec<(Term, usize)>,
    expanded: Vec<Term>,
    /// What is in `expanded`.
    said: FxHashSet<Term>,
    known: FxHashMap<Term, Rc<[Term]>>,
    /// `∀` formulas on the elements of arrays.
    elements: FxHashMap<Symbol, Term>,
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

impl Expand {
    /// The layer around another solver.
    pub fn new(interrupt: &Interrupt, next: Box<dyn Solver>) -> Self {
        Self {
            interrupt: interrupt.clone(),
            path: Vec::new(),
            expanded: Vec::new(),
            said: FxHashSet::default(),
            known: FxHashMap::default(),
            elements: FxHashMap::default(),
            layer: LayerStatistics::new("expand"),
            next,
        }
    }

    /// Brings `expanded` to a new path, keeping what both have in front.
    fn follow(&mut self, terms: &mut Terms, path: &[Term]) {
        let common = self.path.iter().zip(path).take_while(|((old, _), new)| old == *new).count();
        for (_, count) in self.path.drain(common..).rev() {
            for part in self.expanded.drain(self.expanded.len() - count..) {
                self.said.remove(&part);
            }
        }
        for constraint in &path[common..] {
            let parts = self.parts(terms, *constraint);
            let before = self.expanded.len();
            self.expanded.extend(parts.iter().copied().filter(|part| self.said.insert(*part)));
            self.path.push((*constraint, self.expanded.len() - before));
        }
    }

    /// The conjuncts of a constraint and the ranges of its symbols.
    fn parts(&mut self, terms: &mut Terms, constraint: Term) -> Rc<[Term]> {
        if let Some(parts) = self.known.get(&constraint) {
            return parts.clone();
        }
        let mut parts: Vec<Term> =
            crate::conjuncts(terms, &constraint).iter().copied().filter(|part| *part != Term::TRUE).collect();
        for symbol in terms.free_symbols(constraint).iter() {
            let info = terms.symbol_info(*symbol).clone();
            if info.low.is_none() && info.high.is_none() {
                continue;
            }
            match info.sort {
                Sort::Bool => {}
                Sort::Int => {
                    let value = terms.symbol_term(*symbol);
                    parts.extend(range(terms, value, &info));
                }
                Sort::Array(_) => self.element_ranges(terms, constraint, *symbol, &info, &mut parts),
            }
        }
        let parts: Rc<[Term]> = parts.into();
        self.known.insert(constraint, parts.clone());
        parts
    }

    /// The ranges of an array's elements that are read in a constraint, be it
    /// through writes and choices.
    fn element_ranges(
        &mut self,
        terms: &mut Terms,
        constraint: Term,
        array: Symbol,
        info: &SymbolInfo,
        parts: &mut Vec<Term>,
    ) {
        let mut reads = Vec::new();
        for part in terms.parts_first(&[constraint], |_| false) {
            if let Some(Node::Read(from, indices)) = terms.node(part) {
                reads.push((*from, indices.clone()));
            }
        }
        let array_term = terms.symbol_term(array);
        for (from, indices) in reads {
            if !terms.free_symbols(from).contains(&array) || info.sort != Sort::Array(indices.len() as u32) {
                continue;
            }
            let element = terms.read(array_term, &indices);
            let symbols = terms.free_symbols(element);
            if symbols.iter().any(|symbol| terms.symbol_info(*symbol).kind == SymbolKind::Bound) {
                parts.push(self.all_elements(terms, array, info, indices.len()));
            } else {
                parts.extend(range(terms, element, info));
            }
        }
    }

    fn all_elements(&mut self, terms: &mut Terms, array: Symbol, info: &SymbolInfo, arity: usize) -> Term {
        if let Some(known) = self.elements.get(&array) {
            return *known;
        }
        let bound: Vec<Symbol> = (0..arity)
            .map(|index| {
                let name = format!("index{}", index + 1);
                terms.symbol(SymbolInfo {
                    name,
                    kind: SymbolKind::Bound,
                    sort: Sort::Int,
                    low: None,
                    high: None,
                })
            })
            .collect();
        let indices: Vec<Term> = bound.iter().map(|symbol| terms.symbol_term(*symbol)).collect();
        let array_term = terms.symbol_term(array);
        let element = terms.read(array_term, &indices);
        let limits = range(terms, element, info);
        let body = terms.and(limits);
        let all = terms.forall(&bound, body);
        self.elements.insert(array, all);
        all
    }
}

/// The limits on a value.
fn range(terms: &mut Terms, value: Term, info: &SymbolInfo) -> Vec<Term> {
    let mut limit = |limit: &Option<Int>, low: bool| {
        let limit = limit.as_ref().map(|limit| terms.int(limit))?;
        Some(if low { terms.ge(value, limit) } else { terms.le(value, limit) })
    };
    [limit(&info.low, true), limit(&info.high, false)].into_iter().flatten().collect()
}

impl Solver for Expand {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.layer.asked += 1;
        if self.interrupt.is_triggered() {
            self.layer.answered += 1;
            return Answer::Unknown(Reason::Interrupted);
        }
        self.follow(terms, query.path);
        let parts = self.parts(terms, query.goal);
        let parts: Vec<Term> = parts.iter().copied().filter(|part| !self.said.contains(part)).collect();
        let goal = match *parts {
            [] => Term::TRUE,
            [only] => only,
            _ => terms.and(parts),
        };
        self.next.solve(terms, &Query { path: &self.expanded, goal, ..*query })
    }

    fn statistics(&self, report: &mut Statistics) {
        report.layers.push(self.layer.clone());
        self.next.statistics(report);
    }
}
