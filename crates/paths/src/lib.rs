//! Techniques against too many paths. [`merging`] joins states that meet at one place.

pub mod merging;

pub use merging::{KAPPA, LIMIT_COST, MERGE, Merging};
