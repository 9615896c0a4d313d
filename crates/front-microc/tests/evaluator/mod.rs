//! Evaluates syntax trees directly, in the order that the language defines.

use kyklos_base::{Int, Span};
use kyklos_flow::ErrorKind;
use kyklos_front_microc::ast::{Ast, BinaryOp, Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::HashMap;

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Returned(Int),
    Failed(ErrorKind, Span),
    AssumptionViolated,
    InputExhausted,
    TooLong,
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(Int),
    /// The number of a cell.
    Pointer(Option<usize>),
    Array(Vec<Value>),
    Record(HashMap<String, Value>),
}

enum Step<'a> {
    Index(Int, Span),
    Field(&'a str),
}

type Variables<'a> = HashMap<&'a str, usize>;

pub struct Evaluator<'a> {
    ast: &'a Ast,
    /// All memory; what was never written is empty.
    cells: Vec<Option<Value>>,
    inputs: std::vec::IntoIter<Int>,
    pub outputs: Vec<Int>,
    fuel: usize,
}

impl<'a> Evaluator<'a> {
    /// An evaluator that gives up after so many expressions.
    pub fn new(ast: &'a Ast, inputs: Vec<Int>, fuel: usize) -> Self {
        Self { ast, cells: Vec::new(), inputs: inputs.into_iter(), outputs: Vec::new(), fuel }
    }

    pub fn main(&mut self, arguments: &[Int]) -> End {
        let arguments = arguments.iter().cloned().map(Value::Number).collect();
        match self.call("main", arguments) {
            Ok(value) => End::Returned(number(value)),
            Err(end) => end,
        }
    }

    fn call(&mut self, name: &str, arguments: Vec<Value>) -> Result<Value, End> {
        let ast = self.ast;
        let function: &'a Function =
            ast.functions.iter().find(|function| function.name.text == name).unwrap();
        let mut variables = Variables::new();
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            variables.insert(&parameter.text, self.cell(Some(argument)));
        }
        for variable in &function.variables {
            variables.insert(&variable.text, self.cell(None));
        }
        function.body.iter().try_for_each(|stmt| self.stmt(stmt, &variables))?;
        self.expr(&function.result, &variables)
    }

    fn cell(&mut self, value: Option<Value>) -> usize {
        self.cells.push(value);
        self.cells.len() - 1
    }

    fn stmt(&mut self, stmt: &'a Stmt, variables: &Variables<'a>) -> Result<(), End> {
        match &stmt.kind {
            StmtKind::Output(value) => {
                let value = self.number(value, variables)?;
                self.outputs.push(value);
            }
            StmtKind::Assign { target, value } => {
                let value = self.expr(value, variables)?;
                self.assign(target, value, variables)?;
            }
            StmtKind::If { condition, then, otherwise } => {
                if self.holds(condition, variables)? {
                    self.stmt(then, variables)?;
                } else if let Some(otherwise) = otherwise {
                    self.stmt(otherwise, variables)?;
                }
            }
            StmtKind::While { condition, body } => {
                while self.holds(condition, variables)? {
                    self.stmt(body, variables)?;
                }
            }
            StmtKind::Block(stmts) => stmts.iter().try_for_each(|stmt| self.stmt(stmt, variables))?,
            StmtKind::Assert(condition) => {
                if !self.holds(condition, variables)? {
                    return Err(End::Failed(ErrorKind::Assertion, stmt.span));
                }
            }
            StmtKind::Assume(condition) => {
                if !self.holds(condition, variables)? {
                    return Err(End::AssumptionViolated);
                }
            }
            StmtKind::Error(_) => return Err(End::Failed(ErrorKind::ErrorStatement, stmt.span)),
        }
        Ok(())
    }

    fn assign(&mut self, target: &'a Expr, value: Value, variables: &Variables<'a>) -> Result<(), End> {
        let mut steps = Vec::new();
        let (root, span) = self.target(target, variables, &mut steps)?;
        let Some(root) = root else { return Err(End::Failed(ErrorKind::NullDereference, span)) };
        if steps.is_empty() {
            self.cells[root] = Some(value);
            return Ok(());
        }
        let Some(mut place) = self.cells[root].as_mut() else {
            return Err(End::Failed(ErrorKind::Uninitialized, span));
        };
        for step in steps {
            place = match (step, place) {
                (Step::Field(name), Value::Record(fields)) => fields.get_mut(name).unwrap(),
                (Step::Index(index, span), Value::Array(elements)) => {
                    let element = index.to_usize().and_then(|index| elements.get_mut(index));
                    element.ok_or(End::Failed(ErrorKind::OutOfBounds, span))?
                }
                _ => panic!("ill typed"),
            };
        }
        *place = value;
        Ok(())
    }

    /// Evaluates a target's operands, without looking at what is there.
    fn target(
        &mut self,
        target: &'a Expr,
        variables: &Variables<'a>,
        steps: &mut Vec<Step<'a>>,
    ) -> Result<(Option<usize>, Span), End> {
        match &target.kind {
            ExprKind::Identifier(name) => Ok((Some(variables[name.as_str()]), target.span)),
            ExprKind::Deref(pointer) => Ok((self.pointer(pointer, variables)?, target.span)),
            ExprKind::Index { array, index } => {
                let root = self.target(array, variables, steps)?;
                steps.push(Step::Index(self.number(index, variables)?, target.span));
                Ok(root)
            }
            ExprKind::Field { record, field } => {
                let root = self.target(record, variables, steps)?;
                steps.push(Step::Field(&field.text));
                Ok(root)
            }
            _ => panic!("not a place"),
        }
    }

    fn holds(&mut self, expr: &'a Expr, variables: &Variables<'a>) -> Result<bool, End> {
        Ok(!self.number(expr, variables)?.is_zero())
    }

    fn number(&mut self, expr: &'a Expr, variables: &Variables<'a>) -> Result<Int, End> {
        Ok(number(self.expr(expr, variables)?))
    }

    fn pointer(&mut self, expr: &'a Expr, variables: &Variables<'a>) -> Result<Option<usize>, End> {
        match self.expr(expr, variables)? {
            Value::Pointer(cell) => Ok(cell),
            _ => panic!("ill typed"),
        }
    }

    fn exprs(&mut self, exprs: &'a [Expr], variables: &Variables<'a>) -> Result<Vec<Value>, End> {
        exprs.iter().map(|expr| self.expr(expr, variables)).collect()
    }

    fn expr(&mut self, expr: &'a Expr, variables: &Variables<'a>) -> Result<Value, End> {
        self.fuel = self.fuel.checked_sub(1).ok_or(End::TooLong)?;
        let failed = |kind| End::Failed(kind, expr.span);
        Ok(match &expr.kind {
            ExprKind::Number(value) => Value::Number(value.clone()),
            ExprKind::Input => Value::Number(self.inputs.next().ok_or(End::InputExhausted)?),
            ExprKind::Null => Value::Pointer(None),
            ExprKind::Identifier(name) => {
                self.cells[variables[name.as_str()]].clone().ok_or(failed(ErrorKind::Uninitialized))?
            }
            ExprKind::Ref(name) => Value::Pointer(Some(variables[name.text.as_str()])),
            ExprKind::Alloc(value) => {
                let value = self.expr(value, variables)?;
                Value::Pointer(Some(self.cell(Some(value))))
            }
            ExprKind::Deref(pointer) => {
                let cell = self.pointer(pointer, variables)?.ok_or(failed(ErrorKind::NullDereference))?;
                self.cells[cell].clone().ok_or(failed(ErrorKind::Uninitialized))?
            }
            ExprKind::Not(operand) => truth(!self.holds(operand, variables)?),
            ExprKind::Neg(operand) => Value::Number(-self.number(operand, variables)?),
            ExprKind::Binary(BinaryOp::And, left, right) => {
                truth(self.holds(left, variables)? && self.holds(right, variables)?)
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                truth(self.holds(left, variables)? || self.holds(right, variables)?)
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.expr(left, variables)?, self.expr(right, variables)?);
                operate(*op, left, right).ok_or(failed(ErrorKind::DivisionByZero))?
            }
            ExprKind::Call { callee, arguments } => {
                let ExprKind::Identifier(name) = &callee.kind else { panic!("not a function") };
                let arguments = self.exprs(arguments, variables)?;
                self.call(name, arguments)?
            }
            ExprKind::Index { array, index } => {
                let Value::Array(mut elements) = self.expr(array, variables)? else { panic!("ill typed") };
                let index = self.number(index, variables)?.to_usize().filter(|index| *index < elements.len());
                elements.swap_remove(index.ok_or(failed(ErrorKind::OutOfBounds))?)
            }
            ExprKind::Field { record, field } => match self.expr(record, variables)? {
                Value::Record(mut fields) => fields.remove(&field.text).unwrap(),
                _ => panic!("ill typed"),
            },
            ExprKind::Array(elements) => Value::Array(self.exprs(elements, variables)?),
            ExprKind::Record(fields) => {
                let values =
                    fields.iter().map(|(name, value)| Ok((name.text.clone(), self.expr(value, variables)?)));
                Value::Record(values.collect::<Result<_, End>>()?)
            }
        })
    }
}

fn number(value: Value) -> Int {
    match value {
        Value::Number(number) => number,
        _ => panic!("ill typed"),
    }
}

fn truth(value: bool) -> Value {
    Value::Number(Int::from(i64::from(value)))
}

/// `None` where it divides by zero.
fn operate(op: BinaryOp, left: Value, right: Value) -> Option<Value> {
    match op {
        BinaryOp::Eq => return Some(truth(left == right)),
        BinaryOp::Ne => return Some(truth(left != right)),
        _ => {}
    }
    let (left, right) = (number(left), number(right));
    Some(match op {
        BinaryOp::Add => Value::Number(left + right),
        BinaryOp::Sub => Value::Number(left - right),
        BinaryOp::Mul => Value::Number(left * right),
        BinaryOp::Div => Value::Number(left.div_trunc(&right)?),
        BinaryOp::Rem => Value::Number(left.rem_trunc(&right)?),
        BinaryOp::Lt => truth(left < right),
        BinaryOp::Le => truth(left <= right),
        BinaryOp::Gt => truth(left > right),
        BinaryOp::Ge => truth(left >= right),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::And | BinaryOp::Or => panic!("evaluated before"),
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::Shl | BinaryOp::Shr => {
            panic!("microc has no operations on bits")
        }
    })
}
