//! Symbolic values: numbers are terms, pointers are guarded choices of places,
//! small arrays and records are shared until they are written, and large or
//! endless arrays are functions ([`Map`]), or made of such ([`Table`]). Note [pointers].

use crate::map::Map;
use crate::table::{Sparse, Table};
use kyklos_term::{Term, Terms};
use std::rc::Rc;

/// A memory object of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// The object of pointers that point to none. The index of such a spot is the pointer as a number, never 0.
    pub const NOWHERE: ObjectId = ObjectId(u32::MAX);
}

/// One step from a value into a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// To a field of a record.
    Field(usize),
    /// To an element of an array.
    Index(Term),
}

/// What a pointer points to, if it is not null.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The object.
    pub object: ObjectId,
    /// The way from the object's value to the value or the array it points to or into.
    pub path: Rc<[Way]>,
    /// Whether it points to an element of the array at the path; else to the value alone.
    pub element: bool,
    /// The element's index; for a pointer to a value alone, how far it was moved from it.
    pub index: Term,
    /// Whether it is a number of bytes behind the object's start, of whatever type lies there: the index is that
    /// number, the path is empty, and it is no element.
    pub bytes: bool,
}

/// What a pointer points to; `None` is null.
pub type Target = Option<Spot>;

/// A pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// To one target.
    One(Target),
    /// To one of several; the guards exclude each other, and one of them holds.
    Choice(Rc<[(Term, Target)]>),
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Never written.
    Uninitialized,
    /// A number.
    Int(Term),
    /// A pointer.
    Pointer(Pointer),
    /// An array or a record.
    Aggregate(Rc<Vec<Value>>),
    /// An array of numbers as a function of its indices.
    Map(Rc<Map>),
    /// A large array of records.
    Table(Rc<Table>),
    /// A large array of pointers.
    Sparse(Rc<Sparse>),
    /// One of these, which have no common form; the guards exclude each other, and one of them holds. A state in
    /// which it is used is split.
    Choice(Rc<[(Term, Value)]>),
}

impl Spot {
    /// An object as a whole.
    pub fn whole(object: ObjectId) -> Self {
        Self { object, path: Rc::from([]), element: false, index: Term::ZERO, bytes: false }
    }

    /// The first element of the array that an object is.
    pub fn first_element(object: ObjectId) -> Self {
        Self { element: true, ..Self::whole(object) }
    }

    /// So many bytes behind an object's start.
    pub fn byte(object: ObjectId, offset: Term) -> Self {
        Self { index: offset, bytes: true, ..Self::whole(object) }
    }

    /// A pointer to no object that is this number.
    pub fn nowhere(number: Term) -> Self {
        Self { index: number, ..Self::whole(ObjectId::NOWHERE) }
    }

    /// The array around this element, and around that array if it is itself an element, and so on, and how many
    /// arrays these are; this very spot and 0 if it is no element.
    pub fn outermost(&self) -> (Self, usize) {
        let mut path = self.path.to_vec();
        let mut arrays = usize::from(self.element);
        while arrays > 0
            && let Some(Way::Index(_)) = path.last()
        {
            path.pop();
            arrays += 1;
        }
        let spot = Self { path: path.into(), ..Self::whole(self.object) };
        (spot, arrays)
    }

    fn map(&self, replace: &mut dyn FnMut(Term) -> Term) -> Self {
        let way = |way: &Way, replace: &mut dyn FnMut(Term) -> Term| match way {
            Way::Field(field) => Way::Field(*field),
            Way::Index(index) => Way::Index(replace(*index)),
        };
        Self {
            object: self.object,
            path: self.path.iter().map(|step| way(step, replace)).collect(),
            element: self.element,
            index: replace(self.index),
            bytes: self.bytes,
        }
    }

    /// Whether two spots are the same place by the way there, which says all where types have no layouts.
    pub(crate) fn equal(&self, other: &Spot, terms: &mut Terms) -> Term {
        let alike = self.object == other.object
            && self.element == other.element
            && self.bytes == other.bytes
            && self.path.len() == other.path.len();
        if !alike {
            return Term::FALSE;
        }
        let mut parts = vec![terms.eq(self.index, other.index)];
        for ways in self.path.iter().zip(other.path.iter()) {
            parts.push(match ways {
                (Way::Index(a), Way::Index(b)) => terms.eq(*a, *b),
                (a, b) => Term::truth(a == b),
            });
        }
        terms.and(parts)
    }
}

impl Pointer {
    /// A pointer to a spot.
    pub fn to(spot: Spot) -> Self {
        Pointer::One(Some(spot))
    }

    /// The targets with their guards.
    pub fn targets(&self) -> Vec<(Term, Target)> {
        match self {
            Pointer::One(target) => vec![(Term::TRUE, target.clone())],
            Pointer::Choice(targets) => targets.to_vec(),
        }
    }

    /// The pointer with these guarded targets; targets that are alike are joined.
    pub fn of(terms: &mut Terms, all: impl IntoIterator<Item = (Term, Target)>) -> Pointer {
        let mut joined: Vec<(Term, Target)> = Vec::new();
        for (guard, target) in all {
            if guard == Term::FALSE {
                continue;
            }
            match joined.iter_mut().find(|(_, known)| *known == target) {
                Some((known, _)) => *known = terms.or([*known, guard]),
                None => joined.push((guard, target)),
            }
        }
        match joined.as_slice() {
            [(_, target)] => Pointer::One(target.clone()),
            _ => Pointer::Choice(joined.into()),
        }
    }
}

impl Value {
    /// The null pointer.
    pub const NULL: Value = Value::Pointer(Pointer::One(None));

    /// The value with each of its terms replaced.
    pub fn map(&self, replace: &mut dyn FnMut(Term) -> Term) -> Value {
        match self {
            Value::Uninitialized => Value::Uninitialized,
            Value::Int(term) => Value::Int(replace(*term)),
            Value::Pointer(Pointer::One(target)) => {
                Value::Pointer(Pointer::One(target.as_ref().map(|spot| spot.map(replace))))
            }
            Value::Pointer(Pointer::Choice(targets)) => {
                let targets = targets
                    .iter()
                    .map(|(guard, target)| (replace(*guard), target.as_ref().map(|spot| spot.map(replace))));
                Value::Pointer(Pointer::Choice(targets.collect()))
            }
            Value::Aggregate(parts) => {
                let new: Vec<Value> = parts.iter().map(|part| part.map(replace)).collect();
                if new == **parts { self.clone() } else { Value::Aggregate(Rc::new(new)) }
            }
            Value::Map(map) => Value::Map(Rc::new(map.map(replace))),
            Value::Table(table) => Value::Table(Rc::new(table.map(replace))),
            Value::Sparse(sparse) => Value::Sparse(Rc::new(sparse.map(replace))),
            Value::Choice(all) => Value::Choice(
                all.iter().map(|(guard, value)| (replace(*guard), value.map(replace))).collect(),
            ),
        }
    }

    /// The value with each pointer's objects replaced.
    pub fn with_objects(&self, replace: &dyn Fn(ObjectId) -> ObjectId) -> Value {
        let target =
            |target: &Target| target.clone().map(|spot| Spot { object: replace(spot.object), ..spot });
        match self {
            // Large arrays are not looked into: see `is_large`.
            Value::Uninitialized | Value::Int(_) | Value::Map(_) | Value::Table(_) | Value::Sparse(_) => {
                self.clone()
            }
            Value::Pointer(Pointer::One(one)) => Value::Pointer(Pointer::One(target(one))),
            Value::Pointer(Pointer::Choice(all)) => {
                let all = all.iter().map(|(guard, one)| (*guard, target(one)));
                Value::Pointer(Pointer::Choice(all.collect()))
            }
            Value::Aggregate(parts) => {
                Value::Aggregate(Rc::new(parts.iter().map(|part| part.with_objects(replace)).collect()))
            }
            Value::Choice(all) => {
                let all = all.iter().map(|(guard, value)| (*guard, value.with_objects(replace)));
                Value::Choice(all.collect())
            }
        }
    }

    /// Whether it is, or has in it, a large array of records or pointers.
    pub fn is_large(&self) -> bool {
        match self {
            Value::Table(_) | Value::Sparse(_) => true,
            Value::Aggregate(parts) => parts.iter().any(Value::is_large),
            Value::Choice(all) => all.iter().any(|(_, value)| value.is_large()),
            Value::Uninitialized | Value::Int(_) | Value::Pointer(_) | Value::Map(_) => false,
        }
    }

    /// `if guard then a else b`, also where the two have no common form.
    pub fn join(terms: &mut Terms, guard: Term, a: &Value, b: &Value) -> Value {
        if a == b {
            return a.clone();
        }
        if let (Value::Aggregate(x), Value::Aggregate(y)) = (a, b)
            && x.len() == y.len()
        {
            let parts = x.iter().zip(y.iter()).map(|(x, y)| Value::join(terms, guard, x, y)).collect();
            return Value::Aggregate(Rc::new(parts));
        }
        if let Some(chosen) = Value::choose(terms, guard, a, b) {
            return chosen;
        }
        let mut all: Vec<(Term, Value)> = Vec::new();
        let other = terms.not(guard);
        for (condition, side) in [(guard, a), (other, b)] {
            let alternatives = match side {
                Value::Choice(all) => all.to_vec(),
                value => vec![(Term::TRUE, value.clone())],
            };
            for (own, value) in alternatives {
                let guard = terms.both(condition, own);
                match all.iter_mut().find(|(_, known)| *known == value) {
                    Some((known, _)) => *known = terms.either(*known, guard),
                    None => all.push((guard, value)),
                }
            }
        }
        match all.as_slice() {
            [(_, only)] => only.clone(),
            _ => Value::Choice(all.into()),
        }
    }

    /// Whether it was written.
    pub fn written(&self, terms: &mut Terms) -> Term {
        match self {
            Value::Uninitialized => Term::FALSE,
            Value::Choice(all) => {
                let cases: Vec<Term> = all
                    .iter()
                    .map(|(guard, value)| {
                        let written = value.written(terms);
                        terms.both(*guard, written)
                    })
                    .collect();
                terms.or(cases)
            }
            _ => Term::TRUE,
        }
    }

    /// `if guard then a else b`; `None` where the two have no common form
    /// (arrays of different lengths, one of them never written).
    pub fn choose(terms: &mut Terms, guard: Term, a: &Value, b: &Value) -> Option<Value> {
        match guard.as_truth() {
            Some(true) => return Some(a.clone()),
            Some(false) => return Some(b.clone()),
            None => {}
        }
        match (a, b) {
            (Value::Uninitialized, Value::Uninitialized) => Some(Value::Uninitialized),
            (Value::Int(x), Value::Int(y)) => Some(Value::Int(terms.choice(guard, *x, *y))),
            (Value::Pointer(x), Value::Pointer(y)) => {
                if x == y {
                    return Some(a.clone());
                }
                let not_guard = terms.not(guard);
                let mut all = Vec::new();
                for (condition, side) in [(guard, x), (not_guard, y)] {
                    for (own, target) in side.targets() {
                        all.push((terms.and([condition, own]), target));
                    }
                }
                Some(Value::Pointer(Pointer::of(terms, all)))
            }
            (Value::Aggregate(x), Value::Aggregate(y)) => {
                if Rc::ptr_eq(x, y) {
                    return Some(a.clone());
                }
                if x.len() != y.len() {
                    return None;
                }
                let parts: Option<Vec<_>> =
                    x.iter().zip(y.iter()).map(|(x, y)| Value::choose(terms, guard, x, y)).collect();
                Some(Value::Aggregate(Rc::new(parts?)))
            }
            (Value::Map(x), Value::Map(y)) => {
                if Rc::ptr_eq(x, y) {
                    return Some(a.clone());
                }
                Some(Value::Map(Rc::new(Map::choose(terms, guard, x, y)?)))
            }
            (Value::Table(x), Value::Table(y)) => {
                if Rc::ptr_eq(x, y) {
                    return Some(a.clone());
                }
                Some(Value::Table(Rc::new(Table::choose(terms, guard, x, y)?)))
            }
            (Value::Sparse(x), Value::Sparse(y)) => {
                if Rc::ptr_eq(x, y) {
                    return Some(a.clone());
                }
                Some(Value::Sparse(Rc::new(Sparse::choose(terms, guard, x, y)?)))
            }
            _ => None,
        }
    }
}
