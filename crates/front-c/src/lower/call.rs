//! Calls, and the language of verification tasks.

use super::effects::Effects;
use super::function::{Destination, FunctionLowering};
use crate::ctype::{CType, FunctionType, IntKind, Length};
use crate::tree::{Callee, Expr, ExprKind, Extended, Intrinsic, Rule};
use kyklos_base::Span;
use kyklos_flow::{self as flow, BinaryOp, ErrorKind, Input, Instruction, LocationId, Place, ProcedureId};

/// A function that a pointer may point to.
struct Candidate {
    /// The number that stands for it.
    address: u32,
    callee: ProcedureId,
    ty: FunctionType,
}

impl FunctionLowering<'_, '_> {
    /// Calls a function, and goes to a destination.
    pub(super) fn call(
        &mut self,
        target: Option<Place>,
        callee: &Callee,
        arguments: &[Expr],
        result: &CType,
        to: Destination,
        span: Span,
    ) {
        let target = target.filter(|_| *result != CType::Void);
        match callee {
            Callee::Function(id) => {
                let parameters = self.context.unit.functions[id.0 as usize].ty.parameters.len();
                let Some(callee) = self.context.procedures[id.0 as usize] else { return };
                let mut arguments = self.values(arguments);
                // Further arguments are evaluated, and nobody reads them.
                arguments.truncate(parameters);
                self.finish_call(Instruction::Call { target, callee, arguments }, to, span);
            }
            Callee::Pointer(pointer) => {
                let number = self.value(pointer);
                let effects = Effects::of_all(arguments);
                let number = self.copyable(number, &pointer.ty, pointer.span);
                let number = self.protect(number, &pointer.ty, &effects, pointer.span);
                let mut values = Vec::new();
                for (value, argument) in self.values(arguments).into_iter().zip(arguments) {
                    values.push((self.copyable(value, &argument.ty, argument.span), argument.ty.clone()));
                }
                let what = self.quoted(pointer.span, "the pointer");
                let error = (ErrorKind::InvalidCall, format!("{what} points to no function of its type"));
                let candidates = self.candidates(pointer, arguments);
                // What comes from outside as a pointer to an object may be any function.
                let from_object =
                    matches!(&pointer.kind, ExprKind::Convert(inner) if inner.ty.is_object_pointer());
                if from_object && self.context.has_outside() {
                    self.cut_unless_known(&candidates, &number, &what, span);
                }
                let target = target.map(|target| (target, result));
                self.call_candidates(candidates, number, target, &values, to, error, span);
            }
        }
    }

    /// Cuts runs that call neither a function of the program nor null.
    fn cut_unless_known(&mut self, candidates: &[Candidate], number: &flow::Expr, what: &str, span: Span) {
        let addresses = std::iter::once(0).chain(candidates.iter().map(|candidate| candidate.address));
        let equal = |address: u32| {
            flow::Expr::binary(BinaryOp::Eq, number.clone(), flow::Expr::int(i64::from(address)))
        };
        let known = addresses
            .map(equal)
            .reduce(|left, right| flow::Expr::binary(BinaryOp::Or, left, right))
            .unwrap_or(flow::Expr::int(0));
        let there = self.builder.plain(span);
        let open = self.builder.error(ErrorKind::Open, format!("{what} may be any function"), span);
        self.branch(known, there, open, span);
        self.continue_at(there);
    }

    /// Compares the number with that of each function it may stand for.
    #[expect(clippy::too_many_arguments, reason = "all parts of one call")]
    fn call_candidates(
        &mut self,
        candidates: Vec<Candidate>,
        number: flow::Expr,
        target: Option<(Place, &CType)>,
        arguments: &[(flow::Expr, CType)],
        to: Destination,
        (kind, message): (ErrorKind, String),
        span: Span,
    ) {
        if candidates.is_empty() {
            return self.fail(kind, message, span);
        }
        if self.dead {
            return;
        }
        let last = candidates.len() - 1;
        for (index, Candidate { address, callee, ty }) in candidates.into_iter().enumerate() {
            let start = self.builder.plain(span);
            let next = match index == last {
                true => self.builder.error(kind, &message, span),
                false => self.builder.plain(span),
            };
            let same = flow::Expr::binary(BinaryOp::Eq, number.clone(), flow::Expr::int(i64::from(address)));
            self.branch(same, start, next, span);
            self.continue_at(start);
            let pairs = arguments.iter().zip(&ty.parameters);
            let arguments = pairs.map(|((value, from), to)| self.taken_as(value.clone(), from, to)).collect();
            match &target {
                Some((target, wanted)) if !self.context.types.is_same(&ty.result, wanted) => {
                    let given = self.temporary_of(&ty.result, span);
                    let call = Instruction::Call { target: Some(given.clone()), callee, arguments };
                    let behind = self.before(span);
                    self.finish_call(call, behind, span);
                    self.go_to(behind);
                    let value = self.taken_as(flow::Expr::Load(given), &ty.result, wanted);
                    self.finish(Instruction::Assign { target: target.clone(), value }, to, span);
                }
                _ => {
                    let target = target.as_ref().map(|(target, _)| target.clone());
                    self.finish_call(Instruction::Call { target, callee, arguments }, to, span);
                }
            }
            self.continue_at(next);
        }
        self.dead = true;
    }

    /// A value that a function takes for one of another type, which looks the same in memory.
    fn taken_as(&mut self, value: flow::Expr, from: &CType, to: &CType) -> flow::Expr {
        match to {
            _ if self.context.types.is_same(from, to) => value,
            CType::Int(kind) => flow::Expr::Convert(kind.int_type(self.context.types.model), Box::new(value)),
            _ if to.is_object_pointer() => self.retyped(value, from, to),
            _ => value,
        }
    }

    /// The functions that a pointer may point to, by their types. C wants the very type; compilers make do with one
    /// whose parameters and result look the same in memory, and so do programs.
    fn candidates(&self, pointer: &Expr, arguments: &[Expr]) -> Vec<Candidate> {
        let Some(CType::Function(ty)) = pointer.ty.target() else { return Vec::new() };
        let types = &self.context.types;
        let same = |left: &CType, right: &CType| types.looks_like(left, right);
        let gives = |found: &CType| ty.result == CType::Void || same(found, &ty.result);
        let fits = |found: &FunctionType| {
            let count = found.parameters.len();
            let counts = if ty.prototyped { count == ty.parameters.len() } else { count <= arguments.len() };
            let mut pairs = found.parameters.iter().zip(arguments);
            counts && gives(&found.result) && pairs.all(|(left, right)| same(left, &right.ty))
        };
        let functions = &self.context.unit.functions;
        let fitting = functions.iter().enumerate().filter(|(_, function)| fits(&function.ty));
        let fitting = fitting.filter_map(|(number, function)| {
            let address = function.address?;
            let number = self.with_more(number, &arguments[function.ty.parameters.len()..]);
            let callee = self.context.procedures[number]?;
            Some(Candidate { address, callee, ty: functions[number].ty.clone() })
        });
        fitting.collect()
    }

    /// The function, or the one that takes these arguments behind the parameters, too.
    fn with_more(&self, function: usize, behind: &[Expr]) -> usize {
        let is_one = |known: &&Extended| {
            known.function.0 as usize == function
                && known.types.iter().eq(behind.iter().map(|argument| &argument.ty))
        };
        let instance = self.context.unit.extended.iter().find(is_one);
        instance.map_or(function, |known| known.instance.0 as usize)
    }

    /// The value of a call that belongs to the language of verification tasks.
    pub(super) fn intrinsic(&mut self, intrinsic: &Intrinsic, expr: &Expr) -> flow::Expr {
        match intrinsic {
            Intrinsic::Input(name) => flow::Expr::Load(self.input(&expr.ty, name, expr.span)),
            Intrinsic::Range(low, high, name) => self.input_between(low, high, name, expr),
            Intrinsic::Like(value, rule, name) => self.like(value, *rule, name, expr),
            Intrinsic::Ignore(arguments, Some(name)) if expr.ty != CType::Void => {
                arguments.iter().for_each(|argument| self.use_value(argument));
                flow::Expr::Load(self.input(&expr.ty, name, expr.span))
            }
            Intrinsic::Outside { name, arguments, written } if expr.ty != CType::Void => {
                self.outside(arguments, written, expr.span);
                flow::Expr::Load(self.input(&expr.ty, name, expr.span))
            }
            Intrinsic::SetJump(number) => self.set_jump(*number, expr.span),
            _ => {
                let to = self.before(expr.span);
                self.intrinsic_effect(intrinsic, expr, to);
                self.go_to(to);
                flow::Expr::int(0)
            }
        }
    }

    fn input_between(&mut self, low: &Expr, high: &Expr, name: &str, expr: &Expr) -> flow::Expr {
        let effects = Effects::of(high);
        let least = self.value(low);
        let least = self.protect(least, &low.ty, &effects, low.span);
        let bound = self.value(high);
        let input = flow::Expr::Load(self.input(&expr.ty, name, expr.span));
        let condition = flow::Expr::binary(
            BinaryOp::And,
            flow::Expr::binary(BinaryOp::Le, least, input.clone()),
            flow::Expr::binary(BinaryOp::Lt, input.clone(), bound),
        );
        self.step(Instruction::Assume { condition, holds: true }, expr.span);
        input
    }

    /// A number that stands to a value as a rule says: the value, and a choice that is 0 where the two are the same.
    fn like(&mut self, of: &Expr, rule: Rule, name: &str, expr: &Expr) -> flow::Expr {
        let value = self.value(of);
        let value = self.copyable(value, &of.ty, of.span);
        let choice = flow::Expr::Load(self.input(&CType::Int(IntKind::LongLong), name, expr.span));
        let sum = flow::Expr::binary(BinaryOp::Add, value.clone(), choice.clone());
        let and = |left, right| flow::Expr::binary(BinaryOp::And, left, right);
        let or = |left, right| flow::Expr::binary(BinaryOp::Or, left, right);
        let is =
            |op, left: &flow::Expr, right: i64| flow::Expr::binary(op, left.clone(), flow::Expr::int(right));
        let same = |op| flow::Expr::binary(BinaryOp::Eq, is(op, &sum, 0), is(op, &value, 0));
        let unchanged = is(BinaryOp::Eq, &choice, 0);
        let rule = match rule {
            Rule::Sign => and(same(BinaryOp::Lt), same(BinaryOp::Gt)),
            Rule::Zero => same(BinaryOp::Eq),
            Rule::OrNegative => or(unchanged, is(BinaryOp::Lt, &sum, 0)),
            Rule::OrMinusOne => or(unchanged, is(BinaryOp::Eq, &sum, -1)),
            Rule::AtMost => and(is(BinaryOp::Ge, &sum, 0), is(BinaryOp::Le, &choice, 0)),
            Rule::AtMostOrMinusOne => and(is(BinaryOp::Ge, &sum, -1), is(BinaryOp::Le, &choice, 0)),
        };
        let kind = expr.ty.int_kind().unwrap_or(IntKind::Int);
        let (least, greatest) = kind.range(self.context.types.model);
        let bound = |op, bound| flow::Expr::binary(op, sum.clone(), flow::Expr::Int(bound));
        let fits = and(bound(BinaryOp::Ge, least), bound(BinaryOp::Le, greatest));
        self.step(Instruction::Assume { condition: and(fits, rule), holds: true }, expr.span);
        sum
    }

    /// As [`intrinsic`](Self::intrinsic), where nobody needs the value; goes to a destination.
    pub(super) fn intrinsic_effect(&mut self, intrinsic: &Intrinsic, expr: &Expr, to: Destination) {
        let span = expr.span;
        match intrinsic {
            Intrinsic::Input(_) => {}
            Intrinsic::Range(low, high, name) => {
                self.input_between(low, high, name, expr);
            }
            Intrinsic::Forget(place, name) => {
                let target = self.place(place);
                let input = Input { name: name.clone() };
                let instruction = match place.ty {
                    // Its length stays what it is.
                    CType::Array(_, Length::Variable) => {
                        let pointer = flow::Expr::AddressOf(target.index(flow::Expr::int(0)));
                        Instruction::Forget { pointer, input }
                    }
                    _ => Instruction::Havoc { target, input },
                };
                return self.finish(instruction, to, span);
            }
            Intrinsic::Like(value, ..) => self.use_value(value),
            Intrinsic::Assume(condition) => return self.assume(condition, to),
            Intrinsic::Aligned(condition) if self.context.unit.looks_at_addresses => {
                return self.assume(condition, to);
            }
            Intrinsic::Aligned(_) => {}
            Intrinsic::Assert(condition) => return self.assert(condition, to, span),
            Intrinsic::Fail(kind, message) => return self.fail(*kind, message.clone(), span),
            Intrinsic::Stop(status) => {
                let status = status.as_ref().map(|status| self.value(status));
                return self.stop(status, span);
            }
            Intrinsic::SetJump(number) => {
                self.set_jump(*number, span);
            }
            Intrinsic::LongJump => return self.jump_out(span),
            Intrinsic::Cut(why) => return self.fail(ErrorKind::Open, why.clone(), span),
            Intrinsic::Ignore(arguments, _) => {
                arguments.iter().for_each(|argument| self.use_value(argument));
            }
            Intrinsic::Outside { arguments, written, .. } => self.outside(arguments, written, span),
            Intrinsic::Print { arguments, outputs } => self.print(arguments, *outputs, span),
        }
        self.arrive(to);
    }

    /// What a call of a function that is not defined does.
    fn outside(&mut self, arguments: &[Expr], written: &[(usize, String)], span: Span) {
        let mut pointers = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let Some((_, name)) = written.iter().find(|(number, _)| *number == index) else {
                self.use_value(argument);
                continue;
            };
            let value = self.value(argument);
            let mut later = Effects::of_all(&arguments[index + 1..]);
            // What is written through one pointer may be what another one is read from.
            later.memory |= written.len() > 1;
            let value = self.copyable(value, &argument.ty, argument.span);
            pointers.push((name, argument, self.protect(value, &argument.ty, &later, argument.span)));
        }
        for (name, argument, value) in pointers {
            let end = self.builder.plain(span);
            self.unless_null_or_gone(argument, &value, end);
            if !self.dead {
                let forget = Instruction::Forget { pointer: value, input: Input { name: name.clone() } };
                self.builder.edge(self.here, end, forget, span);
                self.continue_at(end);
            }
        }
    }

    /// Goes to a location if a pointer, with this value, points to nothing.
    fn unless_null_or_gone(&mut self, pointer: &Expr, value: &flow::Expr, end: LocationId) {
        let (mut conditions, span) = (Vec::new(), pointer.span);
        // What was moved was checked then.
        if !matches!(pointer.kind, ExprKind::Offset { .. }) && self.may_be_null(pointer) {
            let null = flow::Expr::Null(self.context.types.flow(&pointer.ty));
            conditions.push(flow::Expr::binary(BinaryOp::Ne, value.clone(), null));
        }
        if self.may_dangle(pointer) {
            conditions.push(flow::Expr::Live(Box::new(value.clone())));
        }
        for condition in conditions {
            let there = self.builder.plain(span);
            self.branch(condition, there, end, span);
            if !self.dead {
                self.continue_at(there);
            }
        }
    }

    /// Writes the numbers among the arguments, if they are outputs.
    fn print(&mut self, arguments: &[Expr], outputs: bool, span: Span) {
        let values = self.values(arguments);
        for (value, argument) in values.into_iter().zip(arguments) {
            let float = argument.ty.float_format();
            if outputs && (argument.ty.int_kind().is_some() || float.is_some()) {
                self.step(Instruction::Output { value, float }, span);
            }
        }
    }

    /// Where the right operand of `&&` needs checks, both operands are assumed one after the other.
    fn assume(&mut self, condition: &Expr, to: Destination) {
        match &condition.kind {
            ExprKind::Logical(BinaryOp::And, left, right) if self.branches(condition) => {
                let between = self.before(right.span);
                self.assume(left, between);
                self.go_to(between);
                self.assume(right, to);
            }
            _ => {
                let value = self.value(condition);
                let condition_value = self.truth_of(value, &condition.ty);
                let assume = Instruction::Assume { condition: condition_value, holds: true };
                self.finish(assume, to, condition.span);
            }
        }
    }

    fn assert(&mut self, condition: &Expr, to: Destination, span: Span) {
        if self.dead {
            return;
        }
        let message = match self.quoted(condition.span, "") {
            text if text.is_empty() => "assertion failed".to_owned(),
            text => format!("assertion failed: {text}"),
        };
        if condition.as_int().is_some_and(|value| !value.is_zero()) {
            return self.arrive(to);
        }
        let error = self.builder.error(ErrorKind::Assertion, message, span);
        let to = self.reach(to);
        self.condition(condition, to, error);
        self.dead = true;
    }
}
