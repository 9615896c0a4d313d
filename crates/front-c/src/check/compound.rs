//! Vectors (GNU's `vector_size`) and complex numbers: structs of an array, or of two numbers, that operators work on
//! part by part. What they compute is a compound literal of its parts.

use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, IntKind, Length, Member, Packing, Qualifiers, RecordId};
use crate::library::Code;
use crate::tree::{Expr, ExprKind, Initial, Intrinsic, LocalId, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;
use lang_c::ast::UnaryOperator;

/// What a struct stands for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Compound {
    /// So many elements of this type.
    Vector(CType, u64),
    /// A complex number of parts of this type.
    Complex(CType),
}

/// The parts of an operand: the real one, and the imaginary one, if it is no real number.
type Parts = (Expr, Option<Expr>);

impl Checker<'_> {
    /// What a type stands for, if it is a vector or complex.
    pub(super) fn compound(&self, ty: &CType) -> Option<&Compound> {
        let CType::Record(id) = ty else { return None };
        self.compounds.iter().find(|(known, _)| known == id).map(|(_, compound)| compound)
    }

    /// Whether a type is that of complex numbers, which are initialised as one number is.
    pub(super) fn is_complex(&self, ty: &CType) -> bool {
        matches!(self.compound(ty), Some(Compound::Complex(_)))
    }

    fn compound_type(&mut self, compound: Compound) -> CType {
        if let Some((id, _)) = self.compounds.iter().find(|(_, known)| *known == compound) {
            return CType::Record(*id);
        }
        let member = |name: &str, ty: CType| Member {
            name: Some(name.to_owned()),
            ty,
            qualifiers: Qualifiers::NONE,
            packing: Packing::default(),
            width: None,
        };
        let (tag, members, packing) = match &compound {
            Compound::Vector(element, count) => {
                let array = element.clone().array(Length::Fixed(*count));
                let least = self.types.size_of(&array);
                let tag = format!("(vector of {} {})", count, self.types.name(element));
                (tag, vec![member("(elements)", array)], Packing { least, ..Packing::default() })
            }
            Compound::Complex(part) => {
                let tag = format!("(complex {})", self.types.name(part));
                let parts = ["(real)", "(imaginary)"].map(|name| member(name, part.clone()));
                (tag, parts.into(), Packing::default())
            }
        };
        let id = self.types.add_record(Some(tag), false);
        self.types.pack(id, packing);
        self.types.complete(id, members, None);
        self.compounds.push((id, compound));
        CType::Record(id)
    }

    /// The type of complex numbers with parts of a type.
    pub(super) fn complex_type(&mut self, part: CType) -> CType {
        self.compound_type(Compound::Complex(part))
    }

    /// The type of vectors of so many bytes.
    pub(super) fn vector_type(&mut self, element: CType, bytes: u64, span: Span) -> Result<CType, Refusal> {
        let size = match element {
            CType::Int(_) | CType::Float(_) => self.types.size_of(&element).unwrap_or(0),
            _ => 0,
        };
        if size == 0 || bytes == 0 || !bytes.is_multiple_of(size) {
            return unsupported(span, "a vector of this type and size is not supported");
        }
        Ok(self.compound_type(Compound::Vector(element, bytes / size)))
    }

    /// The elements of a vector: an array.
    pub(super) fn elements_of(&self, vector: Expr) -> Expr {
        let Some(Compound::Vector(element, count)) = self.compound(&vector.ty) else { return vector };
        let ty = element.clone().array(Length::Fixed(*count));
        let span = vector.span;
        Expr::new(ExprKind::Field(Box::new(vector), vec![0]), ty, span)
    }

    /// `__real__ x` or `__imag__ x`, by its number; a place where `x` is one.
    pub(super) fn complex_part(&mut self, value: Expr, part: u32, span: Span) -> Result<Expr, Refusal> {
        match (self.compound(&value.ty).cloned(), part) {
            (Some(Compound::Complex(ty)), _) => {
                Ok(Expr::new(ExprKind::Field(Box::new(value), vec![part]), ty, span))
            }
            (None, 0) => self.decay(value),
            (None, _) if matches!(value.ty, CType::Int(_) | CType::Float(_)) => {
                Ok(Expr::int(Int::ZERO, value.ty, span))
            }
            _ => refusal(span, "parts of something that is not a complex number"),
        }
    }

    /// The complex number with these parts.
    fn complex(&mut self, part: &CType, real: Expr, imaginary: Expr, span: Span) -> Expr {
        let ty = self.complex_type(part.clone());
        let parts = vec![(0, Initial::Value(real)), (1, Initial::Value(imaginary))];
        self.made_of(ty, parts, span)
    }

    fn made_of(&mut self, ty: CType, parts: Vec<(u64, Initial)>, span: Span) -> Expr {
        let local = self.add_local("(parts)", ty.clone(), span);
        Expr::new(ExprKind::Literal(local, Box::new(Initial::Parts(parts))), ty, span)
    }

    /// An imaginary constant.
    pub(super) fn imaginary(&mut self, number: Expr, span: Span) -> Result<Expr, Refusal> {
        if self.at_file_scope() {
            return refusal(span, "complex constants are supported in functions only");
        }
        let part = number.ty.clone();
        let zero = Expr::int(Int::ZERO, part.clone(), span);
        Ok(self.complex(&part, zero, number, span))
    }

    /// The parts of a variable that holds an operand, in the type of the parts.
    fn parts_of(&mut self, local: LocalId, part: &CType, span: Span) -> Result<Parts, Refusal> {
        let whole = self.use_local(local, span);
        if self.compound(&whole.ty).is_none() {
            return Ok((self.convert(whole, part, span)?, None));
        }
        let again = self.use_local(local, span);
        let (real, imaginary) = (self.complex_part(whole, 0, span)?, self.complex_part(again, 1, span)?);
        Ok((self.convert(real, part, span)?, Some(self.convert(imaginary, part, span)?)))
    }

    /// The type of the parts of what two operands give.
    fn common_part(&self, left: &CType, right: &CType, span: Span) -> Result<CType, Refusal> {
        let part = |ty: &CType| match self.compound(ty) {
            Some(Compound::Complex(part)) => part.clone(),
            _ => ty.clone(),
        };
        let (left, right) = (part(left), part(right));
        match (&left, &right) {
            (CType::Int(first), CType::Int(second)) => {
                Ok(CType::Int(first.common(*second, self.types.model)))
            }
            _ => match self.common_float(&left, &right) {
                Some(common) => Ok(common),
                None => refusal(span, "operands that do not go with complex numbers"),
            },
        }
    }

    /// An operation or comparison, if an operand is a vector or complex; else the operands are given back.
    pub(super) fn compound_binary(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Result<Result<Expr, (Expr, Expr)>, Refusal> {
        let known = self.compound(&left.ty).or_else(|| self.compound(&right.ty)).cloned();
        let Some(known) = known else { return Ok(Err((left, right))) };
        if self.at_file_scope() {
            return refusal(span, "this must be a constant");
        }
        match known {
            Compound::Vector(element, count) => self.vector_binary(op, left, right, (element, count), span),
            Compound::Complex(_) => self.complex_binary(op, left, right, span),
        }
        .map(Ok)
    }

    fn vector_binary(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        (element, count): (CType, u64),
        span: Span,
    ) -> Result<Expr, Refusal> {
        let compares = is_comparison(op);
        let result = match (compares, &element) {
            (false, _) => element.clone(),
            (true, CType::Int(kind)) => CType::Int(kind.signed()),
            (true, CType::Float(4)) => CType::INT,
            (true, _) => CType::Int(IntKind::LongLong),
        };
        let mut code = Code::new(self, "vector", span);
        let mut operands = Vec::new();
        for operand in [left, right] {
            let operand = match code.checker.compound(&operand.ty) {
                Some(Compound::Vector(_, other)) if *other == count => operand,
                Some(_) => return refusal(span, "an operation on vectors of different lengths"),
                // A number stands for as many as there are elements.
                None => code.checker.convert(operand, &element, span)?,
            };
            operands.push(code.declare("v", operand));
        }
        let mut parts = Vec::new();
        for index in 0..count {
            let mut values = Vec::new();
            for operand in &operands {
                let whole = code.get(*operand);
                values.push(code.checker.element_of(whole, index));
            }
            let (right, left) = (values.pop(), values.pop());
            let (Some(left), Some(right)) = (left, right) else { break };
            let value = if compares {
                let holds = code.checker.compare(op, left, right, span)?;
                let zero = Expr::int(Int::ZERO, CType::INT, span);
                code.checker.arithmetic(BinaryOp::Sub, zero, holds, span)?
            } else {
                code.checker.arithmetic(op, left, right, span)?
            };
            parts.push((index, Initial::Value(code.checker.convert(value, &result, span)?)));
        }
        let value = code.checker.vector_of(result, parts, span);
        Ok(code.finish(value))
    }

    /// An element of a vector; a number itself.
    fn element_of(&self, whole: Expr, index: u64) -> Expr {
        let Some(Compound::Vector(element, _)) = self.compound(&whole.ty).cloned() else { return whole };
        let index = Expr::int(Int::from(index as usize), CType::Int(self.types.size_kind()), whole.span);
        self.element_at(whole, index, &element)
    }

    /// An element of a vector of such, by a number that is one of its elements'.
    pub(super) fn element_at(&self, vector: Expr, index: Expr, element: &CType) -> Expr {
        let span = vector.span;
        let array = self.elements_of(vector);
        Expr::new(ExprKind::Index(Box::new(array), Box::new(index)), element.clone(), span)
    }

    /// The vector of these elements.
    pub(super) fn vector_of(&mut self, element: CType, parts: Vec<(u64, Initial)>, span: Span) -> Expr {
        let ty = self.compound_type(Compound::Vector(element, parts.len() as u64));
        self.made_of(ty, vec![(0, Initial::Parts(parts))], span)
    }

    fn complex_binary(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Result<Expr, Refusal> {
        use BinaryOp::{Add, Div, Eq, Mul, Ne, Sub};
        let part = self.common_part(&left.ty, &right.ty, span)?;
        let mut code = Code::new(self, "complex", span);
        let (left, right) = (code.declare("z", left), code.declare("z", right));
        let checker = &mut *code.checker;
        let zero = || Expr::int(Int::ZERO, part.clone(), span);
        let (a, b) = checker.parts_of(left, &part, span)?;
        let (c, d) = checker.parts_of(right, &part, span)?;
        let (real, imaginary) = match (op, b, d) {
            (Eq | Ne, b, d) => {
                let real = checker.compare(op, a, c, span)?;
                let imaginary = checker.compare(op, b.unwrap_or_else(zero), d.unwrap_or_else(zero), span)?;
                let value = if op == Eq { code.and(real, imaginary) } else { code.or(real, imaginary) };
                return Ok(code.finish(value));
            }
            (Add | Sub, b, d) => {
                let real = checker.arithmetic(op, a, c, span)?;
                let imaginary = match (b, d) {
                    (Some(b), Some(d)) => checker.arithmetic(op, b, d, span)?,
                    (b, Some(d)) if op == Add => b.unwrap_or(d),
                    (_, Some(d)) => checker.negated(d, span)?,
                    (b, None) => b.unwrap_or_else(zero),
                };
                (real, imaginary)
            }
            (Mul, Some(b), None) => {
                let again = checker.parts_of(right, &part, span)?.0;
                (checker.arithmetic(Mul, a, c, span)?, checker.arithmetic(Mul, b, again, span)?)
            }
            (Mul, None, Some(d)) => {
                let again = checker.parts_of(left, &part, span)?.0;
                (checker.arithmetic(Mul, a, c, span)?, checker.arithmetic(Mul, again, d, span)?)
            }
            (Mul, Some(b), Some(d)) => return code_product(code, &part, (left, right), (a, b), (c, d)),
            (Div, Some(b), None) => {
                let again = checker.parts_of(right, &part, span)?.0;
                (checker.arithmetic(Div, a, c, span)?, checker.arithmetic(Div, b, again, span)?)
            }
            (Div, _, Some(_)) => {
                // Compilers round it in ways of their own.
                let ty = checker.complex_type(part.clone());
                let value =
                    checker.cut_value("a quotient of complex numbers", "complex /", Vec::new(), ty, span);
                return Ok(code.finish(value));
            }
            _ => return refusal(span, "an operation that complex numbers do not have"),
        };
        let value = checker.complex(&part, real, imaginary, span);
        Ok(code.finish(value))
    }

    /// A number with the other sign.
    fn negated(&mut self, value: Expr, span: Span) -> Result<Expr, Refusal> {
        if value.ty.is_float() {
            return Ok(self.negated_float(value, span));
        }
        let ty = value.ty.clone();
        let negated = Expr::new(ExprKind::Negate(Box::new(value)), ty, span);
        Ok(negated)
    }

    /// `-x`, `+x` and `~x` of a vector or a complex number; else the operand is given back.
    pub(super) fn compound_unary(
        &mut self,
        operator: &UnaryOperator,
        operand: Expr,
        span: Span,
    ) -> Result<Result<Expr, Expr>, Refusal> {
        let Some(known) = self.compound(&operand.ty).cloned() else { return Ok(Err(operand)) };
        let mut code = Code::new(self, "parts", span);
        let ty = operand.ty.clone();
        let whole = code.declare("v", operand);
        let value = match (known, operator) {
            (_, UnaryOperator::Plus) => code.get(whole),
            (Compound::Complex(part), UnaryOperator::Minus | UnaryOperator::Complement) => {
                let (real, imaginary) = code.checker.parts_of(whole, &part, span)?;
                let imaginary = imaginary.unwrap_or_else(|| Expr::int(Int::ZERO, part.clone(), span));
                let real = match operator {
                    UnaryOperator::Minus => code.checker.negated(real, span)?,
                    _ => real,
                };
                let imaginary = code.checker.negated(imaginary, span)?;
                code.checker.complex(&part, real, imaginary, span)
            }
            (Compound::Vector(element, count), UnaryOperator::Minus | UnaryOperator::Complement) => {
                let mut parts = Vec::new();
                for index in 0..count {
                    let value = code.get(whole);
                    let value = code.checker.element_of(value, index);
                    let value = match operator {
                        UnaryOperator::Minus if value.ty.is_float() => {
                            code.checker.negated_float(value, span)
                        }
                        UnaryOperator::Minus => {
                            let zero = Expr::int(Int::ZERO, element.clone(), span);
                            code.checker.arithmetic(BinaryOp::Sub, zero, value, span)?
                        }
                        _ => {
                            let ones = Expr::int(-Int::ONE, CType::INT, span);
                            code.checker.arithmetic(BinaryOp::BitXor, value, ones, span)?
                        }
                    };
                    parts.push((index, Initial::Value(code.checker.convert(value, &element, span)?)));
                }
                code.checker.made_of(ty, vec![(0, Initial::Parts(parts))], span)
            }
            _ => return refusal(span, "an operation that values of this type do not have"),
        };
        Ok(Ok(code.finish(value)))
    }

    /// A conversion from or to a vector or complex number, if it is one; else the value is given back.
    pub(super) fn compound_convert(
        &mut self,
        value: Expr,
        ty: &CType,
        span: Span,
    ) -> Result<Result<Expr, Expr>, Refusal> {
        let (from, to) = (self.compound(&value.ty).cloned(), self.compound(ty).cloned());
        let mut code = Code::new(self, "parts", span);
        let converted = match (from, to) {
            (None, None) => return Ok(Err(value)),
            (Some(Compound::Complex(_)) | None, Some(Compound::Complex(part)))
                if !matches!(value.ty, CType::Pointer(_)) =>
            {
                let whole = code.declare("z", value);
                let (real, imaginary) = code.checker.parts_of(whole, &part, span)?;
                let imaginary = imaginary.unwrap_or_else(|| Expr::int(Int::ZERO, part.clone(), span));
                code.checker.complex(&part, real, imaginary, span)
            }
            (Some(Compound::Complex(part)), None) if matches!(ty, CType::Int(_) | CType::Float(_)) => {
                let whole = code.declare("z", value);
                let (real, imaginary) = code.checker.parts_of(whole, &part, span)?;
                if *ty == CType::Int(IntKind::Bool) {
                    let real = code.checker.is_not_zero(real);
                    let imaginary = code.checker.is_not_zero(imaginary.unwrap_or_else(|| real.clone()));
                    let either = code.or(real, imaginary);
                    code.checker.convert(either, ty, span)?
                } else {
                    code.checker.convert(real, ty, span)?
                }
            }
            // The same bytes, seen as another type.
            (Some(Compound::Vector(..)), _) | (_, Some(Compound::Vector(..)))
                if self_size(code.checker, &value.ty) == self_size(code.checker, ty)
                    && !matches!(value.ty, CType::Pointer(_)) =>
            {
                let whole = code.declare("v", value);
                let place = code.get(whole);
                let pointer = place.ty.clone().pointer();
                let address = Expr::new(ExprKind::AddressOf(Box::new(place)), pointer, span);
                let address = code.checker.convert(address, &ty.clone().pointer(), span)?;
                let seen = Expr::new(ExprKind::Deref(Box::new(address)), ty.clone(), span);
                let seen = code.declare("v", seen);
                code.get(seen)
            }
            _ => return Ok(Err(value)),
        };
        Ok(Ok(code.finish(converted)))
    }
}

fn self_size(checker: &Checker<'_>, ty: &CType) -> Option<u64> {
    checker.types.size_of(ty)
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}

/// The product of two complex numbers. Where both parts are no numbers, C has rules of their own.
fn code_product(
    mut code: Code<'_, '_>,
    part: &CType,
    (left, right): (LocalId, LocalId),
    (a, b): (Expr, Expr),
    (c, d): (Expr, Expr),
) -> Result<Expr, Refusal> {
    use BinaryOp::{Add, Mul, Sub};
    let span = code.span;
    let checker = &mut *code.checker;
    let (e, f) = checker.parts_of(left, part, span)?;
    let (g, h) = checker.parts_of(right, part, span)?;
    let zero = || Expr::int(Int::ZERO, part.clone(), span);
    let (f, h) = (f.unwrap_or_else(zero), h.unwrap_or_else(zero));
    let (ac, bd) = (checker.arithmetic(Mul, a, c, span)?, checker.arithmetic(Mul, b, d, span)?);
    let (ad, bc) = (checker.arithmetic(Mul, e, h, span)?, checker.arithmetic(Mul, f, g, span)?);
    let (real, imaginary) = (checker.arithmetic(Sub, ac, bd, span)?, checker.arithmetic(Add, ad, bc, span)?);
    let (real, imaginary) = (code.declare("x", real), code.declare("y", imaginary));
    if part.is_float() {
        let is_none = |code: &mut Code<'_, '_>, local| {
            let (one, other) = (code.get(local), code.get(local));
            code.checker.compare(BinaryOp::Ne, one, other, span)
        };
        let (first, second) = (is_none(&mut code, real)?, is_none(&mut code, imaginary)?);
        let condition = code.and(first, second);
        let why = "a product of complex numbers that are infinite or no numbers is not supported".to_owned();
        let cut = Expr::new(ExprKind::Intrinsic(Intrinsic::Cut(why)), CType::Void, span);
        let then = Box::new(Stmt { kind: StmtKind::Expr(cut), span });
        code.add(code.statement(StmtKind::If { condition, then, otherwise: None }));
    }
    let (real, imaginary) = (code.get(real), code.get(imaginary));
    let value = code.checker.complex(part, real, imaginary, span);
    Ok(code.finish(value))
}

/// What is known of the types of a program's vectors and complex numbers.
pub(super) type Compounds = Vec<(RecordId, Compound)>;
