//! Extraction and concatenation: sums of pieces of numbers that have no bits in common.
//!
//! A piece is `((source div 2^low) mod 2^width) · 2^shift`. Shifts and masks of
//! such sums are such sums again, and neighbours that belong together become one:
//! swapping bytes twice, or rotating there and back, gives the number itself.

use crate::{Node, Term, Terms};
use kyklos_base::Int;

/// Sums of more pieces are left as they are.
const PIECES: usize = 64;

#[derive(Clone, Debug)]
struct Piece {
    shift: u32,
    source: Term,
    low: u32,
    /// `None`: all bits from `low` on.
    width: Option<u32>,
}

impl Piece {
    fn end(&self) -> u32 {
        self.width.map_or(u32::MAX, |width| self.shift.saturating_add(width))
    }

    /// The piece without its bits below `count`, all others moved down by as many; `None` if none is left.
    fn shifted_right(mut self, count: u32) -> Option<Piece> {
        let cut = count.saturating_sub(self.shift);
        self.shift = self.shift.saturating_sub(count);
        self.low += cut;
        self.width = match self.width {
            Some(width) => Some(width.checked_sub(cut).filter(|width| *width > 0)?),
            None => None,
        };
        Some(self)
    }

    /// The piece without its bits from `count` on; `None` if none is left.
    fn cut_at(mut self, count: u32) -> Option<Piece> {
        let room = count.checked_sub(self.shift).filter(|room| *room > 0)?;
        self.width = Some(self.width.map_or(room, |width| width.min(room)));
        Some(self)
    }
}

impl Terms {
    /// `a div 2^count` where that has a simpler form.
    ///
    /// match: (x div 2^a) div 2^b; result: x div 2^(a+b).
    /// match: (x mod 2^a) div 2^b; result: (x div 2^b) mod 2^(a-b), or 0.
    /// match: a sum of pieces without common bits div 2^b; result: the sum of what is left of them.
    pub(crate) fn shifted_pieces(&mut self, a: Term, count: u32) -> Option<Term> {
        let pieces = self.pieces(a)?;
        let left = pieces.into_iter().filter_map(|piece| piece.shifted_right(count)).collect();
        Some(self.joined(left))
    }

    /// `a mod 2^count` where that has a simpler form.
    ///
    /// match: (x mod 2^a) mod 2^b; result: x mod 2^min(a, b).
    /// match: a sum of pieces without common bits mod 2^b; result: the sum of what is left of them.
    pub(crate) fn cut_pieces(&mut self, a: Term, count: u32) -> Option<Term> {
        let pieces = self.pieces(a)?;
        let left = pieces.into_iter().filter_map(|piece| piece.cut_at(count)).collect();
        Some(self.joined(left))
    }

    /// A sum of terms without common bits, neighbouring pieces joined.
    ///
    /// match: 2^s·((x div 2^l) mod 2^w) + 2^(s+w)·((x div 2^(l+w)) mod 2^v);
    /// result: 2^s·((x div 2^l) mod 2^(w+v)).
    pub(crate) fn concatenated(&mut self, sum: Term) -> Term {
        match self.pieces(sum) {
            Some(pieces) => self.joined(pieces),
            None => sum,
        }
    }

    /// The sum of numbers times powers of two, which may be pieces of one number.
    pub fn concatenation(&mut self, pieces: &[(Int, Term)]) -> Term {
        let sum = self.linear(pieces);
        self.concatenated(sum)
    }

    /// `(x div 2^low) mod 2^width`, x left as it is.
    pub(crate) fn extracted(&mut self, x: Term, low: u32, width: Option<u32>) -> Term {
        if let Some(value) = self.as_int(x) {
            let value = value.shift_right(low);
            let mask = width.map_or(Int::from(-1), |width| Int::power_of_two(width) - Int::ONE);
            return self.int(&value.bit_and(&mask));
        }
        let high = match low {
            0 => x,
            _ => {
                let bounds = self.declared_bounds(x);
                let quotient = |limit: &Option<Int>| limit.as_ref().map(|value| value.shift_right(low));
                match (quotient(&bounds.low), quotient(&bounds.high)) {
                    (Some(first), Some(last)) if first == last => self.int(&first),
                    _ => {
                        let by = self.int(&Int::power_of_two(low));
                        self.intern(Node::Div(x, by))
                    }
                }
            }
        };
        match width {
            Some(width) => self.remainder(high, &Int::power_of_two(width)),
            None => high,
        }
    }

    /// The pieces of a sum that is more than one whole number, lowest first.
    fn pieces(&mut self, term: Term) -> Option<Vec<Piece>> {
        let (constant, parts) = self.polynomial(term);
        if parts.len() > PIECES || constant.is_negative() {
            return None;
        }
        let mut pieces = Vec::with_capacity(parts.len() + 1);
        for (coefficient, part) in &parts {
            let shift = coefficient.exponent()?;
            pieces.push(Piece { shift, ..self.piece(*part) });
        }
        if !constant.is_zero() {
            let width = u32::try_from(constant.bits()).ok();
            let source = self.int(&constant);
            pieces.push(Piece { shift: 0, source, low: 0, width });
        }
        pieces.sort_by_key(|piece| piece.shift);
        let apart = pieces.windows(2).all(|pair| pair[0].end() <= pair[1].shift);
        let simple = matches!(pieces.as_slice(), [only] if only.shift == 0 && only.source == term);
        (apart && !simple).then_some(pieces)
    }

    fn piece(&self, part: Term) -> Piece {
        let exponent = |by: Term| self.as_int(by).and_then(|by| by.exponent());
        let shifted = |term: Term| match self.node(term) {
            Some(Node::Div(x, by)) => exponent(*by).map(|low| (*x, low)),
            _ => None,
        };
        if let Some(Node::Mod(inner, by)) = self.node(part)
            && let Some(width) = exponent(*by)
        {
            let (source, low) = shifted(*inner).unwrap_or((*inner, 0));
            return Piece { shift: 0, source, low, width: Some(width) };
        }
        let bounds = self.declared_bounds(part);
        let width = match (&bounds.low, &bounds.high) {
            (Some(low), Some(high)) if !low.is_negative() => u32::try_from(high.bits()).ok(),
            _ => None,
        };
        let (source, low) = shifted(part).unwrap_or((part, 0));
        Piece { shift: 0, source, low, width }
    }

    /// The sum of pieces that are apart from each other.
    fn joined(&mut self, mut pieces: Vec<Piece>) -> Term {
        pieces.sort_by_key(|piece| piece.shift);
        let mut merged: Vec<Piece> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            if let Some(last) = merged.last_mut()
                && last.source == piece.source
                && last.end() == piece.shift
                && last.width.is_some_and(|width| last.low + width == piece.low)
                && self.as_int(piece.source).is_none()
            {
                last.width = last.width.zip(piece.width).map(|(a, b)| a + b);
                continue;
            }
            merged.push(piece);
        }
        let mut summands = Vec::with_capacity(merged.len());
        for piece in merged {
            let value = self.extracted(piece.source, piece.low, piece.width);
            summands.push((Int::power_of_two(piece.shift), value));
        }
        self.linear(&summands)
    }
}
