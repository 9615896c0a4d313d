//! What a run printed and how it ended → whether the error was seen.

use crate::process::Finished;
use crate::reports::{Report, reports};
use crate::{Outcome, Task, harness};
use kyklos_flow::ErrorKind;
use kyklos_flow::error::{Native, Reporter, Wording};
use kyklos_report::FindingKind;
use std::process::ExitStatus;
use std::time::Duration;

/// Whether a report is about an error that shows itself so.
fn is_told_by(native: &Native, report: &Report) -> bool {
    native.signatures.iter().any(|signature| {
        let is_open = |function: &Wording| report.frames.iter().any(|frame| function.fits(&frame.function));
        signature.by == report.source
            && signature.text.fits(&report.text)
            && signature.within.as_ref().is_none_or(is_open)
    })
}

/// How a run was made.
#[derive(Clone, Debug)]
pub(crate) struct Circumstances {
    /// Whether sanitizers watched it.
    pub(crate) sanitizers: bool,
    /// Whether types had the right sizes.
    pub(crate) exact: bool,
    /// What the run perhaps did not get as the finding has it, in words.
    pub(crate) doubtful: Option<String>,
    /// Whether it had arrays that have no end but in the harness.
    pub(crate) endless: bool,
    /// How long it was let run.
    pub(crate) limit: Duration,
}

/// Whether the run shows the error of a task, which shows itself as stated.
pub(crate) fn judge(
    task: &Task<'_>,
    native: &Native,
    run: &Finished,
    circumstances: &Circumstances,
) -> Outcome {
    let reports = reports(&run.errors);
    if is_beyond_endless(task.kind, &run.errors) {
        let why = "an array without an end was read further than the native run has it";
        return Outcome::Inconclusive(why.to_owned());
    }
    let about: Vec<&Report> = reports.iter().filter(|report| is_told_by(native, report)).collect();
    // What the harness says is sure even if nobody tells the line, and so is a call of null.
    let unplaced = about.iter().find(|report| is_at(task, report).is_none());
    let sure = unplaced.is_some_and(|report| report.source == Reporter::Harness || is_call_of_null(report));
    if sure || about.iter().any(|report| is_at(task, report) == Some(true)) {
        return match circumstances.exact {
            true => Outcome::Confirmed,
            false => Outcome::Inconclusive(format!("the native run showed the error too, but {OTHER_SIZES}")),
        };
    }
    let seen = match reports.first() {
        Some(report) => describe(task, report),
        None => end(run.status),
    };
    match excuse(native, run, &reports, circumstances) {
        Some(why) => Outcome::Inconclusive(format!("{seen}; {why}")),
        None if unplaced.is_some() => {
            let why = "its report does not tell the line (with clang, `llvm-symbolizer` has to be there)";
            Outcome::Inconclusive(format!("{seen}; {why}"))
        }
        // What such an error does goes on: the first use of a variable that is gone may hit its
        // next life, and only a later one be seen.
        None if native.may_be_silent && reports.iter().all(|report| is_told_by(native, report)) => {
            let why = "errors of this kind that hit other memory of the program are not seen";
            Outcome::Inconclusive(format!("{seen}; {why}"))
        }
        // With optimisations or without, a compiler need not do what C leaves undefined.
        None if reports.is_empty() && !native.is_plain => {
            Outcome::Different(format!("{seen} (compilers may fold what is undefined)"))
        }
        None => Outcome::Different(seen),
    }
}

/// Why a run on a machine without 32-bit programs says nothing about one.
const OTHER_SIZES: &str = "its types had other sizes, as the compiler makes no 32-bit programs here \
                           (on Debian and Ubuntu: `apt install gcc-multilib`)";

/// Why a run that did not show the error says nothing against it.
fn excuse(
    native: &Native,
    run: &Finished,
    reports: &[Report],
    circumstances: &Circumstances,
) -> Option<String> {
    let told = |text: &str| reports.iter().any(|report| report.text.starts_with(text));
    if run.status.is_none() {
        return Some(format!("it was stopped after {:?}", circumstances.limit));
    }
    if let Some(why) = &circumstances.doubtful {
        return Some(why.clone());
    }
    if !circumstances.exact {
        return Some(OTHER_SIZES.to_owned());
    }
    if !circumstances.sanitizers && !native.is_plain {
        return Some("the C compiler has no sanitizers, which such errors are seen by".to_owned());
    }
    if told("the layout of an object is not known") {
        return Some("fields of different sizes are inputs".to_owned());
    }
    if told("stack-overflow") || told("there is not enough memory") || told("hard rss limit") {
        return Some("it needs more memory than native runs have".to_owned());
    }
    // Far away from the array, a sanitizer does not tell whose memory it is.
    if circumstances.endless && reports.first().is_some_and(|report| report.source == Reporter::Memory) {
        return Some(
            "an array without an end may have been used further than the native run has it".to_owned(),
        );
    }
    None
}

/// Whether the program went over the end of an array that has none but in the harness.
/// Going below its start is an error only where one is looked for: else its elements go on there too.
fn is_beyond_endless(kind: FindingKind, errors: &str) -> bool {
    let below = |line: &str| {
        line.contains(" is located ") && (line.contains(" to the left of ") || line.contains(" before "))
    };
    let is_error = kind == FindingKind::Error(ErrorKind::OutOfBounds) && errors.lines().any(below);
    errors.contains(&format!(" in {}_", harness::ENDLESS)) && !is_error
}

/// Whether the program went on at address 0. Who called is not told then: the calls
/// in such a report begin with the caller's caller.
fn is_call_of_null(report: &Report) -> bool {
    let address = report.text.split_once("(pc 0x").map(|(_, address)| address);
    let address = address.and_then(|address| address.split(' ').next());
    address.is_some_and(|address| address.bytes().all(|digit| digit == b'0'))
}

/// Whether a report is about the line of a task; `None` if it tells no line of the file.
fn is_at(task: &Task<'_>, report: &Report) -> Option<bool> {
    let (_, line) = place(task, report)?;
    Some((task.line..=task.last_line.max(task.line)).contains(&line))
}

/// The file and line that a report is about: of calls, those of the call that is in the
/// file of the error.
fn place<'r>(task: &Task<'_>, report: &'r Report) -> Option<(&'r str, u32)> {
    let same_file = |file: &str| file_name(file) == file_name(task.file);
    if let Some((file, line)) = &report.place {
        // A line of another file is another line.
        return Some((file, if same_file(file) { *line } else { 0 }));
    }
    if is_call_of_null(report) {
        return None;
    }
    let marks_error = |function: &str| matches!(function, "reach_error" | "__VERIFIER_error");
    let frames = report.frames.iter().filter(|frame| !marks_error(&frame.function));
    let mut places = frames.filter_map(|frame| frame.place.as_ref());
    places.find(|(file, _)| same_file(file)).map(|(file, line)| (file.as_str(), *line))
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// A report in a few words.
fn describe(task: &Task<'_>, report: &Report) -> String {
    let text = report.text.split(" on address").next().unwrap_or_default();
    let text = text.split(" on unknown address").next().unwrap_or_default();
    let text: String = text.chars().filter(|c| !c.is_control()).take(120).collect();
    let place = match &report.place {
        Some((file, line)) => Some((file.as_str(), *line)),
        None => place(task, report),
    };
    match place {
        Some((file, line)) => format!("the native run stopped at {}:{line}: {text}", file_name(file)),
        None => format!("the native run stopped: {text}"),
    }
}

fn end(status: Option<ExitStatus>) -> String {
    let Some(status) = status else { return "the native run did not end".to_owned() };
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("the native run was ended by signal {signal} and showed no error");
    }
    match status.code().unwrap_or_default() {
        0 => "the native run ended normally with status 0 and showed no error".to_owned(),
        code => format!("the native run ended with status {code} and showed no error"),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::DataModel;
    use std::os::unix::process::ExitStatusExt;

    fn task(kind: ErrorKind) -> Task<'static> {
        Task {
            headers: &[],
            programs: &[],
            entry: "main",
            entry_parameters: &[],
            data_model: DataModel::Lp64,
            flags: &[],
            kind: FindingKind::Error(kind),
            file: "folder/a.c",
            line: 7,
            last_line: 8,
            inputs: &[],
            undefined: &[],
            declared: &[],
        }
    }

    fn circumstances() -> Circumstances {
        Circumstances {
            sanitizers: true,
            exact: true,
            doubtful: None,
            endless: false,
            limit: Duration::from_secs(1),
        }
    }

    fn judged(kind: ErrorKind, errors: &str, change: impl Fn(&mut Circumstances)) -> Outcome {
        let (task, mut circumstances) = (task(kind), circumstances());
        change(&mut circumstances);
        let run =
            Finished { status: Some(ExitStatus::from_raw(1 << 8)), errors: errors.to_owned(), stopped: None };
        judge(&task, kind.native().unwrap(), &run, &circumstances)
    }

    fn is_inconclusive(outcome: &Outcome, what: &str) -> bool {
        matches!(outcome, Outcome::Inconclusive(why) if why.contains(what))
    }

    #[test]
    fn lines_and_files_have_to_be_those_of_the_error() {
        let at = |place: &str| {
            judged(ErrorKind::DivisionByZero, &format!("{place}: runtime error: division by zero"), |_| ())
        };
        assert_eq!(at("/x/a.c:7:3"), Outcome::Confirmed);
        assert_eq!(at("/x/a.c:8:3"), Outcome::Confirmed);
        assert_eq!(
            at("/x/a.c:9:3"),
            Outcome::Different("the native run stopped at a.c:9: division by zero".to_owned())
        );
        assert_eq!(
            at("/x/b.c:7:3"),
            Outcome::Different("the native run stopped at b.c:7: division by zero".to_owned())
        );
    }

    #[test]
    fn only_the_harness_is_believed_without_a_line() {
        let calls = "    #0 0x5 in f (/tmp/replay+0x12)\n";
        let report = format!("==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x6\n{calls}");
        assert!(is_inconclusive(&judged(ErrorKind::Dangling, &report, |_| ()), "llvm-symbolizer"));
        let report = format!("kyklos: the error was reached\n{calls}");
        assert_eq!(judged(ErrorKind::ErrorStatement, &report, |_| ()), Outcome::Confirmed);
        assert_eq!(
            judged(ErrorKind::Assertion, "replay: a.c:7: f: Assertion `0' failed.", |_| ()),
            Outcome::Confirmed
        );
    }

    #[test]
    fn arrays_without_end_have_a_start() {
        let report = |place: &str| {
            format!(
                "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6\n    #0 0x5 in f /x/a.c:7\n\n\
                 0x6 is located {place} 40-byte region [0x1,0x6)\nallocated by thread T0 here:\n    \
                 #0 0x5 in calloc asan.cpp:1\n    #1 0x5 in kyklos_endless_0 harness.c:3\n"
            )
        };
        for place in ["4 bytes before", "4 bytes to the left of"] {
            assert_eq!(judged(ErrorKind::OutOfBounds, &report(place), |_| ()), Outcome::Confirmed);
        }
        for place in ["0 bytes after", "0 bytes to the right of"] {
            assert!(is_inconclusive(
                &judged(ErrorKind::OutOfBounds, &report(place), |_| ()),
                "without an end"
            ));
        }
        let before = report("4 bytes before");
        assert!(is_inconclusive(&judged(ErrorKind::Assertion, &before, |_| ()), "without an end"));
        let far = "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x6\n    #0 0x5 in f /x/a.c:7\n";
        assert!(is_inconclusive(
            &judged(ErrorKind::Assertion, far, |run| run.endless = true),
            "without an end"
        ));
        assert!(matches!(judged(ErrorKind::Assertion, far, |_| ()), Outcome::Different(_)));
    }

    #[test]
    fn a_run_that_could_not_show_the_error_is_not_held_against_it() {
        let none = "";
        assert!(matches!(judged(ErrorKind::Overflow, none, |_| ()), Outcome::Different(_)));
        assert!(is_inconclusive(
            &judged(ErrorKind::Overflow, none, |run| run.sanitizers = false),
            "sanitizers"
        ));
        assert!(is_inconclusive(&judged(ErrorKind::Overflow, none, |run| run.exact = false), "32-bit"));
        assert!(is_inconclusive(
            &judged(ErrorKind::Overflow, none, |run| run.doubtful = Some("nobody knows".to_owned())),
            "nobody knows"
        ));
        assert!(matches!(
            judged(ErrorKind::Assertion, none, |run| run.sanitizers = false),
            Outcome::Different(_)
        ));
        let report =
            "==1==ERROR: AddressSanitizer: stack-overflow on address 0x7\n    #0 0x5 in f /x/a.c:7\n";
        assert!(is_inconclusive(&judged(ErrorKind::OutOfBounds, report, |_| ()), "memory"));
    }

    #[test]
    fn nothing_is_confirmed_with_types_of_other_sizes() {
        let report = "/x/a.c:7:3: runtime error: division by zero";
        assert_eq!(judged(ErrorKind::DivisionByZero, report, |_| ()), Outcome::Confirmed);
        let other = judged(ErrorKind::DivisionByZero, report, |run| run.exact = false);
        assert!(is_inconclusive(&other, "showed the error too, but its types had other sizes"), "{other:?}");
        let harness =
            judged(ErrorKind::ErrorStatement, "kyklos: the error was reached\n", |run| run.exact = false);
        assert!(is_inconclusive(&harness, "other sizes"), "{harness:?}");
    }

    #[test]
    fn a_run_without_an_error_says_how_it_ended() {
        let ended = |kind: ErrorKind, status: i32| {
            let task = task(kind);
            let circumstances = circumstances();
            let run =
                Finished { status: Some(ExitStatus::from_raw(status)), errors: String::new(), stopped: None };
            judge(&task, kind.native().unwrap(), &run, &circumstances)
        };
        let normal = "the native run ended normally with status 0 and showed no error";
        assert_eq!(ended(ErrorKind::Assertion, 0), Outcome::Different(normal.to_owned()));
        let folded = format!("{normal} (compilers may fold what is undefined)");
        assert_eq!(ended(ErrorKind::NullDereference, 0), Outcome::Different(folded));
        let status = "the native run ended with status 3 and showed no error";
        assert_eq!(ended(ErrorKind::Assertion, 3 << 8), Outcome::Different(status.to_owned()));
        let signal = "the native run was ended by signal 9 and showed no error";
        assert_eq!(ended(ErrorKind::Assertion, 9), Outcome::Different(signal.to_owned()));
    }
}
