//! Kyklos: a symbolic executor for programs with loops.
//!
//! This crate is the library's face: it ties the rooms of the house together.
//!
//! - [`load`](mod@load): source files of any language → flowgraph;
//! - [`check`](mod@check): the pipeline of `check` and `reach`: explore, judge, replay, report;
//! - `filter`: techniques that cover explore before others; [`portfolio`]: several explorations of one program, of which the first answer is taken;
//! - [`judge`], [`replay`]: what becomes of a path that ends in an error;
//! - [`native`]: replays of findings in C programs as machine code;
//! - [`loops`](mod@loops): what is known of each loop;
//! - [`condition`](mod@condition): what every run that comes to a place satisfies;
//! - [`mod@annotations`]: conditions under which nothing goes wrong from a line on;
//! - [`mod@costs`]: how many queries will speak of a variable; [`mod@techniques`]: the table of techniques; [`place`]: the places that users name.
//!
//! The parts are there under their own names: [`base`], [`flow`], [`interp`],
//! [`microc`], [`exec`], [`iterated`], [`solver`], [`term`], [`report`].

pub mod annotations;
mod board;
pub mod chains;
pub mod check;
pub mod condition;
pub mod costs;
mod counts;
mod explore;
mod filter;
pub mod judge;
mod ledger;
pub mod load;
pub mod loops;
pub mod native;
pub mod place;
mod places;
pub mod portfolio;
pub mod replay;
mod task;
pub mod techniques;
mod unasked;

pub use kyklos_base as base;
pub use kyklos_exec as exec;
pub use kyklos_flow as flow;
pub use kyklos_front_c as c;
pub use kyklos_front_microc as microc;
pub use kyklos_interp as interp;
pub use kyklos_loops as iterated;
pub use kyklos_report as report;
pub use kyklos_solver as solver;
pub use kyklos_term as term;

pub use board::Board;
pub use chains::chains;
pub use check::{CheckError, CheckOptions, Progress, check, check_with, reach};
pub use condition::{Feasibility, condition, feasible};
pub use load::{Language, LoadError, LoadOptions, Loaded, load, load_all, parse_microc};
pub use loops::loops;
pub use native::Native;
pub use place::{PlaceError, find_place};
pub use portfolio::Lane;
pub use techniques::select;

/// The stack of a thread that works on programs. That is reserved address space; memory is taken only as it is used.
const STACK: usize = 1 << 30;

/// Runs a function on a thread with a stack large enough for the deepest
/// programs that the front ends accept, and gives its result.
///
/// A panic inside goes on outside.
pub fn on_large_stack<R: Send>(work: impl FnOnce() -> R + Send) -> std::io::Result<R> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
