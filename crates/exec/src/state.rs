//! Symbolic states: where a path is, what memory holds there, and what its
//! inputs satisfy. Cloning a state copies a few reference counts. Note [inputs].

use crate::list::List;
use crate::notes::Notes;
use crate::value::{ObjectId, Value};
use kyklos_base::{Int, Span};
use kyklos_flow::{EdgeId, LocationId, ProcedureId, TypeId, VariableId};
use kyklos_term::{Model, Node, Symbol, Term, Terms};
use rpds::{HashTrieMap, Vector};
use std::rc::Rc;

/// A state's number, unique in an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u64);

/// A location of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Its procedure.
    pub procedure: ProcedureId,
    /// The location in it.
    pub location: LocationId,
}

/// An activation of a procedure.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The procedure.
    pub procedure: ProcedureId,
    /// Its variables.
    pub variables: Vec<Slot>,
    /// Objects that cease to exist with it.
    pub automatic: Vec<ObjectId>,
    /// The call that made it, an edge of the procedure below; `None` for the first.
    pub call: Option<EdgeId>,
}

/// Where a variable's value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// In the frame itself.
    Value(Value),
    /// In an object, because its address is taken.
    Object(ObjectId),
}

/// A memory object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// What it holds.
    pub value: Value,
    /// Of which type that is.
    pub ty: TypeId,
    /// Whether it still exists.
    pub live: Term,
    /// Whether the program may free it.
    pub allocated: bool,
    /// Its address as a number, once somebody has looked at it.
    pub address: Option<Term>,
}

/// What an input is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputShape {
    /// One number.
    Number,
    /// The numbers of an array with these lengths, outer dimension first; the
    /// first may have no limit.
    Array(Vec<Option<Term>>),
    /// All of these again and again, in this order: the number that is read at time n is element n of the array.
    Repeated {
        /// How many times.
        count: Term,
        /// What is read each time; the symbols are arrays, the shapes numbers.
        inputs: Rc<[InputRead]>,
    },
    /// One of two sequences of inputs.
    Choice {
        /// Whether it is the first.
        guard: Term,
        /// The two.
        sides: [Rc<[InputRead]>; 2],
    },
    /// The numbers in an array of records with these lengths, record by record. Their own symbol stands for nothing.
    Records {
        /// How many records there are in each dimension, behind those of the records around them; the first
        /// may have no limit.
        lengths: Vec<Option<Term>>,
        /// The fields: arrays of numbers, whose first dimensions are those of the records around them, and
        /// records. Their names follow that of the record.
        fields: Rc<[InputRead]>,
    },
}

/// An input that a path has read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputRead {
    /// The symbol that stands for it.
    pub symbol: Term,
    /// What it is.
    pub shape: InputShape,
    /// What it is called.
    pub name: Rc<str>,
    /// Where it is read.
    pub span: Span,
    /// Whether it is a parameter of the main procedure.
    pub parameter: bool,
}

/// Whether all runs that a state's path condition allows are runs of the program.
///
/// A verdict `safe` needs covering alone. If a state without real runs comes to an error, its model is
/// replayed, and if the replay goes elsewhere, the question stays open: no finding, and no fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Guarantee {
    /// They are. Whatever keeps this must be exact.
    #[default]
    Exact,
    /// The runs of the program are among them, but others may be, too.
    Covering,
}

/// A symbolic state.
#[derive(Clone)]
pub struct State {
    /// Its number.
    pub id: StateId,
    /// The location it is at, in the topmost frame's procedure.
    pub location: LocationId,
    /// The call stack.
    pub frames: List<Frame>,
    /// The memory objects.
    pub objects: Vector<Object>,
    /// The path condition: all of these hold.
    pub path: List<Term>,
    /// The inputs read so far, in order.
    pub inputs: List<InputRead>,
    /// The number of the next input; greater than that of any input which the state's terms speak of.
    pub next_input: u32,
    /// Terms that a split has fixed to a constant on this path: indices, guards of pointers, conditions.
    pub fixed: HashTrieMap<Term, Term>,
    /// The objects whose addresses were looked at, with the symbols of these.
    pub exposed: List<(Symbol, ObjectId)>,
    /// The symbols of bytes between the members of structs that nobody had written when they were looked at, in this order.
    pub gaps: List<Symbol>,
    /// What features keep of the path.
    pub notes: Notes,
    /// A model of the path condition; `None` where it is not known whether there is one.
    pub model: Option<Rc<Model>>,
    /// Where a solver could not decide a branch of the path, the latest such place.
    pub undecided: Option<Span>,
    /// How many branches with both sides possible the path has taken.
    pub depth: u32,
    /// Whether all its runs are real.
    pub guarantee: Guarantee,
    /// How many paths the state stands for: one, unless states were joined.
    pub paths: Int,
    /// Who knows that it has come to where it is.
    pub arrival: Arrival,
}

/// How many features have been told that a state has come to where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival(pub(crate) usize);

impl State {
    /// Where the state is.
    pub fn point(&self) -> Point {
        Point { procedure: self.procedure(), location: self.location }
    }

    /// The state comes to a location of the topmost frame's procedure.
    pub fn move_to(&mut self, location: LocationId) {
        self.location = location;
        self.arrival = Arrival::default();
    }

    /// From here on, [`has_moved`](Self::has_moved) tells whether the state has come elsewhere, or back.
    pub fn stay(&mut self) {
        self.arrival = Arrival(1);
    }

    /// Whether the state has moved since it was told to stay. One that was split so that its instruction can be
    /// executed has not: the same instruction is executed again.
    pub fn has_moved(&self) -> bool {
        self.arrival == Arrival::default()
    }

    /// The feature that puts this state in the place of another is told of its arrival, too.
    pub fn ask_again(&mut self) {
        self.arrival.0 = self.arrival.0.saturating_sub(1);
    }

    /// The procedure that is executed.
    pub fn procedure(&self) -> ProcedureId {
        self.frames.last().map_or(ProcedureId(0), |frame| frame.procedure)
    }

    /// The value of a variable of the topmost frame.
    pub fn variable(&self, variable: VariableId) -> Option<&Value> {
        match self.frames.last()?.variables.get(variable.0 as usize)? {
            Slot::Value(value) => Some(value),
            Slot::Object(object) => self.object(*object),
        }
    }

    /// The value of a variable of the topmost frame, to be changed.
    pub fn variable_mut(&mut self, variable: VariableId) -> Option<&mut Value> {
        match self.frames.last_mut()?.variables.get_mut(variable.0 as usize)? {
            Slot::Value(value) => Some(value),
            Slot::Object(object) => self.objects.get_mut(object.0 as usize).map(|object| &mut object.value),
        }
    }

    /// The value of an object.
    pub fn object(&self, object: ObjectId) -> Option<&Value> {
        self.objects.get(object.0 as usize).map(|object| &object.value)
    }

    /// The value of an object, to be changed.
    pub fn object_mut(&mut self, object: ObjectId) -> Option<&mut Value> {
        self.objects.get_mut(object.0 as usize).map(|object| &mut object.value)
    }

    /// The object of a variable whose address is taken.
    pub fn address(&self, variable: VariableId) -> Option<ObjectId> {
        match self.frames.last()?.variables.get(variable.0 as usize)? {
            Slot::Object(object) => Some(*object),
            Slot::Value(_) => None,
        }
    }

    /// A new object of a variable.
    pub fn add_variable(&mut self, value: Value, ty: TypeId) -> ObjectId {
        self.add(Object { value, ty, live: Term::TRUE, allocated: false, address: None })
    }

    /// A new object that the program may free.
    pub fn allocate(&mut self, value: Value, ty: TypeId) -> ObjectId {
        self.add(Object { value, ty, live: Term::TRUE, allocated: true, address: None })
    }

    /// A new object that exists as long as the topmost frame.
    pub fn allocate_automatic(&mut self, value: Value, ty: TypeId) -> ObjectId {
        let object = self.add_variable(value, ty);
        if let Some(frame) = self.frames.last_mut() {
            frame.automatic.push(object);
        }
        object
    }

    /// A variable of the topmost frame is as if it had never been written. If its life ends,
    /// it gets a new object, and the old one ceases to exist.
    pub fn clear(&mut self, variable: VariableId, ends: bool) {
        match self.address(variable).filter(|_| ends) {
            Some(old) => {
                self.end(old);
                let Some(ty) = self.objects.get(old.0 as usize).map(|object| object.ty) else { return };
                let new = Slot::Object(self.add_variable(Value::Uninitialized, ty));
                let frame = self.frames.last_mut();
                let slot = frame.and_then(|frame| frame.variables.get_mut(variable.0 as usize));
                slot.into_iter().for_each(|slot| *slot = new.clone());
            }
            None => self.variable_mut(variable).into_iter().for_each(|value| *value = Value::Uninitialized),
        }
    }

    /// The topmost frame's variables and automatic objects cease to exist.
    pub fn end_frame(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let variables = frame.variables.iter().filter_map(|slot| match slot {
            Slot::Object(object) => Some(*object),
            Slot::Value(_) => None,
        });
        let ended: Vec<ObjectId> = variables.chain(frame.automatic.iter().copied()).collect();
        ended.into_iter().for_each(|object| self.end(object));
    }

    fn end(&mut self, object: ObjectId) {
        if let Some(object) = self.objects.get_mut(object.0 as usize) {
            object.live = Term::FALSE;
        }
    }

    fn add(&mut self, object: Object) -> ObjectId {
        let id = ObjectId(self.objects.len() as u32);
        self.objects.push_back_mut(object);
        id
    }

    /// The path reads an input.
    pub fn read(&mut self, input: InputRead) {
        self.inputs.push(input);
        self.next_input += 1;
    }

    /// Adds a condition to the path; conjunctions are taken apart.
    pub fn assume(&mut self, terms: &Terms, condition: Term) {
        match terms.node(condition) {
            Some(Node::Truth(true)) => {}
            Some(Node::And(parts)) => parts.iter().for_each(|part| self.path.push(*part)),
            _ => self.path.push(condition),
        }
    }
}
