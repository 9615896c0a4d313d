//! Floating point numbers: constants, conversions and operations. Constants are the patterns of their bits.

use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, IntKind};
use crate::tree::{Expr, ExprKind};
use kyklos_base::float::{exact, text};
use kyklos_base::{FloatFormat, FloatOp, Int, Span};
use kyklos_flow::BinaryOp;
use lang_c::ast;

impl Checker<'_> {
    pub(super) fn float_literal(&self, float: &ast::Float, span: Span) -> Result<Expr, Refusal> {
        let format = match (&float.suffix.format, float.suffix.imaginary) {
            (ast::FloatFormat::Float, false) => FloatFormat::Single,
            (ast::FloatFormat::Double, false) => FloatFormat::Double,
            (ast::FloatFormat::LongDouble, false) => FloatFormat::Extended,
            (ast::FloatFormat::TS18661Format(other), false) => {
                match super::specifier::extended_float(other) {
                    Some(format) => format,
                    None => return unsupported(span, "this type of floating point numbers is not supported"),
                }
            }
            (_, true) => return unsupported(span, "complex numbers are not supported"),
        };
        let number = float.number.trim_start_matches("0x").trim_start_matches("0X");
        let pattern = match float.base {
            ast::FloatBase::Decimal => text::decimal(format, &float.number),
            ast::FloatBase::Hexadecimal => text::hexadecimal(format, number),
        };
        match pattern {
            Some(pattern) => Ok(Expr::int(pattern, CType::float(format), span)),
            None => refusal(span, format!("`{}` is not a number", float.number)),
        }
    }

    /// A number converted to a floating point type.
    pub(super) fn convert_to_float(&self, value: Expr, format: FloatFormat, span: Span) -> Expr {
        let ty = CType::float(format);
        if value.ty == ty {
            return value;
        }
        let folded = value.as_int().and_then(|constant| match value.ty.float_format() {
            Some(from) => exact::evaluate(FloatOp::ToFloat(format), from, std::slice::from_ref(constant)),
            None => exact::evaluate(FloatOp::FromInt, format, std::slice::from_ref(constant)),
        });
        match folded {
            Some(pattern) => Expr::int(pattern, ty, span),
            None => Expr::new(ExprKind::Convert(Box::new(value)), ty, span),
        }
    }

    /// A floating point number converted to an integer type: truncated. C leaves open what is out of range.
    pub(super) fn convert_from_float(
        &mut self,
        value: Expr,
        ty: &CType,
        span: Span,
    ) -> Result<Expr, Refusal> {
        if *ty == CType::Int(IntKind::Bool) {
            let truth = self.is_not_zero(value);
            return self.convert(truth, ty, span);
        }
        let constant = value.as_int().zip(value.ty.float_format()).zip(ty.int_kind());
        if let Some(((pattern, format), kind)) = constant
            && let Some(whole) = exact::truncated(&exact::decode(format, pattern))
        {
            let (least, greatest) = kind.range(self.types.model);
            if least <= whole && whole <= greatest {
                return Ok(Expr::int(whole, ty.clone(), span));
            }
        }
        Ok(Expr::new(ExprKind::Convert(Box::new(value)), ty.clone(), span))
    }

    /// Arithmetic on two numbers of which one at least is a floating point number.
    pub(super) fn float_arithmetic(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let (left, right, format) = self.usual_floats(left, right, span)?;
        let Some(float_op) = operation(op) else { return self.not_a_number(&left) };
        let ty = CType::float(format);
        if let (Some(a), Some(b)) = (left.as_int(), right.as_int())
            && let Some(result) = exact::evaluate(float_op, format, &[a.clone(), b.clone()])
        {
            return Ok(Expr::int(result, ty, span));
        }
        Ok(Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span))
    }

    /// Both operands in their common floating point type.
    pub(crate) fn usual_floats(
        &mut self,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Result<(Expr, Expr, FloatFormat), Refusal> {
        let common = self.common_float(&left.ty, &right.ty).and_then(|ty| ty.float_format());
        let Some(format) = common else {
            let wrong = if left.ty.is_float() { &right } else { &left };
            return self.not_a_number(wrong);
        };
        Ok((self.convert_to_float(left, format, span), self.convert_to_float(right, format, span), format))
    }

    /// `-x`
    pub(super) fn negated_float(&self, operand: Expr, span: Span) -> Expr {
        let ty = operand.ty.clone();
        match operand.as_int().zip(ty.float_format()) {
            Some((pattern, format)) => {
                let negated = exact::evaluate(FloatOp::Neg, format, std::slice::from_ref(pattern));
                Expr::int(negated.unwrap_or(Int::ZERO), ty, span)
            }
            None => Expr::new(ExprKind::Negate(Box::new(operand)), ty, span),
        }
    }

    /// A floating point operation on operands that are converted to its format.
    pub(crate) fn float_call(
        &mut self,
        op: FloatOp,
        format: FloatFormat,
        operands: Vec<Expr>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let ty = match (op.result(format), op) {
            (Some(format), _) => CType::float(format),
            (None, _) => CType::INT,
        };
        let mut converted = Vec::with_capacity(operands.len());
        for (index, operand) in operands.into_iter().enumerate() {
            let is_integer = index >= op.floats(op.arity());
            let wanted = if is_integer { CType::INT } else { CType::float(format) };
            converted.push(self.convert(operand, &wanted, span)?);
        }
        let constants: Option<Vec<Int>> = converted.iter().map(|operand| operand.as_int().cloned()).collect();
        if let Some(constants) = constants
            && let Some(result) = exact::evaluate(op, format, &constants)
        {
            return Ok(Expr::int(result, ty, span));
        }
        Ok(Expr::new(ExprKind::Float(op, format, converted), ty, span))
    }
}

/// The operation on floating point numbers that an operator is.
pub(crate) fn operation(op: BinaryOp) -> Option<FloatOp> {
    Some(match op {
        BinaryOp::Add => FloatOp::Add,
        BinaryOp::Sub => FloatOp::Sub,
        BinaryOp::Mul => FloatOp::Mul,
        BinaryOp::Div => FloatOp::Div,
        _ => return None,
    })
}

/// Whether a comparison of constants holds.
pub(super) fn compares(op: BinaryOp, format: FloatFormat, a: &Int, b: &Int) -> bool {
    let test = |op: FloatOp, a: &Int, b: &Int| {
        exact::evaluate(op, format, &[a.clone(), b.clone()]).is_some_and(|truth| !truth.is_zero())
    };
    match op {
        BinaryOp::Eq => test(FloatOp::Eq, a, b),
        BinaryOp::Ne => !test(FloatOp::Eq, a, b),
        BinaryOp::Lt => test(FloatOp::Lt, a, b),
        BinaryOp::Le => test(FloatOp::Le, a, b),
        BinaryOp::Gt => test(FloatOp::Lt, b, a),
        _ => test(FloatOp::Le, b, a),
    }
}
