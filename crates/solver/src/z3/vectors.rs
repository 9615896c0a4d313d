//! Terms into formulas over bit-vectors, and models back.
//!
//! A number within an interval is a vector as wide as the interval needs; it is
//! extended where it meets wider ones, so nothing wraps. Where a remainder by a
//! power of two says that only low bits matter, sums, products and bit operations
//! below it are computed modulo that power: the wrap that the program has.
//!
//! Arrays are read, never compared. A read behind writes and choices becomes cases
//! of reads of array symbols; each such read is a vector of its own, and equal
//! indices give equal values.

use super::ffi::{Ast, Context, ModelView, SolverId, VectorOp};
use kyklos_base::{FloatFormat, Int};
use kyklos_term::bits::MAX_SHIFT;
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{BitOp, FunctionModel, Interval, Model, Node, Sort, Symbol, Term, Terms, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Wider vectors are refused.
const MAX_WIDTH: u32 = 256;
/// Formulas with more pairs of reads of one array that may be the same element are refused.
const MAX_PAIRS: usize = 10_000;
/// Tables with more values are refused.
const MAX_TABLE: usize = 1 << 12;
/// Formulas of more parts are refused.
const MAX_PARTS: usize = 200_000;

/// Symbols without declared bounds (path counters) are taken to lie between this and its
/// negative; a query is translated only if its constraints say so.
const FREE_RANGE: i64 = 1 << 24;

/// The terms that were translated into one context.
#[derive(Default)]
pub(super) struct Vectors {
    /// The range of symbols without declared bounds.
    free: SymbolBounds,
    ranges: FxHashMap<Term, Interval>,
    /// Numbers modulo 2 to some width.
    numbers: FxHashMap<(Term, u32), Ast>,
    truths: FxHashMap<Term, Ast>,
    /// Numbers of Z3's theory of floating point numbers, by their patterns.
    floats: FxHashMap<(Term, FloatFormat), Ast>,
    prepared: FxHashMap<Term, Option<Rc<Prepared>>>,
    /// Terms whose reads are of array symbols and tables alone.
    flat: FxHashMap<Term, Term>,
}

/// A constraint, ready for translation.
pub(super) struct Prepared {
    pub(super) formula: Term,
    /// The symbols without declared bounds in it.
    free: Vec<Symbol>,
    /// The reads of array symbols in it.
    pub(super) reads: Vec<Term>,
}

/// What is to be translated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    Truth(Term),
    /// A pattern as a floating point number.
    Float(Term, FloatFormat),
    /// A number modulo 2 to this power.
    Number(Term, u32),
}

/// How wide a number is, and whether it may be negative.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) width: u32,
    pub(super) signed: bool,
}

/// A number as wide as it needs.
type Natural = (Ast, Shape);

/// Why a translation is not there (yet).
pub(super) enum Missing {
    /// Its parts come first.
    Parts,
    /// There is none.
    Refused,
}

pub(super) type Step = Result<Ast, Missing>;

fn shape_of(interval: &Interval) -> Option<Shape> {
    let (low, high) = (interval.low.as_ref()?, interval.high.as_ref()?);
    let signed = low.is_negative();
    let magnitude = |value: &Int| if value.is_negative() { value.bit_not().bits() } else { value.bits() };
    let width = magnitude(low).max(magnitude(high)) + u64::from(signed);
    let width = u32::try_from(width.max(1)).ok()?;
    (width <= MAX_WIDTH && low <= high).then_some(Shape { width, signed })
}

/// The width at which two numbers can be compared, and whether with signs.
fn common(a: Shape, b: Shape) -> Shape {
    let signed = a.signed || b.signed;
    let room = |shape: Shape| shape.width + u32::from(signed && !shape.signed);
    Shape { width: room(a).max(room(b)), signed }
}

impl Vectors {
    /// Notes that a constraint has no form in bit-vectors after all.
    pub(super) fn refuse(&mut self, constraint: Term) {
        self.prepared.insert(constraint, None);
    }

    /// What is translated of a constraint; `None` if it has no form in bit-vectors.
    pub(super) fn prepare(&mut self, terms: &mut Terms, constraint: Term) -> Option<Rc<Prepared>> {
        if let Some(known) = self.prepared.get(&constraint) {
            return known.clone();
        }
        let prepared = self.prepared_anew(terms, constraint).map(Rc::new);
        self.prepared.insert(constraint, prepared.clone());
        prepared
    }

    fn prepared_anew(&mut self, terms: &mut Terms, constraint: Term) -> Option<Prepared> {
        let parts = terms.parts_first(&[constraint], |_| false);
        let within = parts.len() <= MAX_PARTS && parts.iter().all(|part| is_sayable(terms, *part));
        if !within {
            return None;
        }
        let free: Vec<Symbol> = terms
            .free_symbols(constraint)
            .iter()
            .copied()
            .filter(|symbol| !is_bounded(terms, *symbol))
            .collect();
        let most = Int::from(FREE_RANGE);
        for symbol in &free {
            self.free.insert(*symbol, Interval { low: Some(-&most), high: Some(most.clone()) });
        }
        let formula = self.flat(terms, constraint);
        let parts = terms.parts_first(&[formula], |_| false);
        let reads: Vec<Term> = parts
            .into_iter()
            .filter(|part| match terms.node(*part) {
                Some(Node::Read(array, _)) => terms.as_symbol(*array).is_some(),
                _ => false,
            })
            .collect();
        Some(Prepared { formula, free, reads })
    }

    /// Whether the constraints keep all symbols without declared bounds within the range that is assumed.
    pub(super) fn keeps_ranges(
        &self,
        terms: &Terms,
        constraints: &[Term],
        prepared: &[Rc<Prepared>],
    ) -> bool {
        let mut free: Vec<Symbol> = prepared.iter().flat_map(|part| part.free.iter().copied()).collect();
        if free.is_empty() {
            return true;
        }
        free.sort_unstable();
        free.dedup();
        let mut known: SymbolBounds = free.iter().map(|symbol| (*symbol, Interval::all())).collect();
        // One symbol may be bounded by another one.
        for _ in 0..3 {
            for constraint in constraints {
                narrow(terms, *constraint, &mut known);
            }
        }
        known.iter().all(|(symbol, own)| self.free.get(symbol).is_some_and(|range| own.meet(range) == *own))
    }

    /// Whether a constraint holds for all values that the vectors can have: the range of a symbol.
    pub(super) fn is_certain(&mut self, terms: &Terms, constraint: Term) -> bool {
        match terms.node(constraint) {
            Some(Node::NonPositive(p)) => self.full_range(terms, *p).is_some_and(|high| high <= Int::ZERO),
            _ => constraint == Term::TRUE,
        }
    }

    /// The greatest value of `±x + c`, x a symbol or read that its vector can only have within its bounds.
    fn full_range(&mut self, terms: &Terms, p: Term) -> Option<Int> {
        let (constant, parts) = terms.polynomial(p);
        let [(coefficient, part)] = parts.as_slice() else { return None };
        if !coefficient.abs().is_one() {
            return None;
        }
        let shape = self.shape(terms, *part)?;
        let (low, high) = match shape.signed {
            true => (-Int::power_of_two(shape.width - 1), Int::power_of_two(shape.width - 1) - Int::ONE),
            false => (Int::ZERO, Int::power_of_two(shape.width) - Int::ONE),
        };
        Some(constant + if coefficient.is_negative() { -low } else { high })
    }

    /// How wide a number is.
    fn shape(&mut self, terms: &Terms, term: Term) -> Option<Shape> {
        shape_of(&self.bounds(terms, term))
    }

    fn bounds(&mut self, terms: &Terms, term: Term) -> Interval {
        terms.bounds_within(term, &self.free, &mut self.ranges)
    }

    /// The term with reads of array symbols and tables in place of all others.
    fn flat(&mut self, terms: &mut Terms, term: Term) -> Term {
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
        let (mut open, mut order) = (vec![array], Vec::new());
        while let Some(part) = open.pop() {
            order.push(part);
            match terms.node(part) {
                Some(Node::Write(inner, ..)) => open.push(*inner),
                Some(Node::Ite(_, a, b)) => open.extend([*a, *b]),
                _ => {}
            }
        }
        order.sort_unstable();
        order.dedup();
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        for part in order {
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
    pub(super) fn congruences(&self, terms: &mut Terms, old: &[Term], new: &[Term]) -> Option<Vec<Term>> {
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

    /// The formula of a prepared constraint, or of a congruence.
    pub(super) fn formula(&mut self, context: &mut Context, terms: &mut Terms, formula: Term) -> Option<Ast> {
        self.run(context, terms, Task::Truth(formula))
    }

    fn run(&mut self, context: &mut Context, terms: &mut Terms, task: Task) -> Option<Ast> {
        let mut open = vec![task];
        while let Some(next) = open.last().copied() {
            if self.done(next).is_some() {
                open.pop();
                continue;
            }
            let mut missing = Vec::new();
            let step = Translation { vectors: self, context, terms, missing: &mut missing }.step(next);
            match step {
                Ok(ast) => {
                    match next {
                        Task::Truth(term) => self.truths.insert(term, ast),
                        Task::Float(term, format) => self.floats.insert((term, format), ast),
                        Task::Number(term, width) => self.numbers.insert((term, width), ast),
                    };
                    open.pop();
                }
                Err(Missing::Parts) if !missing.is_empty() => open.append(&mut missing),
                Err(_) => return None,
            }
        }
        self.done(task)
    }

    fn done(&self, task: Task) -> Option<Ast> {
        match task {
            Task::Truth(term) => self.truths.get(&term).copied(),
            Task::Float(term, format) => self.floats.get(&(term, format)).copied(),
            Task::Number(term, width) => self.numbers.get(&(term, width)).copied(),
        }
    }

    /// The model of a solver that just found one, with values for all symbols of
    /// the constraints and the elements that they read.
    pub(super) fn model(
        &mut self,
        context: &mut Context,
        solver: SolverId,
        terms: &mut Terms,
        constraints: &[Term],
        reads: &[Term],
    ) -> Option<Model> {
        let mut values = Vec::new();
        for symbol in crate::symbols_of(terms, constraints) {
            let term = terms.symbol_term(symbol);
            values.push(match terms.symbol_info(symbol).sort {
                Sort::Bool => (symbol, self.run(context, terms, Task::Truth(term)), None),
                Sort::Int => {
                    let shape = self.shape(terms, term)?;
                    (symbol, self.run(context, terms, Task::Number(term, shape.width)), Some(shape))
                }
                Sort::Array(_) => (symbol, None, None),
            });
        }
        let mut elements: Vec<(Symbol, Vec<Natural>, Natural)> = Vec::new();
        for read in reads {
            let Some(Node::Read(array, indices)) = terms.node(*read) else { continue };
            let (symbol, indices) = (terms.as_symbol(*array)?, indices.clone());
            let mut at = Vec::with_capacity(indices.len());
            for index in indices {
                at.push(self.natural(context, terms, index)?);
            }
            elements.push((symbol, at, self.natural(context, terms, *read)?));
        }
        let view = context.model(solver)?;
        let mut model = Model::new();
        let mut functions: BTreeMap<Symbol, FunctionModel> = BTreeMap::new();
        for (symbol, ast, shape) in values {
            match (ast, shape) {
                (Some(ast), Some(shape)) => model.set(symbol, Value::Int(number(&view, ast, shape)?)),
                (Some(ast), None) => model.set(symbol, Value::Truth(view.truth_symbol(ast)?)),
                _ => {
                    let low = terms.symbol_info(symbol).low.clone().filter(|low| *low > Int::ZERO);
                    let default = low.unwrap_or(Int::ZERO);
                    functions.insert(symbol, FunctionModel { entries: BTreeMap::new(), default });
                }
            }
        }
        for (symbol, at, value) in elements {
            let at: Option<Vec<Int>> = at.iter().map(|(ast, shape)| number(&view, *ast, *shape)).collect();
            let value = number(&view, value.0, value.1)?;
            if let Some(function) = functions.get_mut(&symbol) {
                function.entries.insert(at?, value);
            }
        }
        for (symbol, function) in functions {
            model.set(symbol, Value::Function(function));
        }
        Some(model)
    }

    /// A number as wide as it needs.
    fn natural(&mut self, context: &mut Context, terms: &mut Terms, term: Term) -> Option<Natural> {
        let shape = self.shape(terms, term)?;
        Some((self.run(context, terms, Task::Number(term, shape.width))?, shape))
    }
}

/// The value of a vector as the number that it stands for.
fn number(view: &ModelView<'_>, ast: Ast, shape: Shape) -> Option<Int> {
    let value = view.int(ast)?;
    let negative = shape.signed && value >= Int::power_of_two(shape.width - 1);
    Some(if negative { value - Int::power_of_two(shape.width) } else { value })
}

/// Whether a part of a formula has a form in bit-vectors, as far as can be seen from it alone.
fn is_sayable(terms: &Terms, part: Term) -> bool {
    match terms.node(part) {
        Some(Node::Quantified(..) | Node::Lambda(..)) => false,
        Some(Node::Unknown(sort)) => *sort == Sort::Bool,
        Some(Node::Table(values)) => values.len() <= MAX_TABLE,
        Some(Node::Symbol(symbol)) => {
            let info = terms.symbol_info(*symbol);
            !matches!(info.sort, Sort::Array(_)) || is_bounded(terms, *symbol)
        }
        _ => true,
    }
}

fn is_bounded(terms: &Terms, symbol: Symbol) -> bool {
    let info = terms.symbol_info(symbol);
    info.sort == Sort::Bool || (info.low.is_some() && info.high.is_some())
}

/// What a constraint `p ≤ 0` or `p = 0` says of the symbols in it that are looked for.
fn narrow(terms: &Terms, constraint: Term, known: &mut SymbolBounds) {
    let (p, equation) = match terms.node(constraint) {
        Some(Node::NonPositive(p)) => (*p, false),
        Some(Node::IsZero(p)) => (*p, true),
        _ => return,
    };
    let (constant, parts) = terms.polynomial(p);
    for (number, (coefficient, part)) in parts.iter().enumerate() {
        let Some(symbol) = terms.as_symbol(*part).filter(|symbol| known.contains_key(symbol)) else {
            continue;
        };
        if !coefficient.abs().is_one() {
            continue;
        }
        // coefficient·symbol ≤ -rest
        let (mut low, mut high) = (Some(-&constant), Some(-&constant));
        for (other, (factor, rest)) in parts.iter().enumerate() {
            if other == number {
                continue;
            }
            let own = terms.bounds(*rest, known);
            let (least, most) = match factor.is_negative() {
                false => (own.low, own.high),
                true => (own.high, own.low),
            };
            high = high.zip(least).map(|(sum, least)| sum - factor * &least);
            low = low.zip(most).map(|(sum, most)| sum - factor * &most);
        }
        let (low, high) = (low.filter(|_| equation), high);
        let own = match coefficient.is_negative() {
            false => Interval { low, high },
            true => Interval { low: high.map(|high| -high), high: low.map(|low| -low) },
        };
        let before = known.get(&symbol).cloned().unwrap_or_default();
        known.insert(symbol, before.meet(&own));
    }
}

fn is_compound(terms: &Terms, array: Term) -> bool {
    !matches!(terms.node(array), Some(Node::Symbol(_) | Node::Table(_)))
}

/// One step of the translation.
pub(super) struct Translation<'a> {
    vectors: &'a mut Vectors,
    pub(super) context: &'a mut Context,
    pub(super) terms: &'a mut Terms,
    missing: &'a mut Vec<Task>,
}

impl Translation<'_> {
    fn step(&mut self, task: Task) -> Step {
        match task {
            Task::Truth(term) => self.truth(term),
            Task::Float(term, format) => self.float(term, format),
            Task::Number(term, width) => self.number(term, width),
        }
    }

    pub(super) fn need(&mut self, task: Task) -> Step {
        if let Task::Number(term, width) = task
            && let Some(value) = self.terms.as_int(term)
        {
            return Ok(self.context.vector(&value, width));
        }
        match self.vectors.done(task) {
            Some(ast) => Ok(ast),
            None => {
                self.missing.push(task);
                Err(Missing::Parts)
            }
        }
    }

    /// All of these; all that are missing are noted.
    pub(super) fn needs(&mut self, tasks: &[Task]) -> Result<Vec<Ast>, Missing> {
        let found: Vec<Step> = tasks.iter().map(|task| self.need(*task)).collect();
        found.into_iter().collect()
    }

    pub(super) fn shape(&mut self, term: Term) -> Result<Shape, Missing> {
        self.vectors.shape(self.terms, term).ok_or(Missing::Refused)
    }

    fn truth(&mut self, term: Term) -> Step {
        let Some(node) = self.terms.node(term).cloned() else { return Err(Missing::Refused) };
        match node {
            Node::Truth(value) => Ok(self.context.truth(value)),
            // Predicates over ★ count as true.
            Node::Unknown(_) => Ok(self.context.truth(true)),
            Node::Symbol(symbol) => Ok(self.context.symbol(symbol.0, Sort::Bool)),
            Node::Not(a) => {
                let a = self.need(Task::Truth(a))?;
                Ok(self.context.not(a))
            }
            Node::And(parts) => {
                let parts = self.needs(&parts.iter().map(|part| Task::Truth(*part)).collect::<Vec<_>>())?;
                Ok(self.context.and(&parts))
            }
            Node::Or(parts) => {
                let parts = self.needs(&parts.iter().map(|part| Task::Truth(*part)).collect::<Vec<_>>())?;
                Ok(self.context.or(&parts))
            }
            Node::NonPositive(p) => self.comparison(p, false),
            Node::IsZero(p) => self.comparison(p, true),
            _ => Err(Missing::Refused),
        }
    }

    /// `p ≤ 0` or `p = 0`: what is added on one side, what is subtracted on the other.
    fn comparison(&mut self, p: Term, equation: bool) -> Step {
        let (constant, parts) = self.terms.polynomial(p);
        let (mut added, mut subtracted) = (Vec::new(), Vec::new());
        for (coefficient, part) in parts.into_iter().chain([(constant, Term::ONE)]) {
            match coefficient.is_negative() {
                true => subtracted.push((-coefficient, part)),
                false => added.push((coefficient, part)),
            }
        }
        let (left, right) = (self.terms.linear(&added), self.terms.linear(&subtracted));
        let (left_shape, right_shape) = (self.shape(left)?, self.shape(right)?);
        let common = common(left_shape, right_shape);
        let sides = self.needs(&[Task::Number(left, common.width), Task::Number(right, common.width)])?;
        Ok(match (equation, common.signed) {
            (true, _) => self.context.eq(sides[0], sides[1]),
            (false, true) => self.context.vectors(VectorOp::SignedAtMost, sides[0], sides[1]),
            (false, false) => self.context.vectors(VectorOp::AtMost, sides[0], sides[1]),
        })
    }

    /// A number that is no small constant, modulo 2^width.
    fn number(&mut self, term: Term, width: u32) -> Step {
        if let Some(value) = self.terms.as_int(term) {
            return Ok(self.context.vector(&value, width));
        }
        let shape = self.vectors.shape(self.terms, term);
        if let Some(shape) = shape
            && shape.width < width
        {
            let natural = self.need(Task::Number(term, shape.width))?;
            return Ok(self.context.extend(natural, width - shape.width, shape.signed));
        }
        if width > MAX_WIDTH {
            return Err(Missing::Refused);
        }
        let exponent = |terms: &Terms, by: Term| terms.as_int(by).and_then(|by| by.exponent());
        let Some(node) = self.terms.node(term).cloned() else { return Err(Missing::Refused) };
        match node {
            Node::Sum { constant, parts } => self.sum(&constant, &parts, width),
            Node::Product(factors) => {
                let mut tasks = Vec::new();
                for (factor, power) in &factors {
                    tasks.extend(std::iter::repeat_n(Task::Number(*factor, width), *power as usize));
                }
                self.fold(VectorOp::Mul, &tasks)
            }
            Node::Bits(op, parts) => {
                let op = match op {
                    BitOp::And => VectorOp::And,
                    BitOp::Or => VectorOp::Or,
                    BitOp::Xor => VectorOp::Xor,
                };
                self.fold(op, &parts.iter().map(|part| Task::Number(*part, width)).collect::<Vec<_>>())
            }
            Node::Ite(condition, a, b) => {
                let parts =
                    self.needs(&[Task::Truth(condition), Task::Number(a, width), Task::Number(b, width)])?;
                Ok(self.context.ite(parts[0], parts[1], parts[2]))
            }
            Node::Mod(a, by) if exponent(self.terms, by).is_some_and(|own| width <= own) => {
                self.need(Task::Number(a, width))
            }
            Node::Div(a, by) if exponent(self.terms, by).is_some() => {
                let low = exponent(self.terms, by).unwrap_or(0);
                let a = self.need(Task::Number(a, width + low))?;
                Ok(self.context.extract(a, low, width))
            }
            Node::Shl(a, count) => {
                // Wide enough for the count.
                let wide = width.max(7);
                let a = self.need(Task::Number(a, wide));
                let count = self.count(count, wide)?;
                let shifted = self.context.vectors(VectorOp::ShiftLeft, a?, count);
                Ok(if wide > width { self.context.extract(shifted, 0, width) } else { shifted })
            }
            _ => self.whole(term, &node, shape.ok_or(Missing::Refused)?, width),
        }
    }

    /// A number whose low bits depend on all bits of its parts.
    fn whole(&mut self, term: Term, node: &Node, shape: Shape, width: u32) -> Step {
        if width < shape.width {
            let natural = self.need(Task::Number(term, shape.width))?;
            return Ok(self.context.extract(natural, 0, width));
        }
        match node {
            Node::Symbol(symbol) if symbol.0 < READS => Ok(self.context.vector_symbol(symbol.0, width)),
            Node::Read(array, indices) => match self.terms.node(*array).cloned() {
                Some(Node::Table(values)) => self.table(&values, indices[0], width),
                Some(Node::Symbol(_)) if term.key() < 1 << 27 => {
                    Ok(self.context.vector_symbol(READS + term.key(), width))
                }
                _ => Err(Missing::Refused),
            },
            Node::Shr(a, count) => {
                let own = self.shape(*a)?;
                let wide = own.width.max(7) + u32::from(!own.signed);
                let a = self.need(Task::Number(*a, wide));
                let count = self.count(*count, wide)?;
                let shifted = self.context.vectors(VectorOp::SignedShiftRight, a?, count);
                Ok(self.resized(shifted, wide, width, true))
            }
            Node::Float(op, format, operands) => self.float_bits(term, *op, *format, operands),
            Node::Div(a, b) => self.division(*a, *b, width, true),
            Node::Mod(a, b) => self.division(*a, *b, width, false),
            _ => Err(Missing::Refused),
        }
    }

    fn resized(&mut self, vector: Ast, from: u32, to: u32, signed: bool) -> Ast {
        match from.cmp(&to) {
            std::cmp::Ordering::Less => self.context.extend(vector, to - from, signed),
            std::cmp::Ordering::Equal => vector,
            std::cmp::Ordering::Greater => self.context.extract(vector, 0, to),
        }
    }

    fn fold(&mut self, op: VectorOp, tasks: &[Task]) -> Step {
        let parts = self.needs(tasks)?;
        let (first, rest) = parts.split_first().ok_or(Missing::Refused)?;
        Ok(rest.iter().fold(*first, |result, part| self.context.vectors(op, result, *part)))
    }

    fn sum(&mut self, constant: &Int, parts: &[(Int, Term)], width: u32) -> Step {
        let size = Int::power_of_two(width);
        let half = Int::power_of_two(width - 1);
        // The residue nearest to 0: -1 and not 2^width - 1.
        let near = |value: &Int| {
            let rest = value.rem_euclid(&size).unwrap_or(Int::ZERO);
            if rest > half { rest - size.clone() } else { rest }
        };
        let mut summands = Vec::new();
        let mut tasks = Vec::new();
        for (coefficient, part) in parts {
            let coefficient = near(coefficient);
            if coefficient.is_zero() {
                continue;
            }
            // A factor 2^s leaves only the low bits of the other.
            let zeros = coefficient.trailing_zeros().unwrap_or(0).min(width - 1);
            tasks.push(Task::Number(*part, width - zeros));
            summands.push((coefficient, zeros));
        }
        let found = self.needs(&tasks)?;
        let (mut plus, mut minus) = (Vec::new(), Vec::new());
        for ((coefficient, zeros), part) in summands.into_iter().zip(found) {
            let factor = coefficient.abs().shift_right(zeros);
            let mut part = part;
            if !factor.is_one() {
                let factor = self.context.vector(&factor, width - zeros);
                part = self.context.vectors(VectorOp::Mul, factor, part);
            }
            if zeros > 0 {
                let below = self.context.vector(&Int::ZERO, zeros);
                part = self.context.vectors(VectorOp::Concat, part, below);
            }
            if coefficient.is_negative() { minus.push(part) } else { plus.push(part) }
        }
        let constant = near(constant);
        if !constant.is_zero() || plus.is_empty() {
            plus.push(self.context.vector(&constant, width));
        }
        let mut result = plus[0];
        for part in &plus[1..] {
            result = self.context.vectors(VectorOp::Add, result, *part);
        }
        for part in minus {
            result = self.context.vectors(VectorOp::Sub, result, part);
        }
        Ok(result)
    }

    /// A shift count, at most [`MAX_SHIFT`] and not negative.
    fn count(&mut self, count: Term, width: u32) -> Step {
        let limits = self.vectors.bounds(self.terms, count);
        let most = Int::from(i64::from(MAX_SHIFT));
        let mut clamped = count;
        if limits.high.is_none_or(|high| high > most) {
            let most = self.terms.int(&most);
            let above = self.terms.gt(count, most);
            clamped = self.terms.ite(above, most, clamped);
        }
        if limits.low.is_none_or(|low| low.is_negative()) {
            let below = self.terms.lt(count, Term::ZERO);
            clamped = self.terms.ite(below, Term::ZERO, clamped);
        }
        self.need(Task::Number(clamped, width))
    }

    /// Euclidean quotient or remainder. Queries guard their divisions, so what
    /// a division by zero gives does not matter.
    fn division(&mut self, a: Term, b: Term, width: u32, quotient: bool) -> Step {
        let (left, right) = (self.shape(a)?, self.shape(b)?);
        let common = common(left, right);
        if !common.signed {
            let parts = self.needs(&[Task::Number(a, common.width), Task::Number(b, common.width)])?;
            let op = if quotient { VectorOp::Div } else { VectorOp::Rem };
            let result = self.context.vectors(op, parts[0], parts[1]);
            return Ok(self.resized(result, common.width, width, false));
        }
        // One bit more, for the distance of the least number from 0.
        let wide = common.width + 1;
        let size = self.terms.ge(b, Term::ZERO);
        let minus_b = self.terms.neg(b);
        let size = self.terms.ite(size, b, minus_b);
        let parts = self.needs(&[Task::Number(a, wide), Task::Number(b, wide), Task::Number(size, wide)])?;
        let rest = self.context.vectors(VectorOp::SignedMod, parts[0], parts[2]);
        let mut result = rest;
        if quotient {
            let multiple = self.context.vectors(VectorOp::Sub, parts[0], rest);
            result = self.context.vectors(VectorOp::SignedDiv, multiple, parts[1]);
        }
        Ok(self.resized(result, wide, width, true))
    }

    /// The value of a table: a choice by each bit of the index.
    fn table(&mut self, values: &[Int], index: Term, width: u32) -> Step {
        let bits = usize::BITS - values.len().saturating_sub(1).leading_zeros();
        let bits = bits.max(1);
        let outside = match self.vectors.shape(self.terms, index) {
            Some(own) if !own.signed && own.width <= bits => None,
            _ => {
                let length = self.terms.int(&Int::from(values.len()));
                let (below, above) = (self.terms.lt(index, Term::ZERO), self.terms.ge(index, length));
                Some(self.terms.either(below, above))
            }
        };
        let index = self.need(Task::Number(index, bits));
        let outside = outside.map(|outside| self.need(Task::Truth(outside))).transpose()?;
        let index = index?;
        let mut level: Vec<Ast> = Vec::with_capacity(1 << bits);
        let mut known: FxHashMap<Int, Ast> = FxHashMap::default();
        for place in 0..1usize << bits {
            let value = values.get(place).cloned().unwrap_or(Int::ZERO);
            let context = &mut *self.context;
            level.push(*known.entry(value.clone()).or_insert_with(|| context.vector(&value, width)));
        }
        let one = self.context.vector(&Int::ONE, 1);
        for bit in 0..bits {
            let own = self.context.extract(index, bit, 1);
            let set = self.context.eq(own, one);
            level = level
                .chunks(2)
                .map(|pair| match pair {
                    [low, high] if low != high => self.context.ite(set, *high, *low),
                    _ => pair[0],
                })
                .collect();
        }
        let value = level[0];
        Ok(match outside {
            Some(outside) => {
                let zero = self.context.vector(&Int::ZERO, width);
                self.context.ite(outside, zero, value)
            }
            None => value,
        })
    }
}

/// Where the names of reads begin; symbols are below. Z3 takes numbers below 2^30 as names.
pub(super) const READS: u32 = 1 << 29;
