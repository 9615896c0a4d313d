//! What every run that comes to a place satisfies, as text and as JSON.

use crate::{Open, place};
use kyklos_base::{Sources, Span};
use serde_json::{Value, json};
use std::fmt::Write;

/// What every run that comes to a place satisfies.
#[derive(Clone, Debug)]
pub struct ConditionReport {
    /// The files that spans point into.
    pub sources: Sources,
    /// The program's file as the user named it.
    pub file: String,
    /// The place as the user named it.
    pub place: String,
    /// The ways there: each run takes one of them, and satisfies all that stands with it.
    pub ways: Vec<WayThere>,
    /// Why the condition is void, if it is: what was not explored.
    pub void: Vec<Open>,
    /// The same as an SMT-LIB script.
    pub smtlib: String,
}

/// A way to a place.
#[derive(Clone, Debug)]
pub struct WayThere {
    /// What all runs along it satisfy.
    pub conditions: Vec<String>,
    /// Whether each model of the conditions is a run; else it may be that no run has these inputs.
    pub exact: bool,
    /// The inputs that it reads: name and place.
    pub inputs: Vec<(String, Span)>,
}

/// The report as text.
pub fn text(report: &ConditionReport) -> String {
    let mut out = String::new();
    if !report.void.is_empty() {
        let _ = writeln!(out, "void: not all ways to {} are known", report.place);
        for open in &report.void {
            let _ = writeln!(out, "  {}: {}", place(&report.sources, open.span), open.why);
        }
    }
    match report.ways.as_slice() {
        [] if report.void.is_empty() => {
            let _ = writeln!(out, "No run comes to {}.", report.place);
        }
        [] => {}
        [only] => {
            let _ = writeln!(out, "{}:", heading(report, "all of this"));
            way_text(&mut out, only, "  ");
        }
        ways => {
            let _ = writeln!(out, "{}:", heading(report, "one of these"));
            for (number, way) in ways.iter().enumerate() {
                let _ = writeln!(out, "  way {}:", number + 1);
                way_text(&mut out, way, "    ");
            }
        }
    }
    if report.ways.iter().any(|way| !way.exact) {
        let _ = writeln!(
            out,
            "κ counts rounds of a loop along one of its ways. The condition is necessary only."
        );
    }
    out
}

fn heading(report: &ConditionReport, what: &str) -> String {
    match report.void.is_empty() {
        true => format!("Every run that comes to {} satisfies {what}", report.place),
        false => format!("Runs along the ways that are known satisfy {what}"),
    }
}

fn way_text(out: &mut String, way: &WayThere, indent: &str) {
    for condition in &way.conditions {
        let _ = writeln!(out, "{indent}{condition}");
    }
    if way.conditions.is_empty() {
        let _ = writeln!(out, "{indent}nothing: all inputs lead there");
    }
}

/// The report as JSON.
pub fn json(report: &ConditionReport) -> Value {
    let ways: Vec<Value> = report
        .ways
        .iter()
        .map(|way| {
            let inputs: Vec<Value> = way
                .inputs
                .iter()
                .map(|(name, span)| json!({"name": name, "line": span.start.line}))
                .collect();
            json!({"conditions": way.conditions, "exact": way.exact, "inputs": inputs})
        })
        .collect();
    let void: Vec<Value> = report
        .void
        .iter()
        .map(
            |open| json!({"where": place(&report.sources, open.span), "loop": open.in_loop, "why": open.why}),
        )
        .collect();
    json!({
        "tool": "kyklos",
        "version": env!("CARGO_PKG_VERSION"),
        "file": report.file,
        "place": report.place,
        "ways": ways,
        "void": void,
        "smtlib": report.smtlib,
    })
}
