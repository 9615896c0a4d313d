//! The technique: one way for each trace.

use super::automaton::{Automaton, Shape, shape};
use super::check;
use super::paths::{Paths, paths};
use super::traces::{Count, Trace, Tracer};
use super::{MAX_PATHS, PATIENCE};
use crate::covering::Covering;
use crate::describe::Journal;
use crate::technique::{Answer, Head, LoopTechnique, OpenCounter, Return, Way};
use crate::templates::Templates;
use crate::visits::{CONCRETE_STEPS, SELF_CHECK, install};
use kyklos_exec::technique::{Kind, Setting, Technique};
use kyklos_exec::{Context, State};
use kyklos_shape::Loop;
use kyklos_solver::Answer as Solved;
use kyklos_term::{Sort, Symbol, SymbolKind, Term};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The technique, for the table.
pub const SUMMARY: Technique = Technique {
    name: "summary",
    help: "jumps to where a loop is left, one state for each order in which its paths can follow each other",
    settings: &[SUMMARIES, IRREGULAR, CONCRETE_STEPS, SELF_CHECK],
    exact: true,
    install: |setup| {
        let self_check = setup.settings.flag(&SELF_CHECK);
        let mut summary = Summary::new(self_check);
        if setup.settings.get(&IRREGULAR) == "cover" {
            let steps = u32::try_from(setup.settings.number(&CONCRETE_STEPS)).unwrap_or(u32::MAX);
            summary.covering = Some(Covering::new(steps, self_check));
        }
        summary.late = setup.settings.get(&SUMMARIES) == "late";
        install(setup, summary);
    },
    ..Technique::PLAIN
};

/// When loops are summed up.
pub const SUMMARIES: Setting = Setting {
    name: "summaries",
    help: "When loops are summed up: always, or late, only where another technique has jumped along one path and a \
           state has come back along another. Default is always",
    kind: Kind::Word(&["always", "late"]),
};

/// What becomes of loops without order.
pub const IRREGULAR: Setting = Setting {
    name: "irregular",
    help: "What becomes of loops whose paths follow each other in no order: they are executed, or covered from where \
           the order ends, by states that stand for more runs than there are. Default is execute",
    kind: Kind::Word(&["execute", "cover"]),
};

/// The technique.
pub struct Summary {
    templates: Templates,
    automata: FxHashMap<Shape, Automaton>,
    /// Why loops of these shapes have no summary.
    declined: FxHashMap<Shape, String>,
    self_check: bool,
    /// Sums up only what others have jumped over in vain.
    late: bool,
    /// Covers what goes on in no order.
    covering: Option<Covering>,
    /// The work of this technique, in about nanoseconds.
    own: u64,
}

/// Work that may be done before it has to be a part of all, in about nanoseconds.
const CREDIT: u64 = 1_000_000_000;

impl Summary {
    /// The technique; with a self-check, each trace is compared with runs before it is used.
    pub fn new(self_check: bool) -> Self {
        let mut templates = Templates::default();
        templates.summaries = true;
        Self {
            templates,
            automata: FxHashMap::default(),
            declined: FxHashMap::default(),
            self_check,
            late: false,
            covering: None,
            own: 0,
        }
    }

    fn traces(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        found: &Paths,
        endings: Vec<Term>,
    ) -> Result<Vec<Trace>, String> {
        if found.paths.len() > MAX_PATHS {
            return Err(format!("a round has more than {MAX_PATHS} paths"));
        }
        let shape = shape(&mut context.terms, found);
        if let Some(why) = self.declined.get(&shape) {
            return Err(why.clone());
        }
        let automaton = match self.automata.entry(shape.clone()) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(new) => new.insert(Automaton::new(context, found)?),
        };
        let mut tracer = Tracer::new(&mut self.templates, found, automaton, endings);
        tracer.irregular = self.covering.is_some();
        let traces = tracer.run(context, state);
        if let (Err(why), None) = (&traces, context.exhausted()) {
            self.declined.insert(shape, why.clone());
        }
        traces
    }
}

impl LoopTechnique for Summary {
    /// Summing up takes half of the work at most: many loops in many states must not keep paths from being followed.
    fn jump(&mut self, context: &mut Context<'_>, head: Head<'_>) -> Answer {
        let before = context.work().amount();
        if self.own > CREDIT + before / 2 {
            return Answer::NotNow;
        }
        let answer = self.sum_up(context, head);
        self.own += context.work().amount() - before;
        answer
    }
}

impl Summary {
    fn sum_up(&mut self, context: &mut Context<'_>, head: Head<'_>) -> Answer {
        let Head { state, within, left, journal } = head;
        if self.late && left.is_none() {
            return Answer::NotNow;
        }
        if context.targets.contains(&state.point()) {
            return Answer::Declined(None);
        }
        let found = match paths(&mut self.templates, context, state, within, 0) {
            Ok(Some(found)) => found,
            // What is not written before the first iteration may be after it.
            Ok(None) => return Answer::Declined(None),
            Err(why) => return Answer::Declined(Some(why)),
        };
        for (span, why) in &found.declined {
            journal.declined(state.point(), *span, why);
        }
        if found.paths.is_empty() {
            return Answer::Declined(None);
        }
        let endings = endings(context, &found);
        let traces = match self.traces(context, state, &found, endings.clone()) {
            Ok(traces) => traces,
            Err(why) => return Answer::Declined(Some(why)),
        };
        if self.self_check
            && let Err(fault) = check::verify(context, &found, &endings, &traces)
        {
            journal.refuted(context, state.point(), within.span, &fault);
            return Answer::Declined(None);
        }
        context.count("summaries", 1);
        context.count("traces", traces.len() as u64);
        // Others would have to follow all interleavings. Where there is one path, they do as well.
        context.promising(found.paths.len() > 1);
        if traces.is_empty() {
            // All runs go round for ever: none of them comes to anything.
            let mut state = State { model: None, ..state.clone() };
            state.assume(&context.terms, Term::FALSE);
            let way = Way { state, counters: Vec::new(), on_return: Return::Covered, edges: Rc::from([]) };
            return Answer::Ways(vec![way]);
        }
        // Where the order ends in several ways, one jump from the head covers what follows all of them.
        let ends = traces.iter().filter(|trace| trace.ending.is_none()).count();
        let (known, mut rest): (Vec<Trace>, Vec<Trace>) =
            traces.into_iter().partition(|trace| trace.ending.is_some());
        let mut ways: Vec<Way> = known.into_iter().map(|trace| way(context, &found, trace)).collect();
        if let (Some(covering), Some(trace)) = (&mut self.covering, rest.pop()) {
            let (from, open) = if ends == 1 { (&trace.state, trace.open) } else { (state, Vec::new()) };
            match covered(context, covering, from, &open, within, journal) {
                Some(mut covered) => ways.append(&mut covered),
                None => return Answer::Declined(None),
            }
        }
        Answer::Ways(ways)
    }
}

/// The rest of a loop, from where it goes on in no order.
fn covered(
    context: &mut Context<'_>,
    covering: &mut Covering,
    state: &State,
    open: &[Count],
    within: &Loop,
    journal: &mut Journal,
) -> Option<Vec<Way>> {
    let head = Head { state, within, left: None, journal };
    let Answer::Ways(mut ways) = covering.jump(context, head) else { return None };
    for way in &mut ways {
        way.counters.extend(open.iter().map(counter));
    }
    Some(ways)
}

fn counter(count: &Count) -> OpenCounter {
    OpenCounter { symbol: count.symbol, ends: count.ends.clone().into(), companions: None }
}

/// How a loop can be left, as conditions that exclude each other.
fn endings(context: &mut Context<'_>, found: &Paths) -> Vec<Term> {
    if speaks_of_inputs(context, found) {
        // What is read next is not known yet.
        return vec![Term::TRUE];
    }
    let terms = &mut context.terms;
    let exits: Vec<Term> = found.exits.iter().map(|exit| exit.condition).collect();
    let any = terms.or(exits.iter().copied());
    let none = terms.not(any);
    let other = terms.both(found.rest, none);
    let general = State { model: None, ..found.general.clone() };
    let mut endings = exits;
    if other != Term::FALSE && !matches!(context.ask_within(&general, other, PATIENCE), Solved::Unsat) {
        endings.push(other);
    }
    endings
}

/// Whether it depends on inputs that are yet to be read which path is followed.
fn speaks_of_inputs(context: &mut Context<'_>, found: &Paths) -> bool {
    let inputs = found.paths.iter().flat_map(|path| path.stride.inputs.iter().map(|(_, symbol, _)| *symbol));
    let inputs: Vec<Symbol> = inputs.collect();
    let free = context.terms.free_symbols(found.rest);
    found.exits.iter().any(|exit| exit.reads) || free.iter().any(|symbol| inputs.contains(symbol))
}

fn way(context: &mut Context<'_>, found: &Paths, trace: Trace) -> Way {
    let counters = trace.open.iter().map(counter).collect();
    let on_return = match speaks_of_inputs(context, found) {
        true => further(context, found, &trace),
        false => Return::Free,
    };
    Way { state: trace.state, counters, on_return, edges: Rc::from([]) }
}

/// Another trace covers what follows one of the paths once more.
fn further(context: &mut Context<'_>, found: &Paths, trace: &Trace) -> Return {
    let terms = &mut context.terms;
    let most = found.paths.iter().map(|path| path.stride.inputs.len()).max().unwrap_or(0);
    let held: Vec<Term> = (0..most).map(|_| terms.fresh("input", SymbolKind::Fresh, Sort::Int)).collect();
    let mut again = Vec::new();
    for path in &found.paths {
        let mut values = trace.values.clone();
        let inputs = path.stride.inputs.iter().map(|(_, symbol, _)| *symbol);
        values.extend(inputs.zip(held.iter().copied()));
        again.push(path.stride.condition_at(terms, &values));
    }
    let again = terms.or(again);
    let held = held.iter().filter_map(|held| terms.as_symbol(*held)).collect();
    Return::Along { again, held, except: Term::FALSE }
}
