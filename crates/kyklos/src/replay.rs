//! Replays: the interpreter, which shares no code with the symbolic side,
//! runs the inputs that were found and says where they lead.

use crate::judge::Question;
use kyklos_base::{Budget, FloatFormat, Int, Span};
use kyklos_exec::Point;
use kyklos_flow::{Edge, EdgeId, Expr, Instruction, Procedure, ProcedureId, Program};
use kyklos_interp::{
    Environment, InputRequest, Interpreter, Limits, LoadError, Observer, RunEnd, RunReport, SparseArray,
    Taken, Valid,
};
use kyklos_report::{Branch, InputData, InputValue};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io;

/// Runs inputs concretely.
pub struct Replayer<'p> {
    program: &'p Program,
    interpreter: Interpreter<'p>,
    budget: Budget,
}

/// Where a replay led.
pub enum Replay {
    /// To the point.
    Confirmed {
        /// The branches on the way.
        path: Vec<Branch>,
        /// Whether there were more.
        cut: bool,
        /// Where signed operations wrapped around.
        overflows: Vec<Span>,
        /// Of each input that was read, arguments aside, what it is in memory.
        shapes: Vec<Shape>,
    },
    /// It was stopped on the way.
    Stopped(String),
    /// Elsewhere; in words.
    Elsewhere(String),
}

/// What an input is in memory.
#[derive(Clone, Copy)]
pub struct Shape {
    /// The format, where it is a floating point number.
    pub float: Option<FloatFormat>,
    /// How many bytes it lies behind the start of what is read at once, and how many it takes, where that is known.
    pub bytes: Option<(u64, u64)>,
}

impl Shape {
    fn of(request: &InputRequest<'_>) -> Self {
        Self { float: request.ty.float(), bytes: request.bytes }
    }
}

/// Lines with overflows that are kept of a run.
const MAX_OVERFLOWS: usize = 10;
/// What a run finds that is no input.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Where objects lie, in the order in which the run looks at their addresses.
    pub addresses: Vec<Int>,
    /// What the bytes between the members of structs hold that were never written, in the order in which it looks at them.
    pub padding: Vec<u8>,
}

/// Branches that are kept of a path; runs of equal ones count once.
const MAX_BRANCHES: usize = 10_000;

impl<'p> Replayer<'p> {
    /// Prepares a program.
    pub fn new(program: &'p Program, budget: Budget) -> Result<Self, LoadError> {
        Ok(Self { program, interpreter: Interpreter::new(program)?, budget })
    }

    /// The same for one that was found well formed.
    pub fn of(valid: &'p Valid, budget: Budget) -> Self {
        Self { program: valid.program(), interpreter: valid.into(), budget }
    }

    /// Runs the inputs, with memory as it was found, and says whether they lead to the point; after so many steps,
    /// taken one by one, it is stopped.
    pub fn replay(
        &self,
        inputs: &[InputValue],
        memory: &Memory,
        point: Point,
        question: &Question,
        max_effort: Option<u64>,
    ) -> Replay {
        let values = |argument: bool| {
            inputs.iter().filter(move |input| input.argument == argument).map(|input| input.value.clone())
        };
        let number = |data: InputData| match data {
            InputData::Number(value) => Some(value),
            InputData::Array { .. } => None,
        };
        let arguments: Vec<Int> = values(true).filter_map(number).collect();
        let reached = Cell::new(false);
        let inputs = values(false).collect::<Vec<_>>().into_iter();
        let shapes = RefCell::new(Vec::new());
        let mut world = World { inputs, memory, budget: &self.budget, reached: &reached, shapes: &shapes };
        let targets = match question {
            Question::Reach(points) => points.iter().copied().collect(),
            Question::Errors(_) => BTreeSet::new(),
        };
        let mut recorder = Recorder::new(self.program, targets, &reached);
        let limits = Limits { max_effort, ends_endless: true, ..Limits::default() };
        let run = self.interpreter.run_observed(&arguments, &mut world, &limits, &mut recorder);
        let report = match run {
            Ok(report) => report,
            Err(error) => return Replay::Elsewhere(error.to_string()),
        };
        let end = Point { procedure: report.procedure, location: report.location };
        let confirmed = match question {
            Question::Errors(_) => matches!(report.end, RunEnd::Failed) && end == point,
            Question::Reach(points) => reached.get() || points.contains(&end),
        };
        match report.end {
            _ if confirmed => {
                let shapes = shapes.take();
                let Recorder { branches, cut, overflows, .. } = recorder;
                Replay::Confirmed { path: branches, cut, overflows, shapes }
            }
            RunEnd::Interrupted | RunEnd::StepLimit | RunEnd::OutOfMemory(_) => {
                let exhausted = self.budget.exhausted().map(|reason| reason.to_string());
                Replay::Stopped(exhausted.unwrap_or_else(|| report.end.to_string()))
            }
            // A graph written by hand: its expressions mean nothing there, to the symbolic side too.
            RunEnd::Undefined(what) => Replay::Stopped(format!("{what}, without a check before it")),
            _ => Replay::Elsewhere(self.describe(&report)),
        }
    }

    fn describe(&self, report: &RunReport) -> String {
        let place = kyklos_report::place(&self.program.sources, report.span);
        format!("the run ended at {place}: {}", report.end)
    }
}

/// The world of a replay: the inputs that were found, and the budget. A run that has
/// come to its target need not go on.
struct World<'a> {
    inputs: std::vec::IntoIter<InputData>,
    memory: &'a Memory,
    budget: &'a Budget,
    reached: &'a Cell<bool>,
    /// Of each input that was read, what it is in memory.
    shapes: &'a RefCell<Vec<Shape>>,
}

impl Environment for World<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> io::Result<Option<Int>> {
        self.shapes.borrow_mut().push(Shape::of(request));
        match self.inputs.next() {
            Some(InputData::Number(value)) => Ok(Some(value)),
            Some(InputData::Array { .. }) => {
                Err(io::Error::other("an array was found where a number is read"))
            }
            None => Ok(None),
        }
    }

    fn input_array(&mut self, request: &InputRequest<'_>) -> io::Result<Option<SparseArray>> {
        self.shapes.borrow_mut().push(Shape::of(request));
        match self.inputs.next() {
            Some(InputData::Array { elements, otherwise }) => {
                Ok(Some(SparseArray { entries: elements, default: otherwise }))
            }
            Some(InputData::Number(_)) => Err(io::Error::other("a number was found where an array is read")),
            None => Ok(None),
        }
    }

    fn input_whole(&mut self, request: &InputRequest<'_>) -> io::Result<Option<SparseArray>> {
        match self.inputs.as_slice().first() {
            Some(InputData::Array { .. }) => self.input_array(request),
            _ => Ok(None),
        }
    }

    fn output(&mut self, _: &Int) -> io::Result<()> {
        Ok(())
    }

    fn addresses(&mut self) -> Vec<Int> {
        self.memory.addresses.clone()
    }

    fn padding(&mut self) -> Vec<u8> {
        self.memory.padding.clone()
    }

    fn interrupted(&mut self) -> bool {
        self.reached.get() || self.budget.exhausted().is_some()
    }
}

/// Keeps the branches of a run, but not those of checks that pass.
struct Recorder<'a> {
    program: &'a Program,
    targets: BTreeSet<Point>,
    reached: &'a Cell<bool>,
    branches: Vec<Branch>,
    cut: bool,
    overflows: Vec<Span>,
}

impl<'a> Recorder<'a> {
    fn new(program: &'a Program, targets: BTreeSet<Point>, reached: &'a Cell<bool>) -> Self {
        Self { program, targets, reached, branches: Vec::new(), cut: false, overflows: Vec::new() }
    }

    fn record(&mut self, procedure: ProcedureId, edge: EdgeId) {
        let graph = &self.program.procedures[procedure];
        let Some((condition, holds)) = branch(graph, edge).filter(|_| !self.cut) else { return };
        let taken = &graph.edges[edge];
        if let Some(last) = self.branches.last_mut()
            && (last.span, last.holds) == (taken.span, holds)
        {
            last.times += 1;
            return;
        }
        if self.branches.len() >= MAX_BRANCHES {
            self.cut = true;
            return;
        }
        let condition = condition_text(self.program, graph, taken, condition);
        self.branches.push(Branch { span: taken.span, condition, holds, times: 1 });
    }
}

/// The branch that an edge takes, if it takes one: the condition and whether it
/// holds. A check that passes is none.
pub(crate) fn branch(graph: &Procedure, edge: EdgeId) -> Option<(&Expr, bool)> {
    let taken = &graph.edges[edge];
    let Instruction::Assume { condition, holds } = &taken.instruction else { return None };
    let siblings = graph.outgoing(taken.from).iter().filter(|sibling| **sibling != edge);
    let mut ends = siblings.map(|sibling| graph.edges[*sibling].to);
    let check = ends.any(|to| graph.locations[to].error().is_some());
    (!check).then_some((condition, *holds))
}

/// The condition as the source has it; that of a check is not in the source.
pub(crate) fn condition_text(program: &Program, graph: &Procedure, edge: &Edge, condition: &Expr) -> String {
    let Span { start, end, .. } = edge.span;
    let is_check = graph.locations[edge.to].error().is_some();
    let line = program.sources.line(edge.span).filter(|_| !is_check && start.line == end.line);
    let source: String = line.map_or(String::new(), |line| {
        let length = end.column.saturating_sub(start.column) as usize;
        line.chars().skip((start.column as usize).saturating_sub(1)).take(length).collect()
    });
    match source.trim() {
        "" => kyklos_flow::text::expr_text(program, graph, condition),
        text => text.to_owned(),
    }
}

impl Observer for Recorder<'_> {
    fn overflowed(&mut self, procedure: ProcedureId, edge: EdgeId) {
        let span = self.program.procedures[procedure].edges[edge].span;
        let line = |span: &Span| (span.file, span.start.line);
        let is_new = self.overflows.iter().all(|known| line(known) != line(&span));
        if is_new && !self.reached.get() && self.overflows.len() < MAX_OVERFLOWS {
            self.overflows.push(span);
        }
    }

    fn edge(&mut self, procedure: ProcedureId, edge: EdgeId, _: usize) {
        let from = self.program.procedures[procedure].edges[edge].from;
        if self.reached.get() || self.targets.contains(&Point { procedure, location: from }) {
            self.reached.set(true);
            return;
        }
        self.record(procedure, edge);
    }

    fn rounds(&mut self, edges: &[Taken], times: u64) {
        if self.reached.get() {
            return;
        }
        for round in 0..times {
            let before = self.branches.len();
            edges.iter().for_each(|taken| self.record(taken.procedure, taken.edge));
            if self.cut {
                return;
            }
            // All branches of a round that adds no entry are like the last one.
            if self.branches.len() == before {
                let graph = |taken: &&Taken| &self.program.procedures[taken.procedure];
                let branches =
                    edges.iter().filter(|taken| branch(graph(taken), taken.edge).is_some()).count();
                if let Some(last) = self.branches.last_mut() {
                    last.times += (times - round - 1) * branches as u64;
                }
                return;
            }
        }
    }
}
