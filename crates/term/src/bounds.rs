//! Intervals: cheap bounds on integer terms, from bounds on symbols.

use crate::{Node, Symbol, Term, Terms};
use kyklos_base::Int;
use rustc_hash::FxHashMap;

/// Limits with more bits are given up.
const MAX_BITS: u64 = 1 << 12;

/// All integers from `low` to `high`; `None` is no limit on that side.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Interval {
    /// The least value.
    pub low: Option<Int>,
    /// The greatest value.
    pub high: Option<Int>,
}

impl Interval {
    /// All integers.
    pub fn all() -> Self {
        Self::default()
    }

    /// One integer.
    pub fn point(value: Int) -> Self {
        Self { low: Some(value.clone()), high: Some(value) }
    }

    /// Whether no integer is inside.
    pub fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some(low), Some(high)) if low > high)
    }

    /// The integers in both.
    #[must_use]
    pub fn meet(&self, other: &Interval) -> Interval {
        let pick = |a: &Option<Int>, b: &Option<Int>, greater: bool| match (a, b) {
            (Some(a), Some(b)) => Some(if (a > b) == greater { a.clone() } else { b.clone() }),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        Interval { low: pick(&self.low, &other.low, true), high: pick(&self.high, &other.high, false) }
    }

    /// The least interval that covers both.
    #[must_use]
    pub fn join(&self, other: &Interval) -> Interval {
        let pick = |a: &Option<Int>, b: &Option<Int>, greater: bool| match (a, b) {
            (Some(a), Some(b)) => Some(if (a > b) == greater { a.clone() } else { b.clone() }),
            _ => None,
        };
        Interval { low: pick(&self.low, &other.low, false), high: pick(&self.high, &other.high, true) }
    }

    fn scale(&self, by: &Int) -> Interval {
        let times = |limit: &Option<Int>| limit.as_ref().map(|value| value * by);
        if by.is_zero() {
            return Interval::point(Int::ZERO);
        }
        if by.is_negative() {
            Interval { low: times(&self.high), high: times(&self.low) }
        } else {
            Interval { low: times(&self.low), high: times(&self.high) }
        }
    }

    fn plus(&self, other: &Interval) -> Interval {
        let add = |a: &Option<Int>, b: &Option<Int>| Some(a.as_ref()? + b.as_ref()?);
        Interval { low: add(&self.low, &other.low), high: add(&self.high, &other.high) }
    }

    fn times(&self, other: &Interval) -> Interval {
        let corners = (|| {
            let (a, b, c, d) =
                (self.low.as_ref()?, self.high.as_ref()?, other.low.as_ref()?, other.high.as_ref()?);
            Some([a * c, a * d, b * c, b * d])
        })();
        match corners {
            // Limits that grow beyond all measure are of no use.
            Some(corners) if corners.iter().all(|corner| corner.bits() <= MAX_BITS) => {
                Interval { low: corners.iter().min().cloned(), high: corners.iter().max().cloned() }
            }
            _ => Interval::all(),
        }
    }
}

/// Bounds on symbols, beyond those that are known beforehand.
pub type SymbolBounds = FxHashMap<Symbol, Interval>;

impl Terms {
    /// An interval that an integer term lies in, given bounds on symbols.
    pub fn bounds(&self, term: Term, symbols: &SymbolBounds) -> Interval {
        if let Some(value) = self.as_int(term) {
            return Interval::point(value);
        }
        let mut done: FxHashMap<Term, Interval> = FxHashMap::default();
        for part in self.parts_first(&[term], |_| false) {
            if let Some(interval) = self.bounds_step(part, symbols, &done) {
                done.insert(part, interval);
            }
        }
        done.remove(&term).unwrap_or_default()
    }

    fn bounds_step(
        &self,
        term: Term,
        symbols: &SymbolBounds,
        done: &FxHashMap<Term, Interval>,
    ) -> Option<Interval> {
        let of = |part: Term| match self.as_int(part) {
            Some(value) => Interval::point(value),
            None => done.get(&part).cloned().unwrap_or_default(),
        };
        Some(match self.node(term)? {
            Node::Integer(value) => Interval::point(value.clone()),
            Node::Symbol(symbol) => {
                let info = self.symbol_info(*symbol);
                let declared = Interval { low: info.low.clone(), high: info.high.clone() };
                symbols.get(symbol).map_or(declared.clone(), |known| known.meet(&declared))
            }
            Node::Sum { constant, parts } => parts
                .iter()
                .fold(Interval::point(constant.clone()), |sum, (k, part)| sum.plus(&of(*part).scale(k))),
            Node::Product(factors) => {
                let mut product = Interval::point(Int::ONE);
                for (factor, power) in factors {
                    let base = of(*factor);
                    for _ in 0..*power {
                        product = product.times(&base);
                    }
                    if power % 2 == 0 && factors.len() == 1 {
                        product = product.meet(&Interval { low: Some(Int::ZERO), high: None });
                    }
                }
                product
            }
            Node::Ite(_, a, b) => of(*a).join(&of(*b)),
            Node::Mod(a, b) => self.bounds_mod(&of(*a), *b),
            Node::Div(a, b) => self.bounds_div(&of(*a), *b),
            Node::Read(array, _) => match self.node(*array) {
                Some(Node::Symbol(symbol)) => {
                    let info = self.symbol_info(*symbol);
                    Interval { low: info.low.clone(), high: info.high.clone() }
                }
                _ => Interval::all(),
            },
            _ => return None,
        })
    }

    fn bounds_mod(&self, dividend: &Interval, divisor: Term) -> Interval {
        let Some(divisor) = self.as_int(divisor).filter(|value| !value.is_zero()) else {
            return Interval::all();
        };
        let full = Interval { low: Some(Int::ZERO), high: Some(divisor.abs() - Int::ONE) };
        match (&dividend.low, &dividend.high) {
            (Some(low), Some(high)) if !low.is_negative() && *high < divisor.abs() => dividend.clone(),
            _ => full,
        }
    }

    fn bounds_div(&self, dividend: &Interval, divisor: Term) -> Interval {
        let Some(divisor) = self.as_int(divisor).filter(|value| !value.is_zero()) else {
            return Interval::all();
        };
        let over = |limit: &Option<Int>| limit.as_ref().and_then(|value| value.div_euclid(&divisor));
        if divisor.is_negative() {
            Interval { low: over(&dividend.high), high: over(&dividend.low) }
        } else {
            Interval { low: over(&dividend.low), high: over(&dividend.high) }
        }
    }
}
