//! One function, and what the lowering of its parts shares.

use super::effects::address_taken;
use super::jumps::Jumping;
use super::scopes::{Scopes, is_variable_length};
use super::unwritten::{Notes, Plan};
use super::{Context, Facts};
use crate::ctype::{CType, Length};
use crate::tree::{self, FunctionId, LocalId};
use kyklos_base::Span;
use kyklos_flow::{
    CheckClass, ErrorKind, Expr, Instruction, LocationId, Place, Procedure, ProcedureBuilder, TypeId,
    VariableId, VariableKind,
};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Lowers one function.
pub(crate) struct FunctionLowering<'c, 'a> {
    pub(crate) context: &'c mut Context<'a>,
    pub(crate) builder: ProcedureBuilder,
    /// Where the next edge starts.
    pub(crate) here: LocationId,
    /// No run gets to the point at hand; nothing is put on edges.
    pub(super) dead: bool,
    pub(super) locals: &'a [tree::Local],
    /// The variables that pointers may reach.
    pub(super) address_taken: HashSet<LocalId>,
    pub(super) notes: Notes,
    pub(super) result: CType,
    pub(super) labels: HashMap<String, LocationId>,
    /// The labels that some `goto` names.
    pub(super) targets: &'a HashSet<String>,
    pub(super) breaks: Vec<Exit>,
    pub(super) continues: Vec<Exit>,
    pub(super) scopes: Scopes,
    /// The variables whose lives end with a block around the point at hand, the outermost first.
    pub(super) living: Vec<LocalId>,
    /// The calls that are made before lives end.
    pub(super) cleanups: HashMap<LocalId, tree::Expr>,
    /// The locations of the cases of each `switch` around the point at hand.
    pub(super) cases: Vec<Vec<LocationId>>,
    /// For each destination, its location, or the source that it is before.
    destinations: Vec<Result<LocationId, Span>>,
    /// Locations that were gone to from themselves.
    stays: Vec<LocationId>,
    pub(super) function: FunctionId,
    temporaries: usize,
    /// How many expressions are being evaluated inside each other.
    pub(super) depth: usize,
    /// Places in memory that are known to be there, as they were looked at just before.
    pub(super) assured: Vec<tree::Expr>,
    pub(super) jumping: Jumping,
}

/// A location that is made when the first edge leads to it: a number in a table of such.
#[derive(Clone, Copy)]
pub(super) struct Destination(usize);

/// Where `break` or `continue` leads.
#[derive(Clone, Copy)]
pub(super) struct Exit {
    pub(super) to: Destination,
    /// How many of the living variables still live there.
    pub(super) living: usize,
}

impl<'c, 'a> FunctionLowering<'c, 'a> {
    pub(super) fn new(
        context: &'c mut Context<'a>,
        id: FunctionId,
        function: &'a tree::Function,
        body: &'a tree::Body,
    ) -> Self {
        let result = function.ty.result.clone();
        let flow = (result != CType::Void).then(|| context.types.flow(&result));
        let mut builder = ProcedureBuilder::new(&function.name, function.span, flow);
        for (index, local) in body.locals.iter().enumerate() {
            let ty = match local.ty {
                // An array of variable length is an object of its own.
                CType::Array(_, Length::Variable) => context.types.flow(&local.ty.clone().pointer()),
                _ => context.types.flow(&local.ty),
            };
            if index < body.parameters {
                builder.parameter(&local.name, ty, local.span);
            } else {
                builder.variable(&local.name, ty, VariableKind::Local, local.span);
            }
        }
        let here = builder.entry();
        let address_taken = address_taken(body);
        let everywhere = context.facts.as_ref().is_none_or(|facts| facts.pointers_outlive);
        let scopes = Scopes::of(body, &address_taken, &context.types, everywhere);
        // Members that are views of others are used by way of pointers.
        let viewed = (0..).zip(&body.locals).filter(|(_, local)| context.types.has_views(&local.ty));
        let viewed: Vec<LocalId> = viewed.map(|(number, _)| LocalId(number)).collect();
        let mut address_taken = address_taken;
        address_taken.extend(viewed);
        context.found.lives_end |= scopes.outlived;
        Self {
            context,
            builder,
            here,
            dead: false,
            locals: &body.locals,
            address_taken,
            notes: Notes::default(),
            result,
            labels: HashMap::new(),
            targets: &body.targets,
            breaks: Vec::new(),
            continues: Vec::new(),
            scopes,
            living: Vec::new(),
            cleanups: HashMap::new(),
            cases: Vec::new(),
            destinations: Vec::new(),
            stays: Vec::new(),
            function: id,
            temporaries: 0,
            depth: 0,
            assured: Vec::new(),
            jumping: Jumping::default(),
        }
    }

    pub(super) fn lower(mut self, function: &'a tree::Function, body: &'a tree::Body) -> (Procedure, Notes) {
        let at_entry = self.plan().map_or(Vec::new(), |plan| plan.arbitrary_at_entry.clone());
        let mut at_entry: BTreeSet<LocalId> = at_entry.into_iter().collect();
        let aggregates =
            self.scopes.skipped().filter(|local| self.locals[local.0 as usize].ty.is_aggregate());
        at_entry.extend(aggregates.filter(|local| self.is_never_unwritten(*local)));
        for local in at_entry {
            self.forget(local);
        }
        if self.context.unit.jumps.is_some() {
            self.clear_sites(&sites(body), function.span);
        }
        let end = self.before(body.end);
        self.block(&body.statements, end);
        self.go_to(end);
        if !self.dead {
            self.fall_off(function, body.end);
        }
        self.land(self.function == self.context.unit.entry, body.end);
        self.spin_where_nothing_leaves();
        (self.builder.finish(), self.notes)
    }

    /// A run that goes to where it is, and from there nowhere else, never ends: `L: goto L;`.
    fn spin_where_nothing_leaves(&mut self) {
        let left: HashSet<LocationId> = self
            .builder
            .procedure()
            .edges
            .rows()
            .map(|edge| edge.from)
            .chain([self.builder.exit()])
            .collect();
        let stays: BTreeSet<LocationId> = self.stays.drain(..).filter(|stay| !left.contains(stay)).collect();
        for location in stays {
            let span = self.builder.procedure().locations[location].span;
            self.builder.edge(location, location, Instruction::Skip, span);
        }
    }

    /// The end of a function without a `return`.
    fn fall_off(&mut self, function: &tree::Function, span: Span) {
        let result = self.result.clone();
        let value = match &result {
            CType::Void => None,
            // C says so of `main` (C11 5.1.2.2.3).
            CType::Int(_) if function.name == "main" => Some(Expr::int(0)),
            ty => Some(self.no_result(ty, &function.name, span)),
        };
        self.returns(value, span);
    }

    /// The value of a call that returned none: it is arbitrary if somebody may use it.
    pub(super) fn no_result(&mut self, ty: &CType, name: &str, span: Span) -> Expr {
        if !self.context.answering.contains(&self.function.0) {
            return Expr::Zero(self.context.types.flow(ty));
        }
        self.context.note_unwritten(ty);
        self.context.found.wild |= ty.is_object_pointer();
        Expr::Load(self.input(ty, name, span))
    }

    pub(super) fn returns(&mut self, value: Option<Expr>, span: Span) {
        let function = &self.context.unit.functions[self.function.0 as usize];
        if function.noreturn {
            let message = format!("`{}` returns, although it is declared not to", function.name);
            return self.fail(ErrorKind::ErrorStatement, message, span);
        }
        if !self.dead {
            let exit = self.builder.exit();
            self.builder.edge(self.here, exit, Instruction::Return { value }, span);
        }
        self.dead = true;
    }

    /// What is known of the whole program; nothing in the first round.
    pub(super) fn facts(&self) -> Option<&Facts> {
        self.context.facts.as_ref()
    }

    /// What to do about this function's reads before writes; nothing is known in the first round.
    pub(super) fn plan(&self) -> Option<&Plan> {
        self.facts().and_then(|facts| facts.plans.get(self.function.0 as usize))
    }

    /// A destination that is a location already.
    pub(super) fn at(&mut self, location: LocationId) -> Destination {
        self.destinations.push(Ok(location));
        Destination(self.destinations.len() - 1)
    }

    /// A destination that is still to be made, before this piece of the source.
    pub(super) fn before(&mut self, span: Span) -> Destination {
        self.destinations.push(Err(span));
        Destination(self.destinations.len() - 1)
    }

    /// The destination's location.
    pub(super) fn reach(&mut self, destination: Destination) -> LocationId {
        match self.destinations[destination.0] {
            Ok(location) => location,
            Err(span) => {
                let location = self.builder.plain(span);
                self.destinations[destination.0] = Ok(location);
                location
            }
        }
    }

    /// Goes to a destination without doing anything on the way.
    pub(super) fn arrive(&mut self, destination: Destination) {
        if self.dead {
            return;
        }
        match self.destinations[destination.0] {
            Err(_) => self.destinations[destination.0] = Ok(self.here),
            Ok(location) if location == self.here => self.stays.push(location),
            Ok(location) => {
                self.builder.edge(self.here, location, Instruction::Skip, Span::nowhere());
            }
        }
    }

    /// Goes to a destination by a jump: an edge of its own, so that one can ask whether a run comes to the jump.
    pub(super) fn jump(&mut self, destination: Destination, span: Span) {
        if self.dead {
            return;
        }
        match self.reach(destination) {
            location if location == self.here => self.stays.push(location),
            location => _ = self.builder.edge(self.here, location, Instruction::Skip, span),
        }
        self.dead = true;
    }

    /// Makes a destination the point at hand, which is dead if nothing leads there.
    pub(super) fn go_to(&mut self, destination: Destination) {
        match self.destinations[destination.0] {
            Ok(location) => self.continue_at(location),
            Err(_) => self.dead = true,
        }
    }

    /// Makes a location the point at hand.
    pub(super) fn continue_at(&mut self, location: LocationId) {
        (self.here, self.dead) = (location, false);
    }

    /// Adds an edge from here to a new location, which becomes the point at hand.
    pub(crate) fn step(&mut self, instruction: Instruction, span: Span) {
        if !self.dead {
            let next = self.builder.plain(span);
            self.builder.edge(self.here, next, instruction, span);
            self.here = next;
        }
    }

    /// Adds an edge from here to a destination.
    pub(super) fn finish(&mut self, instruction: Instruction, to: Destination, span: Span) {
        if !self.dead {
            let to = self.reach(to);
            self.builder.edge(self.here, to, instruction, span);
        }
    }

    /// Goes one of two ways by a condition, a number.
    pub(super) fn branch(&mut self, condition: Expr, then: LocationId, otherwise: LocationId, span: Span) {
        if self.dead {
            return;
        }
        match condition.as_int() {
            Some(value) => {
                let to = if value.is_zero() { otherwise } else { then };
                self.builder.edge(self.here, to, Instruction::Skip, span);
            }
            None => self.builder.branch(self.here, condition, then, otherwise, span),
        }
    }

    /// Goes on only if the condition has this truth; leads to an error otherwise.
    pub(crate) fn check(
        &mut self,
        condition: Expr,
        holds: bool,
        kind: ErrorKind,
        message: String,
        span: Span,
    ) {
        if self.dead {
            return;
        }
        let next = self.builder.plain(span);
        let error = self.builder.error(kind, message, span);
        let (then, otherwise) = if holds { (next, error) } else { (error, next) };
        self.builder.branch(self.here, condition, then, otherwise, span);
        self.here = next;
    }

    /// The run fails here.
    pub(crate) fn fail(&mut self, kind: ErrorKind, message: String, span: Span) {
        if !self.dead {
            let error = self.builder.error(kind, message, span);
            self.builder.edge(self.here, error, Instruction::Skip, span);
            self.dead = true;
        }
    }

    /// The run ends here, without a failure.
    pub(crate) fn stop(&mut self, status: Option<Expr>, span: Span) {
        if !self.dead {
            let exit = self.builder.exit();
            self.builder.edge(self.here, exit, Instruction::Stop { status }, span);
        }
        self.dead = true;
    }

    /// A new temporary.
    pub(crate) fn temporary(&mut self, ty: TypeId, span: Span) -> VariableId {
        let name = format!("%{}", self.temporaries);
        self.temporaries += 1;
        self.builder.variable(name, ty, VariableKind::Temporary, span)
    }

    /// A new temporary for values of a C type.
    pub(crate) fn temporary_of(&mut self, ty: &CType, span: Span) -> Place {
        let ty = self.context.types.flow(ty);
        Place::variable(self.temporary(ty, span))
    }

    /// Saves a value of a C type in a new temporary.
    pub(crate) fn save(&mut self, value: Expr, ty: &CType, span: Span) -> Place {
        let target = self.temporary_of(ty, span);
        self.step(Instruction::Assign { target: target.clone(), value }, span);
        target
    }

    /// A value that may be copied into checks: itself, or a temporary's if it is large.
    pub(crate) fn copyable(&mut self, value: Expr, ty: &CType, span: Span) -> Expr {
        if is_large(&value) { Expr::Load(self.save(value, ty, span)) } else { value }
    }

    /// An arbitrary value of a C type, in a new temporary.
    pub(crate) fn input(&mut self, ty: &CType, name: &str, span: Span) -> Place {
        let target = self.temporary_of(ty, span);
        self.make_arbitrary(target.clone(), ty, name, span);
        target
    }

    /// Makes a variable arbitrary.
    pub(super) fn forget(&mut self, local: LocalId) {
        let variable = &self.locals[local.0 as usize];
        let target = Place::variable(VariableId(local.0));
        self.make_arbitrary(target, &variable.ty, &variable.name, variable.span);
    }

    /// Writes an arbitrary value to a place. A pointer that is one points to no object, or is null.
    pub(super) fn make_arbitrary(&mut self, target: Place, ty: &CType, name: &str, span: Span) {
        if !ty.is_object_pointer() {
            let instruction = self.context.arbitrary(target, name);
            return self.step(instruction, span);
        }
        let number = self.input(&CType::Int(self.context.types.size_kind()), name, span);
        let value = Expr::Pointer(self.context.types.flow(ty), Box::new(Expr::Load(number)));
        self.step(Instruction::Assign { target, value }, span);
    }

    /// Whether a variable that has no value yet is arbitrary, not unwritten.
    fn is_never_unwritten(&self, local: LocalId) -> bool {
        let ty = &self.locals[local.0 as usize].ty;
        let checked = self.context.options.checks(CheckClass::Uninit);
        !is_variable_length(ty) && (ty.is_aggregate() || !checked)
    }

    /// The lives of variables end here.
    pub(super) fn end_lives(&mut self, locals: &[LocalId], span: Span) {
        for local in locals.iter().rev() {
            let variable = VariableId(local.0);
            self.clean_up(*local);
            if !self.scopes.ends(*local) {
                continue;
            }
            let instruction = match is_variable_length(&self.locals[local.0 as usize].ty) {
                true => Instruction::Free { pointer: Expr::Load(Place::variable(variable)) },
                false => Instruction::Clear { variable, ends: true },
            };
            self.step(instruction, span);
            if self.scopes.is_skipped(*local) && self.is_never_unwritten(*local) {
                self.forget(*local);
            }
        }
    }

    /// Makes the call that comes before the life of a variable ends, if there is one.
    pub(super) fn clean_up(&mut self, local: LocalId) {
        if let (Some(call), false) = (self.cleanups.get(&local).cloned(), self.dead) {
            self.drop_value(&call);
        }
    }

    /// Notes that objects cease to exist before the program ends.
    pub(crate) fn note_free(&mut self) {
        self.context.found.frees = true;
    }

    /// Notes that streams are closed.
    pub(crate) fn note_close(&mut self) {
        self.context.found.closes = true;
    }

    /// Whether a stream may not be there any more. What `free` ends is none.
    pub(crate) fn streams_end(&self) -> bool {
        self.facts().is_some_and(|facts| facts.closes || facts.wild)
    }

    /// Whether an expression is a standard stream that nobody can close.
    pub(crate) fn is_always_open(&self, stream: &tree::Expr) -> bool {
        let tree::ExprKind::Global(id) = &stream.kind else { return false };
        self.context.unit.standard_streams.contains(id)
            && !self.facts().is_some_and(|facts| facts.closes && facts.hands_on_streams)
    }

    /// Notes that there are pointers to what ceases to exist when the function returns.
    pub(crate) fn note_local_address(&mut self) {
        self.context.found.local_addresses = true;
    }

    /// Notes that there is memory of a type whose pointers were never written.
    pub(crate) fn note_unwritten(&mut self, ty: &CType) {
        self.context.note_unwritten(ty);
    }

    /// Notes that pointers to values of a type may point outside their array.
    pub(crate) fn note_moved(&mut self, target: &CType) {
        let target = self.context.types.canonical(target);
        self.context.found.moved.insert(target);
    }

    /// What the source says at a place, in quotes, where it is short; else other words.
    pub(crate) fn quoted(&self, span: Span, otherwise: &str) -> String {
        self.context.quoted(span, otherwise)
    }
}

/// Whether an expression has more parts than may be copied into a check.
fn is_large(expr: &Expr) -> bool {
    const LIMIT: usize = 64;
    let mut count = 0;
    expr.visit(&mut |_| count += 1);
    count > LIMIT
}

/// The variables with the numbers of a function's calls of `setjmp`.
fn sites(body: &tree::Body) -> Vec<LocalId> {
    let mut sites = Vec::new();
    for statement in &body.statements {
        statement.exprs(&mut |expr| {
            expr.any(&mut |part| {
                if let tree::ExprKind::Intrinsic(tree::Intrinsic::SetJump(site)) = &part.kind {
                    sites.push(*site);
                }
                false
            });
        });
    }
    sites
}
