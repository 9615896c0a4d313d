//! State merging [nested §4.3, §5.4.3]: states that meet at one place with one call stack become one.
//! Note [merging].
//!
//! Where paths can meet, a state waits for others; those that come are joined with it if the policy says that this
//! pays ([`policy`], by the estimates of [`costs`]). States that wait go on in the order in which paths go through the
//! program, when nothing else is left to execute, so that all that can come has come. As loops may go on for ever, a
//! program with loops waits at a place for so long and no longer. `dynamic` merging follows the search instead: only if
//! an open state is near a place where one waits, that one is executed first ([`dynamic`], [nested §4.3.2]).
//!
//! A state that comes when others have gone on is joined with one of them if that changes nothing: if the earlier one
//! has all its runs ([`past`]). Then it ends, so loops that repeat themselves, whatever they read, are explored to the end.
//!
//! The thesis merges whatever the search brings together; here states wait, as they hardly ever meet otherwise.

pub mod costs;
mod dynamic;
mod instance;
mod past;
pub mod policy;

use crate::subsume::shape::{Flat, flatten};
use costs::{Costs, Estimate};
use kyklos_base::{Int, Table};
use kyklos_exec::merge::merge;
use kyklos_exec::technique::{Kind, Setting, Technique};
use kyklos_exec::{Context, Feature, Next, PathEnd, Reaction, State, StateId, Whereabouts, Worklist};
use kyklos_flow::{Instruction, ProcedureId, Program};
use kyklos_shape::{LoopId, Order};
use past::Past;
use policy::Policy;
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::{Duration, Instant};

/// The technique, for the table.
pub const MERGE: Technique = Technique {
    name: "merge",
    help: "joins states that meet at one place",
    values: &[
        ("lattice", "where few queries speak of what differs, by a data flow analysis"),
        ("recursive", "the same, by counting with at most --kappa iterations of each loop"),
        ("aggressive", "always"),
        ("dynamic", "as lattice, but only with states that are near in the order of the search"),
    ],
    settings: &[LIMIT_COST, KAPPA],
    install: |setup| {
        let limit = setup.settings.number(&LIMIT_COST);
        let kappa = u32::try_from(setup.settings.number(&KAPPA)).unwrap_or(u32::MAX);
        let estimate = match setup.value {
            "aggressive" => None,
            "recursive" => Some(Estimate::Recursive { kappa }),
            _ => Some(Estimate::Lattice),
        };
        let mut merging = Merging::new(estimate, limit);
        merging.dynamic = setup.value == "dynamic";
        setup.add_first(merging);
    },
    ..Technique::PLAIN
};

/// The sum of estimates that is too high for merging.
pub const LIMIT_COST: Setting = Setting {
    name: "merge-limit-cost",
    help: "merge=lattice, recursive, dynamic: states are joined if fewer queries than this are expected to speak of \
           what they differ in, or if a crowd of them waits. Default is 1",
    kind: Kind::Number(1),
};

/// The iterations of each loop that estimates look at.
pub const KAPPA: Setting = Setting {
    name: "kappa",
    help: "merge=recursive: how many iterations of each loop estimates look at. Default is 1",
    kind: Kind::Number(1),
};

/// The feature.
pub struct Merging {
    estimate: Option<Estimate>,
    limit: u64,
    /// Whether states wait only for those that are near.
    pub dynamic: bool,
    known: Option<Known>,
    /// When states began to wait at a place: how many states had been taken by then.
    since: FxHashMap<Whereabouts, u64>,
    taken: u64,
    /// Places where joining took too long.
    slow: FxHashSet<Whereabouts>,
    /// Loops, and procedures outside of them, in which too many states waited at one place: whatever states differ in,
    /// they are joined there.
    crowded: FxHashSet<(ProcedureId, Option<LoopId>)>,
    /// The states that have been where paths meet.
    past: Past,
}

/// What is known of a program.
struct Known {
    orders: Table<ProcedureId, Order>,
    policy: Policy,
    /// Whether paths may go on for ever: there are loops, or procedures that call themselves.
    loops: bool,
}

/// A program with loops waits at a place until so many states were taken since.
const PATIENCE: u64 = 256;
/// The same for a program whose paths all end: what is executed in between may still be much.
const LONG_PATIENCE: u64 = 4096;
/// So many of the states that wait at a place are compared with one that comes.
const MOST_COMPARED: usize = 16;
/// If so many states wait at a place outside of loops and one more comes, what joining may cost is less than what it
/// spares.
const CROWD: usize = 4;
/// The same within loops, where states wait of several iterations.
const CROWD_IN_LOOP: usize = 16;
/// If joining makes and looks up more terms, about a quarter of a second, it is not tried again at the place.
const SLOW: u64 = 1_000_000;
/// To go so many paths one by one takes many seconds.
const MANY_PATHS: usize = 1 << 20;
/// The most time for estimates; without them, states are joined that differ in nothing.
const ESTIMATE_TIME: Duration = Duration::from_secs(5);

impl Merging {
    /// Merging by an estimate, or always; up to a cost.
    pub fn new(estimate: Option<Estimate>, limit: u64) -> Self {
        Self {
            estimate,
            limit,
            dynamic: false,
            known: None,
            since: FxHashMap::default(),
            taken: 0,
            slow: FxHashSet::default(),
            crowded: FxHashSet::default(),
            past: Past::default(),
        }
    }

    fn know(&mut self, context: &Context<'_>) -> &mut Known {
        let (estimate, limit) = (self.estimate, self.limit);
        self.known.get_or_insert_with(|| {
            let program = context.program;
            let orders = program.procedures.iter();
            let orders =
                orders.map(|(id, procedure)| Order::of(program, procedure, &context.loops[id])).collect();
            let costs = estimate.map(|estimate| {
                Costs::of(program, &context.loops, estimate, Some(Instant::now() + ESTIMATE_TIME))
            });
            let loops = context.loops.rows().any(|loops| loops.iter().next().is_some());
            Known { orders, policy: Policy { costs, limit }, loops: loops || is_recursive(program) }
        })
    }

    /// What becomes of a state that adds no run to those of one that has been at the place before: nothing, or if that
    /// one still waits, it stands for both.
    fn nothing_new(&mut self, context: &mut Context<'_>, state: &State, flat: &Flat) -> Option<Reaction> {
        let (earlier, waits) = self.past.with_all_runs_of(context, state, flat)?;
        let there =
            context.waiting.at(&state.whereabouts()).find(|other| waits && other.id == earlier).cloned();
        let Some(waiting) = there else {
            context.count("merges_with_past", 1);
            return Some(Reaction::Ended(PathEnd::Covered(earlier)));
        };
        let (notes, depth) = (waiting.notes.join(&state.notes)?, waiting.depth.min(state.depth));
        let paths = &waiting.paths + &state.paths;
        let both = State { id: context.fresh_state(), notes, depth, paths, ..waiting };
        self.past.renumber(earlier, both.id);
        context.count("merges", 1);
        tell(context, &both);
        Some(Reaction::Joined { with: earlier, state: Box::new(both) })
    }

    /// Joins a state with one that waits, if there is one with which that pays.
    fn join(&mut self, context: &mut Context<'_>, state: &State, place: &Whereabouts) -> Option<Reaction> {
        if self.slow.contains(place) {
            return None;
        }
        let waiting: Vec<State> = context.waiting.at(place).take(MOST_COMPARED).cloned().collect();
        let start = context.terms.work();
        let around = context.loops[place.point.procedure].around(place.point.location);
        let region = (place.point.procedure, around);
        let always = self.crowded.contains(&region);
        let mut joined = waiting.iter().find_map(|other| {
            let pays = always || self.know(context).policy.pays(context, other, state);
            pays.then(|| self.joined(context, other, state)).flatten()
        });
        let crowd = if around.is_some() { CROWD_IN_LOOP } else { CROWD };
        if joined.is_none() && waiting.len() >= crowd && self.crowded.insert(region) {
            joined = waiting.iter().find_map(|other| self.joined(context, other, state));
        }
        if context.terms.work() - start > SLOW {
            self.slow.insert(place.clone());
        }
        if let Some(Reaction::Joined { state, .. }) = &joined {
            context.count("merges", 1);
            tell(context, state);
        }
        joined
    }

    /// Joins a state with one that waits, if they have a join.
    fn joined(&mut self, context: &mut Context<'_>, other: &State, state: &State) -> Option<Reaction> {
        let mut join = merge(context, other, state)?;
        join.id = context.fresh_state();
        // Others may hold what has not been here yet.
        if self.past.waits(other.id)
            && let Some(flat) = flatten(context, &join)
        {
            self.past.keep(&join, flat, true);
        }
        self.past.goes_on(other.id);
        Some(Reaction::Joined { with: other.id, state: Box::new(join) })
    }

    /// The states at the place that comes first.
    fn first_place(&mut self, context: &Context<'_>) -> Vec<StateId> {
        let known = self.know(context);
        let order = |place: &Whereabouts| -> Vec<u32> {
            let calls = place.calls.iter().rev().map(|(procedure, edge)| {
                let from = context.program.procedures[*procedure].edges[*edge].from;
                known.orders[*procedure].place(from)
            });
            let here = known.orders[place.point.procedure].place(place.point.location);
            calls.chain([here]).collect()
        };
        let first = context.waiting.places().min_by_key(|(place, _)| order(place));
        let Some((place, ids)) = first.map(|(place, ids)| (place.clone(), ids.to_vec())) else {
            return Vec::new();
        };
        self.since.remove(&place);
        ids
    }

    /// The states at places where they have waited for too long.
    fn impatient(&mut self, context: &Context<'_>) -> Vec<StateId> {
        let patience = if self.know(context).loops { PATIENCE } else { LONG_PATIENCE };
        let taken = self.taken;
        let mut ids = Vec::new();
        self.since.retain(|place, since| {
            let late = taken - *since > patience;
            if late {
                ids.extend(context.waiting.at(place).map(|state| state.id));
            }
            !late
        });
        ids
    }
}

/// Joining pays for sure where a state stands for more paths than can be gone one by one.
fn tell(context: &mut Context<'_>, joined: &State) {
    context.promising(joined.paths > Int::from(MANY_PATHS));
}

/// Whether a procedure calls itself, directly or by others.
fn is_recursive(program: &Program) -> bool {
    let calls = |procedure: ProcedureId| {
        program.procedures[procedure].edges.rows().filter_map(|edge| match &edge.instruction {
            Instruction::Call { callee, .. } => Some(*callee),
            _ => None,
        })
    };
    program.procedures.iter().any(|(start, _)| {
        let mut seen = FxHashSet::default();
        let mut open: Vec<ProcedureId> = calls(start).collect();
        while let Some(procedure) = open.pop() {
            if seen.insert(procedure) {
                open.extend(calls(procedure));
            }
        }
        seen.contains(&start)
    })
}

impl Feature for Merging {
    fn arrived(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        let (procedure, location) = (state.procedure(), state.location);
        if !self.know(context).orders[procedure].is_join(location) {
            return Reaction::Unchanged;
        }
        let place = state.whereabouts();
        self.past.goes_on(state.id);
        let flat = flatten(context, state);
        if let Some(flat) = &flat
            && let Some(reaction) = self.nothing_new(context, state, flat)
        {
            return reaction;
        }
        if let Some(joined) = self.join(context, state, &place) {
            return joined;
        }
        let waits = !self.slow.contains(&place);
        if let Some(flat) = flat {
            self.past.keep(state, flat, waits);
        }
        if !waits {
            return Reaction::Unchanged;
        }
        let taken = self.taken;
        self.since.entry(place).or_insert(taken);
        Reaction::Held
    }

    fn next(&mut self, context: &mut Context<'_>, open: &Worklist) -> Next {
        let next = self.choose(context, open);
        if let Next::Release(ids) = &next {
            ids.iter().for_each(|id| self.past.goes_on(*id));
        }
        next
    }
}

impl Merging {
    fn choose(&mut self, context: &mut Context<'_>, open: &Worklist) -> Next {
        self.taken += 1;
        if context.waiting.is_empty() {
            return Next::Search;
        }
        let late = self.impatient(context);
        if !late.is_empty() {
            return Next::Release(late);
        }
        if self.dynamic {
            return dynamic::next(context, open);
        }
        if open.is_empty() {
            return Next::Release(self.first_place(context));
        }
        Next::Search
    }
}
