//! `memcpy`, `memmove`, `memset`, `memcmp`.
//!
//! Memory is typed, so whole elements are copied and set where both pointers are to
//! one type, and the number of bytes can be seen to be a multiple of the element's
//! size. Where a pointer is to an array, the array is the element, or else what it
//! consists of. Else memory is taken for bytes: note [bytes].

use super::allocation::without_conversions;
use super::code::Code;
use super::filling::{Byte, can_be_set, set_elements};
use super::reach::{as_size, into_array, reaching};
use super::strings::like;
use super::{Call, LibraryCall};
use crate::check::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, IntKind, Length};
use crate::lower::FunctionLowering;
use crate::tree::{Expr, ExprKind, Intrinsic, LocalId, Rule, Stmt, StmtKind};
use kyklos_base::{Diagnostic, Int};
use kyklos_flow::{BinaryOp, ErrorKind, Instruction};

/// `memcpy`, and `memmove`, whose elements go by an array in between.
pub(super) fn copy(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let Ok([target, source, bytes]) = <[Expr; 3]>::try_from(call.arguments) else {
        return refusal(call.span, format!("`{}` takes 3 arguments", call.name));
    };
    let mut code = Code::new(checker, call.name, call.span);
    let bytes = as_size(&mut code, bytes)?;
    let target = reaching(&mut code, target, &bytes)?;
    let source = reaching(&mut code, source, &bytes)?;
    let is_void = |pointer: &Expr| without_conversions(pointer.clone()).ty.target() == Some(&CType::Void);
    let is_typed = !is_void(&target) && !is_void(&source);
    let (mut typed, before) = (None, code.length());
    if let (true, Ok((mut to, mut from))) =
        (is_typed, same_type(&mut code, call.name, target.clone(), source.clone(), &bytes))
    {
        while let Some(CType::Array(..)) = to.ty.target()
            && !is_multiple(&bytes, element_size(&code, &to))
        {
            (to, from) = (into_array(&mut code, to, &bytes)?, into_array(&mut code, from, &bytes)?);
        }
        typed = Some((to, from));
    }
    let is_whole = typed.as_ref().is_some_and(|(target, _)| has_whole_elements(&code, target, &bytes));
    let typed = typed.filter(|(target, _)| is_whole || may_be_whole(&code, target, &bytes));
    let Some((to, from)) = typed else {
        code.take_back(before);
        let target = copy_bytes(&mut code, target, source, bytes)?;
        return finish(code, target);
    };
    let (target, source) = (code.declare("d", to), code.declare("s", from));
    if is_whole {
        let count = count(&mut code, bytes, target, call.name)?;
        copy_elements(&mut code, call.name, count, target, source)?;
        return finish(code, target);
    }
    either(
        &mut code,
        bytes,
        target,
        &mut |code, count| copy_elements(code, call.name, count, target, source),
        &mut |code, bytes| {
            let (to, from) = (code.get(target), code.get(source));
            copy_bytes(code, to, from, bytes).map(|_| ())
        },
    )?;
    finish(code, target)
}

/// Copies so many elements.
fn copy_elements(
    code: &mut Code<'_, '_>,
    name: &str,
    count: Expr,
    target: LocalId,
    source: LocalId,
) -> Result<(), Refusal> {
    let through = name.ends_with("memmove") && count.as_int() != Some(&Int::ONE);
    match through {
        false => each(code, count, &|code, at| {
            let (to, from) = (code.element(target, at.clone()), code.element(source, at));
            Ok(vec![copy_value(code, to, from)?])
        }),
        true => copy_through(code, count, target, source),
    }
}

/// Code with a number of elements, or of bytes.
type Counted<'c> = &'c mut dyn FnMut(&mut Code<'_, '_>, Expr) -> Result<(), Refusal>;

/// Does one thing where a number of bytes is one of whole elements of what a pointer points to, and another where it is not.
fn either(
    code: &mut Code<'_, '_>,
    bytes: Expr,
    target: LocalId,
    whole: Counted<'_>,
    single: Counted<'_>,
) -> Result<(), Refusal> {
    let pointer = code.get(target);
    let size = element_size(code, &pointer);
    let bytes = code.declare("n", bytes);
    let (rest, count) = (code.get(bytes), code.get(bytes));
    let rest = code.binary(BinaryOp::Rem, rest, code.size(size as usize));
    let condition = code.compare(BinaryOp::Eq, rest, code.size(0));
    let count = code.binary(BinaryOp::Div, count, code.size(size as usize));
    let before = code.length();
    whole(code, count)?;
    let then = Box::new(code.block_since(before));
    let bytes = code.get(bytes);
    single(code, bytes)?;
    let otherwise = Some(Box::new(code.block_since(before)));
    code.add(code.statement(StmtKind::If { condition, then, otherwise }));
    Ok(())
}

/// Whether a number of bytes that is not known may be one of whole elements of what a pointer points to.
fn may_be_whole(code: &Code<'_, '_>, pointer: &Expr, bytes: &Expr) -> bool {
    let is_known = pointer.ty.target().is_some_and(|target| !target.is_aggregate() && *target != CType::Void);
    is_known && bytes.as_int().is_none() && element_size(code, pointer) > 1
}

/// `memcmp`, of integers: a number with the sign of the difference of the first bytes that differ. Of `bcmp`, only
/// whether it is zero is fixed.
pub(super) fn compare(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let Ok([left, right, bytes]) = <[Expr; 3]>::try_from(call.arguments) else {
        return refusal(call.span, format!("`{}` takes 3 arguments", call.name));
    };
    let mut code = Code::new(checker, call.name, call.span);
    let bytes = as_size(&mut code, bytes)?;
    let left = reaching(&mut code, left, &bytes)?;
    let right = reaching(&mut code, right, &bytes)?;
    let (mut typed, before) = (None, code.length());
    if let Ok((mut a, mut b)) = same_type(&mut code, call.name, left.clone(), right.clone(), &bytes) {
        while let Some(CType::Array(..)) = a.ty.target() {
            (a, b) = (into_array(&mut code, a, &bytes)?, into_array(&mut code, b, &bytes)?);
        }
        typed = Some((a, b));
    }
    let is_number = |pointer: &Expr| pointer.ty.target().is_some_and(|target| target.int_kind().is_some());
    let typed = typed.filter(|(left, _)| is_number(left) && has_whole_elements(&code, left, &bytes));
    let (left, right) = match typed {
        Some(typed) => typed,
        None => {
            code.take_back(before);
            (as_bytes(&mut code, left)?, as_bytes(&mut code, right)?)
        }
    };
    let size = element_size(&code, &left);
    let (left, right) = (code.declare("a", left), code.declare("b", right));
    let count = count(&mut code, bytes, left, call.name)?;
    let end = code.declare("m", count);
    let some = code.get(end);
    let some = code.is_not_zero(some);
    let last = [left, right].map(|pointer| {
        let (end, one) = (code.get(end), code.size(1));
        let index = code.binary(BinaryOp::Sub, end, one);
        let value = code.element(pointer, index);
        code.expression(value)
    });
    // All of both has to be there, even behind a difference.
    let then = Box::new(code.statement(StmtKind::Block(last.into())));
    let check = code.statement(StmtKind::If { condition: some, then, otherwise: None });
    code.add(check);
    let (start, at) = code.declaration("i", code.size(0));
    code.add(start);
    let (a, b) = (code.element_at(left, at), code.element_at(right, at));
    let alike = code.compare(BinaryOp::Eq, a, b);
    let (position, limit) = (code.get(at), code.get(end));
    let more = code.compare(BinaryOp::Lt, position, limit);
    let condition = code.and(more, alike);
    let walk = code.repeat(condition, at, Vec::new());
    code.add(walk);
    let (position, limit) = (code.get(at), code.get(end));
    let differs = code.compare(BinaryOp::Lt, position, limit);
    let difference = difference(&mut code, left, right, at, size);
    let value = code.choose(differs, difference, code.zero(&CType::INT));
    let value = code.finish(value);
    let rule = if call.name.ends_with("bcmp") { Rule::Zero } else { Rule::Sign };
    Ok(like(value, rule, call.name))
}

/// The difference of the first bytes that differ of two integers; the lowest byte comes first in memory.
fn difference(code: &mut Code<'_, '_>, left: LocalId, right: LocalId, at: LocalId, size: u64) -> Expr {
    let byte = |code: &mut Code<'_, '_>, pointer: LocalId, number: u64| {
        let element = code.element_at(pointer, at);
        if size == 1 {
            let byte = code.convert(element, IntKind::UnsignedChar);
            return code.convert(byte, IntKind::Int);
        }
        let wide = code.convert(element, IntKind::UnsignedLongLong);
        let place = Int::power_of_two(8 * number as u32);
        let place = Expr::int(place, wide.ty.clone(), code.span);
        let from_there = code.binary(BinaryOp::Div, wide, place);
        let byte = code.convert(from_there, IntKind::UnsignedChar);
        code.convert(byte, IntKind::Int)
    };
    let difference = |code: &mut Code<'_, '_>, number: u64| {
        let (a, b) = (byte(code, left, number), byte(code, right, number));
        code.binary(BinaryOp::Sub, a, b)
    };
    let mut value = difference(code, size - 1);
    for number in (0..size - 1).rev() {
        let (here, again) = (difference(code, number), difference(code, number));
        let differs = code.is_not_zero(again);
        value = code.choose(differs, here, value);
    }
    value
}

/// Starts the code of a call that looks at so many bytes of memory: the pointer, in a new variable, and how many
/// elements these are.
pub(crate) fn elements<'k, 'a>(
    checker: &'k mut Checker<'a>,
    name: &str,
    memory: Expr,
    bytes: Expr,
    span: kyklos_base::Span,
) -> Result<(Code<'k, 'a>, LocalId, Expr), Refusal> {
    let mut code = Code::new(checker, name, span);
    let mut memory = pointer(&code, memory)?;
    if memory.ty.target() == Some(&CType::Void) {
        return untyped(&code, name);
    }
    let bytes = as_size(&mut code, bytes)?;
    while let Some(CType::Array(..)) = memory.ty.target()
        && !is_multiple(&bytes, element_size(&code, &memory))
    {
        memory = into_array(&mut code, memory, &bytes)?;
    }
    let memory = code.declare("d", memory);
    let count = count(&mut code, bytes, memory, name)?;
    Ok((code, memory, count))
}

/// Checks that the first and the last of so many elements, not none, are there.
pub(crate) fn accesses(code: &mut Code<'_, '_>, pointer: LocalId, count: LocalId) -> [Stmt; 2] {
    let access = |code: &Code<'_, '_>, pointer: Expr| {
        let call = LibraryCall { name: "access", arguments: vec![pointer] };
        code.expression(Expr::new(ExprKind::Library(call), CType::Void, code.span))
    };
    let (first, last, by) = (code.get(pointer), code.get(pointer), code.get(count));
    let (ty, by) = (first.ty.clone(), code.binary(BinaryOp::Sub, by, code.size(1)));
    let last = ExprKind::Offset { pointer: Box::new(last), by: Box::new(by), backward: false };
    [access(code, first), access(code, Expr::new(last, ty, code.span))]
}

/// Two pointers to memory of one type.
fn same_type(
    code: &mut Code<'_, '_>,
    name: &str,
    target: Expr,
    source: Expr,
    bytes: &Expr,
) -> Result<(Expr, Expr), Refusal> {
    let (mut target, mut source) = (pointer(code, target)?, pointer(code, source)?);
    while let Some((to, from)) = different_targets(code, &target, &source) {
        match (to, from) {
            (CType::Array(..), _) => target = into_array(code, target, bytes)?,
            (_, CType::Array(..)) => source = into_array(code, source, bytes)?,
            (CType::Void, CType::Void) => return untyped(code, name),
            (CType::Void, _) => target = seen_as(target, source.ty.clone()),
            (_, CType::Void) => source = seen_as(source, target.ty.clone()),
            (to, from) if code.checker.types.without_sign(&to) == code.checker.types.without_sign(&from) => {
                source = seen_as(source, target.ty.clone());
            }
            (to, from) => {
                let (to, from) = (code.checker.types.name(&to), code.checker.types.name(&from));
                return refusal(code.span, format!("`{name}` from `{from}` to `{to}`"));
            }
        }
    }
    Ok((target, source))
}

/// `bzero`
pub(super) fn clear(checker: &mut Checker<'_>, mut call: Call<'_>) -> Result<Expr, Refusal> {
    let zero = Expr::int(Int::ZERO, CType::INT, call.span);
    call.arguments.insert(1, zero);
    set(checker, call)
}

/// `memset`
pub(super) fn set(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let Ok([target, byte, bytes]) = <[Expr; 3]>::try_from(call.arguments) else {
        return refusal(call.span, format!("`{}` takes 3 arguments", call.name));
    };
    let mut code = Code::new(checker, call.name, call.span);
    let bytes = as_size(&mut code, bytes)?;
    let target = reaching(&mut code, target, &bytes)?;
    let mut target = pointer(&code, target)?;
    while let Some(CType::Array(..)) = target.ty.target()
        && !is_multiple(&bytes, element_size(&code, &target))
    {
        target = into_array(&mut code, target, &bytes)?;
    }
    let is_zero = byte.as_int().is_some_and(Int::is_zero);
    let is_small = bytes.as_int().and_then(Int::to_usize).is_some_and(|count| count <= 256);
    let is_typed = target.ty.target().is_some_and(|ty| {
        let has_gaps = is_small && code.checker.types.has_gaps(ty);
        can_be_set(ty, is_zero) && !has_gaps
    });
    let is_whole = is_typed && has_whole_elements(&code, &target, &bytes);
    let is_open = is_typed && !is_whole && may_be_whole(&code, &target, &bytes);
    if !is_whole && !is_open {
        target = as_bytes(&mut code, target)?;
    }
    let target = code.declare("d", target);
    let byte = match byte.as_int() {
        Some(constant) => Byte::Constant(constant.rem_euclid(&Int::from(256)).unwrap_or(Int::ZERO)),
        None => Byte::Variable(code.argument("c", Some(byte), &CType::Int(IntKind::UnsignedChar))?),
    };
    if !is_open {
        let count = count(&mut code, bytes, target, call.name)?;
        set_elements(&mut code, count, target, &byte)?;
        return finish(code, target);
    }
    either(
        &mut code,
        bytes,
        target,
        &mut |code, count| set_elements(code, count, target, &byte),
        &mut |code, bytes| {
            let pointer = code.get(target);
            let single = as_bytes(code, pointer)?;
            let single = code.declare("b", single);
            set_elements(code, bytes, single, &byte)
        },
    )?;
    finish(code, target)
}

/// Copies memory that is of different types, or not in whole elements; gives the variable of the target.
fn copy_bytes(code: &mut Code<'_, '_>, target: Expr, source: Expr, bytes: Expr) -> Result<LocalId, Refusal> {
    let target = as_bytes(code, target)?;
    let source = as_bytes(code, source)?;
    let (target, source) = (code.declare("d", target), code.declare("s", source));
    let count = code.declare("n", bytes);
    let mut then: Vec<Stmt> =
        [target, source].into_iter().flat_map(|pointer| accesses(code, pointer, count)).collect();
    let arguments = vec![code.get(target), code.get(source), code.get(count)];
    let copy = ExprKind::Library(LibraryCall { name: "copy", arguments });
    then.push(code.expression(Expr::new(copy, CType::Void, code.span)));
    let some = code.get(count);
    let (condition, then) = (code.is_not_zero(some), Box::new(code.statement(StmtKind::Block(then))));
    code.add(code.statement(StmtKind::If { condition, then, otherwise: None }));
    Ok(target)
}

/// The instruction that copies bytes.
pub(super) fn lower_copy(
    lowering: &mut FunctionLowering<'_, '_>,
    parts: [&Expr; 3],
    span: kyklos_base::Span,
) -> kyklos_flow::Expr {
    let [target, source, count] = parts.map(|part| lowering.value(part));
    lowering.step(Instruction::Copy { target, source, count }, span);
    kyklos_flow::Expr::int(0)
}

/// A pointer as one to bytes.
pub(super) fn as_bytes(code: &mut Code<'_, '_>, pointer: Expr) -> Result<Expr, Refusal> {
    if !pointer.ty.is_object_pointer() {
        let name = code.checker.types.name(&pointer.ty);
        return refusal(pointer.span, format!("a value of type `{name}` is not a pointer to memory"));
    }
    let (byte, span) = (CType::Int(IntKind::UnsignedChar).pointer(), pointer.span);
    code.checker.convert(without_conversions(pointer), &byte, span)
}

/// Whether so many bytes can be seen to be whole elements of what a pointer points to.
fn has_whole_elements(code: &Code<'_, '_>, pointer: &Expr, bytes: &Expr) -> bool {
    let size = element_size(code, pointer);
    let known = pointer.ty.target().is_some_and(|target| code.checker.object_type(target, code.span).is_ok());
    known && size > 0 && is_multiple(bytes, size)
}

/// The value of the call: the target.
fn finish(mut code: Code<'_, '_>, target: LocalId) -> Result<Expr, Refusal> {
    let (value, span) = (code.get(target), code.span);
    let value = code.checker.convert(value, &CType::Void.pointer(), span)?;
    Ok(code.finish(value))
}

fn untyped<T>(code: &Code<'_, '_>, name: &str) -> Result<T, Refusal> {
    let message = format!("the type of what `{name}` works on is not known");
    let help = "give it a pointer of another type than `void *`";
    Err(Box::new(Diagnostic::error(code.span, message).with_help(help)))
}

/// An argument that is a pointer, as it was before it became a `void *`.
fn pointer(code: &Code<'_, '_>, value: Expr) -> Result<Expr, Refusal> {
    if !value.ty.is_object_pointer() {
        let name = code.checker.types.name(&value.ty);
        return refusal(value.span, format!("a value of type `{name}` is not a pointer to memory"));
    }
    let value = without_conversions(value);
    if let Some(CType::Array(_, Length::Variable)) = value.ty.target() {
        return unsupported(value.span, "arrays in arrays of variable length are not supported here");
    }
    Ok(value)
}

fn seen_as(pointer: Expr, ty: CType) -> Expr {
    let span = pointer.span;
    Expr::new(ExprKind::Convert(Box::new(pointer)), ty, span)
}

/// What two pointers point to, if that is not the same.
fn different_targets(code: &mut Code<'_, '_>, left: &Expr, right: &Expr) -> Option<(CType, CType)> {
    let (left, right) = (left.ty.target()?.clone(), right.ty.target()?.clone());
    let types = &mut code.checker.types;
    let (a, b) = (types.flow(&left), types.flow(&right));
    let known = left != CType::Void;
    (!known || !types.types.same(a, b)).then_some((left, right))
}

/// The size of what a pointer points to; 0 if it is not known.
fn element_size(code: &Code<'_, '_>, pointer: &Expr) -> u64 {
    pointer.ty.target().and_then(|target| code.checker.types.size_of(target)).unwrap_or(0)
}

/// Whether a number can be seen to be a multiple of a size, if nothing in it wraps around.
pub(super) fn is_multiple(number: &Expr, size: u64) -> bool {
    match &number.kind {
        _ if size <= 1 => size == 1,
        ExprKind::Int(value) => {
            value.rem_euclid(&Int::from(size as usize)).is_some_and(|rest| rest.is_zero())
        }
        ExprKind::Convert(inner) => inner.ty.int_kind().is_some() && is_multiple(inner, size),
        ExprKind::Binary(BinaryOp::Mul, left, right) => is_multiple(left, size) || is_multiple(right, size),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
            is_multiple(left, size) && is_multiple(right, size)
        }
        _ => false,
    }
}

/// How many of a pointer's elements so many bytes are.
fn count(code: &mut Code<'_, '_>, bytes: Expr, pointer: LocalId, name: &str) -> Result<Expr, Refusal> {
    let pointer = code.get(pointer);
    if let Some(target) = pointer.ty.target() {
        code.checker.object_type(target, code.span)?;
    }
    let size = element_size(code, &pointer);
    if size == 0 || !is_multiple(&bytes, size) {
        let element = pointer.ty.target().map_or(String::new(), |target| code.checker.types.name(target));
        let message =
            format!("`{name}` of a number of bytes that is not seen to be a multiple of an element's");
        let help = format!("write it as `count * sizeof({element})`");
        return Err(Box::new(Diagnostic::error(bytes.span, message).with_help(help)));
    }
    let elements = Int::from(size as usize);
    if let Some(bytes) = bytes.as_int() {
        let count = bytes.div_trunc(&elements).unwrap_or(Int::ZERO);
        return Ok(Expr::int(count, code.size_type(), code.span));
    }
    let size_number = code.size(size as usize);
    if size == 1 {
        return Ok(bytes);
    }
    let bytes = code.declare("n", bytes);
    if !size.is_power_of_two() {
        // The multiple may have wrapped around, and then it is none.
        let whole = code.get(bytes);
        let rest = code.binary(BinaryOp::Rem, whole, size_number.clone());
        let condition = code.is_not_zero(rest);
        let message = format!("`{name}` ends within an element");
        let fail = ExprKind::Intrinsic(Intrinsic::Fail(ErrorKind::OutOfBounds, message));
        let then = Box::new(code.expression(Expr::new(fail, CType::Void, code.span)));
        let check = code.statement(StmtKind::If { condition, then, otherwise: None });
        code.add(check);
    }
    let bytes = code.get(bytes);
    Ok(code.binary(BinaryOp::Div, bytes, size_number))
}

/// What to do for an index.
type Body<'b> = &'b dyn Fn(&mut Code<'_, '_>, Expr) -> Result<Vec<Stmt>, Refusal>;

/// Does something for each index below a count.
pub(super) fn each(code: &mut Code<'_, '_>, count: Expr, body: Body<'_>) -> Result<(), Refusal> {
    let statements = if count.as_int() == Some(&Int::ONE) {
        let zero = code.size(0);
        body(code, zero)?
    } else {
        let end = code.declare("m", count);
        let end = code.get(end);
        counted(code, end, body)?
    };
    statements.into_iter().for_each(|statement| code.add(statement));
    Ok(())
}

/// A loop over the indices below the end, which does not change.
fn counted(code: &mut Code<'_, '_>, end: Expr, body: Body<'_>) -> Result<Vec<Stmt>, Refusal> {
    let zero = code.size(0);
    let (start, at) = code.declaration("i", zero);
    let position = code.get(at);
    let condition = code.compare(BinaryOp::Lt, position, end);
    let index = code.get(at);
    let body = body(code, index)?;
    Ok(vec![start, code.repeat(condition, at, body)])
}

/// Does something for each element of an array, given by its place.
pub(super) fn each_element(code: &mut Code<'_, '_>, length: u64, body: Body<'_>) -> Result<Stmt, Refusal> {
    let end = code.size(length as usize);
    let statements = counted(code, end, body)?;
    Ok(code.statement(StmtKind::Block(statements)))
}

/// `array[index]`, of an array that is a place.
pub(super) fn element(code: &Code<'_, '_>, array: &Expr, index: &Expr) -> Expr {
    let ty = array.ty.element().cloned().unwrap_or(CType::Void);
    Expr::new(ExprKind::Index(Box::new(array.clone()), Box::new(index.clone())), ty, code.span)
}

/// Copies a value from place to place.
fn copy_value(code: &mut Code<'_, '_>, to: Expr, from: Expr) -> Result<Stmt, Refusal> {
    match to.ty {
        CType::Array(_, Length::Fixed(length)) => each_element(code, length, &|code, at| {
            let (to, from) = (element(code, &to, &at), element(code, &from, &at));
            Ok(vec![copy_value(code, to, from)?])
        }),
        _ => Ok(code.assign(to, from)),
    }
}

/// Copies elements by an array in between, because the two stretches may overlap.
fn copy_through(
    code: &mut Code<'_, '_>,
    count: Expr,
    target: LocalId,
    source: LocalId,
) -> Result<(), Refusal> {
    let end = code.declare("m", count);
    // What does not lie in memory is found before anything is copied, however much it is.
    let accesses = [target, source].into_iter().flat_map(|pointer| accesses(code, pointer, end)).collect();
    let some = code.get(end);
    let (condition, then) = (code.is_not_zero(some), Box::new(code.statement(StmtKind::Block(accesses))));
    code.add(code.statement(StmtKind::If { condition, then, otherwise: None }));
    let (end_value, ty) = (code.get(end), code.get(target).ty);
    let allocation = LibraryCall { name: "calloc", arguments: vec![end_value] };
    let between = Expr::new(ExprKind::Library(allocation), ty, code.span);
    let between = code.declare("t", between);
    for (to, from) in [(between, source), (target, between)] {
        let end = code.get(end);
        let statements = counted(code, end, &|code, at| {
            let (to, from) = (code.element(to, at.clone()), code.element(from, at));
            Ok(vec![copy_value(code, to, from)?])
        })?;
        statements.into_iter().for_each(|statement| code.add(statement));
    }
    let free = LibraryCall { name: "free", arguments: vec![code.get(between)] };
    let free = code.expression(Expr::new(ExprKind::Library(free), CType::Void, code.span));
    code.add(free);
    Ok(())
}
