//! Conditions whose parts look at one place in memory again and again, as in `a[i] == 1 || a[i] == 2 || …`. What the
//! first part has looked at is there for the others, so that the condition stays whole.

use super::function::FunctionLowering;
use crate::tree::{Expr, ExprKind};
use kyklos_flow as flow;

impl FunctionLowering<'_, '_> {
    /// The value of a condition that need not be split, as all that its parts look at is checked by its first part.
    pub(super) fn looks_again(&mut self, condition: &Expr) -> Option<flow::Expr> {
        let mut first = condition;
        while let ExprKind::Logical(_, left, _) = &first.kind {
            first = left;
        }
        let is_open = |part: &Expr| match &part.kind {
            ExprKind::Index(array, _) => self.context.trailing(array).is_some(),
            _ => false,
        };
        if !self.assured.is_empty() || !first_is_plain(first) || condition.any(&mut |part| is_open(part)) {
            return None;
        }
        collect(first, &mut self.assured);
        let is_split = self.assured.is_empty() || self.branches(condition);
        let assured = std::mem::take(&mut self.assured);
        if is_split {
            return None;
        }
        self.value(first);
        self.assured = assured;
        let value = self.whole(condition);
        self.assured.clear();
        Some(value)
    }

    /// Whether a place in memory was looked at just before.
    pub(super) fn is_assured(&self, place: &Expr) -> bool {
        self.assured.iter().any(|known| is_same(known, place))
    }

    /// Whether the element of an array was looked at just before.
    pub(super) fn is_index_assured(&self, array: &Expr, index: &Expr) -> bool {
        self.assured.iter().any(|known| match &known.kind {
            ExprKind::Index(known, at) => is_same(at, index) && is_same(known, array),
            _ => false,
        })
    }

    /// Whether a pointer was followed just before.
    pub(super) fn is_followed(&self, pointer: &Expr) -> bool {
        self.assured
            .iter()
            .any(|known| matches!(&known.kind, ExprKind::Deref(known) if is_same(known, pointer)))
    }
}

/// Whether all of an expression is evaluated, without effects.
fn first_is_plain(first: &Expr) -> bool {
    use ExprKind::{
        Assign, Call, Comma, Conditional, Intrinsic, Library, Literal, Logical, Statements, Update,
    };
    !first.any(&mut |part| {
        matches!(
            part.kind,
            Assign(..)
                | Call(..)
                | Comma(..)
                | Conditional(..)
                | Intrinsic(_)
                | Library(_)
                | Literal(..)
                | Logical(..)
                | Statements(..)
                | Update { .. }
        )
    })
}

/// The places that an expression looks at, and not only takes the addresses of.
fn collect(expr: &Expr, places: &mut Vec<Expr>) {
    match &expr.kind {
        ExprKind::AddressOf(_) | ExprKind::Decay(_) | ExprKind::Length(_) => return,
        ExprKind::Index(..) | ExprKind::Deref(_) => places.push(expr.clone()),
        _ => {}
    }
    expr.parts(&mut |part| collect(part, places));
}

/// Whether two expressions without effects are the same but for where they stand.
fn is_same(one: &Expr, other: &Expr) -> bool {
    use ExprKind::{AddressOf, Binary, Convert, Decay, Deref, Field, Global, Index, Int, Local, Offset};
    one.ty == other.ty
        && match (&one.kind, &other.kind) {
            (Int(a), Int(b)) => a == b,
            (Local(a, _), Local(b, _)) => a == b,
            (Global(a), Global(b)) => a == b,
            (Deref(a), Deref(b)) | (AddressOf(a), AddressOf(b)) => is_same(a, b),
            (Decay(a), Decay(b)) | (Convert(a), Convert(b)) => is_same(a, b),
            (Field(a, path), Field(b, way)) => path == way && is_same(a, b),
            (Index(a, at), Index(b, index)) => is_same(at, index) && is_same(a, b),
            (Binary(op, a, b), Binary(other, c, d)) => op == other && is_same(a, c) && is_same(b, d),
            (Offset { pointer: a, by: at, backward: back }, Offset { pointer: b, by: index, backward }) => {
                back == backward && is_same(at, index) && is_same(a, b)
            }
            _ => false,
        }
}
