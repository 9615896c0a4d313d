//! How wide numbers are, and what the widths say already.

use super::{Prepared, Vectors};
use kyklos_base::Int;
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{Interval, Node, Symbol, Term, Terms};
use std::rc::Rc;

/// Wider vectors are refused.
pub(super) const MAX_WIDTH: u32 = 256;

/// How wide a number is, and whether it may be negative.
#[derive(Clone, Copy)]
pub(in crate::z3) struct Shape {
    pub(in crate::z3) width: u32,
    pub(in crate::z3) signed: bool,
}

fn shape_of(interval: &Interval) -> Option<Shape> {
    let (low, high) = (interval.low.as_ref()?, interval.high.as_ref()?);
    let signed = low.is_negative();
    let magnitude = |value: &Int| if value.is_negative() { value.bit_not().bits() } else { value.bits() };
    let width = magnitude(low).max(magnitude(high)) + u64::from(signed);
    let width = u32::try_from(width.max(1)).ok()?;
    (width <= MAX_WIDTH && low <= high).then_some(Shape { width, signed })
}

/// The width at which two numbers can be compared, and whether with signs.
pub(super) fn common(a: Shape, b: Shape) -> Shape {
    let signed = a.signed || b.signed;
    let room = |shape: Shape| shape.width + u32::from(signed && !shape.signed);
    Shape { width: room(a).max(room(b)), signed }
}

impl Vectors {
    /// Whether the constraints keep all symbols without declared bounds within the range that is assumed.
    pub(in crate::z3) fn keeps_ranges(
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
    pub(in crate::z3) fn is_certain(&mut self, terms: &Terms, constraint: Term) -> bool {
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
    pub(super) fn shape(&mut self, terms: &Terms, term: Term) -> Option<Shape> {
        shape_of(&self.bounds(terms, term))
    }

    pub(super) fn bounds(&mut self, terms: &Terms, term: Term) -> Interval {
        terms.bounds_within(term, &self.free, &mut self.ranges)
    }
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
