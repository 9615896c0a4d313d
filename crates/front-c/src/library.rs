//! Functions of C's library that the front end knows.
//!
//! The table of what is known of each is in `table`, and what its rows say in `known`. A function is written in C, in
//! `models.c` or `strings.c` (see `models` and `check::model`), where that says all of it. Others are made by `check` of
//! the arguments as they are written, or by the files here of the arguments' values: code at the place of the call
//! (loops over the elements), so that what goes wrong inside is found by the usual checks, and reported at the call;
//! `lower` puts the others, which make objects and end them, on edges.
//!
//! - `allocation`: `malloc`, `calloc`, `alloca`, `free`;
//! - `reallocation`: `realloc`, `reallocarray`, `strdup`;
//! - `memory`: `memcpy`, `memmove`, `memset`, `memcmp`;
//! - `filling`: what `memset` makes of values;
//! - `reach`: how far these may go around what they are given;
//! - `streams`: that what is given as a stream is one; `fclose` and the like;
//! - `reading`: `scanf`, `getchar`;
//! - `scanning`: `sscanf`, whose code is written in C;
//! - `formatting`: `sprintf`; `conversions`: what stands in its formats;
//! - `printing`: the functions that print; `printed`: what they read;
//! - `numbers`: `rand` and `time`; `math`: `math.h`;
//! - `code`: builds the code of a call.
//!
//! `malloc` and its kin give no null pointer, unless the options say that they may.

mod allocation;
mod code;
#[cfg(test)]
mod consistency;
mod conversions;
#[cfg(test)]
mod exercise;
mod filling;
mod formatting;
mod known;
mod math;
mod memory;
mod models;
mod numbers;
mod printed;
mod printing;
mod reach;
mod reading;
mod reallocation;
mod scanning;
mod streams;
mod strings;
mod table;

pub(crate) use allocation::without_conversions;
pub(crate) use code::Code;
pub(crate) use conversions::{Amount, Conversion, Takes, conversions};
pub(crate) use formatting::{Formatted, is_counted, printed_length, write};
pub(crate) use known::{Fact, Function, Kind, Reach, Refused, all, beginnings, is, known, needed, plain};
pub(crate) use math::{class_for_tools, classifies};
pub(crate) use memory::{accesses, elements};
pub(crate) use models::texts;
pub(crate) use numbers::when;
pub(crate) use printed::{read_bytes, read_first, read_text};
pub(crate) use printing::{Format, Outcome, Printing, What, printing};
pub(crate) use reach::{as_size, product, reaching, used_again};
pub(crate) use reading::{memory as arbitrary_memory, read, too_few};
pub(crate) use scanning::{Scanned, scanner};
pub(crate) use streams::{checked_stream, close, followed};
pub(crate) use strings::{choice, like};

use crate::check::{Checker, Refusal, Typed, unsupported};
use crate::ctype::CType;
use crate::lower::FunctionLowering;
use crate::tree;
use kyklos_base::{Diagnostic, Int, Span};
use kyklos_flow::Expr;
use lang_c::ast::Expression;
use lang_c::span::Node;

/// A call of a function that the front end knows.
#[derive(Clone, Debug)]
pub struct LibraryCall {
    /// The function, or a part of what one does: `access` checks that a pointer can be followed, `drop`
    /// ends an object, `inside` tells whether an array has an
    /// element, `live` whether an object is there, `written` whether a place holds a value.
    pub name: &'static str,
    /// Its arguments, converted as `lower` wants them.
    pub arguments: Vec<tree::Expr>,
}

/// A call that is to be checked.
pub(crate) struct Call<'a> {
    /// The function's name.
    pub(crate) name: &'a str,
    /// The arguments: values (arrays have become pointers), before any conversion.
    pub(crate) arguments: Vec<tree::Expr>,
    /// The type that the result is converted to at once by a cast or an assignment (`int *p = malloc(8)`).
    pub(crate) wanted: Option<&'a CType>,
    /// The call.
    pub(crate) span: Span,
}

/// A call as it is written.
pub(crate) struct Written<'c, 'a> {
    /// The function's name.
    pub(crate) name: &'c str,
    /// What the program declares of it.
    pub(crate) id: Option<tree::FunctionId>,
    /// The arguments.
    pub(crate) arguments: &'a [Node<Expression>],
    /// Whether the call's value is used.
    pub(crate) used: bool,
    /// The call.
    pub(crate) span: Span,
}

/// What makes an expression of a call as it is written, if it is a call of the function meant.
pub(crate) type Form = for<'c, 'a> fn(&mut Checker<'a>, &Written<'c, 'a>) -> Typed;

/// What makes an expression of a call's values.
pub(crate) type Builder = for<'c, 'k, 'a> fn(&'k mut Checker<'a>, Call<'c>) -> Result<tree::Expr, Refusal>;

/// The names of the functions that a C library on Linux declares in its headers, sorted.
const NAMES: &str = include_str!("library/names.txt");

/// Whether C's library has a function of this name.
pub(crate) fn has(name: &str) -> bool {
    NAMES.lines().any(|known| known == name)
}

/// What a call of a library function is, given its arguments' values: an expression with [`tree::ExprKind::Library`], or
/// any other; the call given back if the function is not known.
pub(crate) fn check<'a>(
    checker: &mut Checker<'_>,
    call: Call<'a>,
) -> Result<Result<tree::Expr, Call<'a>>, Refusal> {
    let row = known(call.name).filter(|row| row.fits(call.arguments.len()));
    match row.map(|row| (row, row.kind)) {
        Some((row, Kind::Builtin(builder))) if row.has(Fact::MayFail) && checker.malloc_may_fail() => {
            let (name, span, arguments) = (call.name, call.span, call.arguments.clone());
            Ok(Ok(or_null(name, builder(checker, call)?, arguments, span)))
        }
        Some((_, Kind::Builtin(builder))) => builder(checker, call).map(Ok),
        Some((_, Kind::Open | Kind::ModelOrOpen)) => Ok(Ok(cut(checker, call))),
        Some((_, Kind::Refused(reason))) => refuse(call.name, reason, call.span),
        _ if math::is_known(call.name, call.arguments.len()) => math::check(checker, call).map(Ok),
        _ if !call.arguments.is_empty() && math::is_open(call.name) => Ok(Ok(cut(checker, call))),
        _ => Ok(Err(call)),
    }
}

/// A call behind whose arguments runs end.
fn cut(checker: &mut Checker<'_>, call: Call<'_>) -> tree::Expr {
    let name = call.name.strip_prefix("__builtin_").unwrap_or(call.name);
    checker.cut_call(name, call.arguments, call.span)
}

/// Why calls of a function are refused that nothing else is known of.
pub(crate) fn refused(name: &str) -> Option<Refused> {
    beginnings(name).find_map(|row| match row.kind {
        Kind::Refused(reason) => Some(reason),
        _ => None,
    })
}

/// Refuses a call.
pub(crate) fn refuse<T>(name: &str, reason: Refused, span: Span) -> Result<T, Refusal> {
    match reason {
        Refused::Threads => {
            let message = format!("`{name}` is not supported: runs of one thread are all that is looked at");
            let help =
                "check what a thread does with `--entry FUNCTION`, or call it in the place of this call";
            Err(Box::new(Diagnostic::warning(span, message).with_help(help)))
        }
        Refused::Compilers => {
            unsupported(span, format!("the compiler's own function `{name}` is not supported"))
        }
        Refused::Tools => unsupported(span, format!("`{name}` is a tool's own function, and not supported")),
    }
}

/// A call that makes memory, or fails and gives null: then nothing happens but that its arguments are evaluated.
fn or_null(name: &str, made: tree::Expr, arguments: Vec<tree::Expr>, span: Span) -> tree::Expr {
    let ty = made.ty.clone();
    let number = |number: i64| Box::new(tree::Expr::int(Int::from(number), CType::INT, span));
    let fails = tree::Intrinsic::Range(number(0), number(2), choice(name));
    let fails = tree::Expr::new(tree::ExprKind::Intrinsic(fails), CType::INT, span);
    let ignored = tree::ExprKind::Intrinsic(tree::Intrinsic::Ignore(arguments, None));
    let ignored = tree::Expr::new(ignored, CType::Void, span);
    let null = tree::Expr::new(tree::ExprKind::Null, ty.clone(), span);
    let null = tree::Expr::new(tree::ExprKind::Comma(Box::new(ignored), Box::new(null)), ty.clone(), span);
    let kind = tree::ExprKind::Conditional(Box::new(fails), Box::new(null), Box::new(made));
    tree::Expr::new(kind, ty, span)
}

/// Whether an argument is a null pointer, or the number 0 in its place.
fn is_null(argument: &tree::Expr) -> bool {
    match &argument.kind {
        tree::ExprKind::Null => true,
        tree::ExprKind::Int(number) => number.is_zero(),
        _ => false,
    }
}

/// Puts a library call's checks and effects on edges. The value is used only if the type is not `void`.
pub(crate) fn lower(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &LibraryCall,
    ty: &CType,
    span: Span,
) -> Expr {
    match (call.name, call.arguments.as_slice()) {
        ("free", [pointer]) => {
            let pointer = allocation::lower_free_checks(lowering, "free", pointer, span);
            allocation::lower_end(lowering, pointer, span)
        }
        ("realloc", [pointer]) => allocation::lower_free_checks(lowering, "realloc", pointer, span),
        ("drop", [pointer]) => {
            let pointer = lowering.value(pointer);
            allocation::lower_end(lowering, pointer, span)
        }
        ("access", [pointer]) => {
            let value = lowering.value(pointer);
            let value = lowering.copyable(value, &pointer.ty, pointer.span);
            lowering.check_pointer(pointer, &value);
            Expr::int(0)
        }
        (kind @ ("stream" | "stream or null" | "stream to close" | "stream to reopen"), [stream]) => {
            streams::lower_check(lowering, kind, stream)
        }
        ("close", [stream]) => streams::lower_close(lowering, stream, span),
        ("followed", [pointer]) => {
            let value = lowering.value(pointer);
            let value = lowering.copyable(value, &pointer.ty, pointer.span);
            lowering.check_pointer(pointer, &value);
            value
        }
        ("copy", [target, source, count]) => memory::lower_copy(lowering, [target, source, count], span),
        ("written", [place]) => Expr::Initialized(lowering.place(place)),
        ("partial", []) => Expr::int(i64::from(lowering.context.has_partial_memory())),
        ("live", [pointer]) => Expr::Live(Box::new(lowering.value(pointer))),
        ("ends", [text]) => Expr::Ends(Box::new(lowering.value(text))),
        ("inside", [pointer, index]) => {
            let (pointer, index) = (lowering.value(pointer), lowering.value(index));
            Expr::InBounds(Box::new(Expr::Offset(Box::new(pointer), Box::new(index))))
        }
        (name, [count, rows @ ..]) => allocation::lower_allocation(lowering, name, (count, rows), ty, span),
        _ => Expr::int(0),
    }
}
