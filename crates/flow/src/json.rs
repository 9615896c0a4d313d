//! Export to JSON.
//!
//! The value holds the whole program. Tables are arrays, and an id is the
//! index of its row. Spans are `{file, start: [line, column], end: [line,
//! column]}`, or null where they point nowhere. Instructions, expressions and
//! types are objects whose `kind` tells what else they have; instructions also
//! have their `text`. Integers of expressions are strings, because they may be
//! of any size.

use crate::text::instruction_text;
use crate::{
    Edge, Expr, Global, Instruction, IntType, Layout, Location, LocationKind, Place, Procedure, Program,
    Root, Step, Type, TypeId, Variable, VariableKind,
};
use kyklos_base::{Position, Span};
use serde_json::Value;

/// The program as JSON.
pub fn json(program: &Program) -> Value {
    object([
        ("format", "kyklos-flow".into()),
        ("version", 1.into()),
        ("files", list(program.sources.iter(), |(_, file)| file.name().into())),
        ("types", list(program.types.iter(), |(_, ty)| type_json(ty))),
        ("layouts", list(program.types.layouts(), |(id, layout)| layout_json(id, layout))),
        ("globals", list(program.globals.rows(), global_json)),
        ("locals_die", program.locals_die.into()),
        ("procedures", list(program.procedures.rows(), |procedure| procedure_json(program, procedure))),
        ("main", program.main.map(|main| main.0).into()),
    ])
}

// The macro of `serde_json` copies the values it is given, which takes too
// much time and stack where expressions nest deeply.
fn object<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn list<T>(items: impl IntoIterator<Item = T>, convert: impl Fn(T) -> Value) -> Value {
    Value::Array(items.into_iter().map(convert).collect())
}

fn type_json(ty: &Type) -> Value {
    match ty {
        Type::Int(int) => int_type_json(*int),
        Type::Pointer(target) => object([("kind", "pointer".into()), ("target", target.0.into())]),
        Type::Array { element, length } => {
            object([("kind", "array".into()), ("element", element.0.into()), ("length", (*length).into())])
        }
        Type::Record(fields) => {
            let field_json = |field: &crate::Field| {
                object([("name", field.name.as_str().into()), ("type", field.ty.0.into())])
            };
            object([("kind", "record".into()), ("fields", list(fields, field_json))])
        }
        Type::Opaque => object([("kind", "opaque".into())]),
    }
}

fn layout_json(id: TypeId, layout: &Layout) -> Value {
    object([
        ("type", id.0.into()),
        ("size", layout.size.into()),
        ("align", layout.align.into()),
        ("offsets", layout.offsets.clone().into()),
    ])
}

fn int_type_json(int: IntType) -> Value {
    let (bits, signed) = match int {
        IntType::Unbounded => (None, true),
        IntType::Sized { bits, signed } => (Some(bits), signed),
        IntType::Float(format) => {
            return object([("kind", "float".into()), ("format", format.name().into())]);
        }
    };
    object([("kind", "int".into()), ("bits", bits.into()), ("signed", signed.into())])
}

fn global_json(global: &Global) -> Value {
    object([
        ("name", global.name.as_str().into()),
        ("type", global.ty.0.into()),
        ("initial", expr_json(&global.initial)),
        ("constant", global.constant.into()),
        ("span", span_json(global.span)),
    ])
}

fn procedure_json(program: &Program, procedure: &Procedure) -> Value {
    object([
        ("name", procedure.name.as_str().into()),
        ("span", span_json(procedure.span)),
        ("parameters", procedure.parameters.into()),
        ("result", procedure.result.map(|ty| ty.0).into()),
        ("variables", list(procedure.variables.rows(), variable_json)),
        ("entry", procedure.entry.0.into()),
        ("exit", procedure.exit.0.into()),
        ("locations", list(procedure.locations.rows(), location_json)),
        ("edges", list(procedure.edges.rows(), |edge| edge_json(program, procedure, edge))),
    ])
}

fn variable_json(variable: &Variable) -> Value {
    let kind = match variable.kind {
        VariableKind::Parameter => "parameter",
        VariableKind::Local => "local",
        VariableKind::Temporary => "temporary",
    };
    object([
        ("name", variable.name.as_str().into()),
        ("type", variable.ty.0.into()),
        ("kind", kind.into()),
        ("span", span_json(variable.span)),
    ])
}

fn location_json(location: &Location) -> Value {
    let kind = match location.kind {
        LocationKind::Plain => "plain",
        LocationKind::Exit => "exit",
        LocationKind::Error(_) => "error",
    };
    let error = location
        .error()
        .map(|site| object([("kind", site.kind.name().into()), ("message", site.message.as_str().into())]));
    object([
        ("kind", kind.into()),
        ("span", span_json(location.span)),
        ("label", location.label.as_deref().into()),
        ("error", error.into()),
    ])
}

fn span_json(span: Span) -> Value {
    if span.is_nowhere() {
        return Value::Null;
    }
    let position = |position: Position| Value::from(vec![position.line, position.column]);
    object([("file", span.file.0.into()), ("start", position(span.start)), ("end", position(span.end))])
}

fn edge_json(program: &Program, procedure: &Procedure, edge: &Edge) -> Value {
    let mut instruction = instruction_json(&edge.instruction);
    instruction["text"] = instruction_text(program, procedure, &edge.instruction).into();
    object([
        ("from", edge.from.0.into()),
        ("to", edge.to.0.into()),
        ("instruction", instruction),
        ("span", span_json(edge.span)),
    ])
}

fn instruction_json(instruction: &Instruction) -> Value {
    match instruction {
        Instruction::Skip => object([("kind", "skip".into())]),
        Instruction::Assume { condition, holds } => object([
            ("kind", "assume".into()),
            ("condition", expr_json(condition)),
            ("holds", (*holds).into()),
        ]),
        Instruction::Assign { target, value } => {
            object([("kind", "assign".into()), ("target", place_json(target)), ("value", expr_json(value))])
        }
        Instruction::Havoc { target, input } => object([
            ("kind", "input".into()),
            ("target", place_json(target)),
            ("name", input.name.as_str().into()),
        ]),
        Instruction::Allocate { target, value, arbitrary, automatic } => object([
            ("kind", "allocate".into()),
            ("target", place_json(target)),
            ("value", expr_json(value)),
            ("input", arbitrary.as_ref().map(|input| input.name.as_str()).into()),
            ("automatic", (*automatic).into()),
        ]),
        Instruction::Free { pointer } => object([("kind", "free".into()), ("pointer", expr_json(pointer))]),
        Instruction::Clear { variable, ends } => {
            object([("kind", "clear".into()), ("variable", variable.0.into()), ("ends", (*ends).into())])
        }
        Instruction::Forget { pointer, input } => object([
            ("kind", "forget".into()),
            ("pointer", expr_json(pointer)),
            ("name", input.name.as_str().into()),
        ]),
        Instruction::Copy { target, source, count } => object([
            ("kind", "copy".into()),
            ("target", expr_json(target)),
            ("source", expr_json(source)),
            ("count", expr_json(count)),
        ]),
        Instruction::Call { target, callee, arguments } => object([
            ("kind", "call".into()),
            ("target", target.as_ref().map(place_json).into()),
            ("callee", callee.0.into()),
            ("arguments", list(arguments, expr_json)),
        ]),
        Instruction::Return { value } => {
            object([("kind", "return".into()), ("value", value.as_ref().map(expr_json).into())])
        }
        Instruction::Stop { status } => {
            object([("kind", "stop".into()), ("status", status.as_ref().map(expr_json).into())])
        }
        Instruction::Output { value, float } => object([
            ("kind", "output".into()),
            ("value", expr_json(value)),
            ("float", float.map(|format| format.name()).into()),
        ]),
    }
}

fn expr_json(expr: &Expr) -> Value {
    match expr {
        Expr::Int(value) => object([("kind", "int".into()), ("value", value.to_string().into())]),
        Expr::Null(ty) => object([("kind", "null".into()), ("type", ty.0.into())]),
        Expr::Load(place) => object([("kind", "load".into()), ("place", place_json(place))]),
        Expr::AddressOf(place) => object([("kind", "address".into()), ("place", place_json(place))]),
        Expr::Offset(pointer, by) => {
            object([("kind", "offset".into()), ("pointer", expr_json(pointer)), ("by", expr_json(by))])
        }
        Expr::Distance(left, right) => {
            object([("kind", "distance".into()), ("left", expr_json(left)), ("right", expr_json(right))])
        }
        Expr::Retype(ty, pointer) => {
            object([("kind", "retype".into()), ("type", ty.0.into()), ("pointer", expr_json(pointer))])
        }
        Expr::Pointer(ty, number) => {
            object([("kind", "pointer".into()), ("type", ty.0.into()), ("number", expr_json(number))])
        }
        Expr::Live(pointer) => object([("kind", "live".into()), ("pointer", expr_json(pointer))]),
        Expr::Address(pointer) => object([("kind", "address".into()), ("pointer", expr_json(pointer))]),
        Expr::Allocated(pointer) => object([("kind", "allocated".into()), ("pointer", expr_json(pointer))]),
        Expr::InBounds(pointer) => object([("kind", "in-bounds".into()), ("pointer", expr_json(pointer))]),
        Expr::Ends(pointer) => object([("kind", "ends".into()), ("pointer", expr_json(pointer))]),
        Expr::Unary(op, operand) => object([
            ("kind", "unary".into()),
            ("operator", op.symbol().into()),
            ("operand", expr_json(operand)),
        ]),
        Expr::Binary(op, left, right) => object([
            ("kind", "binary".into()),
            ("operator", op.symbol().into()),
            ("left", expr_json(left)),
            ("right", expr_json(right)),
        ]),
        Expr::Convert(int, operand) => object([
            ("kind", "convert".into()),
            ("type", int_type_json(*int)),
            ("operand", expr_json(operand)),
        ]),
        Expr::Float(op, format, operands) => object([
            ("kind", "float".into()),
            ("operator", op.to_string().into()),
            ("format", format.name().into()),
            ("operands", list(operands, expr_json)),
        ]),
        Expr::Array(ty, elements) => {
            object([("kind", "array".into()), ("type", ty.0.into()), ("elements", list(elements, expr_json))])
        }
        Expr::Record(ty, values) => {
            object([("kind", "record".into()), ("type", ty.0.into()), ("values", list(values, expr_json))])
        }
        Expr::Zero(ty) => object([("kind", "zero".into()), ("type", ty.0.into())]),
        Expr::Repeat(ty, count, element) => object([
            ("kind", "repeat".into()),
            ("type", ty.0.into()),
            ("element", expr_json(element)),
            ("count", expr_json(count)),
        ]),
        Expr::Length(place) => object([("kind", "length".into()), ("place", place_json(place))]),
        Expr::Initialized(place) => object([("kind", "initialized".into()), ("place", place_json(place))]),
    }
}

fn place_json(place: &Place) -> Value {
    let root = match &place.root {
        Root::Variable(variable) => ("variable", variable.0.into()),
        Root::Global(global) => ("global", global.0.into()),
        Root::Deref(pointer) => ("pointer", expr_json(pointer)),
    };
    object([root, ("steps", list(&place.steps, step_json))])
}

fn step_json(step: &Step) -> Value {
    match step {
        Step::Index(index) => object([("index", expr_json(index))]),
        Step::Field(field) => object([("field", (*field).into())]),
    }
}
