//! Random programs, whose runs can all be tried: what `check` and `reach` say against what the
//! interpreter shows.

mod generate;

use generate::Generated;
use kyklos::base::{Budget, Int, Position, SourceFile};
use kyklos::exec::random::Random;
use kyklos::exec::{Point, Strategy, SymbolicIndex};
use kyklos::flow::{EdgeId, LocationKind, ProcedureId, Program};
use kyklos::interp::{Environment, InputRequest, Interpreter, Limits, Observer, RunEnd};
use kyklos::report::{Report, Verdict};
use kyklos::{CheckOptions, check, find_place, reach};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[test]
fn random_programs_have_the_errors_that_running_them_shows() {
    try_seeds(0..480);
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs.
#[test]
#[ignore = "takes an hour"]
fn many_random_programs_have_the_errors_that_running_them_shows() {
    let seeds = std::env::var("KYKLOS_SEEDS").unwrap_or("1000..26000".into());
    let (from, to) = seeds.split_once("..").expect("KYKLOS_SEEDS=from..to");
    try_seeds(from.parse().unwrap()..to.parse().unwrap());
}

/// Tries the program of each seed, on two threads.
fn try_seeds(seeds: std::ops::Range<u64>) {
    let (next, end) = (AtomicU64::new(seeds.start), seeds.end);
    let (failures, tally) = (Mutex::new(Vec::new()), Mutex::new(Tally::default()));
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end || failures.lock().unwrap().len() >= 5 {
                return;
            }
            let generated = generate::program(seed);
            let result = try_program(&generated.text, &generated.inputs, seed);
            match result {
                Ok(outcome) => tally.lock().unwrap().count(&outcome),
                Err(why) => {
                    let (text, why) = smaller(&generated, seed, why);
                    failures.lock().unwrap().push(format!("seed {seed}: {why}\n{text}"));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let workers = [0, 1].map(|_| scope.spawn(|| kyklos::on_large_stack(work).unwrap()));
        workers.into_iter().for_each(|worker| worker.join().unwrap());
    });
    let (failures, tally) = (failures.into_inner().unwrap(), tally.into_inner().unwrap());
    println!("{tally:?}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let programs = tally.tried + tally.too_large;
    assert!(tally.tried * 10 >= programs * 8, "most programs can be tried: {tally:?}");
    assert!(tally.complete * 20 >= tally.checks * 19, "most explorations are complete: {tally:?}");
    assert!(tally.errors >= 2 * tally.tried, "programs have errors: {tally:?}");
    assert!(tally.errors * 2 <= tally.sites, "most places do not fail: {tally:?}");
}

/// What became of the programs.
#[derive(Debug, Default)]
struct Tally {
    tried: u64,
    too_large: u64,
    /// Places that can fail, and those that do.
    sites: u64,
    errors: u64,
    checks: u64,
    complete: u64,
}

/// What became of one program.
enum Outcome {
    /// It has too many runs.
    TooLarge,
    Tried {
        sites: usize,
        errors: usize,
        checks: u64,
        complete: u64,
    },
}

impl Tally {
    fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::TooLarge => self.too_large += 1,
            Outcome::Tried { sites, errors, checks, complete } => {
                self.tried += 1;
                self.errors += *errors as u64;
                self.sites += *sites as u64;
                self.checks += checks;
                self.complete += complete;
            }
        }
    }
}

/// Compares; says what is wrong.
fn try_program(text: &str, inputs: &RangeInclusive<i64>, seed: u64) -> Result<Outcome, String> {
    let loaded = kyklos::microc::load(SourceFile::new("generated.uc", text));
    let (program, _) = loaded.map_err(|(_, all)| format!("not accepted: {}", all[0].message))?;
    let Some(shown) = run_all(&program, inputs)? else { return Ok(Outcome::TooLarge) };
    let any_strategy = Strategy::ALL[seed as usize % Strategy::ALL.len()];
    let (mut checks, mut complete) = (0, 0);
    for (strategy, symbolic_index) in [
        (Strategy::Bfs, SymbolicIndex::Ite),
        (Strategy::Dfs, SymbolicIndex::Fork),
        (any_strategy, SymbolicIndex::Ite),
    ] {
        let mut options = CheckOptions { strategy, symbolic_index, seed, ..CheckOptions::default() };
        options.all_errors = true;
        options.limits.max_forks = Some(3000);
        options.chain.plain = seed % 16 == 7;
        let report = check(&program, &options, budget(), &mut |_| {}).map_err(|error| error.to_string())?;
        compare(&report, &shown).map_err(|why| format!("{strategy:?}, {symbolic_index:?}: {why}"))?;
        checks += 1;
        complete += u64::from(report.incomplete.is_empty());
    }
    try_reach(&program, &shown, seed)?;
    let (sites, errors) = (program.errors().count(), shown.errors.len());
    Ok(Outcome::Tried { sites, errors, checks, complete })
}

/// Asks for one point of the program, any.
fn try_reach(program: &Program, shown: &Shown, seed: u64) -> Result<(), String> {
    let mut random = Random::new(seed ^ 0x5eed);
    let procedure = ProcedureId(random.below(program.procedures.len()) as u32);
    let graph = &program.procedures[procedure];
    let plain: Vec<_> = graph.locations.iter().filter(|(_, row)| row.kind == LocationKind::Plain).collect();
    let (location, row) = plain[random.below(plain.len())];
    let mut points = vec![Point { procedure, location }];
    if random.below(2) == 0
        && let Ok(line) = find_place(program, &row.span.start.line.to_string())
    {
        points = line;
    }
    let reached = points.iter().any(|point| shown.points.contains(point));
    let mut options = CheckOptions { seed, ..CheckOptions::default() };
    options.limits.max_forks = Some(3000);
    let report = reach(program, points.clone(), &options, budget(), &mut |_| {});
    let report = report.map_err(|error| error.to_string())?;
    let right = match report.verdict {
        Verdict::Reachable => reached,
        Verdict::Unreachable => !reached,
        _ => !report.incomplete.is_empty(),
    };
    if right && report.faults.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{points:?} (line {}) is {}: {:?}",
        row.span.start.line,
        report.verdict.name(),
        report.faults
    ))
}

fn budget() -> Budget {
    Budget::new(Some(Duration::from_secs(20)), None)
}

/// What all runs together show.
#[derive(Default)]
struct Shown {
    errors: BTreeSet<ErrorAt>,
    points: BTreeSet<Point>,
}

/// Kind and place of an error.
type ErrorAt = (String, Position, Position);

fn compare(report: &Report, shown: &Shown) -> Result<(), String> {
    let found: BTreeSet<ErrorAt> = report
        .findings
        .iter()
        .map(|finding| (finding.kind.clone(), finding.span.start, finding.span.end))
        .collect();
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

/// Runs the program on all inputs; `None` if that are too many.
fn run_all(program: &Program, inputs: &RangeInclusive<i64>) -> Result<Option<Shown>, String> {
    const MOST_RUNS: usize = 4000;
    let interpreter = Interpreter::new(program).map_err(|error| error.to_string())?;
    let limits = Limits { max_steps: Some(20_000), ..Limits::default() };
    let mut shown = Shown::default();
    let mut open: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..MOST_RUNS {
        let Some(given) = open.pop() else { return Ok(Some(shown)) };
        let mut script = Script { inputs: given.clone().into_iter() };
        let mut points = Points { program, points: &mut shown.points };
        let report = interpreter.run_observed(&[], &mut script, &limits, &mut points);
        let report = report.map_err(|error| error.to_string())?;
        match report.end {
            RunEnd::Returned(_) | RunEnd::AssumptionViolated => {}
            RunEnd::InputExhausted { .. } => open.extend(inputs.clone().map(|next| {
                let mut longer = given.clone();
                longer.push(next);
                longer
            })),
            RunEnd::Failed => {
                let location = &program.procedures[report.procedure].locations[report.location];
                if let Some(site) = location.error() {
                    let (start, end) = (location.span.start, location.span.end);
                    shown.errors.insert((site.kind.name().to_owned(), start, end));
                }
            }
            RunEnd::StepLimit => return Ok(None),
            other => return Err(format!("a run on {given:?} ends with: {other}")),
        }
        shown.points.insert(Point { procedure: report.procedure, location: report.location });
    }
    Ok(None)
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

/// Leaves out lines as long as something stays wrong.
fn smaller(generated: &Generated, seed: u64, why: String) -> (String, String) {
    let mut lines: Vec<&str> = generated.text.lines().collect();
    let mut told = why;
    let mut size = lines.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at + size <= lines.len() {
            let mut rest = lines.clone();
            rest.drain(at..at + size);
            match try_program(&rest.join("\n"), &generated.inputs, seed) {
                Err(why) if !why.starts_with("not accepted") => (lines, told) = (rest, why),
                _ => at += 1,
            }
        }
        size = if size > 8 { size / 2 } else { size - 1 };
    }
    (lines.join("\n"), told)
}
