//! Bit operations on integers as two's complement of unlimited width. Note [bits].
//!
//! Whatever has a form in sums, quotients and remainders by powers of two takes
//! that form: turning bits over is `-1 - x`, a shift by a constant a product or a
//! quotient, a mask of low bits a remainder, the union of numbers without common
//! bits their sum. So counters and indices stay what the other rules and the loop
//! mathematics know. The rest are nodes of their own.

use crate::{BitOp, KnownBits, Node, Sort, Term, Terms};
use kyklos_base::Int;
use std::collections::BTreeSet;

/// The greatest shift count that need not be constant.
pub const MAX_SHIFT: u32 = 63;

/// Masks with more runs of ones stay masks.
const RUNS: usize = 2;

/// A shift count brought into the range from 0 to [`MAX_SHIFT`].
pub fn clamped_count(count: &Int) -> u32 {
    match count.to_i64() {
        Some(count) => count.clamp(0, i64::from(MAX_SHIFT)) as u32,
        None if count.is_negative() => 0,
        None => MAX_SHIFT,
    }
}

impl BitOp {
    /// The operation on numbers.
    pub fn apply(self, a: &Int, b: &Int) -> Int {
        match self {
            BitOp::And => a.bit_and(b),
            BitOp::Or => a.bit_or(b),
            BitOp::Xor => a.bit_xor(b),
        }
    }

    /// The operand that changes nothing.
    fn neutral(self) -> Int {
        if self == BitOp::And { Int::from(-1) } else { Int::ZERO }
    }
}

impl Terms {
    /// `a & b`
    pub fn bit_and(&mut self, a: Term, b: Term) -> Term {
        self.bits(BitOp::And, &[a, b])
    }

    /// `a | b`
    pub fn bit_or(&mut self, a: Term, b: Term) -> Term {
        self.bits(BitOp::Or, &[a, b])
    }

    /// `a ^ b`
    pub fn bit_xor(&mut self, a: Term, b: Term) -> Term {
        self.bits(BitOp::Xor, &[a, b])
    }

    /// `~a`
    ///
    /// match: ~a; result: -1 - a.
    pub fn bit_not(&mut self, a: Term) -> Term {
        self.linear(&[(Int::from(-1), a), (Int::from(-1), Term::ONE)])
    }

    /// A bit operation on several numbers.
    ///
    /// match: ★ among them; result: ★. match: no operands; result: the one that changes nothing.
    /// match: operations of the same kind among them; result: their parts.
    /// match: constants; result: one constant, left out where it changes nothing.
    /// match: a & a, a | a, a ^ a; result: a, a, 0.
    /// match: a & ~a, a | ~a, a ^ ~a; result: 0, -1, -1.
    /// match: a & 0, a | -1; result: 0, -1.
    /// match: all bits of the result are known; result: the constant.
    /// match: a | b, a ^ b without common bits; result: a + b, neighbouring pieces joined.
    /// match: one operand and a constant; result: see `with_constant`.
    pub fn bits(&mut self, op: BitOp, operands: &[Term]) -> Term {
        if operands.iter().any(|operand| self.is_unknown(*operand)) {
            return self.unknown(Sort::Int);
        }
        let (mut constant, parts) = self.flat_operands(op, operands);
        let Some(parts) = self.without_complements(op, parts, &mut constant) else {
            return self.int(&if op == BitOp::And { Int::ZERO } else { Int::from(-1) });
        };
        let known = parts.iter().map(|part| self.known_bits(*part)).collect::<Vec<_>>();
        let all = known.iter().fold(KnownBits::of(&constant), |all, part| all.combine(op, part));
        if all.zeros.bit_or(&all.ones) == Int::from(-1) {
            return self.int(&all.ones);
        }
        if op == BitOp::And {
            // What is 0 anyway need not be masked out, and no mask keeps it.
            let rest = known.iter().fold(Int::ZERO, |zeros, part| zeros.bit_or(&part.zeros));
            constant = match constant.bit_or(&rest) == Int::from(-1) {
                true => Int::from(-1),
                false => constant.bit_and(&rest.bit_not()),
            };
        } else if op == BitOp::Or {
            let ones = known.iter().fold(Int::ZERO, |ones, part| ones.bit_or(&part.ones));
            constant = constant.bit_and(&ones.bit_not());
        }
        let plain = constant == op.neutral();
        match parts.as_slice() {
            [] => return self.int(&constant),
            [only] if plain => return *only,
            [only] => {
                if let Some(result) = self.with_constant(op, *only, &constant, &known[0]) {
                    return result;
                }
            }
            _ => {}
        }
        if op != BitOp::And && are_disjoint(&known, &constant) {
            let mut summands: Vec<_> = parts.iter().map(|part| (Int::ONE, *part)).collect();
            summands.push((constant, Term::ONE));
            let sum = self.linear(&summands);
            return self.concatenated(sum);
        }
        let mut operands = parts;
        if !plain {
            operands.push(self.int(&constant));
            operands.sort_unstable();
        }
        self.intern(Node::Bits(op, operands.into()))
    }

    /// The constant part and the others, ascending, those of operations of the same kind among them.
    fn flat_operands(&mut self, op: BitOp, operands: &[Term]) -> (Int, Vec<Term>) {
        let mut constant = op.neutral();
        let mut parts: BTreeSet<Term> = BTreeSet::new();
        let mut open: Vec<Term> = operands.to_vec();
        while let Some(operand) = open.pop() {
            if let Some(value) = self.as_int(operand) {
                constant = op.apply(&constant, &value);
                continue;
            }
            match self.node(operand) {
                Some(Node::Bits(same, inner)) if *same == op => open.extend(inner.iter().copied()),
                // Two of a kind cancel out.
                _ if !parts.insert(operand) && op == BitOp::Xor => {
                    parts.remove(&operand);
                }
                _ => {}
            }
        }
        (constant, parts.into_iter().collect())
    }

    /// The operands without pairs a and ~a; `None` where such a pair decides.
    fn without_complements(&mut self, op: BitOp, parts: Vec<Term>, constant: &mut Int) -> Option<Vec<Term>> {
        let absorbed = match op {
            BitOp::And => constant.is_zero(),
            BitOp::Or => *constant == Int::from(-1),
            BitOp::Xor => false,
        };
        if absorbed {
            return None;
        }
        let mut left: BTreeSet<Term> = parts.iter().copied().collect();
        for part in parts {
            let complement = self.bit_not(part);
            if left.contains(&part) && left.contains(&complement) {
                if op != BitOp::Xor {
                    return None;
                }
                left.remove(&part);
                left.remove(&complement);
                *constant = constant.bit_not();
            }
        }
        Some(left.into_iter().collect())
    }

    /// One operand and a constant that changes something.
    ///
    /// match: ite(c, k, l) op m, all constants; result: ite(c, k op m, l op m).
    /// match: k·b & m, b from 0 to 1; result: (k & m)·b.
    /// match: x & 2^n-1; result: x mod 2^n. match: x & -2^n; result: x - x mod 2^n.
    /// match: x & m, few runs of ones in m; result: 2^l·((x div 2^l) mod 2^w) for each run, added.
    /// match: x ^ -1; result: -1 - x. match: x ^ 2^n-1, x below 2^n; result: 2^n-1 - x.
    fn with_constant(&mut self, op: BitOp, x: Term, constant: &Int, known: &KnownBits) -> Option<Term> {
        if let Some(Node::Ite(condition, a, b)) = self.node(x) {
            let (condition, a, b) = (*condition, *a, *b);
            if let (Some(a), Some(b)) = (self.as_int(a), self.as_int(b)) {
                let (a, b) = (self.int(&op.apply(&a, constant)), self.int(&op.apply(&b, constant)));
                return Some(self.ite(condition, a, b));
            }
        }
        match op {
            BitOp::And => self.masked(x, constant),
            BitOp::Or => None,
            BitOp::Xor => {
                let outside = constant.bit_not();
                let turned = outside.bit_and(&known.zeros) == outside;
                turned.then(|| self.linear(&[(Int::from(-1), x), (constant.clone(), Term::ONE)]))
            }
        }
    }

    fn masked(&mut self, x: Term, mask: &Int) -> Option<Term> {
        if let (constant, [(factor, bit)]) = (self.polynomial(x).0, self.polynomial(x).1.as_slice())
            && constant.is_zero()
            && !factor.is_one()
        {
            let bounds = self.declared_bounds(*bit);
            if bounds.low == Some(Int::ZERO) && bounds.high == Some(Int::ONE) {
                return Some(self.linear(&[(factor.bit_and(mask), *bit)]));
            }
        }
        let runs = runs(mask)?;
        let mut summands = Vec::new();
        for (low, width) in runs {
            let (unit, size) = (Int::power_of_two(low), width.map(Int::power_of_two));
            match size {
                Some(size) => {
                    let (by, size) = (self.int(&unit), self.int(&size));
                    let high = self.div(x, by);
                    summands.push((unit, self.modulo(high, size)));
                }
                // All bits from here on: without those below.
                None => {
                    let by = self.int(&unit);
                    summands.extend([(Int::ONE, x), (Int::from(-1), self.modulo(x, by))]);
                }
            }
        }
        Some(self.linear(&summands))
    }

    /// `(x op c) div 2^count`, see [`Terms::div`].
    pub(crate) fn shifted_bits(&mut self, a: Term, count: u32) -> Option<Term> {
        let (op, x, constant) = self.operand_and_constant(a)?;
        let by = self.int(&Int::power_of_two(count));
        let (x, constant) = (self.div(x, by), self.int(&constant.shift_right(count)));
        Some(self.bits(op, &[x, constant]))
    }

    /// `(x op c) mod 2^width`, see [`Terms::modulo`].
    pub(crate) fn cut_bits(&mut self, a: Term, width: u32) -> Option<Term> {
        let (op, x, constant) = self.operand_and_constant(a)?;
        let (by, mask) = (self.int(&Int::power_of_two(width)), Int::power_of_two(width) - Int::ONE);
        let (x, constant) = (self.modulo(x, by), self.int(&constant.bit_and(&mask)));
        Some(self.bits(op, &[x, constant]))
    }

    fn operand_and_constant(&self, term: Term) -> Option<(BitOp, Term, Int)> {
        let Some(Node::Bits(op, parts)) = self.node(term) else { return None };
        let [a, b] = **parts else { return None };
        match (self.as_int(a), self.as_int(b)) {
            (Some(constant), None) => Some((*op, b, constant)),
            (None, Some(constant)) => Some((*op, a, constant)),
            _ => None,
        }
    }

    /// `a · 2^b`; a count below 0 is taken as 0, one above [`MAX_SHIFT`] as that unless it is constant.
    ///
    /// match: ★; result: ★. match: a << k, k constant; result: 2^k·a. match: 0 << b; result: 0.
    /// match: a << ite(c, k, l), k and l constants; result: ite(c, a << k, a << l).
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        self.shift(a, b, true)
    }

    /// `⌊a / 2^b⌋`; a count below 0 is taken as 0, one above [`MAX_SHIFT`] as that unless it is constant.
    ///
    /// match: ★; result: ★. match: a >> k, k constant; result: a div 2^k. match: 0 >> b, -1 >> b; result: 0, -1.
    /// match: a >> ite(c, k, l), k and l constants; result: ite(c, a >> k, a >> l).
    pub fn shr(&mut self, a: Term, b: Term) -> Term {
        self.shift(a, b, false)
    }

    fn shift(&mut self, a: Term, b: Term, left: bool) -> Term {
        /// Larger constant counts would make numbers that nobody can use.
        const MOST: u32 = 1 << 20;
        if self.is_unknown(a) || self.is_unknown(b) {
            return self.unknown(Sort::Int);
        }
        let by = |terms: &mut Terms, count: u32| {
            let power = terms.int(&Int::power_of_two(count));
            if left { terms.mul(a, power) } else { terms.div(a, power) }
        };
        if a == Term::ZERO || (!left && self.as_int(a) == Some(Int::from(-1))) {
            return a;
        }
        if let Some(count) = self.as_int(b) {
            let count = if count.is_negative() { 0 } else { count.to_usize().unwrap_or(usize::MAX) };
            return by(self, u32::try_from(count).unwrap_or(MOST).min(MOST));
        }
        if let Some(Node::Ite(condition, k, l)) = self.node(b) {
            let (condition, k, l) = (*condition, *k, *l);
            if let (Some(k), Some(l)) = (self.as_int(k), self.as_int(l)) {
                let (k, l) = (by(self, clamped_count(&k)), by(self, clamped_count(&l)));
                return self.ite(condition, k, l);
            }
        }
        self.intern(if left { Node::Shl(a, b) } else { Node::Shr(a, b) })
    }
}

/// Whether no two of the numbers, nor one and the constant, have ones in common.
fn are_disjoint(known: &[KnownBits], constant: &Int) -> bool {
    let mut seen = KnownBits::of(constant);
    for part in known {
        if !seen.disjoint(part) {
            return false;
        }
        seen = seen.combine(BitOp::Or, part);
    }
    true
}

/// The runs of ones in a mask, from which bit on and how many, if they are few; `None` is a run without end.
fn runs(mask: &Int) -> Option<Vec<(u32, Option<u32>)>> {
    let (mut found, mut rest, mut low) = (Vec::new(), mask.clone(), 0);
    while let Some(zeros) = rest.trailing_zeros() {
        if found.len() == RUNS {
            return None;
        }
        (rest, low) = (rest.shift_right(zeros), low + zeros);
        let width = rest.bit_not().trailing_zeros();
        found.push((low, width));
        let Some(width) = width else { break };
        (rest, low) = (rest.shift_right(width), low + width);
    }
    Some(found)
}
