//! Summaries of loops: class, automaton and traces, as text, JSON and DOT.

use super::{LoopsReport, StateReport, SummaryReport};
use serde_json::{Value, json};
use std::fmt::Write;

/// A summary as text.
pub(super) fn text(out: &mut String, summary: &SummaryReport) {
    let _ = writeln!(out, "  {}", class(summary));
    for (number, state) in summary.states.iter().enumerate() {
        let _ = writeln!(out, "    p{}: {}{}", number + 1, state.condition, does(state));
    }
    for why in &summary.other {
        let _ = writeln!(out, "    other paths, {why}");
    }
    for (from, to, condition) in &summary.edges {
        let _ = writeln!(out, "    p{} → p{}: {condition}", from + 1, to + 1);
    }
    for period in &summary.periods {
        let members: Vec<String> =
            period.iter().map(|(state, count)| format!("p{} × {count}", state + 1)).collect();
        let _ = writeln!(out, "    period: {}", members.join(", "));
    }
    match &summary.traces {
        Ok(traces) => {
            let _ = writeln!(out, "  traces:");
            for trace in traces {
                let _ = writeln!(out, "    {}: {}", trace.order, trace.condition);
                for (name, value) in &trace.changes {
                    let _ = writeln!(out, "      {name} ↦ {value}");
                }
            }
        }
        Err(why) => {
            let _ = writeln!(out, "  no exact traces: {why}");
        }
    }
}

fn class(summary: &SummaryReport) -> String {
    let conditions = if summary.inductive { "all move" } else { "not all move" };
    format!(
        "automaton: type {}, {}, conditions {conditions} by fixed amounts",
        summary.class, summary.interleaving
    )
}

/// What a state does.
fn does(state: &StateReport) -> String {
    let changes: Vec<String> =
        state.changes.iter().map(|(name, value)| format!("{name} ↦ {value}")).collect();
    match (&state.exit, changes.as_slice()) {
        (Some(exit), _) => format!("; {exit}"),
        (None, []) => String::new(),
        (None, changes) => format!("; {}", changes.join(", ")),
    }
}

/// A summary as JSON.
pub(super) fn json(summary: &SummaryReport) -> Value {
    let changes = |changes: &[(String, String)]| {
        let each = changes.iter().map(|(name, value)| json!({ "name": name, "value": value }));
        each.collect::<Vec<_>>()
    };
    let states = summary.states.iter().zip(1..).map(|(state, number)| {
        json!({
            "name": format!("p{number}"),
            "exit": state.exit,
            "condition": state.condition,
            "changes": changes(&state.changes),
        })
    });
    let edges = summary.edges.iter().map(|(from, to, condition)| {
        json!({ "from": format!("p{}", from + 1), "to": format!("p{}", to + 1), "condition": condition })
    });
    let periods = summary.periods.iter().map(|period| {
        let each =
            period.iter().map(|(state, count)| json!({ "state": format!("p{}", state + 1), "times": count }));
        each.collect::<Vec<_>>()
    });
    let traces = summary.traces.as_ref().ok().map(|traces| {
        let each = traces.iter().map(|trace| {
            json!({ "order": trace.order, "condition": trace.condition, "changes": changes(&trace.changes) })
        });
        each.collect::<Vec<_>>()
    });
    json!({
        "type": summary.class,
        "interleaving": summary.interleaving,
        "inductive": summary.inductive,
        "states": states.collect::<Vec<_>>(),
        "edges": edges.collect::<Vec<_>>(),
        "periods": periods.collect::<Vec<_>>(),
        "traces": traces,
        "no_traces": summary.traces.as_ref().err(),
    })
}

/// The automata of all loops as one graph in DOT.
pub fn dot(report: &LoopsReport) -> String {
    let mut out = String::from("digraph loops {\n  node [shape=box];\n");
    for (number, found) in report.loops.iter().enumerate() {
        let Some(Ok(summary)) = &found.summary else { continue };
        let _ = writeln!(out, "  subgraph cluster_{number} {{");
        let title = format!("loop at line {}, type {}", found.span.start.line, summary.class);
        let _ = writeln!(out, "    label={};", quoted(&title));
        for (state, each) in summary.states.iter().enumerate() {
            let label = format!("p{}: {}{}", state + 1, each.condition, does(each));
            let shape = if each.exit.is_some() { ", peripheries=2" } else { "" };
            let _ = writeln!(out, "    l{number}p{} [label={}{shape}];", state + 1, quoted(&label));
        }
        for (from, to, condition) in &summary.edges {
            let label = quoted(condition);
            let _ = writeln!(out, "    l{number}p{} -> l{number}p{} [label={label}];", from + 1, to + 1);
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
