//! Integer constructors: polynomials, division, comparisons.

use crate::{Node, Sort, Term, Terms};
use kyklos_base::Int;
use std::collections::BTreeMap;

/// Products of sums are multiplied out up to this many summands.
const EXPANSION_LIMIT: usize = 64;
/// Products are multiplied out up to this degree. Beyond it, the factors stay
/// as they are: powers are small numbers, and squaring again and again makes
/// terms that grow by one node each time. No solver makes much of such terms.
pub const DEGREE_LIMIT: u32 = 64;
/// A sum of this many parts is closed: in other sums it is one part. A variable to which something is added again
/// and again would otherwise have sums whose lengths add up to the square of their number. Note [long sums].
const SUM_LIMIT: usize = 256;

/// A polynomial being built: `constant + Σ coefficient·monomial`.
#[derive(Default)]
struct Polynomial {
    constant: Int0,
    parts: BTreeMap<Term, Int>,
}

/// An integer that starts at zero.
struct Int0(Int);

impl Default for Int0 {
    fn default() -> Self {
        Int0(Int::ZERO)
    }
}

impl Polynomial {
    fn add(&mut self, terms: &Terms, scale: &Int, term: Term) {
        if let Some(value) = terms.as_int(term) {
            self.constant.0 = &self.constant.0 + &(scale * &value);
            return;
        }
        match terms.node(term) {
            Some(Node::Sum { constant, parts }) if parts.len() < SUM_LIMIT => {
                self.add_sum(scale, constant, parts);
            }
            _ => self.add_part(scale.clone(), term),
        }
    }

    fn add_sum(&mut self, scale: &Int, constant: &Int, parts: &[(Int, Term)]) {
        self.constant.0 = &self.constant.0 + &(scale * constant);
        for (coefficient, monomial) in parts {
            self.add_part(scale * coefficient, *monomial);
        }
    }

    fn add_part(&mut self, coefficient: Int, monomial: Term) {
        let entry = self.parts.entry(monomial).or_insert(Int::ZERO);
        *entry = &*entry + &coefficient;
        if entry.is_zero() {
            self.parts.remove(&monomial);
        }
    }

    /// The same without closed sums, if that is short: those that hold the same parts cancel each other out. The parts of
    /// a sum are older than it, so each closed sum is opened once.
    fn opened(&self, terms: &Terms) -> Option<Polynomial> {
        let mut open = Polynomial { constant: Int0(self.constant.0.clone()), parts: self.parts.clone() };
        let mut next = open.parts.keys().next_back().copied();
        while let Some(term) = next {
            if let Some(Node::Sum { constant, parts }) = terms.node(term)
                && let Some(scale) = open.parts.remove(&term)
            {
                open.add_sum(&scale, constant, parts);
            }
            next = open.parts.range(..term).next_back().map(|(part, _)| *part);
        }
        (open.parts.len() < SUM_LIMIT).then_some(open)
    }

    fn build(self, terms: &mut Terms) -> Term {
        let constant = self.constant.0;
        if self.parts.is_empty() {
            return terms.int(&constant);
        }
        if constant.is_zero()
            && self.parts.len() == 1
            && let Some((monomial, coefficient)) = self.parts.first_key_value()
            && coefficient.is_one()
        {
            return *monomial;
        }
        let parts = self.parts.into_iter().map(|(monomial, coefficient)| (coefficient, monomial)).collect();
        terms.intern(Node::Sum { constant, parts })
    }
}

impl Terms {
    /// `a + b`
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.linear(&[(Int::ONE, a), (Int::ONE, b)])
    }

    /// `a - b`
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        self.linear(&[(Int::ONE, a), (Int::from(-1), b)])
    }

    /// `-a`
    pub fn neg(&mut self, a: Term) -> Term {
        self.linear(&[(Int::from(-1), a)])
    }

    /// `Σ coefficient·term`
    ///
    /// match: a sum of sums, constants and monomials; result: one polynomial. Sums of many parts stay as they are, unless
    /// two of them have so much in common that few parts are left.
    /// match: ★ among them with a coefficient that is not 0; result: ★.
    pub fn linear(&mut self, summands: &[(Int, Term)]) -> Term {
        if let [(k, a), (l, b)] = summands
            && k.is_one()
            && let (Some(x), Some(y)) = (self.as_int(*a), self.as_int(*b))
        {
            return self.int(&(x + l * &y));
        }
        let mut polynomial = Polynomial::default();
        for (coefficient, term) in summands {
            if coefficient.is_zero() {
                continue;
            }
            if self.is_unknown(*term) {
                return self.unknown(Sort::Int);
            }
            polynomial.add(self, coefficient, *term);
        }
        if summands.iter().filter(|(_, term)| self.is_long_sum(*term)).count() > 1
            && polynomial.parts.keys().any(|part| matches!(self.node(*part), Some(Node::Sum { .. })))
            && let Some(opened) = polynomial.opened(self)
        {
            return opened.build(self);
        }
        polynomial.build(self)
    }

    /// Whether a term is a sum with a closed sum in it, or almost one itself.
    fn is_long_sum(&self, term: Term) -> bool {
        let is_sum = |part: Term| matches!(self.node(part), Some(Node::Sum { .. }));
        match self.node(term) {
            Some(Node::Sum { parts, .. }) => {
                parts.len() >= SUM_LIMIT / 2 || parts.iter().any(|(_, part)| is_sum(*part))
            }
            _ => false,
        }
    }

    /// A number as a sum, for one that is to be compared with it by its parts: a closed sum that is a part of the other
    /// is one here, too.
    pub(crate) fn polynomial_beside(&self, term: Term, other: Term) -> (Int, Vec<(Int, Term)>) {
        match self.node(other) {
            Some(Node::Sum { parts, .. }) if parts.iter().any(|(_, part)| *part == term) => {
                (Int::ZERO, vec![(Int::ONE, term)])
            }
            _ => self.polynomial(term),
        }
    }

    /// `a · b`
    ///
    /// match: constant · p; result: p with its coefficients multiplied (0 · ★ is 0).
    /// match: p · q; result: multiplied out, like monomials joined, unless that has too many summands or too high a degree.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        match (self.as_int(a), self.as_int(b)) {
            (Some(x), Some(y)) => return self.int(&(&x * &y)),
            (Some(k), None) => return self.linear(&[(k, b)]),
            (None, Some(k)) => return self.linear(&[(k, a)]),
            (None, None) => {}
        }
        if self.is_unknown(a) || self.is_unknown(b) {
            return self.unknown(Sort::Int);
        }
        if self.degree(a) + self.degree(b) > DEGREE_LIMIT {
            return self.opaque_product(a, b);
        }
        let (left, right) = (self.polynomial(a), self.polynomial(b));
        if (left.1.len() + 1) * (right.1.len() + 1) > EXPANSION_LIMIT {
            return self.product(&[(a, 1), (b, 1)]);
        }
        let mut result = Polynomial::default();
        result.constant.0 = &left.0 * &right.0;
        for (k, m) in &left.1 {
            result.add(self, &(k * &right.0), *m);
            for (l, n) in &right.1 {
                let monomial = self.product(&[(*m, 1), (*n, 1)]);
                result.add(self, &(k * l), monomial);
            }
        }
        for (l, n) in &right.1 {
            result.add(self, &(l * &left.0), *n);
        }
        result.build(self)
    }

    /// The constant part, and coefficients with monomials, of an integer term. A monomial may be a closed sum.
    pub fn polynomial(&self, term: Term) -> (Int, Vec<(Int, Term)>) {
        if let Some(value) = self.as_int(term) {
            return (value, Vec::new());
        }
        match self.node(term) {
            Some(Node::Sum { constant, parts }) => (constant.clone(), parts.to_vec()),
            _ => (Int::ZERO, vec![(Int::ONE, term)]),
        }
    }

    /// The degree of an integer term as a polynomial in what is no sum and no
    /// product; a number above [`DEGREE_LIMIT`] stands for all such.
    pub fn degree(&self, term: Term) -> u32 {
        /// A product nested deeper is of a higher degree than anyone asks for.
        const NESTING: u32 = DEGREE_LIMIT.ilog2() + 2;
        self.degree_within(term, NESTING).min(DEGREE_LIMIT + 1)
    }

    fn degree_within(&self, term: Term, nesting: u32) -> u32 {
        let Some(inner) = nesting.checked_sub(1) else { return DEGREE_LIMIT + 1 };
        match self.node(term) {
            None | Some(Node::Integer(_)) => 0,
            Some(Node::Sum { parts, .. }) => {
                // A sum is no factor of its own summands: it does not nest, unless closed sums do.
                let of = |part: Term| match self.node(part) {
                    Some(Node::Sum { .. }) => self.degree_within(part, inner),
                    _ => self.degree_within(part, nesting),
                };
                parts.iter().map(|(_, part)| of(*part)).max().unwrap_or(0)
            }
            Some(Node::Product(factors)) => factors.iter().fold(0, |degree, (factor, power)| {
                let factor = self.degree_within(*factor, inner);
                degree.saturating_add(factor.saturating_mul(*power))
            }),
            Some(_) => 1,
        }
    }

    /// The product of two terms that are left as they are.
    fn opaque_product(&mut self, a: Term, b: Term) -> Term {
        let factors: Box<[(Term, u32)]> = match a.cmp(&b) {
            std::cmp::Ordering::Less => [(a, 1), (b, 1)].into(),
            std::cmp::Ordering::Equal => [(a, 2)].into(),
            std::cmp::Ordering::Greater => [(b, 1), (a, 1)].into(),
        };
        self.intern(Node::Product(factors))
    }

    /// A product of powers of terms that are no constants, of a degree within the limit.
    ///
    /// match: products of products; result: one product, powers of one factor joined.
    fn product(&mut self, factors: &[(Term, u32)]) -> Term {
        let mut powers: BTreeMap<Term, u32> = BTreeMap::new();
        for (factor, power) in factors {
            match self.node(*factor) {
                Some(Node::Product(inner)) => {
                    for (base, exponent) in inner {
                        *powers.entry(*base).or_insert(0) += exponent * power;
                    }
                }
                _ => *powers.entry(*factor).or_insert(0) += power,
            }
        }
        self.intern(Node::Product(powers.into_iter().collect()))
    }

    /// Euclidean quotient. `b = 0` gives an arbitrary value, as in SMT-LIB; guard it.
    ///
    /// match: constants, b ≠ 0; result: the constant.
    /// match: a div 1; result: a. match: a div -1; result: -a.
    /// match: (k·p) div k for a constant k that divides all coefficients; result: p.
    /// match: p div k where intervals leave one quotient; result: the quotient.
    /// match: (x op c) div 2^n, op a bit operation and c a constant; result: (x div 2^n) op (c div 2^n).
    pub fn div(&mut self, a: Term, b: Term) -> Term {
        if self.is_unknown(a) || self.is_unknown(b) {
            return self.unknown(Sort::Int);
        }
        if let Some(k) = self.as_int(b)
            && !k.is_zero()
        {
            let (constant, parts) = self.polynomial(a);
            if parts.iter().all(|(c, _)| divides(&k, c))
                && (divides(&k, &constant) || parts.is_empty())
                && let Some(quotient) = constant.div_euclid(&k)
            {
                let mut summands: Vec<_> =
                    parts.iter().filter_map(|(c, m)| Some((c.div_trunc(&k)?, *m))).collect();
                summands.push((quotient, Term::ONE));
                return self.linear(&summands);
            }
            if let Some(quotient) = self.only_quotient(a, &k) {
                return self.int(&quotient);
            }
            if let Some(count) = k.exponent()
                && let Some(simpler) = self.shifted_bits(a, count).or_else(|| self.shifted_pieces(a, count))
            {
                return simpler;
            }
        }
        self.intern(Node::Div(a, b))
    }

    /// Euclidean remainder. `b = 0` gives an arbitrary value, as in SMT-LIB; guard it.
    ///
    /// match: constants, b ≠ 0; result: the constant.
    /// match: p mod k where intervals leave one quotient q; result: p - k·q.
    /// match: (x op c) mod 2^n, op a bit operation and c a constant; result: (x mod 2^n) op (c mod 2^n).
    /// match: p mod k for a constant k ≠ 0; result: p's coefficients and constant taken mod |k|, then as before.
    /// match: (c·(p mod j) + q) mod k, k divides j, and that is not much longer; result: (c·p + q) mod k.
    pub fn modulo(&mut self, a: Term, b: Term) -> Term {
        if self.is_unknown(a) || self.is_unknown(b) {
            return self.unknown(Sort::Int);
        }
        let Some(k) = self.as_int(b).filter(|k| !k.is_zero()) else {
            return self.intern(Node::Mod(a, b));
        };
        let k = k.abs();
        if let Some(quotient) = self.only_quotient(a, &k) {
            return self.linear(&[(Int::ONE, a), (-(&k * &quotient), Term::ONE)]);
        }
        if let Some(width) = k.exponent()
            && let Some(simpler) = self.cut_bits(a, width).or_else(|| self.cut_pieces(a, width))
        {
            return simpler;
        }
        self.remainder(a, &k)
    }

    /// The remainder by a positive constant, the dividend taken as the polynomial that it is.
    pub(crate) fn remainder(&mut self, a: Term, k: &Int) -> Term {
        let (constant, parts) = self.polynomial(a);
        let reduce = |value: &Int| value.rem_euclid(k).unwrap_or(Int::ZERO);
        let mut summands: Vec<_> = parts.iter().map(|(c, m)| (reduce(c), *m)).collect();
        summands.push((reduce(&constant), Term::ONE));
        let reduced = self.linear(&summands);
        if let Some(value) = self.as_int(reduced) {
            return self.int(&reduce(&value));
        }
        if let Some(inside) = self.without_inner_remainders(&parts, &constant, k) {
            let modulus = self.int(k);
            return self.modulo(inside, modulus);
        }
        if let Some(quotient) = self.only_quotient(reduced, k) {
            return self.linear(&[(Int::ONE, reduced), (-(k * &quotient), Term::ONE)]);
        }
        let modulus = self.int(k);
        self.intern(Node::Mod(reduced, modulus))
    }

    /// The sum with `p` in place of `p mod j`, k being a divisor of j, where there is such a
    /// part and the sum stays short. Long sums are left: what they share is worth more.
    fn without_inner_remainders(&mut self, parts: &[(Int, Term)], constant: &Int, k: &Int) -> Option<Term> {
        const LENGTH: usize = 6;
        let mut summands = vec![(constant.clone(), Term::ONE)];
        let mut found = false;
        for (coefficient, part) in parts {
            let inner = match self.node(*part) {
                Some(Node::Mod(inner, by)) if self.as_int(*by).is_some_and(|by| divides(k, &by)) => *inner,
                _ => *part,
            };
            let single = coefficient.abs().is_one() || self.polynomial(inner).1.len() == 1;
            found |= inner != *part && single;
            summands.push((coefficient.clone(), if single { inner } else { *part }));
        }
        let sum = found.then(|| self.linear(&summands))?;
        (self.polynomial(sum).1.len() <= LENGTH.max(parts.len())).then_some(sum)
    }

    /// The Euclidean quotient by a constant, where intervals leave only one.
    fn only_quotient(&self, a: Term, k: &Int) -> Option<Int> {
        let bounds = self.declared_bounds(a);
        let (first, last) = (bounds.low?.div_euclid(k)?, bounds.high?.div_euclid(k)?);
        (first == last).then_some(first)
    }

    /// Whether the declared ranges of symbols leave no negative value.
    fn is_never_negative(&self, a: Term) -> bool {
        self.declared_bounds(a).low.is_some_and(|low| !low.is_negative())
    }

    /// Quotient truncated toward zero, as C has it (`b = 0`: arbitrary; guard it).
    ///
    /// match: a / b, a ≥ 0; result: a div b. match: otherwise; result: ite(a ≥ 0, a div b, -((-a) div b)).
    pub fn div_trunc(&mut self, a: Term, b: Term) -> Term {
        let positive = self.div(a, b);
        if self.is_never_negative(a) {
            return positive;
        }
        let nonnegative = self.ge(a, Term::ZERO);
        let minus_a = self.neg(a);
        let quotient = self.div(minus_a, b);
        let negative = self.neg(quotient);
        self.ite(nonnegative, positive, negative)
    }

    /// Remainder with the dividend's sign, as C has it (`b = 0`: arbitrary; guard it).
    ///
    /// match: a % b, a ≥ 0; result: a mod b. match: otherwise; result: ite(a ≥ 0, a mod b, -((-a) mod b)).
    pub fn rem_trunc(&mut self, a: Term, b: Term) -> Term {
        let positive = self.modulo(a, b);
        if self.is_never_negative(a) {
            return positive;
        }
        let nonnegative = self.ge(a, Term::ZERO);
        let minus_a = self.neg(a);
        let rest = self.modulo(minus_a, b);
        let negative = self.neg(rest);
        self.ite(nonnegative, positive, negative)
    }

    /// `a ≤ b`
    pub fn le(&mut self, a: Term, b: Term) -> Term {
        let difference = self.sub(a, b);
        self.non_positive(difference)
    }

    /// `a < b`
    pub fn lt(&mut self, a: Term, b: Term) -> Term {
        let difference = self.linear(&[(Int::ONE, a), (Int::from(-1), b), (Int::ONE, Term::ONE)]);
        self.non_positive(difference)
    }

    /// `a ≥ b`
    pub fn ge(&mut self, a: Term, b: Term) -> Term {
        self.le(b, a)
    }

    /// `a > b`
    pub fn gt(&mut self, a: Term, b: Term) -> Term {
        self.lt(b, a)
    }

    /// `a = b`
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        let difference = self.sub(a, b);
        self.is_zero(difference)
    }

    /// `a ≠ b`
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// `p ≤ 0`
    ///
    /// match: constant; result: its truth. match: ★; result: ★.
    /// match: g·q + c ≤ 0, g the coefficients' common divisor; result: q + ⌈c/g⌉ ≤ 0.
    /// match: ite(b, s, t) where s ≤ 0 or t ≤ 0 is constant; result: the cases, joined.
    /// match: a quotient, remainder or bit operation in p, and intervals decide; result: the truth.
    pub fn non_positive(&mut self, p: Term) -> Term {
        if let Some(value) = self.as_int(p) {
            return Term::truth(value <= Int::ZERO);
        }
        if self.is_unknown(p) {
            return self.unknown(Sort::Bool);
        }
        if let Some(split) = self.split_ite(p, Terms::non_positive) {
            return split;
        }
        if self.is_computed(p) {
            let bounds = self.declared_bounds(p);
            if bounds.high.is_some_and(|high| high <= Int::ZERO) {
                return Term::TRUE;
            }
            if bounds.low.is_some_and(|low| low > Int::ZERO) {
                return Term::FALSE;
            }
        }
        let (constant, parts) = self.polynomial(p);
        let divisor = common_divisor(&parts);
        if divisor.is_one() {
            return self.intern(Node::NonPositive(p));
        }
        // ⌈c/g⌉ = -((-c) div g) for g > 0.
        let ceiling = -(-&constant).div_euclid(&divisor).unwrap_or(Int::ZERO);
        let p = self.divided(&parts, &divisor, ceiling);
        self.intern(Node::NonPositive(p))
    }

    /// `p = 0`
    ///
    /// match: constant; result: its truth. match: ★; result: ★.
    /// match: g·q + c = 0, g the coefficients' common divisor; result: q + c/g = 0, or false if g does not divide c.
    /// match: first coefficient negative; result: -p = 0.
    /// match: ite(b, s, t) where s = 0 or t = 0 is constant; result: the cases, joined.
    /// match: a quotient, remainder or bit operation in p, and intervals exclude 0; result: false.
    pub fn is_zero(&mut self, p: Term) -> Term {
        if let Some(value) = self.as_int(p) {
            return Term::truth(value.is_zero());
        }
        if self.is_unknown(p) {
            return self.unknown(Sort::Bool);
        }
        if let Some(split) = self.split_ite(p, Terms::is_zero) {
            return split;
        }
        if self.is_computed(p) {
            let bounds = self.declared_bounds(p);
            if bounds.high.is_some_and(|high| high < Int::ZERO)
                || bounds.low.is_some_and(|low| low > Int::ZERO)
            {
                return Term::FALSE;
            }
        }
        let (constant, parts) = self.polynomial(p);
        let mut divisor = common_divisor(&parts);
        if !divides(&divisor, &constant) {
            return Term::FALSE;
        }
        if parts.first().is_some_and(|(coefficient, _)| coefficient.is_negative()) {
            divisor = -divisor;
        }
        if divisor.is_one() {
            return self.intern(Node::IsZero(p));
        }
        let constant = constant.div_trunc(&divisor).unwrap_or(Int::ZERO);
        let p = self.divided(&parts, &divisor, constant);
        self.intern(Node::IsZero(p))
    }

    /// Whether there is a quotient, a remainder or a bit operation among the summands. What is said of
    /// symbols alone is kept: it may be their very range.
    fn is_computed(&self, p: Term) -> bool {
        let computed = |part: Term| match self.node(part) {
            Some(Node::Div(..) | Node::Mod(..) | Node::Bits(..) | Node::Shl(..) | Node::Shr(..)) => true,
            // A closed sum is no symbol.
            Some(Node::Float(..) | Node::Sum { .. }) => true,
            Some(Node::Read(array, _)) => matches!(self.node(*array), Some(Node::Table(_))),
            _ => false,
        };
        match self.node(p) {
            Some(Node::Sum { parts, .. }) => parts.iter().any(|(_, part)| computed(*part)),
            _ => computed(p),
        }
    }

    fn divided(&mut self, parts: &[(Int, Term)], divisor: &Int, constant: Int) -> Term {
        let mut summands: Vec<_> =
            parts.iter().filter_map(|(c, m)| Some((c.div_trunc(divisor)?, *m))).collect();
        summands.push((constant, Term::ONE));
        self.linear(&summands)
    }

    /// Pushes a predicate into `c·ite(b, s, t) + d` where it is constant on one side.
    fn split_ite(&mut self, p: Term, predicate: fn(&mut Terms, Term) -> Term) -> Option<Term> {
        let (constant, parts) = self.polynomial(p);
        let [(coefficient, monomial)] = parts.as_slice() else { return None };
        let Some(Node::Ite(condition, then, otherwise)) = self.node(*monomial) else { return None };
        let (condition, then, otherwise) = (*condition, *then, *otherwise);
        let side = |terms: &mut Terms, value: Term| {
            let p = terms.linear(&[(coefficient.clone(), value), (constant.clone(), Term::ONE)]);
            predicate(terms, p)
        };
        let constant_side = |terms: &Terms, value: Term| terms.as_int(value).is_some();
        if !constant_side(self, then) && !constant_side(self, otherwise) {
            return None;
        }
        let (on_then, on_otherwise) = (side(self, then), side(self, otherwise));
        Some(self.ite(condition, on_then, on_otherwise))
    }
}

fn divides(divisor: &Int, value: &Int) -> bool {
    value.rem_trunc(divisor).is_some_and(|rest| rest.is_zero())
}

/// The greatest common divisor of the coefficients, positive.
fn common_divisor(parts: &[(Int, Term)]) -> Int {
    let mut divisor = Int::ZERO;
    for (coefficient, _) in parts {
        if divisor.is_one() {
            break;
        }
        divisor = divisor.gcd(coefficient);
    }
    divisor
}
