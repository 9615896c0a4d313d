//! Cycles: paths through a loop from its head back to it [compact Def. 1], found
//! by rehearsing one iteration from a general state. Only those are followed
//! that the state at the head can take next; calls are executed as they are,
//! and inner loops by their own closed forms where these are determined.

use crate::cells::{self, Cell, General};
use crate::inner;
use crate::templates::Templates;
use kyklos_base::Span;
use kyklos_exec::step::{Stepped, Ways, step, take, ways};
use kyklos_exec::{Arithmetic, Context, Point, State};
use kyklos_flow::{EdgeId, LocationId, ProcedureId};
use kyklos_shape::Loop;
use kyklos_solver::Answer;
use kyklos_term::{Symbol, Term};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a condition on an iteration is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A branch whose other side leads elsewhere in the loop.
    Branch,
    /// A branch whose other side leaves the loop.
    Stay,
    /// A check: its other side is an error.
    Check,
    /// Numbers stay within their types.
    Range,
    /// An inner loop runs as its closed form says.
    Inner,
}

/// A condition under which an iteration follows a cycle.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The condition, over the symbols of the general state.
    pub term: Term,
    /// What it is for.
    pub purpose: Purpose,
    /// The place in the source.
    pub span: Span,
    /// The edge of a branch that is taken if the condition fails.
    pub other: Option<(ProcedureId, EdgeId)>,
}

/// A path from a loop's head back to it.
pub struct Cycle {
    /// The edges.
    pub edges: Vec<(ProcedureId, EdgeId)>,
    /// The conditions, in the order in which they are met.
    pub conditions: Vec<Condition>,
    /// The general state after one iteration.
    pub after: State,
}

/// What was found at a loop's head.
pub struct Cycles {
    /// The state in which symbols stand for all that the cycles change.
    pub general: General,
    /// The cycles.
    pub cycles: Vec<Cycle>,
    /// The ways out of the loop, where they were asked for.
    pub exits: Vec<Leaving>,
    /// Paths of which it was not found out what they do, and why.
    pub declined: Vec<(Span, String)>,
}

/// A path from a loop's head that does not come back.
pub struct Leaving {
    /// The edges, the last of which leaves the loop.
    pub edges: Vec<(ProcedureId, EdgeId)>,
    /// The conditions, in the order in which they are met; the last one is that of the last edge.
    pub conditions: Vec<Condition>,
    /// Whether it reads inputs.
    pub reads: bool,
}

/// The limits of a rehearsal.
const MAX_PATHS: usize = 32;
const MAX_STEPS: usize = 20_000;
/// The most rounds in which further cells turn out to change.
const MAX_ROUNDS: usize = 12;
/// Loops nested deeper are not rehearsed.
pub const MAX_NESTING: usize = 4;

/// The cycles that a state at a loop's head can take next. `Ok(None)`: an
/// iteration must be executed first, as something is not written before it.
pub fn cycles(
    templates: &mut Templates,
    context: &mut Context<'_>,
    state: &State,
    within: &Loop,
    nesting: usize,
) -> Result<Option<Cycles>, String> {
    let mut changed: Vec<Cell> = templates.known_changes(state);
    // On another path there may have been other objects.
    changed.retain(|cell| cells::read(state, cell).is_some());
    for _ in 0..MAX_ROUNDS {
        let Some(general) = cells::generalise(context, state, &changed, &mut templates.symbols)? else {
            return Ok(None);
        };
        let mut search = Search {
            within,
            head: state.point(),
            depth: state.frames.len(),
            inputs: state.inputs.len(),
            values: general.values(),
            nesting,
            steps: 0,
            found: Vec::new(),
            exits: Vec::new(),
            declined: Vec::new(),
        };
        context.try_out(Arithmetic::in_range(), |context| {
            search.run(templates, context, &general.state, state);
        });
        let mut grown = changed.clone();
        let mut declined = search.declined;
        let mut cycles = Vec::new();
        for cycle in search.found {
            match cells::changes(context, &general.state, &cycle.after) {
                Ok(cells) => {
                    cells.into_iter().for_each(|cell| cells::include(&mut grown, cell));
                    cycles.push(cycle);
                }
                Err(why) => declined.push((within.span, why)),
            }
        }
        if grown == changed {
            templates.remember_changes(state, &changed);
            return Ok(Some(Cycles { general, cycles, exits: search.exits, declined }));
        }
        changed = grown;
    }
    Err("ever more memory turns out to change".to_owned())
}

/// A path being followed.
#[derive(Clone)]
struct Partial {
    /// The general state.
    state: State,
    /// The state at the head itself, with the conditions met on the path so far.
    probe: State,
    edges: Vec<(ProcedureId, EdgeId)>,
    conditions: Vec<Condition>,
    /// The inner loop whose closed form was just applied.
    passed: Option<Point>,
    /// Why an inner loop that is executed instead has no closed form that is determined.
    unrolled: Option<Rc<str>>,
}

struct Search<'a> {
    within: &'a Loop,
    head: Point,
    depth: usize,
    /// How many inputs were read before.
    inputs: usize,
    values: FxHashMap<Symbol, Term>,
    nesting: usize,
    steps: usize,
    found: Vec<Cycle>,
    exits: Vec<Leaving>,
    declined: Vec<(Span, String)>,
}

impl Search<'_> {
    fn run(&mut self, templates: &mut Templates, context: &mut Context<'_>, general: &State, state: &State) {
        let mut open = vec![Partial {
            state: general.clone(),
            probe: state.clone(),
            edges: Vec::new(),
            conditions: Vec::new(),
            passed: None,
            unrolled: None,
        }];
        while let Some(mut path) = open.pop() {
            let limit = self.found.len() + open.len() >= MAX_PATHS || self.steps >= MAX_STEPS;
            let limit = limit.then(|| format!("more than {MAX_PATHS} paths or {MAX_STEPS} steps"));
            if let Some(why) = context.exhausted().map(|reason| reason.to_string()).or(limit) {
                self.declined.push((self.within.span, why));
                return;
            }
            self.steps += 1;
            if !path.edges.is_empty() && self.is_back(&path.state) {
                let Partial { state: after, edges, conditions, .. } = path;
                self.found.push(Cycle { edges, conditions, after });
                continue;
            }
            if let Err((span, why)) = self.advance(templates, context, &mut path, &mut open) {
                self.declined.push((span, why));
            }
        }
    }

    fn is_back(&self, state: &State) -> bool {
        state.location == self.head.location
            && state.frames.len() == self.depth
            && state.procedure() == self.head.procedure
    }

    /// Whether a location of the path's procedure is outside the loop.
    fn is_outside(&self, state: &State, location: LocationId) -> bool {
        state.frames.len() == self.depth && self.within.body.binary_search(&location).is_err()
    }

    /// Takes a path one step further; what it becomes goes to `open`.
    fn advance(
        &mut self,
        templates: &mut Templates,
        context: &mut Context<'_>,
        path: &mut Partial,
        open: &mut Vec<Partial>,
    ) -> Result<(), (Span, String)> {
        // What is asked for ends a path as an error does. Templates alone execute a path once more and come by.
        if templates.summaries && context.targets.contains(&path.state.point()) && !path.edges.is_empty() {
            if templates.exits {
                let (edges, conditions) = (path.edges.clone(), path.conditions.clone());
                let reads = path.state.inputs.len() > self.inputs;
                self.exits.push(Leaving { edges, conditions, reads });
            }
            return Ok(());
        }
        if let Some(mut paths) = self.inner_loop(templates, context, path)? {
            open.append(&mut paths);
            return Ok(());
        }
        let procedure = context.procedure(path.state.point());
        let here = path.state.procedure();
        let span = |edge: EdgeId| procedure.edges[edge].span;
        let place = procedure.outgoing(path.state.location).first().map_or(self.within.span, |e| span(*e));
        let next = ways(context, &path.state).map_err(|stuck| (place, stuck.to_string()))?;
        self.collect(context, path, place);
        let conditions = match next {
            Ways::None => return Ok(()),
            Ways::Instruction(edge) => {
                path.edges.push((here, edge));
                match step(context, &mut path.state) {
                    Stepped::On => {}
                    Stepped::Split(_) => return Err((span(edge), "it needs a case distinction".to_owned())),
                    Stepped::Ended(_) => return Ok(()),
                }
                self.collect(context, path, span(edge));
                if path.state.frames.len() >= self.depth {
                    open.push(path.clone());
                }
                return Ok(());
            }
            Ways::Conditions(conditions) => conditions,
        };
        let leaves = |edge: EdgeId| self.is_outside(&path.state, procedure.edges[edge].to);
        let is_error = |edge: EdgeId| procedure.locations[procedure.edges[edge].to].error().is_some();
        let others: Vec<EdgeId> = conditions.iter().map(|(_, edge)| *edge).collect();
        let (mut sides, mut exits) = (Vec::new(), Vec::new());
        // The last one pushed is looked at first: the order of the program.
        for (condition, edge) in conditions.into_iter().rev() {
            let out = leaves(edge) || is_error(edge);
            if condition == Term::FALSE || out && !templates.exits {
                continue;
            }
            let other = others.iter().find(|other| **other != edge);
            let purpose = match other {
                Some(other) if is_error(*other) => Purpose::Check,
                Some(other) if leaves(*other) => Purpose::Stay,
                _ => Purpose::Branch,
            };
            let other = other.map(|other| (here, *other));
            let condition = Condition { term: condition, purpose, span: span(edge), other };
            let mut side = path.clone();
            if !self.assume(context, &mut side, condition) {
                continue;
            }
            side.edges.push((here, edge));
            if out {
                let reads = side.state.inputs.len() > self.inputs;
                exits.push(Leaving { edges: side.edges, conditions: side.conditions, reads });
                continue;
            }
            take(context, &mut side.state, procedure, edge);
            sides.push(side);
        }
        if let (true, Some(why)) = (sides.len() > 1 && self.is_deeper(context, &path.state), &path.unrolled) {
            return Err((place, format!("an inner loop: {why}")));
        }
        open.append(&mut sides);
        self.exits.append(&mut exits);
        Ok(())
    }

    /// Whether a path is in an inner loop.
    fn is_deeper(&self, context: &Context<'_>, state: &State) -> bool {
        let loops = &context.loops[state.procedure()];
        let around = loops.around(state.location).and_then(|id| loops.get(id));
        around.is_some_and(|around| state.frames.len() > self.depth || around.head != self.head.location)
    }

    /// Adds a condition to a path; `false` if the state at the head cannot satisfy it.
    fn assume(&self, context: &mut Context<'_>, path: &mut Partial, condition: Condition) -> bool {
        if condition.term == Term::TRUE {
            return true;
        }
        let instance = context.terms.substitute(condition.term, &self.values);
        let answer = match context.witness(&path.probe, instance) {
            Some((true, model)) => Answer::Sat(model),
            _ if instance == Term::FALSE => Answer::Unsat,
            _ => context.ask(&path.probe, instance),
        };
        match answer {
            Answer::Unsat => return false,
            Answer::Sat(model) => path.probe.model = Some(model),
            Answer::Unknown(_) => path.probe.model = None,
        }
        path.probe.assume(&context.terms, instance);
        path.state.assume(&context.terms, condition.term);
        path.conditions.push(condition);
        true
    }

    /// Takes over the conditions under which no number left its type's range.
    fn collect(&self, context: &mut Context<'_>, path: &mut Partial, span: Span) {
        for term in context.range_conditions() {
            if term != Term::TRUE && path.conditions.iter().all(|known| known.term != term) {
                path.state.assume(&context.terms, term);
                path.conditions.push(Condition { term, purpose: Purpose::Range, span, other: None });
            }
        }
    }

    /// At the head of an inner loop: goes to its end, if its closed form is determined; the paths that there
    /// are then. Otherwise it is executed, which leads to an end only where its conditions are constant.
    fn inner_loop(
        &mut self,
        templates: &mut Templates,
        context: &mut Context<'_>,
        path: &mut Partial,
    ) -> Result<Option<Vec<Partial>>, (Span, String)> {
        let point = path.state.point();
        let at_own_head = point == self.head && path.state.frames.len() == self.depth;
        let loops = &context.loops[point.procedure];
        let found = loops.around(point.location).and_then(|id| loops.get(id));
        let Some(found) = found.filter(|found| found.head == point.location && !at_own_head) else {
            if path.state.frames.len() == self.depth {
                path.passed = path.passed.filter(|passed| *passed == point);
            }
            return Ok(None);
        };
        if path.passed == Some(point) || self.nesting >= MAX_NESTING {
            return Ok(None);
        }
        let found = found.clone();
        let ends = match inner::run(templates, context, &path.state, &found, self.nesting + 1) {
            Ok(ends) => ends,
            Err(why) => {
                path.unrolled = Some(why.into());
                return Ok(None);
            }
        };
        let mut paths = Vec::new();
        for end in ends {
            let mut path = Partial { state: end.state, passed: Some(point), ..path.clone() };
            let conditions = end.conditions.into_iter();
            let mut conditions = conditions.map(|term| Condition {
                term,
                purpose: Purpose::Inner,
                span: found.span,
                other: None,
            });
            if conditions.all(|condition| self.assume(context, &mut path, condition)) {
                paths.push(path);
            }
        }
        if paths.is_empty() {
            return Err((found.span, "an inner loop does not run as in its closed form".to_owned()));
        }
        Ok(Some(paths))
    }
}
