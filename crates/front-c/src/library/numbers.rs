//! `abs`, `atoi` and their kin; `rand`; `time`.

use super::Call;
use super::code::Code;
use super::strings::{counter, string};
use crate::check::{Checker, Refusal};
use crate::ctype::{CType, FunctionType, IntKind};
use crate::tree::{Expr, ExprKind, Intrinsic, LocalId, Stmt, StmtKind};
use kyklos_base::Int;
use kyklos_flow::BinaryOp;

/// `abs` and its kin.
pub(super) fn absolute(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let kind = match call.name.trim_start_matches("__builtin_") {
        "abs" => IntKind::Int,
        "labs" => IntKind::Long,
        _ => IntKind::LongLong,
    };
    let mut code = Code::new(checker, call.name, call.span);
    let ty = CType::Int(kind);
    let number = code.argument("x", call.arguments.into_iter().next(), &ty)?;
    let (sign, negated, plain) = (code.get(number), code.get(number), code.get(number));
    let negative = code.compare(BinaryOp::Lt, sign, code.zero(&ty));
    let negated = Expr::new(ExprKind::Negate(Box::new(negated)), ty, call.span);
    let value = code.choose(negative, negated, plain);
    Ok(code.finish(value))
}

/// `atoi` and its kin: blanks, a sign, digits. What does not fit the type wraps around; C leaves it open.
pub(super) fn parse(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let (result, kind) = match call.name {
        "atoi" => (IntKind::Int, IntKind::Unsigned),
        "atol" => (IntKind::Long, IntKind::UnsignedLong),
        _ => (IntKind::LongLong, IntKind::UnsignedLongLong),
    };
    let ty = CType::Int(kind);
    let mut code = Code::new(checker, call.name, call.span);
    let text = string(&mut code, "s", call.arguments.into_iter().next())?;
    let (at, minus) = start(&mut code, text);
    let sum = code.declare("x", code.zero(&ty));
    let is_digit = between(&mut code, text, at, b'0', b'9');
    let (digit, ten, zero) =
        (code.element_at(text, at), number(&code, 10, &ty), number(&code, b'0'.into(), &ty));
    let digit = code.convert(digit, kind);
    let digit = code.binary(BinaryOp::Sub, digit, zero);
    let (target, old) = (code.get(sum), code.get(sum));
    let shifted = code.binary(BinaryOp::Mul, old, ten);
    let next = code.binary(BinaryOp::Add, shifted, digit);
    let body = vec![code.assign(target, next)];
    let digits = code.repeat(is_digit, at, body);
    code.add(digits);
    let (minus, negative, positive) = (code.get(minus), code.get(sum), code.get(sum));
    let negative = Expr::new(ExprKind::Negate(Box::new(negative)), ty, call.span);
    let value = code.choose(minus, negative, positive);
    let value = code.convert(value, result);
    Ok(code.finish(value))
}

/// What stands before the digits of a number: blanks, then perhaps a sign. Gives the position behind them, and
/// whether the sign is a minus.
pub(super) fn start(code: &mut Code<'_, '_>, text: LocalId) -> (LocalId, LocalId) {
    let at = counter(code, "i");
    let (tab, blank) = (between(code, text, at, b'\t', b'\r'), is(code, text, at, b' '));
    let is_space = code.or(blank, tab);
    let skip = code.repeat(is_space, at, Vec::new());
    code.add(skip);
    let minus = is(code, text, at, b'-');
    let minus = code.declare("m", minus);
    let (negative, plus) = (code.get(minus), is(code, text, at, b'+'));
    let signed = code.or(negative, plus);
    let (target, old, one) = (code.get(at), code.get(at), code.size(1));
    let next = code.binary(BinaryOp::Add, old, one);
    let next = code.assign(target, next);
    let sign = when(code, signed, next);
    code.add(sign);
    (at, minus)
}

/// `rand` and `random`: an input from 0 to the greatest `int`.
pub(super) fn random(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let ty = CType::Int(if call.name == "rand" { IntKind::Int } else { IntKind::Long });
    checker.note_undefined(call.name, &FunctionType::unknown(ty.clone()));
    let low = Expr::int(Int::ZERO, CType::INT, call.span);
    let high = Expr::int(Int::power_of_two(31), CType::Int(IntKind::LongLong), call.span);
    let range = Intrinsic::Range(Box::new(low), Box::new(high), call.name.to_owned());
    Ok(Expr::new(ExprKind::Intrinsic(range), ty, call.span))
}

/// `srand`: all sequences are possible in any case.
pub(super) fn seed(_: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let nothing = ExprKind::Intrinsic(Intrinsic::Ignore(call.arguments, None));
    Ok(Expr::new(nothing, CType::Void, call.span))
}

/// `time` with a pointer: any number, which is also written where that points. The input is not called as the
/// function is, because no other function can take its place in a native run.
pub(super) fn time(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let ty = CType::Int(IntKind::Long);
    let mut code = Code::new(checker, call.name, call.span);
    let target = code.argument("p", call.arguments.into_iter().next(), &ty.clone().pointer())?;
    let input = Intrinsic::Input(format!("{}(…)", call.name));
    let now = code.declare("t", Expr::new(ExprKind::Intrinsic(input), ty, call.span));
    let pointer = code.get(target);
    let null = Expr::new(ExprKind::Null, pointer.ty.clone(), call.span);
    let is_there = code.compare(BinaryOp::Ne, pointer, null);
    let (place, value) = (code.element(target, code.size(0)), code.get(now));
    let write = code.assign(place, value);
    let write = when(&code, is_there, write);
    code.add(write);
    let value = code.get(now);
    Ok(code.finish(value))
}

/// `if (condition) then`
pub(crate) fn when(code: &Code<'_, '_>, condition: Expr, then: Stmt) -> Stmt {
    code.statement(StmtKind::If { condition, then: Box::new(then), otherwise: None })
}

/// A number of an integer type.
pub(super) fn number(code: &Code<'_, '_>, value: i64, ty: &CType) -> Expr {
    Expr::int(Int::from(value), ty.clone(), code.span)
}

/// Whether the character at a position is this one.
pub(super) fn is(code: &mut Code<'_, '_>, text: LocalId, at: LocalId, character: u8) -> Expr {
    let (found, wanted) =
        (code.element_at(text, at), number(code, character.into(), &CType::Int(IntKind::Char)));
    code.compare(BinaryOp::Eq, found, wanted)
}

/// Whether the character at a position lies in a range.
pub(super) fn between(code: &mut Code<'_, '_>, text: LocalId, at: LocalId, first: u8, last: u8) -> Expr {
    let ty = CType::Int(IntKind::Char);
    let (low, high) = (code.element_at(text, at), code.element_at(text, at));
    let (first, last) = (number(code, first.into(), &ty), number(code, last.into(), &ty));
    let from = code.compare(BinaryOp::Ge, low, first);
    let to = code.compare(BinaryOp::Le, high, last);
    code.and(from, to)
}
