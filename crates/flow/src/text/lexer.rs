//! Lines of the text form to tokens.

use super::{is_word_part, is_word_start};
use kyklos_base::{FileId, Position, Span};

/// A token, and the columns from its first character to just behind its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub kind: TokenKind<'t>,
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'t> {
    /// An identifier or a word of the grammar.
    Word(&'t str),
    /// A string, its escapes resolved.
    Text(String),
    /// Digits.
    Number(&'t str),
    /// `$` and a number.
    Reference(u32),
    /// `$g` and a number.
    GlobalReference(u32),
    /// `@` and what follows.
    Span(Span),
    /// An operator or a bracket.
    Symbol(&'static str),
    /// The end of the line.
    End,
}

/// What is wrong with a line: the columns it spans, and a message.
pub(super) struct LexError {
    pub start: u32,
    pub end: u32,
    pub message: String,
}

/// Longer ones before their beginnings.
const SYMBOLS: [&str; 31] = [
    "->", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "+", "-", "*", "/", "%", "<", ">", "=", "!", "&",
    "|", "^", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".",
];

/// The tokens of a line; the last one is its end.
pub(super) fn tokens(line: &str) -> Result<Vec<Token<'_>>, LexError> {
    let mut lexer = Lexer { rest: line, column: 1 };
    let mut tokens = Vec::new();
    loop {
        lexer.take(|c| c.is_whitespace());
        let start = lexer.column;
        let kind = lexer.token()?;
        let is_end = kind == TokenKind::End;
        tokens.push(Token { kind, start, end: lexer.column.max(start + 1) });
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    rest: &'t str,
    column: u32,
}

impl<'t> Lexer<'t> {
    fn token(&mut self) -> Result<TokenKind<'t>, LexError> {
        let start = self.column;
        let Some(first) = self.rest.chars().next() else { return Ok(TokenKind::End) };
        if self.rest.starts_with("//") {
            return Ok(TokenKind::End);
        }
        if is_word_start(first) {
            return Ok(TokenKind::Word(self.take(is_word_part)));
        }
        if first.is_ascii_digit() {
            return Ok(TokenKind::Number(self.take(|c| c.is_ascii_digit())));
        }
        match first {
            '"' => return self.text(),
            '$' => {
                self.advance(1);
                let is_global = self.rest.starts_with('g');
                self.advance(usize::from(is_global));
                let digits = self.take(|c| c.is_ascii_digit());
                let kind = if is_global { TokenKind::GlobalReference } else { TokenKind::Reference };
                let message = "`$` or `$g` is followed by a number below 2^32";
                return digits.parse().map(kind).map_err(|_| self.error(start, message));
            }
            '@' => {
                self.advance(1);
                let text = self.take(|c| is_word_part(c) || matches!(c, ':' | '-'));
                let message = "a span is written `@line:column-column` or `@f0:line:column-line:column`";
                return span(text).map(TokenKind::Span).ok_or_else(|| self.error(start, message));
            }
            _ => {}
        }
        match SYMBOLS.into_iter().find(|symbol| self.rest.starts_with(symbol)) {
            Some(symbol) => {
                self.advance(symbol.len());
                Ok(TokenKind::Symbol(symbol))
            }
            None => {
                self.column += 1;
                Err(self.error(start, format!("the character {first:?} has no meaning here")))
            }
        }
    }

    /// A string; the opening quote is the next character.
    fn text(&mut self) -> Result<TokenKind<'t>, LexError> {
        let start = self.column;
        self.advance(1);
        let mut text = String::new();
        loop {
            text.push_str(self.take(|c| c != '"' && c != '\\'));
            let at = self.column;
            if self.rest.is_empty() {
                return Err(self.error(start, "this string has no closing `\"` on its line"));
            }
            if self.rest.starts_with('"') {
                self.advance(1);
                return Ok(TokenKind::Text(text));
            }
            self.advance(1);
            let escape = self.rest.chars().next();
            self.advance(escape.map_or(0, char::len_utf8));
            let c = match escape {
                Some(c @ ('"' | '\\')) => Some(c),
                Some('n') => Some('\n'),
                Some('r') => Some('\r'),
                Some('t') => Some('\t'),
                Some('u') => self.code_point(),
                _ => None,
            };
            let message = "an escape is one of `\\\"`, `\\\\`, `\\n`, `\\r`, `\\t`, `\\u{1f}`";
            text.push(c.ok_or_else(|| self.error(at, message))?);
        }
    }

    /// `{1f}`
    fn code_point(&mut self) -> Option<char> {
        self.rest.strip_prefix('{')?;
        self.advance(1);
        let digits = self.take(|c| c.is_ascii_hexdigit());
        self.rest.strip_prefix('}')?;
        self.advance(1);
        char::from_u32(u32::from_str_radix(digits, 16).ok()?)
    }

    fn take(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let length = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        self.advance(length)
    }

    fn advance(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.column = self.column.saturating_add(taken.chars().count() as u32);
        taken
    }

    fn error(&self, start: u32, message: impl Into<String>) -> LexError {
        LexError { start, end: self.column.max(start + 1), message: message.into() }
    }
}

/// `f0:1:2-3:4`, without the file or the second line where they go without saying.
fn span(text: &str) -> Option<Span> {
    let (file, text) = match text.strip_prefix('f') {
        None => (FileId(0), text),
        Some(text) => {
            let (file, text) = text.split_once(':')?;
            (FileId(file.parse().ok()?), text)
        }
    };
    let (start, end) = text.split_once('-')?;
    let start = position(start)?;
    let end = match end.parse() {
        Ok(column) => Position::new(start.line, column),
        Err(_) => position(end)?,
    };
    Some(Span::new(file, start, end))
}

fn position(text: &str) -> Option<Position> {
    let (line, column) = text.split_once(':')?;
    Some(Position::new(line.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_comments_are_skipped() {
        let tokens = tokens("  \"ä\\u{1F600}\" -> $7 @f2:3:4-5:6 // rest").ok().unwrap();
        let columns: Vec<_> = tokens.iter().map(|token| (token.start, token.end)).collect();
        assert_eq!(columns, [(3, 15), (16, 18), (19, 21), (22, 33), (34, 35)]);
        assert_eq!(tokens[0].kind, TokenKind::Text("ä😀".to_owned()));
        let span = Span::new(FileId(2), Position::new(3, 4), Position::new(5, 6));
        assert_eq!(tokens[3].kind, TokenKind::Span(span));
    }

    #[test]
    fn bad_tokens_are_told_with_their_columns() {
        for (line, columns) in [
            ("a \"b", (3, 5)),
            ("\"\\q\"", (2, 4)),
            ("§", (1, 2)),
            ("$", (1, 2)),
            ("x @1:2", (3, 7)),
            ("\"\\u{d800}\"", (2, 10)),
        ] {
            let error = tokens(line).expect_err(line);
            assert_eq!((error.start, error.end), columns, "{line}: {}", error.message);
        }
    }
}
