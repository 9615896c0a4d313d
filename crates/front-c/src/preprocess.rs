//! Source text → preprocessed text, by the system's C preprocessor.
//!
//! A file that needs no preprocessing is left alone: one called `*.i`, or one
//! without directives, continued lines and names like `__LINE__`. All others go
//! through `cc -E` (or `gcc`, `clang`, `cpp`, whichever is there first), which
//! reads the text from its standard input and finds `#include "…"` in the
//! file's folder.
//!
//! The headers are those of the system, but the sizes of types are those of
//! [`DataModel`]: the macros from which headers derive `LONG_MAX`, `size_t` and
//! the like are set on the command line. That works alike on all machines,
//! where `-m32` needs headers that are rarely installed. Two things stand in
//! for the system's own: empty `gnu/stubs-*.h`, which are missing for the other
//! data model, and `assert.h`, so that `assert(x)` stays a call. Where `klee/klee.h`
//! is not found, there is one.

use crate::options::{DataModel, Options};
use crate::parse::tokens::{TokenKind, tokens};
use crate::spans::Files;
use kyklos_base::outside::{Group, Temporary};
use kyklos_base::{Diagnostic, FileId, Position, SourceFile, Span};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long the preprocessor may take.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// How many bytes it may give.
const OUTPUT_LIMIT: u64 = 1 << 28;

/// How many of its errors are passed on.
const MAX_REPORTED: usize = 20;

/// The programs that may be the preprocessor, the best first.
const COMMANDS: [&str; 4] = ["cc", "gcc", "clang", "cpp"];

/// Headers that tools bring with them, by name, and their texts.
pub const TOOL_HEADERS: [(&str, &str); 1] = [("klee/klee.h", include_str!("klee.h"))];

/// The text to parse: that of a file, preprocessed if it has to be. The
/// flag tells whether it has line markers.
pub(crate) fn preprocess(
    id: FileId,
    files: &mut Files,
    options: &Options,
) -> Result<(String, bool), Vec<Diagnostic>> {
    let Some(file) = files.sources().get(id) else { return Ok((String::new(), false)) };
    if has_suffix(file.name(), "i") {
        return Ok((file.text().to_owned(), true));
    }
    if !needs_preprocessor(file.text()) && options.flags_of(file.name()).next().is_none() {
        return Ok((file.text().to_owned(), false));
    }
    let file = file.clone();
    run(&file, options).map(|text| (text, true)).map_err(|failure| diagnostics(failure, id, files))
}

fn has_suffix(name: &str, suffix: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case(suffix))
}

/// Whether the text has anything that only a preprocessor understands.
fn needs_preprocessor(text: &str) -> bool {
    tokens(text).any(|token| match token.kind {
        TokenKind::Directive | TokenKind::Splice => true,
        TokenKind::Quoted => token.text.contains("\\\n") || token.text.contains("\\\r\n"),
        // `__LINE__`, `__INT_MAX__`; the keywords and functions of that form are in small letters.
        TokenKind::Word => {
            let inner = token.text.strip_prefix("__").and_then(|rest| rest.strip_suffix("__"));
            inner.is_some_and(|inner| {
                !matches!(inner, "FUNCTION" | "PRETTY_FUNCTION")
                    && inner.bytes().any(|byte| byte.is_ascii_uppercase())
                    && !inner.bytes().any(|byte| byte.is_ascii_lowercase())
            })
        }
        _ => false,
    })
}

/// Why there is no preprocessed text.
#[derive(Debug)]
enum Failure {
    /// No preprocessor is installed.
    Missing,
    /// It could not be started or talked to.
    Broken(std::io::Error),
    /// It took too long.
    Slow,
    /// It gave too much.
    Large,
    /// It found errors; what it printed about them.
    Errors(String),
}

/// Words that C23 has without a header, in those that the parser knows.
const WORDS_OF_2023: [&str; 9] = [
    "-Dbool=_Bool",
    "-Dtrue=1",
    "-Dfalse=0",
    "-Dnullptr=((void*)0)",
    "-Dstatic_assert=_Static_assert",
    "-Dalignas=_Alignas",
    "-Dalignof=_Alignof",
    "-Dthread_local=_Thread_local",
    "-Dconstexpr=const",
];

fn is_of_2023(flag: &str) -> bool {
    ["c23", "c2x", "gnu23", "gnu2x", "iso9899:2024"].iter().any(|standard| flag.ends_with(standard))
}

fn run(file: &SourceFile, options: &Options) -> Result<String, Failure> {
    let headers = Headers::new();
    for name in COMMANDS {
        let mut command = Command::new(name);
        command.args(["-E", "-w", "-x", "c", "-std=gnu11"]);
        command.args(data_model_flags(options.data_model));
        // Else `isdigit` and the like become look-ups in a table of the GNU library.
        command.arg("-D__NO_CTYPE");
        if let Some(headers) = &headers {
            command.arg("-isystem").arg(headers.folder.path().join("own"));
            command.arg("-idirafter").arg(headers.folder.path().join("missing"));
        }
        if options
            .flags_of(file.name())
            .filter(|flag| flag.starts_with("-std="))
            .last()
            .is_some_and(is_of_2023)
        {
            command.args(WORDS_OF_2023);
        }
        command.args(options.flags_of(file.name()));
        let folder = Path::new(file.name()).parent().filter(|folder| !folder.as_os_str().is_empty());
        command.arg("-iquote").arg(folder.unwrap_or(Path::new("."))).arg("-");
        // Messages are read below: they must not be translated.
        command.env("LC_ALL", "C");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        match Group::spawn(&mut command) {
            Ok(child) => return talk(child, file),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::Broken(error)),
        }
    }
    Err(Failure::Missing)
}

/// Gives the preprocessor the text and takes what it makes of it.
fn talk(mut child: Group, file: &SourceFile) -> Result<String, Failure> {
    // The text comes by standard input; the marker tells its name.
    let text = format!("# 1 \"{}\"\n{}\n", escape(file.name()), file.text());
    if let Some(mut input) = child.stdin.take() {
        // Where the preprocessor stops reading, its errors tell why.
        std::thread::spawn(move || drop(input.write_all(text.as_bytes())));
    }
    let (output, errors) = (read(child.stdout.take()), read(child.stderr.take()));
    let status = wait(&mut child)?;
    let output = output.recv_timeout(TIME_LIMIT).map_err(|_| Failure::Slow)?;
    let errors = errors.recv_timeout(TIME_LIMIT).map_err(|_| Failure::Slow)?;
    if output.len() as u64 >= OUTPUT_LIMIT {
        return Err(Failure::Large);
    }
    match status.success() {
        true => Ok(crate::encoding::decode(output)),
        false => Err(Failure::Errors(String::from_utf8_lossy(&errors).into_owned())),
    }
}

/// Reads up to the limit, on a thread that nobody has to wait for; then the stream is closed,
/// which stops the writer.
fn read(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(stream) = stream {
            let _ = stream.take(OUTPUT_LIMIT).read_to_end(&mut bytes);
        }
        let _ = sender.send(bytes);
    });
    receiver
}

/// Waits for the end of a process, or ends it when its time is over.
fn wait(child: &mut Group) -> Result<ExitStatus, Failure> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if start.elapsed() < TIME_LIMIT => std::thread::sleep(pause),
            Ok(None) => {
                child.stop();
                return Err(Failure::Slow);
            }
            Err(error) => return Err(Failure::Broken(error)),
        }
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// A file name as it stands in a line marker.
fn escape(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ")
}

/// The macros from which headers derive the sizes of types: name, and value for ILP32 and LP64.
const SIZE_MACROS: [(&str, &str, &str); 33] = [
    ("__SIZEOF_LONG__", "4", "8"),
    ("__SIZEOF_POINTER__", "4", "8"),
    ("__SIZEOF_SIZE_T__", "4", "8"),
    ("__SIZEOF_PTRDIFF_T__", "4", "8"),
    ("__LONG_MAX__", "0x7fffffffL", "0x7fffffffffffffffL"),
    ("__LONG_WIDTH__", "32", "64"),
    ("__SIZE_TYPE__", "unsigned int", "long unsigned int"),
    ("__SIZE_MAX__", "0xffffffffU", "0xffffffffffffffffUL"),
    ("__SIZE_WIDTH__", "32", "64"),
    ("__PTRDIFF_TYPE__", "int", "long int"),
    ("__PTRDIFF_MAX__", "0x7fffffff", "0x7fffffffffffffffL"),
    ("__PTRDIFF_WIDTH__", "32", "64"),
    ("__INTPTR_TYPE__", "int", "long int"),
    ("__INTPTR_MAX__", "0x7fffffff", "0x7fffffffffffffffL"),
    ("__INTPTR_WIDTH__", "32", "64"),
    ("__UINTPTR_TYPE__", "unsigned int", "long unsigned int"),
    ("__UINTPTR_MAX__", "0xffffffffU", "0xffffffffffffffffUL"),
    ("__INT64_TYPE__", "long long int", "long int"),
    ("__INT64_MAX__", "0x7fffffffffffffffLL", "0x7fffffffffffffffL"),
    ("__UINT64_TYPE__", "long long unsigned int", "long unsigned int"),
    ("__UINT64_MAX__", "0xffffffffffffffffULL", "0xffffffffffffffffUL"),
    ("__INT_LEAST64_TYPE__", "long long int", "long int"),
    ("__UINT_LEAST64_TYPE__", "long long unsigned int", "long unsigned int"),
    ("__INT_FAST16_TYPE__", "int", "long int"),
    ("__UINT_FAST16_TYPE__", "unsigned int", "long unsigned int"),
    ("__INT_FAST32_TYPE__", "int", "long int"),
    ("__UINT_FAST32_TYPE__", "unsigned int", "long unsigned int"),
    ("__INT_FAST64_TYPE__", "long long int", "long int"),
    ("__UINT_FAST64_TYPE__", "long long unsigned int", "long unsigned int"),
    ("__INTMAX_TYPE__", "long long int", "long int"),
    ("__INTMAX_MAX__", "0x7fffffffffffffffLL", "0x7fffffffffffffffL"),
    ("__UINTMAX_TYPE__", "long long unsigned int", "long unsigned int"),
    ("__UINTMAX_MAX__", "0xffffffffffffffffULL", "0xffffffffffffffffUL"),
];

fn data_model_flags(model: DataModel) -> Vec<String> {
    let (set, unset) = match model {
        DataModel::Ilp32 => (["__ILP32__", "_ILP32"], ["__LP64__", "_LP64"]),
        DataModel::Lp64 => (["__LP64__", "_LP64"], ["__ILP32__", "_ILP32"]),
    };
    let unset = unset.into_iter().chain(["__SIZEOF_INT128__"]);
    let mut flags: Vec<String> = unset.map(|name| format!("-U{name}")).collect();
    let mut define =
        |name: &str, value: &str| flags.extend([format!("-U{name}"), format!("-D{name}={value}")]);
    for name in set {
        define(name, "1");
    }
    for (name, ilp32, lp64) in SIZE_MACROS {
        define(name, if model == DataModel::Ilp32 { ilp32 } else { lp64 });
    }
    flags
}

/// A folder for the time of one run, with headers in `own/` that are found before
/// the system's, and in `missing/` that are found behind them.
struct Headers {
    folder: Temporary,
}

impl Headers {
    /// Makes the folder. Without it, most programs are preprocessed all the same.
    fn new() -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        /// A folder that is there already, left behind by another run, is not used.
        const TRIES: usize = 16;
        let folder = (0..TRIES).find_map(|_| {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let folder = std::env::temp_dir().join(format!("kyklos-{}-{number}", std::process::id()));
            std::fs::create_dir(&folder).ok().map(|()| folder)
        });
        let headers = Self { folder: Temporary::own(folder?) };
        headers.fill().ok().map(|()| headers)
    }

    fn fill(&self) -> std::io::Result<()> {
        let folder = self.folder.path();
        let (own, stubs) = (folder.join("own"), folder.join("missing").join("gnu"));
        std::fs::create_dir(&own)?;
        std::fs::write(own.join("assert.h"), include_str!("assert.h"))?;
        std::fs::create_dir_all(&stubs)?;
        for (name, text) in TOOL_HEADERS {
            let path = folder.join("missing").join(name);
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            std::fs::write(path, text)?;
        }
        for name in ["32", "x32", "64", "ilp32", "lp64"] {
            std::fs::write(stubs.join(format!("stubs-{name}.h")), "")?;
        }
        Ok(())
    }
}

fn diagnostics(failure: Failure, file: FileId, files: &mut Files) -> Vec<Diagnostic> {
    let whole = Span::new(file, Position::default(), Position::default());
    let one = |message: String, help: &str| vec![Diagnostic::error(whole, message).with_help(help)];
    match failure {
        Failure::Missing => one(
            "the file has to be preprocessed, but there is no C preprocessor".to_owned(),
            "install one (on Debian and Ubuntu: `apt install gcc`, or `cpp`), or preprocess the file \
             elsewhere with `cc -E` and give the result, named `*.i`",
        ),
        Failure::Broken(error) => one(
            format!("the C preprocessor cannot be run: {error}"),
            "preprocess the file with `cc -E` and give the result, named `*.i`",
        ),
        Failure::Slow => one(
            format!("the C preprocessor took more than {} s and was stopped", TIME_LIMIT.as_secs()),
            "look for a file that includes itself, or that is not a plain file",
        ),
        Failure::Large => one(
            format!("the preprocessed text has more than {} MiB", OUTPUT_LIMIT >> 20),
            "look for macros or included files that multiply themselves",
        ),
        Failure::Errors(text) => {
            let mut found: Vec<_> =
                text.lines().filter_map(|line| reported(line, files)).take(MAX_REPORTED).collect();
            if found.is_empty() {
                let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason given");
                found.push(Diagnostic::error(whole, format!("the C preprocessor failed: {}", first.trim())));
            }
            found
        }
    }
}

/// An error as compilers print it: `file:line:column: error: message`.
fn reported(line: &str, files: &mut Files) -> Option<Diagnostic> {
    let (place, message) = ["fatal error: ", "error: "].iter().find_map(|word| line.split_once(word))?;
    let mut parts = place.trim_end_matches([' ', ':']).rsplitn(3, ':');
    let column: u32 = parts.next()?.parse().ok()?;
    let number: u32 = parts.next()?.parse().ok()?;
    let file = files.named(parts.next()?, false);
    let end = Position::new(number, column.saturating_add(1));
    let span = Span::new(file, Position::new(number, column), end);
    let missing = message.strip_suffix(": No such file or directory").or_else(|| {
        let name = message.strip_suffix(" file not found")?;
        Some(name.trim_matches('\''))
    });
    Some(match missing {
        Some(header) => Diagnostic::error(span, format!("the file `{header}` to include is not there"))
            .with_help(
                "put it beside the including file, or name its folder with the preprocessor's flag `-I`",
            ),
        None => Diagnostic::error(span, message),
    })
}
