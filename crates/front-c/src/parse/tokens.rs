//! A coarse lexer: enough to find brackets, words and comments, nothing that fails.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number, or what starts like one.
    Number,
    /// A string or a character, closed or cut off by the end of its line.
    Quoted,
    /// A mark of one character, or one of `...`, `?:`, `::` and the like that must not be taken apart.
    Mark,
    /// A comment.
    Comment,
    /// A line that starts with `#`, with its continuations.
    Directive,
    /// A backslash at the end of a line.
    Splice,
}

/// A token and where it is, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind,
    /// Where it starts.
    pub start: usize,
    /// Its text.
    pub text: &'a str,
}

impl Token<'_> {
    /// Just behind it.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether it is part of the program: no comment, directive or splice.
    pub fn is_code(&self) -> bool {
        !matches!(self.kind, TokenKind::Comment | TokenKind::Directive | TokenKind::Splice)
    }
}

/// The tokens of a text, in order; with blanks between them they make up the text.
pub fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut lexer = Lexer { text, at: 0, line_is_blank: true };
    std::iter::from_fn(move || lexer.next_token())
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line_is_blank: bool,
}

impl<'a> Lexer<'a> {
    fn next_token(&mut self) -> Option<Token<'a>> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at).filter(|byte| byte.is_ascii_whitespace()) {
            self.line_is_blank |= *byte == b'\n';
            self.at += 1;
        }
        let start = self.at;
        let (kind, end) = self.token_at(start)?;
        // A comment or a splice before `#` does not stop it from being a directive.
        self.line_is_blank &= matches!(kind, TokenKind::Comment | TokenKind::Splice);
        self.at = end;
        Some(Token { kind, start, text: &self.text[start..end] })
    }

    /// The kind and the end of the token that starts here.
    fn token_at(&self, start: usize) -> Option<(TokenKind, usize)> {
        let rest = &self.text[start..];
        let first = rest.chars().next()?;
        let length = |stop: fn(char) -> bool| rest.find(stop).unwrap_or(rest.len());
        Some(match first {
            '#' if self.line_is_blank => (TokenKind::Directive, start + directive_length(rest)),
            '/' if rest.starts_with("//") => (TokenKind::Comment, start + line_length(rest)),
            '/' if rest.starts_with("/*") => {
                let length = rest[2..].find("*/").map_or(rest.len(), |end| end + 4);
                (TokenKind::Comment, start + length)
            }
            '\\' if rest[1..].starts_with('\n') => (TokenKind::Splice, start + 2),
            '\\' if rest[1..].starts_with("\r\n") => (TokenKind::Splice, start + 3),
            '"' | '\'' => (TokenKind::Quoted, start + quoted_length(rest, first)),
            '0'..='9' => {
                (TokenKind::Number, start + length(|c| !(c.is_alphanumeric() || c == '_' || c == '.')))
            }
            _ if is_word(first) => (TokenKind::Word, start + length(|c| !is_word(c))),
            _ => {
                let long = ["...", "&&", "||", "->", "++", "--", "::"].into_iter();
                let long = long.filter(|mark| rest.starts_with(mark)).map(str::len).max();
                (TokenKind::Mark, start + long.unwrap_or(first.len_utf8()))
            }
        })
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphanumeric()
}

/// Up to the end of the line, which a backslash before the break moves to the next one.
fn line_length(rest: &str) -> usize {
    let mut from = 0;
    while let Some(end) = rest[from..].find('\n') {
        let line = rest[from..from + end].trim_end_matches('\r');
        if !line.ends_with('\\') {
            return from + line.len();
        }
        from += end + 1;
    }
    rest.len()
}

/// Up to the end of a directive; a comment in it may go over lines.
fn directive_length(rest: &str) -> usize {
    let length = line_length(rest);
    match rest[..length].rfind("/*") {
        Some(open) if !rest[open..length].contains("*/") && !rest[..open].contains("//") => {
            rest[open..].find("*/").map_or(rest.len(), |end| open + end + 2)
        }
        _ => length,
    }
}

/// Up to just behind the closing quote, or to the end of the line.
fn quoted_length(rest: &str, quote: char) -> usize {
    let mut characters = rest.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        match c {
            '\n' => return at,
            '\\' => drop(characters.next()),
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        tokens(text).map(|token| (token.kind, token.text)).collect()
    }

    #[test]
    fn comments_directives_and_strings_are_told_apart() {
        use TokenKind::*;
        assert_eq!(
            kinds("/* # */ # define x \\\n 1 // \n a # \"/*\\\"\" 'x' // y \\\n z\n0x1F ... b\\\n"),
            [
                (Comment, "/* # */"),
                (Directive, "# define x \\\n 1 // "),
                (Word, "a"),
                (Mark, "#"),
                (Quoted, "\"/*\\\"\""),
                (Quoted, "'x'"),
                (Comment, "// y \\\n z"),
                (Number, "0x1F"),
                (Mark, "..."),
                (Word, "b"),
                (Splice, "\\\n"),
            ]
        );
        assert_eq!(
            kinds("#if 1 /* a\n b */ x\ny"),
            [(Directive, "#if 1 /* a\n b */"), (Word, "x"), (Word, "y")]
        );
        assert_eq!(kinds("\"open\nx"), [(Quoted, "\"open"), (Word, "x")]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn nothing_but_blanks_is_left_out(text in r#"([#/*"'\\\n\r a1_.é:{}]|\\\n|/\*|\*/)*"#) {
            let mut at = 0;
            for token in tokens(&text) {
                prop_assert!(text[at..token.start].chars().all(|c| c.is_ascii_whitespace()));
                prop_assert!(!token.text.is_empty());
                at = token.end();
            }
            prop_assert!(text[at..].chars().all(|c| c.is_ascii_whitespace()));
        }
    }
}
