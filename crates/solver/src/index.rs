//! Where the symbols of a path occur in it.

use kyklos_term::{Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A path and where its symbols occur. Paths asked about one after the other mostly begin alike, so only what differs
/// is done anew.
#[derive(Default)]
pub(crate) struct Index {
    /// The path followed last.
    path: Vec<Term>,
    /// The positions in `path` at which a symbol occurs, ascending.
    occurs: FxHashMap<Symbol, Vec<usize>>,
}

impl Index {
    /// The path of which this is the index.
    pub(crate) fn path(&self) -> &[Term] {
        &self.path
    }

    /// Brings the index to a new path, keeping what both have in front.
    pub(crate) fn follow(&mut self, terms: &mut Terms, path: &[Term]) {
        let common = self.path.iter().zip(path).take_while(|(old, new)| old == new).count();
        for constraint in self.path.drain(common..).rev() {
            for symbol in terms.free_symbols(constraint).iter() {
                if let Some(positions) = self.occurs.get_mut(symbol) {
                    positions.pop();
                }
            }
        }
        for constraint in &path[common..] {
            for symbol in terms.free_symbols(*constraint).iter() {
                self.occurs.entry(*symbol).or_default().push(self.path.len());
            }
            self.path.push(*constraint);
        }
    }

    /// The constraints that speak of a symbol, in the order of the path.
    pub(crate) fn speaking(&self, symbol: Symbol) -> impl Iterator<Item = Term> {
        self.positions(symbol).map(|position| self.path[position])
    }

    /// The constraints that speak of any of these symbols, in the order of the path.
    pub(crate) fn touching(&self, symbols: &[Symbol]) -> Vec<Term> {
        let positions: BTreeSet<usize> = symbols.iter().flat_map(|symbol| self.positions(*symbol)).collect();
        positions.into_iter().map(|position| self.path[position]).collect()
    }

    /// The positions of the constraints that are connected with these symbols, ascending, and all symbols in them and in
    /// the beginning.
    pub(crate) fn connected(&self, terms: &mut Terms, symbols: &[Symbol]) -> (Vec<usize>, Vec<Symbol>) {
        self.connected_up_to(terms, symbols, usize::MAX)
    }

    /// Whether at least so many constraints are connected with these symbols.
    pub(crate) fn connects(&self, terms: &mut Terms, symbols: &[Symbol], many: usize) -> bool {
        self.path.len() >= many && self.connected_up_to(terms, symbols, many).0.len() >= many
    }

    /// What is connected, or so many of it.
    fn connected_up_to(
        &self,
        terms: &mut Terms,
        symbols: &[Symbol],
        many: usize,
    ) -> (Vec<usize>, Vec<Symbol>) {
        let mut seen: FxHashSet<Symbol> = symbols.iter().copied().collect();
        let mut all: Vec<Symbol> = symbols.to_vec();
        let mut slice: FxHashSet<usize> = FxHashSet::default();
        let mut next = 0;
        while let Some(symbol) = all.get(next)
            && slice.len() < many
        {
            next += 1;
            for position in self.positions(*symbol) {
                if slice.insert(position) {
                    let more = terms.free_symbols(self.path[position]);
                    all.extend(more.iter().copied().filter(|symbol| seen.insert(*symbol)));
                }
            }
        }
        let mut slice: Vec<usize> = slice.into_iter().collect();
        slice.sort_unstable();
        (slice, all)
    }

    fn positions(&self, symbol: Symbol) -> impl Iterator<Item = usize> {
        self.occurs.get(&symbol).into_iter().flatten().copied()
    }
}
