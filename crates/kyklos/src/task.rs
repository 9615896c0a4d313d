//! What explorations have to do: a question about a program. What each of them needs to know of it for that is found out
//! once. Lanes of a portfolio share it; whichever of them works longest keeps it alive.

use crate::check::CheckError;
use crate::judge::Question;
use kyklos_exec::{Facts, Point};
use kyklos_flow::Program;
use kyklos_interp::Valid;
use kyklos_shape::Relevance;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A question about a program.
pub(crate) struct Task {
    /// The program, which is well formed.
    pub valid: Valid,
    pub question: Question,
    pub facts: Facts,
    /// From where the places can be reached.
    pub relevance: Relevance,
    /// The places that the question is about.
    pub places: BTreeSet<Point>,
}

impl Task {
    /// To answer a question about a program.
    pub(crate) fn new(program: Arc<Program>, question: Question) -> Result<Self, CheckError> {
        let valid = Valid::new(program)?;
        let program = valid.program();
        let places = question.places(program);
        let locations = places.iter().map(|point| (point.procedure, point.location));
        let relevance = Relevance::of(program, locations);
        let facts = Facts::of(program);
        Ok(Self { valid, question, facts, relevance, places })
    }

    /// The program.
    pub(crate) fn program(&self) -> &Program {
        self.valid.program()
    }
}
