//! Experiments: programs × configurations, each run in a process of its own under limits, and what is made of the
//! results.
//!
//! - [`suite`]: what is to be run and which tables are to come out, read from TOML or from a folder of tasks;
//! - [`plan`]: a suite resolved into runs, with hashes of all that matters for their results;
//! - [`process`]: one run under limits; [`schedule`]: all runs, several at a time;
//! - [`store`]: the finished runs, so that a run that was killed can go on;
//! - [`result`](mod@result): outcomes, points and totals;
//! - [`summary`]: the results as JSON and CSV; [`compare`](mod@compare): two summaries side by side;
//! - [`table`], [`page`]: the tables of the papers, and the page that shows them.

pub mod compare;
pub mod page;
pub mod plan;
pub mod process;
pub mod result;
pub mod schedule;
pub mod store;
pub mod suite;
pub mod summary;
pub mod table;

use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why an experiment cannot be done.
#[derive(Debug, Error)]
pub enum BenchError {
    /// A file or folder cannot be used.
    #[error("cannot {what} `{}`: {error}", .path.display())]
    File {
        /// What was to be done with it.
        what: &'static str,
        /// Which.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// The suite is not acceptable.
    #[error("{}: {message}", .path.display())]
    Suite {
        /// The suite's file.
        path: PathBuf,
        /// What is wrong and what to do.
        message: String,
    },
    /// The results that are there are of another experiment.
    #[error("{0}")]
    Store(String),
    /// A summary is not one.
    #[error("{}: {message}", .path.display())]
    Summary {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
}

impl BenchError {
    fn file(what: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> BenchError {
        let path = path.to_owned();
        move |error| BenchError::File { what, path, error }
    }
}

/// A number that changes when the bytes change (FNV-1a).
pub(crate) fn hash(parts: &[&[u8]]) -> String {
    let mut state = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        // The length keeps ("ab", "c") and ("a", "bc") apart.
        for byte in part.iter().chain(&(part.len() as u64).to_le_bytes()) {
            state = (state ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{state:016x}")
}
