//! Which subtrees of the exploration are finished: those of whose states none is left; and how much work they were.
//!
//! This is no more than a hint where annotations may be found, and what they spare: what they say is proved from the
//! program alone.

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
    /// The work behind it so far: up to the next stops, and that of the subtrees there that are finished.
    work: Cell<u64>,
    shared: Rc<Shared>,
}

/// What all stops share.
#[derive(Default)]
pub struct Shared {
    /// The sites of finished subtrees, in the order in which they were finished.
    finished: RefCell<Vec<usize>>,
    /// The subtrees at each site.
    subtrees: RefCell<Vec<Subtrees>>,
}

/// The subtrees at a site.
#[derive(Clone, Copy, Default)]
struct Subtrees {
    unfinished: u32,
    finished: u32,
    /// The work of those that are finished.
    work: u64,
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
        self.subtrees.borrow().get(site).map_or(0, |subtrees| subtrees.unfinished)
    }

    /// The work of a subtree at a site, as those were that are finished; 0 if none is.
    pub fn usual_work(&self, site: usize) -> u64 {
        let all = self.subtrees.borrow();
        all.get(site).map_or(0, |subtrees| subtrees.work.checked_div(subtrees.finished.into()).unwrap_or(0))
    }

    fn change(&self, site: usize, change: impl FnOnce(&mut Subtrees)) {
        let mut all = self.subtrees.borrow_mut();
        if all.len() <= site {
            all.resize(site + 1, Subtrees::default());
        }
        change(&mut all[site]);
    }
}

impl Trail {
    /// The trail that goes on from another with a stop.
    pub fn on(from: Option<&Trail>, site: usize, shared: &Rc<Shared>) -> Self {
        let visits = from.map_or_else(HashTrieMap::new, |from| from.0.visits.clone());
        let count = visits.get(&site).copied().unwrap_or(0);
        shared.change(site, |subtrees| subtrees.unfinished += 1);
        Trail(Rc::new(Stop {
            site: Some(site),
            before: from.iter().map(|from| from.0.clone()).collect(),
            visits: visits.insert(site, count + 1),
            work: Cell::new(0),
            shared: shared.clone(),
        }))
    }

    /// How often the path has been at a site.
    pub fn visits(&self, site: usize) -> u32 {
        self.0.visits.get(&site).copied().unwrap_or(0)
    }

    /// So much work was done for a state behind the last stop.
    pub fn add_work(&self, more: u64) {
        self.0.add_work(more);
    }
}

impl Note for Trail {
    /// The subtree of a join belongs to both.
    fn join(&self, other: &Self) -> Option<Self> {
        Some(Trail(Rc::new(Stop {
            site: None,
            before: vec![self.0.clone(), other.0.clone()],
            visits: self.0.visits.clone(),
            work: Cell::new(0),
            shared: self.0.shared.clone(),
        })))
    }
}

impl Stop {
    fn add_work(&self, more: u64) {
        self.work.set(self.work.get().saturating_add(more));
    }

    fn finish(&mut self) -> Vec<Rc<Stop>> {
        let (work, before) = (self.work.take(), std::mem::take(&mut self.before));
        if let Some(site) = self.site.take() {
            self.shared.change(site, |subtrees| {
                subtrees.unfinished = subtrees.unfinished.saturating_sub(1);
                subtrees.finished += 1;
                subtrees.work = subtrees.work.saturating_add(work);
            });
            self.shared.finished.borrow_mut().push(site);
        }
        // What is behind a join is behind each of its sides, but was done once.
        let part = work / before.len().max(1) as u64;
        before.iter().for_each(|stop| stop.add_work(part));
        before
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
