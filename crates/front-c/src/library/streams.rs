//! Streams: functions that are given one check that it is there, and some close it.

use crate::ctype::CType;
use crate::lower::FunctionLowering;
use crate::tree::{Expr, ExprKind};
use kyklos_base::Span;
use kyklos_flow::{self as flow, ErrorKind, Instruction};

use super::{Fact, LibraryCall};

/// A stream, for a function of the library, that is checked to be one.
pub(crate) fn checked_stream(function: &str, stream: Expr) -> Expr {
    let is = |fact| super::is(function, fact);
    let name = match () {
        () if is(Fact::AllStreams) => "stream or null",
        () if is(Fact::Reopens) => "stream to reopen",
        () if is(Fact::Closes) => "stream to close",
        () => "stream",
    };
    called(name, stream)
}

/// A pointer that a function of the library follows, checked.
pub(crate) fn followed(pointer: Expr) -> Expr {
    called("followed", pointer)
}

/// Closes a stream that was checked.
pub(crate) fn close(stream: Expr) -> Expr {
    Expr { ty: CType::Void, ..called("close", stream) }
}

fn called(name: &'static str, pointer: Expr) -> Expr {
    let (ty, span) = (pointer.ty.clone(), pointer.span);
    Expr::new(ExprKind::Library(LibraryCall { name, arguments: vec![pointer] }), ty, span)
}

/// Checks that a stream, of a kind that [`checked_stream`] tells, is there, and gives its value.
pub(super) fn lower_check(lowering: &mut FunctionLowering<'_, '_>, kind: &str, stream: &Expr) -> flow::Expr {
    if matches!(kind, "stream" | "stream or null") && lowering.is_always_open(stream) {
        // Nobody asks which one it is.
        return flow::Expr::Null(lowering.context.types.flow(&stream.ty));
    }
    let value = lowering.value(stream);
    let value = lowering.copyable(value, &stream.ty, stream.span);
    if kind != "stream or null" {
        lowering.check_not_null(stream, &value, "used as a stream", stream.span);
    }
    if lowering.streams_end() {
        let text = lowering.quoted(stream.span, "the stream");
        let (error, message) = match kind {
            "stream to close" => (ErrorKind::InvalidFree, format!("{text} is closed, and was before")),
            _ => (ErrorKind::Dangling, format!("{text} is used as a stream, but was closed")),
        };
        let live = flow::Expr::Live(Box::new(value.clone()));
        lowering.check(live, true, error, message, stream.span);
    }
    value
}

/// The object of a stream ends.
pub(super) fn lower_close(lowering: &mut FunctionLowering<'_, '_>, stream: &Expr, span: Span) -> flow::Expr {
    let pointer = lowering.value(stream);
    lowering.note_close();
    lowering.step(Instruction::Free { pointer }, span);
    flow::Expr::int(0)
}
