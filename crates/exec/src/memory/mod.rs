//! Places of a state: where they are and what they hold. Writing to them, the parts of what they hold and the extents
//! of memory are next door.

mod ends;
mod extent;
mod parts;
mod write;

pub use write::write;

use crate::context::Context;
use crate::eval::{Evaluator, Result, Stuck};
use crate::state::State;
use crate::value::{ObjectId, Pointer, Spot, Value, Way};
use kyklos_flow::{Expr, IntType, Place, Root, Step, TypeId, VariableId};
use kyklos_term::Term;

const OUTSIDE: Stuck = Stuck::Undefined("an access outside an array");
const UNWRITTEN: Stuck = Stuck::Undefined("the use of an array or record that was never written");
const UNTYPED: Stuck = Stuck::Unsupported("memory without a layout is used as another type than its own");
const MISSING: Stuck = Stuck::Undefined("the use of memory that does not exist");
const PART_OF_MAP: Stuck = Stuck::Unsupported("the use of a row of an array as a whole");

/// A place with everything in it evaluated: with each guard, a root and the way from there.
struct Resolved {
    roots: Vec<(Term, Start, Vec<Way>)>,
}

#[derive(Clone, Copy)]
enum Start {
    Variable(VariableId),
    Object(ObjectId),
    /// So many bytes behind an object's start there is, for the program, a value of this type.
    Bytes(ObjectId, Term, TypeId),
}

impl Start {
    fn value(self, state: &State) -> Option<&Value> {
        match self {
            Start::Variable(variable) => state.variable(variable),
            Start::Object(object) | Start::Bytes(object, ..) => state.object(object),
        }
    }

    fn value_mut(self, state: &mut State) -> Option<&mut Value> {
        match self {
            Start::Variable(variable) => state.variable_mut(variable),
            Start::Object(object) | Start::Bytes(object, ..) => state.object_mut(object),
        }
    }

    /// The type of the integer behind the ways, if it is one of an object.
    fn integers(self, evaluator: &Evaluator<'_, '_>, ways: &[Way]) -> Option<IntType> {
        match self {
            Start::Variable(_) | Start::Bytes(..) => None,
            Start::Object(object) => evaluator.integers_in(object, ways),
        }
    }

    fn is(self, other: Start) -> bool {
        match (self, other) {
            (Start::Variable(a), Start::Variable(b)) => a == b,
            (Start::Object(a) | Start::Bytes(a, ..), Start::Object(b) | Start::Bytes(b, ..)) => a == b,
            _ => false,
        }
    }
}

impl Resolved {
    /// How to split a state in which the pointer of the place has several targets.
    fn split(&self) -> Stuck {
        Stuck::SplitGuards(self.roots.iter().map(|(guard, ..)| *guard).collect())
    }
}

impl Evaluator<'_, '_> {
    /// The value at a place.
    pub fn load(&mut self, place: &Place) -> Result<Value> {
        match self.load_any(place)? {
            choice @ Value::Choice(_) => self.fixed_value(choice),
            value => Ok(value),
        }
    }

    /// The value at a place, which may be a choice.
    pub(crate) fn load_any(&mut self, place: &Place) -> Result<Value> {
        let state = self.state;
        if let Some(variable) = place.as_variable() {
            return state.variable(variable).cloned().ok_or(MISSING);
        }
        let resolved = self.resolve(place)?;
        let split = resolved.split();
        let kind = self.integers_at(place);
        let mut result: Option<Value> = None;
        // The guards cover all cases, so the last one needs no guard.
        for (root, (guard, start, ways)) in resolved.roots.iter().enumerate().rev() {
            let value = self.load_root(*start, ways);
            let mut value = value.map_err(|stuck| self.without(&resolved, root, stuck))?;
            if let Value::Aggregate(_) = value
                && let Some(scalar) = self.scalar_at(place)
            {
                value = self.whole(value, scalar)?;
            }
            if let Some((kind, own)) = kind.zip(start.integers(self, ways)) {
                value = self.with_sign(own, kind, value);
            }
            result = Some(match result {
                None => value,
                Some(other) => Value::choose(&mut self.context.terms, *guard, &value, &other)
                    .ok_or_else(|| split.clone())?,
            });
        }
        result.ok_or(Stuck::Undefined("the use of a null pointer"))
    }

    /// The value behind a root and the way from there.
    fn load_root(&mut self, start: Start, ways: &[Way]) -> Result<Value> {
        let state = self.state;
        let value = start.value(state).ok_or(MISSING)?;
        match start {
            Start::Bytes(object, offset, ty) => self.view(self.content(object, value)?, offset, ty),
            _ => self.navigate(value, ways),
        }
    }

    /// What to do where one of the roots cannot be looked at. The check before the access looked at all of them, so if
    /// there are others, the path mostly rules this one out. Whether it does, splitting tells.
    fn without(&mut self, resolved: &Resolved, root: usize, stuck: Stuck) -> Stuck {
        match (&stuck, resolved.roots.as_slice()) {
            (Stuck::Undefined(_), roots @ [_, _, ..]) if roots[root].0 != Term::TRUE => {
                self.split_at(roots[root].0)
            }
            _ => stuck,
        }
    }

    /// What a pointer points to that has one target only; with several, the state is to be split.
    pub fn only_target(&mut self, pointer: &Expr) -> Result<Spot> {
        let mut found = Vec::new();
        for (guard, target) in self.pointer(pointer)?.targets() {
            let guard = self.state.fixed.get(&guard).copied().unwrap_or(guard);
            // A check before has excluded null.
            if let (Some(spot), true) = (target, guard != Term::FALSE) {
                found.push((guard, spot));
            }
        }
        match found.as_slice() {
            [(_, spot)] => Ok(spot.clone()),
            [] => Err(Stuck::Undefined("the use of a null pointer")),
            _ => Err(Stuck::SplitGuards(found.into_iter().map(|(guard, _)| guard).collect())),
        }
    }

    /// The value at a spot that is no element.
    pub fn at(&mut self, spot: &Spot) -> Result<Value> {
        let state = self.state;
        let object = state.object(spot.object).ok_or(MISSING)?;
        let value = self.navigate(object, &spot.path)?;
        self.fixed_value(value)
    }

    /// A pointer to a place.
    pub fn address(&mut self, place: &Place) -> Result<Pointer> {
        let mut steps = place.steps.as_slice();
        let pointer = match &place.root {
            Root::Deref(pointer) => self.pointer(pointer)?,
            Root::Global(global) => Pointer::to(Spot::whole(ObjectId(global.0))),
            Root::Variable(variable) => match self.state.address(*variable) {
                Some(object) => Pointer::to(Spot::whole(object)),
                None => return Err(Stuck::Undefined("the address of a variable that has none")),
            },
        };
        if steps.is_empty() {
            return Ok(pointer);
        }
        let last = match steps {
            [before @ .., Step::Index(index)] => {
                steps = before;
                Some(self.number(index)?)
            }
            _ => None,
        };
        let ways = self.ways(steps)?;
        let mut all = Vec::new();
        for (guard, target) in pointer.targets() {
            // A check before has excluded null.
            let Some(spot) = target else { continue };
            if spot.bytes || spot.object == ObjectId::NOWHERE {
                let index = self.stepped(place, spot.index)?;
                all.push((guard, Some(Spot { index, ..spot })));
                continue;
            }
            let mut path = into(&spot);
            path.extend(&ways);
            let (element, index) = (last.is_some(), last.unwrap_or(Term::ZERO));
            let spot = Spot { path: path.into(), element, index, ..Spot::whole(spot.object) };
            all.push((guard, Some(spot)));
        }
        if all.is_empty() {
            return Err(Stuck::Undefined("the use of a null pointer"));
        }
        Ok(Pointer::of(&mut self.context.terms, all))
    }

    /// The places that a spot may be: itself, or the objects that a guessed address may lie in.
    pub(crate) fn places(&mut self, spot: Spot) -> Vec<(Term, Spot)> {
        match spot.object {
            ObjectId::NOWHERE => self.guesses(spot.index),
            _ => vec![(Term::TRUE, spot)],
        }
    }

    /// Evaluates everything in a place.
    fn resolve(&mut self, place: &Place) -> Result<Resolved> {
        self.context.found += 1;
        let ways = self.ways(&place.steps)?;
        let roots = match &place.root {
            Root::Variable(variable) => vec![(Term::TRUE, Start::Variable(*variable), ways)],
            Root::Global(global) => vec![(Term::TRUE, Start::Object(ObjectId(global.0)), ways)],
            Root::Deref(pointer) => {
                let pointer = self.pointer(pointer)?;
                let mut roots = Vec::new();
                for (guard, target) in pointer.targets() {
                    let guard = self.state.fixed.get(&guard).copied().unwrap_or(guard);
                    // A check before has excluded null.
                    if let (Some(spot), true) = (target, guard != Term::FALSE) {
                        if spot.bytes || spot.object == ObjectId::NOWHERE {
                            roots.extend(self.byte_roots(place, guard, spot)?);
                            continue;
                        }
                        let mut all = into(&spot);
                        all.extend(&ways);
                        roots.push((guard, Start::Object(spot.object), all));
                    }
                }
                roots
            }
        };
        Ok(Resolved { roots })
    }

    /// The roots of a place behind a pointer that is a number of bytes behind an object's start, or an address.
    fn byte_roots(&mut self, place: &Place, guard: Term, spot: Spot) -> Result<Vec<(Term, Start, Vec<Way>)>> {
        let mut found = Vec::new();
        for (here, spot) in self.places(spot) {
            let guard = self.context.terms.both(guard, here);
            match self.state.fixed.get(&guard).copied().unwrap_or(guard) {
                Term::FALSE => {}
                Term::TRUE => {
                    found = vec![(Term::TRUE, spot)];
                    break;
                }
                guard => found.push((guard, spot)),
            }
        }
        // Most of the objects that an address may lie in by its form, it cannot lie in.
        if let [(guard, _), _, ..] = found.as_slice() {
            return Err(self.split_at(*guard));
        }
        let mut roots = Vec::new();
        for (guard, spot) in found {
            let offset = self.stepped(place, spot.index)?;
            let ty = self.type_at(place).ok_or(UNTYPED)?;
            roots.push((guard, Start::Bytes(spot.object, offset, ty), Vec::new()));
        }
        Ok(roots)
    }

    fn ways(&mut self, steps: &[Step]) -> Result<Vec<Way>> {
        steps
            .iter()
            .map(|step| match step {
                Step::Field(field) => Ok(Way::Field(*field as usize)),
                Step::Index(index) => self.number(index).map(Way::Index),
            })
            .collect()
    }
}

/// The number of a part, where the way to it is constant.
fn part_number(context: &Context<'_>, way: Way) -> Option<usize> {
    match way {
        Way::Field(field) => Some(field),
        Way::Index(index) => context.terms.as_int(index)?.to_usize(),
    }
}

/// The way from an object to the very value that a spot points to.
pub(crate) fn into(spot: &Spot) -> Vec<Way> {
    let mut ways = spot.path.to_vec();
    if spot.element {
        ways.push(Way::Index(spot.index));
    }
    ways
}
