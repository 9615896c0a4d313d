//! What goes into a run, and what comes out.

use kyklos_base::{FloatFormat, Int, Span};
use kyklos_flow::{Defect, EdgeId, IntType, LocationId, ProcedureId};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io;
use thiserror::Error;

/// How far a run may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps (edges taken) after which the run is stopped. Default is none.
    pub max_steps: Option<u64>,
    /// Steps taken one by one after which the run is stopped: rounds that are skipped cost nothing. Default is none.
    pub max_effort: Option<u64>,
    /// Whether no rounds are skipped. Default is no.
    pub one_by_one: bool,
    /// Whether a run that goes the same round for ever is ended. Default is no: it can be interrupted.
    pub ends_endless: bool,
    /// Calls under way at one time, that of the main procedure included. Default is 100,000.
    pub max_call_depth: usize,
    /// Memory of the run's values in bytes, roughly. Default is 4 GiB.
    pub max_memory: Option<usize>,
    /// Bits of the largest number that the run may come to. Default is 2^24.
    pub max_number_bits: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_steps: None,
            max_effort: None,
            one_by_one: false,
            ends_endless: false,
            max_call_depth: 100_000,
            max_memory: Some(4 << 30),
            max_number_bits: 1 << 24,
        }
    }
}

/// Input arrays with more numbers and pointers than this may be read as a whole.
pub const LARGE_INPUT: usize = 1 << 16;

/// The world around a run: where inputs come from and outputs go to.
pub trait Environment {
    /// The next input, or `None` where there is no more. It must be a number of the request's type.
    fn input(&mut self, request: &InputRequest<'_>) -> io::Result<Option<Int>>;

    /// The next input where it is an array without ends, or `None` where there
    /// is no more. Its elements must be numbers of the request's type. Default is `None`.
    fn input_array(&mut self, request: &InputRequest<'_>) -> io::Result<Option<SparseArray>> {
        let _ = request;
        Ok(None)
    }

    /// The next input where it is an array of numbers that is large, or part of a large array: of all numbers in
    /// it ([`LARGE_INPUT`]), those of one field. `None`, the default, asks for its numbers one by one instead.
    fn input_whole(&mut self, request: &InputRequest<'_>) -> io::Result<Option<SparseArray>> {
        let _ = request;
        Ok(None)
    }

    /// Takes a number that the program writes.
    fn output(&mut self, value: &Int) -> io::Result<()>;

    /// Takes a floating point number that the program writes, as the pattern of its bits. Default is to take that as
    /// a number.
    fn output_float(&mut self, format: FloatFormat, value: &Int) -> io::Result<()> {
        let _ = format;
        self.output(value)
    }

    /// Where the objects lie whose addresses the run looks at, in the order in which it first does. What is not
    /// possible there (no multiple of its alignment, or where another one lies) is elsewhere. Default is none: all lie
    /// one behind the other.
    fn addresses(&mut self) -> Vec<Int> {
        Vec::new()
    }

    /// What the bytes between the members of structs hold that were never written, in the order in which the run first
    /// looks at them. The others, by default all, are zero.
    fn padding(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// Whether the run should stop now; asked every few thousand steps.
    fn interrupted(&mut self) -> bool {
        false
    }
}

/// An input that the program asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputRequest<'a> {
    /// What it is called in reports; within arrays and records with the way
    /// there, as in `a[3].f`.
    pub name: &'a str,
    /// Which numbers it may be.
    pub ty: IntType,
    /// Where the program asks.
    pub span: Span,
    /// How many bytes it lies behind the start of what is read at once, and how many it takes, where types have
    /// layouts.
    pub bytes: Option<(u64, u64)>,
}

/// An array that has an element at every index, negative ones too. Where the
/// elements are arrays themselves, of fixed length, their elements are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseArray {
    /// The elements that differ from the others, by their indices: one, and one
    /// more for each array around the element inside this one. Indices that the
    /// inner arrays do not have are passed over.
    pub entries: BTreeMap<Vec<Int>, Int>,
    /// All other elements.
    pub default: Int,
}

/// An environment that gives prepared inputs and keeps the outputs.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    inputs: std::vec::IntoIter<Int>,
    /// The inputs that are arrays without ends, in the order they are asked for.
    pub arrays: VecDeque<SparseArray>,
    /// What the program has written so far.
    pub outputs: Vec<Int>,
}

impl Scripted {
    /// An environment that gives these inputs, in this order.
    pub fn new(inputs: Vec<Int>) -> Self {
        Self { inputs: inputs.into_iter(), ..Self::default() }
    }

    /// The inputs that were not asked for yet.
    pub fn remaining(&self) -> &[Int] {
        self.inputs.as_slice()
    }
}

impl Environment for Scripted {
    fn input(&mut self, _request: &InputRequest<'_>) -> io::Result<Option<Int>> {
        Ok(self.inputs.next())
    }

    fn input_array(&mut self, _request: &InputRequest<'_>) -> io::Result<Option<SparseArray>> {
        Ok(self.arrays.pop_front())
    }

    fn output(&mut self, value: &Int) -> io::Result<()> {
        self.outputs.push(value.clone());
        Ok(())
    }
}

/// Watches a run. Costs nothing where its methods are left empty.
pub trait Observer {
    /// An edge of the procedure was taken, `depth` calls deep (1 in the main procedure).
    /// A call's edge is told before those of the callee, a return's edge with the callee's depth.
    fn edge(&mut self, procedure: ProcedureId, edge: EdgeId, depth: usize) {
        let _ = (procedure, edge, depth);
    }

    /// A signed operation on an edge, which is told next, has left the range of its type and wrapped around. Of edges
    /// taken many times, not each time is told.
    fn overflowed(&mut self, procedure: ProcedureId, edge: EdgeId) {
        let _ = (procedure, edge);
    }

    /// These edges were taken, in this order, so many times more. Default is to tell each of them.
    fn rounds(&mut self, edges: &[Taken], times: u64) {
        for _ in 0..times {
            edges.iter().for_each(|taken| self.edge(taken.procedure, taken.edge, taken.depth));
        }
    }
}

/// An edge that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// In this procedure.
    pub procedure: ProcedureId,
    /// The edge.
    pub edge: EdgeId,
    /// So many calls deep, 1 in the main procedure.
    pub depth: usize,
}

/// The observer that does not look.
pub(crate) struct Unobserved;

impl Observer for Unobserved {
    fn rounds(&mut self, _: &[Taken], _: u64) {}
}

/// How a run went.
#[derive(Debug)]
pub struct RunReport {
    /// How it ended.
    pub end: RunEnd,
    /// The procedure it ended in.
    pub procedure: ProcedureId,
    /// The location it ended at: the error location, the main procedure's exit,
    /// or where the next edge could not be taken.
    pub location: LocationId,
    /// The source it ended at.
    pub span: Span,
    /// The calls under way at the end, outermost first.
    pub stack: Vec<StackFrame>,
    /// How many edges were taken.
    pub steps: u64,
    /// The greatest number of objects that were held at one time, garbage included.
    pub peak_objects: usize,
}

impl RunReport {
    /// The error location that the run came to, if it failed.
    pub fn failure(&self) -> Option<(ProcedureId, LocationId)> {
        matches!(self.end, RunEnd::Failed).then_some((self.procedure, self.location))
    }
}

/// A call under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// Who was called.
    pub procedure: ProcedureId,
    /// Where it was called; `None` for the main procedure.
    pub call_span: Option<Span>,
}

/// How a run ended.
#[derive(Debug)]
pub enum RunEnd {
    /// The main procedure returned, with this number if its result is a number.
    Returned(Option<Int>),
    /// The program ended itself, with this number, or in disorder without one.
    Stopped(Option<Int>),
    /// The run came to an error location.
    Failed,
    /// An assumption does not hold; the run is not one to look at.
    AssumptionViolated,
    /// There was no more input.
    InputExhausted {
        /// What the missing input is called.
        name: String,
    },
    /// [`Limits::max_steps`] or [`Limits::max_effort`] was reached.
    StepLimit,
    /// The run goes the same round for ever ([`Limits::ends_endless`]).
    Endless,
    /// [`Limits::max_call_depth`] was reached.
    CallDepth,
    /// The values grew too large.
    OutOfMemory(Memory),
    /// The environment asked to stop.
    Interrupted,
    /// The environment failed.
    EnvironmentError(io::Error),
    /// The program evaluated an undefined expression without a check before it.
    Undefined(Undefined),
}

/// What grew too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Memory {
    /// All values together: [`Limits::max_memory`].
    #[error("the values take more memory than allowed")]
    Total,
    /// One number: [`Limits::max_number_bits`].
    #[error("a number has more than {0} bits")]
    NumberBits(u64),
}

/// Why an expression is undefined.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Undefined {
    /// Division or remainder by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// An index that the array does not have.
    #[error("index {0} is outside the array")]
    OutOfBounds(Int),
    /// A null pointer is followed.
    #[error("a null pointer is followed")]
    NullDereference,
    /// What was never written is read.
    #[error("a value is used that was never written")]
    Uninitialized,
    /// A value is of another kind than its use needs.
    #[error("a value is of another kind than its use needs")]
    Mistyped,
    /// A pointer to an object that is gone is followed.
    #[error("a pointer to an object that is gone is followed")]
    Dangling,
    /// What is freed was not allocated, or was freed before.
    #[error("what is freed was not allocated, or was freed before")]
    InvalidFree,
    /// Pointers into different arrays are ordered or subtracted.
    #[error("pointers into different arrays are compared or subtracted")]
    UnrelatedPointers,
    /// A null pointer is moved.
    #[error("a null pointer is moved")]
    NullOffset,
    /// A shift by a negative number.
    #[error("a shift by a negative number")]
    NegativeShift,
    /// An array of a negative number of elements.
    #[error("an array of {0} elements")]
    NegativeLength(Int),
    /// The length of an array without ends.
    #[error("an array without ends has no length")]
    UnboundedLength,
    /// An input array without ends that would hold more than numbers.
    #[error("an input array without a length can hold only numbers")]
    UnboundedInput,
}

impl fmt::Display for RunEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunEnd::Returned(Some(value)) => write!(f, "returned {value}"),
            RunEnd::Returned(None) => f.write_str("returned"),
            RunEnd::Stopped(Some(status)) => write!(f, "exited with {status}"),
            RunEnd::Stopped(None) => f.write_str("aborted"),
            RunEnd::Failed => f.write_str("failed"),
            RunEnd::AssumptionViolated => f.write_str("an assumption does not hold"),
            RunEnd::InputExhausted { name } => write!(f, "no more input for `{name}`"),
            RunEnd::StepLimit => f.write_str("the limit on steps was reached"),
            RunEnd::Endless => f.write_str("the run goes the same round for ever"),
            RunEnd::CallDepth => f.write_str("the limit on nested calls was reached"),
            RunEnd::OutOfMemory(memory) => memory.fmt(f),
            RunEnd::Interrupted => f.write_str("interrupted"),
            RunEnd::EnvironmentError(error) => error.fmt(f),
            RunEnd::Undefined(undefined) => undefined.fmt(f),
        }
    }
}

/// A program that cannot be run, because its graph is not well formed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the flowgraph is not well formed: {}", .defects.first().map_or("", |defect| defect.message.as_str()))]
pub struct LoadError {
    /// What is wrong with it.
    pub defects: Vec<Defect>,
}

/// Arguments that do not fit the main procedure.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArgumentError {
    /// There are too few or too many.
    #[error("`{procedure}` takes {expected} argument{}, but {given} {} given",
        if *.expected == 1 { "" } else { "s" }, if *.given == 1 { "was" } else { "were" })]
    Count {
        /// The main procedure's name.
        procedure: String,
        /// How many it takes.
        expected: usize,
        /// How many were given.
        given: usize,
    },
    /// A parameter does not take a number.
    #[error("the parameter `{name}` does not take a number")]
    NotANumber {
        /// The parameter.
        name: String,
    },
    /// A number is outside the range of its parameter's type.
    #[error("{value} is outside the range of the parameter `{name}`")]
    Range {
        /// The parameter.
        name: String,
        /// The argument.
        value: Int,
    },
}
