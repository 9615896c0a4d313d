//! Where execution starts: if the entry function takes more than numbers, a
//! procedure that makes its arguments and calls it.
//!
//! A pointer parameter points to the first element of an array of inputs, which
//! has no end unless a length is given; to a struct, to one whose numbers are
//! inputs. `main`'s `argc` is an input; its `argv` cannot be used.

use super::Context;
use crate::ctype::{CType, Length, TypeTable};
use crate::tree::{Expr, ExprKind, LocalId, Unit};
use kyklos_base::{Diagnostic, Span};
use kyklos_flow::{
    self as flow, BinaryOp, Input, Instruction, LocationId, Place, Procedure, ProcedureBuilder, VariableKind,
};
use std::rc::Rc;

/// Why execution cannot start at the entry, if so.
pub(super) fn problems(unit: &Unit, types: &TypeTable) -> Vec<Diagnostic> {
    let function = &unit.functions[unit.entry.0 as usize];
    let Some(body) = &function.body else { return Vec::new() };
    let mut problems = Vec::new();
    let command_line = is_command_line(&function.name, &function.ty.parameters);
    for (index, local) in body.locals.iter().take(body.parameters).enumerate() {
        if command_line && index > 0 {
            if let Some(span) = first_use(&body.statements, index) {
                let message =
                    format!("the arguments of the command line, `{}`, are not supported", local.name);
                problems.push(Diagnostic::error(span, message));
            }
        } else if !is_possible(&local.ty) {
            let ty = types.name(&local.ty);
            let message = format!("`{}` starts the program, but its parameter is a `{ty}`", function.name);
            let help = "numbers, structs, and pointers to these can be made";
            problems.push(Diagnostic::error(local.span, message).with_help(help));
        }
    }
    problems
}

/// Whether arguments of a type can be made.
fn is_possible(ty: &CType) -> bool {
    match ty.target() {
        Some(target) => !matches!(target, CType::Pointer(_) | CType::Void | CType::Function(_)),
        None => true,
    }
}

fn is_command_line(name: &str, parameters: &[CType]) -> bool {
    name == "main"
        && parameters.len() >= 2
        && parameters[0].int_kind().is_some()
        && parameters[1..].iter().all(|ty| ty.target().is_some_and(|target| target.target().is_some()))
}

/// Where a variable is used first.
fn first_use(statements: &[crate::tree::Stmt], index: usize) -> Option<Span> {
    let mut found = None;
    for statement in statements {
        statement.exprs(&mut |expr: &Expr| {
            expr.any(&mut |part| {
                if matches!(part.kind, ExprKind::Local(LocalId(local), _) if local as usize == index) {
                    found.get_or_insert(part.span);
                }
                found.is_some()
            });
        });
    }
    found
}

impl Context<'_> {
    /// The procedure that starts the program, if the entry cannot do so itself.
    pub(super) fn start(&mut self) -> Option<Procedure> {
        let function = &self.unit.functions[self.unit.entry.0 as usize];
        let body = function.body.as_ref()?;
        let callee = self.procedures[self.unit.entry.0 as usize]?;
        let parameters = &function.ty.parameters;
        let arbitrary = self.unit.globals.iter().zip(&self.globals).filter(|(global, _)| global.arbitrary);
        let arbitrary: Vec<_> = arbitrary.map(|(global, id)| (global.name.clone(), *id)).collect();
        if arbitrary.is_empty() && parameters.iter().all(|ty| ty.int_kind().is_some()) {
            return None;
        }
        let name = format!("start of {}", function.name);
        let builder = ProcedureBuilder::new(name, function.span, None);
        let here = builder.entry();
        let mut start = Start { builder, here, span: function.span };
        for (name, id) in arbitrary {
            start.forget(Place::global(id), &name);
        }
        let command_line = is_command_line(&function.name, parameters);
        let mut arguments = Vec::new();
        for (index, local) in body.locals.iter().take(body.parameters).enumerate() {
            if command_line && index > 0 {
                arguments.push(flow::Expr::Null(self.types.flow(&local.ty)));
                continue;
            }
            let argument = self.argument(&mut start, &local.name, &local.ty, local.span);
            if command_line {
                let condition = flow::Expr::binary(BinaryOp::Ge, argument.clone(), flow::Expr::int(1));
                start.step(Instruction::Assume { condition, holds: true });
            }
            arguments.push(argument);
        }
        start.step(Instruction::Call { target: None, callee, arguments });
        let exit = start.builder.exit();
        start.builder.edge(start.here, exit, Instruction::Return { value: None }, start.span);
        Some(start.builder.finish())
    }

    /// An argument for a parameter of the entry, all of whose numbers are inputs.
    fn argument(&mut self, start: &mut Start, name: &str, ty: &CType, span: Span) -> flow::Expr {
        let object = match ty.target() {
            Some(target @ (CType::Int(_) | CType::Float(_) | CType::Array(..))) => {
                let length = self.options.array_size.map_or(Length::Unknown, Length::Fixed);
                CType::Array(Rc::new(target.clone()), length)
            }
            Some(target) => target.clone(),
            None => ty.clone(),
        };
        let flow_type = self.types.flow(&object);
        let variable = start.builder.variable(name, flow_type, VariableKind::Local, span);
        let place = Place::variable(variable);
        let instruction = match &object {
            // An array without an end is an input in any case.
            CType::Array(_, Length::Unknown) => {
                Instruction::Havoc { target: place.clone(), input: Input { name: name.to_owned() } }
            }
            object => self.arbitrary(place.clone(), object, name),
        };
        start.step(instruction);
        match (ty.target(), object) {
            (None, _) => flow::Expr::Load(place),
            (Some(_), CType::Array(..)) => flow::Expr::AddressOf(place.index(flow::Expr::int(0))),
            (Some(_), _) => flow::Expr::AddressOf(place),
        }
    }

    /// Notes what the entry's arguments, and variables that are defined elsewhere, may contain.
    pub(super) fn note_arguments(&mut self) {
        for global in self.unit.globals.iter().filter(|global| global.arbitrary) {
            self.note_unwritten(&global.ty);
        }
        let function = &self.unit.functions[self.unit.entry.0 as usize];
        for ty in function.ty.parameters.clone() {
            if let Some(target) = ty.target() {
                self.note_unwritten(target);
            } else if ty.is_aggregate() {
                self.note_unwritten(&ty);
            }
        }
    }
}

/// The starting procedure while it is made.
struct Start {
    builder: ProcedureBuilder,
    here: LocationId,
    span: Span,
}

impl Start {
    fn step(&mut self, instruction: Instruction) {
        let next = self.builder.plain(self.span);
        self.builder.edge(self.here, next, instruction, self.span);
        self.here = next;
    }

    fn forget(&mut self, target: Place, name: &str) {
        self.step(Instruction::Havoc { target, input: Input { name: name.to_owned() } });
    }
}
