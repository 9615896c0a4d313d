//! Errors in random programs with loops, where numbers have values that runs show.

use crate::brute::{self, Effort, Tally, run_all, smaller};
use crate::loops::Generated;
use kyklos::Language;
use kyklos::base::SourceFile;
use kyklos::exec::random::Random;
use kyklos::flow::Program;
use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

/// How much is tried.
pub const EFFORT: Effort = Effort { runs: 1500, steps: 20_000 };

/// Loads a program.
pub fn load(text: &str, language: Language) -> Result<Program, String> {
    let loaded = match language {
        Language::C => kyklos::c::load(SourceFile::new("generated.c", text), &Default::default()),
        _ => kyklos::microc::load(SourceFile::new("generated.uc", text)),
    };
    loaded.map(|(program, _)| program).map_err(|(_, all)| format!("not accepted: {}", all[0].message))
}

/// Tries programs that are generated from these seeds, in both languages by turns, with errors in them. Those on which
/// `attempt` fails are made as small as they get.
#[allow(dead_code, reason = "not all tests use it")]
pub fn try_loops(
    seeds: Range<u64>,
    generate: impl Fn(u64, Language) -> Generated + Sync,
    attempt: impl Fn(&str, Language, &RangeInclusive<i64>, u64, &Tally) -> Result<(), String> + Sync,
) -> Tally {
    let tally = Tally::default();
    let failures = brute::try_seeds(seeds, |seed| {
        let language = if seed % 2 == 0 { Language::Microc } else { Language::C };
        let generated = generate(seed, language);
        tally.add("programs", 1u64);
        let Some(text) = with_probes(&generated, seed)? else { return Ok(()) };
        let attempt = |text: &str, tally: &Tally| attempt(text, language, &generated.inputs, seed, tally);
        attempt(&text, &tally).map_err(|why| smaller(&text, why, |text| attempt(text, &Tally::default())))
    });
    tally.conclude(&failures)
}

/// The program with errors where numbers have values that they have in some runs, and where they
/// have others; `None` if it has too many runs.
pub fn with_probes(generated: &Generated, seed: u64) -> Result<Option<String>, String> {
    let mut random = Random::new(seed ^ 0x5eed);
    let mut probes = Vec::new();
    for _ in 0..3 {
        let number = &generated.observable[random.below(generated.observable.len())];
        let text = generated.returning(number);
        let program = load(&text, generated.language).map_err(|why| format!("{why}\n{text}"))?;
        let Some(shown) = run_all(&program, &generated.inputs, EFFORT)? else { return Ok(None) };
        let seen: BTreeSet<(i64, String)> = shown
            .results
            .iter()
            .filter_map(|(inputs, value)| Some((*inputs.first()?, value.to_string())))
            .collect();
        let seen: Vec<_> = seen.into_iter().collect();
        if seen.is_empty() {
            continue;
        }
        let (first, value) = seen[random.below(seen.len())].clone();
        let other = seen[random.below(seen.len())].1.clone();
        probes.push((first, number.clone(), other));
        let near = value.parse::<i64>().map(|value| value + [-1, 1, 2][random.below(3)]);
        probes.extend(near.map(|near| (first, number.clone(), near.to_string())));
        probes.push((first, number.clone(), value));
    }
    Ok(Some(generated.with_probes(&probes)))
}
