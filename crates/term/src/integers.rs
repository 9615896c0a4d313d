//! Bit operations, shifts by unknown counts and tables spelled out in integers,
//! for solvers that know no more: bit i of x is `(x div 2^i) mod 2`, for negative
//! x too.

use crate::bits::{MAX_SHIFT, clamped_count};
use crate::{BitOp, Node, Sort, Term, Terms};
use kyklos_base::Int;
use rustc_hash::FxHashMap;

/// Numbers with more bits are not taken apart.
const MAX_BITS: u32 = 128;

/// The widths of machine integers; a remainder by 2 to that power is a conversion.
const MACHINE_WIDTHS: [u32; 4] = [8, 16, 32, 64];

impl Terms {
    /// A term that says the same without operations on bits and tables, as far as that is
    /// possible; where it is not, because a number has no bounds, ★.
    ///
    /// match: x & m, m constant; result: the runs of ones of m, cut out of x and added.
    /// match: x & y; result: for each bit 2^i, or 0 if one of them lacks it, added.
    /// match: x | y, x ^ y; result: x + y - (x & y), x + y - 2·(x & y).
    /// match: x << b, x >> b; result: the cases of b.
    /// match: a table at i; result: the cases of i, equal neighbours joined.
    /// match: x mod 2^w, w the width of a machine integer, x out of range by less than once
    /// around; result: the cases, which are easier to decide than a remainder.
    pub fn as_integers(&mut self, term: Term) -> Term {
        if term.is_inline() {
            return term;
        }
        if let Some(known) = self.integers.get(&term) {
            return *known;
        }
        let mut done = std::mem::take(&mut self.integers);
        for part in self.parts_first(&[term], |part| done.contains_key(&part)) {
            let spelled = self.integers_step(part, &done);
            done.insert(part, spelled);
        }
        let result = done.get(&term).copied().unwrap_or(term);
        self.integers = done;
        result
    }

    fn integers_step(&mut self, term: Term, done: &FxHashMap<Term, Term>) -> Term {
        let of = |part: Term| done.get(&part).copied().unwrap_or(part);
        match self.node(term).cloned() {
            Some(Node::Bits(op, parts)) => {
                // Bounds come from the operands as they were.
                let mut parts = parts.iter().map(|part| (of(*part), *part));
                let Some(first) = parts.next() else { return term };
                let result = parts.try_fold(first, |a, b| self.spelled(op, a, b));
                result.map_or_else(|| self.unknown(Sort::Int), |(result, _)| result)
            }
            Some(Node::Shl(a, b)) => self.shift_cases(of(a), of(b), b, true),
            Some(Node::Shr(a, b)) => self.shift_cases(of(a), of(b), b, false),
            Some(Node::Read(array, indices)) => {
                if let ([index], Some(Node::Table(values))) = (&*indices, self.node(array).cloned()) {
                    return self.table_cases(&values, of(*index), *index);
                }
                self.rebuild(term, of)
            }
            // Below writes and choices a table is what was written to it.
            Some(Node::Table(values)) => {
                let mut array = self.fill(1, Term::ZERO);
                for (index, value) in values.iter().enumerate() {
                    let (index, value) = (self.int(&Int::from(index)), self.int(value));
                    array = self.write(array, &[index], value);
                }
                array
            }
            // What integers cannot say stays whole.
            Some(Node::Float(..)) => term,
            Some(Node::Mod(a, b)) => self.wrap_cases(a, b, done).unwrap_or_else(|| self.rebuild(term, of)),
            _ => self.rebuild(term, of),
        }
    }

    /// `a op b`, each with the term that its bounds come from.
    fn spelled(&mut self, op: BitOp, a: (Term, Term), b: (Term, Term)) -> Option<(Term, Term)> {
        let common = self.spelled_and(a, b)?;
        let times = match op {
            BitOp::And => return Some((common, self.bits(op, &[a.1, b.1]))),
            BitOp::Or => -1,
            BitOp::Xor => -2,
        };
        let result = self.linear(&[(Int::ONE, a.0), (Int::ONE, b.0), (Int::from(times), common)]);
        Some((result, self.bits(op, &[a.1, b.1])))
    }

    fn spelled_and(&mut self, a: (Term, Term), b: (Term, Term)) -> Option<Term> {
        match (self.as_int(a.0), self.as_int(b.0)) {
            (Some(x), Some(y)) => Some(self.int(&x.bit_and(&y))),
            (Some(mask), None) => Some(self.cut_runs(b.0, &mask)),
            (None, Some(mask)) => Some(self.cut_runs(a.0, &mask)),
            (None, None) => self.bit_by_bit(a, b),
        }
    }

    /// x & mask: a run from bit l to below bit h is ((x div 2^l) mod 2^(h-l))·2^l; a
    /// negative mask ends in a run without end.
    fn cut_runs(&mut self, x: Term, mask: &Int) -> Term {
        let (mut summands, mut rest, mut low) = (Vec::new(), mask.clone(), 0);
        while let Some(zeros) = rest.trailing_zeros() {
            (rest, low) = (rest.shift_right(zeros), low + zeros);
            let unit = Int::power_of_two(low);
            let by = self.int(&unit);
            let run = self.div(x, by);
            let Some(width) = rest.bit_not().trailing_zeros() else {
                summands.push((unit, run));
                break;
            };
            let size = self.int(&Int::power_of_two(width));
            summands.push((unit, self.modulo(run, size)));
            (rest, low) = (rest.shift_right(width), low + width);
        }
        self.linear(&summands)
    }

    /// x & y bit by bit, where both have few bits.
    fn bit_by_bit(&mut self, a: (Term, Term), b: (Term, Term)) -> Option<Term> {
        let width = |terms: &Terms, x: Term| -> Option<(u32, bool)> {
            let bounds = terms.declared_bounds(x);
            let (low, high) = (bounds.low?, bounds.high?);
            let bits = u32::try_from(low.bits().max(high.bits())).ok()?;
            (bits <= MAX_BITS).then_some((bits, low.is_negative()))
        };
        let (left, right) = (width(self, a.1), width(self, b.1));
        // A number that is not negative has no ones beyond its bits.
        let bits = match (left, right) {
            (Some((m, false)), Some((n, false))) => m.min(n),
            (Some((m, false)), _) => m,
            (_, Some((n, false))) => n,
            (Some((m, true)), Some((n, true))) => m.max(n) + 1,
            _ => return None,
        };
        let signed = !matches!((left, right), (Some((_, false)), _) | (_, Some((_, false))));
        let maybe = self.known_bits(a.1).zeros.bit_or(&self.known_bits(b.1).zeros).bit_not();
        let mut summands = Vec::new();
        for bit in 0..bits {
            if !maybe.shift_right(bit).bit_and(&Int::ONE).is_one() {
                continue;
            }
            let (x, y) = (self.bit_of(a.0, bit), self.bit_of(b.0, bit));
            let both = self.and([x, y]);
            let unit = Int::power_of_two(bit);
            // If both may be negative, the last bit is the sign: all ones from there on.
            let unit = if signed && bit + 1 == bits { -unit } else { unit };
            summands.push((unit, self.number_of(both)));
        }
        Some(self.linear(&summands))
    }

    fn bit_of(&mut self, x: Term, bit: u32) -> Term {
        let (unit, two) = (self.int(&Int::power_of_two(bit)), self.small(2));
        let quotient = self.div(x, unit);
        let rest = self.modulo(quotient, two);
        self.truth_of(rest)
    }

    fn shift_cases(&mut self, a: Term, b: Term, count: Term, left: bool) -> Term {
        let bounds = self.declared_bounds(count);
        let low = bounds.low.as_ref().map_or(0, clamped_count);
        let high = bounds.high.as_ref().map_or(MAX_SHIFT, clamped_count).max(low);
        let by = |terms: &mut Terms, count: u32| {
            let power = terms.int(&Int::power_of_two(count));
            if left { terms.mul(a, power) } else { terms.div(a, power) }
        };
        let mut result = by(self, high);
        for count in (low..high).rev() {
            let (value, count) = (by(self, count), self.small(i64::from(count)));
            let here = self.le(b, count);
            result = self.ite(here, value, result);
        }
        result
    }

    /// The value of a table at an index, as a tree of comparisons.
    fn table_cases(&mut self, values: &[Int], at: Term, index: Term) -> Term {
        // Runs of equal values, each from where it begins; 0 below and above the table.
        let mut runs: Vec<(Int, Int)> = Vec::new();
        let bounds = self.declared_bounds(index);
        if bounds.low.as_ref().is_none_or(Int::is_negative) {
            runs.push((Int::ZERO, Int::ZERO));
        }
        let below = runs.len();
        for (place, value) in values.iter().enumerate() {
            if runs.len() == below && below == 1 && value.is_zero() {
                continue;
            }
            if runs.last().is_none_or(|(_, last)| last != value) {
                runs.push((Int::from(place), value.clone()));
            }
        }
        let end = Int::from(values.len());
        if bounds.high.is_none_or(|high| high >= end) && runs.last().is_some_and(|(_, last)| !last.is_zero())
        {
            runs.push((end, Int::ZERO));
        }
        self.tree(&runs, at)
    }

    fn tree(&mut self, runs: &[(Int, Int)], at: Term) -> Term {
        match runs {
            [] => Term::ZERO,
            [(_, value)] => self.int(value),
            _ => {
                let (left, right) = runs.split_at(runs.len() / 2);
                let start = self.int(&right[0].0);
                let (low, high) = (self.tree(left, at), self.tree(right, at));
                let below = self.lt(at, start);
                self.ite(below, low, high)
            }
        }
    }

    /// A conversion of a number that leaves the range by less than once around.
    fn wrap_cases(&mut self, dividend: Term, modulus: Term, done: &FxHashMap<Term, Term>) -> Option<Term> {
        let size = self.as_int(modulus)?;
        let width = size.exponent().filter(|width| MACHINE_WIDTHS.contains(width))?;
        // Coefficients were taken modulo 2^w: -x has become (2^w - 1)·x.
        let half = Int::power_of_two(width - 1);
        let near = |value: &Int| if *value > half { value - &size } else { value.clone() };
        let (constant, parts) = self.polynomial(dividend);
        for constant in [constant.clone(), near(&constant)] {
            let mut summands: Vec<_> = parts.iter().map(|(c, m)| (near(c), *m)).collect();
            summands.push((constant, Term::ONE));
            let small = self.linear(&summands);
            let bounds = self.declared_bounds(small);
            let (low, high) = (bounds.low?, bounds.high?);
            if low < -&size || high >= size.shift_left(1) {
                continue;
            }
            for (_, part) in &mut summands {
                *part = done.get(part).copied().unwrap_or(*part);
            }
            let value = self.linear(&summands);
            let size_term = self.int(&size);
            let mut wrapped = value;
            if high >= size {
                let (above, down) = (self.ge(value, size_term), self.sub(value, size_term));
                wrapped = self.ite(above, down, wrapped);
            }
            if low.is_negative() {
                let (below, up) = (self.lt(value, Term::ZERO), self.add(value, size_term));
                wrapped = self.ite(below, up, wrapped);
            }
            return Some(wrapped);
        }
        None
    }
}
