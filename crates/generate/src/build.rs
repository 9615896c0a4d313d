//! Syntax trees without positions.

use kyklos_base::{Int, Span};
use kyklos_front_microc::ast::{BinaryOp, Expr, ExprKind, Name, Stmt, StmtKind};

pub(crate) fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::nowhere() }
}

pub(crate) fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::nowhere() }
}

pub(crate) fn number(value: i64) -> Expr {
    expr(ExprKind::Number(Int::from(value)))
}

pub(crate) fn variable(text: &str) -> Expr {
    expr(ExprKind::Identifier(text.to_owned()))
}

pub(crate) fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(left), Box::new(right)))
}

pub(crate) fn index(array: &str, index: Expr) -> Expr {
    expr(ExprKind::Index { array: Box::new(variable(array)), index: Box::new(index) })
}

pub(crate) fn field(record: &str, field: &str) -> Expr {
    expr(ExprKind::Field { record: Box::new(variable(record)), field: name(field) })
}

pub(crate) fn deref(pointer: &str) -> Expr {
    expr(ExprKind::Deref(Box::new(variable(pointer))))
}

pub(crate) fn null() -> Expr {
    expr(ExprKind::Null)
}

pub(crate) fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::nowhere() }
}

pub(crate) fn assign(target: Expr, value: Expr) -> Stmt {
    stmt(StmtKind::Assign { target, value })
}

pub(crate) fn block(statements: Vec<Stmt>) -> Stmt {
    stmt(StmtKind::Block(statements))
}

pub(crate) fn while_loop(condition: Expr, body: Vec<Stmt>) -> Stmt {
    stmt(StmtKind::While { condition, body: Box::new(block(body)) })
}

pub(crate) fn if_then(condition: Expr, then: Vec<Stmt>, otherwise: Option<Vec<Stmt>>) -> Stmt {
    let otherwise = otherwise.map(|statements| Box::new(block(statements)));
    stmt(StmtKind::If { condition, then: Box::new(block(then)), otherwise })
}
