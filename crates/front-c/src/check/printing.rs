//! Functions that print: what they are given is evaluated, and what they read of memory has to be there.

use super::scope::Symbol;
use super::{Checker, Refusal};
use crate::ctype::{CType, IntKind};
use crate::library::{self, Amount, Code, Conversion, Fact, Format, Outcome, Printing, Takes, What, Written};
use crate::tree::{Expr, ExprKind, FunctionId, Intrinsic, LocalId, Rule};
use kyklos_base::{Int, Span};
use kyklos_flow::{BinaryOp, ErrorKind};
use lang_c::ast::Expression;
use lang_c::span::Node;

/// A format that stands in the call: its bytes and its conversions.
struct Known {
    bytes: Vec<u8>,
    conversions: Vec<Conversion>,
}

/// The arguments of a call that are evaluated: their numbers and variables.
struct Evaluated(Vec<(usize, LocalId)>);

impl Evaluated {
    fn get(&self, index: usize) -> Option<LocalId> {
        self.0.iter().find(|(at, _)| *at == index).map(|(_, local)| *local)
    }
}

impl<'a> Checker<'a> {
    /// A call of a function that prints, if it is meant.
    pub(super) fn print(
        &mut self,
        call: &Written<'_, 'a>,
        function: Printing,
    ) -> Result<Option<Expr>, Refusal> {
        let Written { name, id, arguments, used, span } = *call;
        let declared = id.map(|id| &self.functions[id.0 as usize].ty);
        let more = matches!(function.what, What::Formatted(Format { listed: false, .. }));
        let count = arguments.len();
        let is_called_so = if more { count >= function.fixed } else { count == function.fixed };
        // Short names (`warn`) are often those of other functions.
        let is_declared_so = declared.is_none_or(|ty| !ty.prototyped || ty.variadic == more);
        if !is_called_so || !is_declared_so {
            return Ok(None);
        }
        let used = used && !matches!(function.outcome, Outcome::Nothing | Outcome::Exit(_));
        if let What::Bytes(pointer, factors) = function.what {
            return self
                .print_bytes((name, id, function), (pointer, factors), arguments, used, span)
                .map(Some);
        }
        let known = match function.what {
            What::Formatted(format) => match self.known_format(&arguments[format.at], format, span)? {
                Some(known) if !used || library::is_counted(&known.bytes, &self.types) => Some(known),
                // Where there are no models, how much is printed is not known.
                Some(known) if !self.models.contains_key("__kyklos_printed") => Some(known),
                _ => {
                    let call = (name, id, function);
                    return self.print_as_read(call, format, arguments, used, span).map(Some);
                }
            },
            _ => None,
        };
        self.print_plainly((name, id, function), known, arguments, used, span).map(Some)
    }

    /// A call that prints bytes of memory.
    fn print_bytes(
        &mut self,
        (name, id, function): (&str, Option<FunctionId>, Printing),
        (pointer, factors): (usize, &[usize]),
        arguments: &'a [Node<Expression>],
        used: bool,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let mut values = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            values.push(self.printing_argument((name, id), index, argument)?);
        }
        let mut code = Code::new(self, name, span);
        // What the pointer is a part of is seen where it is written.
        let memory = values[pointer].take();
        let mut evaluated = Evaluated(Vec::new());
        for (index, value) in values.into_iter().enumerate() {
            if let Some(value) = value {
                evaluated.0.push((index, code.declare("a", value)));
            }
        }
        let factors = factors.iter().filter_map(|factor| evaluated.get(*factor));
        let factors = factors.map(|factor| code.get(factor)).collect();
        if let Some(memory) = memory {
            library::read_bytes(&mut code, memory, factors)?;
        }
        finish(code, (name, function.outcome), None, &evaluated, used)
    }

    /// A format that stands in the call, with the arguments that belong to it, and counts nothing (`%n`).
    fn known_format(
        &mut self,
        argument: &'a Node<Expression>,
        format: Format,
        span: Span,
    ) -> Result<Option<Known>, Refusal> {
        let (false, Expression::StringLiteral(pieces)) = (format.listed, &argument.node) else {
            return Ok(None);
        };
        let bytes = if format.wide {
            let wide = self.wide(&pieces.node, span)?;
            // Characters that are no bytes stand for themselves.
            wide.elements.iter().map(|element| u8::try_from(*element).unwrap_or(b'?')).collect()
        } else {
            self.string_bytes(&pieces.node, span)?
        };
        let Ok(conversions) = library::conversions(&bytes, &self.types) else { return Ok(None) };
        let counts = conversions.iter().any(|conversion| conversion.takes == Takes::Count);
        Ok((!counts).then_some(Known { bytes, conversions }))
    }

    /// A call whose format, if it has one, is known while it is typed.
    fn print_plainly(
        &mut self,
        (name, id, function): (&str, Option<FunctionId>, Printing),
        known: Option<Known>,
        arguments: &'a [Node<Expression>],
        used: bool,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let behind = match function.what {
            What::Formatted(format) => format.at + 1,
            _ => arguments.len(),
        };
        let is_text = |index: usize| matches!(function.what, What::Text { at, .. } if index == at);
        let ends = matches!(function.outcome, Outcome::Exit(_));
        let (mut values, mut is_exact) = (Vec::new(), true);
        for (index, argument) in arguments.iter().enumerate() {
            if self.stream_parameter(name, id, index).is_some() {
                let stream = self.printing_argument((name, id), index, argument)?;
                values.extend(stream.map(|stream| (None, stream)));
                continue;
            }
            let is_value = function.outputs || index >= behind || is_text(index);
            let is_needed = is_value || used || ends;
            if !is_needed && is_idle(argument) || is_literal(argument) && !(used && index >= behind) {
                continue;
            }
            if let Some(text) = self.library_text(argument)? {
                // How long it is, is not known.
                is_exact = false;
                values.push((None, text));
                continue;
            }
            values.push((Some(index), self.plain_argument(argument)?));
        }
        let outputs = function.outputs;
        let mut code = Code::new(self, name, span);
        let mut evaluated = Evaluated(Vec::new());
        let (mut locals, mut literals, mut first) = (Vec::new(), Vec::new(), Vec::new());
        for (index, value) in values.iter().cloned() {
            if code.checker.surely_ends(&value) {
                literals.extend(index);
            } else if code.checker.is_program_argument(&value) {
                first.extend(index);
            }
            let local = code.declare("a", value);
            evaluated.0.extend(index.map(|index| (index, local)));
            locals.push(local);
        }
        let start = code.length();
        let given = Given { arguments, behind, evaluated: &evaluated, literals: &literals, first: &first };
        match (function.what, &known) {
            (What::Text { at, wide, nullable }, _) => {
                let kind = if wide { IntKind::Int } else { IntKind::Char };
                given.read(&mut code, at, kind, None, nullable)?;
            }
            (_, Some(known)) => is_exact &= given.read_all(&mut code, known)?,
            _ => {}
        }
        if code.length() == start && !used && !ends {
            drop(code);
            let arguments = values.into_iter().map(|(_, value)| value).collect();
            let print = Intrinsic::Print { arguments, outputs };
            return Ok(Expr::new(ExprKind::Intrinsic(print), CType::Void, span));
        }
        add_print(&mut code, &locals, outputs);
        let value = match (function.outcome, known.filter(|_| is_exact)) {
            (Outcome::Length, Some(known)) if used => {
                let behind: Vec<_> =
                    (behind..arguments.len()).filter_map(|index| evaluated.get(index)).collect();
                library::printed_length(&mut code, &known.bytes, &behind)
            }
            _ => None,
        };
        finish(code, (name, function.outcome), value, &evaluated, used)
    }

    /// A call whose format is read on the path.
    fn print_as_read(
        &mut self,
        (name, id, function): (&str, Option<FunctionId>, Printing),
        format: Format,
        arguments: &'a [Node<Expression>],
        used: bool,
        span: Span,
    ) -> Result<Expr, Refusal> {
        let counts = used || self.counts_printed;
        let model = match (format.wide, counts) {
            (false, false) => "__kyklos_print",
            (false, true) => "__kyklos_printed",
            (true, false) => "__kyklos_wide_print",
            (true, true) => "__kyklos_wide_printed",
        };
        let mut values = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            values.extend(self.printing_argument((name, id), index, argument)?.map(|value| (index, value)));
        }
        let Some(definition) = self.models.get(model).copied() else {
            let values = values.into_iter().map(|(_, value)| value).collect();
            return Ok(self.cut_call(name, values, span));
        };
        let mut code = Code::new(self, name, span);
        let locals = values.into_iter().map(|(index, value)| (index, code.declare("a", value)));
        let evaluated = Evaluated(locals.collect());
        let Some(read) = evaluated.get(format.at) else {
            return super::refusal(span, format!("`{name}` without a format"));
        };
        let behind = |(index, local): &(usize, LocalId)| (*index > format.at).then_some(*local);
        let behind: Vec<_> = evaluated.0.iter().filter_map(behind).collect();
        let list = match behind.first() {
            Some(list) if format.listed => code.get(*list),
            _ => Expr::int(Int::ZERO, super::variadic::LIST, span),
        };
        let given = vec![code.get(read), list];
        let call = if format.listed {
            code.checker.model_call(name, definition, given, span)?
        } else {
            let checker = &mut code.checker;
            checker.with_extras(&behind, |checker| checker.model_call(name, definition, given, span))?
        };
        let mut length = None;
        if counts {
            length = Some(code.declare("l", call));
        } else {
            let mut call = code.expression(call);
            if format.nullable {
                let read = code.get(read);
                let null = code.checker.null_of(&read.ty, span);
                let is_there = code.compare(BinaryOp::Ne, read, null);
                call = library::when(&code, is_there, call);
            }
            code.add(call);
        }
        let outputs = if format.listed { Vec::new() } else { behind };
        if function.outputs {
            add_print(&mut code, &outputs, true);
        }
        let length = length.filter(|_| used).map(|length| code.get(length));
        finish(code, (name, function.outcome), length, &evaluated, used)
    }

    /// An argument of a function that prints. A stream is checked, unless it is always open; then there is no value.
    fn printing_argument(
        &mut self,
        function: (&str, Option<FunctionId>),
        index: usize,
        argument: &'a Node<Expression>,
    ) -> Result<Option<Expr>, Refusal> {
        let is_stream = self.stream_parameter(function.0, function.1, index).is_some();
        if is_stream && self.is_always_open(argument) {
            return Ok(None);
        }
        self.library_argument(function, index, argument).map(Some)
    }

    /// Whether what a pointer leads to surely ends with a zero: it is a literal.
    fn surely_ends(&self, text: &Expr) -> bool {
        match &text.kind {
            ExprKind::Decay(array) => match array.kind {
                ExprKind::Global(id) => self.globals[id.0 as usize].constant,
                _ => false,
            },
            ExprKind::Convert(inner) if inner.ty.is_object_pointer() => self.surely_ends(inner),
            ExprKind::Comma(_, last) => self.surely_ends(last),
            ExprKind::Conditional(_, then, otherwise) => {
                self.surely_ends(then) && self.surely_ends(otherwise)
            }
            _ => false,
        }
    }

    /// Whether a text is one of `main`'s arguments as they were given. These end; that a program overwrites their ends is
    /// not looked for.
    fn is_program_argument(&self, text: &Expr) -> bool {
        let mut text = text;
        while let ExprKind::Convert(inner) = &text.kind {
            text = inner;
        }
        let ExprKind::Deref(pointer) = &text.kind else { return false };
        let list = match &pointer.kind {
            ExprKind::Offset { pointer, .. } => pointer,
            _ => pointer,
        };
        let is_main = self.current.is == self.start && self.options.entry == "main";
        is_main && self.current.is.is_some() && matches!(list.kind, ExprKind::Local(LocalId(1), _))
    }

    /// A call that gives a text of the library's, which nobody reads.
    fn library_text(&mut self, argument: &'a Node<Expression>) -> Result<Option<Expr>, Refusal> {
        let Expression::Call(call) = &argument.node else { return Ok(None) };
        let Expression::Identifier(name) = &call.node.callee.node else { return Ok(None) };
        let name = &name.node.name;
        let is_defined = match self.symbol(name) {
            Some(Symbol::Function(id)) => self.functions[id.0 as usize].definition.is_some(),
            symbol => symbol.is_some(),
        };
        if is_defined || !library::is(name, Fact::ForPeople) {
            return Ok(None);
        }
        let span = self.expr_span(argument);
        let values: Result<_, _> =
            call.node.arguments.iter().map(|argument| self.plain_argument(argument)).collect();
        let ignored = ExprKind::Intrinsic(Intrinsic::Ignore(values?, None));
        let ignored = Box::new(Expr::new(ignored, CType::Void, span));
        let ty = CType::Int(IntKind::Char).pointer();
        let text = Box::new(self.null_of(&ty, span));
        Ok(Some(Expr::new(ExprKind::Comma(ignored, text), ty, span)))
    }
}

/// The arguments of a call.
struct Given<'g, 'a> {
    arguments: &'a [Node<Expression>],
    /// The number of the first one that belongs to the format.
    behind: usize,
    evaluated: &'g Evaluated,
    /// Those of them that are literals.
    literals: &'g [usize],
    /// Those of which the first character is read, and no more.
    first: &'g [usize],
}

impl Given<'_, '_> {
    /// Reads what the conversions of a format read. Tells whether all are given what they take.
    fn read_all(&self, code: &mut Code<'_, '_>, known: &Known) -> Result<bool, Refusal> {
        let (mut next, mut is_exact) = (self.behind, true);
        for conversion in &known.conversions {
            if conversion.width_given {
                is_exact &= self.take(code, conversion, next, &Takes::Number(CType::INT));
                next += 1;
            }
            let mut most = match conversion.precision {
                Some(Amount::Number(most)) => Some(code.size(most)),
                _ => None,
            };
            if let Some(Amount::Given) = conversion.precision {
                is_exact &= self.take(code, conversion, next, &Takes::Number(CType::INT));
                most = self.evaluated.get(next).map(|local| at_most(code, local));
                next += 1;
            }
            if conversion.takes == Takes::Nothing {
                is_exact &= conversion.text.ends_with('%');
                continue;
            }
            is_exact &= self.take(code, conversion, next, &conversion.takes);
            if let Takes::Text(kind) = conversion.takes {
                self.read(code, next, kind, most, true)?;
            }
            next += 1;
        }
        Ok(is_exact)
    }

    /// Looks at the argument that a conversion takes: it has to be there, and be a pointer where one is followed. Tells
    /// whether it is of the type that the conversion says.
    fn take(&self, code: &mut Code<'_, '_>, conversion: &Conversion, index: usize, takes: &Takes) -> bool {
        let text = &conversion.text;
        if index >= self.arguments.len() {
            return fail(code, format!("there is no argument for `{text}`"));
        }
        let Some(local) = self.evaluated.get(index) else { return true };
        let given = code.get(local).ty;
        let fits = match takes {
            Takes::Nothing => true,
            Takes::Number(wanted) => code.checker.fits(&given, wanted),
            Takes::Pointer | Takes::Text(_) | Takes::Count => matches!(given, CType::Pointer(_)),
        };
        if fits {
            return true;
        }
        let given = code.checker.types.name(&given);
        if matches!(takes, Takes::Text(_)) {
            return fail(code, format!("`{text}` follows an argument of type `{given}`"));
        }
        let message =
            format!("`{text}` is given an argument of type `{given}`; what is printed is not known");
        code.checker.warn_once(&format!("{text}: {given}"), code.span, message);
        false
    }

    /// Reads a text up to its zero, or so many elements of it.
    fn read(
        &self,
        code: &mut Code<'_, '_>,
        index: usize,
        kind: IntKind,
        most: Option<Expr>,
        may_be_null: bool,
    ) -> Result<(), Refusal> {
        let Some(local) = self.evaluated.get(index).filter(|_| !self.literals.contains(&index)) else {
            return Ok(());
        };
        let value = code.get(local);
        if !value.ty.is_object_pointer() {
            return Ok(());
        }
        let text = code.argument("s", Some(value), &CType::Int(kind).pointer())?;
        if self.first.contains(&index) {
            library::read_first(code, text);
            return Ok(());
        }
        let most = most.map(|most| code.declare("n", most));
        library::read_text(code, text, most, may_be_null);
        Ok(())
    }
}

/// A precision that is an argument: a negative one is none.
fn at_most(code: &mut Code<'_, '_>, local: LocalId) -> Expr {
    let (sign, number) = (code.get(local), code.get(local));
    let zero = code.zero(&sign.ty);
    let is_negative = code.compare(BinaryOp::Lt, sign, zero);
    let most = code.checker.types.size_kind().range(code.checker.types.model).1;
    let most = Expr::int(most, code.size_type(), code.span);
    let number = code.size_of(number);
    code.choose(is_negative, most, number)
}

/// The run fails here: an argument is missing, or is not what is followed. What is printed is not known then.
fn fail(code: &mut Code<'_, '_>, message: String) -> bool {
    let fail = ExprKind::Intrinsic(Intrinsic::Fail(ErrorKind::OutOfBounds, message));
    let fail = code.expression(Expr::new(fail, CType::Void, code.span));
    code.add(fail);
    false
}

/// What is printed: these arguments.
fn add_print(code: &mut Code<'_, '_>, locals: &[LocalId], outputs: bool) {
    let arguments = locals.iter().map(|local| code.get(*local)).collect();
    let print = Intrinsic::Print { arguments, outputs };
    let print = code.expression(Expr::new(ExprKind::Intrinsic(print), CType::Void, code.span));
    code.add(print);
}

/// The end of a call, and its value, given how many characters are printed, if that is known. What printing gives is up
/// to the library: it may fail.
fn finish(
    mut code: Code<'_, '_>,
    (name, outcome): (&str, Outcome),
    length: Option<Expr>,
    evaluated: &Evaluated,
    used: bool,
) -> Result<Expr, Refusal> {
    let span = code.span;
    if let Outcome::Exit(status) = outcome {
        let leaving = code.checker.leave_program(span)?;
        leaving.into_iter().for_each(|statement| code.add(statement));
        let status = evaluated.get(status).map(|status| Box::new(code.get(status)));
        let stop = Expr::new(ExprKind::Intrinsic(Intrinsic::Stop(status)), CType::Void, span);
        return Ok(code.finish(stop));
    }
    if !used {
        let nothing = ExprKind::Intrinsic(Intrinsic::Ignore(Vec::new(), None));
        return Ok(code.finish(Expr::new(nothing, CType::Void, span)));
    }
    let int = |number: i64| Box::new(Expr::int(Int::from(number), CType::Int(IntKind::LongLong), span));
    let range = |low: i64, high: i64| Intrinsic::Range(int(low), int(high), library::choice(name));
    let most = i64::from(i32::MAX) + 1;
    let mut local = |index: usize| evaluated.get(index).map(|local| code.get(local));
    let value = match outcome {
        Outcome::Length => length,
        Outcome::Character(index) | Outcome::AtMost(index) | Outcome::AtMostOrMinusOne(index) => local(index),
        _ => None,
    };
    let value = match (outcome, value) {
        (Outcome::Length, Some(value)) => library::like(value, Rule::OrNegative, name),
        (Outcome::Character(_), Some(character)) => {
            let byte = code.convert(character, IntKind::UnsignedChar);
            library::like(code.convert(byte, IntKind::Int), Rule::OrMinusOne, name)
        }
        (Outcome::AtMost(_), Some(value)) => library::like(code.size_of(value), Rule::AtMost, name),
        (Outcome::AtMostOrMinusOne(_), Some(value)) => {
            let value = code.convert(code.size_of(value), code.checker.types.distance_kind());
            library::like(value, Rule::AtMostOrMinusOne, name)
        }
        (Outcome::NotNegative, _) => Expr::new(ExprKind::Intrinsic(range(-1, most)), CType::INT, span),
        (Outcome::Zero, _) => Expr::new(ExprKind::Intrinsic(range(-1, 1)), CType::INT, span),
        _ => Expr::new(ExprKind::Intrinsic(Intrinsic::Input(library::choice(name))), CType::INT, span),
    };
    Ok(code.finish(value))
}

/// Whether an argument, a constant or a stream, does nothing.
fn is_idle(argument: &Node<Expression>) -> bool {
    matches!(argument.node, Expression::Identifier(_) | Expression::Constant(_))
}

fn is_literal(argument: &Node<Expression>) -> bool {
    matches!(argument.node, Expression::StringLiteral(_))
}
