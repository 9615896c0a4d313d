//! Expressions and places. Note [places].
//!
//! Expressions are pure: they read memory and compute, and do nothing else.
//! Arithmetic is that of the mathematical integers; only [`Expr::Convert`]
//! brings a value into a machine type's range. An expression is *undefined*
//! where it divides by zero, indexes outside an array, follows a pointer that is
//! null, outside its array or to an object that is gone, or reads what was never
//! written; front ends put a check before each use, so that no run of a graph
//! evaluates an undefined expression.
//!
//! Truth is a number: 0 is false, all else is true; comparisons and logical
//! operators give 0 or 1. `&&` and `||` do not evaluate their right operand
//! when the left one decides, which matters only for definedness.

use crate::{GlobalId, IntType, Procedure, Program, Type, TypeId, Types, VariableId};
use kyklos_base::{FloatFormat, FloatOp, Int};

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Int(Int),
    /// The null pointer of a pointer type.
    Null(TypeId),
    /// The value at a place.
    Load(Place),
    /// A pointer to a place. If the place ends in an index, it can be moved
    /// along the array; else it points to one value alone.
    AddressOf(Place),
    /// A pointer moved by a number of elements.
    Offset(Box<Expr>, Box<Expr>),
    /// How many elements the first pointer lies behind the second; both point into one object, as far apart as
    /// its layout says, or, if it has none, into one array of it.
    Distance(Box<Expr>, Box<Expr>),
    /// A pointer, seen as one of another pointer type. It is unchanged where what it points to is of that type, or
    /// of that type but for lengths of arrays that it leaves open, or an integer of a machine type that differs in
    /// its sign alone (what is read is brought into the range of the pointer's type, and what is written into that
    /// of the memory's own), or where the type says nothing of what it points to. Else it becomes a place a number
    /// of bytes behind its object's start, which can be moved all over the object: what is read there is composed
    /// of the bytes that the object has there, and what is written changes them.
    Retype(TypeId, Box<Expr>),
    /// The pointer of this type that a number is: null if it is 0, to the byte that has this address, if there is
    /// one, else one that points to no object. That can be copied, compared and moved, but not followed; it equals
    /// no pointer into an object.
    Pointer(TypeId, Box<Expr>),
    /// The address of a pointer as a number, 0 for null. Objects have addresses that nobody knows, but which are
    /// multiples of their type's alignment, and apart from each other.
    Address(Box<Expr>),
    /// 1 if the object that a pointer points to, or into, still exists, else 0; 1 for null.
    Live(Box<Expr>),
    /// 1 if a pointer points to the start of an object that was allocated and still exists,
    /// so that it may be freed, else 0; 1 for null.
    Allocated(Box<Expr>),
    /// 1 if a pointer points to an element that its array has (to the one value, if
    /// it points to one alone), else 0; 0 for null.
    InBounds(Box<Expr>),
    /// 1 only if a pointer points to an element that its array has, and that element or one behind it was written
    /// and is 0. May be 0 all the same: it spares looking at the elements one by one where the zero is in sight, and
    /// no run may come to another end by it.
    Ends(Box<Expr>),
    /// An operation on one value.
    Unary(UnaryOp, Box<Expr>),
    /// An operation on two values.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// The value brought into the range of a machine type, modulo 2^bits.
    Convert(IntType, Box<Expr>),
    /// An operation on floating point numbers of a format, which are the patterns of their bits.
    Float(FloatOp, FloatFormat, Vec<Expr>),
    /// An array of this type with these elements.
    Array(TypeId, Vec<Expr>),
    /// A record of this type with these fields' values, in the type's order.
    Record(TypeId, Vec<Expr>),
    /// The value of a type that is zero throughout: 0, null, and arrays of fixed
    /// length and records of such.
    Zero(TypeId),
    /// An array of this type (of no fixed length): the number of its elements, and
    /// the value that all of them have.
    Repeat(TypeId, Box<Expr>, Box<Expr>),
    /// How many elements the array at a place has.
    Length(Place),
    /// 1 if the place has been written, else 0.
    Initialized(Place),
}

/// Operations on one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-x`
    Neg,
    /// `!x`: 1 if x is 0, else 0.
    Not,
}

/// Operations on two values. All take numbers; `Eq` and `Ne` also pointers;
/// `Lt`, `Le`, `Gt` and `Ge` also pointers into one object. Pointers into one
/// object are compared by how far they lie behind its start, where types have
/// layouts: an object and its first part have one address. Bit operations are
/// those on two's complement numbers of unlimited width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, truncated toward zero.
    Div,
    /// `%`, with the dividend's sign.
    Rem,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `<<`: times 2 to the power of the right operand, which is not negative.
    Shl,
    /// `>>`: divided by 2 to the power of the right operand, rounded down.
    Shr,
}

impl UnaryOp {
    /// How the operation is written.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Neg => "-",
            UnaryOp::Not => "!",
        }
    }
}

impl BinaryOp {
    /// All of them.
    pub const ALL: [BinaryOp; 18] = {
        use BinaryOp::*;
        [Add, Sub, Mul, Div, Rem, Eq, Ne, Lt, Le, Gt, Ge, And, Or, BitAnd, BitOr, BitXor, Shl, Shr]
    };

    /// How the operation is written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
        }
    }
}

/// A place in memory: a variable or what a pointer points to, and the way from
/// there to an element or a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Where the way starts.
    pub root: Root,
    /// The way: into elements and fields.
    pub steps: Vec<Step>,
}

/// Where a place starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// At a variable of the procedure.
    Variable(VariableId),
    /// At a variable of the program.
    Global(GlobalId),
    /// At what a pointer points to.
    Deref(Box<Expr>),
}

/// One step into an aggregate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Into an element of an array.
    Index(Expr),
    /// Into a field of a record, by its number in the type.
    Field(u32),
}

impl Expr {
    /// A small number.
    pub fn int(value: i64) -> Expr {
        Expr::Int(Int::from(value))
    }

    /// The value of a variable.
    pub fn variable(variable: VariableId) -> Expr {
        Expr::Load(Place::variable(variable))
    }

    /// `left op right`
    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    /// `op operand`
    pub fn unary(op: UnaryOp, operand: Expr) -> Expr {
        Expr::Unary(op, Box::new(operand))
    }

    /// Calls `visit` with this expression and all inside it.
    pub fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match self {
            Expr::Int(_) | Expr::Null(_) | Expr::Zero(_) => {}
            Expr::Load(place) | Expr::AddressOf(place) | Expr::Length(place) | Expr::Initialized(place) => {
                place.visit(visit);
            }
            Expr::Unary(_, operand)
            | Expr::Convert(_, operand)
            | Expr::Retype(_, operand)
            | Expr::Pointer(_, operand)
            | Expr::Address(operand)
            | Expr::Live(operand)
            | Expr::Allocated(operand)
            | Expr::InBounds(operand)
            | Expr::Ends(operand) => operand.visit(visit),
            Expr::Binary(_, left, right)
            | Expr::Offset(left, right)
            | Expr::Distance(left, right)
            | Expr::Repeat(_, left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
            Expr::Array(_, parts) | Expr::Record(_, parts) | Expr::Float(_, _, parts) => {
                parts.iter().for_each(|part| part.visit(visit));
            }
        }
    }

    /// The number, where the expression is one.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Expr::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The expression's type, where it is well typed at its top.
    /// `None` for a number stands for [`IntType::Unbounded`] without a row in the table.
    pub fn type_in(&self, program: &Program, procedure: &Procedure) -> Option<ExprType> {
        Some(match self {
            Expr::Int(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Convert(..)
            | Expr::Float(..)
            | Expr::Distance(..)
            | Expr::Address(_)
            | Expr::Live(_)
            | Expr::Allocated(_)
            | Expr::InBounds(_)
            | Expr::Ends(_)
            | Expr::Length(_)
            | Expr::Initialized(_) => ExprType::Number,
            Expr::Null(ty)
            | Expr::Array(ty, _)
            | Expr::Record(ty, _)
            | Expr::Retype(ty, _)
            | Expr::Pointer(ty, _)
            | Expr::Zero(ty)
            | Expr::Repeat(ty, ..) => ExprType::of(program, *ty)?,
            Expr::Load(place) => ExprType::of(program, place.type_in(program, procedure)?)?,
            Expr::AddressOf(place) => ExprType::PointerTo(place.type_in(program, procedure)?),
            Expr::Offset(pointer, _) => pointer.type_in(program, procedure)?,
        })
    }
}

/// The type of an expression: like a [`Type`], but numbers are all alike
/// (arithmetic is mathematical), and `&x` needs no row in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExprType {
    /// An integer.
    Number,
    /// A pointer to a value of this type.
    PointerTo(TypeId),
    /// An array or a record of this type, or a value that nobody looks into.
    Aggregate(TypeId),
}

impl ExprType {
    /// The expression type of values of a table's type.
    pub fn of(program: &Program, ty: TypeId) -> Option<ExprType> {
        Some(match program.types.get(ty)? {
            Type::Int(_) => ExprType::Number,
            Type::Pointer(target) => ExprType::PointerTo(*target),
            Type::Array { .. } | Type::Record(_) | Type::Opaque => ExprType::Aggregate(ty),
        })
    }

    /// The row of an array's or a record's type.
    pub fn aggregate(self, program: &Program) -> Option<&Type> {
        match self {
            ExprType::Aggregate(ty) => program.types.get(ty),
            _ => None,
        }
    }

    /// The type of what a pointer points to.
    pub fn target(self, program: &Program) -> Option<ExprType> {
        match self {
            ExprType::PointerTo(target) => ExprType::of(program, target),
            _ => None,
        }
    }

    /// The type of an array's elements.
    pub fn element(self, program: &Program) -> Option<ExprType> {
        match self.aggregate(program)? {
            Type::Array { element, .. } => ExprType::of(program, *element),
            _ => None,
        }
    }

    /// Whether values of both types can stand for each other.
    pub fn same(self, other: ExprType, program: &Program) -> bool {
        match (self, other) {
            (ExprType::Number, ExprType::Number) => true,
            (ExprType::PointerTo(a), ExprType::PointerTo(b))
            | (ExprType::Aggregate(a), ExprType::Aggregate(b)) => program.types.same(a, b),
            _ => false,
        }
    }
}

impl Place {
    /// A variable as a whole.
    pub fn variable(variable: VariableId) -> Place {
        Place { root: Root::Variable(variable), steps: Vec::new() }
    }

    /// A variable of the program as a whole.
    pub fn global(global: GlobalId) -> Place {
        Place { root: Root::Global(global), steps: Vec::new() }
    }

    /// What a pointer points to, as a whole.
    pub fn deref(pointer: Expr) -> Place {
        Place { root: Root::Deref(Box::new(pointer)), steps: Vec::new() }
    }

    /// An element of the array at this place.
    #[must_use]
    pub fn index(self, index: Expr) -> Place {
        self.then(Step::Index(index))
    }

    /// A field of the record at this place.
    #[must_use]
    pub fn field(self, field: u32) -> Place {
        self.then(Step::Field(field))
    }

    /// The place one step further inside.
    #[must_use]
    pub fn then(mut self, step: Step) -> Place {
        self.steps.push(step);
        self
    }

    /// The variable, where the place is a whole variable.
    pub fn as_variable(&self) -> Option<VariableId> {
        match &self.root {
            Root::Variable(variable) if self.steps.is_empty() => Some(*variable),
            _ => None,
        }
    }

    /// Calls `visit` with all expressions in the place.
    pub fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
        if let Root::Deref(pointer) = &self.root {
            pointer.visit(visit);
        }
        for step in &self.steps {
            if let Step::Index(index) = step {
                index.visit(visit);
            }
        }
    }

    /// The type of the values the place holds, where the way fits the types.
    pub fn type_in(&self, program: &Program, procedure: &Procedure) -> Option<TypeId> {
        let mut ty = match &self.root {
            Root::Variable(variable) => procedure.variables.get(*variable)?.ty,
            Root::Global(global) => program.globals.get(*global)?.ty,
            Root::Deref(pointer) => match pointer.type_in(program, procedure)? {
                ExprType::PointerTo(target) => target,
                _ => return None,
            },
        };
        for step in &self.steps {
            ty = step.type_in(&program.types, ty)?;
        }
        Some(ty)
    }
}

impl Step {
    /// The type of what the step leads to from a value of type `from`, if the step fits.
    pub fn type_in(&self, types: &Types, from: TypeId) -> Option<TypeId> {
        match (self, types.get(from)?) {
            (Step::Index(_), Type::Array { element, .. }) => Some(*element),
            (Step::Field(index), Type::Record(fields)) => Some(fields.get(*index as usize)?.ty),
            _ => None,
        }
    }
}
