//! Random programs of all kinds: with pointers and records, full of loops, full of joins; each fifth one is in C.

use crate::brute::{self, smaller};
use crate::probes::{load, with_probes};
use crate::{generate, joins, loops};
use kyklos::flow::CheckClass;
use kyklos::report::Report;
use kyklos::{CheckOptions, Language, select};
use std::ops::{Range, RangeInclusive};

/// Tries the programs of these seeds; fails with those on which `attempt` fails, made as small as they get.
pub fn try_seeds(
    seeds: Range<u64>,
    attempt: impl Fn(&str, Language, &RangeInclusive<i64>, u64) -> Result<(), String> + Sync,
) {
    let failures = brute::try_seeds(seeds, |seed| {
        let Some((text, inputs, language)) = program(seed)? else { return Ok(()) };
        let attempt = |text: &str| attempt(text, language, &inputs, seed);
        attempt(&text).map_err(|why| smaller(&text, why, |text| attempt(text)))
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Options for a random program, of which all errors are asked for.
pub fn options(language: Language, seed: u64) -> CheckOptions {
    let mut options = CheckOptions { seed, all_errors: true, ..CheckOptions::default() };
    if language == Language::C {
        options.checks = CheckClass::ALL.to_vec();
    }
    options.limits.max_forks = Some(300);
    options
}

/// What is said of a microc program.
pub fn reported(text: &str, list: &str) -> Report {
    let options = CheckOptions { techniques: select(list).unwrap(), ..CheckOptions::default() };
    brute::checked(&load(text, Language::Microc).unwrap(), &options, 60).unwrap()
}

/// A program and the numbers to be tried as its inputs; `None` if it has too many runs.
fn program(seed: u64) -> Result<Option<(String, RangeInclusive<i64>, Language)>, String> {
    let kind = seed % 5;
    if kind < 2 {
        let generated = generate::program(seed);
        return Ok(Some((generated.text, generated.inputs, Language::Microc)));
    }
    let language = if kind == 4 { Language::C } else { Language::Microc };
    let generated = match kind == 4 && seed / 5 % 2 == 1 {
        true => joins::program(seed),
        false => loops::program(seed, language),
    };
    let text = with_probes(&generated, seed)?;
    Ok(text.map(|text| (text, generated.inputs, language)))
}
