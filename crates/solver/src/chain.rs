//! The chain of layers, wired in one place.

use crate::affine::Affine;
use crate::breaks::{Breaking, Breaks};
use crate::cache::Cache;
use crate::deep::Deep;
use crate::expand::Expand;
use crate::fold::Fold;
use crate::intervals::Intervals;
use crate::lazy::Lazy;
use crate::log::Log;
use crate::models::Models;
use crate::near::Near;
use crate::process::Process;
use crate::ranges::Ranges;
use crate::slices::Slices;
use crate::z3::Z3;
use crate::{Effort, Interrupt, Solver};
use std::path::PathBuf;

/// What the chain is made of.
#[derive(Clone, Debug)]
pub struct ChainOptions {
    /// Who answers in the end. Default is Z3 in process.
    pub backend: Backend,
    /// Where queries that reach the back end are written to. Default is nowhere.
    pub log_dir: Option<PathBuf>,
    /// The handle that stops the chain. Default is one that nobody else has.
    pub interrupt: Interrupt,
    /// Where the back end counts its work. Default is a counter that nobody else has.
    pub effort: Effort,
    /// What is done between the pieces of long queries. Default is that they are asked in one piece.
    pub breaks: Option<Breaks>,
    /// How many answers the cache holds before it starts anew. Default is 50,000.
    pub cache_size: usize,
    /// How many recent models are tried on each query. Default is 8.
    pub recent_models: usize,
    /// Leaves out all layers that save work or take quantifiers apart. Default is no.
    pub plain: bool,
}

/// A back end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Z3 in process.
    Z3,
    /// A process per query that reads SMT-LIB 2 from its standard input.
    Process {
        /// The program and its arguments.
        command: Vec<String>,
    },
}

/// The chain could not be made.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// Z3 could not be loaded or does not accept a script.
    #[error("Z3: {0}")]
    Z3(String),
    /// The solver process does not work.
    #[error("solver `{command}`: {why}")]
    Process {
        /// The program and its arguments.
        command: String,
        /// What is wrong with it.
        why: String,
    },
    /// The folder for queries cannot be used.
    #[error("folder for solver queries {}: {error}", folder.display())]
    Log {
        /// The folder.
        folder: PathBuf,
        /// What is wrong with it.
        error: std::io::Error,
    },
}

impl Default for ChainOptions {
    fn default() -> Self {
        Self {
            backend: Backend::Z3,
            log_dir: None,
            interrupt: Interrupt::new(),
            effort: Effort::default(),
            breaks: None,
            cache_size: 50_000,
            recent_models: 8,
            plain: false,
        }
    }
}

/// Makes the chain, outermost layer last.
pub fn chain(options: &ChainOptions) -> Result<Box<dyn Solver>, SolverError> {
    let mut solver: Box<dyn Solver> = match &options.backend {
        Backend::Z3 => Box::new(Z3::new(&options.interrupt, &options.effort)?),
        Backend::Process { command } => Box::new(Process::new(command, &options.interrupt, &options.effort)?),
    };
    if let Some(breaks) = &options.breaks {
        solver = Box::new(Breaking::new(breaks.clone(), &options.interrupt, solver));
    }
    // Below the log, which shows queries as they were asked.
    if !options.plain {
        solver = Box::new(Lazy::new(solver));
    }
    if let Some(folder) = &options.log_dir {
        solver = Box::new(Log::new(folder, solver)?);
    }
    if !options.plain {
        solver = Box::new(Affine::new(solver));
        solver = Box::new(Deep::new(solver));
        solver = Box::new(Ranges::new(solver));
        solver = Box::new(Cache::new(options.cache_size, solver));
        solver = Box::new(Intervals::new(solver));
        solver = Box::new(Slices::new(solver));
        solver = Box::new(Near::new(solver));
        solver = Box::new(Models::new(options.recent_models, solver));
        solver = Box::new(Fold::new(solver));
    }
    Ok(Box::new(Expand::new(&options.interrupt, solver)))
}
