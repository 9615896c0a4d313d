//! Bit-vectors.

use super::{Ast, Context};
use kyklos_base::Int;
use std::ffi::{CString, c_int, c_uint};

/// An operation on two vectors of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VectorOp {
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    /// Without signs.
    Div,
    /// Without signs.
    Rem,
    /// With signs, truncated.
    SignedDiv,
    /// With the divisor's sign.
    SignedMod,
    ShiftLeft,
    /// Copies of the sign come in.
    SignedShiftRight,
    /// `≤` without signs.
    AtMost,
    /// `≤` with signs.
    SignedAtMost,
    /// The first one's bits above those of the second; the widths may differ.
    Concat,
}

impl Context {
    /// The number modulo 2^width.
    pub(crate) fn vector(&mut self, value: &Int, width: u32) -> Ast {
        let value = value.rem_euclid(&Int::power_of_two(width)).unwrap_or(Int::ZERO);
        let text = CString::new(value.to_string()).unwrap_or_default();
        // SAFETY: the sort is of this context and used at once; the text ends in NUL.
        let raw = unsafe {
            let sort = (self.z3.Z3_mk_bv_sort)(self.raw(), width as c_uint);
            (self.z3.Z3_mk_numeral)(self.raw(), text.as_ptr(), sort)
        };
        self.keep(raw)
    }

    /// The constant of this number that is a vector.
    pub(crate) fn vector_symbol(&mut self, number: u32, width: u32) -> Ast {
        // SAFETY: the sort is of this context and used at once.
        let raw = unsafe {
            let sort = (self.z3.Z3_mk_bv_sort)(self.raw(), width as c_uint);
            let name = (self.z3.Z3_mk_int_symbol)(self.raw(), number as c_int);
            (self.z3.Z3_mk_const)(self.raw(), name, sort)
        };
        self.keep(raw)
    }

    pub(crate) fn vectors(&mut self, op: VectorOp, a: Ast, b: Ast) -> Ast {
        let z3 = self.z3;
        let make = match op {
            VectorOp::And => z3.Z3_mk_bvand,
            VectorOp::Or => z3.Z3_mk_bvor,
            VectorOp::Xor => z3.Z3_mk_bvxor,
            VectorOp::Add => z3.Z3_mk_bvadd,
            VectorOp::Sub => z3.Z3_mk_bvsub,
            VectorOp::Mul => z3.Z3_mk_bvmul,
            VectorOp::Div => z3.Z3_mk_bvudiv,
            VectorOp::Rem => z3.Z3_mk_bvurem,
            VectorOp::SignedDiv => z3.Z3_mk_bvsdiv,
            VectorOp::SignedMod => z3.Z3_mk_bvsmod,
            VectorOp::ShiftLeft => z3.Z3_mk_bvshl,
            VectorOp::SignedShiftRight => z3.Z3_mk_bvashr,
            VectorOp::AtMost => z3.Z3_mk_bvule,
            VectorOp::SignedAtMost => z3.Z3_mk_bvsle,
            VectorOp::Concat => z3.Z3_mk_concat,
        };
        self.two(make, a, b)
    }

    /// The bits from `low` to below `low + width`.
    pub(crate) fn extract(&mut self, a: Ast, low: u32, width: u32) -> Ast {
        let (low, high) = (low as c_uint, (low + width - 1) as c_uint);
        // SAFETY: it is of this context; bits that it does not have are an error and nothing worse.
        self.keep(unsafe { (self.z3.Z3_mk_extract)(self.raw(), high, low, self.get(a)) })
    }

    /// The vector with so many more bits, zeros or copies of the sign.
    pub(crate) fn extend(&mut self, a: Ast, more: u32, signed: bool) -> Ast {
        let make = if signed { self.z3.Z3_mk_sign_ext } else { self.z3.Z3_mk_zero_ext };
        // SAFETY: it is of this context.
        self.keep(unsafe { make(self.raw(), more as c_uint, self.get(a)) })
    }
}
