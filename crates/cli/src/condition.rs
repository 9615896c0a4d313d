//! `kyklos condition`.

use crate::check::refused;
use crate::limits::LimitArgs;
use crate::output::print;
use crate::{Input, status};
use clap::Args;
use kyklos::base::FileId;
use kyklos::report::condition::{json, text};
use kyklos::{CheckOptions, Loaded};

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

    #[command(flatten)]
    limits: LimitArgs,

    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
}

/// Tells what every run that comes to a place satisfies.
pub fn condition(args: &ConditionArgs) -> u8 {
    let options = CheckOptions::default();
    let (budget, watch) = args.limits.begin(&args.input, &options.chain.interrupt);
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
    let printed = print("condition", &output);
    if printed != status::OK {
        return printed;
    }
    if report.void.is_empty() { status::OK } else { status::NO_ANSWER }
}
