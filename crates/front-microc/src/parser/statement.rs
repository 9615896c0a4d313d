//! Function bodies and statements.

use super::{Failed, Parsed, Parser};
use crate::ast::{Expr, ExprKind, Name, Stmt, StmtKind};
use crate::lexer::{TokenKind, shown, unescape};
use kyklos_base::{Diagnostic, Span};

type Body = (Vec<Name>, Vec<Stmt>, Option<Expr>);

impl Parser<'_> {
    /// `{ {var …;} {statement} return …; }`
    pub(super) fn body(&mut self, function: &Name) -> Body {
        let open = self.open_block();
        let (mut variables, mut statements, mut result) = (Vec::new(), Vec::new(), None);
        let mut returned: Option<Span> = None;
        let mut failed = false;
        while !self.at_block_end() {
            let start = self.taken;
            if let Some(span) = returned.take() {
                self.return_in_the_middle(span);
            }
            match self.current.kind {
                TokenKind::Var if statements.is_empty() && result.is_none() => match self.variables() {
                    Ok(names) => variables.extend(names),
                    Err(Failed) => self.skip_statement(start),
                },
                TokenKind::Return => {
                    let keyword = self.current.span;
                    match self.return_value() {
                        Ok(value) => result = Some(value),
                        Err(Failed) => {
                            result = Some(Expr { kind: ExprKind::Null, span: keyword });
                            self.skip_statement(start);
                        }
                    }
                    returned = Some(keyword);
                }
                _ => statements.extend(self.statement_or_recover(&mut failed)),
            }
        }
        if result.is_none() && self.at(TokenKind::CloseBrace) && !self.misplaced_return {
            self.missing_return(function);
        }
        self.close_block(open);
        (variables, statements, result)
    }

    fn open_block(&mut self) -> Span {
        let open = self.advance().span;
        self.open_blocks.push(open);
        open
    }

    /// Whether the block ends here: at its `}`, or where it must have ended.
    fn at_block_end(&self) -> bool {
        matches!(self.current.kind, TokenKind::CloseBrace | TokenKind::End) || self.at_function_start()
    }

    fn close_block(&mut self, open: Span) {
        self.open_blocks.pop();
        if !self.take(TokenKind::CloseBrace) {
            self.unclosed_block(open);
        }
    }

    /// A statement, or what could be read of it. `failed` tells whether the
    /// statement before failed, and then whether this one did.
    fn statement_or_recover(&mut self, failed: &mut bool) -> Option<Stmt> {
        if *failed && self.take(TokenKind::Else) {
            // Its `if` was lost in the failure before.
            return None;
        }
        let start = self.taken;
        let result = self.statement();
        match result {
            Ok(statement) => {
                *failed &= matches!(statement.kind, StmtKind::Block(_));
                Some(*statement)
            }
            Err(Failed) => {
                *failed = true;
                self.skip_statement(start);
                None
            }
        }
    }

    /// A statement, one level deeper; boxed, to keep the frames of the recursive functions small.
    fn statement(&mut self) -> Parsed<Box<Stmt>> {
        self.nested(|parser| {
            let start = parser.current.span.start;
            let kind = parser.statement_kind()?;
            Ok(Box::new(Stmt { kind, span: parser.span_from(start) }))
        })
    }

    fn statement_kind(&mut self) -> Parsed<StmtKind> {
        match self.current.kind {
            TokenKind::OpenBrace => Ok(self.block()),
            TokenKind::If => self.if_statement(),
            TokenKind::While => {
                self.advance();
                let condition = self.condition("while")?;
                Ok(StmtKind::While { condition, body: self.statement()? })
            }
            TokenKind::Output => {
                self.advance();
                Ok(StmtKind::Output(self.expression_to_semicolon()?))
            }
            TokenKind::Identifier => self.statement_with_name(),
            TokenKind::Var => self.misplaced_variables(),
            TokenKind::Return => self.return_inside_block(),
            TokenKind::Else => Err(self.else_without_if()),
            TokenKind::Semicolon => Err(self.empty_statement()),
            _ => self.assignment(),
        }
    }

    fn block(&mut self) -> StmtKind {
        let open = self.open_block();
        let mut statements = Vec::new();
        let mut failed = false;
        while !self.at_block_end() {
            statements.extend(self.statement_or_recover(&mut failed));
        }
        self.close_block(open);
        StmtKind::Block(statements)
    }

    fn if_statement(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let condition = self.condition("if")?;
        let then = self.statement()?;
        let otherwise = match self.take(TokenKind::Else) {
            true => Some(self.statement()?),
            false => None,
        };
        Ok(StmtKind::If { condition, then, otherwise })
    }

    /// `(expression)` behind `if` or `while`.
    fn condition(&mut self, keyword: &str) -> Parsed<Expr> {
        if !self.at(TokenKind::OpenParen) {
            let help = format!("the condition stands in parentheses: `{keyword} (…)`");
            let failed = self.unexpected("`(`", Some(help));
            if self.at(TokenKind::OpenBrace) {
                return Err(failed);
            }
            let condition = self.expression()?;
            self.take(TokenKind::CloseParen);
            return Ok(condition);
        }
        let open = self.advance().span;
        let condition = self.expression()?;
        self.close_paren(open)?;
        Ok(condition)
    }

    /// A statement that starts with a name: usually an assignment.
    fn statement_with_name(&mut self) -> Parsed<StmtKind> {
        let is_place = matches!(self.next.kind, TokenKind::Assign | TokenKind::Dot | TokenKind::OpenBracket);
        match self.current.text {
            "error" if self.next.kind == TokenKind::Text => {
                self.advance();
                let text = unescape(self.advance().text);
                self.semicolon()?;
                Ok(StmtKind::Error(text))
            }
            "assert" if !is_place => {
                self.advance();
                Ok(StmtKind::Assert(self.expression_to_semicolon()?))
            }
            "assume" if !is_place => {
                self.advance();
                Ok(StmtKind::Assume(self.expression_to_semicolon()?))
            }
            "for" if self.at_for_loop() => self.for_loop(),
            _ if self.next.kind == TokenKind::Identifier => Err(self.declaration_with_type()),
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) -> Parsed<StmtKind> {
        let target = self.expression()?;
        if !self.at(TokenKind::Assign) {
            return Err(self.no_assignment(&target));
        }
        self.advance();
        Ok(StmtKind::Assign { target, value: self.expression_to_semicolon()? })
    }

    fn expression_to_semicolon(&mut self) -> Parsed<Expr> {
        let expression = self.expression()?;
        self.semicolon()?;
        Ok(expression)
    }

    /// `var name, …;`
    fn variables(&mut self) -> Parsed<Vec<Name>> {
        self.advance();
        let mut names = Vec::new();
        loop {
            names.push(self.name("a variable's name")?);
            if self.at(TokenKind::Assign) {
                let name = shown(self.previous.text);
                let help =
                    format!("`var` only declares; write `var {name};`, and assign in a statement below");
                return Err(self.unexpected("`,` or `;`", Some(help)));
            }
            if !self.take(TokenKind::Comma) {
                self.semicolon()?;
                return Ok(names);
            }
        }
    }

    fn return_value(&mut self) -> Parsed<Expr> {
        self.advance();
        if self.at(TokenKind::Semicolon) {
            let help = "every function returns a value: `return 0;`".into();
            return Err(self.unexpected("an expression", Some(help)));
        }
        self.expression_to_semicolon()
    }

    fn misplaced_variables(&mut self) -> Parsed<StmtKind> {
        let message = "`var` behind a statement";
        let help = "declare all variables at the top of the function, before its first statement";
        self.report(Diagnostic::error(self.current.span, message).with_help(help));
        self.variables()?;
        Ok(StmtKind::Block(Vec::new()))
    }

    fn return_inside_block(&mut self) -> Parsed<StmtKind> {
        self.misplaced_return = true;
        self.return_in_block();
        self.return_value()?;
        Ok(StmtKind::Block(Vec::new()))
    }

    /// C's `for (…;…;…) body`: reported, and its body read.
    fn for_loop(&mut self) -> Parsed<StmtKind> {
        let help = "write `i = …; while (i < n) { …; i = i + 1; }`";
        self.report(Diagnostic::error(self.current.span, "microc has no `for`").with_help(help));
        self.advance();
        self.skip_parentheses();
        self.statement()?;
        Ok(StmtKind::Block(Vec::new()))
    }
}
