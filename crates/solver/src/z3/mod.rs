//! The back end in process: Z3.
//!
//! Quantifier-free queries are asked in the language that fits them, integers or
//! bit-vectors ([`choice`]); each has one incremental solver. Its assertions are a
//! stack; the next query pops to the common prefix and pushes the rest, one
//! level per constraint, so queries along a path cost what is new in them.
//! Queries with quantifiers never touch that solver (they would slow it down
//! for good): each gets fresh solvers with settings that were found to decide
//! conditions over path counters, one after the other.
//!
//! Limits are kept by a watchdog that interrupts the context. After that the
//! context is thrown away, as it may be left without any further answer. Z3's
//! own timeout starts a thread for each check, which makes small queries half
//! as slow again; so only queries with quantifiers, which take long anyway, are
//! given one as well, and keep their context when it ends them.

mod choice;
mod ffi;
mod floats;
mod guess;
mod session;
mod translation;
mod vectors;

use crate::clock::Moment;
use crate::interrupt::Watch;
use crate::{Answer, Effort, Interrupt, LayerStatistics, Query, Reason, Solver, SolverError, Statistics};
use choice::Choice;
pub use choice::Language;
use ffi::{Ast, Check, Context, Setting, SolverId};
use kyklos_base::thread_time::worked;
use kyklos_term::{Symbol, SymbolKind, Term, Terms};
use rustc_hash::FxHashSet;
use session::Session;
use std::time::Duration;
use vectors::Vectors;

/// The units of work that it takes to read a model and to evaluate it, which Z3 does not count.
const MODEL_UNITS: u64 = 200;

/// How long after Z3's own timeout, if it has one, the watchdog steps in.
const GRACE: Duration = Duration::from_millis(100);

/// Z3 counts so many times as much in a second for bit-vectors as for integers, as measured; and for floats.
const VECTOR_UNITS: u64 = 2;
const FLOAT_UNITS: u64 = 4;

/// The Z3 back end.
pub struct Z3 {
    session: Session,
    /// Made when something is first asked in bit-vectors.
    vectors: Option<VectorSession>,
    choice: Choice,
    /// The only language that is used, if not both.
    only: Option<Language>,
    vectors_layer: LayerStatistics,
    watch: Watch,
    interrupt: Interrupt,
    effort: Effort,
    layer: LayerStatistics,
    counts: Counts,
}

/// A context for bit-vectors, its incremental solver, and what both hold.
struct VectorSession {
    context: Context,
    vectors: Vectors,
    /// Made when something is asked.
    solver: Option<SolverId>,
    /// What the solver asserts, one level each, and the reads of array symbols in it
    /// that are in no level before.
    asserted: Vec<(Term, Vec<Term>)>,
    /// The formulas of each level.
    formulas: Vec<Vec<Ast>>,
    /// What Z3 had counted as its work when it was asked last.
    work: u32,
}

#[derive(Default)]
struct Counts {
    calls: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
    rejected: u64,
    time: Duration,
}

/// One way to attack a query with quantifiers.
struct Attempt {
    /// Path counters are at most this; then only `Sat` counts.
    counters: Option<i64>,
    /// Instantiates quantifiers by their patterns as well as by models. That
    /// finds some proofs, and runs away on many satisfiable conditions.
    patterns: bool,
    seed: u32,
    /// The share of the time that is left.
    share: f64,
}

const ATTEMPTS: [Attempt; 4] = [
    Attempt { counters: Some(32), patterns: false, seed: 0, share: 0.25 },
    Attempt { counters: None, patterns: false, seed: 0, share: 0.4 },
    Attempt { counters: None, patterns: true, seed: 0, share: 0.5 },
    Attempt { counters: None, patterns: false, seed: 1, share: 1.0 },
];

impl Z3 {
    /// Loads the library and makes a context.
    pub fn new(interrupt: &Interrupt, effort: &Effort) -> Result<Self, SolverError> {
        Ok(Self {
            session: Session::new().map_err(SolverError::Z3)?,
            vectors: None,
            choice: Choice::default(),
            only: None,
            vectors_layer: LayerStatistics::new("z3-bits"),
            watch: Watch::new(interrupt).map_err(|error| SolverError::Z3(error.to_string()))?,
            interrupt: interrupt.clone(),
            effort: effort.clone(),
            layer: LayerStatistics::new("z3"),
            counts: Counts::default(),
        })
    }

    /// The same for one language alone, of queries without quantifiers.
    pub fn speaking(interrupt: &Interrupt, language: Language) -> Result<Self, SolverError> {
        Ok(Self { only: Some(language), ..Self::new(interrupt, &Effort::default())? })
    }

    /// An incremental query without quantifiers.
    fn incremental(&mut self, terms: &mut Terms, constraints: &[Term], limit: Duration) -> Answer {
        let start = Moment::now();
        let Some(solver) = self.session.solver_for(terms, constraints, limit) else {
            return Answer::Unknown(Reason::Timeout);
        };
        let left = limit.saturating_sub(start.elapsed());
        self.check(terms, solver, constraints, limit, left)
    }

    /// Whether all constraints have a form in bit-vectors, as far as can be seen without translating them.
    fn can_say(&mut self, terms: &mut Terms, constraints: &[Term]) -> bool {
        if self.vectors.is_none() {
            self.vectors = VectorSession::new().ok();
        }
        let Some(session) = &mut self.vectors else { return false };
        let prepared: Option<Vec<_>> =
            constraints.iter().map(|constraint| session.vectors.prepare(terms, *constraint)).collect();
        prepared.is_some_and(|prepared| session.vectors.keeps_ranges(terms, constraints, &prepared))
    }

    /// A query without quantifiers, in bit-vectors, either added to the query before or, thoroughly, from
    /// the beginning; `None` if it has no form there.
    fn as_vectors(
        &mut self,
        terms: &mut Terms,
        constraints: &[Term],
        thorough: bool,
        limit: Duration,
    ) -> Option<Answer> {
        if !self.can_say(terms, constraints) {
            return None;
        }
        let start = Moment::now();
        let session = self.vectors.as_mut()?;
        let telling = session.telling(terms, constraints);
        session.pop_to(&telling);
        for constraint in &telling[session.asserted.len()..] {
            let left = limit.saturating_sub(start.elapsed());
            match session.push(terms, *constraint, &self.watch, left) {
                Some(true) if !left.is_zero() => {}
                Some(_) => {
                    // What was taken in so slowly would take much longer to be taken back.
                    self.vectors = None;
                    self.effort.add_time(limit);
                    return Some(Answer::Unknown(self.reason("timeout")));
                }
                None => {
                    session.vectors.refuse(*constraint);
                    return None;
                }
            }
        }
        let own = if thorough { session.thorough() } else { None };
        let solver = own.unwrap_or_else(|| session.solver());
        let limit = limit.saturating_sub(start.elapsed());
        self.counts.calls += 1;
        let (check, interrupted) = session.context.check(solver, &self.watch, limit);
        let failed = session.context.take_error();
        match interrupted {
            true => self.effort.add_time(limit),
            false => {
                let work = session.context.work(solver);
                let done = u64::from(work.wrapping_sub(std::mem::replace(&mut session.work, work)));
                self.effort.add_within(done / VECTOR_UNITS, limit);
            }
        }
        let answer = match (check, failed) {
            (Check::Unknown(reason), _) => Answer::Unknown(self.reason(&reason)),
            (_, Some(error)) => Answer::Unknown(Reason::Incomplete(format!("Z3: {error}"))),
            (Check::Unsat, None) => Answer::Unsat,
            (Check::Sat, None) => match session.model(solver, terms, constraints) {
                Some(model) => crate::confirm(terms, constraints, model, &mut self.counts.rejected),
                None => Answer::Unknown(Reason::Incomplete("Z3's model could not be read".to_owned())),
            },
        };
        if let (Some(own), Some(session)) = (own, &mut self.vectors) {
            session.context.discard(own);
        }
        if interrupted {
            self.vectors = None;
        }
        Some(answer)
    }

    /// A query without quantifiers about floating point numbers; `None` if it has no form in bit-vectors.
    fn as_floats(&mut self, terms: &mut Terms, constraints: &[Term], limit: Duration) -> Option<Answer> {
        /// How often what functions of the library give is told.
        const ROUNDS: usize = 12;
        /// The same of decimal digits, of which one number says nothing about the next.
        const DIGIT_ROUNDS: usize = 2;
        let start = Moment::now();
        let results = floats::opaque_results(terms, constraints);
        let rounds = if floats::are_digits(terms, &results) { DIGIT_ROUNDS } else { ROUNDS };
        let mut all = constraints.to_vec();
        for _ in 0..rounds {
            let left = limit.saturating_sub(start.elapsed());
            let (answer, model) = self.ask_floats(terms, &all, left)?;
            let Some(model) = model else { return Some(answer) };
            let answer = crate::confirm(terms, constraints, model.clone(), &mut self.counts.rejected);
            if results.is_empty() || !matches!(answer, Answer::Unknown(_)) {
                return Some(answer);
            }
            let facts: Vec<Term> =
                results.iter().filter_map(|result| floats::fact(terms, *result, &model)).collect();
            all.extend(facts);
        }
        Some(Answer::Unknown(Reason::Incomplete("a function of the C library is not followed".to_owned())))
    }

    /// Asks once; gives a model as Z3 has it.
    fn ask_floats(
        &mut self,
        terms: &mut Terms,
        constraints: &[Term],
        limit: Duration,
    ) -> Option<(Answer, Option<kyklos_term::Model>)> {
        if !self.can_say(terms, constraints) {
            return None;
        }
        let session = self.vectors.as_mut()?;
        let telling = session.telling(terms, constraints);
        let (mut reads, mut formulas) = (Vec::new(), Vec::new());
        for constraint in &telling {
            let (own, new) = session.formulas(terms, *constraint, &reads)?;
            formulas.extend(own);
            reads.extend(new);
        }
        let solver = session.context.float_solver()?;
        for formula in formulas {
            session.context.assert(solver, formula);
        }
        self.counts.calls += 1;
        let (check, interrupted) = session.context.check(solver, &self.watch, limit);
        let failed = session.context.take_error();
        match interrupted {
            true => self.effort.add_time(limit),
            false => {
                let work = session.context.work(solver);
                let done = u64::from(work.wrapping_sub(std::mem::replace(&mut session.work, work)));
                self.effort.add_within(done / FLOAT_UNITS, limit);
            }
        }
        let mut model = None;
        let answer = match (check, failed) {
            (Check::Unknown(reason), _) => Answer::Unknown(self.reason(&reason)),
            (_, Some(error)) => Answer::Unknown(Reason::Incomplete(format!("Z3: {error}"))),
            (Check::Unsat, None) => Answer::Unsat,
            (Check::Sat, None) => {
                let VectorSession { context, vectors, .. } = session;
                model = vectors.model(context, solver, terms, constraints, &reads);
                Answer::Unknown(Reason::Incomplete("Z3's model could not be read".to_owned()))
            }
        };
        match (interrupted, &mut self.vectors) {
            (true, _) => self.vectors = None,
            (false, Some(session)) => session.context.discard(solver),
            _ => {}
        }
        Some((answer, model))
    }

    /// A query with quantifiers.
    fn quantified(&mut self, terms: &mut Terms, constraints: &[Term], limit: Duration) -> Answer {
        let start = Moment::now();
        let counters: Vec<Symbol> = crate::symbols_of(terms, constraints)
            .into_iter()
            .filter(|symbol| terms.symbol_info(*symbol).kind == SymbolKind::Counter)
            .collect();
        let mut last = Answer::Unknown(Reason::Timeout);
        for attempt in &ATTEMPTS {
            if attempt.counters.is_some() && counters.is_empty() {
                continue;
            }
            let share = limit.saturating_sub(start.elapsed()).mul_f64(attempt.share);
            last = self.attempt(terms, constraints, &counters, attempt, share);
            match &last {
                Answer::Unsat if attempt.counters.is_some() => {}
                Answer::Unknown(reason) if *reason != Reason::Interrupted => {}
                _ => return last,
            }
        }
        last
    }

    fn attempt(
        &mut self,
        terms: &mut Terms,
        constraints: &[Term],
        counters: &[Symbol],
        attempt: &Attempt,
        limit: Duration,
    ) -> Answer {
        let start = Moment::now();
        let Session { context, translation, .. } = &mut self.session;
        let solver = context.solver(true);
        let mut settings = vec![Setting::Number(c"timeout", millis(limit))];
        settings.push(Setting::Number(c"random_seed", attempt.seed));
        settings.push(Setting::Switch(c"ematching", attempt.patterns));
        context.configure(solver, &settings);
        for constraint in constraints {
            if start.elapsed() >= limit {
                context.discard(solver);
                return Answer::Unknown(Reason::Timeout);
            }
            let formula = translation.formula(context, terms, *constraint);
            context.assert(solver, formula);
        }
        if let Some(most) = attempt.counters {
            let most = terms.small(most);
            for counter in counters {
                let counter = terms.symbol_term(*counter);
                let small = terms.le(counter, most);
                let formula = translation.formula(context, terms, small);
                context.assert(solver, formula);
            }
        }
        self.check(terms, solver, constraints, limit, limit.saturating_add(GRACE))
    }

    /// Asks a solver that has been given the constraints, and discards it if it is not the incremental one. It is stopped
    /// when no time is left; to give it the constraints and to ask counts for as much as the limit at most.
    fn check(
        &mut self,
        terms: &mut Terms,
        solver: SolverId,
        constraints: &[Term],
        limit: Duration,
        left: Duration,
    ) -> Answer {
        self.counts.calls += 1;
        let session = &mut self.session;
        let (check, interrupted) = session.context.check(solver, &self.watch, left);
        let failed = session.context.take_error();
        let timed_out = matches!(&check, Check::Unknown(reason) if is_timeout(reason));
        let work = session.context.work(solver);
        let work = u64::from(work.wrapping_sub(std::mem::replace(&mut session.work, work)));
        match interrupted || timed_out {
            false => self.effort.add_within(work, limit),
            // Not all that Z3 does then is counted; but the limit is one of this thread's own time.
            true => self.effort.add_time(limit),
        }
        let answer = match (check, failed) {
            (Check::Unknown(reason), _) => Answer::Unknown(self.reason(&reason)),
            (_, Some(error)) => Answer::Unknown(Reason::Incomplete(format!("Z3: {error}"))),
            (Check::Unsat, None) => Answer::Unsat,
            (Check::Sat, None) => {
                match session.translation.model(&mut session.context, solver, terms, constraints) {
                    Some(model) => crate::confirm(terms, constraints, model, &mut self.counts.rejected),
                    None => Answer::Unknown(Reason::Incomplete("Z3's model could not be read".to_owned())),
                }
            }
        };
        if !self.session.keeps(solver) {
            self.session.context.discard(solver);
        }
        if interrupted && let Ok(anew) = Session::new() {
            self.session = anew;
        }
        answer
    }

    fn reason(&self, reason: &str) -> Reason {
        if self.interrupt.is_triggered() {
            return Reason::Interrupted;
        }
        match is_timeout(reason) {
            true => Reason::Timeout,
            false => Reason::Incomplete(format!("Z3: {reason}")),
        }
    }
}

impl VectorSession {
    fn new() -> Result<Self, String> {
        let (context, vectors) = (Context::new()?, Vectors::default());
        Ok(Self { context, vectors, solver: None, asserted: Vec::new(), formulas: Vec::new(), work: 0 })
    }

    /// The incremental solver.
    fn solver(&mut self) -> SolverId {
        *self.solver.get_or_insert_with(|| self.context.vector_solver())
    }

    /// The constraints that say something: each once, and none that the widths say already.
    fn telling(&mut self, terms: &Terms, constraints: &[Term]) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let mut telling = constraints.to_vec();
        telling.retain(|constraint| seen.insert(*constraint) && !self.vectors.is_certain(terms, *constraint));
        telling
    }

    /// A solver for all that is asserted, anew.
    fn thorough(&mut self) -> Option<SolverId> {
        let solver = self.context.thorough_vector_solver()?;
        for formula in self.formulas.iter().flatten() {
            self.context.assert(solver, *formula);
        }
        Some(solver)
    }

    /// Takes back all levels that are not those of the constraints. To take back many takes Z3 far longer than to assert
    /// the few others again, and it cannot be stopped in that.
    fn pop_to(&mut self, constraints: &[Term]) {
        /// So many levels are always taken back.
        const FEW: usize = 4;
        let common = self.asserted.iter().zip(constraints).take_while(|((a, _), b)| a == *b).count();
        let others = self.asserted.len() - common;
        let anew = others > common.max(FEW);
        let kept = if anew { 0 } else { common };
        match self.solver {
            Some(solver) if anew => {
                self.context.discard(solver);
                self.solver = None;
            }
            Some(solver) if others > 0 => self.context.pop(solver, others),
            _ => {}
        }
        self.asserted.truncate(kept);
        self.formulas.truncate(kept);
    }

    /// Asserts a constraint on a level of its own: whether that was done within the limit; `None` if it has no form
    /// in bit-vectors.
    fn push(&mut self, terms: &mut Terms, constraint: Term, watch: &Watch, limit: Duration) -> Option<bool> {
        let old: Vec<Term> = self.asserted.iter().flat_map(|(_, reads)| reads.iter().copied()).collect();
        let (asts, new) = self.formulas(terms, constraint, &old)?;
        let solver = self.solver();
        if self.context.push_within(solver, watch, limit) {
            return Some(false);
        }
        for ast in &asts {
            self.context.assert(solver, *ast);
        }
        self.formulas.push(asts);
        self.asserted.push((constraint, new));
        Some(true)
    }

    /// The formulas of a constraint, and the reads in it that were not known before.
    fn formulas(
        &mut self,
        terms: &mut Terms,
        constraint: Term,
        old: &[Term],
    ) -> Option<(Vec<Ast>, Vec<Term>)> {
        let prepared = self.vectors.prepare(terms, constraint)?;
        let new: Vec<Term> = prepared.reads.iter().copied().filter(|read| !old.contains(read)).collect();
        let mut formulas = vec![prepared.formula];
        formulas.extend(self.vectors.congruences(terms, old, &new)?);
        let mut asts = Vec::with_capacity(formulas.len());
        for formula in formulas {
            asts.push(self.vectors.formula(&mut self.context, terms, formula)?);
        }
        Some((asts, new))
    }

    fn model(
        &mut self,
        solver: SolverId,
        terms: &mut Terms,
        constraints: &[Term],
    ) -> Option<kyklos_term::Model> {
        let reads: Vec<Term> = self.asserted.iter().flat_map(|(_, reads)| reads.iter().copied()).collect();
        self.vectors.model(&mut self.context, solver, terms, constraints, &reads)
    }
}

impl Solver for Z3 {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.layer.asked += 1;
        self.layer.answered += 1;
        if self.interrupt.is_triggered() {
            return Answer::Unknown(Reason::Interrupted);
        }
        if query.limit.is_zero() {
            return Answer::Unknown(Reason::Timeout);
        }
        let (start, counted) = (worked(), self.effort.total());
        let constraints = query.constraints(terms);
        let quantified =
            constraints.iter().any(|constraint| self.session.translation.is_quantified(terms, *constraint));
        let floats = constraints.iter().any(|constraint| terms.has_floats(*constraint));
        let answer = match quantified {
            true if floats => Answer::Unknown(Reason::Incomplete(
                "floating point numbers under a quantifier are not followed".to_owned(),
            )),
            _ if floats && self.only != Some(Language::Integers) => {
                self.floats_in_turns(terms, &constraints, query.limit)
            }
            true if constraints.iter().any(|it| self.session.translation.is_entangled(terms, *it)) => {
                Answer::Unknown(Reason::Incomplete("quantifiers are nested in very many ways".to_owned()))
            }
            true => self.quantified(terms, &constraints, query.limit),
            false => self.in_turns(terms, &constraints, query.limit),
        };
        match &answer {
            Answer::Sat(_) => {
                self.effort.add(MODEL_UNITS);
                self.counts.sat += 1;
            }
            Answer::Unsat => self.counts.unsat += 1,
            Answer::Unknown(reason) => {
                // To tell Z3 what is asked may take all the time, and is not counted.
                if *reason == Reason::Timeout {
                    self.effort.add_up_to(counted, query.limit);
                }
                self.counts.unknown += 1;
            }
        }
        self.counts.time += worked().saturating_sub(start);
        answer
    }

    fn statistics(&self, report: &mut Statistics) {
        // What was answered in bit-vectors is told apart from the rest.
        let mut integers = self.layer.clone();
        integers.answered -= self.vectors_layer.answered.min(integers.answered);
        report.layers.push(integers);
        report.layers.push(self.vectors_layer.clone());
        report.backend_calls += self.counts.calls;
        report.backend_sat += self.counts.sat;
        report.backend_unsat += self.counts.unsat;
        report.backend_unknown += self.counts.unknown;
        report.models_rejected += self.counts.rejected;
        report.backend_time += self.counts.time;
    }
}

/// Whether the assertions of an SMT-LIB script can hold together; `None` if Z3
/// does not find out within the limit. For scripts as [`log`](crate::log) writes them.
pub fn script_is_sat(script: &str, limit: Duration) -> Result<Option<bool>, SolverError> {
    let mut context = Context::new().map_err(SolverError::Z3)?;
    let watch = Watch::new(&Interrupt::new()).map_err(|error| SolverError::Z3(error.to_string()))?;
    let solver = context.solver(false);
    context.configure(solver, &[Setting::Number(c"timeout", millis(limit))]);
    context.assert_script(solver, script);
    if let Some(error) = context.take_error() {
        return Err(SolverError::Z3(error));
    }
    Ok(match context.check(solver, &watch, limit.saturating_add(GRACE)).0 {
        Check::Sat => Some(true),
        Check::Unsat => Some(false),
        Check::Unknown(_) => None,
    })
}

fn is_timeout(reason: &str) -> bool {
    ["timeout", "canceled", "interrupted"].iter().any(|word| reason.contains(word))
}

/// Z3 takes a timeout of 0 as none.
fn millis(limit: Duration) -> u32 {
    u32::try_from(limit.as_millis()).unwrap_or(u32::MAX - 1).max(1)
}
