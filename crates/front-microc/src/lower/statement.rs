//! Statements, from the point at hand to a destination. No edge is made only
//! to get somewhere: the last edge of a statement leads to its destination.

use super::assigned::{Gains, common};
use super::expression::calls;
use super::function::{Destination, FunctionLowering};
use crate::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind};
use crate::check::quoted;
use kyklos_base::Span;
use kyklos_flow::{ErrorKind, Input, Instruction, LocationId, Place};

impl<'a> FunctionLowering<'_, 'a> {
    /// Lowers a function's statements, and goes to their end.
    /// Tells whether runs get there.
    pub(super) fn body(&mut self, stmts: &'a [Stmt], end: &mut Destination) -> bool {
        if stmts.iter().all(is_empty) {
            return true;
        }
        let completes = self.block(stmts, end);
        if completes {
            self.here = self.reach(end);
        }
        completes
    }

    /// Lowers a statement. Tells whether runs get to its end.
    fn stmt(&mut self, stmt: &'a Stmt, to: &mut Destination) -> bool {
        match &stmt.kind {
            StmtKind::Output(value) => {
                let value = self.value(value);
                self.finish(Instruction::Output { value, float: None }, to, stmt.span);
            }
            StmtKind::Assign { target, value } => self.assign(target, value, to, stmt.span),
            StmtKind::If { condition, then, otherwise } => {
                return self.branch(condition, then, otherwise.as_deref(), to);
            }
            StmtKind::While { condition, body } => self.repeat(condition, body, to),
            StmtKind::Block(stmts) => return self.block(stmts, to),
            StmtKind::Assert(condition) => self.assert(condition, to, stmt.span),
            StmtKind::Assume(condition) => self.assume(condition, to),
            StmtKind::Error(text) => {
                let error = self.builder.error(ErrorKind::ErrorStatement, text, stmt.span);
                self.builder.edge(self.here, error, Instruction::Skip, stmt.span);
                return false;
            }
        }
        true
    }

    /// Adds a statement's last edge.
    fn finish(&mut self, instruction: Instruction, to: &mut Destination, span: Span) {
        let to = self.reach(to);
        self.builder.edge(self.here, to, instruction, span);
    }

    /// What follows a statement that runs do not get behind is dead, and left out.
    fn block(&mut self, stmts: &'a [Stmt], to: &mut Destination) -> bool {
        let mut rest = stmts.iter().filter(|stmt| !is_empty(stmt)).peekable();
        while let Some(stmt) = rest.next() {
            let Some(next) = rest.peek() else { return self.stmt(stmt, to) };
            let mut between = Destination::before(next.span);
            if !self.stmt(stmt, &mut between) {
                return false;
            }
            self.here = self.reach(&mut between);
        }
        self.finish(Instruction::Skip, to, Span::nowhere());
        true
    }

    fn assign(&mut self, target: &'a Expr, value: &'a Expr, to: &mut Destination, span: Span) {
        let instruction = match &target.kind {
            ExprKind::Identifier(name) => {
                let variable = self.variable(name);
                let instruction = self.assign_variable(Place::variable(variable), name, value);
                self.assigned.add(variable);
                instruction
            }
            _ => {
                let (mut right, span) = (self.value(value), value.span);
                if calls(target) {
                    right = self.protect(right, span);
                }
                Instruction::Assign { target: self.target(target), value: right }
            }
        };
        self.finish(instruction, to, span);
    }

    /// The instruction that writes a value to a variable. Inputs, new objects
    /// and results of calls go there without a temporary between.
    fn assign_variable(&mut self, target: Place, name: &str, value: &'a Expr) -> Instruction {
        match &value.kind {
            ExprKind::Input => Instruction::Havoc { target, input: Input { name: name.to_owned() } },
            ExprKind::Alloc(value) => {
                Instruction::Allocate { target, value: self.value(value), arbitrary: None, automatic: false }
            }
            ExprKind::Call { callee, arguments } => self.call(target, callee, arguments),
            _ => Instruction::Assign { target, value: self.value(value) },
        }
    }

    fn branch(
        &mut self,
        condition: &'a Expr,
        then: &'a Stmt,
        otherwise: Option<&'a Stmt>,
        to: &mut Destination,
    ) -> bool {
        let then = Some(then).filter(|stmt| !is_empty(stmt));
        let otherwise = otherwise.filter(|stmt| !is_empty(stmt));
        let then_start = self.start(then, to);
        let otherwise_start = self.start(otherwise, to);
        let outcomes = self.condition(condition, then_start, otherwise_start);
        let then = self.arm(then, then_start, &outcomes.then, to);
        let otherwise = self.arm(otherwise, otherwise_start, &outcomes.otherwise, to);
        let gains = match (then, otherwise) {
            (Some(then), Some(otherwise)) => common(then, otherwise),
            (Some(gains), None) | (None, Some(gains)) => gains,
            (None, None) => return false,
        };
        self.assigned.add_all(&gains);
        true
    }

    /// The loop's head is the point at hand: there, and only there, each evaluation of the condition starts.
    fn repeat(&mut self, condition: &'a Expr, body: &'a Stmt, to: &mut Destination) {
        let mut head = Destination::at(self.here);
        let body = Some(body).filter(|stmt| !is_empty(stmt));
        let start = self.start(body, &mut head);
        let end = self.reach(to);
        let outcomes = self.condition(condition, start, end);
        self.arm(body, start, &outcomes.then, &mut head);
        self.assigned.add_all(&outcomes.otherwise);
    }

    /// Where a part of a statement starts; where it would go if there is none.
    fn start(&mut self, stmt: Option<&'a Stmt>, to: &mut Destination) -> LocationId {
        match stmt {
            Some(stmt) => self.builder.plain(stmt.span),
            None => self.reach(to),
        }
    }

    /// Lowers a part of a statement. Tells what is surely assigned at its end, if runs get there.
    fn arm(
        &mut self,
        stmt: Option<&'a Stmt>,
        start: LocationId,
        gains: &Gains,
        to: &mut Destination,
    ) -> Option<Gains> {
        let mark = self.assigned.mark();
        self.assigned.add_all(gains);
        self.here = start;
        let completes = stmt.is_none_or(|stmt| self.stmt(stmt, to));
        let gains = self.assigned.back_to(mark);
        completes.then_some(gains)
    }

    fn assert(&mut self, condition: &'a Expr, to: &mut Destination, span: Span) {
        let message = match quoted(condition, "") {
            text if text.is_empty() => "assertion failed".to_owned(),
            text => format!("assertion failed: {text}"),
        };
        let to = self.reach(to);
        let error = self.builder.error(ErrorKind::Assertion, message, span);
        let outcomes = self.condition(condition, to, error);
        self.assigned.add_all(&outcomes.then);
    }

    /// Where the right operand of `&&` needs checks, both operands are assumed one after the other.
    fn assume(&mut self, condition: &'a Expr, to: &mut Destination) {
        match &condition.kind {
            ExprKind::Binary(BinaryOp::And, left, right) if self.preview(condition).branches => {
                let mut between = Destination::before(right.span);
                self.assume(left, &mut between);
                self.here = self.reach(&mut between);
                self.assume(right, to);
            }
            _ => {
                let value = self.value(condition);
                self.finish(Instruction::Assume { condition: value, holds: true }, to, condition.span);
            }
        }
    }
}

/// Whether the statement does nothing.
fn is_empty(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Block(stmts) if stmts.iter().all(is_empty))
}
