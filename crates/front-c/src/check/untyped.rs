//! Memory whose type shows only later: `void *p = malloc(8); int *q = p;`.
//!
//! Memory is typed when it is allocated, so the type has to be found by then. Two ways lead to it:
//!
//! - A variable of type `void *` that gets new memory: what it is converted to elsewhere in its function
//!   tells the type, if that is one type only. So a body with such a variable is typed twice: the first time
//!   collects the conversions, the second time uses them.
//! - A function that allocates and returns `void *` (`xmalloc`): it is typed anew for each type of pointer that its
//!   calls want, with that type as its result.
//!
//! Nothing depends on the guess being right: objects know their types, and a run that uses one as another type
//! is cut.

use super::scope::Symbol;
use super::{Checker, Function, Refusal};
use crate::ctype::CType;
use crate::library::{self, Fact};
use crate::tree::{Expr, ExprKind, FunctionId, LocalId};
use kyklos_base::Span;
use lang_c::ast::{self, CallExpression, Expression};
use lang_c::span::Node;
use lang_c::visit::{self, Visit};

/// What the function at hand tells about its variables of type `void *`.
#[derive(Default)]
pub(super) struct Untyped {
    /// The types of pointers that each variable is converted to. Its name and place stay the same when
    /// the body is typed again; its number may not.
    uses: Vec<((String, Span), Vec<CType>)>,
    /// Whether the body is typed for the second time, when `uses` is complete.
    complete: bool,
    /// Whether there is new memory of unknown type.
    open: bool,
    /// Why the type of what is assigned now is not known, if the uses do not agree.
    disagreement: Option<String>,
}

impl Untyped {
    /// What is known for the second time, if there has to be one.
    pub(super) fn again(&mut self) -> Option<Self> {
        let again = self.open && !self.complete;
        again.then(|| Self { uses: std::mem::take(&mut self.uses), complete: true, ..Self::default() })
    }
}

/// An instance of a function for a type of pointer that it is to return.
pub(super) struct Instance {
    function: FunctionId,
    result: CType,
    instance: FunctionId,
}

/// Which function a call means.
pub(super) enum Called {
    /// This one.
    Function(FunctionId),
    /// One that shows when the body is typed again.
    Later,
}

impl<'a> Checker<'a> {
    /// Notes what a value is converted to, if it is that of a variable of type `void *`.
    pub(super) fn note_use(&mut self, value: &Expr, ty: &CType) {
        if !is_untyped(&value.ty) || is_untyped(ty) || self.current.untyped.complete {
            return;
        }
        let local = match &value.kind {
            ExprKind::Local(local, _) => *local,
            ExprKind::Conditional(_, then, otherwise) => {
                self.note_use(then, ty);
                return self.note_use(otherwise, ty);
            }
            ExprKind::Comma(_, inner) | ExprKind::Convert(inner) | ExprKind::Assign(inner, _) => {
                return self.note_use(inner, ty);
            }
            _ => return,
        };
        let target = |ty: &CType| ty.target().map(|target| self.types.without_sign(target));
        let wanted = target(ty);
        let key = self.untyped_key(local);
        let uses = &mut self.current.untyped.uses;
        match uses.iter_mut().find(|(known, _)| *known == key) {
            Some((_, types)) if types.iter().any(|known| target(known) == wanted) => {}
            Some((_, types)) => types.push(ty.clone()),
            None => uses.push((key, vec![ty.clone()])),
        }
    }

    /// Types an expression whose value goes to a place, and converts it.
    pub(super) fn rvalue_into(
        &mut self,
        expr: &'a Node<Expression>,
        target: &Expr,
        span: Option<Span>,
    ) -> Result<Expr, Refusal> {
        let wanted = self.wanted_by(target);
        let value = match self.rows_of(target) {
            Some(rows) if !rows.is_empty() => self.rvalue_with_rows(expr, &wanted, rows),
            _ => self.rvalue_for(expr, &wanted),
        };
        self.current.untyped.disagreement = None;
        let value = value?;
        let span = span.unwrap_or(value.span);
        self.convert(value, &target.ty, span)
    }

    /// The type that what a place gets is to have: another than its own if that is `void *`, the place is a
    /// variable, and its uses agree.
    fn wanted_by(&mut self, target: &Expr) -> CType {
        let untyped = match target.kind {
            ExprKind::Local(local, _) if is_untyped(&target.ty) => self.untyped_key(local),
            _ => return target.ty.clone(),
        };
        let uses = self.current.untyped.uses.iter().find(|(known, _)| *known == untyped);
        let types = uses.map_or(&[] as &[CType], |(_, types)| types);
        self.current.untyped.disagreement = match types {
            [first, second, ..] => Some(format!(
                "`{}` is used as `{}` and as `{}`; use a variable for each",
                untyped.0,
                self.types.name(first),
                self.types.name(second)
            )),
            _ => None,
        };
        match types {
            [only] => only.clone(),
            _ => target.ty.clone(),
        }
    }

    /// Why the type of new memory is not known, if there is more to say than that nothing tells it.
    pub(crate) fn disagreement(&self) -> Option<&str> {
        self.current.untyped.disagreement.as_deref()
    }

    /// New memory of unknown type. Tells whether its type may show when the body is typed again.
    pub(crate) fn postpone(&mut self) -> bool {
        self.current.untyped.open = true;
        !self.current.untyped.complete
    }

    /// Which function a call of a function of the program means, if its value is to become one of type `wanted`.
    pub(super) fn called(&mut self, id: FunctionId, wanted: Option<&CType>) -> Called {
        if !is_untyped(&self.functions[id.0 as usize].ty.result) || !self.allocates(id) {
            return Called::Function(id);
        }
        match wanted.filter(|wanted| wanted.is_object_pointer() && !is_untyped(wanted)) {
            Some(wanted) => Called::Function(self.instance(id, wanted)),
            None if self.postpone() => Called::Later,
            None => Called::Function(id),
        }
    }

    /// The instance of a function whose result has another type.
    fn instance(&mut self, id: FunctionId, result: &CType) -> FunctionId {
        let canonical = self.types.canonical(result);
        let same =
            |known: &&Instance| known.function == id && self.types.canonical(&known.result) == canonical;
        if let Some(known) = self.instances.iter().find(same) {
            return known.instance;
        }
        let function = &self.functions[id.0 as usize];
        let mut label = format!("{} as {}", function.name, self.types.name(&result.plain()));
        while self.functions.iter().any(|function| function.label.as_ref() == Some(&label)) {
            label.push('\'');
        }
        let instance = FunctionId(self.functions.len() as u32);
        self.functions.push(Function {
            name: function.name.clone(),
            label: Some(label),
            ty: crate::ctype::FunctionType { result: result.clone(), ..function.ty.clone() },
            definition: function.definition,
            unit: function.unit,
            weak: function.weak,
            may_be_missing: false,
            body: None,
            used: false,
            address: None,
            noreturn: false,
            allocates: None,
            extras: None,
            span: function.span,
        });
        self.instances.push(Instance { function: id, result: result.clone(), instance });
        instance
    }

    /// Whether a function of the program calls one that makes memory of any type.
    fn allocates(&mut self, id: FunctionId) -> bool {
        let function = &mut self.functions[id.0 as usize];
        if let Some(known) = function.allocates {
            return known;
        }
        // Those that call each other do not ask forever.
        function.allocates = Some(false);
        let Some(definition) = function.definition else { return false };
        let unit = function.unit;
        let mut calls = Calls::default();
        calls.visit_function_definition(&definition.node, &definition.span);
        let allocates = calls.names.iter().any(|name| match self.file_scope(unit).names.get(*name) {
            Some(Symbol::Function(id)) if self.functions[id.0 as usize].definition.is_some() => {
                let id = *id;
                is_untyped(&self.functions[id.0 as usize].ty.result) && self.allocates(id)
            }
            _ => library::is(name, Fact::Untyped),
        });
        self.functions[id.0 as usize].allocates = Some(allocates);
        allocates
    }

    fn untyped_key(&self, local: LocalId) -> (String, Span) {
        let local = &self.current.locals[local.0 as usize];
        (local.name.clone(), local.span)
    }
}

/// Whether a type is `void *`.
fn is_untyped(ty: &CType) -> bool {
    ty.target() == Some(&CType::Void)
}

/// The names of the functions that are called.
#[derive(Default)]
struct Calls<'a> {
    names: Vec<&'a str>,
}

impl<'a> Visit<'a> for Calls<'a> {
    fn visit_call_expression(&mut self, call: &'a CallExpression, span: &'a lang_c::span::Span) {
        if let Expression::Identifier(name) = &call.callee.node {
            let ast::Identifier { name } = &name.node;
            self.names.push(name);
        }
        visit::visit_call_expression(self, call, span);
    }
}
