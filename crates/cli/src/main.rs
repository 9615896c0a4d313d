//! The command line of Kyklos: flags, messages and exit statuses, nothing else.

/// As the standard library's macro, but messages that nobody reads any more are no reason to panic.
macro_rules! eprint {
    ($($message:tt)*) => {{
        use std::io::Write as _;
        let _ = write!(std::io::stderr(), $($message)*);
    }};
}
/// As `eprint`.
macro_rules! eprintln {
    ($($message:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($message)*);
    }};
}

mod bench;
mod check;
mod condition;
mod costs;
mod export;
mod generate;
mod loops;
mod run;
mod settings;
mod watch;

use clap::{Args, Parser, Subcommand, ValueEnum};
use kyklos::base::{Diagnostic, Sources};
use kyklos::flow::CheckClass;
use kyklos::{Language, LoadError, LoadOptions, Loaded};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

/// Kyklos: a symbolic executor for programs with loops.
#[derive(Parser)]
#[command(name = "kyklos", version, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Look for errors: find them with inputs that show them, or prove that there are none
    Check(check::CheckArgs),
    /// Ask whether a run comes to a place
    Reach(check::ReachArgs),
    /// Tell what every run that comes to a place satisfies
    Condition(condition::ConditionArgs),
    /// List the loops and what is known of each: paths, closed forms, exits, what was declined and why
    Loops(loops::LoopsArgs),
    /// Estimate how many queries will speak of each variable after each line
    Costs(costs::CostsArgs),
    /// Execute a program concretely
    Run(run::RunArgs),
    /// Print the syntax tree of a microc program as JSON
    Ast(export::AstArgs),
    /// Print the flowgraph of a program
    Cfg(export::CfgArgs),
    /// Write random programs
    Generate(generate::GenerateArgs),
    /// Run experiments: programs × configurations under limits, with tables and plots
    Bench(bench::BenchArgs),
}

/// The program to work on.
#[derive(Args)]
struct Input {
    /// The program: *.uc (microc), *.c, *.i (C) or *.flow (flowgraph)
    file: PathBuf,

    /// The program's language. Default: told by the file's extension
    #[arg(long, value_enum)]
    language: Option<LanguageName>,

    /// Where execution starts; the function's parameters are inputs. Default is main
    #[arg(long, value_name = "FUNCTION")]
    entry: Option<String>,

    /// C: the sizes of types: long and pointers have 32 bits, or 64. Default is LP64
    #[arg(long, value_enum, value_name = "MODEL", ignore_case = true, default_value_t = DataModelName::Lp64, hide_default_value = true)]
    data_model: DataModelName,

    /// C: the length of arrays that are parameters of the entry. Default: they have no end
    #[arg(long, value_name = "N", value_parser = array_size, allow_negative_numbers = true)]
    array_size: Option<u64>,

    /// C: how many arguments the command line has at most, the program's name among them. Default: any number, but
    /// where more than 4 are looked at, the verdict stays open
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    arguments: Option<u32>,

    /// C: let `malloc` and its kin return null, too
    #[arg(long)]
    malloc_null: bool,

    /// C: do not compile the program to replay findings natively
    #[arg(long)]
    no_native: bool,

    /// C: a folder where included files are looked for
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    includes: Vec<PathBuf>,

    /// C: a macro, NAME or NAME=VALUE
    #[arg(short = 'D', long = "define", value_name = "MACRO")]
    defines: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum LanguageName {
    Microc,
    C,
    Flow,
}

#[derive(Clone, Copy, ValueEnum)]
enum DataModelName {
    #[value(name = "ILP32")]
    Ilp32,
    #[value(name = "LP64")]
    Lp64,
}

/// Exit statuses; the contract is in README.md.
mod status {
    pub const OK: u8 = 0;
    pub const FAILED: u8 = 1;
    pub const NOT_ACCEPTED: u8 = 2;
    pub const NO_ANSWER: u8 = 3;
    pub const BUG: u8 = 101;
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let work = || match cli.command {
        Command::Check(args) => check::check(&args),
        Command::Reach(args) => check::reach(&args),
        Command::Condition(args) => condition::condition(&args),
        Command::Loops(args) => loops::loops(&args),
        Command::Costs(args) => costs::costs(&args),
        Command::Run(args) => run::run(&args),
        Command::Ast(args) => export::ast(&args),
        Command::Cfg(args) => export::cfg(&args),
        Command::Generate(args) => generate::generate(&args),
        Command::Bench(args) => bench::bench(&args),
    };
    match kyklos::on_large_stack(work) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("error: cannot start a thread: {error}");
            ExitCode::from(status::BUG)
        }
    }
}

impl Input {
    fn language(&self) -> Option<Language> {
        self.language.map(|name| match name {
            LanguageName::Microc => Language::Microc,
            LanguageName::C => Language::C,
            LanguageName::Flow => Language::Flow,
        })
    }

    fn options(&self, checks: &[CheckClass]) -> LoadOptions {
        let includes = self.includes.iter().map(|folder| format!("-I{}", folder.display()));
        let defines = self.defines.iter().map(|define| format!("-D{define}"));
        let c = kyklos::c::Options {
            data_model: match self.data_model {
                DataModelName::Ilp32 => kyklos::c::DataModel::Ilp32,
                DataModelName::Lp64 => kyklos::c::DataModel::Lp64,
            },
            array_size: self.array_size,
            arguments: self.arguments,
            malloc_null: self.malloc_null,
            checks: checks.to_vec(),
            preprocessor_flags: includes.chain(defines).collect(),
            ..kyklos::c::Options::default()
        };
        LoadOptions { language: self.language(), entry: self.entry.clone(), c }
    }

    /// The program as machine code, if it is C.
    fn native(&self, checks: &[CheckClass]) -> Option<kyklos::Native> {
        let language = self.language().or_else(|| Language::of(&self.file))?;
        if language != Language::C || self.no_native {
            return None;
        }
        let options = self.options(checks);
        let entry = options.entry.unwrap_or(options.c.entry);
        Some(kyklos::Native::new(&self.file, &kyklos::c::Options { entry, ..options.c }))
    }

    /// Reads the program, with checks of these classes; what is wrong or odd is said on standard error.
    fn load(&self, checks: &[CheckClass]) -> Option<Loaded> {
        match kyklos::load(&self.file, &self.options(checks)) {
            Ok(loaded) => {
                show(&loaded.program.sources, &loaded.warnings);
                Some(loaded)
            }
            Err(error) => {
                refuse(&error);
                None
            }
        }
    }
}

/// A length on the command line.
fn array_size(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a length is a whole number, 0 or more, up to {}", u64::MAX))
}

/// Whether standard error takes colours.
fn color() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

fn show(sources: &Sources, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        eprint!("{}", diagnostic.render(sources, color()));
    }
}

/// Says why a program is not accepted.
fn refuse(error: &LoadError) {
    match error {
        LoadError::Program { sources, diagnostics } => {
            /// Messages of one program that are shown at most.
            const SHOWN: usize = 60;
            show(sources, &diagnostics[..diagnostics.len().min(SHOWN)]);
            if diagnostics.len() > SHOWN {
                eprintln!("… {} more messages …", diagnostics.len() - SHOWN);
            }
            let count = diagnostics.iter().filter(|d| d.severity == kyklos::base::Severity::Error).count();
            eprintln!(
                "{count} error{} in `{}`",
                if count == 1 { "" } else { "s" },
                sources.name(kyklos::base::FileId(0))
            );
        }
        other => eprintln!("error: {other}"),
    }
}
