//! The pipeline of `check` and `reach`: explore, judge, replay, report.

use crate::board::Board;
use crate::explore::Outcome;
use crate::filter::explore_filtered;
use crate::judge::Question;
use crate::native::Native;
use crate::portfolio::{self, Lane};
use crate::task::Task;
use crate::techniques::select;
use crate::unasked;
use kyklos_base::{Budget, Sources, Span};
use kyklos_exec::{Feature, Limits, Options, Point, Selection, Settings, Strategy, SymbolicIndex};
use kyklos_flow::{CheckClass, Instruction, ProcedureBuilder, Program, Type};
use kyklos_report::{Assumption, Report, Verdict};
use kyklos_solver::{ChainOptions, SolverError};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// What an analysis may do.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The kinds of errors to look for. Default is all but overflow.
    pub checks: Vec<CheckClass>,
    /// The order of exploration. Default is `bfs`.
    pub strategy: Strategy,
    /// How symbolic indices are treated. Default is `Ite`.
    pub symbolic_index: SymbolicIndex,
    /// The most time for one query. Default is 2 s.
    pub solver_timeout: Duration,
    /// Seed of all random choices. Default is 0.
    pub seed: u64,
    /// Goes on after the first error. Default is no.
    pub all_errors: bool,
    /// The most branches on a path, and the most forks. Default is no limit.
    pub limits: Limits,
    /// The solver chain. Default is Z3 in process.
    pub chain: ChainOptions,
    /// The techniques. Default is compact.
    pub techniques: Selection,
    /// The options of techniques. Default is none.
    pub settings: Settings,
    /// Explores all paths, also those from which nothing that is asked for can be reached. Default is no.
    pub every_path: bool,
    /// The program as machine code, to replay findings natively too. Default is none.
    pub native: Option<Native>,
    /// The most work, in about nanoseconds: then time is over, whatever the clock says, and at the same point in each run. It
    /// holds for a single exploration, not for a portfolio. Default is no limit.
    pub most_work: Option<u64>,
    /// The lanes that look for the answer, each with these options as it changes them. Default is none: there is one
    /// exploration, as these options say.
    pub portfolio: Vec<Lane>,
    /// How many of them run at a time. Default is 1: they take turns.
    pub jobs: usize,
    /// What was assumed when the program was read. Every verdict rests on it. Default is nothing.
    pub assumptions: Vec<Assumption>,
    /// Where what is found is noted at once.
    pub board: Board,
}

impl Default for CheckOptions {
    fn default() -> Self {
        let defaults = Options::default();
        Self {
            checks: CheckClass::ALL.into_iter().filter(|class| *class != CheckClass::Overflow).collect(),
            strategy: Strategy::default(),
            symbolic_index: defaults.symbolic_index,
            solver_timeout: defaults.solver_timeout,
            seed: defaults.seed,
            all_errors: false,
            limits: Limits::default(),
            chain: ChainOptions::default(),
            techniques: select("compact").unwrap_or_default(),
            settings: Settings::default(),
            every_path: false,
            native: None,
            most_work: None,
            portfolio: Vec::new(),
            jobs: 1,
            assumptions: Vec::new(),
            board: Board::default(),
        }
    }
}

impl CheckOptions {
    /// Those of the engine.
    pub(crate) fn engine(&self) -> Options {
        Options {
            symbolic_index: self.symbolic_index,
            solver_timeout: self.solver_timeout,
            seed: self.seed,
            effort: self.chain.effort.clone(),
            ..Options::default()
        }
    }
}

/// How far an analysis is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Paths explored to their end.
    pub paths: u64,
    /// States that wait.
    pub waiting: usize,
    /// Edges executed, and edges in all.
    pub coverage: (usize, usize),
    /// Questions to the solver chain.
    pub queries: u64,
}

/// Why there is no analysis.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The solver does not work.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The program's graph cannot be executed.
    #[error(transparent)]
    Program(#[from] kyklos_interp::LoadError),
    /// A lane of the portfolio has techniques or options that there are not.
    #[error("it cannot be a lane: {0}")]
    Lane(String),
    /// A thread could not be started.
    #[error("no thread could be started: {0}")]
    Thread(std::io::Error),
    /// A parameter of the procedure at which execution starts cannot be an input.
    #[error("the parameter `{parameter}` of `{procedure}` is not a number")]
    Parameter {
        /// The parameter.
        parameter: String,
        /// The procedure.
        procedure: String,
    },
}

/// Looks for errors of the kinds that the options name.
pub fn check(
    program: &Program,
    options: &CheckOptions,
    budget: Budget,
    progress: &mut dyn FnMut(Progress),
) -> Result<Report, CheckError> {
    check_with(program, options, budget, progress, &mut [])
}

/// The same, with features of the caller's own, which come before all others.
pub fn check_with(
    program: &Program,
    options: &CheckOptions,
    budget: Budget,
    progress: &mut dyn FnMut(Progress),
    own: &mut [&mut dyn Feature],
) -> Result<Report, CheckError> {
    let question = Question::Errors(options.checks.clone());
    analyse(program, question, options, budget, progress, own)
}

/// Asks whether a run comes to one of the points. If there are none, it does not.
pub fn reach(
    program: &Program,
    points: Vec<Point>,
    options: &CheckOptions,
    budget: Budget,
    progress: &mut dyn FnMut(Progress),
) -> Result<Report, CheckError> {
    if points.is_empty() {
        // No location is asked for, so there is nothing to execute.
        let mut start = ProcedureBuilder::new("main", Span::nowhere(), None);
        start.edge(start.entry(), start.exit(), Instruction::Return { value: None }, Span::nowhere());
        let mut nothing = Program { sources: program.sources.clone(), ..Program::default() };
        nothing.main = Some(nothing.procedures.push(start.finish()));
        return analyse(&nothing, Question::Reach(points), options, budget, progress, &mut []);
    }
    analyse(program, Question::Reach(points), options, budget, progress, &mut [])
}

fn analyse(
    program: &Program,
    question: Question,
    options: &CheckOptions,
    budget: Budget,
    progress: &mut dyn FnMut(Progress),
    own: &mut [&mut dyn Feature],
) -> Result<Report, CheckError> {
    check_parameters(program)?;
    let reach = matches!(question, Question::Reach(_));
    options.board.begin(&program.sources, reach, &options.assumptions);
    // Lanes may have to be left behind, so they own what they use.
    let task = Arc::new(Task::new(Arc::new(program.clone()), question)?);
    let outcome = match options.portfolio.is_empty() {
        true => explore_filtered(&task, options, budget.clone(), progress, own)?,
        false => {
            let lanes = portfolio::lanes_for(&task, &options.portfolio);
            portfolio::explore(&task, options, &lanes, &budget, progress)?
        }
    };
    let mut assumptions = options.assumptions.clone();
    if outcome.is_complete() && outcome.findings.is_empty() {
        let ends = unasked::decided(&task, options, &budget, outcome.ends.clone());
        assumptions.extend(ends.assumptions(program, &task.question));
    }
    let mut report = report(program, &task.question, outcome);
    report.assumptions = assumptions;
    report.statistics.time = budget.elapsed();
    report.statistics.cpu_time = kyklos_base::budget::cpu_time();
    report.statistics.peak_memory = kyklos_base::budget::peak_resident_bytes();
    Ok(report)
}

/// Execution starts with inputs as arguments, so all parameters must be numbers.
pub(crate) fn check_parameters(program: &Program) -> Result<(), CheckError> {
    let Some(main) = program.main.map(|main| &program.procedures[main]) else { return Ok(()) };
    let variables = main.parameter_ids().map(|parameter| &main.variables[parameter]);
    let mut others =
        variables.filter(|variable| !matches!(program.types.get(variable.ty), Some(Type::Int(_))));
    match others.next() {
        Some(variable) => {
            Err(CheckError::Parameter { parameter: variable.name.clone(), procedure: main.name.clone() })
        }
        None => Ok(()),
    }
}

fn report(program: &Program, question: &Question, outcome: Outcome) -> Report {
    let complete = outcome.is_complete();
    let reach = matches!(question, Question::Reach(_));
    let verdict = match (reach, outcome.findings.is_empty(), complete) {
        (false, false, _) => Verdict::Unsafe,
        (true, false, _) => Verdict::Reachable,
        (false, true, true) => Verdict::Safe,
        (true, true, true) => Verdict::Unreachable,
        (_, true, false) => Verdict::Unknown,
    };
    let mut incomplete = outcome.open;
    incomplete.sort_by_key(|open| (open.span.file, open.span.start));
    let sources: &Sources = &program.sources;
    let file = sources.iter().next().map_or(String::new(), |(_, file)| file.name().to_owned());
    Report {
        sources: sources.clone(),
        file,
        verdict,
        findings: outcome.findings,
        incomplete,
        assumptions: Vec::new(),
        faults: outcome.faults,
        statistics: outcome.statistics,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kyklos_base::SourceFile;

    #[test]
    fn nothing_is_safe_with_a_fault() {
        let (program, _) =
            kyklos_front_microc::load(SourceFile::new("a.uc", "main() { return 0; }")).unwrap();
        let verdict = |faults: Vec<String>| {
            let report =
                report(&program, &Question::Errors(Vec::new()), Outcome { faults, ..Outcome::default() });
            (report.verdict, report.faults)
        };
        assert_eq!(verdict(Vec::new()), (Verdict::Safe, Vec::new()));
        let fault = "the self-check of the loop at a.uc:1:2 failed: `i` is wrong".to_owned();
        assert_eq!(verdict(vec![fault.clone()]), (Verdict::Unknown, vec![fault]));
    }
}
