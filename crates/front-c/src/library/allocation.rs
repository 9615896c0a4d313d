//! `malloc`, `calloc`, `alloca`, `free`.
//!
//! Memory is typed: what is allocated is an array of the elements that the
//! pointer it is assigned to, or cast to, points to; as many as fit. Elements
//! of `malloc` hold arbitrary values.
//!
//! `free` of an object that is gone, of a pointer that is not to an object's start, of
//! a variable and of what `alloca` made are errors.

use super::code::Code;
use super::{Call, LibraryCall, memory, reach};
use crate::check::{Checker, Refusal, is_open, refusal};
use crate::ctype::{CType, IntKind, Length};
use crate::lower::FunctionLowering;
use crate::tree::{self, ExprKind, Intrinsic, LocalId};
use kyklos_base::{Diagnostic, Int, Span};
use kyklos_flow::{BinaryOp, ErrorKind, Expr, Input, Instruction, Place, Type};

/// A call that makes an array, as `malloc`, `calloc` or `alloca` does.
pub(super) fn check_allocation(
    checker: &mut Checker<'_>,
    call: Call<'_>,
    name: &'static str,
) -> Result<tree::Expr, Refusal> {
    let Call { arguments, wanted, span, .. } = call;
    if !is_typed(wanted) && checker.postpone() {
        return Ok(postponed(name, arguments, span));
    }
    let byte = CType::Int(IntKind::UnsignedChar);
    if let Some(rows) = wanted.and_then(CType::target).filter(|target| is_open(target)) {
        let lengths = checker.take_rows();
        return match lengths.is_empty() {
            // Bytes, which is no way to make rows of them later.
            true => allocation_of(checker, name, arguments, byte, span),
            false => rows_of(checker, name, arguments, (rows.clone(), lengths), span),
        };
    }
    let element = match is_typed(wanted) {
        true => element_type(checker, name, wanted, span)?,
        false => byte.clone(),
    };
    let wanted = if is_typed(wanted) { element.clone().pointer() } else { CType::Void.pointer() };
    let memory = match may_wrap(checker, &element, &arguments) {
        true => {
            let code = Code::new(checker, name, span);
            product_or_null(code, arguments, |code, bytes| {
                memory_of(code.checker, name, vec![bytes], element, span)
            })?
        }
        false => memory_of(checker, name, arguments, element, span)?,
    };
    checker.convert(memory, &wanted, span)
}

/// `aligned_alloc` and `memalign`
pub(super) fn aligned(checker: &mut Checker<'_>, mut call: Call<'_>) -> Result<tree::Expr, Refusal> {
    let align = call.arguments.remove(0);
    aligned_to(checker, call, align)
}

/// `valloc`
pub(super) fn of_pages(checker: &mut Checker<'_>, call: Call<'_>) -> Result<tree::Expr, Refusal> {
    let align = tree::Expr::int(Int::from(4096), CType::INT, call.span);
    aligned_to(checker, call, align)
}

/// A call that makes memory whose address is a multiple of a number. All memory is aligned to 16 bytes.
fn aligned_to(checker: &mut Checker<'_>, call: Call<'_>, align: tree::Expr) -> Result<tree::Expr, Refusal> {
    let (span, enough) = (call.span, align.as_int().is_some_and(|align| *align <= Int::from(16)));
    let made = check_allocation(checker, call, "malloc")?;
    if enough {
        return Ok(made);
    }
    let mut code = Code::new(checker, "malloc", span);
    let size = code.size_type();
    let align = code.checker.convert(align, &size, span)?;
    let align = code.declare("a", align);
    let pointer = code.declare("p", made);
    let value = code.get(pointer);
    let address = code.checker.convert(value, &size, span)?;
    let rest = code.get(align);
    let rest = code.binary(BinaryOp::Rem, address, rest);
    let is_multiple = Box::new(code.compare(BinaryOp::Eq, rest, code.size(0)));
    let assume = ExprKind::Intrinsic(Intrinsic::Assume(is_multiple));
    let assume = code.expression(tree::Expr::new(assume, CType::Void, span));
    code.add(assume);
    let value = code.get(pointer);
    Ok(code.finish(value))
}

/// A call that makes memory of so many bytes: of elements as far as it has whole ones, else of bytes.
fn memory_of(
    checker: &mut Checker<'_>,
    name: &'static str,
    arguments: Vec<tree::Expr>,
    element: CType,
    span: Span,
) -> Result<tree::Expr, Refusal> {
    if !is_seen_whole(checker, &element, &arguments) {
        checker.note_partial_memory();
    }
    match has_whole_elements(checker, &element, &arguments) {
        false => allocation_of(checker, name, arguments, CType::Int(IntKind::UnsignedChar), span),
        true if is_seen_whole(checker, &element, &arguments) => {
            allocation_of(checker, name, arguments, element, span)
        }
        true => whole_or_bytes(checker, name, arguments, element, span),
    }
}

/// The number that sizes end before.
fn end_of_sizes(checker: &Checker<'_>) -> Int {
    let sizes = checker.types.size_of(&CType::Int(checker.types.size_kind())).unwrap_or(8);
    Int::power_of_two(8 * sizes as u32)
}

/// Whether the product of numbers can be counted, whatever they are: by their constants and types.
pub(super) fn is_always_counted(checker: &Checker<'_>, numbers: &[tree::Expr]) -> bool {
    let end = end_of_sizes(checker);
    let most_of = |number: &tree::Expr| {
        let kind = number.ty.int_kind().filter(|kind| !kind.is_signed())?;
        Some(kind.range(checker.types.model).1)
    };
    let most = |number: &tree::Expr| match (&number.kind, number.as_int()) {
        (_, Some(constant)) => constant.rem_euclid(&end),
        (ExprKind::Convert(inner), _) => Some(most_of(number)?.min(most_of(inner)?)),
        _ => most_of(number),
    };
    let product = numbers.iter().try_fold(Int::ONE, |product, number| Some(&product * &most(number)?));
    product.is_some_and(|product| product < end)
}

/// Whether so many times so many bytes may be more than can be counted. Elements are counted, not their bytes.
fn may_wrap(checker: &Checker<'_>, element: &CType, arguments: &[tree::Expr]) -> bool {
    let [count, each] = arguments else { return false };
    if is_always_counted(checker, arguments) {
        return false;
    }
    let end = end_of_sizes(checker);
    let size = checker.types.size_of(element).map(|size| Int::from(size as usize));
    let constant = |number: &tree::Expr| number.as_int().and_then(|number| number.rem_euclid(&end));
    let is_counted = |number: &Int| *number <= Int::ONE || Some(number) == size.as_ref();
    match (constant(count), constant(each)) {
        (Some(_), Some(_)) => true,
        (Some(number), None) | (None, Some(number)) => !is_counted(&number),
        (None, None) => true,
    }
}

/// Memory of as many bytes as the product of two numbers; null where that cannot be counted.
pub(super) fn product_or_null<'k, 'a>(
    mut code: Code<'k, 'a>,
    arguments: Vec<tree::Expr>,
    make: impl FnOnce(&mut Code<'k, 'a>, tree::Expr) -> Result<tree::Expr, Refusal>,
) -> Result<tree::Expr, Refusal> {
    let span = code.span;
    let mut numbers = Vec::new();
    for argument in arguments {
        let (ty, place) = (code.size_type(), argument.span);
        let argument = code.checker.convert(argument, &ty, place)?;
        numbers.push(reach::saved(&mut code, argument));
    }
    let number = |code: &mut Code<'_, '_>, at: usize| reach::used_again(code, &numbers[at]);
    let (is_some, each) = (number(&mut code, 1), number(&mut code, 1));
    let count = number(&mut code, 0);
    let most =
        code.checker.convert(tree::Expr::int(Int::from(-1), CType::INT, span), &code.size_type(), span)?;
    let most = code.binary(BinaryOp::Div, most, each);
    let is_beyond = code.compare(BinaryOp::Gt, count, most);
    let is_some = code.is_not_zero(is_some);
    let is_too_much = code.and(is_some, is_beyond);
    let (count, each) = (number(&mut code, 0), number(&mut code, 1));
    let bytes = code.binary(BinaryOp::Mul, count, each);
    let made = make(&mut code, bytes)?;
    let null = tree::Expr::new(ExprKind::Null, made.ty.clone(), span);
    let value = code.choose(is_too_much, null, made);
    Ok(code.finish(value))
}

/// How many bytes a call asks for: the product of its arguments.
pub(super) fn product(
    checker: &mut Checker<'_>,
    name: &str,
    arguments: Vec<tree::Expr>,
    span: Span,
) -> Result<tree::Expr, Refusal> {
    let size_type = CType::Int(checker.types.size_kind());
    let mut bytes = None;
    for argument in arguments {
        let place = argument.span;
        let argument = checker.convert(argument, &size_type, place)?;
        bytes = Some(match bytes {
            None => argument,
            Some(each) => {
                let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(each), Box::new(argument));
                tree::Expr::new(kind, size_type.clone(), span)
            }
        });
    }
    bytes.map_or_else(|| refusal(span, format!("`{name}` without arguments")), Ok)
}

/// A call that makes an array of elements if so many bytes are whole ones, and else of bytes: what is behind the last
/// whole element is there, too.
fn whole_or_bytes(
    checker: &mut Checker<'_>,
    name: &'static str,
    arguments: Vec<tree::Expr>,
    element: CType,
    span: Span,
) -> Result<tree::Expr, Refusal> {
    let size = checker.types.size_of(&element).unwrap_or(1) as usize;
    let bytes = product(checker, name, arguments, span)?;
    let mut code = Code::new(checker, name, span);
    let bytes = code.declare("n", bytes);
    let (rest, whole, single) = (code.get(bytes), vec![code.get(bytes)], vec![code.get(bytes)]);
    let rest = code.binary(BinaryOp::Rem, rest, code.size(size));
    let is_whole = code.compare(BinaryOp::Eq, rest, code.size(0));
    let whole = allocation_of(code.checker, name, whole, element.clone(), span)?;
    let byte = CType::Int(IntKind::UnsignedChar);
    let single = allocation_of(code.checker, name, single, byte, span)?;
    let single = code.checker.convert(single, &element.pointer(), span)?;
    let made = code.choose(is_whole, whole, single);
    Ok(code.finish(made))
}

/// A call that makes an array of arrays whose lengths are in variables.
fn rows_of(
    checker: &mut Checker<'_>,
    name: &'static str,
    arguments: Vec<tree::Expr>,
    (element, lengths): (CType, Vec<LocalId>),
    span: Span,
) -> Result<tree::Expr, Refusal> {
    let size = checker.size_of_rows(&element, &lengths, span)?;
    let is_product = arguments.len() > 1;
    let bytes = product(checker, name, arguments.clone(), span)?;
    let count = match so_many(&bytes, &size) {
        Some(count) => count,
        None if is_product => {
            let code = Code::new(checker, name, span);
            return product_or_null(code, arguments, |code, bytes| {
                rows_of(code.checker, name, vec![bytes], (element, lengths), span)
            });
        }
        None => divided(bytes, &size),
    };
    let mut arguments = vec![count];
    arguments.extend(lengths.into_iter().map(|length| checker.use_local(length, span)));
    let call = LibraryCall { name, arguments };
    Ok(tree::Expr::new(ExprKind::Library(call), element.pointer(), span))
}

/// The number of which a product is so many times the size. Only of numbers that are too small for the product to wrap
/// around: a number of `int` rows of `int` elements, or one below zero, of which there is no memory anyway.
fn so_many(bytes: &tree::Expr, size: &tree::Expr) -> Option<tree::Expr> {
    let ExprKind::Binary(BinaryOp::Mul, left, right) = &bytes.kind else {
        return is_same(bytes, size).then(|| tree::Expr::int(Int::ONE, bytes.ty.clone(), bytes.span));
    };
    let is_int = |number: &tree::Expr| match &number.kind {
        ExprKind::Convert(inner) => inner.ty == CType::INT,
        ExprKind::Int(value) => *value < Int::from(1_usize << 31),
        _ => false,
    };
    let ExprKind::Binary(BinaryOp::Mul, length, one) = &size.kind else { return None };
    let is_small = one.as_int().is_some_and(|one| *one <= Int::from(4)) && is_int(length);
    match (is_same(left, size), is_same(right, size)) {
        (_, true) if is_small && is_int(left) => Some((**left).clone()),
        (true, _) if is_small && is_int(right) => Some((**right).clone()),
        _ => None,
    }
}

/// Whether two sizes are products of the same variables and numbers.
fn is_same(left: &tree::Expr, right: &tree::Expr) -> bool {
    match (&left.kind, &right.kind) {
        (ExprKind::Local(left, _), ExprKind::Local(right, _)) => left == right,
        (ExprKind::Int(left), ExprKind::Int(right)) => left == right,
        (ExprKind::Convert(one), ExprKind::Convert(other)) => left.ty == right.ty && is_same(one, other),
        (ExprKind::Binary(BinaryOp::Mul, a, b), ExprKind::Binary(BinaryOp::Mul, c, d)) => {
            left.ty == right.ty && is_same(a, c) && is_same(b, d)
        }
        _ => false,
    }
}

/// A call that makes an array of elements of this type.
pub(super) fn allocation_of(
    checker: &mut Checker<'_>,
    name: &'static str,
    mut arguments: Vec<tree::Expr>,
    element: CType,
    span: Span,
) -> Result<tree::Expr, Refusal> {
    let size = checker.types.size_of(&element).filter(|size| *size > 0);
    let Some(size) = size else {
        return refusal(span, format!("the size of `{}` is not known", checker.types.name(&element)));
    };
    let size_type = CType::Int(checker.types.size_kind());
    let size = tree::Expr::int(Int::from(size as usize), size_type.clone(), span);
    let mut sizes = Vec::new();
    for argument in arguments.drain(..) {
        let place = argument.span;
        sizes.push(checker.convert(argument, &size_type, place)?);
    }
    let count = match (sizes.pop(), sizes.pop()) {
        (Some(bytes), None) => divided(bytes, &size),
        (Some(each), Some(count)) if each.as_int() == size.as_int() => count,
        (Some(count), Some(each)) if each.as_int() == size.as_int() => count,
        (Some(each), Some(count)) => {
            let bytes = ExprKind::Binary(BinaryOp::Mul, Box::new(count), Box::new(each));
            divided(tree::Expr::new(bytes, size_type, span), &size)
        }
        (None, _) => return refusal(span, format!("`{name}` without arguments")),
    };
    let call = LibraryCall { name, arguments: vec![count] };
    Ok(tree::Expr::new(ExprKind::Library(call), element.pointer(), span))
}

/// Whether memory of a size that is given so may consist of whole elements of a type: that of a struct with something
/// behind it does not, nor that of a constant size that is none of theirs.
pub(super) fn has_whole_elements(checker: &Checker<'_>, element: &CType, arguments: &[tree::Expr]) -> bool {
    let CType::Record(id) = element else {
        let is_constant = arguments.iter().all(|argument| argument.as_int().is_some());
        return !is_constant || is_seen_whole(checker, element, arguments);
    };
    let members = checker.types.record(*id).members.as_deref().unwrap_or_default();
    let is_flexible = matches!(members.last().map(|last| &last.ty), Some(CType::Array(_, Length::Unknown)));
    let size = checker.types.size_of(element).unwrap_or(0);
    !is_flexible && arguments.iter().any(|size_of| memory::is_multiple(size_of, size))
}

/// Whether memory of a size that is given so can be seen to consist of whole elements of a type.
pub(super) fn is_seen_whole(checker: &Checker<'_>, element: &CType, arguments: &[tree::Expr]) -> bool {
    let size = checker.types.size_of(element).unwrap_or(1);
    let product = arguments.iter().try_fold(Int::ONE, |product, number| Some(&product * number.as_int()?));
    let rest = product.and_then(|bytes| bytes.rem_euclid(&Int::from(size as usize)));
    rest.is_some_and(|rest| rest.is_zero()) || arguments.iter().any(|bytes| memory::is_multiple(bytes, size))
}

/// Whether the type of a pointer tells that of elements.
pub(super) fn is_typed(wanted: Option<&CType>) -> bool {
    wanted.and_then(CType::target).is_some_and(|element| *element != CType::Void)
}

/// In the place of a call whose elements are not known yet; it is never executed.
pub(super) fn postponed(name: &'static str, arguments: Vec<tree::Expr>, span: Span) -> tree::Expr {
    let call = LibraryCall { name, arguments };
    tree::Expr::new(ExprKind::Library(call), CType::Void.pointer(), span)
}

/// The type of the elements, from the pointer's type that the result is to have.
pub(super) fn element_type(
    checker: &Checker<'_>,
    name: &str,
    wanted: Option<&CType>,
    span: Span,
) -> Result<CType, Refusal> {
    let element = wanted.and_then(CType::target).filter(|element| **element != CType::Void);
    let Some(element) = element else {
        let message = format!("the type of what `{name}` allocates is not known");
        let help = match checker.disagreement() {
            Some(disagreement) => disagreement.to_owned(),
            None => {
                format!("assign the result to a pointer of the right type, or cast it: `(int *){name}(…)`")
            }
        };
        return Err(Box::new(Diagnostic::error(span, message).with_help(help)));
    };
    checker.object_type(element, span)?;
    Ok(element.clone())
}

/// How many elements of this size there are in so many bytes.
fn divided(bytes: tree::Expr, size: &tree::Expr) -> tree::Expr {
    let (span, ty) = (bytes.span, bytes.ty.clone());
    match (bytes.as_int(), size.as_int()) {
        (_, Some(one)) if *one == Int::ONE => bytes,
        (Some(bytes), Some(size)) => tree::Expr::int(bytes.div_trunc(size).unwrap_or(Int::ZERO), ty, span),
        _ => {
            let kind = ExprKind::Binary(BinaryOp::Div, Box::new(bytes), Box::new(size.clone()));
            tree::Expr::new(kind, ty, span)
        }
    }
}

/// A call of `free`.
pub(super) fn check_free(_: &mut Checker<'_>, call: Call<'_>) -> Result<tree::Expr, Refusal> {
    let Call { mut arguments, span, .. } = call;
    let pointer = arguments.pop().map(without_conversions);
    let kind = match pointer {
        Some(pointer) if !pointer.ty.is_object_pointer() => match pointer.as_int() {
            Some(zero) if zero.is_zero() => ExprKind::Intrinsic(Intrinsic::Ignore(Vec::new(), None)),
            _ => return refusal(span, "`free` of a value that is not a pointer"),
        },
        Some(pointer) => ExprKind::Library(LibraryCall { name: "free", arguments: vec![pointer] }),
        None => return refusal(span, "`free` without an argument"),
    };
    Ok(tree::Expr::new(kind, CType::Void, span))
}

/// A pointer before it was converted to `void *`.
pub(crate) fn without_conversions(mut pointer: tree::Expr) -> tree::Expr {
    while pointer.ty.target() == Some(&CType::Void) {
        match pointer.kind {
            ExprKind::Convert(inner) if inner.ty.is_object_pointer() => pointer = *inner,
            kind => return tree::Expr { kind, ..pointer },
        }
    }
    pointer
}

/// Makes an array of so many elements, and gives the pointer to its first.
pub(super) fn lower_allocation(
    lowering: &mut FunctionLowering<'_, '_>,
    name: &str,
    (count, rows): (&tree::Expr, &[tree::Expr]),
    ty: &CType,
    span: Span,
) -> Expr {
    let target_type = ty.target().cloned().unwrap_or(CType::Void);
    if count.as_int().is_none_or(Int::is_zero) {
        // An array of no elements: its pointer is outside from the start.
        lowering.note_moved(&target_type);
    }
    if name != "calloc" {
        lowering.note_unwritten(&target_type);
    }
    let count = lowering.value(count);
    let types = &mut lowering.context.types;
    let pointer = types.flow(ty);
    let element = types.flow(&target_type);
    let array = types.types.intern(Type::Array { element, length: None });
    let target = Place::variable(lowering.temporary(pointer, span));
    let lengths = rows.iter().filter_map(|length| match length.kind {
        ExprKind::Local(local, _) => Some(local),
        _ => None,
    });
    let lengths: Vec<_> = lengths.collect();
    let zero = match lengths.is_empty() {
        true => Expr::Zero(element),
        false => lowering.inner_array(&target_type, &lengths, name, span),
    };
    let value = Expr::Repeat(array, Box::new(count), Box::new(zero));
    let arbitrary = (name != "calloc").then(|| Input { name: name.to_owned() });
    let automatic = name == "alloca";
    if automatic {
        lowering.note_local_address();
    }
    lowering.step(Instruction::Allocate { target: target.clone(), value, arbitrary, automatic }, span);
    Expr::Load(target)
}

/// Checks that `free`, or a function like it, may end an object, and gives the pointer to it.
pub(super) fn lower_free_checks(
    lowering: &mut FunctionLowering<'_, '_>,
    name: &str,
    pointer: &tree::Expr,
    span: Span,
) -> Expr {
    let ty = pointer.ty.clone();
    let value = lowering.value(pointer);
    let value = lowering.copyable(value, &ty, span);
    let live = Expr::Live(Box::new(value.clone()));
    let message = format!("`{name}` of an object that does not exist any more");
    lowering.check(live, true, ErrorKind::InvalidFree, message, span);
    let allocated = Expr::Allocated(Box::new(value.clone()));
    let message = format!("`{name}` of a pointer that is not to the start of allocated memory");
    lowering.check(allocated, true, ErrorKind::InvalidFree, message, span);
    value
}

/// Ends an object. Nothing happens to null.
pub(super) fn lower_end(lowering: &mut FunctionLowering<'_, '_>, pointer: Expr, span: Span) -> Expr {
    lowering.note_free();
    lowering.step(Instruction::Free { pointer }, span);
    Expr::int(0)
}
