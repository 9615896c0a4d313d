//! The results as JSON, for machines and for comparison, and as CSV, one row per run.

use crate::BenchError;
use crate::plan::{Identity, Plan};
use crate::result::{Outcome, RunResult, disagreements, total};
use crate::suite::{Expected, Metric};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The results of an experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// Tells what this is: [`FORMAT`].
    pub format: String,
    /// The suite's title.
    pub title: String,
    /// What the results depend on.
    pub identity: Identity,
    /// Whether all runs were done.
    pub complete: bool,
    /// Figures of each configuration over all programs.
    pub totals: BTreeMap<String, BTreeMap<String, f64>>,
    /// Configurations that this build does not know, and what it said.
    pub left_out: BTreeMap<String, String>,
    /// Programs on which configurations contradict each other.
    pub disagreements: Vec<String>,
    /// All runs.
    pub runs: Vec<Run>,
}

/// The format of summaries.
pub const FORMAT: &str = "kyklos-bench-summary-1";

/// One run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The program.
    pub program: String,
    /// The configuration.
    pub configuration: String,
    /// The right verdict.
    pub expected: Option<Expected>,
    /// The verdict that came.
    pub verdict: String,
    /// What it is worth.
    pub outcome: Outcome,
    /// Seconds.
    pub seconds: f64,
    /// The tool's counters.
    pub stats: serde_json::Value,
}

/// The metrics that are summed up for each configuration.
pub const TOTALS: [Metric; 11] = [
    Metric::Runs,
    Metric::Right,
    Metric::Wrong,
    Metric::Safe,
    Metric::Unsafe,
    Metric::Unknown,
    Metric::Timeouts,
    Metric::Unsupported,
    Metric::Errors,
    Metric::Points,
    Metric::Time,
];

/// Sums up the results of a plan.
pub fn summary(plan: &Plan, results: &[RunResult], left_out: &[(String, String)]) -> Summary {
    let totals = plan.configurations.iter().map(|configuration| {
        let runs: Vec<&RunResult> =
            results.iter().filter(|result| result.configuration == configuration.name).collect();
        let name = |metric: Metric| format!("{metric:?}").to_lowercase();
        let figures = TOTALS.iter().map(|metric| (name(*metric), total(&runs, *metric).unwrap_or(0.0)));
        (configuration.name.clone(), figures.collect())
    });
    let runs = results.iter().map(|result| Run {
        program: result.job.name.clone(),
        configuration: result.configuration.to_owned(),
        expected: result.job.expected,
        verdict: result.verdict.to_owned(),
        outcome: result.outcome,
        seconds: result.record.wall_ms as f64 / 1000.0,
        stats: result
            .record
            .report
            .as_ref()
            .map_or(serde_json::Value::Null, |report| report["stats"].clone()),
    });
    Summary {
        format: FORMAT.to_owned(),
        title: plan.suite.title.clone(),
        identity: plan.identity.clone(),
        complete: results.len() == plan.jobs.len() * plan.configurations.len(),
        totals: totals.collect(),
        left_out: left_out.iter().cloned().collect(),
        disagreements: disagreements(results).into_iter().map(str::to_owned).collect(),
        runs: runs.collect(),
    }
}

impl Summary {
    /// Reads a summary.
    pub fn read(path: &Path) -> Result<Summary, BenchError> {
        let text = std::fs::read_to_string(path).map_err(BenchError::file("read", path))?;
        let wrong = |message: String| BenchError::Summary { path: path.to_owned(), message };
        let summary: Summary = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("this is no summary of `kyklos bench` ({error})")))?;
        if summary.format != FORMAT {
            return Err(wrong(format!("the format is `{}`; `{FORMAT}` is needed", summary.format)));
        }
        Ok(summary)
    }
}

/// The counters of a report that are columns of the CSV file.
const STATISTICS: [&str; 14] = [
    "time_ms",
    "solver_ms",
    "peak_mb",
    "paths",
    "states",
    "forks",
    "instructions",
    "queries",
    "failures",
    "stands_for",
    "without_error",
    "cache_hits",
    "covered_edges",
    "edges",
];

/// The results as CSV.
pub fn csv(results: &[RunResult]) -> String {
    let mut out =
        "program,group,configuration,expected,verdict,outcome,points,seconds,timeout,status".to_owned();
    // What techniques count is told under the names that they give it.
    let counted: BTreeSet<&str> = results.iter().flat_map(RunResult::counted).collect();
    let names: Vec<&str> = STATISTICS.into_iter().chain(counted).collect();
    for name in &names {
        out.push(',');
        out.push_str(name);
    }
    out.push_str(",finding_kind,finding_line,reason\n");
    for result in results {
        let expected = match result.job.expected {
            Some(Expected::Safe) => "safe",
            Some(Expected::Unsafe) => "unsafe",
            None => "",
        };
        let mut cells = vec![
            result.job.name.clone(),
            result.job.group.clone(),
            result.configuration.to_owned(),
            expected.to_owned(),
            result.verdict.to_owned(),
            result.outcome.name().to_owned(),
            result.points().to_string(),
            format!("{:.3}", result.record.wall_ms as f64 / 1000.0),
            u8::from(result.timed_out).to_string(),
            result.record.status.map_or(String::new(), |status| status.to_string()),
        ];
        let statistic = |name: &&str| {
            let value = result.statistic(name);
            value.map_or(String::new(), |value| value.as_str().map_or(value.to_string(), str::to_owned))
        };
        cells.extend(names.iter().map(statistic));
        let finding = result.finding();
        cells.push(finding.and_then(|finding| finding["kind"].as_str()).unwrap_or_default().to_owned());
        cells.push(finding.map_or(String::new(), |finding| finding["line"].to_string()));
        cells.push(result.reason());
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        out.push_str(&cells.join(","));
        out.push('\n');
    }
    out
}

/// A cell of a CSV file.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
