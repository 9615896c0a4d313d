//! The decisions of one run.

use crate::run::{ArgumentError, LoadError, Observer, RunReport, Scripted, Taken};
use crate::{Interpreter, Limits};
use kyklos_base::Int;
use kyklos_flow::{EdgeId, Instruction, ProcedureId, Program};
use thiserror::Error;

/// A run and the way it took.
#[derive(Debug)]
pub struct Trace {
    /// How the run went.
    pub report: RunReport,
    /// The edges with a condition that it took, in order.
    pub decisions: Vec<(ProcedureId, EdgeId)>,
    /// Whether there were more of them than were asked for.
    pub cut: bool,
    /// What the program wrote.
    pub outputs: Vec<Int>,
}

/// Why a program was not run at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TraceError {
    /// It cannot be run.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// It takes other arguments.
    #[error(transparent)]
    Arguments(#[from] ArgumentError),
}

/// Runs a program on these arguments and inputs and tells its first `most` decisions.
pub fn trace(
    program: &Program,
    arguments: &[Int],
    inputs: Vec<Int>,
    limits: &Limits,
    most: usize,
) -> Result<Trace, TraceError> {
    let interpreter = Interpreter::new(program)?;
    let mut environment = Scripted::new(inputs);
    let mut recorder = Recorder { program, decisions: Vec::new(), most, cut: false };
    let report = interpreter.run_observed(arguments, &mut environment, limits, &mut recorder)?;
    Ok(Trace { report, decisions: recorder.decisions, cut: recorder.cut, outputs: environment.outputs })
}

struct Recorder<'p> {
    program: &'p Program,
    decisions: Vec<(ProcedureId, EdgeId)>,
    most: usize,
    cut: bool,
}

impl Observer for Recorder<'_> {
    fn edge(&mut self, procedure: ProcedureId, edge: EdgeId, _depth: usize) {
        let instruction = &self.program.procedures[procedure].edges[edge].instruction;
        if !matches!(instruction, Instruction::Assume { .. }) {
            return;
        }
        if self.decisions.len() < self.most {
            self.decisions.push((procedure, edge));
        } else {
            self.cut = true;
        }
    }

    fn rounds(&mut self, edges: &[Taken], times: u64) {
        for _ in 0..times {
            let before = self.decisions.len();
            edges.iter().for_each(|taken| self.edge(taken.procedure, taken.edge, taken.depth));
            // No more are kept, or there are none.
            if self.decisions.len() == before {
                break;
            }
        }
    }
}
