//! Each query that reaches the back end as an SMT-LIB file.

use crate::{Answer, LayerStatistics, Query, Solver, SolverError, Statistics};
use kyklos_term::Terms;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The layer.
pub struct Log {
    folder: PathBuf,
    number: u64,
    logged: u64,
    failures: u64,
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

impl Log {
    /// The layer around another solver, writing into this folder (made if need be).
    pub fn new(folder: &Path, next: Box<dyn Solver>) -> Result<Self, SolverError> {
        std::fs::create_dir_all(folder)
            .map_err(|error| SolverError::Log { folder: folder.to_owned(), error })?;
        let (folder, layer) = (folder.to_owned(), LayerStatistics::new("log"));
        Ok(Self { folder, number: 0, logged: 0, failures: 0, layer, next })
    }

    fn write(&mut self, text: &str) -> std::io::Result<()> {
        loop {
            self.number += 1;
            let path = self.folder.join(format!("query-{:06}.smt2", self.number));
            // Files of earlier runs stay; the next free number is taken.
            match std::fs::File::create_new(&path) {
                Ok(mut file) => return file.write_all(text.as_bytes()),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Solver for Log {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.layer.asked += 1;
        let answer = self.next.solve(terms, query);
        let verdict = match &answer {
            Answer::Sat(_) => "sat".to_owned(),
            Answer::Unsat => "unsat".to_owned(),
            Answer::Unknown(reason) => format!("unknown ({})", reason.to_string().replace('\n', " ")),
        };
        let constraints = query.constraints(terms);
        let script = terms.script(&constraints, false);
        match self.write(&format!("; answer: {verdict}\n{script}")) {
            Ok(()) => self.logged += 1,
            Err(_) => self.failures += 1,
        }
        answer
    }

    fn statistics(&self, report: &mut Statistics) {
        report.layers.push(self.layer.clone());
        report.logged += self.logged;
        report.log_failures += self.failures;
        self.next.statistics(report);
    }
}
