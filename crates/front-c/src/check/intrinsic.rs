//! Functions that are part of the language as it is used here: C's ways to end, to read and to print.

use super::variadic::LIST;
use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, IntKind};
use crate::library;
use crate::tree::{Expr, ExprKind, FunctionId, Initial, Intrinsic};
use kyklos_base::{Int, Span};
use kyklos_flow::{BinaryOp, ErrorKind};
use lang_c::ast::{Expression, UnaryOperator};
use lang_c::span::Node;

/// Functions that end the program in disorder.
const ABORTING: [&str; 4] = ["abort", "__builtin_abort", "__builtin_trap", "klee_abort"];

/// Functions that end the program with a status.
const EXITING: [&str; 6] = ["exit", "_exit", "_Exit", "quick_exit", "klee_silent_exit", "__builtin_exit"];

/// Those of them that first call what was given to `atexit`, and destructors.
const ORDERLY: [&str; 2] = ["exit", "__builtin_exit"];

/// Functions that end a thread.
const ENDS_THREAD: [&str; 2] = ["pthread_exit", "thrd_exit"];

impl<'a> Checker<'a> {
    /// What a call of a function of verification tasks is, if it is one.
    pub(super) fn intrinsic(
        &mut self,
        name: &str,
        id: Option<FunctionId>,
        arguments: &'a [Node<Expression>],
        used: bool,
        span: Span,
    ) -> Result<Option<Expr>, Refusal> {
        if name == "reach_error" {
            return Ok(Some(fail(ErrorKind::ErrorStatement, "`reach_error` is called", span)));
        }
        let function = id.map(|id| &self.functions[id.0 as usize]);
        if function.is_some_and(|function| function.definition.is_some()) {
            return Ok(None);
        }
        if let Some(expr) = self.jump(name, arguments, span)? {
            return Ok(Some(expr));
        }
        let expr = match (name, arguments) {
            (name, []) if ABORTING.contains(&name) => intrinsic(Intrinsic::Stop(None), CType::Void, span),
            (name, [status]) if EXITING.contains(&name) => self.exit(name, status, span)?,
            (name, [value]) if ENDS_THREAD.contains(&name) => {
                // There is one thread; with it, the program ends.
                let value = self.plain_argument(value)?;
                let ignored = intrinsic(Intrinsic::Ignore(vec![value], None), CType::Void, span);
                let zero = Expr::int(Int::ZERO, CType::INT, span);
                let stop = intrinsic(Intrinsic::Stop(Some(Box::new(zero))), CType::Void, span);
                Expr::new(ExprKind::Comma(Box::new(ignored), Box::new(stop)), CType::Void, span)
            }
            (name, arguments) if ABORTING.contains(&name) || EXITING.contains(&name) => {
                return refusal(span, format!("`{name}` with {} arguments", arguments.len()));
            }
            (name, [format, targets @ ..]) if library::plain(name) == "scanf" => {
                let known = self.scan("scanf", format, targets, span);
                self.or_cut("scanf", known, arguments, span)?
            }
            (name, [stream, format, targets @ ..]) if library::plain(name) == "fscanf" => {
                let stream = self.library_argument((name, id), 0, stream)?;
                let ignored = intrinsic(Intrinsic::Ignore(vec![stream], None), CType::Void, span);
                let known = self.scan("fscanf", format, targets, span);
                let read = self.or_cut("fscanf", known, arguments, span)?;
                let ty = read.ty.clone();
                Expr::new(ExprKind::Comma(Box::new(ignored), Box::new(read)), ty, span)
            }
            (name, [text, format, targets @ ..]) if library::plain(name) == "sscanf" => {
                self.scan_text(text, format, targets, span)?
            }
            ("div" | "ldiv" | "lldiv" | "imaxdiv", [left, right]) if id.is_some() => {
                self.quotient(id, left, right, span)?
            }
            ("__sync_synchronize" | "__builtin_ia32_pause" | "__builtin_ia32_mfence", []) => {
                intrinsic(Intrinsic::Ignore(Vec::new(), None), CType::Void, span)
            }
            ("signal" | "bsd_signal" | "sysv_signal", [signal, handler]) => {
                let arguments = vec![self.plain_argument(signal)?, self.plain_argument(handler)?];
                let ty = arguments[1].ty.clone();
                self.warn_once("signal", span, "signals are not delivered".to_owned());
                let ignored = intrinsic(Intrinsic::Ignore(arguments, None), CType::Void, span);
                let before = Expr::int(Int::ZERO, ty.clone(), span);
                Expr::new(ExprKind::Comma(Box::new(ignored), Box::new(before)), ty, span)
            }
            ("sigaction", [signal, action, before]) => {
                let before = self.plain_argument(before)?;
                let (signal, action) = (self.plain_argument(signal)?, self.plain_argument(action)?);
                if !super::convert::is_null(&before) && before.as_int().is_none_or(|value| !value.is_zero()) {
                    return Ok(Some(self.cut_call(name, vec![signal, action, before], span)));
                }
                self.warn_once("signal", span, "signals are not delivered".to_owned());
                let ignored = Intrinsic::Ignore(vec![signal, action], Some(name.to_owned()));
                intrinsic(ignored, CType::INT, span)
            }
            ("sprintf" | "__builtin_sprintf", [target, format, values @ ..]) => {
                self.sprintf("sprintf", target, None, (format, values), arguments, span)?
            }
            ("snprintf" | "__builtin_snprintf", [target, room, format, values @ ..]) => {
                self.sprintf("snprintf", target, Some(room), (format, values), arguments, span)?
            }
            ("swprintf", [target, room, format, values @ ..]) if self.models.contains_key("vswprintf") => {
                let fixed = [target, room, format].map(|argument| self.plain_argument(argument));
                let fixed: Result<_, _> = fixed.into_iter().collect();
                self.by_list("swprintf", "vswprintf", fixed?, values, span)?
            }
            ("asprintf", [target, format, values @ ..]) if self.models.contains_key("vasprintf") => {
                let fixed = vec![self.plain_argument(target)?, self.plain_argument(format)?];
                self.by_list("asprintf", "vasprintf", fixed, values, span)?
            }
            ("__builtin_shuffle", [_, _] | [_, _, _]) => self.shuffle(arguments, span)?,
            ("__builtin_shufflevector", [first, second, indices @ ..]) => {
                self.shuffle_vector(first, second, indices, span)?
            }
            ("__kyre__" | "__kyre", [value]) => {
                let value = self.expr(value)?;
                self.complex_part(value, 0, span)?
            }
            ("__kyim__" | "__kyim", [value]) => {
                let value = self.expr(value)?;
                self.complex_part(value, 1, span)?
            }
            ("creal" | "crealf" | "creall" | "cimag" | "cimagf" | "cimagl", [value]) => {
                let value = self.rvalue(value)?;
                let ty = self.complex_of(name);
                let value = self.convert(value, &ty, span)?;
                self.complex_part(value, u32::from(name.starts_with("cimag")), span)?
            }
            ("conj" | "conjf" | "conjl", [value]) => {
                let value = self.rvalue(value)?;
                let ty = self.complex_of(name);
                let value = self.convert(value, &ty, span)?;
                match self.compound_unary(&UnaryOperator::Complement, value, span)? {
                    Ok(value) | Err(value) => value,
                }
            }
            ("__builtin_unreachable", []) => {
                fail(ErrorKind::ErrorStatement, "`__builtin_unreachable` is reached", span)
            }
            ("__builtin_expect", [value, _]) | ("__builtin_expect_with_probability", [value, _, _]) => {
                let value = self.rvalue(value)?;
                self.convert(value, &CType::Int(IntKind::Long), span)?
            }
            ("__builtin_constant_p", [value]) => {
                // As GCC has it, a text is a constant, too.
                let value = self.rvalue(value);
                let is_text = |place: &Expr| matches!(&place.kind, ExprKind::Global(id) if self.globals[id.0 as usize].constant);
                let is_constant = value.is_ok_and(|value| match &value.kind {
                    ExprKind::Int(_) => true,
                    ExprKind::Decay(text) => is_text(text),
                    _ => false,
                });
                Expr::int(Int::from(is_constant), CType::INT, span)
            }
            ("__builtin_LINE", []) => Expr::int(Int::from(i64::from(span.start.line)), CType::INT, span),
            ("__builtin_speculation_safe_value", [value, ..]) => self.rvalue(value)?,
            ("__builtin_classify_type", [value]) => {
                let class = match self.rvalue(value)?.ty {
                    CType::Int(_) => 1,
                    CType::Pointer(_) => 5,
                    CType::Float(_) => 8,
                    CType::Record(id) if self.types.record(id).is_union => 13,
                    CType::Record(_) => 12,
                    _ => return unsupported(span, "`__builtin_classify_type` of this is not supported"),
                };
                Expr::int(Int::from(class), CType::INT, span)
            }
            ("__builtin_choose_expr", [condition, then, otherwise]) => {
                let condition = self.constant(condition)?;
                self.rvalue(if condition.is_zero() { otherwise } else { then })?
            }
            ("__builtin_assume_aligned", [pointer, ..]) => self.rvalue(pointer)?,
            ("__builtin_object_size" | "__builtin_dynamic_object_size", [pointer, kind]) => {
                let pointer = library::without_conversions(self.rvalue(pointer)?);
                let known = match &pointer.kind {
                    ExprKind::Decay(place) | ExprKind::AddressOf(place)
                        if matches!(place.kind, ExprKind::Local(..) | ExprKind::Global(_)) =>
                    {
                        self.types.size_of(&place.ty).map(|size| Int::from(size as usize))
                    }
                    _ => None,
                };
                // Else not known, by the rules of these functions.
                let most = self.constant(kind)? < Int::from(2);
                let ty = CType::Int(self.types.size_kind());
                let size = if most { self.types.size_kind().range(self.types.model).1 } else { Int::ZERO };
                Expr::int(known.unwrap_or(size), ty, span)
            }
            ("__builtin_prefetch", arguments) => {
                let arguments: Result<_, _> =
                    arguments.iter().map(|argument| self.plain_argument(argument)).collect();
                intrinsic(Intrinsic::Ignore(arguments?, None), CType::Void, span)
            }
            ("__builtin_va_start", [list, ..]) => self.start_list(list, None, span)?,
            ("__builtin_va_copy", [list, from]) => self.start_list(list, Some(from), span)?,
            ("__builtin_va_end", [_]) => intrinsic(Intrinsic::Ignore(Vec::new(), None), CType::Void, span),
            (name, arguments) => {
                let declared = id.map(|id| self.functions[id.0 as usize].ty.clone());
                if let Some(expr) = self.overflow(name, arguments, span)? {
                    return Ok(Some(expr));
                }
                return match self.convention(name, declared.as_ref(), arguments, span)? {
                    Some(expr) => Ok(Some(expr)),
                    None => self.print((name, id), arguments, used, span),
                };
            }
        };
        Ok(Some(expr))
    }

    /// The end of the program. Natively, only the lowest 8 bits of the status arrive; here all do.
    fn exit(&mut self, name: &str, status: &'a Node<Expression>, span: Span) -> Result<Expr, Refusal> {
        let status = self.rvalue(status)?;
        let status = self.convert(status, &CType::INT, span)?;
        let leaving = if ORDERLY.contains(&name) { self.leave_program(span)? } else { Vec::new() };
        if leaving.is_empty() {
            return Ok(intrinsic(Intrinsic::Stop(Some(Box::new(status))), CType::Void, span));
        }
        let mut code = library::Code::new(self, "exit", span);
        let status = code.declare("status", status);
        leaving.into_iter().for_each(|statement| code.add(statement));
        let status = code.get(status);
        Ok(code.finish(intrinsic(Intrinsic::Stop(Some(Box::new(status))), CType::Void, span)))
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
        let targets = targets?;
        for target in &targets {
            if let ExprKind::AddressOf(place) = &target.kind
                && let ExprKind::Local(local, _) = place.kind
            {
                self.current.locals[local.0 as usize].read_by = Some((name.to_owned(), span.start.line));
            }
        }
        library::read(self, name, &format, targets, span)
    }

    /// What a call is; where it is not known, its arguments are evaluated, and runs are cut there.
    fn or_cut(
        &mut self,
        name: &str,
        known: Result<Expr, Refusal>,
        arguments: &'a [Node<Expression>],
        span: Span,
    ) -> Result<Expr, Refusal> {
        let Err(refusal) = known else { return known };
        let arguments: Result<Vec<_>, _> =
            arguments.iter().map(|argument| self.plain_argument(argument)).collect();
        let arguments = arguments?;
        let message = format!("{}; what runs do that come here stays open", refusal.message);
        self.warn_once(&format!("{name}: open"), span, message);
        Ok(self.cut_call(name, arguments, span))
    }

    /// A call of `sscanf`: code that is made for its format.
    fn scan_text(
        &mut self,
        text: &'a Node<Expression>,
        format: &'a Node<Expression>,
        targets: &'a [Node<Expression>],
        span: Span,
    ) -> Result<Expr, Refusal> {
        let known = self.text(format);
        let mut arguments = vec![self.plain_argument(text)?];
        for target in targets {
            arguments.push(self.plain_argument(target)?);
        }
        match known.as_deref().map(library::scanner) {
            Some(library::Scanned::Code(_, count)) if count + 1 > arguments.len() => {
                Ok(library::too_few("sscanf", span))
            }
            Some(library::Scanned::Code(code, count)) if count + 1 == arguments.len() => {
                self.made_call("sscanf", &code, arguments, span)
            }
            _ => Ok(self.cut_call("sscanf", arguments, span)),
        }
    }

    /// `div` and its kin.
    fn quotient(
        &mut self,
        id: Option<FunctionId>,
        left: &'a Node<Expression>,
        right: &'a Node<Expression>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let result = id.map_or(CType::INT, |id| self.functions[id.0 as usize].ty.result.clone());
        let CType::Record(record) = result else { return refusal(span, "the result of `div` is not known") };
        let (Some(members), operands) =
            (self.types.record(record).members.clone(), [self.rvalue(left)?, self.rvalue(right)?])
        else {
            return refusal(span, "the result of `div` is not known");
        };
        let mut code = library::Code::new(self, "div", span);
        let mut locals = Vec::new();
        for operand in operands {
            locals.push(code.argument("x", Some(operand), &members[0].ty)?);
        }
        let mut parts = Vec::new();
        for (index, member) in (0..).zip(&members) {
            let op = if member.name.as_deref() == Some("quot") { BinaryOp::Div } else { BinaryOp::Rem };
            let (left, right) = (code.get(locals[0]), code.get(locals[1]));
            parts.push((index, Initial::Value(code.binary(op, left, right))));
        }
        let local = code.checker.add_local("(div)", result.clone(), span);
        let literal = ExprKind::Literal(local, Box::new(Initial::Parts(parts)));
        Ok(code.finish(Expr::new(literal, result, span)))
    }

    /// A call of `sprintf` or `snprintf`: code for its format, or else code that reads the format.
    fn sprintf(
        &mut self,
        name: &str,
        target: &'a Node<Expression>,
        room: Option<&'a Node<Expression>>,
        (format, values): (&'a Node<Expression>, &'a [Node<Expression>]),
        arguments: &'a [Node<Expression>],
        span: Span,
    ) -> Result<Expr, Refusal> {
        let known = self.format(name, target, room, (format, values), span);
        let model = if room.is_some() { "vsnprintf" } else { "vsprintf" };
        if known.is_ok() || !self.models.contains_key(model) {
            return self.or_cut(name, known, arguments, span);
        }
        let fixed = [Some(target), room, Some(format)].into_iter().flatten();
        let fixed: Result<_, _> = fixed.map(|argument| self.plain_argument(argument)).collect();
        self.by_list(name, model, fixed?, values, span)
    }

    /// A call of a function that takes any number of arguments, by way of the one that takes a list of them.
    pub(super) fn by_list(
        &mut self,
        name: &str,
        model: &str,
        fixed: Vec<Expr>,
        values: &'a [Node<Expression>],
        span: Span,
    ) -> Result<Expr, Refusal> {
        let Some(definition) = self.models.get(model).copied() else {
            return unsupported(span, format!("`{name}` is not supported"));
        };
        let values: Result<Vec<_>, _> = values.iter().map(|value| self.plain_argument(value)).collect();
        let mut code = library::Code::new(self, name, span);
        let fixed: Vec<_> = fixed.into_iter().map(|value| code.declare("a", value)).collect();
        let values: Vec<_> = values?.into_iter().map(|value| code.declare("v", value)).collect();
        let mut arguments: Vec<Expr> = fixed.into_iter().map(|local| code.get(local)).collect();
        arguments.push(Expr::int(Int::ZERO, LIST, span));
        let checker = &mut code.checker;
        let written =
            checker.with_extras(&values, |checker| checker.model_call(name, definition, arguments, span));
        Ok(code.finish(written?))
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

    /// The type that a function of the library on complex numbers takes.
    fn complex_of(&mut self, name: &str) -> CType {
        let bytes =
            match name.strip_prefix("creal").or(name.strip_prefix("cimag")).or(name.strip_prefix("conj")) {
                Some("f") => 4,
                Some("l") => 16,
                _ => 8,
            };
        self.complex_type(CType::Float(bytes))
    }

    /// The text of a string literal.
    pub(super) fn text(&self, expr: &Node<Expression>) -> Option<String> {
        let Expression::StringLiteral(pieces) = &expr.node else { return None };
        let bytes = self.string_bytes(&pieces.node, self.span(expr)).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

pub(super) fn intrinsic(intrinsic: Intrinsic, ty: CType, span: Span) -> Expr {
    Expr::new(ExprKind::Intrinsic(intrinsic), ty, span)
}

pub(super) fn fail(kind: ErrorKind, message: impl Into<String>, span: Span) -> Expr {
    intrinsic(Intrinsic::Fail(kind, message.into()), CType::Void, span)
}
