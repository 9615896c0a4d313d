//! Limits of time and memory.

use crate::watch::Watch;
use crate::{Input, status};
use clap::Args;
use kyklos::base::Budget;
use kyklos::solver::Interrupt;
use std::time::Duration;

/// The limits of commands that explain rather than decide.
#[derive(Args)]
pub struct LimitArgs {
    /// The most time in all, in seconds; 0 is no limit. Default is 10
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, hide_default_value = true, value_parser = seconds)]
    timeout: f64,

    /// The most memory, in MB; 0 is no limit. Default is 4096
    #[arg(long, value_name = "MB", default_value_t = 4096, hide_default_value = true)]
    memory: u64,
}

impl LimitArgs {
    /// From now on the limits hold: the budget, and what ends the command if the budget is not looked at.
    pub fn begin(&self, input: &Input, interrupt: &Interrupt) -> (Budget, Watch) {
        let budget = budget(self.timeout, self.memory);
        let file = input.file().display().to_string();
        let watch = Watch::start(&budget, interrupt.clone(), move |why| {
            eprintln!("error: {file}: {why}");
            status::NO_ANSWER
        });
        (budget, watch)
    }
}

/// A budget of seconds and megabytes; 0 is no limit.
pub fn budget(timeout: f64, memory: u64) -> Budget {
    let time = (timeout > 0.0).then(|| Duration::from_secs_f64(timeout));
    let memory = (memory > 0).then(|| memory.saturating_mul(1 << 20));
    Budget::new(time, memory)
}

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1e9).contains(&value) => Ok(value),
        _ => Err("a number of seconds, 0 or more, is needed".to_owned()),
    }
}
