//! `getchar` and its kin: an input from -1, for the end, to 255.
//!
//! `scanf` and its kin: how many conversions succeed is an input, and so is the value of each that does. The others
//! leave what they would write as it is.

use super::Call;
use super::code::Code;
use crate::check::{Checker, Refusal, unsupported};
use crate::ctype::{CType, FunctionType, IntKind};
use crate::tree::{Expr, ExprKind, Intrinsic, LocalId, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::{BinaryOp, ErrorKind};

/// A call of a function that reads a character.
pub(super) fn character(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let span = call.span;
    checker.note_undefined(call.name, &FunctionType::unknown(CType::INT));
    let low = Box::new(Expr::int(-Int::ONE, CType::INT, span));
    let high = Box::new(Expr::int(Int::from(256), CType::INT, span));
    let range = ExprKind::Intrinsic(Intrinsic::Range(low, high, call.name.to_owned()));
    let range = Expr::new(range, CType::INT, span);
    if call.arguments.is_empty() {
        return Ok(range);
    }
    let ignored = ExprKind::Intrinsic(Intrinsic::Ignore(call.arguments, None));
    let ignored = Box::new(Expr::new(ignored, CType::Void, span));
    Ok(Expr::new(ExprKind::Comma(ignored, Box::new(range)), CType::INT, span))
}

/// A call of a function like `scanf` with this format; the arguments are those behind it.
pub(crate) fn read(
    checker: &mut Checker<'_>,
    name: &str,
    format: &str,
    arguments: Vec<Expr>,
    span: Span,
) -> Result<Expr, Refusal> {
    let conversions = match conversions(format) {
        Ok(conversions) => conversions,
        Err(what) => {
            return unsupported(span, format!("`{what}` in the format of `{name}` is not supported"));
        }
    };
    if conversions.len() > arguments.len() {
        return Ok(too_few(name, span));
    }
    let mut arguments = arguments;
    // They are evaluated all the same.
    let further = arguments.split_off(conversions.len());
    let sure = checker.assumes_io();
    let mut code = Code::new(checker, name, span);
    let further = Expr::new(ExprKind::Intrinsic(Intrinsic::Ignore(further, None)), CType::Void, span);
    code.add(code.expression(further));
    let mut targets = Vec::new();
    for (argument, conversion) in arguments.into_iter().zip(&conversions) {
        let ty = match conversion.what {
            What::Number(kind) => CType::Int(kind),
            What::Float(bytes) => CType::Float(bytes),
            What::Text(_) | What::Characters(_) => CType::Int(IntKind::Char),
        };
        targets.push(code.argument("p", Some(argument), &ty.pointer())?);
    }
    let number = |value: usize| Int::from(value);
    let counted = conversions.iter().filter(|conversion| conversion.counts).count();
    let least = if sure { number(counted) } else { -Int::ONE };
    let low = Box::new(Expr::int(least, CType::INT, span));
    let high = Box::new(Expr::int(number(counted + 1), CType::INT, span));
    let count = ExprKind::Intrinsic(Intrinsic::Range(low, high, name.to_owned()));
    let count = code.declare("r", Expr::new(count, CType::INT, span));
    let mut rest = Vec::new();
    let mut index = counted;
    for (target, conversion) in targets.into_iter().zip(conversions).rev() {
        index -= usize::from(conversion.counts);
        let called = format!("{name} {}", conversion.text);
        let mut then = match conversion.what {
            What::Number(kind) => {
                let input = ExprKind::Intrinsic(Intrinsic::Input(called));
                let place = code.element(target, code.size(0));
                vec![code.assign(place, Expr::new(input, CType::Int(kind), span))]
            }
            What::Float(_) => {
                let place = code.element(target, code.size(0));
                let ty = place.ty.clone();
                let input = ExprKind::Intrinsic(Intrinsic::Input(called));
                vec![code.assign(place, Expr::new(input, ty, span))]
            }
            What::Text(width) => text_read(&mut code, target, &called, (1, width), true),
            What::Characters(width) => text_read(&mut code, target, &called, (width, Some(width)), false),
        };
        then.append(&mut rest);
        let (count, index) = (code.get(count), Expr::int(number(index), CType::INT, span));
        let condition = code.compare(BinaryOp::Gt, count, index);
        let then = Box::new(code.statement(StmtKind::Block(then)));
        rest = vec![code.statement(StmtKind::If { condition, then, otherwise: None })];
    }
    rest.into_iter().for_each(|statement| code.add(statement));
    let value = code.get(count);
    Ok(code.finish(value))
}

/// A call of a function like `scanf` whose format has more conversions than there are arguments for.
pub(crate) fn too_few(name: &str, span: Span) -> Expr {
    let message = format!("the format of `{name}` asks for more arguments than there are");
    let fail = ExprKind::Intrinsic(Intrinsic::Fail(ErrorKind::OutOfBounds, message));
    let fail = Box::new(Expr::new(fail, CType::Void, span));
    let zero = Box::new(Expr::int(Int::ZERO, CType::INT, span));
    Expr::new(ExprKind::Comma(fail, zero), CType::INT, span)
}

/// Makes so many bytes behind a pointer inputs of this name, element by element.
pub(crate) fn memory(
    checker: &mut Checker<'_>,
    (pointer, size): (Expr, Expr),
    name: &str,
    span: Span,
) -> Result<Expr, Refusal> {
    let target = pointer.ty.target().cloned().unwrap_or(CType::Void);
    let bytes = checker.types.size_of(&target).filter(|bytes| *bytes > 0);
    let is_whole = |bytes: u64| {
        size.as_int().is_none_or(|size| size.rem_trunc(&Int::from(bytes as usize)) == Some(Int::ZERO))
    };
    let (element, bytes) = match bytes.filter(|bytes| is_whole(*bytes)) {
        Some(bytes) if target != CType::Void => (target, bytes as usize),
        _ => (CType::Int(IntKind::Char), 1),
    };
    let mut code = Code::new(checker, name, span);
    let to = code.argument("p", Some(pointer), &element.clone().pointer())?;
    let size = code.size_of(size);
    let bytes = code.size(bytes);
    let count = code.binary(BinaryOp::Div, size, bytes);
    let count = code.declare("n", count);
    let zero = code.size(0);
    let at = code.declare("i", zero);
    let place = code.element_at(to, at);
    let forget = ExprKind::Intrinsic(Intrinsic::Forget(Box::new(place), name.to_owned()));
    let body = vec![code.expression(Expr::new(forget, CType::Void, span))];
    let (here, end) = (code.get(at), code.get(count));
    let goes_on = code.compare(BinaryOp::Lt, here, end);
    let rounds = code.repeat(goes_on, at, body);
    code.add(rounds);
    let nothing = Expr::new(ExprKind::Intrinsic(Intrinsic::Ignore(Vec::new(), None)), CType::Void, span);
    Ok(code.finish(nothing))
}

/// Writes a text of inputs, from so many characters to so many.
fn text_read(
    code: &mut Code<'_, '_>,
    target: LocalId,
    called: &str,
    (least, most): (usize, Option<usize>),
    ends: bool,
) -> Vec<Stmt> {
    let span = code.span;
    let size = code.size_type();
    // Without a width there may be any number.
    let behind = code.size(most.map_or(1 << 31, |most| most + 1));
    let low = Box::new(code.size(least));
    let range = Intrinsic::Range(low, Box::new(behind), format!("{called}: length"));
    let range = Expr::new(ExprKind::Intrinsic(range), size.clone(), span);
    let (declared, length) = code.declaration("n", range);
    let mut statements = vec![declared];
    let zero = code.size(0);
    let (declared, at) = code.declaration("i", zero);
    statements.push(declared);
    let character = CType::Int(IntKind::Char);
    let input = Expr::new(ExprKind::Intrinsic(Intrinsic::Input(called.to_owned())), character.clone(), span);
    let place = code.element_at(target, at);
    let mut body = vec![code.assign(place, input)];
    if ends {
        let place = code.element_at(target, at);
        let there = code.is_not_zero(place);
        let assume = Expr::new(ExprKind::Intrinsic(Intrinsic::Assume(Box::new(there))), CType::Void, span);
        body.push(code.expression(assume));
    }
    let (here, end) = (code.get(at), code.get(length));
    let goes_on = code.compare(BinaryOp::Lt, here, end);
    statements.push(code.repeat(goes_on, at, body));
    if ends {
        let place = code.element_at(target, length);
        let zero = code.zero(&character);
        statements.push(code.assign(place, zero));
    }
    statements
}

/// A conversion of a format.
struct Conversion {
    /// How it is written.
    text: String,
    what: What,
    /// Whether the result counts it.
    counts: bool,
}

/// What a conversion writes.
enum What {
    Number(IntKind),
    Float(u8),
    /// A text of at most so many characters, and a zero.
    Text(Option<usize>),
    /// So many characters.
    Characters(usize),
}

/// The conversions of a format that write; the first that is not supported otherwise. What stands between them only
/// decides how many succeed.
fn conversions(format: &str) -> Result<Vec<Conversion>, String> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        rest = &rest[at + 1..];
        let whole = rest;
        if let Some(behind) = rest.strip_prefix('%') {
            rest = behind;
            continue;
        }
        let suppressed = rest.starts_with('*');
        rest = rest.strip_prefix('*').unwrap_or(rest);
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let width = rest[..rest.len() - behind.len()].parse::<usize>().ok();
        rest = behind;
        let behind = rest.trim_start_matches(['h', 'l', 'j', 'z', 't', 'L', 'q']);
        let length = &rest[..rest.len() - behind.len()];
        let conversion = behind.chars().next();
        rest = &behind[conversion.map_or(0, char::len_utf8)..];
        if conversion == Some('[') {
            let set = rest.strip_prefix('^').unwrap_or(rest);
            let set = set.strip_prefix(']').unwrap_or(set);
            rest = set.find(']').map_or("", |end| &set[end + 1..]);
        }
        let text = format!("%{}", &whole[..whole.len() - rest.len()]);
        let what = what(length, conversion, width).ok_or_else(|| text.clone())?;
        if !suppressed {
            found.push(Conversion { text, what, counts: conversion != Some('n') });
        }
    }
    Ok(found)
}

fn what(length: &str, conversion: Option<char>, width: Option<usize>) -> Option<What> {
    use IntKind::*;
    let kind = match (length, conversion?) {
        ("", 'c') => match width {
            None | Some(1) => Char,
            Some(width) => return Some(What::Characters(width)),
        },
        ("", 's' | '[') => return Some(What::Text(width)),
        ("", 'a' | 'e' | 'f' | 'g' | 'E' | 'F' | 'G' | 'A') => return Some(What::Float(4)),
        ("l", 'a' | 'e' | 'f' | 'g' | 'E' | 'F' | 'G' | 'A') => return Some(What::Float(8)),
        ("L", 'a' | 'e' | 'f' | 'g' | 'E' | 'F' | 'G' | 'A') => return Some(What::Float(16)),
        ("", 'd' | 'i' | 'n') => Int,
        ("hh", 'd' | 'i' | 'n') => SignedChar,
        ("h", 'd' | 'i' | 'n') => Short,
        ("l" | "j" | "z" | "t", 'd' | 'i' | 'n') => Long,
        ("ll" | "q", 'd' | 'i' | 'n') => LongLong,
        ("", 'u' | 'o' | 'x' | 'X') => Unsigned,
        ("hh", 'u' | 'o' | 'x' | 'X') => UnsignedChar,
        ("h", 'u' | 'o' | 'x' | 'X') => UnsignedShort,
        ("l" | "j" | "z" | "t", 'u' | 'o' | 'x' | 'X') => UnsignedLong,
        ("ll" | "q", 'u' | 'o' | 'x' | 'X') => UnsignedLongLong,
        _ => return None,
    };
    Some(What::Number(kind))
}
