//! Typed tree to flowgraph.

use crate::ctype::{CType, TypeTable};
use crate::tree;
use kyklos_base::Span;
use kyklos_flow::{ErrorKind, Expr, Instruction, LocationId, Place, ProcedureBuilder, TypeId, VariableId};

/// What all functions share.
pub(crate) struct Context<'a> {
    /// C's types, and the flowgraph's.
    pub(crate) types: TypeTable,
    unit: &'a tree::Unit,
}

/// Lowers one function.
pub(crate) struct FunctionLowering<'c, 'a> {
    pub(crate) context: &'c mut Context<'a>,
    pub(crate) builder: ProcedureBuilder,
    /// Where the next edge starts.
    pub(crate) here: LocationId,
}

impl<'a> FunctionLowering<'_, 'a> {
    /// Evaluates an expression: its checks and effects go on edges.
    pub(crate) fn value(&mut self, expr: &tree::Expr) -> Expr {
        unimplemented!("{:?}", expr.span)
    }
    /// Evaluates expressions from left to right.
    pub(crate) fn values(&mut self, exprs: &[tree::Expr]) -> Vec<Expr> {
        exprs.iter().map(|e| self.value(e)).collect()
    }
    /// Adds an edge from here to a new location, which becomes the point at hand.
    pub(crate) fn step(&mut self, instruction: Instruction, span: Span) {
        let next = self.builder.plain(span);
        self.builder.edge(self.here, next, instruction, span);
        self.here = next;
    }
    /// Goes on only if the condition has this truth; leads to an error otherwise.
    pub(crate) fn check(&mut self, condition: Expr, holds: bool, kind: ErrorKind, message: String, span: Span) {
        let next = self.builder.plain(span);
        let error = self.builder.error(kind, message, span);
        let (then, otherwise) = if holds { (next, error) } else { (error, next) };
        self.builder.branch(self.here, condition, then, otherwise, span);
        self.here = next;
    }
    /// A new temporary.
    pub(crate) fn temporary(&mut self, _ty: TypeId, _span: Span) -> VariableId {
        unimplemented!()
    }
    /// Saves a value of a C type in a new temporary.
    pub(crate) fn save(&mut self, _value: Expr, _ty: &CType, _span: Span) -> Place {
        unimplemented!()
    }
    /// A value that may be copied into checks: itself, or a temporary's if it is large.
    pub(crate) fn copyable(&mut self, value: Expr, _ty: &CType, _span: Span) -> Expr {
        value
    }
    /// Checks that a pointer is not null, that its object exists, and that it is in bounds.
    pub(crate) fn check_pointer(&mut self, _pointer: &Expr, _ty: &CType, _span: Span) {}
}
