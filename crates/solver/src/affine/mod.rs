//! Checksums and the like: linear algebra over bits.
//!
//! Shifts, masks, exclusive or, complements, sums without carries and many tables are sums modulo 2 of the bits of their
//! operands, so all bits of a checksum are such sums of the inputs' bits ([`forms`]). Equations between such numbers are
//! a linear system ([`system`]), which elimination decides at once where search needs exponential time. A bit that is
//! no such sum is a variable of its own, which can be anything; so `Unsat` holds, and models are found by solving the
//! system and are checked by evaluation. Only queries with exclusive or in them are looked at; see Note [checksums].

mod forms;
mod system;

use crate::clock::Moment;
use crate::{Answer, LayerStatistics, Query, Solver, Statistics};
use forms::Forms;
use kyklos_base::Int;
use kyklos_base::random::Random;
use kyklos_term::{BitOp, Model, Node, Sort, Symbol, Term, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use system::System;

/// Queries with more parts are not looked at.
const MAX_PARTS: usize = 20_000;
/// The longest pause after queries that are too large, in queries.
const MAX_PAUSE: u32 = 1_024;
/// How many solutions of the system are tried.
const TRIES: usize = 12;
/// The part of a query's time in which conjunctions and disjunctions are taken apart, each as often as one comes to it.
const SHARE: u32 = 4;
/// How often what is left of disjunctions is looked at again.
const ROUNDS: usize = 8;

/// The layer.
pub struct Affine {
    forms: Forms,
    /// Whether there is an exclusive or in a term.
    worth: FxHashMap<Term, bool>,
    /// So many queries are not looked at, and how many it will be after the next one that is too large.
    pause: u32,
    next_pause: u32,
    /// When no more conjunctions and disjunctions are taken apart.
    until: Moment,
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

impl Affine {
    /// The layer around another solver.
    pub fn new(next: Box<dyn Solver>) -> Self {
        Self {
            forms: Forms::default(),
            worth: FxHashMap::default(),
            pause: 0,
            next_pause: 1,
            until: Moment::now(),
            layer: LayerStatistics::new("affine"),
            next,
        }
    }

    fn is_worth_it(&mut self, terms: &Terms, constraint: Term) -> bool {
        if constraint.is_inline() || !terms.has_bits(constraint) {
            return false;
        }
        for part in terms.parts_first(&[constraint], |part| self.worth.contains_key(&part)) {
            let mut any = matches!(terms.node(part), Some(Node::Bits(BitOp::Xor, _)));
            terms.for_each_part(part, |inner| any |= self.worth.get(&inner).copied().unwrap_or(false));
            self.worth.insert(part, any);
        }
        self.worth.get(&constraint).copied().unwrap_or(false)
    }

    /// The answer that the linear system gives, if it gives one.
    fn decided(&mut self, terms: &mut Terms, query: &Query<'_>) -> Option<Answer> {
        let mut constraints = Vec::new();
        for constraint in query.constraints(terms) {
            constraints.extend_from_slice(crate::conjuncts(terms, &constraint));
        }
        let parts = terms.parts_first(&constraints, |_| false);
        let unknown = |part: &Term| matches!(terms.node(*part), Some(Node::Unknown(_)));
        if parts.len() > MAX_PARTS || parts.iter().any(unknown) {
            return None;
        }
        self.until = Moment::now() + query.limit / SHARE;
        let mut system = System::default();
        let mut pending = constraints.clone();
        for _ in 0..ROUNDS {
            let before = (system.size(), pending.len());
            let mut left = Vec::new();
            for constraint in pending {
                let told = self.told(terms, &mut system, constraint);
                if self.forms.is_full() {
                    return None;
                }
                match told {
                    Told::All => {}
                    Told::Part => left.push(constraint),
                    Told::Contradiction => return Some(Answer::Unsat),
                }
            }
            pending = left;
            if (system.size(), pending.len()) == before {
                break;
            }
        }
        self.solution(terms, &constraints, &system, query.hint).map(Answer::Sat)
    }

    /// Adds what a constraint says to the system.
    fn told(&mut self, terms: &mut Terms, system: &mut System, constraint: Term) -> Told {
        if matches!(terms.node(constraint), Some(Node::And(_) | Node::Or(_))) && Moment::now() > self.until {
            return Told::Part;
        }
        let node = terms.node(constraint).cloned();
        let inner = match &node {
            Some(Node::Not(inner)) => terms.node(*inner).cloned(),
            _ => None,
        };
        let truth = self.forms.truth(terms, constraint);
        if !system.add(truth.flipped()) {
            return Told::Contradiction;
        }
        match (node, inner) {
            (Some(Node::IsZero(p)), _) => {
                let consistent = match self.forms.differences(terms, p) {
                    Some(all) => all.into_iter().all(|difference| system.add(difference)),
                    None => true,
                };
                if consistent { Told::All } else { Told::Contradiction }
            }
            (_, Some(Node::IsZero(p))) => {
                let Some(all) = self.forms.differences(terms, p) else { return Told::All };
                let mut open: FxHashSet<_> =
                    all.iter().map(|difference| system.reduced(difference)).collect();
                if open.iter().any(|difference| difference.as_constant() == Some(true)) {
                    return Told::All;
                }
                open.retain(|difference| difference.as_constant().is_none());
                let mut open = open.into_iter();
                match (open.next(), open.next()) {
                    (None, _) => Told::Contradiction,
                    // The only bit in which they can differ.
                    (Some(only), None) if system.add(only.flipped()) => Told::All,
                    (Some(_), None) => Told::Contradiction,
                    _ => Told::Part,
                }
            }
            (Some(Node::And(parts)), _) => {
                let mut told = Told::All;
                for part in parts {
                    match self.told(terms, system, part) {
                        Told::All => {}
                        Told::Part => told = Told::Part,
                        Told::Contradiction => return Told::Contradiction,
                    }
                }
                told
            }
            (Some(Node::Or(parts)), _) => {
                let mut possible: Vec<Term> = parts.to_vec();
                possible.retain(|part| self.can_be(terms, system, *part));
                match possible.as_slice() {
                    [] => Told::Contradiction,
                    [only] => self.told(terms, system, *only),
                    _ => Told::Part,
                }
            }
            _ => Told::All,
        }
    }

    /// Whether nothing in the system speaks against a formula, as far as can be seen from it.
    fn can_be(&mut self, terms: &mut Terms, system: &System, formula: Term) -> bool {
        let mut supposed = system.clone();
        !matches!(self.told(terms, &mut supposed, formula), Told::Contradiction)
    }

    /// A model among solutions of the system.
    fn solution(
        &mut self,
        terms: &mut Terms,
        constraints: &[Term],
        system: &System,
        hint: Option<&Rc<Model>>,
    ) -> Option<Rc<Model>> {
        let symbols = crate::symbols_of(terms, constraints);
        let plain = |symbol: &Symbol| {
            let info = terms.symbol_info(*symbol);
            info.sort == Sort::Bool || info.sort == Sort::Int && info.low.is_some() && info.high.is_some()
        };
        if !symbols.iter().all(plain) {
            return None;
        }
        let mut random = Random::new(1);
        for _ in 0..TRIES {
            let free: Vec<bool> = (0..self.forms.variables()).map(|_| random.draw() & 1 == 1).collect();
            let bits = system.solution(&free);
            let mut model = hint.map_or_else(Model::new, |hint| Model::clone(hint));
            let mut numbers: FxHashMap<Symbol, Int> = FxHashMap::default();
            for (bit, (symbol, place)) in
                bits.iter().zip(self.forms.sources()).filter_map(|(bit, source)| Some((bit, source?)))
            {
                let number = numbers.entry(symbol).or_insert(Int::ZERO);
                if *bit {
                    *number = &*number + &place;
                }
            }
            for symbol in &symbols {
                let value = numbers.get(symbol).cloned().unwrap_or(Int::ZERO);
                let value = match terms.symbol_info(*symbol).sort {
                    Sort::Bool => Value::Truth(!value.is_zero()),
                    _ => Value::Int(value),
                };
                model.set(*symbol, value);
            }
            if constraints.iter().all(|constraint| terms.holds(*constraint, &model) == Some(true)) {
                return Some(Rc::new(model));
            }
        }
        None
    }
}

/// What became of a constraint.
enum Told {
    /// The system says what it says, as far as it can.
    All,
    /// More may be known when the system says more.
    Part,
    /// It cannot hold.
    Contradiction,
}

impl Solver for Affine {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        let start = Moment::now();
        let worth = query.path.iter().chain([&query.goal]).any(|part| self.is_worth_it(terms, *part));
        if worth && self.pause > 0 {
            self.pause -= 1;
        } else if worth {
            self.layer.asked += 1;
            if let Some(answer) = self.decided(terms, query) {
                self.layer.answered += 1;
                return answer;
            }
            if self.forms.is_full() {
                self.forms = Forms::default();
                (self.pause, self.next_pause) = (self.next_pause, (2 * self.next_pause).min(MAX_PAUSE));
            }
        }
        let limit = query.limit.saturating_sub(start.elapsed());
        self.next.solve(terms, &Query { limit, ..*query })
    }

    fn statistics(&self, report: &mut Statistics) {
        report.layers.push(self.layer.clone());
        self.next.statistics(report);
    }
}
