//! Which declaration a name stands for.

use super::{Checker, Refusal};
use crate::ctype::{IntKind, Qualified, RecordId};
use crate::tree::{FunctionId, GlobalId, LocalId};
use kyklos_base::Int;
use std::collections::HashMap;

/// The names that a block, or the file, declares.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) names: HashMap<String, Symbol>,
    pub(super) tags: HashMap<String, Tag>,
}

/// What a name stands for.
#[derive(Clone)]
pub(super) enum Symbol {
    Typedef(Qualified),
    /// A type that is, or points to, an array of variable length, and the variables that hold the lengths.
    OpenType(Qualified, Vec<LocalId>),
    /// A constant of an enumeration.
    Constant(Int, IntKind),
    Local(LocalId),
    /// A variable of the file, by its number among those declared.
    Variable(usize),
    /// A static variable of a function.
    Global(GlobalId),
    Function(FunctionId),
    /// A variable by another name, seen as one of this type.
    Alias(String, Qualified),
    /// Its declaration is refused, which matters only where it is used.
    Refused(Refusal),
}

/// What stands behind `struct`, `union` or `enum`.
#[derive(Clone)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(IntKind),
    /// An enumeration that is refused, which matters only where it is used.
    Refused(Refusal),
}

impl Checker<'_> {
    pub(super) fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name))
    }

    pub(super) fn declare(&mut self, name: impl Into<String>, symbol: Symbol) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.into(), symbol);
        }
    }

    /// A tag of the innermost scope that has it.
    pub(super) fn tag(&self, name: &str) -> Option<Tag> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(name)).cloned()
    }

    /// A tag of the scope at hand.
    pub(super) fn tag_here(&self, name: &str) -> Option<Tag> {
        self.scopes.last().and_then(|scope| scope.tags.get(name)).cloned()
    }

    pub(super) fn declare_tag(&mut self, name: impl Into<String>, tag: Tag) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.tags.insert(name.into(), tag);
        }
    }

    /// Whether the point at hand is outside all functions.
    pub(super) fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }
}
