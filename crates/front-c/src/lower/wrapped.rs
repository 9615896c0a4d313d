//! Indices without a sign that may have wrapped around below zero, as in `s[strlen(s) - 1]`. In an array with an end,
//! they are behind it; in one without, they would be just another element. So there,
//!
//! - where the subtraction stands at the access, `s[n - k]`, it is done in mathematical integers: the index is below zero
//!   or not;
//! - where a variable, a member or other memory holds the index, so many of the greatest numbers of its type count as below
//!   zero as are subtracted at a time anywhere ([`Origins`]). A parameter of the entry may be that large as well: in runs
//!   where one is, they are elements. Other inputs may be, too. That matters only where something unknown is subtracted, so
//!   that nothing may be: such runs are open.

use super::Context;
use super::function::FunctionLowering;
use super::origins::{Origin, Origins};
use crate::ctype::{CType, IntKind, Length, TypeTable};
use crate::options::DataModel;
use crate::tree::{Expr, ExprKind, Unit};
use kyklos_base::Int;
use kyklos_flow::{self as flow, BinaryOp, ErrorKind, GlobalId, Place, UnaryOp};
use std::cell::Cell;

/// How many bits the addresses have that a process has.
const ADDRESS_BITS: u32 = 47;

/// Indices of a program that may be given arrays without an end.
pub(super) struct Wrapped {
    origins: Origins,
    /// The entry's parameters that may be as large as numbers that have wrapped around, with their kinds.
    sizes: Vec<(usize, IntKind)>,
    /// The variable that is 1 in runs where none of them is, else 0.
    small: GlobalId,
    is_small_read: Cell<bool>,
}

impl Wrapped {
    /// Those of a program, if it may be given arrays without an end.
    pub(super) fn of(unit: &Unit, types: &TypeTable) -> Option<Self> {
        let is_endless = |ty: &CType| matches!(ty, CType::Array(_, Length::Unknown) | CType::Pointer(_));
        let entry = &unit.functions[unit.entry.0 as usize];
        let mut outside = unit.globals.iter().filter(|global| global.outside.is_some());
        if !entry.ty.parameters.iter().any(is_endless) && outside.next().is_none() {
            return None;
        }
        let parameters = entry.ty.parameters.iter().map(CType::int_kind).enumerate();
        let sizes = parameters.filter_map(|(index, kind)| Some((index, kind?)));
        let sizes = sizes.filter(|(_, kind)| !kind.is_signed() && is_wide(*kind, types));
        Some(Self {
            origins: Origins::of(unit, types),
            sizes: sizes.collect(),
            small: GlobalId(unit.globals.len() as u32),
            is_small_read: Cell::new(false),
        })
    }

    /// Whether the entry's parameters are small: 1 or 0.
    fn small(&self) -> flow::Expr {
        if self.sizes.is_empty() {
            return flow::Expr::int(1);
        }
        self.is_small_read.set(true);
        flow::Expr::Load(Place::global(self.small))
    }
}

impl Context<'_> {
    /// The variable that tells whether the entry's parameters are small, if anyone asks.
    pub(super) fn small_sizes(&mut self) -> Option<flow::Global> {
        self.wrapped.as_ref().filter(|wrapped| wrapped.is_small_read.get())?;
        let span = self.unit.functions[self.unit.entry.0 as usize].span;
        let (name, ty) = ("small sizes".to_owned(), self.types.types.number());
        Some(flow::Global { name, ty, initial: flow::Expr::int(1), constant: false, span })
    }

    /// What it is to be set to when the entry is called with these arguments.
    pub(super) fn are_small(&self, arguments: &[flow::Expr]) -> Option<flow::Instruction> {
        let wrapped = self.wrapped.as_ref().filter(|wrapped| wrapped.is_small_read.get())?;
        let small = wrapped.sizes.iter().filter_map(|(index, kind)| {
            let greatest = kind.range(self.types.model).1;
            let bits = kind.bits(self.types.model);
            // No array has more elements than there are addresses.
            let most = greatest.shift_right(if bits > 32 { u32::from(bits) - ADDRESS_BITS } else { 1 });
            Some(flow::Expr::binary(BinaryOp::Le, arguments.get(*index)?.clone(), flow::Expr::Int(most)))
        });
        let value = small.reduce(|all, one| flow::Expr::binary(BinaryOp::And, all, one))?;
        Some(flow::Instruction::Assign { target: Place::global(wrapped.small), value })
    }
}

impl FunctionLowering<'_, '_> {
    /// What holds of an index without a sign, with this value, that has not wrapped around, if it may have; and the error
    /// where it does not hold.
    pub(super) fn not_wrapped(&self, by: &Expr, value: &flow::Expr) -> Option<(flow::Expr, ErrorKind)> {
        let (kind, wrapped) = self.may_wrap(by)?;
        let at_most = |most| flow::Expr::binary(BinaryOp::Le, value.clone(), flow::Expr::Int(most));
        if let ExprKind::Convert(inner) = &by.kind
            && let Some(signed) = inner.ty.int_kind().filter(|kind| kind.is_signed())
        {
            return Some((at_most(signed.range(self.context.types.model).1), ErrorKind::OutOfBounds));
        }
        let origin = wrapped.origins.origin(self.function, by);
        let below = origin.below.as_ref()?;
        let is_size = kind.bits(self.context.types.model) == 64;
        if let Some(index) = self.below_zero(wrapped, by, value) {
            let inside = flow::Expr::binary(BinaryOp::Ge, index, flow::Expr::int(0));
            return Some((inside, ErrorKind::OutOfBounds));
        }
        let greatest = &kind.range(self.context.types.model).1 - below;
        let inside = at_most(match origin.divisor.as_ref().filter(|_| is_size) {
            Some(divisor) => (&greatest + &Int::ONE).div_trunc(divisor).unwrap_or(greatest) - Int::ONE,
            None => greatest,
        });
        let inside = match wrapped.small() {
            flow::Expr::Int(_) => inside,
            small => {
                let large = flow::Expr::unary(UnaryOp::Not, small);
                flow::Expr::binary(BinaryOp::Or, inside, large)
            }
        };
        let is_open = origin.is_unknown && origin.is_given;
        Some((inside, if is_open { ErrorKind::Open } else { ErrorKind::OutOfBounds }))
    }

    /// By how many elements a pointer moves, given a number: back, if the number has wrapped around.
    pub(super) fn unwrapped(&self, by: &Expr, value: flow::Expr) -> flow::Expr {
        let Some((kind, wrapped)) = self.may_wrap(by) else { return value };
        let model = self.context.types.model;
        if let flow::Expr::Int(number) = &value {
            let greatest = kind.range(model).1;
            let is_below = *number > greatest.shift_right(1) && kind.bits(model) == 64;
            return flow::Expr::Int(if is_below { number - &(greatest + Int::ONE) } else { number.clone() });
        }
        let Origin { below: Some(below), .. } = wrapped.origins.origin(self.function, by) else {
            return value;
        };
        if let Some(index) = self.below_zero(wrapped, by, &value) {
            return index;
        }
        let below = flow::Expr::Int(below);
        let turn = match wrapped.small() {
            flow::Expr::Int(_) => below,
            small => flow::Expr::binary(BinaryOp::Mul, below, small),
        };
        let next = flow::Expr::binary(BinaryOp::Add, value, turn.clone());
        let next = flow::Expr::Convert(kind.int_type(model), Box::new(next));
        flow::Expr::binary(BinaryOp::Sub, next, turn)
    }

    /// The kind of an index that may wrap around, in a program with arrays without an end.
    fn may_wrap(&self, by: &Expr) -> Option<(IntKind, &Wrapped)> {
        let (kind, wrapped) = (by.ty.int_kind()?, self.context.wrapped.as_ref()?);
        (!kind.is_signed() && is_wide(kind, &self.context.types)).then_some((kind, wrapped))
    }

    /// An index in mathematical integers, if it is a sum or the like of numbers that have not wrapped around themselves.
    fn below_zero(&self, wrapped: &Wrapped, by: &Expr, value: &flow::Expr) -> Option<flow::Expr> {
        let greatest = by.ty.int_kind()?.range(self.context.types.model).1;
        let index = self.is_plain(wrapped, by).then(|| self.mathematical(value, &greatest));
        index.filter(|index| index != value)
    }

    fn is_plain(&self, wrapped: &Wrapped, expr: &Expr) -> bool {
        let is_plain = |expr: &Expr| self.is_plain(wrapped, expr);
        match &expr.kind {
            ExprKind::Int(_) => true,
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, left, right) => {
                is_plain(left) && is_plain(right)
            }
            ExprKind::Negate(inner) => is_plain(inner),
            ExprKind::Convert(inner) if is_wider(self.context.types.model, inner, expr) => is_plain(inner),
            _ => wrapped.origins.origin(self.function, expr).below.is_none(),
        }
    }

    /// The same without bringing sums and the like into the range of a type; constants that have wrapped around are
    /// those below zero.
    fn mathematical(&self, value: &flow::Expr, greatest: &Int) -> flow::Expr {
        let model = self.context.types.model;
        match value {
            flow::Expr::Int(number) if *number > greatest.shift_right(1) => {
                flow::Expr::Int(number - &(greatest + &Int::ONE))
            }
            flow::Expr::Convert(ty, inner)
                if [IntKind::UnsignedLong, IntKind::Unsigned]
                    .iter()
                    .any(|kind| kind.int_type(model) == *ty)
                    && matches!(**inner, flow::Expr::Binary(..) | flow::Expr::Unary(UnaryOp::Neg, _)) =>
            {
                self.mathematical(inner, greatest)
            }
            flow::Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), left, right) => {
                flow::Expr::binary(*op, self.mathematical(left, greatest), self.mathematical(right, greatest))
            }
            flow::Expr::Unary(UnaryOp::Neg, inner) => {
                flow::Expr::unary(UnaryOp::Neg, self.mathematical(inner, greatest))
            }
            value => value.clone(),
        }
    }
}

/// Whether numbers of a kind are at least as wide as those that C computes with.
fn is_wide(kind: IntKind, types: &TypeTable) -> bool {
    kind.bits(types.model) >= IntKind::Int.bits(types.model)
}

/// Whether a conversion changes nothing: to a type without a sign from one that is not wider.
fn is_wider(model: DataModel, inner: &Expr, expr: &Expr) -> bool {
    let (Some(from), Some(to)) = (inner.ty.int_kind(), expr.ty.int_kind()) else { return false };
    !from.is_signed() && from.bits(model) <= to.bits(model)
}
