//! Columns of preprocessed text: which byte of an original line a byte comes from.
//!
//! A preprocessor writes a line of the source as one or more lines, new ones where macros of the system begin
//! and end; blanks at their start keep the columns, about. So the first token of a line is looked for near
//! its own column, and from there on as many tokens as possible are those of the source. What lies between
//! them comes from macros, and stands for what the source has there.

use crate::parse::tokens::{Token, tokens};

/// Which end of a piece of text is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    First,
    Last,
}

/// How far the preprocessor's columns are off, at most.
const MOST_OFF: usize = 4;

/// Where the tokens of a line come from.
#[derive(Clone, Debug, Default)]
pub(super) struct Alignment {
    tokens: Vec<Aligned>,
}

#[derive(Clone, Copy, Debug)]
struct Aligned {
    /// The first byte of the token, and the one behind it.
    start: usize,
    end: usize,
    /// The first and last byte of what it comes from.
    first: usize,
    last: usize,
    /// Whether it is that very token.
    same: bool,
}

impl Alignment {
    /// That of a line, which is about a macro of the system or not.
    pub(super) fn of(line: &str, original: &str, is_macro: bool) -> Alignment {
        let code = |text| tokens(text).filter(Token::is_code).collect::<Vec<Token<'_>>>();
        let (now, before) = (code(line), code(original));
        let Some(first) = now.first() else { return Alignment::default() };
        let tokens = if is_macro {
            let used = macro_near(&before, first.start, original);
            let stands_for = |(first, last)| {
                let aligned = |token: &Token<'_>| Aligned {
                    start: token.start,
                    end: token.end(),
                    first,
                    last,
                    same: false,
                };
                now.iter().map(aligned).collect()
            };
            used.map_or(Vec::new(), stands_for)
        } else {
            let start = start_of(&now, &before, line);
            aligned(&now, &before[start.min(before.len())..])
        };
        Alignment { tokens }
    }

    /// The byte that a byte of the line comes from. Of what comes from a macro, that is the first or last byte of
    /// what the source has there. `None` if that is not known.
    pub(super) fn byte(&self, byte: usize, end: End) -> Option<usize> {
        let token = self.tokens.get(self.tokens.partition_point(|token| token.end <= byte))?;
        Some(match end {
            _ if token.same => token.first + byte.saturating_sub(token.start),
            End::First => token.first,
            End::Last => token.last,
        })
    }
}

/// Aligns tokens so that as many as possible are the same. None are known if too few are.
fn aligned(now: &[Token<'_>], before: &[Token<'_>]) -> Vec<Aligned> {
    let same = |i: usize, j: usize| now[i].text == before[j].text;
    // The most tokens that can be the same from each pair on.
    let width = before.len() + 1;
    let mut most = vec![0u32; (now.len() + 1) * width];
    for i in (0..now.len()).rev() {
        for j in (0..before.len()).rev() {
            most[i * width + j] = match same(i, j) {
                true => most[(i + 1) * width + j + 1] + 1,
                false => most[(i + 1) * width + j].max(most[i * width + j + 1]),
            };
        }
    }
    if (most[0] as usize) * 4 < now.len().min(before.len()) {
        return Vec::new();
    }
    let (mut i, mut j) = (0, 0);
    let mut tokens: Vec<Aligned> = Vec::with_capacity(now.len());
    while i < now.len() {
        let (from_now, from_before) = (i, j);
        while i < now.len() && j < before.len() && !same(i, j) {
            let skip = most[(i + 1) * width + j] >= most[i * width + j + 1];
            (i, j) = if skip { (i + 1, j) } else { (i, j + 1) };
        }
        if j == before.len() {
            i = now.len();
        }
        let gap = &before[from_before..j];
        let (first, last) = match (gap.first(), gap.last(), from_before.checked_sub(1)) {
            (Some(first), Some(last), _) => (first.start, last.end() - 1),
            // Nothing is left there: it belongs to what stands before it.
            (_, _, Some(previous)) => (before[previous].start, before[previous].end() - 1),
            _ => before.first().map_or((0, 0), |token| (token.start, token.end() - 1)),
        };
        let replaced = now[from_now..i].iter();
        tokens.extend(replaced.map(|token| Aligned {
            start: token.start,
            end: token.end(),
            first,
            last,
            same: false,
        }));
        if i < now.len() && j < before.len() {
            let (token, origin) = (&now[i], &before[j]);
            let (first, last) = (origin.start, origin.end() - 1);
            tokens.push(Aligned { start: token.start, end: token.end(), first, last, same: true });
            (i, j) = (i + 1, j + 1);
        }
    }
    tokens
}

/// The token of the original line that a line's first one is: the nearest like it.
fn start_of(now: &[Token<'_>], before: &[Token<'_>], line: &str) -> usize {
    let Some(first) = now.first().filter(|_| line.starts_with(' ')) else { return 0 };
    let alike = (0..before.len()).filter(|index| before[*index].text == first.text);
    let nearest = alike.min_by_key(|index| before[*index].start.abs_diff(first.start));
    let near = |index: &usize| {
        let further = now.iter().zip(&before[*index..]).take(3).all(|(a, b)| a.text == b.text);
        further || before[*index].start.abs_diff(first.start) <= MOST_OFF
    };
    // Blanks at the start of a line may also be the source's own.
    nearest.filter(near).unwrap_or(0)
}

/// The use of a macro that begins about at this byte: its name, and its arguments if it has any.
fn macro_near(before: &[Token<'_>], byte: usize, original: &str) -> Option<(usize, usize)> {
    let is_name = |token: &Token<'_>| token.text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let names = (0..before.len()).filter(|index| is_name(&before[*index]));
    let index = names.min_by_key(|index| before[*index].start.abs_diff(byte))?;
    let start = before[index].start;
    if start.abs_diff(byte) > MOST_OFF.max(original.len() / 8) {
        return None;
    }
    let end = before[index].end();
    if before.get(index + 1).is_none_or(|token| token.text != "(") {
        return Some((start, end - 1));
    }
    let mut depth = 0usize;
    for token in &before[index + 1..] {
        match token.text {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some((start, token.end() - 1));
        }
    }
    Some((start, end - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a piece of a line stands for.
    fn original<'o>(line: &str, piece: &str, original: &'o str, macros: bool) -> Option<&'o str> {
        let start = line.find(piece)?;
        let alignment = Alignment::of(line, original, macros);
        let first = alignment.byte(start, End::First)?;
        let last = alignment.byte(start + piece.len() - 1, End::Last)?;
        original.get(first..=last)
    }

    #[test]
    fn what_stands_behind_a_macro_is_found() {
        let source = "  if (x  == LIMIT) return MIN(y, 2); /* c */ z = LIMIT;";
        let line = "  if (x == (3 + 4)) return ((y) < (2) ? (y) : (2)); z = (3 + 4);";
        let found = |piece| original(line, piece, source, false);
        assert_eq!(found("x == (3 + 4)"), Some("x  == LIMIT"));
        assert_eq!(found("(3 + 4)"), Some("LIMIT"));
        assert_eq!(found("return ((y) < (2) ? (y) : (2));"), Some("return MIN(y, 2);"));
        assert_eq!(found("z ="), Some("z ="));
        let (line, source) = ("  a[i] = ((i) * (i)) + 7 / (i - 3);", "  a[i] = SQ(i) + MAX / (i - N);");
        assert_eq!(original(line, "i - 3", source, false), Some("i - N"));
        assert_eq!(original(line, "((i) * (i))", source, false), Some("SQ(i)"));
    }

    #[test]
    fn pieces_of_a_line_are_found_by_their_columns() {
        let source = "int c = get(); if (c == EOF) return 0; assert(c != 'q'); return 0;";
        let pieces = [
            ("                       (-1)", "(-1)", true, "EOF"),
            ("                          ) return 0; ", "return 0", false, "return 0"),
            ("                                      ((void) sizeof ((", "sizeof", true, "assert(c != 'q')"),
            ("                                      c != 'q'", "c != 'q'", false, "c != 'q'"),
            (
                "                                                      ; return 0;",
                "return 0;",
                false,
                "return 0;",
            ),
        ];
        for (line, piece, macros, expected) in pieces {
            assert_eq!(original(line, piece, source, macros), Some(expected), "{line}");
        }
    }

    #[test]
    fn what_fits_nowhere_has_no_place() {
        assert_eq!(original("a b c", "c", "x y z", false), None);
        assert_eq!(original("a", "a", "", false), None);
        assert_eq!(original("   (1)", "(1)", "+ + +", true), None);
        assert_eq!(Alignment::of("", "x", false).byte(0, End::First), None);
    }
}
