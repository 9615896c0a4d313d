//! Statements, from the point at hand to a destination. No edge is made only
//! to get somewhere: the last edge of a statement leads to its destination.

use super::function::{Destination, Exit, FunctionLowering};
use super::scopes::{as_block, is_variable_length};
use crate::ctype::{CType, Length};
use crate::tree::{Expr, ExprKind, Initial, Intrinsic, LocalId, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::{
    self as flow, BinaryOp, CheckClass, ErrorKind, Input, Instruction, LocationId, Place, Unreached,
    VariableId,
};

impl FunctionLowering<'_, '_> {
    /// Lowers a block.
    pub(super) fn block(&mut self, statements: &[Stmt], to: Destination) {
        let ended = self.scopes.ended_by(statements, None);
        let Some(last) = statements.last().filter(|_| !ended.is_empty()) else {
            return self.sequence(statements, to);
        };
        let outer = self.begin_lives(&ended);
        let end = self.before(last.span);
        self.sequence(statements, end);
        self.go_to(end);
        let ended = self.living.split_off(outer);
        self.end_lives(&ended, last.span);
        self.arrive(to);
    }

    /// Enters a block in which these variables live. Tells how many lived before.
    pub(super) fn begin_lives(&mut self, locals: &[LocalId]) -> usize {
        let outer = self.living.len();
        // An array of variable length comes into being where it is declared.
        let variables = locals.iter().filter(|local| {
            !is_variable_length(&self.locals[local.0 as usize].ty) && !self.scopes.is_cleaned(**local)
        });
        self.living.extend(variables);
        outer
    }

    /// Lowers a statement that is a part of another one, and a block of its own.
    pub(super) fn part(&mut self, statement: &Stmt, to: Destination) {
        match self.scopes.ended_by(as_block(statement), None).is_empty() {
            true => self.statement(statement, to),
            false => self.block(as_block(statement), to),
        }
    }

    /// Lowers one statement after the other.
    pub(super) fn sequence(&mut self, statements: &[Stmt], to: Destination) {
        let mut rest = statements.iter().filter(|statement| !is_empty(statement)).peekable();
        while let Some(statement) = rest.next() {
            let Some(next) = rest.peek() else { return self.statement(statement, to) };
            let between = self.in_front_of(next);
            self.statement(statement, between);
            self.go_to(between);
        }
        self.arrive(to);
    }

    /// Where a statement leads that another one follows: to the other one's label, or to a location of its own.
    fn in_front_of(&mut self, next: &Stmt) -> Destination {
        match &next.kind {
            StmtKind::Case(number, _) => match self.case_location(*number) {
                Some(location) => self.at(location),
                None => self.before(next.span),
            },
            StmtKind::Label(name, _) if self.targets.contains(name) => {
                let location = self.label_location(name, next.span);
                self.at(location)
            }
            _ => self.before(next.span),
        }
    }

    /// Where a jump leads.
    fn jump_destination(&mut self, jump: &Stmt) -> Destination {
        let known = match &jump.kind {
            StmtKind::Break => self.breaks.last().map(|exit| exit.to),
            StmtKind::Continue => self.continues.last().map(|exit| exit.to),
            StmtKind::Goto(label) => {
                let location = self.label_location(label, jump.span);
                Some(self.at(location))
            }
            _ => None,
        };
        known.unwrap_or_else(|| self.before(jump.span))
    }

    /// The variables whose lives a jump ends.
    fn ended_by_jump(&self, jump: &Stmt) -> Vec<LocalId> {
        let exit = match &jump.kind {
            StmtKind::Break => self.breaks.last(),
            StmtKind::Continue => self.continues.last(),
            StmtKind::Goto(label) => {
                let living = self.living.iter().copied();
                return living.filter(|local| !self.scopes.lives_at(label, *local, self.locals)).collect();
            }
            _ => None,
        };
        exit.and_then(|exit| self.living.get(exit.living..)).unwrap_or_default().to_vec()
    }

    /// The statement that is all that a block does, if so, and if no life ends with the block.
    fn only_part<'s>(&self, statement: &'s Stmt) -> &'s Stmt {
        let ends = !self.scopes.ended_by(as_block(statement), None).is_empty();
        if ends { statement } else { only_statement(statement) }
    }

    fn case_location(&self, number: usize) -> Option<LocationId> {
        self.cases.last().and_then(|cases| cases.get(number)).copied()
    }

    pub(super) fn statement(&mut self, statement: &Stmt, to: Destination) {
        // Behind a jump, only what has a label can be reached.
        if self.dead && !has_label(statement) {
            if self.facts().is_some() {
                self.context.unreached.push(Unreached { name: None, span: statement.span });
            }
            return;
        }
        let span = statement.span;
        match &statement.kind {
            StmtKind::Expr(expr) => self.effect(expr, to),
            StmtKind::Declare { local, length, initial } => {
                self.declare(*local, length.as_ref(), initial.as_ref(), to, span);
            }
            StmtKind::Block(statements) => self.block(statements, to),
            StmtKind::If { condition, then, otherwise } => {
                self.choose(condition, then, otherwise.as_deref(), to);
            }
            StmtKind::While { condition, step, body } => {
                self.repeat(condition.as_ref(), step.as_ref(), body, to, span);
            }
            StmtKind::DoWhile { body, condition } => self.do_while(body, condition, to, span),
            StmtKind::Switch { value, cases, body } => self.switch(value, cases, body, to),
            StmtKind::Case(number, inner) => {
                self.case_location(*number).into_iter().for_each(|location| self.come_to(location));
                self.statement(inner, to);
            }
            StmtKind::Label(name, inner) => {
                self.label(name, span);
                self.statement(inner, to);
            }
            StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue => {
                let ended = self.ended_by_jump(statement);
                self.end_lives(&ended, span);
                let destination = self.jump_destination(statement);
                self.jump(destination, span);
            }
            StmtKind::Return(value) => self.return_statement(value.as_ref(), span),
            StmtKind::Cleanup(local, call) => {
                if !self.dead {
                    self.cleanups.insert(*local, call.clone());
                    self.living.push(*local);
                }
                self.arrive(to);
            }
        }
    }

    fn label_location(&mut self, label: &str, span: Span) -> LocationId {
        if let Some(location) = self.labels.get(label) {
            return *location;
        }
        let location = self.builder.plain(span);
        self.builder.label(location, label);
        self.labels.insert(label.to_owned(), location);
        location
    }

    /// Comes to a label: the point at hand gets its name, unless there is a location of that name already.
    fn label(&mut self, name: &str, span: Span) {
        let known = self.labels.get(name).copied();
        let named = self.builder.procedure().locations[self.here].label.is_some();
        if self.dead && !self.targets.contains(name) {
            return;
        }
        if !self.dead && known.is_none() && !named {
            self.builder.label(self.here, name);
            self.labels.insert(name.to_owned(), self.here);
            return;
        }
        let location = self.label_location(name, span);
        self.come_to(location);
    }

    /// Goes on at a location, also from the point at hand.
    fn come_to(&mut self, location: LocationId) {
        let destination = self.at(location);
        self.arrive(destination);
        self.continue_at(location);
    }

    fn choose(&mut self, condition: &Expr, then: &Stmt, otherwise: Option<&Stmt>, to: Destination) {
        if let Some(value) = condition.as_int() {
            // The other arm can only be reached by its labels.
            let (taken, other) =
                if value.is_zero() { (otherwise, Some(then)) } else { (Some(then), otherwise) };
            match taken {
                Some(taken) => self.part(taken, to),
                None => self.arrive(to),
            }
            self.dead = true;
            other.into_iter().for_each(|other| self.part(other, to));
            return;
        }
        let then = Some(then).filter(|statement| !is_empty(statement));
        let then = then.map(|statement| self.only_part(statement));
        let otherwise = otherwise.filter(|statement| !is_empty(statement));
        let otherwise = otherwise.map(|statement| self.only_part(statement));
        let then_start = self.start(then, to);
        let otherwise_start = self.start(otherwise, to);
        self.condition(condition, then_start, otherwise_start);
        self.dead = true;
        for (statement, start) in [(then, then_start), (otherwise, otherwise_start)] {
            if let Some(statement) = statement.filter(|statement| !fails(statement)) {
                self.continue_at(start);
                self.part(statement, to);
            }
        }
    }

    /// Where a part of a statement starts; where it would go if there is none.
    fn start(&mut self, statement: Option<&Stmt>, to: Destination) -> LocationId {
        let Some(statement) = statement else { return self.reach(to) };
        match &statement.kind {
            StmtKind::Expr(expr) => self.start_of(expr),
            _ => self.builder.plain(statement.span),
        }
    }

    /// Where an expression statement starts: if it is a failure, at the error itself.
    pub(super) fn start_of(&mut self, expr: &Expr) -> LocationId {
        match failure(expr) {
            Some((kind, message)) => self.builder.error(kind, message, expr.span),
            None => self.builder.plain(expr.span),
        }
    }

    /// The loop's head is the point at hand: there, and only there, each round starts.
    fn repeat(
        &mut self,
        condition: Option<&Expr>,
        step: Option<&Expr>,
        body: &Stmt,
        to: Destination,
        span: Span,
    ) {
        let head = self.loop_head(span);
        let again = match step {
            Some(step) => self.before(step.span),
            None => head,
        };
        let body = Some(body).filter(|body| !is_empty(body));
        match condition.filter(|condition| condition.as_int().is_none_or(Int::is_zero)) {
            Some(condition) => {
                let start = match body {
                    Some(body) => self.builder.plain(body.span),
                    None => self.reach(again),
                };
                let end = self.reach(to);
                self.condition(condition, start, end);
                self.continue_at(start);
            }
            None if body.is_none() && step.is_none() => self.spin(),
            None if body.is_none() => self.arrive(again),
            None => {}
        }
        if let Some(body) = body {
            self.round(body, again, to);
        }
        if let Some(step) = step {
            self.go_to(again);
            self.effect(step, head);
        }
        self.dead = true;
    }

    fn do_while(&mut self, body: &Stmt, condition: &Expr, to: Destination, span: Span) {
        let head = self.loop_head(span);
        let test = if is_empty(body) { head } else { self.before(condition.span) };
        if !is_empty(body) {
            self.round(body, test, to);
        }
        self.go_to(test);
        match condition.as_int() {
            Some(value) if value.is_zero() => self.arrive(to),
            Some(_) if is_empty(body) => self.spin(),
            Some(_) => self.arrive(head),
            None if self.dead => {}
            None => {
                let (head, end) = (self.reach(head), self.reach(to));
                self.condition(condition, head, end);
            }
        }
        self.dead = true;
    }

    /// The point at hand as the head of a loop. If no run gets there, a `goto` leads into the loop.
    fn loop_head(&mut self, span: Span) -> Destination {
        if self.dead {
            let head = self.builder.plain(span);
            self.continue_at(head);
        }
        self.at(self.here)
    }

    /// An endless loop that does nothing.
    fn spin(&mut self) {
        self.builder.edge(self.here, self.here, Instruction::Skip, Span::nowhere());
        self.dead = true;
    }

    /// The body of a loop, from the point at hand; `continue` leads to `again`, `break` to `to`.
    fn round(&mut self, body: &Stmt, again: Destination, to: Destination) {
        let living = self.living.len();
        self.breaks.push(Exit { to, living });
        self.continues.push(Exit { to: again, living });
        self.part(body, again);
        self.continues.pop();
        self.breaks.pop();
    }

    fn return_statement(&mut self, value: Option<&Expr>, span: Span) {
        let value = match value {
            Some(value) => {
                if self.context.types.has_pointers(&value.ty) {
                    self.context.found.pointers_outlive = true;
                }
                Some(self.value(value))
            }
            None if self.result == CType::Void => None,
            None => {
                let ty = self.result.clone();
                Some(self.no_result(&ty, "result", span))
            }
        };
        let cleaned: Vec<LocalId> =
            self.living.iter().copied().filter(|local| self.scopes.is_cleaned(*local)).collect();
        let value = match value {
            Some(value) if !cleaned.is_empty() => {
                let ty = self.result.clone();
                Some(flow::Expr::Load(self.save(value, &ty, span)))
            }
            value => value,
        };
        cleaned.into_iter().rev().for_each(|local| self.clean_up(local));
        self.returns(value, span);
    }

    fn declare(
        &mut self,
        local: LocalId,
        length: Option<&Expr>,
        initial: Option<&Initial>,
        to: Destination,
        span: Span,
    ) {
        let ty = self.locals[local.0 as usize].ty.clone();
        let target = Place::variable(VariableId(local.0));
        if let Some(initial) = initial {
            return self.initialize(target, &ty, initial, to, span);
        }
        if let Some(length) = length {
            self.make_array(local, length, to, span);
            return;
        }
        if ty.is_aggregate() {
            self.context.note_unwritten(&ty);
            self.forget(local);
        } else {
            if !self.dead {
                self.notes.declared(self.here, local);
            }
            let plan = self.plan();
            if plan.is_some_and(|plan| plan.arbitrary.contains(&local)) {
                self.forget(local);
            } else if plan.is_some_and(|plan| plan.cleared.contains(&local)) && self.may_come_again() {
                self.step(Instruction::Clear { variable: VariableId(local.0), ends: false }, span);
            } else if self.scopes.is_repeated(local) && self.address_taken.contains(&local) {
                self.undo(local, span);
            }
        }
        self.arrive(to);
    }

    /// A variable that pointers may reach is declared again while it lives: it has no value any more.
    fn undo(&mut self, local: LocalId, span: Span) {
        let ty = &self.locals[local.0 as usize].ty;
        if self.context.options.checks(CheckClass::Uninit) {
            self.context.note_unwritten_scalar(ty);
            self.step(Instruction::Clear { variable: VariableId(local.0), ends: false }, span);
        } else {
            self.context.found.wild |= ty.is_object_pointer();
            self.forget(local);
        }
    }

    /// Whether the point at hand may be in a loop.
    fn may_come_again(&self) -> bool {
        !self.continues.is_empty() || !self.targets.is_empty()
    }

    /// An array whose length is computed. A length that is not positive has no meaning (C11 6.7.6.2).
    fn make_array(&mut self, local: LocalId, length: &Expr, to: Destination, span: Span) {
        let variable = &self.locals[local.0 as usize];
        let count = self.value(length);
        let count = self.copyable(count, &length.ty, span);
        let message = format!("the length of `{}` is not positive", variable.name);
        let positive = flow::Expr::binary(BinaryOp::Gt, count.clone(), flow::Expr::int(0));
        self.check(positive, true, ErrorKind::OutOfBounds, message, span);
        let ty = self.context.types.flow(&variable.ty);
        let element = variable.ty.element().cloned().unwrap_or(CType::INT);
        let zero = self.inner_array(&element, &variable.inner_lengths, &variable.name, span);
        let value = flow::Expr::Repeat(ty, Box::new(count), Box::new(zero));
        let arbitrary = Some(Input { name: variable.name.clone() });
        let target = Place::variable(VariableId(local.0));
        self.finish(Instruction::Allocate { target, value, arbitrary, automatic: true }, to, span);
        if self.scopes.ends(local) && !self.dead {
            self.living.push(local);
        }
    }
}

impl FunctionLowering<'_, '_> {
    /// The zero of an element of an array of variable length, whose own length may be in a variable.
    pub(crate) fn inner_array(
        &mut self,
        ty: &CType,
        lengths: &[LocalId],
        name: &str,
        span: Span,
    ) -> flow::Expr {
        let flow_type = self.context.types.flow(ty);
        let (Some((length, rest)), CType::Array(element, Length::Variable)) = (lengths.split_first(), ty)
        else {
            return flow::Expr::Zero(flow_type);
        };
        let count = flow::Expr::variable(VariableId(length.0));
        let message = format!("a length of `{name}` is not positive");
        let positive = flow::Expr::binary(BinaryOp::Gt, count.clone(), flow::Expr::int(0));
        self.check(positive, true, ErrorKind::OutOfBounds, message, span);
        let element = self.inner_array(element, rest, name, span);
        flow::Expr::Repeat(flow_type, Box::new(count), Box::new(element))
    }
}

/// Whether the statement does nothing.
fn is_empty(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Block(statements) => statements.iter().all(is_empty),
        StmtKind::Expr(Expr { kind: ExprKind::Convert(inner), .. }) => matches!(inner.kind, ExprKind::Int(_)),
        StmtKind::Expr(expr) => matches!(expr.kind, ExprKind::Int(_) | ExprKind::Null),
        _ => false,
    }
}

/// The statement that is all that a block does, if so; else the block.
fn only_statement(statement: &Stmt) -> &Stmt {
    let StmtKind::Block(statements) = &statement.kind else { return statement };
    let mut rest = statements.iter().filter(|statement| !is_empty(statement));
    match (rest.next(), rest.next()) {
        (Some(only), None) => only_statement(only),
        _ => statement,
    }
}

/// Whether a statement is a failure and nothing else: it starts at the error itself.
fn fails(statement: &Stmt) -> bool {
    matches!(&statement.kind, StmtKind::Expr(expr) if failure(expr).is_some())
}

/// The failure that an expression is, if it is one.
pub(super) fn failure(expr: &Expr) -> Option<(ErrorKind, &str)> {
    match &expr.kind {
        ExprKind::Intrinsic(Intrinsic::Fail(kind, message)) => Some((*kind, message)),
        ExprKind::Convert(inner) => failure(inner),
        _ => None,
    }
}

/// Whether a jump may lead into the statement.
fn has_label(statement: &Stmt) -> bool {
    statement.any(&mut |statement| matches!(statement.kind, StmtKind::Label(..) | StmtKind::Case(..)))
}
