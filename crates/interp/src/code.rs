//! The compiled form: all procedures' locations in one row of nodes, each with
//! its successors resolved.

use crate::value::ObjectId;
use kyklos_base::{FloatFormat, FloatOp, Int, Span, Table};
use kyklos_flow::{EdgeId, IntType, LocationId, ProcedureId, TypeId};

/// A compiled program.
pub(crate) struct Code {
    pub nodes: Vec<Node>,
    /// The location of each node.
    pub locations: Vec<LocationId>,
    pub procedures: Table<ProcedureId, ProcedureCode>,
    pub main: ProcedureId,
    /// The program's variables; each is the object of its number.
    pub globals: Vec<GlobalCode>,
    /// Whether a procedure's variables cease to exist when it returns.
    pub locals_die: bool,
}

/// A variable of the program.
pub(crate) struct GlobalCode {
    pub constant: bool,
    pub ty: TypeId,
    pub initial: Op,
}

/// What a call needs to know of the callee.
pub(crate) struct ProcedureCode {
    pub entry: u32,
    pub exit: u32,
    /// Variables, each with a slot in the frame.
    pub slots: u32,
    /// The slots and types of variables whose address is taken: the slots hold a
    /// pointer to the variable's object.
    pub boxed: Vec<(u32, TypeId)>,
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
    Forget(Box<Forget>),
    Allocate(Box<Allocate>),
    Free {
        pointer: Op,
        way: Way,
    },
    /// A variable is as if it had never been written.
    Clear {
        slot: u32,
        /// Where the slot holds a pointer to the variable's object, its type, and whether it ends.
        boxed: Option<(TypeId, bool)>,
        way: Way,
    },
    /// Bytes are copied.
    Copy {
        target: Op,
        source: Op,
        count: Op,
        way: Way,
    },
    Call(Box<Call>),
    Return {
        value: Option<Op>,
        edge: EdgeId,
    },
    Stop(Option<Op>),
    Output {
        value: Op,
        float: Option<FloatFormat>,
        way: Way,
    },
    /// The run fails here.
    Fail,
    /// An exit, or a location that no path from the entry reaches.
    End,
}

pub(crate) struct Havoc {
    pub target: PlaceCode,
    pub ty: TypeId,
    pub source: Source,
    pub way: Way,
}

pub(crate) struct Forget {
    pub pointer: Op,
    pub source: Source,
    pub way: Way,
}

pub(crate) struct Allocate {
    pub target: PlaceCode,
    pub value: Op,
    /// The new object's type.
    pub ty: TypeId,
    /// Whether the pointer goes to the first element, not to the whole object.
    pub first_element: bool,
    /// Where the numbers come from, if they are inputs.
    pub arbitrary: Option<Source>,
    /// Whether it ceases to exist when the call returns.
    pub automatic: bool,
    pub way: Way,
}

/// Where inputs are asked for, and what they are called.
pub(crate) struct Source {
    pub name: String,
    pub span: Span,
    /// Whether pointers beside the inputs stay as they are; else they are never written.
    pub keeps_pointers: bool,
}

pub(crate) struct Call {
    pub target: Option<PlaceCode>,
    pub callee: ProcedureId,
    pub arguments: Vec<Op>,
    pub span: Span,
    pub way: Way,
}

pub(crate) type Pair = Box<(Op, Op)>;

/// A pointer, a number of elements or another pointer, and the elements' size in bytes, where they have one.
pub(crate) struct Moved {
    pub pair: (Op, Op),
    pub unit: Option<u64>,
}

/// A compiled expression.
pub(crate) enum Op {
    Small(i64),
    Big(Int),
    Null,
    /// The value of a variable in the frame.
    Local(u32),
    /// The value in a slot as it is: the pointer to a variable's object.
    AddressOf(u32),
    /// The pointer to the object of a variable of the program.
    Global(ObjectId),
    /// A pointer to a part of what the root is.
    AddressOfPart(Box<PlaceCode>),
    Offset(Box<Moved>),
    Distance(Box<Moved>),
    /// How many bytes a pointer lies behind another one, of any object.
    Order(Pair),
    /// The pointer that a number is.
    Pointer(Box<Op>),
    /// The number that a pointer is.
    Address(Box<Op>),
    /// A pointer seen as one to values of a type.
    Retype(Box<(TypeId, Op)>),
    /// Whether two pointers are equal.
    Same(Pair),
    Live(Box<Op>),
    Allocated(Box<Op>),
    /// Whether a pointer is in bounds, and how many bytes have to be there.
    InBounds(Box<(Op, u64)>),
    /// Whether an element from where a pointer points to is 0, and all before it were written.
    Ends(Box<Op>),
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
    BitAnd(Pair),
    BitOr(Pair),
    BitXor(Pair),
    Shl(Pair),
    Shr(Pair),
    Convert(IntType, Box<Op>),
    /// The result of a signed operation, brought into its type: if that changes it, it has overflowed.
    Signed(IntType, Box<Op>),
    Float(Box<FloatCode>),
    Aggregate(Box<[Op]>),
    Zero(TypeId),
    /// So many elements, all of this value.
    Repeat(Pair),
    Length(Box<LengthCode>),
    Initialized(Box<PlaceCode>),
}

pub(crate) struct FloatCode {
    pub op: FloatOp,
    pub format: FloatFormat,
    pub operands: Vec<Op>,
}

pub(crate) struct LengthCode {
    pub place: PlaceCode,
    /// The length, where the type fixes it.
    pub fixed: Option<u64>,
}

pub(crate) struct PlaceCode {
    pub root: RootCode,
    pub steps: Vec<StepCode>,
    /// The type of what the place holds, for the program.
    pub ty: TypeId,
}

pub(crate) enum RootCode {
    /// The slot of a variable.
    Local(u32),
    /// What the pointer in a slot points to: a variable whose address is taken.
    Boxed(u32),
    /// A variable of the program.
    Global(ObjectId),
    /// What a pointer points to, seen as a value of a type.
    Deref { pointer: Op, ty: TypeId },
}

pub(crate) enum StepCode {
    /// Into an array, whose type may fix its length.
    /// Elements have so many bytes, where they have a layout.
    Index { index: Op, fixed: Option<u64>, size: Option<u64> },
    /// Into a record of so many fields.
    /// The field lies so many bytes behind the record's start.
    Field { field: u32, count: u32, offset: Option<u64> },
}
