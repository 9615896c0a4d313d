//! Enumerations. Each is a type of its own, an integer of the kind that GCC gives it; its constants are `int` where they
//! fit.

use super::scope::{Symbol, Tag};
use super::{Checker, Refusal, refusal};
use crate::ctype::{CType, EnumId, IntKind};
use crate::parse::UNDERLYING;
use kyklos_base::Int;
use lang_c::ast;
use lang_c::span::Node;

impl<'a> Checker<'a> {
    pub(super) fn enumeration(&mut self, enumeration: &'a Node<ast::EnumType>) -> Result<CType, Refusal> {
        let tag = enumeration.node.identifier.as_ref().map(|tag| &tag.node.name);
        let span = self.span(enumeration);
        if enumeration.node.enumerators.is_empty() {
            return match tag.and_then(|tag| self.tag(tag)) {
                Some(Tag::Enum(kind)) => Ok(CType::Int(kind)),
                Some(Tag::Refused(refusal)) => Err(refusal),
                Some(Tag::Record(_)) => refusal(span, "the tag of a struct names an enumeration"),
                None => refusal(span, format!("`enum {}` is incomplete", tag.map_or("(unnamed)", |tag| tag))),
            };
        }
        let (kind, is_fixed) = match enumeration.node.enumerators.split_first() {
            Some((first, rest)) if first.node.identifier.node.name == UNDERLYING => {
                (self.enumerators_of(first, rest), true)
            }
            _ => {
                let packed = self.is_packed_enum(enumeration);
                (self.enumerators(&enumeration.node.enumerators, packed), false)
            }
        };
        let result = kind.map(|kind| kind.enumerated(self.enumeration_at(enumeration)));
        match &result {
            Ok(kind) => self.enumerated_constants(&enumeration.node.enumerators, *kind, is_fixed),
            // What is declared with it is refused where it is used.
            Err(refusal) => {
                for enumerator in &enumeration.node.enumerators {
                    let name = &enumerator.node.identifier.node.name;
                    self.declare(name, Symbol::Refused(refusal.clone()));
                }
            }
        }
        if let Some(tag) = tag {
            let meaning = match &result {
                Ok(kind) => Tag::Enum(*kind),
                Err(refusal) => Tag::Refused(refusal.clone()),
            };
            self.declare_tag(tag, meaning);
        }
        result.map(CType::Int)
    }

    /// Makes the constants those of the enumeration that are more than integers: all of one that is given its type, else
    /// those that are not `int`.
    fn enumerated_constants(&mut self, enumerators: &[Node<ast::Enumerator>], kind: IntKind, is_fixed: bool) {
        for enumerator in enumerators {
            let name = &enumerator.node.identifier.node.name;
            if let Some(Symbol::Constant(value, _)) = self.symbol(name)
                && (is_fixed || !IntKind::Int.contains(value, self.types.model))
            {
                let value = value.clone();
                self.declare(name, Symbol::Constant(value, kind));
            }
        }
    }

    /// The number of an enumeration that is defined here. One that another file defines just so is the same.
    fn enumeration_at(&mut self, enumeration: &Node<ast::EnumType>) -> EnumId {
        let place = (if self.at.is_some() { usize::MAX } else { self.unit }, enumeration.span.start);
        if let Some(known) = self.enumerations.get(&place) {
            return *known;
        }
        let tag = enumeration.node.identifier.as_ref().map(|tag| tag.node.name.clone());
        let value = |one: &Node<ast::Enumerator>| {
            let name = &one.node.identifier.node.name;
            match self.symbol(name) {
                Some(Symbol::Constant(value, _)) => Some((name.clone(), value.clone())),
                _ => None,
            }
        };
        let constants = enumeration.node.enumerators.iter().filter_map(value).collect();
        let linked = self.linked_enumeration(&tag, &constants);
        let id = linked.unwrap_or_else(|| self.types.add_enumeration(tag.clone()));
        self.link_enumeration(tag, constants, id);
        self.enumerations.insert(place, id);
        id
    }

    /// Declares the constants of an enumeration that is given its type by the first of them.
    fn enumerators_of(
        &mut self,
        first: &'a Node<ast::Enumerator>,
        rest: &'a [Node<ast::Enumerator>],
    ) -> Result<IntKind, Refusal> {
        let model = self.types.model;
        let zero = first.node.expression.as_ref().map(|zero| self.rvalue(zero)).transpose()?;
        let Some(CType::Int(kind)) = zero.map(|zero| zero.ty) else {
            return refusal(self.span(first), "the type of an enumeration must be an integer's");
        };
        let mut next = Int::ZERO;
        for enumerator in rest {
            if let Some(expr) = &enumerator.node.expression {
                next = self.constant(expr)?;
            }
            if !kind.contains(&next, model) {
                let message = format!("the constant {next} is out of the range of `{}`", kind.name());
                return refusal(self.span(enumerator), message);
            }
            self.declare(&enumerator.node.identifier.node.name, Symbol::Constant(next.clone(), kind));
            next = next + Int::ONE;
        }
        Ok(kind)
    }

    /// Declares the constants. Gives the type of the enumeration, the smallest one if it is packed.
    fn enumerators(
        &mut self,
        enumerators: &'a [Node<ast::Enumerator>],
        packed: bool,
    ) -> Result<IntKind, Refusal> {
        let model = self.types.model;
        let mut constants: Vec<(&str, Int)> = Vec::new();
        // While the enumeration is open, a constant has the type of its value.
        let (mut next, mut own) = (Int::ZERO, IntKind::Int);
        for enumerator in enumerators {
            let span = self.span(enumerator);
            if let Some(expr) = &enumerator.node.expression {
                let value = self.rvalue(expr)?;
                let (Some(constant), CType::Int(kind)) = (value.as_int(), &value.ty) else {
                    return refusal(value.span, "this must be an integer constant");
                };
                let is_int = IntKind::Int.contains(constant, model);
                (next, own) = (constant.clone(), if is_int { IntKind::Int } else { kind.promoted() });
            } else if !own.contains(&next, model) {
                return refusal(span, format!("the constant {next} overflows its type `{}`", own.name()));
            }
            let name = &enumerator.node.identifier.node.name;
            self.declare(name, Symbol::Constant(next.clone(), own));
            constants.push((name, next.clone()));
            next = next + Int::ONE;
        }
        let values = || constants.iter().map(|(_, value)| value);
        let has_negative = values().any(Int::is_negative);
        let kinds = [IntKind::SignedChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LongLong];
        let kinds = kinds.into_iter().skip(if packed { 0 } else { 2 });
        let mut kinds = kinds.map(|kind| if has_negative { kind } else { kind.unsigned() });
        let holds_all = |kind: &IntKind| values().all(|value| kind.contains(value, model));
        let Some(kind) = kinds.find(holds_all) else {
            let span = enumerators.first().map_or(kyklos_base::Span::nowhere(), |first| self.span(first));
            return refusal(span, "no integer type holds all constants of the enumeration");
        };
        for (name, value) in constants {
            self.declare(name, Symbol::Constant(value, IntKind::Int));
        }
        Ok(kind)
    }
}
