//! Closed forms: what the values are after n iterations along one path.
//!
//! Generalises the iterated values of [compact Alg. 1] and [apc-long §5.1]. A
//! form is exact: it is the value after n iterations for every n ≥ 0 (up to
//! [`Closed::limit`]), or there is none. Numbers and arrays are solved in the order
//! of their dependencies; those that depend on each other only if they come back
//! to where they were.
//!
//! Where things are: `basis` the functions of n that forms are made of; `sums`
//! sums over iterations; `numbers` and `phases` the rules for one number;
//! `arrays` those for one array, `cases` where it is written; `system` the
//! order of solving.

mod arrays;
mod basis;
mod cases;
mod numbers;
mod phases;
mod sums;
mod system;

use basis::{Basis, POWER_LIMIT};
use kyklos_base::Int;
use kyklos_term::{Symbol, Term, Terms};
use rustc_hash::FxHashMap;

/// What one iteration along one path does.
#[derive(Clone, Debug, Default)]
pub struct Iteration {
    /// Changed numbers: entry symbol (sort Int), value after the iteration.
    pub numbers: Vec<(Symbol, Term)>,
    /// Changed arrays: entry symbol (sort Array), array after the iteration.
    pub arrays: Vec<(Symbol, Term)>,
    /// Inputs read in the iteration: the symbol that stands for it in the terms
    /// above, and the array symbol whose element n is what iteration n reads.
    pub inputs: Vec<(Symbol, Symbol)>,
}

/// Something that has no closed form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    /// What.
    pub symbol: Symbol,
    /// Why, in words for people.
    pub why: String,
}

/// Closed forms: the values after n iterations.
pub struct Closed {
    /// The forms hold for at most this many iterations.
    pub limit: Option<u32>,
    basis: Basis,
    /// Of entry symbols and of inputs.
    forms: FxHashMap<Symbol, Term>,
}

/// A number of iterations together with what its closed forms need.
#[derive(Clone, Debug)]
pub struct Moment {
    count: Term,
    /// Where the count has companion symbols: placeholders and companions.
    companions: Option<Vec<(Symbol, Symbol)>>,
}

/// The closed forms of everything that an iteration changes, or what has none.
pub fn solve(terms: &mut Terms, iteration: &Iteration) -> Result<Closed, Vec<Declined>> {
    system::solve(terms, iteration)
}

impl Closed {
    /// A count κ with companion symbols for the binomials and powers that the
    /// forms need, and what defines these, to be assumed with it.
    pub fn counter(&self, terms: &mut Terms, kappa: Term) -> (Moment, Vec<Term>) {
        let name = terms.show(kappa).to_string();
        let (mut companions, mut definitions) = (Vec::new(), Vec::new());
        for (placeholder, element) in self.basis.elements().iter().skip(1) {
            let companion = basis::companion(terms, element, &name);
            definitions.extend(basis::definition(terms, element, companion, kappa));
            if let Some(symbol) = terms.as_symbol(companion) {
                companions.push((*placeholder, symbol));
            }
        }
        if let Some(limit) = self.limit {
            let most = terms.small(i64::from(limit));
            definitions.push(terms.ge(kappa, Term::ZERO));
            definitions.push(terms.le(kappa, most));
        }
        (Moment { count: kappa, companions: Some(companions) }, definitions)
    }

    /// Any other number of iterations that is not negative; `None` where the
    /// forms need powers of something that is no constant within the limit.
    pub fn moment(&self, terms: &mut Terms, count: Term) -> Option<Moment> {
        let value = terms.as_int(count);
        let within = |limit: u32| {
            value.is_some_and(|value| !value.is_negative() && value <= Int::from(i64::from(limit)))
        };
        self.limit.is_none_or(within).then_some(Moment { count, companions: None })
    }

    /// A term or formula over entry symbols and inputs, as it is after that many
    /// iterations; inputs are those that the iteration starting then reads.
    pub fn at(&self, terms: &mut Terms, moment: &Moment, term: Term) -> Term {
        let general = terms.substitute(term, &self.forms);
        match &moment.companions {
            Some(companions) => {
                let mut map: FxHashMap<Symbol, Term> = companions
                    .iter()
                    .map(|(placeholder, companion)| (*placeholder, terms.symbol_term(*companion)))
                    .collect();
                map.extend(self.basis.elements().first().map(|(count, _)| (*count, moment.count)));
                terms.substitute(general, &map)
            }
            // A moment without companions exists only where this is possible.
            None => self.basis.at(terms, general, moment.count).unwrap_or(general),
        }
    }

    /// A term or formula after a number of iterations that is not negative, as
    /// [`at`](Closed::at) gives it; `None` only if this very term needs a power of
    /// something that is no constant within the limit.
    pub fn instance(&self, terms: &mut Terms, count: Term, term: Term) -> Option<Term> {
        let general = terms.substitute(term, &self.forms);
        self.basis.at(terms, general, count)
    }

    /// The values of a moment's companions where its count is this constant, to
    /// complete models; powers only within the limit.
    pub fn companions(&self, moment: &Moment, kappa: &Int) -> Vec<(Symbol, Int)> {
        let pairs = moment.companions.iter().flatten();
        pairs
            .filter_map(|(placeholder, companion)| {
                let element = self.basis.meaning(*placeholder)?;
                Some((*companion, basis::number(element, kappa)?))
            })
            .collect()
    }

    /// The closed form of a symbol over the number of iterations, which is a
    /// symbol named κ, for printing.
    pub fn form(&self, symbol: Symbol) -> Option<Term> {
        self.forms.get(&symbol).copied()
    }
}

/// What the rules work on.
struct Solver<'a> {
    terms: &'a mut Terms,
    basis: Basis,
}

impl Solver<'_> {
    /// n
    fn count(&mut self) -> Term {
        self.basis.count(self.terms)
    }

    fn varies(&mut self, term: Term) -> bool {
        self.basis.varies(self.terms, term)
    }

    fn mentions(&mut self, term: Term, symbol: Symbol) -> bool {
        self.terms.free_symbols(term).contains(&symbol)
    }

    /// Ends the work: keeps the placeholders that the forms have.
    fn close(mut self, forms: FxHashMap<Symbol, Term>) -> Closed {
        let powers = forms.values().any(|form| self.basis.has_powers(self.terms, *form));
        let used: Vec<_> = forms.values().map(|form| self.terms.free_symbols(*form)).collect();
        self.basis.retain(|symbol| used.iter().any(|free| free.contains(&symbol)));
        Closed { limit: powers.then_some(POWER_LIMIT), basis: self.basis, forms }
    }
}
