//! The commands `run`, `ast` and `cfg` as users give them: what README.md promises.

mod support;

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use support::corpus::{self, files};
use support::{TemporaryFile, command, finish, kyklos, signal};

/// The words of a shell command, quotes removed.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in command.chars() {
        match character {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            other => words.last_mut().unwrap().push(other),
        }
    }
    words
}

#[test]
fn the_commands_of_the_readme_give_what_it_says() {
    let text = std::fs::read_to_string(corpus::root().join("README.md")).unwrap();
    let mut tried = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for command in block.split("$ ").skip(1) {
            let (command, expected) = command.split_once('\n').unwrap();
            let arguments =
                command.strip_prefix("kyklos ").or(command.strip_prefix("cargo run --release -- "));
            let Some(arguments) =
                arguments.filter(|text| ["run ", "ast ", "cfg "].iter().any(|c| text.starts_with(c)))
            else {
                continue;
            };
            let arguments = words(arguments);
            let answer = kyklos(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
            let all = format!("{}{}", answer.stdout, answer.stderr);
            assert!(
                expected == all || expected == answer.stdout,
                "{command}\nREADME:\n{expected}\nfound:\n{all}"
            );
            tried += 1;
        }
    }
    assert!(tried >= 2, "only {tried} commands found");
}

#[test]
fn brainfuck_says_hello() {
    let answer = kyklos(&["run", "examples/brainfuck.uc", "--ascii", "--input-file", "examples/hello.bf"]);
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(0), "Hello World!\n"));
}

#[test]
fn inputs_come_from_everywhere() {
    let file = TemporaryFile::new("numbers", " 5,\n-1,4 2\n\n3 ");
    let sorted = "-1\n2\n3\n4\n5\n";
    for arguments in [["--input", "5 -1,4  2, 3"], ["--input-file", file.name()]] {
        let answer = kyklos(&["run", "examples/sort.uc", arguments[0], arguments[1]]);
        assert_eq!((answer.status, answer.stdout.as_str()), (Some(0), sorted));
    }
    let mut from_file = command(&["run", "examples/sort.uc"]);
    from_file.stdin(std::fs::File::open(file.name()).unwrap());
    assert_eq!(finish(from_file.spawn().unwrap()).stdout, sorted);
    let nothing = kyklos(&["run", "examples/sort.uc"]);
    assert_eq!(nothing.status, Some(1));
    assert!(nothing.stderr.contains("the input is exhausted"), "{}", nothing.stderr);
}

#[test]
fn messages_can_be_left_out_and_added() {
    let quiet = kyklos(&["run", "examples/factorial.uc", "--input", "5", "--quiet"]);
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("120\n", ""));
    let timed = kyklos(&["run", "examples/factorial.uc", "--input", "5", "--time"]);
    assert_eq!(timed.stdout, "120\n");
    assert!(
        timed.stderr.starts_with("returned 0\n") && timed.stderr.contains(" steps in "),
        "{}",
        timed.stderr
    );
}

#[test]
fn bytes_go_in_and_out() {
    let echo = TemporaryFile::new("echo.uc", "main() { while (1) output input; return 0; }");
    let answer = kyklos(&["run", echo.name(), "--ascii", "--input", "a\tß"]);
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(1), "a\tß"));
    let large = TemporaryFile::new("large.uc", "main() { output 65; output 256; return 0; }");
    let answer = kyklos(&["run", large.name(), "--ascii"]);
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(2), "A"));
    assert!(answer.stderr.contains("256 cannot be written as a character"), "{}", answer.stderr);
}

#[test]
fn numbers_must_be_numbers() {
    let program = TemporaryFile::new("two.uc", "main(a, b) { output input; return a + b; }");
    for wrong in ["x", "1 x", "1.5", "-", "0x10", "1-2", "--", "٣"] {
        kyklos(&["run", program.name(), "--args", wrong, "--input", "1"]).assert_refused("error: --args: `");
        kyklos(&["run", program.name(), "--args", "1 2", "--input", wrong])
            .assert_refused("error: --input: `");
        let file = TemporaryFile::new("wrong", wrong);
        let answer = kyklos(&["run", program.name(), "--args", "1 2", "--input-file", file.name()]);
        assert!(
            answer.status == Some(2) || wrong == "1 x" && answer.status == Some(0),
            "{wrong}: {answer:?}"
        );
    }
    for (count, were) in [("", "0 were"), ("1", "1 was"), ("1 2 3", "3 were")] {
        let answer = kyklos(&["run", program.name(), "--args", count, "--input", "1"]);
        answer.assert_refused(&format!("--args: `main` takes 2 arguments, but {were} given"));
    }
    let answer = kyklos(&["run", program.name(), "--args=-1,+3", "--input=-7"]);
    assert_eq!((answer.stdout.as_str(), answer.stderr.as_str()), ("-7\n", "returned 2\n"));
}

#[test]
fn wrong_command_lines_are_refused() {
    for arguments in [
        &[][..],
        &["walk"],
        &["run"],
        &["run", "examples/sort.uc", "--input", "1", "--input-file", "examples/hello.bf"],
        &["run", "examples/sort.uc", "--max-steps", "-1"],
        &["run", "examples/sort.uc", "--language", "pascal"],
        &["ast", "examples/sort.uc", "--indent", "17"],
        &["cfg", "examples/sort.uc", "--format", "svg"],
    ] {
        kyklos(arguments).assert_refused("--help");
    }
    for command in ["run", "ast"] {
        kyklos(&[command, "examples/sort.uc", "examples/sort.uc"])
            .assert_refused("only programs in C can have several");
    }
    let version = kyklos(&["--version"]);
    assert_eq!(version.stdout, format!("kyklos {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn the_language_can_be_said() {
    let program = TemporaryFile::new("program.txt", "main() { return 7; }");
    kyklos(&["run", program.name()]).assert_refused("cannot tell the language of");
    assert_eq!(kyklos(&["run", program.name(), "--language", "microc"]).stderr, "returned 7\n");
    kyklos(&["run", program.name(), "--language", "flow"]).assert_refused("-->");
    kyklos(&["ast", program.name(), "--language", "flow"]).assert_refused("only microc programs");
}

#[test]
fn syntax_trees_are_json() {
    for file in files("tests/run").into_iter().chain(files("examples")) {
        let tree = |indent| {
            let answer = kyklos(&["ast", &file, "--indent", indent]);
            assert_eq!(answer.status, Some(0), "{file}: {}", answer.stderr);
            let tree: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
            (answer.stdout, tree)
        };
        let (line, tree_of_line) = tree("0");
        let (lines, tree_of_lines) = tree("4");
        assert_eq!(tree_of_line, tree_of_lines, "{file}");
        assert_eq!(line.lines().count(), 1, "{file}");
        assert!(lines.starts_with("{\n    \"") && lines.ends_with("\n}\n"), "{file}");
        assert!(
            tree_of_line["functions"].as_array().is_some_and(|functions| !functions.is_empty()),
            "{file}"
        );
    }
}

#[test]
fn graphs_have_three_forms() {
    for file in files("examples") {
        let form = |name| {
            let answer = kyklos(&["cfg", &file, "--format", name]);
            assert_eq!((answer.status, answer.stderr.as_str()), (Some(0), ""), "{file}");
            answer.stdout
        };
        assert!(form("text").starts_with("flow 1\n"), "{file}");
        assert_eq!(form("text"), kyklos(&["cfg", &file]).stdout, "{file}");
        let dot = form("dot");
        assert!(dot.starts_with("digraph ") && dot.ends_with("}\n"), "{file}");
        assert_eq!(dot.matches('{').count(), dot.matches('}').count(), "{file}");
        let json: serde_json::Value = serde_json::from_str(&form("json")).unwrap();
        assert_eq!(json["files"], serde_json::json!([file]));
    }
}

#[test]
fn every_error_is_a_location() {
    let graph = kyklos(&["cfg", "examples/checks.uc", "--format", "json"]).stdout;
    let graph: serde_json::Value = serde_json::from_str(&graph).unwrap();
    let locations = graph["procedures"][0]["locations"].as_array().unwrap();
    let kinds: Vec<_> = locations.iter().filter_map(|location| location["error"]["kind"].as_str()).collect();
    assert_eq!(kinds, ["division-by-zero", "out-of-bounds", "null-dereference"]);
    let text = kyklos(&["cfg", "examples/checks.uc"]).stdout;
    let lines: Vec<_> = text.lines().filter(|line| line.contains(" error ")).collect();
    for (line, kind) in lines.iter().zip(&kinds) {
        assert!(line.contains(&format!(" error {kind} ")), "{line}");
    }
    assert_eq!(lines.len(), 3);
}

#[test]
fn graphs_run_as_their_programs_do() {
    for case in corpus::cases_and_examples() {
        let text = kyklos(&["cfg", &case.file]).stdout;
        let graph = TemporaryFile::new("graph.flow", &text);
        let run = |file| kyklos(&["run", file, "--args", &case.args, "--input", &case.input]);
        let (expected, found) = (run(case.file.as_str()), run(graph.name()));
        assert_eq!(found.stdout, expected.stdout, "{}", case.file);
        assert_eq!(found.status, expected.status, "{}: {}", case.file, found.stderr);
        // Only the source gives rise to warnings.
        assert!(
            expected.stderr.ends_with(&found.stderr),
            "{}:\n{}\n{}",
            case.file,
            expected.stderr,
            found.stderr
        );
        assert_eq!(kyklos(&["cfg", graph.name()]).stdout, text, "{}", case.file);
    }
}

#[test]
fn wrong_programs_are_refused() {
    let files = files("crates/front-microc/tests/wrong");
    assert!(files.len() >= 20);
    for file in files {
        for name in ["run", "cfg"] {
            let answer = kyklos(&[name, &file]);
            answer.assert_refused("error: ");
            let place = answer.stderr.split_once(&format!("--> {file}:")).map(|(_, place)| place);
            assert!(
                place.is_some_and(|place| place.starts_with(|c: char| c.is_ascii_digit())),
                "{}",
                answer.stderr
            );
            assert!(answer.stderr.ends_with(&format!(" in `{file}`\n")), "{}", answer.stderr);
        }
    }
}

#[test]
fn endless_programs_are_stopped() {
    let answer = kyklos(&["run", "tests/run/truth.uc", "--max-steps", "3"]);
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(3), "1\n"));
    let program = TemporaryFile::new("endless.uc", "main() { var i; i = 0; while (1) i = i + 1; return i; }");
    let answer = kyklos(&["run", program.name(), "--max-steps", "1000000"]);
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(3), ""));
    assert!(answer.stderr.contains("stopped after 1000000 steps"), "{}", answer.stderr);
}

#[test]
fn endless_recursion_is_stopped() {
    let text = "f(n) {\n  output n;\n  return f(n + 1);\n}\nmain() {\n  return f(0);\n}\n";
    let program = TemporaryFile::new("recursive.uc", text);
    let answer = kyklos(&["run", program.name()]);
    assert_eq!(answer.status, Some(1));
    assert!(answer.stderr.starts_with("error: recursion is too deep"), "{}", answer.stderr);
    assert!(answer.stderr.contains(" more calls …"), "{}", answer.stderr);
    assert!(answer.stderr.ends_with(&format!("  in `f`, called at {}:6:10\n  in `main`\n", program.name())));
    assert!(answer.stderr.lines().count() < 30, "{}", answer.stderr);
    assert!(answer.stdout.lines().count() > 10_000);
}

#[test]
fn an_interrupt_ends_a_run_after_its_output() {
    let text = "main() { var i; i = 0; while (i < 5000) { output i; i = i + 1; }\nwhile (1) {} return 0; }";
    let program = TemporaryFile::new("interrupted.uc", text);
    let mut child = command(&["run", program.name()]).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    output.read_line(&mut first).unwrap();
    signal(child.id(), "INT");
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    let answer = finish(child);
    assert_eq!(answer.status, Some(3), "{answer:?}");
    assert!(answer.stderr.starts_with("error: interrupted\n"), "{answer:?}");
    let written: String = (0..5000).map(|number| format!("{number}\n")).collect();
    let seen = first + &rest;
    assert!(written.starts_with(&seen) && seen.ends_with('\n'), "{} bytes", seen.len());
    // Only on a slow machine the interrupt comes before the second loop.
    assert!(seen == written || answer.stderr.contains("interrupted.uc:1:"), "{} bytes", seen.len());
}

#[test]
fn an_interrupt_ends_a_run_that_waits_for_input() {
    let program = TemporaryFile::new("waiting.uc", "main() { output 1; output input; return 0; }");
    let mut child = command(&["run", program.name()]).stdin(Stdio::piped()).spawn().unwrap();
    let keyboard = child.stdin.take();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "1\n", "what is written is seen before input is waited for");
    signal(child.id(), "INT");
    let answer = finish(child);
    assert_eq!((answer.status, answer.stderr.as_str()), (Some(3), "error: interrupted\n"));
    drop(keyboard);
}

#[test]
fn readers_may_go_away() {
    let program = TemporaryFile::new("talking.uc", "main() { while (1) output 1; return 0; }");
    let mut child = command(&["run", program.name()]).spawn().unwrap();
    drop(child.stdout.take());
    let answer = finish(child);
    assert_eq!((answer.status, answer.stderr.as_str()), (Some(1), ""));
    for arguments in [["cfg", "examples/brainfuck.uc"], ["ast", "examples/brainfuck.uc"]] {
        let mut child = command(&arguments).spawn().unwrap();
        drop(child.stdout.take());
        let answer = finish(child);
        assert_eq!((answer.status, answer.stderr.as_str()), (Some(0), ""));
    }
    let mut child = command(&["run", "crates/front-microc/tests/wrong/42_five_errors.uc"]).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(finish(child).status, Some(2));
}
