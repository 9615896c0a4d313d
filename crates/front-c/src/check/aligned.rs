//! Variables that are declared with an alignment of their own. What is known of their addresses is taken to hold where they
//! are declared, in programs that look at addresses as numbers; elsewhere it shows nowhere. Note [pointers].

use super::Checker;
use crate::ctype::{CType, Length};
use crate::parse::attributes::Attribute;
use crate::tree::{Expr, ExprKind, FunctionId, GlobalId, Intrinsic, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;

impl Checker<'_> {
    /// The alignment that attributes give to a variable, if it is more than its type has. What cannot be read is left
    /// open: then less is known of the address.
    pub(super) fn own_alignment(&self, ty: &CType, attributes: &[&Attribute]) -> Option<u64> {
        let aligned = attributes.iter().filter(|attribute| attribute.name == "aligned");
        let most = aligned.filter_map(|attribute| self.alignment(&attribute.argument)).max()?;
        let is_open = matches!(ty, CType::Array(_, Length::Variable));
        (!is_open && most > self.types.align_of(ty)).then_some(most)
    }

    /// Takes a variable's address to be a multiple of a number.
    pub(super) fn aligned(&self, variable: Expr, align: u64, span: Span) -> Stmt {
        let kind = CType::Int(self.types.size_kind());
        let constant = |number: u64| Expr::int(Int::from(number as usize), kind.clone(), span);
        let pointer = variable.ty.clone().pointer();
        let address = Expr::new(ExprKind::AddressOf(Box::new(variable)), pointer, span);
        let number = Expr::new(ExprKind::Convert(Box::new(address)), kind.clone(), span);
        let rest = self.binary_same(BinaryOp::Rem, number, constant(align), span);
        let condition = self.compare_same(BinaryOp::Eq, rest, constant(0), span);
        let assume = ExprKind::Intrinsic(Intrinsic::Aligned(Box::new(condition)));
        Stmt { kind: StmtKind::Expr(Expr::new(assume, CType::Void, span)), span }
    }

    /// Notes the alignment of a variable of the program.
    pub(super) fn note_alignment(&mut self, id: GlobalId, align: u64) {
        self.aligned_globals.push((id, align));
    }

    /// Before all else, the entry takes the variables of the program to be where they should.
    pub(super) fn align_globals(&mut self, entry: FunctionId) {
        let mut all = std::mem::take(&mut self.aligned_globals);
        all.extend(self.variables.iter().filter_map(|variable| Some((variable.id?, variable.align?))));
        if !self.looks_at_addresses || all.is_empty() {
            return;
        }
        let first: Vec<_> = all
            .into_iter()
            .map(|(id, align)| {
                let global = &self.globals[id.0 as usize];
                let place = Expr::new(ExprKind::Global(id), global.ty.clone(), global.span);
                self.aligned(place, align, global.span)
            })
            .collect();
        if let Some(body) = &mut self.functions[entry.0 as usize].body {
            body.statements.splice(0..0, first);
        }
    }
}
