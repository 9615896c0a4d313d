//! Plans: the root chains that lead from where a state is to a place that is asked for, each with its constraint
//! system [cba §3.2]: the condition of its path, over counters and over the values that the state has.

use super::Navigator;
use super::rounds::{Item, LoopItem, Rounds, Until, blank, effects, items};
use crate::cells;
use kyklos_base::Int;
use kyklos_exec::{Arithmetic, Context, State};
use kyklos_solver::Answer;
use kyklos_term::{Model, Symbol, Term};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;

/// A root chain and its constraint system.
pub(super) struct Plan {
    pub condition: Term,
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
    /// A loop is gone round, each way so often.
    Loop(Rc<LoopItem>, Rc<[u64]>),
}

/// What the systems say.
pub(super) enum Advice {
    /// This may lead to the target.
    Follow(Rc<Agenda>),
    /// Nothing does.
    Hopeless,
    /// They do not know.
    Unknown,
}

/// Solutions with no more rounds than this are looked for first.
const FEW: i64 = 48;
const MANY: i64 = 2_000;

impl Navigator {
    /// The root chains from a state: from the start of the program, or from a loop's head.
    pub(super) fn plans(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
    ) -> Result<Option<Rc<Plans>>, String> {
        let Some(within) = super::head_at(context, state.point()).cloned() else {
            let start =
                State { path: state.path.clone(), model: state.model.clone(), ..blank(state.clone()) };
            return self.look(context, start, None).map(|plans| Some(Rc::new(plans)));
        };
        let Some(rounds) = self.rounds(context, state, &within)? else { return Ok(None) };
        let key = Rc::as_ptr(&rounds);
        if let Some(plans) = self.known.get(&key) {
            return plans.clone().map(Some);
        }
        let mut start = rounds.general.clone();
        let item = self.jump(context, &mut start, &rounds);
        self.visit(context, &mut start, item);
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
            let condition = context.terms.and(end.path.to_vec().split_off(known));
            let items = items(&end);
            let counters = items.iter().flat_map(|item| match item {
                Item::Loop(item) => item.counters.clone(),
                Item::Edge(..) => Vec::new(),
            });
            plans.push(Plan { condition, counters: counters.collect(), effects: effects(&end), items });
        }
        plans.sort_by_key(|plan| plan.items.len());
        context.count("plans", plans.len() as u64);
        Ok(Plans { rounds, plans, latest: Cell::new(0) })
    }

    /// What the systems say of a state.
    pub(super) fn consult(&mut self, context: &mut Context<'_>, state: &State) -> Advice {
        self.steps = 0;
        let plans = context.try_out(Arithmetic::Wrapping, |context| self.plans(context, state));
        let plans = match plans {
            Ok(Some(plans)) => plans,
            Ok(None) => return Advice::Unknown,
            Err(why) => {
                if !self.declined.contains(&why) {
                    self.declined.push(why);
                }
                return Advice::Unknown;
            }
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
        for number in order {
            let Some(plan) = plans.plans.get(number) else { continue };
            let condition = context.terms.substitute(plan.condition, &values);
            match solve(context, state, plan, condition) {
                Answer::Sat(model) => {
                    plans.latest.set(number);
                    return Advice::Follow(Rc::new(agenda(plan, &model)));
                }
                Answer::Unsat => {}
                Answer::Unknown(_) => hopeless = false,
            }
        }
        if hopeless { Advice::Hopeless } else { Advice::Unknown }
    }
}

/// A solution of a system with few rounds, if there is one.
fn solve(context: &mut Context<'_>, state: &State, plan: &Plan, condition: Term) -> Answer {
    let ask = |context: &mut Context<'_>, goal: Term| {
        context.count("systems", 1);
        if goal == Term::FALSE { Answer::Unsat } else { context.ask(state, goal) }
    };
    if plan.counters.is_empty() {
        return ask(context, condition);
    }
    let counts: Vec<(Int, Term)> =
        plan.counters.iter().map(|counter| (Int::ONE, context.terms.symbol_term(*counter))).collect();
    let total = context.terms.linear(&counts);
    let at_most = |context: &mut Context<'_>, most: i64| {
        let most = context.terms.small(most);
        let few = context.terms.le(total, most);
        let goal = context.terms.both(condition, few);
        ask(context, goal)
    };
    if let Answer::Sat(model) = at_most(context, FEW) {
        return Answer::Sat(model);
    }
    if let Answer::Sat(model) = at_most(context, MANY) {
        return Answer::Sat(model);
    }
    context.count("systems", 1);
    context.ask(state, condition)
}

fn agenda(plan: &Plan, model: &Model) -> Agenda {
    let count = |counter: &Symbol| model.int(*counter).to_usize().map_or(u64::MAX, |count| count as u64);
    let step = |item: &Item| match item {
        Item::Edge(procedure, edge) => Planned::Edge(*procedure, *edge),
        Item::Loop(item) => Planned::Loop(item.clone(), item.counters.iter().map(count).collect()),
    };
    Agenda { steps: plan.items.iter().map(step).collect() }
}
