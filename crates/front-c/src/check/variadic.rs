//! Functions that take any number of arguments, and look at them by `va_arg`.
//!
//! Such a function is typed anew for each list of types that the arguments behind its parameters have: these become
//! parameters, too. A `va_list` is the number of the next one. A function that is given such a list is typed anew, too,
//! and gets all arguments of the function that made it. Functions that pointers lead to are typed anew for the arguments of
//! all calls by pointers.

use super::declarator::function_of;
use super::intrinsic::Typed;
use super::scope::Symbol;
use super::{Checker, Function, Refusal, unsupported};
use crate::ctype::{CType, FunctionType};
use crate::library::{self, Code, Fact, Printing, What, Written};
use crate::tree::{Expr, ExprKind, Extended, FunctionId, Intrinsic, LocalId, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::{BinaryOp, ErrorKind};
use lang_c::ast::{self, Expression};
use lang_c::span::Node;
use lang_c::visit::{self, Visit};

/// The type of a `va_list`.
pub(super) const LIST: CType = CType::INT;

/// What a list holds that a call has taken arguments out of.
const USED_UP: i32 = -1;

/// Whether a function of the library takes arguments out of a list.
pub(super) fn reads_list(name: &str) -> bool {
    let prints = |function: Printing| matches!(function.what, What::Formatted(format) if format.listed);
    library::is(name, Fact::Listed) || library::printing(name).is_some_and(prints)
}

/// A call by a pointer of a function that may look at more than its parameters.
#[derive(PartialEq)]
pub(super) struct PointerCall {
    /// How many arguments are written, if it takes no more than its parameters.
    pub(super) written: Option<usize>,
    /// The types of the arguments, and of those that lists among them lead to.
    pub(super) types: Vec<CType>,
}

impl<'a> Checker<'a> {
    /// The function that a call with these arguments means: one of its own, if it looks at those behind its parameters,
    /// or is given a list of them; then they become its arguments, too.
    pub(super) fn extended(&mut self, id: FunctionId, arguments: &mut Vec<Expr>, span: Span) -> FunctionId {
        let function = &self.functions[id.0 as usize];
        let Some(definition) = function.definition else { return id };
        let types: Vec<CType> = if function.ty.variadic {
            if !self.looks_at_arguments(definition) {
                return id;
            }
            arguments.iter().skip(function.ty.parameters.len()).map(|argument| argument.ty.clone()).collect()
        } else {
            let Some(extras) = self.current.extras.clone().filter(|_| takes_list(definition)) else {
                return id;
            };
            for local in self.current.extra_locals.clone() {
                arguments.push(self.use_local(local, span));
            }
            extras
        };
        self.with_parameters(id, types)
    }

    /// A function that is typed anew, with more parameters of these types.
    fn with_parameters(&mut self, id: FunctionId, types: Vec<CType>) -> FunctionId {
        let function = &self.functions[id.0 as usize];
        let known = self.extended.iter().find(|known| known.function == id && known.types == types);
        if let Some(known) = known {
            return known.instance;
        }
        let names: Vec<String> = types.iter().map(|ty| self.types.name(&ty.plain())).collect();
        let instance = FunctionId(self.functions.len() as u32);
        let parameters = [function.ty.parameters.clone(), types.clone()].concat();
        self.functions.push(Function {
            name: function.name.clone(),
            label: (!names.is_empty()).then(|| format!("{} as taking {}", function.name, names.join(", "))),
            ty: FunctionType { parameters, variadic: false, ..function.ty.clone() },
            definition: function.definition,
            unit: function.unit,
            weak: function.weak,
            may_be_missing: false,
            body: None,
            used: false,
            address: None,
            noreturn: function.noreturn,
            allocates: Some(false),
            extras: Some(types.clone()),
            span: function.span,
        });
        self.extended.push(Extended { function: id, types, instance });
        instance
    }

    /// Types the functions anew that calls by pointers may lead to, for the arguments of these calls.
    pub(super) fn extend_for_pointers(&mut self) {
        for index in 0..self.functions.len() {
            let function = &self.functions[index];
            if function.address.is_none() || !self.takes_more(function) {
                continue;
            }
            let parameters = function.ty.parameters.clone();
            let written = (!function.ty.variadic).then_some(parameters.len());
            let fits = |call: &&PointerCall| {
                call.written == written
                    && call.types.len() >= parameters.len()
                    && parameters
                        .iter()
                        .zip(&call.types)
                        .all(|(one, other)| self.types.looks_like(one, other))
            };
            let calls = self.pointer_calls.iter().filter(fits).map(|call| call.types.clone());
            for types in calls.collect::<Vec<_>>() {
                let instance =
                    self.with_parameters(FunctionId(index as u32), types[parameters.len()..].to_vec());
                self.use_function(instance);
            }
        }
    }

    /// Whether a function looks at more than its parameters: at the arguments behind them, or at a list of arguments.
    fn takes_more(&self, function: &Function<'a>) -> bool {
        match function.definition {
            Some(definition) if function.ty.variadic => self.looks_at_arguments(definition),
            Some(definition) => takes_list(definition),
            None => function.ty.variadic || reads_list(&function.name),
        }
    }

    /// The arguments that a call by a pointer has besides those that are written: all that a list of arguments, which
    /// may be among these, leads to.
    pub(super) fn behind_lists(&mut self, ty: &FunctionType, span: Span) -> Vec<Expr> {
        let may_have_list = !ty.variadic && ty.parameters.contains(&LIST) && self.current.extras.is_some();
        let locals = if may_have_list { self.current.extra_locals.clone() } else { Vec::new() };
        locals.into_iter().map(|local| self.use_local(local, span)).collect()
    }

    /// Whether a function looks at the arguments behind its parameters, or hands them on to one that may.
    fn looks_at_arguments(&self, definition: &Node<ast::FunctionDefinition>) -> bool {
        let mut lists = Lists::default();
        lists.visit_function_definition(&definition.node, &definition.span);
        let makes_list = lists.calls.contains(&"__builtin_va_start");
        lists.takes
            || makes_list && lists.calls_pointer
            || lists.calls.iter().any(|name| {
                reads_list(name)
                    || match self.symbol(name).or_else(|| self.linked(name)) {
                        Some(Symbol::Function(id)) => {
                            self.functions[id.0 as usize].definition.is_some_and(takes_list)
                        }
                        // A variable of the program, or of the function: a pointer.
                        Some(_) => makes_list,
                        None => makes_list && lists.declares(name),
                    }
            })
    }

    /// Does something where lists of arguments are of these variables.
    pub(super) fn with_extras<R>(&mut self, locals: &[LocalId], action: impl FnOnce(&mut Self) -> R) -> R {
        let types = locals.iter().map(|local| self.current.locals[local.0 as usize].ty.clone()).collect();
        let types = self.current.extras.replace(types);
        let locals = std::mem::replace(&mut self.current.extra_locals, locals.to_vec());
        let result = action(self);
        (self.current.extras, self.current.extra_locals) = (types, locals);
        result
    }

    /// Declares the arguments behind the parameters.
    pub(super) fn declare_extras(&mut self, span: Span) {
        let Some(types) = self.current.extras.clone() else { return };
        let locals = types.into_iter().enumerate();
        let locals = locals.map(|(index, ty)| self.add_local(format!("(...) {}", index + 1), ty, span));
        self.current.extra_locals = locals.collect();
    }

    /// `va_start`: the next argument is the first. `va_copy`: it is that of another list.
    pub(crate) fn start_list(&mut self, call: &Written<'_, 'a>) -> Typed {
        let ([list, from @ ..], span) = (call.arguments, call.span) else { return Ok(None) };
        let from = from.first().filter(|_| call.name == "__builtin_va_copy");
        let list = self.expr(list)?;
        if !list.is_place() || list.ty != LIST {
            return unsupported(span, "this list of arguments is not supported");
        }
        let value = match from {
            Some(from) => self.rvalue(from)?,
            None => Expr::int(Int::ZERO, LIST, span),
        };
        let value = Expr::new(ExprKind::Assign(Box::new(list), Box::new(value)), LIST, span);
        Ok(Some(Expr::new(ExprKind::Convert(Box::new(value)), CType::Void, span)))
    }

    /// `va_arg`: the next argument, which has to be there and to have that type.
    pub(super) fn next_argument(
        &mut self,
        next: &'a ast::VaArgExpression,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let ty = self.type_name(&next.type_name)?;
        let list = self.expr(&next.va_list)?;
        if self.current.extras.is_none() || !list.is_place() || list.ty != LIST {
            let what = "`va_arg` of a list that comes from elsewhere";
            return Ok(self.cut_value(what, "va_arg", Vec::new(), ty, span));
        }
        self.object_type(&ty, span)?;
        let extras = self.current.extra_locals.clone();
        let result = self.add_local("(va_arg)", ty.clone(), span);
        let fail = |message: &str| fail(message, span);
        let mut rest = fail("`va_arg` looks for more arguments than there are");
        for (index, local) in extras.into_iter().enumerate().rev() {
            let value = self.use_local(local, span);
            let taken = match self.fits(&value.ty, &ty) {
                true => self.convert(value, &ty, span).ok(),
                false => None,
            };
            let then = match taken {
                Some(value) => {
                    let target = self.use_local(result, span);
                    let assign = ExprKind::Assign(Box::new(target), Box::new(value));
                    Stmt { kind: StmtKind::Expr(Expr::new(assign, ty.clone(), span)), span }
                }
                None => fail("`va_arg` looks for an argument of another type than there is"),
            };
            let number = Expr::int(Int::from(index), LIST, span);
            let here = ExprKind::Compare(BinaryOp::Eq, Box::new(list.clone()), Box::new(number));
            let condition = Expr::new(here, CType::INT, span);
            let kind = StmtKind::If { condition, then: Box::new(then), otherwise: Some(Box::new(rest)) };
            rest = Stmt { kind, span };
        }
        let mut code = Code::new(self, "va_arg", span);
        code.add(code.statement(is_there(&list)));
        code.add(code.statement(StmtKind::Declare { local: result, length: None, initial: None }));
        code.add(rest);
        let one = Expr::int(Int::ONE, LIST, span);
        let further = code.binary(BinaryOp::Add, list.clone(), one);
        code.add(code.assign(list, further));
        let value = code.get(result);
        Ok(code.finish(value))
    }

    /// The list of arguments that a call takes arguments out of, by its name. C does not say what such a list holds behind
    /// the call; where addresses have 64 bits, what is behind those that were taken.
    pub(super) fn used_up(
        &mut self,
        name: &str,
        id: Option<FunctionId>,
        given: &'a [Node<Expression>],
    ) -> Result<Option<Expr>, Refusal> {
        // Models measure first and print then, from the same list.
        let is_model = self.current.model.is_some();
        if is_model || self.current.extras.is_none() || self.types.pointer_size() != 8 {
            return Ok(None);
        }
        let definition = id.and_then(|id| self.functions[id.0 as usize].definition);
        let list = match definition {
            Some(definition) => given.iter().zip(parameters_of(definition)).find_map(|(list, parameter)| {
                let is_used_up = is_list_parameter(parameter) && uses_up(definition, parameter);
                is_used_up.then_some(list)
            }),
            None => given.last().filter(|_| reads_list(name)),
        };
        match list {
            Some(list) if matches!(list.node, Expression::Identifier(_)) => {
                let list = self.expr(list)?;
                Ok(Some(list).filter(|list| list.is_place() && list.ty == LIST))
            }
            _ => Ok(None),
        }
    }

    /// A call that takes arguments out of a list, which says so from then on.
    pub(super) fn using_up(&mut self, call: Expr, list: Expr, span: Span) -> Expr {
        let mut code = Code::new(self, "va_list", span);
        let check = code.statement(is_there(&list));
        code.add(check);
        let used_up = code.assign(list, Expr::int(Int::from(USED_UP), LIST, span));
        if call.ty == CType::Void {
            code.add(code.expression(call));
            code.add(used_up);
            let nothing = ExprKind::Intrinsic(Intrinsic::Ignore(Vec::new(), None));
            return code.finish(Expr::new(nothing, CType::Void, span));
        }
        let result = code.declare("result", call);
        code.add(used_up);
        let result = code.get(result);
        code.finish(result)
    }

    /// Whether an argument of one type may be taken for one of another (C11 7.16.1.1).
    pub(super) fn fits(&self, given: &CType, wanted: &CType) -> bool {
        match (given, wanted) {
            (CType::Int(given), CType::Int(wanted)) => {
                given.bits(self.types.model) == wanted.bits(self.types.model)
            }
            (CType::Pointer(_), CType::Pointer(_)) => {
                given.is_function_pointer() == wanted.is_function_pointer()
            }
            _ => given == wanted,
        }
    }
}

/// Leaves runs open in which a list of arguments was used up.
fn is_there(list: &Expr) -> StmtKind {
    let span = list.span;
    let why = "a list of arguments is used again behind a call that took arguments out of it";
    let cut = Expr::new(ExprKind::Intrinsic(Intrinsic::Cut(why.to_owned())), CType::Void, span);
    let used_up = Box::new(Expr::int(Int::from(USED_UP), LIST, span));
    let is_used_up = ExprKind::Compare(BinaryOp::Eq, Box::new(list.clone()), used_up);
    let then = Box::new(Stmt { kind: StmtKind::Expr(cut), span });
    StmtKind::If { condition: Expr::new(is_used_up, CType::INT, span), then, otherwise: None }
}

fn fail(message: &str, span: Span) -> Stmt {
    let kind = ExprKind::Intrinsic(Intrinsic::Fail(ErrorKind::OutOfBounds, message.to_owned()));
    Stmt { kind: StmtKind::Expr(Expr::new(kind, CType::Void, span)), span }
}

/// What the body of a function says of lists of arguments.
#[derive(Default)]
struct Lists<'ast> {
    /// It takes arguments out of one.
    takes: bool,
    /// The functions that it calls.
    calls: Vec<&'ast str>,
    /// It calls what no name stands for.
    calls_pointer: bool,
    /// The names that it declares.
    declared: Vec<&'ast str>,
}

impl Lists<'_> {
    fn declares(&self, name: &str) -> bool {
        self.declared.contains(&name)
    }
}

impl<'ast> Visit<'ast> for Lists<'ast> {
    fn visit_va_arg_expression(
        &mut self,
        expression: &'ast ast::VaArgExpression,
        span: &'ast lang_c::span::Span,
    ) {
        self.takes = true;
        visit::visit_va_arg_expression(self, expression, span);
    }

    fn visit_call_expression(&mut self, call: &'ast ast::CallExpression, span: &'ast lang_c::span::Span) {
        match &call.callee.node {
            Expression::Identifier(name) => self.calls.push(&name.node.name),
            _ => self.calls_pointer = true,
        }
        visit::visit_call_expression(self, call, span);
    }

    fn visit_declarator(&mut self, declarator: &'ast ast::Declarator, span: &'ast lang_c::span::Span) {
        if let ast::DeclaratorKind::Identifier(name) = &declarator.kind.node {
            self.declared.push(&name.node.name);
        }
        visit::visit_declarator(self, declarator, span);
    }
}

fn is_list_name(ty: &ast::TypeSpecifier) -> bool {
    matches!(ty, ast::TypeSpecifier::TypedefName(name)
        if matches!(name.node.name.as_str(), "va_list" | "__gnuc_va_list" | "__builtin_va_list"))
}

/// Whether a type name is that of a list of arguments.
pub(super) fn is_list(name: &Node<ast::TypeName>) -> bool {
    let is_list = |specifier: &Node<ast::SpecifierQualifier>| match &specifier.node {
        ast::SpecifierQualifier::TypeSpecifier(ty) => is_list_name(&ty.node),
        _ => false,
    };
    name.node.declarator.is_none() && name.node.specifiers.iter().any(is_list)
}

/// Whether a function has a parameter that is a list of arguments.
fn takes_list(definition: &Node<ast::FunctionDefinition>) -> bool {
    parameters_of(definition).iter().any(is_list_parameter)
}

fn parameters_of(definition: &Node<ast::FunctionDefinition>) -> &[Node<ast::ParameterDeclaration>] {
    function_of(&definition.node.declarator).map_or(&[][..], |found| &found.node.parameters)
}

fn is_list_parameter(parameter: &Node<ast::ParameterDeclaration>) -> bool {
    parameter.node.specifiers.iter().any(|specifier| {
        matches!(&specifier.node, ast::DeclarationSpecifier::TypeSpecifier(ty) if is_list_name(&ty.node))
    })
}

/// Whether a function takes arguments out of a parameter, or hands it on to one that may.
fn uses_up(definition: &Node<ast::FunctionDefinition>, parameter: &Node<ast::ParameterDeclaration>) -> bool {
    let declarator = parameter.node.declarator.as_ref();
    let Some(ast::DeclaratorKind::Identifier(name)) = declarator.map(|found| &found.node.kind.node) else {
        return false;
    };
    let mut uses = Uses { list: &name.node.name, found: false };
    uses.visit_statement(&definition.node.statement.node, &definition.node.statement.span);
    uses.found
}

/// Looks for what takes arguments out of a list.
struct Uses<'n> {
    list: &'n str,
    found: bool,
}

impl Uses<'_> {
    fn is_it(&self, expression: &Expression) -> bool {
        matches!(expression, Expression::Identifier(name) if name.node.name == self.list)
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_va_arg_expression(
        &mut self,
        expression: &'ast ast::VaArgExpression,
        span: &'ast lang_c::span::Span,
    ) {
        self.found |= self.is_it(&expression.va_list.node);
        visit::visit_va_arg_expression(self, expression, span);
    }

    fn visit_call_expression(&mut self, call: &'ast ast::CallExpression, span: &'ast lang_c::span::Span) {
        let is_harmless = matches!(&call.callee.node, Expression::Identifier(name)
            if matches!(name.node.name.as_str(), "__builtin_va_end" | "__builtin_va_copy" | "__builtin_va_start"));
        self.found |= !is_harmless && call.arguments.iter().any(|argument| self.is_it(&argument.node));
        visit::visit_call_expression(self, call, span);
    }
}
