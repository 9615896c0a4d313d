//! What `memset` makes of values of each type.

use super::code::Code;
use super::memory::{each, each_element, element};
use crate::check::{Refusal, refusal};
use crate::ctype::{CType, IntKind, Length};
use crate::tree::{Expr, ExprKind, Initial, LocalId, Stmt};
use kyklos_base::Int;
use kyklos_flow::{BinaryOp, IntType};

/// Sets so many elements.
pub(super) fn set_elements(
    code: &mut Code<'_, '_>,
    count: Expr,
    target: LocalId,
    byte: &Byte,
) -> Result<(), Refusal> {
    each(code, count, &|code, at| {
        let place = code.element(target, at);
        Ok(vec![set_value(code, place, byte)?])
    })
}

/// Whether `memset` can make a value of a type at once, of zeros, or of any byte.
pub(super) fn can_be_set(ty: &CType, is_zero: bool) -> bool {
    match ty {
        CType::Array(element, Length::Fixed(_)) => can_be_set(element, is_zero),
        CType::Int(kind) => is_zero || *kind != IntKind::Bool,
        CType::Pointer(_) | CType::Float(_) => is_zero,
        CType::Record(_) => is_zero,
        _ => false,
    }
}

/// The byte that memory is filled with.
pub(super) enum Byte {
    /// From 0 to 255.
    Constant(Int),
    /// The value of a variable of type `unsigned char`.
    Variable(LocalId),
}

/// Makes all bytes of a value alike.
fn set_value(code: &mut Code<'_, '_>, place: Expr, byte: &Byte) -> Result<Stmt, Refusal> {
    let zero = matches!(byte, Byte::Constant(byte) if byte.is_zero());
    let value = match &place.ty {
        CType::Array(_, Length::Fixed(length)) => {
            return each_element(code, *length, &|code, at| {
                let place = element(code, &place, &at);
                Ok(vec![set_value(code, place, byte)?])
            });
        }
        CType::Int(kind) if *kind == IntKind::Bool => match byte {
            Byte::Constant(byte) if zero || *byte == Int::ONE => {
                Expr::int(byte.clone(), place.ty.clone(), code.span)
            }
            _ => return refusal(code.span, "`memset` makes `_Bool`s of bytes other than 0 and 1"),
        },
        CType::Int(kind) => repeated(code, byte, *kind),
        CType::Float(_) => match (byte, place.ty.float_format()) {
            (Byte::Constant(byte), Some(format)) => {
                let ones = (0..format.bits() / 8).fold(Int::ZERO, |sum, _| sum.shift_left(8) + byte.clone());
                Expr::int(IntType::Float(format).wrap(&ones), place.ty.clone(), code.span)
            }
            _ => return refusal(code.span, "`memset` makes floating point numbers of an unknown byte"),
        },
        CType::Pointer(_) if zero => match place.ty.is_function_pointer() {
            true => code.zero(&place.ty),
            false => Expr::new(ExprKind::Null, place.ty.clone(), code.span),
        },
        ty @ CType::Record(_) if zero => {
            let ty = ty.clone();
            let local = code.checker.add_local("(memset) zero", ty.clone(), code.span);
            Expr::new(ExprKind::Literal(local, Box::new(Initial::Parts(Vec::new()))), ty, code.span)
        }
        ty => {
            let name = code.checker.types.name(ty);
            let message = format!("`memset` of values of type `{name}` with anything but 0 is not supported");
            return refusal(code.span, message);
        }
    };
    Ok(code.assign(place, value))
}

/// The integer of a kind whose bytes are all alike.
fn repeated(code: &mut Code<'_, '_>, byte: &Byte, kind: IntKind) -> Expr {
    let model = code.checker.types.model;
    let ones = (0..kind.bits(model) / 8).fold(Int::ZERO, |ones, _| &(&ones * &Int::from(256)) + &Int::ONE);
    match byte {
        Byte::Constant(byte) => {
            Expr::int(kind.int_type(model).wrap(&(byte * &ones)), CType::Int(kind), code.span)
        }
        Byte::Variable(byte) => {
            let byte = code.get(*byte);
            if ones == Int::ONE {
                return code.convert(byte, kind);
            }
            let wide = code.convert(byte, IntKind::UnsignedLongLong);
            let ones = Expr::int(ones, wide.ty.clone(), code.span);
            let all = code.binary(BinaryOp::Mul, wide, ones);
            code.convert(all, kind)
        }
    }
}
