//! A persistent list: clones share, appending is O(1), and dropping a long
//! list does not recurse.

use std::rc::Rc;

/// A list that grows at its end and is cheap to clone.
pub struct List<T> {
    last: Option<Rc<Node<T>>>,
}

struct Node<T> {
    value: T,
    before: Option<Rc<Node<T>>>,
    length: usize,
}

impl<T> List<T> {
    /// The empty list.
    pub fn new() -> Self {
        Self { last: None }
    }

    /// Appends a value.
    pub fn push(&mut self, value: T) {
        let length = self.len() + 1;
        self.last = Some(Rc::new(Node { value, before: self.last.take(), length }));
    }

    /// The value appended last.
    pub fn last(&self) -> Option<&T> {
        self.last.as_deref().map(|node| &node.value)
    }

    /// The last value, to be changed; other lists that share it keep theirs.
    pub fn last_mut(&mut self) -> Option<&mut T>
    where
        T: Clone,
    {
        let node = self.last.as_mut()?;
        if Rc::get_mut(node).is_none() {
            let copy = Node { value: node.value.clone(), before: node.before.clone(), length: node.length };
            *node = Rc::new(copy);
        }
        Rc::get_mut(node).map(|node| &mut node.value)
    }

    /// Removes the value appended last.
    pub fn pop(&mut self) {
        if let Some(node) = self.last.take() {
            self.last = node.before.clone();
        }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.last.as_ref().map_or(0, |node| node.length)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// The values, the one appended last first.
    pub fn iter_back(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.last.as_deref(), |node| node.before.as_deref()).map(|node| &node.value)
    }

    /// What two lists share: the values that were appended before one was cloned from the other.
    pub fn common(&self, other: &Self) -> Self {
        let (mut one, mut other) = (self.last.as_ref(), other.last.as_ref());
        let length = |node: Option<&Rc<Node<T>>>| node.map_or(0, |node| node.length);
        loop {
            match (one, other) {
                (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return Self { last: Some(a.clone()) },
                (None, _) | (_, None) => return Self::new(),
                (Some(a), _) if length(one) >= length(other) => one = a.before.as_ref(),
                (_, Some(b)) => other = b.before.as_ref(),
            }
        }
    }

    /// The values in the order they were appended.
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Clone,
    {
        self.since(0)
    }

    /// The values behind the first `count`, in the order they were appended. Takes no longer the more are before them.
    pub fn since(&self, count: usize) -> Vec<T>
    where
        T: Clone,
    {
        let mut all: Vec<T> = self.iter_back().take(self.len().saturating_sub(count)).cloned().collect();
        all.reverse();
        all
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        Self { last: self.last.clone() }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Drop for List<T> {
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(node) = next {
            // Another list that shares the rest will drop it.
            next = Rc::into_inner(node).and_then(|mut node| node.before.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_and_differ() {
        let mut one = List::new();
        one.push(1);
        one.push(2);
        let mut other = one.clone();
        if let Some(last) = other.last_mut() {
            *last = 7;
        }
        other.push(3);
        assert_eq!((one.to_vec(), other.to_vec()), (vec![1, 2], vec![1, 7, 3]));
        assert_eq!((other.since(1), other.since(3), other.since(4)), (vec![7, 3], vec![], vec![]));
        other.pop();
        assert_eq!((other.len(), other.last()), (2, Some(&7)));
    }

    #[test]
    fn what_lists_share_is_what_came_before_they_parted() {
        let mut one = List::new();
        one.push(1);
        one.push(2);
        let (mut other, mut short) = (one.clone(), one.clone());
        one.push(3);
        other.push(3);
        other.push(4);
        assert_eq!(one.common(&other).to_vec(), [1, 2], "equal values are not shared ones");
        assert_eq!(other.common(&short).to_vec(), [1, 2]);
        short.pop();
        assert_eq!(short.common(&other).to_vec(), [1]);
        assert!(List::new().common(&other).is_empty());
    }

    #[test]
    fn long_lists_drop_without_recursion() {
        let mut list = List::new();
        (0..1_000_000).for_each(|value| list.push(value));
        let mut other = list.clone();
        (0..1_000_000).for_each(|value| other.push(value));
        drop(list);
        drop(other);
    }
}
