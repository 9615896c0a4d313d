//! Instructions: the loop that takes one edge after the other.

use crate::code::{Action, Allocate, Call, Code, Node, Op, PlaceCode, RootCode, StepCode, Way};
use crate::eval::{Fault, View, number};
use crate::heap::{Heap, Origin, UNIT};
use crate::part::{element_mut, field_mut};
use crate::run::{Environment, Limits, Memory, Observer, RunEnd, RunReport, StackFrame, Taken, Undefined};
use crate::strides::Haste;
use crate::value::{ObjectId, Value};
use kyklos_base::{Int, Span};
use kyklos_flow::{ProcedureId, Program, TypeId};
use std::borrow::Cow;

/// Steps between two questions to the environment whether to stop.
const POLL_INTERVAL: u64 = 1 << 13;

/// Runs a compiled program on arguments that fit its main procedure.
pub(crate) fn run<O: Observer>(
    program: &Program,
    code: &Code,
    arguments: &[Int],
    environment: &mut dyn Environment,
    limits: &Limits,
    observer: &mut O,
) -> RunReport {
    let (addresses, padding) = (environment.addresses(), environment.padding());
    let mut machine = Machine {
        code,
        limits,
        environment,
        stack: Vec::new(),
        base: 0,
        frames: Vec::new(),
        heap: Heap::new(limits, &program.types, &addresses, padding),
        globals: Vec::new(),
        automatic: Vec::new(),
        indices: Vec::new(),
        node: code.procedures[code.main].entry,
        result: None,
        steps: 0,
        pause_at: 0,
        haste: Haste::new(limits.one_by_one),
    };
    let end = match machine.start(arguments) {
        Ok(()) => machine.run(observer),
        Err(stop) => *stop,
    };
    machine.report(program, end)
}

/// The end of a run. Boxed, because it is rare and large.
pub(crate) type Stop = Box<RunEnd>;

pub(crate) struct Machine<'c> {
    pub(crate) code: &'c Code,
    pub(crate) limits: &'c Limits,
    pub(crate) environment: &'c mut dyn Environment,
    /// The variables of all calls under way.
    pub(crate) stack: Vec<Value>,
    /// Where those of the innermost call start.
    pub(crate) base: usize,
    pub(crate) frames: Vec<Frame>,
    pub(crate) heap: Heap<'c>,
    /// Pointers to the program's variables.
    globals: Vec<Value>,
    /// Pointers to the objects that cease to exist with the calls under way.
    automatic: Vec<Value>,
    /// Room for the indices on the way to a place that is written.
    indices: Vec<Int>,
    /// Where the run is.
    pub(crate) node: u32,
    /// The number that the main procedure has returned.
    result: Option<Int>,
    pub(crate) steps: u64,
    /// The number of steps at which limits are looked at.
    pause_at: u64,
    pub(crate) haste: Haste,
}

/// A call under way.
pub(crate) struct Frame {
    procedure: ProcedureId,
    pub(crate) base: usize,
    /// Where its automatic objects start.
    automatic: usize,
    /// The node of the call; the main procedure has none.
    pub(crate) call: Option<u32>,
}

impl<'c> Machine<'c> {
    fn start(&mut self, arguments: &[Int]) -> Result<(), Stop> {
        self.make_globals()?;
        self.make_room(self.code.main)?;
        for argument in arguments {
            self.stack.push(self.heap.account.number(argument.clone()).map_err(stopped)?);
        }
        self.enter(self.code.main, 0, None).map(|_entry| ())
    }

    /// Makes the program's variables. All are there before the first gets its
    /// value, which may be the address of any.
    fn make_globals(&mut self) -> Result<(), Stop> {
        for global in &self.code.globals {
            let object = self.heap.variable(Value::Uninitialized, global.ty).map_err(stopped)?;
            self.globals.push(Value::Pointer(object));
        }
        for (number, global) in self.code.globals.iter().enumerate() {
            let value = self.evaluate(&global.initial)?;
            let object = ObjectId(number as u32);
            *self.heap.content_mut(object).map_err(stopped)?.0 = value;
            self.collect_if_due()?;
        }
        Ok(())
    }

    /// Takes edges until the run ends.
    fn run<O: Observer>(&mut self, observer: &mut O) -> RunEnd {
        // Not told of what variables of the program have at first.
        self.heap.take_overflow();
        loop {
            if let Err(end) = self.take(observer) {
                return *end;
            }
            if self.effort() >= self.haste.due
                && let Some(end) = self.hurry(observer)
            {
                return end;
            }
        }
    }

    /// Takes one edge.
    #[inline(always)]
    pub(crate) fn take<O: Observer>(&mut self, observer: &mut O) -> Result<Taken, Stop> {
        if self.steps >= self.pause_at
            && let Some(end) = self.pause()
        {
            return Err(Box::new(end));
        }
        let code = self.code;
        let (procedure, depth) = self.running();
        let way = match &code.nodes[self.node as usize] {
            Node::Branch { condition, holds, fails } => {
                if self.decide(condition)? {
                    *holds
                } else {
                    *fails
                }
            }
            Node::SetNumber { slot, value, way } => {
                match (self.view().small(value), self.stack.get_mut(self.base + *slot as usize)) {
                    (Some(number), Some(Value::Small(old))) => *old = number,
                    _ => self.set(*slot, value)?,
                }
                *way
            }
            Node::Other(action) => self.execute(action)?,
        };
        self.steps += 1;
        if self.heap.take_overflow() {
            observer.overflowed(procedure, way.edge);
        }
        observer.edge(procedure, way.edge, depth);
        self.node = way.next;
        Ok(Taken { procedure, edge: way.edge, depth })
    }

    /// How many steps were taken one by one.
    #[inline(always)]
    pub(crate) fn effort(&self) -> u64 {
        self.steps - self.haste.skipped
    }

    /// How many steps there may still be, if that is limited.
    pub(crate) fn steps_left(&self) -> Option<u64> {
        self.limits.max_steps.map(|most| most - self.steps)
    }

    fn execute(&mut self, action: &'c Action) -> Result<Way, Stop> {
        match action {
            Action::Skip(way) => Ok(*way),
            Action::Assume { condition, holds, way } => {
                if self.decide(condition)? == *holds {
                    Ok(*way)
                } else {
                    Err(Box::new(RunEnd::AssumptionViolated))
                }
            }
            Action::Set { slot, value, way } => self.set(*slot, value).map(|()| *way),
            Action::Store { target, value, way } => {
                let value = self.evaluate(value)?;
                self.store(target, value).map(|()| *way)
            }
            Action::Havoc(havoc) => self.havoc(havoc).map(|()| havoc.way),
            Action::Forget(forget) => self.forget(forget).map(|()| forget.way),
            Action::Allocate(allocate) => self.allocate(allocate).map(|()| allocate.way),
            Action::Free { pointer, way } => {
                let pointer = self.evaluate(pointer)?;
                self.heap.free(&pointer).map_err(stopped).map(|()| *way)
            }
            Action::Clear { slot, boxed, way } => self.clear(*slot, *boxed).map(|()| *way),
            Action::Copy { target, source, count, way } => {
                let (target, source) = (self.evaluate(target)?, self.evaluate(source)?);
                let count = self.number(count)?;
                self.heap.copy(&target, &source, &count).map_err(stopped)?;
                self.collect_if_due().map(|()| *way)
            }
            Action::Call(call) => self.call(call),
            Action::Return { value, edge } => {
                let next = self.leave(value.as_ref())?;
                Ok(Way { edge: *edge, next })
            }
            Action::Stop(status) => {
                let status = status.as_ref().map(|status| self.number(status)).transpose()?;
                Err(Box::new(RunEnd::Stopped(status)))
            }
            Action::Output { value, float, way } => {
                let value = self.number(value)?;
                let written = match float {
                    Some(format) => self.environment.output_float(*format, &value),
                    None => self.environment.output(&value),
                };
                written.map_err(|error| Box::new(RunEnd::EnvironmentError(error)))?;
                Ok(*way)
            }
            Action::Fail => Err(Box::new(RunEnd::Failed)),
            Action::End => Err(Box::new(RunEnd::Returned(self.result.take()))),
        }
    }

    /// Looks at limits that are not checked at each step, and decides when to do so again.
    #[cold]
    fn pause(&mut self) -> Option<RunEnd> {
        if let Node::Other(Action::Fail | Action::End) = self.code.nodes[self.node as usize] {
            return None;
        }
        let most = self.limits.max_steps.unwrap_or(u64::MAX);
        let effort = self.limits.max_effort.map_or(u64::MAX, |most| most.saturating_sub(self.effort()));
        if self.steps >= most || effort == 0 {
            return Some(RunEnd::StepLimit);
        }
        self.pause_at = most.min(self.steps.saturating_add(POLL_INTERVAL.min(effort)));
        self.environment.interrupted().then_some(RunEnd::Interrupted)
    }

    #[inline(always)]
    fn view(&self) -> View<'_> {
        View { frame: &self.stack[self.base..], heap: &self.heap }
    }

    /// The running procedure and how many calls are under way.
    #[inline(always)]
    fn running(&self) -> (ProcedureId, usize) {
        (self.frames.last().map_or(self.code.main, |frame| frame.procedure), self.frames.len())
    }

    #[inline(always)]
    fn decide(&mut self, condition: &Op) -> Result<bool, Stop> {
        match self.view().holds(condition) {
            Some(truth) => Ok(truth),
            None => {
                let truth = self.view().truth(condition).map_err(stopped)?;
                self.collect_if_due().map(|()| truth)
            }
        }
    }

    fn number(&mut self, op: &Op) -> Result<Int, Stop> {
        let value = self.evaluate(op)?;
        number(&value).map(Cow::into_owned).map_err(stopped)
    }

    pub(crate) fn evaluate(&mut self, op: &Op) -> Result<Value, Stop> {
        match self.view().small(op) {
            Some(number) => Ok(Value::Small(number)),
            None => self.evaluate_in_full(op),
        }
    }

    fn evaluate_in_full(&mut self, op: &Op) -> Result<Value, Stop> {
        match self.view().value(op) {
            Err(Fault::NeedsRoom(units)) => {
                // What was made in vain is garbage, too. If that does not help, nothing will.
                self.find_room(units, &Value::Null)?;
                self.view().value(op).map_err(stopped)
            }
            value => value.map_err(stopped),
        }
    }

    /// Writes to a variable in the frame.
    fn set(&mut self, slot: u32, value: &Op) -> Result<(), Stop> {
        let value = self.evaluate_in_full(value)?;
        self.stack[self.base + slot as usize] = value;
        self.collect_if_due()
    }

    /// Writes to any place.
    pub(crate) fn store(&mut self, target: &PlaceCode, mut value: Value) -> Result<(), Stop> {
        while let Err(fault) = self.write(target, &mut value) {
            let Fault::NeedsRoom(units) = fault else { return Err(stopped(fault)) };
            self.find_room(units, &value)?;
        }
        self.collect_if_due()
    }

    /// Moves a value to a place. Where the copies that this needs find no room, the value stays.
    fn write(&mut self, target: &PlaceCode, value: &mut Value) -> Result<(), Fault> {
        if let RootCode::Deref { .. } = target.root
            && let Some((object, offset)) = self.view().byte_place(target)?
        {
            return self.heap.write_bytes(object, &offset, target.ty, value);
        }
        let Machine { stack, base, heap, indices, .. } = self;
        let view = View { frame: &stack[*base..], heap };
        indices.clear();
        for step in &target.steps {
            if let StepCode::Index { index, .. } = step {
                indices.push(view.index(index)?);
            }
        }
        let (mut place, account) = match &target.root {
            RootCode::Local(slot) => (&mut stack[*base + *slot as usize], &heap.account),
            RootCode::Boxed(slot) => match view.frame[*slot as usize] {
                Value::Pointer(id) => heap.content_mut(id).map(|(value, _, account, _)| (value, account))?,
                _ => return Err(Undefined::Mistyped.into()),
            },
            RootCode::Global(id) => heap.content_mut(*id).map(|(value, _, account, _)| (value, account))?,
            RootCode::Deref { pointer, ty } => {
                let pointer = view.value(pointer)?;
                let target = heap.target_mut(&pointer, *ty)?;
                if let Some(stored) = target.stored {
                    *value = target.account.number(stored.wrap(&*number(value)?))?;
                }
                (target.value, target.account)
            }
        };
        let mut indices = indices.iter();
        for step in &target.steps {
            place = match (step, indices.as_slice().first()) {
                (StepCode::Field { field, count, .. }, _) => {
                    field_mut(place, *field, *count as usize, account)?
                }
                (StepCode::Index { fixed, .. }, Some(index)) => {
                    indices.next();
                    element_mut(place, index, *fixed, account)?
                }
                (StepCode::Index { .. }, None) => return Err(Undefined::Mistyped.into()),
            };
        }
        *place = std::mem::take(value);
        Ok(())
    }

    fn allocate(&mut self, allocate: &Allocate) -> Result<(), Stop> {
        let mut value = self.evaluate(&allocate.value)?;
        if let Some(source) = &allocate.arbitrary {
            value = self.arbitrary(allocate.ty, value, source)?;
        }
        let origin = if allocate.automatic { Origin::Automatic } else { Origin::Allocated };
        let object = self.heap.make(value, allocate.ty, origin).map_err(stopped)?;
        if allocate.automatic {
            self.automatic.push(Value::Pointer(object));
        }
        let pointer = if allocate.first_element { Value::Element(object, 0) } else { Value::Pointer(object) };
        self.store(&allocate.target, pointer)
    }

    /// Makes a variable as if it had never been written.
    fn clear(&mut self, slot: u32, boxed: Option<(TypeId, bool)>) -> Result<(), Stop> {
        let slot = self.base + slot as usize;
        let old = match (&self.stack[slot], boxed) {
            (Value::Pointer(id), Some(_)) => Some(*id),
            _ => None,
        };
        match (old, boxed) {
            (Some(old), Some((ty, true))) => {
                self.heap.end(old);
                let new = self.heap.variable(Value::Uninitialized, ty).map_err(stopped)?;
                self.stack[slot] = Value::Pointer(new);
            }
            (Some(old), _) => *self.heap.content_mut(old).map_err(stopped)?.0 = Value::Uninitialized,
            (None, _) => self.stack[slot] = Value::Uninitialized,
        }
        self.collect_if_due()
    }

    fn call(&mut self, call: &Call) -> Result<Way, Stop> {
        if self.frames.len() >= self.limits.max_call_depth {
            return Err(Box::new(RunEnd::CallDepth));
        }
        self.make_room(call.callee)?;
        let base = self.stack.len();
        for argument in &call.arguments {
            let argument = self.evaluate(argument)?;
            self.stack.push(argument);
        }
        let next = self.enter(call.callee, base, Some(self.node))?;
        Ok(Way { edge: call.way.edge, next })
    }

    /// Starts a call whose arguments stand on the stack from `base` on. Tells the callee's entry.
    fn enter(&mut self, procedure: ProcedureId, base: usize, call: Option<u32>) -> Result<u32, Stop> {
        let callee = &self.code.procedures[procedure];
        self.stack.resize(base + callee.slots as usize, Value::Uninitialized);
        for (slot, ty) in &callee.boxed {
            let variable = &mut self.stack[base + *slot as usize];
            let object = self.heap.variable(std::mem::take(variable), *ty).map_err(stopped)?;
            *variable = Value::Pointer(object);
        }
        self.frames.push(Frame { procedure, base, automatic: self.automatic.len(), call });
        self.base = base;
        self.collect_if_due()?;
        Ok(callee.entry)
    }

    /// Ends the innermost call. Tells where its caller goes on.
    fn leave(&mut self, value: Option<&Op>) -> Result<u32, Stop> {
        let value = value.map(|value| self.evaluate(value)).transpose()?;
        let Some(frame) = self.frames.pop() else { return Ok(self.node) };
        if self.code.locals_die {
            self.end_variables(&frame);
        }
        self.automatic.truncate(frame.automatic);
        self.stack.truncate(frame.base);
        self.base = self.frames.last().map_or(0, |caller| caller.base);
        let Some(call) = frame.call else {
            self.result = value.as_ref().and_then(Value::as_int).map(|number| number.into_owned());
            return Ok(self.code.procedures[frame.procedure].exit);
        };
        self.node = call;
        let Node::Other(Action::Call(call)) = &self.code.nodes[call as usize] else { return Ok(call) };
        match (&call.target, value) {
            (Some(target), Some(value)) => self.store(target, value)?,
            (Some(_), None) => return Err(stopped(Undefined::Mistyped.into())),
            (None, _) => {}
        }
        Ok(call.way.next)
    }

    /// The variables and automatic objects of a call cease to exist.
    fn end_variables(&mut self, frame: &Frame) {
        for object in &self.automatic[frame.automatic..] {
            if let Value::Pointer(id) = object {
                self.heap.end(*id);
            }
        }
        for (slot, _) in &self.code.procedures[frame.procedure].boxed {
            if let Value::Pointer(id) = self.stack[frame.base + *slot as usize] {
                self.heap.end(id);
            }
        }
    }
}

/// Memory, and the report at the end.
impl Machine<'_> {
    #[inline]
    pub(crate) fn collect_if_due(&mut self) -> Result<(), Stop> {
        if self.heap.account.is_due() { self.collect() } else { Ok(()) }
    }

    #[cold]
    fn collect(&mut self) -> Result<(), Stop> {
        // Much memory may mean slow steps: ask sooner whether to stop.
        self.pause_at = self.steps;
        let roots = self.stack.iter().chain(&self.globals).chain(&self.automatic);
        self.heap.collect(roots).map_err(stopped)
    }

    /// Collects so that so much more memory may be taken, and keeps what the value refers to.
    #[cold]
    pub(crate) fn find_room(&mut self, units: usize, value: &Value) -> Result<(), Stop> {
        self.pause_at = self.steps;
        let roots = self.stack.iter().chain(&self.globals).chain(&self.automatic).chain([value]);
        self.heap.collect(roots).map_err(stopped)?;
        if self.heap.account.has_room(units) { Ok(()) } else { Err(stopped(Fault::NeedsRoom(units))) }
    }

    /// Makes sure that a call of the procedure finds room on the stack.
    #[inline]
    fn make_room(&mut self, procedure: ProcedureId) -> Result<(), Stop> {
        let slots = self.code.procedures[procedure].slots as usize;
        if slots > self.stack.capacity() - self.stack.len() || self.frames.len() == self.frames.capacity() {
            self.grow(slots)
        } else {
            Ok(())
        }
    }

    /// Doubles the room for variables or calls, whichever is missing, if memory allows.
    #[cold]
    fn grow(&mut self, slots: usize) -> Result<(), Stop> {
        let variables = growth(self.stack.capacity(), self.stack.len(), slots);
        let calls = growth(self.frames.capacity(), self.frames.len(), 1);
        let units = variables + calls * size_of::<Frame>().div_ceil(UNIT);
        if !self.heap.account.has_room(units) {
            self.collect()?;
        }
        let variables = self.stack.capacity() - self.stack.len() + variables;
        let calls = self.frames.capacity() - self.frames.len() + calls;
        if !self.heap.account.has_room(units)
            || self.stack.try_reserve_exact(variables).is_err()
            || self.frames.try_reserve_exact(calls).is_err()
        {
            return Err(Box::new(RunEnd::OutOfMemory(Memory::Total)));
        }
        self.heap.account.grow_stack(units);
        Ok(())
    }

    fn report(self, program: &Program, end: RunEnd) -> RunReport {
        let (procedure, _) = self.running();
        let location = self.code.locations[self.node as usize];
        let graph = &program.procedures[procedure];
        let span = match graph.outgoing(location).first() {
            Some(edge) => graph.edges[*edge].span,
            None => graph.locations[location].span,
        };
        let stack = self.frames.iter().map(|frame| StackFrame {
            procedure: frame.procedure,
            call_span: frame.call.and_then(|call| self.call_span(call)),
        });
        let stack = stack.collect();
        RunReport {
            end,
            procedure,
            location,
            span,
            stack,
            steps: self.steps,
            peak_objects: self.heap.peak_objects(),
        }
    }

    fn call_span(&self, node: u32) -> Option<Span> {
        match &self.code.nodes[node as usize] {
            Node::Other(Action::Call(call)) => Some(call.span),
            _ => None,
        }
    }
}

/// By how much a vector's capacity is to grow, so that so many more elements fit.
fn growth(capacity: usize, length: usize, more: usize) -> usize {
    if more > capacity - length { capacity.max(more) } else { 0 }
}

/// How a fault ends a run.
pub(crate) fn stopped(fault: Fault) -> Stop {
    Box::new(match fault {
        Fault::Undefined(undefined) => RunEnd::Undefined(undefined),
        Fault::Memory(memory) => RunEnd::OutOfMemory(memory),
        Fault::NeedsRoom(_) => RunEnd::OutOfMemory(Memory::Total),
    })
}
