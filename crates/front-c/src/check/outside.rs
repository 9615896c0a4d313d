//! Functions that are not defined and return pointers: null, or memory of their own that nothing else points to.

use super::Checker;
use crate::ctype::CType;
use crate::library::{Code, LibraryCall};
use crate::tree::{Expr, ExprKind, Intrinsic, LocalId, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;

/// Functions of libraries that never return null.
const NEVER_NULL: [&str; 6] = ["strerror", "strsignal", "asctime", "ctime", "inet_ntoa", "basename"];

impl Checker<'_> {
    /// Whether what a function returns that is not defined can be made up: a pointer to numbers, to a struct without
    /// pointers, or to what nobody can look into.
    pub(super) fn can_be_outside(&self, result: &CType) -> bool {
        match result.target() {
            Some(CType::Int(_) | CType::Float(_)) => true,
            Some(record @ CType::Record(_)) => self.is_opaque(record) || !self.types.has_pointers(record),
            _ => false,
        }
    }

    /// Whether there can be no objects of a type here, so that nobody looks into them.
    fn is_opaque(&self, ty: &CType) -> bool {
        self.is_stream(ty) || self.types.problem(ty).is_some()
    }

    /// The result of a call that was made: null, or a pointer to memory of its own. A text ends with a zero.
    pub(super) fn outside_pointer(&mut self, name: &str, called: Expr, result: &CType, span: Span) -> Expr {
        let target = result.target().cloned().unwrap_or(CType::Void);
        let is_opaque = self.is_opaque(&target);
        let null = self.null_of(result, span);
        let mut code = Code::new(self, name, span);
        code.add(code.expression(called));
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
        if let Some(length) = length.filter(|_| code.checker.types.size_of(&target) == Some(1)) {
            made.push(ended(&mut code, pointer, length));
        }
        if NEVER_NULL.contains(&name) {
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
}

/// Writes the zero at the end of a text.
fn ended(code: &mut Code<'_, '_>, text: LocalId, length: LocalId) -> Stmt {
    let length = code.get(length);
    let last = code.binary(BinaryOp::Sub, length, code.size(1));
    let place = code.element(text, last);
    let zero = code.zero(&place.ty.clone());
    code.assign(place, zero)
}
