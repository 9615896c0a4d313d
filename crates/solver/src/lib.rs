//! Can these formulas hold together? The solver chain of Kyklos.
//!
//! A [`Query`] goes down a chain of layers ([`chain()`] wires them); each layer
//! answers it, or asks the next one a simpler question:
//!
//! | layer | what it does |
//! | --- | --- |
//! | [`expand`] | conjunctions become their parts; symbols' known ranges are added |
//! | [`fold`] | constant goals, goals that the path states or denies word for word |
//! | [`models`] | models at hand that happen to fit |
//! | [`near`] | of a long path, what speaks of the goal's own symbols first; hints that a few numbers mend |
//! | [`slices`] | only what is connected with the goal through shared symbols |
//! | [`intervals`] | contradictions that bounds on single symbols and elements show |
//! | [`cache`] | earlier answers, also to larger and smaller questions |
//! | [`ranges`] | floating point numbers: what bounds show, and values within them |
//! | [`deep`] | hashes and the like: contradictions whatever number they are |
//! | [`affine`] | checksums and the like: linear algebra over bits |
//! | [`log`] | on demand, each query as a file |
//! | [`lazy`] | universal quantifiers become the instances that matter |
//! | [`breaks`] | on demand, long queries in pieces |
//! | [`z3`] or [`process`] | the back end |
//!
//! Unknown values ★ are read as the `term` crate says: a predicate over ★
//! counts as true. So `Unsat` holds whatever ★ stands for, and `Sat` says that
//! nothing known speaks against the query.
//!
//! Division by zero gives an arbitrary value. Two layers may choose different
//! values for one such quotient, so queries should guard their divisions.

pub mod affine;
pub mod breaks;
pub mod cache;
pub mod chain;
mod clock;
pub mod deep;
pub mod effort;
pub mod expand;
pub mod fold;
mod index;
pub mod interrupt;
pub mod intervals;
pub mod lazy;
pub mod log;
mod mend;
pub mod models;
pub mod near;
pub mod process;
pub mod ranges;
mod shape;
pub mod slices;
pub mod statistics;
pub mod z3;

pub use breaks::Breaks;
pub use chain::{Backend, ChainOptions, SolverError, chain};
pub use effort::Effort;
pub use interrupt::Interrupt;
pub use intervals::refuted_by_bounds;
pub use statistics::{LayerStatistics, Statistics};

use kyklos_term::{Model, Node, Symbol, Term, Terms};
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

/// The question whether all of a path and a goal can hold together.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// What holds already.
    pub path: &'a [Term],
    /// What should hold as well.
    pub goal: Term,
    /// A model of the whole path, if one is known. Every constraint of the path
    /// must hold under it, or be undetermined for want of a value (★, division
    /// by zero, wide quantifiers); layers rely on that and do not check it.
    pub hint: Option<&'a Rc<Model>>,
    /// When to give up.
    pub limit: Duration,
}

/// The answer to a [`Query`].
#[derive(Clone, Debug)]
pub enum Answer {
    /// They can, for example like this. The model names every symbol of the
    /// goal and, if the query's hint did or there was none, of the path. None of
    /// the constraints is false under it.
    Sat(Rc<Model>),
    /// They cannot.
    Unsat,
    /// It was not found out.
    Unknown(Reason),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The query's limit has passed.
    Timeout,
    /// [`Interrupt::trigger`] was called.
    Interrupted,
    /// The solver gave up, or its answer could not be confirmed; why.
    Incomplete(String),
}

/// What answers queries: a back end, or a layer around another solver.
///
/// Laws: `Sat` and `Unsat` are true of the query as given; equal sequences of
/// queries on equal tables of terms get equal answers, as long as no limit is hit.
///
/// A layer is one file with such a structure, and one line in [`chain()`]:
///
/// ```
/// use kyklos_solver::{Answer, ChainOptions, LayerStatistics, Query, Solver, Statistics, chain};
/// use kyklos_term::{Term, Terms};
/// use std::time::Duration;
///
/// /// Goals that are false.
/// struct Falsity {
///     layer: LayerStatistics,
///     next: Box<dyn Solver>,
/// }
///
/// impl Solver for Falsity {
///     fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
///         self.layer.asked += 1;
///         if query.goal != Term::FALSE {
///             return self.next.solve(terms, query);
///         }
///         self.layer.answered += 1;
///         Answer::Unsat
///     }
///
///     fn statistics(&self, report: &mut Statistics) {
///         report.layers.push(self.layer.clone());
///         self.next.statistics(report);
///     }
/// }
///
/// let next = chain(&ChainOptions::default()).unwrap();
/// let mut solver = Falsity { layer: LayerStatistics::new("falsity"), next };
/// let query = |goal| Query { path: &[], goal, hint: None, limit: Duration::from_secs(1) };
/// let terms = &mut Terms::new();
/// assert!(matches!(solver.solve(terms, &query(Term::FALSE)), Answer::Unsat));
/// assert!(matches!(solver.solve(terms, &query(Term::TRUE)), Answer::Sat(_)));
/// let mut statistics = Statistics::default();
/// solver.statistics(&mut statistics);
/// assert_eq!((statistics.queries(), statistics.layers[0].answered), (2, 1));
/// ```
pub trait Solver {
    /// Answers a query.
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer;

    /// Adds what this solver, and those below it, counted.
    fn statistics(&self, report: &mut Statistics);
}

impl Query<'_> {
    /// The constraints of path and goal, conjunctions of the goal split.
    fn constraints(&self, terms: &Terms) -> Vec<Term> {
        let mut all = self.path.to_vec();
        all.extend_from_slice(conjuncts(terms, &self.goal));
        all
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout => f.write_str("time limit"),
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::Incomplete(why) => f.write_str(why),
        }
    }
}

/// The parts of a conjunction, or the formula itself.
fn conjuncts<'a>(terms: &'a Terms, formula: &'a Term) -> &'a [Term] {
    match terms.node(*formula) {
        Some(Node::And(parts)) => parts,
        _ => std::slice::from_ref(formula),
    }
}

/// The symbols that any of the constraints depends on, ascending.
fn symbols_of(terms: &mut Terms, constraints: &[Term]) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = Vec::new();
    for constraint in constraints {
        symbols.extend_from_slice(&terms.free_symbols(*constraint));
    }
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

/// Checks a back end's model against the constraints it was asked for. Where
/// the evaluation is undetermined (★, division by zero, wide quantifiers) the
/// back end is believed.
fn confirm(terms: &Terms, constraints: &[Term], model: Model, rejected: &mut u64) -> Answer {
    if constraints.iter().any(|constraint| terms.holds(*constraint, &model) == Some(false)) {
        *rejected += 1;
        return Answer::Unknown(Reason::Incomplete(
            "the model found does not satisfy the formula".to_owned(),
        ));
    }
    Answer::Sat(Rc::new(model))
}
