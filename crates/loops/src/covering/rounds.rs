//! All rounds that a loop can go: one iteration is executed from a state in which symbols stand for all that
//! the loop changes. Unlike the cycles of [`crate::cycle`], these are not the ones that a state can take next,
//! but those of any iteration, and machine numbers wrap in them as they do in runs.

use super::{Arrival, Covering};
use crate::cells::{self, Cell, Entry, General, first_new, symbols_of};
use kyklos_exec::counts::Counts;
use kyklos_exec::rehearsal::{Effort, Path, Rehearse, Visit, rehearse};
use kyklos_exec::state::Slot;
use kyklos_exec::value::{ObjectId, Pointer, Value};
use kyklos_exec::{Context, State, Stay};
use kyklos_flow::VariableId;
use kyklos_shape::Loop;
use kyklos_term::{Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A way from a loop's head back to it.
pub struct Round {
    /// The general state after it.
    pub after: State,
    /// What holds on the way, over the symbols of the general state and what the round itself brings in.
    pub conditions: Vec<Term>,
    /// The inputs that it reads.
    pub inputs: Vec<Symbol>,
    /// What it makes of each entry of the general state.
    pub effects: Vec<Term>,
    /// The exact counts of loops inside it, over what its conditions speak of.
    pub counts: Vec<Rc<Counts>>,
}

/// The rounds of a loop.
pub struct Rounds {
    /// The state in which symbols stand for all that a round may change.
    pub general: State,
    /// These symbols, where they are, and what the loop is entered with.
    pub entries: Vec<Entry>,
    /// The rounds, in no order.
    pub rounds: Vec<Round>,
    /// Symbols that are not older are those of rounds.
    first_new: Symbol,
    /// Variables that the loop changes and that nobody reads before they are written anew.
    pub dead: Vec<VariableId>,
}

impl Rounds {
    /// What the symbols stand for when the loop is entered.
    pub fn values(&self) -> FxHashMap<Symbol, Term> {
        cells::values(&self.entries)
    }

    /// The entries that are numbers.
    pub fn numbers<'a>(&'a self, terms: &'a Terms) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(|entry| terms.symbol_info(entry.symbol).sort == Sort::Int)
    }

    /// Whether a symbol may stand for another value in each round: it is an entry, or the rounds brought it in.
    pub fn is_new(&self, symbol: Symbol) -> bool {
        symbol >= self.first_new
            || self.entries.iter().any(|entry| entry.symbol == symbol)
            || self.rounds.iter().any(|round| round.inputs.contains(&symbol))
    }
}

impl Covering {
    /// The rounds of a loop from any state at its head that these facts hold of. `Ok(None)`: something that the
    /// loop reads is not written before the first round, so that one has to be executed.
    pub(super) fn rounds(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        within: &Loop,
        facts: &[Term],
        nesting: usize,
    ) -> Result<Option<Rounds>, String> {
        let key = (state.point(), state.frames.len());
        let mut changed: Vec<Cell> = self.changes.get(&key).cloned().unwrap_or_default();
        changed.retain(|cell| cells::read(state, cell).is_some());
        let stable = cells::until_stable(changed, |changed| {
            let dead = self.dead_among(context, state, changed);
            let alive: Vec<Cell> = changed.iter().filter(|cell| !is_of(cell, &dead)).cloned().collect();
            let Some(General { state: mut general, entries }) =
                cells::generalise(context, state, &alive, &mut self.symbols)?
            else {
                return Ok(None);
            };
            forget(&mut general, &dead);
            general.model = extended_model(context, state, &entries);
            facts.iter().for_each(|fact| general.assume(&context.terms, *fact));
            let first_new = first_new(&mut context.terms);
            let known = context.counts.len();
            let found = self.follow(context, &general, within, nesting)?;
            let counts = context.counts.get(known..).unwrap_or_default().to_vec();
            let mut grown = Vec::new();
            for after in &found {
                let after = without_unreachable(&general, after);
                grown.extend(cells::changes(context, &general, &after)?);
            }
            let is_known = |cell: &Cell| changed.iter().any(|known| cell.is_within(known));
            if !facts.is_empty() && !grown.iter().all(is_known) {
                return Err("a loop changes more than was seen of it".to_owned());
            }
            Ok(Some((Seen { general, entries, found, counts, first_new, dead }, grown)))
        })?;
        let Some((Seen { general, entries, found, counts, first_new, dead }, changed)) = stable else {
            return Ok(None);
        };
        self.changes.insert(key, changed);
        let rounds = found.into_iter().map(|after| round(context, &general, &entries, after, &counts));
        let rounds = rounds.collect::<Result<_, _>>()?;
        Ok(Some(Rounds { general, entries, rounds, first_new, dead }))
    }

    /// The variables among these cells whose values at the head nobody reads.
    fn dead_among(&mut self, context: &Context<'_>, state: &State, changed: &[Cell]) -> Vec<VariableId> {
        let point = state.point();
        let liveness = self.liveness(context, point.procedure);
        let variables = changed.iter().filter_map(|cell| match cell.root {
            cells::Root::Variable(variable) => Some(variable),
            cells::Root::Object(_) => None,
        });
        let mut dead: Vec<VariableId> =
            variables.filter(|variable| !liveness.is_live(point.location, *variable)).collect();
        dead.dedup();
        dead
    }

    /// Executes a state at a loop's head until it is back there, along all ways.
    fn follow(
        &mut self,
        context: &mut Context<'_>,
        general: &State,
        within: &Loop,
        nesting: usize,
    ) -> Result<Vec<State>, String> {
        let stay = Stay::of(general, within.clone());
        let mut ways = Ways { covering: self, stay, nesting, effort: Effort::ITERATION, found: Vec::new() };
        rehearse(context, &mut ways, Path::new(general.clone(), ()))?;
        Ok(ways.found)
    }
}

/// What one look at a loop has shown.
struct Seen {
    general: State,
    entries: Vec<Entry>,
    /// The states that are back at the head.
    found: Vec<State>,
    counts: Vec<Rc<Counts>>,
    first_new: Symbol,
    dead: Vec<VariableId>,
}

/// The ways from a loop's head back to it, with the loops inside jumped over.
struct Ways<'a> {
    covering: &'a mut Covering,
    stay: Stay,
    nesting: usize,
    effort: Effort,
    found: Vec<State>,
}

impl Rehearse for Ways<'_> {
    type Trace = ();

    fn effort(&mut self) -> &mut Effort {
        &mut self.effort
    }

    fn visit(&mut self, context: &mut Context<'_>, path: &mut Path<()>) -> Result<Visit<()>, String> {
        let arrived = path.has_arrived();
        let state = &mut path.state;
        if arrived && self.stay.is_back(state) {
            self.found.push(state.clone());
            return Ok(Visit::Complete);
        }
        if !self.stay.has(state) {
            return Ok(Visit::Dropped);
        }
        if arrived && self.covering.arrive(context, state, self.nesting + 1) == Arrival::Covered {
            return Ok(Visit::Dropped);
        }
        Ok(Visit::On)
    }
}

fn is_of(cell: &Cell, variables: &[VariableId]) -> bool {
    matches!(cell.root, cells::Root::Variable(variable) if variables.contains(&variable))
}

/// Variables get no value: nobody reads them before they are written.
pub(super) fn forget(state: &mut State, variables: &[VariableId]) {
    for variable in variables {
        if let Some(value) = state.variable_mut(*variable) {
            *value = Value::Uninitialized;
        }
    }
}

/// The state's model, in which the symbols are what they stand for when the loop is entered.
fn extended_model(context: &Context<'_>, state: &State, entries: &[Entry]) -> Option<Rc<kyklos_term::Model>> {
    let mut model = state.model.clone()?;
    for entry in entries {
        let value = context.terms.evaluate(entry.value, &model)?;
        Rc::make_mut(&mut model).set(entry.symbol, value);
    }
    Some(model)
}

fn round(
    context: &mut Context<'_>,
    general: &State,
    entries: &[Entry],
    after: State,
    counts: &[Rc<Counts>],
) -> Result<Round, String> {
    let conditions = after.path.to_vec().split_off(general.path.len());
    let reads = after.inputs.since(general.inputs.len());
    let mut inputs = Vec::new();
    reads.iter().for_each(|read| symbols_of(&context.terms, read, &mut inputs));
    let effects = cells::effects(&mut context.terms, entries, &after)?;
    let symbols: FxHashSet<Symbol> = conditions
        .iter()
        .chain(&effects)
        .flat_map(|term| context.terms.free_symbols(*term).iter().copied().collect::<Vec<_>>())
        .collect();
    let own = |counts: &&Rc<Counts>| counts.counters.iter().any(|counter| symbols.contains(counter));
    let counts = counts.iter().filter(own).cloned().collect();
    Ok(Round { after, conditions, inputs, effects, counts })
}

/// The state without the objects that are new since another one and that nothing points to: nobody can tell
/// whether they are there.
fn without_unreachable(before: &State, after: &State) -> State {
    let known = before.objects.len();
    if after.objects.len() == known {
        return after.clone();
    }
    let mut reached = vec![false; after.objects.len()];
    let mut open: Vec<ObjectId> = (0..known as u32).map(ObjectId).collect();
    // A number may be an address.
    let mut all_known = after.exposed.is_empty();
    for frame in after.frames.iter_back() {
        for slot in &frame.variables {
            match slot {
                Slot::Object(object) => open.push(*object),
                Slot::Value(value) => all_known &= targets(value, &mut open),
            }
        }
    }
    while let Some(object) = open.pop() {
        let number = object.0 as usize;
        let Some(mark) = reached.get_mut(number).filter(|mark| !**mark) else { continue };
        *mark = true;
        if let Some(object) = after.objects.get(number) {
            all_known &= targets(&object.value, &mut open);
        }
    }
    if !all_known {
        return after.clone();
    }
    let mut after = after.clone();
    for (number, _) in reached.iter().enumerate().skip(known).filter(|(_, reached)| !**reached) {
        if let Some(object) = after.objects.get_mut(number) {
            object.live = Term::FALSE;
        }
    }
    after
}

/// The objects that pointers in a value may point to; `false` if there may be others.
fn targets(value: &Value, open: &mut Vec<ObjectId>) -> bool {
    match value {
        Value::Pointer(Pointer::One(target)) => open.extend(target.iter().map(|spot| spot.object)),
        Value::Pointer(Pointer::Choice(all)) => {
            open.extend(all.iter().filter_map(|(_, target)| target.as_ref()).map(|spot| spot.object));
        }
        Value::Aggregate(parts) => return parts.iter().all(|part| targets(part, open)),
        Value::Choice(all) => return all.iter().all(|(_, value)| targets(value, open)),
        Value::Table(table) => return table.fields.iter().all(|field| targets(field, open)),
        Value::Sparse(sparse) => {
            let cells = sparse.cells().map(|cells| cells.values().all(|cell| targets(cell, open)));
            return cells == Some(true) && targets(&sparse.other, open);
        }
        Value::Uninitialized | Value::Int(_) | Value::Map(_) => {}
    }
    true
}
