//! Which enumeration a type is.
//!
//! Types here are without enumerations: these are their integers. Where two of them have to be told apart (`_Generic`,
//! `__builtin_types_compatible_p`), the words show it that the types are written with.

use super::Checker;
use super::scope::Symbol;
use lang_c::ast::{self, DeclarationSpecifier, Expression, SpecifierQualifier, TypeSpecifier};
use lang_c::span::Node;

/// Which enumeration a type is, or is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Enumeration {
    /// None.
    No,
    /// The one of this tag.
    Tagged(String),
    /// The one without a tag that is written here.
    At(usize),
    /// This is not known.
    Unknown,
}

impl Enumeration {
    /// Whether types that are otherwise compatible are not. An enumeration is compatible with its integers.
    pub(super) fn differs(&self, other: &Enumeration) -> bool {
        let is_one = |it: &Enumeration| matches!(it, Enumeration::Tagged(_) | Enumeration::At(_));
        is_one(self) && is_one(other) && self != other
    }

    /// Whether it is not known if they differ.
    pub(super) fn may_differ(&self, other: &Enumeration) -> bool {
        let either = |it: &Enumeration| *it == Enumeration::Unknown;
        either(self) && *other != Enumeration::No || either(other) && *self != Enumeration::No
    }
}

impl Checker<'_> {
    /// That of a value's type.
    pub(super) fn enumeration_of_value(&self, value: &Node<Expression>) -> Enumeration {
        match &value.node {
            Expression::Identifier(name) => match self.symbol(&name.node.name) {
                Some(Symbol::Constant(..)) => Enumeration::No,
                _ => self.enumeration_of_name(&name.node.name),
            },
            Expression::Cast(cast) => self.enumeration_of_type(&cast.node.type_name.node),
            Expression::CompoundLiteral(literal) => self.enumeration_of_type(&literal.node.type_name.node),
            Expression::Member(member) => self.enumeration_of_member(&member.node.identifier.node.name),
            Expression::Call(call) => self.enumeration_of_value(&call.node.callee),
            Expression::UnaryOperator(operation) => match operation.node.operator.node {
                ast::UnaryOperator::Address | ast::UnaryOperator::Indirection => {
                    self.enumeration_of_value(&operation.node.operand)
                }
                ast::UnaryOperator::Negate => Enumeration::No,
                _ => Enumeration::Unknown,
            },
            Expression::BinaryOperator(operation) => match operation.node.operator.node {
                ast::BinaryOperator::Index => self.enumeration_of_value(&operation.node.lhs),
                _ => Enumeration::Unknown,
            },
            Expression::Constant(_) | Expression::StringLiteral(_) => Enumeration::No,
            Expression::SizeOfTy(_) | Expression::SizeOfVal(_) => Enumeration::No,
            _ => Enumeration::Unknown,
        }
    }

    /// That of a type that is written.
    pub(super) fn enumeration_of_type(&self, name: &ast::TypeName) -> Enumeration {
        self.enumeration_of_qualified(&name.specifiers)
    }

    fn enumeration_of_qualified(&self, specifiers: &[Node<SpecifierQualifier>]) -> Enumeration {
        self.enumeration_of_words(specifiers.iter().filter_map(|specifier| match &specifier.node {
            SpecifierQualifier::TypeSpecifier(word) => Some(word),
            _ => None,
        }))
    }

    /// That of all that is declared with a name in the file, as far as they agree.
    fn enumeration_of_name(&self, name: &str) -> Enumeration {
        agreed(self.declarations_of(name).into_iter().map(|specifiers| {
            self.enumeration_of_words(specifiers.iter().filter_map(|specifier| match &specifier.node {
                DeclarationSpecifier::TypeSpecifier(word) => Some(word),
                _ => None,
            }))
        }))
    }

    /// That of all members of a name in the file, as far as they agree.
    fn enumeration_of_member(&self, name: &str) -> Enumeration {
        agreed(self.members_of(name).into_iter().map(|specifiers| self.enumeration_of_qualified(specifiers)))
    }

    fn enumeration_of_words<'w>(
        &self,
        mut words: impl Iterator<Item = &'w Node<TypeSpecifier>>,
    ) -> Enumeration {
        let is_one = |word: &&Node<TypeSpecifier>| {
            matches!(
                word.node,
                TypeSpecifier::Enum(_) | TypeSpecifier::TypedefName(_) | TypeSpecifier::TypeOf(_)
            )
        };
        match words.find(is_one).map(|word| &word.node) {
            Some(TypeSpecifier::Enum(written)) => match &written.node.identifier {
                Some(tag) => Enumeration::Tagged(tag.node.name.clone()),
                None => Enumeration::At(written.span.start),
            },
            Some(TypeSpecifier::TypedefName(name)) => self.enumeration_of_name(&name.node.name),
            Some(TypeSpecifier::TypeOf(of)) => match &of.node {
                ast::TypeOf::Type(name) => self.enumeration_of_type(&name.node),
                ast::TypeOf::Expression(value) => self.enumeration_of_value(value),
            },
            _ => Enumeration::No,
        }
    }
}

/// What all say, if they agree.
fn agreed(mut all: impl Iterator<Item = Enumeration>) -> Enumeration {
    match all.next() {
        Some(first) if all.all(|other| other == first) => first,
        _ => Enumeration::Unknown,
    }
}
