//! What the lanes of a portfolio have shown together.

use super::Lane;
use crate::explore::Outcome;
use crate::task::Task;
use kyklos_report::{Finding, Open};

/// What came out of a lane.
pub(crate) struct Ended {
    pub outcome: Outcome,
    /// Whether it was stopped because another had answered: how far it came by then is a matter of chance.
    pub was_stopped: bool,
}

/// What lanes have shown together: what the one says whose answer is taken; or else all that was found and is left open.
pub(crate) fn unite(
    task: &Task,
    lanes: &[Lane],
    ended: Vec<Option<Ended>>,
    winner: Option<usize>,
) -> Outcome {
    let names: Vec<&'static str> = lanes.iter().map(|lane| lane.name).collect();
    let mut ended = ended;
    let Some((winner, won)) = winner.and_then(|winner| Some((winner, ended.get_mut(winner)?.take()?))) else {
        let outcomes = ended.into_iter().flatten().map(|ended| ended.outcome);
        let mut all = together(task, outcomes);
        all.statistics.lanes = names;
        return all;
    };
    let mut outcome = won.outcome;
    outcome.statistics.technique = Some(lanes[winner].name);
    outcome.statistics.lanes = names;
    for other in ended.into_iter().flatten() {
        // A fault that shows up beside a proof casts doubt on it, as does a run that it says there is none of.
        outcome.faults.extend(other.outcome.faults);
        if outcome.is_complete() && outcome.findings.is_empty() {
            outcome.faults.extend(
                other.outcome.findings.first().map(|finding| contradiction(lanes[winner].name, finding)),
            );
        }
        if !other.was_stopped {
            // What others have refuted, the winner has not looked for.
            outcome.ends.add(other.outcome.ends, other.outcome.unsettled.len() < task.places.len());
        }
    }
    outcome
}

fn contradiction(name: &str, finding: &Finding) -> String {
    let (kind, line) = (finding.kind.name(), finding.span.start.line);
    format!("{name} has shown that no run fails, but a run fails at line {line} ({kind})")
}

/// What explorations have shown together, none of which has the answer alone.
pub(crate) fn together(task: &Task, outcomes: impl IntoIterator<Item = Outcome>) -> Outcome {
    let mut all = Outcome { unsettled: task.places.clone(), ..Outcome::default() };
    for outcome in outcomes {
        all.unsettled.retain(|place| outcome.unsettled.contains(place));
        for finding in outcome.findings {
            let same = |known: &Finding| {
                (known.span, &known.kind, &known.message) == (finding.span, &finding.kind, &finding.message)
            };
            if !all.findings.iter().any(same) {
                all.findings.push(finding);
            }
        }
        all.open.extend(outcome.open);
        all.faults.extend(outcome.faults);
        all.ends.add(outcome.ends, true);
        all.statistics.add(outcome.statistics);
    }
    all.findings.sort_by_key(|finding| (finding.span.file, finding.span.start));
    if all.unsettled.is_empty() {
        all.open.clear();
    }
    all.open = told_once(all.open);
    all
}

/// What stopped the tool, each thing once. That time was up for one is told even if another was stopped at the same
/// place by something else: with more time, the first might have got past it.
pub(crate) fn told_once(open: Vec<Open>) -> Vec<Open> {
    let mut told: Vec<Open> = Vec::new();
    for one in open {
        match told.iter_mut().find(|known| known.span == one.span && known.why == one.why) {
            Some(known) => known.paths = known.paths.max(one.paths),
            None => told.push(one),
        }
    }
    told
}
