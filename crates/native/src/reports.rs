//! Reports of sanitizers, of the harness and of `assert`, as they are printed.

use kyklos_flow::error::Reporter;

/// A report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Report {
    /// Who reports.
    pub(crate) source: Reporter,
    /// What is reported.
    pub(crate) text: String,
    /// File and line, if the report itself tells them.
    pub(crate) place: Option<(String, u32)>,
    /// The calls that were open, the innermost first.
    pub(crate) frames: Vec<Frame>,
}

/// An open call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The function.
    pub(crate) function: String,
    /// File and line, if they are known.
    pub(crate) place: Option<(String, u32)>,
}

/// The reports in what a run printed, in order.
pub(crate) fn reports(text: &str) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    // Only the first calls that follow a report tell where it is.
    let mut open = false;
    for line in text.lines() {
        if let Some(report) = report(line) {
            reports.push(report);
            open = true;
        } else if let Some(frame) = line.trim_start().strip_prefix('#') {
            if let (true, Some(report)) = (open, reports.last_mut()) {
                report.frames.extend(self::frame(frame));
            }
        } else if reports.last().is_some_and(|report| !report.frames.is_empty()) {
            open = false;
        }
    }
    reports
}

fn report(line: &str) -> Option<Report> {
    let new = |source, text: &str, place| {
        Some(Report { source, text: text.trim().to_owned(), place, frames: Vec::new() })
    };
    if let Some(text) = line.strip_prefix("kyklos: ") {
        return new(Reporter::Harness, text, None);
    }
    if let Some((_, text)) = line.split_once("ERROR: AddressSanitizer: ") {
        return new(Reporter::Memory, text, None);
    }
    if let Some((place, text)) = line.split_once(": runtime error: ") {
        return new(Reporter::Undefined, text, file_and_line(place));
    }
    if line.contains("hard rss limit") {
        return new(Reporter::Memory, "hard rss limit exhausted", None);
    }
    // glibc: `program: file.c:12: main: Assertion `x' failed.`
    if let Some((before, text)) = line.split_once(": Assertion `")
        && text.contains("' failed")
    {
        let before = before.rsplit_once(": ").map_or(before, |(before, _)| before);
        let before = before.split_once(": ").map_or(before, |(_, before)| before);
        return new(Reporter::Assertion, "assertion failed", file_and_line(before));
    }
    // musl: `Assertion failed: x (file.c: main: 12)`
    // macOS: `Assertion failed: (x), function main, file file.c, line 12.`
    let text = line.strip_prefix("Assertion failed: ")?;
    let place = match text.rsplit_once(", file ") {
        Some((_, place)) => place.trim_end_matches('.').split_once(", line "),
        None => text.rsplit_once('(').and_then(|(_, place)| {
            let (file, rest) = place.trim_end_matches(')').split_once(": ")?;
            Some((file, rest.rsplit_once(": ")?.1))
        }),
    };
    let place = place.and_then(|(file, line)| Some((file.to_owned(), line.parse().ok()?)));
    new(Reporter::Assertion, "assertion failed", place)
}

/// `3 0x55 in main /tmp/a.c:12:5`, or without column, or with a module instead of a place.
fn frame(line: &str) -> Option<Frame> {
    let (_, rest) = line.split_once(" in ")?;
    let (function, place) = rest.split_once(' ').unwrap_or((rest, ""));
    Some(Frame { function: function.to_owned(), place: file_and_line(place) })
}

/// `file.c:12` or `file.c:12:5`.
fn file_and_line(text: &str) -> Option<(String, u32)> {
    let split = |text: &str| {
        let (before, number) = text.trim().rsplit_once(':')?;
        Some((before.to_owned(), number.parse::<u32>().ok()?))
    };
    let outer = split(text)?;
    Some(split(&outer.0).unwrap_or(outer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read_as_gcc_and_clang_write_them() {
        let text = "\
==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6 at pc 0x5 bp 0x7 sp 0x7\n\
READ of size 4 at 0x6 thread T0\n    \
    #0 0x55 in get /tmp/my program.c:7\n    \
    #1 0x56 in main /tmp/b.c:12:5\n    \
    #2 0x57 in _start (/tmp/hnx/a+0x10f0)\n    \
    #3 0x0  (<unknown module>)\n\n\
allocated by thread T0 here:\n    \
    #0 0x58 in malloc asan.cpp:1\n";
        let [report] = reports(text).try_into().unwrap();
        assert_eq!(report.source, Reporter::Memory);
        let frame = |function: &str, place: Option<(&str, u32)>| Frame {
            function: function.to_owned(),
            place: place.map(|(file, line)| (file.to_owned(), line)),
        };
        let frames = [
            frame("get", Some(("/tmp/my program.c", 7))),
            frame("main", Some(("/tmp/b.c", 12))),
            frame("_start", None),
        ];
        assert_eq!(report.frames, frames);
    }

    #[test]
    fn assertions_are_read_as_libraries_write_them() {
        for text in [
            "replay: /tmp/a.c:12: main: Assertion `x == 1: y' failed.",
            "Assertion failed: x (y) (/tmp/a.c: main: 12)",
            "Assertion failed: (x, file y), function main, file /tmp/a.c, line 12.",
        ] {
            let [report] = reports(text).try_into().unwrap();
            assert_eq!(
                (report.source, report.place),
                (Reporter::Assertion, Some(("/tmp/a.c".to_owned(), 12)))
            );
        }
    }

    #[test]
    fn undefined_behaviour_tells_its_line() {
        let [report] = reports("/tmp/a.c:12:9: runtime error: division by zero\n").try_into().unwrap();
        assert_eq!((report.source, report.text.as_str()), (Reporter::Undefined, "division by zero"));
        assert_eq!(report.place, Some(("/tmp/a.c".to_owned(), 12)));
    }
}
