//! What is known of an analysis that is not over: another thread can report it, whatever the explorations do just
//! then. Each of them has a lane on the board, which it keeps up to date.

use crate::explore::{Outcome, statistics};
use crate::portfolio::told_once;
use kyklos_base::budget::{cpu_time, peak_resident_bytes};
use kyklos_base::thread_time::ThreadTime;
use kyklos_base::{Budget, Exhausted, SourceFile, Sources, Span};
use kyklos_exec::{Context, Onlooker, place_at};
use kyklos_report::{Assumption, Finding, Open, Report, Statistics, Verdict};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What was found so far. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Board {
    known: Arc<Mutex<Known>>,
    /// What explorations are called that are noted here.
    name: Option<&'static str>,
}

#[derive(Debug, Default)]
struct Known {
    sources: Option<Sources>,
    findings: Vec<Finding>,
    reach: bool,
    assumptions: Vec<Assumption>,
    lanes: Vec<Arc<Shared>>,
}

/// What is known of one exploration, for whoever asks.
#[derive(Debug)]
struct Shared {
    name: Option<&'static str>,
    state: Mutex<LaneState>,
    /// The time of its thread.
    clock: ThreadTime,
    /// What that clock showed when the solver began with the question that it works on, in nanoseconds; 0 if there is none.
    asks: AtomicU64,
}

#[derive(Clone, Debug, Default)]
struct LaneState {
    statistics: Statistics,
    /// Where it is, and whether that is a loop.
    at: Option<(Span, bool)>,
    end: Option<End>,
}

/// What came out of an exploration.
#[derive(Clone, Debug)]
struct End {
    complete: bool,
    open: Vec<Open>,
    faults: Vec<String>,
    assumptions: Vec<Assumption>,
}

/// The lane of an exploration.
pub(crate) struct Lane(Arc<Shared>);

impl Board {
    /// The same board, for explorations of this name.
    pub(crate) fn named(&self, name: &'static str) -> Self {
        Self { name: Some(name), ..self.clone() }
    }

    /// Begins an analysis of these sources; whether it is about a place or about errors, and what it assumes.
    pub(crate) fn begin(&self, sources: &Sources, reach: bool, assumptions: &[Assumption]) {
        let mut known = self.lock();
        known.sources = Some(sources.clone());
        known.reach = reach;
        known.assumptions = assumptions.to_vec();
    }

    /// Begins an exploration, on its own thread.
    pub(crate) fn lane(&self) -> Lane {
        let shared = Arc::new(Shared {
            name: self.name,
            state: Mutex::default(),
            clock: ThreadTime::of_this_thread(),
            asks: AtomicU64::new(0),
        });
        self.lock().lanes.push(shared.clone());
        Lane(shared)
    }

    /// Notes a finding that was confirmed. A later one at the same place takes its place.
    pub(crate) fn note(&self, finding: &Finding) {
        let mut known = self.lock();
        let same = |other: &&mut Finding| (other.span, &other.kind) == (finding.span, &finding.kind);
        match known.findings.iter_mut().find(same) {
            Some(other) => *other = finding.clone(),
            None => known.findings.push(finding.clone()),
        }
    }

    /// What is known of explorations of this name that did not come to their end in time.
    pub(crate) fn outcome_of(&self, name: &'static str, budget: &Budget) -> Outcome {
        let known = self.lock();
        let lanes: Vec<(Option<&'static str>, LaneState)> = known
            .lanes
            .iter()
            .filter(|lane| lane.name == Some(name))
            .map(|lane| (lane.name, lane.now()))
            .collect();
        let why = budget.exhausted().unwrap_or(Exhausted::Interrupted);
        let mut outcome = Outcome {
            open: open(&lanes, false, why),
            stopped: true,
            findings: known.findings.clone(),
            ..Outcome::default()
        };
        for (_, lane) in lanes {
            outcome.statistics.add(lane.statistics);
        }
        outcome
    }

    /// The report of an analysis of a file that had to stop.
    pub fn report(&self, file: &str, why: Exhausted, budget: &Budget) -> Report {
        let known = self.lock();
        let sources = known.sources.clone().unwrap_or_else(|| {
            let mut sources = Sources::new();
            sources.add(SourceFile::new(file, ""));
            sources
        });
        let lanes: Vec<(Option<&'static str>, LaneState)> =
            known.lanes.iter().map(|lane| (lane.name, lane.now())).collect();
        let faults: Vec<String> =
            lanes.iter().flat_map(|(_, lane)| lane.end.iter().flat_map(|end| end.faults.clone())).collect();
        // An exploration that came to its end has the answer, whoever else is still at work.
        let ends = lanes.iter().filter_map(|(_, lane)| lane.end.as_ref());
        let complete = ends.clone().find(|end| end.complete).filter(|_| faults.is_empty());
        let verdict = match (known.findings.is_empty(), known.reach, complete) {
            (true, _, None) => Verdict::Unknown,
            (true, true, Some(_)) => Verdict::Unreachable,
            (true, false, Some(_)) => Verdict::Safe,
            (false, true, _) => Verdict::Reachable,
            (false, false, _) => Verdict::Unsafe,
        };
        let mut assumptions = known.assumptions.clone();
        if let (true, Some(end)) = (known.findings.is_empty(), complete) {
            assumptions.extend(end.assumptions.iter().cloned());
        }
        let incomplete = match complete {
            Some(_) => Vec::new(),
            None => open(&lanes, known.sources.is_none(), why),
        };
        let statistics = together(lanes, budget);
        Report {
            sources,
            file: file.to_owned(),
            verdict,
            findings: known.findings.clone(),
            incomplete,
            assumptions,
            faults,
            statistics,
        }
    }

    /// No code panics while it holds the lock, so poison means nothing.
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What stopped the explorations: each where it was, or as it said at its end.
fn open(lanes: &[(Option<&'static str>, LaneState)], reading: bool, why: Exhausted) -> Vec<Open> {
    let told = |(span, in_loop), why: String| Open { span, in_loop, why, paths: 0 };
    let nowhere = (Span::nowhere(), false);
    let mut all: Vec<Open> = Vec::new();
    for (_, lane) in lanes {
        match (&lane.end, lane.at) {
            (Some(end), _) => all.extend(end.open.iter().cloned()),
            (None, Some(at)) => all.push(told(at, why.to_string())),
            (None, None) => {}
        }
    }
    if all.is_empty() {
        let stage = match (reading, lanes.is_empty()) {
            (true, _) => " while the program was read",
            (false, true) => " before the exploration began",
            (false, false) => "",
        };
        all.push(told(nowhere, format!("{why}{stage}")));
    }
    let mut all = told_once(all);
    all.sort_by_key(|open| (open.span.file, open.span.start));
    all
}

/// What all explorations have counted.
fn together(lanes: Vec<(Option<&'static str>, LaneState)>, budget: &Budget) -> Statistics {
    let mut all = Statistics::default();
    for (name, lane) in lanes {
        all.lanes.extend(name);
        all.add(lane.statistics);
    }
    all.time = budget.elapsed();
    all.cpu_time = cpu_time();
    all.peak_memory = peak_resident_bytes();
    all
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, LaneState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known now, the question that the solver works on included.
    fn now(&self) -> LaneState {
        let mut state = self.lock().clone();
        let since = self.asks.load(Ordering::Relaxed);
        if since > 0 && state.end.is_none() {
            let worked = self.clock.read().map_or(Duration::ZERO, |(worked, _)| worked);
            state.statistics.solver_time += worked.saturating_sub(Duration::from_nanos(since));
            state.statistics.queries += 1;
        }
        state
    }
}

impl Lane {
    /// An exploration has come to its end, with these assumptions if it is an answer.
    pub(crate) fn end(&self, outcome: &Outcome, assumptions: Vec<Assumption>) {
        let mut state = self.0.lock();
        state.statistics = outcome.statistics.clone();
        state.end = Some(End {
            complete: outcome.is_complete(),
            open: outcome.open.clone(),
            faults: outcome.faults.clone(),
            assumptions,
        });
    }

    /// Who looks on for it.
    pub(crate) fn onlooker(&self) -> Box<dyn Onlooker> {
        Box::new(Lane(self.0.clone()))
    }
}

impl Onlooker for Lane {
    fn look(&mut self, context: &Context<'_>) {
        let (statistics, at) = (statistics(context), context.at.map(|point| place_at(context, point)));
        let mut state = self.0.lock();
        (state.statistics, state.at) = (statistics, at);
    }

    fn asks(&mut self, since: Option<Duration>) {
        let since = since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(u64::MAX).max(1));
        self.0.asks.store(since, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::CheckOptions;
    use crate::explore::explore_program;
    use crate::judge::Question;
    use crate::task::Task;
    use crate::techniques::select;
    use kyklos_flow::CheckClass;

    fn report(board: &Board) -> Report {
        board.report("a.uc", Exhausted::Time, &Budget::unlimited())
    }

    #[test]
    fn the_board_knows_what_explorations_do_without_asking_them() {
        let text =
            "main() { var i, n; n = input; i = 0;\nwhile (i < n) { i = i + 1; }\nassert i >= 0; return 0; }";
        let (program, _) = kyklos_front_microc::load(SourceFile::new("a.uc", text)).unwrap();
        let question = Question::Errors(vec![CheckClass::Assert]);
        let task = Task::new(std::sync::Arc::new(program.clone()), question).unwrap();
        let explored = |technique: &str, seconds: f64| {
            let options = CheckOptions { techniques: select(technique).unwrap(), ..CheckOptions::default() };
            options.board.begin(&program.sources, false, &[]);
            assert!(report(&options.board).incomplete[0].why.ends_with("before the exploration began"));
            let budget = Budget::new(Some(Duration::from_secs_f64(seconds)), None);
            explore_program(&task, &options, budget, &mut |_| {}, &mut [], None).unwrap();
            // As if it were still at work: what its onlooker saw is all that is known.
            options.board
        };
        let endless = explored("classic", 0.3);
        endless.lock().lanes[0].lock().end = None;
        let told = report(&endless);
        assert_eq!(told.verdict, Verdict::Unknown);
        assert!(told.statistics.queries > 10 && told.statistics.instructions > 10, "{:?}", told.statistics);
        assert_eq!((told.incomplete[0].span.start.line, told.incomplete[0].in_loop), (2, true));
        // A question under way counts.
        let lane = Lane(endless.lock().lanes[0].clone());
        { lane }.asks(Some(Duration::ZERO));
        let asking = report(&endless).statistics;
        assert_eq!(asking.queries, told.statistics.queries + 1);
        assert!(asking.solver_time >= told.statistics.solver_time);
        // Who has the answer need not wait for the others.
        let board = explored("compact", 100.0);
        board.lane();
        let told = report(&board);
        assert_eq!((told.verdict, told.incomplete.len()), (Verdict::Safe, 0));
        // Of a lane that is left behind, the board knows what it was doing.
        let left = endless.outcome_of("nobody", &Budget::unlimited());
        assert!(left.stopped && left.statistics.queries == 0);
        let named = Board { name: Some("one"), ..Board::default() };
        named.lane().onlooker().asks(Some(Duration::from_nanos(1)));
        let left = named.outcome_of("one", &Budget::unlimited());
        assert_eq!((left.stopped, left.statistics.queries), (true, 1));
    }
}
