//! Expressions: pure, so that the order in which operands are evaluated does not matter.

use crate::Kind;
use crate::build::{binary, expr, index, number, variable};
use crate::function::Body;
use kyklos_front_microc::ast::{BinaryOp, Expr, ExprKind};

const COMPARISONS: [BinaryOp; 6] =
    [BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge];

impl Body<'_, '_> {
    /// A number.
    pub(crate) fn expression(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.below(3) == 0 {
            return self.leaf();
        }
        match self.below(8) {
            0..=2 => self.operation(BinaryOp::Add, depth),
            3 | 4 => self.operation(BinaryOp::Sub, depth),
            5 => self.product(depth),
            6 if self.program.knobs.divisions => self.division(depth),
            7 => self.comparison(depth),
            _ => self.operation(BinaryOp::Add, depth),
        }
    }

    /// A condition.
    pub(crate) fn condition(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.comparison(1);
        }
        match self.below(6) {
            0 => {
                let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
                binary(BinaryOp::And, left, right)
            }
            1 => {
                let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
                binary(BinaryOp::Or, left, right)
            }
            2 => {
                let operand = self.condition(depth - 1);
                expr(ExprKind::Not(Box::new(operand)))
            }
            _ => self.comparison(1),
        }
    }

    /// A small number.
    pub(crate) fn constant(&mut self) -> Expr {
        number(self.below(24) as i64 - 8)
    }

    /// A number that is small wherever it stands: a constant, a limit or a counter.
    fn small(&mut self) -> Expr {
        let count = self.steady.len();
        if count == 0 || self.below(2) == 0 {
            return self.constant();
        }
        let at = self.below(count);
        variable(&self.steady[at])
    }

    /// An expression without operators, which cannot fail.
    pub(crate) fn leaf(&mut self) -> Expr {
        match self.below(8) {
            0 => self.constant(),
            1 => self.small(),
            2 => self.element(),
            3 => self.record_field().unwrap_or_else(|| self.constant()),
            _ => variable(&self.number_variable()),
        }
    }

    /// An element of an array at an index that is there.
    pub(crate) fn element(&mut self) -> Expr {
        match self.pick(|kind| matches!(kind, Kind::Array(_))) {
            Some((array, Kind::Array(length))) => index(&array, number(self.below(length) as i64)),
            _ => self.constant(),
        }
    }

    /// A number that nobody knows before the program runs.
    pub(crate) fn computed(&mut self) -> Expr {
        let known = self.steady.len();
        let value = match self.below(4) {
            0 => self.element(),
            1 | 2 if known > 0 => {
                let at = self.below(known);
                variable(&self.steady[at])
            }
            _ => variable(&self.number_variable()),
        };
        match self.below(4) {
            0 => binary(BinaryOp::Add, value, number(1)),
            1 => binary(BinaryOp::Sub, value, number(1 + self.below(3) as i64)),
            _ => value,
        }
    }

    fn operation(&mut self, op: BinaryOp, depth: usize) -> Expr {
        let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
        binary(op, left, right)
    }

    /// In loops, products of what was computed would soon have thousands of digits.
    fn product(&mut self, depth: usize) -> Expr {
        if self.loops == 0 {
            return self.operation(BinaryOp::Mul, depth);
        }
        let (left, right) = (self.small(), self.small());
        binary(BinaryOp::Mul, left, right)
    }

    /// A division whose divisor is no zero, if it is guarded.
    fn division(&mut self, depth: usize) -> Expr {
        let op = self.division_op();
        let left = self.expression(depth - 1);
        let right = if self.chance(self.program.knobs.guards) {
            number([-7, -3, -2, 2, 3, 4, 5, 10][self.below(8)])
        } else {
            self.leaf()
        };
        binary(op, left, right)
    }

    pub(crate) fn division_op(&mut self) -> BinaryOp {
        if self.below(2) == 0 { BinaryOp::Div } else { BinaryOp::Rem }
    }

    fn comparison(&mut self, depth: usize) -> Expr {
        let op = COMPARISONS[self.below(COMPARISONS.len())];
        let left = variable(&self.number_variable());
        let right = self.expression(depth - 1);
        binary(op, left, right)
    }
}
