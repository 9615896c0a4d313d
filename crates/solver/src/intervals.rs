//! Contradictions that bounds on single symbols show.
//!
//! Constraints `±x + c ≤ 0` and `x = c` bound a symbol. Under all bounds
//! together the goal, and what the path says of its symbols, may be impossible
//! by interval arithmetic alone. Nothing else is concluded here.

use crate::{Answer, LayerStatistics, Query, Solver, Statistics};
use kyklos_base::Int;
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{Interval, Node, Symbol, Term, Terms};
use rustc_hash::FxHashMap;

/// At most this many constraints of the path are looked at under the bounds;
/// more would cost more than asking on.
const LINKED: usize = 16;

/// The layer.
pub struct Intervals {
    /// What constraints say of single symbols.
    known: FxHashMap<Term, Option<(Symbol, Interval)>>,
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
        let mut bounds = SymbolBounds::default();
        for constraint in query.path.iter().chain(&parts) {
            let Some((symbol, interval)) = self.bound(terms, *constraint) else { continue };
            let known = bounds.entry(*symbol).or_default();
            *known = known.meet(interval);
            if known.is_empty() {
                return true;
            }
        }
        if bounds.is_empty() {
            return false;
        }
        if parts.iter().any(|part| impossible(terms, *part, &bounds)) {
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
        linked.into_iter().any(|constraint| impossible(terms, constraint, &bounds))
    }

    fn bound(&mut self, terms: &Terms, constraint: Term) -> &Option<(Symbol, Interval)> {
        self.known.entry(constraint).or_insert_with(|| bound(terms, constraint))
    }
}

/// The symbol that a constraint bounds, and how.
fn bound(terms: &Terms, constraint: Term) -> Option<(Symbol, Interval)> {
    let (p, equation) = match terms.node(constraint)? {
        Node::NonPositive(p) => (*p, false),
        Node::IsZero(p) => (*p, true),
        _ => return None,
    };
    let (constant, parts) = terms.polynomial(p);
    let [(coefficient, monomial)] = parts.as_slice() else { return None };
    let symbol = terms.as_symbol(*monomial)?;
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
    Some((symbol, interval))
}

/// Whether a formula is false for all values within the bounds.
fn impossible(terms: &Terms, formula: Term, bounds: &SymbolBounds) -> bool {
    match terms.node(formula) {
        Some(Node::Truth(value)) => !value,
        Some(Node::NonPositive(p)) => terms.bounds(*p, bounds).low.is_some_and(|low| low > Int::ZERO),
        Some(Node::IsZero(p)) => terms.bounds(*p, bounds).meet(&Interval::point(Int::ZERO)).is_empty(),
        Some(Node::Not(inner)) => match terms.node(*inner) {
            Some(Node::IsZero(p)) => terms.bounds(*p, bounds) == Interval::point(Int::ZERO),
            _ => false,
        },
        Some(Node::And(parts)) => parts.iter().any(|part| impossible(terms, *part, bounds)),
        Some(Node::Or(parts)) => parts.iter().all(|part| impossible(terms, *part, bounds)),
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
