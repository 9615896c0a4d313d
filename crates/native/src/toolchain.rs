//! The compiler: which one, what it can do, and the flags it gets.

use crate::process::{self, Finished, Folder};
use crate::{DataModel, Task, harness};
use kyklos_base::Budget;
use kyklos_flow::ErrorKind;
use kyklos_flow::error::Native;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// The programs that may be the compiler unless the environment names it, the best first.
const COMPILERS: [&str; 3] = ["cc", "gcc", "clang"];

/// How long the compiler may take.
const COMPILE_LIMIT: Duration = Duration::from_secs(120);

/// How long the empty program may take.
const PROBE_LIMIT: Duration = Duration::from_secs(20);

/// Flags for all programs. Old C is accepted with what new compilers call errors.
const FLAGS: [&str; 13] = [
    "-std=gnu17",
    "-w",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types",
    "-Wno-return-mismatch",
    "-g",
    "-O0",
    "-fno-omit-frame-pointer",
    "-fno-strict-aliasing",
    // With the linker's flag: functions that nobody calls may call what is not there.
    "-ffunction-sections",
    // Files may share variables that none of them gives a first value.
    "-fcommon",
];

/// Whether the linker can lead calls elsewhere.
pub(crate) const WRAPS: bool = !cfg!(target_vendor = "apple");

/// A compiler and what it can do on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Toolchain {
    /// The command, with what always follows it.
    compiler: Vec<String>,
    /// Whether programs can be watched by sanitizers.
    pub(crate) sanitizers: bool,
    /// Whether to ask for 32-bit programs.
    narrow: bool,
    /// Whether types have the sizes that were asked for.
    pub(crate) exact: bool,
}

/// The files of a compilation.
pub(crate) struct Units<'a> {
    pub(crate) harness: &'a Path,
    /// Where files may be put.
    pub(crate) folder: &'a Path,
    pub(crate) output: &'a Path,
}

/// What was found on this machine, for its own sizes of types and for those of 32 bits.
static USUAL: OnceLock<Result<Toolchain, String>> = OnceLock::new();
static NARROW: OnceLock<Option<Toolchain>> = OnceLock::new();

impl Toolchain {
    /// The best that this machine has for a data model, or why there is none.
    /// It is looked for once.
    pub(crate) fn find(model: DataModel, budget: &Budget) -> Result<Self, String> {
        let usual = USUAL.get_or_init(|| {
            let compilers = candidates();
            let found = compilers.iter().find_map(|compiler| probe(compiler, false, budget));
            found.ok_or_else(|| missing(&compilers))
        });
        let usual = usual.clone()?;
        Ok(match model {
            DataModel::Ilp32 if usual.exact => {
                let narrow = NARROW.get_or_init(|| probe(&usual.compiler, true, budget)).clone();
                narrow.unwrap_or(Toolchain { exact: false, ..usual })
            }
            DataModel::Ilp32 => Toolchain { exact: true, ..usual },
            DataModel::Lp64 => usual,
        })
    }

    /// The compiler that is looked at first, as if it could do all for a data model; `None` if it is known what there is.
    pub(crate) fn hoped(model: DataModel) -> Option<Self> {
        let wide = cfg!(target_pointer_width = "64");
        let narrow = wide && model == DataModel::Ilp32;
        let known = if narrow { NARROW.get().is_some() } else { USUAL.get().is_some() };
        let compiler = candidates().into_iter().next()?;
        (!known).then_some(Toolchain {
            compiler,
            sanitizers: true,
            narrow,
            exact: wide || model == DataModel::Ilp32,
        })
    }

    /// A toolchain that has all that is asked for, under its usual name.
    pub(crate) fn assumed(model: DataModel) -> Self {
        let compiler = vec!["cc".to_owned()];
        Toolchain { compiler, sanitizers: true, narrow: model == DataModel::Ilp32, exact: true }
    }

    /// The commands that compile a task so that errors of a kind are seen. Files with flags of their own have commands of their own.
    pub(crate) fn commands(
        &self,
        task: &Task<'_>,
        native: Option<&Native>,
        units: &Units<'_>,
    ) -> io::Result<Vec<Vec<OsString>>> {
        let mut words = self.flags(task, native);
        if named_headers(task).next().is_some() {
            words.extend(["-idirafter".into(), units.folder.into()]);
        }
        let renamed = is_renamed(task);
        let mut commands = Vec::new();
        let mut last = words.clone();
        last.extend(["-o".into(), units.output.into(), units.harness.into()]);
        for (index, program) in task.programs.iter().enumerate() {
            let path = std::path::absolute(&program.path)?;
            let preprocessed = path.extension().is_some_and(|extension| extension == "i");
            let language = if preprocessed && !renamed { "cpp-output" } else { "c" };
            if program.flags.is_empty() {
                last.extend(["-x".into(), language.into(), path.into()]);
                continue;
            }
            let object = units.folder.join(format!("kyklos-{index}.o"));
            let mut command = words.clone();
            command.extend(program.flags.iter().map(OsString::from));
            command.extend(["-c".into(), "-o".into(), object.clone().into()]);
            command.extend(["-x".into(), language.into(), path.into()]);
            commands.push(command);
            last.extend(["-x".into(), "none".into(), object.into()]);
        }
        last.push("-lm".into());
        commands.push(last);
        Ok(commands)
    }

    /// The compiler and its flags.
    fn flags(&self, task: &Task<'_>, native: Option<&Native>) -> Vec<OsString> {
        let (sanitizers, passed) =
            native.map_or((&[][..], &[][..]), |native| (native.sanitizers, native.passed));
        let mut words: Vec<OsString> =
            self.start(sanitizers, passed).into_iter().map(OsString::from).collect();
        words.extend(native.iter().flat_map(|native| native.flags).map(OsString::from));
        // The compiler knows what some functions do, but here they give inputs.
        words.extend(task.undefined.iter().map(|function| format!("-fno-builtin-{}", function.name).into()));
        // Only the program calls what stands in for them: sanitizers and the library may need functions of those names.
        let stubs = task.undefined.iter().filter(|function| WRAPS && harness::stands_in(function));
        words.extend(stubs.map(|function| format!("-Wl,--wrap={}", function.name).into()));
        words.extend(task.flags.iter().map(OsString::from));
        if is_renamed(task) {
            words.push("-Dmain=kyklos_main".into());
        }
        words
    }

    fn start(&self, sanitizers: &[&str], passed: &[&str]) -> Vec<String> {
        let mut words = self.compiler.clone();
        words.extend(FLAGS.map(str::to_owned));
        if self.narrow {
            words.push("-m32".to_owned());
        }
        if !cfg!(target_vendor = "apple") {
            words.push("-Wl,--gc-sections".to_owned());
        }
        if !sanitizers.contains(&"signed-integer-overflow") {
            // Signed operations wrap unless their overflow is looked for.
            words.push("-fwrapv".to_owned());
        }
        if self.sanitizers {
            let sanitizers: Vec<&str> = ["address"].into_iter().chain(sanitizers.iter().copied()).collect();
            words.push(format!("-fsanitize={}", sanitizers.join(",")));
            words.push("-fno-sanitize-recover=all".to_owned());
            words.extend(passed.iter().map(|sanitizer| format!("-fsanitize-recover={sanitizer}")));
        }
        words
    }
}

/// The headers of tools that files of the program name.
fn named_headers<'a>(task: &Task<'a>) -> impl Iterator<Item = &'a (&'a str, &'a str)> {
    let texts = task.programs.iter().filter_map(|program| std::fs::read(&program.path).ok());
    let texts: Vec<String> = texts.map(|text| String::from_utf8_lossy(&text).into_owned()).collect();
    task.headers.iter().filter(move |(name, _)| texts.iter().any(|text| text.contains(name)))
}

/// Writes the headers of tools that the program names to a folder.
pub(crate) fn write_headers(task: &Task<'_>, folder: &Path) -> io::Result<()> {
    for (name, text) in named_headers(task) {
        let path = folder.join(name);
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(path, text)?;
    }
    Ok(())
}

/// Whether the program's `main` has another name, as the harness has one.
fn is_renamed(task: &Task<'_>) -> bool {
    task.entry != "main" || !task.entry_parameters.is_empty()
}

/// Compiles; the error says what the compiler did not like.
pub(crate) fn compile(
    command: &[OsString],
    folder: &Path,
    entry: &str,
    budget: &Budget,
) -> Result<(), String> {
    let [program, arguments @ ..] = command else { return Err("no compiler is named".to_owned()) };
    let mut command = Command::new(program);
    // Messages are read below: they must not be translated.
    command.args(arguments).env("LC_ALL", "C").env("TMPDIR", folder);
    let name = program.to_string_lossy();
    let finished = process::run(command, COMPILE_LIMIT, budget)
        .map_err(|error| format!("the C compiler `{name}` cannot be started: {error}"))?;
    match finished.status {
        Some(status) if status.success() => Ok(()),
        Some(_) => Err(complaint(&name, &finished.errors, entry)),
        None if finished.stopped.is_some() => {
            let why = finished.stopped.map_or(String::new(), |why| why.to_string());
            Err(format!("the C compiler did not end: {why}"))
        }
        None => Err(format!("the C compiler `{name}` did not end within {} s", COMPILE_LIMIT.as_secs())),
    }
}

/// Runs a program that was compiled.
pub(crate) fn run(
    executable: &Path,
    folder: &Path,
    limit: Duration,
    budget: &Budget,
) -> io::Result<Finished> {
    let mut command = Command::new(executable);
    command.current_dir(folder).env_clear();
    for name in ["PATH", "LD_LIBRARY_PATH"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command.env(
        "ASAN_OPTIONS",
        "detect_leaks=0:handle_abort=1:handle_sigfpe=1:handle_segv=1:detect_stack_use_after_return=1:\
         detect_odr_violation=0:allocator_may_return_null=1:abort_on_error=0:color=never:\
         hard_rss_limit_mb=4096",
    );
    command.env("UBSAN_OPTIONS", "color=never:print_stacktrace=0");
    process::run(command, limit, budget)
}

fn candidates() -> Vec<Vec<String>> {
    let named = std::env::var("CC").unwrap_or_default();
    let named: Vec<String> = named.split_whitespace().map(str::to_owned).collect();
    match named.is_empty() {
        true => COMPILERS.iter().map(|name| vec![(*name).to_owned()]).collect(),
        false => vec![named],
    }
}

fn missing(compilers: &[Vec<String>]) -> String {
    let names: Vec<String> = compilers.iter().map(|words| format!("`{}`", words.join(" "))).collect();
    let names = names.join(", ");
    format!(
        "there is no C compiler that works (tried: {names}); install one (on Debian and Ubuntu: `apt install gcc`)"
    )
}

/// What a compiler can do, shown by the empty program; `None` if it cannot even compile that.
fn probe(compiler: &[String], narrow: bool, budget: &Budget) -> Option<Toolchain> {
    let folder = Folder::new().ok()?;
    let (source, output) = (folder.path().join("empty.c"), folder.path().join("empty"));
    std::fs::write(&source, "int main(void) { return 0; }\n").ok()?;
    [true, false].into_iter().find_map(|sanitizers| {
        let exact = narrow || cfg!(target_pointer_width = "64");
        let toolchain = Toolchain { compiler: compiler.to_vec(), sanitizers, narrow, exact };
        let kinds = ErrorKind::ALL.iter().filter_map(|kind| kind.native());
        let asked = kinds.flat_map(|native| native.sanitizers).copied().collect::<BTreeSet<_>>();
        let asked: Vec<&str> = asked.into_iter().collect();
        let mut command: Vec<OsString> =
            toolchain.start(&asked, &["shift-base"]).into_iter().map(OsString::from).collect();
        command.extend(["-o".into(), output.clone().into(), source.clone().into()]);
        compile(&command, folder.path(), "main", budget).ok()?;
        let finished = run(&output, folder.path(), PROBE_LIMIT, budget).ok()?;
        finished.status?.success().then_some(toolchain)
    })
}

/// What a compiler did not like, in one line.
fn complaint(name: &str, errors: &str, entry: &str) -> String {
    let unresolved =
        |line: &&str| line.contains("undefined reference to") || line.contains("undefined symbol");
    let names_entry = |line: &str| {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.rfind(|word| !word.is_empty()) == Some(entry)
    };
    if errors.lines().filter(unresolved).any(names_entry) {
        return format!("`{entry}` cannot be called from another file; is it static?");
    }
    let told =
        errors.lines().find(unresolved).or_else(|| errors.lines().find(|line| line.contains("error:")));
    let told = told.or_else(|| errors.lines().next()).unwrap_or("it says nothing");
    let told: String = told.chars().filter(|c| !c.is_control()).take(200).collect();
    format!("the C compiler `{name}` does not accept the program: {told}")
}
