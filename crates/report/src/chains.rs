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
    /// The constraints of those that are left, over counters of rounds; and a solution of each, as far as it is known.
    pub systems: Vec<(Vec<String>, Vec<(String, Int)>)>,
    /// Why there are no constraints.
    pub declined: Option<String>,
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
    for (number, (system, solution)) in report.systems.iter().enumerate() {
        let _ = writeln!(out, "system {}, {} constraints:", number + 1, system.len());
        for constraint in system {
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
        "constraints": report.systems.iter().map(|(system, _)| system.len()).sum::<usize>(),
        "systems": report.systems.iter().map(|(system, _)| system).collect::<Vec<_>>(),
        "solutions": report.systems.iter().map(|(_, solution)| counters(solution)).collect::<Vec<_>>(),
        "declined": report.declined,
    })
}

fn counters(solution: &[(String, Int)]) -> Value {
    solution.iter().map(|(counter, count)| (counter.clone(), Value::from(count.to_string()))).collect()
}
