//! `kyklos bench`: experiments.

use crate::{output, status};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use kyklos_bench::plan::{Choices, Plan, binary_identity, plan};
use kyklos_bench::result::{Outcome, RunResult, disagreements, results, total};
use kyklos_bench::schedule::{leave_out_unknown, run_missing};
use kyklos_bench::store::{FILE, Record, Store};
use kyklos_bench::suite::Suite;
use kyklos_bench::summary::{Summary, TOTALS, csv, summary};
use kyklos_bench::{BenchError, compare, page};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Args)]
pub struct BenchArgs {
    /// The suite: a TOML file, or a folder with a list verdicts.tsv
    #[arg(required_unless_present = "compare", conflicts_with = "compare")]
    suite: Option<PathBuf>,

    /// Compare two summaries instead: what was solved, lost, faster, slower. The status is 1 if something was lost
    #[arg(long, num_args = 2, value_names = ["A.json", "B.json"])]
    compare: Option<Vec<PathBuf>>,

    /// The folder for the results; runs that are there already are not done again. Default is bench-NAME
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Throw away the results in the folder and start over
    #[arg(long)]
    fresh: bool,

    /// How many runs at a time. Default is 1
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,

    /// The most time of one run, in seconds. Default: what the suite says
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<f64>,

    /// The most memory of one run, in MB. Default: what the suite says
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    memory: Option<u64>,

    /// How many programs each generated set has. Default: what the suite says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: Option<u64>,

    /// The folder with the suite's tasks and their list verdicts.tsv. Default: what the suite says
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,

    /// Run these configurations only. Default: all that this build knows
    #[arg(long = "configuration", value_name = "NAMES", value_delimiter = ',')]
    configurations: Vec<String>,

    /// The executable to measure. Default is this one
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,

    /// Print nothing but errors
    #[arg(long)]
    quiet: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= 1e9 => Ok(value),
        _ => Err("a number of seconds above 0 is needed".to_owned()),
    }
}

/// Runs a suite, or compares two results.
pub fn bench(args: &BenchArgs) -> u8 {
    let done = match (&args.compare, &args.suite) {
        (Some(files), _) => compare_files(files),
        (None, Some(suite)) => run_suite(args, suite),
        (None, None) => return status::NOT_ACCEPTED,
    };
    done.unwrap_or_else(|message| {
        eprintln!("error: {message}");
        status::NOT_ACCEPTED
    })
}

fn compare_files(files: &[PathBuf]) -> Result<u8, String> {
    let [first, second] = files else { return Err("two summaries are needed".to_owned()) };
    let read = |path: &Path| Summary::read(path).map_err(|error| error.to_string());
    let comparison = compare::compare(&read(first)?, &read(second)?);
    print(&comparison.text())?;
    Ok(if comparison.lost.is_empty() { status::OK } else { status::FAILED })
}

fn run_suite(args: &BenchArgs, path: &Path) -> Result<u8, String> {
    let told = |error: BenchError| error.to_string();
    let suite = Suite::read(path).map_err(told)?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("bench-{}", suite.name)));
    prepare(&out)?;
    let binary = match &args.binary {
        Some(binary) => binary.clone(),
        None => std::env::current_exe().map_err(|error| format!("cannot find this executable: {error}"))?,
    };
    let identity = binary_identity(&binary, &version(&binary)?).map_err(told)?;
    let mut plan = plan(suite, path, &args.choices(), &identity, &out).map_err(told)?;
    // Before anything else is written: the folder may belong to another experiment.
    let mut store = Store::open(&out, &plan.identity, args.fresh).map_err(told)?;
    plan.write_programs().map_err(told)?;
    let left_out = leave_out_unknown(&mut plan, &binary, &out).map_err(told)?;
    for (name, reason) in &left_out {
        eprintln!(
            "warning: configuration `{name}` is left out: this build does not accept its options: {reason}"
        );
    }
    if plan.configurations.is_empty() || (!args.configurations.is_empty() && !left_out.is_empty()) {
        return Err("this build does not know the configurations that are asked for".to_owned());
    }
    let stop = stop_on_ctrl_c();
    let bar = progress(&plan, &store, args.quiet);
    let ran = run_missing(&plan, &binary, &mut store, args.jobs.into(), &stop, &mut |record: &Record| {
        bar.set_message(format!("{} [{}]", record.program, record.configuration));
        bar.inc(1);
    });
    bar.finish_and_clear();
    ran.map_err(told)?;
    let results = results(&plan, store.records());
    write_results(&out, &plan, &results, &left_out)?;
    if !args.quiet {
        print(&text(&plan, &results, &out))?;
    }
    let is_bad = |result: &RunResult| matches!(result.outcome, Outcome::Wrong | Outcome::Error);
    if stop.load(Ordering::Relaxed) {
        eprintln!("interrupted: the same command goes on where it stopped");
        return Ok(status::NO_ANSWER);
    }
    let failed = results.iter().any(is_bad) || !disagreements(&results).is_empty();
    Ok(if failed { status::FAILED } else { status::OK })
}

/// Makes the folder of the results; one that holds something else is not touched.
fn prepare(out: &Path) -> Result<(), String> {
    std::fs::create_dir_all(out).map_err(|error| format!("cannot use `{}`: {error}", out.display()))?;
    let entries =
        std::fs::read_dir(out).map_err(|error| format!("cannot use `{}`: {error}", out.display()))?;
    let is_ours = out.join(FILE).is_file();
    let foreign = entries.flatten().any(|entry| entry.file_name() != "programs");
    if !is_ours && foreign {
        return Err(format!(
            "`{}` holds other things than results of experiments; choose another folder with --out",
            out.display()
        ));
    }
    Ok(())
}

/// What the executable says of its version.
fn version(binary: &Path) -> Result<String, String> {
    let output = Command::new(binary).arg("--version").output();
    let output = output.map_err(|error| format!("cannot run `{}`: {error}", binary.display()))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn write_results(
    out: &Path,
    plan: &Plan,
    results: &[RunResult],
    left_out: &[(String, String)],
) -> Result<(), String> {
    let summary = serde_json::to_string_pretty(&summary(plan, results, left_out))
        .map_err(|error| format!("cannot write the summary: {error}"))?;
    let files = [
        ("results.csv", csv(results)),
        ("summary.json", format!("{summary}\n")),
        ("index.html", page::page(plan, results, left_out)),
    ];
    for (name, text) in files {
        let path = out.join(name);
        std::fs::write(&path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    }
    Ok(())
}

/// One line for each configuration, and where the page is.
fn text(plan: &Plan, results: &[RunResult], out: &Path) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    let width = plan.configurations.iter().map(|configuration| configuration.name.len()).max().unwrap_or(0);
    let titles: Vec<&str> = TOTALS.iter().map(|metric| metric.title()).collect();
    let _ = writeln!(text, "{:width$}  {}", "", titles.join("  "));
    for configuration in &plan.configurations {
        let runs: Vec<&RunResult> =
            results.iter().filter(|result| result.configuration == configuration.name).collect();
        let cells = TOTALS.iter().zip(&titles).map(|(metric, title)| {
            let figure = total(&runs, *metric).unwrap_or(0.0);
            format!("{:>1$}", metric.text(figure), title.len())
        });
        let _ = writeln!(text, "{:width$}  {}", configuration.name, cells.collect::<Vec<_>>().join("  "));
    }
    for result in results.iter().filter(|result| matches!(result.outcome, Outcome::Wrong | Outcome::Error)) {
        let _ = writeln!(
            text,
            "{}: {} [{}]: {} {}",
            result.outcome.name(),
            result.job.name,
            result.configuration,
            result.verdict,
            result.reason()
        );
    }
    for name in disagreements(results) {
        let _ = writeln!(text, "wrong: the configurations contradict each other on {name}");
    }
    let _ = writeln!(text, "page: {}", out.join("index.html").display());
    text
}

fn print(text: &str) -> Result<(), String> {
    output::write(text).map_err(|error| format!("cannot write the result: {error}"))
}

/// Ctrl-C stops the runs in progress; what is finished stays. The second one ends the process.
fn stop_on_ctrl_c() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let switch = stop.clone();
    // A handler that cannot be set leaves Ctrl-C as it is.
    let _ = ctrlc::set_handler(move || {
        if switch.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(status::NO_ANSWER));
        }
    });
    stop
}

/// A bar with an estimate, on a terminal only.
fn progress(plan: &Plan, store: &Store, quiet: bool) -> ProgressBar {
    let missing = store.missing(plan).len() as u64;
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(missing) };
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} runs, {eta} left  {wide_msg}") {
        bar.set_style(style);
    }
    bar
}

impl BenchArgs {
    fn choices(&self) -> Choices {
        Choices {
            timeout: self.timeout,
            memory: self.memory,
            count: self.count,
            programs: self.programs.clone(),
            configurations: self.configurations.clone(),
        }
    }
}
