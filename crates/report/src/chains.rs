//! The chains of a program, as text and as JSON.

use kyklos_base::Int;
use serde_json::{Value, json};
use std::fmt::Write;

/// The chains of a program to what is asked for.
#[derive(Clone, Debug)]
pub struct ChainsReport {
    /// The program's file as the user named it.
    pub file: String,
    /// How many root chains there are: ways from the start, each loop left out.
    pub root: Int,
    /// How many chains there are, with the rounds of loops.
    pub all: Int,
    /// How many root chains lead nowhere, whatever the loops do; `None` if that is not known.
    pub eliminated: Option<Int>,
    /// The systems of those that are left.
    pub systems: Vec<SystemReport>,
    /// Why there are no constraints.
    pub declined: Option<String>,
}

/// The system of a root chain.
#[derive(Clone, Debug)]
pub struct SystemReport {
    /// Its constraints, over counters of rounds.
    pub constraints: Vec<String>,
    /// A solution, as far as it is known: counters and their numbers.
    pub solution: Vec<(String, Int)>,
}

/// The report as text.
pub fn text(report: &ChainsReport) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "chains: {} root, {} in all", report.root, report.all);
    if let Some(eliminated) = &report.eliminated {
        let _ = writeln!(out, "eliminated: {eliminated}");
    }
    if let Some(why) = &report.declined {
        let _ = writeln!(out, "no constraints: {why}");
    }
    for (number, SystemReport { constraints, solution }) in report.systems.iter().enumerate() {
        let _ = writeln!(out, "system {}, {} constraints:", number + 1, constraints.len());
        for constraint in constraints {
            let _ = writeln!(out, "  {constraint}");
        }
        if !solution.is_empty() {
            let counters: Vec<String> =
                solution.iter().map(|(counter, count)| format!("{counter} = {count}")).collect();
            let _ = writeln!(out, "  a solution: {}", counters.join(", "));
        }
    }
    out
}

/// The report as JSON. Numbers of chains may be large, so they are texts.
pub fn json(report: &ChainsReport) -> Value {
    json!({
        "file": report.file,
        "root": report.root.to_string(),
        "all": report.all.to_string(),
        "eliminated": report.eliminated.as_ref().map(Int::to_string),
        "constraints": report.systems.iter().map(|system| system.constraints.len()).sum::<usize>(),
        "systems": report.systems.iter().map(|system| &system.constraints).collect::<Vec<_>>(),
        "solutions": report.systems.iter().map(|system| counters(&system.solution)).collect::<Vec<_>>(),
        "declined": report.declined,
    })
}

fn counters(solution: &[(String, Int)]) -> Value {
    solution.iter().map(|(counter, count)| (counter.clone(), Value::from(count.to_string()))).collect()
}
