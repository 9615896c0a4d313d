//! Facts about flowgraphs alone, without any execution.
//!
//! - [`dominators`]: what every way to a location passes;
//! - [`loops`]: natural loops and their nest;
//! - [`backbones`]: the acyclic complete paths of a procedure [apc §2.1];
//! - [`cycles`]: cyclic paths with their entry and exits [compact Def. 1];
//! - [`induced`]: a loop as a program of its own, whose backbones are the
//!   loop's iterations [apc §2.1];
//! - [`liveness`], [`relevance`]: what may still be read, what may still be reached; [`order`]: where paths meet;
//! - [`bounded`]: the first few items of an enumeration, and whether there are more.
//!
//! Backbones and cycles can be exponentially many. They are enumerated lazily,
//! in the order of edges, and the work between two of them is polynomial: the
//! search never enters a part of the graph from which no path can be completed.
//!
//! A path is the list of its edges, not of its locations: two edges between the
//! same locations carry different instructions and make different paths.

pub mod backbones;
pub mod bounded;
pub mod cycles;
pub mod dominators;
pub mod induced;
pub mod liveness;
pub mod loops;
pub mod order;
mod paths;
pub mod relevance;

pub use backbones::Backbones;
pub use bounded::Bounded;
pub use cycles::{Cycle, Cycles};
pub use dominators::Dominators;
pub use induced::Induced;
pub use liveness::Liveness;
pub use loops::{Loop, LoopId, Loops};
pub use order::Order;
pub use relevance::Relevance;
