//! Types of instructions, expressions and places.
//!
//! Numbers of all integer types are alike. Operators take numbers; `==` and
//! `!=` also two pointers to the same type.

use super::{Defects, bad_width};
use crate::expr::ExprType;
use crate::{
    BinaryOp, Edge, Expr, Instruction, Place, Procedure, ProcedureId, Program, Root, Step, Type, TypeId,
};

/// Checks the instruction of an edge; `place` says in messages which edge it is.
pub(super) fn check(
    program: &Program,
    procedure: &Procedure,
    edge: &Edge,
    place: &str,
    defects: &mut Defects,
) {
    Checker { program, procedure, edge, place, defects }.instruction();
}

struct Checker<'a> {
    program: &'a Program,
    procedure: &'a Procedure,
    edge: &'a Edge,
    place: &'a str,
    defects: &'a mut Defects,
}

/// `None` stands for a type that is not known because of a defect already reported.
type Known = Option<ExprType>;

impl<'a> Checker<'a> {
    fn defect(&mut self, message: impl std::fmt::Display) {
        self.defects.add(self.edge.span, format!("{}: {message}", self.place));
    }

    fn instruction(&mut self) {
        match &self.edge.instruction {
            Instruction::Skip => {}
            Instruction::Assume { condition, .. } => self.number(condition, "the condition"),
            Instruction::Output { value } => self.number(value, "the output"),
            Instruction::Assign { target, value } => {
                let target = self.place(target);
                let value = self.expr(value);
                self.fits(value, target, "the value");
            }
            Instruction::Havoc { target, .. } => {
                let target = self.place(target);
                self.fits(target, Some(ExprType::Number), "the input's target");
            }
            Instruction::Allocate { target, value } => self.allocate(target, value),
            Instruction::Call { target, callee, arguments } => {
                self.call(target.as_ref(), *callee, arguments);
            }
            Instruction::Return { value } => self.returns(value.as_ref()),
        }
    }

    fn allocate(&mut self, target: &Place, value: &Expr) {
        let target = self.place(target);
        let value = self.expr(value);
        match target {
            Some(pointer @ ExprType::PointerTo(_)) => {
                self.fits(value, pointer.target(self.program), "the allocated value");
            }
            Some(other) => {
                let found = describe(other);
                self.defect(format!("an allocation's target is a pointer; this is {found}"));
            }
            None => {}
        }
    }

    fn call(&mut self, target: Option<&Place>, callee: ProcedureId, arguments: &[Expr]) {
        let target = target.map(|target| self.place(target));
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

    fn returns(&mut self, value: Option<&Expr>) {
        let value = value.map(|value| self.expr(value));
        match (value, self.procedure.result) {
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
            Expr::Null(ty) => match self.program.types.get(*ty) {
                Some(Type::Pointer(target)) => Some(ExprType::PointerTo(*target)),
                _ => self.wrong_literal("a null pointer", *ty),
            },
            Expr::Load(place) => self.place(place),
            Expr::AddressOf(variable) => match self.procedure.variables.get(*variable) {
                Some(variable) => Some(ExprType::PointerTo(variable.ty)),
                None => {
                    self.defect(format!("there is no variable {variable}"));
                    None
                }
            },
            Expr::Unary(op, operand) => {
                self.number(operand, &format!("the operand of `{}`", op.symbol()));
                Some(ExprType::Number)
            }
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::Convert(int, operand) => {
                if let Some(message) = bad_width(*int) {
                    self.defect(message);
                }
                self.number(operand, "the converted value");
                Some(ExprType::Number)
            }
            Expr::Array(ty, elements) => self.array(*ty, elements),
            Expr::Record(ty, values) => self.record(*ty, values),
            Expr::Length(place) => {
                if let Some(found) = self.place(place)
                    && found.element(self.program).is_none()
                {
                    self.defect(format!("only arrays have a length; this is {}", describe(found)));
                }
                Some(ExprType::Number)
            }
            Expr::Initialized(place) => {
                self.place(place);
                Some(ExprType::Number)
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Known {
        let (left, right) = (self.expr(left), self.expr(right));
        if let (BinaryOp::Eq | BinaryOp::Ne, Some(ExprType::PointerTo(_))) = (op, left) {
            self.fits(right, left, &format!("the right operand of `{}`", op.symbol()));
        } else {
            for (operand, side) in [(left, "left"), (right, "right")] {
                let what = format!("the {side} operand of `{}`", op.symbol());
                self.fits(operand, Some(ExprType::Number), &what);
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

    fn wrong_literal(&mut self, what: &str, ty: TypeId) -> Known {
        match self.program.types.get(ty) {
            None => self.defect(format!("there is no type {ty}")),
            Some(_) => self.defect(format!("{ty} is not the type of {what}")),
        }
        None
    }

    fn place(&mut self, place: &Place) -> Known {
        let mut at = match &place.root {
            Root::Variable(variable) => match self.procedure.variables.get(*variable) {
                Some(variable) => ExprType::of(self.program, variable.ty),
                None => {
                    self.defect(format!("there is no variable {variable}"));
                    None
                }
            },
            Root::Deref(pointer) => match self.expr(pointer) {
                Some(pointer @ ExprType::PointerTo(_)) => pointer.target(self.program),
                Some(other) => {
                    self.defect(format!("`*` takes a pointer; this is {}", describe(other)));
                    None
                }
                None => None,
            },
        };
        for step in &place.steps {
            at = self.step(at, step);
        }
        at
    }

    fn step(&mut self, at: Known, step: &Step) -> Known {
        if let Step::Index(index) = step {
            self.number(index, "the index");
        }
        let at = at?;
        let found = match step {
            Step::Index(_) => at.element(self.program),
            Step::Field(index) => at.field(self.program, *index),
        };
        if found.is_none() {
            match step {
                Step::Index(_) => {
                    self.defect(format!("an index into {}, which has no elements", describe(at)))
                }
                Step::Field(index) => self.defect(format!("{} has no field {index}", describe(at))),
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
