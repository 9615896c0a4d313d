//! `kyklos loops`.

use crate::check::refused;
use crate::limits::LimitArgs;
use crate::output::print;
use crate::settings::class_names;
use crate::{Input, status};
use clap::Args;
use kyklos::flow::CheckClass;
use kyklos::report::chains;
use kyklos::report::loops::{dot, json, text};
use kyklos::{CheckOptions, Loaded};
use std::time::Duration;

#[derive(Args)]
pub struct LoopsArgs {
    #[command(flatten)]
    input: Input,

    /// The kinds of errors that end iterations. Default: all but overflow
    #[arg(long = "check", value_delimiter = ',', value_name = "KINDS", value_parser = class_names())]
    checks: Vec<CheckClass>,

    /// Check each closed form: against execution for up to 5 iterations, and by induction
    #[arg(long)]
    self_check: bool,

    /// Tell the chains to errors instead: how many ways there are from the start with each loop left out, which of
    /// them lead nowhere, and constraints over the numbers of rounds for the others
    #[arg(long)]
    chains: bool,

    /// With --chains: the chains to this place, a LINE, LINE:COLUMN, a label or a function's name
    #[arg(long, value_name = "WHERE", requires = "chains")]
    at: Option<String>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,

    /// How it is printed: text, or the automata of the loops as a graph for Graphviz
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "json")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Dot,
}

/// Lists the loops of a program and what is known of each.
pub fn loops(args: &LoopsArgs) -> u8 {
    // Loops are to be reached, not paths to be decided.
    let solver_timeout = Duration::from_millis(500);
    let mut options = CheckOptions { solver_timeout, ..CheckOptions::default() };
    if args.self_check {
        options.settings = kyklos::techniques::settings(&[("self-check", "true")]).unwrap_or_default();
    }
    if !args.checks.is_empty() {
        options.checks.clone_from(&args.checks);
    }
    let (budget, watch) = args.limits.begin(&args.input, &options.chain.interrupt);
    let Loaded { program, .. } = match args.input.load(&options.checks) {
        Ok(loaded) => loaded,
        Err(status) => return status,
    };
    if args.chains {
        let points = match args.at.as_ref().map(|place| kyklos::find_place(&program, place)).transpose() {
            Ok(points) => points.unwrap_or_default(),
            Err(error) => return refused(&error.to_string()),
        };
        let result = kyklos::chains(&program, points, &options, budget);
        watch.answer();
        return match result {
            Ok(report) if args.json => print("report", &format!("{}\n", chains::json(&report))),
            Ok(report) => print("report", &chains::text(&report)),
            Err(error) => refused(&error.to_string()),
        };
    }
    let result = kyklos::loops(&program, &options, budget);
    watch.answer();
    let report = match result {
        Ok(report) => report,
        Err(error) => return refused(&error.to_string()),
    };
    let output = match args.format {
        _ if args.json => format!("{}\n", json(&report)),
        Format::Text => text(&report),
        Format::Dot => dot(&report),
    };
    let written = print("report", &output);
    if written != status::OK {
        return written;
    }
    for fault in &report.faults {
        eprintln!("internal error: {fault}\nPlease report this with the program and the options.");
    }
    if report.faults.is_empty() { status::OK } else { status::BUG }
}
