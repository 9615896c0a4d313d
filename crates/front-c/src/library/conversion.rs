//! `strtol` and its kin: blanks, a sign, a prefix, digits; what does not fit the type becomes its greatest or
//! least number.

use super::code::Code;
use super::numbers::{between, is, number, start, when};
use super::search::leave_unless;
use super::strings::string;
use super::{Call, is_null};
use crate::check::{Checker, Refusal, unsupported};
use crate::ctype::{CType, IntKind};
use crate::options::DataModel;
use crate::tree::{Expr, ExprKind, LocalId, Stmt, StmtKind};
use kyklos_base::Int;
use kyklos_flow::BinaryOp;

/// The greatest base: ten digits and all letters.
const GREATEST_BASE: i64 = 36;

/// The codes of `errno` that these functions use, the same on all systems.
const INVALID: i64 = 22;
const OUT_OF_RANGE: i64 = 34;

/// What a number is written in.
#[derive(Clone, Copy)]
enum Base {
    Known(i64),
    /// A variable of type `int`.
    Variable(LocalId),
}

/// Digits that were read.
struct Digits {
    /// The number they stand for, of an unsigned type.
    sum: LocalId,
    /// Whether that does not fit its type.
    over: LocalId,
    /// Where the first of them would stand.
    first: LocalId,
}

/// The functions, and the types of what they give. The first two give `intmax_t`, which is `long` where that is as wide.
const FUNCTIONS: [(&str, IntKind); 8] = [
    ("strtoimax", IntKind::LongLong),
    ("strtoumax", IntKind::UnsignedLongLong),
    ("strtol", IntKind::Long),
    ("strtoll", IntKind::LongLong),
    ("strtoq", IntKind::LongLong),
    ("strtoul", IntKind::UnsignedLong),
    ("strtoull", IntKind::UnsignedLongLong),
    ("strtouq", IntKind::UnsignedLongLong),
];

/// Whether a function is one of these.
pub(super) fn is_known(name: &str) -> bool {
    FUNCTIONS.iter().any(|(known, _)| *known == name)
}

/// A call of such a function.
pub(super) fn parse(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let result = result_of(call.name, checker.types.model);
    let (name, span) = (call.name, call.span);
    let mut code = Code::new(checker, name, span);
    let mut arguments = call.arguments.into_iter();
    let text = string(&mut code, "s", arguments.next())?;
    let end = match arguments.next().filter(|end| !is_null(end)) {
        Some(end) => {
            let ty = CType::Int(IntKind::Char).pointer().pointer();
            Some(code.argument("e", Some(end), &ty)?)
        }
        None => None,
    };
    let base = match arguments.next() {
        Some(base) => code.checker.convert(base, &CType::INT, span)?,
        None => code.zero(&CType::INT),
    };
    let known = base.as_int().map(|base| base.to_i64().unwrap_or(-1));
    match known {
        Some(base) if !is_valid(base) => {
            unsupported(span, format!("`{name}` with the base {base} is not supported"))
        }
        Some(base) => {
            let value = converted(&mut code, text, end, Base::Known(base), result)?;
            Ok(code.finish(value))
        }
        None => {
            let base = code.declare("b", base);
            let mut inner = Code::new(&mut *code.checker, name, span);
            let value = converted(&mut inner, text, end, Base::Variable(base), result)?;
            let value = inner.finish(value);
            let (valid, invalid) = (valid(&mut code, base), invalid(&mut code, result)?);
            let value = code.choose(valid, value, invalid);
            Ok(code.finish(value))
        }
    }
}

fn result_of(name: &str, model: DataModel) -> IntKind {
    let name = name.trim_start_matches("__builtin_");
    let kind = FUNCTIONS.iter().find(|(known, _)| *known == name).map_or(IntKind::Long, |(_, kind)| *kind);
    match (name, model) {
        ("strtoimax", DataModel::Lp64) => IntKind::Long,
        ("strtoumax", DataModel::Lp64) => IntKind::UnsignedLong,
        _ => kind,
    }
}

fn is_valid(base: i64) -> bool {
    base == 0 || (2..=GREATEST_BASE).contains(&base)
}

/// [`is_valid`] in C.
fn valid(code: &mut Code<'_, '_>, base: LocalId) -> Expr {
    let int = |code: &Code<'_, '_>, value| number(code, value, &CType::INT);
    let (low, high, least) = (code.get(base), code.get(base), int(code, 2));
    let (least, greatest) =
        (code.compare(BinaryOp::Ge, low, least), code.compare(BinaryOp::Le, high, int(code, GREATEST_BASE)));
    let (inside, zero) = (code.and(least, greatest), code.get(base));
    let zero = code.compare(BinaryOp::Eq, zero, int(code, 0));
    code.or(zero, inside)
}

/// What a call with a base that is none comes to. C leaves it open; this is what the usual libraries do.
fn invalid(code: &mut Code<'_, '_>, result: IntKind) -> Result<Expr, Refusal> {
    let zero = code.zero(&CType::Int(result));
    let (ty, span) = (zero.ty.clone(), code.span);
    let statements = set_errno(code, INVALID)?.into_iter().collect();
    Ok(Expr::new(ExprKind::Statements(statements, Some(Box::new(zero))), ty, span))
}

/// Reads a number in a valid base, sets the pointer behind it, and gives it.
fn converted(
    code: &mut Code<'_, '_>,
    text: LocalId,
    end: Option<LocalId>,
    base: Base,
    result: IntKind,
) -> Result<Expr, Refusal> {
    let (at, minus) = start(code, text);
    let base = prefix(code, text, at, base);
    let digits = digits(code, text, at, base, result.unsigned());
    if let Some(end) = end {
        set_end(code, end, text, at, digits.first);
    }
    clamped(code, &digits, minus, result)
}

/// Skips `0x` and finds the base where the text decides it.
fn prefix(code: &mut Code<'_, '_>, text: LocalId, at: LocalId, base: Base) -> Base {
    let variable = match base {
        Base::Known(0) => code.declare("b", code.zero(&CType::INT)),
        Base::Known(16) => {
            let (is_there, skip) = (has_prefix(code, text, at), skip_prefix(code, at));
            let skip = when(code, is_there, skip);
            code.add(skip);
            return base;
        }
        Base::Known(_) => return base,
        Base::Variable(base) => base,
    };
    let is_base = |code: &mut Code<'_, '_>, value: i64| {
        let base = code.get(variable);
        code.compare(BinaryOp::Eq, base, number(code, value, &CType::INT))
    };
    let mut is_there = has_prefix(code, text, at);
    if matches!(base, Base::Variable(_)) {
        let (zero, sixteen) = (is_base(code, 0), is_base(code, 16));
        let allowed = code.or(zero, sixteen);
        is_there = code.and(allowed, is_there);
    }
    let (skip, target) = (skip_prefix(code, at), code.get(variable));
    let sixteen = code.assign(target, number(code, 16, &CType::INT));
    let then = Box::new(code.statement(StmtKind::Block(vec![skip, sixteen])));
    let (target, is_octal) = (code.get(variable), is(code, text, at, b'0'));
    let found = code.choose(is_octal, number(code, 8, &CType::INT), number(code, 10, &CType::INT));
    let (found, open) = (code.assign(target, found), is_base(code, 0));
    let otherwise = Some(Box::new(when(code, open, found)));
    code.add(code.statement(StmtKind::If { condition: is_there, then, otherwise }));
    Base::Variable(variable)
}

/// Whether `0x` stands at a position, and a digit behind it.
fn has_prefix(code: &mut Code<'_, '_>, text: LocalId, at: LocalId) -> Expr {
    let mut one_of = |by: usize, ranges: &[(u8, u8)]| {
        let mut found: Option<Expr> = None;
        for (first, last) in ranges {
            let inside = inside(code, text, at, by, *first, *last);
            found = Some(match found {
                Some(found) => code.or(found, inside),
                None => inside,
            });
        }
        found.unwrap_or_else(|| code.zero(&CType::INT))
    };
    let (zero, letter) = (one_of(0, &[(b'0', b'0')]), one_of(1, &[(b'x', b'x'), (b'X', b'X')]));
    let digit = one_of(2, &[(b'0', b'9'), (b'a', b'f'), (b'A', b'F')]);
    let rest = code.and(letter, digit);
    code.and(zero, rest)
}

fn skip_prefix(code: &mut Code<'_, '_>, at: LocalId) -> Stmt {
    let (target, behind) = (code.get(at), behind(code, at, 2));
    code.assign(target, behind)
}

/// Reads digits up to the first character that is none.
fn digits(code: &mut Code<'_, '_>, text: LocalId, at: LocalId, base: Base, kind: IntKind) -> Digits {
    let ty = CType::Int(kind);
    let first = code.get(at);
    let first = code.declare("f", first);
    let sum = code.declare("x", code.zero(&ty));
    let over = code.declare("o", code.zero(&CType::INT));
    let digits = Digits { sum, over, first };
    if let Base::Known(base @ ..=10) = base {
        let digit = |code: &mut Code<'_, '_>| {
            let digit = code.element_at(text, at);
            let digit = code.convert(digit, kind);
            code.binary(BinaryOp::Sub, digit, number(code, b'0'.into(), &CType::Int(kind)))
        };
        let body = accumulate(code, &digits, Base::Known(base), digit, &ty);
        let last = u8::try_from(base - 1).map_or(b'9', |digit| b'0' + digit);
        let is_digit = between(code, text, at, b'0', last);
        let walk = code.repeat(is_digit, at, body);
        code.add(walk);
        return digits;
    }
    let digit = code.declare("d", code.zero(&CType::INT));
    let (target, value) = (code.get(digit), digit_value(code, text, at));
    let mut body = vec![code.assign(target, value)];
    let (value, limit) = (code.get(digit), base_value(code, base, &CType::INT));
    let goes_on = code.compare(BinaryOp::Lt, value, limit);
    body.push(leave_unless(code, goes_on));
    let value = |code: &mut Code<'_, '_>| {
        let value = code.get(digit);
        code.convert(value, kind)
    };
    body.append(&mut accumulate(code, &digits, base, value, &ty));
    let walk = code.repeat(None, at, body);
    code.add(walk);
    digits
}

/// `if (x > greatest / base || x == greatest / base && digit > greatest % base) over = 1;
/// else x = x * base + digit;`
fn accumulate(
    code: &mut Code<'_, '_>,
    digits: &Digits,
    base: Base,
    digit: impl Fn(&mut Code<'_, '_>) -> Expr,
    ty: &CType,
) -> Vec<Stmt> {
    let quotient = part_of_greatest(code, BinaryOp::Div, base, ty);
    let rest = part_of_greatest(code, BinaryOp::Rem, base, ty);
    let (left, right) = (code.get(digits.sum), quotient(code));
    let more = code.compare(BinaryOp::Gt, left, right);
    let (left, right) = (code.get(digits.sum), quotient(code));
    let same = code.compare(BinaryOp::Eq, left, right);
    let (left, right) = (digit(code), rest(code));
    let last = code.compare(BinaryOp::Gt, left, right);
    let last = code.and(same, last);
    let condition = code.or(more, last);
    let over = set_over(code, digits);
    let (target, old, base) = (code.get(digits.sum), code.get(digits.sum), base_value(code, base, ty));
    let (shifted, digit) = (code.binary(BinaryOp::Mul, old, base), digit(code));
    let next = code.binary(BinaryOp::Add, shifted, digit);
    let next = code.assign(target, next);
    let (then, otherwise) = (Box::new(over), Some(Box::new(next)));
    vec![code.statement(StmtKind::If { condition, then, otherwise })]
}

/// The greatest number of a type divided by the base, or the rest of that: what gives it wherever it is needed.
fn part_of_greatest(
    code: &mut Code<'_, '_>,
    op: BinaryOp,
    base: Base,
    ty: &CType,
) -> impl Fn(&mut Code<'_, '_>) -> Expr + use<> {
    let greatest = ty.int_kind().map_or(Int::ZERO, |kind| kind.range(code.checker.types.model).1);
    let (constant, variable) = match base {
        Base::Known(base) => {
            let base = Int::from(base);
            let part =
                if op == BinaryOp::Div { greatest.div_trunc(&base) } else { greatest.rem_trunc(&base) };
            (part.unwrap_or(Int::ZERO), None)
        }
        Base::Variable(_) => {
            let base = base_value(code, base, ty);
            let part = code.binary(op, Expr::int(greatest, ty.clone(), code.span), base);
            (Int::ZERO, Some(code.declare(if op == BinaryOp::Div { "q" } else { "r" }, part)))
        }
    };
    let ty = ty.clone();
    move |code| match variable {
        Some(variable) => code.get(variable),
        None => Expr::int(constant.clone(), ty.clone(), code.span),
    }
}

/// `over = 1;`
fn set_over(code: &mut Code<'_, '_>, digits: &Digits) -> Stmt {
    let over = code.get(digits.over);
    code.assign(over, number(code, 1, &CType::INT))
}

/// The value of the digit or letter at a position, [`GREATEST_BASE`] for all other characters.
fn digit_value(code: &mut Code<'_, '_>, text: LocalId, at: LocalId) -> Expr {
    let mut value = number(code, GREATEST_BASE, &CType::INT);
    for (first, last, start) in [(b'A', b'Z', 10), (b'a', b'z', 10), (b'0', b'9', 0)] {
        let (inside, character) = (between(code, text, at, first, last), code.element_at(text, at));
        let character = code.convert(character, IntKind::Int);
        let distance = number(code, i64::from(first) - start, &CType::INT);
        let digit = code.binary(BinaryOp::Sub, character, distance);
        value = code.choose(inside, digit, value);
    }
    value
}

/// `if (end) *end = &text[where there are digits ? at : 0];`
fn set_end(code: &mut Code<'_, '_>, end: LocalId, text: LocalId, at: LocalId, first: LocalId) {
    let pointer = code.get(end);
    let null = Expr::new(ExprKind::Null, pointer.ty.clone(), code.span);
    let is_there = code.compare(BinaryOp::Ne, pointer, null);
    let (here, first, index) = (code.get(at), code.get(first), code.get(at));
    let any = code.compare(BinaryOp::Ne, here, first);
    let index = code.choose(any, index, code.size(0));
    let (place, element) = (code.element(end, code.size(0)), code.element(text, index));
    let behind = Expr::new(ExprKind::AddressOf(Box::new(element)), place.ty.clone(), code.span);
    let write = code.assign(place, behind);
    let write = when(code, is_there, write);
    code.add(write);
}

/// The number with its sign; the greatest or least one of the type in place of what does not fit it.
fn clamped(
    code: &mut Code<'_, '_>,
    digits: &Digits,
    minus: LocalId,
    result: IntKind,
) -> Result<Expr, Refusal> {
    let ty = CType::Int(result.unsigned());
    let (least, greatest) = result.range(code.checker.types.model);
    let constant =
        |code: &Code<'_, '_>, value: &Int, kind| Expr::int(value.clone(), CType::Int(kind), code.span);
    if result.is_signed() {
        let (beyond, limit) = (-least.clone(), greatest.clone());
        let (beyond, limit) =
            (constant(code, &beyond, result.unsigned()), constant(code, &limit, result.unsigned()));
        let (sum, minus) = (code.get(digits.sum), code.get(minus));
        let limit = code.choose(minus, beyond, limit);
        let condition = code.compare(BinaryOp::Gt, sum, limit);
        let over = set_over(code, digits);
        let over = when(code, condition, over);
        code.add(over);
    }
    if let Some(set) = set_errno(code, OUT_OF_RANGE)? {
        let over = code.get(digits.over);
        let set = when(code, over, set);
        code.add(set);
    }
    let (over, plain, negated) = (code.get(digits.over), code.get(digits.sum), code.get(digits.sum));
    let negated = Expr::new(ExprKind::Negate(Box::new(negated)), ty, code.span);
    let (sign, side) = (code.get(minus), code.get(minus));
    let value = code.choose(sign, negated, plain);
    let value = code.convert(value, result);
    let greatest = constant(code, &greatest, result);
    let edge = match result.is_signed() {
        true => code.choose(side, constant(code, &least, result), greatest),
        false => greatest,
    };
    Ok(code.choose(over, edge, value))
}

/// `errno = value;`, where the program can look at it.
fn set_errno(code: &mut Code<'_, '_>, value: i64) -> Result<Option<Stmt>, Refusal> {
    if !code.checker.knows_errno() {
        return Ok(None);
    }
    let place = code.checker.errno(code.span)?;
    Ok(Some(code.assign(place, number(code, value, &CType::INT))))
}

fn base_value(code: &mut Code<'_, '_>, base: Base, ty: &CType) -> Expr {
    match base {
        Base::Known(base) => number(code, base, ty),
        Base::Variable(base) => {
            let base = code.get(base);
            code.convert(base, ty.int_kind().unwrap_or(IntKind::Int))
        }
    }
}

/// Whether the character so many places behind a position lies in a range.
fn inside(code: &mut Code<'_, '_>, text: LocalId, at: LocalId, by: usize, first: u8, last: u8) -> Expr {
    let ty = CType::Int(IntKind::Char);
    let mut character = || {
        let index = behind(code, at, by);
        code.element(text, index)
    };
    let (low, high) = (character(), character());
    let from = code.compare(BinaryOp::Ge, low, number(code, first.into(), &ty));
    let to = code.compare(BinaryOp::Le, high, number(code, last.into(), &ty));
    code.and(from, to)
}

/// The position so many characters behind another.
fn behind(code: &mut Code<'_, '_>, at: LocalId, by: usize) -> Expr {
    let (at, by) = (code.get(at), code.size(by));
    code.binary(BinaryOp::Add, at, by)
}
