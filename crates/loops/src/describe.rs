//! What was found out about loops, for people: cycles in closed form as text,
//! what was declined and why, what a self-check has refuted.

use crate::cells::{Cell, Entry, Root, generalise};
use crate::covering::describe::Together;
use crate::cycle::{Condition, Purpose, cycles};
use crate::recurrence::Moment;
use crate::summary::{self, describe::Description as Summary};
use crate::templates::{Template, Templates};
use crate::verify::{Fault, verify};
use kyklos_base::{Int, Span};
use kyklos_exec::value::Value;
use kyklos_exec::{Context, Point, State};
use kyklos_flow::{EdgeId, ProcedureId, VariableKind};
use kyklos_shape::Loop;
use kyklos_solver::Answer;
use kyklos_term::{Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::time::Duration;

/// What was found out about the loops of a program while it was executed.
#[derive(Default)]
pub struct Journal {
    /// Cycles as they were when they were first met; only where they are to be described.
    pub cycles: Vec<Met>,
    /// Summaries of loops, by their heads, or why there are none; only where they are to be described.
    pub summaries: Vec<(Point, Result<Summary, String>)>,
    /// All ways of loops together, by their heads, as covering jumps first saw them; only where they are to be described.
    pub together: Vec<(Point, Together)>,
    /// Why no template was made: the loop's head, the place, the reason; each once.
    pub declined: Vec<(Point, Span, String)>,
    describes: bool,
}

/// A cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// The loop's head.
    pub head: Point,
    /// The path.
    pub edges: Vec<(ProcedureId, EdgeId)>,
    /// The closed form, or why there is none.
    pub closed: Result<Description, String>,
}

/// A cycle in closed form. Names stand for values when the loop's head is
/// reached; what the loop does not change is as in the state that was there first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// Inputs that an iteration reads: the name of the function of the iteration, and where.
    pub inputs: Vec<(String, Span)>,
    /// What changes, and its value after κ iterations.
    pub forms: Vec<(String, String)>,
    /// That the first κ iterations follow the cycle.
    pub condition: Iterated,
    /// That numbers stay within their types in these, where the condition does not say so.
    pub ranges: Option<Iterated>,
    /// Where and when the cycle is left after κ iterations, if numbers stay within their types.
    pub exits: Vec<Exit>,
    /// The forms hold for at most this many iterations.
    pub limit: Option<u32>,
}

/// A condition on each of the first κ iterations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iterated {
    /// As ∀τ.
    pub quantified: String,
    /// The same without quantifiers, where that is possible.
    pub exact: Option<String>,
}

/// A way to leave a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// What is left there.
    pub purpose: Purpose,
    /// Where.
    pub span: Span,
    /// The edge that is taken instead of the cycle's.
    pub edge: Option<(ProcedureId, EdgeId)>,
    /// When.
    pub condition: String,
}

/// Cycles of one loop that are described at most.
const MAX_CYCLES: usize = 32;
/// Conditions without quantifiers that are longer than this say nothing to people.
const MAX_LENGTH: usize = 400;
/// The time for a question that only makes a description shorter.
const PATIENCE: Duration = Duration::from_secs(1);

impl Journal {
    /// A journal that describes cycles too, which takes time.
    pub fn describing() -> Self {
        Self { describes: true, ..Self::default() }
    }

    /// Whether all ways of the loop at a head are still to be described.
    pub(crate) fn wants(&self, head: Point) -> bool {
        self.describes && self.together.iter().all(|(known, _)| *known != head)
    }

    pub(crate) fn declined(&mut self, head: Point, span: Span, why: &str) {
        note(&mut self.declined, head, span, why);
    }

    pub(crate) fn refuted(&mut self, context: &mut Context<'_>, head: Point, span: Span, fault: &Fault) {
        match fault {
            Fault::Wrong(why) => {
                let place = context.program.sources.place(span);
                let fault = format!("the self-check of the loop at {place} failed: {why}");
                if !context.faults.contains(&fault) {
                    context.faults.push(fault);
                }
            }
            Fault::Open(why) => note(&mut self.declined, head, span, why),
        }
    }

    pub(crate) fn found(&mut self, context: &mut Context<'_>, head: Point, template: &Template) {
        if self.describes && self.is_new(head, &template.edges) {
            self.meet(head, &template.edges, Ok(describe(context, template)));
        }
    }

    /// Describes the cycles of a loop at whose head a state is, also those that
    /// this very state cannot take next; `false` if that is not possible here.
    pub fn survey(
        &mut self,
        context: &mut Context<'_>,
        templates: &mut Templates,
        state: &State,
        within: &Loop,
        self_check: bool,
    ) -> bool {
        let head = state.point();
        if self.summaries.iter().all(|(known, _)| *known != head) {
            let mut own = Templates::default();
            own.summaries = true;
            let summary = summary::describe::describe(context, &mut own, state, within);
            self.summaries.extend(summary.transpose().map(|summary| (head, summary)));
        }
        // What changes is found from the state; all cycles from one in which that is unknown.
        let found = cycles(templates, context, state, within, 0).and_then(|found| {
            let Some(found) = found else { return Ok(None) };
            let named = named_values(context, &found.general.state);
            let named = generalise(context, &found.general.state, &named, &mut templates.symbols)?;
            let Some(named) = named else { return Ok(None) };
            cycles(templates, context, &named.state, within, 0)
        });
        let found = match found {
            Ok(Some(found)) => found,
            Ok(None) => return false,
            Err(why) => {
                self.declined(head, within.span, &why);
                return true;
            }
        };
        for (span, why) in &found.declined {
            self.declined(head, *span, why);
        }
        for cycle in found.cycles.iter().filter(|cycle| !cycle.edges.is_empty()) {
            if !self.is_new(head, &cycle.edges) {
                continue;
            }
            let template = templates.template(context, &found, cycle, within.span);
            let template = template.and_then(|template| match verified(context, &template, self_check) {
                Ok(()) => Ok(template),
                Err(fault) => {
                    self.refuted(context, head, within.span, &fault);
                    Err(fault.to_string())
                }
            });
            let closed = template.map(|template| describe(context, &template));
            self.meet(head, &cycle.edges, closed);
        }
        true
    }

    fn is_new(&self, head: Point, edges: &[(ProcedureId, EdgeId)]) -> bool {
        let mut known = self.cycles.iter().filter(|cycle| cycle.head == head);
        known.clone().count() < MAX_CYCLES && known.all(|cycle| cycle.edges != edges)
    }

    fn meet(&mut self, head: Point, edges: &[(ProcedureId, EdgeId)], closed: Result<Description, String>) {
        self.cycles.push(Met { head, edges: edges.to_vec(), closed });
    }
}

/// Variables of the topmost frame that have other values than constants and
/// symbols of their own name: they read better by their names.
pub(crate) fn named_values(context: &Context<'_>, state: &State) -> Vec<Cell> {
    let variables = context.program.procedures[state.procedure()].variables.iter();
    let named = variables.filter(|(id, variable)| match state.variable(*id) {
        Some(Value::Int(term)) if variable.kind != VariableKind::Temporary => {
            context.terms.as_int(*term).is_none() && context.terms.show(*term) != variable.name
        }
        _ => false,
    });
    named.map(|(id, _)| Cell { root: Root::Variable(id), path: Vec::new() }).collect()
}

fn verified(context: &mut Context<'_>, template: &Template, self_check: bool) -> Result<(), Fault> {
    if self_check { verify(context, template) } else { Ok(()) }
}

fn note(notes: &mut Vec<(Point, Span, String)>, head: Point, span: Span, why: &str) {
    if !notes.iter().any(|known| (known.0, known.1, known.2.as_str()) == (head, span, why)) {
        notes.push((head, span, why.to_owned()));
    }
}

/// Describes a template.
pub fn describe(context: &mut Context<'_>, template: &Template) -> Description {
    let (path, ranges) = split(context, template);
    let terms = &mut context.terms;
    let (kappa, now) = moment(terms, template, "κ", SymbolKind::Counter);
    let tau = moment(terms, template, "τ", SymbolKind::Bound);
    let mut forms: Vec<_> =
        template.entries.iter().filter_map(|entry| form(terms, template, &now, entry.symbol)).collect();
    let [condition, range] =
        [&path, &ranges].map(|conditions| iterated(terms, template, kappa, &tau, conditions));
    let path: Vec<(&Condition, Term)> =
        path.iter().map(|condition| (condition, template.closed.at(terms, &now, condition.term))).collect();
    let conditions = path.iter().map(|(_, holds)| *holds).chain(condition.all()).chain(range.all());
    let mut shown: Vec<Term> = conditions.collect();
    // The front end's own variables are told of only where something else depends on them.
    let hidden = temporaries(context, template);
    let terms = &mut context.terms;
    shown.extend(forms.iter().filter(|(formed, _)| !hidden.contains(&formed.symbol)).map(|(_, form)| *form));
    forms.retain(|(formed, _)| {
        !hidden.contains(&formed.symbol)
            || shown.iter().any(|term| terms.free_symbols(*term).contains(&formed.symbol))
    });
    shown.extend(forms.iter().map(|(_, form)| *form));
    let own = template.entries.iter().map(|entry| entry.symbol).collect();
    let inputs: Vec<Symbol> = template.inputs.iter().map(|input| input.2).collect();
    let names = Names::telling(terms, own, &inputs, shown);
    let mut exits = Vec::new();
    for (number, (condition, holds)) in path.iter().enumerate() {
        let mut here: Vec<Term> = path[..number].iter().map(|(_, before)| *before).collect();
        here.push(terms.not(*holds));
        if terms.and(here.iter().copied()) != Term::FALSE {
            let Condition { purpose, span, other, .. } = **condition;
            exits.push(Exit { purpose, span, edge: other, condition: names.show_all(terms, &here) });
        }
    }
    let forms = forms.iter().map(|(what, value)| (names.form(terms, what), names.show(terms, *value)));
    Description {
        forms: forms.collect(),
        inputs: template.inputs.iter().map(|(read, _, array)| (names.of(terms, *array), read.span)).collect(),
        condition: condition.show(terms, &names),
        ranges: (!ranges.is_empty()).then(|| range.show(terms, &names)),
        exits,
        limit: template.closed.limit,
    }
}

/// The symbols of variables that the source does not have.
fn temporaries(context: &Context<'_>, template: &Template) -> Vec<Symbol> {
    let variables = &context.program.procedures[template.general.procedure()].variables;
    let is_temporary = |entry: &&Entry| match entry.cell.root {
        Root::Variable(id) => variables[id].kind == VariableKind::Temporary,
        Root::Object(_) => false,
    };
    template.entries.iter().filter(is_temporary).map(|entry| entry.symbol).collect()
}

/// The conditions to follow the path, and those to stay within types; only what does
/// not follow from all before it, so that no exit is told that cannot be taken.
fn split(context: &mut Context<'_>, template: &Template) -> (Vec<Condition>, Vec<Condition>) {
    let (mut path, mut ranges) = (Vec::new(), Vec::new());
    let mut state = State { model: None, ..template.general.clone() };
    for condition in &template.conditions {
        let term = open_part(context, &state, condition.term);
        if term != Term::TRUE {
            let kept = if condition.purpose == Purpose::Range { &mut ranges } else { &mut path };
            kept.push(Condition { term, ..condition.clone() });
        }
        state.assume(&context.terms, condition.term);
    }
    (path, ranges)
}

/// A condition without its conjuncts that hold in a state anyway.
fn open_part(context: &mut Context<'_>, state: &State, condition: Term) -> Term {
    let parts = match context.terms.node(condition) {
        Some(Node::And(parts)) => parts.to_vec(),
        _ => vec![condition],
    };
    let mut open = Vec::new();
    for part in parts {
        let fails = context.terms.not(part);
        if !matches!(context.ask_within(state, fails, PATIENCE), Answer::Unsat) {
            open.push(part);
        }
    }
    context.terms.and(open)
}

/// A number of iterations of this name, as a symbol.
fn moment(terms: &mut Terms, template: &Template, name: &str, kind: SymbolKind) -> (Term, Moment) {
    let low = Some(Int::ZERO);
    let count = terms.symbol(SymbolInfo { name: name.to_owned(), kind, sort: Sort::Int, low, high: None });
    let count = terms.symbol_term(count);
    // What defines the companions is in their names.
    let (moment, _) = template.closed.counter(terms, count);
    (count, moment)
}

/// What a form is of: a number, or the element of an array at these indices.
struct Formed {
    symbol: Symbol,
    indices: Vec<Term>,
}

/// The closed form of what an iteration changes; an array's as that of its element χ.
fn form(terms: &mut Terms, template: &Template, moment: &Moment, symbol: Symbol) -> Option<(Formed, Term)> {
    let entry = terms.symbol_term(symbol);
    let value = template.closed.at(terms, moment, entry);
    if value == entry {
        return None;
    }
    let Sort::Array(arity) = terms.sort(value) else {
        return Some((Formed { symbol, indices: Vec::new() }, value));
    };
    let name = |number: u32| if arity == 1 { "χ".to_owned() } else { format!("χ{number}") };
    let indices: Vec<Term> =
        (1..=arity).map(|number| terms.fresh(name(number), SymbolKind::Bound, Sort::Int)).collect();
    let value = terms.read(value, &indices);
    Some((Formed { symbol, indices }, value))
}

/// That conditions hold in the first κ iterations.
struct Quantified {
    /// The conditions in iteration τ.
    bodies: Vec<Term>,
    /// The same without quantifiers, for κ > 0.
    exact: Option<Vec<Term>>,
}

fn iterated(
    terms: &mut Terms,
    template: &Template,
    kappa: Term,
    (tau, moment): &(Term, Moment),
    conditions: &[Condition],
) -> Quantified {
    let closed = &template.closed;
    let bodies = conditions.iter().map(|condition| closed.at(terms, moment, condition.term)).collect();
    let plain = closed.moment(terms, *tau).zip(terms.as_symbol(*tau));
    let none = terms.le(kappa, Term::ZERO);
    let mut exact = |condition: &Condition| {
        let (moment, tau) = plain.as_ref()?;
        let body = closed.at(terms, moment, condition.term);
        let exact = terms.all_between(*tau, Term::ZERO, kappa, body);
        // Without iterations there is no condition; that is said once, before all.
        let exact = terms.rewrite(exact, |_, part| (part == none).then_some(Term::FALSE));
        (!terms.is_quantified(exact)).then_some(exact)
    };
    Quantified { bodies, exact: conditions.iter().map(&mut exact).collect() }
}

impl Quantified {
    fn all(&self) -> impl Iterator<Item = Term> {
        self.bodies.iter().chain(self.exact.iter().flatten()).copied()
    }

    fn show(&self, terms: &mut Terms, names: &Names) -> Iterated {
        if self.bodies.is_empty() {
            return Iterated { quantified: "true".to_owned(), exact: None };
        }
        let exact = self.exact.as_ref().map(|exact| format!("κ = 0 ∨ {}", names.show_all(terms, exact)));
        Iterated {
            quantified: format!("∀τ. 0 ≤ τ < κ → {}", names.show_all(terms, &self.bodies)),
            exact: exact.filter(|exact| exact.chars().count() <= MAX_LENGTH),
        }
    }
}

/// Names that tell symbols apart: where two would be called the same, one gets
/// another name. Inputs of iterations are called inputs.
pub(crate) struct Names(FxHashMap<Symbol, Term>);

impl Names {
    /// Names for entries, for inputs, and for what else is in the terms that are shown.
    pub(crate) fn telling(
        terms: &mut Terms,
        entries: Vec<Symbol>,
        inputs: &[Symbol],
        shown: Vec<Term>,
    ) -> Self {
        let mut symbols: Vec<Symbol> = entries.into_iter().chain(inputs.iter().copied()).collect();
        let own = symbols.len();
        for term in shown {
            for symbol in terms.free_symbols(term).iter() {
                if !symbols.contains(symbol) {
                    symbols.push(*symbol);
                }
            }
        }
        let mut taken = BTreeSet::new();
        let mut renamed = FxHashMap::default();
        for (number, symbol) in symbols.into_iter().enumerate() {
            // κ, τ and χ stand for the same wherever they are.
            let plain = matches!(terms.symbol_info(symbol).name.as_str(), "κ" | "τ" | "★")
                || terms.symbol_info(symbol).kind == SymbolKind::Bound;
            let own_name = terms.show_symbol(symbol);
            let is_input = inputs.contains(&symbol);
            let name = if is_input { "input".to_owned() } else { own_name.clone() };
            let is_free = taken.insert(name.clone());
            if plain || is_free && name == own_name {
                continue;
            }
            // What comes from before the loop is x₀; of others there is a second, a third.
            let first = if number < own { 2 } else { 0 };
            let mut others = (first..).map(|number: u32| format!("{name}{}", subscript(number)));
            let other =
                if is_free { Some(name.clone()) } else { others.find(|other| taken.insert(other.clone())) };
            let Some(name) = other else { continue };
            let info = SymbolInfo { name, kind: SymbolKind::Fresh, ..terms.symbol_info(symbol).clone() };
            let other = terms.symbol(info);
            renamed.insert(symbol, terms.symbol_term(other));
        }
        Self(renamed)
    }

    pub(crate) fn show(&self, terms: &mut Terms, term: Term) -> String {
        let term = terms.substitute(term, &self.0);
        terms.show(term)
    }

    /// All of these, in this order.
    pub(crate) fn show_all(&self, terms: &mut Terms, conjuncts: &[Term]) -> String {
        let mut shown: Vec<String> = Vec::new();
        for conjunct in conjuncts.iter().filter(|conjunct| **conjunct != Term::TRUE) {
            let text = self.show(terms, *conjunct);
            let weak = matches!(terms.node(*conjunct), Some(Node::Or(_) | Node::Quantified(..)));
            let text = if weak && conjuncts.len() > 1 { format!("({text})") } else { text };
            if !shown.contains(&text) {
                shown.push(text);
            }
        }
        if shown.is_empty() { "true".to_owned() } else { shown.join(" ∧ ") }
    }

    pub(crate) fn of(&self, terms: &mut Terms, symbol: Symbol) -> String {
        let term = terms.symbol_term(symbol);
        self.show(terms, term)
    }

    fn form(&self, terms: &mut Terms, formed: &Formed) -> String {
        let name = self.of(terms, formed.symbol);
        if formed.indices.is_empty() {
            return name;
        }
        let indices: Vec<String> = formed.indices.iter().map(|index| terms.show(*index)).collect();
        format!("{name}({})", indices.join(", "))
    }
}

pub(crate) fn subscript(number: u32) -> String {
    let digits = number.to_string();
    digits.bytes().filter_map(|digit| char::from_u32('₀' as u32 + u32::from(digit - b'0'))).collect()
}
