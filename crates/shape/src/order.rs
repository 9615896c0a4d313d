//! The locations of a procedure in an order in which paths go through them: what comes after a loop comes after all
//! of the loop. Where paths meet.

use crate::{Loop, LoopId, Loops};
use kyklos_flow::{Instruction, LocationId, Procedure, Program};

/// The place of each location in the order, and where paths meet.
#[derive(Clone, Debug)]
pub struct Order {
    places: Vec<u32>,
    joins: Vec<bool>,
}

impl Order {
    /// The order of a procedure's locations.
    pub fn of(program: &Program, procedure: &Procedure, loops: &Loops) -> Self {
        let mut places = vec![u32::MAX; procedure.locations.len()];
        let mut next = 0;
        let region = Region { procedure, loops, within: None };
        let mut work = vec![Item::Node(region.order_from(procedure.entry), None)];
        // Loops are laid out where they stand, all of their body at once.
        while let Some(item) = work.pop() {
            match item {
                Item::Place(location) => {
                    if places[location.0 as usize] == u32::MAX {
                        places[location.0 as usize] = next;
                        next += 1;
                    }
                }
                Item::Node(nodes, within) => {
                    for node in nodes.into_iter().rev() {
                        match region.inner_loop(node, within) {
                            Some(inner) => {
                                let inside = Region { procedure, loops, within: Some(inner) };
                                work.push(Item::Node(inside.order_from(node), Some(inner)));
                            }
                            None => work.push(Item::Place(node)),
                        }
                    }
                }
            }
        }
        Self { places, joins: joins(program, procedure, loops) }
    }

    /// The place of a location; later ones have greater numbers.
    pub fn place(&self, location: LocationId) -> u32 {
        self.places[location.0 as usize]
    }

    /// Whether paths meet at a location.
    pub fn is_join(&self, location: LocationId) -> bool {
        self.joins[location.0 as usize]
    }
}

enum Item {
    Place(LocationId),
    Node(Vec<LocationId>, Option<LoopId>),
}

/// A loop's body, or all of a procedure, with the loops in it as single nodes, each under the name of its head.
struct Region<'a> {
    procedure: &'a Procedure,
    loops: &'a Loops,
    within: Option<LoopId>,
}

impl Region<'_> {
    /// The loop that a location stands for in a region, if it is the head of one there.
    fn inner_loop(&self, node: LocationId, within: Option<LoopId>) -> Option<LoopId> {
        let own = self.loops.around(node)?;
        (Some(own) != within && self.loops.get(own)?.head == node).then_some(own)
    }

    /// The loop directly inside the region that a location is in.
    fn child_of(&self, location: LocationId) -> Option<&Loop> {
        let mut child = None;
        let mut at = self.loops.around(location);
        while at != self.within {
            let id = at?;
            child = self.loops.get(id);
            at = child?.parent;
        }
        child
    }

    fn contains(&self, location: LocationId) -> bool {
        match self.within.and_then(|id| self.loops.get(id)) {
            Some(region) => region.contains(location),
            None => true,
        }
    }

    /// The nodes that are reached next from one.
    fn successors(&self, node: LocationId) -> Vec<LocationId> {
        let own = self.child_of(node);
        let from: Vec<LocationId> = own.map_or_else(|| vec![node], |inner| inner.body.clone());
        let mut all = Vec::new();
        for location in from {
            for edge in self.procedure.outgoing(location) {
                let to = self.procedure.edges[*edge].to;
                let leaves = own.is_none_or(|inner| !inner.contains(to));
                if leaves && self.contains(to) {
                    all.push(self.child_of(to).map_or(to, |inner| inner.head));
                }
            }
        }
        all
    }

    /// The nodes of the region in reverse postorder from its first one.
    fn order_from(&self, first: LocationId) -> Vec<LocationId> {
        let mut seen = vec![false; self.procedure.locations.len()];
        let mut order = Vec::new();
        seen[first.0 as usize] = true;
        let mut stack = vec![(first, self.successors(first))];
        while let Some((node, open)) = stack.last_mut() {
            match open.pop() {
                Some(next) if !seen[next.0 as usize] => {
                    seen[next.0 as usize] = true;
                    let successors = self.successors(next);
                    stack.push((next, successors));
                }
                Some(_) => {}
                None => {
                    order.push(*node);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }
}

/// Where paths meet: several edges lead there, or one that leaves a loop, or calls return there on several ways.
fn joins(program: &Program, procedure: &Procedure, loops: &Loops) -> Vec<bool> {
    let mut count = vec![0u32; procedure.locations.len()];
    for edge in procedure.edges.rows() {
        let outside = |id: LoopId| loops.get(id).is_some_and(|found| !found.contains(edge.to));
        let many = match &edge.instruction {
            Instruction::Call { callee, .. } => returns(&program.procedures[*callee]) > 1,
            _ => loops.around(edge.from).is_some_and(outside),
        };
        count[edge.to.0 as usize] += if many { 2 } else { 1 };
    }
    let locations = procedure.locations.iter();
    locations.map(|(id, location)| count[id.0 as usize] > 1 && location.error().is_none()).collect()
}

fn returns(procedure: &Procedure) -> usize {
    procedure.edges.rows().filter(|edge| matches!(edge.instruction, Instruction::Return { .. })).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kyklos_base::Span;
    use kyklos_flow::{Expr, ProcedureBuilder};

    /// entry → head ⇄ (inner ⇄ body); head → last → exit; inner → last, too (a break)
    #[test]
    fn what_follows_a_loop_comes_after_all_of_it() {
        let span = Span::nowhere();
        let mut builder = ProcedureBuilder::new("main", span, None);
        let [last, head, inner, body] = std::array::from_fn(|_| builder.plain(span));
        builder.edge(builder.entry(), head, Instruction::Skip, span);
        builder.branch(head, Expr::int(1), last, inner, span);
        builder.branch(inner, Expr::int(1), last, body, span);
        builder.edge(body, head, Instruction::Skip, span);
        builder.edge(last, builder.exit(), Instruction::Return { value: None }, span);
        let procedure = builder.finish();
        let loops = Loops::of(&procedure);
        let order = Order::of(&Program::default(), &procedure, &loops);
        let mut all: Vec<LocationId> = procedure.locations.iter().map(|(id, _)| id).collect();
        all.sort_by_key(|location| order.place(*location));
        assert_eq!(all, [procedure.entry, head, inner, body, last, procedure.exit]);
        assert!(order.is_join(head) && order.is_join(last) && !order.is_join(body));
    }
}
