//! The syntax tree of microc, as the source has it: parentheses are gone,
//! everything else is kept, with spans.

use kyklos_base::{Int, Span};

/// A program: its functions, in the order of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ast {
    /// The functions.
    pub functions: Vec<Function>,
}

/// A name where the source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// `name(parameters) { var …; statements return result; }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Name>,
    /// The variables of its `var` statements, in order.
    pub variables: Vec<Name>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// The value of its `return`.
    pub result: Expr,
    /// The whole function.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// The whole statement.
    pub span: Span,
}

/// Kinds of statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// `output e;`
    Output(Expr),
    /// `target = value;`
    Assign {
        /// Left side; a place if the program is right.
        target: Expr,
        /// Right side.
        value: Expr,
    },
    /// `if (condition) then [else otherwise]`
    If {
        /// The condition.
        condition: Expr,
        /// When it is not zero.
        then: Box<Stmt>,
        /// When it is zero.
        otherwise: Option<Box<Stmt>>,
    },
    /// `while (condition) body`
    While {
        /// The condition.
        condition: Expr,
        /// What is repeated.
        body: Box<Stmt>,
    },
    /// `{ … }`
    Block(Vec<Stmt>),
    /// `assert e;` (extension)
    Assert(Expr),
    /// `assume e;` (extension)
    Assume(Expr),
    /// `error "text";` (extension)
    Error(String),
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The whole expression (without parentheses around it).
    pub span: Span,
}

/// Kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number; negative where a minus sign stands directly before the digits.
    Number(Int),
    /// A variable (or, wrongly, a function).
    Identifier(String),
    /// `input`
    Input,
    /// `null`
    Null,
    /// `alloc e`
    Alloc(Box<Expr>),
    /// `&x`
    Ref(Name),
    /// `*e`
    Deref(Box<Expr>),
    /// `!e`
    Not(Box<Expr>),
    /// `-e` (extension, where `e` is no number)
    Neg(Box<Expr>),
    /// `left op right`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `callee(arguments)`
    Call {
        /// Who is called; a function's name if the program is right.
        callee: Box<Expr>,
        /// With what.
        arguments: Vec<Expr>,
    },
    /// `array[index]`
    Index {
        /// The array.
        array: Box<Expr>,
        /// The index.
        index: Box<Expr>,
    },
    /// `record.field`
    Field {
        /// The record.
        record: Box<Expr>,
        /// The field.
        field: Name,
    },
    /// `[e, …]`
    Array(Vec<Expr>),
    /// `{name: e, …}`
    Record(Vec<(Name, Expr)>),
}

/// The operators between two operands are the flowgraph's own, without those on bits.
pub use kyklos_flow::BinaryOp;
