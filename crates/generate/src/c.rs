//! The twin of a program in C. Note [twins].
//!
//! All operands are in parentheses: the two languages group operators differently. Arrays are values in microc;
//! here they are copied, from a literal that is complete before the copying starts.

use crate::{FIELDS, Generated, Kind, Variable};
use kyklos_front_microc::ast::{BinaryOp, Expr, ExprKind, Function, Stmt, StmtKind};
use std::fmt::Write;

const HEAD: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern long long __VERIFIER_nondet_longlong(void);
extern void reach_error(void);
";

const ALLOCATE: &str = "
static long long *allocate(long long value)
{
    long long *cell = malloc(sizeof *cell);

    *cell = value;
    return cell;
}
";

/// The program as C.
pub(crate) fn print(program: &Generated) -> String {
    let mut bodies = String::new();
    for (function, variables) in program.ast.functions.iter().zip(&program.variables) {
        let mut printer = Printer { out: String::new(), level: 1, variables };
        printer.function(function);
        bodies.push('\n');
        bodies.push_str(&printer.out);
    }
    let mut out = HEAD.to_owned();
    if bodies.contains("struct record ") {
        let _ = writeln!(out, "\nstruct record {{ long long {}; }};", FIELDS.join(", "));
    }
    if bodies.contains("allocate(") {
        out.push_str(ALLOCATE);
    }
    out + &bodies
}

struct Printer<'v> {
    out: String,
    level: usize,
    variables: &'v [Variable],
}

impl Printer<'_> {
    fn function(&mut self, function: &Function) {
        let is_main = function.name.text == "main";
        let (parameters, locals) = self.variables.split_at(function.parameters.len());
        let parameters: Vec<String> = parameters.iter().map(declaration).collect();
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        let result = if is_main { "int" } else { "static long long" };
        let _ = writeln!(self.out, "{result} {}({parameters})\n{{", function.name.text);
        for variable in locals {
            self.line(&format!("{};", declaration(variable)));
        }
        self.out.push('\n');
        for statement in &function.body {
            self.statement(statement);
        }
        self.line(&format!("return {};", expression(&function.result)));
        self.out.push_str("}\n");
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 4 * self.level.min(40));
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Output(value) => {
                self.line(&format!("printf(\"%lld\\n\", (long long)({}));", expression(value)));
            }
            StmtKind::Assign { target, value } => self.assignment(target, value),
            StmtKind::If { condition, then, otherwise } => {
                self.line(&format!("if ({}) {{", expression(condition)));
                self.inside(then);
                if let Some(otherwise) = otherwise {
                    self.line("} else {");
                    self.inside(otherwise);
                }
                self.line("}");
            }
            StmtKind::While { condition, body } => {
                self.line(&format!("while ({}) {{", expression(condition)));
                self.inside(body);
                self.line("}");
            }
            StmtKind::Block(statements) => statements.iter().for_each(|inner| self.statement(inner)),
            StmtKind::Assert(condition) => {
                self.line(&format!("if (!({})) reach_error();", expression(condition)))
            }
            StmtKind::Assume(condition) => self.line(&format!("if (!({})) exit(0);", expression(condition))),
            StmtKind::Error(_) => self.line("reach_error();"),
        }
    }

    fn inside(&mut self, statement: &Stmt) {
        self.level += 1;
        self.statement(statement);
        self.level -= 1;
    }

    fn assignment(&mut self, target: &Expr, value: &Expr) {
        let text = expression(value);
        match self.array_length(target) {
            Some(length) => {
                let name = expression(target);
                let source = match &value.kind {
                    ExprKind::Array(_) => format!("(long long[{length}]){text}"),
                    _ => text,
                };
                self.line(&format!("memcpy({name}, {source}, sizeof {name});"));
            }
            None => self.line(&format!("{} = {text};", expression(target))),
        }
    }

    /// The length of the array that an expression names.
    fn array_length(&self, target: &Expr) -> Option<usize> {
        let ExprKind::Identifier(name) = &target.kind else { return None };
        self.variables.iter().find(|variable| variable.name == *name).and_then(|variable| {
            match variable.kind {
                Kind::Array(length) => Some(length),
                _ => None,
            }
        })
    }
}

fn declaration(variable: &Variable) -> String {
    let name = &variable.name;
    match variable.kind {
        Kind::Number => format!("long long {name}"),
        Kind::Array(length) => format!("long long {name}[{length}]"),
        Kind::Pointer => format!("long long *{name}"),
        Kind::Record => format!("struct record {name}"),
    }
}

fn expression(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Number(value) => format!("{value}LL"),
        ExprKind::Identifier(name) => name.clone(),
        ExprKind::Input => "__VERIFIER_nondet_longlong()".to_owned(),
        ExprKind::Null => "NULL".to_owned(),
        ExprKind::Alloc(value) => format!("allocate({})", expression(value)),
        ExprKind::Ref(name) => format!("&{}", name.text),
        ExprKind::Deref(pointer) => format!("*{}", operand(pointer)),
        ExprKind::Not(inner) => format!("!{}", operand(inner)),
        ExprKind::Neg(inner) => format!("-{}", operand(inner)),
        ExprKind::Binary(op, left, right) => binary(*op, left, right),
        ExprKind::Call { callee, arguments } => format!("{}({})", expression(callee), list(arguments)),
        ExprKind::Index { array, index } => {
            let index = match &index.kind {
                ExprKind::Number(value) => value.to_string(),
                _ => expression(index),
            };
            format!("{}[{index}]", operand(array))
        }
        ExprKind::Field { record, field } => format!("{}.{}", operand(record), field.text),
        ExprKind::Array(elements) => format!("{{{}}}", list(elements)),
        ExprKind::Record(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!(".{} = {}", name.text, expression(value)))
                .collect();
            format!("(struct record){{{}}}", fields.join(", "))
        }
    }
}

fn binary(op: BinaryOp, left: &Expr, right: &Expr) -> String {
    format!("{} {} {}", operand(left), op.symbol(), operand(right))
}

fn list(elements: &[Expr]) -> String {
    let texts: Vec<String> = elements.iter().map(expression).collect();
    texts.join(", ")
}

/// In parentheses, unless it is one word.
fn operand(expr: &Expr) -> String {
    let text = expression(expr);
    match &expr.kind {
        ExprKind::Binary(..)
        | ExprKind::Not(_)
        | ExprKind::Neg(_)
        | ExprKind::Deref(_)
        | ExprKind::Ref(_) => {
            format!("({text})")
        }
        ExprKind::Number(value) if value.is_negative() => format!("({text})"),
        _ => text,
    }
}
