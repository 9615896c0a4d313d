//! Reports as JSON, for machines. The fields are a contract (docs/json.md).

use crate::{
    Branch, Finding, Format, InputData, InputValue, NativeRun, Open, Report, Statistics, index_text, place,
};
use kyklos_base::float::text;
use kyklos_base::{FloatFormat, Int, Sources, Span};
use serde_json::{Value, json};

/// The form.
pub const JSON: Format = Format {
    name: "json",
    help: "one JSON object, for machines",
    for_people: false,
    write: |report, _| format!("{}\n", json(report)),
};

/// The report as one JSON object.
pub fn json(report: &Report) -> Value {
    let sources = &report.sources;
    json!({
        "tool": "kyklos",
        "version": env!("CARGO_PKG_VERSION"),
        "file": report.file,
        "verdict": report.verdict.name(),
        "findings": report.findings.iter().map(|finding| finding_json(sources, finding)).collect::<Vec<_>>(),
        "incomplete": report.incomplete.iter().map(|open| open_json(sources, open)).collect::<Vec<_>>(),
        "assumptions": report.assumptions.iter().map(|assumption| assumption.json(sources)).collect::<Vec<_>>(),
        "faults": report.faults,
        "stats": statistics_json(&report.statistics),
    })
}

fn finding_json(sources: &Sources, finding: &Finding) -> Value {
    json!({
        "kind": finding.kind.name(),
        "message": finding.message,
        "file": sources.name(finding.span.file),
        "line": finding.span.start.line,
        "column": finding.span.start.column,
        "function": finding.function,
        "inputs": finding.inputs.iter().map(|input| in_file(input_json(input), sources, finding, input.span)).collect::<Vec<_>>(),
        "path": finding.path.iter().map(|branch| in_file(branch_json(branch), sources, finding, branch.span)).collect::<Vec<_>>(),
        "path_cut": finding.path_cut,
        "overflows": finding.overflows.iter().map(|span| in_file(json!({ "line": span.start.line }), sources, finding, *span)).collect::<Vec<_>>(),
        "replay": finding.replay,
        "native": finding.native.as_ref().map(native_json),
    })
}

/// Says the file of a part of a finding, if that is another than the finding's.
fn in_file(mut value: Value, sources: &Sources, finding: &Finding, span: Span) -> Value {
    if span.file != finding.span.file && !span.is_nowhere() {
        value["file"] = sources.name(span.file).into();
    }
    value
}

fn native_json(run: &NativeRun) -> Value {
    let (shows, why) = match run {
        NativeRun::Confirmed => ("the same", None),
        NativeRun::Different(what) => ("something else", Some(what)),
        NativeRun::Inconclusive(why) | NativeRun::Unavailable(why) => ("nothing", Some(why)),
    };
    json!({ "shows": shows, "why": why })
}

fn input_json(input: &InputValue) -> Value {
    json!({
        "name": input.name,
        "line": input.span.start.line,
        "value": input_data_json(&input.value, input.float),
        "argument": input.argument,
    })
}

fn input_data_json(data: &InputData, float: Option<FloatFormat>) -> Value {
    let number = |value: &Int| match float {
        Some(format) => float_json(&text::show(format, value)),
        None => number(value),
    };
    match data {
        InputData::Number(value) => number(value),
        InputData::Array { elements, otherwise } => {
            let elements: serde_json::Map<String, Value> =
                elements.iter().map(|(indices, value)| (index_text(indices), number(value))).collect();
            json!({ "elements": elements, "otherwise": number(otherwise) })
        }
    }
}

/// A number where JSON and doubles have it, else its text.
fn float_json(text: &str) -> Value {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => json!(value),
        _ => json!(text),
    }
}

fn branch_json(branch: &Branch) -> Value {
    json!({
        "line": branch.span.start.line,
        "condition": branch.condition,
        "holds": branch.holds,
        "times": branch.times,
    })
}

fn open_json(sources: &Sources, open: &Open) -> Value {
    json!({
        "where": place(sources, open.span),
        "loop": open.in_loop,
        "why": open.why,
        "paths": open.paths,
    })
}

fn statistics_json(statistics: &Statistics) -> Value {
    let layers: serde_json::Map<String, Value> =
        statistics.layers.iter().map(|(name, answered)| ((*name).to_owned(), json!(answered))).collect();
    json!({
        "technique": statistics.technique,
        "raced": statistics.lanes,
        "paths": statistics.paths,
        "states": statistics.states,
        "forks": statistics.forks,
        "instructions": statistics.instructions,
        "queries": statistics.queries,
        "failures": statistics.failures,
        "stands_for": number(&statistics.stands_for),
        "without_error": number(&statistics.without_error),
        "techniques": statistics.techniques,
        "cache_hits": statistics.cache_hits,
        "answered_by": layers,
        "covered_edges": statistics.coverage.0,
        "edges": statistics.coverage.1,
        "solver_ms": statistics.solver_time.as_millis() as u64,
        "backend_ms": statistics.backend_time.as_millis() as u64,
        "time_ms": statistics.time.as_millis() as u64,
        "cpu_ms": statistics.cpu_time.map(|time| time.as_millis() as u64),
        "peak_mb": statistics.peak_memory.map(|bytes| bytes >> 20),
    })
}

/// Integers that every reader takes are numbers; larger ones are strings, so
/// that no reader rounds them.
fn number(value: &Int) -> Value {
    const EXACT: i64 = 1 << 53;
    match value.to_i64() {
        Some(small) if (-EXACT..=EXACT).contains(&small) => json!(small),
        _ => json!(value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use kyklos_flow::ErrorKind;

    #[test]
    fn the_contract_has_all_kinds_of_errors() {
        let contract = include_str!("../../../docs/json.md");
        for kind in ErrorKind::ALL {
            let row = format!("| `{kind}` | `{}` | {} |", kind.class().name(), kind.help());
            assert!(contract.contains(&row), "docs/json.md needs the row\n{row}");
        }
    }
}
