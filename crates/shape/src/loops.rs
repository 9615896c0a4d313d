//! Natural loops: a head, and all locations from which the head is reached
//! again without leaving it. Loops with one head are one loop.

use crate::Dominators;
use kyklos_base::{Span, Table};
use kyklos_flow::{LocationId, Procedure};
use std::collections::BTreeMap;
use std::sync::Arc;

kyklos_base::define_id! {
    /// A loop of a procedure.
    pub struct LoopId, "loop"
}

/// A natural loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Where it is entered, and where each iteration starts.
    pub head: LocationId,
    /// Its locations, the head included, ascending.
    pub body: Vec<LocationId>,
    /// The next loop around it.
    pub parent: Option<LoopId>,
    /// The source of its head.
    pub span: Span,
}

/// The loops of a procedure.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    loops: Table<LoopId, Arc<Loop>>,
    innermost: Vec<Option<LoopId>>,
}

impl Loop {
    /// Whether a location is in it.
    pub fn contains(&self, location: LocationId) -> bool {
        self.body.binary_search(&location).is_ok()
    }
}

impl Loops {
    /// Finds the loops of a procedure. A cycle that can be entered at several
    /// places (only `goto` makes such) has no head that dominates it and is no
    /// natural loop; it is left out.
    pub fn of(procedure: &Procedure) -> Self {
        let dominators = Dominators::of(procedure);
        let mut predecessors: Vec<Vec<LocationId>> = vec![Vec::new(); procedure.locations.len()];
        let mut tails: BTreeMap<LocationId, Vec<LocationId>> = BTreeMap::new();
        for edge in procedure.edges.rows().filter(|edge| dominators.is_reachable(edge.from)) {
            predecessors[edge.to.0 as usize].push(edge.from);
            if dominators.dominates(edge.to, edge.from) {
                tails.entry(edge.to).or_default().push(edge.from);
            }
        }
        let mut seen = vec![None; procedure.locations.len()];
        let mut found: Vec<Loop> = tails
            .into_iter()
            .map(|(head, tails)| {
                let body = body(head, tails, &predecessors, &mut seen);
                let first = procedure.outgoing(head).first().map(|edge| procedure.edges[*edge].span);
                let span = first.unwrap_or(procedure.locations[head].span);
                Loop { head, body, parent: None, span }
            })
            .collect();
        // Outer loops are larger: with the larger ones first, the last to claim a location is the innermost.
        found.sort_by_key(|l| (std::cmp::Reverse(l.body.len()), l.head));
        let mut result = Self { loops: Table::new(), innermost: vec![None; procedure.locations.len()] };
        for mut next in found {
            next.parent = result.innermost[next.head.0 as usize];
            let body = next.body.clone();
            let id = result.loops.push(Arc::new(next));
            for location in body {
                result.innermost[location.0 as usize] = Some(id);
            }
        }
        result
    }

    /// All loops, outer ones before the ones inside them.
    pub fn iter(&self) -> impl Iterator<Item = (LoopId, &Loop)> {
        self.loops.iter().map(|(id, found)| (id, &**found))
    }

    /// The loop of an id.
    pub fn get(&self, id: LoopId) -> Option<&Loop> {
        self.loops.get(id).map(|found| &**found)
    }

    /// The loop whose head is at a location.
    pub fn headed(&self, location: LocationId) -> Option<&Arc<Loop>> {
        let around = self.around(location).and_then(|id| self.loops.get(id));
        around.filter(|found| found.head == location)
    }

    /// The innermost loop around a location.
    pub fn around(&self, location: LocationId) -> Option<LoopId> {
        self.innermost.get(location.0 as usize).copied().flatten()
    }
}

/// Everything that leads to a tail without passing the head. What was seen is marked with the head.
fn body(
    head: LocationId,
    tails: Vec<LocationId>,
    predecessors: &[Vec<LocationId>],
    seen: &mut [Option<LocationId>],
) -> Vec<LocationId> {
    let mut body = vec![head];
    seen[head.0 as usize] = Some(head);
    let mut open = tails;
    while let Some(location) = open.pop() {
        if seen[location.0 as usize].replace(head) != Some(head) {
            body.push(location);
            open.extend(&predecessors[location.0 as usize]);
        }
    }
    body.sort_unstable();
    body
}

#[cfg(test)]
mod tests {
    use super::*;
    use kyklos_flow::{Expr, Instruction, ProcedureBuilder};

    /// entry → head ⇄ inner ⇄ body; head → last → exit
    #[test]
    fn nested_loops_know_their_parents() {
        let span = Span::nowhere();
        let mut builder = ProcedureBuilder::new("main", span, None);
        let [head, inner, body, last] = std::array::from_fn(|_| builder.plain(span));
        builder.edge(builder.entry(), head, Instruction::Skip, span);
        builder.branch(head, Expr::int(1), inner, last, span);
        builder.branch(inner, Expr::int(1), body, head, span);
        builder.edge(body, inner, Instruction::Skip, span);
        builder.edge(last, builder.exit(), Instruction::Return { value: None }, span);
        let loops = Loops::of(&builder.finish());
        let all: Vec<_> = loops.iter().map(|(_, l)| (l.head, l.body.clone(), l.parent)).collect();
        assert_eq!(all, [(head, vec![head, inner, body], None), (inner, vec![inner, body], Some(LoopId(0)))]);
        assert_eq!(loops.around(body), Some(LoopId(1)));
        assert_eq!(loops.around(head), Some(LoopId(0)));
        assert_eq!(loops.around(last), None);
    }
}
