//! The syntax tree to text in the standard form: two blanks per level, and as
//! few parentheses as the grammar and a reader who knows C allow.
//!
//! `parse(print(ast))` is `ast` again, up to spans, with one exception: in
//! `if (a) if (b) x = 1; else y = 1;` the `else` belongs to the inner `if`, so
//! a tree where it belongs to the outer one is printed with a block around the
//! inner one, as any source of such a tree must have it. What is printed gives
//! rise to none of the parser's warnings. A tree at the very limit of depth may
//! print to text beyond it, because parentheses count there.

use crate::ast::{Ast, BinaryOp, Expr, ExprKind, Function, Name, Stmt, StmtKind};
use crate::parser::precedence;
use std::fmt::Write;

/// The program in the standard form.
pub fn print(ast: &Ast) -> String {
    let mut printer = Printer { out: String::new(), level: 0 };
    for (index, function) in ast.functions.iter().enumerate() {
        if index > 0 {
            printer.out.push('\n');
        }
        printer.function(function);
    }
    printer.out
}

/// One expression in the standard form.
pub fn expression(expr: &Expr) -> String {
    let mut printer = Printer { out: String::new(), level: 0 };
    printer.whole(expr);
    printer.out
}

/// Levels behind which indentation grows no more, so that deeply nested
/// programs do not print to text of quadratic size.
const DEEPEST_INDENT: usize = 40;

/// Binds tighter than all operators between two operands.
const UNARY: u8 = 6;
/// What can stand before `.`, `[` and `(`.
const POSTFIX: u8 = 7;

struct Printer {
    out: String,
    level: usize,
}

impl Printer {
    fn function(&mut self, function: &Function) {
        self.out.push_str(&function.name.text);
        self.out.push('(');
        self.names(&function.parameters);
        self.out.push_str(") {");
        self.level += 1;
        if !function.variables.is_empty() {
            self.line("var ");
            self.names(&function.variables);
            self.out.push(';');
        }
        for statement in &function.body {
            self.line("");
            self.statement(statement);
        }
        self.line("return ");
        self.whole(&function.result);
        self.out.push(';');
        self.level -= 1;
        self.line("}\n");
    }

    fn names(&mut self, names: &[Name]) {
        let texts: Vec<_> = names.iter().map(|name| name.text.as_str()).collect();
        self.out.push_str(&texts.join(", "));
    }

    /// Starts a line.
    fn line(&mut self, text: &str) {
        let _ = write!(self.out, "\n{:1$}{text}", "", 2 * self.level.min(DEEPEST_INDENT));
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Output(value) => self.simple("output ", value),
            StmtKind::Assert(condition) => self.claim("assert ", condition),
            StmtKind::Assume(condition) => self.claim("assume ", condition),
            StmtKind::Error(text) => {
                let _ = write!(self.out, "error {};", quoted(text));
            }
            StmtKind::Assign { target, value } => {
                self.guarded(target, 1, starts_another_statement);
                self.simple(" = ", value);
            }
            StmtKind::If { condition, then, otherwise } => {
                self.if_statement(condition, then, otherwise.as_deref())
            }
            StmtKind::While { condition, body } => {
                self.head("while", condition);
                self.branch(body);
            }
            StmtKind::Block(statements) => self.block(statements),
        }
    }

    /// Text, an expression and `;`.
    fn simple(&mut self, text: &str, value: &Expr) {
        self.out.push_str(text);
        self.whole(value);
        self.out.push(';');
    }

    /// `assert` or `assume`; before `[` these would be names.
    fn claim(&mut self, text: &str, condition: &Expr) {
        self.out.push_str(text);
        self.guarded(condition, 1, |text| text.starts_with('['));
        self.out.push(';');
    }

    fn if_statement(&mut self, condition: &Expr, then: &Stmt, otherwise: Option<&Stmt>) {
        self.head("if", condition);
        let Some(otherwise) = otherwise else { return self.branch(then) };
        if takes_else(then) {
            self.out.push(' ');
            self.block(std::slice::from_ref(then));
        } else {
            self.branch(then);
        }
        if takes_else(then) || matches!(then.kind, StmtKind::Block(_)) {
            self.out.push_str(" else");
        } else {
            self.line("else");
        }
        if matches!(otherwise.kind, StmtKind::If { .. }) {
            self.out.push(' ');
            self.statement(otherwise);
        } else {
            self.branch(otherwise);
        }
    }

    fn head(&mut self, keyword: &str, condition: &Expr) {
        self.out.push_str(keyword);
        self.out.push_str(" (");
        self.whole(condition);
        self.out.push(')');
    }

    /// A block on the same line, any other statement on the next.
    fn branch(&mut self, statement: &Stmt) {
        if let StmtKind::Block(statements) = &statement.kind {
            self.out.push(' ');
            return self.block(statements);
        }
        self.level += 1;
        self.line("");
        self.statement(statement);
        self.level -= 1;
    }

    fn block(&mut self, statements: &[Stmt]) {
        if statements.is_empty() {
            return self.out.push_str("{}");
        }
        self.out.push('{');
        self.level += 1;
        for statement in statements {
            self.line("");
            self.statement(statement);
        }
        self.level -= 1;
        self.line("}");
    }

    /// An expression where any fits and nothing of it follows.
    fn whole(&mut self, expr: &Expr) {
        self.expression(expr, 1, false);
    }

    /// An expression that must bind at least as tightly as `lowest`. `followed`
    /// tells that an operator comes behind it, which `!` and `alloc` would swallow.
    fn expression(&mut self, expr: &Expr, lowest: u8, followed: bool) {
        let swallows = matches!(expr.kind, ExprKind::Not(_) | ExprKind::Alloc(_));
        if binding(expr) < lowest || (swallows && followed) {
            self.out.push('(');
            self.bare(expr, false);
            self.out.push(')');
        } else {
            self.bare(expr, followed);
        }
    }

    fn bare(&mut self, expr: &Expr, followed: bool) {
        match &expr.kind {
            ExprKind::Number(value) => {
                let _ = write!(self.out, "{value}");
            }
            ExprKind::Identifier(name) => self.out.push_str(name),
            ExprKind::Input => self.out.push_str("input"),
            ExprKind::Null => self.out.push_str("null"),
            ExprKind::Alloc(value) => {
                self.out.push_str("alloc ");
                self.whole(value);
            }
            ExprKind::Ref(name) => {
                self.out.push('&');
                self.out.push_str(&name.text);
            }
            ExprKind::Deref(pointer) => {
                self.out.push('*');
                self.expression(pointer, UNARY, followed);
            }
            ExprKind::Not(operand) => {
                // Parentheses are not needed here, but without them the parser warns.
                self.out.push('!');
                self.expression(operand, UNARY, false);
            }
            ExprKind::Neg(operand) => {
                self.out.push('-');
                let start = self.out.len();
                self.expression(operand, UNARY, followed);
                self.guard(start, |text| text.starts_with(|c: char| c.is_ascii_digit()));
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, followed),
            ExprKind::Call { callee, arguments } => {
                self.expression(callee, POSTFIX, true);
                self.list('(', arguments, ')');
            }
            ExprKind::Index { array, index } => {
                self.expression(array, POSTFIX, true);
                self.list('[', std::slice::from_ref(index), ']');
            }
            ExprKind::Field { record, field } => {
                self.expression(record, POSTFIX, true);
                self.out.push('.');
                self.out.push_str(&field.text);
            }
            ExprKind::Array(elements) => self.list('[', elements, ']'),
            ExprKind::Record(fields) => self.record(fields),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, followed: bool) {
        let is_mixed = match left.kind {
            ExprKind::Binary(inner, ..) => inner != op && precedence(inner) == 1 && precedence(op) == 1,
            _ => false,
        };
        // Parentheses around the other logical operator are there for the reader only.
        self.expression(left, if is_mixed { UNARY } else { precedence(op) }, true);
        let _ = write!(self.out, " {} ", op.symbol());
        self.expression(right, precedence(op) + 1, followed);
    }

    fn list(&mut self, open: char, elements: &[Expr], close: char) {
        self.out.push(open);
        for (index, element) in elements.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.whole(element);
        }
        self.out.push(close);
    }

    fn record(&mut self, fields: &[(Name, Expr)]) {
        self.out.push('{');
        for (index, (name, value)) in fields.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.out.push_str(&name.text);
            self.out.push_str(": ");
            self.whole(value);
        }
        self.out.push('}');
    }

    /// An expression, in parentheses if its text would be misread here.
    fn guarded(&mut self, expr: &Expr, lowest: u8, is_misread: fn(&str) -> bool) {
        let start = self.out.len();
        self.expression(expr, lowest, false);
        self.guard(start, is_misread);
    }

    /// Puts all from `start` into parentheses if it would be misread.
    fn guard(&mut self, start: usize, is_misread: fn(&str) -> bool) {
        if is_misread(&self.out[start..]) {
            self.out.insert(start, '(');
            self.out.push(')');
        }
    }
}

/// How tightly the top of an expression binds.
fn binding(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Binary(op, ..) => precedence(*op),
        ExprKind::Input
        | ExprKind::Null
        | ExprKind::Alloc(_)
        | ExprKind::Ref(_)
        | ExprKind::Deref(_)
        | ExprKind::Not(_)
        | ExprKind::Neg(_) => UNARY,
        _ => POSTFIX,
    }
}

/// Whether a left side's text would be read as another statement: a record as
/// a block, or a name as the statement of that name.
fn starts_another_statement(text: &str) -> bool {
    let is_claim = ["assert", "assume"]
        .iter()
        .any(|word| text.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '('])));
    text.starts_with('{') || is_claim
}

/// Whether an `else` behind the statement would belong to it.
fn takes_else(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::If { otherwise: None, .. } => true,
        StmtKind::If { otherwise: Some(last), .. } | StmtKind::While { body: last, .. } => takes_else(last),
        _ => false,
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '"' | '\\' => quoted.extend(['\\', character]),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
