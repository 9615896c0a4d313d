//! Exact counts: how often each way through a loop was gone, where the number of a round alone tells its way. Such a
//! count is a bounded sum, κⱼ = Σ [way j at t] over t < κ. Sums of unknown length are hard on a solver, and seldom
//! needed, so they are no part of paths: they stand aside, and are unfolded for who asks.

use kyklos_base::Int;
use kyklos_term::{Node, Symbol, Term, Terms};
use rustc_hash::FxHashMap;

/// The counts of a jump over a loop's rounds. What they say is true of every run that a state with these counters
/// stands for; of a state without them it says nothing, as there may have been no round.
pub struct Counts {
    /// The counters of the ways.
    pub counters: Vec<Symbol>,
    /// The number of a round in the conditions.
    pub round: Symbol,
    /// What holds in each round.
    pub stays: Term,
    /// For each counter, what tells that a round goes its way.
    pub ways: Vec<Term>,
}

impl Counts {
    /// How many rounds there are in all.
    pub fn total(&self, terms: &mut Terms) -> Term {
        let counts: Vec<(Int, Term)> =
            self.counters.iter().map(|counter| (Int::ONE, terms.symbol_term(*counter))).collect();
        terms.linear(&counts)
    }

    /// What the counts are if there are no more rounds than so many.
    pub fn unfolded(&self, terms: &mut Terms, most: u32) -> Term {
        let total = self.total(terms);
        let limit = terms.small(i64::from(most));
        let mut parts = vec![terms.le(total, limit)];
        let mut sums: Vec<Vec<(Int, Term)>> = vec![Vec::new(); self.ways.len()];
        for number in 0..most {
            let number = terms.small(i64::from(number));
            let at = FxHashMap::from_iter([(self.round, number)]);
            let (gone, over) = (terms.lt(number, total), terms.ge(number, total));
            let stays = terms.substitute(self.stays, &at);
            parts.push(terms.either(over, stays));
            for (way, sum) in self.ways.iter().zip(&mut sums) {
                let way = terms.substitute(*way, &at);
                let counts = terms.both(gone, way);
                sum.push((Int::ONE, terms.ite(counts, Term::ONE, Term::ZERO)));
            }
        }
        for (counter, sum) in self.counters.iter().zip(sums) {
            let (count, sum) = (terms.symbol_term(*counter), terms.linear(&sum));
            parts.push(terms.eq(count, sum));
        }
        terms.and(parts)
    }

    /// What holds in the round of a number, if there is one.
    pub fn in_round(&self, terms: &mut Terms, number: Term) -> Term {
        let total = self.total(terms);
        let (negative, over) = (terms.lt(number, Term::ZERO), terms.ge(number, total));
        let stays = terms.substitute(self.stays, &FxHashMap::from_iter([(self.round, number)]));
        terms.or([negative, over, stays])
    }

    /// The rounds that look at elements of arrays that conditions speak of, by their numbers.
    pub fn rounds_at(&self, terms: &mut Terms, reads: &[(Term, Term)]) -> Vec<Term> {
        let own = terms.symbol_term(self.round);
        let mut numbers = Vec::new();
        for (array, index) in reads_of(terms, &[self.stays]) {
            let first = terms.substitute(index, &FxHashMap::from_iter([(self.round, Term::ZERO)]));
            let moves = terms.sub(index, first);
            for (_, at) in reads.iter().filter(|(other, _)| *other == array) {
                let number = match () {
                    () if moves == own => terms.sub(*at, first),
                    () if terms.neg(moves) == own => terms.sub(first, *at),
                    () => continue,
                };
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
        }
        numbers
    }
}

/// The elements of arrays with one index that terms speak of: the array and the index.
pub fn reads_of(terms: &Terms, roots: &[Term]) -> Vec<(Term, Term)> {
    let parts = terms.parts_first(roots, |_| false).into_iter();
    let reads = parts.filter_map(|part| match terms.node(part) {
        Some(Node::Read(array, index)) => match index.as_ref() {
            [index] => Some((*array, *index)),
            _ => None,
        },
        _ => None,
    });
    reads.collect()
}
