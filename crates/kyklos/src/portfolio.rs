//! `auto`: a portfolio of explorations, of which the first sound answer is taken. Note [portfolio].
//!
//! No technique is best for all programs, and which one is can hardly be told before. So they run side by side in one
//! process, each in a lane of its own, in turns. To let another technique take part, add a line to [`AUTO`].

mod outcome;
mod schedule;
mod tally;

pub(crate) use outcome::{Ended, together, told_once, unite};
pub(crate) use schedule::Schedule;

use crate::check::{CheckError, CheckOptions, Progress};
use crate::explore::{Company, Outcome, explore_program};
use crate::ledger::Ledger;
use crate::places::Settled;
use crate::task::Task;
use crate::techniques::{change, select};
use kyklos_base::Budget;
use schedule::Seat;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// A lane: an exploration that takes part.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// Its name.
    pub name: &'static str,
    /// Its techniques, as [`select`] reads them.
    pub techniques: &'static str,
    /// Options of its own, by name and value.
    pub settings: &'static [(&'static str, &'static str)],
    /// It differs from others only in loops, and takes no part where there are none.
    pub for_loops: bool,
    /// Its part of the work, in comparison with the other lanes; full weight is 100. It has several times as much while it says
    /// that it is promising ([`Context::promising`](kyklos_exec::Context::promising)).
    pub weight: u64,
    /// When it starts: at once (0), or when the others have worked for some time. Short runs should not pay for lanes that
    /// are rarely of use.
    pub stage: u32,
}

/// What the portfolio is called where techniques are named.
pub const NAME: &str = "auto";

/// The lanes. The first has the first turn, and so costs the least.
///
/// What they cost is judged together, over all suites: `auto` decides nearly everything that any of them decides, in at most
/// 2.5 times the time of the best one (`crates/cli/tests/portfolio.rs` measures that). A weight is changed only where that
/// gains, never for a program.
pub const AUTO: [Lane; 9] = [
    Lane::new("classic", "classic", 100, 0),
    Lane::new("compact", "compact", 100, 0).for_loops(),
    // What can be proved by covering loops is mostly proved soon; and what it refutes, the others need not look for.
    Lane::new("apc", "apc", 20, 0).for_loops(),
    Lane::new("navigate", "navigate", 15, 1).for_loops(),
    // To join all states is best for counting and decoding, to join what costs little for long searches.
    Lane::new("merge", "merge=aggressive", 10, 1),
    Lane::new("lattice", "merge=lattice", 5, 3),
    // Executing loops in which no input has a say is cheap, but leaves long arrays behind that are hard for the solver.
    Lane::new("formulas", "compact", 5, 2).for_loops().with(&[("concrete-steps", "0")]),
    Lane::new("summary", "summary", 10, 1).for_loops(),
    Lane::new("subsume", "subsume", 8, 1),
];

impl Lane {
    /// A lane with these techniques, this weight, and the stage in which it starts.
    pub const fn new(name: &'static str, techniques: &'static str, weight: u64, stage: u32) -> Self {
        Self { name, techniques, settings: &[], for_loops: false, weight, stage }
    }

    /// The same, for programs with loops alone.
    #[must_use]
    pub const fn for_loops(self) -> Self {
        Self { for_loops: true, ..self }
    }

    /// The same with options of its own.
    #[must_use]
    pub const fn with(self, settings: &'static [(&'static str, &'static str)]) -> Self {
        Self { settings, ..self }
    }
}

/// The lanes that take part for this program. The first always does.
pub(crate) fn lanes_for(task: &Task, all: &[Lane]) -> Vec<Lane> {
    let has_loops = task.facts.has_loops();
    let takes_part = |(number, lane): &(usize, &Lane)| *number == 0 || has_loops || !lane.for_loops;
    all.iter().enumerate().filter(takes_part).map(|(_, lane)| *lane).collect()
}

/// Lets lanes look for the answer, and tells what they have shown together.
///
/// A lane that does not end in time, because it is stuck in a call, is left behind: its thread owns all that it uses, and ends
/// when the call does.
pub(crate) fn explore(
    task: &Arc<Task>,
    options: &CheckOptions,
    lanes: &[Lane],
    budget: &Budget,
    progress: &mut dyn FnMut(Progress),
) -> Result<Outcome, CheckError> {
    let schedule = Schedule::new(lanes, options.jobs, &options.chain.interrupt);
    let ledger = Arc::<Ledger>::default();
    let reports: Vec<Arc<Mutex<Progress>>> = lanes.iter().map(|_| Arc::default()).collect();
    let mut threads = Vec::new();
    for (number, lane) in lanes.iter().enumerate() {
        let work = Work {
            task: task.clone(),
            options: options.clone(),
            lane: *lane,
            is_first: number == 0,
            seat: schedule.seat(number, budget),
            schedule: schedule.clone(),
            ledger: ledger.clone(),
            report: reports[number].clone(),
        };
        let thread = std::thread::Builder::new().name(lane.name.to_owned()).stack_size(crate::STACK);
        match thread.spawn(move || work.run()) {
            Ok(thread) => threads.push(thread),
            Err(error) => {
                schedule.stop();
                return Err(CheckError::Thread(error));
            }
        }
    }
    while schedule.watch(budget) {
        progress(sum(&reports));
    }
    let mut ended = Vec::new();
    for (lane, thread) in threads.into_iter().enumerate() {
        ended.push(schedule.is_gone(lane).then(|| join(thread)).transpose()?);
    }
    let winner = schedule.winner();
    let left_behind = lanes.iter().zip(&ended).filter(|(_, ended)| winner.is_none() && ended.is_none());
    let left_behind: Vec<Outcome> = left_behind
        .map(|(lane, _)| Outcome {
            unsettled: task.places.clone(),
            ..options.board.outcome_of(lane.name, budget)
        })
        .collect();
    let ended = ended
        .into_iter()
        .chain(left_behind.into_iter().map(|outcome| Some(Ended { outcome, was_stopped: true })));
    Ok(unite(task, lanes, ended.collect(), winner))
}

/// What a lane that is gone has shown.
fn join(thread: JoinHandle<Result<Ended, CheckError>>) -> Result<Ended, CheckError> {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// What a lane works on, all its own or shared by reference counts: nobody waits for it if it does not end.
struct Work {
    task: Arc<Task>,
    options: CheckOptions,
    lane: Lane,
    is_first: bool,
    seat: Seat,
    schedule: Arc<Schedule>,
    ledger: Arc<Ledger>,
    report: Arc<Mutex<Progress>>,
}

impl Work {
    fn run(self) -> Result<Ended, CheckError> {
        let failed = Failed(&self.schedule);
        let pace = self.seat.start();
        // Whoever has had no turn yet need not start after the end. The first tells that time was up, if nobody answered.
        let is_late = self.seat.is_stopped() || self.seat.budget.is_over();
        let outcome = match is_late && !self.is_first {
            true => Outcome { stopped: true, unsettled: self.task.places.clone(), ..Outcome::default() },
            false => {
                let settled = Settled::new(self.ledger.clone(), self.task.places.clone());
                let company = Company { pace: Some(pace), settled };
                let mut tell = |progress: Progress| {
                    *self.report.lock().unwrap_or_else(PoisonError::into_inner) = progress
                };
                let (options, budget) = (self.options()?, self.seat.budget.clone());
                explore_program(&self.task, &options, budget, &mut tell, &mut [], Some(company))?
            }
        };
        std::mem::forget(failed);
        // An answer is the end; the others have nothing to learn from it.
        if !outcome.is_answer(self.options.all_errors) {
            self.ledger.refute(self.task.places.difference(&outcome.unsettled).copied());
        }
        Ok(Ended { outcome, was_stopped: self.seat.is_stopped() })
    }

    /// The options of all, as this lane changes them.
    fn options(&self) -> Result<CheckOptions, CheckError> {
        let mut options = CheckOptions { portfolio: Vec::new(), ..self.options.clone() };
        options.techniques = select(self.lane.techniques).map_err(CheckError::Lane)?;
        change(&mut options.settings, self.lane.settings).map_err(CheckError::Lane)?;
        options.board = options.board.named(self.lane.name);
        options.chain.interrupt = self.seat.interrupt.clone();
        options.chain.effort = self.seat.effort.clone();
        options.chain.breaks = self.seat.breaks();
        options.chain.log_dir = options.chain.log_dir.map(|folder| folder.join(self.lane.name));
        Ok(options)
    }
}

/// Stops all lanes if one of them fails: there is no answer that can be trusted any more.
struct Failed<'a>(&'a Schedule);

impl Drop for Failed<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// How far they are together.
fn sum(reports: &[Arc<Mutex<Progress>>]) -> Progress {
    let each = reports.iter().map(|report| *report.lock().unwrap_or_else(PoisonError::into_inner));
    each.fold(Progress::default(), |all, one| Progress {
        paths: all.paths + one.paths,
        waiting: all.waiting + one.waiting,
        coverage: all.coverage.max(one.coverage),
        queries: all.queries + one.queries,
    })
}

#[cfg(test)]
mod tests;
