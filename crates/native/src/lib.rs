//! Native replays: what was found in a C program is run as machine code, and
//! its end compared with the finding.
//!
//! The program is compiled as it is, together with a [`harness`] that feeds it
//! the inputs, and with the sanitizer that sees errors of the finding's kind.
//! Nothing here knows how the inputs were found, nor how Kyklos reads C: an
//! agreement of both is worth something.
//!
//! - `harness`: the C file that feeds the inputs;
//! - `toolchain`: the compiler, what it can do, and the flags it gets;
//! - `process`: processes with limits on time and output, and temporary folders;
//! - `reports`: what sanitizers print; `judge`: what a run printed and how it ended → [`Outcome`].

mod harness;
mod judge;
mod process;
mod reports;
mod toolchain;

use judge::Circumstances;
use kyklos_base::{Budget, Span};
use kyklos_flow::error::Native;
use kyklos_report::{FindingKind, InputValue};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toolchain::{Toolchain, Units};

/// A finding in a C program, and what is needed to run the program.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The program's files, `.c` or `.i`.
    pub programs: &'a [Program],
    /// The function where execution starts.
    pub entry: &'a str,
    /// Its parameters. Of `main`, only the first one's value matters; the others are made up.
    pub entry_parameters: &'a [Parameter],
    /// The sizes of types.
    pub data_model: DataModel,
    /// Flags for the preprocessor, like `-Ifolder` and `-DNAME`.
    pub flags: &'a [String],
    /// The kind of the error.
    pub kind: FindingKind,
    /// The file where the error is.
    pub file: &'a str,
    /// The first line of the operation that fails.
    pub line: u32,
    /// Its last line.
    pub last_line: u32,
    /// The inputs in the order they are read. Their names tell who reads them: a
    /// function's inputs have its name, those of `klee_make_symbolic` and the like the
    /// name given there, arguments that of the parameter; numbers in arrays and
    /// records have `[3]` or `.field` behind it.
    pub inputs: &'a [InputValue],
    /// Functions that the program calls and that neither it nor C's library defines.
    pub undefined: &'a [ExternFunction],
    /// Headers that tools bring with them, by name, and their texts: for programs that name one where it is not
    /// installed.
    pub headers: &'a [(&'a str, &'a str)],
    /// Where variables of functions are declared: inputs that are read there stand for memory that was never
    /// written.
    pub declared: &'a [Span],
}

/// A file of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Where it is.
    pub path: PathBuf,
    /// Flags for it alone.
    pub flags: Vec<String>,
}

/// A parameter of the entry function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type as C writes it, without names of the program: `const int (*)[1024]`.
    pub c_type: String,
    /// What is passed.
    pub kind: ParameterKind,
}

/// What is passed for a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// A number.
    Number,
    /// A pointer to the first element of an array.
    Array {
        /// The type of its numbers: `int`.
        element: String,
        /// How many elements it has; `None` if it has no end.
        length: Option<u64>,
        /// The lengths of the elements themselves, where these are arrays.
        inner: Vec<u64>,
    },
}

/// A function that is declared only. Its results are inputs of its name. What it writes through its argument 1
/// are inputs called `name(1)`, if that points to the start of a number or array, and `name(around 1)` else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternFunction {
    /// Its name.
    pub name: String,
    /// The type of its result as C writes it, without names of the program: `unsigned int`, `void`.
    pub result: String,
    /// The types of its parameters as C writes them, without names of the program: `int`, `void *`; none if not
    /// all are known.
    pub parameters: Option<Vec<String>>,
    /// The numbers of the arguments, from 1 on, that it may write through, and the type of what they point to,
    /// where that is numbers of one type.
    pub written: Vec<(usize, Option<String>)>,
}

/// The sizes of C's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `int` has 32 bits, `long` and pointers 64.
    Lp64,
}

/// What a native run shows of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The error was seen, and its place as far as the run tells places.
    Confirmed,
    /// The run showed something else; what, as a sentence about the native run.
    Different(String),
    /// The run says nothing about the error; what it did and why that says nothing.
    Inconclusive(String),
    /// There was no run; why.
    Unavailable(String),
}

/// The C file that feeds the inputs, or why there can be none. It is compiled
/// together with the program.
pub fn harness(task: &Task<'_>) -> Result<String, String> {
    harness::text(task)
}

/// Compiles the program and runs it on the inputs for at most this long, within the budget.
pub fn replay(task: &Task<'_>, limit: Duration, budget: &Budget) -> Outcome {
    match attempt(task, limit, budget) {
        Ok(outcome) => outcome,
        Err(why) => Outcome::Unavailable(why),
    }
}

/// Writes `harness.c` into a folder, which is made where it is missing. The file says
/// at its top how to compile it. A file that is there is overwritten only by force.
pub fn write_harness(task: &Task<'_>, folder: &Path, force: bool) -> io::Result<PathBuf> {
    let text = harness(task).map_err(io::Error::other)?;
    std::fs::create_dir_all(folder)?;
    let folder = std::path::absolute(folder)?;
    let (path, replay) = (folder.join("harness.c"), folder.join("replay"));
    let toolchain = Toolchain::assumed(task.data_model);
    toolchain::write_headers(task, &folder)?;
    let units = Units { harness: &path, folder: &folder, output: &replay };
    let mut comment = "// Compile and run:\n".to_owned();
    for command in toolchain.commands(task, task.kind.native(), &units)? {
        let words: Vec<String> = command.iter().map(|word| quoted(word)).collect();
        comment += &format!("// {}\n", words.join(" "));
    }
    comment += &format!("// {}\n\n", quoted(replay.as_os_str()));
    let mut options = std::fs::OpenOptions::new();
    match force {
        true => options.write(true).create(true).truncate(true),
        false => options.write(true).create_new(true),
    };
    io::Write::write_all(&mut options.open(&path)?, (comment + &text).as_bytes())?;
    Ok(path)
}

fn attempt(task: &Task<'_>, limit: Duration, budget: &Budget) -> Result<Outcome, String> {
    let Some(native) = task.kind.native() else {
        return Err(format!("findings of kind `{}` are not visible to a native run", task.kind.name()));
    };
    let text = harness(task)?;
    // To find out what the machine can do costs as much as the run itself; mostly it can do all.
    let hoped = Toolchain::hoped(task.data_model);
    let first = hoped.as_ref().map(|toolchain| attempt_with(task, native, &text, toolchain, limit, budget));
    // Nothing more can be found out about the machine once time is over.
    let first = match (first, budget.exhausted()) {
        (Some(first @ Ok(Outcome::Confirmed)), _) | (Some(first), Some(_)) => return first,
        (first, _) => first,
    };
    let toolchain = Toolchain::find(task.data_model, budget)
        .map_err(|why| budget.exhausted().map_or(why, |reason| reason.to_string()))?;
    match first {
        Some(first) if hoped.as_ref() == Some(&toolchain) => first,
        _ => attempt_with(task, native, &text, &toolchain, limit, budget),
    }
}

fn attempt_with(
    task: &Task<'_>,
    native: &Native,
    text: &str,
    toolchain: &Toolchain,
    limit: Duration,
    budget: &Budget,
) -> Result<Outcome, String> {
    let broken = |error: io::Error| format!("the native run could not be made: {error}");
    let folder = process::Folder::new().map_err(broken)?;
    let (path, executable) = (folder.path().join("harness.c"), folder.path().join("replay"));
    let endless = text.contains(harness::ENDLESS);
    std::fs::write(&path, text).map_err(broken)?;
    toolchain::write_headers(task, folder.path()).map_err(broken)?;
    let units = Units { harness: &path, folder: folder.path(), output: &executable };
    for command in toolchain.commands(task, Some(native), &units).map_err(broken)? {
        toolchain::compile(&command, folder.path(), task.entry, budget)?;
    }
    let run = toolchain::run(&executable, folder.path(), limit, budget).map_err(broken)?;
    if let Some(why) = run.stopped {
        return Ok(Outcome::Inconclusive(format!("the native run did not end: {why}")));
    }
    let circumstances = Circumstances {
        sanitizers: toolchain.sanitizers,
        exact: toolchain.exact,
        doubtful: harness::doubtful_input(task),
        endless,
        limit,
    };
    Ok(judge::judge(task, native, &run, &circumstances))
}

/// A word of a command as a shell reads it; it stays on one line.
fn quoted(word: &OsStr) -> String {
    let word: String = word.to_string_lossy().chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    let plain = |c: char| c.is_alphanumeric() || "-_=+,./:@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
