//! Compact symbolic execution [compact Alg. 2] as a feature of the engine.
//!
//! A state at a loop's head jumps to the state after κ iterations along one of
//! the cycles it can take next, for all κ ≥ 0 at once. From there one more
//! iteration is executed as ever, which takes all exits of the cycle; if it
//! comes back to the head along the cycle itself, κ + 1 covers it already.
//! When the loop is left, κ is replaced by what the path makes of it, if that
//! is determined: after a loop with known limits all is as concrete as before.

use crate::concrete;
use crate::cycle;
use crate::describe::Journal;
use crate::recurrence::{Closed, Moment};
use crate::templates::{Applied, Template, Templates};
use kyklos_base::Int;
use kyklos_exec::list::List;
use kyklos_exec::random::Random;
use kyklos_exec::state::{Frame, Object, Slot};
use kyklos_exec::step::narrow;
use kyklos_exec::{Context, Cut, Feature, InputRead, InputShape, PathEnd, Point, Reaction, State};
use kyklos_flow::{EdgeId, ProcedureId};
use kyklos_shape::Loop;
use kyklos_solver::Answer;
use kyklos_term::{Symbol, Term, Terms};
use rpds::Vector;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How a template is chosen where several cycles can be taken next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TemplateChoice {
    /// Not the cycle just left if there is another; then the fewest quantifiers
    /// in its condition; then the order of the program.
    #[default]
    Precise,
    /// Any, by the seed, as in the paper.
    Random,
}

/// The feature.
pub struct Compact {
    choice: TemplateChoice,
    random: Random,
    templates: Templates,
    /// How often in a row no template was found at a head.
    failures: FxHashMap<Point, u32>,
    /// What was found, for people.
    pub journal: Journal,
    /// So many steps of a path are looked ahead for concrete loops, which need no templates. Default is none.
    pub concrete_steps: u32,
    self_check: bool,
}

/// A loop in which a template was applied and that was not left since.
#[derive(Clone)]
struct Visit {
    head: Point,
    within: Rc<Loop>,
    /// The call stack's depth.
    depth: usize,
    /// Whether the state has left the head since the template was applied.
    moved: bool,
    /// How many terms the path had fixed when it was last at the head: a split executes an instruction again.
    fixed: usize,
    counter: Symbol,
    closed: Rc<Closed>,
    moment: Rc<Moment>,
    /// The condition of one more iteration along the cycle, and what holds the inputs it reads.
    again: Term,
    held: Rc<[Symbol]>,
    /// How many inputs had been read before this iteration.
    inputs: usize,
    ends: Rc<[Term]>,
    limit: Option<u32>,
    edges: Rc<[(ProcedureId, EdgeId)]>,
}

/// The visits of a path, the innermost last.
#[derive(Clone, Default)]
struct Visits(Vec<Visit>);

/// The counters of a path whose values are open.
#[derive(Clone, Default)]
struct Open(Vec<Symbol>);

/// A head at which no template was found so often in a row is left to classic execution.
const MAX_FAILURES: u32 = 8;

impl Compact {
    /// The feature, with a way to choose, and a seed if that is random; with a
    /// self-check each template is checked before it is used.
    pub fn new(choice: TemplateChoice, seed: u64, self_check: bool) -> Self {
        Self {
            choice,
            random: Random::new(seed),
            templates: Templates::default(),
            failures: FxHashMap::default(),
            journal: Journal::default(),
            concrete_steps: 0,
            self_check,
        }
    }

    /// Looks whether the innermost visits have ended; `false` if the path has.
    fn close_visits(&mut self, context: &mut Context<'_>, state: &mut State) -> bool {
        loop {
            let Some(visits) = state.notes.get::<Visits>() else { return true };
            let Some(visit) = visits.0.last() else { return true };
            let at_depth = state.frames.len() == visit.depth;
            let inside = state.frames.len() > visit.depth
                || at_depth && visit.within.body.binary_search(&state.location).is_ok();
            let back = at_depth && state.location == visit.head.location;
            if inside && !back {
                return true;
            }
            let visit = visit.clone();
            let mut rest = visits.clone();
            rest.0.pop();
            state.notes.set(rest);
            if back && !forbid_cycle(context, state, &visit) {
                return false;
            }
            settle(context, state, &visit);
        }
    }

    /// Applies a template, if there is one.
    fn jump(&mut self, context: &mut Context<'_>, state: &mut State, within: &Loop, left: Option<&Visit>) {
        let point = state.point();
        let failures = self.failures.entry(point).or_insert(0);
        if *failures >= MAX_FAILURES {
            return;
        }
        *failures += 1;
        let found = match cycle::cycles(&mut self.templates, context, state, within, 0) {
            Ok(Some(found)) => found,
            // What is not written before the first iteration may be after it.
            Ok(None) => return,
            Err(why) => {
                self.journal.declined(point, within.span, &why);
                return;
            }
        };
        for (span, why) in &found.declined {
            self.journal.declined(point, *span, why);
        }
        let mut candidates = Vec::new();
        for cycle in &found.cycles {
            match self.templates.template(context, &found, cycle, within.span) {
                Ok(template) => candidates.push(template),
                Err(why) => self.journal.declined(point, within.span, &why),
            }
        }
        if self.self_check {
            candidates.retain(|template| {
                let checked = crate::verify::verify(context, template);
                checked.map_err(|why| self.journal.refuted(point, within.span, &why)).is_ok()
            });
        }
        for template in &candidates {
            self.journal.found(context, point, template);
        }
        let Some((template, applied)) = self.choose(context, state, candidates, left) else { return };
        self.failures.insert(point, 0);
        context.counters.templates += 1;
        self.enter(state, within, &template, applied);
    }

    fn choose(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        mut candidates: Vec<Template>,
        left: Option<&Visit>,
    ) -> Option<(Template, Applied)> {
        if self.choice == TemplateChoice::Random && !candidates.is_empty() {
            let chosen = candidates.swap_remove(self.random.below(candidates.len()));
            let applied = self.templates.apply(context, state, &chosen);
            return Some((chosen, applied));
        }
        let mut best: Option<((bool, usize), Template, Applied)> = None;
        for template in candidates {
            let again = left.is_some_and(|left| *left.edges == *template.edges);
            let applied = self.templates.apply(context, state, &template);
            let rank = (again, applied.quantifiers);
            if best.as_ref().is_none_or(|(known, ..)| rank < *known) {
                best = Some((rank, template, applied));
            }
        }
        best.map(|(_, template, applied)| (template, applied))
    }

    fn enter(&mut self, state: &mut State, within: &Loop, template: &Template, applied: Applied) {
        let head = state.point();
        *state = applied.state;
        let visit = Visit {
            head,
            within: Rc::new(within.clone()),
            depth: state.frames.len(),
            moved: false,
            fixed: state.fixed.size(),
            counter: applied.counter,
            closed: template.closed.clone(),
            moment: Rc::new(applied.moment),
            again: applied.again,
            held: applied.held.into(),
            inputs: state.inputs.len(),
            ends: applied.ends.into(),
            limit: applied.limit,
            edges: template.edges.as_slice().into(),
        };
        let mut visits = state.notes.get::<Visits>().cloned().unwrap_or_default();
        visits.0.push(visit);
        state.notes.set(visits);
        let mut open = state.notes.get::<Open>().cloned().unwrap_or_default();
        open.0.push(applied.counter);
        state.notes.set(open);
    }
}

impl Feature for Compact {
    fn before(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        if let Some(reaction) = retry(context, state) {
            return reaction;
        }
        note_move(state);
        let left = match still_there(state) {
            Stay::There => return Reaction::Unchanged,
            Stay::None => None,
            Stay::Gone(visit) => {
                if !self.close_visits(context, state) {
                    return Reaction::Ended(PathEnd::Infeasible);
                }
                visit
            }
        };
        let point = state.point();
        let loops = &context.loops[point.procedure];
        let head = loops.around(point.location).and_then(|id| loops.get(id));
        if let Some(within) = head.filter(|found| found.head == point.location).cloned() {
            // A loop that will be left is no circle.
            if concrete::goes_on(context, state, &within, self.concrete_steps) {
                return Reaction::Unchanged;
            }
            if repeats(state) {
                return Reaction::Ended(PathEnd::Infeasible);
            }
            self.jump(context, state, &within, left.as_ref());
        }
        Reaction::Unchanged
    }
}

/// Where a state is with regard to its innermost visit.
enum Stay {
    /// There is none.
    None,
    /// At the head to which a template brought it: the instruction there is executed again after a split.
    There,
    /// Elsewhere; back at the head, with the visit.
    Gone(Option<Visit>),
}

fn still_there(state: &mut State) -> Stay {
    let Some(visits) = state.notes.get::<Visits>() else { return Stay::None };
    let Some(visit) = visits.0.last() else { return Stay::None };
    let at_head = visit.head == state.point() && visit.depth == state.frames.len();
    let again = at_head && !visit.moved && visit.fixed != state.fixed.size();
    let back = (at_head && !again).then(|| visit.clone());
    if again || !at_head && !visit.moved {
        let (mut visits, fixed) = (visits.clone(), state.fixed.size());
        if let Some(visit) = visits.0.last_mut() {
            (visit.moved, visit.fixed) = (!at_head, fixed);
        }
        state.notes.set(visits);
    }
    if again { Stay::There } else { Stay::Gone(back) }
}

/// How often the solver failed on a path.
#[derive(Clone, Copy, Default)]
struct Failures {
    count: u32,
    /// The length of the path condition when it failed last.
    length: usize,
}

/// A path on which the solver failed more often is given up.
const MAX_UNDECIDED: u32 = 3;
/// Numbers of iterations that are tried one by one where the solver failed: up to this.
const MAX_CONCRETE: i64 = 8;

/// Where the solver could not decide a path with an open counter, the counter
/// is given small numbers [compact §4]: without it, formulas are easier. What
/// remains goes on undecided, until it has failed too often.
fn retry(context: &mut Context<'_>, state: &mut State) -> Option<Reaction> {
    let failed = state.model.is_none() && state.undecided.is_some();
    let counter = *state.notes.get::<Open>().filter(|_| failed)?.0.last()?;
    let mut failures = state.notes.get::<Failures>().copied().unwrap_or_default();
    if failures.length == state.path.len() {
        return None;
    }
    failures.count += 1;
    if failures.count > MAX_UNDECIDED {
        let why = "the solver could not decide how often a loop is taken";
        return Some(Reaction::Ended(PathEnd::Cut(Cut::Undecided(why))));
    }
    let mut states = Vec::new();
    let kappa = context.terms.symbol_term(counter);
    for number in 0..=MAX_CONCRETE {
        let number = context.terms.small(number);
        let here = context.terms.eq(kappa, number);
        let model = match context.ask(state, here) {
            Answer::Unsat => continue,
            Answer::Sat(model) => Some(model),
            Answer::Unknown(_) => None,
        };
        states.push((here, model));
    }
    let most = context.terms.small(MAX_CONCRETE);
    states.push((context.terms.gt(kappa, most), None));
    let states = states.into_iter().map(|(condition, model)| {
        let mut next = State { model, id: context.fresh_state(), ..state.clone() };
        next.assume(&context.terms, condition);
        if next.model.is_none() {
            failures.length = next.path.len();
            next.notes.set(failures);
        }
        next
    });
    let states = states.collect();
    Some(Reaction::Replaced(states))
}

/// Memory as it was when a path was at a loop's head.
#[derive(Clone)]
struct Memory {
    point: Point,
    frames: List<Frame>,
    objects: Vector<Object>,
}

/// The memories of a path at loops' heads.
#[derive(Clone)]
struct Past {
    memories: List<Memory>,
    /// Whether the path has left the last of these heads since.
    moved: bool,
}

/// How many memories are looked at.
const MAX_PAST: usize = 8;

/// Notes that a path has left the head where its memory was looked at last.
fn note_move(state: &mut State) {
    let Some(past) = state.notes.get::<Past>().filter(|past| !past.moved) else { return };
    if past.memories.last().is_some_and(|memory| memory.point != state.point()) {
        let past = Past { moved: true, ..past.clone() };
        state.notes.set(past);
    }
}

/// Whether a path has been at this head with the same memory before: what it
/// can do from here it could do from there, where fewer conditions were on it.
/// So it runs in circles, and nothing new is found.
fn repeats(state: &mut State) -> bool {
    let mut past = state.notes.get::<Past>().cloned().unwrap_or(Past { memories: List::new(), moved: true });
    // After a split, the instruction at the head is executed again.
    if !past.moved {
        return false;
    }
    if past.memories.iter_back().take(MAX_PAST).any(|memory| memory.is_that_of(state)) {
        return true;
    }
    let (point, frames, objects) = (state.point(), state.frames.clone(), state.objects.clone());
    past.memories.push(Memory { point, frames, objects });
    past.moved = false;
    state.notes.set(past);
    false
}

impl Memory {
    /// Whether a state is at the same place of the same calls with the same memory.
    fn is_that_of(&self, state: &State) -> bool {
        let same = |(a, b): (&Frame, &Frame)| {
            (a.procedure, a.call) == (b.procedure, b.call)
                && (&a.variables, &a.automatic) == (&b.variables, &b.automatic)
        };
        self.point == state.point()
            && self.frames.len() == state.frames.len()
            && self.frames.iter_back().zip(state.frames.iter_back()).all(same)
            && self.objects == state.objects
    }
}

/// One more iteration along the cycle is covered by a larger κ; `false` if nothing else is left.
fn forbid_cycle(context: &mut Context<'_>, state: &mut State, visit: &Visit) -> bool {
    let reads = state.inputs.to_vec();
    let read =
        numbers_read(&mut context.terms, reads.get(visit.inputs..).unwrap_or_default(), visit.held.len());
    let values: FxHashMap<Symbol, Term> = visit.held.iter().copied().zip(read).collect();
    let again = context.terms.substitute(visit.again, &values);
    let mut other = context.terms.not(again);
    if let Some(limit) = visit.limit {
        let kappa = context.terms.symbol_term(visit.counter);
        let limit = context.terms.small(i64::from(limit));
        let full = context.terms.ge(kappa, limit);
        other = context.terms.either(other, full);
    }
    narrow(context, state, other, visit.within.span)
}

/// The first numbers that were read. A path that has read fewer than a cycle
/// does, or something else, is another path: some condition before that does
/// not hold, so it does not matter what is taken for the rest.
fn numbers_read(terms: &mut Terms, reads: &[InputRead], count: usize) -> Vec<Term> {
    let mut numbers = vec![Term::ZERO; count];
    for read in reads.iter().rev() {
        match &read.shape {
            InputShape::Number => {
                numbers.insert(0, read.symbol);
                numbers.truncate(count);
            }
            InputShape::Array(_) => numbers.fill(Term::ZERO),
            InputShape::Rounds { count: rounds, inputs } => {
                numbers = (0..count).map(|n| number_in_rounds(terms, *rounds, inputs, &numbers, n)).collect();
            }
        }
    }
    numbers
}

/// Number n of those that some rounds read and then of the others behind them.
fn number_in_rounds(
    terms: &mut Terms,
    rounds: Term,
    inputs: &[InputRead],
    behind: &[Term],
    n: usize,
) -> Term {
    let Some(input) = inputs.get(n % inputs.len().max(1)) else { return behind[n] };
    let round = n / inputs.len();
    let index = terms.int(&Int::from(round));
    let mut number = terms.read(input.symbol, &[index]);
    for fewer in 0..=round {
        let count = terms.int(&Int::from(fewer));
        let so_many = terms.eq(rounds, count);
        number = terms.ite(so_many, behind[n - fewer * inputs.len()], number);
    }
    number
}

/// When a loop is left: if the path determines κ, memory gets its value.
fn settle(context: &mut Context<'_>, state: &mut State, visit: &Visit) {
    let kappa = context.terms.symbol_term(visit.counter);
    let companions = visit.closed.companions(&visit.moment, &Int::ZERO);
    let symbols: Vec<Symbol> =
        companions.into_iter().map(|(symbol, _)| symbol).chain([visit.counter]).collect();
    if !mentions(context, state, &symbols) {
        return;
    }
    let mut candidates = Vec::new();
    let inputs = context.terms.free_symbols(visit.again).iter().any(|symbol| {
        *symbol != visit.counter
            && context.terms.symbol_info(*symbol).kind != kyklos_term::SymbolKind::Counter
    });
    if let (Some(model), false) = (&state.model, inputs) {
        candidates.push(context.terms.int(&model.int(visit.counter)));
    } else {
        candidates.extend(visit.ends.iter().copied());
    }
    for value in candidates {
        let other = context.terms.ne(kappa, value);
        if let Some((true, _)) = context.witness(state, other) {
            continue;
        }
        if matches!(context.ask(state, other), Answer::Unsat) {
            replace(context, state, visit, value);
            return;
        }
    }
}

/// Whether memory depends on one of these symbols.
fn mentions(context: &mut Context<'_>, state: &State, symbols: &[Symbol]) -> bool {
    let mut found = false;
    let mut look = |term: Term| {
        found |= context.terms.free_symbols(term).iter().any(|symbol| symbols.contains(symbol));
        term
    };
    if let Some(frame) = state.frames.last() {
        for slot in &frame.variables {
            if let Slot::Value(value) = slot {
                value.map(&mut look);
            }
        }
    }
    for object in state.objects.iter() {
        object.value.map(&mut look);
    }
    found
}

/// Replaces κ in memory, and what depends on nothing else.
fn replace(context: &mut Context<'_>, state: &mut State, visit: &Visit, value: Term) {
    let terms = &mut context.terms;
    let mut map = FxHashMap::from_iter([(visit.counter, value)]);
    if let Some(value) = terms.as_int(value) {
        for (symbol, value) in visit.closed.companions(&visit.moment, &value) {
            map.insert(symbol, terms.int(&value));
        }
    }
    let mut open = state.notes.get::<Open>().cloned().unwrap_or_default();
    open.0.retain(|counter| *counter != visit.counter);
    state.notes.set(open);
    let mut put = |term: Term| {
        let concerned = terms.free_symbols(term).iter().any(|symbol| map.contains_key(symbol));
        if concerned { terms.substitute(term, &map) } else { term }
    };
    if let Some(frame) = state.frames.last_mut() {
        for slot in &mut frame.variables {
            if let Slot::Value(value) = slot {
                *value = value.map(&mut put);
            }
        }
    }
    for number in 0..state.objects.len() {
        if let Some(object) = state.objects.get_mut(number) {
            object.value = object.value.map(&mut put);
        }
    }
}
