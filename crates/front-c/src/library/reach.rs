//! What `memcpy` and its kin are given as a part of something larger, `memset(&matrix[0][0], 0, sizeof matrix)`: they work
//! on bytes, so more than the part may be meant, as far as there is more around it.

use super::allocation::without_conversions;
use super::code::Code;
use crate::check::Refusal;
use crate::ctype::{CType, IntKind, Length};
use crate::tree::{Expr, ExprKind};
use kyklos_base::Int;

/// A pointer that reaches as many bytes as this one is asked for. Itself, unless it points to a part with fewer bytes of
/// something with enough: then to that, or to the bytes of it.
pub(super) fn reaching(code: &mut Code<'_, '_>, pointer: Expr, bytes: &Expr) -> Result<Expr, Refusal> {
    let plain = without_conversions(pointer.clone());
    let Some(wanted) = bytes.as_int().and_then(Int::to_usize).map(|bytes| bytes as u64) else {
        return Ok(pointer);
    };
    let Some((around, offset)) = around(code, &plain, wanted) else { return Ok(pointer) };
    let (span, ty) = (pointer.span, around.ty.clone().pointer());
    // What a pointer leads to may be less than its type says: each byte is looked at then.
    let is_there = !is_behind_pointer(&around);
    let is_all = is_there && offset == 0 && code.checker.types.size_of(&around.ty) == Some(wanted);
    let whole = Expr::new(ExprKind::AddressOf(Box::new(around)), ty, span);
    if is_all {
        return Ok(whole);
    }
    let byte = CType::Int(IntKind::UnsignedChar).pointer();
    let start = code.checker.convert(whole, &byte, span)?;
    let by = Box::new(code.size(offset as usize));
    Ok(match offset {
        0 => start,
        _ => Expr::new(ExprKind::Offset { pointer: Box::new(start), by, backward: false }, byte, span),
    })
}

/// The smallest place around the part that a pointer points to which has so many bytes from there on, and where in it
/// the part begins, if the part has fewer.
fn around(code: &Code<'_, '_>, pointer: &Expr, wanted: u64) -> Option<(Expr, u64)> {
    let types = &code.checker.types;
    let (mut place, mut offset) = match &pointer.kind {
        ExprKind::Decay(array) => (&**array, 0),
        ExprKind::AddressOf(part) => match &part.kind {
            // The elements behind it are reached, too.
            ExprKind::Index(array, index) => (&**array, element(code, array, part, index)?),
            _ => (&**part, 0),
        },
        _ => return None,
    };
    let is_enough = |place: &Expr, offset: u64| {
        types.size_of(&place.ty).is_some_and(|size| offset.checked_add(wanted).is_some_and(|end| end <= size))
    };
    if is_enough(place, offset) {
        return None;
    }
    loop {
        (place, offset) = match &place.kind {
            ExprKind::Index(array, index) => {
                (&**array, offset.checked_add(element(code, array, place, index)?)?)
            }
            ExprKind::Field(record, path) if record.is_place() => {
                let CType::Record(id) = record.ty else { return None };
                (&**record, offset.checked_add(types.offset_of_path(id, path)?)?)
            }
            _ => return None,
        };
        if is_enough(place, offset) {
            return Some((place.clone(), offset));
        }
    }
}

/// Whether a place is part of what a pointer leads to.
fn is_behind_pointer(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Index(inner, _) | ExprKind::Field(inner, _) => is_behind_pointer(inner),
        ExprKind::Deref(_) => true,
        _ => false,
    }
}

/// Where in its array an element with a constant index begins, if there is such an element, or it is the end.
fn element(code: &Code<'_, '_>, array: &Expr, element: &Expr, index: &Expr) -> Option<u64> {
    let CType::Array(_, Length::Fixed(length)) = array.ty else { return None };
    let index = index.as_int()?.to_usize()? as u64;
    if index > length {
        return None;
    }
    index.checked_mul(code.checker.types.size_of(&element.ty)?)
}
