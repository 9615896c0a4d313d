//! Places: first their operands are evaluated, then the accesses checked, so
//! that no operand can undo what a check found.

use super::effects::Effects;
use super::function::FunctionLowering;
use super::trailing::Trailing;
use crate::ctype::{CType, IntKind, Length};
use crate::tree::{Expr, ExprKind, LocalId};
use kyklos_base::{Int, Span};
use kyklos_flow::{self as flow, BinaryOp, ErrorKind, Place, VariableId};

/// An access that may need checks.
enum Access<'e> {
    /// A pointer, with this value, is followed.
    Pointer(&'e Expr, flow::Expr),
    /// The array at this place is indexed.
    Index {
        array: Place,
        length: Length,
        by: &'e Expr,
        index: flow::Expr,
        range: (Int, Int),
        is_member: bool,
        span: Span,
    },
    /// The array at the end of a struct is indexed that may go on.
    Trailing(Trailing),
}

impl FunctionLowering<'_, '_> {
    /// Evaluates a place whose value is about to be read, and reads it.
    pub(super) fn load(&mut self, expr: &Expr) -> flow::Expr {
        let place = self.place(expr);
        if let Some(bits) = self.context.bits_of(expr) {
            return bits.of(flow::Expr::Load(place));
        }
        match &expr.kind {
            ExprKind::Local(local, number) => self.read_local(*local, *number, expr.span),
            _ if self.is_assured(expr) => {}
            _ if self.may_be_unwritten(expr) && self.context.has_wild_pointers() => {
                self.settle(place.clone(), expr);
            }
            _ if self.may_be_unwritten(expr) => {
                let what = self.quoted(expr.span, "a value in memory");
                let message = format!("{what} is used before it has a value");
                let written = flow::Expr::Initialized(place.clone());
                self.check(written, true, ErrorKind::Uninitialized, message, expr.span);
            }
            _ => {}
        }
        flow::Expr::Load(place)
    }

    /// A pointer in memory that was never written gets an arbitrary value when it is read first.
    fn settle(&mut self, place: Place, expr: &Expr) {
        if self.dead {
            return;
        }
        let (start, end) = (self.builder.plain(expr.span), self.builder.plain(expr.span));
        self.branch(flow::Expr::Initialized(place.clone()), end, start, expr.span);
        self.continue_at(start);
        let name = self.quoted(expr.span, "a pointer in memory");
        self.make_arbitrary(place, &expr.ty, name.trim_matches('`'), expr.span);
        self.builder.edge(self.here, end, flow::Instruction::Skip, expr.span);
        self.continue_at(end);
    }

    fn read_local(&mut self, local: LocalId, number: u32, span: Span) {
        let variable = &self.locals[local.0 as usize];
        if variable.ty.is_aggregate() || self.dead {
            return;
        }
        self.notes.read(self.here, local, number);
        if self.plan().is_some_and(|plan| plan.checks.contains(&number)) {
            let mut message = format!("`{}` is used before it has a value", variable.name);
            if let Some((call, line)) = &variable.read_by {
                message += &format!(
                    "; `{call}` of line {line} may fail to read it (`--assume-io` takes it to succeed)"
                );
            }
            let written = flow::Expr::Initialized(Place::variable(VariableId(local.0)));
            self.check(written, true, ErrorKind::Uninitialized, message, span);
        }
    }

    /// Evaluates a place, and checks that it is there.
    pub(crate) fn place(&mut self, expr: &Expr) -> Place {
        let mut accesses = Vec::new();
        let place = self.operands(expr, &Effects::default(), &mut accesses);
        accesses.into_iter().for_each(|access| self.check_access(access));
        self.check_view(expr, &place);
        place
    }

    /// Checks that a number or pointer in a struct or array is there that may lie in memory of another type, of
    /// which only the beginning need be there; of a struct as a whole, that its end is.
    fn check_view(&mut self, expr: &Expr, place: &Place) {
        let mut root = expr;
        while let ExprKind::Index(inner, _) | ExprKind::Field(inner, _) = &root.kind {
            root = inner;
        }
        let ExprKind::Deref(pointer) = &root.kind else { return };
        let Some(target) = pointer.ty.target() else { return };
        let is_viewed =
            self.facts().is_some_and(|facts| facts.has(&facts.viewed, target, &self.context.types));
        if !is_viewed || self.is_assured(expr) {
            return;
        }
        let address = flow::Expr::AddressOf(place.clone());
        let (address, text) = match (&expr.ty, place.steps.is_empty()) {
            (CType::Record(_), _) => match self.last_byte(address, &expr.ty) {
                Some(last) => (last, self.quoted(expr.span, "the end of the struct")),
                None => return,
            },
            (ty, is_whole) if is_whole || ty.is_aggregate() => return,
            _ => (address, self.quoted(expr.span, "the member")),
        };
        let inside = flow::Expr::InBounds(Box::new(address));
        let message = format!("{text} lies outside its object");
        self.check(inside, true, ErrorKind::OutOfBounds, message, expr.span);
    }

    /// The address of the last byte of what a pointer to a type leads to.
    fn last_byte(&mut self, address: flow::Expr, ty: &CType) -> Option<flow::Expr> {
        let last = self.context.types.size_of(ty)?.checked_sub(1)?;
        let bytes = CType::Int(IntKind::UnsignedChar).pointer();
        let start = self.retyped(address, &ty.clone().pointer(), &bytes);
        Some(moved(start, flow::Expr::Int(Int::from(last as usize)), false))
    }

    /// Evaluates a place whose address is taken: its last index need not be in range.
    fn addressed(&mut self, expr: &Expr) -> Place {
        let mut accesses = Vec::new();
        let place = self.operands(expr, &Effects::default(), &mut accesses);
        if let ExprKind::Index(array, index) = &expr.kind
            && self.index_may_fail(array, index)
        {
            if let Some(Access::Trailing(last)) = accesses.pop() {
                accesses.push(Access::Trailing(last.not_followed()));
            }
            self.note_moved(&expr.ty);
        }
        accesses.into_iter().for_each(|access| self.check_address(access));
        place
    }

    /// Checks what the address of a part needs. Where pointers may be arbitrary, that of something that is not there
    /// is one that is not there.
    fn check_address(&mut self, access: Access<'_>) {
        match access {
            Access::Pointer(pointer, value) if self.context.has_wild_pointers() && !is_moved(pointer) => {
                self.check_not_null(pointer, &value, "followed", pointer.span);
            }
            access => self.check_access(access),
        }
    }

    /// The address of a place.
    pub(super) fn address_of(&mut self, expr: &Expr) -> flow::Expr {
        if let Some((pointer, offset)) = self.member_of_recast(expr) {
            return self.member_address(expr, pointer, offset);
        }
        let place = self.addressed(expr);
        self.note_address(expr);
        flow::Expr::AddressOf(place)
    }

    /// The address of an array's first element.
    pub(super) fn decay(&mut self, array: &Expr) -> flow::Expr {
        let mut accesses = Vec::new();
        let place = self.operands(array, &Effects::default(), &mut accesses);
        accesses.into_iter().for_each(|access| self.check_address(access));
        self.note_address(array);
        let (first, range) = (flow::Expr::int(0), (Int::ZERO, Int::ZERO));
        let is_open = self.context.trailing(array).is_some_and(|end| end.is_open);
        let last = match is_open {
            true => self.trailing_element(array, &place, first.clone(), range, array.span),
            false => None,
        };
        match last {
            Some(last) => flow::Expr::Load(self.reach_trailing(last.not_followed())),
            None => flow::Expr::AddressOf(place.index(first)),
        }
    }

    /// The pointer to a struct that a place is a member of, and where in it, if such pointers may be made by
    /// `container_of`.
    fn member_of_recast<'e>(&mut self, expr: &'e Expr) -> Option<(&'e Expr, u64)> {
        let (mut place, mut offset) = (expr, 0_u64);
        while let ExprKind::Field(record, path) = &place.kind {
            let CType::Record(id) = record.ty else { return None };
            offset = offset.checked_add(self.context.types.offset_of_path(id, path)?)?;
            place = record;
        }
        let ExprKind::Deref(pointer) = &place.kind else { return None };
        let Some(facts) = self.facts() else {
            let pair = (pointer.ty.target()?.clone(), expr.ty.clone());
            self.context.found.addressed.insert(pair);
            return None;
        };
        let is_recast = facts.has(&facts.recast, pointer.ty.target()?, &self.context.types);
        (is_recast && !is_moved(pointer) && self.may_be_outside(pointer)).then_some((pointer, offset))
    }

    /// The address of a member. Lists with a head that is no node look at members of what would be around the head:
    /// nothing is followed there, so that is no error, but so many bytes behind. Note [pointers].
    fn member_address(&mut self, expr: &Expr, pointer: &Expr, offset: u64) -> flow::Expr {
        let (span, ty) = (expr.span, expr.ty.clone().pointer());
        let mut accesses = Vec::new();
        let place = self.operands(expr, &Effects::default(), &mut accesses);
        let Some(Access::Pointer(_, value)) = accesses.into_iter().next() else {
            return flow::Expr::AddressOf(place);
        };
        self.check_there(pointer, &value);
        if self.dead {
            return flow::Expr::AddressOf(place);
        }
        let bytes = CType::Int(IntKind::UnsignedChar).pointer();
        let start = self.retyped(value.clone(), &pointer.ty, &bytes);
        let moved = moved(start, flow::Expr::Int(Int::from(offset as usize)), false);
        let outside = self.retyped(moved, &bytes, &ty);
        let target = self.temporary_of(&ty, span);
        let (inner, outer, end) =
            (self.builder.plain(span), self.builder.plain(span), self.builder.plain(span));
        self.branch(flow::Expr::InBounds(Box::new(value)), inner, outer, span);
        for (from, value) in [(inner, flow::Expr::AddressOf(place)), (outer, outside)] {
            self.continue_at(from);
            let assign = flow::Instruction::Assign { target: target.clone(), value };
            self.builder.edge(self.here, end, assign, span);
        }
        self.continue_at(end);
        flow::Expr::Load(target)
    }

    fn note_address(&mut self, expr: &Expr) {
        let mut place = expr;
        while let ExprKind::Index(inner, _) | ExprKind::Field(inner, _) = &place.kind {
            place = inner;
        }
        match &place.kind {
            ExprKind::Local(local, _) => {
                self.context.found.local_addresses = true;
                if !self.dead && !self.locals[local.0 as usize].ty.is_aggregate() {
                    self.notes.address(self.here, *local);
                }
            }
            ExprKind::Literal(..) => self.context.found.local_addresses = true,
            _ => {}
        }
    }

    /// Evaluates the operands of a place. `later`: what operands behind them change.
    fn operands<'e>(&mut self, expr: &'e Expr, later: &Effects, accesses: &mut Vec<Access<'e>>) -> Place {
        match &expr.kind {
            ExprKind::Local(local, _) => {
                let place = Place::variable(VariableId(local.0));
                match expr.ty {
                    CType::Array(_, Length::Variable) => Place::deref(flow::Expr::Load(place)),
                    _ => place,
                }
            }
            ExprKind::Global(id) => {
                let is_stream = self.context.unit.standard_streams.contains(id);
                self.context.found.hands_on_streams |= is_stream;
                Place::global(self.context.globals[id.0 as usize])
            }
            ExprKind::Deref(pointer) => {
                let value = self.followed(pointer);
                let value = self.copyable(value, &pointer.ty, pointer.span);
                let value = self.protect(value, &pointer.ty, later, pointer.span);
                accesses.push(Access::Pointer(pointer, value.clone()));
                Place::deref(value)
            }
            ExprKind::Index(array, index) => {
                let mut effects = later.clone();
                effects.add(index);
                let place = self.operands(array, &effects, accesses);
                let value = self.value(index);
                let value = self.copyable(value, &index.ty, index.span);
                let value = self.protect(value, &index.ty, later, index.span);
                if self.index_may_fail(array, index) {
                    let range = self.range(index);
                    if let Some(last) = self.trailing_element(array, &place, value.clone(), range, expr.span)
                    {
                        let target = last.target();
                        accesses.push(Access::Trailing(last));
                        return Place::deref(flow::Expr::Load(target));
                    }
                    let CType::Array(_, length) = array.ty else { return place };
                    let is_member = matches!(array.kind, ExprKind::Field(..));
                    let (array, by, index, range) =
                        (place.clone(), &**index, value.clone(), self.range(index));
                    let span = expr.span;
                    accesses.push(Access::Index { array, length, by, index, range, is_member, span });
                }
                place.index(value)
            }
            ExprKind::Field(record, path) if record.is_place() => {
                let place = self.operands(record, later, accesses);
                self.context.member_by(place, &record.ty, path)
            }
            ExprKind::Field(record, path) => {
                let place = match self.value(record) {
                    flow::Expr::Load(place) => place,
                    value => self.save(value, &record.ty, record.span),
                };
                self.context.member_by(place, &record.ty, path)
            }
            ExprKind::Literal(local, initial) => {
                let place = Place::variable(VariableId(local.0));
                let to = self.before(expr.span);
                self.initialize(place.clone(), &expr.ty, initial, to, expr.span);
                self.go_to(to);
                place
            }
            _ => match self.value(expr) {
                flow::Expr::Load(place) => place,
                value => self.save(value, &expr.ty, expr.span),
            },
        }
    }

    /// A pointer that is followed at once: moving it needs no check of its own.
    fn followed(&mut self, pointer: &Expr) -> flow::Expr {
        match &pointer.kind {
            ExprKind::Offset { pointer, by, backward } => {
                let (base, by) = self.base_and_number(pointer, by);
                moved(base, by, *backward)
            }
            _ => self.value(pointer),
        }
    }

    /// A pointer moved by a number of elements.
    pub(super) fn offset(&mut self, pointer: &Expr, by: &Expr, backward: bool) -> flow::Expr {
        let (base, number) = self.base_and_number(pointer, by);
        moved(base, self.unwrapped(by, number), backward)
    }

    fn base_and_number(&mut self, pointer: &Expr, by: &Expr) -> (flow::Expr, flow::Expr) {
        let effects = Effects::of(by);
        let base = self.value(pointer);
        let base = self.protect(base, &pointer.ty, &effects, pointer.span);
        (base, self.value(by))
    }

    fn check_access(&mut self, access: Access<'_>) {
        match access {
            Access::Pointer(pointer, _) if self.is_followed(pointer) => {}
            Access::Pointer(pointer, value) => self.check_pointer(pointer, &value),
            Access::Trailing(last) => _ = self.reach_trailing(last),
            Access::Index { array, length, by, index, range, is_member, span } => {
                let message = self.out_of_bounds(span);
                let inside = match (&length, is_member) {
                    (Length::Unknown, true) => inside_flexible(array, index, &range),
                    (Length::Unknown, false) => {
                        let not_wrapped = self.not_wrapped(by, &index);
                        let inside = inside(array, length, index, &range);
                        self.and_not_wrapped(inside, not_wrapped, span)
                    }
                    _ => inside(array, length, index, &range),
                };
                let is_given = matches!((&length, is_member), (Length::Unknown, true));
                if is_given && self.context.has_given_ends() {
                    // How far such an array goes that is defined elsewhere, nobody knows.
                    let why = "it is not known how far the array at the end of a struct goes";
                    return self.check(inside, true, ErrorKind::Open, why.to_owned(), span);
                }
                self.check(inside, true, ErrorKind::OutOfBounds, message, span);
            }
        }
    }

    /// That an index is inside, and has not wrapped around. Where that is not known, the run is open.
    fn and_not_wrapped(
        &mut self,
        inside: flow::Expr,
        not_wrapped: Option<(flow::Expr, ErrorKind)>,
        span: Span,
    ) -> flow::Expr {
        match not_wrapped {
            Some((not_wrapped, ErrorKind::Open)) => {
                let why = "it is not known whether the index has wrapped around below zero";
                self.check(not_wrapped, true, ErrorKind::Open, why.to_owned(), span);
                inside
            }
            Some((not_wrapped, _)) => flow::Expr::binary(BinaryOp::And, not_wrapped, inside),
            None => inside,
        }
    }

    /// That an index is out of bounds, for people.
    pub(super) fn out_of_bounds(&self, span: Span) -> String {
        match self.quoted(span, "") {
            text if text.is_empty() => "index out of bounds".to_owned(),
            text => format!("index out of bounds: {text}"),
        }
    }

    /// Checks that a pointer is not null, that its object exists, and that it is in bounds.
    pub(crate) fn check_pointer(&mut self, pointer: &Expr, value: &flow::Expr) {
        let (span, is_moved) = (pointer.span, is_moved(pointer));
        self.check_there(pointer, value);
        if self.may_be_outside(pointer) {
            let message = match self.quoted(span, "the pointer") {
                text if is_moved => format!("index out of bounds: {text}"),
                text => format!("{text} points outside its array"),
            };
            let mut inside = flow::Expr::InBounds(Box::new(value.clone()));
            if let (ExprKind::Offset { by, backward: false, .. }, flow::Expr::Offset(_, number)) =
                (&pointer.kind, value)
            {
                let not_wrapped = self.not_wrapped(by, number);
                inside = self.and_not_wrapped(inside, not_wrapped, span);
            }
            self.check(inside, true, ErrorKind::OutOfBounds, message, span);
        }
    }

    /// Checks that a pointer is not null, and that its object exists.
    fn check_there(&mut self, pointer: &Expr, value: &flow::Expr) {
        let (span, is_moved) = (pointer.span, is_moved(pointer));
        let base = match value {
            flow::Expr::Offset(base, _) if is_moved => base,
            value => value,
        };
        self.check_not_null(base_of(pointer), base, "followed", span);
        if self.may_dangle(pointer) {
            let where_to = match self.facts() {
                Some(facts) if facts.wild => "points to no object, or to one that is gone",
                _ => "points to an object that is gone",
            };
            let message = format!("{} {where_to}", self.quoted(span, "the pointer"));
            let live = flow::Expr::Live(Box::new(base.clone()));
            self.check(live, true, ErrorKind::Dangling, message, span);
        }
    }

    /// Checks that a pointer, with this value, is not null before it is followed or moved.
    pub(crate) fn check_not_null(&mut self, pointer: &Expr, value: &flow::Expr, what: &str, span: Span) {
        if let (ExprKind::Local(local, number), flow::Expr::Load(place)) = (&pointer.kind, value)
            && place.as_variable() == Some(VariableId(local.0))
            && !self.address_taken.contains(local)
            && !self.dead
        {
            self.notes.followed(self.here, *local, *number);
        }
        if !self.may_be_null(pointer) {
            return;
        }
        let text = self.quoted(pointer.span, "the pointer");
        let null = flow::Expr::Null(self.context.types.flow(&pointer.ty));
        let is_null = flow::Expr::binary(BinaryOp::Eq, value.clone(), null);
        let message = format!("null pointer {what}: {text} is null");
        self.check(is_null, false, ErrorKind::NullDereference, message, span);
    }

    /// Whether following a pointer needs checks.
    pub(super) fn following_may_fail(&self, pointer: &Expr) -> bool {
        self.may_be_null(base_of(pointer)) || self.may_dangle(pointer) || self.may_be_outside(pointer)
    }

    pub(super) fn may_be_null(&self, pointer: &Expr) -> bool {
        match &pointer.kind {
            ExprKind::AddressOf(_) | ExprKind::Decay(_) => false,
            ExprKind::Local(_, number) => !self.plan().is_some_and(|plan| plan.not_null.contains(number)),
            ExprKind::Convert(inner) if inner.ty.is_object_pointer() => self.may_be_null(inner),
            _ => true,
        }
    }

    pub(super) fn may_dangle(&self, pointer: &Expr) -> bool {
        let mut base = base_of(pointer);
        while let ExprKind::Convert(inner) = &base.kind {
            base = inner;
        }
        let is_address = matches!(base.kind, ExprKind::AddressOf(_) | ExprKind::Decay(_));
        !is_address && self.facts().is_some_and(super::Facts::dangling)
    }

    fn may_be_outside(&self, pointer: &Expr) -> bool {
        let Some(target) = pointer.ty.target() else { return false };
        is_moved(pointer)
            || self.facts().is_some_and(|facts| facts.has(&facts.moved, target, &self.context.types))
    }
}

/// Whether a pointer is moved just before it is followed.
fn is_moved(pointer: &Expr) -> bool {
    matches!(pointer.kind, ExprKind::Offset { .. })
}

/// The pointer that is moved just before it is followed; else the pointer itself.
fn base_of(pointer: &Expr) -> &Expr {
    match &pointer.kind {
        ExprKind::Offset { pointer, .. } => pointer,
        _ => pointer,
    }
}

/// A pointer moved by a number of elements.
pub(super) fn moved(pointer: flow::Expr, by: flow::Expr, backward: bool) -> flow::Expr {
    let by = match (backward, by) {
        (false, by) => by,
        (true, flow::Expr::Int(by)) => flow::Expr::Int(-by),
        (true, by) => flow::Expr::unary(flow::UnaryOp::Neg, by),
    };
    flow::Expr::Offset(Box::new(pointer), Box::new(by))
}

/// That an index is one of a flexible array member's, which ends with its object, but does not begin with it.
fn inside_flexible(array: Place, index: flow::Expr, range: &(Int, Int)) -> flow::Expr {
    let there = flow::Expr::InBounds(Box::new(flow::Expr::AddressOf(array.index(index.clone()))));
    match range.0.is_negative() {
        true => {
            let not_negative = flow::Expr::binary(BinaryOp::Ge, index, flow::Expr::int(0));
            flow::Expr::binary(BinaryOp::And, not_negative, there)
        }
        false => there,
    }
}

/// That an index is one of an array's.
fn inside(array: Place, length: Length, index: flow::Expr, range: &(Int, Int)) -> flow::Expr {
    let length = match length {
        Length::Fixed(length) => flow::Expr::Int(Int::from(length as usize)),
        Length::Variable => flow::Expr::Length(array),
        // It is defined elsewhere.
        Length::Unknown => return flow::Expr::InBounds(Box::new(flow::Expr::AddressOf(array.index(index)))),
    };
    let below = length.as_int().is_some_and(|length| range.1 < *length);
    let low = range.0.is_negative();
    let not_negative = flow::Expr::binary(BinaryOp::Ge, index.clone(), flow::Expr::int(0));
    let not_past = flow::Expr::binary(BinaryOp::Lt, index, length);
    match (low, below) {
        (true, true) => not_negative,
        (true, false) => flow::Expr::binary(BinaryOp::And, not_negative, not_past),
        (false, _) => not_past,
    }
}
