//! Which variables are surely assigned: on every way to the point at hand. Note [initialisation].
//!
//! Only what changed is ever copied or compared, so large functions with many
//! branches cost no more than their assignments.

use kyklos_flow::VariableId;

/// The variables that are surely assigned at the point at hand.
pub(super) struct Assigned {
    assigned: Vec<bool>,
    /// Those added, in order.
    added: Vec<VariableId>,
}

/// A point to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

/// Variables that become assigned on a way.
pub(super) type Gains = Vec<VariableId>;

/// What a condition's evaluation assigns surely, by its outcome.
#[derive(Default)]
pub(super) struct Outcomes {
    pub(super) then: Gains,
    pub(super) otherwise: Gains,
}

impl Assigned {
    pub(super) fn new() -> Self {
        Self { assigned: Vec::new(), added: Vec::new() }
    }

    pub(super) fn contains(&self, variable: VariableId) -> bool {
        self.assigned.get(variable.0 as usize).copied().unwrap_or(false)
    }

    pub(super) fn add(&mut self, variable: VariableId) {
        let index = variable.0 as usize;
        if self.assigned.len() <= index {
            self.assigned.resize(index + 1, false);
        }
        if !std::mem::replace(&mut self.assigned[index], true) {
            self.added.push(variable);
        }
    }

    pub(super) fn add_all(&mut self, variables: &[VariableId]) {
        variables.iter().for_each(|variable| self.add(*variable));
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.added.len())
    }

    /// Goes back to a mark. Returns what was added since.
    pub(super) fn back_to(&mut self, mark: Mark) -> Gains {
        let gains = self.added.split_off(mark.0);
        for variable in &gains {
            self.assigned[variable.0 as usize] = false;
        }
        gains
    }
}

/// What both ways assign.
pub(super) fn common(mut left: Gains, mut right: Gains) -> Gains {
    right.sort();
    left.retain(|variable| right.binary_search(variable).is_ok());
    left
}
