//! `realloc`, `reallocarray`, `strdup`, `strndup`: new memory, and what it holds from the start.

use super::allocation::{
    allocation_of, element_type, has_whole_elements, is_always_counted, is_seen_whole, is_typed, postponed,
    product, product_or_null, without_conversions,
};
use super::code::Code;
use super::memory::each_element;
use super::strings::{counter, limit, skip_to_end_or, string};
use super::{Call, LibraryCall};
use crate::check::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, IntKind, Length};
use crate::tree::{Expr, ExprKind, LocalId, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;

/// `realloc`: what fits is copied to new memory, and the old memory freed. As in the GNU library, memory of
/// no bytes is freed and gives null.
pub(super) fn resize(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let Ok([old, bytes]) = <[Expr; 2]>::try_from(call.arguments) else {
        return refusal(call.span, "`realloc` takes 2 arguments");
    };
    let old = without_conversions(old);
    resize_to(checker, old, bytes, call.wanted, call.span)
}

/// `reallocarray`: null, and the old memory stays, where the product of its numbers cannot be counted.
pub(super) fn resize_to_product(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let Ok([old, count, each]) = <[Expr; 3]>::try_from(call.arguments) else {
        return refusal(call.span, "`reallocarray` takes 3 arguments");
    };
    let old = without_conversions(old);
    let old = match old.ty.target() {
        Some(_) => old,
        None => checker.convert(old, &CType::Void.pointer(), call.span)?,
    };
    let numbers = vec![count, each];
    if is_always_counted(checker, &numbers) {
        let bytes = product(checker, call.name, numbers, call.span)?;
        return resize_to(checker, old, bytes, call.wanted, call.span);
    }
    let mut code = Code::new(checker, "realloc", call.span);
    let old = code.declare("o", old);
    product_or_null(code, numbers, |code, bytes| {
        let old = code.get(old);
        resize_to(code.checker, old, bytes, call.wanted, call.span)
    })
}

/// Old memory with so many bytes, as an array of elements that the pointers' types tell.
fn resize_to(
    checker: &mut Checker<'_>,
    old: Expr,
    bytes: Expr,
    wanted: Option<&CType>,
    span: Span,
) -> Result<Expr, Refusal> {
    let wanted = wanted.filter(|wanted| is_typed(Some(wanted))).or(Some(&old.ty));
    if !is_typed(wanted) && checker.postpone() {
        return Ok(postponed("realloc", vec![old, bytes], span));
    }
    let byte = CType::Int(IntKind::UnsignedChar);
    let element = match is_typed(wanted) {
        true => element_type(checker, "realloc", wanted, span)?,
        false => byte.clone(),
    };
    // Elements of another type may begin in the old memory and end behind it.
    let is_other = old.ty.target().is_some_and(|old| {
        *old != CType::Void
            && *old != element
            && checker.types.size_of(old) != checker.types.size_of(&element)
    });
    let result_type = if is_typed(wanted) { element.clone().pointer() } else { CType::Void.pointer() };
    let amount = std::slice::from_ref(&bytes);
    if !is_seen_whole(checker, &element, amount) {
        checker.note_partial_memory();
    }
    match has_whole_elements(checker, &element, amount) {
        whole if is_other || !whole => resized(checker, (old, bytes), byte, result_type, span),
        _ if is_seen_whole(checker, &element, amount) => {
            resized(checker, (old, bytes), element, result_type, span)
        }
        _ => {
            // What is behind the last whole element is there, too.
            let size = checker.types.size_of(&element).unwrap_or(1) as usize;
            let mut code = Code::new(checker, "realloc", span);
            let (old, size_type) = (code.declare("o", old), code.size_type());
            let bytes = code.argument("n", Some(bytes), &size_type)?;
            let [rest, one, other] = std::array::from_fn(|_| code.get(bytes));
            let rest = code.binary(BinaryOp::Rem, rest, code.size(size));
            let is_whole = code.compare(BinaryOp::Eq, rest, code.size(0));
            let (one, other) = ((code.get(old), one), (code.get(old), other));
            let whole = resized(code.checker, one, element, result_type.clone(), span)?;
            let single = resized(code.checker, other, byte, result_type, span)?;
            let value = code.choose(is_whole, whole, single);
            Ok(code.finish(value))
        }
    }
}

/// Old memory with so many bytes, as an array of elements of a type.
fn resized(
    checker: &mut Checker<'_>,
    (old, bytes): (Expr, Expr),
    element: CType,
    result_type: CType,
    span: Span,
) -> Result<Expr, Refusal> {
    let is_bytes = result_type.target() != Some(&element);
    let ty = element.clone().pointer();
    let mut code = Code::new(checker, "realloc", span);
    let old = code.argument("o", Some(old), &ty)?;
    let size_type = code.size_type();
    let whole = code.argument("n", Some(bytes.clone()), &size_type)?;
    let amount = if bytes.as_int().is_some() { bytes.clone() } else { code.get(whole) };
    let new = allocation_of(code.checker, "malloc", vec![amount], element, span)?;
    let ExprKind::Library(LibraryCall { arguments: count, .. }) = &new.kind else {
        return unsupported(span, "`realloc` is not supported here");
    };
    let count = count.iter().next().cloned().unwrap_or_else(|| code.size(0));
    let check = library(&mut code, "realloc", vec![old]);
    code.add(check);
    let result = code.declare("r", Expr::new(ExprKind::Null, ty, span));
    let target = code.get(result);
    let allocate = code.assign(target, new);
    let moved = moved(&mut code, count, old, result, is_bytes)?;
    let mut steps = vec![allocate, moved];
    if bytes.as_int().is_none_or(Int::is_zero) {
        // There may be nothing to allocate.
        let (old_value, whole) = (is_there(&mut code, old), code.get(whole));
        let nothing = code.compare(BinaryOp::Eq, whole, code.size(0));
        let condition = code.and(nothing, old_value);
        let then = Box::new(library(&mut code, "drop", vec![old]));
        let otherwise = Some(Box::new(code.statement(StmtKind::Block(steps))));
        steps = vec![code.statement(StmtKind::If { condition, then, otherwise })];
    }
    steps.into_iter().for_each(|step| code.add(step));
    let value = code.get(result);
    let value = code.checker.convert(value, &result_type, span)?;
    Ok(code.finish(value))
}

/// `if (old) { copy the elements that both have; free(old); }`
fn moved(
    code: &mut Code<'_, '_>,
    count: Expr,
    old: LocalId,
    new: LocalId,
    is_bytes: bool,
) -> Result<Stmt, Refusal> {
    let (end, count) = code.declaration("m", count);
    let (start, at) = code.declaration("i", code.size(0));
    let (count_local, at_local) = (count, at);
    let (position, limit) = (code.get(at), code.get(count));
    let below = code.compare(BinaryOp::Lt, position, limit);
    let inside = vec![code.get(old), code.get(at)];
    let inside = Expr::new(
        ExprKind::Library(LibraryCall { name: "inside", arguments: inside }),
        CType::INT,
        code.span,
    );
    let condition = code.and(below, inside);
    let (to, from) = (code.element_at(new, at), code.element_at(old, at));
    let body = match is_bytes {
        true => vec![copy_if_written(code, to, from)],
        false => vec![copy_written(code, to, from)?],
    };
    let copy = code.repeat(condition, at, body);
    let mut steps = vec![end, start, copy];
    let ty = code.get(old).ty;
    let size = ty.target().and_then(|element| code.checker.types.size_of(element)).unwrap_or(1) as usize;
    if size > 1 {
        let (at, end) = (code.get(at), code.get(count_local));
        let is_left = code.compare(BinaryOp::Lt, at, end);
        let partial = ExprKind::Library(LibraryCall { name: "partial", arguments: Vec::new() });
        let partial = Expr::new(partial, CType::INT, code.span);
        let condition = code.and(partial, is_left);
        let rest = copied_rest(code, (old, new), at_local, size)?;
        let then = Box::new(code.statement(StmtKind::Block(rest)));
        steps.push(code.statement(StmtKind::If { condition, then, otherwise: None }));
    }
    steps.push(library(code, "drop", vec![old]));
    let condition = is_there(code, old);
    let then = Box::new(code.statement(StmtKind::Block(steps)));
    Ok(code.statement(StmtKind::If { condition, then, otherwise: None }))
}

/// Copies what old memory holds behind its last whole element, where it ends within one.
fn copied_rest(
    code: &mut Code<'_, '_>,
    (old, new): (LocalId, LocalId),
    at: LocalId,
    size: usize,
) -> Result<Vec<Stmt>, Refusal> {
    let bytes = CType::Int(IntKind::UnsignedChar).pointer();
    let mut statements = Vec::new();
    let mut behind = |code: &mut Code<'_, '_>, name: &str, pointer: LocalId| -> Result<LocalId, Refusal> {
        let (pointer, by) = (Box::new(code.get(pointer)), Box::new(code.get(at)));
        let ty = pointer.ty.clone();
        let pointer = Expr::new(ExprKind::Offset { pointer, by, backward: false }, ty, code.span);
        let pointer = code.checker.convert(pointer, &bytes, code.span)?;
        let (declare, local) = code.declaration(name, pointer);
        statements.push(declare);
        Ok(local)
    };
    let (from, to) = (behind(code, "f", old)?, behind(code, "t", new)?);
    let (start, byte) = code.declaration("b", code.size(0));
    statements.push(start);
    let position = code.get(byte);
    let below = code.compare(BinaryOp::Lt, position, code.size(size));
    let inside = LibraryCall { name: "inside", arguments: vec![code.get(from), code.get(byte)] };
    let inside = Expr::new(ExprKind::Library(inside), CType::INT, code.span);
    let condition = code.and(below, inside);
    let (target, source) = (code.element_at(to, byte), code.element_at(from, byte));
    let copy = copy_if_written(code, target, source);
    let copy = code.repeat(condition, byte, vec![copy]);
    statements.push(copy);
    Ok(statements)
}

/// Copies a value; a pointer only if it was ever written.
fn copy_written(code: &mut Code<'_, '_>, to: Expr, from: Expr) -> Result<Stmt, Refusal> {
    match &to.ty {
        CType::Array(element, Length::Fixed(length)) => each_element(code, *length, &|code, at| {
            let part = |array: &Expr| {
                let kind = ExprKind::Index(Box::new(array.clone()), Box::new(at.clone()));
                Expr::new(kind, (**element).clone(), array.span)
            };
            let (to, from) = (part(&to), part(&from));
            Ok(vec![copy_written(code, to, from)?])
        }),
        ty if ty.is_object_pointer() => Ok(copy_if_written(code, to, from)),
        _ => Ok(code.assign(to, from)),
    }
}

fn copy_if_written(code: &mut Code<'_, '_>, to: Expr, from: Expr) -> Stmt {
    let written = LibraryCall { name: "written", arguments: vec![from.clone()] };
    let condition = Expr::new(ExprKind::Library(written), CType::INT, code.span);
    let then = Box::new(code.assign(to, from));
    code.statement(StmtKind::If { condition, then, otherwise: None })
}

/// `strdup` and `strndup`
pub(super) fn duplicate(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let mut code = Code::new(checker, call.name, call.span);
    let mut arguments = call.arguments.into_iter();
    let source = string(&mut code, "s", arguments.next())?;
    let limit = limit(&mut code, arguments.next())?;
    let length = skip_to_end_or(&mut code, "e", source, limit);
    let (old, one) = (code.get(length), code.size(1));
    let count = code.binary(BinaryOp::Add, old, one);
    let allocation = ExprKind::Library(LibraryCall { name: "calloc", arguments: vec![count] });
    let ty = CType::Int(IntKind::Char).pointer();
    let new = code.declare("d", Expr::new(allocation, ty, call.span));
    let at = counter(&mut code, "i");
    let (position, end) = (code.get(at), code.get(length));
    let condition = code.compare(BinaryOp::Lt, position, end);
    let (to, from) = (code.element_at(new, at), code.element_at(source, at));
    let body = vec![code.assign(to, from)];
    let copy = code.repeat(condition, at, body);
    code.add(copy);
    let value = code.get(new);
    Ok(code.finish(value))
}

/// Whether a pointer is not null.
fn is_there(code: &mut Code<'_, '_>, pointer: LocalId) -> Expr {
    let pointer = code.get(pointer);
    let null = Expr::new(ExprKind::Null, pointer.ty.clone(), code.span);
    code.compare(BinaryOp::Ne, pointer, null)
}

/// A call whose value nobody needs.
fn library(code: &mut Code<'_, '_>, name: &'static str, arguments: Vec<LocalId>) -> Stmt {
    let arguments = arguments.into_iter().map(|argument| code.get(argument)).collect();
    let call = ExprKind::Library(LibraryCall { name, arguments });
    code.expression(Expr::new(call, CType::Void, code.span))
}
