//! Errors that nobody asked about. A run ends at its first error, so no run comes to what stands behind an error that
//! all runs make. A verdict that rests on that says so, with the places: those that paths came to, and no others.
//!
//! Explorations note these places on the way ([`Unasked`]), for each branch asks about both of its sides in any case.
//! What they cannot tell is asked afterwards, for a short time: whether a place is real that only covering or
//! undecided paths came to, and what paths would have met that a technique ended early.

use crate::board::Board;
use crate::check::CheckOptions;
use crate::filter::explore_filtered;
use crate::judge::Question;
use crate::places::after;
use crate::task::Task;
use crate::techniques::select;
use kyklos_base::{Budget, Span};
use kyklos_exec::{Context, Control, Feature, Guarantee, PathEnd, Point, Reaction, State, points_of};
use kyklos_flow::{ErrorKind, Program};
use kyklos_report::{Assumption, AssumptionKind, FindingKind};
use kyklos_shape::Relevance;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

/// How much work asking afterwards may take, in about nanoseconds: little beside what most proofs take that rest on paths which
/// cover. Work is counted, so that a run on a busy machine tells the same.
const MOST_WORK: u64 = 500_000_000;
/// And for how long, should it be stuck.
const TIME: Duration = Duration::from_secs(5);

/// What an exploration knows of the errors that were not asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ends {
    /// Runs end at these.
    pub certain: BTreeSet<Point>,
    /// Paths came to these that need not be real.
    pub possible: BTreeSet<Point>,
    /// Paths were ended here, so that it was not seen what is behind.
    pub unseen: BTreeSet<Point>,
}

impl Ends {
    /// Adds what another exploration knows; of one that had no part in the answer, what is certain alone.
    pub(crate) fn add(&mut self, other: Ends, had_part: bool) {
        self.certain.extend(other.certain);
        if had_part {
            self.possible.extend(other.possible);
            self.unseen.extend(other.unseen);
        }
    }

    /// The assumptions of an answer for which nothing more is asked.
    pub(crate) fn assumptions(&self, program: &Program, question: &Question) -> Vec<Assumption> {
        let mut points: Vec<(Point, bool)> = self.certain.iter().map(|point| (*point, true)).collect();
        points.extend(self.possible.difference(&self.certain).map(|point| (*point, false)));
        let mut all: Vec<Assumption> = points
            .into_iter()
            .filter_map(|(point, certain)| assumption(program, question, point, certain))
            .collect();
        all.sort_by_key(|assumption| (assumption.span.file, assumption.span.start));
        // Instances of one function fail at one place.
        all.dedup();
        all
    }
}

/// Notes the errors that paths come to and that were not asked for.
pub(crate) struct Unasked {
    places: BTreeSet<Point>,
    relevance: Relevance,
    ends: Ends,
    settled: Rc<Cell<bool>>,
}

impl Unasked {
    pub(crate) fn new(task: &Task) -> Self {
        Self {
            places: task.question.unasked(task.program()),
            relevance: task.relevance.clone(),
            ends: Ends::default(),
            settled: Rc::default(),
        }
    }

    /// To be set when a path is ended because others have shown what is behind it: they have noted that.
    pub(crate) fn settled(&self) -> Rc<Cell<bool>> {
        self.settled.clone()
    }

    /// What was noted.
    pub(crate) fn ends(&self) -> &Ends {
        &self.ends
    }
}

impl Feature for Unasked {
    fn arrived(&mut self, _: &mut Context<'_>, state: &mut State) -> Reaction {
        if self.places.contains(&state.point()) {
            let real = state.model.is_some() && state.guarantee == Guarantee::Exact;
            let known = if real { &mut self.ends.certain } else { &mut self.ends.possible };
            known.insert(state.point());
        }
        Reaction::Unchanged
    }

    fn ended(&mut self, context: &mut Context<'_>, state: &State, end: &PathEnd) -> Control {
        if *end == PathEnd::Harmless && !self.settled.replace(false) && !self.places.is_empty() {
            let points: Vec<Point> = points_of(context.program, state).collect();
            if points.iter().any(|point| self.relevance.contains(point.procedure, point.location)) {
                self.ends.unseen.extend(points);
            }
        }
        Control::Continue
    }
}

impl Question {
    /// The errors that it is not about.
    pub(crate) fn unasked(&self, program: &Program) -> BTreeSet<Point> {
        let asked = self.places(program);
        let errors = program.procedures.iter().flat_map(|(procedure, graph)| {
            let errors = graph.locations.iter().filter(|(_, location)| location.error().is_some());
            errors.map(move |(location, _)| Point { procedure, location })
        });
        errors.filter(|point| !asked.contains(point)).collect()
    }
}

/// Asks about what explorations could not tell. What is left undecided then stays possible.
pub(crate) fn decided(task: &Task, options: &CheckOptions, budget: &Budget, ends: Ends) -> Ends {
    let Ends { mut certain, possible, unseen } = ends;
    let mut open: BTreeSet<Point> = possible.difference(&certain).copied().collect();
    if !unseen.is_empty() {
        let behind = after(task.program(), &unseen);
        let unasked = task.question.unasked(task.program()).into_iter().filter(|point| matters(task, *point));
        open.extend(unasked.filter(|point| behind.contains(point) && !certain.contains(point)));
    }
    if open.is_empty() {
        return Ends { certain, ..Ends::default() };
    }
    let question = Question::Reach(open.iter().copied().collect());
    let options = CheckOptions {
        portfolio: Vec::new(),
        most_work: Some(MOST_WORK),
        techniques: select("apc,compact").unwrap_or_default(),
        all_errors: true,
        native: None,
        board: Board::default(),
        ..options.clone()
    };
    let explored = Task::new(task.valid.program().clone(), question)
        .and_then(|task| explore_filtered(&task, &options, budget.within(TIME), &mut |_| {}, &mut []));
    if let Ok(outcome) = explored {
        let (found, left) = open.iter().partition::<BTreeSet<Point>, _>(|point| {
            let site = site(task.program(), **point);
            outcome.findings.iter().any(|finding| {
                site.is_some_and(|(span, kind)| {
                    (finding.span, finding.kind) == (span, FindingKind::Error(kind))
                })
            })
        });
        certain.extend(found);
        open = left;
        match outcome.is_complete() {
            true => open.clear(),
            false if outcome.faults.is_empty() => open.retain(|point| outcome.unsettled.contains(point)),
            false => {}
        }
    }
    Ends { certain, possible: open, ..Ends::default() }
}

/// Whether a run that does not end at an error may come to what is asked for; of functions that return, this is assumed.
fn matters(task: &Task, point: Point) -> bool {
    let graph = &task.program().procedures[point.procedure];
    let mut before = graph.edges.rows().filter(|edge| edge.to == point.location);
    task.program().main != Some(point.procedure)
        || before.any(|edge| task.relevance.contains(point.procedure, edge.from))
}

fn site(program: &Program, point: Point) -> Option<(Span, ErrorKind)> {
    let location = &program.procedures[point.procedure].locations[point.location];
    location.error().map(|site| (location.span, site.kind))
}

fn assumption(program: &Program, question: &Question, point: Point, certain: bool) -> Option<Assumption> {
    let (span, kind) = site(program, point)?;
    let end = if certain { "end" } else { "may end" };
    let instead = match question {
        Question::Errors(_) => format!("--check {} looks for it", kind.class().name()),
        Question::Reach(_) => "`check` looks for it".to_owned(),
    };
    Some(Assumption {
        kind: AssumptionKind::UnaskedError,
        text: format!("runs {end} at the {}", kind.noun()),
        span,
        instead: Some(instead),
    })
}
