//! Techniques that cover, used as a filter for others [apc §6–7].
//!
//! Where techniques that cover runs are named beside others, they explore first, for a part of the time. No run comes
//! to a place that they have refuted, so the others, which explore next, end states that lead nowhere else.

use crate::check::{CheckError, CheckOptions, Progress};
use crate::explore::{Company, Outcome, explore_program};
use crate::ledger::Ledger;
use crate::places::Settled;
use crate::portfolio::together;
use crate::task::Task;
use kyklos_base::Budget;
use kyklos_exec::Feature;
use std::time::Duration;

/// The part of the time that is left for those that cover.
const PART: u32 = 4;
/// And how long it is if there is no limit.
const UNLIMITED: Duration = Duration::from_secs(60);

/// Explores a program with the techniques of the options, those that cover first.
pub(crate) fn explore_filtered(
    task: &Task,
    options: &CheckOptions,
    budget: Budget,
    progress: &mut dyn FnMut(Progress),
    own: &mut [&mut dyn Feature],
) -> Result<Outcome, CheckError> {
    let Some((covering, others)) = options.techniques.parted() else {
        return explore_program(task, options, budget, progress, own, None);
    };
    let most_work = options.most_work.map(|most| most / u64::from(PART));
    let first = CheckOptions { techniques: covering, most_work, ..options.clone() };
    let share = budget.within(budget.remaining().map_or(UNLIMITED, |left| left / PART));
    let covered = explore_program(task, &first, share, progress, own, None)?;
    if covered.is_answer(options.all_errors) || !covered.faults.is_empty() {
        return Ok(covered);
    }
    let refuted = task.places.difference(&covered.unsettled).copied();
    let settled = Settled::new(Ledger::with(refuted), task.places.clone());
    let company = Company { pace: None, settled };
    let left = options.most_work.map(|most| most - most / u64::from(PART));
    let second = CheckOptions { techniques: others, most_work: left, ..options.clone() };
    let explored = explore_program(task, &second, budget, progress, own, Some(company))?;
    Ok(together(task, [covered, explored]))
}
