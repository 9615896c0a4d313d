//! Calls.

use super::convert::is_null;
use super::outside::Changes;
use super::scope::Symbol;
use super::untyped::Called;
use super::variadic::PointerCall;
use super::{Checker, Refusal, refusal};
use crate::ctype::{CType, FunctionType};
use crate::library::{self, Written};
use crate::tree::{self, Callee, Expr, ExprKind, FunctionId, Intrinsic};
use kyklos_base::{Diagnostic, Int, Span};
use lang_c::ast::{CallExpression, Expression};
use lang_c::span::Node;
use std::collections::BTreeMap;

const BEHIND_POINTERS: &str = "pointers in memory and what only they lead to";

/// What a function may change through an argument.
enum Through {
    Nothing,
    /// What it is taken not to change, in words.
    Kept(&'static str),
    /// The numbers that the pointer points to.
    Written(Expr),
    /// The pointer that it points to.
    Pointer(Expr),
}

impl<'a> Checker<'a> {
    pub(super) fn call(
        &mut self,
        call: &'a CallExpression,
        wanted: Option<&CType>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        // What is converted to `void` is not used.
        let used = wanted != Some(&CType::Void);
        let wanted = wanted.filter(|_| used);
        if let Expression::Identifier(name) = &call.callee.node {
            let (name, arguments) = match name.node.name.as_str() {
                "__builtin_tgmath" => self.chosen_by_arguments(&call.arguments, span)?,
                name => (name, call.arguments.as_slice()),
            };
            let id = match self.symbol(name) {
                Some(Symbol::Function(id)) => Some(*id),
                Some(Symbol::Refused(refusal)) => {
                    let refusal = refusal.clone();
                    let call = Written { name, id: None, arguments, used, span };
                    return self.known_call(&call)?.ok_or(refusal);
                }
                Some(_) => return self.call_pointer(call, span),
                // Other files may define it.
                None => match self.linked(name) {
                    Some(Symbol::Function(id)) => Some(*id),
                    _ => None,
                },
            };
            // Its address is null.
            if id.is_some_and(|id| self.is_missing(id)) {
                return self.call_pointer(call, span);
            }
            let of_program = id.is_some_and(|id| self.functions[id.0 as usize].definition.is_some());
            let list = self.used_up(name, id, arguments)?;
            let expr = match self.known_call(&Written { name, id, arguments, used, span })? {
                Some(expr) => expr,
                None => self.call_named(name, id, arguments, wanted, span)?,
            };
            let expr = match list {
                Some(list) => self.using_up(expr, list, span),
                None => expr,
            };
            return if of_program { Ok(expr) } else { self.on_standard_stream(name, expr, span) };
        }
        self.call_pointer(call, span)
    }

    fn call_named(
        &mut self,
        name: &str,
        id: Option<FunctionId>,
        given: &'a [Node<Expression>],
        wanted: Option<&CType>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let defined = id.filter(|id| self.functions[id.0 as usize].definition.is_some());
        if let Some(id) = defined {
            let (id, known) = match self.called(id, wanted) {
                Called::Function(id) => (id, true),
                Called::Later => (id, false),
            };
            self.refuse_entry(id, span)?;
            let ty = self.functions[id.0 as usize].ty.clone();
            self.returns_value(&ty.result, span)?;
            let mut arguments = self.arguments(&ty, name, given, true, span)?;
            let id = if known { self.extended(id, &mut arguments, span) } else { id };
            if known {
                self.use_function(id);
            }
            return Ok(Expr::new(ExprKind::Call(Callee::Function(id), arguments), ty.result, span));
        }
        if let Some(expr) = self.model((name, id), given, span)? {
            return Ok(expr);
        }
        let arguments = self.library_arguments((name, id), given)?;
        match library::check(self, library::Call { name, arguments, wanted, span })? {
            Ok(expr) => Ok(expr),
            Err(_) => match library::refused(name) {
                Some(reason) => library::refuse(name, reason, span),
                None => self.undefined(name, id, given, wanted, span),
            },
        }
    }

    /// A function that is not defined: its result is arbitrary, and so are the numbers that its arguments
    /// point to. All else is taken not to change, which is said.
    fn undefined(
        &mut self,
        name: &str,
        id: Option<FunctionId>,
        given: &'a [Node<Expression>],
        wanted: Option<&CType>,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let ty = match id {
            Some(id) => self.functions[id.0 as usize].ty.clone(),
            None => FunctionType::unknown(CType::INT),
        };
        self.returns_value(&ty.result, span)?;
        let gives_pointer = ty.result.target().is_some();
        if !gives_pointer && self.types.has_pointers(&ty.result) {
            let arguments = self.arguments(&ty, name, given, false, span)?;
            let what = format!("what `{name}`, which is not defined in this file, makes of pointers");
            return Ok(self.cut_value(&what, name, arguments, ty.result, span));
        }
        let mut arguments = self.arguments(&ty, name, given, false, span)?;
        self.check_followed(name, id, &mut arguments);
        let (mut written, mut kept, mut changes) = (Vec::new(), Vec::new(), Changes::default());
        for (index, argument) in arguments.iter_mut().enumerate() {
            let reads_only = |ty: &CType| ty.target_qualifiers().is_const();
            if ty.parameters.get(index).is_some_and(reads_only) {
                continue;
            }
            match self.written_through(argument) {
                Through::Nothing => {}
                Through::Pointer(pointer) => *argument = self.outside_change(name, pointer, &mut changes),
                Through::Kept(what) => kept.push(what),
                Through::Written(pointer) => {
                    // The replay of a finding has to know where the object starts.
                    let around = if is_start(&pointer) { "" } else { "around " };
                    written.push((index, format!("{name}({around}{})", index + 1)));
                    *argument = self.outside_change(name, pointer, &mut changes);
                }
            }
        }
        if !gives_pointer {
            // A native run has nothing to give in its place.
            self.note_written(name, &ty, &arguments, &written);
        }
        self.warn_of_undefined(name, &ty.result, !written.is_empty(), kept, span);
        if id.is_some_and(|id| self.functions[id.0 as usize].noreturn) {
            // The run ends there.
            let ignored =
                Expr::new(ExprKind::Intrinsic(Intrinsic::Ignore(arguments, None)), CType::Void, span);
            let stop = Expr::new(ExprKind::Intrinsic(Intrinsic::Stop(None)), CType::Void, span);
            let kind = ExprKind::Comma(Box::new(ignored), Box::new(stop));
            return Ok(changes.around(Expr::new(kind, CType::Void, span)));
        }
        let kind = ExprKind::Intrinsic(Intrinsic::Outside { name: name.to_owned(), arguments, written });
        if gives_pointer {
            let called = changes.around(Expr::new(kind, CType::Void, span));
            return self.outside_pointer(name, called, &ty.result, wanted, span);
        }
        Ok(changes.around(Expr::new(kind, ty.result, span)))
    }

    /// What a function that is not defined may change through an argument.
    fn written_through(&self, argument: &Expr) -> Through {
        if !argument.ty.is_object_pointer() {
            let inside = self.types.has_pointers(&argument.ty);
            return if inside { Through::Kept(BEHIND_POINTERS) } else { Through::Nothing };
        }
        let pointer = without_conversions(argument);
        let Some(target) = pointer.ty.target() else { return Through::Nothing };
        // There are no objects of such types here; streams have no objects, either.
        let strange = *target != CType::Void && self.types.problem(target).is_some();
        if is_null(&pointer) || strange || self.types.is_stream(target) {
            return Through::Nothing;
        }
        if target.is_object_pointer() {
            return Through::Pointer(pointer);
        }
        match target {
            CType::Void => Through::Kept("what is behind a `void *`"),
            _ => Through::Written(pointer),
        }
    }

    /// Notes that a function is called that is defined elsewhere, and whose results are inputs.
    pub(crate) fn note_undefined(&mut self, name: &str, ty: &FunctionType) -> &mut tree::Undefined {
        let known = self.undefined.iter().position(|known| known.name == name);
        let known = known.unwrap_or_else(|| {
            let (name, ty) = (name.to_owned(), ty.clone());
            self.undefined.push(tree::Undefined { name, ty, written: BTreeMap::new() });
            self.undefined.len() - 1
        });
        &mut self.undefined[known]
    }

    /// Notes which arguments a function that is not defined may write through.
    fn note_written(
        &mut self,
        name: &str,
        ty: &FunctionType,
        arguments: &[Expr],
        written: &[(usize, String)],
    ) {
        let noted = self.note_undefined(name, ty);
        for (index, _) in written {
            let mut target = arguments[*index].ty.target();
            while let Some(CType::Array(element, _)) = target {
                target = Some(element);
            }
            let kind = target.and_then(CType::int_kind);
            let known = noted.written.entry(*index).or_insert(kind);
            *known = known.filter(|known| Some(*known) == kind);
        }
    }

    /// Says once what is assumed of a function that is not defined.
    pub(super) fn warn_of_undefined(
        &mut self,
        name: &str,
        result: &CType,
        writes: bool,
        mut kept: Vec<&'static str>,
        span: Span,
    ) {
        let arbitrary = match (*result != CType::Void, writes) {
            (true, true) => "its result and what its arguments point to are arbitrary, and it",
            (true, false) => "its result is arbitrary, and it",
            (false, true) => "what its arguments point to is arbitrary, and it",
            (false, false) => "it",
        };
        let arbitrary = match result.target() {
            Some(target) if self.types.has_pointers(target) => {
                "its result is null or points to memory of its own, in which pointers lead to no more than two objects \
                 in a row, and it"
            }
            Some(_) => "its result is null or points to memory of its own, and it",
            None => arbitrary,
        };
        let others = if writes { "other variables" } else { "variables" };
        let mut message = format!(
            "`{name}` is not defined in this file; {arbitrary} is taken not to change {others} of the program"
        );
        kept.sort_unstable();
        kept.dedup();
        kept.iter().for_each(|what| message.extend([", nor ", what]));
        // A later call is worth a warning if it goes beyond what was said.
        let facts = kept.iter().copied().chain(writes.then_some("writes")).chain(["called"]);
        let new = facts.filter(|fact| self.warned.insert(format!("{name}: {fact}"))).count() > 0;
        if new {
            self.diagnostics.push(Diagnostic::warning(span, message));
        }
    }

    fn call_pointer(&mut self, call: &'a CallExpression, span: Span) -> Result<Expr, Refusal> {
        let callee = self.rvalue(&call.callee)?;
        let Some(CType::Function(ty)) = callee.ty.target().cloned() else {
            return refusal(span, format!("a value of type `{}` is called", self.types.name(&callee.ty)));
        };
        self.returns_value(&ty.result, span)?;
        let mut arguments = self.arguments(&ty, "the function", &call.arguments, false, span)?;
        arguments.extend(self.behind_lists(&ty, span));
        if ty.variadic || !ty.prototyped || arguments.len() > ty.parameters.len() {
            let types = arguments.iter().map(|argument| argument.ty.clone()).collect();
            let written = (!ty.variadic && ty.prototyped).then_some(ty.parameters.len());
            let call = PointerCall { written, types };
            if !self.pointer_calls.contains(&call) {
                self.pointer_calls.push(call);
            }
        }
        let kind = ExprKind::Call(Callee::Pointer(Box::new(callee)), arguments);
        Ok(Expr::new(kind, ty.result.clone(), span))
    }

    fn returns_value(&self, ty: &CType, span: Span) -> Result<(), Refusal> {
        if *ty == CType::Void { Ok(()) } else { self.object_type(ty, span) }
    }

    /// Arguments, converted to the parameters' types. Further ones are promoted.
    fn arguments(
        &mut self,
        ty: &FunctionType,
        name: &str,
        arguments: &'a [Node<Expression>],
        defined: bool,
        span: Span,
    ) -> Result<Vec<Expr>, Refusal> {
        // A definition knows its parameters even without a prototype.
        let known = ty.prototyped || defined;
        let expected = ty.parameters.len();
        if known
            && (arguments.len() < expected || arguments.len() > expected && !ty.variadic && ty.prototyped)
        {
            let message = format!("`{name}` takes {expected} arguments, not {}", arguments.len());
            return refusal(span, message);
        }
        let mut values = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let value = match ty.parameters.get(index) {
                Some(parameter) => {
                    let value = self.rvalue_for(argument, parameter)?;
                    let span = value.span;
                    self.convert(value, parameter, span)?
                }
                None => self.plain_argument(argument)?,
            };
            values.push(value);
        }
        Ok(values)
    }

    /// An argument without a parameter that would say its type.
    pub(super) fn plain_argument(&mut self, argument: &'a Node<Expression>) -> Result<Expr, Refusal> {
        let value = self.rvalue(argument)?;
        self.promoted(value)
    }

    /// A value as an argument without a parameter that would say its type.
    pub(super) fn promoted(&mut self, value: Expr) -> Result<Expr, Refusal> {
        match value.ty {
            CType::Int(_) => {
                let value = self.promote(value)?;
                Ok(match value.ty {
                    CType::Int(kind) if kind != kind.stored() => self.convert_int(value, kind.stored()),
                    _ => value,
                })
            }
            CType::Float(4) => {
                let span = value.span;
                self.convert(value, &CType::Float(8), span)
            }
            CType::Void => refusal(value.span, "there are no values of type `void`"),
            _ => Ok(value),
        }
    }
}

/// A pointer as it was before any conversion.
fn without_conversions(mut pointer: &Expr) -> Expr {
    while let ExprKind::Convert(inner) = &pointer.kind
        && inner.ty.is_object_pointer()
    {
        pointer = inner;
    }
    pointer.clone()
}

/// Whether a pointer can be seen to point to the start of a variable, or of an array or value that no other
/// array is around.
fn is_start(pointer: &Expr) -> bool {
    fn in_no_array(place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Local(..) | ExprKind::Global(_) => true,
            ExprKind::Field(record, _) => record.is_place() && is_fixed(record),
            _ => false,
        }
    }
    /// Whether the place is known, but for the index of what it is in.
    fn is_fixed(place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Index(array, _) => is_fixed(array),
            ExprKind::Field(record, _) => is_fixed(record),
            kind => matches!(kind, ExprKind::Local(..) | ExprKind::Global(_) | ExprKind::Deref(_)),
        }
    }
    fn is_first(place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Index(array, index) => index.as_int().is_some_and(Int::is_zero) && is_first(array),
            _ => in_no_array(place),
        }
    }
    match &pointer.kind {
        ExprKind::AddressOf(place) | ExprKind::Decay(place) => is_first(place),
        ExprKind::Library(checked) => checked.arguments.first().is_some_and(is_start),
        _ => false,
    }
}
