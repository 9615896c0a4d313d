//! Loop summaries by path-dependency automata [nested §4.4, §5.4.4], after Proteus. Note [summaries].
//!
//! A state at a loop's head is replaced by one state for each trace of the loop: the orders in which its paths can
//! follow each other till it is left. Which path can follow which is the automaton ([`automaton`]); cycles of it that
//! have a period are one step ([`periods`]); inner loops are summed up first ([`nested`]).
//!
//! The thesis summarises loops whose conditions all move by fixed amounts and whose cycles have constant periods, and
//! demands of a phase that its last iteration follows its path. Here all iterations are demanded to, which is exact
//! for any condition, so that what a loop looks like decides only whether there are few traces.

pub mod automaton;
mod check;
pub mod describe;
pub mod nested;
pub mod paths;
pub mod periods;
mod technique;
pub mod traces;

pub use technique::{SUMMARY, Summary};

/// The most time for one question about a summary. Whoever needs more is no gain.
pub(crate) const PATIENCE: std::time::Duration = std::time::Duration::from_millis(500);

/// Loops with more paths are not summed up.
pub(crate) const MAX_PATHS: usize = 20;
