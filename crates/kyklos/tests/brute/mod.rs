//! Brute force: what all runs of a program together show, against what a report says; and how many
//! programs are tried, and made smaller where something is wrong.

use kyklos::base::{Budget, Int, Position};
use kyklos::exec::Point;
use kyklos::exec::random::Random;
use kyklos::flow::{EdgeId, ProcedureId, Program};
use kyklos::interp::{Environment, InputRequest, Interpreter, Limits, Observer, RunEnd};
use kyklos::report::{FindingKind, Report, Verdict};
use kyklos::{CheckOptions, check};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What all runs together show.
#[derive(Default)]
pub struct Shown {
    pub errors: BTreeSet<ErrorAt>,
    pub points: BTreeSet<Point>,
    /// The inputs and the result of runs that return a number.
    pub results: Vec<(Vec<i64>, Int)>,
}

/// Kind and place of an error.
pub type ErrorAt = (FindingKind, Position, Position);

/// The most that is tried of one program.
#[derive(Clone, Copy)]
pub struct Effort {
    pub runs: usize,
    /// In one run.
    pub steps: u64,
}

/// Runs the program on all inputs; `None` if that are too many.
pub fn run_all(
    program: &Program,
    inputs: &RangeInclusive<i64>,
    effort: Effort,
) -> Result<Option<Shown>, String> {
    let interpreter = Interpreter::new(program).map_err(|error| error.to_string())?;
    let limits = Limits { max_steps: Some(effort.steps), ..Limits::default() };
    let mut shown = Shown::default();
    let mut open: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..effort.runs {
        let Some(given) = open.pop() else { return Ok(Some(shown)) };
        let mut script = Script { inputs: given.clone().into_iter() };
        let mut points = Points { program, points: &mut shown.points };
        let report = interpreter.run_observed(&[], &mut script, &limits, &mut points);
        let report = report.map_err(|error| error.to_string())?;
        match report.end {
            RunEnd::Returned(Some(result)) => shown.results.push((given, result)),
            RunEnd::Returned(None) | RunEnd::AssumptionViolated => {}
            RunEnd::InputExhausted { .. } => open.extend(inputs.clone().map(|next| {
                let mut longer = given.clone();
                longer.push(next);
                longer
            })),
            RunEnd::Failed => {
                let location = &program.procedures[report.procedure].locations[report.location];
                if let Some(site) = location.error() {
                    let (start, end) = (location.span.start, location.span.end);
                    shown.errors.insert((FindingKind::Error(site.kind), start, end));
                }
            }
            RunEnd::StepLimit | RunEnd::OutOfMemory(_) => return Ok(None),
            other => return Err(format!("a run on {given:?} ends with: {other}")),
        }
        shown.points.insert(Point { procedure: report.procedure, location: report.location });
    }
    Ok(None)
}

/// Runs a program whose runs have no bound on so many inputs, chosen at random; after some of them, all are 0. What
/// was not tried may happen, too.
#[allow(dead_code, reason = "not all tests use it")]
pub fn run_some(
    program: &Program,
    inputs: &RangeInclusive<i64>,
    random: &mut Random,
    effort: Effort,
) -> Result<Shown, String> {
    const LONGEST: usize = 14;
    let interpreter = Interpreter::new(program).map_err(|error| error.to_string())?;
    let limits = Limits { max_steps: Some(effort.steps), ..Limits::default() };
    let mut shown = Shown::default();
    let width = usize::try_from(inputs.end() - inputs.start() + 1).unwrap_or(1);
    for _ in 0..effort.runs {
        let length = random.below(LONGEST);
        let any = (0..length).map(|_| inputs.start() + random.below(width) as i64);
        let given: Vec<i64> = any.chain(std::iter::repeat_n(0, 8 * LONGEST)).collect();
        let mut script = Script { inputs: given.clone().into_iter() };
        let mut points = Points { program, points: &mut shown.points };
        let report = interpreter.run_observed(&[], &mut script, &limits, &mut points);
        if let RunEnd::Returned(Some(result)) = report.map_err(|error| error.to_string())?.end {
            shown.results.push((given, result));
        }
    }
    Ok(shown)
}

/// Checks a program within so many seconds.
#[allow(dead_code, reason = "not all tests use it")]
pub fn checked(program: &Program, options: &CheckOptions, seconds: u64) -> Result<Report, String> {
    check(program, options, budget(seconds), &mut |_| {}).map_err(|error| error.to_string())
}

/// So many seconds, and what memory a test may take.
#[allow(dead_code, reason = "not all tests use it")]
pub fn budget(seconds: u64) -> Budget {
    Budget::new(Some(Duration::from_secs(seconds)), Some(3 << 30))
}

/// What became of programs, counted by name.
#[derive(Debug, Default)]
pub struct Tally(Mutex<BTreeMap<&'static str, u64>>);

#[allow(dead_code, reason = "not all tests use it")]
impl Tally {
    /// Counts.
    pub fn add(&self, name: &'static str, more: impl Into<u64>) {
        *self.0.lock().unwrap().entry(name).or_default() += more.into();
    }

    /// How many there are.
    pub fn of(&self, name: &str) -> u64 {
        self.0.lock().unwrap().get(name).copied().unwrap_or_default()
    }

    /// Shows the counts, and fails if something was wrong.
    pub fn conclude(self, failures: &[String]) -> Self {
        println!("{self:?}");
        assert!(failures.is_empty(), "{}", failures.join("\n"));
        self
    }
}

/// What is wrong with a report.
pub fn compare(report: &Report, shown: &Shown) -> Result<(), String> {
    let found: BTreeSet<ErrorAt> =
        report.findings.iter().map(|finding| (finding.kind, finding.span.start, finding.span.end)).collect();
    if !report.faults.is_empty() {
        return Err(format!("faults: {:?}", report.faults));
    }
    if let Some(wrong) = found.iter().find(|error| !shown.errors.contains(error)) {
        return Err(format!("found {wrong:?}, which no run shows"));
    }
    let missed: Vec<_> = shown.errors.difference(&found).collect();
    if report.incomplete.is_empty() && !missed.is_empty() {
        return Err(format!("complete, but without {missed:?}"));
    }
    let unsupported = report.incomplete.iter().find(|open| open.why.contains("without a check"));
    if let Some(open) = unsupported {
        return Err(format!("line {}: {}", open.span.start.line, open.why));
    }
    let expected = match (found.is_empty(), report.incomplete.is_empty()) {
        (false, _) => Verdict::Unsafe,
        (true, true) => Verdict::Safe,
        (true, false) => Verdict::Unknown,
    };
    if report.verdict == expected { Ok(()) } else { Err(format!("verdict {}", report.verdict.name())) }
}

/// Tries the program of each seed, on two threads; what is wrong, for at most five of them.
pub fn try_seeds(seeds: Range<u64>, attempt: impl Fn(u64) -> Result<(), String> + Sync) -> Vec<String> {
    let (next, end) = (AtomicU64::new(seeds.start), seeds.end);
    let failures = Mutex::new(Vec::new());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end || failures.lock().unwrap().len() >= 5 {
                return;
            }
            if let Err(why) = attempt(seed) {
                println!("seed {seed}: {why}");
                failures.lock().unwrap().push(format!("seed {seed}: {why}"));
            }
        }
    };
    std::thread::scope(|scope| {
        let workers = [0, 1].map(|_| scope.spawn(|| kyklos::on_large_stack(work).unwrap()));
        workers.into_iter().for_each(|worker| worker.join().unwrap());
    });
    failures.into_inner().unwrap()
}

/// Seeds from the environment, as `KYKLOS_SEEDS=from..to`, else these.
pub fn seeds(default: &str) -> Range<u64> {
    let seeds = std::env::var("KYKLOS_SEEDS").unwrap_or(default.into());
    let (from, to) = seeds.split_once("..").expect("KYKLOS_SEEDS=from..to");
    from.parse().unwrap()..to.parse().unwrap()
}

/// Leaves out lines as long as something stays wrong; the rest, and what is wrong with it.
pub fn smaller(text: &str, why: String, attempt: impl Fn(&str) -> Result<(), String>) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut told = why;
    let mut size = lines.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at + size <= lines.len() {
            let mut rest = lines.clone();
            rest.drain(at..at + size);
            match attempt(&rest.join("\n")) {
                Err(why) if !why.starts_with("not accepted") => (lines, told) = (rest, why),
                _ => at += 1,
            }
        }
        size = if size > 8 { size / 2 } else { size - 1 };
    }
    format!("{told}\n{}", lines.join("\n"))
}

struct Script {
    inputs: std::vec::IntoIter<i64>,
}

impl Environment for Script {
    fn input(&mut self, _: &InputRequest<'_>) -> std::io::Result<Option<Int>> {
        Ok(self.inputs.next().map(Int::from))
    }

    fn output(&mut self, _: &Int) -> std::io::Result<()> {
        Ok(())
    }
}

/// Keeps all points that runs come to.
struct Points<'a> {
    program: &'a Program,
    points: &'a mut BTreeSet<Point>,
}

impl Observer for Points<'_> {
    fn edge(&mut self, procedure: ProcedureId, edge: EdgeId, _: usize) {
        let location = self.program.procedures[procedure].edges[edge].from;
        self.points.insert(Point { procedure, location });
    }
}
