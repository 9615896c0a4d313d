//! Random loops, whose runs can all be tried: what `check` says with summaries of loops against what the interpreter
//! shows.

mod brute;
#[path = "generate/loops.rs"]
mod loops;
#[path = "generate/phases.rs"]
mod phases;
#[path = "generate/probes.rs"]
mod probes;

use brute::{Tally, checked, compare, run_all};
use kyklos::base::Budget;
use kyklos::exec::Strategy;
use kyklos::flow::CheckClass;
use kyklos::techniques::settings;
use kyklos::{CheckOptions, Language, check};
use probes::{EFFORT, load, try_loops};
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::time::Duration;

/// The listings of [nested §4.4], and what becomes of them.
#[test]
fn listings_of_the_thesis_have_their_verdicts() {
    let verdicts =
        [("4_9", "safe"), ("4_10", "unsafe"), ("4_11", "unsafe"), ("4_12", "safe"), ("4_13", "safe")];
    for (listing, verdict) in verdicts {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/loops");
        let text = std::fs::read_to_string(root.join(format!("listing_{listing}.uc"))).unwrap();
        let program = load(&text, Language::Microc).unwrap();
        for techniques in ["summary", "summary,merge", "summary,compact", "summary,apc"] {
            let mut options =
                CheckOptions { techniques: kyklos::select(techniques).unwrap(), ..CheckOptions::default() };
            options.settings = settings(&[("self-check", "true")]).unwrap();
            let report =
                check(&program, &options, Budget::new(Some(Duration::from_secs(60)), None), &mut |_| {})
                    .unwrap();
            assert_eq!(report.verdict.name(), verdict, "{listing}, {techniques}");
            assert!(report.faults.is_empty(), "{listing}, {techniques}: {:?}", report.faults);
        }
    }
}

/// The phases and periods of `benchmarks/summary`: all are decided, by summaries alone.
#[test]
fn phases_and_periods_are_decided() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/summary");
    let list = std::fs::read_to_string(root.join("verdicts.tsv")).unwrap();
    for line in list.lines().skip(1) {
        let mut columns = line.split('\t');
        let (name, verdict) = (columns.next().unwrap(), columns.next().unwrap());
        let language = if name.ends_with(".c") { Language::C } else { Language::Microc };
        let program = load(&std::fs::read_to_string(root.join(name)).unwrap(), language).unwrap();
        let techniques = kyklos::select("summary").unwrap();
        let solver_timeout = Duration::from_secs(20);
        let options = CheckOptions { techniques, solver_timeout, ..CheckOptions::default() };
        let report = check(&program, &options, Budget::new(Some(Duration::from_secs(60)), None), &mut |_| {});
        let expected = if verdict == "true" { "safe" } else { "unsafe" };
        assert_eq!(report.unwrap().verdict.name(), expected, "{name}");
    }
}

/// The connected cycles of listing 4.11 from known values: `a` has a period of 5, `j` one of 4, both together one of
/// 20. The loop may be left anywhere in a period.
#[test]
fn connected_cycles_may_have_a_period_together() {
    let text = |start: &str, claim: &str| {
        format!(
            "main() {{ var n, i, a, j; n = input; assume n >= 0; a = 3; j = 6; i = 0; {start}
               while (i < n) {{
                 if (a <= 5) {{ a = a + 1; }} else {{ a = a - 4; }}
                 if (j < 8) {{ j = j + 1; }} else {{ j = j - 3; }}
                 i = i + 1;
               }}
               assert {claim}; return 0; }}"
        )
    };
    for (start, claim, verdict) in [
        ("assume n % 20 == 0;", "a == 3 && j == 6", "safe"),
        ("assume n % 10 == 0;", "a == 3 && j == 6", "unsafe"),
        ("", "a >= 2 && a <= 6 && j >= 5 && j <= 8", "safe"),
        ("assume n > 1000000;", "a != 6 || j != 8", "unsafe"),
    ] {
        let program = load(&text(start, claim), Language::Microc).unwrap();
        let options =
            CheckOptions { techniques: kyklos::select("summary").unwrap(), ..CheckOptions::default() };
        let budget = Budget::new(Some(Duration::from_secs(60)), None);
        let report = check(&program, &options, budget, &mut |_| {}).unwrap();
        assert_eq!(report.verdict.name(), verdict, "{start} {claim}: {report:?}");
        assert_eq!(report.statistics.techniques.get("summaries"), Some(&1), "{start} {claim}");
    }
}

#[test]
fn random_phases_have_the_errors_that_running_them_shows() {
    let tally = try_seeds(0..45, phases::program);
    assert!(tally.of("tried") * 10 >= tally.of("programs") * 6, "most programs can be tried: {tally:?}");
    assert!(tally.of("summaries") * 10 >= tally.of("tried") * 5, "most loops have summaries: {tally:?}");
    assert!(tally.of("complete") * 10 >= tally.of("tried") * 7, "most explorations are complete: {tally:?}");
    assert!(tally.of("errors") >= tally.of("tried"), "programs have errors: {tally:?}");
}

#[test]
fn random_loops_have_the_errors_that_running_them_shows() {
    try_seeds(0..16, loops::program);
}

/// Loops without order are covered from where their order ends: what covers proves much and finds little, and is
/// never wrong.
#[test]
fn irregular_loops_are_covered() {
    try_seeds_with(0..12, loops::program, "cover");
    // Any order of two paths: the sum of both counts is known by a fact of the covering jump, single counts are not.
    let text = |claim: &str| {
        format!(
            "main() {{ var n, i, a, b; n = input; i = 0; a = 0; b = 0; assume n >= 0;
               while (i < n) {{ if (input > 0) {{ a = a + 1; }} else {{ b = b + 1; }} i = i + 1; }}
               assert {claim}; return 0; }}"
        )
    };
    for (claim, verdicts) in [
        ("a + b == n", ["safe"].as_slice()),
        ("a <= n", &["safe"]),
        ("a != 2 || b != 1", &["unsafe", "unknown"]),
    ] {
        let program = load(&text(claim), Language::Microc).unwrap();
        let settings = settings(&[("irregular", "cover"), ("self-check", "true")]).unwrap();
        let techniques = kyklos::select("summary").unwrap();
        let options = CheckOptions { techniques, settings, ..CheckOptions::default() };
        let budget = Budget::new(Some(Duration::from_secs(60)), None);
        let report = check(&program, &options, budget, &mut |_| {}).unwrap();
        assert!(verdicts.contains(&report.verdict.name()), "{claim}: {report:?}");
        assert!(report.faults.is_empty(), "{claim}: {:?}", report.faults);
    }
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs.
#[test]
#[ignore = "takes long"]
fn many_irregular_loops_are_covered() {
    try_seeds_with(brute::seeds("1000..1500"), loops::program, "cover");
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs.
#[test]
#[ignore = "takes long"]
fn many_random_phases_have_the_errors_that_running_them_shows() {
    try_seeds(brute::seeds("1000..3000"), phases::program);
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs.
#[test]
#[ignore = "takes long"]
fn many_random_loops_have_the_errors_that_running_them_shows() {
    try_seeds(brute::seeds("1000..2000"), loops::program);
}

type Generate = fn(u64, Language) -> loops::Generated;

fn try_seeds(seeds: Range<u64>, generate: Generate) -> Tally {
    try_seeds_with(seeds, generate, "execute")
}

/// The same; what becomes of loops without order.
fn try_seeds_with(seeds: Range<u64>, generate: Generate, irregular: &'static str) -> Tally {
    try_loops(seeds, generate, |text, language, inputs, seed, tally| {
        try_program(text, language, inputs, seed, irregular, tally)
    })
}

/// Compares; says what is wrong.
fn try_program(
    text: &str,
    language: Language,
    inputs: &RangeInclusive<i64>,
    seed: u64,
    irregular: &str,
    tally: &Tally,
) -> Result<(), String> {
    let program = load(text, language)?;
    let Some(shown) = run_all(&program, inputs, EFFORT)? else { return Ok(()) };
    let techniques = ["summary", "summary", "summary,compact", "summary,merge"][seed as usize / 2 % 4];
    let steps = if seed.is_multiple_of(3) { "60" } else { "0" };
    let given = [("self-check", "true"), ("concrete-steps", steps), ("irregular", irregular)];
    let mut options = CheckOptions {
        strategy: Strategy::ALL[seed as usize / 8 % Strategy::ALL.len()],
        techniques: kyklos::select(techniques).unwrap(),
        settings: settings(&given).unwrap(),
        seed,
        all_errors: true,
        checks: CheckClass::ALL.to_vec(),
        ..CheckOptions::default()
    };
    options.limits.max_forks = Some(500);
    options.chain.plain = seed % 16 == 7;
    let report = checked(&program, &options, 6)?;
    compare(&report, &shown).map_err(|why| format!("{techniques}, {given:?}: {why}"))?;
    tally.add("tried", 1u64);
    tally.add("errors", shown.errors.len() as u64);
    tally.add("summaries", report.statistics.techniques.contains_key("summaries"));
    tally.add("traces", report.statistics.techniques.get("traces").copied().unwrap_or_default());
    tally.add("complete", report.incomplete.is_empty());
    Ok(())
}
