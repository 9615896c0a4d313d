//! Covering jumps [apc]: one state stands for a loop's head after any number of rounds along any ways.
//! Note [covering jumps].
//!
//! A state that comes to a loop's head is replaced by one in which all that the loop may change is unknown, but
//! for what holds after every round: sums over the counters of its ways ([`iterated`]), and facts that every
//! round keeps ([`facts`]), among candidates that the program itself speaks of ([`candidates`]). From there each
//! way through the loop is executed once more, which finds its errors and exits; what comes back to the head is
//! covered. The state stands for runs that do not exist, too: no error that it finds is one before it is
//! replayed, but if there is none, there is none.

pub mod arrays;
mod candidates;
mod counts;
pub mod describe;
mod elements;
mod equations;
mod facts;
pub(crate) mod iterated;
mod jump;
mod linear;
mod lines;
mod rounds;
mod writes;

pub use facts::needed;
pub use jump::Summary;
pub use rounds::{Round, Rounds};

use self::elements::elements;
use crate::cells::{Cell, EntrySymbols};
use crate::concrete;
use crate::technique::{Answer, Head, LoopTechnique, Return, Way};
use crate::visits::{CONCRETE_STEPS, SELF_CHECK, install};
use kyklos_base::Span;
use kyklos_exec::technique::Technique;
use kyklos_exec::{Arithmetic, Context, Note, Point, State, Stay};
use kyklos_flow::ProcedureId;
use kyklos_shape::Liveness;
use kyklos_term::Symbol;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::time::Duration;

/// The technique, for the table.
pub const APC: Technique = Technique {
    name: "apc",
    help: "jumps over any iterations along any ways to a state that covers them all: proves much, finds little",
    settings: &[CONCRETE_STEPS, SELF_CHECK],
    covers: true,
    install: |setup| {
        let steps = u32::try_from(setup.settings.number(&CONCRETE_STEPS)).unwrap_or(u32::MAX);
        let covering = Covering::new(steps, setup.settings.flag(&SELF_CHECK));
        install(setup, covering);
    },
    ..Technique::PLAIN
};

/// The technique.
#[derive(Default)]
pub struct Covering {
    symbols: EntrySymbols,
    ghosts: FxHashMap<(Point, usize, usize), Symbol>,
    changes: FxHashMap<(Point, usize), Vec<Cell>>,
    liveness: FxHashMap<ProcedureId, Rc<Liveness>>,
    counters: usize,
    /// How many loops were jumped over.
    jumps: usize,
    /// Set while of inner loops no more is asked than what they change.
    rough: bool,
    /// How often in a row an inner loop could not be summed up at a head.
    failures: FxHashMap<Point, u32>,
    /// So many steps of a path are looked ahead for concrete inner loops, which are executed as they are.
    concrete_steps: u32,
    /// Counters of inner loops with one way, and where these are.
    inner: FxHashMap<Symbol, Span>,
    /// Has what is certain by the form of effects proved like any other fact.
    self_check: bool,
    /// What this did not prove, in words.
    unproved: Vec<String>,
}

/// The inner loops that were jumped over in a round and not left since, the innermost last.
#[derive(Clone, Default)]
struct Visits(Vec<Stay>);

impl Note for Visits {}

/// How many inputs a path had read before it jumped over rounds that read some: the positions of others are not known.
#[derive(Clone, Copy)]
pub struct FirstInputs(pub usize);

impl Note for FirstInputs {
    fn join(&self, other: &Self) -> Option<Self> {
        Some(FirstInputs(self.0.min(other.0)))
    }
}

/// What becomes of a state that comes to a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// It goes on.
    On,
    /// Another state stands for it.
    Covered,
}

/// The most time for a question while a round is looked at: what is left open costs little.
const QUESTION: Duration = Duration::from_millis(500);

/// A head at which a loop could not be summed up so often is left to execution.
const MAX_FAILURES: u32 = 6;

impl Covering {
    /// The technique; so many steps of a path are looked ahead for concrete loops. With a self-check, what follows
    /// from the form of effects alone is proved before it is used, too.
    pub fn new(concrete_steps: u32, self_check: bool) -> Self {
        Self { concrete_steps, self_check, ..Self::default() }
    }

    fn liveness(&mut self, context: &Context<'_>, procedure: ProcedureId) -> Rc<Liveness> {
        let graph = &context.program.procedures[procedure];
        self.liveness.entry(procedure).or_insert_with(|| Rc::new(Liveness::of(graph))).clone()
    }

    /// A state has come to a location in a round.
    pub(crate) fn arrive(&mut self, context: &mut Context<'_>, state: &mut State, nesting: usize) -> Arrival {
        leave_loops(state);
        let point = state.point();
        let Some(within) = context.head_at(point) else { return Arrival::On };
        let visits = state.notes.get::<Visits>().cloned().unwrap_or_default();
        if visits.0.last().is_some_and(|visit| visit.is_back(state)) {
            return Arrival::Covered;
        }
        if concrete::goes_on(context, state, &within, self.concrete_steps)
            || self.failures.get(&point).is_some_and(|failures| *failures >= MAX_FAILURES)
        {
            return Arrival::On;
        }
        let known = context.counts.len();
        let summary = self.summary(context, state, &within, nesting);
        // What was counted meanwhile speaks of what states are general in. What holds of them is counted anew below.
        context.counts.truncate(known);
        match summary {
            Ok(Some(summary)) => {
                self.failures.remove(&point);
                let counters = self.apply(context, state, &summary);
                if let [counter] = counters.as_slice() {
                    self.inner.insert(*counter, within.span);
                }
                let mut visits = visits;
                visits.0.push(Stay::of(state, within));
                state.notes.set(visits);
            }
            Ok(None) | Err(_) => *self.failures.entry(point).or_default() += 1,
        }
        Arrival::On
    }
}

/// Forgets the visits of loops that a state has left.
fn leave_loops(state: &mut State) {
    let Some(visits) = state.notes.get::<Visits>() else { return };
    let left = visits.0.iter().rev().take_while(|visit| !visit.has(state)).count();
    if left > 0 {
        let mut visits = visits.clone();
        visits.0.truncate(visits.0.len() - left);
        state.notes.set(visits);
    }
}

impl LoopTechnique for Covering {
    fn jump(&mut self, context: &mut Context<'_>, head: Head<'_>) -> Answer {
        let Head { state, within, journal, .. } = head;
        let limit = QUESTION.min(context.options.solver_timeout);
        let usual = std::mem::replace(&mut context.options.solver_timeout, limit);
        let summary = context.try_out(Arithmetic::Wrapping, |context| {
            let mut summary = self.summary(context, state, within, 0);
            if let Ok(Some(summary)) = &mut summary {
                summary.elements = elements(context, state, summary);
            }
            summary
        });
        context.options.solver_timeout = usual;
        for why in std::mem::take(&mut self.unproved) {
            journal.declined(state.point(), within.span, &why);
        }
        match summary {
            Ok(Some(summary)) => {
                if journal.wants(state.point()) {
                    let told = context
                        .try_out(Arithmetic::Wrapping, |context| describe::describe(context, self, &summary));
                    journal.together.push((state.point(), told));
                }
                let mut state = state.clone();
                self.apply(context, &mut state, &summary);
                context.count("covering", 1);
                Answer::Ways(vec![Way {
                    state,
                    counters: Vec::new(),
                    on_return: Return::Covered,
                    edges: Rc::from([]),
                }])
            }
            // What is not written before the first round may be after it.
            Ok(None) => Answer::Declined(None),
            Err(why) => Answer::Declined(Some(why)),
        }
    }
}
