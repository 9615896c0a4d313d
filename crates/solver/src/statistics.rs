//! What the layers counted.

use std::fmt;
use std::time::Duration;

/// Counters of a whole chain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The layers from the outermost to the back end.
    pub layers: Vec<LayerStatistics>,
    /// Queries answered from the cache because the same was asked before.
    pub cache_exact: u64,
    /// Queries answered from the cache by a smaller or larger one asked before.
    pub cache_related: u64,
    /// Models on which quantified formulas were evaluated.
    pub lazy_rounds: u64,
    /// Calls of the back end's solver (a query with quantifiers may take several).
    pub backend_calls: u64,
    /// `Sat` answers of the back end.
    pub backend_sat: u64,
    /// `Unsat` answers of the back end.
    pub backend_unsat: u64,
    /// Queries the back end could not answer.
    pub backend_unknown: u64,
    /// Models of the back end that did not satisfy the formula; their queries count as unknown.
    pub models_rejected: u64,
    /// Processor time spent in the back end; of another process, the time that it took.
    pub backend_time: Duration,
    /// The part of it for which another process was waited.
    pub outside_time: Duration,
    /// Queries written to files.
    pub logged: u64,
    /// Queries that could not be written.
    pub log_failures: u64,
}

/// Counters of one layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerStatistics {
    /// The layer's name.
    pub name: &'static str,
    /// Queries that reached it.
    pub asked: u64,
    /// Queries that it answered without asking on.
    pub answered: u64,
}

impl LayerStatistics {
    /// A layer that was asked nothing yet.
    pub fn new(name: &'static str) -> Self {
        Self { name, asked: 0, answered: 0 }
    }
}

impl Statistics {
    /// How many queries were asked.
    pub fn queries(&self) -> u64 {
        self.layers.first().map_or(0, |layer| layer.asked)
    }

    /// The counters of the layer of this name.
    pub fn layer(&self, name: &str) -> Option<&LayerStatistics> {
        self.layers.iter().find(|layer| layer.name == name)
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} solver queries", self.queries())?;
        for layer in &self.layers {
            writeln!(f, "  {:<10} asked {:>8}, answered {:>8}", layer.name, layer.asked, layer.answered)?;
        }
        writeln!(f, "  cache: {} exact, {} related", self.cache_exact, self.cache_related)?;
        writeln!(
            f,
            "  back end: {} calls, {} sat, {} unsat, {} unknown, {} models rejected, {:.3} s",
            self.backend_calls,
            self.backend_sat,
            self.backend_unsat,
            self.backend_unknown,
            self.models_rejected,
            self.backend_time.as_secs_f64()
        )
    }
}
