//! Flowgraph → compiled form. The program must be well formed.

use crate::code::{
    Action, Allocate, Call, Code, FloatCode, Forget, GlobalCode, Havoc, LengthCode, Moved, Node, Op, Pair,
    PlaceCode, ProcedureCode, RootCode, Source, StepCode, Way,
};
use crate::value::ObjectId;
use kyklos_base::{Span, Table};
use kyklos_flow::expr::ExprType;
use kyklos_flow::{
    BinaryOp, Edge, EdgeId, Expr, Input, Instruction, IntType, LocationId, LocationKind, Place, Procedure,
    ProcedureBuilder, ProcedureId, Program, Root, Step, Type, TypeId, UnaryOp, VariableId,
};

/// Compiles a well-formed program with this main procedure.
pub(crate) fn compile(program: &Program, main: ProcedureId) -> Code {
    let (mut nodes, mut locations, mut procedures) = (Vec::new(), Vec::new(), Table::new());
    for procedure in program.procedures.rows() {
        let first = nodes.len() as u32;
        let compiler = Compiler { program, procedure, boxed: procedure.address_taken(), first };
        nodes.extend(procedure.locations.ids().map(|location| compiler.node(location)));
        locations.extend(procedure.locations.ids());
        let variables = procedure.variables.iter().zip(&compiler.boxed);
        let boxed = variables.filter(|(_, boxed)| **boxed).map(|((id, variable), _)| (id.0, variable.ty));
        procedures.push(ProcedureCode {
            entry: compiler.node_of(procedure.entry),
            exit: compiler.node_of(procedure.exit),
            slots: procedure.variables.len() as u32,
            boxed: boxed.collect(),
        });
    }
    let globals = globals(program);
    Code { nodes, locations, procedures, main, globals, locals_die: program.locals_die }
}

fn globals(program: &Program) -> Vec<GlobalCode> {
    // First values know no variables but the program's: those of an empty procedure are none.
    let procedure = &ProcedureBuilder::new("", Span::nowhere(), None).finish();
    let compiler = Compiler { program, procedure, boxed: Vec::new(), first: 0 };
    let globals = program.globals.rows();
    globals
        .map(|global| GlobalCode {
            constant: global.constant,
            ty: global.ty,
            initial: compiler.op(&global.initial),
        })
        .collect()
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
            Instruction::Havoc { target, input } => match self.type_of(target) {
                Some(ty) => {
                    let (target, source) = (self.place(target), source(input, edge));
                    Action::Havoc(Box::new(Havoc { target, ty, source, way }))
                }
                None => Action::End,
            },
            Instruction::Allocate { target, value, arbitrary, automatic } => {
                let arbitrary = arbitrary.as_ref().map(|input| source(input, edge));
                match self.allocation(target, value, way) {
                    Some(allocate) => {
                        let automatic = *automatic;
                        Action::Allocate(Box::new(Allocate { arbitrary, automatic, ..allocate }))
                    }
                    None => Action::End,
                }
            }
            Instruction::Free { pointer } => Action::Free { pointer: self.op(pointer), way },
            Instruction::Clear { variable, ends } => {
                let boxed = self.boxed[variable.0 as usize];
                let boxed = boxed.then(|| (self.procedure.variables[*variable].ty, *ends));
                Action::Clear { slot: variable.0, boxed, way }
            }
            Instruction::Forget { pointer, input } => {
                let source = Source { keeps_pointers: true, ..source(input, edge) };
                Action::Forget(Box::new(Forget { pointer: self.op(pointer), source, way }))
            }
            Instruction::Copy { target, source, count } => {
                let [target, source, count] = [target, source, count].map(|part| self.op(part));
                Action::Copy { target, source, count, way }
            }
            Instruction::Call { target, callee, arguments } => {
                let target = target.as_ref().map(|target| self.place(target));
                let arguments = arguments.iter().map(|argument| self.op(argument)).collect();
                Action::Call(Box::new(Call { target, callee: *callee, arguments, span, way }))
            }
            Instruction::Return { value } => {
                Action::Return { value: value.as_ref().map(|value| self.op(value)), edge: id }
            }
            Instruction::Stop { status } => Action::Stop(status.as_ref().map(|status| self.op(status))),
            Instruction::Output { value, float } => {
                Action::Output { value: self.op(value), float: *float, way }
            }
        })
    }

    fn allocation(&self, target: &Place, value: &Expr, way: Way) -> Option<Allocate> {
        let types = &self.program.types;
        let Type::Pointer(pointee) = types.get(self.type_of(target)?)? else { return None };
        let (ty, first_element) = match value.type_in(self.program, self.procedure)? {
            ExprType::Aggregate(ty) => {
                (ty, matches!(types.get(ty)?, Type::Array { .. }) && !types.same(ty, *pointee))
            }
            ExprType::Number | ExprType::PointerTo(_) => (*pointee, false),
        };
        let (target, value) = (self.place(target), self.op(value));
        Some(Allocate { target, value, ty, first_element, arbitrary: None, automatic: false, way })
    }

    fn type_of(&self, place: &Place) -> Option<TypeId> {
        place.type_in(self.program, self.procedure)
    }

    fn assign(&self, target: &Place, value: Op, way: Way) -> Node {
        let ty = self.type_of(target).and_then(|ty| self.program.types.get(ty));
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
            Expr::AddressOf(place) => self.address_of(place),
            Expr::Offset(pointer, by) => Op::Offset(self.moved(pointer, by)),
            Expr::Distance(left, right) => Op::Distance(self.moved(left, right)),
            Expr::Pointer(_, number) => Op::Pointer(Box::new(self.op(number))),
            Expr::Retype(ty, pointer) => self.retype(*ty, pointer),
            Expr::Live(pointer) => Op::Live(Box::new(self.op(pointer))),
            Expr::Address(pointer) => Op::Address(Box::new(self.op(pointer))),
            Expr::Allocated(pointer) => Op::Allocated(Box::new(self.op(pointer))),
            Expr::InBounds(pointer) => Op::InBounds(Box::new((self.op(pointer), self.needed(pointer)))),
            Expr::Ends(pointer) => Op::Ends(Box::new(self.op(pointer))),
            Expr::Zero(ty) => Op::Zero(*ty),
            Expr::Repeat(_, count, element) => Op::Repeat(self.pair(count, element)),
            Expr::Unary(op, operand) => {
                let operand = Box::new(self.op(operand));
                match op {
                    UnaryOp::Neg => Op::Neg(operand),
                    UnaryOp::Not => Op::Not(operand),
                }
            }
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::Convert(ty, operand) if is_signed_operation(*ty, operand) => {
                Op::Signed(*ty, Box::new(self.op(operand)))
            }
            Expr::Convert(ty, operand) => Op::Convert(*ty, Box::new(self.op(operand))),
            Expr::Float(op, format, operands) => {
                let operands = operands.iter().map(|operand| self.op(operand)).collect();
                Op::Float(Box::new(FloatCode { op: *op, format: *format, operands }))
            }
            Expr::Array(_, parts) | Expr::Record(_, parts) => {
                Op::Aggregate(parts.iter().map(|part| self.op(part)).collect())
            }
            Expr::Length(place) => {
                let fixed = self.type_of(place).and_then(|ty| self.fixed_length(ty));
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

    fn address_of(&self, place: &Place) -> Op {
        match &place.root {
            Root::Deref(pointer) if place.steps.is_empty() => self.op(pointer),
            Root::Variable(variable) if place.steps.is_empty() => Op::AddressOf(variable.0),
            Root::Global(global) if place.steps.is_empty() => Op::Global(ObjectId(global.0)),
            _ => Op::AddressOfPart(Box::new(self.place(place))),
        }
    }

    fn moved(&self, pointer: &Expr, other: &Expr) -> Box<Moved> {
        let unit = match pointer.type_in(self.program, self.procedure) {
            Some(ExprType::PointerTo(target)) => self.program.types.size_of(target),
            _ => None,
        };
        Box::new(Moved { pair: (self.op(pointer), self.op(other)), unit })
    }

    fn pair(&self, left: &Expr, right: &Expr) -> Pair {
        Box::new((self.op(left), self.op(right)))
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Op {
        if let Some(ExprType::PointerTo(_)) = left.type_in(self.program, self.procedure) {
            return self.pointer_comparison(op, self.pair(left, right));
        }
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
            BinaryOp::BitAnd => Op::BitAnd,
            BinaryOp::BitOr => Op::BitOr,
            BinaryOp::BitXor => Op::BitXor,
            BinaryOp::Shl => Op::Shl,
            BinaryOp::Shr => Op::Shr,
        };
        make(self.pair(left, right))
    }

    /// Pointers are ordered as their distance, in bytes, is to 0.
    fn pointer_comparison(&self, op: BinaryOp, pair: Pair) -> Op {
        let make = match op {
            BinaryOp::Ne => return Op::Not(Box::new(Op::Same(pair))),
            BinaryOp::Lt => Op::Lt,
            BinaryOp::Le => Op::Le,
            BinaryOp::Gt => Op::Gt,
            BinaryOp::Ge => Op::Ge,
            _ => return Op::Same(pair),
        };
        make(Box::new((Op::Order(pair), Op::Small(0))))
    }

    fn retype(&self, ty: TypeId, pointer: &Expr) -> Op {
        let types = &self.program.types;
        match types.get(ty) {
            Some(Type::Pointer(target)) if !matches!(types.get(*target), Some(Type::Opaque)) => {
                Op::Retype(Box::new((*target, self.op(pointer))))
            }
            _ => self.op(pointer),
        }
    }

    /// How many bytes have to be there for a pointer to be followed: those of a number or pointer, or the first.
    fn needed(&self, pointer: &Expr) -> u64 {
        let types = &self.program.types;
        match pointer.type_in(self.program, self.procedure) {
            Some(ExprType::PointerTo(target)) => match types.get(target) {
                Some(Type::Int(_) | Type::Pointer(_)) => types.size_of(target).unwrap_or(1),
                _ => 1,
            },
            _ => 1,
        }
    }

    fn place(&self, place: &Place) -> PlaceCode {
        let (root, mut ty) = match &place.root {
            Root::Variable(variable) => (self.variable(*variable), self.procedure.variables[*variable].ty),
            Root::Global(global) => (RootCode::Global(ObjectId(global.0)), self.program.globals[*global].ty),
            Root::Deref(pointer) => match pointer.type_in(self.program, self.procedure) {
                Some(ExprType::PointerTo(ty)) => (RootCode::Deref { pointer: self.op(pointer), ty }, ty),
                // Not a pointer, so there is no type to go on with; a well-formed program has none.
                _ => {
                    let root = RootCode::Deref { pointer: Op::Null, ty: TypeId(0) };
                    return PlaceCode { root, steps: Vec::new(), ty: TypeId(0) };
                }
            },
        };
        let mut steps = Vec::with_capacity(place.steps.len());
        for step in &place.steps {
            steps.push(match step {
                Step::Index(index) => {
                    let size = self.inner(ty, step).and_then(|element| self.program.types.size_of(element));
                    StepCode::Index { index: self.op(index), fixed: self.fixed_length(ty), size }
                }
                Step::Field(field) => {
                    let offset = self.program.types.offset_of(ty, *field as usize);
                    StepCode::Field { field: *field, count: self.field_count(ty), offset }
                }
            });
            ty = self.inner(ty, step).unwrap_or(ty);
        }
        PlaceCode { root, steps, ty }
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

fn source(input: &Input, edge: &Edge) -> Source {
    Source { name: input.name.clone(), span: edge.span, keeps_pointers: false }
}

/// Bits of the smallest type that C computes in: where a result is brought into a smaller one, it is converted.
const INT_BITS: u16 = 32;

/// Whether a number that is brought into a type is the result of an operation in that type, rather than a number of
/// another one. Front ends write a conversion of such a result as two.
fn is_signed_operation(ty: IntType, operand: &Expr) -> bool {
    let IntType::Sized { bits, signed: true } = ty else { return false };
    let operation = match operand {
        Expr::Unary(UnaryOp::Neg, _) => true,
        Expr::Binary(op, ..) => {
            matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl)
        }
        _ => false,
    };
    operation && bits >= INT_BITS
}
