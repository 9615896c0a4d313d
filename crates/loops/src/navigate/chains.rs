//! Chains [cba §3.1], counted over the graph by dynamic programming. A root chain leads from the start to a place
//! that is asked for, each loop left out; a subchain is a round of a loop, with the loops in it left out. Chains
//! that do the same are one: conditions alone make no difference. None of them is ever written out, as there may
//! be exponentially many.

use kyklos_base::Int;
use kyklos_exec::Point;
use kyklos_flow::{EdgeId, Instruction, LocationId, ProcedureId, Program};
use kyklos_shape::{Loops, Relevance};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// How many chains there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChainCount {
    /// Root chains.
    pub root: Int,
    /// Root chains and subchains.
    pub all: Int,
}

/// Counts the chains of a program to places that are asked for. Calls are followed; recursive ones are one step.
pub fn count(program: &Program, asked: &[Point]) -> ChainCount {
    let Some(main) = program.main else { return ChainCount::default() };
    let loops = program.procedures.rows().map(Loops::of).collect();
    let relevance = Relevance::of(program, asked.iter().map(|point| (point.procedure, point.location)));
    let asked = asked.iter().copied().collect();
    let mut counter = Counter {
        program,
        loops,
        relevance,
        asked,
        procedures: FxHashMap::default(),
        events: FxHashMap::default(),
    };
    let Chains { target, back, .. } = counter.procedure(main, false);
    ChainCount { all: &target + &back, root: target }
}

/// Chains from somewhere: to targets, to the procedure's end, back to heads of loops.
#[derive(Clone, Default)]
struct Chains {
    target: Int,
    exit: Int,
    back: Int,
}

/// What comes next on a chain and is more than a condition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Event {
    Target(LocationId),
    Exit,
    Back(LocationId),
    Head(LocationId),
    Effect(EdgeId),
}

/// A procedure, and whether a target may be reached after it has returned.
type Called = (ProcedureId, bool);

struct Counter<'a> {
    program: &'a Program,
    loops: Vec<Loops>,
    relevance: Relevance,
    asked: BTreeSet<Point>,
    procedures: FxHashMap<Called, Chains>,
    events: FxHashMap<(Called, Event), Chains>,
}

impl Counter<'_> {
    fn procedure(&mut self, id: ProcedureId, returns: bool) -> Chains {
        if let Some(known) = self.procedures.get(&(id, returns)) {
            return known.clone();
        }
        // A recursive call is one step.
        self.procedures.insert((id, returns), Chains { exit: Int::ONE, ..Chains::default() });
        let entry = self.program.procedures[id].entry;
        let chains = self.arrive((id, returns), None, entry);
        self.procedures.insert((id, returns), chains.clone());
        chains
    }

    /// The chains from where a location is come to.
    fn arrive(&mut self, called: Called, from: Option<LocationId>, to: LocationId) -> Chains {
        let mut events = BTreeSet::new();
        self.events_at(called, from, to, &mut events, &mut BTreeSet::new());
        self.sum(called, events)
    }

    fn sum(&mut self, called: Called, events: BTreeSet<Event>) -> Chains {
        let mut sum = Chains::default();
        for event in events {
            let chains = self.event(called, event);
            sum.target = &sum.target + &chains.target;
            sum.exit = &sum.exit + &chains.exit;
            sum.back = &sum.back + &chains.back;
        }
        sum
    }

    fn event(&mut self, called: Called, event: Event) -> Chains {
        match event {
            Event::Target(_) => return Chains { target: Int::ONE, ..Chains::default() },
            Event::Exit => return Chains { exit: Int::ONE, ..Chains::default() },
            Event::Back(_) => return Chains { back: Int::ONE, ..Chains::default() },
            Event::Head(_) | Event::Effect(_) => {}
        }
        if let Some(known) = self.events.get(&(called, event)) {
            return known.clone();
        }
        // Cycles that are no loops are not gone round.
        self.events.insert((called, event), Chains::default());
        let chains = match event {
            Event::Head(head) => {
                let mut events = BTreeSet::new();
                self.events_behind(called, head, &mut events, &mut BTreeSet::new());
                self.sum(called, events)
            }
            Event::Effect(edge) => {
                let edge = &self.program.procedures[called.0].edges[edge];
                let behind = self.arrive(called, Some(edge.from), edge.to);
                match &edge.instruction {
                    Instruction::Call { callee, .. } => {
                        let returns = behind.target != Int::ZERO || called.1 && behind.exit != Int::ZERO;
                        let inside = self.procedure(*callee, returns);
                        Chains {
                            target: &inside.target + &(&inside.exit * &behind.target),
                            exit: &inside.exit * &behind.exit,
                            back: &inside.back + &(&inside.exit * &behind.back),
                        }
                    }
                    _ => behind,
                }
            }
            _ => Chains::default(),
        };
        self.events.insert((called, event), chains.clone());
        chains
    }

    /// What comes next when a location is come to.
    fn events_at(
        &mut self,
        called: Called,
        from: Option<LocationId>,
        to: LocationId,
        events: &mut BTreeSet<Event>,
        seen: &mut BTreeSet<LocationId>,
    ) {
        let (procedure, returns) = called;
        if self.asked.contains(&Point { procedure, location: to }) {
            events.insert(Event::Target(to));
            return;
        }
        let graph = &self.program.procedures[procedure];
        if to == graph.exit {
            if returns {
                events.insert(Event::Exit);
            }
            return;
        }
        if !returns && !self.relevance.contains(procedure, to) {
            return;
        }
        let loops = &self.loops[procedure.0 as usize];
        if let Some(within) = loops.headed(to) {
            let inside = from.is_some_and(|from| within.contains(from));
            events.insert(if inside { Event::Back(to) } else { Event::Head(to) });
            return;
        }
        self.events_behind(called, to, events, seen);
    }

    fn events_behind(
        &mut self,
        called: Called,
        location: LocationId,
        events: &mut BTreeSet<Event>,
        seen: &mut BTreeSet<LocationId>,
    ) {
        if !seen.insert(location) {
            return;
        }
        let program = self.program;
        let graph = &program.procedures[called.0];
        for id in graph.outgoing(location) {
            let edge = &graph.edges[*id];
            match &edge.instruction {
                Instruction::Skip | Instruction::Assume { .. } => {
                    self.events_at(called, Some(location), edge.to, events, seen);
                }
                Instruction::Stop { .. } => {}
                Instruction::Call { callee, .. } => {
                    let inside = self.relevance.contains(*callee, program.procedures[*callee].entry);
                    if called.1 || inside || self.relevance.contains(called.0, edge.to) {
                        events.insert(Event::Effect(*id));
                    }
                }
                _ => {
                    if called.1 || self.relevance.contains(called.0, edge.to) {
                        events.insert(Event::Effect(*id));
                    }
                }
            }
        }
    }
}
