//! Expressions.

use super::{Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, Name};
use crate::lexer::{MAX_DIGITS, TokenKind};
use kyklos_base::{Int, Position};

/// An expression with what the tree does not keep.
struct Operand {
    /// Boxed, to keep the frames of the recursive functions small.
    expr: Box<Expr>,
    /// Levels of its tree.
    height: u32,
    /// Whether parentheses stand around it.
    parenthesised: bool,
}

/// How tightly an operator binds; all group from the left.
pub(crate) fn precedence(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::And | BinaryOp::Or => 1,
        BinaryOp::Eq | BinaryOp::Ne => 2,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 3,
        BinaryOp::Add | BinaryOp::Sub => 4,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 5,
        // Microc has no operations on bits, so no expression of it holds one.
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::Shl | BinaryOp::Shr => 5,
    }
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        Ok(*self.whole()?.expr)
    }

    /// A whole expression, one level deeper.
    fn whole(&mut self) -> Parsed<Operand> {
        self.nested(|parser| parser.operators(1))
    }

    /// Operands between operators that bind at least as tightly as `lowest`.
    fn operators(&mut self, lowest: u8) -> Parsed<Operand> {
        let start = self.current.span.start;
        let mut left = self.unary()?;
        let mut warned = false;
        while let Some(op) = operator(self.current.kind).filter(|op| precedence(*op) >= lowest) {
            if !warned && is_mixed_logic(op, &left) {
                warned = true;
                self.mixed_logic(left.expr.span);
            }
            self.advance();
            let right = self.nested(|parser| parser.operators(precedence(op) + 1))?;
            let height = left.height.max(right.height) + 1;
            let kind = ExprKind::Binary(op, left.expr, right.expr);
            left = self.operand(kind, start, height)?;
        }
        Ok(left)
    }

    /// The operand that ends with the last token taken.
    fn operand(&mut self, kind: ExprKind, start: Position, height: u32) -> Parsed<Operand> {
        self.check_depth(height)?;
        let expr = Box::new(Expr { kind, span: self.span_from(start) });
        Ok(Operand { expr, height, parenthesised: false })
    }

    fn unary(&mut self) -> Parsed<Operand> {
        let start = self.current.span.start;
        match self.current.kind {
            TokenKind::Star => self.prefix(ExprKind::Deref, Self::unary),
            TokenKind::Minus if self.next.kind != TokenKind::Number => {
                self.prefix(ExprKind::Neg, Self::unary)
            }
            TokenKind::Alloc => self.prefix(ExprKind::Alloc, |parser| parser.operators(1)),
            TokenKind::Bang => self.prefix(ExprKind::Not, Self::negated),
            TokenKind::Ampersand => {
                self.advance();
                let name = self.name("a variable's name behind `&`")?;
                self.operand(ExprKind::Ref(name), start, 1)
            }
            TokenKind::Input => {
                self.advance();
                self.operand(ExprKind::Input, start, 1)
            }
            TokenKind::Null => {
                self.advance();
                self.operand(ExprKind::Null, start, 1)
            }
            _ => self.postfix(),
        }
    }

    /// A prefix operator and what `parse` reads behind it.
    fn prefix(
        &mut self,
        make: fn(Box<Expr>) -> ExprKind,
        parse: fn(&mut Self) -> Parsed<Operand>,
    ) -> Parsed<Operand> {
        let start = self.advance().span.start;
        let operand = self.nested(parse)?;
        self.operand(make(operand.expr), start, operand.height + 1)
    }

    /// What stands behind `!`.
    fn negated(&mut self) -> Parsed<Operand> {
        let bang = self.previous.span;
        let operand = self.operators(1)?;
        if matches!(operand.expr.kind, ExprKind::Binary(..)) && !operand.parenthesised {
            self.bare_not(bang, operand.expr.span);
        }
        Ok(operand)
    }

    /// A primary expression with accesses and calls behind it.
    fn postfix(&mut self) -> Parsed<Operand> {
        let start = self.current.span.start;
        let mut base = self.primary()?;
        loop {
            let (kind, height) = match self.current.kind {
                TokenKind::Dot => {
                    self.advance();
                    let field = self.field_name()?;
                    (ExprKind::Field { record: base.expr, field }, base.height)
                }
                TokenKind::OpenBracket => {
                    let open = self.advance().span;
                    let index = self.whole()?;
                    if !self.take(TokenKind::CloseBracket) {
                        return Err(self.unexpected_to_close("`]`", open));
                    }
                    let height = base.height.max(index.height);
                    (ExprKind::Index { array: base.expr, index: index.expr }, height)
                }
                TokenKind::OpenParen => {
                    let (arguments, height) = self.list(TokenKind::CloseParen, "`,` or `)`")?;
                    (ExprKind::Call { callee: base.expr, arguments }, base.height.max(height))
                }
                _ => return Ok(base),
            };
            base = self.operand(kind, start, height + 1)?;
        }
    }

    fn primary(&mut self) -> Parsed<Operand> {
        let token = self.current;
        let start = token.span.start;
        match token.kind {
            TokenKind::Identifier => {
                self.advance();
                self.operand(ExprKind::Identifier(token.text.to_owned()), start, 1)
            }
            TokenKind::Number | TokenKind::Minus => self.number(),
            TokenKind::OpenParen => {
                self.advance();
                let mut inner = self.whole()?;
                self.close_paren(token.span)?;
                inner.parenthesised = true;
                Ok(inner)
            }
            TokenKind::OpenBracket => {
                let (elements, height) = self.list(TokenKind::CloseBracket, "`,` or `]`")?;
                self.operand(ExprKind::Array(elements), start, height + 1)
            }
            TokenKind::OpenBrace => self.record(),
            _ => Err(self.no_expression()),
        }
    }

    /// Digits, or a minus sign directly before them.
    fn number(&mut self) -> Parsed<Operand> {
        let start = self.current.span.start;
        let is_negative = self.take(TokenKind::Minus);
        // A malformed number is reported already; its value is of no matter.
        let digits = self.advance().text;
        let value = if digits.len() > MAX_DIGITS { Int::ZERO } else { digits.parse().unwrap_or(Int::ZERO) };
        self.operand(ExprKind::Number(if is_negative { -value } else { value }), start, 1)
    }

    /// Expressions between commas, from the opening to the closing bracket;
    /// with the height of the highest.
    fn list(&mut self, close: TokenKind, expected: &str) -> Parsed<(Vec<Expr>, u32)> {
        let open = self.advance().span;
        let (mut elements, mut height) = (Vec::new(), 0);
        if self.take(close) {
            return Ok((elements, height));
        }
        loop {
            let element = self.whole()?;
            height = height.max(element.height);
            elements.push(*element.expr);
            if self.take(close) {
                return Ok((elements, height));
            }
            if !self.take(TokenKind::Comma) {
                return Err(self.unexpected_to_close(expected, open));
            }
        }
    }

    /// `{name: expression, …}`
    fn record(&mut self) -> Parsed<Operand> {
        let open = self.advance().span;
        self.open_records += 1;
        let (mut fields, mut height) = (Vec::new(), 0);
        while !self.at(TokenKind::CloseBrace) || !fields.is_empty() {
            let name = self.name("a field's name")?;
            if !self.take(TokenKind::Colon) {
                return Err(self.unexpected("`:`", Some("a record is written `{name: value, …}`".into())));
            }
            let value = self.whole()?;
            height = height.max(value.height);
            fields.push((name, *value.expr));
            if !self.take(TokenKind::Comma) {
                break;
            }
        }
        if !self.take(TokenKind::CloseBrace) {
            return Err(self.unexpected_to_close("`,` or `}`", open));
        }
        self.open_records -= 1;
        self.operand(ExprKind::Record(fields), open.start, height + 1)
    }

    fn field_name(&mut self) -> Parsed<Name> {
        if self.at(TokenKind::Number) {
            return Err(self.unexpected("a field's name", Some("numbers are whole in microc".into())));
        }
        self.name("a field's name")
    }
}

/// Whether an operator is the other logical one than that of its bare left operand.
fn is_mixed_logic(op: BinaryOp, left: &Operand) -> bool {
    let ExprKind::Binary(inner, ..) = left.expr.kind else { return false };
    !left.parenthesised && inner != op && precedence(inner) == 1 && precedence(op) == 1
}

/// The operator that a token is between two operands.
fn operator(kind: TokenKind) -> Option<BinaryOp> {
    Some(match kind {
        TokenKind::Plus => BinaryOp::Add,
        TokenKind::Minus => BinaryOp::Sub,
        TokenKind::Star => BinaryOp::Mul,
        TokenKind::Slash => BinaryOp::Div,
        TokenKind::Percent => BinaryOp::Rem,
        TokenKind::Equal => BinaryOp::Eq,
        TokenKind::NotEqual => BinaryOp::Ne,
        TokenKind::Less => BinaryOp::Lt,
        TokenKind::LessEqual => BinaryOp::Le,
        TokenKind::Greater => BinaryOp::Gt,
        TokenKind::GreaterEqual => BinaryOp::Ge,
        TokenKind::And => BinaryOp::And,
        TokenKind::Or => BinaryOp::Or,
        _ => return None,
    })
}
