//! Errors in random programs with loops, where numbers have values that runs show.

use crate::brute::{Effort, run_all};
use crate::loops::Generated;
use kyklos::Language;
use kyklos::base::SourceFile;
use kyklos::exec::random::Random;
use kyklos::flow::Program;
use std::collections::BTreeSet;

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
