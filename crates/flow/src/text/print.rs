//! Programs and their parts to text.

use super::names::{Names, name_text, push_visible, quoted, references, visible_globals};
use super::{POSTFIX, RETYPE, UNARY, int_type_text, precedence};
use crate::expr::ExprType;
use crate::{
    BinaryOp, Expr, Global, GlobalId, Instruction, Location, LocationId, LocationKind, Place, Procedure,
    ProcedureId, Program, Root, Step, Type, TypeId, UnaryOp, Variable, VariableId, VariableKind,
};
use kyklos_base::{FileId, FloatFormat, FloatOp, Span, Table};
use std::fmt::Write;

/// The program in the `.flow` text form.
pub fn print(program: &Program) -> String {
    let mut out = "flow 1\n".to_owned();
    for (id, file) in program.sources.iter() {
        let _ = writeln!(out, "file {id} {}", quoted(file.name()));
    }
    for (id, ty) in program.types.iter() {
        let _ = writeln!(out, "type {id} = {}", type_text(ty));
    }
    for (id, layout) in program.types.layouts() {
        let _ = write!(out, "layout {id} {} {}", layout.size, layout.align);
        for offset in &layout.offsets {
            let _ = write!(out, " {offset}");
        }
        out.push('\n');
    }
    if program.locals_die {
        out.push_str("locals die\n");
    }
    let procedures = references(program.procedures.rows().map(|procedure| &procedure.name), "$");
    let globals = references(program.globals.rows().map(|global| &global.name), "$g");
    print_globals(&mut out, program, &globals);
    for procedure in program.procedures.rows() {
        out.push('\n');
        print_procedure(&mut out, program, procedure, &globals, &procedures);
    }
    if let Some(main) = program.main {
        let reference = procedures.get(main.0 as usize).cloned();
        let _ = writeln!(out, "\nmain {}", reference.unwrap_or_else(|| format!("${}", main.0)));
    }
    out
}

/// An instruction as a person reads it, in one line: names as the source has them, types left out.
pub fn instruction_text(program: &Program, procedure: &Procedure, instruction: &Instruction) -> String {
    let mut writer = Writer::for_people(program, &procedure.variables);
    writer.instruction(instruction);
    writer.out
}

/// An expression as a person reads it, in one line: names as the source has them, types left out.
pub fn expr_text(program: &Program, procedure: &Procedure, expr: &Expr) -> String {
    let mut writer = Writer::for_people(program, &procedure.variables);
    writer.expr(expr, 0);
    writer.out
}

/// A variable of the program and its first value as a person reads it, like [`expr_text`].
pub fn global_text(program: &Program, global: &Global) -> String {
    let variables = Table::new();
    let mut writer = Writer::for_people(program, &variables);
    writer.visible(&global.name);
    writer.prefixed(" = ", &global.initial, 0);
    writer.out
}

/// A place as a person reads it, like [`expr_text`].
pub fn place_text(program: &Program, procedure: &Procedure, place: &Place) -> String {
    let mut writer = Writer::for_people(program, &procedure.variables);
    writer.place(place, 0);
    writer.out
}

fn print_globals(out: &mut String, program: &Program, globals: &[String]) {
    let variables = Table::new();
    for global in program.globals.rows() {
        let names = Names { variables: &[], globals, procedures: &[] };
        let mut writer =
            Writer { program, variables: &variables, names: Some(names), out: std::mem::take(out) };
        let word = if global.constant { "constant" } else { "global" };
        let _ = write!(writer.out, "{word} {}: {}", name_text(&global.name), global.ty);
        writer.prefixed(" = ", &global.initial, 0);
        *out = writer.out;
        let _ = writeln!(out, "{}", span_text(global.span));
    }
}

fn print_procedure(
    out: &mut String,
    program: &Program,
    procedure: &Procedure,
    globals: &[String],
    procedures: &[String],
) {
    let _ = write!(out, "procedure {}", name_text(&procedure.name));
    if let Some(result) = procedure.result {
        let _ = write!(out, " -> {result}");
    }
    let _ = writeln!(out, "{} {{", span_text(procedure.span));
    for variable in procedure.variables.rows() {
        let kind = match variable.kind {
            VariableKind::Parameter => "parameter",
            VariableKind::Local => "var",
            VariableKind::Temporary => "temporary",
        };
        let name = name_text(&variable.name);
        let _ = writeln!(out, "  {kind} {name}: {}{}", variable.ty, span_text(variable.span));
    }
    for (id, location) in procedure.locations.iter() {
        let _ = writeln!(out, "  {}", location_text(procedure, id, location));
    }
    let variables = references(procedure.variables.rows().map(|variable| &variable.name), "$");
    let globals = visible_globals(program, procedure, globals);
    if !procedure.edges.is_empty() {
        out.push('\n');
    }
    for edge in procedure.edges.rows() {
        let names = Names { variables: &variables, globals: &globals, procedures };
        let mut writer =
            Writer { program, variables: &procedure.variables, names: Some(names), out: std::mem::take(out) };
        let _ = write!(writer.out, "  {} -> {}: ", edge.from, edge.to);
        writer.instruction(&edge.instruction);
        *out = writer.out;
        let _ = writeln!(out, "{}", span_text(edge.span));
    }
    out.push_str("}\n");
}

fn location_text(procedure: &Procedure, id: LocationId, location: &Location) -> String {
    let kind = match &location.kind {
        LocationKind::Plain if id == procedure.entry => "entry".to_owned(),
        LocationKind::Plain => "plain".to_owned(),
        LocationKind::Exit => "exit".to_owned(),
        LocationKind::Error(site) => format!("error {} {}", site.kind.name(), quoted(&site.message)),
    };
    let label = location.label.as_ref().map(|label| format!(" label {}", name_text(label)));
    format!("{id} {kind}{}{}", label.unwrap_or_default(), span_text(location.span))
}

fn type_text(ty: &Type) -> String {
    match ty {
        Type::Int(int) => int_type_text(*int),
        Type::Opaque => "opaque".to_owned(),
        Type::Pointer(target) => format!("ptr {target}"),
        Type::Array { element, length: None } => format!("array {element}"),
        Type::Array { element, length: Some(length) } => format!("array {element} x {length}"),
        Type::Record(fields) if fields.is_empty() => "record { }".to_owned(),
        Type::Record(fields) => {
            let fields = fields.iter().map(|field| format!("{}: {}", name_text(&field.name), field.ty));
            format!("record {{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The span with a blank before it, or nothing where it points nowhere.
fn span_text(span: Span) -> String {
    if span == Span::nowhere() {
        return String::new();
    }
    let file = if span.file == FileId(0) { String::new() } else { format!("{}:", span.file) };
    if span.start.line == span.end.line {
        format!(" @{file}{}-{}", span.start, span.end.column)
    } else {
        format!(" @{file}{}-{}", span.start, span.end)
    }
}

/// Writes instructions and expressions. With `names` it writes what parses
/// back, otherwise what is pleasant to read. Methods that write a value tell
/// its type where it has one, so that field numbers behind it become names.
struct Writer<'a> {
    program: &'a Program,
    variables: &'a Table<VariableId, Variable>,
    names: Option<Names<'a>>,
    out: String,
}

impl<'a> Writer<'a> {
    fn for_people(program: &'a Program, variables: &'a Table<VariableId, Variable>) -> Self {
        Writer { program, variables, names: None, out: String::new() }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Skip => self.out.push_str("skip"),
            Instruction::Assume { condition, holds: true } => self.prefixed("assume ", condition, 0),
            Instruction::Assume { condition, holds: false } => {
                self.prefixed("assume not ", condition, UNARY);
            }
            Instruction::Assign { target, value } => {
                self.target(target);
                self.expr(value, 0);
            }
            Instruction::Havoc { target, input } => {
                self.target(target);
                let _ = write!(self.out, "input {}", quoted(&input.name));
            }
            Instruction::Allocate { target, value, arbitrary, automatic } => {
                self.target(target);
                self.prefixed(if *automatic { "alloca " } else { "alloc " }, value, 0);
                if let Some(input) = arbitrary {
                    let _ = write!(self.out, " input {}", quoted(&input.name));
                }
            }
            Instruction::Free { pointer } => self.prefixed("free ", pointer, 0),
            Instruction::Clear { variable, ends } => {
                self.out.push_str(if *ends { "renew " } else { "clear " });
                self.place(&Place::variable(*variable), 0);
            }
            Instruction::Forget { pointer, input } => {
                self.prefixed("forget ", pointer, 0);
                let _ = write!(self.out, " input {}", quoted(&input.name));
            }
            Instruction::Copy { target, source, count } => {
                self.prefixed("copy ", target, 0);
                self.prefixed(", ", source, 0);
                self.prefixed(", ", count, 0);
            }
            Instruction::Call { target, callee, arguments } => {
                if let Some(target) = target {
                    self.target(target);
                }
                self.procedure_name(*callee);
                self.list("(", arguments, ")");
            }
            Instruction::Return { value: None } => self.out.push_str("return"),
            Instruction::Return { value: Some(value) } => self.prefixed("return ", value, 0),
            Instruction::Stop { status: None } => self.out.push_str("stop"),
            Instruction::Stop { status: Some(status) } => self.prefixed("stop ", status, 0),
            Instruction::Output { value, float } => {
                let word = float.map_or_else(String::new, |format| format!("as {} ", format.name()));
                self.prefixed(&format!("output {word}"), value, 0);
            }
        }
    }

    fn target(&mut self, target: &Place) {
        self.place(target, 0);
        self.out.push_str(" = ");
    }

    fn prefixed(&mut self, prefix: &str, expr: &Expr, context: u8) {
        self.out.push_str(prefix);
        self.expr(expr, context);
    }

    fn list(&mut self, open: &str, items: &[Expr], close: &str) {
        self.out.push_str(open);
        for (index, item) in items.iter().enumerate() {
            self.prefixed(if index > 0 { ", " } else { "" }, item, 0);
        }
        self.out.push_str(close);
    }

    /// Writes an expression, in parentheses where it binds weaker than `context`.
    fn expr(&mut self, expr: &Expr, context: u8) -> Option<ExprType> {
        match expr {
            Expr::Int(value) => {
                let text = value.to_string();
                self.grouped(value.is_negative() && context > UNARY, |writer| writer.out.push_str(&text));
                Some(ExprType::Number)
            }
            Expr::Null(ty) => {
                self.out.push_str("null");
                self.type_suffix(*ty)
            }
            Expr::Load(place) => {
                let ty = self.place(place, context)?;
                ExprType::of(self.program, ty)
            }
            Expr::AddressOf(place) => {
                let mut ty = None;
                self.grouped(context > UNARY, |writer| {
                    writer.out.push('&');
                    ty = writer.place(place, UNARY);
                });
                ty.map(ExprType::PointerTo)
            }
            Expr::Retype(ty, pointer) => self.retype(*ty, pointer, context),
            Expr::Pointer(ty, number) => {
                self.function("pointer", number);
                self.type_suffix(*ty)
            }
            Expr::Live(pointer) => self.function("live", pointer),
            Expr::Address(pointer) => self.function("address", pointer),
            Expr::Allocated(pointer) => self.function("allocated", pointer),
            Expr::InBounds(pointer) => self.function("in-bounds", pointer),
            Expr::Ends(pointer) => self.function("ends", pointer),
            Expr::Unary(op, operand) => {
                // A minus sign before digits would become part of the number.
                let apart =
                    *op == UnaryOp::Neg && matches!(**operand, Expr::Int(_) | Expr::Unary(UnaryOp::Neg, _));
                self.grouped(context > UNARY, |writer| {
                    writer.out.push_str(op.symbol());
                    writer.grouped(apart, |writer| {
                        writer.expr(operand, if apart { 0 } else { UNARY });
                    });
                });
                Some(ExprType::Number)
            }
            Expr::Binary(op, left, right) => {
                self.binary(*op, left, right, context);
                Some(ExprType::Number)
            }
            Expr::Offset(pointer, by) => self.binary(BinaryOp::Add, pointer, by, context),
            Expr::Distance(left, right) => {
                self.binary(BinaryOp::Sub, left, right, context);
                Some(ExprType::Number)
            }
            Expr::Convert(int, operand) => self.function(&int_type_text(*int), operand),
            Expr::Float(op, format, operands) => self.float(*op, *format, operands, context),
            Expr::Zero(ty) => {
                self.out.push_str("zero");
                self.type_suffix(*ty)
            }
            Expr::Array(ty, elements) => {
                self.list("[", elements, "]");
                self.type_suffix(*ty)
            }
            Expr::Repeat(ty, count, element) => {
                self.prefixed("[", element, 0);
                self.prefixed("; ", count, 0);
                self.out.push(']');
                self.type_suffix(*ty)
            }
            Expr::Record(ty, values) => self.record(*ty, values),
            Expr::Length(place) => self.of_place("length", place),
            Expr::Initialized(place) => self.of_place("initialized", place),
        }
    }

    /// Writes an operator between its operands, and tells the left one's type.
    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, context: u8) -> Option<ExprType> {
        let own = precedence(op);
        let mut ty = None;
        self.grouped(context > own, |writer| {
            ty = writer.expr(left, own);
            let _ = write!(writer.out, " {} ", op.symbol());
            writer.expr(right, own + 1);
        });
        ty
    }

    /// People see operators and constants as they are written.
    #[inline(never)]
    fn float(
        &mut self,
        op: FloatOp,
        format: FloatFormat,
        operands: &[Expr],
        context: u8,
    ) -> Option<ExprType> {
        if self.names.is_some() {
            let _ = write!(self.out, "{}_{op}", format.name());
            self.list("(", operands, ")");
            return Some(ExprType::Number);
        }
        let infix = match op {
            FloatOp::Add => Some(BinaryOp::Add),
            FloatOp::Sub => Some(BinaryOp::Sub),
            FloatOp::Mul => Some(BinaryOp::Mul),
            FloatOp::Div => Some(BinaryOp::Div),
            FloatOp::Eq => Some(BinaryOp::Eq),
            FloatOp::Lt => Some(BinaryOp::Lt),
            FloatOp::Le => Some(BinaryOp::Le),
            _ => None,
        };
        match (infix, operands) {
            (Some(infix), [left, right]) => {
                let own = precedence(infix);
                self.grouped(context > own, |writer| {
                    writer.float_operand(format, left, own);
                    let _ = write!(writer.out, " {} ", infix.symbol());
                    writer.float_operand(format, right, own + 1);
                });
            }
            (None, [operand]) if op == FloatOp::Neg => self.grouped(context > UNARY, |writer| {
                writer.out.push('-');
                writer.float_operand(format, operand, UNARY);
            }),
            (None, [operand]) if op == FloatOp::FromInt => self.expr(operand, context).map_or((), |_| ()),
            (None, [operand]) if matches!(op, FloatOp::ToFloat(_)) => {
                self.float_operand(format, operand, context);
            }
            _ => {
                let _ = write!(self.out, "{op}");
                for (index, operand) in operands.iter().enumerate() {
                    self.out.push_str(if index > 0 { ", " } else { "(" });
                    self.float_operand(format, operand, 0);
                }
                self.out.push(')');
            }
        }
        Some(ExprType::Number)
    }

    fn float_operand(&mut self, format: FloatFormat, operand: &Expr, context: u8) {
        match operand {
            Expr::Int(pattern) => self.out.push_str(&kyklos_base::float::text::show(format, pattern)),
            operand => {
                self.expr(operand, context);
            }
        }
    }

    /// People see the pointer alone: only its type is another.
    fn retype(&mut self, ty: TypeId, pointer: &Expr, context: u8) -> Option<ExprType> {
        if self.names.is_none() {
            self.expr(pointer, context);
            return ExprType::of(self.program, ty);
        }
        self.grouped(context > RETYPE, |writer| {
            writer.expr(pointer, RETYPE);
            writer.type_suffix(ty);
        });
        ExprType::of(self.program, ty)
    }

    fn function(&mut self, name: &str, operand: &Expr) -> Option<ExprType> {
        self.out.push_str(name);
        self.list("(", std::slice::from_ref(operand), ")");
        Some(ExprType::Number)
    }

    fn record(&mut self, ty: TypeId, values: &[Expr]) -> Option<ExprType> {
        self.out.push('{');
        for (index, value) in values.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.field_name(Some(ty), index as u32);
            self.prefixed(": ", value, 0);
        }
        self.out.push('}');
        self.type_suffix(ty)
    }

    fn of_place(&mut self, function: &str, place: &Place) -> Option<ExprType> {
        self.out.push_str(function);
        self.grouped(true, |writer| {
            writer.place(place, 0);
        });
        Some(ExprType::Number)
    }

    /// Writes a place, and tells the type of what it holds.
    fn place(&mut self, place: &Place, context: u8) -> Option<TypeId> {
        let first = place.steps.first();
        let mut dot = ".";
        let mut at = match &place.root {
            Root::Variable(variable) => self.variable(*variable),
            Root::Global(global) => self.global(*global),
            Root::Deref(pointer) if matches!(first, Some(Step::Field(_))) => {
                dot = "->";
                target(self.expr(pointer, POSTFIX))
            }
            Root::Deref(pointer) => {
                let mut pointer_type = None;
                self.grouped(first.is_some() || context > UNARY, |writer| {
                    writer.out.push('*');
                    pointer_type = writer.expr(pointer, UNARY);
                });
                target(pointer_type)
            }
        };
        for step in &place.steps {
            match step {
                Step::Index(index) => self.list("[", std::slice::from_ref(index), "]"),
                Step::Field(field) => {
                    self.out.push_str(dot);
                    self.field_name(at, *field);
                }
            }
            dot = ".";
            at = at.and_then(|from| step.type_in(&self.program.types, from));
        }
        at
    }

    /// Writes the name of a record's field.
    fn field_name(&mut self, record: Option<TypeId>, index: u32) {
        let program = self.program;
        let fields = match record.and_then(|record| program.types.get(record)) {
            Some(Type::Record(fields)) => fields.as_slice(),
            _ => &[],
        };
        let name = fields.get(index as usize).map(|field| &field.name);
        let is_first =
            |name: &String| fields.iter().position(|field| field.name == *name) == Some(index as usize);
        match name {
            Some(name) if self.names.is_none() => self.visible(name),
            Some(name) if is_first(name) => self.out.push_str(&name_text(name)),
            _ => self.number(index),
        }
    }

    /// Writes the name of a variable, and tells its type.
    fn variable(&mut self, id: VariableId) -> Option<TypeId> {
        let variable = self.variables.get(id);
        match (self.names, variable) {
            (Some(names), Some(_)) => self.out.push_str(&names.variables[id.0 as usize]),
            (None, Some(variable)) => self.visible(&variable.name),
            (_, None) => self.number(id.0),
        }
        Some(variable?.ty)
    }

    /// Writes the name of a variable of the program, and tells its type.
    fn global(&mut self, id: GlobalId) -> Option<TypeId> {
        let program = self.program;
        let global = program.globals.get(id);
        match (self.names, global) {
            (Some(names), Some(_)) => self.out.push_str(&names.globals[id.0 as usize]),
            (None, Some(global)) => self.visible(&global.name),
            (_, None) => {
                let _ = write!(self.out, "$g{}", id.0);
            }
        }
        Some(global?.ty)
    }

    fn procedure_name(&mut self, id: ProcedureId) {
        let program = self.program;
        match (self.names, program.procedures.get(id)) {
            (Some(names), Some(_)) => self.out.push_str(&names.procedures[id.0 as usize]),
            (None, Some(procedure)) => self.visible(&procedure.name),
            (_, None) => self.number(id.0),
        }
    }

    fn visible(&mut self, name: &str) {
        for c in name.chars() {
            push_visible(&mut self.out, c);
        }
    }

    fn number(&mut self, number: u32) {
        let _ = write!(self.out, "${number}");
    }

    fn type_suffix(&mut self, ty: TypeId) -> Option<ExprType> {
        if self.names.is_some() {
            let _ = write!(self.out, " as {ty}");
        }
        ExprType::of(self.program, ty)
    }

    fn grouped(&mut self, parentheses: bool, write: impl FnOnce(&mut Self)) {
        self.out.push_str(if parentheses { "(" } else { "" });
        write(self);
        self.out.push_str(if parentheses { ")" } else { "" });
    }
}

/// The type of what a pointer of this type points to.
fn target(pointer: Option<ExprType>) -> Option<TypeId> {
    match pointer? {
        ExprType::PointerTo(target) => Some(target),
        _ => None,
    }
}
