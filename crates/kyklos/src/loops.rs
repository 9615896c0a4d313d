//! The pipeline of `loops`: explore with closed forms of loops, tell what was found of each loop.

use crate::check::{CheckError, CheckOptions, check_parameters};
use crate::replay::{branch, condition_text};
use kyklos_base::{Budget, Exhausted, Span};
use kyklos_exec::{Context, Control, Cut, Feature, PathEnd, Point, Reaction, State, Worklist, explore};
use kyklos_flow::{EdgeId, LocationId, Procedure, ProcedureId, Program};
use kyklos_loops::covering::Covering;
use kyklos_loops::covering::describe::Together;
use kyklos_loops::cycle::Purpose;
use kyklos_loops::describe::{Description, Exit, Iterated, Journal, Met};
use kyklos_loops::summary::automaton::Interleaving;
use kyklos_loops::summary::describe::{Description as Summary, Status, TraceText};
use kyklos_loops::templates::Templates;
use kyklos_loops::{Compact, LoopFeature, SELF_CHECK, TemplateChoice};
use kyklos_report::Branch;
use kyklos_report::loops::{
    ClosedCycle, CycleReport, ExitReport, ExitTarget, IteratedCondition, LoopReport, LoopsReport,
    StateReport, SummaryReport, TogetherReport, TraceReport,
};
use kyklos_solver::chain;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Explores a program until all paths have ended, the budget is used up or
/// nothing new turns up, and tells what was found of each loop.
pub fn loops(program: &Program, options: &CheckOptions, budget: Budget) -> Result<LoopsReport, CheckError> {
    check_parameters(program)?;
    let self_check = options.settings.flag(&SELF_CHECK);
    let covered = covered(program, options, &budget)?;
    let mut context = Context::new(program, chain(&options.chain)?, budget, options.engine());
    let compact = Compact::new(TemplateChoice::of(&options.settings), options.seed, self_check);
    let mut loops = LoopFeature::default();
    loops.techniques.push(Box::new(compact));
    loops.journal = Journal::describing();
    let heads = context.loops.iter().flat_map(|(procedure, loops)| {
        loops.iter().map(move |(_, found)| Point { procedure, location: found.head })
    });
    let unseen: BTreeSet<Point> = heads.collect();
    let open = unseen.iter().map(|head| (*head, ATTEMPTS)).collect();
    let mut explorer =
        Explorer { loops, templates: Templates::default(), self_check, unseen, open, found: 0, since: 0 };
    let mut worklist = Worklist::new(options.strategy);
    let exploration = explore(&mut context, &mut worklist, &mut [&mut explorer]);
    let stopped = match exploration.stopped {
        true => Some("all loops had been reached, and nothing new turned up".to_owned()),
        false => exploration.incomplete.first().map(|cut| cut.why.clone()),
    };
    explorer.loops.journal.together = covered;
    Ok(report(&context, &explorer, stopped))
}

/// All ways of each loop together, as a covering exploration sees them: inner loops from any round of those around.
fn covered(
    program: &Program,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<Vec<(Point, Together)>, CheckError> {
    let share = budget.within(budget.remaining().map_or(UNLIMITED, |left| left / PART));
    let mut context = Context::new(program, chain(&options.chain)?, share, options.engine());
    let mut loops = LoopFeature::default();
    loops.techniques.push(Box::new(Covering::new(0, options.settings.flag(&SELF_CHECK))));
    loops.journal = Journal::describing();
    explore(&mut context, &mut Worklist::new(options.strategy), &mut [&mut loops]);
    Ok(loops.journal.together)
}

/// The part of the time that the covering exploration has, and its time if there is no limit.
const PART: u32 = 3;
const UNLIMITED: Duration = Duration::from_secs(10);

/// States made without anything new before an exploration ends that has reached all loops.
const PATIENCE: u64 = 20;
/// How often it is tried to look at a loop from its head.
const ATTEMPTS: u32 = 8;

/// Looks at all loops that are reached, and uses closed forms to go on.
struct Explorer {
    loops: LoopFeature,
    templates: Templates,
    self_check: bool,
    /// The heads of loops that were not reached.
    unseen: BTreeSet<Point>,
    /// The heads of loops that are to be looked at, and how often that is tried.
    open: BTreeMap<Point, u32>,
    /// How much was found, and how many states there were when that was so first.
    found: usize,
    since: u64,
}

impl Explorer {
    /// Looks at a loop from its head.
    fn look(&mut self, context: &mut Context<'_>, state: &State) {
        let head = state.point();
        let Some(attempts) = self.open.remove(&head) else { return };
        self.unseen.remove(&head);
        let loops = &context.loops[head.procedure];
        let Some(within) = loops.around(head.location).and_then(|id| loops.get(id)).cloned() else { return };
        let journal = &mut self.loops.journal;
        let done = journal.survey(context, &mut self.templates, state, &within, self.self_check);
        if !done && attempts > 1 {
            self.open.insert(head, attempts - 1);
        }
    }
}

impl Explorer {
    /// Whether all loops are known and nothing new has turned up for long.
    fn is_done(&mut self, context: &Context<'_>) -> bool {
        let states = context.counters.states;
        let found = self.loops.journal.cycles.len() + self.loops.journal.declined.len();
        if found != self.found || !self.unseen.is_empty() {
            (self.found, self.since) = (found, states);
        }
        states - self.since > PATIENCE
    }
}

impl Feature for Explorer {
    fn arrived(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        if self.is_done(context) {
            return Reaction::Ended(PathEnd::Cut(Cut::Budget(Exhausted::Interrupted)));
        }
        let known = self.loops.journal.declined.len();
        self.look(context, state);
        let reaction = self.loops.arrived(context, state);
        // What is declined because time is over says nothing about the loop.
        if self.loops.journal.declined.len() > known && context.exhausted().is_some() {
            self.loops.journal.declined.truncate(known);
        }
        reaction
    }

    fn before(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        self.loops.before(context, state)
    }

    fn ended(&mut self, context: &mut Context<'_>, _: &State, _: &PathEnd) -> Control {
        if self.is_done(context) { Control::Stop } else { Control::Continue }
    }
}

fn report(context: &Context<'_>, explorer: &Explorer, stopped: Option<String>) -> LoopsReport {
    let program = context.program;
    let journal = &explorer.loops.journal;
    let mut loops = Vec::new();
    for (procedure, found) in context.loops.iter() {
        for (_, each) in found.iter() {
            let head = Point { procedure, location: each.head };
            let around = each.parent.and_then(|parent| found.get(parent));
            let cycles: Vec<&Met> = journal.cycles.iter().filter(|cycle| cycle.head == head).collect();
            // What is said of a cycle need not be said again.
            let said = |why: &String| cycles.iter().any(|cycle| cycle.closed.as_ref().err() == Some(why));
            let declined = journal.declined.iter().filter(|(point, _, why)| *point == head && !said(why));
            loops.push(LoopReport {
                span: each.span,
                lines: lines_of(&program.procedures[procedure], &each.body, each.span),
                function: program.procedures[procedure].name.clone(),
                inside: around.map(|around| around.span.start.line),
                reached: !explorer.unseen.contains(&head),
                declined: declined.map(|(_, span, why)| (*span, why.clone())).collect(),
                cycles: cycles.iter().map(|cycle| cycle_report(program, cycle)).collect(),
                summary: journal
                    .summaries
                    .iter()
                    .find(|(point, _)| *point == head)
                    .map(|(_, summary)| summary.as_ref().map(summary_report).map_err(String::clone)),
                together: journal
                    .together
                    .iter()
                    .find(|(point, _)| *point == head)
                    .map(|(_, together)| together_report(together)),
            });
        }
    }
    loops.sort_by_key(|found| (found.span.file, found.span.start));
    let file = program.sources.iter().next().map_or(String::new(), |(_, file)| file.name().to_owned());
    let faults = context.faults.clone();
    LoopsReport { sources: program.sources.clone(), file, loops, stopped, faults }
}

fn together_report(together: &Together) -> TogetherReport {
    TogetherReport {
        ways: together.ways.clone(),
        forms: together.forms.clone(),
        inner: together.inner.iter().map(|(span, rounds)| (span.start.line, rounds.clone())).collect(),
        facts: together.facts.clone(),
    }
}

fn summary_report(summary: &Summary) -> SummaryReport {
    let interleaving = match summary.class.interleaving {
        Interleaving::Sequential => "sequential",
        Interleaving::Periodic => "periodic",
        Interleaving::Irregular => "irregular",
    };
    let state = |state: &Status| StateReport {
        exit: state.exit.clone(),
        condition: state.condition.clone(),
        changes: state.changes.clone(),
    };
    let trace = |trace: &TraceText| TraceReport {
        order: trace.order.clone(),
        condition: trace.condition.clone(),
        changes: trace.changes.clone(),
    };
    let traces = summary.traces.as_ref().map(|traces| traces.iter().map(trace).collect());
    SummaryReport {
        class: summary.class.number(),
        interleaving,
        inductive: summary.class.inductive,
        states: summary.nodes.iter().map(state).collect(),
        edges: summary.edges.clone(),
        periods: summary.periods.clone(),
        traces: traces.map_err(String::clone),
        other: summary.other.clone(),
    }
}

/// The first and the last line of a loop.
fn lines_of(procedure: &Procedure, body: &[LocationId], head: Span) -> (u32, u32) {
    let inside = |location: &LocationId| body.binary_search(location).is_ok();
    let edges = procedure.edges.rows().filter(|edge| inside(&edge.from) && inside(&edge.to));
    let whole = edges.fold(head, |whole, edge| whole.to(edge.span));
    (whole.start.line, whole.end.line)
}

fn cycle_report(program: &Program, cycle: &Met) -> CycleReport {
    let mut lines: Vec<u32> = Vec::new();
    let mut branches = Vec::new();
    for (procedure, edge) in &cycle.edges {
        let graph = &program.procedures[*procedure];
        let taken = &graph.edges[*edge];
        if !taken.span.is_nowhere() && lines.last() != Some(&taken.span.start.line) {
            lines.push(taken.span.start.line);
        }
        if let Some((condition, holds)) = branch(graph, *edge) {
            let condition = condition_text(program, graph, taken, condition);
            branches.push(Branch { span: taken.span, condition, holds, times: 1 });
        }
    }
    let closed = cycle.closed.as_ref().map(|closed| closed_cycle(program, closed)).map_err(String::clone);
    CycleReport { lines, branches, closed }
}

fn closed_cycle(program: &Program, closed: &Description) -> ClosedCycle {
    ClosedCycle {
        inputs: closed.inputs.clone(),
        forms: closed.forms.clone(),
        condition: iterated(&closed.condition),
        ranges: closed.ranges.as_ref().map(iterated),
        exits: closed.exits.iter().map(|exit| exit_report(program, exit)).collect(),
        limit: closed.limit,
    }
}

fn iterated(condition: &Iterated) -> IteratedCondition {
    IteratedCondition { quantified: condition.quantified.clone(), exact: condition.exact.clone() }
}

fn exit_report(program: &Program, exit: &Exit) -> ExitReport {
    let to = match exit.edge {
        Some((procedure, edge)) => target(program, exit.purpose, procedure, edge),
        None => ExitTarget::InnerLoop,
    };
    ExitReport { span: exit.span, to, condition: exit.condition.clone() }
}

/// Where an edge leads that leaves a cycle.
fn target(program: &Program, purpose: Purpose, procedure: ProcedureId, edge: EdgeId) -> ExitTarget {
    let graph = &program.procedures[procedure];
    let location = graph.edges[edge].to;
    if let Some(site) = graph.locations[location].error() {
        return ExitTarget::Error(site.message.clone());
    }
    let next = graph.outgoing(location).first().map(|next| graph.edges[*next].span);
    let line = next.unwrap_or(graph.locations[location].span).start.line;
    if purpose == Purpose::Stay { ExitTarget::Out(line) } else { ExitTarget::Inside(line) }
}
