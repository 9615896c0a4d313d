//! `kyklos annotations`.

use crate::check::{CheckName, refused, seconds};
use crate::watch::Watch;
use crate::{Input, status};
use clap::Args;
use kyklos::annotations::LineAnnotation;
use kyklos::base::Budget;
use kyklos::{CheckOptions, Loaded};
use std::io::Write;
use std::time::Duration;

#[derive(Args)]
pub struct AnnotationsArgs {
    #[command(flatten)]
    input: Input,

    /// The kinds of errors that are excluded. Default: all but overflow
    #[arg(long = "check", value_enum, value_delimiter = ',', value_name = "KINDS")]
    checks: Vec<CheckName>,

    /// The most time, in seconds; 0 is no limit. Default is 10
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, hide_default_value = true, value_parser = seconds)]
    timeout: f64,

    /// The most memory, in MB; 0 is no limit. Default is 4096
    #[arg(long, value_name = "MB", default_value_t = 4096, hide_default_value = true)]
    memory: u64,
}

/// Prints what path subsumption knows before each line.
pub fn annotations(args: &AnnotationsArgs) -> u8 {
    let mut options = CheckOptions::default();
    if !args.checks.is_empty() {
        options.checks = args.checks.iter().map(|name| name.class()).collect();
    }
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
    let result = kyklos::annotations::annotations(&program, &options, budget);
    watch.answer();
    let all = match result {
        Ok(all) => all,
        Err(error) => return refused(&error.to_string()),
    };
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text(&all).as_bytes()).and_then(|()| out.flush())
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        return refused(&format!("cannot write the annotations: {error}"));
    }
    status::OK
}

fn text(all: &[LineAnnotation]) -> String {
    let mut text = String::new();
    let mut function = None;
    for line in all {
        if function != Some(&line.function) {
            text.push_str(&format!("{} in {}\n", line.function, line.file));
            function = Some(&line.function);
        }
        let how = if line.inductive { "  (by induction)" } else { "" };
        text.push_str(&format!("{:>5}: {}{how}\n", line.line, line.conditions.join("\n    or ")));
    }
    if all.is_empty() {
        text.push_str("no annotations: no subtree was finished without errors\n");
    }
    text
}
