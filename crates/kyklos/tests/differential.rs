//! Random programs, whose runs can all be tried: what `check` and `reach` say against what the
//! interpreter shows.

mod brute;
mod generate;

use brute::{Effort, Shown, compare, run_all, smaller};
use kyklos::base::{Budget, SourceFile};
use kyklos::exec::random::Random;
use kyklos::exec::{Point, Strategy, SymbolicIndex};
use kyklos::flow::{LocationKind, ProcedureId, Program};
use kyklos::report::Verdict;
use kyklos::{CheckOptions, check, find_place, reach};
use std::ops::{Range, RangeInclusive};
use std::sync::Mutex;
use std::time::Duration;

#[test]
fn random_programs_have_the_errors_that_running_them_shows() {
    try_seeds(0..160);
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs.
#[test]
#[ignore = "takes ten minutes"]
fn many_random_programs_have_the_errors_that_running_them_shows() {
    try_seeds(brute::seeds("1000..26000"));
}

/// Tries the program of each seed.
fn try_seeds(seeds: Range<u64>) {
    let tally = Mutex::new(Tally::default());
    let failures = brute::try_seeds(seeds, |seed| {
        let generated = generate::program(seed);
        let attempt = |text: &str| try_program(text, &generated.inputs, seed);
        match attempt(&generated.text) {
            Ok(outcome) => tally.lock().unwrap().count(&outcome),
            Err(why) => return Err(smaller(&generated.text, why, |text| attempt(text).map(|_| ()))),
        }
        Ok(())
    });
    let tally = tally.into_inner().unwrap();
    println!("{tally:?}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let programs = tally.tried + tally.too_large;
    assert!(tally.tried * 10 >= programs * 8, "most programs can be tried: {tally:?}");
    assert!(tally.complete * 20 >= tally.checks * 19, "most explorations are complete: {tally:?}");
    assert!(tally.errors >= 2 * tally.tried, "programs have errors: {tally:?}");
    assert!(tally.errors * 2 <= tally.sites, "most places do not fail: {tally:?}");
}

const EFFORT: Effort = Effort { runs: 4000, steps: 20_000 };

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
    let Some(shown) = run_all(&program, inputs, EFFORT)? else { return Ok(Outcome::TooLarge) };
    let any_strategy = Strategy::ALL[seed as usize % Strategy::ALL.len()];
    let (mut checks, mut complete) = (0, 0);
    for (strategy, symbolic_index) in [
        (Strategy::named("bfs").unwrap(), SymbolicIndex::Ite),
        (Strategy::named("dfs").unwrap(), SymbolicIndex::Fork),
        (any_strategy, SymbolicIndex::Ite),
    ] {
        let mut options = CheckOptions { strategy, symbolic_index, seed, ..CheckOptions::default() };
        options.all_errors = true;
        options.techniques =
            kyklos::select(if seed.is_multiple_of(2) { "compact" } else { "classic" }).unwrap();
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
