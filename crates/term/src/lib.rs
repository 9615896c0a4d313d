//! Hash-consed terms: what Kyklos knows of values symbolically.
//!
//! A [`Term`] is a small id; equal terms are one id. All terms are made by the
//! constructors of [`Terms`], which bring them to a normal form:
//!
//! - integer sums are polynomials, so equal linear expressions are one id;
//! - comparisons are `p ≤ 0` or `p = 0` over such a polynomial, divided by the
//!   common divisor of its coefficients;
//! - turning bits over, shifts by constants, extraction and concatenation are
//!   `-1 - x`, products, quotients and remainders by powers of two, and sums of
//!   those; only what has no such form is a bit operation ([`bits`]);
//! - negation is pushed inward; conjunctions and disjunctions are flat sets.
//!
//! Where things are: [`store`] the table of terms; [`arith`], [`logic`],
//! [`arrays`], [`bits`] the constructors with their rewrite rules (each rule's comment
//! says `match:` and `result:`, and each is proved by a solver in the tests of
//! the solver crate); [`forall`] the removal of bounded quantifiers; [`walk`]
//! traversal, free symbols, substitution; [`eval`] models; [`bounds`] intervals;
//! [`known`] known bits; [`floats`] floating point operations; [`integers`] bit operations spelled out in integers;
//! [`print`](mod@print) for people; [`smtlib`] for solvers.
//!
//! Unknown values ★ absorb: any computation with ★ is ★ as a whole, and a
//! predicate over ★ is unconstrained. Negation being pushed inward, such a
//! predicate stands only where making it true makes the formula weaker; so
//! reading it as true gives a formula that allows at least what the truth allows.

pub mod arith;
pub mod arrays;
pub mod bits;
pub mod bounds;
pub mod eval;
pub mod floats;
pub mod forall;
pub mod integers;
pub mod known;
pub mod logic;
mod pieces;
pub mod print;
pub mod smtlib;
pub mod store;
pub mod walk;

pub use bounds::Interval;
pub use eval::{FunctionModel, Model, Value};
pub use known::KnownBits;
pub use store::{BitOp, Node, Quantifier, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
