//! Navigated execution [cba §3.3]: states follow the solution of a system from loop to loop. Whoever follows goes
//! first; the sides of branches that lead elsewhere are put off ([`follow`]), the longer the more often a path has
//! turned. At a loop's head it asks for a solution of its own, and ends if there is none. Every few states the one that has waited longest has its turn, so that a
//! system which knows too little does not keep others from the target.

use super::Navigator;
use super::chains::count;
use super::follow::{self, PutOff};
use super::plans::{Advice, Agenda, Planned};
use super::rounds::{Item, LoopItem, side};
use super::system::Form;
use crate::cells;
use kyklos_base::Int;
use kyklos_exec::search::Worklist;
use kyklos_exec::technique::Technique;
use kyklos_exec::{Context, Control, Feature, Next, Note, PathEnd, Point, Reaction, State, StateId, Stay};
use kyklos_term::Term;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// The technique, for the table.
pub const NAVIGATE: Technique = Technique {
    name: "navigate",
    help: "steers through loops to what is asked for, by counters of the ways through them",
    exact: true,
    install: |setup| setup.add_first(Navigate::default()),
    ..Technique::PLAIN
};

/// The technique as a feature.
#[derive(Default)]
pub struct Navigate {
    navigator: Navigator,
    /// Open states, by how often they have turned elsewhere; the newest first.
    queue: BinaryHeap<(Reverse<u32>, StateId)>,
    /// How often states have turned elsewhere that were just made.
    turns: FxHashMap<StateId, u32>,
    picked: u64,
    /// Whether a solution that was followed has turned out to lead nowhere.
    misled: bool,
    /// How often in a row nothing was known at a head.
    failures: FxHashMap<Point, u32>,
}

/// Each so many states, the search decides.
const FAIR: u64 = 8;
/// But not among the first ones, as long as solutions lead on.
const TRUSTED: u64 = 64;
/// A head at which nothing was known so often in a row is not asked about any more.
const MAX_FAILURES: u32 = 4;

/// After so many rounds of a loop that is left as soon as possible, it is asked again.
const MAX_WENT: u32 = 16;

/// Where a path is on its way.
#[derive(Clone, Default)]
pub(super) struct Course {
    /// Where the state was, and the depth of the call stack there.
    pub(super) last: Option<(Point, usize)>,
    pub(super) agenda: Option<Rc<Agenda>>,
    /// Which step of the agenda is next.
    at: usize,
    /// How often the ways of the loop that is next are still to be gone, once it was come to.
    left: Option<Rc<[u64]>>,
    /// The way through the loop that is being gone, and how far.
    way: Option<(Rc<[Item]>, usize)>,
    /// The loop in that way in which the path is, if it may go round it as often as it must.
    inner: Option<Rc<Inner>>,
    /// How often it has gone round it.
    went: u32,
    /// How often the path has turned elsewhere than was said.
    turns: u32,
    /// The side of a branch on which the state is, if it is not known yet whether that is possible.
    pub(super) put_off: Option<Rc<PutOff>>,
}

impl Note for Course {}

/// A loop in a round that has no number of rounds of its own: it is left as soon as that is possible.
struct Inner {
    stay: Stay,
    /// What comes behind it on the way.
    next: usize,
}

/// What a path is expected to do next.
pub(super) enum Expected {
    Edge(kyklos_flow::ProcedureId, kyklos_flow::EdgeId),
    Loop(Point),
    Nothing,
}

impl Course {
    pub(super) fn expected(&self) -> Expected {
        if let Some((items, at)) = &self.way {
            return match items.get(*at) {
                Some(Item::Edge(procedure, edge)) => Expected::Edge(*procedure, *edge),
                Some(Item::Loop(item)) => Expected::Loop(item.head),
                None => match self.step() {
                    Some(Planned::Loop(item, _)) => Expected::Loop(item.head),
                    _ => Expected::Nothing,
                },
            };
        }
        match self.step() {
            Some(Planned::Edge(procedure, edge)) => Expected::Edge(*procedure, *edge),
            Some(Planned::Loop(item, _)) => Expected::Loop(item.head),
            None => Expected::Nothing,
        }
    }

    fn step(&self) -> Option<&Planned> {
        self.agenda.as_ref()?.steps.get(self.at)
    }

    /// Whether a side of a branch is another than was said.
    fn differs_at(&self, from: Point, edge: kyklos_flow::EdgeId) -> bool {
        match self.expected() {
            Expected::Edge(procedure, expected) => (procedure, expected) != (from.procedure, edge),
            Expected::Loop(_) | Expected::Nothing => self.agenda.is_some(),
        }
    }

    /// Whether a side leads away from what was said, and not only round a loop once more.
    fn turns_at(&self, context: &Context<'_>, from: Point, edge: kyklos_flow::EdgeId) -> bool {
        let location = context.procedure(from).edges[edge].to;
        let to = Point { location, ..from };
        let stays = |inner: &Rc<Inner>| inner.stay.covers(from) && inner.stay.covers(to);
        self.differs_at(from, edge) && !self.inner.as_ref().is_some_and(stays)
    }

    pub(super) fn advance(&mut self) {
        match &mut self.way {
            Some((_, at)) => *at += 1,
            None => self.at += 1,
        }
    }

    fn leave(&mut self) {
        (self.agenda, self.left, self.way, self.inner) = (None, None, None, None);
    }

    /// The state has come to where it is.
    fn arrive(&mut self, context: &Context<'_>, state: &State) {
        let (point, depth) = (state.point(), state.frames.len());
        let last = self.last.replace((point, depth));
        let Some((from, at)) = last else { return };
        if at != depth || from.procedure != point.procedure || self.agenda.is_none() {
            return;
        }
        if let Some(edge) = side(context, from, point.location) {
            if self.turns_at(context, from, edge) {
                self.leave();
            } else if !self.differs_at(from, edge) {
                self.advance();
            }
        }
        self.inner.take_if(|inner| !inner.stay.has(state));
    }

    /// Takes the next step at a loop's head; `false` if what was said does not fit.
    fn enter(&mut self, context: &mut Context<'_>, state: &State) -> bool {
        if let (Some(inner), Some((_, at))) = (&self.inner, &mut self.way)
            && inner.stay.is_back(state)
        {
            *at = inner.next;
            self.went += 1;
            return self.went <= MAX_WENT;
        }
        let Expected::Loop(head) = self.expected() else { return false };
        if head != state.point() {
            return false;
        }
        if let Some((items, at)) = &self.way {
            // Loops in a round that is not the last have no numbers. If what they do is forgotten at its end, they are
            // gone round as often as they must.
            if let Some(Item::Loop(inner)) = items.get(*at) {
                let Some(Planned::Loop(outer, _)) = self.step() else { return false };
                let within = context.head_at(head).filter(|_| !matters(inner, outer));
                let Some(within) = within else { return false };
                let inner = Inner { stay: Stay::of(state, within), next: *at + 1 };
                (self.inner, self.went) = (Some(Rc::new(inner)), 0);
                self.advance();
                return true;
            }
            self.way = None;
        }
        let Some(Planned::Loop(item, counts)) = self.step() else { return false };
        let (item, counts) = (item.clone(), counts.clone());
        let Some(left) = self.left.take().or(counts) else { return false };
        if left.iter().all(|count| *count == 0) {
            self.at += 1;
            return true;
        }
        let possible = |number: &usize| left[*number] > 0 && may_go(context, state, &item, *number);
        let Some(number) = (0..left.len()).find(possible) else { return false };
        let mut fewer = left.to_vec();
        fewer[number] -= 1;
        self.left = Some(fewer.into());
        self.way = Some((item.rounds.rounds[number].items.clone(), 0));
        true
    }
}

/// Whether an inner loop changes something that the loop around it has at its head.
fn matters(inner: &LoopItem, outer: &LoopItem) -> bool {
    let changed = inner.rounds.entries.iter().zip(&inner.rounds.forms);
    changed.filter(|(_, form)| !matches!(form, Form::Same)).any(|(entry, _)| {
        let meets =
            |other: &cells::Entry| other.cell.is_within(&entry.cell) || entry.cell.is_within(&other.cell);
        outer.rounds.entries.iter().any(meets)
    })
}

/// Whether a round may be gone with the values that a state has.
fn may_go(context: &mut Context<'_>, state: &State, item: &LoopItem, number: usize) -> bool {
    let mut values = FxHashMap::default();
    for entry in &item.rounds.entries {
        let value = cells::read(state, &entry.cell);
        if let Some(term) = value.and_then(|value| cells::term_of(&mut context.terms, value)) {
            values.insert(entry.symbol, term);
        }
    }
    let round = &item.rounds.rounds[number];
    round.conditions.iter().all(|condition| context.terms.substitute(*condition, &values) != Term::FALSE)
}

impl Navigate {
    /// Asks for a solution; `false` if there is none.
    fn ask(&mut self, context: &mut Context<'_>, state: &State, course: &mut Course) -> bool {
        course.leave();
        let failures = self.failures.entry(state.point()).or_default();
        if *failures >= MAX_FAILURES {
            return true;
        }
        *failures += 1;
        context.count("consulted", 1);
        let advice = self.navigator.consult(context, state);
        self.misled |= matches!(advice, Advice::Hopeless);
        context.promising(!self.misled && matches!(advice, Advice::Follow { is_guess: false, .. }));
        match advice {
            Advice::Hopeless => {
                self.failures.remove(&state.point());
                context.count("hopeless", 1);
                return false;
            }
            Advice::Follow { agenda, .. } => {
                self.failures.remove(&state.point());
                (course.agenda, course.at) = (Some(agenda), 0);
            }
            Advice::Unknown => {}
        }
        true
    }
}

impl Navigate {
    /// Counts the chains from the start, and what the systems leave of them.
    fn tell(&self, context: &mut Context<'_>) {
        let asked: Vec<Point> = context.places.iter().flat_map(|places| places.iter().copied()).collect();
        let chains = count(context.program, &asked);
        let number = |count: &Int| count.to_usize().map_or(u64::MAX, |count| count as u64);
        context.count("chains_root", number(&chains.root));
        context.count("chains_all", number(&chains.all));
        if let Some((left, constraints)) = self.navigator.left {
            context.count("eliminated", number(&(&chains.root - &Int::from(left))));
            context.count("constraints", constraints as u64);
        }
    }
}

impl Feature for Navigate {
    fn arrived(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        self.navigator.prepare(context);
        if let Some(mut course) = state.notes.get::<Course>().cloned()
            && let Some(put_off) = course.put_off.take()
        {
            if !follow::take_up(context, state, &put_off) {
                return Reaction::Ended(PathEnd::Infeasible);
            }
            state.notes.set(course);
        }
        if !self.navigator.may_be_met(context, state) {
            return Reaction::Ended(PathEnd::Harmless);
        }
        let known = state.notes.get::<Course>().cloned();
        let starts = known.is_none();
        let mut course = known.unwrap_or_default();
        course.turns = self.turns.remove(&state.id).unwrap_or(course.turns);
        course.arrive(context, state);
        let head = context.head_at(state.point()).is_some();
        let ask = starts || head && !course.enter(context, state);
        if ask {
            let goes_on = self.ask(context, state, &mut course);
            if starts {
                self.tell(context);
            }
            if !goes_on {
                return Reaction::Ended(PathEnd::Harmless);
            }
            if head && course.agenda.is_some() && !course.enter(context, state) {
                course.leave();
            }
        }
        state.notes.set(course);
        Reaction::Unchanged
    }

    fn before(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        follow::follow(context, state).map_or(Reaction::Unchanged, Reaction::Replaced)
    }

    fn forked(&mut self, context: &mut Context<'_>, states: &[State]) {
        for state in states {
            let course = state.notes.get::<Course>();
            let mut turns = course.map_or(0, |course| course.turns);
            if let Some(course) = course
                && let Some((from, depth)) = course.last
                && depth == state.frames.len()
                && let Some(edge) = side(context, from, state.location)
            {
                let turns_here = match course.put_off {
                    Some(_) => course.differs_at(from, edge),
                    None => course.turns_at(context, from, edge),
                };
                turns += u32::from(turns_here);
            }
            self.turns.insert(state.id, turns);
            self.queue.push((Reverse(turns), state.id));
        }
    }

    fn ended(&mut self, context: &mut Context<'_>, state: &State, end: &PathEnd) -> Control {
        if let PathEnd::Error(point) | PathEnd::Target(point) = end
            && self.navigator.is_target(*point)
        {
            context.count("predicates", state.path.len() as u64);
        }
        Control::Continue
    }

    fn next(&mut self, context: &mut Context<'_>, open: &Worklist) -> Next {
        self.picked += 1;
        let doubted = self.misled || self.picked > TRUSTED;
        if doubted && self.picked.is_multiple_of(FAIR) {
            return Next::Search;
        }
        while let Some((Reverse(turns), id)) = self.queue.pop() {
            if open.contains(id) {
                if turns > 0 && !self.misled {
                    self.misled = true;
                    context.promising(false);
                }
                return Next::Open(id);
            }
        }
        Next::Search
    }
}
