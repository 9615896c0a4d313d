//! Ground floor of Kyklos: what every other crate may use.
//!
//! - [`source`]: source files, positions and spans;
//! - [`diagnostic`]: messages that show the source line they speak of;
//! - [`table`]: typed ids and tables indexed by them;
//! - [`int`]: integers of any size, small ones inline; [`float`]: floating point numbers as patterns of bits;
//! - [`budget`]: limits on time and memory; [`outside`]: processes and folders that are to go with this one;
//! - [`thread_time`]: the processor time of single threads;
//! - [`random`]: random numbers, the same on every machine.

pub mod budget;
pub mod diagnostic;
pub mod float;
pub mod int;
pub mod outside;
pub mod random;
pub mod source;
pub mod table;
pub mod thread_time;

pub use budget::{Budget, Exhausted};
pub use diagnostic::{Diagnostic, Severity};
pub use float::{FloatFormat, FloatOp};
pub use int::Int;
pub use source::{FileId, Position, SourceFile, Sources, Span};
pub use table::Table;
