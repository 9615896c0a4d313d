//! Formulas as SMT-LIB 2 scripts, for any solver.
//!
//! Shared parts become `define-fun`s, and below bound variables `let`s, so the text is as large as the table of
//! terms and not as the tree. A predicate over ★ is printed as `true` (see the
//! crate's introduction).

use crate::bits::MAX_SHIFT;
use crate::{BitOp, Node, Quantifier, Sort, Symbol, Term, Terms};
use kyklos_base::Int;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Expressions nest at most this deep, quantified bodies aside.
const DEPTH: u32 = 200;

/// The name of a symbol in SMT-LIB scripts: unique, and never a keyword.
pub fn symbol_name(terms: &Terms, symbol: Symbol) -> String {
    let name = &terms.symbol_info(symbol).name;
    let plain: String = name.chars().filter(|c| *c != '|' && *c != '\\' && !c.is_control()).collect();
    format!("|{plain}!{}|", symbol.0)
}

impl Terms {
    /// A script that asserts the formulas and asks whether they can hold together,
    /// and, if `model`, for the values of the symbols.
    ///
    /// Bit operations are spelled out in integers, so that any solver can read it.
    pub fn script(&mut self, formulas: &[Term], model: bool) -> String {
        let spelled: Vec<Term> = formulas.iter().map(|formula| self.as_integers(*formula)).collect();
        let formulas = spelled.as_slice();
        let mut out = String::from("(set-logic ALL)\n");
        let mut free: Vec<Symbol> = Vec::new();
        for formula in formulas {
            free.extend(self.free_symbols(*formula).iter());
        }
        free.sort_unstable();
        free.dedup();
        for symbol in &free {
            let _ = writeln!(out, "{}", self.declaration(*symbol));
        }
        out.push_str(&self.float_functions(formulas));
        let printer = Printer { terms: self, names: RefCell::default() };
        printer.define_shared(&mut out, formulas);
        for formula in formulas {
            let _ = writeln!(out, "(assert {})", printer.text(*formula));
        }
        out.push_str("(check-sat)\n");
        let scalar = |symbol: &&Symbol| !matches!(self.symbol_info(**symbol).sort, Sort::Array(_));
        let names: Vec<_> = free.iter().filter(scalar).map(|symbol| symbol_name(self, *symbol)).collect();
        if model && !names.is_empty() {
            let _ = writeln!(out, "(get-value ({}))", names.join(" "));
        }
        out
    }

    /// One formula as one SMT-LIB expression; bit operations are those of bit-vectors that are wide enough.
    pub fn to_smtlib(&mut self, term: Term) -> String {
        self.free_symbols(term);
        Printer { terms: self, names: RefCell::default() }.with_lets(term)
    }

    /// Declarations of the operations on floating point numbers in formulas: functions of which nothing is
    /// said.
    pub fn float_functions(&self, formulas: &[Term]) -> String {
        let mut found = BTreeSet::new();
        for part in self.parts_first(formulas, |_| false) {
            if let Some(Node::Float(op, format, _)) = self.node(part) {
                found.insert((*op, *format));
            }
        }
        let mut text = String::new();
        for (op, format) in found {
            let sorts = vec!["Int"; op.arity()].join(" ");
            let _ = writeln!(text, "(declare-fun {}_{op} ({sorts}) Int)", format.name());
        }
        text
    }

    fn declaration(&self, symbol: Symbol) -> String {
        let info = self.symbol_info(symbol);
        let name = symbol_name(self, symbol);
        let sort = match info.sort {
            Sort::Bool => "Bool".to_owned(),
            Sort::Int => "Int".to_owned(),
            Sort::Array(arity) => array_sort(arity),
        };
        let mut text = format!("(declare-const {name} {sort})");
        if info.sort == Sort::Int {
            if let Some(low) = &info.low {
                let _ = write!(text, "\n(assert (<= {} {name}))", number(low));
            }
            if let Some(high) = &info.high {
                let _ = write!(text, "\n(assert (<= {name} {}))", number(high));
            }
        }
        text
    }
}

/// An array of several indices is an array of arrays.
fn array_sort(arity: u32) -> String {
    (0..arity).fold("Int".to_owned(), |element, _| format!("(Array Int {element})"))
}

fn number(value: &Int) -> String {
    if value.is_negative() { format!("(- {})", value.abs()) } else { value.to_string() }
}

/// A bit-vector as the integer that it is with a sign.
fn signed(vector: &str, width: u32) -> String {
    let (half, whole) = (Int::power_of_two(width - 1), Int::power_of_two(width));
    format!("(let ((u (bv2nat {vector}))) (ite (>= u {half}) (- u {whole}) u))")
}

struct Printer<'a> {
    terms: &'a Terms,
    /// Names of the parts that were defined, here or around.
    names: RefCell<FxHashMap<Term, String>>,
}

impl Printer<'_> {
    /// Defines every part that is used more than once and is no leaf, and
    /// enough of the others to keep what is printed at once shallow.
    fn define_shared(&self, out: &mut String, roots: &[Term]) {
        let order = self.terms.parts_first(roots, |_| false);
        let bound = self.below_binders(&order);
        let uses = self.uses(&order);
        let mut depths: FxHashMap<Term, u32> = FxHashMap::default();
        for term in order {
            let mut depth = 0;
            self.terms
                .for_each_part(term, |part| depth = depth.max(1 + depths.get(&part).copied().unwrap_or(0)));
            depths.insert(term, depth);
            let shared = uses.get(&term).copied().unwrap_or(0) >= 2;
            if self.is_leaf(term) || bound.contains(&term) || (!shared && depth < DEPTH) {
                continue;
            }
            depths.insert(term, 0);
            let sort = match self.terms.sort(term) {
                Sort::Bool => "Bool".to_owned(),
                Sort::Int => "Int".to_owned(),
                Sort::Array(arity) => array_sort(arity),
            };
            let name = format!("t!{}", term.key());
            let _ = writeln!(out, "(define-fun {name} () {sort} {})", self.text(term));
            self.names.borrow_mut().insert(term, name);
        }
    }

    /// A term as one expression, with a name for every part that is used more than once, but for those that depend on
    /// variables bound further inside: these get theirs there.
    fn with_lets(&self, term: Term) -> String {
        let order = self.terms.parts_first(&[term], |part| self.names.borrow().contains_key(&part));
        let inner: FxHashSet<Symbol> = order
            .iter()
            .flat_map(|part| match self.terms.node(*part) {
                Some(Node::Quantified(_, bound, _) | Node::Lambda(bound, _)) => bound.to_vec(),
                _ => Vec::new(),
            })
            .collect();
        let is_free = |part: &Term| match self.terms.free.get(part) {
            Some(free) => free.iter().all(|symbol| !inner.contains(symbol)),
            None => false,
        };
        let uses = self.uses(&order);
        let mut named = Vec::new();
        let mut lets = String::new();
        for part in order.into_iter().filter(|part| !self.is_leaf(*part) && is_free(part)) {
            if uses.get(&part).copied().unwrap_or(0) >= 2 {
                let name = format!("l!{}", part.key());
                let _ = write!(lets, "(let (({name} {})) ", self.text(part));
                self.names.borrow_mut().insert(part, name);
                named.push(part);
            }
        }
        let text = format!("{lets}{}{}", self.text(term), ")".repeat(named.len()));
        let mut names = self.names.borrow_mut();
        named.iter().for_each(|part| drop(names.remove(part)));
        text
    }

    /// How often terms are direct parts of these.
    fn uses(&self, terms: &[Term]) -> FxHashMap<Term, u32> {
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for term in terms {
            self.terms.for_each_part(*term, |part| *uses.entry(part).or_insert(0) += 1);
        }
        uses
    }

    fn is_leaf(&self, term: Term) -> bool {
        use Node::{Integer, Symbol, Truth, Unknown};
        matches!(self.terms.node(term), None | Some(Truth(_) | Symbol(_) | Integer(_) | Unknown(_)))
    }

    /// The parts below bound variables: they may not be defined outside.
    fn below_binders(&self, order: &[Term]) -> FxHashSet<Term> {
        let bodies: Vec<Term> = order
            .iter()
            .filter_map(|term| match self.terms.node(*term) {
                Some(Node::Quantified(_, _, body) | Node::Lambda(_, body)) => Some(*body),
                _ => None,
            })
            .collect();
        self.terms.parts_first(&bodies, |_| false).into_iter().collect()
    }

    fn text(&self, term: Term) -> String {
        if let Some(name) = self.names.borrow().get(&term) {
            return name.clone();
        }
        if let Some(value) = self.terms.as_int(term) {
            return number(&value);
        }
        let Some(node) = self.terms.node(term) else { return "0".to_owned() };
        let list = |operator: &str, parts: &[Term]| {
            let parts: Vec<_> = parts.iter().map(|part| self.text(*part)).collect();
            format!("({operator} {})", parts.join(" "))
        };
        match node {
            Node::Truth(value) => value.to_string(),
            Node::Symbol(symbol) => symbol_name(self.terms, *symbol),
            Node::Integer(value) => number(value),
            // Only predicates over ★ stand in formulas.
            Node::Unknown(_) => "true".to_owned(),
            Node::Sum { constant, parts } => self.sum(constant, parts),
            Node::Product(factors) => {
                let all: Vec<_> = factors
                    .iter()
                    .flat_map(|(factor, power)| std::iter::repeat_n(*factor, *power as usize))
                    .collect();
                list("*", &all)
            }
            Node::Div(a, b) => list("div", &[*a, *b]),
            Node::Mod(a, b) => list("mod", &[*a, *b]),
            Node::Bits(op, parts) => {
                let word = match op {
                    BitOp::And => "bvand",
                    BitOp::Or => "bvor",
                    BitOp::Xor => "bvxor",
                };
                self.bit_vectors(word, parts, self.width(parts))
            }
            Node::Shl(a, b) => {
                let count = format!("(ite (< {0} 0) 0 (ite (> {0} 63) 63 {0}))", self.text(*b));
                self.shift("bvshl", *a, &count, self.width(&[*a]) + MAX_SHIFT)
            }
            Node::Shr(a, b) => {
                let count = format!("(ite (< {0} 0) 0 (ite (> {0} 63) 63 {0}))", self.text(*b));
                self.shift("bvashr", *a, &count, self.width(&[*a]).max(MAX_SHIFT + 1))
            }
            Node::Float(op, format, operands) => list(&format!("{}_{op}", format.name()), operands),
            Node::Table(values) => {
                let empty = format!("((as const {}) 0)", array_sort(1));
                values
                    .iter()
                    .enumerate()
                    .fold(empty, |array, (index, value)| format!("(store {array} {index} {})", number(value)))
            }
            Node::Ite(c, a, b) => list("ite", &[*c, *a, *b]),
            Node::Read(array, indices) => indices
                .iter()
                .fold(self.text(*array), |array, index| format!("(select {array} {})", self.text(*index))),
            Node::Write(array, indices, value) => self.store(self.text(*array), indices, *value),
            Node::Fill(arity, value) => (1..=*arity).fold(self.text(*value), |inner, depth| {
                format!("((as const {}) {inner})", array_sort(depth))
            }),
            // No lambda is left in a formula; not all solvers have it.
            Node::Lambda(parameters, body) => {
                parameters.iter().rev().fold(self.with_lets(*body), |body, symbol| {
                    format!("(lambda (({} Int)) {body})", symbol_name(self.terms, *symbol))
                })
            }
            Node::NonPositive(p) => format!("(<= {} 0)", self.text(*p)),
            Node::IsZero(p) => format!("(= {} 0)", self.text(*p)),
            Node::Not(a) => list("not", &[*a]),
            Node::And(parts) => list("and", parts),
            Node::Or(parts) => list("or", parts),
            Node::Quantified(quantifier, bound, body) => {
                let word = if *quantifier == Quantifier::Forall { "forall" } else { "exists" };
                let variables: Vec<_> = bound
                    .iter()
                    .map(|symbol| format!("({} Int)", symbol_name(self.terms, *symbol)))
                    .collect();
                format!("({word} ({}) {})", variables.join(" "), self.with_lets(*body))
            }
        }
    }

    /// Bits enough for all of these and a sign.
    fn width(&self, parts: &[Term]) -> u32 {
        /// For numbers without bounds.
        const WIDE: u32 = 256;
        let width = |part: &Term| {
            let bounds = self.terms.declared_bounds(*part);
            let (low, high) = (bounds.low?, bounds.high?);
            u32::try_from(low.bits().max(high.bits()) + 1).ok()
        };
        parts.iter().map(|part| width(part).unwrap_or(WIDE)).max().unwrap_or(WIDE)
    }

    fn bit_vectors(&self, operation: &str, parts: &[Term], width: u32) -> String {
        let all: Vec<_> =
            parts.iter().map(|part| format!("((_ int2bv {width}) {})", self.text(*part))).collect();
        signed(&format!("({operation} {})", all.join(" ")), width)
    }

    fn shift(&self, operation: &str, a: Term, count: &str, width: u32) -> String {
        let a = self.text(a);
        signed(&format!("({operation} ((_ int2bv {width}) {a}) ((_ int2bv {width}) {count}))"), width)
    }

    fn sum(&self, constant: &Int, parts: &[(Int, Term)]) -> String {
        let mut summands: Vec<String> = parts
            .iter()
            .map(|(coefficient, part)| match coefficient.is_one() {
                true => self.text(*part),
                false => format!("(* {} {})", number(coefficient), self.text(*part)),
            })
            .collect();
        if !constant.is_zero() {
            summands.push(number(constant));
        }
        if summands.len() == 1 { summands.concat() } else { format!("(+ {})", summands.join(" ")) }
    }

    fn store(&self, array: String, indices: &[Term], value: Term) -> String {
        let [first, rest @ ..] = indices else { return self.text(value) };
        let index = self.text(*first);
        let inner = match rest.is_empty() {
            true => self.text(value),
            false => self.store(format!("(select {array} {index})"), rest, value),
        };
        format!("(store {array} {index} {inner})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SymbolKind;

    #[test]
    fn shared_parts_are_defined_once() {
        let mut terms = Terms::new();
        let mut square = terms.fresh("x", SymbolKind::Input, Sort::Int);
        for _ in 0..40 {
            let (one, two) = (terms.le(square, Term::ONE), terms.small(2));
            square = {
                let half = terms.div(square, two);
                let sum = terms.add(half, square);
                terms.ite(one, half, sum)
            };
        }
        let formula = terms.is_zero(square);
        let script = terms.script(&[formula], true);
        assert!(script.len() < 20_000, "{}", script.len());
        assert!(script.contains("(get-value (|x!0|))"), "{script}");
    }

    #[test]
    fn long_chains_are_no_deep_nesting() {
        let mut terms = Terms::new();
        let mut array = terms.fresh("a", SymbolKind::Input, Sort::Array(1));
        let (index, value) = (terms.fresh("i", SymbolKind::Input, Sort::Int), Term::ONE);
        for step in 0..100_000 {
            let step = terms.small(step);
            let at = terms.mul(index, step);
            array = terms.write(array, &[at], value);
        }
        let last = terms.read(array, &[index]);
        let formula = terms.is_zero(last);
        assert!(terms.script(&[formula], true).contains("(check-sat)"));
        assert_eq!(terms.holds(formula, &crate::Model::new()), Some(false));
    }
}
