//! Checked syntax tree to flowgraph.
//!
//! Expressions of a flowgraph are pure and never fail. So for each expression
//! of the source, first the checks and effects it needs are put on edges, in
//! the order of evaluation; what remains is one whole expression.
//!
//! # Order of evaluation
//!
//! Operands are evaluated from left to right, before their operator; so are
//! arguments, elements and fields. An assignment evaluates its right side
//! first, then the operands of its left side from left to right, then checks
//! the accesses of the left side, then writes. `&&` and `||` evaluate their
//! right operand only if the left one does not decide.
//!
//! A call may change what pointers point to, also variables whose address is
//! taken. Operands that read such memory before a call of the same expression
//! are saved in temporaries.
//!
//! # Checks
//!
//! | expression | fails if | error |
//! | --- | --- | --- |
//! | `a / b`, `a % b` | `b == 0` | division by zero |
//! | `a[i]` | `i` is negative or not less than the length | out of bounds |
//! | `*p` | `p == null` | null dereference |
//! | `x`, `*p` | it was never written | uninitialized |
//!
//! No check is made where it cannot fail for a simple reason: a divisor is a
//! constant, a variable is assigned on every way there (see `assigned`), a
//! pointer is `&x`. Memory that is reached through pointers can be
//! uninitialised only if some `&x` of a variable of that type is evaluated
//! before `x` is surely assigned. Writing an element or a field needs the
//! whole array or record to be initialised.
//!
//! - `function`: one function, and what its parts share;
//! - `statement`, `expression`, `condition`: its parts;
//! - `assigned`: which variables are surely assigned.

mod assigned;
mod condition;
mod expression;
mod function;
mod statement;

use crate::ast::Ast;
use crate::check::TypedProgram;
use function::FunctionLowering;
use kyklos_base::{Sources, Table};
use kyklos_flow::{Procedure, ProcedureId, Program, Type, TypeId};
use std::collections::{HashMap, HashSet};

/// The flowgraph of a program that [`crate::check::check`] found right, with these types.
pub fn lower(ast: &Ast, typed: &TypedProgram, sources: Sources) -> Program {
    let mut types = typed.types.clone();
    let number = types.number();
    let procedures =
        ast.functions.iter().zip(0..).map(|(function, id)| (function.name.text.as_str(), ProcedureId(id)));
    let procedures: HashMap<_, _> = procedures.collect();
    let main = procedures.get("main").copied();
    let program = Program { sources, types, main, ..Program::default() };
    let mut context =
        Context { typed, program, procedures, number, uninitialized: HashSet::new(), taken: HashSet::new() };
    let mut procedures = context.functions(ast);
    if !context.taken.is_empty() {
        // What is reached through pointers needs checks that were left out.
        context.uninitialized = std::mem::take(&mut context.taken);
        procedures = context.functions(ast);
    }
    Program { procedures, ..context.program }
}

/// What all functions share.
struct Context<'a> {
    typed: &'a TypedProgram,
    /// The program without its procedures.
    program: Program,
    procedures: HashMap<&'a str, ProcedureId>,
    number: TypeId,
    /// The types of memory that pointers may reach before it is written.
    uninitialized: HashSet<TypeId>,
    /// The types of variables whose address was taken before they were surely assigned.
    taken: HashSet<TypeId>,
}

impl<'a> Context<'a> {
    fn functions(&mut self, ast: &'a Ast) -> Table<ProcedureId, Procedure> {
        let functions = ast.functions.iter().zip(&self.typed.functions);
        functions
            .map(|(function, types)| FunctionLowering::new(self, function, types).lower(function))
            .collect()
    }

    fn pointer_to(&mut self, target: TypeId) -> TypeId {
        self.program.types.intern(Type::Pointer(target))
    }
}
