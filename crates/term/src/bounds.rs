//! Intervals: cheap bounds on integer terms, from bounds on symbols.

use crate::bits::{MAX_SHIFT, clamped_count};
use crate::{BitOp, Node, Symbol, Term, Terms, floats};
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

    fn shifted_right(&self, count: u32) -> Interval {
        let shift = |limit: &Option<Int>| limit.as_ref().map(|value| value.shift_right(count));
        Interval { low: shift(&self.low), high: shift(&self.high) }
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
        if symbols.is_empty() {
            return self.declared_bounds(term);
        }
        let mut done: FxHashMap<Term, Interval> = FxHashMap::default();
        for part in self.parts_first(&[term], |_| false) {
            if let Some(interval) = self.bounds_step(part, symbols, &done) {
                done.insert(part, interval);
            }
        }
        done.remove(&term).unwrap_or_default()
    }

    /// The same, with what is known already of terms under these bounds, which is added to.
    pub fn bounds_within(
        &self,
        term: Term,
        symbols: &SymbolBounds,
        done: &mut FxHashMap<Term, Interval>,
    ) -> Interval {
        if let Some(value) = self.as_int(term) {
            return Interval::point(value);
        }
        for part in self.parts_first(&[term], |part| done.contains_key(&part)) {
            let interval = self.bounds_step(part, symbols, done).unwrap_or_default();
            done.insert(part, interval);
        }
        done.get(&term).cloned().unwrap_or_default()
    }

    pub(crate) fn bounds_step(
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
            Node::Mod(a, b) => match self.as_int(*b) {
                Some(_) => self.bounds_mod(&of(*a), *b),
                None => bounds_unknown_mod(&of(*a), &of(*b)),
            },
            Node::Div(a, b) => match self.as_int(*b) {
                Some(_) => self.bounds_div(&of(*a), *b),
                None => bounds_unknown_div(&of(*a), &of(*b)),
            },
            Node::Bits(op, parts) => {
                let parts: Vec<Interval> = parts.iter().map(|part| of(*part)).collect();
                bounds_bits(*op, &parts)
            }
            Node::Shl(a, b) => {
                let (least, most) = self.count_bounds(&of(*b));
                let power = |count: u32| Some(Int::power_of_two(count));
                of(*a).times(&Interval { low: power(least), high: power(most) })
            }
            Node::Shr(a, b) => {
                let (least, most) = self.count_bounds(&of(*b));
                let (few, many) = (of(*a).shifted_right(least), of(*a).shifted_right(most));
                few.join(&many)
            }
            Node::Float(op, format, _) => floats::results(*op, *format),
            Node::Read(array, indices) => self.bounds_array(*array, indices, &of),
            _ => return None,
        })
    }

    /// An interval for the elements of an array that these indices may be of.
    fn bounds_array(&self, array: Term, indices: &[Term], of: &dyn Fn(Term) -> Interval) -> Interval {
        /// Longer chains of writes are not looked through.
        const WRITES: usize = 1024;
        let mut steps = 0;
        let arrays = self.reached(&[array], |part, open| {
            steps += 1;
            match self.node(part) {
                _ if steps > WRITES => {}
                Some(Node::Write(inner, ..)) => open.push(*inner),
                Some(Node::Ite(_, a, b)) => open.extend([*a, *b]),
                _ => {}
            }
        });
        if steps > WRITES {
            return Interval::all();
        }
        let mut found = None::<Interval>;
        for array in arrays {
            let values = match self.node(array) {
                Some(Node::Symbol(symbol)) => {
                    let info = self.symbol_info(*symbol);
                    Interval { low: info.low.clone(), high: info.high.clone() }
                }
                Some(Node::Fill(_, value) | Node::Write(_, _, value)) => of(*value),
                Some(Node::Table(values)) => {
                    table_bounds(values, &indices.first().map_or_else(Interval::all, |index| of(*index)))
                }
                Some(Node::Ite(..)) => continue,
                _ => return Interval::all(),
            };
            found = Some(found.map_or(values.clone(), |known| known.join(&values)));
        }
        found.unwrap_or_default()
    }

    /// The least and greatest number of bits that a shift may be by.
    fn count_bounds(&self, count: &Interval) -> (u32, u32) {
        let least = count.low.as_ref().map_or(0, clamped_count);
        let most = count.high.as_ref().map_or(MAX_SHIFT, clamped_count);
        (least, most.max(least))
    }

    fn bounds_mod(&self, dividend: &Interval, divisor: Term) -> Interval {
        let Some(divisor) = self.as_int(divisor).filter(|value| !value.is_zero()) else {
            return Interval::all();
        };
        let divisor = divisor.abs();
        if let (Some(low), Some(high)) = (&dividend.low, &dividend.high)
            && let (Some(first), Some(last)) = (low.div_euclid(&divisor), high.div_euclid(&divisor))
            && first == last
        {
            let down = &first * &divisor;
            return Interval { low: Some(low - &down), high: Some(high - &down) };
        }
        Interval { low: Some(Int::ZERO), high: Some(divisor - Int::ONE) }
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

/// The greatest distance of a number from 0.
fn magnitude(interval: &Interval) -> Option<Int> {
    Some(interval.low.as_ref()?.abs().max(interval.high.as_ref()?.abs()))
}

fn is_not_negative(interval: &Interval) -> bool {
    interval.low.as_ref().is_some_and(|low| !low.is_negative())
}

/// Bounds of a remainder by a number that is not constant, and not 0: divisions are guarded.
fn bounds_unknown_mod(dividend: &Interval, divisor: &Interval) -> Interval {
    let below = magnitude(divisor).map(|most| (most - Int::ONE).max(Int::ZERO));
    let own = dividend.high.clone().filter(|_| is_not_negative(dividend));
    Interval { low: Some(Int::ZERO), high: [below, own].into_iter().flatten().min() }
}

/// Bounds of a quotient by a number that is not constant, and not 0: divisions are guarded.
fn bounds_unknown_div(dividend: &Interval, divisor: &Interval) -> Interval {
    let both = is_not_negative(dividend) && is_not_negative(divisor);
    let most = magnitude(dividend);
    let low = if both { Some(Int::ZERO) } else { most.as_ref().map(|most| -most) };
    Interval { low, high: most }
}

/// Bounds of a bit operation, from those of its operands.
fn bounds_bits(op: BitOp, parts: &[Interval]) -> Interval {
    let negative = |part: &Interval| part.low.as_ref().is_none_or(Int::is_negative);
    // A conjunction is at most each of its operands that cannot be negative.
    let most = parts.iter().filter(|part| !negative(part)).filter_map(|part| part.high.clone()).min();
    if op == BitOp::And && parts.iter().any(|part| !negative(part)) {
        return Interval { low: Some(Int::ZERO), high: most };
    }
    // Without the sign: -128 takes 7 bits.
    let size = |limit: &Int| if limit.is_negative() { limit.bit_not().bits() } else { limit.bits() };
    let bits = parts.iter().map(|part| Some(size(part.low.as_ref()?).max(size(part.high.as_ref()?)))).max();
    let bounded = parts.iter().all(|part| part.low.is_some() && part.high.is_some());
    let Some(bits) = bits.flatten().filter(|bits| bounded && *bits <= MAX_BITS) else {
        let low = (!parts.iter().any(negative)).then_some(Int::ZERO);
        return Interval { low, high: None };
    };
    let power = Int::power_of_two(bits as u32);
    let low = match parts.iter().any(negative) {
        true => -&power,
        false if op == BitOp::Or => {
            parts.iter().filter_map(|part| part.low.clone()).max().unwrap_or(Int::ZERO)
        }
        false => Int::ZERO,
    };
    Interval { low: Some(low), high: Some(power - Int::ONE) }
}

/// Bounds of a table's values at indices within bounds.
fn table_bounds(values: &[Int], index: &Interval) -> Interval {
    let place = |limit: &Option<Int>| limit.as_ref().and_then(Int::to_usize);
    let first = place(&index.low).unwrap_or(0);
    let last = place(&index.high).map_or(values.len(), |last| (last + 1).min(values.len()));
    let part = values.get(first..last).unwrap_or(&[]);
    let inside = index.low.as_ref().is_some_and(|low| !low.is_negative())
        && place(&index.high).is_some_and(|last| last < values.len());
    let own = Interval { low: part.iter().min().cloned(), high: part.iter().max().cloned() };
    match (part.is_empty(), inside) {
        (true, _) => Interval::point(Int::ZERO),
        (false, true) => own,
        (false, false) => own.join(&Interval::point(Int::ZERO)),
    }
}
