//! Objects, the account of memory, and collection by mark and sweep.
//!
//! Memory is counted in units of [`UNIT`] bytes. What was made since the last
//! collection only ever grows the account, so it bounds what is in use; a
//! collection counts afresh what can be reached. One is due when as much was
//! made as the last one had to look at, so their cost per unit made is constant.

use crate::bytes::{Addresses, Padding};
use crate::eval::Fault;
use crate::paged::{LARGE, PAGE, Paged};
use crate::pointer::ObjectTypes;
use crate::run::{Limits, Memory, Undefined};
use crate::value::{Aggregate, Big, Inner, ObjectId, Spot, Unbounded, Value};
use kyklos_base::Int;
use kyklos_flow::{TypeId, Types};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Bytes of one unit of memory: a value.
pub(crate) const UNIT: usize = size_of::<Value>();
/// Units of an object, its value's parts aside.
const OBJECT_UNITS: usize = 2;
/// Units of what is shared, such as an aggregate or a big number, beside its parts or digits.
const SHARED_UNITS: usize = 5;
/// Units of an element of an unbounded array.
const ENTRY_UNITS: usize = 4;
/// Units of a step on a pointer's path.
const STEP_UNITS: usize = 2;
/// Units that are made at least between two collections.
const LEAST_INTERVAL: usize = 1 << 16;

/// The objects of a run.
pub(crate) struct Heap<'c> {
    objects: Vec<Object>,
    free: Vec<u32>,
    /// Number of the current collection; what is marked with it is alive.
    epoch: u64,
    pub account: Account,
    pub types: ObjectTypes<'c>,
    /// The addresses that the program has looked at.
    pub addresses: RefCell<Addresses>,
    /// What lies between the members of structs and was never written.
    pub padding: RefCell<Padding>,
    /// A signed operation has left the range of its type since this was looked at.
    overflowed: Cell<bool>,
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
    /// What it holds. An object that has ceased to exist keeps its slot as long as
    /// anything points to it, so no pointer ever comes to mean another object.
    value: Value,
    ty: TypeId,
    mark: Mark,
    origin: Origin,
}

/// How an object came into being.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It is a variable, which only its procedure can end.
    Variable,
    /// It was allocated until its procedure returns.
    Automatic,
    /// It was allocated, and the program may free it.
    Allocated,
}

/// The last collection that found an object alive. Collections look at all objects,
/// so the parity of their numbers tells the last one from the one before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// A slot without an object.
    Free,
    Even,
    Odd,
}

impl Mark {
    fn of(epoch: u64) -> Mark {
        if epoch.is_multiple_of(2) { Mark::Even } else { Mark::Odd }
    }
}

/// The mark of what no collection has seen.
const UNSEEN: u64 = 0;

/// What a collection still has to look into.
enum Work {
    Object(ObjectId),
    Aggregate(Rc<Aggregate>),
    Paged(Rc<Paged>),
    Unbounded(Rc<Unbounded>),
}

impl<'c> Heap<'c> {
    pub fn new(limits: &Limits, types: &'c Types, addresses: &[Int], padding: Vec<u8>) -> Heap<'c> {
        let (account, types) = (Account::new(limits), ObjectTypes::new(types));
        Heap {
            objects: Vec::new(),
            free: Vec::new(),
            epoch: UNSEEN + 1,
            account,
            types,
            addresses: RefCell::new(Addresses::planned(addresses)),
            padding: RefCell::new(Padding::planned(padding)),
            overflowed: Cell::new(false),
            peak_objects: 0,
        }
    }

    /// Notes that a signed operation has left the range of its type, if it has.
    pub fn note_overflow(&self, is: bool) {
        if is {
            self.overflowed.set(true);
        }
    }

    /// Whether one has since this was asked last.
    pub fn take_overflow(&self) -> bool {
        self.overflowed.take()
    }

    pub fn peak_objects(&self) -> usize {
        self.peak_objects
    }

    /// What an object holds, and its type.
    #[inline]
    pub fn content(&self, id: ObjectId) -> Result<(&Value, TypeId), Fault> {
        match self.objects.get(id.0 as usize) {
            Some(Object { value: Value::Gone, .. }) => Err(DANGLING),
            Some(object) => Ok((&object.value, object.ty)),
            None if id == ObjectId::NOWHERE => Err(DANGLING),
            None => Err(MISTYPED),
        }
    }

    /// What an object holds for writing, and its type, with the account that the writing goes to.
    #[inline]
    pub fn content_mut(
        &mut self,
        id: ObjectId,
    ) -> Result<(&mut Value, TypeId, &Account, &ObjectTypes<'c>), Fault> {
        match self.objects.get_mut(id.0 as usize) {
            Some(Object { value: Value::Gone, .. }) => Err(DANGLING),
            Some(object) => Ok((&mut object.value, object.ty, &self.account, &self.types)),
            None if id == ObjectId::NOWHERE => Err(DANGLING),
            None => Err(MISTYPED),
        }
    }

    /// The type of an object, also of one that is gone.
    pub fn type_of(&self, id: ObjectId) -> Option<TypeId> {
        self.objects.get(id.0 as usize).map(|object| object.ty)
    }

    /// How an object that exists came into being.
    pub fn origin(&self, id: ObjectId) -> Option<Origin> {
        let object = self.objects.get(id.0 as usize);
        object.filter(|object| !matches!(object.value, Value::Gone)).map(|object| object.origin)
    }

    /// Whether the program may free the object.
    pub fn is_allocated(&self, id: ObjectId) -> bool {
        self.origin(id) == Some(Origin::Allocated)
    }

    /// The object ceases to exist.
    pub fn end(&mut self, id: ObjectId) {
        if let Some(object) = self.objects.get_mut(id.0 as usize) {
            object.value = Value::Gone;
        }
    }

    /// Makes the object of a variable.
    pub fn variable(&mut self, value: Value, ty: TypeId) -> Result<ObjectId, Fault> {
        self.make(value, ty, Origin::Variable)
    }

    /// Makes an object.
    pub fn make(&mut self, value: Value, ty: TypeId, origin: Origin) -> Result<ObjectId, Fault> {
        self.account.count(OBJECT_UNITS);
        let object = Object { value, mark: Mark::of(self.epoch), ty, origin };
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
        // A number may be the address of these.
        let exposed: Vec<ObjectId> = self.addresses.borrow().objects().collect();
        for object in exposed {
            self.mark_object(object, &mut open);
        }
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
                Work::Paged(shared) => {
                    for part in shared.values() {
                        self.mark(part, &mut open);
                    }
                }
                Work::Unbounded(shared) => {
                    for part in shared.elements.values().chain([&shared.other]) {
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
            Value::Pointer(id) | Value::Element(id, _) => self.mark_object(*id, open),
            Value::Inner(inner) if inner.mark.replace(self.epoch) != self.epoch => {
                self.account.live += pointer_units(&inner.spot);
                self.mark_object(inner.spot.object, open);
            }
            Value::Aggregate(shared) if shared.mark.replace(self.epoch) != self.epoch => {
                self.account.live += SHARED_UNITS + shared.parts.len();
                open.push(Work::Aggregate(Rc::clone(shared)));
            }
            Value::Paged(shared) if shared.mark.replace(self.epoch) != self.epoch => {
                self.account.live += paged_units(shared.pages.len());
                open.push(Work::Paged(Rc::clone(shared)));
            }
            Value::Unbounded(shared) if shared.mark.replace(self.epoch) != self.epoch => {
                self.account.live += SHARED_UNITS + ENTRY_UNITS * shared.elements.len();
                open.push(Work::Unbounded(Rc::clone(shared)));
            }
            Value::Big(big) if big.mark.replace(self.epoch) != self.epoch => {
                self.account.live += number_units(&big.value);
            }
            _ => {}
        }
    }

    fn mark_object(&mut self, id: ObjectId, open: &mut Vec<Work>) {
        let Some(object) = self.objects.get_mut(id.0 as usize) else { return };
        if object.mark != Mark::of(self.epoch) {
            object.mark = Mark::of(self.epoch);
            self.account.live += OBJECT_UNITS;
            open.push(Work::Object(id));
        }
    }

    /// Empties the slots of unmarked objects. The lowest free slots are used
    /// first, so that the table can shrink at its end.
    fn sweep(&mut self) {
        let alive = Mark::of(self.epoch);
        let length = self.objects.iter().rposition(|object| object.mark == alive).map_or(0, |last| last + 1);
        self.objects.truncate(length);
        self.free.clear();
        if self.objects.capacity() / 4 > length {
            self.objects.shrink_to(length * 2);
            self.free.shrink_to(length);
        }
        for (slot, object) in self.objects.iter_mut().enumerate().rev() {
            if object.mark != alive {
                (object.value, object.mark) = (Value::Uninitialized, Mark::Free);
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

    /// The fault of a number that is too large.
    #[cold]
    pub fn too_many_bits(&self) -> Fault {
        Fault::Memory(Memory::NumberBits(self.max_number_bits))
    }

    /// A pointer to this place, in the one form that it has.
    pub fn pointer(&self, spot: Spot) -> Result<Value, Fault> {
        Ok(match (&spot.path, spot.element, spot.index.to_i64()) {
            (None, false, Some(0)) if spot.object != ObjectId::NOWHERE && !spot.bytes => {
                Value::Pointer(spot.object)
            }
            (None, true, Some(index)) => Value::Element(spot.object, index),
            (_, _, None) if spot.index.bits() > self.max_number_bits => return Err(self.too_many_bits()),
            _ => {
                self.count(pointer_units(&spot));
                Value::Inner(Rc::new(Inner { spot, mark: Cell::new(UNSEEN) }))
            }
        })
    }

    /// The number as a value, if it is not too large.
    pub fn number(&self, value: Int) -> Result<Value, Fault> {
        if let Some(small) = value.to_i64() {
            return Ok(Value::Small(small));
        }
        if value.bits() > self.max_number_bits {
            return Err(self.too_many_bits());
        }
        self.count(number_units(&value));
        Ok(Value::Big(Rc::new(Big { value, mark: Cell::new(UNSEEN) })))
    }

    /// An aggregate of these parts.
    pub fn aggregate(&self, parts: Vec<Value>) -> Value {
        self.count(SHARED_UNITS + parts.len());
        Value::Aggregate(Rc::new(Aggregate { parts, mark: Cell::new(UNSEEN) }))
    }

    /// An aggregate of which nothing was written yet.
    pub fn blank(&self, length: u64) -> Result<Value, Fault> {
        let length = usize::try_from(length).map_err(|_| Fault::Memory(Memory::Total))?;
        self.repeated(length, &Value::Uninitialized)
    }

    /// An array of so many elements that are all alike.
    pub fn repeated(&self, length: usize, element: &Value) -> Result<Value, Fault> {
        if length > LARGE {
            self.count(paged_units(0));
            let (other, pages) = (element.clone(), BTreeMap::new());
            return Ok(Value::Paged(Rc::new(Paged { length, other, pages, mark: Cell::new(UNSEEN) })));
        }
        let mut parts = self.room_for(length)?;
        parts.resize(length, element.clone());
        Ok(self.aggregate(parts))
    }

    /// An element of a large array for writing; the array is copied if it is shared, the page is made if it is
    /// not there. `None` if the array does not have it.
    pub fn paged_mut<'v>(
        &self,
        shared: &'v mut Rc<Paged>,
        index: usize,
    ) -> Result<Option<&'v mut Value>, Fault> {
        if index >= shared.length {
            return Ok(None);
        }
        if Rc::strong_count(shared) > 1 {
            self.take_room(paged_units(shared.pages.len()))?;
            let Paged { length, other, pages, .. } = &**shared;
            let (length, other, pages) = (*length, other.clone(), pages.clone());
            *shared = Rc::new(Paged { length, other, pages, mark: Cell::new(UNSEEN) });
        }
        let number = index / PAGE;
        if !shared.pages.contains_key(&number) {
            self.take_room(PAGE)?;
        }
        let own = Rc::get_mut(shared).ok_or(MISTYPED)?;
        let page = own.pages.entry(number).or_insert_with(|| vec![own.other.clone(); PAGE].into());
        Ok(page.get_mut(index % PAGE))
    }

    /// Counts so much memory, if it may be taken without a collection.
    fn take_room(&self, units: usize) -> Result<(), Fault> {
        if !self.has_room(units) {
            return Err(Fault::NeedsRoom(units));
        }
        self.count(units);
        Ok(())
    }

    /// An unbounded array.
    pub fn unbounded(&self, elements: BTreeMap<Int, Value>, other: Value) -> Value {
        self.count(SHARED_UNITS + ENTRY_UNITS * elements.len());
        Value::Unbounded(Rc::new(Unbounded { elements, other, mark: Cell::new(UNSEEN) }))
    }

    /// An element of an unbounded array for writing; the array is copied if it is shared.
    pub fn unbounded_mut<'v>(
        &self,
        shared: &'v mut Rc<Unbounded>,
        index: &Int,
    ) -> Result<&'v mut Value, Fault> {
        if Rc::strong_count(shared) > 1 {
            let units = SHARED_UNITS + ENTRY_UNITS * shared.elements.len();
            if !self.has_room(units) {
                return Err(Fault::NeedsRoom(units));
            }
            self.count(units);
            let (elements, other) = (shared.elements.clone(), shared.other.clone());
            *shared = Rc::new(Unbounded { elements, other, mark: Cell::new(UNSEEN) });
        }
        let own = Rc::get_mut(shared).ok_or(MISTYPED)?;
        if !own.elements.contains_key(index) {
            self.count(ENTRY_UNITS);
            own.elements.insert(index.clone(), own.other.clone());
        }
        own.elements.get_mut(index).ok_or(MISTYPED)
    }

    /// The parts of an aggregate for writing; they are copied if they are shared.
    #[inline]
    pub fn parts_mut<'v>(&self, shared: &'v mut Rc<Aggregate>) -> Result<&'v mut [Value], Fault> {
        if Rc::strong_count(shared) > 1 {
            let mut parts = self.room_for(shared.parts.len())?;
            parts.extend_from_slice(&shared.parts);
            self.count(SHARED_UNITS + parts.len());
            *shared = Rc::new(Aggregate { parts, mark: Cell::new(UNSEEN) });
        }
        Rc::get_mut(shared).map(|own| own.parts.as_mut_slice()).ok_or(MISTYPED)
    }

    /// An empty vector for so many parts.
    pub fn room_for(&self, length: usize) -> Result<Vec<Value>, Fault> {
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

    /// Fails if a number of so many bits may not be made without a collection.
    pub fn check_room_for_bits(&self, bits: u64) -> Result<(), Fault> {
        let units = usize::try_from(bits / (8 * UNIT as u64)).unwrap_or(usize::MAX);
        if self.has_room(units) { Ok(()) } else { Err(Fault::NeedsRoom(units)) }
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
const DANGLING: Fault = Fault::Undefined(Undefined::Dangling);

fn paged_units(pages: usize) -> usize {
    SHARED_UNITS + ENTRY_UNITS + pages * PAGE
}

fn pointer_units(spot: &Spot) -> usize {
    number_units(&spot.index) + STEP_UNITS * spot.path.as_ref().map_or(0, |path| path.len())
}

fn number_units(value: &Int) -> usize {
    SHARED_UNITS + (value.bits() / (8 * UNIT as u64)) as usize
}
