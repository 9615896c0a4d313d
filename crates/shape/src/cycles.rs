//! Cycles: cyclic paths with an entry and exits [compact Def. 1].
//!
//! A cycle's core π = eωe passes no location twice but e, and e can be entered
//! otherwise than by the core's last edge. So one cyclic path makes a cycle for
//! each of its locations with two edges or more into it. Two deviations:
//!
//! - The paper compares locations ("ue is not a suffix of π"), we compare edges:
//!   a second edge from the same location is another way in. This is what the
//!   definition says if each edge is split by a location of its own.
//! - A procedure's entry is entered by calls too, so one edge into it is enough.

use crate::paths::{Paths, marks};
use kyklos_flow::{EdgeId, LocationId, Procedure};

/// A cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Where it is entered, and where its core starts and ends.
    pub entry: LocationId,
    /// One iteration.
    pub core: Vec<EdgeId>,
    /// The edges that leave the core's locations but are not of the core, in the
    /// core's order. Some may lead back to a location of the core.
    pub exits: Vec<EdgeId>,
}

/// Lazy enumeration of cycles, by entry, then depth-first in edge order.
/// [`Bounded::take`](crate::Bounded::take) bounds it.
#[derive(Clone, Debug)]
pub struct Cycles<'a> {
    procedure: &'a Procedure,
    entries: std::vec::IntoIter<LocationId>,
    cores: Option<(LocationId, Paths<'a>)>,
}

impl<'a> Cycles<'a> {
    /// All cycles of a procedure.
    pub fn of(procedure: &'a Procedure) -> Self {
        Self::with_entries(procedure, procedure.locations.ids())
    }

    /// The cycles with this entry. Where it is the head of an inner loop, they
    /// also lead around the outer ones; [`Induced`](crate::Induced) stays in one loop.
    pub fn at(procedure: &'a Procedure, entry: LocationId) -> Self {
        Self::with_entries(procedure, [entry])
    }

    fn with_entries(procedure: &'a Procedure, among: impl IntoIterator<Item = LocationId>) -> Self {
        let mut ways_in = vec![0_usize; procedure.locations.len()];
        ways_in[procedure.entry.0 as usize] += 1;
        for edge in procedure.edges.rows() {
            ways_in[edge.to.0 as usize] += 1;
        }
        // A core ends with one of the ways in, so the second is what it can be entered by.
        let entries: Vec<_> = among.into_iter().filter(|entry| ways_in[entry.0 as usize] > 1).collect();
        Self { procedure, entries: entries.into_iter(), cores: None }
    }
}

impl Iterator for Cycles<'_> {
    type Item = Cycle;

    fn next(&mut self) -> Option<Cycle> {
        let procedure = self.procedure;
        loop {
            if let Some((entry, cores)) = &mut self.cores
                && let Some(core) = cores.next()
            {
                return Some(Cycle { entry: *entry, exits: exits(procedure, &core), core });
            }
            let entry = self.entries.next()?;
            let allowed = vec![true; procedure.locations.len()];
            self.cores = Some((entry, Paths::new(procedure, entry, marks(procedure, [entry]), allowed)));
        }
    }
}

fn exits(procedure: &Procedure, core: &[EdgeId]) -> Vec<EdgeId> {
    // No location is left twice, so of the edges there only the one taken is of the core.
    let others = |taken: &EdgeId| {
        let taken = *taken;
        let leaving = procedure.outgoing(procedure.edges[taken].from).iter().copied();
        leaving.filter(move |edge| *edge != taken)
    };
    core.iter().flat_map(others).collect()
}
