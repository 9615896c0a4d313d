//! Traversal without recursion: a term's parts have smaller ids, so ascending
//! order is a valid order of evaluation, however deep the term is.
//!
//! Terms are graphs: what two parts share is there once, and a term of sixty nodes may have 2^60 paths through it. So
//! whoever walks over terms visits each node once, with one of [`Terms::parts_first`] (all parts), [`Terms::reached`]
//! (those that one goes on to), [`Terms::arrays_below`], [`Terms::outcomes`] and [`Terms::is_refuted`], or keeps what
//! it knows of each node in a table. The solver's `tests/shared.rs` runs all public walks over such terms.

use crate::{Node, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

impl Terms {
    /// Calls `visit` with each direct part of a term.
    pub fn for_each_part(&self, term: Term, mut visit: impl FnMut(Term)) {
        let Some(node) = self.node(term) else { return };
        match node {
            Node::Truth(_) | Node::Symbol(_) | Node::Integer(_) | Node::Unknown(_) | Node::Table(_) => {}
            Node::Sum { parts, .. } => parts.iter().for_each(|(_, part)| visit(*part)),
            Node::Product(factors) => factors.iter().for_each(|(factor, _)| visit(*factor)),
            Node::Div(a, b) | Node::Mod(a, b) | Node::Shl(a, b) | Node::Shr(a, b) => {
                [*a, *b].into_iter().for_each(visit);
            }
            Node::Bits(_, parts) | Node::Float(_, _, parts) => parts.iter().for_each(|part| visit(*part)),
            Node::Ite(c, a, b) => [*c, *a, *b].into_iter().for_each(visit),
            Node::Read(array, indices) => {
                visit(*array);
                indices.iter().for_each(|index| visit(*index));
            }
            Node::Write(array, indices, value) => {
                visit(*array);
                indices.iter().for_each(|index| visit(*index));
                visit(*value);
            }
            Node::Fill(_, a) | Node::NonPositive(a) | Node::IsZero(a) | Node::Not(a) => visit(*a),
            Node::And(parts) | Node::Or(parts) => parts.iter().for_each(|part| visit(*part)),
            Node::Lambda(_, body) | Node::Quantified(_, _, body) => visit(*body),
        }
    }

    /// All terms that the roots consist of, themselves included, each once and
    /// parts before wholes; inline constants are left out, and so is whatever
    /// stands below a term for which `known` holds (and that term).
    pub fn parts_first(&self, roots: &[Term], known: impl Fn(Term) -> bool) -> Vec<Term> {
        let mut order = self.visited(roots, |term, open| {
            let is_new = !term.is_inline() && !known(term);
            if is_new {
                self.for_each_part(term, |part| open.push(part));
            }
            is_new
        });
        // To visit a node takes about half as long as to look one up.
        self.work.set(self.work.get() + order.len() as u64 / 2);
        order.sort_unstable();
        order
    }

    /// All terms that one comes to from the roots, these included, where `next` adds those to which one goes on from a
    /// term; each once and parts before wholes. Only parts of a term may be added.
    pub fn reached(&self, roots: &[Term], mut next: impl FnMut(Term, &mut Vec<Term>)) -> Vec<Term> {
        let mut order = self.visited(roots, |term, open| {
            next(term, open);
            true
        });
        // Small constants have large ids, and no parts.
        order.sort_unstable_by_key(|term| (!term.is_inline(), *term));
        order
    }

    /// Terms from the roots on, each looked at once: `visit` says whether a term is one of them, and adds those behind.
    fn visited(&self, roots: &[Term], mut visit: impl FnMut(Term, &mut Vec<Term>) -> bool) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let mut open: Vec<Term> = roots.to_vec();
        let mut order = Vec::new();
        while let Some(term) = open.pop() {
            if seen.insert(term) && visit(term, &mut open) {
                order.push(term);
            }
        }
        order
    }

    /// The arrays that an array is made of by writes and choices, itself included; each once, the innermost first.
    pub fn arrays_below(&self, array: Term) -> Vec<Term> {
        self.reached(&[array], |part, open| match self.node(part) {
            Some(Node::Write(inner, ..)) => open.push(*inner),
            Some(Node::Ite(_, a, b)) => open.extend([*a, *b]),
            _ => {}
        })
    }

    /// What a choice may be, each once; a term that is no choice is its own outcome.
    pub fn outcomes(&self, term: Term) -> Vec<Term> {
        let mut all = self.reached(&[term], |part, open| {
            if let Some(Node::Ite(_, a, b)) = self.node(part) {
                open.extend([*a, *b]);
            }
        });
        all.retain(|part| !matches!(self.node(*part), Some(Node::Ite(..))));
        all
    }

    /// Whether a formula is false by those of its parts that are neither conjunctions nor disjunctions, where
    /// `is_false` says which of these are.
    pub fn is_refuted(&self, formula: Term, is_false: &mut impl FnMut(Term) -> bool) -> bool {
        self.refuted_within(formula, is_false, &mut FxHashMap::default())
    }

    fn refuted_within(
        &self,
        formula: Term,
        is_false: &mut impl FnMut(Term) -> bool,
        known: &mut FxHashMap<Term, bool>,
    ) -> bool {
        let (parts, conjunction) = match self.node(formula) {
            Some(Node::And(parts)) => (parts, true),
            Some(Node::Or(parts)) => (parts, false),
            _ => return is_false(formula),
        };
        if let Some(known) = known.get(&formula) {
            return *known;
        }
        let mut refuted = |part: &Term| self.refuted_within(*part, is_false, known);
        let all = if conjunction { parts.iter().any(&mut refuted) } else { parts.iter().all(&mut refuted) };
        known.insert(formula, all);
        all
    }

    /// The symbols that a term depends on, ascending; kept for the next call.
    pub fn free_symbols(&mut self, term: Term) -> Rc<[Symbol]> {
        if let Some(known) = self.free.get(&term) {
            return known.clone();
        }
        for part in self.parts_first(&[term], |part| self.free.contains_key(&part)) {
            let mut symbols: Vec<Symbol> = Vec::new();
            self.for_each_part(part, |inner| {
                symbols.extend(self.free.get(&inner).iter().flat_map(|free| free.iter().copied()));
            });
            match self.node(part) {
                Some(Node::Symbol(symbol)) => symbols.push(*symbol),
                Some(Node::Quantified(_, bound, _) | Node::Lambda(bound, _)) => {
                    symbols.retain(|symbol| !bound.contains(symbol));
                }
                _ => {}
            }
            symbols.sort_unstable();
            symbols.dedup();
            self.free.insert(part, symbols.into());
        }
        self.free.get(&term).cloned().unwrap_or_else(|| Rc::from([]))
    }

    /// The term with symbols replaced, all at once, brought to normal form again.
    /// Bound variables are left alone and capture nothing.
    pub fn substitute(&mut self, term: Term, map: &FxHashMap<Symbol, Term>) -> Term {
        let order = self.parts_first(&[term], |_| false);
        let bound: FxHashSet<Symbol> = order
            .iter()
            .filter_map(|part| match self.node(*part)? {
                Node::Quantified(_, bound, _) | Node::Lambda(bound, _) => Some(bound.iter().copied()),
                _ => None,
            })
            .flatten()
            .collect();
        let replace = |terms: &Terms, part: Term| map.get(&terms.as_symbol(part)?).copied();
        let clash = !bound.is_empty()
            && map.iter().any(|(symbol, replacement)| {
                let inside = self.free_symbols(*replacement);
                bound.contains(symbol) || inside.iter().any(|symbol| bound.contains(symbol))
            });
        if clash {
            let apart = self.rename_bound(term, &order);
            return self.rewrite(apart, replace);
        }
        self.rewrite_parts(term, &order, replace)
    }

    /// The term with new symbols for all bound variables.
    fn rename_bound(&mut self, term: Term, order: &[Term]) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for part in order {
            let mut result = self.rebuild(*part, |inner| done.get(&inner).copied().unwrap_or(inner));
            let binder = self.node(result).cloned();
            if let Some(Node::Quantified(_, bound, body) | Node::Lambda(bound, body)) = &binder {
                let new: Vec<Symbol> = bound
                    .iter()
                    .map(|symbol| {
                        let info = self.symbol_info(*symbol).clone();
                        self.symbol(info)
                    })
                    .collect();
                let map = bound.iter().zip(&new).map(|(old, new)| (*old, self.symbol_term(*new))).collect();
                let body = self.substitute(*body, &map);
                result = match &binder {
                    Some(Node::Quantified(quantifier, ..)) => self.quantified(*quantifier, &new, body),
                    _ => self.lambda(&new, body),
                };
            }
            done.insert(*part, result);
        }
        done.get(&term).copied().unwrap_or(term)
    }

    /// The term with these parts replaced; what stands below them is not looked at. Bound variables are no part of them.
    pub fn replace_parts(&mut self, term: Term, map: &FxHashMap<Term, Term>) -> Term {
        let mut done = map.clone();
        for part in self.parts_first(&[term], |part| map.contains_key(&part)) {
            let result = self.rebuild(part, |inner| done.get(&inner).copied().unwrap_or(inner));
            done.insert(part, result);
        }
        done.get(&term).copied().unwrap_or(term)
    }

    /// Rebuilds a term, parts first; where `replace` gives a term for a part, it
    /// takes the part's place.
    pub fn rewrite(&mut self, term: Term, replace: impl Fn(&Terms, Term) -> Option<Term>) -> Term {
        let order = self.parts_first(&[term], |_| false);
        self.rewrite_parts(term, &order, replace)
    }

    fn rewrite_parts(
        &mut self,
        term: Term,
        order: &[Term],
        replace: impl Fn(&Terms, Term) -> Option<Term>,
    ) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for part in order {
            let result = match replace(self, *part) {
                Some(replacement) => replacement,
                None => self.rebuild(*part, |inner| done.get(&inner).copied().unwrap_or(inner)),
            };
            done.insert(*part, result);
        }
        done.get(&term).copied().unwrap_or(term)
    }

    /// The term with its direct parts mapped, brought to normal form again.
    pub fn with_parts(&mut self, term: Term, map: impl Fn(Term) -> Term) -> Term {
        self.rebuild(term, map)
    }

    /// The term with its direct parts mapped.
    pub(crate) fn rebuild(&mut self, term: Term, map: impl Fn(Term) -> Term) -> Term {
        let mut changed = false;
        self.for_each_part(term, |part| changed |= map(part) != part);
        if !changed {
            return term;
        }
        let Some(node) = self.node(term).cloned() else { return term };
        let all = |parts: &[Term]| parts.iter().map(|part| map(*part)).collect::<Vec<_>>();
        match node {
            Node::Truth(_) | Node::Symbol(_) | Node::Integer(_) | Node::Unknown(_) | Node::Table(_) => term,
            Node::Sum { constant, parts } => {
                let mut summands: Vec<_> = parts.iter().map(|(k, part)| (k.clone(), map(*part))).collect();
                summands.push((constant, Term::ONE));
                self.linear(&summands)
            }
            Node::Product(factors) => {
                let mut product = Term::ONE;
                for (factor, power) in &factors {
                    for _ in 0..*power {
                        product = self.mul(product, map(*factor));
                    }
                }
                product
            }
            Node::Div(a, b) => self.div(map(a), map(b)),
            Node::Mod(a, b) => self.modulo(map(a), map(b)),
            Node::Bits(op, parts) => self.bits(op, &all(&parts)),
            Node::Float(op, format, parts) => self.float(op, format, &all(&parts)),
            Node::Shl(a, b) => self.shl(map(a), map(b)),
            Node::Shr(a, b) => self.shr(map(a), map(b)),
            Node::Ite(c, a, b) => self.ite(map(c), map(a), map(b)),
            Node::Read(array, indices) => self.read(map(array), &all(&indices)),
            Node::Write(array, indices, value) => self.write(map(array), &all(&indices), map(value)),
            Node::Fill(arity, value) => self.fill(arity, map(value)),
            Node::Lambda(parameters, body) => self.lambda(&parameters, map(body)),
            Node::NonPositive(p) => self.non_positive(map(p)),
            Node::IsZero(p) => self.is_zero(map(p)),
            Node::Not(a) => self.not(map(a)),
            Node::And(parts) => self.and(all(&parts)),
            Node::Or(parts) => self.or(all(&parts)),
            Node::Quantified(quantifier, bound, body) => self.quantified(quantifier, &bound, map(body)),
        }
    }
}
