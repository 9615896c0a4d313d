//! What is known of an analysis that is not over: another thread can report it.

use kyklos_base::budget::peak_resident_bytes;
use kyklos_base::{Budget, Exhausted, SourceFile, Sources, Span};
use kyklos_report::{Assumption, Finding, Open, Report, Statistics, Verdict};
use std::sync::{Arc, Mutex, PoisonError};

/// What was found so far. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Board(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    sources: Option<Sources>,
    findings: Vec<Finding>,
    reach: bool,
    assumptions: Vec<Assumption>,
}

impl Board {
    /// Begins an analysis of these sources; whether it is about a place or about errors, and what it assumes.
    pub(crate) fn begin(&self, sources: &Sources, reach: bool, assumptions: &[Assumption]) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.sources = Some(sources.clone());
        known.reach = reach;
        known.assumptions = assumptions.to_vec();
    }

    /// Notes a finding that was confirmed. A later one at the same place takes its place.
    pub(crate) fn note(&self, finding: &Finding) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |other: &&mut Finding| (other.span, &other.kind) == (finding.span, &finding.kind);
        match known.findings.iter_mut().find(same) {
            Some(other) => *other = finding.clone(),
            None => known.findings.push(finding.clone()),
        }
    }

    /// The report of an analysis of a file that had to stop.
    pub fn report(&self, file: &str, why: Exhausted, budget: &Budget) -> Report {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let reading = known.sources.is_none();
        let sources = known.sources.clone().unwrap_or_else(|| {
            let mut sources = Sources::new();
            sources.add(SourceFile::new(file, ""));
            sources
        });
        let verdict = match (known.findings.is_empty(), known.reach) {
            (true, _) => Verdict::Unknown,
            (false, true) => Verdict::Reachable,
            (false, false) => Verdict::Unsafe,
        };
        let why = if reading { format!("{why} while the program was read") } else { why.to_string() };
        Report {
            sources,
            file: file.to_owned(),
            verdict,
            findings: known.findings.clone(),
            incomplete: vec![Open { span: Span::nowhere(), in_loop: false, why, paths: 0 }],
            assumptions: known.assumptions.clone(),
            faults: Vec::new(),
            statistics: Statistics {
                time: budget.elapsed(),
                peak_memory: peak_resident_bytes(),
                ..Statistics::default()
            },
        }
    }
}
