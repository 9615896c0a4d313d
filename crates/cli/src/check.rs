//! `kyklos check` and `kyklos reach`.

use crate::limits::{budget, seconds};
use crate::settings::{SettingArgs, class_names, format_names, search_names, technique_help};
use crate::watch::{Watch, end};
use crate::{Input, color, output, status};
use clap::{Args, ValueEnum};
use kyklos::base::{Budget, FileId};
use kyklos::exec::{Limits, Selection, Strategy, SymbolicIndex};
use kyklos::flow::CheckClass;
use kyklos::report::{Format, Report, Verdict, json, terminal};
use kyklos::solver::{Backend, ChainOptions};
use kyklos::{CheckError, CheckOptions, Loaded, Native, Progress, portfolio, select};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct CheckArgs {
    #[command(flatten)]
    input: Input,

    /// The kinds of errors to look for. Default: all but overflow
    #[arg(long = "check", value_delimiter = ',', value_name = "KINDS", value_parser = class_names())]
    checks: Vec<CheckClass>,

    /// Go on after the first error, and report each place that fails
    #[arg(long)]
    all_errors: bool,

    #[command(flatten)]
    analysis: Analysis,
}

#[derive(Args)]
pub struct ReachArgs {
    #[command(flatten)]
    input: Input,

    /// The place: LINE, LINE:COLUMN, FILE:LINE, a label or a function's name
    #[arg(long, value_name = "WHERE")]
    at: String,

    #[command(flatten)]
    analysis: Analysis,
}

/// Options of every analysis.
#[derive(Args)]
struct Analysis {
    /// Techniques that are used together, with values: compact,merge=lattice
    #[arg(long, value_name = "LIST", default_value = portfolio::NAME, hide_default_value = true, help = technique_help(), value_parser = techniques)]
    technique: Techniques,

    #[command(flatten)]
    settings: SettingArgs,

    /// How many lanes of the portfolio run at a time; 1 makes them take turns. Default is 1
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,

    /// Explore all paths, also those from which nothing that is asked for can be reached
    #[arg(long)]
    every_path: bool,

    /// Which path is explored next. Default is bfs
    #[arg(long, default_value = Strategy::default().name, hide_default_value = true, value_parser = search_names())]
    search: String,

    /// How array accesses at unknown indices are done: joined by if-then-else, or one path each. Default is ite
    #[arg(long, value_enum, value_name = "HOW", default_value_t = IndexName::Ite, hide_default_value = true)]
    symbolic_index: IndexName,

    /// The most time in all, in seconds; 0 is no limit. Default is 60
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, hide_default_value = true, value_parser = seconds)]
    timeout: f64,

    /// The most memory, in MB; 0 is no limit. Default is 4096
    #[arg(long, value_name = "MB", default_value_t = 4096, hide_default_value = true)]
    memory: u64,

    /// The most time for one solver query, in milliseconds. Default is 2000
    #[arg(long, value_name = "MS", default_value_t = 2000, hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..))]
    solver_timeout: u64,

    /// Cut paths with more than N branches of which both sides are possible. Default: no limit
    #[arg(long, value_name = "N")]
    max_depth: Option<u32>,

    /// Stop after N forks. Default: no limit
    #[arg(long, value_name = "N")]
    max_forks: Option<u64>,

    /// Seed of all random choices. Default is 0
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    seed: u64,

    /// The solver: z3 is built in; anything else is a command that reads SMT-LIB 2. Default is z3
    #[arg(long, value_name = "COMMAND", default_value = "z3", hide_default_value = true)]
    solver: String,

    /// Write each query that reaches the solver to this folder
    #[arg(long, value_name = "DIR")]
    log_queries: Option<PathBuf>,

    /// The form of the report. Default is text
    #[arg(long, value_name = "FORM", value_parser = format_names())]
    format: Option<Format>,

    /// Print one JSON object and nothing else: --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Also write the report, as JSON, to DIR/report.json, and for C a harness that feeds the inputs to the program
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Overwrite files that exist
    #[arg(long)]
    force: bool,

    /// Print counters too
    #[arg(long)]
    stats: bool,

    /// Print the verdict alone
    #[arg(long)]
    quiet: bool,
}

/// The techniques that are used.
#[derive(Clone, Debug)]
enum Techniques {
    /// Each alone, in a portfolio.
    Portfolio,
    /// All of them together.
    Together(Selection),
}

fn techniques(list: &str) -> Result<Techniques, String> {
    if list == portfolio::NAME { Ok(Techniques::Portfolio) } else { select(list).map(Techniques::Together) }
}

#[derive(Clone, Copy, ValueEnum)]
enum IndexName {
    Ite,
    Fork,
}

/// Looks for errors.
pub fn check(args: &CheckArgs) -> u8 {
    let mut options = args.analysis.options();
    if !args.checks.is_empty() {
        options.checks.clone_from(&args.checks);
    }
    options.all_errors = args.all_errors;
    options.native = args.input.native(&options.checks);
    let session = match args.analysis.begin(&args.input, &options) {
        Ok(session) => session,
        Err(message) => return refused(&message),
    };
    let Loaded { program, assumptions, .. } = match args.input.load(&options.checks) {
        Ok(loaded) => loaded,
        Err(status) => return status,
    };
    options.assumptions = assumptions;
    session.run(|budget, progress| kyklos::check(&program, &options, budget, progress))
}

/// Asks whether a place is reached.
pub fn reach(args: &ReachArgs) -> u8 {
    let mut options = args.analysis.options();
    let session = match args.analysis.begin(&args.input, &options) {
        Ok(session) => session,
        Err(message) => return refused(&message),
    };
    let Loaded { program, assumptions, .. } = match args.input.load(&options.checks) {
        Ok(loaded) => loaded,
        Err(status) => return status,
    };
    options.assumptions = assumptions;
    let points = match kyklos::find_place(&program, &args.at) {
        Ok(points) => points,
        Err(error) => return refused(&format!("{}: --at: {error}", program.sources.name(FileId(0)))),
    };
    session.run(|budget, progress| kyklos::reach(&program, points, &options, budget, progress))
}

pub fn refused(message: &str) -> u8 {
    eprintln!("error: {message}");
    status::NOT_ACCEPTED
}

impl Analysis {
    fn options(&self) -> CheckOptions {
        let backend = match self.solver.as_str() {
            "z3" => Backend::Z3,
            command => Backend::Process { command: command.split_whitespace().map(str::to_owned).collect() },
        };
        let chain = ChainOptions { backend, log_dir: self.log_queries.clone(), ..ChainOptions::default() };
        let mut options = CheckOptions {
            strategy: Strategy::named(&self.search).unwrap_or_default(),
            symbolic_index: match self.symbolic_index {
                IndexName::Ite => SymbolicIndex::Ite,
                IndexName::Fork => SymbolicIndex::Fork,
            },
            solver_timeout: Duration::from_millis(self.solver_timeout),
            seed: self.seed,
            limits: Limits { max_depth: self.max_depth, max_forks: self.max_forks },
            chain,
            settings: self.settings.0.clone(),
            jobs: usize::from(self.jobs),
            every_path: self.every_path,
            ..CheckOptions::default()
        };
        match &self.technique {
            Techniques::Portfolio => options.portfolio = portfolio::AUTO.to_vec(),
            Techniques::Together(selection) => options.techniques = selection.clone(),
        }
        options
    }

    /// Begins an analysis: from now on its limits hold.
    fn begin(&self, input: &Input, options: &CheckOptions) -> Result<Session, String> {
        let printer = Printer {
            report_file: self.report_file()?,
            output: self.output.clone(),
            force: self.force,
            native: options.native.clone(),
            format: if self.json { json::JSON } else { self.format.unwrap_or_default() },
            stats: self.stats,
            quiet: self.quiet,
        };
        let budget = budget(self.timeout, self.memory);
        let (file, board) = (input.file().display().to_string(), options.board.clone());
        let (own, last) = (budget.clone(), printer.clone());
        let watch = Watch::start(&budget, options.chain.interrupt.clone(), move |why| {
            // There is no time to make a harness.
            Printer { native: None, ..last }.conclude(&board.report(&file, why, &own))
        });
        Ok(Session { budget, printer, watch })
    }

    /// Where the report goes; nothing is overwritten unasked.
    fn report_file(&self) -> Result<Option<PathBuf>, String> {
        let Some(folder) = &self.output else { return Ok(None) };
        let failed = |path: &Path, error| format!("cannot use `{}`: {error}", path.display());
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        let path = folder.join("report.json");
        if path.exists() && !self.force {
            return Err(format!("`{}` exists; say --force to overwrite it", path.display()));
        }
        Ok(Some(path))
    }
}

/// An analysis under way.
struct Session {
    budget: Budget,
    printer: Printer,
    watch: Watch,
}

impl Session {
    /// Runs the analysis, with progress, and prints its report.
    fn run(self, analysis: impl FnOnce(Budget, &mut dyn FnMut(Progress)) -> Result<Report, CheckError>) -> ! {
        let mut line = ProgressLine::new(!self.printer.format.for_people || self.printer.quiet);
        let work = || analysis(self.budget, &mut |progress| line.show(progress));
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        self.watch.answer();
        line.clear();
        // Lanes that did not end may still be at work, also after a panic, which has been told.
        end(match result {
            Ok(Ok(report)) => self.printer.conclude(&report),
            Ok(Err(error)) => refused(&error.to_string()),
            Err(_) => status::BUG,
        })
    }
}

/// Where a report goes.
#[derive(Clone)]
struct Printer {
    report_file: Option<PathBuf>,
    output: Option<PathBuf>,
    force: bool,
    native: Option<Native>,
    format: Format,
    stats: bool,
    quiet: bool,
}

impl Printer {
    /// Prints a report and tells the exit status. What cannot be written to files does not keep the verdict back.
    fn conclude(&self, report: &Report) -> u8 {
        if let (Some(folder), Some(native), Some(finding)) =
            (&self.output, &self.native, report.findings.first())
        {
            let file = report.sources.name(finding.span.file);
            if let Err(error) = native.write_harness(finding, file, folder, self.force) {
                eprintln!("warning: no harness was written: {error}");
            }
        }
        let written = self.report_file.as_ref().map_or(Ok(()), |path| {
            std::fs::write(path, format!("{:#}\n", json::json(report)))
                .map_err(|error| format!("cannot write `{}`: {error}", path.display()))
        });
        if let Err(error) = self.print(report) {
            return refused(&format!("cannot write the report: {error}"));
        }
        if let Err(message) = written {
            eprintln!("error: {message}");
        }
        for fault in &report.faults {
            eprintln!("internal error: {fault}\nPlease report this with the program and the options.");
        }
        match report.verdict {
            Verdict::Unsafe | Verdict::Reachable => status::FAILED,
            Verdict::Safe | Verdict::Unreachable => status::OK,
            Verdict::Unknown if !report.faults.is_empty() => status::BUG,
            Verdict::Unknown => status::NO_ANSWER,
        }
    }

    fn print(&self, report: &Report) -> std::io::Result<()> {
        let style = terminal::Style {
            color: color() && std::io::stdout().is_terminal(),
            statistics: self.stats,
            quiet: self.quiet,
        };
        let text = (self.format.write)(report, style);
        output::write(&text)
    }
}

/// One line on standard error that stays up to date, on a terminal only.
struct ProgressLine {
    start: Instant,
    last: Option<Instant>,
    silent: bool,
}

impl ProgressLine {
    fn new(silent: bool) -> Self {
        Self { start: Instant::now(), last: None, silent: silent || !std::io::stderr().is_terminal() }
    }

    fn show(&mut self, progress: Progress) {
        const INTERVAL: Duration = Duration::from_millis(200);
        let since = self.last.unwrap_or(self.start);
        if self.silent || since.elapsed() < INTERVAL {
            return;
        }
        self.last = Some(Instant::now());
        let (covered, edges) = progress.coverage;
        let percent = 100 * covered / edges.max(1);
        let memory = kyklos::base::budget::resident_bytes().map_or(0, |bytes| bytes >> 20);
        eprint!(
            "\r\x1b[K{:.0} s: {} paths, {} states waiting, {percent} % covered, {} queries, {memory} MB",
            self.start.elapsed().as_secs_f64(),
            progress.paths,
            progress.waiting,
            progress.queries
        );
        let _ = std::io::stderr().flush();
    }

    fn clear(&mut self) {
        if self.last.is_some() {
            eprint!("\r\x1b[K");
        }
    }
}
