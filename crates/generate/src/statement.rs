//! Statements.

use crate::Kind;
use crate::build::{assign, binary, deref, expr, if_then, index, null, number, stmt, variable, while_loop};
use crate::function::{Body, function_name};
use kyklos_front_microc::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind};

impl Body<'_, '_> {
    /// One statement, with those that prepare it, at a depth of blocks.
    pub(crate) fn statement(&mut self, depth: usize, out: &mut Vec<Stmt>) {
        self.program.room = self.program.room.saturating_sub(1);
        let knobs = self.program.knobs;
        let blocks = depth < knobs.max_depth && self.program.room > 0;
        let draw = self.program.random.fraction();
        if blocks && draw < knobs.for_loops {
            self.for_loop(depth, out);
        } else if blocks && draw < knobs.for_loops + knobs.while_loops {
            self.general_loop(depth, out);
        } else if self.chance(knobs.risk) {
            self.risky(depth, out);
        } else {
            let simple = match self.below(if blocks { 10 } else { 8 }) {
                0 => self.element_assignment(),
                1 => self.pointer_assignment(),
                2 => self.array_assignment(),
                3 => self.field_assignment(),
                4 => assign(variable(&self.number_variable()), expr(ExprKind::Input)),
                5 => self.call(),
                6 => stmt(StmtKind::Output(self.expression(1))),
                7 => self.number_assignment(),
                _ => self.conditional(depth),
            };
            out.push(simple);
        }
    }

    fn block(&mut self, depth: usize) -> Vec<Stmt> {
        let mut statements = Vec::new();
        for _ in 0..1 + self.below(self.program.knobs.max_block_statements) {
            self.statement(depth, &mut statements);
            if self.program.room == 0 {
                break;
            }
        }
        statements
    }

    /// The body of a loop.
    fn body(&mut self, depth: usize) -> Vec<Stmt> {
        self.loops += 1;
        let statements = self.block(depth + 1);
        self.loops -= 1;
        statements
    }

    /// A counter goes up to a limit. If the loop is to end, its body writes neither.
    fn for_loop(&mut self, depth: usize, out: &mut Vec<Stmt>) {
        if !self.chance(self.program.knobs.endings) {
            let counter = self.number_variable();
            let limit = variable(&self.number_variable());
            let mut body = self.body(depth);
            body.push(step(&counter, 1));
            return out.push(while_loop(binary(BinaryOp::Lt, variable(&counter), limit), body));
        }
        let counter = self.counter();
        let limit = match self.below(4) {
            0 => match self.pick(|kind| matches!(kind, Kind::Array(_))) {
                Some((_, Kind::Array(length))) => number(length as i64),
                _ => number(5),
            },
            _ => {
                let at = self.below(self.steady.len());
                variable(&self.steady[at])
            }
        };
        let start = if self.below(4) == 0 { number(1) } else { number(0) };
        out.push(assign(variable(&counter), start));
        self.steady.push(counter.clone());
        let mut body = self.body(depth);
        self.steady.pop();
        body.push(step(&counter, 1));
        out.push(while_loop(binary(BinaryOp::Lt, variable(&counter), limit), body));
    }

    /// A condition and a body. If the loop is to end, a number that goes down to 0 bounds it.
    fn general_loop(&mut self, depth: usize, out: &mut Vec<Stmt>) {
        let condition = self.condition(2);
        if !self.chance(self.program.knobs.endings) {
            let body = self.body(depth);
            return out.push(while_loop(condition, body));
        }
        let counter = self.counter();
        out.push(assign(variable(&counter), number(1 + self.below(12) as i64)));
        self.steady.push(counter.clone());
        let mut body = self.body(depth);
        self.steady.pop();
        body.push(step(&counter, -1 - self.below(3) as i64));
        let bound = binary(BinaryOp::Gt, variable(&counter), number(0));
        out.push(while_loop(binary(BinaryOp::And, bound, condition), body));
    }

    fn conditional(&mut self, depth: usize) -> Stmt {
        let condition = self.condition(2);
        let then = self.block(depth + 1);
        let otherwise = if self.below(2) == 0 { Some(self.block(depth + 1)) } else { None };
        if_then(condition, then, otherwise)
    }

    fn number_assignment(&mut self) -> Stmt {
        let value = self.expression(3);
        assign(variable(&self.number_variable()), value)
    }

    fn element_assignment(&mut self) -> Stmt {
        let target = self.element();
        if !matches!(target.kind, ExprKind::Index { .. }) {
            return self.number_assignment();
        }
        assign(target, self.expression(2))
    }

    fn pointer_assignment(&mut self) -> Stmt {
        match self.pick(|kind| kind == Kind::Pointer) {
            Some((pointer, _)) => assign(variable(&pointer), self.pointer()),
            None => self.number_assignment(),
        }
    }

    fn array_assignment(&mut self) -> Stmt {
        let Some((array, Kind::Array(length))) = self.pick(|kind| matches!(kind, Kind::Array(_))) else {
            return self.number_assignment();
        };
        match self.pick(|kind| kind == Kind::Array(length)) {
            Some((other, _)) if other != array && self.below(2) == 0 => {
                assign(variable(&array), variable(&other))
            }
            _ => assign(variable(&array), self.array(length)),
        }
    }

    fn field_assignment(&mut self) -> Stmt {
        match self.record_field() {
            Some(target) => assign(target, self.expression(2)),
            None => self.number_assignment(),
        }
    }

    /// Calls in nested loops, of functions with loops that call others, would take too long.
    fn call(&mut self) -> Stmt {
        if self.program.signatures.is_empty() || self.loops > 1 {
            return self.number_assignment();
        }
        let callee = self.below(self.program.signatures.len());
        let parameters = self.program.signatures[callee].clone();
        let arguments = parameters.into_iter().map(|kind| match kind {
            Kind::Pointer => self.pointer_argument(),
            _ => self.leaf(),
        });
        let arguments = arguments.collect();
        let callee = Box::new(variable(&function_name(callee)));
        assign(variable(&self.number_variable()), expr(ExprKind::Call { callee, arguments }))
    }

    fn pointer_argument(&mut self) -> Expr {
        match self.pick(|kind| kind == Kind::Pointer) {
            Some((pointer, _)) if self.below(2) == 0 => variable(&pointer),
            _ => self.pointer(),
        }
    }

    /// An operation that could fail, with a guard if it is to have one.
    fn risky(&mut self, depth: usize, out: &mut Vec<Stmt>) {
        let (operation, guard) = match self.below(3) {
            0 if self.program.knobs.divisions => self.division_statement(),
            1 => self.pointer_access().unwrap_or_else(|| self.array_access()),
            _ => self.array_access(),
        };
        if !self.chance(self.program.knobs.guards) {
            return out.push(operation);
        }
        let otherwise = if depth < self.program.knobs.max_depth && self.below(4) == 0 {
            Some(vec![self.number_assignment()])
        } else {
            None
        };
        out.push(if_then(guard, vec![operation], otherwise));
    }

    /// An operation and the condition under which it does not fail.
    fn division_statement(&mut self) -> (Stmt, Expr) {
        let divisor = self.computed();
        let value = binary(self.division_op(), self.leaf(), divisor.clone());
        let operation = assign(variable(&self.number_variable()), value);
        (operation, binary(BinaryOp::Ne, divisor, number(0)))
    }

    fn pointer_access(&mut self) -> Option<(Stmt, Expr)> {
        let (pointer, _) = self.pick(|kind| kind == Kind::Pointer)?;
        let operation = if self.below(2) == 0 {
            assign(variable(&self.number_variable()), deref(&pointer))
        } else {
            assign(deref(&pointer), self.expression(1))
        };
        Some((operation, binary(BinaryOp::Ne, variable(&pointer), null())))
    }

    fn array_access(&mut self) -> (Stmt, Expr) {
        let Some((array, Kind::Array(length))) = self.pick(|kind| matches!(kind, Kind::Array(_))) else {
            return (self.number_assignment(), number(1));
        };
        let position = self.computed();
        let element = index(&array, position.clone());
        let operation = if self.below(2) == 0 {
            assign(variable(&self.number_variable()), element)
        } else {
            assign(element, self.expression(1))
        };
        let lower = binary(BinaryOp::Ge, position.clone(), number(0));
        let upper = binary(BinaryOp::Lt, position, number(length as i64));
        (operation, binary(BinaryOp::And, lower, upper))
    }
}

/// `counter = counter + by;`
fn step(counter: &str, by: i64) -> Stmt {
    let (op, by) = if by < 0 { (BinaryOp::Sub, -by) } else { (BinaryOp::Add, by) };
    assign(variable(counter), binary(op, variable(counter), number(by)))
}
