//! Declarators: names with stars, brackets and parameter lists around them.

use super::scope::{Constant, Symbol};
use super::specifier::{Specifiers, machine_mode};
use super::{Checker, Refusal, refusal};
use crate::ctype::{CType, FunctionType, Length, ReadsOnly};
use crate::tree::Expr;
use kyklos_base::Span;
use lang_c::ast::{self, ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, ParameterDeclaration};
use lang_c::span::Node;
use std::rc::Rc;

/// What a declarator declares.
pub(super) struct Named {
    pub(super) name: Option<String>,
    pub(super) ty: CType,
    /// Of an array of variable length, its length.
    pub(super) length: Option<Expr>,
}

impl<'a> Checker<'a> {
    /// The name and type that a declarator gives, around a base type.
    pub(super) fn declarator(
        &mut self,
        base: CType,
        declarator: &'a Node<Declarator>,
    ) -> Result<Named, Refusal> {
        let span = self.span(declarator);
        let base = match machine_mode(&declarator.node.extensions) {
            Some(mode) => self.with_mode(base, mode, span)?,
            None => base,
        };
        let mut ty = base;
        let mut length = None;
        let derived = &declarator.node.derived;
        let is_pointer = |part: &&Node<DerivedDeclarator>| matches!(part.node, DerivedDeclarator::Pointer(_));
        for _ in derived.iter().filter(is_pointer) {
            ty = ty.pointer();
        }
        // `a[2][3]` is an array of 2 arrays of 3: what stands last is applied first.
        for part in derived.iter().rev().filter(|part| !is_pointer(part)) {
            if length.is_some() {
                return refusal(span, "arrays with inner dimensions of variable length are not supported");
            }
            (ty, length) = self.derive(ty, part)?;
        }
        match &declarator.node.kind.node {
            DeclaratorKind::Abstract => Ok(Named { name: None, ty, length }),
            DeclaratorKind::Identifier(name) => Ok(Named { name: Some(name.node.name.clone()), ty, length }),
            DeclaratorKind::Declarator(inner) => {
                if length.is_some() && !inner.node.derived.is_empty() {
                    return refusal(span, "pointers to arrays of variable length are not supported");
                }
                let named = self.declarator(ty, inner)?;
                Ok(Named { length: named.length.or(length), ..named })
            }
        }
    }

    /// The array or function type that a part of a declarator makes of a type.
    fn derive(
        &mut self,
        ty: CType,
        part: &'a Node<DerivedDeclarator>,
    ) -> Result<(CType, Option<Expr>), Refusal> {
        let span = self.span(part);
        match &part.node {
            DerivedDeclarator::Pointer(_) => Ok((ty.pointer(), None)),
            DerivedDeclarator::Block(_) => refusal(span, "blocks are not supported"),
            DerivedDeclarator::Array(array) => {
                let (length, size) = self.array_length(&array.node.size, span)?;
                Ok((CType::Array(Rc::new(ty), length), size))
            }
            DerivedDeclarator::Function(function) => {
                let function = self.function_type(ty, &function.node)?;
                Ok((CType::Function(Rc::new(function)), None))
            }
            DerivedDeclarator::KRFunction(names) if names.is_empty() => {
                let function = FunctionType::unknown(ty);
                Ok((CType::Function(Rc::new(function)), None))
            }
            DerivedDeclarator::KRFunction(_) => refusal(
                span,
                "functions with the types of parameters behind the parentheses are not supported",
            ),
        }
    }

    fn array_length(&mut self, size: &'a ArraySize, span: Span) -> Result<(Length, Option<Expr>), Refusal> {
        let (ArraySize::VariableExpression(expr) | ArraySize::StaticExpression(expr)) = size else {
            return Ok((Length::Unknown, None));
        };
        let size = self.rvalue(expr)?;
        let Some(value) = size.as_int() else {
            if self.at_file_scope() {
                return refusal(span, "the length of an array outside functions must be a constant");
            }
            if size.ty.int_kind().is_none() {
                return refusal(span, "the length of an array must be an integer");
            }
            return Ok((Length::Variable, Some(size)));
        };
        match value.to_i64().and_then(|value| u64::try_from(value).ok()) {
            Some(length) => Ok((Length::Fixed(length), None)),
            None => refusal(span, format!("an array cannot have {value} elements")),
        }
    }

    fn function_type(
        &mut self,
        result: CType,
        function: &'a ast::FunctionDeclarator,
    ) -> Result<FunctionType, Refusal> {
        let (mut parameters, mut reads_only) = (Vec::new(), ReadsOnly::default());
        for parameter in &function.parameters {
            let (named, constant) = self.parameter(parameter)?;
            parameters.push(named.ty);
            reads_only.0.push(constant.target);
        }
        if parameters == [CType::Void] {
            parameters.clear();
            reads_only.0.clear();
        }
        let variadic = function.ellipsis == ast::Ellipsis::Some;
        Ok(FunctionType { result, parameters, reads_only, variadic, prototyped: true })
    }

    /// A parameter's name and type, and what of it is constant; arrays and functions become pointers.
    fn parameter(&mut self, parameter: &'a Node<ParameterDeclaration>) -> Result<(Named, Constant), Refusal> {
        let span = self.span(parameter);
        let Specifiers { ty: base, constant, .. } = self.specifiers(&parameter.node.specifiers, span)?;
        let mut constant = match &parameter.node.declarator {
            Some(declarator) => declared_constant(constant, declarator),
            None => constant,
        };
        let mut named = match &parameter.node.declarator {
            Some(declarator) => self.declarator_of_parameter(base, declarator)?,
            None => Named { name: None, ty: base, length: None },
        };
        named.ty = match named.ty {
            CType::Array(element, _) => {
                constant = Constant { value: false, target: constant.value };
                CType::Pointer(element)
            }
            function @ CType::Function(_) => function.pointer(),
            ty => ty,
        };
        Ok((named, constant))
    }

    /// A parameter's outermost length means nothing, so it need not be a constant even in a prototype.
    fn declarator_of_parameter(
        &mut self,
        base: CType,
        declarator: &'a Node<Declarator>,
    ) -> Result<Named, Refusal> {
        let derived = &declarator.node.derived;
        let suffixes = derived.iter().filter(|part| !matches!(part.node, DerivedDeclarator::Pointer(_)));
        match (suffixes.collect::<Vec<_>>().as_slice(), &declarator.node.kind.node) {
            ([only], kind @ (DeclaratorKind::Abstract | DeclaratorKind::Identifier(_)))
                if matches!(only.node, DerivedDeclarator::Array(_)) =>
            {
                let pointers = derived.len() - 1;
                let element = (0..pointers).fold(base, |ty, _| ty.pointer());
                let name = match kind {
                    DeclaratorKind::Identifier(name) => Some(name.node.name.clone()),
                    _ => None,
                };
                Ok(Named { name, ty: CType::Array(Rc::new(element), Length::Unknown), length: None })
            }
            _ => self.declarator(base, declarator),
        }
    }

    /// Declares the parameters of a function that is defined.
    pub(super) fn parameters(
        &mut self,
        definition: &'a Node<ast::FunctionDefinition>,
    ) -> Result<(), Refusal> {
        let mut declarator = &definition.node.declarator;
        while let DeclaratorKind::Declarator(inner) = &declarator.node.kind.node {
            declarator = inner;
        }
        let function = declarator.node.derived.iter().find_map(|part| match &part.node {
            DerivedDeclarator::Function(function) => Some(function),
            _ => None,
        });
        for parameter in function.iter().flat_map(|function| &function.node.parameters) {
            let span = self.span(parameter);
            let (named, _) = self.parameter(parameter)?;
            if named.ty == CType::Void && named.name.is_none() {
                continue;
            }
            self.object_type(&named.ty, span)?;
            let name = named.name.unwrap_or_default();
            let local = self.add_local(&name, named.ty, span);
            self.declare(name, Symbol::Local(local));
        }
        Ok(())
    }

    /// The type that a type name writes.
    pub(super) fn type_name(&mut self, name: &'a Node<ast::TypeName>) -> Result<CType, Refusal> {
        let named = self.named_type(name)?;
        if named.length.is_some() {
            return refusal(self.span(name), "types of variable length are not supported here");
        }
        Ok(named.ty)
    }

    /// The type that a type name writes, and its length if that is computed.
    pub(super) fn named_type(&mut self, name: &'a Node<ast::TypeName>) -> Result<Named, Refusal> {
        let span = self.span(name);
        let base = self.qualifiers(&name.node.specifiers, span)?;
        match &name.node.declarator {
            Some(declarator) => self.declarator(base, declarator),
            None => Ok(Named { name: None, ty: base, length: None }),
        }
    }

    /// Refuses types of which there can be no objects.
    pub(crate) fn object_type(&self, ty: &CType, span: Span) -> Result<(), Refusal> {
        let Some((reason, place)) = self.types.problem(ty) else { return Ok(()) };
        let mut diagnostic = kyklos_base::Diagnostic::error(span, reason);
        if let Some(place) = place {
            diagnostic = diagnostic.with_related(place, "the type is declared here");
        }
        Err(Box::new(diagnostic))
    }
}

/// What of a declared type is constant, around a base type of which this is.
pub(super) fn declared_constant(base: Constant, declarator: &Node<Declarator>) -> Constant {
    let mut constant = base;
    let is_const = |qualifier: &Node<ast::PointerQualifier>| match &qualifier.node {
        ast::PointerQualifier::TypeQualifier(qualifier) => qualifier.node == ast::TypeQualifier::Const,
        ast::PointerQualifier::Extension(_) => false,
    };
    for part in &declarator.node.derived {
        if let DerivedDeclarator::Pointer(qualifiers) = &part.node {
            constant = Constant { value: qualifiers.iter().any(is_const), target: constant.value };
        }
    }
    let is_array = |part: &Node<DerivedDeclarator>| matches!(part.node, DerivedDeclarator::Array(_));
    let is_pointer = |part: &Node<DerivedDeclarator>| matches!(part.node, DerivedDeclarator::Pointer(_));
    // An array is as constant as its elements; functions are none of this.
    if declarator.node.derived.iter().any(|part| !is_array(part) && !is_pointer(part)) {
        constant = Constant::default();
    }
    match &declarator.node.kind.node {
        DeclaratorKind::Declarator(inner) => declared_constant(constant, inner),
        DeclaratorKind::Abstract | DeclaratorKind::Identifier(_) => constant,
    }
}
