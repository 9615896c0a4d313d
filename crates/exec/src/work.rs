//! The work of an exploration, counted, and what it counts for: the one cost model. Note [work].
//!
//! Whoever decides by effort (whose turn it is, whether a technique pays) asks here and never looks at a clock, so that a
//! run decides the same on any machine.

use kyklos_solver::Effort;

/// The work that an exploration has done, counted so that it is the same in each run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Steps, those included that were only looked at or rehearsed.
    pub steps: u64,
    /// Places found in arrays, records and objects: these take longer than a step.
    pub places: u64,
    /// Nodes of terms made, looked up and evaluated.
    pub terms: u64,
    /// Questions to the solver chain.
    pub queries: u64,
    /// Their constraints.
    pub constraints: u64,
    /// What the solver's back end has counted, in units of [`Effort`].
    pub back_end: u64,
    /// Terms and states made: a measure of the memory held, and no work.
    pub held: u64,
}

// What one of each costs, in nanoseconds of a processor of today. Only the ratios matter: they say how long one lane of a
// portfolio has to work for as much as another. They are averages; what a single query costs in the back end is counted
// there.

/// To execute an instruction: evaluate it on persistent values and put the result into memory.
const STEP: u64 = 170;
/// To find a place in memory: a walk down a tree for each step into an element or field.
const PLACE: u64 = 1_200;
/// To make or look up a term: hashing it, and normalising sums.
const TERM: u64 = 200;
/// To pass a query through the layers of the chain, the back end aside.
const QUERY: u64 = 5_000;
/// To look at one constraint of a query there.
const CONSTRAINT: u64 = 300;
/// One unit of the back end.
const BACK_END: u64 = 1_000_000_000 / Effort::PER_SECOND;

impl Work {
    /// What it counts for, in about nanoseconds.
    pub fn amount(&self) -> u64 {
        let executed = STEP * self.steps + PLACE * self.places + TERM * self.terms;
        let asked = QUERY * self.queries + CONSTRAINT * self.constraints + BACK_END * self.back_end;
        executed + asked
    }
}

/// Has a say in when an exploration goes on that shares the machine with others.
///
/// An exploration calls it often, whatever it is doing just then, and goes on where it was when the call
/// returns: so it can be held up and continued at any time. To end it for good, its budget's switch is used.
pub trait Pace {
    /// So much work was done in all.
    fn advance(&mut self, done: Work);

    /// So much work was done till there was an answer to what is asked.
    fn answered(&mut self, done: Work) {
        let _ = done;
    }

    /// So much work was done till it became promising to go on with this exploration rather than with others; or till it
    /// no longer is.
    fn promising(&mut self, done: Work, is: bool) {
        let _ = (done, is);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_back_end_counts_is_in_the_sum() {
        let work = Work { steps: 10, queries: 1, constraints: 2, ..Work::default() };
        assert_eq!(work.amount(), 10 * STEP + QUERY + 2 * CONSTRAINT);
        let second = Work { back_end: Effort::PER_SECOND, ..work };
        assert_eq!(second.amount() - work.amount(), 1_000_000_000);
    }
}
