//! The summary of a loop for people: its class, its automaton, its traces, from a state at the head in which nothing
//! is known of the program's variables.

use super::automaton::{Automaton, Class, Kind};
use super::paths::{Exit, Paths, Stride, Values, paths};
use super::traces::{Part, Trace, Tracer};
use super::{MAX_PATHS, PATIENCE};
use crate::cells::{Root, generalise};
use crate::cycle::{Condition, Purpose};
use crate::describe::named_values;
use crate::templates::Templates;
use kyklos_base::Int;
use kyklos_exec::{Context, State};
use kyklos_flow::VariableKind;
use kyklos_shape::Loop;
use kyklos_solver::Answer;
use kyklos_term::{Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use std::time::Duration;

/// The time for a question that only makes a text shorter.
const SHORT: Duration = Duration::from_secs(1);

/// A summary as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The class of the loop.
    pub class: Class,
    /// The states of the automaton: those that leave the loop first.
    pub nodes: Vec<Status>,
    /// What can follow what: the numbers of two states, and when.
    pub edges: Vec<(usize, usize, String)>,
    /// The periods of cycles: states, and how often each is followed.
    pub periods: Vec<Vec<(usize, String)>>,
    /// The traces, or why there are none.
    pub traces: Result<Vec<TraceText>, String>,
    /// Paths that were not looked at, and why.
    pub other: Vec<String>,
}

/// A state of the automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Where the loop is left to, if it is.
    pub exit: Option<String>,
    /// The condition of the path.
    pub condition: String,
    /// What it changes, and to what.
    pub changes: Vec<(String, String)>,
}

/// A trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceText {
    /// The states in order.
    pub order: String,
    /// Its condition.
    pub condition: String,
    /// What it changes, and to what.
    pub changes: Vec<(String, String)>,
}

/// Describes the summary of a loop at whose head a state is. `Ok(None)`: that is not possible here.
pub fn describe(
    context: &mut Context<'_>,
    templates: &mut Templates,
    state: &State,
    within: &Loop,
) -> Result<Option<Description>, String> {
    let Some(found) = paths(templates, context, state, within, 0)? else { return Ok(None) };
    let named = named_values(context, &found.general);
    let Some(named) = generalise(context, &found.general, &named, &mut templates.symbols)? else {
        return Ok(None);
    };
    // Of values that have no names any more nothing is to be said.
    let start = State { path: Default::default(), model: None, ..named.state };
    let Some(mut found) = paths(templates, context, &start, within, 0)? else { return Ok(None) };
    without_ranges(&mut context.terms, &mut found);
    if found.paths.len() > MAX_PATHS {
        return Err(format!("an iteration has more than {MAX_PATHS} paths"));
    }
    if found.paths.is_empty() {
        return Ok(None);
    }
    let mut automaton = Automaton::new(context, &found)?;
    let class = automaton.class(templates, context, &found);
    let hidden = temporaries(context, &found);
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    for exit in &found.exits {
        let condition = conditions(context, &found, &exit.conditions);
        nodes.push(Status { exit: Some(target(context, exit)), condition, changes: Vec::new() });
    }
    for path in &found.paths {
        let condition = conditions(context, &found, &path.conditions);
        let effect = read(&mut context.terms, &path.stride);
        let changes = changes(&mut context.terms, &found, &hidden, &effect);
        nodes.push(Status { exit: None, condition, changes });
    }
    let exits = found.exits.len();
    for (number, path) in found.paths.iter().enumerate() {
        let again = automaton.successors[number].contains(&number);
        for (to, exit) in found.exits.iter().enumerate() {
            let next = in_range(&exit.conditions);
            if can_follow(context, &found, &path.stride, exit.condition) {
                let text = edge(context, &found, &path.conditions, &path.stride, again, &next);
                edges.push((exits + number, to, text));
            }
        }
        for to in automaton.successors[number].clone().into_iter().filter(|to| *to != number) {
            let next = in_range(&found.paths[to].conditions);
            let text = edge(context, &found, &path.conditions, &path.stride, again, &next);
            edges.push((exits + number, exits + to, text));
        }
    }
    let periods = periods(templates, context, &found, &mut automaton);
    let endings = found.exits.iter().map(|exit| exit.condition).collect();
    let mut tracer = Tracer::new(templates, &found, &mut automaton, endings);
    tracer.settles = false;
    let traces = match found.reads_inputs() {
        true => Err("iterations read inputs".to_owned()),
        false => tracer.run(context, &start),
    };
    let traces =
        traces.map(|traces| traces.iter().map(|trace| trace_text(context, &found, &hidden, trace)).collect());
    let other = found.declined.iter().map(|(span, why)| format!("line {}: {why}", span.start.line)).collect();
    Ok(Some(Description { class, nodes, edges, periods, traces, other }))
}

/// That numbers stay within their types is not told of.
fn without_ranges(terms: &mut Terms, paths: &mut Paths) {
    for path in &mut paths.paths {
        path.stride.conditions = in_range(&path.conditions);
    }
    for exit in &mut paths.exits {
        exit.condition = terms.and(in_range(&exit.conditions));
    }
}

/// Where an exit leads.
fn target(context: &Context<'_>, exit: &Exit) -> String {
    let Some((procedure, edge)) = exit.edges.last() else { return "out of the loop".to_owned() };
    let graph = &context.program.procedures[*procedure];
    match graph.locations[graph.edges[*edge].to].error() {
        Some(site) => format!("error: {}", site.message),
        None => "out of the loop".to_owned(),
    }
}

/// The symbols of variables that the source does not have.
fn temporaries(context: &Context<'_>, paths: &Paths) -> Vec<Symbol> {
    let variables = &context.program.procedures[paths.general.procedure()].variables;
    let is_temporary = |root: Root| match root {
        Root::Variable(id) => variables[id].kind == VariableKind::Temporary,
        Root::Object(_) => false,
    };
    paths.entries.iter().filter(|entry| is_temporary(entry.cell.root)).map(|entry| entry.symbol).collect()
}

/// The conditions of a path as text.
fn conditions(context: &mut Context<'_>, paths: &Paths, conditions: &[Condition]) -> String {
    needed(context, paths, &in_range(conditions))
}

/// A conjunction as text, without what follows from what is before it.
fn needed(context: &mut Context<'_>, paths: &Paths, all: &[Term]) -> String {
    let mut state = State { model: None, ..paths.general.clone() };
    let mut shown = Vec::new();
    for term in all {
        let parts = match context.terms.node(*term) {
            Some(Node::And(parts)) => parts.to_vec(),
            _ => vec![*term],
        };
        for part in parts {
            let fails = context.terms.not(part);
            let hard = is_hard(&context.terms, part);
            let follows = !hard && matches!(context.ask_within(&state, fails, SHORT), Answer::Unsat);
            if fails != Term::FALSE && !follows {
                let text = context.terms.show(part);
                let weak = matches!(context.terms.node(part), Some(Node::Or(_) | Node::Quantified(..)));
                shown.push(if weak { format!("({text})") } else { text });
                if !hard {
                    state.assume(&context.terms, part);
                }
            }
        }
    }
    if shown.is_empty() { "true".to_owned() } else { shown.join(" ∧ ") }
}

/// Whether a solver may take long about a condition.
fn is_hard(terms: &Terms, condition: Term) -> bool {
    let parts = terms.parts_first(&[condition], |_| false);
    parts.iter().any(|part| matches!(terms.node(*part), Some(Node::Quantified(..) | Node::Product(_))))
}

fn changes(terms: &mut Terms, paths: &Paths, hidden: &[Symbol], values: &Values) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for entry in paths.entries.iter().filter(|entry| !hidden.contains(&entry.symbol)) {
        let (own, value) = (terms.symbol_term(entry.symbol), values[&entry.symbol]);
        let name = terms.show_symbol(entry.symbol);
        match terms.sort(own) {
            _ if own == value => {}
            Sort::Array(arity) => {
                let indices: Vec<Term> =
                    (0..arity).map(|_| terms.fresh("χ", SymbolKind::Bound, Sort::Int)).collect();
                let element = terms.read(value, &indices);
                all.push((format!("{name}(χ)"), terms.show(element)));
            }
            _ => all.push((name, terms.show(value))),
        }
    }
    all
}

/// What a path does, with inputs that are called so.
fn read(terms: &mut Terms, stride: &Stride) -> Values {
    let mut names = Values::default();
    for (number, (_, symbol, _)) in stride.inputs.iter().enumerate() {
        let name = if stride.inputs.len() == 1 { "input".to_owned() } else { format!("input{}", number + 1) };
        names.insert(*symbol, terms.fresh(name, SymbolKind::Fresh, Sort::Int));
    }
    stride.effect.iter().map(|(symbol, value)| (*symbol, terms.substitute(*value, &names))).collect()
}

/// A count of this name.
fn count(terms: &mut Terms, name: &str) -> Term {
    let (kind, low) = (SymbolKind::Counter, Some(Int::ZERO));
    let symbol = terms.symbol(SymbolInfo { name: name.to_owned(), kind, sort: Sort::Int, low, high: None });
    terms.symbol_term(symbol)
}

/// The conditions of a path, but for those that numbers stay within their types.
fn in_range(conditions: &[Condition]) -> Vec<Term> {
    let path = conditions.iter().filter(|condition| condition.purpose != Purpose::Range);
    path.map(|condition| condition.term).collect()
}

/// Whether an exit can follow an iteration along a path.
fn can_follow(context: &mut Context<'_>, paths: &Paths, stride: &Stride, exit: Term) -> bool {
    let effect = read(&mut context.terms, stride);
    let then = context.terms.substitute(exit, &effect);
    let now = stride.condition(&mut context.terms);
    let goal = context.terms.both(now, then);
    let state = State { model: None, ..paths.general.clone() };
    goal != Term::FALSE && !matches!(context.ask_within(&state, goal, PATIENCE), Answer::Unsat)
}

/// When k iterations along a path are followed by something.
fn edge(
    context: &mut Context<'_>,
    paths: &Paths,
    conditions: &[Condition],
    stride: &Stride,
    again: bool,
    next: &[Term],
) -> String {
    let terms = &mut context.terms;
    let stride = Stride { conditions: in_range(conditions), ..stride.clone() };
    let start = paths.symbols(terms);
    let k = count(terms, "k");
    let mut some = terms.ge(k, Term::ONE);
    let closed = stride.many(terms, &start, k).zip(stride.after_many(terms, &start, k));
    let (many, then) = closed.filter(|_| again).unwrap_or_else(|| {
        some = terms.eq(k, Term::ONE);
        (stride.condition(terms), read(terms, &stride))
    });
    let mut all = vec![some, many];
    for condition in next {
        all.push(terms.substitute(*condition, &then));
    }
    let all: Vec<Term> = all.into_iter().map(|term| some_iterations(terms, k, term)).collect();
    needed(context, paths, &all)
}

/// A condition, if there is an iteration.
fn some_iterations(terms: &mut Terms, count: Term, condition: Term) -> Term {
    let none = terms.le(count, Term::ZERO);
    terms.rewrite(condition, |_, part| (part == none).then_some(Term::FALSE))
}

fn periods(
    templates: &mut Templates,
    context: &mut Context<'_>,
    paths: &Paths,
    automaton: &mut Automaton,
) -> Vec<Vec<(usize, String)>> {
    let mut all = Vec::new();
    for component in 0..automaton.components.len() {
        if !matches!(automaton.components[component].kind, Kind::Cycle(_)) {
            continue;
        }
        let Ok(period) = automaton.period(templates, context, paths, component) else { continue };
        let counts = period.counts.iter().map(|count| context.terms.show(*count));
        let members = period.members.iter().map(|member| member + paths.exits.len());
        all.push(members.zip(counts).collect());
    }
    all
}

fn trace_text(context: &mut Context<'_>, paths: &Paths, hidden: &[Symbol], trace: &Trace) -> TraceText {
    let mut names = Values::default();
    let mut order = Vec::new();
    let exits = paths.exits.len();
    for part in &trace.parts {
        match part {
            Part::Phase { path, .. } => order.push(format!("p{}", exits + path + 1)),
            Part::Rounds { period, .. } => {
                let members: Vec<String> =
                    period.members.iter().map(|member| format!("p{}", exits + member + 1)).collect();
                order.push(format!("({})⁺", members.join(" ")));
            }
        }
    }
    order.extend(trace.ending.map(|ending| format!("p{}", ending + 1)));
    let counts: Vec<Term> = trace.open.iter().map(|open| context.terms.symbol_term(open.symbol)).collect();
    for (number, open) in trace.open.iter().enumerate() {
        let name = if trace.open.len() == 1 { "k".to_owned() } else { format!("k{}", number + 1) };
        names.insert(open.symbol, count(&mut context.terms, &name));
    }
    let terms = &mut context.terms;
    let mut all = trace.conditions.clone();
    for count in counts {
        all = all.into_iter().map(|condition| some_iterations(terms, count, condition)).collect();
        all.insert(0, terms.ge(count, Term::ONE));
    }
    let all: Vec<Term> = all.into_iter().map(|condition| terms.substitute(condition, &names)).collect();
    let values = trace.values.iter().map(|(symbol, value)| (*symbol, terms.substitute(*value, &names)));
    let values: Values = values.collect();
    let changes = changes(terms, paths, hidden, &values);
    TraceText { order: order.join(" "), condition: needed(context, paths, &all), changes }
}
