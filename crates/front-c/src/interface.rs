//! What a program needs from outside, as C writes it: for running it natively.

use crate::ctype::{CType, Length, TypeTable};
use crate::options::{ArrayLength, Options};
use crate::tree::{self, Unit};
use kyklos_base::Span;

/// What a program needs from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// The parameters of the entry function.
    pub parameters: Vec<Parameter>,
    /// Functions that are called but not defined, and that C's library has no fixed results for.
    pub undefined: Vec<Undefined>,
    /// Where variables of functions are declared: inputs that are read there are memory that was never written.
    pub declared: Vec<Span>,
}

/// A function that is called but not defined. Its results are inputs of its name; what it writes through its
/// argument 1 are inputs called `name(1)`, or `name(around 1)` if the argument may point into the middle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// Its name.
    pub name: String,
    /// The type of its result as C writes it.
    pub result: String,
    /// The types of its parameters, as C writes them up to what they point to; none if not all are known.
    pub parameters: Option<Vec<String>>,
    /// The numbers of the arguments, from 1 on, that it may write through, and the type of what they point to,
    /// where that is numbers of one type.
    pub written: Vec<(usize, Option<String>)>,
}

/// A parameter of the entry function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type as C writes it.
    pub c_type: String,
    /// If it points to an array: the type of its numbers, its length if it has an
    /// end, and the lengths of its elements where these are arrays.
    pub array: Option<(String, Option<u64>, Vec<u64>)>,
}

/// The interface of a unit; `None` if a parameter cannot be written down plainly.
pub(crate) fn interface(unit: &Unit, types: &TypeTable, options: &Options) -> Option<Interface> {
    let entry = &unit.functions[unit.entry.0 as usize];
    let mut parameters = Vec::new();
    if let Some(body) = &entry.body {
        for local in body.locals.iter().take(body.parameters) {
            parameters.push(parameter(types, options, &local.name, &local.ty)?);
        }
    }
    let undefined = unit.undefined.iter().map(|function| undefined_function(types, function)).collect();
    let bodies = unit.functions.iter().filter_map(|function| function.body.as_ref());
    let variables = bodies.flat_map(|body| body.locals.iter().skip(body.parameters));
    // Those that calls of library functions make for themselves are called `(name) x`, and have their first values.
    let own = variables.filter(|local| !(local.name.starts_with('(') && local.name.contains(") ")));
    let declared = own.map(|local| local.span).collect();
    Some(Interface { parameters, undefined, declared })
}

fn undefined_function(types: &TypeTable, function: &tree::Undefined) -> Undefined {
    let tree::Undefined { name, ty, written } = function;
    let known = ty.prototyped && !ty.variadic;
    let parameters = ty.parameters.iter().map(|parameter| match parameter {
        CType::Int(_) | CType::Float(_) => Some(types.name(&parameter.plain())),
        CType::Pointer(_) => Some("void *".to_owned()),
        _ => None,
    });
    let written = written.iter().map(|(index, kind)| (index + 1, kind.map(|kind| kind.name().to_owned())));
    Undefined {
        name: name.clone(),
        result: types.name(&ty.result.plain()),
        parameters: if known { parameters.collect() } else { None },
        written: written.collect(),
    }
}

fn parameter(types: &TypeTable, options: &Options, name: &str, ty: &CType) -> Option<Parameter> {
    let name = name.to_owned();
    let Some(target) = ty.target() else {
        if ty.int_kind().is_none() && !ty.is_float() {
            return None;
        }
        return Some(Parameter { name, c_type: types.name(&ty.plain()), array: None });
    };
    let (mut inner, mut element) = (Vec::new(), target);
    while let CType::Array(next, length) = element {
        let Length::Fixed(length) = length else { return None };
        inner.push(*length);
        element = next;
    }
    // The rows of `argv` are made up.
    let element = match element.int_kind() {
        Some(kind) => kind.name().to_owned(),
        None if element.is_float() => types.name(element),
        None if element.target().is_some() => {
            return Some(Parameter { name, c_type: types.name(&ty.plain()), array: None });
        }
        None => return None,
    };
    let rows: String = inner.iter().map(|length| format!("[{length}]")).collect();
    let c_type = if rows.is_empty() { format!("{element} *") } else { format!("{element} (*){rows}") };
    let length = match options.array_length(&name) {
        Some(ArrayLength::Fixed(length)) => Some(length),
        Some(ArrayLength::Parameter(_)) => return None,
        None => None,
    };
    Some(Parameter { name, c_type, array: Some((element, length, inner)) })
}
