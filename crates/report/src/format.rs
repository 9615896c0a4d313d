//! Forms of reports, for people and for machines.

use crate::terminal::Style;
use crate::{Report, json, terminal};

/// A form of reports: one file with such a constant, and one line in [`Format::ALL`].
///
/// ```
/// use kyklos_report::format::Format;
/// use kyklos_report::{Report, Verdict};
///
/// /// A line for each finding, as compilers print errors.
/// const LINES: Format = Format {
///     name: "lines",
///     help: "a line for each finding",
///     for_people: true,
///     write: |report, _| {
///         let lines = report.findings.iter().map(|finding| {
///             let (file, at) = (report.sources.name(finding.span.file), finding.span.start);
///             format!("{file}:{}:{}: {} [{}]\n", at.line, at.column, finding.message, finding.kind.name())
///         });
///         lines.collect::<String>() + report.verdict.name() + "\n"
///     },
/// };
///
/// let report = Report::empty("a.c", Verdict::Safe);
/// assert_eq!((LINES.write)(&report, Default::default()), "safe\n");
/// assert_eq!((Format::named("text").unwrap().write)(&report, Default::default()), "verdict: safe\n");
/// assert!(Format::named("lines").is_none(), "it is not in the table");
/// ```
#[derive(Clone, Copy)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub help: &'static str,
    /// Whether people read it as it is printed, so that progress and the style are theirs.
    pub for_people: bool,
    /// The whole text.
    pub write: fn(&Report, Style) -> String,
}

impl Format {
    /// All of them; the first is the default.
    pub const ALL: &[Format] = &[terminal::TEXT, json::JSON];

    /// The one of this name.
    pub fn named(name: &str) -> Option<Format> {
        Self::ALL.iter().copied().find(|format| format.name == name)
    }
}

impl Default for Format {
    fn default() -> Self {
        Self::ALL[0]
    }
}
