//! Statements.

use super::scope::Scope;
use super::{Checker, Refusal, Switch, refusal, unsupported};
use crate::ctype::CType;
use crate::tree::{Expr, ExprKind, Intrinsic, Stmt, StmtKind};
use kyklos_base::{Severity, Span};
use lang_c::ast::{self, BlockItem, ForInitializer, Label, Statement};
use lang_c::span::Node;
use std::collections::BTreeSet;

impl<'a> Checker<'a> {
    /// Types the items of a block. What is refused is reported, and left out; runs that come to what is not supported are
    /// cut.
    pub(super) fn items(&mut self, items: &'a [Node<BlockItem>]) -> Vec<Stmt> {
        let mut statements = Vec::new();
        for item in items {
            let result = match &item.node {
                BlockItem::Declaration(declaration) => {
                    let result = self.local_declaration(declaration, &mut statements);
                    result.inspect_err(|refusal| self.refuse_names(declaration, refusal))
                }
                BlockItem::StaticAssert(assertion) => self.static_assertion(assertion),
                BlockItem::Statement(statement) => {
                    self.statement(statement).map(|statement| statements.push(statement))
                }
            };
            if let Err(refusal) = result {
                let span = self.span(item);
                let result = match item.node {
                    // There may be labels inside.
                    BlockItem::Statement(_) => Err(refusal),
                    _ => self.left_open(refusal, span),
                };
                match result {
                    Ok(cut) => statements.push(Stmt { kind: StmtKind::Expr(cut), span }),
                    Err(refusal) => self.report(refusal),
                }
            }
        }
        statements
    }

    /// In the place of what is not supported, the end of all runs that come there.
    fn left_open(&mut self, refusal: Refusal, span: Span) -> Result<Expr, Refusal> {
        if refusal.severity == Severity::Error {
            return Err(refusal);
        }
        let mut warning = (*refusal).clone();
        warning.message += "; what runs do that come here stays open";
        if !self.diagnostics.contains(&warning) {
            self.diagnostics.push(warning);
        }
        Ok(Expr::new(ExprKind::Intrinsic(Intrinsic::Cut(refusal.message)), CType::Void, span))
    }

    /// A condition, or another number.
    fn number_or_open(&mut self, number: Result<Expr, Refusal>, span: Span) -> Result<Expr, Refusal> {
        number.or_else(|refusal| {
            let cut = Box::new(self.left_open(refusal, span)?);
            let zero = Box::new(Expr::int(0, CType::INT, span));
            Ok(Expr::new(ExprKind::Comma(cut, zero), CType::INT, span))
        })
    }

    fn condition(&mut self, condition: &'a Node<ast::Expression>) -> Result<Expr, Refusal> {
        let (value, span) = (self.scalar(condition), self.span(condition));
        self.number_or_open(value, span)
    }

    /// An expression whose value nobody needs.
    fn effect(&mut self, expr: &'a Node<ast::Expression>) -> Result<Expr, Refusal> {
        let (value, span) = (self.expr_for(expr, Some(&CType::Void)), self.span(expr));
        value.or_else(|refusal| self.left_open(refusal, span))
    }

    fn statement(&mut self, statement: &'a Node<Statement>) -> Result<Stmt, Refusal> {
        let span = self.span(statement);
        let kind = match &statement.node {
            Statement::Compound(items) => {
                self.scopes.push(Scope::default());
                let statements = self.items(items);
                self.scopes.pop();
                StmtKind::Block(statements)
            }
            Statement::Expression(None) => StmtKind::Block(Vec::new()),
            Statement::Expression(Some(expr)) => StmtKind::Expr(self.effect(expr)?),
            Statement::Labeled(labeled) => self.labeled(&labeled.node, span)?,
            Statement::If(branch) => self.branch(&branch.node)?,
            Statement::Switch(switch) => self.switch(&switch.node)?,
            Statement::While(repeat) => {
                let condition = self.condition(&repeat.node.expression);
                let body = Box::new(self.round(&repeat.node.statement));
                StmtKind::While { condition: Some(condition?), step: None, body }
            }
            Statement::DoWhile(repeat) => {
                let body = Box::new(self.round(&repeat.node.statement));
                StmtKind::DoWhile { body, condition: self.condition(&repeat.node.expression)? }
            }
            Statement::For(repeat) => {
                self.scopes.push(Scope::default());
                let result = self.repeat(&repeat.node, span);
                self.scopes.pop();
                result?
            }
            Statement::Goto(label) => {
                let name = self.label(&label.node.name);
                self.current.gotos.push((name.clone(), span));
                StmtKind::Goto(name)
            }
            Statement::Continue if self.current.loops == 0 => {
                return refusal(span, "`continue` outside a loop");
            }
            Statement::Continue => StmtKind::Continue,
            Statement::Break if self.current.loops == 0 && self.current.switches.is_empty() => {
                return refusal(span, "`break` outside a loop and a `switch`");
            }
            Statement::Break => StmtKind::Break,
            Statement::Return(value) => self
                .returned(value.as_deref(), span)
                .or_else(|refusal| self.left_open(refusal, span).map(StmtKind::Expr))?,
            Statement::Asm(code) => self
                .assembler(&code.node, span)
                .or_else(|refusal| self.left_open(refusal, span).map(StmtKind::Expr))?,
        };
        Ok(Stmt { kind, span })
    }

    /// The body of a loop.
    fn round(&mut self, body: &'a Node<Statement>) -> Stmt {
        self.current.loops += 1;
        let body = self.inner_statement(body);
        self.current.loops -= 1;
        body
    }

    /// A part of a statement. If it is refused, that is reported, and the rest still looked at.
    fn inner_statement(&mut self, statement: &'a Node<Statement>) -> Stmt {
        self.statement(statement).unwrap_or_else(|refusal| {
            self.report(refusal);
            Stmt { kind: StmtKind::Block(Vec::new()), span: self.span(statement) }
        })
    }

    fn branch(&mut self, branch: &'a ast::IfStatement) -> Result<StmtKind, Refusal> {
        let condition = self.condition(&branch.condition);
        let then = Box::new(self.inner_statement(&branch.then_statement));
        let otherwise =
            branch.else_statement.as_ref().map(|otherwise| Box::new(self.inner_statement(otherwise)));
        Ok(StmtKind::If { condition: condition?, then, otherwise })
    }

    fn repeat(&mut self, repeat: &'a ast::ForStatement, span: Span) -> Result<StmtKind, Refusal> {
        let mut statements = Vec::new();
        match &repeat.initializer.node {
            ForInitializer::Empty | ForInitializer::StaticAssert(_) => {}
            ForInitializer::Expression(expr) => {
                let expr = self.effect(expr)?;
                let span = expr.span;
                statements.push(Stmt { kind: StmtKind::Expr(expr), span });
            }
            ForInitializer::Declaration(declaration) => {
                let result = self.local_declaration(declaration, &mut statements);
                result.inspect_err(|refusal| self.refuse_names(declaration, refusal))?;
            }
        }
        let condition = repeat.condition.as_ref().map(|condition| self.condition(condition)).transpose();
        let step = repeat.step.as_ref().map(|step| self.effect(step)).transpose();
        let body = Box::new(self.round(&repeat.statement));
        let repeat = StmtKind::While { condition: condition?, step: step?, body };
        if statements.is_empty() {
            return Ok(repeat);
        }
        statements.push(Stmt { kind: repeat, span });
        Ok(StmtKind::Block(statements))
    }

    fn switch(&mut self, switch: &'a ast::SwitchStatement) -> Result<StmtKind, Refusal> {
        let value = self.rvalue(&switch.expression).and_then(|value| self.promote(value));
        let value = self.number_or_open(value, self.span(&switch.expression))?;
        self.current.switches.push(Switch { ty: value.ty.clone(), cases: Vec::new(), seen: BTreeSet::new() });
        let body = self.statement(&switch.statement);
        let cases = self.current.switches.pop().map_or(Vec::new(), |switch| switch.cases);
        Ok(StmtKind::Switch { value, cases, body: Box::new(body?) })
    }

    /// Inline assembler: its inputs are evaluated, and what it writes is arbitrary. It is taken to change nothing else.
    fn assembler(&mut self, code: &'a ast::AsmStatement, span: Span) -> Result<StmtKind, Refusal> {
        let template = match code {
            ast::AsmStatement::GnuBasic(template) => template,
            ast::AsmStatement::GnuExtended(code) => &code.template,
        };
        let does_something =
            self.string_bytes(&template.node, span).is_ok_and(|text| !text.trim_ascii().is_empty());
        if does_something {
            let message = "what inline assembler writes is arbitrary; it is taken to change nothing else";
            self.warn_once(message, span, message.to_owned());
        }
        let mut statements = Vec::new();
        let ast::AsmStatement::GnuExtended(code) = code else { return Ok(StmtKind::Block(statements)) };
        let mut inputs = Vec::new();
        for input in &code.inputs {
            inputs.push(self.plain_argument(&input.node.variable_name)?);
        }
        let ignored = Expr::new(ExprKind::Intrinsic(Intrinsic::Ignore(inputs, None)), CType::Void, span);
        statements.push(Stmt { kind: StmtKind::Expr(ignored), span });
        for output in &code.outputs {
            let place = self.expr(&output.node.variable_name)?;
            if !place.is_place() || place.ty.int_kind().is_none() {
                return unsupported(span, "assembler that writes anything but integers is not supported");
            }
            let forget = Intrinsic::Forget(Box::new(place), "asm".to_owned());
            let forget = Expr::new(ExprKind::Intrinsic(forget), CType::Void, span);
            statements.push(Stmt { kind: StmtKind::Expr(forget), span });
        }
        Ok(StmtKind::Block(statements))
    }

    fn labeled(&mut self, labeled: &'a ast::LabeledStatement, span: Span) -> Result<StmtKind, Refusal> {
        let case = match &labeled.label.node {
            Label::Identifier(name) => {
                let name = self.label(&name.node.name);
                if !self.current.labels.insert(name.clone()) {
                    return refusal(span, format!("two labels are called `{name}`"));
                }
                let statement = self.statement(&labeled.statement)?;
                return Ok(StmtKind::Label(name, Box::new(statement)));
            }
            Label::Case(value) => {
                let value = self.case_value(value)?;
                Some((value.clone(), value))
            }
            Label::CaseRange(range) => {
                Some((self.case_value(&range.node.low)?, self.case_value(&range.node.high)?))
            }
            Label::Default => None,
        };
        let Some(switch) = self.current.switches.last_mut() else {
            return refusal(span, "a case outside a `switch`");
        };
        if !switch.seen.insert(case.clone()) {
            return refusal(span, "the case is there twice");
        }
        let number = switch.cases.len();
        switch.cases.push(case);
        let statement = self.statement(&labeled.statement)?;
        Ok(StmtKind::Case(number, Box::new(statement)))
    }

    /// The name of a label; where a function that is written in C stands in the place of a call, it is of that call.
    pub(super) fn label(&self, name: &str) -> String {
        match &self.current.model {
            Some(model) => format!("{name} of {}", model.end),
            None => name.to_owned(),
        }
    }

    /// A case's value, converted to the type of what the `switch` decides by.
    fn case_value(&mut self, value: &'a Node<ast::Expression>) -> Result<kyklos_base::Int, Refusal> {
        let constant = self.constant(value)?;
        let kind = self.current.switches.last().and_then(|switch| switch.ty.int_kind());
        Ok(match kind {
            Some(kind) => kind.int_type(self.types.model).wrap(&constant),
            None => constant,
        })
    }

    fn returned(
        &mut self,
        value: Option<&'a Node<ast::Expression>>,
        span: Span,
    ) -> Result<StmtKind, Refusal> {
        if let Some(model) = self.current.model.clone() {
            return self.model_return(model, value, span);
        }
        let result = self.current.result.clone().unwrap_or(CType::Void);
        match (value, result) {
            (None, _) => Ok(self.leaving_return(None, span)?.unwrap_or(StmtKind::Return(None))),
            (Some(value), CType::Void) => {
                // GNU allows a value; it is evaluated and dropped.
                let value = self.rvalue(value)?;
                let value = self.convert(value, &CType::Void, span)?;
                let first = Stmt { kind: StmtKind::Expr(value), span };
                Ok(StmtKind::Block(vec![first, Stmt { kind: StmtKind::Return(None), span }]))
            }
            (Some(value), ty) => {
                let value = self.rvalue_for(value, &ty)?;
                let value = self.convert(value, &ty, span)?;
                if let Some(leaving) = self.leaving_return(Some(value.clone()), span)? {
                    return Ok(leaving);
                }
                Ok(StmtKind::Return(Some(value)))
            }
        }
    }
}
