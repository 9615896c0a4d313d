//! One exploration of a program: what it found, and what it left open.

use crate::check::{CheckError, CheckOptions, Progress};
use crate::judge::{Judge, Question};
use crate::places::{Settled, unsettled};
use crate::replay::Replayer;
use crate::task::Task;
use crate::unasked::{Ends, Unasked};
use kyklos_base::Budget;
use kyklos_exec::{Context, Feature, Pace, Point, Relevant, Targets, Work, Worklist, explore};
use kyklos_report::{Finding, Open, Statistics};
use kyklos_solver::chain;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What one exploration has shown.
#[derive(Default)]
pub(crate) struct Outcome {
    /// What was found.
    pub findings: Vec<Finding>,
    /// What was left open, and why.
    pub open: Vec<Open>,
    /// Faults of Kyklos itself.
    pub faults: Vec<String>,
    /// Whether it stopped before its end because it had found what it looked for.
    pub stopped: bool,
    /// The places asked about that a run may still come to, as far as this exploration knows.
    pub unsettled: BTreeSet<Point>,
    /// Errors that were not asked for, at which runs end.
    pub ends: Ends,
    /// Counters.
    pub statistics: Statistics,
}

impl Outcome {
    /// Whether every run was covered.
    pub fn is_complete(&self) -> bool {
        self.open.is_empty() && self.faults.is_empty() && !self.stopped
    }

    /// Whether it answers the question, and if they are asked for, tells all errors.
    pub fn is_answer(&self, all_errors: bool) -> bool {
        self.is_complete() || (!all_errors && !self.findings.is_empty())
    }
}

/// The company that an exploration is in.
pub(crate) struct Company {
    /// Makes it wait for its turn, in a portfolio.
    pub pace: Option<Box<dyn Pace>>,
    /// What others have shown.
    pub settled: Settled,
}

/// Explores a program.
pub(crate) fn explore_program(
    task: &Task,
    options: &CheckOptions,
    budget: Budget,
    progress: &mut dyn FnMut(Progress),
    own: &mut [&mut dyn Feature],
    company: Option<Company>,
) -> Result<Outcome, CheckError> {
    let lane = options.board.lane();
    let limit = options.most_work.map(|most| MostWork { most, is_late: Arc::default() });
    let budget = limit.as_ref().map_or(budget.clone(), |limit| budget.until(limit.is_late.clone()));
    let solver = chain(&options.chain)?;
    let replayer = Replayer::of(&task.valid, budget.clone());
    let mut relevant = (!options.every_path).then(|| Relevant { from: task.relevance.clone() });
    let mut targets = Targets::default();
    if let Question::Reach(points) = &task.question {
        targets.points.extend(points);
    }
    let mut context = Context::knowing(task.facts.clone(), task.program(), solver, budget, options.engine());
    context.places = Some(Rc::new(task.places.clone()));
    context.targets.clone_from(&targets.points);
    context.onlooker = Some(lane.onlooker());
    let mut unasked = Unasked::new(task);
    let mut judge = Judge::new(task.question.clone(), replayer, options);
    let mut limits = options.limits.clone();
    let mut meter = Meter { progress };
    let mut worklist = Worklist::new(options.strategy);
    let mut techniques = options.techniques.features(&options.settings, options.seed);
    let mut settled = None;
    context.pace = limit.map(|limit| Box::new(limit) as Box<dyn Pace>);
    if let Some(company) = company {
        if let Some(pace) = company.pace {
            context.pace = Some(pace);
            judge.giving_up(company.settled.given_up());
        }
        settled = Some(company.settled.telling(unasked.settled()));
    }
    let mut features: Vec<&mut dyn Feature> = Vec::new();
    for feature in own {
        features.push(&mut **feature);
    }
    features.push(&mut unasked);
    features.extend(relevant.as_mut().map(|relevant| relevant as &mut dyn Feature));
    features.extend([&mut targets as &mut dyn Feature, &mut limits]);
    features.extend(settled.as_mut().map(|settled| settled as &mut dyn Feature));
    features.extend(techniques.iter_mut().map(|technique| technique.as_feature()));
    features.extend([&mut judge as &mut dyn Feature, &mut meter]);
    let exploration = explore(&mut context, &mut worklist, &mut features);
    judge.faults.extend_from_slice(&context.faults);
    let cut = exploration.incomplete.into_iter();
    let open: Vec<Open> = cut
        .map(|cut| Open { span: cut.span, in_loop: cut.in_loop, why: cut.why, paths: cut.paths })
        .chain(judge.open())
        .collect();
    let mut outcome = Outcome {
        open,
        stopped: exploration.stopped,
        unsettled: BTreeSet::new(),
        statistics: statistics(&context),
        ends: unasked.ends().clone(),
        findings: std::mem::take(&mut judge.findings),
        faults: std::mem::take(&mut judge.faults),
    };
    if outcome.is_answer(options.all_errors) {
        context.answered();
    }
    if !outcome.is_complete() {
        outcome.unsettled = match outcome.faults.is_empty() && !outcome.stopped {
            true => unsettled(task, &exploration.left, judge.undecided()),
            false => task.places.clone(),
        };
    }
    let assumptions = match outcome.is_complete() && outcome.findings.is_empty() {
        true => outcome.ends.assumptions(task.program(), &task.question),
        false => Vec::new(),
    };
    lane.end(&outcome, assumptions);
    Ok(outcome)
}

/// Ends an exploration when so much work was done.
struct MostWork {
    most: u64,
    is_late: Arc<AtomicBool>,
}

impl Pace for MostWork {
    fn advance(&mut self, done: Work) {
        if done.amount() > self.most {
            self.is_late.store(true, Ordering::Relaxed);
        }
    }
}

/// Tells how far the exploration is.
struct Meter<'a> {
    progress: &'a mut dyn FnMut(Progress),
}

impl Feature for Meter<'_> {
    fn tick(&mut self, context: &Context<'_>, waiting: usize) {
        (self.progress)(Progress {
            paths: context.counters.paths,
            waiting,
            coverage: (context.coverage.count(), context.coverage.total()),
            queries: context.counters.queries,
        });
    }
}

/// What an exploration has counted so far.
pub(crate) fn statistics(context: &Context<'_>) -> Statistics {
    let mut chain = kyklos_solver::Statistics::default();
    context.solver().statistics(&mut chain);
    let counters = &context.counters;
    Statistics {
        paths: counters.paths,
        states: counters.states,
        forks: counters.forks,
        instructions: counters.instructions,
        queries: counters.queries,
        failures: counters.failures,
        stands_for: counters.stands_for.clone(),
        without_error: counters.without_error.clone(),
        techniques: counters.techniques.clone(),
        cache_hits: chain.cache_exact + chain.cache_related,
        layers: chain.layers.iter().map(|layer| (layer.name, layer.answered)).collect(),
        solver_time: counters.solver_time + chain.outside_time,
        backend_time: chain.backend_time,
        time: context.budget.elapsed(),
        coverage: (context.coverage.count(), context.coverage.total()),
        ..Statistics::default()
    }
}
