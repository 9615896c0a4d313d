//! What `memcpy` and its kin are given as a part of something larger, `memset(&matrix[0][0], 0, sizeof matrix)`: they work
//! on bytes, so more than the part may be meant, as far as there is more around it.

use super::allocation::without_conversions;
use super::code::Code;
use crate::check::Refusal;
use crate::ctype::{CType, IntKind, Length};
use crate::tree::{Expr, ExprKind};
use kyklos_base::Int;
use kyklos_flow::BinaryOp;

/// A pointer that reaches as many bytes as this one is asked for. Itself, unless it points to a part with fewer bytes of
/// something with enough: then to that, or to the bytes of it.
pub(super) fn reaching(code: &mut Code<'_, '_>, pointer: Expr, bytes: &Expr) -> Result<Expr, Refusal> {
    let plain = without_conversions(pointer.clone());
    let wanted = constant(bytes);
    let Some((around, offset)) = wanted.and_then(|wanted| around(code, &plain, wanted)) else {
        return over_rows(code, pointer, plain, bytes);
    };
    let (span, ty) = (pointer.span, around.ty.clone().pointer());
    // What a pointer leads to may be less than its type says: each byte is looked at then.
    let is_there = !around.is_behind_pointer();
    let is_all = is_there && offset == 0 && code.checker.types.size_of(&around.ty) == wanted;
    let whole = Expr::new(ExprKind::AddressOf(Box::new(around)), ty, span);
    if is_all {
        return Ok(whole);
    }
    let byte = CType::Int(IntKind::UnsignedChar).pointer();
    let start = code.checker.convert(whole, &byte, span)?;
    Ok(moved(code, start, offset))
}

/// A pointer to what the array consists of that a pointer points to. Where that is one of several rows, so many bytes may
/// go over those behind it, too.
pub(super) fn into_array(code: &mut Code<'_, '_>, pointer: Expr, bytes: &Expr) -> Result<Expr, Refusal> {
    let room = pointer.ty.target().and_then(|row| code.checker.types.size_of(row));
    let is_alone = match &pointer.kind {
        ExprKind::AddressOf(array) => !matches!(array.kind, ExprKind::Index(..) | ExprKind::Deref(_)),
        _ => false,
    };
    // A member ends where it ends.
    let most = match &pointer.kind {
        ExprKind::Decay(array) if matches!(array.kind, ExprKind::Field(..)) => {
            code.checker.types.size_of(&array.ty)
        }
        _ => None,
    };
    match room {
        Some(room) if !is_alone => by_room(code, pointer, 0, (room, most), bytes),
        _ => Ok(first_element(pointer)),
    }
}

/// A pointer into a row as one over all rows, where so many bytes need it. A row in a struct ends there.
fn over_rows(code: &mut Code<'_, '_>, pointer: Expr, plain: Expr, bytes: &Expr) -> Result<Expr, Refusal> {
    let (row, offset) = match plain.kind {
        ExprKind::Decay(row) => (row, 0),
        ExprKind::AddressOf(part) => match part.kind {
            ExprKind::Index(ref row, ref index) => match element(code, row, &part, index) {
                Some(offset) => (row.clone(), offset),
                None => return Ok(pointer),
            },
            _ => return Ok(pointer),
        },
        _ => return Ok(pointer),
    };
    let room = code.checker.types.size_of(&row.ty).and_then(|size| size.checked_sub(offset));
    let is_enough = |room| constant(bytes).is_some_and(|wanted| wanted <= room);
    match room {
        Some(room) if is_one_of_rows(&row) && !is_enough(room) => {
            let (ty, span) = (row.ty.clone().pointer(), row.span);
            let row = match row.kind {
                ExprKind::Deref(pointer) => *pointer,
                _ => Expr::new(ExprKind::AddressOf(row), ty, span),
            };
            by_room(code, row, offset, (room, None), bytes)
        }
        _ => Ok(pointer),
    }
}

/// Whether there may be more rows around an array, in an array or behind a pointer.
fn is_one_of_rows(row: &Expr) -> bool {
    match &row.kind {
        ExprKind::Deref(_) => true,
        ExprKind::Index(rows, _) => {
            let mut rows = rows;
            while let ExprKind::Index(inner, _) = &rows.kind {
                rows = inner;
            }
            !matches!(rows.kind, ExprKind::Field(..))
        }
        _ => false,
    }
}

/// A pointer so many bytes into the row that a pointer points to: to its elements if there is room in it for so many
/// bytes, else over the rows around it, too. Elements come first, as loops over them have closed forms; what is more than
/// all rows have leads to them as well, and so to an error. No bytes may be at the end of all rows.
fn by_room(
    code: &mut Code<'_, '_>,
    row: Expr,
    offset: u64,
    (room, most): (u64, Option<u64>),
    bytes: &Expr,
) -> Result<Expr, Refusal> {
    let beyond = |code: &mut Code<'_, '_>, row: Expr| {
        let (ty, span) = (first_element(row.clone()).ty, row.span);
        let start = code.checker.convert(row, &ty, span)?;
        Ok(moved(code, start, offset))
    };
    if let Some(wanted) = constant(bytes) {
        return match (1..=room).contains(&wanted) || most.is_some_and(|most| wanted > most) {
            true => Ok(moved(code, first_element(row), offset)),
            false => beyond(code, row),
        };
    }
    let Some(number) = again(code, bytes) else { return beyond(code, row) };
    let row = code.declare("r", row);
    let (one, other) = (code.get(row), code.get(row));
    let (within, beyond) = (moved(code, first_element(one), offset), beyond(code, other)?);
    let mut is_within = code.compare(BinaryOp::Le, number, code.size(room as usize));
    if let Some(number) = again(code, bytes) {
        let is_some = code.compare(BinaryOp::Gt, number, code.size(0));
        is_within = code.and(is_within, is_some);
    }
    if let (Some(most), Some(number)) = (most, again(code, bytes)) {
        let is_too_much = code.compare(BinaryOp::Gt, number, code.size(most as usize));
        is_within = code.or(is_within, is_too_much);
    }
    Ok(code.choose(is_within, within, beyond))
}

/// The same number once more, if that is plain arithmetic of variables: each use of a variable is one of its own.
fn again(code: &mut Code<'_, '_>, number: &Expr) -> Option<Expr> {
    let kind = match &number.kind {
        ExprKind::Int(_) | ExprKind::Global(_) => number.kind.clone(),
        ExprKind::Local(local, _) => return Some(code.get(*local)),
        ExprKind::Convert(inner) if inner.ty.int_kind().is_some() => {
            ExprKind::Convert(Box::new(again(code, inner)?))
        }
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), left, right) => {
            ExprKind::Binary(*op, Box::new(again(code, left)?), Box::new(again(code, right)?))
        }
        _ => return None,
    };
    Some(Expr::new(kind, number.ty.clone(), number.span))
}

/// A pointer to the first element of the array that a pointer points to.
fn first_element(pointer: Expr) -> Expr {
    let span = pointer.span;
    let Some(CType::Array(element, _)) = pointer.ty.target() else { return pointer };
    let ty = (**element).clone().pointer();
    let array = match pointer.kind {
        ExprKind::AddressOf(place) => place,
        _ => {
            let target = pointer.ty.target().cloned().unwrap_or(CType::Void);
            Box::new(Expr::new(ExprKind::Deref(Box::new(pointer)), target, span))
        }
    };
    Expr::new(ExprKind::Decay(array), ty, span)
}

/// A pointer so many bytes further on, which are whole elements of it.
fn moved(code: &Code<'_, '_>, pointer: Expr, bytes: u64) -> Expr {
    let size = pointer.ty.target().and_then(|target| code.checker.types.size_of(target));
    let by = bytes.checked_div(size.unwrap_or(1)).unwrap_or(0);
    if by == 0 {
        return pointer;
    }
    let (ty, span) = (pointer.ty.clone(), pointer.span);
    let by = Box::new(code.size(by as usize));
    Expr::new(ExprKind::Offset { pointer: Box::new(pointer), by, backward: false }, ty, span)
}

fn constant(bytes: &Expr) -> Option<u64> {
    bytes.as_int().and_then(Int::to_usize).map(|bytes| bytes as u64)
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

/// Where in its array an element with a constant index begins, if there is such an element, or it is the end.
fn element(code: &Code<'_, '_>, array: &Expr, element: &Expr, index: &Expr) -> Option<u64> {
    let CType::Array(_, Length::Fixed(length)) = array.ty else { return None };
    let index = index.as_int()?.to_usize()? as u64;
    if index > length {
        return None;
    }
    index.checked_mul(code.checker.types.size_of(&element.ty)?)
}
