//! `kyklos annotations`.

use crate::Input;
use crate::check::refused;
use crate::limits::LimitArgs;
use crate::output::print;
use crate::settings::class_names;
use clap::Args;
use kyklos::annotations::LineAnnotation;
use kyklos::flow::CheckClass;
use kyklos::{CheckOptions, Loaded};

#[derive(Args)]
pub struct AnnotationsArgs {
    #[command(flatten)]
    input: Input,

    /// The kinds of errors that are excluded. Default: all but overflow
    #[arg(long = "check", value_delimiter = ',', value_name = "KINDS", value_parser = class_names())]
    checks: Vec<CheckClass>,

    #[command(flatten)]
    limits: LimitArgs,
}

/// Prints what path subsumption knows before each line.
pub fn annotations(args: &AnnotationsArgs) -> u8 {
    let mut options = CheckOptions::default();
    if !args.checks.is_empty() {
        options.checks.clone_from(&args.checks);
    }
    let (budget, watch) = args.limits.begin(&args.input, &options.chain.interrupt);
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
    print("annotations", &text(&all))
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
