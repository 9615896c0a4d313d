//! `kyklos costs`.

use crate::limits::seconds;
use crate::output::print;
use crate::{Input, status};
use clap::{Args, ValueEnum};
use kyklos::Loaded;
use kyklos::costs::{Estimate, LineCosts};
use kyklos::flow::CheckClass;
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct CostsArgs {
    #[command(flatten)]
    input: Input,

    /// How costs are estimated: by a data flow analysis, up to 10; or by counting with at most --kappa iterations of
    /// each loop. Default is lattice
    #[arg(long, value_enum, value_name = "HOW", default_value_t = EstimateName::Lattice, hide_default_value = true)]
    estimate: EstimateName,

    /// How many iterations of each loop --estimate recursive looks at. Default is 1
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    kappa: u32,

    /// The most time, in seconds; 0 is no limit. Default is 30
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, hide_default_value = true, value_parser = seconds)]
    timeout: f64,
}

#[derive(Clone, Copy, ValueEnum)]
enum EstimateName {
    Lattice,
    Recursive,
}

/// Prints how many queries are expected to speak of each variable after each line.
pub fn costs(args: &CostsArgs) -> u8 {
    let classes: Vec<CheckClass> =
        CheckClass::ALL.into_iter().filter(|class| *class != CheckClass::Overflow).collect();
    let Loaded { program, .. } = match args.input.load(&classes) {
        Ok(loaded) => loaded,
        Err(status) => return status,
    };
    let estimate = match args.estimate {
        EstimateName::Lattice => Estimate::Lattice,
        EstimateName::Recursive => Estimate::Recursive { kappa: args.kappa },
    };
    let until = (args.timeout > 0.0).then(|| Instant::now() + Duration::from_secs_f64(args.timeout));
    let Some(costs) = kyklos::costs::costs(&program, estimate, until) else {
        eprintln!("error: the time limit was reached");
        return status::NO_ANSWER;
    };
    print("estimates", &text(&costs))
}

fn text(costs: &[LineCosts]) -> String {
    let mut text = String::new();
    let mut function = None;
    for line in costs {
        if function != Some(&line.function) {
            text.push_str(&format!("{} in {}\n", line.function, line.file));
            function = Some(&line.function);
        }
        let each: Vec<String> = line.costs.iter().map(|(name, cost)| format!("{name} {cost}")).collect();
        text.push_str(format!("{:>5}: {}", line.line, each.join(", ")).trim_end());
        text.push('\n');
    }
    text
}
