//! Messages that show the source line they speak of.
//!
//! A [`Diagnostic`] is data; [`Diagnostic::render`] turns it into what a
//! person reads:
//!
//! ```text
//! error: `y` is not declared
//!  --> fac.uc:7:12
//!   |
//! 7 |     return y;
//!   |            ^
//!   = help: declare it with `var y;` at the top of `main`
//! ```

use crate::{Sources, Span};
use std::borrow::Cow;
use std::fmt::Write;

/// How grave a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is wrong.
    Note,
    /// The program is accepted, but probably does not mean what was meant.
    Warning,
    /// The program is not accepted.
    Error,
}

/// One message about one place of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// The place.
    pub span: Span,
    /// What is wrong, in one line.
    pub message: String,
    /// Other places that matter, each with a remark.
    pub related: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
}

/// Columns of source text that are shown at most; longer lines are cut around the place.
const SHOWN_COLUMNS: usize = 120;

/// Characters of a message, a remark or a help that are shown at most.
const SHOWN_CHARACTERS: usize = 500;

impl Diagnostic {
    /// An error at this place.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, span, message)
    }

    /// A note at this place.
    pub fn note(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, span, message)
    }

    /// A warning at this place.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, span, message)
    }

    fn new(severity: Severity, span: Span, message: impl Into<String>) -> Self {
        Self { severity, span, message: message.into(), related: Vec::new(), help: None }
    }

    /// Says what to do.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Points at another place that matters.
    #[must_use]
    pub fn with_related(mut self, span: Span, remark: impl Into<String>) -> Self {
        self.related.push((span, remark.into()));
        self
    }

    /// The message as a person reads it, with the source line and a marker;
    /// `color` adds terminal colours. Ends in a line break.
    pub fn render(&self, sources: &Sources, color: bool) -> String {
        let paint = Paint { color };
        let (title, code) = match self.severity {
            Severity::Error => ("error", "1;31"),
            Severity::Warning => ("warning", "1;33"),
            Severity::Note => ("note", "1;32"),
        };
        let mut out = String::new();
        let message = paint.with("1", &shortened(&self.message));
        let _ = writeln!(out, "{}: {message}", paint.with(code, title));
        let all = std::iter::once((self.span, "")).chain(self.related.iter().map(|(s, r)| (*s, r.as_str())));
        let width = all.clone().map(|(span, _)| span.start.line.to_string().len()).max().unwrap_or(1);
        for (span, remark) in all {
            excerpt(&mut out, sources, span, remark, width, &paint);
        }
        if let Some(help) = &self.help {
            let _ = writeln!(out, "{:width$} = {}: {}", "", paint.with("1;36", "help"), shortened(help));
        }
        out
    }
}

struct Paint {
    color: bool,
}

impl Paint {
    fn with(&self, code: &str, text: &str) -> String {
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Writes one `-->` block: place, source line, marker and remark.
fn excerpt(out: &mut String, sources: &Sources, span: Span, remark: &str, width: usize, paint: &Paint) {
    let name = sources.name(span.file);
    if span.is_nowhere() {
        let _ = writeln!(out, "{:width$}{} {name}", "", paint.with("34", "-->"));
        return;
    }
    let _ = writeln!(out, "{:width$}{} {name}:{}", "", paint.with("34", "-->"), span.start);
    let Some(line) = sources.line(span) else { return };
    let bar = paint.with("34", "|");
    let number = paint.with("34", &format!("{:width$}", span.start.line));
    let (shown, column) = window(line, span.start.column as usize);
    let length = if span.end.line == span.start.line {
        (span.end.column.saturating_sub(span.start.column) as usize).max(1)
    } else {
        shown.chars().count().saturating_sub(column - 1).max(1)
    };
    let room = shown.chars().count().saturating_sub(column - 1).max(1);
    let marker = paint.with("1;31", &"^".repeat(length.min(room)));
    let _ = writeln!(out, "{:width$} {bar}", "");
    let _ = writeln!(out, "{number} {bar} {shown}");
    let gap = " ".repeat(column - 1);
    let space = if remark.is_empty() { "" } else { " " };
    let _ = writeln!(out, "{:width$} {bar} {gap}{marker}{space}{}", "", shortened(remark));
}

/// A text that is not too long for a message.
fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(SHOWN_CHARACTERS) {
        Some((at, _)) => Cow::Owned(format!("{}…", &text[..at])),
        None => Cow::Borrowed(text),
    }
}

/// The part of a line around a column, tabs and control characters made
/// visible as single blanks, and the column within that part (from 1).
fn window(line: &str, column: usize) -> (String, usize) {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let first = column.saturating_sub(1).saturating_sub(SHOWN_COLUMNS / 2);
    let first = if line.len() <= SHOWN_COLUMNS { 0 } else { first };
    let mut rest = line.chars().skip(first);
    let mut shown: String = rest.by_ref().take(SHOWN_COLUMNS).map(plain).collect();
    let mut column = column.max(1) - first;
    if rest.next().is_some() {
        shown.push('…');
    }
    if first > 0 {
        shown.insert(0, '…');
        column += 1;
    }
    (shown, column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileId, Position, SourceFile};

    fn span(line: u32, from: u32, to: u32) -> Span {
        Span::new(FileId(0), Position::new(line, from), Position::new(line, to))
    }

    fn sources(text: &str) -> Sources {
        let mut sources = Sources::new();
        sources.add(SourceFile::new("a.uc", text));
        sources
    }

    #[test]
    fn shows_line_marker_and_help() {
        let text = Diagnostic::error(span(2, 3, 6), "bad")
            .with_help("mend it")
            .render(&sources("x\n\tabc;\n"), false);
        let expected = "error: bad\n --> a.uc:2:3\n  |\n2 |  abc;\n  |   ^^^\n  = help: mend it\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let line = "a".repeat(5_000_000);
        let text = Diagnostic::error(span(1, 4_000_000, 4_000_001), "here").render(&sources(&line), false);
        assert!(text.len() < 1000 && text.contains("…aaa"), "{text}");
    }

    #[test]
    fn long_messages_are_cut() {
        let long = "ä".repeat(5_000_000);
        let diagnostic =
            Diagnostic::error(span(1, 1, 2), &long).with_help(&long).with_related(span(1, 1, 2), long);
        let text = diagnostic.render(&sources("x"), false);
        assert_eq!(text.matches("ä…\n").count(), 3);
        assert!(text.len() < 5000);
    }

    #[test]
    fn places_outside_the_file_are_harmless() {
        for place in [span(9, 9, 9), Span::nowhere(), span(1, 90, 95)] {
            assert!(Diagnostic::warning(place, "m").render(&sources("x"), false).starts_with("warning: m\n"));
        }
    }
}
