//! Functions of verification tools: of KLEE, of the verification competition, of CBMC and of ESBMC; and what `assert`
//! becomes in different C libraries.
//!
//! A function whose name shows that it is a tool's, and that is not known here, is refused: whatever were
//! guessed of it, a verdict could be wrong.

use super::intrinsic::{fail, intrinsic};
use super::scope::Symbol;
use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, FunctionType, IntKind, Length};
use crate::library;
use crate::tree::{Expr, ExprKind, Intrinsic, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::{BinaryOp, ErrorKind};
use lang_c::ast::Expression;
use lang_c::span::Node;

/// How the names of tools' functions begin.
const PREFIXES: [&str; 8] =
    ["klee_", "__VERIFIER_", "__CPROVER_", "__ESBMC_", "__SMACK_", "__llbmc_", "Frama_C_", "__assert"];

/// Functions that take a condition to hold.
const ASSUMING: [&str; 5] =
    ["__VERIFIER_assume", "klee_assume", "__builtin_assume", "__CPROVER_assume", "__ESBMC_assume"];

/// Functions that check a condition, which is their first argument; the others tell what is checked.
const ASSERTING: [&str; 7] = [
    "__VERIFIER_assert",
    "klee_assert",
    "assert",
    "__CPROVER_assert",
    "__CPROVER_precondition",
    "__CPROVER_postcondition",
    "__ESBMC_assert",
];

/// What `assert` calls when it fails, and which argument is the text of the condition.
const ASSERTION_FAILED: [(&str, usize); 9] = [
    // The GNU library and musl.
    ("__assert_fail", 0),
    ("__assert_perror_fail", 0),
    ("klee_assert_fail", 0),
    // newlib.
    ("__assert_func", 3),
    // Others: the condition stands where the texts are.
    ("__assert", 0),
    ("__assert2", 3),
    ("__assert_rtn", 3),
    ("_assert", 0),
    ("__assert_c99", 0),
];

/// Functions that only tell a tool something, or print: their arguments are evaluated.
const IDLE: [&str; 23] = [
    // A wish about the inputs that are shown, no condition.
    "klee_prefer_cex",
    "klee_posix_prefer_cex",
    "klee_mark_global",
    "klee_set_forking",
    "klee_open_merge",
    "klee_close_merge",
    "klee_merge",
    "klee_stack_trace",
    "klee_warning",
    "klee_warning_once",
    "klee_print_expr",
    "klee_print_range",
    // There is one thread.
    "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end",
    "__CPROVER_atomic_begin",
    "__CPROVER_atomic_end",
    "__ESBMC_atomic_begin",
    "__ESBMC_atomic_end",
    "__CPROVER_cover",
    "__CPROVER_fence",
    "__ESBMC_yield",
    "__ESBMC_really_atomic_begin",
    "__ESBMC_really_atomic_end",
];

/// Calls that tell ESBMC what to prove of a loop or a function. Their arguments are not evaluated.
const CLAUSES: [&str; 7] = [
    "__ESBMC_loop_invariant",
    "__ESBMC_unroll",
    "__ESBMC_requires",
    "__ESBMC_ensures",
    "__ESBMC_assigns",
    "__ESBMC_loop_assigns",
    "__ESBMC_mark_object",
];

/// The function of the library that does what one of CBMC or ESBMC does to a floating point number.
fn float_class(name: &str) -> Option<String> {
    let class = name.strip_prefix("__CPROVER_").or_else(|| name.strip_prefix("__ESBMC_"))?;
    let known = |class: &str| FLOAT_CLASSES.contains(&class);
    let mut bare = ["", "ld", "d", "f", "l"].into_iter().filter_map(|suffix| class.strip_suffix(suffix));
    Some(match bare.find(|class| known(class))? {
        "sign" => "__builtin_signbit".to_owned(),
        "fabs" => class.to_owned(),
        class => format!("__builtin_{class}"),
    })
}

const FLOAT_CLASSES: [&str; 12] = [
    "isnan",
    "isinf",
    "isfinite",
    "isnormal",
    "sign",
    "fabs",
    "isgreater",
    "isgreaterequal",
    "isless",
    "islessequal",
    "islessgreater",
    "isunordered",
];

/// The most pointers of an array that are made arbitrary one by one.
const MOST_POINTERS: u64 = 256;

/// As [`IDLE`], with any number of arguments.
const NAMING: [&str; 3] = ["__CPROVER_input", "__CPROVER_output", "__CPROVER_printf"];

impl<'a> Checker<'a> {
    /// What a call of a tool's function that is not defined is, if it is one.
    pub(super) fn convention(
        &mut self,
        name: &str,
        declared: Option<&FunctionType>,
        arguments: &'a [Node<Expression>],
        span: Span,
    ) -> Result<Option<Expr>, Refusal> {
        if let Some(expr) = self.model_function(name, arguments, span)? {
            return Ok(Some(expr));
        }
        let result = declared.map(|ty| ty.result.clone()).filter(|ty| *ty != CType::Void);
        if let Some(suffix) = name.strip_prefix("__VERIFIER_nondet_").filter(|suffix| *suffix != "memory") {
            if !self.is_input_suffix(suffix) {
                return unsupported(span, format!("`{name}` is a tool's own function, and not supported"));
            }
            return self.nondet(name, suffix, result, span).map(Some);
        }
        if let (Some(suffix), []) = (name.strip_prefix("nondet_"), arguments) {
            if let Some(ty) = declared {
                self.note_undefined(name, ty);
            }
            return self.nondet(name, suffix, result, span).map(Some);
        }
        if let Some((_, text)) = ASSERTION_FAILED.iter().find(|(known, _)| *known == name) {
            return Ok(Some(self.assertion_failed(name, *text, arguments, span)));
        }
        let expr = match (name, arguments) {
            ("__VERIFIER_error", _) => fail(ErrorKind::ErrorStatement, "`__VERIFIER_error` is called", span),
            ("klee_report_error", [_, _, message, _]) => {
                let message =
                    self.text(message).unwrap_or_else(|| "`klee_report_error` is called".to_owned());
                fail(ErrorKind::ErrorStatement, message, span)
            }
            (name, [condition]) if ASSUMING.contains(&name) => {
                let condition = Box::new(self.scalar(condition)?);
                intrinsic(Intrinsic::Assume(condition), CType::Void, span)
            }
            (name, [condition]) if ASSERTING.contains(&name) => self.asserted(condition, span)?,
            (name, [condition, text]) if ASSERTING.contains(&name) && is_text(text) => {
                self.asserted(condition, span)?
            }
            (name, arguments) if NAMING.contains(&name) || IDLE.contains(&name) => {
                let arguments: Result<_, _> =
                    arguments.iter().map(|argument| self.plain_argument(argument)).collect();
                intrinsic(Intrinsic::Ignore(arguments?, None), CType::Void, span)
            }
            ("klee_make_symbolic", [pointer, size]) => {
                self.make_symbolic(name, pointer, size, "symbolic".to_owned(), span)?
            }
            ("klee_make_symbolic", [pointer, size, text]) => {
                let text = self.text(text).unwrap_or_else(|| "symbolic".to_owned());
                self.make_symbolic(name, pointer, size, text, span)?
            }
            ("__VERIFIER_nondet_memory", [pointer, size]) => {
                self.make_symbolic(name, pointer, size, "memory".to_owned(), span)?
            }
            ("klee_range", [low, high, text]) => {
                let int = CType::INT;
                let (low, high) = (self.converted(low, &int)?, self.converted(high, &int)?);
                let text = self.text(text).unwrap_or_else(|| name.to_owned());
                intrinsic(Intrinsic::Range(Box::new(low), Box::new(high), text), int, span)
            }
            ("klee_choose", [count]) => {
                let ty = CType::Int(self.types.size_kind());
                let (low, high) = (Expr::int(Int::ZERO, ty.clone(), span), self.converted(count, &ty)?);
                intrinsic(Intrinsic::Range(Box::new(low), Box::new(high), name.to_owned()), ty, span)
            }
            ("klee_int", [text]) => {
                let text = self.text(text).unwrap_or_else(|| name.to_owned());
                intrinsic(Intrinsic::Input(text), CType::INT, span)
            }
            ("klee_is_symbolic", [value]) if is_concrete(value) => Expr::int(Int::ZERO, CType::INT, span),
            ("klee_is_symbolic", [value]) => {
                // What is an unknown is up to the tool.
                let value = self.plain_argument(value)?;
                let number = |number: i64| Box::new(Expr::int(Int::from(number), CType::INT, span));
                let either = Intrinsic::Range(number(0), number(2), library::choice(name));
                let either = intrinsic(either, CType::INT, span);
                let ignored = intrinsic(Intrinsic::Ignore(vec![value], None), CType::Void, span);
                Expr::new(ExprKind::Comma(Box::new(ignored), Box::new(either)), CType::INT, span)
            }
            // One of the values that it may have: the one that it has.
            (name, [value]) if name.starts_with("klee_get_value") => {
                let ty = match result {
                    Some(ty) => ty,
                    None => self.rvalue(value)?.ty,
                };
                self.converted(value, &ty)?
            }
            ("klee_define_fixed_object", [address, size]) => {
                let arguments = vec![self.plain_argument(address)?, self.plain_argument(size)?];
                self.cut_call(name, arguments, span)
            }
            (name, arguments @ ([_] | [_, _])) if float_class(name).is_some() => {
                let name = float_class(name).unwrap_or_default();
                let arguments: Result<_, _> = arguments.iter().map(|value| self.rvalue(value)).collect();
                let call = library::Call { name: &name, arguments: arguments?, wanted: None, span };
                match library::check(self, call)? {
                    Ok(expr) => expr,
                    Err(_) => return unsupported(span, format!("`{name}` of this is not supported")),
                }
            }
            // Clauses of contracts and loops say nothing about runs.
            (name, _) if CLAUSES.contains(&name) => {
                intrinsic(Intrinsic::Ignore(Vec::new(), None), CType::Void, span)
            }
            ("__CPROVER_r_ok" | "__CPROVER_w_ok" | "__CPROVER_rw_ok", [pointer]) => {
                let pointer = self.rvalue(pointer)?;
                let size = match pointer.ty.target().and_then(|target| self.types.size_of(target)) {
                    Some(size) => Int::from(size as usize),
                    None => return refusal(span, format!("the size of what `{name}` looks at is not known")),
                };
                let size = Expr::int(size, CType::Int(self.types.size_kind()), span);
                self.can_access(name, pointer, size, span)?
            }
            ("__CPROVER_r_ok" | "__CPROVER_w_ok" | "__CPROVER_rw_ok", [pointer, size]) => {
                let size = self.converted(size, &CType::Int(self.types.size_kind()))?;
                let pointer = self.rvalue(pointer)?;
                self.can_access(name, pointer, size, span)?
            }
            ("__CPROVER_havoc_object" | "__ESBMC_init_object", [pointer]) => {
                let pointer = library::without_conversions(self.rvalue(pointer)?);
                let place = match pointer.kind {
                    ExprKind::AddressOf(place) | ExprKind::Decay(place) => *place,
                    _ => self.indirection(pointer, span)?,
                };
                if self.types.has_pointers(&place.ty) || place.ty == CType::Void {
                    return refusal(span, format!("`{name}` would make pointers"));
                }
                intrinsic(Intrinsic::Forget(Box::new(place), name.to_owned()), CType::Void, span)
            }
            ("klee_is_replay", []) => Expr::int(Int::ZERO, CType::INT, span),
            ("klee_check_memory_access", [pointer, size]) => self.memory_access(pointer, size, span)?,
            ("klee_div_zero_check", [divisor]) => {
                let divisor = Box::new(self.scalar(divisor)?);
                intrinsic(Intrinsic::Assert(divisor), CType::Void, span)
            }
            (name, arguments)
                if PREFIXES.iter().any(|prefix| name.starts_with(prefix))
                    && !self.has_model(name, arguments.len()) =>
            {
                return unsupported(span, format!("`{name}` is a tool's own function, and not supported"));
            }
            _ => return Ok(None),
        };
        Ok(Some(expr))
    }

    fn asserted(&mut self, condition: &'a Node<Expression>, span: Span) -> Result<Expr, Refusal> {
        let condition = Box::new(self.scalar(condition)?);
        Ok(intrinsic(Intrinsic::Assert(condition), CType::Void, span))
    }

    /// The call that a failed `assert` becomes. The libraries do not agree on where its text stands.
    fn assertion_failed(&self, name: &str, text: usize, arguments: &[Node<Expression>], span: Span) -> Expr {
        let wanted = arguments.get(text).and_then(|argument| self.text(argument));
        let texts: Vec<String> = arguments.iter().filter_map(|argument| self.text(argument)).collect();
        let text = match (name, arguments.len()) {
            // newlib: file, line, condition; a BSD: function, file, line, condition.
            ("__assert", 3) if !is_text(&arguments[1]) => texts.last().cloned(),
            ("__assert", 4) => texts.last().cloned(),
            _ => wanted,
        };
        let message = match text {
            Some(text) => format!("assertion failed: `{text}`"),
            None => "assertion failed".to_owned(),
        };
        fail(ErrorKind::Assertion, message, span)
    }

    /// An argument, converted to a type.
    fn converted(&mut self, argument: &'a Node<Expression>, ty: &CType) -> Result<Expr, Refusal> {
        let value = self.rvalue_for(argument, ty)?;
        let span = value.span;
        self.convert(value, ty, span)
    }

    /// Checks that so many bytes can be accessed: the first element and the last one are there.
    fn memory_access(
        &mut self,
        pointer: &'a Node<Expression>,
        size: &'a Node<Expression>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let (mut pointer, size) = (self.rvalue(pointer)?, self.rvalue(size)?);
        let name = "klee_check_memory_access";
        if pointer.ty.int_kind().is_some() {
            pointer = self.convert(pointer, &CType::Int(IntKind::Char).pointer(), span)?;
        }
        let (mut code, pointer, count) = library::elements(self, name, pointer, size, span)?;
        let end = code.declare("m", count);
        let accesses = library::accesses(&mut code, pointer, end).into();
        let some = code.get(end);
        let condition = code.is_not_zero(some);
        let then = Box::new(code.statement(StmtKind::Block(accesses)));
        code.add(code.statement(StmtKind::If { condition, then, otherwise: None }));
        let nothing = intrinsic(Intrinsic::Ignore(Vec::new(), None), CType::Void, span);
        Ok(code.finish(nothing))
    }

    /// Whether so many bytes can be accessed.
    fn can_access(&mut self, name: &str, pointer: Expr, size: Expr, span: Span) -> Result<Expr, Refusal> {
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
        Ok(code.finish(value))
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

    fn make_symbolic(
        &mut self,
        name: &str,
        pointer: &'a Node<Expression>,
        size: &'a Node<Expression>,
        text: String,
        span: Span,
    ) -> Result<Expr, Refusal> {
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
                return library::arbitrary_memory(self, (pointer, size), &text, span);
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
            return library::arbitrary_memory(self, (pointer, size), &text, span);
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
            return Ok(Expr::new(ExprKind::Statements(statements, None), CType::Void, span));
        }
        Ok(intrinsic(Intrinsic::Forget(Box::new(whole), text), CType::Void, span))
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
