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
pub(crate) fn reaching(code: &mut Code<'_, '_>, pointer: Expr, bytes: &Expr) -> Result<Expr, Refusal> {
    let plain = as_part(code, without_conversions(pointer.clone()))?;
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
    let offset = code.size(offset as usize);
    Ok(moved(start, offset))
}

/// A number as a `size_t` that can be used again: what is no plain arithmetic in it is saved in variables.
pub(crate) fn as_size(code: &mut Code<'_, '_>, bytes: Expr) -> Result<Expr, Refusal> {
    let (ty, span) = (code.size_type(), bytes.span);
    let bytes = code.checker.convert(bytes, &ty, span)?;
    Ok(saved(code, bytes))
}

/// A pointer to what the array consists of that a pointer points to. Where that is one of several rows, so many bytes may
/// go over those behind it, too.
pub(super) fn into_array(code: &mut Code<'_, '_>, pointer: Expr, bytes: &Expr) -> Result<Expr, Refusal> {
    let size = pointer.ty.target().and_then(|row| code.checker.types.size_of(row));
    let is_alone = match &pointer.kind {
        ExprKind::AddressOf(array) => !matches!(array.kind, ExprKind::Index(..) | ExprKind::Deref(_)),
        _ => false,
    };
    let Some(size) = size.filter(|_| !is_alone) else { return Ok(first_element(pointer)) };
    let Expr { kind, ty, span, .. } = as_part(code, pointer)?;
    let (kind, most) = match kind {
        ExprKind::AddressOf(row) => {
            let row = with_saved_indices(code, *row);
            let most = rest_of_member(code, &row)?;
            (ExprKind::AddressOf(Box::new(row)), most)
        }
        ExprKind::Decay(rows) => {
            let rows = with_saved_indices(code, *rows);
            let most = rest_of_member(code, &rows)?;
            (ExprKind::Decay(Box::new(rows)), most)
        }
        kind => (kind, None),
    };
    by_room(code, Expr::new(kind, ty, span), None, (Room::of(size), most), bytes)
}

/// `&array[by]`, for a pointer that is `array + by`, and `&array[at + by]` for `&array[at] + by`.
fn as_part(code: &mut Code<'_, '_>, pointer: Expr) -> Result<Expr, Refusal> {
    let Expr { kind: ExprKind::Offset { pointer: base, by, backward: false }, ty, span, .. } = pointer else {
        return Ok(pointer);
    };
    // A conversion that changes nothing.
    let bare = without_conversions((*base).clone());
    let base = if bare.ty == base.ty { Box::new(bare) } else { base };
    let (array, by) = match base.kind {
        ExprKind::Decay(array) => (array, by),
        ExprKind::AddressOf(part) if matches!(part.kind, ExprKind::Index(..)) => {
            let ExprKind::Index(array, at) = part.kind else { unreachable!("it is an element") };
            (array, Box::new(sum(code, *at, *by)?))
        }
        kind => {
            let base = Box::new(Expr { kind, ..*base });
            return Ok(Expr::new(ExprKind::Offset { pointer: base, by, backward: false }, ty, span));
        }
    };
    let element = array.ty.element().cloned().unwrap_or(CType::Void);
    let part = Expr::new(ExprKind::Index(array, by), element, span);
    Ok(Expr::new(ExprKind::AddressOf(Box::new(part)), ty, span))
}

/// The sum of two indices.
fn sum(code: &mut Code<'_, '_>, at: Expr, by: Expr) -> Result<Expr, Refusal> {
    let (ty, span) = (CType::Int(IntKind::LongLong), by.span);
    if let (Some(one), Some(other)) = (at.as_int(), by.as_int()) {
        return Ok(Expr::int(one + other, ty, span));
    }
    if at.as_int().is_some_and(Int::is_zero) {
        return Ok(by);
    }
    let (at, by) = (code.checker.convert(at, &ty, span)?, code.checker.convert(by, &ty, span)?);
    Ok(Expr::new(ExprKind::Binary(BinaryOp::Add, Box::new(at), Box::new(by)), ty, span))
}

/// The product of two numbers that can be used again.
pub(crate) fn product(code: &mut Code<'_, '_>, one: &Expr, other: &Expr) -> Expr {
    if let (Some(one), Some(other)) = (constant(one), constant(other))
        && let Some(product) = one.checked_mul(other)
    {
        return code.size(product as usize);
    }
    let (one, other) = (used_again(code, one), used_again(code, other));
    code.binary(BinaryOp::Mul, one, other)
}

/// A pointer into a row as one over all rows, where so many bytes need it. Rows in a struct end with their member.
fn over_rows(code: &mut Code<'_, '_>, pointer: Expr, plain: Expr, bytes: &Expr) -> Result<Expr, Refusal> {
    let (row, index) = match plain.kind {
        ExprKind::Decay(row) => (row, None),
        ExprKind::AddressOf(part) => match part.kind {
            ExprKind::Index(row, index) => (row, Some(*index)),
            _ => return Ok(pointer),
        },
        _ => return Ok(pointer),
    };
    let (Some(size), CType::Array(element, Length::Fixed(length))) =
        (code.checker.types.size_of(&row.ty), &row.ty)
    else {
        return Ok(pointer);
    };
    let Some(step) = code.checker.types.size_of(element) else { return Ok(pointer) };
    let mut room = Room::of(size);
    let is_inside = |index: &Expr| {
        index.as_int().is_none_or(|index| index.to_usize().is_some_and(|index| index as u64 <= *length))
    };
    if !matches!(row.kind, ExprKind::Deref(_) | ExprKind::Index(..)) || !index.as_ref().is_none_or(is_inside)
    {
        return Ok(pointer);
    }
    let index = match index {
        Some(index) => Some(as_size(code, index)?),
        None => None,
    };
    room.take(index.as_ref(), step);
    let row = with_saved_indices(code, *row);
    let mut most = rest_of_member(code, &row)?;
    most.iter_mut().for_each(|most| most.take(index.as_ref(), step));
    let (ty, span) = (row.ty.clone().pointer(), row.span);
    let row = match row.kind {
        ExprKind::Deref(pointer) => *pointer,
        _ => Expr::new(ExprKind::AddressOf(Box::new(row)), ty, span),
    };
    by_room(code, row, index, (room, most), bytes)
}

/// How many bytes there are: a number, less so many times other numbers.
struct Room {
    bytes: u64,
    less: Vec<(Expr, u64)>,
}

impl Room {
    fn of(bytes: u64) -> Self {
        Self { bytes, less: Vec::new() }
    }

    /// So many elements less.
    fn take(&mut self, count: Option<&Expr>, size: u64) {
        let Some(count) = count else { return };
        match constant(count).and_then(|count| count.checked_mul(size)) {
            Some(less) => self.bytes = self.bytes.saturating_sub(less),
            None => self.less.push((count.clone(), size)),
        }
    }

    fn constant(&self) -> Option<u64> {
        self.less.is_empty().then_some(self.bytes)
    }

    fn number(&self, code: &mut Code<'_, '_>) -> Expr {
        let mut number = code.size(self.bytes as usize);
        for (count, size) in &self.less {
            let count = used_again(code, count);
            let less = code.binary(BinaryOp::Mul, count, code.size(*size as usize));
            number = code.binary(BinaryOp::Sub, number, less);
        }
        number
    }
}

/// How many bytes there are from a row, or from rows, to the end of the member of a struct that they are part of. What may
/// go on behind its end, as arrays of one element do, has no such number.
fn rest_of_member(code: &mut Code<'_, '_>, row: &Expr) -> Result<Option<Room>, Refusal> {
    let (mut place, mut less) = (row, Vec::new());
    while let ExprKind::Index(rows, index) = &place.kind {
        less.push((&**index, code.checker.types.size_of(&place.ty).unwrap_or(0)));
        place = rows;
    }
    let is_closed = matches!(place.ty, CType::Array(_, Length::Fixed(2..)));
    let size = code.checker.types.size_of(&place.ty);
    let Some(size) = size.filter(|_| is_closed && matches!(place.kind, ExprKind::Field(..))) else {
        return Ok(None);
    };
    let mut room = Room::of(size);
    for (index, size) in less {
        let (index, ty) = (used_again(code, index), code.size_type());
        let index = code.checker.convert(index, &ty, row.span)?;
        room.take(Some(&index), size);
    }
    Ok(Some(room))
}

/// A pointer so many elements into the row that a pointer points to: to its elements if there is room in it for so many
/// bytes, else over the rows around it, too. Elements come first, as loops over them have closed forms; what is more than
/// all rows have leads to them as well, and so to an error. No bytes may be at the end of all rows.
fn by_room(
    code: &mut Code<'_, '_>,
    row: Expr,
    index: Option<Expr>,
    (room, most): (Room, Option<Room>),
    bytes: &Expr,
) -> Result<Expr, Refusal> {
    let length = match row.ty.target() {
        Some(CType::Array(_, Length::Fixed(length))) => *length as usize,
        _ => 0,
    };
    let at = |code: &mut Code<'_, '_>, start: Expr| match &index {
        Some(index) => {
            let by = used_again(code, index);
            moved(start, by)
        }
        None => start,
    };
    let beyond = |code: &mut Code<'_, '_>, row: Expr| {
        let (ty, span) = (first_element(row.clone()).ty, row.span);
        let start = code.checker.convert(row, &ty, span)?;
        Ok(at(code, start))
    };
    let (own, all) = (room.constant(), most.as_ref().map(Room::constant));
    if let (Some(wanted), Some(room), None | Some(Some(_))) = (constant(bytes), own, all) {
        let is_too_much = all.flatten().is_some_and(|all| wanted > all);
        return match (1..=room).contains(&wanted) || is_too_much {
            true => Ok(at(code, first_element(row))),
            false => beyond(code, row),
        };
    }
    let row = code.declare("r", row);
    let (one, other) = (code.get(row), code.get(row));
    let (within, beyond) = (at(code, first_element(one)), beyond(code, other)?);
    let (number, is_some) = (used_again(code, bytes), used_again(code, bytes));
    let room = room.number(code);
    let is_within = code.compare(BinaryOp::Le, number, room);
    let is_some = code.compare(BinaryOp::Gt, is_some, code.size(0));
    let mut is_within = code.and(is_within, is_some);
    if let Some(most) = most {
        let (number, most) = (used_again(code, bytes), most.number(code));
        let is_too_much = code.compare(BinaryOp::Gt, number, most);
        is_within = code.or(is_within, is_too_much);
    }
    if let Some(index) = index.filter(|index| index.as_int().is_none()) {
        let index = used_again(code, &index);
        let is_outside = code.compare(BinaryOp::Gt, index, code.size(length));
        is_within = code.or(is_outside, is_within);
    }
    Ok(code.choose(is_within, within, beyond))
}

/// A number whose parts that are no plain arithmetic of variables are saved in variables of their own.
pub(super) fn saved(code: &mut Code<'_, '_>, number: Expr) -> Expr {
    let (ty, span) = (number.ty, number.span);
    let kind = match number.kind {
        kind @ (ExprKind::Int(_) | ExprKind::Local(..)) => kind,
        ExprKind::Convert(inner) if inner.ty.int_kind().is_some() => {
            ExprKind::Convert(Box::new(saved(code, *inner)))
        }
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), left, right) => {
            let left = saved(code, *left);
            ExprKind::Binary(op, Box::new(left), Box::new(saved(code, *right)))
        }
        kind => {
            let local = code.declare("n", Expr::new(kind, ty, span));
            return code.get(local);
        }
    };
    Expr::new(kind, ty, span)
}

/// The same place, whose indices can be used again.
fn with_saved_indices(code: &mut Code<'_, '_>, place: Expr) -> Expr {
    let kind = match place.kind {
        ExprKind::Index(array, index) => {
            let array = with_saved_indices(code, *array);
            ExprKind::Index(Box::new(array), Box::new(saved(code, *index)))
        }
        kind => kind,
    };
    Expr { kind, ..place }
}

/// A number that is plain arithmetic of variables once more: each use of a variable is one of its own.
pub(crate) fn used_again(code: &mut Code<'_, '_>, number: &Expr) -> Expr {
    let kind = match &number.kind {
        ExprKind::Local(local, _) => return code.get(*local),
        ExprKind::Convert(inner) => ExprKind::Convert(Box::new(used_again(code, inner))),
        ExprKind::Binary(op, left, right) => {
            ExprKind::Binary(*op, Box::new(used_again(code, left)), Box::new(used_again(code, right)))
        }
        kind => kind.clone(),
    };
    Expr::new(kind, number.ty.clone(), number.span)
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

/// A pointer so many elements further on.
fn moved(pointer: Expr, by: Expr) -> Expr {
    if by.as_int().is_some_and(Int::is_zero) {
        return pointer;
    }
    let (ty, span) = (pointer.ty.clone(), pointer.span);
    Expr::new(ExprKind::Offset { pointer: Box::new(pointer), by: Box::new(by), backward: false }, ty, span)
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
