//! One step of a state: an instruction, a branch, a call, a return.

use crate::address::expose;
use crate::context::Context;
use crate::eval::{Evaluator, Stuck};
use crate::list::List;
use crate::memory::write;
use crate::notes::Notes;
use crate::outcome::{Cut, PathEnd};
use crate::shapes::{Source, arbitrary, arbitrary_like, renewed};
use crate::state::{Arrival, Frame, Guarantee, Slot, State};
use crate::value::{ObjectId, Pointer, Spot, Value};
use kyklos_base::{Int, Span};
use kyklos_flow::expr::ExprType;
use kyklos_flow::{
    Edge, EdgeId, Expr, GlobalId, Instruction, LocationKind, Place, Procedure, ProcedureId, Type,
};
use kyklos_solver::Answer;
use kyklos_term::{Model, Term};
use rpds::{HashTrieMap, Vector};
use std::rc::Rc;

/// What a step leads to.
pub enum Stepped {
    /// The state has moved on.
    On,
    /// The state is replaced by these (one or more; more is a fork).
    Split(Vec<State>),
    /// The path ends.
    Ended(PathEnd),
}

/// The state at the start of the program: its variables are made, and the main
/// procedure's parameters are inputs. `Err` says what cannot be done.
pub fn initial_state(context: &mut Context<'_>) -> Result<State, Stuck> {
    let main = context.program.main.ok_or(Stuck::Undefined("no main procedure"))?;
    let mut state = State {
        id: context.fresh_state(),
        location: context.program.procedures[main].entry,
        frames: List::new(),
        objects: Vector::new(),
        path: List::new(),
        inputs: List::new(),
        fixed: HashTrieMap::new(),
        exposed: List::new(),
        gaps: List::new(),
        notes: Notes::default(),
        model: Some(Rc::new(Model::new())),
        undecided: None,
        depth: 0,
        next_input: 0,
        guarantee: Guarantee::Exact,
        paths: Int::ONE,
        arrival: Arrival::default(),
    };
    let (program, mut arguments) = (context.program, Vec::new());
    // The objects of the program's variables come first: their addresses are needed by the initial values.
    for global in program.globals.rows() {
        state.add_variable(Value::Uninitialized, global.ty);
    }
    for (id, global) in program.globals.iter() {
        let value = evaluator(context, &state).value(&global.initial)?;
        if let Some(slot) = state.object_mut(ObjectId(id.0)) {
            *slot = value;
        }
    }
    let procedure = &program.procedures[main];
    for parameter in procedure.parameter_ids() {
        let variable = &procedure.variables[parameter];
        let source = Source { name: &variable.name, span: variable.span, parameter: true };
        arguments.push(arbitrary(context, &mut state, variable.ty, &source)?);
    }
    enter(context, &mut state, main, arguments, None);
    Ok(state)
}

/// The ways on from a location.
pub enum Ways {
    /// None: an error location, or nothing that can be executed.
    None,
    /// An instruction that is no assumption, to be executed by [`step`].
    Instruction(EdgeId),
    /// Edges to be taken where a condition holds ([`take`]): one of two, or the only one.
    Conditions(Vec<(Term, EdgeId)>),
}

/// The ways on from where a state is, without taking any.
pub fn ways(context: &mut Context<'_>, state: &State) -> Result<Ways, Stuck> {
    let procedure = context.procedure(state.point());
    let edges = procedure.outgoing(state.location);
    let (Some(first), None) = (edges.first(), procedure.locations[state.location].error()) else {
        return Ok(Ways::None);
    };
    let Instruction::Assume { condition, .. } = &procedure.edges[*first].instruction else {
        return Ok(Ways::Instruction(*first));
    };
    let truth = evaluator(context, state).truth(condition)?;
    let mut conditions = Vec::with_capacity(edges.len());
    for edge in edges {
        let Instruction::Assume { holds, .. } = &procedure.edges[*edge].instruction else {
            return Ok(Ways::None);
        };
        conditions.push((if *holds { truth } else { context.terms.not(truth) }, *edge));
    }
    Ok(Ways::Conditions(conditions))
}

/// Executes the next instruction of a state.
pub fn step(context: &mut Context<'_>, state: &mut State) -> Stepped {
    let procedure = context.procedure(state.point());
    if let LocationKind::Error(_) = procedure.locations[state.location].kind {
        return Stepped::Ended(PathEnd::Error(state.point()));
    }
    match procedure.outgoing(state.location) {
        [edge] => execute(context, state, procedure, *edge),
        [first, second] => branch(context, state, procedure, *first, *second),
        _ => Stepped::Ended(PathEnd::Cut(Cut::Unsupported("a location without a way on".into()))),
    }
}

fn execute(context: &mut Context<'_>, state: &mut State, procedure: &Procedure, id: EdgeId) -> Stepped {
    let (edge, here) = (&procedure.edges[id], state.procedure());
    match perform(context, state, procedure, id) {
        Ok(Some(stepped)) => stepped,
        Ok(None) => {
            cover(context, here, id);
            state.move_to(edge.to);
            Stepped::On
        }
        Err(stuck) => unstick(context, state, edge.span, stuck),
    }
}

/// Executes an instruction. `None`: the state goes on where its edge leads.
fn perform(
    context: &mut Context<'_>,
    state: &mut State,
    procedure: &Procedure,
    id: EdgeId,
) -> Result<Option<Stepped>, Stuck> {
    let edge = &procedure.edges[id];
    let here = state.procedure();
    match &edge.instruction {
        Instruction::Skip => {}
        Instruction::Assume { condition, holds } => {
            let truth = evaluator(context, state).truth(condition)?;
            return Ok(Some(assume(context, state, id, edge, truth, *holds)));
        }
        Instruction::Assign { target, value } => {
            let value = evaluator(context, state).value(value)?;
            write(context, state, target, value)?;
        }
        Instruction::Havoc { target, input } => {
            let source = Source { name: &input.name, span: edge.span, parameter: false };
            havoc(context, state, procedure, target, &source)?;
        }
        Instruction::Allocate { target, value, arbitrary, automatic } => {
            let name = arbitrary.as_ref().map(|input| input.name.as_str());
            let source = name.map(|name| Source { name, span: edge.span, parameter: false });
            allocate(context, state, procedure, (target, value, *automatic), source.as_ref())?;
        }
        Instruction::Free { pointer } => {
            let pointer = evaluator(context, state).pointer(pointer)?;
            free(context, state, &pointer);
        }
        Instruction::Clear { variable, ends } => state.clear(*variable, *ends),
        Instruction::Forget { pointer, input } => {
            let source = Source { name: &input.name, span: edge.span, parameter: false };
            forget(context, state, procedure, pointer, &source)?;
        }
        Instruction::Copy { target, source, count } => copy(context, state, target, source, count)?,
        Instruction::Output { value, .. } => {
            evaluator(context, state).number(value)?;
        }
        Instruction::Call { callee, arguments, .. } => {
            let values = arguments.iter().map(|argument| evaluator(context, state).value(argument));
            let values = values.collect::<Result<_, _>>()?;
            return Ok(Some(call(context, state, *callee, values, id)));
        }
        Instruction::Stop { status } => {
            status.as_ref().map(|status| evaluator(context, state).number(status)).transpose()?;
            cover(context, here, id);
            return Ok(Some(Stepped::Ended(PathEnd::Returned)));
        }
        Instruction::Return { value } => {
            let value = value.as_ref().map(|value| evaluator(context, state).value(value)).transpose()?;
            let ended = leave(context, state, value)?;
            cover(context, here, id);
            return Ok(Some(ended));
        }
    }
    Ok(None)
}

fn evaluator<'a, 'p>(context: &'a mut Context<'p>, state: &'a State) -> Evaluator<'a, 'p> {
    Evaluator { context, state }
}

/// Counts an edge that a state has executed.
pub fn cover(context: &mut Context<'_>, procedure: ProcedureId, edge: EdgeId) {
    context.steps += 1;
    context.counters.instructions += 1;
    context.coverage.mark(procedure, edge);
}

/// A lone assumption: the path goes on only where it holds.
fn assume(
    context: &mut Context<'_>,
    state: &mut State,
    id: EdgeId,
    edge: &Edge,
    truth: Term,
    holds: bool,
) -> Stepped {
    let condition = if holds { truth } else { context.terms.not(truth) };
    if !narrow(context, state, condition, edge.span) {
        return Stepped::Ended(PathEnd::Infeasible);
    }
    cover(context, state.procedure(), id);
    state.move_to(edge.to);
    Stepped::On
}

/// Adds a condition to the path; `false` if no run satisfies it.
pub fn narrow(context: &mut Context<'_>, state: &mut State, condition: Term, span: Span) -> bool {
    if let Some(truth) = condition.as_truth() {
        return truth;
    }
    if let Some((true, _)) = context.witness(state, condition) {
        state.assume(&context.terms, condition);
        return true;
    }
    match context.ask(state, condition) {
        Answer::Unsat => return false,
        Answer::Sat(model) => state.model = Some(model),
        Answer::Unknown(_) => {
            state.model = None;
            state.undecided = Some(span);
        }
    }
    state.assume(&context.terms, condition);
    true
}

/// A branch: both edges test one condition.
fn branch(
    context: &mut Context<'_>,
    state: &mut State,
    procedure: &Procedure,
    first: EdgeId,
    second: EdgeId,
) -> Stepped {
    let edge = &procedure.edges[first];
    let Instruction::Assume { condition, holds } = &edge.instruction else {
        return Stepped::Ended(PathEnd::Cut(Cut::Unsupported("two ways on without a condition".into())));
    };
    let truth = match evaluator(context, state).truth(condition) {
        Ok(truth) => truth,
        Err(stuck) => return unstick(context, state, edge.span, stuck),
    };
    let (then, otherwise) = if *holds { (first, second) } else { (second, first) };
    if let Some(truth) = truth.as_truth() {
        take(context, state, procedure, if truth { then } else { otherwise });
        return Stepped::On;
    }
    let not_truth = context.terms.not(truth);
    let sides = [(truth, then), (not_truth, otherwise)];
    let mut possible = Vec::with_capacity(2);
    for (condition, edge) in sides {
        match possible_model(context, state, condition) {
            Answer::Unsat => {}
            answer => possible.push((condition, edge, answer)),
        }
    }
    match possible.as_slice() {
        [] => return Stepped::Ended(PathEnd::Infeasible),
        [(_, only, answer)] => {
            // The path implies the condition, so nothing is added; a model of the path stays one.
            if let (None, Answer::Sat(model)) = (&state.model, answer) {
                state.model = Some(model.clone());
            }
            take(context, state, procedure, *only);
            return Stepped::On;
        }
        _ => {}
    }
    let mut states: Vec<State> = Vec::with_capacity(possible.len());
    for (condition, id, answer) in possible {
        let mut next = state.clone();
        next.id = context.fresh_state();
        next.depth += 1;
        follow(context, &mut next, condition, answer, edge.span);
        take(context, &mut next, procedure, id);
        states.push(next);
    }
    Stepped::Split(states)
}

/// Whether a side of a branch is possible; the state's own model answers for one side.
fn possible_model(context: &mut Context<'_>, state: &State, condition: Term) -> Answer {
    match context.witness(state, condition) {
        Some((true, model)) => Answer::Sat(model),
        _ => context.ask(state, condition),
    }
}

/// Adds the condition of a side that was found possible, or not impossible.
fn follow(context: &mut Context<'_>, state: &mut State, condition: Term, answer: Answer, span: Span) {
    match answer {
        Answer::Sat(model) => state.model = Some(model),
        _ => {
            state.model = None;
            state.undecided = Some(span);
        }
    }
    state.assume(&context.terms, condition);
}

/// Moves a state along an edge, whose condition it satisfies.
pub fn take(context: &mut Context<'_>, state: &mut State, procedure: &Procedure, edge: EdgeId) {
    cover(context, state.procedure(), edge);
    state.move_to(procedure.edges[edge].to);
}

/// Reads inputs into a place.
fn havoc(
    context: &mut Context<'_>,
    state: &mut State,
    procedure: &Procedure,
    target: &Place,
    source: &Source<'_>,
) -> Result<(), Stuck> {
    let ty = target.type_in(context.program, procedure).ok_or(Stuck::Undefined("an input without a type"))?;
    // If writing needs a split, the instruction is executed again: it must not read twice.
    let mut next = state.clone();
    let value = arbitrary(context, &mut next, ty, source)?;
    write(context, &mut next, target, value)?;
    *state = next;
    Ok(())
}

/// Reads inputs into the array that a pointer points into.
fn forget(
    context: &mut Context<'_>,
    state: &mut State,
    procedure: &Procedure,
    pointer: &Expr,
    source: &Source<'_>,
) -> Result<(), Stuck> {
    let ty = match pointer.type_in(context.program, procedure) {
        Some(ExprType::PointerTo(target)) => target,
        _ => return Err(Stuck::Undefined("a pointer without a type")),
    };
    let spot = evaluator(context, state).only_target(pointer)?;
    if spot.bytes {
        return Err(Stuck::Unsupported(
            "memory is given to a function without a body as another type than its own",
        ));
    }
    let ty = evaluator(context, state).own_integers(&spot, ty);
    let globals = &context.program.globals;
    if globals.get(GlobalId(spot.object.0)).is_some_and(|global| global.constant) {
        return Ok(());
    }
    let mut next = state.clone();
    let (whole, arrays) = spot.outermost();
    let old = evaluator(context, &next).at(&whole)?;
    let new = renewed(context, &mut next, ty, arrays, &old, source)?;
    let changed = evaluator(context, &next).with_part(&whole, &new)?;
    if let Some(object) = next.object_mut(whole.object) {
        *object = changed;
    }
    *state = next;
    Ok(())
}

/// Copies bytes.
fn copy(
    context: &mut Context<'_>,
    state: &mut State,
    target: &Expr,
    source: &Expr,
    count: &Expr,
) -> Result<(), Stuck> {
    let mut evaluator = evaluator(context, state);
    let (to, from) = (evaluator.only_target(target)?, evaluator.only_target(source)?);
    let count = evaluator.number(count)?;
    let copied = evaluator.copied(&to, &from, count)?;
    if let (Some(new), Some(object)) = (copied, state.object_mut(to.object)) {
        *object = new;
    }
    Ok(())
}

/// Makes a new object.
fn allocate(
    context: &mut Context<'_>,
    state: &mut State,
    procedure: &Procedure,
    (target, value, automatic): (&Place, &Expr, bool),
    source: Option<&Source<'_>>,
) -> Result<(), Stuck> {
    let untyped = Stuck::Undefined("a new object without a type");
    let program = context.program;
    let pointer = target.type_in(program, procedure).ok_or(untyped.clone())?;
    let whole = value.type_in(program, procedure).ok_or(untyped)?;
    let mut next = state.clone();
    let mut content = evaluator(context, &next).value(value)?;
    if let Some(source) = source {
        content = match (whole, program.types.get(pointer)) {
            (ExprType::Aggregate(ty), _) => arbitrary_like(context, &mut next, ty, &content, source)?,
            (ExprType::Number, Some(Type::Pointer(number))) => {
                arbitrary(context, &mut next, *number, source)?
            }
            _ => Value::Uninitialized,
        };
    }
    let ty = match (whole, program.types.get(pointer)) {
        (ExprType::Aggregate(ty), _) => ty,
        (_, Some(Type::Pointer(ty))) => *ty,
        _ => return Err(Stuck::Undefined("a new object without a type")),
    };
    let object = if automatic { next.allocate_automatic(content, ty) } else { next.allocate(content, ty) };
    let points_to_whole = ExprType::of(program, pointer)
        .and_then(|pointer| pointer.target(program))
        .is_some_and(|target| target.same(whole, program));
    let spot = if points_to_whole { Spot::whole(object) } else { Spot::first_element(object) };
    write(context, &mut next, target, Value::Pointer(Pointer::to(spot)))?;
    *state = next;
    Ok(())
}

/// The objects that a pointer points to cease to exist.
fn free(context: &mut Context<'_>, state: &mut State, pointer: &Pointer) {
    for (guard, target) in pointer.targets() {
        let Some(spot) = target else { continue };
        for (here, spot) in evaluator(context, state).places(spot) {
            let ends = context.terms.both(guard, here);
            let other = context.terms.not(ends);
            if let Some(object) = state.objects.get_mut(spot.object.0 as usize) {
                object.live = context.terms.both(object.live, other);
            }
        }
    }
}

fn call(
    context: &mut Context<'_>,
    state: &mut State,
    callee: ProcedureId,
    arguments: Vec<Value>,
    edge: EdgeId,
) -> Stepped {
    if state.frames.len() >= context.options.max_call_depth {
        return Stepped::Ended(PathEnd::Cut(Cut::CallDepth(context.options.max_call_depth)));
    }
    cover(context, state.procedure(), edge);
    enter(context, state, callee, arguments, Some(edge));
    Stepped::On
}

/// Puts a new frame on the call stack.
fn enter(
    context: &mut Context<'_>,
    state: &mut State,
    callee: ProcedureId,
    arguments: Vec<Value>,
    call: Option<EdgeId>,
) {
    let procedure = &context.program.procedures[callee];
    let mut arguments = arguments.into_iter();
    let mut variables = Vec::with_capacity(procedure.variables.len());
    for (variable, taken) in procedure.variables.rows().zip(&context.address_taken[callee]) {
        let value = arguments.next().unwrap_or(Value::Uninitialized);
        variables.push(match taken {
            true => Slot::Object(state.add_variable(value, variable.ty)),
            false => Slot::Value(value),
        });
    }
    state.frames.push(Frame { procedure: callee, variables, automatic: Vec::new(), call });
    state.move_to(procedure.entry);
}

/// Ends the topmost call. If writing the result needs a split, nothing has changed.
fn leave(context: &mut Context<'_>, state: &mut State, value: Option<Value>) -> Result<Stepped, Stuck> {
    let Some(call) = state.frames.last().and_then(|frame| frame.call) else {
        return Ok(Stepped::Ended(PathEnd::Returned));
    };
    let mut caller = state.clone();
    if context.program.locals_die {
        caller.end_frame();
    }
    caller.frames.pop();
    let edge = &context.procedure(caller.point()).edges[call];
    if let (Instruction::Call { target: Some(target), .. }, Some(value)) = (&edge.instruction, value) {
        write(context, &mut caller, target, value)?;
    }
    caller.move_to(edge.to);
    *state = caller;
    Ok(Stepped::On)
}

/// Splits a state so that an expression that was stuck gets a value; the
/// instruction is executed again in each part.
fn unstick(context: &mut Context<'_>, state: &State, span: Span, stuck: Stuck) -> Stepped {
    let cases: Vec<(Term, Vec<(Term, Term)>)> = match stuck {
        Stuck::Undefined(what) => {
            return Stepped::Ended(PathEnd::Cut(Cut::Unsupported(format!(
                "{what}, without a check before it"
            ))));
        }
        Stuck::Unsupported(what) => {
            return Stepped::Ended(PathEnd::Cut(Cut::Unsupported(what.to_owned())));
        }
        Stuck::Address(object) => {
            let mut next = expose(context, state, object);
            next.id = context.fresh_state();
            return Stepped::Split(vec![next]);
        }
        Stuck::Gap(object, at) => {
            return match evaluator(context, state).gap_filled(object, at) {
                Ok(mut next) => {
                    next.id = context.fresh_state();
                    Stepped::Split(vec![next])
                }
                Err(stuck) => Stepped::Ended(PathEnd::Cut(Cut::Unsupported(stuck.to_string()))),
            };
        }
        Stuck::Apart(condition) => vec![(condition, vec![(condition, Term::TRUE)])],
        Stuck::SplitIndex(index, length) => (0..length)
            .map(|number| {
                let number = context.terms.int(&Int::from(number));
                (context.terms.eq(index, number), vec![(index, number)])
            })
            .collect(),
        Stuck::SplitGuards(guards) => guards
            .iter()
            .map(|chosen| (*chosen, guards.iter().map(|g| (*g, Term::truth(g == chosen))).collect()))
            .collect(),
    };
    let mut states = Vec::new();
    for (condition, fixed) in cases {
        let mut next = state.clone();
        if !narrow(context, &mut next, condition, span) {
            continue;
        }
        next.id = context.fresh_state();
        for (term, value) in fixed {
            next.fixed.insert_mut(term, value);
        }
        states.push(next);
    }
    if states.len() > 1 {
        states.iter_mut().for_each(|state| state.depth += 1);
    }
    if states.is_empty() { Stepped::Ended(PathEnd::Infeasible) } else { Stepped::Split(states) }
}
