//! The engine: takes states from the search, executes them, and lets features
//! intercept. It names no technique; limits, targets, loop techniques and
//! reports are [`Feature`]s.

use crate::context::Context;
use crate::outcome::{Cut, Exploration, PathEnd};
use crate::search::Worklist;
use crate::state::State;
use crate::step::{Stepped, initial_state, step};
use kyklos_base::Span;
use std::time::{Duration, Instant};

/// What a feature makes of a state before its next instruction.
pub enum Reaction {
    /// Nothing (the state may have been adjusted in place).
    Unchanged,
    /// The path ends here.
    Ended(PathEnd),
    /// These states stand for the state from here on.
    Replaced(Vec<State>),
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    Continue,
    /// Stop the exploration: what is asked has been answered.
    Stop,
}

/// A part that intercepts the engine. All methods are optional.
///
/// Law: a feature that ends or replaces a state must leave all runs of the
/// state covered by what it puts in its place, or say so by [`PathEnd::Cut`].
pub trait Feature {
    /// Before a state executes its next instruction.
    fn before(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        let _ = (context, state);
        Reaction::Unchanged
    }

    /// A state was split into these.
    fn forked(&mut self, context: &mut Context<'_>, states: &[State]) {
        let _ = (context, states);
    }

    /// A path has ended.
    fn ended(&mut self, context: &mut Context<'_>, state: &State, end: &PathEnd) -> Control {
        let _ = (context, state, end);
        Control::Continue
    }

    /// From time to time, with the number of states waiting.
    fn tick(&mut self, context: &Context<'_>, waiting: usize) {
        let _ = (context, waiting);
    }
}

/// Steps between two looks at the clock, if they ask the solver nothing.
const CLOCK_INTERVAL: u32 = 64;
/// Steps of a state before others have their turn.
const TURN: usize = 10_000;
/// Time between two looks at the budget.
const BUDGET_INTERVAL: Duration = Duration::from_millis(5);

/// Explores a program from its start until all paths have ended, the budget is
/// used up, or a feature stops it.
pub fn explore(
    context: &mut Context<'_>,
    worklist: &mut Worklist,
    features: &mut [&mut dyn Feature],
) -> Exploration {
    let mut engine = Engine {
        context,
        worklist,
        features,
        result: Exploration::default(),
        countdown: 0,
        queries: 0,
        looked: None,
    };
    match initial_state(engine.context) {
        Ok(state) => {
            engine.worklist.add(engine.context, vec![state]);
            engine.run();
        }
        Err(stuck) => {
            engine.result.note(Span::nowhere(), false, format!("the program cannot start: {stuck}"))
        }
    }
    engine.result
}

struct Engine<'a, 'p, 'f> {
    context: &'a mut Context<'p>,
    worklist: &'a mut Worklist,
    features: &'a mut [&'f mut dyn Feature],
    result: Exploration,
    /// Steps until the next look at the clock.
    countdown: u32,
    /// How many questions the solver had been asked at the last step.
    queries: u64,
    /// When the budget was looked at last.
    looked: Option<Instant>,
}

impl Engine<'_, '_, '_> {
    fn run(&mut self) {
        while let Some(state) = self.worklist.next(self.context) {
            if self.advance(state) == Control::Stop {
                self.result.stopped = true;
                return;
            }
        }
        // A search that breaks its law must not make the rest look explored.
        for lost in self.worklist.drain() {
            self.note(&lost, "the search has lost it");
        }
    }

    /// Executes a state until it splits or ends, or has had its turn: a path
    /// that goes on without end and without a fork must let the others live.
    fn advance(&mut self, mut state: State) -> Control {
        for _ in 0..TURN {
            if let Some(reason) = self.tick() {
                self.give_up(&state, reason);
                return Control::Continue;
            }
            match self.before(&mut state) {
                Reaction::Unchanged => {}
                Reaction::Ended(end) => return self.end(&state, end),
                Reaction::Replaced(states) => return self.split(states),
            }
            match step(self.context, &mut state) {
                Stepped::On => {}
                Stepped::Ended(end) => return self.end(&state, end),
                Stepped::Split(states) => return self.split(states),
            }
        }
        self.worklist.add(self.context, vec![state]);
        Control::Continue
    }

    /// From time to time, looks whether to stop. Steps may be slow, so the clock decides when.
    fn tick(&mut self) -> Option<Cut> {
        // A question to the solver may have taken all the time that was left.
        let asked = std::mem::replace(&mut self.queries, self.context.counters.queries);
        if self.countdown > 0 && asked == self.queries {
            self.countdown -= 1;
            return None;
        }
        self.countdown = CLOCK_INTERVAL;
        self.context.rest();
        if self.looked.is_some_and(|then| then.elapsed() < BUDGET_INTERVAL) {
            return None;
        }
        self.looked = Some(Instant::now());
        for feature in self.features.iter_mut() {
            feature.tick(self.context, self.worklist.len());
        }
        self.context.exhausted().map(Cut::Budget)
    }

    fn before(&mut self, state: &mut State) -> Reaction {
        for feature in self.features.iter_mut() {
            match feature.before(self.context, state) {
                Reaction::Unchanged => {}
                other => return other,
            }
        }
        Reaction::Unchanged
    }

    fn split(&mut self, states: Vec<State>) -> Control {
        if states.len() > 1 {
            self.context.counters.forks += 1;
            for feature in self.features.iter_mut() {
                feature.forked(self.context, &states);
            }
        }
        self.worklist.add(self.context, states);
        Control::Continue
    }

    fn end(&mut self, state: &State, end: PathEnd) -> Control {
        if end != PathEnd::Infeasible {
            self.context.counters.paths += 1;
        }
        if let PathEnd::Cut(cut) = &end {
            self.note(state, &cut.to_string());
        }
        for feature in self.features.iter_mut() {
            if feature.ended(self.context, state, &end) == Control::Stop {
                return Control::Stop;
            }
        }
        Control::Continue
    }

    /// The budget is used up: what is left is told and dropped.
    fn give_up(&mut self, state: &State, reason: Cut) {
        let why = reason.to_string();
        self.note(state, &why);
        for waiting in self.worklist.drain() {
            self.note(&waiting, &why);
        }
    }

    fn note(&mut self, state: &State, why: &str) {
        let (span, in_loop) = place_of(self.context, state);
        self.result.note(span, in_loop, why);
    }
}

/// Where a state is, for people: the innermost loop around it, looked for from
/// the topmost call down; else its own place.
pub fn place_of(context: &Context<'_>, state: &State) -> (Span, bool) {
    let mut location = state.location;
    let mut frames = state.frames.iter_back().peekable();
    while let Some(frame) = frames.next() {
        let loops = &context.loops[frame.procedure];
        if let Some(found) = loops.around(location).and_then(|id| loops.get(id)) {
            return (found.span, true);
        }
        let (Some(call), Some(caller)) = (frame.call, frames.peek()) else { break };
        location = context.program.procedures[caller.procedure].edges[call].from;
    }
    let procedure = context.procedure(state.point());
    let next = procedure.outgoing(state.location).first().map(|edge| procedure.edges[*edge].span);
    (next.unwrap_or(procedure.locations[state.location].span), false)
}
