//! Covering jumps over loops, against brute force: random programs with loops, whose runs can all be tried. No
//! error that a run shows may be missed; and the programs of `benchmarks/covering` must be decided.

mod brute;
#[path = "generate/deep.rs"]
mod deep;
#[path = "generate/elements.rs"]
mod elements;
#[path = "generate/lines.rs"]
mod lines;
#[path = "generate/loops.rs"]
mod loops;
#[path = "generate/nests.rs"]
mod nests;
#[path = "generate/probes.rs"]
mod probes;
#[path = "generate/products.rs"]
mod products;

use brute::{Effort, Tally, budget, checked, compare, run_all, run_some, smaller};
use kyklos::base::Int;
use kyklos::exec::random::Random;
use kyklos::exec::{Point, Strategy, SymbolicIndex};
use kyklos::flow::{CheckClass, ErrorKind, Program};
use kyklos::portfolio::AUTO;
use kyklos::report::Verdict;
use kyklos::techniques::settings;
use kyklos::{CheckOptions, Feasibility, Language, feasible, select};
use probes::{EFFORT, load, try_loops};
use products::Products;
use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

#[test]
fn covering_jumps_miss_no_error_of_random_loops() {
    let tally = try_seeds(0..24);
    assert!(tally.of("tried") * 10 >= tally.of("programs") * 6, "most programs can be tried: {tally:?}");
    assert!(
        tally.of("jumped") * 10 >= tally.of("covered") * 5,
        "most have loops that are jumped over: {tally:?}"
    );
    assert!(tally.of("complete") > 0, "some are complete: {tally:?}");
    assert!(tally.of("errors") >= tally.of("tried"), "programs have errors: {tally:?}");
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs.
#[test]
#[ignore = "takes long"]
fn covering_jumps_miss_no_error_of_many_random_loops() {
    try_seeds(brute::seeds("1000..2000"));
}

#[test]
fn covering_jumps_miss_no_error_where_rounds_multiply() {
    try_products(0..8, products);
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs.
#[test]
#[ignore = "takes long"]
fn covering_jumps_miss_no_error_where_many_rounds_multiply() {
    try_products(brute::seeds("1000..2000"), products);
}

#[test]
fn covering_jumps_miss_no_error_where_rounds_write_lines() {
    try_products(0..8, |seed| (lines::program(seed), Language::C));
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs.
#[test]
#[ignore = "takes long"]
fn covering_jumps_miss_no_error_where_many_rounds_write_lines() {
    try_products(brute::seeds("1000..3000"), |seed| (lines::program(seed), Language::C));
}

#[test]
fn covering_jumps_miss_no_error_where_rounds_go_over_elements() {
    try_products(0..8, |seed| (elements::program(seed), Language::C));
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs.
#[test]
#[ignore = "takes long"]
fn covering_jumps_miss_no_error_where_many_rounds_go_over_elements() {
    try_products(brute::seeds("1000..3000"), |seed| (elements::program(seed), Language::C));
}

#[test]
fn covering_jumps_miss_no_error_of_nests_that_are_called_twice() {
    try_products(0..16, |seed| (nests::program(seed), Language::C));
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs.
#[test]
#[ignore = "takes long"]
fn covering_jumps_miss_no_error_of_many_nests_that_are_called_twice() {
    try_products(brute::seeds("1000..2000"), |seed| (nests::program(seed), Language::C));
}

#[test]
fn no_error_is_missed_where_inputs_decide_rounds_three_deep() {
    try_deep(0..12);
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs.
#[test]
#[ignore = "takes long"]
fn no_error_is_missed_where_inputs_decide_many_rounds_three_deep() {
    try_deep(brute::seeds("1000..2000"));
}

/// Runs of these have no bound, so some are tried: what one of them reaches is not unreachable, whoever says so.
fn try_deep(seeds: Range<u64>) {
    const TECHNIQUES: [&str; 8] =
        ["apc", "compact,apc", "apc", "apc,merge=lattice", "navigate", "summary", "apc", "subsume"];
    let decided = AtomicU64::new(0);
    let failures = brute::try_seeds(seeds, |seed| {
        let products = deep::program(seed);
        for (turn, number) in products.observable.iter().enumerate() {
            let text = format!("{}  return {number};\n}}\n", products.text);
            let program = load(&text, Language::C).map_err(|why| format!("{why}\n{text}"))?;
            let mut random = Random::new(seed ^ 0x5eed);
            let effort = Effort { runs: 400, steps: 4_000 };
            let shown = run_some(&program, &(-1..=3), &mut random, effort)?;
            let seen: BTreeSet<i64> = shown.results.iter().filter_map(|(_, value)| value.to_i64()).collect();
            let seen: Vec<i64> = seen.into_iter().filter(|value| *value != deep::EARLY).collect();
            if seen.is_empty() {
                return Ok(());
            }
            let value = seen[random.below(seen.len())];
            let probe = format!("  if ({number} == {value}) {{\n    reach_error();\n  }}\n  return 0;\n}}\n");
            let program = load(&format!("{}{probe}", products.text), Language::C)?;
            let techniques = TECHNIQUES[(seed as usize / 2 + turn) % TECHNIQUES.len()];
            let portfolio = if turn == 2 { AUTO.to_vec() } else { Vec::new() };
            let options = CheckOptions {
                checks: vec![CheckClass::Assert],
                techniques: select(techniques).unwrap(),
                portfolio,
                seed,
                ..CheckOptions::default()
            };
            let report = checked(&program, &options, 2)?;
            if report.verdict == Verdict::Safe || !report.faults.is_empty() {
                let verdict = report.verdict.name();
                return Err(format!(
                    "{techniques}: {verdict}, {:?}\n{}{probe}",
                    report.faults, products.text
                ));
            }
            decided.fetch_add(u64::from(report.verdict == Verdict::Unsafe), Ordering::Relaxed);
        }
        Ok(())
    });
    println!("found: {decided:?}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(decided.into_inner() > 0, "some errors are found");
}

fn products(seed: u64) -> (Products, Language) {
    let language = if seed.is_multiple_of(2) { Language::Microc } else { Language::C };
    (products::program(seed, language), language)
}

/// Loops of one kind, with errors where numbers have values that they have in runs, or nearly.
fn try_products(seeds: Range<u64>, program: impl Fn(u64) -> (Products, Language) + Sync) {
    let tally = Tally::default();
    let failures = brute::try_seeds(seeds, |seed| {
        let (products, language) = program(seed);
        let fail = if language == Language::C { "reach_error();" } else { "error \"here\";" };
        for (number, near) in products.observable.iter().zip([0i64, 0, 1]) {
            let program = load(&format!("{}  return {number};\n}}\n", products.text), language)?;
            let Some(shown) = run_all(&program, &(0..=2), EFFORT)? else { return Ok(()) };
            let seen: Vec<i64> = shown.results.iter().filter_map(|(_, value)| value.to_i64()).collect();
            if seen.is_empty() {
                continue;
            }
            // One error alone: that it is left out would not be seen beside others that stay open.
            let value = seen[Random::new(seed ^ 0x5eed).below(seen.len())].saturating_add(near);
            let probe = format!("  if ({number} == {value}) {{\n    {fail}\n  }}\n");
            let text = format!("{}{probe}  return 0;\n}}\n", products.text);
            let attempt = |text: &str| try_program(text, language, &(0..=2), seed, &tally);
            attempt(&text).map_err(|why| smaller(&text, why, attempt))?;
            // What `main` returns may be less than the number is, so runs are asked themselves.
            let asked = load(&format!("{}  return {number} == {value};\n}}\n", products.text), language)?;
            let Some(shown) = run_all(&asked, &(0..=2), EFFORT)? else { return Ok(()) };
            let erring = shown.results.iter().filter(|(_, found)| found.to_i64() == Some(1));
            let firsts: BTreeSet<i64> = erring.filter_map(|(inputs, _)| inputs.first().copied()).collect();
            let admitted = admits(&load(&text, language)?, &firsts);
            admitted
                .map_err(|first| format!("no run is said to err if the first input is {first}\n{text}"))?;
        }
        Ok(())
    });
    let tally = tally.conclude(&failures);
    assert!(tally.of("jumped") > 0 && tally.of("errors") > 0, "{tally:?}");
}

/// The condition of an error is implied by each run that errs: it admits its first input.
fn admits(program: &Program, firsts: &BTreeSet<i64>) -> Result<(), i64> {
    let errors = program.errors().filter(|(.., site)| site.kind == ErrorKind::ErrorStatement);
    let points: Vec<Point> = errors.map(|(procedure, location, _)| Point { procedure, location }).collect();
    for first in firsts.iter().take(2) {
        let is = Some(Int::from(*first));
        let answer =
            feasible(program, points.clone(), &[(is.clone(), is)], &CheckOptions::default(), budget(4));
        if let Ok(Feasibility::Infeasible) = answer {
            return Err(*first);
        }
    }
    Ok(())
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
    // The portfolio stands for itself.
    let techniques = [Some("apc"), Some("compact,apc"), None, Some("apc,compact")][seed as usize / 4 % 4];
    let mut options = CheckOptions {
        strategy: Strategy::ALL[seed as usize / 2 % Strategy::ALL.len()],
        symbolic_index: if seed % 6 < 2 { SymbolicIndex::Fork } else { SymbolicIndex::Ite },
        seed,
        all_errors: true,
        checks: CheckClass::ALL.to_vec(),
        techniques: select(techniques.unwrap_or("classic")).unwrap(),
        portfolio: if techniques.is_none() { AUTO.to_vec() } else { Vec::new() },
        settings: settings(&[
            ("concrete-steps", ["0", "0", "60", "200000"][seed as usize / 3 % 4]),
            ("self-check", ["false", "false", "true"][seed as usize / 5 % 3]),
        ])
        .unwrap(),
        ..CheckOptions::default()
    };
    options.limits.max_forks = Some(300);
    let report = checked(&program, &options, 4)?;
    let how = format!("{:?}, {:?}, {techniques:?}", options.strategy, options.symbolic_index);
    compare(&report, &shown).map_err(|why| format!("{how}: {why}"))?;
    tally.add("tried", 1u64);
    tally.add("errors", shown.errors.len() as u64);
    // A portfolio counts what the lane did that answered.
    let is_covered = techniques.is_some();
    tally.add("covered", is_covered);
    tally.add("jumped", is_covered && report.statistics.techniques.contains_key("covering"));
    tally.add("complete", report.incomplete.is_empty());
    tally.add("safe", report.verdict == Verdict::Safe);
    Ok(())
}

/// What becomes of the programs of a folder with `verdicts.tsv`: name, whether it is safe, verdict.
fn verdicts(folder: &str, options: &CheckOptions, seconds: u64) -> Vec<(String, bool, Verdict)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let list = std::fs::read_to_string(folder.join("verdicts.tsv")).unwrap();
    let mut all = Vec::new();
    for line in list.lines().skip(1) {
        let [name, verdict, _] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let loaded = kyklos::load(&folder.join(name), &kyklos::LoadOptions::default());
        let program = loaded.unwrap_or_else(|error| panic!("{name}: {error:?}")).program;
        let report = checked(&program, options, seconds).unwrap();
        assert_eq!(report.faults, Vec::<String>::new(), "{name}");
        all.push((name.to_owned(), verdict == "true", report.verdict));
    }
    all
}

#[test]
fn programs_with_several_ways_are_proved() {
    let options = CheckOptions {
        checks: vec![CheckClass::Assert],
        techniques: select("apc").unwrap(),
        ..CheckOptions::default()
    };
    let all = kyklos::on_large_stack(|| verdicts("benchmarks/covering", &options, 600)).unwrap();
    let is_wrong =
        |safe: bool, verdict: Verdict| verdict == if safe { Verdict::Unsafe } else { Verdict::Safe };
    let wrong: Vec<_> = all.iter().filter(|(_, safe, verdict)| is_wrong(*safe, *verdict)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let missed: Vec<_> = all.iter().filter(|(_, safe, verdict)| *safe && *verdict != Verdict::Safe).collect();
    assert!(all.len() == 43 && missed.is_empty(), "{missed:?}");
}
