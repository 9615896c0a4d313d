//! `sprintf` and `snprintf`, of integers, characters and strings, with a format that is there; and how much `printf`
//! and its kin print.

use super::code::Code;
use super::conversions::integer;
use super::numbers::{number, when};
use super::strings::{below, counter, skip_to_end_or, string};
use crate::check::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, IntKind, TypeTable};
use crate::tree::{Expr, ExprKind, LocalId, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;

/// A call of one of these functions.
pub(crate) struct Formatted<'a> {
    /// The function.
    pub(crate) name: &'a str,
    /// Where it writes.
    pub(crate) target: Expr,
    /// How many characters there is room for, if it is told.
    pub(crate) room: Option<Expr>,
    /// The format's bytes.
    pub(crate) format: &'a [u8],
    /// The arguments behind the format.
    pub(crate) values: Vec<Expr>,
    /// The call.
    pub(crate) span: Span,
}

/// What a call of one of these functions is.
pub(crate) fn write(checker: &mut Checker<'_>, call: Formatted<'_>) -> Result<Expr, Refusal> {
    let (name, span) = (call.name, call.span);
    let pieces = match pieces(call.format, &checker.types) {
        Ok(pieces) => pieces,
        Err(what) => {
            return unsupported(span, format!("`{what}` in the format of `{name}` is not supported"));
        }
    };
    let wanted = pieces.iter().filter(|piece| matches!(piece, Piece::Value(..))).count();
    if wanted != call.values.len() {
        let given = call.values.len();
        return refusal(span, format!("the format of `{name}` has {wanted} conversions, not {given}"));
    }
    let mut code = Code::new(checker, name, span);
    let target = string(&mut code, "s", Some(call.target))?;
    let size = code.size_type();
    let room = call.room.map(|room| code.argument("n", Some(room), &size)).transpose()?;
    // All arguments are evaluated before anything is written.
    let mut values = call.values.into_iter();
    let mut parts = Vec::new();
    for piece in pieces {
        let value = match &piece {
            Piece::Text(_) => None,
            Piece::Value(_, What::Text(_)) => Some(string(&mut code, "t", values.next())?),
            Piece::Value(_, What::Character) => Some(code.argument("c", values.next(), &CType::INT)?),
            Piece::Value(_, What::Number { kind, .. }) => {
                Some(code.argument("x", values.next(), &CType::Int(*kind))?)
            }
        };
        parts.push((piece, value));
    }
    let at = counter(&mut code, "i");
    let writer = Writer { target, room, at };
    for (piece, value) in parts {
        match (piece, value) {
            (Piece::Text(byte), _) => {
                let byte = character(&code, byte);
                writer.put(&mut code, byte).into_iter().for_each(|statement| code.add(statement));
            }
            (Piece::Value(layout, what), Some(value)) => writer.value(&mut code, &layout, &what, value),
            (Piece::Value(..), None) => {}
        }
    }
    writer.close(&mut code);
    let written = code.get(at);
    let written = code.convert(written, IntKind::Int);
    Ok(code.finish(written))
}

/// Whether it can be computed without reading the format how many characters it prints.
pub(crate) fn is_counted(format: &[u8], types: &TypeTable) -> bool {
    pieces(format, types).is_ok()
}

/// How many characters are printed by a format, if that is known, given the variables of the arguments behind it.
pub(crate) fn printed_length(code: &mut Code<'_, '_>, format: &[u8], values: &[LocalId]) -> Option<Expr> {
    let pieces = pieces(format, &code.checker.types).ok()?;
    let conversions = pieces.iter().filter(|piece| matches!(piece, Piece::Value(..))).count();
    if conversions != values.len() {
        return None;
    }
    let mut values = values.iter();
    let texts = pieces.iter().filter(|piece| matches!(piece, Piece::Text(_))).count();
    let mut total = code.size(texts);
    for piece in &pieces {
        let Piece::Value(layout, what) = piece else { continue };
        let value = code.get(*values.next()?);
        let length = match what {
            What::Character => code.declare("l", code.size(1)),
            What::Text(most) => text_length(code, value, *most)?,
            What::Number { kind, base, .. } => number_length(code, layout, value, *kind, *base)?,
        };
        let (length, again) = (code.get(length), code.get(length));
        let is_short = code.compare(BinaryOp::Lt, again, code.size(layout.width));
        let length = code.choose(is_short, code.size(layout.width), length);
        let length = code.declare("l", length);
        let length = code.get(length);
        total = code.binary(BinaryOp::Add, total, length);
    }
    Some(code.convert(total, IntKind::Int))
}

/// How long a string is when it is printed. The GNU library prints null as `(null)`, if there is room for all of it.
fn text_length(code: &mut Code<'_, '_>, value: Expr, most: Option<usize>) -> Option<LocalId> {
    let text = string(code, "t", Some(value)).ok()?;
    let null_length = if most.is_some_and(|most| most < 6) { 0 } else { 6 };
    let length = code.declare("l", code.size(null_length));
    let most = most.map(|most| code.declare("n", code.size(most)));
    let pointer = code.get(text);
    let null = Expr::new(ExprKind::Null, pointer.ty.clone(), code.span);
    let is_there = code.compare(BinaryOp::Ne, pointer, null);
    let (target, zero) = (code.get(length), code.size(0));
    let start = code.assign(target, zero);
    let character = code.element_at(text, length);
    let goes_on = code.is_not_zero(character);
    let condition = below(code, length, most, goes_on);
    let walk = code.repeat(condition, length, Vec::new());
    let then = code.statement(StmtKind::Block(vec![start, walk]));
    code.add(when(code, is_there, then));
    Some(length)
}

/// How many characters a number has, with its sign.
fn number_length(
    code: &mut Code<'_, '_>,
    layout: &Layout,
    value: Expr,
    kind: IntKind,
    base: i64,
) -> Option<LocalId> {
    let value = code.argument("x", Some(value), &CType::Int(kind)).ok()?;
    let (minus, size) = sign_and_size(code, kind, value);
    let count = digit_count(code, size, base);
    let (digits, minus) = (code.get(count), code.get(minus));
    let with_sign = match layout.sign {
        Some(_) => code.size(1),
        None => code.choose(minus, code.size(1), code.size(0)),
    };
    let length = code.binary(BinaryOp::Add, digits, with_sign);
    Some(code.declare("l", length))
}

/// Whether a number is negative, and its size without the sign, in new variables.
fn sign_and_size(code: &mut Code<'_, '_>, kind: IntKind, value: LocalId) -> (LocalId, LocalId) {
    let wide = kind.promoted().unsigned();
    let (signed, plain, negated) = (code.get(value), code.get(value), code.get(value));
    let minus = code.compare(BinaryOp::Lt, signed, code.zero(&CType::Int(kind)));
    let minus = code.declare("m", minus);
    let negated = code.convert(negated, wide);
    let negated = Expr::new(ExprKind::Negate(Box::new(negated)), CType::Int(wide), code.span);
    let (sign, plain) = (code.get(minus), code.convert(plain, wide));
    let size = code.choose(sign, negated, plain);
    (minus, code.declare("u", size))
}

/// A part of a format.
enum Piece {
    /// A character that stands for itself.
    Text(u8),
    /// A conversion of the next argument.
    Value(Layout, What),
}

/// How a conversion is laid out.
#[derive(Default)]
struct Layout {
    /// At least so many characters.
    width: usize,
    /// Blanks are put behind it.
    left: bool,
    /// Zeros are put before it, in place of blanks.
    zeros: bool,
    /// What stands before a number that is not negative.
    sign: Option<u8>,
}

/// What is converted.
enum What {
    Character,
    /// A string, of which so many characters at most are taken.
    Text(Option<usize>),
    Number {
        kind: IntKind,
        base: i64,
        /// The letter that stands for the digit ten.
        ten: u8,
    },
}

/// The parts of a format, or the first that is not supported.
fn pieces(format: &[u8], types: &TypeTable) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    // It ends at a zero, as all strings do.
    let mut rest = format.split(|byte| *byte == 0).next().unwrap_or_default();
    while let [first, behind @ ..] = rest {
        rest = behind;
        match (first, behind) {
            (b'%', [b'%', behind @ ..]) => {
                pieces.push(Piece::Text(b'%'));
                rest = behind;
            }
            (b'%', _) => {
                let length =
                    behind.iter().position(|byte| byte.is_ascii_alphabetic() && !b"hlzjtqL".contains(byte));
                let length = length.map_or(behind.len(), |length| length + 1);
                let (conversion, behind) = behind.split_at(length);
                let unsupported = || format!("%{}", String::from_utf8_lossy(conversion));
                pieces.push(conversion_of(conversion, types).ok_or_else(unsupported)?);
                rest = behind;
            }
            (byte, _) => pieces.push(Piece::Text(*byte)),
        }
    }
    Ok(pieces)
}

/// What stands behind a `%`, up to its letter.
fn conversion_of(text: &[u8], types: &TypeTable) -> Option<Piece> {
    let (letter, text) = text.split_last()?;
    let text = std::str::from_utf8(text).ok()?;
    let behind = text.trim_start_matches(['-', '0', '+', ' ']);
    let flags = &text[..text.len() - behind.len()];
    let length = behind.trim_start_matches(|digit: char| digit.is_ascii_digit() || digit == '.');
    let (width, precision) = match behind[..behind.len() - length.len()].split_once('.') {
        Some((width, precision)) => (width, Some(precision)),
        None => (&behind[..behind.len() - length.len()], None),
    };
    let amount =
        |digits: &str| if digits.is_empty() { Some(0) } else { digits.parse::<u16>().ok().map(usize::from) };
    let precision = match precision {
        Some(precision) => Some(amount(precision)?),
        None => None,
    };
    let is_signed = matches!(letter, b'd' | b'i');
    let sign = flags.contains('+').then_some(b'+').or_else(|| flags.contains(' ').then_some(b' '));
    let mut layout = Layout { width: amount(width)?, left: flags.contains('-'), ..Layout::default() };
    let what = match (letter, length, precision) {
        (b'c', "", None) => What::Character,
        (b's', "", precision) => What::Text(precision),
        (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', length, None) => {
            layout.zeros = flags.contains('0') && !layout.left;
            layout.sign = sign.filter(|_| is_signed);
            let kind = integer(length.as_bytes(), types)?;
            let kind = if is_signed { kind } else { kind.unsigned() };
            let base = match letter {
                b'o' => 8,
                b'x' | b'X' => 16,
                _ => 10,
            };
            What::Number { kind, base, ten: if *letter == b'X' { b'A' } else { b'a' } }
        }
        _ => return None,
    };
    let is_plain = matches!(what, What::Number { .. }) || !flags.contains(['0', '+', ' ']);
    is_plain.then_some(Piece::Value(layout, what))
}

/// Where characters are written.
struct Writer {
    target: LocalId,
    /// How many there is room for, with the zero behind them.
    room: Option<LocalId>,
    /// How many there are so far, whether there was room for them or not.
    at: LocalId,
}

impl Writer {
    /// Writes a character where there is room.
    fn put(&self, code: &mut Code<'_, '_>, character: Expr) -> Vec<Stmt> {
        let place = code.element_at(self.target, self.at);
        let mut write = code.assign(place, character);
        if let Some(room) = self.room {
            let (next, room) = (self.next(code), code.get(room));
            let fits = code.compare(BinaryOp::Lt, next, room);
            write = when(code, fits, write);
        }
        let (target, next) = (code.get(self.at), self.next(code));
        vec![write, code.assign(target, next)]
    }

    fn next(&self, code: &mut Code<'_, '_>) -> Expr {
        let at = code.get(self.at);
        code.binary(BinaryOp::Add, at, code.size(1))
    }

    /// Writes the zero at the end: behind the last character, or in the last place.
    fn close(&self, code: &mut Code<'_, '_>) {
        let zero = code.zero(&CType::Int(IntKind::Char));
        let Some(room) = self.room else {
            let place = code.element_at(self.target, self.at);
            return code.add(code.assign(place, zero));
        };
        let (at, end, here, last) = (code.get(self.at), code.get(room), code.get(self.at), code.get(room));
        let fits = code.compare(BinaryOp::Lt, at, end);
        let last = code.binary(BinaryOp::Sub, last, code.size(1));
        let index = code.choose(fits, here, last);
        let place = code.element(self.target, index);
        let (write, room) = (code.assign(place, zero), code.get(room));
        let is_there = code.is_not_zero(room);
        code.add(when(code, is_there, write));
    }

    /// Writes an argument.
    fn value(&self, code: &mut Code<'_, '_>, layout: &Layout, what: &What, value: LocalId) {
        match what {
            What::Character => {
                let length = code.declare("l", code.size(1));
                self.pad(code, layout, length, !layout.left, b' ');
                let value = code.get(value);
                let value = code.convert(value, IntKind::Char);
                self.put(code, value).into_iter().for_each(|statement| code.add(statement));
                self.pad(code, layout, length, layout.left, b' ');
            }
            What::Text(most) => {
                let most = most.map(|most| code.declare("n", code.size(most)));
                let length = skip_to_end_or(code, "l", value, most);
                self.pad(code, layout, length, !layout.left, b' ');
                let index = counter(code, "j");
                let character = code.element_at(value, index);
                let body = self.put(code, character);
                let (here, end) = (code.get(index), code.get(length));
                let condition = code.compare(BinaryOp::Lt, here, end);
                let walk = code.repeat(condition, index, body);
                code.add(walk);
                self.pad(code, layout, length, layout.left, b' ');
            }
            What::Number { kind, base, ten } => self.number(code, layout, (*kind, *base, *ten), value),
        }
    }

    fn number(
        &self,
        code: &mut Code<'_, '_>,
        layout: &Layout,
        (kind, base, ten): (IntKind, i64, u8),
        value: LocalId,
    ) {
        let (minus, size) = sign_and_size(code, kind, value);
        let count = digit_count(code, size, base);
        if layout.width == 0 {
            self.sign(code, layout, minus);
            return self.digits(code, size, count, base, ten);
        }
        let (digits, minus_there) = (code.get(count), code.get(minus));
        let with_sign = match layout.sign {
            Some(_) => code.size(1),
            None => code.choose(minus_there, code.size(1), code.size(0)),
        };
        let length = code.binary(BinaryOp::Add, digits, with_sign);
        let length = code.declare("l", length);
        self.pad(code, layout, length, !layout.left && !layout.zeros, b' ');
        self.sign(code, layout, minus);
        self.pad(code, layout, length, layout.zeros, b'0');
        self.digits(code, size, count, base, ten);
        self.pad(code, layout, length, layout.left, b' ');
    }

    fn sign(&self, code: &mut Code<'_, '_>, layout: &Layout, minus: LocalId) {
        let dash = character(code, b'-');
        let then = self.put(code, dash);
        let then = Box::new(code.statement(StmtKind::Block(then)));
        let otherwise = layout.sign.map(|sign| {
            let sign = character(code, sign);
            let sign = self.put(code, sign);
            Box::new(code.statement(StmtKind::Block(sign)))
        });
        let condition = code.get(minus);
        code.add(code.statement(StmtKind::If { condition, then, otherwise }));
    }

    /// Writes the digits of a number, of which there are `count`.
    fn digits(&self, code: &mut Code<'_, '_>, size: LocalId, count: LocalId, base: i64, ten: u8) {
        let ty = code.get(size).ty;
        for (index, power) in powers(code, &ty, base).into_iter().enumerate().rev() {
            let (all, power) = (code.get(size), Expr::int(power, ty.clone(), code.span));
            let digit = code.binary(BinaryOp::Div, all, power);
            let digit = code.binary(BinaryOp::Rem, digit, number(code, base, &ty));
            let digit = code.convert(digit, IntKind::Int);
            let (declaration, digit) = code.declaration("d", digit);
            let mut body = vec![declaration];
            let shown = digit_character(code, digit, base, ten);
            body.append(&mut self.put(code, shown));
            let (count, index) = (code.get(count), code.size(index));
            let condition = code.compare(BinaryOp::Gt, count, index);
            let then = Box::new(code.statement(StmtKind::Block(body)));
            code.add(code.statement(StmtKind::If { condition, then, otherwise: None }));
        }
    }

    /// Fills up with a character what the value leaves of the width, if it is to be done here.
    fn pad(&self, code: &mut Code<'_, '_>, layout: &Layout, length: LocalId, here: bool, with: u8) {
        if !here || layout.width == 0 {
            return;
        }
        let filled = code.get(length);
        let filled = code.declare("w", filled);
        let with = character(code, with);
        let body = self.put(code, with);
        let (so_far, width) = (code.get(filled), code.size(layout.width));
        let condition = code.compare(BinaryOp::Lt, so_far, width);
        let fill = code.repeat(condition, filled, body);
        code.add(fill);
    }
}

/// How many digits a number has. No loop finds it, but comparisons with all powers of the base, which are constants.
fn digit_count(code: &mut Code<'_, '_>, size: LocalId, base: i64) -> LocalId {
    let count = code.declare("l", code.size(1));
    let ty = code.get(size).ty;
    let mut longer: Option<Stmt> = None;
    for (index, power) in powers(code, &ty, base).into_iter().enumerate().skip(1).rev() {
        let (target, all) = (code.get(count), code.get(size));
        let mut body = vec![code.assign(target, code.size(index + 1))];
        body.extend(longer);
        let condition = code.compare(BinaryOp::Ge, all, Expr::int(power, ty.clone(), code.span));
        let then = Box::new(code.statement(StmtKind::Block(body)));
        longer = Some(code.statement(StmtKind::If { condition, then, otherwise: None }));
    }
    longer.into_iter().for_each(|statement| code.add(statement));
    count
}

/// The powers of a base that a type holds, from 1 on.
fn powers(code: &Code<'_, '_>, ty: &CType, base: i64) -> Vec<Int> {
    let greatest = ty.int_kind().map_or(Int::ZERO, |kind| kind.range(code.checker.types.model).1);
    let next = |power: &Int| Some(power * &Int::from(base)).filter(|power| *power <= greatest);
    std::iter::successors(Some(Int::ONE), next).collect()
}

/// The character that stands for a digit.
fn digit_character(code: &mut Code<'_, '_>, digit: LocalId, base: i64, ten: u8) -> Expr {
    let from = |code: &mut Code<'_, '_>, first: i64| {
        let digit = code.get(digit);
        code.binary(BinaryOp::Add, digit, number(code, first, &CType::INT))
    };
    let mut shown = from(code, b'0'.into());
    if base > 10 {
        let (tested, letter) = (code.get(digit), from(code, i64::from(ten) - 10));
        let is_small = code.compare(BinaryOp::Lt, tested, number(code, 10, &CType::INT));
        shown = code.choose(is_small, shown, letter);
    }
    code.convert(shown, IntKind::Char)
}

fn character(code: &Code<'_, '_>, byte: u8) -> Expr {
    // `char` is signed.
    number(code, i64::from(byte.cast_signed()), &CType::Int(IntKind::Char))
}
