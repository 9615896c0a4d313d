//! Programs and functions.

use crate::build::{assign, expr, field, name, null, number, stmt, variable};
use crate::{FIELDS, Generated, Kind, Knobs, Variable, plant};
use kyklos_base::Span;
use kyklos_base::random::Random;
use kyklos_front_microc::ast::{Ast, Expr, ExprKind, Function, Stmt, StmtKind};

/// What is shared by all functions of a program.
pub(crate) struct Program<'k> {
    pub(crate) knobs: &'k Knobs,
    pub(crate) random: Random,
    /// How many statements may still be made before blocks are cut short.
    pub(crate) room: usize,
    /// The functions that are there already, which may be called: their parameters.
    pub(crate) signatures: Vec<Vec<Kind>>,
}

/// A function in the making.
pub(crate) struct Body<'p, 'k> {
    pub(crate) program: &'p mut Program<'k>,
    pub(crate) variables: Vec<Variable>,
    /// Numbers that may be written.
    pub(crate) numbers: Vec<String>,
    /// Numbers that loops rely on, so nobody else writes them: limits, and counters of the loops around.
    pub(crate) steady: Vec<String>,
    /// How many loops are around.
    pub(crate) loops: usize,
    counters: usize,
}

/// A random program.
pub(crate) fn program(knobs: &Knobs, random: Random) -> Generated {
    let mut program = Program { knobs, random, room: knobs.max_size, signatures: Vec::new() };
    let mut functions = Vec::new();
    let mut variables = Vec::new();
    for index in 0..knobs.functions {
        let (function, declared) = helper(&mut program, index);
        functions.push(function);
        variables.push(declared);
    }
    let (mut main, declared) = main_function(&mut program);
    if knobs.guaranteed_error {
        plant::plant(&mut main, &declared, knobs, &mut program.random);
    }
    functions.push(main);
    variables.push(declared);
    Generated { ast: Ast { functions }, variables }
}

/// The name of a function that is not `main`.
pub(crate) fn function_name(index: usize) -> String {
    format!("f{index}")
}

fn main_function(program: &mut Program) -> (Function, Vec<Variable>) {
    let mut body = Body::new(program);
    let mut statements = body.declare(0);
    statements.extend(body.top_level());
    let shown: Vec<Expr> = body.numbers.iter().map(|number| variable(number)).collect();
    statements.extend(shown.into_iter().map(|value| stmt(StmtKind::Output(value))));
    body.finish("main", 0, statements, number(0))
}

fn helper(program: &mut Program, index: usize) -> (Function, Vec<Variable>) {
    let numbers = 1 + program.random.below(3);
    let mut parameters = vec![Kind::Number; numbers];
    if program.random.below(2) == 0 {
        parameters.push(Kind::Pointer);
    }
    let mut body = Body::new(program);
    for (position, kind) in parameters.iter().enumerate() {
        let text = format!("x{position}");
        if *kind == Kind::Number {
            body.numbers.push(text.clone());
        }
        body.variables.push(Variable { name: text, kind: *kind });
    }
    let mut statements = body.declare(numbers);
    statements.extend(body.top_level());
    let result = body.expression(2);
    let count = parameters.len();
    body.program.signatures.push(parameters);
    body.finish(&function_name(index), count, statements, result)
}

impl<'p, 'k> Body<'p, 'k> {
    fn new(program: &'p mut Program<'k>) -> Self {
        Self {
            program,
            variables: Vec::new(),
            numbers: Vec::new(),
            steady: Vec::new(),
            loops: 0,
            counters: 0,
        }
    }

    /// Declares variables of all kinds, and writes them. The first parameters are numbers; limits
    /// are taken from them, too.
    fn declare(&mut self, parameters: usize) -> Vec<Stmt> {
        let mut statements = Vec::new();
        for position in 0..2 + self.below(4) {
            let text = format!("n{position}");
            let value = if self.below(2) == 0 { expr(ExprKind::Input) } else { self.constant() };
            statements.push(assign(variable(&text), value));
            self.numbers.push(text.clone());
            self.variables.push(Variable { name: text, kind: Kind::Number });
        }
        for position in 0..1 + self.below(2) {
            let text = format!("b{position}");
            let value = match self.below(3) {
                0 if parameters == 0 => expr(ExprKind::Input),
                _ => number(1 + self.below(8) as i64),
            };
            statements.push(assign(variable(&text), value));
            self.steady.push(text.clone());
            self.variables.push(Variable { name: text, kind: Kind::Number });
        }
        for position in 0..1 + self.below(2) {
            let text = format!("a{position}");
            let length = 1 + self.below(8);
            statements.push(assign(variable(&text), self.array(length)));
            self.variables.push(Variable { name: text, kind: Kind::Array(length) });
        }
        for position in 0..self.below(3) {
            let text = format!("p{position}");
            statements.push(assign(variable(&text), self.pointer()));
            self.variables.push(Variable { name: text, kind: Kind::Pointer });
        }
        if self.below(2) == 0 {
            let (first, second) = (self.expression(1), self.expression(1));
            let fields = vec![(name(FIELDS[0]), first), (name(FIELDS[1]), second)];
            statements.push(assign(variable("r0"), expr(ExprKind::Record(fields))));
            self.variables.push(Variable { name: "r0".to_owned(), kind: Kind::Record });
        }
        statements
    }

    fn top_level(&mut self) -> Vec<Stmt> {
        let count = 1 + self.below(self.program.knobs.max_statements);
        let mut statements = Vec::new();
        for _ in 0..count.min(self.program.room.max(1)) {
            self.statement(0, &mut statements);
        }
        statements
    }

    fn finish(
        self,
        text: &str,
        parameters: usize,
        body: Vec<Stmt>,
        result: Expr,
    ) -> (Function, Vec<Variable>) {
        let names = |variables: &[Variable]| variables.iter().map(|variable| name(&variable.name)).collect();
        let function = Function {
            name: name(text),
            parameters: names(&self.variables[..parameters]),
            variables: names(&self.variables[parameters..]),
            body,
            result,
            span: Span::nowhere(),
        };
        (function, self.variables)
    }

    /// A number variable of its own, for a loop.
    pub(crate) fn counter(&mut self) -> String {
        let text = format!("i{}", self.counters);
        self.counters += 1;
        self.variables.push(Variable { name: text.clone(), kind: Kind::Number });
        text
    }

    /// A pointer: to a number variable, to a new number, or null.
    pub(crate) fn pointer(&mut self) -> Expr {
        match self.below(4) {
            0 | 1 => {
                let target = self.number_variable();
                expr(ExprKind::Ref(name(&target)))
            }
            2 => {
                let value = self.expression(1);
                expr(ExprKind::Alloc(Box::new(value)))
            }
            _ => null(),
        }
    }

    /// An array of so many numbers.
    pub(crate) fn array(&mut self, length: usize) -> Expr {
        let elements =
            (0..length).map(|_| if self.below(3) == 0 { self.expression(1) } else { self.constant() });
        expr(ExprKind::Array(elements.collect()))
    }

    /// A number variable that may be written.
    pub(crate) fn number_variable(&mut self) -> String {
        let at = self.below(self.numbers.len());
        self.numbers[at].clone()
    }

    /// The name and the kind of a variable of a kind that is asked for.
    pub(crate) fn pick(&mut self, wanted: impl Fn(Kind) -> bool) -> Option<(String, Kind)> {
        let fitting: Vec<usize> =
            (0..self.variables.len()).filter(|at| wanted(self.variables[*at].kind)).collect();
        if fitting.is_empty() {
            return None;
        }
        let at = fitting[self.below(fitting.len())];
        let Variable { name, kind } = &self.variables[at];
        Some((name.clone(), *kind))
    }

    /// A field of a record, if there is a record.
    pub(crate) fn record_field(&mut self) -> Option<Expr> {
        let (record, _) = self.pick(|kind| kind == Kind::Record)?;
        let at = self.below(FIELDS.len());
        Some(field(&record, FIELDS[at]))
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.program.random.below(limit)
    }

    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.program.random.fraction() < probability
    }
}
