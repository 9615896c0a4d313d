//! A context for integers, its incremental solvers, and what they hold.

use super::ffi::{Context, SolverId};
use super::translation::Translation;
use crate::clock::Moment;
use kyklos_term::{Term, Terms};
use std::time::Duration;

/// So many constraints are asserted again rather than that another solver is made.
const WORTH_A_SOLVER: usize = 32;
/// So many constraints share a level: each costs Z3 more than most constraints do.
const LEVEL: usize = 16;
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
    /// What it asserts.
    asserted: Vec<Term>,
    /// How much of it was asserted when each level began.
    levels: Vec<usize>,
}

impl Stack {
    fn common(&self, constraints: &[Term]) -> usize {
        self.asserted.iter().zip(constraints).take_while(|(a, b)| a == b).count()
    }

    /// How many levels hold nothing but these first constraints.
    fn levels_within(&self, constraints: usize) -> usize {
        let ends = self.levels.iter().skip(1).copied().chain([self.asserted.len()]);
        ends.take(self.levels.len()).take_while(|end| *end <= constraints).count()
    }

    /// How many constraints are taken back and made for these constraints.
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
            let kept = stack.levels_within(common);
            context.pop(stack.solver, stack.levels.len() - kept);
            stack.asserted.truncate(stack.levels[kept]);
            stack.levels.truncate(kept);
        }
        while let left @ [_, ..] = &constraints[stack.asserted.len()..] {
            if start.elapsed() >= limit {
                return None;
            }
            // The last one is the goal, which the next query will not have.
            let level = &left[..LEVEL.min(left.len() - 1).max(1)];
            let formulas: Vec<_> =
                level.iter().map(|constraint| translation.formula(context, terms, *constraint)).collect();
            context.push(stack.solver);
            formulas.into_iter().for_each(|formula| context.assert(stack.solver, formula));
            stack.levels.push(stack.asserted.len());
            stack.asserted.extend_from_slice(level);
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
                self.stacks.push(Stack { solver, asserted: Vec::new(), levels: Vec::new() });
                self.stacks.len() - 1
            }
        }
    }
}
