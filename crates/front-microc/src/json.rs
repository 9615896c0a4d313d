//! The syntax tree to JSON: every node has its `kind`, the `line` and `column`
//! where it starts, and its children by name.

use crate::ast::{Ast, Expr, ExprKind, Function, Name, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use serde_json::Value;

/// The tree as JSON. Numbers that do not fit 64 bits are strings of digits.
pub fn ast_json(ast: &Ast) -> Value {
    object(vec![("kind", "program".into()), ("functions", all(&ast.functions, function))])
}

fn all<T>(items: &[T], convert: fn(&T) -> Value) -> Value {
    items.iter().map(convert).collect()
}

/// The children of a node by name. (Moved, where `json!` would copy whole trees at every level.)
type Children = Vec<(&'static str, Value)>;

fn object(entries: Children) -> Value {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// A node with its kind and place added to its children.
fn node(kind: &str, span: Span, mut children: Children) -> Value {
    children.extend([
        ("kind", kind.into()),
        ("line", span.start.line.into()),
        ("column", span.start.column.into()),
    ]);
    object(children)
}

fn name(name: &Name) -> Value {
    node("name", name.span, vec![("name", name.text.as_str().into())])
}

fn function(function: &Function) -> Value {
    let children = vec![
        ("name", function.name.text.as_str().into()),
        ("parameters", all(&function.parameters, name)),
        ("variables", all(&function.variables, name)),
        ("body", all(&function.body, statement)),
        ("result", expression(&function.result)),
    ];
    node("function", function.span, children)
}

fn statement(statement: &Stmt) -> Value {
    let (kind, children) = match &statement.kind {
        StmtKind::Output(value) => ("output", vec![("value", expression(value))]),
        StmtKind::Assign { target, value } => {
            ("assign", vec![("target", expression(target)), ("value", expression(value))])
        }
        StmtKind::If { condition, then, otherwise } => (
            "if",
            vec![
                ("condition", expression(condition)),
                ("then", self::statement(then)),
                ("else", otherwise.as_deref().map_or(Value::Null, self::statement)),
            ],
        ),
        StmtKind::While { condition, body } => {
            ("while", vec![("condition", expression(condition)), ("body", self::statement(body))])
        }
        StmtKind::Block(statements) => ("block", vec![("statements", all(statements, self::statement))]),
        StmtKind::Assert(condition) => ("assert", vec![("condition", expression(condition))]),
        StmtKind::Assume(condition) => ("assume", vec![("condition", expression(condition))]),
        StmtKind::Error(text) => ("error", vec![("text", text.as_str().into())]),
    };
    node(kind, statement.span, children)
}

fn expression(expr: &Expr) -> Value {
    let (kind, children) = match &expr.kind {
        ExprKind::Number(value) => ("number", vec![("value", number(value))]),
        ExprKind::Identifier(name) => ("identifier", vec![("name", name.as_str().into())]),
        ExprKind::Input => ("input", vec![]),
        ExprKind::Null => ("null", vec![]),
        ExprKind::Alloc(value) => ("alloc", vec![("value", expression(value))]),
        ExprKind::Ref(variable) => ("ref", vec![("variable", name(variable))]),
        ExprKind::Deref(pointer) => ("deref", vec![("pointer", expression(pointer))]),
        ExprKind::Not(operand) => ("not", vec![("operand", expression(operand))]),
        ExprKind::Neg(operand) => ("negate", vec![("operand", expression(operand))]),
        ExprKind::Binary(op, left, right) => (
            "binary",
            vec![("operator", op.symbol().into()), ("left", expression(left)), ("right", expression(right))],
        ),
        ExprKind::Call { callee, arguments } => {
            ("call", vec![("callee", expression(callee)), ("arguments", all(arguments, expression))])
        }
        ExprKind::Index { array, index } => {
            ("index", vec![("array", expression(array)), ("index", expression(index))])
        }
        ExprKind::Field { record, field } => {
            ("field", vec![("record", expression(record)), ("field", name(field))])
        }
        ExprKind::Array(elements) => ("array", vec![("elements", all(elements, expression))]),
        ExprKind::Record(fields) => {
            let field = |(name, value): &(Name, Expr)| {
                node(
                    "entry",
                    name.span,
                    vec![("name", name.text.as_str().into()), ("value", expression(value))],
                )
            };
            ("record", vec![("fields", all(fields, field))])
        }
    };
    node(kind, expr.span, children)
}

fn number(value: &Int) -> Value {
    value.to_i64().map_or_else(|| value.to_string().into(), Value::from)
}
