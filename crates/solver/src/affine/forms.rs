//! The bits of terms as sums modulo 2 of the bits of symbols.

use super::system::Form;
use kyklos_base::Int;
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{BitOp, Interval, Node, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Numbers are two's complement of so many bits; those that need more have no form.
const WIDTH: usize = 80;
/// Tables with more values are not looked at.
const MAX_TABLE: usize = 1 << 12;

/// With more variables, or more words in forms, no further forms are made.
const MAX_VARIABLES: usize = 4_096;
const MAX_WORDS: usize = 1 << 22;

/// The bits of a number, lowest first.
pub(super) type Number = Rc<[Form]>;

/// The forms of terms.
#[derive(Default)]
pub(super) struct Forms {
    numbers: FxHashMap<Term, Option<Number>>,
    truths: FxHashMap<Term, Form>,
    ranges: FxHashMap<Term, Interval>,
    /// The symbols whose bits variables are, and what these bits count.
    places: Vec<(Symbol, Int)>,
    /// How many variables are no bits of symbols.
    others: usize,
    /// How much room numbers take.
    words: usize,
    /// The variables that are both of two bits, or most of three.
    both: FxHashMap<(Form, Form), Form>,
    most: FxHashMap<(Form, Form, Form), Form>,
}

impl Forms {
    /// No variable has this number or a greater one.
    pub(super) fn variables(&self) -> usize {
        2 * self.places.len().max(self.others)
    }

    /// Whether there is no room for further forms; then what was asked for last may be missing, and nothing follows.
    pub(super) fn is_full(&self) -> bool {
        self.variables() > MAX_VARIABLES || self.words > MAX_WORDS
    }

    /// For each variable, the symbol that it is a bit of, and what this bit counts.
    pub(super) fn sources(&self) -> impl Iterator<Item = Option<(Symbol, Int)>> {
        (0..self.variables()).map(|variable| match variable % 2 {
            0 => self.places.get(variable / 2).cloned(),
            _ => None,
        })
    }

    /// A truth value as a bit.
    pub(super) fn truth(&mut self, terms: &mut Terms, formula: Term) -> Form {
        self.fill(terms, formula);
        self.known_truth(formula)
    }

    /// In which bits the two sides of `p = 0` differ: what is added in p, and what is subtracted.
    pub(super) fn differences(&mut self, terms: &mut Terms, p: Term) -> Option<Vec<Form>> {
        let (constant, parts) = terms.polynomial(p);
        let (mut added, mut subtracted) = (Vec::new(), Vec::new());
        for (coefficient, part) in parts.into_iter().chain([(constant, Term::ONE)]) {
            match coefficient.is_negative() {
                true => subtracted.push((-coefficient, part)),
                false => added.push((coefficient, part)),
            }
        }
        let (left, right) = (terms.linear(&added), terms.linear(&subtracted));
        self.fill(terms, left);
        self.fill(terms, right);
        let (left, right) = (self.number(terms, left)?, self.number(terms, right)?);
        Some(left.iter().zip(right.iter()).map(|(a, b)| a.plus(b)).collect())
    }

    /// Finds the forms of a term and of its parts.
    fn fill(&mut self, terms: &mut Terms, term: Term) {
        let known = |part: Term| self.numbers.contains_key(&part) || self.truths.contains_key(&part);
        for part in terms.parts_first(&[term], known) {
            let Some(node) = terms.node(part).cloned().filter(|_| !self.is_full()) else { continue };
            match terms.sort(part) {
                kyklos_term::Sort::Bool => {
                    let truth = self.truth_of(terms, &node);
                    let truth = truth.unwrap_or_else(|| self.another());
                    self.truths.insert(part, truth);
                }
                kyklos_term::Sort::Int => {
                    let number = self.number_of(terms, part, &node);
                    self.words += number.iter().flat_map(|bits| bits.iter()).map(Form::words).sum::<usize>();
                    self.numbers.insert(part, number);
                }
                kyklos_term::Sort::Array(_) => {}
            }
        }
    }

    fn known_truth(&self, formula: Term) -> Form {
        match formula.as_truth() {
            Some(value) => Form::constant(value),
            None => self.truths.get(&formula).cloned().unwrap_or_default(),
        }
    }

    fn number(&self, terms: &Terms, term: Term) -> Option<Number> {
        match terms.as_int(term) {
            Some(value) => constant(&value),
            None => self.numbers.get(&term).cloned().flatten(),
        }
    }

    /// A variable that is no bit of a symbol.
    fn another(&mut self) -> Form {
        self.others += 1;
        Form::variable(2 * self.others - 1)
    }

    fn symbol_bit(&mut self, symbol: Symbol, counts: Int) -> Form {
        self.places.push((symbol, counts));
        Form::variable(2 * self.places.len() - 2)
    }

    fn truth_of(&mut self, terms: &mut Terms, node: &Node) -> Option<Form> {
        match node {
            Node::Truth(value) => Some(Form::constant(*value)),
            Node::Symbol(symbol) => Some(self.symbol_bit(*symbol, Int::ONE)),
            Node::Not(inner) => Some(self.known_truth(*inner).flipped()),
            Node::And(parts) => {
                let parts: Vec<Form> = parts.iter().map(|part| self.known_truth(*part)).collect();
                Some(parts.into_iter().fold(Form::constant(true), |all, part| self.and(&all, &part)))
            }
            Node::Or(parts) => {
                let parts: Vec<Form> = parts.iter().map(|part| self.known_truth(*part).flipped()).collect();
                let none = parts.into_iter().fold(Form::constant(true), |all, part| self.and(&all, &part));
                Some(none.flipped())
            }
            Node::IsZero(p) => {
                let mut open = self.differences(terms, *p)?;
                if open.iter().any(|difference| difference.as_constant() == Some(true)) {
                    return Some(Form::constant(false));
                }
                open.retain(|difference| difference.as_constant().is_none());
                let Some(first) = open.first() else { return Some(Form::constant(true)) };
                open.iter().all(|difference| difference == first).then(|| first.flipped())
            }
            // p ≤ 0: p - 1 is negative.
            Node::NonPositive(p) => {
                let (constant, parts) = terms.polynomial(*p);
                let interval = self.bounds(terms, *p);
                let room = Interval { low: interval.low.map(|low| low - Int::ONE), high: interval.high };
                let less = within(&room).then(|| self.sum(terms, &(constant - Int::ONE), &parts))??;
                less.last().cloned()
            }
            _ => None,
        }
    }

    fn bounds(&mut self, terms: &Terms, term: Term) -> Interval {
        terms.bounds_within(term, &SymbolBounds::default(), &mut self.ranges)
    }

    /// The bits of an integer term, if it has as many as fit.
    fn number_of(&mut self, terms: &Terms, term: Term, node: &Node) -> Option<Number> {
        let interval = self.bounds(terms, term);
        if !within(&interval) {
            return None;
        }
        let exponent = |by: Term| terms.as_int(by)?.exponent().map(|by| by as usize);
        let found = match node {
            Node::Symbol(symbol) => Some(self.any(&interval, |own, counts| own.symbol_bit(*symbol, counts))),
            Node::Sum { constant, parts } => self.sum(terms, constant, parts),
            Node::Integer(value) => constant(value),
            Node::Mod(a, by) => exponent(*by).and_then(|width| self.remainder(terms, *a, width)),
            Node::Div(a, by) => exponent(*by).zip(self.number(terms, *a)).map(|(count, a)| {
                (0..WIDTH).map(|bit| a[bit.saturating_add(count).min(WIDTH - 1)].clone()).collect()
            }),
            Node::Bits(op, parts) => self.combined(terms, *op, parts),
            Node::Ite(condition, a, b) => self.number(terms, *a).zip(self.number(terms, *b)).map(|(a, b)| {
                let condition = self.known_truth(*condition);
                let pairs = a.iter().zip(b.iter());
                pairs.map(|(a, b)| self.and(&condition, &a.plus(b)).plus(b)).collect()
            }),
            Node::Read(array, indices) => match terms.node(*array) {
                Some(Node::Table(values)) if indices.len() == 1 => {
                    self.number(terms, indices[0]).and_then(|index| self.table(values, &index))
                }
                _ => None,
            },
            _ => None,
        };
        Some(found.unwrap_or_else(|| self.any(&interval, |own, _| own.another())))
    }

    /// The low bits of a number. Of sums, coefficients matter only modulo the same power; -1 is simpler than 2^n - 1.
    fn remainder(&mut self, terms: &Terms, a: Term, width: usize) -> Option<Number> {
        let number = match terms.node(a) {
            Some(Node::Sum { constant, parts }) if width < WIDTH => {
                let size = Int::power_of_two(width as u32);
                let near = |value: &Int| {
                    let rest = value.rem_euclid(&size).unwrap_or(Int::ZERO);
                    if &rest + &rest > size { rest - size.clone() } else { rest }
                };
                let parts: Vec<(Int, Term)> =
                    parts.iter().map(|(factor, part)| (near(factor), *part)).collect();
                self.sum(terms, &near(constant), &parts)
            }
            _ => self.number(terms, a),
        }?;
        let zero = Form::constant(false);
        Some((0..WIDTH).map(|bit| if bit < width { number[bit].clone() } else { zero.clone() }).collect())
    }

    /// Any number of an interval, and perhaps others; variables stand for its bits.
    fn any(&mut self, interval: &Interval, mut bit: impl FnMut(&mut Self, Int) -> Form) -> Number {
        let magnitude = |value: &Int| if value.is_negative() { value.bit_not().bits() } else { value.bits() };
        let ends = [&interval.low, &interval.high].map(|end| end.as_ref().map_or(0, magnitude));
        let width = ends[0].max(ends[1]) as usize;
        let negative = interval.low.as_ref().is_some_and(Int::is_negative);
        let mut bits: Vec<Form> =
            (0..width).map(|place| bit(self, Int::power_of_two(place as u32))).collect();
        let sign = match negative {
            true => bit(self, -Int::power_of_two(width as u32)),
            false => Form::constant(false),
        };
        bits.resize(WIDTH, sign);
        bits.into()
    }

    fn combined(&mut self, terms: &Terms, op: BitOp, parts: &[Term]) -> Option<Number> {
        let (first, rest) = parts.split_first()?;
        let mut result = self.number(terms, *first)?;
        for part in rest {
            let part = self.number(terms, *part)?;
            let pairs = result.iter().zip(part.iter());
            result = pairs
                .map(|(a, b)| match op {
                    BitOp::Xor => a.plus(b),
                    BitOp::And => self.and(a, b),
                    BitOp::Or => self.and(&a.flipped(), &b.flipped()).flipped(),
                })
                .collect();
        }
        Some(result)
    }

    /// `constant + Σ coefficient·part`, modulo 2 to the width.
    fn sum(&mut self, terms: &Terms, number: &Int, parts: &[(Int, Term)]) -> Option<Number> {
        let zero = Form::constant(false);
        let mut number = number.clone();
        let mut summands: Vec<Vec<Form>> = Vec::new();
        for (coefficient, part) in parts {
            let part = self.number(terms, *part)?;
            // A single bit times a number.
            if part[1..].iter().all(|bit| bit.as_constant() == Some(false)) {
                let times = constant(coefficient)?;
                let one =
                    |bit: &Form| if bit.as_constant() == Some(true) { part[0].clone() } else { zero.clone() };
                summands.push(times.iter().map(one).collect());
                continue;
            }
            let (size, negative) = (coefficient.abs(), coefficient.is_negative());
            for shift in (0..WIDTH).filter(|bit| has_bit(&size, *bit)) {
                let place = |bit: usize| bit.checked_sub(shift).map_or(&zero, |bit| &part[bit]);
                summands.push(match negative {
                    false => (0..WIDTH).map(|bit| place(bit).clone()).collect(),
                    true => (0..WIDTH).map(|bit| place(bit).flipped()).collect(),
                });
                if negative {
                    number = number + Int::ONE;
                }
            }
        }
        let mut result: Vec<Form> = constant(&number)?.to_vec();
        for summand in summands {
            let mut carry = zero.clone();
            for (own, other) in result.iter_mut().zip(&summand) {
                let sum = own.plus(other).plus(&carry);
                carry = self.majority(own, other, &carry);
                *own = sum;
            }
        }
        Some(result.into())
    }

    /// What a table has at an index: a sum of what each bit of the index changes, where that is so for all indices.
    fn table(&mut self, values: &[Int], index: &Number) -> Option<Number> {
        let bits = index.iter().rposition(|bit| bit.as_constant() != Some(false)).map_or(0, |last| last + 1);
        let size = 1usize.checked_shl(bits as u32).filter(|size| *size <= MAX_TABLE)?;
        if values.len() > MAX_TABLE {
            return None;
        }
        let value = |at: usize| values.get(at).map_or(Some(0), Int::to_i64);
        let first = value(0)?;
        let mut changes = Vec::with_capacity(bits);
        for bit in 0..bits {
            changes.push(value(1 << bit)? ^ first);
        }
        let mut wrong = 0;
        for at in 0..size {
            let places = changes.iter().enumerate().filter(|(bit, _)| at >> bit & 1 == 1);
            wrong |= places.fold(first, |sum, (_, change)| sum ^ change) ^ value(at)?;
        }
        let has = |number: i64, bit: usize| number >> bit.min(63) & 1 == 1;
        let mut result: Vec<Form> = Vec::with_capacity(WIDTH);
        for bit in 0..64 {
            let form = match has(wrong, bit) {
                true => self.another(),
                false => changes
                    .iter()
                    .zip(index.iter())
                    .filter(|(change, _)| has(**change, bit))
                    .fold(Form::constant(has(first, bit)), |sum, (_, own)| sum.plus(own)),
            };
            result.push(form);
        }
        let sign = result.last().cloned().unwrap_or_default();
        result.resize(WIDTH, sign);
        Some(result.into())
    }

    fn and(&mut self, a: &Form, b: &Form) -> Form {
        match (a.as_constant(), b.as_constant()) {
            (Some(false), _) | (_, Some(false)) => return Form::constant(false),
            (Some(true), _) => return b.clone(),
            (_, Some(true)) => return a.clone(),
            _ => {}
        }
        match a.plus(b).as_constant() {
            Some(false) => a.clone(),
            Some(true) => Form::constant(false),
            None => {
                if let Some(known) = self.both.get(&(a.clone(), b.clone())) {
                    return known.clone();
                }
                let form = self.another();
                self.both.insert((a.clone(), b.clone()), form.clone());
                self.both.insert((b.clone(), a.clone()), form.clone());
                form
            }
        }
    }

    /// The carry of three bits.
    fn majority(&mut self, a: &Form, b: &Form, c: &Form) -> Form {
        for (one, other, third) in [(a, b, c), (a, c, b), (b, c, a)] {
            match one.plus(other).as_constant() {
                Some(false) => return one.clone(),
                Some(true) => return third.clone(),
                None => {}
            }
        }
        for (one, other, third) in [(a, b, c), (a, c, b), (b, c, a)] {
            match third.as_constant() {
                Some(false) => return self.and(one, other),
                Some(true) => return self.and(&one.flipped(), &other.flipped()).flipped(),
                None => {}
            }
        }
        let key = (a.clone(), b.clone(), c.clone());
        if let Some(known) = self.most.get(&key) {
            return known.clone();
        }
        let form = self.another();
        self.most.insert(key, form.clone());
        form
    }
}

fn has_bit(number: &Int, bit: usize) -> bool {
    !number.shift_right(bit as u32).bit_and(&Int::ONE).is_zero()
}

/// The bits of a constant.
fn constant(value: &Int) -> Option<Number> {
    let interval = Interval::point(value.clone());
    within(&interval).then(|| (0..WIDTH).map(|bit| Form::constant(has_bit(value, bit))).collect())
}

/// Whether all numbers of an interval have as many bits as fit.
fn within(interval: &Interval) -> bool {
    let most = Int::power_of_two(WIDTH as u32 - 1);
    let low = interval.low.as_ref().is_some_and(|low| *low >= -&most);
    low && interval.high.as_ref().is_some_and(|high| *high < most)
}
