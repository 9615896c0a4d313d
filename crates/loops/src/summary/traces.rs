//! Traces [nested §4.4.2.3]: the orders in which the paths of a loop can follow each other till it is left.
//!
//! A trace is a sequence of phases, each so many iterations along one path, and of periods, each so many times round
//! a cycle of the automaton. It ends where an iteration follows no path of the automaton. That each phase goes as it
//! says is a condition over all its iterations, not over the last one alone as in the thesis; so traces are exact,
//! whatever the conditions look like, and all traces together are all runs that ever leave the loop: behind each
//! phase every path is tried, and where a period is tried, so is what goes another way.

use super::PATIENCE;
use super::automaton::{Automaton, Kind};
use super::paths::{Paths, Stride, Values};
use super::periods::{Period, counter, ends, is, period};
use crate::templates::{Templates, input_array};
use kyklos_exec::list::List;
use kyklos_exec::{Context, InputRead, InputShape, State};
use kyklos_solver::Answer;
use kyklos_term::{Symbol, Term};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A part of a trace.
#[derive(Clone)]
pub enum Part {
    /// Iterations along a path.
    Phase {
        /// The path.
        path: usize,
        /// How many.
        count: Term,
    },
    /// Rounds of a cycle.
    Rounds {
        /// The cycle.
        period: Rc<Period>,
        /// How many.
        count: Term,
    },
}

/// A counter of a trace that is not determined.
#[derive(Clone)]
pub struct Count {
    /// The counter.
    pub symbol: Symbol,
    /// What it may turn out to be.
    pub ends: Vec<Term>,
}

/// A way through a loop till it is left.
#[derive(Clone)]
pub struct Trace {
    /// What it is made of.
    pub parts: Vec<Part>,
    /// Which of the endings it has; `None` if it goes on in no order that is known.
    pub ending: Option<usize>,
    /// The state at the head, with the conditions of the trace and the entries' values after it.
    pub state: State,
    /// What the trace demands of the state that it starts from.
    pub conditions: Vec<Term>,
    /// The entries' values after it.
    pub values: Values,
    /// Counters that are not determined.
    pub open: Vec<Count>,
}

/// The limits of a summary.
const MAX_TRACES: usize = 64;
const MAX_PARTS: usize = 48;
const MAX_QUESTIONS: usize = 1200;
/// How often it may be gone round a component beside its periods.
const MAX_ROUNDS: usize = 2;
/// How often there may be several ways on within connected cycles.
const MAX_FORKS: usize = 24;

/// Looks for the traces of a loop.
pub struct Tracer<'a> {
    /// What is kept from one loop to the next.
    pub templates: &'a mut Templates,
    /// The paths of an iteration.
    pub paths: &'a Paths,
    /// The automaton.
    pub automaton: &'a mut Automaton,
    /// How the loop can be left: conditions over the entries that exclude each other.
    pub endings: Vec<Term>,
    /// Whether terms take the place of counters that are determined.
    pub settles: bool,
    /// Whether there are traces without an ending, where a loop goes on in no order.
    pub irregular: bool,
    /// The path condition of the state at the head.
    start: List<Term>,
    traces: Vec<Trace>,
    questions: usize,
    forks: usize,
}

/// A trace that is not at its end.
#[derive(Clone)]
struct Position {
    parts: Vec<Part>,
    values: Values,
    conditions: Vec<Term>,
    /// The state at the head, with the conditions.
    state: State,
    counts: Vec<Count>,
    /// Inputs that were read.
    reads: Vec<InputRead>,
    last: Option<usize>,
    /// Whether the last part were rounds, behind which the last path may go on.
    rounds: bool,
    /// How often the component was gone round.
    turns: usize,
    /// The parts of connected cycles since they were entered: the path, and the values before it.
    visited: Vec<(usize, Values)>,
}

impl<'a> Tracer<'a> {
    /// One who looks for the traces of a loop.
    pub fn new(
        templates: &'a mut Templates,
        paths: &'a Paths,
        automaton: &'a mut Automaton,
        endings: Vec<Term>,
    ) -> Self {
        let start = List::new();
        Self {
            templates,
            paths,
            automaton,
            endings,
            settles: true,
            irregular: false,
            start,
            traces: Vec::new(),
            questions: 0,
            forks: 0,
        }
    }

    /// The traces of a state at the head; `Err` says why there are none that are exact.
    pub fn run(mut self, context: &mut Context<'_>, state: &State) -> Result<Vec<Trace>, String> {
        let start = Position {
            parts: Vec::new(),
            values: self.paths.values(),
            conditions: Vec::new(),
            state: state.clone(),
            counts: Vec::new(),
            reads: Vec::new(),
            last: None,
            rounds: false,
            turns: 0,
            visited: Vec::new(),
        };
        self.start = state.path.clone();
        self.go_on(context, start)?;
        Ok(self.traces)
    }

    /// All that can follow.
    fn go_on(&mut self, context: &mut Context<'_>, at: Position) -> Result<(), String> {
        self.end(context, &at)?;
        if at.parts.len() >= MAX_PARTS {
            return Err(format!("a trace has more than {MAX_PARTS} parts"));
        }
        let Some(last) = at.last else {
            return (0..self.paths.paths.len()).try_for_each(|next| self.phase(context, &at, next));
        };
        let successors = self.automaton.successors[last].clone();
        if self.is_disordered(context, &at, last, &successors)? {
            return self.give_up(context, at, "connected cycles are gone round in no order");
        }
        for next in successors {
            if next == last && !at.rounds {
                self.no_more(context, &at, last)?;
            } else if self.automaton.together(last, next) {
                self.component(context, &at, next)?;
            } else {
                self.phase(context, &at, next)?;
            }
        }
        Ok(())
    }

    /// The rest of a run is not known: a trace without an ending, where there may be such.
    fn give_up(&mut self, context: &mut Context<'_>, at: Position, why: &str) -> Result<(), String> {
        if !self.irregular {
            return Err(why.to_owned());
        }
        let trace = self.settled(context, at, None);
        self.traces.push(trace);
        Ok(())
    }

    /// Whether several ways on are possible again and again within connected cycles.
    fn is_disordered(
        &mut self,
        context: &mut Context<'_>,
        at: &Position,
        last: usize,
        successors: &[usize],
    ) -> Result<bool, String> {
        let component = self.automaton.component[last];
        if !matches!(self.automaton.components[component].kind, Kind::Connected(_)) {
            return Ok(false);
        }
        let mut ways = 0;
        for next in successors {
            if !self.automaton.together(last, *next) {
                continue;
            }
            let stride = &self.paths.paths[*next].stride;
            let condition = match stride.inputs.is_empty() {
                true => stride.condition_at(&mut context.terms, &at.values),
                false => return Ok(true),
            };
            ways += usize::from(self.extended(context, at, &[condition])?.is_some());
        }
        self.forks += ways.saturating_sub(1);
        Ok(self.forks > MAX_FORKS)
    }

    /// A path without a closed form is followed once; it cannot go on.
    fn no_more(&mut self, context: &mut Context<'_>, at: &Position, last: usize) -> Result<(), String> {
        let path = &self.paths.paths[last];
        if path.stride.closed.is_some() {
            return Ok(());
        }
        let again = path.stride.condition_at(&mut context.terms, &at.values);
        let why = path.no_form.as_deref().unwrap_or("a path has no closed form");
        match self.extended(context, at, &[again])? {
            Some(at) => self.give_up(context, at, why),
            None => Ok(()),
        }
    }

    /// Goes on within a component.
    fn component(&mut self, context: &mut Context<'_>, at: &Position, next: usize) -> Result<(), String> {
        let component = self.automaton.component[next];
        let (found, mut walk) = match self.automaton.components[component].kind.clone() {
            Kind::Cycle(members) if members.first() == Some(&next) => {
                (Some(self.automaton.period(self.templates, context, self.paths, component)), at.clone())
            }
            Kind::Connected(members) => {
                let condition = self.paths.paths[next].stride.condition_at(&mut context.terms, &at.values);
                let Some(mut walk) = self.extended(context, at, &[condition])? else { return Ok(()) };
                pin(context, &mut walk);
                let found = self.recurring(context, &walk, next, &members);
                walk.visited.push((next, walk.values.clone()));
                (found, walk)
            }
            Kind::Single | Kind::Cycle(_) => (None, at.clone()),
        };
        let Some(found) = found else { return self.phase(context, &walk, next) };
        walk.turns += 1;
        let at = &walk.clone();
        if walk.turns > MAX_ROUNDS {
            let condition = self.paths.paths[next].stride.condition_at(&mut context.terms, &at.values);
            return match (self.extended(context, at, &[condition])?, found) {
                (None, _) => Ok(()),
                (Some(at), Err(why)) => self.give_up(context, at, &format!("a cycle has no period: {why}")),
                (Some(at), Ok(_)) => {
                    self.give_up(context, at, "a cycle is gone round otherwise than in its period")
                }
            };
        }
        let Ok(period) = found else { return self.phase(context, &walk, next) };
        let condition = period.stride.condition_at(&mut context.terms, &at.values);
        self.rounds(context, &walk, &period)?;
        let otherwise = context.terms.not(condition);
        match self.extended(context, &walk, &[otherwise])? {
            Some(mut walk) => {
                // The cycle begins anew here: what follows is a part of it, and no other cycle that closes.
                walk.visited = vec![(next, walk.values.clone())];
                self.phase(context, &walk, next)
            }
            None => Ok(()),
        }
    }

    /// Goes round a cycle once or more often.
    fn rounds(
        &mut self,
        context: &mut Context<'_>,
        at: &Position,
        period: &Rc<Period>,
    ) -> Result<(), String> {
        let Some(then) = self.many(context, at, &period.stride)? else { return Ok(()) };
        let Some(count) = then.counts.last().map(|count| context.terms.symbol_term(count.symbol)) else {
            return Ok(());
        };
        let again = period.stride.condition_at(&mut context.terms, &then.values);
        let no_more = context.terms.not(again);
        let Some(mut then) = self.extended(context, &then, &[no_more])? else { return Ok(()) };
        then.parts.push(Part::Rounds { period: Rc::clone(period), count });
        then.last = period.members.last().copied();
        then.rounds = true;
        then.visited.clear();
        self.go_on(context, then)
    }

    /// Follows a path once or more often.
    fn phase(&mut self, context: &mut Context<'_>, at: &Position, path: usize) -> Result<(), String> {
        let paths = self.paths;
        let stride = &paths.paths[path].stride;
        let again = self.automaton.successors[path].contains(&path);
        let (then, count) = match stride.closed {
            Some(_) if again => {
                let then = self.many(context, at, stride)?;
                let count = then.as_ref().and_then(|then| then.counts.last()).map(|count| count.symbol);
                (then, count.map(|symbol| context.terms.symbol_term(symbol)))
            }
            // What cannot follow itself is followed once.
            _ => (self.once(context, at, stride)?, Some(Term::ONE)),
        };
        let (Some(mut then), Some(count)) = (then, count) else { return Ok(()) };
        if at.last.is_none_or(|last| self.automaton.component[last] != self.automaton.component[path]) {
            then.turns = 0;
            then.visited.clear();
        }
        then.parts.push(Part::Phase { path, count });
        then.last = Some(path);
        then.rounds = false;
        self.go_on(context, then)
    }

    /// A stride is made once.
    fn once(
        &mut self,
        context: &mut Context<'_>,
        at: &Position,
        stride: &Stride,
    ) -> Result<Option<Position>, String> {
        let terms = &mut context.terms;
        let mut values = at.values.clone();
        let mut reads = Vec::new();
        for (read, symbol, _) in &stride.inputs {
            let own = input_array(terms, *symbol);
            let own = terms.symbol_term(own);
            values.insert(*symbol, terms.read(own, &[Term::ZERO]));
            reads.push(InputRead { symbol: own, ..read.clone() });
        }
        let condition = stride.condition_at(terms, &values);
        let then = stride.after(terms, &values);
        let Some(mut next) = self.extended(context, at, &[condition])? else { return Ok(None) };
        next.values = then;
        next.read(Term::ONE, reads);
        Ok(Some(next))
    }

    /// A stride is made once or more often; the last count says how often.
    fn many(
        &mut self,
        context: &mut Context<'_>,
        at: &Position,
        stride: &Stride,
    ) -> Result<Option<Position>, String> {
        let terms = &mut context.terms;
        // Where it is not possible at all, no counter is needed.
        if stride.inputs.is_empty() && stride.condition_at(terms, &at.values) == Term::FALSE {
            return Ok(None);
        }
        let symbol = counter(self.templates, terms);
        let count = terms.symbol_term(symbol);
        let mut values = at.values.clone();
        let mut reads = Vec::new();
        for (read, input, array) in &stride.inputs {
            let own = input_array(terms, *input);
            let own = terms.symbol_term(own);
            values.insert(*array, own);
            reads.push(InputRead { symbol: own, ..read.clone() });
        }
        let no_form = || "a path has no closed form".to_owned();
        let many = stride.many(terms, &values, count).ok_or_else(no_form)?;
        let then = stride.after_many(terms, &values, count).ok_or_else(no_form)?;
        let ends = ends(terms, stride, &values, symbol);
        let some = terms.ge(count, Term::ONE);
        let Some(mut next) = self.extended(context, at, &[some, many])? else { return Ok(None) };
        next.values = then;
        next.counts.push(Count { symbol, ends });
        next.read(count, reads);
        Ok(Some(next))
    }

    /// A position with further conditions, if they are possible.
    fn extended(
        &mut self,
        context: &mut Context<'_>,
        at: &Position,
        conditions: &[Term],
    ) -> Result<Option<Position>, String> {
        let all = context.terms.and(conditions.iter().copied());
        if all == Term::FALSE {
            return Ok(None);
        }
        let mut next = at.clone();
        if all != Term::TRUE {
            self.questions += 1;
            if self.questions > MAX_QUESTIONS {
                return Err(format!("a summary needs more than {MAX_QUESTIONS} questions to the solver"));
            }
            if let Some(reason) = context.exhausted() {
                return Err(reason.to_string());
            }
            match context.witness(&at.state, all) {
                Some((true, _)) => {}
                _ => match context.ask_within(&at.state, all, PATIENCE) {
                    Answer::Unsat => return Ok(None),
                    Answer::Sat(model) => next.state.model = Some(model),
                    Answer::Unknown(_) => {
                        return Err("the solver could not decide whether a trace goes on".to_owned());
                    }
                },
            }
            next.state.assume(&context.terms, all);
            next.conditions.extend_from_slice(conditions);
        }
        Ok(Some(next))
    }

    /// Notes the traces that end here.
    fn end(&mut self, context: &mut Context<'_>, at: &Position) -> Result<(), String> {
        if self.endings.len() > 2 {
            let any = context.terms.or(self.endings.iter().copied());
            let any = context.terms.substitute(any, &at.values);
            if self.extended(context, at, &[any])?.is_none() {
                return Ok(());
            }
        }
        for (ending, condition) in self.endings.clone().into_iter().enumerate() {
            let condition = context.terms.substitute(condition, &at.values);
            let Some(position) = self.extended(context, at, &[condition])? else { continue };
            if self.traces.len() >= MAX_TRACES {
                return Err(format!("a loop has more than {MAX_TRACES} traces"));
            }
            let trace = self.settled(context, position, Some(ending));
            self.traces.push(trace);
        }
        Ok(())
    }

    /// The trace that ends at a position; terms take the place of counters where they are determined.
    fn settled(&mut self, context: &mut Context<'_>, at: Position, ending: Option<usize>) -> Trace {
        let (mut known, mut open) = (Values::default(), Vec::new());
        for count in at.counts {
            let candidates: Vec<Term> =
                count.ends.iter().map(|end| context.terms.substitute(*end, &known)).collect();
            let found = match self.settles {
                true => candidates.iter().find(|end| is(context, &at.state, count.symbol, **end)),
                false => None,
            };
            match found {
                Some(value) => {
                    known.insert(count.symbol, *value);
                }
                None => open.push(Count { symbol: count.symbol, ends: candidates }),
            }
        }
        let terms = &mut context.terms;
        let mut put = |term: Term| terms.substitute(term, &known);
        let conditions: Vec<Term> = at.conditions.into_iter().map(&mut put).collect();
        let values: Values = at.values.into_iter().map(|(symbol, value)| (symbol, put(value))).collect();
        let parts = at.parts.into_iter().map(|part| match part {
            Part::Phase { path, count } => Part::Phase { path, count: put(count) },
            Part::Rounds { period, count } => Part::Rounds { period, count: put(count) },
        });
        let parts = parts.collect();
        let mut reads = at.reads;
        for read in &mut reads {
            if let InputShape::Repeated { count, .. } = &mut read.shape {
                *count = put(*count);
            }
        }
        let mut state = at.state;
        state.path = self.start.clone();
        for condition in &conditions {
            state.assume(&context.terms, *condition);
        }
        reads.into_iter().for_each(|read| state.read(read));
        self.paths.write(&mut state, &values);
        Trace { parts, ending, state, conditions, values, open }
    }

    /// The cycle that a path within connected cycles closes, if all that conditions speak of is as it was when it
    /// was followed last, but for what only ever grows or shrinks.
    fn recurring(
        &mut self,
        context: &mut Context<'_>,
        at: &Position,
        next: usize,
        members: &[usize],
    ) -> Option<Result<Rc<Period>, String>> {
        let control = self.control(context, members);
        let start = at.visited.iter().rposition(|(path, before)| {
            *path == next && control.iter().all(|symbol| before.get(symbol) == at.values.get(symbol))
        })?;
        let cycle: Vec<usize> = at.visited[start..].iter().map(|(path, _)| *path).collect();
        let successors = &self.automaton.successors;
        Some(period(self.templates, context, self.paths, successors, &cycle).map(Rc::new))
    }

    /// The entries that conditions of some paths speak of, but for those that only ever grow, or shrink.
    fn control(&self, context: &mut Context<'_>, members: &[usize]) -> Vec<Symbol> {
        let terms = &mut context.terms;
        let mut all: FxHashMap<Symbol, ()> = FxHashMap::default();
        for member in members {
            for condition in &self.paths.paths[*member].stride.conditions {
                all.extend(terms.free_symbols(*condition).iter().map(|symbol| (*symbol, ())));
            }
        }
        let mut control = Vec::new();
        for entry in self.paths.entries.iter().filter(|entry| all.contains_key(&entry.symbol)) {
            let own = terms.symbol_term(entry.symbol);
            let (mut up, mut down) = (true, true);
            for member in members {
                let after = self.paths.paths[*member].stride.effect[&entry.symbol];
                let change =
                    if terms.sort(own) == kyklos_term::Sort::Int { terms.sub(after, own) } else { own };
                let change = terms.as_int(change);
                up &= change.as_ref().is_some_and(|change| !change.is_negative());
                down &= change.as_ref().is_some_and(|change| change.is_negative() || change.is_zero());
            }
            if !up && !down {
                control.push(entry.symbol);
            }
        }
        control
    }
}

/// Constants take the place of counters that can be nothing else.
fn pin(context: &mut Context<'_>, at: &mut Position) {
    let Some(model) = at.state.model.clone() else { return };
    let mut known = Values::default();
    for count in &at.counts {
        let value = context.terms.int(&model.int(count.symbol));
        let open = at.values.values().any(|term| context.terms.free_symbols(*term).contains(&count.symbol));
        if open && is(context, &at.state, count.symbol, value) {
            known.insert(count.symbol, value);
        }
    }
    for value in at.values.values_mut() {
        *value = context.terms.substitute(*value, &known);
    }
}

impl Position {
    /// Inputs are read so many times.
    fn read(&mut self, count: Term, reads: Vec<InputRead>) {
        if let Some(first) = reads.first().cloned() {
            let shape = InputShape::Repeated { count, inputs: reads.into() };
            self.reads.push(InputRead { shape, ..first });
        }
    }
}
