//! Functions that are not defined and return pointers: null, or memory of their own that nothing else points to.

use super::{Checker, Refusal};
use crate::ctype::{CType, FunctionType, IntKind, Length};
use crate::library::{self, Code, Fact, LibraryCall};
use crate::lower::{Named, function_types};
use crate::tree::{
    Expr, ExprKind, FunctionId, Global, GlobalId, Intrinsic, LocalId, Outside, Stmt, StmtKind,
};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;
use std::rc::Rc;

/// How deep pointers in such memory lead to more of it; then they are null.
const DEPTH: u32 = 2;

/// The most pointers of an array that are given values.
const MOST_ELEMENTS: u64 = 64;

/// The most pointers that are made up for one result; what has more is not looked into.
const MOST_POINTERS: usize = 64;

impl Checker<'_> {
    /// Declares functions that pointers from outside may lead to, in the entry's arguments or variables that are defined
    /// elsewhere: one that is not defined for each type that the program looks at. Tells whether some were new.
    pub(super) fn functions_from_outside(&mut self, entry: FunctionId) -> bool {
        let bodies = self.functions.iter().filter_map(|function| function.body.as_ref());
        let named = Named::of(bodies, &self.types);
        let given = self.globals.iter().filter(|global| global.outside == Some(Outside::Arbitrary));
        let parameters = &self.functions[entry.0 as usize].ty.parameters;
        let given = given.map(|global| &global.ty).chain(parameters);
        let types: Vec<_> = given.flat_map(|ty| function_types(&self.types, ty, &named)).collect();
        let known = self.outside_functions.len();
        for ty in types {
            let span = self.functions[entry.0 as usize].span;
            self.outside_function(&ty, span);
        }
        self.outside_functions.len() > known
    }

    /// The function of a type that pointers from outside lead to; it is not defined.
    fn outside_function(&mut self, ty: &Rc<FunctionType>, span: Span) -> FunctionId {
        if let Some((_, id)) = self.outside_functions.iter().find(|(known, _)| known == ty) {
            return *id;
        }
        let name = format!("function_of_the_caller_{}", self.outside_functions.len() + 1);
        let id = self.function(&name, (**ty).clone(), true, span);
        self.outside_functions.push((ty.clone(), id));
        // Calls of it are those of a function that is not defined.
        if let Err(refusal) = self.function_address(id, span) {
            self.report(refusal);
        }
        id
    }

    /// Whether what a pointer from outside leads to is made up; else runs that follow it are left open.
    fn is_made_up(&self, pointer: &CType) -> bool {
        pointer.is_function_pointer()
            || pointer.target().is_some_and(|target| self.is_opaque(target))
            || self.count_pointers(pointer, DEPTH).is_some_and(|count| count <= MOST_POINTERS)
    }

    /// How many pointers a value of this type leads to, this deep; `None` if some cannot be made up.
    fn count_pointers(&self, ty: &CType, depth: u32) -> Option<usize> {
        match ty {
            _ if ty.is_function_pointer() => Some(1),
            CType::Pointer(target) if depth == 0 || self.is_opaque(target) => Some(1),
            CType::Pointer(target) => self.count_pointers(target, depth - 1).map(|count| count + 1),
            CType::Array(_, Length::Unknown | Length::Variable) | CType::Function(_) => None,
            CType::Array(element, Length::Fixed(length)) => {
                let each = self.count_pointers(element, depth)?;
                let length = usize::try_from(*length).ok()?;
                (each == 0 || length <= MOST_POINTERS).then(|| each.saturating_mul(length))
            }
            CType::Record(id) => {
                let record = self.types.record(*id);
                let members = record.members.iter().flatten();
                let all = members.map(|member| match member.ty {
                    CType::Array(_, Length::Unknown) => Some(0),
                    ref ty => self.count_pointers(ty, depth),
                });
                let all = all.collect::<Option<Vec<_>>>()?;
                let count = all.into_iter().fold(0, usize::saturating_add);
                (count == 0 || !record.is_union).then_some(count)
            }
            _ => Some(0),
        }
    }

    /// Whether there can be no objects of a type here, so that nobody looks into them.
    fn is_opaque(&self, ty: &CType) -> bool {
        self.types.is_stream(ty) || self.types.problem(ty).is_some()
    }

    /// A pointer to something of a type that is not known: it may be the one that another such pointer leads to. Runs
    /// that look there are cut.
    fn beyond(&mut self, pointer: &CType, name: &str, span: Span) -> Expr {
        let target = pointer.target().cloned().unwrap_or(CType::Void);
        let known = self.beyond.iter().find(|(known, _)| *known == target).map(|(_, id)| *id);
        let id = known.unwrap_or_else(|| {
            let id = GlobalId(self.globals.len() as u32);
            let name = format!("{} elsewhere", self.types.name(&target));
            let outside = Some(Outside::Beyond);
            self.globals.push(Global {
                name,
                ty: pointer.clone(),
                initial: None,
                outside,
                constant: false,
                span,
            });
            self.beyond.push((target, id));
            id
        });
        let first = Box::new(Expr::new(ExprKind::Global(id), pointer.clone(), span));
        let number = |number: i64| Box::new(Expr::int(Int::from(number), CType::INT, span));
        let which = Intrinsic::Range(number(0), number(1 << 16), format!("{name}: which"));
        let by = Box::new(Expr::new(ExprKind::Intrinsic(which), CType::INT, span));
        Expr::new(ExprKind::Offset { pointer: first, by, backward: false }, pointer.clone(), span)
    }

    /// The result of a call that was made: null, or a pointer to memory of its own. A text ends with a zero. Where the
    /// function returns a `void *`, the memory has the type that the caller wants.
    pub(super) fn outside_pointer(
        &mut self,
        name: &str,
        called: Expr,
        result: &CType,
        wanted: Option<&CType>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let value = self.new_pointer(name, result, wanted, span)?;
        let ty = value.ty.clone();
        Ok(Expr::new(ExprKind::Comma(Box::new(called), Box::new(value)), ty, span))
    }

    /// A pointer of this type: null, or to memory of its own, as [`outside_pointer`](Self::outside_pointer) says.
    pub(super) fn new_pointer(
        &mut self,
        name: &str,
        result: &CType,
        wanted: Option<&CType>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let bytes = CType::Int(IntKind::UnsignedChar).pointer();
        let wanted =
            wanted.filter(|wanted| wanted.is_object_pointer() && wanted.target() != Some(&CType::Void));
        let made = match result.target() {
            Some(CType::Void) => wanted.filter(|wanted| wanted.is_object_pointer()).unwrap_or(&bytes).clone(),
            _ => result.clone(),
        };
        let value = match self.is_made_up(&made) {
            true => self.outside_value(name, &made, DEPTH, span),
            false => self.null_or(name, &made, span, |checker| checker.beyond(&made, name, span)),
        };
        self.convert(value, result, span)
    }

    /// A pointer of this type: null, or this one.
    fn null_or(&mut self, name: &str, ty: &CType, span: Span, other: impl FnOnce(&mut Self) -> Expr) -> Expr {
        let other = Box::new(other(self));
        if library::is(name, Fact::NeverNull) {
            return *other;
        }
        let null = Box::new(self.null_of(ty, span));
        let number = |number: i64| Box::new(Expr::int(Int::from(number), CType::INT, span));
        let found = Intrinsic::Range(number(0), number(2), format!("{name}: found"));
        let found = Box::new(Expr::new(ExprKind::Intrinsic(found), CType::INT, span));
        Expr::new(ExprKind::Conditional(found, other, null), ty.clone(), span)
    }

    /// A pointer of this type: null, or to memory of its own.
    fn outside_value(&mut self, name: &str, result: &CType, depth: u32, span: Span) -> Expr {
        if let Some(CType::Function(ty)) = result.target() {
            let id = self.outside_function(ty, span);
            let address = self.functions[id.0 as usize].address.unwrap_or(0);
            let address = Expr::int(i64::from(address), result.clone(), span);
            return self.null_or(name, result, span, |_| address);
        }
        let target = result.target().cloned().unwrap_or(CType::Void);
        let is_opaque = self.is_opaque(&target);
        let null = self.null_of(result, span);
        let mut code = Code::new(self, name, span);
        let pointer = code.declare("p", null);
        let size = code.size_type();
        let mut made = Vec::new();
        let mut length = None;
        let count = match target.int_kind() {
            Some(_) => {
                let most = Expr::int(Int::power_of_two(31), size.clone(), span);
                let low = Box::new(code.size(1));
                let range = Intrinsic::Range(low, Box::new(most), format!("{name}: length"));
                let range = Expr::new(ExprKind::Intrinsic(range), size, span);
                let (declare, local) = code.declaration("n", range);
                made.push(declare);
                length = Some(local);
                code.get(local)
            }
            None => code.size(1),
        };
        // What nobody looks into needs no inputs.
        let allocation =
            LibraryCall { name: if is_opaque { "calloc" } else { "malloc" }, arguments: vec![count] };
        let object = Expr::new(ExprKind::Library(allocation), result.clone(), span);
        let place = code.get(pointer);
        made.push(code.assign(place, object));
        if !is_opaque && code.checker.leads_on(&target) {
            let pointer = code.get(pointer);
            let place = Expr::new(ExprKind::Deref(Box::new(pointer)), target.clone(), span);
            made.extend(code.checker.outside_parts(name, place, depth));
        }
        if let Some(length) = length.filter(|_| code.checker.types.size_of(&target) == Some(1)) {
            made.push(ended(&mut code, pointer, length));
        }
        let opened = code.checker.assumes_io() && library::is(name, Fact::Opens);
        if library::is(name, Fact::NeverNull) || opened {
            made.into_iter().for_each(|statement| code.add(statement));
        } else {
            let number = |number: i64| Box::new(Expr::int(Int::from(number), CType::INT, span));
            let found = Intrinsic::Range(number(0), number(2), format!("{name}: found"));
            let condition = Expr::new(ExprKind::Intrinsic(found), CType::INT, span);
            let then = Box::new(code.statement(StmtKind::Block(made)));
            code.add(code.statement(StmtKind::If { condition, then, otherwise: None }));
        }
        let value = code.get(pointer);
        code.finish(value)
    }

    /// Gives the pointers at a place values of their own; null behind the depth.
    fn outside_parts(&mut self, name: &str, place: Expr, depth: u32) -> Vec<Stmt> {
        let span = place.span;
        match place.ty.clone() {
            ty if ty.target().is_some() => {
                let value = match depth {
                    _ if ty.is_function_pointer() => self.outside_value(name, &ty, depth, span),
                    1.. if ty.target() != Some(&CType::Void) => {
                        self.outside_value(name, &ty, depth - 1, span)
                    }
                    _ => self.null_of(&ty, span),
                };
                let kind = ExprKind::Assign(Box::new(place), Box::new(value));
                vec![Stmt { kind: StmtKind::Expr(Expr::new(kind, ty, span)), span }]
            }
            CType::Record(id) => {
                let members = self.types.record(id).members.clone().unwrap_or_default();
                let named = members.into_iter().filter_map(|member| self.types.member(id, &member.name?));
                let named: Vec<_> = named.filter(|(_, ty)| self.leads_on(ty)).collect();
                let part = |(path, ty)| Expr::new(ExprKind::Field(Box::new(place.clone()), path), ty, span);
                let parts: Vec<Expr> = named.into_iter().map(part).collect();
                parts.into_iter().flat_map(|part| self.outside_parts(name, part, depth)).collect()
            }
            CType::Array(element, Length::Fixed(length)) => {
                let size = CType::Int(self.types.size_kind());
                let indices = (0..length.min(MOST_ELEMENTS) as usize).map(|index| {
                    let index = Box::new(Expr::int(Int::from(index), size.clone(), span));
                    Expr::new(ExprKind::Index(Box::new(place.clone()), index), (*element).clone(), span)
                });
                let parts: Vec<Expr> = indices.collect();
                parts.into_iter().flat_map(|part| self.outside_parts(name, part, depth)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Writes a zero at the end of each row of characters that a struct has: they are texts.
    pub(super) fn texts_end(&self, object: &Expr) -> Expr {
        let span = object.span;
        let nothing =
            || Expr::new(ExprKind::Intrinsic(Intrinsic::Ignore(Vec::new(), None)), CType::Void, span);
        let CType::Record(id) = object.ty else { return nothing() };
        let members = self.types.record(id).members.iter().flatten();
        let named = members.filter_map(|member| self.types.member(id, member.name.as_deref()?));
        named.fold(nothing(), |done, (path, ty)| {
            let CType::Array(element, Length::Fixed(length @ 1..)) = &ty else { return done };
            if **element != CType::Int(IntKind::Char) {
                return done;
            }
            let last = Box::new(Expr::int(
                Int::from((length - 1) as usize),
                CType::Int(self.types.size_kind()),
                span,
            ));
            let element = (**element).clone();
            let row = Box::new(Expr::new(ExprKind::Field(Box::new(object.clone()), path), ty, span));
            let place = Box::new(Expr::new(ExprKind::Index(row, last), element.clone(), span));
            let zero = Box::new(Expr::int(Int::ZERO, element.clone(), span));
            let ends = Box::new(Expr::new(ExprKind::Assign(place, zero), element, span));
            Expr::new(ExprKind::Comma(Box::new(done), ends), CType::Void, span)
        })
    }

    /// Whether values of a type are pointers, or have some in them.
    fn leads_on(&self, ty: &CType) -> bool {
        self.types.has_pointers(ty) || self.types.has_function_pointers(ty)
    }

    /// Notes what a function that is not defined may make of the pointers that an argument leads to: they stay, or become
    /// ones of its own. Returns the argument, which may be in a variable then, as it is evaluated once.
    pub(super) fn outside_change(&mut self, name: &str, pointer: Expr, changes: &mut Changes) -> Expr {
        let Some(target) = pointer.ty.target().filter(|target| self.types.has_pointers(target)).cloned()
        else {
            return pointer;
        };
        let span = pointer.span;
        let is_made_up = self.is_made_up(&pointer.ty);
        let is_variable = matches!(&pointer.kind, ExprKind::AddressOf(place) | ExprKind::Decay(place)
            if matches!(place.kind, ExprKind::Local(..) | ExprKind::Global(_)));
        let mut code = Code::new(self, name, span);
        let argument = match is_variable {
            true => pointer,
            false => {
                let (statement, local) = code.declaration("argument", pointer);
                changes.before.push(statement);
                code.get(local)
            }
        };
        let place = Expr::new(ExprKind::Deref(Box::new(argument.clone())), target, span);
        let depth = if is_made_up { DEPTH } else { 0 };
        let made = self.outside_parts(name, place, depth);
        let number = |number: i64| Box::new(Expr::int(Int::from(number), CType::INT, span));
        let changed = Intrinsic::Range(number(0), number(2), format!("{name}: changes"));
        let changed = Expr::new(ExprKind::Intrinsic(changed), CType::INT, span);
        let either = |condition, made| {
            let then = Box::new(Stmt { kind: StmtKind::Block(made), span });
            Stmt { kind: StmtKind::If { condition, then, otherwise: None }, span }
        };
        let change = either(changed, made);
        changes.behind.push(match is_variable {
            true => change,
            false => {
                let null = Box::new(self.null_of(&argument.ty, span));
                let is_there = ExprKind::Compare(BinaryOp::Ne, Box::new(argument.clone()), null);
                either(Expr::new(is_there, CType::INT, span), vec![change])
            }
        });
        argument
    }
}

/// What a function that is not defined may change, around the call.
#[derive(Default)]
pub(super) struct Changes {
    /// Arguments that are saved before the call.
    before: Vec<Stmt>,
    /// What changes behind it.
    behind: Vec<Stmt>,
}

impl Changes {
    /// The call, with its value, and what it changes.
    pub(super) fn around(self, called: Expr) -> Expr {
        if self.behind.is_empty() {
            return called;
        }
        let (ty, span) = (called.ty.clone(), called.span);
        let mut statements = self.before;
        if ty == CType::Void {
            statements.push(Stmt { kind: StmtKind::Expr(called), span });
            statements.extend(self.behind);
            return Expr::new(ExprKind::Statements(statements, None), ty, span);
        }
        // The call's own value is arbitrary, so it may as well come last.
        statements.extend(self.behind);
        Expr::new(ExprKind::Statements(statements, Some(Box::new(called))), ty, span)
    }
}

/// Writes the zero at the end of a text.
fn ended(code: &mut Code<'_, '_>, text: LocalId, length: LocalId) -> Stmt {
    let length = code.get(length);
    let last = code.binary(BinaryOp::Sub, length, code.size(1));
    let place = code.element(text, last);
    let zero = code.zero(&place.ty.clone());
    code.assign(place, zero)
}
