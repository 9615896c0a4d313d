//! Names: everything used is declared, once; only functions are called, with
//! as many arguments as they have parameters; only places are assigned to.

use super::Functions;
use super::words::{near, quoted};
use crate::ast::{Ast, Expr, ExprKind, Function, Name, Stmt, StmtKind};
use kyklos_base::{Diagnostic, FileId, Position, Span};
use std::collections::HashMap;

/// Reports all that is wrong with names. Returns the functions by name.
pub(super) fn check<'a>(ast: &'a Ast, diagnostics: &mut Vec<Diagnostic>) -> Functions<'a> {
    let mut functions = Functions::new();
    for (index, function) in ast.functions.iter().enumerate() {
        let name = &function.name;
        if let Some((_, first)) = functions.get(name.text.as_str()) {
            diagnostics.push(declared_twice("function", name, first.name.span));
        } else {
            functions.insert(&name.text, (index, function));
        }
    }
    if !functions.contains_key("main") {
        diagnostics.push(missing_main(ast));
    }
    for function in &ast.functions {
        let variables = HashMap::new();
        let mut names =
            Names { functions: &functions, function, variables, suggestions: HashMap::new(), diagnostics };
        names.function();
    }
    functions
}

fn declared_twice(what: &str, name: &Name, first: Span) -> Diagnostic {
    Diagnostic::error(name.span, format!("the {what} `{}` is declared twice", name.text))
        .with_related(first, "first declared here")
        .with_help("rename or remove one of them")
}

fn missing_main(ast: &Ast) -> Diagnostic {
    let start = Position::new(1, 1);
    let file = ast.functions.first().map_or(FileId(0), |function| function.span.file);
    let error = Diagnostic::error(Span::new(file, start, start), "the program has no function `main`");
    match ast
        .functions
        .iter()
        .find(|f| f.name.text.eq_ignore_ascii_case("main") || near(&f.name.text, ["main"]).is_some())
    {
        Some(function) => error.with_related(function.name.span, "did you mean this one to be `main`?"),
        None => error.with_help("execution starts in `main`: add `main() { return 0; }`"),
    }
}

/// The check of one function.
struct Names<'a, 'c> {
    functions: &'c Functions<'a>,
    function: &'a Function,
    /// Parameters and variables, and where they are declared.
    variables: HashMap<&'a str, Span>,
    /// The help given for each undeclared variable, found once.
    suggestions: HashMap<&'a str, String>,
    diagnostics: &'c mut Vec<Diagnostic>,
}

impl<'a> Names<'a, '_> {
    fn function(&mut self) {
        let function = self.function;
        let parameters = function.parameters.iter().map(|name| ("parameter", name));
        for (what, name) in parameters.chain(function.variables.iter().map(|name| ("variable", name))) {
            if let Some(first) = self.variables.get(name.text.as_str()) {
                self.diagnostics.push(declared_twice(what, name, *first));
            } else {
                self.variables.insert(&name.text, name.span);
            }
        }
        function.body.iter().for_each(|stmt| self.stmt(stmt));
        self.expr(&function.result);
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Output(expr) | StmtKind::Assert(expr) | StmtKind::Assume(expr) => self.expr(expr),
            StmtKind::Assign { target, value } => {
                self.target(target);
                self.expr(value);
            }
            StmtKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.stmt(then);
                otherwise.iter().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::While { condition, body } => {
                self.expr(condition);
                self.stmt(body);
            }
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(stmt)),
            StmtKind::Error(_) => {}
        }
    }

    fn target(&mut self, target: &'a Expr) {
        let function = match &target.kind {
            ExprKind::Identifier(name) if !self.variables.contains_key(name.as_str()) => {
                self.functions.get(name.as_str())
            }
            _ => None,
        };
        if let Some((_, function)) = function {
            let message = format!("`{}` is a function and cannot be assigned to", function.name.text);
            let error = Diagnostic::error(target.span, message);
            self.diagnostics.push(error.with_related(function.name.span, "declared here"));
            return;
        }
        if !is_place(target) {
            let message = format!("{} cannot be assigned to", quoted(target, "this"));
            let help =
                "what can stand left of `=` is a variable, `*pointer`, `array[index]` or `record.field`";
            self.diagnostics.push(Diagnostic::error(target.span, message).with_help(help));
        }
        self.expr(target);
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Input | ExprKind::Null => {}
            ExprKind::Identifier(name) => self.variable(name, expr.span),
            ExprKind::Ref(name) => self.reference(name),
            ExprKind::Alloc(inner) | ExprKind::Deref(inner) | ExprKind::Not(inner) | ExprKind::Neg(inner) => {
                self.expr(inner);
            }
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Call { callee, arguments } => {
                self.callee(callee, arguments.len(), expr.span);
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ExprKind::Index { array, index } => {
                self.expr(array);
                self.expr(index);
            }
            ExprKind::Field { record, .. } => self.expr(record),
            ExprKind::Array(elements) => elements.iter().for_each(|element| self.expr(element)),
            ExprKind::Record(fields) => self.record(fields),
        }
    }

    fn variable(&mut self, name: &'a str, span: Span) {
        if self.variables.contains_key(name) {
            return;
        }
        let error = match self.functions.get(name) {
            Some((_, function)) => {
                Diagnostic::error(span, format!("`{name}` is a function, and functions are no values"))
                    .with_related(function.name.span, "declared here")
                    .with_help(format!(
                        "call it: `{name}({})`",
                        if function.parameters.is_empty() { "" } else { "…" }
                    ))
            }
            None => Diagnostic::error(span, format!("the variable `{name}` is not declared"))
                .with_help(self.suggestion(name)),
        };
        self.diagnostics.push(error);
    }

    fn suggestion(&mut self, name: &'a str) -> String {
        let (variables, function) = (&self.variables, self.function);
        let suggestion =
            self.suggestions.entry(name).or_insert_with(|| match near(name, variables.keys().copied()) {
                Some(known) => format!("did you mean `{known}`?"),
                None => format!("declare it with `var {name};` at the top of `{}`", function.name.text),
            });
        suggestion.clone()
    }

    fn reference(&mut self, name: &'a Name) {
        match self.functions.get(name.text.as_str()) {
            Some((_, function)) if !self.variables.contains_key(name.text.as_str()) => {
                let message = format!("`{}` is a function, and functions have no address", name.text);
                let error = Diagnostic::error(name.span, message);
                self.diagnostics.push(error.with_related(function.name.span, "declared here"));
            }
            _ => self.variable(&name.text, name.span),
        }
    }

    fn callee(&mut self, callee: &'a Expr, arguments: usize, call: Span) {
        let ExprKind::Identifier(name) = &callee.kind else {
            let message = format!("{} is not a function", quoted(callee, "this"));
            let help = "only a function can be called, by its name";
            self.diagnostics.push(Diagnostic::error(callee.span, message).with_help(help));
            return self.expr(callee);
        };
        if let Some(declared) = self.variables.get(name.as_str()) {
            let mut error = Diagnostic::error(callee.span, format!("`{name}` is a variable, not a function"))
                .with_related(*declared, "declared here");
            if let Some((_, function)) = self.functions.get(name.as_str()) {
                error = error.with_related(function.name.span, "the variable hides this function");
            }
            self.diagnostics.push(error);
            return;
        }
        let Some((_, function)) = self.functions.get(name.as_str()) else {
            let error = Diagnostic::error(callee.span, format!("the function `{name}` is not declared"));
            let known = near(name, self.functions.keys().copied());
            self.diagnostics.push(match known {
                Some(known) => error.with_help(format!("did you mean `{known}`?")),
                None => error.with_help(format!("declare it: `{name}(…) {{ … return …; }}`")),
            });
            return;
        };
        let parameters = function.parameters.len();
        if parameters != arguments {
            let message = format!(
                "`{name}` takes {parameters} argument{}, but {arguments} {} given",
                if parameters == 1 { "" } else { "s" },
                if arguments == 1 { "is" } else { "are" },
            );
            self.diagnostics
                .push(Diagnostic::error(call, message).with_related(function.name.span, "declared here"));
        }
    }

    fn record(&mut self, fields: &'a [(Name, Expr)]) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for (name, value) in fields {
            if let Some(first) = seen.get(name.text.as_str()) {
                self.diagnostics.push(
                    Diagnostic::error(name.span, format!("the field `{}` is given twice", name.text))
                        .with_related(*first, "first given here")
                        .with_help("rename or remove one of them"),
                );
            } else {
                seen.insert(&name.text, name.span);
            }
            self.expr(value);
        }
    }
}

/// Whether the expression has the form of what can be assigned to.
fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Identifier(_) | ExprKind::Deref(_) => true,
        ExprKind::Index { array: inner, .. } | ExprKind::Field { record: inner, .. } => is_place(inner),
        _ => false,
    }
}
