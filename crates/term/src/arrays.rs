//! Array constructors: arrays are functions of one or more integers.

use crate::{Node, Sort, Term, Terms};

impl Terms {
    /// The value of an array at an index.
    ///
    /// match: write(a, i, v) at i; result: v.
    /// match: write(a, i, v) at j where some i and j differ by a constant; result: a at j.
    /// match: fill(v) at i; result: v.
    /// match: ★ at i, or a at ★; result: ★.
    pub fn read(&mut self, array: Term, indices: &[Term]) -> Term {
        if indices.iter().any(|index| self.is_unknown(*index)) {
            return self.unknown(Sort::Int);
        }
        let mut array = array;
        loop {
            match self.node(array) {
                Some(Node::Unknown(_)) => return self.unknown(Sort::Int),
                Some(Node::Fill(_, value)) => return *value,
                Some(Node::Write(inner, at, value)) => {
                    let (inner, at, value) = (*inner, at.clone(), *value);
                    match self.same_index(&at, indices) {
                        Some(true) => return value,
                        Some(false) => array = inner,
                        None => return self.intern(Node::Read(array, indices.into())),
                    }
                }
                _ => return self.intern(Node::Read(array, indices.into())),
            }
        }
    }

    /// The array with the value at one index replaced.
    ///
    /// match: write(write(a, i, v), i, w); result: write(a, i, w).
    /// match: write(a, i, a at i); result: a.
    /// match: an unknown array, index or value; result: ★.
    pub fn write(&mut self, array: Term, indices: &[Term], value: Term) -> Term {
        if [array, value].iter().chain(indices).any(|part| self.is_unknown(*part)) {
            let sort = self.sort(array);
            return self.unknown(sort);
        }
        if self.read(array, indices) == value {
            return array;
        }
        match self.node(array) {
            Some(Node::Write(inner, at, _)) if **at == *indices => {
                let inner = *inner;
                self.intern(Node::Write(inner, indices.into(), value))
            }
            _ => self.intern(Node::Write(array, indices.into(), value)),
        }
    }

    /// The array of this arity that has one value everywhere.
    ///
    /// match: ★ everywhere; result: ★.
    pub fn fill(&mut self, arity: u32, value: Term) -> Term {
        if self.is_unknown(value) {
            return self.unknown(Sort::Array(arity));
        }
        self.intern(Node::Fill(arity, value))
    }

    /// Whether two index tuples are equal everywhere, different everywhere, or neither is plain.
    fn same_index(&mut self, left: &[Term], right: &[Term]) -> Option<bool> {
        if left == right {
            return Some(true);
        }
        let differ = left.iter().zip(right).any(|(a, b)| {
            let difference = self.sub(*a, *b);
            self.as_int(difference).is_some_and(|value| !value.is_zero())
        });
        differ.then_some(false)
    }
}
