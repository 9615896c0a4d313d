//! Which functions' results somebody uses. One that ends without a value, as those of old programs do that say no type,
//! needs an arbitrary one only if so.

use crate::tree::{Callee, Expr, ExprKind, Stmt, StmtKind, Unit};
use std::collections::HashSet;

/// The numbers of the functions whose results may be used.
pub(super) fn answering(unit: &Unit) -> HashSet<u32> {
    let numbered = (0..).zip(&unit.functions);
    let addressed = numbered.filter(|(_, function)| function.address.is_some()).map(|(number, _)| number);
    let extended = unit.extended.iter().map(|known| known.instance.0);
    let mut used: HashSet<u32> = addressed.chain(extended).chain([unit.entry.0]).collect();
    for body in unit.functions.iter().filter_map(|function| function.body.as_ref()) {
        body.statements.iter().for_each(|statement| look_at(statement, &mut used));
    }
    used
}

fn look_at(statement: &Stmt, used: &mut HashSet<u32>) {
    match &statement.kind {
        StmtKind::Expr(expr) => drop_value(expr, used),
        _ => statement.own_exprs(&mut |expr| use_value(expr, used)),
    }
    statement.inner(&mut |inner| look_at(inner, used));
}

/// Nobody needs the value of an expression.
fn drop_value(expr: &Expr, used: &mut HashSet<u32>) {
    match &expr.kind {
        ExprKind::Call(Callee::Function(_), arguments) => {
            arguments.iter().for_each(|argument| use_value(argument, used));
        }
        _ => use_value(expr, used),
    }
}

fn use_value(expr: &Expr, used: &mut HashSet<u32>) {
    expr.any(&mut |part| {
        if let ExprKind::Call(Callee::Function(function), _) = &part.kind {
            used.insert(function.0);
        }
        false
    });
}
