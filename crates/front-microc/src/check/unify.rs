//! Types while they are being found out: a union-find forest of classes of
//! equal types, each with what is known of its type.
//!
//! Classes are joined before what they consist of is, so joining ends also
//! for types that contain themselves. Joining that fails leaves no trace: all
//! that it changed is taken back from a log, and both types can be shown as
//! they were.

use kyklos_base::Span;
use kyklos_flow::{Field, Type, TypeId, Types};
use std::collections::HashMap;

/// A type that is being found out; a member of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ty(u32);

/// The type of all numbers that no variable holds.
pub(super) const NUMBER: Ty = Ty(0);
/// The type of what is wrong already; it goes with every other.
pub(super) const WRONG: Ty = Ty(1);

/// What is known of a type.
#[derive(Clone, Debug)]
pub(super) enum Shape<'a> {
    /// Nothing yet.
    Free,
    /// That it is wrong, and said so.
    Wrong,
    /// A number.
    Number,
    /// A pointer to this type.
    Pointer(Ty),
    /// An array of this type.
    Array(Ty),
    /// A record.
    Record(Record<'a>),
}

/// What is known of a record type.
#[derive(Clone, Debug, Default)]
pub(super) struct Record<'a> {
    /// Its fields, in the order of the first literal or the first uses.
    pub(super) fields: Vec<RecordField<'a>>,
    /// Whether a literal says that it has no other fields.
    pub(super) closed: bool,
}

/// A field of a record type.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordField<'a> {
    pub(super) name: &'a str,
    pub(super) ty: Ty,
    /// Where the field was first seen.
    pub(super) span: Span,
}

impl Record<'_> {
    /// The type of a field. It is looked for at `hint` first: literals of one
    /// type mostly have their fields in one order.
    fn field(&self, name: &str, hint: usize) -> Option<Ty> {
        let hinted = self.fields.get(hint).filter(|field| field.name == name);
        hinted.or_else(|| self.fields.iter().find(|field| field.name == name)).map(|field| field.ty)
    }
}

/// Why a type has not got a field.
pub(super) enum NoField {
    /// It is not a record.
    NotARecord,
    /// The record has other fields only.
    Unknown,
}

struct Node<'a> {
    parent: Ty,
    shape: Shape<'a>,
    /// What decided the shape.
    origin: Span,
}

/// A change that can be taken back.
enum Change {
    Parent(Ty, Ty),
    BecameNumber(Ty),
    FieldAdded(Ty),
}

/// All types that are being found out.
pub(super) struct Unifier<'a> {
    nodes: Vec<Node<'a>>,
    log: Vec<Change>,
}

impl<'a> Unifier<'a> {
    pub(super) fn new() -> Self {
        let mut unifier = Self { nodes: Vec::new(), log: Vec::new() };
        unifier.make(Shape::Number, Span::nowhere());
        unifier.make(Shape::Wrong, Span::nowhere());
        unifier
    }

    /// A type of which nothing is known.
    pub(super) fn free(&mut self) -> Ty {
        self.make(Shape::Free, Span::nowhere())
    }

    /// A type of this shape, decided at `origin`.
    pub(super) fn make(&mut self, shape: Shape<'a>, origin: Span) -> Ty {
        let ty = Ty(u32::try_from(self.nodes.len()).expect("fewer than 2^32 expressions"));
        self.nodes.push(Node { parent: ty, shape, origin });
        ty
    }

    /// What is known of a type.
    pub(super) fn shape(&mut self, ty: Ty) -> &Shape<'a> {
        let root = self.root(ty);
        &self.node(root).shape
    }

    /// What decided a type's shape, where that is known.
    pub(super) fn origin(&mut self, ty: Ty) -> Option<Span> {
        let root = self.root(ty);
        Some(self.node(root).origin).filter(|origin| !origin.is_nowhere())
    }

    /// The class's representative.
    pub(super) fn root(&mut self, mut ty: Ty) -> Ty {
        while self.node(ty).parent != ty {
            let parent = self.node(ty).parent;
            let grandparent = self.node(parent).parent;
            if grandparent != parent {
                self.link(ty, grandparent);
            }
            ty = grandparent;
        }
        ty
    }

    /// Makes a type go with every other from now on.
    pub(super) fn give_up(&mut self, ty: Ty) {
        let root = self.root(ty);
        if root != NUMBER {
            self.node_mut(root).shape = Shape::Wrong;
        }
    }

    /// Makes two types one, because of `origin`. Tells whether they go together;
    /// if not, nothing has changed.
    pub(super) fn unify(&mut self, left: Ty, right: Ty, origin: Span) -> bool {
        self.log.clear();
        let mut open = vec![(left, right)];
        while let Some((a, b)) = open.pop() {
            let (a, b) = (self.root(a), self.root(b));
            if a != b && !self.join(a, b, origin, &mut open) {
                self.take_back();
                return false;
            }
        }
        true
    }

    /// Whether the type is, or now becomes, a number.
    pub(super) fn number(&mut self, ty: Ty, origin: Span) -> bool {
        self.unify(ty, NUMBER, origin)
    }

    /// What the type, which is or now becomes a pointer, points to.
    pub(super) fn target(&mut self, ty: Ty, origin: Span) -> Option<Ty> {
        let root = self.root(ty);
        match self.node(root).shape {
            Shape::Pointer(target) => Some(target),
            Shape::Wrong => Some(WRONG),
            Shape::Free => {
                let target = self.free();
                self.decide(root, Shape::Pointer(target), origin);
                Some(target)
            }
            _ => None,
        }
    }

    /// The elements' type of what is or now becomes an array.
    pub(super) fn element(&mut self, ty: Ty, origin: Span) -> Option<Ty> {
        let root = self.root(ty);
        match self.node(root).shape {
            Shape::Array(element) => Some(element),
            Shape::Wrong => Some(WRONG),
            Shape::Free => {
                let element = self.free();
                self.decide(root, Shape::Array(element), origin);
                Some(element)
            }
            _ => None,
        }
    }

    /// The type of a field of what is or now becomes a record.
    pub(super) fn field(&mut self, ty: Ty, name: &'a str, span: Span, origin: Span) -> Result<Ty, NoField> {
        let root = self.root(ty);
        match &self.node(root).shape {
            Shape::Wrong => return Ok(WRONG),
            Shape::Free => self.decide(root, Shape::Record(Record::default()), origin),
            Shape::Record(record) => match record.field(name, 0) {
                Some(ty) => return Ok(ty),
                None if record.closed => return Err(NoField::Unknown),
                None => {}
            },
            _ => return Err(NoField::NotARecord),
        }
        let ty = self.free();
        if let Shape::Record(record) = &mut self.node_mut(root).shape {
            record.fields.push(RecordField { name, ty, span });
        }
        Ok(ty)
    }

    /// All record types, each once.
    pub(super) fn records(&self) -> impl Iterator<Item = &Record<'a>> {
        self.nodes.iter().enumerate().filter_map(|(index, node)| match &node.shape {
            Shape::Record(record) if node.parent.0 as usize == index => Some(record),
            _ => None,
        })
    }

    fn node(&self, ty: Ty) -> &Node<'a> {
        &self.nodes[ty.0 as usize]
    }

    fn node_mut(&mut self, ty: Ty) -> &mut Node<'a> {
        &mut self.nodes[ty.0 as usize]
    }

    fn decide(&mut self, root: Ty, shape: Shape<'a>, origin: Span) {
        let node = self.node_mut(root);
        node.shape = shape;
        node.origin = origin;
    }

    fn link(&mut self, ty: Ty, to: Ty) {
        let old = std::mem::replace(&mut self.node_mut(ty).parent, to);
        self.log.push(Change::Parent(ty, old));
    }

    fn take_back(&mut self) {
        while let Some(change) = self.log.pop() {
            match change {
                Change::Parent(ty, old) => self.node_mut(ty).parent = old,
                Change::BecameNumber(ty) => self.decide(ty, Shape::Free, Span::nowhere()),
                Change::FieldAdded(ty) => {
                    if let Shape::Record(record) = &mut self.node_mut(ty).shape {
                        record.fields.pop();
                    }
                }
            }
        }
    }

    /// Joins two classes, if their shapes allow, and adds to `open` what must
    /// be joined with them. Numbers are not joined: there is nothing to learn,
    /// and giving one up must not spoil the others.
    fn join(&mut self, a: Ty, b: Ty, origin: Span, open: &mut Vec<(Ty, Ty)>) -> bool {
        match (&self.node(a).shape, &self.node(b).shape) {
            (Shape::Free, Shape::Number) => self.become_number(a, origin),
            (Shape::Number, Shape::Free) => self.become_number(b, origin),
            (Shape::Free, _) => self.link(a, b),
            (_, Shape::Free) => self.link(b, a),
            (Shape::Wrong, _) | (_, Shape::Wrong) | (Shape::Number, Shape::Number) => {}
            (Shape::Pointer(x), Shape::Pointer(y)) | (Shape::Array(x), Shape::Array(y)) => {
                let (x, y) = (*x, *y);
                open.push((x, y));
                // What is known to point somewhere tells more than `null`, also about its origin.
                if matches!(self.shape(x), Shape::Free) { self.link(a, b) } else { self.link(b, a) }
            }
            (Shape::Record(x), Shape::Record(y)) => {
                // The one with the fields stays; of two literals the first.
                let keep_left = match (x.closed, y.closed) {
                    (true, true) if x.fields.len() != y.fields.len() => return false,
                    (true, true) => a.0 < b.0,
                    (false, false) => x.fields.len() >= y.fields.len(),
                    (closed, _) => closed,
                };
                let (kept, other) = if keep_left { (a, b) } else { (b, a) };
                return self.join_records(kept, other, open);
            }
            _ => return false,
        }
        true
    }

    fn become_number(&mut self, ty: Ty, origin: Span) {
        self.decide(ty, Shape::Number, origin);
        self.log.push(Change::BecameNumber(ty));
    }

    fn join_records(&mut self, kept: Ty, other: Ty, open: &mut Vec<(Ty, Ty)>) -> bool {
        let taken = std::mem::replace(&mut self.node_mut(other).shape, Shape::Free);
        let mut fits = true;
        if let Shape::Record(fields) = &taken {
            for (index, field) in fields.fields.iter().enumerate() {
                let Shape::Record(record) = &mut self.nodes[kept.0 as usize].shape else { break };
                if let Some(ty) = record.field(field.name, index) {
                    open.push((field.ty, ty));
                } else if record.closed {
                    fits = false;
                    break;
                } else {
                    record.fields.push(*field);
                    self.log.push(Change::FieldAdded(kept));
                }
            }
        }
        self.node_mut(other).shape = taken;
        if fits {
            self.link(other, kept);
        }
        fits
    }
}

/// Writes found types into a flowgraph's table. Equal types share a row, but
/// for those that contain themselves, which share one within a class only.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) types: Types,
    rows: HashMap<Ty, TypeId>,
}

/// What a row holds until the type that contains itself is complete.
const PLACEHOLDER: Type = Type::Pointer(TypeId(u32::MAX));

impl Writer {
    /// The row of a type. Walks with a stack of its own: types can be as deep as the program is long.
    pub(super) fn row(&mut self, unifier: &mut Unifier<'_>, ty: Ty) -> TypeId {
        let mut stack = vec![unifier.root(ty)];
        let mut entered: HashMap<Ty, Vec<Ty>> = HashMap::new();
        while let Some(&root) = stack.last() {
            if self.rows.contains_key(&root) && !entered.contains_key(&root) {
                stack.pop();
            } else if let Some(parts) = entered.remove(&root) {
                stack.pop();
                let parts = parts.iter().map(|part| self.rows[part]).collect();
                self.complete(unifier, root, parts);
            } else {
                let parts = parts(unifier, root);
                for &part in &parts {
                    if part == root || entered.contains_key(&part) {
                        self.rows.entry(part).or_insert_with(|| self.types.push(PLACEHOLDER));
                    } else {
                        stack.push(part);
                    }
                }
                entered.insert(root, parts);
            }
        }
        let root = unifier.root(ty);
        self.rows[&root]
    }

    fn complete(&mut self, unifier: &mut Unifier<'_>, root: Ty, parts: Vec<TypeId>) {
        let number = self.types.number();
        let part = |index: usize| parts.get(index).copied().unwrap_or(number);
        let ty = match unifier.shape(root) {
            Shape::Pointer(_) => Type::Pointer(part(0)),
            Shape::Array(_) => Type::Array { element: part(0), length: None },
            Shape::Record(record) => {
                let named = record.fields.iter().enumerate();
                Type::Record(
                    named.map(|(i, field)| Field { name: field.name.to_owned(), ty: part(i) }).collect(),
                )
            }
            Shape::Free | Shape::Wrong | Shape::Number => {
                self.rows.insert(root, number);
                return;
            }
        };
        match self.rows.get(&root) {
            Some(&placeholder) => self.types.set(placeholder, ty),
            None => {
                let row = self.types.intern(ty);
                self.rows.insert(root, row);
            }
        }
    }
}

/// The types that a type consists of.
fn parts(unifier: &mut Unifier<'_>, root: Ty) -> Vec<Ty> {
    let parts = match unifier.shape(root) {
        Shape::Pointer(part) | Shape::Array(part) => vec![*part],
        Shape::Record(record) => record.fields.iter().map(|field| field.ty).collect(),
        Shape::Free | Shape::Wrong | Shape::Number => Vec::new(),
    };
    parts.into_iter().map(|part| unifier.root(part)).collect()
}
