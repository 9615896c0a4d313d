//! Which subtrees of the exploration are finished: those of whose states none is left.
//!
//! This is no more than a hint where annotations may be found: what they say is proved from the program alone.

use kyklos_exec::Note;
use rpds::HashTrieMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The stops of a path, as a note on its states.
#[derive(Clone)]
pub struct Trail(Rc<Stop>);

/// A stop of a path. When the last state behind it is gone, its subtree is finished.
struct Stop {
    site: Option<usize>,
    before: Vec<Rc<Stop>>,
    /// How often the path has been at each site.
    visits: HashTrieMap<usize, u32>,
    shared: Rc<Shared>,
}

/// What all stops share.
#[derive(Default)]
pub struct Shared {
    /// The sites of finished subtrees, in the order in which they were finished.
    finished: RefCell<Vec<usize>>,
    /// How many subtrees at each site are not finished.
    unfinished: RefCell<Vec<Cell<u32>>>,
}

impl Shared {
    /// Takes the sites of subtrees that were finished since.
    pub fn take_finished(&self) -> Vec<usize> {
        std::mem::take(&mut self.finished.borrow_mut())
    }

    /// Whether subtrees were finished.
    pub fn has_finished(&self) -> bool {
        !self.finished.borrow().is_empty()
    }

    /// How many subtrees at a site are not finished.
    pub fn unfinished(&self, site: usize) -> u32 {
        self.unfinished.borrow().get(site).map_or(0, Cell::get)
    }

    fn change(&self, site: usize, change: impl FnOnce(u32) -> u32) {
        let mut all = self.unfinished.borrow_mut();
        if all.len() <= site {
            all.resize_with(site + 1, Cell::default);
        }
        all[site].set(change(all[site].get()));
    }
}

impl Trail {
    /// The trail that goes on from another with a stop.
    pub fn on(from: Option<&Trail>, site: usize, shared: &Rc<Shared>) -> Self {
        let visits = from.map_or_else(HashTrieMap::new, |from| from.0.visits.clone());
        let count = visits.get(&site).copied().unwrap_or(0);
        shared.change(site, |count| count + 1);
        Trail(Rc::new(Stop {
            site: Some(site),
            before: from.iter().map(|from| from.0.clone()).collect(),
            visits: visits.insert(site, count + 1),
            shared: shared.clone(),
        }))
    }

    /// How often the path has been at a site.
    pub fn visits(&self, site: usize) -> u32 {
        self.0.visits.get(&site).copied().unwrap_or(0)
    }
}

impl Note for Trail {
    /// The subtree of a join belongs to both.
    fn join(&self, other: &Self) -> Option<Self> {
        Some(Trail(Rc::new(Stop {
            site: None,
            before: vec![self.0.clone(), other.0.clone()],
            visits: self.0.visits.clone(),
            shared: self.0.shared.clone(),
        })))
    }
}

impl Stop {
    fn finish(&mut self) -> Vec<Rc<Stop>> {
        if let Some(site) = self.site.take() {
            self.shared.change(site, |count| count.saturating_sub(1));
            self.shared.finished.borrow_mut().push(site);
        }
        std::mem::take(&mut self.before)
    }
}

impl Drop for Stop {
    /// Trails are long, so what comes before is not dropped by recursion.
    fn drop(&mut self) {
        let mut open = self.finish();
        while let Some(stop) = open.pop() {
            if let Some(mut last) = Rc::into_inner(stop) {
                open.append(&mut last.finish());
            }
        }
    }
}
