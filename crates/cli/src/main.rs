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

mod check;
mod export;
mod run;

use clap::{Args, Parser, Subcommand, ValueEnum};
use kyklos::base::{Diagnostic, Sources};
use kyklos::{Language, LoadError, Loaded};
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
    /// Execute a program concretely
    Run(run::RunArgs),
    /// Print the syntax tree of a microc program as JSON
    Ast(export::AstArgs),
    /// Print the flowgraph of a program
    Cfg(export::CfgArgs),
}

/// The program to work on.
#[derive(Args)]
struct Input {
    /// The program: *.uc (microc) or *.flow (flowgraph)
    file: PathBuf,

    /// The program's language. Default: told by the file's extension
    #[arg(long, value_enum)]
    language: Option<LanguageName>,
}

#[derive(Clone, Copy, ValueEnum)]
enum LanguageName {
    Microc,
    Flow,
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
        Command::Run(args) => run::run(&args),
        Command::Ast(args) => export::ast(&args),
        Command::Cfg(args) => export::cfg(&args),
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
            LanguageName::Flow => Language::Flow,
        })
    }

    /// Reads the program; what is wrong or odd is said on standard error.
    fn load(&self) -> Option<Loaded> {
        match kyklos::load(&self.file, self.language()) {
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
