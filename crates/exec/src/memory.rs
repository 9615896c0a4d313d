//! Places of a state: where they are, what they hold, and writing to them.

use crate::context::Context;
use crate::eval::{Evaluator, Result, Stuck, SymbolicIndex};
use crate::state::State;
use crate::table::length_within;
use crate::value::{ObjectId, Pointer, Spot, Value, Way};
use kyklos_base::Int;
use kyklos_flow::{Expr, IntType, Place, Root, Step, TypeId, VariableId};
use kyklos_term::Term;
use kyklos_term::arrays::Choice;
use kyklos_term::bounds::SymbolBounds;
use std::rc::Rc;

const OUTSIDE: Stuck = Stuck::Undefined("an access outside an array");
const UNWRITTEN: Stuck = Stuck::Undefined("the use of an array or record that was never written");
const UNTYPED: Stuck = Stuck::Unsupported("memory without a layout is used as another type than its own");
const MISSING: Stuck = Stuck::Undefined("the use of memory that does not exist");
const PART_OF_MAP: Stuck = Stuck::Unsupported("the use of a row of an array as a whole");

/// An index that is a choice of constants is read by these choices, up to so many.
const MOST_CHOICES: usize = 1024;

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
}

impl Resolved {
    /// How to split a state in which the pointer of the place has several targets.
    fn split(&self) -> Stuck {
        Stuck::SplitGuards(self.roots.iter().map(|(guard, ..)| *guard).collect())
    }
}

/// What is written to a place.
struct Written {
    value: Value,
    /// What it becomes at each root of the place, where that may be another value.
    converted: Vec<Value>,
}

impl Written {
    fn at(&self, root: usize) -> &Value {
        self.converted.get(root).unwrap_or(&self.value)
    }
}

/// Writes a value to a place of a state. The state is changed only if that succeeds.
pub fn write(context: &mut Context<'_>, state: &mut State, place: &Place, value: Value) -> Result<()> {
    if let Some(variable) = place.as_variable()
        && let Some(slot) = state.variable_mut(variable)
    {
        *slot = value;
        return Ok(());
    }
    let resolved = Evaluator { context, state }.resolve(place)?;
    let converted = Evaluator { context, state }.converted(place, &resolved, &value);
    let value = Written { value, converted };
    if write_plain(context, state, &resolved, value.at(0)) {
        return Ok(());
    }
    let updates = Evaluator { context, state }.updates(&resolved, &value)?;
    for (start, value) in updates {
        if let Some(slot) = start.value_mut(state) {
            *slot = value;
        }
    }
    Ok(())
}

/// Writes to a place that is one and only one, without copying what is around it.
fn write_plain(context: &mut Context<'_>, state: &mut State, resolved: &Resolved, new: &Value) -> bool {
    let [(_, start, ways)] = resolved.roots.as_slice() else { return false };
    if let Start::Bytes(..) = start {
        return false;
    }
    let Some(mut value) = start.value_mut(state) else { return false };
    let mut ways = ways.clone();
    let mut from = 0;
    loop {
        match (value, &ways[from..]) {
            (slot, []) => {
                *slot = new.clone();
                return true;
            }
            (Value::Map(map), ways) => {
                let (Some(indices), Value::Int(new)) = (indices_of(ways, map.arity()), new) else {
                    return false;
                };
                Rc::make_mut(map).write(&mut context.terms, &indices, *new, Term::TRUE);
                return true;
            }
            (Value::Table(table), rest) => {
                let Some((field, rest)) = table.within(rest) else { return false };
                value = &mut Rc::make_mut(table).fields[field];
                (ways, from) = (rest, 0);
            }
            (Value::Aggregate(parts), [way, ..]) => {
                let part = part_number(context, *way).and_then(|number| Rc::make_mut(parts).get_mut(number));
                let Some(part) = part else { return false };
                (value, from) = (part, from + 1);
            }
            _ => return false,
        }
    }
}

/// The number of a part, where the way to it is constant.
fn part_number(context: &Context<'_>, way: Way) -> Option<usize> {
    match way {
        Way::Field(field) => Some(field),
        Way::Index(index) => context.terms.as_int(index)?.to_usize(),
    }
}

/// The ways as indices of a function, if there are as many as it takes.
fn indices_of(ways: &[Way], arity: usize) -> Option<Vec<Term>> {
    let index = |way: &Way| match way {
        Way::Index(index) => Some(*index),
        Way::Field(_) => None,
    };
    (ways.len() == arity).then(|| ways.iter().map(index).collect())?
}

impl Evaluator<'_, '_> {
    /// The value at a place.
    pub fn load(&mut self, place: &Place) -> Result<Value> {
        let value = self.load_any(place)?;
        self.fixed_value(value)
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
        for (guard, start, ways) in resolved.roots.iter().rev() {
            let value = start.value(state).ok_or(MISSING)?;
            let mut value = match start {
                Start::Bytes(object, offset, ty) => self.view(self.content(*object, value)?, *offset, *ty)?,
                _ => self.navigate(value, ways)?,
            };
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

    /// The object of a spot that is no element, with a new value there.
    pub fn with_part(&mut self, spot: &Spot, value: &Value) -> Result<Value> {
        let state = self.state;
        let object = state.object(spot.object).ok_or(MISSING)?;
        let split = Stuck::Unsupported("arrays of different forms in one array");
        self.replaced(object, &spot.path, value, Term::TRUE, &split)
    }

    /// How many elements the array at a place has.
    pub fn length(&mut self, place: &Place) -> Result<Term> {
        if let Some(length) = self.length_in_map(place)? {
            return Ok(length);
        }
        match self.load(place)? {
            Value::Aggregate(parts) => Ok(self.context.terms.int(&Int::from(parts.len()))),
            value => match length_within(&value, &[]) {
                Some(length) => length.ok_or(Stuck::Undefined("the length of an endless array")),
                None => Err(Stuck::Undefined("the length of an array that was never written")),
            },
        }
    }

    /// The length of an array that is part of a function, where the place is one and only one.
    fn length_in_map(&mut self, place: &Place) -> Result<Option<Term>> {
        let state = self.state;
        let resolved = self.resolve(place)?;
        let [(_, start, ways)] = resolved.roots.as_slice() else { return Ok(None) };
        if let Start::Bytes(object, offset, ty) = start {
            return self.length_in_bytes(*object, *offset, *ty).map(Some);
        }
        let (mut value, mut ways) = (start.value(state).ok_or(MISSING)?, ways.as_slice());
        loop {
            match (value, ways) {
                (Value::Map(_) | Value::Table(_) | Value::Sparse(_), [_, ..]) => {
                    return Ok(length_within(value, ways).flatten());
                }
                (Value::Aggregate(parts), [way, rest @ ..]) => {
                    let Some(part) = part_number(self.context, *way).and_then(|number| parts.get(number))
                    else {
                        return Ok(None);
                    };
                    (value, ways) = (part, rest);
                }
                _ => return Ok(None),
            }
        }
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

    /// Whether what a pointer points to still exists; null counts as existing.
    pub fn live(&mut self, pointer: &Pointer) -> Term {
        let mut cases = Vec::new();
        for (guard, target) in pointer.targets() {
            let live = match target {
                Some(spot) if spot.object == ObjectId::NOWHERE => self.may_be_address(spot.index),
                Some(spot) => self.state.objects.get(spot.object.0 as usize).map_or(Term::FALSE, |o| o.live),
                None => Term::TRUE,
            };
            cases.push(self.context.terms.both(guard, live));
        }
        self.context.terms.or(cases)
    }

    /// Whether a pointer is null, or to the start of an object that was allocated and still exists.
    pub fn allocated(&mut self, pointer: &Pointer) -> Term {
        let mut cases = Vec::new();
        for (guard, target) in pointer.targets() {
            let Some(spot) = target else {
                cases.push(guard);
                continue;
            };
            for (here, spot) in self.places(spot) {
                let object = self.state.objects.get(spot.object.0 as usize);
                let object = object.filter(|object| object.allocated);
                let live = object.map_or(Term::FALSE, |object| object.live);
                let start = self.is_start(&spot);
                cases.push(self.context.terms.and([guard, here, live, start]));
            }
        }
        self.context.terms.or(cases)
    }

    /// The places that a spot may be: itself, or the objects that a guessed address may lie in.
    pub(crate) fn places(&mut self, spot: Spot) -> Vec<(Term, Spot)> {
        match spot.object {
            ObjectId::NOWHERE => self.guesses(spot.index),
            _ => vec![(Term::TRUE, spot)],
        }
    }

    /// Whether a spot has the address of its object.
    fn is_start(&mut self, spot: &Spot) -> Term {
        if let Some(offset) = self.offset_in_object(spot) {
            return self.context.terms.is_zero(offset);
        }
        let mut parts = vec![self.context.terms.is_zero(spot.index)];
        for way in spot.path.iter() {
            parts.push(match way {
                Way::Field(field) => Term::truth(*field == 0),
                Way::Index(index) => self.context.terms.is_zero(*index),
            });
        }
        self.context.terms.and(parts)
    }

    /// Whether a pointer points to something that its array has; if it is so many bytes behind an object's start,
    /// whether the object has a value of this type there, or the first byte of a record.
    pub fn in_bounds(&mut self, pointer: &Pointer, target: Option<TypeId>) -> Result<Term> {
        let (ty, mut cases) = (target, Vec::new());
        for (guard, target) in pointer.targets() {
            let Some(spot) = target else { continue };
            let inside = if spot.object == ObjectId::NOWHERE {
                let mut places = Vec::new();
                for (here, spot) in self.places(spot) {
                    let inside = self.bytes_in_bounds(&spot, ty)?;
                    places.push(self.context.terms.both(here, inside));
                }
                self.context.terms.or(places)
            } else if spot.bytes {
                self.bytes_in_bounds(&spot, ty)?
            } else if spot.element {
                match self.element_count(&spot)? {
                    Some(count) => {
                        let terms = &mut self.context.terms;
                        let (low, high) = (terms.ge(spot.index, Term::ZERO), terms.lt(spot.index, count));
                        terms.both(low, high)
                    }
                    None => Term::TRUE,
                }
            } else {
                self.context.terms.is_zero(spot.index)
            };
            cases.push(self.context.terms.both(guard, inside));
        }
        Ok(self.context.terms.or(cases))
    }

    /// How many elements the array has that a spot points into; `None` is no limit.
    pub(crate) fn element_count(&mut self, spot: &Spot) -> Result<Option<Term>> {
        let mut value = self.state.object(spot.object).ok_or(MISSING)?.clone();
        let mut ways = &spot.path[..];
        loop {
            value = self.fixed_value(value)?;
            match (&value, ways) {
                (Value::Aggregate(parts), []) => {
                    return Ok(Some(self.context.terms.int(&Int::from(parts.len()))));
                }
                (Value::Aggregate(parts), [way, rest @ ..]) => {
                    // All elements of an array of arrays have one length, so any of them will do.
                    let number = part_number(self.context, *way).unwrap_or(0);
                    let part = parts.get(number).or(parts.first()).ok_or(OUTSIDE)?.clone();
                    (value, ways) = (part, rest);
                }
                (Value::Map(_) | Value::Table(_) | Value::Sparse(_), _) => {
                    return length_within(&value, ways).ok_or(PART_OF_MAP);
                }
                _ => return Err(UNWRITTEN),
            }
        }
    }

    /// Evaluates everything in a place.
    fn resolve(&mut self, place: &Place) -> Result<Resolved> {
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

    pub(crate) fn navigate(&mut self, value: &Value, ways: &[Way]) -> Result<Value> {
        let Some((way, rest)) = ways.split_first() else { return Ok(value.clone()) };
        let parts = match value {
            Value::Aggregate(parts) => parts,
            Value::Choice(_) => {
                let value = self.fixed_value(value.clone())?;
                return self.navigate(&value, ways);
            }
            Value::Map(_) | Value::Table(_) | Value::Sparse(_) => return self.part_of_large(value, ways),
            _ => return Err(UNWRITTEN),
        };
        match self.index(*way)? {
            Taken::Part(number) => self.navigate(parts.get(number).ok_or(OUTSIDE)?, rest),
            Taken::Symbolic(index) => {
                let split = self.split_by(index, parts.len())?;
                if rest.is_empty()
                    && let Some(value) = self.table_value(parts, index)
                {
                    return Ok(Value::Int(value));
                }
                if let Some(choices) = self.context.terms.choices(index, MOST_CHOICES) {
                    return self.by_choices(&choices, parts, rest)?.ok_or(split);
                }
                let (low, high) = self.candidates(index, parts.len());
                let mut result: Option<Value> = None;
                // The check before the access has excluded all other indices.
                for number in (low..high).rev() {
                    let here = self.index_is(index, number);
                    if here == Term::FALSE {
                        // The rest of the way need not lead anywhere from here.
                        continue;
                    }
                    let value = self.navigate(&parts[number], rest)?;
                    result = Some(match result {
                        None => value,
                        Some(other) => Value::choose(&mut self.context.terms, here, &value, &other)
                            .ok_or_else(|| split.clone())?,
                    });
                }
                result.ok_or(OUTSIDE)
            }
        }
    }

    /// What is at an index that is one of some constants, by the same choices. `None` if the elements cannot be joined.
    fn by_choices(&mut self, choices: &[Choice], parts: &[Value], rest: &[Way]) -> Result<Option<Value>> {
        let mut values: Vec<Option<Value>> = Vec::with_capacity(choices.len());
        for choice in choices {
            let value = match choice {
                // The check before the access has excluded all other indices.
                Choice::Constant(index) => match index.to_usize().and_then(|index| parts.get(index)) {
                    Some(part) => Some(self.navigate(part, rest)?),
                    None => None,
                },
                Choice::Ite(condition, a, b) => match (&values[*a], &values[*b]) {
                    (Some(a), Some(b)) => {
                        let both = Value::choose(&mut self.context.terms, *condition, a, b);
                        let Some(both) = both else { return Ok(None) };
                        Some(both)
                    }
                    (one, other) => one.as_ref().or(other.as_ref()).cloned(),
                },
            };
            values.push(value);
        }
        values.pop().flatten().ok_or(OUTSIDE).map(Some)
    }

    /// The value of an array of constants at an index: one node, not a case for each element.
    fn table_value(&mut self, parts: &[Value], index: Term) -> Option<Term> {
        /// Fewer elements are as well cases.
        const FEW: usize = 4;
        let constant = |part: &Value| match part {
            Value::Int(number) => self.context.terms.as_int(*number),
            _ => None,
        };
        let values: Vec<Int> = parts.iter().map(constant).collect::<Option<_>>()?;
        (values.len() >= FEW).then(|| {
            let table = self.context.terms.table(&values);
            self.context.terms.read(table, &[index])
        })
    }

    /// A way, with what the path has fixed.
    fn index(&mut self, way: Way) -> Result<Taken> {
        let index = match way {
            Way::Field(field) => return Ok(Taken::Part(field)),
            Way::Index(index) => self.state.fixed.get(&index).copied().unwrap_or(index),
        };
        match self.context.terms.as_int(index) {
            Some(constant) => constant.to_usize().map(Taken::Part).ok_or(OUTSIDE),
            None => Ok(Taken::Symbolic(index)),
        }
    }

    /// How to split by an index, to be used if the elements cannot be joined;
    /// at once, if that is what the options say.
    fn split_by(&self, index: Term, length: usize) -> Result<Stuck> {
        let split = Stuck::SplitIndex(index, length);
        match self.context.options.symbolic_index {
            SymbolicIndex::Fork => Err(split),
            SymbolicIndex::Ite => Ok(split),
        }
    }

    /// The indices that a term can be, by intervals: from the first to before the second.
    fn candidates(&self, index: Term, length: usize) -> (usize, usize) {
        let bounds = self.context.terms.bounds(index, &SymbolBounds::default());
        let low = bounds.low.and_then(|low| low.to_usize()).unwrap_or(0);
        let high = bounds
            .high
            .and_then(|high| high.to_usize())
            .map_or(length, |high| length.min(high.saturating_add(1)));
        (low.min(high), high)
    }

    fn index_is(&mut self, index: Term, number: usize) -> Term {
        let number = self.context.terms.int(&Int::from(number));
        self.context.terms.eq(index, number)
    }

    /// What a value becomes at each root of the place that it is written to; nothing if it stays as it is.
    fn converted(&mut self, place: &Place, resolved: &Resolved, value: &Value) -> Vec<Value> {
        let Some(kind) = self.integers_at(place) else { return Vec::new() };
        let roots = resolved.roots.iter();
        roots
            .map(|(_, start, ways)| match start.integers(self, ways) {
                Some(own) => self.with_sign(kind, own, value.clone()),
                None => value.clone(),
            })
            .collect()
    }

    /// What variables and objects become when a value is written to a place.
    fn updates(&mut self, resolved: &Resolved, value: &Written) -> Result<Vec<(Start, Value)>> {
        let state = self.state;
        let split = resolved.split();
        let single = resolved.roots.len() == 1;
        let mut updates: Vec<(Start, Value)> = Vec::with_capacity(resolved.roots.len());
        for (root, (guard, start, ways)) in resolved.roots.iter().enumerate() {
            let guard = if single { Term::TRUE } else { *guard };
            // Two targets may be parts of one object: the later write sees the earlier one.
            let earlier = updates.iter().position(|(known, _)| known.is(*start));
            let old = match earlier {
                Some(position) => updates[position].1.clone(),
                None => start.value(state).ok_or(MISSING)?.clone(),
            };
            let new = match start {
                Start::Bytes(object, offset, ty) => {
                    let content = self.content(*object, &old)?;
                    self.with_view(content, *offset, *ty, &value.value, guard)?
                }
                _ => self.replaced(&old, ways, value.at(root), guard, &split)?,
            };
            match earlier {
                Some(position) => updates[position].1 = new,
                None => updates.push((*start, new)),
            }
        }
        if updates.is_empty() {
            return Err(Stuck::Undefined("the use of a null pointer"));
        }
        Ok(updates)
    }

    /// `old` with the part behind `ways` replaced where the guard holds. If the
    /// new and the old value have no common form, the state must be split first.
    pub(crate) fn replaced(
        &mut self,
        old: &Value,
        ways: &[Way],
        new: &Value,
        guard: Term,
        split: &Stuck,
    ) -> Result<Value> {
        let Some((way, rest)) = ways.split_first() else {
            return Value::choose(&mut self.context.terms, guard, new, old).ok_or_else(|| split.clone());
        };
        let parts = match old {
            Value::Aggregate(parts) => parts,
            Value::Choice(_) => {
                let old = self.fixed_value(old.clone())?;
                return self.replaced(&old, ways, new, guard, split);
            }
            Value::Map(_) | Value::Table(_) | Value::Sparse(_) => {
                return self.replaced_in_large(old, ways, new, guard, split);
            }
            _ => return Err(UNWRITTEN),
        };
        let mut changed = parts.as_ref().clone();
        match self.index(*way)? {
            Taken::Part(number) => {
                let part = parts.get(number).ok_or(OUTSIDE)?;
                changed[number] = self.replaced(part, rest, new, guard, split)?;
            }
            Taken::Symbolic(index) => {
                let split = self.split_by(index, parts.len())?;
                let (low, high) = self.candidates(index, parts.len());
                for number in low..high {
                    let here = self.index_is(index, number);
                    let guard = self.context.terms.both(guard, here);
                    if guard != Term::FALSE {
                        changed[number] = self.replaced(&parts[number], rest, new, guard, &split)?;
                    }
                }
            }
        }
        Ok(Value::Aggregate(Rc::new(changed)))
    }
}

impl Start {
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

/// One step, as far as it is constant.
enum Taken {
    Part(usize),
    Symbolic(Term),
}

/// The way from an object to the very value that a spot points to.
pub(crate) fn into(spot: &Spot) -> Vec<Way> {
    let mut ways = spot.path.to_vec();
    if spot.element {
        ways.push(Way::Index(spot.index));
    }
    ways
}
