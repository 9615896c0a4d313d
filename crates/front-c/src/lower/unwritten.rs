//! Which reads of a function's variables may come before all writes, and other facts about uses.
//! Note [initialisation].
//!
//! A forward analysis over a function's graph: which variables are written on
//! every way to a location. It follows the graph, so jumps need no special
//! care. A variable without a first value that is read too early is checked
//! there, or made arbitrary where it is declared, if such reads are not looked
//! for. If its address is taken too early, reads through pointers to its type are
//! checked, or it is made arbitrary. An arbitrary pointer points to no object.

use super::Context;
use super::forward::on_every_way;
use super::nonnull;
use crate::tree::{Body, LocalId};
use kyklos_flow::{CheckClass, Instruction, LocationId, Place, Procedure, VariableId};
use std::collections::{HashMap, HashSet};

/// What to do about reads before writes.
#[derive(Default)]
pub(super) struct Plan {
    /// The uses that need a check.
    pub(super) checks: HashSet<u32>,
    /// The variables that are checked somewhere, so that declaring them again must undo all writes.
    pub(super) cleared: HashSet<LocalId>,
    /// The variables that are arbitrary from their declaration on.
    pub(super) arbitrary: HashSet<LocalId>,
    /// Those that are arbitrary from the function's start on, because jumps skip their declaration.
    pub(super) arbitrary_at_entry: Vec<LocalId>,
    /// The uses of pointers that are not null.
    pub(super) not_null: HashSet<u32>,
}

/// Where a function's variables are used.
#[derive(Default)]
pub(super) struct Notes {
    declared: Vec<(LocationId, LocalId)>,
    reads: Vec<(LocationId, LocalId, u32)>,
    addresses: Vec<(LocationId, LocalId)>,
    followed: Vec<(LocationId, LocalId, u32)>,
}

impl Notes {
    /// A variable comes into being without a value.
    pub(super) fn declared(&mut self, at: LocationId, local: LocalId) {
        self.declared.push((at, local));
    }

    /// A variable is read, by the use of this number.
    pub(super) fn read(&mut self, at: LocationId, local: LocalId, number: u32) {
        self.reads.push((at, local, number));
    }

    /// A variable's address is taken.
    pub(super) fn address(&mut self, at: LocationId, local: LocalId) {
        self.addresses.push((at, local));
    }

    /// A variable, a pointer that only the function itself can write, is followed or moved
    /// by the use of this number.
    pub(super) fn followed(&mut self, at: LocationId, local: LocalId, number: u32) {
        self.followed.push((at, local, number));
    }
}

/// What to do about a function's reads before writes.
pub(super) fn plan(procedure: &Procedure, notes: &Notes, body: &Body, context: &mut Context<'_>) -> Plan {
    let mut plan = Plan { not_null: nonnull::uses(procedure, &notes.followed), ..Plan::default() };
    let mut written = Written::of(procedure, notes, body, &plan);
    let is_pointer = |local: &LocalId| body.locals[local.0 as usize].ty.is_object_pointer();
    let checked = context.options.checks(CheckClass::Uninit);
    for (at, local) in &notes.addresses {
        if written.has(*at, *local) {
            continue;
        }
        let ty = &body.locals[local.0 as usize].ty;
        if checked {
            context.note_unwritten_scalar(ty);
            plan.cleared.insert(*local);
        } else {
            plan.arbitrary.insert(*local);
        }
    }
    if !checked {
        let early = notes.reads.iter().filter(|(at, local, _)| !written.has(*at, *local));
        plan.arbitrary.extend(early.map(|(_, local, _)| *local));
    }
    if !plan.arbitrary.is_empty() {
        written = Written::of(procedure, notes, body, &plan);
    }
    for (at, local, number) in &notes.reads {
        if written.has(*at, *local) {
            continue;
        }
        if checked {
            plan.checks.insert(*number);
            plan.cleared.insert(*local);
        } else if !plan.arbitrary_at_entry.contains(local) {
            plan.arbitrary_at_entry.push(*local);
        }
    }
    context.found.wild |= plan.arbitrary.iter().chain(&plan.arbitrary_at_entry).any(is_pointer);
    plan
}

/// For each location, the variables that are written on every way there.
struct Written {
    /// The position of each variable that is looked at.
    positions: HashMap<LocalId, usize>,
    /// `None` where no way leads.
    states: Vec<Option<Vec<bool>>>,
}

impl Written {
    fn of(procedure: &Procedure, notes: &Notes, body: &Body, plan: &Plan) -> Self {
        let used = notes.reads.iter().map(|(_, local, _)| local);
        let used = used.chain(notes.addresses.iter().map(|(_, local)| local));
        let positions = positions(used.copied().filter(|local| local.0 as usize >= body.parameters));
        // What is declared loses its value, unless it is arbitrary.
        let declared = notes
            .declared
            .iter()
            .filter_map(|(at, local)| Some((*at, (*positions.get(local)?, plan.arbitrary.contains(local)))));
        let declared = by_location(declared);
        // What is read has a value behind it: it is checked there, or arbitrary.
        let reads = notes.reads.iter().filter_map(|(at, local, _)| Some((*at, *positions.get(local)?)));
        let reads = by_location(reads);
        let arrive = |at: LocationId, state: &mut [bool]| {
            for (position, has_value) in declared.get(&at).into_iter().flatten() {
                state[*position] = *has_value;
            }
        };
        let mut initial = vec![false; positions.len()];
        arrive(procedure.entry, &mut initial);
        let states = on_every_way(procedure, initial, |edge, state| {
            reads.get(&edge.from).into_iter().flatten().for_each(|position| state[*position] = true);
            if let Instruction::Clear { variable, .. } = &edge.instruction
                && let Some(position) = positions.get(&LocalId(variable.0))
            {
                state[*position] = false;
            }
            let written = written_by(&edge.instruction).and_then(|local| positions.get(&local));
            written.into_iter().for_each(|position| state[*position] = true);
            arrive(edge.to, state);
        });
        Self { positions, states }
    }

    fn has(&self, at: LocationId, local: LocalId) -> bool {
        let Some(position) = self.positions.get(&local) else { return true };
        self.states.get(at.0 as usize).and_then(Option::as_ref).is_none_or(|state| state[*position])
    }
}

/// A position for each variable.
pub(super) fn positions(locals: impl Iterator<Item = LocalId>) -> HashMap<LocalId, usize> {
    let mut positions = HashMap::new();
    for local in locals {
        let next = positions.len();
        positions.entry(local).or_insert(next);
    }
    positions
}

fn by_location<T>(rows: impl Iterator<Item = (LocationId, T)>) -> HashMap<LocationId, Vec<T>> {
    let mut table: HashMap<LocationId, Vec<T>> = HashMap::new();
    rows.for_each(|(at, row)| table.entry(at).or_default().push(row));
    table
}

/// The variable that an instruction writes as a whole.
fn written_by(instruction: &Instruction) -> Option<LocalId> {
    let target: &Place = match instruction {
        Instruction::Assign { target, .. }
        | Instruction::Havoc { target, .. }
        | Instruction::Allocate { target, .. } => target,
        Instruction::Call { target, .. } => target.as_ref()?,
        _ => return None,
    };
    target.as_variable().map(|VariableId(variable)| LocalId(variable))
}
