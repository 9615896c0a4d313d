//! Closed forms against the composition of iterations, one by one.

mod arrays;
mod harness;
mod numbers;
