//! Which uses of pointer variables cannot be null: because of a condition or a
//! check before them, or of the value that was assigned. Only variables whose
//! address is not taken are looked at.

use super::forward::on_every_way;
use super::unwritten::positions;
use crate::tree::LocalId;
use kyklos_flow::{
    BinaryOp, Edge, Expr, Instruction, LocationId, Place, Procedure, Root, UnaryOp, VariableId,
};
use std::collections::{HashMap, HashSet};

/// Of these uses of variables, those that are surely not null.
pub(super) fn uses(procedure: &Procedure, followed: &[(LocationId, LocalId, u32)]) -> HashSet<u32> {
    let positions = positions(followed.iter().map(|(_, local, _)| *local));
    let facts = Facts { positions: &positions };
    let states =
        on_every_way(procedure, vec![false; positions.len()], |edge, state| facts.along(edge, state));
    let mut safe: HashSet<u32> = followed.iter().map(|(_, _, number)| *number).collect();
    for (at, local, number) in followed {
        let state = states[at.0 as usize].as_ref();
        if state.is_some_and(|state| positions.get(local).is_none_or(|position| !state[*position])) {
            safe.remove(number);
        }
    }
    safe
}

struct Facts<'p> {
    positions: &'p HashMap<LocalId, usize>,
}

impl Facts<'_> {
    fn along(&self, edge: &Edge, state: &mut [bool]) {
        let (target, not_null) = match &edge.instruction {
            Instruction::Assume { condition, holds } => return self.assume(condition, *holds, state),
            Instruction::Assign { target, value } => (target, self.is_not_null(value, state)),
            Instruction::Allocate { target, .. } => (target, true),
            Instruction::Havoc { target, .. } => (target, false),
            Instruction::Call { target: Some(target), .. } => (target, false),
            _ => return,
        };
        if let Some(position) = self.position(target) {
            state[position] = not_null;
        }
    }

    fn position(&self, place: &Place) -> Option<usize> {
        let VariableId(variable) = place.as_variable()?;
        self.positions.get(&LocalId(variable)).copied()
    }

    fn is_not_null(&self, value: &Expr, state: &[bool]) -> bool {
        match value {
            Expr::AddressOf(Place { root: Root::Deref(pointer), steps }) if steps.is_empty() => {
                self.is_not_null(pointer, state)
            }
            Expr::AddressOf(_) => true,
            Expr::Offset(pointer, _) | Expr::Retype(_, pointer) => self.is_not_null(pointer, state),
            Expr::Load(place) => self.position(place).is_some_and(|position| state[position]),
            _ => false,
        }
    }

    /// Learns from a condition that has this truth.
    fn assume(&self, condition: &Expr, holds: bool, state: &mut [bool]) {
        match (condition, holds) {
            (Expr::Unary(UnaryOp::Not, inner), _) => self.assume(inner, !holds, state),
            (Expr::Binary(BinaryOp::And, left, right), true)
            | (Expr::Binary(BinaryOp::Or, left, right), false) => {
                self.assume(left, holds, state);
                self.assume(right, holds, state);
            }
            (Expr::Binary(BinaryOp::Ne, left, right), true)
            | (Expr::Binary(BinaryOp::Eq, left, right), false) => {
                if let (Expr::Load(place), Expr::Null(_)) | (Expr::Null(_), Expr::Load(place)) =
                    (&**left, &**right)
                    && let Some(position) = self.position(place)
                {
                    state[position] = true;
                }
            }
            _ => {}
        }
    }
}
