//! How paths end, and what an exploration has shown.

use crate::state::{Point, StateId};
use kyklos_base::{Exhausted, Span};
use std::collections::BTreeSet;
use std::fmt;

/// How a path ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// The main procedure returned, or the run ended itself.
    Returned,
    /// No run takes the path further.
    Infeasible,
    /// The path came to an error location.
    Error(Point),
    /// The path came to a place that was asked for.
    Target(Point),
    /// All runs of the path are runs of this state too, which was made before and is looked at in its place.
    Covered(StateId),
    /// Nothing that is asked for can be reached from here.
    Harmless,
    /// The path was given up.
    Cut(Cut),
}

/// Why a path was given up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Cut {
    /// It took more branches than allowed.
    Depth(u32),
    /// There were more forks than allowed.
    Forks(u64),
    /// It has more nested calls than allowed.
    CallDepth(usize),
    /// The budget was used up.
    Budget(Exhausted),
    /// It does what the engine cannot execute.
    Unsupported(String),
    /// The solver could not decide whether it goes on; in words.
    Undecided(&'static str),
    /// A technique has broken a law of the engine; in words.
    Broken(&'static str),
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cut::Depth(limit) => write!(f, "paths with more than {limit} branches were cut"),
            Cut::Forks(limit) => write!(f, "the limit of {limit} forks was reached"),
            Cut::CallDepth(limit) => write!(f, "paths with more than {limit} nested calls were cut"),
            Cut::Budget(reason) => reason.fmt(f),
            Cut::Unsupported(what) => write!(f, "this cannot be executed: {what}"),
            Cut::Undecided(what) => f.write_str(what),
            Cut::Broken(what) => write!(f, "a technique has broken a law: {what}"),
        }
    }
}

/// Something that was not explored, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incomplete {
    /// Where: the loop around the place if there is one, else the place.
    pub span: Span,
    /// Whether `span` is a loop.
    pub in_loop: bool,
    /// Why, in words.
    pub why: String,
    /// How many paths this concerns.
    pub paths: u64,
}

/// What an exploration has shown.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// What was not explored. Empty: every run of the program was covered.
    pub incomplete: Vec<Incomplete>,
    /// Where paths were that were not explored further, and where they return to.
    pub left: BTreeSet<Point>,
    /// Whether a feature asked to stop before the end.
    pub stopped: bool,
}

impl Exploration {
    /// Notes something that was not explored; the same place and reason are counted together.
    pub fn note(&mut self, span: Span, in_loop: bool, why: impl Into<String>) {
        let why = why.into();
        match self.incomplete.iter_mut().find(|known| known.span == span && known.why == why) {
            Some(known) => known.paths += 1,
            None => self.incomplete.push(Incomplete { span, in_loop, why, paths: 1 }),
        }
    }
}
