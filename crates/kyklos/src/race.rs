//! `auto`: several explorations race for the answer. Note [race].
//!
//! None of them is best for all programs, and which one is can hardly be told before. So they run side by side
//! in one process, in turns, and the first sound answer is taken: that costs about as many times what the best
//! one needs as there are runners. To let another technique take part, add it to [`AUTO`].

mod course;
mod part;

pub(crate) use course::Course;

use crate::check::{CheckError, CheckOptions, Progress};
use crate::explore::{Company, Outcome, explore_program};
use crate::places::Settled;
use crate::task::Task;
use crate::techniques::{change, select};
use course::Runner;
use kyklos_base::Budget;
use kyklos_flow::Type;
use part::Part;
use std::sync::{Arc, Mutex, PoisonError};

/// One who takes part in a race.
#[derive(Clone, Copy, Debug)]
pub struct Entrant {
    /// Its name.
    pub name: &'static str,
    /// Its techniques, as [`select`] reads them.
    pub techniques: &'static str,
    /// It differs from others only in loops, and does not race where there are none.
    pub for_loops: bool,
    /// Options of its own, by name and value.
    pub settings: &'static [(&'static str, &'static str)],
    /// Milliseconds of work of which it has half a part, if it has less later.
    pub first: u64,
    /// Its part of the work after that, in percent of a full part.
    pub share: u64,
    /// The same where it knows where an answer may be found soon, for about a second.
    pub hope: u64,
    /// The same for later, if that is more than its share.
    pub lasting: u64,
    /// It starts when the others have done about so many milliseconds of work each: who is rarely of use should not
    /// burden short races.
    pub after: u64,
}

/// What the race is called where techniques are named.
pub const NAME: &str = "auto";

/// Those that race. The first has the first turn, and so costs the least. Together they do 2.5 times the work of the one
/// that answers, and 0.3 s, at most (a test adds it up): that is what a race may cost.
///
/// What can be proved by covering jumps is mostly proved soon; and what they refute, the others need not look for.
///
/// Joining states pays where many paths meet again: buffers that are counted or searched byte by byte. Elsewhere it costs
/// more than it spares, so its part is small, until it has come to states that stand for more paths than others can go:
/// then those others will hardly end, and a long race is its own as much as theirs.
/// To join all is best for counting and decoding, to join what costs little for long searches.
///
/// Loops in which no input has a say are formulas for one of them only. To execute them is cheaper, but not if what
/// they leave behind is hard for the solver: a long array, each element of which was written. Where formulas do it,
/// they do it at once, so it starts before the others are deep in long questions.
///
/// Summaries are for loops whose ways follow each other in phases and periods, of which templates make too many orders;
/// where there are such, they are soon found. What was learnt from other paths ends those that templates and joins only
/// make more of: nested loops with branches that do not matter. Where it ends at all, it mostly does in a
/// fraction of a second, so it has that early.
pub const AUTO: [Entrant; 9] = [
    Entrant { name: "classic", techniques: "classic", ..Entrant::FULL },
    Entrant { name: "compact", techniques: "compact", for_loops: true, ..Entrant::FULL },
    Entrant { name: "apc", techniques: "apc", for_loops: true, first: 65, share: 10, ..Entrant::FULL },
    Entrant {
        name: "navigate",
        techniques: "navigate",
        for_loops: true,
        first: 130,
        share: 12,
        hope: 130,
        after: 70,
        ..Entrant::FULL
    },
    Entrant {
        name: "merge",
        techniques: "merge=aggressive",
        first: 35,
        share: 8,
        hope: 250,
        lasting: 60,
        after: 60,
        ..Entrant::FULL
    },
    Entrant {
        name: "lattice",
        techniques: "merge=lattice",
        first: 5,
        share: 3,
        hope: 50,
        lasting: 20,
        after: 800,
        ..Entrant::FULL
    },
    Entrant {
        name: "formulas",
        techniques: "compact",
        for_loops: true,
        settings: &[("concrete-steps", "0")],
        first: 15,
        share: 3,
        after: 200,
        ..Entrant::FULL
    },
    Entrant {
        name: "summary",
        techniques: "summary",
        for_loops: true,
        first: 70,
        share: 5,
        hope: 30,
        after: 160,
        ..Entrant::FULL
    },
    Entrant {
        name: "subsume",
        techniques: "subsume",
        first: 52,
        share: 5,
        hope: 30,
        after: 50,
        ..Entrant::FULL
    },
];

impl Entrant {
    /// One with a full part of the work and no settings of its own.
    pub const FULL: Entrant = Entrant {
        name: "",
        techniques: "",
        for_loops: false,
        settings: &[],
        first: 0,
        share: 100,
        hope: 100,
        lasting: 0,
        after: 0,
    };
}

/// Those that take part in a race for this program. The first always does.
pub(crate) fn entrants(task: &Task<'_>, all: &[Entrant]) -> Vec<Entrant> {
    let has_loops = task.facts.has_loops();
    let takes_part = |(number, entrant): &(usize, &Entrant)| *number == 0 || has_loops || !entrant.for_loops;
    all.iter().enumerate().filter(takes_part).map(|(_, entrant)| *entrant).collect()
}

/// Lets explorations race; what came out of each, and who has won.
pub(crate) fn race(
    task: &Task<'_>,
    options: &CheckOptions,
    entrants: &[Entrant],
    budget: &Budget,
    progress: &mut dyn FnMut(Progress),
) -> Result<(Vec<Outcome>, Option<usize>), CheckError> {
    let course = Course::new(entrants.len(), options.jobs, &options.chain.interrupt);
    let has_floats =
        task.program.types.iter().any(|(_, ty)| matches!(ty, Type::Int(int) if int.float().is_some()));
    let reports: Vec<Mutex<Progress>> = entrants.iter().map(|_| Mutex::default()).collect();
    let outcomes = std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for (lane, entrant) in entrants.iter().enumerate() {
            let part = if has_floats { Part::of(entrant).with_floats() } else { Part::of(entrant) };
            let runner = course.runner(lane, part, budget);
            let (course, report) = (&course, &reports[lane]);
            let run = move || run(task, options, entrant, runner, course, report);
            let thread = std::thread::Builder::new().name(entrant.name.to_owned()).stack_size(crate::STACK);
            threads.push(thread.spawn_scoped(scope, run));
        }
        if threads.iter().any(Result::is_err) {
            course.stop();
        }
        while course.watch() {
            progress(sum(&reports));
            if let Some(winner) = course.decided() {
                options.board.decide(entrants[winner].name);
            }
        }
        options.board.all_stopped();
        let ended = threads.into_iter().map(|thread| match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(error) => Err(CheckError::Thread(error)),
        });
        ended.collect::<Result<Vec<Outcome>, CheckError>>()
    })?;
    Ok((outcomes, course.winner()))
}

/// What one does.
fn run(
    task: &Task<'_>,
    options: &CheckOptions,
    entrant: &Entrant,
    runner: Runner,
    course: &Arc<Course>,
    report: &Mutex<Progress>,
) -> Result<Outcome, CheckError> {
    let failed = Failed(course);
    let pace = runner.start();
    // Whoever has had no turn yet need not start after the end. The first tells that time was up, if nobody answered.
    if runner.is_late() && !runner.is_first() {
        std::mem::forget(failed);
        let unsettled = task.places.clone();
        return Ok(Outcome { stopped: true, unsettled, ..Outcome::default() });
    }
    let mut options = CheckOptions { race: Vec::new(), ..options.clone() };
    options.techniques = select(entrant.techniques).map_err(CheckError::Entrant)?;
    change(&mut options.settings, entrant.settings).map_err(CheckError::Entrant)?;
    options.board = options.board.named(entrant.name);
    options.chain.interrupt = runner.interrupt.clone();
    options.chain.effort = runner.effort.clone();
    options.chain.breaks = runner.breaks();
    options.chain.log_dir = options.chain.log_dir.map(|folder| folder.join(entrant.name));
    let settled = Settled::new(course, task.places.clone());
    let mut tell = |progress: Progress| *report.lock().unwrap_or_else(PoisonError::into_inner) = progress;
    let company = Company { pace: Some(pace), settled };
    let outcome = explore_program(task, &options, runner.budget.clone(), &mut tell, &mut [], Some(company))?;
    std::mem::forget(failed);
    // An answer ends the race; the others have nothing to learn from it.
    if !outcome.is_answer(options.all_errors) {
        course.settle(task.places.difference(&outcome.unsettled).copied());
    }
    Ok(outcome)
}

/// Stops the race if one of them fails: it is no race any more.
struct Failed<'a>(&'a Course);

impl Drop for Failed<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// How far they are together.
fn sum(reports: &[Mutex<Progress>]) -> Progress {
    let each = reports.iter().map(|report| *report.lock().unwrap_or_else(PoisonError::into_inner));
    each.fold(Progress::default(), |all, one| Progress {
        paths: all.paths + one.paths,
        waiting: all.waiting + one.waiting,
        coverage: all.coverage.max(one.coverage),
        queries: all.queries + one.queries,
    })
}

/// What the outcomes say together: that of the winner; or else all that was found and is left open.
pub(crate) fn unite(
    task: &Task<'_>,
    race: &[Entrant],
    outcomes: Vec<Outcome>,
    winner: Option<usize>,
) -> Outcome {
    let raced: Vec<&'static str> = race.iter().map(|entrant| entrant.name).collect();
    let mut outcomes: Vec<Option<Outcome>> = outcomes.into_iter().map(Some).collect();
    if let Some(mut outcome) = winner.and_then(|winner| outcomes.get_mut(winner)?.take()) {
        outcome.statistics.technique = winner.map(|winner| race[winner].name);
        outcome.statistics.raced = raced;
        // A fault that shows up beside a proof casts doubt on it.
        for other in outcomes.into_iter().flatten() {
            outcome.faults.extend(other.faults);
            // What others have settled, the winner has not looked for.
            outcome.ends.add(other.ends, other.unsettled.len() < task.places.len());
        }
        return outcome;
    }
    let mut all = Outcome { unsettled: task.places.clone(), ..Outcome::default() };
    for outcome in outcomes.into_iter().flatten() {
        all.unsettled.retain(|place| outcome.unsettled.contains(place));
        for finding in outcome.findings {
            let same = |known: &kyklos_report::Finding| {
                (known.span, &known.kind, &known.message) == (finding.span, &finding.kind, &finding.message)
            };
            if !all.findings.iter().any(same) {
                all.findings.push(finding);
            }
        }
        all.open.extend(outcome.open);
        all.faults.extend(outcome.faults);
        all.ends.add(outcome.ends, true);
        all.statistics.add(outcome.statistics);
    }
    all.findings.sort_by_key(|finding| (finding.span.file, finding.span.start));
    all.statistics.raced = raced;
    if all.unsettled.is_empty() {
        all.open.clear();
    }
    all.open = told_once(all.open);
    all
}

/// What stopped the tool, each thing once. That time was up for one is told even if another was stopped at the same
/// place by something else: with more time, the first might have got past it.
pub(crate) fn told_once(open: Vec<kyklos_report::Open>) -> Vec<kyklos_report::Open> {
    let mut told: Vec<kyklos_report::Open> = Vec::new();
    for one in open {
        match told.iter_mut().find(|known| known.span == one.span && known.why == one.why) {
            Some(known) => known.paths = known.paths.max(one.paths),
            None => told.push(one),
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Question;
    use crate::techniques::settings;
    use kyklos_base::{FileId, Position, SourceFile, Span};
    use kyklos_flow::CheckClass;
    use kyklos_report::Open;
    use kyklos_solver::Interrupt;
    use std::time::Duration;

    #[test]
    fn all_of_the_table_can_race() {
        for (number, entrant) in AUTO.iter().enumerate() {
            assert!(select(entrant.techniques).is_ok() && settings(entrant.settings).is_ok(), "{entrant:?}");
            assert!(AUTO[..number].iter().all(|other| other.name != entrant.name), "{entrant:?}");
        }
    }

    #[test]
    fn a_race_costs_what_it_may_cost() {
        // Whenever one of those with a full part answers: all that was done by then. Hopes come on top, for a second.
        for milliseconds in (10..5_000).step_by(10) {
            let answer = milliseconds * 1_000_000;
            let all: u64 = AUTO.iter().map(|entrant| Part::of(entrant).done_when(answer)).sum();
            let most = answer * 5 / 2 + 300_000_000;
            assert!(all <= most, "{} ms of {} ms at {milliseconds} ms", all / 1_000_000, most / 1_000_000);
        }
    }

    #[test]
    fn what_others_have_settled_is_not_looked_for() {
        let text =
            "main() { var i, n; n = input; i = 0; while (i < n) { i = i + 1; } assert i >= 0; return 0; }";
        let (program, _) = kyklos_front_microc::load(SourceFile::new("a.uc", text)).unwrap();
        let question = Question::Errors(vec![CheckClass::Assert]);
        let options = CheckOptions { techniques: select("classic").unwrap(), ..CheckOptions::default() };
        let task = Task::new(&program, &question).unwrap();
        let explore = |settled: bool| {
            let course = Course::new(1, 1, &Interrupt::new());
            let places = task.places.clone();
            if settled {
                course.settle(places.clone());
            }
            let runner =
                course.runner(0, Part::of(&Entrant::FULL), &Budget::new(Some(Duration::from_secs(1)), None));
            let company = Company { pace: Some(runner.start()), settled: Settled::new(&course, places) };
            let budget = runner.budget.clone();
            explore_program(&task, &options, budget, &mut |_| {}, &mut [], Some(company)).unwrap()
        };
        let (alone, told) = (explore(false), explore(true));
        assert!(!alone.is_complete() && alone.unsettled == task.places);
        assert!(told.is_complete() && told.unsettled.is_empty());
    }

    #[test]
    fn what_stopped_it_is_told_once() {
        let open = |line: u32, why: &str, paths: u64| {
            let at = Position::new(line, 1);
            Open { span: Span::new(FileId(0), at, at), in_loop: true, why: why.to_owned(), paths }
        };
        let time = "the time limit was reached";
        let told = told_once(vec![
            open(1, time, 3),
            open(2, time, 1),
            open(1, "the solver could not decide", 2),
            open(2, time, 7),
        ]);
        assert_eq!(told, [open(1, time, 3), open(2, time, 7), open(1, "the solver could not decide", 2)]);
    }
}
