//! Builds the code of a call: GNU's `({ … })` with variables of its own.

use crate::check::{Checker, Refusal};
use crate::ctype::{CType, IntKind};
use crate::tree::{Change, Expr, ExprKind, Initial, LocalId, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;

/// Code that is being built. All of it stands at the place of the call.
pub(crate) struct Code<'k, 'a> {
    pub(crate) checker: &'k mut Checker<'a>,
    /// The call.
    pub(crate) span: Span,
    name: String,
    statements: Vec<Stmt>,
}

impl<'k, 'a> Code<'k, 'a> {
    /// No code yet, for a call of this function.
    pub(crate) fn new(checker: &'k mut Checker<'a>, name: &str, span: Span) -> Self {
        Self { checker, span, name: name.to_owned(), statements: Vec::new() }
    }

    /// The code, and its value.
    pub(crate) fn finish(self, value: Expr) -> Expr {
        let ty = value.ty.clone();
        Expr::new(ExprKind::Statements(self.statements, Some(Box::new(value))), ty, self.span)
    }

    /// Adds a statement.
    pub(crate) fn add(&mut self, statement: Stmt) {
        self.statements.push(statement);
    }

    /// How much code there is.
    pub(crate) fn length(&self) -> usize {
        self.statements.len()
    }

    /// What was added since there was so much code, as one statement that is yet to be added.
    pub(crate) fn block_since(&mut self, length: usize) -> Stmt {
        let statements = self.statements.split_off(length);
        self.statement(StmtKind::Block(statements))
    }

    /// Takes back what was added when there was so much code.
    pub(crate) fn take_back(&mut self, length: usize) {
        self.statements.truncate(length);
    }

    /// A new variable with a first value.
    pub(crate) fn declare(&mut self, name: &str, value: Expr) -> LocalId {
        let (statement, local) = self.declaration(name, value);
        self.add(statement);
        local
    }

    /// A new variable with a first value, as a statement that is yet to be added.
    pub(crate) fn declaration(&mut self, name: &str, value: Expr) -> (Stmt, LocalId) {
        let name = format!("({}) {name}", self.name);
        let local = self.checker.add_local(name, value.ty.clone(), self.span);
        let kind = StmtKind::Declare { local, length: None, initial: Some(Initial::Value(value)) };
        (self.statement(kind), local)
    }

    /// A new variable for an argument, which is converted to its type.
    pub(crate) fn argument(
        &mut self,
        name: &str,
        value: Option<Expr>,
        ty: &CType,
    ) -> Result<LocalId, Refusal> {
        let value = match value {
            Some(value) => {
                let span = value.span;
                self.checker.convert(value, ty, span)?
            }
            None => Expr::int(Int::ZERO, ty.clone(), self.span),
        };
        Ok(self.declare(name, value))
    }

    /// The value of a variable.
    pub(crate) fn get(&mut self, local: LocalId) -> Expr {
        self.checker.use_local(local, self.span)
    }

    /// A number of type `size_t`.
    pub(crate) fn size(&self, value: usize) -> Expr {
        Expr::int(Int::from(value), self.size_type(), self.span)
    }

    /// `size_t`
    pub(crate) fn size_type(&self) -> CType {
        CType::Int(self.checker.types.size_kind())
    }

    /// A number as a `size_t`.
    pub(crate) fn size_of(&self, value: Expr) -> Expr {
        self.convert(value, self.checker.types.size_kind())
    }

    /// The zero of an integer type.
    pub(crate) fn zero(&self, ty: &CType) -> Expr {
        Expr::int(Int::ZERO, ty.clone(), self.span)
    }

    /// The place `pointer[index]`.
    pub(crate) fn element(&mut self, pointer: LocalId, index: Expr) -> Expr {
        let pointer = self.get(pointer);
        let target = pointer.ty.target().cloned().unwrap_or(CType::Void);
        let ty = pointer.ty.clone();
        let moved = ExprKind::Offset { pointer: Box::new(pointer), by: Box::new(index), backward: false };
        let moved = Expr::new(moved, ty, self.span);
        Expr::new(ExprKind::Deref(Box::new(moved)), target, self.span)
    }

    /// The place `pointer[index]` for a variable as index.
    pub(crate) fn element_at(&mut self, pointer: LocalId, index: LocalId) -> Expr {
        let index = self.get(index);
        self.element(pointer, index)
    }

    /// An operation on two numbers of one type.
    pub(crate) fn binary(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let ty = left.ty.clone();
        Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, self.span)
    }

    /// A comparison of two values of one type.
    pub(crate) fn compare(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::new(ExprKind::Compare(op, Box::new(left), Box::new(right)), CType::INT, self.span)
    }

    /// Whether a number is not zero.
    pub(crate) fn is_not_zero(&self, value: Expr) -> Expr {
        let zero = self.zero(&value.ty);
        self.compare(BinaryOp::Ne, value, zero)
    }

    /// `left && right`
    pub(crate) fn and(&self, left: Expr, right: Expr) -> Expr {
        Expr::new(ExprKind::Logical(BinaryOp::And, Box::new(left), Box::new(right)), CType::INT, self.span)
    }

    /// `left || right`
    pub(crate) fn or(&self, left: Expr, right: Expr) -> Expr {
        Expr::new(ExprKind::Logical(BinaryOp::Or, Box::new(left), Box::new(right)), CType::INT, self.span)
    }

    /// `condition ? then : otherwise`
    pub(crate) fn choose(&self, condition: Expr, then: Expr, otherwise: Expr) -> Expr {
        let ty = then.ty.clone();
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        Expr::new(kind, ty, self.span)
    }

    /// A number in another integer type.
    pub(crate) fn convert(&self, value: Expr, kind: IntKind) -> Expr {
        Expr::new(ExprKind::Convert(Box::new(value)), CType::Int(kind), self.span)
    }

    /// `target = value;`
    pub(crate) fn assign(&self, target: Expr, value: Expr) -> Stmt {
        let ty = target.ty.clone();
        self.expression(Expr::new(ExprKind::Assign(Box::new(target), Box::new(value)), ty, self.span))
    }

    /// An expression as a statement.
    pub(crate) fn expression(&self, value: Expr) -> Stmt {
        self.statement(StmtKind::Expr(value))
    }

    /// `for (; condition; counter++) { body }`; no condition always holds.
    pub(crate) fn repeat(
        &mut self,
        condition: impl Into<Option<Expr>>,
        counter: LocalId,
        body: Vec<Stmt>,
    ) -> Stmt {
        let target = self.get(counter);
        let ty = target.ty.clone();
        let one = Expr::int(Int::ONE, ty.clone(), self.span);
        let change = Change::Number { op: BinaryOp::Add, ty: ty.clone(), operand: Box::new(one) };
        let step = ExprKind::Update { target: Box::new(target), change, old: false };
        let body = Box::new(self.statement(StmtKind::Block(body)));
        let step = Some(Expr::new(step, ty, self.span));
        self.statement(StmtKind::While { condition: condition.into(), step, body })
    }

    /// A statement at the place of the call.
    pub(crate) fn statement(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, span: self.span }
    }
}
