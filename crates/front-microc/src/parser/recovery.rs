//! What the parser says about errors, and where it goes on behind them.

use super::{Failed, MAX_DEPTH, MAX_REPORTED, PROGRAM_HELP, Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, Name};
use crate::lexer::{TokenKind, shown};
use kyklos_base::{Diagnostic, Position, Severity, Span};

/// Words of other languages that start statements there, and what to write instead.
const FOREIGN_STATEMENTS: [(&str, &str); 9] = [
    ("break", "microc has no `break`; make it part of the loop's condition"),
    ("continue", "microc has no `continue`; put the rest of the loop's body into an `if`"),
    ("do", "microc has no `do`; write `while (…) { … }`"),
    ("elif", "write `else if (…)`"),
    ("elseif", "write `else if (…)`"),
    ("for", "write `i = …; while (i < n) { …; i = i + 1; }`"),
    ("print", "write `output …;`"),
    ("printf", "write `output …;`"),
    ("switch", "microc has no `switch`; write `if (…) … else if (…) …`"),
];

/// Words that declare variables in other languages.
const FOREIGN_TYPES: [&str; 15] = [
    "auto", "bool", "char", "const", "double", "float", "int", "let", "long", "short", "signed", "static",
    "struct", "unsigned", "void",
];

/// What to write where a function returns too early.
const RETURN_HELP: &str = "a function returns only at its end: keep the value in a variable until then";

fn foreign_statement(word: &str) -> Option<&'static str> {
    FOREIGN_STATEMENTS.iter().find(|(foreign, _)| *foreign == word).map(|(_, help)| *help)
}

/// Messages. Kept out of line, so that the frames of the recursive functions stay small.
impl Parser<'_> {
    /// Keeps a message, unless there is one about the same place or there are too many.
    #[cold]
    #[inline(never)]
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let (severity, place) = (diagnostic.severity, diagnostic.span);
        let count = match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning | Severity::Note => &mut self.warnings,
        };
        let is_known = |known: &Diagnostic| known.severity == severity && known.span.start == place.start;
        if self.stopped || *count == MAX_REPORTED || self.diagnostics.iter().any(is_known) {
            return;
        }
        *count += 1;
        let is_last = *count == MAX_REPORTED;
        self.diagnostics.push(diagnostic);
        match severity {
            Severity::Error if is_last => {
                self.diagnostics
                    .push(Diagnostic::error(place, "too many errors; the rest of the file is not read"));
                self.stop();
            }
            Severity::Warning if is_last => {
                self.diagnostics.push(Diagnostic::warning(place, "too many warnings; no more are shown"));
            }
            _ => {}
        }
    }

    /// Reports that something else stands where `expected` should.
    #[cold]
    #[inline(never)]
    pub(super) fn unexpected(&mut self, expected: &str, help: Option<String>) -> Failed {
        self.unexpected_with(expected, help, |error| error)
    }

    /// The same where `expected` would close a bracket.
    #[cold]
    #[inline(never)]
    pub(super) fn unexpected_to_close(&mut self, expected: &str, open: Span) -> Failed {
        self.unexpected_with(expected, None, |error| error.with_related(open, "to close this"))
    }

    fn unexpected_with(
        &mut self,
        expected: &str,
        help: Option<String>,
        refine: impl FnOnce(Diagnostic) -> Diagnostic,
    ) -> Failed {
        if !self.at(TokenKind::Bad) {
            let message = format!("expected {expected}, found {}", self.found());
            let error = refine(Diagnostic::error(self.here(), message));
            self.report(match help.or_else(|| self.usual_help().map(Into::into)) {
                Some(help) => error.with_help(help),
                None => error,
            });
        }
        Failed
    }

    /// The current token, as messages name it.
    fn found(&self) -> String {
        match self.current.kind {
            TokenKind::End => "the end of the file".into(),
            TokenKind::Text => "a text".into(),
            _ => format!("`{}`", shown(self.current.text)),
        }
    }

    /// The place of the current token; for the end of the file, that behind the last token.
    fn here(&self) -> Span {
        if self.at(TokenKind::End) { self.behind_previous() } else { self.current.span }
    }

    fn behind_previous(&self) -> Span {
        let Span { file, end, .. } = self.previous.span;
        Span::new(file, end, Position::new(end.line, end.column.saturating_add(1)))
    }

    /// What helps wherever the current token is not expected.
    fn usual_help(&self) -> Option<&'static str> {
        use TokenKind::{Ampersand, Assign, CloseBrace, CloseBracket, CloseParen, Comma, Dot};
        use TokenKind::{Identifier, Input, Null, OpenBracket, OpenParen, Text};
        Some(match (self.before_previous, self.previous.kind, self.current.kind) {
            (_, _, Assign) => "`=` only assigns, as a statement of its own; `==` compares",
            (_, _, Ampersand) => "\"and\" is written `&&`",
            (_, _, Text) => "texts stand only in `error \"…\";`",
            (_, Comma, CloseParen | CloseBracket | CloseBrace) => "remove the comma before it",
            (Ampersand, Identifier, Dot | OpenBracket) => "`&` takes the address of a whole variable only",
            (_, Input | Null, Dot | OpenBracket | OpenParen) => "`input` and `null` stand alone",
            _ => return None,
        })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn mixed_logic(&mut self, left: Span) {
        let message = "`&&` and `||` are mixed without parentheses";
        let help = "they bind alike and group from the left in microc; add parentheses";
        let warning = Diagnostic::warning(self.current.span, message);
        self.report(warning.with_related(left, "this is the left operand").with_help(help));
    }

    #[cold]
    #[inline(never)]
    pub(super) fn bare_not(&mut self, bang: Span, operand: Span) {
        let help = "`!` takes everything to its right; write `!(…)` around what it is meant for";
        let warning = Diagnostic::warning(bang, "`!` is applied to the whole expression behind it");
        self.report(warning.with_related(operand, "to all of this").with_help(help));
    }

    #[cold]
    #[inline(never)]
    pub(super) fn no_expression(&mut self) -> Failed {
        use TokenKind::{Assign, Minus, Percent, Plus, Semicolon, Slash, Star};
        let help = match (self.before_previous, self.previous.kind, self.current.kind) {
            (_, _, Plus) => Some("microc has no `++` and no sign `+`; write `i = i + 1;`".into()),
            (Minus, Minus, Semicolon) => Some("microc has no `--`; write `i = i - 1;`".into()),
            (_, Plus | Minus | Star | Slash | Percent, Assign) => {
                let sign = self.previous.text;
                Some(format!("microc has no `{sign}=`; write `x = x {sign} …;`"))
            }
            _ => None,
        };
        self.unexpected("an expression", help)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn no_assignment(&mut self, target: &Expr) -> Failed {
        let foreign = match &target.kind {
            ExprKind::Identifier(word) => foreign_statement(word),
            ExprKind::Call { callee, .. } => match &callee.kind {
                ExprKind::Identifier(word) => foreign_statement(word),
                _ => None,
            },
            _ => None,
        };
        if !self.at(TokenKind::Semicolon) && foreign.is_none() {
            return self.unexpected("`=`", None);
        }
        let help = foreign.or(match target.kind {
            ExprKind::Call { .. } => Some("keep the call's result: `x = f(…);`"),
            ExprKind::Binary(BinaryOp::Eq, ..) => Some("an assignment is written with one `=`"),
            _ => None,
        });
        let error = Diagnostic::error(target.span, "this is not a statement");
        self.report(match help {
            Some(help) => error.with_help(help),
            None => error,
        });
        Failed
    }

    #[cold]
    #[inline(never)]
    pub(super) fn too_deep(&mut self) -> Failed {
        let message = format!("nested more than {MAX_DEPTH} levels deep");
        let help = "split it: use variables for parts of an expression, and functions for parts of a program";
        self.report(Diagnostic::error(self.current.span, message).with_help(help));
        self.stop();
        Failed
    }

    #[cold]
    #[inline(never)]
    pub(super) fn no_function(&mut self) -> Failed {
        let help = match self.current.kind {
            TokenKind::Var => "variables are declared in functions only",
            TokenKind::CloseBrace => "is there a `}` too many before it?",
            _ => PROGRAM_HELP,
        };
        self.unexpected("a function", Some(help.into()))
    }

    /// Two names in a row, the first most likely a type.
    #[cold]
    #[inline(never)]
    pub(super) fn type_before_name(&mut self, help: &str) {
        let message =
            format!("unexpected `{}` before the name `{}`", shown(self.current.text), shown(self.next.text));
        self.report(Diagnostic::error(self.current.span, message).with_help(help));
    }

    #[cold]
    #[inline(never)]
    pub(super) fn declaration_with_type(&mut self) -> Failed {
        let name = shown(self.next.text);
        let help = match foreign_statement(self.current.text) {
            Some(help) => help.to_owned(),
            None if FOREIGN_TYPES.contains(&self.current.text) => {
                format!("declare the variable with `var {name};` at the top of the function, without a type")
            }
            None => "an assignment is written `name = value;`".to_owned(),
        };
        self.type_before_name(&help);
        Failed
    }

    #[cold]
    #[inline(never)]
    pub(super) fn else_without_if(&mut self) -> Failed {
        let help = "between `if (…)` and `else` stands one statement; put several into `{ … }`";
        self.report(Diagnostic::error(self.current.span, "`else` without `if`").with_help(help));
        Failed
    }

    #[cold]
    #[inline(never)]
    pub(super) fn empty_statement(&mut self) -> Failed {
        self.unexpected("a statement", Some("remove it; an empty statement is written `{}`".into()))
    }

    #[cold]
    #[inline(never)]
    fn missing_semicolon(&mut self) {
        let message = format!("expected `;`, found {}", self.found());
        self.report(
            Diagnostic::error(self.behind_previous(), message).with_help("end the statement with `;`"),
        );
    }

    #[cold]
    #[inline(never)]
    pub(super) fn missing_return(&mut self, function: &Name) {
        let message = format!("function `{}` does not end with `return`", shown(&function.text));
        self.report(
            Diagnostic::error(self.current.span, message).with_help("add `return 0;` before this `}`"),
        );
    }

    #[cold]
    #[inline(never)]
    pub(super) fn return_in_the_middle(&mut self, keyword: Span) {
        let error = Diagnostic::error(keyword, "`return` that is not the function's last statement");
        self.report(error.with_related(self.here(), "more follows here").with_help(RETURN_HELP));
    }

    #[cold]
    #[inline(never)]
    pub(super) fn return_in_block(&mut self) {
        let error =
            Diagnostic::error(self.current.span, "`return` inside another statement").with_help(RETURN_HELP);
        self.report(match self.open_blocks.as_slice() {
            [_, .., innermost] => {
                error.with_related(*innermost, "this block is still open; is its `}` missing?")
            }
            _ => error,
        });
    }

    #[cold]
    #[inline(never)]
    pub(super) fn unclosed_block(&mut self, open: Span) {
        if self.misplaced_return {
            return;
        }
        let found = match self.current.kind {
            TokenKind::End => self.found(),
            _ => format!("the start of function {}", self.found()),
        };
        let error = Diagnostic::error(self.here(), format!("expected `}}`, found {found}"));
        self.report(error.with_related(open, "to close this"));
    }
}

/// Going on.
impl Parser<'_> {
    /// `)`, or what can be done without.
    pub(super) fn close_paren(&mut self, open: Span) -> Parsed<()> {
        if self.at(TokenKind::Assign) {
            self.unexpected_to_close("`)`", open);
            self.advance();
            self.expression()?;
        }
        if self.take(TokenKind::CloseParen) {
            return Ok(());
        }
        let failed = self.unexpected_to_close("`)`", open);
        if self.at_fresh_start() || self.at(TokenKind::Semicolon) { Ok(()) } else { Err(failed) }
    }

    /// `;`, or what can be done without.
    pub(super) fn semicolon(&mut self) -> Parsed<()> {
        if self.take(TokenKind::Semicolon) {
            return Ok(());
        }
        let is_assignment = self.at(TokenKind::Identifier) && self.next.kind == TokenKind::Assign;
        if self.at(TokenKind::Bad) || !(is_assignment || self.at_fresh_start()) {
            return Err(self.unexpected("`;`", None));
        }
        self.missing_semicolon();
        Ok(())
    }

    /// Whether what comes looks like a new statement, or the end of all.
    fn at_fresh_start(&self) -> bool {
        use TokenKind::{CloseBrace, Else, End, If, OpenBrace, Output, Return, Var, While};
        let starts = matches!(
            self.current.kind,
            OpenBrace | CloseBrace | Var | Return | Output | If | Else | While | End
        );
        starts || self.current.span.start.line > self.previous.span.end.line
    }

    /// Whether a function's head and `{` come, though one is not finished yet.
    pub(super) fn at_function_start(&self) -> bool {
        if !self.at(TokenKind::Identifier) || self.next.kind != TokenKind::OpenParen {
            return false;
        }
        let mut ahead = self.lexer;
        let mut tokens = std::iter::from_fn(|| Some(ahead.next_token(&mut Vec::new()).kind));
        let is_parameter = |kind: &TokenKind| matches!(kind, TokenKind::Identifier | TokenKind::Comma);
        tokens.find(|kind| !is_parameter(kind)) == Some(TokenKind::CloseParen)
            && tokens.next() == Some(TokenKind::OpenBrace)
            && foreign_statement(self.current.text).is_none()
    }

    /// Whether the name here starts C's `for (…;…;…)` and not the call of a function.
    pub(super) fn at_for_loop(&self) -> bool {
        use TokenKind::{Assign, Identifier, OpenParen, Semicolon};
        let mut ahead = self.lexer;
        let mut kind = || ahead.next_token(&mut Vec::new()).kind;
        let start = (self.next.kind, kind(), kind());
        matches!(start, (OpenParen, Semicolon, _) | (OpenParen, Identifier, Assign | Identifier))
    }

    /// Skips to the next function.
    pub(super) fn skip_to_function(&mut self) {
        let mut open = 0u32;
        while !self.at(TokenKind::End) && (open > 0 || !self.at_function_start()) {
            match self.advance().kind {
                TokenKind::OpenBrace => open += 1,
                TokenKind::CloseBrace => open = open.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Skips the rest of a function's head.
    pub(super) fn skip_to_body(&mut self) {
        use TokenKind::{CloseBrace, End, OpenBrace, Semicolon};
        while !matches!(self.current.kind, OpenBrace | CloseBrace | Semicolon | End) {
            self.advance();
        }
    }

    /// Skips `( … )`.
    pub(super) fn skip_parentheses(&mut self) {
        use TokenKind::{CloseBrace, CloseParen, End, OpenBrace, OpenParen};
        let mut open = 0u32;
        while !matches!(self.current.kind, OpenBrace | CloseBrace | End) {
            match self.advance().kind {
                OpenParen => open += 1,
                CloseParen if open <= 1 => return,
                CloseParen => open -= 1,
                _ => {}
            }
        }
    }

    /// Skips the rest of a statement that failed and began when `start` tokens were taken.
    pub(super) fn skip_statement(&mut self, start: usize) {
        use TokenKind::{CloseBrace, End, If, OpenBrace, Output, Return, Semicolon, Var, While};
        let mut open_records = std::mem::take(&mut self.open_records);
        if self.taken == start && !self.at(Semicolon) {
            self.advance();
        }
        loop {
            match self.current.kind {
                Semicolon => {
                    self.advance();
                    return;
                }
                CloseBrace if open_records > 0 => open_records -= 1,
                OpenBrace if self.at_record() => open_records += 1,
                OpenBrace | CloseBrace | If | While | Output | Return | Var | End => return,
                _ if self.at_function_start() => return,
                _ => {}
            }
            self.advance();
        }
    }

    /// Whether the `{` here starts a record rather than a block.
    fn at_record(&self) -> bool {
        let mut ahead = self.lexer;
        self.next.kind == TokenKind::Identifier && ahead.next_token(&mut Vec::new()).kind == TokenKind::Colon
    }
}
