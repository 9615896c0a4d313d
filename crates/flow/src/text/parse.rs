//! Text to programs: the lines outside of instructions.
//!
//! A first walk finds the procedures and reads everything around them, so that
//! procedures can refer to types and to each other in any order. Each line is
//! read on its own: an error costs its line, and the others are still read.

use super::instruction::{Scope, expression, instruction};
use super::int_type;
use super::lexer::TokenKind;
use super::line::{Index, Line, LineReader};
use crate::{
    ErrorKind, ErrorSite, Expr, Field, Global, GlobalId, IntType, Layout, Location, LocationId, LocationKind,
    ProcedureBuilder, ProcedureId, Program, Type, TypeId, Variable, VariableId, VariableKind,
};
use kyklos_base::{Diagnostic, SourceFile, Sources, Span, Table};

/// Reads a program in the `.flow` text form; `name` is what diagnostics call the text.
/// The program's source files have their names but no text. It may still be
/// malformed: [`crate::validate()`] tells.
///
/// On failure, returns all that is wrong with the text, in its order, and the
/// sources to show it with.
pub fn parse(name: &str, text: &str) -> Result<Program, (Sources, Vec<Diagnostic>)> {
    let mut parser = Parser {
        program: Program::default(),
        globals: Index::of_globals(),
        procedures: Index::new("procedure"),
        diagnostics: Vec::new(),
    };
    parser.text(text);
    let mut diagnostics = parser.diagnostics;
    if diagnostics.is_empty() {
        return Ok(parser.program);
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    let mut sources = Sources::new();
    sources.add(SourceFile::new(name, text));
    Err((sources, diagnostics))
}

/// What can stand outside of procedures.
const OUTSIDE: &str =
    "outside of procedures stand `file`, `type`, `layout`, `locals die`, `global`, `procedure` and `main`";

struct Parser {
    program: Program,
    globals: Index,
    procedures: Index,
    diagnostics: Vec<Diagnostic>,
}

/// The lines of the text, sorted by what they are about.
#[derive(Default)]
struct Outline<'t> {
    types: Vec<Line<'t>>,
    layouts: Vec<Line<'t>>,
    files: Vec<Line<'t>>,
    mains: Vec<Line<'t>>,
    globals: Vec<Line<'t>>,
    locals: Vec<Line<'t>>,
    blocks: Vec<Block<'t>>,
}

/// The lines of a procedure.
struct Block<'t> {
    header: Line<'t>,
    body: Vec<Line<'t>>,
}

struct Header {
    name: String,
    result: Option<TypeId>,
    span: Span,
}

/// The locations of a procedure while they are read.
#[derive(Default)]
struct Locations {
    table: Table<LocationId, Location>,
    entry: Option<LocationId>,
    exit: Option<LocationId>,
}

impl Parser {
    fn text(&mut self, text: &str) {
        let outline = self.outline(text);
        for (next, line) in outline.files.iter().enumerate() {
            let name = self.file(*line, next).unwrap_or_default();
            self.program.sources.add(SourceFile::new(name, ""));
        }
        for line in &outline.types {
            // A type that cannot be read keeps its number.
            let ty = self.ty(*line, outline.types.len()).unwrap_or(Type::Int(IntType::Unbounded));
            self.program.types.push(ty);
        }
        for line in &outline.layouts {
            self.layout(*line);
        }
        for line in &outline.locals {
            self.locals(*line);
        }
        self.globals(&outline.globals);
        let headers: Vec<Header> = outline.blocks.iter().map(|block| self.header(block.header)).collect();
        for header in &headers {
            self.procedures.add(&header.name);
        }
        for (block, header) in outline.blocks.iter().zip(headers) {
            self.procedure(block, header);
        }
        for line in &outline.mains {
            if self.program.main.is_some() {
                self.diagnostics.push(Diagnostic::error(line.span(), "this is the second main procedure"));
            }
            self.program.main = self.main(*line);
        }
    }

    fn outline<'t>(&mut self, text: &'t str) -> Outline<'t> {
        let mut outline = Outline::default();
        let numbered = text.lines().zip(1..).map(|(text, number)| Line { number, text });
        let mut lines = numbered.filter(|line| !matches!(first_word(line.text), "" | "//"));
        match lines.next() {
            Some(line) => self.version(line),
            None => self.diagnostics.push(
                Diagnostic::error(Line { number: 1, text: "" }.span(), "the text is empty")
                    .with_help("the first line is `flow 1`"),
            ),
        }
        let mut open: Option<Block<'t>> = None;
        for line in lines {
            match (first_word(line.text), &mut open) {
                ("procedure", _) => {
                    self.unclosed(open.as_ref());
                    outline.blocks.extend(open.replace(Block { header: line, body: Vec::new() }));
                }
                ("}", Some(_)) => {
                    self.closing(line);
                    outline.blocks.extend(open.take());
                }
                (_, Some(block)) => block.body.push(line),
                ("type", None) => outline.types.push(line),
                ("layout", None) => outline.layouts.push(line),
                ("file", None) => outline.files.push(line),
                ("main", None) => outline.mains.push(line),
                ("global" | "constant", None) => outline.globals.push(line),
                ("locals", None) => outline.locals.push(line),
                (_, None) => self.diagnostics.push(
                    Diagnostic::error(line.span(), "this line does not belong to a procedure")
                        .with_help(OUTSIDE),
                ),
            }
        }
        self.unclosed(open.as_ref());
        outline.blocks.extend(open);
        outline
    }

    fn unclosed(&mut self, block: Option<&Block<'_>>) {
        if let Some(block) = block {
            let message = "this procedure is not closed";
            let help = "close it with a line that is just `}`";
            self.diagnostics.push(Diagnostic::error(block.header.span(), message).with_help(help));
        }
    }

    fn version(&mut self, line: Line<'_>) {
        let Some(mut reader) = LineReader::new(line, &mut self.diagnostics) else { return };
        let is_version = reader.eat_word("flow") && *reader.peek() == TokenKind::Number("1");
        if is_version {
            reader.bump();
            reader.end();
        } else {
            let help = "write the text in version 1 and begin it with this line";
            reader.error(line.span(), "the first line has to be `flow 1`", Some(help));
        }
    }

    fn closing(&mut self, line: Line<'_>) {
        if let Some(mut reader) = LineReader::new(line, &mut self.diagnostics) {
            reader.eat_symbol("}");
            reader.end();
        }
    }

    fn file(&mut self, line: Line<'_>, next: usize) -> Option<String> {
        let mut reader = LineReader::new(line, &mut self.diagnostics)?;
        reader.word("file")?;
        reader.next_id('f', "a file", next)?;
        let name = reader.text()?;
        reader.end()?;
        Some(name)
    }

    fn ty(&mut self, line: Line<'_>, count: usize) -> Option<Type> {
        let next = self.program.types.len();
        let mut reader = LineReader::new(line, &mut self.diagnostics)?;
        reader.word("type")?;
        reader.next_id('t', "a type", next)?;
        reader.symbol("=")?;
        let ty = if reader.eat_word("ptr") {
            Type::Pointer(reader.type_id(count)?)
        } else if reader.eat_word("array") {
            let element = reader.type_id(count)?;
            let length = if reader.eat_word("x") { Some(length(&mut reader)?) } else { None };
            Type::Array { element, length }
        } else if reader.eat_word("record") {
            Type::Record(fields(&mut reader, count)?)
        } else if reader.eat_word("opaque") {
            Type::Opaque
        } else {
            Type::Int(reader.word_for("`int`, `i32`, `u8`, `ptr`, `array`, `record` or `opaque`", int_type)?)
        };
        reader.end()?;
        Some(ty)
    }

    fn layout(&mut self, line: Line<'_>) -> Option<()> {
        let mut reader = LineReader::new(line, &mut self.diagnostics)?;
        reader.word("layout")?;
        let ty = reader.type_id(self.program.types.len())?;
        let (size, align) = (bytes(&mut reader)?, bytes(&mut reader)?);
        let mut offsets = Vec::new();
        while *reader.peek() != TokenKind::End {
            offsets.push(bytes(&mut reader)?);
        }
        self.program.types.set_layout(ty, Layout { size, align, offsets });
        Some(())
    }

    fn locals(&mut self, line: Line<'_>) -> Option<()> {
        let mut reader = LineReader::new(line, &mut self.diagnostics)?;
        reader.word("locals")?;
        reader.word("die")?;
        reader.end()?;
        self.program.locals_die = true;
        Some(())
    }

    /// Names and types first, because the values may refer to all of them.
    fn globals(&mut self, lines: &[Line<'_>]) {
        let mut values = Vec::new();
        for line in lines {
            if let Some((global, value)) = self.global(*line) {
                self.globals.add(&global.name);
                let id = self.program.globals.push(global);
                values.extend(value.map(|start| (id, *line, start)));
            }
        }
        for (id, line, start) in values {
            self.first_value(id, line, start);
        }
    }

    /// A global, its value yet missing, and the number of the token its value starts at.
    fn global(&mut self, line: Line<'_>) -> Option<(Global, Option<usize>)> {
        let count = self.program.types.len();
        let mut reader = LineReader::new(line, &mut self.diagnostics)?;
        let constant = reader.eat_word("constant");
        if !constant {
            reader.word("global")?;
        }
        let name = reader.name()?;
        // Like a variable with an unknown type, it is still known.
        let ty = reader.symbol(":").and_then(|()| reader.type_id(count));
        let start = ty.and_then(|_| reader.symbol("=")).map(|()| reader.position());
        let ty = ty.unwrap_or(TypeId(u32::MAX));
        Some((Global { name, ty, initial: Expr::int(0), constant, span: Span::nowhere() }, start))
    }

    fn first_value(&mut self, id: GlobalId, line: Line<'_>, start: usize) -> Option<()> {
        let mut reader = LineReader::new(line, &mut self.diagnostics)?;
        reader.go_to(start);
        let scope = Scope {
            program: &self.program,
            procedures: &self.procedures,
            variables: &Table::new(),
            variable_names: &Index::new("variable"),
            global_names: &self.globals,
        };
        let initial = expression(&mut reader, &scope)?;
        let span = reader.span_here();
        reader.end()?;
        let global = &mut self.program.globals[id];
        (global.initial, global.span) = (initial, span);
        Some(())
    }

    fn main(&mut self, line: Line<'_>) -> Option<ProcedureId> {
        let mut reader = LineReader::new(line, &mut self.diagnostics)?;
        reader.word("main")?;
        let main = reader.find(&self.procedures)?;
        reader.end()?;
        Some(ProcedureId(main))
    }

    fn header(&mut self, line: Line<'_>) -> Header {
        let mut header = Header { name: String::new(), result: None, span: Span::nowhere() };
        if let Some(mut reader) = LineReader::new(line, &mut self.diagnostics) {
            read_header(&mut reader, &mut header, self.program.types.len());
        }
        header
    }

    fn procedure(&mut self, block: &Block<'_>, header: Header) {
        let mut locations = Locations::default();
        let mut variables: Table<VariableId, Variable> = Table::new();
        let mut names = Index::new("variable");
        let mut edges = Vec::new();
        for line in &block.body {
            match body_line(line.text) {
                BodyLine::Edge => edges.push(*line),
                BodyLine::Location => self.location(*line, &mut locations),
                BodyLine::Variable => {
                    if let Some(variable) = self.variable(*line) {
                        names.add(&variable.name);
                        variables.push(variable);
                    }
                }
            }
        }
        let Locations { table, entry, exit } = locations;
        for (found, what) in [(entry, "entry"), (exit, "exit")] {
            if found.is_none() {
                let message = format!("procedure `{}` has no {what}", header.name);
                let help = format!("add a location line like `l{} {what}`", table.len());
                self.diagnostics.push(Diagnostic::error(block.header.span(), message).with_help(help));
            }
        }
        let mut builder = ProcedureBuilder::with_locations(header.name, header.span, header.result, table);
        builder.set_entry(entry.unwrap_or(LocationId(0)));
        builder.set_exit(exit.unwrap_or(LocationId(0)));
        for variable in variables.rows().cloned() {
            match variable.kind {
                VariableKind::Parameter => builder.parameter(variable.name, variable.ty, variable.span),
                kind => builder.variable(variable.name, variable.ty, kind, variable.span),
            };
        }
        for line in edges {
            self.edge(line, &mut builder, &names);
        }
        self.program.procedures.push(builder.finish());
    }

    fn variable(&mut self, line: Line<'_>) -> Option<Variable> {
        let count = self.program.types.len();
        let mut reader = LineReader::new(line, &mut self.diagnostics)?;
        let kind =
            reader.word_for("`parameter`, `var`, `temporary`, a location or an edge", |word| match word {
                "parameter" => Some(VariableKind::Parameter),
                "var" => Some(VariableKind::Local),
                "temporary" => Some(VariableKind::Temporary),
                _ => None,
            })?;
        let name = reader.name()?;
        // With an unknown type the variable is still known, so that its uses are not reported.
        let mut variable = Variable { name, ty: TypeId(u32::MAX), kind, span: Span::nowhere() };
        if reader.symbol(":").is_some()
            && let Some(ty) = reader.type_id(count)
        {
            variable.ty = ty;
            variable.span = reader.span_here();
            reader.end();
        }
        Some(variable)
    }

    fn location(&mut self, line: Line<'_>, locations: &mut Locations) {
        let id = LocationId(locations.table.len() as u32);
        // A location that cannot be read keeps its number.
        let mut location = Location { kind: LocationKind::Plain, span: Span::nowhere(), label: None };
        if let Some(mut reader) = LineReader::new(line, &mut self.diagnostics) {
            read_location(&mut reader, id, &mut location, locations);
        }
        locations.table.push(location);
    }

    fn edge(&mut self, line: Line<'_>, builder: &mut ProcedureBuilder, names: &Index) -> Option<()> {
        let procedure = builder.procedure();
        let count = procedure.locations.len();
        let mut reader = LineReader::new(line, &mut self.diagnostics)?;
        let from = LocationId(reader.known_id('l', "a location", count)?);
        reader.symbol("->")?;
        let to = LocationId(reader.known_id('l', "a location", count)?);
        reader.symbol(":")?;
        let scope = Scope {
            program: &self.program,
            procedures: &self.procedures,
            variables: &procedure.variables,
            variable_names: names,
            global_names: &self.globals,
        };
        let instruction = instruction(&mut reader, &scope)?;
        let span = reader.span_here();
        reader.end()?;
        builder.edge(from, to, instruction, span);
        Some(())
    }
}

enum BodyLine {
    Variable,
    Location,
    Edge,
}

/// What a line within a procedure is, told without reading all of it.
fn body_line(text: &str) -> BodyLine {
    let word = first_word(text);
    let is_location = word.strip_prefix('l').is_some_and(|number| number.parse::<u32>().is_ok());
    if !is_location {
        BodyLine::Variable
    } else if text.trim_start()[word.len()..].trim_start().starts_with("->") {
        BodyLine::Edge
    } else {
        BodyLine::Location
    }
}

/// The word a line starts with, `//` or `}` if it starts with that, or nothing.
fn first_word(line: &str) -> &str {
    let line = line.trim_start();
    if line.starts_with("//") {
        return &line[..2];
    }
    if line.starts_with('}') {
        return &line[..1];
    }
    let end = line.find(|c| !super::is_word_part(c)).unwrap_or(line.len());
    // A line that starts with a sign is not blank.
    if end == 0 { line.trim_end() } else { &line[..end] }
}

fn length(reader: &mut LineReader<'_, '_>) -> Option<u64> {
    match small_number(reader) {
        Some(length) => Some(length),
        None => reader.expected("a length below 2^64"),
    }
}

/// A number of bytes.
fn bytes(reader: &mut LineReader<'_, '_>) -> Option<u64> {
    match small_number(reader) {
        Some(bytes) => Some(bytes),
        None => reader.expected("a number of bytes below 2^64"),
    }
}

fn small_number(reader: &mut LineReader<'_, '_>) -> Option<u64> {
    let number = match reader.peek() {
        TokenKind::Number(digits) => digits.parse().ok(),
        _ => None,
    };
    if number.is_some() {
        reader.bump();
    }
    number
}

fn fields(reader: &mut LineReader<'_, '_>, count: usize) -> Option<Vec<Field>> {
    reader.symbol("{")?;
    let mut fields = Vec::new();
    if reader.eat_symbol("}") {
        return Some(fields);
    }
    loop {
        let name = reader.name()?;
        reader.symbol(":")?;
        fields.push(Field { name, ty: reader.type_id(count)? });
        if reader.eat_symbol("}") {
            return Some(fields);
        }
        if !reader.eat_symbol(",") {
            return reader.expected("`,` or `}`");
        }
    }
}

fn read_header(reader: &mut LineReader<'_, '_>, header: &mut Header, types: usize) -> Option<()> {
    reader.word("procedure")?;
    header.name = reader.name()?;
    if reader.eat_symbol("->") {
        header.result = Some(reader.type_id(types)?);
    }
    header.span = reader.span_here();
    reader.symbol("{")?;
    reader.end()
}

fn read_location(
    reader: &mut LineReader<'_, '_>,
    id: LocationId,
    location: &mut Location,
    locations: &mut Locations,
) -> Option<()> {
    reader.next_id('l', "a location", id.0 as usize)?;
    let span = reader.span();
    if reader.eat_word("entry") {
        if locations.entry.replace(id).is_some() {
            reader.error(span, "this is the procedure's second entry", None);
        }
    } else if reader.eat_word("exit") {
        location.kind = LocationKind::Exit;
        if locations.exit.replace(id).is_some() {
            reader.error(span, "this is the procedure's second exit", None);
        }
    } else if reader.eat_word("error") {
        let kind = error_kind(reader)?;
        location.kind = LocationKind::Error(ErrorSite { kind, message: reader.text()? });
    } else if !reader.eat_word("plain") {
        return reader.expected("`entry`, `exit`, `plain`, `error` or `->`");
    }
    if reader.eat_word("label") {
        location.label = Some(reader.name()?);
    }
    location.span = reader.span_here();
    reader.end()
}

/// The words of an error kind, joined by `-`.
fn error_kind(reader: &mut LineReader<'_, '_>) -> Option<ErrorKind> {
    let start = reader.span();
    let mut name = String::new();
    loop {
        match reader.peek() {
            TokenKind::Word(word) => name.push_str(word),
            _ => return reader.expected("a kind of error"),
        }
        reader.bump();
        if !reader.eat_symbol("-") {
            break;
        }
        name.push('-');
    }
    let kind = ErrorKind::from_name(&name);
    if kind.is_none() {
        let names = ErrorKind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
        let span = reader.span_from(start);
        reader.error(
            span,
            format!("there is no kind of error `{name}`"),
            Some(&format!("there are {names}")),
        );
    }
    kind
}
