//! What is called before the entry, and when the program is left: constructors, destructors, and functions that were given
//! to `atexit`.

use super::{Checker, Refusal, refusal};
use crate::ctype::CType;
use crate::parse::attributes::Attribute;
use crate::tree::{Body, Callee, Expr, ExprKind, FunctionId, Initial, Stmt, StmtKind};
use kyklos_base::{Int, Span};

/// A function that is called before the entry, or when the program is left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Around {
    /// Lower ones come first, and leave last.
    priority: u32,
    function: FunctionId,
}

/// The model that keeps what is to be called when the program is left.
const EXITS: &str = "__kyklos_exits";

impl Checker<'_> {
    /// Notes what attributes say of when a function is called.
    pub(super) fn note_around(&mut self, function: FunctionId, attributes: &[&Attribute]) {
        for attribute in attributes {
            let priority = attribute.argument.parse().unwrap_or(u32::MAX);
            let list = match attribute.name.as_str() {
                "constructor" => &mut self.constructors,
                "destructor" => &mut self.destructors,
                _ => continue,
            };
            if list.iter().all(|known| known.function != function) {
                list.push(Around { priority, function });
            }
        }
    }

    /// Marks constructors and destructors as used, and puts them in order.
    pub(super) fn use_around(&mut self) {
        self.constructors.sort_by_key(|one| one.priority);
        self.destructors.sort_by_key(|one| one.priority);
        let all: Vec<_> = self.constructors.iter().chain(&self.destructors).copied().collect();
        for Around { function: id, .. } in all {
            let function = &self.functions[id.0 as usize];
            if function.ty.parameters.is_empty() {
                self.use_function(id);
            } else {
                let message = format!("the constructor or destructor `{}` has parameters", function.name);
                let refused: Result<(), Refusal> = refusal(function.span, message);
                refused.unwrap_or_else(|refusal| self.report(refusal));
            }
        }
    }

    /// Whether something happens around the entry.
    fn has_around(&self) -> bool {
        !self.constructors.is_empty() || self.leaves_in_order()
    }

    fn leaves_in_order(&self) -> bool {
        self.registers_exits || !self.destructors.is_empty()
    }

    /// Refuses a call of the entry, if something happens around it.
    pub(super) fn refuse_entry(&self, id: FunctionId, span: Span) -> Result<(), Refusal> {
        if self.start == Some(id) && self.has_around() {
            return refusal(
                span,
                "a call of the entry of a program with constructors, destructors or `atexit`",
            );
        }
        Ok(())
    }

    /// The body of a function; of the entry, with what is called around it.
    pub(super) fn with_around(&mut self, id: FunctionId, mut body: Body) -> Result<Body, Refusal> {
        if self.start != Some(id) || !self.has_around() {
            return Ok(body);
        }
        self.current.locals = std::mem::take(&mut body.locals);
        let leave = self.leave_program(body.end)?;
        body.locals = std::mem::take(&mut self.current.locals);
        let gotos = std::mem::take(&mut self.current.gotos);
        body.targets.extend(gotos.into_iter().map(|(label, _)| label));
        let first =
            self.constructors.iter().map(|one| call(one.function, self.functions[id.0 as usize].span));
        body.statements = first.chain(std::mem::take(&mut body.statements)).chain(leave).collect();
        Ok(body)
    }

    /// A `return` of the entry, if something happens when the program is left.
    pub(super) fn leaving_return(
        &mut self,
        value: Option<Expr>,
        span: Span,
    ) -> Result<Option<StmtKind>, Refusal> {
        let at_start = self.start.is_some_and(|id| self.current.is == Some(id));
        if !at_start || !self.leaves_in_order() {
            return Ok(None);
        }
        let mut statements = Vec::new();
        let value = value.map(|value| {
            let local = self.add_local("(result)", value.ty.clone(), span);
            let initial = Some(Initial::Value(value));
            statements.push(Stmt { kind: StmtKind::Declare { local, length: None, initial }, span });
            local
        });
        statements.extend(self.leave_program(span)?);
        let value = value.map(|local| self.use_local(local, span));
        statements.push(Stmt { kind: StmtKind::Return(value), span });
        Ok(Some(StmtKind::Block(statements)))
    }

    /// What a run does that leaves the program in order: functions that were given to `atexit`, then destructors.
    pub(super) fn leave_program(&mut self, span: Span) -> Result<Vec<Stmt>, Refusal> {
        let mut statements = Vec::new();
        if let (true, Some(model)) = (self.registers_exits, self.models.get(EXITS).copied()) {
            let arguments =
                vec![Expr::int(Int::ZERO, CType::INT, span), Expr::int(Int::ZERO, CType::INT, span)];
            let run = self.model_call(EXITS, model, arguments, span)?;
            statements.push(Stmt { kind: StmtKind::Expr(run), span });
        }
        statements.extend(self.destructors.iter().rev().map(|one| call(one.function, span)));
        Ok(statements)
    }
}

/// A call of a function without parameters.
fn call(function: FunctionId, span: Span) -> Stmt {
    let call = ExprKind::Call(Callee::Function(function), Vec::new());
    Stmt { kind: StmtKind::Expr(Expr::new(call, CType::Void, span)), span }
}
