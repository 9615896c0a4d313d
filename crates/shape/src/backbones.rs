//! Backbones: the acyclic complete paths of a procedure [apc §2.1].
//!
//! Every run from the entry to an end follows one backbone, apart from loops
//! that it runs through at some locations of it. The paper knows one target; here
//! a path is complete at the exit and at every error location, since each of
//! them ends the run.

use crate::paths::{Paths, marks};
use kyklos_flow::{EdgeId, LocationId, LocationKind, Procedure};

/// Lazy enumeration of backbones as lists of edges, depth-first in edge order.
/// [`Bounded::take`](crate::Bounded::take) bounds it.
#[derive(Clone, Debug)]
pub struct Backbones<'a> {
    /// None where the entry is an end, so that the empty path is the only backbone.
    paths: Option<Paths<'a>>,
    empty: bool,
}

impl<'a> Backbones<'a> {
    /// The acyclic paths from the entry to the exit or an error location.
    pub fn of(procedure: &'a Procedure) -> Self {
        let ends = procedure.locations.iter().filter(|(_, location)| location.kind != LocationKind::Plain);
        Self::to_any(procedure, marks(procedure, ends.map(|(id, _)| id)))
    }

    /// The acyclic paths from the entry to a target, which they pass nowhere but at their end.
    pub fn to(procedure: &'a Procedure, target: LocationId) -> Self {
        Self::to_any(procedure, marks(procedure, [target]))
    }

    /// The paths that go from `head` through `body` and come back to `head`.
    pub(crate) fn around(procedure: &'a Procedure, head: LocationId, body: &[LocationId]) -> Self {
        let back = marks(procedure, [head]);
        let allowed = marks(procedure, body.iter().copied());
        Self { paths: Some(Paths::new(procedure, head, back, allowed)), empty: false }
    }

    fn to_any(procedure: &'a Procedure, wanted: Vec<bool>) -> Self {
        let empty = wanted[procedure.entry.0 as usize];
        let allowed = vec![true; procedure.locations.len()];
        let paths = (!empty).then(|| Paths::new(procedure, procedure.entry, wanted, allowed));
        Self { paths, empty }
    }
}

impl Iterator for Backbones<'_> {
    type Item = Vec<EdgeId>;

    fn next(&mut self) -> Option<Vec<EdgeId>> {
        match &mut self.paths {
            Some(paths) => paths.next(),
            None => std::mem::take(&mut self.empty).then(Vec::new),
        }
    }
}
