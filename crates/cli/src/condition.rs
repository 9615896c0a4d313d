//! `kyklos condition`.

use crate::check::{refused, seconds};
use crate::watch::Watch;
use crate::{Input, status};
use clap::Args;
use kyklos::base::{Budget, FileId};
use kyklos::report::condition::{json, text};
use kyklos::{CheckOptions, Loaded};
use std::io::Write;
use std::time::Duration;

#[derive(Args)]
pub struct ConditionArgs {
    #[command(flatten)]
    input: Input,

    /// The place: LINE, LINE:COLUMN, a label or a function
    #[arg(long, value_name = "WHERE")]
    at: String,

    /// Print the condition as an SMT-LIB script
    #[arg(long, conflicts_with = "json")]
    smtlib: bool,

    /// The most time in all, in seconds; 0 is no limit. Default is 10
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, hide_default_value = true, value_parser = seconds)]
    timeout: f64,

    /// The most memory, in MB; 0 is no limit. Default is 4096
    #[arg(long, value_name = "MB", default_value_t = 4096, hide_default_value = true)]
    memory: u64,

    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
}

/// Tells what every run that comes to a place satisfies.
pub fn condition(args: &ConditionArgs) -> u8 {
    let options = CheckOptions::default();
    let time = (args.timeout > 0.0).then(|| Duration::from_secs_f64(args.timeout));
    let memory = (args.memory > 0).then(|| args.memory.saturating_mul(1 << 20));
    let budget = Budget::new(time, memory);
    let file = args.input.file().display().to_string();
    let watch = Watch::start(&budget, options.chain.interrupt.clone(), move |why| {
        eprintln!("error: {file}: {why}");
        status::NO_ANSWER
    });
    let Loaded { program, .. } = match args.input.load_aloud(&options.checks) {
        Ok(loaded) => loaded,
        Err(status) => return status,
    };
    let points = match kyklos::find_place(&program, &args.at) {
        Ok(points) => points,
        Err(error) => return refused(&format!("{}: --at: {error}", program.sources.name(FileId(0)))),
    };
    let result = kyklos::condition(&program, &args.at, points, &options, budget);
    watch.answer();
    let report = match result {
        Ok(report) => report,
        Err(error) => return refused(&error.to_string()),
    };
    let output = match (args.json, args.smtlib) {
        (true, _) => format!("{}\n", json(&report)),
        (_, true) => {
            // Who reads the script alone must see that it says nothing.
            let void = report.void.iter().map(|open| format!("; void: {}\n", open.why));
            format!("{}{}", void.collect::<String>(), report.smtlib)
        }
        _ => text(&report),
    };
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(output.as_bytes()).and_then(|()| out.flush())
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        return refused(&format!("cannot write the condition: {error}"));
    }
    if report.void.is_empty() { status::OK } else { status::NO_ANSWER }
}
