//! Where execution starts: if the entry function takes more than numbers, a
//! procedure that makes its arguments and calls it.
//!
//! A pointer parameter points to the first element of an array of inputs, which
//! has no end unless a length is given; the numbers of structs in it are
//! inputs. `main`'s `argc` is an input.
//!
//! # The command line
//!
//! Where `argv` is used, it is an array of `argc` pointers and a null pointer behind them; each points to
//! an array of inputs without an end. There is no array of arrays of inputs whose number is an input too,
//! so there is one array, and one call of `main`, for each number of arguments up to a limit. The user may say
//! that there are no more ([`Options::arguments`](crate::Options::arguments)). Else, with more than
//! [`MOST_ARGUMENTS`], the others lead to an array that was never written: runs that look into it are cut, as no
//! graph says what they do, and no proof is claimed.

use super::Context;
use super::arguments::{self, Made, Room};
use crate::ctype::{CType, IntKind, Length, TypeTable};
use crate::options::{ArrayLength, Options};
use crate::tree::{Expr, ExprKind, Global, Local, LocalId, Outside, Unit};
use kyklos_base::{Diagnostic, Int, Span};
use kyklos_flow::{
    self as flow, BinaryOp, Input, Instruction, LocationId, Place, Procedure, ProcedureBuilder, ProcedureId,
    TypeId, VariableKind,
};

/// How many arguments of the command line are looked at if there may be any number, the program's name among them.
const MOST_ARGUMENTS: u32 = 4;

/// Why execution cannot start at the entry, if so; and what is to be said about its arguments.
pub(super) fn problems(unit: &Unit, types: &TypeTable, options: &Options) -> Vec<Diagnostic> {
    let function = &unit.functions[unit.entry.0 as usize];
    let Some(body) = &function.body else { return Vec::new() };
    let mut problems = Vec::new();
    let command_line = is_command_line(&function.name, &function.ty.parameters);
    for (index, local) in body.locals.iter().take(body.parameters).enumerate() {
        if command_line && index > 0 {
            let Some(span) = first_use(&body.statements, index) else { continue };
            problems.push(if index == 1 {
                many_arguments(span, &local.name, options)
            } else {
                let message =
                    format!("the environment, `{}`, stays open: runs that look at it are cut", local.name);
                Diagnostic::warning(span, message)
            });
        } else if !arguments::is_possible(&local.ty) {
            let ty = types.name(&local.ty);
            let message = format!("`{}` starts the program, but its parameter is a `{ty}`", function.name);
            let help = "pointers to arrays of variable length cannot be made up; a function of your own that makes \
                        the argument and calls this one can start the program instead";
            problems.push(Diagnostic::error(local.span, message).with_help(help));
        } else if local.ty.is_function_pointer() {
            problems.push(given_function(local));
        } else if local.ty.target().is_some_and(|target| types.is_stream(target)) {
            let message = format!("`{}` is taken to be an open stream", local.name);
            problems.push(Diagnostic::warning(local.span, message));
        } else if arguments::needs_making(types, local.ty.target().unwrap_or(&local.ty)) {
            problems.push(made_up(types, local, options));
        }
    }
    let parameters = &body.locals[..body.parameters];
    problems.extend(options.array_sizes.iter().filter_map(|(array, length)| {
        let wrong = wrong_size(types, parameters, command_line, (array.as_str(), length))?;
        let message = format!("`--array-size {array}={length}`: {wrong}");
        Some(Diagnostic::error(function.span, message))
    }));
    problems
}

/// What is wrong with a length that is given for a parameter's array, if anything.
fn wrong_size(
    types: &TypeTable,
    parameters: &[Local],
    command_line: bool,
    (array, length): (&str, &ArrayLength),
) -> Option<String> {
    let find = |name: &str| parameters.iter().find(|local| local.name == name);
    let missing = |name: &str| {
        let known: Vec<String> = parameters.iter().map(|local| format!("`{}`", local.name)).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        format!("the function that starts the program has no parameter `{name}`; it has {known}")
    };
    let Some(local) = find(array) else { return Some(missing(array)) };
    let Some(target) = local.ty.target().filter(|_| !command_line && !local.ty.is_function_pointer()) else {
        return Some(format!("`{array}` is no pointer to an array"));
    };
    let ArrayLength::Parameter(name) = length else { return None };
    match find(name) {
        None => Some(missing(name)),
        Some(number) if number.ty.int_kind().is_none() => Some(format!("`{name}` is no integer")),
        Some(_) if *target == CType::Void || arguments::needs_making(types, target) => Some(format!(
            "`{array}` leads to a `{}`, for which only a number can be given",
            types.name(target)
        )),
        Some(_) => None,
    }
}

/// Says what a pointer to a function is.
fn given_function(local: &Local) -> Diagnostic {
    let message = format!(
        "`{}` is not null; it leads to a function of the program whose address is taken, or to one that is not defined",
        local.name
    );
    Diagnostic::warning(local.span, message)
}

/// Says what pointers in an argument are.
fn made_up(types: &TypeTable, local: &Local, options: &Options) -> Diagnostic {
    let name = &local.name;
    let mut message = String::new();
    if let Some(target) = local.ty.target() {
        let null = if arguments::is_recursive(types, target) { "may be null" } else { "is not null" };
        message = format!("`{name}` {null}; ");
    }
    let sharing = if options.no_sharing { "" } else { ", or point to what was met before" };
    message += &format!("pointers in what it leads to may be null{sharing}; ");
    match options.pointer_depth {
        Some(depth) => {
            message +=
                &format!("it is assumed to lead to no more than {depth} objects with pointers in a row");
            Diagnostic::warning(local.span, message)
        }
        None => {
            message += &format!(
                "more than {} objects with pointers in a row are not looked at, and leave the verdict open",
                arguments::DEPTH
            );
            Diagnostic::warning(local.span, message)
                .with_help("`--pointer-depth N` says that there are no more than N")
        }
    }
}

/// Says how many arguments of the command line there may be.
fn many_arguments(span: Span, argv: &str, options: &Options) -> Diagnostic {
    match options.arguments {
        Some(most) => {
            let message =
                format!("the command line is assumed to have at most {most} arguments, `{argv}[0]` included");
            Diagnostic::warning(span, message)
        }
        None => {
            let message = format!(
                "up to {MOST_ARGUMENTS} arguments of the command line are looked at; what `{argv}` holds beyond them \
                 stays open"
            );
            Diagnostic::warning(span, message).with_help("`--arguments N` says that there are no more than N")
        }
    }
}

pub(super) fn is_command_line(name: &str, parameters: &[CType]) -> bool {
    name == "main"
        && parameters.len() >= 2
        && parameters[0].int_kind().is_some()
        && parameters[1..].iter().all(|ty| ty.target().is_some_and(|target| target.target().is_some()))
}

/// Where a variable is used first.
fn first_use(statements: &[crate::tree::Stmt], index: usize) -> Option<Span> {
    let mut found = None;
    for statement in statements {
        statement.exprs(&mut |expr: &Expr| {
            expr.any(&mut |part| {
                if matches!(part.kind, ExprKind::Local(LocalId(local), _) if local as usize == index) {
                    found.get_or_insert(part.span);
                }
                found.is_some()
            });
        });
    }
    found
}

impl Context<'_> {
    /// The procedure that starts the program, if the entry cannot do so itself.
    pub(super) fn start(&mut self) -> Option<Procedure> {
        let function = &self.unit.functions[self.unit.entry.0 as usize];
        let body = function.body.as_ref()?;
        let callee = self.procedures[self.unit.entry.0 as usize]?;
        let parameters = &function.ty.parameters;
        let unit = self.unit;
        let globals = unit.globals.iter().zip(self.globals.clone());
        let arbitrary: Vec<_> = globals.filter(|(global, _)| global.outside.is_some()).collect();
        let late = std::mem::take(&mut self.late);
        let handed_on = self.facts.as_ref().is_some_and(|facts| facts.hands_on_streams);
        let streams = if handed_on { self.unit.standard_streams.as_slice() } else { &[] };
        if arbitrary.is_empty()
            && late.is_empty()
            && streams.is_empty()
            && parameters.iter().all(|ty| ty.int_kind().is_some())
        {
            return None;
        }
        let name = format!("start of {}", function.name);
        let result = function.ty.result.int_kind().map(|_| self.types.flow(&function.ty.result));
        let builder = ProcedureBuilder::new(name, function.span, result);
        let here = builder.entry();
        let mut start = Start { builder, here, result: None, loops: Vec::new(), span: function.span };
        start.result = result.map(|ty| start.variable("result", ty));
        for (target, value) in late {
            start.step(Instruction::Assign { target, value });
        }
        for stream in streams {
            let (ty, id) = (&self.unit.globals[stream.0 as usize].ty, self.globals[stream.0 as usize]);
            self.make_stream(&mut start, Place::global(id), ty, true);
        }
        let mut made = Made::default();
        made.may_be_rows = true;
        for (global, id) in arbitrary {
            self.made_global(&mut start, &mut made, global, Place::global(id));
        }
        made.may_be_rows = false;
        let command_line = is_command_line(&function.name, parameters);
        let mut arguments = Vec::new();
        for (index, local) in body.locals.iter().take(body.parameters).enumerate() {
            if command_line && index == 1 {
                arguments.push(flow::Expr::Null(self.types.flow(&local.ty)));
                continue;
            }
            if command_line && index > 1 {
                let array = CType::Int(IntKind::Char).pointer().array(Length::Unknown);
                let array = self.types.flow(&array);
                let unwritten = start.variable(&local.name, array);
                arguments.push(flow::Expr::AddressOf(unwritten.index(flow::Expr::int(0))));
                continue;
            }
            let argument = self.argument(&mut start, &mut made, &local.name, &local.ty, local.span);
            if command_line {
                let mut assume = |op, limit: u32| {
                    let limit = flow::Expr::Int(Int::from(i64::from(limit)));
                    let condition = flow::Expr::binary(op, argument.clone(), limit);
                    start.step(Instruction::Assume { condition, holds: true });
                };
                assume(BinaryOp::Ge, 1);
                self.options.arguments.into_iter().for_each(|most| assume(BinaryOp::Le, most));
            }
            arguments.push(argument);
        }
        self.fill_arrays(&mut start, &body.locals, &arguments);
        self.are_small(&arguments).into_iter().for_each(|instruction| start.step(instruction));
        if command_line && first_use(&body.statements, 1).is_some() {
            self.command_lines(&mut start, callee, arguments, &body.locals[1].name);
        } else {
            start.step(Instruction::Call { target: start.result.clone(), callee, arguments });
        }
        let exit = start.builder.exit();
        let value = start.result.map(flow::Expr::Load);
        start.builder.edge(start.here, exit, Instruction::Return { value }, start.span);
        Some(start.builder.finish())
    }

    /// Gives a variable that is defined elsewhere its first value.
    fn made_global(&mut self, start: &mut Start, made: &mut Made, global: &Global, place: Place) {
        let room = Room::whole(self.options.pointer_depth.unwrap_or(arguments::DEPTH));
        match (global.outside, &global.ty) {
            (Some(Outside::Beyond), CType::Pointer(target)) => {
                let value = match &**target {
                    CType::Array(_, Length::Unknown) => {
                        let array = self.types.flow(target);
                        flow::Expr::AddressOf(start.variable(&global.name, array))
                    }
                    target => self.beyond(start, made, target, &global.name),
                };
                start.step(Instruction::Assign { target: place, value });
            }
            (_, ty) if arguments::needs_making(&self.types, ty) => {
                self.made_value(start, made, place, ty, &global.name, Some(room));
            }
            // There is nothing in it that could be looked at.
            (_, ty) if self.types.problem(ty).is_some() => {}
            _ => start.forget(place, &global.name),
        }
    }

    /// Calls `main`: in different ways for different numbers of arguments. All of them end at one point.
    fn command_lines(
        &mut self,
        start: &mut Start,
        callee: ProcedureId,
        arguments: Vec<flow::Expr>,
        name: &str,
    ) {
        let text = CType::Int(IntKind::Char);
        let end = start.builder.plain(start.span);
        let mut strings = Vec::new();
        let most = self.options.arguments;
        for count in 1..=most.unwrap_or(MOST_ARGUMENTS) {
            let string_type = self.types.flow(&text.clone().array(Length::Unknown));
            let string = format!("{name}{}", count - 1);
            strings.push((start.variable(&string, string_type), string));
            // If there can be no more arguments, these are all that are left.
            let more = (most != Some(count)).then(|| start.branch_on_count(&arguments[0], count));
            for (place, string) in &strings {
                start.forget(place.clone(), string);
            }
            let first =
                |(place, _): &(Place, String)| flow::Expr::AddressOf(place.clone().index(flow::Expr::int(0)));
            let null = flow::Expr::Null(self.types.flow(&text.clone().pointer()));
            let pointers = strings.iter().map(first).chain([null]).collect();
            let array = text.clone().pointer().array(Length::Fixed(u64::from(count) + 1));
            let array = self.types.flow(&array);
            let target = start.variable(name, array);
            let value = flow::Expr::Array(array, pointers);
            start.step(Instruction::Assign { target: target.clone(), value });
            let first = flow::Expr::AddressOf(target.index(flow::Expr::int(0)));
            start.call_main(callee, &arguments, first, end);
            start.here = more.unwrap_or(end);
        }
        if most.is_some() {
            return;
        }
        let many = self.many_strings(start, &arguments[0], &strings, name);
        start.call_main(callee, &arguments, many, end);
        start.here = end;
    }

    /// The pointer to the first of so many strings, and null behind them. What is in those that are not given is not
    /// known: they lead to an array that was never written.
    fn many_strings(
        &mut self,
        start: &mut Start,
        count: &flow::Expr,
        strings: &[(Place, String)],
        name: &str,
    ) -> flow::Expr {
        let text = CType::Int(IntKind::Char);
        let string_type = self.types.flow(&text.clone().array(Length::Unknown));
        let beyond = start.variable(&format!("{name} beyond"), string_type);
        let beyond = flow::Expr::AddressOf(beyond.index(flow::Expr::int(0)));
        let array = text.clone().pointer().array(Length::Unknown);
        let array = self.types.flow(&array);
        let holder = self.types.flow(&text.clone().pointer().pointer());
        let holder = start.variable(name, holder);
        let length = flow::Expr::binary(BinaryOp::Add, count.clone(), flow::Expr::int(1));
        let value = flow::Expr::Repeat(array, Box::new(length), Box::new(beyond));
        let target = holder.clone();
        start.step(Instruction::Allocate { target, value, arbitrary: None, automatic: true });
        let assign = |start: &mut Start, at: flow::Expr, value: flow::Expr| {
            let at = flow::Expr::Offset(Box::new(flow::Expr::Load(holder.clone())), Box::new(at));
            start.step(Instruction::Assign { target: Place::deref(at), value });
        };
        for (index, (place, string)) in strings.iter().enumerate() {
            start.forget(place.clone(), string);
            let first = flow::Expr::AddressOf(place.clone().index(flow::Expr::int(0)));
            assign(start, flow::Expr::Int(Int::from(index)), first);
        }
        assign(start, count.clone(), flow::Expr::Null(self.types.flow(&text.pointer())));
        flow::Expr::Load(holder)
    }

    /// An argument for a parameter of the entry, all of whose numbers are inputs.
    fn argument(
        &mut self,
        start: &mut Start,
        made: &mut Made,
        name: &str,
        ty: &CType,
        span: Span,
    ) -> flow::Expr {
        let room = Room::whole(self.options.pointer_depth.unwrap_or(arguments::DEPTH));
        match ty.target() {
            Some(CType::Function(_)) => return self.made_function(start, ty, name, false),
            Some(target)
                if arguments::needs_making(&self.types, target)
                    || self.types.is_stream(target)
                    || *target == CType::Void
                    || self.named.has_open_end(target, &self.types) =>
            {
                let may_be_null =
                    arguments::is_recursive(&self.types, target) && !self.types.is_stream(target);
                return self.made_pointer(start, made, ty, name, Some(room), may_be_null);
            }
            None if arguments::needs_making(&self.types, ty) => {
                let flow_type = self.types.flow(ty);
                let place = start.variable(name, flow_type);
                let value = self.zero(ty);
                start.step(Instruction::Assign { target: place.clone(), value });
                self.made_value(start, made, place.clone(), ty, name, Some(room));
                return flow::Expr::Load(place);
            }
            _ => {}
        }
        let object = match ty.target() {
            Some(target @ (CType::Int(_) | CType::Float(_) | CType::Array(..) | CType::Record(_))) => {
                let length = match self.options.array_length(name) {
                    Some(ArrayLength::Parameter(_)) => {
                        return self.array_of_parameter(start, target, name);
                    }
                    Some(ArrayLength::Fixed(length)) => Length::Fixed(length),
                    None => Length::Unknown,
                };
                target.clone().array(length)
            }
            Some(target) => target.clone(),
            None => ty.clone(),
        };
        let flow_type = self.types.flow(&object);
        let variable = start.builder.variable(name, flow_type, VariableKind::Local, span);
        let place = Place::variable(variable);
        let instruction = match &object {
            // An array without an end is an input in any case.
            CType::Array(_, Length::Unknown) => {
                Instruction::Havoc { target: place.clone(), input: Input { name: name.to_owned() } }
            }
            _ => self.arbitrary(place.clone(), name),
        };
        start.step(instruction);
        match (ty.target(), object) {
            (None, _) => flow::Expr::Load(place),
            (Some(_), CType::Array(..)) => flow::Expr::AddressOf(place.index(flow::Expr::int(0))),
            (Some(_), _) => flow::Expr::AddressOf(place),
        }
    }

    /// A pointer to the first element of an array whose length is that of another parameter. The array is made when that
    /// is known, by [`fill_arrays`](Self::fill_arrays).
    fn array_of_parameter(&mut self, start: &mut Start, element: &CType, name: &str) -> flow::Expr {
        let pointer = self.types.flow(&element.clone().pointer());
        flow::Expr::Load(start.variable(name, pointer))
    }

    /// Makes the arrays whose lengths are parameters; where such a number is negative, the array has no elements.
    fn fill_arrays(&mut self, start: &mut Start, locals: &[Local], arguments: &[flow::Expr]) {
        for (local, argument) in locals.iter().zip(arguments) {
            let (Some(ArrayLength::Parameter(length)), Some(element)) =
                (self.options.array_length(&local.name), local.ty.target())
            else {
                continue;
            };
            let index = locals.iter().take(arguments.len()).position(|local| local.name == *length);
            let (Some(length), flow::Expr::Load(holder)) = (index.map(|index| &arguments[index]), argument)
            else {
                continue;
            };
            let array = element.clone().array(Length::Unknown);
            let (array, element) = (self.types.flow(&array), self.zero(element));
            let allocate = |length| Instruction::Allocate {
                target: holder.clone(),
                value: flow::Expr::Repeat(array, Box::new(length), Box::new(element.clone())),
                arbitrary: None,
                automatic: false,
            };
            let is_there = flow::Expr::binary(BinaryOp::Gt, length.clone(), flow::Expr::int(0));
            start.either(is_there, allocate(length.clone()), allocate(flow::Expr::int(0)));
            start.step(Instruction::Forget {
                pointer: argument.clone(),
                input: Input { name: local.name.clone() },
            });
        }
    }

    /// Notes what the entry's arguments, and variables that are defined elsewhere, may contain.
    pub(super) fn note_arguments(&mut self) {
        for global in self.unit.globals.iter().filter(|global| global.outside.is_some()) {
            self.note_unwritten(&global.ty);
        }
        let function = &self.unit.functions[self.unit.entry.0 as usize];
        if is_command_line(&function.name, &function.ty.parameters) {
            return;
        }
        for local in function.body.iter().flat_map(|body| body.locals.iter().take(body.parameters)) {
            // An array may have no elements at all.
            let is_empty = |length| !matches!(length, ArrayLength::Fixed(1..));
            if let Some(target) = local.ty.target()
                && self.options.array_length(&local.name).is_some_and(is_empty)
            {
                self.found.moved.insert(self.types.canonical(target));
            }
        }
        for ty in function.ty.parameters.clone() {
            if let Some(target) = ty.target() {
                self.note_unwritten(target);
            } else if ty.is_aggregate() {
                self.note_unwritten(&ty);
            }
        }
    }
}

/// The starting procedure while it is made.
pub(super) struct Start {
    builder: ProcedureBuilder,
    here: LocationId,
    /// Where the entry's result goes, if it is a number.
    result: Option<Place>,
    /// Where to go on behind the loops at hand.
    loops: Vec<LocationId>,
    span: Span,
}

impl Start {
    pub(super) fn step(&mut self, instruction: Instruction) {
        let next = self.builder.plain(self.span);
        self.builder.edge(self.here, next, instruction, self.span);
        self.here = next;
    }

    pub(super) fn variable(&mut self, name: &str, ty: TypeId) -> Place {
        Place::variable(self.builder.variable(name, ty, VariableKind::Local, self.span))
    }

    /// Takes one of several steps, by a number; those behind the last stand for that.
    pub(super) fn one_of(&mut self, choice: &flow::Expr, steps: Vec<Instruction>) {
        let end = self.builder.plain(self.span);
        let last = steps.len() - 1;
        for (index, step) in steps.into_iter().enumerate() {
            if index < last {
                let (this, next) = (self.builder.plain(self.span), self.builder.plain(self.span));
                let same =
                    flow::Expr::binary(BinaryOp::Eq, choice.clone(), flow::Expr::Int(Int::from(index)));
                self.builder.branch(self.here, same, this, next, self.span);
                self.builder.edge(this, end, step, self.span);
                self.here = next;
            } else {
                self.builder.edge(self.here, end, step, self.span);
            }
        }
        self.here = end;
    }

    /// Takes one of two steps.
    fn either(&mut self, condition: flow::Expr, then: Instruction, otherwise: Instruction) {
        let [first, second, end] = std::array::from_fn(|_| self.builder.plain(self.span));
        self.builder.branch(self.here, condition, first, second, self.span);
        self.builder.edge(first, end, then, self.span);
        self.builder.edge(second, end, otherwise, self.span);
        self.here = end;
    }

    /// Begins a loop, and gives its head.
    pub(super) fn repeat_while(&mut self, condition: flow::Expr) -> LocationId {
        let head = self.builder.plain(self.span);
        self.builder.edge(self.here, head, Instruction::Skip, self.span);
        let (inside, end) = (self.builder.plain(self.span), self.builder.plain(self.span));
        self.builder.branch(head, condition, inside, end, self.span);
        self.loops.push(end);
        self.here = inside;
        head
    }

    /// Ends the innermost loop, which has this head.
    pub(super) fn end_repeat(&mut self, head: LocationId) {
        self.builder.edge(self.here, head, Instruction::Skip, self.span);
        self.here = self.loops.pop().unwrap_or(head);
    }

    /// Goes on where there are so many arguments; tells where to go on with more.
    fn branch_on_count(&mut self, argc: &flow::Expr, count: u32) -> LocationId {
        let (this, more) = (self.builder.plain(self.span), self.builder.plain(self.span));
        let same =
            flow::Expr::binary(BinaryOp::Eq, argc.clone(), flow::Expr::Int(Int::from(i64::from(count))));
        self.builder.branch(self.here, same, this, more, self.span);
        self.here = this;
        more
    }

    /// Calls `main` with this pointer as its second argument.
    fn call_main(
        &mut self,
        callee: ProcedureId,
        arguments: &[flow::Expr],
        array: flow::Expr,
        to: LocationId,
    ) {
        let mut arguments = arguments.to_vec();
        arguments[1] = array;
        let call = Instruction::Call { target: self.result.clone(), callee, arguments };
        self.builder.edge(self.here, to, call, self.span);
    }

    pub(super) fn forget(&mut self, target: Place, name: &str) {
        self.step(Instruction::Havoc { target, input: Input { name: name.to_owned() } });
    }
}
