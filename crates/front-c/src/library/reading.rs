//! `getchar` and its kin: an input from -1, for the end, to 255.
//!
//! `scanf`, of numbers and single characters: how many conversions succeed is an input, and so is the value
//! of each that does. The others leave what they would write as it is.

use super::Call;
use super::code::Code;
use crate::check::{Checker, Refusal, refusal};
use crate::ctype::{CType, FunctionType, IntKind};
use crate::tree::{Expr, ExprKind, Intrinsic, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;

/// The functions that read a character: of standard input, of a stream.
const OF_INPUT: [&str; 2] = ["getchar", "getchar_unlocked"];
const OF_STREAM: [&str; 4] = ["getc", "fgetc", "getc_unlocked", "fgetc_unlocked"];

/// Whether a function with so many arguments reads a character.
pub(super) fn reads_character(name: &str, arguments: usize) -> bool {
    match arguments {
        0 => OF_INPUT.contains(&name),
        1 => OF_STREAM.contains(&name),
        _ => false,
    }
}

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
        Err(what) => return refusal(span, format!("`{what}` in the format of `{name}` is not supported")),
    };
    if conversions.len() != arguments.len() {
        let (wanted, given) = (conversions.len(), arguments.len());
        return refusal(span, format!("the format of `{name}` has {wanted} conversions, not {given}"));
    }
    let mut code = Code::new(checker, name, span);
    let mut targets = Vec::new();
    for (argument, (_, ty)) in arguments.into_iter().zip(&conversions) {
        targets.push(code.argument("p", Some(argument), &ty.clone().pointer())?);
    }
    let number = |value: usize| Int::from(value);
    let low = Box::new(Expr::int(-Int::ONE, CType::INT, span));
    let high = Box::new(Expr::int(number(conversions.len() + 1), CType::INT, span));
    let count = ExprKind::Intrinsic(Intrinsic::Range(low, high, name.to_owned()));
    let count = code.declare("r", Expr::new(count, CType::INT, span));
    let mut rest = Vec::new();
    for (index, (target, (text, ty))) in targets.into_iter().zip(conversions).enumerate().rev() {
        let input = ExprKind::Intrinsic(Intrinsic::Input(format!("{name} {text}")));
        let place = code.element(target, code.size(0));
        let mut then = vec![code.assign(place, Expr::new(input, ty, span))];
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

/// The conversions of a format, each with its text and the type it writes; the first that is not supported
/// otherwise. What stands between them only decides how many succeed.
fn conversions(format: &str) -> Result<Vec<(String, CType)>, String> {
    use IntKind::*;
    let mut found = Vec::new();
    let mut parts = format.split('%').skip(1);
    while let Some(part) = parts.next() {
        if part.is_empty() {
            // `%%`: what follows it is text.
            parts.next();
            continue;
        }
        let length = part.len() - part.trim_start_matches(['h', 'l', 'L']).len();
        let conversion = part[length..].chars().next();
        let text: String = part.chars().take(length + 1).collect();
        if let Some('a' | 'e' | 'f' | 'g' | 'E' | 'F' | 'G') = conversion {
            let bytes = match &part[..length] {
                "" => 4,
                "l" => 8,
                "L" => 16,
                _ => return Err(format!("%{text}")),
            };
            found.push((format!("%{text}"), CType::Float(bytes)));
            continue;
        }
        let kind = match (&part[..length], conversion) {
            ("", Some('c')) => Char,
            ("", Some('d' | 'i')) => Int,
            ("hh", Some('d' | 'i')) => SignedChar,
            ("h", Some('d' | 'i')) => Short,
            ("l", Some('d' | 'i')) => Long,
            ("ll", Some('d' | 'i')) => LongLong,
            ("", Some('u' | 'o' | 'x' | 'X')) => Unsigned,
            ("hh", Some('u' | 'o' | 'x' | 'X')) => UnsignedChar,
            ("h", Some('u' | 'o' | 'x' | 'X')) => UnsignedShort,
            ("l", Some('u' | 'o' | 'x' | 'X')) => UnsignedLong,
            ("ll", Some('u' | 'o' | 'x' | 'X')) => UnsignedLongLong,
            _ => return Err(format!("%{text}")),
        };
        found.push((format!("%{text}"), CType::Int(kind)));
    }
    Ok(found)
}
