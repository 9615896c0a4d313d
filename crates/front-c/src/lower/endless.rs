//! Parameters of the entry whose arrays are taken to have no end: a verdict rests on that, so the report says it.

use super::arguments;
use super::entry::is_command_line;
use crate::ctype::{CType, IntKind, TypeTable};
use crate::options::Options;
use crate::tree::{Body, Expr, ExprKind, Local, LocalId, Unit};
use kyklos_flow::Endless;

/// Words that names of lengths have in them, between underscores or at the end.
const LENGTH_WORDS: [&str; 10] = ["n", "len", "length", "size", "sz", "count", "cnt", "num", "nr", "nmemb"];

/// The parameters that lead to arrays without an end, and that runs may follow.
pub(super) fn endless(unit: &Unit, types: &TypeTable, options: &Options) -> Vec<Endless> {
    let function = &unit.functions[unit.entry.0 as usize];
    let Some(body) = &function.body else { return Vec::new() };
    if is_command_line(&function.name, &function.ty.parameters) {
        return Vec::new();
    }
    let parameters = &body.locals[..body.parameters];
    let endless = parameters.iter().enumerate().filter(|(index, local)| {
        leads_to_numbers(types, local) && options.array_length(&local.name).is_none() && follows(body, *index)
    });
    let found = endless.map(|(index, local)| Endless {
        name: local.name.clone(),
        span: local.span,
        // Of memory without a type, only a number of bytes can be given.
        length: likely_length(parameters, index).filter(|_| local.ty.target() != Some(&CType::Void)),
    });
    found.collect()
}

/// Whether a parameter points to numbers, which are an array of inputs.
fn leads_to_numbers(types: &TypeTable, local: &Local) -> bool {
    local.ty.target().is_some_and(|target| {
        !local.ty.is_function_pointer()
            && !types.is_stream(target)
            && arguments::is_possible(target)
            && !arguments::needs_making(types, target)
    })
}

/// Whether a function may do more with a parameter than compare it.
fn follows(body: &Body, index: usize) -> bool {
    let is_it =
        |expr: &Expr| matches!(expr.kind, ExprKind::Local(LocalId(local), _) if local as usize == index);
    let (mut uses, mut comparisons) = (0, 0);
    let mut count = |expr: &Expr| {
        expr.any(&mut |part| {
            uses += usize::from(is_it(part));
            if matches!(part.kind, ExprKind::Not(_) | ExprKind::Compare(..) | ExprKind::Logical(..)) {
                part.parts(&mut |operand| comparisons += usize::from(is_it(operand)));
            }
            false
        });
    };
    body.statements.iter().for_each(|statement| statement.exprs(&mut count));
    uses > comparisons
}

/// The parameter that is most likely the length of another's array: one that is called like a length, first the one
/// that has the array's name in its own, then the next one behind it.
fn likely_length(parameters: &[Local], array: usize) -> Option<String> {
    let name = parameters[array].name.to_lowercase();
    let lengths = parameters.iter().enumerate().filter(|(_, local)| is_called_length(local));
    let best = lengths.min_by_key(|(index, local)| {
        let names_it = local.name.to_lowercase().contains(&name);
        (!names_it, *index < array, index.abs_diff(array))
    });
    best.map(|(_, local)| local.name.clone())
}

fn is_called_length(local: &Local) -> bool {
    use IntKind::{Bool, Char, SignedChar};
    let name = local.name.to_lowercase();
    let is_number = local.ty.int_kind().is_some_and(|kind| !matches!(kind, Bool | Char | SignedChar));
    let has =
        |word: &&str| name.split('_').any(|part| part == *word) || word.len() > 2 && name.ends_with(*word);
    is_number && LENGTH_WORDS.iter().any(has)
}
