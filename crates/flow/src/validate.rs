//! What makes a graph well formed.
//!
//! - Every id names a row of its table.
//! - Types: record fields have different names, machine integers have 1 to 4096
//!   bits, no value contains itself (a pointer or an array of unfixed length
//!   has to stand between), and only pointers lead to opaque values: no
//!   element, field, variable or result is one.
//! - The first values of the program's variables read no memory.
//! - Procedures have different names, and one of them is `main`. A procedure's
//!   parameters are its first variables. Its entry is a plain location; its
//!   exit is its only exit location, and exactly the `return` edges lead there.
//! - From a plain location leads one edge, or two that assume the same
//!   condition true and false. No edge leaves an exit or an error location.
//! - Instructions are well typed (see the `instructions` module).
//!
//! Locations that no path from the entry reaches are dead code: they may be
//! left without edges. The instructions on dead edges are checked like all
//! others, because passes over a graph's edges meet them too.

mod instructions;

use self::instructions::Scope;
use crate::{
    Edge, Instruction, IntType, LocationId, LocationKind, MOST_BITS, Procedure, ProcedureId, Program, Type,
    TypeId, VariableKind,
};
use kyklos_base::Span;
use std::collections::HashSet;
use std::fmt::Arguments;

/// Something that makes a program malformed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The procedure it is in, if it is in one.
    pub procedure: Option<ProcedureId>,
    /// The source it comes from.
    pub span: Span,
    /// What is wrong.
    pub message: String,
}

/// All defects of a program; none if it is well formed.
pub fn validate(program: &Program) -> Vec<Defect> {
    let mut defects = Defects { procedure: None, list: Vec::new() };
    check_types(program, &mut defects);
    // Without sound types, messages about expressions would only repeat what was said.
    let scope = defects.list.is_empty().then(|| Scope::new(program));
    check_names(program, &mut defects);
    defects.procedure = None;
    for (id, global) in program.globals.iter() {
        let place = format_args!("global {id}");
        check_declared(program, global.ty, global.span, place, &mut defects);
        if let Some(scope) = &scope {
            instructions::check_global(scope, global, place, &mut defects);
        }
    }
    for (id, procedure) in program.procedures.iter() {
        defects.procedure = Some(id);
        check_variables(program, procedure, &mut defects);
        check_graph(procedure, &mut defects);
        if let Some(scope) = &scope {
            for (id, edge) in procedure.edges.iter() {
                let place = format_args!("{id} ({} -> {})", edge.from, edge.to);
                instructions::check(scope, procedure, edge, place, &mut defects);
            }
        }
    }
    defects.list
}

/// Collects defects of one procedure after the other.
struct Defects {
    procedure: Option<ProcedureId>,
    list: Vec<Defect>,
}

impl Defects {
    fn add(&mut self, span: Span, message: impl Into<String>) {
        self.list.push(Defect { procedure: self.procedure, span, message: message.into() });
    }
}

fn check_types(program: &Program, defects: &mut Defects) {
    let types = &program.types;
    for (id, ty) in types.iter() {
        if let Type::Int(int) = ty
            && let Some(message) = bad_width(*int)
        {
            defects.add(Span::nowhere(), format!("type {id}: {message}"));
        }
        for part in parts(ty).filter(|part| types.get(*part).is_none()) {
            defects.add(Span::nowhere(), format!("type {id}: there is no type {part}"));
        }
        if !matches!(ty, Type::Pointer(_)) {
            for part in parts(ty).filter(|part| types.get(*part) == Some(&Type::Opaque)) {
                let message = format!("type {id}: it holds values of {part}, which is opaque");
                defects.add(Span::nowhere(), message);
            }
        }
        if let Type::Record(fields) = ty {
            let mut names = HashSet::new();
            for field in fields.iter().filter(|field| !names.insert(&field.name)) {
                defects.add(Span::nowhere(), format!("type {id}: two fields are called `{}`", field.name));
            }
        }
    }
    for (id, layout) in types.layouts() {
        let fields = match types.get(id) {
            Some(Type::Record(fields)) => fields.as_slice(),
            Some(_) => &[],
            None => continue,
        };
        if fields.len() != layout.offsets.len() || layout.align == 0 {
            defects.add(Span::nowhere(), format!("type {id}: its layout does not fit it"));
        }
        for (field, offset) in fields.iter().zip(&layout.offsets) {
            let end = types.size_of(field.ty).and_then(|size| offset.checked_add(size));
            if end.is_some_and(|end| end > layout.size) {
                defects.add(Span::nowhere(), format!("type {id}: `{}` ends behind it", field.name));
            }
        }
    }
    for id in types_in_themselves(program) {
        let message = format!("type {id}: its values would contain themselves, without a pointer between");
        defects.add(Span::nowhere(), message);
    }
}

/// What is wrong with a machine integer's width.
fn bad_width(int: IntType) -> Option<String> {
    match int {
        IntType::Sized { bits, .. } if !(1..=MOST_BITS).contains(&bits) => {
            Some(format!("integers of {bits} bits; 1 to {MOST_BITS} are possible"))
        }
        _ => None,
    }
}

/// The types that a type's definition names.
fn parts(ty: &Type) -> impl Iterator<Item = TypeId> {
    let (one, fields) = match ty {
        Type::Int(_) | Type::Opaque => (None, [].as_slice()),
        Type::Pointer(part) | Type::Array { element: part, .. } => (Some(*part), [].as_slice()),
        Type::Record(fields) => (None, fields.as_slice()),
    };
    one.into_iter().chain(fields.iter().map(|field| field.ty))
}

/// One type of each cycle of types whose values lie within each other.
fn types_in_themselves(program: &Program) -> Vec<TypeId> {
    let contained = |id: TypeId| -> Vec<TypeId> {
        match program.types.get(id) {
            Some(ty @ (Type::Record(_) | Type::Array { length: Some(_), .. })) => parts(ty).collect(),
            _ => Vec::new(),
        }
    };
    let mut found = Vec::new();
    let (mut seen, mut open) = (HashSet::new(), HashSet::new());
    for (start, _) in program.types.iter() {
        if !seen.insert(start) {
            continue;
        }
        // Depth first, with the way to the type at hand in `path`.
        let mut path = vec![(start, contained(start).into_iter())];
        open.insert(start);
        while let Some((id, rest)) = path.last_mut() {
            match rest.next() {
                Some(part) if open.contains(&part) => found.push(part),
                Some(part) if seen.insert(part) => {
                    open.insert(part);
                    path.push((part, contained(part).into_iter()));
                }
                Some(_) => {}
                None => {
                    open.remove(id);
                    path.pop();
                }
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

fn check_names(program: &Program, defects: &mut Defects) {
    match program.main {
        None => defects.add(Span::nowhere(), "there is no main procedure"),
        Some(main) if program.procedures.get(main).is_none() => {
            defects.add(Span::nowhere(), format!("the main procedure {main} does not exist"));
        }
        Some(_) => {}
    }
    let mut names = HashSet::new();
    for (id, procedure) in program.procedures.iter() {
        defects.procedure = Some(id);
        if !names.insert(&procedure.name) {
            defects.add(procedure.span, format!("two procedures are called `{}`", procedure.name));
        }
    }
}

fn check_variables(program: &Program, procedure: &Procedure, defects: &mut Defects) {
    let parameters = procedure.parameters as usize;
    if parameters > procedure.variables.len() {
        let message = format!("{parameters} parameters, but only {} variables", procedure.variables.len());
        defects.add(procedure.span, message);
    }
    for (id, variable) in procedure.variables.iter() {
        check_declared(program, variable.ty, variable.span, format_args!("variable {id}"), defects);
        match (variable.kind == VariableKind::Parameter, id.0 < procedure.parameters) {
            (true, false) => {
                defects.add(variable.span, format!("variable {id}: a parameter behind other variables"));
            }
            (false, true) => {
                let message = format!("variable {id}: not a parameter, but among the first {parameters}");
                defects.add(variable.span, message);
            }
            _ => {}
        }
    }
    if let Some(result) = procedure.result {
        check_declared(program, result, procedure.span, format_args!("result"), defects);
    }
}

/// Checks the type of a variable or a result.
fn check_declared(program: &Program, ty: TypeId, span: Span, what: Arguments<'_>, defects: &mut Defects) {
    match program.types.get(ty) {
        None => defects.add(span, format!("{what}: there is no type {ty}")),
        Some(Type::Opaque) => {
            defects.add(span, format!("{what}: there are no values of {ty}, which is opaque"))
        }
        Some(_) => {}
    }
}

fn check_graph(procedure: &Procedure, defects: &mut Defects) {
    let kind = |id: LocationId| procedure.locations.get(id).map(|location| &location.kind);
    match kind(procedure.entry) {
        Some(LocationKind::Plain) => {}
        Some(_) => {
            defects.add(procedure.span, format!("the entry {} is not a plain location", procedure.entry))
        }
        None => defects.add(procedure.span, format!("the entry {} does not exist", procedure.entry)),
    }
    match kind(procedure.exit) {
        Some(LocationKind::Exit) => {}
        Some(_) => {
            defects.add(procedure.span, format!("the exit {} is not an exit location", procedure.exit))
        }
        None => defects.add(procedure.span, format!("the exit {} does not exist", procedure.exit)),
    }
    for (id, location) in procedure.locations.iter() {
        if location.kind == LocationKind::Exit && id != procedure.exit {
            let message = format!("{id} is an exit location, but the exit is {}", procedure.exit);
            defects.add(location.span, message);
        }
    }
    let mut outgoing = vec![Vec::new(); procedure.locations.len()];
    for (id, edge) in procedure.edges.iter() {
        for end in [edge.from, edge.to].into_iter().filter(|end| kind(*end).is_none()) {
            defects.add(edge.span, format!("{id}: there is no location {end}"));
        }
        if let Some(edges) = outgoing.get_mut(edge.from.0 as usize) {
            edges.push(id);
        }
        let ends = matches!(edge.instruction, Instruction::Return { .. } | Instruction::Stop { .. });
        if ends != (edge.to == procedure.exit) {
            let what = match edge.instruction {
                Instruction::Return { .. } => "a return leads to",
                Instruction::Stop { .. } => "a stop leads to",
                _ => "no return, but leads to",
            };
            defects.add(edge.span, format!("{id}: {what} {}; the exit is {}", edge.to, procedure.exit));
        }
    }
    if procedure.locations.ids().any(|id| procedure.outgoing(id) != outgoing[id.0 as usize]) {
        defects.add(procedure.span, "the lists of outgoing edges do not match the edges");
        return;
    }
    for id in reachable(procedure) {
        check_outgoing(procedure, id, defects);
    }
}

/// The locations that paths from the entry reach, in the order of their ids.
fn reachable(procedure: &Procedure) -> Vec<LocationId> {
    let mut reached = vec![false; procedure.locations.len()];
    let mut open = vec![procedure.entry];
    while let Some(id) = open.pop() {
        match reached.get_mut(id.0 as usize) {
            Some(reached) if !*reached => *reached = true,
            _ => continue,
        }
        open.extend(procedure.outgoing(id).iter().map(|edge| procedure.edges[*edge].to));
    }
    procedure.locations.ids().filter(|id| reached[id.0 as usize]).collect()
}

fn check_outgoing(procedure: &Procedure, id: LocationId, defects: &mut Defects) {
    let location = &procedure.locations[id];
    let edges: Vec<&Edge> = procedure.outgoing(id).iter().map(|edge| &procedure.edges[*edge]).collect();
    let message = match (&location.kind, edges.as_slice()) {
        (LocationKind::Exit | LocationKind::Error(_), []) | (LocationKind::Plain, [_]) => return,
        (LocationKind::Exit, _) => format!("edges leave the exit {id}"),
        (LocationKind::Error(_), _) => format!("edges leave the error location {id}"),
        (LocationKind::Plain, []) => format!("no edge leaves {id}"),
        (LocationKind::Plain, [left, right]) if is_branch(left, right) => return,
        (LocationKind::Plain, [_, _]) => {
            format!("the two edges from {id} do not assume one condition true and false")
        }
        (LocationKind::Plain, edges) => format!("{} edges leave {id}; at most 2 can", edges.len()),
    };
    defects.add(location.span, message);
}

fn is_branch(left: &Edge, right: &Edge) -> bool {
    match (&left.instruction, &right.instruction) {
        (Instruction::Assume { condition: a, holds: x }, Instruction::Assume { condition: b, holds: y }) => {
            x != y && a == b
        }
        _ => false,
    }
}
