//! A context for integers, its incremental solvers, and what they hold.

use super::ffi::{Context, SolverId};
use super::translation::Translation;
use crate::clock::Moment;
use kyklos_term::{Term, Terms};
use std::time::Duration;

/// So many constraints are asserted again rather than that another solver is made.
const WORTH_A_SOLVER: usize = 32;
/// So many incremental solvers are kept.
const SOLVERS: usize = 2;

/// A context, its incremental solvers, and what they hold.
///
/// A path's queries mostly go on where the one before was; but now and then one is about a few symbols alone. It is
/// asked elsewhere, or all that the path has asserted would have to be taken back for it and asserted again.
pub(super) struct Session {
    pub(super) context: Context,
    pub(super) translation: Translation,
    stacks: Vec<Stack>,
    /// What Z3 had counted as its work when it was asked last.
    pub(super) work: u32,
}

/// An incremental solver.
struct Stack {
    solver: SolverId,
    /// What it asserts, one level each.
    asserted: Vec<Term>,
}

impl Stack {
    fn common(&self, constraints: &[Term]) -> usize {
        self.asserted.iter().zip(constraints).take_while(|(a, b)| a == b).count()
    }

    /// How many levels are taken back and made for these constraints.
    fn changes(&self, constraints: &[Term]) -> usize {
        self.asserted.len() + constraints.len() - 2 * self.common(constraints)
    }
}

impl Session {
    pub(super) fn new() -> Result<Self, String> {
        let context = Context::new()?;
        Ok(Self { context, translation: Translation::default(), stacks: Vec::new(), work: 0 })
    }

    /// Whether a solver is one of those that are kept.
    pub(super) fn keeps(&self, solver: SolverId) -> bool {
        self.stacks.iter().any(|stack| stack.solver == solver)
    }

    /// The solver that needs the least change, with these constraints and no others; `None` if that takes longer
    /// than the limit: Z3 simplifies what it is given, so a long path takes long before anything is asked.
    pub(super) fn solver_for(
        &mut self,
        terms: &mut Terms,
        constraints: &[Term],
        limit: Duration,
    ) -> Option<SolverId> {
        let start = Moment::now();
        let chosen = self.chosen(constraints);
        let Self { context, translation, stacks, .. } = self;
        let stack = &mut stacks[chosen];
        let common = stack.common(constraints);
        if common < stack.asserted.len() {
            context.pop(stack.solver, stack.asserted.len() - common);
            stack.asserted.truncate(common);
        }
        for constraint in &constraints[common..] {
            if start.elapsed() >= limit {
                return None;
            }
            let formula = translation.formula(context, terms, *constraint);
            context.push(stack.solver);
            context.assert(stack.solver, formula);
            stack.asserted.push(*constraint);
        }
        Some(stack.solver)
    }

    /// The number of the stack that needs the least change, a new one perhaps.
    fn chosen(&mut self, constraints: &[Term]) -> usize {
        let changes = |number: &usize| self.stacks[*number].changes(constraints);
        let best = (0..self.stacks.len()).min_by_key(changes);
        let anew = constraints.len() + WORTH_A_SOLVER;
        match best {
            Some(best) if self.stacks.len() >= SOLVERS || changes(&best) <= anew => best,
            _ => {
                let solver = self.context.solver(true);
                self.stacks.push(Stack { solver, asserted: Vec::new() });
                self.stacks.len() - 1
            }
        }
    }
}
