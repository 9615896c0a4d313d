//! Flowgraph → compiled form. The program must be well formed.

use crate::code::{
    Action, Call, Code, Havoc, LengthCode, Node, Op, PlaceCode, ProcedureCode, RootCode, StepCode, Way,
};
use kyklos_base::Table;
use kyklos_flow::expr::ExprType;
use kyklos_flow::{
    BinaryOp, EdgeId, Expr, Instruction, IntType, LocationId, LocationKind, Place, Procedure, ProcedureId,
    Program, Root, Step, Type, TypeId, UnaryOp, VariableId,
};

/// Compiles a well-formed program with this main procedure.
pub(crate) fn compile(program: &Program, main: ProcedureId) -> Code {
    let (mut nodes, mut locations, mut procedures) = (Vec::new(), Vec::new(), Table::new());
    for procedure in program.procedures.rows() {
        let first = nodes.len() as u32;
        let compiler = Compiler { program, procedure, boxed: address_taken(procedure), first };
        nodes.extend(procedure.locations.ids().map(|location| compiler.node(location)));
        locations.extend(procedure.locations.ids());
        let boxed = compiler.boxed.iter().enumerate().filter(|(_, boxed)| **boxed);
        procedures.push(ProcedureCode {
            entry: compiler.node_of(procedure.entry),
            exit: compiler.node_of(procedure.exit),
            slots: procedure.variables.len() as u32,
            boxed: boxed.map(|(slot, _)| slot as u32).collect(),
        });
    }
    Code { nodes, locations, procedures, main }
}

struct Compiler<'p> {
    program: &'p Program,
    procedure: &'p Procedure,
    /// For each variable, whether its address is taken.
    boxed: Vec<bool>,
    /// The node of the procedure's first location.
    first: u32,
}

impl Compiler<'_> {
    fn node_of(&self, location: LocationId) -> u32 {
        self.first + location.0
    }

    fn way(&self, edge: EdgeId) -> Way {
        Way { edge, next: self.node_of(self.procedure.edges[edge].to) }
    }

    fn node(&self, location: LocationId) -> Node {
        match (&self.procedure.locations[location].kind, self.procedure.outgoing(location)) {
            (LocationKind::Error(_), _) => Node::Other(Action::Fail),
            (LocationKind::Plain, [edge]) => self.single(*edge),
            (LocationKind::Plain, [left, right]) => self.branch(*left, *right),
            _ => Node::Other(Action::End),
        }
    }

    fn branch(&self, left: EdgeId, right: EdgeId) -> Node {
        let Instruction::Assume { condition, holds } = &self.procedure.edges[left].instruction else {
            return Node::Other(Action::End);
        };
        let condition = self.op(condition);
        let (holds, fails) = if *holds { (left, right) } else { (right, left) };
        Node::Branch { condition, holds: self.way(holds), fails: self.way(fails) }
    }

    fn single(&self, id: EdgeId) -> Node {
        let edge = &self.procedure.edges[id];
        let (way, span) = (self.way(id), edge.span);
        Node::Other(match &edge.instruction {
            Instruction::Skip => Action::Skip(way),
            Instruction::Assume { condition, holds } => {
                Action::Assume { condition: self.op(condition), holds: *holds, way }
            }
            Instruction::Assign { target, value } => return self.assign(target, self.op(value), way),
            Instruction::Havoc { target, input } => {
                let ty = match target.type_in(self.program, self.procedure).map(|ty| &self.program.types[ty])
                {
                    Some(Type::Int(ty)) => *ty,
                    _ => IntType::Unbounded,
                };
                let (target, name) = (self.place(target), input.name.clone());
                Action::Havoc(Box::new(Havoc { target, ty, name, span, way }))
            }
            Instruction::Allocate { target, value } => {
                Action::Allocate { target: Box::new(self.place(target)), value: self.op(value), way }
            }
            Instruction::Call { target, callee, arguments } => {
                let target = target.as_ref().map(|target| self.place(target));
                let arguments = arguments.iter().map(|argument| self.op(argument)).collect();
                Action::Call(Box::new(Call { target, callee: *callee, arguments, span, way }))
            }
            Instruction::Return { value } => {
                Action::Return { value: value.as_ref().map(|value| self.op(value)), edge: id }
            }
            Instruction::Output { value } => Action::Output { value: self.op(value), way },
        })
    }

    fn assign(&self, target: &Place, value: Op, way: Way) -> Node {
        let ty = target.type_in(self.program, self.procedure).and_then(|ty| self.program.types.get(ty));
        let is_number = matches!(ty, Some(Type::Int(_)));
        let target = self.place(target);
        match target.root {
            RootCode::Local(slot) if target.steps.is_empty() && is_number => {
                Node::SetNumber { slot, value, way }
            }
            RootCode::Local(slot) if target.steps.is_empty() => Node::Other(Action::Set { slot, value, way }),
            _ => Node::Other(Action::Store { target: Box::new(target), value, way }),
        }
    }

    fn op(&self, expr: &Expr) -> Op {
        match expr {
            Expr::Int(value) => match value.to_i64() {
                Some(small) => Op::Small(small),
                None => Op::Big(value.clone()),
            },
            Expr::Null(_) => Op::Null,
            Expr::Load(place) => self.load(place),
            Expr::AddressOf(variable) => Op::AddressOf(variable.0),
            Expr::Unary(op, operand) => {
                let operand = Box::new(self.op(operand));
                match op {
                    UnaryOp::Neg => Op::Neg(operand),
                    UnaryOp::Not => Op::Not(operand),
                }
            }
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::Convert(ty, operand) => Op::Convert(*ty, Box::new(self.op(operand))),
            Expr::Array(_, parts) | Expr::Record(_, parts) => {
                Op::Aggregate(parts.iter().map(|part| self.op(part)).collect())
            }
            Expr::Length(place) => {
                let fixed = match place.type_in(self.program, self.procedure) {
                    Some(ty) => self.fixed_length(ty),
                    None => None,
                };
                Op::Length(Box::new(LengthCode { place: self.place(place), fixed }))
            }
            Expr::Initialized(place) => Op::Initialized(Box::new(self.place(place))),
        }
    }

    fn load(&self, place: &Place) -> Op {
        let place = self.place(place);
        match place.root {
            RootCode::Local(slot) if place.steps.is_empty() => Op::Local(slot),
            _ => Op::Load(Box::new(place)),
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Op {
        let make = match op {
            BinaryOp::Add => Op::Add,
            BinaryOp::Sub => Op::Sub,
            BinaryOp::Mul => Op::Mul,
            BinaryOp::Div => Op::Div,
            BinaryOp::Rem => Op::Rem,
            BinaryOp::Eq => Op::Eq,
            BinaryOp::Ne => Op::Ne,
            BinaryOp::Lt => Op::Lt,
            BinaryOp::Le => Op::Le,
            BinaryOp::Gt => Op::Gt,
            BinaryOp::Ge => Op::Ge,
            BinaryOp::And => Op::And,
            BinaryOp::Or => Op::Or,
        };
        make(Box::new((self.op(left), self.op(right))))
    }

    fn place(&self, place: &Place) -> PlaceCode {
        let (root, mut ty) = match &place.root {
            Root::Variable(variable) => (self.variable(*variable), self.procedure.variables[*variable].ty),
            Root::Deref(pointer) => match pointer.type_in(self.program, self.procedure) {
                Some(ExprType::PointerTo(target)) => (RootCode::Deref(self.op(pointer)), target),
                // Not a pointer, so there is no type to go on with; a well-formed program has none.
                _ => return PlaceCode { root: RootCode::Deref(Op::Null), steps: Vec::new() },
            },
        };
        let mut steps = Vec::with_capacity(place.steps.len());
        for step in &place.steps {
            steps.push(match step {
                Step::Index(index) => StepCode::Index { index: self.op(index), fixed: self.fixed_length(ty) },
                Step::Field(field) => StepCode::Field { field: *field, count: self.field_count(ty) },
            });
            ty = self.inner(ty, step).unwrap_or(ty);
        }
        PlaceCode { root, steps }
    }

    fn variable(&self, variable: VariableId) -> RootCode {
        if self.boxed[variable.0 as usize] {
            RootCode::Boxed(variable.0)
        } else {
            RootCode::Local(variable.0)
        }
    }

    fn inner(&self, ty: TypeId, step: &Step) -> Option<TypeId> {
        match (step, self.program.types.get(ty)?) {
            (Step::Index(_), Type::Array { element, .. }) => Some(*element),
            (Step::Field(field), Type::Record(fields)) => Some(fields.get(*field as usize)?.ty),
            _ => None,
        }
    }

    fn fixed_length(&self, ty: TypeId) -> Option<u64> {
        match self.program.types.get(ty)? {
            Type::Array { length, .. } => *length,
            _ => None,
        }
    }

    fn field_count(&self, ty: TypeId) -> u32 {
        match self.program.types.get(ty) {
            Some(Type::Record(fields)) => fields.len() as u32,
            _ => 0,
        }
    }
}

/// For each variable of a procedure, whether its address is taken.
fn address_taken(procedure: &Procedure) -> Vec<bool> {
    let mut taken = vec![false; procedure.variables.len()];
    for edge in procedure.edges.rows() {
        match &edge.instruction {
            Instruction::Skip => {}
            Instruction::Assume { condition: value, .. } | Instruction::Output { value } => {
                mark_addresses(value, &mut taken);
            }
            Instruction::Assign { target, value } | Instruction::Allocate { target, value } => {
                mark_place(target, &mut taken);
                mark_addresses(value, &mut taken);
            }
            Instruction::Havoc { target, .. } => mark_place(target, &mut taken),
            Instruction::Call { target, arguments, .. } => {
                target.iter().for_each(|target| mark_place(target, &mut taken));
                arguments.iter().for_each(|argument| mark_addresses(argument, &mut taken));
            }
            Instruction::Return { value } => value.iter().for_each(|value| mark_addresses(value, &mut taken)),
        }
    }
    taken
}

fn mark_addresses(expr: &Expr, taken: &mut [bool]) {
    match expr {
        Expr::Int(_) | Expr::Null(_) => {}
        Expr::AddressOf(variable) => taken[variable.0 as usize] = true,
        Expr::Load(place) | Expr::Length(place) | Expr::Initialized(place) => mark_place(place, taken),
        Expr::Unary(_, operand) | Expr::Convert(_, operand) => mark_addresses(operand, taken),
        Expr::Binary(_, left, right) => {
            mark_addresses(left, taken);
            mark_addresses(right, taken);
        }
        Expr::Array(_, parts) | Expr::Record(_, parts) => {
            parts.iter().for_each(|part| mark_addresses(part, taken));
        }
    }
}

fn mark_place(place: &Place, taken: &mut [bool]) {
    if let Root::Deref(pointer) = &place.root {
        mark_addresses(pointer, taken);
    }
    for step in &place.steps {
        if let Step::Index(index) = step {
            mark_addresses(index, taken);
        }
    }
}
