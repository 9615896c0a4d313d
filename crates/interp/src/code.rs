//! The compiled form: all procedures' locations in one row of nodes, each with
//! its successors resolved.

use kyklos_base::{Int, Span, Table};
use kyklos_flow::{EdgeId, IntType, LocationId, ProcedureId};

/// A compiled program.
pub(crate) struct Code {
    pub nodes: Vec<Node>,
    /// The location of each node.
    pub locations: Vec<LocationId>,
    pub procedures: Table<ProcedureId, ProcedureCode>,
    pub main: ProcedureId,
}

/// What a call needs to know of the callee.
pub(crate) struct ProcedureCode {
    pub entry: u32,
    pub exit: u32,
    /// Variables, each with a slot in the frame.
    pub slots: u32,
    /// The slots of variables whose address is taken: they hold a pointer to the variable's object.
    pub boxed: Vec<u32>,
}

/// The edge that leaves a node, and the node it leads to.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub edge: EdgeId,
    pub next: u32,
}

/// What happens at a location.
pub(crate) enum Node {
    Branch {
        condition: Op,
        holds: Way,
        fails: Way,
    },
    /// A number is written to a variable in the frame.
    SetNumber {
        slot: u32,
        value: Op,
        way: Way,
    },
    Other(Action),
}

/// What the machine's innermost loop leaves to others.
pub(crate) enum Action {
    Skip(Way),
    Assume {
        condition: Op,
        holds: bool,
        way: Way,
    },
    Set {
        slot: u32,
        value: Op,
        way: Way,
    },
    Store {
        target: Box<PlaceCode>,
        value: Op,
        way: Way,
    },
    Havoc(Box<Havoc>),
    Allocate {
        target: Box<PlaceCode>,
        value: Op,
        way: Way,
    },
    Call(Box<Call>),
    Return {
        value: Option<Op>,
        edge: EdgeId,
    },
    Output {
        value: Op,
        way: Way,
    },
    /// The run fails here.
    Fail,
    /// An exit, or a location that no path from the entry reaches.
    End,
}

pub(crate) struct Havoc {
    pub target: PlaceCode,
    pub ty: IntType,
    pub name: String,
    pub span: Span,
    pub way: Way,
}

pub(crate) struct Call {
    pub target: Option<PlaceCode>,
    pub callee: ProcedureId,
    pub arguments: Vec<Op>,
    pub span: Span,
    pub way: Way,
}

pub(crate) type Pair = Box<(Op, Op)>;

/// A compiled expression.
pub(crate) enum Op {
    Small(i64),
    Big(Int),
    Null,
    /// The value of a variable in the frame.
    Local(u32),
    /// The value in a slot as it is: the pointer to a variable's object.
    AddressOf(u32),
    Load(Box<PlaceCode>),
    Neg(Box<Op>),
    Not(Box<Op>),
    Add(Pair),
    Sub(Pair),
    Mul(Pair),
    Div(Pair),
    Rem(Pair),
    Eq(Pair),
    Ne(Pair),
    Lt(Pair),
    Le(Pair),
    Gt(Pair),
    Ge(Pair),
    And(Pair),
    Or(Pair),
    Convert(IntType, Box<Op>),
    Aggregate(Vec<Op>),
    Length(Box<LengthCode>),
    Initialized(Box<PlaceCode>),
}

pub(crate) struct LengthCode {
    pub place: PlaceCode,
    /// The length, where the type fixes it.
    pub fixed: Option<u64>,
}

pub(crate) struct PlaceCode {
    pub root: RootCode,
    pub steps: Vec<StepCode>,
}

pub(crate) enum RootCode {
    /// The slot of a variable.
    Local(u32),
    /// What the pointer in a slot points to: a variable whose address is taken.
    Boxed(u32),
    /// What a pointer points to.
    Deref(Op),
}

pub(crate) enum StepCode {
    /// Into an array, whose type may fix its length.
    Index { index: Op, fixed: Option<u64> },
    /// Into a record of so many fields.
    Field { field: u32, count: u32 },
}
