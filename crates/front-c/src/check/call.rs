//! Calls.

use super::scope::Symbol;
use super::untyped::Called;
use super::{Checker, Refusal, refusal};
use crate::ctype::{CType, FunctionType};
use crate::library;
use crate::tree::{Callee, Expr, ExprKind, FunctionId, Intrinsic};
use kyklos_base::Span;
use lang_c::ast::{CallExpression, Expression};
use lang_c::span::Node;

/// How the names of functions begin that compilers know themselves. Nobody else may define such.
const COMPILERS: [&str; 4] = ["__builtin_", "__sync_", "__atomic_", "__c11_atomic_"];

impl<'a> Checker<'a> {
    pub(super) fn call(
        &mut self,
        call: &'a CallExpression,
        wanted: Option<&CType>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        if let Expression::Identifier(name) = &call.callee.node {
            let name = &name.node.name;
            let id = match self.symbol(name) {
                Some(Symbol::Function(id)) => Some(*id),
                Some(Symbol::Refused(refusal)) => {
                    let refusal = refusal.clone();
                    return self.intrinsic(name, None, &call.arguments, span)?.ok_or(refusal);
                }
                Some(_) => return self.call_pointer(call, span),
                None => None,
            };
            return self.call_named(name, id, call, wanted, span);
        }
        self.call_pointer(call, span)
    }

    fn call_named(
        &mut self,
        name: &str,
        id: Option<FunctionId>,
        call: &'a CallExpression,
        wanted: Option<&CType>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        if let Some(expr) = self.intrinsic(name, id, &call.arguments, span)? {
            return Ok(expr);
        }
        let defined = id.filter(|id| self.functions[id.0 as usize].definition.is_some());
        if let Some(id) = defined {
            let (id, known) = match self.called(id, wanted) {
                Called::Function(id) => (id, true),
                Called::Later => (id, false),
            };
            let ty = self.functions[id.0 as usize].ty.clone();
            self.returns_value(&ty.result, span)?;
            let arguments = self.arguments(&ty, name, &call.arguments, true, span)?;
            if known {
                self.use_function(id);
            }
            return Ok(Expr::new(ExprKind::Call(Callee::Function(id), arguments), ty.result, span));
        }
        let arguments = self.plain_arguments(&call.arguments)?;
        match library::check(self, library::Call { name, arguments, wanted, span })? {
            Ok(expr) => Ok(expr),
            Err(_) => self.undefined(name, id, call, span),
        }
    }

    /// A function that is not defined: it changes nothing, and its result is arbitrary.
    fn undefined(
        &mut self,
        name: &str,
        id: Option<FunctionId>,
        call: &'a CallExpression,
        span: Span,
    ) -> Result<Expr, Refusal> {
        if COMPILERS.iter().any(|prefix| name.starts_with(prefix)) {
            return refusal(span, format!("the compiler's own function `{name}` is not supported"));
        }
        let ty = match id {
            Some(id) => self.functions[id.0 as usize].ty.clone(),
            None => FunctionType {
                result: CType::INT,
                parameters: Vec::new(),
                variadic: false,
                prototyped: false,
            },
        };
        self.returns_value(&ty.result, span)?;
        if self.types.has_pointers(&ty.result) {
            return refusal(
                span,
                format!("`{name}` is not defined in this file, and its result is a pointer"),
            );
        }
        let arguments = self.arguments(&ty, name, &call.arguments, false, span)?;
        let message = match ty.result {
            CType::Void => format!("`{name}` is not defined in this file; it is taken to do nothing"),
            _ => format!(
                "`{name}` is not defined in this file; its result is arbitrary, and it is taken to change nothing"
            ),
        };
        self.warn_once(name, span, message);
        self.note_undefined(name, &ty.result);
        let input = (ty.result != CType::Void).then(|| name.to_owned());
        let kind = ExprKind::Intrinsic(Intrinsic::Ignore(arguments, input));
        Ok(Expr::new(kind, ty.result, span))
    }

    /// Notes that a function is called that is defined elsewhere, and whose results are inputs.
    pub(crate) fn note_undefined(&mut self, name: &str, result: &CType) {
        if self.undefined.iter().all(|(known, _)| known != name) {
            self.undefined.push((name.to_owned(), result.clone()));
        }
    }

    fn call_pointer(&mut self, call: &'a CallExpression, span: Span) -> Result<Expr, Refusal> {
        let callee = self.rvalue(&call.callee)?;
        let Some(CType::Function(ty)) = callee.ty.target().cloned() else {
            return refusal(span, format!("a value of type `{}` is called", self.types.name(&callee.ty)));
        };
        self.returns_value(&ty.result, span)?;
        let arguments = self.arguments(&ty, "the function", &call.arguments, false, span)?;
        let kind = ExprKind::Call(Callee::Pointer(Box::new(callee)), arguments);
        Ok(Expr::new(kind, ty.result.clone(), span))
    }

    fn returns_value(&self, ty: &CType, span: Span) -> Result<(), Refusal> {
        if *ty == CType::Void { Ok(()) } else { self.object_type(ty, span) }
    }

    /// Arguments, converted to the parameters' types. Further ones are promoted.
    fn arguments(
        &mut self,
        ty: &FunctionType,
        name: &str,
        arguments: &'a [Node<Expression>],
        defined: bool,
        span: Span,
    ) -> Result<Vec<Expr>, Refusal> {
        // A definition knows its parameters even without a prototype.
        let known = ty.prototyped || defined;
        let expected = ty.parameters.len();
        if known
            && (arguments.len() < expected || arguments.len() > expected && !ty.variadic && ty.prototyped)
        {
            let message = format!("`{name}` takes {expected} arguments, not {}", arguments.len());
            return refusal(span, message);
        }
        let mut values = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let value = match ty.parameters.get(index) {
                Some(parameter) => {
                    let value = self.rvalue_for(argument, parameter)?;
                    let span = value.span;
                    self.convert(value, parameter, span)?
                }
                None => self.plain_argument(argument)?,
            };
            values.push(value);
        }
        Ok(values)
    }

    fn plain_arguments(&mut self, arguments: &'a [Node<Expression>]) -> Result<Vec<Expr>, Refusal> {
        arguments.iter().map(|argument| self.plain_argument(argument)).collect()
    }

    /// An argument without a parameter that would say its type.
    pub(super) fn plain_argument(&mut self, argument: &'a Node<Expression>) -> Result<Expr, Refusal> {
        let value = self.rvalue(argument)?;
        match value.ty {
            CType::Int(_) => self.promote(value),
            CType::Void => refusal(value.span, "there are no values of type `void`"),
            _ => Ok(value),
        }
    }
}
