//! Declarators: names with stars, brackets and parameter lists around them.

use super::scope::Symbol;
use super::specifier::{leaves_qualifiers, machine_mode, qualifier};
use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, FunctionType, Length, Qualified, Qualifiers};
use crate::tree::{Expr, ExprKind, Stmt};
use kyklos_base::Span;
use lang_c::ast::{self, ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, ParameterDeclaration};
use lang_c::span::Node;
use std::rc::Rc;

/// What a declarator declares.
pub(super) struct Named {
    pub(super) name: Option<String>,
    pub(super) ty: CType,
    /// The qualifiers of that.
    pub(super) qualifiers: Qualifiers,
    /// Of an array of variable length, its length, that of its elements if these are such arrays, and so on. Of a
    /// pointer to one, the same.
    pub(super) lengths: Vec<Expr>,
}

impl Named {
    fn new(name: Option<String>, ty: &Qualified, lengths: Vec<Expr>) -> Self {
        Self { name, ty: (**ty).clone(), qualifiers: ty.qualifiers(), lengths }
    }

    /// The type with its qualifiers.
    pub(super) fn qualified_type(&self) -> Qualified {
        Qualified::new(self.ty.clone(), self.qualifiers)
    }
}

impl<'a> Checker<'a> {
    /// The name and type that a declarator gives, around a base type.
    pub(super) fn declarator(
        &mut self,
        base: Qualified,
        declarator: &'a Node<Declarator>,
    ) -> Result<Named, Refusal> {
        self.declarator_of(base, Vec::new(), declarator)
    }

    /// As `declarator`, around a type with lengths that are computed.
    pub(super) fn declarator_of(
        &mut self,
        base: Qualified,
        mut lengths: Vec<Expr>,
        declarator: &'a Node<Declarator>,
    ) -> Result<Named, Refusal> {
        let span = self.span(declarator);
        let base = match machine_mode(&declarator.node.extensions) {
            Some(mode) => self.with_mode(&base, mode, span)?,
            None => base,
        };
        let mut ty = base;
        let derived = &declarator.node.derived;
        for part in derived {
            if let DerivedDeclarator::Pointer(words) = &part.node {
                ty = pointer_to(ty, words);
            }
        }
        let is_pointer = |part: &Node<DerivedDeclarator>| matches!(part.node, DerivedDeclarator::Pointer(_));
        // `a[2][3]` is an array of 2 arrays of 3: what stands last is applied first.
        for part in derived.iter().rev().filter(|part| !is_pointer(part)) {
            let (derived, length) = self.derive(ty, part)?;
            ty = derived.into();
            if let (CType::Array(element, Length::Fixed(length)), true) = (&*ty, is_open(&ty)) {
                // What is in an array of variable length has no fixed length, either.
                lengths.insert(0, self.size(*length, span));
                ty = CType::Array(element.clone(), Length::Variable).into();
            }
            length.into_iter().for_each(|length| lengths.insert(0, length));
        }
        match &declarator.node.kind.node {
            DeclaratorKind::Abstract => Ok(Named::new(None, &ty, lengths)),
            DeclaratorKind::Identifier(name) => Ok(Named::new(Some(name.node.name.clone()), &ty, lengths)),
            DeclaratorKind::Declarator(inner) => self.declarator_of(ty, lengths, inner),
        }
    }

    /// The array or function type that a part of a declarator makes of a type.
    fn derive(
        &mut self,
        ty: Qualified,
        part: &'a Node<DerivedDeclarator>,
    ) -> Result<(CType, Option<Expr>), Refusal> {
        let span = self.span(part);
        match &part.node {
            DerivedDeclarator::Pointer(_) => Ok((CType::Pointer(ty), None)),
            DerivedDeclarator::Block(_) => unsupported(span, "blocks are not supported"),
            DerivedDeclarator::Array(array) => {
                let (length, size) = self.array_length(&array.node.size, span)?;
                Ok((CType::Array(ty, length), size))
            }
            DerivedDeclarator::Function(function) => {
                let function = self.function_type((*ty).clone(), &function.node)?;
                Ok((CType::Function(Rc::new(function)), None))
            }
            // Where there are names, the definition tells their types.
            DerivedDeclarator::KRFunction(_) => {
                let function = FunctionType::unknown((*ty).clone());
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
        let mut parameters = Vec::new();
        for parameter in &function.parameters {
            parameters.push(self.parameter(parameter)?.ty);
        }
        if parameters == [CType::Void] {
            parameters.clear();
        }
        let variadic = function.ellipsis == ast::Ellipsis::Some;
        // As in `int (*)()`.
        let prototyped = !function.parameters.is_empty() || variadic;
        Ok(FunctionType { result, parameters, variadic, prototyped })
    }

    /// A parameter's name and type; arrays and functions become pointers.
    pub(super) fn parameter(&mut self, parameter: &'a Node<ParameterDeclaration>) -> Result<Named, Refusal> {
        let outside = std::mem::replace(&mut self.current.in_parameters, true);
        let result = self.parameter_type(parameter);
        self.current.in_parameters = outside;
        result
    }

    fn parameter_type(&mut self, parameter: &'a Node<ParameterDeclaration>) -> Result<Named, Refusal> {
        let span = self.span(parameter);
        let base = self.specifiers(&parameter.node.specifiers, span)?.ty;
        let base = self.vector_between(base, parameter.span, parameter.node.declarator.as_ref())?;
        let mut named = match &parameter.node.declarator {
            Some(declarator) => self.declarator_of_parameter(base, declarator)?,
            None => Named::new(None, &base, Vec::new()),
        };
        named.ty = of_parameter(named.ty);
        Ok(named)
    }

    /// A parameter's outermost length means nothing, so it need not be a constant even in a prototype.
    fn declarator_of_parameter(
        &mut self,
        base: Qualified,
        declarator: &'a Node<Declarator>,
    ) -> Result<Named, Refusal> {
        let derived = &declarator.node.derived;
        let suffixes = derived.iter().filter(|part| !matches!(part.node, DerivedDeclarator::Pointer(_)));
        match (suffixes.collect::<Vec<_>>().as_slice(), &declarator.node.kind.node) {
            (
                [Node { node: DerivedDeclarator::Array(array), .. }],
                kind @ (DeclaratorKind::Abstract | DeclaratorKind::Identifier(_)),
            ) => {
                if let ArraySize::VariableExpression(size) | ArraySize::StaticExpression(size) =
                    &array.node.size
                {
                    self.length_in_parameter(size)?;
                }
                let element = derived.iter().fold(base, |ty, part| match &part.node {
                    DerivedDeclarator::Pointer(words) => pointer_to(ty, words),
                    _ => ty,
                });
                let name = match kind {
                    DeclaratorKind::Identifier(name) => Some(name.node.name.clone()),
                    _ => None,
                };
                let ty = CType::Array(element, Length::Unknown);
                // Those in the brackets are the pointer's.
                let words = array.node.qualifiers.iter();
                let qualifiers = words.fold(Qualifiers::NONE, |all, word| all | qualifier(&word.node));
                Ok(Named { name, ty, qualifiers, lengths: Vec::new() })
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
            let local = self.add_qualified_local(&name, &ty, span);
            self.declare(name, Symbol::Local(local));
        }
        for parameter in function.iter().flat_map(|function| &function.node.parameters) {
            let span = self.span(parameter);
            let named = self.parameter(parameter)?;
            if named.ty == CType::Void && named.name.is_none() {
                continue;
            }
            self.object_type(&named.ty, span)?;
            let ty = named.qualified_type();
            let name = named.name.unwrap_or_default();
            let local = self.add_qualified_local(&name, &ty, span);
            self.declare(name, Symbol::Local(local));
            self.check_rows(local, named.lengths, span, &mut checks)?;
        }
        Ok(checks)
    }

    /// The parameters of a function whose types stand behind the parentheses: `int f(a, b) char *b; { … }`.
    pub(super) fn listed_parameters(
        &mut self,
        definition: &'a Node<ast::FunctionDefinition>,
    ) -> Result<Vec<(String, Qualified, Span)>, Refusal> {
        let mut declarator = &definition.node.declarator;
        let mut names = names_of(declarator);
        while let DeclaratorKind::Declarator(inner) = &declarator.node.kind.node {
            declarator = inner;
            names = names_of(declarator).or(names);
        }
        let Some(names) = names else { return Ok(Vec::new()) };
        let mut parameters: Vec<_> =
            names.iter().map(|name| (name.node.name.clone(), CType::INT.into(), self.span(name))).collect();
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
                *ty = Qualified::new(of_parameter(named.ty), named.qualifiers);
            }
        }
        Ok(parameters)
    }

    /// The type that a type name writes.
    pub(super) fn type_name(&mut self, name: &'a Node<ast::TypeName>) -> Result<CType, Refusal> {
        let named = self.named_type(name)?;
        self.fixed_type(named, name)
    }

    /// The type that a type name writes, with its qualifiers.
    pub(super) fn qualified_type_name(
        &mut self,
        name: &'a Node<ast::TypeName>,
    ) -> Result<Qualified, Refusal> {
        let named = self.named_type(name)?;
        let qualifiers = named.qualifiers;
        Ok(Qualified::new(self.fixed_type(named, name)?, qualifiers))
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
        let base = self.type_of_words(&name.node.specifiers, span)?;
        let base = self.vector_between(base, name.span, name.node.declarator.as_ref())?;
        let lengths = name.node.specifiers.iter().find_map(|specifier| match &specifier.node {
            ast::SpecifierQualifier::TypeSpecifier(ty) => self.named_lengths(&ty.node),
            _ => None,
        });
        let lengths = lengths.unwrap_or_default().into_iter();
        let lengths = lengths.map(|length| self.use_local(length, span)).collect();
        match &name.node.declarator {
            Some(declarator) => self.declarator_of(base, lengths, declarator),
            None => Ok(Named::new(None, &base, lengths)),
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

/// The type of a parameter that is declared with a type.
fn of_parameter(ty: CType) -> CType {
    match ty {
        CType::Array(element, _) => CType::Pointer(element),
        function @ CType::Function(_) => function.pointer(),
        ty => ty,
    }
}

/// The pointer that a star and the words behind it make.
fn pointer_to(target: Qualified, words: &[Node<ast::PointerQualifier>]) -> Qualified {
    let (mut target, mut qualifiers) = (target, Qualifiers::NONE);
    for word in words {
        match &word.node {
            ast::PointerQualifier::TypeQualifier(word) => qualifiers |= qualifier(&word.node),
            ast::PointerQualifier::Extension(extensions) if leaves_qualifiers(extensions) => {
                target = target.unqualified().into();
            }
            ast::PointerQualifier::Extension(_) => {}
        }
    }
    Qualified::new(CType::Pointer(target), qualifiers)
}

/// Whether a type is an array of variable length, or one of such.
pub(crate) fn is_open(ty: &CType) -> bool {
    match ty {
        CType::Array(_, Length::Variable) => true,
        CType::Array(element, _) => is_open(element),
        _ => false,
    }
}
