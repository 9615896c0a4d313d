//! Terms as combinations of the basis, and sums of these over the iterations.

use super::Solver;
use super::basis::{DEGREE, Element, factorial};
use kyklos_base::Int;
use kyklos_term::{Node, Term};
use std::collections::BTreeMap;

/// What a coefficient is multiplied with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Growth {
    /// C(n, k)
    Binomial(u32),
    /// cⁿ
    Power(Int),
    /// 1 + c + … + cⁿ⁻¹
    Geometric(Int),
}

/// `Σ coefficient·growth`, the coefficients being the same in all iterations.
pub(super) type Expansion = BTreeMap<Growth, Term>;

/// Why a term is no combination of the basis.
pub(super) enum NoExpansion {
    /// This part depends on n in another way.
    Part(Term),
    /// The degree is too high, or powers are multiplied.
    TooSteep,
}

impl Solver<'_> {
    /// The term as a combination of the basis.
    pub(super) fn expand(&mut self, term: Term) -> Result<Expansion, NoExpansion> {
        if !self.varies(term) {
            return Ok(BTreeMap::from([(Growth::Binomial(0), term)]));
        }
        if let Some(meaning) = self.terms.as_symbol(term).and_then(|symbol| self.basis.meaning(symbol)) {
            let growth = match meaning {
                Element::Count => Growth::Binomial(1),
                Element::Binomial(k) => Growth::Binomial(*k),
                Element::Power(base) => Growth::Power(base.clone()),
                Element::Geometric(base) => Growth::Geometric(base.clone()),
            };
            return Ok(BTreeMap::from([(growth, Term::ONE)]));
        }
        match self.terms.node(term).cloned() {
            Some(Node::Sum { constant, parts }) => {
                let constant = self.terms.int(&constant);
                let mut sum = BTreeMap::from([(Growth::Binomial(0), constant)]);
                for (coefficient, part) in parts {
                    for (growth, value) in self.expand(part)? {
                        let value = self.terms.linear(&[(coefficient.clone(), value)]);
                        self.add_to(&mut sum, growth, value);
                    }
                }
                Ok(sum)
            }
            Some(Node::Product(factors)) => {
                let mut product = BTreeMap::from([(Growth::Binomial(0), Term::ONE)]);
                for (factor, power) in factors {
                    let factor = self.expand(factor)?;
                    for _ in 0..power {
                        product = self.times(&product, &factor)?;
                    }
                }
                Ok(product)
            }
            Some(Node::Div(a, b)) => self.expand_division(term, a, b, true),
            Some(Node::Mod(a, b)) => self.expand_division(term, a, b, false),
            _ => Err(NoExpansion::Part(term)),
        }
    }

    /// A quotient or remainder by a constant that divides all that varies:
    /// (x + k·y) div k = x div k + y, and (x + k·y) mod k = x mod k.
    fn expand_division(
        &mut self,
        term: Term,
        value: Term,
        by: Term,
        quotient: bool,
    ) -> Result<Expansion, NoExpansion> {
        let Some(divisor) = self.terms.as_int(by).filter(|divisor| !divisor.is_zero()) else {
            return Err(NoExpansion::Part(term));
        };
        let mut expansion = self.expand(value)?;
        let lasting = expansion.remove(&Growth::Binomial(0)).unwrap_or(Term::ZERO);
        for coefficient in expansion.values_mut() {
            let (constant, parts) = self.terms.polynomial(*coefficient);
            let mut all = parts.iter().map(|(factor, _)| factor).chain([&constant]);
            if !all.all(|factor| factor.rem_trunc(&divisor).is_some_and(|rest| rest.is_zero())) {
                return Err(NoExpansion::Part(term));
            }
            *coefficient = self.terms.div(*coefficient, by);
        }
        if !quotient {
            expansion.clear();
        }
        let lasting = if quotient { self.terms.div(lasting, by) } else { self.terms.modulo(lasting, by) };
        expansion.insert(Growth::Binomial(0), lasting);
        Ok(expansion)
    }

    /// `offset + stride·n` with a constant stride.
    pub(super) fn linear(&mut self, term: Term) -> Option<(Term, Int)> {
        let mut expansion = self.expand(term).ok()?;
        let offset = expansion.remove(&Growth::Binomial(0)).unwrap_or(Term::ZERO);
        let stride = expansion.remove(&Growth::Binomial(1)).unwrap_or(Term::ZERO);
        let stride = self.terms.as_int(stride)?;
        expansion.is_empty().then_some((offset, stride))
    }

    /// The sum of the values for 0, 1, …, n-1.
    pub(super) fn sum(&mut self, expansion: &Expansion) -> Result<Term, NoExpansion> {
        let mut total = Term::ZERO;
        for (growth, coefficient) in expansion {
            let sum = match growth {
                Growth::Binomial(k) if *k >= DEGREE => return Err(NoExpansion::TooSteep),
                Growth::Binomial(k) => self.basis.binomial(self.terms, k + 1),
                Growth::Power(base) => self.basis.geometric(self.terms, base),
                Growth::Geometric(base) => {
                    let (sum, count) = (self.basis.geometric(self.terms, base), self.count());
                    let difference = self.terms.sub(sum, count);
                    self.exact_quotient(difference, &(base - &Int::ONE))
                }
            };
            let part = self.terms.mul(*coefficient, sum);
            total = self.terms.add(total, part);
        }
        Ok(total)
    }

    /// `Σ cⁿ⁻¹⁻ᵗ·value(t)` over t < n, given cⁿ and 1 + c + … + cⁿ⁻¹; c not 0 or 1.
    ///
    /// With Sₖ the sum for C(t, k): S₀ is the latter, (c-1)·Sₖ = Sₖ₋₁ - C(n, k).
    pub(super) fn geometric_sum(
        &mut self,
        base: &Int,
        power: Term,
        geometric: Term,
        expansion: &Expansion,
    ) -> Result<Term, NoExpansion> {
        let mut total = Term::ZERO;
        for (growth, coefficient) in expansion {
            let sum = match growth {
                Growth::Binomial(k) => {
                    let mut sum = geometric;
                    for level in 1..=*k {
                        let binomial = self.basis.binomial(self.terms, level);
                        let difference = self.terms.sub(sum, binomial);
                        sum = self.exact_quotient(difference, &(base - &Int::ONE));
                    }
                    sum
                }
                Growth::Power(other) | Growth::Geometric(other) if other == base => {
                    return Err(NoExpansion::TooSteep);
                }
                Growth::Power(other) | Growth::Geometric(other) => {
                    let steep = self.basis.power(self.terms, other);
                    let difference = self.terms.sub(steep, power);
                    let sum = self.exact_quotient(difference, &(other - base));
                    if matches!(growth, Growth::Power(_)) {
                        sum
                    } else {
                        let difference = self.terms.sub(sum, geometric);
                        self.exact_quotient(difference, &(other - &Int::ONE))
                    }
                }
            };
            let part = self.terms.mul(*coefficient, sum);
            total = self.terms.add(total, part);
        }
        Ok(total)
    }

    /// A quotient that is known to be exact.
    fn exact_quotient(&mut self, value: Term, by: &Int) -> Term {
        let by = self.terms.int(by);
        self.terms.div(value, by)
    }

    fn add_to(&mut self, sum: &mut Expansion, growth: Growth, value: Term) {
        let known = sum.get(&growth).copied().unwrap_or(Term::ZERO);
        let total = self.terms.add(known, value);
        if total == Term::ZERO {
            sum.remove(&growth);
        } else {
            sum.insert(growth, total);
        }
    }

    fn times(&mut self, a: &Expansion, b: &Expansion) -> Result<Expansion, NoExpansion> {
        let mut product = BTreeMap::new();
        for (left, x) in a {
            for (right, y) in b {
                let coefficient = self.terms.mul(*x, *y);
                for (factor, growth) in growth_product(left, right)? {
                    let value = self.terms.linear(&[(factor, coefficient)]);
                    self.add_to(&mut product, growth, value);
                }
            }
        }
        Ok(product)
    }
}

/// C(n,i)·C(n,j) = Σ m!/((m-i)!·(m-j)!·(i+j-m)!)·C(n,m) over max(i,j) ≤ m ≤ i+j.
fn growth_product(left: &Growth, right: &Growth) -> Result<Vec<(Int, Growth)>, NoExpansion> {
    match (left, right) {
        (Growth::Binomial(0), other) | (other, Growth::Binomial(0)) => Ok(vec![(Int::ONE, other.clone())]),
        (Growth::Binomial(i), Growth::Binomial(j)) if i + j <= DEGREE => Ok(((*i).max(*j)..=i + j)
            .map(|m| {
                let divisor = &(&factorial(m - i) * &factorial(m - j)) * &factorial(i + j - m);
                (factorial(m).div_trunc(&divisor).unwrap_or(Int::ONE), Growth::Binomial(m))
            })
            .collect()),
        _ => Err(NoExpansion::TooSteep),
    }
}
