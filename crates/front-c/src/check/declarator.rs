//! Declarators: names with stars, brackets and parameter lists around them.

use super::scope::{Constant, Symbol};
use super::specifier::{Specifiers, machine_mode};
use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, FunctionType, Length, ReadsOnly};
use crate::tree::{Expr, ExprKind, Stmt};
use kyklos_base::Span;
use lang_c::ast::{self, ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, ParameterDeclaration};
use lang_c::span::Node;
use std::rc::Rc;

/// What a declarator declares.
pub(super) struct Named {
    pub(super) name: Option<String>,
    pub(super) ty: CType,
    /// Of an array of variable length, its length, that of its elements if these are such arrays, and so on. Of a
    /// pointer to one, the same.
    pub(super) lengths: Vec<Expr>,
}

impl<'a> Checker<'a> {
    /// The name and type that a declarator gives, around a base type.
    pub(super) fn declarator(
        &mut self,
        base: CType,
        declarator: &'a Node<Declarator>,
    ) -> Result<Named, Refusal> {
        self.declarator_of(base, Vec::new(), declarator)
    }

    /// As `declarator`, around a type with lengths that are computed.
    pub(super) fn declarator_of(
        &mut self,
        base: CType,
        mut lengths: Vec<Expr>,
        declarator: &'a Node<Declarator>,
    ) -> Result<Named, Refusal> {
        let span = self.span(declarator);
        let base = match machine_mode(&declarator.node.extensions) {
            Some(mode) => self.with_mode(base, mode, span)?,
            None => base,
        };
        let mut ty = base;
        let derived = &declarator.node.derived;
        let is_pointer = |part: &&Node<DerivedDeclarator>| matches!(part.node, DerivedDeclarator::Pointer(_));
        for _ in derived.iter().filter(is_pointer) {
            ty = ty.pointer();
        }
        // `a[2][3]` is an array of 2 arrays of 3: what stands last is applied first.
        for part in derived.iter().rev().filter(|part| !is_pointer(part)) {
            let (derived, length) = self.derive(ty, part)?;
            ty = derived;
            if let (CType::Array(element, Length::Fixed(length)), true) = (&ty, is_open(&ty)) {
                // What is in an array of variable length has no fixed length, either.
                lengths.insert(0, self.size(*length, span));
                ty = CType::Array(element.clone(), Length::Variable);
            }
            length.into_iter().for_each(|length| lengths.insert(0, length));
        }
        match &declarator.node.kind.node {
            DeclaratorKind::Abstract => Ok(Named { name: None, ty, lengths }),
            DeclaratorKind::Identifier(name) => Ok(Named { name: Some(name.node.name.clone()), ty, lengths }),
            DeclaratorKind::Declarator(inner) => self.declarator_of(ty, lengths, inner),
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
            DerivedDeclarator::Block(_) => unsupported(span, "blocks are not supported"),
            DerivedDeclarator::Array(array) => {
                let (length, size) = self.array_length(&array.node.size, span)?;
                Ok((CType::Array(Rc::new(ty), length), size))
            }
            DerivedDeclarator::Function(function) => {
                let function = self.function_type(ty, &function.node)?;
                Ok((CType::Function(Rc::new(function)), None))
            }
            // Where there are names, the definition tells their types.
            DerivedDeclarator::KRFunction(_) => {
                let function = FunctionType::unknown(ty);
                Ok((CType::Function(Rc::new(function)), None))
            }
        }
    }

    fn array_length(&mut self, size: &'a ArraySize, span: Span) -> Result<(Length, Option<Expr>), Refusal> {
        let (ArraySize::VariableExpression(expr) | ArraySize::StaticExpression(expr)) = size else {
            return Ok((Length::Unknown, None));
        };
        if self.current.in_parameters {
            return self.length_in_parameter(expr);
        }
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

    /// The length of an array in a parameter's type. Where it is not constant, each array has its own length, which
    /// is compared with it when the function is called. It may name other parameters, which are not declared where only the type is of interest.
    fn length_in_parameter(
        &mut self,
        expr: &'a Node<ast::Expression>,
    ) -> Result<(Length, Option<Expr>), Refusal> {
        let Ok(size) = self.rvalue(expr) else { return Ok((Length::Variable, None)) };
        let does_something = |part: &Expr| {
            use ExprKind::{Assign, Call, Intrinsic, Library, Statements, Update};
            matches!(
                part.kind,
                Assign(..) | Call(..) | Intrinsic(_) | Library(_) | Statements(..) | Update { .. }
            )
        };
        if size.any(&mut |part| does_something(part)) {
            return refusal(size.span, "the length of a parameter does more than to give a number");
        }
        match size.as_int().map(|value| value.to_i64().and_then(|value| u64::try_from(value).ok())) {
            Some(Some(length)) => Ok((Length::Fixed(length), None)),
            Some(None) => refusal(size.span, "an array cannot have so many elements"),
            None => Ok((Length::Variable, Some(size))),
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
        // As in `int (*)()`.
        let prototyped = !function.parameters.is_empty() || variadic;
        Ok(FunctionType { result, parameters, reads_only, variadic, prototyped })
    }

    /// A parameter's name and type, and what of it is constant; arrays and functions become pointers.
    pub(super) fn parameter(
        &mut self,
        parameter: &'a Node<ParameterDeclaration>,
    ) -> Result<(Named, Constant), Refusal> {
        let outside = std::mem::replace(&mut self.current.in_parameters, true);
        let result = self.parameter_type(parameter);
        self.current.in_parameters = outside;
        result
    }

    fn parameter_type(
        &mut self,
        parameter: &'a Node<ParameterDeclaration>,
    ) -> Result<(Named, Constant), Refusal> {
        let span = self.span(parameter);
        let Specifiers { ty: base, constant, .. } = self.specifiers(&parameter.node.specifiers, span)?;
        let base = self.vector_between(base, parameter.span, parameter.node.declarator.as_ref())?;
        let mut constant = match &parameter.node.declarator {
            Some(declarator) => declared_constant(constant, declarator),
            None => constant,
        };
        let mut named = match &parameter.node.declarator {
            Some(declarator) => self.declarator_of_parameter(base, declarator)?,
            None => Named { name: None, ty: base, lengths: Vec::new() },
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
                if let DerivedDeclarator::Array(array) = &only.node
                    && let ArraySize::VariableExpression(size) | ArraySize::StaticExpression(size) =
                        &array.node.size
                {
                    self.length_in_parameter(size)?;
                }
                let pointers = derived.len() - 1;
                let element = (0..pointers).fold(base, |ty, _| ty.pointer());
                let name = match kind {
                    DeclaratorKind::Identifier(name) => Some(name.node.name.clone()),
                    _ => None,
                };
                Ok(Named { name, ty: CType::Array(Rc::new(element), Length::Unknown), lengths: Vec::new() })
            }
            _ => self.declarator(base, declarator),
        }
    }

    /// Declares the parameters of a function that is defined. What is checked when it is called becomes
    /// statements.
    pub(super) fn parameters(
        &mut self,
        definition: &'a Node<ast::FunctionDefinition>,
    ) -> Result<Vec<Stmt>, Refusal> {
        let mut checks = Vec::new();
        let mut declarator = &definition.node.declarator;
        let mut function = function_of(declarator);
        // `(f)(int a)` has its parameters outside the parentheses, `(*f(int a))(int b)` has them inside.
        while let DeclaratorKind::Declarator(inner) = &declarator.node.kind.node {
            declarator = inner;
            function = function_of(declarator).or(function);
        }
        for (name, ty, span) in self.listed_parameters(definition)? {
            self.object_type(&ty, span)?;
            let local = self.add_local(&name, ty, span);
            self.declare(name, Symbol::Local(local));
        }
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
            self.check_rows(local, named.lengths, span, &mut checks)?;
        }
        Ok(checks)
    }

    /// The parameters of a function whose types stand behind the parentheses: `int f(a, b) char *b; { … }`.
    pub(super) fn listed_parameters(
        &mut self,
        definition: &'a Node<ast::FunctionDefinition>,
    ) -> Result<Vec<(String, CType, Span)>, Refusal> {
        let mut declarator = &definition.node.declarator;
        let mut names = names_of(declarator);
        while let DeclaratorKind::Declarator(inner) = &declarator.node.kind.node {
            declarator = inner;
            names = names_of(declarator).or(names);
        }
        let Some(names) = names else { return Ok(Vec::new()) };
        let mut parameters: Vec<_> =
            names.iter().map(|name| (name.node.name.clone(), CType::INT, self.span(name))).collect();
        for declaration in &definition.node.declarations {
            let span = self.span(declaration);
            let base = self.specifiers(&declaration.node.specifiers, span)?.ty;
            for declarator in &declaration.node.declarators {
                let declarator = &declarator.node.declarator;
                let named = self.declarator_of_parameter(base.clone(), declarator)?;
                let known = parameters.iter_mut().find(|(name, ..)| Some(name) == named.name.as_ref());
                let Some((_, ty, _)) = known else {
                    return refusal(span, "a declaration of what is no parameter");
                };
                *ty = match named.ty {
                    CType::Array(element, _) => CType::Pointer(element),
                    function @ CType::Function(_) => function.pointer(),
                    ty => ty,
                };
            }
        }
        Ok(parameters)
    }

    /// The type that a type name writes.
    pub(super) fn type_name(&mut self, name: &'a Node<ast::TypeName>) -> Result<CType, Refusal> {
        let named = self.named_type(name)?;
        self.fixed_type(named, name)
    }

    /// The type that a type name writes, which must not be of variable length.
    pub(super) fn fixed_type(&self, named: Named, name: &'a Node<ast::TypeName>) -> Result<CType, Refusal> {
        if is_open(&named.ty) {
            return unsupported(self.span(name), "types of variable length are not supported here");
        }
        Ok(named.ty)
    }

    /// The type that a type name writes, and its length if that is computed.
    pub(super) fn named_type(&mut self, name: &'a Node<ast::TypeName>) -> Result<Named, Refusal> {
        let span = self.span(name);
        let base = self.qualifiers(&name.node.specifiers, span)?;
        let base = self.vector_between(base, name.span, name.node.declarator.as_ref())?;
        let lengths = name.node.specifiers.iter().find_map(|specifier| match &specifier.node {
            ast::SpecifierQualifier::TypeSpecifier(ty) => self.named_lengths(&ty.node),
            _ => None,
        });
        let lengths = lengths.unwrap_or_default().into_iter();
        let lengths = lengths.map(|length| self.use_local(length, span)).collect();
        match &name.node.declarator {
            Some(declarator) => self.declarator_of(base, lengths, declarator),
            None => Ok(Named { name: None, ty: base, lengths }),
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

/// The list of parameters that stands directly at this level of a declarator.
pub(super) fn function_of(declarator: &Node<Declarator>) -> Option<&Node<ast::FunctionDeclarator>> {
    declarator.node.derived.iter().find_map(|part| match &part.node {
        DerivedDeclarator::Function(function) => Some(function),
        _ => None,
    })
}

/// The list of names that stands in the place of parameters at this level of a declarator.
fn names_of(declarator: &Node<Declarator>) -> Option<&[Node<ast::Identifier>]> {
    declarator.node.derived.iter().find_map(|part| match &part.node {
        DerivedDeclarator::KRFunction(names) => Some(names.as_slice()),
        _ => None,
    })
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

/// Whether a type is an array of variable length, or one of such.
pub(crate) fn is_open(ty: &CType) -> bool {
    match ty {
        CType::Array(_, Length::Variable) => true,
        CType::Array(element, _) => is_open(element),
        _ => false,
    }
}
