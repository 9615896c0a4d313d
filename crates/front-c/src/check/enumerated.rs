//! Which enumeration a type is.
//!
//! Types here are without enumerations: these are their integers. Where two of them have to be told apart (`_Generic`,
//! `__builtin_types_compatible_p`), the words show it that the types are written with.

use super::Checker;
use super::plain::Within;
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
        self.of_value(value, None).unwrap_or(Enumeration::Unknown)
    }

    /// That of a type that is written.
    pub(super) fn enumeration_of_type(&self, name: &ast::TypeName) -> Enumeration {
        self.of_type(name, None).unwrap_or(Enumeration::Unknown)
    }

    /// That of a value's type; nothing if a name is declared by itself, as in `side side;`.
    fn of_value(&self, value: &Node<Expression>, within: Option<&Within<'_>>) -> Option<Enumeration> {
        match &value.node {
            Expression::Identifier(name) => match self.symbol(&name.node.name) {
                Some(Symbol::Constant(..)) => Some(Enumeration::No),
                _ => self.of_name(&name.node.name, within),
            },
            Expression::Cast(cast) => self.of_type(&cast.node.type_name.node, within),
            Expression::CompoundLiteral(literal) => self.of_type(&literal.node.type_name.node, within),
            Expression::Member(member) => self.of_member(&member.node.identifier.node.name, within),
            Expression::Call(call) => self.of_value(&call.node.callee, within),
            Expression::UnaryOperator(operation) => match operation.node.operator.node {
                ast::UnaryOperator::Address | ast::UnaryOperator::Indirection => {
                    self.of_value(&operation.node.operand, within)
                }
                ast::UnaryOperator::Negate => Some(Enumeration::No),
                _ => Some(Enumeration::Unknown),
            },
            Expression::BinaryOperator(operation) => match operation.node.operator.node {
                ast::BinaryOperator::Index => self.of_value(&operation.node.lhs, within),
                _ => Some(Enumeration::Unknown),
            },
            Expression::Constant(_) | Expression::StringLiteral(_) => Some(Enumeration::No),
            Expression::SizeOfTy(_) | Expression::SizeOfVal(_) => Some(Enumeration::No),
            _ => Some(Enumeration::Unknown),
        }
    }

    fn of_type(&self, name: &ast::TypeName, within: Option<&Within<'_>>) -> Option<Enumeration> {
        self.of_words(&qualified_words(&name.specifiers), within)
    }

    /// That of all that is declared with a name in the file, as far as they agree.
    fn of_name(&self, name: &str, outer: Option<&Within<'_>>) -> Option<Enumeration> {
        let within = Within::new(name, outer)?;
        let all = self.declarations_of(name).into_iter();
        Some(agreed(all.filter_map(|words| self.of_words(&declared_words(words), Some(&within)))))
    }

    /// That of all members of a name in the file, as far as they agree.
    fn of_member(&self, name: &str, within: Option<&Within<'_>>) -> Option<Enumeration> {
        let all = self.members_of(name).into_iter();
        Some(agreed(all.filter_map(|words| self.of_words(&qualified_words(words), within))))
    }

    /// Whether several enumerations of the file have a tag.
    fn is_hidden(&self, tag: &str) -> bool {
        self.enumerations.get(&(self.unit, tag.to_owned())).is_some_and(|places| places.len() > 1)
    }

    fn of_words(&self, words: &[&Node<TypeSpecifier>], within: Option<&Within<'_>>) -> Option<Enumeration> {
        let is_one = |word: &TypeSpecifier| {
            matches!(word, TypeSpecifier::Enum(_) | TypeSpecifier::TypedefName(_) | TypeSpecifier::TypeOf(_))
        };
        match words.iter().map(|word| &word.node).find(|word| is_one(word)) {
            Some(TypeSpecifier::Enum(written)) => Some(match &written.node.identifier {
                // An inner one of the same tag may hide another.
                Some(tag) if self.is_hidden(&tag.node.name) => Enumeration::Unknown,
                Some(tag) => Enumeration::Tagged(tag.node.name.clone()),
                None => Enumeration::At(written.span.start),
            }),
            Some(TypeSpecifier::TypedefName(name)) => self.of_name(&name.node.name, within),
            Some(TypeSpecifier::TypeOf(of)) => match &of.node {
                ast::TypeOf::Type(name) => self.of_type(&name.node, within),
                ast::TypeOf::Expression(value) => self.of_value(value, within),
            },
            _ => Some(Enumeration::No),
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

/// The words of a type among a declaration's.
fn declared_words(specifiers: &[Node<DeclarationSpecifier>]) -> Vec<&Node<TypeSpecifier>> {
    let words = specifiers.iter().filter_map(|specifier| match &specifier.node {
        DeclarationSpecifier::TypeSpecifier(word) => Some(word),
        _ => None,
    });
    words.collect()
}

/// The words of a type among a member's, or a type name's.
fn qualified_words(specifiers: &[Node<SpecifierQualifier>]) -> Vec<&Node<TypeSpecifier>> {
    let words = specifiers.iter().filter_map(|specifier| match &specifier.node {
        SpecifierQualifier::TypeSpecifier(word) => Some(word),
        _ => None,
    });
    words.collect()
}
