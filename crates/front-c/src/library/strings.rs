//! `strlen`, `strcmp`, `strcpy`, `strcat`, and those of them that look at so many characters at most.

use super::Call;
use super::code::Code;
use crate::check::{Checker, Refusal};
use crate::ctype::{CType, IntKind};
use crate::tree::{Expr, ExprKind, Intrinsic, LocalId, Rule};
use kyklos_flow::BinaryOp;

/// `strlen` and `strnlen`
pub(super) fn length(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let mut code = Code::new(checker, call.name, call.span);
    let mut arguments = call.arguments.into_iter();
    let text = string(&mut code, "s", arguments.next())?;
    let limit = limit(&mut code, arguments.next())?;
    let at = skip_to_end_or(&mut code, "i", text, limit);
    let value = code.get(at);
    Ok(code.finish(value))
}

/// `strcmp` and `strncmp`: a number with the sign of the difference of the first characters that differ.
pub(super) fn compare(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let mut code = Code::new(checker, call.name, call.span);
    let mut arguments = call.arguments.into_iter();
    let left = string(&mut code, "a", arguments.next())?;
    let right = string(&mut code, "b", arguments.next())?;
    let limit = limit(&mut code, arguments.next())?;
    let at = counter(&mut code, "i");
    let (a, b, again) = (code.element_at(left, at), code.element_at(right, at), code.element_at(left, at));
    let alike = code.compare(BinaryOp::Eq, a, b);
    let goes_on = code.is_not_zero(again);
    let condition = code.and(alike, goes_on);
    let condition = below(&mut code, at, limit, condition);
    let walk = code.repeat(condition, at, Vec::new());
    code.add(walk);
    let (a, b) = (code.element_at(left, at), code.element_at(right, at));
    let [a, b] = [a, b].map(|character| {
        let byte = code.convert(character, IntKind::UnsignedChar);
        code.convert(byte, IntKind::Int)
    });
    let mut value = code.binary(BinaryOp::Sub, a, b);
    if let Some(limit) = limit {
        let (at, limit) = (code.get(at), code.get(limit));
        let differs = code.compare(BinaryOp::Lt, at, limit);
        value = code.choose(differs, value, code.zero(&CType::INT));
    }
    let value = code.finish(value);
    Ok(like(value, Rule::Sign, call.name))
}

/// `strcpy`, and `strncpy`, which fills up with zeros.
pub(super) fn copy(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let mut code = Code::new(checker, call.name, call.span);
    let mut arguments = call.arguments.into_iter();
    let target = string(&mut code, "d", arguments.next())?;
    let source = string(&mut code, "s", arguments.next())?;
    let limit = limit(&mut code, arguments.next())?;
    let at = counter(&mut code, "i");
    let character = code.element_at(source, at);
    let goes_on = code.is_not_zero(character);
    let condition = below(&mut code, at, limit, goes_on);
    let (to, from) = (code.element_at(target, at), code.element_at(source, at));
    let body = vec![code.assign(to, from)];
    let walk = code.repeat(condition, at, body);
    code.add(walk);
    let to = code.element_at(target, at);
    let end = code.assign(to, code.zero(&CType::Int(IntKind::Char)));
    match limit {
        None => code.add(end),
        Some(limit) => {
            let (position, limit) = (code.get(at), code.get(limit));
            let condition = code.compare(BinaryOp::Lt, position, limit);
            let fill = code.repeat(condition, at, vec![end]);
            code.add(fill);
        }
    }
    let value = code.get(target);
    Ok(code.finish(value))
}

/// `strcat`, and `strncat`, which always ends with a zero.
pub(super) fn append(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let mut code = Code::new(checker, call.name, call.span);
    let mut arguments = call.arguments.into_iter();
    let target = string(&mut code, "d", arguments.next())?;
    let source = string(&mut code, "s", arguments.next())?;
    let limit = limit(&mut code, arguments.next())?;
    let end = skip_to_end(&mut code, "e", target);
    let at = counter(&mut code, "i");
    let character = code.element_at(source, at);
    let goes_on = code.is_not_zero(character);
    let condition = below(&mut code, at, limit, goes_on);
    let behind = |code: &mut Code<'_, '_>| {
        let (end, at) = (code.get(end), code.get(at));
        let index = code.binary(BinaryOp::Add, end, at);
        code.element(target, index)
    };
    let to = behind(&mut code);
    let from = code.element_at(source, at);
    let body = vec![code.assign(to, from)];
    let walk = code.repeat(condition, at, body);
    code.add(walk);
    let to = behind(&mut code);
    let close = code.assign(to, code.zero(&CType::Int(IntKind::Char)));
    code.add(close);
    let value = code.get(target);
    Ok(code.finish(value))
}

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

/// Counts up to the zero that ends a string.
pub(super) fn skip_to_end(code: &mut Code<'_, '_>, name: &str, text: LocalId) -> LocalId {
    skip_to_end_or(code, name, text, None)
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
