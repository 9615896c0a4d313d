//! Assignments, updates, and first values.

use super::Context;
use super::addresses::needs_address;
use super::arithmetic::Operand;
use super::effects::Effects;
use super::function::{Destination, FunctionLowering};
use super::member::BitField;
use super::place::moved;
use crate::check::floats;
use crate::ctype::{CType, Content, IntKind, Length, Slot};
use crate::tree::{Change, Expr, ExprKind, Initial, Intrinsic};
use kyklos_base::{Int, Span};
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
        let is_bits = self.context.bits_of(target).is_some();
        if let (ExprKind::Intrinsic(Intrinsic::Input(name)), false) = (&value.kind, is_bits) {
            let (target, input) = (self.place(target), Input { name: name.clone() });
            return self.finish(Instruction::Havoc { target, input }, to, span);
        }
        let (place, value) = self.assignment(target, value);
        let value = self.written(target, &place, value);
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
        let written = self.written(target, &place, saved.clone());
        self.step(Instruction::Assign { target: place, value: written }, span);
        match self.context.bits_of(target) {
            Some(bits) => bits.kept(saved),
            None => saved,
        }
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
                if is_input(inner)
                    && value.ty.int_kind().is_some()
                    && inner.ty.int_kind().is_some()
                    && self.name_of(&target).is_some() =>
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
        let value = self.written(target, &place, value);
        self.finish(Instruction::Assign { target: place, value }, to, span);
    }

    /// `target op= operand`, and the place's old or new value.
    pub(super) fn updated(&mut self, target: &Expr, change: &Change, old: bool, span: Span) -> flow::Expr {
        let (place, before, value) = self.changed(target, change, span);
        if old {
            let kept = flow::Expr::Load(self.save(before, &target.ty, span));
            let value = self.written(target, &place, value);
            self.step(Instruction::Assign { target: place, value }, span);
            return kept;
        }
        if is_variable(target) {
            self.step(Instruction::Assign { target: place.clone(), value }, span);
            return flow::Expr::Load(place);
        }
        let value = match self.context.bits_of(target) {
            Some(bits) => bits.kept(value),
            None => value,
        };
        let saved = flow::Expr::Load(self.save(value, &target.ty, span));
        let written = self.written(target, &place, saved.clone());
        self.step(Instruction::Assign { target: place, value: written }, span);
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
        let (place, before) = match self.context.bits_of(target) {
            Some(bits) => {
                let place = self.place(target);
                (place.clone(), bits.of(flow::Expr::Load(place)))
            }
            None => match self.load(target) {
                flow::Expr::Load(place) => (place.clone(), flow::Expr::Load(place)),
                before => (self.place(target), before),
            },
        };
        self.note_write(&place, &target.ty);
        let after = match change {
            Change::Pointer { by, backward } => {
                let value = self.unwrapped(by, value);
                if target.ty.target() == Some(&CType::Void) {
                    let bytes = CType::Int(IntKind::UnsignedChar).pointer();
                    let (from, to) = (self.context.types.flow(&bytes), self.context.types.flow(&target.ty));
                    self.context.note_conversion(&target.ty, &bytes);
                    let pointer = flow::Expr::Retype(from, Box::new(before.clone()));
                    let after = moved(pointer, value, *backward);
                    self.check_not_null(target, &before, "moved", span);
                    self.note_moved(&CType::Int(IntKind::UnsignedChar));
                    flow::Expr::Retype(to, Box::new(after))
                } else {
                    let after = moved(before.clone(), value, *backward);
                    self.check_movable(target, &after, span);
                    after
                }
            }
            Change::Number { op, ty: ty @ CType::Float(_), .. } => {
                let left = self.float_conversion(before.clone(), &target.ty, ty, target.span);
                let after = match (floats::operation(*op), ty.float_format()) {
                    (Some(op), Some(format)) => flow::Expr::Float(op, format, vec![left, value]),
                    _ => left,
                };
                self.float_conversion(after, ty, &target.ty, span)
            }
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
        let is_whole = self.context.types.scalars(ty) <= WHOLE_LIMIT && !self.context.views(ty, initial);
        if initial.is_zero() || is_whole {
            let mut values = Vec::new();
            initial.values(&mut |value| values.push(value));
            let mut lowered = self.values_of(&values).into_iter();
            let value = self.context.build(ty, initial, &mut |_, _| lowered.next());
            return self.finish(Instruction::Assign { target, value }, to, span);
        }
        let zero = self.context.zero(ty);
        self.step(Instruction::Assign { target: target.clone(), value: zero }, span);
        for (index, part) in parts {
            let between = self.before(span);
            match ty {
                CType::Array(element, _) => {
                    let place = target.clone().index(flow::Expr::Int((*index as usize).into()));
                    self.initialize(place, element, part, between, span);
                }
                _ => self.initialize_member(target.clone(), ty, (*index, part), between, span),
            }
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
                // Values are taken in order, also those that are not needed.
                let mut values = Vec::new();
                initial.values(&mut |expr| values.push(expr));
                values.into_iter().for_each(|expr| drop(value(self, expr)));
                return self.zero(ty);
            }
            Initial::Parts(parts) => parts,
        };
        let given = |number: u64| parts.iter().find(|(index, _)| *index == number).map(|(_, part)| part);
        match ty {
            CType::Array(element, Length::Fixed(length)) => {
                let mut given = parts.iter().peekable();
                let mut values = Vec::new();
                for index in 0..*length {
                    values.push(match given.next_if(|(next, _)| *next == index) {
                        Some((_, part)) => self.build(element, part, value),
                        None => self.zero(element),
                    });
                }
                flow::Expr::Array(flow_type, values)
            }
            CType::Record(id) => {
                let fields = self.types.parts(*id).unwrap_or_default();
                let fields = fields.iter().map(|field| match &field.content {
                    Content::Member(number, member) => {
                        // Members of a union that are of one type are one.
                        let first = parts.first().filter(|_| self.types.record(*id).is_union);
                        let first =
                            first.filter(|(number, _)| self.types.slot(*id, *number as usize) != Slot::View);
                        match first.map(|(_, part)| part).or_else(|| given(*number as u64)) {
                            Some(part) => self.build(member, part, value),
                            None => self.empty(member),
                        }
                    }
                    Content::Bits(numbers, _) => {
                        let mut whole: Option<flow::Expr> = None;
                        for (number, bits) in numbers {
                            let Some(Initial::Value(expr)) = given(*number as u64) else { continue };
                            let Some(number) = value(self, expr) else { continue };
                            let placed = BitField::new(*bits, &expr.ty).placed(number);
                            whole = Some(match whole {
                                Some(whole) => flow::Expr::binary(flow::BinaryOp::Add, whole, placed),
                                None => placed,
                            });
                        }
                        whole.unwrap_or(flow::Expr::int(0))
                    }
                });
                let fields = fields.collect();
                flow::Expr::Record(flow_type, fields)
            }
            _ => flow::Expr::Record(flow_type, Vec::new()),
        }
    }

    /// As [`zero`](Self::zero), also for a flexible array member.
    fn empty(&mut self, ty: &CType) -> flow::Expr {
        match ty {
            CType::Array(element, Length::Unknown) => {
                self.zero(&CType::Array(element.clone(), Length::Fixed(0)))
            }
            ty => self.zero(ty),
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
            Some(initial) => self.build(ty, initial, &mut |context, expr| {
                (!needs_address(expr)).then(|| context.constant_value(expr))
            }),
        }
    }

    pub(super) fn constant_value(&mut self, expr: &Expr) -> flow::Expr {
        match &expr.kind {
            ExprKind::Int(value) => flow::Expr::Int(value.clone()),
            ExprKind::AddressOf(place) | ExprKind::Decay(place) if self.is_view(place) => {
                self.constant_view(place, &expr.ty)
            }
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
                let is_number = !inner.ty.is_object_pointer();
                let inner = self.constant_value(inner);
                match from == to {
                    true => inner,
                    false if is_number => flow::Expr::Pointer(to, Box::new(inner)),
                    false => flow::Expr::Retype(to, Box::new(inner)),
                }
            }
            _ => flow::Expr::Null(self.types.flow(&expr.ty)),
        }
    }

    /// A pointer of a type into a member that is a view of others: so many bytes behind the variable's start.
    fn constant_view(&mut self, place: &Expr, ty: &CType) -> flow::Expr {
        let (variable, offset) = self.constant_offset(place).unwrap_or((Place::global(flow::GlobalId(0)), 0));
        let bytes = self.types.flow(&CType::Int(IntKind::UnsignedChar).pointer());
        let start = flow::Expr::Retype(bytes, Box::new(flow::Expr::AddressOf(variable)));
        let by = flow::Expr::Int(Int::from(offset as usize));
        let moved = flow::Expr::Offset(Box::new(start), Box::new(by));
        self.note_view(ty);
        flow::Expr::Retype(self.types.flow(ty), Box::new(moved))
    }

    /// The variable of the program that a place is in, and how many bytes it lies behind its start.
    fn constant_offset(&self, place: &Expr) -> Option<(Place, u64)> {
        match &place.kind {
            ExprKind::Index(array, index) => {
                let (variable, offset) = self.constant_offset(array)?;
                let index = index.as_int()?.to_i64().and_then(|index| u64::try_from(index).ok())?;
                let size = self.types.size_of(&place.ty)?;
                Some((variable, offset.checked_add(index.checked_mul(size)?)?))
            }
            ExprKind::Field(record, path) => {
                let (variable, mut offset) = self.constant_offset(record)?;
                let mut ty = record.ty.clone();
                for number in path {
                    let CType::Record(id) = ty else { return None };
                    let layout = self.types.record_layout(id)?;
                    offset = offset.checked_add(*layout.offsets.get(*number as usize)?)?;
                    ty = self.types.record(id).members.as_ref()?.get(*number as usize)?.ty.clone();
                }
                Some((variable, offset))
            }
            ExprKind::Global(id) => Some((Place::global(self.globals[id.0 as usize]), 0)),
            _ => None,
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
                self.member_by(place, &record.ty, path)
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
