//! Random programs with loops, whose runs can all be tried: what `check` says with templates of
//! loops, and without, against what the interpreter shows.

mod brute;
#[path = "generate/loops.rs"]
mod loops;
#[path = "generate/probes.rs"]
mod probes;

use brute::{compare, run_all, smaller};
use kyklos::base::Budget;
use kyklos::exec::{Strategy, SymbolicIndex};
use kyklos::flow::CheckClass;
use kyklos::techniques::settings;
use kyklos::{CheckOptions, Language, check};
use probes::{EFFORT, load, with_probes};
use std::ops::{Range, RangeInclusive};
use std::sync::Mutex;
use std::time::Duration;

#[test]
fn random_loops_have_the_errors_that_running_them_shows() {
    let tally = try_seeds(0..40);
    assert!(tally.tried * 10 >= tally.programs * 6, "most programs can be tried: {tally:?}");
    assert!(tally.templates * 10 >= tally.checks * 5, "most loops have templates: {tally:?}");
    assert!(tally.complete * 10 >= tally.checks * 7, "most explorations are complete: {tally:?}");
    assert!(tally.errors >= tally.tried, "programs have errors: {tally:?}");
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs.
#[test]
#[ignore = "takes long"]
fn many_random_loops_have_the_errors_that_running_them_shows() {
    try_seeds(brute::seeds("1000..6000"));
}

/// What became of the programs.
#[derive(Debug, Default)]
struct Tally {
    programs: u64,
    tried: u64,
    errors: u64,
    /// With templates, and those in which some were used, and those that were complete.
    checks: u64,
    templates: u64,
    complete: u64,
    /// Complete ones without templates.
    classic_complete: u64,
}

/// What became of one program.
#[derive(Default)]
struct Outcome {
    errors: u64,
    checks: u64,
    templates: u64,
    complete: u64,
    classic_complete: u64,
}

fn try_seeds(seeds: Range<u64>) -> Tally {
    let tally = Mutex::new(Tally::default());
    let failures = brute::try_seeds(seeds, |seed| {
        let language = if seed % 2 == 0 { Language::Microc } else { Language::C };
        let generated = loops::program(seed, language);
        let Some(text) = with_probes(&generated, seed)? else {
            tally.lock().unwrap().programs += 1;
            return Ok(());
        };
        let attempt = |text: &str| try_program(text, language, &generated.inputs, seed);
        match attempt(&text) {
            Ok(outcome) => tally.lock().unwrap().count(outcome),
            Err(why) => return Err(smaller(&text, why, |text| attempt(text).map(|_| ()))),
        }
        Ok(())
    });
    let tally = tally.into_inner().unwrap();
    println!("{tally:?}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    tally
}

impl Tally {
    fn count(&mut self, outcome: Option<Outcome>) {
        self.programs += 1;
        let Some(outcome) = outcome else { return };
        self.tried += 1;
        self.errors += outcome.errors;
        self.checks += outcome.checks;
        self.templates += outcome.templates;
        self.complete += outcome.complete;
        self.classic_complete += outcome.classic_complete;
    }
}

/// Compares; says what is wrong. `None` if there are too many runs.
fn try_program(
    text: &str,
    language: Language,
    inputs: &RangeInclusive<i64>,
    seed: u64,
) -> Result<Option<Outcome>, String> {
    let program = load(text, language)?;
    let Some(shown) = run_all(&program, inputs, EFFORT)? else { return Ok(None) };
    let mut outcome = Outcome { errors: shown.errors.len() as u64, ..Outcome::default() };
    let strategy = Strategy::ALL[seed as usize / 2 % Strategy::ALL.len()];
    let symbolic_index = if seed % 6 < 2 { SymbolicIndex::Fork } else { SymbolicIndex::Ite };
    let mut options = CheckOptions {
        strategy,
        symbolic_index,
        seed,
        all_errors: true,
        checks: CheckClass::ALL.to_vec(),
        ..CheckOptions::default()
    };
    options.limits.max_forks = Some(500);
    options.chain.plain = seed % 16 == 7;
    for (choice, self_check) in [("precise", false), ("precise", true), ("random", false), ("random", true)] {
        if (seed / 4) % 2 == u64::from(self_check) {
            continue;
        }
        let check_forms = if self_check { "true" } else { "false" };
        let steps = ["0", "0", "60", "200000"][seed as usize / 3 % 4];
        let given = [("template-choice", choice), ("self-check", check_forms), ("concrete-steps", steps)];
        let settings = settings(&given).unwrap();
        let options = CheckOptions { settings, ..options.clone() };
        let report = check(&program, &options, budget(), &mut |_| {}).map_err(|error| error.to_string())?;
        let how = |why| format!("{choice}, self-check {self_check}, {strategy:?}, {symbolic_index:?}: {why}");
        compare(&report, &shown).map_err(how)?;
        outcome.checks += 1;
        outcome.templates += u64::from(report.statistics.techniques.contains_key("templates"));
        outcome.complete += u64::from(report.incomplete.is_empty());
    }
    let options = CheckOptions { techniques: kyklos::select("classic").unwrap(), ..options };
    let report = check(&program, &options, budget(), &mut |_| {}).map_err(|error| error.to_string())?;
    compare(&report, &shown).map_err(|why| format!("without templates: {why}"))?;
    outcome.classic_complete += u64::from(report.incomplete.is_empty());
    Ok(Some(outcome))
}

fn budget() -> Budget {
    Budget::new(Some(Duration::from_secs(3)), Some(3 << 30))
}
