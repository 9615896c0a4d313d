//! Reading one line of the text form, token by token.
//!
//! Methods that read something return `None` after telling what is wrong; the
//! caller then gives up the line and goes on with the next.

use super::is_reserved;
use super::lexer::{Token, TokenKind, tokens};
use crate::TypeId;
use kyklos_base::{Diagnostic, FileId, Position, Span};
use std::collections::HashMap;

/// A line of the text and its number, from 1.
#[derive(Clone, Copy)]
pub(super) struct Line<'t> {
    pub number: u32,
    pub text: &'t str,
}

impl Line<'_> {
    /// The whole line, without blanks around it.
    pub fn span(&self) -> Span {
        let blanks = self.text.chars().take_while(|c| c.is_whitespace()).count() as u32;
        let length = self.text.trim().chars().count() as u32;
        line_span(self.number, blanks + 1, blanks + 1 + length)
    }
}

/// Columns of a line of the text, as diagnostics show them.
pub(super) fn line_span(line: u32, start: u32, end: u32) -> Span {
    Span::new(FileId(0), Position::new(line, start), Position::new(line, end))
}

/// How something is referred to.
pub(super) enum Reference {
    /// By its name.
    Name(String),
    /// By its number.
    Number(u32),
}

/// What stands before the number of a variable of the program.
const GLOBAL: &str = "$g";

/// Names of numbered things; `None` for names that several have.
pub(super) struct Index {
    /// What the things are.
    what: &'static str,
    /// What stands before a number of theirs.
    sign: &'static str,
    numbers: HashMap<String, Option<u32>>,
    count: u32,
}

impl Index {
    pub fn new(what: &'static str) -> Self {
        Self { what, sign: "$", numbers: HashMap::new(), count: 0 }
    }

    pub fn of_globals() -> Self {
        Self { sign: GLOBAL, ..Self::new("global") }
    }

    pub fn add(&mut self, name: &str) {
        let count = self.count;
        self.numbers.entry(name.to_owned()).and_modify(|known| *known = None).or_insert(Some(count));
        self.count += 1;
    }

    /// Whether anything has the name.
    pub fn has(&self, name: &str) -> bool {
        self.numbers.contains_key(name)
    }

    /// The number that the reference means, or why it means none, and what to do about it.
    pub fn find(&self, reference: &Reference) -> Result<u32, (String, String)> {
        let Self { what, sign, .. } = self;
        match reference {
            Reference::Number(number) if *number < self.count => Ok(*number),
            Reference::Number(number) => Err((
                format!("there is no {what} {sign}{number}"),
                format!("there are {} of them", self.count),
            )),
            Reference::Name(name) => match self.numbers.get(name) {
                Some(Some(number)) => Ok(*number),
                Some(None) => Err((
                    format!("more than one {what} is called `{name}`"),
                    format!("say which one by its number, like `{sign}0` for the first"),
                )),
                None => Err((format!("there is no {what} `{name}`"), format!("add a line for the {what}"))),
            },
        }
    }
}

/// Reads the tokens of a line.
pub(super) struct LineReader<'t, 'd> {
    line: u32,
    tokens: Vec<Token<'t>>,
    at: usize,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'t, 'd> LineReader<'t, 'd> {
    pub fn new(line: Line<'t>, diagnostics: &'d mut Vec<Diagnostic>) -> Option<Self> {
        match tokens(line.text) {
            Ok(tokens) => Some(Self { line: line.number, tokens, at: 0, diagnostics }),
            Err(error) => {
                let span = line_span(line.number, error.start, error.end);
                diagnostics.push(Diagnostic::error(span, error.message));
                None
            }
        }
    }

    pub fn peek(&self) -> &TokenKind<'t> {
        self.ahead(0)
    }

    /// The token that stands `distance` behind the next one.
    pub fn ahead(&self, distance: usize) -> &TokenKind<'t> {
        self.tokens.get(self.at + distance).map_or(&TokenKind::End, |token| &token.kind)
    }

    /// Where the next token stands.
    pub fn span(&self) -> Span {
        let token = self.tokens.get(self.at).or(self.tokens.last());
        token.map_or(Span::nowhere(), |token| line_span(self.line, token.start, token.end))
    }

    /// Where the tokens from one place to the last one read stand.
    pub fn span_from(&self, start: Span) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(start, |token| start.to(line_span(self.line, token.start, token.end)))
    }

    /// How many tokens were read.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Goes on behind this many tokens.
    pub fn go_to(&mut self, position: usize) {
        self.at = position.min(self.tokens.len());
    }

    pub fn bump(&mut self) {
        if self.at < self.tokens.len() {
            self.at += 1;
        }
    }

    pub fn error(&mut self, span: Span, message: impl Into<String>, help: Option<&str>) {
        let mut diagnostic = Diagnostic::error(span, message);
        diagnostic.help = help.map(str::to_owned);
        self.diagnostics.push(diagnostic);
    }

    /// Tells that something else is needed where the next token stands.
    pub fn expected<T>(&mut self, what: &str) -> Option<T> {
        let found = match self.peek() {
            TokenKind::Word(word) | TokenKind::Number(word) => format!("`{word}`"),
            TokenKind::Text(_) => "a string".to_owned(),
            TokenKind::Reference(number) => format!("`${number}`"),
            TokenKind::GlobalReference(number) => format!("`$g{number}`"),
            TokenKind::Span(_) => "a span".to_owned(),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
            TokenKind::End => "the end of the line".to_owned(),
        };
        let help = match self.peek() {
            TokenKind::Word(word) if is_reserved(word) => {
                Some(format!("write a name like this as \"{word}\""))
            }
            _ => None,
        };
        self.error(self.span(), format!("expected {what}, found {found}"), help.as_deref());
        None
    }

    pub fn eat_symbol(&mut self, symbol: &str) -> bool {
        let eaten = matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol);
        if eaten {
            self.bump();
        }
        eaten
    }

    pub fn symbol(&mut self, symbol: &str) -> Option<()> {
        if self.eat_symbol(symbol) { Some(()) } else { self.expected(&format!("`{symbol}`")) }
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let eaten = matches!(self.peek(), TokenKind::Word(found) if *found == word);
        if eaten {
            self.bump();
        }
        eaten
    }

    pub fn word(&mut self, word: &str) -> Option<()> {
        if self.eat_word(word) { Some(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// A word that `meaning` knows.
    pub fn word_for<T>(&mut self, what: &str, meaning: impl Fn(&str) -> Option<T>) -> Option<T> {
        let found = match self.peek() {
            TokenKind::Word(word) => meaning(word),
            _ => None,
        };
        match found {
            Some(found) => {
                self.bump();
                Some(found)
            }
            None => self.expected(what),
        }
    }

    /// An id such as `l7`: its number.
    pub fn id(&mut self, prefix: char, what: &str) -> Option<u32> {
        let number = |word: &str| word.strip_prefix(prefix)?.parse().ok();
        self.word_for(&format!("{what} like `{prefix}0`"), number)
    }

    /// An id that has to name one of `count` things.
    pub fn known_id(&mut self, prefix: char, what: &str, count: usize) -> Option<u32> {
        let span = self.span();
        let number = self.id(prefix, what)?;
        if number as usize >= count {
            let help = format!("add a line for it; {count} are known");
            self.error(span, format!("{prefix}{number} has no line of its own"), Some(&help));
            return None;
        }
        Some(number)
    }

    pub fn type_id(&mut self, count: usize) -> Option<TypeId> {
        self.known_id('t', "a type", count).map(TypeId)
    }

    /// The id that a line declares, which has to be the next one.
    pub fn next_id(&mut self, prefix: char, what: &str, next: usize) -> Option<()> {
        let span = self.span();
        if self.id(prefix, what)? as usize != next {
            let help = "they are numbered in the order of their lines, from 0";
            self.error(span, format!("this has to be {prefix}{next}"), Some(help));
        }
        Some(())
    }

    pub fn name(&mut self) -> Option<String> {
        let name = match self.peek() {
            TokenKind::Word(word) if !is_reserved(word) => (*word).to_owned(),
            TokenKind::Text(text) => text.clone(),
            _ => return self.expected("a name"),
        };
        self.bump();
        Some(name)
    }

    pub fn reference(&mut self) -> Option<Reference> {
        if let TokenKind::Reference(number) = *self.peek() {
            self.bump();
            return Some(Reference::Number(number));
        }
        self.name().map(Reference::Name)
    }

    /// A reference to one of the things in the index: its number.
    pub fn find(&mut self, index: &Index) -> Option<u32> {
        let span = self.span();
        let reference = match *self.peek() {
            TokenKind::GlobalReference(number) if index.sign == GLOBAL => {
                self.bump();
                Reference::Number(number)
            }
            _ => self.reference()?,
        };
        match index.find(&reference) {
            Ok(number) => Some(number),
            Err((message, help)) => {
                self.error(span, message, Some(&help));
                None
            }
        }
    }

    pub fn text(&mut self) -> Option<String> {
        let TokenKind::Text(text) = self.peek() else { return self.expected("a string") };
        let text = text.clone();
        self.bump();
        Some(text)
    }

    /// The span written here; nowhere, if there is none.
    pub fn span_here(&mut self) -> Span {
        let TokenKind::Span(span) = *self.peek() else { return Span::nowhere() };
        self.bump();
        span
    }

    pub fn end(&mut self) -> Option<()> {
        match self.peek() {
            TokenKind::End => Some(()),
            _ => self.expected("the end of the line"),
        }
    }
}
