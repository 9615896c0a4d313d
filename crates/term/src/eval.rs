//! Models, and the value of terms under them.

use crate::bits::clamped_count;
use crate::{Node, Quantifier, Sort, Symbol, Term, Terms};
use kyklos_base::Int;
use kyklos_base::float::exact;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::collections::BTreeMap;

/// Values for symbols. Symbols it does not name are 0, false, or 0 everywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    ints: FxHashMap<Symbol, Int>,
    truths: FxHashMap<Symbol, bool>,
    functions: FxHashMap<Symbol, FunctionModel>,
}

/// An array of a model: finitely many entries and a value for all else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionModel {
    /// Values at these indices.
    pub entries: BTreeMap<Vec<Int>, Int>,
    /// The value at all others.
    pub default: Int,
}

/// The value of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a formula.
    Truth(bool),
    /// Of an integer term.
    Int(Int),
    /// Of an array term.
    Function(FunctionModel),
}

impl FunctionModel {
    /// The value at an index.
    pub fn at(&self, indices: &[Int]) -> &Int {
        self.entries.get(indices).unwrap_or(&self.default)
    }
}

impl Value {
    /// The truth value, if it is one.
    pub fn truth(&self) -> Option<bool> {
        match self {
            Value::Truth(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn int(&self) -> Option<&Int> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }
}

impl Model {
    /// The model that gives every symbol its default.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the values of those symbols from another model that it does not name and that may not be 0.
    pub fn complete(&mut self, other: &Model, may_be_zero: impl Fn(Symbol) -> bool) {
        for (symbol, value) in other.ints.iter().filter(|(symbol, _)| !may_be_zero(**symbol)) {
            self.ints.entry(*symbol).or_insert_with(|| value.clone());
        }
        for (symbol, value) in other.functions.iter().filter(|(symbol, _)| !may_be_zero(**symbol)) {
            self.functions.entry(*symbol).or_insert_with(|| value.clone());
        }
    }

    /// Gives a symbol a value.
    pub fn set(&mut self, symbol: Symbol, value: Value) {
        match value {
            Value::Truth(value) => {
                self.truths.insert(symbol, value);
            }
            Value::Int(value) => {
                self.ints.insert(symbol, value);
            }
            Value::Function(value) => {
                self.functions.insert(symbol, value);
            }
        }
    }

    /// The value of an integer symbol.
    pub fn int(&self, symbol: Symbol) -> Int {
        self.ints.get(&symbol).cloned().unwrap_or(Int::ZERO)
    }

    /// Takes over the values that another model has for these symbols.
    pub fn overlay(&mut self, other: &Model, symbols: &[Symbol]) {
        for symbol in symbols {
            match other.ints.get(symbol) {
                Some(value) => self.ints.insert(*symbol, value.clone()),
                None => self.ints.remove(symbol),
            };
            match other.truths.get(symbol) {
                Some(value) => self.truths.insert(*symbol, *value),
                None => self.truths.remove(symbol),
            };
            match other.functions.get(symbol) {
                Some(value) => self.functions.insert(*symbol, value.clone()),
                None => self.functions.remove(symbol),
            };
        }
    }

    fn value(&self, terms: &Terms, symbol: Symbol) -> Value {
        match terms.symbol_info(symbol).sort {
            Sort::Bool => Value::Truth(self.truths.get(&symbol).copied().unwrap_or(false)),
            Sort::Int => Value::Int(self.int(symbol)),
            Sort::Array(_) => Value::Function(
                self.functions
                    .get(&symbol)
                    .cloned()
                    .unwrap_or_else(|| FunctionModel { entries: BTreeMap::new(), default: Int::ZERO }),
            ),
        }
    }
}

/// Numbers with more bits are not worked out.
const MAX_BITS: u64 = 1 << 22;

/// Quantified formulas are evaluated by trying all values between the bounds
/// that their body states, if there are at most this many,
const QUANTIFIER_RANGE: i64 = 100_000;
/// and so many for all quantifiers of a term, each counted as often as it is evaluated.
const INSTANCES: u64 = 200_000;

/// Terms of at most so many parts may be simple.
const SIMPLE: u32 = 12;

impl Terms {
    /// The value of a term under a model; `None` where it is not determined: it
    /// contains ★, divides by zero, grows beyond all measure, or a quantifier ranges too far.
    pub fn evaluate(&self, term: Term, model: &Model) -> Option<Value> {
        let mut left = SIMPLE;
        if let Some(value) = self.simple_value(term, model, &mut left) {
            self.work.set(self.work.get() + u64::from(SIMPLE - left));
            return Some(value);
        }
        Evaluation { terms: self, model, done: FxHashMap::default(), left: &Cell::new(INSTANCES) }.run(term)
    }

    /// The value of a term of a few sums and comparisons, for which no table is needed; `None` of any other.
    fn simple_value(&self, term: Term, model: &Model, left: &mut u32) -> Option<Value> {
        if let Some(value) = term.inline_value() {
            return Some(Value::Int(Int::from(value)));
        }
        *left = left.checked_sub(1)?;
        Some(match self.node(term)? {
            Node::Truth(value) => Value::Truth(*value),
            Node::Integer(value) => Value::Int(value.clone()),
            Node::Symbol(symbol) if !matches!(self.symbol_info(*symbol).sort, Sort::Array(_)) => {
                model.value(self, *symbol)
            }
            Node::Sum { constant, parts } => {
                let mut sum = constant.clone();
                for (coefficient, part) in parts {
                    sum = &sum + &(coefficient * self.simple_value(*part, model, left)?.int()?);
                }
                Value::Int(sum)
            }
            Node::NonPositive(p) => Value::Truth(*self.simple_value(*p, model, left)?.int()? <= Int::ZERO),
            Node::IsZero(p) => Value::Truth(self.simple_value(*p, model, left)?.int()?.is_zero()),
            Node::Not(a) => Value::Truth(!self.simple_value(*a, model, left)?.truth()?),
            _ => return None,
        })
    }

    /// The truth of a formula under a model; see [`evaluate`](Terms::evaluate).
    pub fn holds(&self, formula: Term, model: &Model) -> Option<bool> {
        match formula.as_truth() {
            Some(truth) => Some(truth),
            None => self.evaluate(formula, model)?.truth(),
        }
    }
}

struct Evaluation<'a> {
    terms: &'a Terms,
    model: &'a Model,
    done: FxHashMap<Term, Option<Value>>,
    /// For how many values of bound variables a body may still be evaluated.
    left: &'a Cell<u64>,
}

impl Evaluation<'_> {
    /// Works out a term, its parts first, but only those that its value depends on: of a choice, the side that is
    /// chosen, and of a conjunction, the parts up to one that is false. So a long chain of choices takes little time.
    fn run(&mut self, term: Term) -> Option<Value> {
        let mut open = vec![(term, 0)];
        let mut visits = 0;
        while let Some((part, stage)) = open.pop() {
            visits += 1;
            if part.is_inline() || self.done.contains_key(&part) {
                continue;
            }
            if !self.lacking(part, stage, &mut open) {
                let value = self.step(part);
                self.done.insert(part, value);
            }
        }
        self.terms.work.set(self.terms.work.get() + visits / 2);
        match self.terms.sort(term) {
            Sort::Array(_) => self.function(term).map(Value::Function),
            Sort::Bool | Sort::Int => self.value(term),
        }
    }

    /// Opens what has to be worked out next before a term can be, which is then opened again at a later stage; `false`
    /// if nothing is lacking. What is below bound variables has no value of its own.
    fn lacking(&self, term: Term, stage: usize, open: &mut Vec<(Term, usize)>) -> bool {
        match self.terms.node(term) {
            Some(Node::Quantified(..) | Node::Lambda(..)) => false,
            Some(node @ (Node::And(parts) | Node::Or(parts))) => {
                let decisive = matches!(node, Node::Or(_));
                for (index, part) in parts.iter().enumerate().skip(stage.saturating_sub(1)) {
                    match self.done.get(part) {
                        Some(value) if value.as_ref().and_then(Value::truth) == Some(decisive) => {
                            return false;
                        }
                        Some(_) => {}
                        None => {
                            open.extend([(term, index + 1), (*part, 0)]);
                            return true;
                        }
                    }
                }
                false
            }
            Some(Node::Ite(condition, a, b)) if !matches!(self.terms.sort(term), Sort::Array(_)) => {
                let next = match (stage, self.truth(*condition)) {
                    (0, _) => *condition,
                    (1, Some(true)) => *a,
                    (1, Some(false)) => *b,
                    _ => return false,
                };
                open.extend([(term, stage + 1), (next, 0)]);
                true
            }
            Some(_) if stage == 0 => {
                open.push((term, 1));
                self.terms.for_each_part(term, |part| open.push((part, 0)));
                true
            }
            _ => false,
        }
    }

    fn value(&self, term: Term) -> Option<Value> {
        match self.terms.as_int(term) {
            Some(value) => Some(Value::Int(value)),
            None => self.done.get(&term).cloned().flatten(),
        }
    }

    fn int(&self, term: Term) -> Option<Int> {
        match self.value(term)? {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    fn truth(&self, term: Term) -> Option<bool> {
        self.done.get(&term).and_then(|value| value.as_ref()?.truth())
    }

    /// The value of an array at an index. Arrays are not worked out as a whole:
    /// a long chain of writes would be copied at each of them.
    fn element(&self, array: Term, at: &[Int]) -> Option<Int> {
        let mut array = array;
        loop {
            match self.terms.node(array)? {
                Node::Symbol(symbol) => {
                    return Some(
                        self.model.functions.get(symbol).map_or(Int::ZERO, |all| all.at(at).clone()),
                    );
                }
                Node::Fill(_, value) => return self.int(*value),
                Node::Table(values) => {
                    let value = at.first().and_then(Int::to_usize).and_then(|index| values.get(index));
                    return Some(value.cloned().unwrap_or(Int::ZERO));
                }
                Node::Lambda(parameters, body) => {
                    let mut model = self.model.clone();
                    for (parameter, value) in parameters.iter().zip(at) {
                        model.set(*parameter, Value::Int(value.clone()));
                    }
                    return self.terms.evaluate(*body, &model)?.int().cloned();
                }
                Node::Write(_, indices, value) if self.indices(indices)? == at => return self.int(*value),
                Node::Write(inner, ..) => array = *inner,
                Node::Ite(condition, a, b) => array = if self.truth(*condition)? { *a } else { *b },
                _ => return None,
            }
        }
    }

    /// An array as a whole.
    fn function(&self, array: Term) -> Option<FunctionModel> {
        let (mut array, mut entries) = (array, BTreeMap::new());
        let base = loop {
            match self.terms.node(array)? {
                Node::Symbol(symbol) => match self.model.value(self.terms, *symbol) {
                    Value::Function(function) => break function,
                    _ => return None,
                },
                Node::Fill(_, value) => {
                    break FunctionModel { entries: BTreeMap::new(), default: self.int(*value)? };
                }
                Node::Table(values) => {
                    let entry = |(index, value): (usize, &Int)| (vec![Int::from(index)], value.clone());
                    let entries = values.iter().enumerate().map(entry).collect();
                    break FunctionModel { entries, default: Int::ZERO };
                }
                Node::Write(inner, indices, value) => {
                    // Outer writes come first and win.
                    let (indices, value) = (self.indices(indices)?, self.int(*value)?);
                    entries.entry(indices).or_insert(value);
                    array = *inner;
                }
                Node::Ite(condition, a, b) => array = if self.truth(*condition)? { *a } else { *b },
                _ => return None,
            }
        };
        let mut function = base;
        function.entries.extend(entries);
        Some(function)
    }

    fn indices(&self, indices: &[Term]) -> Option<Vec<Int>> {
        indices.iter().map(|index| self.int(*index)).collect()
    }

    fn step(&mut self, term: Term) -> Option<Value> {
        Some(match self.terms.node(term)? {
            Node::Truth(value) => Value::Truth(*value),
            Node::Integer(value) => Value::Int(value.clone()),
            Node::Symbol(symbol) => match self.terms.symbol_info(*symbol).sort {
                Sort::Array(_) => return None,
                Sort::Bool | Sort::Int => self.model.value(self.terms, *symbol),
            },
            Node::Unknown(_) => return None,
            // Arrays are looked into from the reads.
            Node::Write(..) | Node::Fill(..) | Node::Lambda(..) | Node::Table(_) => return None,
            Node::Sum { constant, parts } => {
                let mut sum = constant.clone();
                for (coefficient, part) in parts {
                    sum = &sum + &(coefficient * &self.int(*part)?);
                }
                Value::Int(sum)
            }
            Node::Product(factors) => {
                let mut product = Int::ONE;
                for (factor, power) in factors {
                    let value = self.int(*factor)?;
                    for _ in 0..*power {
                        if product.bits() + value.bits() > MAX_BITS {
                            return None;
                        }
                        product = &product * &value;
                    }
                }
                Value::Int(product)
            }
            Node::Div(a, b) => Value::Int(self.int(*a)?.div_euclid(&self.int(*b)?)?),
            Node::Mod(a, b) => Value::Int(self.int(*a)?.rem_euclid(&self.int(*b)?)?),
            Node::Bits(op, parts) => {
                let (first, rest) = parts.split_first()?;
                let mut result = self.int(*first)?;
                for part in rest {
                    result = op.apply(&result, &self.int(*part)?);
                }
                Value::Int(result)
            }
            Node::Shl(a, b) => {
                let (value, count) = (self.int(*a)?, clamped_count(&self.int(*b)?));
                if value.bits() + u64::from(count) > MAX_BITS {
                    return None;
                }
                Value::Int(value.shift_left(count))
            }
            Node::Shr(a, b) => Value::Int(self.int(*a)?.shift_right(clamped_count(&self.int(*b)?))),
            Node::Float(op, format, operands) => {
                Value::Int(exact::evaluate(*op, *format, &self.indices(operands)?)?)
            }
            Node::Ite(condition, a, b) => self.value(if self.truth(*condition)? { *a } else { *b })?,
            Node::Read(array, indices) => Value::Int(self.element(*array, &self.indices(indices)?)?),
            Node::NonPositive(p) => Value::Truth(self.int(*p)? <= Int::ZERO),
            Node::IsZero(p) => Value::Truth(self.int(*p)?.is_zero()),
            Node::Not(a) => Value::Truth(!self.truth(*a)?),
            Node::And(parts) => Value::Truth(self.junction(parts, false)?),
            Node::Or(parts) => Value::Truth(self.junction(parts, true)?),
            Node::Quantified(quantifier, bound, body) => {
                Value::Truth(self.quantified(*quantifier, bound, *body)?)
            }
        })
    }

    /// `decisive` if a part has that value; its opposite if all have the opposite. Where a part has it, those behind it
    /// need not be worked out.
    fn junction(&self, parts: &[Term], decisive: bool) -> Option<bool> {
        let mut open = false;
        for part in parts {
            match self.truth(*part) {
                Some(value) if value == decisive => return Some(decisive),
                Some(_) => {}
                None => open = true,
            }
        }
        (!open).then_some(!decisive)
    }

    /// Tries all values of one bound variable between its bounds in the body.
    fn quantified(&self, quantifier: Quantifier, bound: &[Symbol], body: Term) -> Option<bool> {
        let [symbol, rest @ ..] = bound else {
            let mut inner = Evaluation {
                terms: self.terms,
                model: self.model,
                done: FxHashMap::default(),
                left: self.left,
            };
            return inner.run(body)?.truth();
        };
        let forall = quantifier == Quantifier::Forall;
        let (low, high) = self.range(bound, body, forall)?;
        let mut model = self.model.clone();
        for value in low..=high {
            self.left.set(self.left.get().checked_sub(1)?);
            model.set(*symbol, Value::Int(Int::from(value)));
            let inner =
                Evaluation { terms: self.terms, model: &model, done: FxHashMap::default(), left: self.left };
            if inner.quantified(quantifier, rest, body)? != forall {
                return Some(!forall);
            }
        }
        Some(forall)
    }

    /// The values of the first bound variable that matter: outside them a `∀` body
    /// (a disjunction) holds, or an `∃` body (a conjunction) fails, by one of its
    /// parts `±τ + c ≤ 0` alone.
    fn range(&self, bound: &[Symbol], body: Term, forall: bool) -> Option<(i64, i64)> {
        let parts: &[Term] = match self.terms.node(body)? {
            Node::Or(parts) if forall => parts,
            Node::And(parts) if !forall => parts,
            _ => std::slice::from_ref(&body),
        };
        let (mut low, mut high) = (None::<i64>, None::<i64>);
        for part in parts {
            let Some((coefficient, constant)) = self.limit_on(bound, *part) else { continue };
            // coefficient·τ + constant ≤ 0; for ∀ the range is where this fails.
            match (coefficient > 0, forall) {
                (true, false) => high = Some(high.map_or(-constant, |h| h.min(-constant))),
                (false, false) => low = Some(low.map_or(constant, |l| l.max(constant))),
                (true, true) => low = Some(low.map_or(1 - constant, |l| l.max(1 - constant))),
                (false, true) => high = Some(high.map_or(constant - 1, |h| h.min(constant - 1))),
            }
        }
        let (low, high) = (low?, high?);
        (high.saturating_sub(low) <= QUANTIFIER_RANGE).then_some((low, high))
    }

    /// For `±τ + rest ≤ 0`, τ the first bound variable and `rest` free of all of
    /// them: the sign and the rest's value.
    fn limit_on(&self, bound: &[Symbol], part: Term) -> Option<(i64, i64)> {
        let Node::NonPositive(p) = self.terms.node(part)? else { return None };
        let (mut constant, parts) = self.terms.polynomial(*p);
        let mut sign = None;
        for (coefficient, monomial) in parts {
            let is_bound = |part: &Term| self.terms.as_symbol(*part).is_some_and(|s| bound.contains(&s));
            if self.terms.as_symbol(monomial).as_ref() == bound.first() {
                sign = coefficient.to_i64().filter(|value| value.abs() == 1);
                sign?;
            } else if self.terms.parts_first(&[monomial], |_| false).iter().any(is_bound) {
                return None;
            } else {
                let value = self.terms.evaluate(monomial, self.model)?;
                constant = &constant + &(&coefficient * value.int()?);
            }
        }
        let constant = constant.to_i64().filter(|value| value.abs() < i64::MAX / 4)?;
        Some((sign?, constant))
    }
}
