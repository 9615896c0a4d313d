//! The types of variables and functions, found by unification.
//!
//! An expression that is wrong by its names has no type here and no further
//! report. A conflict is reported once: the variable whose type it concerns
//! goes with every type from then on.

use super::unify::{NUMBER, NoField, Record, RecordField, Shape, Ty, Unifier, WRONG, Writer};
use super::words::{listed, near, quoted, type_in_words};
use super::{FunctionTypes, Functions, TypedProgram};
use crate::ast::{Ast, BinaryOp, Expr, ExprKind, Function, Name, Stmt, StmtKind};
use kyklos_base::{Diagnostic, Position, Span};
use std::collections::HashMap;

/// Finds the types and reports all conflicts.
pub(super) fn infer<'a>(
    ast: &'a Ast,
    names: &Functions<'a>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Inferred<'a> {
    let mut unifier = Unifier::new();
    let functions = ast.functions.iter().map(|function| Signature::new(function, &mut unifier)).collect();
    let mut infer = Infer {
        names,
        functions,
        unifier,
        variables: HashMap::new(),
        literals: Vec::new(),
        comparisons: Vec::new(),
        diagnostics,
    };
    for (index, function) in ast.functions.iter().enumerate() {
        infer.function(index, function);
    }
    infer.comparisons();
    infer.nested_records();
    Inferred { functions: infer.functions, unifier: infer.unifier, literals: infer.literals }
}

/// The types as they were found.
pub(super) struct Inferred<'a> {
    functions: Vec<Signature>,
    unifier: Unifier<'a>,
    literals: Vec<(Position, Ty)>,
}

impl Inferred<'_> {
    /// The types in the form of the flowgraph.
    pub(super) fn finish(mut self) -> TypedProgram {
        let mut writer = Writer::default();
        let mut row = |ty: Ty| writer.row(&mut self.unifier, ty);
        let functions = self.functions.iter().map(|function| FunctionTypes {
            parameters: function.parameters.iter().map(|ty| row(*ty)).collect(),
            variables: function.variables.iter().map(|ty| row(*ty)).collect(),
            result: row(function.result),
        });
        let functions = functions.collect();
        let literals = self.literals.iter().map(|(start, ty)| (*start, row(*ty))).collect();
        TypedProgram { functions, literals, types: writer.types }
    }
}

struct Signature {
    parameters: Vec<Ty>,
    variables: Vec<Ty>,
    result: Ty,
}

impl Signature {
    fn new(function: &Function, unifier: &mut Unifier<'_>) -> Self {
        let main = function.name.text == "main";
        let mut fresh = |name: &Name| match main {
            true => unifier.make(Shape::Number, name.span),
            false => unifier.free(),
        };
        let parameters = function.parameters.iter().map(&mut fresh).collect();
        let result = fresh(&function.name);
        let variables = function.variables.iter().map(|_| unifier.free()).collect();
        Self { parameters, variables, result }
    }
}

struct Infer<'a, 'c> {
    names: &'c Functions<'a>,
    functions: Vec<Signature>,
    unifier: Unifier<'a>,
    /// The variables of the function at hand.
    variables: HashMap<&'a str, Ty>,
    literals: Vec<(Position, Ty)>,
    /// What `==` and `!=` compare, where it was not known to be comparable.
    comparisons: Vec<(&'a Expr, Ty)>,
    diagnostics: &'c mut Vec<Diagnostic>,
}

impl<'a> Infer<'a, '_> {
    fn function(&mut self, index: usize, function: &'a Function) {
        let signature = &self.functions[index];
        let names = function.parameters.iter().chain(&function.variables);
        let types = signature.parameters.iter().chain(&signature.variables);
        // Of two variables of one name the first counts, as with functions.
        self.variables.clear();
        for (name, ty) in names.zip(types) {
            self.variables.entry(&name.text).or_insert(*ty);
        }
        let result = signature.result;
        function.body.iter().for_each(|stmt| self.stmt(stmt));
        let found = self.expr(&function.result);
        if !self.unifier.unify(result, found, function.result.span) {
            let help = match function.name.text.as_str() {
                "main" => "`main` returns a number".to_owned(),
                name => format!("this is what calls of `{name}` take its result to be"),
            };
            self.unexpected(&function.result, found, result, &help);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Output(value) => self.number(value, "only numbers can be written to the output"),
            StmtKind::Assign { target, value } => self.assign(target, value),
            StmtKind::If { condition, then, otherwise } => {
                self.condition(condition);
                self.stmt(then);
                otherwise.iter().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::While { condition, body } => {
                self.condition(condition);
                self.stmt(body);
            }
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(stmt)),
            StmtKind::Assert(condition) | StmtKind::Assume(condition) => self.condition(condition),
            StmtKind::Error(_) => {}
        }
    }

    fn assign(&mut self, target: &'a Expr, value: &'a Expr) {
        let place = self.expr(target);
        let found = self.expr(value);
        if self.unifier.unify(place, found, value.span) {
            return;
        }
        let message = format!(
            "{} is {}, but {} is {}",
            quoted(target, "the left side"),
            type_in_words(&mut self.unifier, place),
            quoted(value, "the value assigned to it"),
            type_in_words(&mut self.unifier, found),
        );
        let error =
            Diagnostic::error(value.span, message).with_help("a place holds values of one type at all times");
        let error = self.with_origin(error, place, target.span);
        self.diagnostics.push(error);
        if matches!(target.kind, ExprKind::Identifier(_)) {
            self.unifier.give_up(place);
        }
    }

    fn expr(&mut self, expr: &'a Expr) -> Ty {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Input => NUMBER,
            ExprKind::Identifier(name) => self.variable(name),
            ExprKind::Null => {
                let target = self.unifier.free();
                self.literal(expr, Shape::Pointer(target))
            }
            ExprKind::Alloc(value) => {
                let value = self.expr(value);
                self.unifier.make(Shape::Pointer(value), expr.span)
            }
            ExprKind::Ref(name) => {
                let target = self.variable(&name.text);
                self.unifier.make(Shape::Pointer(target), expr.span)
            }
            ExprKind::Deref(pointer) => self.deref(pointer),
            ExprKind::Not(operand) => {
                self.condition(operand);
                NUMBER
            }
            ExprKind::Neg(operand) => {
                self.number(operand, "`-` works on a number");
                NUMBER
            }
            ExprKind::Binary(op, left, right) => {
                self.binary(expr, *op, left, right);
                NUMBER
            }
            ExprKind::Call { callee, arguments } => self.call(callee, arguments),
            ExprKind::Index { array, index } => self.index(array, index),
            ExprKind::Field { record, field } => self.field(record, field),
            ExprKind::Array(elements) => self.array(expr, elements),
            ExprKind::Record(fields) => self.record(expr, fields),
        }
    }

    fn variable(&self, name: &str) -> Ty {
        self.variables.get(name).copied().unwrap_or(WRONG)
    }

    fn literal(&mut self, expr: &Expr, shape: Shape<'a>) -> Ty {
        let ty = self.unifier.make(shape, expr.span);
        self.literals.push((expr.span.start, ty));
        ty
    }

    fn condition(&mut self, condition: &'a Expr) {
        self.number(condition, "a condition is a number: 0 is false, all else is true");
    }

    fn number(&mut self, expr: &'a Expr, help: &str) {
        let found = self.expr(expr);
        self.expect_number(expr, found, || help.to_owned());
    }

    fn expect_number(&mut self, expr: &'a Expr, found: Ty, help: impl FnOnce() -> String) {
        if !self.unifier.number(found, expr.span) {
            self.unexpected(expr, found, NUMBER, &help());
        }
    }

    fn deref(&mut self, pointer: &'a Expr) -> Ty {
        let found = self.expr(pointer);
        let target = self.unifier.target(found, pointer.span);
        target.unwrap_or_else(|| self.not_a("a pointer", pointer, found, "`*` follows a pointer"))
    }

    fn index(&mut self, array: &'a Expr, index: &'a Expr) -> Ty {
        let found = self.expr(array);
        let element = self.unifier.element(found, array.span);
        let element =
            element.unwrap_or_else(|| self.not_a("an array", array, found, "only arrays have elements"));
        self.number(index, "an index is a number");
        element
    }

    fn field(&mut self, record: &'a Expr, field: &'a Name) -> Ty {
        let found = self.expr(record);
        match self.unifier.field(found, &field.text, field.span, record.span) {
            Ok(ty) => ty,
            Err(NoField::NotARecord) => self.not_a("a record", record, found, "only records have fields"),
            Err(NoField::Unknown) => {
                self.unknown_field(record, found, field);
                WRONG
            }
        }
    }

    fn unknown_field(&mut self, record: &'a Expr, found: Ty, field: &Name) {
        let message = format!("{} has no field `{}`", quoted(record, "this record"), field.text);
        let mut error = Diagnostic::error(field.span, message);
        if let Shape::Record(known) = self.unifier.shape(found) {
            let names = known.fields.iter().map(|field| field.name);
            error = error.with_help(match near(&field.text, names.clone()) {
                Some(name) => format!("did you mean `{name}`?"),
                None if known.fields.is_empty() => "the record has no fields".to_owned(),
                None => format!("the record's fields are {}", listed(names)),
            });
        }
        let error = self.with_origin(error, found, record.span);
        self.diagnostics.push(error);
    }

    fn binary(&mut self, expr: &'a Expr, op: BinaryOp, left: &'a Expr, right: &'a Expr) {
        let found = (self.expr(left), self.expr(right));
        match op {
            BinaryOp::Eq | BinaryOp::Ne => self.compare(expr, op, found),
            _ => {
                let help = || format!("`{}` works on two numbers", op.symbol());
                self.expect_number(left, found.0, help);
                self.expect_number(right, found.1, help);
            }
        }
    }

    fn compare(&mut self, expr: &'a Expr, op: BinaryOp, (left, right): (Ty, Ty)) {
        if !self.unifier.unify(left, right, expr.span) {
            let message = format!(
                "cannot compare {} with {}",
                type_in_words(&mut self.unifier, left),
                type_in_words(&mut self.unifier, right),
            );
            let help = format!("`{}` compares two numbers, or two pointers of one type", op.symbol());
            self.diagnostics.push(Diagnostic::error(expr.span, message).with_help(help));
        } else if !matches!(self.unifier.shape(left), Shape::Number | Shape::Pointer(_)) {
            self.comparisons.push((expr, left));
        }
    }

    /// Reports comparisons of what turned out to be arrays or records.
    fn comparisons(&mut self) {
        for (expr, ty) in std::mem::take(&mut self.comparisons) {
            let what = match self.unifier.shape(ty) {
                Shape::Array(_) => ("arrays", "elements"),
                Shape::Record(_) => ("records", "fields"),
                _ => continue,
            };
            let message = format!("{} cannot be compared", what.0);
            let help = format!("compare their {} one by one", what.1);
            self.diagnostics.push(Diagnostic::error(expr.span, message).with_help(help));
        }
    }

    fn call(&mut self, callee: &'a Expr, arguments: &'a [Expr]) -> Ty {
        let found: Vec<Ty> = arguments.iter().map(|argument| self.expr(argument)).collect();
        let (index, function) = match &callee.kind {
            ExprKind::Identifier(name) if !self.variables.contains_key(name.as_str()) => {
                match self.names.get(name.as_str()) {
                    Some(known) => *known,
                    None => return WRONG,
                }
            }
            ExprKind::Identifier(_) => return WRONG,
            _ => {
                self.expr(callee);
                return WRONG;
            }
        };
        if function.parameters.len() == arguments.len() {
            for (position, (argument, found)) in arguments.iter().zip(found).enumerate() {
                self.argument(index, &function.parameters[position], position, argument, found);
            }
        }
        self.functions[index].result
    }

    fn argument(&mut self, callee: usize, parameter: &Name, position: usize, argument: &'a Expr, found: Ty) {
        let expected = self.functions[callee].parameters[position];
        if self.unifier.unify(expected, found, argument.span) {
            return;
        }
        let message = format!(
            "the parameter `{}` is {}, but {} is {}",
            parameter.text,
            type_in_words(&mut self.unifier, expected),
            quoted(argument, "this argument"),
            type_in_words(&mut self.unifier, found),
        );
        let error = Diagnostic::error(argument.span, message).with_related(parameter.span, "the parameter");
        let error = self.with_origin(error, expected, parameter.span);
        self.diagnostics.push(error);
    }

    fn array(&mut self, expr: &'a Expr, elements: &'a [Expr]) -> Ty {
        let element = self.unifier.free();
        for value in elements {
            let found = self.expr(value);
            if !self.unifier.unify(element, found, value.span) {
                self.unexpected(value, found, element, "all elements of an array have one type");
            }
        }
        self.literal(expr, Shape::Array(element))
    }

    fn record(&mut self, expr: &'a Expr, fields: &'a [(Name, Expr)]) -> Ty {
        let mut record = Record { fields: Vec::with_capacity(fields.len()), closed: true };
        for (name, value) in fields {
            let ty = self.expr(value);
            record.fields.push(RecordField { name: &name.text, ty, span: name.span });
        }
        self.literal(expr, Shape::Record(record))
    }

    /// Reports fields that turned out to hold records.
    fn nested_records(&mut self) {
        let fields: Vec<_> =
            self.unifier.records().flat_map(|record| record.fields.iter().copied()).collect();
        for field in fields {
            if matches!(self.unifier.shape(field.ty), Shape::Record(_)) {
                let message =
                    format!("the field `{}` holds a record, but records cannot be nested", field.name);
                let help = format!("let `{}` hold a pointer to the record", field.name);
                self.diagnostics.push(Diagnostic::error(field.span, message).with_help(help));
            }
        }
    }

    /// Reports that an expression has not the expected shape.
    fn not_a(&mut self, expected: &str, expr: &'a Expr, found: Ty, help: &str) -> Ty {
        let quote = quoted(expr, "this");
        let message =
            format!("expected {expected}, but {quote} is {}", type_in_words(&mut self.unifier, found));
        let error = Diagnostic::error(expr.span, message).with_help(help);
        let error = self.with_origin(error, found, expr.span);
        self.diagnostics.push(error);
        WRONG
    }

    /// Reports that an expression has not the expected type.
    fn unexpected(&mut self, expr: &'a Expr, found: Ty, expected: Ty, help: &str) {
        let words = type_in_words(&mut self.unifier, expected);
        self.not_a(&words, expr, found, help);
        if let Some(origin) = self.unifier.origin(expected).filter(|origin| *origin != expr.span)
            && let Some(error) = self.diagnostics.last_mut()
        {
            error.related.push((origin, format!("because of this, {words} is expected")));
        }
    }

    /// Points at what decided a type, unless that is the place itself.
    fn with_origin(&mut self, error: Diagnostic, ty: Ty, place: Span) -> Diagnostic {
        match self.unifier.origin(ty) {
            Some(origin) if origin != place && origin != error.span => {
                let remark = format!("this makes it {}", type_in_words(&mut self.unifier, ty));
                error.with_related(origin, remark)
            }
            _ => error,
        }
    }
}
