//! Universal quantifiers, instance by instance. Note [∀τ].
//!
//! Conditions over path counters say `∀τ (0 ≤ τ < κ → φ(τ))`, mostly over array
//! elements. Solvers' own quantifiers decide few of them. Here the rest of the
//! query is solved without them, and the model is evaluated on their ranges:
//! where one fails, the instance that says so is added, until a model fits or
//! there is none. Instances are consequences, so `Unsat` is true of the query;
//! a model is believed once it holds at all points of all ranges.
//!
//! What makes this end quickly:
//! - Counters and ranges are kept small (1, 2, 4, …) as long as that is possible.
//!   Only `Unsat` without that restriction counts.
//! - A point at which a universal fails is named by a term that has its value,
//!   such as an index at which the array is read outside: one instance then
//!   excludes all models in which the two meet. Instances for all such terms
//!   decide the formulas in which variables are nothing but indices.
//! - Elements that are not read have a common value, which a symbol stands for:
//!   the universals are asked to hold for it in general, if that is possible.
//!
//! `∃` gets new symbols for its variables, below a `∀` in each instance. Queries
//! that this does not decide go on to the back end as they are, and are then
//! tried again with the first instances of each range stated at once.

mod check;
mod prepare;
mod search;

use crate::clock::Moment;
use crate::{Answer, LayerStatistics, Query, Reason, Solver, Statistics};
use kyklos_term::{Model, Node, Term, Terms};
use prepare::Preparation;
use rustc_hash::FxHashMap;
use search::{Search, Verdict};
use std::rc::Rc;
use std::time::Duration;

/// The time for the first tries, and the back end's after each, which sees the quantifiers: what one of them answers
/// soon, the other may not answer at all.
const FIRST_TRIES: [(Duration, Duration); 2] =
    [(Duration::from_millis(60), Duration::from_millis(100)), (Duration::from_millis(300), Duration::ZERO)];
/// The back end's share of what is left then.
const BACK_END_SHARE: f64 = 0.4;
/// How many instances of each range are stated at once in later tries.
const UNFOLDED: [i64; 2] = [8, 32];
/// The share of the time left that is spent on finding a model of some size.
const PATIENCE: f64 = 0.2;
/// Beyond this, counters are not kept small any more.
const LARGEST: i64 = 1 << 16;

/// The layer.
pub struct Lazy {
    quantified: FxHashMap<Term, bool>,
    /// Constraints without quantifiers that the path began with last.
    plain_path: Vec<Term>,
    preparation: Preparation,
    rounds: u64,
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

impl Lazy {
    /// The layer around another solver.
    pub fn new(next: Box<dyn Solver>) -> Self {
        Self {
            quantified: FxHashMap::default(),
            plain_path: Vec::new(),
            preparation: Preparation::default(),
            rounds: 0,
            layer: LayerStatistics::new("lazy"),
            next,
        }
    }

    fn has_quantifiers(&mut self, terms: &Terms, query: &Query<'_>) -> bool {
        let mut quantified =
            |term: Term| *self.quantified.entry(term).or_insert_with(|| is_quantified(terms, term));
        let common = self.plain_path.iter().zip(query.path).take_while(|(old, new)| old == new).count();
        self.plain_path.truncate(common);
        for constraint in &query.path[common..] {
            if quantified(*constraint) {
                return true;
            }
            self.plain_path.push(*constraint);
        }
        quantified(query.goal)
    }

    fn decide(&mut self, terms: &mut Terms, query: &Query<'_>, constraints: &[Term]) -> Answer {
        let end = Moment::now() + query.limit.min(Duration::from_secs(1 << 30));
        let Some(mut search) = Search::new(terms, &mut self.preparation, constraints, end) else {
            return self.next.solve(terms, &Query { limit: end - Moment::now(), ..*query });
        };
        let left = || end - Moment::now();
        for (own, back_end) in FIRST_TRIES {
            let until = Moment::now() + own.min(left().mul_f64(1.0 - BACK_END_SHARE));
            match self.run(terms, &mut search, Wishes::new(1), until) {
                Err(Reason::Timeout | Reason::Incomplete(_)) => {}
                end => return end.unwrap_or_else(Answer::Unknown),
            }
            if !back_end.is_zero() {
                let limit = back_end.min(left().mul_f64(BACK_END_SHARE));
                let answer = self.back_end(terms, &search, &Query { limit, ..*query });
                if !matches!(answer, Answer::Unknown(Reason::Timeout | Reason::Incomplete(_))) {
                    return answer;
                }
            }
        }
        let limit = left().mul_f64(BACK_END_SHARE);
        let answer = self.back_end(terms, &search, &Query { limit, ..*query });
        if !matches!(answer, Answer::Unknown(Reason::Timeout | Reason::Incomplete(_))) {
            return answer;
        }
        for (done, most) in UNFOLDED.into_iter().enumerate() {
            search.unfold(terms, &mut self.preparation, most);
            let until = Moment::now() + left() / (UNFOLDED.len() - done) as u32;
            match self.run(terms, &mut search, Wishes::new(most), until) {
                Err(Reason::Timeout | Reason::Incomplete(_)) => {}
                end => return end.unwrap_or_else(Answer::Unknown),
            }
        }
        answer
    }

    /// Asks the back end, quantifiers and all.
    fn back_end(&mut self, terms: &mut Terms, search: &Search, query: &Query<'_>) -> Answer {
        let until = Moment::now() + query.limit;
        match self.next.solve(terms, query) {
            Answer::Sat(model) if search.denies(terms, &model, until) => {
                Answer::Unknown(Reason::Incomplete("the model found does not satisfy the formula".to_owned()))
            }
            answer => answer,
        }
    }

    /// Refines until there is an answer, or something is in the way of it.
    fn run(
        &mut self,
        terms: &mut Terms,
        search: &mut Search,
        mut wishes: Wishes,
        until: Moment,
    ) -> Result<Answer, Reason> {
        loop {
            wishes.follow(search);
            let wanted = wishes.formulas(terms, search);
            // Small sizes may be much harder than large ones.
            let share = if wishes.most.is_some() { PATIENCE } else { 1.0 };
            let patience = (until - Moment::now()).mul_f64(share);
            let model = match self.ask(terms, search, &wanted, Moment::now() + patience) {
                Ok(Some(model)) => model,
                Ok(None) if wanted.is_empty() => return Ok(Answer::Unsat),
                Err(Reason::Timeout) if wishes.most.is_some() => {
                    wishes.widen();
                    continue;
                }
                Ok(None) => match self.relax(terms, search, &mut wishes, until)? {
                    true => continue,
                    false => return Ok(Answer::Unsat),
                },
                Err(reason) => return Err(reason),
            };
            self.rounds += 1;
            match search.judge(terms, &mut self.preparation, &model, &wishes.generic, until) {
                Verdict::Fits(model) => return Ok(Answer::Sat(Rc::new(model))),
                Verdict::Refined => wishes.known_possible = false,
                Verdict::Stuck => {
                    return Err(Reason::Incomplete("no instance excludes the model found".to_owned()));
                }
            }
        }
    }

    /// Wishes for less, if that is why there is no model. Otherwise there is none.
    fn relax(
        &mut self,
        terms: &mut Terms,
        search: &Search,
        wishes: &mut Wishes,
        until: Moment,
    ) -> Result<bool, Reason> {
        if !wishes.known_possible {
            if self.ask(terms, search, &[], until)?.is_none() {
                return Ok(false);
            }
            wishes.known_possible = true;
            if !wishes.generic.is_empty() && self.ask(terms, search, &wishes.generic, until)?.is_none() {
                self.keep_possible(terms, search, wishes, until);
                return Ok(true);
            }
        }
        match wishes.most {
            Some(_) => wishes.widen(),
            None => wishes.dropped.append(&mut wishes.generic),
        }
        Ok(true)
    }

    /// Drops wishes on unread elements that cannot be fulfilled together.
    fn keep_possible(&mut self, terms: &mut Terms, search: &Search, wishes: &mut Wishes, until: Moment) {
        let mut kept = Vec::new();
        for wish in std::mem::take(&mut wishes.generic) {
            kept.push(wish);
            if !matches!(self.ask(terms, search, &kept, until), Ok(Some(_))) {
                kept.pop();
                wishes.dropped.push(wish);
            }
        }
        wishes.generic = kept;
    }

    /// A model of all that is free of quantifiers together with some wishes;
    /// `None` if there is none.
    fn ask(
        &mut self,
        terms: &mut Terms,
        search: &Search,
        wishes: &[Term],
        until: Moment,
    ) -> Result<Option<Rc<Model>>, Reason> {
        let limit = until - Moment::now();
        if limit.is_zero() {
            return Err(Reason::Timeout);
        }
        let goal = terms.and(wishes.iter().copied());
        if goal == Term::FALSE || search.ground.contains(&Term::FALSE) {
            return Ok(None);
        }
        match self.next.solve(terms, &Query { path: &search.ground, goal, hint: None, limit }) {
            Answer::Sat(model) => Ok(Some(model)),
            Answer::Unsat => Ok(None),
            Answer::Unknown(reason) => Err(reason),
        }
    }
}

/// What a model should satisfy besides the query, to be of use.
struct Wishes {
    /// What counters and ranges should not exceed.
    most: Option<i64>,
    /// What unread elements should satisfy.
    generic: Vec<Term>,
    dropped: Vec<Term>,
    /// Whether all there is so far can hold, were it not for the wishes.
    known_possible: bool,
}

impl Wishes {
    fn new(most: i64) -> Self {
        Self { most: Some(most), generic: Vec::new(), dropped: Vec::new(), known_possible: false }
    }

    fn widen(&mut self) {
        self.most = self.most.and_then(|most| most.checked_mul(2)).filter(|most| *most <= LARGEST);
    }

    /// Takes in what universals found on the way wish for.
    fn follow(&mut self, search: &Search) {
        self.generic = search.generic();
        self.generic.retain(|wish| !self.dropped.contains(wish));
    }

    fn formulas(&self, terms: &mut Terms, search: &Search) -> Vec<Term> {
        let mut all = self.most.map_or_else(Vec::new, |most| search.small(terms, most));
        all.extend_from_slice(&self.generic);
        all
    }
}

impl Solver for Lazy {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.layer.asked += 1;
        if !self.has_quantifiers(terms, query) {
            return self.next.solve(terms, query);
        }
        let constraints = query.constraints(terms);
        self.decide(terms, query, &constraints)
    }

    fn statistics(&self, report: &mut Statistics) {
        report.layers.push(self.layer.clone());
        report.lazy_rounds += self.rounds;
        self.next.statistics(report);
    }
}

/// Whether there are quantifiers in a term.
fn is_quantified(terms: &Terms, term: Term) -> bool {
    let parts = terms.parts_first(&[term], |_| false);
    parts.into_iter().any(|part| matches!(terms.node(part), Some(Node::Quantified(..))))
}
