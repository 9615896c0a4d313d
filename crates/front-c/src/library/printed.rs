//! What functions that print read: texts up to their zero, and so many bytes of memory.

use super::LibraryCall;
use super::code::Code;
use super::memory::accesses;
use super::numbers::when;
use super::reach::{as_size, product, reaching, used_again};
use super::strings::{below, counter};
use crate::check::Refusal;
use crate::ctype::{CType, IntKind};
use crate::tree::{Expr, ExprKind, LocalId, StmtKind};

/// Reads a text up to its zero, or so many elements of it. Perhaps it may be null; then nothing is read.
pub(crate) fn read_text(code: &mut Code<'_, '_>, text: LocalId, most: Option<LocalId>, may_be_null: bool) {
    let start = code.length();
    if !may_be_null {
        read_first(code, text);
    }
    let at = counter(code, "i");
    let element = code.element_at(text, at);
    let goes_on = code.is_not_zero(element);
    let condition = below(code, at, most, goes_on);
    let walk = code.repeat(condition, at, Vec::new());
    // An array without an end is read for ever, and nothing goes wrong. Where the text ends in sight, there is no loop.
    let distance = code.checker.types.distance_kind();
    let farthest = distance.range(code.checker.types.model).1;
    let farthest = Expr::int(farthest, CType::Int(distance), code.span);
    let (pointer, again) = (code.get(text), code.get(text));
    let has_end = is_false(code, "inside", vec![pointer, farthest]);
    let is_out_of_sight = is_false(code, "ends", vec![again]);
    let is_open = code.and(has_end, is_out_of_sight);
    code.add(when(code, is_open, walk));
    let reading = code.block_since(start);
    if !may_be_null {
        return code.add(reading);
    }
    let pointer = code.get(text);
    let null = Expr::new(ExprKind::Null, pointer.ty.clone(), code.span);
    let is_there = code.compare(kyklos_flow::BinaryOp::Ne, pointer, null);
    code.add(when(code, is_there, reading));
}

/// That a function of pointers that only lowering knows says no.
fn is_false(code: &Code<'_, '_>, name: &'static str, arguments: Vec<Expr>) -> Expr {
    let call = Expr::new(ExprKind::Library(LibraryCall { name, arguments }), CType::INT, code.span);
    code.compare(kyklos_flow::BinaryOp::Eq, call, code.zero(&CType::INT))
}

/// Reads the first character of a text.
pub(crate) fn read_first(code: &mut Code<'_, '_>, text: LocalId) {
    let pointer = code.get(text);
    let access = ExprKind::Library(LibraryCall { name: "access", arguments: vec![pointer] });
    let access = code.expression(Expr::new(access, CType::Void, code.span));
    code.add(access);
}

/// Reads memory from where a pointer leads: as many bytes as the product of some numbers.
pub(crate) fn read_bytes(code: &mut Code<'_, '_>, pointer: Expr, factors: Vec<Expr>) -> Result<(), Refusal> {
    let mut bytes: Option<Expr> = None;
    for factor in factors {
        let factor = as_size(code, factor)?;
        bytes = Some(match bytes {
            Some(bytes) => product(code, &bytes, &factor),
            None => factor,
        });
    }
    let Some(bytes) = bytes else { return Ok(()) };
    let span = pointer.span;
    let pointer = reaching(code, pointer, &bytes)?;
    let pointer = code.checker.convert(pointer, &CType::Int(IntKind::UnsignedChar).pointer(), span)?;
    let pointer = code.declare("p", pointer);
    let count = used_again(code, &bytes);
    let count = code.declare("n", count);
    let reading = Vec::from(accesses(code, pointer, count));
    let some = code.get(count);
    let condition = code.is_not_zero(some);
    let then = code.statement(StmtKind::Block(reading));
    code.add(when(code, condition, then));
    Ok(())
}
