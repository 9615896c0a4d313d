//! Expressions without any simplification: what the constructors of terms are
//! compared with. They print themselves as SMT-LIB, build themselves as terms,
//! and evaluate themselves, by three pieces of code that share nothing.

#![allow(dead_code)]

use kyklos_base::Int;
use kyklos_term::smtlib::symbol_name;
use kyklos_term::{FunctionModel, Model, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms, Value};
use std::collections::BTreeMap;

/// An expression. Symbols are numbered: integers, truth values, arrays of one
/// and of two indices each from 0.
#[derive(Clone, Debug)]
pub enum Raw {
    Int(i64),
    Truth(bool),
    X(usize),
    B(usize),
    A(usize),
    M(usize),
    Add(Vec<Raw>),
    Sub(Box<[Raw; 2]>),
    Neg(Box<Raw>),
    Mul(Box<[Raw; 2]>),
    Div(Box<[Raw; 2]>),
    Mod(Box<[Raw; 2]>),
    DivTrunc(Box<[Raw; 2]>),
    RemTrunc(Box<[Raw; 2]>),
    Le(Box<[Raw; 2]>),
    Lt(Box<[Raw; 2]>),
    Ge(Box<[Raw; 2]>),
    Gt(Box<[Raw; 2]>),
    Eq(Box<[Raw; 2]>),
    Ne(Box<[Raw; 2]>),
    Not(Box<Raw>),
    And(Vec<Raw>),
    Or(Vec<Raw>),
    Implies(Box<[Raw; 2]>),
    Ite(Box<[Raw; 3]>),
    Read(Box<Raw>, Vec<Raw>),
    Write(Box<Raw>, Vec<Raw>, Box<Raw>),
    /// Arity and value.
    Fill(u32, Box<Raw>),
    /// The array over the integer symbols of these numbers.
    Lambda(Vec<usize>, Box<Raw>),
    /// `∀` over the integer symbol of this number.
    Forall(usize, Box<Raw>),
    Exists(usize, Box<Raw>),
}

/// The symbols that expressions are about.
pub struct Symbols {
    pub ints: Vec<Symbol>,
    pub truths: Vec<Symbol>,
    pub arrays: Vec<Symbol>,
    pub matrices: Vec<Symbol>,
}

impl Symbols {
    pub fn new(terms: &mut Terms, ints: usize) -> Self {
        let mut make = |name: &str, count: usize, sort: Sort| {
            let symbol = |index: usize| SymbolInfo {
                name: format!("{name}{index}"),
                kind: SymbolKind::Input,
                sort,
                low: None,
                high: None,
            };
            (0..count).map(|index| terms.symbol(symbol(index))).collect::<Vec<_>>()
        };
        Self {
            ints: make("x", ints, Sort::Int),
            truths: make("b", 2, Sort::Bool),
            arrays: make("a", 2, Sort::Array(1)),
            matrices: make("m", 1, Sort::Array(2)),
        }
    }

    pub fn all(&self) -> impl Iterator<Item = Symbol> + '_ {
        [&self.ints, &self.truths, &self.arrays, &self.matrices].into_iter().flatten().copied()
    }

    /// Declarations of all symbols.
    pub fn declarations(&self, terms: &Terms) -> String {
        let sort = |symbol: Symbol| match terms.symbol_info(symbol).sort {
            Sort::Bool => "Bool",
            Sort::Int => "Int",
            Sort::Array(1) => "(Array Int Int)",
            Sort::Array(_) => "(Array Int (Array Int Int))",
        };
        self.all()
            .map(|symbol| format!("(declare-const {} {})\n", symbol_name(terms, symbol), sort(symbol)))
            .collect()
    }
}

impl Raw {
    /// The expression in SMT-LIB.
    pub fn smtlib(&self, terms: &Terms, symbols: &Symbols) -> String {
        let text = |raw: &Raw| raw.smtlib(terms, symbols);
        let list = |operator: &str, parts: &[Raw]| {
            let parts: Vec<_> = parts.iter().map(text).collect();
            format!("({operator} {})", parts.join(" "))
        };
        let number = |value: i64| if value < 0 { format!("(- {})", -value) } else { value.to_string() };
        match self {
            Raw::Int(value) => number(*value),
            Raw::Truth(value) => value.to_string(),
            Raw::X(index) => symbol_name(terms, symbols.ints[*index]),
            Raw::B(index) => symbol_name(terms, symbols.truths[*index]),
            Raw::A(index) => symbol_name(terms, symbols.arrays[*index]),
            Raw::M(index) => symbol_name(terms, symbols.matrices[*index]),
            Raw::Add(parts) => list("+", parts),
            Raw::Sub(parts) => list("-", &**parts),
            Raw::Neg(a) => format!("(- {})", text(a)),
            Raw::Mul(parts) => list("*", &**parts),
            Raw::Div(parts) => list("div", &**parts),
            Raw::Mod(parts) => list("mod", &**parts),
            Raw::DivTrunc(parts) => {
                let (a, b) = (text(&parts[0]), text(&parts[1]));
                let size = format!("(div (abs {a}) (abs {b}))");
                format!("(ite (= (< {a} 0) (< {b} 0)) {size} (- {size}))")
            }
            Raw::RemTrunc(parts) => {
                let (a, b) = (text(&parts[0]), text(&parts[1]));
                let size = format!("(mod (abs {a}) (abs {b}))");
                format!("(ite (< {a} 0) (- {size}) {size})")
            }
            Raw::Le(parts) => list("<=", &**parts),
            Raw::Lt(parts) => list("<", &**parts),
            Raw::Ge(parts) => list(">=", &**parts),
            Raw::Gt(parts) => list(">", &**parts),
            Raw::Eq(parts) => list("=", &**parts),
            Raw::Ne(parts) => list("distinct", &**parts),
            Raw::Not(a) => format!("(not {})", text(a)),
            Raw::And(parts) => format!("(and true {})", parts.iter().map(text).collect::<Vec<_>>().join(" ")),
            Raw::Or(parts) => format!("(or false {})", parts.iter().map(text).collect::<Vec<_>>().join(" ")),
            Raw::Implies(parts) => list("=>", &**parts),
            Raw::Ite(parts) => list("ite", &**parts),
            Raw::Read(array, indices) if array.has_lambda() => {
                array.element_text(terms, symbols, &indices.iter().map(text).collect::<Vec<_>>())
            }
            Raw::Read(array, indices) => {
                indices.iter().fold(text(array), |array, index| format!("(select {array} {})", text(index)))
            }
            Raw::Write(array, indices, value) => match indices.as_slice() {
                [i] => format!("(store {} {} {})", text(array), text(i), text(value)),
                [i, j] => {
                    let (array, i) = (text(array), text(i));
                    format!("(store {array} {i} (store (select {array} {i}) {} {}))", text(j), text(value))
                }
                _ => unreachable!("one or two indices"),
            },
            Raw::Fill(1, value) => format!("((as const (Array Int Int)) {})", text(value)),
            Raw::Fill(_, value) => format!(
                "((as const (Array Int (Array Int Int))) ((as const (Array Int Int)) {}))",
                text(value)
            ),
            Raw::Lambda(parameters, body) => parameters.iter().rev().fold(text(body), |body, index| {
                format!("(lambda (({} Int)) {body})", symbol_name(terms, symbols.ints[*index]))
            }),
            Raw::Forall(index, body) => {
                format!("(forall (({} Int)) {})", symbol_name(terms, symbols.ints[*index]), text(body))
            }
            Raw::Exists(index, body) => {
                format!("(exists (({} Int)) {})", symbol_name(terms, symbols.ints[*index]), text(body))
            }
        }
    }

    fn has_lambda(&self) -> bool {
        matches!(self, Raw::Lambda(..)) || self.parts().iter().any(|part| part.has_lambda())
    }

    /// An element of an array by what lambdas, writes and choices mean: Z3 takes
    /// writes to its own lambdas for satisfiable where they are not.
    fn element_text(&self, terms: &Terms, symbols: &Symbols, at: &[String]) -> String {
        let text = |raw: &Raw| raw.smtlib(terms, symbols);
        let below = |raw: &Raw| raw.element_text(terms, symbols, at);
        match self {
            Raw::Lambda(parameters, body) => {
                let bindings = parameters.iter().zip(at).map(|(parameter, index)| {
                    format!("({} {index})", symbol_name(terms, symbols.ints[*parameter]))
                });
                format!("(let ({}) {})", bindings.collect::<String>(), text(body))
            }
            Raw::Write(array, indices, value) => {
                let equal = indices.iter().zip(at).map(|(index, at)| format!(" (= {} {at})", text(index)));
                format!("(ite (and{}) {} {})", equal.collect::<String>(), text(value), below(array))
            }
            Raw::Ite(parts) => format!("(ite {} {} {})", text(&parts[0]), below(&parts[1]), below(&parts[2])),
            _ => at.iter().fold(text(self), |array, index| format!("(select {array} {index})")),
        }
    }

    /// The expression as a term.
    pub fn term(&self, terms: &mut Terms, symbols: &Symbols) -> Term {
        macro_rules! two {
            ($parts:expr, $make:ident) => {{
                let (a, b) = ($parts[0].term(terms, symbols), $parts[1].term(terms, symbols));
                terms.$make(a, b)
            }};
        }
        let all = |terms: &mut Terms, parts: &[Raw]| {
            parts.iter().map(|part| part.term(terms, symbols)).collect::<Vec<_>>()
        };
        match self {
            Raw::Int(value) => terms.small(*value),
            Raw::Truth(value) => Term::truth(*value),
            Raw::X(index) => terms.symbol_term(symbols.ints[*index]),
            Raw::B(index) => terms.symbol_term(symbols.truths[*index]),
            Raw::A(index) => terms.symbol_term(symbols.arrays[*index]),
            Raw::M(index) => terms.symbol_term(symbols.matrices[*index]),
            Raw::Add(parts) => {
                let parts: Vec<_> = all(terms, parts).into_iter().map(|part| (Int::ONE, part)).collect();
                terms.linear(&parts)
            }
            Raw::Sub(parts) => two!(parts, sub),
            Raw::Neg(a) => {
                let a = a.term(terms, symbols);
                terms.neg(a)
            }
            Raw::Mul(parts) => two!(parts, mul),
            Raw::Div(parts) => two!(parts, div),
            Raw::Mod(parts) => two!(parts, modulo),
            Raw::DivTrunc(parts) => two!(parts, div_trunc),
            Raw::RemTrunc(parts) => two!(parts, rem_trunc),
            Raw::Le(parts) => two!(parts, le),
            Raw::Lt(parts) => two!(parts, lt),
            Raw::Ge(parts) => two!(parts, ge),
            Raw::Gt(parts) => two!(parts, gt),
            Raw::Eq(parts) => two!(parts, eq),
            Raw::Ne(parts) => two!(parts, ne),
            Raw::Not(a) => {
                let a = a.term(terms, symbols);
                terms.not(a)
            }
            Raw::And(parts) => {
                let parts = all(terms, parts);
                terms.and(parts)
            }
            Raw::Or(parts) => {
                let parts = all(terms, parts);
                terms.or(parts)
            }
            Raw::Implies(parts) => two!(parts, implies),
            Raw::Ite(parts) => {
                let parts = all(terms, &**parts);
                terms.ite(parts[0], parts[1], parts[2])
            }
            Raw::Read(array, indices) => {
                let (array, indices) = (array.term(terms, symbols), all(terms, indices));
                terms.read(array, &indices)
            }
            Raw::Write(array, indices, value) => {
                let (array, indices) = (array.term(terms, symbols), all(terms, indices));
                let value = value.term(terms, symbols);
                terms.write(array, &indices, value)
            }
            Raw::Fill(arity, value) => {
                let value = value.term(terms, symbols);
                terms.fill(*arity, value)
            }
            Raw::Lambda(parameters, body) => {
                let body = body.term(terms, symbols);
                let parameters: Vec<Symbol> = parameters.iter().map(|index| symbols.ints[*index]).collect();
                terms.lambda(&parameters, body)
            }
            Raw::Forall(index, body) => {
                let body = body.term(terms, symbols);
                terms.forall(&[symbols.ints[*index]], body)
            }
            Raw::Exists(index, body) => {
                let body = body.term(terms, symbols);
                terms.exists(&[symbols.ints[*index]], body)
            }
        }
    }

    /// The divisors, which must not be zero for a value to be determined.
    pub fn divisors<'a>(&'a self, found: &mut Vec<&'a Raw>) {
        if let Raw::Div(parts) | Raw::Mod(parts) | Raw::DivTrunc(parts) | Raw::RemTrunc(parts) = self {
            found.push(&parts[1]);
        }
        for part in self.parts() {
            part.divisors(found);
        }
    }

    fn parts(&self) -> Vec<&Raw> {
        match self {
            Raw::Int(_) | Raw::Truth(_) | Raw::X(_) | Raw::B(_) | Raw::A(_) | Raw::M(_) => Vec::new(),
            Raw::Add(parts) | Raw::And(parts) | Raw::Or(parts) => parts.iter().collect(),
            Raw::Sub(p) | Raw::Mul(p) | Raw::Div(p) | Raw::Mod(p) | Raw::DivTrunc(p) | Raw::RemTrunc(p) => {
                p.iter().collect()
            }
            Raw::Le(p) | Raw::Lt(p) | Raw::Ge(p) | Raw::Gt(p) | Raw::Eq(p) | Raw::Ne(p) | Raw::Implies(p) => {
                p.iter().collect()
            }
            Raw::Neg(a) | Raw::Not(a) | Raw::Fill(_, a) | Raw::Lambda(_, a) => vec![a],
            Raw::Forall(_, a) | Raw::Exists(_, a) => vec![a],
            Raw::Ite(parts) => parts.iter().collect(),
            Raw::Read(array, indices) => std::iter::once(&**array).chain(indices).collect(),
            Raw::Write(array, indices, value) => {
                std::iter::once(&**array).chain(indices).chain(std::iter::once(&**value)).collect()
            }
        }
    }

    /// The value, computed strictly; `None` where a division by zero or a
    /// quantifier leaves it open.
    pub fn value(&self, assignment: &Assignment) -> Option<Value> {
        let int = |raw: &Raw| match raw.value(assignment)? {
            Value::Int(value) => Some(value),
            _ => None,
        };
        let truth = |raw: &Raw| match raw.value(assignment)? {
            Value::Truth(value) => Some(value),
            _ => None,
        };
        let function = |raw: &Raw| match raw.value(assignment)? {
            Value::Function(value) => Some(value),
            _ => None,
        };
        let ints = |parts: &[Raw]| parts.iter().map(int).collect::<Option<Vec<Int>>>();
        let truths = |parts: &[Raw]| parts.iter().map(truth).collect::<Option<Vec<bool>>>();
        let compare = |parts: &[Raw; 2]| Some(int(&parts[0])?.cmp(&int(&parts[1])?));
        Some(match self {
            Raw::Int(value) => Value::Int(Int::from(*value)),
            Raw::Truth(value) => Value::Truth(*value),
            Raw::X(index) => Value::Int(assignment.ints[*index].clone()),
            Raw::B(index) => Value::Truth(assignment.truths[*index]),
            Raw::A(index) => Value::Function(assignment.arrays[*index].clone()),
            Raw::M(index) => Value::Function(assignment.matrices[*index].clone()),
            Raw::Add(parts) => Value::Int(ints(parts)?.iter().fold(Int::ZERO, |sum, part| &sum + part)),
            Raw::Sub(parts) => Value::Int(int(&parts[0])? - int(&parts[1])?),
            Raw::Neg(a) => Value::Int(-int(a)?),
            Raw::Mul(parts) => Value::Int(int(&parts[0])? * int(&parts[1])?),
            Raw::Div(parts) => Value::Int(int(&parts[0])?.div_euclid(&int(&parts[1])?)?),
            Raw::Mod(parts) => Value::Int(int(&parts[0])?.rem_euclid(&int(&parts[1])?)?),
            Raw::DivTrunc(parts) => Value::Int(int(&parts[0])?.div_trunc(&int(&parts[1])?)?),
            Raw::RemTrunc(parts) => Value::Int(int(&parts[0])?.rem_trunc(&int(&parts[1])?)?),
            Raw::Le(parts) => Value::Truth(compare(parts)?.is_le()),
            Raw::Lt(parts) => Value::Truth(compare(parts)?.is_lt()),
            Raw::Ge(parts) => Value::Truth(compare(parts)?.is_ge()),
            Raw::Gt(parts) => Value::Truth(compare(parts)?.is_gt()),
            Raw::Eq(parts) => Value::Truth(compare(parts)?.is_eq()),
            Raw::Ne(parts) => Value::Truth(compare(parts)?.is_ne()),
            Raw::Not(a) => Value::Truth(!truth(a)?),
            Raw::And(parts) => Value::Truth(truths(parts)?.into_iter().all(|part| part)),
            Raw::Or(parts) => Value::Truth(truths(parts)?.into_iter().any(|part| part)),
            Raw::Implies(parts) => Value::Truth(!truth(&parts[0])? | truth(&parts[1])?),
            Raw::Ite(parts) => {
                let (a, b) = (parts[1].value(assignment)?, parts[2].value(assignment)?);
                if truth(&parts[0])? { a } else { b }
            }
            Raw::Read(array, indices) => Value::Int(array.element(assignment, &ints(indices)?)?),
            Raw::Write(array, indices, value) => {
                let mut function = function(array)?;
                function.entries.insert(ints(indices)?, int(value)?);
                Value::Function(function)
            }
            Raw::Fill(_, value) => {
                Value::Function(FunctionModel { entries: BTreeMap::new(), default: int(value)? })
            }
            Raw::Lambda(..) | Raw::Forall(..) | Raw::Exists(..) => return None,
        })
    }

    /// The element of an array, computed as strictly as [`value`](Raw::value) is.
    fn element(&self, assignment: &Assignment, at: &[Int]) -> Option<Int> {
        let int = |raw: &Raw, assignment: &Assignment| match raw.value(assignment)? {
            Value::Int(value) => Some(value),
            _ => None,
        };
        match self {
            Raw::Lambda(parameters, body) => {
                let mut inner = assignment.clone();
                for (parameter, value) in parameters.iter().zip(at) {
                    inner.ints[*parameter] = value.clone();
                }
                int(body, &inner)
            }
            Raw::Write(array, indices, value) => {
                let (value, other) = (int(value, assignment)?, array.element(assignment, at)?);
                let indices: Vec<Int> =
                    indices.iter().map(|index| int(index, assignment)).collect::<Option<_>>()?;
                Some(if indices == at { value } else { other })
            }
            Raw::Ite(parts) => {
                let (a, b) = (parts[1].element(assignment, at)?, parts[2].element(assignment, at)?);
                Some(if parts[0].value(assignment)?.truth()? { a } else { b })
            }
            _ => match self.value(assignment)? {
                Value::Function(function) => Some(function.at(at).clone()),
                _ => None,
            },
        }
    }
}

/// Values for all symbols.
#[derive(Clone, Debug)]
pub struct Assignment {
    pub ints: Vec<Int>,
    pub truths: Vec<bool>,
    pub arrays: Vec<FunctionModel>,
    pub matrices: Vec<FunctionModel>,
}

impl Assignment {
    pub fn model(&self, symbols: &Symbols) -> Model {
        let mut model = Model::new();
        let ints = symbols.ints.iter().zip(&self.ints);
        ints.for_each(|(symbol, value)| model.set(*symbol, Value::Int(value.clone())));
        let truths = symbols.truths.iter().zip(&self.truths);
        truths.for_each(|(symbol, value)| model.set(*symbol, Value::Truth(*value)));
        let arrays = symbols.arrays.iter().zip(&self.arrays);
        let matrices = symbols.matrices.iter().zip(&self.matrices);
        arrays.chain(matrices).for_each(|(symbol, value)| model.set(*symbol, Value::Function(value.clone())));
        model
    }
}

/// Makes expressions out of random bytes; fewer bytes make smaller ones, so
/// that failures shrink.
pub struct Source<'a> {
    bytes: std::slice::Iter<'a, u8>,
    ints: usize,
}

impl<'a> Source<'a> {
    pub fn new(bytes: &'a [u8], ints: usize) -> Self {
        Self { bytes: bytes.iter(), ints }
    }

    pub fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or(0)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit
    }

    fn small(&mut self) -> i64 {
        self.below(15) as i64 - 7
    }

    fn pair(&mut self, depth: u32) -> Box<[Raw; 2]> {
        Box::new([self.int(depth), self.int(depth)])
    }

    /// A divisor: mostly a constant, never the constant 0.
    fn divided(&mut self, depth: u32) -> Box<[Raw; 2]> {
        let divisor = match self.below(6) {
            0 => Raw::X(self.below(self.ints)),
            other => Raw::Int([3, -3, 4, -1, 1][other - 1]),
        };
        Box::new([self.int(depth), divisor])
    }

    pub fn int(&mut self, depth: u32) -> Raw {
        let Some(depth) = depth.checked_sub(1) else {
            return if self.byte().is_multiple_of(3) {
                Raw::Int(self.small())
            } else {
                Raw::X(self.below(self.ints))
            };
        };
        match self.below(14) {
            0 => Raw::Int(self.small()),
            1 | 2 => Raw::X(self.below(self.ints)),
            3 | 4 => Raw::Add(vec![self.int(depth), self.int(depth), self.int(depth)]),
            5 => Raw::Sub(self.pair(depth)),
            6 => Raw::Neg(Box::new(self.int(depth))),
            7 => Raw::Mul(Box::new([Raw::Int(self.small()), self.int(depth)])),
            8 => Raw::Mul(Box::new([Raw::X(self.below(self.ints)), self.int(depth)])),
            9 => Raw::Div(self.divided(depth)),
            10 => Raw::Mod(self.divided(depth)),
            11 => match self.below(2) {
                0 => Raw::DivTrunc(self.divided(depth)),
                _ => Raw::RemTrunc(self.divided(depth)),
            },
            12 => Raw::Ite(Box::new([self.truth(depth), self.int(depth), self.int(depth)])),
            _ => match self.below(3) {
                0 => Raw::Read(Box::new(self.matrix(depth)), vec![self.int(depth), self.int(0)]),
                _ => Raw::Read(Box::new(self.array(depth)), vec![self.int(depth)]),
            },
        }
    }

    pub fn truth(&mut self, depth: u32) -> Raw {
        let Some(depth) = depth.checked_sub(1) else {
            return if self.byte().is_multiple_of(4) { Raw::B(self.below(2)) } else { Raw::Le(self.pair(0)) };
        };
        match self.below(13) {
            0 => Raw::B(self.below(2)),
            1 => Raw::Le(self.pair(depth)),
            2 => Raw::Lt(self.pair(depth)),
            3 => Raw::Ge(self.pair(depth)),
            4 => Raw::Gt(self.pair(depth)),
            5 | 6 => Raw::Eq(self.pair(depth)),
            7 => Raw::Ne(self.pair(depth)),
            8 => Raw::Not(Box::new(self.truth(depth))),
            9 => Raw::And(vec![self.truth(depth), self.truth(depth), self.truth(depth)]),
            10 => Raw::Or(vec![self.truth(depth), self.truth(depth), self.truth(depth)]),
            11 => Raw::Implies(Box::new([self.truth(depth), self.truth(depth)])),
            _ => Raw::Ite(Box::new([self.truth(depth), self.truth(depth), self.truth(depth)])),
        }
    }

    fn array(&mut self, depth: u32) -> Raw {
        let Some(depth) = depth.checked_sub(1) else { return Raw::A(self.below(2)) };
        match self.below(7) {
            0 | 1 => Raw::A(self.below(2)),
            6 => Raw::Lambda(vec![self.below(self.ints)], Box::new(self.int(depth))),
            2 => Raw::Fill(1, Box::new(self.int(depth))),
            3 => Raw::Ite(Box::new([self.truth(depth), self.array(depth), self.array(depth)])),
            _ => Raw::Write(Box::new(self.array(depth)), vec![self.int(depth)], Box::new(self.int(depth))),
        }
    }

    fn matrix(&mut self, depth: u32) -> Raw {
        let Some(depth) = depth.checked_sub(1) else { return Raw::M(0) };
        match self.below(5) {
            0 | 1 => Raw::M(0),
            4 => {
                let first = self.below(self.ints);
                Raw::Lambda(vec![first, (first + 1) % self.ints], Box::new(self.int(depth)))
            }
            2 => Raw::Fill(2, Box::new(self.int(depth))),
            _ => Raw::Write(
                Box::new(self.matrix(depth)),
                vec![self.int(depth), self.int(0)],
                Box::new(self.int(depth)),
            ),
        }
    }

    pub fn assignment(&mut self) -> Assignment {
        let ints = (0..self.ints).map(|_| Int::from(self.small())).collect();
        let truths = vec![self.byte().is_multiple_of(2), self.byte().is_multiple_of(2)];
        let mut function = |arity: usize| {
            let mut entries = BTreeMap::new();
            for _ in 0..3 {
                let indices = (0..arity).map(|_| Int::from(self.small())).collect();
                entries.insert(indices, Int::from(self.small()));
            }
            FunctionModel { entries, default: Int::from(self.small()) }
        };
        let (arrays, matrices) = (vec![function(1), function(1)], vec![function(2)]);
        Assignment { ints, truths, arrays, matrices }
    }
}
