//! Plans: the root chains that lead from where a state is to a place that is asked for, each with its constraint
//! system [cba §3.2]: the condition of its path, over counters and over the values that the state has.

use super::Navigator;
use super::rounds::{Item, LoopItem, Rounds, Until, blank, conditions, effects, first_rounds, items};
use super::survey::constraints;
use super::system::{Form, Step};
use crate::cells;
use kyklos_base::Int;
use kyklos_exec::rehearsal::Effort;
use kyklos_exec::{Arithmetic, Context, State};
use kyklos_solver::Answer;
use kyklos_term::{Model, Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// A root chain and its constraint system.
pub(super) struct Plan {
    pub condition: Term,
    /// What holds of the first rounds of its loops, besides.
    pub first: Term,
    pub items: Rc<[Item]>,
    /// All of its counters.
    pub counters: Vec<Symbol>,
    /// What it does, as a hash.
    pub effects: u64,
}

/// The root chains from a place.
pub(super) struct Plans {
    /// The loop at whose head the place is.
    rounds: Option<Rc<Rounds>>,
    pub plans: Vec<Plan>,
    /// The one that had a solution last.
    latest: Cell<usize>,
}

/// A way to the target, one loop after the other.
pub(super) struct Agenda {
    pub steps: Vec<Planned>,
}

/// What is done next.
pub(super) enum Planned {
    /// This side of a branch is taken.
    Edge(kyklos_flow::ProcedureId, kyklos_flow::EdgeId),
    /// A loop is gone round, each way so often if that is known.
    Loop(Rc<LoopItem>, Option<Rc<[u64]>>),
}

/// What the systems say.
pub(super) enum Advice {
    /// This may lead to the target. It is a guess if it rests on what arrays hold after rounds that write to them.
    Follow { agenda: Rc<Agenda>, is_guess: bool },
    /// Nothing does.
    Hopeless,
    /// They do not know.
    Unknown,
}

/// Solutions with no more rounds than this are looked for first, and then with no more than these.
const ENOUGH: i64 = 16;
const FEW: i64 = 48;
const MANY: i64 = 2_000;

/// The most time for a question that only spares execution.
const SHORT: Duration = Duration::from_millis(20);

/// With no more rounds than this, fewer are not looked for. To ask costs the more the longer the path is, and to go
/// some rounds does not; so behind a long path more rounds are enough.
fn enough(state: &State) -> i64 {
    i64::try_from(state.path.len() / 2).map_or(MANY, |half| half.clamp(ENOUGH, MANY))
}

impl Navigator {
    /// The root chains from a state: from the start of the program, or from a loop's head.
    pub(super) fn plans(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
    ) -> Result<Option<Rc<Plans>>, String> {
        let Some(within) = context.head_at(state.point()) else {
            let (path, model, next_input) = (state.path.clone(), state.model.clone(), state.next_input);
            let start = State { path, model, next_input, ..blank(state.clone()) };
            return self.look(context, start, None).map(|plans| Some(Rc::new(plans)));
        };
        let Some(rounds) = self.rounds(context, state, &within)? else { return Ok(None) };
        let key = Rc::as_ptr(&rounds);
        if let Some(plans) = self.known.get(&key) {
            return plans.clone().map(Some);
        }
        let mut start = rounds.general.clone();
        self.jump(context, &mut start, &rounds);
        let plans = self.look(context, start, Some(rounds)).map(Rc::new);
        self.known.insert(key, plans.clone());
        plans.map(Some)
    }

    fn look(
        &mut self,
        context: &mut Context<'_>,
        start: State,
        rounds: Option<Rc<Rounds>>,
    ) -> Result<Plans, String> {
        let known = start.path.len();
        let known = if rounds.is_some() { 0 } else { known };
        let ends = self.walk(context, start, Until::Target)?;
        let mut plans: Vec<Plan> = Vec::with_capacity(ends.len());
        for end in ends {
            let condition = context.terms.and(conditions(&context.terms, &end).split_off(known));
            let (first, items) = (first_rounds(&mut context.terms, &end), items(&end));
            let counters = items.iter().flat_map(|item| match item {
                Item::Loop(item) => item.counters.clone(),
                Item::Edge(..) => Vec::new(),
            });
            let (counters, effects) = (counters.collect(), effects(&end));
            plans.push(Plan { condition, first, counters, effects, items });
        }
        plans.sort_by_key(|plan| plan.items.len());
        context.count("plans", plans.len() as u64);
        Ok(Plans { rounds, plans, latest: Cell::new(0) })
    }

    /// What the systems say of a state.
    pub(super) fn consult(&mut self, context: &mut Context<'_>, state: &State) -> Advice {
        self.effort = Effort::NEST;
        let plans = context.try_out(Arithmetic::Wrapping, |context| self.plans(context, state));
        let plans = match plans {
            Ok(Some(plans)) => plans,
            Ok(None) => return Advice::Unknown,
            Err(_) => return Advice::Unknown,
        };
        let mut values = FxHashMap::default();
        for entry in plans.rounds.iter().flat_map(|rounds| &rounds.entries) {
            let value = cells::read(state, &entry.cell);
            let Some(term) = value.and_then(|value| cells::term_of(&mut context.terms, value)) else {
                return Advice::Unknown;
            };
            values.insert(entry.symbol, term);
        }
        let latest = plans.latest.get();
        let order = std::iter::once(latest).chain((0..plans.plans.len()).filter(|number| *number != latest));
        let mut hopeless = true;
        let mut left: Vec<usize> = (0..plans.plans.len()).collect();
        let mut advice = None;
        for number in order {
            let Some(plan) = plans.plans.get(number) else { continue };
            let condition = context.terms.substitute(plan.condition, &values);
            let from_start = plans.rounds.is_none();
            match solve(context, state, plan, condition, from_start) {
                (Answer::Sat(_), _) if from_start && is_refuted(context, state, plan) => {
                    left.retain(|other| *other != number);
                }
                (Answer::Sat(model), known) => {
                    plans.latest.set(number);
                    let is_guess = has_unknown_arrays(&mut context.terms, condition);
                    advice = Some(Advice::Follow { agenda: Rc::new(agenda(plan, &model, &known)), is_guess });
                    break;
                }
                (Answer::Unsat, _) => left.retain(|other| *other != number),
                (Answer::Unknown(_), _) => hopeless = false,
            }
        }
        // It is told of the first state alone.
        if self.left.is_none() {
            self.left = Some(remaining(context, &plans, &left));
        }
        advice.unwrap_or(if hopeless { Advice::Hopeless } else { Advice::Unknown })
    }
}

/// Whether there are arrays in a condition of which nothing is known.
fn has_unknown_arrays(terms: &mut Terms, condition: Term) -> bool {
    let is_unknown =
        |info: &SymbolInfo| info.kind == SymbolKind::Fresh && matches!(info.sort, Sort::Array(_));
    terms.free_symbols(condition).iter().any(|symbol| is_unknown(terms.symbol_info(*symbol)))
}

/// Whether a chain from the start is refuted by what holds of the first rounds of its loops.
pub(super) fn is_refuted(context: &mut Context<'_>, state: &State, plan: &Plan) -> bool {
    let goal = context.terms.both(plan.condition, plan.first);
    plan.first != Term::TRUE && matches!(context.ask_within(state, goal, SHORT), Answer::Unsat)
}

/// How many root chains there are among plans, and how many constraints they have.
fn remaining(context: &mut Context<'_>, plans: &Plans, left: &[usize]) -> (usize, usize) {
    let kinds: FxHashSet<u64> = left.iter().map(|number| plans.plans[*number].effects).collect();
    let sizes = left.iter().map(|number| constraints(context, &plans.plans[*number]).len());
    (kinds.len(), sizes.sum())
}

/// What a system says, as far as the next loop is concerned: the parts that speak of its counters, and what these
/// have to do with. Parts that have nothing in common but the content of input arrays are asked about apart; what
/// has no solution alone has none together.
pub(super) fn solve(
    context: &mut Context<'_>,
    state: &State,
    plan: &Plan,
    condition: Term,
    all: bool,
) -> (Answer, FxHashSet<Symbol>) {
    let mut groups = groups(context, condition);
    let next = plan.items.iter().find_map(|item| match item {
        Item::Loop(item) if !item.counters.is_empty() => Some(item.counters.clone()),
        _ => None,
    });
    let next = next.unwrap_or_default();
    let concerns = |group: &Group| next.iter().any(|counter| group.symbols.contains(counter));
    let own = groups.iter().position(concerns).unwrap_or(0);
    if own < groups.len() {
        groups.swap(0, own);
    }
    let count = if all || next.is_empty() { groups.len() } else { groups.len().min(1) };
    let mut first = None;
    for group in &groups[..count] {
        match few_rounds(context, state, plan, group) {
            Answer::Unsat => return (Answer::Unsat, FxHashSet::default()),
            answer => drop(first.get_or_insert(answer)),
        }
    }
    let symbols = groups.into_iter().next().map(|group| group.symbols).unwrap_or_default();
    (first.unwrap_or_else(|| Answer::Sat(Rc::new(Model::new()))), symbols)
}

/// Conditions that have symbols in common.
struct Group {
    conditions: Vec<Term>,
    symbols: FxHashSet<Symbol>,
}

/// Takes a conjunction apart into conditions that have nothing in common but arrays.
fn groups(context: &mut Context<'_>, condition: Term) -> Vec<Group> {
    let parts = match context.terms.node(condition) {
        Some(Node::And(parts)) => parts.to_vec(),
        _ => vec![condition],
    };
    let mut groups: Vec<Group> = Vec::new();
    for part in parts {
        let all = context.terms.free_symbols(part);
        let is_number = |symbol: &&Symbol| context.terms.symbol_info(**symbol).sort == Sort::Int;
        let symbols: FxHashSet<Symbol> = all.iter().filter(is_number).copied().collect();
        let mut joined = Group { conditions: vec![part], symbols };
        let (same, other): (Vec<Group>, Vec<Group>) =
            groups.into_iter().partition(|group| !group.symbols.is_disjoint(&joined.symbols));
        for group in same {
            joined.conditions.extend(group.conditions);
            joined.symbols.extend(group.symbols);
        }
        groups = other;
        groups.push(joined);
    }
    groups
}

/// A solution with few rounds, if there is one.
fn few_rounds(context: &mut Context<'_>, state: &State, plan: &Plan, group: &Group) -> Answer {
    let condition = context.terms.and(group.conditions.iter().copied());
    if condition == Term::FALSE {
        return Answer::Unsat;
    }
    let counters = plan.counters.iter().filter(|counter| group.symbols.contains(counter));
    let counts: Vec<(Int, Term)> =
        counters.map(|counter| (Int::ONE, context.terms.symbol_term(*counter))).collect();
    if !counts.is_empty() {
        let total = context.terms.linear(&counts);
        // Where few rounds put off what must be done, there is no need to start with the fewest.
        let (puts_off, enough) = (puts_off(plan), enough(state));
        let limits = [enough, FEW.max(2 * enough), MANY.max(4 * enough)];
        for most in limits.into_iter().skip(usize::from(puts_off)) {
            let most = context.terms.small(most);
            let few = context.terms.le(total, most);
            let goal = context.terms.both(condition, few);
            context.count("systems", 1);
            if let Answer::Sat(model) = context.ask(state, goal) {
                let best = if puts_off { model } else { fewer(context, state, condition, total, model) };
                return Answer::Sat(best);
            }
        }
    }
    context.count("systems", 1);
    context.ask(state, condition)
}

/// Whether rounds of a chain add numbers of which only limits are known. Few rounds then mean that all is left to the
/// next one, and the next one leaves it to the next.
fn puts_off(plan: &Plan) -> bool {
    plan.items.iter().any(|item| match item {
        Item::Loop(item) => item.rounds.forms.iter().any(|form| match form {
            Form::Sum { steps, .. } => steps.iter().any(|step| matches!(step, Step::Within(..))),
            _ => false,
        }),
        Item::Edge(..) => false,
    })
}

/// A solution with fewer rounds than the one that is known, as long as that is easily found: each round is executed.
fn fewer(
    context: &mut Context<'_>,
    state: &State,
    condition: Term,
    total: Term,
    mut model: Rc<Model>,
) -> Rc<Model> {
    loop {
        let rounds = context.terms.evaluate(total, &model).and_then(|value| value.int()?.to_i64());
        let Some(rounds) = rounds.filter(|rounds| *rounds > enough(state)) else { break };
        let most = context.terms.small(rounds / 2);
        let few = context.terms.le(total, most);
        let goal = context.terms.both(condition, few);
        context.count("systems", 1);
        match context.ask(state, goal) {
            Answer::Sat(better) => model = better,
            _ => break,
        }
    }
    model
}

fn agenda(plan: &Plan, model: &Model, known: &FxHashSet<Symbol>) -> Agenda {
    let count = |counter: &Symbol| model.int(*counter).to_usize().map_or(u64::MAX, |count| count as u64);
    let step = |item: &Item| match item {
        Item::Edge(procedure, edge) => Planned::Edge(*procedure, *edge),
        Item::Loop(item) => {
            let known = item.counters.iter().all(|counter| known.contains(counter));
            let counts = known.then(|| item.counters.iter().map(count).collect());
            Planned::Loop(item.clone(), counts)
        }
    };
    Agenda { steps: plan.items.iter().map(step).collect() }
}
