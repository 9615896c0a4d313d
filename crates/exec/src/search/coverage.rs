//! States near code that was not executed yet are likelier: a state's weight
//! is the inverse of its distance to the nearest uncovered edge ([nested §5.3.2.2]).
//!
//! States at one point (with one point to return to) have one distance, so they
//! share a bucket; distances are computed anew only when coverage has grown.

use super::{Search, Strategy};
use crate::context::Context;
use crate::state::{Point, State, StateId};
use kyklos_base::Table;
use kyklos_flow::{Instruction, LocationId, ProcedureId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};

/// States near code that was not executed yet are likelier.
pub const COVERAGE: Strategy = Strategy {
    name: "coverage",
    help: "states near code that was not executed yet are likelier",
    search: || Box::<Nearest>::default(),
};

/// A state's point, and the one that its procedure returns to.
type Key = (Point, Option<Point>);

/// The search.
#[derive(Default)]
pub struct Nearest {
    buckets: BTreeMap<Key, Vec<StateId>>,
    positions: FxHashMap<StateId, (Key, usize)>,
    distances: Table<ProcedureId, Vec<Option<u32>>>,
    /// The coverage that the distances were computed for.
    known: Option<usize>,
}

impl Search for Nearest {
    fn add(&mut self, context: &mut Context<'_>, _: Option<StateId>, states: &[State]) {
        for state in states {
            let key = (state.point(), return_point(context, state));
            let bucket = self.buckets.entry(key).or_default();
            self.positions.insert(state.id, (key, bucket.len()));
            bucket.push(state.id);
        }
    }

    fn pick(&mut self, context: &mut Context<'_>) -> Option<StateId> {
        if self.known != Some(context.coverage.count()) {
            self.known = Some(context.coverage.count());
            self.distances = distances(context);
        }
        let weight = |key: &Key, bucket: &Vec<StateId>| self.weight(key) * bucket.len() as f64;
        let total: f64 = self.buckets.iter().map(|(key, bucket)| weight(key, bucket)).sum();
        let mut rest = context.random.fraction() * total;
        let mut chosen = None;
        for (key, bucket) in &self.buckets {
            chosen = Some(*key);
            rest -= weight(key, bucket);
            if rest < 0.0 {
                break;
            }
        }
        let bucket = &self.buckets[&chosen?];
        let id = bucket[context.random.below(bucket.len())];
        self.remove(id);
        Some(id)
    }

    fn remove(&mut self, id: StateId) {
        let Some((key, position)) = self.positions.remove(&id) else { return };
        let Some(bucket) = self.buckets.get_mut(&key) else { return };
        bucket.swap_remove(position);
        if let Some(moved) = bucket.get(position) {
            self.positions.insert(*moved, (key, position));
        }
        if bucket.is_empty() {
            self.buckets.remove(&key);
        }
    }
}

/// The weight of states from which no uncovered edge is in sight.
const HOPELESS: f64 = 1e-4;

impl Nearest {
    fn weight(&self, (point, back): &Key) -> f64 {
        let at =
            |point: &Point| self.distances.get(point.procedure)?.get(point.location.0 as usize).copied()?;
        let here = at(point);
        let after = back.as_ref().and_then(at).map(|distance| distance + 1);
        match here.into_iter().chain(after).min() {
            Some(distance) => 1.0 / f64::from(distance + 1),
            None => HOPELESS,
        }
    }
}

fn return_point(context: &Context<'_>, state: &State) -> Option<Point> {
    let mut frames = state.frames.iter_back();
    let (top, caller) = (frames.next()?, frames.next()?);
    let location = context.program.procedures[caller.procedure].edges[top.call?].to;
    Some(Point { procedure: caller.procedure, location })
}

/// How many edges lie between each location and the nearest uncovered one,
/// into calls but not out of them.
fn distances(context: &Context<'_>) -> Table<ProcedureId, Vec<Option<u32>>> {
    let program = context.program;
    let mut result: Table<ProcedureId, Vec<Option<u32>>> =
        program.procedures.rows().map(|procedure| vec![None; procedure.locations.len()]).collect();
    let mut backward: FxHashMap<Point, Vec<LocationOf>> = FxHashMap::default();
    let mut open = VecDeque::new();
    for (id, procedure) in program.procedures.iter() {
        for (edge_id, edge) in procedure.edges.iter() {
            let from = (id, edge.from);
            backward.entry(Point { procedure: id, location: edge.to }).or_default().push(from);
            if let Instruction::Call { callee, .. } = &edge.instruction {
                let entry = Point { procedure: *callee, location: program.procedures[*callee].entry };
                backward.entry(entry).or_default().push(from);
            }
            if !context.coverage.contains(id, edge_id) {
                open.push_back((from, 0));
            }
        }
    }
    while let Some(((procedure, location), distance)) = open.pop_front() {
        let known = &mut result[procedure][location.0 as usize];
        if known.is_some() {
            continue;
        }
        *known = Some(distance);
        let before = backward.get(&Point { procedure, location });
        open.extend(before.into_iter().flatten().map(|from| (*from, distance + 1)));
    }
    result
}

type LocationOf = (ProcedureId, LocationId);
