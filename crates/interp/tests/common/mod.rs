//! A small language for building programs in tests.
#![allow(dead_code, missing_docs)]

use kyklos_base::{FileId, Int, Position, Span};
use kyklos_flow::{
    BinaryOp, ErrorKind, Expr, Field, Global, GlobalId, Input, Instruction, IntType, LocationId, Place,
    Procedure, ProcedureBuilder, ProcedureId, Program, Type, TypeId, UnaryOp, VariableId, VariableKind,
};
use kyklos_interp::{Interpreter, Limits, RunEnd, RunReport, Scripted, Undefined};

/// A program under construction. The procedure added last is the main one.
pub struct Maker {
    pub program: Program,
    pub number: TypeId,
}

impl Maker {
    pub fn new() -> Maker {
        let mut program = Program::default();
        let number = program.types.number();
        Maker { program, number }
    }

    pub fn sized(&mut self, bits: u16, signed: bool) -> TypeId {
        self.program.types.intern(Type::Int(IntType::Sized { bits, signed }))
    }

    pub fn pointer(&mut self, target: TypeId) -> TypeId {
        self.program.types.intern(Type::Pointer(target))
    }

    pub fn array(&mut self, element: TypeId, length: Option<u64>) -> TypeId {
        self.program.types.intern(Type::Array { element, length })
    }

    pub fn record(&mut self, fields: &[(&str, TypeId)]) -> TypeId {
        self.program.types.intern(record_type(fields))
    }

    /// A record `{value, next}` of numbers, and the type of pointers to it.
    pub fn list(&mut self) -> (TypeId, TypeId) {
        let node = self.program.types.push(Type::Record(Vec::new()));
        let pointer = self.pointer(node);
        self.program.types.set(node, record_type(&[("value", self.number), ("next", pointer)]));
        (node, pointer)
    }

    /// Starts a procedure whose result is a number.
    pub fn body(&self, name: &str) -> Body {
        self.body_with(name, Some(self.number))
    }

    pub fn body_with(&self, name: &str, result: Option<TypeId>) -> Body {
        let builder = ProcedureBuilder::new(name, line(0), result);
        let at = builder.entry();
        Body { builder, at, line: 0, number: self.number }
    }

    pub fn global(&mut self, name: &str, ty: TypeId, initial: Expr) -> GlobalId {
        self.program.globals.push(Global {
            name: name.to_owned(),
            ty,
            initial,
            constant: false,
            span: line(0),
        })
    }

    pub fn add(&mut self, procedure: Procedure) -> ProcedureId {
        let id = self.program.procedures.push(procedure);
        self.program.main = Some(id);
        id
    }
}

fn record_type(fields: &[(&str, TypeId)]) -> Type {
    Type::Record(fields.iter().map(|(name, ty)| Field { name: (*name).to_owned(), ty: *ty }).collect())
}

/// The span of a procedure's so many-th instruction, from 1.
pub fn line(line: u32) -> Span {
    Span::new(FileId(0), Position::new(line, 1), Position::new(line, 2))
}

/// A procedure under construction; instructions are added at its end.
pub struct Body {
    pub builder: ProcedureBuilder,
    pub at: LocationId,
    line: u32,
    number: TypeId,
}

impl Body {
    pub fn parameter(&mut self, name: &str, ty: TypeId) -> VariableId {
        self.builder.parameter(name, ty, line(0))
    }

    pub fn local(&mut self, name: &str, ty: TypeId) -> VariableId {
        self.builder.variable(name, ty, VariableKind::Local, line(0))
    }

    pub fn numbers<const N: usize>(&mut self, names: [&str; N]) -> [VariableId; N] {
        names.map(|name| self.local(name, self.number))
    }

    fn next_line(&mut self) -> Span {
        self.line += 1;
        line(self.line)
    }

    pub fn then(&mut self, instruction: Instruction) {
        let span = self.next_line();
        let to = self.builder.plain(span);
        self.builder.edge(self.at, to, instruction, span);
        self.at = to;
    }

    pub fn set(&mut self, variable: VariableId, value: Expr) {
        self.store(Place::variable(variable), value);
    }

    pub fn store(&mut self, target: Place, value: Expr) {
        self.then(Instruction::Assign { target, value });
    }

    pub fn assume(&mut self, condition: Expr, holds: bool) {
        self.then(Instruction::Assume { condition, holds });
    }

    pub fn input(&mut self, variable: VariableId, name: &str) {
        let input = Input { name: name.to_owned() };
        self.then(Instruction::Havoc { target: Place::variable(variable), input });
    }

    pub fn allocate(&mut self, variable: VariableId, value: Expr) {
        self.then(Instruction::Allocate {
            target: Place::variable(variable),
            value,
            arbitrary: None,
            automatic: false,
        });
    }

    pub fn free(&mut self, pointer: Expr) {
        self.then(Instruction::Free { pointer });
    }

    pub fn call(&mut self, target: Option<VariableId>, callee: ProcedureId, arguments: Vec<Expr>) {
        self.then(Instruction::Call { target: target.map(Place::variable), callee, arguments });
    }

    pub fn output(&mut self, value: Expr) {
        self.then(Instruction::Output { value, float: None });
    }

    pub fn branch(&mut self, condition: Expr) -> (LocationId, LocationId) {
        let span = self.next_line();
        let (then, otherwise) = (self.builder.plain(span), self.builder.plain(span));
        self.builder.branch(self.at, condition, then, otherwise, span);
        (then, otherwise)
    }

    pub fn repeat(&mut self, condition: Expr, inside: impl FnOnce(&mut Body)) {
        let head = self.at;
        let (then, otherwise) = self.branch(condition);
        self.at = then;
        inside(self);
        let span = self.next_line();
        self.builder.edge(self.at, head, Instruction::Skip, span);
        self.at = otherwise;
    }

    /// `while (i < n) { inside; i = i + 1; }` without a skip on the way back.
    pub fn count(&mut self, counter: VariableId, to: Expr, inside: impl FnOnce(&mut Body)) {
        let head = self.at;
        let (then, otherwise) = self.branch(op(get(counter), "<", to));
        self.at = then;
        inside(self);
        let span = self.next_line();
        let increment = op(get(counter), "+", int(1));
        let step = Instruction::Assign { target: Place::variable(counter), value: increment };
        self.builder.edge(self.at, head, step, span);
        self.at = otherwise;
    }

    pub fn fail_if(&mut self, condition: Expr, kind: ErrorKind) -> LocationId {
        let span = self.next_line();
        let (error, fine) = (self.builder.error(kind, "fails", span), self.builder.plain(span));
        self.builder.branch(self.at, condition, error, fine, span);
        self.at = fine;
        error
    }

    /// Ends the path at hand.
    pub fn give(&mut self, value: Expr) {
        let span = self.next_line();
        self.builder.edge(self.at, self.builder.exit(), Instruction::Return { value: Some(value) }, span);
    }

    pub fn give_nothing(&mut self) {
        let span = self.next_line();
        self.builder.edge(self.at, self.builder.exit(), Instruction::Return { value: None }, span);
    }

    pub fn returning(mut self, value: Expr) -> Procedure {
        self.give(value);
        self.builder.finish()
    }
}

pub fn int(value: i64) -> Expr {
    Expr::int(value)
}

pub fn big(text: &str) -> Expr {
    Expr::Int(text.parse().unwrap())
}

pub fn get(variable: VariableId) -> Expr {
    Expr::variable(variable)
}

pub fn load(place: Place) -> Expr {
    Expr::Load(place)
}

pub fn at(variable: VariableId) -> Place {
    Place::variable(variable)
}

pub fn deref(pointer: Expr) -> Place {
    Place::deref(pointer)
}

pub fn address(place: Place) -> Expr {
    Expr::AddressOf(place)
}

pub fn offset(pointer: Expr, by: Expr) -> Expr {
    Expr::Offset(Box::new(pointer), Box::new(by))
}

pub fn distance(left: Expr, right: Expr) -> Expr {
    Expr::Distance(Box::new(left), Box::new(right))
}

pub fn live(pointer: Expr) -> Expr {
    Expr::Live(Box::new(pointer))
}

pub fn is_allocated(pointer: Expr) -> Expr {
    Expr::Allocated(Box::new(pointer))
}

pub fn in_bounds(pointer: Expr) -> Expr {
    Expr::InBounds(Box::new(pointer))
}

pub fn op(left: Expr, symbol: &str, right: Expr) -> Expr {
    let op = BinaryOp::ALL.into_iter().find(|op| op.symbol() == symbol).unwrap();
    Expr::binary(op, left, right)
}

pub fn not(operand: Expr) -> Expr {
    Expr::unary(UnaryOp::Not, operand)
}

pub fn neg(operand: Expr) -> Expr {
    Expr::unary(UnaryOp::Neg, operand)
}

/// The program that returns one expression.
pub fn expression(value: Expr) -> Program {
    let mut maker = Maker::new();
    let body = maker.body("main");
    maker.add(body.returning(value));
    maker.program
}

pub fn run_with(
    program: &Program,
    arguments: &[i64],
    environment: &mut Scripted,
    limits: &Limits,
) -> RunReport {
    let interpreter = Interpreter::new(program).unwrap_or_else(|error| panic!("{:#?}", error.defects));
    let arguments: Vec<Int> = arguments.iter().map(|argument| Int::from(*argument)).collect();
    interpreter.run(&arguments, environment, limits).unwrap()
}

pub fn run(program: &Program) -> RunReport {
    run_with(program, &[], &mut Scripted::default(), &Limits::default())
}

/// The number that a program returns.
#[track_caller]
pub fn result(program: &Program) -> Int {
    let report = run(program);
    match report.end {
        RunEnd::Returned(Some(value)) => value,
        other => panic!("{other} at {}", report.span),
    }
}

/// The end of a program, and what it has written until then.
pub fn outcome(program: &Program) -> (RunEnd, Vec<i64>) {
    let mut environment = Scripted::default();
    let end = run_with(program, &[], &mut environment, &Limits::default()).end;
    (end, environment.outputs.iter().map(|value| value.to_i64().unwrap()).collect())
}

/// What a program writes before it returns.
#[track_caller]
pub fn outputs(program: &Program) -> Vec<i64> {
    match outcome(program) {
        (RunEnd::Returned(_), outputs) => outputs,
        (other, _) => panic!("{other}"),
    }
}

/// Why a program evaluates an undefined expression.
#[track_caller]
pub fn undefined(program: &Program) -> Undefined {
    match outcome(program).0 {
        RunEnd::Undefined(undefined) => undefined,
        other => panic!("{other}"),
    }
}

#[track_caller]
pub fn assert_result(maker: &Maker, expected: i64) {
    assert_eq!(result(&maker.program), Int::from(expected));
}
