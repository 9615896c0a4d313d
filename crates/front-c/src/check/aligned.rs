//! Variables that are declared with an alignment of their own. What is known of their addresses is taken to hold where they
//! are declared, in programs that look at addresses as numbers; elsewhere it shows nowhere. Note [pointers].

use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, Length, Packing};
use crate::parse::attributes::Attribute;
use crate::tree::{Expr, ExprKind, FunctionId, GlobalId, Intrinsic, Stmt, StmtKind};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;
use lang_c::ast::{self, SpecifierQualifier, TypeSpecifier};
use lang_c::span::Node;

impl<'a> Checker<'a> {
    /// The alignment that attributes give to a variable, if it is more than its type has. What cannot be read is left
    /// open: then less is known of the address.
    pub(super) fn own_alignment(&self, ty: &CType, attributes: &[&Attribute]) -> Option<u64> {
        let aligned = attributes.iter().filter(|attribute| attribute.name == "aligned");
        let most = aligned.filter_map(|attribute| self.alignment(&attribute.argument)).max()?;
        let is_open = matches!(ty, CType::Array(_, Length::Variable));
        (!is_open && most > self.types.align_of(ty)).then_some(most)
    }

    /// `_Alignof` of a type or, as GNU C has it, of a value: a variable may have an alignment of its own.
    pub(super) fn align_of(&mut self, name: &'a Node<ast::TypeName>, span: Span) -> Result<Expr, Refusal> {
        let inside = |at: usize| name.span.start <= at && at < name.span.end;
        let aligned = self.attributes.iter().find(|attribute| {
            attribute.name == "aligned" && (inside(attribute.after_at) || inside(attribute.before_at))
        });
        if let (Some(attribute), true) = (aligned, self.at.is_none() && !defines_record(&name.node)) {
            let message = "an alignment of its own within `_Alignof` is not supported";
            return refusal(self.attribute_span(attribute), message);
        }
        let ty = self.type_name(name)?;
        let mut is_member = false;
        let own = match value_of(&name.node) {
            Some(value) => {
                let value = self.expr(value)?;
                if value.ty.is_function_pointer() && !value.is_place() {
                    return unsupported(span, "`__alignof__` of a function is not supported");
                }
                is_member = matches!(value.kind, ExprKind::Field(..));
                self.alignment_of_value(&value, span)?
            }
            None => None,
        };
        let mut element = &ty;
        while let CType::Array(inner, _) = element {
            element = inner;
        }
        // Where there is no size, there is no alignment.
        self.size_of(element, span)?;
        let is_preferred =
            is_gnu(&name.node) && !is_member && (element.int_kind().is_some() || element.is_float());
        let preferred = self.types.size_of(element).filter(|size| is_preferred && *size <= 8);
        let own = own.into_iter().chain(preferred).max();
        Ok(self.size(own.unwrap_or_else(|| self.types.align_of(&ty)), span))
    }

    /// The alignment of a value, if it is known to have another one than its type.
    fn alignment_of_value(&self, value: &Expr, span: Span) -> Result<Option<u64>, Refusal> {
        let is_plain = |packing: &Packing| *packing == Packing::default();
        match &value.kind {
            ExprKind::Local(local, _) => Ok(self.current.aligned.get(local).copied()),
            ExprKind::Global(id) => {
                let noted =
                    self.aligned_globals.iter().filter(|(noted, _)| noted == id).map(|(_, align)| *align);
                let of_file = self.variables.iter().filter(|variable| variable.id == Some(*id));
                Ok(noted.chain(of_file.filter_map(|variable| variable.align)).max())
            }
            ExprKind::Field(record, path) => {
                let mut record = &record.ty;
                for step in path {
                    let CType::Record(id) = record else { break };
                    let found = self.types.record(*id);
                    let member = found.members.as_ref().and_then(|members| members.get(*step as usize));
                    match member {
                        Some(member) if is_plain(&member.packing) && is_plain(&found.packing) => {
                            record = &member.ty;
                        }
                        _ => return refusal(span, "`__alignof__` of a member that is packed or aligned"),
                    }
                }
                Ok(None)
            }
            // As GCC has it, that of what a pointer pointed to before it was converted may be known to be more.
            ExprKind::Deref(pointer) if matches!(pointer.kind, ExprKind::Convert(_)) => {
                refusal(span, "`__alignof__` of what a pointer leads to that was converted")
            }
            _ => Ok(None),
        }
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

/// The words of a type's name that are types.
fn words(name: &ast::TypeName) -> impl Iterator<Item = &TypeSpecifier> {
    name.specifiers.iter().filter_map(|specifier| match &specifier.node {
        SpecifierQualifier::TypeSpecifier(word) => Some(&word.node),
        _ => None,
    })
}

/// Whether a type's name defines a struct or union, whose members have alignments.
fn defines_record(name: &ast::TypeName) -> bool {
    words(name).any(|word| match word {
        TypeSpecifier::Struct(record) => record.node.declarations.is_some(),
        TypeSpecifier::TypeOf(of) => match &of.node {
            ast::TypeOf::Type(inner) => defines_record(&inner.node),
            ast::TypeOf::Expression(_) => false,
        },
        _ => false,
    })
}

/// Whether this is GNU's `__alignof__`, which tells the alignment that numbers have outside structs, as `_Alignof` does not:
/// all of it is within a `typeof`.
fn is_gnu(name: &ast::TypeName) -> bool {
    let mut is_typeof = false;
    for specifier in &name.specifiers {
        match &specifier.node {
            SpecifierQualifier::TypeQualifier(Node { node: ast::TypeQualifier::Volatile, .. }) => {
                return false;
            }
            SpecifierQualifier::TypeSpecifier(Node { node: TypeSpecifier::TypeOf(_), .. }) => {
                is_typeof = true
            }
            _ => {}
        }
    }
    is_typeof
}

/// The value whose type a name is, by `typeof` and nothing else.
fn value_of(name: &ast::TypeName) -> Option<&Node<ast::Expression>> {
    let (None, [only]) = (&name.declarator, name.specifiers.as_slice()) else { return None };
    match &only.node {
        SpecifierQualifier::TypeSpecifier(Node { node: TypeSpecifier::TypeOf(of), .. }) => match &of.node {
            ast::TypeOf::Expression(value) => Some(value),
            ast::TypeOf::Type(inner) => value_of(&inner.node),
        },
        _ => None,
    }
}
