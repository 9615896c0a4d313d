//! Functions that are not defined and return pointers: null, or memory of their own that nothing else points to.

use super::{Checker, Refusal};
use crate::ctype::{CType, FunctionType, IntKind, Length};
use crate::library::{Code, LibraryCall};
use crate::lower::{can_be_made, function_types};
use crate::tree::{Expr, ExprKind, FunctionId, Intrinsic, LocalId, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;

/// Functions of libraries that never return null.
const NEVER_NULL: [&str; 6] = ["strerror", "strsignal", "asctime", "ctime", "inet_ntoa", "basename"];

/// Functions that open files.
const OPENING: [&str; 9] =
    ["fopen", "fopen64", "fdopen", "tmpfile", "popen", "fmemopen", "open_memstream", "opendir", "fdopendir"];

/// How deep pointers in such memory lead to more of it; then they are null.
const DEPTH: u32 = 2;

/// The most pointers of an array that are given values.
const MOST_ELEMENTS: u64 = 64;

impl Checker<'_> {
    /// Declares functions that pointers in the entry's arguments may lead to: one that is not defined for each type.
    pub(super) fn functions_for(&mut self, entry: FunctionId) {
        let function = &self.functions[entry.0 as usize];
        let (parameters, span) = (function.ty.parameters.clone(), function.span);
        self.enter(function.unit);
        let mut made: Vec<std::rc::Rc<FunctionType>> = Vec::new();
        let types: Vec<_> = parameters.iter().flat_map(|ty| function_types(&self.types, ty)).collect();
        for ty in types {
            if made.contains(&ty) {
                continue;
            }
            let name = format!("function_of_the_caller_{}", made.len() + 1);
            let id = self.function(&name, (*ty).clone(), true, span);
            made.push(ty);
            // Calls of it are those of a function that is not defined.
            if let Err(refusal) = self.function_address(id, span) {
                self.report(refusal);
            }
        }
    }

    /// Whether what a function returns that is not defined can be made up: a pointer to anything but functions.
    pub(super) fn can_be_outside(&self, result: &CType) -> bool {
        match result.target() {
            Some(CType::Int(_) | CType::Float(_) | CType::Void) => true,
            Some(CType::Pointer(inner)) => !matches!(**inner, CType::Function(_)),
            Some(record @ CType::Record(_)) => {
                self.is_opaque(record) || !self.types.has_pointers(record) || can_be_made(&self.types, record)
            }
            _ => false,
        }
    }

    /// Whether there can be no objects of a type here, so that nobody looks into them.
    fn is_opaque(&self, ty: &CType) -> bool {
        self.types.is_stream(ty) || self.types.problem(ty).is_some()
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
            Some(CType::Void) => {
                wanted.filter(|wanted| self.can_be_outside(wanted)).unwrap_or(&bytes).clone()
            }
            _ => result.clone(),
        };
        let value = self.outside_value(name, &made, DEPTH, span);
        self.convert(value, result, span)
    }

    /// A pointer of this type: null, or to memory of its own.
    fn outside_value(&mut self, name: &str, result: &CType, depth: u32, span: Span) -> Expr {
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
        if !is_opaque && code.checker.types.has_pointers(&target) {
            let pointer = code.get(pointer);
            let place = Expr::new(ExprKind::Deref(Box::new(pointer)), target.clone(), span);
            made.extend(code.checker.outside_parts(name, place, depth));
        }
        if let Some(length) = length.filter(|_| code.checker.types.size_of(&target) == Some(1)) {
            made.push(ended(&mut code, pointer, length));
        }
        let opened = code.checker.assumes_io() && OPENING.contains(&name);
        if NEVER_NULL.contains(&name) || opened {
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
            ty if ty.is_object_pointer() => {
                let value = match depth {
                    1.. if self.can_be_outside(&ty) && ty.target() != Some(&CType::Void) => {
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
                let named: Vec<_> = named.filter(|(_, ty)| self.types.has_pointers(ty)).collect();
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

    /// What a function that is not defined makes of a pointer that it may change: it stays, or becomes one of its own.
    pub(super) fn outside_change(&mut self, name: &str, pointer: &Expr) -> Option<Stmt> {
        let target = pointer.ty.target().filter(|target| self.types.has_pointers(target))?.clone();
        let span = pointer.span;
        let place = Expr::new(ExprKind::Deref(Box::new(pointer.clone())), target, span);
        let made = self.outside_parts(name, place, DEPTH);
        let number = |number: i64| Box::new(Expr::int(Int::from(number), CType::INT, span));
        let changes = Intrinsic::Range(number(0), number(2), format!("{name}: changes"));
        let condition = Expr::new(ExprKind::Intrinsic(changes), CType::INT, span);
        let then = Box::new(Stmt { kind: StmtKind::Block(made), span });
        Some(Stmt { kind: StmtKind::If { condition, then, otherwise: None }, span })
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
