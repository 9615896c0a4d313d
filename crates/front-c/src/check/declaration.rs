//! Declarations: of the file, and inside functions.

use super::link::{compatible, compatible_functions};
use super::rows::has_rows;
use super::scope::Symbol;
use super::specifier::Specifiers;
use super::{Checker, Function, Refusal, Variable, refusal};
use crate::ctype::{CType, FunctionType, Length, Qualified};
use crate::tree::{self, FunctionId, GlobalId, LocalId, Stmt, StmtKind};
use kyklos_base::{Diagnostic, Span};
use lang_c::ast::{self, DeclaratorKind, ExternalDeclaration, StorageClassSpecifier};
use lang_c::span::Node;

impl<'a> Checker<'a> {
    /// A declaration of the file. What is refused here matters only if it is used.
    pub(super) fn external(&mut self, declaration: &'a Node<ExternalDeclaration>) {
        match &declaration.node {
            ExternalDeclaration::StaticAssert(assertion) => {
                if let Err(refusal) = self.static_assertion(assertion) {
                    self.report(refusal);
                }
            }
            ExternalDeclaration::FunctionDefinition(definition) => {
                if let Err(refusal) = self.definition(definition) {
                    self.refuse_name(&definition.node.declarator, refusal);
                }
            }
            ExternalDeclaration::Declaration(declaration) => {
                let span = self.span(declaration);
                let specifiers = self.specifiers(&declaration.node.specifiers, span);
                if let (Err(refusal), []) = (&specifiers, declaration.node.declarators.as_slice())
                    && !is_enumeration(&declaration.node.specifiers)
                {
                    self.report(refusal.clone());
                }
                for declarator in &declaration.node.declarators {
                    let result = match &specifiers {
                        Ok(specifiers) => self.file_declarator(specifiers, declaration, declarator),
                        Err(refusal) => Err(refusal.clone()),
                    };
                    if let Err(refusal) = result {
                        self.refuse_name(&declarator.node.declarator, refusal);
                    }
                }
            }
        }
    }

    /// `_Static_assert`
    pub(super) fn static_assertion(&mut self, assertion: &'a Node<ast::StaticAssert>) -> Result<(), Refusal> {
        let holds = self.constant(&assertion.node.expression)?;
        match holds.is_zero() {
            true => refusal(self.span(assertion), "the static assertion does not hold"),
            false => Ok(()),
        }
    }

    /// Declares the names of a declaration that is refused, so that it is told only once.
    pub(super) fn refuse_names(&mut self, declaration: &Node<ast::Declaration>, refusal: &Refusal) {
        for declarator in &declaration.node.declarators {
            self.refuse_name(&declarator.node.declarator, refusal.clone());
        }
    }

    fn refuse_name(&mut self, declarator: &Node<ast::Declarator>, refusal: Refusal) {
        let mut declarator = declarator;
        while let DeclaratorKind::Declarator(inner) = &declarator.node.kind.node {
            declarator = inner;
        }
        if let DeclaratorKind::Identifier(name) = &declarator.node.kind.node {
            if self.at_file_scope() {
                self.link_refused(&name.node.name, refusal.clone());
            }
            self.declare(&name.node.name, Symbol::Refused(refusal));
        }
    }

    fn definition(&mut self, definition: &'a Node<ast::FunctionDefinition>) -> Result<(), Refusal> {
        let span = self.span(&definition.node.declarator);
        let specifiers = self.specifiers(&definition.node.specifiers, span)?;
        let Specifiers { ty: base, storage, inline, .. } = specifiers;
        let head = lang_c::span::Span::span(definition.span.start, definition.node.declarator.span.end);
        let base = self.vector_between(base, head, Some(&definition.node.declarator))?;
        let named = self.declarator(base, &definition.node.declarator)?;
        let (Some(name), CType::Function(ty)) = (named.name, named.ty) else {
            return refusal(span, "a body for something that is not a function");
        };
        let mut ty = ty;
        let listed = self.listed_parameters(definition)?;
        if !listed.is_empty() {
            let parameters = listed.iter().map(|(_, ty, _)| (**ty).clone()).collect();
            ty = std::rc::Rc::new(FunctionType { parameters, ..(*ty).clone() });
        }
        let noreturn = self.definition_never_returns(definition);
        let weak = inline || self.is_weak(definition);
        let is_static = storage == Some(StorageClassSpecifier::Static);
        let id = self.function(&name, (*ty).clone(), is_static, span);
        let unit = self.unit;
        let attributes = self.definition_attributes(definition);
        self.note_around(id, &attributes);
        let function = &mut self.functions[id.0 as usize];
        function.noreturn |= noreturn;
        if function.definition.is_some() && !function.weak {
            if !weak {
                let other = function.span;
                self.defined_twice(&name, span, other);
            }
            return Ok(());
        }
        (function.ty, function.span, function.definition) = ((*ty).clone(), span, Some(definition));
        (function.unit, function.weak) = (unit, weak);
        Ok(())
    }

    /// The function of this name; it is declared if it is not yet.
    pub(super) fn function(
        &mut self,
        name: &str,
        ty: FunctionType,
        is_static: bool,
        span: Span,
    ) -> FunctionId {
        let here = self.scopes[0].names.get(name);
        let known = here.or_else(|| self.linked(name).filter(|_| !is_static));
        if let Some(Symbol::Function(id)) = known {
            let (id, of_other) = (*id, here.is_none());
            let function = &mut self.functions[id.0 as usize];
            let other = function.span;
            let fits = !of_other || compatible_functions(&self.types, &function.ty, &ty);
            if function.definition.is_none() && !function.ty.prototyped {
                function.ty = ty;
            }
            self.scopes[0].names.insert(name.to_owned(), Symbol::Function(id));
            if !fits {
                self.conflict(name, span, other);
            }
            return id;
        }
        let id = FunctionId(self.functions.len() as u32);
        let name = name.to_owned();
        self.scopes[0].names.insert(name.clone(), Symbol::Function(id));
        if !is_static {
            self.link(&name, Symbol::Function(id));
        }
        let (definition, body) = (None, None);
        let (label, address, allocates) = (None, None, None);
        let (used, noreturn, weak) = (false, false, false);
        self.functions.push(Function {
            name,
            label,
            ty,
            definition,
            unit: self.unit,
            weak,
            may_be_missing: false,
            body,
            used,
            address,
            noreturn,
            allocates,
            extras: None,
            span,
        });
        id
    }

    fn file_declarator(
        &mut self,
        specifiers: &Specifiers,
        declaration: &'a Node<ast::Declaration>,
        declarator: &'a Node<ast::InitDeclarator>,
    ) -> Result<(), Refusal> {
        let span = self.span(&declarator.node.declarator);
        let storage = specifiers.storage.as_ref();
        let attributes = self.declarator_attributes(declaration, declarator);
        self.refuse_attributes(&attributes, storage == Some(&StorageClassSpecifier::Typedef))?;
        let base = self.declared_vector(specifiers.ty.clone(), &attributes, &declarator.node.declarator)?;
        let named = self.declarator(base, &declarator.node.declarator)?;
        let ty = named.qualified_type();
        let Some(name) = named.name else { return Ok(()) };
        if storage == Some(&StorageClassSpecifier::Typedef) {
            self.declare(name, Symbol::Typedef(ty));
        } else if let CType::Function(ty) = &named.ty {
            let is_static = storage == Some(&StorageClassSpecifier::Static);
            let id = self.function(&name, (**ty).clone(), is_static, span);
            self.functions[id.0 as usize].noreturn |= self.never_returns(declaration, declarator);
            self.functions[id.0 as usize].may_be_missing |= attributes.iter().any(|one| one.name == "weak");
            self.note_around(id, &attributes);
            if let Some(alias) = attributes.iter().find(|attribute| attribute.name == "alias") {
                self.aliases.push((id, alias.argument.trim_matches('"').to_owned(), self.unit, span));
            }
        } else {
            if let Some(alias) = attributes.iter().find(|attribute| attribute.name == "alias") {
                let alias = Symbol::Alias(alias.argument.trim_matches('"').to_owned(), ty);
                self.link(&name, alias.clone());
                self.declare(name, alias);
                return Ok(());
            }
            let initializer = declarator.node.initializer.as_ref();
            // What is kept in a register throughout is given as well.
            let is_given = |class: &StorageClassSpecifier| {
                matches!(class, StorageClassSpecifier::Extern | StorageClassSpecifier::Register)
            };
            let is_extern = storage.is_some_and(is_given) && initializer.is_none();
            let is_static = storage == Some(&StorageClassSpecifier::Static);
            let align = self.own_alignment(&named.ty, &attributes);
            let index = self.file_variable(&name, &ty, initializer, (!is_extern, is_static), span);
            let variable = &mut self.variables[index];
            variable.align = variable.align.max(align);
            variable.may_be_missing |= attributes.iter().any(|one| one.name == "weak");
        }
        Ok(())
    }

    fn file_variable(
        &mut self,
        name: &str,
        declared: &Qualified,
        initializer: Option<&'a Node<ast::Initializer>>,
        (defined, is_static): (bool, bool),
        span: Span,
    ) -> usize {
        let mut ty = (**declared).clone();
        if let (CType::Array(element, Length::Unknown), Some(initializer)) = (&ty, initializer) {
            // Where the initialiser is refused, it is so again when the variable is used.
            if let Ok((_, Some(length))) = self.initial(&ty, initializer) {
                ty = CType::Array(element.clone(), Length::Fixed(length));
            }
        }
        let whole = initializer.and_then(|initializer| self.with_flexible_member(&ty, initializer));
        let index = self.variable(name, &Qualified::new(ty.clone(), declared.qualifiers()), is_static, span);
        let unit = self.unit;
        let variable = &mut self.variables[index];
        variable.whole = variable.whole.take().or(whole);
        if matches!(variable.ty, CType::Array(_, Length::Unknown)) {
            variable.ty = ty;
        }
        let other = variable.span;
        let twice = variable.initializer.is_some() && initializer.is_some();
        // The definition with a first value says where the variable is.
        if defined && variable.initializer.is_none() {
            (variable.defined, variable.span, variable.unit) = (true, span, unit);
        }
        variable.initializer = variable.initializer.or(initializer);
        if twice {
            self.defined_twice(name, span, other);
        }
        index
    }

    /// The number of the variable of this name; it is declared if it is not yet.
    fn variable(&mut self, name: &str, ty: &Qualified, is_static: bool, span: Span) -> usize {
        let here = self.scopes[0].names.get(name);
        if let Some(Symbol::Variable(index)) = here {
            return *index;
        }
        if let (Some(Symbol::Variable(index)), false) = (self.linked(name), is_static) {
            let index = *index;
            let (fits, other) = {
                let variable = &self.variables[index];
                (compatible(&self.types, &variable.ty, ty), variable.span)
            };
            self.scopes[0].names.insert(name.to_owned(), Symbol::Variable(index));
            if !fits {
                self.conflict(name, span, other);
            }
            return index;
        }
        let index = self.variables.len();
        self.scopes[0].names.insert(name.to_owned(), Symbol::Variable(index));
        if !is_static {
            self.link(name, Symbol::Variable(index));
        }
        let (name, unit) = (name.to_owned(), self.unit);
        let (initializer, id, whole) = (None, None, None);
        self.variables.push(Variable {
            name,
            ty: (**ty).clone(),
            qualifiers: ty.qualifiers(),
            initializer,
            defined: false,
            unit,
            id,
            whole,
            align: None,
            may_be_missing: false,
            span,
        });
        index
    }

    /// Types the first value of a variable of the file.
    pub(super) fn global_initial(&mut self, id: GlobalId, variable: usize) {
        let (ty, initializer) = (&self.variables[variable], self.variables[variable].initializer);
        let ty = ty.whole.as_ref().unwrap_or(&ty.ty).clone();
        let span = self.variables[variable].span;
        if self.globals[id.0 as usize].outside.is_some() {
            return;
        }
        self.enter(self.variables[variable].unit);
        let result = self.object_type(&ty, span).and_then(|()| match initializer {
            Some(initializer) => self.constant_initial(&ty, initializer).map(|(initial, _)| Some(initial)),
            None => Ok(None),
        });
        match result {
            Ok(initial) => self.globals[id.0 as usize].initial = initial,
            Err(refusal) => self.report(refusal),
        }
    }

    /// A declaration inside a function.
    pub(super) fn local_declaration(
        &mut self,
        declaration: &'a Node<ast::Declaration>,
        statements: &mut Vec<Stmt>,
    ) -> Result<(), Refusal> {
        let span = self.span(declaration);
        let specifiers = self.specifiers(&declaration.node.specifiers, span)?;
        for declarator in &declaration.node.declarators {
            let span = self.span(&declarator.node.declarator);
            let is_type = specifiers.storage == Some(StorageClassSpecifier::Typedef);
            let attributes = self.declarator_attributes(declaration, declarator);
            self.refuse_attributes(&attributes, is_type)?;
            let base =
                self.declared_vector(specifiers.ty.clone(), &attributes, &declarator.node.declarator)?;
            let lengths = specifiers.lengths.iter().map(|length| self.use_local(*length, span)).collect();
            let mut named = self.declarator_of(base, lengths, &declarator.node.declarator)?;
            let Some(name) = named.name.take() else { continue };
            let ty = named.qualified_type();
            let initializer = declarator.node.initializer.as_ref();
            match (&specifiers.storage, &named.ty) {
                (Some(StorageClassSpecifier::Typedef), _) if !named.lengths.is_empty() => {
                    let lengths = self.inner_lengths(&name, named.lengths.into_iter(), span, statements)?;
                    self.declare(name, Symbol::OpenType(ty, lengths));
                }
                (Some(StorageClassSpecifier::Typedef), _) => self.declare(name, Symbol::Typedef(ty)),
                (_, CType::Function(ty)) => {
                    let id = self.function(&name, (**ty).clone(), false, span);
                    self.functions[id.0 as usize].noreturn |= self.never_returns(declaration, declarator);
                    self.functions[id.0 as usize].may_be_missing |=
                        attributes.iter().any(|one| one.name == "weak");
                    self.declare(name, Symbol::Function(id));
                }
                (Some(StorageClassSpecifier::Extern | StorageClassSpecifier::Static), _)
                    if !named.lengths.is_empty() =>
                {
                    return refusal(
                        span,
                        "the length of an array that is not of its block must be a constant",
                    );
                }
                (Some(StorageClassSpecifier::Extern), _) => self.local_extern(name, &ty, span),
                (Some(StorageClassSpecifier::Static), _) => {
                    let start = declarator.node.declarator.span.start;
                    // What the library keeps, all files share.
                    let place = match self.at {
                        Some(_) => (usize::MAX, start),
                        None => (self.unit, start),
                    };
                    match self.statics.get(&place) {
                        Some(id) => self.declare(name, Symbol::Global(*id)),
                        None => {
                            let align = self.own_alignment(&named.ty, &attributes);
                            let id = self.static_variable(name, named.ty, initializer, span)?;
                            self.note_qualifiers(id, ty.qualifiers());
                            align.into_iter().for_each(|align| self.note_alignment(id, align));
                            self.statics.insert(place, id);
                        }
                    }
                }
                _ => {
                    let whole = span.to(self.span(declarator));
                    let is_pointer = has_rows(&named.ty, named.lengths.len(), span)?;
                    let mut lengths = named.lengths.into_iter();
                    let length = if is_pointer { None } else { lengths.next() };
                    let inner = self.inner_lengths(&name, lengths, whole, statements)?;
                    let align = self.own_alignment(&named.ty, &attributes);
                    let lengths = (length, inner);
                    let statement = self.local_variable(name, &ty, lengths, initializer, span)?;
                    let cleanup = match (&statement, attributes.iter().find(|one| one.name == "cleanup")) {
                        (StmtKind::Declare { local, .. }, Some(cleanup)) => {
                            Some(self.cleanup(*local, &cleanup.argument, span)?)
                        }
                        _ => None,
                    };
                    let aligned = match (&statement, align) {
                        (StmtKind::Declare { local, .. }, Some(align)) => {
                            self.current.aligned.insert(*local, align);
                            let variable = self.use_local(*local, span);
                            Some(self.aligned(variable, align, span))
                        }
                        _ => None,
                    };
                    let pointer = match &statement {
                        StmtKind::Declare { local, initial: Some(_), .. } if is_pointer => Some(*local),
                        _ => None,
                    };
                    statements.push(Stmt { kind: statement, span: whole });
                    if let Some(local) = pointer {
                        let lengths = self.current.locals[local.0 as usize].inner_lengths.clone();
                        let lengths =
                            lengths.into_iter().map(|length| self.use_local(length, span)).collect();
                        self.check_rows(local, lengths, span, statements)?;
                    }
                    statements.extend(aligned);
                    statements.extend(cleanup);
                }
            }
        }
        Ok(())
    }

    /// The call that is made before a variable's life ends.
    fn cleanup(&mut self, local: LocalId, function: &str, span: Span) -> Result<Stmt, Refusal> {
        let Some(Symbol::Function(id)) = self.symbol(function) else {
            return refusal(span, format!("`{function}`, which is to clean up, is no function here"));
        };
        let id = *id;
        let target = self.use_local(local, span);
        let function = &self.functions[id.0 as usize];
        let (ty, is_defined) = (function.ty.clone(), function.definition.is_some());
        let ([parameter], true) = (ty.parameters.as_slice(), is_defined) else {
            let message = format!("`{}`, which is to clean up, is not defined here", function.name);
            return refusal(span, message);
        };
        if matches!(target.ty, CType::Array(_, Length::Variable)) {
            return refusal(span, "an array of variable length that is to be cleaned up");
        }
        let pointer = target.ty.clone().pointer();
        let address = tree::Expr::new(tree::ExprKind::AddressOf(Box::new(target)), pointer, span);
        let address = self.convert(address, parameter, span)?;
        self.use_function(id);
        let call = tree::ExprKind::Call(tree::Callee::Function(id), vec![address]);
        let call = tree::Expr::new(call, ty.result, span);
        Ok(Stmt { kind: StmtKind::Cleanup(local, call), span })
    }

    /// Declares variables for the lengths of the arrays in an array of variable length.
    fn inner_lengths(
        &mut self,
        name: &str,
        lengths: impl Iterator<Item = tree::Expr>,
        span: Span,
        statements: &mut Vec<Stmt>,
    ) -> Result<Vec<LocalId>, Refusal> {
        let mut locals = Vec::new();
        for length in lengths {
            let local = self.add_local(format!("({name}) length"), length.ty.clone(), span);
            let initial = Some(tree::Initial::Value(length));
            statements.push(Stmt { kind: StmtKind::Declare { local, length: None, initial }, span });
            locals.push(local);
        }
        Ok(locals)
    }

    fn local_extern(&mut self, name: String, ty: &Qualified, span: Span) {
        let index = self.variable(&name, ty, false, span);
        self.declare(name, Symbol::Variable(index));
    }

    fn static_variable(
        &mut self,
        name: String,
        mut ty: CType,
        initializer: Option<&'a Node<ast::Initializer>>,
        span: Span,
    ) -> Result<GlobalId, Refusal> {
        let whole = initializer.and_then(|initializer| self.with_flexible_member(&ty, initializer));
        let declared = whole.is_some().then(|| ty.clone());
        ty = whole.unwrap_or(ty);
        let initial = match initializer {
            Some(initializer) => {
                let (initial, length) = self.constant_initial(&ty, initializer)?;
                if let (CType::Array(element, Length::Unknown), Some(length)) = (&ty, length) {
                    ty = CType::Array(element.clone(), Length::Fixed(length));
                }
                Some(initial)
            }
            None => None,
        };
        self.object_type(&ty, span)?;
        let id = GlobalId(self.globals.len() as u32);
        self.flexible.extend(declared.map(|declared| (id, declared)));
        let function = self.current.model.as_ref().map_or(&self.current.name, |model| &model.name);
        let global_name = format!("{function}::{name}");
        self.globals.push(tree::Global {
            name: global_name,
            ty,
            initial,
            outside: None,
            constant: false,
            span,
        });
        self.declare(name, Symbol::Global(id));
        Ok(id)
    }

    fn local_variable(
        &mut self,
        name: String,
        ty: &Qualified,
        (length, inner_lengths): (Option<tree::Expr>, Vec<LocalId>),
        initializer: Option<&'a Node<ast::Initializer>>,
        span: Span,
    ) -> Result<StmtKind, Refusal> {
        self.object_type(ty, span)?;
        if length.is_some() && initializer.is_some() {
            return refusal(span, "arrays of variable length cannot have initialisers");
        }
        // The name can be used in its own initialiser.
        let local = self.add_qualified_local(&name, ty, span);
        self.current.locals[local.0 as usize].inner_lengths = inner_lengths;
        self.declare(name, Symbol::Local(local));
        let initial = match initializer {
            Some(Node { node: ast::Initializer::Expression(value), .. }) if ty.is_object_pointer() => {
                let target = self.use_local(local, span);
                Some(tree::Initial::Value(self.rvalue_into(value, &target, None)?))
            }
            Some(initializer) => {
                let (initial, count) = self.initial(ty, initializer)?;
                if let (CType::Array(element, Length::Unknown), Some(count)) = (&**ty, count) {
                    let ty = CType::Array(element.clone(), Length::Fixed(count));
                    self.current.locals[local.0 as usize].ty = ty;
                }
                Some(initial)
            }
            None if matches!(**ty, CType::Array(_, Length::Unknown)) => {
                return refusal(span, "an array without a length");
            }
            None => None,
        };
        Ok(StmtKind::Declare { local, length, initial })
    }

    /// Warns of what this names, unless that was done already. Tells whether it was the first time.
    pub(super) fn warn_once(&mut self, name: &str, span: Span, message: String) -> bool {
        let first = self.warned.insert(name.to_owned());
        if first {
            self.diagnostics.push(Diagnostic::warning(span, message));
        }
        first
    }
}

/// Whether specifiers name an enumeration. If its definition is refused, so are the names of its constants.
fn is_enumeration(specifiers: &[Node<ast::DeclarationSpecifier>]) -> bool {
    specifiers.iter().any(|specifier| match &specifier.node {
        ast::DeclarationSpecifier::TypeSpecifier(ty) => matches!(ty.node, ast::TypeSpecifier::Enum(_)),
        _ => false,
    })
}
