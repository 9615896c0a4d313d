//! What all parts of an exploration share: the program and facts about it,
//! the terms, the solver, the budget, coverage and counters.

use crate::address::Splits;
use crate::counts::Counts;
use crate::eval::SymbolicIndex;
use crate::random::Random;
use crate::state::{Point, State, StateId};
use crate::value::ObjectId;
use crate::waiting::Waiting;
use crate::work::{Pace, Work};
use kyklos_base::thread_time::worked;
use kyklos_base::{Budget, Exhausted, Int, Table};
use kyklos_flow::{EdgeId, Procedure, ProcedureId, Program};
use kyklos_shape::{Liveness, Loop, Loops};
use kyklos_solver::{Answer, Effort, Query, Solver};
use kyklos_term::{Model, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What an exploration may do.
#[derive(Clone, Debug)]
pub struct Options {
    /// How symbolic indices are treated. Default is `Ite`.
    pub symbolic_index: SymbolicIndex,
    /// The most time for one query. Default is 2 s.
    pub solver_timeout: Duration,
    /// Seed of all random choices. Default is 0.
    pub seed: u64,
    /// Deeper recursion is cut. Default is 100,000 calls.
    pub max_call_depth: usize,
    /// Where the solver's back end counts its work. Default is a counter that nobody else has.
    pub effort: Effort,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            symbolic_index: SymbolicIndex::Ite,
            solver_timeout: Duration::from_secs(2),
            seed: 0,
            max_call_depth: 100_000,
            effort: Effort::default(),
        }
    }
}

/// Counters of an exploration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Paths that came to their end.
    pub paths: u64,
    /// States made. What a technique has put off counts when it is taken up.
    pub states: u64,
    /// Branches at which a state was split.
    pub forks: u64,
    /// Edges executed.
    pub instructions: u64,
    /// Questions to the solver chain.
    pub queries: u64,
    /// Questions to which it found no answer.
    pub failures: u64,
    /// How many paths those stand for that came to their end.
    pub stands_for: Int,
    /// How many of these came to no error.
    pub without_error: Int,
    /// What techniques count, by name.
    pub techniques: BTreeMap<&'static str, u64>,
    /// Processor time in the solver chain.
    pub solver_time: Duration,
}

/// What becomes of machine numbers that leave the range of their type.
#[derive(Clone, Debug, Default)]
pub enum Arithmetic {
    /// They wrap.
    #[default]
    Wrapping,
    /// They do not leave it: that becomes a condition on what is learnt.
    InRange(Vec<Term>),
}

impl Arithmetic {
    /// Numbers do not leave their types' ranges; no condition was met yet.
    pub fn in_range() -> Self {
        Arithmetic::InRange(Vec::new())
    }
}

/// Which edges some path has executed.
#[derive(Clone, Debug)]
pub struct Coverage {
    covered: Table<ProcedureId, Vec<bool>>,
    /// The edges in the order in which they were covered first.
    order: Vec<(ProcedureId, EdgeId)>,
    total: usize,
}

impl Coverage {
    fn new(program: &Program) -> Self {
        let covered: Table<ProcedureId, Vec<bool>> =
            program.procedures.rows().map(|procedure| vec![false; procedure.edges.len()]).collect();
        let total = covered.rows().map(Vec::len).sum();
        Self { covered, order: Vec::new(), total }
    }

    /// Marks an edge.
    pub fn mark(&mut self, procedure: ProcedureId, edge: EdgeId) {
        let mark = &mut self.covered[procedure][edge.0 as usize];
        if !*mark {
            *mark = true;
            self.order.push((procedure, edge));
        }
    }

    /// Takes back all but the first edges.
    fn truncate(&mut self, count: usize) {
        for (procedure, edge) in self.order.drain(count..) {
            self.covered[procedure][edge.0 as usize] = false;
        }
    }

    /// Whether an edge was executed.
    pub fn contains(&self, procedure: ProcedureId, edge: EdgeId) -> bool {
        self.covered[procedure][edge.0 as usize]
    }

    /// How many edges were executed. Only grows, so it tells whether anything has changed.
    pub fn count(&self) -> usize {
        self.order.len()
    }

    /// How many edges there are.
    pub fn total(&self) -> usize {
        self.total
    }
}

/// What every exploration of a program knows of it from the start. Copies share it.
#[derive(Clone, Debug)]
pub struct Facts {
    loops: Arc<Table<ProcedureId, Loops>>,
    address_taken: Arc<Table<ProcedureId, Vec<bool>>>,
    retypes_integers: bool,
}

impl Facts {
    /// Finds them out.
    pub fn of(program: &Program) -> Self {
        Self {
            loops: Arc::new(program.procedures.rows().map(Loops::of).collect()),
            address_taken: Arc::new(program.procedures.rows().map(Procedure::address_taken).collect()),
            retypes_integers: program.retypes_integers(),
        }
    }

    /// Whether there are loops.
    pub fn has_loops(&self) -> bool {
        self.loops.rows().any(|loops| loops.iter().next().is_some())
    }
}

/// What all parts of an exploration share.
pub struct Context<'p> {
    /// The program.
    pub program: &'p Program,
    /// The loops of each procedure.
    pub loops: Arc<Table<ProcedureId, Loops>>,
    liveness: FxHashMap<ProcedureId, Rc<Liveness>>,
    /// Variables whose address is taken, per procedure.
    pub address_taken: Arc<Table<ProcedureId, Vec<bool>>>,
    /// Whether memory may be used as integers of the other sign than its own.
    pub(crate) retypes_integers: bool,
    /// How often it was not found out at a point whether a number wraps, up to some number.
    pub(crate) undecided_ranges: FxHashMap<Point, u32>,
    /// The numbers that were taken apart into bytes.
    pub(crate) splits: Splits,
    /// The symbols of addresses, by object and alignment.
    pub(crate) addresses: FxHashMap<(ObjectId, u64), Symbol>,
    /// The terms.
    pub terms: Terms,
    /// The options.
    pub options: Options,
    /// The budget.
    pub budget: Budget,
    /// The counters.
    pub counters: Counters,
    /// The edges executed.
    pub coverage: Coverage,
    /// The source of all random choices.
    pub random: Random,
    /// Steps executed, those included that were only looked at or rehearsed.
    pub(crate) steps: u64,
    /// Constraints of all questions to the solver chain.
    asked: u64,
    /// What the solver's back end had counted before.
    effort_before: u64,
    /// Places found, for the work.
    pub(crate) found: u64,
    /// Who has a say in when this exploration goes on. Default is nobody.
    pub pace: Option<Box<dyn Pace>>,
    /// Who looks on. Default is nobody.
    pub onlooker: Option<Box<dyn Onlooker>>,
    /// When it looked last, and how much had been done then.
    shown: (Instant, u64),
    /// Where the state is that is being executed.
    pub at: Option<Point>,
    /// The places that are asked for, where that are not errors: techniques may not pass them by.
    pub targets: FxHashSet<Point>,
    /// The states that features hold.
    pub waiting: Waiting,
    /// The places that are asked about: errors of the classes looked for, or places to be reached. A feature that ends
    /// paths for what they cannot reach does nothing if this is not known. Default is not known.
    pub places: Option<Rc<BTreeSet<Point>>>,
    /// Exact counts of rounds that paths leave out.
    pub counts: Vec<Rc<Counts>>,
    /// Faults of ours that features have found.
    pub faults: Vec<String>,
    arithmetic: Arithmetic,
    solver: Box<dyn Solver>,
    next_state: u64,
}

/// Looks on while an exploration runs, so that others know how far it is even if it cannot be asked.
pub trait Onlooker {
    /// Is shown the exploration often, whatever that is doing just then.
    fn look(&mut self, context: &Context<'_>);

    /// The solver begins to work on a question, when its thread has had a processor for so long; or has ended.
    fn asks(&mut self, since: Option<Duration>);
}

/// An onlooker is shown nothing new for so long, unless that is twice as much as it knows.
const SHOWN_EVERY: Duration = Duration::from_millis(10);

impl<'p> Context<'p> {
    /// A context for exploring a program.
    pub fn new(program: &'p Program, solver: Box<dyn Solver>, budget: Budget, options: Options) -> Self {
        Self::knowing(Facts::of(program), program, solver, budget, options)
    }

    /// The same where the facts about the program are known.
    pub fn knowing(
        facts: Facts,
        program: &'p Program,
        solver: Box<dyn Solver>,
        budget: Budget,
        options: Options,
    ) -> Self {
        Self {
            program,
            loops: facts.loops,
            liveness: FxHashMap::default(),
            address_taken: facts.address_taken,
            retypes_integers: facts.retypes_integers,
            undecided_ranges: FxHashMap::default(),
            splits: Splits::default(),
            addresses: FxHashMap::default(),
            terms: Terms::new(),
            random: Random::new(options.seed),
            targets: FxHashSet::default(),
            waiting: Waiting::default(),
            places: None,
            counts: Vec::new(),
            faults: Vec::new(),
            arithmetic: Arithmetic::default(),
            budget,
            counters: Counters::default(),
            coverage: Coverage::new(program),
            steps: 0,
            asked: 0,
            effort_before: options.effort.total(),
            options,
            found: 0,
            pace: None,
            onlooker: None,
            shown: (Instant::now(), 0),
            at: None,
            solver,
            next_state: 0,
        }
    }

    /// The loop whose head is at a point.
    pub fn head_at(&self, point: Point) -> Option<Arc<Loop>> {
        self.loops[point.procedure].headed(point.location).cloned()
    }

    /// The procedure of a point.
    pub fn procedure(&self, point: Point) -> &'p Procedure {
        &self.program.procedures[point.procedure]
    }

    /// The live variables of a procedure.
    pub fn liveness(&mut self, procedure: ProcedureId) -> Rc<Liveness> {
        let program = self.program;
        let found = self.liveness.entry(procedure);
        found.or_insert_with(|| Rc::new(Liveness::of(&program.procedures[procedure]))).clone()
    }

    /// Tries something out: what is executed in `work` covers nothing and counts nothing, and what it learns is
    /// all that stays. Questions to the solver are counted as ever, as they were asked.
    pub fn try_out<T>(&mut self, arithmetic: Arithmetic, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.arithmetic, arithmetic);
        let (covered, counted) = (self.coverage.count(), self.counters.clone());
        let exact = self.counts.len();
        let result = work(self);
        self.arithmetic = outer;
        // They speak of what states are general in while something is tried out, which several of them share.
        self.counts.truncate(exact);
        self.coverage.truncate(covered);
        let Counters { queries, failures, solver_time, .. } = self.counters;
        self.counters = Counters { queries, failures, solver_time, ..counted };
        result
    }

    /// Demands that a number stays within a range, where numbers do not leave it; else `false`.
    pub(crate) fn demand_range(&mut self, value: Term, low: &Int, high: &Int) -> bool {
        let Arithmetic::InRange(conditions) = &mut self.arithmetic else { return false };
        let (low, high) = (self.terms.int(low), self.terms.int(high));
        conditions.extend([self.terms.ge(value, low), self.terms.le(value, high)]);
        true
    }

    /// Whether numbers wrap that leave the range of their type.
    pub(crate) fn wraps(&self) -> bool {
        matches!(self.arithmetic, Arithmetic::Wrapping)
    }

    /// Takes the conditions under which no number has left its range, where numbers do not leave it.
    pub fn range_conditions(&mut self) -> Vec<Term> {
        match &mut self.arithmetic {
            Arithmetic::InRange(conditions) => std::mem::take(conditions),
            Arithmetic::Wrapping => Vec::new(),
        }
    }

    /// Counts something of a technique.
    pub fn count(&mut self, name: &'static str, more: u64) {
        *self.counters.techniques.entry(name).or_default() += more;
    }

    /// Whether a state of this number was made.
    pub(crate) fn was_made(&self, id: StateId) -> bool {
        id.0 >= 1 && id.0 <= self.next_state
    }

    /// A number for a new state.
    pub fn fresh_state(&mut self) -> StateId {
        self.next_state += 1;
        self.counters.states += 1;
        StateId(self.next_state)
    }

    /// A number for a state that is not looked at yet. It counts as made when it is.
    pub fn state_put_off(&mut self) -> StateId {
        self.next_state += 1;
        StateId(self.next_state)
    }

    /// A state that was put off is looked at.
    pub fn made_after_all(&mut self) {
        self.counters.states += 1;
    }

    /// Whether a condition can hold at the end of a state's path.
    pub fn ask(&mut self, state: &State, goal: Term) -> Answer {
        self.ask_within(state, goal, self.options.solver_timeout)
    }

    /// The same, within a time.
    pub fn ask_within(&mut self, state: &State, goal: Term, limit: Duration) -> Answer {
        let limit = self.budget.remaining().map_or(limit, |left| left.min(limit));
        let path = state.path.to_vec();
        self.asked += path.len() as u64;
        self.show();
        let start = worked();
        if let Some(onlooker) = &mut self.onlooker {
            onlooker.asks(Some(start));
        }
        let query = Query { path: &path, goal, hint: state.model.as_ref(), limit };
        let answer = self.solver.solve(&mut self.terms, &query);
        if let Some(onlooker) = &mut self.onlooker {
            onlooker.asks(None);
        }
        self.counters.queries += 1;
        self.counters.failures += u64::from(matches!(answer, Answer::Unknown(_)));
        self.counters.solver_time += worked().saturating_sub(start);
        self.rest();
        answer
    }

    /// Counts work that is no step, term or question as so many steps.
    pub fn toil(&mut self, steps: u64) {
        self.steps += steps;
    }

    /// Shows the exploration to whoever looks on, if there is something new.
    fn show(&mut self) {
        let Some(mut onlooker) = self.onlooker.take() else { return };
        let done = self.counters.instructions + self.counters.queries;
        let (then, known) = self.shown;
        if done >= 2 * known || then.elapsed() >= SHOWN_EVERY {
            self.shown = (Instant::now(), done);
            onlooker.look(self);
        }
        self.onlooker = Some(onlooker);
    }

    /// A place where this exploration may be held up for others.
    pub fn rest(&mut self) {
        self.show();
        let done = self.work();
        if let Some(pace) = &mut self.pace {
            pace.advance(done);
        }
    }

    /// Tells whom it concerns that there is an answer to what is asked; what follows only adds to it.
    pub fn answered(&mut self) {
        let done = self.work();
        if let Some(pace) = &mut self.pace {
            pace.answered(done);
        }
    }

    /// Tells whom it concerns that it is promising to go on with this exploration rather than with others; or that it is not.
    pub fn promising(&mut self, is: bool) {
        let done = self.work();
        if let Some(pace) = &mut self.pace {
            pace.promising(done, is);
        }
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        Work {
            steps: self.steps,
            places: self.found,
            terms: self.terms.work(),
            queries: self.counters.queries,
            constraints: self.asked,
            back_end: self.options.effort.total().saturating_sub(self.effort_before),
            held: self.terms.len() as u64 + self.counters.states,
        }
    }

    /// Whether the state's own model makes a condition true or false.
    pub fn witness(&self, state: &State, condition: Term) -> Option<(bool, Rc<Model>)> {
        let model = state.model.as_ref()?;
        Some((self.terms.holds(condition, model)?, model.clone()))
    }

    /// Whether time is over, or this exploration is to stop; cheaper than [`Self::exhausted`].
    pub fn is_over(&self) -> bool {
        self.budget.is_over()
    }

    /// Why to stop, if there is a reason.
    pub fn exhausted(&self) -> Option<Exhausted> {
        self.budget.exhausted()
    }

    /// The solver chain, for its statistics.
    pub fn solver(&self) -> &dyn Solver {
        self.solver.as_ref()
    }
}
