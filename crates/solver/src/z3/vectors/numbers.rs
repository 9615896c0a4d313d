//! Numbers modulo powers of two.

use super::Task;
use super::formulas::{Missing, Step, Translation};
use super::ranges::{MAX_WIDTH, Shape, common};
use crate::z3::ffi::{Ast, VectorOp};
use kyklos_base::Int;
use kyklos_term::bits::MAX_SHIFT;
use kyklos_term::{BitOp, Node, Term, Terms};
use rustc_hash::FxHashMap;

/// Where the names of reads begin; symbols are below. Z3 takes numbers below 2^30 as names.
pub(in crate::z3) const READS: u32 = 1 << 29;

impl Translation<'_> {
    /// A number that is no small constant, modulo 2^width.
    pub(super) fn number(&mut self, term: Term, width: u32) -> Step {
        if let Some(value) = self.terms.as_int(term) {
            return Ok(self.context.vector(&value, width));
        }
        let shape = self.vectors.shape(self.terms, term);
        if let Some(shape) = shape
            && shape.width < width
        {
            let natural = self.need(Task::Number(term, shape.width))?;
            return Ok(self.context.extend(natural, width - shape.width, shape.signed));
        }
        if width > MAX_WIDTH {
            return Err(Missing::Refused);
        }
        let exponent = |terms: &Terms, by: Term| terms.as_int(by).and_then(|by| by.exponent());
        let Some(node) = self.terms.node(term).cloned() else { return Err(Missing::Refused) };
        match node {
            Node::Sum { constant, parts } => self.sum(&constant, &parts, width),
            Node::Product(factors) => {
                let mut tasks = Vec::new();
                for (factor, power) in &factors {
                    tasks.extend(std::iter::repeat_n(Task::Number(*factor, width), *power as usize));
                }
                self.fold(VectorOp::Mul, &tasks)
            }
            Node::Bits(op, parts) => {
                let op = match op {
                    BitOp::And => VectorOp::And,
                    BitOp::Or => VectorOp::Or,
                    BitOp::Xor => VectorOp::Xor,
                };
                self.fold(op, &parts.iter().map(|part| Task::Number(*part, width)).collect::<Vec<_>>())
            }
            Node::Ite(condition, a, b) => {
                let parts =
                    self.needs(&[Task::Truth(condition), Task::Number(a, width), Task::Number(b, width)])?;
                Ok(self.context.ite(parts[0], parts[1], parts[2]))
            }
            Node::Mod(a, by) if exponent(self.terms, by).is_some_and(|own| width <= own) => {
                self.need(Task::Number(a, width))
            }
            Node::Div(a, by) if exponent(self.terms, by).is_some() => {
                let low = exponent(self.terms, by).unwrap_or(0);
                let a = self.need(Task::Number(a, width + low))?;
                Ok(self.context.extract(a, low, width))
            }
            Node::Shl(a, count) => {
                // Wide enough for the count.
                let wide = width.max(7);
                let a = self.need(Task::Number(a, wide));
                let count = self.count(count, wide)?;
                let shifted = self.context.vectors(VectorOp::ShiftLeft, a?, count);
                Ok(if wide > width { self.context.extract(shifted, 0, width) } else { shifted })
            }
            _ => self.whole(term, &node, shape.ok_or(Missing::Refused)?, width),
        }
    }

    /// A number whose low bits depend on all bits of its parts.
    fn whole(&mut self, term: Term, node: &Node, shape: Shape, width: u32) -> Step {
        if width < shape.width {
            let natural = self.need(Task::Number(term, shape.width))?;
            return Ok(self.context.extract(natural, 0, width));
        }
        match node {
            Node::Symbol(symbol) if symbol.0 < READS => Ok(self.context.vector_symbol(symbol.0, width)),
            Node::Read(array, indices) => match self.terms.node(*array).cloned() {
                Some(Node::Table(values)) => self.table(&values, indices[0], width),
                Some(Node::Symbol(_)) if term.key() < 1 << 27 => {
                    Ok(self.context.vector_symbol(READS + term.key(), width))
                }
                _ => Err(Missing::Refused),
            },
            Node::Shr(a, count) => {
                let own = self.shape(*a)?;
                let wide = own.width.max(7) + u32::from(!own.signed);
                let a = self.need(Task::Number(*a, wide));
                let count = self.count(*count, wide)?;
                let shifted = self.context.vectors(VectorOp::SignedShiftRight, a?, count);
                Ok(self.resized(shifted, wide, width, true))
            }
            Node::Float(op, format, operands) => self.float_bits(term, *op, *format, operands),
            Node::Div(a, b) => self.division(*a, *b, width, true),
            Node::Mod(a, b) => self.division(*a, *b, width, false),
            _ => Err(Missing::Refused),
        }
    }

    fn resized(&mut self, vector: Ast, from: u32, to: u32, signed: bool) -> Ast {
        match from.cmp(&to) {
            std::cmp::Ordering::Less => self.context.extend(vector, to - from, signed),
            std::cmp::Ordering::Equal => vector,
            std::cmp::Ordering::Greater => self.context.extract(vector, 0, to),
        }
    }

    fn fold(&mut self, op: VectorOp, tasks: &[Task]) -> Step {
        let parts = self.needs(tasks)?;
        let (first, rest) = parts.split_first().ok_or(Missing::Refused)?;
        Ok(rest.iter().fold(*first, |result, part| self.context.vectors(op, result, *part)))
    }

    fn sum(&mut self, constant: &Int, parts: &[(Int, Term)], width: u32) -> Step {
        let size = Int::power_of_two(width);
        let half = Int::power_of_two(width - 1);
        // The residue nearest to 0: -1 and not 2^width - 1.
        let near = |value: &Int| {
            let rest = value.rem_euclid(&size).unwrap_or(Int::ZERO);
            if rest > half { rest - size.clone() } else { rest }
        };
        let mut summands = Vec::new();
        let mut tasks = Vec::new();
        for (coefficient, part) in parts {
            let coefficient = near(coefficient);
            if coefficient.is_zero() {
                continue;
            }
            // A factor 2^s leaves only the low bits of the other.
            let zeros = coefficient.trailing_zeros().unwrap_or(0).min(width - 1);
            tasks.push(Task::Number(*part, width - zeros));
            summands.push((coefficient, zeros));
        }
        let found = self.needs(&tasks)?;
        let (mut plus, mut minus) = (Vec::new(), Vec::new());
        for ((coefficient, zeros), part) in summands.into_iter().zip(found) {
            let factor = coefficient.abs().shift_right(zeros);
            let mut part = part;
            if !factor.is_one() {
                let factor = self.context.vector(&factor, width - zeros);
                part = self.context.vectors(VectorOp::Mul, factor, part);
            }
            if zeros > 0 {
                let below = self.context.vector(&Int::ZERO, zeros);
                part = self.context.vectors(VectorOp::Concat, part, below);
            }
            if coefficient.is_negative() { minus.push(part) } else { plus.push(part) }
        }
        let constant = near(constant);
        if !constant.is_zero() || plus.is_empty() {
            plus.push(self.context.vector(&constant, width));
        }
        let mut result = plus[0];
        for part in &plus[1..] {
            result = self.context.vectors(VectorOp::Add, result, *part);
        }
        for part in minus {
            result = self.context.vectors(VectorOp::Sub, result, part);
        }
        Ok(result)
    }

    /// A shift count, at most [`MAX_SHIFT`] and not negative.
    fn count(&mut self, count: Term, width: u32) -> Step {
        let limits = self.vectors.bounds(self.terms, count);
        let most = Int::from(i64::from(MAX_SHIFT));
        let mut clamped = count;
        if limits.high.is_none_or(|high| high > most) {
            let most = self.terms.int(&most);
            let above = self.terms.gt(count, most);
            clamped = self.terms.ite(above, most, clamped);
        }
        if limits.low.is_none_or(|low| low.is_negative()) {
            let below = self.terms.lt(count, Term::ZERO);
            clamped = self.terms.ite(below, Term::ZERO, clamped);
        }
        self.need(Task::Number(clamped, width))
    }

    /// Euclidean quotient or remainder. Queries guard their divisions, so what
    /// a division by zero gives does not matter.
    fn division(&mut self, a: Term, b: Term, width: u32, quotient: bool) -> Step {
        let (left, right) = (self.shape(a)?, self.shape(b)?);
        let common = common(left, right);
        if !common.signed {
            let parts = self.needs(&[Task::Number(a, common.width), Task::Number(b, common.width)])?;
            let op = if quotient { VectorOp::Div } else { VectorOp::Rem };
            let result = self.context.vectors(op, parts[0], parts[1]);
            return Ok(self.resized(result, common.width, width, false));
        }
        // One bit more, for the distance of the least number from 0.
        let wide = common.width + 1;
        let size = self.terms.ge(b, Term::ZERO);
        let minus_b = self.terms.neg(b);
        let size = self.terms.ite(size, b, minus_b);
        let parts = self.needs(&[Task::Number(a, wide), Task::Number(b, wide), Task::Number(size, wide)])?;
        let rest = self.context.vectors(VectorOp::SignedMod, parts[0], parts[2]);
        let mut result = rest;
        if quotient {
            let multiple = self.context.vectors(VectorOp::Sub, parts[0], rest);
            result = self.context.vectors(VectorOp::SignedDiv, multiple, parts[1]);
        }
        Ok(self.resized(result, wide, width, true))
    }

    /// The value of a table: a choice by each bit of the index.
    fn table(&mut self, values: &[Int], index: Term, width: u32) -> Step {
        let bits = usize::BITS - values.len().saturating_sub(1).leading_zeros();
        let bits = bits.max(1);
        let outside = match self.vectors.shape(self.terms, index) {
            Some(own) if !own.signed && own.width <= bits => None,
            _ => {
                let length = self.terms.int(&Int::from(values.len()));
                let (below, above) = (self.terms.lt(index, Term::ZERO), self.terms.ge(index, length));
                Some(self.terms.either(below, above))
            }
        };
        let index = self.need(Task::Number(index, bits));
        let outside = outside.map(|outside| self.need(Task::Truth(outside))).transpose()?;
        let index = index?;
        let mut level: Vec<Ast> = Vec::with_capacity(1 << bits);
        let mut known: FxHashMap<Int, Ast> = FxHashMap::default();
        for place in 0..1usize << bits {
            let value = values.get(place).cloned().unwrap_or(Int::ZERO);
            let context = &mut *self.context;
            level.push(*known.entry(value.clone()).or_insert_with(|| context.vector(&value, width)));
        }
        let one = self.context.vector(&Int::ONE, 1);
        for bit in 0..bits {
            let own = self.context.extract(index, bit, 1);
            let set = self.context.eq(own, one);
            level = level
                .chunks(2)
                .map(|pair| match pair {
                    [low, high] if low != high => self.context.ite(set, *high, *low),
                    _ => pair[0],
                })
                .collect();
        }
        let value = level[0];
        Ok(match outside {
            Some(outside) => {
                let zero = self.context.vector(&Int::ZERO, width);
                self.context.ite(outside, zero, value)
            }
            None => value,
        })
    }
}
