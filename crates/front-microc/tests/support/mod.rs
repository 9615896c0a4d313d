//! Random syntax trees, and the tree without its spans.

use kyklos_base::{FileId, Int, Span};
use kyklos_front_microc::ast::{Ast, BinaryOp, Expr, ExprKind, Function, Name, Stmt, StmtKind};
use proptest::prelude::*;

/// The file of all test programs.
pub const FILE: FileId = FileId(0);

/// Names; also those of the extension's statements.
pub fn any_name() -> impl Strategy<Value = Name> {
    let names = vec!["a", "b", "x1", "_", "main", "assert", "assume", "error", "for", "int", "variable"];
    prop::sample::select(names).prop_map(|text| Name { text: text.into(), span: Span::nowhere() })
}

/// Expressions of every kind, well typed or not.
pub fn any_expr() -> impl Strategy<Value = Expr> {
    let number = prop_oneof![
        (-3i64..4).prop_map(Int::from),
        Just("123456789012345678901234567890".parse().unwrap_or(Int::ZERO)),
        Just("-123456789012345678901234567890".parse().unwrap_or(Int::ZERO)),
    ];
    let leaf = prop_oneof![
        number.prop_map(ExprKind::Number),
        any_name().prop_map(|name| ExprKind::Identifier(name.text)),
        any_name().prop_map(ExprKind::Ref),
        Just(ExprKind::Input),
        Just(ExprKind::Null),
    ];
    leaf.prop_map(expr).prop_recursive(6, 40, 3, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        prop_oneof![
            1 => boxed.clone().prop_map(ExprKind::Alloc),
            1 => boxed.clone().prop_map(ExprKind::Deref),
            1 => boxed.clone().prop_map(ExprKind::Not),
            1 => boxed.clone().prop_map(ExprKind::Neg),
            4 => (prop::sample::select(operators()), boxed.clone(), boxed.clone())
                .prop_map(|(op, left, right)| ExprKind::Binary(op, left, right)),
            1 => (boxed.clone(), prop::collection::vec(inner.clone(), 0..3))
                .prop_map(|(callee, arguments)| ExprKind::Call { callee, arguments }),
            1 => (boxed.clone(), boxed.clone()).prop_map(|(array, index)| ExprKind::Index { array, index }),
            1 => (boxed, any_name()).prop_map(|(record, field)| ExprKind::Field { record, field }),
            1 => prop::collection::vec(inner.clone(), 0..3).prop_map(ExprKind::Array),
            1 => prop::collection::vec((any_name(), inner), 0..3).prop_map(ExprKind::Record),
        ]
        .prop_map(expr)
    })
}

/// All operators but those on bits, which microc does not have.
fn operators() -> Vec<BinaryOp> {
    use BinaryOp::*;
    let is_microc = |op: &BinaryOp| !matches!(op, BitAnd | BitOr | BitXor | Shl | Shr);
    BinaryOp::ALL.into_iter().filter(is_microc).collect()
}

/// Statements of every kind.
pub fn any_stmt() -> impl Strategy<Value = Stmt> {
    let simple = prop_oneof![
        1 => any_expr().prop_map(StmtKind::Output),
        3 => (any_expr(), any_expr()).prop_map(|(target, value)| StmtKind::Assign { target, value }),
        1 => any_expr().prop_map(StmtKind::Assert),
        1 => any_expr().prop_map(StmtKind::Assume),
        1 => "[ -~äß\n\t\r]{0,6}".prop_map(StmtKind::Error),
    ];
    simple.prop_map(stmt).prop_recursive(4, 16, 3, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        prop_oneof![
            (any_expr(), boxed.clone(), prop::option::of(boxed.clone()))
                .prop_map(|(condition, then, otherwise)| StmtKind::If { condition, then, otherwise }),
            (any_expr(), boxed).prop_map(|(condition, body)| StmtKind::While { condition, body }),
            prop::collection::vec(inner, 0..3).prop_map(StmtKind::Block),
        ]
        .prop_map(stmt)
    })
}

/// Programs; names need not be declared, nor types fit.
pub fn any_ast() -> impl Strategy<Value = Ast> {
    let names = || prop::collection::vec(any_name(), 0..3);
    let body = prop::collection::vec(any_stmt(), 0..4);
    let function = (any_name(), names(), names(), body, any_expr()).prop_map(
        |(name, parameters, variables, body, result)| Function {
            name,
            parameters,
            variables,
            body,
            result,
            span: Span::nowhere(),
        },
    );
    prop::collection::vec(function, 0..3).prop_map(|functions| Ast { functions })
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::nowhere() }
}

fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::nowhere() }
}

/// Makes every span point nowhere.
pub fn strip_spans(ast: &mut Ast) {
    for function in &mut ast.functions {
        function.span = Span::nowhere();
        strip_name(&mut function.name);
        function.parameters.iter_mut().for_each(strip_name);
        function.variables.iter_mut().for_each(strip_name);
        function.body.iter_mut().for_each(strip_stmt);
        strip_expr(&mut function.result);
    }
}

fn strip_name(name: &mut Name) {
    name.span = Span::nowhere();
}

fn strip_stmt(stmt: &mut Stmt) {
    stmt.span = Span::nowhere();
    match &mut stmt.kind {
        StmtKind::Output(value) | StmtKind::Assert(value) | StmtKind::Assume(value) => strip_expr(value),
        StmtKind::Assign { target, value } => {
            strip_expr(target);
            strip_expr(value);
        }
        StmtKind::If { condition, then, otherwise } => {
            strip_expr(condition);
            strip_stmt(then);
            otherwise.iter_mut().for_each(|otherwise| strip_stmt(otherwise));
        }
        StmtKind::While { condition, body } => {
            strip_expr(condition);
            strip_stmt(body);
        }
        StmtKind::Block(statements) => statements.iter_mut().for_each(strip_stmt),
        StmtKind::Error(_) => {}
    }
}

fn strip_expr(expr: &mut Expr) {
    expr.span = Span::nowhere();
    match &mut expr.kind {
        ExprKind::Number(_) | ExprKind::Identifier(_) | ExprKind::Input | ExprKind::Null => {}
        ExprKind::Ref(name) => strip_name(name),
        ExprKind::Alloc(inner) | ExprKind::Deref(inner) | ExprKind::Not(inner) | ExprKind::Neg(inner) => {
            strip_expr(inner);
        }
        ExprKind::Binary(_, left, right) => {
            strip_expr(left);
            strip_expr(right);
        }
        ExprKind::Call { callee, arguments } => {
            strip_expr(callee);
            arguments.iter_mut().for_each(strip_expr);
        }
        ExprKind::Index { array, index } => {
            strip_expr(array);
            strip_expr(index);
        }
        ExprKind::Field { record, field } => {
            strip_expr(record);
            strip_name(field);
        }
        ExprKind::Array(elements) => elements.iter_mut().for_each(strip_expr),
        ExprKind::Record(fields) => fields.iter_mut().for_each(|(name, value)| {
            strip_name(name);
            strip_expr(value);
        }),
    }
}
