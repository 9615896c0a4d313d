//! Calls of library functions that are written in C, in `library/models.c`.
//!
//! The body of such a function becomes code at the place of the call: GNU's `({ … })`, whose variables are the
//! function's. So what goes wrong inside is reported at the call, and types that the caller knows are known inside.

use super::declarator::function_of;
use super::intrinsic::intrinsic;
use super::scope::{Constant, Scope, Symbol};
use super::variadic::LIST;
use super::{Checker, Refusal, refusal};
use crate::ctype::{CType, FunctionType, IntKind};
use crate::library;
use crate::tree::{Expr, ExprKind, FunctionId, Initial, Intrinsic, LocalId, Rule, Stmt, StmtKind};
use kyklos_base::float::Decimal;
use kyklos_base::{FloatFormat, FloatOp, Int, Span};
use lang_c::ast::{self, DeclaratorKind, DerivedDeclarator, Expression};
use lang_c::span::Node;

/// The model at hand.
#[derive(Clone)]
pub(super) struct Model {
    /// The function.
    pub(super) name: String,
    /// Where its result goes, if it has one.
    pub(super) result: Option<LocalId>,
    /// The label at its end.
    pub(super) end: String,
    /// The parameters that get string literals.
    literals: Vec<String>,
}

/// The name of a type that each call decides.
const TYPE: &str = "T";

/// The name of the type of a function's result, as the program declares it.
const RESULT: &str = "R";

/// The name of the type of streams and directories.
const STREAM: &str = "FILE";

/// A pointer among the arguments of a call, and those whose product is the number of bytes that it leads to.
type Reach = (usize, &'static [usize]);

/// Functions that work on bytes, as `memcpy` does: which pointers they take, and for how many bytes each.
const REACHING: [(&str, &[Reach]); 13] = [
    ("mempcpy", &[(0, &[2]), (1, &[2])]),
    ("memccpy", &[(0, &[3]), (1, &[3])]),
    ("memrchr", &[(0, &[2])]),
    ("memmem", &[(0, &[1]), (2, &[3])]),
    ("bcopy", &[(0, &[2]), (1, &[2])]),
    ("explicit_bzero", &[(0, &[1])]),
    ("__memcpy_chk", &[(0, &[2]), (1, &[2])]),
    ("__memmove_chk", &[(0, &[2]), (1, &[2])]),
    ("__memset_chk", &[(0, &[2])]),
    ("__mempcpy_chk", &[(0, &[2]), (1, &[2])]),
    ("read", &[(1, &[2])]),
    ("pread", &[(1, &[2])]),
    ("fread", &[(0, &[1, 2])]),
];

/// Functions of models that tell of floating point numbers as decimal texts.
const DECIMAL: [(&str, Decimal); 5] = [
    ("__kyklos_digit", Decimal::Digit),
    ("__kyklos_magnitude", Decimal::Magnitude),
    ("__kyklos_threshold", Decimal::Threshold),
    ("__kyklos_length", Decimal::Length),
    ("__kyklos_character", Decimal::Character),
];

impl<'a> Checker<'a> {
    /// What a call of a function that is written in C is, if it is one.
    pub(super) fn model(
        &mut self,
        (name, id): (&str, Option<FunctionId>),
        given: &'a [Node<Expression>],
        span: Span,
    ) -> Result<Option<Expr>, Refusal> {
        let Some(definition) = self.models.get(name).copied() else { return Ok(None) };
        let Some(function) = function_of(&definition.node.declarator) else { return Ok(None) };
        let parameters = parameters_of(&function.node);
        let further = function.node.ellipsis == ast::Ellipsis::Some;
        if given.len() < parameters.len()
            || given.len() > parameters.len() && !further
            || !self.is_declared_like(name, definition, parameters)
        {
            return Ok(None);
        }
        if !self.fits_result(name, definition) {
            return Ok(None);
        }
        let arguments = self.library_arguments((name, id), given)?;
        let mut arguments: Vec<Expr> = arguments.into_iter().map(library::without_conversions).collect();
        // What stands behind the parameters is evaluated, and nobody looks at it.
        let further = arguments.split_off(parameters.len());
        for (index, parameter) in parameters.iter().enumerate().filter(|(_, parameter)| is_of_type(parameter))
        {
            self.with_declared_type(id, index, parameter, &mut arguments[index])?;
        }
        let call = match REACHING.iter().find(|(of, ..)| *of == name.trim_start_matches("__builtin_")) {
            Some((_, pairs)) => self.reaching_call(name, definition, arguments, pairs, span)?,
            None => self.model_call(name, definition, arguments, span)?,
        };
        if further.is_empty() {
            return Ok(Some(call));
        }
        let ty = call.ty.clone();
        let further = Box::new(intrinsic(Intrinsic::Ignore(further, None), CType::Void, span));
        Ok(Some(Expr::new(ExprKind::Comma(further, Box::new(call)), ty, span)))
    }

    /// Gives an argument that shows no type, such as a null pointer, the one that the program declares.
    fn with_declared_type(
        &mut self,
        id: Option<FunctionId>,
        index: usize,
        parameter: &Node<ast::ParameterDeclaration>,
        argument: &mut Expr,
    ) -> Result<(), Refusal> {
        let is_known = |ty: &CType| ty.target().is_some_and(|target| *target != CType::Void);
        let declared = id.and_then(|id| self.functions[id.0 as usize].ty.parameters.get(index).cloned());
        match declared {
            Some(declared) if is_known(&declared) && !is_known(&argument.ty) => {
                let (value, span) = (argument.clone(), self.span(parameter));
                *argument = self.convert(value, &declared, span)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the program declares what a function returns, if its model leaves that to it.
    fn fits_result(&self, name: &str, definition: &Node<ast::FunctionDefinition>) -> bool {
        let names = |specifier: &Node<ast::DeclarationSpecifier>| match &specifier.node {
            ast::DeclarationSpecifier::TypeSpecifier(ty) => is_named(&ty.node, RESULT),
            _ => false,
        };
        !definition.node.specifiers.iter().any(names)
            || self.declared_result(name).is_some_and(|result| result.is_object_pointer())
    }

    /// The type of a function's result, as the program declares it.
    fn declared_result(&self, name: &str) -> Option<CType> {
        match self.symbol(name).or_else(|| self.linked(name)) {
            Some(Symbol::Function(id)) => Some(self.functions[id.0 as usize].ty.result.clone()),
            _ => None,
        }
    }

    /// A call of a function whose pointers may reach over what is around the parts that they point to.
    fn reaching_call(
        &mut self,
        name: &str,
        definition: &'a Node<ast::FunctionDefinition>,
        mut arguments: Vec<Expr>,
        pairs: &[Reach],
        span: Span,
    ) -> Result<Expr, Refusal> {
        let mut code = library::Code::new(self, name, span);
        for (pointer, numbers) in pairs {
            if !arguments[*pointer].ty.is_object_pointer() {
                continue;
            }
            let mut bytes: Option<Expr> = None;
            for number in *numbers {
                let factor = library::as_size(&mut code, arguments[*number].clone())?;
                arguments[*number] = library::used_again(&mut code, &factor);
                bytes = Some(match bytes {
                    Some(bytes) => library::product(&mut code, &bytes, &factor),
                    None => factor,
                });
            }
            let bytes = bytes.unwrap_or_else(|| code.size(0));
            arguments[*pointer] = library::reaching(&mut code, arguments[*pointer].clone(), &bytes)?;
        }
        let call = code.checker.model_call(name, definition, arguments, span)?;
        Ok(code.finish(call))
    }

    /// Whether a call with so many arguments is one of a function that is written in C.
    pub(super) fn has_model(&self, name: &str, arguments: usize) -> bool {
        let Some(definition) = self.models.get(name).copied() else { return false };
        let Some(function) = function_of(&definition.node.declarator) else { return false };
        let parameters = parameters_of(&function.node);
        parameters.len() == arguments && self.is_declared_like(name, definition, parameters)
    }

    /// Whether a program that declares a function means the library's: what it takes and gives is of the same kinds.
    /// Short names (`remove`, `close`) are often those of other functions.
    fn is_declared_like(
        &self,
        name: &str,
        definition: &Node<ast::FunctionDefinition>,
        parameters: &[Node<ast::ParameterDeclaration>],
    ) -> bool {
        let Some(Symbol::Function(id)) = self.symbol(name).or_else(|| self.linked(name)) else { return true };
        let declared = &self.functions[id.0 as usize].ty;
        if !declared.prototyped {
            return true;
        }
        Kind::of_result(definition).fits(&declared.result)
            && declared.parameters.len() == parameters.len()
            && parameters
                .iter()
                .zip(&declared.parameters)
                .all(|(parameter, ty)| Kind::of_parameter(parameter).fits(ty))
    }

    /// A call, with these arguments, of a function that is written in C.
    pub(super) fn model_call(
        &mut self,
        name: &str,
        definition: &'a Node<ast::FunctionDefinition>,
        arguments: Vec<Expr>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let Some(function) = function_of(&definition.node.declarator) else {
            return refusal(span, format!("`{name}` is no function"));
        };
        let parameters = parameters_of(&function.node);
        let element = parameters.iter().position(is_of_type).map(|index| &arguments[index]);
        // Where the type does not show, or another one is meant, there may be a model for bytes.
        let of_bytes = self.models.get(&format!("__kyklos_{name}")).copied();
        let element = match element.map(|argument| argument.ty.target()) {
            Some(Some(CType::Void) | None) => {
                if let Some(of_bytes) = of_bytes {
                    return self.model_call(name, of_bytes, arguments, span);
                }
                return refusal(span, format!("the type of what `{name}` works on is not known"));
            }
            Some(Some(element)) => Some(element.clone()),
            None => None,
        };
        if let (Some(element), Some(index)) = (&element, parameters.iter().position(is_size)) {
            let size = self.types.size_of(element).map(|size| Int::from(size as usize));
            if let (true, Some(of_bytes)) = (arguments[index].as_int() != size.as_ref(), of_bytes) {
                return self.model_call(name, of_bytes, arguments, span);
            }
            if arguments[index].as_int() != size.as_ref() {
                let message =
                    format!("`{name}` of elements of another size than `{}`", self.types.name(element));
                return refusal(span, message);
            }
        }
        let outer = self.scopes.split_off(1);
        let at = self.at.replace(self.at.unwrap_or(span));
        let inside = (self.current.model.take(), self.current.result.take());
        let jumps = (std::mem::take(&mut self.current.switches), std::mem::take(&mut self.current.loops));
        let mut scope = model_scope(element, CType::Int(self.types.size_kind()));
        let stream = arguments.iter().filter_map(|argument| argument.ty.target());
        let stream = stream.clone().find(|target| self.types.is_stream(target)).cloned();
        let result = self.declared_result(name).unwrap_or(CType::Void);
        for (name, ty) in [(STREAM, stream.unwrap_or(CType::Void)), (RESULT, result)] {
            scope.names.insert(name.to_owned(), Symbol::Typedef(ty, Constant::default()));
        }
        self.scopes.push(scope);
        let expr = self.model_body(name, definition, parameters, arguments, span);
        self.scopes.truncate(1);
        self.scopes.extend(outer);
        self.at = at;
        (self.current.model, self.current.result) = inside;
        (self.current.switches, self.current.loops) = jumps;
        expr
    }

    /// Whether a value is that of a string literal.
    fn is_literal(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Decay(place) | ExprKind::Convert(place) => match &place.kind {
                ExprKind::Global(id) => self.globals[id.0 as usize].constant,
                _ => place.ty.is_object_pointer() && self.is_literal(place),
            },
            _ => false,
        }
    }

    fn model_body(
        &mut self,
        name: &str,
        definition: &'a Node<ast::FunctionDefinition>,
        parameters: &'a [Node<ast::ParameterDeclaration>],
        arguments: Vec<Expr>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let base = self.specifiers(&definition.node.specifiers, span)?.ty;
        let CType::Function(ty) = self.declarator(base, &definition.node.declarator)?.ty else {
            return refusal(span, format!("`{name}` is no function"));
        };
        let FunctionType { result, .. } = &*ty;
        let (mut statements, mut literals) = (Vec::new(), Vec::new());
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let (named, _) = self.parameter(parameter)?;
            let value = self.convert(argument, &named.ty, span)?;
            let called = named.name.unwrap_or_default();
            if self.is_literal(&value) {
                literals.push(called.clone());
            }
            let local = self.add_local(format!("({name}) {called}"), named.ty, span);
            self.declare(called, Symbol::Local(local));
            let initial = Some(Initial::Value(value));
            statements.push(Stmt { kind: StmtKind::Declare { local, length: None, initial }, span });
        }
        let ast::Statement::Compound(items) = &definition.node.statement.node else {
            return refusal(span, format!("`{name}` has no body"));
        };
        if let Some((items, value)) = straight(items) {
            self.current.result = Some(result.clone());
            self.current.model =
                Some(Model { name: name.to_owned(), result: None, end: String::new(), literals });
            statements.extend(self.items(items));
            let given = self.rvalue_for(value, result)?;
            // A native run gets such a result from outside, as that of a function without a body.
            if is_input(&given) && items.iter().all(only_checks) {
                self.note_undefined(name, &ty);
            }
            let value = Some(Box::new(self.convert(given, result, span)?));
            return Ok(Expr::new(ExprKind::Statements(statements, value), result.clone(), span));
        }
        let value = (*result != CType::Void)
            .then(|| self.add_local(format!("({name}) result"), result.clone(), span));
        if let Some(local) = value {
            statements.push(Stmt { kind: StmtKind::Declare { local, length: None, initial: None }, span });
        }
        self.model_count += 1;
        let end = format!("({name}) end {}", self.model_count);
        self.current.result = Some(result.clone());
        self.current.model = Some(Model { name: name.to_owned(), result: value, end: end.clone(), literals });
        statements.push(Stmt { kind: StmtKind::Block(self.items(items)), span });
        self.current.labels.insert(end.clone());
        let nothing = Box::new(Stmt { kind: StmtKind::Block(Vec::new()), span });
        statements.push(Stmt { kind: StmtKind::Label(end, nothing), span });
        let value = value.map(|local| Box::new(self.use_local(local, span)));
        Ok(Expr::new(ExprKind::Statements(statements, value), result.clone(), span))
    }

    /// `return` in a model.
    pub(super) fn model_return(
        &mut self,
        model: Model,
        value: Option<&'a Node<Expression>>,
        span: Span,
    ) -> Result<StmtKind, Refusal> {
        let mut statements = Vec::new();
        if let (Some(local), Some(value)) = (model.result, value) {
            let target = self.use_local(local, span);
            let ty = target.ty.clone();
            let value = self.rvalue_for(value, &ty)?;
            let value = self.convert(value, &ty, span)?;
            let assign = Expr::new(ExprKind::Assign(Box::new(target), Box::new(value)), ty, span);
            statements.push(Stmt { kind: StmtKind::Expr(assign), span });
        }
        self.current.gotos.push((model.end.clone(), span));
        statements.push(Stmt { kind: StmtKind::Goto(model.end), span });
        Ok(StmtKind::Block(statements))
    }

    /// A call, in a model, of a function that only models have.
    pub(super) fn model_function(
        &mut self,
        called: &str,
        arguments: &'a [Node<Expression>],
        span: Span,
    ) -> Result<Option<Expr>, Refusal> {
        let Some(Model { name, literals, .. }) = self.current.model.clone() else { return Ok(None) };
        Ok(Some(match (called, arguments) {
            // Literals end.
            ("__kyklos_text", [text]) => match (&text.node, self.models.get(called).copied()) {
                (Expression::Identifier(text), _) if literals.contains(&text.node.name) => {
                    intrinsic(Intrinsic::Ignore(Vec::new(), None), CType::Void, span)
                }
                (_, Some(definition)) => {
                    let text = self.rvalue(text)?;
                    self.model_call(&name, definition, vec![text], span)?
                }
                _ => return Ok(None),
            },
            ("__kyklos_there", [pointer]) => {
                let pointer = library::followed(self.rvalue(pointer)?);
                Expr::new(ExprKind::Convert(Box::new(pointer)), CType::Void, span)
            }
            ("__kyklos_ended", [object]) => {
                let object = self.rvalue(object)?;
                let object = self.indirection(object, span)?;
                self.texts_end(&object)
            }
            ("__kyklos_close", [stream]) => {
                let stream = self.rvalue(stream)?;
                match stream.ty.target().is_some_and(|target| self.types.is_stream(target)) {
                    true => library::close(stream),
                    // The program means another function.
                    false => intrinsic(Intrinsic::Ignore(vec![stream], None), CType::Void, span),
                }
            }
            ("__kyklos_outside", []) => {
                let result = self.current.result.clone().unwrap_or(CType::Void);
                if !result.target().is_some_and(|target| self.types.is_stream(target)) {
                    self.warn_of_undefined(&name, &result, false, Vec::new(), span);
                }
                self.new_pointer(&name, &result, None, span)?
            }
            ("__kyklos_range", [low, high]) => {
                let (low, high) = (self.rvalue(low)?, self.rvalue(high)?);
                let (low, high, _) = self.usual(low, high)?;
                let ty = low.ty.clone();
                intrinsic(Intrinsic::Range(Box::new(low), Box::new(high), name), ty, span)
            }
            ("__kyklos_aside", []) => {
                let number = |number: i64| Box::new(Expr::int(Int::from(number), CType::INT, span));
                let aside = Intrinsic::Range(number(0), number(2), library::choice(&name));
                intrinsic(aside, CType::INT, span)
            }
            // The least that a call reads: nothing, if it may fail.
            ("__kyklos_least", []) => Expr::int(Int::from(self.options.assume_io), CType::INT, span),
            ("__kyklos_forget", [pointer]) => {
                let pointer = self.rvalue(pointer)?;
                let place = Box::new(self.indirection(pointer, span)?);
                if self.types.has_pointers(&place.ty) {
                    return refusal(span, format!("`{name}` would make pointers"));
                }
                intrinsic(Intrinsic::Forget(place, name), CType::Void, span)
            }
            // Floating point numbers as decimal texts.
            (_, operands) if DECIMAL.iter().any(|(name, _)| *name == called) => {
                let part = DECIMAL.iter().find(|(name, _)| *name == called);
                let part = part.map_or(Decimal::Digit, |(_, part)| *part);
                let operands: Result<Vec<Expr>, _> = operands.iter().map(|one| self.rvalue(one)).collect();
                self.float_call(FloatOp::Decimal(part), FloatFormat::Double, operands?, span)?
            }
            ("__kyklos_cut", []) => {
                let why = format!("what `{name}` does here is not known");
                intrinsic(Intrinsic::Cut(why), CType::Void, span)
            }
            ("__kyklos_assume", [condition]) => {
                let condition = Box::new(self.scalar(condition)?);
                intrinsic(Intrinsic::Assume(condition), CType::Void, span)
            }
            ("__kyklos_inside", [pointer, index]) => {
                let (pointer, index) = (self.rvalue(pointer)?, self.rvalue(index)?);
                let index = self.convert(index, &CType::Int(self.types.distance_kind()), span)?;
                let call = library::LibraryCall { name: "inside", arguments: vec![pointer, index] };
                Expr::new(ExprKind::Library(call), CType::INT, span)
            }
            ("__kyklos_ends", [text]) => {
                let arguments = vec![self.rvalue(text)?];
                let call = library::LibraryCall { name: "ends", arguments };
                Expr::new(ExprKind::Library(call), CType::INT, span)
            }
            ("__kyklos_sign", [value]) => {
                let value = self.rvalue(value)?;
                library::like(value, Rule::Sign, &name)
            }
            _ => return Ok(None),
        }))
    }
}

/// The parameters of a function: `(void)` has none.
fn parameters_of(function: &ast::FunctionDeclarator) -> &[Node<ast::ParameterDeclaration>] {
    let is_void = |specifier: &Node<ast::DeclarationSpecifier>| match &specifier.node {
        ast::DeclarationSpecifier::TypeSpecifier(ty) => matches!(ty.node, ast::TypeSpecifier::Void),
        _ => false,
    };
    match function.parameters.as_slice() {
        [only] if only.node.declarator.is_none() && only.node.specifiers.iter().all(is_void) => &[],
        parameters => parameters,
    }
}

/// What kind of value a model takes or gives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Nothing,
    Number,
    /// A pointer to characters.
    Text,
    /// Any other pointer.
    Pointer,
    /// Whatever the call decides.
    Any,
}

impl Kind {
    fn of_result(definition: &Node<ast::FunctionDefinition>) -> Kind {
        let words = definition.node.specifiers.iter().filter_map(|specifier| match &specifier.node {
            ast::DeclarationSpecifier::TypeSpecifier(ty) => Some(&ty.node),
            _ => None,
        });
        Kind::of(words, &definition.node.declarator.node.derived)
    }

    fn of_parameter(parameter: &Node<ast::ParameterDeclaration>) -> Kind {
        let words = parameter.node.specifiers.iter().filter_map(|specifier| match &specifier.node {
            ast::DeclarationSpecifier::TypeSpecifier(ty) => Some(&ty.node),
            _ => None,
        });
        match &parameter.node.declarator {
            // A pointer to a function.
            Some(declarator) if matches!(declarator.node.kind.node, DeclaratorKind::Declarator(_)) => {
                Kind::Pointer
            }
            Some(declarator) => Kind::of(words, &declarator.node.derived),
            None => Kind::of(words, &[]),
        }
    }

    fn of<'t>(
        words: impl Iterator<Item = &'t ast::TypeSpecifier>,
        derived: &[Node<DerivedDeclarator>],
    ) -> Kind {
        let words: Vec<_> = words.collect();
        let pointers =
            derived.iter().filter(|part| matches!(part.node, DerivedDeclarator::Pointer(_))).count();
        let is_type = |word: &&ast::TypeSpecifier| match word {
            ast::TypeSpecifier::TypedefName(name) => {
                matches!(name.node.name.as_str(), TYPE | RESULT | "va_list")
            }
            _ => false,
        };
        match pointers {
            0 if words.iter().any(is_type) => Kind::Any,
            0 if words.iter().any(|word| matches!(word, ast::TypeSpecifier::Void)) => Kind::Nothing,
            0 => Kind::Number,
            1 if words.iter().any(|word| matches!(word, ast::TypeSpecifier::Char)) => Kind::Text,
            _ => Kind::Pointer,
        }
    }

    fn fits(self, ty: &CType) -> bool {
        let is_character = |ty: &CType| match ty {
            CType::Void => true,
            ty => ty.int_kind().is_some_and(|kind| {
                matches!(kind, IntKind::Char | IntKind::SignedChar | IntKind::UnsignedChar)
            }),
        };
        match self {
            Kind::Any => true,
            Kind::Nothing => *ty == CType::Void,
            Kind::Number => matches!(ty, CType::Int(_) | CType::Float(_)),
            Kind::Text => ty.target().is_some_and(is_character),
            Kind::Pointer => ty.target().is_some(),
        }
    }
}

/// The names that models know.
fn model_scope(element: Option<CType>, size: CType) -> Scope {
    let mut scope = Scope::default();
    scope.names.insert("size_t".to_owned(), Symbol::Typedef(size, Constant::default()));
    scope.names.insert("va_list".to_owned(), Symbol::Typedef(LIST, Constant::default()));
    if let Some(element) = element {
        scope.names.insert(TYPE.to_owned(), Symbol::Typedef(element, Constant::default()));
    }
    scope
}

/// The expressions of a body that has no other statements, and what it returns at its end.
fn straight(items: &[Node<ast::BlockItem>]) -> Option<(&[Node<ast::BlockItem>], &Node<Expression>)> {
    let (last, others) = items.split_last()?;
    let is_expression = |item: &Node<ast::BlockItem>| match &item.node {
        ast::BlockItem::Statement(statement) => matches!(statement.node, ast::Statement::Expression(_)),
        _ => false,
    };
    let ast::BlockItem::Statement(last) = &last.node else { return None };
    match &last.node {
        ast::Statement::Return(Some(value)) if others.iter().all(is_expression) => Some((others, value)),
        _ => None,
    }
}

/// Whether a value is an input in a range.
fn is_input(value: &Expr) -> bool {
    matches!(&value.kind, ExprKind::Intrinsic(Intrinsic::Range(..)))
}

/// Whether a statement of a model does nothing but check an argument.
fn only_checks(item: &Node<ast::BlockItem>) -> bool {
    const CHECKS: [&str; 3] = ["__kyklos_there", "__kyklos_text", "__kyklos_bytes"];
    let ast::BlockItem::Statement(statement) = &item.node else { return false };
    let ast::Statement::Expression(Some(value)) = &statement.node else { return false };
    let Expression::Call(call) = &value.node else { return false };
    matches!(&call.node.callee.node, Expression::Identifier(name) if CHECKS.contains(&name.node.name.as_str()))
}

/// Whether a type is the one of this name.
fn is_named(ty: &ast::TypeSpecifier, wanted: &str) -> bool {
    matches!(ty, ast::TypeSpecifier::TypedefName(name) if name.node.name == wanted)
}

/// Whether a parameter is a pointer to the type that a call decides.
fn is_of_type(parameter: &Node<ast::ParameterDeclaration>) -> bool {
    let named = parameter.node.specifiers.iter().any(|specifier| match &specifier.node {
        ast::DeclarationSpecifier::TypeSpecifier(ty) => is_named(&ty.node, TYPE),
        _ => false,
    });
    named
        && parameter.node.declarator.as_ref().is_some_and(|declarator| {
            let mut derived = declarator.node.derived.iter();
            matches!(declarator.node.kind.node, DeclaratorKind::Identifier(_))
                && derived.any(|part| matches!(part.node, DerivedDeclarator::Pointer(_)))
        })
}

/// Whether a parameter is the size of an element.
fn is_size(parameter: &Node<ast::ParameterDeclaration>) -> bool {
    let kind = parameter.node.declarator.as_ref().map(|declarator| &declarator.node.kind.node);
    matches!(kind, Some(DeclaratorKind::Identifier(name)) if name.node.name == "size")
}

/// The functions of a unit, by their names.
pub(super) fn by_name(
    unit: Option<&ast::TranslationUnit>,
) -> std::collections::HashMap<String, &Node<ast::FunctionDefinition>> {
    let declarations = unit.into_iter().flat_map(|unit| &unit.0);
    let functions = declarations.filter_map(|declaration| match &declaration.node {
        ast::ExternalDeclaration::FunctionDefinition(definition) => Some(definition),
        _ => None,
    });
    let named = functions.filter_map(|definition| match &definition.node.declarator.node.kind.node {
        DeclaratorKind::Identifier(name) => Some((name.node.name.clone(), definition)),
        _ => None,
    });
    named.collect()
}
