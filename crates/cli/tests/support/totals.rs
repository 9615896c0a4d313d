//! What the portfolio of `auto` costs and gains over all suites together, against the best lane of each program; and what
//! two jobs gain. These take hours, or minutes for every n-th program: see CONTRIBUTING.md.

use super::support::{corpus, kyklos, parallel::in_parallel};
use kyklos::portfolio::{AUTO, Lane};
use kyklos_bench::plan::{Choices, plan};
use kyklos_bench::suite::Suite;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// So many of the programs that a lane decides are decided by `auto`, at least.
const LEAST_DECIDED: f64 = 0.98;
/// So many times the best lanes' time `auto` takes, at most.
const MOST_TIME: f64 = 2.5;
/// So much of the time two jobs take, at most, of programs that take more than [`LONG`] seconds.
const MOST_OF_TWO: f64 = 0.7;
const LONG: f64 = 2.0;

/// What is measured, as the environment says.
struct Plan {
    /// Seconds for each run.
    timeout: f64,
    programs: Vec<Vec<String>>,
}

impl Plan {
    fn read() -> Self {
        let number = |name: &str, default: f64| {
            std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
        };
        let filter = std::env::var("KYKLOS_PROGRAMS").unwrap_or_default();
        let every = number("KYKLOS_EVERY", 1.0).max(1.0) as usize;
        let programs = programs().into_iter().filter(|program| program.join(" ").contains(&filter));
        Self { timeout: number("KYKLOS_TIMEOUT", 10.0), programs: programs.step_by(every).collect() }
    }
}

/// What one run gave.
#[derive(Clone, Debug)]
struct Run {
    verdict: String,
    lane: String,
    /// Processor time, and the clock's.
    cpu: f64,
    wall: f64,
}

impl Run {
    fn new(program: &[String], flags: &[&str], timeout: f64) -> Self {
        let timeout = timeout.to_string();
        let mut args = vec!["check"];
        args.extend(program.iter().map(String::as_str));
        args.extend(flags);
        args.extend(["--no-native", "--timeout", &timeout, "--json"]);
        let start = Instant::now();
        let answer = kyklos(&args);
        let wall = start.elapsed().as_secs_f64();
        let report: Value = serde_json::from_str(&answer.stdout).unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
        Self {
            verdict: text(&report["verdict"]),
            lane: text(&report["stats"]["technique"]),
            cpu: report["stats"]["cpu_ms"].as_f64().unwrap_or_default() / 1000.0,
            wall,
        }
    }

    fn of(program: &[String], lane: &Lane, timeout: f64) -> Self {
        let mut flags = vec!["--technique".to_owned(), lane.techniques.to_owned()];
        flags.extend(
            lane.settings.iter().flat_map(|(name, value)| [format!("--{name}"), (*value).to_owned()]),
        );
        Self::new(program, &flags.iter().map(String::as_str).collect::<Vec<_>>(), timeout)
    }

    /// Whether it answers.
    fn decides(&self) -> bool {
        !["unknown", "-"].contains(&self.verdict.as_str())
    }

    fn shown(&self) -> String {
        if self.decides() { format!("{:.2}", self.cpu) } else { "-".to_owned() }
    }
}

/// The C and microc files of a folder, from the root of the project.
fn files(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(corpus::root().join(folder)).into_iter().flatten().flatten();
    let names = entries.map(|entry| format!("{folder}/{}", entry.file_name().to_string_lossy()));
    let mut files: Vec<String> =
        names.filter(|name| [".uc", ".c"].iter().any(|end| name.ends_with(end))).collect();
    files.sort();
    files
}

/// All programs: of the tests, the suites, the papers and the competition (where they are), each with its options.
fn programs() -> Vec<Vec<String>> {
    let folders = ["check", "c", "regress", "loops"].map(|name| format!("tests/{name}"));
    let suites = ["covering", "navigate", "summary"].map(|name| format!("benchmarks/{name}"));
    let mut programs: Vec<Vec<String>> =
        folders.iter().chain(&suites).flat_map(|folder| files(folder)).map(|file| vec![file]).collect();
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("portfolio-suites");
    for suite in ["apc", "bits", "buffers", "cba", "compact", "modules", "nested", "svcomp"] {
        let path = corpus::root().join(format!("benchmarks/{suite}.toml"));
        let choices = Choices { count: Some(2), ..Choices::default() };
        let folder = out.join(suite);
        let Ok(plan) = plan(Suite::read(&path).unwrap(), &path, &choices, "", &folder) else {
            println!("{suite}: its programs are not there");
            continue;
        };
        std::fs::create_dir_all(&folder).unwrap();
        plan.write_programs().unwrap();
        for job in plan.jobs {
            programs.push([job.file.display().to_string()].into_iter().chain(job.flags).collect());
        }
    }
    programs.extend(competition());
    programs
}

/// The second set of programs of the competition: its list has path, property and verdict; the data model stands beside
/// each program.
fn competition() -> Vec<Vec<String>> {
    let root = corpus::root().join("../shared/svcomp2");
    let list = std::fs::read_to_string(root.join("verdicts.tsv")).unwrap_or_default();
    let lines = list.lines().skip(1).filter_map(|line| line.split_once('\t'));
    let programs = lines.filter_map(|(path, rest)| {
        let checks = match rest.split('\t').next()? {
            "unreach-call" => "assert",
            "no-overflow" => "overflow",
            "valid-memsafety" => "bounds,null",
            _ => return None,
        };
        let file: PathBuf = root.join(path);
        let task = std::fs::read_to_string(file.with_extension("yml")).unwrap_or_default();
        let model = if task.contains("ILP32") { "ILP32" } else { "LP64" };
        let flags = ["--check", checks, "--data-model", model].map(str::to_owned);
        file.is_file().then(|| [file.display().to_string()].into_iter().chain(flags).collect())
    });
    programs.collect()
}

/// The end of a program's name, for a table.
fn shortened(program: &[String]) -> String {
    let name = program.join(" ");
    let skipped = name.chars().count().saturating_sub(60);
    name.chars().skip(skipped).collect()
}

#[test]
#[ignore = "takes hours: up to 10 runs of KYKLOS_TIMEOUT seconds (10) for each of a thousand programs"]
fn auto_decides_what_any_lane_decides_in_little_more_time() {
    let plan = Plan::read();
    let (mut decided, mut by_any, mut cpu, mut best_cpu) = (0_u32, 0_u32, 0.0, 0.0);
    let mut undecided = Vec::new();
    let mut wins: BTreeMap<(&str, String), u32> = BTreeMap::new();
    println!("{:<60} {:>8} {:>8}  best lane, lane that answered", "CPU seconds", "best", "auto");
    for program in &plan.programs {
        let auto = Run::new(program, &["--technique", "auto"], plan.timeout);
        let runs: Vec<(&str, Run)> =
            AUTO.iter().map(|lane| (lane.name, Run::of(program, lane, plan.timeout))).collect();
        let mut all = runs.iter().map(|(_, run)| run).chain([&auto]).filter(|run| run.decides());
        let name = shortened(program);
        if let Some(first) = all.next() {
            let differs = all.find(|run| run.verdict != first.verdict);
            assert!(differs.is_none(), "{name}: {first:?}, {differs:?}");
        }
        let deciding = runs.iter().filter(|(_, run)| run.decides());
        let Some((best, run)) = deciding.min_by(|(_, one), (_, other)| one.cpu.total_cmp(&other.cpu)) else {
            continue;
        };
        by_any += 1;
        if auto.decides() {
            decided += 1;
            (cpu, best_cpu) = (cpu + auto.cpu, best_cpu + run.cpu);
        } else {
            undecided.push(name.clone());
        }
        *wins.entry((best, auto.lane.clone())).or_default() += 1;
        println!("{name:<60} {:>8} {:>8}  {best}, {}", run.shown(), auto.shown(), auto.lane);
    }
    for ((best, lane), programs) in wins {
        println!("best lane {best}, answered by {lane}: {programs} programs");
    }
    println!("not decided by auto: {undecided:#?}");
    let (share, ratio) = (f64::from(decided) / f64::from(by_any.max(1)), cpu / f64::max(best_cpu, 0.01));
    println!("decided by any lane: {by_any}, by auto: {decided} ({:.1} %)", 100.0 * share);
    println!("CPU seconds of the best lanes: {best_cpu:.1}, of auto: {cpu:.1} (ratio {ratio:.2})");
    assert!(share >= LEAST_DECIDED && ratio <= MOST_TIME);
}

#[test]
#[ignore = "takes an hour on two idle cores: KYKLOS_TIMEOUT seconds (10) for each of a thousand programs, twice"]
fn two_jobs_take_less_time_than_one() {
    let plan = Plan::read();
    let flags = |jobs| ["--technique", "auto", "--jobs", jobs];
    let mut ratios = Vec::new();
    println!("{:<60} {:>8} {:>8} {:>6}  verdict", "seconds", "1 job", "2 jobs", "ratio");
    for program in &plan.programs {
        let one = Run::new(program, &flags("1"), plan.timeout);
        if !one.decides() || one.wall < LONG {
            continue;
        }
        let two = Run::new(program, &flags("2"), plan.timeout);
        let ratio = two.wall / one.wall;
        ratios.push(ratio);
        let name = shortened(program);
        println!("{name:<60} {:>8.2} {:>8.2} {ratio:>6.2}  {}", one.wall, two.wall, two.verdict);
        assert_eq!(one.verdict, two.verdict, "{name}");
    }
    let average = ratios.iter().sum::<f64>() / ratios.len().max(1) as f64;
    println!("{} programs, on average {average:.2}", ratios.len());
    assert!(average <= MOST_OF_TWO);
}

/// A report without what tells times.
pub fn timeless(mut report: Value) -> Value {
    for key in ["solver_ms", "backend_ms", "time_ms", "cpu_ms", "peak_mb"] {
        report["stats"][key].take();
    }
    report
}

#[test]
#[ignore = "takes minutes: 30 programs on a quiet and on a busy machine"]
fn a_busy_machine_gives_the_same_reports() {
    let all: Vec<Vec<String>> = programs().into_iter().step_by(7).collect();
    let report = |program: &Vec<String>| {
        let mut args: Vec<&str> = vec!["check"];
        args.extend(program.iter().map(String::as_str));
        args.extend(["--no-native", "--timeout", "100", "--json"]);
        serde_json::from_str::<Value>(&kyklos(&args).stdout).ok().map(timeless)
    };
    // Those that take long tell more, but those that nobody decides are cut by the clock.
    let decided = |program: &&Vec<String>| Run::new(program, &[], 3.0).decides();
    let chosen: Vec<Vec<String>> = all.iter().filter(decided).take(30).cloned().collect();
    let quiet: Vec<Option<Value>> = chosen.iter().map(report).collect();
    let busy = in_parallel(&chosen.iter().chain(&chosen).cloned().collect::<Vec<_>>(), |program| {
        Some(report(program))
    });
    for (number, program) in chosen.iter().enumerate() {
        assert_eq!(quiet[number], busy[number], "{}", shortened(program));
        assert_eq!(quiet[number], busy[number + chosen.len()], "{}", shortened(program));
    }
}
