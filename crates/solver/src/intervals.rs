//! Contradictions that bounds on single symbols and elements of arrays show.
//!
//! Constraints `±x + c ≤ 0` and `x = c` bound a symbol, or an element `A[i]`.
//! Under all bounds together the goal, and what the path says of its symbols,
//! may be impossible by interval arithmetic alone. Nothing else is concluded
//! here. Programs that compare texts ask little else: an element that the path
//! says is one letter is no other one.

use crate::{Answer, LayerStatistics, Query, Solver, Statistics};
use kyklos_base::Int;
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{Interval, Node, Term, Terms};
use rustc_hash::FxHashMap;

/// At most this many constraints of the path are looked at under the bounds;
/// more would cost more than asking on.
const LINKED: usize = 16;

/// The layer.
pub struct Intervals {
    /// What constraints say of single symbols or elements.
    known: FxHashMap<Term, Option<(Term, Interval)>>,
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

impl Intervals {
    /// The layer around another solver.
    pub fn new(next: Box<dyn Solver>) -> Self {
        Self { known: FxHashMap::default(), layer: LayerStatistics::new("intervals"), next }
    }

    fn contradicts(&mut self, terms: &mut Terms, query: &Query<'_>) -> bool {
        let parts = crate::conjuncts(terms, &query.goal).to_vec();
        let mut bounds = Bounds::default();
        for constraint in query.path.iter().chain(&parts) {
            let bound = self.known.entry(*constraint).or_insert_with(|| bound(terms, *constraint));
            let Some((of, interval)) = bound else { continue };
            if !bounds.add(terms, *of, interval) {
                return true;
            }
        }
        if bounds.is_empty() {
            return false;
        }
        if parts.iter().any(|part| bounds.refute(terms, *part)) {
            return true;
        }
        let symbols = terms.free_symbols(query.goal);
        let linked: Vec<Term> = query
            .path
            .iter()
            .rev()
            .copied()
            .filter(|constraint| {
                terms.free_symbols(*constraint).iter().any(|symbol| symbols.contains(symbol))
            })
            .take(LINKED)
            .collect();
        linked.into_iter().any(|constraint| bounds.refute(terms, constraint))
    }
}

/// Whether the bounds that a path gives to single symbols and elements alone show that a condition is false. This
/// costs little, and asks no solver.
pub fn refuted_by_bounds<'a>(terms: &Terms, path: impl Iterator<Item = &'a Term>, condition: Term) -> bool {
    let mut bounds = Bounds::default();
    for constraint in path {
        if let Some((of, interval)) = bound(terms, *constraint)
            && !bounds.add(terms, of, &interval)
        {
            return true;
        }
    }
    !bounds.is_empty() && bounds.refute(terms, condition)
}

/// What is known of single symbols, and of elements of arrays.
#[derive(Default)]
struct Bounds {
    symbols: SymbolBounds,
    elements: FxHashMap<Term, Interval>,
}

impl Bounds {
    fn is_empty(&self) -> bool {
        self.symbols.is_empty() && self.elements.is_empty()
    }

    /// Adds what is known of a symbol or an element; `false` if no value is left for it.
    fn add(&mut self, terms: &Terms, of: Term, interval: &Interval) -> bool {
        let known = match terms.as_symbol(of) {
            Some(symbol) => self.symbols.entry(symbol).or_default(),
            None => {
                let declared = || terms.bounds(of, &SymbolBounds::default());
                self.elements.entry(of).or_insert_with(declared)
            }
        };
        *known = known.meet(interval);
        !known.is_empty()
    }

    /// Whether a formula is false for all values within the bounds.
    fn refute(&self, terms: &Terms, formula: Term) -> bool {
        let mut done = self.elements.clone();
        terms.is_refuted(formula, &mut |part| impossible(terms, part, &self.symbols, &mut done))
    }
}

/// The symbol or the element that a constraint bounds, and how.
fn bound(terms: &Terms, constraint: Term) -> Option<(Term, Interval)> {
    let (p, equation) = match terms.node(constraint)? {
        Node::NonPositive(p) => (*p, false),
        Node::IsZero(p) => (*p, true),
        _ => return None,
    };
    let (constant, parts) = terms.polynomial(p);
    let [(coefficient, monomial)] = parts.as_slice() else { return None };
    if terms.as_symbol(*monomial).is_none() && !is_element(terms, *monomial) {
        return None;
    }
    let up = coefficient.is_one();
    if !up && *coefficient != Int::from(-1) {
        return None;
    }
    let limit = if up { -&constant } else { constant };
    let interval = match (equation, up) {
        (true, _) => Interval::point(limit),
        (false, true) => Interval { low: None, high: Some(limit) },
        (false, false) => Interval { low: Some(limit), high: None },
    };
    Some((*monomial, interval))
}

/// Whether a term is an element of which one value is known wherever it occurs: there is no ★ in it.
fn is_element(terms: &Terms, term: Term) -> bool {
    let Some(Node::Read(array, _)) = terms.node(term) else { return false };
    let unknown = |part: Term| matches!(terms.node(part), Some(Node::Unknown(_)));
    terms.as_symbol(*array).is_some() && !terms.parts_first(&[term], |_| false).into_iter().any(unknown)
}

/// Whether a formula without parts is false for all values within the bounds; `done` is what is known of terms under them.
fn impossible(
    terms: &Terms,
    formula: Term,
    symbols: &SymbolBounds,
    done: &mut FxHashMap<Term, Interval>,
) -> bool {
    let mut within = |p: Term| terms.bounds_within(p, symbols, done);
    match terms.node(formula) {
        Some(Node::Truth(value)) => !value,
        Some(Node::NonPositive(p)) => within(*p).low.is_some_and(|low| low > Int::ZERO),
        Some(Node::IsZero(p)) => within(*p).meet(&Interval::point(Int::ZERO)).is_empty(),
        Some(Node::Not(inner)) => match terms.node(*inner) {
            Some(Node::IsZero(p)) => within(*p) == Interval::point(Int::ZERO),
            _ => false,
        },
        _ => false,
    }
}

impl Solver for Intervals {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.layer.asked += 1;
        if self.contradicts(terms, query) {
            self.layer.answered += 1;
            return Answer::Unsat;
        }
        self.next.solve(terms, query)
    }

    fn statistics(&self, report: &mut Statistics) {
        report.layers.push(self.layer.clone());
        self.next.statistics(report);
    }
}
