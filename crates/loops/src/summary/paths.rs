//! The paths of an iteration: all of them, not only those that a state can take next, each with the exact
//! condition under which an iteration follows it and what it does.

use crate::cells::{self, Entry};
use crate::cycle::{self, Condition, Cycles, Leaving};
use crate::recurrence::{Closed, Iteration, solve};
use crate::templates::Templates;
use kyklos_base::Span;
use kyklos_exec::{Context, InputRead, State};
use kyklos_flow::{EdgeId, ProcedureId};
use kyklos_shape::Loop;
use kyklos_term::{Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Values of entries, by their symbols.
pub type Values = FxHashMap<Symbol, Term>;

/// The paths of an iteration.
pub struct Paths {
    /// The state in which symbols stand for all that the loop changes.
    pub general: State,
    /// These symbols, where they are, and what the state at the head has there.
    pub entries: Vec<Entry>,
    /// The paths back to the head, in the order of the program.
    pub paths: Vec<Path>,
    /// The ways out of the loop, in the order of the program.
    pub exits: Vec<Exit>,
    /// No iteration follows any of the paths: it leaves the loop, wraps, or does what was not looked at.
    pub rest: Term,
    /// Paths of which it was not found out what they do, and why.
    pub declined: Vec<(Span, String)>,
}

/// A path from the head back to it.
pub struct Path {
    /// Its edges.
    pub edges: Vec<(ProcedureId, EdgeId)>,
    /// Its conditions, in the order in which they are met.
    pub conditions: Vec<Condition>,
    /// What it does.
    pub stride: Stride,
    /// Why there is no closed form of it.
    pub no_form: Option<String>,
}

/// A way out of the loop.
pub struct Exit {
    /// Its edges.
    pub edges: Vec<(ProcedureId, EdgeId)>,
    /// Its conditions, in the order in which they are met.
    pub conditions: Vec<Condition>,
    /// When an iteration takes it, over the entries' symbols.
    pub condition: Term,
    /// Whether it reads inputs.
    pub reads: bool,
}

/// Some iterations as one: a path, or a period of several.
#[derive(Clone)]
pub struct Stride {
    /// When the iterations go this way, over the entries' symbols; conjuncts.
    pub conditions: Vec<Term>,
    /// What they make of the entries, over their symbols.
    pub effect: Values,
    /// What they make of them any number of times in a row; `None` if that is not known.
    pub closed: Option<Rc<Closed>>,
    /// Inputs that are read; the symbol that stands for each, and the array of all of them.
    pub inputs: Vec<(InputRead, Symbol, Symbol)>,
}

impl Stride {
    /// The condition as one formula.
    pub fn condition(&self, terms: &mut Terms) -> Term {
        terms.and(self.conditions.iter().copied())
    }

    /// The condition where the entries have these values.
    pub fn condition_at(&self, terms: &mut Terms, values: &Values) -> Term {
        let condition = self.condition(terms);
        terms.substitute(condition, values)
    }

    /// The values after it.
    pub fn after(&self, terms: &mut Terms, values: &Values) -> Values {
        let then = |(symbol, effect): (&Symbol, &Term)| (*symbol, terms.substitute(*effect, values));
        self.effect.iter().map(then).collect()
    }

    /// The values after so many of it; none if there is no closed form.
    pub fn after_many(&self, terms: &mut Terms, values: &Values, count: Term) -> Option<Values> {
        let closed = self.closed.as_ref()?;
        let moment = closed.moment(terms, count)?;
        let mut then = Values::default();
        for symbol in self.effect.keys() {
            let entry = terms.symbol_term(*symbol);
            let value = closed.at(terms, &moment, entry);
            then.insert(*symbol, terms.substitute(value, values));
        }
        Some(then)
    }

    /// That so many in a row go this way, the first from these values; `None` if that has no form.
    pub fn many(&self, terms: &mut Terms, values: &Values, count: Term) -> Option<Term> {
        let closed = self.closed.as_ref()?;
        let info = SymbolInfo {
            name: "τ".to_owned(),
            kind: SymbolKind::Bound,
            sort: Sort::Int,
            low: None,
            high: None,
        };
        let tau = terms.symbol(info);
        let tau_term = terms.symbol_term(tau);
        let mut all = Vec::with_capacity(self.conditions.len());
        for condition in &self.conditions {
            let body = closed.instance(terms, tau_term, *condition)?;
            let body = terms.substitute(body, values);
            all.push(terms.all_between(tau, Term::ZERO, count, body));
        }
        Some(terms.and(all))
    }

    /// Solves the recurrences of the effect; what has no closed form for any number of times, in words.
    pub fn close(&mut self, terms: &mut Terms) -> Result<(), String> {
        let mut iteration = Iteration::default();
        let mut effects: Vec<(Symbol, Term)> =
            self.effect.iter().map(|(symbol, term)| (*symbol, *term)).collect();
        effects.sort_by_key(|(symbol, _)| *symbol);
        for (symbol, effect) in effects {
            match terms.symbol_info(symbol).sort {
                Sort::Array(_) => iteration.arrays.push((symbol, effect)),
                _ => iteration.numbers.push((symbol, effect)),
            }
        }
        iteration.inputs = self.inputs.iter().map(|(_, symbol, array)| (*symbol, *array)).collect();
        let closed = solve(terms, &iteration).map_err(|declined| {
            declined.iter().map(|each| each.why.as_str()).collect::<Vec<_>>().join("; ")
        })?;
        if let Some(limit) = closed.limit {
            return Err(format!("closed forms hold for {limit} iterations only"));
        }
        self.closed = Some(Rc::new(closed));
        Ok(())
    }
}

impl Paths {
    /// The values that the entries have in the state at the head.
    pub fn values(&self) -> Values {
        cells::values(&self.entries)
    }

    /// The symbols themselves, as values.
    pub fn symbols(&self, terms: &mut Terms) -> Values {
        self.entries.iter().map(|entry| (entry.symbol, terms.symbol_term(entry.symbol))).collect()
    }

    /// Whether an iteration reads inputs on some path.
    pub fn reads_inputs(&self) -> bool {
        self.paths.iter().any(|path| !path.stride.inputs.is_empty())
            || self.exits.iter().any(|exit| exit.reads)
    }

    /// Gives a state at the head these values.
    pub fn write(&self, state: &mut State, values: &Values) {
        for entry in &self.entries {
            if let (Some(value), Some(old), Some(general)) = (
                values.get(&entry.symbol),
                cells::read(state, &entry.cell),
                cells::read(&self.general, &entry.cell),
            ) {
                let new = cells::with_term(old, *value, general);
                cells::write(state, &entry.cell, new);
            }
        }
    }
}

/// The paths of an iteration of a loop at whose head a state is. `Ok(None)`: an iteration must be executed first,
/// as something is not written before it.
pub fn paths(
    templates: &mut Templates,
    context: &mut Context<'_>,
    state: &State,
    within: &Loop,
    nesting: usize,
) -> Result<Option<Paths>, String> {
    let exits = std::mem::replace(&mut templates.exits, false);
    let found = all_cycles(templates, context, state, within, nesting);
    templates.exits = exits;
    let Some(found) = found? else { return Ok(None) };
    let cells: Vec<_> = found.general.entries.iter().map(|entry| entry.cell.clone()).collect();
    // The same symbols, with the state's own values.
    let Some(own) = cells::generalise(context, state, &cells, &mut templates.symbols)? else {
        return Ok(None);
    };
    let mut paths = Vec::new();
    let mut declined = Vec::new();
    for cycle in &found.cycles {
        match path(templates, context, &found, cycle, within.span) {
            Ok(path) => paths.push(path),
            Err(why) => declined.push((within.span, why)),
        }
    }
    let terms = &mut context.terms;
    let mut exits: Vec<Exit> = Vec::new();
    for leaving in found.exits {
        let condition = terms.and(leaving.conditions.iter().map(|condition| condition.term));
        let Leaving { edges, conditions, reads } = leaving;
        exits.push(Exit { edges, conditions, condition, reads });
    }
    let followed: Vec<Term> = paths.iter().map(|path| path.stride.condition(terms)).collect();
    let followed = terms.or(followed);
    let rest = terms.not(followed);
    let (general, entries) = (found.general.state, own.entries);
    declined.extend(found.declined);
    Ok(Some(Paths { general, entries, paths, exits, rest, declined }))
}

/// The cycles from a state in which everything is unknown that some cycle changes.
fn all_cycles(
    templates: &mut Templates,
    context: &mut Context<'_>,
    state: &State,
    within: &Loop,
    nesting: usize,
) -> Result<Option<Cycles>, String> {
    let mut start = state.clone();
    let known = templates.known_changes(state);
    if known.is_empty() {
        match cycle::cycles(templates, context, state, within, nesting)? {
            Some(found) => start = found.general.state,
            None => return Ok(None),
        }
    }
    loop {
        let cells = templates.known_changes(state);
        let cells: Vec<_> = cells.into_iter().filter(|cell| cells::read(&start, cell).is_some()).collect();
        let Some(general) = cells::generalise(context, &start, &cells, &mut templates.symbols)? else {
            return Ok(None);
        };
        templates.exits = true;
        let found = cycle::cycles(templates, context, &general.state, within, nesting);
        templates.exits = false;
        let Some(found) = found? else { return Ok(None) };
        if found.general.entries.len() == cells.len() {
            return Ok(Some(found));
        }
        start = found.general.state;
    }
}

fn path(
    templates: &mut Templates,
    context: &mut Context<'_>,
    found: &Cycles,
    cycle: &cycle::Cycle,
    span: Span,
) -> Result<Path, String> {
    let inputs = templates.inputs(context, &found.general.state, cycle)?;
    let entries = &found.general.entries;
    let effects = cells::effects(&mut context.terms, entries, &cycle.after)?;
    let effect = entries.iter().map(|entry| entry.symbol).zip(effects).collect();
    let mut conditions = Vec::new();
    for condition in &cycle.conditions {
        match context.terms.node(condition.term) {
            Some(Node::And(parts)) => conditions.extend(parts.iter().copied()),
            _ => conditions.push(condition.term),
        }
    }
    let (closed, no_form) = match templates.template(context, found, cycle, span) {
        Ok(template) => match template.closed.limit {
            None => (Some(template.closed), None),
            Some(limit) => (None, Some(format!("closed forms hold for {limit} iterations only"))),
        },
        Err(why) => (None, Some(why)),
    };
    let stride = Stride { conditions, effect, closed, inputs };
    let (edges, conditions) = (cycle.edges.clone(), cycle.conditions.clone());
    Ok(Path { edges, conditions, stride, no_form })
}
