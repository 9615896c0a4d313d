//! The path-dependency automaton [nested §4.4.2.1]: which path can follow which.
//!
//! Its states are the paths of an iteration. There is an edge from one to another if the second can follow right
//! behind the first; as the first may start anywhere, that is asked of one iteration of it. The thesis asks of k
//! iterations, which is the same: a run of k has a last one.

use super::PATIENCE;
use super::paths::{Path, Paths};
use super::periods::{Period, period};
use crate::templates::Templates;
use kyklos_exec::{Context, State};
use kyklos_solver::Answer;
use kyklos_term::{Node, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// An automaton over the paths of an iteration.
pub struct Automaton {
    /// The paths that can follow each; itself among them if it can follow itself.
    pub successors: Vec<Vec<usize>>,
    /// Whether an iteration that follows none of the paths can follow each.
    pub leaves: Vec<bool>,
    /// The component of each path: those that it can come back to itself from.
    pub component: Vec<usize>,
    /// The components.
    pub components: Vec<Component>,
}

/// Paths that can all follow each other, in so many steps.
pub struct Component {
    /// What it is.
    pub kind: Kind,
    /// Its period, once it was looked for.
    period: Option<Result<Rc<Period>, String>>,
}

/// What a component is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One path.
    Single,
    /// One cycle; the last of it can be left, if any can.
    Cycle(Vec<usize>),
    /// Connected cycles.
    Connected(Vec<usize>),
}

/// How the paths of a loop follow each other [nested §4.4.2.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interleaving {
    /// No path comes again once it was left.
    Sequential,
    /// All cycles have periods.
    Periodic,
    /// Some have none, or are connected.
    Irregular,
}

/// The class of a loop [nested table 4.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// How its paths follow each other.
    pub interleaving: Interleaving,
    /// Whether all conditions move by fixed amounts on each path.
    pub inductive: bool,
}

impl Class {
    /// 1 to 4.
    pub fn number(self) -> u32 {
        match (self.interleaving, self.inductive) {
            (Interleaving::Irregular, true) => 2,
            (Interleaving::Irregular, false) => 4,
            (_, true) => 1,
            (_, false) => 3,
        }
    }
}

impl Automaton {
    /// The automaton of the paths of an iteration; `Err` says why it was not found out.
    pub fn new(context: &mut Context<'_>, paths: &Paths) -> Result<Self, String> {
        let count = paths.paths.len();
        let mut successors = vec![Vec::new(); count];
        let mut leaves = vec![false; count];
        let general = State { model: None, ..paths.general.clone() };
        let mut failures = 0;
        for (number, path) in paths.paths.iter().enumerate() {
            let mut from = general.clone();
            for condition in &path.stride.conditions {
                from.assume(&context.terms, *condition);
            }
            for (other, next) in paths.paths.iter().enumerate() {
                let then = following(&mut context.terms, path, next);
                if possible(context, &from, then, &mut failures)? {
                    successors[number].push(other);
                }
            }
            let rest = context.terms.substitute(paths.rest, &path.stride.effect);
            leaves[number] = possible(context, &from, rest, &mut failures)?;
        }
        let (component, members) = components(&successors);
        let kinds = members.into_iter().map(|members| kind(&successors, &leaves, &component, members));
        let components = kinds.map(|kind| Component { kind, period: None }).collect();
        Ok(Self { successors, leaves, component, components })
    }

    /// Whether two different paths are of one component.
    pub fn together(&self, one: usize, other: usize) -> bool {
        one != other && self.component[one] == self.component[other]
    }

    /// The period of a component that is a cycle.
    pub fn period(
        &mut self,
        templates: &mut Templates,
        context: &mut Context<'_>,
        paths: &Paths,
        component: usize,
    ) -> Result<Rc<Period>, String> {
        if let Some(known) = &self.components[component].period {
            return known.clone();
        }
        let found = match &self.components[component].kind {
            Kind::Cycle(members) => period(templates, context, paths, &self.successors, members).map(Rc::new),
            Kind::Single | Kind::Connected(_) => Err("its paths are no cycle".to_owned()),
        };
        self.components[component].period = Some(found.clone());
        found
    }

    /// The class of the loop.
    pub fn class(&mut self, templates: &mut Templates, context: &mut Context<'_>, paths: &Paths) -> Class {
        let mut interleaving = Interleaving::Sequential;
        for component in 0..self.components.len() {
            interleaving = match (&self.components[component].kind, interleaving) {
                (Kind::Single, known) => known,
                (Kind::Connected(_), _) | (_, Interleaving::Irregular) => Interleaving::Irregular,
                (Kind::Cycle(_), _) => match self.period(templates, context, paths, component) {
                    Ok(_) => Interleaving::Periodic,
                    Err(_) => Interleaving::Irregular,
                },
            };
        }
        Class { interleaving, inductive: inductive(&mut context.terms, paths) }
    }
}

/// The condition of a path right behind another.
fn following(terms: &mut Terms, path: &Path, next: &Path) -> Term {
    let mut values = path.stride.effect.clone();
    // It reads inputs of its own.
    for (_, symbol, _) in &next.stride.inputs {
        let info = SymbolInfo { kind: SymbolKind::Fresh, ..terms.symbol_info(*symbol).clone() };
        let fresh = terms.symbol(info);
        values.insert(*symbol, terms.symbol_term(fresh));
    }
    next.stride.condition_at(terms, &values)
}

/// Questions about an automaton that the solver may leave open.
const MAX_FAILURES: u32 = 2;

/// Whether something can follow; what the solver cannot decide may be so.
fn possible(
    context: &mut Context<'_>,
    state: &State,
    goal: Term,
    failures: &mut u32,
) -> Result<bool, String> {
    if goal == Term::FALSE {
        return Ok(false);
    }
    let answer = context.ask_within(state, goal, PATIENCE);
    *failures += u32::from(matches!(answer, Answer::Unknown(_)));
    if *failures > MAX_FAILURES {
        return Err("the solver could not decide which paths follow each other".to_owned());
    }
    Ok(!matches!(answer, Answer::Unsat))
}

/// The strongly connected components: that of each node, and the members of each.
fn components(successors: &[Vec<usize>]) -> (Vec<usize>, Vec<Vec<usize>>) {
    let count = successors.len();
    let mut reach = vec![vec![false; count]; count];
    for (from, to) in successors.iter().enumerate() {
        to.iter().for_each(|to| reach[from][*to] = true);
    }
    for middle in 0..count {
        for from in 0..count {
            if reach[from][middle] {
                let through = reach[middle].clone();
                reach[from].iter_mut().zip(through).for_each(|(to, through)| *to |= through);
            }
        }
    }
    let mut component = vec![usize::MAX; count];
    let mut members: Vec<Vec<usize>> = Vec::new();
    for node in 0..count {
        if component[node] != usize::MAX {
            continue;
        }
        let own: Vec<usize> = (node..count)
            .filter(|other| *other == node || reach[node][*other] && reach[*other][node])
            .collect();
        own.iter().for_each(|member| component[*member] = members.len());
        members.push(own);
    }
    (component, members)
}

fn kind(successors: &[Vec<usize>], leaves: &[bool], component: &[usize], members: Vec<usize>) -> Kind {
    let [first, _, ..] = members.as_slice() else { return Kind::Single };
    let within = |node: usize| {
        let inside = move |next: &&usize| **next != node && component[**next] == component[node];
        successors[node].iter().filter(inside).copied()
    };
    if members.iter().any(|member| within(*member).count() != 1) {
        return Kind::Connected(members);
    }
    let mut cycle = vec![*first];
    while let Some(next) = cycle.last().and_then(|last| within(*last).next()).filter(|next| next != first) {
        cycle.push(next);
    }
    // What can be left comes last, so that nothing is left over when it is.
    let out =
        |node: usize| leaves[node] || successors[node].iter().any(|next| component[*next] != component[node]);
    if let Some(place) = cycle.iter().position(|member| out(*member)) {
        cycle.rotate_left(place + 1);
    }
    Kind::Cycle(cycle)
}

/// Whether each condition compares something with zero that every path moves by a fixed amount.
fn inductive(terms: &mut Terms, paths: &Paths) -> bool {
    let mut conditions: Vec<Term> =
        paths.paths.iter().flat_map(|path| path.stride.conditions.clone()).collect();
    conditions.extend(paths.exits.iter().map(|exit| exit.condition));
    let inputs: Vec<Symbol> =
        paths.paths.iter().flat_map(|path| path.stride.inputs.iter().map(|(_, symbol, _)| *symbol)).collect();
    let varies = |terms: &mut Terms, term: Term| {
        let free = terms.free_symbols(term);
        free.iter().any(|symbol| {
            inputs.contains(symbol) || paths.entries.iter().any(|entry| entry.symbol == *symbol)
        })
    };
    for part in terms.parts_first(&conditions, |_| false) {
        let p = match terms.node(part) {
            Some(Node::NonPositive(p) | Node::IsZero(p)) => *p,
            _ => continue,
        };
        for path in &paths.paths {
            let after = terms.substitute(p, &path.stride.effect);
            let change = terms.sub(after, p);
            if varies(terms, change) {
                return false;
            }
        }
        let own = terms.free_symbols(p);
        if own.iter().any(|symbol| inputs.contains(symbol)) {
            return false;
        }
    }
    true
}

/// Tells automata apart: what the paths do, and what is known besides that they speak of.
pub type Shape = Vec<Term>;

/// The shape of the paths of a state: what they do, and all of the path condition that has a say in it.
pub fn shape(terms: &mut Terms, paths: &Paths) -> Shape {
    let mut shape = vec![paths.rest];
    for path in &paths.paths {
        shape.extend(&path.stride.conditions);
        shape.extend(paths.entries.iter().map(|entry| path.stride.effect[&entry.symbol]));
    }
    let mut symbols: FxHashSet<Symbol> = FxHashSet::default();
    for term in &shape {
        symbols.extend(terms.free_symbols(*term).iter());
    }
    let mut others = paths.general.path.to_vec();
    loop {
        let known = shape.len();
        others.retain(|condition| {
            let own = terms.free_symbols(*condition);
            let speaks = own.iter().any(|symbol| symbols.contains(symbol));
            if speaks {
                symbols.extend(own.iter());
                shape.push(*condition);
            }
            !speaks
        });
        if shape.len() == known {
            return shape;
        }
    }
}
