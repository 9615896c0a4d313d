//! `rand`, `time` and `errno`; what is common to functions that read numbers.

use super::code::Code;
use super::{Call, Written, is_null};
use crate::check::{Checker, Refusal, Typed};
use crate::ctype::{CType, FunctionType, IntKind};
use crate::tree::{Expr, ExprKind, Intrinsic, Stmt, StmtKind};
use kyklos_base::Int;
use kyklos_flow::BinaryOp;

/// `rand` and `random`: an input from 0 to the greatest `int`.
pub(super) fn random(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let ty = CType::Int(if call.name == "rand" { IntKind::Int } else { IntKind::Long });
    checker.note_undefined(call.name, &FunctionType::unknown(ty.clone()));
    let low = Expr::int(Int::ZERO, CType::INT, call.span);
    let high = Expr::int(Int::power_of_two(31), CType::Int(IntKind::LongLong), call.span);
    let range = Intrinsic::Range(Box::new(low), Box::new(high), call.name.to_owned());
    Ok(Expr::new(ExprKind::Intrinsic(range), ty, call.span))
}

/// `__errno_location`: the address of `errno`.
pub(super) fn errno(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let place = checker.errno(call.span)?;
    let ty = place.ty.clone().pointer();
    Ok(Expr::new(ExprKind::AddressOf(Box::new(place)), ty, call.span))
}

/// `time` with a pointer: any number, which is also written where that points. The input is not called as the
/// function is, because no other function can take its place in a native run.
pub(super) fn time<'a>(checker: &mut Checker<'a>, call: &Written<'_, 'a>) -> Typed {
    let Some(pointer) = checker.library_arguments((call.name, call.id), call.arguments)?.pop() else {
        return Ok(None);
    };
    if is_null(&pointer) {
        return Ok(None);
    }
    let ty = CType::Int(IntKind::Long);
    let mut code = Code::new(checker, call.name, call.span);
    let target = code.argument("p", Some(pointer), &ty.clone().pointer())?;
    let input = Intrinsic::Input(format!("{}(…)", call.name));
    let now = code.declare("t", Expr::new(ExprKind::Intrinsic(input), ty, call.span));
    let pointer = code.get(target);
    let null = Expr::new(ExprKind::Null, pointer.ty.clone(), call.span);
    let is_there = code.compare(BinaryOp::Ne, pointer, null);
    let (place, value) = (code.element(target, code.size(0)), code.get(now));
    let write = code.assign(place, value);
    let write = when(&code, is_there, write);
    code.add(write);
    let value = code.get(now);
    Ok(Some(code.finish(value)))
}

/// `if (condition) then`
pub(crate) fn when(code: &Code<'_, '_>, condition: Expr, then: Stmt) -> Stmt {
    code.statement(StmtKind::If { condition, then: Box::new(then), otherwise: None })
}

/// A number of an integer type.
pub(super) fn number(code: &Code<'_, '_>, value: i64, ty: &CType) -> Expr {
    Expr::int(Int::from(value), ty.clone(), code.span)
}
