//! Programs that are generated load, run, and do the same in C.

use kyklos_base::random::Random;
use kyklos_base::{Int, SourceFile};
use kyklos_generate::{Knobs, generate};
use kyklos_interp::{Environment, InputRequest, Interpreter, Limits, RunEnd};
use std::io;

/// How many steps a run may have before it counts as one without end.
const MAX_STEPS: u64 = 1_000_000;

/// Inputs without end, most of them small.
struct Inputs {
    random: Random,
    read: Vec<i64>,
    outputs: Vec<Int>,
}

impl Environment for Inputs {
    fn input(&mut self, _: &InputRequest<'_>) -> io::Result<Option<Int>> {
        let value = self.random.below(41) as i64 - 20;
        self.read.push(value);
        Ok(Some(Int::from(value)))
    }

    fn output(&mut self, value: &Int) -> io::Result<()> {
        self.outputs.push(value.clone());
        Ok(())
    }
}

/// Loads a program and runs it once.
fn run(name: &str, text: &str) -> (RunEnd, Inputs) {
    let (program, warnings) = kyklos_front_microc::load(SourceFile::new(name, text))
        .unwrap_or_else(|(_, diagnostics)| panic!("{name}: {diagnostics:?}\n{text}"));
    assert!(warnings.is_empty(), "{name}: {warnings:?}");
    let mut inputs = Inputs { random: Random::new(text.len() as u64), read: Vec::new(), outputs: Vec::new() };
    let limits = Limits { max_steps: Some(MAX_STEPS), ..Limits::default() };
    let report = Interpreter::new(&program).unwrap().run(&[], &mut inputs, &limits).unwrap();
    (report.end, inputs)
}

#[derive(Debug, Default)]
struct Ends {
    returned: usize,
    failed: usize,
    step_limit: usize,
}

/// Runs the programs of a seed.
fn run_all(knobs: &Knobs, seed: u64, count: u64) -> Ends {
    let mut ends = Ends::default();
    for index in 0..count {
        let text = generate(knobs, seed, index).unwrap().microc();
        match run(&format!("{seed}-{index}"), &text).0 {
            RunEnd::Returned(_) => ends.returned += 1,
            RunEnd::Failed => ends.failed += 1,
            RunEnd::StepLimit => ends.step_limit += 1,
            other => panic!("{other:?}\n{text}"),
        }
    }
    ends
}

#[test]
fn programs_load_and_run_and_mostly_end() {
    let ends = run_all(&Knobs::default(), 1, 150);
    assert!(ends.step_limit * 20 <= 150, "{ends:?}");
    assert!(ends.failed * 4 <= 150, "mostly correct: {ends:?}");
}

#[test]
#[ignore = "1000 programs of each kind; takes a minute"]
fn a_thousand_programs_of_each_kind() {
    let kinds = [
        Knobs::default(),
        Knobs { divisions: true, ..Knobs::default() },
        Knobs { max_depth: 5, max_statements: 20, max_block_statements: 10, ..Knobs::default() },
        Knobs { guaranteed_error: true, divisions: true, functions: 0, risk: 0.0, ..Knobs::default() },
    ];
    for knobs in kinds {
        let ends = run_all(&knobs, 7, 1000);
        println!("{knobs:?}: {ends:?}");
        assert!(ends.step_limit <= 50, "{knobs:?}: {ends:?}");
    }
}

#[test]
fn guards_and_endings_keep_their_word() {
    let knobs = Knobs {
        guards: 1.0,
        endings: 1.0,
        divisions: true,
        risk: 0.6,
        max_depth: 2,
        functions: 3,
        ..Knobs::default()
    };
    let ends = run_all(&knobs, 3, 150);
    assert_eq!(ends.returned, 150, "{ends:?}");
    let text: String = (0..150).map(|index| generate(&knobs, 3, index).unwrap().microc()).collect();
    for construct in ["while", "if", "else", "/", "%", "alloc", "null", "input", "f2(", ".first", "[", "&n"] {
        assert!(text.contains(construct), "no `{construct}` in 150 programs");
    }
}

#[test]
fn programs_without_risk_or_divisions_cannot_fail() {
    let knobs = Knobs { risk: 0.0, guards: 0.0, ..Knobs::default() };
    assert_eq!(run_all(&knobs, 5, 100).failed, 0);
}

#[test]
fn unguarded_operations_fail_now_and_then() {
    let knobs = Knobs { guards: 0.0, risk: 0.5, divisions: true, ..Knobs::default() };
    assert!(run_all(&knobs, 5, 60).failed > 30);
}

#[test]
fn a_guaranteed_error_is_there() {
    let knobs = Knobs {
        guaranteed_error: true,
        divisions: true,
        risk: 0.0,
        guards: 1.0,
        for_loops: 0.0,
        while_loops: 0.0,
        max_depth: 0,
        ..Knobs::default()
    };
    let ends = run_all(&knobs, 11, 60);
    assert_eq!(ends.failed, 60, "without blocks the error is reached: {ends:?}");
}

#[test]
fn one_seed_gives_one_program() {
    let knobs = Knobs::default();
    for index in 0..50 {
        let (first, again) = (generate(&knobs, 9, index).unwrap(), generate(&knobs, 9, index).unwrap());
        assert_eq!(first.microc(), again.microc());
        assert_eq!(first.c(), again.c());
        assert_ne!(first.microc(), generate(&knobs, 10, index).unwrap().microc());
        assert_ne!(first.microc(), generate(&knobs, 9, index + 1).unwrap().microc());
    }
}

#[test]
fn sizes_are_kept() {
    let knobs = Knobs {
        max_depth: 60,
        max_block_statements: 60,
        for_loops: 0.5,
        while_loops: 0.4,
        max_size: 300,
        ..Knobs::default()
    };
    for index in 0..20 {
        let lines = generate(&knobs, 1, index).unwrap().microc().lines().count();
        assert!(lines < 3_000, "{lines} lines");
    }
}

#[test]
fn knobs_that_contradict_are_refused() {
    let refused = |knobs: Knobs, why: &str| {
        let error = generate(&knobs, 1, 0).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    };
    let usual = Knobs::default;
    refused(Knobs { for_loops: 0.7, while_loops: 0.4, ..usual() }, "together are more than 1");
    refused(Knobs { for_loops: -0.1, ..usual() }, "a probability from 0 to 1");
    refused(Knobs { guards: 1.5, ..usual() }, "a probability from 0 to 1");
    refused(Knobs { risk: f64::NAN, ..usual() }, "a probability from 0 to 1");
    refused(Knobs { max_statements: 0, ..usual() }, "must be from 1");
    refused(Knobs { max_block_statements: 0, ..usual() }, "must be from 1");
    refused(Knobs { max_depth: 500, ..usual() }, "must be from 0 to 100");
    refused(Knobs { max_depth: 0, ..usual() }, "leaves no room");
}

#[test]
fn forms() {
    let program = generate(&Knobs { divisions: true, ..Knobs::default() }, 2, 0).unwrap();
    insta::assert_snapshot!("microc", program.microc());
    insta::assert_snapshot!("c", program.c());
}

mod twins {
    use super::*;
    use std::path::Path;
    use std::process::{Command, Stdio};

    /// Reads the inputs from standard input, as the interpreter was given them.
    const HARNESS: &str = "
#include <stdio.h>
#include <stdlib.h>
long long __VERIFIER_nondet_longlong(void)
{
    long long value;
    if (scanf(\"%lld\", &value) != 1) exit(77);
    return value;
}
void reach_error(void) { exit(78); }
";

    /// Compiles a twin with checks; `None` where that is not possible.
    fn compile(folder: &Path, name: &str, text: &str) -> Option<std::path::PathBuf> {
        let (source, harness, binary) =
            (folder.join(format!("{name}.c")), folder.join("harness.c"), folder.join(name));
        std::fs::write(&source, text).unwrap();
        std::fs::write(&harness, HARNESS).unwrap();
        let checks = "-fsanitize=undefined,bounds,null,integer-divide-by-zero,signed-integer-overflow";
        let output = Command::new("cc")
            .args(["-Wall", "-Werror=implicit", checks, "-fno-sanitize-recover=all", "-o"])
            .args([&binary, &source, &harness])
            .output();
        match output {
            Err(_) => None,
            Ok(output) => {
                let errors = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success() || errors.contains("-lubsan"), "{name}: {errors}\n{text}");
                output.status.success().then_some(binary)
            }
        }
    }

    fn execute(binary: &Path, inputs: &[i64]) -> (Option<i32>, Vec<Int>) {
        let mut child = Command::new(binary)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let text: String = inputs.iter().map(|value| format!("{value} ")).collect();
        let mut stdin = child.stdin.take().unwrap();
        // A twin that fails early does not read all.
        let writer = std::thread::spawn(move || drop(io::Write::write_all(&mut stdin, text.as_bytes())));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let shown = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), shown.lines().map(|line| line.parse().unwrap()).collect())
    }

    #[test]
    fn twins_do_the_same() {
        let folder = std::env::temp_dir().join(format!("kyklos-generate-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let knobs = Knobs { divisions: true, guards: 0.95, ..Knobs::default() };
        let (mut returned, mut failed, mut overflowed) = (0, 0, 0);
        for index in 0..25 {
            let program = generate(&knobs, 21, index).unwrap();
            let (end, inputs) = run("twin", &program.microc());
            let Some(binary) = compile(&folder, &format!("twin{index}"), &program.c()) else {
                println!("skipped: there is no C compiler with sanitizers");
                return;
            };
            let (status, outputs) = execute(&binary, &inputs.read);
            match (end, status) {
                (RunEnd::Returned(_), Some(0)) => {
                    assert_eq!(outputs, inputs.outputs, "{index}:\n{}", program.c());
                    returned += 1;
                }
                (RunEnd::Failed, Some(0)) => panic!("{index} does not fail in C\n{}", program.c()),
                (RunEnd::Failed, _) => failed += 1,
                (RunEnd::Returned(_), _) => {
                    let large = |value: &Int| value.bits() > 40;
                    assert!(inputs.outputs.iter().any(large), "{index} fails in C\n{}", program.c());
                    overflowed += 1;
                }
                _ => {}
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
        println!("{returned} returned, {failed} failed, {overflowed} overflowed");
        assert!(returned >= 10, "only {returned} twins were compared to their ends");
    }

    #[test]
    fn twins_are_read_by_the_c_front_end() {
        for index in 0..30 {
            let knobs = Knobs { divisions: true, guaranteed_error: index % 2 == 0, ..Knobs::default() };
            let text = generate(&knobs, 4, index).unwrap().c();
            let file = SourceFile::new(format!("{index}.c"), text.clone());
            match kyklos_front_c::load(file, &kyklos_front_c::Options::default()) {
                Ok(_) => {}
                Err((_, diagnostics)) if diagnostics.iter().any(|d| d.message.contains("cc")) => {
                    println!("skipped: {diagnostics:?}");
                    return;
                }
                Err((_, diagnostics)) => panic!("{diagnostics:?}\n{text}"),
            }
        }
    }
}
