//! Functions that print: what they are given is evaluated, and the strings among it have to be there.

use super::scope::Symbol;
use super::{Checker, Refusal};
use crate::ctype::{CType, IntKind};
use crate::tree::{Expr, ExprKind, Intrinsic};
use kyklos_base::{Diagnostic, Span};
use lang_c::ast::Expression;
use lang_c::span::Node;

/// A function that prints.
struct Printing {
    /// Whether the numbers it is given are the program's outputs.
    outputs: bool,
    /// Which argument is a format.
    format: Option<usize>,
    /// Whether the arguments that belong to the format stand behind it, and are in no list.
    values: bool,
    /// Which argument is a string that is printed as it is.
    text: Option<usize>,
}

/// Functions that give texts for people.
const TEXTS: [&str; 4] = ["strerror", "strsignal", "ctime", "asctime"];

impl<'a> Checker<'a> {
    /// A call of a function that prints, if this is one.
    pub(super) fn print(
        &mut self,
        name: &str,
        arguments: &'a [Node<Expression>],
        span: Span,
    ) -> Result<Option<Expr>, Refusal> {
        let Some(function) = printing(name) else { return Ok(None) };
        let mut text_indices = Vec::from_iter(function.text);
        if let Some((position, format)) =
            function.format.and_then(|position| Some((position, arguments.get(position)?)))
        {
            match &format.node {
                Expression::StringLiteral(pieces) => {
                    let bytes = self.string_bytes(&pieces.node, span)?;
                    let strings = strings_of(&bytes)
                        .map_err(|what| Box::new(writes_back(what, name, self.expr_span(format))))?;
                    if function.values {
                        text_indices.extend(strings.into_iter().map(|index| position + 1 + index));
                    }
                }
                _ => text_indices.push(position),
            }
        }
        let (mut values, mut texts) = (Vec::new(), Vec::new());
        for (index, argument) in arguments.iter().enumerate() {
            let is_text = text_indices.contains(&index);
            let is_value =
                function.outputs || function.values && function.format.is_some_and(|format| index > format);
            if !is_text && !is_value && is_idle(argument) || is_literal(argument) {
                continue;
            }
            if let Some(text) = self.library_text(argument)? {
                values.push(text);
                continue;
            }
            let value = self.plain_argument(argument)?;
            if is_text && needs_check(&value) {
                texts.push(values.len());
            }
            values.push(value);
        }
        let (outputs, name) = (function.outputs, name.to_owned());
        let kind = ExprKind::Intrinsic(Intrinsic::Print { arguments: values, texts, outputs, name });
        Ok(Some(Expr::new(kind, CType::INT, span)))
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
    let plain = Printing { outputs: false, format: None, values: false, text: None };
    let formatted = |format| Printing { format: Some(format), values: true, ..plain };
    Some(match name {
        "printf" | "__builtin_printf" => Printing { outputs: true, ..formatted(0) },
        "putchar" => Printing { outputs: true, ..plain },
        "fprintf" | "__printf_chk" => formatted(1),
        "__fprintf_chk" => formatted(2),
        "vprintf" => Printing { values: false, ..formatted(0) },
        "vfprintf" => Printing { values: false, ..formatted(1) },
        "puts" | "__builtin_puts" | "fputs" | "perror" => Printing { text: Some(0), ..plain },
        "putc" | "fputc" | "fflush" | "fwrite" | "write" | "klee_print_expr" | "klee_warning" => plain,
        _ => return None,
    })
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
