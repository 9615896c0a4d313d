//! What evaluating an expression may change, so that values that were computed
//! before are saved only where that matters.

use super::function::FunctionLowering;
use crate::ctype::{CType, Length};
use crate::tree::{Body, Expr, ExprKind, Intrinsic, LocalId};
use kyklos_base::Span;
use kyklos_flow::{self as flow, Root, VariableId};
use std::collections::HashSet;

/// What evaluating an expression may change.
#[derive(Clone, Default)]
pub(super) struct Effects {
    /// Variables of the program, and what pointers may reach.
    pub(super) memory: bool,
    /// Variables of the function.
    locals: Vec<LocalId>,
}

impl Effects {
    /// Those of an expression.
    pub(super) fn of(expr: &Expr) -> Self {
        let mut effects = Self::default();
        effects.add(expr);
        effects
    }

    /// Those of several expressions.
    pub(super) fn of_all<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> Self {
        let mut effects = Self::default();
        exprs.into_iter().for_each(|expr| effects.add(expr));
        effects
    }

    pub(super) fn add(&mut self, expr: &Expr) {
        expr.any(&mut |part| {
            match &part.kind {
                ExprKind::Assign(target, _) | ExprKind::Update { target, .. } => self.write(target),
                ExprKind::Intrinsic(Intrinsic::Forget(target, _)) => self.write(target),
                ExprKind::Intrinsic(Intrinsic::Outside { written, .. }) => self.memory |= !written.is_empty(),
                ExprKind::Literal(local, _) => self.locals.push(*local),
                ExprKind::Call(..) | ExprKind::Library(_) | ExprKind::Statements(..) => self.memory = true,
                _ => {}
            }
            if let ExprKind::Statements(statements, _) = &part.kind {
                for statement in statements {
                    statement.any(&mut |statement| {
                        if let crate::tree::StmtKind::Declare { local, .. } = &statement.kind {
                            self.locals.push(*local);
                        }
                        false
                    });
                }
            }
            false
        });
    }

    fn write(&mut self, target: &Expr) {
        match root(target) {
            Some(local) => self.locals.push(local),
            None => self.memory = true,
        }
    }

    fn none(&self) -> bool {
        !self.memory && self.locals.is_empty()
    }
}

impl FunctionLowering<'_, '_> {
    /// Saves a value in a temporary if these effects may change it.
    pub(super) fn protect(
        &mut self,
        value: flow::Expr,
        ty: &CType,
        effects: &Effects,
        span: Span,
    ) -> flow::Expr {
        if self.may_change(&value, effects) { flow::Expr::Load(self.save(value, ty, span)) } else { value }
    }

    fn may_change(&self, value: &flow::Expr, effects: &Effects) -> bool {
        if effects.none() {
            return false;
        }
        let mut found = false;
        value.visit(&mut |part| {
            let place = match part {
                flow::Expr::Load(place) | flow::Expr::Length(place) | flow::Expr::Initialized(place) => place,
                _ => return,
            };
            found |= match &place.root {
                Root::Variable(VariableId(variable)) => {
                    let local = LocalId(*variable);
                    effects.locals.contains(&local) || effects.memory && self.address_taken.contains(&local)
                }
                Root::Global(_) => effects.memory,
                Root::Deref(_) => effects.memory || self.writes_taken(effects),
            };
        });
        found
    }

    /// Whether the effects write a variable that pointers may reach.
    fn writes_taken(&self, effects: &Effects) -> bool {
        effects.locals.iter().any(|local| self.address_taken.contains(local))
    }
}

/// The variable of the function that a place is in.
pub(super) fn root(place: &Expr) -> Option<LocalId> {
    match &place.kind {
        // Arrays of variable length are objects of their own.
        ExprKind::Local(..) if matches!(place.ty, CType::Array(_, Length::Variable)) => None,
        ExprKind::Local(local, _) | ExprKind::Literal(local, _) => Some(*local),
        ExprKind::Index(inner, _) | ExprKind::Field(inner, _) => root(inner),
        _ => None,
    }
}

/// The variables of a function whose address is taken, so that pointers may reach them.
pub(super) fn address_taken(body: &Body) -> HashSet<LocalId> {
    let mut taken = HashSet::new();
    for statement in &body.statements {
        statement.exprs(&mut |expr| {
            expr.any(&mut |part| {
                if let ExprKind::AddressOf(place) | ExprKind::Decay(place) = &part.kind {
                    taken.extend(root(place));
                }
                false
            });
        });
    }
    taken
}
