//! The symbolic execution engine.
//!
//! A [`State`] is a path's end: location, memory, path condition. The engine
//! ([`explore`]) takes states from a [`Worklist`] and executes them ([`step`]);
//! [`Feature`]s intercept it. The engine names no technique: whatever ends,
//! replaces or watches states plugs in as a feature, whatever orders them as a
//! [`search::Search`].
//!
//! - [`state`], [`value`], [`list`]: states and what they hold; forking is O(1); [`stay`]: states in loops;
//! - [`eval`], [`memory`], [`bits`], [`shapes`], [`map`]: expressions → symbolic values; `view`, `leaves`, `copying`, `address`: memory as
//!   bytes, pointers as numbers; [`mod@step`]: instructions;
//! - [`feature`], [`features`], [`search`], [`waiting`], [`notes`]: what plugs into the [`engine`], and what the
//!   engine keeps for it;
//! - [`technique`]: what a technique is to the house; [`context`]: what all of them share; [`work`]: the cost model; [`outcome`]: what comes out.
//!
//! A solver's "unknown" never prunes and never proves: the state goes on
//! without a model, and whoever reports it must ask again.

mod address;
pub mod bits;
pub mod context;
mod copying;
pub mod counts;
pub mod engine;
pub mod eval;
pub mod feature;
pub mod features;
mod layout;
mod leaves;
pub mod list;
pub mod map;
pub mod memory;
pub mod merge;
pub mod notes;
pub mod outcome;
pub mod rehearsal;
mod retype;
pub mod search;
pub mod shapes;
pub mod state;
pub mod stay;
pub mod step;
pub mod table;
pub mod technique;
pub mod value;
mod view;
pub mod waiting;
pub mod work;

pub use context::{Arithmetic, Context, Counters, Coverage, Facts, Onlooker, Options};
pub use engine::{explore, place_at, place_of, points_of};
pub use eval::SymbolicIndex;
pub use feature::{Control, Feature, Next, Reaction};
pub use features::{Limits, Relevant, Targets};
pub use kyklos_base::random;
pub use notes::{Note, Notes};
pub use outcome::{Cut, Exploration, Incomplete, PathEnd};
pub use search::{Strategy, Worklist};
pub use state::{Guarantee, InputRead, InputShape, Point, State, StateId};
pub use stay::Stay;
pub use technique::{Selection, Settings, Technique};
pub use waiting::{Waiting, Whereabouts};
pub use work::{Pace, Work};
