//! Reads behind writes and choices as cases of reads of array symbols, and what makes those values of one function.

use super::Vectors;
use kyklos_term::{Node, Term, Terms};
use rustc_hash::FxHashMap;

/// Formulas with more pairs of reads of one array that may be the same element are refused.
const MAX_PAIRS: usize = 10_000;

impl Vectors {
    /// The term with reads of array symbols and tables in place of all others.
    pub(super) fn flat(&mut self, terms: &mut Terms, term: Term) -> Term {
        let order = terms.parts_first(&[term], |part| self.flat.contains_key(&part));
        for part in order {
            let read = match terms.node(part) {
                Some(Node::Read(array, indices)) if is_compound(terms, *array) => {
                    Some((*array, indices.clone()))
                }
                _ => None,
            };
            let flat = match read {
                Some((array, indices)) => {
                    let indices: Vec<Term> = indices.iter().map(|index| self.flattened(*index)).collect();
                    self.flat_read(terms, array, &indices)
                }
                None => {
                    let known = &self.flat;
                    terms.with_parts(part, |inner| known.get(&inner).copied().unwrap_or(inner))
                }
            };
            self.flat.insert(part, flat);
        }
        self.flattened(term)
    }

    fn flattened(&self, term: Term) -> Term {
        self.flat.get(&term).copied().unwrap_or(term)
    }

    /// The element of an array behind writes and choices, innermost first.
    fn flat_read(&mut self, terms: &mut Terms, array: Term, indices: &[Term]) -> Term {
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        for part in terms.arrays_below(array) {
            let below = |values: &FxHashMap<Term, Term>, inner: Term| values.get(&inner).copied();
            let value = match terms.node(part).cloned() {
                Some(Node::Write(inner, at, value)) => {
                    let equal: Vec<Term> =
                        at.iter().zip(indices).map(|(a, b)| terms.eq(self.flattened(*a), *b)).collect();
                    let here = terms.and(equal);
                    let other = below(&values, inner).unwrap_or(Term::ZERO);
                    terms.ite(here, self.flattened(value), other)
                }
                Some(Node::Ite(condition, a, b)) => {
                    let (a, b) = (below(&values, a), below(&values, b));
                    let (a, b) = (a.unwrap_or(Term::ZERO), b.unwrap_or(Term::ZERO));
                    terms.ite(self.flattened(condition), a, b)
                }
                Some(Node::Fill(_, value)) => self.flattened(value),
                _ => terms.read(part, indices),
            };
            values.insert(part, value);
        }
        values.get(&array).copied().unwrap_or(Term::ZERO)
    }

    /// What makes reads of one array symbol values of one function: for each new read
    /// and each other one. `None` if there are too many.
    pub(in crate::z3) fn congruences(
        &self,
        terms: &mut Terms,
        old: &[Term],
        new: &[Term],
    ) -> Option<Vec<Term>> {
        let mut found = Vec::new();
        let constant = |terms: &Terms, at: &[Term]| at.iter().all(|index| terms.as_int(*index).is_some());
        for (number, read) in new.iter().enumerate() {
            for other in old.iter().chain(&new[..number]) {
                let (Some(Node::Read(a, at)), Some(Node::Read(b, there))) =
                    (terms.node(*read), terms.node(*other))
                else {
                    continue;
                };
                if a != b || constant(terms, at) && constant(terms, there) {
                    continue;
                }
                if found.len() >= MAX_PAIRS {
                    return None;
                }
                let (at, there) = (at.clone(), there.clone());
                let mut parts: Vec<Term> = at.iter().zip(&there).map(|(i, j)| terms.ne(*i, *j)).collect();
                parts.push(terms.eq(*read, *other));
                found.push(terms.or(parts));
            }
        }
        found.retain(|formula| *formula != Term::TRUE);
        Some(found)
    }
}

fn is_compound(terms: &Terms, array: Term) -> bool {
    !matches!(terms.node(array), Some(Node::Symbol(_) | Node::Table(_)))
}
