//! What Kyklos tells of a program: [`Report`], in one of several forms ([`format`](mod@format)); what is known of its
//! loops ([`loops`]). A report says exactly what was shown: what was found, what
//! was proved, what that rests on, and otherwise what stopped the tool and where.

pub mod assumption;
pub mod chains;
pub mod condition;
pub mod format;
pub mod json;
pub mod loops;
pub mod terminal;

pub use assumption::{Assumption, AssumptionKind};
pub use format::Format;

use kyklos_base::float::text;
use kyklos_base::{FloatFormat, Int, SourceFile, Sources, Span};
use kyklos_flow::ErrorKind;
use kyklos_flow::error::Native;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The answer to the question that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No run fails.
    Safe,
    /// A run fails, shown by a replay.
    Unsafe,
    /// A run comes to the place, shown by a replay.
    Reachable,
    /// No run comes to the place.
    Unreachable,
    /// Neither was shown.
    Unknown,
}

impl Verdict {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Unsafe => "unsafe",
            Verdict::Reachable => "reachable",
            Verdict::Unreachable => "unreachable",
            Verdict::Unknown => "unknown",
        }
    }
}

/// All that is told of one analysis.
#[derive(Clone, Debug)]
pub struct Report {
    /// The files that spans point into.
    pub sources: Sources,
    /// The program's file as the user named it.
    pub file: String,
    /// The answer.
    pub verdict: Verdict,
    /// What was found.
    pub findings: Vec<Finding>,
    /// What was left open, and why.
    pub incomplete: Vec<Open>,
    /// What the answer rests on besides the program.
    pub assumptions: Vec<Assumption>,
    /// Faults of Kyklos itself: findings whose replay went elsewhere, closed forms found wrong.
    pub faults: Vec<String>,
    /// Counters.
    pub statistics: Statistics,
}

impl Report {
    /// One that says nothing of a file without text but a verdict.
    pub fn empty(file: &str, verdict: Verdict) -> Self {
        let mut sources = Sources::new();
        sources.add(SourceFile::new(file, ""));
        Self {
            sources,
            file: file.to_owned(),
            verdict,
            findings: Vec::new(),
            incomplete: Vec::new(),
            assumptions: Vec::new(),
            faults: Vec::new(),
            statistics: Statistics::default(),
        }
    }
}

/// A failure, or a place reached, with a run that shows it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The kind of failure, or that the place was reached.
    pub kind: FindingKind,
    /// The failure in words.
    pub message: String,
    /// The place.
    pub span: Span,
    /// The function it is in.
    pub function: String,
    /// The arguments and inputs of the run, in the order they are read.
    pub inputs: Vec<InputValue>,
    /// The branches that the run takes, in order; runs of equal ones are counted.
    pub path: Vec<Branch>,
    /// Whether the path has more branches than are told.
    pub path_cut: bool,
    /// Where signed operations of the run leave the range of their type and wrap around, each line once; the first ones.
    pub overflows: Vec<Span>,
    /// How the finding was confirmed.
    pub replay: &'static str,
    /// What a run as machine code showed, if one was asked for.
    pub native: Option<NativeRun>,
}

/// What a finding shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// An error.
    Error(ErrorKind),
    /// That a run comes to the place.
    Reached,
}

impl FindingKind {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::Error(kind) => kind.name(),
            FindingKind::Reached => "reached",
        }
    }

    /// How a run as machine code shows it; `None` if no run does.
    pub fn native(self) -> Option<&'static Native> {
        match self {
            FindingKind::Error(kind) => kind.native(),
            FindingKind::Reached => None,
        }
    }
}

/// What a run of a finding's inputs as machine code showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NativeRun {
    /// The same error.
    Confirmed,
    /// Something else, as a sentence about the native run.
    Different(String),
    /// Nothing that speaks for or against the error; as a sentence, too.
    Inconclusive(String),
    /// Nothing, as there was none; why.
    Unavailable(String),
}

impl Finding {
    /// Who has confirmed it, and what a native run showed if that is not the same.
    pub fn confirmation(&self) -> String {
        match &self.native {
            None | Some(NativeRun::Confirmed) => self.replay.to_owned(),
            Some(NativeRun::Different(what) | NativeRun::Inconclusive(what)) => {
                format!("{} by the interpreter; {what}", self.replay)
            }
            Some(NativeRun::Unavailable(why)) => {
                format!("{} by the interpreter; no native run: {why}", self.replay)
            }
        }
    }
}

/// An input of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputValue {
    /// What it is called.
    pub name: String,
    /// Where it is read.
    pub span: Span,
    /// Its value.
    pub value: InputData,
    /// Whether it is an argument of the entry function.
    pub argument: bool,
    /// The format, where the value is, or has, patterns of floating point numbers.
    pub float: Option<FloatFormat>,
    /// How many bytes it lies behind the start of what is read at once, and how many it takes, where that is known.
    pub bytes: Option<(u64, u64)>,
}

impl InputValue {
    /// The value as people write it.
    pub fn text(&self) -> String {
        let Some(format) = self.float else { return self.value.to_string() };
        match &self.value {
            InputData::Number(pattern) => text::show(format, pattern),
            InputData::Array { elements, otherwise } => {
                let shown = elements
                    .iter()
                    .map(|(at, pattern)| format!("{}: {}, ", index_text(at), text::show(format, pattern)));
                format!("{{{}otherwise {}}}", shown.collect::<String>(), text::show(format, otherwise))
            }
        }
    }
}

/// The value of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputData {
    /// A number.
    Number(Int),
    /// An array: the elements that differ from all others, and those.
    Array {
        /// Elements by their indices.
        elements: BTreeMap<Vec<Int>, Int>,
        /// All other elements.
        otherwise: Int,
    },
}

impl fmt::Display for InputData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputData::Number(value) => value.fmt(f),
            InputData::Array { elements, otherwise } => {
                f.write_str("{")?;
                for (indices, value) in elements {
                    write!(f, "{}: {value}, ", index_text(indices))?;
                }
                write!(f, "otherwise {otherwise}}}")
            }
        }
    }
}

/// Indices as they are written: `[3][4]`.
pub(crate) fn index_text(indices: &[Int]) -> String {
    indices.iter().map(|index| format!("[{index}]")).collect()
}

/// A branch that a run takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Where.
    pub span: Span,
    /// The condition.
    pub condition: String,
    /// Whether it is true.
    pub holds: bool,
    /// How many times in a row.
    pub times: u64,
}

/// Something that was left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// Where.
    pub span: Span,
    /// Whether that is a loop.
    pub in_loop: bool,
    /// Why.
    pub why: String,
    /// How many paths it concerns; 0 if that is not counted.
    pub paths: u64,
}

/// Counters of an analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The lane that answered, where there was a portfolio.
    pub technique: Option<&'static str>,
    /// The lanes of the portfolio.
    pub lanes: Vec<&'static str>,
    /// Paths explored to their end.
    pub paths: u64,
    /// States made.
    pub states: u64,
    /// Forks.
    pub forks: u64,
    /// Instructions executed symbolically.
    pub instructions: u64,
    /// Questions to the solver chain.
    pub queries: u64,
    /// Questions that no solver could answer.
    pub failures: u64,
    /// How many paths those stand for that came to their end: more than these, where states were joined.
    pub stands_for: Int,
    /// How many of these came to no error.
    pub without_error: Int,
    /// What techniques count, by name.
    pub techniques: BTreeMap<&'static str, u64>,
    /// Questions that the cache answered.
    pub cache_hits: u64,
    /// Questions that each layer of the chain answered, outermost first.
    pub layers: Vec<(&'static str, u64)>,
    /// Processor time in the solver chain; where the solver is another process, also the time that it took.
    pub solver_time: Duration,
    /// The part of it in the solver itself, at the end of the chain.
    pub backend_time: Duration,
    /// Time in all.
    pub time: Duration,
    /// Processor time in all, where the system tells.
    pub cpu_time: Option<Duration>,
    /// The most memory held, in bytes, where the system tells.
    pub peak_memory: Option<u64>,
    /// Edges executed, and edges in all.
    pub coverage: (usize, usize),
}

impl Statistics {
    /// Adds those of another exploration of the same program.
    pub fn add(&mut self, one: Statistics) {
        self.paths += one.paths;
        self.states += one.states;
        self.forks += one.forks;
        self.instructions += one.instructions;
        self.queries += one.queries;
        self.failures += one.failures;
        self.stands_for = &self.stands_for + &one.stands_for;
        self.without_error = &self.without_error + &one.without_error;
        for (name, count) in one.techniques {
            *self.techniques.entry(name).or_default() += count;
        }
        self.cache_hits += one.cache_hits;
        for (name, answered) in one.layers {
            match self.layers.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += answered,
                None => self.layers.push((name, answered)),
            }
        }
        self.solver_time += one.solver_time;
        self.backend_time += one.backend_time;
        self.time = self.time.max(one.time);
        self.coverage = self.coverage.max(one.coverage);
    }
}

/// `file:line:column` of a span.
pub fn place(sources: &Sources, span: Span) -> String {
    sources.place(span)
}
