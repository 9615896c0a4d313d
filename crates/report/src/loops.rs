//! What is known of the loops of a program, as text and as JSON.

mod summary;

pub use summary::dot;

use crate::{Branch, place};
use kyklos_base::{Sources, Span};
use serde_json::{Value, json};
use std::fmt::Write;

/// What is known of all loops of a program.
#[derive(Clone, Debug)]
pub struct LoopsReport {
    /// The files that spans point into.
    pub sources: Sources,
    /// The program's file as the user named it.
    pub file: String,
    /// The loops in the order of the source.
    pub loops: Vec<LoopReport>,
    /// Why the exploration ended before all paths were explored, if it did.
    pub stopped: Option<String>,
    /// Faults of Kyklos itself: closed forms that a self-check has found wrong.
    pub faults: Vec<String>,
}

/// What is known of a loop.
#[derive(Clone, Debug)]
pub struct LoopReport {
    /// Its head.
    pub span: Span,
    /// Its first and last line.
    pub lines: (u32, u32),
    /// The function it is in.
    pub function: String,
    /// The line of the next loop around it.
    pub inside: Option<u32>,
    /// Whether a path came to it.
    pub reached: bool,
    /// The cycles that were found.
    pub cycles: Vec<CycleReport>,
    /// What was declined: where, and why.
    pub declined: Vec<(Span, String)>,
    /// Its summary, or why there is none; `None` if it was not looked at.
    pub summary: Option<Result<SummaryReport, String>>,
    /// All ways through it together; `None` if nothing is known of them.
    pub together: Option<TogetherReport>,
}

/// All ways through a loop together, as covering jumps see them. Names stand for values when the loop is entered, but
/// in conditions of ways and facts for those at the start of a round.
#[derive(Clone, Debug)]
pub struct TogetherReport {
    /// The counter of each way, and when a round goes it.
    pub ways: Vec<(String, String)>,
    /// What changes, and its value after so many rounds along each way.
    pub forms: Vec<(String, String)>,
    /// How often loops inside go round in a round of this one: their lines, and the number.
    pub inner: Vec<(u32, String)>,
    /// What holds at the head before and after every round.
    pub facts: Vec<String>,
}

/// The summary of a loop: its class, its automaton, its traces.
#[derive(Clone, Debug)]
pub struct SummaryReport {
    /// 1 to 4.
    pub class: u32,
    /// How its paths follow each other.
    pub interleaving: &'static str,
    /// Whether all conditions move by fixed amounts.
    pub inductive: bool,
    /// The states of the automaton: those that leave the loop first.
    pub states: Vec<StateReport>,
    /// What can follow what: the numbers of two states, and after which k iterations.
    pub edges: Vec<(usize, usize, String)>,
    /// The periods of cycles: the numbers of states, and how often each is followed.
    pub periods: Vec<Vec<(usize, String)>>,
    /// The traces, or why there are none that are exact.
    pub traces: Result<Vec<TraceReport>, String>,
    /// Paths that were not looked at, and why.
    pub other: Vec<String>,
}

/// A state of the automaton: a path of an iteration.
#[derive(Clone, Debug)]
pub struct StateReport {
    /// Where the loop is left to, if it is.
    pub exit: Option<String>,
    /// When an iteration follows it.
    pub condition: String,
    /// What it changes, and to what.
    pub changes: Vec<(String, String)>,
}

/// A trace: an order in which paths follow each other till the loop is left.
#[derive(Clone, Debug)]
pub struct TraceReport {
    /// The states in order.
    pub order: String,
    /// When it is taken.
    pub condition: String,
    /// What it changes, and to what.
    pub changes: Vec<(String, String)>,
}

/// A path through a loop from its head back to it.
#[derive(Clone, Debug)]
pub struct CycleReport {
    /// The lines it passes.
    pub lines: Vec<u32>,
    /// The branches it takes.
    pub branches: Vec<Branch>,
    /// The closed form, or why there is none.
    pub closed: Result<ClosedCycle, String>,
}

/// A cycle in closed form. Names stand for values when the head is reached.
#[derive(Clone, Debug)]
pub struct ClosedCycle {
    /// Inputs that an iteration reads: the name of the function of the iteration, and where.
    pub inputs: Vec<(String, Span)>,
    /// What changes, and its value after κ iterations.
    pub forms: Vec<(String, String)>,
    /// That the first κ iterations follow the cycle.
    pub condition: IteratedCondition,
    /// That numbers stay within their types in these, where the condition does not say so.
    pub ranges: Option<IteratedCondition>,
    /// Where and when it is left after κ iterations, if numbers stay within their types.
    pub exits: Vec<ExitReport>,
    /// The forms hold for at most this many iterations.
    pub limit: Option<u32>,
}

/// A condition on each of the first κ iterations.
#[derive(Clone, Debug)]
pub struct IteratedCondition {
    /// As ∀τ.
    pub quantified: String,
    /// The same without quantifiers, where that is possible.
    pub exact: Option<String>,
}

/// A way to leave a cycle.
#[derive(Clone, Debug)]
pub struct ExitReport {
    /// Where.
    pub span: Span,
    /// What comes instead.
    pub to: ExitTarget,
    /// When.
    pub condition: String,
}

/// Where an exit of a cycle leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExitTarget {
    /// Out of the loop, to this line.
    Out(u32),
    /// Elsewhere in the loop, to this line.
    Inside(u32),
    /// To an error.
    Error(String),
    /// Into an inner loop that does not run as in its closed form.
    InnerLoop,
}

/// The report as text.
pub fn text(report: &LoopsReport) -> String {
    let mut out = String::new();
    for found in &report.loops {
        loop_text(&mut out, report, found);
        out.push('\n');
    }
    if report.loops.is_empty() {
        let _ = writeln!(out, "The program has no loops.");
    }
    if let Some(why) = &report.stopped {
        let _ = writeln!(out, "Not all paths were explored: {why}.");
    }
    legend(&mut out, report);
    out
}

fn loop_text(out: &mut String, report: &LoopsReport, found: &LoopReport) {
    let _ = write!(
        out,
        "loop at {}, {} in `{}`",
        place(&report.sources, found.span),
        lines(found.lines),
        found.function
    );
    let inside = found.inside.map_or(String::new(), |line| format!(", inside the loop at line {line}"));
    let _ = writeln!(out, "{inside}");
    if !found.reached {
        let reason = if report.stopped.is_some() { "was not reached so far" } else { "is never reached" };
        let _ = writeln!(out, "  {reason}");
    } else if found.cycles.is_empty() && found.declined.is_empty() {
        let _ = writeln!(out, "  no path leads through it more than once");
    }
    for (number, cycle) in found.cycles.iter().enumerate() {
        let _ = writeln!(out, "  cycle {}: {}", number + 1, passed(&cycle.lines));
        cycle_text(out, cycle);
    }
    for (span, why) in &found.declined {
        let _ = writeln!(out, "  declined, line {}: {why}", span.start.line);
    }
    if let Some(together) = &found.together {
        // What one way alone does was said above.
        let closed = found.cycles.len() == 1 && found.cycles.iter().all(|cycle| cycle.closed.is_ok());
        together_text(out, together, together.ways.len() == 1 && closed && found.declined.is_empty());
    }
    match &found.summary {
        Some(Ok(summary)) => summary::text(out, summary),
        Some(Err(why)) => {
            let _ = writeln!(out, "  no summary: {why}");
        }
        None => {}
    }
}

fn together_text(out: &mut String, together: &TogetherReport, is_known: bool) {
    let counters: Vec<&str> = together.ways.iter().map(|(counter, _)| counter.as_str()).collect();
    let (ways, forms) = if is_known { (&[][..], &[][..]) } else { (&together.ways[..], &together.forms[..]) };
    if !ways.is_empty() {
        let along = if counters.len() > 1 { " along each" } else { "" };
        let _ = writeln!(out, "  all ways together, after {} rounds{along}:", counters.join(", "));
    }
    for (counter, condition) in ways {
        let _ = writeln!(out, "    {counter}: {condition}");
    }
    for (name, value) in forms {
        let _ = writeln!(out, "    {name} ↦ {value}");
    }
    for (line, rounds) in &together.inner {
        let _ = writeln!(out, "  the loop at line {line} goes round {rounds} times in a round");
    }
    if !together.facts.is_empty() {
        let _ = writeln!(out, "  facts, before and after each round:");
    }
    for fact in &together.facts {
        let _ = writeln!(out, "    {fact}");
    }
}

fn cycle_text(out: &mut String, cycle: &CycleReport) {
    for branch in &cycle.branches {
        let _ =
            writeln!(out, "    line {}: {} is {}", branch.span.start.line, branch.condition, branch.holds);
    }
    match &cycle.closed {
        Ok(closed) => closed_text(out, closed),
        Err(why) => {
            let _ = writeln!(out, "    declined: {why}");
        }
    }
}

fn closed_text(out: &mut String, closed: &ClosedCycle) {
    for (name, span) in &closed.inputs {
        let _ = writeln!(out, "    line {}: iteration τ reads {name}(τ)", span.start.line);
    }
    let limit = closed.limit.map_or(String::new(), |limit| format!(" (κ ≤ {limit})"));
    let _ = writeln!(out, "    after κ iterations{limit}:");
    if closed.forms.is_empty() {
        let _ = writeln!(out, "      nothing has changed");
    }
    for (name, value) in &closed.forms {
        let _ = writeln!(out, "      {name} ↦ {value}");
    }
    let _ = writeln!(out, "    the first κ iterations follow it if:");
    condition_text(out, &closed.condition);
    if let Some(ranges) = &closed.ranges {
        let _ = writeln!(out, "    and numbers stay within their types:");
        condition_text(out, ranges);
    }
    let _ = writeln!(out, "    it is left after κ iterations:");
    if closed.exits.is_empty() {
        let _ = writeln!(out, "      never");
    }
    for exit in &closed.exits {
        let to = match &exit.to {
            ExitTarget::Out(line) => format!("out of the loop, to line {line}"),
            ExitTarget::Inside(line) => format!("on another path, to line {line}"),
            ExitTarget::Error(message) => format!("by an error, {message}"),
            ExitTarget::InnerLoop => "as the inner loop runs otherwise".to_owned(),
        };
        let _ = writeln!(out, "      line {}, {to}: {}", exit.span.start.line, exit.condition);
    }
}

fn condition_text(out: &mut String, condition: &IteratedCondition) {
    let _ = writeln!(out, "      {}", condition.quantified);
    if let Some(exact) = &condition.exact {
        let _ = writeln!(out, "      that is: {exact}");
    }
}

fn lines((first, last): (u32, u32)) -> String {
    if first == last { format!("line {first},") } else { format!("lines {first} to {last},") }
}

fn passed(lines: &[u32]) -> String {
    let numbers: Vec<String> = lines.iter().map(u32::to_string).collect();
    format!("line{} {}", if lines.len() == 1 { "" } else { "s" }, numbers.join(" → "))
}

/// Says what signs mean that stand for themselves nowhere else.
fn legend(out: &mut String, report: &LoopsReport) {
    let cycles = report.loops.iter().flat_map(|found| &found.cycles);
    let cycles: Vec<&ClosedCycle> = cycles.filter_map(|cycle| cycle.closed.as_ref().ok()).collect();
    let together: Vec<&TogetherReport> =
        report.loops.iter().filter_map(|found| found.together.as_ref()).collect();
    if cycles.is_empty() && together.is_empty() {
        return;
    }
    let uses = |sign: &str| {
        let values = cycles.iter().flat_map(|cycle| &cycle.forms).map(|(_, value)| value);
        let conditions = cycles.iter().flat_map(|cycle| &cycle.exits).map(|exit| &exit.condition);
        let others =
            together.iter().flat_map(|all| all.forms.iter().map(|(_, value)| value).chain(&all.facts));
        values.chain(conditions).chain(others).any(|text| text.contains(sign))
    };
    let _ = writeln!(out, "Names stand for values at the loop's head before the first of κ ≥ 0 iterations.");
    if !together.is_empty() {
        let _ = writeln!(
            out,
            "What all ways do together is as the first path sees it that comes to the loop; facts and conditions of\n\
             ways speak of values at the head at any time. Other counters are those of loops around or before."
        );
    }
    if uses("★") {
        let _ = writeln!(out, "★ is a value of which no more is known than the facts say.");
    }
    if uses("wrap(") {
        let _ = writeln!(out, "wrap(x) is x brought into its type's range.");
    }
    if uses("₀") {
        let _ = writeln!(out, "x₀ is an earlier value that is called x too.");
    }
    if uses("χ") {
        let _ = writeln!(out, "A(χ) is the element of A at index χ.");
    }
    if uses("ite(") {
        let _ = writeln!(out, "ite(c, a, b) is a if c holds, else b.");
    }
    if uses("C(κ,") {
        let _ = writeln!(out, "C(κ,k) is the binomial coefficient κ·(κ - 1)·…·(κ - k + 1)/k!.");
    }
    if uses("div(") || uses("mod(") {
        let _ = writeln!(out, "div and mod are quotient and remainder, the remainder never negative.");
    }
}

/// The report as one JSON object.
pub fn json(report: &LoopsReport) -> Value {
    let loops = report.loops.iter().map(|found| loop_json(&report.sources, found));
    json!({
        "tool": "kyklos",
        "version": env!("CARGO_PKG_VERSION"),
        "file": report.file,
        "loops": loops.collect::<Vec<_>>(),
        "stopped": report.stopped,
        "faults": report.faults,
    })
}

fn loop_json(sources: &Sources, found: &LoopReport) -> Value {
    let declined = found.declined.iter().map(|(span, why)| json!({ "line": span.start.line, "why": why }));
    json!({
        "file": sources.name(found.span.file),
        "line": found.span.start.line,
        "column": found.span.start.column,
        "first_line": found.lines.0,
        "last_line": found.lines.1,
        "function": found.function,
        "inside": found.inside,
        "reached": found.reached,
        "cycles": found.cycles.iter().map(cycle_json).collect::<Vec<_>>(),
        "declined": declined.collect::<Vec<_>>(),
        "summary": found.summary.as_ref().and_then(|summary| summary.as_ref().ok()).map(summary::json),
        "together": found.together.as_ref().map(together_json),
        "no_summary": found.summary.as_ref().and_then(|summary| summary.as_ref().err()),
    })
}

fn together_json(together: &TogetherReport) -> Value {
    let ways = together.ways.iter().map(|(counter, way)| json!({ "counter": counter, "condition": way }));
    let forms = together.forms.iter().map(|(name, value)| json!({ "name": name, "value": value }));
    let inner = together.inner.iter().map(|(line, rounds)| json!({ "line": line, "rounds": rounds }));
    json!({
        "ways": ways.collect::<Vec<_>>(),
        "after": forms.collect::<Vec<_>>(),
        "inner": inner.collect::<Vec<_>>(),
        "facts": together.facts,
    })
}

fn cycle_json(cycle: &CycleReport) -> Value {
    let branches = cycle.branches.iter().map(|branch| {
        json!({ "line": branch.span.start.line, "condition": branch.condition, "holds": branch.holds })
    });
    json!({
        "lines": cycle.lines,
        "branches": branches.collect::<Vec<_>>(),
        "closed": cycle.closed.as_ref().ok().map(closed_json),
        "declined": cycle.closed.as_ref().err(),
    })
}

fn closed_json(closed: &ClosedCycle) -> Value {
    let inputs = closed.inputs.iter().map(|(name, span)| json!({ "name": name, "line": span.start.line }));
    let forms = closed.forms.iter().map(|(name, value)| json!({ "name": name, "value": value }));
    json!({
        "inputs": inputs.collect::<Vec<_>>(),
        "after": forms.collect::<Vec<_>>(),
        "condition": condition_json(&closed.condition),
        "ranges": closed.ranges.as_ref().map(condition_json),
        "exits": closed.exits.iter().map(exit_json).collect::<Vec<_>>(),
        "limit": closed.limit,
    })
}

fn condition_json(condition: &IteratedCondition) -> Value {
    json!({ "quantified": condition.quantified, "exact": condition.exact })
}

fn exit_json(exit: &ExitReport) -> Value {
    let (kind, line, message) = match &exit.to {
        ExitTarget::Out(line) => ("out", Some(line), None),
        ExitTarget::Inside(line) => ("inside", Some(line), None),
        ExitTarget::Error(message) => ("error", None, Some(message)),
        ExitTarget::InnerLoop => ("inner-loop", None, None),
    };
    json!({
        "line": exit.span.start.line,
        "kind": kind,
        "to": line,
        "error": message,
        "condition": exit.condition,
    })
}
