//! A statement that fails, at a random place.

use crate::build::{assign, binary, deref, index, null, number, stmt, variable};
use crate::{Kind, Knobs, Variable};
use kyklos_base::random::Random;
use kyklos_front_microc::ast::{BinaryOp, Function, Stmt, StmtKind};

/// Puts statements that fail behind the declarations of a function, in any of its blocks.
pub(crate) fn plant(function: &mut Function, variables: &[Variable], knobs: &Knobs, random: &mut Random) {
    // Before all variables are written, reading one would be another error than the one meant.
    let declarations = variables.iter().filter(|variable| !variable.name.starts_with('i')).count();
    let declared = declarations.min(function.body.len());
    let places = places(&function.body[declared..]);
    let at = random.below(places);
    let failing = failing(variables, knobs, random);
    let mut body = function.body.split_off(declared);
    insert(&mut body, at, failing);
    function.body.append(&mut body);
}

/// Statements of which the last one fails.
fn failing(variables: &[Variable], knobs: &Knobs, random: &mut Random) -> Vec<Stmt> {
    let first = |wanted: fn(Kind) -> bool| variables.iter().find(|variable| wanted(variable.kind));
    let target = first(|kind| kind == Kind::Number).map_or("n0", |variable| &variable.name);
    let array = first(|kind| matches!(kind, Kind::Array(_)));
    let pointer = first(|kind| kind == Kind::Pointer);
    match (random.below(4), array, pointer) {
        (0, Some(Variable { name, kind: Kind::Array(length) }), _) => {
            vec![assign(variable(target), index(name, number(*length as i64)))]
        }
        (1, _, Some(Variable { name, .. })) => {
            vec![assign(variable(name), null()), assign(variable(target), deref(name))]
        }
        (2, ..) if knobs.divisions => {
            vec![assign(variable(target), binary(BinaryOp::Div, variable(target), number(0)))]
        }
        _ => vec![stmt(StmtKind::Error("planted".to_owned()))],
    }
}

/// In how many places of a block, and of those in it, a statement can stand.
fn places(statements: &[Stmt]) -> usize {
    1 + statements
        .iter()
        .map(|statement| 1 + inner(statement).map(|block| places(block)).sum::<usize>())
        .sum::<usize>()
}

/// Puts statements into one of the places.
fn insert(statements: &mut Vec<Stmt>, mut at: usize, planted: Vec<Stmt>) {
    for position in 0..statements.len() {
        if at == 0 {
            statements.splice(position..position, planted);
            return;
        }
        at -= 1;
        for block in inner_mut(&mut statements[position]) {
            let here = places(block);
            if at < here {
                return insert(block, at, planted);
            }
            at -= here;
        }
    }
    statements.extend(planted);
}

/// The blocks of a statement.
fn inner(statement: &Stmt) -> impl Iterator<Item = &Vec<Stmt>> {
    let blocks = match &statement.kind {
        StmtKind::If { then, otherwise, .. } => [Some(then), otherwise.as_ref()],
        StmtKind::While { body, .. } => [Some(body), None],
        _ => [None, None],
    };
    blocks.into_iter().flatten().filter_map(|block| match &block.kind {
        StmtKind::Block(statements) => Some(statements),
        _ => None,
    })
}

fn inner_mut(statement: &mut Stmt) -> impl Iterator<Item = &mut Vec<Stmt>> {
    let blocks = match &mut statement.kind {
        StmtKind::If { then, otherwise, .. } => [Some(then), otherwise.as_mut()],
        StmtKind::While { body, .. } => [Some(body), None],
        _ => [None, None],
    };
    blocks.into_iter().flatten().filter_map(|block| match &mut block.kind {
        StmtKind::Block(statements) => Some(statements),
        _ => None,
    })
}
