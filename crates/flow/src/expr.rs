//! Expressions and places.
//!
//! Expressions are pure: they read memory and compute, and do nothing else.
//! Arithmetic is that of the mathematical integers; only [`Expr::Convert`]
//! brings a value into a machine type's range. An expression is *undefined*
//! where it divides by zero, indexes outside an array, follows a null pointer
//! or reads what was never written; front ends put a check before each use, so
//! that no run of a graph evaluates an undefined expression.
//!
//! Truth is a number: 0 is false, all else is true; comparisons and logical
//! operators give 0 or 1. `&&` and `||` do not evaluate their right operand
//! when the left one decides, which matters only for definedness.

use crate::{IntType, Procedure, Program, Type, TypeId, VariableId};
use kyklos_base::Int;

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Int(Int),
    /// The null pointer of a pointer type.
    Null(TypeId),
    /// The value at a place.
    Load(Place),
    /// A pointer to a variable.
    AddressOf(VariableId),
    /// An operation on one value.
    Unary(UnaryOp, Box<Expr>),
    /// An operation on two values.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// The value brought into the range of a machine type, modulo 2^bits.
    Convert(IntType, Box<Expr>),
    /// An array of this type with these elements.
    Array(TypeId, Vec<Expr>),
    /// A record of this type with these fields' values, in the type's order.
    Record(TypeId, Vec<Expr>),
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

/// Operations on two values. All take numbers; `Eq` and `Ne` also pointers.
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
    pub const ALL: [BinaryOp; 13] = {
        use BinaryOp::*;
        [Add, Sub, Mul, Div, Rem, Eq, Ne, Lt, Le, Gt, Ge, And, Or]
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
            | Expr::Length(_)
            | Expr::Initialized(_) => ExprType::Number,
            Expr::Null(ty) | Expr::Array(ty, _) | Expr::Record(ty, _) => ExprType::of(program, *ty)?,
            Expr::Load(place) => ExprType::of(program, place.type_in(program, procedure)?)?,
            Expr::AddressOf(variable) => ExprType::PointerTo(procedure.variables.get(*variable)?.ty),
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
    /// An array or a record of this type.
    Aggregate(TypeId),
}

impl ExprType {
    /// The expression type of values of a table's type.
    pub fn of(program: &Program, ty: TypeId) -> Option<ExprType> {
        Some(match program.types.get(ty)? {
            Type::Int(_) => ExprType::Number,
            Type::Pointer(target) => ExprType::PointerTo(*target),
            Type::Array { .. } | Type::Record(_) => ExprType::Aggregate(ty),
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

    /// The type of a record's field.
    pub fn field(self, program: &Program, index: u32) -> Option<ExprType> {
        match self.aggregate(program)? {
            Type::Record(fields) => ExprType::of(program, fields.get(index as usize)?.ty),
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

    /// What a pointer points to, as a whole.
    pub fn deref(pointer: Expr) -> Place {
        Place { root: Root::Deref(Box::new(pointer)), steps: Vec::new() }
    }

    /// An element of the array at this place.
    #[must_use]
    pub fn index(mut self, index: Expr) -> Place {
        self.steps.push(Step::Index(index));
        self
    }

    /// A field of the record at this place.
    #[must_use]
    pub fn field(mut self, field: u32) -> Place {
        self.steps.push(Step::Field(field));
        self
    }

    /// The variable, where the place is a whole variable.
    pub fn as_variable(&self) -> Option<VariableId> {
        match &self.root {
            Root::Variable(variable) if self.steps.is_empty() => Some(*variable),
            _ => None,
        }
    }

    /// The type of the values the place holds, where the way fits the types.
    pub fn type_in(&self, program: &Program, procedure: &Procedure) -> Option<TypeId> {
        let mut ty = match &self.root {
            Root::Variable(variable) => procedure.variables.get(*variable)?.ty,
            Root::Deref(pointer) => match pointer.type_in(program, procedure)? {
                ExprType::PointerTo(target) => target,
                _ => return None,
            },
        };
        for step in &self.steps {
            ty = match (step, program.types.get(ty)?) {
                (Step::Index(_), Type::Array { element, .. }) => *element,
                (Step::Field(index), Type::Record(fields)) => fields.get(*index as usize)?.ty,
                _ => return None,
            };
        }
        Some(ty)
    }
}
