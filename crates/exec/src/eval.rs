//! Expressions and places of a state: flowgraph expressions → symbolic values.

use crate::state::State;
use crate::value::{ObjectId, Pointer, Value};
use kyklos_base::Int;
use kyklos_flow::{BinaryOp, Expr, IntType, Place, Root, Step, UnaryOp};
use kyklos_term::arith::DEGREE_LIMIT;
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{Term, Terms};
use std::rc::Rc;

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
    /// The expression is undefined here; the graph lacks a check.
    Undefined(&'static str),
    /// The engine cannot do this.
    Unsupported(&'static str),
}

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

type Result<T> = std::result::Result<T, Stuck>;

/// Evaluates expressions in a state.
pub struct Evaluator<'a> {
    /// Where terms are made.
    pub terms: &'a mut Terms,
    /// The state.
    pub state: &'a State,
    /// How symbolic indices are treated.
    pub index: SymbolicIndex,
}

/// A step into an aggregate, its index evaluated.
#[derive(Clone, Copy)]
enum Way {
    Part(usize),
    Symbolic(Term),
}

/// A place with everything in it evaluated.
struct ResolvedPlace {
    roots: Vec<(Term, ResolvedRoot)>,
    ways: Vec<Way>,
}

impl ResolvedPlace {
    /// How to split a state in which the pointer of the place has several targets.
    fn split(&self) -> Stuck {
        Stuck::SplitGuards(self.roots.iter().map(|(guard, _)| *guard).collect())
    }

    /// The place in memory, where it is one and only one.
    fn plain<'s>(&self, state: &'s mut State) -> Option<&'s mut Value> {
        let [(_, root)] = self.roots.as_slice() else { return None };
        let mut value = match root {
            ResolvedRoot::Variable(variable) => state.variable_mut(*variable)?,
            ResolvedRoot::Object(object) => state.objects.get_mut(object.0 as usize)?,
        };
        for way in &self.ways {
            let (Way::Part(index), Value::Aggregate(parts)) = (way, value) else { return None };
            value = Rc::make_mut(parts).get_mut(*index)?;
        }
        Some(value)
    }
}

/// Writes a value to a place of a state. The state is changed only if that succeeds.
pub fn write(
    terms: &mut Terms,
    state: &mut State,
    index: SymbolicIndex,
    place: &Place,
    value: Value,
) -> Result<()> {
    if let Some(variable) = place.as_variable()
        && let Some(slot) = state.variable_mut(variable)
    {
        *slot = value;
        return Ok(());
    }
    let resolved = Evaluator { terms, state, index }.resolve(place)?;
    if let Some(slot) = resolved.plain(state) {
        *slot = value;
        return Ok(());
    }
    let updates = Evaluator { terms, state, index }.updates(&resolved, &value)?;
    for (root, value) in updates {
        let slot = match root {
            ResolvedRoot::Variable(variable) => state.variable_mut(variable),
            ResolvedRoot::Object(object) => state.objects.get_mut(object.0 as usize),
        };
        if let Some(slot) = slot {
            *slot = value;
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum ResolvedRoot {
    Variable(kyklos_flow::VariableId),
    Object(ObjectId),
}

impl Evaluator<'_> {
    /// The value of an expression.
    pub fn value(&mut self, expr: &Expr) -> Result<Value> {
        match expr {
            Expr::Null(_) => Ok(Value::NULL),
            Expr::Load(place) => self.load(place),
            Expr::AddressOf(variable) => match self.state.address(*variable) {
                Some(object) => Ok(Value::Pointer(Pointer::One(Some(object)))),
                None => Err(Stuck::Undefined("the address of a variable that has none")),
            },
            Expr::Array(_, parts) | Expr::Record(_, parts) => {
                let parts = parts.iter().map(|part| self.value(part)).collect::<Result<Vec<_>>>()?;
                Ok(Value::Aggregate(Rc::new(parts)))
            }
            _ => self.number(expr).map(Value::Int),
        }
    }

    /// The value of an expression that is a number.
    pub fn number(&mut self, expr: &Expr) -> Result<Term> {
        match expr {
            Expr::Int(value) => Ok(self.terms.int(value)),
            Expr::Load(place) => match self.load(place)? {
                Value::Int(term) => Ok(term),
                _ => Err(Stuck::Undefined("the use of a value that was never written")),
            },
            Expr::Unary(UnaryOp::Neg, operand) => {
                let operand = self.number(operand)?;
                Ok(self.terms.neg(operand))
            }
            Expr::Binary(op, left, right) => match op {
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {
                    let (left, right) = (self.number(left)?, self.number(right)?);
                    self.arithmetic(*op, left, right)
                }
                _ => self.truth_as_number(expr),
            },
            Expr::Convert(ty, operand) => {
                let operand = self.number(operand)?;
                Ok(self.convert(*ty, operand))
            }
            Expr::Length(place) => match self.load(place)? {
                Value::Aggregate(parts) => Ok(self.terms.int(&Int::from(parts.len()))),
                _ => Err(Stuck::Undefined("the length of an array that was never written")),
            },
            _ => self.truth_as_number(expr),
        }
    }

    fn truth_as_number(&mut self, expr: &Expr) -> Result<Term> {
        let truth = self.truth(expr)?;
        Ok(self.terms.number_of(truth))
    }

    /// Whether an expression counts as true.
    pub fn truth(&mut self, expr: &Expr) -> Result<Term> {
        match expr {
            Expr::Unary(UnaryOp::Not, operand) => {
                let operand = self.truth(operand)?;
                Ok(self.terms.not(operand))
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
                        let not_left = self.terms.not(left);
                        return Err(Stuck::SplitGuards(vec![left, not_left]));
                    }
                    right => right?,
                };
                Ok(if *op == BinaryOp::And {
                    self.terms.both(left, right)
                } else {
                    self.terms.either(left, right)
                })
            }
            Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) => {
                let equal = match (self.value(left)?, self.value(right)?) {
                    (Value::Int(a), Value::Int(b)) => self.terms.eq(a, b),
                    (Value::Pointer(a), Value::Pointer(b)) => a.equal(&b, self.terms),
                    _ => return Err(Stuck::Undefined("the use of a value that was never written")),
                };
                Ok(if *op == BinaryOp::Eq { equal } else { self.terms.not(equal) })
            }
            Expr::Binary(op @ (BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge), left, right) => {
                let (a, b) = (self.number(left)?, self.number(right)?);
                Ok(match op {
                    BinaryOp::Lt => self.terms.lt(a, b),
                    BinaryOp::Le => self.terms.le(a, b),
                    BinaryOp::Gt => self.terms.gt(a, b),
                    _ => self.terms.ge(a, b),
                })
            }
            Expr::Initialized(place) => {
                let value = self.load(place)?;
                Ok(Term::truth(value != Value::Uninitialized))
            }
            _ => {
                let number = self.number(expr)?;
                Ok(self.terms.truth_of(number))
            }
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, a: Term, b: Term) -> Result<Term> {
        let terms = &mut *self.terms;
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
            _ if b == Term::ZERO => return Err(Stuck::Undefined("a division by zero")),
            BinaryOp::Div => terms.div_trunc(a, b),
            _ => terms.rem_trunc(a, b),
        })
    }

    /// The number modulo 2^bits, in the type's range; unchanged where intervals show that it fits.
    fn convert(&mut self, ty: IntType, value: Term) -> Term {
        let (IntType::Sized { bits, .. }, Some((low, high))) = (ty, ty.range()) else { return value };
        let bounds = self.terms.bounds(value, &SymbolBounds::default());
        let fits =
            bounds.low.is_some_and(|least| low <= least) && bounds.high.is_some_and(|most| most <= high);
        if fits {
            return value;
        }
        let (low, modulus) = (self.terms.int(&low), self.terms.int(&Int::power_of_two(u32::from(bits))));
        let shifted = self.terms.sub(value, low);
        let wrapped = self.terms.modulo(shifted, modulus);
        self.terms.add(wrapped, low)
    }

    /// The value at a place.
    pub fn load(&mut self, place: &Place) -> Result<Value> {
        let state = self.state;
        if let Some(variable) = place.as_variable() {
            return state
                .variable(variable)
                .cloned()
                .ok_or(Stuck::Undefined("a variable that does not exist"));
        }
        let resolved = self.resolve(place)?;
        let split = resolved.split();
        let mut result: Option<Value> = None;
        // The guards cover all cases, so the last one needs no guard.
        for (guard, root) in resolved.roots.iter().rev() {
            let value = match root {
                ResolvedRoot::Variable(variable) => state.variable(*variable),
                ResolvedRoot::Object(object) => state.objects.get(object.0 as usize),
            };
            let value = value.ok_or(Stuck::Undefined("an object that does not exist"))?;
            let value = self.navigate(value, &resolved.ways)?;
            result = Some(match result {
                None => value,
                Some(other) => {
                    Value::choose(self.terms, *guard, &value, &other).ok_or_else(|| split.clone())?
                }
            });
        }
        result.ok_or(Stuck::Undefined("the use of a null pointer"))
    }

    /// Evaluates everything in a place.
    fn resolve(&mut self, place: &Place) -> Result<ResolvedPlace> {
        let roots = match &place.root {
            Root::Variable(variable) => vec![(Term::TRUE, ResolvedRoot::Variable(*variable))],
            Root::Deref(pointer) => {
                let Value::Pointer(pointer) = self.value(pointer)? else {
                    return Err(Stuck::Undefined("the use of a pointer that was never written"));
                };
                let fixed = |guard: &Term| self.state.fixed.get(guard).copied().unwrap_or(*guard);
                let targets = pointer.targets().into_iter().map(|(guard, target)| (fixed(&guard), target));
                // A check before has excluded null.
                targets
                    .filter(|(guard, _)| *guard != Term::FALSE)
                    .filter_map(|(guard, target)| Some((guard, ResolvedRoot::Object(target?))))
                    .collect()
            }
        };
        let mut ways = Vec::with_capacity(place.steps.len());
        for step in &place.steps {
            ways.push(match step {
                Step::Field(field) => Way::Part(*field as usize),
                Step::Index(index) => {
                    let index = self.number(index)?;
                    let index = self.state.fixed.get(&index).copied().unwrap_or(index);
                    match self.terms.as_int(index) {
                        Some(constant) => {
                            let outside = Stuck::Undefined("an access outside an array");
                            Way::Part(constant.to_usize().ok_or(outside)?)
                        }
                        None => Way::Symbolic(index),
                    }
                }
            });
        }
        Ok(ResolvedPlace { roots, ways })
    }

    fn navigate(&mut self, value: &Value, ways: &[Way]) -> Result<Value> {
        let Some((way, rest)) = ways.split_first() else { return Ok(value.clone()) };
        let Value::Aggregate(parts) = value else {
            return Err(Stuck::Undefined("the use of an array or record that was never written"));
        };
        match way {
            Way::Part(index) => {
                let part = parts.get(*index).ok_or(Stuck::Undefined("an access outside an array"))?;
                self.navigate(part, rest)
            }
            Way::Symbolic(index) => {
                let split = Stuck::SplitIndex(*index, parts.len());
                if self.index == SymbolicIndex::Fork {
                    return Err(split);
                }
                let (low, high) = self.candidates(*index, parts.len());
                let mut result: Option<Value> = None;
                // The check before the access has excluded all other indices.
                for number in (low..high).rev() {
                    let value = self.navigate(&parts[number], rest)?;
                    result = Some(match result {
                        None => value,
                        Some(other) => {
                            let here = self.index_is(*index, number);
                            Value::choose(self.terms, here, &value, &other).ok_or(split.clone())?
                        }
                    });
                }
                result.ok_or(Stuck::Undefined("an access outside an array"))
            }
        }
    }

    /// The indices that a term can be, by intervals: from the first to before the second.
    fn candidates(&self, index: Term, length: usize) -> (usize, usize) {
        let bounds = self.terms.bounds(index, &SymbolBounds::default());
        let low = bounds.low.and_then(|low| low.to_usize()).unwrap_or(0);
        let high = bounds
            .high
            .and_then(|high| high.to_usize())
            .map_or(length, |high| length.min(high.saturating_add(1)));
        (low.min(high), high)
    }

    fn index_is(&mut self, index: Term, number: usize) -> Term {
        let number = self.terms.int(&Int::from(number));
        self.terms.eq(index, number)
    }

    /// What the variables and objects of a place become when a value is written to it.
    fn updates(&mut self, resolved: &ResolvedPlace, value: &Value) -> Result<Vec<(ResolvedRoot, Value)>> {
        let state = self.state;
        let split = resolved.split();
        let mut updates = Vec::with_capacity(resolved.roots.len());
        let single = resolved.roots.len() == 1;
        for (guard, root) in &resolved.roots {
            let guard = if single { Term::TRUE } else { *guard };
            let old = match root {
                ResolvedRoot::Variable(variable) => state.variable(*variable),
                ResolvedRoot::Object(object) => state.objects.get(object.0 as usize),
            };
            let old = old.ok_or(Stuck::Undefined("an object that does not exist"))?;
            let new = self.replaced(old, &resolved.ways, value, guard, &split)?;
            updates.push((*root, new));
        }
        if updates.is_empty() {
            return Err(Stuck::Undefined("the use of a null pointer"));
        }
        Ok(updates)
    }

    /// `old` with the part behind `ways` replaced where the guard holds.
    /// If the new and the old value have no common form, the state must be split first.
    fn replaced(
        &mut self,
        old: &Value,
        ways: &[Way],
        new: &Value,
        guard: Term,
        split: &Stuck,
    ) -> Result<Value> {
        let Some((way, rest)) = ways.split_first() else {
            return Value::choose(self.terms, guard, new, old).ok_or_else(|| split.clone());
        };
        let Value::Aggregate(parts) = old else {
            return Err(Stuck::Undefined("the use of an array or record that was never written"));
        };
        let mut changed = parts.as_ref().clone();
        match way {
            Way::Part(index) => {
                let part = parts.get(*index).ok_or(Stuck::Undefined("an access outside an array"))?;
                changed[*index] = self.replaced(part, rest, new, guard, split)?;
            }
            Way::Symbolic(index) => {
                let split = Stuck::SplitIndex(*index, parts.len());
                if self.index == SymbolicIndex::Fork {
                    return Err(split);
                }
                let (low, high) = self.candidates(*index, parts.len());
                for number in low..high {
                    let here = self.index_is(*index, number);
                    let guard = self.terms.both(guard, here);
                    changed[number] = self.replaced(&parts[number], rest, new, guard, &split)?;
                }
            }
        }
        Ok(Value::Aggregate(Rc::new(changed)))
    }
}
