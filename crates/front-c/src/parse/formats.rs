//! What the formats in a text ask for, before it is parsed.

use super::tokens::{Token, TokenKind, tokens};
use crate::library::{What, printing};
use crate::spans::SpanMap;

/// Whether a text has a format that has what is printed counted (`%n`).
pub(super) fn counts(text: &str) -> bool {
    conversions(text).any(|(_, letter)| letter == b'n')
}

/// Whether a text may have formats that are read on the path: no literals, or some of which it is not simple to tell how
/// long what they print is.
pub(super) fn are_read(text: &str, spans: &SpanMap) -> bool {
    let is_code = |token: &Token<'_>| {
        !matches!(token.kind, TokenKind::Comment | TokenKind::Directive | TokenKind::Splice)
    };
    let tokens: Vec<_> = tokens(text).filter(is_code).collect();
    (0..tokens.len()).any(|index| {
        let token = tokens[index];
        if token.kind != TokenKind::Word || spans.is_of_system(token.start) {
            return false;
        }
        let Some(What::Formatted(format)) = printing(token.text).map(|function| function.what) else {
            return false;
        };
        let before = index.checked_sub(1).map_or("", |before| tokens[before].text);
        format.listed || !is_plain(before, &tokens[index + 1..], format.at)
    })
}

/// Whether a call, given what stands before it and its arguments, has a simple literal as its format, or a literal and
/// nobody asks how much is printed.
fn is_plain(before: &str, behind: &[Token<'_>], at: usize) -> bool {
    let Some((first, behind)) = behind.split_first() else { return true };
    if first.text != "(" {
        return false;
    }
    let (mut depth, mut commas) = (0, 0);
    let format = behind.iter().find(|token| {
        match token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            "," if depth == 0 => commas += 1,
            _ => {}
        }
        commas == at && token.text != ","
    });
    let Some(format) = format.filter(|token| token.text.contains('"')) else { return false };
    let simple = |(layout, letter): (&[u8], u8)| {
        layout.iter().all(|byte| byte.is_ascii_digit() || b"-hlqjzt".contains(byte))
            && b"diuxXocs%".contains(&letter)
    };
    matches!(before, ";" | "{" | "}") || conversions(format.text).all(simple)
}

/// What stands between `%` and a letter, and the letter.
fn conversions(text: &str) -> impl Iterator<Item = (&[u8], u8)> {
    text.split('%').skip(1).filter_map(|behind| {
        let behind = behind.as_bytes();
        let length = behind.iter().take_while(|byte| b"-+ #0123456789'.*$hlqjzZtLI".contains(byte)).count();
        Some((&behind[..length], *behind.get(length)?))
    })
}
