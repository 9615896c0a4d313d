//! Symbolic values: numbers are terms, pointers are guarded choices of
//! objects, arrays and records are shared until they are written.

use kyklos_term::{Term, Terms};
use std::rc::Rc;

/// A memory object of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

/// What a pointer points to: an object, or nothing (null).
pub type Target = Option<ObjectId>;

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
}

impl Pointer {
    /// The targets with their guards.
    pub fn targets(&self) -> Vec<(Term, Target)> {
        match self {
            Pointer::One(target) => vec![(Term::TRUE, *target)],
            Pointer::Choice(targets) => targets.to_vec(),
        }
    }

    /// The pointer with these guarded targets; targets that are alike are joined.
    fn of(terms: &mut Terms, all: impl IntoIterator<Item = (Term, Target)>) -> Pointer {
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
            [(_, target)] => Pointer::One(*target),
            _ => Pointer::Choice(joined.into()),
        }
    }

    /// Whether two pointers are equal.
    pub fn equal(&self, other: &Pointer, terms: &mut Terms) -> Term {
        if let (Pointer::One(a), Pointer::One(b)) = (self, other) {
            return Term::truth(a == b);
        }
        let mut cases = Vec::new();
        for (guard, target) in self.targets() {
            for (other_guard, other_target) in other.targets() {
                if target == other_target {
                    cases.push(terms.and([guard, other_guard]));
                }
            }
        }
        terms.or(cases)
    }
}

impl Value {
    /// The null pointer.
    pub const NULL: Value = Value::Pointer(Pointer::One(None));

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
            (Value::Int(x), Value::Int(y)) => Some(Value::Int(terms.ite(guard, *x, *y))),
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
            _ => None,
        }
    }
}
