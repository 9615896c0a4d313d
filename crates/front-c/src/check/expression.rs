//! Expressions, but for operators and calls.

use super::convert::is_null;
use super::declarator::is_open;
use super::initializer::does_something;
use super::rows::end_of_row;
use super::scope::{Scope, Symbol};
use super::variadic::is_list;
use super::wide::is_wide;
use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, IntKind, Length, Qualified, Qualifiers};
use crate::library;
use crate::options::DataModel;
use crate::parse::{NOTHING, SAME};
use crate::tree::{Expr, ExprKind, FunctionId, Global, GlobalId, Initial, Outside, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;
use lang_c::ast::{self, Expression, MemberOperator};
use lang_c::span::Node;

/// The name of the variables that compound literals outside functions are.
pub(super) const FILE_LITERAL: &str = "(literal)";

impl<'a> Checker<'a> {
    /// Types an expression. It may be a place, also of an array.
    pub(super) fn expr(&mut self, expr: &'a Node<Expression>) -> Result<Expr, Refusal> {
        self.expr_for(expr, None)
    }

    /// Types an expression; where it is a call, its value is to become one of type `wanted`.
    pub(super) fn expr_for(
        &mut self,
        expr: &'a Node<Expression>,
        wanted: Option<&CType>,
    ) -> Result<Expr, Refusal> {
        let span = self.expr_span(expr);
        match &expr.node {
            Expression::Identifier(name) => self.identifier(&name.node.name, span),
            Expression::Constant(constant) => self.literal(&constant.node, span),
            Expression::StringLiteral(pieces) if is_wide(&pieces.node) => {
                let wide = self.wide(&pieces.node, span)?;
                Ok(self.wide_string(wide, span))
            }
            Expression::StringLiteral(pieces) => {
                let bytes = self.string_bytes(&pieces.node, span)?;
                Ok(self.string(bytes, span))
            }
            Expression::Member(member) => self.member(&member.node, span),
            Expression::Call(call) => self.call(&call.node, wanted, span),
            Expression::CompoundLiteral(literal) => self.compound_literal(&literal.node, span),
            Expression::SizeOfTy(size) if is_list(&size.node.0) => {
                Ok(self.size(if self.types.model == DataModel::Lp64 { 24 } else { 4 }, span))
            }
            Expression::SizeOfTy(size) => {
                let named = self.named_type(&size.node.0)?;
                let mut ty = named.ty;
                if !is_open(&ty) {
                    return self.size_of(&ty, span);
                }
                while let CType::Array(element, Length::Variable) = &ty {
                    ty = (**element).clone();
                }
                let size = self.size_of(&ty, span)?;
                named.lengths.into_iter().rev().try_fold(size, |size, length| self.times(length, size, span))
            }
            Expression::SizeOfVal(size) => {
                let operand = self.expr(&size.node.0)?;
                // GNU: a function has one byte.
                let is_name = matches!(size.node.0.node, Expression::Identifier(_));
                if is_name && operand.ty.is_function_pointer() && !operand.is_place() {
                    return Ok(self.size(1, span));
                }
                if let Some(bits) = self.bits_behind_comma(&size.node.0.node, &operand) {
                    return self.size_of(&bits.ty, span);
                }
                self.size_of_value(operand, span)
            }
            Expression::AlignOf(align) => self.align_of(&align.node.0, span),
            Expression::UnaryOperator(unary) => self.unary(unary, span),
            Expression::BinaryOperator(binary) => self.binary(binary, span),
            Expression::Cast(cast) => self.cast(&cast.node, span),
            Expression::Conditional(conditional) => self.conditional(&conditional.node, wanted, span),
            Expression::Comma(parts) => self.comma(parts, wanted, span),
            Expression::OffsetOf(offset) => self.offset_of(&offset.node, span),
            Expression::Statement(statement) => self.statement_expression(statement, span),
            Expression::GenericSelection(selection) => self.generic(&selection.node, wanted, span),
            Expression::VaArg(next) => self.next_argument(&next.node, span),
        }
    }

    /// Types an expression that stands for a value: arrays become pointers.
    pub(super) fn rvalue(&mut self, expr: &'a Node<Expression>) -> Result<Expr, Refusal> {
        let value = self.expr(expr)?;
        self.decay(value)
    }

    /// As [`rvalue`](Self::rvalue), for a value that is to become one of type `wanted`.
    pub(super) fn rvalue_for(&mut self, expr: &'a Node<Expression>, wanted: &CType) -> Result<Expr, Refusal> {
        let value = self.expr_for(expr, Some(wanted))?;
        self.decay(value)
    }

    /// The value of an expression that must be an integer constant.
    pub(super) fn constant(&mut self, expr: &'a Node<Expression>) -> Result<Int, Refusal> {
        let value = self.rvalue(expr)?;
        match (value.as_int(), &value.ty) {
            (Some(constant), CType::Int(_)) => Ok(constant.clone()),
            _ => refusal(value.span, "this must be an integer constant"),
        }
    }

    /// Where an expression stands. The parser's outer nodes also cover the space behind them.
    pub(super) fn expr_span(&self, expr: &Node<Expression>) -> Span {
        let is_chain = matches!(expr.node, Expression::BinaryOperator(_) | Expression::Conditional(_));
        // What is written in C for calls stands where the call does.
        if !is_chain || self.at.is_some() {
            return self.new_span(expr);
        }
        // Long chains of operators are asked about once for each of their parts. All trees outlive the checker.
        let known = self.expr_spans.borrow().get(&std::ptr::from_ref(expr).addr()).copied();
        known.unwrap_or_else(|| {
            let span = self.new_span(expr);
            self.expr_spans.borrow_mut().insert(std::ptr::from_ref(expr).addr(), span);
            span
        })
    }

    fn new_span(&self, expr: &Node<Expression>) -> Span {
        match &expr.node {
            Expression::Identifier(node) => self.span(node),
            Expression::Constant(node) => self.span(node),
            Expression::StringLiteral(node) => self.span(node),
            Expression::Member(node) => self.span(node),
            Expression::Call(node) => self.span(node),
            Expression::UnaryOperator(node) => self.span(node),
            Expression::BinaryOperator(node) => {
                let (left, right) = (self.expr_span(&node.node.lhs), self.expr_span(&node.node.rhs));
                let whole = self.span(node);
                if node.node.operator.node == ast::BinaryOperator::Index {
                    whole
                } else {
                    left.to(right).to(right)
                }
            }
            Expression::Conditional(node) => {
                self.expr_span(&node.node.condition).to(self.expr_span(&node.node.else_expression))
            }
            Expression::Cast(node) => self.span(node),
            _ => self.span(expr),
        }
    }

    fn identifier(&mut self, name: &str, span: Span) -> Result<Expr, Refusal> {
        let (kind, ty) = match self.symbol(name).cloned() {
            Some(Symbol::Local(local)) => {
                let use_number = self.current.uses;
                self.current.uses += 1;
                let ty = self.current.locals[local.0 as usize].ty.clone();
                let qualifiers = self.current.qualified.get(&local).copied().unwrap_or_default();
                return Ok(Expr::new(ExprKind::Local(local, use_number), ty, span).qualified(qualifiers));
            }
            Some(Symbol::Global(id)) => return self.global(id, span),
            Some(Symbol::Variable(index)) => {
                let variable = &self.variables[index];
                if variable.may_be_missing && !variable.defined {
                    return Ok(self.missing_variable(index, span));
                }
                let id = self.use_variable(index);
                return self.global(id, span);
            }
            Some(Symbol::Alias(target, ty)) => {
                let place = self.identifier(&target, span)?;
                let qualifiers = ty.qualifiers();
                return Ok(self.place_as(place, (*ty).clone(), span)?.qualified(qualifiers));
            }
            Some(Symbol::Constant(value, kind)) => (ExprKind::Int(value), CType::Int(kind)),
            Some(Symbol::Function(id)) => return self.function_address(id, span),
            Some(Symbol::Refused(refusal)) => return Err(refusal),
            Some(Symbol::Typedef(..) | Symbol::OpenType(..)) => {
                return refusal(span, format!("`{name}` is a type"));
            }
            None if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") => {
                let bytes = self.current.name.clone().into_bytes();
                return Ok(self.string(bytes, span));
            }
            None => return refusal(span, format!("`{name}` is not declared")),
        };
        Ok(Expr::new(kind, ty, span))
    }

    /// A variable that is `weak` and that nobody defines: its address is null.
    fn missing_variable(&mut self, index: usize, span: Span) -> Expr {
        let (name, ty) = (self.variables[index].name.clone(), self.variables[index].ty.clone());
        let message = format!("`{name}` is `weak` and not defined; its address is taken to be null");
        self.warn_once(&format!("{name}: missing"), span, message);
        let null = Box::new(self.null_of(&ty.clone().pointer(), span));
        Expr::new(ExprKind::Deref(null), ty, span)
    }

    /// A variable of the program. One whose flexible array member has first values is seen as what it is declared as;
    /// in the place of one that cannot be made up there is a pointer to it.
    fn global(&mut self, id: GlobalId, span: Span) -> Result<Expr, Refusal> {
        let variable = &self.globals[id.0 as usize];
        let (outside, ty) = (variable.outside, variable.ty.clone());
        let qualifiers = self.qualified_globals.get(&id).copied().unwrap_or_default();
        let place = Expr::new(ExprKind::Global(id), ty, span).qualified(qualifiers);
        if outside == Some(Outside::Beyond) {
            return Ok(self.indirection(place, span)?.qualified(qualifiers));
        }
        match self.flexible.get(&id).cloned() {
            Some(declared) => Ok(self.place_as(place, declared, span)?.qualified(qualifiers)),
            None => Ok(place),
        }
    }

    /// A place, seen as one of another type.
    fn place_as(&mut self, place: Expr, ty: CType, span: Span) -> Result<Expr, Refusal> {
        if place.ty == ty {
            return Ok(Expr { ty, ..place });
        }
        if !place.is_place() {
            return Ok(place);
        }
        let pointer = place.ty.clone().pointer();
        let pointer = Expr::new(ExprKind::AddressOf(Box::new(place)), pointer, span);
        let pointer = self.convert(pointer, &ty.pointer(), span)?;
        self.indirection(pointer, span)
    }

    /// Whether nobody defines a function that is declared as `weak`, not even C's library.
    pub(super) fn is_missing(&self, id: FunctionId) -> bool {
        let function = &self.functions[id.0 as usize];
        let is_weak = function.may_be_missing || self.attributes.weak.contains(&function.name);
        is_weak && function.definition.is_none() && !library::has(&function.name)
    }

    /// The number that stands for a function.
    pub(super) fn function_address(&mut self, id: FunctionId, span: Span) -> Result<Expr, Refusal> {
        let is_missing = self.is_missing(id);
        let function = &mut self.functions[id.0 as usize];
        if is_missing {
            let (name, ty) = (function.name.clone(), CType::Function(std::rc::Rc::new(function.ty.clone())));
            let message = format!("`{name}` is `weak` and not defined; its address is taken to be null");
            self.warn_once(&format!("{name}: missing"), span, message);
            return Ok(self.null_of(&ty.pointer(), span));
        }
        if function.definition.is_none() && function.address.is_none() {
            // It is told where the address is taken.
            function.span = span;
        }
        let address = *function.address.get_or_insert_with(|| {
            self.addresses += 1;
            self.addresses
        });
        let ty = CType::Function(std::rc::Rc::new(function.ty.clone())).pointer();
        self.use_function(id);
        Ok(Expr::int(i64::from(address), ty, span))
    }

    /// An array that is a place: one in a struct that a call returns is in a variable that gets the struct first.
    fn kept(&mut self, array: Expr) -> Result<Expr, Refusal> {
        if array.is_place() {
            return Ok(array);
        }
        let (ty, span) = (array.ty.clone(), array.span);
        match array.kind {
            ExprKind::Field(record, path) if !self.at_file_scope() => {
                let whole = record.ty.clone();
                let local = self.add_local("(result)", whole.clone(), span);
                let literal = ExprKind::Literal(local, Box::new(Initial::Value(*record)));
                let place = Box::new(Expr::new(literal, whole, span));
                Ok(Expr::new(ExprKind::Field(place, path), ty, span))
            }
            _ => refusal(span, "an array that is no place"),
        }
    }

    /// An array as a pointer to its first element; everything else as it is, without the qualifiers of its place.
    pub(super) fn decay(&mut self, value: Expr) -> Result<Expr, Refusal> {
        let value = value.qualified(Qualifiers::NONE);
        let CType::Array(element, _) = value.ty.clone() else { return Ok(self.promoted_bits(value)) };
        let value = self.kept(value)?;
        let (ty, span) = (CType::Pointer(element), value.span);
        if let Some(last) = end_of_row(&value) {
            return Ok(Expr::new(ExprKind::AddressOf(Box::new(last)), ty, span));
        }
        if let ExprKind::Deref(pointer) = &value.kind
            && is_behind_variable(pointer)
        {
            return self.convert((**pointer).clone(), &ty, span);
        }
        if let Some(pointer) = self.part_of_fixed(&value, &ty, span) {
            return Ok(pointer);
        }
        Ok(Expr::new(ExprKind::Decay(Box::new(value)), ty, span))
    }

    /// A bit-field that is narrower than an `int` is one.
    fn promoted_bits(&self, value: Expr) -> Expr {
        let int = u64::from(IntKind::Int.bits(self.types.model));
        match self.bit_width_of(&value) {
            Some(width) if width < int && value.ty != CType::INT => self.convert_int(value, IntKind::Int),
            _ => value,
        }
    }

    /// GNU: behind a comma, `sizeof` sees a bit-field as it is.
    fn bits_behind_comma<'e>(&self, expr: &Expression, value: &'e Expr) -> Option<&'e Expr> {
        let Expression::Comma(parts) = expr else { return None };
        let (Expression::Member(_), ExprKind::Comma(_, last)) = (&parts.last()?.node, &value.kind) else {
            return None;
        };
        let ExprKind::Convert(bits) = &last.kind else { return None };
        self.bit_width_of(bits).map(|_| &**bits)
    }

    /// The width of a bit-field.
    pub(super) fn bit_width_of(&self, place: &Expr) -> Option<u64> {
        let ExprKind::Field(record, path) = &place.kind else { return None };
        let mut ty = &record.ty;
        let mut width = None;
        for number in path {
            let CType::Record(id) = ty else { return None };
            let member = self.types.record(*id).members.as_ref()?.get(*number as usize)?;
            (ty, width) = (&member.ty, member.width);
        }
        width
    }

    fn member(&mut self, member: &'a ast::MemberExpression, span: Span) -> Result<Expr, Refusal> {
        let record = match member.operator.node {
            MemberOperator::Direct => self.expr(&member.expression)?,
            MemberOperator::Indirect => {
                let pointer = self.rvalue(&member.expression)?;
                let pointer_span = pointer.span;
                self.indirection(pointer, pointer_span)?
            }
        };
        let name = &member.identifier.node.name;
        let CType::Record(id) = record.ty else {
            let ty = self.types.name(&record.ty);
            return refusal(span, format!("a value of type `{ty}` has no members"));
        };
        self.object_type(&record.ty, span)?;
        let Some((path, ty)) = self.types.qualified_member(id, name) else {
            return refusal(span, format!("`{}` has no member `{name}`", self.types.name(&record.ty)));
        };
        let ty = ty.with(record.qualifiers);
        let member = ExprKind::Field(Box::new(record), path);
        let mut member = Expr::new(member, (*ty).clone(), span).qualified(ty.qualifiers());
        if let (Some(width), CType::Int(kind)) = (self.bit_width_of(&member), &member.ty) {
            member.ty = CType::Int(kind.of_bits(width, self.types.model));
        }
        Ok(member)
    }

    fn compound_literal(&mut self, literal: &'a ast::CompoundLiteral, span: Span) -> Result<Expr, Refusal> {
        if self.at_file_scope() {
            return self.file_literal(literal, span);
        }
        let written = self.qualified_type_name(&literal.type_name)?;
        let mut ty = (*written).clone();
        let (initial, length) = self.initial_list(&ty, values_of(literal), span)?;
        if let (CType::Array(element, Length::Unknown), Some(length)) = (&ty, length) {
            ty = CType::Array(element.clone(), Length::Fixed(length));
        }
        self.object_type(&ty, span)?;
        let local = self.add_local("(literal)", ty.clone(), span);
        let literal = ExprKind::Literal(local, Box::new(initial));
        Ok(Expr::new(literal, ty, span).qualified(written.qualifiers()))
    }

    /// A compound literal outside functions: a variable of the program.
    fn file_literal(&mut self, literal: &'a ast::CompoundLiteral, span: Span) -> Result<Expr, Refusal> {
        let written = self.qualified_type_name(&literal.type_name)?;
        let mut ty = (*written).clone();
        let (initial, length) = self.constant_list(&ty, values_of(literal), span)?;
        if let (CType::Array(element, Length::Unknown), Some(length)) = (&ty, length) {
            ty = CType::Array(element.clone(), Length::Fixed(length));
        }
        self.object_type(&ty, span)?;
        let id = GlobalId(self.globals.len() as u32);
        let name = FILE_LITERAL.to_owned();
        let initial = Some(initial);
        self.globals.push(Global { name, ty: ty.clone(), initial, outside: None, constant: false, span });
        Ok(Expr::new(ExprKind::Global(id), ty, span).qualified(written.qualifiers()))
    }

    pub(super) fn size(&self, bytes: u64, span: Span) -> Expr {
        Expr::int(Int::from(bytes as usize), CType::Int(self.types.size_kind()), span)
    }

    pub(super) fn size_of(&self, ty: &CType, span: Span) -> Result<Expr, Refusal> {
        if let CType::Record(id) = ty
            && let Some((_, reason)) = &self.types.record(*id).refusal
        {
            return unsupported(span, format!("the size of a type that is not supported: {reason}"));
        }
        let bytes = match ty {
            // As GNU has it.
            CType::Void | CType::Function(_) => Some(1),
            ty => self.types.size_of(ty),
        };
        match bytes {
            Some(bytes) => Ok(self.size(bytes, span)),
            None => refusal(span, format!("the size of `{}` is not a constant", self.types.name(ty))),
        }
    }

    /// The size of what is at a place, or of a value. Arrays of variable length have a first element.
    fn size_of_value(&mut self, value: Expr, span: Span) -> Result<Expr, Refusal> {
        let CType::Array(element, Length::Variable) = value.ty.clone() else {
            return self.size_of(&value.ty, span);
        };
        if let Some(rows) = self.rows_of(&value) {
            if does_something(&value) {
                return unsupported(
                    span,
                    "the size of a row of variable length whose operand does something is not supported",
                );
            }
            return self.size_of_rows(&value.ty, &rows, span);
        }
        let ty = CType::Int(self.types.size_kind());
        let length = Expr::new(ExprKind::Length(Box::new(value.clone())), ty.clone(), span);
        let zero = Box::new(Expr::int(Int::ZERO, ty, span));
        let first = Expr::new(ExprKind::Index(Box::new(value), zero), (*element).clone(), span);
        let size = self.size_of_value(first, span)?;
        self.times(length, size, span)
    }

    /// So many elements of a size.
    pub(super) fn times(&mut self, length: Expr, size: Expr, span: Span) -> Result<Expr, Refusal> {
        let ty = size.ty.clone();
        let length = self.convert(length, &ty, span)?;
        let product = ExprKind::Binary(BinaryOp::Mul, Box::new(length), Box::new(size));
        Ok(Expr::new(product, ty, span))
    }

    fn cast(&mut self, cast: &'a ast::CastExpression, span: Span) -> Result<Expr, Refusal> {
        let named = self.named_type(&cast.type_name)?;
        if !named.lengths.is_empty() {
            return self.cast_to_rows(named, &cast.expression, span);
        }
        let ty = self.fixed_type(named, &cast.type_name)?;
        let value = self.rvalue_for(&cast.expression, &ty)?;
        let value = self.convert(value, &ty, span)?;
        Ok(if value.is_place() {
            // A cast is not a place.
            Expr::new(ExprKind::Convert(Box::new(value)), ty, span)
        } else {
            Expr { span, ..value }
        })
    }

    fn conditional(
        &mut self,
        conditional: &'a ast::ConditionalExpression,
        wanted: Option<&CType>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        if is_same(&conditional.then_expression) {
            return self.value_or(conditional, wanted, span);
        }
        let condition = self.scalar(&conditional.condition)?;
        let then = self.expr_for(&conditional.then_expression, wanted)?;
        let otherwise = self.expr_for(&conditional.else_expression, wanted)?;
        let (then, otherwise) = (self.decay(then)?, self.decay(otherwise)?);
        let (then, otherwise) = self.same_type(then, otherwise, span)?;
        Ok(match condition.as_int() {
            Some(value) if value.is_zero() => otherwise,
            Some(_) => then,
            None => {
                let ty = then.ty.clone();
                let kind = ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
                Expr::new(kind, ty, span)
            }
        })
    }

    /// GNU's `a ?: b`, in which `a` is evaluated once.
    fn value_or(
        &mut self,
        conditional: &'a ast::ConditionalExpression,
        wanted: Option<&CType>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let value = self.expr_for(&conditional.condition, wanted)?;
        let value = self.decay(value)?;
        let otherwise = self.expr_for(&conditional.else_expression, wanted)?;
        let otherwise = self.decay(otherwise)?;
        if let (Some(number), CType::Int(_)) = (value.as_int(), &value.ty) {
            let is_zero = number.is_zero();
            let (value, otherwise) = self.same_type(value, otherwise, span)?;
            return Ok(if is_zero { otherwise } else { value });
        }
        if value.ty.int_kind().is_none() && value.ty.target().is_none() {
            return refusal(value.span, "a value of this type cannot be a condition here");
        }
        if self.at_file_scope() {
            return refusal(span, "this must be a constant");
        }
        let local = self.add_local("(?:)", value.ty.clone(), span);
        let kind = StmtKind::Declare { local, length: None, initial: Some(Initial::Value(value)) };
        let (condition, then) = (self.use_local(local, span), self.use_local(local, span));
        let (then, otherwise) = self.same_type(then, otherwise, span)?;
        let ty = then.ty.clone();
        let choice = ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        let choice = Box::new(Expr::new(choice, ty.clone(), span));
        Ok(Expr::new(ExprKind::Statements(vec![Stmt { kind, span }], Some(choice)), ty, span))
    }

    /// Both arms of a conditional expression, converted to one type (C11 6.5.15).
    fn same_type(&mut self, then: Expr, otherwise: Expr, span: Span) -> Result<(Expr, Expr), Refusal> {
        if let (CType::Pointer(left), CType::Pointer(right)) = (&then.ty, &otherwise.ty)
            && let Some(target) = common_target((&then, left), (&otherwise, right))
        {
            let ty = CType::Pointer(target);
            return Ok((self.convert(then, &ty, span)?, self.convert(otherwise, &ty, span)?));
        }
        match (&then.ty, &otherwise.ty) {
            (CType::Int(_), CType::Int(_)) => {
                let (then, otherwise, _) = self.usual(then, otherwise)?;
                Ok((then, otherwise))
            }
            (CType::Float(_), CType::Int(_) | CType::Float(_)) | (CType::Int(_), CType::Float(_)) => {
                let ty = self.common_float(&then.ty, &otherwise.ty).unwrap_or(CType::Void);
                Ok((self.convert(then, &ty, span)?, self.convert(otherwise, &ty, span)?))
            }
            (CType::Void, _) | (_, CType::Void) => {
                let then = self.convert(then, &CType::Void, span)?;
                Ok((then, self.convert(otherwise, &CType::Void, span)?))
            }
            (CType::Pointer(_), other) if !is_null(&then) || other.target().is_none() => {
                let ty = then.ty.clone();
                Ok((then, self.convert(otherwise, &ty, span)?))
            }
            _ => {
                let ty = otherwise.ty.clone();
                Ok((self.convert(then, &ty, span)?, otherwise))
            }
        }
    }

    fn comma(
        &mut self,
        parts: &'a [Node<Expression>],
        wanted: Option<&CType>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let mut result: Option<Expr> = None;
        for (index, part) in parts.iter().enumerate() {
            let is_last = index + 1 == parts.len();
            let value = self.expr_for(part, if is_last { wanted } else { Some(&CType::Void) })?;
            let value = self.decay(value)?;
            result = Some(match result {
                None => value,
                Some(first) => {
                    let ty = value.ty.clone();
                    Expr::new(ExprKind::Comma(Box::new(first), Box::new(value)), ty, span)
                }
            });
        }
        match result {
            Some(result) => Ok(result),
            None => refusal(span, "an empty expression"),
        }
    }

    /// GNU's `({ … })`.
    fn statement_expression(
        &mut self,
        statement: &'a Node<ast::Statement>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let ast::Statement::Compound(items) = &statement.node else {
            return refusal(span, "a statement in an expression");
        };
        if self.at_file_scope() {
            return refusal(span, "a statement outside functions");
        }
        self.scopes.push(Scope::default());
        // The value of the last statement is used; labels may stand before it.
        let mut labels = Vec::new();
        let last = items.last().and_then(|item| match &item.node {
            ast::BlockItem::Statement(statement) => labelled_value(statement, &mut labels),
            _ => None,
        });
        let before = if last.is_some() { &items[..items.len() - 1] } else { items };
        let mut statements = self.items(before);
        for label in labels.into_iter().filter(|_| last.is_some()) {
            let label = self.label(label);
            if !self.current.labels.insert(label.clone()) {
                return refusal(span, format!("two labels are called `{label}`"));
            }
            let nothing = Box::new(Stmt { kind: StmtKind::Block(Vec::new()), span });
            statements.push(Stmt { kind: StmtKind::Label(label, nothing), span });
        }
        let value = last.map(|last| self.rvalue(last)).transpose();
        self.scopes.pop();
        let value = value?.map(Box::new);
        let ty = value.as_ref().map_or(CType::Void, |value| value.ty.clone());
        Ok(Expr::new(ExprKind::Statements(statements, value), ty, span))
    }
}

/// The expression that a statement is behind its labels, which are noted.
fn labelled_value<'s>(
    statement: &'s Node<ast::Statement>,
    labels: &mut Vec<&'s str>,
) -> Option<&'s Node<Expression>> {
    match &statement.node {
        ast::Statement::Expression(Some(expr)) => Some(expr),
        ast::Statement::Labeled(labelled) => match &labelled.node.label.node {
            ast::Label::Identifier(name) => {
                labels.push(&name.node.name);
                labelled_value(&labelled.node.statement, labels)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The values of a compound literal. A name stands for those of one that has none.
pub(super) fn values_of(literal: &ast::CompoundLiteral) -> &[Node<ast::InitializerListItem>] {
    let is_nothing = |value: &Node<ast::InitializerListItem>| {
        matches!(&value.node.initializer.node, ast::Initializer::Expression(value)
            if matches!(&value.node, Expression::Identifier(name) if name.node.name == NOTHING))
    };
    match literal.initializer_list.as_slice() {
        [only] if is_nothing(only) => &[],
        values => values,
    }
}

/// What the value of a conditional expression points to whose arms are pointers (C11 6.5.15 p6); `None` if they have
/// nothing in common.
fn common_target(
    (then, left): (&Expr, &Qualified),
    (otherwise, right): (&Expr, &Qualified),
) -> Option<Qualified> {
    // A null pointer is constant if it is one to `void`; then the other one says what the value is.
    let is_constant = |value: &Expr, target: &Qualified| {
        is_null(value) && **target == CType::Void && target.qualifiers() == Qualifiers::NONE
    };
    if is_constant(otherwise, right) {
        return Some(left.clone());
    }
    if is_constant(then, left) {
        return Some(right.clone());
    }
    let both = left.innermost_qualifiers() | right.innermost_qualifiers();
    let (left, right) = (left.unqualified(), right.unqualified());
    let common = match (&left, &right) {
        (CType::Void, _) | (_, CType::Void) => CType::Void,
        _ if left.is_compatible(&right) => left.composite(&right),
        _ => return None,
    };
    Some(Qualified::new(common, both))
}

/// Whether an expression stands for the middle of `a ?: b`.
fn is_same(expr: &Node<Expression>) -> bool {
    matches!(&expr.node, Expression::Identifier(name) if name.node.name == SAME)
}

/// Whether a pointer is written `&array + 1`. What it points to is not there, but where it begins is the array's end.
fn is_behind_variable(pointer: &Expr) -> bool {
    let ExprKind::Offset { pointer, by, backward: false } = &pointer.kind else { return false };
    let ExprKind::AddressOf(place) = &pointer.kind else { return false };
    matches!(place.kind, ExprKind::Local(..) | ExprKind::Global(_))
        && by.as_int().is_some_and(|by| *by == Int::ONE)
}
