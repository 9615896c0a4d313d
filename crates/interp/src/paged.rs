//! Large arrays: elements that nobody has written are kept once for all. Note [arrays].

use crate::value::Value;
use std::cell::Cell;
use std::collections::BTreeMap;

/// Arrays of more elements are paged.
pub(crate) const LARGE: usize = 1 << 16;

/// Elements of a page.
pub(crate) const PAGE: usize = 512;

/// An array of which only those pages are there that were written to.
pub(crate) struct Paged {
    pub length: usize,
    /// The elements of pages that are not there.
    pub other: Value,
    pub pages: BTreeMap<usize, Box<[Value]>>,
    pub mark: Cell<u64>,
}

impl Paged {
    /// An element, if the array has it.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&Value> {
        if index >= self.length {
            return None;
        }
        match self.pages.get(&(index / PAGE)) {
            Some(page) => page.get(index % PAGE),
            None => Some(&self.other),
        }
    }

    /// The values in it, each of those that are alike once.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.pages.values().flat_map(|page| page.iter()).chain([&self.other])
    }
}
