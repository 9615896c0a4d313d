//! Compilers' own functions that tell whether an operation overflows.

use super::intrinsic::Typed;
use super::{Checker, unsupported};
use crate::ctype::{CType, IntKind};
use crate::library::{Code, Written};
use crate::tree::Expr;
use kyklos_base::Int;
use kyklos_flow::BinaryOp;

/// Which function it is.
struct Overflow {
    op: BinaryOp,
    /// The type of operands and result, where the name tells it.
    kind: Option<IntKind>,
    /// Whether the third argument only tells the result's type.
    asks_only: bool,
}

impl<'a> Checker<'a> {
    /// `__builtin_add_overflow` and its kin: the operation is done without limits, its result is brought into its type,
    /// and the value is whether that changed it.
    pub(crate) fn overflow(&mut self, call: &Written<'_, 'a>) -> Typed {
        let (name, span) = (call.name, call.span);
        let (Some(function), [a, b, target]) = (overflow(name), call.arguments) else { return Ok(None) };
        let (mut a, mut b, target) = (self.rvalue(a)?, self.rvalue(b)?, self.rvalue(target)?);
        if let Some(kind) = function.kind {
            (a, b) = (self.convert(a, &CType::Int(kind), span)?, self.convert(b, &CType::Int(kind), span)?);
        }
        let result = if function.asks_only {
            target.ty.int_kind()
        } else {
            target.ty.target().and_then(CType::int_kind)
        };
        let (Some(left), Some(right), Some(result)) = (a.ty.int_kind(), b.ty.int_kind(), result) else {
            return unsupported(span, format!("`{name}` of anything but integers is not supported"));
        };
        if [left, right].iter().any(|kind| kind.bits(self.types.model) > 64) {
            return unsupported(span, format!("`{name}` of wide integers is not supported"));
        }
        // Nothing overflows in here: the product of two numbers without signs is the largest.
        let all_unsigned = !left.is_signed() && !right.is_signed() && function.op == BinaryOp::Mul;
        let wide = if all_unsigned { IntKind::UnsignedInt128 } else { IntKind::Int128 };
        let mut code = Code::new(self, name, span);
        let (a, b) = (code.convert(a, wide), code.convert(b, wide));
        let (a, b, target) = (code.declare("a", a), code.declare("b", b), code.declare("r", target));
        let (a, b) = (code.get(a), code.get(b));
        let exact = code.binary(function.op, a, b);
        let exact = code.declare("t", exact);
        let narrow = |code: &mut Code<'_, '_>| {
            let exact = code.get(exact);
            code.convert(exact, result)
        };
        if !function.asks_only {
            let (place, value) = (code.element(target, code.size(0)), narrow(&mut code));
            code.add(code.assign(place, value));
        }
        let back = narrow(&mut code);
        // A number without a sign may be negative where the type has one; both are compared as they are.
        let compared =
            if wide == IntKind::UnsignedInt128 { IntKind::UnsignedInt128 } else { IntKind::Int128 };
        let (back, exact) = (code.convert(back, compared), code.get(exact));
        let changed = code.compare(BinaryOp::Ne, back, exact);
        Ok(Some(code.finish(changed)))
    }

    /// CBMC's `__CPROVER_overflow_plus` and its kin: whether an operation leaves the common type of its
    /// operands.
    pub(crate) fn leaves_type(&mut self, call: &Written<'_, 'a>, op: BinaryOp) -> Typed {
        let (name, span) = (call.name, call.span);
        let (a, b) = match call.arguments {
            [a, b] => (self.rvalue(a)?, self.rvalue(b)?),
            [a] => (Expr::int(Int::ZERO, CType::INT, span), self.rvalue(a)?),
            _ => return Ok(None),
        };
        let (a, b, kind) = self.usual(a, b)?;
        if kind.bits(self.types.model) > 64 {
            return unsupported(span, format!("`{name}` of wide integers is not supported"));
        }
        let wide =
            if kind.is_signed() || op != BinaryOp::Mul { IntKind::Int128 } else { IntKind::UnsignedInt128 };
        let mut code = Code::new(self, name, span);
        let (a, b) = (code.convert(a, wide), code.convert(b, wide));
        let exact = code.binary(op, a, b);
        let exact = code.declare("t", exact);
        let (narrow, exact) = (code.get(exact), code.get(exact));
        let narrow = code.convert(narrow, kind);
        let back = code.convert(narrow, wide);
        let changed = code.compare(BinaryOp::Ne, back, exact);
        Ok(Some(code.finish(changed)))
    }
}

fn overflow(name: &str) -> Option<Overflow> {
    let name = name.strip_prefix("__builtin_")?;
    let (asks_only, name) = match name.strip_suffix("_overflow_p") {
        Some(name) => (true, name),
        None => (false, name.strip_suffix("_overflow")?),
    };
    let operation = |name: &str| {
        Some(match name {
            "add" => BinaryOp::Add,
            "sub" => BinaryOp::Sub,
            "mul" => BinaryOp::Mul,
            _ => return None,
        })
    };
    if let Some(op) = operation(name) {
        return Some(Overflow { op, kind: None, asks_only });
    }
    let (sign, rest) = (name.get(..1)?, name.get(1..)?);
    let (op, size) = (operation(rest.get(..3)?)?, rest.get(3..)?);
    let kind = match size {
        "" => IntKind::Int,
        "l" => IntKind::Long,
        "ll" => IntKind::LongLong,
        _ => return None,
    };
    let kind = match sign {
        "s" => kind,
        "u" => kind.unsigned(),
        _ => return None,
    };
    Some(Overflow { op, kind: Some(kind), asks_only })
}
