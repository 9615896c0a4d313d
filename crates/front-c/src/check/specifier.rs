//! The type that the words in front of a declaration's names write.

use super::declarator::{Named, is_open};
use super::scope::{Symbol, Tag};
use super::variadic::LIST;
use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, IntKind, Length, Member, Packing, Qualified, Qualifiers, RecordId, TypeTable};
use crate::parse::UNQUALIFIED;
use crate::tree::LocalId;
use kyklos_base::{FloatFormat, Span};
use lang_c::ast::{
    self, DeclarationSpecifier, SpecifierQualifier, StorageClassSpecifier, StructKind, TS18661FloatFormat,
    TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;

/// What specifiers say.
pub(super) struct Specifiers {
    pub(super) ty: Qualified,
    pub(super) storage: Option<StorageClassSpecifier>,
    /// Whether a function is `inline`.
    pub(super) inline: bool,
    /// Where the type is the name of one of variable length, the variables that hold its lengths.
    pub(super) lengths: Vec<LocalId>,
}

/// How often each word of an arithmetic type occurs.
#[derive(Default)]
struct Words {
    void: bool,
    bool: bool,
    char: bool,
    short: bool,
    int: bool,
    long: u8,
    signed: bool,
    unsigned: bool,
    float: bool,
    double: bool,
    int128: bool,
    complex: bool,
}

impl<'a> Checker<'a> {
    /// The type of a declaration's specifiers.
    pub(super) fn specifiers(
        &mut self,
        specifiers: &'a [Node<DeclarationSpecifier>],
        span: Span,
    ) -> Result<Specifiers, Refusal> {
        let mut storage = None;
        let mut types = Vec::new();
        let mut mode = None;
        let mut qualifiers = Qualifiers::NONE;
        let (mut inline, mut is_unqualified) = (false, false);
        for specifier in specifiers {
            match &specifier.node {
                DeclarationSpecifier::StorageClass(class) => match class.node {
                    // A variable of the file is given by a register of the machine.
                    ref class @ StorageClassSpecifier::Register if self.at_file_scope() => {
                        storage = storage.or(Some(class.clone()));
                    }
                    StorageClassSpecifier::Auto
                    | StorageClassSpecifier::Register
                    | StorageClassSpecifier::ThreadLocal => {}
                    ref class => storage = Some(class.clone()),
                },
                DeclarationSpecifier::TypeSpecifier(ty) => types.push(ty),
                DeclarationSpecifier::Extension(extensions) => {
                    mode = mode.or(machine_mode(extensions));
                    is_unqualified |= leaves_qualifiers(extensions);
                }
                DeclarationSpecifier::TypeQualifier(word) => qualifiers |= qualifier(&word.node),
                DeclarationSpecifier::Function(function) => {
                    inline |= function.node == ast::FunctionSpecifier::Inline;
                }
                DeclarationSpecifier::Alignment(_) => {}
            }
        }
        let lengths = types.iter().find_map(|ty| self.named_lengths(&ty.node)).unwrap_or_default();
        let ty = self.type_of_specifiers(&types, is_unqualified, span)?.with(qualifiers);
        let ty = match mode {
            Some(mode) => self.with_mode(&ty, mode, span)?,
            None => ty,
        };
        Ok(Specifiers { ty, storage, inline, lengths })
    }

    /// The type of a type name's or a member's specifiers.
    pub(super) fn type_of_words(
        &mut self,
        specifiers: &'a [Node<SpecifierQualifier>],
        span: Span,
    ) -> Result<Qualified, Refusal> {
        let (mut types, mut qualifiers, mut mode) = (Vec::new(), Qualifiers::NONE, None);
        let mut is_unqualified = false;
        for specifier in specifiers {
            match &specifier.node {
                SpecifierQualifier::TypeSpecifier(ty) => types.push(ty),
                SpecifierQualifier::TypeQualifier(word) => qualifiers |= qualifier(&word.node),
                SpecifierQualifier::Extension(extensions) => {
                    mode = mode.or(machine_mode(extensions));
                    is_unqualified |= leaves_qualifiers(extensions);
                }
            }
        }
        let ty = self.type_of_specifiers(&types, is_unqualified, span)?.with(qualifiers);
        match mode {
            Some(mode) => self.with_mode(&ty, mode, span),
            None => Ok(ty),
        }
    }

    /// The type that words write, or that without its qualifiers.
    fn type_of_specifiers(
        &mut self,
        types: &[&'a Node<TypeSpecifier>],
        is_unqualified: bool,
        span: Span,
    ) -> Result<Qualified, Refusal> {
        let ty = self.base_type(types, span)?;
        Ok(if is_unqualified { ty.unqualified().into() } else { ty })
    }

    fn base_type(&mut self, types: &[&'a Node<TypeSpecifier>], span: Span) -> Result<Qualified, Refusal> {
        let mut words = Words::default();
        for ty in types {
            match &ty.node {
                TypeSpecifier::Void => words.void = true,
                TypeSpecifier::Bool => words.bool = true,
                TypeSpecifier::Char => words.char = true,
                TypeSpecifier::Short => words.short = true,
                TypeSpecifier::Int => words.int = true,
                TypeSpecifier::Long => words.long += 1,
                TypeSpecifier::Signed => words.signed = true,
                TypeSpecifier::Unsigned => words.unsigned = true,
                TypeSpecifier::Float => words.float = true,
                TypeSpecifier::Double => words.double = true,
                // In the place of `__int128` (see `parse`).
                TypeSpecifier::TS18661Float(float)
                    if float.format == TS18661FloatFormat::BinaryInterchange && float.width == 16 =>
                {
                    words.int128 = true;
                }
                TypeSpecifier::TS18661Float(float) => {
                    return match extended_float(float) {
                        Some(format) => Ok(CType::float(format).into()),
                        None => unsupported(span, "this type of floating point numbers is not supported"),
                    };
                }
                TypeSpecifier::Complex => words.complex = true,
                TypeSpecifier::Atomic(name) => {
                    return Ok(Qualified::new(self.type_name(name)?, Qualifiers::ATOMIC));
                }
                TypeSpecifier::Struct(record) => return self.record(record).map(Into::into),
                TypeSpecifier::Enum(enumeration) => return self.enumeration(enumeration).map(Into::into),
                TypeSpecifier::TypedefName(name) => return self.typedef(&name.node.name, self.span(name)),
                TypeSpecifier::TypeOf(of) => {
                    return match &of.node {
                        ast::TypeOf::Type(name) => self.qualified_type_name(name),
                        ast::TypeOf::Expression(expr) => {
                            let ty = match self.type_like_expression(expr)? {
                                Some(ty) => ty,
                                None => self.typeof_expression(expr)?,
                            };
                            if is_open(&ty) {
                                return unsupported(span, "types of variable length are not supported here");
                            }
                            Ok(ty)
                        }
                    };
                }
            }
        }
        if words.complex {
            let is_plain = types.len() == 1;
            let part = if is_plain { CType::Float(8) } else { words.ty() };
            // Those are not promoted, as other small integers are.
            if let CType::Int(own) = &part
                && own.common(*own, self.types.model) != *own
            {
                return unsupported(span, "complex numbers of integers smaller than `int` are not supported");
            }
            return Ok(self.complex_type(part).into());
        }
        Ok(words.ty().into())
    }

    /// The type of an expression as `typeof` gives it, also of a function, which is a pointer elsewhere.
    fn typeof_expression(&mut self, expr: &'a Node<ast::Expression>) -> Result<Qualified, Refusal> {
        let value = self.expr(expr)?;
        let is_function = match &expr.node {
            ast::Expression::Identifier(name) => {
                matches!(self.symbol(&name.node.name), Some(Symbol::Function(_)))
            }
            ast::Expression::UnaryOperator(unary)
                if unary.node.operator.node == ast::UnaryOperator::Indirection =>
            {
                value.ty.is_function_pointer() && self.expr(&unary.node.operand)?.ty.is_function_pointer()
            }
            _ => false,
        };
        match &value.ty {
            CType::Pointer(function) if is_function => Ok(function.clone()),
            _ => Ok(value.qualified_type()),
        }
    }

    /// The type that is written in a form that expressions have, too: a name, or arrays of it. The parser takes what
    /// `typeof` is given for an expression where it can.
    fn type_like_expression(
        &mut self,
        expr: &'a Node<ast::Expression>,
    ) -> Result<Option<Qualified>, Refusal> {
        match &expr.node {
            ast::Expression::Identifier(name) => match self.symbol(&name.node.name) {
                Some(Symbol::Typedef(..) | Symbol::OpenType(..)) => {
                    self.typedef(&name.node.name, self.span(name)).map(Some)
                }
                _ => Ok(None),
            },
            ast::Expression::BinaryOperator(index)
                if index.node.operator.node == ast::BinaryOperator::Index =>
            {
                // The first length that is written is that of the outermost array.
                let (mut inner, mut lengths) = (expr, Vec::new());
                while let ast::Expression::BinaryOperator(index) = &inner.node
                    && index.node.operator.node == ast::BinaryOperator::Index
                {
                    lengths.push(&*index.node.rhs);
                    inner = &index.node.lhs;
                }
                let Some(mut ty) = self.type_like_expression(inner)? else { return Ok(None) };
                for length in lengths {
                    let Some(count) = self.constant(length)?.to_usize() else {
                        return refusal(
                            self.span(length),
                            "the length of an array is not a number of elements",
                        );
                    };
                    ty = CType::Array(ty, Length::Fixed(count as u64)).into();
                }
                Ok(Some(ty))
            }
            _ => Ok(None),
        }
    }

    fn typedef(&self, name: &str, span: Span) -> Result<Qualified, Refusal> {
        match self.symbol(name) {
            Some(Symbol::Typedef(ty) | Symbol::OpenType(ty, _)) => Ok(ty.clone()),
            Some(Symbol::Refused(refusal)) => Err(refusal.clone()),
            _ if name == "__builtin_va_list" => Ok(LIST.into()),
            _ => refusal(span, format!("`{name}` is not a type")),
        }
    }

    /// A type of a machine mode, as GNU's attribute `mode` gives it.
    pub(super) fn with_mode(&self, ty: &Qualified, mode: &str, span: Span) -> Result<Qualified, Refusal> {
        let Some(kind) = ty.int_kind() else {
            return refusal(span, "the attribute `mode` is supported for integers only");
        };
        let signed = match mode.trim_matches('_') {
            "QI" | "byte" => IntKind::SignedChar,
            "HI" => IntKind::Short,
            "SI" => IntKind::Int,
            "DI" => IntKind::LongLong,
            "word" | "pointer" => IntKind::Long,
            _ => return unsupported(span, format!("the machine mode `{mode}` is not supported")),
        };
        let kind = if kind.is_signed() { signed } else { signed.unsigned() };
        Ok(Qualified::new(CType::Int(kind), ty.qualifiers()))
    }

    fn record(&mut self, record: &'a Node<ast::StructType>) -> Result<CType, Refusal> {
        let is_union = record.node.kind.node == StructKind::Union;
        let tag = record.node.identifier.as_ref().map(|tag| tag.node.name.clone());
        let known = tag.as_ref().and_then(|tag| match &record.node.declarations {
            Some(_) => self.tag_here(tag),
            None => self.tag(tag),
        });
        let id = match known {
            Some(Tag::Record(id)) => id,
            Some(Tag::Enum(_) | Tag::Refused(_)) => {
                return refusal(self.span(record), "the tag of an enumeration names a struct");
            }
            None => {
                let linked = tag.as_ref().and_then(|tag| self.linked_tag(tag, is_union));
                let id = linked.unwrap_or_else(|| self.types.add_record(tag.clone(), is_union));
                if let Some(tag) = &tag {
                    self.link_tag(tag, id);
                    self.declare_tag(tag, Tag::Record(id));
                }
                id
            }
        };
        let Some(declarations) = &record.node.declarations else { return Ok(CType::Record(id)) };
        match (&tag, self.types.record(id).members.is_some()) {
            (Some(tag), true) if self.is_of_other_file(tag, id) => {
                let again = self.types.add_record(Some(tag.clone()), is_union);
                self.record_body(again, record, declarations);
                self.compare_records(tag, id, again);
            }
            (_, true) => return refusal(self.span(record), "the struct is defined twice"),
            (_, false) => {
                self.note_complete(id);
                self.record_body(id, record, declarations);
            }
        }
        Ok(CType::Record(if tag.is_none() { self.linked_anonymous(id) } else { id }))
    }

    fn record_body(
        &mut self,
        id: RecordId,
        record: &'a Node<ast::StructType>,
        declarations: &'a [Node<ast::StructDeclaration>],
    ) {
        let packing = self.record_packing(record);
        let packed = packing.map(|packing| self.types.pack(id, packing));
        if let Err(refusal) = packed.and_then(|()| self.members(id, declarations)) {
            // This matters only where values of the type are used.
            self.types.complete(id, Vec::new(), Some((refusal.span, refusal.message)));
        }
    }

    fn members(
        &mut self,
        id: RecordId,
        declarations: &'a [Node<ast::StructDeclaration>],
    ) -> Result<(), Refusal> {
        let mut members = Vec::new();
        let mut problem = None;
        for declaration in declarations {
            let ast::StructDeclaration::Field(field) = &declaration.node else { continue };
            let span = self.span(field);
            let base = self.type_of_words(&field.node.specifiers, span)?;
            let nameless = |packing, width| Member {
                name: None,
                ty: (*base).clone(),
                qualifiers: base.qualifiers(),
                packing,
                width,
            };
            if is_incomplete(&self.types, &base) && field.node.declarators.is_empty() {
                return refusal(span, format!("`{}` is incomplete", self.types.name(&base)));
            }
            // A struct with a tag declares that alone; a type without a name, nothing.
            if field.node.declarators.is_empty() && is_nameless_record(&field.node.specifiers) {
                let packing = self.packing(&self.member_attributes(field, None))?;
                members.push(nameless(packing, None));
            }
            for declarator in &field.node.declarators {
                let attributes = self.member_attributes(field, Some(declarator));
                let packing = self.packing(&attributes)?;
                let width = match &declarator.node.bit_width {
                    Some(width) => {
                        Some(self.bit_width(width, &base, declarator.node.declarator.is_some())?)
                    }
                    None => None,
                };
                let Some(declarator) = &declarator.node.declarator else {
                    members.push(nameless(packing, width));
                    continue;
                };
                let base = self.declared_vector(base.clone(), &attributes, declarator)?;
                let named = self.declarator(base, declarator)?;
                if is_incomplete(&self.types, &named.ty) {
                    return refusal(span, format!("`{}` is incomplete", self.types.name(&named.ty)));
                }
                if !named.lengths.is_empty() || matches!(named.ty, CType::Array(_, Length::Variable)) {
                    let message = "members that are arrays of variable length are not supported";
                    problem = Some((span, message.to_owned()));
                }
                let Named { name, ty, qualifiers, .. } = named;
                members.push(Member { name, ty, qualifiers, packing, width });
            }
        }
        let span = declarations.first().map_or(Span::nowhere(), |declaration| self.span(declaration));
        if self.types.record(id).is_union {
            members = self.apart(id, members);
        } else if let Some(Member { ty: CType::Array(_, length @ Length::Fixed(0)), .. }) = members.last_mut()
        {
            // GNU's older way to write a flexible array member.
            *length = Length::Unknown;
        }
        self.types.complete(id, members, problem.clone());
        if let (None, Some(message)) = (problem, self.types.bits_problem(id)) {
            return refusal(span, message);
        }
        Ok(())
    }

    /// The members of a union, where each bit-field is in an unnamed struct of its own.
    fn apart(&mut self, id: RecordId, members: Vec<Member>) -> Vec<Member> {
        let packing = self.types.record(id).packing;
        let (mut apart, mut nameless) = (Vec::new(), Vec::new());
        for member in members {
            if member.width.is_none() {
                apart.push(member);
                continue;
            }
            // Those without a name take room, but get no value, so they stand last.
            let has_name = member.name.is_some();
            let inner = self.types.add_record(None, false);
            self.types.pack(inner, packing);
            self.types.complete(inner, vec![member], None);
            let ty = CType::Record(self.linked_anonymous(inner));
            let packing = Packing { least: Some(self.types.align_of(&ty)), ..Packing::default() };
            let to = if has_name { &mut apart } else { &mut nameless };
            to.push(Member { name: None, ty, qualifiers: Qualifiers::NONE, packing, width: None });
        }
        apart.append(&mut nameless);
        apart
    }

    /// The width of a bit-field.
    fn bit_width(
        &mut self,
        width: &'a Node<ast::Expression>,
        ty: &CType,
        named: bool,
    ) -> Result<u64, Refusal> {
        let span = self.span(width);
        let value = self.constant(width)?;
        let most = ty.int_kind().map(|kind| u64::from(kind.bits(self.types.model)));
        match (value.to_usize().map(|value| value as u64), most) {
            (_, None) => refusal(span, "a bit-field of a type that is not an integer"),
            (Some(width), Some(most)) if width <= most && !(named && width == 0) => Ok(width),
            _ => refusal(span, "a bit-field of a width that its type does not have"),
        }
    }
}

impl Words {
    fn ty(&self) -> CType {
        let signed = if self.void {
            return CType::Void;
        } else if self.bool {
            IntKind::Bool
        } else if self.float {
            return CType::Float(4);
        } else if self.double {
            return CType::Float(if self.long > 0 { 16 } else { 8 });
        } else if self.char {
            if self.signed { IntKind::SignedChar } else { IntKind::Char }
        } else if self.int128 {
            IntKind::Int128
        } else if self.short {
            IntKind::Short
        } else {
            match self.long {
                0 => IntKind::Int,
                1 => IntKind::Long,
                _ => IntKind::LongLong,
            }
        };
        CType::Int(if self.unsigned { signed.unsigned() } else { signed })
    }
}

/// Whether a type is a struct or union whose members are not known yet, or an array of such.
fn is_incomplete(types: &TypeTable, ty: &CType) -> bool {
    match ty {
        CType::Record(id) => types.record(*id).members.is_none(),
        CType::Array(element, _) => is_incomplete(types, element),
        _ => false,
    }
}

/// The qualifier that a word is.
pub(super) fn qualifier(word: &TypeQualifier) -> Qualifiers {
    match word {
        TypeQualifier::Const => Qualifiers::CONST,
        TypeQualifier::Volatile => Qualifiers::VOLATILE,
        TypeQualifier::Restrict => Qualifiers::RESTRICT,
        TypeQualifier::Atomic => Qualifiers::ATOMIC,
        _ => Qualifiers::NONE,
    }
}

/// Whether attributes say that a type leaves its qualifiers.
pub(super) fn leaves_qualifiers(extensions: &[Node<ast::Extension>]) -> bool {
    extensions.iter().any(|extension| {
        matches!(&extension.node, ast::Extension::Attribute(attribute) if attribute.name.node == UNQUALIFIED)
    })
}

/// The machine mode that attributes ask for.
pub(super) fn machine_mode(extensions: &[Node<ast::Extension>]) -> Option<&str> {
    extensions.iter().find_map(|extension| {
        let ast::Extension::Attribute(attribute) = &extension.node else { return None };
        if attribute.name.node.trim_matches('_') != "mode" {
            return None;
        }
        match &attribute.arguments.first()?.node {
            ast::Expression::Identifier(name) => Some(name.node.name.as_str()),
            _ => None,
        }
    })
}

/// Whether a member's type is a struct or union that has no tag, and is defined there.
fn is_nameless_record(specifiers: &[Node<ast::SpecifierQualifier>]) -> bool {
    specifiers.iter().any(|specifier| match &specifier.node {
        ast::SpecifierQualifier::TypeSpecifier(ty) => {
            matches!(&ty.node, TypeSpecifier::Struct(record) if record.node.identifier.is_none())
        }
        _ => false,
    })
}

/// The format of types such as `_Float64`.
pub(super) fn extended_float(float: &ast::TS18661FloatType) -> Option<FloatFormat> {
    match (&float.format, float.width) {
        (TS18661FloatFormat::BinaryInterchange, 32) => Some(FloatFormat::Single),
        (TS18661FloatFormat::BinaryInterchange, 64) => Some(FloatFormat::Double),
        (TS18661FloatFormat::BinaryExtended, 64) => Some(FloatFormat::Extended),
        (TS18661FloatFormat::BinaryExtended, 32) => Some(FloatFormat::Double),
        _ => None,
    }
}
