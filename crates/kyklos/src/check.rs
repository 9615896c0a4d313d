//! The pipeline of `check` and `reach`: explore, judge, replay, report.

use crate::judge::{Judge, Question};
use crate::native::Native;
use crate::replay::Replayer;
use crate::techniques::select;
use kyklos_base::budget::peak_resident_bytes;
use kyklos_base::{Budget, Sources, Span};
use kyklos_exec::{
    Context, Exploration, Feature, Limits, Options, Point, Selection, Settings, Strategy, SymbolicIndex,
    Targets, Worklist, explore,
};
use kyklos_flow::{CheckClass, Instruction, ProcedureBuilder, Program, Type};
use kyklos_report::{Open, Report, Statistics, Verdict};
use kyklos_solver::{ChainOptions, SolverError, chain};
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
    /// The program as machine code, to replay findings natively too. Default is none.
    pub native: Option<Native>,
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
            techniques: select("auto").unwrap_or_default(),
            settings: Settings::default(),
            native: None,
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
    let solver = chain(&options.chain)?;
    let replayer = Replayer::new(program, budget.clone())?;
    let mut targets = Targets::default();
    if let Question::Reach(points) = &question {
        targets.points.extend(points);
    }
    let mut context = Context::new(program, solver, budget, options.engine());
    let mut judge = Judge::new(question, replayer, options.native.as_ref(), options.all_errors);
    let mut limits = options.limits.clone();
    let mut meter = Meter { progress };
    let mut worklist = Worklist::new(options.strategy);
    let mut techniques = options.techniques.features(&options.settings, options.seed);
    let mut features: Vec<&mut dyn Feature> = Vec::new();
    for feature in own {
        features.push(&mut **feature);
    }
    features.extend([&mut targets as &mut dyn Feature, &mut limits]);
    features.extend(techniques.iter_mut().map(|technique| technique.as_feature()));
    features.extend([&mut judge as &mut dyn Feature, &mut meter]);
    let exploration = explore(&mut context, &mut worklist, &mut features);
    Ok(report(&context, judge, exploration))
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

/// Tells how far the analysis is.
struct Meter<'a> {
    progress: &'a mut dyn FnMut(Progress),
}

impl Feature for Meter<'_> {
    fn tick(&mut self, context: &Context<'_>, waiting: usize) {
        (self.progress)(Progress {
            paths: context.counters.paths,
            waiting,
            coverage: (context.coverage.count(), context.coverage.total()),
            queries: context.counters.queries,
        });
    }
}

fn report(context: &Context<'_>, mut judge: Judge<'_>, exploration: Exploration) -> Report {
    judge.faults.extend_from_slice(&context.faults);
    let cut = exploration.incomplete.into_iter();
    let mut incomplete: Vec<Open> = cut
        .map(|cut| Open { span: cut.span, in_loop: cut.in_loop, why: cut.why, paths: cut.paths })
        .chain(judge.open())
        .collect();
    incomplete.sort_by_key(|open| (open.span.file, open.span.start));
    let reach = matches!(judge.question, Question::Reach(_));
    let complete = incomplete.is_empty() && judge.faults.is_empty() && !exploration.stopped;
    let verdict = match (reach, judge.findings.is_empty(), complete) {
        (false, false, _) => Verdict::Unsafe,
        (true, false, _) => Verdict::Reachable,
        (false, true, true) => Verdict::Safe,
        (true, true, true) => Verdict::Unreachable,
        (_, true, false) => Verdict::Unknown,
    };
    let sources: &Sources = &context.program.sources;
    let file = sources.iter().next().map_or(String::new(), |(_, file)| file.name().to_owned());
    Report {
        sources: sources.clone(),
        file,
        verdict,
        findings: judge.findings,
        incomplete,
        faults: judge.faults,
        statistics: statistics(context),
    }
}

fn statistics(context: &Context<'_>) -> Statistics {
    let mut chain = kyklos_solver::Statistics::default();
    context.solver().statistics(&mut chain);
    let counters = &context.counters;
    Statistics {
        paths: counters.paths,
        states: counters.states,
        forks: counters.forks,
        instructions: counters.instructions,
        queries: counters.queries,
        failures: counters.failures,
        stands_for: counters.stands_for.clone(),
        without_error: counters.without_error.clone(),
        techniques: counters.techniques.clone(),
        cache_hits: chain.cache_exact + chain.cache_related,
        layers: chain.layers.iter().map(|layer| (layer.name, layer.answered)).collect(),
        solver_time: counters.solver_time,
        time: context.budget.elapsed(),
        peak_memory: peak_resident_bytes(),
        coverage: (context.coverage.count(), context.coverage.total()),
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
        let mut context = Context::new(
            &program,
            chain(&ChainOptions::default()).unwrap(),
            Budget::unlimited(),
            Options::default(),
        );
        let verdict = |context: &Context<'_>| {
            let replayer = Replayer::new(&program, Budget::unlimited()).unwrap();
            let judge = Judge::new(Question::Errors(Vec::new()), replayer, None, false);
            let report = report(context, judge, Exploration::default());
            (report.verdict, report.faults)
        };
        assert_eq!(verdict(&context), (Verdict::Safe, Vec::new()));
        let fault = "the self-check of the loop at a.uc:1:2 failed: `i` is wrong".to_owned();
        context.faults.push(fault.clone());
        assert_eq!(verdict(&context), (Verdict::Unknown, vec![fault]));
    }
}
