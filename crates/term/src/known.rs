//! Known bits, and the table of what the declared ranges of symbols say of terms.
//!
//! Numbers are two's complement of unlimited width here, so that masks of known
//! bits are numbers themselves, negative where all high bits are known.

use crate::bounds::SymbolBounds;
use crate::{BitOp, Interval, Node, Term, Terms};
use kyklos_base::Int;
use rustc_hash::FxHashMap;

/// Bits of a number that are the same in all runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBits {
    /// The bits that are 0.
    pub zeros: Int,
    /// The bits that are 1.
    pub ones: Int,
}

/// What was found out about terms; both only from the declared ranges of symbols.
#[derive(Default)]
pub(crate) struct Facts {
    bounds: FxHashMap<Term, Interval>,
    bits: FxHashMap<Term, KnownBits>,
    bit_depth: FxHashMap<Term, u32>,
    pub(crate) has_floats: FxHashMap<Term, bool>,
}

impl KnownBits {
    /// Nothing is known.
    pub fn nothing() -> Self {
        Self { zeros: Int::ZERO, ones: Int::ZERO }
    }

    /// All bits of a number.
    pub fn of(value: &Int) -> Self {
        Self { zeros: value.bit_not(), ones: value.clone() }
    }

    /// What the numbers of an interval have in common: the high bits in which its ends agree.
    pub fn of_interval(interval: &Interval) -> Self {
        let (Some(low), Some(high)) = (&interval.low, &interval.high) else {
            return Self::nothing();
        };
        let differ = low.bit_xor(high);
        if differ.is_negative() {
            return Self::nothing();
        }
        let high_bits = -Int::power_of_two(differ.bits() as u32);
        Self { zeros: low.bit_not().bit_and(&high_bits), ones: low.bit_and(&high_bits) }
    }

    /// What both say, of one number.
    #[must_use]
    pub fn meet(&self, other: &KnownBits) -> Self {
        Self { zeros: self.zeros.bit_or(&other.zeros), ones: self.ones.bit_or(&other.ones) }
    }

    /// What holds of two numbers.
    #[must_use]
    pub fn join(&self, other: &KnownBits) -> Self {
        Self { zeros: self.zeros.bit_and(&other.zeros), ones: self.ones.bit_and(&other.ones) }
    }

    /// What a bit operation makes of two numbers.
    #[must_use]
    pub fn combine(&self, op: BitOp, other: &KnownBits) -> Self {
        match op {
            BitOp::And => {
                Self { zeros: self.zeros.bit_or(&other.zeros), ones: self.ones.bit_and(&other.ones) }
            }
            BitOp::Or => {
                Self { zeros: self.zeros.bit_and(&other.zeros), ones: self.ones.bit_or(&other.ones) }
            }
            BitOp::Xor => {
                let same = self.zeros.bit_and(&other.zeros).bit_or(&self.ones.bit_and(&other.ones));
                let differ = self.zeros.bit_and(&other.ones).bit_or(&self.ones.bit_and(&other.zeros));
                Self { zeros: same, ones: differ }
            }
        }
    }

    /// Whether two numbers have no ones in common.
    pub fn disjoint(&self, other: &KnownBits) -> bool {
        self.zeros.bit_or(&other.zeros) == Int::from(-1)
    }

    /// How many zeros the number ends in, at least.
    pub fn trailing_zeros(&self) -> u32 {
        self.zeros.bit_not().trailing_zeros().unwrap_or(u32::MAX)
    }

    /// A number that ends in so many zeros.
    fn multiple_of(zeros: u32) -> Self {
        Self { zeros: Int::power_of_two(zeros.min(1 << 10)) - Int::ONE, ones: Int::ZERO }
    }

    fn shifted_left(&self, count: u32) -> Self {
        let below = Int::power_of_two(count) - Int::ONE;
        Self { zeros: self.zeros.shift_left(count).bit_or(&below), ones: self.ones.shift_left(count) }
    }

    fn shifted_right(&self, count: u32) -> Self {
        Self { zeros: self.zeros.shift_right(count), ones: self.ones.shift_right(count) }
    }
}

impl Terms {
    /// Whether there are bit operations, conversions or products of unknown numbers in a
    /// term: what bit-vectors are better at than integers.
    pub fn has_bits(&self, term: Term) -> bool {
        self.bit_depth(term) > 0
    }

    /// How many of those are nested in each other, at most: what hashes and ciphers have many of.
    pub fn bit_depth(&self, term: Term) -> u32 {
        if term.is_inline() {
            return 0;
        }
        let mut facts = self.facts.borrow_mut();
        let known = &mut facts.bit_depth;
        if let Some(known) = known.get(&term) {
            return *known;
        }
        for part in self.parts_first(&[term], |part| known.contains_key(&part)) {
            let own = match self.node(part) {
                Some(Node::Bits(..) | Node::Shl(..) | Node::Shr(..) | Node::Product(_)) => true,
                Some(Node::Float(..)) => true,
                Some(Node::Mod(_, by)) => {
                    self.as_int(*by).and_then(|by| by.exponent()).is_none_or(|width| width >= 8)
                }
                Some(Node::Div(_, by)) => self.as_int(*by).is_none(),
                _ => false,
            };
            let mut inside = 0;
            self.for_each_part(part, |inner| inside = inside.max(known.get(&inner).copied().unwrap_or(0)));
            known.insert(part, inside.saturating_add(u32::from(own)));
        }
        known.get(&term).copied().unwrap_or(0)
    }

    /// An interval that an integer term lies in, by the declared ranges of symbols.
    pub(crate) fn declared_bounds(&self, term: Term) -> Interval {
        if let Some(value) = self.as_int(term) {
            return Interval::point(value);
        }
        let mut facts = self.facts.borrow_mut();
        if let Some(known) = facts.bounds.get(&term) {
            return known.clone();
        }
        self.bounds_within(term, &SymbolBounds::default(), &mut facts.bounds)
    }

    /// The known bits of an integer term, by the declared ranges of symbols.
    pub fn known_bits(&self, term: Term) -> KnownBits {
        if let Some(value) = self.as_int(term) {
            return KnownBits::of(&value);
        }
        self.declared_bounds(term);
        let mut facts = self.facts.borrow_mut();
        let Facts { bounds, bits, .. } = &mut *facts;
        if let Some(known) = bits.get(&term) {
            return known.clone();
        }
        for part in self.parts_first(&[term], |part| bits.contains_key(&part)) {
            let by_range = bounds.get(&part).map_or_else(KnownBits::nothing, KnownBits::of_interval);
            let known = self.known_bits_step(part, bits).meet(&by_range);
            bits.insert(part, known);
        }
        bits.get(&term).cloned().unwrap_or_else(KnownBits::nothing)
    }

    fn known_bits_step(&self, term: Term, done: &FxHashMap<Term, KnownBits>) -> KnownBits {
        let of = |part: Term| match self.as_int(part) {
            Some(value) => KnownBits::of(&value),
            None => done.get(&part).cloned().unwrap_or_else(KnownBits::nothing),
        };
        let exponent = |by: Term| self.as_int(by).and_then(|by| by.exponent());
        match self.node(term) {
            Some(Node::Sum { constant, parts }) => self.known_bits_of_sum(constant, parts, &of),
            Some(Node::Product(factors)) => {
                let zeros = factors.iter().fold(0u32, |zeros, (factor, power)| {
                    zeros.saturating_add(of(*factor).trailing_zeros().saturating_mul(*power))
                });
                KnownBits::multiple_of(zeros)
            }
            Some(Node::Bits(op, parts)) => {
                let all = parts.iter().map(|part| of(*part));
                all.reduce(|known, part| known.combine(*op, &part)).unwrap_or_else(KnownBits::nothing)
            }
            Some(Node::Mod(a, b)) => match exponent(*b) {
                Some(width) => {
                    let mask = KnownBits::of(&(Int::power_of_two(width) - Int::ONE));
                    of(*a).combine(BitOp::And, &mask)
                }
                None => KnownBits::nothing(),
            },
            Some(Node::Div(a, b)) => {
                exponent(*b).map_or_else(KnownBits::nothing, |count| of(*a).shifted_right(count))
            }
            Some(Node::Shl(a, _)) => KnownBits::multiple_of(of(*a).trailing_zeros()),
            Some(Node::Ite(_, a, b)) => of(*a).join(&of(*b)),
            _ => KnownBits::nothing(),
        }
    }

    /// Summands without common ones are as if joined by `|`; otherwise all end in the same zeros at least.
    fn known_bits_of_sum(
        &self,
        constant: &Int,
        parts: &[(Int, Term)],
        of: &dyn Fn(Term) -> KnownBits,
    ) -> KnownBits {
        let mut joined = Some(KnownBits::of(constant));
        let mut zeros = constant.trailing_zeros().unwrap_or(u32::MAX);
        for (coefficient, part) in parts {
            let known = of(*part);
            let own = known.trailing_zeros();
            zeros = zeros.min(own.saturating_add(coefficient.trailing_zeros().unwrap_or(0)));
            joined = joined.zip(coefficient.exponent()).and_then(|(sum, count)| {
                let shifted = known.shifted_left(count);
                sum.disjoint(&shifted).then(|| sum.combine(BitOp::Or, &shifted))
            });
        }
        joined.unwrap_or_else(|| KnownBits::multiple_of(zeros))
    }
}
