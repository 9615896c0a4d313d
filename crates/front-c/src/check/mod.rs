//! Parsed text to typed tree: names, types, conversions, constants.
//!
//! Only what the entry function needs is looked at: functions that are called
//! or whose address is taken, variables that these use. So headers may declare
//! what the front end does not support. What it does not support and is
//! needed, is refused with a message; all refusals of a program are collected.
//!
//! - `around`: what is called before the entry and behind it;
//! - `attribute`: what attributes say of declarations and types;
//! - `scope`: which declaration a name stands for;
//! - `declaration`: declared types and variables of the program;
//! - `declarator`, `specifier`, `enumeration`: the types that declarations write;
//! - `statement`, `initializer`: the parts of function bodies;
//! - `expression`, `operator`, `convert`, `call`: expressions;
//! - `compound`: vectors and complex numbers;
//! - `overflow`: compilers' functions that tell of overflow;
//! - `outside`: pointers that functions of other files return;
//! - `variadic`: functions that take any number of arguments;
//! - `untyped`: the types of memory that goes to a `void *` first;
//! - `intrinsic`, `printing`: functions that end, read and print; `conventions`: those of verification tools;
//! - `model`: library functions that are written in C; `texts`: code in C that is made for a call;
//! - `literal`, `wide`: constants and strings;
//! - `link`: several files that make one program.

mod aligned;
mod around;
mod attribute;
mod call;
mod compound;
mod conventions;
mod convert;
mod declaration;
mod declarator;
mod enumeration;
mod errno;
mod expression;
mod fixed;
pub(crate) mod floats;
mod generic;
mod initializer;
mod inside;
mod intrinsic;
mod jumps;
mod link;
mod literal;
mod model;
mod offsets;
mod operator;
mod outside;
mod overflow;
mod printing;
mod rows;
mod scope;
mod shuffle;
mod specifier;
mod statement;
mod streams;
mod texts;
mod tgmath;
mod untyped;
mod variadic;
mod vectors;
mod wide;

pub(crate) use declarator::is_open;
pub(crate) use intrinsic::Typed;

use crate::ctype::{CType, EnumId, FunctionType, Length, Qualified, Qualifiers, TypeTable};
use crate::options::Options;
use crate::parse::Parsed;
use crate::parse::attributes::Attributes;
use crate::spans::SpanMap;
use crate::tree::{self, Body, FunctionId, GlobalId, Local, LocalId, Outside, Unit};
use kyklos_base::{Diagnostic, Int, Severity, Span};
use kyklos_flow::Unreached;
use lang_c::ast;
use lang_c::span::Node;
use lang_c::visit::Visit;
use link::Links;
use scope::{Scope, Symbol};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use untyped::{Instance, Untyped};

/// Why a piece of the program is not accepted.
pub(crate) type Refusal = Box<Diagnostic>;

/// A refusal at this place.
pub(crate) fn refusal<T>(span: Span, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Box::new(Diagnostic::error(span, message)))
}

/// A refusal, at this place, of what is C but not supported. In a statement it only matters to runs that come there, so
/// these stay open; elsewhere it is an error as well.
pub(crate) fn unsupported<T>(span: Span, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Box::new(Diagnostic::warning(span, message)))
}

/// Types the files of a program. Gives `None` if something was refused; then a diagnostic says what.
pub(crate) fn check(units: &[Parsed], options: &Options) -> (Option<Unit>, TypeTable, Vec<Diagnostic>) {
    let mut apart = HashSet::new();
    let texts = texts::Texts::default();
    let mut checker = loop {
        let mut checker = Checker::new(units, options, &texts, apart);
        checker.declarations();
        if checker.links.differ.is_empty() {
            break checker;
        }
        apart = std::mem::take(&mut checker.links.apart);
        apart.extend(checker.links.differ);
    };
    let entry = checker.unit();
    let refused = checker.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let unit = entry.filter(|_| !refused).map(|entry| checker.finish(entry));
    (unit, checker.types, checker.diagnostics)
}

/// Types the files of a program.
pub(crate) struct Checker<'a> {
    /// C's types, and the flowgraph's.
    pub(crate) types: TypeTable,
    /// Warnings, and all refusals so far.
    pub(crate) diagnostics: Vec<Diagnostic>,
    units: &'a [Parsed],
    /// The number of the file at hand; then its parts.
    unit: usize,
    spans: &'a SpanMap,
    attributes: &'a Attributes,
    links: Links,
    /// Functions that are others by another name, the files that say so, and where.
    aliases: Vec<(FunctionId, String, usize, Span)>,
    /// Variables whose flexible array member has first values: what they are declared as.
    flexible: HashMap<GlobalId, CType>,
    /// The length that first values give to a flexible array member, where that is looked for.
    flexible_length: Option<Option<u64>>,
    /// The variables that jumps out of functions need, if there are any.
    jumps: Option<tree::Jumps>,
    /// The variables of streams that are open from the start.
    standard_streams: Vec<GlobalId>,
    /// Whether the program's own code makes numbers of pointers.
    looks_at_addresses: bool,
    /// Whether memory is allocated that may end within an element of its type.
    partial_memory: bool,
    /// Static variables of functions with an alignment of their own.
    aligned_globals: Vec<(GlobalId, u64)>,
    /// Vectors and complex numbers.
    compounds: compound::Compounds,
    /// Where expressions stand that were asked for, by their addresses.
    expr_spans: RefCell<HashMap<usize, Span>>,
    /// Library functions that are written in C.
    models: HashMap<String, &'a Node<ast::FunctionDefinition>>,
    /// How many calls of these there are.
    model_count: usize,
    /// Code in C that is made while the program is typed.
    texts: &'a texts::Texts,
    /// The functions that are called before the entry, and those that are called when the program is left.
    constructors: Vec<around::Around>,
    destructors: Vec<around::Around>,
    /// Where execution starts, once that is known.
    start: Option<FunctionId>,
    /// Whether functions may be registered to be called then.
    registers_exits: bool,
    /// Whether some stream may be closed.
    closes_streams: bool,
    /// Whether formats may have what is printed counted.
    counts_printed: bool,
    /// In the code of such a function, the place of its call.
    at: Option<Span>,
    options: &'a Options,
    /// The file's scope, then those of the blocks around the point at hand.
    scopes: Vec<Scope>,
    variables: Vec<Variable<'a>>,
    functions: Vec<Function<'a>>,
    /// Functions that are typed anew with another result.
    instances: Vec<Instance>,
    /// Functions that are typed anew with more parameters.
    extended: Vec<tree::Extended>,
    /// Calls by pointers of functions that may look at more than their parameters.
    pointer_calls: Vec<variadic::PointerCall>,
    /// Static variables of functions, by where they are declared: instances share them.
    statics: HashMap<(usize, usize), GlobalId>,
    /// Enumerations, by where they are defined: functions may be typed more than once.
    enumerations: HashMap<(usize, usize), EnumId>,
    /// The qualifiers of variables of the program that are used and have some.
    qualified_globals: HashMap<GlobalId, Qualifiers>,
    /// The variables of the program that are used.
    globals: Vec<tree::Global>,
    /// Those whose first value is still to be typed.
    open_globals: Vec<(GlobalId, usize)>,
    /// Used functions that are still to be typed.
    open_functions: Vec<FunctionId>,
    strings: HashMap<Vec<u8>, GlobalId>,
    wide_strings: HashMap<wide::Wide, GlobalId>,
    /// How many functions have their address taken.
    addresses: u32,
    /// What was warned of once.
    warned: HashSet<String>,
    /// Functions that are called but not defined.
    undefined: Vec<tree::Undefined>,
    /// The types of functions that pointers from outside lead to; there is one for each.
    outside_functions: Vec<(std::rc::Rc<FunctionType>, FunctionId)>,
    /// Variables that lead to what is not known, by the types of that.
    beyond: Vec<(CType, GlobalId)>,
    /// The variable `errno`, once it is used.
    errno: Option<GlobalId>,
    current: Current,
}

/// A variable of the program as it is declared.
struct Variable<'a> {
    name: String,
    ty: CType,
    qualifiers: Qualifiers,
    initializer: Option<&'a Node<ast::Initializer>>,
    /// Whether some declaration is more than `extern`.
    defined: bool,
    /// The file that it is defined in.
    unit: usize,
    /// Its id, once it is used.
    id: Option<GlobalId>,
    /// Its type with the length that first values give to its flexible array member.
    whole: Option<CType>,
    /// The alignment that it is declared with, if that is more than its type's.
    align: Option<u64>,
    /// Whether a declaration says that it is `weak`: it is not there where nobody defines it.
    may_be_missing: bool,
    span: Span,
}

/// A function as it is declared.
struct Function<'a> {
    name: String,
    /// What an instance of a function is called in reports.
    label: Option<String>,
    ty: FunctionType,
    definition: Option<&'a Node<ast::FunctionDefinition>>,
    /// The file that it is defined in.
    unit: usize,
    /// Whether another definition may stand in its place: it is `inline` or `weak`.
    weak: bool,
    /// Whether a declaration says that it is `weak`: its address is null where nobody defines it.
    may_be_missing: bool,
    body: Option<Body>,
    used: bool,
    address: Option<u32>,
    /// Whether it is declared not to return.
    noreturn: bool,
    /// Whether it makes memory of any type, once that was asked.
    allocates: Option<bool>,
    /// Of a function that is typed anew with more parameters, their types.
    extras: Option<Vec<CType>>,
    span: Span,
}

/// The function at hand.
#[derive(Default)]
struct Current {
    /// Its number, where it is one of the program's.
    is: Option<FunctionId>,
    name: String,
    result: Option<CType>,
    locals: Vec<Local>,
    /// Those of them that have alignments of their own.
    aligned: HashMap<LocalId, u64>,
    /// Those of them that have qualifiers.
    qualified: HashMap<LocalId, Qualifiers>,
    /// How many uses of variables there are.
    uses: u32,
    /// For each `switch` around the point at hand, its cases.
    switches: Vec<Switch>,
    labels: HashSet<String>,
    gotos: Vec<(String, Span)>,
    loops: usize,
    untyped: Untyped,
    /// The types of the arguments behind the parameters, where they are known, and their variables.
    extras: Option<Vec<CType>>,
    extra_locals: Vec<LocalId>,
    /// The library function that is written in C and whose code is at hand.
    model: Option<model::Model>,
    /// Whether the point at hand is in a list of parameters.
    in_parameters: bool,
    /// Of the entry, if it has a `return` behind which the program is left in order: the variable that holds its result.
    returned: Option<Option<LocalId>>,
    /// The lengths of the rows of what the call at hand allocates, where they are computed.
    row_lengths: Vec<LocalId>,
}

/// A `switch` around the point at hand.
struct Switch {
    ty: CType,
    cases: Vec<Option<(Int, Int)>>,
    /// The same, to be found quickly.
    seen: BTreeSet<Option<(Int, Int)>>,
}

impl<'a> Checker<'a> {
    fn new(
        units: &'a [Parsed],
        options: &'a Options,
        texts: &'a texts::Texts,
        apart: HashSet<(usize, String)>,
    ) -> Self {
        Self {
            units,
            unit: 0,
            links: Links::new(units.len(), apart),
            aliases: Vec::new(),
            flexible: HashMap::new(),
            flexible_length: None,
            jumps: None,
            standard_streams: Vec::new(),
            looks_at_addresses: false,
            partial_memory: false,
            aligned_globals: Vec::new(),
            expr_spans: RefCell::default(),
            compounds: Vec::new(),
            types: TypeTable::new(options.data_model),
            diagnostics: Vec::new(),
            spans: &units[0].spans,
            attributes: &units[0].attributes,
            models: model::by_name(units.iter().filter_map(|unit| unit.models.as_ref())),
            model_count: 0,
            texts,
            constructors: Vec::new(),
            destructors: Vec::new(),
            start: None,
            registers_exits: units.iter().any(|unit| unit.registers_exits),
            closes_streams: units.iter().any(|unit| unit.closes_streams),
            counts_printed: units.iter().any(|unit| unit.counts_printed),
            at: None,
            options,
            scopes: vec![Scope::default()],
            variables: Vec::new(),
            functions: Vec::new(),
            instances: Vec::new(),
            extended: Vec::new(),
            pointer_calls: Vec::new(),
            statics: HashMap::new(),
            enumerations: HashMap::new(),
            qualified_globals: HashMap::new(),
            globals: Vec::new(),
            open_globals: Vec::new(),
            open_functions: Vec::new(),
            strings: HashMap::new(),
            wide_strings: HashMap::new(),
            addresses: 0,
            warned: HashSet::new(),
            undefined: Vec::new(),
            outside_functions: Vec::new(),
            beyond: Vec::new(),
            errno: None,
            current: Current::default(),
        }
    }

    /// Reads the declarations of all files.
    fn declarations(&mut self) {
        let units = self.units;
        for (unit, parsed) in units.iter().enumerate() {
            self.enter(unit);
            for declaration in &parsed.unit.0 {
                self.external(declaration);
            }
        }
        self.join_aliases();
        self.spread_refusals();
    }

    /// The function where execution starts; of several, the first.
    fn entry(&mut self) -> Option<FunctionId> {
        let mut refused = None;
        for scope in self.file_scopes() {
            match scope.names.get(&self.options.entry) {
                Some(Symbol::Function(id)) if self.functions[id.0 as usize].definition.is_some() => {
                    return Some(*id);
                }
                Some(Symbol::Refused(refusal)) => refused = refused.or_else(|| Some((**refusal).clone())),
                _ => {}
            }
        }
        let message = || format!("there is no function `{}` to start from", self.options.entry);
        let refused = refused.unwrap_or_else(|| Diagnostic::error(Span::nowhere(), message()));
        self.report(Box::new(refused));
        None
    }

    /// Notes that memory is allocated that may end within an element.
    pub(crate) fn note_partial_memory(&mut self) {
        self.partial_memory = true;
    }

    /// Types all that the entry needs. Gives the entry, if it is there.
    fn unit(&mut self) -> Option<FunctionId> {
        let entry = self.entry()?;
        self.start = Some(entry);
        self.use_function(entry);
        self.use_around();
        loop {
            if let Some((id, variable)) = self.open_globals.pop() {
                self.global_initial(id, variable);
            } else if let Some(id) = self.open_functions.pop() {
                self.body(id);
            } else {
                let made = self.functions_from_outside(entry);
                self.extend_for_pointers();
                if !made && self.open_functions.is_empty() {
                    return Some(entry);
                }
            }
        }
    }

    fn finish(&mut self, entry: FunctionId) -> Unit {
        let unreached = self.unreached();
        self.name_apart();
        self.align_globals(entry);
        let functions = std::mem::take(&mut self.functions).into_iter().map(|function| tree::Function {
            name: function.label.unwrap_or(function.name),
            ty: function.ty,
            body: function.body,
            address: function.address,
            noreturn: function.noreturn,
            span: function.span,
        });
        Unit {
            functions: functions.collect(),
            globals: std::mem::take(&mut self.globals),
            entry,
            undefined: std::mem::take(&mut self.undefined),
            extended: std::mem::take(&mut self.extended),
            unreached,
            jumps: self.jumps,
            standard_streams: std::mem::take(&mut self.standard_streams),
            looks_at_addresses: self.looks_at_addresses,
            partial_memory: self.partial_memory,
        }
    }

    /// The functions that nobody calls, and the labels in them. Those of the system's headers are of no interest.
    fn unreached(&self) -> Vec<Unreached> {
        let used = self.functions.iter().filter(|function| function.used);
        let place = |function: &Function<'_>| Some((function.unit, function.definition?.span.start));
        let used: HashSet<_> = used.filter_map(place).collect();
        let mut unreached = Vec::new();
        for function in &self.functions {
            let Some(definition) = function.definition else { continue };
            let spans = &self.units[function.unit].spans;
            let start = definition.span.start;
            if used.contains(&(function.unit, start)) || spans.is_of_system(start) {
                continue;
            }
            let span = spans.span(definition.span);
            unreached.push(Unreached { name: Some(function.name.clone()), span });
            let mut labels = Labels(Vec::new());
            labels.visit_function_definition(&definition.node, &definition.span);
            let labels = labels.0.into_iter().map(|name| Unreached { name: Some(name), span });
            unreached.extend(labels);
        }
        unreached
    }

    /// Whether `malloc` and its kin may return null.
    pub(crate) fn malloc_may_fail(&self) -> bool {
        self.options.malloc_null
    }

    /// Whether calls that read succeed.
    pub(crate) fn assumes_io(&self) -> bool {
        self.options.assume_io
    }

    /// The place that a node comes from.
    fn span<T>(&self, node: &Node<T>) -> Span {
        self.at.unwrap_or_else(|| self.spans.span(node.span))
    }

    /// Reports a refusal, once.
    fn report(&mut self, mut refusal: Refusal) {
        refusal.severity = Severity::Error;
        if !self.diagnostics.contains(&refusal) {
            self.diagnostics.push(*refusal);
        }
    }

    /// Marks a function as used, so that its body is typed.
    fn use_function(&mut self, id: FunctionId) {
        let function = &mut self.functions[id.0 as usize];
        if !std::mem::replace(&mut function.used, true)
            && (function.definition.is_some() || function.address.is_some() || function.extras.is_some())
        {
            self.open_functions.push(id);
        }
    }

    /// The id of a variable of the program that is used.
    fn use_variable(&mut self, index: usize) -> GlobalId {
        let variable = &mut self.variables[index];
        if let Some(id) = variable.id {
            return id;
        }
        let name = variable.name.clone();
        if let (CType::Array(element, Length::Unknown), true) = (&variable.ty, variable.defined) {
            // A tentative definition without a length has one element (C11 6.9.2).
            variable.ty = CType::Array(element.clone(), Length::Fixed(1));
        }
        let (declared, defined, place) = (variable.ty.clone(), variable.defined, variable.span);
        let whole = variable.whole.clone();
        let ty = whole.clone().unwrap_or_else(|| declared.clone());
        let is_stream =
            streams::is_standard(&name) && ty.target().is_some_and(|target| self.types.is_stream(target));
        let mut outside = None;
        let mut ty = ty;
        if !defined && !is_stream {
            let message = format!("`{name}` is not defined in this file; its first value is arbitrary");
            self.diagnostics.push(Diagnostic::warning(place, message));
            outside = Some(Outside::Arbitrary);
            if let CType::Array(element, Length::Unknown) = &ty
                && (self.types.has_pointers(element) || self.types.has_function_pointers(element))
            {
                // There are no arrays of pointers that are inputs and have no end.
                (ty, outside) = (ty.pointer(), Some(Outside::Beyond));
            }
        }
        let id = GlobalId(self.globals.len() as u32);
        self.variables[index].id = Some(id);
        let qualifiers = self.variables[index].qualifiers;
        self.note_qualifiers(id, qualifiers);
        if whole.is_some() {
            self.flexible.insert(id, declared);
        }
        if !defined && is_stream {
            self.standard_streams.push(id);
        }
        self.globals.push(tree::Global { name, ty, initial: None, outside, constant: false, span: place });
        self.open_globals.push((id, index));
        id
    }

    /// Adds a variable to the function at hand.
    pub(crate) fn add_local(&mut self, name: impl Into<String>, ty: CType, span: Span) -> LocalId {
        let id = LocalId(self.current.locals.len() as u32);
        let (mut name, inner_lengths) = (name.into(), Vec::new());
        // Those of a library function's own text are told apart from the program's.
        if let Some(model) = self.current.model.as_ref().filter(|_| !name.starts_with('(')) {
            name = format!("({}) {name}", model.name);
        }
        self.current.locals.push(Local { name, ty, inner_lengths, read_by: None, span });
        id
    }

    /// Adds a variable with a type of the program's to the function at hand.
    fn add_qualified_local(&mut self, name: &str, ty: &Qualified, span: Span) -> LocalId {
        let id = self.add_local(name, (**ty).clone(), span);
        if ty.qualifiers() != Qualifiers::NONE {
            self.current.qualified.insert(id, ty.qualifiers());
        }
        id
    }

    /// Notes the qualifiers of a variable of the program.
    fn note_qualifiers(&mut self, id: GlobalId, qualifiers: Qualifiers) {
        if qualifiers != Qualifiers::NONE {
            self.qualified_globals.insert(id, qualifiers);
        }
    }

    /// A use of a variable of the function at hand.
    pub(crate) fn use_local(&mut self, local: LocalId, span: Span) -> tree::Expr {
        let number = self.current.uses;
        self.current.uses += 1;
        let ty = self.current.locals[local.0 as usize].ty.clone();
        tree::Expr::new(tree::ExprKind::Local(local, number), ty, span)
    }

    /// Types the body of a function.
    fn body(&mut self, id: FunctionId) {
        let function = &self.functions[id.0 as usize];
        let Some(definition) = function.definition else { return self.body_of_undefined(id) };
        let (name, result, unit) = (function.name.clone(), Some(function.ty.result.clone()), function.unit);
        // Calls by pointers lead to functions that were typed anew; but who calls the entry is not known.
        let is_called = function.ty.variadic && self.start != Some(id);
        let extras = function.extras.clone().or_else(|| is_called.then(Vec::new));
        self.enter(unit);
        let before = (self.diagnostics.len(), self.warned.clone());
        self.current = Current {
            is: Some(id),
            name: name.clone(),
            result: result.clone(),
            extras: extras.clone(),
            ..Current::default()
        };
        let mut body = self.function_body(definition);
        self.scopes.truncate(1);
        if let Some(untyped) = self.current.untyped.again() {
            self.diagnostics.truncate(before.0);
            self.warned = before.1;
            self.current = Current { is: Some(id), name, result, extras, untyped, ..Current::default() };
            body = self.function_body(definition);
            self.scopes.truncate(1);
        }
        match body.and_then(|body| self.with_around(id, body)) {
            Ok(body) => self.functions[id.0 as usize].body = Some(body),
            Err(refusal) => self.report(refusal),
        }
    }

    /// Types the body of a function that is not defined, but to which pointers lead.
    fn body_of_undefined(&mut self, id: FunctionId) {
        let function = &self.functions[id.0 as usize];
        let (name, result) = (function.name.clone(), Some(function.ty.result.clone()));
        self.enter(function.unit);
        self.current = Current { name: name.clone(), result: result.clone(), ..Current::default() };
        let mut body = self.handing_on(id);
        self.scopes.truncate(1);
        if let Some(untyped) = self.current.untyped.again() {
            self.current = Current { name, result, untyped, ..Current::default() };
            body = self.handing_on(id);
            self.scopes.truncate(1);
        }
        match body {
            Ok(body) => self.functions[id.0 as usize].body = Some(body),
            Err(refusal) => self.report(refusal),
        }
    }

    fn function_body(&mut self, definition: &'a Node<ast::FunctionDefinition>) -> Result<Body, Refusal> {
        let span = self.span(definition);
        self.scopes.push(Scope::default());
        let mut statements = self.parameters(definition)?;
        self.declare_extras(span);
        let parameters = self.current.locals.len();
        let ast::Statement::Compound(items) = &definition.node.statement.node else {
            return refusal(span, "a function without a body");
        };
        statements.extend(self.items(items));
        let mut targets = HashSet::new();
        for (label, span) in std::mem::take(&mut self.current.gotos) {
            if !self.current.labels.contains(&label) && !around::is_label(&label) {
                self.diagnostics.push(Diagnostic::error(span, format!("there is no label `{label}`")));
            }
            targets.insert(label);
        }
        let locals = std::mem::take(&mut self.current.locals);
        let end = Span::new(span.file, span.end, span.end);
        Ok(Body { locals, parameters, statements, targets, end })
    }
}

/// The names of labels.
struct Labels(Vec<String>);

impl<'ast> Visit<'ast> for Labels {
    fn visit_label(&mut self, label: &'ast ast::Label, _: &'ast lang_c::span::Span) {
        if let ast::Label::Identifier(name) = label {
            self.0.push(name.node.name.clone());
        }
    }
}
