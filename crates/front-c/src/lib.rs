//! The C front end: source text → typed tree → flowgraph.
//!
//! - [`encoding`]: sources that are not UTF-8;
//! - [`options`]: how a program is read;
//! - `preprocess`: source text → preprocessed text, by the system's preprocessor where one is needed;
//! - `parse`: preprocessed text → lang-c's syntax tree; errors in words;
//! - [`spans`]: where the bytes of preprocessed text come from;
//! - [`ctype`], [`tree`]: C's types, and the typed syntax tree;
//! - `check`: parsed text → typed tree; `lower`: typed tree → flowgraph;
//! - [`library`]: functions of C's library that the front end knows.
//!
//! [`load`] does all of this. It works on a thread with a stack of its own,
//! large enough for all programs that `parse` lets through.

mod check;
pub mod ctype;
pub mod encoding;
pub mod interface;
pub mod library;
pub mod lower;
pub mod options;
mod parse;
mod preprocess;
pub mod spans;
pub mod tree;

pub use interface::Interface;
pub use options::{ArrayLength, DataModel, Options};
pub use preprocess::TOOL_HEADERS;

use kyklos_base::{Diagnostic, FileId, SourceFile, Sources, Span};
use kyklos_flow::Program;
use spans::{Files, SpanMap};

/// A program and the warnings it gives rise to, or all that is wrong with it.
pub type Loaded = Result<(Program, Vec<Diagnostic>), (Sources, Vec<Diagnostic>)>;

/// Reads a C program of one file, as [`load_all`] does.
pub fn load(file: SourceFile, options: &Options) -> Loaded {
    load_all(vec![file], options)
}

/// Reads the files of a C program. A file's name tells where included files are looked for,
/// and, by its ending `.i`, that it is preprocessed already.
pub fn load_all(files: Vec<SourceFile>, options: &Options) -> Loaded {
    let work = || load_here(Files::new(files.clone()), options);
    on_own_stack(work).unwrap_or_else(|message| {
        let mut sources = Sources::new();
        files.iter().for_each(|file| {
            sources.add(file.clone());
        });
        Err((sources, vec![Diagnostic::error(Span::nowhere(), message)]))
    })
}

/// What a program that [`load`] accepts needs from outside; `None` if that cannot be written down plainly.
pub fn interface(files: Vec<SourceFile>, options: &Options) -> Option<Interface> {
    let work = || {
        let mut files = Files::new(files);
        let parsed = parsed(&mut files, options).ok()?;
        let (unit, types, _) = check::check(&parsed, options);
        interface::interface(&unit?, &types, options)
    };
    on_own_stack(work).ok().flatten()
}

/// Works on a thread with a large stack. An error says in words why there is no result.
fn on_own_stack<R: Send>(work: impl FnOnce() -> R + Send) -> Result<R, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(parse::STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| format!("no memory to read the file: {error}"))?;
        let failed = "the C front end failed; this is a mistake in it, please report it";
        thread.join().map_err(|_| failed.to_owned())
    })
}

/// Reads a C program from text, as [`load`] does.
pub fn load_text(name: &str, text: &str, options: &Options) -> Loaded {
    load(SourceFile::new(name, text), options)
}

fn load_here(mut files: Files, options: &Options) -> Loaded {
    let parsed = match parsed(&mut files, options) {
        Ok(parsed) => parsed,
        Err(diagnostics) => return Err((files.into_sources(), diagnostics)),
    };
    lower::lower(&parsed, files.into_sources(), options)
}

/// Parses all files; gives what is wrong with all of them.
fn parsed(files: &mut Files, options: &Options) -> Result<Vec<parse::Parsed>, Vec<Diagnostic>> {
    let given: Vec<FileId> = files.sources().iter().map(|(id, _)| id).collect();
    let (mut units, mut problems) = (Vec::new(), Vec::new());
    for file in given {
        match parsed_file(file, files, options) {
            Ok(unit) => units.push(unit),
            Err(diagnostics) => problems.extend(diagnostics),
        }
    }
    if problems.is_empty() { Ok(units) } else { Err(problems) }
}

fn parsed_file(file: FileId, files: &mut Files, options: &Options) -> Result<parse::Parsed, Vec<Diagnostic>> {
    let (text, has_markers) = preprocess::preprocess(file, files, options)?;
    let spans = match has_markers {
        true => SpanMap::preprocessed(&text, file, files),
        false => SpanMap::plain(&text, file),
    };
    let name = files.sources().name(file).to_owned();
    parse::parse(&name, &text, spans).map_err(|diagnostic| vec![diagnostic])
}
