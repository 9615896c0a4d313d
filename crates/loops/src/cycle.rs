//! Cycles: paths through a loop from its head back to it [compact Def. 1], found
//! by rehearsing one iteration from a general state. Only those are followed
//! that the state at the head can take next; calls are executed as they are,
//! and inner loops by their own closed forms where these are determined.

use crate::cells::{self, Cell, General};
use crate::inner;
use crate::templates::Templates;
use kyklos_base::Span;
use kyklos_exec::rehearsal::{Before, Branching, Effort, Path, Rehearse, Visit, rehearse};
use kyklos_exec::{Arithmetic, Context, PathEnd, Point, State, Stay};
use kyklos_flow::{EdgeId, Instruction, LocationId, ProcedureId};
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
    /// Paths whose outcome is unknown, and why.
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
    let stable = cells::until_stable(changed, |changed| {
        let Some(general) = cells::generalise(context, state, changed, &mut templates.symbols)? else {
            return Ok(None);
        };
        let mut search = Search::new(templates, state, within, cells::values(&general.entries), nesting);
        let found = context
            .try_out(Arithmetic::in_range(), |context| search.run(context, general.state.clone(), state));
        let Search { cycles: all, exits, mut declined, .. } = search;
        if let Err(why) = found {
            declined.push((within.span, why));
        }
        let (mut cycles, mut changed) = (Vec::new(), Vec::new());
        for cycle in all {
            match cells::changes(context, &general.state, &cycle.after) {
                Ok(cells) => {
                    changed.extend(cells);
                    cycles.push(cycle);
                }
                Err(why) => declined.push((within.span, why)),
            }
        }
        Ok(Some((Cycles { general, cycles, exits, declined }, changed)))
    })?;
    Ok(stable.map(|(found, changed)| {
        templates.remember_changes(state, &changed);
        found
    }))
}

/// What is kept of a path through the loop.
#[derive(Clone)]
struct Trace {
    /// The state at the head itself, with the conditions met on the path so far.
    probe: State,
    edges: Vec<(ProcedureId, EdgeId)>,
    conditions: Vec<Condition>,
    /// The inner loop whose closed form was just applied.
    passed: Option<Point>,
    /// Why an inner loop that is executed instead has no closed form that is determined.
    unrolled: Option<Rc<str>>,
}

type Partial = Path<Trace>;

struct Search<'a> {
    templates: &'a mut Templates,
    stay: Stay,
    /// How many inputs were read before.
    inputs: usize,
    values: FxHashMap<Symbol, Term>,
    nesting: usize,
    effort: Effort,
    cycles: Vec<Cycle>,
    exits: Vec<Leaving>,
    declined: Vec<(Span, String)>,
}

impl Rehearse for Search<'_> {
    type Trace = Trace;
    const BRANCHING: Branching = Branching::Own;

    fn effort(&mut self) -> &mut Effort {
        &mut self.effort
    }

    fn visit(&mut self, context: &mut Context<'_>, path: &mut Partial) -> Result<Visit<Trace>, String> {
        let is_first = path.trace.edges.is_empty();
        if !is_first && self.stay.is_back(&path.state) {
            let Trace { edges, conditions, .. } = path.trace.clone();
            self.cycles.push(Cycle { edges, conditions, after: path.state.clone() });
            return Ok(Visit::Complete);
        }
        // What is asked for ends a path as an error does. Templates alone execute a path once more and come by.
        if self.templates.summaries && !is_first && context.targets.contains(&path.state.point()) {
            if self.templates.exits {
                let exit = self.leaving(path);
                self.exits.push(exit);
            }
            return Ok(Visit::Dropped);
        }
        match self.inner_loop(context, path) {
            Ok(Some(paths)) => Ok(Visit::Replaced(paths)),
            Ok(None) => Ok(Visit::On),
            Err(declined) => {
                self.declined.push(declined);
                Ok(Visit::Dropped)
            }
        }
    }

    fn sides(
        &mut self,
        context: &mut Context<'_>,
        mut path: Partial,
        conditions: Vec<(Term, EdgeId)>,
    ) -> Result<Vec<Partial>, String> {
        let place = self.span_at(context, path.state.point());
        self.collect(context, &mut path, place);
        let (here, procedure) = (path.state.procedure(), context.procedure(path.state.point()));
        let leaves = |edge: EdgeId| self.is_outside(&path.state, procedure.edges[edge].to);
        let is_error = |edge: EdgeId| procedure.locations[procedure.edges[edge].to].error().is_some();
        let others: Vec<EdgeId> = conditions.iter().map(|(_, edge)| *edge).collect();
        let (mut sides, mut exits) = (Vec::new(), Vec::new());
        // The last one is followed first: the order of the program.
        for (condition, edge) in conditions.into_iter().rev() {
            let out = leaves(edge) || is_error(edge);
            if condition == Term::FALSE || out && !self.templates.exits {
                continue;
            }
            let other = others.iter().find(|other| **other != edge);
            let purpose = match other {
                Some(other) if is_error(*other) => Purpose::Check,
                Some(other) if leaves(*other) => Purpose::Stay,
                _ => Purpose::Branch,
            };
            let other = other.map(|other| (here, *other));
            let span = procedure.edges[edge].span;
            let mut side = path.clone();
            if !assume(context, &self.values, &mut side, Condition { term: condition, purpose, span, other })
            {
                continue;
            }
            side.trace.edges.push((here, edge));
            if out {
                exits.push(self.leaving(&side));
                continue;
            }
            sides.push(side.along(context, edge));
        }
        if let (true, Some(why)) = (sides.len() > 1, &path.trace.unrolled)
            && self.is_deeper(context, &path.state)
        {
            self.declined.push((place, format!("an inner loop: {why}")));
            return Ok(Vec::new());
        }
        self.exits.append(&mut exits);
        Ok(sides)
    }

    fn stepped(
        &mut self,
        context: &mut Context<'_>,
        before: &Before,
        mut next: Vec<Partial>,
    ) -> Result<Vec<Partial>, String> {
        let span = self.span_at(context, before.point);
        if next.iter().any(|path| !path.has_arrived()) {
            self.declined.push((span, "it needs a case distinction".to_owned()));
            return Ok(Vec::new());
        }
        let procedure = context.procedure(before.point);
        let [edge] = procedure.outgoing(before.point.location) else { return Ok(next) };
        for path in &mut next {
            if !matches!(procedure.edges[*edge].instruction, Instruction::Assume { .. }) {
                path.trace.edges.push((before.point.procedure, *edge));
                self.collect(context, path, span);
            }
        }
        next.retain(|path| path.state.frames.len() >= self.stay.depth);
        Ok(next)
    }

    fn ended(&mut self, context: &mut Context<'_>, before: &Before, end: PathEnd) -> Result<(), String> {
        if let PathEnd::Cut(why) = end {
            self.declined.push((self.span_at(context, before.point), why.to_string()));
        }
        Ok(())
    }
}

impl<'a> Search<'a> {
    fn new(
        templates: &'a mut Templates,
        state: &State,
        within: &Loop,
        values: FxHashMap<Symbol, Term>,
        nesting: usize,
    ) -> Self {
        Self {
            templates,
            stay: Stay::of(state, within.clone()),
            inputs: state.inputs.len(),
            values,
            nesting,
            effort: Effort::NEXT,
            cycles: Vec::new(),
            exits: Vec::new(),
            declined: Vec::new(),
        }
    }

    fn run(&mut self, context: &mut Context<'_>, general: State, state: &State) -> Result<(), String> {
        let trace = Trace {
            probe: state.clone(),
            edges: Vec::new(),
            conditions: Vec::new(),
            passed: None,
            unrolled: None,
        };
        rehearse(context, self, Path::new(general, trace))
    }

    /// Whether a location of the path's procedure is outside the loop.
    fn is_outside(&self, state: &State, location: LocationId) -> bool {
        state.frames.len() == self.stay.depth && !self.stay.within.contains(location)
    }

    fn leaving(&self, path: &Partial) -> Leaving {
        let Trace { edges, conditions, .. } = path.trace.clone();
        Leaving { edges, conditions, reads: path.state.inputs.len() > self.inputs }
    }

    fn span_at(&self, context: &Context<'_>, point: Point) -> Span {
        let procedure = context.procedure(point);
        procedure
            .outgoing(point.location)
            .first()
            .map_or(self.stay.within.span, |edge| procedure.edges[*edge].span)
    }

    /// Whether a path is in an inner loop.
    fn is_deeper(&self, context: &Context<'_>, state: &State) -> bool {
        let loops = &context.loops[state.procedure()];
        let around = loops.around(state.location).and_then(|id| loops.get(id));
        around.is_some_and(|around| {
            state.frames.len() > self.stay.depth || around.head != self.stay.head.location
        })
    }

    /// Takes over the conditions under which no number left its type's range.
    fn collect(&self, context: &mut Context<'_>, path: &mut Partial, span: Span) {
        for term in context.range_conditions() {
            if term != Term::TRUE && path.trace.conditions.iter().all(|known| known.term != term) {
                path.state.assume(&context.terms, term);
                path.trace.conditions.push(Condition { term, purpose: Purpose::Range, span, other: None });
            }
        }
    }

    /// At the head of an inner loop: goes to its end, if its closed form is determined; the paths that there
    /// are then. Otherwise it is executed, which leads to an end only where its conditions are constant.
    fn inner_loop(
        &mut self,
        context: &mut Context<'_>,
        path: &mut Partial,
    ) -> Result<Option<Vec<Partial>>, (Span, String)> {
        let point = path.state.point();
        let inner = context.head_at(point).filter(|_| !self.stay.is_back(&path.state));
        let Some(found) = inner else {
            if path.state.frames.len() == self.stay.depth {
                path.trace.passed = path.trace.passed.filter(|passed| *passed == point);
            }
            return Ok(None);
        };
        if path.trace.passed == Some(point) || self.nesting >= MAX_NESTING {
            return Ok(None);
        }
        let ends = match inner::run(self.templates, context, &path.state, &found, self.nesting + 1) {
            Ok(ends) => ends,
            Err(why) => {
                path.trace.unrolled = Some(why.into());
                return Ok(None);
            }
        };
        let mut paths = Vec::new();
        for end in ends {
            let trace = Trace { passed: Some(point), ..path.trace.clone() };
            let mut path = Path { state: end.state, trace, from: path.from.clone() };
            let conditions = end.conditions.into_iter();
            let mut conditions = conditions.map(|term| Condition {
                term,
                purpose: Purpose::Inner,
                span: found.span,
                other: None,
            });
            if conditions.all(|condition| assume(context, &self.values, &mut path, condition)) {
                paths.push(path);
            }
        }
        if paths.is_empty() {
            return Err((found.span, "an inner loop does not run as in its closed form".to_owned()));
        }
        Ok(Some(paths))
    }
}

/// Adds a condition to a path; `false` if the state at the head, whose values the symbols stand for, cannot satisfy it.
fn assume(
    context: &mut Context<'_>,
    values: &FxHashMap<Symbol, Term>,
    path: &mut Partial,
    condition: Condition,
) -> bool {
    if condition.term == Term::TRUE {
        return true;
    }
    let probe = &mut path.trace.probe;
    let instance = context.terms.substitute(condition.term, values);
    let answer = match context.witness(probe, instance) {
        Some((true, model)) => Answer::Sat(model),
        _ if instance == Term::FALSE => Answer::Unsat,
        _ => context.ask(probe, instance),
    };
    match answer {
        Answer::Unsat => return false,
        Answer::Sat(model) => probe.model = Some(model),
        Answer::Unknown(_) => probe.model = None,
    }
    probe.assume(&context.terms, instance);
    path.state.assume(&context.terms, condition.term);
    path.trace.conditions.push(condition);
    true
}
