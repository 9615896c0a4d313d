//! Terms into formulas over bit-vectors, and models back.
//!
//! A number within an interval is a vector as wide as the interval needs; it is
//! extended where it meets wider ones, so nothing wraps. Where a remainder by a
//! power of two says that only low bits matter, sums, products and bit operations
//! below it are computed modulo that power: the wrap that the program has.
//!
//! Arrays are read, never compared. A read behind writes and choices becomes cases
//! of reads of array symbols; each such read is a vector of its own, and equal
//! indices give equal values.

//!
//! [`ranges`] says how wide numbers are, [`arrays`] what becomes of reads, [`formulas`] and [`numbers`] translate, and
//! [`model`] reads Z3's models.

mod arrays;
mod formulas;
mod model;
mod numbers;
mod ranges;

use super::ffi::{Ast, Context};
pub(super) use formulas::{Missing, Step, Translation};
use kyklos_base::{FloatFormat, Int};
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{Interval, Node, Sort, Symbol, Term, Terms};
pub(super) use numbers::READS;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Tables with more values are refused.
const MAX_TABLE: usize = 1 << 12;
/// Formulas of more parts are refused.
const MAX_PARTS: usize = 200_000;

/// Symbols without declared bounds (path counters) are taken to lie between this and its
/// negative; a query is translated only if its constraints say so.
const FREE_RANGE: i64 = 1 << 24;

/// The terms that were translated into one context.
#[derive(Default)]
pub(super) struct Vectors {
    /// The range of symbols without declared bounds.
    free: SymbolBounds,
    ranges: FxHashMap<Term, Interval>,
    /// Numbers modulo 2 to some width.
    numbers: FxHashMap<(Term, u32), Ast>,
    truths: FxHashMap<Term, Ast>,
    /// Numbers of Z3's theory of floating point numbers, by their patterns.
    floats: FxHashMap<(Term, FloatFormat), Ast>,
    prepared: FxHashMap<Term, Option<Rc<Prepared>>>,
    /// Terms whose reads are of array symbols and tables alone.
    flat: FxHashMap<Term, Term>,
}

/// A constraint, ready for translation.
pub(super) struct Prepared {
    pub(super) formula: Term,
    /// The symbols without declared bounds in it.
    free: Vec<Symbol>,
    /// The reads of array symbols in it.
    pub(super) reads: Vec<Term>,
}

/// What is to be translated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    Truth(Term),
    /// A pattern as a floating point number.
    Float(Term, FloatFormat),
    /// A number modulo 2 to this power.
    Number(Term, u32),
}

impl Vectors {
    /// Notes that a constraint has no form in bit-vectors after all.
    pub(super) fn refuse(&mut self, constraint: Term) {
        self.prepared.insert(constraint, None);
    }

    /// What is translated of a constraint; `None` if it has no form in bit-vectors.
    pub(super) fn prepare(&mut self, terms: &mut Terms, constraint: Term) -> Option<Rc<Prepared>> {
        if let Some(known) = self.prepared.get(&constraint) {
            return known.clone();
        }
        let prepared = self.prepared_anew(terms, constraint).map(Rc::new);
        self.prepared.insert(constraint, prepared.clone());
        prepared
    }

    fn prepared_anew(&mut self, terms: &mut Terms, constraint: Term) -> Option<Prepared> {
        let parts = terms.parts_first(&[constraint], |_| false);
        let within = parts.len() <= MAX_PARTS && parts.iter().all(|part| is_sayable(terms, *part));
        if !within {
            return None;
        }
        let free: Vec<Symbol> = terms
            .free_symbols(constraint)
            .iter()
            .copied()
            .filter(|symbol| !is_bounded(terms, *symbol))
            .collect();
        let most = Int::from(FREE_RANGE);
        for symbol in &free {
            self.free.insert(*symbol, Interval { low: Some(-&most), high: Some(most.clone()) });
        }
        let formula = self.flat(terms, constraint);
        let parts = terms.parts_first(&[formula], |_| false);
        let reads: Vec<Term> = parts
            .into_iter()
            .filter(|part| match terms.node(*part) {
                Some(Node::Read(array, _)) => terms.as_symbol(*array).is_some(),
                _ => false,
            })
            .collect();
        Some(Prepared { formula, free, reads })
    }

    /// The formula of a prepared constraint, or of a congruence.
    pub(super) fn formula(&mut self, context: &mut Context, terms: &mut Terms, formula: Term) -> Option<Ast> {
        self.run(context, terms, Task::Truth(formula))
    }

    fn run(&mut self, context: &mut Context, terms: &mut Terms, task: Task) -> Option<Ast> {
        let mut open = vec![task];
        while let Some(next) = open.last().copied() {
            if self.done(next).is_some() {
                open.pop();
                continue;
            }
            let mut missing = Vec::new();
            let step = Translation { vectors: self, context, terms, missing: &mut missing }.step(next);
            match step {
                Ok(ast) => {
                    match next {
                        Task::Truth(term) => self.truths.insert(term, ast),
                        Task::Float(term, format) => self.floats.insert((term, format), ast),
                        Task::Number(term, width) => self.numbers.insert((term, width), ast),
                    };
                    open.pop();
                }
                Err(Missing::Parts) if !missing.is_empty() => open.append(&mut missing),
                Err(_) => return None,
            }
        }
        self.done(task)
    }

    fn done(&self, task: Task) -> Option<Ast> {
        match task {
            Task::Truth(term) => self.truths.get(&term).copied(),
            Task::Float(term, format) => self.floats.get(&(term, format)).copied(),
            Task::Number(term, width) => self.numbers.get(&(term, width)).copied(),
        }
    }
}

/// Whether a part of a formula has a form in bit-vectors, as far as can be seen from it alone.
fn is_sayable(terms: &Terms, part: Term) -> bool {
    match terms.node(part) {
        Some(Node::Quantified(..) | Node::Lambda(..)) => false,
        Some(Node::Unknown(sort)) => *sort == Sort::Bool,
        Some(Node::Table(values)) => values.len() <= MAX_TABLE,
        Some(Node::Symbol(symbol)) => {
            let info = terms.symbol_info(*symbol);
            !matches!(info.sort, Sort::Array(_)) || is_bounded(terms, *symbol)
        }
        _ => true,
    }
}

fn is_bounded(terms: &Terms, symbol: Symbol) -> bool {
    let info = terms.symbol_info(symbol);
    info.sort == Sort::Bool || (info.low.is_some() && info.high.is_some())
}
