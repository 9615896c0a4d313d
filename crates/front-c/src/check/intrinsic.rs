//! Calls of functions that the library's table knows, where what a call is depends on how its arguments are written:
//! C's ways to end and to read, and what compilers have themselves.

use super::variadic::LIST;
use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, IntKind};
use crate::library::{self, Fact, Function, Kind, Written};
use crate::tree::{Expr, ExprKind, Intrinsic};
use kyklos_base::{Int, Span};
use kyklos_flow::ErrorKind;
use lang_c::ast::{Expression, UnaryOperator};
use lang_c::span::Node;

/// What a call is, if it is one of the function that is asked about.
pub(crate) type Typed = Result<Option<Expr>, Refusal>;

impl<'a> Checker<'a> {
    /// What a call is of a function that the table knows, as far as that shows without the arguments' values.
    pub(super) fn known_call(&mut self, call: &Written<'_, 'a>) -> Typed {
        let is_defined = call.id.is_some_and(|id| self.functions[id.0 as usize].definition.is_some());
        let rows = library::known(call.name).into_iter().chain(library::beginnings(call.name));
        for row in rows.filter(|row| row.fits(call.arguments.len())) {
            if (!is_defined || row.has(Fact::Always))
                && let Some(expr) = self.known_as(row, call)?
            {
                return Ok(Some(expr));
            }
        }
        if is_defined { Ok(None) } else { self.class_for_tools(call) }
    }

    fn known_as(&mut self, row: &Function, call: &Written<'_, 'a>) -> Typed {
        let span = call.span;
        Ok(Some(match row.kind {
            Kind::Written(form) => return form(self, call),
            Kind::Inside(form) if self.current.model.is_some() => return form(self, call),
            Kind::Prints(function) => return self.print(call, function),
            Kind::ByList(model) => {
                let (fixed, values) = call.arguments.split_at(row.least());
                let fixed = self.plain_arguments(fixed)?;
                self.by_list(call.name, model, fixed, values, span)?
            }
            Kind::First => match call.arguments {
                [first, ..] => self.rvalue(first)?,
                [] => return Ok(None),
            },
            Kind::Ignored => {
                let arguments = self.plain_arguments(call.arguments)?;
                intrinsic(Intrinsic::Ignore(arguments, None), CType::Void, span)
            }
            Kind::Nothing => nothing(span),
            Kind::Fails(message) => fail(ErrorKind::ErrorStatement, message, span),
            Kind::Aborts if call.arguments.is_empty() => intrinsic(Intrinsic::Stop(None), CType::Void, span),
            Kind::Aborts => return with_arguments(call),
            _ => return Ok(None),
        }))
    }

    /// Arguments without parameters that would say their types.
    pub(super) fn plain_arguments(
        &mut self,
        arguments: &'a [Node<Expression>],
    ) -> Result<Vec<Expr>, Refusal> {
        arguments.iter().map(|argument| self.plain_argument(argument)).collect()
    }

    /// The end of the program: in order, or at once. Natively, only the lowest 8 bits of the status arrive; here all do.
    pub(crate) fn exit(&mut self, call: &Written<'_, 'a>, in_order: bool) -> Typed {
        let ([status], span) = (call.arguments, call.span) else { return with_arguments(call) };
        let status = self.rvalue(status)?;
        let status = self.convert(status, &CType::INT, span)?;
        let leaving = if in_order { self.leave_program(span)? } else { Vec::new() };
        if leaving.is_empty() {
            return Ok(Some(intrinsic(Intrinsic::Stop(Some(Box::new(status))), CType::Void, span)));
        }
        let mut code = library::Code::new(self, "exit", span);
        let status = code.declare("status", status);
        leaving.into_iter().for_each(|statement| code.add(statement));
        let status = code.get(status);
        Ok(Some(code.finish(intrinsic(Intrinsic::Stop(Some(Box::new(status))), CType::Void, span))))
    }

    /// The end of a thread. There is one; with it, the program ends.
    pub(crate) fn exit_thread(&mut self, call: &Written<'_, 'a>) -> Typed {
        let span = call.span;
        let zero = Expr::int(Int::ZERO, CType::INT, span);
        let stop = intrinsic(Intrinsic::Stop(Some(Box::new(zero))), CType::Void, span);
        Ok(Some(after(self.plain_arguments(call.arguments)?, stop)))
    }

    /// `scanf`
    pub(crate) fn scanf(&mut self, call: &Written<'_, 'a>) -> Typed {
        self.scan("scanf", call.arguments, call.span).map(Some)
    }

    /// `fscanf`
    pub(crate) fn fscanf(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [stream, scanned @ ..] = call.arguments else { return Ok(None) };
        let stream = self.library_argument((call.name, call.id), 0, stream)?;
        let read = self.scan("fscanf", scanned, call.span)?;
        Ok(Some(after(vec![stream], read)))
    }

    /// What `scanf` reads; where its format does not say that, runs end there.
    fn scan(&mut self, name: &str, scanned: &'a [Node<Expression>], span: Span) -> Result<Expr, Refusal> {
        let [format, targets @ ..] = scanned else {
            return refusal(span, format!("`{name}` without a format"));
        };
        let known = self.scan_by(name, format, targets, span);
        self.or_cut(name, known, scanned, span)
    }

    fn scan_by(
        &mut self,
        name: &str,
        format: &'a Node<Expression>,
        targets: &'a [Node<Expression>],
        span: Span,
    ) -> Result<Expr, Refusal> {
        let Some(format) = self.text(format) else {
            return refusal(span, format!("the format of `{name}` is not a string literal"));
        };
        let targets = self.plain_arguments(targets)?;
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
        let arguments = self.plain_arguments(arguments)?;
        let message = format!("{}; what runs do that come here stays open", refusal.message);
        self.warn_once(&format!("{name}: open"), span, message);
        Ok(self.cut_call(name, arguments, span))
    }

    /// `sscanf`: code that is made for its format.
    pub(crate) fn sscanf(&mut self, call: &Written<'_, 'a>) -> Typed {
        let ([text, format, targets @ ..], span) = (call.arguments, call.span) else { return Ok(None) };
        let known = self.text(format);
        let mut arguments = vec![self.plain_argument(text)?];
        arguments.extend(self.plain_arguments(targets)?);
        Ok(Some(match known.as_deref().map(library::scanner) {
            Some(library::Scanned::Code(_, count)) if count + 1 > arguments.len() => {
                library::too_few("sscanf", span)
            }
            Some(library::Scanned::Code(code, count)) if count + 1 == arguments.len() => {
                self.made_call("sscanf", &code, arguments, span)?
            }
            _ => self.cut_call("sscanf", arguments, span),
        }))
    }

    /// `sprintf`, or `snprintf` with the number of the argument that tells how much room there is: code for the format, or
    /// else code that reads it.
    pub(crate) fn sprintf(&mut self, call: &Written<'_, 'a>, room: Option<usize>) -> Typed {
        let (name, span) = (library::plain(call.name), call.span);
        let at = room.map_or(1, |room| room + 1);
        let (fixed, values) = call.arguments.split_at(at + 1);
        let [target, .., format] = fixed else { return Ok(None) };
        let known = self.format(name, target, room.map(|room| &fixed[room]), (format, values), span);
        let model = if room.is_some() { "vsnprintf" } else { "vsprintf" };
        if known.is_ok() || !self.models.contains_key(model) {
            return self.or_cut(name, known, call.arguments, span).map(Some);
        }
        let fixed = self.plain_arguments(fixed)?;
        self.by_list(name, model, fixed, values, span).map(Some)
    }

    /// `signal`: the handler is evaluated; the one before is null.
    pub(crate) fn signal(&mut self, call: &Written<'_, 'a>) -> Typed {
        let arguments = self.plain_arguments(call.arguments)?;
        let Some(ty) = arguments.last().map(|handler| handler.ty.clone()) else { return Ok(None) };
        self.warn_once("signal", call.span, "signals are not delivered".to_owned());
        Ok(Some(after(arguments, Expr::int(Int::ZERO, ty, call.span))))
    }

    /// `sigaction` that does not ask for the action before.
    pub(crate) fn sigaction(&mut self, call: &Written<'_, 'a>) -> Typed {
        let mut arguments = self.plain_arguments(call.arguments)?;
        let asks_for = |before: &Expr| {
            !super::convert::is_null(before) && before.as_int().is_none_or(|value| !value.is_zero())
        };
        if arguments.last().is_none_or(asks_for) {
            return Ok(Some(self.cut_call(call.name, arguments, call.span)));
        }
        arguments.pop();
        self.warn_once("signal", call.span, "signals are not delivered".to_owned());
        let ignored = Intrinsic::Ignore(arguments, Some(call.name.to_owned()));
        Ok(Some(intrinsic(ignored, CType::INT, call.span)))
    }

    /// `__real__` and `__imag__`
    pub(crate) fn complex_operator(&mut self, call: &Written<'_, 'a>, part: u32) -> Typed {
        let [value] = call.arguments else { return Ok(None) };
        let value = self.expr(value)?;
        self.complex_part(value, part, call.span).map(Some)
    }

    /// `creal`, `cimag` and their kin: which part, of parts of so many bytes.
    pub(crate) fn part_of_number(&mut self, call: &Written<'_, 'a>, (part, bytes): (u32, u8)) -> Typed {
        let Some(value) = self.complex_argument(call, bytes)? else { return Ok(None) };
        self.complex_part(value, part, call.span).map(Some)
    }

    /// `conj` and its kin.
    pub(crate) fn conjugate(&mut self, call: &Written<'_, 'a>, bytes: u8) -> Typed {
        let Some(value) = self.complex_argument(call, bytes)? else { return Ok(None) };
        Ok(Some(match self.compound_unary(&UnaryOperator::Complement, value, call.span)? {
            Ok(value) | Err(value) => value,
        }))
    }

    /// An argument as a complex number with parts of so many bytes.
    fn complex_argument(&mut self, call: &Written<'_, 'a>, bytes: u8) -> Typed {
        let [value] = call.arguments else { return Ok(None) };
        let value = self.rvalue(value)?;
        let ty = self.complex_type(CType::Float(bytes));
        self.convert(value, &ty, call.span).map(Some)
    }

    /// `__builtin_expect` and its kin.
    pub(crate) fn expected(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [value, ..] = call.arguments else { return Ok(None) };
        let value = self.rvalue(value)?;
        self.convert(value, &CType::Int(IntKind::Long), call.span).map(Some)
    }

    /// `__builtin_constant_p`. As GCC has it, a text is a constant, too.
    pub(crate) fn is_constant(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [value] = call.arguments else { return Ok(None) };
        let value = self.rvalue(value);
        let is_text = |place: &Expr| matches!(&place.kind, ExprKind::Global(id) if self.globals[id.0 as usize].constant);
        let is_constant = value.is_ok_and(|value| match &value.kind {
            ExprKind::Int(_) => true,
            ExprKind::Decay(text) => is_text(text),
            _ => false,
        });
        Ok(Some(Expr::int(Int::from(is_constant), CType::INT, call.span)))
    }

    /// `__builtin_LINE`
    pub(crate) fn line(&mut self, call: &Written<'_, 'a>) -> Typed {
        Ok(Some(Expr::int(Int::from(i64::from(call.span.start.line)), CType::INT, call.span)))
    }

    /// `__builtin_classify_type`
    pub(crate) fn class_of_type(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [value] = call.arguments else { return Ok(None) };
        let class = match self.rvalue(value)?.ty {
            CType::Int(_) => 1,
            CType::Pointer(_) => 5,
            CType::Float(_) => 8,
            CType::Record(id) if self.types.record(id).is_union => 13,
            CType::Record(_) => 12,
            _ => return unsupported(call.span, "`__builtin_classify_type` of this is not supported"),
        };
        Ok(Some(Expr::int(Int::from(class), CType::INT, call.span)))
    }

    /// `__builtin_choose_expr`
    pub(crate) fn chosen(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [condition, then, otherwise] = call.arguments else { return Ok(None) };
        let condition = self.constant(condition)?;
        self.rvalue(if condition.is_zero() { otherwise } else { then }).map(Some)
    }

    /// `__builtin_object_size`: known of variables; else not, by the rules of these functions.
    pub(crate) fn object_size(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [pointer, kind] = call.arguments else { return Ok(None) };
        let pointer = library::without_conversions(self.rvalue(pointer)?);
        let known = match &pointer.kind {
            ExprKind::Decay(place) | ExprKind::AddressOf(place)
                if matches!(place.kind, ExprKind::Local(..) | ExprKind::Global(_)) =>
            {
                self.types.size_of(&place.ty).map(|size| Int::from(size as usize))
            }
            _ => None,
        };
        let most = self.constant(kind)? < Int::from(2);
        let ty = CType::Int(self.types.size_kind());
        let size = if most { self.types.size_kind().range(self.types.model).1 } else { Int::ZERO };
        Ok(Some(Expr::int(known.unwrap_or(size), ty, call.span)))
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
        let values = self.plain_arguments(values)?;
        let mut code = library::Code::new(self, name, span);
        let fixed: Vec<_> = fixed.into_iter().map(|value| code.declare("a", value)).collect();
        let values: Vec<_> = values.into_iter().map(|value| code.declare("v", value)).collect();
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
        let values = self.plain_arguments(values)?;
        library::write(self, library::Formatted { name, target, room, format: &format, values, span })
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

/// What has no effect and no value.
pub(super) fn nothing(span: Span) -> Expr {
    intrinsic(Intrinsic::Ignore(Vec::new(), None), CType::Void, span)
}

/// A value behind arguments that are only evaluated.
pub(super) fn after(arguments: Vec<Expr>, value: Expr) -> Expr {
    let (ty, span) = (value.ty.clone(), value.span);
    let ignored = Box::new(intrinsic(Intrinsic::Ignore(arguments, None), CType::Void, span));
    Expr::new(ExprKind::Comma(ignored, Box::new(value)), ty, span)
}

/// A call with a number of arguments that the function does not take.
fn with_arguments(call: &Written<'_, '_>) -> Typed {
    refusal(call.span, format!("`{}` with {} arguments", call.name, call.arguments.len()))
}
