//! Truth-valued constructors: negation, conjunction, disjunction, choice, quantifiers. Note [unknown values].

use crate::{Node, Quantifier, Sort, Symbol, Term, Terms};
use kyklos_base::Int;
use rustc_hash::FxHashSet;

impl Terms {
    /// The symbol or formula negated; negation is pushed inward.
    ///
    /// match: ¬true, ¬false, ¬¬a; result: the constant, a. match: ¬★; result: ★.
    /// match: ¬(p ≤ 0); result: 1 - p ≤ 0.
    /// match: ¬(a ∧ …), ¬(a ∨ …); result: ¬a ∨ …, ¬a ∧ ….
    /// match: ¬∀x.a, ¬∃x.a; result: ∃x.¬a, ∀x.¬a.
    pub fn not(&mut self, a: Term) -> Term {
        let Some(node) = self.node(a) else { return a };
        match node {
            Node::Truth(value) => Term::truth(!value),
            Node::Unknown(_) => a,
            Node::Not(inner) => *inner,
            Node::NonPositive(_) | Node::And(_) | Node::Or(_) | Node::Quantified(..) => {
                if let Some(known) = self.negations.get(&a) {
                    return *known;
                }
                let negated = self.negated(a);
                self.negations.insert(a, negated);
                negated
            }
            _ => self.intern(Node::Not(a)),
        }
    }

    /// What [`Terms::not`] keeps, so that parts that formulas share are negated once.
    fn negated(&mut self, a: Term) -> Term {
        let Some(node) = self.node(a) else { return a };
        match node {
            Node::NonPositive(p) => {
                let p = *p;
                let flipped = self.sub(Term::ONE, p);
                self.non_positive(flipped)
            }
            Node::And(parts) => {
                let negated: Vec<_> = parts.clone().iter().map(|part| self.not(*part)).collect();
                self.or(negated)
            }
            Node::Or(parts) => {
                let negated: Vec<_> = parts.clone().iter().map(|part| self.not(*part)).collect();
                self.and(negated)
            }
            Node::Quantified(quantifier, bound, body) => {
                let (flipped, bound, body) = (quantifier.dual(), bound.clone(), *body);
                let negated = self.not(body);
                self.quantified(flipped, &bound, negated)
            }
            _ => self.intern(Node::Not(a)),
        }
    }

    /// All of them hold.
    ///
    /// match: true among them; result: without it. match: false or a and ¬a among them; result: false.
    /// match: conjunctions among them; result: their parts; each part once.
    pub fn and(&mut self, parts: impl IntoIterator<Item = Term>) -> Term {
        self.junction(parts, true)
    }

    /// One of them holds.
    ///
    /// match: false among them; result: without it. match: true or a and ¬a among them; result: true.
    /// match: disjunctions among them; result: their parts; each part once.
    pub fn or(&mut self, parts: impl IntoIterator<Item = Term>) -> Term {
        self.junction(parts, false)
    }

    /// `a ∧ b`
    pub fn both(&mut self, a: Term, b: Term) -> Term {
        self.and([a, b])
    }

    /// `a ∨ b`
    pub fn either(&mut self, a: Term, b: Term) -> Term {
        self.or([a, b])
    }

    /// `a → b`
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or([not_a, b])
    }

    fn junction(&mut self, parts: impl IntoIterator<Item = Term>, conjunction: bool) -> Term {
        let neutral = Term::truth(conjunction);
        let absorbing = Term::truth(!conjunction);
        let mut all = Vec::new();
        for part in parts {
            match self.node(part) {
                Some(Node::And(inner)) if conjunction => all.extend_from_slice(inner),
                Some(Node::Or(inner)) if !conjunction => all.extend_from_slice(inner),
                _ => all.push(part),
            }
        }
        // What is inside is sorted already, and this sort takes little time for a few sorted pieces.
        all.sort();
        all.dedup();
        all.retain(|part| *part != neutral);
        let has = |all: &[Term], part: Term| all.binary_search(&part).is_ok();
        if has(&all, absorbing) {
            return absorbing;
        }
        // The complement of a part exists already if it is a part itself, so
        // looking for it makes no new terms that stay unused for long.
        for part in &all {
            let complement = match self.node(*part) {
                Some(Node::Not(inner)) => Some(*inner),
                Some(Node::NonPositive(_)) if all.len() > 1 => Some(self.not(*part)),
                _ => None,
            };
            if complement.is_some_and(|complement| complement != *part && has(&all, complement)) {
                return absorbing;
            }
        }
        match all.as_slice() {
            [] => neutral,
            [only] => *only,
            _ if conjunction => self.intern(Node::And(all.into())),
            _ => self.intern(Node::Or(all.into())),
        }
    }

    /// `if condition then a else b`, over any sort.
    ///
    /// match: constant condition, or a = b; result: the side.
    /// match: over truth values; result: (¬condition ∨ a) ∧ (condition ∨ b).
    /// match: a or b is a choice by the same condition; result: its side that applies.
    /// match: negated condition; result: the sides swapped.
    /// match: ★ as side or anywhere in the condition, and a ≠ b; result: ★ (the
    /// condition stands for both cases, so ★ in it must not be read as true).
    pub fn ite(&mut self, condition: Term, a: Term, b: Term) -> Term {
        if a == b {
            return a;
        }
        match self.node(condition) {
            Some(Node::Truth(true)) => return a,
            Some(Node::Truth(false)) => return b,
            Some(Node::Not(inner)) => return self.ite(*inner, b, a),
            _ => {}
        }
        let sort = self.sort(a);
        if sort == Sort::Bool {
            let not_condition = self.not(condition);
            let (first, second) = (self.or([not_condition, a]), self.or([condition, b]));
            return self.and([first, second]);
        }
        if self.is_unknown(a) || self.is_unknown(b) || self.has_unknown(condition) {
            return self.unknown(sort);
        }
        let a = match self.node(a) {
            Some(Node::Ite(same, then, _)) if *same == condition => *then,
            _ => a,
        };
        let b = match self.node(b) {
            Some(Node::Ite(same, _, otherwise)) if *same == condition => *otherwise,
            _ => b,
        };
        if a == b {
            return a;
        }
        let choice = self.intern(Node::Ite(condition, a, b));
        self.note_lambda(choice, &[a, b]);
        choice
    }

    /// `if condition then a else b` for numbers, with what both have in common outside: so what is counted along paths
    /// that meet again is a sum of choices, of which bounds and sums know something.
    ///
    /// match: ite(c, s + p, s + q); result: s + ite(c, p, q).
    /// match: ite(c, s + k, s + l), k and l constants; result: s + l + (k - l)·ite(c, 1, 0).
    pub fn choice(&mut self, condition: Term, a: Term, b: Term) -> Term {
        if let Some(Node::Not(inner)) = self.node(condition) {
            return self.choice(*inner, b, a);
        }
        if a == b {
            return a;
        }
        let (k, mut own) = self.polynomial_beside(a, b);
        let (l, mut other) = self.polynomial_beside(b, a);
        let (of_a, of_b): (FxHashSet<_>, FxHashSet<_>) =
            (own.iter().cloned().collect(), other.iter().cloned().collect());
        let mut sum: Vec<(Int, Term)> = Vec::new();
        own.retain(|part| {
            !of_b.contains(part) || {
                sum.push(part.clone());
                false
            }
        });
        if sum.is_empty() {
            return self.ite(condition, a, b);
        }
        other.retain(|part| !of_a.contains(part));
        if own.is_empty() && other.is_empty() {
            let chosen = self.number_of(condition);
            sum.extend([(&k - &l, chosen), (l, Term::ONE)]);
            return self.linear(&sum);
        }
        own.push((k, Term::ONE));
        other.push((l, Term::ONE));
        let (a, b) = (self.linear(&own), self.linear(&other));
        sum.push((Int::ONE, self.ite(condition, a, b)));
        self.linear(&sum)
    }

    /// 1 for true, 0 for false.
    pub fn number_of(&mut self, truth: Term) -> Term {
        self.ite(truth, Term::ONE, Term::ZERO)
    }

    /// Whether a number counts as true: it is not 0.
    pub fn truth_of(&mut self, number: Term) -> Term {
        let zero = self.is_zero(number);
        self.not(zero)
    }

    /// `∀bound. body`
    pub fn forall(&mut self, bound: &[Symbol], body: Term) -> Term {
        self.quantified(Quantifier::Forall, bound, body)
    }

    /// `∃bound. body`
    pub fn exists(&mut self, bound: &[Symbol], body: Term) -> Term {
        self.quantified(Quantifier::Exists, bound, body)
    }

    /// match: bound variables that the body does not have; result: without them.
    pub(crate) fn quantified(&mut self, quantifier: Quantifier, bound: &[Symbol], body: Term) -> Term {
        let free = self.free_symbols(body);
        let used: Box<[Symbol]> = bound.iter().copied().filter(|symbol| free.contains(symbol)).collect();
        if used.is_empty() {
            return body;
        }
        self.intern(Node::Quantified(quantifier, used, body))
    }
}

impl Quantifier {
    /// The other one.
    pub fn dual(self) -> Quantifier {
        match self {
            Quantifier::Forall => Quantifier::Exists,
            Quantifier::Exists => Quantifier::Forall,
        }
    }
}
