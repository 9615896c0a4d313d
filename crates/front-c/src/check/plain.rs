//! Names that are declared without `const` and `volatile`, wherever they are declared.
//!
//! Types here are without qualifiers. Where one would matter, it is enough that none is written with the name.

use super::Checker;
use super::scope::Symbol;
use crate::ctype::CType;
use lang_c::ast::{
    self, DeclarationSpecifier, Declarator, DerivedDeclarator, SpecifierQualifier, TypeQualifier,
    TypeSpecifier,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};

/// The names that are being looked at: one may be declared by itself, as in `side side;`.
pub(super) struct Within<'w> {
    name: &'w str,
    outer: Option<&'w Within<'w>>,
}

impl<'w> Within<'w> {
    /// A name inside others, unless it is one of them.
    pub(super) fn new(name: &'w str, outer: Option<&'w Within<'w>>) -> Option<Self> {
        let mut around = outer;
        while let Some(one) = around {
            if one.name == name {
                return None;
            }
            around = one.outer;
        }
        Some(Self { name, outer })
    }
}

impl Checker<'_> {
    /// The words that the file declares a variable, function or type of this name with, each time.
    pub(super) fn declarations_of<'s>(&'s self, name: &'s str) -> Vec<&'s [Node<DeclarationSpecifier>]> {
        let mut found = Declarations { name, specifiers: Vec::new(), declarators: Vec::new() };
        found.visit_translation_unit(&self.units[self.unit].unit);
        found.specifiers
    }

    /// The same with what is declared.
    pub(super) fn declarators_of<'s>(
        &'s self,
        name: &'s str,
    ) -> Vec<(&'s [Node<DeclarationSpecifier>], &'s Declarator)> {
        let mut found = Declarations { name, specifiers: Vec::new(), declarators: Vec::new() };
        found.visit_translation_unit(&self.units[self.unit].unit);
        found.specifiers.into_iter().zip(found.declarators).collect()
    }

    /// The words that the file declares members of this name with, each time.
    pub(super) fn members_of<'s>(&'s self, name: &'s str) -> Vec<&'s [Node<SpecifierQualifier>]> {
        let mut found = Members { name, specifiers: Vec::new() };
        found.visit_translation_unit(&self.units[self.unit].unit);
        found.specifiers
    }

    /// Whether all declarations of a variable or function with this name in the file write no qualifier, and there is one.
    pub(super) fn is_declared_plain(&self, name: &str) -> bool {
        self.is_plain_within(name, None)
    }

    fn is_plain_within(&self, name: &str, outer: Option<&Within<'_>>) -> bool {
        // What is declared by itself adds nothing.
        let Some(within) = Within::new(name, outer) else { return true };
        let mut found = Declarations { name, specifiers: Vec::new(), declarators: Vec::new() };
        found.visit_translation_unit(&self.units[self.unit].unit);
        !found.declarators.is_empty()
            && found.specifiers.iter().all(|specifiers| self.are_plain(specifiers, Some(&within)))
            && found.declarators.into_iter().all(is_plain)
    }

    /// Whether a name stands for a type without qualifiers that is no pointer, nor an array of such.
    pub(super) fn is_plain_type(&self, name: &str) -> bool {
        self.is_plain_type_within(name, None)
    }

    fn is_plain_type_within(&self, name: &str, within: Option<&Within<'_>>) -> bool {
        let is_type = || matches!(self.symbol(name), Some(Symbol::Typedef(ty, _)) if is_flat(ty));
        Within::new(name, within).is_none() || is_type() && self.is_plain_within(name, within)
    }

    /// Whether a parameter writes no qualifier.
    pub(super) fn is_plain_parameter(&self, parameter: &ast::ParameterDeclaration) -> bool {
        self.are_plain(&parameter.specifiers, None)
            && parameter.declarator.as_ref().is_none_or(|declarator| is_plain(&declarator.node))
    }

    fn are_plain(&self, specifiers: &[Node<DeclarationSpecifier>], within: Option<&Within<'_>>) -> bool {
        specifiers.iter().all(|specifier| match &specifier.node {
            DeclarationSpecifier::TypeQualifier(qualifier) => !is_kept(&qualifier.node),
            DeclarationSpecifier::TypeSpecifier(specifier) => match &specifier.node {
                TypeSpecifier::TypedefName(name) => self.is_plain_type_within(&name.node.name, within),
                TypeSpecifier::TypeOf(of) => matches!(
                    &of.node,
                    ast::TypeOf::Expression(value) if matches!(
                        &value.node,
                        ast::Expression::Identifier(name) if self.is_plain_type_within(&name.node.name, within)
                    )
                ),
                _ => true,
            },
            _ => true,
        })
    }
}

/// Whether a type points nowhere. An array is as its elements are.
fn is_flat(ty: &CType) -> bool {
    match ty {
        CType::Array(element, _) => is_flat(element),
        ty => matches!(ty, CType::Int(_) | CType::Float(_) | CType::Record(_)),
    }
}

/// What counts for the choice of a type.
fn is_kept(qualifier: &TypeQualifier) -> bool {
    matches!(
        qualifier,
        TypeQualifier::Const | TypeQualifier::Volatile | TypeQualifier::Restrict | TypeQualifier::Atomic
    )
}

fn is_plain(declarator: &Declarator) -> bool {
    let inner = match &declarator.kind.node {
        ast::DeclaratorKind::Declarator(inner) => is_plain(&inner.node),
        _ => true,
    };
    inner
        && declarator.derived.iter().all(|derived| match &derived.node {
            DerivedDeclarator::Pointer(qualifiers) => qualifiers.iter().all(
                |qualifier| !matches!(&qualifier.node, ast::PointerQualifier::TypeQualifier(it) if is_kept(&it.node)),
            ),
            _ => true,
        })
}

/// The declarations of a name.
struct Declarations<'a> {
    name: &'a str,
    specifiers: Vec<&'a [Node<DeclarationSpecifier>]>,
    declarators: Vec<&'a Declarator>,
}

impl<'a> Declarations<'a> {
    fn look(&mut self, specifiers: &'a [Node<DeclarationSpecifier>], declarator: &'a Declarator) {
        if name_of(declarator) == Some(self.name) {
            self.specifiers.push(specifiers);
            self.declarators.push(declarator);
        }
    }
}

fn name_of(declarator: &Declarator) -> Option<&str> {
    match &declarator.kind.node {
        ast::DeclaratorKind::Identifier(name) => Some(&name.node.name),
        ast::DeclaratorKind::Declarator(inner) => name_of(&inner.node),
        ast::DeclaratorKind::Abstract => None,
    }
}

impl<'a> Visit<'a> for Declarations<'a> {
    fn visit_declaration(&mut self, declaration: &'a ast::Declaration, span: &'a Span) {
        for declared in &declaration.declarators {
            self.look(&declaration.specifiers, &declared.node.declarator.node);
        }
        visit::visit_declaration(self, declaration, span);
    }

    fn visit_parameter_declaration(&mut self, parameter: &'a ast::ParameterDeclaration, span: &'a Span) {
        if let Some(declarator) = &parameter.declarator {
            self.look(&parameter.specifiers, &declarator.node);
        }
        visit::visit_parameter_declaration(self, parameter, span);
    }

    fn visit_function_definition(&mut self, function: &'a ast::FunctionDefinition, span: &'a Span) {
        self.look(&function.specifiers, &function.declarator.node);
        visit::visit_function_definition(self, function, span);
    }
}

/// The declarations of members of a name.
struct Members<'a> {
    name: &'a str,
    specifiers: Vec<&'a [Node<SpecifierQualifier>]>,
}

impl<'a> Visit<'a> for Members<'a> {
    fn visit_struct_field(&mut self, field: &'a ast::StructField, span: &'a Span) {
        let mut names = field.declarators.iter().filter_map(|declarator| declarator.node.declarator.as_ref());
        if names.any(|declarator| name_of(&declarator.node) == Some(self.name)) {
            self.specifiers.push(&field.specifiers);
        }
        visit::visit_struct_field(self, field, span);
    }
}
