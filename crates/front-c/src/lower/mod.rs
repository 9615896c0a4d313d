//! Typed tree to flowgraph.
//!
//! Expressions of a flowgraph are pure and never fail. So for each expression
//! of the source, first the checks and effects it needs are put on edges, in
//! the order of evaluation; what remains is one whole expression.
//!
//! # Order of evaluation
//!
//! C leaves most of it open. Here operands and arguments are evaluated from
//! left to right; an assignment evaluates its value, then the operands of its
//! place, then writes. Operands whose value a later one may change are saved in
//! temporaries.
//!
//! # Arithmetic
//!
//! Operations are computed in the mathematical integers, and brought into
//! their type by `Convert`, where the operands' types do not show that the
//! result is in range anyway (see `range`). Signed overflow wraps, or is an
//! error if that is looked for.
//!
//! # Checks
//!
//! | expression | fails if | error |
//! | --- | --- | --- |
//! | `a / b`, `a % b` | `b == 0` | division by zero |
//! | | `a` is the least number and `b == -1` | division overflow |
//! | `a << b`, `a >> b` | `b` is negative, or not less than the width | shift range |
//! | `a + b`, … | the result leaves its signed type (if looked for) | overflow |
//! | `a[i]` | `i` is negative or not less than the length | out of bounds |
//! | `*p` | `p` is null | null dereference |
//! | | its object is gone | dangling pointer |
//! | | `p` is outside its array | out of bounds |
//! | `p + i` | `p` is null | null dereference |
//! | `x` | it was never written | uninitialized |
//! | `free(p)` | `p` is neither null nor the start of memory that is allocated | invalid free |
//!
//! No check is made where it cannot fail for a simple reason. Some reasons
//! depend on the whole program (see `Facts`); so all functions are lowered
//! twice, first to learn these.
//!
//! # Where runs end
//!
//! `exit` and `abort` end a run without a failure. A flowgraph ends a run only
//! at the exit of its main procedure, so such a call is an edge that assumes 0:
//! no run gets behind it, and none fails there.
//!
//! - `function`: one function, and what its parts share; `entry`, `arguments`: what calls the first one;
//! - `statement`, `switch`, `condition`, `expression`, `place`, `assign`, `call`: its parts;
//! - `arithmetic`, `range`: operations on numbers, and bounds of their results;
//! - `jumps`: `setjmp` and `longjmp`;
//! - `member`: bit-fields, members of unions;
//! - `effects`: what evaluating an expression may change; `scopes`: where variables' lives end;
//! - `unwritten`, `nonnull`: which reads may come before all writes, which pointers may be null;
//!   `forward`: analyses of a function's graph; `wrapped`: indices that have wrapped around below zero,
//!   `origins`: where they come from.

mod addresses;
mod answers;
mod arguments;
mod arithmetic;
mod assign;
mod assured;
mod call;
mod condition;
mod effects;
mod endless;
mod entry;
mod expression;
mod floats;
mod forward;
mod function;
mod jumps;
mod member;
mod named;
mod nonnull;
mod origins;
mod place;
mod range;
mod scopes;
mod statement;
mod switch;
mod trailing;
mod unwritten;
mod wrapped;

pub(crate) use arguments::function_types;
use function::Destination;
pub(crate) use function::FunctionLowering;
pub(crate) use named::Named;

use crate::check;
use crate::ctype::{CType, Length, RecordId, TypeTable};
use crate::options::Options;
use crate::parse::Parsed;
use crate::tree::{self, ExprKind, FunctionId, Unit};
use kyklos_base::{Diagnostic, Severity, Sources, Span};
use kyklos_flow::{
    CheckClass, Expr, Global, GlobalId, Input, Instruction, Place, Procedure, ProcedureId, Program, Unreached,
};
use std::collections::HashSet;
use unwritten::Plan;
use wrapped::Wrapped;

/// The flowgraph of a translation unit, and the warnings it gives rise to; or all
/// that is wrong with it, in the order of the source.
pub(crate) fn lower(
    parsed: &[Parsed],
    sources: Sources,
    options: &Options,
) -> Result<(Program, Vec<Diagnostic>), (Sources, Vec<Diagnostic>)> {
    let (unit, types, mut diagnostics) = check::check(parsed, options);
    if let Some(unit) = &unit {
        diagnostics.extend(entry::problems(unit, &types, options));
    }
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.file, diagnostic.span.start));
    let refused = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    match unit {
        Some(unit) if !refused => {
            let program = Context::new(&unit, types, sources, options).program();
            Ok((program, diagnostics))
        }
        _ => Err((sources, diagnostics)),
    }
}

/// What all functions share.
pub(crate) struct Context<'a> {
    /// C's types, and the flowgraph's.
    pub(crate) types: TypeTable,
    unit: &'a Unit,
    sources: Sources,
    options: &'a Options,
    /// The procedure of each function that has a body.
    procedures: Vec<Option<ProcedureId>>,
    globals: Vec<GlobalId>,
    /// The functions whose calls may end by a jump.
    jumping: HashSet<ProcedureId>,
    /// The numbers of the functions whose results may be used.
    answering: HashSet<u32>,
    /// What is known of the whole program; nothing in the first round.
    facts: Option<Facts>,
    /// What is found in this round.
    found: Facts,
    /// The members of structs that the program looks at.
    named: Named,
    /// The structs that may go on behind an array of one element at their end.
    open_ended: HashSet<RecordId>,
    /// Statements that no run comes to.
    unreached: Vec<Unreached>,
    /// What is written to the program's variables before anything else, beside their first values.
    late: Vec<(Place, Expr)>,
    /// Which indices may have wrapped around, if there may be arrays without an end.
    wrapped: Option<Wrapped>,
}

/// What is known of the whole program.
#[derive(Default)]
pub(crate) struct Facts {
    /// Objects cease to exist before the program ends.
    frees: bool,
    /// Streams are closed.
    closes: bool,
    /// Standard streams are more than arguments of functions that do not close them.
    hands_on_streams: bool,
    /// The address of a function's variable is taken.
    local_addresses: bool,
    /// A pointer is stored where it may outlive the function, or returned.
    pointers_outlive: bool,
    /// A function may keep a pointer to a variable after its block.
    lives_end: bool,
    /// There may be pointers that were never written, but are not looked for: they may point nowhere.
    wild: bool,
    /// Pointers may point to integers of the other sign than their own type's.
    signs_mix: bool,
    /// Types to which pointers may point outside their array.
    moved: HashSet<CType>,
    /// Types of which memory may hold values that were never written: pointers, and numbers that
    /// variables are of.
    unwritten: HashSet<CType>,
    /// Types to which pointers may point to memory of another type.
    viewed: HashSet<CType>,
    /// Structs to which pointers are made of moved pointers to bytes, as by `container_of`.
    recast: HashSet<CType>,
    /// Structs that pointers point to, and the types of their members whose addresses are taken by these.
    addressed: HashSet<(CType, CType)>,
    /// For each function, what to do about reads before writes.
    plans: Vec<Plan>,
}

impl Facts {
    /// Whether pointers may point to objects that are gone, or to none.
    fn dangling(&self) -> bool {
        self.wild || self.frees || self.lives_end || self.local_addresses && self.pointers_outlive
    }

    /// Whether what was noted of some types was noted of this one, or of one that pointers to it may point to.
    fn has(&self, noted: &HashSet<CType>, ty: &CType, types: &TypeTable) -> bool {
        let same = |known: &CType| types.without_sign(known) == types.without_sign(ty);
        noted.contains(&types.canonical(ty)) || self.signs_mix && noted.iter().any(same)
    }
}

impl<'a> Context<'a> {
    fn new(unit: &'a Unit, types: TypeTable, sources: Sources, options: &'a Options) -> Self {
        let mut count = 0;
        let procedures = unit.functions.iter().map(|function| {
            function.body.as_ref()?;
            count += 1;
            Some(ProcedureId(count - 1))
        });
        let procedures = procedures.collect();
        let mut globals = vec![GlobalId(0); unit.globals.len()];
        for (position, index) in (0..).zip(global_order(unit)) {
            globals[index] = GlobalId(position);
        }
        let found = Facts::default();
        let unreached = unit.unreached.clone();
        let jumping = HashSet::new();
        let open_ended = trailing::open_ended(unit, &types);
        let named = Named::of(unit.functions.iter().filter_map(|function| function.body.as_ref()), &types);
        let wrapped = Wrapped::of(unit, &types);
        let mut context = Self {
            types,
            unit,
            sources,
            options,
            procedures,
            globals,
            jumping,
            answering: answers::answering(unit),
            facts: None,
            found,
            named,
            open_ended,
            unreached,
            late: Vec::new(),
            wrapped,
        };
        context.jumping = context.jumping();
        context
    }

    fn program(mut self) -> Program {
        self.note_arguments();
        self.note_global_conversions();
        self.functions();
        self.note_member_views();
        self.facts = Some(std::mem::take(&mut self.found));
        let functions = self.functions();
        let mut program = Program { locals_die: true, ..Program::default() };
        for index in global_order(self.unit) {
            let global = &self.unit.globals[index];
            let ty = self.types.flow(&global.ty);
            let initial = match &global.ty {
                // It has elements once it is made an input.
                CType::Array(element, Length::Unknown) => {
                    let element = Box::new(self.zero(element));
                    Expr::Repeat(ty, Box::new(Expr::int(0)), element)
                }
                _ => self.constant(&global.ty, global.initial.as_ref()),
            };
            let known = self.late.len();
            if let Some(given) = &global.initial {
                let mut late = std::mem::take(&mut self.late);
                self.late(Place::global(self.globals[index]), &global.ty, given, &mut late);
                self.late = late;
            }
            let constant = global.constant && self.late.len() == known;
            let (name, span) = (global.name.clone(), global.span);
            program.globals.push(Global { name, ty, initial, constant, span });
        }
        program.procedures = functions.into_iter().collect();
        program.main = self.procedures[self.unit.entry.0 as usize];
        if let Some(start) = self.start() {
            program.main = Some(program.procedures.push(start));
        }
        if let Some(small) = self.small_sizes() {
            program.globals.push(small);
        }
        let endless = endless::endless(self.unit, &self.types, self.options);
        self.types.set_layouts();
        Program {
            sources: self.sources,
            types: self.types.types,
            unreached: self.unreached,
            endless,
            ..program
        }
    }

    fn functions(&mut self) -> Vec<Procedure> {
        let unit = self.unit;
        let mut procedures = Vec::new();
        for (function, id) in unit.functions.iter().zip(0..) {
            if let Some(body) = &function.body {
                procedures.push(self.function(FunctionId(id), function, body));
            } else {
                self.found.plans.push(Plan::default());
            }
        }
        procedures
    }

    fn function(&mut self, id: FunctionId, function: &'a tree::Function, body: &'a tree::Body) -> Procedure {
        let (procedure, notes) = FunctionLowering::new(self, id, function, body).lower(function, body);
        if self.facts.is_none() {
            let plan = unwritten::plan(&procedure, &notes, body, self);
            self.found.plans.push(plan);
        }
        procedure
    }

    /// What the source says at a place, in quotes, where it is short; else other words.
    fn quoted(&self, span: Span, otherwise: &str) -> String {
        const LIMIT: usize = 60;
        if span.is_nowhere() || span.start.line != span.end.line {
            return otherwise.to_owned();
        }
        let line = self.sources.line(span).unwrap_or_default();
        let length = span.end.column.saturating_sub(span.start.column) as usize;
        let skipped = span.start.column.saturating_sub(1) as usize;
        let text: String = line.chars().skip(skipped).take(length).collect();
        match text.trim() {
            "" => otherwise.to_owned(),
            text if text.chars().count() > LIMIT => otherwise.to_owned(),
            text => format!("`{text}`"),
        }
    }

    /// Whether pointers may come from outside the program: by its entry, by variables or by functions.
    fn has_outside(&self) -> bool {
        let entry = &self.unit.functions[self.unit.entry.0 as usize];
        self.unit.globals.iter().any(|global| global.outside.is_some())
            || !self.unit.undefined.is_empty()
            || entry.ty.parameters.iter().any(|ty| ty.target().is_some())
    }

    /// Whether memory that was allocated may end within an element.
    pub(crate) fn has_partial_memory(&self) -> bool {
        self.unit.partial_memory
    }

    /// Whether a variable that is defined elsewhere ends with an array without a length.
    fn has_given_ends(&self) -> bool {
        let mut given = self.unit.globals.iter().filter(|global| global.outside.is_some());
        given.any(|global| self.named.has_open_end(&global.ty, &self.types))
    }

    /// Writes an arbitrary value to a place: inputs.
    fn arbitrary(&mut self, target: Place, name: &str) -> Instruction {
        Instruction::Havoc { target, input: Input { name: name.to_owned() } }
    }

    /// Notes what conversions of pointers in the first values of the program's variables lead to.
    fn note_global_conversions(&mut self) {
        let unit = self.unit;
        for initial in unit.globals.iter().filter_map(|global| global.initial.as_ref()) {
            initial.values(&mut |value| {
                value.any(&mut |part| {
                    if let ExprKind::Convert(inner) = &part.kind {
                        self.note_conversion(&inner.ty, &part.ty);
                        self.note_computed_pointer(part);
                    }
                    false
                });
            });
        }
    }

    /// Notes that a pointer is converted.
    fn note_conversion(&mut self, from: &CType, to: &CType) {
        let (Some(old), Some(new)) = (from.target(), to.target()) else { return };
        if let CType::Int(_) = new {
            self.found.signs_mix |= self.types.canonical(old) != self.types.canonical(new);
        }
        if self.types.without_sign(old) != self.types.without_sign(new) {
            self.note_view(to);
        }
    }

    /// Notes that a pointer of a type may point to memory of another type, and so to its end.
    fn note_view(&mut self, pointer: &CType) {
        let Some(target) = pointer.target() else { return };
        if matches!(target, CType::Void | CType::Function(_)) {
            return;
        }
        let target = self.types.canonical(target);
        self.found.moved.insert(target.clone());
        self.found.viewed.insert(target);
    }

    /// Notes that a pointer to a struct is made of a moved pointer to bytes: it may point anywhere.
    fn note_recast(&mut self, pointer: &CType) {
        if let Some(target @ CType::Record(_)) = pointer.target() {
            self.found.recast.insert(self.types.canonical(target));
        }
    }

    /// Notes that pointers to members whose addresses are taken may point anywhere if those to their structs do.
    fn note_member_views(&mut self) {
        for (record, member) in std::mem::take(&mut self.found.addressed) {
            if self.found.has(&self.found.recast, &record, &self.types) {
                self.note_view(&member.pointer());
            }
        }
    }

    /// Whether pointers that were never written are arbitrary, because their use is not looked for.
    fn has_wild_pointers(&self) -> bool {
        !self.options.checks(CheckClass::Uninit)
    }

    /// Notes that pointers may lead to a variable of a scalar type that was never written.
    fn note_unwritten_scalar(&mut self, ty: &CType) {
        self.found.unwritten.insert(self.types.canonical(ty));
    }

    /// Notes that there is memory of a type whose pointers were never written.
    fn note_unwritten(&mut self, ty: &CType) {
        match ty {
            CType::Pointer(_) if ty.is_object_pointer() => {
                self.found.wild |= self.has_wild_pointers();
                self.found.unwritten.insert(self.types.canonical(ty));
            }
            CType::Array(element, _) => self.note_unwritten(element),
            CType::Record(id) => {
                let members = self.types.record(*id).members.clone().unwrap_or_default();
                members.iter().for_each(|member| self.note_unwritten(&member.ty));
            }
            _ => {}
        }
    }
}

/// The program's variables in the order of the source.
fn global_order(unit: &Unit) -> Vec<usize> {
    let mut order: Vec<usize> = (0..unit.globals.len()).collect();
    order.sort_by_key(|index| {
        let span = unit.globals[*index].span;
        (span.file, span.start, *index)
    });
    order
}
