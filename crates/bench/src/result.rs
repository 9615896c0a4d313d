//! What runs gave: outcomes, points, and figures of one run or of many.

use crate::plan::{Job, Plan};
use crate::process::Ended;
use crate::store::Record;
use crate::suite::{Expected, Metric};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;

/// What a run's verdict is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The verdict is the expected one.
    Right,
    /// It is the other one.
    Wrong,
    /// A verdict where none was expected.
    Decided,
    /// No verdict.
    Unknown,
    /// The program was refused.
    Unsupported,
    /// The run broke down.
    Error,
}

impl Outcome {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Right => "right",
            Outcome::Wrong => "wrong",
            Outcome::Decided => "decided",
            Outcome::Unknown => "unknown",
            Outcome::Unsupported => "unsupported",
            Outcome::Error => "error",
        }
    }

    /// Whether the question was answered, and not wrongly as far as is known.
    pub fn is_solved(self) -> bool {
        matches!(self, Outcome::Right | Outcome::Decided)
    }
}

/// One run and what it gave.
#[derive(Clone, Debug)]
pub struct RunResult<'p> {
    /// The program.
    pub job: &'p Job,
    /// The configuration's name.
    pub configuration: &'p str,
    /// What the process left.
    pub record: &'p Record,
    /// The verdict: `safe`, `unsafe` or `unknown`.
    pub verdict: &'static str,
    /// What it is worth.
    pub outcome: Outcome,
    /// Whether the time was over.
    pub timed_out: bool,
    /// The most seconds that it had.
    pub limit: f64,
}

/// The results of a plan that were recorded, program by program, in the order of the suite.
pub fn results<'p>(plan: &'p Plan, records: &'p [Record]) -> Vec<RunResult<'p>> {
    let by_name: HashMap<(&str, &str), &Record> = records
        .iter()
        .map(|record| ((record.program.as_str(), record.configuration.as_str()), record))
        .collect();
    let mut results = Vec::new();
    for job in &plan.jobs {
        for configuration in &plan.configurations {
            if let Some(record) = by_name.get(&(job.name.as_str(), configuration.name.as_str())) {
                results.push(result(plan, job, &configuration.name, record));
            }
        }
    }
    results
}

/// Programs that one configuration calls safe and another unsafe: one of them must be wrong.
pub fn disagreements<'p>(results: &[RunResult<'p>]) -> Vec<&'p str> {
    let mut seen: HashMap<&str, &str> = HashMap::new();
    let mut names = Vec::new();
    for result in results.iter().filter(|result| result.verdict != "unknown") {
        let name = result.job.name.as_str();
        let other = *seen.entry(name).or_insert(result.verdict);
        if other != result.verdict && names.last() != Some(&name) {
            names.push(name);
        }
    }
    names
}

fn result<'p>(plan: &Plan, job: &'p Job, configuration: &'p str, record: &'p Record) -> RunResult<'p> {
    // The status is the contract; a report that says something else is not believed.
    let verdict = match (record.ended, record.status) {
        (Ended::Exit, Some(0)) => "safe",
        (Ended::Exit, Some(1)) => "unsafe",
        _ => "unknown",
    };
    let reported = record.report.as_ref().and_then(|report| report["verdict"].as_str());
    let outcome = match (record.ended, record.status, job.expected) {
        (Ended::Exit, Some(2), _) => Outcome::Unsupported,
        (Ended::Exit, Some(0 | 1), _) if reported != Some(verdict) => Outcome::Error,
        (Ended::Exit, Some(0), Some(Expected::Safe)) | (Ended::Exit, Some(1), Some(Expected::Unsafe)) => {
            Outcome::Right
        }
        (Ended::Exit, Some(0 | 1), Some(_)) => Outcome::Wrong,
        (Ended::Exit, Some(0 | 1), None) => Outcome::Decided,
        (Ended::Exit, Some(3), _) | (Ended::Time | Ended::Memory, ..) => Outcome::Unknown,
        _ => Outcome::Error,
    };
    let verdict = if outcome == Outcome::Error { "unknown" } else { verdict };
    let out_of_time = record.wall_ms as f64 >= plan.limits.timeout * 1000.0;
    let timed_out = outcome == Outcome::Unknown && (record.ended == Ended::Time || out_of_time);
    let limit = plan.limits.timeout;
    RunResult { job, configuration, record, verdict, outcome, timed_out, limit }
}

impl RunResult<'_> {
    /// The competition's points: right safe 2, right unsafe 1, wrong unsafe −16, wrong safe −32.
    pub fn points(&self) -> i64 {
        match (self.outcome, self.verdict) {
            (Outcome::Right, "safe") => 2,
            (Outcome::Right, _) => 1,
            (Outcome::Wrong, "safe") => -32,
            (Outcome::Wrong, _) => -16,
            _ => 0,
        }
    }

    /// A counter of the report.
    pub fn statistic(&self, name: &str) -> Option<&Value> {
        let all = &self.record.report.as_ref()?["stats"];
        all.get(name).or_else(|| all["techniques"].get(name)).filter(|value| !value.is_null())
    }

    /// The names of what techniques have counted.
    pub fn counted(&self) -> impl Iterator<Item = &str> {
        let all = self.record.report.as_ref().and_then(|report| report["stats"]["techniques"].as_object());
        all.into_iter().flat_map(|all| all.keys().map(String::as_str))
    }

    /// The first finding of the report.
    pub fn finding(&self) -> Option<&Value> {
        self.record.report.as_ref()?["findings"].get(0)
    }

    /// Why there is no verdict, or nothing to say.
    pub fn reason(&self) -> String {
        match (self.record.ended, self.outcome) {
            (Ended::Time, _) => "killed: out of time".to_owned(),
            (Ended::Memory, _) => "killed: out of memory".to_owned(),
            (Ended::Signal, _) => "killed by a signal".to_owned(),
            (_, Outcome::Unsupported | Outcome::Error) => {
                let status = self.record.status.map_or(String::new(), |status| format!("status {status}: "));
                format!("{status}{}", self.record.message.trim())
            }
            _ => String::new(),
        }
    }

    /// A figure of this run; `None` where there is none.
    pub fn figure(&self, metric: Metric) -> Option<f64> {
        let count = |holds: bool| Some(f64::from(u8::from(holds)));
        // Numbers that are too large for some readers are text.
        let statistic = |name| {
            self.statistic(name).and_then(|value| match value {
                Value::String(text) => text.parse().ok(),
                value => value.as_f64(),
            })
        };
        let difference = |whole, part| Some((statistic(whole)? - statistic(part)?).max(0.0) / 1000.0);
        match metric {
            Metric::Verdict => None,
            // How long it takes to stop is nobody's merit.
            Metric::Time if self.timed_out => Some(self.limit),
            Metric::Time => Some(self.record.wall_ms as f64 / 1000.0),
            Metric::Cpu if self.timed_out => Some(self.limit),
            Metric::Cpu => statistic("cpu_ms").map(|value| value / 1000.0),
            Metric::Solver => statistic("solver_ms").map(|value| value / 1000.0),
            Metric::Build => difference("time_ms", "solver_ms"),
            Metric::Unfolding => difference("solver_ms", "backend_ms"),
            Metric::Backend => statistic("backend_ms").map(|value| value / 1000.0),
            Metric::States => statistic("states"),
            Metric::Paths => statistic("paths"),
            Metric::Forks => statistic("forks"),
            Metric::Queries => statistic("queries"),
            Metric::Failures => statistic("failures"),
            Metric::Templates => statistic("templates"),
            Metric::Merges => statistic("merges"),
            Metric::ChainsRoot => statistic("chains_root"),
            Metric::ChainsAll => statistic("chains_all"),
            Metric::Eliminated => statistic("eliminated"),
            Metric::Constraints => statistic("constraints"),
            Metric::Systems => statistic("systems"),
            Metric::Predicates => statistic("predicates"),
            Metric::Standing => statistic("stands_for"),
            Metric::Coverage => statistic("without_error"),
            Metric::Memory => statistic("peak_mb"),
            Metric::Runs => Some(1.0),
            Metric::Right => count(self.outcome == Outcome::Right),
            Metric::Wrong => count(self.outcome == Outcome::Wrong),
            Metric::Safe => count(self.verdict == "safe"),
            Metric::Unsafe => count(self.verdict == "unsafe"),
            Metric::Unknown => count(self.outcome == Outcome::Unknown),
            Metric::Timeouts => count(self.timed_out),
            Metric::Unsupported => count(self.outcome == Outcome::Unsupported),
            Metric::Errors => count(self.outcome == Outcome::Error),
            Metric::Points => Some(self.points() as f64),
        }
    }
}

/// A figure of many runs: the sum, or the greatest for memory.
pub fn total(results: &[&RunResult], metric: Metric) -> Option<f64> {
    let figures = results.iter().filter_map(|result| result.figure(metric));
    match metric {
        Metric::Memory => figures.reduce(f64::max),
        _ => figures.reduce(|sum, figure| sum + figure),
    }
}

impl Metric {
    /// What its column is called.
    pub fn title(self) -> &'static str {
        match self {
            Metric::Verdict => "Verdict",
            Metric::Time => "Time (s)",
            Metric::Cpu => "CPU (s)",
            Metric::Solver => "Solver (s)",
            Metric::Build => "Building (s)",
            Metric::Unfolding => "Unfolding (s)",
            Metric::Backend => "SMT (s)",
            Metric::States => "States",
            Metric::Paths => "Paths",
            Metric::Forks => "Forks",
            Metric::Queries => "Queries",
            Metric::Failures => "Failures",
            Metric::Templates => "Templates",
            Metric::Merges => "Merges",
            Metric::ChainsRoot => "Root chains",
            Metric::ChainsAll => "Chains",
            Metric::Eliminated => "Eliminated",
            Metric::Constraints => "Constraints",
            Metric::Systems => "Systems",
            Metric::Predicates => "Predicates",
            Metric::Standing => "Paths stood for",
            Metric::Coverage => "Path coverage",
            Metric::Memory => "MB",
            Metric::Runs => "Runs",
            Metric::Right => "Right",
            Metric::Wrong => "Wrong",
            Metric::Safe => "Safe",
            Metric::Unsafe => "Unsafe",
            Metric::Unknown => "Unknown",
            Metric::Timeouts => "T/O",
            Metric::Unsupported => "Unsupported",
            Metric::Errors => "Errors",
            Metric::Points => "Points",
        }
    }

    /// A figure as it is shown.
    pub fn text(self, figure: f64) -> String {
        match self {
            Metric::Time
            | Metric::Cpu
            | Metric::Solver
            | Metric::Build
            | Metric::Unfolding
            | Metric::Backend
                if figure < 10.0 =>
            {
                format!("{figure:.2}")
            }
            Metric::Time
            | Metric::Cpu
            | Metric::Solver
            | Metric::Build
            | Metric::Unfolding
            | Metric::Backend => format!("{figure:.1}"),
            _ => format!("{figure:.0}"),
        }
    }
}
