//! The C front end: source text → typed tree → flowgraph.
//!
//! - [`options`]: how a program is read;
//! - [`spans`]: where the bytes of preprocessed text come from;
//! - [`ctype`], [`tree`]: C's types, and the typed syntax tree;
//! - `check`: parsed text → typed tree; `lower`: typed tree → flowgraph;
//! - [`library`]: functions of C's library that the front end knows.

mod check;
pub mod ctype;
pub mod library;
pub mod lower;
pub mod options;
pub mod spans;
pub mod tree;

pub use options::{DataModel, Options};
