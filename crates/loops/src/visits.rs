//! What all loop techniques share, as one feature of the engine.
//!
//! At a loop's head the techniques are asked in turn ([`LoopTechnique`]), unless the loop is as concrete as in a
//! run (`concrete`) or the path goes in a circle (`circles`). Of the state behind the jump a *visit* is noted: when
//! it comes back to the head, what the jump covers is not followed, and when the loop is left, counters get the
//! values that the path determines (`settle`). Where the solver could not decide a path with an open counter, that
//! gets small numbers (`retry`).

use crate::circles::repeats;
use crate::concrete;
use crate::describe::Journal;
use crate::retry::{self, retry};
use crate::settle::settle;
use crate::technique::{Answer, Head, LoopTechnique, OpenCounter, Return, Way};
use kyklos_base::Int;
use kyklos_exec::step::narrow;
use kyklos_exec::technique::{Kind, Setting, Setup};
use kyklos_exec::{
    Context, Feature, InputRead, InputShape, Note, PathEnd, Point, Reaction, State, StateId, Stay,
};
use kyklos_flow::{EdgeId, ProcedureId};
use kyklos_shape::Loop;
use kyklos_term::{Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// How many steps of a path are looked ahead for concrete loops.
pub const CONCRETE_STEPS: Setting = Setting {
    name: "concrete-steps",
    help: "Steps of a path that are looked ahead for loops in which no input has a say: if such a loop ends soon, it \
           is executed as it is. Default is 200000; 0 makes formulas of all loops",
    kind: Kind::Number(200_000),
};

/// Whether closed forms are checked before they are used.
pub const SELF_CHECK: Setting = Setting {
    name: "self-check",
    help: "Check each closed form before it is used: against execution for up to 5 iterations, and by induction; and \
           execute states for a while that others have shown to be harmless",
    kind: Kind::Flag,
};

/// Adds a loop technique to those of an exploration.
pub fn install(setup: &mut Setup<'_>, technique: impl LoopTechnique + 'static) {
    let steps = setup.settings.number(&CONCRETE_STEPS);
    let loops = setup.feature::<LoopFeature>();
    loops.concrete_steps = u32::try_from(steps).unwrap_or(u32::MAX);
    loops.techniques.push(Box::new(technique));
}

/// The feature.
#[derive(Default)]
pub struct LoopFeature {
    /// The techniques, those that are asked first first.
    pub techniques: Vec<Box<dyn LoopTechnique>>,
    /// What was found, for people.
    pub journal: Journal,
    /// So many steps of a path are looked ahead for concrete loops, which are executed. Default is none.
    pub concrete_steps: u32,
    /// How often in a row each technique had no answer at a head.
    failures: FxHashMap<(Point, usize), u32>,
}

/// A loop in which a state has jumped and that was not left since.
pub struct Visit {
    pub(crate) stay: Stay,
    /// The state that has jumped.
    by: StateId,
    pub(crate) counters: Vec<OpenCounter>,
    pub(crate) on_return: Return,
    /// How many inputs had been read before this iteration.
    inputs: usize,
    pub(crate) edges: Rc<[(ProcedureId, EdgeId)]>,
}

/// The visits of a path, the innermost last.
#[derive(Clone, Default)]
struct Visits(Vec<Rc<Visit>>);

impl Note for Visits {
    fn join(&self, other: &Self) -> Option<Self> {
        let same = self.0.len() == other.0.len()
            && self.0.iter().zip(&other.0).all(|(one, other)| Rc::ptr_eq(one, other));
        same.then(|| self.clone())
    }
}

/// A head at which a technique had no answer so often in a row is left to others.
const MAX_FAILURES: u32 = 8;

impl LoopFeature {
    /// Asks the techniques.
    fn jump(
        &mut self,
        context: &mut Context<'_>,
        state: &mut State,
        within: &Loop,
        left: Option<&Visit>,
    ) -> Reaction {
        let point = state.point();
        for number in 0..self.techniques.len() {
            let failures = self.failures.entry((point, number)).or_insert(0);
            if *failures >= MAX_FAILURES {
                continue;
            }
            *failures += 1;
            let head = Head { state, within, left, journal: &mut self.journal };
            match self.techniques[number].jump(context, head) {
                Answer::Ways(ways) => {
                    self.failures.insert((point, number), 0);
                    return take(context, state, within, ways);
                }
                Answer::NotNow => {
                    self.failures.entry((point, number)).and_modify(|failures| *failures -= 1);
                }
                Answer::Declined(None) => {}
                Answer::Declined(Some(why)) | Answer::Exhausted(why) => {
                    self.journal.declined(point, within.span, &why);
                }
            }
        }
        Reaction::Unchanged
    }
}

impl Feature for LoopFeature {
    fn arrived(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        if let Some(mut states) = retry(context, state) {
            states.iter_mut().for_each(State::ask_again);
            return retry::reaction(states);
        }
        let left = match close_visits(context, state) {
            Ok(left) => left,
            Err(by) => return Reaction::Ended(PathEnd::Covered(by)),
        };
        let Some(within) = context.head_at(state.point()) else { return Reaction::Unchanged };
        // A loop that will be left is no circle.
        if concrete::goes_on(context, state, &within, self.concrete_steps) {
            return Reaction::Unchanged;
        }
        if let Some(earlier) = repeats(state) {
            return Reaction::Ended(PathEnd::Covered(earlier));
        }
        self.jump(context, state, &within, left.as_deref())
    }

    fn before(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        retry(context, state).map_or(Reaction::Unchanged, retry::reaction)
    }
}

/// The ways take the place of a state.
fn take(context: &mut Context<'_>, state: &mut State, within: &Loop, ways: Vec<Way>) -> Reaction {
    let within = Arc::new(within.clone());
    let mut states = Vec::with_capacity(ways.len());
    let alone = ways.len() == 1;
    for way in ways {
        let mut next = way.state;
        if !alone {
            next.id = context.fresh_state();
        }
        retry::open(&mut next, way.counters.iter().map(|counter| counter.symbol));
        let visit = Visit {
            stay: Stay::of(&next, within.clone()),
            by: next.id,
            counters: way.counters,
            on_return: way.on_return,
            inputs: next.inputs.len(),
            edges: way.edges,
        };
        let mut visits = next.notes.get::<Visits>().cloned().unwrap_or_default();
        visits.0.push(Rc::new(visit));
        next.notes.set(visits);
        states.push(next);
    }
    if alone && let Some(only) = states.pop() {
        *state = only;
        return Reaction::Unchanged;
    }
    Reaction::Replaced(states)
}

/// Closes the innermost visits that have ended. Tells the last one if the state has come back to its head; the
/// state that covers the path, if one does.
fn close_visits(context: &mut Context<'_>, state: &mut State) -> Result<Option<Rc<Visit>>, StateId> {
    let mut came_back = None;
    loop {
        let Some(visits) = state.notes.get::<Visits>() else { return Ok(came_back) };
        let Some(visit) = visits.0.last() else { return Ok(came_back) };
        let back = visit.stay.is_back(state);
        if visit.stay.has(state) && !back {
            return Ok(came_back);
        }
        let visit = visit.clone();
        let mut rest = visits.clone();
        rest.0.pop();
        state.notes.set(rest);
        if back && !forbid(context, state, &visit) {
            return Err(visit.by);
        }
        settle(context, state, &visit);
        if back {
            came_back = Some(visit);
        }
    }
}

/// What the jump covers is not followed; `false` if nothing else is left.
fn forbid(context: &mut Context<'_>, state: &mut State, visit: &Visit) -> bool {
    let (again, held, except) = match &visit.on_return {
        Return::Free => return true,
        Return::Covered => return false,
        Return::Along { again, held, except } => (*again, held, *except),
    };
    let reads = state.inputs.since(visit.inputs);
    let read = numbers_read(&mut context.terms, &reads, held.len());
    let values: FxHashMap<Symbol, Term> = held.iter().copied().zip(read).collect();
    let again = context.terms.substitute(again, &values);
    let other = context.terms.not(again);
    let other = context.terms.either(other, except);
    narrow(context, state, other, visit.stay.within.span)
}

/// The first numbers that were read. A path that has read fewer than a cycle
/// does, or something else, is another path: some condition before that does
/// not hold, so it does not matter what is taken for the rest.
fn numbers_read(terms: &mut Terms, reads: &[InputRead], count: usize) -> Vec<Term> {
    numbers_before(terms, reads, vec![Term::ZERO; count])
}

/// The numbers that were read, and then those behind them; as many as those behind them are.
fn numbers_before(terms: &mut Terms, reads: &[InputRead], behind: Vec<Term>) -> Vec<Term> {
    let count = behind.len();
    let mut numbers = behind;
    for read in reads.iter().rev() {
        match &read.shape {
            InputShape::Number => {
                numbers.insert(0, read.symbol);
                numbers.truncate(count);
            }
            InputShape::Array(_) | InputShape::Records { .. } => numbers.fill(Term::ZERO),
            InputShape::Repeated { count: times, inputs } => {
                numbers = (0..count).map(|n| number_repeated(terms, *times, inputs, &numbers, n)).collect();
            }
            InputShape::Choice { guard, sides: [yes, no] } => {
                let yes = numbers_before(terms, yes, numbers.clone());
                let no = numbers_before(terms, no, numbers);
                numbers = yes.into_iter().zip(no).map(|(yes, no)| terms.ite(*guard, yes, no)).collect();
            }
        }
    }
    numbers
}

/// Number n of those that are read again and again and then of the others behind them.
fn number_repeated(terms: &mut Terms, times: Term, inputs: &[InputRead], behind: &[Term], n: usize) -> Term {
    let Some(input) = inputs.get(n % inputs.len().max(1)) else { return behind[n] };
    let round = n / inputs.len();
    let index = terms.int(&Int::from(round));
    let mut number = terms.read(input.symbol, &[index]);
    for fewer in 0..=round {
        let count = terms.int(&Int::from(fewer));
        let so_many = terms.eq(times, count);
        number = terms.ite(so_many, behind[n - fewer * inputs.len()], number);
    }
    number
}
