//! Techniques against too many paths. [`merging`] joins states that meet at one place; [`subsume`] ends
//! those that others have shown to be harmless.

pub mod merging;
pub mod subsume;

pub use merging::{KAPPA, LIMIT_COST, MERGE, Merging};
pub use subsume::{Annotation, SUBSUME, Subsume};
