//! Operators (C11 6.5).

use super::convert::{by_sign, is_null};
use super::floats;
use super::rows::element_of_member;
use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, IntKind};
use crate::tree::{Change, Expr, ExprKind, Intrinsic, Rule};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;
use lang_c::ast::{self, BinaryOperator, UnaryOperator};
use lang_c::span::Node;
use num_bigint::BigInt;

/// What a `void *` is moved over.
const BYTE: CType = CType::Int(IntKind::UnsignedChar);

impl<'a> Checker<'a> {
    pub(super) fn unary(
        &mut self,
        unary: &'a Node<ast::UnaryOperatorExpression>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let operand = &unary.node.operand;
        match unary.node.operator.node {
            UnaryOperator::PostIncrement => self.increment(operand, false, true, span),
            UnaryOperator::PostDecrement => self.increment(operand, true, true, span),
            UnaryOperator::PreIncrement => self.increment(operand, false, false, span),
            UnaryOperator::PreDecrement => self.increment(operand, true, false, span),
            UnaryOperator::Address => self.address(operand, span),
            UnaryOperator::Indirection => {
                let pointer = self.rvalue(operand)?;
                self.indirection(pointer, span)
            }
            UnaryOperator::Plus => {
                let operand = self.rvalue(operand)?;
                let operand = match self.compound_unary(&UnaryOperator::Plus, operand, span)? {
                    Ok(value) => return Ok(value),
                    Err(operand) => operand,
                };
                if operand.ty.is_float() {
                    let (kind, ty) = (operand.kind, operand.ty);
                    // No place any more.
                    return Ok(match kind {
                        ExprKind::Int(value) => Expr::int(value, ty, span),
                        kind => Expr::new(
                            ExprKind::Convert(Box::new(Expr::new(kind, ty.clone(), span))),
                            ty,
                            span,
                        ),
                    });
                }
                self.promote(operand)
            }
            UnaryOperator::Minus => {
                let operand = self.rvalue(operand)?;
                let operand = match self.compound_unary(&UnaryOperator::Minus, operand, span)? {
                    Ok(value) => return Ok(value),
                    Err(operand) => operand,
                };
                if operand.ty.is_float() {
                    return Ok(self.negated_float(operand, span));
                }
                let operand = self.promote(operand)?;
                let zero = Expr::int(Int::ZERO, operand.ty.clone(), span);
                let negated =
                    operand.as_int().map(|_| self.binary_same(BinaryOp::Sub, zero, operand.clone(), span));
                Ok(match negated {
                    Some(folded) if folded.as_int().is_some() => folded,
                    _ => {
                        let ty = operand.ty.clone();
                        Expr::new(ExprKind::Negate(Box::new(operand)), ty, span)
                    }
                })
            }
            UnaryOperator::Complement => {
                let operand = self.rvalue(operand)?;
                let operand = match self.compound_unary(&UnaryOperator::Complement, operand, span)? {
                    Ok(value) => return Ok(value),
                    Err(operand) => operand,
                };
                let operand = self.promote(operand)?;
                let ty = operand.ty.clone();
                match (operand.as_int(), ty.int_kind()) {
                    (Some(value), Some(kind)) => {
                        let value = kind.int_type(self.types.model).wrap(&(-value - Int::ONE));
                        Ok(Expr::int(value, ty, span))
                    }
                    _ => Ok(Expr::new(ExprKind::Complement(Box::new(operand)), ty, span)),
                }
            }
            UnaryOperator::Negate => {
                let operand = self.scalar(operand)?;
                match operand.as_int() {
                    Some(value) => Ok(Expr::int(Int::from(value.is_zero()), CType::INT, span)),
                    None => Ok(match operand.kind {
                        // `!!!x` is `!x`.
                        ExprKind::Not(inner) if matches!(inner.kind, ExprKind::Not(_)) => *inner,
                        _ => Expr::new(ExprKind::Not(Box::new(operand)), CType::INT, span),
                    }),
                }
            }
        }
    }

    /// A number or pointer, as conditions take them.
    pub(super) fn scalar(&mut self, expr: &'a Node<ast::Expression>) -> Result<Expr, Refusal> {
        let value = self.rvalue(expr)?;
        match value.ty {
            CType::Int(_) | CType::Pointer(_) => Ok(by_sign(value)),
            CType::Float(_) => Ok(self.is_not_zero(value)),
            _ if self.compound(&value.ty).is_some() => {
                let span = value.span;
                self.convert(value, &CType::Int(IntKind::Bool), span)
            }
            _ => self.not_a_number(&value),
        }
    }

    /// What a pointer points to.
    pub(super) fn indirection(&self, pointer: Expr, span: Span) -> Result<Expr, Refusal> {
        let CType::Pointer(target) = &pointer.ty else {
            return refusal(
                span,
                format!("a value of type `{}` is not a pointer", self.types.name(&pointer.ty)),
            );
        };
        let qualifiers = target.qualifiers();
        match ((**target).clone(), pointer.kind) {
            // A function is its own address.
            (CType::Function(_), kind) => Ok(Expr::new(kind, pointer.ty, span)),
            (CType::Void, _) => refusal(span, "a `void *` is followed"),
            (ty, ExprKind::AddressOf(place)) if place.ty == ty => Ok(Expr { ty, qualifiers, ..*place }),
            (target, kind) => {
                self.object_type(&target, span)?;
                let pointer = Expr { kind, ..pointer };
                let place = element_of_member(&pointer, &target, span)
                    .unwrap_or_else(|| Expr::new(ExprKind::Deref(Box::new(pointer)), target, span));
                Ok(place.qualified(qualifiers))
            }
        }
    }

    fn address(&mut self, operand: &'a Node<ast::Expression>, span: Span) -> Result<Expr, Refusal> {
        let place = self.expr(operand)?;
        if place.ty.is_function_pointer() && !place.is_place() {
            return Ok(place);
        }
        if !place.is_place() {
            return refusal(span, "the address of something that is not a place in memory");
        }
        if self.bit_width_of(&place).is_some() {
            return refusal(span, "the address of a bit-field");
        }
        let ty = CType::Pointer(place.qualified_type());
        Ok(match place.kind {
            ExprKind::Deref(pointer) => Expr { ty, span, ..*pointer },
            kind => {
                let place = Expr { kind, ..place };
                self.part_of_fixed(&place, &ty, span)
                    .unwrap_or_else(|| Expr::new(ExprKind::AddressOf(Box::new(place)), ty, span))
            }
        })
    }

    /// `left[right]`, in which either may be the array.
    pub(super) fn index(&mut self, left: Expr, right: Expr, span: Span) -> Result<Expr, Refusal> {
        let (array, index) = if left.ty.int_kind().is_some() { (right, left) } else { (left, right) };
        let array = self.elements_of(array);
        if index.ty.int_kind().is_none() {
            return self.not_a_number(&index);
        }
        if let CType::Array(element, _) = &array.ty {
            let element = element.clone();
            self.object_type(&element, span)?;
            let place = ExprKind::Index(Box::new(array), Box::new(index));
            return Ok(Expr::new(place, (*element).clone(), span).qualified(element.qualifiers()));
        }
        let pointer = self.offset(array, index, false, span)?;
        self.indirection(pointer, span)
    }

    /// A pointer moved by a number of elements.
    /// GNU: what a `void *` or a function's address points to has one byte.
    fn offset(&mut self, pointer: Expr, by: Expr, backward: bool, span: Span) -> Result<Expr, Refusal> {
        if let Some(CType::Void) = pointer.ty.target() {
            let ty = pointer.ty.clone();
            let bytes = self.convert(pointer, &BYTE.pointer(), span)?;
            let moved = self.offset(bytes, by, backward, span)?;
            return self.convert(moved, &ty, span);
        }
        self.movable(&pointer, span)?;
        if by.ty.int_kind().is_none() {
            return self.not_a_number(&by);
        }
        if by.as_int().is_some_and(Int::is_zero) {
            return Ok(pointer);
        }
        if let Some(moved) = self.moved_fixed(&pointer, &by, backward, span) {
            return Ok(moved);
        }
        let ty = pointer.ty.clone();
        let kind = ExprKind::Offset { pointer: Box::new(pointer), by: Box::new(by), backward };
        Ok(Expr::new(kind, ty, span))
    }

    fn movable(&self, pointer: &Expr, span: Span) -> Result<(), Refusal> {
        match pointer.ty.target() {
            None => self.not_a_number(pointer),
            Some(CType::Function(_)) => {
                refusal(span, format!("arithmetic with a `{}`", self.types.name(&pointer.ty)))
            }
            Some(CType::Void) => Ok(()),
            Some(target) => self.object_type(target, span),
        }
    }

    pub(super) fn binary(
        &mut self,
        binary: &'a Node<ast::BinaryOperatorExpression>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        use BinaryOperator::*;
        let (lhs, rhs) = (&*binary.node.lhs, &*binary.node.rhs);
        match &binary.node.operator.node {
            Assign => return self.assign(lhs, rhs, span),
            Index => {
                let left = self.expr(lhs)?;
                let right = self.expr(rhs)?;
                return self.index(left, right, span);
            }
            LogicalAnd => return self.logical(BinaryOp::And, lhs, rhs, span),
            LogicalOr => return self.logical(BinaryOp::Or, lhs, rhs, span),
            operator => {
                if let Some(op) = assignment(operator) {
                    return self.update(op, lhs, rhs, span);
                }
            }
        }
        let left = self.rvalue(lhs)?;
        let right = self.rvalue(rhs)?;
        let operator = &binary.node.operator.node;
        let (left, right) = match comparison(operator).or_else(|| arithmetic(operator)) {
            Some(op) => match self.compound_binary(op, left, right, span)? {
                Ok(value) => return Ok(value),
                Err(operands) => operands,
            },
            None => (left, right),
        };
        match operator {
            Less => self.compare(BinaryOp::Lt, left, right, span),
            Greater => self.compare(BinaryOp::Gt, left, right, span),
            LessOrEqual => self.compare(BinaryOp::Le, left, right, span),
            GreaterOrEqual => self.compare(BinaryOp::Ge, left, right, span),
            Equals => self.compare(BinaryOp::Eq, left, right, span),
            NotEquals => self.compare(BinaryOp::Ne, left, right, span),
            operator => match arithmetic(operator) {
                Some(op) => self.arithmetic(op, left, right, span),
                None => unsupported(span, "an operator that is not supported"),
            },
        }
    }

    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Result<Expr, Refusal> {
        match (op, &left.ty, &right.ty) {
            (BinaryOp::Add, CType::Pointer(_), _) => self.offset(left, right, false, span),
            (BinaryOp::Add, _, CType::Pointer(_)) => self.offset(right, left, false, span),
            (BinaryOp::Sub, CType::Pointer(_), CType::Pointer(_)) => {
                self.movable(&left, span)?;
                let left = match left.ty.target() {
                    Some(CType::Void) => self.convert(left, &BYTE.pointer(), span)?,
                    _ => left,
                };
                let right = self.convert(right, &left.ty.clone(), span)?;
                let ty = CType::Int(self.types.distance_kind());
                if let Some(distance) = self.fixed_distance(&left, &right) {
                    return Ok(Expr::int(distance, ty, span));
                }
                Ok(Expr::new(ExprKind::Distance(Box::new(left), Box::new(right)), ty, span))
            }
            (BinaryOp::Sub, CType::Pointer(_), _) => self.offset(left, right, true, span),
            (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div, ..)
                if left.ty.is_float() || right.ty.is_float() =>
            {
                self.float_arithmetic(op, left, right, span)
            }
            (BinaryOp::Shl | BinaryOp::Shr, ..) => {
                let (left, right) = (self.promote(left)?, self.promote(right)?);
                Ok(self.binary_same(op, left, right, span))
            }
            _ => {
                let (left, right, kind) = self.usual(left, right)?;
                if let (BinaryOp::Sub, Some(distance)) = (op, self.fixed_difference(&left, &right)) {
                    return Ok(self.convert_int(Expr::int(distance, left.ty, span), kind));
                }
                Ok(self.binary_same(op, left, right, span))
            }
        }
    }

    /// An operation on operands of the result's type (but for shifts), computed if both are constants.
    pub(super) fn binary_same(&self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        let ty = left.ty.clone();
        if let (Some(a), Some(b), Some(kind)) = (left.as_int(), right.as_int(), ty.int_kind())
            && let Some(value) = self.fold(op, a, b, kind)
        {
            return Expr::int(value, ty, span);
        }
        Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span)
    }

    /// The result of an operation on constants, where C gives it one.
    fn fold(&self, op: BinaryOp, a: &Int, b: &Int, kind: IntKind) -> Option<Int> {
        let model = self.types.model;
        let width = Int::from(i64::from(kind.bits(model)));
        let amount = || Some(b).filter(|b| !b.is_negative() && **b < width)?.to_i64();
        let bits = |op: fn(BigInt, BigInt) -> BigInt| Int::from(op(a.to_big(), b.to_big()));
        let value = match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a.div_trunc(b)?,
            BinaryOp::Rem => a.rem_trunc(b)?,
            BinaryOp::BitAnd => bits(|a, b| a & b),
            BinaryOp::BitOr => bits(|a, b| a | b),
            BinaryOp::BitXor => bits(|a, b| a ^ b),
            BinaryOp::Shl => a * &Int::power_of_two(u32::try_from(amount()?).ok()?),
            BinaryOp::Shr => {
                let power = Int::power_of_two(u32::try_from(amount()?).ok()?);
                a.div_euclid(&power)?
            }
            _ => return None,
        };
        let (least, greatest) = kind.range(model);
        let in_range = least <= value && value <= greatest;
        (in_range || !kind.is_signed()).then(|| kind.int_type(model).wrap(&value))
    }

    pub(super) fn compare(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let (left, right) = match (&left.ty, &right.ty) {
            (CType::Float(_), _) | (_, CType::Float(_)) => {
                let (left, right, _) = self.usual_floats(left, right, span)?;
                (left, right)
            }
            (CType::Pointer(_), CType::Pointer(target)) if **target == CType::Void || is_null(&left) => {
                let ty = right.ty.clone();
                (self.convert(left, &ty, span)?, right)
            }
            (CType::Pointer(_), _) => {
                let ty = left.ty.clone();
                (left, self.convert(right, &ty, span)?)
            }
            (_, CType::Pointer(_)) => {
                let ty = right.ty.clone();
                (self.convert(left, &ty, span)?, right)
            }
            _ => {
                let is_zero = |number: &Expr| number.as_int().is_some_and(Int::is_zero);
                let (left, right) = match (is_zero(&left), is_zero(&right)) {
                    (true, _) => (left, by_rule(op, right)),
                    (_, true) => (by_rule(op, left), right),
                    _ => (left, right),
                };
                let (left, right, _) = self.usual(left, right)?;
                (left, right)
            }
        };
        Ok(self.compare_same(op, left, right, span))
    }

    /// A comparison of operands of one type, computed if both are constants.
    pub(crate) fn compare_same(&self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        if let (Some(a), Some(b)) = (left.as_int(), right.as_int()) {
            let truth = match op {
                op if left.ty.is_float() => {
                    left.ty.float_format().is_some_and(|format| floats::compares(op, format, a, b))
                }
                BinaryOp::Eq => a == b,
                BinaryOp::Ne => a != b,
                BinaryOp::Lt => a < b,
                BinaryOp::Le => a <= b,
                BinaryOp::Gt => a > b,
                _ => a >= b,
            };
            return Expr::int(Int::from(truth), CType::INT, span);
        }
        Expr::new(ExprKind::Compare(op, Box::new(left), Box::new(right)), CType::INT, span)
    }

    fn logical(
        &mut self,
        op: BinaryOp,
        lhs: &'a Node<ast::Expression>,
        rhs: &'a Node<ast::Expression>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let left = self.scalar(lhs)?;
        let right = self.scalar(rhs)?;
        let decided = |value: &Int| value.is_zero() == (op == BinaryOp::And);
        Ok(match (left.as_int(), right.as_int()) {
            (Some(value), _) if decided(value) => Expr::int(Int::from(op == BinaryOp::Or), CType::INT, span),
            (Some(_), Some(value)) => Expr::int(Int::from(!value.is_zero()), CType::INT, span),
            (Some(_), None) => self.is_not_zero(right),
            _ => Expr::new(ExprKind::Logical(op, Box::new(left), Box::new(right)), CType::INT, span),
        })
    }

    /// A place that can be written.
    fn target(&mut self, expr: &'a Node<ast::Expression>) -> Result<Expr, Refusal> {
        let target = self.expr(expr)?;
        if !target.is_place() || matches!(target.ty, CType::Array(..)) {
            return refusal(target.span, "what is assigned to is not a place in memory that can be written");
        }
        self.object_type(&target.ty, target.span)?;
        Ok(target)
    }

    fn assign(
        &mut self,
        lhs: &'a Node<ast::Expression>,
        rhs: &'a Node<ast::Expression>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let target = self.target(lhs)?;
        let value = self.rvalue_into(rhs, &target, Some(span))?;
        self.set_rows(rhs, target, value, span)
    }

    fn update(
        &mut self,
        op: BinaryOp,
        lhs: &'a Node<ast::Expression>,
        rhs: &'a Node<ast::Expression>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let target = self.target(lhs)?;
        let value = self.rvalue(rhs)?;
        self.update_with(op, target, value, false, span)
    }

    fn increment(
        &mut self,
        operand: &'a Node<ast::Expression>,
        backward: bool,
        old: bool,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let target = self.target(operand)?;
        let op = if backward { BinaryOp::Sub } else { BinaryOp::Add };
        self.update_with(op, target, Expr::int(Int::ONE, CType::INT, span), old, span)
    }

    fn update_with(
        &mut self,
        op: BinaryOp,
        target: Expr,
        value: Expr,
        old: bool,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let ty = target.ty.clone();
        let (target, value) = if self.compound(&ty).is_some() || self.compound(&value.ty).is_some() {
            let does_something = |part: &Expr| {
                use ExprKind::{Assign, Call, Intrinsic, Library, Statements, Update};
                matches!(
                    part.kind,
                    Assign(..) | Call(..) | Intrinsic(_) | Library(_) | Statements(..) | Update { .. }
                )
            };
            if old || target.any(&mut |part| does_something(part)) {
                return unsupported(span, "this change of a vector or complex number is not supported");
            }
            match self.compound_binary(op, target.clone(), value, span)? {
                Ok(value) => {
                    let value = self.convert(value, &ty, span)?;
                    let kind = ExprKind::Assign(Box::new(target), Box::new(value));
                    return Ok(Expr::new(kind, ty, span));
                }
                Err((_, value)) => (target, value),
            }
        } else {
            (target, value)
        };
        let change = match &ty {
            CType::Pointer(_) => {
                self.movable(&target, span)?;
                if value.ty.int_kind().is_none() || !matches!(op, BinaryOp::Add | BinaryOp::Sub) {
                    return refusal(span, "an operation that pointers do not have");
                }
                Change::Pointer { by: Box::new(value), backward: op == BinaryOp::Sub }
            }
            CType::Float(_) | CType::Int(_) if ty.is_float() || value.ty.is_float() => {
                let (Some(common), Some(_)) = (self.common_float(&ty, &value.ty), floats::operation(op))
                else {
                    return self.not_a_number(if value.ty.int_kind().is_some() { &target } else { &value });
                };
                let operand = Box::new(self.convert(value, &common, span)?);
                Change::Number { op, ty: common, operand }
            }
            CType::Int(kind) => {
                let Some(operand) = value.ty.int_kind() else { return self.not_a_number(&value) };
                let (kind, operand) = match op {
                    BinaryOp::Shl | BinaryOp::Shr => (kind.promoted(), operand.promoted()),
                    _ => {
                        let common = kind.common(operand, self.types.model);
                        (common, common)
                    }
                };
                let operand = Box::new(self.convert(value, &CType::Int(operand), span)?);
                Change::Number { op, ty: CType::Int(kind), operand }
            }
            _ => return self.not_a_number(&target),
        };
        Ok(Expr::new(ExprKind::Update { target: Box::new(target), change, old }, ty, span))
    }
}

/// What to compare with 0 by this operator in place of a number of which not all is fixed.
fn by_rule(op: BinaryOp, number: Expr) -> Expr {
    match number.kind {
        ExprKind::Intrinsic(Intrinsic::Like(_, Rule::Zero, _))
            if !matches!(op, BinaryOp::Eq | BinaryOp::Ne) =>
        {
            number
        }
        _ => by_sign(number),
    }
}

fn comparison(operator: &BinaryOperator) -> Option<BinaryOp> {
    Some(match operator {
        BinaryOperator::Less => BinaryOp::Lt,
        BinaryOperator::Greater => BinaryOp::Gt,
        BinaryOperator::LessOrEqual => BinaryOp::Le,
        BinaryOperator::GreaterOrEqual => BinaryOp::Ge,
        BinaryOperator::Equals => BinaryOp::Eq,
        BinaryOperator::NotEquals => BinaryOp::Ne,
        _ => return None,
    })
}

fn arithmetic(operator: &BinaryOperator) -> Option<BinaryOp> {
    Some(match operator {
        BinaryOperator::Multiply => BinaryOp::Mul,
        BinaryOperator::Divide => BinaryOp::Div,
        BinaryOperator::Modulo => BinaryOp::Rem,
        BinaryOperator::Plus => BinaryOp::Add,
        BinaryOperator::Minus => BinaryOp::Sub,
        BinaryOperator::ShiftLeft => BinaryOp::Shl,
        BinaryOperator::ShiftRight => BinaryOp::Shr,
        BinaryOperator::BitwiseAnd => BinaryOp::BitAnd,
        BinaryOperator::BitwiseXor => BinaryOp::BitXor,
        BinaryOperator::BitwiseOr => BinaryOp::BitOr,
        _ => return None,
    })
}

fn assignment(operator: &BinaryOperator) -> Option<BinaryOp> {
    Some(match operator {
        BinaryOperator::AssignMultiply => BinaryOp::Mul,
        BinaryOperator::AssignDivide => BinaryOp::Div,
        BinaryOperator::AssignModulo => BinaryOp::Rem,
        BinaryOperator::AssignPlus => BinaryOp::Add,
        BinaryOperator::AssignMinus => BinaryOp::Sub,
        BinaryOperator::AssignShiftLeft => BinaryOp::Shl,
        BinaryOperator::AssignShiftRight => BinaryOp::Shr,
        BinaryOperator::AssignBitwiseAnd => BinaryOp::BitAnd,
        BinaryOperator::AssignBitwiseXor => BinaryOp::BitXor,
        BinaryOperator::AssignBitwiseOr => BinaryOp::BitOr,
        _ => return None,
    })
}
