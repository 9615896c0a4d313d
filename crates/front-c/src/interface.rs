//! What a program needs from outside, as C writes it: for running it natively.

use crate::ctype::{CType, Length, TypeTable};
use crate::library;
use crate::options::Options;
use crate::tree::Unit;
use kyklos_base::Span;

/// What a program needs from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// The parameters of the entry function.
    pub parameters: Vec<Parameter>,
    /// Functions that are called but not defined, and that C's library has no fixed results for: name, and
    /// type of the result.
    pub undefined: Vec<(String, String)>,
    /// Where variables of functions are declared: inputs that are read there are memory that was never written.
    pub declared: Vec<Span>,
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
    let undefined = unit.undefined.iter().filter(|(name, _)| !library::is_fixed(name));
    let undefined = undefined.map(|(name, result)| (name.clone(), types.name(result))).collect();
    let bodies = unit.functions.iter().filter_map(|function| function.body.as_ref());
    let variables = bodies.flat_map(|body| body.locals.iter().skip(body.parameters));
    let declared = variables.map(|local| local.span).collect();
    Some(Interface { parameters, undefined, declared })
}

fn parameter(types: &TypeTable, options: &Options, name: &str, ty: &CType) -> Option<Parameter> {
    let name = name.to_owned();
    let Some(target) = ty.target() else {
        if ty.int_kind().is_none() && !ty.is_float() {
            return None;
        }
        return Some(Parameter { name, c_type: types.name(ty), array: None });
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
            return Some(Parameter { name, c_type: types.name(ty), array: None });
        }
        None => return None,
    };
    let rows: String = inner.iter().map(|length| format!("[{length}]")).collect();
    let c_type = if rows.is_empty() { format!("{element} *") } else { format!("{element} (*){rows}") };
    Some(Parameter { name, c_type, array: Some((element, options.array_size, inner)) })
}
