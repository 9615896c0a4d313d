//! Formulas as text, for tests in which they are data.
//!
//! `(all t low high φ)` is `∀t (low ≤ t < high → φ)`, `(some t low high φ)` its
//! dual; `(all t φ)` has no range. Names that start with `k` are counters, other
//! names in small letters are integers, capital letters are arrays: `(A i j)`.
//! `(with A i v)` is an array with one element replaced.

use kyklos_base::Int;
use kyklos_term::{Quantifier, Sort, Symbol, SymbolKind, Term, Terms};
use std::collections::BTreeMap;

/// The names of formulas, with the terms they stand for.
#[derive(Default)]
pub struct Text {
    pub names: BTreeMap<String, Term>,
    /// Variables bound around the place that is read.
    bound: Vec<(String, Term)>,
}

enum Expression {
    Word(String),
    List(Vec<Expression>),
}

impl Text {
    /// The term that a text stands for.
    pub fn term(&mut self, terms: &mut Terms, text: &str) -> Term {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace();
        let expression = parse(&mut words).expect("an expression");
        assert!(words.next().is_none(), "more after the end: {text}");
        self.build(terms, &expression)
    }

    /// The symbol of a name.
    pub fn symbol(&self, terms: &Terms, name: &str) -> Symbol {
        terms.as_symbol(self.names[name]).expect("a symbol")
    }

    fn name(&mut self, terms: &mut Terms, name: &str, arity: u32) -> Term {
        if let Some((_, term)) = self.bound.iter().rev().find(|(bound, _)| bound == name) {
            return *term;
        }
        let kind = if name.starts_with('k') { SymbolKind::Counter } else { SymbolKind::Input };
        let sort = if arity > 0 { Sort::Array(arity) } else { Sort::Int };
        *self.names.entry(name.to_owned()).or_insert_with(|| terms.fresh(name, kind, sort))
    }

    fn build(&mut self, terms: &mut Terms, expression: &Expression) -> Term {
        let list = match expression {
            Expression::Word(word) => {
                return match word.parse::<Int>() {
                    Ok(value) => terms.int(&value),
                    Err(_) => self.name(terms, word, 0),
                };
            }
            Expression::List(list) => list,
        };
        let (Expression::Word(head), rest) = list.split_first().expect("a head") else {
            let array = self.build(terms, &list[0]);
            let indices: Vec<Term> = list[1..].iter().map(|part| self.build(terms, part)).collect();
            return terms.read(array, &indices);
        };
        match head.as_str() {
            "all" => return self.quantified(terms, Quantifier::Forall, rest),
            "some" => return self.quantified(terms, Quantifier::Exists, rest),
            "with" => {
                let Expression::Word(array) = &rest[0] else { panic!("an array's name") };
                let array = self.name(terms, array, rest.len() as u32 - 2);
                let parts: Vec<Term> = rest[1..].iter().map(|part| self.build(terms, part)).collect();
                let (value, indices) = parts.split_last().expect("a value");
                return terms.write(array, indices, *value);
            }
            _ => {}
        }
        let parts: Vec<Term> = rest.iter().map(|part| self.build(terms, part)).collect();
        let (a, b) = (parts[0], parts.get(1).copied().unwrap_or(Term::ZERO));
        match head.as_str() {
            "+" => parts.iter().fold(Term::ZERO, |sum, part| terms.add(sum, *part)),
            "-" => terms.sub(a, b),
            "*" => terms.mul(a, b),
            "mod" => terms.modulo(a, b),
            "div" => terms.div(a, b),
            "<" => terms.lt(a, b),
            "<=" => terms.le(a, b),
            ">" => terms.gt(a, b),
            ">=" => terms.ge(a, b),
            "=" => terms.eq(a, b),
            "!=" => terms.ne(a, b),
            "=>" => terms.implies(a, b),
            "not" => terms.not(a),
            "and" => terms.and(parts),
            "or" => terms.or(parts),
            "ite" => terms.ite(a, b, parts[2]),
            array => {
                let array = self.name(terms, array, parts.len() as u32);
                terms.read(array, &parts)
            }
        }
    }

    fn quantified(&mut self, terms: &mut Terms, quantifier: Quantifier, rest: &[Expression]) -> Term {
        let Expression::Word(name) = &rest[0] else { panic!("a variable") };
        let range: Vec<Term> = rest[1..rest.len() - 1].iter().map(|part| self.build(terms, part)).collect();
        let variable = terms.fresh(name, SymbolKind::Bound, Sort::Int);
        self.bound.push((name.clone(), variable));
        let body = self.build(terms, &rest[rest.len() - 1]);
        self.bound.pop();
        let inside = match range.as_slice() {
            [low, high] => {
                let (low, high) = (terms.le(*low, variable), terms.lt(variable, *high));
                terms.both(low, high)
            }
            _ => Term::TRUE,
        };
        let symbol = terms.as_symbol(variable).expect("a symbol");
        match quantifier {
            Quantifier::Forall => {
                let body = terms.implies(inside, body);
                terms.forall(&[symbol], body)
            }
            Quantifier::Exists => {
                let body = terms.both(inside, body);
                terms.exists(&[symbol], body)
            }
        }
    }
}

fn parse<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Expression> {
    match words.next()? {
        ")" => None,
        "(" => {
            let mut list = Vec::new();
            while let Some(part) = parse(words) {
                list.push(part);
            }
            Some(Expression::List(list))
        }
        word => Some(Expression::Word(word.to_owned())),
    }
}
