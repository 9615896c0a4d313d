//! What features keep of a path, on its states.

use std::any::Any;
use std::rc::Rc;

/// What a feature keeps of a path.
pub trait Note: Any + Sized {
    /// What is to be kept of two paths whose states are joined; `None` if the states cannot be joined for that.
    /// A note that was set before the two paths parted is never asked: it stays as it is.
    fn join(&self, other: &Self) -> Option<Self> {
        let _ = other;
        None
    }
}

/// The notes of a path: at most one of each type.
#[derive(Clone, Default)]
pub struct Notes(Vec<Entry>);

/// Joins two notes of one type.
type Join = fn(&dyn Any, &dyn Any) -> Option<Rc<dyn Any>>;

#[derive(Clone)]
struct Entry {
    note: Rc<dyn Any>,
    join: Join,
}

impl Notes {
    /// The note of a type.
    pub fn get<T: Note>(&self) -> Option<&T> {
        self.0.iter().find_map(|entry| entry.note.downcast_ref())
    }

    /// Sets the note of a type.
    pub fn set<T: Note>(&mut self, note: T) {
        self.remove::<T>();
        let join = |one: &dyn Any, other: &dyn Any| -> Option<Rc<dyn Any>> {
            let joined = one.downcast_ref::<T>()?.join(other.downcast_ref()?)?;
            Some(Rc::new(joined))
        };
        self.0.push(Entry { note: Rc::new(note), join });
    }

    /// Removes the note of a type.
    pub fn remove<T: Note>(&mut self) {
        self.0.retain(|entry| !entry.note.is::<T>());
    }

    /// The notes of two paths whose states are joined; `None` if they cannot be.
    pub fn join(&self, other: &Notes) -> Option<Notes> {
        if self.0.len() != other.0.len() {
            return None;
        }
        let mut joined = Vec::with_capacity(self.0.len());
        for entry in &self.0 {
            let same_type = |known: &&Entry| (*known.note).type_id() == (*entry.note).type_id();
            let counterpart = other.0.iter().find(same_type)?;
            joined.push(match Rc::ptr_eq(&entry.note, &counterpart.note) {
                true => entry.clone(),
                false => Entry { note: (entry.join)(&*entry.note, &*counterpart.note)?, join: entry.join },
            });
        }
        Some(Notes(joined))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Most(u32);

    impl Note for Most {
        fn join(&self, other: &Self) -> Option<Self> {
            Some(Most(self.0.max(other.0)))
        }
    }

    struct Own;

    impl Note for Own {}

    #[test]
    fn notes_say_how_they_are_joined() {
        let mut one = Notes::default();
        one.set(Own);
        let mut other = one.clone();
        one.set(Most(3));
        assert!(one.join(&other).is_none(), "one of them has none");
        other.set(Most(5));
        assert_eq!(one.join(&other).unwrap().get::<Most>(), Some(&Most(5)), "what both had before stays");
        other.set(Own);
        assert!(one.join(&other).is_none(), "by default, what differs is not joined");
    }
}
