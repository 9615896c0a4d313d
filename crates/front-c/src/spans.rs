//! Where the bytes of preprocessed text come from.
//!
//! A preprocessor leaves line markers (`# 12 "file.c" 2`), so the file and the
//! line of each byte are exact. It rewrites blanks, comments and macros, so
//! columns are found by comparing the line with the original one (`columns`);
//! where that fails, they are those of the preprocessed line.

mod columns;

use crate::parse::tokens::{TokenKind, tokens};
use columns::{Alignment, End};
use kyklos_base::{FileId, Position, SourceFile, Sources, Span};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;

/// Longer lines keep the columns of the preprocessed text: comparing them takes too long.
const COMPARED_LENGTH: usize = 2000;

/// The greatest source file that is read only to be shown.
const SHOWN_FILE_LENGTH: u64 = 1 << 26;

/// The source files of a program, found by name.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    sources: Sources,
    ids: HashMap<String, FileId>,
}

impl Files {
    /// The first file that the user gave; the others follow it.
    pub(crate) const MAIN: FileId = FileId(0);

    /// The files that the user gave, and no others yet.
    pub(crate) fn new(given: Vec<SourceFile>) -> Self {
        let mut files = Self { sources: Sources::new(), ids: HashMap::new() };
        given.into_iter().for_each(|file| {
            files.add(file);
        });
        files
    }

    /// All files known so far.
    pub(crate) fn sources(&self) -> &Sources {
        &self.sources
    }

    /// All files known so far, for keeps.
    pub(crate) fn into_sources(self) -> Sources {
        self.sources
    }

    /// The file of this name, which is read at its first mention; a file that
    /// cannot be read, or that belongs to the system, has no text.
    pub(crate) fn named(&mut self, name: &str, system: bool) -> FileId {
        match self.ids.get(name) {
            Some(id) => *id,
            None => {
                let text = if system { None } else { readable_text(Path::new(name)) };
                self.add(SourceFile::new(name, text.unwrap_or_default()))
            }
        }
    }

    fn add(&mut self, file: SourceFile) -> FileId {
        let name = file.name().to_owned();
        let id = self.sources.add(file);
        self.ids.insert(name, id);
        id
    }
}

/// The text of a plain file of moderate size; what is not UTF-8 is replaced.
fn readable_text(path: &Path) -> Option<String> {
    let data = std::fs::metadata(path).ok()?;
    if !data.is_file() || data.len() > SHOWN_FILE_LENGTH {
        return None;
    }
    Some(String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned())
}

/// Maps byte spans of the parsed text to places of the source files.
#[derive(Clone, Debug, Default)]
pub struct SpanMap {
    text: String,
    lines: Vec<Line>,
    /// How many characters begin before each block of the text: lines may be long.
    characters: Vec<usize>,
    /// Where the parsed text has more than `text`: the end of each insertion in
    /// the parsed text, and how long all insertions up to it are.
    insertions: Vec<(usize, usize)>,
    /// Original lines to compare with; none if `text` is the original.
    originals: Sources,
    /// Places that were asked for: lines may be long, and many expressions start at the same place.
    known: RefCell<HashMap<(usize, End), (FileId, Position)>>,
    /// How lines, by where they start, compare with their originals.
    alignments: RefCell<HashMap<usize, Alignment>>,
}

/// A line of the text.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The byte it starts at, and the one of its break.
    start: usize,
    end: usize,
    file: FileId,
    /// Its number in that file.
    number: u32,
    /// Whether it belongs to a header of the system.
    system: bool,
}

impl SpanMap {
    /// Of a text that was not preprocessed, and is this source file.
    pub fn plain(text: &str, file: FileId) -> Self {
        let lines = lines(text).zip(1..);
        let lines = lines.map(|((start, end), number)| Line { start, end, file, number, system: false });
        Self {
            text: text.to_owned(),
            lines: lines.collect(),
            characters: characters(text),
            ..Self::default()
        }
    }

    /// Of a text with line markers, made from this source file. Files that they name become known.
    pub(crate) fn preprocessed(text: &str, main: FileId, files: &mut Files) -> Self {
        let (mut file, mut number, mut system) = (main, 1, false);
        let mut all = Vec::new();
        for (start, end) in lines(text) {
            all.push(Line { start, end, file, number, system });
            match marker(&text[start..end]) {
                Some(marker) => {
                    file = files.named(&marker.file, marker.system);
                    (number, system) = (marker.line, marker.system);
                }
                None => number = number.saturating_add(1),
            }
        }
        let originals = files.sources().clone();
        let characters = characters(text);
        Self { text: text.to_owned(), lines: all, characters, originals, ..Self::default() }
    }

    /// The map of a text that differs by insertions, each given by where it is in this text and its length.
    pub(crate) fn with_insertions(mut self, insertions: &[(usize, usize)]) -> Self {
        let mut total = 0;
        for (at, length) in insertions {
            total += length;
            self.insertions.push((at + total, total));
        }
        self
    }

    /// The place that a byte span of the parsed text comes from.
    pub fn span(&self, span: lang_c::span::Span) -> Span {
        if span.is_none() {
            return Span::nowhere();
        }
        let (start, end) = (self.offset(span.start), self.offset(span.end));
        let (file, first) = self.position(start, End::First);
        // The character before the end may have moved; the one behind it may be of another line.
        let (last_file, last) = self.position(end.saturating_sub(1).max(start), End::Last);
        let last = Position::new(last.line, last.column + 1);
        let after = Position::new(first.line, first.column + 1);
        Span::new(file, first, if last_file == file && last > first { last } else { after })
    }

    /// Whether a byte of the text, before anything is inserted, belongs to a header of the system.
    pub(crate) fn is_of_system(&self, at: usize) -> bool {
        self.line(at).is_some_and(|line| line.system)
    }

    /// The line that a byte of `text` is on.
    fn line(&self, at: usize) -> Option<&Line> {
        let index = self.lines.partition_point(|line| line.start <= at);
        self.lines.get(index.checked_sub(1)?)
    }

    /// Where a byte of the parsed text is in `text`.
    fn offset(&self, at: usize) -> usize {
        let before = self.insertions.partition_point(|(end, _)| *end <= at);
        let inserted = before.checked_sub(1).map_or(0, |index| self.insertions[index].1);
        // What was inserted stands where it was inserted.
        let next = self.insertions.get(before).map(|(end, total)| end - total);
        (at - inserted).min(next.unwrap_or(usize::MAX)).min(self.text.len())
    }

    fn position(&self, at: usize, end: End) -> (FileId, Position) {
        *self.known.borrow_mut().entry((at, end)).or_insert_with(|| self.find(at, end))
    }

    fn find(&self, at: usize, end: End) -> (FileId, Position) {
        let Some(line) = self.line(at) else { return (Files::MAIN, Position::default()) };
        let text = &self.text[line.start..line.end];
        let within = (at - line.start).min(text.len());
        let original = self.originals.get(line.file).and_then(|file| file.line(line.number));
        let column = match original {
            Some(original) if text.len().max(original.len()) <= COMPARED_LENGTH => {
                let mut alignments = self.alignments.borrow_mut();
                let alignment = alignments
                    .entry(line.start)
                    .or_insert_with(|| Alignment::of(text, original, line.system));
                match alignment.byte(within, end) {
                    Some(byte) => column_of(original, byte),
                    None => self.column(line, within).min(column_of(original, original.len())),
                }
            }
            _ => self.column(line, within),
        };
        (line.file, Position::new(line.number, column))
    }

    /// The column, from 1, of the character that a byte of a line belongs to.
    fn column(&self, line: &Line, byte: usize) -> u32 {
        let at = line.start + byte;
        let behind = usize::from(at >= line.end);
        let count = self.characters_before((at + 1).min(line.end)) - self.characters_before(line.start);
        u32::try_from(count + behind).unwrap_or(u32::MAX - 1)
    }

    /// How many characters begin before a byte of the text.
    fn characters_before(&self, byte: usize) -> usize {
        let block = byte / BLOCK;
        let before = self.characters.get(block).copied().unwrap_or(0);
        before + begins(&self.text.as_bytes()[block * BLOCK..byte])
    }
}

/// The bytes that each line starts at and ends before.
fn lines(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let begin = start;
        start += line.len() + 1;
        (begin, begin + line.len())
    })
}

/// Bytes of a block.
const BLOCK: usize = 256;

/// How many characters begin before each block of a text.
fn characters(text: &str) -> Vec<usize> {
    let mut counts = vec![0];
    let mut all = 0;
    for block in text.as_bytes().chunks(BLOCK) {
        all += begins(block);
        counts.push(all);
    }
    counts
}

/// How many characters begin in a piece of UTF-8 text.
fn begins(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

/// The column, from 1, of the character that a byte of a line belongs to.
fn column_of(line: &str, byte: usize) -> u32 {
    let before = line.char_indices().take_while(|(at, character)| at + character.len_utf8() <= byte);
    u32::try_from(before.count()).unwrap_or(u32::MAX - 2) + 1
}

/// What a line marker says of the line behind it.
struct Marker {
    line: u32,
    file: String,
    system: bool,
}

/// Reads a line marker: `# line "file" flags`, where the flag 3 means the system's.
fn marker(line: &str) -> Option<Marker> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let number = rest[..digits].parse().ok()?;
    let rest = rest[digits..].trim_start();
    let name = tokens(rest).next().filter(|token| token.kind == TokenKind::Quoted)?;
    let inner = name.text.strip_prefix('"')?.strip_suffix('"')?;
    let file = unescape(inner);
    let system = file.starts_with('<') || rest[name.end()..].split_whitespace().any(|flag| flag == "3");
    Some(Marker { line: number, file, system })
}

/// The text of a C string: `\"`, `\\` and octal codes of bytes.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'\\', [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', tail @ ..]) => {
                bytes.push((a - b'0') * 64 + (b - b'0') * 8 + (c - b'0'));
                rest = tail;
            }
            (b'\\', [escaped, tail @ ..]) => {
                bytes.push(*escaped);
                rest = tail;
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the first occurrence of a needle in the text is from: name, line and columns.
    fn place(map: &SpanMap, files: &Files, text: &str, needle: &str) -> String {
        let start = text.find(needle).unwrap();
        let span = map.span(lang_c::span::Span::span(start, start + needle.len()));
        format!("{} {span}", files.sources().name(span.file))
    }

    #[test]
    fn markers_lead_to_files_and_lines() {
        let mut files = Files::new(vec![SourceFile::new("a.c", "int  x; /* c */ int y;\nint m(M(z), w);\n")]);
        let text = "# 1 \"a.c\"\nint x; int y;\n# 9 \"no such \\\"b\\\\\\303\\251.h\" 1\nint b;\n\
                    # 7 \"/usr/include/s.h\" 1 3 4\nint s;\n# 2 \"a.c\" 2\nint m((zz+1), w);\n";
        let map = SpanMap::preprocessed(text, Files::MAIN, &mut files);
        let found = |needle| place(&map, &files, text, needle);
        assert_eq!(found("x;"), "a.c 1:6-1:8");
        assert_eq!(found("int y"), "a.c 1:17-1:22");
        assert_eq!(found("b;"), "no such \"b\\é.h 9:5-9:7");
        assert_eq!(found("int s"), "/usr/include/s.h 7:1-7:6");
        assert_eq!(found("m("), "a.c 2:5-2:7");
        assert_eq!(found("(zz+1)"), "a.c 2:8-2:11");
        assert_eq!(found("w)"), "a.c 2:13-2:15");
    }

    #[test]
    fn insertions_are_left_out() {
        let map = SpanMap::plain("main() { l: }\n}", Files::MAIN).with_insertions(&[(0, 4), (12, 1)]);
        let span = |start, end| map.span(lang_c::span::Span::span(start, end)).to_string();
        assert_eq!(span(4, 8), "1:1-1:5");
        assert_eq!(span(13, 14), "1:10-1:11");
        assert_eq!(span(17, 18), "1:13-1:14");
        assert_eq!(span(19, 20), "2:1-2:2");
        assert_eq!(span(900, 901), "2:2-2:3");
    }

    #[test]
    fn only_markers_are_markers() {
        for line in ["# 1", "#pragma once", "# x \"a\"", "# 99999999999 \"a\"", "# 1 \"a", "int x;", "#", ""]
        {
            assert!(marker(line).is_none(), "{line}");
        }
        assert!(marker("#line 7 \"a.c\"").is_some_and(|marker| marker.line == 7 && !marker.system));
    }
}
