//! Random programs with loops, whose runs can all be tried: what `check` says with templates of
//! loops, and without, against what the interpreter shows.

mod brute;
#[path = "generate/loops.rs"]
mod loops;
#[path = "generate/probes.rs"]
mod probes;

use brute::{Tally, checked, compare, run_all};
use kyklos::exec::{Strategy, SymbolicIndex};
use kyklos::flow::CheckClass;
use kyklos::techniques::settings;
use kyklos::{CheckOptions, Language};
use probes::{EFFORT, load, try_loops};
use std::ops::{Range, RangeInclusive};

#[test]
fn random_loops_have_the_errors_that_running_them_shows() {
    let tally = try_seeds(0..40);
    assert!(tally.of("tried") * 10 >= tally.of("programs") * 6, "most programs can be tried: {tally:?}");
    assert!(tally.of("templates") * 10 >= tally.of("checks") * 5, "most loops have templates: {tally:?}");
    assert!(tally.of("complete") * 10 >= tally.of("checks") * 7, "most explorations are complete: {tally:?}");
    assert!(tally.of("errors") >= tally.of("tried"), "programs have errors: {tally:?}");
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs.
#[test]
#[ignore = "takes long"]
fn many_random_loops_have_the_errors_that_running_them_shows() {
    try_seeds(brute::seeds("1000..6000"));
}

fn try_seeds(seeds: Range<u64>) -> Tally {
    try_loops(seeds, loops::program, try_program)
}

/// Compares; says what is wrong.
fn try_program(
    text: &str,
    language: Language,
    inputs: &RangeInclusive<i64>,
    seed: u64,
    tally: &Tally,
) -> Result<(), String> {
    let program = load(text, language)?;
    let Some(shown) = run_all(&program, inputs, EFFORT)? else { return Ok(()) };
    tally.add("tried", 1u64);
    tally.add("errors", shown.errors.len() as u64);
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
        let report = checked(&program, &options, 3)?;
        let how = |why| format!("{choice}, self-check {self_check}, {strategy:?}, {symbolic_index:?}: {why}");
        compare(&report, &shown).map_err(how)?;
        tally.add("checks", 1u64);
        tally.add("templates", report.statistics.techniques.contains_key("templates"));
        tally.add("complete", report.incomplete.is_empty());
    }
    let options = CheckOptions { techniques: kyklos::select("classic").unwrap(), ..options };
    let report = checked(&program, &options, 3)?;
    compare(&report, &shown).map_err(|why| format!("without templates: {why}"))?;
    tally.add("classic_complete", report.incomplete.is_empty());
    Ok(())
}
