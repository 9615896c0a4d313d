//! Sites: a place, with all calls, and a shape of memory there; and what is known of it: the ways to the next sites,
//! and the annotation, from which nothing that is asked for can be reached.
//!
//! An annotation is a theorem about the program, proved from the ways and the annotations of the next sites. It does
//! not matter what was explored, how, and whether to an end: that only says where proving may pay. What has no
//! annotation excludes nothing, so whatever was cut, left out or not decided makes an annotation weaker, not wrong.

use super::bad::{Bad, Names};
use super::shape::{Flat, General, generalise};
use super::ways::{End, Known, Leaf, ways};
use kyklos_exec::{Context, State, Whereabouts};
use kyklos_solver::Answer;
use kyklos_term::bounds::SymbolBounds;
use kyklos_term::{Model, Symbol, Term, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

/// A place and a shape.
pub struct Site {
    /// The place.
    pub place: Rc<Whereabouts>,
    /// A state that came there, and its memory.
    sample: (State, Flat),
    /// The symbols that stand for numbers, and what the ways from there do; made when it is needed.
    ways: Option<WaysOn>,
    /// The annotation, as what it excludes; `None` is all.
    bad: Option<Rc<Bad>>,
    /// Whether it was found by induction.
    pub inductive: bool,
    /// Counts changes of the annotation.
    version: u64,
    /// What the annotation was made from.
    stamp: Option<u64>,
    /// How many states came.
    pub arrivals: u32,
    /// How many checks in a row were in vain.
    pub vain: u32,
    /// How often induction was tried.
    pub attempts: u32,
    /// Whether numbers wrap on the ways.
    wraps: bool,
}

/// The ways from a site.
pub struct WaysOn {
    /// The symbols, in the order of the numbers of the shape.
    pub symbols: Vec<Symbol>,
    /// The same as a set.
    pub own: FxHashSet<Symbol>,
    /// The general state.
    pub general: State,
    /// What the symbols were in a run that came there first.
    model: Option<Model>,
    /// Whether numbers that leave their ranges are not followed.
    ranged: bool,
    /// The ways that do not end well by themselves.
    pub leaves: Rc<Vec<Leaf>>,
}

/// All sites.
#[derive(Default)]
pub struct Sites {
    all: Vec<Site>,
    by_place: FxHashMap<Rc<Whereabouts>, Vec<usize>>,
    /// Those with another annotation than before.
    changed: BTreeSet<usize>,
    names: Names,
}

/// Comparing the cases of a site takes about as long as so many steps for each of their terms.
const COMPARING: u64 = 3;
/// Comparing a case with a known condition, and replacing symbols in a condition, take about so many steps.
const COMPARED: u64 = 1;
const REPLACED: u64 = 8;
/// So many shapes at a place are told apart.
const MAX_SHAPES: usize = 24;
/// The most time for one check.
const LIMIT: Duration = Duration::from_millis(500);

impl Sites {
    /// The site of a memory at a place.
    pub fn find(&self, place: &Whereabouts, flat: &Flat) -> Option<usize> {
        let at = self.by_place.get(place)?;
        at.iter().copied().find(|site| self.all[*site].sample.1.shape == flat.shape)
    }

    /// The site of a memory at a place, which is made if there is none yet; `None` if there are too many shapes.
    pub fn add(&mut self, place: Whereabouts, state: &State, flat: &Flat) -> Option<usize> {
        let place = Rc::new(place);
        let at = self.by_place.entry(place.clone()).or_default();
        if at.len() >= MAX_SHAPES {
            return None;
        }
        at.push(self.all.len());
        let mut sample = state.clone();
        sample.notes = Default::default();
        let flat = Flat { shape: flat.shape.clone(), terms: flat.terms.clone() };
        self.all.push(Site {
            place,
            sample: (sample, flat),
            ways: None,
            bad: None,
            inductive: false,
            version: 0,
            stamp: None,
            arrivals: 0,
            vain: 0,
            attempts: 0,
            wraps: false,
        });
        Some(self.all.len() - 1)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// A site.
    pub fn get(&self, site: usize) -> &Site {
        &self.all[site]
    }

    /// A site, to be changed.
    pub fn get_mut(&mut self, site: usize) -> &mut Site {
        &mut self.all[site]
    }

    /// Takes the sites that have got other annotations since.
    pub fn take_changed(&mut self) -> BTreeSet<usize> {
        std::mem::take(&mut self.changed)
    }

    /// The annotation of a site, as what it excludes.
    pub fn bad(&self, site: usize) -> Option<&Rc<Bad>> {
        self.all[site].bad.as_ref()
    }

    /// The ways from a site; `None` if nothing is known of them.
    pub fn ways(&mut self, context: &mut Context<'_>, known: &Known, site: usize) -> Option<&WaysOn> {
        if self.all[site].ways.is_none() {
            let wraps = self.all[site].wraps;
            let (sample, flat) = &self.all[site].sample;
            let made = match generalise(context, sample, flat) {
                Some(general) => {
                    let model = sample_model(context, sample, flat, &general);
                    let (leaves, ranged) = ways(context, known, &general, model.as_ref(), wraps);
                    let General { state, entries: symbols } = general;
                    let own = symbols.iter().copied().collect();
                    WaysOn { symbols, own, general: state, model, ranged, leaves: Rc::new(leaves) }
                }
                None => WaysOn {
                    symbols: Vec::new(),
                    own: FxHashSet::default(),
                    general: sample.clone(),
                    model: None,
                    ranged: false,
                    leaves: Rc::new(vec![Leaf { conditions: Vec::new(), end: End::Bad }]),
                },
            };
            self.all[site].ways = Some(made);
        }
        self.all[site].ways.as_ref()
    }

    /// Whether a symbol stands for a number at a site.
    pub fn is_own(&self, site: usize, symbol: Symbol) -> bool {
        self.all[site].ways.as_ref().is_some_and(|ways| ways.own.contains(&symbol))
    }

    /// What the symbols of a site are for a memory of its shape.
    pub fn values(&self, site: usize, flat: &Flat) -> FxHashMap<Symbol, Term> {
        let symbols = self.all[site].ways.iter().flat_map(|ways| ways.symbols.iter().copied());
        symbols.zip(flat.terms.iter().copied()).collect()
    }

    /// Lets numbers wrap on the ways from a site, where they were not followed before: all is found anew. Whether
    /// that changes anything.
    pub fn let_wrap(&mut self, site: usize) -> bool {
        let site = &mut self.all[site];
        if !site.ways.as_ref().is_some_and(|ways| ways.ranged) || site.wraps {
            return false;
        }
        (site.wraps, site.ways, site.bad, site.stamp) = (true, None, None, None);
        (site.inductive, site.version) = (false, site.version + 1);
        true
    }

    /// Sets an annotation that was proved by induction.
    pub fn prove(&mut self, site: usize, bad: Bad) {
        self.changed.insert(site);
        let site = &mut self.all[site];
        site.bad = Some(Rc::new(bad));
        site.inductive = true;
        site.version += 1;
        site.vain = 0;
    }

    /// Makes the annotation of a site from those of the next sites; whether it has changed.
    pub fn refine(&mut self, context: &mut Context<'_>, known: &Known, site: usize) -> bool {
        // What every round keeps is simpler than what the next one needs.
        if self.all[site].inductive && self.all[site].vain == 0 {
            return false;
        }
        let Some(ways) = self.ways(context, known, site) else { return false };
        let (leaves, own) = (ways.leaves.clone(), ways.own.clone());
        let stamp = leaves.iter().filter_map(|leaf| self.next(leaf)).map(|next| self.all[next].version);
        let stamp =
            stamp.fold(leaves.len() as u64, |sum, version| sum.wrapping_mul(31).wrapping_add(version));
        if self.all[site].stamp.replace(stamp) == Some(stamp) {
            return false;
        }
        let mut bad = Bad::none();
        for leaf in leaves.iter() {
            for case in self.cases(context, leaf) {
                let before = context.terms.work();
                context.toil(COMPARED * bad.size() as u64);
                bad.add(&mut context.terms, case, &own);
                // To compare cases takes longer than to make their terms.
                context.toil(COMPARING * (context.terms.work() - before));
            }
            context.rest();
            if bad.is_all() || bad.is_large(&context.terms) || context.is_over() {
                return false;
            }
        }
        if self.all[site].bad.as_deref() == Some(&bad) {
            return false;
        }
        self.changed.insert(site);
        let site = &mut self.all[site];
        site.bad = Some(Rc::new(bad));
        site.inductive = false;
        site.version += 1;
        site.vain = 0;
        true
    }

    /// The site where a way ends.
    pub fn next(&self, leaf: &Leaf) -> Option<usize> {
        match &leaf.end {
            End::Bad => None,
            End::At { place, flat } => self.find(place, flat),
        }
    }

    /// The cases in which a way does not end well.
    pub fn cases(&mut self, context: &mut Context<'_>, leaf: &Leaf) -> Vec<Vec<Term>> {
        let unknown = vec![leaf.conditions.clone()];
        let End::At { flat, .. } = &leaf.end else { return unknown };
        let Some(next) = self.next(leaf) else { return unknown };
        let Some(bad) = self.all[next].bad.clone() else { return unknown };
        context.toil(REPLACED * bad.size() as u64 + flat.terms.len() as u64);
        let mut values = self.values(next, flat);
        let mut taken = FxHashSet::default();
        for term in leaf.conditions.iter().chain(values.values()) {
            taken.extend(context.terms.free_symbols(*term).iter().copied());
        }
        let mut replaced = bad.replaced(&mut context.terms, &values, &taken, &mut self.names);
        replaced.extend(self.out_of_range(context, &bad, &mut values).map(|case| vec![case]));
        for case in &mut replaced {
            case.extend(&leaf.conditions);
        }
        replaced
    }

    /// The cases in which a way leads to numbers at a site that its symbols cannot stand for.
    pub fn cases_out_of_range(
        &self,
        context: &mut Context<'_>,
        leaf: &Leaf,
        next: usize,
        bad: &Bad,
    ) -> Option<Vec<Term>> {
        let End::At { flat, .. } = &leaf.end else { return None };
        let mut values = self.values(next, flat);
        let mut case = leaf.conditions.clone();
        case.push(self.out_of_range(context, bad, &mut values)?);
        Some(case)
    }

    /// Whether a condition on the symbols of a site held in a run that came there first; yes, if that is not known.
    pub fn sample_satisfies(&self, context: &Context<'_>, site: usize, condition: Term) -> bool {
        let model = self.all[site].ways.as_ref().and_then(|ways| ways.model.as_ref());
        model.is_none_or(|model| context.terms.holds(condition, model) != Some(false))
    }

    /// What the numbers of a state that came to a site first were: their bounds, where they are constant, and those of
    /// their differences.
    pub fn first_numbers(&self, context: &mut Context<'_>, site: usize, of: &[Symbol]) -> Vec<Term> {
        /// Differences of more are not looked at.
        const MANY: usize = 10;
        let values = self.values(site, &self.all[site].sample.1);
        let mut facts = Vec::new();
        let bounds = |context: &mut Context<'_>, facts: &mut Vec<Term>, term: Term, value: Term| {
            if context.terms.as_int(value).is_some() {
                facts.push(context.terms.ge(term, value));
                facts.push(context.terms.le(term, value));
            }
        };
        for (number, one) in of.iter().enumerate() {
            let Some(value) = values.get(one) else { continue };
            let symbol = context.terms.symbol_term(*one);
            bounds(context, &mut facts, symbol, *value);
            for other in of[number + 1..].iter().take(if of.len() > MANY { 0 } else { MANY }) {
                let Some(other_value) = values.get(other) else { continue };
                let other = context.terms.symbol_term(*other);
                let (difference, was) =
                    (context.terms.sub(symbol, other), context.terms.sub(*value, *other_value));
                bounds(context, &mut facts, difference, was);
            }
        }
        facts
    }

    /// A condition for numbers not to be in the ranges of the symbols that stand for them, where they may not be.
    /// What is in memory is in the range of its type; here nobody has to rely on that.
    fn out_of_range(
        &self,
        context: &mut Context<'_>,
        bad: &Bad,
        values: &mut FxHashMap<Symbol, Term>,
    ) -> Option<Term> {
        let all = bad.formula(&mut context.terms);
        let mut outside = Vec::new();
        for symbol in context.terms.free_symbols(all).iter() {
            let Some(value) = values.get(symbol) else { continue };
            let info = context.terms.symbol_info(*symbol);
            let (low, high) = (info.low.clone(), info.high.clone());
            if info.sort != kyklos_term::Sort::Int || (low.is_none() && high.is_none()) {
                continue;
            }
            let bounds = context.terms.bounds(*value, &SymbolBounds::default());
            if let Some(low) = low.filter(|low| bounds.low.as_ref().is_none_or(|least| least < low)) {
                let low = context.terms.int(&low);
                outside.push(context.terms.lt(*value, low));
            }
            if let Some(high) = high.filter(|high| bounds.high.as_ref().is_none_or(|most| most > high)) {
                let high = context.terms.int(&high);
                outside.push(context.terms.gt(*value, high));
            }
        }
        (!outside.is_empty()).then(|| context.terms.or(outside))
    }

    /// The condition under which a state is excluded by the annotation of a site; `None` if there is none.
    pub fn excluded(&mut self, context: &mut Context<'_>, site: usize, flat: &Flat) -> Option<Term> {
        let bad = self.all[site].bad.clone()?;
        context.toil(REPLACED * bad.size() as u64 + flat.terms.len() as u64);
        let mut values = self.values(site, flat);
        let taken = FxHashSet::default();
        let cases = bad.replaced(&mut context.terms, &values, &taken, &mut self.names);
        let mut all: Vec<Term> = Vec::with_capacity(cases.len());
        for case in cases {
            all.push(context.terms.and(case));
        }
        all.extend(self.out_of_range(context, &bad, &mut values));
        Some(context.terms.or(all))
    }

    /// Whether the annotation of a site holds for all runs of a state that is there.
    pub fn covers(&mut self, context: &mut Context<'_>, site: usize, state: &State, flat: &Flat) -> bool {
        let Some(excluded) = self.excluded(context, site, flat) else { return false };
        if excluded == Term::FALSE {
            return true;
        }
        let witness =
            state.model.as_ref().is_some_and(|model| context.terms.holds(excluded, model) == Some(true));
        if excluded == Term::TRUE || witness {
            return false;
        }
        context.count("subsume_queries", 1);
        let limit = LIMIT.min(context.options.solver_timeout);
        matches!(context.ask_within(state, excluded, limit), Answer::Unsat)
    }
}

/// What the symbols of a general state are in a run that its sample stands for.
fn sample_model(context: &Context<'_>, sample: &State, flat: &Flat, general: &General) -> Option<Model> {
    let known = sample.model.as_ref()?;
    let mut model = Model::new();
    for (symbol, term) in general.entries.iter().zip(&flat.terms) {
        let value: Value = context.terms.evaluate(*term, known)?;
        model.set(*symbol, value);
    }
    Some(model)
}
