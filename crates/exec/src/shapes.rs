//! Values made from types: zeros, copies, and inputs.

use crate::context::Context;
use crate::eval::{Result, Stuck};
use crate::map::Map;
use crate::state::{InputRead, InputShape, State};
use crate::value::Value;
use kyklos_base::{Int, Span};
use kyklos_flow::{IntType, Type, TypeId};
use kyklos_term::{Sort, Term, Value as ModelValue};
use std::rc::Rc;

/// Arrays of numbers with more elements are functions ([`Map`]).
const SMALL_ARRAY: u64 = 64;

/// The value of a type that is zero throughout.
pub fn zero(context: &mut Context<'_>, ty: TypeId) -> Result<Value> {
    let program = context.program;
    Ok(match program.types.get(ty) {
        Some(Type::Int(_)) => Value::Int(Term::ZERO),
        Some(Type::Pointer(_)) => Value::NULL,
        Some(Type::Array { element, length: Some(length) }) => {
            if let Some((lengths, number)) = large(context, ty) {
                let base = context.terms.fill(lengths.len() as u32, Term::ZERO);
                return Ok(Value::Map(Rc::new(Map::new(base, limits(context, &lengths), number))));
            }
            let element = zero(context, *element)?;
            Value::Aggregate(Rc::new(vec![element; *length as usize]))
        }
        Some(Type::Record(fields)) => {
            let parts = fields.iter().map(|field| zero(context, field.ty)).collect::<Result<Vec<_>>>()?;
            Value::Aggregate(Rc::new(parts))
        }
        _ => return Err(Stuck::Undefined("the zero of a type that has none")),
    })
}

/// An array with a number of elements that are all alike.
pub fn repeated(context: &mut Context<'_>, ty: TypeId, count: Term, element: &Value) -> Result<Value> {
    let constant = context.terms.as_int(count);
    match (&constant, element, element_type(context, ty)) {
        (Some(count), _, _) if *count <= Int::from(SMALL_ARRAY as i64) => {
            let count = count.to_usize().unwrap_or(0);
            Ok(Value::Aggregate(Rc::new(vec![element.clone(); count])))
        }
        (_, Value::Int(number), Some(Type::Int(ty))) => {
            let ty = *ty;
            let base = context.terms.fill(1, *number);
            Ok(Value::Map(Rc::new(Map::new(base, vec![Some(count)], ty))))
        }
        (Some(count), _, _) => match count.to_usize().filter(|count| *count <= MAX_PARTS) {
            Some(count) => Ok(Value::Aggregate(Rc::new(vec![element.clone(); count]))),
            None => Err(Stuck::Unsupported("a very large array of pointers, records or arrays")),
        },
        _ => repeated_array(context, ty, count, element),
    }
}

/// An array of a number of arrays that are all alike, where all of their numbers are too.
fn repeated_array(context: &mut Context<'_>, ty: TypeId, count: Term, element: &Value) -> Result<Value> {
    let unsupported = Stuck::Unsupported("an array of pointers, records or arrays of unknown length");
    let (Some((mut lengths, value)), Some(number)) = (uniform(context, element), number_in(context, ty))
    else {
        return Err(unsupported);
    };
    lengths.insert(0, Some(count));
    let base = context.terms.fill(lengths.len() as u32, value);
    Ok(Value::Map(Rc::new(Map::new(base, lengths, number))))
}

/// The number that an array consists of throughout, and its lengths.
fn uniform(context: &mut Context<'_>, value: &Value) -> Option<(Vec<Option<Term>>, Term)> {
    match value {
        Value::Int(number) => Some((Vec::new(), *number)),
        Value::Aggregate(parts) => {
            let first = parts.first()?;
            let (mut lengths, number) = uniform(context, first)?;
            lengths.insert(0, Some(context.terms.int(&Int::from(parts.len()))));
            parts.iter().all(|part| part == first).then_some((lengths, number))
        }
        Value::Map(map) => {
            let lengths: Option<Vec<_>> = (0..map.arity()).map(|dimension| map.length(dimension)).collect();
            Some((lengths?, map.constant(&mut context.terms)?))
        }
        Value::Uninitialized | Value::Pointer(_) => None,
    }
}

/// The type of the numbers of an array of numbers, or of arrays of such.
fn number_in(context: &Context<'_>, mut ty: TypeId) -> Option<IntType> {
    loop {
        match context.program.types.get(ty)? {
            Type::Array { element, .. } => ty = *element,
            Type::Int(number) => return Some(*number),
            _ => return None,
        }
    }
}

/// Arrays of anything but numbers have at most this many elements.
const MAX_PARTS: usize = 1 << 20;

fn element_type<'p>(context: &Context<'p>, ty: TypeId) -> Option<&'p Type> {
    match context.program.types.get(ty)? {
        Type::Array { element, .. } => context.program.types.get(*element),
        _ => None,
    }
}

/// Where inputs are read, and what they are called.
pub struct Source<'a> {
    /// The name.
    pub name: &'a str,
    /// The place.
    pub span: Span,
    /// Whether it is a parameter of the main procedure.
    pub parameter: bool,
}

/// A value of a type whose numbers are all inputs.
pub fn arbitrary(
    context: &mut Context<'_>,
    state: &mut State,
    ty: TypeId,
    source: &Source<'_>,
) -> Result<Value> {
    let program = context.program;
    Ok(match program.types.get(ty) {
        Some(Type::Int(number)) => Value::Int(input(context, state, InputShape::Number, *number, source)),
        Some(Type::Pointer(_)) => Value::Uninitialized,
        Some(Type::Array { element, length }) => {
            if let Some((lengths, number)) = large(context, ty) {
                let lengths = limits(context, &lengths);
                let base = input(context, state, InputShape::Array(lengths.clone()), number, source);
                return Ok(Value::Map(Rc::new(Map::new(base, lengths, number))));
            }
            let Some(length) = length else {
                return Err(Stuck::Unsupported("an input array without a length of anything but numbers"));
            };
            let mut parts = Vec::with_capacity(*length as usize);
            for index in 0..*length {
                let name = format!("{}[{index}]", source.name);
                parts.push(arbitrary(context, state, *element, &Source { name: &name, ..*source })?);
            }
            Value::Aggregate(Rc::new(parts))
        }
        Some(Type::Record(fields)) => {
            let mut parts = Vec::with_capacity(fields.len());
            for field in fields {
                let name = format!("{}.{}", source.name, field.name);
                parts.push(arbitrary(context, state, field.ty, &Source { name: &name, ..*source })?);
            }
            Value::Aggregate(Rc::new(parts))
        }
        Some(Type::Opaque) | None => return Err(Stuck::Undefined("an input of a type that has no values")),
    })
}

/// An array like this one, of numbers, whose numbers are all inputs.
pub fn arbitrary_like(
    context: &mut Context<'_>,
    state: &mut State,
    ty: TypeId,
    value: &Value,
    source: &Source<'_>,
) -> Result<Value> {
    match value {
        Value::Map(map) => {
            let lengths: Option<Vec<_>> = (0..map.arity()).map(|dimension| map.length(dimension)).collect();
            let (Some(lengths), Some(number)) = (lengths, number_in(context, ty)) else {
                return Err(Stuck::Unsupported("a large array of arrays without initial values"));
            };
            let base = input(context, state, InputShape::Array(lengths.clone()), number, source);
            Ok(Value::Map(Rc::new(Map::new(base, lengths, number))))
        }
        Value::Aggregate(parts)
            if matches!(context.program.types.get(ty), Some(Type::Array { length: None, .. })) =>
        {
            let Some(Type::Array { element, .. }) = context.program.types.get(ty) else {
                return Ok(value.clone());
            };
            let mut new = Vec::with_capacity(parts.len());
            for (index, part) in parts.iter().enumerate() {
                let name = format!("{}[{index}]", source.name);
                new.push(arbitrary_like(context, state, *element, part, &Source { name: &name, ..*source })?);
            }
            Ok(Value::Aggregate(Rc::new(new)))
        }
        _ => arbitrary(context, state, ty, source),
    }
}

/// A value like this one whose numbers are all inputs, and whose pointers are the same. It is a value of the
/// type, or arrays of such in so many arrays.
pub fn renewed(
    context: &mut Context<'_>,
    state: &mut State,
    mut ty: TypeId,
    mut arrays: usize,
    value: &Value,
    source: &Source<'_>,
) -> Result<Value> {
    let program = context.program;
    while let Some(Type::Array { element, .. }) = program.types.get(ty) {
        (ty, arrays) = (*element, arrays + 1);
    }
    let number = match program.types.get(ty) {
        Some(Type::Int(number)) => Some(*number),
        _ => None,
    };
    match (value, number, program.types.get(ty)) {
        (Value::Map(map), Some(number), _) if map.arity() == arrays => {
            let lengths: Option<Vec<_>> = (0..arrays).map(|dimension| map.length(dimension)).collect();
            let lengths = lengths.unwrap_or_default();
            let base = input(context, state, InputShape::Array(lengths.clone()), number, source);
            Ok(Value::Map(Rc::new(Map::new(base, lengths, number))))
        }
        (Value::Aggregate(parts), _, _) if arrays > 0 => {
            let mut new = Vec::with_capacity(parts.len());
            for (index, part) in parts.iter().enumerate() {
                let name = format!("{}[{index}]", source.name);
                let source = Source { name: &name, ..*source };
                new.push(renewed(context, state, ty, arrays - 1, part, &source)?);
            }
            Ok(Value::Aggregate(Rc::new(new)))
        }
        (_, Some(number), _) if arrays == 0 => {
            Ok(Value::Int(input(context, state, InputShape::Number, number, source)))
        }
        (_, _, Some(Type::Pointer(_))) if arrays == 0 => Ok(value.clone()),
        (Value::Aggregate(parts), _, Some(Type::Record(fields))) => {
            let mut new = Vec::with_capacity(parts.len());
            for (field, part) in fields.iter().zip(parts.iter()) {
                let name = format!("{}.{}", source.name, field.name);
                let source = Source { name: &name, ..*source };
                new.push(renewed(context, state, field.ty, 0, part, &source)?);
            }
            Ok(Value::Aggregate(Rc::new(new)))
        }
        (Value::Uninitialized, _, Some(Type::Record(_))) if arrays == 0 => {
            arbitrary(context, state, ty, source)
        }
        _ => Err(Stuck::Undefined("inputs for an array or record that was never written")),
    }
}

/// A new input of a state. The n-th input of every path is one symbol, so that
/// what was learnt of it on one path is known on the others.
fn input(
    context: &mut Context<'_>,
    state: &mut State,
    shape: InputShape,
    number: IntType,
    source: &Source<'_>,
) -> Term {
    let sort = match &shape {
        InputShape::Number => Sort::Int,
        InputShape::Array(lengths) => Sort::Array(lengths.len() as u32),
        InputShape::Repeated { .. } | InputShape::Choice { .. } => Sort::Array(1),
    };
    let range = number.range();
    let symbol = context.terms.input(state.next_input, source.name, sort, range.clone());
    if let (Some((low, high)), Some(model), Sort::Int) = (range, &mut state.model, sort)
        && let Some(name) = context.terms.as_symbol(symbol)
    {
        // Models give 0 to what they do not name; where that is out of range they must name it.
        if low > Int::ZERO || high < Int::ZERO {
            Rc::make_mut(model).set(name, ModelValue::Int(low));
        }
    }
    let name = source.name.into();
    state.read(InputRead { symbol, shape, name, span: source.span, parameter: source.parameter });
    symbol
}

/// The lengths of an array of numbers that is to be a function, and its numbers' type.
fn large(context: &Context<'_>, ty: TypeId) -> Option<(Vec<Option<u64>>, IntType)> {
    let types = &context.program.types;
    let (mut lengths, mut at) = (Vec::new(), ty);
    loop {
        match types.get(at)? {
            Type::Array { element, length } => {
                lengths.push(*length);
                at = *element;
            }
            Type::Int(number) => {
                let count = lengths.iter().try_fold(1u64, |count, length| count.checked_mul((*length)?));
                let small = count.is_some_and(|count| count <= SMALL_ARRAY);
                // Only the outermost array can be without a length.
                let fits = lengths.iter().skip(1).all(Option::is_some);
                return (fits && !small && !lengths.is_empty()).then_some((lengths, *number));
            }
            _ => return None,
        }
    }
}

fn limits(context: &mut Context<'_>, lengths: &[Option<u64>]) -> Vec<Option<Term>> {
    lengths.iter().map(|length| length.map(|length| context.terms.int(&Int::from(length as usize)))).collect()
}
