//! Source files, positions in them, and spans. Note [positions].
//!
//! Positions are lines and columns rather than byte offsets: they survive
//! preprocessing, can be written into a flowgraph's text form, and are what a
//! person is shown. Both count from 1; columns count characters.

use crate::Table;
use std::fmt;

crate::define_id! {
    /// A source file of a program.
    pub struct FileId, "f"
}

/// A line and a column, both from 1. `0:0` stands for "nowhere".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl Position {
    /// The position at this line and column.
    pub fn new(line: u32, column: u32) -> Self {
        Self { line, column }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A stretch of a source file; `end` is just behind its last character.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first character.
    pub start: Position,
    /// Just behind the last character.
    pub end: Position,
}

impl Span {
    /// A span from `start` to just before `end`.
    pub fn new(file: FileId, start: Position, end: Position) -> Self {
        Self { file, start, end }
    }

    /// A span that points nowhere (for what no source line made).
    pub fn nowhere() -> Self {
        Self::new(FileId(0), Position::default(), Position::default())
    }

    /// Whether the span points nowhere.
    pub fn is_nowhere(&self) -> bool {
        self.start.line == 0
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        if self.is_nowhere() {
            return other;
        }
        if other.is_nowhere() || other.file != self.file {
            return self;
        }
        Span::new(self.file, self.start.min(other.start), self.end.max(other.end))
    }

    /// Whether the position lies inside.
    pub fn contains(&self, position: Position) -> bool {
        self.start <= position && position < self.end
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.start, self.end)
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A source file: its name as the user gave it, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    name: String,
    text: String,
    line_starts: Vec<usize>,
}

impl SourceFile {
    /// A file of this name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Self { name: name.into(), text, line_starts }
    }

    /// The file's name as the user gave it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many lines the file has (at least one).
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// The text of a line (from 1) without its line break.
    pub fn line(&self, line: u32) -> Option<&str> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.line_starts.get(index)?;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |next| next - 1);
        let text = &self.text[start..end];
        Some(text.strip_suffix('\r').unwrap_or(text))
    }
}

/// The source files of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    files: Table<FileId, SourceFile>,
}

impl Sources {
    /// No files yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(file)
    }

    /// The file, or `None` where the id is not one of these.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id)
    }

    /// All files with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter()
    }

    /// The file's name, or `<unknown>`.
    pub fn name(&self, id: FileId) -> &str {
        self.get(id).map_or("<unknown>", SourceFile::name)
    }

    /// `file:line:column` of a span.
    pub fn place(&self, span: Span) -> String {
        if span.is_nowhere() {
            return self.name(span.file).to_owned();
        }
        format!("{}:{}", self.name(span.file), span.start)
    }

    /// The source line that a span starts on.
    pub fn line(&self, span: Span) -> Option<&str> {
        self.get(span.file)?.line(span.start.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_without_their_breaks() {
        let file = SourceFile::new("a", "one\r\ntwo\n\nfour");
        let lines: Vec<_> = (0..6).map(|line| file.line(line)).collect();
        assert_eq!(lines, [None, Some("one"), Some("two"), Some(""), Some("four"), None]);
    }

    #[test]
    fn joining_with_nowhere_keeps_the_place() {
        let here = Span::new(FileId(0), Position::new(1, 2), Position::new(1, 5));
        assert_eq!(here.to(Span::nowhere()), here);
        assert_eq!(Span::nowhere().to(here), here);
    }
}
