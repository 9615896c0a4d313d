//! What is called before the entry, and when the program is left: constructors, destructors, and functions that were given
//! to `atexit`.

use super::{Checker, Refusal, refusal};
use crate::ctype::CType;
use crate::parse::attributes::Attribute;
use crate::tree::{Body, Callee, Expr, ExprKind, FunctionId, Stmt, StmtKind};
use kyklos_base::{Int, Span};

/// A function that is called before the entry, or when the program is left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Around {
    /// Lower ones come first, and leave last.
    priority: u32,
    function: FunctionId,
}

/// The label where the entry goes on behind its `return`s, and the one where it goes on without.
const RETURNED: &str = "(returned)";
const ENDED: &str = "(ended)";

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
        let span = self.functions[id.0 as usize].span;
        let first: Vec<Stmt> = self.constructors.iter().map(|one| call(one.function, span)).collect();
        let inner = std::mem::take(&mut body.statements);
        body.statements = first;
        body.statements.extend(self.left_in_order(inner, body.end)?);
        body.locals = std::mem::take(&mut self.current.locals);
        let gotos = std::mem::take(&mut self.current.gotos);
        body.targets.extend(gotos.into_iter().map(|(label, _)| label));
        Ok(body)
    }

    /// The statements of the entry, in a block of their own: its variables are gone when the program is left. Its `return`s
    /// go behind that block.
    fn left_in_order(&mut self, statements: Vec<Stmt>, end: Span) -> Result<Vec<Stmt>, Refusal> {
        let at = |kind| Stmt { kind, span: end };
        let mut all = Vec::new();
        let returned = self.current.returned.take();
        let result = returned.flatten();
        all.extend(result.map(|local| at(StmtKind::Declare { local, length: None, initial: None })));
        all.push(at(StmtKind::Block(statements)));
        if returned.is_some() {
            let mut left = self.leave_program(end)?;
            let value = result.map(|local| self.use_local(local, end));
            left.push(at(StmtKind::Return(value)));
            self.current.gotos.push((ENDED.to_owned(), end));
            all.push(at(StmtKind::Goto(ENDED.to_owned())));
            all.push(at(StmtKind::Label(RETURNED.to_owned(), Box::new(at(StmtKind::Block(left))))));
            let nothing = Box::new(at(StmtKind::Block(Vec::new())));
            all.push(at(StmtKind::Label(ENDED.to_owned(), nothing)));
        }
        all.extend(self.leave_program(end)?);
        Ok(all)
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
        let known = self.current.returned.flatten();
        let result = value.map(|value| {
            let local = known.unwrap_or_else(|| self.add_local("(result)", value.ty.clone(), span));
            let (target, ty) = (self.use_local(local, span), value.ty.clone());
            let assign = Expr::new(ExprKind::Assign(Box::new(target), Box::new(value)), ty, span);
            statements.push(Stmt { kind: StmtKind::Expr(assign), span });
            local
        });
        self.current.returned = Some(known.or(result));
        self.current.gotos.push((RETURNED.to_owned(), span));
        statements.push(Stmt { kind: StmtKind::Goto(RETURNED.to_owned()), span });
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

/// Whether a label is one of those that stand around what the entry does.
pub(super) fn is_label(name: &str) -> bool {
    [RETURNED, ENDED].contains(&name)
}

/// A call of a function without parameters.
fn call(function: FunctionId, span: Span) -> Stmt {
    let call = ExprKind::Call(Callee::Function(function), Vec::new());
    Stmt { kind: StmtKind::Expr(Expr::new(call, CType::Void, span)), span }
}
