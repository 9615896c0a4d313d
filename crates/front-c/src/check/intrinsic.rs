//! Functions of verification tasks: of SV-COMP, of KLEE, and C's ways to fail and to end.

use super::{Checker, Refusal, refusal};
use crate::ctype::{CType, IntKind};
use crate::library;
use crate::tree::{Expr, ExprKind, FunctionId, Intrinsic};
use kyklos_base::{Int, Span};
use kyklos_flow::ErrorKind;
use lang_c::ast::Expression;
use lang_c::span::Node;

/// Functions that end the program in disorder.
const ABORTING: [&str; 3] = ["abort", "__builtin_abort", "__builtin_trap"];

/// Functions that end the program with a status.
const EXITING: [&str; 6] = ["exit", "_exit", "_Exit", "quick_exit", "klee_silent_exit", "__builtin_exit"];

impl<'a> Checker<'a> {
    /// What a call of a function of verification tasks is, if it is one.
    pub(super) fn intrinsic(
        &mut self,
        name: &str,
        id: Option<FunctionId>,
        arguments: &'a [Node<Expression>],
        span: Span,
    ) -> Result<Option<Expr>, Refusal> {
        if name == "reach_error" {
            return Ok(Some(fail(ErrorKind::ErrorStatement, "`reach_error` is called", span)));
        }
        let function = id.map(|id| &self.functions[id.0 as usize]);
        if function.is_some_and(|function| function.definition.is_some()) {
            return Ok(None);
        }
        if let Some(suffix) = name.strip_prefix("__VERIFIER_nondet_") {
            let declared = function.filter(|function| function.ty.result != CType::Void);
            let declared = declared.map(|function| function.ty.result.clone());
            return self.nondet(name, suffix, declared, span).map(Some);
        }
        if let Some(bytes) = float_constant(name) {
            let nothing = Intrinsic::Ignore(Vec::new(), None);
            return Ok(Some(intrinsic(nothing, CType::Float(bytes), span)));
        }
        let expr = match (name, arguments) {
            ("__VERIFIER_error", _) => fail(ErrorKind::ErrorStatement, "`__VERIFIER_error` is called", span),
            ("__assert_fail" | "__assert" | "__assert_perror_fail", [text, ..]) => {
                let message = match self.text(text) {
                    Some(text) => format!("assertion failed: `{text}`"),
                    None => "assertion failed".to_owned(),
                };
                fail(ErrorKind::Assertion, message, span)
            }
            ("__VERIFIER_assume" | "klee_assume" | "__builtin_assume", [condition]) => {
                let condition = Box::new(self.scalar(condition)?);
                intrinsic(Intrinsic::Assume(condition), CType::Void, span)
            }
            ("__VERIFIER_assert" | "klee_assert" | "assert", [condition]) => {
                let condition = Box::new(self.scalar(condition)?);
                intrinsic(Intrinsic::Assert(condition), CType::Void, span)
            }
            (name, []) if ABORTING.contains(&name) => intrinsic(Intrinsic::Stop(None), CType::Void, span),
            (name, [status]) if EXITING.contains(&name) => self.exit(status, span)?,
            (name, arguments) if ABORTING.contains(&name) || EXITING.contains(&name) => {
                return refusal(span, format!("`{name}` with {} arguments", arguments.len()));
            }
            (name, [format, targets @ ..]) if library::plain(name) == "scanf" => {
                self.scan("scanf", format, targets, span)?
            }
            (name, [stream, format, targets @ ..])
                if library::plain(name) == "fscanf"
                    && matches!(&stream.node, Expression::Identifier(name) if name.node.name == "stdin") =>
            {
                self.scan("fscanf", format, targets, span)?
            }
            ("sprintf" | "__builtin_sprintf", [target, format, values @ ..]) => {
                self.format("sprintf", target, None, (format, values), span)?
            }
            ("snprintf" | "__builtin_snprintf", [target, room, format, values @ ..]) => {
                self.format("snprintf", target, Some(room), (format, values), span)?
            }
            ("klee_make_symbolic", [pointer, size, text]) => self.make_symbolic(pointer, size, text, span)?,
            ("klee_range", [low, high, text]) => {
                let int = CType::INT;
                let (low, high) = (self.rvalue_for(low, &int)?, self.rvalue_for(high, &int)?);
                let (low, high) = (self.convert(low, &int, span)?, self.convert(high, &int, span)?);
                let text = self.text(text).unwrap_or_else(|| name.to_owned());
                intrinsic(Intrinsic::Range(Box::new(low), Box::new(high), text), int, span)
            }
            ("klee_int", [text]) => {
                let text = self.text(text).unwrap_or_else(|| name.to_owned());
                intrinsic(Intrinsic::Input(text), CType::INT, span)
            }
            ("__builtin_unreachable", []) => {
                fail(ErrorKind::ErrorStatement, "`__builtin_unreachable` is reached", span)
            }
            ("__builtin_expect", [value, _]) | ("__builtin_expect_with_probability", [value, _, _]) => {
                let value = self.rvalue(value)?;
                self.convert(value, &CType::Int(IntKind::Long), span)?
            }
            ("__builtin_va_start" | "__builtin_va_copy", [list, _]) => self.start_list(list, span)?,
            ("__builtin_va_end", [_]) => intrinsic(Intrinsic::Ignore(Vec::new(), None), CType::Void, span),
            ("setlocale", [category, locale]) => {
                // Its result, a pointer, cannot be used.
                let arguments = vec![self.plain_argument(category)?, self.plain_argument(locale)?];
                intrinsic(Intrinsic::Ignore(arguments, None), CType::Void, span)
            }
            (name, arguments) => return self.print(name, arguments, span),
        };
        Ok(Some(expr))
    }

    fn nondet(&self, name: &str, suffix: &str, declared: Option<CType>, span: Span) -> Result<Expr, Refusal> {
        use IntKind::*;
        let kind = match suffix {
            "bool" | "_Bool" => Some(Bool),
            "char" => Some(Char),
            "schar" => Some(SignedChar),
            "uchar" | "unsigned_char" | "u8" => Some(UnsignedChar),
            "short" => Some(Short),
            "ushort" | "unsigned_short" | "u16" => Some(UnsignedShort),
            "int" => Some(Int),
            "uint" | "unsigned" | "unsigned_int" | "u32" => Some(Unsigned),
            "long" | "loff_t" => Some(Long),
            "ulong" | "unsigned_long" => Some(UnsignedLong),
            "longlong" | "long_long" => Some(LongLong),
            "ulonglong" | "unsigned_long_long" => Some(UnsignedLongLong),
            "size_t" => Some(self.types.size_kind()),
            "ptrdiff_t" | "ssize_t" => Some(self.types.distance_kind()),
            _ => None,
        };
        let ty = match (declared, kind, suffix) {
            (Some(ty), ..) => ty,
            (None, Some(kind), _) => CType::Int(kind),
            (None, None, "float") => CType::Float(4),
            (None, None, "double") => CType::Float(8),
            (None, None, _) => return refusal(span, format!("the type of `{name}` is not known")),
        };
        match ty {
            CType::Int(_) => Ok(intrinsic(Intrinsic::Input(name.to_owned()), ty, span)),
            CType::Float(_) => Ok(intrinsic(Intrinsic::Ignore(Vec::new(), None), ty, span)),
            CType::Pointer(_) => refusal(span, "arbitrary pointers are not supported"),
            _ => self
                .object_type(&ty, span)
                .and_then(|()| refusal(span, "arbitrary structs are not supported")),
        }
    }

    /// The end of the program. Natively, only the lowest 8 bits of the status arrive; here all do.
    fn exit(&mut self, status: &'a Node<Expression>, span: Span) -> Result<Expr, Refusal> {
        let status = self.rvalue(status)?;
        let status = self.convert(status, &CType::INT, span)?;
        Ok(intrinsic(Intrinsic::Stop(Some(Box::new(status))), CType::Void, span))
    }

    /// A call of `scanf`, whose format has to be there.
    fn scan(
        &mut self,
        name: &str,
        format: &'a Node<Expression>,
        targets: &'a [Node<Expression>],
        span: Span,
    ) -> Result<Expr, Refusal> {
        let Some(format) = self.text(format) else {
            return refusal(span, format!("the format of `{name}` is not a string literal"));
        };
        let targets: Result<Vec<_>, _> = targets.iter().map(|target| self.plain_argument(target)).collect();
        library::read(self, name, &format, targets?, span)
    }

    /// A call of `sprintf`, whose format has to be there.
    fn format(
        &mut self,
        name: &str,
        target: &'a Node<Expression>,
        room: Option<&'a Node<Expression>>,
        (format, values): (&'a Node<Expression>, &'a [Node<Expression>]),
        span: Span,
    ) -> Result<Expr, Refusal> {
        let Expression::StringLiteral(pieces) = &format.node else {
            return refusal(span, format!("the format of `{name}` is not a string literal"));
        };
        let format = self.string_bytes(&pieces.node, span)?;
        let target = self.plain_argument(target)?;
        let room = room.map(|room| self.plain_argument(room)).transpose()?;
        let values: Result<_, _> = values.iter().map(|value| self.plain_argument(value)).collect();
        library::write(
            self,
            library::Formatted { name, target, room, format: &format, values: values?, span },
        )
    }

    fn make_symbolic(
        &mut self,
        pointer: &'a Node<Expression>,
        size: &'a Node<Expression>,
        text: &'a Node<Expression>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let mut pointer = self.rvalue(pointer)?;
        while let (CType::Void, ExprKind::Convert(inner)) =
            (pointer.ty.target().unwrap_or(&CType::INT), &pointer.kind)
        {
            pointer = (**inner).clone();
        }
        let size = self.rvalue(size)?;
        let whole = match pointer.kind {
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => *place,
            _ => self.indirection(pointer, span)?,
        };
        let bytes = self.types.size_of(&whole.ty).map(|bytes| Int::from(bytes as usize));
        // The size of an array of variable length is not compared.
        let fits = match (size.as_int(), &bytes) {
            (Some(size), Some(bytes)) => size == bytes,
            (_, None) => true,
            _ => false,
        };
        if !fits {
            return refusal(
                span,
                "`klee_make_symbolic` is supported for whole variables, arrays and structs only",
            );
        }
        let text = self.text(text).unwrap_or_else(|| "symbolic".to_owned());
        Ok(intrinsic(Intrinsic::Forget(Box::new(whole), text), CType::Void, span))
    }

    /// A list of arguments gets its value. What is in it does not matter, for nothing takes arguments out of a list
    /// but functions that print.
    fn start_list(&mut self, list: &'a Node<Expression>, span: Span) -> Result<Expr, Refusal> {
        let list = self.expr(list)?;
        if !list.is_place() || list.ty != CType::Void.pointer() {
            return refusal(span, "this list of arguments is not supported");
        }
        let null = self.null_of(&list.ty, span);
        let ty = list.ty.clone();
        let value = Expr::new(ExprKind::Assign(Box::new(list), Box::new(null)), ty, span);
        Ok(Expr::new(ExprKind::Convert(Box::new(value)), CType::Void, span))
    }

    /// The text of a string literal.
    fn text(&self, expr: &Node<Expression>) -> Option<String> {
        let Expression::StringLiteral(pieces) = &expr.node else { return None };
        let bytes = self.string_bytes(&pieces.node, self.span(expr)).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Of the compilers' own functions for infinity and the like, the size of the result.
fn float_constant(name: &str) -> Option<u8> {
    let name = name.strip_prefix("__builtin_")?;
    let behind = ["inf", "nan", "huge_val"].iter().find_map(|constant| name.strip_prefix(constant))?;
    match behind {
        "" => Some(8),
        "f" => Some(4),
        "l" => Some(16),
        _ => None,
    }
}

fn intrinsic(intrinsic: Intrinsic, ty: CType, span: Span) -> Expr {
    Expr::new(ExprKind::Intrinsic(intrinsic), ty, span)
}

fn fail(kind: ErrorKind, message: impl Into<String>, span: Span) -> Expr {
    intrinsic(Intrinsic::Fail(kind, message.into()), CType::Void, span)
}
