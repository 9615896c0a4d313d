//! What attributes say of declarations and types. They are not in the tree: their places tell what they belong to.

use super::scope::Symbol;
use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, Packing};
use crate::parse::attributes::Attribute;
use kyklos_base::Span;
use lang_c::ast;
use lang_c::span::Node;

/// Attributes that change what a name stands for: it is refused where it is used.
const REFUSED: [&str; 6] =
    ["weakref", "ifunc", "naked", "scalar_storage_order", "address_space", "ms_struct"];

/// The alignment of `aligned` without a number, on x86.
const GREATEST_ALIGNMENT: u64 = 16;

impl<'a> Checker<'a> {
    /// The attributes of what a declaration declares: those before its first name, and those around this one.
    fn attributes_of<T>(
        &self,
        start: usize,
        first: usize,
        declarator: &Node<T>,
        body: Option<usize>,
    ) -> impl Iterator<Item = &'a Attribute> {
        let (from, to) = (declarator.span.start, declarator.span.end.max(body.unwrap_or(0)));
        // What the library has in C is no part of the text.
        let in_text = self.at.is_none();
        self.attributes.iter().filter(move |_| in_text).filter(move |attribute| {
            let leading = start <= attribute.before_at && attribute.before_at <= first;
            let inside = from <= attribute.after_at && attribute.after_at < to;
            !is_of_type(attribute) && (leading || inside && !ends_before(attribute))
        })
    }

    /// The attributes of a name of a declaration.
    pub(super) fn declarator_attributes(
        &self,
        declaration: &Node<ast::Declaration>,
        declarator: &Node<ast::InitDeclarator>,
    ) -> Vec<&'a Attribute> {
        let first = declaration.node.declarators.first().map_or(0, |first| first.span.start);
        let bodies = bodies(&declaration.node.specifiers);
        let found = self.attributes_of(declaration.span.start, first, declarator, None);
        // A first value may declare names of its own: `int x = ({ int y __attribute__((…)) = 1; y; });`.
        let value = declarator.node.initializer.as_ref().map(|value| value.span);
        let inside = |body: &lang_c::span::Span, at: usize| body.start <= at && at < body.end;
        found
            .filter(|attribute| !bodies.iter().any(|body| within(body, attribute.after_at)))
            .filter(|attribute| !value.as_ref().is_some_and(|value| inside(value, attribute.after_at)))
            .collect()
    }

    /// Refuses what attributes make another thing of.
    pub(super) fn refuse_attributes(
        &self,
        attributes: &[&'a Attribute],
        is_type: bool,
    ) -> Result<(), Refusal> {
        let matters = |attribute: &&&Attribute| {
            REFUSED.contains(&attribute.name.as_str())
                // A type of its own alignment; that of a variable is its own.
                || is_type && matches!(attribute.name.as_str(), "aligned" | "packed")
        };
        match attributes.iter().find(matters) {
            Some(attribute) => unsupported(
                self.attribute_span(attribute),
                format!("the attribute `{}` is not supported", attribute.name),
            ),
            None => Ok(()),
        }
    }

    pub(super) fn attribute_span(&self, attribute: &Attribute) -> Span {
        self.spans
            .span(lang_c::span::Span::span(attribute.after_at, attribute.after_at + attribute.after.len()))
    }

    /// Whether a function that is defined is declared not to return.
    pub(super) fn definition_never_returns(&self, definition: &Node<ast::FunctionDefinition>) -> bool {
        let declarator = &definition.node.declarator;
        let body = definition.node.statement.span.start;
        let mut attributes =
            self.attributes_of(definition.span.start, declarator.span.start, declarator, Some(body));
        is_noreturn(&definition.node.specifiers)
            || attributes.any(|attribute| attribute.name == "noreturn" && attribute.after_at < body)
    }

    /// Whether another definition of a function goes before this one.
    pub(super) fn is_weak(&self, definition: &Node<ast::FunctionDefinition>) -> bool {
        self.definition_attributes(definition).iter().any(|attribute| attribute.name == "weak")
    }

    /// The attributes of a function that is defined.
    pub(super) fn definition_attributes(
        &self,
        definition: &Node<ast::FunctionDefinition>,
    ) -> Vec<&'a Attribute> {
        let declarator = &definition.node.declarator;
        let body = definition.node.statement.span.start;
        let attributes =
            self.attributes_of(definition.span.start, declarator.span.start, declarator, Some(body));
        attributes.filter(|attribute| attribute.after_at < body).collect()
    }

    /// Whether a function that is declared is declared not to return.
    pub(super) fn never_returns(
        &self,
        declaration: &Node<ast::Declaration>,
        declarator: &Node<ast::InitDeclarator>,
    ) -> bool {
        is_noreturn(&declaration.node.specifiers)
            || self.declarator_attributes(declaration, declarator).iter().any(|one| one.name == "noreturn")
    }

    /// The attributes of a struct, union or enumeration, which stand behind its keyword or its closing brace.
    fn type_attributes<T>(
        &self,
        node: &Node<T>,
        last_part: Option<usize>,
    ) -> impl Iterator<Item = &'a Attribute> {
        let (start, end) = (node.span.start, node.span.end);
        self.attributes.iter().filter(move |attribute| match attribute.after.as_str() {
            "}" => last_part.is_some_and(|last| last <= attribute.after_at) && attribute.after_at < end,
            "struct" | "union" | "enum" => attribute.after_at == start,
            _ => false,
        })
    }

    /// Whether an enumeration takes as little room as it can.
    pub(super) fn is_packed_enum(&self, enumeration: &Node<ast::EnumType>) -> bool {
        let last = enumeration.node.enumerators.last().map(|last| last.span.end);
        self.type_attributes(enumeration, last).any(|attribute| attribute.name == "packed")
    }

    /// How a struct or union is packed.
    pub(super) fn record_packing(&self, record: &Node<ast::StructType>) -> Result<Packing, Refusal> {
        let parts = record.node.declarations.as_deref().unwrap_or_default();
        let last = parts.last().map_or(record.span.start + 1, |last| last.span.end);
        let attributes: Vec<_> = self.type_attributes(record, Some(last)).collect();
        let mut packing = self.packing(&attributes)?;
        packing.most = self.attributes.packing(record.span.end);
        if let Some((name, at)) = self.attributes.unsupported.iter().find(|(_, at)| *at < record.span.start) {
            let span = self.spans.span(lang_c::span::Span::span(*at, *at + 1));
            return unsupported(span, format!("`#pragma {name}` is not supported"));
        }
        Ok(packing)
    }

    /// The attributes of a member of a struct, given its declarator, if it has one.
    pub(super) fn member_attributes(
        &self,
        field: &Node<ast::StructField>,
        declarator: Option<&Node<ast::StructDeclarator>>,
    ) -> Vec<&'a Attribute> {
        let first = field.node.declarators.first().map_or(field.span.end, |first| first.span.start);
        let bodies = field.node.specifiers.iter().filter_map(|specifier| match &specifier.node {
            ast::SpecifierQualifier::TypeSpecifier(ty) => body(ty),
            _ => None,
        });
        let bodies: Vec<_> = bodies.collect();
        let found = match declarator {
            Some(declarator) => {
                self.attributes_of(field.span.start, first, declarator, None).collect::<Vec<_>>()
            }
            None => self.attributes_of(field.span.start, first, field, None).collect(),
        };
        found.into_iter().filter(|one| !bodies.iter().any(|body| within(body, one.after_at))).collect()
    }

    /// How attributes say that a struct or a member is packed.
    pub(super) fn packing(&self, attributes: &[&'a Attribute]) -> Result<Packing, Refusal> {
        self.refuse_attributes(attributes, false)?;
        let mut packing = Packing::default();
        for attribute in attributes {
            match attribute.name.as_str() {
                "packed" => packing.packed = true,
                "aligned" => {
                    let Some(align) = self.alignment(&attribute.argument) else {
                        let message = format!("the alignment `{}` is not supported", attribute.argument);
                        return refusal(self.attribute_span(attribute), message);
                    };
                    packing.least = packing.least.max(Some(align));
                }
                _ => {}
            }
        }
        Ok(packing)
    }

    /// The alignment that the text of an argument writes: a number, or a simple type's.
    pub(super) fn alignment(&self, text: &str) -> Option<u64> {
        let inner =
            |name: &str| text.strip_prefix(name)?.trim().strip_prefix('(')?.strip_suffix(')').map(str::trim);
        let text = ["sizeof", "_Alignof", "__alignof__", "__alignof"]
            .iter()
            .find_map(|name| inner(name))
            .unwrap_or(text);
        let number = text.trim_end_matches(['u', 'U', 'l', 'L']);
        let number = match number.strip_prefix("0x").or_else(|| number.strip_prefix("0X")) {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => number.parse().ok(),
        };
        let align = match (text, number) {
            ("", _) | ("__BIGGEST_ALIGNMENT__", _) => GREATEST_ALIGNMENT,
            (_, Some(number)) => number,
            (text, None) if text.ends_with('*') => self.types.pointer_size(),
            (text, None) => match self.symbol(text) {
                Some(Symbol::Typedef(ty)) => self.types.align_of(ty),
                Some(Symbol::Constant(value, _)) => u64::try_from(value.to_i64()?).ok()?,
                _ => self.types.align_of(&simple_type(text)?),
            },
        };
        (align == 0 || align.is_power_of_two()).then_some(align.max(1))
    }
}

/// A type of one or two words.
fn simple_type(text: &str) -> Option<CType> {
    use crate::ctype::IntKind;
    let words: Vec<&str> =
        text.split_whitespace().filter(|word| !matches!(*word, "unsigned" | "signed" | "int")).collect();
    Some(match words.as_slice() {
        [] => CType::INT,
        ["char"] => CType::Int(IntKind::Char),
        ["short"] => CType::Int(IntKind::Short),
        ["long"] => CType::Int(IntKind::Long),
        ["long", "long"] => CType::Int(IntKind::LongLong),
        ["float"] => CType::Float(4),
        ["double"] => CType::Float(8),
        ["long", "double"] => CType::Float(16),
        _ => return None,
    })
}

/// Whether an attribute belongs to a struct, union or enumeration itself.
fn is_of_type(attribute: &Attribute) -> bool {
    matches!(attribute.after.as_str(), "struct" | "union" | "enum" | "}")
        && matches!(
            attribute.name.as_str(),
            "packed" | "aligned" | "transparent_union" | "scalar_storage_order" | "ms_struct"
        )
}

/// Whether what stands before an attribute ends something, so that it belongs to what follows.
fn ends_before(attribute: &Attribute) -> bool {
    matches!(attribute.after.as_str(), ";" | "{" | "}")
}

fn is_noreturn(specifiers: &[Node<ast::DeclarationSpecifier>]) -> bool {
    specifiers.iter().any(|specifier| match &specifier.node {
        ast::DeclarationSpecifier::Function(function) => function.node == ast::FunctionSpecifier::Noreturn,
        _ => false,
    })
}

/// Where the structs and unions lie that specifiers define.
fn bodies(specifiers: &[Node<ast::DeclarationSpecifier>]) -> Vec<lang_c::span::Span> {
    let types = specifiers.iter().filter_map(|specifier| match &specifier.node {
        ast::DeclarationSpecifier::TypeSpecifier(ty) => body(ty),
        _ => None,
    });
    types.collect()
}

fn body(ty: &Node<ast::TypeSpecifier>) -> Option<lang_c::span::Span> {
    match &ty.node {
        ast::TypeSpecifier::Struct(record) => Some(record.span),
        _ => None,
    }
}

fn within(body: &lang_c::span::Span, at: usize) -> bool {
    body.start < at && at < body.end
}
