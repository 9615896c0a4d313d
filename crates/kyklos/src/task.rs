//! What explorations have to do: a question about a program. What each of them needs to know of it for that is found out
//! once, as many may race.

use crate::check::CheckError;
use crate::judge::Question;
use kyklos_exec::{Facts, Point};
use kyklos_flow::Program;
use kyklos_interp::Valid;
use kyklos_shape::Relevance;
use std::collections::BTreeSet;

/// A question about a program.
pub(crate) struct Task<'p> {
    pub program: &'p Program,
    pub question: &'p Question,
    /// The program once more, which is well formed.
    pub valid: Valid<'p>,
    pub facts: Facts,
    /// From where the places can be reached.
    pub relevance: Relevance,
    /// The places that the question is about.
    pub places: BTreeSet<Point>,
}

impl<'p> Task<'p> {
    /// To answer a question about a program.
    pub(crate) fn new(program: &'p Program, question: &'p Question) -> Result<Self, CheckError> {
        let valid = Valid::new(program)?;
        let places = question.places(program);
        let locations = places.iter().map(|point| (point.procedure, point.location));
        let relevance = Relevance::of(program, locations);
        Ok(Self { program, question, valid, facts: Facts::of(program), relevance, places })
    }
}
