//! The search behind backbones and cycles: all paths from one location to wanted
//! ones on which no location is passed twice.
//!
//! Depth-first, in the order of edges, on a stack of its own. Before a branch is
//! entered it is checked that some wanted location can still be reached around
//! the path so far. Without this check a loop's body, which leads nowhere but
//! back to its head, would be searched along all its paths in vain.

use kyklos_flow::{EdgeId, LocationId, Procedure};

/// Lazy enumeration of paths. Each has at least one edge, passes no location
/// twice and ends at the first wanted location. The start may be wanted: then
/// the paths that come back to it are cyclic.
#[derive(Clone, Debug)]
pub(crate) struct Paths<'a> {
    procedure: &'a Procedure,
    wanted: Vec<bool>,
    /// Locations that the path may go through: allowed, and not on it already.
    free: Vec<bool>,
    path: Vec<EdgeId>,
    /// What is yet to be tried at the start and behind each edge of the path.
    choices: Vec<std::slice::Iter<'a, EdgeId>>,
}

impl<'a> Paths<'a> {
    /// The paths from `start` through `allowed` locations to `wanted` ones.
    pub(crate) fn new(
        procedure: &'a Procedure,
        start: LocationId,
        wanted: Vec<bool>,
        allowed: Vec<bool>,
    ) -> Self {
        let mut free = allowed;
        free[start.0 as usize] = false;
        let choices = vec![procedure.outgoing(start).iter()];
        Self { procedure, wanted, free, path: Vec::new(), choices }
    }

    /// Whether a wanted location is reached from a free one without touching the path.
    fn leads_on(&self, from: LocationId) -> bool {
        let mut unseen = self.free.clone();
        unseen[from.0 as usize] = false;
        let mut open = vec![from];
        while let Some(location) = open.pop() {
            for edge in self.procedure.outgoing(location) {
                let to = self.procedure.edges[*edge].to;
                if self.wanted[to.0 as usize] {
                    return true;
                }
                if std::mem::take(&mut unseen[to.0 as usize]) {
                    open.push(to);
                }
            }
        }
        false
    }
}

impl Iterator for Paths<'_> {
    type Item = Vec<EdgeId>;

    fn next(&mut self) -> Option<Vec<EdgeId>> {
        loop {
            let Some(&edge) = self.choices.last_mut()?.next() else {
                self.choices.pop();
                if let Some(edge) = self.path.pop() {
                    self.free[self.procedure.edges[edge].to.0 as usize] = true;
                }
                continue;
            };
            let procedure = self.procedure;
            let to = procedure.edges[edge].to;
            if self.wanted[to.0 as usize] {
                return Some(self.path.iter().copied().chain([edge]).collect());
            }
            // The only edge on leads wherever its start leads, which was checked at the last branch.
            let only = procedure.outgoing(procedure.edges[edge].from).len() == 1;
            if self.free[to.0 as usize] && (only || self.leads_on(to)) {
                self.free[to.0 as usize] = false;
                self.path.push(edge);
                self.choices.push(procedure.outgoing(to).iter());
            }
        }
    }
}

/// Marks some locations of a procedure.
pub(crate) fn marks(procedure: &Procedure, locations: impl IntoIterator<Item = LocationId>) -> Vec<bool> {
    let mut marks = vec![false; procedure.locations.len()];
    for location in locations {
        marks[location.0 as usize] = true;
    }
    marks
}
