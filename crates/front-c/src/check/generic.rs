//! `_Generic`, which GNU's `__builtin_types_compatible_p` is written with, too.

use super::scope::Symbol;
use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, FunctionType, Length};
use crate::tree::Expr;
use kyklos_base::Span;
use lang_c::ast::{self, Expression, GenericAssociation, SpecifierQualifier, TypeQualifier, TypeSpecifier};
use lang_c::span::Node;

/// Which of `const` and `volatile` a type is, and what it points to, and so on; the innermost first.
type Qualifiers = Vec<(bool, bool)>;

impl<'a> Checker<'a> {
    /// `_Generic`. Types here are without qualifiers, so of those that differ in them alone, either will do if they say
    /// the same; else the value has to show in its form what it points to.
    pub(super) fn generic(
        &mut self,
        selection: &'a ast::GenericSelection,
        wanted: Option<&CType>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let value = self.expr(&selection.expression)?;
        // A bit-field's type is that of no case, unless it is as wide as one.
        let ty = match self.bit_width_of(&value) {
            Some(_) => value.ty,
            None => self.decay(value)?.ty,
        };
        // What counts is not the value's own qualifiers, but those of what it points to. Where types are asked about,
        // the value points to one of them.
        let depth = if asks_about_types(selection) { 2 } else { 1 };
        let below = |qualifiers: Option<Qualifiers>| {
            qualifiers.map(|mut all| {
                all.truncate(all.len().saturating_sub(depth));
                all
            })
        };
        let shown = below(self.qualifiers_shown(&selection.expression));
        let is_plain = shown.is_none() && self.is_plain(&selection.expression);
        let (mut chosen, mut otherwise, mut unsure) = (Vec::new(), None, shown.is_none() && !is_plain);
        // To look it up takes its time.
        let enumeration = is_of_integers(&ty).then(|| self.enumeration_of_value(&selection.expression));
        let mut unsure_which = false;
        for association in &selection.associations {
            match &association.node {
                GenericAssociation::Default(expr) => otherwise = Some(expr),
                GenericAssociation::Type(case) => {
                    let written = self.written_qualifiers(&case.node.type_name.node);
                    // No value is qualified itself, so such a case is never taken.
                    if written.as_ref().and_then(|all| all.last()).is_some_and(|own| *own != (false, false)) {
                        continue;
                    }
                    let own = below(written);
                    let differs = match (&shown, &own) {
                        (Some(shown), Some(own)) => shown != own,
                        (None, Some(own)) => is_plain && own.iter().any(|level| *level != (false, false)),
                        (_, None) => false,
                    };
                    if !differs && are_compatible(&self.type_name(&case.node.type_name)?, &ty) {
                        let case_enumeration = || self.enumeration_of_type(&case.node.type_name.node);
                        match enumeration.as_ref().map(|own| (own, case_enumeration())) {
                            Some((own, other)) if own.differs(&other) => continue,
                            Some((own, other)) => unsure_which |= own.may_differ(&other),
                            None => {}
                        }
                        chosen.push(&*case.node.expression);
                        unsure |= own.is_none();
                    }
                }
            }
        }
        // One that differs in qualifiers alone goes to `default`.
        let unsure = unsure && has_levels(&ty, depth);
        if let ([only], Some(otherwise), true) = (chosen.as_slice(), otherwise, unsure)
            && !say_the_same(only, otherwise)
        {
            let ty = self.types.name(&ty);
            return refusal(
                span,
                format!(
                    "whether `_Generic` takes the case `{ty}` or `default` depends on `const` and `volatile`, which are not \
                     followed here: cast the value, or write the case `const {ty}` as well"
                ),
            );
        }
        if unsure_which && is_choice(&chosen, otherwise.map(|otherwise| &**otherwise)) {
            let message = "which enumeration this value is, is not known here: cast it to its type";
            return refusal(span, message);
        }
        match (chosen.as_slice(), otherwise) {
            ([first, rest @ ..], _) if rest.iter().all(|other| say_the_same(first, other)) => {
                self.expr_for(first, wanted)
            }
            ([], Some(otherwise)) => self.expr_for(otherwise, wanted),
            ([], None) => refusal(span, format!("`_Generic` has no case for `{}`", self.types.name(&ty))),
            _ => unsupported(span, "`_Generic` by qualifiers is not supported"),
        }
    }

    /// Whether what a value points to has no qualifiers, as far as names are declared without any.
    fn is_plain(&self, value: &Node<Expression>) -> bool {
        match &value.node {
            Expression::Identifier(name) => self.is_declared_plain(&name.node.name),
            Expression::Call(call) => self.is_plain(&call.node.callee),
            Expression::UnaryOperator(operation) => {
                operation.node.operator.node == ast::UnaryOperator::Address
                    && self.is_plain(&operation.node.operand)
            }
            _ => false,
        }
    }

    /// The qualifiers of a value's type, where its form shows them.
    fn qualifiers_shown(&self, value: &Node<Expression>) -> Option<Qualifiers> {
        match &value.node {
            Expression::StringLiteral(_) => Some(vec![(false, false); 2]),
            Expression::Cast(cast) => self.written_qualifiers(&cast.node.type_name.node),
            Expression::Identifier(name) => self.qualifiers_declared(&name.node.name),
            _ => None,
        }
    }

    /// The qualifiers of a variable's value, if all declarations of the name in the file write the same.
    fn qualifiers_declared(&self, name: &str) -> Option<Qualifiers> {
        if !matches!(self.symbol(name)?, Symbol::Local(_) | Symbol::Variable(_) | Symbol::Global(_)) {
            return None;
        }
        let mut all = self.declarators_of(name).into_iter().map(|(words, declarator)| {
            let mut levels = vec![(false, false)];
            for word in words {
                match &word.node {
                    ast::DeclarationSpecifier::TypeQualifier(word) => note(levels.first_mut()?, &word.node),
                    ast::DeclarationSpecifier::TypeSpecifier(word) => match &word.node {
                        TypeSpecifier::TypeOf(_) => return None,
                        TypeSpecifier::TypedefName(name) if !self.is_plain_type(&name.node.name) => {
                            return None;
                        }
                        _ => {}
                    },
                    _ => {}
                }
            }
            if !matches!(declarator.kind.node, ast::DeclaratorKind::Identifier(_)) {
                return None;
            }
            let mut is_array = false;
            for derived in &declarator.derived {
                match &derived.node {
                    ast::DerivedDeclarator::Array(_) => is_array = true,
                    ast::DerivedDeclarator::Pointer(_) => {
                        levels.extend(self.derived_qualifiers(&derived.node)?);
                    }
                    _ => return None,
                }
            }
            levels.extend(is_array.then_some((false, false)));
            Some(levels)
        });
        let first = all.next()??;
        all.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }

    /// The qualifiers that a type name writes, if it shows all of them.
    fn written_qualifiers(&self, name: &ast::TypeName) -> Option<Qualifiers> {
        let mut levels = vec![(false, false)];
        for specifier in &name.specifiers {
            if let SpecifierQualifier::TypeSpecifier(specifier) = &specifier.node {
                match &specifier.node {
                    TypeSpecifier::TypeOf(of) => match &of.node {
                        ast::TypeOf::Type(inner) => levels = self.written_qualifiers(&inner.node)?,
                        ast::TypeOf::Expression(value) => match &value.node {
                            Expression::Cast(cast) => {
                                levels = self.written_qualifiers(&cast.node.type_name.node)?;
                            }
                            Expression::Identifier(name) if self.is_plain_type(&name.node.name) => {}
                            Expression::Identifier(name) => {
                                let name = &name.node.name;
                                levels =
                                    self.declared_qualifiers(name).or_else(|| self.own_qualifiers(name))?;
                            }
                            Expression::Constant(_) => {}
                            _ => return None,
                        },
                    },
                    TypeSpecifier::TypedefName(name) if !self.is_plain_type(&name.node.name) => return None,
                    _ => {}
                }
            }
        }
        let outermost = levels.last_mut()?;
        for specifier in &name.specifiers {
            if let SpecifierQualifier::TypeQualifier(qualifier) = &specifier.node {
                note(outermost, &qualifier.node);
            }
        }
        let mut declarator = name.declarator.as_ref().map(|declarator| &declarator.node);
        while let Some(outer) = declarator {
            for derived in &outer.derived {
                levels.extend(self.derived_qualifiers(&derived.node)?);
            }
            declarator = match &outer.kind.node {
                ast::DeclaratorKind::Declarator(inner) => Some(&inner.node),
                _ => None,
            };
        }
        Some(levels)
    }

    /// The qualifiers of a variable's type, if that is no array.
    fn own_qualifiers(&self, name: &str) -> Option<Qualifiers> {
        let ty = match self.symbol(name)? {
            Symbol::Local(local) => &self.current.locals[local.0 as usize].ty,
            Symbol::Variable(index) => &self.variables[*index].ty,
            _ => return None,
        };
        if ty.element().is_some() { None } else { self.qualifiers_declared(name) }
    }

    /// The qualifiers of a variable's type, if it is declared without any.
    fn declared_qualifiers(&self, name: &str) -> Option<Qualifiers> {
        let mut ty = match self.symbol(name)? {
            Symbol::Local(local) => &self.current.locals[local.0 as usize].ty,
            Symbol::Variable(index) => &self.variables[*index].ty,
            Symbol::Constant(..) => return Some(vec![(false, false)]),
            _ => return None,
        };
        let mut levels = vec![(false, false)];
        while let CType::Pointer(inner) | CType::Array(inner, _) = ty {
            levels.extend(matches!(ty, CType::Pointer(_)).then_some((false, false)));
            ty = &**inner;
        }
        self.is_declared_plain(name).then_some(levels)
    }

    /// The level that a part of a declarator adds. An array is as its elements are; of a function, nothing may be
    /// qualified.
    fn derived_qualifiers(&self, derived: &ast::DerivedDeclarator) -> Option<Option<(bool, bool)>> {
        match derived {
            ast::DerivedDeclarator::Pointer(qualifiers) => {
                let mut own = (false, false);
                for qualifier in qualifiers {
                    if let ast::PointerQualifier::TypeQualifier(qualifier) = &qualifier.node {
                        note(&mut own, &qualifier.node);
                        if qualifier.node == TypeQualifier::Restrict {
                            return None;
                        }
                    }
                }
                Some(Some(own))
            }
            ast::DerivedDeclarator::Array(_) => Some(None),
            ast::DerivedDeclarator::Function(function) => {
                let plain =
                    |parameter: &Node<ast::ParameterDeclaration>| self.is_plain_parameter(&parameter.node);
                function.node.parameters.iter().all(plain).then_some(None)
            }
            _ => None,
        }
    }
}

fn note(level: &mut (bool, bool), qualifier: &TypeQualifier) {
    level.0 |= *qualifier == TypeQualifier::Const;
    level.1 |= *qualifier == TypeQualifier::Volatile;
}

/// Whether a type is an integer, or made of such.
fn is_of_integers(ty: &CType) -> bool {
    match ty {
        CType::Int(_) => true,
        CType::Pointer(inner) | CType::Array(inner, _) => is_of_integers(inner),
        CType::Function(function) => is_of_integers(&function.result),
        _ => false,
    }
}

/// Whether a type points to something, so many levels deep or deeper, or has a function's parameters there.
fn has_levels(ty: &CType, depth: usize) -> bool {
    match ty {
        CType::Array(inner, _) => has_levels(inner, depth),
        CType::Pointer(inner) => depth == 1 || has_levels(inner, depth - 1),
        CType::Function(_) => true,
        _ => false,
    }
}

/// Whether this is what `__builtin_types_compatible_p` is written as: `_Generic((typeof(a) *)0, typeof(b) *: 1, default: +0)`.
fn asks_about_types(selection: &ast::GenericSelection) -> bool {
    let is_pointer_to = |name: &ast::TypeName| {
        let is_typeof = |specifier: &Node<SpecifierQualifier>| {
            matches!(&specifier.node, SpecifierQualifier::TypeSpecifier(specifier)
                if matches!(specifier.node, TypeSpecifier::TypeOf(_)))
        };
        name.specifiers.iter().all(is_typeof)
            && name.declarator.as_ref().is_some_and(|declarator| declarator.node.derived.len() == 1)
    };
    let Expression::Cast(cast) = &selection.expression.node else { return false };
    let [first, second] = selection.associations.as_slice() else { return false };
    let GenericAssociation::Type(case) = &first.node else { return false };
    // `+0` is what nobody else would write.
    let is_marked = |value: &Node<Expression>| matches!(&value.node, Expression::UnaryOperator(sign) if sign.node.operator.node == ast::UnaryOperator::Plus);
    matches!(&second.node, GenericAssociation::Default(value) if is_marked(value))
        && is_pointer_to(&cast.node.type_name.node)
        && is_pointer_to(&case.node.type_name.node)
}

/// Whether two types are compatible (C11 6.2.7), apart from qualifiers.
fn are_compatible(left: &CType, right: &CType) -> bool {
    match (left, right) {
        (CType::Pointer(left), CType::Pointer(right)) => are_compatible(left, right),
        (CType::Array(left, first), CType::Array(right, second)) => {
            let both_fixed = matches!((first, second), (Length::Fixed(_), Length::Fixed(_)));
            are_compatible(left, right) && (first == second || !both_fixed)
        }
        (CType::Function(left), CType::Function(right)) => {
            are_compatible(&left.result, &right.result) && take_the_same(left, right)
        }
        _ => left == right,
    }
}

fn take_the_same(left: &FunctionType, right: &FunctionType) -> bool {
    // What is not promoted as an argument without a parameter is.
    let stays = |ty: &CType| match ty {
        CType::Int(kind) => kind.promoted() == *kind,
        ty => *ty != CType::Float(4),
    };
    let open = |known: &FunctionType| !known.variadic && known.parameters.iter().all(stays);
    match (left.prototyped, right.prototyped) {
        (true, true) => {
            let mut pairs = left.parameters.iter().zip(&right.parameters);
            left.variadic == right.variadic
                && left.parameters.len() == right.parameters.len()
                && pairs.all(|(left, right)| are_compatible(left, right))
        }
        (true, false) => open(left),
        (false, true) => open(right),
        (false, false) => true,
    }
}

/// Whether those that may be chosen say different things.
fn is_choice(chosen: &[&Node<Expression>], otherwise: Option<&Node<Expression>>) -> bool {
    let Some((first, others)) = chosen.split_first() else { return false };
    others.iter().copied().chain(otherwise).any(|other| !say_the_same(first, other))
}

/// Whether two expressions are one name or one constant.
fn say_the_same(one: &Node<Expression>, other: &Node<Expression>) -> bool {
    match (&one.node, &other.node) {
        (Expression::Identifier(one), Expression::Identifier(other)) => one.node.name == other.node.name,
        (Expression::Constant(one), Expression::Constant(other)) => one.node == other.node,
        (Expression::StringLiteral(one), Expression::StringLiteral(other)) => one.node == other.node,
        _ => false,
    }
}
