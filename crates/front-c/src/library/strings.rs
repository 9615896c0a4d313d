//! What is common to functions that read texts.

use super::code::Code;
use crate::check::Refusal;
use crate::ctype::{CType, IntKind};
use crate::tree::{Expr, ExprKind, Intrinsic, LocalId, Rule};
use kyklos_flow::BinaryOp;

/// A number that stands to the value of a call as a rule says.
pub(crate) fn like(value: Expr, rule: Rule, name: &str) -> Expr {
    let (ty, span) = (value.ty.clone(), value.span);
    Expr::new(ExprKind::Intrinsic(Intrinsic::Like(Box::new(value), rule, choice(name))), ty, span)
}

/// What a choice of the library is called that a function makes.
pub(crate) fn choice(name: &str) -> String {
    format!("({name})")
}

/// An argument that is a string.
pub(super) fn string(code: &mut Code<'_, '_>, name: &str, value: Option<Expr>) -> Result<LocalId, Refusal> {
    code.argument(name, value, &CType::Int(IntKind::Char).pointer())
}

/// An argument that is a number of characters, if there is one.
pub(super) fn limit(code: &mut Code<'_, '_>, value: Option<Expr>) -> Result<Option<LocalId>, Refusal> {
    let ty = code.size_type();
    value.map(|value| code.argument("n", Some(value), &ty)).transpose()
}

/// A new variable that counts from 0.
pub(super) fn counter(code: &mut Code<'_, '_>, name: &str) -> LocalId {
    let zero = code.size(0);
    code.declare(name, zero)
}

/// The condition, and before it that the counter is below the limit, if there is one.
pub(super) fn below(code: &mut Code<'_, '_>, at: LocalId, limit: Option<LocalId>, condition: Expr) -> Expr {
    let Some(limit) = limit else { return condition };
    let (at, limit) = (code.get(at), code.get(limit));
    let below = code.compare(BinaryOp::Lt, at, limit);
    code.and(below, condition)
}

/// Counts up to the zero that ends a string, or to the limit.
pub(super) fn skip_to_end_or(
    code: &mut Code<'_, '_>,
    name: &str,
    text: LocalId,
    limit: Option<LocalId>,
) -> LocalId {
    let at = counter(code, name);
    let character = code.element_at(text, at);
    let goes_on = code.is_not_zero(character);
    let condition = below(code, at, limit, goes_on);
    let walk = code.repeat(condition, at, Vec::new());
    code.add(walk);
    at
}
