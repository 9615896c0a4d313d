//! The typed syntax tree: names are resolved, conversions are explicit, and
//! what the front end does not support was refused before.
//!
//! Expressions are typed as C says (C11 6.5). Some of them are *places*
//! (lvalues): variables, what pointers point to, elements and fields. Where a
//! place stands for a value, its value is loaded. Arrays never stand for
//! values but in initialisers: [`ExprKind::Decay`] is explicit.

use crate::ctype::{CType, FunctionType, IntKind, Qualified, Qualifiers};
use crate::library::LibraryCall;
use kyklos_base::{FloatFormat, FloatOp, Int, Span};
use kyklos_flow::{BinaryOp, ErrorKind, Unreached};
use std::collections::{BTreeMap, HashSet};

/// What execution needs of a translation unit.
pub struct Unit {
    /// Variables of the program that some function uses, static ones of functions and string literals too.
    pub globals: Vec<Global>,
    /// Functions that are declared.
    pub functions: Vec<Function>,
    /// Where execution starts.
    pub entry: FunctionId,
    /// Functions that are called but not defined.
    pub undefined: Vec<Undefined>,
    /// Functions that were typed anew for more arguments.
    pub extended: Vec<Extended>,
    /// Functions that nobody calls, and the labels in them.
    pub unreached: Vec<Unreached>,
    /// The variables that jumps out of functions need, if there are any.
    pub jumps: Option<Jumps>,
    /// The variables of streams that are open from the start.
    pub standard_streams: Vec<GlobalId>,
    /// Whether the program's own code makes numbers of pointers.
    pub looks_at_addresses: bool,
    /// Whether memory is allocated that may end within an element of its type.
    pub partial_memory: bool,
}

/// Variables of the program that tell of jumps out of functions.
#[derive(Clone, Copy, Debug)]
pub struct Jumps {
    /// The number of the call of `setjmp` that a jump leads to; 0 if none is under way.
    pub target: GlobalId,
    /// What that call returns.
    pub value: GlobalId,
    /// How many such calls there were.
    pub count: GlobalId,
}

/// A function that was typed anew for more arguments than it has parameters.
pub struct Extended {
    /// The function.
    pub function: FunctionId,
    /// The types of the arguments behind its parameters.
    pub types: Vec<CType>,
    /// The function that has parameters for them, too.
    pub instance: FunctionId,
}

/// A function that is called but not defined.
pub struct Undefined {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: FunctionType,
    /// The arguments, by their numbers, that it may write through, and the kind of what they point to: none if
    /// that is not numbers of one kind in all calls.
    pub written: BTreeMap<usize, Option<IntKind>>,
}

/// A variable of the program, a number in [`Unit::globals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GlobalId(pub u32);

/// A function, a number in [`Unit::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FunctionId(pub u32);

/// A variable of a function, a number in [`Body::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// A variable of the program.
pub struct Global {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: CType,
    /// Its first value; zero throughout without one.
    pub initial: Option<Initial>,
    /// What it holds at first if it is defined elsewhere.
    pub outside: Option<Outside>,
    /// Whether nothing may change it: a string literal.
    pub constant: bool,
    /// Where it is declared.
    pub span: Span,
}

/// What a variable that is defined elsewhere holds at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Any value.
    Arbitrary,
    /// A pointer to what is not known: runs that look there are cut.
    Beyond,
}

/// A function.
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: FunctionType,
    /// What it does, if it is defined and used.
    pub body: Option<Body>,
    /// The number that stands for its address, if that is taken.
    pub address: Option<u32>,
    /// Whether it is declared not to return.
    pub noreturn: bool,
    /// Where it is declared.
    pub span: Span,
}

/// What a function does.
pub struct Body {
    /// Its variables, parameters first.
    pub locals: Vec<Local>,
    /// How many of them are parameters.
    pub parameters: usize,
    /// Its statements.
    pub statements: Vec<Stmt>,
    /// The labels that some `goto` names.
    pub targets: HashSet<String>,
    /// Just the closing brace.
    pub end: Span,
}

/// A variable of a function.
pub struct Local {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: CType,
    /// Of an array of variable length whose elements are such arrays, the variables that hold their lengths,
    /// and those of their elements, and so on. Of a pointer to an array of variable length, those of that array.
    pub inner_lengths: Vec<LocalId>,
    /// The call that reads it from input and may fail to, and its line.
    pub read_by: Option<(String, u32)>,
    /// Where it is declared.
    pub span: Span,
}

/// A first value.
#[derive(Clone, Debug)]
pub enum Initial {
    /// An expression's.
    Value(Expr),
    /// Of an array or record: those of some elements or fields, by rising number, each once; the others are zero.
    Parts(Vec<(u64, Initial)>),
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Which one.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// Kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// An expression whose value nobody needs.
    Expr(Expr),
    /// A variable comes into being.
    Declare {
        /// Which one.
        local: LocalId,
        /// Of an array of variable length, how many elements it has.
        length: Option<Expr>,
        /// Its first value.
        initial: Option<Initial>,
    },
    /// From here on, whatever ends the life of a variable first makes a call.
    Cleanup(LocalId, Expr),
    /// One statement after the other.
    Block(Vec<Stmt>),
    /// `if`
    If {
        /// The condition.
        condition: Expr,
        /// If it holds.
        then: Box<Stmt>,
        /// If not.
        otherwise: Option<Box<Stmt>>,
    },
    /// `while` and `for`, whose initialiser stands before it.
    While {
        /// The condition; none always holds.
        condition: Option<Expr>,
        /// After each round.
        step: Option<Expr>,
        /// Each round.
        body: Box<Stmt>,
    },
    /// `do`
    DoWhile {
        /// Each round.
        body: Box<Stmt>,
        /// The condition.
        condition: Expr,
    },
    /// `switch`
    Switch {
        /// What decides.
        value: Expr,
        /// The values of each case, from one to another; none for `default`.
        cases: Vec<Option<(Int, Int)>>,
        /// The body, with [`StmtKind::Case`].
        body: Box<Stmt>,
    },
    /// A case of the innermost `switch`, by its number, and the statement behind it.
    Case(usize, Box<Stmt>),
    /// A label, and the statement behind it.
    Label(String, Box<Stmt>),
    /// `goto`
    Goto(String),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return(Option<Expr>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Which one.
    pub kind: ExprKind,
    /// Its type.
    pub ty: CType,
    /// Of a place, the qualifiers of its type. Values have none.
    pub qualifiers: Qualifiers,
    /// Where it stands.
    pub span: Span,
}

/// Kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number in the range of its type; also a function's address. Of a floating point number it is the pattern.
    Int(Int),
    /// The null pointer.
    Null,
    /// A place: a variable of the function. The number tells uses apart.
    Local(LocalId, u32),
    /// A place: a variable of the program.
    Global(GlobalId),
    /// A place: what a pointer points to.
    Deref(Box<Expr>),
    /// A place: an element of an array that is a place.
    Index(Box<Expr>, Box<Expr>),
    /// A field of a record, by the numbers on the way to it; a place if the record is one.
    Field(Box<Expr>, Vec<u32>),
    /// The address of a place.
    AddressOf(Box<Expr>),
    /// The address of the first element of an array that is a place.
    Decay(Box<Expr>),
    /// A value brought to the expression's type: an integer to an integer's, any number to a floating
    /// point one, a pointer to a pointer's, anything to `void`.
    Convert(Box<Expr>),
    /// A pointer moved forward, or backward, by a number of elements.
    Offset {
        /// The pointer.
        pointer: Box<Expr>,
        /// By how many elements.
        by: Box<Expr>,
        /// Backward.
        backward: bool,
    },
    /// How many elements the array at a place has, which is of variable length.
    Length(Box<Expr>),
    /// How many elements lie between two pointers.
    Distance(Box<Expr>, Box<Expr>),
    /// An operation on floating point numbers of a format.
    Float(FloatOp, FloatFormat, Vec<Expr>),
    /// `-x`
    Negate(Box<Expr>),
    /// `~x`
    Complement(Box<Expr>),
    /// `!x`, of a number or a pointer.
    Not(Box<Expr>),
    /// Arithmetic and bit operations on operands of the expression's type; for
    /// shifts, the right operand has a type of its own.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A comparison of two numbers or two pointers of one type.
    Compare(BinaryOp, Box<Expr>, Box<Expr>),
    /// `&&` or `||` of numbers and pointers.
    Logical(BinaryOp, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `place = value`, both of one type.
    Assign(Box<Expr>, Box<Expr>),
    /// `place op= value`, `place++`, `--place`, and so on.
    Update {
        /// The place.
        target: Box<Expr>,
        /// How its value changes.
        change: Change,
        /// Whether the expression's value is the place's old one.
        old: bool,
    },
    /// A call of a function of the program, or through a pointer.
    Call(Callee, Vec<Expr>),
    /// A call of a function that the front end knows.
    Library(LibraryCall),
    /// A call that belongs to the language of verification tasks.
    Intrinsic(Intrinsic),
    /// A compound literal: a variable that gets a first value, and is then a place.
    Literal(LocalId, Box<Initial>),
    /// GNU's `({ … })`: statements, and the value of the last one.
    Statements(Vec<Stmt>, Option<Box<Expr>>),
}

/// How an update changes a place's value.
#[derive(Clone, Debug)]
pub enum Change {
    /// The place's value, converted to a type, and an operand are combined, and the result converted back.
    Number {
        /// How.
        op: BinaryOp,
        /// In which type.
        ty: CType,
        /// With what: of that type, but for shifts.
        operand: Box<Expr>,
    },
    /// A pointer moves.
    Pointer {
        /// By how many elements.
        by: Box<Expr>,
        /// Backward.
        backward: bool,
    },
}

/// Who is called.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A function.
    Function(FunctionId),
    /// The function that a number stands for.
    Pointer(Box<Expr>),
}

/// What belongs to the language of verification tasks.
#[derive(Clone, Debug)]
pub enum Intrinsic {
    /// An arbitrary value of the expression's type, called this in reports.
    Input(String),
    /// As `Input`, from the first number up to below the second.
    Range(Box<Expr>, Box<Expr>, String),
    /// The object at a place gets arbitrary values.
    Forget(Box<Expr>, String),
    /// A number that C does not fix: it stands to a value as a rule says. What it differs by is a choice of the
    /// library, called this in reports.
    Like(Box<Expr>, Rule, String),
    /// Only runs where the value is not zero are looked at.
    Assume(Box<Expr>),
    /// What holds of a variable's address; matters only where addresses are numbers.
    Aligned(Box<Expr>),
    /// The value must not be zero.
    Assert(Box<Expr>),
    /// The run fails.
    Fail(ErrorKind, String),
    /// The run ends here, without a failure: with a status, or else as by `abort`.
    Stop(Option<Box<Expr>>),
    /// What happens here is not known, for this reason: the verdict stays open.
    Cut(String),
    /// What a call of `setjmp` returns, whose number is in a variable: 0, and then what jumps that lead there say.
    SetJump(LocalId),
    /// A jump to a call of `setjmp` is under way.
    LongJump,
    /// Arguments are evaluated, and nothing else happens. The result, if there is one, is arbitrary.
    Ignore(Vec<Expr>, Option<String>),
    /// A function that is not defined is called: arguments are evaluated, then the numbers become arbitrary that
    /// some of them point to. The result is arbitrary, too.
    Outside {
        /// The function.
        name: String,
        /// Its arguments. Those that are written through have the types that they had before any conversion.
        arguments: Vec<Expr>,
        /// The numbers of the arguments that are written through, and what the inputs are called that go there.
        written: Vec<(usize, String)>,
    },
    /// Arguments are evaluated and printed.
    Print {
        /// The arguments.
        arguments: Vec<Expr>,
        /// Whether the numbers among them are the program's outputs.
        outputs: bool,
    },
}

/// How a number stands to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// It has the same sign.
    Sign,
    /// It is zero if the value is, and not otherwise.
    Zero,
    /// It is the value, or negative.
    OrNegative,
    /// It is the value, or -1.
    OrMinusOne,
    /// It is not negative, and at most the value.
    AtMost,
    /// It is at least -1, and at most the value.
    AtMostOrMinusOne,
}

impl Expr {
    /// An expression.
    pub fn new(kind: ExprKind, ty: CType, span: Span) -> Self {
        Self { kind, ty, qualifiers: Qualifiers::NONE, span }
    }

    /// A place whose type has qualifiers.
    pub fn qualified(self, qualifiers: Qualifiers) -> Self {
        Self { qualifiers, ..self }
    }

    /// The type of the expression, with its qualifiers.
    pub fn qualified_type(&self) -> Qualified {
        Qualified::new(self.ty.clone(), self.qualifiers)
    }

    /// A number of an integer type that holds it.
    pub fn int(value: impl Into<Int>, ty: CType, span: Span) -> Self {
        Self::new(ExprKind::Int(value.into()), ty, span)
    }

    /// The number, where the expression is one.
    pub fn as_int(&self) -> Option<&Int> {
        match &self.kind {
            ExprKind::Int(value) => Some(value),
            _ => None,
        }
    }

    /// Whether this place is part of what a pointer leads to.
    pub fn is_behind_pointer(&self) -> bool {
        match &self.kind {
            ExprKind::Index(inner, _) | ExprKind::Field(inner, _) => inner.is_behind_pointer(),
            ExprKind::Deref(_) => true,
            _ => false,
        }
    }

    /// Whether the expression is a place.
    pub fn is_place(&self) -> bool {
        match &self.kind {
            ExprKind::Local(..)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Index(..)
            | ExprKind::Literal(..) => true,
            ExprKind::Field(record, _) => record.is_place(),
            _ => false,
        }
    }
}

impl Expr {
    /// Calls `visit` with each direct part of the expression; of statements in it, with their expressions.
    pub fn parts<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        match &self.kind {
            ExprKind::Int(_) | ExprKind::Null | ExprKind::Local(..) | ExprKind::Global(_) => {}
            ExprKind::Deref(inner)
            | ExprKind::Field(inner, _)
            | ExprKind::AddressOf(inner)
            | ExprKind::Decay(inner)
            | ExprKind::Length(inner)
            | ExprKind::Convert(inner)
            | ExprKind::Negate(inner)
            | ExprKind::Complement(inner)
            | ExprKind::Not(inner) => visit(inner),
            ExprKind::Index(left, right)
            | ExprKind::Offset { pointer: left, by: right, .. }
            | ExprKind::Distance(left, right)
            | ExprKind::Binary(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Logical(_, left, right)
            | ExprKind::Comma(left, right)
            | ExprKind::Assign(left, right) => {
                visit(left);
                visit(right);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
            ExprKind::Update { target, change, .. } => {
                visit(target);
                match change {
                    Change::Number { operand, .. } => visit(operand),
                    Change::Pointer { by, .. } => visit(by),
                }
            }
            ExprKind::Call(callee, arguments) => {
                if let Callee::Pointer(callee) = callee {
                    visit(callee);
                }
                arguments.iter().for_each(visit);
            }
            ExprKind::Float(_, _, operands) => operands.iter().for_each(visit),
            ExprKind::Library(call) => call.arguments.iter().for_each(visit),
            ExprKind::Intrinsic(intrinsic) => match intrinsic {
                Intrinsic::Input(_)
                | Intrinsic::Fail(..)
                | Intrinsic::Cut(_)
                | Intrinsic::SetJump(_)
                | Intrinsic::LongJump => {}
                Intrinsic::Stop(status) => status.iter().for_each(|status| visit(status)),
                Intrinsic::Range(low, high, _) => {
                    visit(low);
                    visit(high);
                }
                Intrinsic::Forget(inner, _)
                | Intrinsic::Like(inner, ..)
                | Intrinsic::Assume(inner)
                | Intrinsic::Aligned(inner)
                | Intrinsic::Assert(inner) => visit(inner),
                Intrinsic::Ignore(arguments, _)
                | Intrinsic::Outside { arguments, .. }
                | Intrinsic::Print { arguments, .. } => arguments.iter().for_each(visit),
            },
            ExprKind::Literal(_, initial) => initial.values(visit),
            ExprKind::Statements(statements, value) => {
                statements.iter().for_each(|statement| statement.exprs(visit));
                value.iter().for_each(|value| visit(value));
            }
        }
    }

    /// Whether something is true of the expression or a part of it, however deep.
    pub fn any<'e>(&'e self, test: &mut dyn FnMut(&'e Expr) -> bool) -> bool {
        if test(self) {
            return true;
        }
        let mut found = false;
        self.parts(&mut |part| found = found || part.any(test));
        found
    }
}

impl Initial {
    /// Whether all values are zero.
    pub fn is_zero(&self) -> bool {
        match self {
            Initial::Value(value) => match &value.kind {
                ExprKind::Int(value) => value.is_zero(),
                kind => matches!(kind, ExprKind::Null),
            },
            Initial::Parts(parts) => parts.iter().all(|(_, part)| part.is_zero()),
        }
    }

    /// Calls `visit` with each value.
    pub fn values<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        match self {
            Initial::Value(value) => visit(value),
            Initial::Parts(parts) => parts.iter().for_each(|(_, part)| part.values(visit)),
        }
    }
}

impl Stmt {
    /// Calls `visit` with each expression of the statement and of those inside it.
    pub fn exprs<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        self.own_exprs(visit);
        self.inner(&mut |statement| statement.exprs(visit));
    }

    /// Calls `visit` with each expression of the statement itself.
    pub fn own_exprs<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        match &self.kind {
            StmtKind::Expr(expr) | StmtKind::Cleanup(_, expr) => visit(expr),
            StmtKind::Declare { length, initial, .. } => {
                length.iter().for_each(&mut *visit);
                initial.iter().for_each(|initial| initial.values(visit));
            }
            StmtKind::Return(value) => value.iter().for_each(&mut *visit),
            StmtKind::If { condition, .. } | StmtKind::DoWhile { condition, .. } => visit(condition),
            StmtKind::While { condition, step, .. } => condition.iter().chain(step).for_each(&mut *visit),
            StmtKind::Switch { value, .. } => visit(value),
            StmtKind::Block(_)
            | StmtKind::Case(..)
            | StmtKind::Label(..)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue => {}
        }
    }

    /// Calls `visit` with each direct part that is a statement.
    pub fn inner<'e>(&'e self, visit: &mut dyn FnMut(&'e Stmt)) {
        match &self.kind {
            StmtKind::Block(statements) => statements.iter().for_each(visit),
            StmtKind::If { then, otherwise, .. } => {
                visit(then);
                otherwise.iter().for_each(|otherwise| visit(otherwise));
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::Switch { body, .. }
            | StmtKind::Case(_, body)
            | StmtKind::Label(_, body) => visit(body),
            StmtKind::Expr(_)
            | StmtKind::Cleanup(..)
            | StmtKind::Declare { .. }
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_) => {}
        }
    }

    /// Whether something is true of the statement or one inside it (but for those in expressions).
    pub fn any<'e>(&'e self, test: &mut dyn FnMut(&'e Stmt) -> bool) -> bool {
        if test(self) {
            return true;
        }
        let mut found = false;
        self.inner(&mut |statement| found = found || statement.any(test));
        found
    }
}
