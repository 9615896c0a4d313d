//! The engine: takes states from the search, executes them, and lets features
//! intercept. It names no technique; limits, targets, loop techniques and
//! reports are [`Feature`]s.

use crate::context::Context;
use crate::feature::{Control, Feature, Next, Reaction};
use crate::outcome::{Cut, Exploration, PathEnd};
use crate::search::Worklist;
use crate::state::{Point, State, StateId};
use crate::step::{Stepped, initial_state, step};
use kyklos_base::Span;
use kyklos_flow::Program;
use std::time::{Duration, Instant};

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
            engine.result.note(Span::nowhere(), false, format!("the program cannot start: {stuck}"));
            let program = engine.context.program;
            engine.result.left.extend(
                program
                    .main
                    .map(|procedure| Point { procedure, location: program.procedures[procedure].entry }),
            );
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
        while let Some(state) = self.next() {
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

    /// The state to execute next: open, or held until now.
    fn next(&mut self) -> Option<State> {
        loop {
            for feature in 0..self.features.len() {
                match self.features[feature].next(self.context, self.worklist) {
                    Next::Search => {}
                    // What is not open is not there to be executed; the search goes on.
                    Next::Open(id) => {
                        if let Some(state) = self.worklist.take(id) {
                            return Some(state);
                        }
                    }
                    Next::Release(ids) => self.release(&ids),
                }
            }
            if let Some(state) = self.worklist.next(self.context) {
                return Some(state);
            }
            if self.context.waiting.is_empty() {
                return None;
            }
            let all: Vec<StateId> =
                self.context.waiting.places().flat_map(|(_, ids)| ids.iter().copied()).collect();
            self.release(&all);
        }
    }

    fn release(&mut self, ids: &[StateId]) {
        let states: Vec<State> = ids.iter().filter_map(|id| self.context.waiting.take(*id)).collect();
        self.worklist.release(self.context, states);
    }

    /// Executes a state until it splits, ends or waits, or has had its turn: a path
    /// that goes on without end and without a fork must let the others live.
    fn advance(&mut self, mut state: State) -> Control {
        for _ in 0..TURN {
            self.context.at = Some(state.point());
            if let Some(reason) = self.tick() {
                self.give_up(&state, reason);
                return Control::Continue;
            }
            match self.arrive(&mut state) {
                Reaction::Unchanged => {}
                reaction => return self.react(state, reaction, true),
            }
            match self.before(&mut state) {
                Reaction::Unchanged => {}
                reaction => return self.react(state, reaction, false),
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

    /// Does what a feature says.
    fn react(&mut self, state: State, reaction: Reaction, arrival: bool) -> Control {
        match reaction {
            Reaction::Ended(end) => {
                let end = self.accepted(&state, end);
                self.end(&state, end)
            }
            Reaction::Replaced(states) if states.is_empty() => {
                self.broken(&state, "a state is replaced by nothing")
            }
            Reaction::Replaced(states) => self.split(states),
            Reaction::Held | Reaction::Joined { .. } if !arrival => {
                self.broken(&state, "a state is held that has not arrived")
            }
            Reaction::Held => {
                self.context.waiting.add(state);
                Control::Continue
            }
            Reaction::Joined { with, state: join } => self.join(&state, with, *join),
            Reaction::Unchanged => Control::Continue,
        }
    }

    /// Puts the join of a state with one that waits in the place of that one.
    fn join(&mut self, state: &State, with: StateId, mut join: State) -> Control {
        let place = state.whereabouts();
        let there = self.context.waiting.at(&place).any(|waiting| waiting.id == with);
        if !there || join.whereabouts() != place {
            return self.broken(state, "states are joined that are not at one place");
        }
        let Some(other) = self.context.waiting.take(with) else { return Control::Continue };
        join.arrival = state.arrival.min(other.arrival);
        let used = [state.id, other.id].contains(&join.id)
            || self.worklist.contains(join.id)
            || self.context.waiting.get(join.id).is_some();
        if used || !self.context.was_made(join.id) {
            join.id = self.context.fresh_state();
        }
        let end = PathEnd::Covered(join.id);
        self.context.waiting.add(join);
        for state in [state, &other] {
            if self.end(state, end.clone()) == Control::Stop {
                return Control::Stop;
            }
        }
        Control::Continue
    }

    /// The end of a path as a feature says it, if it may say so.
    fn accepted(&self, state: &State, end: PathEnd) -> PathEnd {
        let law = match &end {
            PathEnd::Cut(_) | PathEnd::Harmless => None,
            PathEnd::Covered(by) => {
                (!self.context.was_made(*by)).then_some("what covers a path was never made")
            }
            PathEnd::Target(point) => {
                (*point != state.point()).then_some("a path has not come to that target")
            }
            PathEnd::Infeasible => self.has_model(state).then_some("a path with a model ends as infeasible"),
            PathEnd::Returned | PathEnd::Error(_) => Some("only the program returns and fails"),
        };
        law.map_or(end, |law| PathEnd::Cut(Cut::Broken(law)))
    }

    fn has_model(&self, state: &State) -> bool {
        let Some(model) = &state.model else { return false };
        state.path.iter_back().all(|condition| self.context.terms.holds(*condition, model) == Some(true))
    }

    fn broken(&mut self, state: &State, law: &'static str) -> Control {
        self.end(state, PathEnd::Cut(Cut::Broken(law)))
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
            feature.tick(self.context, self.worklist.len() + self.context.waiting.len());
        }
        self.context.exhausted().map(Cut::Budget)
    }

    /// Tells the features that have not been told that a state has come to where it is.
    fn arrive(&mut self, state: &mut State) -> Reaction {
        while state.arrival.0 < self.features.len() {
            let feature = state.arrival.0;
            state.arrival.0 += 1;
            match self.features[feature].arrived(self.context, state) {
                Reaction::Unchanged => {}
                other => return other,
            }
        }
        Reaction::Unchanged
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

    fn split(&mut self, mut states: Vec<State>) -> Control {
        for number in 0..states.len() {
            let id = states[number].id;
            let waits = self.worklist.contains(id) || self.context.waiting.get(id).is_some();
            if waits || states[..number].iter().any(|other| other.id == id) {
                states[number].id = self.context.fresh_state();
            }
        }
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
        if !matches!(end, PathEnd::Infeasible | PathEnd::Covered(_)) {
            let counters = &mut self.context.counters;
            counters.paths += 1;
            counters.stands_for = &counters.stands_for + &state.paths;
            if matches!(end, PathEnd::Returned | PathEnd::Harmless) {
                counters.without_error = &counters.without_error + &state.paths;
            }
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
        for waiting in self.worklist.drain().into_iter().chain(self.context.waiting.drain()) {
            self.note(&waiting, &why);
        }
    }

    fn note(&mut self, state: &State, why: &str) {
        let (span, in_loop) = place_of(self.context, state);
        self.result.note(span, in_loop, why);
        self.result.left.extend(points_of(self.context.program, state));
    }
}

/// Where a state is, and where it returns to, innermost first.
pub fn points_of<'a>(program: &'a Program, state: &'a State) -> impl Iterator<Item = Point> + 'a {
    let frames = state.frames.iter_back();
    let callers = state.frames.iter_back().skip(1);
    let returns = frames.zip(callers).filter_map(|(frame, caller)| {
        let location = program.procedures[caller.procedure].edges[frame.call?].to;
        Some(Point { procedure: caller.procedure, location })
    });
    std::iter::once(state.point()).chain(returns)
}

/// Where a point is, for people: the innermost loop around it, else its own place.
pub fn place_at(context: &Context<'_>, point: Point) -> (Span, bool) {
    let loops = &context.loops[point.procedure];
    if let Some(found) = loops.around(point.location).and_then(|id| loops.get(id)) {
        return (found.span, true);
    }
    let procedure = context.procedure(point);
    let next = procedure.outgoing(point.location).first().map(|edge| procedure.edges[*edge].span);
    (next.unwrap_or(procedure.locations[point.location].span), false)
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
    place_at(context, state.point())
}
