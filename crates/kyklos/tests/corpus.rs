//! `check` and `reach` over the programs of `tests/check` and `tests/regress`, under every search
//! and both treatments of symbolic indices: all must come to what the programs' comments say.
//!
//! ```text
//! // check [options]: VERDICT[, incomplete]     what `check` answers; may be repeated
//! // reach [options]                            options of `reach`
//! … code … //~ KIND KIND(INPUTS)                the errors that this line has, all that there are
//! … code … //~ reachable                        or `unreachable`: what `reach --at` this line answers
//! … code … //~ open                             the line is named as not explored by incomplete checks
//! ```
//!
//! `INPUTS` are separated by commas: a number, `_` for any, `<N`, `>N`, or `A..B`. Errors count only
//! for checks that look for their class. Lines of a graph are those that its spans name.

use kyklos::CheckOptions;
use kyklos::base::{Budget, Int};
use kyklos::exec::{Strategy, SymbolicIndex};
use kyklos::flow::{CheckClass, ErrorKind, Program};
use kyklos::report::{Finding, FindingKind, Report, Verdict};
use kyklos::techniques::{each, settings};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

#[test]
fn programs_have_the_verdicts_they_say() {
    let mut files = files("tests/check");
    assert!(files.len() >= 60, "only {} programs found", files.len());
    files.extend(self::files("tests/regress"));
    let wrong = Mutex::new(Vec::new());
    let next = Mutex::new(files.into_iter());
    let work = || {
        while let Some(path) = { next.lock().unwrap().next() } {
            if let Err(what) = Case::read(&path).check() {
                wrong.lock().unwrap().push(format!("{}:\n{what}", path.display()));
            }
        }
    };
    std::thread::scope(|scope| {
        let workers = [0, 1].map(|_| scope.spawn(|| kyklos::on_large_stack(work).unwrap()));
        workers.into_iter().for_each(|worker| worker.join().unwrap());
    });
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    assert!(wrong.is_empty(), "{} programs:\n\n{}", wrong.len(), wrong.join("\n"));
}

/// The programs and graphs of a folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| kyklos::Language::of(path).is_some());
    files.sort();
    files
}

/// A program and what its comments say.
struct Case {
    program: Program,
    checks: Vec<Check>,
    reach_options: String,
    errors: Vec<ErrorMark>,
    places: Vec<(u32, Verdict)>,
    open: BTreeSet<u32>,
}

/// A line `// check …`.
struct Check {
    options: String,
    verdict: Verdict,
    incomplete: bool,
}

/// An error that a line has.
struct ErrorMark {
    line: u32,
    kind: ErrorKind,
    inputs: Option<Vec<Wanted>>,
}

/// What an input has to be.
struct Wanted {
    low: Option<Int>,
    high: Option<Int>,
}

impl Case {
    fn read(path: &Path) -> Case {
        let text = std::fs::read_to_string(path).unwrap();
        let mut case = Case {
            program: kyklos::load(path, &kyklos::LoadOptions::default())
                .unwrap_or_else(|error| panic!("{error:?}"))
                .program,
            checks: Vec::new(),
            reach_options: String::new(),
            errors: Vec::new(),
            places: Vec::new(),
            open: BTreeSet::new(),
        };
        for (line, number) in text.lines().zip(1..) {
            if let Some(check) = line.strip_prefix("// check") {
                case.checks.push(Check::read(check));
            } else if let Some(options) = line.strip_prefix("// reach") {
                case.reach_options = options.to_owned();
            } else if let Some((_, marks)) = line.split_once("//~") {
                marks.split_whitespace().for_each(|mark| case.mark(number, mark));
            }
        }
        assert!(!case.checks.is_empty(), "{}: there is no line `// check: …`", path.display());
        case
    }

    fn mark(&mut self, line: u32, mark: &str) {
        match mark {
            "reachable" => self.places.push((line, Verdict::Reachable)),
            "unreachable" => self.places.push((line, Verdict::Unreachable)),
            "open" => {
                self.open.insert(line);
            }
            _ => {
                let (name, inputs) = match mark.strip_suffix(')').and_then(|mark| mark.split_once('(')) {
                    Some((name, inputs)) => (name, Some(inputs.split_terminator(',').map(wanted).collect())),
                    None => (mark, None),
                };
                let kind = ErrorKind::from_name(name).unwrap_or_else(|| panic!("there is no mark `{mark}`"));
                self.errors.push(ErrorMark { line, kind, inputs });
            }
        }
    }

    /// Runs all checks; all that is not as it should be, in words.
    fn check(&self) -> Result<(), String> {
        let mut wrong = String::new();
        for check in &self.checks {
            let (mut told_before, variants) = (BTreeSet::new(), variants(&self.program, &check.options));
            for (program, options) in &variants {
                let found = kyklos::check(program, options, budget(), &mut |_| {}).unwrap();
                if let Err(what) = self.compare(check, options, &found)
                    && told_before.insert(what.clone())
                {
                    let _ = writeln!(wrong, "  check{} {}: {what}", check.options, named(options));
                }
            }
            let (program, options) = &variants[0];
            let options = CheckOptions { all_errors: false, ..options.clone() };
            let found = kyklos::check(program, &options, budget(), &mut |_| {}).unwrap();
            if found.verdict != check.verdict || found.findings.len() > 1 {
                let _ = writeln!(wrong, "  check{}, first error only: {}", check.options, told(&found));
            }
        }
        self.check_places(&mut wrong);
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    fn check_places(&self, wrong: &mut String) {
        for (line, verdict) in &self.places {
            // Each search and technique once.
            let mut all = variants(&self.program, &self.reach_options);
            all.retain(|(_, options)| matches!(options.symbolic_index, SymbolicIndex::Ite));
            for (program, mut options) in all {
                if *verdict == Verdict::Reachable && options.limits.max_depth.is_none() {
                    // Loops without bound must not keep the answer back.
                    options.limits.max_depth = Some(30);
                }
                let points = kyklos::find_place(&program, &line.to_string()).unwrap();
                let found = kyklos::reach(&program, points, &options, budget(), &mut |_| {}).unwrap();
                let there = found.findings.iter().all(|finding| finding.span.start.line == *line);
                let open = options.techniques.covers() && found.verdict == Verdict::Unknown;
                if found.verdict != *verdict && !open || !there || !found.faults.is_empty() {
                    let (verdict, options) = (verdict.name(), named(&options));
                    let _ = writeln!(wrong, "  line {line} is {verdict}, but {options}: {}", told(&found));
                }
            }
        }
    }

    fn compare(&self, check: &Check, options: &CheckOptions, found: &Report) -> Result<(), String> {
        let expected: Vec<_> =
            self.errors.iter().filter(|error| error.kind.is_asked(&options.checks)).collect();
        if options.techniques.covers() {
            // It need not find anything, but what it says is right; and it may know what others do not.
            let open = |verdict| verdict == Verdict::Unknown;
            let is_known = |finding| open(check.verdict) || expected.iter().any(|error| error.fits(finding));
            let right = found.verdict == check.verdict || open(found.verdict) || open(check.verdict);
            let right = right && found.faults.is_empty() && found.findings.iter().all(is_known);
            return right.then_some(()).ok_or_else(|| told(found));
        }
        let mut right = found.verdict == check.verdict && found.faults.is_empty();
        right &= found.findings.len() == expected.len();
        for error in &expected {
            right &= found.findings.iter().any(|finding| error.fits(finding));
        }
        let open: BTreeSet<u32> = found.incomplete.iter().map(|open| open.span.start.line).collect();
        if check.incomplete {
            right &= !open.is_empty() && open.is_subset(&self.open);
            // Which paths come before the limit on all forks depends on the search.
            right &= options.limits.max_forks.is_some() || open == self.open;
        } else {
            right &= open.is_empty();
        }
        right.then_some(()).ok_or_else(|| told(found))
    }
}

impl Check {
    fn read(text: &str) -> Check {
        let (options, verdict) =
            text.split_once(": ").unwrap_or_else(|| panic!("`// check{text}`: no verdict"));
        let (verdict, incomplete) = match verdict.strip_suffix(", incomplete") {
            Some(verdict) => (verdict, true),
            None => (verdict, verdict == "unknown"),
        };
        let all = [Verdict::Safe, Verdict::Unsafe, Verdict::Unknown];
        let verdict = all.into_iter().find(|known| known.name() == verdict);
        Check { options: options.to_owned(), verdict: verdict.expect("a verdict"), incomplete }
    }
}

impl ErrorMark {
    fn fits(&self, finding: &Finding) -> bool {
        let inputs = match &self.inputs {
            Some(wanted) => {
                wanted.len() == finding.inputs.len()
                    && wanted.iter().zip(&finding.inputs).all(|(wanted, input)| matches!(&input.value, kyklos::report::InputData::Number(value) if wanted.takes(value)))
            }
            None => true,
        };
        inputs
            && finding.kind == FindingKind::Error(self.kind)
            && finding.span.start.line == self.line
            && finding.replay == "confirmed"
    }
}

impl Wanted {
    fn takes(&self, value: &Int) -> bool {
        self.low.as_ref().is_none_or(|low| low <= value)
            && self.high.as_ref().is_none_or(|high| value <= high)
    }
}

fn wanted(text: &str) -> Wanted {
    let number = |text: &str| text.parse::<Int>().unwrap_or_else(|_| panic!("input `{text}`"));
    let (low, high) = match text {
        "_" => (None, None),
        _ if text.starts_with('>') => (Some(number(&text[1..]) + Int::ONE), None),
        _ if text.starts_with('<') => (None, Some(number(&text[1..]) - Int::ONE)),
        _ => match text.split_once("..") {
            Some((low, high)) => (Some(number(low)), Some(number(high))),
            None => (Some(number(text)), Some(number(text))),
        },
    };
    Wanted { low, high }
}

/// Techniques together. `KYKLOS_MATRIX=1` tries all of them in all searches.
const TOGETHER: [&str; 8] = [
    "compact,subsume",
    "merge=lattice,subsume",
    "compact,merge=lattice,subsume",
    "apc,subsume",
    "compact,merge=aggressive,subsume",
    "apc,merge=recursive,subsume",
    "apc,compact,merge=lattice,subsume",
    "merge=dynamic,subsume",
];

/// The program and the options under every search, and for both treatments of symbolic indices; loops
/// are unrolled, and without limits on that are jumped over as well.
fn variants(program: &Program, words: &str) -> Vec<(Program, CheckOptions)> {
    let mut all = Vec::new();
    for techniques in each() {
        for strategy in Strategy::ALL.iter().copied() {
            for symbolic_index in [SymbolicIndex::Ite, SymbolicIndex::Fork] {
                let mut program = program.clone();
                let settings = settings(&[("self-check", "true")]).unwrap();
                let mut options = CheckOptions {
                    strategy,
                    symbolic_index,
                    settings,
                    all_errors: true,
                    ..CheckOptions::default()
                };
                options.techniques = techniques.clone();
                apply(words, &mut program, &mut options);
                let limited = options.limits.max_depth.is_some() || options.limits.max_forks.is_some();
                let few = match techniques.name().as_str() {
                    "classic" => true,
                    "compact" => ["bfs", "tree"].contains(&strategy.name) && !limited,
                    _ => strategy.name == "bfs" && symbolic_index == SymbolicIndex::Ite && !limited,
                };
                if few {
                    all.push((program, options));
                }
            }
        }
    }
    // Each program has its turn with some of the combinations, in some searches.
    let turn = program.procedures.rows().map(|procedure| procedure.edges.len()).sum::<usize>();
    let whole = std::env::var_os("KYKLOS_MATRIX").is_some();
    for (number, list) in TOGETHER.into_iter().enumerate() {
        for (place, strategy) in Strategy::ALL.iter().copied().enumerate() {
            if !whole && (number, place) != (turn % TOGETHER.len(), turn / 5 % Strategy::ALL.len()) {
                continue;
            }
            let mut program = program.clone();
            let settings = settings(&[("self-check", "true")]).unwrap();
            let mut options =
                CheckOptions { strategy, settings, all_errors: true, ..CheckOptions::default() };
            options.techniques = kyklos::select(list).unwrap();
            apply(words, &mut program, &mut options);
            if options.limits.max_depth.is_none() && options.limits.max_forks.is_none() {
                all.push((program, options));
            }
        }
    }
    all
}

fn apply(words: &str, program: &mut Program, options: &mut CheckOptions) {
    let mut words = words.split_whitespace();
    while let Some(name) = words.next() {
        let value = words.next().unwrap_or_else(|| panic!("{name} needs a value"));
        match name {
            "--check" => options.checks = value.split(',').map(class).collect(),
            "--entry" => program.main = Some(program.procedure_named(value).unwrap()),
            "--max-depth" => options.limits.max_depth = Some(value.parse().unwrap()),
            "--max-forks" => options.limits.max_forks = Some(value.parse().unwrap()),
            "--solver-timeout" => options.solver_timeout = Duration::from_millis(value.parse().unwrap()),
            _ => panic!("there is no option {name} here"),
        }
    }
}

fn class(name: &str) -> CheckClass {
    CheckClass::ALL.into_iter().find(|class| class.name() == name).unwrap_or_else(|| panic!("class {name}"))
}

fn budget() -> Budget {
    Budget::new(Some(Duration::from_secs(60)), Some(4 << 30))
}

fn named(options: &CheckOptions) -> String {
    let techniques = options.techniques.name();
    format!("({techniques}, search {}, indices {:?})", options.strategy.name, options.symbolic_index)
}

/// A report in few words.
fn told(report: &Report) -> String {
    let mut text = format!("found {}", report.verdict.name());
    for finding in &report.findings {
        let inputs: Vec<_> = finding.inputs.iter().map(|input| input.value.to_string()).collect();
        let line = finding.span.start.line;
        let _ = write!(text, "\n    {} at line {line}, inputs ({})", finding.kind.name(), inputs.join(","));
    }
    for open in &report.incomplete {
        let _ = write!(text, "\n    open at line {}: {}", open.span.start.line, open.why);
    }
    for fault in &report.faults {
        let _ = write!(text, "\n    fault: {fault}");
    }
    text
}
