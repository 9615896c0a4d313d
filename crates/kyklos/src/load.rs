//! Source files of any language → flowgraph.

use kyklos_base::{Diagnostic, FileId, Position, SourceFile, Sources, Span};
use kyklos_flow::{Endless, Program};
use kyklos_front_microc::ast::Ast;
use kyklos_report::{Assumption, AssumptionKind};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The languages that Kyklos reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// microc, `.uc`.
    Microc,
    /// C, `.c`, or `.i` if it is preprocessed.
    C,
    /// The flowgraph's text form, `.flow`.
    Flow,
}

impl Language {
    /// The language of a file, by its extension.
    pub fn of(path: &Path) -> Option<Language> {
        match path.extension()?.to_str()? {
            "uc" => Some(Language::Microc),
            "c" | "i" => Some(Language::C),
            "flow" => Some(Language::Flow),
            _ => None,
        }
    }
}

/// How a program is read.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// The language. Default is what the file's extension tells.
    pub language: Option<Language>,
    /// The function where execution starts. Default is `main`.
    pub entry: Option<String>,
    /// How C is read; its entry is the one above.
    pub c: kyklos_front_c::Options,
}

/// A program that was read.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The program, well formed.
    pub program: Program,
    /// What is odd about it.
    pub warnings: Vec<Diagnostic>,
    /// What every verdict on it rests on; for [`CheckOptions::assumptions`](crate::CheckOptions::assumptions).
    pub assumptions: Vec<Assumption>,
}

/// Why a program was not accepted.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read `{name}`: {error}")]
    Read {
        /// The file.
        name: String,
        /// Why.
        error: std::io::Error,
    },
    /// The extension tells no language.
    #[error(
        "cannot tell the language of `{name}`: name it *.uc (microc) or *.flow (flowgraph), or say --language"
    )]
    Language {
        /// The file.
        name: String,
    },
    /// Only programs in C have several files.
    #[error("`{name}` is not C; only programs in C can have several files")]
    Several {
        /// The file.
        name: String,
    },
    /// Execution cannot start where it should.
    #[error("--entry: {0}")]
    Entry(String),
    /// A fault of ours: what a front end made of the program is no graph.
    #[error("the flowgraph is not well formed: {0}")]
    Fault(String),
    /// The program is wrong.
    #[error("{} error(s) in the program", .diagnostics.len())]
    Program {
        /// Its files.
        sources: Sources,
        /// All that is wrong with it, in the order of the source.
        diagnostics: Vec<Diagnostic>,
    },
}

/// Reads a program from a file.
pub fn load(path: &Path, options: &LoadOptions) -> Result<Loaded, LoadError> {
    let language = language_of(path, options.language)?;
    let (mut program, warnings) = match language {
        Language::Microc => kyklos_front_microc::load(read(path)?).map_err(refused)?,
        Language::Flow => (load_flow(read(path)?)?, Vec::new()),
        Language::C => return load_c(&[path], options),
    };
    if let Some(entry) = &options.entry {
        start_at(&mut program, entry)?;
    }
    well_formed(program, warnings)
}

/// Reads a program from its files. Only those in C can be several.
pub fn load_all(paths: &[PathBuf], options: &LoadOptions) -> Result<Loaded, LoadError> {
    if let [path] = paths {
        return load(path, options);
    }
    for path in paths {
        if language_of(path, options.language)? != Language::C {
            return Err(LoadError::Several { name: path.display().to_string() });
        }
    }
    load_c(&paths.iter().map(PathBuf::as_path).collect::<Vec<_>>(), options)
}

fn load_c(paths: &[&Path], options: &LoadOptions) -> Result<Loaded, LoadError> {
    let files: Result<Vec<SourceFile>, LoadError> = paths.iter().map(|path| read_c(path)).collect();
    let mut c = options.c.clone();
    if let Some(entry) = &options.entry {
        c.entry.clone_from(entry);
    }
    let (program, warnings) = kyklos_front_c::load_all(files?, &c).map_err(refused)?;
    well_formed(program, warnings)
}

/// A program that a front end made, if it is a graph.
fn well_formed(program: Program, warnings: Vec<Diagnostic>) -> Result<Loaded, LoadError> {
    match kyklos_flow::validate(&program).first() {
        Some(defect) => Err(LoadError::Fault(defect.message.clone())),
        None => {
            let assumptions = program.endless.iter().map(endless_parameter).collect();
            Ok(Loaded { program, warnings, assumptions })
        }
    }
}

fn endless_parameter(parameter: &Endless) -> Assumption {
    let name = &parameter.name;
    let instead = match &parameter.length {
        Some(length) => format!("--array-size {name}={length} gives it `{length}` elements"),
        None => format!("--array-size {name}=N gives it N elements"),
    };
    Assumption {
        kind: AssumptionKind::EndlessParameter,
        text: format!("the array that `{name}` leads to has no end"),
        span: parameter.span,
        instead: Some(instead),
    }
}

/// Makes a function the start of a program.
fn start_at(program: &mut Program, name: &str) -> Result<(), LoadError> {
    let Some(entry) = program.procedure_named(name) else {
        let known: Vec<_> = program.procedures.rows().map(|procedure| procedure.name.as_str()).collect();
        return Err(LoadError::Entry(format!(
            "there is no function `{name}`; there are {}",
            known.join(", ")
        )));
    };
    program.main = Some(entry);
    Ok(())
}

/// Reads the syntax tree of a microc program, and what is odd about it.
pub fn parse_microc(
    path: &Path,
    language: Option<Language>,
) -> Result<(Ast, Sources, Vec<Diagnostic>), LoadError> {
    let name = path.display().to_string();
    if language_of(path, language)? != Language::Microc {
        let span = Span::nowhere();
        let message = "only microc programs have a syntax tree; use `kyklos cfg` for a flowgraph";
        let mut sources = Sources::new();
        sources.add(SourceFile::new(name, ""));
        return Err(refused((sources, vec![Diagnostic::error(span, message)])));
    }
    let mut sources = Sources::new();
    let id = sources.add(read(path)?);
    let text = sources.get(id).map_or("", SourceFile::text);
    match kyklos_front_microc::parser::parse(id, text) {
        (Some(ast), warnings) => Ok((ast, sources, warnings)),
        (None, diagnostics) => Err(refused((sources, diagnostics))),
    }
}

fn language_of(path: &Path, language: Option<Language>) -> Result<Language, LoadError> {
    let unknown = || LoadError::Language { name: path.display().to_string() };
    language.or_else(|| Language::of(path)).ok_or_else(unknown)
}

fn refused((sources, diagnostics): (Sources, Vec<Diagnostic>)) -> LoadError {
    LoadError::Program { sources, diagnostics }
}

/// Reads a C file, whatever its encoding.
pub(crate) fn read_c(path: &Path) -> Result<SourceFile, LoadError> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| LoadError::Read { name: name.clone(), error })?;
    Ok(SourceFile::new(name, kyklos_front_c::encoding::decode(bytes)))
}

/// Reads a file as UTF-8; a byte that is none is an error at its place.
fn read(path: &Path) -> Result<SourceFile, LoadError> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| LoadError::Read { name: name.clone(), error })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceFile::new(name, text)),
        Err(error) => {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let before = String::from_utf8_lossy(valid);
            let line = before.matches('\n').count() as u32 + 1;
            let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) as u32 + 1;
            let start = Position::new(line, column);
            let mut sources = Sources::new();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let file = sources.add(SourceFile::new(name, text));
            let span = Span::new(file, start, Position::new(line, column + 1));
            let message = "this byte is not UTF-8 text";
            let diagnostic =
                Diagnostic::error(span, message).with_help("save the file in the encoding UTF-8");
            Err(refused((sources, vec![diagnostic])))
        }
    }
}

/// Reads a flowgraph's text form. The files it names are read too, where they
/// are at hand, so that messages can show their lines.
fn load_flow(file: SourceFile) -> Result<Program, LoadError> {
    let mut program = kyklos_flow::text::parse(file.name(), file.text()).map_err(refused)?;
    let defects = kyklos_flow::validate(&program);
    if !defects.is_empty() {
        let mut sources = Sources::new();
        sources.add(file);
        let diagnostics = defects.into_iter().map(|defect| defect_message(&program, defect)).collect();
        return Err(refused((sources, diagnostics)));
    }
    let mut sources = Sources::new();
    for (_, named) in program.sources.iter() {
        let text = std::fs::read_to_string(named.name()).unwrap_or_default();
        sources.add(SourceFile::new(named.name(), text));
    }
    program.sources = sources;
    Ok(program)
}

/// A defect has no place in the text form; it says in words where it is.
fn defect_message(program: &Program, defect: kyklos_flow::Defect) -> Diagnostic {
    let procedure = defect.procedure.and_then(|id| program.procedures.get(id));
    let place = procedure.map_or(String::new(), |procedure| format!("procedure `{}`: ", procedure.name));
    let span = Span::new(FileId(0), Position::default(), Position::default());
    Diagnostic::error(span, format!("{place}{}", defect.message))
}
