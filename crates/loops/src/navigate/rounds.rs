//! The subchains of a loop [cba §3.1]: one round along each way, from a state in which symbols stand for all that
//! the loop changes and for what differs between those who come to it. So a loop is looked at once, and what was
//! seen is put into the values of each state that comes there (the α of [cba]). Loops inside are jumped over.

use super::Navigator;
use super::system::Form;
use crate::cells::{self, Cell, Entry, General, first_new, symbols_of};
use crate::concrete;
use kyklos_exec::list::List;
use kyklos_exec::rehearsal::{Effort, Path, Rehearse, Visit, rehearse};
use kyklos_exec::state::Slot;
use kyklos_exec::value::Value;
use kyklos_exec::{Context, Note, Notes, Point, State, Stay};
use kyklos_flow::{EdgeId, Instruction, ProcedureId, VariableId};
use kyklos_shape::Loop;
use kyklos_term::{Model, Symbol, Term, Terms};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What a chain consists of, as far as there is a choice.
#[derive(Clone)]
pub(super) enum Item {
    /// This side of a branch is taken.
    Edge(ProcedureId, EdgeId),
    /// A loop: its rounds in any order.
    Loop(Rc<LoopItem>),
}

/// A loop in a chain.
pub(super) struct LoopItem {
    pub head: Point,
    pub rounds: Rc<Rounds>,
    /// How often each round is gone.
    pub counters: Vec<Symbol>,
}

/// A way from a loop's head back to it.
pub(super) struct Round {
    /// The state after it.
    pub after: State,
    pub items: Rc<[Item]>,
    /// What holds on the way.
    pub conditions: Vec<Term>,
    /// What it makes of each entry.
    pub effects: Vec<Term>,
    /// Symbols that stand for something else in each round.
    pub locals: Vec<Symbol>,
}

/// The rounds of a loop.
pub(super) struct Rounds {
    /// The state in which symbols stand for entries.
    pub general: State,
    pub entries: Vec<Entry>,
    pub rounds: Vec<Round>,
    /// How the entries are after any rounds.
    pub forms: Vec<Form>,
}

/// What is kept of a path that is looked at.
#[derive(Clone, Default)]
struct Taken {
    /// The loops that were jumped over and not left since.
    visits: Vec<Stay>,
    items: List<Item>,
    /// What the path does, conditions aside; as a hash.
    effects: u64,
    /// What holds on the path, but is not asked about at each branch, which would take long.
    aside: List<Term>,
    /// What holds of the first rounds of loops on the path. It refutes some paths, but solutions are good without it.
    first: List<Term>,
}

impl Note for Taken {}

const MAX_NESTING: usize = 5;
/// Calls inside each other in one look.
const MAX_DEPTH: usize = 64;
/// How many kinds of states at a head are told apart.
const MAX_KINDS: usize = 16;
/// From so many on, the next kind is made to stand for all of them.
const MANY_KINDS: usize = 3;
/// Inputs that are read in a look have numbers from here on, so that they are not taken for those of a run.
pub(super) const FIRST_INPUT: u32 = 1 << 24;
/// Steps that are looked ahead for loops in which no input has a say.
const CONCRETE_STEPS: u32 = 2_000;

/// Where a look ends.
pub(super) enum Until {
    /// At the head of this loop.
    Back(Stay),
    /// At a place that is asked for.
    Target,
}

impl Navigator {
    /// The rounds of a loop as a state sees them that is at its head. `Ok(None)`: a round has to be executed first.
    pub(super) fn rounds(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        within: &Loop,
    ) -> Result<Option<Rc<Rounds>>, String> {
        let key = (state.point(), state.frames.len());
        let state = without_dead(context, state);
        let mut cells: Vec<Cell> = Vec::new();
        let known = self.heads.get(&key).cloned().unwrap_or_default();
        for rounds in known.iter().rev() {
            match differences(context, rounds, &state) {
                Some(others) if others.is_empty() => return Ok(Some(rounds.clone())),
                // In the end one kind is to stand for all.
                Some(others) if cells.is_empty() || known.len() >= MANY_KINDS => {
                    let own = rounds.entries.iter().map(|entry| entry.cell.clone());
                    own.chain(others).for_each(|cell| cells::include(&mut cells, cell));
                }
                _ => {}
            }
        }
        if known.len() >= MAX_KINDS {
            return Err("a loop is come to with ever other memory".to_owned());
        }
        if self.nesting >= MAX_NESTING {
            return Err(format!("more than {MAX_NESTING} loops inside each other"));
        }
        self.nesting += 1;
        let found = self.find_rounds(context, &state, within, cells);
        self.nesting -= 1;
        let found = found?.map(Rc::new);
        if let Some(rounds) = &found {
            self.heads.entry(key).or_default().push(rounds.clone());
        }
        Ok(found)
    }

    fn find_rounds(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        within: &Loop,
        cells: Vec<Cell>,
    ) -> Result<Option<Rounds>, String> {
        let stable = cells::until_stable(cells, |cells| {
            let Some(General { state: general, entries }) =
                cells::generalise(context, state, cells, &mut self.symbols)?
            else {
                return Ok(None);
            };
            let general = blank(general);
            let first_new = first_new(&mut context.terms);
            let found =
                self.walk(context, general.clone(), Until::Back(Stay::of(&general, within.clone())))?;
            let mut changed = Vec::new();
            for after in &found {
                let after = without_dead(context, after);
                changed.extend(cells::changes(context, &general, &after)?);
            }
            Ok(Some(((general, entries, first_new, found), changed)))
        })?;
        let Some(((general, entries, first_new, found), _)) = stable else { return Ok(None) };
        let mut rounds = Vec::with_capacity(found.len());
        for after in found {
            rounds.push(round(context, &general, &entries, after, first_new)?);
        }
        let mut all = Rounds { general, entries, rounds, forms: Vec::new() };
        all.forms = super::system::forms(context, &all);
        Ok(Some(all))
    }

    /// Executes a state along all ways, with loops jumped over; the states at the end.
    pub(super) fn walk(
        &mut self,
        context: &mut Context<'_>,
        start: State,
        until: Until,
    ) -> Result<Vec<State>, String> {
        let depth = start.frames.len();
        let mut walk = Walk { navigator: self, depth, until, found: Vec::new() };
        rehearse(context, &mut walk, Path::new(start, ()))?;
        Ok(walk.found)
    }

    /// A state has come to a location in a look; `false` if a jump stands for it.
    fn arrive(&mut self, context: &mut Context<'_>, state: &mut State) -> Result<bool, String> {
        let mut path = state.notes.get::<Taken>().cloned().unwrap_or_default();
        let known = path.visits.len();
        while path.visits.last().is_some_and(|visit| !visit.has(state)) {
            path.visits.pop();
        }
        if path.visits.len() < known {
            state.notes.set(path.clone());
        }
        let Some(within) = context.head_at(state.point()) else { return Ok(true) };
        if path.visits.iter().any(|visit| visit.is_back(state)) {
            return Ok(false);
        }
        if concrete::goes_on(context, state, &within, CONCRETE_STEPS) {
            return Ok(true);
        }
        let Some(rounds) = self.rounds(context, state, &within)? else {
            return Err("a loop reads what is not written before it".to_owned());
        };
        self.jump(context, state, &rounds);
        Ok(true)
    }

    /// Notes that a state has jumped over a loop at whose head it is.
    pub(super) fn visit(
        &mut self,
        context: &Context<'_>,
        state: &mut State,
        item: LoopItem,
        (first, last): (Term, Term),
    ) {
        let point = state.point();
        let Some(within) = context.head_at(point) else { return };
        let mut path = state.notes.get::<Taken>().cloned().unwrap_or_default();
        path.visits.push(Stay::of(state, within));
        path.items.push(Item::Loop(Rc::new(item)));
        path.did(point);
        path.first.push(first);
        path.aside.push(last);
        state.notes.set(path);
    }
}

/// The ways from a state to where a look ends.
struct Walk<'a> {
    navigator: &'a mut Navigator,
    /// How many calls are open where it begins.
    depth: usize,
    until: Until,
    found: Vec<State>,
}

impl Rehearse for Walk<'_> {
    type Trace = ();

    fn effort(&mut self) -> &mut Effort {
        &mut self.navigator.effort
    }

    fn visit(&mut self, context: &mut Context<'_>, path: &mut Path<()>) -> Result<Visit<()>, String> {
        let Path { state, from, .. } = path;
        let Some(before) = from else { return Ok(Visit::On) };
        if state.frames.len() > self.depth + MAX_DEPTH {
            return Err(format!("more than {MAX_DEPTH} calls inside each other"));
        }
        record(context, before.point, before.depth, state);
        let is_found = match &self.until {
            Until::Back(stay) => {
                if !stay.has(state) {
                    return Ok(Visit::Dropped);
                }
                stay.is_back(state)
            }
            Until::Target => self.navigator.is_target(state.point()),
        };
        if is_found {
            self.found.push(state.clone());
            return Ok(Visit::Complete);
        }
        if self.navigator.may_be_met(context, state) && self.navigator.arrive(context, state)? {
            return Ok(Visit::On);
        }
        Ok(Visit::Dropped)
    }
}

/// All that holds on the path of a state.
pub(super) fn conditions(terms: &Terms, state: &State) -> Vec<Term> {
    let mut all = State { path: state.path.clone(), ..state.clone() };
    let aside = state.notes.get::<Taken>().map(|path| path.aside.to_vec()).unwrap_or_default();
    aside.into_iter().for_each(|condition| all.assume(terms, condition));
    all.path.to_vec()
}

/// What holds of the first rounds of loops on the path of a state.
pub(super) fn first_rounds(terms: &mut Terms, state: &State) -> Term {
    let first = state.notes.get::<Taken>().map(|path| path.first.to_vec()).unwrap_or_default();
    terms.and(first)
}

/// What the path of a state consists of.
pub(super) fn items(state: &State) -> Rc<[Item]> {
    state.notes.get::<Taken>().map_or(Rc::from([]), |path| path.items.to_vec().into())
}

/// A state without a path.
pub(super) fn blank(mut state: State) -> State {
    state.path = List::new();
    state.fixed = rpds::HashTrieMap::new();
    state.notes = Notes::default();
    state.model = Some(Rc::new(Model::new()));
    state.undecided = None;
    state.next_input = FIRST_INPUT;
    state
}

/// The side of a branch that leads from one location to another, if only one does.
pub(super) fn side(context: &Context<'_>, from: Point, to: kyklos_flow::LocationId) -> Option<EdgeId> {
    let procedure = context.procedure(from);
    let [first, second] = procedure.outgoing(from.location) else { return None };
    match (procedure.edges[*first].to == to, procedure.edges[*second].to == to) {
        (true, false) => Some(*first),
        (false, true) => Some(*second),
        _ => None,
    }
}

/// Notes how a state has come to where it is.
fn record(context: &Context<'_>, from: Point, depth: usize, state: &mut State) {
    let procedure = context.procedure(from);
    let side = side(context, from, state.location).filter(|_| state.frames.len() == depth);
    let effect = match procedure.outgoing(from.location) {
        [edge]
            if !matches!(
                procedure.edges[*edge].instruction,
                Instruction::Skip | Instruction::Assume { .. }
            ) =>
        {
            Some(*edge)
        }
        _ => None,
    };
    if side.is_none() && effect.is_none() {
        return;
    }
    let mut path = state.notes.get::<Taken>().cloned().unwrap_or_default();
    if let Some(edge) = side {
        path.items.push(Item::Edge(from.procedure, edge));
    }
    if let Some(edge) = effect {
        path.did((from.procedure, edge));
    }
    state.notes.set(path);
}

impl Taken {
    fn did(&mut self, what: impl Hash) {
        let mut hasher = FxHasher::default();
        (self.effects, what).hash(&mut hasher);
        self.effects = hasher.finish();
    }
}

/// What the path of a state does, conditions aside; as a hash.
pub(super) fn effects(state: &State) -> u64 {
    state.notes.get::<Taken>().map_or(0, |path| path.effects)
}

/// The cells other than entries in which a state differs from those that the rounds are for; `None` if no symbol can
/// stand for the difference.
fn differences(context: &Context<'_>, rounds: &Rounds, state: &State) -> Option<Vec<Cell>> {
    let general = &rounds.general;
    let below = |state: &State| state.frames.to_vec();
    let (one, other) = (below(general), below(state));
    let count = one.len().min(other.len()).saturating_sub(1);
    let same = one.len() == other.len()
        && one[..count].iter().zip(&other[..count]).all(|(one, other)| {
            one.procedure == other.procedure && one.call == other.call && one.variables == other.variables
        });
    let gone = |object: &kyklos_exec::state::Object| object.live == Term::FALSE;
    if !same || !general.objects.iter().skip(state.objects.len()).all(gone) {
        return None;
    }
    let top = |frames: &[kyklos_exec::state::Frame]| -> Vec<Option<kyklos_exec::value::ObjectId>> {
        let slots = frames.last().map(|frame| frame.variables.as_slice()).unwrap_or_default();
        let object = |slot: &Slot| match slot {
            Slot::Object(object) => Some(*object),
            Slot::Value(_) => None,
        };
        slots.iter().map(object).collect()
    };
    if top(&one) != top(&other) {
        return None;
    }
    let mut changed = cells::changes(context, general, state).ok()?;
    changed.retain(|cell| !rounds.entries.iter().any(|entry| cell.is_within(&entry.cell)));
    // What was never written has no symbol.
    let written = |cell: &Cell| {
        !matches!(cells::read(state, cell), None | Some(Value::Uninitialized))
            && !matches!(cells::read(general, cell), None | Some(Value::Uninitialized))
    };
    let fits = rounds.entries.iter().all(|entry| {
        let value = cells::read(state, &entry.cell);
        value.is_some_and(|value| same_shape(value, cells::read(general, &entry.cell)))
    });
    (fits && changed.iter().all(written)).then_some(changed)
}

/// Whether a value has the shape that an entry's symbol stands for.
fn same_shape(value: &Value, general: Option<&Value>) -> bool {
    use kyklos_exec::value::Pointer;
    match (value, general) {
        (Value::Int(_), Some(Value::Int(_))) => true,
        (Value::Map(a), Some(Value::Map(b))) => a.with(Term::ZERO) == b.with(Term::ZERO),
        (Value::Pointer(Pointer::One(Some(a))), Some(Value::Pointer(Pointer::One(Some(b))))) => {
            (a.object, &a.path, a.element) == (b.object, &b.path, b.element)
        }
        _ => false,
    }
}

/// A state in which variables have no value whose value nobody reads any more.
pub(super) fn without_dead(context: &mut Context<'_>, state: &State) -> State {
    let point = state.point();
    let liveness = context.liveness(point.procedure);
    let mut state = state.clone();
    if let Some(frame) = state.frames.last_mut() {
        for (number, slot) in frame.variables.iter_mut().enumerate() {
            let dead = !liveness.is_live(point.location, VariableId(number as u32));
            if let Slot::Value(value) = slot
                && dead
            {
                *value = Value::Uninitialized;
            }
        }
    }
    state
}

fn round(
    context: &mut Context<'_>,
    general: &State,
    entries: &[Entry],
    after: State,
    first_new: Symbol,
) -> Result<Round, String> {
    let conditions = conditions(&context.terms, &after);
    let effects = cells::effects(&mut context.terms, entries, &after)?;
    let mut inputs = Vec::new();
    let reads = after.inputs.since(general.inputs.len());
    reads.iter().for_each(|read| symbols_of(&context.terms, read, &mut inputs));
    let mut locals = Vec::new();
    for term in conditions.iter().chain(&effects) {
        for symbol in context.terms.free_symbols(*term).iter() {
            let own = *symbol >= first_new || inputs.contains(symbol);
            if own && !locals.contains(symbol) {
                locals.push(*symbol);
            }
        }
    }
    Ok(Round { items: items(&after), after, conditions, effects, locals })
}
