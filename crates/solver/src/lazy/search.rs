//! The state of one query: what is free of quantifiers, the universals, and the
//! instances taken of them so far.

use super::check::{Budget, Findings, check};
use super::prepare::{Preparation, Universal, sources};
use crate::clock::Moment;
use kyklos_base::Int;
use kyklos_term::{FunctionModel, Model, Node, Sort, Symbol, SymbolKind, Term, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// At most this many instances are taken for one query.
const INSTANCES: usize = 4_000;
/// At most this many are taken before any model was seen.
const EAGER: usize = 64;
/// At most this many are taken of one universal for the first model, and one
/// more for each model after it.
const PER_MODEL: usize = 8;
/// At most this many points of ranges are evaluated for one model.
const POINTS: usize = 20_000;

/// Models evaluated at fewer points are evaluated again as a whole.
const RECHECKED: usize = 2_000;
/// After so many models, so many first instances of what still fails are taken
/// at once: where one instance leads to the next, that saves a model for each.
const BULK: [(usize, i64); 3] = [(10, 16), (16, 64), (24, 256)];

/// See the module.
pub(super) struct Search {
    /// The query as it was asked.
    constraints: Vec<Term>,
    /// Consequences of it without quantifiers; they only grow.
    pub(super) ground: Vec<Term>,
    stated: FxHashSet<Term>,
    universals: Vec<Open>,
    /// The reads in `ground`.
    reads: Vec<Term>,
    known_reads: FxHashSet<Term>,
    /// Integer symbols of the query.
    numbers: Vec<Term>,
    taken: usize,
    /// How many models were not good enough.
    refused: usize,
    /// When no more instances are taken.
    end: Moment,
}

struct Open {
    universal: Rc<Universal>,
    instances: FxHashSet<Vec<Term>>,
    /// How many reads this was matched with, for those about single elements.
    matched: usize,
}

/// What a model is good for.
pub(super) enum Verdict {
    /// It satisfies everything: the model for the query's symbols.
    Fits(Model),
    /// It does not, and instances that exclude it were added.
    Refined,
    /// Neither is known.
    Stuck,
}

impl Search {
    /// The state before the first step, for a query that may take until `end`; `None` if a constraint cannot be dealt
    /// with.
    pub(super) fn new(
        terms: &mut Terms,
        preparation: &mut Preparation,
        constraints: &[Term],
        end: Moment,
    ) -> Option<Self> {
        let numbers = crate::symbols_of(terms, constraints)
            .into_iter()
            .filter(|symbol| terms.symbol_info(*symbol).sort == Sort::Int)
            .collect::<Vec<_>>();
        let mut search = Self {
            constraints: constraints.to_vec(),
            ground: Vec::new(),
            stated: FxHashSet::default(),
            universals: Vec::new(),
            reads: Vec::new(),
            known_reads: FxHashSet::default(),
            numbers: numbers.into_iter().map(|symbol| terms.symbol_term(symbol)).collect(),
            taken: 0,
            refused: 0,
            end,
        };
        for constraint in constraints {
            if !search.state(terms, preparation, *constraint) {
                return None;
            }
        }
        search.take_eagerly(terms, preparation);
        search.match_elements(terms, preparation);
        Some(search)
    }

    /// Whether a model of the back end, which sees the quantifiers, contradicts one of them: what it says about arrays
    /// cannot always be read off, and evaluating a whole formula goes no further than ranges of moderate width.
    pub(super) fn denies(&self, terms: &mut Terms, model: &Model, until: Moment) -> bool {
        let mut budget = Budget { points: POINTS, until };
        let mut fails = |open: &Open| !check(terms, &open.universal, model, &mut budget).violated.is_empty();
        self.universals.iter().any(&mut fails)
    }

    /// What keeps counters and ranges up to `most`.
    pub(super) fn small(&self, terms: &mut Terms, most: i64) -> Vec<Term> {
        let most = terms.small(most);
        let mut sizes = Vec::new();
        for number in &self.numbers {
            let counts = |symbol| terms.symbol_info(symbol).kind == SymbolKind::Counter;
            if terms.as_symbol(*number).is_some_and(counts) {
                sizes.push(*number);
            }
        }
        for open in &self.universals {
            let limits = || open.universal.limits.iter().filter(|limit| limit.closed);
            for low in limits().filter(|limit| limit.lower) {
                for high in limits().filter(|limit| !limit.lower && limit.variable == low.variable) {
                    let width = terms.linear(&[
                        (Int::ONE, high.value),
                        (Int::from(-1), low.value),
                        (Int::ONE, Term::ONE),
                    ]);
                    sizes.push(width);
                }
            }
        }
        sizes.retain(|size| terms.as_int(*size).is_none());
        sizes.sort_unstable();
        sizes.dedup();
        sizes.into_iter().map(|size| terms.le(size, most)).collect()
    }

    /// What the elements of arrays that nobody names should satisfy. First what
    /// has no range: only arrays that are the same almost everywhere are found,
    /// so that what holds everywhere has to hold for such elements.
    pub(super) fn generic(&self) -> Vec<Term> {
        let all = self.universals.iter().map(|open| &open.universal);
        let mut generic: Vec<(bool, Term)> = all
            .filter_map(|universal| Some((!universal.limits.is_empty(), universal.generic?)))
            .filter(|(_, formula)| *formula != Term::TRUE)
            .collect();
        generic.sort_unstable();
        let mut seen = FxHashSet::default();
        generic.into_iter().map(|(_, formula)| formula).filter(|formula| seen.insert(*formula)).collect()
    }

    /// Looks at a model of `ground` and of `generic`, which speaks of elements
    /// of arrays that are not read in `ground`.
    pub(super) fn judge(
        &mut self,
        terms: &mut Terms,
        preparation: &mut Preparation,
        model: &Model,
        generic: &[Term],
        until: Moment,
    ) -> Verdict {
        let model = self.tidied(terms, preparation, model, generic);
        let mut budget = Budget { points: POINTS, until };
        let (mut holds, mut complete, mut sparse, mut failed) = (true, true, false, Vec::new());
        for index in 0..self.universals.len() {
            let universal = self.universals[index].universal.clone();
            let mut findings = check(terms, &universal, &model, &mut budget);
            complete &= findings.complete;
            sparse |= findings.sparse;
            let settled = self.settled(terms, index, &model);
            findings.open.retain(|point| !settled.contains(point));
            holds &= findings.violated.is_empty() && findings.open.is_empty();
            failed.push(findings);
        }
        if holds && complete {
            // Where that is cheap, all is evaluated once more, by other code.
            let cheap = !sparse && POINTS - budget.points < RECHECKED;
            let again = |part: &&Term| cheap || !super::is_quantified(terms, **part);
            let denied = |part: &Term| terms.holds(*part, &model) == Some(false);
            return match self.constraints.iter().filter(again).any(denied) {
                true => Verdict::Stuck,
                false => Verdict::Fits(self.answer(terms, &model)),
            };
        }
        let before = self.ground.len();
        self.refused += 1;
        let bulk = BULK.iter().find(|(after, _)| *after == self.refused);
        for (index, findings) in failed.into_iter().enumerate() {
            match bulk {
                Some((_, most)) if !findings.violated.is_empty() => {
                    self.unfold_one(terms, preparation, index, *most);
                }
                _ => {}
            }
            self.refine(terms, preparation, index, &findings, &model);
        }
        self.match_elements(terms, preparation);
        if self.ground.len() > before { Verdict::Refined } else { Verdict::Stuck }
    }

    /// Takes the first instances of every range, up to this many.
    pub(super) fn unfold(&mut self, terms: &mut Terms, preparation: &mut Preparation, most: i64) {
        for index in 0..self.universals.len() {
            self.unfold_one(terms, preparation, index, most);
        }
        self.match_elements(terms, preparation);
    }

    fn unfold_one(&mut self, terms: &mut Terms, preparation: &mut Preparation, index: usize, most: i64) {
        let universal = self.universals[index].universal.clone();
        // Of several variables each gets fewer values.
        let each = (most as f64).powf(1.0 / universal.bound.len() as f64) as i64;
        let mut tuples = vec![Vec::new()];
        for variable in 0..universal.bound.len() {
            let mut limits =
                universal.limits.iter().filter(|limit| limit.variable == variable && limit.closed);
            let Some(low) = limits.find(|limit| limit.lower) else { return };
            let step = |terms: &mut Terms, step: i64| {
                let step = terms.small(step);
                terms.add(low.value, step)
            };
            let values: Vec<Term> = (0..each).map(|number| step(terms, number)).collect();
            tuples = product(&tuples, &values);
        }
        for tuple in tuples {
            self.take(terms, preparation, index, tuple);
        }
    }

    /// Adds a formula that follows from the query.
    fn state(&mut self, terms: &mut Terms, preparation: &mut Preparation, formula: Term) -> bool {
        let Some(parts) = preparation.parts(terms, formula) else { return false };
        for part in &parts.ground {
            if *part == Term::TRUE || !self.stated.insert(*part) {
                continue;
            }
            self.ground.push(*part);
            for inner in terms.parts_first(&[*part], |inner| self.known_reads.contains(&inner)) {
                if matches!(terms.node(inner), Some(Node::Read(..))) && self.known_reads.insert(inner) {
                    self.reads.push(inner);
                }
            }
        }
        for universal in &parts.universals {
            let instances = FxHashSet::default();
            self.universals.push(Open { universal: universal.clone(), instances, matched: 0 });
        }
        true
    }

    /// Adds an instance of a universal, unless it is known.
    fn take(&mut self, terms: &mut Terms, preparation: &mut Preparation, index: usize, tuple: Vec<Term>) {
        let is_over = self.taken >= INSTANCES || Moment::now() > self.end;
        if is_over || !self.universals[index].instances.insert(tuple.clone()) {
            return;
        }
        self.taken += 1;
        let universal = &self.universals[index].universal;
        let map = universal.bound.iter().copied().zip(tuple).collect();
        let instance = terms.substitute(universal.body, &map);
        self.state(terms, preparation, instance);
    }

    /// Where few enough terms could matter, all their instances: indices at which
    /// arrays are read, and the ends of ranges.
    fn take_eagerly(&mut self, terms: &mut Terms, preparation: &mut Preparation) {
        let mut all = Vec::new();
        for index in 0..self.universals.len() {
            if self.universals[index].universal.elementwise {
                continue;
            }
            let mut tuples = vec![Vec::new()];
            for variable in 0..self.universals[index].universal.bound.len() {
                let values = self.candidates(terms, index, variable);
                if tuples.len() * values.len() > EAGER {
                    return;
                }
                tuples = product(&tuples, &values);
            }
            all.extend(tuples.into_iter().map(|tuple| (index, tuple)));
            if all.len() > EAGER {
                return;
            }
        }
        for (index, tuple) in all {
            self.take(terms, preparation, index, tuple);
        }
    }

    /// What is said of each single element is stated of all that are read.
    fn match_elements(&mut self, terms: &mut Terms, preparation: &mut Preparation) {
        for index in 0..self.universals.len() {
            let universal = self.universals[index].universal.clone();
            let Some(pattern) = universal.patterns.first().filter(|_| universal.elementwise) else {
                continue;
            };
            for read in self.universals[index].matched..self.reads.len() {
                let Some(Node::Read(array, indices)) = terms.node(self.reads[read]) else { continue };
                let indices = indices.to_vec();
                let matches =
                    sources(terms, *array).is_some_and(|(arrays, _)| arrays.contains(&pattern.array));
                if matches && indices.len() == universal.bound.len() {
                    self.take(terms, preparation, index, indices);
                }
            }
            self.universals[index].matched = self.reads.len();
        }
    }

    /// Terms that may be worth an instance: such that a read in the body meets a
    /// read outside, and the ends of the range.
    fn candidates(&self, terms: &mut Terms, index: usize, variable: usize) -> Vec<Term> {
        let universal = &self.universals[index].universal;
        let mut found = Vec::new();
        for read in &self.reads {
            let Some(Node::Read(array, indices)) = terms.node(*read) else { continue };
            let indices = indices.clone();
            let Some((arrays, _)) = sources(terms, *array) else { continue };
            for pattern in universal.patterns.iter().filter(|pattern| pattern.variable == variable) {
                let Some(at) = indices.get(pattern.position).filter(|_| arrays.contains(&pattern.array))
                else {
                    continue;
                };
                let offset = terms.sub(*at, pattern.rest);
                let coefficient = terms.int(&pattern.coefficient);
                found.push(terms.div(offset, coefficient));
            }
        }
        let limits = universal.limits.iter().filter(|limit| limit.variable == variable && limit.closed);
        found.extend(limits.map(|limit| limit.value));
        let mut seen = FxHashSet::default();
        found.retain(|term| seen.insert(*term));
        found
    }

    /// Adds instances that exclude a model in which a universal fails. A value
    /// that some term has in the model is replaced by that term: what follows is
    /// then excluded for all models in which it matters.
    fn refine(
        &mut self,
        terms: &mut Terms,
        preparation: &mut Preparation,
        index: usize,
        findings: &Findings,
        model: &Model,
    ) {
        let mut points: Vec<&Vec<Int>> = findings.violated.iter().chain(&findings.open).collect();
        if points.is_empty() {
            return;
        }
        let bound = self.universals[index].universal.bound.len();
        let mut names: Vec<FxHashMap<Int, Term>> = Vec::new();
        for variable in 0..bound {
            let mut named = FxHashMap::default();
            let candidates = self.candidates(terms, index, variable);
            for term in candidates.into_iter().chain(self.numbers.iter().copied()) {
                if let Some(Value::Int(value)) = terms.evaluate(term, model) {
                    named.entry(value).or_insert(term);
                }
            }
            names.push(named);
        }
        let is_named =
            |point: &&Vec<Int>| point.iter().zip(&names).all(|(value, names)| names.contains_key(value));
        points.sort_by_key(|point| !is_named(point));
        let named = points.iter().filter(|point| is_named(point)).count();
        // Values alone do not end for what is impossible whatever the size.
        let most = PER_MODEL + self.refused;
        for point in points.iter().take(if named > 0 { named.min(most) } else { most }) {
            let tuple = point.iter().zip(&names).map(|(value, names)| match names.get(value) {
                Some(term) => *term,
                None => terms.int(value),
            });
            let tuple = tuple.collect();
            self.take(terms, preparation, index, tuple);
        }
    }

    /// The points at which instances of a universal were taken already. Where
    /// the body cannot be evaluated there, the back end is believed.
    fn settled(&self, terms: &Terms, index: usize, model: &Model) -> FxHashSet<Vec<Int>> {
        let value = |term: &Term| match terms.evaluate(*term, model)? {
            Value::Int(value) => Some(value),
            _ => None,
        };
        let instances = self.universals[index].instances.iter();
        instances.filter_map(|tuple| tuple.iter().map(value).collect()).collect()
    }

    /// The model with arrays that have entries only where `ground` reads them.
    fn tidied(&self, terms: &mut Terms, preparation: &Preparation, model: &Model, generic: &[Term]) -> Model {
        let asked = crate::symbols_of(terms, generic);
        let mut arrays: BTreeMap<Symbol, (FunctionModel, FunctionModel)> = BTreeMap::new();
        let mut symbols: Vec<Symbol> = crate::symbols_of(terms, &self.constraints);
        symbols.retain(|symbol| matches!(terms.symbol_info(*symbol).sort, Sort::Array(_)));
        for symbol in symbols {
            let array = terms.symbol_term(symbol);
            let Some(Value::Function(given)) = terms.evaluate(array, model) else { continue };
            let stands_for =
                |default: &&Term| terms.as_symbol(**default).is_some_and(|it| asked.contains(&it));
            let default = preparation.defaults.get(&symbol).filter(stands_for);
            let default = match default.and_then(|default| terms.evaluate(*default, model)) {
                Some(Value::Int(value)) => value,
                _ => given.default.clone(),
            };
            arrays.insert(symbol, (given, FunctionModel { entries: BTreeMap::new(), default }));
        }
        for read in &self.reads {
            let Some(Node::Read(array, indices)) = terms.node(*read) else { continue };
            let key: Option<Vec<Int>> =
                indices.iter().map(|index| terms.evaluate(*index, model)?.int().cloned()).collect();
            let (Some(key), Some((symbols, _))) = (key, sources(terms, *array)) else { return model.clone() };
            for symbol in symbols {
                if let Some((given, tidy)) = arrays.get_mut(&symbol) {
                    tidy.entries.insert(key.clone(), given.at(&key).clone());
                }
            }
        }
        let mut tidied = model.clone();
        for (symbol, (_, tidy)) in arrays {
            tidied.set(symbol, Value::Function(tidy));
        }
        match self.ground.iter().any(|part| terms.holds(*part, &tidied) == Some(false)) {
            true => model.clone(),
            false => tidied,
        }
    }

    /// The model with values for the symbols of the query, and for no others.
    fn answer(&self, terms: &mut Terms, model: &Model) -> Model {
        let mut answer = Model::new();
        for symbol in crate::symbols_of(terms, &self.constraints) {
            let term = terms.symbol_term(symbol);
            if let Some(value) = terms.evaluate(term, model) {
                answer.set(symbol, value);
            }
        }
        answer
    }
}

/// All tuples with one more value.
fn product(tuples: &[Vec<Term>], values: &[Term]) -> Vec<Vec<Term>> {
    let longer = |tuple: &Vec<Term>, value: &Term| [tuple.as_slice(), &[*value]].concat();
    tuples.iter().flat_map(|tuple| values.iter().map(move |value| longer(tuple, value))).collect()
}
