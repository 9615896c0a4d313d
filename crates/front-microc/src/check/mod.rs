//! What the grammar does not say: names and types. All errors of a program
//! are found in one run.
//!
//! - `names`: everything used is declared, once; only functions are called;
//!   only places are assigned to;
//! - `infer`: the types of all variables and functions, by unification;
//! - `unify`: the types while they are being found out;
//! - `words`: types, expressions and names as messages have them.
//!
//! Variables and functions have one type each: a number, a pointer, an array
//! (of any length) or a record. Types may contain themselves, through a
//! pointer or an array. Records hold no records. A type that nothing decides
//! is a number.
//!
//! A variable hides a function of the same name: within its function the name
//! is the variable, and calling it is an error.

mod infer;
mod names;
mod unify;
mod words;

pub(crate) use words::quoted;

use crate::ast::{Ast, Function};
use kyklos_base::{Diagnostic, Position, Severity};
use kyklos_flow::{TypeId, Types};
use std::collections::HashMap;

/// The types of a program that has no errors.
#[derive(Clone, Debug)]
pub struct TypedProgram {
    /// The types that the ids below stand for.
    pub types: Types,
    /// The types of each function, in the order of the source.
    pub functions: Vec<FunctionTypes>,
    /// The types of `null`, array and record literals, by where they start;
    /// no two of them start at one place.
    pub literals: HashMap<Position, TypeId>,
}

/// The types of a function.
#[derive(Clone, Debug)]
pub struct FunctionTypes {
    /// Of each parameter.
    pub parameters: Vec<TypeId>,
    /// Of each declared variable.
    pub variables: Vec<TypeId>,
    /// Of the returned value.
    pub result: TypeId,
}

/// Checks names and types. Adds all errors to `diagnostics`; the types are
/// found only if there are none.
pub fn check(ast: &Ast, diagnostics: &mut Vec<Diagnostic>) -> Option<TypedProgram> {
    let before = diagnostics.len();
    let functions = names::check(ast, diagnostics);
    let inferred = infer::infer(ast, &functions, diagnostics);
    let wrong = diagnostics[before..].iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    (!wrong).then(|| inferred.finish())
}

/// The functions of a program by name; of several of one name the first.
type Functions<'a> = HashMap<&'a str, (usize, &'a Function)>;
