//! Conditions and logical operators.
//!
//! A condition stays one whole expression, as long as the right operands of
//! its `&&` and `||` need no checks and have no effects. Else it is split, and
//! its parts jump to where the condition's outcome leads.

use super::assigned::{Gains, Outcomes, common};
use super::function::FunctionLowering;
use crate::ast::{BinaryOp, Expr as Source, ExprKind};
use kyklos_flow::{Expr, Instruction, LocationId, Place, VariableId};

/// What lowering an expression would do.
#[derive(Clone, Copy, Default)]
pub(super) struct Preview {
    /// It would put checks or effects on edges.
    pub(super) emits: bool,
    /// It would branch, because a right operand of `&&` or `||` emits.
    pub(super) branches: bool,
}

impl<'a> FunctionLowering<'_, 'a> {
    /// Evaluates a condition and goes where its outcome leads. What is surely
    /// assigned stays as it was, but for what is returned.
    pub(super) fn condition(
        &mut self,
        condition: &'a Source,
        then: LocationId,
        otherwise: LocationId,
    ) -> Outcomes {
        let mark = self.assigned.mark();
        let splits = self.preview(condition).branches;
        let mut outcomes = match &condition.kind {
            ExprKind::Not(inner) if splits => {
                let Outcomes { then, otherwise } = self.condition(inner, otherwise, then);
                Outcomes { then: otherwise, otherwise: then }
            }
            ExprKind::Binary(BinaryOp::And, left, right) if splits => self.and(left, right, then, otherwise),
            ExprKind::Binary(BinaryOp::Or, left, right) if splits => self.or(left, right, then, otherwise),
            _ => {
                let value = self.value(condition);
                self.builder.branch(self.here, value, then, otherwise, condition.span);
                Outcomes::default()
            }
        };
        let gains = self.assigned.back_to(mark);
        outcomes.then.extend(&gains);
        outcomes.otherwise.extend(gains);
        outcomes
    }

    fn and(
        &mut self,
        left: &'a Source,
        right: &'a Source,
        then: LocationId,
        otherwise: LocationId,
    ) -> Outcomes {
        let between = self.builder.plain(right.span);
        let first = self.condition(left, between, otherwise);
        let second = self.second(right, between, &first.then, then, otherwise);
        let both = [first.then.as_slice(), &second.otherwise].concat();
        Outcomes { then: [first.then, second.then].concat(), otherwise: common(first.otherwise, both) }
    }

    fn or(
        &mut self,
        left: &'a Source,
        right: &'a Source,
        then: LocationId,
        otherwise: LocationId,
    ) -> Outcomes {
        let between = self.builder.plain(right.span);
        let first = self.condition(left, then, between);
        let second = self.second(right, between, &first.otherwise, then, otherwise);
        let both = [first.otherwise.as_slice(), &second.then].concat();
        Outcomes { then: common(first.then, both), otherwise: [first.otherwise, second.otherwise].concat() }
    }

    /// The right operand, where the left one has assigned `gains`.
    fn second(
        &mut self,
        right: &'a Source,
        start: LocationId,
        gains: &Gains,
        then: LocationId,
        otherwise: LocationId,
    ) -> Outcomes {
        let mark = self.assigned.mark();
        self.assigned.add_all(gains);
        self.here = start;
        let outcomes = self.condition(right, then, otherwise);
        self.assigned.back_to(mark);
        outcomes
    }

    /// The value, 0 or 1, of `&&`, `||` or `!`.
    pub(super) fn truth(&mut self, expr: &'a Source) -> Expr {
        let target = Place::variable(self.temporary(self.context.number, expr.span));
        let ends = [self.builder.plain(expr.span), self.builder.plain(expr.span)];
        let outcomes = self.condition(expr, ends[0], ends[1]);
        let join = self.builder.plain(expr.span);
        for (end, truth) in ends.into_iter().zip([1, 0]) {
            let instruction = Instruction::Assign { target: target.clone(), value: Expr::int(truth) };
            self.builder.edge(end, join, instruction, expr.span);
        }
        self.here = join;
        self.assigned.add_all(&common(outcomes.then, outcomes.otherwise));
        Expr::Load(target)
    }

    /// What lowering the expression at this point would do.
    pub(super) fn preview(&self, expr: &'a Source) -> Preview {
        self.preview_after(expr, &mut Vec::new())
    }

    /// As [`preview`](Self::preview), when the variables in `read` were read, and so checked, before.
    fn preview_after(&self, expr: &'a Source, read: &mut Vec<VariableId>) -> Preview {
        let mut emits = |expr| self.preview_after(expr, read).emits;
        let emits = match &expr.kind {
            ExprKind::Number(_) | ExprKind::Null | ExprKind::Ref(_) => false,
            ExprKind::Identifier(name) => {
                let variable = self.variable(name);
                let checked = self.assigned.contains(variable) || read.contains(&variable);
                if !checked {
                    read.push(variable);
                }
                !checked
            }
            ExprKind::Not(inner) => return self.preview_after(inner, read),
            ExprKind::Neg(inner) => emits(inner),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                let left = self.preview_after(left, read);
                let before = read.len();
                let right = self.preview_after(right, read);
                read.truncate(before);
                return Preview { emits: left.emits || right.emits, branches: left.branches || right.emits };
            }
            ExprKind::Binary(op, left, right) => {
                let constant = matches!(&right.kind, ExprKind::Number(divisor) if !divisor.is_zero());
                let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem) && !constant;
                emits(left) | emits(right) | divides
            }
            ExprKind::Field { record, .. } => match &record.kind {
                ExprKind::Identifier(_) => emits(record),
                _ => true,
            },
            ExprKind::Array(elements) => elements.iter().fold(false, |any, element| any | emits(element)),
            ExprKind::Record(fields) => fields.iter().fold(false, |any, (_, value)| any | emits(value)),
            ExprKind::Input
            | ExprKind::Alloc(_)
            | ExprKind::Call { .. }
            | ExprKind::Deref(_)
            | ExprKind::Index { .. } => true,
        };
        Preview { emits, branches: false }
    }
}
