//! Dominators, by the iterative algorithm of Cooper, Harvey and Kennedy
//! ("A Simple, Fast Dominance Algorithm"): intersect along immediate
//! dominators in reverse postorder until nothing changes.

use kyklos_flow::{LocationId, Procedure};

/// The dominator tree of a procedure's locations.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// Immediate dominator of each location; the entry's is itself, unreachable ones have none.
    immediate: Vec<Option<LocationId>>,
    /// Reverse postorder number of each reachable location.
    order: Vec<Option<u32>>,
}

impl Dominators {
    /// Computes the dominators of a procedure.
    pub fn of(procedure: &Procedure) -> Self {
        let postorder = postorder(procedure);
        let count = procedure.locations.len();
        let mut order = vec![None; count];
        for (number, location) in postorder.iter().rev().enumerate() {
            order[location.0 as usize] = Some(number as u32);
        }
        let mut predecessors: Vec<Vec<LocationId>> = vec![Vec::new(); count];
        for edge in procedure.edges.rows() {
            if order[edge.from.0 as usize].is_some() {
                predecessors[edge.to.0 as usize].push(edge.from);
            }
        }
        let mut immediate = vec![None; count];
        immediate[procedure.entry.0 as usize] = Some(procedure.entry);
        let mut result = Self { immediate, order };
        let mut changed = true;
        while changed {
            changed = false;
            for location in postorder.iter().rev().skip(1) {
                let known = predecessors[location.0 as usize].iter().copied();
                let known = known.filter(|from| result.immediate[from.0 as usize].is_some());
                let new = known.reduce(|a, b| result.common(a, b));
                if result.immediate[location.0 as usize] != new {
                    result.immediate[location.0 as usize] = new;
                    changed = true;
                }
            }
        }
        result
    }

    /// Whether every way from the entry to `below` leads through `above`.
    pub fn dominates(&self, above: LocationId, below: LocationId) -> bool {
        let mut at = below;
        loop {
            if at == above {
                return true;
            }
            // Dominators come first in reverse postorder, so the walk ends early.
            if self.order[at.0 as usize] < self.order[above.0 as usize] {
                return false;
            }
            match self.immediate[at.0 as usize] {
                Some(next) if next != at => at = next,
                _ => return false,
            }
        }
    }

    /// Whether the entry leads to the location at all.
    pub fn is_reachable(&self, location: LocationId) -> bool {
        self.order[location.0 as usize].is_some()
    }

    fn common(&self, mut a: LocationId, mut b: LocationId) -> LocationId {
        let number = |location: LocationId| self.order[location.0 as usize];
        while a != b {
            let behind = if number(a) > number(b) { &mut a } else { &mut b };
            match self.immediate[behind.0 as usize] {
                Some(next) => *behind = next,
                None => break,
            }
        }
        a
    }
}

/// Reachable locations, each after all that it leads to (cycles aside); without recursion.
fn postorder(procedure: &Procedure) -> Vec<LocationId> {
    let mut seen = vec![false; procedure.locations.len()];
    let mut order = Vec::new();
    let mut open = vec![(procedure.entry, 0)];
    seen[procedure.entry.0 as usize] = true;
    while let Some((location, next)) = open.last_mut() {
        match procedure.outgoing(*location).get(*next) {
            Some(edge) => {
                *next += 1;
                let to = procedure.edges[*edge].to;
                if !std::mem::replace(&mut seen[to.0 as usize], true) {
                    open.push((to, 0));
                }
            }
            None => {
                order.push(*location);
                open.pop();
            }
        }
    }
    order
}
