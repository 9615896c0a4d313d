//! The attribute `vector_size`, wherever a type is written: as attributes are not in the tree, their places tell which
//! type they belong to.

use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::Qualified;
use crate::parse::attributes::Attribute;
use lang_c::ast::{self, Declarator, DerivedDeclarator};
use lang_c::span::{Node, Span};

impl<'a> Checker<'a> {
    /// The type that a declarator starts from, as the attribute `vector_size` makes it, if that is among these. Those
    /// of the declarator's parameters are theirs.
    pub(super) fn declared_vector(
        &mut self,
        ty: Qualified,
        attributes: &[&'a Attribute],
        declarator: &Node<Declarator>,
    ) -> Result<Qualified, Refusal> {
        let parameters = parameters(&declarator.node);
        let own = attributes.iter().copied().filter(|attribute| !is_within(attribute, &parameters));
        let own: Vec<_> = own.collect();
        self.with_vector_size(ty, &own)
    }

    /// The type that a type name, a parameter or a function's definition starts from, as an attribute in this part of
    /// the text makes it, if there is one.
    pub(super) fn vector_between(
        &mut self,
        ty: Qualified,
        part: Span,
        declarator: Option<&Node<Declarator>>,
    ) -> Result<Qualified, Refusal> {
        // What the library has in C is no part of the text.
        if self.at.is_some() {
            return Ok(ty);
        }
        let parameters = declarator.map(|declarator| parameters(&declarator.node)).unwrap_or_default();
        let found = self.attributes.iter().filter(|attribute| {
            attribute.name == "vector_size"
                && is_within(attribute, &[part])
                && !is_within(attribute, &parameters)
        });
        let found: Vec<_> = found.collect();
        self.with_vector_size(ty, &found)
    }

    fn with_vector_size(
        &mut self,
        ty: Qualified,
        attributes: &[&'a Attribute],
    ) -> Result<Qualified, Refusal> {
        let mut sizes = attributes.iter().filter(|attribute| attribute.name == "vector_size");
        let Some(attribute) = sizes.next() else { return Ok(ty) };
        let span = self.attribute_span(attribute);
        let text = attribute.argument.trim();
        let factors = text.split('*').map(|factor| self.alignment(factor.trim()));
        match factors.collect::<Option<Vec<_>>>() {
            Some(_) if sizes.next().is_some() => refusal(span, "two attributes `vector_size` of one type"),
            Some(factors) => {
                let vector = self.vector_type((*ty).clone(), factors.iter().product(), span)?;
                Ok(Qualified::new(vector, ty.qualifiers()))
            }
            None => unsupported(span, format!("the size `{text}` of a vector is not supported")),
        }
    }
}

/// Where a declarator's parameters are written, also those of functions that it points to.
fn parameters(declarator: &Declarator) -> Vec<Span> {
    let mut found = match &declarator.kind.node {
        ast::DeclaratorKind::Declarator(inner) => parameters(&inner.node),
        _ => Vec::new(),
    };
    for derived in &declarator.derived {
        if let DerivedDeclarator::Function(function) = &derived.node {
            found.extend(function.node.parameters.iter().map(|parameter| parameter.span));
        }
    }
    found
}

/// Whether an attribute stands in one of these parts of the text: behind a piece of it, or before one.
fn is_within(attribute: &Attribute, parts: &[Span]) -> bool {
    let within = |at: usize| parts.iter().any(|part| part.start <= at && at < part.end);
    within(attribute.after_at) || within(attribute.before_at)
}
