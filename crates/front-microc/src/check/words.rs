//! Types, expressions and names as messages have them.

use super::unify::{Shape, Ty, Unifier};
use crate::ast::{Expr, ExprKind};
use crate::pretty;

/// Expressions of more parts are not shown in messages.
const SHOWN_PARTS: usize = 16;
/// Nor are longer ones.
const SHOWN_CHARACTERS: usize = 48;
/// Types are shown this far down.
const SHOWN_DEPTH: usize = 5;
/// Of a record type so many fields are shown.
const SHOWN_FIELDS: usize = 6;

/// The expression in backquotes where it is short, else what stands for it.
pub(crate) fn quoted(expr: &Expr, otherwise: &str) -> String {
    let mut room = SHOWN_PARTS;
    let text = if fits(expr, &mut room) { pretty::expression(expr) } else { String::new() };
    if text.is_empty() || text.chars().count() > SHOWN_CHARACTERS {
        otherwise.to_owned()
    } else {
        format!("`{text}`")
    }
}

/// Whether the expression has at most `room` parts; looks at no more.
fn fits(expr: &Expr, room: &mut usize) -> bool {
    if *room == 0 {
        return false;
    }
    *room -= 1;
    match &expr.kind {
        ExprKind::Number(_)
        | ExprKind::Identifier(_)
        | ExprKind::Input
        | ExprKind::Null
        | ExprKind::Ref(_) => true,
        ExprKind::Alloc(inner) | ExprKind::Deref(inner) | ExprKind::Not(inner) | ExprKind::Neg(inner) => {
            fits(inner, room)
        }
        ExprKind::Field { record, .. } => fits(record, room),
        ExprKind::Binary(_, left, right) => fits(left, room) && fits(right, room),
        ExprKind::Index { array, index } => fits(array, room) && fits(index, room),
        ExprKind::Call { callee, arguments } => {
            fits(callee, room) && arguments.iter().all(|part| fits(part, room))
        }
        ExprKind::Array(elements) => elements.iter().all(|element| fits(element, room)),
        ExprKind::Record(fields) => fields.iter().all(|(_, value)| fits(value, room)),
    }
}

/// Names in backquotes with commas between them.
pub(super) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The name that was probably meant, if one is near enough.
pub(super) fn near<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = match name.chars().count() {
        0 | 1 => return None,
        2..=3 => 1,
        4..=30 => 2,
        _ => return None,
    };
    let candidates = known.into_iter().filter(|other| other.len().abs_diff(name.len()) <= 2 * allowed);
    let measured = candidates.map(|other| (distance(name, other), other));
    measured.filter(|(distance, _)| *distance <= allowed).min().map(|(_, other)| other)
}

/// How many characters must be added, removed, changed or swapped with their
/// neighbour to make one name of the other.
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut rows = vec![vec![0; right.len() + 1]; left.len() + 1];
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let changed = rows[i - 1][j - 1] + usize::from(left[i - 1] != right[j - 1]);
                let best = changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                let swapped = i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
                if swapped { best.min(rows[i - 2][j - 2] + 1) } else { best }
            };
        }
    }
    rows[left.len()][right.len()]
}

/// The type in words: `a pointer to a number`. What contains itself ends in `…`.
pub(super) fn type_in_words(unifier: &mut Unifier<'_>, ty: Ty) -> String {
    Words { unifier, inside: Vec::new() }.one(ty)
}

struct Words<'u, 'a> {
    unifier: &'u mut Unifier<'a>,
    /// The types around, from the outermost.
    inside: Vec<Ty>,
}

impl Words<'_, '_> {
    /// One value of the type.
    fn one(&mut self, ty: Ty) -> String {
        self.within(ty, |words, shape| match shape {
            Shape::Free | Shape::Wrong => "a value".to_owned(),
            Shape::Number => "a number".to_owned(),
            Shape::Pointer(target) => match words.unifier.shape(target) {
                Shape::Free | Shape::Wrong => "a pointer".to_owned(),
                _ => format!("a pointer to {}", words.one(target)),
            },
            Shape::Array(element) => match words.unifier.shape(element) {
                Shape::Free | Shape::Wrong => "an array".to_owned(),
                _ => format!("an array of {}", words.many(element)),
            },
            Shape::Record(record) => {
                let shown = record.fields.iter().take(SHOWN_FIELDS);
                let mut fields: Vec<_> =
                    shown.map(|field| format!("{}: {}", field.name, words.one(field.ty))).collect();
                if record.fields.len() > SHOWN_FIELDS || !record.closed {
                    fields.push("…".to_owned());
                }
                format!("a record {{{}}}", fields.join(", "))
            }
        })
    }

    /// Several values of the type.
    fn many(&mut self, ty: Ty) -> String {
        self.within(ty, |words, shape| match shape {
            Shape::Free | Shape::Wrong => "values".to_owned(),
            Shape::Number => "numbers".to_owned(),
            Shape::Pointer(target) => format!("pointers to {}", words.many(target)),
            Shape::Array(element) => format!("arrays of {}", words.many(element)),
            Shape::Record(record) => format!(
                "records with {}",
                listed(record.fields.iter().take(SHOWN_FIELDS).map(|field| field.name))
            ),
        })
    }

    fn within(&mut self, ty: Ty, write: impl FnOnce(&mut Self, Shape<'_>) -> String) -> String {
        let root = self.unifier.root(ty);
        if self.inside.contains(&root) || self.inside.len() >= SHOWN_DEPTH {
            return "…".to_owned();
        }
        self.inside.push(root);
        let shape = self.unifier.shape(root).clone();
        let text = write(self, shape);
        self.inside.pop();
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_one_slip_away() {
        for (name, meant) in
            [("lenght", Some("length")), ("cuont", Some("count")), ("idx", Some("id")), ("x", None)]
        {
            assert_eq!(near(name, ["length", "count", "id", "y"]), meant);
        }
    }
}
