//! Facts about flowgraphs alone, without any execution: [`dominators`] and
//! natural [`loops`].

pub mod dominators;
pub mod loops;

pub use dominators::Dominators;
pub use loops::{Loop, LoopId, Loops};
