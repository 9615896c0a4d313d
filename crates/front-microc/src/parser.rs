//! Tokens to the syntax tree, by recursive descent.
//!
//! The grammar is that of [nested §2.1], read literally with its misprints
//! mended, which differs from C in two ways that give a warning where they can
//! surprise: `&&` and `||` share one level and group from the left, and `!`
//! takes a whole expression to its right (`!a == b` is `!(a == b)`; `alloc`
//! does the same, without a warning).
//!
//! `assert`, `assume` and `error` are no keywords, so that programs of the
//! original language may use them as names: at the start of a statement,
//! `error` followed by a text is the statement, and `assert` or `assume`
//! followed by anything but `=`, `.` or `[` is; everywhere else they are names.
//!
//! All independent errors of a file are found in one run. A function that fails
//! with [`Failed`] has reported why; statements and functions catch it and go
//! on behind the next `;`, before the next `}`, or at the next function.
//! Once there is an error the tree is not given out, so recovery is free to
//! make up nodes.

mod expression;
mod recovery;
mod statement;

pub(crate) use expression::precedence;

use crate::ast::{Ast, Function, Name};
use crate::lexer::{Lexer, Token, TokenKind};
use kyklos_base::{Diagnostic, FileId, Position, Severity, Span};

/// The most levels that statements and expressions together may be nested;
/// chains of operators (`a + b + c`), of accesses (`a.b.c`) and of `else if`
/// count, as does each pair of parentheses. Bounds the stack of all later passes.
pub const MAX_DEPTH: u32 = 1000;

/// The most errors, and the most warnings, that are given for one file.
pub const MAX_REPORTED: usize = 50;

/// Reads a program. Gives its tree if there is no error, and the errors and
/// warnings in the order of the source.
pub fn parse(file: FileId, text: &str) -> (Option<Ast>, Vec<Diagnostic>) {
    let mut parser = Parser::new(file, text);
    let ast = Ast { functions: parser.program() };
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    let is_right = diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error);
    (is_right.then_some(ast), diagnostics)
}

/// What a program is, for whoever wrote something else.
const PROGRAM_HELP: &str =
    "a program is a list of functions without types: `name(parameters) { … return …; }`";

/// The error is reported; whoever catches this goes on somewhere behind it.
#[derive(Debug)]
struct Failed;

type Parsed<T> = Result<T, Failed>;

struct Parser<'a> {
    lexer: Lexer<'a>,
    current: Token<'a>,
    /// The token behind the current one.
    next: Token<'a>,
    /// The token before the current one.
    previous: Token<'a>,
    /// The kind of the token before the previous one.
    before_previous: TokenKind,
    /// How many tokens were taken; tells whether something moved on.
    taken: usize,
    /// Levels of statements and expressions that are open.
    depth: u32,
    /// Records `{…}` that are open in the current statement, whose closing
    /// braces recovery must not take for the end of a block.
    open_records: u32,
    /// Blocks that are open, by their `{`.
    open_blocks: Vec<Span>,
    /// Whether the current function has a `return` inside a block, most likely
    /// because a `}` is missing: then its own `}` is not missed again.
    misplaced_return: bool,
    errors: usize,
    warnings: usize,
    /// Set when reading on makes no sense; the parser then sees only the end.
    stopped: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    fn new(file: FileId, text: &'a str) -> Self {
        let origin = Position::new(1, 1);
        let start = Token { kind: TokenKind::End, text: "", span: Span::new(file, origin, origin) };
        let mut parser = Self {
            lexer: Lexer::new(file, text),
            current: start,
            next: start,
            previous: start,
            before_previous: TokenKind::End,
            taken: 0,
            depth: 0,
            open_records: 0,
            open_blocks: Vec::new(),
            misplaced_return: false,
            errors: 0,
            warnings: 0,
            stopped: false,
            diagnostics: Vec::new(),
        };
        parser.advance();
        parser.advance();
        parser.previous = start;
        parser
    }

    /// Moves on by one token, and gives the one that was current.
    fn advance(&mut self) -> Token<'a> {
        let taken = self.current;
        if self.stopped {
            return taken;
        }
        self.before_previous = self.previous.kind;
        self.previous = taken;
        self.current = self.next;
        self.taken += 1;
        let mut problems = Vec::new();
        self.next = self.lexer.next_token(&mut problems);
        for problem in problems {
            self.report(problem);
        }
        if self.next.kind == TokenKind::OpenComment {
            self.stop();
        }
        taken
    }

    /// Makes the rest of the file invisible.
    fn stop(&mut self) {
        self.stopped = true;
        self.current.kind = TokenKind::End;
        self.next.kind = TokenKind::End;
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.current.kind == kind
    }

    /// Takes the current token if it is of this kind.
    fn take(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.advance();
        }
        found
    }

    /// From there to the end of the last token taken.
    fn span_from(&self, start: Position) -> Span {
        Span::new(self.previous.span.file, start, self.previous.span.end)
    }

    /// Parses something one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.check_depth(1)?;
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Fails if a tree of this height is too high at the current depth.
    fn check_depth(&mut self, height: u32) -> Parsed<()> {
        if self.depth + height <= MAX_DEPTH { Ok(()) } else { Err(self.too_deep()) }
    }

    fn program(&mut self) -> Vec<Function> {
        let mut functions = Vec::new();
        while !self.at(TokenKind::End) {
            match self.function() {
                Ok(Some(function)) => functions.push(function),
                // Most likely its `}` came too early: what follows is the rest of its body.
                Ok(None) if !self.at(TokenKind::Identifier) => self.skip_to_function(),
                Ok(None) => {}
                Err(Failed) => self.skip_to_function(),
            }
        }
        functions
    }

    /// A function; `None` if it has no `return`.
    fn function(&mut self) -> Parsed<Option<Function>> {
        self.misplaced_return = false;
        while self.at(TokenKind::Identifier) && self.next.kind == TokenKind::Identifier {
            self.type_before_name(PROGRAM_HELP);
            self.advance();
        }
        if !self.at(TokenKind::Identifier) {
            return Err(self.no_function());
        }
        let has_type = self.previous.kind == TokenKind::Identifier;
        let name = self.name("a function")?;
        if has_type && !self.at(TokenKind::OpenParen) {
            return Err(Failed);
        }
        if !self.at(TokenKind::OpenParen) {
            return Err(self.unexpected("`(`", Some(PROGRAM_HELP.into())));
        }
        let parameters = match self.parameters() {
            Ok(parameters) => parameters,
            Err(Failed) => {
                self.skip_to_body();
                Vec::new()
            }
        };
        if !self.at(TokenKind::OpenBrace) {
            let help =
                format!("the body of `{}` stands between `{{` and `}}`", crate::lexer::shown(&name.text));
            return Err(self.unexpected("`{`", Some(help)));
        }
        let (variables, body, result) = self.body(&name);
        let span = self.span_from(name.span.start);
        Ok(result.map(|result| Function { name, parameters, variables, body, result, span }))
    }

    fn parameters(&mut self) -> Parsed<Vec<Name>> {
        let open = self.advance().span;
        let mut parameters = Vec::new();
        if self.take(TokenKind::CloseParen) {
            return Ok(parameters);
        }
        loop {
            while self.at(TokenKind::Identifier) && self.next.kind == TokenKind::Identifier {
                self.type_before_name("write the names of the parameters only, with commas between them");
                self.advance();
            }
            parameters.push(self.name("a parameter's name")?);
            if self.take(TokenKind::CloseParen) {
                return Ok(parameters);
            }
            if !self.take(TokenKind::Comma) {
                return Err(self.unexpected_to_close("`,` or `)`", open));
            }
        }
    }

    /// A name; `expected` says what for.
    fn name(&mut self, expected: &str) -> Parsed<Name> {
        if !self.at(TokenKind::Identifier) {
            return Err(self.unexpected(expected, None));
        }
        let token = self.advance();
        Ok(Name { text: token.text.to_owned(), span: token.span })
    }
}
