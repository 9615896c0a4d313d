//! `kyklos check` and `kyklos reach` as users give them: verdicts, statuses, forms of output.
//! What they find is tested in the library, over `tests/check`.

mod support;

use serde_json::Value;
use std::time::{Duration, Instant};
use support::{Answer, TemporaryFile, command, finish, kyklos, signal};

const UNSAFE: &str = "tests/check/listing_2_2_separated.uc";
const SAFE: &str = "tests/check/listing_3_1.uc";
const ENDLESS: &str = "tests/check/loop_unbounded.uc";

/// The last line of the output.
fn verdict(answer: &Answer) -> &str {
    assert!(answer.stdout.ends_with('\n'), "{answer:?}");
    answer.stdout.lines().last().unwrap_or_default()
}

fn json(answer: &Answer) -> Value {
    serde_json::from_str(&answer.stdout).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
}

/// A folder that does not exist yet.
fn new_folder(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn verdict_and_status_agree() {
    let wanted = [
        (vec!["check", SAFE], "verdict: safe", 0),
        (vec!["check", UNSAFE], "verdict: unsafe", 1),
        (vec!["check", UNSAFE, "--all-errors"], "verdict: unsafe", 1),
        (vec!["check", ENDLESS, "--technique", "classic", "--max-depth", "5"], "verdict: unknown", 3),
        (vec!["check", ENDLESS, "--technique", "classic", "--max-forks", "5"], "verdict: unknown", 3),
        (vec!["check", ENDLESS, "--technique", "classic", "--timeout", "0.2"], "verdict: unknown", 3),
        (vec!["reach", SAFE, "--at", "9"], "verdict: reachable", 1),
        (vec!["reach", SAFE, "--at", "main"], "verdict: reachable", 1),
        (vec!["reach", "tests/check/listing_4_2.uc", "--at", "19"], "verdict: unreachable", 0),
        (vec!["reach", "tests/check/listing_4_2.uc", "--at", "19:9"], "verdict: unreachable", 0),
        (
            vec![
                "reach",
                "tests/check/listing_5_5.uc",
                "--at",
                "16",
                "--technique",
                "classic",
                "--max-depth",
                "5",
            ],
            "verdict: unknown",
            3,
        ),
        (vec!["check", "tests/check/undecided.uc", "--solver-timeout", "50"], "verdict: unknown", 3),
    ];
    for (arguments, expected, status) in wanted {
        let answer = kyklos(&arguments);
        assert_eq!((verdict(&answer), answer.status), (expected, Some(status)), "{arguments:?}: {answer:?}");
        assert!(!answer.stdout.contains('\x1b') && !answer.stderr.contains('\x1b'), "colours: {answer:?}");
        assert_eq!(answer.stderr, "", "{arguments:?}");
    }
}

#[test]
fn every_search_and_treatment_of_indices_can_be_chosen() {
    for search in ["bfs", "dfs", "random", "tree", "coverage", "klee"] {
        for index in ["ite", "fork"] {
            let answer = kyklos(&[
                "check",
                "tests/check/array_of_pointers.uc",
                "--search",
                search,
                "--symbolic-index",
                index,
                "--seed",
                "3",
                "--technique",
                "classic",
            ]);
            assert_eq!((verdict(&answer), answer.status), ("verdict: unsafe", Some(1)), "{search}, {index}");
        }
    }
}

#[test]
fn a_finding_is_told_with_place_inputs_and_path() {
    let answer = kyklos(&["check", "tests/check/main_with_parameters.uc"]);
    let expected = "error: found [error-statement]
 --> tests/check/main_with_parameters.uc:9:9
  |
9 |         error \"found\"; //~ error-statement(7,3,21)
  |         ^^^^^^^^^^^^^^
  in `main`, replay: confirmed
  inputs:
    a = 7 (argument, line 3)
    b = 3 (argument, line 3)
    c = 21 (read, line 5)
  path:
    line 6: a + b == 10 is true
    line 7: a - b == 4 is true
    line 8: c == a * b is true

verdict: unsafe
";
    assert_eq!(answer.stdout, expected);
}

#[test]
fn the_inputs_found_lead_there_when_run() {
    let found = json(&kyklos(&["check", "tests/check/big_input.uc", "--all-errors", "--json"]));
    let findings = found["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 2);
    for finding in findings {
        // Numbers that some readers would round are strings.
        let input = finding["inputs"][0]["value"].as_str().unwrap();
        let run = kyklos(&["run", "tests/check/big_input.uc", "--input", input]);
        assert_eq!(run.status, Some(1), "{run:?}");
        let place = format!("{}:{}", finding["line"], finding["column"]);
        assert!(run.stderr.contains(&format!("big_input.uc:{place}\n")), "{run:?}");
    }
}

#[test]
fn quiet_is_the_verdict_alone() {
    for (file, expected) in [(SAFE, "verdict: safe\n"), (UNSAFE, "verdict: unsafe\n")] {
        let answer = kyklos(&["check", file, "--quiet", "--stats"]);
        assert_eq!((answer.stdout.as_str(), answer.stderr.as_str()), (expected, ""));
    }
}

#[test]
fn statistics_are_printed_on_demand() {
    let (with, without) = (kyklos(&["check", SAFE, "--stats"]), kyklos(&["check", SAFE]));
    for part in ["paths: 2, ", "coverage: ", "queries: ", "time: "] {
        assert!(with.stdout.contains(part) && !without.stdout.contains(part), "{part}: {with:?}");
    }
    assert_eq!(verdict(&with), "verdict: safe");
}

#[test]
fn json_is_one_object_with_all_fields() {
    let answer = kyklos(&["check", UNSAFE, "--all-errors", "--json", "--stats"]);
    assert_eq!((answer.status, answer.stderr.as_str()), (Some(1), ""));
    assert_eq!(answer.stdout.lines().count(), 1);
    let report = json(&answer);
    assert_eq!(report["tool"], "kyklos");
    assert!(report["version"].is_string());
    assert_eq!((&report["file"], &report["verdict"]), (&UNSAFE.into(), &"unsafe".into()));
    assert_eq!(report["incomplete"], Value::Array(vec![]));
    let findings = report["findings"].as_array().unwrap();
    let of =
        |finding: &Value| (finding["kind"].as_str().unwrap().to_owned(), finding["line"].as_u64().unwrap());
    let mut found: Vec<_> = findings.iter().map(of).collect();
    found.sort_by_key(|(_, line)| *line);
    let expected =
        [("division-by-zero", 8), ("uninitialized", 9), ("out-of-bounds", 10), ("null-dereference", 11)];
    assert_eq!(found, expected.map(|(kind, line)| (kind.to_owned(), line)));
    for finding in findings {
        assert!(finding["message"].is_string() && finding["column"].is_u64(), "{finding}");
        assert_eq!((&finding["function"], &finding["replay"]), (&"main".into(), &"confirmed".into()));
        assert_eq!(finding["file"], UNSAFE);
        let input = &finding["inputs"][0];
        let wanted = finding["line"].as_u64().unwrap() - 2;
        assert_eq!(
            (&input["name"], &input["line"], &input["value"]),
            (&"n".into(), &5.into(), &wanted.into())
        );
    }
    for field in ["paths", "states", "forks", "instructions", "queries", "cache_hits", "solver_ms", "time_ms"]
    {
        assert!(report["stats"][field].is_u64(), "{field}: {report}");
    }
    assert!(report["stats"]["peak_mb"].as_u64().is_none_or(|size| size > 0));
}

#[test]
fn reports_have_the_form_that_is_asked_for() {
    let form = |arguments: &[&str]| kyklos(&[&["check", UNSAFE], arguments].concat());
    let told = json(&form(&["--format", "json"]));
    let again = json(&form(&["--json"]));
    assert_eq!((&told["verdict"], &told["findings"]), (&again["verdict"], &again["findings"]));
    assert_eq!(form(&["--format", "text"]).stdout, form(&[]).stdout);
    form(&["--format", "rhyme"]).assert_refused("[possible values: text, json]");
    form(&["--json", "--format", "text"]).assert_refused("cannot be used with");
    form(&["--check", "luck"])
        .assert_refused("[possible values: assert, div, bounds, null, uninit, overflow]");
}

#[test]
fn json_names_what_was_not_explored() {
    let report = json(&kyklos(&["check", ENDLESS, "--technique", "classic", "--max-depth", "3", "--json"]));
    assert_eq!(report["verdict"], "unknown");
    let open = &report["incomplete"][0];
    assert_eq!(open["where"], format!("{ENDLESS}:8:10"));
    assert!(open["why"].as_str().unwrap().contains("3 branches"), "{open}");
}

#[test]
fn the_report_is_written_and_nothing_overwritten_unasked() {
    let folder = new_folder("reports/deep");
    let name = folder.to_str().unwrap();
    let first = kyklos(&["check", UNSAFE, "--output", name]);
    assert_eq!((verdict(&first), first.status), ("verdict: unsafe", Some(1)));
    let file = folder.join("report.json");
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap()["verdict"], "unsafe");
    kyklos(&["check", SAFE, "--output", name]).assert_refused("report.json` exists; say --force");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), written);
    let forced = kyklos(&["check", SAFE, "--output", name, "--force"]);
    assert_eq!(forced.status, Some(0), "{forced:?}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("\"safe\""));
    kyklos(&["check", SAFE, "--output", "README.md"]).assert_refused("cannot use `README.md`");
}

#[test]
fn what_is_not_acceptable_is_refused() {
    let at = |place: &'static str| ["reach", SAFE, "--at", place];
    kyklos(&at("7")).assert_refused("line 7 has no code; the nearest lines that have are 6 and 9");
    kyklos(&at("0")).assert_refused("line 0 has no code");
    kyklos(&at("99999")).assert_refused("line 99999 has no code");
    kyklos(&at("99999999999")).assert_refused("`99999999999` is no line");
    kyklos(&at("nowhere")).assert_refused("`nowhere` is no line, LINE:COLUMN, label or function");
    kyklos(&at("5:")).assert_refused("`5:` is no line");
    kyklos(&at("-1")).assert_refused("-1");
    kyklos(&at("")).assert_refused("");
    kyklos(&["reach", SAFE]).assert_refused("--at");
    kyklos(&["check", SAFE, "--entry", "nobody"])
        .assert_refused("there is no function `nobody`; there are main");
    kyklos(&["check", "tests/check/pointer_swap.uc", "--entry", "swap"])
        .assert_refused("the parameter `p` of `swap` is not a number");
    for (option, value) in [
        ("--search", "best"),
        ("--check", "everything"),
        ("--timeout", "-1"),
        ("--timeout", "nan"),
        ("--timeout", "soon"),
        ("--solver-timeout", "0"),
        ("--max-depth", "-3"),
        ("--symbolic-index", "guess"),
        ("--technique", "magic"),
        ("--seed", "x"),
        ("--memory", "1e3"),
    ] {
        kyklos(&["check", SAFE, option, value]).assert_refused(value);
    }
    kyklos(&["check", SAFE, "--solver", "no-such-solver"]).assert_refused("no-such-solver");
    let wrong = TemporaryFile::new("wrong.uc", "main() {\n  return y;\n}\n");
    kyklos(&["check", wrong.name()]).assert_refused("2 |   return y;");
    kyklos(&["check", wrong.name(), "--json"]).assert_refused("2 |   return y;");
    kyklos(&["check", "no/such/file.uc"]).assert_refused("cannot read `no/such/file.uc`");
}

#[test]
fn a_graph_whose_main_takes_a_pointer_is_refused() {
    let text = "flow 1\ntype t0 = int\ntype t1 = ptr t0\nprocedure main -> t0 {\n  parameter p: t1\n  \
                l0 entry\n  l1 exit\n  l2 error assertion \"e\"\n  l3 plain\n  \
                l0 -> l2: assume p == null as t1\n  l0 -> l3: assume not (p == null as t1)\n  \
                l3 -> l1: return 0\n}\nmain main\n";
    let file = TemporaryFile::new("pointer.flow", text);
    kyklos(&["check", file.name()]).assert_refused("the parameter `p` of `main` is not a number");
}

#[test]
fn a_graph_is_checked_like_a_program() {
    let graph = kyklos(&["cfg", UNSAFE, "--format", "text"]);
    let file = TemporaryFile::new("graph.flow", &graph.stdout);
    let [direct, through] = [UNSAFE, file.name()].map(|name| {
        let report = json(&kyklos(&["check", name, "--all-errors", "--json"]));
        report["findings"].clone()
    });
    assert_eq!(direct, through);
}

#[test]
fn warnings_do_not_disturb() {
    let odd =
        TemporaryFile::new("odd.uc", "main() {\n  var a, b;\n  a = input;\n  b = 1;\n  return !a == b;\n}\n");
    let answer = kyklos(&["check", odd.name(), "--json"]);
    assert!(answer.stderr.contains("warning: "), "{answer:?}");
    assert_eq!((&json(&answer)["verdict"], answer.status), (&"safe".into(), Some(0)));
}

#[test]
fn the_time_limit_ends_an_endless_loop_and_names_it() {
    for search in ["bfs", "dfs", "klee"] {
        let start = Instant::now();
        let answer =
            kyklos(&["check", ENDLESS, "--technique", "classic", "--timeout", "1", "--search", search]);
        let time = start.elapsed();
        assert!(time >= Duration::from_secs(1) && time < Duration::from_secs(60), "{search}: {time:?}");
        assert_eq!((verdict(&answer), answer.status), ("verdict: unknown", Some(3)), "{answer:?}");
        let told = format!("incomplete: loop at {ENDLESS}:8:10: the time limit was reached");
        assert!(answer.stdout.contains(&told), "{answer:?}");
    }
}

#[test]
fn the_memory_limit_ends_a_loop_of_many_paths() {
    let many = "tests/hostile/many_paths.c";
    let answer = kyklos(&["check", many, "--technique", "classic", "--memory", "120"]);
    assert_eq!((verdict(&answer), answer.status), ("verdict: unknown", Some(3)), "{answer:?}");
    assert!(answer.stdout.contains("the memory limit was reached"), "{answer:?}");
}

#[test]
fn an_undecided_query_ends_soon_and_names_the_line() {
    let start = Instant::now();
    let answer = kyklos(&["check", "tests/check/undecided.uc", "--solver-timeout", "300"]);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    assert_eq!((verdict(&answer), answer.status), ("verdict: unknown", Some(3)), "{answer:?}");
    assert!(answer.stdout.contains("could not decide the condition at line 8"), "{answer:?}");
    assert!(answer.stdout.contains("incomplete: tests/check/undecided.uc:9:5"), "{answer:?}");
}

#[test]
fn ctrl_c_still_gives_a_verdict() {
    // In the middle of an exploration, and in the middle of a query.
    for file in [ENDLESS, "tests/check/undecided.uc"] {
        let arguments = [
            "check",
            file,
            "--technique",
            "classic",
            "--timeout",
            "0",
            "--memory",
            "0",
            "--solver-timeout",
            "600000",
        ];
        let child = command(&arguments).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(700));
        signal(child.id(), "INT");
        let start = Instant::now();
        let answer = finish(child);
        assert!(start.elapsed() < Duration::from_secs(10), "{file}: {:?}", start.elapsed());
        assert_eq!((verdict(&answer), answer.status), ("verdict: unknown", Some(3)), "{answer:?}");
        assert!(answer.stdout.contains("interrupted"), "{answer:?}");
    }
}

#[test]
fn queries_are_written_on_demand() {
    let folder = new_folder("queries");
    let answer = kyklos(&["check", "tests/check/nonlinear.uc", "--log-queries", folder.to_str().unwrap()]);
    assert_eq!(answer.status, Some(1), "{answer:?}");
    let count = std::fs::read_dir(&folder).unwrap().count();
    assert!(count > 0, "no queries in {}", folder.display());
}
