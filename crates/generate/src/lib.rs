//! Random microc programs that are well typed, and their twins in C [nested §5.1, §6.1].
//!
//! - [`knobs`]: what kind of programs is wanted;
//! - `function`, `statement`, `expression`: how they are made;
//! - `plant`: where a guaranteed error goes;
//! - `build`: syntax trees without positions; `c`: the twin in C.
//!
//! What every program keeps, and where it differs from the thesis' generator:
//! - All variables are written before they are read, and arrays keep their length, so only divisions, indices and
//!   pointers can fail.
//! - `input` and calls are whole right sides of assignments: C leaves the order of operands open, and the twin is to
//!   do the same.
//! - An operation that could fail comes with a guard, with the probability [`Knobs::guards`]; a loop is made to end
//!   with the probability [`Knobs::endings`] [nested §7.1].
//! - Inside loops only small numbers are multiplied, so that numbers stay of a size that can be computed with.

mod build;
mod c;
mod expression;
mod function;
pub mod knobs;
mod plant;
mod statement;

pub use knobs::{KnobError, Knobs};

use kyklos_base::random::Random;
use kyklos_front_microc::ast::Ast;

/// A program that was made.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Its syntax tree, without positions.
    pub ast: Ast,
    /// The variables of each function, parameters first, in the order of the functions.
    variables: Vec<Vec<Variable>>,
}

/// A variable and what it holds.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    kind: Kind,
}

/// What a variable holds, for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    /// So many numbers.
    Array(usize),
    /// Null, or to a number.
    Pointer,
    /// Of the fields [`FIELDS`], which are numbers.
    Record,
}

/// The fields of all records.
const FIELDS: [&str; 2] = ["first", "second"];

/// The program of a seed and an index: the same for the same knobs, whatever else is made.
pub fn generate(knobs: &Knobs, seed: u64, index: u64) -> Result<Generated, KnobError> {
    knobs.check()?;
    // Seed and index are mixed, so that neighbours do not draw the same numbers one step later.
    let mixed = Random::new(seed).draw();
    let random = Random::new(Random::new(mixed.wrapping_add(index)).draw());
    Ok(function::program(knobs, random))
}

impl Generated {
    /// The program as microc.
    pub fn microc(&self) -> String {
        kyklos_front_microc::pretty::print(&self.ast)
    }

    /// The twin in C: numbers are `long long`, inputs are `__VERIFIER_nondet_longlong()`. It does the same as the
    /// program as long as no number leaves that type.
    pub fn c(&self) -> String {
        c::print(self)
    }
}
