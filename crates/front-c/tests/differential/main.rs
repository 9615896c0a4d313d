//! C programs, run by the interpreter and, compiled by the system's C compiler, by the machine:
//! both must come to the same results.
//!
//! The programs avoid what C leaves undefined, but for signed overflow, which
//! the compiler is told to wrap as the front end does.

mod floats;
mod functions;
mod generator;
mod native;
mod programs;
mod types;
