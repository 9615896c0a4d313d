//! The programs under `tests/run`, and what their first comment lines say:
//!
//! ```text
//! // Any words: what the program is about.
//! // args: 1 2               the arguments of `main`
//! // input: 3 4              the inputs
//! // output: 7 8             all that is written; none without this line
//! // status: 1               the exit status; 0 without this line
//! // returns: 5              what `main` returns
//! // stderr: part of a line  a part of what is said; may be repeated
//! // error-at: 12:10         the place that the message points at
//! // stack: f 20:3, main     all calls under way, the innermost first, each with the place of the call
//! ```

use std::path::{Path, PathBuf};

/// A program and what it should do.
#[derive(Default)]
pub struct Case {
    /// The file, from the root of the project.
    pub file: String,
    pub args: String,
    pub input: String,
    pub output: Vec<String>,
    pub status: i32,
    pub returns: Option<String>,
    pub stderr: Vec<String>,
    pub error_at: Option<String>,
    pub stack: Option<Vec<String>>,
}

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The microc files of a folder, as paths from the root of the project.
pub fn files(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<_> =
        names.filter(|name| name.ends_with(".uc")).map(|name| format!("{folder}/{name}")).collect();
    files.sort();
    files
}

/// All programs of the corpus.
pub fn cases() -> Vec<Case> {
    files("tests/run").into_iter().map(read).collect()
}

/// The programs of the corpus and the examples, each with inputs that it runs on.
pub fn cases_and_examples() -> Vec<Case> {
    let program = std::fs::read_to_string(root().join("examples/hello.bf")).unwrap();
    let codes: Vec<_> = program.bytes().map(|byte| byte.to_string()).collect();
    let hello = codes.join(" ");
    let examples = [
        ("brainfuck", hello.as_str()),
        ("checks", "3"),
        ("checks", "0"),
        ("checks", "1"),
        ("factorial", "20"),
        ("sort", "5 -1 4 2 3"),
        ("unbounded", "10"),
    ];
    let examples = examples.map(|(name, input)| Case {
        file: format!("examples/{name}.uc"),
        input: input.to_owned(),
        ..Case::default()
    });
    for file in files("examples") {
        assert!(examples.iter().any(|case| case.file == file), "{file} is an example without inputs");
    }
    cases().into_iter().chain(examples).collect()
}

fn read(file: String) -> Case {
    let text = std::fs::read_to_string(root().join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut case = Case { file, ..Case::default() };
    for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
        let Some((key, value)) = line.split_once(": ").filter(|(key, _)| !key.contains(' ')) else {
            continue;
        };
        let (value, parts) =
            (value.to_owned(), |separator| value.split(separator).map(str::to_owned).collect());
        match key {
            "args" => case.args = value,
            "input" => case.input = value,
            "output" => case.output = parts(" "),
            "status" => {
                case.status = value.parse().unwrap_or_else(|_| panic!("{}: status {value}", case.file))
            }
            "returns" => case.returns = Some(value),
            "stderr" => case.stderr.push(value),
            "error-at" => case.error_at = Some(value),
            "stack" => case.stack = Some(parts(", ")),
            _ => panic!("{}: there is no `{key}:`", case.file),
        }
    }
    let says_how_it_ends = case.returns.is_some() == (case.status == 0);
    assert!(says_how_it_ends, "{}: a program returns or has a status that is not 0", case.file);
    case
}
