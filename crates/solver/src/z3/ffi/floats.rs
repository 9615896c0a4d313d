//! Floating point numbers.

use super::{Ast, Context, Raw, SolverId};
use kyklos_base::FloatFormat;
use kyklos_base::float::Rounding;
use std::ffi::c_uint;

/// An operation on one or two floating point numbers, rounded to nearest where it is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatCall {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Neg,
    Abs,
    /// `a < b`, a truth value.
    Less,
    /// `a ≤ b`, a truth value.
    AtMost,
    /// `a = b` as numbers, a truth value.
    Equal,
    /// A truth value.
    IsNan,
    /// A truth value.
    IsInfinite,
}

impl Context {
    /// The sort of a format's numbers; used at once.
    fn float_sort(&mut self, format: FloatFormat) -> Raw {
        let (exponent, precision) = (format.exponent_bits() as c_uint, format.precision() as c_uint);
        // SAFETY: the context is valid.
        unsafe { (self.z3.Z3_mk_fpa_sort)(self.raw(), exponent, precision) }
    }

    /// Rounding to nearest, ties to even.
    fn nearest(&mut self) -> Ast {
        self.rounding(Rounding::Even)
    }

    fn rounding(&mut self, rounding: Rounding) -> Ast {
        let make = match rounding {
            Rounding::Floor => self.z3.Z3_mk_fpa_rtn,
            Rounding::Ceil => self.z3.Z3_mk_fpa_rtp,
            Rounding::Trunc => self.z3.Z3_mk_fpa_rtz,
            Rounding::Even => self.z3.Z3_mk_fpa_rne,
            Rounding::Away => self.z3.Z3_mk_fpa_rna,
        };
        // SAFETY: the context is valid.
        self.keep(unsafe { make(self.raw()) })
    }

    /// The number of a vector with a sign, an exponent and a significand without its leading bit.
    pub(crate) fn float_of_bits(&mut self, bits: Ast, format: FloatFormat) -> Ast {
        let sort = self.float_sort(format);
        // SAFETY: both are of this context; a vector of another width is an error and nothing worse.
        self.keep(unsafe { (self.z3.Z3_mk_fpa_to_fp_bv)(self.raw(), self.get(bits), sort) })
    }

    /// The vector of a number; of NaN it is any.
    pub(crate) fn bits_of_float(&mut self, float: Ast) -> Ast {
        // SAFETY: it is of this context.
        self.keep(unsafe { (self.z3.Z3_mk_fpa_to_ieee_bv)(self.raw(), self.get(float)) })
    }

    /// The number in another format.
    pub(crate) fn float_to_float(&mut self, float: Ast, format: FloatFormat) -> Ast {
        let (nearest, sort) = (self.nearest(), self.float_sort(format));
        // SAFETY: all are of this context.
        self.keep(unsafe {
            (self.z3.Z3_mk_fpa_to_fp_float)(self.raw(), self.get(nearest), self.get(float), sort)
        })
    }

    /// The number nearest to a vector with a sign.
    pub(crate) fn float_of_signed(&mut self, vector: Ast, format: FloatFormat) -> Ast {
        let (nearest, sort) = (self.nearest(), self.float_sort(format));
        // SAFETY: all are of this context.
        self.keep(unsafe {
            (self.z3.Z3_mk_fpa_to_fp_signed)(self.raw(), self.get(nearest), self.get(vector), sort)
        })
    }

    /// The number truncated, as a vector; outside of its range it is any.
    pub(crate) fn float_to_vector(&mut self, float: Ast, width: u32, signed: bool) -> Ast {
        let truncated = self.rounding(Rounding::Trunc);
        let make = if signed { self.z3.Z3_mk_fpa_to_sbv } else { self.z3.Z3_mk_fpa_to_ubv };
        // SAFETY: all are of this context.
        self.keep(unsafe { make(self.raw(), self.get(truncated), self.get(float), width as c_uint) })
    }

    /// The number rounded to an integral one.
    pub(crate) fn float_to_integral(&mut self, float: Ast, rounding: Rounding) -> Ast {
        let rounding = self.rounding(rounding);
        // SAFETY: all are of this context.
        self.keep(unsafe {
            (self.z3.Z3_mk_fpa_round_to_integral)(self.raw(), self.get(rounding), self.get(float))
        })
    }

    /// `a·b + c`, rounded once.
    pub(crate) fn float_fma(&mut self, a: Ast, b: Ast, c: Ast) -> Ast {
        let nearest = self.nearest();
        // SAFETY: all are of this context.
        self.keep(unsafe {
            (self.z3.Z3_mk_fpa_fma)(self.raw(), self.get(nearest), self.get(a), self.get(b), self.get(c))
        })
    }

    /// An operation; of one operand, the second is not used.
    pub(crate) fn floats(&mut self, call: FloatCall, a: Ast, b: Ast) -> Ast {
        let nearest = self.nearest();
        let (z3, raw) = (self.z3, self.raw());
        let (nearest, a, b) = (self.get(nearest), self.get(a), self.get(b));
        // SAFETY: all are of this context; sorts that do not fit are an error and nothing worse.
        let result = unsafe {
            match call {
                FloatCall::Add => (z3.Z3_mk_fpa_add)(raw, nearest, a, b),
                FloatCall::Sub => (z3.Z3_mk_fpa_sub)(raw, nearest, a, b),
                FloatCall::Mul => (z3.Z3_mk_fpa_mul)(raw, nearest, a, b),
                FloatCall::Div => (z3.Z3_mk_fpa_div)(raw, nearest, a, b),
                FloatCall::Sqrt => (z3.Z3_mk_fpa_sqrt)(raw, nearest, a),
                FloatCall::Neg => (z3.Z3_mk_fpa_neg)(raw, a),
                FloatCall::Abs => (z3.Z3_mk_fpa_abs)(raw, a),
                FloatCall::Less => (z3.Z3_mk_fpa_lt)(raw, a, b),
                FloatCall::AtMost => (z3.Z3_mk_fpa_leq)(raw, a, b),
                FloatCall::Equal => (z3.Z3_mk_fpa_eq)(raw, a, b),
                FloatCall::IsNan => (z3.Z3_mk_fpa_is_nan)(raw, a),
                FloatCall::IsInfinite => (z3.Z3_mk_fpa_is_infinite)(raw, a),
            }
        };
        self.keep(result)
    }

    /// A new solver for formulas over floating point numbers and bit-vectors, for one question.
    pub(crate) fn float_solver(&mut self) -> Option<SolverId> {
        self.solver_by(c"qffpbv")
    }
}
