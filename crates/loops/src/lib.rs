//! Loops as formulas over path counters κ.
//!
//! A state at a loop's head is made general ([`cells`]): symbols stand for all
//! that the loop changes. From there one iteration is rehearsed along each path
//! that leads back ([`cycle`], [`inner`]). What the path does to the symbols is
//! brought into closed form ([`recurrence`]), which gives the path's template
//! ([`templates`]); it is checked on demand ([`verify`]). [`compact`] uses
//! templates in the engine, where loops are not concrete anyway (`concrete`); [`describe`] tells people of them.

pub mod cells;
pub mod compact;
mod concrete;
pub mod cycle;
pub mod describe;
pub mod inner;
pub mod recurrence;
pub mod templates;
pub mod verify;

pub use compact::{Compact, TemplateChoice};
