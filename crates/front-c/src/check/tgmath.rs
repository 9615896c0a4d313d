//! The functions of `<tgmath.h>`, which are chosen by the types of their arguments (C11 7.25).

use super::compound::Compound;
use super::scope::Symbol;
use super::{Checker, Refusal, refusal};
use crate::ctype::{CType, FunctionType};
use kyklos_base::Span;
use lang_c::ast::Expression;
use lang_c::span::Node;

/// The name of a function, and what it is called with.
type Chosen<'a> = (&'a str, &'a [Node<Expression>]);

impl<'a> Checker<'a> {
    /// The function that GCC's `__builtin_tgmath` calls, and the arguments: the call begins with all the functions
    /// that there are, one for each type.
    pub(super) fn chosen_by_arguments(
        &mut self,
        call: &'a [Node<Expression>],
        span: Span,
    ) -> Result<Chosen<'a>, Refusal> {
        let functions: Vec<_> = call.iter().map_while(|argument| self.function_named(argument)).collect();
        let arguments = &call[functions.len()..];
        // Where functions differ, arguments choose.
        let differs = |number: usize| {
            let at = |function: &FunctionType| function.parameters.get(number).cloned();
            functions.iter().any(|(_, function)| at(function) != at(&functions[0].1))
        };
        let (mut wanted, mut is_complex, mut position) = (0, false, None);
        for (number, argument) in arguments.iter().enumerate().filter(|(number, _)| differs(*number)) {
            let ty = self.rvalue(argument)?.ty;
            let Some((bytes, complex)) = self.number_class(&ty) else {
                return refusal(span, "a function of `<tgmath.h>` with an argument that is no number");
            };
            (wanted, is_complex) = (bytes.max(wanted), is_complex || complex);
            position.get_or_insert(number);
        }
        let takes = |bytes: u8, complex: bool| {
            let first = |function: &FunctionType| function.parameters.get(position?).cloned();
            let fits = |function: &FunctionType| {
                first(function).and_then(|ty| self.number_class(&ty)) == Some((bytes, complex))
            };
            functions.iter().find(|(_, function)| fits(function)).map(|(name, _)| *name)
        };
        // A function that is there for complex numbers only takes all others as such.
        let found = takes(wanted, is_complex).or_else(|| takes(wanted, true));
        match found {
            Some(name) => Ok((name, arguments)),
            None => refusal(span, "no function of `<tgmath.h>` takes arguments of these types"),
        }
    }

    /// The name and the type of the function that an expression names.
    fn function_named(&self, expr: &'a Node<Expression>) -> Option<(&'a str, FunctionType)> {
        let Expression::Identifier(name) = &expr.node else { return None };
        let name = name.node.name.as_str();
        match self.symbol(name) {
            Some(Symbol::Function(id)) => Some((name, self.functions[id.0 as usize].ty.clone())),
            _ => None,
        }
    }

    /// How many bytes a number, or a part of a complex one, has where these functions are chosen, and whether it is
    /// complex. Integers count as `double`.
    fn number_class(&self, ty: &CType) -> Option<(u8, bool)> {
        match (ty, self.compound(ty)) {
            (CType::Int(_), _) => Some((8, false)),
            (CType::Float(bytes), _) => Some((*bytes, false)),
            (_, Some(Compound::Complex(CType::Float(bytes)))) => Some((*bytes, true)),
            _ => None,
        }
    }
}
