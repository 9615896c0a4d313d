//! Values made from types: zeros, copies, and inputs.

use crate::context::Context;
use crate::eval::{Result, Stuck};
use crate::map::Map;
use crate::state::{InputRead, InputShape, State};
use crate::table::{SMALL_ARRAY, SMALL_TABLE, SMALL_UNIFORM, Sparse, Table};
use crate::value::Value;
use kyklos_base::{Int, Span};
use kyklos_flow::{IntType, Type, TypeId};
use kyklos_term::{Sort, Term, Value as ModelValue};
use std::rc::Rc;

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
            if let Some((lengths, inner)) = tabular(context, ty) {
                let element = zero(context, inner)?;
                let lengths = limits(context, &lengths);
                return spread(context, lengths, inner, &element);
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
    let constant = constant.and_then(|count| if count.is_negative() { Some(0) } else { count.to_usize() });
    let scalars = match context.program.types.get(ty) {
        Some(Type::Array { element, .. }) => context.program.types.scalars(*element).unwrap_or(1),
        _ => 1,
    };
    let small = match element {
        Value::Int(_) => SMALL_UNIFORM,
        _ => SMALL_ARRAY,
    };
    match (constant, element, element_type(context, ty)) {
        (Some(count), _, _)
            if count as u64 <= small && scalars.saturating_mul(count as u64) <= SMALL_TABLE =>
        {
            Ok(Value::Aggregate(Rc::new(vec![element.clone(); count])))
        }
        (_, Value::Int(number), Some(Type::Int(ty))) => {
            let ty = *ty;
            let base = context.terms.fill(1, *number);
            Ok(Value::Map(Rc::new(Map::new(base, vec![Some(count)], ty))))
        }
        _ => match context.program.types.get(ty) {
            Some(Type::Array { element: inner, .. }) => spread(context, vec![Some(count)], *inner, element),
            _ => Err(Stuck::Undefined("a repetition that is no array")),
        },
    }
}

/// The array, or array of arrays, of these lengths whose elements are all this value of the type.
fn spread(
    context: &mut Context<'_>,
    mut lengths: Vec<Option<Term>>,
    ty: TypeId,
    element: &Value,
) -> Result<Value> {
    let unsupported = Stuck::Unsupported("a large array of arrays that are not alike throughout");
    let program = context.program;
    let fields = match (element, program.types.get(ty)) {
        (Value::Int(value), Some(Type::Int(number))) => {
            let base = context.terms.fill(lengths.len() as u32, *value);
            return Ok(Value::Map(Rc::new(Map::new(base, lengths, *number))));
        }
        (_, Some(Type::Array { .. })) => {
            let (Some((own, value)), Some(number)) = (uniform(context, element), number_in(context, ty))
            else {
                return spread_array(context, lengths, ty, element);
            };
            lengths.extend(own);
            let base = context.terms.fill(lengths.len() as u32, value);
            return Ok(Value::Map(Rc::new(Map::new(base, lengths, number))));
        }
        (Value::Aggregate(parts), Some(Type::Record(fields))) => fields.iter().zip(parts.iter()),
        (Value::Pointer(_) | Value::Uninitialized, Some(Type::Pointer(_) | Type::Int(_))) => {
            return Ok(Value::Sparse(Rc::new(Sparse::new(lengths, element.clone()))));
        }
        _ => return Err(unsupported),
    };
    let fields = fields.map(|(field, part)| spread(context, lengths.clone(), field.ty, part));
    let fields = fields.collect::<Result<Vec<_>>>()?;
    Ok(Value::Table(Rc::new(Table { lengths, fields })))
}

/// As [`spread`], for arrays of anything but numbers whose elements are alike.
fn spread_array(
    context: &mut Context<'_>,
    mut lengths: Vec<Option<Term>>,
    ty: TypeId,
    array: &Value,
) -> Result<Value> {
    let unsupported = Stuck::Unsupported("a large array of arrays that are not alike throughout");
    let Some(Type::Array { element, .. }) = context.program.types.get(ty) else { return Err(unsupported) };
    let Value::Aggregate(parts) = array else { return extended(context, &lengths, array).ok_or(unsupported) };
    let Some(first) = parts.first().filter(|first| parts.iter().all(|part| part == *first)) else {
        return Err(unsupported);
    };
    lengths.push(Some(context.terms.int(&Int::from(parts.len()))));
    spread(context, lengths, *element, first)
}

/// A large array of large arrays that are all alike, and so are their elements.
fn extended(context: &mut Context<'_>, around: &[Option<Term>], array: &Value) -> Option<Value> {
    let with = |own: &[Option<Term>]| around.iter().chain(own).copied().collect::<Vec<_>>();
    Some(match array {
        Value::Map(map) => {
            let (own, value) = uniform(context, array)?;
            let lengths = with(&own);
            let base = context.terms.fill(lengths.len() as u32, value);
            Value::Map(Rc::new(Map::new(base, lengths, map.number())))
        }
        Value::Table(table) => {
            let fields = table.fields.iter().map(|field| extended(context, around, field));
            let fields = fields.collect::<Option<Vec<_>>>()?;
            Value::Table(Rc::new(Table { lengths: with(&table.lengths), fields }))
        }
        Value::Sparse(sparse) if sparse.cells().is_some_and(|cells| cells.is_empty()) => {
            Value::Sparse(Rc::new(Sparse::new(with(&sparse.lengths), sparse.other.clone())))
        }
        _ => return None,
    })
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
        Value::Uninitialized | Value::Pointer(_) | Value::Table(_) | Value::Sparse(_) | Value::Choice(_) => {
            None
        }
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
            if let Some((lengths, inner)) = tabular(context, ty) {
                let lengths = limits(context, &lengths);
                return inputs(context, state, lengths, inner, None, source);
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
        Value::Table(_) | Value::Sparse(_) => {
            let lengths = match value {
                Value::Table(table) => table.lengths.clone(),
                Value::Sparse(sparse) => sparse.lengths.clone(),
                _ => Vec::new(),
            };
            let inner = element_behind(context, ty, lengths.len());
            let inner = inner.ok_or(Stuck::Undefined("inputs for an array that is none"))?;
            inputs(context, state, lengths, inner, None, source)
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
        (Value::Table(table), _, _) if table.lengths.len() == arrays => {
            inputs(context, state, table.lengths.clone(), ty, Some(value), source)
        }
        (Value::Sparse(_), _, Some(Type::Pointer(_))) => Ok(value.clone()),
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

/// A large array of these lengths whose elements are of this type: its numbers are inputs, its pointers those of
/// the old value, or else never written.
fn inputs(
    context: &mut Context<'_>,
    state: &mut State,
    lengths: Vec<Option<Term>>,
    ty: TypeId,
    old: Option<&Value>,
    source: &Source<'_>,
) -> Result<Value> {
    let mut columns = Columns { number: state.next_input, used: 0, source };
    let (value, read) = columns.make(context, &[], lengths, ty, old, source.name)?;
    if let Some(read) = read {
        state.read(read);
    }
    Ok(value)
}

/// Makes the parts of one input that is an array of records.
struct Columns<'a> {
    number: u32,
    used: u32,
    source: &'a Source<'a>,
}

impl Columns<'_> {
    /// The array with so many dimensions around it, and the input that it is, if there are numbers in it.
    fn make(
        &mut self,
        context: &mut Context<'_>,
        around: &[Option<Term>],
        own: Vec<Option<Term>>,
        ty: TypeId,
        old: Option<&Value>,
        name: &str,
    ) -> Result<(Value, Option<InputRead>)> {
        let all: Vec<Option<Term>> = around.iter().chain(&own).copied().collect();
        let program = context.program;
        let read = |symbol, shape| {
            let Source { span, parameter, .. } = *self.source;
            Some(InputRead { symbol, shape, name: name.into(), span, parameter })
        };
        match program.types.get(ty) {
            Some(Type::Int(number)) => {
                let sort = Sort::Array(all.len() as u32);
                let full = format!("{}{}", self.source.name, if around.is_empty() { "" } else { name });
                let symbol = context.terms.input_part(self.number, self.used, &full, sort, number.range());
                let map = Map::new(symbol, all.clone(), *number);
                let read = read(symbol, InputShape::Array(all));
                self.used += 1;
                Ok((Value::Map(Rc::new(map)), read))
            }
            Some(Type::Pointer(_)) => {
                let unwritten = || Value::Sparse(Rc::new(Sparse::new(all, Value::Uninitialized)));
                Ok((old.cloned().unwrap_or_else(unwritten), None))
            }
            Some(Type::Array { element, length: Some(length) }) => {
                let mut own = own;
                own.push(Some(context.terms.int(&Int::from(*length as usize))));
                self.make(context, around, own, *element, old, name)
            }
            Some(Type::Record(fields)) => {
                let (mut values, mut reads) = (Vec::with_capacity(fields.len()), Vec::new());
                for (index, field) in fields.iter().enumerate() {
                    let old = match old {
                        Some(Value::Table(table)) => table.fields.get(index),
                        _ => None,
                    };
                    let name = format!(".{}", field.name);
                    let (value, read) = self.make(context, &all, Vec::new(), field.ty, old, &name)?;
                    values.push(value);
                    reads.extend(read);
                }
                let Source { span, parameter, .. } = *self.source;
                let read = (!reads.is_empty()).then(|| InputRead {
                    symbol: Term::ZERO,
                    shape: InputShape::Records { lengths: own, fields: reads.into() },
                    name: name.into(),
                    span,
                    parameter,
                });
                Ok((Value::Table(Rc::new(Table { lengths: all, fields: values })), read))
            }
            _ => Err(Stuck::Unsupported("an input array of elements without a length")),
        }
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
        InputShape::Repeated { .. } | InputShape::Choice { .. } | InputShape::Records { .. } => {
            Sort::Array(1)
        }
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
                let small = count.is_some_and(|count| count <= SMALL_UNIFORM);
                // Only the outermost array can be without a length.
                let fits = lengths.iter().skip(1).all(Option::is_some);
                return (fits && !small && !lengths.is_empty()).then_some((lengths, *number));
            }
            _ => return None,
        }
    }
}

/// The lengths of an array of records or pointers that is to be lazy, and the type of its elements.
fn tabular(context: &Context<'_>, ty: TypeId) -> Option<(Vec<Option<u64>>, TypeId)> {
    let types = &context.program.types;
    let (mut lengths, mut at) = (Vec::new(), ty);
    while let Type::Array { element, length } = types.get(at)? {
        lengths.push(*length);
        at = *element;
    }
    let count = lengths.iter().try_fold(1u64, |count, length| Some(count.saturating_mul((*length)?)));
    let large = match (types.get(at)?, count) {
        (Type::Int(_), _) => false,
        // Only the outermost array can be without a length.
        (_, None) => lengths.iter().skip(1).all(Option::is_some),
        (_, Some(count)) => count > SMALL_ARRAY || types.scalars(ty).is_some_and(|all| all > SMALL_TABLE),
    };
    large.then_some((lengths, at))
}

/// The type behind so many arrays.
fn element_behind(context: &Context<'_>, mut ty: TypeId, arrays: usize) -> Option<TypeId> {
    for _ in 0..arrays {
        let Type::Array { element, .. } = context.program.types.get(ty)? else { return None };
        ty = *element;
    }
    Some(ty)
}

fn limits(context: &mut Context<'_>, lengths: &[Option<u64>]) -> Vec<Option<Term>> {
    lengths.iter().map(|length| length.map(|length| context.terms.int(&Int::from(length as usize)))).collect()
}
