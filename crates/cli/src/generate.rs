//! `kyklos generate`: random programs.

use crate::status;
use clap::{Args, ValueEnum};
use kyklos_generate::{Generated, Knobs};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The most programs of one call.
const MOST: u64 = 10_000_000;

#[derive(Args)]
pub struct GenerateArgs {
    /// Seed of all random choices; one seed gives one set of programs. Default is 0
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    seed: u64,

    /// How many programs. Default is 1
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..=MOST))]
    count: u64,

    /// The folder for the programs. Default: one program is printed to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// What is written: the microc program, its twin in C, or both (microc,c). Default is microc
    #[arg(long, value_enum, value_delimiter = ',', value_name = "LIST", default_values_t = [Form::Microc], hide_default_value = true)]
    language: Vec<Form>,

    /// Overwrite files that exist
    #[arg(long)]
    force: bool,

    /// Probability that a statement is a loop that counts up to a limit. Default is 0.15
    #[arg(long, value_name = "P")]
    for_loops: Option<f64>,

    /// Probability that a statement is a loop with a random condition. Default is 0.1
    #[arg(long, value_name = "P")]
    while_loops: Option<f64>,

    /// How deep blocks are nested at most; guards do not count. Default is 3
    #[arg(long, value_name = "N")]
    max_depth: Option<usize>,

    /// The most statements of a function outside of blocks. Default is 10
    #[arg(long, value_name = "N")]
    max_statements: Option<usize>,

    /// The most statements of a block. Default is 5
    #[arg(long, value_name = "N")]
    max_block_statements: Option<usize>,

    /// The most statements of a program, beside declarations, outputs and guards. Default is 2000
    #[arg(long, value_name = "N")]
    max_size: Option<usize>,

    /// Plant a statement that fails at a random place, which need not be reachable
    #[arg(long)]
    guaranteed_error: bool,

    /// Generate divisions and remainders
    #[arg(long)]
    divisions: bool,

    /// How many functions there are beside main. Default is 2
    #[arg(long, value_name = "N")]
    functions: Option<usize>,

    /// Probability that a statement that is no loop is an operation that could fail: at a computed index, through a
    /// pointer, a division. Default is 0.3
    #[arg(long, value_name = "P")]
    risk: Option<f64>,

    /// Probability that an operation that could fail has a guard. Default is 0.995
    #[arg(long, value_name = "P")]
    guards: Option<f64>,

    /// Probability that a loop is made to end, whatever its body does. Default is 0.995
    #[arg(long, value_name = "P")]
    endings: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Form {
    Microc,
    C,
}

/// Writes random programs.
pub fn generate(args: &GenerateArgs) -> u8 {
    match write_all(args) {
        Ok(()) => status::OK,
        Err(message) => {
            eprintln!("error: {message}");
            status::NOT_ACCEPTED
        }
    }
}

fn write_all(args: &GenerateArgs) -> Result<(), String> {
    let knobs = args.knobs();
    knobs.check().map_err(|error| error.to_string())?;
    let Some(folder) = &args.out else {
        if args.count > 1 || args.language.len() > 1 {
            return Err("several files are asked for: say with --out DIR where they go".to_owned());
        }
        let text = args.text(&knobs, 0, args.language.first().copied().unwrap_or(Form::Microc))?;
        let mut out = std::io::stdout().lock();
        return match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(format!("cannot write the program: {error}"))
            }
            _ => Ok(()),
        };
    };
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot use `{}`: {error}", folder.display()))?;
    for index in 0..args.count {
        for form in &args.language {
            let path = folder.join(format!("s{}_{index:05}.{}", args.seed, form.extension()));
            write(&path, &args.text(&knobs, index, *form)?, args.force)?;
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str, force: bool) -> Result<(), String> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).truncate(true);
    if force {
        options.create(true)
    } else {
        options.create_new(true)
    };
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            format!("`{}` exists; say --force to overwrite it", path.display())
        }
        _ => format!("cannot write `{}`: {error}", path.display()),
    })
}

impl GenerateArgs {
    fn knobs(&self) -> Knobs {
        let usual = Knobs::default();
        Knobs {
            for_loops: self.for_loops.unwrap_or(usual.for_loops),
            while_loops: self.while_loops.unwrap_or(usual.while_loops),
            max_depth: self.max_depth.unwrap_or(usual.max_depth),
            max_statements: self.max_statements.unwrap_or(usual.max_statements),
            max_block_statements: self.max_block_statements.unwrap_or(usual.max_block_statements),
            guaranteed_error: self.guaranteed_error,
            divisions: self.divisions,
            functions: self.functions.unwrap_or(usual.functions),
            risk: self.risk.unwrap_or(usual.risk),
            guards: self.guards.unwrap_or(usual.guards),
            endings: self.endings.unwrap_or(usual.endings),
            max_size: self.max_size.unwrap_or(usual.max_size),
        }
    }

    fn text(&self, knobs: &Knobs, index: u64, form: Form) -> Result<String, String> {
        let program: Generated =
            kyklos_generate::generate(knobs, self.seed, index).map_err(|error| error.to_string())?;
        Ok(match form {
            Form::Microc => program.microc(),
            Form::C => program.c(),
        })
    }
}

impl Form {
    fn extension(self) -> &'static str {
        match self {
            Form::Microc => "uc",
            Form::C => "c",
        }
    }
}
