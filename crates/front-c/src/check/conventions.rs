//! Functions of verification tools: of KLEE, of the verification competition, of CBMC and of ESBMC; and what `assert`
//! becomes in different C libraries. The library's table says which they are.

use super::intrinsic::{Typed, after, fail, intrinsic, nothing};
use super::scope::Symbol;
use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, IntKind, Length};
use crate::library::{self, Written};
use crate::tree::{Expr, ExprKind, Intrinsic, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::{BinaryOp, ErrorKind};
use lang_c::ast::Expression;
use lang_c::span::Node;

/// The most pointers of an array that are made arbitrary one by one.
const MOST_POINTERS: u64 = 256;

impl<'a> Checker<'a> {
    /// What one of CBMC's or ESBMC's functions says of a floating point number.
    pub(super) fn class_for_tools(&mut self, call: &Written<'_, 'a>) -> Typed {
        let Some(name) = library::class_for_tools(call.name) else { return Ok(None) };
        let arguments: Result<_, _> = call.arguments.iter().map(|value| self.rvalue(value)).collect();
        let known = library::Call { name: &name, arguments: arguments?, wanted: None, span: call.span };
        match library::check(self, known)? {
            Ok(expr) => Ok(Some(expr)),
            Err(_) => unsupported(call.span, format!("`{name}` of this is not supported")),
        }
    }

    /// `__VERIFIER_nondet_int` and the like.
    pub(crate) fn input_of_task(&mut self, call: &Written<'_, 'a>) -> Typed {
        let suffix = call.name.trim_start_matches("__VERIFIER_nondet_");
        if !self.is_input_suffix(suffix) {
            return Ok(None);
        }
        let result = self.result_of(call);
        self.nondet(call.name, suffix, result, call.span).map(Some)
    }

    /// `nondet_int` and the like.
    pub(crate) fn input_of_tool(&mut self, call: &Written<'_, 'a>) -> Typed {
        if let Some(id) = call.id {
            let ty = self.functions[id.0 as usize].ty.clone();
            self.note_undefined(call.name, &ty);
        }
        let result = self.result_of(call);
        self.nondet(call.name, call.name.trim_start_matches("nondet_"), result, call.span).map(Some)
    }

    /// The type that a function's result is declared with, if it has one.
    fn result_of(&self, call: &Written<'_, 'a>) -> Option<CType> {
        let result = call.id.map(|id| self.functions[id.0 as usize].ty.result.clone());
        result.filter(|ty| *ty != CType::Void)
    }

    /// `klee_report_error`
    pub(crate) fn reports_error(&mut self, call: &Written<'_, 'a>) -> Typed {
        let message = call.arguments.get(2).and_then(|message| self.text(message));
        let message = message.unwrap_or_else(|| "`klee_report_error` is called".to_owned());
        Ok(Some(fail(ErrorKind::ErrorStatement, message, call.span)))
    }

    /// Takes a condition to hold.
    pub(crate) fn assumes(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [condition] = call.arguments else { return Ok(None) };
        let condition = Box::new(self.scalar(condition)?);
        Ok(Some(intrinsic(Intrinsic::Assume(condition), CType::Void, call.span)))
    }

    /// Checks a condition; what is checked may be told behind it.
    pub(crate) fn asserts(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [condition, texts @ ..] = call.arguments else { return Ok(None) };
        if !texts.iter().all(is_text) {
            return Ok(None);
        }
        let condition = Box::new(self.scalar(condition)?);
        Ok(Some(intrinsic(Intrinsic::Assert(condition), CType::Void, call.span)))
    }

    /// The call that a failed `assert` becomes. The libraries do not agree on which argument is the condition's text.
    pub(crate) fn assertion_failed(&mut self, call: &Written<'_, 'a>, text: usize) -> Typed {
        let arguments = call.arguments;
        let wanted = arguments.get(text).and_then(|argument| self.text(argument));
        let texts: Vec<String> = arguments.iter().filter_map(|argument| self.text(argument)).collect();
        let text = match (call.name, arguments.len()) {
            // newlib: file, line, condition; a BSD: function, file, line, condition.
            ("__assert", 3) if !is_text(&arguments[1]) => texts.last().cloned(),
            ("__assert", 4) => texts.last().cloned(),
            _ => wanted,
        };
        let message = match text {
            Some(text) => format!("assertion failed: `{text}`"),
            None => "assertion failed".to_owned(),
        };
        Ok(Some(fail(ErrorKind::Assertion, message, call.span)))
    }

    /// `klee_range`
    pub(crate) fn input_between(&mut self, call: &Written<'_, 'a>) -> Typed {
        let ([low, high, text], int) = (call.arguments, CType::INT) else { return Ok(None) };
        let (low, high) = (self.converted(low, &int)?, self.converted(high, &int)?);
        let text = self.text(text).unwrap_or_else(|| call.name.to_owned());
        Ok(Some(intrinsic(Intrinsic::Range(Box::new(low), Box::new(high), text), int, call.span)))
    }

    /// `klee_choose`
    pub(crate) fn input_below(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [count] = call.arguments else { return Ok(None) };
        let ty = CType::Int(self.types.size_kind());
        let (low, high) = (Expr::int(Int::ZERO, ty.clone(), call.span), self.converted(count, &ty)?);
        let range = Intrinsic::Range(Box::new(low), Box::new(high), call.name.to_owned());
        Ok(Some(intrinsic(range, ty, call.span)))
    }

    /// `klee_int`
    pub(crate) fn input_named(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [text] = call.arguments else { return Ok(None) };
        let text = self.text(text).unwrap_or_else(|| call.name.to_owned());
        Ok(Some(intrinsic(Intrinsic::Input(text), CType::INT, call.span)))
    }

    /// `klee_is_symbolic`: what is an unknown is up to the tool.
    pub(crate) fn is_symbolic(&mut self, call: &Written<'_, 'a>) -> Typed {
        let ([value], span) = (call.arguments, call.span) else { return Ok(None) };
        if is_concrete(value) {
            return Ok(Some(Expr::int(Int::ZERO, CType::INT, span)));
        }
        let value = self.plain_argument(value)?;
        let number = |number: i64| Box::new(Expr::int(Int::from(number), CType::INT, span));
        let either = Intrinsic::Range(number(0), number(2), library::choice(call.name));
        Ok(Some(after(vec![value], intrinsic(either, CType::INT, span))))
    }

    /// `klee_get_value` and its kin: one of the values that something may have: the one that it has.
    pub(crate) fn as_result(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [value] = call.arguments else { return Ok(None) };
        let ty = match self.result_of(call) {
            Some(ty) => ty,
            None => self.rvalue(value)?.ty,
        };
        self.converted(value, &ty).map(Some)
    }

    /// `__CPROVER_havoc_object` and the like.
    pub(crate) fn forget_object(&mut self, call: &Written<'_, 'a>) -> Typed {
        let ([pointer], span) = (call.arguments, call.span) else { return Ok(None) };
        let pointer = library::without_conversions(self.rvalue(pointer)?);
        let place = match pointer.kind {
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => *place,
            _ => self.indirection(pointer, span)?,
        };
        if self.types.has_pointers(&place.ty) || place.ty == CType::Void {
            return refusal(span, format!("`{}` would make pointers", call.name));
        }
        Ok(Some(intrinsic(Intrinsic::Forget(Box::new(place), call.name.to_owned()), CType::Void, span)))
    }

    /// An argument, converted to a type.
    fn converted(&mut self, argument: &'a Node<Expression>, ty: &CType) -> Result<Expr, Refusal> {
        let value = self.rvalue_for(argument, ty)?;
        let span = value.span;
        self.convert(value, ty, span)
    }

    /// `klee_check_memory_access`: the first and the last of so many bytes are there.
    pub(crate) fn memory_access(&mut self, call: &Written<'_, 'a>) -> Typed {
        let ([pointer, size], span) = (call.arguments, call.span) else { return Ok(None) };
        let (mut pointer, size) = (self.rvalue(pointer)?, self.rvalue(size)?);
        if pointer.ty.int_kind().is_some() {
            pointer = self.convert(pointer, &CType::Int(IntKind::Char).pointer(), span)?;
        }
        let (mut code, pointer, count) = library::elements(self, call.name, pointer, size, span)?;
        let end = code.declare("m", count);
        let accesses = library::accesses(&mut code, pointer, end).into();
        let some = code.get(end);
        let condition = code.is_not_zero(some);
        let then = Box::new(code.statement(StmtKind::Block(accesses)));
        code.add(code.statement(StmtKind::If { condition, then, otherwise: None }));
        Ok(Some(code.finish(nothing(span))))
    }

    /// `__CPROVER_r_ok` and its kin: whether so many bytes can be accessed, or all of what a pointer points to.
    pub(crate) fn can_access(&mut self, call: &Written<'_, 'a>) -> Typed {
        let ([pointer, size @ ..], name, span) = (call.arguments, call.name, call.span) else {
            return Ok(None);
        };
        let size_type = CType::Int(self.types.size_kind());
        let (pointer, size) = match size {
            [size, ..] => {
                let size = self.converted(size, &size_type)?;
                (self.rvalue(pointer)?, size)
            }
            [] => {
                let pointer = self.rvalue(pointer)?;
                let Some(size) = pointer.ty.target().and_then(|target| self.types.size_of(target)) else {
                    return refusal(span, format!("the size of what `{name}` looks at is not known"));
                };
                (pointer, Expr::int(Int::from(size as usize), size_type, span))
            }
        };
        let bytes = CType::Int(IntKind::UnsignedChar).pointer();
        let pointer = self.convert(pointer, &bytes, span)?;
        let mut code = library::Code::new(self, name, span);
        let (pointer, size) = (code.declare("p", pointer), code.declare("n", size));
        let inside = |code: &mut library::Code<'_, '_>, index: Expr| {
            let call = library::LibraryCall { name: "inside", arguments: vec![code.get(pointer), index] };
            Expr::new(ExprKind::Library(call), CType::INT, span)
        };
        let live = library::LibraryCall { name: "live", arguments: vec![code.get(pointer)] };
        let live = Expr::new(ExprKind::Library(live), CType::INT, span);
        let zero = code.size(0);
        let first = inside(&mut code, zero);
        let end = code.get(size);
        let last = code.binary(BinaryOp::Sub, end, code.size(1));
        let last = inside(&mut code, last);
        let some = code.get(size);
        let nothing = code.compare(BinaryOp::Eq, some, code.size(0));
        let all = code.or(nothing, code.and(first, last));
        let value = code.get(pointer);
        let null = code.checker.null_of(&value.ty, span);
        let there = code.compare(BinaryOp::Ne, value, null);
        let there = code.and(there, live);
        let value = code.and(there, all);
        Ok(Some(code.finish(value)))
    }

    fn nondet(
        &mut self,
        name: &str,
        suffix: &str,
        declared: Option<CType>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let ty = match (declared, self.nondet_kind(suffix), suffix) {
            (Some(ty), ..) => ty,
            (None, Some(kind), _) => CType::Int(kind),
            (None, None, "float") => CType::Float(4),
            (None, None, "double") => CType::Float(8),
            (None, None, "long_double" | "longdouble") => CType::Float(16),
            (None, None, _) => return refusal(span, format!("the type of `{name}` is not known")),
        };
        match ty {
            CType::Int(_) | CType::Float(_) => Ok(intrinsic(Intrinsic::Input(name.to_owned()), ty, span)),
            CType::Pointer(_) if ty.is_object_pointer() => Ok(self.arbitrary_pointer(name, &ty, span)),
            CType::Pointer(_) => unsupported(span, "arbitrary pointers to functions are not supported"),
            _ => {
                self.object_type(&ty, span)?;
                let local = self.add_local(format!("({name})"), ty.clone(), span);
                let declare = StmtKind::Declare { local, length: None, initial: None };
                let mut statements = vec![Stmt { kind: declare, span }];
                let place = self.use_local(local, span);
                self.make_arbitrary(place, name, &mut statements)?;
                let value = Some(Box::new(self.use_local(local, span)));
                Ok(Expr::new(ExprKind::Statements(statements, value), ty, span))
            }
        }
    }

    /// Whether the end of an input's name tells what it gives: a type that all tools know, or one of the program.
    fn is_input_suffix(&self, suffix: &str) -> bool {
        const OTHERS: [&str; 10] = [
            "float",
            "double",
            "long_double",
            "longdouble",
            "pointer",
            "pchar",
            "charp",
            "const_char_pointer",
            "int128",
            "uint128",
        ];
        self.nondet_kind(suffix).is_some()
            || OTHERS.contains(&suffix)
            || matches!(self.symbol(suffix), Some(Symbol::Typedef(..) | Symbol::OpenType(..)))
            || self.tag(suffix).is_some()
    }

    /// The integers that the end of a name stands for, by the rules of the competition.
    fn nondet_kind(&self, suffix: &str) -> Option<IntKind> {
        use IntKind::*;
        Some(match suffix {
            "bool" | "_Bool" => Bool,
            "char" => Char,
            "schar" | "s8" | "int8_t" => SignedChar,
            "uchar" | "unsigned_char" | "u8" | "uint8_t" => UnsignedChar,
            "short" | "s16" | "int16_t" => Short,
            "ushort" | "unsigned_short" | "u16" | "uint16_t" => UnsignedShort,
            "int" | "s32" | "int32_t" => Int,
            "uint" | "unsigned" | "unsigned_int" | "u32" | "uint32_t" => Unsigned,
            "long" | "loff_t" => Long,
            "ulong" | "unsigned_long" | "sector_t" | "pthread_t" => UnsignedLong,
            "longlong" | "long_long" | "s64" | "int64_t" => LongLong,
            "ulonglong" | "unsigned_long_long" | "u64" | "uint64_t" => UnsignedLongLong,
            "size_t" => self.types.size_kind(),
            "ptrdiff_t" | "ssize_t" => self.types.distance_kind(),
            _ => return None,
        })
    }

    /// `klee_make_symbolic` and the like: inputs of the name that the call tells, or else of this one.
    pub(crate) fn make_symbolic(&mut self, call: &Written<'_, 'a>, text: &str) -> Typed {
        let ([pointer, size, named @ ..], name, span) = (call.arguments, call.name, call.span) else {
            return Ok(None);
        };
        let text = named.first().and_then(|named| self.text(named)).unwrap_or_else(|| text.to_owned());
        let mut pointer = self.rvalue(pointer)?;
        while let (CType::Void, ExprKind::Convert(inner)) =
            (pointer.ty.target().unwrap_or(&CType::INT), &pointer.kind)
        {
            pointer = (**inner).clone();
        }
        let size = self.rvalue(size)?;
        let (whole, rest) = match pointer.kind {
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => (*place, None),
            _ if pointer.ty.target() == Some(&CType::Void) => {
                return library::arbitrary_memory(self, (pointer, size), &text, span).map(Some);
            }
            _ => (self.indirection(pointer.clone(), span)?, Some(pointer)),
        };
        let bytes = self.types.size_of(&whole.ty).map(|bytes| Int::from(bytes as usize));
        // The size of an array of variable length is not compared.
        let fits = match (size.as_int(), &bytes) {
            (Some(size), Some(bytes)) => size == bytes,
            (_, None) => true,
            _ => false,
        };
        if let (false, Some(pointer)) = (fits || self.types.has_pointers(&whole.ty), rest) {
            return library::arbitrary_memory(self, (pointer, size), &text, span).map(Some);
        }
        if !fits {
            return refusal(
                span,
                format!("`{name}` is supported for whole variables, arrays and structs only"),
            );
        }
        if self.types.has_pointers(&whole.ty) {
            let mut statements = Vec::new();
            self.make_arbitrary(whole, &text, &mut statements)?;
            return Ok(Some(Expr::new(ExprKind::Statements(statements, None), CType::Void, span)));
        }
        Ok(Some(intrinsic(Intrinsic::Forget(Box::new(whole), text), CType::Void, span)))
    }

    /// Makes all that is at a place arbitrary, pointers among it.
    fn make_arbitrary(&mut self, place: Expr, name: &str, statements: &mut Vec<Stmt>) -> Result<(), Refusal> {
        let span = place.span;
        match place.ty.clone() {
            ty if !self.types.has_pointers(&ty) => {
                let forget = Intrinsic::Forget(Box::new(place), name.to_owned());
                let forget = intrinsic(forget, CType::Void, span);
                statements.push(Stmt { kind: StmtKind::Expr(forget), span });
            }
            ty @ CType::Pointer(_) => {
                let value = self.arbitrary_pointer(name, &ty, span);
                let assign = Expr::new(ExprKind::Assign(Box::new(place), Box::new(value)), ty, span);
                statements.push(Stmt { kind: StmtKind::Expr(assign), span });
            }
            CType::Array(element, Length::Fixed(length @ ..=MOST_POINTERS)) => {
                for index in 0..length as usize {
                    let index = Expr::int(Int::from(index), CType::Int(self.types.size_kind()), span);
                    let kind = ExprKind::Index(Box::new(place.clone()), Box::new(index));
                    self.make_arbitrary(Expr::new(kind, (*element).clone(), span), name, statements)?;
                }
            }
            CType::Record(id) if !self.types.record(id).is_union => {
                let members = self.types.record(id).members.clone().unwrap_or_default();
                for (index, member) in (0..).zip(members) {
                    if member.width.is_some() && member.name.is_none() {
                        continue;
                    }
                    let kind = ExprKind::Field(Box::new(place.clone()), vec![index]);
                    self.make_arbitrary(Expr::new(kind, member.ty, span), name, statements)?;
                }
            }
            ty => {
                let message =
                    format!("arbitrary values of type `{}` are not supported", self.types.name(&ty));
                return refusal(span, message);
            }
        }
        Ok(())
    }

    /// A pointer that is any number.
    fn arbitrary_pointer(&self, name: &str, ty: &CType, span: Span) -> Expr {
        let number = CType::Int(self.types.size_kind());
        let number = intrinsic(Intrinsic::Input(name.to_owned()), number, span);
        Expr::new(ExprKind::Convert(Box::new(number)), ty.clone(), span)
    }
}

/// Whether an argument is no unknown for sure: one of its values, or a constant.
fn is_concrete(argument: &Node<Expression>) -> bool {
    match &argument.node {
        Expression::Constant(_) => true,
        Expression::Call(call) => match &call.node.callee.node {
            Expression::Identifier(name) => name.node.name.starts_with("klee_get_value"),
            _ => false,
        },
        _ => false,
    }
}

fn is_text(argument: &Node<Expression>) -> bool {
    matches!(argument.node, Expression::StringLiteral(_))
}
