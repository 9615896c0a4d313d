//! One function, and what the lowering of its parts shares.

use super::Context;
use super::assigned::Assigned;
use super::expression::any_operand;
use crate::ast::{self, ExprKind, StmtKind};
use crate::check::FunctionTypes;
use kyklos_base::Span;
use kyklos_flow::{
    ErrorKind, Expr, Instruction, LocationId, Place, Procedure, ProcedureBuilder, Root, Type, TypeId,
    VariableId, VariableKind,
};
use std::collections::{HashMap, HashSet};

/// Lowers one function.
pub(super) struct FunctionLowering<'c, 'a> {
    pub(super) context: &'c mut Context<'a>,
    pub(super) builder: ProcedureBuilder,
    /// Where the next edge starts.
    pub(super) here: LocationId,
    pub(super) assigned: Assigned,
    variables: HashMap<&'a str, VariableId>,
    /// The variables that pointers may reach.
    address_taken: HashSet<VariableId>,
    temporaries: usize,
}

/// A location that is made when the first edge leads to it.
pub(super) struct Destination {
    location: Option<LocationId>,
    span: Span,
}

impl Destination {
    /// A location that is there already.
    pub(super) fn at(location: LocationId) -> Self {
        Self { location: Some(location), span: Span::nowhere() }
    }

    /// A location that is still to be made, before this piece of the source.
    pub(super) fn before(span: Span) -> Self {
        Self { location: None, span }
    }
}

impl<'c, 'a> FunctionLowering<'c, 'a> {
    pub(super) fn new(
        context: &'c mut Context<'a>,
        function: &'a ast::Function,
        types: &FunctionTypes,
    ) -> Self {
        let mut builder = ProcedureBuilder::new(&function.name.text, function.span, Some(types.result));
        let mut variables = HashMap::new();
        let mut assigned = Assigned::new();
        for (name, ty) in function.parameters.iter().zip(&types.parameters) {
            let parameter = builder.parameter(&name.text, *ty, name.span);
            variables.insert(name.text.as_str(), parameter);
            assigned.add(parameter);
        }
        for (name, ty) in function.variables.iter().zip(&types.variables) {
            let variable = builder.variable(&name.text, *ty, VariableKind::Local, name.span);
            variables.insert(name.text.as_str(), variable);
        }
        let mut address_taken = HashSet::new();
        let mut take = |name: &str| address_taken.extend(variables.get(name));
        function.body.iter().for_each(|stmt| references_in_stmt(stmt, &mut take));
        references_in_expr(&function.result, &mut take);
        let here = builder.entry();
        Self { context, builder, here, assigned, variables, address_taken, temporaries: 0 }
    }

    pub(super) fn lower(mut self, function: &'a ast::Function) -> Procedure {
        let mut end = Destination::before(function.result.span);
        if self.body(&function.body, &mut end) {
            let value = Some(self.value(&function.result));
            let exit = self.builder.exit();
            self.builder.edge(self.here, exit, Instruction::Return { value }, function.result.span);
        }
        self.builder.finish()
    }

    /// The variable of this name.
    pub(super) fn variable(&self, name: &str) -> VariableId {
        self.variables[name]
    }

    /// The destination's location.
    pub(super) fn reach(&mut self, destination: &mut Destination) -> LocationId {
        *destination.location.get_or_insert_with(|| self.builder.plain(destination.span))
    }

    /// Adds an edge from here to a new location, which becomes the point at hand.
    pub(super) fn step(&mut self, instruction: Instruction, span: Span) {
        let next = self.builder.plain(span);
        self.builder.edge(self.here, next, instruction, span);
        self.here = next;
    }

    /// Goes on only if the condition has this truth; leads to an error otherwise.
    pub(super) fn check(
        &mut self,
        condition: Expr,
        holds: bool,
        kind: ErrorKind,
        message: String,
        span: Span,
    ) {
        let next = self.builder.plain(span);
        let error = self.builder.error(kind, message, span);
        let (then, otherwise) = if holds { (next, error) } else { (error, next) };
        self.builder.branch(self.here, condition, then, otherwise, span);
        self.here = next;
    }

    /// A new temporary.
    pub(super) fn temporary(&mut self, ty: TypeId, span: Span) -> VariableId {
        let name = format!("%{}", self.temporaries);
        self.temporaries += 1;
        self.builder.variable(name, ty, VariableKind::Temporary, span)
    }

    /// Saves a value in a new temporary.
    pub(super) fn save(&mut self, value: Expr, span: Span) -> Place {
        let ty = self.type_of(&value);
        let target = Place::variable(self.temporary(ty, span));
        self.step(Instruction::Assign { target: target.clone(), value }, span);
        target
    }

    pub(super) fn type_of(&mut self, value: &Expr) -> TypeId {
        match value {
            Expr::Null(ty) | Expr::Array(ty, _) | Expr::Record(ty, _) => *ty,
            Expr::Load(place) => self.type_at(place),
            Expr::AddressOf(place) => {
                let target = self.type_at(place);
                self.context.pointer_to(target)
            }
            _ => self.context.number,
        }
    }

    /// The type of what a place holds.
    pub(super) fn type_at(&self, place: &Place) -> TypeId {
        place.type_in(&self.context.program, self.builder.procedure()).unwrap_or(self.context.number)
    }

    /// The number and type of a field of the record at a place.
    pub(super) fn field_at(&self, place: &Place, name: &str) -> Option<u32> {
        let Type::Record(fields) = &self.context.program.types[self.type_at(place)] else { return None };
        fields.iter().zip(0..).find(|(field, _)| field.name == name).map(|(_, index)| index)
    }

    /// Whether a call may change the expression's value.
    pub(super) fn is_changeable(&self, expr: &Expr) -> bool {
        any_part(expr, &mut |part| match part {
            Expr::Load(place) | Expr::Length(place) | Expr::Initialized(place) => match &place.root {
                Root::Variable(variable) => self.address_taken.contains(variable),
                Root::Global(_) | Root::Deref(_) => true,
            },
            _ => false,
        })
    }
}

/// Whether an expression has more parts than may be copied into a check.
pub(super) fn is_large(expr: &Expr) -> bool {
    const LIMIT: usize = 64;
    let mut count = 0;
    any_part(expr, &mut |_| {
        count += 1;
        count > LIMIT
    })
}

/// Whether something is true of the expression or a part of it.
fn any_part(expr: &Expr, test: &mut impl FnMut(&Expr) -> bool) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found = found || test(part));
    found
}

/// Finds the names of all `&name` in a statement.
fn references_in_stmt<'a>(stmt: &'a ast::Stmt, found: &mut dyn FnMut(&'a str)) {
    match &stmt.kind {
        StmtKind::Output(expr) | StmtKind::Assert(expr) | StmtKind::Assume(expr) => {
            references_in_expr(expr, found)
        }
        StmtKind::Assign { target, value } => {
            references_in_expr(target, found);
            references_in_expr(value, found);
        }
        StmtKind::If { condition, then, otherwise } => {
            references_in_expr(condition, found);
            references_in_stmt(then, found);
            otherwise.iter().for_each(|stmt| references_in_stmt(stmt, found));
        }
        StmtKind::While { condition, body } => {
            references_in_expr(condition, found);
            references_in_stmt(body, found);
        }
        StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| references_in_stmt(stmt, found)),
        StmtKind::Error(_) => {}
    }
}

fn references_in_expr<'a>(expr: &'a ast::Expr, found: &mut dyn FnMut(&'a str)) {
    if let ExprKind::Ref(name) = &expr.kind {
        found(&name.text);
    }
    any_operand(expr, &mut |operand| {
        references_in_expr(operand, found);
        false
    });
}
