//! Types of instructions, expressions and places.
//!
//! Numbers of all integer types are alike. Operators take numbers; `==`, `!=`
//! and the comparisons also two pointers to the same type.

use super::{Defects, bad_width, parts};
use crate::expr::ExprType;
use crate::{
    BinaryOp, Edge, Expr, Global, Instruction, Place, Procedure, ProcedureId, Program, Root, Step, Type,
    TypeId, Variable, VariableId,
};
use kyklos_base::{FloatOp, Span, Table};
use std::fmt::Arguments;

/// Checks the instruction of an edge; `place` says in messages which edge it is.
pub(super) fn check(
    scope: &Scope<'_>,
    procedure: &Procedure,
    edge: &Edge,
    place: Arguments<'_>,
    defects: &mut Defects,
) {
    let variables = &procedure.variables;
    let mut checker = Checker { scope, program: scope.program, variables, span: edge.span, place, defects };
    checker.instruction(&edge.instruction, procedure.result);
}

/// Checks the first value of a variable of the program; `place` says in messages which one it is.
pub(super) fn check_global(scope: &Scope<'_>, global: &Global, place: Arguments<'_>, defects: &mut Defects) {
    let variables = &Table::new();
    let mut checker = Checker { scope, program: scope.program, variables, span: global.span, place, defects };
    let found = checker.expr(&global.initial);
    checker.fits(found, ExprType::of(scope.program, global.ty), "the first value");
    let mut reads = false;
    global.initial.visit(&mut |part| {
        reads |= match part {
            Expr::Load(_) | Expr::Length(_) | Expr::Initialized(_) => true,
            Expr::AddressOf(place) => matches!(place.root, Root::Deref(_)),
            _ => false,
        };
    });
    if reads {
        checker.defect("the first value reads memory");
    }
}

/// What all expressions of a program are checked against.
pub(super) struct Scope<'a> {
    program: &'a Program,
    /// For each type, whether none of its values is the one that is zero throughout.
    zeroless: Vec<bool>,
}

impl<'a> Scope<'a> {
    /// For a program with sound types.
    pub fn new(program: &'a Program) -> Self {
        let types = &program.types;
        let mut holders = vec![Vec::new(); types.len()];
        let mut zeroless = vec![false; types.len()];
        let mut open = Vec::new();
        for (id, ty) in types.iter() {
            match ty {
                Type::Opaque | Type::Array { length: None, .. } => open.push(id),
                Type::Int(_) | Type::Pointer(_) => {}
                Type::Array { .. } | Type::Record(_) => {
                    parts(ty).for_each(|part| holders[part.0 as usize].push(id));
                }
            }
        }
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut zeroless[id.0 as usize], true) {
                open.extend(&holders[id.0 as usize]);
            }
        }
        Self { program, zeroless }
    }
}

struct Checker<'a> {
    scope: &'a Scope<'a>,
    program: &'a Program,
    variables: &'a Table<VariableId, Variable>,
    span: Span,
    place: Arguments<'a>,
    defects: &'a mut Defects,
}

/// `None` stands for a type that is not known because of a defect already reported.
type Known = Option<ExprType>;

impl Checker<'_> {
    fn defect(&mut self, message: impl std::fmt::Display) {
        self.defects.add(self.span, format!("{}: {message}", self.place));
    }

    fn instruction(&mut self, instruction: &Instruction, result: Option<TypeId>) {
        match instruction {
            Instruction::Skip => {}
            Instruction::Assume { condition, .. } => self.number(condition, "the condition"),
            Instruction::Output { value, .. } => self.number(value, "the output"),
            Instruction::Assign { target, value } => {
                let target = self.value_at(target);
                let value = self.expr(value);
                self.fits(value, target, "the value");
            }
            Instruction::Havoc { target, .. } => {
                if let Some(found @ ExprType::PointerTo(_)) = self.value_at(target) {
                    let found = describe(found);
                    self.defect(format!("the input's target is {found}, not a number or made of numbers"));
                }
            }
            Instruction::Allocate { target, value, .. } => self.allocate(target, value),
            Instruction::Free { pointer } => {
                self.pointer(pointer, "`free`");
            }
            Instruction::Clear { variable, .. } => {
                self.place(&Place::variable(*variable));
            }
            Instruction::Forget { pointer, .. } => {
                self.pointer(pointer, "`forget`");
            }
            Instruction::Copy { target, source, count } => {
                self.pointer(target, "`copy`");
                self.pointer(source, "`copy`");
                self.number(count, "the number of bytes");
            }
            Instruction::Call { target, callee, arguments } => {
                self.call(target.as_ref(), *callee, arguments);
            }
            Instruction::Return { value } => self.returns(value.as_ref(), result),
            Instruction::Stop { status } => {
                status.iter().for_each(|status| self.number(status, "the run's result"))
            }
        }
    }

    fn allocate(&mut self, target: &Place, value: &Expr) {
        let target = self.value_at(target);
        let value = self.expr(value);
        match (target, value) {
            (Some(ExprType::PointerTo(target)), Some(ExprType::Aggregate(array)))
                if self.is_element(target, array) => {}
            (Some(pointer @ ExprType::PointerTo(_)), _) => {
                self.fits(value, pointer.target(self.program), "the allocated value");
            }
            (Some(other), _) => {
                let found = describe(other);
                self.defect(format!("an allocation's target is a pointer; this is {found}"));
            }
            (None, _) => {}
        }
    }

    fn is_element(&self, ty: TypeId, array: TypeId) -> bool {
        let types = &self.program.types;
        matches!(types.get(array), Some(Type::Array { element, .. }) if types.same(*element, ty))
    }

    fn call(&mut self, target: Option<&Place>, callee: ProcedureId, arguments: &[Expr]) {
        let target = target.map(|target| self.value_at(target));
        let types: Vec<Known> = arguments.iter().map(|argument| self.expr(argument)).collect();
        let Some(called) = self.program.procedures.get(callee) else {
            return self.defect(format!("there is no procedure {callee}"));
        };
        if types.len() != called.parameters as usize {
            let name = &called.name;
            self.defect(format!("`{name}` takes {} arguments, not {}", called.parameters, types.len()));
        }
        for (index, (argument, parameter)) in types.into_iter().zip(called.parameter_ids()).enumerate() {
            let parameter = called.variables.get(parameter);
            let parameter = parameter.and_then(|variable| ExprType::of(self.program, variable.ty));
            self.fits(argument, parameter, &format!("argument {}", index + 1));
        }
        match (target, called.result) {
            (Some(_), None) => self.defect(format!("`{}` has no result", called.name)),
            (Some(target), Some(result)) => {
                let result = ExprType::of(self.program, result);
                self.fits(result, target, "the result");
            }
            (None, _) => {}
        }
    }

    fn returns(&mut self, value: Option<&Expr>, result: Option<TypeId>) {
        let value = value.map(|value| self.expr(value));
        match (value, result) {
            (Some(value), Some(result)) => {
                let result = ExprType::of(self.program, result);
                self.fits(value, result, "the returned value");
            }
            (Some(_), None) => self.defect("a value is returned, but the procedure has no result"),
            (None, Some(_)) => self.defect("no value is returned, but the procedure has a result"),
            (None, None) => {}
        }
    }

    /// Checks an expression that has to be a number.
    fn number(&mut self, expr: &Expr, what: &str) {
        let found = self.expr(expr);
        self.fits(found, Some(ExprType::Number), what);
    }

    /// Checks an expression that has to be a pointer, because `what` takes one.
    fn pointer(&mut self, expr: &Expr, what: &str) -> Known {
        let found = self.expr(expr)?;
        if let ExprType::PointerTo(_) = found {
            return Some(found);
        }
        self.defect(format!("{what} takes a pointer; this is {}", describe(found)));
        None
    }

    fn fits(&mut self, found: Known, expected: Known, what: &str) {
        if let (Some(found), Some(expected)) = (found, expected)
            && !found.same(expected, self.program)
        {
            self.defect(format!("{what} is {}, not {}", describe(found), describe(expected)));
        }
    }

    fn expr(&mut self, expr: &Expr) -> Known {
        match expr {
            Expr::Int(_) => Some(ExprType::Number),
            Expr::Null(ty) => self.pointer_type(*ty, "a null pointer"),
            Expr::Load(place) => self.value_at(place),
            Expr::AddressOf(place) => self.place(place).map(ExprType::PointerTo),
            Expr::Offset(pointer, by) => {
                let found = self.pointer(pointer, "moving by elements");
                self.number(by, "the number of elements to move by");
                found
            }
            Expr::Distance(left, right) => {
                let (left, right) = (self.pointer(left, "a distance"), self.pointer(right, "a distance"));
                self.fits(right, left, "the right end of a distance");
                Some(ExprType::Number)
            }
            Expr::Retype(ty, pointer) => {
                self.pointer(pointer, "`as`");
                self.pointer_type(*ty, "a pointer")
            }
            Expr::Pointer(ty, number) => {
                self.number(number, "the number that a pointer is");
                self.pointer_type(*ty, "a pointer")
            }
            Expr::Live(pointer) => {
                self.pointer(pointer, "`live`");
                Some(ExprType::Number)
            }
            Expr::Address(pointer) => {
                self.pointer(pointer, "`address`");
                Some(ExprType::Number)
            }
            Expr::Allocated(pointer) => {
                self.pointer(pointer, "`allocated`");
                Some(ExprType::Number)
            }
            Expr::InBounds(pointer) => {
                self.pointer(pointer, "`in-bounds`");
                Some(ExprType::Number)
            }
            Expr::Ends(pointer) => {
                self.pointer(pointer, "`ends`");
                Some(ExprType::Number)
            }
            Expr::Unary(op, operand) => self.unary(op.symbol(), operand),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::Convert(int, operand) => {
                if let Some(message) = bad_width(*int) {
                    self.defect(message);
                }
                self.number(operand, "the converted value");
                Some(ExprType::Number)
            }
            Expr::Float(op, _, operands) => self.float(*op, operands),
            Expr::Array(ty, elements) => self.array(*ty, elements),
            Expr::Record(ty, values) => self.record(*ty, values),
            Expr::Zero(ty) => self.zero(*ty),
            Expr::Repeat(ty, count, element) => self.repeat(*ty, count, element),
            Expr::Length(place) => self.length(place),
            Expr::Initialized(place) => {
                self.value_at(place);
                Some(ExprType::Number)
            }
        }
    }

    #[inline(never)]
    fn float(&mut self, op: FloatOp, operands: &[Expr]) -> Known {
        if operands.len() != op.arity() {
            self.defect(format!("`{op}` takes {} operands, not {}", op.arity(), operands.len()));
        }
        for operand in operands {
            self.number(operand, &format!("an operand of `{op}`"));
        }
        Some(ExprType::Number)
    }

    #[inline(never)] // Like others here: what only one kind of expression needs stays off the stack of all.
    fn unary(&mut self, symbol: &str, operand: &Expr) -> Known {
        self.number(operand, &format!("the operand of `{symbol}`"));
        Some(ExprType::Number)
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Known {
        use BinaryOp::*;
        let (left, right) = (self.expr(left), self.expr(right));
        match (op, left) {
            (Eq | Ne | Lt | Le | Gt | Ge, Some(ExprType::PointerTo(_))) => {
                self.fits(right, left, &format!("the right operand of `{}`", op.symbol()));
            }
            _ => {
                for (operand, side) in [(left, "left"), (right, "right")] {
                    let what = format!("the {side} operand of `{}`", op.symbol());
                    self.fits(operand, Some(ExprType::Number), &what);
                }
            }
        }
        Some(ExprType::Number)
    }

    fn array(&mut self, ty: TypeId, elements: &[Expr]) -> Known {
        let types: Vec<Known> = elements.iter().map(|element| self.expr(element)).collect();
        let Some(Type::Array { element, length }) = self.program.types.get(ty) else {
            return self.wrong_literal("an array", ty);
        };
        if let Some(length) = length
            && *length != types.len() as u64
        {
            self.defect(format!("an array of {} elements, but {ty} has {length}", types.len()));
        }
        let expected = ExprType::of(self.program, *element);
        for (index, found) in types.into_iter().enumerate() {
            self.fits(found, expected, &format!("element {index}"));
        }
        Some(ExprType::Aggregate(ty))
    }

    fn repeat(&mut self, ty: TypeId, count: &Expr, element: &Expr) -> Known {
        self.number(count, "the number of elements");
        let found = self.expr(element);
        let Some(Type::Array { element, length: None }) = self.program.types.get(ty) else {
            return self.wrong_literal("an array without a fixed length", ty);
        };
        self.fits(found, ExprType::of(self.program, *element), "the repeated element");
        Some(ExprType::Aggregate(ty))
    }

    fn record(&mut self, ty: TypeId, values: &[Expr]) -> Known {
        let types: Vec<Known> = values.iter().map(|value| self.expr(value)).collect();
        let Some(Type::Record(fields)) = self.program.types.get(ty) else {
            return self.wrong_literal("a record", ty);
        };
        if fields.len() != types.len() {
            self.defect(format!("a record of {} fields, but {ty} has {}", types.len(), fields.len()));
        }
        for (found, field) in types.into_iter().zip(fields) {
            let expected = ExprType::of(self.program, field.ty);
            self.fits(found, expected, &format!("field `{}`", field.name));
        }
        Some(ExprType::Aggregate(ty))
    }

    fn zero(&mut self, ty: TypeId) -> Known {
        if self.scope.zeroless.get(ty.0 as usize) == Some(&false) {
            return ExprType::of(self.program, ty);
        }
        self.wrong_literal("`zero`, which numbers, pointers, records and arrays of fixed length have", ty)
    }

    fn pointer_type(&mut self, ty: TypeId, what: &str) -> Known {
        match self.program.types.get(ty) {
            Some(Type::Pointer(target)) => Some(ExprType::PointerTo(*target)),
            _ => self.wrong_literal(what, ty),
        }
    }

    fn wrong_literal(&mut self, what: &str, ty: TypeId) -> Known {
        match self.program.types.get(ty) {
            None => self.defect(format!("there is no type {ty}")),
            Some(_) => self.defect(format!("{ty} is not the type of {what}")),
        }
        None
    }

    fn length(&mut self, place: &Place) -> Known {
        if let Some(found) = self.value_at(place)
            && found.element(self.program).is_none()
        {
            self.defect(format!("only arrays have a length; this is {}", describe(found)));
        }
        Some(ExprType::Number)
    }

    /// Checks a place whose value is read or written.
    fn value_at(&mut self, place: &Place) -> Known {
        let ty = self.place(place)?;
        if let Some(Type::Opaque) = self.program.types.get(ty) {
            self.defect(format!("values of {ty} are opaque: nothing reads or writes them"));
            return None;
        }
        ExprType::of(self.program, ty)
    }

    fn place(&mut self, place: &Place) -> Option<TypeId> {
        let mut at = match &place.root {
            Root::Variable(variable) => {
                let found = self.variables.get(*variable).map(|variable| variable.ty);
                self.existing(found, "variable", variable)
            }
            Root::Global(global) => {
                let found = self.program.globals.get(*global).map(|global| global.ty);
                self.existing(found, "global", global)
            }
            Root::Deref(pointer) => match self.pointer(pointer, "`*`") {
                Some(ExprType::PointerTo(target)) => Some(target),
                _ => None,
            },
        };
        for step in &place.steps {
            at = self.step(at, step);
        }
        at
    }

    fn existing(&mut self, found: Option<TypeId>, what: &str, id: impl std::fmt::Display) -> Option<TypeId> {
        if found.is_none() {
            self.defect(format!("there is no {what} {id}"));
        }
        // A type that does not exist was reported where the variable is declared.
        found.filter(|ty| self.program.types.get(*ty).is_some())
    }

    fn step(&mut self, at: Option<TypeId>, step: &Step) -> Option<TypeId> {
        if let Step::Index(index) = step {
            self.number(index, "the index");
        }
        let from = at?;
        let found = step.type_in(&self.program.types, from);
        if found.is_none() {
            let from = ExprType::of(self.program, from).map(describe).unwrap_or_default();
            match step {
                Step::Index(_) => self.defect(format!("an index into {from}, which has no elements")),
                Step::Field(index) => self.defect(format!("{from} has no field {index}")),
            }
        }
        found
    }
}

fn describe(ty: ExprType) -> String {
    match ty {
        ExprType::Number => "a number".to_owned(),
        ExprType::PointerTo(target) => format!("a pointer to {target}"),
        ExprType::Aggregate(ty) => format!("a value of {ty}"),
    }
}
