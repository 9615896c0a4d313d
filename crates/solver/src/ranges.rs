//! Floating point numbers by ranges, and by trying. Note [floats].
//!
//! Comparisons with constants bound numbers; rounding is monotone, so the ends of ranges, computed in the format itself,
//! bound the results of operations. Under all bounds together a constraint may be impossible: that shows in no
//! time what a solver that works bit by bit needs long for (products, quotients, long sums). What is possible is
//! often easy to find, too: some numbers within the ranges are tried, and evaluation says whether they do.

use crate::{Answer, LayerStatistics, Query, Solver, Statistics};
use kyklos_base::Int;
use kyklos_base::float::exact::{self, Float};
use kyklos_base::float::{FloatFormat, FloatOp, MathFunction, text};
use kyklos_base::random::Random;
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{FunctionModel, Model, Node, Sort, Symbol, Term, Terms, Value};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Queries with more parts are not looked at.
const MAX_PARTS: usize = 20_000;
/// How many times bounds are passed on.
const ROUNDS: usize = 3;
/// How many models are tried.
const TRIES: usize = 80;
/// Of these, how many give all numbers the same place in their ranges.
const ALIKE: usize = 24;
/// Queries with more unknown numbers are not tried.
const MAX_ATOMS: usize = 24;

/// The layer.
pub struct Ranges {
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

/// The numbers that a term may be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Range {
    /// From the first pattern to the second, if it may be a number at all. Zeros of both signs are one.
    numbers: Option<(Int, Int)>,
    /// Whether it may be a NaN.
    nan: bool,
}

impl Range {
    fn all(format: FloatFormat) -> Range {
        Range { numbers: Some((exact::infinity(format, true), exact::infinity(format, false))), nan: true }
    }

    fn point(format: FloatFormat, pattern: &Int) -> Range {
        match exact::decode(format, pattern) {
            Float::Nan(_) => Range { numbers: None, nan: true },
            _ => Range { numbers: Some((pattern.clone(), pattern.clone())), nan: false },
        }
    }

    fn between(format: FloatFormat, low: &str, high: &str, nan: bool) -> Range {
        let number = |number: &str| text::parse(format, number).unwrap_or(Int::ZERO);
        Range { numbers: Some((number(low), number(high))), nan }
    }

    fn is_empty(&self) -> bool {
        self.numbers.is_none() && !self.nan
    }

    fn join(&self, format: FloatFormat, other: &Range) -> Range {
        let numbers = match (&self.numbers, &other.numbers) {
            (Some((a, b)), Some((c, d))) => Some((least(format, a, c), greatest(format, b, d))),
            (one, other) => one.clone().or_else(|| other.clone()),
        };
        Range { numbers, nan: self.nan || other.nan }
    }

    fn meet(&self, format: FloatFormat, other: &Range) -> Range {
        let numbers = match (&self.numbers, &other.numbers) {
            (Some((a, b)), Some((c, d))) => {
                let (low, high) = (greatest(format, a, c), least(format, b, d));
                (order(format, &low, &high) != Ordering::Greater).then_some((low, high))
            }
            _ => None,
        };
        Range { numbers, nan: self.nan && other.nan }
    }
}

fn order(format: FloatFormat, a: &Int, b: &Int) -> Ordering {
    exact::compare(&exact::decode(format, a), &exact::decode(format, b)).unwrap_or(Ordering::Equal)
}

fn least(format: FloatFormat, a: &Int, b: &Int) -> Int {
    if order(format, a, b).is_le() { a.clone() } else { b.clone() }
}

fn greatest(format: FloatFormat, a: &Int, b: &Int) -> Int {
    if order(format, a, b).is_ge() { a.clone() } else { b.clone() }
}

/// The hull of results; where one of them is a NaN, nothing is known.
fn hull(format: FloatFormat, nan: bool, results: &[Option<Int>]) -> Range {
    let mut range = Range { numbers: None, nan };
    for result in results {
        let Some(result) = result else { return Range::all(format) };
        let point = Range::point(format, result);
        if point.nan {
            return Range::all(format);
        }
        range = range.join(format, &point);
    }
    range
}

/// What is known of the numbers in a query.
struct Known {
    /// What constraints say.
    told: FxHashMap<(Term, FloatFormat), Range>,
    /// What follows for terms.
    ranges: FxHashMap<(Term, FloatFormat), Range>,
}

impl Known {
    fn of(&self, terms: &Terms, term: Term, format: FloatFormat) -> Range {
        if let Some(pattern) = terms.as_int(term) {
            return Range::point(format, &pattern);
        }
        match self.ranges.get(&(term, format)) {
            Some(range) => range.clone(),
            None => self.told.get(&(term, format)).cloned().unwrap_or_else(|| Range::all(format)),
        }
    }

    fn tell(&mut self, terms: &Terms, term: Term, format: FloatFormat, range: &Range) {
        if terms.as_int(term).is_some() {
            return;
        }
        let known = self.told.get(&(term, format)).cloned().unwrap_or_else(|| Range::all(format));
        self.told.insert((term, format), known.meet(format, range));
    }

    /// Takes over what a constraint says that is a test of this outcome.
    fn learn(&mut self, terms: &Terms, test: &Test<'_>) {
        let Test { op, format, operands, holds } = *test;
        let whole = Range { nan: false, ..Range::all(format) };
        match (op, operands) {
            (FloatOp::IsNan, [a]) => {
                let range = if holds { Range { numbers: None, nan: true } } else { whole };
                self.tell(terms, *a, format, &range);
            }
            (FloatOp::Eq, [a, b]) if holds => {
                let (x, y) = (self.of(terms, *a, format), self.of(terms, *b, format));
                self.tell(terms, *a, format, &Range { nan: false, ..y });
                self.tell(terms, *b, format, &Range { nan: false, ..x });
            }
            (FloatOp::Lt | FloatOp::Le, [a, b]) => {
                let (x, y) = (self.of(terms, *a, format), self.of(terms, *b, format));
                // Not a < b is b <= a if both are numbers.
                if !holds && (x.nan || y.nan) {
                    return;
                }
                let ((a, x), (b, y)) = if holds { ((a, x), (b, y)) } else { ((b, y), (a, x)) };
                let infinite = |negative| exact::infinity(format, negative);
                let mut high = y.numbers.map_or(infinite(true), |(_, high)| high);
                let mut low = x.numbers.map_or(infinite(false), |(low, _)| low);
                if (op == FloatOp::Lt) == holds {
                    let next = |end: Int, toward: Int| {
                        exact::evaluate(FloatOp::NextAfter, format, &[end.clone(), toward]).unwrap_or(end)
                    };
                    (high, low) = (next(high, infinite(true)), next(low, infinite(false)));
                }
                self.tell(terms, *a, format, &Range { numbers: Some((infinite(true), high)), nan: false });
                self.tell(terms, *b, format, &Range { numbers: Some((low, infinite(false))), nan: false });
            }
            _ => {}
        }
    }

    /// The outcome of a test that the ranges fix.
    fn outcome(&self, terms: &Terms, op: FloatOp, format: FloatFormat, operands: &[Term]) -> Option<bool> {
        let of = |term: &Term| self.of(terms, *term, format);
        match (op, operands) {
            (FloatOp::IsNan, [a]) => {
                let range = of(a);
                match (range.numbers, range.nan) {
                    (_, false) => Some(false),
                    (None, true) => Some(true),
                    _ => None,
                }
            }
            (FloatOp::Eq | FloatOp::Lt | FloatOp::Le, [a, b]) => {
                let (x, y) = (of(a), of(b));
                let (Some((a, b)), Some((c, d))) = (&x.numbers, &y.numbers) else { return Some(false) };
                let numbers = !x.nan && !y.nan;
                let (never, always) = match op {
                    FloatOp::Lt => (order(format, a, d).is_ge(), order(format, b, c).is_lt()),
                    FloatOp::Le => (order(format, a, d).is_gt(), order(format, b, c).is_le()),
                    _ => (
                        order(format, b, c).is_lt() || order(format, d, a).is_lt(),
                        order(format, a, d).is_eq() && order(format, b, c).is_eq(),
                    ),
                };
                match (never, always && numbers) {
                    (true, _) => Some(false),
                    (_, true) => Some(true),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The range of an operation's results.
    fn result(&self, terms: &Terms, op: FloatOp, format: FloatFormat, operands: &[Term]) -> Option<Range> {
        let result = op.result(format)?;
        let apply = |operands: &[&Int]| {
            let operands: Vec<Int> = operands.iter().map(|operand| (*operand).clone()).collect();
            exact::evaluate(op, format, &operands)
        };
        if op == FloatOp::FromInt {
            let bounds = terms.bounds(operands[0], &SymbolBounds::default());
            let low = bounds.low.map_or(Some(exact::infinity(format, true)), |low| apply(&[&low]));
            let high = bounds.high.map_or(Some(exact::infinity(format, false)), |high| apply(&[&high]));
            return Some(hull(format, false, &[low, high]));
        }
        let floats = op.floats(operands.len());
        let ranges: Vec<Range> =
            operands.iter().take(floats).map(|operand| self.of(terms, *operand, format)).collect();
        let mut nan = ranges.iter().any(|range| range.nan);
        let Some(ends) = ranges.iter().map(|range| range.numbers.clone()).collect::<Option<Vec<_>>>() else {
            // One of them is a NaN for sure.
            return (!matches!(op, FloatOp::Min | FloatOp::Max | FloatOp::Math(_) | FloatOp::CopySign))
                .then_some(Range { numbers: None, nan: true });
        };
        // Infinities within the ranges cancel, or meet zeros.
        let infinite = |(low, high): &(Int, Int)| {
            *low == exact::infinity(format, true) || *high == exact::infinity(format, false)
        };
        nan |= match op {
            FloatOp::Mul => ends.iter().any(infinite),
            FloatOp::Add | FloatOp::Sub | FloatOp::Div => ends.iter().all(infinite),
            _ => false,
        };
        Some(match (op, ends.as_slice()) {
            (FloatOp::Add, [(a, b), (c, d)]) => hull(format, nan, &[apply(&[a, c]), apply(&[b, d])]),
            (FloatOp::Sub, [(a, b), (c, d)]) => hull(format, nan, &[apply(&[a, d]), apply(&[b, c])]),
            (FloatOp::Mul, [(a, b), (c, d)]) => {
                hull(format, nan, &[apply(&[a, c]), apply(&[a, d]), apply(&[b, c]), apply(&[b, d])])
            }
            (FloatOp::Div, [(a, b), (c, d)]) => {
                let zero = exact::zero(format, false);
                if order(format, c, &zero).is_le() && order(format, &zero, d).is_le() {
                    return None;
                }
                hull(format, nan, &[apply(&[a, c]), apply(&[a, d]), apply(&[b, c]), apply(&[b, d])])
            }
            (FloatOp::Sqrt, [(a, b)]) => {
                let zero = exact::zero(format, false);
                if order(format, b, &zero).is_lt() {
                    return Some(Range { numbers: None, nan: true });
                }
                let below = order(format, a, &zero).is_lt();
                let low = if below { zero } else { a.clone() };
                hull(format, nan || below, &[apply(&[&low]), apply(&[b])])
            }
            (FloatOp::Neg, [(a, b)]) => hull(format, nan, &[apply(&[b]), apply(&[a])]),
            (FloatOp::Abs, [(a, b)]) => {
                let zero = exact::zero(format, false);
                let across = order(format, a, &zero).is_lt() && order(format, &zero, b).is_lt();
                let mut ends = vec![apply(&[a]), apply(&[b])];
                if across {
                    ends.push(Some(zero));
                }
                hull(format, nan, &ends)
            }
            (FloatOp::Round(_), [(a, b)]) => hull(format, nan, &[apply(&[a]), apply(&[b])]),
            (FloatOp::ToFloat(_), [(a, b)]) => hull(result, nan, &[apply(&[a]), apply(&[b])]),
            (FloatOp::Min | FloatOp::Max, [_, _]) => ranges[0].join(format, &ranges[1]),
            (FloatOp::Rem, [(a, b), (c, d)]) => {
                // Not greater than either, and of the first one's sign.
                let size = |a: &Int, b: &Int| {
                    let abs = |x: &Int| exact::evaluate(FloatOp::Abs, format, std::slice::from_ref(x));
                    Some(greatest(format, &abs(a)?, &abs(b)?))
                };
                let most = least(format, &size(a, b)?, &size(c, d)?);
                let zero = exact::zero(format, false);
                let minus = exact::evaluate(FloatOp::Neg, format, std::slice::from_ref(&most))?;
                let low = if order(format, a, &zero).is_lt() { minus } else { zero.clone() };
                let high = if order(format, &zero, b).is_lt() { most } else { zero };
                Range { numbers: Some((low, high)), nan: true }
            }
            (FloatOp::Math(function), _) => of_function(function, format)?,
            _ => return None,
        })
    }

    /// Works out the ranges of all parts, which come before wholes.
    fn work_out(&mut self, terms: &Terms, parts: &[Term]) {
        for part in parts {
            match terms.node(*part) {
                Some(Node::Float(op, format, operands)) => {
                    let Some(own) = op.result(*format) else { continue };
                    let mut range =
                        self.result(terms, *op, *format, operands).unwrap_or_else(|| Range::all(own));
                    if let Some(told) = self.told.get(&(*part, own)) {
                        range = range.meet(own, told);
                    }
                    self.ranges.insert((*part, own), range);
                }
                Some(Node::Ite(_, a, b)) => {
                    for format in FloatFormat::ALL {
                        let (x, y) = (self.of(terms, *a, format), self.of(terms, *b, format));
                        let mut range = x.join(format, &y);
                        if let Some(told) = self.told.get(&(*part, format)) {
                            range = range.meet(format, told);
                        }
                        if range != Range::all(format) {
                            self.ranges.insert((*part, format), range);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a formula is false for all numbers within the ranges.
    fn impossible(&self, terms: &Terms, formula: Term) -> bool {
        terms.is_refuted(formula, &mut |part| match test_of(terms, part) {
            Some(Test { op, format, operands, holds }) => {
                self.outcome(terms, op, format, operands) == Some(!holds)
            }
            None => false,
        })
    }
}

/// The range of a library function's results, a little wider than it is.
fn of_function(function: MathFunction, format: FloatFormat) -> Option<Range> {
    use MathFunction::*;
    Some(match function {
        Sin | Cos | Tanh => Range::between(format, "-1", "1", true),
        Asin | Atan => Range::between(format, "-1.5708", "1.5708", true),
        Acos => Range::between(format, "0", "3.1416", true),
        Atan2 => Range::between(format, "-3.1416", "3.1416", true),
        Exp | Exp2 | Hypot => Range::between(format, "0", "inf", true),
        Cosh => Range::between(format, "1", "inf", true),
        Expm1 => Range::between(format, "-1", "inf", true),
        _ => return None,
    })
}

/// A formula that is a test of numbers with an outcome.
#[derive(Clone, Copy)]
struct Test<'t> {
    op: FloatOp,
    format: FloatFormat,
    operands: &'t [Term],
    holds: bool,
}

fn test_of(terms: &Terms, formula: Term) -> Option<Test<'_>> {
    let (p, holds) = match terms.node(formula)? {
        Node::IsZero(p) => (*p, false),
        Node::Not(inner) => match terms.node(*inner)? {
            Node::IsZero(p) => (*p, true),
            _ => return None,
        },
        _ => return None,
    };
    match terms.node(p)? {
        Node::Float(op, format, operands) if op.is_test() => {
            Some(Test { op: *op, format: *format, operands, holds })
        }
        _ => None,
    }
}

impl Ranges {
    /// The layer around another solver.
    pub fn new(next: Box<dyn Solver>) -> Self {
        Self { layer: LayerStatistics::new("ranges"), next }
    }
}

/// What the constraints, conjunctions taken apart, say of numbers; `None` if they cannot hold together.
fn bounded(terms: &Terms, constraints: &[Term], parts: &[Term]) -> Option<Known> {
    let mut known = Known { told: FxHashMap::default(), ranges: FxHashMap::default() };
    let tests: Vec<Test<'_>> =
        constraints.iter().filter_map(|constraint| test_of(terms, *constraint)).collect();
    for _ in 0..ROUNDS {
        tests.iter().for_each(|test| known.learn(terms, test));
        known.work_out(terms, parts);
        if known.told.values().chain(known.ranges.values()).any(Range::is_empty)
            || constraints.iter().any(|constraint| known.impossible(terms, *constraint))
        {
            return None;
        }
    }
    Some(known)
}

/// A number that a model is free to choose.
struct Atom {
    symbol: Symbol,
    /// Of an element of an array, where.
    indices: Option<Vec<Int>>,
    /// What it is as a floating point number, if it is one.
    range: Option<(FloatFormat, Range)>,
}

/// The numbers that the constraints leave open, if these are few and all of them plain.
fn atoms(terms: &mut Terms, constraints: &[Term], parts: &[Term], known: &Known) -> Option<Vec<Atom>> {
    let mut formats: FxHashMap<Term, FloatFormat> = FxHashMap::default();
    let mut found: Vec<Atom> = Vec::new();
    for part in parts {
        if let Some(Node::Float(op, format, operands)) = terms.node(*part)
            && *op != FloatOp::FromInt
        {
            let floats = op.floats(operands.len());
            formats.extend(operands.iter().take(floats).map(|operand| (*operand, *format)));
        }
    }
    for part in parts {
        let (symbol, indices) = match terms.node(*part)? {
            Node::Symbol(symbol) if terms.symbol_info(*symbol).sort == Sort::Int => (*symbol, None),
            Node::Symbol(symbol) if terms.symbol_info(*symbol).sort == Sort::Bool => return None,
            Node::Read(array, indices) => {
                let symbol = terms.as_symbol(*array)?;
                let indices: Option<Vec<Int>> = indices.iter().map(|index| terms.as_int(*index)).collect();
                (symbol, Some(indices?))
            }
            Node::Quantified(..) | Node::Lambda(..) | Node::Unknown(_) | Node::Write(..) => return None,
            _ => continue,
        };
        let range = formats.get(part).map(|format| (*format, known.of(terms, *part, *format)));
        found.push(Atom { symbol, indices, range });
    }
    let open = crate::symbols_of(terms, constraints).len();
    (!found.is_empty() && found.len() <= MAX_ATOMS && open <= MAX_ATOMS).then_some(found)
}

/// Numbers that are worth a try.
fn candidates(terms: &Terms, atom: &Atom, random: &mut Random) -> Vec<Int> {
    let info = terms.symbol_info(atom.symbol);
    let Some((format, range)) = &atom.range else {
        let mut all: Vec<Int> = [0, 1, -1, 2, 100].into_iter().map(Int::from).collect();
        all.extend(info.low.clone());
        all.extend(info.high.clone());
        all.push(Int::from(random.draw() as i32));
        all.retain(|value| {
            info.low.as_ref().is_none_or(|low| low <= value)
                && info.high.as_ref().is_none_or(|high| value <= high)
        });
        return all;
    };
    let format = *format;
    let mut all = Vec::new();
    if let Some((low, high)) = &range.numbers {
        all.extend([low.clone(), high.clone()]);
        let apply = |op: FloatOp, operands: &[Int]| exact::evaluate(op, format, operands);
        let half = text::parse(format, "0.5").unwrap_or(Int::ZERO);
        let finite = |end: &Int| match exact::decode(format, end) {
            Float::Infinite { negative } => {
                text::parse(format, if negative { "-1e6" } else { "1e6" }).unwrap_or(Int::ZERO)
            }
            _ => end.clone(),
        };
        let (a, b) = (finite(low), finite(high));
        let mut between = |share: Int| {
            let span = apply(FloatOp::Sub, &[b.clone(), a.clone()])?;
            let part = apply(FloatOp::Mul, &[span, share])?;
            let value = apply(FloatOp::Add, &[a.clone(), part])?;
            all.push(value);
            Some(())
        };
        between(half.clone());
        for _ in 0..6 {
            let share = text::parse(format, &format!("{:.9}", random.fraction())).unwrap_or(Int::ZERO);
            between(share);
        }
        for end in [low, high] {
            for other in ["-inf", "inf"] {
                let other = text::parse(format, other).unwrap_or(Int::ZERO);
                all.extend(apply(FloatOp::NextAfter, &[end.clone(), other]));
            }
        }
        for plain in ["0", "-0", "1", "-1", "0.5", "0.1", "3", "1e-40", "1e30"] {
            all.extend(text::parse(format, plain));
        }
        all.retain(|value| {
            Range::point(format, value).meet(format, range) == Range::point(format, value)
                || order(format, value, &Int::ZERO).is_eq() && order(format, low, &Int::ZERO).is_le()
        });
    }
    if range.nan {
        all.push(exact::nan(format, false));
    }
    all
}

/// A model that some tries find.
fn tried(terms: &Terms, constraints: &[Term], atoms: &[Atom], hint: Option<&Rc<Model>>) -> Option<Model> {
    let mut random = Random::new(1);
    let choices: Vec<Vec<Int>> = atoms.iter().map(|atom| candidates(terms, atom, &mut random)).collect();
    if choices.iter().any(Vec::is_empty) {
        return None;
    }
    for attempt in 0..TRIES {
        let mut model = hint.map_or_else(Model::new, |hint| Model::clone(hint));
        let mut functions: BTreeMap<Symbol, FunctionModel> = BTreeMap::new();
        for (atom, choices) in atoms.iter().zip(&choices) {
            // First all by the same rule, then mixed.
            let choice = if attempt < ALIKE { attempt % choices.len() } else { random.below(choices.len()) };
            let value = match (hint, &atom.range, &atom.indices) {
                // Integers are as the path has them, at first.
                (Some(hint), None, None) if attempt < ALIKE => hint.int(atom.symbol),
                _ => choices[choice].clone(),
            };
            match &atom.indices {
                None => model.set(atom.symbol, Value::Int(value)),
                Some(indices) => {
                    let empty = || {
                        let low = terms.symbol_info(atom.symbol).low.clone();
                        let default = low.filter(|low| *low > Int::ZERO).unwrap_or(Int::ZERO);
                        FunctionModel { entries: BTreeMap::new(), default }
                    };
                    let function = functions.entry(atom.symbol).or_insert_with(empty);
                    function.entries.insert(indices.clone(), value);
                }
            }
        }
        for (symbol, function) in functions {
            model.set(symbol, Value::Function(function));
        }
        if constraints.iter().all(|constraint| terms.holds(*constraint, &model) == Some(true)) {
            return Some(model);
        }
    }
    None
}

impl Solver for Ranges {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        let floats = query.path.iter().chain([&query.goal]).any(|part| terms.has_floats(*part));
        if !floats {
            return self.next.solve(terms, query);
        }
        self.layer.asked += 1;
        let mut constraints = Vec::new();
        for constraint in query.constraints(terms) {
            constraints.extend_from_slice(crate::conjuncts(terms, &constraint));
        }
        let parts = terms.parts_first(&constraints, |_| false);
        if parts.len() > MAX_PARTS {
            return self.next.solve(terms, query);
        }
        let Some(known) = bounded(terms, &constraints, &parts) else {
            self.layer.answered += 1;
            return Answer::Unsat;
        };
        if let Some(atoms) = atoms(terms, &constraints, &parts, &known)
            && let Some(model) = tried(terms, &constraints, &atoms, query.hint)
        {
            self.layer.answered += 1;
            return Answer::Sat(Rc::new(model));
        }
        self.next.solve(terms, query)
    }

    fn statistics(&self, report: &mut Statistics) {
        report.layers.push(self.layer.clone());
        self.next.statistics(report);
    }
}
