//! The flowgraph: the one form in which Kyklos knows programs.
//!
//! A [`Program`] has [`Procedure`]s; a procedure has [`Location`]s and
//! [`Edge`]s; each edge carries one [`Instruction`]. **Every error is a
//! location**: whatever can fail (a division, an array access, …) stands
//! behind a branch whose other side leads to an error location, so finding a
//! bug, proving its absence and reaching a line are one question.
//!
//! - [`types`]: the types of values;
//! - [`expr`]: expressions (pure, and never failing behind their checks) and places;
//! - [`program`]: programs, procedures, locations, edges, instructions, and their builder;
//! - [`error`]: the table of kinds of errors;
//! - [`validate`](mod@validate): what makes a graph well formed;
//! - [`text`]: the `.flow` text form, printed and parsed back;
//! - [`dot`], [`json`]: exports.

pub mod dot;
pub mod error;
pub mod expr;
pub mod json;
pub mod program;
mod signs;
pub mod text;
pub mod types;
pub mod validate;

pub use error::{CheckClass, ErrorKind};
pub use expr::{BinaryOp, Expr, Place, Root, Step, UnaryOp};
pub use program::{
    Edge, EdgeId, Endless, ErrorSite, Global, GlobalId, Input, Instruction, Location, LocationId,
    LocationKind, Procedure, ProcedureBuilder, ProcedureId, Program, Unreached, Variable, VariableId,
    VariableKind,
};
pub use types::{Field, IntType, Layout, MOST_BITS, Type, TypeId, Types};
pub use validate::{Defect, validate};
