//! Code in C that is made for a call, or in the place of a function that is not there.

use super::scope::{Scope, Symbol};
use super::{Checker, Refusal, unsupported};
use crate::ctype::CType;
use crate::tree::{Body, Expr, ExprKind, FunctionId, Initial, Intrinsic, LocalId};
use kyklos_base::Span;
use lang_c::ast;
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use lang_c::span::Node;
use std::cell::OnceCell;

/// Texts that were parsed while a program is typed. They live as long as the program's own.
#[derive(Default)]
pub(crate) struct Texts {
    unit: OnceCell<ast::TranslationUnit>,
    next: OnceCell<Box<Texts>>,
}

impl Texts {
    /// The function that a text defines.
    fn function(&self, text: &str) -> Option<&Node<ast::FunctionDefinition>> {
        let mut last = self;
        while last.unit.get().is_some() {
            last = last.next.get_or_init(Box::default);
        }
        let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
        let parsed = parse_preprocessed(&config, text.to_owned()).ok()?;
        let unit = last.unit.get_or_init(|| parsed.unit);
        unit.0.iter().find_map(|declaration| match &declaration.node {
            ast::ExternalDeclaration::FunctionDefinition(definition) => Some(definition),
            _ => None,
        })
    }
}

impl<'a> Checker<'a> {
    /// A call of a function that is written in C for just this call.
    pub(super) fn made_call(
        &mut self,
        name: &str,
        text: &str,
        arguments: Vec<Expr>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        match self.texts.function(text) {
            Some(definition) => self.model_call(name, definition, arguments, span),
            None => unsupported(span, format!("`{name}` is not supported as it is called here")),
        }
    }

    /// A call of a library function that has no model: its arguments are evaluated, and then runs are cut.
    pub(crate) fn cut_call(&mut self, name: &str, arguments: Vec<Expr>, span: Span) -> Expr {
        let result = match self.symbol(name).or_else(|| self.linked(name)) {
            Some(Symbol::Function(id)) => self.functions[id.0 as usize].ty.result.clone(),
            _ => CType::INT,
        };
        self.cut_value(&format!("`{name}`"), name, arguments, result, span)
    }

    /// A value that is not known: arguments are evaluated, and then runs are cut.
    pub(super) fn cut_value(
        &mut self,
        what: &str,
        name: &str,
        arguments: Vec<Expr>,
        result: CType,
        span: Span,
    ) -> Expr {
        let why = format!("{what} is not supported");
        let message = format!("{why}; what runs do that come here stays open");
        self.warn_once(&format!("{name}: open"), span, message);
        let ignored = ExprKind::Intrinsic(Intrinsic::Ignore(arguments, None));
        let ignored = Expr::new(ignored, CType::Void, span);
        let cut = Expr::new(ExprKind::Intrinsic(Intrinsic::Cut(why)), CType::Void, span);
        let cut = Expr::new(ExprKind::Comma(Box::new(ignored), Box::new(cut)), CType::Void, span);
        let value = match &result {
            CType::Void => return cut,
            CType::Pointer(_) if result.is_object_pointer() => {
                Expr::new(ExprKind::Null, result.clone(), span)
            }
            CType::Record(_) => {
                let local = self.add_local(format!("({name})"), result.clone(), span);
                let zero = Box::new(Initial::Parts(Vec::new()));
                Expr::new(ExprKind::Literal(local, zero), result.clone(), span)
            }
            _ => Expr::int(kyklos_base::Int::ZERO, result.clone(), span),
        };
        Expr::new(ExprKind::Comma(Box::new(cut), Box::new(value)), result, span)
    }

    /// Types the body of a function that is not defined, but to which pointers lead: it hands its arguments on.
    pub(super) fn handing_on(&mut self, id: FunctionId) -> Result<Body, Refusal> {
        let function = &self.functions[id.0 as usize];
        let (name, ty, span) = (function.name.clone(), function.ty.clone(), function.span);
        let names: Vec<String> = (0..ty.parameters.len()).map(|index| format!("a{index}")).collect();
        // What a list of arguments leads to is no argument.
        let extras = function.extras.clone().filter(|_| super::variadic::reads_list(&name));
        let handed_on = names.len() - extras.as_ref().map_or(0, Vec::len);
        let result = if ty.result == CType::Void { "" } else { "return " };
        let text = format!("int f(void) {{ {result}{name}({}); }}", names[..handed_on].join(", "));
        let statement = self.texts.function(&text).map(|definition| &definition.node.statement.node);
        let Some(ast::Statement::Compound(items)) = statement else {
            return unsupported(span, format!("the address of `{name}` is not supported"));
        };
        let at = self.at.replace(span);
        self.scopes.push(Scope::default());
        for (called, ty) in names.into_iter().zip(ty.parameters) {
            let local = self.add_local(called.clone(), ty, span);
            self.declare(called, Symbol::Local(local));
        }
        let parameters = self.current.locals.len();
        if extras.is_some() {
            self.current.extra_locals = (handed_on..parameters).map(|local| LocalId(local as u32)).collect();
            self.current.extras = extras;
        }
        let statements = self.items(items);
        self.at = at;
        let locals = std::mem::take(&mut self.current.locals);
        let gotos = std::mem::take(&mut self.current.gotos);
        let targets = gotos.into_iter().map(|(label, _)| label).collect();
        Ok(Body { locals, parameters, statements, targets, end: span })
    }
}
