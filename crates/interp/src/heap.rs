//! Objects, the account of memory, and collection by mark and sweep.
//!
//! Memory is counted in units of [`UNIT`] bytes. What was made since the last
//! collection only ever grows the account, so it bounds what is in use; a
//! collection counts afresh what can be reached. One is due when as much was
//! made as the last one had to look at, so their cost per unit made is constant.

use crate::eval::Fault;
use crate::run::{Limits, Memory, Undefined};
use crate::value::{Aggregate, Big, ObjectId, Value};
use kyklos_base::Int;
use std::cell::Cell;
use std::rc::Rc;

/// Bytes of one unit of memory: a value.
pub(crate) const UNIT: usize = size_of::<Value>();
/// Units of an object, its value's parts aside.
const OBJECT_UNITS: usize = 2;
/// Units of an aggregate or a big number beside its parts or digits.
const SHARED_UNITS: usize = 5;
/// Units that are made at least between two collections.
const LEAST_INTERVAL: usize = 1 << 16;

/// The objects of a run.
pub(crate) struct Heap {
    objects: Vec<Object>,
    free: Vec<u32>,
    /// Number of the current collection; objects marked with it are alive.
    epoch: u64,
    pub account: Account,
    peak_objects: usize,
}

/// How much memory a run's values take, and how much they may.
pub(crate) struct Account {
    /// Units set aside for the variables of calls.
    stack: usize,
    /// Units that the last collection found alive, variables aside.
    live: usize,
    /// Units made since.
    made: Cell<usize>,
    /// Value of `made` at which the next collection is due.
    due: usize,
    max_units: usize,
    max_number_bits: u64,
}

struct Object {
    value: Value,
    /// The last collection that found it alive; `FREE` for a slot without an object.
    mark: u64,
}

const FREE: u64 = 0;

/// What a collection still has to look into.
enum Work {
    Object(ObjectId),
    Aggregate(Rc<Aggregate>),
}

impl Heap {
    pub fn new(limits: &Limits) -> Heap {
        let account = Account::new(limits);
        Heap { objects: Vec::new(), free: Vec::new(), epoch: FREE + 1, account, peak_objects: 0 }
    }

    pub fn peak_objects(&self) -> usize {
        self.peak_objects
    }

    #[inline]
    pub fn get(&self, id: ObjectId) -> Result<&Value, Fault> {
        self.objects.get(id.0 as usize).map(|object| &object.value).ok_or(MISTYPED)
    }

    /// An object's value for writing, with the account that the writing goes to.
    #[inline]
    pub fn get_mut(&mut self, id: ObjectId) -> Result<(&mut Value, &Account), Fault> {
        let object = self.objects.get_mut(id.0 as usize).ok_or(MISTYPED)?;
        Ok((&mut object.value, &self.account))
    }

    /// Makes an object.
    pub fn allocate(&mut self, value: Value) -> Result<ObjectId, Fault> {
        self.account.count(OBJECT_UNITS);
        let object = Object { value, mark: self.epoch };
        if let Some(slot) = self.free.pop() {
            self.objects[slot as usize] = object;
            return Ok(ObjectId(slot));
        }
        let slot = u32::try_from(self.objects.len()).map_err(|_| Fault::Memory(Memory::Total))?;
        self.objects.push(object);
        self.peak_objects = self.peak_objects.max(self.objects.len());
        Ok(ObjectId(slot))
    }

    /// Frees all objects that the roots do not reach. Fails if what is left
    /// takes too much memory.
    pub fn collect<'v>(&mut self, roots: impl Iterator<Item = &'v Value>) -> Result<(), Fault> {
        self.epoch += 1;
        self.account.live = 0;
        let mut open = Vec::new();
        for root in roots {
            self.mark(root, &mut open);
        }
        while let Some(work) = open.pop() {
            match work {
                Work::Object(id) => {
                    // Taken out, because marking writes to the heap while it reads the value.
                    let value = std::mem::take(&mut self.objects[id.0 as usize].value);
                    self.mark(&value, &mut open);
                    self.objects[id.0 as usize].value = value;
                }
                Work::Aggregate(shared) => {
                    for part in &shared.parts {
                        self.mark(part, &mut open);
                    }
                }
            }
        }
        self.sweep();
        self.account.settle(self.objects.len())
    }

    fn mark(&mut self, value: &Value, open: &mut Vec<Work>) {
        match value {
            Value::Pointer(id) => {
                let Some(object) = self.objects.get_mut(id.0 as usize) else { return };
                if object.mark != self.epoch {
                    object.mark = self.epoch;
                    self.account.live += OBJECT_UNITS;
                    open.push(Work::Object(*id));
                }
            }
            Value::Aggregate(shared) if shared.mark.replace(self.epoch) != self.epoch => {
                self.account.live += SHARED_UNITS + shared.parts.len();
                open.push(Work::Aggregate(Rc::clone(shared)));
            }
            Value::Big(big) if big.mark.replace(self.epoch) != self.epoch => {
                self.account.live += number_units(&big.value);
            }
            _ => {}
        }
    }

    /// Empties the slots of unmarked objects. The lowest free slots are used
    /// first, so that the table can shrink at its end.
    fn sweep(&mut self) {
        let epoch = self.epoch;
        let length = self.objects.iter().rposition(|object| object.mark == epoch).map_or(0, |last| last + 1);
        self.objects.truncate(length);
        self.free.clear();
        if self.objects.capacity() / 4 > length {
            self.objects.shrink_to(length * 2);
            self.free.shrink_to(length);
        }
        for (slot, object) in self.objects.iter_mut().enumerate().rev() {
            if object.mark != epoch {
                *object = Object { value: Value::Uninitialized, mark: FREE };
                self.free.push(slot as u32);
            }
        }
    }
}

impl Account {
    fn new(limits: &Limits) -> Account {
        let max_units = limits.max_memory.map_or(usize::MAX, |bytes| bytes / UNIT);
        let max_number_bits = limits.max_number_bits;
        let due = LEAST_INTERVAL.min(max_units);
        Account { stack: 0, live: 0, made: Cell::new(0), due, max_units, max_number_bits }
    }

    pub fn max_number_bits(&self) -> u64 {
        self.max_number_bits
    }

    /// The number as a value, if it is not too large.
    pub fn number(&self, value: Int) -> Result<Value, Fault> {
        if let Some(small) = value.to_i64() {
            return Ok(Value::Small(small));
        }
        if value.bits() > self.max_number_bits {
            return Err(Fault::Memory(Memory::NumberBits(self.max_number_bits)));
        }
        self.count(number_units(&value));
        Ok(Value::Big(Rc::new(Big { value, mark: Cell::new(FREE) })))
    }

    /// An aggregate of these parts.
    pub fn aggregate(&self, parts: Vec<Value>) -> Value {
        self.count(SHARED_UNITS + parts.len());
        Value::Aggregate(Rc::new(Aggregate { parts, mark: Cell::new(FREE) }))
    }

    /// An aggregate of which nothing was written yet.
    pub fn blank(&self, length: u64) -> Result<Value, Fault> {
        let length = usize::try_from(length).map_err(|_| Fault::Memory(Memory::Total))?;
        let mut parts = self.room_for(length)?;
        parts.resize(length, Value::Uninitialized);
        Ok(self.aggregate(parts))
    }

    /// The parts of an aggregate for writing; they are copied if they are shared.
    #[inline]
    pub fn parts_mut<'v>(&self, shared: &'v mut Rc<Aggregate>) -> Result<&'v mut [Value], Fault> {
        if Rc::strong_count(shared) > 1 {
            let mut parts = self.room_for(shared.parts.len())?;
            parts.extend_from_slice(&shared.parts);
            self.count(SHARED_UNITS + parts.len());
            *shared = Rc::new(Aggregate { parts, mark: Cell::new(FREE) });
        }
        Rc::get_mut(shared).map(|own| own.parts.as_mut_slice()).ok_or(MISTYPED)
    }

    fn room_for(&self, length: usize) -> Result<Vec<Value>, Fault> {
        let units = length.saturating_add(SHARED_UNITS);
        if !self.has_room(units) {
            return Err(Fault::NeedsRoom(units));
        }
        let mut parts = Vec::new();
        parts.try_reserve_exact(length).map_err(|_| Fault::Memory(Memory::Total))?;
        Ok(parts)
    }

    /// Whether so much more memory may be taken without a collection.
    pub fn has_room(&self, units: usize) -> bool {
        (self.live + self.stack).saturating_add(self.made.get()).saturating_add(units) <= self.max_units
    }

    /// Sets more units aside for variables.
    pub fn grow_stack(&mut self, units: usize) {
        self.stack += units;
    }

    /// Whether a collection is due.
    #[inline]
    pub fn is_due(&self) -> bool {
        self.made.get() >= self.due
    }

    #[inline]
    fn count(&self, units: usize) {
        self.made.set(self.made.get().saturating_add(units));
    }

    /// Plans the next collection after one that left so many slots for objects.
    fn settle(&mut self, slots: usize) -> Result<(), Fault> {
        self.made.set(0);
        let used = self.live + self.stack;
        let interval = (used + slots).max(LEAST_INTERVAL);
        // Near the limit collections come sooner, but never so often that they are all that happens.
        let left = self.max_units.saturating_sub(used).max(self.max_units / 16);
        self.due = interval.min(left);
        if used > self.max_units { Err(Fault::Memory(Memory::Total)) } else { Ok(()) }
    }
}

/// For what cannot happen: pointers to no object.
const MISTYPED: Fault = Fault::Undefined(Undefined::Mistyped);

fn number_units(value: &Int) -> usize {
    SHARED_UNITS + (value.bits() / (8 * UNIT as u64)) as usize
}
