//! Several files that make one program, linked as C does.
//!
//! Each file has a scope of its own; functions and variables that are not `static` are one thing in all of them.
//! So are structs of one tag, or of none, with the same members. A file is entered before anything of it is typed.
//!
//! A struct may be declared in one file and complete in another (handles), so its tag is taken for that of
//! the files before at first sight. Where its members turn out to be others, all is read again with the two apart.

use super::scope::{Scope, Symbol};
use super::{Checker, Refusal};
use crate::ctype::{CType, EnumId, FunctionType, Length, RecordId, TypeTable};
use kyklos_base::{Diagnostic, Int, Span};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// The constants of an enumeration.
type Constants = Vec<(String, Int)>;

/// What the files of a program share.
#[derive(Default)]
pub(super) struct Links {
    /// Functions and variables that all files see.
    names: HashMap<String, Symbol>,
    /// Names that all files would see, if they were not refused.
    refused: HashMap<String, Refusal>,
    /// Structs by their tags.
    tags: HashMap<String, RecordId>,
    /// Structs without tags.
    anonymous: Vec<RecordId>,
    /// Enumerations by their tags and constants.
    enumerations: Vec<(Option<String>, Constants, EnumId)>,
    /// Structs that a file has completed.
    seen: HashSet<(usize, RecordId)>,
    /// The scopes of files that are not at hand.
    scopes: Vec<Scope>,
    /// Tags of a file, by its number, that are not those of other files.
    pub(super) apart: HashSet<(usize, String)>,
    /// Those that were found to be so.
    pub(super) differ: Vec<(usize, String)>,
}

impl Links {
    /// Of so many files, where these tags stand for structs of their own.
    pub(super) fn new(files: usize, apart: HashSet<(usize, String)>) -> Self {
        Self { scopes: (0..files).map(|_| Scope::default()).collect(), apart, ..Self::default() }
    }
}

impl Checker<'_> {
    /// Goes on in another file. No block may be open.
    pub(super) fn enter(&mut self, unit: usize) {
        if unit != self.unit {
            let scope = std::mem::take(&mut self.links.scopes[unit]);
            self.links.scopes[self.unit] = std::mem::replace(&mut self.scopes[0], scope);
            self.unit = unit;
            (self.spans, self.attributes) = (&self.units[unit].spans, &self.units[unit].attributes);
        }
    }

    /// The names of a file.
    pub(super) fn file_scope(&self, unit: usize) -> &Scope {
        if unit == self.unit { &self.scopes[0] } else { &self.links.scopes[unit] }
    }

    /// The names of each file.
    pub(super) fn file_scopes(&self) -> impl Iterator<Item = &Scope> {
        (0..self.units.len()).map(|unit| self.file_scope(unit))
    }

    /// What other files have under a name.
    pub(super) fn linked(&self, name: &str) -> Option<&Symbol> {
        self.links.names.get(name)
    }

    /// Makes names that stand for functions by other names (`alias`) stand for these.
    pub(super) fn join_aliases(&mut self) {
        let aliases = std::mem::take(&mut self.aliases);
        for (id, target, unit, span) in &aliases {
            let (id, unit, span, mut target) = (*id, *unit, *span, target.clone());
            // What stands for it may itself be another one by another name.
            for _ in &aliases {
                let next = aliases
                    .iter()
                    .find(|(id, _, other, _)| *other == unit && self.functions[id.0 as usize].name == target);
                let Some((_, next, ..)) = next else { break };
                target.clone_from(next);
            }
            let found = self.file_scope(unit).names.get(&target).or_else(|| self.linked(&target));
            let (name, is_defined) = {
                let function = &self.functions[id.0 as usize];
                (function.name.clone(), function.definition.is_some())
            };
            let symbol = match found {
                Some(symbol @ Symbol::Function(_)) => symbol.clone(),
                _ => {
                    let message =
                        format!("`{name}` is `{target}` by another name, which is no function here");
                    Symbol::Refused(Box::new(Diagnostic::error(span, message)))
                }
            };
            if is_defined {
                continue;
            }
            let here = self.unit;
            for unit in 0..self.units.len() {
                self.enter(unit);
                for (known, stands_for) in &mut self.scopes[0].names {
                    if *known == name && matches!(stands_for, Symbol::Function(found) if *found == id) {
                        *stands_for = symbol.clone();
                    }
                }
            }
            self.enter(here);
            if matches!(self.linked(&name), Some(Symbol::Function(found)) if *found == id) {
                self.links.names.insert(name, symbol);
            }
        }
    }

    /// Makes a function or variable known to all files.
    pub(super) fn link(&mut self, name: &str, symbol: Symbol) {
        self.links.names.entry(name.to_owned()).or_insert(symbol);
    }

    /// Notes that a name, which all files may see, is refused.
    pub(super) fn link_refused(&mut self, name: &str, refusal: Refusal) {
        self.links.refused.entry(name.to_owned()).or_insert(refusal);
    }

    /// What one file refuses, others cannot use, either.
    pub(super) fn spread_refusals(&mut self) {
        let refused: Vec<_> = self.links.refused.drain().collect();
        for (name, refusal) in refused {
            for unit in 0..self.units.len() {
                let open = match self.file_scope(unit).names.get(&name) {
                    Some(Symbol::Function(id)) => self.functions[id.0 as usize].definition.is_none(),
                    Some(Symbol::Variable(index)) => !self.variables[*index].defined,
                    _ => false,
                };
                if open {
                    let scope =
                        if unit == self.unit { &mut self.scopes[0] } else { &mut self.links.scopes[unit] };
                    scope.names.insert(name.clone(), Symbol::Refused(refusal.clone()));
                }
            }
        }
    }

    /// The struct of this tag that other files have.
    pub(super) fn linked_tag(&self, tag: &str, is_union: bool) -> Option<RecordId> {
        let known = self.links.tags.get(tag).copied().filter(|_| self.may_link(tag))?;
        (self.types.record(known).is_union == is_union).then_some(known)
    }

    /// Makes a struct of this tag known to other files.
    pub(super) fn link_tag(&mut self, tag: &str, id: RecordId) {
        if self.may_link(tag) {
            self.links.tags.entry(tag.to_owned()).or_insert(id);
        }
    }

    fn may_link(&self, tag: &str) -> bool {
        self.at_file_scope() && self.at.is_none() && !self.links.apart.contains(&(self.unit, tag.to_owned()))
    }

    /// Whether a complete struct with this tag was completed by another file, and not by this one yet.
    pub(super) fn is_of_other_file(&mut self, tag: &str, id: RecordId) -> bool {
        self.may_link(tag) && self.links.tags.get(tag) == Some(&id) && self.links.seen.insert((self.unit, id))
    }

    /// Notes that the file at hand completes a struct.
    pub(super) fn note_complete(&mut self, id: RecordId) {
        self.links.seen.insert((self.unit, id));
    }

    /// Compares a struct with the one of the same tag that another file has.
    pub(super) fn compare_records(&mut self, tag: &str, known: RecordId, again: RecordId) {
        if !self.types.same_record(known, again) {
            self.links.differ.push((self.unit, tag.to_owned()));
        }
    }

    /// The struct without a tag that another file has, where there is one with the same members.
    pub(super) fn linked_anonymous(&mut self, id: RecordId) -> RecordId {
        if self.units.len() == 1 || self.at.is_some() {
            return id;
        }
        let known = self.links.anonymous.iter().copied().find(|known| self.types.same_record(*known, id));
        known.unwrap_or_else(|| {
            self.links.anonymous.push(id);
            id
        })
    }

    /// The enumeration of this tag with these constants that a file has.
    pub(super) fn linked_enumeration(&self, tag: &Option<String>, constants: &Constants) -> Option<EnumId> {
        let known = self.links.enumerations.iter().filter(|_| self.links_enumerations());
        let mut known = known.filter(|(known, all, _)| known == tag && all == constants);
        known.next().map(|(.., id)| *id)
    }

    /// Makes an enumeration known to other files.
    pub(super) fn link_enumeration(&mut self, tag: Option<String>, constants: Constants, id: EnumId) {
        if self.links_enumerations() {
            self.links.enumerations.push((tag, constants, id));
        }
    }

    fn links_enumerations(&self) -> bool {
        self.units.len() > 1 && self.at_file_scope() && self.at.is_none()
    }

    /// Tells functions of one name in different files apart.
    pub(super) fn name_apart(&mut self) {
        let mut names = HashSet::new();
        for index in 0..self.functions.len() {
            let function = &self.functions[index];
            if function.body.is_none() {
                continue;
            }
            let mut name = function.label.as_ref().unwrap_or(&function.name).clone();
            if !names.contains(&name) {
                names.insert(name);
                continue;
            }
            let file = self.units[function.unit].name.clone();
            let _ = write!(name, " of {file}");
            while !names.insert(name.clone()) {
                name.push('\'');
            }
            self.functions[index].label = Some(name);
        }
    }

    /// Tells that two files declare a name with different types.
    pub(super) fn conflict(&mut self, name: &str, span: Span, other: Span) {
        let message = format!("`{name}` has another type in another file");
        let diagnostic = Diagnostic::error(span, message).with_related(other, "it is declared here, too");
        self.report(Box::new(diagnostic));
    }

    /// Tells that a name is defined in two files.
    pub(super) fn defined_twice(&mut self, name: &str, span: Span, other: Span) {
        let diagnostic = Diagnostic::error(span, format!("`{name}` is defined twice"));
        self.report(Box::new(diagnostic.with_related(other, "the other definition")));
    }
}

/// Whether declarations of these types may be of one thing (C11 6.2.7).
pub(super) fn compatible(types: &TypeTable, left: &CType, right: &CType) -> bool {
    match (left, right) {
        (CType::Pointer(left), CType::Pointer(right)) => compatible(types, left, right),
        (CType::Array(left, first), CType::Array(right, second)) => {
            let fixed = |length: &Length| matches!(length, Length::Fixed(_));
            compatible(types, left, right) && (first == second || !fixed(first) || !fixed(second))
        }
        (CType::Function(left), CType::Function(right)) => compatible_functions(types, left, right),
        (left, right) => types.canonical(left) == types.canonical(right),
    }
}

/// As [`compatible`].
pub(super) fn compatible_functions(types: &TypeTable, left: &FunctionType, right: &FunctionType) -> bool {
    let parameters = !left.prototyped
        || !right.prototyped
        || left.variadic == right.variadic
            && left.parameters.len() == right.parameters.len()
            && left
                .parameters
                .iter()
                .zip(&right.parameters)
                .all(|(left, right)| compatible(types, left, right));
    compatible(types, &left.result, &right.result) && parameters
}
