//! Closed forms of one number, all else being known.
//!
//! The rules of [compact Alg. 1] (unchanged, plus a constant, times a constant,
//! the last iteration's value), and more: sums of polynomials, remainders,
//! choices, maps that come back to where they were. Each takes the value after
//! an iteration as a term over the number itself, placeholders, and what does
//! not change.

use super::Solver;
use super::sums::NoExpansion;
use kyklos_base::Int;
use kyklos_term::{Node, Symbol, Term};
use rustc_hash::FxHashMap;

/// How many choices and phases are taken apart in one form.
const DEPTH: u32 = 6;
/// How often an iteration is composed with itself to see whether it comes back.
const COMPOSITIONS: usize = 4;

impl Solver<'_> {
    /// The number after n iterations, each of which makes it the `effect`.
    pub(super) fn number(&mut self, number: Symbol, effect: Term) -> Result<Term, String> {
        self.number_within(number, effect, DEPTH)
    }

    pub(super) fn number_within(&mut self, number: Symbol, effect: Term, depth: u32) -> Result<Term, String> {
        if !self.mentions(effect, number) {
            return Ok(self.last_iteration(number, effect));
        }
        let reason = match self.affine(number, effect) {
            Some(Ok(form)) => return Ok(form),
            Some(Err(obstacle)) => self.no_sum(&obstacle),
            None => self.entangled(number, effect),
        };
        if let Some(form) = self.remainder(number, effect) {
            return Ok(form);
        }
        if !self.varies(effect)
            && let Some(forms) = self.returning(&[(number, effect)])
        {
            return Ok(forms[0]);
        }
        if depth == 0 {
            return Err(reason);
        }
        if let Some(condition) = self.lasting_condition(number, effect) {
            let (then, otherwise) = self.decided(effect, condition);
            let then = self.number_within(number, then, depth - 1)?;
            let otherwise = self.number_within(number, otherwise, depth - 1)?;
            return Ok(self.terms.ite(condition, then, otherwise));
        }
        match self.phases(number, effect, depth - 1) {
            Some(form) => form,
            None => Err(reason),
        }
    }

    /// What does not depend on the value before is the last iteration's.
    pub(super) fn last_iteration(&mut self, symbol: Symbol, effect: Term) -> Term {
        let some = self.basis.some(self.terms);
        let last = self.basis.before(self.terms, effect);
        let entry = self.terms.symbol_term(symbol);
        self.terms.ite(some, last, entry)
    }

    /// `m·number + d` with a constant m; `None` if it is not of this form.
    fn affine(&mut self, number: Symbol, effect: Term) -> Option<Result<Term, NoExpansion>> {
        let entry = self.terms.symbol_term(number);
        let (factor, rest) = self.affine_parts(entry, effect)?;
        Some(self.affine_form(entry, &factor, rest))
    }

    fn affine_form(&mut self, entry: Term, factor: &Int, rest: Term) -> Result<Term, NoExpansion> {
        let rest = self.expand(rest)?;
        if factor.is_one() {
            let sum = self.sum(&rest)?;
            return Ok(self.terms.add(entry, sum));
        }
        if *factor == Int::from(-1) {
            let (count, two) = (self.count(), self.terms.small(2));
            let parity = self.terms.modulo(count, two);
            let even = self.terms.is_zero(parity);
            let even_sum = self.geometric_sum(factor, Term::ONE, Term::ZERO, &rest)?;
            let minus_one = self.terms.small(-1);
            let odd_sum = self.geometric_sum(factor, minus_one, Term::ONE, &rest)?;
            let (after_even, after_odd) = (self.terms.add(entry, even_sum), self.terms.sub(odd_sum, entry));
            return Ok(self.terms.ite(even, after_even, after_odd));
        }
        let power = self.basis.power(self.terms, factor);
        let geometric = self.basis.geometric(self.terms, factor);
        let sum = self.geometric_sum(factor, power, geometric, &rest)?;
        let multiple = self.terms.mul(entry, power);
        Ok(self.terms.add(multiple, sum))
    }

    /// The coefficient of a symbol, and the rest, if the symbol is nowhere else.
    fn affine_parts(&mut self, symbol: Term, term: Term) -> Option<(Int, Term)> {
        let (_, parts) = self.terms.polynomial(term);
        let factor = parts.into_iter().find(|(_, monomial)| *monomial == symbol)?.0;
        let rest = self.terms.linear(&[(Int::ONE, term), (-&factor, symbol)]);
        let symbol = self.terms.as_symbol(symbol)?;
        (!self.mentions(rest, symbol)).then_some((factor, rest))
    }

    /// `(number + d) mod m + f`: with x = number - f it is x' = (x + d + f) mod m,
    /// and taking remainders once at the end is enough.
    fn remainder(&mut self, number: Symbol, effect: Term) -> Option<Term> {
        let (_, parts) = self.terms.polynomial(effect);
        let (coefficient, remainder) =
            parts.into_iter().find(|(_, monomial)| self.mentions(*monomial, number))?;
        let Some(Node::Mod(inside, modulus)) = self.terms.node(remainder).cloned() else { return None };
        let offset = self.terms.sub(effect, remainder);
        let constant = self.terms.as_int(modulus).is_some_and(|modulus| !modulus.is_zero());
        if !coefficient.is_one() || !constant || self.mentions(offset, number) || self.varies(offset) {
            return None;
        }
        let entry = self.terms.symbol_term(number);
        let (factor, step) = self.affine_parts(entry, inside)?;
        if !factor.is_one() {
            return None;
        }
        let step = self.terms.add(step, offset);
        let step = self.expand(step).ok()?;
        let sum = self.sum(&step).ok()?;
        let start = self.terms.sub(entry, offset);
        let total = self.terms.add(start, sum);
        let rest = self.terms.modulo(total, modulus);
        let value = self.terms.add(rest, offset);
        // A number that is in range at first is its own remainder.
        if self.terms.modulo(start, modulus) == start {
            return Some(value);
        }
        let some = self.basis.some(self.terms);
        Some(self.terms.ite(some, value, entry))
    }

    /// Iterations that, composed with themselves a few times, are what they were
    /// after fewer times: swaps, toggles, and what changes nothing the second time.
    /// The effects must not depend on n.
    pub(super) fn returning(&mut self, system: &[(Symbol, Term)]) -> Option<Vec<Term>> {
        let entry: Vec<Term> = system.iter().map(|(symbol, _)| self.terms.symbol_term(*symbol)).collect();
        let mut states = vec![entry];
        let start = loop {
            let map: FxHashMap<Symbol, Term> =
                system.iter().map(|(symbol, _)| *symbol).zip(states.last()?.iter().copied()).collect();
            let next: Vec<Term> =
                system.iter().map(|(_, effect)| self.terms.substitute(*effect, &map)).collect();
            if let Some(start) = states.iter().position(|state| *state == next) {
                break start;
            }
            if states.len() > COMPOSITIONS {
                return None;
            }
            states.push(next);
        };
        let forms = (0..system.len()).map(|row| {
            let values: Vec<Term> = states.iter().map(|state| state[row]).collect();
            self.round_robin(&values, start)
        });
        Some(forms.collect())
    }

    /// Value n of a sequence whose values come back to number `start` after the last.
    fn round_robin(&mut self, values: &[Term], start: usize) -> Term {
        let count = self.count();
        let (before, round) = values.split_at(start);
        let period = self.terms.int(&Int::from(round.len()));
        let mut form = round[round.len() - 1];
        for (number, value) in round.iter().enumerate().rev().skip(1) {
            let since = self.terms.int(&Int::from(start + number));
            let since = self.terms.sub(count, since);
            let rest = self.terms.modulo(since, period);
            let here = self.terms.is_zero(rest);
            form = self.terms.ite(here, *value, form);
        }
        for (number, value) in before.iter().enumerate().rev() {
            let number = self.terms.int(&Int::from(number));
            let later = self.terms.gt(count, number);
            form = self.terms.ite(later, form, *value);
        }
        form
    }

    /// A condition in a choice that is the same in all iterations.
    pub(super) fn lasting_condition(&mut self, symbol: Symbol, effect: Term) -> Option<Term> {
        let free = self.terms.free_symbols(effect);
        for part in self.terms.parts_first(&[effect], |_| false) {
            let Some(Node::Ite(condition, ..)) = self.terms.node(part) else { continue };
            let condition = *condition;
            let own = self.terms.free_symbols(condition);
            // What is bound further up is not free in the whole.
            let closed = own.iter().all(|inner| *inner != symbol && free.contains(inner));
            let concerns = self.varies(part) || self.mentions(part, symbol);
            if closed && concerns && !self.varies(condition) {
                return Some(condition);
            }
        }
        None
    }

    /// The term where a condition holds, and where it does not.
    pub(super) fn decided(&mut self, term: Term, condition: Term) -> (Term, Term) {
        let opposite = self.terms.not(condition);
        let [then, otherwise] = [true, false].map(|truth| {
            self.terms.rewrite(term, |_, part| {
                if part == condition {
                    Some(Term::truth(truth))
                } else {
                    (part == opposite).then(|| Term::truth(!truth))
                }
            })
        });
        (then, otherwise)
    }

    /// Why an amount cannot be summed up, in words.
    fn no_sum(&mut self, obstacle: &NoExpansion) -> String {
        let part = match obstacle {
            NoExpansion::TooSteep => return "grows too fast for a sum in closed form".to_owned(),
            NoExpansion::Part(part) => *part,
        };
        match self.terms.node(part) {
            Some(Node::Read(..)) => "adds up what is read at changing places",
            Some(Node::Ite(..)) => "grows by an amount that is chosen anew in each iteration",
            Some(Node::Div(..) | Node::Mod(..)) => "grows by a quotient or remainder that changes",
            _ => "grows by an amount that has no sum in closed form",
        }
        .to_owned()
    }

    /// Why a number is not a multiple of itself and something else, in words.
    fn entangled(&mut self, number: Symbol, effect: Term) -> String {
        let (_, parts) = self.terms.polynomial(effect);
        let entry = self.terms.symbol_term(number);
        let monomial = parts.into_iter().map(|(_, monomial)| monomial);
        let entangled =
            monomial.into_iter().find(|monomial| *monomial != entry && self.mentions(*monomial, number));
        match entangled.and_then(|monomial| self.terms.node(monomial).cloned()) {
            Some(Node::Product(factors)) => {
                let own: u32 = factors.iter().filter(|(factor, _)| *factor == entry).map(|(_, e)| *e).sum();
                let hidden =
                    factors.iter().any(|(factor, _)| *factor != entry && self.mentions(*factor, number));
                if own > 1 || hidden {
                    "is assigned a product of itself"
                } else {
                    "is multiplied by something that is no constant"
                }
            }
            Some(Node::Ite(..)) => "is chosen by its own value",
            Some(Node::Read(..)) => "is read from a place that depends on itself",
            Some(Node::Div(..) | Node::Mod(..)) => "is assigned a quotient or remainder of itself",
            _ => "is computed from itself in a way that has no closed form",
        }
        .to_owned()
    }
}
