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

mod annotations;
mod bench;
mod check;
mod commands;
mod condition;
mod costs;
mod export;
mod generate;
mod limits;
mod loops;
mod output;
mod run;
mod settings;
mod watch;
mod words;

use clap::{Args, Parser, Subcommand, ValueEnum};
use kyklos::base::{Diagnostic, Sources};
use kyklos::c::ArrayLength;
use kyklos::flow::CheckClass;
use kyklos::{Language, LoadError, LoadOptions, Loaded};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
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
    /// Tell under which conditions no run from a line comes to an error, as path subsumption learns them
    Annotations(annotations::AnnotationsArgs),
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
    /// The program: *.uc (microc), *.c, *.i (C) or *.flow (flowgraph); of a program in C, all its files.
    /// `@FILE` stands for the words in a file
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The program's language. Default: told by the file's extension
    #[arg(long, value_enum)]
    language: Option<LanguageName>,

    /// Where execution starts; the function's parameters are inputs. Default is main
    #[arg(long, value_name = "FUNCTION")]
    entry: Option<String>,

    /// C: the sizes of types: long and pointers have 32 bits, or 64. Default is LP64
    #[arg(long, value_enum, value_name = "MODEL", ignore_case = true, default_value_t = DataModelName::Lp64, hide_default_value = true)]
    data_model: DataModelName,

    /// C: the length of arrays that are parameters of the entry; of one of them as NAME=N, or as NAME=PARAMETER if
    /// another parameter says it. Default: they have no end
    #[arg(long, value_name = "N", value_parser = array_size, allow_negative_numbers = true)]
    array_size: Vec<ArraySize>,

    /// C: how many arguments the command line has at most, the program's name among them. Default: any number, but
    /// where more than 4 are looked at, the verdict stays open
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    arguments: Option<u32>,

    /// C: how many objects with pointers in them (nodes of a list) an argument of the entry leads to in a row at most.
    /// Default: any number, but where more than 3 are looked at, the verdict stays open
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=20))]
    pointer_depth: Option<u32>,

    /// C: no two pointers in arguments of the entry lead to one object: lists end, trees are trees
    #[arg(long)]
    no_sharing: bool,

    /// C: take calls that read (scanf, fgets, fopen) as successful
    #[arg(long)]
    assume_io: bool,

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

    /// C: a macro that is not to be defined
    #[arg(short = 'U', long = "undefine", value_name = "MACRO")]
    undefines: Vec<String>,

    /// C: a file that is included before each file; also as compilers have it: -include FILE
    #[arg(long = "include-file", value_name = "FILE")]
    included: Vec<PathBuf>,

    /// C: the standard that the preprocessor follows; also -std=STANDARD. Default is gnu11
    #[arg(long, value_name = "STANDARD", value_parser = standard)]
    std: Option<String>,

    /// C: a folder with a compile_commands.json, which has flags for each file
    #[arg(long, value_name = "DIR")]
    compile_commands: Option<PathBuf>,
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
    let cli = match words::words(std::env::args_os()) {
        Ok(words) => Cli::parse_from(words),
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(status::NOT_ACCEPTED);
        }
    };
    let work = || match cli.command {
        Command::Check(args) => check::check(&args),
        Command::Reach(args) => check::reach(&args),
        Command::Condition(args) => condition::condition(&args),
        Command::Loops(args) => loops::loops(&args),
        Command::Costs(args) => costs::costs(&args),
        Command::Annotations(args) => annotations::annotations(&args),
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

    /// The program's first file, by which it is called.
    fn file(&self) -> &Path {
        self.files.first().map_or(Path::new(""), PathBuf::as_path)
    }

    /// What the preprocessor gets for all files.
    fn flags(&self) -> Vec<String> {
        let includes = self.includes.iter().map(|folder| format!("-I{}", folder.display()));
        let defines = self.defines.iter().map(|define| format!("-D{define}"));
        let undefines = self.undefines.iter().map(|name| format!("-U{name}"));
        let included =
            self.included.iter().flat_map(|file| ["-include".to_owned(), file.display().to_string()]);
        let standard = self.std.iter().map(|standard| format!("-std={standard}"));
        standard.chain(includes).chain(defines).chain(undefines).chain(included).collect()
    }

    /// What the preprocessor gets for single files.
    fn file_flags(&self) -> Result<BTreeMap<String, Vec<String>>, String> {
        match &self.compile_commands {
            Some(folder) => commands::flags(folder, &self.files),
            None => Ok(BTreeMap::new()),
        }
    }

    fn options(&self, checks: &[CheckClass]) -> LoadOptions {
        let c = kyklos::c::Options {
            data_model: match self.data_model {
                DataModelName::Ilp32 => kyklos::c::DataModel::Ilp32,
                DataModelName::Lp64 => kyklos::c::DataModel::Lp64,
            },
            array_size: self.array_size.iter().rev().find_map(|size| match size {
                ArraySize::All(length) => Some(*length),
                ArraySize::One(..) => None,
            }),
            array_sizes: self.array_size.iter().filter_map(ArraySize::of_one).collect(),
            arguments: self.arguments,
            pointer_depth: self.pointer_depth,
            no_sharing: self.no_sharing,
            assume_io: self.assume_io,
            malloc_null: self.malloc_null,
            checks: checks.to_vec(),
            preprocessor_flags: self.flags(),
            file_flags: self.file_flags().unwrap_or_default(),
            ..kyklos::c::Options::default()
        };
        LoadOptions { language: self.language(), entry: self.entry.clone(), c }
    }

    /// The program as machine code, if it is C.
    fn native(&self, checks: &[CheckClass]) -> Option<kyklos::Native> {
        let language = self.language().or_else(|| Language::of(self.file()))?;
        if language != Language::C || self.no_native {
            return None;
        }
        let options = self.options(checks);
        let entry = options.entry.unwrap_or(options.c.entry);
        Some(kyklos::Native::new(&self.files, &kyklos::c::Options { entry, ..options.c }))
    }

    /// Reads the program, as [`load`](Self::load) does; what answers about it rest on is said on standard error, for there is
    /// no report that says it.
    fn load_aloud(&self, checks: &[CheckClass]) -> Result<Loaded, u8> {
        let loaded = self.load(checks)?;
        for assumption in &loaded.assumptions {
            eprintln!("{}", assumption.line(&loaded.program.sources));
        }
        Ok(loaded)
    }

    /// Reads the program, with checks of these classes; what is wrong or odd is said on standard error. If it cannot be read,
    /// gives the exit status.
    fn load(&self, checks: &[CheckClass]) -> Result<Loaded, u8> {
        if let Err(message) = self.file_flags() {
            eprintln!("error: {message}");
            return Err(status::NOT_ACCEPTED);
        }
        match kyklos::load_all(&self.files, &self.options(checks)) {
            Ok(loaded) => {
                show(&loaded.program.sources, &loaded.warnings);
                Ok(loaded)
            }
            Err(error) => {
                refuse(&error);
                Err(if matches!(error, LoadError::Fault(_)) { status::BUG } else { status::NOT_ACCEPTED })
            }
        }
    }
}

/// A standard of C, as compilers name it.
fn standard(text: &str) -> Result<String, String> {
    let year = ["gnu", "c", "iso9899:"].iter().find_map(|prefix| text.strip_prefix(prefix));
    match year.is_some_and(|year| !year.is_empty() && year.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
        true => Ok(text.to_owned()),
        false => Err("a standard is c89, c99, c11, c17, gnu89, gnu99, gnu11, gnu17 or the like".to_owned()),
    }
}

/// What the command line says of the lengths of arrays.
#[derive(Clone, Debug)]
enum ArraySize {
    /// All have this one.
    All(u64),
    /// One of them has this one.
    One(String, ArrayLength),
}

impl ArraySize {
    fn of_one(&self) -> Option<(String, ArrayLength)> {
        match self {
            Self::All(_) => None,
            Self::One(name, length) => Some((name.clone(), length.clone())),
        }
    }
}

/// A length on the command line.
fn array_size(text: &str) -> Result<ArraySize, String> {
    let number = |text: &str| {
        let wrong = |_| format!("a length is a whole number, 0 or more, up to {}", u64::MAX);
        text.parse::<u64>().map_err(wrong)
    };
    let Some((name, length)) = text.split_once('=') else { return number(text).map(ArraySize::All) };
    let is_name = |text: &str| text.starts_with(|first: char| first.is_alphabetic() || first == '_');
    match (is_name(name), is_name(length)) {
        (false, _) => Err(format!("`{name}` is no name of a parameter")),
        (true, true) => Ok(ArraySize::One(name.to_owned(), ArrayLength::Parameter(length.to_owned()))),
        (true, false) => Ok(ArraySize::One(name.to_owned(), ArrayLength::Fixed(number(length)?))),
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
        LoadError::Fault(_) => {
            eprintln!("internal error: {error}\nPlease report this with the program and the options.");
        }
        other => eprintln!("error: {other}"),
    }
}
