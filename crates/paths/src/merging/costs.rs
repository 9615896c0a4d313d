//! Estimates of how many queries will speak of a variable after a location [nested §4.3.1].
//!
//! A query is asked at each branch; checks are branches, too. It speaks of each variable in its condition once; the
//! array whose bounds are checked is not counted. Before an assignment its target does not matter, and what is
//! assigned matters as much as the target will. Costs of successors are added.
//!
//! - *Lattice*: a backward data flow analysis; no cost exceeds [`CAP`], so it comes to an end in loops.
//! - *Recursive*: each loop is gone through at most κ times after it is entered.
//!
//! The thesis estimates single functions. Here what a call is given costs as much as the parameter in the callee, and
//! memory that pointers lead to is one more subject. A procedure that calls itself counts its inner calls as nothing
//! in the recursive estimate.

use kyklos_base::Table;
use kyklos_flow::{
    Edge, EdgeId, Expr, GlobalId, Instruction, LocationId, LocationKind, Place, ProcedureId, Program, Root,
    VariableId,
};
use kyklos_shape::{LoopId, Loops};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

/// What a query speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A variable of the procedure.
    Local(VariableId),
    /// A variable of the program.
    Global(GlobalId),
    /// What pointers lead to.
    Memory,
}

/// How costs are estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// By data flow, up to [`CAP`].
    Lattice,
    /// By counting with so many iterations of each loop.
    Recursive {
        /// How many.
        kappa: u32,
    },
}

/// The greatest cost of the lattice.
pub const CAP: u64 = 10;

/// Subjects that matter, with their costs.
pub type Cost = BTreeMap<Subject, u64>;

/// The estimates of a program.
pub struct Costs {
    at: Table<ProcedureId, Vec<Cost>>,
    /// Whether time was over before all was estimated; what is not is taken to be very costly.
    pub stopped: bool,
}

impl Costs {
    /// The estimates of a program, until a moment.
    pub fn of(
        program: &Program,
        loops: &Table<ProcedureId, Loops>,
        estimate: Estimate,
        until: Option<Instant>,
    ) -> Self {
        match estimate {
            Estimate::Lattice => lattice(program, until),
            Estimate::Recursive { kappa } => {
                let mut recursion = Recursion {
                    program,
                    loops,
                    kappa,
                    until,
                    stopped: false,
                    steps: 0,
                    known: FxHashMap::default(),
                    entries: FxHashMap::default(),
                    entering: Vec::new(),
                };
                let at = program.procedures.iter().map(|(id, procedure)| {
                    let locations = procedure.locations.iter();
                    locations.map(|(at, _)| recursion.first(id, at).as_ref().clone()).collect()
                });
                let at = at.collect();
                Self { at, stopped: recursion.stopped }
            }
        }
    }

    /// What a subject costs from a location on.
    pub fn at(&self, procedure: ProcedureId, location: LocationId, subject: Subject) -> u64 {
        if self.stopped {
            return u64::MAX;
        }
        self.at[procedure][location.0 as usize].get(&subject).copied().unwrap_or(0)
    }

    /// All costs from a location on.
    pub fn all(&self, procedure: ProcedureId, location: LocationId) -> &Cost {
        &self.at[procedure][location.0 as usize]
    }
}

/// The subjects that an expression speaks of; arrays whose length is asked for are left out.
fn subjects(expr: &Expr, found: &mut Vec<Subject>) {
    match expr {
        Expr::Length(_) | Expr::Int(_) | Expr::Null(_) | Expr::Zero(_) => {}
        Expr::Load(place) | Expr::Initialized(place) => {
            in_place(place, found);
            found.push(match &place.root {
                Root::Variable(variable) => Subject::Local(*variable),
                Root::Global(global) => Subject::Global(*global),
                Root::Deref(_) => Subject::Memory,
            });
        }
        Expr::AddressOf(place) => in_place(place, found),
        Expr::Unary(_, operand) | Expr::Convert(_, operand) | Expr::Retype(_, operand) => {
            subjects(operand, found)
        }
        Expr::Pointer(_, operand) => subjects(operand, found),
        Expr::Live(operand) | Expr::Address(operand) | Expr::Allocated(operand) | Expr::InBounds(operand) => {
            subjects(operand, found)
        }
        Expr::Ends(pointer) => {
            subjects(pointer, found);
            found.push(Subject::Memory);
        }
        Expr::Binary(_, left, right)
        | Expr::Offset(left, right)
        | Expr::Distance(left, right)
        | Expr::Repeat(_, left, right) => {
            subjects(left, found);
            subjects(right, found);
        }
        Expr::Array(_, parts) | Expr::Record(_, parts) | Expr::Float(_, _, parts) => {
            parts.iter().for_each(|part| subjects(part, found));
        }
    }
}

fn in_place(place: &Place, found: &mut Vec<Subject>) {
    if let Root::Deref(pointer) = &place.root {
        subjects(pointer, found);
    }
    for step in &place.steps {
        if let kyklos_flow::Step::Index(index) = step {
            subjects(index, found);
        }
    }
}

fn of_all<'a>(exprs: impl IntoIterator<Item = &'a Expr>) -> Vec<Subject> {
    let mut found = Vec::new();
    exprs.into_iter().for_each(|expr| subjects(expr, &mut found));
    found.sort_unstable();
    found.dedup();
    found
}

/// What the query at a location speaks of, if there is one.
fn asked(program: &Program, procedure: ProcedureId, location: LocationId) -> Vec<Subject> {
    let procedure = &program.procedures[procedure];
    match procedure.outgoing(location) {
        [] => Vec::new(),
        [first, ..] => match &procedure.edges[*first].instruction {
            Instruction::Assume { condition, .. } => of_all([condition]),
            _ => Vec::new(),
        },
    }
}

/// The costs before an edge, by those after it; `callee` are those at the entry of what it calls.
fn before(edge: &Edge, after: &Cost, callee: Option<&Cost>) -> Cost {
    let mut cost = after.clone();
    let (target, values): (Option<&Place>, Vec<&Expr>) = match &edge.instruction {
        Instruction::Assign { target, value } | Instruction::Allocate { target, value, .. } => {
            (Some(target), vec![value])
        }
        Instruction::Havoc { target, .. } => (Some(target), Vec::new()),
        Instruction::Call { target, .. } => (target.as_ref(), Vec::new()),
        Instruction::Clear { variable, .. } => {
            cost.remove(&Subject::Local(*variable));
            return cost;
        }
        _ => (None, Vec::new()),
    };
    if let Some(target) = target {
        let subject = match &target.root {
            Root::Variable(variable) => Subject::Local(*variable),
            Root::Global(global) => Subject::Global(*global),
            Root::Deref(_) => Subject::Memory,
        };
        let whole = target.steps.is_empty() && subject != Subject::Memory;
        let flows = if whole { cost.remove(&subject) } else { cost.get(&subject).copied() };
        if let Some(flows) = flows {
            for part in of_all(values) {
                add(&mut cost, part, flows);
            }
        }
    }
    if let (Instruction::Call { arguments, .. }, Some(callee)) = (&edge.instruction, callee) {
        for (subject, more) in callee {
            match subject {
                Subject::Local(variable) => {
                    for part in of_all(arguments.get(variable.0 as usize)) {
                        add(&mut cost, part, *more);
                    }
                }
                other => add(&mut cost, *other, *more),
            }
        }
    }
    cost
}

fn add(cost: &mut Cost, subject: Subject, more: u64) {
    let known = cost.entry(subject).or_default();
    *known = known.saturating_add(more);
}

fn lattice(program: &Program, until: Option<Instant>) -> Costs {
    let mut at: Table<ProcedureId, Vec<Cost>> =
        program.procedures.rows().map(|procedure| vec![Cost::new(); procedure.locations.len()]).collect();
    let asked: Table<ProcedureId, Vec<Vec<Subject>>> = program
        .procedures
        .iter()
        .map(|(id, procedure)| procedure.locations.iter().map(|(at, _)| asked(program, id, at)).collect())
        .collect();
    let mut users: FxHashMap<(ProcedureId, LocationId), Vec<(ProcedureId, LocationId)>> =
        FxHashMap::default();
    let mut open = Vec::new();
    for (id, procedure) in program.procedures.iter() {
        for edge in procedure.edges.rows() {
            users.entry((id, edge.to)).or_default().push((id, edge.from));
            if let Instruction::Call { callee, .. } = &edge.instruction {
                let entry = (*callee, program.procedures[*callee].entry);
                users.entry(entry).or_default().push((id, edge.from));
            }
        }
        open.extend(procedure.locations.iter().map(|(location, _)| (id, location)));
    }
    let mut queued: rustc_hash::FxHashSet<(ProcedureId, LocationId)> = open.iter().copied().collect();
    let mut steps = 0u32;
    while let Some((id, location)) = open.pop() {
        queued.remove(&(id, location));
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(1024) && until.is_some_and(|until| Instant::now() > until) {
            return Costs { at, stopped: true };
        }
        let procedure = &program.procedures[id];
        let mut cost = Cost::new();
        for edge in procedure.outgoing(location) {
            let edge = &procedure.edges[*edge];
            let callee = match &edge.instruction {
                Instruction::Call { callee, .. } => {
                    Some(&at[*callee][program.procedures[*callee].entry.0 as usize])
                }
                _ => None,
            };
            for (subject, more) in before(edge, &at[id][edge.to.0 as usize], callee) {
                add(&mut cost, subject, more);
            }
        }
        for subject in &asked[id][location.0 as usize] {
            add(&mut cost, *subject, 1);
        }
        cost.values_mut().for_each(|value| *value = (*value).min(CAP));
        cost.retain(|_, value| *value > 0);
        if cost != at[id][location.0 as usize] {
            at[id][location.0 as usize] = cost;
            for user in users.get(&(id, location)).into_iter().flatten() {
                if queued.insert(*user) {
                    open.push(*user);
                }
            }
        }
    }
    Costs { at, stopped: false }
}

/// A location, and for each loop around it (the innermost last) how many more iterations are looked at.
type Spot = (ProcedureId, LocationId, Vec<u32>);

struct Recursion<'a> {
    program: &'a Program,
    loops: &'a Table<ProcedureId, Loops>,
    kappa: u32,
    until: Option<Instant>,
    stopped: bool,
    steps: u64,
    known: FxHashMap<Spot, Rc<Cost>>,
    entries: FxHashMap<ProcedureId, Rc<Cost>>,
    entering: Vec<ProcedureId>,
}

impl Recursion<'_> {
    /// The loops around a location, the outermost first.
    fn nest(&self, procedure: ProcedureId, location: LocationId) -> Vec<LoopId> {
        let loops = &self.loops[procedure];
        let around = std::iter::successors(loops.around(location), |id| loops.get(*id)?.parent);
        let mut nest: Vec<LoopId> = around.collect();
        nest.reverse();
        nest
    }

    /// The costs at a location that is come to for the first time: all loops around it have just been entered.
    fn first(&mut self, procedure: ProcedureId, location: LocationId) -> Rc<Cost> {
        let left = vec![self.kappa; self.nest(procedure, location).len()];
        self.cost((procedure, location, left))
    }

    fn entry(&mut self, procedure: ProcedureId) -> Rc<Cost> {
        if let Some(known) = self.entries.get(&procedure) {
            return known.clone();
        }
        if self.entering.contains(&procedure) {
            return Rc::default();
        }
        self.entering.push(procedure);
        let cost = self.first(procedure, self.program.procedures[procedure].entry);
        self.entering.pop();
        self.entries.insert(procedure, cost.clone());
        cost
    }

    /// Computes the costs at a spot, with a stack of its own: paths may be long.
    fn cost(&mut self, spot: Spot) -> Rc<Cost> {
        let mut stack = vec![spot.clone()];
        while let Some(top) = stack.last().cloned() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            self.steps += 1;
            if self.steps.is_multiple_of(256) && self.until.is_some_and(|until| Instant::now() > until) {
                self.stopped = true;
            }
            if self.stopped {
                return Rc::default();
            }
            let next = self.successors(&top);
            let missing: Vec<Spot> = next
                .iter()
                .filter(|(_, spot)| !self.known.contains_key(spot))
                .map(|(_, spot)| spot.clone())
                .collect();
            // A cycle that is no natural loop has no end: what is under way counts as nothing.
            let fresh: Vec<Spot> = missing.into_iter().filter(|spot| !stack.contains(spot)).collect();
            if fresh.is_empty() {
                let cost = self.combine(&top, &next);
                self.known.insert(top, Rc::new(cost));
                stack.pop();
            } else {
                stack.extend(fresh);
            }
        }
        self.known.get(&spot).cloned().unwrap_or_default()
    }

    fn combine(&mut self, spot: &Spot, next: &[(EdgeId, Spot)]) -> Cost {
        let program = self.program;
        let procedure = &program.procedures[spot.0];
        let mut cost = Cost::new();
        for (edge, to) in next {
            let edge = &procedure.edges[*edge];
            let callee = match &edge.instruction {
                Instruction::Call { callee, .. } => Some(self.entry(*callee)),
                _ => None,
            };
            let after = self.known.get(to).cloned().unwrap_or_default();
            for (subject, more) in before(edge, &after, callee.as_deref()) {
                add(&mut cost, subject, more);
            }
        }
        for subject in asked(program, spot.0, spot.1) {
            add(&mut cost, subject, 1);
        }
        cost
    }

    /// Whether a loop can be left from a location without coming to its head, errors aside.
    fn leaves(&self, procedure: ProcedureId, around: LoopId, from: LocationId) -> bool {
        let graph = &self.program.procedures[procedure];
        let Some(within) = self.loops[procedure].get(around) else { return false };
        let (mut open, mut seen) = (vec![from], vec![from]);
        while let Some(location) = open.pop() {
            for id in graph.outgoing(location) {
                let to = graph.edges[*id].to;
                let inside = within.contains(to);
                if !inside && !matches!(graph.locations[to].kind, LocationKind::Error(_)) {
                    return true;
                }
                if inside && to != within.head && !seen.contains(&to) {
                    seen.push(to);
                    open.push(to);
                }
            }
        }
        false
    }

    /// The spots that come next: into a loop's body only while iterations are left.
    fn successors(&self, (procedure, location, left): &Spot) -> Vec<(EdgeId, Spot)> {
        let graph = &self.program.procedures[*procedure];
        let loops = &self.loops[*procedure];
        let here = self.nest(*procedure, *location);
        let mut next = Vec::new();
        for id in graph.outgoing(*location) {
            let to = graph.edges[*id].to;
            let there = self.nest(*procedure, to);
            let mut counts = Vec::with_capacity(there.len());
            let mut allowed = true;
            for (depth, around) in there.iter().enumerate() {
                let head = loops.get(*around).map(|found| found.head);
                if here.get(depth) != Some(around) {
                    counts.push(self.kappa);
                } else if head == Some(to) {
                    // Back to the head: one iteration is over.
                    allowed &= left[depth] > 0;
                    counts.push(left[depth].saturating_sub(1));
                } else {
                    // The condition may take several locations; after it, the loop has to be left.
                    allowed &= left[depth] > 0 || self.leaves(*procedure, *around, to);
                    counts.push(left[depth]);
                }
            }
            if allowed {
                next.push((*id, (*procedure, to, counts)));
            }
        }
        next
    }
}
