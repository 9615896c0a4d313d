//! Streams (`FILE *`) and directories (`DIR *`): pointers to objects that nobody looks into. What opens one makes such
//! an object, and what closes it ends the object. Every function of the library that is given one checks that it is
//! there.

use super::scope::Symbol;
use super::{Checker, Refusal, Variable};
use crate::ctype::CType;
use crate::library::{self, Function, Reach};
use crate::tree::{Expr, ExprKind, FunctionId};
use kyklos_base::Span;
use lang_c::ast::Expression;
use lang_c::span::Node;

/// The streams that are open from the start.
const STANDARD: [&str; 3] = ["stdin", "stdout", "stderr"];

/// Whether a variable that no file defines is a stream that is open from the start.
pub(super) fn is_standard(name: &str) -> bool {
    STANDARD.contains(&name)
}

impl<'a> Checker<'a> {
    /// The type of a parameter of a library function, if that is a stream.
    pub(super) fn stream_parameter(&self, name: &str, id: Option<FunctionId>, index: usize) -> Option<CType> {
        let parameter = self.functions[id?.0 as usize].ty.parameters.get(index)?;
        let is_stream = parameter.target().is_some_and(|target| self.types.is_stream(target));
        (is_stream && library::has(name)).then(|| parameter.clone())
    }

    /// An argument of a library function, without any conversion; a stream is checked.
    pub(super) fn library_argument(
        &mut self,
        (name, id): (&str, Option<FunctionId>),
        index: usize,
        argument: &'a Node<Expression>,
    ) -> Result<Expr, Refusal> {
        // What a model hands on was checked.
        let ty = self.stream_parameter(name, id, index).filter(|_| self.current.model.is_none());
        let Some(ty) = ty else {
            let value = self.rvalue(argument)?;
            // The class of a number is that of its own type.
            return if id.is_none() && library::classifies(name) && value.ty.is_float() {
                Ok(value)
            } else {
                self.promoted(value)
            };
        };
        if self.is_always_open(argument) {
            // Nobody asks which one it is.
            return Ok(self.null_of(&ty, self.expr_span(argument)));
        }
        let value = self.rvalue_for(argument, &ty)?;
        let span = value.span;
        let value = self.convert(value, &ty, span)?;
        Ok(library::checked_stream(name, value))
    }

    /// The arguments of a library function, without any conversions.
    pub(crate) fn library_arguments(
        &mut self,
        function: (&str, Option<FunctionId>),
        arguments: &'a [Node<Expression>],
    ) -> Result<Vec<Expr>, Refusal> {
        let arguments = arguments.iter().enumerate();
        arguments.map(|(index, argument)| self.library_argument(function, index, argument)).collect()
    }

    /// Checks the arguments of a library function without a model that are streams, or that it follows.
    pub(super) fn check_followed(&self, name: &str, id: Option<FunctionId>, arguments: &mut Vec<Expr>) {
        let reaches = library::known(name).map_or(&[] as &[Reach], |function| function.reaches);
        let checked = std::mem::take(arguments).into_iter().enumerate().map(|(index, argument)| {
            if self.stream_parameter(name, id, index).is_some() {
                return library::checked_stream(name, argument);
            }
            let leads_somewhere =
                argument.ty.target().is_some_and(|target| self.types.problem(target).is_none());
            match reaches.contains(&Reach::Place(index)) && leads_somewhere {
                true => library::followed(argument),
                false => argument,
            }
        });
        *arguments = checked.collect();
    }

    /// A call of a function of the library that works on a standard stream without being given it: where streams are
    /// closed, that one is checked.
    pub(super) fn on_standard_stream(&mut self, name: &str, call: Expr, span: Span) -> Result<Expr, Refusal> {
        let stream = library::known(name).and_then(Function::stream);
        let Some(stream) = stream.filter(|_| self.closes_streams) else { return Ok(call) };
        let Some(Symbol::Variable(index)) = self.symbol(stream).or_else(|| self.linked(stream)) else {
            return Ok(call);
        };
        let index = *index;
        let Variable { ty, defined, .. } = &self.variables[index];
        if *defined || !ty.target().is_some_and(|target| self.types.is_stream(target)) {
            return Ok(call);
        }
        let id = self.use_variable(index);
        let stream = Expr::new(ExprKind::Global(id), self.globals[id.0 as usize].ty.clone(), span);
        let checked = library::checked_stream(name, stream);
        let checked = Expr::new(ExprKind::Convert(Box::new(checked)), CType::Void, span);
        let ty = call.ty.clone();
        Ok(Expr::new(ExprKind::Comma(Box::new(checked), Box::new(call)), ty, span))
    }

    /// Whether an argument is a stream that is open from the start, and that nothing closes.
    pub(super) fn is_always_open(&self, argument: &Node<Expression>) -> bool {
        let Expression::Identifier(name) = &argument.node else { return false };
        let name = name.node.name.as_str();
        let is_of_program = match self.symbol(name) {
            Some(Symbol::Variable(index)) => self.variables[*index].defined,
            symbol => symbol.is_some(),
        };
        is_standard(name) && !is_of_program && !self.closes_streams
    }
}
