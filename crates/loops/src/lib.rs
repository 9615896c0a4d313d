//! Loops as formulas over path counters κ.
//!
//! A state at a loop's head is made general ([`cells`]): symbols stand for all
//! that the loop changes. From there one iteration is rehearsed along each path
//! that leads back ([`cycle`], [`inner`]). What the path does to the symbols is
//! brought into closed form ([`recurrence`]), which gives the path's template
//! ([`templates`]), also one for numbers that wrap ([`wrapping`]); it is checked on demand ([`verify`]). [`describe`] tells people of them.
//!
//! A loop technique says what becomes of a state at a loop's head ([`technique`]): [`compact`], [`covering`],
//! [`summary`]. What
//! they share is one feature of the engine ([`visits`], with `settle`, `retry`, `circles`, `concrete`).

pub mod cells;
mod circles;
pub mod compact;
mod concrete;
pub mod covering;
pub mod cycle;
pub mod describe;
pub mod inner;
pub mod navigate;
pub mod recurrence;
mod retry;
mod settle;
pub mod summary;
pub mod technique;
pub mod templates;
pub mod verify;
pub mod visits;
mod wrapping;

pub use compact::{COMPACT, Compact, TEMPLATE_CHOICE, TemplateChoice};
pub use covering::{APC, Covering};
pub use navigate::{NAVIGATE, Navigate};
pub use summary::{SUMMARY, Summary};
pub use technique::LoopTechnique;
pub use visits::{CONCRETE_STEPS, LoopFeature, SELF_CHECK};
