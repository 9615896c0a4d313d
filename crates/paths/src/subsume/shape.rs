//! The shape of a state's memory: all of it but the numbers. States of one shape at one place differ in numbers alone,
//! so one *general* state, in which a symbol stands for each of them, has the runs of all.
//!
//! What belongs to it is found by walking from the variables that may still be read and from the program's variables
//! along pointers; objects are numbered in the order in which they are met, so that dead ones and the order of
//! allocations do not matter. What is not met cannot be told apart by any run.

use kyklos_base::Int;
use kyklos_exec::list::List;
use kyklos_exec::map::Map;
use kyklos_exec::state::{Frame, Object, Slot};
use kyklos_exec::table::{Sparse, Table as Records};
use kyklos_exec::value::{ObjectId, Pointer, Spot, Target, Value, Way};
use kyklos_exec::{Context, Guarantee, Notes, State};
use kyklos_flow::{GlobalId, Instruction, LocationId, Place, Type, TypeId, VariableId};
use kyklos_term::{Sort, Symbol, SymbolInfo, SymbolKind, Term};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Larger memories are not looked at.
const MOST: usize = 6_000;
/// So many marks of a shape are made in the time of one step.
const WALKED: u64 = 3;

/// A state's memory, taken apart.
pub struct Flat {
    /// All but its numbers.
    pub shape: Rc<[u32]>,
    /// Its numbers, in a fixed order.
    pub terms: Vec<Term>,
}

/// A state in which a symbol stands for each number, without a path condition; in the order of [`Flat::terms`].
pub type General = kyklos_exec::rehearsal::General<Symbol>;

/// Takes a state's memory apart; `None` if it is too large or has values of several shapes in it.
pub fn flatten(context: &mut Context<'_>, state: &State) -> Option<Flat> {
    // Addresses that were looked at belong to objects, which are numbered anew here.
    if !state.exposed.is_empty() {
        return None;
    }
    let mut walker = Walker::new(context, state, false);
    let walked = walker.walk();
    let size = walker.shape.len() as u64;
    walker.context.toil(size / WALKED);
    walked?;
    Some(Flat { shape: walker.shape.into(), terms: walker.terms })
}

/// The general state of a state's shape.
pub fn generalise(context: &mut Context<'_>, state: &State, flat: &Flat) -> Option<General> {
    let mut walker = Walker::new(context, state, true);
    let (frames, objects) = walker.walk()?;
    let symbols = std::mem::take(&mut walker.symbols);
    let general = State {
        id: state.id,
        location: state.location,
        frames,
        objects: objects.into_iter().collect(),
        path: List::new(),
        inputs: List::new(),
        next_input: state.next_input,
        fixed: Default::default(),
        exposed: List::new(),
        gaps: List::new(),
        notes: Notes::default(),
        model: None,
        undecided: None,
        depth: 0,
        guarantee: Guarantee::Exact,
        paths: Int::ONE,
        arrival: Default::default(),
    };
    // It must be of the same shape, with these symbols for its numbers and nothing else.
    let again = flatten(context, &general)?;
    let terms: Vec<Term> = symbols.iter().map(|symbol| context.terms.symbol_term(*symbol)).collect();
    (again.shape == flat.shape && again.terms == terms)
        .then_some(General { state: general, entries: symbols })
}

/// A mark in a shape.
#[derive(Clone, Copy)]
enum Mark {
    Unwritten,
    Number,
    Null,
    Nowhere,
    Spot,
    Parts,
    Array,
    Records,
    Sparse,
    Endless,
    Constant,
    Index,
    Field,
    Skipped,
    Own,
    Global,
    Object,
    Gone,
    Frame,
}

struct Walker<'a, 'p> {
    context: &'a mut Context<'p>,
    state: &'a State,
    shape: Vec<u32>,
    terms: Vec<Term>,
    /// The objects met, and their numbers.
    met: Vec<ObjectId>,
    numbers: FxHashMap<ObjectId, u32>,
    /// Whether numbers are replaced by symbols.
    replaces: bool,
    symbols: Vec<Symbol>,
    /// What is walked through, for people.
    name: String,
    /// Variables whose values are in objects, for people.
    names: FxHashMap<ObjectId, &'p str>,
}

impl<'a, 'p> Walker<'a, 'p> {
    fn new(context: &'a mut Context<'p>, state: &'a State, replaces: bool) -> Self {
        Self {
            context,
            state,
            shape: Vec::new(),
            terms: Vec::new(),
            met: Vec::new(),
            numbers: FxHashMap::default(),
            replaces,
            symbols: Vec::new(),
            name: String::new(),
            names: FxHashMap::default(),
        }
    }

    fn mark(&mut self, mark: Mark) {
        self.shape.push(mark as u32);
    }

    fn plain(&mut self, number: usize) {
        self.shape.push(u32::try_from(number).unwrap_or(u32::MAX));
    }

    /// All of the memory; what takes the place of frames and objects, if numbers are replaced.
    fn walk(&mut self) -> Option<(List<Frame>, Vec<Object>)> {
        let state = self.state;
        let frames: Vec<&Frame> = state.frames.iter_back().collect();
        let mut new_frames = Vec::new();
        for (depth, frame) in frames.iter().enumerate() {
            let above = depth.checked_sub(1).and_then(|above| frames.get(above));
            let variables = self.frame(frame, above.copied())?;
            new_frames.push(Frame { variables, automatic: Vec::new(), ..(*frame).clone() });
        }
        let mut new_objects: Vec<Object> = match self.replaces {
            true => state.objects.iter().map(blank).collect(),
            false => Vec::new(),
        };
        let program = self.context.program;
        for (id, global) in program.globals.iter() {
            let object = state.objects.get(id.0 as usize)?;
            if global.constant {
                // All states have it as it is.
                if self.replaces {
                    new_objects[id.0 as usize] = object.clone();
                }
                continue;
            }
            if self.replaces {
                self.name.clone_from(&global.name);
            }
            let new = self.object(object)?;
            if self.replaces {
                new_objects[id.0 as usize] = new;
            }
        }
        let mut next = 0;
        while next < self.met.len() {
            let id = self.met[next];
            next += 1;
            let object = state.objects.get(id.0 as usize)?;
            if self.replaces {
                self.name =
                    self.names.get(&id).map_or_else(|| format!("object{}", id.0), |name| (*name).to_owned());
            }
            let new = self.object(object)?;
            if self.replaces {
                new_objects[id.0 as usize] = new;
            }
        }
        for (frame, new) in frames.iter().zip(&mut new_frames) {
            self.mark(Mark::Frame);
            let met = |object: &&ObjectId| self.numbers.contains_key(object);
            let kept: Vec<ObjectId> = frame.automatic.iter().filter(met).copied().collect();
            let mut numbers: Vec<u32> = kept.iter().map(|object| self.numbers[object]).collect();
            numbers.sort_unstable();
            self.plain(numbers.len());
            self.shape.extend(numbers);
            new.automatic = kept;
        }
        let mut list = List::new();
        new_frames.into_iter().rev().for_each(|frame| list.push(frame));
        Some((list, new_objects))
    }

    /// The variables of a frame; `above` is the frame of the call that it waits for.
    fn frame(&mut self, frame: &Frame, above: Option<&Frame>) -> Option<Vec<Slot>> {
        let program = self.context.program;
        let procedure = &program.procedures[frame.procedure];
        let liveness = self.context.liveness(frame.procedure);
        let call = match above {
            Some(above) => Some(&procedure.edges[above.call?]),
            None => None,
        };
        let (place, before): (LocationId, Option<LocationId>) = match call {
            None => (self.state.location, None),
            Some(edge) => match &edge.instruction {
                Instruction::Call { target: None, .. } => (edge.to, None),
                Instruction::Call { target: Some(target), .. } if target.as_variable().is_some() => {
                    (edge.to, None)
                }
                // Where the result goes is found when the call returns.
                _ => (edge.to, Some(edge.from)),
            },
        };
        let result = call.and_then(|edge| match &edge.instruction {
            Instruction::Call { target, .. } => target.as_ref().and_then(Place::as_variable),
            _ => None,
        });
        self.mark(Mark::Frame);
        let mut slots = Vec::new();
        for (number, slot) in frame.variables.iter().enumerate() {
            let variable = VariableId(number as u32);
            let declared = procedure.variables.get(variable)?;
            match slot {
                Slot::Object(object) => {
                    self.names.insert(*object, &declared.name);
                    self.mark(Mark::Own);
                    self.reference(*object)?;
                    slots.push(slot.clone());
                }
                Slot::Value(value) => {
                    let read = Some(variable) != result
                        && (liveness.is_live(place, variable)
                            || before.is_some_and(|before| liveness.is_live(before, variable)));
                    if !read {
                        self.mark(Mark::Skipped);
                        slots.push(Slot::Value(Value::Uninitialized));
                        continue;
                    }
                    if self.replaces {
                        self.name.clone_from(&declared.name);
                    }
                    let new = self.value(value, Some(declared.ty))?;
                    slots.push(Slot::Value(new));
                }
            }
        }
        Some(slots)
    }

    fn object(&mut self, object: &Object) -> Option<Object> {
        self.plain(object.ty.0 as usize);
        self.plain(usize::from(object.allocated));
        match object.live.as_truth()? {
            true => {
                self.mark(Mark::Object);
                let value = self.value(&object.value, Some(object.ty))?;
                Some(Object { value, ..object.clone() })
            }
            false => {
                self.mark(Mark::Gone);
                Some(Object { value: Value::Uninitialized, ..object.clone() })
            }
        }
    }

    /// Which object it is: a variable of the program, or the n-th that is met.
    fn reference(&mut self, object: ObjectId) -> Option<()> {
        if self.context.program.globals.get(GlobalId(object.0)).is_some() {
            self.mark(Mark::Global);
            self.plain(object.0 as usize);
            return Some(());
        }
        self.state.objects.get(object.0 as usize)?;
        let next = self.met.len() as u32;
        let number = *self.numbers.entry(object).or_insert(next);
        if number == next {
            self.met.push(object);
        }
        self.mark(Mark::Object);
        self.plain(number as usize);
        Some(())
    }

    fn value(&mut self, value: &Value, ty: Option<TypeId>) -> Option<Value> {
        if self.shape.len() > MOST {
            return None;
        }
        Some(match value {
            Value::Uninitialized => {
                self.mark(Mark::Unwritten);
                Value::Uninitialized
            }
            Value::Int(term) => {
                self.mark(Mark::Number);
                let range = ty.and_then(|ty| self.range(ty));
                Value::Int(self.number(*term, range))
            }
            Value::Pointer(Pointer::One(target)) => Value::Pointer(Pointer::One(self.target(target)?)),
            Value::Aggregate(parts) => {
                self.mark(Mark::Parts);
                self.plain(parts.len());
                let mut new = Vec::with_capacity(if self.replaces { parts.len() } else { 0 });
                let whole = self.name.clone();
                for (number, part) in parts.iter().enumerate() {
                    let inner = ty.and_then(|ty| self.part(ty, number, &whole));
                    let part = self.value(part, inner)?;
                    if self.replaces {
                        new.push(part);
                    }
                }
                Value::Aggregate(Rc::new(new))
            }
            Value::Map(map) => Value::Map(Rc::new(self.map(map)?)),
            Value::Table(table) => {
                self.mark(Mark::Records);
                let lengths = self.lengths(&table.lengths);
                self.plain(table.fields.len());
                let mut fields = Vec::new();
                for field in &table.fields {
                    fields.push(self.value(field, None)?);
                }
                Value::Table(Rc::new(Records { lengths, fields }))
            }
            Value::Sparse(sparse) => Value::Sparse(Rc::new(self.sparse(sparse)?)),
            Value::Pointer(Pointer::Choice(_)) | Value::Choice(_) => return None,
        })
    }

    fn target(&mut self, target: &Target) -> Option<Target> {
        let Some(spot) = target else {
            self.mark(Mark::Null);
            return Some(None);
        };
        if spot.object == ObjectId::NOWHERE {
            self.mark(Mark::Nowhere);
        } else {
            self.mark(Mark::Spot);
            self.reference(spot.object)?;
        }
        self.plain(usize::from(spot.element));
        self.plain(usize::from(spot.bytes));
        self.plain(spot.path.len());
        let mut path = Vec::new();
        for way in spot.path.iter() {
            path.push(match way {
                Way::Field(field) => {
                    self.mark(Mark::Field);
                    self.plain(*field);
                    Way::Field(*field)
                }
                Way::Index(index) => {
                    self.mark(Mark::Index);
                    Way::Index(self.number(*index, None))
                }
            });
        }
        let index = match spot.element || spot.index != Term::ZERO {
            true => {
                self.mark(Mark::Index);
                self.number(spot.index, None)
            }
            false => {
                self.mark(Mark::Constant);
                Term::ZERO
            }
        };
        Some(Some(Spot { path: path.into(), index, ..spot.clone() }))
    }

    fn map(&mut self, map: &Map) -> Option<Map> {
        self.mark(Mark::Array);
        let lengths: Vec<Option<Term>> =
            (0..map.arity()).filter_map(|dimension| map.length(dimension)).collect();
        let lengths = self.lengths(&lengths);
        let range = map.number().range();
        let (least, most) = range.clone().unzip();
        // The type of its numbers is told apart by its range.
        for bound in [least, most] {
            match bound {
                Some(bound) => {
                    let bound = self.context.terms.int(&bound);
                    self.mark(Mark::Constant);
                    self.shape.push(bound.key());
                }
                None => self.mark(Mark::Endless),
            }
        }
        let array = map.function(&mut self.context.terms);
        self.terms.push(array);
        let base = match self.replaces {
            true => self.symbol(Sort::Array(map.arity() as u32), range),
            false => array,
        };
        Some(Map::new(base, lengths, map.number()))
    }

    fn sparse(&mut self, sparse: &Sparse) -> Option<Sparse> {
        self.mark(Mark::Sparse);
        let lengths = self.lengths(&sparse.lengths);
        let other = self.value(&sparse.other, None)?;
        let cells = sparse.cells()?;
        if sparse.lengths.len() != 1 {
            return None;
        }
        self.plain(cells.size());
        let mut new = Sparse::new(lengths, other);
        for (key, value) in cells {
            let at = key.first().and_then(Int::to_usize)?;
            self.plain(at);
            let value = self.value(value, None)?;
            new.set_cell(at, value);
        }
        Some(new)
    }

    fn lengths(&mut self, lengths: &[Option<Term>]) -> Vec<Option<Term>> {
        self.plain(lengths.len());
        let mut new = Vec::with_capacity(lengths.len());
        for length in lengths {
            new.push(match length {
                None => {
                    self.mark(Mark::Endless);
                    None
                }
                Some(length) if self.context.terms.as_int(*length).is_some() => {
                    self.mark(Mark::Constant);
                    self.shape.push(length.key());
                    Some(*length)
                }
                Some(length) => {
                    self.mark(Mark::Index);
                    Some(self.number(*length, None))
                }
            });
        }
        new
    }

    fn number(&mut self, term: Term, range: Option<(Int, Int)>) -> Term {
        self.terms.push(term);
        if self.replaces { self.symbol(Sort::Int, range) } else { term }
    }

    fn symbol(&mut self, sort: Sort, range: Option<(Int, Int)>) -> Term {
        let (low, high) = range.unzip();
        let name = self.name.clone();
        let symbol = self.context.terms.symbol(SymbolInfo { name, kind: SymbolKind::Fresh, sort, low, high });
        self.symbols.push(symbol);
        self.context.terms.symbol_term(symbol)
    }

    fn range(&self, ty: TypeId) -> Option<(Int, Int)> {
        match self.context.program.types.get(ty)? {
            Type::Int(number) => number.range(),
            _ => None,
        }
    }

    /// The type of a part of a value of a type; the part's name is noted.
    fn part(&mut self, ty: TypeId, number: usize, whole: &str) -> Option<TypeId> {
        match self.context.program.types.get(ty)? {
            Type::Record(fields) => {
                let field = fields.get(number)?;
                if self.replaces {
                    self.name = format!("{whole}.{}", field.name);
                }
                Some(field.ty)
            }
            Type::Array { element, .. } => {
                if self.replaces {
                    self.name = format!("{whole}[{number}]");
                }
                Some(*element)
            }
            _ => None,
        }
    }
}

/// An object that nothing leads to.
fn blank(object: &Object) -> Object {
    Object { value: Value::Uninitialized, live: Term::FALSE, ..object.clone() }
}
