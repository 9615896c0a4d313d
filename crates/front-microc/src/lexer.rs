//! Text to tokens, one at a time: a file of any size costs no memory here.
//!
//! A token that is wrong in itself (a stray character, a malformed number) is
//! reported where it is read, and still comes out as the nearest sensible
//! token, so that one slip gives one message. Where there is nothing sensible,
//! it comes out as [`TokenKind::Bad`], which the parser knows is reported.

use kyklos_base::{Diagnostic, FileId, Position, Span};

/// The most digits a number may have. Numbers are of any size; this only keeps
/// a hostile file from costing quadratic time.
pub const MAX_DIGITS: usize = 10_000;

/// Kinds of tokens. `assert`, `assume` and `error` are names here: only the
/// parser can tell the statements from the names of older programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name.
    Identifier,
    /// Digits.
    Number,
    /// A text in double quotes.
    Text,
    /// `var`
    Var,
    /// `return`
    Return,
    /// `output`
    Output,
    /// `if`
    If,
    /// `else`
    Else,
    /// `while`
    While,
    /// `input`
    Input,
    /// `alloc`
    Alloc,
    /// `null`
    Null,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `:`
    Colon,
    /// `.`
    Dot,
    /// `=`
    Assign,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// `!`
    Bang,
    /// `&`
    Ampersand,
    /// `&&`
    And,
    /// `||`
    Or,
    /// Something that is no token; already reported.
    Bad,
    /// A `/*` without end, which swallows the rest of the file; already reported.
    OpenComment,
    /// The end of the file.
    End,
}

/// A token of the source.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind,
    /// As the source has it.
    pub text: &'a str,
    /// Where it stands.
    pub span: Span,
}

/// Reads tokens. A copy reads ahead without moving the original.
#[derive(Clone, Copy, Debug)]
pub struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    offset: usize,
    position: Position,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of a file's text.
    pub fn new(file: FileId, text: &'a str) -> Self {
        let mut lexer = Self { file, text, offset: 0, position: Position::new(1, 1) };
        if text.starts_with('\u{feff}') {
            lexer.skip('\u{feff}'.len_utf8());
        }
        lexer
    }

    /// The next token; [`TokenKind::End`] for ever behind the last one.
    /// What is wrong with the token itself is added to `problems`.
    pub fn next_token(&mut self, problems: &mut Vec<Diagnostic>) -> Token<'a> {
        if let Err(comment) = self.skip_blanks() {
            let problem = Diagnostic::error(comment.span, "this comment is never closed");
            problems.push(problem.with_help("close it with `*/`"));
            return comment;
        }
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return self.token(TokenKind::End, 0) };
        match first {
            '0'..='9' => self.number(problems),
            '"' => self.quoted(problems),
            '_' => self.word(problems),
            letter if letter.is_alphabetic() => self.word(problems),
            _ => match symbol(rest) {
                Some((kind, length)) => self.token(kind, length),
                None => self.stray(first, problems),
            },
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// Moves over that many bytes.
    fn skip(&mut self, length: usize) {
        for byte in &self.text.as_bytes()[self.offset..self.offset + length] {
            if *byte == b'\n' {
                self.position = Position::new(self.position.line.saturating_add(1), 1);
            } else if byte & 0xC0 != 0x80 {
                self.position.column = self.position.column.saturating_add(1);
            }
        }
        self.offset += length;
    }

    /// Takes that many bytes as a token.
    fn token(&mut self, kind: TokenKind, length: usize) -> Token<'a> {
        let (text, start) = (&self.rest()[..length], self.position);
        self.skip(length);
        Token { kind, text, span: Span::new(self.file, start, self.position) }
    }

    /// Moves over blanks and comments. A comment without end takes the rest of
    /// the file and comes out as a token whose span is its `/*`.
    fn skip_blanks(&mut self) -> Result<(), Token<'a>> {
        loop {
            let rest = self.rest();
            let length = rest.len() - rest.trim_start_matches(is_blank).len();
            if length > 0 {
                self.skip(length);
            } else if rest.starts_with("//") {
                self.skip(rest.find('\n').unwrap_or(rest.len()));
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let Some(end) = comment.find("*/") else {
                    let start = self.token(TokenKind::OpenComment, 2);
                    self.skip(comment.len());
                    return Err(start);
                };
                self.skip(end + 4);
            } else {
                return Ok(());
            }
        }
    }

    fn word(&mut self, problems: &mut Vec<Diagnostic>) -> Token<'a> {
        let rest = self.rest();
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let token = self.token(keyword(&rest[..length]), length);
        if !token.text.is_ascii() {
            let message = format!("the name `{}` has letters that microc does not know", shown(token.text));
            problems.push(
                Diagnostic::error(token.span, message).with_help("names consist of a-z, A-Z, 0-9 and `_`"),
            );
        }
        token
    }

    fn number(&mut self, problems: &mut Vec<Diagnostic>) -> Token<'a> {
        let rest = self.rest();
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let token = self.token(TokenKind::Number, length);
        if !token.text.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = format!("`{}` is neither a number nor a name", shown(token.text));
            let help = "numbers consist of decimal digits only; names do not start with a digit";
            problems.push(Diagnostic::error(token.span, message).with_help(help));
        } else if length > MAX_DIGITS {
            let message = format!("this number has {length} digits; at most {MAX_DIGITS} are read");
            problems.push(Diagnostic::error(token.span, message));
        }
        token
    }

    fn quoted(&mut self, problems: &mut Vec<Diagnostic>) -> Token<'a> {
        let mut escaped = false;
        for (at, character) in self.rest().char_indices().skip(1) {
            match character {
                '\n' => break,
                '"' if !escaped => {
                    let token = self.token(TokenKind::Text, at + 1);
                    if let Some(unknown) = unknown_escape(token.text) {
                        let message = format!("`\\{unknown}` is not known in a text");
                        let help = "known are `\\n`, `\\t`, `\\\"` and `\\\\`";
                        problems.push(Diagnostic::error(token.span, message).with_help(help));
                    }
                    return token;
                }
                _ => escaped = character == '\\' && !escaped,
            }
        }
        let line = self.rest().lines().next().map_or(0, str::len);
        let token = self.token(TokenKind::Bad, line);
        let problem = Diagnostic::error(token.span, "this text is never closed");
        problems.push(problem.with_help("close it with `\"` on the same line"));
        token
    }

    /// Takes characters that start no token, as many as stand together.
    fn stray(&mut self, first: char, problems: &mut Vec<Diagnostic>) -> Token<'a> {
        let rest = self.rest();
        let is_known =
            |(at, c): (usize, char)| is_blank(c) || is_word(c) || c == '"' || symbol(&rest[at..]).is_some();
        let length =
            rest.char_indices().skip(1).find(|found| is_known(*found)).map_or(rest.len(), |(at, _)| at);
        let (kind, length) = match (first, character_length(rest)) {
            ('|', _) => (TokenKind::Or, length),
            (_, Some(length)) => (TokenKind::Number, length),
            _ => (TokenKind::Bad, length),
        };
        let token = self.token(kind, length);
        let invisible = first.is_whitespace()
            || first.is_control()
            || matches!(first, '\u{200b}'..='\u{200f}' | '\u{feff}');
        let message = if invisible {
            format!("invisible character U+{:04X}", u32::from(first))
        } else {
            format!("microc has no `{}`", shown(token.text))
        };
        let problem = Diagnostic::error(token.span, message);
        problems.push(match stray_help(first, invisible) {
            Some(help) => problem.with_help(help),
            None => problem,
        });
        token
    }
}

/// The characters that a text token stands for.
pub fn unescape(quoted: &str) -> String {
    let mut text = String::new();
    let mut characters = quoted.strip_prefix('"').unwrap_or(quoted).chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => break,
            '\\' => text.extend(characters.next().map(|escape| match escape {
                'n' => '\n',
                't' => '\t',
                other => other,
            })),
            other => text.push(other),
        }
    }
    text
}

/// A part of the source as a message shows it: not too long, on one line.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n' | '\x0b' | '\x0c')
}

fn is_word(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

fn keyword(word: &str) -> TokenKind {
    match word {
        "var" => TokenKind::Var,
        "return" => TokenKind::Return,
        "output" => TokenKind::Output,
        "if" => TokenKind::If,
        "else" => TokenKind::Else,
        "while" => TokenKind::While,
        "input" => TokenKind::Input,
        "alloc" => TokenKind::Alloc,
        "null" => TokenKind::Null,
        _ => TokenKind::Identifier,
    }
}

/// The symbol that a text starts with, and its length.
fn symbol(text: &str) -> Option<(TokenKind, usize)> {
    let bytes = text.as_bytes();
    let long = match bytes.get(..2).unwrap_or_default() {
        b"==" => Some(TokenKind::Equal),
        b"!=" => Some(TokenKind::NotEqual),
        b"<=" => Some(TokenKind::LessEqual),
        b">=" => Some(TokenKind::GreaterEqual),
        b"&&" => Some(TokenKind::And),
        b"||" => Some(TokenKind::Or),
        _ => None,
    };
    if let Some(kind) = long {
        return Some((kind, 2));
    }
    let kind = match bytes.first()? {
        b'(' => TokenKind::OpenParen,
        b')' => TokenKind::CloseParen,
        b'[' => TokenKind::OpenBracket,
        b']' => TokenKind::CloseBracket,
        b'{' => TokenKind::OpenBrace,
        b'}' => TokenKind::CloseBrace,
        b',' => TokenKind::Comma,
        b';' => TokenKind::Semicolon,
        b':' => TokenKind::Colon,
        b'.' => TokenKind::Dot,
        b'=' => TokenKind::Assign,
        b'<' => TokenKind::Less,
        b'>' => TokenKind::Greater,
        b'+' => TokenKind::Plus,
        b'-' => TokenKind::Minus,
        b'*' => TokenKind::Star,
        b'/' => TokenKind::Slash,
        b'%' => TokenKind::Percent,
        b'!' => TokenKind::Bang,
        b'&' => TokenKind::Ampersand,
        _ => return None,
    };
    Some((kind, 1))
}

/// The first character behind a backslash that means nothing there.
fn unknown_escape(quoted: &str) -> Option<char> {
    let mut characters = quoted.chars();
    while let Some(character) = characters.next() {
        if character == '\\' {
            let escape = characters.next()?;
            if !matches!(escape, 'n' | 't' | '"' | '\\') {
                return Some(escape);
            }
        }
    }
    None
}

/// The length of a character in single quotes, as C has it, that a text starts with.
fn character_length(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('\'')?;
    let end = inner.char_indices().skip(1).take(2).find(|(_, c)| *c == '\'')?.0;
    Some(end + 2)
}

fn stray_help(first: char, invisible: bool) -> Option<&'static str> {
    Some(match first {
        '|' => "\"or\" is written `||`",
        '#' => "microc has no preprocessor; comments start with `//`",
        '\'' => "microc has no characters; write their number",
        '?' => "write `if (…) … else …` instead of `? :`",
        '“' | '”' | '„' => "texts stand between plain quotes: `\"`",
        _ if invisible => "replace it by a plain blank",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> (Vec<TokenKind>, usize) {
        let mut problems = Vec::new();
        let mut lexer = Lexer::new(FileId(0), text);
        let tokens = std::iter::from_fn(|| Some(lexer.next_token(&mut problems).kind));
        let kinds = tokens.take_while(|kind| *kind != TokenKind::End).collect();
        (kinds, problems.len())
    }

    #[test]
    fn the_longest_symbol_is_taken() {
        use TokenKind::*;
        let (tokens, problems) = kinds("a<=b==-1&&&x!=!y");
        assert_eq!(
            tokens,
            [
                Identifier, LessEqual, Identifier, Equal, Minus, Number, And, Ampersand, Identifier,
                NotEqual, Bang, Identifier
            ]
        );
        assert_eq!(problems, 0);
    }

    #[test]
    fn positions_count_lines_and_characters() {
        let mut problems = Vec::new();
        let mut lexer = Lexer::new(FileId(0), "\u{feff}a /* ä\n ö */ b\r\n\t\"ü\" c // x");
        let mut places = Vec::new();
        loop {
            let token = lexer.next_token(&mut problems);
            places.push(token.span.to_string());
            if token.kind == TokenKind::End {
                break;
            }
        }
        assert_eq!(places, ["1:2-1:3", "2:7-2:8", "3:2-3:5", "3:6-3:7", "3:12-3:12"]);
        assert!(problems.is_empty());
    }

    #[test]
    fn texts_are_unescaped() {
        assert_eq!(unescape(r#""a\n\t\"\\b""#), "a\n\t\"\\b");
        assert_eq!(unescape(r#""""#), "");
        assert_eq!(kinds(r#"error "a\\";"#).0.len(), 3);
    }

    #[test]
    fn wrong_tokens_are_reported_once_each() {
        for (text, count) in [
            ("$$$ x", 1),
            ("größe", 1),
            ("12ab", 1),
            ("\"a", 1),
            ("\"a\\q\"", 1),
            ("/* x", 1),
            ("a\u{a0}b", 1),
        ] {
            assert_eq!(kinds(text).1, count, "{text}");
        }
        assert_eq!(kinds(&"9".repeat(MAX_DIGITS)).1, 0);
        assert_eq!(kinds(&"9".repeat(MAX_DIGITS + 1)).1, 1);
    }
}
