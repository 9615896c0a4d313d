//! What kind of programs is wanted.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The settings of the generator. Those of [nested §5.1] are named in brackets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Knobs {
    /// Probability that a statement is a loop that counts up to a limit (`forLoopGenProb`). Default is 0.15.
    pub for_loops: f64,
    /// Probability that a statement is a loop with a random condition (`loopGenProb`). Default is 0.1.
    pub while_loops: f64,
    /// How deep blocks are nested at most (`maxBlockDepth`). Default is 3.
    pub max_depth: usize,
    /// The most statements of a function outside of blocks, without declarations and outputs
    /// (`maxTopLvlStmtsCount`). Default is 10.
    pub max_statements: usize,
    /// The most statements of a block (`maxStmtsWithinABlock`). Default is 5.
    pub max_block_statements: usize,
    /// Whether a statement that fails is planted at a random place, which need not be reachable
    /// (`errorGuaranteed`). Default is false.
    pub guaranteed_error: bool,
    /// Whether there are divisions and remainders (`generateDivisions`). Default is false.
    pub divisions: bool,
    /// How many functions there are beside `main`. Default is 2.
    pub functions: usize,
    /// Probability that a statement that is no loop is an operation that could fail: an access at an index that is
    /// computed, one through a pointer, a division. Default is 0.3.
    pub risk: f64,
    /// Probability that such an operation has a guard. Default is 0.995.
    pub guards: f64,
    /// Probability that a loop is made to end, whatever its body does. Default is 0.995.
    pub endings: f64,
    /// How many statements a program has at most, beside declarations, outputs and guards; then blocks are cut short.
    /// Default is 2000.
    pub max_size: usize,
}

impl Default for Knobs {
    fn default() -> Self {
        Self {
            for_loops: 0.15,
            while_loops: 0.1,
            max_depth: 3,
            max_statements: 10,
            max_block_statements: 5,
            guaranteed_error: false,
            divisions: false,
            functions: 2,
            risk: 0.3,
            guards: 0.995,
            endings: 0.995,
            max_size: 2000,
        }
    }
}

/// Why knobs are refused.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum KnobError {
    /// No probability.
    #[error("{knob} is {value}; a probability from 0 to 1 is needed")]
    Probability {
        /// Its name.
        knob: &'static str,
        /// Its value.
        value: f64,
    },
    /// Too many loops.
    #[error("the probabilities of for loops ({0}) and while loops ({1}) together are more than 1")]
    Loops(f64, f64),
    /// Out of its range.
    #[error("{knob} is {value}; it must be from {least} to {most}")]
    Range {
        /// Its name.
        knob: &'static str,
        /// Its value.
        value: usize,
        /// The least that is accepted.
        least: usize,
        /// The most that is accepted.
        most: usize,
    },
    /// Loops cannot be where blocks cannot.
    #[error("loops are asked for, but a block depth of 0 leaves no room for their bodies")]
    NoRoom,
}

impl Knobs {
    /// Refuses knobs that contradict themselves or each other.
    pub fn check(&self) -> Result<(), KnobError> {
        let probabilities = [
            ("the probability of for loops", self.for_loops),
            ("the probability of while loops", self.while_loops),
            ("the risk", self.risk),
            ("the probability of guards", self.guards),
            ("the probability of endings", self.endings),
        ];
        for (knob, value) in probabilities {
            if !(0.0..=1.0).contains(&value) {
                return Err(KnobError::Probability { knob, value });
            }
        }
        if self.for_loops + self.while_loops > 1.0 {
            return Err(KnobError::Loops(self.for_loops, self.while_loops));
        }
        // Deeper blocks would come near the parser's limit of nesting.
        let ranges = [
            ("the depth of blocks", self.max_depth, 0, 100),
            ("the number of statements", self.max_statements, 1, 100_000),
            ("the number of statements of a block", self.max_block_statements, 1, 100_000),
            ("the number of functions", self.functions, 0, 1000),
            ("the size", self.max_size, 1, 1_000_000),
        ];
        for (knob, value, least, most) in ranges {
            if !(least..=most).contains(&value) {
                return Err(KnobError::Range { knob, value, least, most });
            }
        }
        if self.max_depth == 0 && self.for_loops + self.while_loops > 0.0 {
            return Err(KnobError::NoRoom);
        }
        Ok(())
    }
}
