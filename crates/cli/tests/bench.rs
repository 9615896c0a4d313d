//! `kyklos bench`.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use support::{Answer, command, finish, kyklos, signal};

/// A folder that goes with its owner.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("{}-bench-{name}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn summary(&self, out: &str) -> Value {
        serde_json::from_str(&self.read(&format!("{out}/summary.json"))).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const HEAD: &str = r#"
name = "small"
title = "Small <tests> & more"
[limits]
timeout = 2
memory = 1000
[[configuration]]
name = "classic"
flags = ["--technique", "classic"]
[[configuration]]
name = "dfs"
flags = ["--search", "dfs"]
"#;

const PROGRAMS: &str = r#"
[[program]]
name = "fine"
file = "fine.uc"
expected = "safe"
paper = { "Then (s)" = "12.5" }
[[program]]
name = "broken </script>"
file = "broken.uc"
expected = "unsafe"
[[table]]
title = "Table 1"
rows = "programs"
paper = ["Then (s)"]
ours = ["verdict", "time", "states"]
"#;

fn small(folder: &Folder) -> String {
    folder.write("fine.uc", "main() {\n  var x;\n  x = input;\n  if (x > 3) { x = 1; }\n  return x;\n}\n");
    folder.write("broken.uc", "main() {\n  var x;\n  x = input;\n  return 1 / (x - 7);\n}\n");
    folder.write("suite.toml", &format!("{HEAD}{PROGRAMS}"))
}

fn bench(arguments: &[&str]) -> Answer {
    let arguments: Vec<&str> = ["bench"].into_iter().chain(arguments.iter().copied()).collect();
    kyklos(&arguments)
}

/// What a table says, without times and counters.
fn verdicts(csv: &str) -> Vec<String> {
    csv.lines().map(|line| line.split(',').take(7).collect::<Vec<_>>().join(",")).collect()
}

#[test]
fn programs_and_configurations_give_tables() {
    let folder = Folder::new("tables");
    let suite = small(&folder);
    let answer = bench(&[&suite, "--out", &folder.path("out"), "--jobs", "2"]);
    assert_eq!((answer.status, answer.stderr.as_str()), (Some(0), ""), "{answer:?}");
    assert!(answer.stdout.contains("index.html"), "{answer:?}");
    let csv = folder.read("out/results.csv");
    assert_eq!(
        verdicts(&csv),
        [
            "program,group,configuration,expected,verdict,outcome,points",
            "fine,,classic,safe,safe,right,2",
            "fine,,dfs,safe,safe,right,2",
            "broken </script>,,classic,unsafe,unsafe,right,1",
            "broken </script>,,dfs,unsafe,unsafe,right,1",
        ]
    );
    let summary = folder.summary("out");
    assert_eq!(summary["totals"]["classic"]["points"], 3.0);
    assert_eq!(summary["complete"], true);
    let page = folder.read("out/index.html");
    assert_eq!(page.matches("</script>").count(), 2, "data cannot end a script");
    for part in ["Small &lt;tests&gt; &amp; more", "12.5", "<h2>Table 1</h2>"] {
        assert!(page.contains(part), "no `{part}`");
    }
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        let page = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!page.contains(outside), "the page uses `{outside}`");
    }
}

#[test]
fn wrong_verdicts_and_refusals_are_told() {
    let folder = Folder::new("wrong");
    small(&folder);
    folder.write(
        "loop.uc",
        "main() {\n  var x;\n  x = input;\n  while (x > 0) { x = x + 1; }\n  assert x <= 0;\n  return x;\n}\n",
    );
    folder.write("bad.uc", "main() { return y; }");
    let suite = folder.write(
        "suite.toml",
        &format!(
            "{HEAD}[[configuration]]\nname = \"magic\"\nflags = [\"--technique\", \"magic\"]\n{}\n[[program]]\nname = \
             \"loop\"\nfile = \"loop.uc\"\nexpected = \"safe\"\n[[program]]\nname = \"bad\"\nfile = \"bad.uc\"\n",
            PROGRAMS.replace("expected = \"safe\"", "expected = \"unsafe\"")
        ),
    );
    let answer = bench(&[&suite, "--out", &folder.path("out"), "--timeout", "1"]);
    assert_eq!(answer.status, Some(1), "{answer:?}");
    assert!(answer.stderr.contains("configuration `magic` is left out"), "{answer:?}");
    assert!(answer.stderr.contains("invalid value 'magic'"), "{answer:?}");
    assert!(answer.stdout.contains("wrong: fine [classic]: safe"), "{answer:?}");
    let csv = folder.read("out/results.csv");
    for row in [
        "fine,,classic,unsafe,safe,wrong,-32",
        "loop,,classic,safe,unknown,unknown,0",
        "bad,,classic,,unknown,unsupported,0",
    ] {
        assert!(verdicts(&csv).contains(&row.to_owned()), "no `{row}` in {csv}");
    }
    assert_eq!(folder.summary("out")["totals"]["classic"]["timeouts"], 1.0);
    let only = bench(&[&suite, "--out", &folder.path("magic"), "--configuration", "magic"]);
    only.assert_refused("does not know the configurations that are asked for");
}

#[test]
fn results_are_not_mixed_or_overwritten() {
    let folder = Folder::new("mixed");
    let suite = small(&folder);
    let out = folder.path("out");
    let select = ["--configuration", "classic"];
    assert_eq!(bench(&[&[suite.as_str(), "--out", &out], &select[..]].concat()).status, Some(0));
    let before = folder.read("out/runs.jsonl");
    let other = bench(&[&[suite.as_str(), "--out", &out, "--timeout", "3"], &select[..]].concat());
    other.assert_refused("the limits (2 s and 1000 MB there, 3 s and 1000 MB now)");
    folder.write("fine.uc", "main() { return 0; }");
    let changed = bench(&[&[suite.as_str(), "--out", &out], &select[..]].concat());
    changed.assert_refused("the programs, their options or their verdicts");
    assert_eq!(folder.read("out/runs.jsonl"), before);
    let fresh = bench(&[&[suite.as_str(), "--out", &out, "--fresh"], &select[..]].concat());
    assert_eq!(fresh.status, Some(0), "{fresh:?}");
    assert_ne!(folder.read("out/runs.jsonl"), before);
    folder.write("note.txt", "mine");
    bench(&[&suite, "--out", &folder.path("")]).assert_refused("holds other things");
    bench(&["missing.toml"]).assert_refused("cannot read `missing.toml`");
    bench(&["examples"]).assert_refused("a folder with a file `verdicts.tsv`");
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let folder = Folder::new("killed");
    let suite = folder.write(
        "suite.toml",
        &format!(
            "{HEAD}[[set]]\nname = \"random\"\ncount = 8\nknobs = {{ divisions = true, endings = 1.0, max_depth = 1, \
             max_statements = 3, functions = 0, for_loops = 0.0 }}\n"
        ),
    );
    let undisturbed = bench(&[&suite, "--out", &folder.path("whole")]);
    assert_eq!(undisturbed.status, Some(0), "{undisturbed:?}");
    let out = folder.path("out");
    let mut kills = 0;
    for signal_name in ["KILL", "INT", "KILL"] {
        let child = command(&["bench", &suite, "--out", &out]).spawn().unwrap();
        let id = child.id();
        let lines =
            || std::fs::read_to_string(folder.path("out/runs.jsonl")).unwrap_or_default().lines().count();
        let (before, start) = (lines(), Instant::now());
        while lines() < before + 2 && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        if lines() < 17 {
            signal(id, signal_name);
            kills += 1;
        }
        let answer = finish(child);
        if signal_name == "INT" && answer.status != Some(0) {
            assert_eq!(answer.status, Some(3), "{answer:?}");
            assert!(answer.stderr.contains("goes on where it stopped"), "{answer:?}");
            assert_eq!(folder.summary("out")["complete"], false);
        }
    }
    assert!(kills > 0, "nothing was killed");
    let done = folder.read("out/runs.jsonl");
    let answer = bench(&[&suite, "--out", &out]);
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let all = folder.read("out/runs.jsonl");
    let kept = done.rfind('\n').map_or(0, |at| at + 1);
    assert!(all.starts_with(&done[..kept]), "runs that were done are not done again");
    assert_eq!(all.lines().count(), 17, "each run once, behind the head");
    assert_eq!(verdicts(&folder.read("out/results.csv")), verdicts(&folder.read("whole/results.csv")));
}

#[test]
fn comparisons_tell_what_was_lost() {
    let folder = Folder::new("compare");
    let suite = small(&folder);
    assert_eq!(bench(&[&suite, "--out", &folder.path("out")]).status, Some(0));
    let same = folder.path("out/summary.json");
    let answer = bench(&["--compare", &same, &same]);
    assert_eq!(answer.status, Some(0), "{answer:?}");
    assert!(answer.stdout.starts_with("lost: 0\nsolved: 0\n"), "{answer:?}");
    let mut summary = folder.summary("out");
    summary["runs"][0]["outcome"] = "unknown".into();
    summary["runs"][1]["seconds"] = 1000.0.into();
    summary["runs"][2]["outcome"] = "wrong".into();
    let worse = folder.write("worse.json", &summary.to_string());
    let lost = bench(&["--compare", &same, &worse]);
    assert_eq!(lost.status, Some(1), "{lost:?}");
    for line in
        ["lost: 2", "  fine [classic]: right, then unknown", "right, then wrong", "slower: 1", "solved: 0"]
    {
        assert!(lost.stdout.contains(line), "no `{line}` in {lost:?}");
    }
    let won = bench(&["--compare", &worse, &same]);
    assert_eq!(won.status, Some(0), "{won:?}");
    assert!(won.stdout.contains("solved: 2") && won.stdout.contains("faster: 1"), "{won:?}");
    bench(&["--compare", &same, &suite]).assert_refused("this is no summary of `kyklos bench`");
}

#[test]
fn a_folder_of_tasks_is_a_suite() {
    let folder = Folder::new("tasks");
    std::fs::create_dir_all(folder.0.join("tasks/loops")).unwrap();
    let program = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void)\n{\n    int \
                   x = __VERIFIER_nondet_int();\n    if (x == LIMIT)\n        reach_error();\n    return 0;\n}\n";
    folder.write("tasks/loops/one.c", &program.replace("LIMIT", "42"));
    folder.write("tasks/loops/two.c", &program.replace("LIMIT", "x + 1"));
    let list = "path\tverdict\tdata_model\nloops/one.c\tfalse\tILP32\nloops/two.c\ttrue\tILP32\n";
    folder.write("tasks/verdicts.tsv", list);
    let answer = bench(&[&folder.path("tasks"), "--out", &folder.path("out"), "--configuration", "classic"]);
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let rows = verdicts(&folder.read("out/results.csv"));
    assert_eq!(rows[1], "loops/one.c,loops,classic,false,unsafe,right,1".replace("false", "unsafe"));
    assert_eq!(rows[2], "loops/two.c,loops,classic,safe,safe,right,2");
    folder.write("tasks/verdicts.tsv", "loops/one.c\tmaybe\n");
    bench(&[&folder.path("tasks"), "--out", &folder.path("other")])
        .assert_refused("line 1: `maybe` is neither");
    let shipped = bench(&["benchmarks/svcomp.toml", "--programs", "nowhere", "--out", &folder.path("none")]);
    shipped.assert_refused("say --programs DIR if they are elsewhere");
}

/// The page as a browser shows it, or `None` where there is no browser.
fn in_browser(page: &str) -> Option<String> {
    let browser = ["chromium", "chromium-browser", "google-chrome"];
    let found = browser.iter().find(|name| Command::new(name).arg("--version").output().is_ok())?;
    let profile = format!("{page}-profile");
    let output = Command::new(found)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom"])
        .arg(format!("--user-data-dir={profile}"))
        .arg(format!("file://{page}"))
        .output()
        .ok()?;
    let _ = std::fs::remove_dir_all(&profile);
    // Newer browsers escape these in attributes, older ones do not.
    Some(String::from_utf8_lossy(&output.stdout).replace("&lt;", "<").replace("&gt;", ">"))
}

#[test]
fn the_page_works_in_a_browser() {
    let folder = Folder::new("browser");
    let suite = small(&folder);
    assert_eq!(bench(&[&suite, "--out", &folder.path("out")]).status, Some(0));
    let Some(shown) = in_browser(&folder.path("out/index.html")) else {
        println!("skipped: there is no Chromium");
        return;
    };
    assert!(shown.contains("data-ready=\"yes\""), "the scripts did not come to their end:\n{shown}");
    // Four runs are solved, and two programs are compared.
    assert_eq!(shown.matches("<circle").count(), 4 + 2);
    assert_eq!(shown.matches("aria-label=\"broken </script>").count(), 3, "names are text");
    assert!(shown.contains("4 of 4 runs"));
}
