//! Where the integers of a program come from, as far as it matters for indices that have wrapped around below zero: by how
//! much is subtracted from them at a time, wherever that is, and whether a number that large may have been given to the
//! program instead. Variables, members, memory and results of functions have one answer each, found for the whole program.

use crate::ctype::{CType, IntKind, RecordId, TypeTable};
use crate::options::DataModel;
use crate::tree::{Body, Callee, Change, Expr, ExprKind, FunctionId, Initial, LocalId, Stmt, StmtKind, Unit};
use kyklos_base::Int;
use kyklos_flow::BinaryOp;
use std::collections::{HashMap, HashSet};

/// The largest constant that counts as one that is subtracted by intention.
const MOST: i32 = u16::MAX as i32;

/// How a number came about.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Origin {
    /// How many of the greatest numbers of its type it can only be because it has wrapped around below zero, or the program
    /// was given a number that large; none if nothing was subtracted.
    pub(super) below: Option<Int>,
    /// By how much that number was divided then.
    pub(super) divisor: Option<Int>,
    /// Whether something unknown was subtracted.
    pub(super) is_unknown: bool,
    /// Whether it may come from inputs other than the entry's parameters.
    pub(super) is_given: bool,
}

impl Origin {
    fn given() -> Self {
        Self { is_given: true, ..Self::default() }
    }

    fn below(most: Int) -> Self {
        Self { below: Some(most), ..Self::default() }
    }

    fn unknown() -> Self {
        Self { is_unknown: true, ..Self::below(Int::ONE) }
    }

    fn or(self, other: Self) -> Self {
        Self {
            below: self.below.max(other.below),
            divisor: self.divisor.max(other.divisor),
            is_unknown: self.is_unknown || other.is_unknown,
            is_given: self.is_given || other.is_given,
        }
    }

    /// That of this number divided by a constant. In loops, one division is looked at.
    fn divided(self, by: &Int) -> Self {
        match self.below.is_some() && !by.is_negative() && *by > Int::ONE && *by <= Int::from(MOST) {
            true => Self { divisor: self.divisor.max(Some(by.clone())), is_unknown: true, ..self },
            false => self,
        }
    }

    /// That of this number minus another one.
    fn minus(self, other: &Expr) -> Self {
        match other.as_int() {
            Some(by) if *by == Int::ZERO => self,
            Some(by) if !by.is_negative() && *by <= Int::from(MOST) => self.or(Self::below(by.clone())),
            _ => self.or(Self::unknown()),
        }
    }
}

/// What holds a number, wherever in the program.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Holder {
    Local(FunctionId, LocalId),
    Global(u32),
    Member(RecordId, Vec<u32>),
    /// Elements of arrays, and what pointers lead to, by their bits.
    Memory(u16),
    /// What a function gives back.
    Result(FunctionId),
}

/// The origins of all numbers of a program.
pub(super) struct Origins {
    found: HashMap<Holder, Origin>,
    /// Variables and members that pointers may lead to.
    addressed: HashSet<Holder>,
    undefined: HashSet<FunctionId>,
    /// Functions whose addresses are taken, by the number of their parameters.
    callable: HashMap<usize, Vec<FunctionId>>,
    model: DataModel,
    has_changed: bool,
}

impl Origins {
    pub(super) fn of(unit: &Unit, types: &TypeTable) -> Self {
        let mut origins = Self {
            found: HashMap::new(),
            addressed: HashSet::new(),
            undefined: HashSet::new(),
            callable: HashMap::new(),
            model: types.model,
            has_changed: true,
        };
        for (id, function) in (0..).map(FunctionId).zip(&unit.functions) {
            if function.body.is_none() {
                origins.undefined.insert(id);
            } else if function.address.is_some() {
                origins.callable.entry(function.ty.parameters.len()).or_default().push(id);
            }
        }
        while std::mem::take(&mut origins.has_changed) {
            for (id, global) in (0..).zip(&unit.globals) {
                if let Some(initial) = &global.initial {
                    let function = unit.entry;
                    origins.first(types, function, Some(Holder::Global(id)), &global.ty, initial);
                }
            }
            for (id, function) in (0..).map(FunctionId).zip(&unit.functions) {
                function.body.iter().for_each(|body| origins.look_at(types, id, body));
            }
        }
        origins
    }

    fn look_at(&mut self, types: &TypeTable, function: FunctionId, body: &Body) {
        for statement in &body.statements {
            statement.exprs(&mut |expr| {
                expr.any(&mut |part| {
                    self.note(types, (function, body), part);
                    false
                });
            });
            self.note_statement(types, (function, body), statement);
        }
    }

    fn note_statement(&mut self, types: &TypeTable, within: (FunctionId, &Body), statement: &Stmt) {
        let (function, body) = within;
        match &statement.kind {
            StmtKind::Declare { local, initial: Some(initial), .. } => {
                let ty = &body.locals[local.0 as usize].ty;
                self.first(types, function, Some(Holder::Local(function, *local)), ty, initial);
            }
            StmtKind::Return(Some(value)) => self.hold(Some(Holder::Result(function)), function, value),
            _ => {}
        }
        statement.inner(&mut |inner| self.note_statement(types, within, inner));
    }

    /// Notes the first values of something.
    fn first(
        &mut self,
        types: &TypeTable,
        function: FunctionId,
        holder: Option<Holder>,
        ty: &CType,
        initial: &Initial,
    ) {
        match (initial, ty) {
            (Initial::Value(value), _) => self.hold(holder, function, value),
            (Initial::Parts(parts), CType::Array(element, _)) => {
                for (_, part) in parts {
                    self.first(types, function, self.memory(element), element, part);
                }
            }
            (Initial::Parts(parts), CType::Record(id)) => {
                let members = types.record(*id).members.as_deref().unwrap_or_default();
                for (number, part) in parts {
                    let Some(member) = members.get(*number as usize) else { continue };
                    let holder = Holder::Member(*id, vec![*number as u32]);
                    self.first(types, function, Some(holder), &member.ty, part);
                }
            }
            _ => {}
        }
    }

    fn note(&mut self, types: &TypeTable, within: (FunctionId, &Body), expr: &Expr) {
        let (function, body) = within;
        match &expr.kind {
            ExprKind::Assign(target, value) => self.hold(self.holder(function, target), function, value),
            ExprKind::Update { target, change: Change::Number { op, operand, .. }, .. } => {
                let origin = match op {
                    BinaryOp::Sub => Origin::default().minus(operand).or(self.origin(function, operand)),
                    BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Rem | BinaryOp::BitAnd => return,
                    _ => self.origin(function, operand),
                };
                self.add(self.holder(function, target), origin);
            }
            ExprKind::Call(callee, arguments) => {
                let called = match callee {
                    Callee::Function(called) => vec![*called],
                    Callee::Pointer(_) => self.callable.get(&arguments.len()).cloned().unwrap_or_default(),
                };
                for called in called {
                    for (parameter, argument) in (0..).zip(arguments) {
                        self.hold(Some(Holder::Local(called, LocalId(parameter))), function, argument);
                    }
                }
            }
            ExprKind::Statements(statements, _) => {
                statements.iter().for_each(|statement| self.note_statement(types, within, statement));
            }
            ExprKind::Literal(local, initial) => {
                let ty = &body.locals[local.0 as usize].ty;
                self.first(types, function, Some(Holder::Local(function, *local)), ty, initial);
            }
            ExprKind::AddressOf(place) if place.ty.int_kind().is_some() => {
                let Some(holder) = self.holder(function, place) else { return };
                let origin = self.at(&holder);
                self.add(self.memory(&place.ty), origin);
                self.has_changed |= self.addressed.insert(holder);
            }
            _ => {}
        }
    }

    fn hold(&mut self, holder: Option<Holder>, function: FunctionId, value: &Expr) {
        if value.ty.int_kind().is_some() && holder.is_some() {
            let origin = self.origin(function, value);
            self.add(holder, origin);
        }
    }

    /// Notes an origin of what something holds.
    fn add(&mut self, holder: Option<Holder>, origin: Origin) {
        let Some(holder) = holder.filter(|_| origin != Origin::default()) else { return };
        let known = self.found.entry(holder).or_default();
        let all = known.clone().or(origin);
        if *known != all {
            *known = all;
            self.has_changed = true;
        }
    }

    /// How a number came about.
    pub(super) fn origin(&self, function: FunctionId, expr: &Expr) -> Origin {
        let Some(kind) = expr.ty.int_kind() else { return Origin::default() };
        let of = |expr: &Expr| self.origin(function, expr);
        match &expr.kind {
            ExprKind::Int(value) if value.is_negative() => Origin::below(-value.clone()),
            ExprKind::Int(value) => {
                let above = &kind.range(self.model).1 - value;
                match !kind.is_signed() && above < Int::from(MOST) {
                    true => Origin::below(&above + &Int::ONE),
                    false => Origin::default(),
                }
            }
            ExprKind::Convert(inner) => self.converted(function, inner, kind),
            ExprKind::Binary(BinaryOp::Sub, left, right) => of(left).minus(right).or(of(right)),
            ExprKind::Negate(inner) | ExprKind::Complement(inner) => of(inner).or(Origin::unknown()),
            ExprKind::Binary(BinaryOp::BitAnd, left, right) => {
                // A mask is no number that has wrapped around.
                let of = |part: &Expr| if part.as_int().is_some() { Origin::default() } else { of(part) };
                of(left).or(of(right))
            }
            ExprKind::Binary(BinaryOp::Rem, ..) => Origin::default(),
            ExprKind::Binary(BinaryOp::Shr, left, right) => match right.as_int().and_then(Int::to_usize) {
                Some(by @ 0..=15) => of(left).divided(&Int::power_of_two(by as u32)),
                _ => of(left),
            },
            ExprKind::Binary(BinaryOp::Div, left, right) => match right.as_int() {
                Some(by) => of(left).divided(by),
                None => Origin::default(),
            },
            ExprKind::Binary(BinaryOp::Shl, left, _) => of(left),
            ExprKind::Binary(_, left, right) => of(left).or(of(right)),
            ExprKind::Conditional(_, then, otherwise) => of(then).or(of(otherwise)),
            ExprKind::Comma(_, last) | ExprKind::Assign(_, last) | ExprKind::Statements(_, Some(last)) => {
                of(last)
            }
            ExprKind::Update { target, .. } => self.held(function, target),
            ExprKind::Call(Callee::Function(called), _) if self.undefined.contains(called) => Origin::given(),
            ExprKind::Call(Callee::Function(called), _) => self.at(&Holder::Result(*called)),
            ExprKind::Call(Callee::Pointer(_), arguments) => {
                let called = self.callable.get(&arguments.len()).into_iter().flatten();
                called.fold(Origin::given(), |all, called| all.or(self.at(&Holder::Result(*called))))
            }
            ExprKind::Intrinsic(_) => Origin::given(),
            _ => self.held(function, expr),
        }
    }

    /// That of a number that is converted to a kind: what has a sign may be below zero.
    fn converted(&self, function: FunctionId, inner: &Expr, kind: IntKind) -> Origin {
        let Some(from) =
            inner.ty.int_kind().filter(|_| kind.bits(self.model) >= IntKind::Int.bits(self.model))
        else {
            return Origin::default();
        };
        let origin = self.origin(function, inner);
        let is_negative =
            !kind.is_signed() && from.is_signed() && inner.as_int().is_none_or(Int::is_negative);
        match is_negative {
            true if from.bits(self.model) < kind.bits(self.model) => {
                origin.or(Origin::below(-from.range(self.model).0))
            }
            true => origin.or(Origin::below(Int::ONE)),
            false => origin,
        }
    }

    /// That of what a place holds.
    fn held(&self, function: FunctionId, place: &Expr) -> Origin {
        let Some(holder) = self.holder(function, place) else { return Origin::default() };
        let origin = match holder {
            Holder::Local(..) | Holder::Result(_) => self.at(&holder),
            _ => self.at(&holder).or(Origin::given()),
        };
        match self.memory(&place.ty).filter(|_| self.addressed.contains(&holder)) {
            Some(memory) => origin.or(self.at(&memory)),
            None => origin,
        }
    }

    fn at(&self, holder: &Holder) -> Origin {
        self.found.get(holder).cloned().unwrap_or_default()
    }

    fn memory(&self, ty: &CType) -> Option<Holder> {
        ty.int_kind().map(|kind| Holder::Memory(kind.bits(self.model)))
    }

    fn holder(&self, function: FunctionId, place: &Expr) -> Option<Holder> {
        match &place.kind {
            ExprKind::Local(local, _) | ExprKind::Literal(local, _) => Some(Holder::Local(function, *local)),
            ExprKind::Global(global) => Some(Holder::Global(global.0)),
            ExprKind::Field(record, path) => match record.ty {
                CType::Record(id) => Some(Holder::Member(id, path.clone())),
                _ => None,
            },
            ExprKind::Deref(_) | ExprKind::Index(..) => self.memory(&place.ty),
            _ => None,
        }
    }
}
