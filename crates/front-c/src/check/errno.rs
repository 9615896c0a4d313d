//! `errno`: a variable of the program. `strtol` and its kin set it; other functions leave it alone.

use super::scope::Symbol;
use super::{Checker, Refusal};
use crate::ctype::CType;
use crate::library::{self, Fact};
use crate::tree::{Expr, ExprKind, Global, GlobalId};
use kyklos_base::Span;

impl Checker<'_> {
    /// Whether the program can look at `errno`.
    pub(crate) fn knows_errno(&self) -> bool {
        self.file_scopes().any(|scope| {
            let names = &scope.names;
            matches!(names.get("errno"), Some(Symbol::Variable(index)) if self.variables[*index].ty == CType::INT)
                || library::all(Fact::Errno).any(|name| names.contains_key(name))
        })
    }

    /// The place `errno`.
    pub(crate) fn errno(&mut self, span: Span) -> Result<Expr, Refusal> {
        let id = match (self.errno, self.scopes[0].names.get("errno")) {
            (Some(id), _) => id,
            (None, Some(Symbol::Variable(index))) => self.use_variable(*index),
            (None, _) => {
                let id = GlobalId(self.globals.len() as u32);
                let name = "errno".to_owned();
                self.globals.push(Global {
                    name,
                    ty: CType::INT,
                    initial: None,
                    outside: None,
                    constant: false,
                    span,
                });
                id
            }
        };
        self.errno = Some(id);
        let ty = self.globals[id.0 as usize].ty.clone();
        Ok(Expr::new(ExprKind::Global(id), ty, span))
    }
}
