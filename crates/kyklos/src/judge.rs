//! The judge: looks at the paths that end where the question points, finds
//! inputs, has them replayed, and keeps what was confirmed.

use crate::check::CheckOptions;
use crate::counts::{self, Exact};
use crate::replay::{Memory, Replay, Replayer};
use kyklos_base::{Int, Span};
use kyklos_exec::{Context, Control, Feature, Guarantee, InputRead, InputShape, PathEnd, Point, State};
use kyklos_flow::{CheckClass, ErrorKind, Expr, Instruction, Place, Program, Type};
use kyklos_native::Outcome;
use kyklos_report::{Finding, FindingKind, InputData, InputValue, NativeRun, Open};
use kyklos_solver::{Answer, Reason};
use kyklos_term::{FunctionModel, Model, Symbol, SymbolKind, Term};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is asked.
#[derive(Clone, Debug)]
pub enum Question {
    /// Does a run fail, in one of these classes?
    Errors(Vec<CheckClass>),
    /// Does a run come to one of these points?
    Reach(Vec<Point>),
}

/// Judges paths that have ended.
pub struct Judge<'p> {
    /// The question.
    pub question: Question,
    /// What was confirmed.
    pub findings: Vec<Finding>,
    /// Findings whose replay by the interpreter went elsewhere.
    pub faults: Vec<String>,
    replayer: Replayer<'p>,
    options: &'p CheckOptions,
    found: BTreeSet<Point>,
    undecided: Vec<(Point, Open)>,
    /// How often a path to a point turned out not to be real.
    missed: BTreeMap<Point, u32>,
    /// Where points go to which paths are not looked for any more, if they are given up.
    given_up: Option<GivenUp>,
}

/// Points that an exploration has given up: it leaves open whether a run comes there.
pub(crate) type GivenUp = Rc<RefCell<BTreeSet<Point>>>;

/// So many paths that are not real are enough to give a point up.
const MAX_MISSED: u32 = 3;
/// So many models of a path that need not be real are tried.
const ATTEMPTS: u32 = 3;
/// A run that need not be real is replayed for so many steps.
const COVERING_STEPS: u64 = 1_000_000;

/// The query whether a path is possible at all gets this many times the usual limit.
const PATIENCE: u32 = 5;

impl<'p> Judge<'p> {
    /// A judge of a question.
    pub fn new(question: Question, replayer: Replayer<'p>, options: &'p CheckOptions) -> Self {
        Self {
            question,
            findings: Vec::new(),
            faults: Vec::new(),
            replayer,
            options,
            found: BTreeSet::new(),
            undecided: Vec::new(),
            missed: BTreeMap::new(),
            given_up: None,
        }
    }

    /// Has points given up to which paths turn out not to be real again and again.
    pub(crate) fn giving_up(&mut self, given_up: GivenUp) {
        self.given_up = Some(given_up);
    }

    /// What could not be decided; a point to which another path was confirmed is no longer open.
    pub fn open(&self) -> impl Iterator<Item = Open> {
        self.undecided.iter().filter(|(point, _)| !self.found.contains(point)).map(|(_, open)| open.clone())
    }

    /// The points to which paths could not be decided, and none was confirmed.
    pub(crate) fn undecided(&self) -> BTreeSet<Point> {
        let undecided = self.undecided.iter().map(|(point, _)| *point);
        undecided.filter(|point| !self.found.contains(point)).collect()
    }

    /// The point, if the path's end is one that the question is about.
    fn concerns(&self, context: &Context<'_>, end: &PathEnd) -> Option<Point> {
        match (end, &self.question) {
            (PathEnd::Target(point), Question::Reach(_)) => Some(*point),
            (PathEnd::Error(point), Question::Errors(classes)) => {
                let site = context.procedure(*point).locations[point.location].error()?;
                site.kind.is_asked(classes).then_some(*point)
            }
            _ => None,
        }
    }

    /// Notes a path that came to a place at which it is not known what happens.
    fn leave_open(&mut self, context: &mut Context<'_>, state: &State, point: Point, why: String) {
        let span = span_of(context, point);
        if state.model.is_none() && self.decide(context, state, point, span).is_none() {
            return;
        }
        if state.guarantee == Guarantee::Covering {
            self.miss(point);
        }
        self.note(point, span, why);
    }

    fn judge(&mut self, context: &mut Context<'_>, state: &State, point: Point) -> Control {
        let span = span_of(context, point);
        let model = match &state.model {
            Some(model) => model.clone(),
            None => match self.decide(context, state, point, span) {
                Some(model) => model,
                None => return Control::Continue,
            },
        };
        let covering = state.guarantee == Guarantee::Covering;
        let mut model = match counts::exact(context, state).filter(|_| covering) {
            Some(Exact::Model(model)) => model,
            Some(Exact::Impossible) => return Control::Continue,
            None => small_model(context, state, model),
        };
        let mut narrowed = state.clone();
        for attempt in 1.. {
            let missed = match self.try_model(context, state, point, span, &model) {
                Ok(control) => return control,
                Err(why) => why,
            };
            // Another run may be real: with other numbers of rounds.
            let other =
                (covering && attempt < ATTEMPTS).then(|| others(context, &mut narrowed, &model)).flatten();
            let Some(other) = other else {
                if covering {
                    self.miss(point);
                }
                self.note(point, span, missed);
                break;
            };
            model = other;
        }
        Control::Continue
    }

    /// Replays the inputs of a path under a model; why that does not help, if it does not.
    fn try_model(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        point: Point,
        span: Span,
        model: &Model,
    ) -> Result<Control, String> {
        let Some(inputs) = inputs_of(context, &state.inputs.to_vec(), model) else {
            return Err("the inputs of a path to here are too many to be replayed".to_owned());
        };
        let covering = state.guarantee == Guarantee::Covering;
        let memory = memory_of(context, state, model);
        let steps = covering.then_some(COVERING_STEPS);
        let replay = self.replayer.replay(&inputs, &memory, point, &self.question, steps);
        match replay {
            Replay::Confirmed { path, cut, overflows, shapes } => {
                let mut inputs = inputs;
                for (input, shape) in inputs.iter_mut().filter(|input| !input.argument).zip(shapes) {
                    (input.float, input.bytes) = (shape.float, shape.bytes);
                }
                let finding = Finding { overflows, ..finding(context, point, span, inputs, path, cut) };
                Ok(self.confirm(context, point, finding))
            }
            Replay::Stopped(why) => Err(format!("a replay was stopped before its end: {why}")),
            Replay::Elsewhere(what) if covering => {
                Err(format!("it is not known whether a path to here is real: {what}"))
            }
            Replay::Elsewhere(what) => {
                let place = kyklos_report::place(&context.program.sources, span);
                self.faults.push(format!("the replay of a path to {place} did not come there: {what}"));
                Ok(Control::Continue)
            }
        }
    }

    /// Keeps a finding that the interpreter has confirmed. A native run is a second witness: what it shows is
    /// told, but compilers and sanitizers may do other things than C demands, so it does not judge.
    fn confirm(&mut self, context: &mut Context<'_>, point: Point, mut finding: Finding) -> Control {
        if !self.options.all_errors {
            context.answered();
        }
        if self.options.native.is_some() {
            // Until it has come to its end, this is what is known of it.
            finding.native = Some(NativeRun::Unavailable("time was over before its end".to_owned()));
        }
        self.options.board.note(&finding);
        let file = context.program.sources.name(finding.span.file);
        if let Some(native) = &self.options.native {
            let outcome = native.replay(&finding, file, &context.budget);
            if outcome == Outcome::Confirmed {
                finding.replay = "confirmed-native";
            }
            finding.native = Some(match outcome {
                Outcome::Confirmed => NativeRun::Confirmed,
                Outcome::Different(what) => NativeRun::Different(what),
                Outcome::Inconclusive(what) => NativeRun::Inconclusive(what),
                Outcome::Unavailable(why) => NativeRun::Unavailable(why),
            });
            self.options.board.note(&finding);
        }
        self.found.insert(point);
        self.findings.push(finding);
        if self.options.all_errors { Control::Continue } else { Control::Stop }
    }

    /// Whether a path of which that is not known is possible; with a model if it is.
    fn decide(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        point: Point,
        span: Span,
    ) -> Option<Rc<Model>> {
        let limit = context.options.solver_timeout * PATIENCE;
        match context.ask_within(state, Term::TRUE, limit) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat => None,
            Answer::Unknown(reason) => {
                let culprit = match state.undecided {
                    Some(branch) => {
                        format!("; it could not decide the condition at line {}", branch.start.line)
                    }
                    None => String::new(),
                };
                let reason = match reason {
                    Reason::Timeout => "the solver reached its time limit".to_owned(),
                    Reason::Interrupted => "the solver was interrupted".to_owned(),
                    Reason::Incomplete(why) => format!("the solver gave up ({why})"),
                };
                let why = format!("it is not known whether a path to here is possible: {reason}{culprit}");
                self.note(point, span, why);
                None
            }
        }
    }

    /// A path to the point was not real, as far as can be seen.
    fn miss(&mut self, point: Point) {
        let missed = self.missed.entry(point).or_default();
        *missed += 1;
        if let Some(given_up) = self.given_up.as_ref().filter(|_| *missed >= MAX_MISSED) {
            given_up.borrow_mut().insert(point);
        }
    }

    fn note(&mut self, point: Point, span: Span, why: String) {
        match self.undecided.iter_mut().find(|(known, open)| *known == point && open.why == why) {
            Some((_, open)) => open.paths += 1,
            None => self.undecided.push((point, Open { span, in_loop: false, why, paths: 1 })),
        }
    }
}

impl Feature for Judge<'_> {
    fn ended(&mut self, context: &mut Context<'_>, state: &State, end: &PathEnd) -> Control {
        if let PathEnd::Error(point) = end
            && let Some(site) = context.procedure(*point).locations[point.location].error()
            && site.kind == ErrorKind::Open
        {
            let why = site.message.clone();
            self.leave_open(context, state, *point, why);
            return Control::Continue;
        }
        match self.concerns(context, end) {
            Some(point) if !self.found.contains(&point) => self.judge(context, state, point),
            _ => Control::Continue,
        }
    }
}

/// Where objects lie under a model, and what lies between the members of structs, in the order in which the path looked
/// at them. Note [addresses].
fn memory_of(context: &Context<'_>, state: &State, model: &Model) -> Memory {
    let exposed = state.exposed.to_vec();
    let addresses = exposed.iter().map(|(_, object)| {
        let address = state.objects.get(object.0 as usize)?.address?;
        context.terms.evaluate(address, model)?.int().cloned()
    });
    let addresses = addresses.map(|address| address.unwrap_or(Int::ZERO)).collect();
    let gaps = if copies_records(context.program) { Vec::new() } else { state.gaps.to_vec() };
    let padding = gaps.into_iter().map(|symbol| model.int(symbol).to_usize()?.try_into().ok());
    let padding = padding.map(|byte: Option<u8>| byte.unwrap_or(0)).collect();
    Memory { addresses, padding }
}

/// Whether a program copies whole structs: `memcpy` leaves the same bytes between their members, which nobody keeps until
/// they are looked at. Then a difference there shows nothing.
fn copies_records(program: &Program) -> bool {
    let is_record = |place: &Place, procedure| {
        let ty = place.type_in(program, procedure).and_then(|ty| program.types.get(ty));
        matches!(ty, Some(Type::Record(_) | Type::Array { .. }))
    };
    program.procedures.iter().any(|(_, procedure)| {
        procedure.edges.iter().any(|(_, edge)| match &edge.instruction {
            Instruction::Copy { .. } => true,
            Instruction::Assign { value: Expr::Load(place), .. } => is_record(place, procedure),
            _ => false,
        })
    })
}

/// The path counters that a path speaks of.
pub(crate) fn counters_of(context: &mut Context<'_>, state: &State) -> Vec<Symbol> {
    let mut counters: Vec<Symbol> = Vec::new();
    for condition in state.path.iter_back() {
        let symbols = context.terms.free_symbols(*condition);
        let is_counter = |symbol: &&Symbol| context.terms.symbol_info(**symbol).kind == SymbolKind::Counter;
        counters.extend(symbols.iter().filter(is_counter));
    }
    counters.sort_unstable();
    counters.dedup();
    counters
}

/// A model of the path with other numbers of rounds, if there is one; the path is narrowed to such.
fn others(context: &mut Context<'_>, state: &mut State, model: &Model) -> Option<Rc<Model>> {
    let mut differs = Vec::new();
    for counter in counters_of(context, state) {
        let (count, value) = (context.terms.symbol_term(counter), context.terms.int(&model.int(counter)));
        let same = context.terms.eq(count, value);
        differs.push(context.terms.not(same));
    }
    let differs = context.terms.or(differs);
    state.model = None;
    state.assume(&context.terms, differs);
    match context.ask(state, Term::TRUE) {
        Answer::Sat(model) => Some(model),
        Answer::Unsat | Answer::Unknown(_) => None,
    }
}

/// A model in which path counters are small, if there is one: its run is
/// shorter, and easier to understand.
fn small_model(context: &mut Context<'_>, state: &State, model: Rc<Model>) -> Rc<Model> {
    let counters = counters_of(context, state);
    let Some(most) = counters.iter().map(|counter| model.int(*counter)).max() else { return model };
    let mut bound = Int::ONE;
    while bound < most {
        let limit = context.terms.int(&bound);
        let parts: Vec<Term> = counters
            .iter()
            .map(|counter| {
                let kappa = context.terms.symbol_term(*counter);
                context.terms.le(kappa, limit)
            })
            .collect();
        let goal = context.terms.and(parts);
        match context.ask(state, goal) {
            Answer::Sat(small) => return small,
            Answer::Unsat => bound = &bound * &Int::from(4i64),
            Answer::Unknown(_) => break,
        }
    }
    model
}

fn span_of(context: &Context<'_>, point: Point) -> Span {
    let procedure = context.procedure(point);
    let location = &procedure.locations[point.location];
    match procedure.outgoing(point.location).first() {
        Some(edge) if location.error().is_none() => procedure.edges[*edge].span,
        _ => location.span,
    }
}

/// The inputs of a path under a model, in the order they are read. An array of
/// known length becomes one input for each of its numbers, as a run reads them, unless it is large.
pub(crate) fn inputs_of(
    context: &mut Context<'_>,
    reads: &[InputRead],
    model: &Model,
) -> Option<Vec<InputValue>> {
    let mut inputs = Vec::new();
    for read in reads {
        match &read.shape {
            InputShape::Number => {
                let value = context.terms.evaluate(read.symbol, model);
                let number = value.and_then(|value| value.int().cloned()).unwrap_or(Int::ZERO);
                inputs.push(input(read, read.name.to_string(), InputData::Number(number)));
            }
            InputShape::Array(_) | InputShape::Records { .. } => {
                let tree = Numbers::of(context, read, model)?;
                let whole = tree.count().is_none_or(|count| count > kyklos_interp::LARGE_INPUT);
                let mut out = |name: String, value: InputData| inputs.push(input(read, name, value));
                match whole {
                    true => tree.columns("", &mut out),
                    false => tree.each(String::new(), &mut Vec::new(), &mut out),
                }
            }
            InputShape::Choice { guard, sides: [yes, no] } => {
                let first = context.terms.holds(*guard, model)?;
                inputs.extend(inputs_of(context, if first { yes } else { no }, model)?);
            }
            InputShape::Repeated { count, inputs: round } => {
                inputs.extend(rounds(context, *count, round, model)?)
            }
        }
    }
    Some(inputs)
}

fn input(read: &InputRead, name: String, value: InputData) -> InputValue {
    InputValue { name, span: read.span, value, argument: read.parameter, float: None, bytes: None }
}

/// The numbers of an input array, or of an array of records.
struct Numbers {
    name: Rc<str>,
    /// How many elements there are in each dimension, behind those of the records around them; `None` is no limit.
    counts: Vec<Option<usize>>,
    content: Content,
}

enum Content {
    /// Numbers, by all indices.
    Function(FunctionModel),
    /// The fields of records.
    Fields(Vec<Numbers>),
}

impl Numbers {
    /// Those of an input; `None` if its lengths are not known.
    fn of(context: &mut Context<'_>, read: &InputRead, model: &Model) -> Option<Numbers> {
        Self::within(context, read, 0, model)
    }

    /// Those of an input in records with so many dimensions.
    fn within(context: &mut Context<'_>, read: &InputRead, around: usize, model: &Model) -> Option<Numbers> {
        let (lengths, content) = match &read.shape {
            InputShape::Records { lengths, fields } => {
                let around = around + lengths.len();
                let fields = fields.iter().map(|field| Numbers::within(context, field, around, model));
                (lengths.as_slice(), Content::Fields(fields.collect::<Option<_>>()?))
            }
            InputShape::Array(lengths) => {
                let function = match context.terms.evaluate(read.symbol, model) {
                    Some(kyklos_term::Value::Function(function)) => function,
                    _ => FunctionModel { entries: BTreeMap::new(), default: Int::ZERO },
                };
                (lengths.get(around..)?, Content::Function(function))
            }
            InputShape::Number | InputShape::Repeated { .. } | InputShape::Choice { .. } => return None,
        };
        let mut counts = Vec::with_capacity(lengths.len());
        for length in lengths {
            let Some(length) = length else {
                counts.push(None);
                continue;
            };
            let length = context.terms.evaluate(*length, model)?.int().cloned()?;
            counts.push(Some(if length.is_negative() { 0 } else { length.to_usize()? }));
        }
        Some(Numbers { name: read.name.clone(), counts, content })
    }

    /// How many numbers these are, if there is a limit.
    fn count(&self) -> Option<usize> {
        let own = self.counts.iter().try_fold(1usize, |all, count| Some(all.saturating_mul((*count)?)))?;
        match &self.content {
            Content::Function(_) => Some(own),
            Content::Fields(fields) => {
                let all =
                    fields.iter().try_fold(0usize, |all, field| Some(all.saturating_add(field.count()?)));
                Some(own.saturating_mul(all?))
            }
        }
    }

    /// Each array of numbers as a whole.
    fn columns(&self, before: &str, out: &mut dyn FnMut(String, InputData)) {
        let name = format!("{before}{}", self.name);
        match &self.content {
            Content::Function(function) => {
                let (elements, otherwise) = (function.entries.clone(), function.default.clone());
                out(name, InputData::Array { elements, otherwise });
            }
            Content::Fields(fields) => fields.iter().for_each(|field| field.columns(&name, out)),
        }
    }

    /// Each number, in the order they lie in memory.
    fn each(&self, before: String, at: &mut Vec<Int>, out: &mut dyn FnMut(String, InputData)) {
        self.element(format!("{before}{}", self.name), at, 0, out);
    }

    fn element(&self, name: String, at: &mut Vec<Int>, depth: usize, out: &mut dyn FnMut(String, InputData)) {
        if let Some(count) = self.counts.get(depth) {
            for index in 0..count.unwrap_or(0) {
                at.push(Int::from(index));
                self.element(format!("{name}[{index}]"), at, depth + 1, out);
                at.pop();
            }
            return;
        }
        match &self.content {
            Content::Function(function) => out(name, InputData::Number(function.at(at).clone())),
            Content::Fields(fields) => fields.iter().for_each(|field| field.each(name.clone(), at, out)),
        }
    }
}

/// What the rounds of a loop read.
fn rounds(context: &Context<'_>, count: Term, round: &[InputRead], model: &Model) -> Option<Vec<InputValue>> {
    let count = context.terms.evaluate(count, model)?.int()?.to_usize()?;
    let functions: Vec<_> = round.iter().map(|read| context.terms.evaluate(read.symbol, model)).collect();
    let mut inputs = Vec::new();
    if count.checked_mul(round.len())? > MAX_ELEMENTS {
        return None;
    }
    for number in 0..count {
        for (read, function) in round.iter().zip(&functions) {
            let value = match function {
                Some(kyklos_term::Value::Function(function)) => function.at(&[Int::from(number)]).clone(),
                _ => Int::ZERO,
            };
            let (name, value) = (read.name.to_string(), InputData::Number(value));
            inputs.push(InputValue {
                name,
                span: read.span,
                value,
                argument: false,
                float: None,
                bytes: None,
            });
        }
    }
    Some(inputs)
}

/// What rounds of a loop read is not written out if it is more than this.
const MAX_ELEMENTS: usize = 10_000_000;

fn finding(
    context: &Context<'_>,
    point: Point,
    span: Span,
    inputs: Vec<InputValue>,
    path: Vec<kyklos_report::Branch>,
    path_cut: bool,
) -> Finding {
    let procedure = context.procedure(point);
    let (kind, message) = match procedure.locations[point.location].error() {
        Some(site) => (FindingKind::Error(site.kind), site.message.clone()),
        None => (FindingKind::Reached, "a run comes here".to_owned()),
    };
    Finding {
        kind,
        message,
        span,
        function: procedure.name.clone(),
        inputs,
        path,
        path_cut,
        overflows: Vec::new(),
        replay: "confirmed",
        native: None,
    }
}
