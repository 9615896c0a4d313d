//! Reports for people.

use crate::{Branch, Finding, FindingKind, Format, Open, Report, Statistics, place};
use kyklos_base::{Diagnostic, Sources, Span};
use std::fmt::Write;

/// The form.
pub const TEXT: Format = Format { name: "text", help: "text for people", for_people: true, write: text };

/// How a report is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// With terminal colours.
    pub color: bool,
    /// With the counters.
    pub statistics: bool,
    /// The verdict alone.
    pub quiet: bool,
}

/// The report as text. The last line is the verdict alone.
pub fn text(report: &Report, style: Style) -> String {
    let mut out = String::new();
    if !style.quiet {
        for finding in &report.findings {
            finding_text(&mut out, &report.sources, finding, style.color);
        }
        for open in &report.incomplete {
            open_text(&mut out, &report.sources, open);
        }
        for assumption in report.assumptions.iter().take(MOST_ASSUMED) {
            let _ = writeln!(out, "{}", assumption.line(&report.sources));
        }
        if let Some(more @ 1..) = report.assumptions.len().checked_sub(MOST_ASSUMED) {
            let _ = writeln!(out, "assumed: {more} more (--json has them all)");
        }
        if style.statistics {
            statistics_text(&mut out, &report.statistics);
        }
    }
    let _ = writeln!(out, "verdict: {}", report.verdict.name());
    out
}

fn finding_text(out: &mut String, sources: &Sources, finding: &Finding, color: bool) {
    let message = format!("{} [{}]", finding.message, finding.kind.name());
    let diagnostic = match finding.kind {
        FindingKind::Reached => Diagnostic::note(finding.span, message),
        FindingKind::Error(_) => Diagnostic::error(finding.span, message),
    };
    out.push_str(&diagnostic.render(sources, color));
    let _ = writeln!(out, "  in `{}`, replay: {}", finding.function, finding.confirmation());
    let overflows = finding.overflows.iter();
    let overflows: Vec<String> =
        overflows.map(|span| format!("{}:{}", sources.name(span.file), span.start.line)).collect();
    if !overflows.is_empty() {
        let _ = writeln!(out, "  signed overflow at {}", overflows.join(", "));
    }
    if finding.inputs.is_empty() {
        let _ = writeln!(out, "  inputs: none");
    } else {
        let _ = writeln!(out, "  inputs:");
    }
    shortened(out, finding.inputs.len(), |out, index| {
        let input = &finding.inputs[index];
        let kind = if input.argument { "argument" } else { "read" };
        let line = line_text(sources, finding, input.span);
        let _ = writeln!(out, "    {} = {} ({kind}, {line})", input.name, input.text());
    });
    if !finding.path.is_empty() {
        let _ = writeln!(out, "  path:");
    }
    shortened(out, finding.path.len(), |out, index| {
        let branch = &finding.path[index];
        branch_text(out, &line_text(sources, finding, branch.span), branch);
    });
    if finding.path_cut {
        let _ = writeln!(out, "    … and more");
    }
    out.push('\n');
}

/// A line, and its file if that is not the finding's.
fn line_text(sources: &Sources, finding: &Finding, span: Span) -> String {
    let line = span.start.line;
    match span.file == finding.span.file || span.is_nowhere() {
        true => format!("line {line}"),
        false => format!("line {line} of {}", sources.name(span.file)),
    }
}

fn branch_text(out: &mut String, line: &str, branch: &Branch) {
    let times = if branch.times > 1 { format!(" ({} times)", branch.times) } else { String::new() };
    let _ = writeln!(out, "    {line}: {} is {}{times}", branch.condition, branch.holds);
}

/// Assumptions that are shown.
const MOST_ASSUMED: usize = 10;

/// Entries shown at each end of a long list.
const SHOWN: usize = 12;

/// Writes the entries of a list; the middle of a long one is left out.
fn shortened(out: &mut String, count: usize, mut entry: impl FnMut(&mut String, usize)) {
    let left_out = count.saturating_sub(2 * SHOWN);
    for index in 0..count {
        if left_out > 0 && index == SHOWN {
            let _ = writeln!(out, "    … {left_out} more …");
        }
        if left_out == 0 || index < SHOWN || index >= SHOWN + left_out {
            entry(out, index);
        }
    }
}

fn open_text(out: &mut String, sources: &Sources, open: &Open) {
    let what = if open.in_loop { "loop at " } else { "" };
    let paths = match open.paths {
        0 => String::new(),
        1 => " (1 path)".to_owned(),
        count => format!(" ({count} paths)"),
    };
    let _ = writeln!(out, "incomplete: {what}{}: {}{paths}", place(sources, open.span), open.why);
}

fn statistics_text(out: &mut String, statistics: &Statistics) {
    let Statistics { paths, states, forks, instructions, queries, failures, cache_hits, .. } = statistics;
    let (covered, edges) = statistics.coverage;
    if !statistics.lanes.is_empty() {
        let answered = statistics.technique.unwrap_or("none of them alone");
        let _ = writeln!(out, "lanes: {}; answered: {answered}", statistics.lanes.join(", "));
    }
    let _ = writeln!(out, "paths: {paths}, states: {states}, forks: {forks}, instructions: {instructions}");
    let (stands_for, without_error) = (&statistics.stands_for, &statistics.without_error);
    let _ = writeln!(out, "paths that these stand for: {stands_for}, without an error: {without_error}");
    let counted: Vec<_> =
        statistics.techniques.iter().map(|(name, count)| format!("{name} {count}")).collect();
    if !counted.is_empty() {
        let _ = writeln!(out, "techniques: {}", counted.join(", "));
    }
    let _ = writeln!(out, "coverage: {covered} of {edges} edges");
    let layers: Vec<_> =
        statistics.layers.iter().map(|(name, answered)| format!("{name} {answered}")).collect();
    let _ = writeln!(
        out,
        "queries: {queries}, without an answer: {failures}, from the cache: {cache_hits}, answered by: {}",
        layers.join(", ")
    );
    let memory =
        statistics.peak_memory.map_or(String::new(), |bytes| format!(", memory: {} MB", bytes >> 20));
    let _ = writeln!(
        out,
        "time: {:.3} s, in the solver: {:.3} s{memory}",
        statistics.time.as_secs_f64(),
        statistics.solver_time.as_secs_f64()
    );
}
