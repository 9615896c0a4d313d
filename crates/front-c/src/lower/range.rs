//! Bounds of numbers that their C types and operations show.

use super::function::FunctionLowering;
use crate::ctype::{CType, IntKind};
use crate::tree::{Expr, ExprKind};
use kyklos_base::Int;
use kyklos_flow::BinaryOp;

/// The least and the greatest value.
pub(super) type Range = (Int, Int);

/// How deep operations are looked into.
const DEPTH: u32 = 8;

impl FunctionLowering<'_, '_> {
    /// The bounds of an expression's value, a number.
    pub(super) fn range(&self, expr: &Expr) -> Range {
        self.range_within(expr, DEPTH)
    }

    fn range_within(&self, expr: &Expr, depth: u32) -> Range {
        let whole = self.range_of_type(&expr.ty);
        let Some(depth) = depth.checked_sub(1) else { return whole };
        match &expr.kind {
            ExprKind::Int(value) => (value.clone(), value.clone()),
            ExprKind::Not(_) | ExprKind::Compare(..) | ExprKind::Logical(..) => (Int::ZERO, Int::ONE),
            ExprKind::Convert(inner) if inner.ty.int_kind().is_some() => {
                let inner = self.range_within(inner, depth);
                if contains(&whole, &inner) { inner } else { whole }
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.range_within(left, depth), self.range_within(right, depth));
                match result_range(*op, &left, &right) {
                    Some(result) if contains(&whole, &result) => result,
                    _ => whole,
                }
            }
            ExprKind::Conditional(_, then, otherwise) => {
                let (then, otherwise) = (self.range_within(then, depth), self.range_within(otherwise, depth));
                (then.0.min(otherwise.0), then.1.max(otherwise.1))
            }
            ExprKind::Comma(_, last) => self.range_within(last, depth),
            _ => whole,
        }
    }

    /// The bounds of the values of a type.
    pub(super) fn range_of_type(&self, ty: &CType) -> Range {
        let types = &self.context.types;
        match ty {
            CType::Int(kind) => kind.range(types.model),
            _ => types.size_kind().range(types.model),
        }
    }

    /// The bounds of the values of an integer kind.
    pub(super) fn range_of_kind(&self, kind: IntKind) -> Range {
        kind.range(self.context.types.model)
    }
}

/// Whether all numbers of a range are in another.
pub(super) fn contains(outer: &Range, inner: &Range) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}

/// The bounds of the mathematical result of an operation, where it has one; `None` if
/// nothing simple is known. Operands of bit operations are of one type.
pub(super) fn result_range(op: BinaryOp, left: &Range, right: &Range) -> Option<Range> {
    let ((a, b), (c, d)) = (left, right);
    Some(match op {
        BinaryOp::Add => (a + c, b + d),
        BinaryOp::Sub => (a - d, b - c),
        BinaryOp::Mul => hull([a * c, a * d, b * c, b * d]),
        BinaryOp::Div => {
            let most = a.abs().max(b.abs());
            let low = if a.is_negative() || c.is_negative() { -&most } else { Int::ZERO };
            (low, most)
        }
        BinaryOp::Rem => {
            let most = (c.abs().max(d.abs()) - Int::ONE).max(Int::ZERO);
            let low = if a.is_negative() { (-&most).max(a.clone()) } else { Int::ZERO };
            let high = if b.is_negative() { Int::ZERO } else { most.min(b.clone()) };
            (low, high)
        }
        BinaryOp::BitAnd => match (a.is_negative(), c.is_negative()) {
            (false, false) => (Int::ZERO, b.clone().min(d.clone())),
            (false, true) => (Int::ZERO, b.clone()),
            (true, false) => (Int::ZERO, d.clone()),
            (true, true) => return None,
        },
        BinaryOp::BitOr | BinaryOp::BitXor if !a.is_negative() && !c.is_negative() => {
            let bits = b.bits().max(d.bits());
            (Int::ZERO, Int::power_of_two(u32::try_from(bits).ok()?) - Int::ONE)
        }
        BinaryOp::Shl if !c.is_negative() => {
            let power = |amount: &Int| {
                let amount = amount.to_i64().filter(|amount| *amount <= 128)?;
                Some(Int::power_of_two(u32::try_from(amount).ok()?))
            };
            let (low, high) = (power(c)?, power(d)?);
            hull([a * &low, a * &high, b * &low, b * &high])
        }
        BinaryOp::Shr if !a.is_negative() => (Int::ZERO, b.clone()),
        _ => return None,
    })
}

fn hull(values: [Int; 4]) -> Range {
    let [first, rest @ ..] = values;
    rest.into_iter()
        .fold((first.clone(), first), |(low, high), value| (low.min(value.clone()), high.max(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_all_results() {
        let ops = {
            use BinaryOp::*;
            [Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr]
        };
        let bounds = [(-3, -1), (-2, 3), (0, 0), (0, 5), (2, 6)];
        for op in ops {
            for (a, b) in bounds {
                for (c, d) in bounds {
                    let range = |low: i64, high: i64| (Int::from(low), Int::from(high));
                    let Some((low, high)) = result_range(op, &range(a, b), &range(c, d)) else { continue };
                    for x in a..=b {
                        for y in c..=d {
                            let Some(result) = exact(op, x, y) else { continue };
                            let result = Int::from(result);
                            assert!(low <= result && result <= high, "{x} {} {y}", op.symbol());
                        }
                    }
                }
            }
        }
    }

    fn exact(op: BinaryOp, x: i64, y: i64) -> Option<i64> {
        Some(match op {
            BinaryOp::Add => x + y,
            BinaryOp::Sub => x - y,
            BinaryOp::Mul => x * y,
            BinaryOp::Div => x.checked_div(y)?,
            BinaryOp::Rem => x.checked_rem(y)?,
            BinaryOp::BitAnd => x & y,
            BinaryOp::BitOr => x | y,
            BinaryOp::BitXor => x ^ y,
            BinaryOp::Shl => x.checked_shl(u32::try_from(y).ok()?)?,
            _ => x.checked_shr(u32::try_from(y).ok()?)?,
        })
    }
}
