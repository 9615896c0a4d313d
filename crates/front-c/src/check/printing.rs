//! Functions that print: what they are given is evaluated, and the strings among it have to be there.

use super::scope::Symbol;
use super::{Checker, Refusal};
use crate::ctype::{CType, IntKind};
use crate::library;
use crate::tree::{Expr, ExprKind, FunctionId, Intrinsic, LocalId, Rule};
use kyklos_base::{Diagnostic, Int, Span};
use lang_c::ast::Expression;
use lang_c::span::Node;

/// A function that prints.
#[derive(Clone, Copy)]
struct Printing {
    /// Whether the numbers it is given are the program's outputs.
    outputs: bool,
    /// Which argument is a format.
    format: Option<usize>,
    /// Whether the arguments that belong to the format stand behind it, and are in no list.
    values: bool,
    /// Which argument is a string that is printed as it is.
    text: Option<usize>,
    /// What it gives back.
    outcome: Outcome,
}

/// Functions that give texts for people.
const TEXTS: [&str; 4] = ["strerror", "strsignal", "ctime", "asctime"];

/// What a function that prints gives back.
#[derive(Clone, Copy)]
enum Outcome {
    /// Nothing.
    Nothing,
    /// The number of characters, or a negative number.
    Length,
    /// The character that is the argument of this number, or -1.
    Character(usize),
    /// A number from -1 on.
    NotNegative,
    /// 0 or -1.
    Zero,
    /// At most the number that is the argument of this number: what of it was done.
    AtMost(usize),
    /// As `AtMost`, or -1.
    AtMostOrMinusOne(usize),
}

impl<'a> Checker<'a> {
    /// A call of a function that prints, if this is one.
    pub(super) fn print(
        &mut self,
        (name, id): (&str, Option<FunctionId>),
        arguments: &'a [Node<Expression>],
        used: bool,
        span: Span,
    ) -> Result<Option<Expr>, Refusal> {
        let Some(function) = printing(name) else { return Ok(None) };
        let mut text_indices = Vec::from_iter(function.text);
        let mut known_format = None;
        if let Some((position, format)) =
            function.format.and_then(|position| Some((position, arguments.get(position)?)))
        {
            match &format.node {
                Expression::StringLiteral(pieces) => {
                    let bytes = self.string_bytes(&pieces.node, span)?;
                    let strings = match strings_of(&bytes) {
                        Ok(strings) => strings,
                        Err(_) if function.values && self.models.contains_key("vsnprintf") => {
                            return self.print_and_count(name, arguments, position, span).map(Some);
                        }
                        Err(what) => return Err(Box::new(writes_back(what, name, self.expr_span(format)))),
                    };
                    if function.values {
                        text_indices.extend(strings.into_iter().map(|index| position + 1 + index));
                        known_format = Some((position, bytes));
                    }
                }
                _ => text_indices.push(position),
            }
        }
        let used = used && !matches!(function.outcome, Outcome::Nothing);
        let (mut values, mut texts, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for (index, argument) in arguments.iter().enumerate() {
            let is_text = text_indices.contains(&index);
            let is_behind = function.values && function.format.is_some_and(|format| index > format);
            let is_value = function.outputs || is_behind;
            if self.stream_parameter(name, id, index).is_some() {
                if !self.is_always_open(argument) {
                    values.push(self.library_argument((name, id), index, argument)?);
                }
                continue;
            }
            if !is_text && !is_value && is_idle(argument) && !used
                || is_literal(argument) && !(used && is_behind)
            {
                continue;
            }
            if let Some(text) = self.library_text(argument)? {
                // How long it is, is not known.
                known_format = None;
                values.push(text);
                continue;
            }
            let value = self.plain_argument(argument)?;
            if is_text && needs_check(&value) {
                texts.push(values.len());
            }
            places.push((index, values.len()));
            values.push(value);
        }
        let (outputs, name) = (function.outputs, name.to_owned());
        let print = |arguments| Intrinsic::Print { arguments, texts, outputs, name: name.clone() };
        if !used {
            return Ok(Some(Expr::new(ExprKind::Intrinsic(print(values)), CType::Void, span)));
        }
        let mut code = library::Code::new(self, &name, span);
        let locals: Vec<_> = values.into_iter().map(|value| code.declare("a", value)).collect();
        let arguments = locals.iter().map(|local| code.get(*local)).collect();
        let print = Expr::new(ExprKind::Intrinsic(print(arguments)), CType::Void, span);
        code.add(code.expression(print));
        let local =
            |index: usize| places.iter().find(|(at, _)| *at == index).map(|(_, place)| locals[*place]);
        let value = match function.outcome {
            Outcome::Length => {
                let known = known_format
                    .map(|(position, format)| (locals_behind(&places, &locals, position), format));
                known.and_then(|(values, format)| library::printed_length(&mut code, &format, &values))
            }
            Outcome::Character(index) => local(index).map(|local| {
                let character = code.get(local);
                let byte = code.convert(character, IntKind::UnsignedChar);
                code.convert(byte, IntKind::Int)
            }),
            Outcome::AtMost(index) | Outcome::AtMostOrMinusOne(index) => {
                local(index).map(|local| code.get(local))
            }
            Outcome::Nothing | Outcome::NotNegative | Outcome::Zero => None,
        };
        Ok(Some(result(code, function.outcome, value, &name)))
    }

    /// A call whose format has `%n`: what it writes is written nowhere, and counted.
    fn print_and_count(
        &mut self,
        name: &str,
        arguments: &'a [Node<Expression>],
        position: usize,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let nowhere = self.null_of(&CType::Int(IntKind::Char).pointer(), span);
        let room = Expr::int(Int::ZERO, CType::Int(self.types.size_kind()), span);
        let format = self.plain_argument(&arguments[position])?;
        self.by_list(name, "vsnprintf", vec![nowhere, room, format], &arguments[position + 1..], span)
    }

    /// A call that gives a text of the library's, which nobody reads.
    fn library_text(&mut self, argument: &'a Node<Expression>) -> Result<Option<Expr>, Refusal> {
        let Expression::Call(call) = &argument.node else { return Ok(None) };
        let Expression::Identifier(name) = &call.node.callee.node else { return Ok(None) };
        let name = &name.node.name;
        let is_defined = match self.symbol(name) {
            Some(Symbol::Function(id)) => self.functions[id.0 as usize].definition.is_some(),
            symbol => symbol.is_some(),
        };
        if is_defined || !TEXTS.contains(&name.as_str()) {
            return Ok(None);
        }
        let span = self.expr_span(argument);
        let values: Result<_, _> =
            call.node.arguments.iter().map(|argument| self.plain_argument(argument)).collect();
        let ignored = ExprKind::Intrinsic(Intrinsic::Ignore(values?, None));
        let ignored = Box::new(Expr::new(ignored, CType::Void, span));
        let ty = CType::Int(IntKind::Char).pointer();
        let text = Box::new(self.null_of(&ty, span));
        Ok(Some(Expr::new(ExprKind::Comma(ignored, text), ty, span)))
    }
}

fn printing(name: &str) -> Option<Printing> {
    let outcome = Outcome::Nothing;
    let plain = Printing { outputs: false, format: None, values: false, text: None, outcome };
    let formatted =
        |format| Printing { format: Some(format), values: true, outcome: Outcome::Length, ..plain };
    let listed = |format| Printing { values: false, ..formatted(format) };
    let text = Printing { text: Some(0), outcome: Outcome::NotNegative, ..plain };
    Some(match name {
        "printf" | "__builtin_printf" => Printing { outputs: true, ..formatted(0) },
        "putchar" | "putchar_unlocked" | "__builtin_putchar" => {
            Printing { outputs: true, outcome: Outcome::Character(0), ..plain }
        }
        "fprintf" | "__builtin_fprintf" | "__printf_chk" | "dprintf" => formatted(1),
        "__fprintf_chk" => formatted(2),
        "vprintf" | "__builtin_vprintf" => listed(0),
        "vfprintf" | "__builtin_vfprintf" | "__vprintf_chk" | "vdprintf" => listed(1),
        "__vfprintf_chk" => listed(2),
        "puts" | "__builtin_puts" | "fputs" | "fputs_unlocked" => text,
        "perror" => Printing { text: Some(0), ..plain },
        "putc" | "fputc" | "putc_unlocked" | "fputc_unlocked" => {
            Printing { outcome: Outcome::Character(0), ..plain }
        }
        "fflush" => Printing { outcome: Outcome::Zero, ..plain },
        "fwrite" | "fwrite_unlocked" => Printing { outcome: Outcome::AtMost(2), ..plain },
        "write" => Printing { outcome: Outcome::AtMostOrMinusOne(2), ..plain },
        _ => return None,
    })
}

/// The variables of the arguments behind a format.
fn locals_behind(places: &[(usize, usize)], locals: &[LocalId], format: usize) -> Vec<LocalId> {
    places.iter().filter(|(index, _)| *index > format).map(|(_, place)| locals[*place]).collect()
}

/// The value of a call, given what it follows from, if that is known. What printing gives is up to the library:
/// it may fail.
fn result(code: library::Code<'_, '_>, outcome: Outcome, value: Option<Expr>, name: &str) -> Expr {
    let span = code.span;
    let int = |number: i64| Box::new(Expr::int(Int::from(number), CType::Int(IntKind::LongLong), span));
    let range = |low: i64, high: i64| Intrinsic::Range(int(low), int(high), library::choice(name));
    let most = i64::from(i32::MAX) + 1;
    let value = match (outcome, value) {
        (Outcome::Length, Some(value)) => library::like(value, Rule::OrNegative, name),
        (Outcome::Character(_), Some(value)) => library::like(value, Rule::OrMinusOne, name),
        (Outcome::AtMost(_), Some(value)) => library::like(code.size_of(value), Rule::AtMost, name),
        (Outcome::AtMostOrMinusOne(_), Some(value)) => {
            let value = code.convert(code.size_of(value), code.checker.types.distance_kind());
            library::like(value, Rule::AtMostOrMinusOne, name)
        }
        (Outcome::NotNegative, _) => Expr::new(ExprKind::Intrinsic(range(-1, most)), CType::INT, span),
        (Outcome::Zero, _) => Expr::new(ExprKind::Intrinsic(range(-1, 1)), CType::INT, span),
        _ => Expr::new(ExprKind::Intrinsic(Intrinsic::Input(library::choice(name))), CType::INT, span),
    };
    code.finish(value)
}

/// Of the arguments behind a format, the numbers of those that are printed as whole strings; or else the
/// conversion that writes.
fn strings_of(format: &[u8]) -> Result<Vec<usize>, String> {
    // It ends at a zero, as all strings do.
    let mut rest = format.split(|byte| *byte == 0).next().unwrap_or_default();
    let (mut strings, mut next, mut is_numbered) = (Vec::new(), 0, false);
    while let Some(start) = rest.iter().position(|byte| *byte == b'%') {
        let behind = &rest[start + 1..];
        let is_letter =
            |byte: &u8| *byte == b'%' || byte.is_ascii_alphabetic() && !b"hlzjtqLI".contains(byte);
        let Some(length) = behind.iter().position(is_letter) else { break };
        let (layout, letter) = (&behind[..length], behind[length]);
        rest = &behind[length + 1..];
        is_numbered |= layout.contains(&b'$');
        next += layout.iter().filter(|byte| **byte == b'*').count();
        match letter {
            b'n' => return Err(format!("%{}n", String::from_utf8_lossy(layout))),
            b'%' | b'm' => continue,
            // Of a string with a precision, perhaps nothing is read; one of wide characters is another type's.
            b's' if !layout.contains(&b'.') && !layout.contains(&b'l') => strings.push(next),
            _ => {}
        }
        next += 1;
    }
    // Which argument is which is not looked at where the format says it itself.
    Ok(if is_numbered { Vec::new() } else { strings })
}

fn writes_back(what: String, name: &str, span: Span) -> Diagnostic {
    let message = format!("`{what}` writes through an argument of `{name}`, which is not supported");
    Diagnostic::error(span, message)
}

/// Whether an argument, a constant or a stream, does nothing.
fn is_idle(argument: &Node<Expression>) -> bool {
    matches!(argument.node, Expression::Identifier(_) | Expression::Constant(_))
}

fn is_literal(argument: &Node<Expression>) -> bool {
    matches!(argument.node, Expression::StringLiteral(_))
}

/// Whether a string may not be there. Arrays are.
fn needs_check(text: &Expr) -> bool {
    match &text.kind {
        ExprKind::Decay(_) => false,
        ExprKind::Convert(inner) if inner.ty.is_object_pointer() => needs_check(inner),
        ExprKind::Comma(_, last) => needs_check(last),
        ExprKind::Conditional(_, then, otherwise) => needs_check(then) || needs_check(otherwise),
        _ => text.ty.target().is_some_and(|target| *target == CType::Void || target.int_kind().is_some()),
    }
}
