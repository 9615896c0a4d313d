//! Conversions between types (C11 6.3).

use super::rows::made_of_rows;
use super::{Checker, Refusal, refusal};
use crate::ctype::{CType, IntKind, RecordId};
use crate::tree::{Expr, ExprKind, Intrinsic, Rule, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;

impl Checker<'_> {
    /// The value converted to a type, as by assignment or a cast.
    pub(crate) fn convert(&mut self, value: Expr, ty: &CType, span: Span) -> Result<Expr, Refusal> {
        if value.ty == *ty {
            return Ok(Expr { ty: ty.clone(), ..value });
        }
        let value = match ty {
            CType::Void => value,
            _ => match self.compound_convert(value, ty, span)? {
                Ok(converted) => return Ok(converted),
                Err(value) => value,
            },
        };
        match (&value.ty, ty) {
            (_, CType::Void) => Ok(Expr::new(ExprKind::Convert(Box::new(value)), CType::Void, span)),
            (CType::Float(_) | CType::Int(_), CType::Float(_)) => Ok(match ty.float_format() {
                Some(format) => self.convert_to_float(value, format, span),
                None => value,
            }),
            (CType::Float(_), CType::Int(_)) => self.convert_from_float(value, ty, span),
            (CType::Int(_), CType::Int(kind)) => Ok(self.convert_int(value, *kind)),
            (CType::Pointer(_), CType::Int(kind)) if *kind == IntKind::Bool => {
                let truth = self.is_not_zero(value);
                self.convert(truth, ty, span)
            }
            (CType::Int(_), CType::Pointer(_)) => Ok(self.pointer_of(value, ty, span)),
            (CType::Pointer(_), CType::Pointer(_)) => {
                self.note_use(&value, ty);
                self.convert_pointer(value, ty, span)
            }
            (CType::Pointer(_), CType::Int(kind)) => {
                if let Some(number) = self.fixed_address(&value) {
                    let address = Expr::int(number, CType::Int(self.types.size_kind()), span);
                    return Ok(self.convert_int(address, *kind));
                }
                self.looks_at_addresses |= self.at.is_none();
                Ok(Expr::new(ExprKind::Convert(Box::new(value)), ty.clone(), span))
            }
            (_, CType::Record(id)) if self.union_member(&value.ty, *id).is_some() => {
                self.union_of(value, *id, span)
            }
            _ => refusal(
                span,
                format!(
                    "a value of type `{}` is used as `{}`",
                    self.types.name(&value.ty),
                    self.types.name(ty)
                ),
            ),
        }
    }

    /// The member of a union that has the type of a value, or else one that is a pointer as the value is.
    fn union_member(&self, value: &CType, id: RecordId) -> Option<(Vec<u32>, CType)> {
        let record = self.types.record(id);
        let names = record.members.iter().flatten().filter_map(|member| member.name.as_deref());
        let members: Vec<_> = names.filter_map(|name| self.types.member(id, name)).collect();
        // A number in the place of a pointer is a null pointer.
        let like = |ty: &CType| matches!((ty, value), (CType::Pointer(_), CType::Pointer(_) | CType::Int(_)));
        let same = members.iter().find(|(_, ty)| ty == value);
        same.or_else(|| members.iter().find(|(_, ty)| like(ty))).filter(|_| record.is_union).cloned()
    }

    /// GNU's cast to a union, and an argument for a transparent one: the union whose member is the value.
    fn union_of(&mut self, value: Expr, id: RecordId, span: Span) -> Result<Expr, Refusal> {
        let ty = CType::Record(id);
        if self.at_file_scope() {
            return refusal(span, "this must be a constant");
        }
        let Some((path, member)) = self.union_member(&value.ty, id) else {
            return refusal(span, "the union has no such member");
        };
        let value = self.convert(value, &member, span)?;
        let local = self.add_local("(union)", ty.clone(), span);
        let declare = StmtKind::Declare { local, length: None, initial: None };
        let place = self.use_local(local, span);
        let place = Expr::new(ExprKind::Field(Box::new(place), path), member.clone(), span);
        let assign = Expr::new(ExprKind::Assign(Box::new(place), Box::new(value)), member, span);
        let statements = [declare, StmtKind::Expr(assign)].map(|kind| Stmt { kind, span }).into();
        let whole = Box::new(self.use_local(local, span));
        Ok(Expr::new(ExprKind::Statements(statements, Some(whole)), ty, span))
    }

    /// An integer converted to an integer type.
    pub(super) fn convert_int(&self, value: Expr, kind: IntKind) -> Expr {
        let (ty, span) = (CType::Int(kind), value.span);
        match value.as_int() {
            Some(constant) if kind == IntKind::Bool => Expr::int(Int::from(!constant.is_zero()), ty, span),
            Some(constant) => Expr::int(kind.int_type(self.types.model).wrap(constant), ty, span),
            None => Expr::new(ExprKind::Convert(Box::new(value)), ty, span),
        }
    }

    /// The pointer that a number is.
    pub(super) fn pointer_of(&self, value: Expr, ty: &CType, span: Span) -> Expr {
        match value.as_int() {
            Some(zero) if zero.is_zero() => self.null_of(ty, span),
            _ => {
                let address = self.convert_int(value, self.types.size_kind());
                Expr::new(ExprKind::Convert(Box::new(address)), ty.clone(), span)
            }
        }
    }

    /// The null pointer of a type.
    pub(super) fn null_of(&self, ty: &CType, span: Span) -> Expr {
        let kind = if ty.is_function_pointer() { ExprKind::Int(Int::ZERO) } else { ExprKind::Null };
        Expr::new(kind, ty.clone(), span)
    }

    /// Pointers convert to all pointers; those to functions are numbers.
    fn convert_pointer(&self, value: Expr, ty: &CType, span: Span) -> Result<Expr, Refusal> {
        if is_null(&value) {
            return Ok(self.null_of(ty, span));
        }
        match (value.ty.is_function_pointer(), ty.is_function_pointer()) {
            (true, true) => Ok(Expr { ty: ty.clone(), ..value }),
            _ => Ok(made_of_rows(Expr::new(ExprKind::Convert(Box::new(value)), ty.clone(), span))),
        }
    }

    /// 1 if a number or pointer is not zero, else 0.
    pub(super) fn is_not_zero(&self, value: Expr) -> Expr {
        let value = by_sign(value);
        let span = value.span;
        let zero = match &value.ty {
            ty @ CType::Pointer(_) => self.null_of(ty, span),
            ty => Expr::int(Int::ZERO, ty.clone(), span),
        };
        self.compare_same(BinaryOp::Ne, value, zero, span)
    }

    /// The value after integer promotion.
    pub(super) fn promote(&self, value: Expr) -> Result<Expr, Refusal> {
        match value.ty {
            CType::Int(kind) if kind != kind.promoted() => Ok(self.convert_int(value, kind.promoted())),
            // What was an enumeration is none any more.
            CType::Int(kind) => Ok(Expr { ty: CType::Int(kind.plain()), ..value }),
            _ => self.not_a_number(&value),
        }
    }

    /// The common type of two operands of which one at least is a floating point number.
    pub(super) fn common_float(&self, left: &CType, right: &CType) -> Option<CType> {
        match (left, right) {
            (CType::Float(left), CType::Float(right)) => Some(CType::Float(*left.max(right))),
            (ty @ CType::Float(_), CType::Int(_)) | (CType::Int(_), ty @ CType::Float(_)) => Some(ty.clone()),
            _ => None,
        }
    }

    /// Both operands converted to their common type.
    pub(super) fn usual(&self, left: Expr, right: Expr) -> Result<(Expr, Expr, IntKind), Refusal> {
        let (CType::Int(first), CType::Int(second)) = (&left.ty, &right.ty) else {
            let wrong = if left.ty.int_kind().is_none() { &left } else { &right };
            return self.not_a_number(wrong);
        };
        let kind = first.common(*second, self.types.model);
        let convert = |value: Expr| match CType::Int(kind) {
            ty if value.ty == ty => Expr { ty, ..value },
            _ => self.convert_int(value, kind),
        };
        Ok((convert(left), convert(right), kind))
    }

    pub(super) fn not_a_number<T>(&self, value: &Expr) -> Result<T, Refusal> {
        match &value.ty {
            CType::Float(_) => {
                refusal(value.span, "a floating point number is used where an integer or a pointer is needed")
            }
            ty => {
                refusal(value.span, format!("a value of type `{}` is used as a number", self.types.name(ty)))
            }
        }
    }
}

/// Whether an expression is a null pointer.
pub(super) fn is_null(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Null => true,
        ExprKind::Int(number) => value.ty.is_function_pointer() && number.is_zero(),
        _ => false,
    }
}

/// What to compare with 0 in place of a number of which only the sign is fixed: what has the sign.
pub(super) fn by_sign(number: Expr) -> Expr {
    match number.kind {
        ExprKind::Intrinsic(Intrinsic::Like(value, Rule::Sign | Rule::Zero, _)) => *value,
        kind => Expr { kind, ..number },
    }
}
