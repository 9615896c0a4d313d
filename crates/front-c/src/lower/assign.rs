//! Assignments, updates, and first values.

use super::Context;
use super::arithmetic::Operand;
use super::effects::Effects;
use super::function::{Destination, FunctionLowering};
use super::place::moved;
use crate::ctype::{CType, IntKind, Length};
use crate::tree::{Change, Expr, ExprKind, Initial, Intrinsic};
use kyklos_base::Span;
use kyklos_flow::{self as flow, Input, Instruction, Place, Root};

/// Arrays and records are written as a whole if they have at most this many numbers.
const WHOLE_LIMIT: u64 = 128;

impl FunctionLowering<'_, '_> {
    /// `target = value`, whose own value nobody needs.
    pub(super) fn assign(&mut self, target: &Expr, value: &Expr, to: Destination, span: Span) {
        if is_variable(target) {
            let place = self.place(target);
            self.note_write(&place, &target.ty);
            return self.store(place, value, to, span);
        }
        if let ExprKind::Intrinsic(Intrinsic::Input(name)) = &value.kind {
            let (target, input) = (self.place(target), Input { name: name.clone() });
            return self.finish(Instruction::Havoc { target, input }, to, span);
        }
        let (place, value) = self.assignment(target, value);
        self.finish(Instruction::Assign { target: place, value }, to, span);
    }

    /// `target = value`, and its value.
    pub(super) fn assigned(&mut self, target: &Expr, value: &Expr, span: Span) -> flow::Expr {
        if is_variable(target) {
            let place = self.place(target);
            self.note_write(&place, &target.ty);
            let to = self.before(span);
            self.store(place.clone(), value, to, span);
            self.go_to(to);
            return flow::Expr::Load(place);
        }
        let (place, lowered) = self.assignment(target, value);
        // The write may change what the place's operands, and the value, read.
        let saved = match lowered {
            constant @ flow::Expr::Int(_) => constant,
            lowered => flow::Expr::Load(self.save(lowered, &value.ty, value.span)),
        };
        self.step(Instruction::Assign { target: place, value: saved.clone() }, span);
        saved
    }

    /// The place and the value of an assignment: the value is evaluated first.
    fn assignment(&mut self, target: &Expr, value: &Expr) -> (Place, flow::Expr) {
        let lowered = self.value(value);
        let effects = Effects::of(target);
        let lowered = self.protect(lowered, &value.ty, &effects, value.span);
        let place = self.place(target);
        self.note_write(&place, &target.ty);
        (place, lowered)
    }

    /// Notes that a pointer is stored where it may outlive the function.
    pub(super) fn note_write(&mut self, place: &Place, ty: &CType) {
        if !matches!(place.root, Root::Variable(_)) && self.context.types.has_pointers(ty) {
            self.context.found.pointers_outlive = true;
        }
    }

    /// Writes a value to a place without operands. Inputs and results of calls go there
    /// without a temporary between.
    pub(super) fn store(&mut self, target: Place, value: &Expr, to: Destination, span: Span) {
        match &value.kind {
            ExprKind::Call(callee, arguments) => {
                self.call(Some(target), callee, arguments, &value.ty, to, span);
            }
            ExprKind::Intrinsic(Intrinsic::Input(name)) => {
                let input = Input { name: self.name_of(&target).unwrap_or_else(|| name.clone()) };
                self.finish(Instruction::Havoc { target, input }, to, span);
            }
            ExprKind::Convert(inner)
                if is_input(inner) && !value.ty.is_float() && self.name_of(&target).is_some() =>
            {
                let name = self.name_of(&target).unwrap_or_default();
                let input = self.input(&inner.ty, &name, inner.span);
                let kind = value.ty.int_kind().unwrap_or(IntKind::Int);
                let value = self.converted(flow::Expr::Load(input), &self.range(inner), kind);
                self.finish(Instruction::Assign { target, value }, to, span);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let starts = [self.builder.plain(then.span), self.builder.plain(otherwise.span)];
                self.condition(condition, starts[0], starts[1]);
                for (start, arm) in starts.into_iter().zip([then, otherwise]) {
                    self.continue_at(start);
                    self.store(target.clone(), arm, to, span);
                }
            }
            ExprKind::Logical(..) | ExprKind::Not(_) if self.branches(value) => {
                self.store_truth(value, target, to);
            }
            _ => {
                let value = self.value(value);
                self.finish(Instruction::Assign { target, value }, to, span);
            }
        }
    }

    /// The name of the variable that a place is, if the source has it.
    fn name_of(&self, place: &Place) -> Option<String> {
        if !place.steps.is_empty() {
            return None;
        }
        match place.root {
            Root::Variable(variable) => {
                let variable = &self.builder.procedure().variables[variable];
                (variable.kind != flow::VariableKind::Temporary).then(|| variable.name.clone())
            }
            Root::Global(id) => {
                let index = self.context.globals.iter().position(|global| *global == id)?;
                Some(self.context.unit.globals[index].name.clone())
            }
            Root::Deref(_) => None,
        }
    }

    /// `target op= operand`, whose value nobody needs.
    pub(super) fn update(&mut self, target: &Expr, change: &Change, to: Destination, span: Span) {
        let (place, _, value) = self.changed(target, change, span);
        self.finish(Instruction::Assign { target: place, value }, to, span);
    }

    /// `target op= operand`, and the place's old or new value.
    pub(super) fn updated(&mut self, target: &Expr, change: &Change, old: bool, span: Span) -> flow::Expr {
        let (place, before, value) = self.changed(target, change, span);
        if old {
            let kept = flow::Expr::Load(self.save(before, &target.ty, span));
            self.step(Instruction::Assign { target: place, value }, span);
            return kept;
        }
        if is_variable(target) {
            self.step(Instruction::Assign { target: place.clone(), value }, span);
            return flow::Expr::Load(place);
        }
        let saved = flow::Expr::Load(self.save(value, &target.ty, span));
        self.step(Instruction::Assign { target: place, value: saved.clone() }, span);
        saved
    }

    /// The place of an update, its value before, and its value after.
    fn changed(&mut self, target: &Expr, change: &Change, span: Span) -> (Place, flow::Expr, flow::Expr) {
        let operand = match change {
            Change::Number { operand, .. } => operand,
            Change::Pointer { by, .. } => by,
        };
        let value = self.value(operand);
        let effects = Effects::of(target);
        let value = self.protect(value, &operand.ty, &effects, operand.span);
        let before = self.load(target);
        let place = match &before {
            flow::Expr::Load(place) => place.clone(),
            _ => self.place(target),
        };
        self.note_write(&place, &target.ty);
        let after = match change {
            Change::Pointer { backward, .. } => {
                let after = moved(before.clone(), value, *backward);
                self.check_movable(target, &after, span);
                after
            }
            Change::Number { ty: CType::Float(_), .. } => flow::Expr::int(0),
            Change::Number { op, ty, operand } => {
                let kind = ty.int_kind().unwrap_or(IntKind::Int);
                let range = self.range(target);
                let converted = self.converted(before.clone(), &range, kind);
                let whole = self.range_of_kind(kind);
                let range = if super::range::contains(&whole, &range) { range } else { whole };
                let left = Operand { value: converted, ty: ty.clone(), range, span: target.span };
                let right = self.operand(operand, value);
                let result_range = self.result_within(*op, &left, &right, kind);
                let result = self.operation(*op, left, right, kind, span);
                let target_kind = target.ty.int_kind().unwrap_or(kind);
                self.converted(result, &result_range, target_kind)
            }
        };
        (place, before, after)
    }

    /// A variable's first value.
    pub(super) fn initialize(
        &mut self,
        target: Place,
        ty: &CType,
        initial: &Initial,
        to: Destination,
        span: Span,
    ) {
        let parts = match initial {
            Initial::Value(value) => return self.store(target, value, to, span),
            Initial::Parts(parts) => parts,
        };
        if initial.is_zero() || self.context.types.scalars(ty) <= WHOLE_LIMIT {
            let mut values = Vec::new();
            initial.values(&mut |value| values.push(value));
            let mut lowered = self.values_of(&values).into_iter();
            let value = self.context.build(ty, initial, &mut |_, _| lowered.next());
            return self.finish(Instruction::Assign { target, value }, to, span);
        }
        let zero = self.context.zero(ty);
        self.step(Instruction::Assign { target: target.clone(), value: zero }, span);
        for (index, part) in parts {
            let (place, part_type) = match ty {
                CType::Array(element, _) => {
                    (target.clone().index(flow::Expr::Int((*index as usize).into())), (**element).clone())
                }
                _ => {
                    let types = self.context.part_types(ty);
                    let Some(part_type) = types.get(*index as usize) else { continue };
                    (target.clone().field(*index as u32), part_type.clone())
                }
            };
            let between = self.before(span);
            self.initialize(place, &part_type, part, between, span);
            self.go_to(between);
        }
        self.arrive(to);
    }
}

impl Context<'_> {
    /// The value of an initialiser, each of whose values is made by `value`.
    fn build(
        &mut self,
        ty: &CType,
        initial: &Initial,
        value: &mut dyn FnMut(&mut Self, &Expr) -> Option<flow::Expr>,
    ) -> flow::Expr {
        let flow_type = self.types.flow(ty);
        let parts = match initial {
            Initial::Value(expr) => {
                return value(self, expr).unwrap_or(flow::Expr::Zero(flow_type));
            }
            Initial::Parts(_) if initial.is_zero() => {
                // Its values have their turn, although nobody needs them.
                let mut skipped = Vec::new();
                initial.values(&mut |expr| skipped.push(expr));
                skipped.into_iter().for_each(|expr| drop(value(self, expr)));
                return self.zero(ty);
            }
            Initial::Parts(parts) => parts,
        };
        let types = self.part_types(ty);
        let mut parts = parts.iter().peekable();
        let mut values = Vec::new();
        for (index, part_type) in (0..).zip(types) {
            let part = parts.next_if(|(next, _)| *next == index);
            values.push(match part {
                Some((_, part)) => self.build(&part_type, part, value),
                None => self.zero(&part_type),
            });
        }
        match ty {
            CType::Array(..) => flow::Expr::Array(flow_type, values),
            _ => flow::Expr::Record(flow_type, values),
        }
    }

    /// The types of the parts that the flowgraph's values of a type have.
    fn part_types(&self, ty: &CType) -> Vec<CType> {
        match ty {
            CType::Array(element, Length::Fixed(length)) => vec![(**element).clone(); *length as usize],
            CType::Record(id) => {
                let record = self.types.record(*id);
                let members = record.members.iter().flatten();
                members
                    .map(|member| member.ty.clone())
                    .take(if record.is_union { 1 } else { usize::MAX })
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The value of a type that is zero throughout.
    pub(super) fn zero(&mut self, ty: &CType) -> flow::Expr {
        match ty {
            CType::Int(_) | CType::Float(_) => flow::Expr::int(0),
            CType::Pointer(_) if ty.is_function_pointer() => flow::Expr::int(0),
            CType::Pointer(_) => flow::Expr::Null(self.types.flow(ty)),
            _ => flow::Expr::Zero(self.types.flow(ty)),
        }
    }

    /// The first value of a variable of the program.
    pub(super) fn constant(&mut self, ty: &CType, initial: Option<&Initial>) -> flow::Expr {
        match initial {
            None => self.zero(ty),
            Some(initial) => self.build(ty, initial, &mut |context, expr| Some(context.constant_value(expr))),
        }
    }

    fn constant_value(&mut self, expr: &Expr) -> flow::Expr {
        match &expr.kind {
            ExprKind::Int(value) => flow::Expr::Int(value.clone()),
            ExprKind::AddressOf(place) => flow::Expr::AddressOf(self.constant_place(place)),
            ExprKind::Decay(array) => {
                flow::Expr::AddressOf(self.constant_place(array).index(flow::Expr::int(0)))
            }
            ExprKind::Offset { pointer, by, backward } => {
                let (pointer, by) = (self.constant_value(pointer), self.constant_value(by));
                moved(pointer, by, *backward)
            }
            ExprKind::Convert(inner) => {
                let (from, to) = (self.types.flow(&inner.ty), self.types.flow(&expr.ty));
                let inner = self.constant_value(inner);
                if from == to { inner } else { flow::Expr::Retype(to, Box::new(inner)) }
            }
            _ => flow::Expr::Null(self.types.flow(&expr.ty)),
        }
    }

    fn constant_place(&mut self, place: &Expr) -> Place {
        match &place.kind {
            ExprKind::Index(array, index) => {
                let index = self.constant_value(index);
                self.constant_place(array).index(index)
            }
            ExprKind::Field(record, path) => {
                let place = self.constant_place(record);
                path.iter().fold(place, |place, field| place.field(*field))
            }
            ExprKind::Global(id) => Place::global(self.globals[id.0 as usize]),
            _ => Place::global(flow::GlobalId(0)),
        }
    }
}

/// Whether a place is a whole variable, so that it has no operands.
fn is_variable(place: &Expr) -> bool {
    matches!(place.kind, ExprKind::Local(..) | ExprKind::Global(_))
}

fn is_input(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Intrinsic(Intrinsic::Input(_)))
}
