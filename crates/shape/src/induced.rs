//! The program induced by a loop [apc §2.1]: the loop's part of the graph, where
//! the head is the start, and every edge to the head leads to a fresh copy of it
//! instead, which is the target. Its backbones are the loop's iterations.
//!
//! It is a view, not a procedure: edges keep their ids, and the copy of the head
//! is the head itself when a path comes back to it.
//!
//! The paper's loops belong to paths: a location on an acyclic path enters a loop
//! if it can be reached again around what the path has passed before. On a
//! reducible graph these are the natural loops; with jumps into loops, one
//! location can enter different loops on different paths. Both are supported.

use crate::paths::marks;
use crate::{Backbones, Loop};
use kyklos_flow::{EdgeId, LocationId, Procedure};

/// A loop as a program of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Induced {
    /// Where each iteration starts and ends.
    pub head: LocationId,
    /// The loop's locations, the head included, ascending.
    pub body: Vec<LocationId>,
    /// The edges between them, ascending.
    pub edges: Vec<EdgeId>,
    /// Those of the edges that lead to the head and so end an iteration.
    pub back: Vec<EdgeId>,
    /// The edges that leave the loop, ascending. They are not of the induced program.
    pub exits: Vec<EdgeId>,
}

impl Induced {
    /// The program induced by a natural loop.
    pub fn of(procedure: &Procedure, natural: &Loop) -> Self {
        Self::new(procedure, natural.head, natural.body.clone())
    }

    /// The program induced by the loop that a path from the procedure's entry
    /// enters at its end, if it enters one. The path is a prefix of a backbone.
    pub fn entered(procedure: &Procedure, path: &[EdgeId]) -> Option<Self> {
        Self::entered_among(procedure, vec![true; procedure.locations.len()], procedure.entry, path)
    }

    /// The same within this induced program: the inner loop that a prefix of one
    /// of its backbones enters at its end.
    pub fn inner(&self, procedure: &Procedure, path: &[EdgeId]) -> Option<Self> {
        let mut free = marks(procedure, self.body.iter().copied());
        // No edge of an induced program leads to its start.
        free[self.head.0 as usize] = false;
        Self::entered_among(procedure, free, self.head, path)
    }

    /// The loop's iterations: ways from the head back to it that pass no location twice.
    pub fn backbones<'a>(&self, procedure: &'a Procedure) -> Backbones<'a> {
        Backbones::around(procedure, self.head, &self.body)
    }

    fn new(procedure: &Procedure, head: LocationId, body: Vec<LocationId>) -> Self {
        let inside = marks(procedure, body.iter().copied());
        let mut result = Self { head, body, edges: Vec::new(), back: Vec::new(), exits: Vec::new() };
        for (id, edge) in procedure.edges.iter().filter(|(_, edge)| inside[edge.from.0 as usize]) {
            if inside[edge.to.0 as usize] {
                result.edges.push(id);
            } else {
                result.exits.push(id);
            }
            if edge.to == head {
                result.back.push(id);
            }
        }
        result
    }

    /// All that can be reached from the path's end, and leads back to it, over free
    /// locations that the path has not passed before.
    fn entered_among(
        procedure: &Procedure,
        mut free: Vec<bool>,
        start: LocationId,
        path: &[EdgeId],
    ) -> Option<Self> {
        let mut head = start;
        for edge in path {
            free[head.0 as usize] = false;
            head = procedure.edges[*edge].to;
        }
        if !free[head.0 as usize] {
            return None;
        }
        let mut successors = vec![Vec::new(); procedure.locations.len()];
        let mut predecessors = successors.clone();
        let usable = |location: LocationId| free[location.0 as usize];
        for edge in procedure.edges.rows().filter(|edge| usable(edge.from) && usable(edge.to)) {
            successors[edge.from.0 as usize].push(edge.to);
            predecessors[edge.to.0 as usize].push(edge.from);
        }
        let after = reached(head, &successors);
        let before = reached(head, &predecessors);
        let both = |location: &LocationId| after[location.0 as usize] && before[location.0 as usize];
        // Nothing comes after the head and before it exactly if no cycle leads through it.
        both(&head).then(|| Self::new(procedure, head, procedure.locations.ids().filter(both).collect()))
    }
}

/// Which locations are reached by one step or more.
fn reached(from: LocationId, next: &[Vec<LocationId>]) -> Vec<bool> {
    let mut seen = vec![false; next.len()];
    let mut open = vec![from];
    while let Some(location) = open.pop() {
        for &to in &next[location.0 as usize] {
            if !std::mem::replace(&mut seen[to.0 as usize], true) {
                open.push(to);
            }
        }
    }
    seen
}
