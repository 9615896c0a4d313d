//! Expressions of a state: flowgraph expressions → symbolic values.
//! Places are in [`crate::memory`]. Note [machine integers].

use crate::context::Context;
use crate::state::State;
use crate::value::{ObjectId, Pointer, Spot, Target, Value};
use crate::{bits, shapes};
use kyklos_base::Int;
use kyklos_flow::expr::ExprType;
use kyklos_flow::{BinaryOp, Expr, IntType, TypeId, UnaryOp};
use kyklos_solver::{Answer, Reason};
use kyklos_term::arith::DEGREE_LIMIT;
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{Interval, Term, Terms};
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

/// How an access at an index that is not constant is done ([nested §5.3.3.2]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SymbolicIndex {
    /// The elements are joined by if-then-else; where they have no common form, as `Fork`.
    #[default]
    Ite,
    /// One state for each element.
    Fork,
}

/// Why an expression has no value yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The state must be split by the value of this term, which is from 0 to below the number.
    SplitIndex(Term, usize),
    /// The state must be split by which of these conditions holds; exactly one does.
    SplitGuards(Vec<Term>),
    /// The address of this object is looked at for the first time.
    Address(ObjectId),
    /// A byte between the members of a struct, so many bytes behind its object's start, is looked at that was never
    /// written.
    Gap(ObjectId, u64),
    /// Two objects that are compared are apart if this holds, and it does.
    Apart(Term),
    /// The expression is undefined here; the graph lacks a check.
    Undefined(&'static str),
    /// The engine cannot do this.
    Unsupported(&'static str),
}

/// How long it is asked whether a number with bit operations or products in it leaves its type's range.
const BITS_LIMIT: Duration = Duration::from_millis(60);
/// How often that time is halved at a point where it was not enough.
const MOST_HALVINGS: u32 = 3;

/// The most time for that question elsewhere: it is decided soon or, about products, hardly ever.
const RANGE_LIMIT: Duration = Duration::from_millis(500);
/// It is not asked where more bit operations are nested in each other than this.
const MIXED: u32 = 8;

/// Larger constants are not worked out.
const MAX_NUMBER_BITS: u64 = 1 << 20;

/// Whether a product is of so high a degree that nothing can be found out about it.
fn is_overgrown(terms: &Terms, a: Term, b: Term) -> bool {
    let known = terms.as_int(a).is_some() || terms.as_int(b).is_some();
    !known && terms.degree(a) + terms.degree(b) > DEGREE_LIMIT
}

/// The bits of the largest constant in a number's polynomial.
fn size(terms: &Terms, number: Term) -> u64 {
    let (constant, parts) = terms.polynomial(number);
    parts.iter().map(|(coefficient, _)| coefficient.bits()).fold(constant.bits(), u64::max)
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stuck::SplitIndex(..) | Stuck::SplitGuards(_) => f.write_str("it depends on inputs"),
            Stuck::Address(_) | Stuck::Apart(_) => f.write_str("it depends on addresses"),
            Stuck::Gap(..) => f.write_str("it depends on bytes between the members of a struct"),
            Stuck::Undefined(what) | Stuck::Unsupported(what) => f.write_str(what),
        }
    }
}

/// A value, or why there is none.
pub type Result<T> = std::result::Result<T, Stuck>;

const UNWRITTEN: Stuck = Stuck::Undefined("the use of a value that was never written");

/// Evaluates expressions in a state.
pub struct Evaluator<'a, 'p> {
    /// Where terms are made and questions asked.
    pub context: &'a mut Context<'p>,
    /// The state.
    pub state: &'a State,
}

impl Evaluator<'_, '_> {
    /// The value of an expression.
    pub fn value(&mut self, expr: &Expr) -> Result<Value> {
        match expr {
            Expr::Null(_) => Ok(Value::NULL),
            Expr::Load(place) => self.load(place),
            Expr::AddressOf(place) => self.address(place).map(Value::Pointer),
            Expr::Offset(pointer, count) => {
                let (value, count) = (self.pointer(pointer)?, self.number(count)?);
                Ok(Value::Pointer(self.offset(&value, count, pointer)))
            }
            Expr::Retype(ty, pointer) => {
                let pointer = self.value(pointer)?;
                self.retyped(*ty, pointer)
            }
            Expr::Pointer(ty, number) => {
                let number = self.number(number)?;
                let pointer = Value::Pointer(self.pointer_of(number)?);
                self.retyped(*ty, pointer)
            }
            Expr::Array(_, parts) | Expr::Record(_, parts) => {
                let parts = parts.iter().map(|part| self.value(part)).collect::<Result<Vec<_>>>()?;
                Ok(Value::Aggregate(Rc::new(parts)))
            }
            Expr::Zero(ty) => shapes::zero(self.context, *ty),
            Expr::Repeat(ty, count, element) => {
                let (count, element) = (self.number(count)?, self.value(element)?);
                shapes::repeated(self.context, *ty, count, &element)
            }
            _ => self.number(expr).map(Value::Int),
        }
    }

    /// The value of an expression that is a pointer.
    pub fn pointer(&mut self, expr: &Expr) -> Result<Pointer> {
        match self.value(expr)? {
            Value::Pointer(pointer) => Ok(pointer),
            _ => Err(UNWRITTEN),
        }
    }

    /// The value itself; of a choice, the one that the path has fixed, for which the state may have to be split.
    pub(crate) fn fixed_value(&self, value: Value) -> Result<Value> {
        let Value::Choice(all) = &value else { return Ok(value) };
        let fixed = |guard: &Term| self.state.fixed.get(guard).copied().unwrap_or(*guard);
        let left: Vec<&(Term, Value)> = all.iter().filter(|(guard, _)| fixed(guard) != Term::FALSE).collect();
        match left.as_slice() {
            [(_, only)] => self.fixed_value(only.clone()),
            _ => match left.iter().find(|(guard, _)| fixed(guard) == Term::TRUE) {
                Some((_, chosen)) => self.fixed_value(chosen.clone()),
                None => Err(Stuck::SplitGuards(left.iter().map(|(guard, _)| *guard).collect())),
            },
        }
    }

    /// The value of an expression that is a number.
    pub fn number(&mut self, expr: &Expr) -> Result<Term> {
        match expr {
            Expr::Int(value) => Ok(self.context.terms.int(value)),
            Expr::Load(place) => {
                if let Some(variable) = place.as_variable()
                    && let Some(Value::Int(term)) = self.state.variable(variable)
                {
                    return Ok(*term);
                }
                match self.load(place)? {
                    Value::Int(term) => Ok(term),
                    _ => Err(UNWRITTEN),
                }
            }
            Expr::Unary(UnaryOp::Neg, operand) => {
                let operand = self.number(operand)?;
                Ok(self.context.terms.neg(operand))
            }
            Expr::Binary(op, left, right) if is_on_bits(*op) => {
                let (left, right) = (self.machine_number(left)?, self.machine_number(right)?);
                self.arithmetic(*op, left, right)
            }
            Expr::Binary(op, left, right) if is_arithmetic(*op) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.arithmetic(*op, left, right)
            }
            Expr::Convert(ty, operand) => {
                let operand = self.number(operand)?;
                Ok(self.convert(*ty, operand))
            }
            Expr::Float(op, format, operands) => {
                let operands =
                    operands.iter().map(|operand| self.number(operand)).collect::<Result<Vec<_>>>()?;
                Ok(self.context.terms.float(*op, *format, &operands))
            }
            Expr::Distance(left, right) => {
                let element = self.target_type(left);
                let (left, right) = (self.pointer(left)?, self.pointer(right)?);
                self.distance(&left, &right, element)
            }
            Expr::Address(pointer) => {
                let pointer = self.pointer(pointer)?;
                self.address_number(&pointer)
            }
            Expr::Length(place) => self.length(place),
            _ => {
                let truth = self.truth(expr)?;
                Ok(self.context.terms.number_of(truth))
            }
        }
    }

    /// Whether an expression counts as true.
    pub fn truth(&mut self, expr: &Expr) -> Result<Term> {
        match expr {
            Expr::Unary(UnaryOp::Not, operand) => {
                let operand = self.truth(operand)?;
                Ok(self.context.terms.not(operand))
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let left = self.truth(left)?;
                let left = self.state.fixed.get(&left).copied().unwrap_or(left);
                // The right operand may be undefined when the left one decides.
                if left == Term::truth(*op == BinaryOp::Or) {
                    return Ok(left);
                }
                let right = match self.truth(right) {
                    // It needs a split, or is undefined: both may be so only where the left one does not decide.
                    Err(_) if left.as_truth().is_none() => {
                        let not_left = self.context.terms.not(left);
                        return Err(Stuck::SplitGuards(vec![left, not_left]));
                    }
                    right => right?,
                };
                let terms = &mut self.context.terms;
                Ok(if *op == BinaryOp::And { terms.both(left, right) } else { terms.either(left, right) })
            }
            Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let equal = match (left, right) {
                    (Value::Int(a), Value::Int(b)) => {
                        self.set_apart(a, b)?;
                        self.context.terms.eq(a, b)
                    }
                    (Value::Pointer(a), Value::Pointer(b)) => self.pointers_equal(&a, &b)?,
                    _ => return Err(UNWRITTEN),
                };
                Ok(if *op == BinaryOp::Eq { equal } else { self.context.terms.not(equal) })
            }
            Expr::Binary(op @ (BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge), left, right) => {
                self.comparison(*op, left, right)
            }
            Expr::Initialized(place) => {
                let value = self.load_any(place)?;
                Ok(value.written(&mut self.context.terms))
            }
            Expr::Live(pointer) => {
                let pointer = self.pointer(pointer)?;
                Ok(self.live(&pointer))
            }
            Expr::Allocated(pointer) => {
                let pointer = self.pointer(pointer)?;
                Ok(self.allocated(&pointer))
            }
            Expr::InBounds(pointer) => {
                let target = self.target_type(pointer);
                let pointer = self.pointer(pointer)?;
                self.in_bounds(&pointer, target)
            }
            Expr::Ends(pointer) => {
                let pointer = self.pointer(pointer)?;
                Ok(self.ends(&pointer))
            }
            _ => {
                let number = self.number(expr)?;
                Ok(self.context.terms.truth_of(number))
            }
        }
    }

    fn comparison(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Result<Term> {
        // For pointers into one object, the distance says which is first.
        let (a, b) = match (self.value(left)?, self.value(right)?) {
            (Value::Int(a), Value::Int(b)) => {
                self.set_apart(a, b)?;
                (a, b)
            }
            (Value::Pointer(a), Value::Pointer(b)) => (self.distance(&a, &b, None)?, Term::ZERO),
            _ => return Err(UNWRITTEN),
        };
        let terms = &mut self.context.terms;
        Ok(match op {
            BinaryOp::Lt => terms.lt(a, b),
            BinaryOp::Le => terms.le(a, b),
            BinaryOp::Gt => terms.gt(a, b),
            _ => terms.ge(a, b),
        })
    }

    fn arithmetic(&mut self, op: BinaryOp, a: Term, b: Term) -> Result<Term> {
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) && self.context.terms.as_int(b).is_none() {
            let most = Int::from(i64::from(bits::MAX_SHIFT));
            if !self.always_within(b, &Int::ZERO, &most) {
                let most = &most + &most + Int::ONE;
                if !self.always_within(b, &Int::ZERO, &most) {
                    return Err(Stuck::Unsupported("a shift by a number of bits that may be large"));
                }
                return bits::far_shift(&mut self.context.terms, op, a, b);
            }
        }
        let terms = &mut self.context.terms;
        Ok(match op {
            BinaryOp::Add => terms.add(a, b),
            BinaryOp::Sub => terms.sub(a, b),
            BinaryOp::Mul if size(terms, a) + size(terms, b) > MAX_NUMBER_BITS => {
                return Err(Stuck::Unsupported("a number of more than a million bits"));
            }
            BinaryOp::Mul if is_overgrown(terms, a, b) => {
                return Err(Stuck::Unsupported(
                    "a product of more unknown numbers than a solver can deal with",
                ));
            }
            BinaryOp::Mul => terms.mul(a, b),
            BinaryOp::Div | BinaryOp::Rem if b == Term::ZERO => {
                return Err(Stuck::Undefined("a division by zero"));
            }
            BinaryOp::Div => terms.div_trunc(a, b),
            BinaryOp::Rem => terms.rem_trunc(a, b),
            _ => return bits::operation(terms, op, a, b),
        })
    }

    /// The value of a number whose bits are looked at. A closed form may have no bounds by itself where the path
    /// keeps it in its type's range; brought into that range once more, it is the same number, and has them.
    fn machine_number(&mut self, expr: &Expr) -> Result<Term> {
        let number = self.number(expr)?;
        if bits::is_bounded(&self.context.terms, number) {
            return Ok(number);
        }
        let range = self.machine_type(expr).and_then(IntType::range);
        Ok(range.map_or(number, |range| self.wrapped_into(number, range)))
    }

    /// The machine type of a number that is read or converted.
    fn machine_type(&self, expr: &Expr) -> Option<IntType> {
        match expr {
            Expr::Convert(ty, _) => Some(*ty),
            Expr::Load(place) => {
                let program = self.context.program;
                let ty = place.type_in(program, program.procedures.get(self.state.procedure())?)?;
                match program.types.get(ty)? {
                    kyklos_flow::Type::Int(ty) => Some(*ty),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The number modulo the size of a range, in that range.
    fn wrapped_into(&mut self, value: Term, (low, high): (Int, Int)) -> Term {
        let terms = &mut self.context.terms;
        let (low_term, size_term) = (terms.int(&low), terms.int(&(&high - &low + Int::ONE)));
        let shifted = terms.sub(value, low_term);
        let wrapped = terms.modulo(shifted, size_term);
        terms.add(wrapped, low_term)
    }

    /// The number modulo 2^bits, in the type's range. It is left as it is where
    /// intervals, or else the solver, show that it fits.
    pub(crate) fn convert(&mut self, ty: IntType, value: Term) -> Term {
        let Some((low, high)) = ty.range() else { return value };
        if let Some(constant) = self.context.terms.as_int(value) {
            return self.context.terms.int(&ty.wrap(&constant));
        }
        let bounds = self.context.terms.bounds(value, &SymbolBounds::default());
        if within(&bounds, &low, &high) {
            return value;
        }
        if self.context.demand_range(value, &low, &high) {
            return value;
        }
        // What mixes its inputs for long, as hashes do, takes any value, and to find out so would take as long as to
        // invert it.
        if self.context.terms.bit_depth(value) <= MIXED && self.always_within(value, &low, &high) {
            return value;
        }
        // Solvers that know integers alone get cases where it wraps at most once.
        self.wrapped_into(value, (low, high))
    }

    /// The number modulo 2^bits, in the type's range, if intervals show that it leaves that by less than once
    /// around.
    pub(crate) fn wrapped_by_cases(&mut self, ty: IntType, value: Term) -> Option<Term> {
        let (low, high) = ty.range()?;
        let terms = &mut self.context.terms;
        let size = &high - &low + Int::ONE;
        let bounds = terms.bounds(value, &SymbolBounds::default());
        if !within(&bounds, &(&low - &size), &(&high + &size)) {
            return None;
        }
        let size = terms.int(&size);
        let mut wrapped = value;
        if bounds.high.is_none_or(|most| most > high) {
            let (high, down) = (terms.int(&high), terms.sub(value, size));
            let above = terms.gt(value, high);
            wrapped = terms.ite(above, down, wrapped);
        }
        if bounds.low.is_none_or(|least| least < low) {
            let (low, up) = (terms.int(&low), terms.add(value, size));
            let below = terms.lt(value, low);
            wrapped = terms.ite(below, up, wrapped);
        }
        Some(wrapped)
    }

    /// Whether the path keeps a number within a range; asks the solver.
    fn always_within(&mut self, value: Term, low: &Int, high: &Int) -> bool {
        let terms = &mut self.context.terms;
        let (low, high) = (terms.int(low), terms.int(high));
        let (below, above) = (terms.lt(value, low), terms.gt(value, high));
        let outside = terms.either(below, above);
        if let Some((true, _)) = self.context.witness(self.state, outside) {
            return false;
        }
        // A wrap costs little in bits, and whether there is one may cost much. Where that was not found out before, it
        // is asked with less patience.
        let point = self.state.point();
        let has_bits = self.context.terms.has_bits(value);
        let limit = match has_bits {
            true => BITS_LIMIT / (1 << self.context.undecided_ranges.get(&point).copied().unwrap_or(0)),
            false => RANGE_LIMIT,
        };
        let limit = limit.min(self.context.options.solver_timeout);
        let answer = self.context.ask_within(self.state, outside, limit);
        if let (true, Answer::Unknown(Reason::Timeout)) = (has_bits, &answer) {
            let failed = self.context.undecided_ranges.entry(point).or_insert(0);
            *failed = (*failed + 1).min(MOST_HALVINGS);
        }
        matches!(answer, Answer::Unsat)
    }

    /// A pointer moved by a number of elements; `expr` is what it is the value of.
    fn offset(&mut self, pointer: &Pointer, count: Term, expr: &Expr) -> Pointer {
        if count == Term::ZERO {
            return pointer.clone();
        }
        let mut all = Vec::new();
        for (guard, target) in pointer.targets() {
            let moved: Target = match target {
                Some(spot) => {
                    let by = if spot.object == ObjectId::NOWHERE || spot.bytes {
                        self.in_bytes(count, expr)
                    } else {
                        count
                    };
                    Some(Spot { index: self.context.terms.add(spot.index, by), ..spot })
                }
                // Only moving null by 0 is defined.
                None => None,
            };
            all.push((guard, moved));
        }
        Pointer::of(&mut self.context.terms, all)
    }

    /// A number of elements that a pointer points to as one of bytes.
    fn in_bytes(&mut self, count: Term, pointer: &Expr) -> Term {
        let size = self.target_type(pointer).and_then(|ty| self.context.program.types.size_of(ty));
        let size = self.context.terms.int(&Int::from(size.unwrap_or(1) as usize));
        self.context.terms.mul(count, size)
    }

    /// The type of what a pointer points to for the program.
    fn target_type(&self, pointer: &Expr) -> Option<TypeId> {
        let program = self.context.program;
        match pointer.type_in(program, program.procedures.get(self.state.procedure())?)? {
            ExprType::PointerTo(target) => Some(target),
            _ => None,
        }
    }
}

fn is_on_bits(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, BitAnd | BitOr | BitXor | Shl | Shr)
}

fn is_arithmetic(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Add | Sub | Mul | Div | Rem | BitAnd | BitOr | BitXor | Shl | Shr)
}

fn within(bounds: &Interval, low: &Int, high: &Int) -> bool {
    bounds.low.as_ref().is_some_and(|least| low <= least)
        && bounds.high.as_ref().is_some_and(|most| most <= high)
}
