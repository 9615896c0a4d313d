//! Two summaries side by side: what got solved, lost, faster, slower.

use crate::summary::{Run, Summary};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What differs between two summaries.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Solved in the second alone.
    pub solved: Vec<String>,
    /// Solved in the first and not in the second, not run there any more, or wrong in the second.
    pub lost: Vec<String>,
    /// Solved in both, in clearly less time in the second.
    pub faster: Vec<String>,
    /// Solved in both, in clearly more time in the second.
    pub slower: Vec<String>,
    /// Solved in both, in about the same time.
    pub same: usize,
    /// Solved in neither.
    pub open: usize,
    /// Seconds of all runs that are solved in both: in the first, in the second.
    pub seconds: (f64, f64),
    /// What makes figures hard to compare.
    pub remarks: Vec<String>,
}

/// A time must change by this factor, and by so many seconds, to be told.
const FACTOR: f64 = 1.3;
const SECONDS: f64 = 0.1;

/// Compares the runs that have the same program and configuration.
pub fn compare(first: &Summary, second: &Summary) -> Comparison {
    let mut comparison = Comparison::default();
    if first.identity.limits != second.identity.limits {
        comparison.remarks.push("the limits differ".to_owned());
    }
    if first.identity.programs != second.identity.programs {
        comparison.remarks.push("the programs, their options or their verdicts differ".to_owned());
    }
    for (summary, which) in [(first, "first"), (second, "second")] {
        if !summary.complete {
            comparison.remarks.push(format!("the {which} is incomplete"));
        }
    }
    let before = by_name(first);
    let after = by_name(second);
    for (name, old) in &before {
        comparison.one(name, Some(old), after.get(name).copied());
    }
    for (name, new) in after.iter().filter(|(name, _)| !before.contains_key(*name)) {
        comparison.one(name, None, Some(new));
    }
    comparison
}

fn by_name(summary: &Summary) -> BTreeMap<(&str, &str), &Run> {
    summary.runs.iter().map(|run| ((run.program.as_str(), run.configuration.as_str()), run)).collect()
}

impl Comparison {
    fn one(&mut self, (program, configuration): &(&str, &str), old: Option<&Run>, new: Option<&Run>) {
        let name = format!("{program} [{configuration}]");
        let solved = |run: Option<&Run>| run.is_some_and(|run| run.outcome.is_solved());
        let outcome = |run: Option<&Run>| run.map_or("not run", |run| run.outcome.name());
        let is_wrong = |run: Option<&Run>| outcome(run) == "wrong";
        match (solved(old), solved(new), old, new) {
            (true, true, Some(old), Some(new)) if old.verdict != new.verdict => {
                self.lost.push(format!("{name}: {}, then {}", old.verdict, new.verdict));
            }
            (true, true, Some(old), Some(new)) => self.times(name, old.seconds, new.seconds),
            (true, ..) => self.lost.push(format!("{name}: {}, then {}", outcome(old), outcome(new))),
            (false, true, ..) => self.solved.push(format!("{name}: {}, then {}", outcome(old), outcome(new))),
            _ if is_wrong(new) && !is_wrong(old) => {
                self.lost.push(format!("{name}: {}, then wrong", outcome(old)));
            }
            _ => self.open += 1,
        }
    }

    fn times(&mut self, name: String, old: f64, new: f64) {
        self.seconds.0 += old;
        self.seconds.1 += new;
        let line = format!("{name}: {old:.2} s, then {new:.2} s");
        if old > new * FACTOR && old - new > SECONDS {
            self.faster.push(line);
        } else if new > old * FACTOR && new - old > SECONDS {
            self.slower.push(line);
        } else {
            self.same += 1;
        }
    }

    /// The comparison in words.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for remark in &self.remarks {
            let _ = writeln!(out, "note: {remark}");
        }
        let lists = [
            ("lost", &self.lost),
            ("solved", &self.solved),
            ("slower", &self.slower),
            ("faster", &self.faster),
        ];
        for (title, lines) in lists {
            let _ = writeln!(out, "{title}: {}", lines.len());
            for line in lines {
                let _ = writeln!(out, "  {line}");
            }
        }
        let _ = writeln!(out, "about the same: {}, solved in neither: {}", self.same, self.open);
        let _ =
            writeln!(out, "time of what both solved: {:.1} s, then {:.1} s", self.seconds.0, self.seconds.1);
        out
    }
}
