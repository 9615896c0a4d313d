//! Path subsumption [nested §4.2, §5.4.2]: a state ends where nothing that is asked for can be reached from it, by
//! what is known from subtrees that were explored before.
//!
//! Where paths meet, a place with a shape of memory is a *site* ([`sites`]). Its *annotation* is a condition on the
//! numbers in memory such that no run from there comes to what is asked for. Annotations are weakest preconditions
//! along the ways from site to site, which are executed once for all states of the shape ([`ways`], [`shape`]);
//! inside loops they are proved by induction ([`induction`]). The thesis takes them from the paths that were
//! explored; here these only say where to look ([`trail`]), so that limits, joins and jumps over iterations cannot
//! make them wrong.

pub mod bad;
mod check;
mod induction;
pub mod shape;
pub mod sites;
mod trail;
pub mod ways;

use kyklos_exec::technique::{Kind, Setting, Technique};
use kyklos_exec::{Context, Feature, Next, PathEnd, Reaction, State, StateId, Whereabouts, Worklist};
use kyklos_term::{Symbol, Term};
use shape::{Flat, flatten};
use sites::Sites;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use trail::{Shared, Trail};
use ways::{Known, is_head};

/// The technique, for the table.
pub const SUBSUME: Technique = Technique {
    name: "subsume",
    help: "ends states from which nothing can go wrong by what was learnt from others",
    settings: &[SELF_CHECK],
    install: |setup| {
        let self_check = setup.settings.flag(&SELF_CHECK);
        setup.add_first(Subsume { self_check, ..Subsume::default() });
    },
    ..Technique::PLAIN
};

/// Whether states that are ended are executed for a while all the same.
pub const SELF_CHECK: Setting = Setting {
    name: "self-check",
    help: "Execute states that others have shown to be harmless for a while, to see that they are",
    kind: Kind::Flag,
};

/// The feature.
#[derive(Default)]
pub struct Subsume {
    known: Option<Known>,
    /// The sites and their annotations.
    pub sites: Sites,
    shared: Rc<Shared>,
    /// The states that wait, and where.
    held: BTreeMap<StateId, usize>,
    /// The sites of subtrees that were finished since states were let go last.
    news: BTreeSet<usize>,
    /// States that were let go for that, and may wait again.
    called: BTreeSet<StateId>,
    /// How many were let go because nothing else was left.
    stuck: u64,
    /// The work of this technique.
    own: u64,
    /// Makes sites of all locations, to show annotations everywhere.
    pub everywhere: bool,
    /// Executes states that are ended for a while all the same.
    pub self_check: bool,
}

/// What is known at a place for all memories of a shape.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// The place, with all calls.
    pub place: Whereabouts,
    /// The condition: if it holds, nothing that is asked for is reached.
    pub condition: Term,
    /// Inputs that are still to be read and that it speaks of: it is to hold for all of them.
    pub inputs: Vec<Symbol>,
    /// Whether it was found by induction.
    pub inductive: bool,
}

/// Work that may be done before it has to pay, in about nanoseconds.
const CREDIT: u64 = 2_000_000_000;
/// Every so many times that nothing else is left, the oldest state goes on, not the latest.
const OLDEST: u64 = 4;
/// Checks at a site are made less often after so many in vain.
const MANY_IN_VAIN: u32 = 8;
/// More states do not wait.
const MAX_HELD: usize = 2_000;

impl Subsume {
    fn know(&mut self, context: &Context<'_>) -> Option<&Known> {
        if self.known.is_none() {
            self.known = Known::of(context, self.everywhere);
        }
        self.known.as_ref()
    }

    /// Does something, and counts it as work of this technique.
    fn work<'p, T>(
        &mut self,
        context: &mut Context<'p>,
        work: impl FnOnce(&mut Self, &mut Context<'p>) -> T,
    ) -> T {
        let before = context.work().amount();
        let result = work(self, context);
        self.own += context.work().amount() - before;
        result
    }

    /// Whether this technique has taken more than its share.
    fn is_spent(&self, context: &Context<'_>) -> bool {
        !self.everywhere && self.own > CREDIT + context.work().amount() / 2
    }

    /// Learns from subtrees that were finished.
    fn learn(&mut self, context: &mut Context<'_>) {
        let finished = self.shared.take_finished();
        let Some(known) = &self.known else { return };
        let mut last = None;
        for site in &finished {
            if last.replace(*site) != Some(*site) && self.sites.refine(context, known, *site) {
                context.count("annotations", 1);
            }
        }
        self.news.extend(finished);
    }

    /// Whether a state need not be explored.
    fn is_covered(&mut self, context: &mut Context<'_>, site: usize, state: &State, flat: &Flat) -> bool {
        if self.sites.bad(site).is_none() {
            return false;
        }
        let known = self.sites.get_mut(site);
        if known.vain > MANY_IN_VAIN && !known.arrivals.is_power_of_two() {
            return false;
        }
        let covered = self.sites.covers(context, site, state, flat);
        let known = self.sites.get_mut(site);
        known.vain = if covered { 0 } else { known.vain + 1 };
        covered
    }

    /// Whether a state waits for others at its site: for those whose subtrees are not finished, and when it comes
    /// again, now and then, for all that leave the loop.
    fn waits(&self, context: &Context<'_>, site: usize, state: &State) -> bool {
        if self.held.len() >= MAX_HELD {
            return false;
        }
        let own = state.notes.get::<Trail>().map_or(0, |trail| trail.visits(site));
        let others = self.shared.unfinished(site) > own;
        let again = own.is_power_of_two() && is_head(context, state.point());
        others || again || self.held.values().any(|other| *other == site)
    }

    fn subsumed(&self, context: &mut Context<'_>, state: &State) -> Reaction {
        context.count("subsumed", 1);
        if self.self_check
            && let Some(known) = &self.known
        {
            check::execute(context, known, state);
        }
        Reaction::Ended(PathEnd::Harmless)
    }

    /// The annotations after an exploration, in the order in which their places were met.
    pub fn annotations(&mut self, context: &mut Context<'_>) -> Vec<Annotation> {
        self.learn(context);
        let mut all = Vec::new();
        for site in 0..self.sites.count() {
            let Some(bad) = self.sites.bad(site).cloned() else { continue };
            let excluded = bad.formula(&mut context.terms);
            let free = context.terms.free_symbols(excluded);
            let inputs = free.iter().filter(|symbol| !self.sites.is_own(site, **symbol)).copied().collect();
            let known = self.sites.get(site);
            all.push(Annotation {
                place: (*known.place).clone(),
                condition: context.terms.not(excluded),
                inputs,
                inductive: known.inductive,
            });
        }
        all
    }

    fn arrive(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        let released = self.held.remove(&state.id).is_some();
        let may_wait = self.called.remove(&state.id) || !released;
        if self.is_spent(context) {
            return Reaction::Unchanged;
        }
        let Some(flat) = flatten(context, state) else { return Reaction::Unchanged };
        let place = state.whereabouts();
        let Some(site) = self.sites.find(&place, &flat).or_else(|| self.sites.add(place, state, &flat))
        else {
            return Reaction::Unchanged;
        };
        self.sites.get_mut(site).arrivals += u32::from(!released);
        if self.sites.get(site).arrivals > 1 && self.shared.has_finished() {
            self.learn(context);
        }
        if self.is_covered(context, site, state, &flat) {
            return self.subsumed(context, state);
        }
        if may_wait && self.waits(context, site, state) {
            self.held.insert(state.id, site);
            context.count("subsume_waits", 1);
            state.ask_again();
            return Reaction::Held;
        }
        let again = state.notes.get::<Trail>().is_some_and(|trail| trail.visits(site) > 0);
        if again && self.induce(context, site, state, &flat) && self.is_covered(context, site, state, &flat) {
            return self.subsumed(context, state);
        }
        let trail = Trail::on(state.notes.get::<Trail>(), site, &self.shared);
        state.notes.set(trail);
        Reaction::Unchanged
    }
}

impl Feature for Subsume {
    fn arrived(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        let point = state.point();
        if self.know(context).is_none_or(|known| !known.is_stop(context, point)) {
            return Reaction::Unchanged;
        }
        self.work(context, |subsume, context| subsume.arrive(context, state))
    }

    fn next(&mut self, context: &mut Context<'_>, open: &Worklist) -> Next {
        self.held.retain(|id, _| context.waiting.get(*id).is_some());
        if self.held.is_empty() {
            return Next::Search;
        }
        if self.shared.has_finished() {
            self.work(context, |subsume, context| subsume.learn(context));
        }
        let news = std::mem::take(&mut self.news);
        let free = self.held.iter().filter(|(_, site)| news.contains(site)).map(|(id, _)| *id);
        let free: Vec<StateId> = free.collect();
        if !free.is_empty() {
            self.called.extend(&free);
            return Next::Release(free);
        }
        // What others hold goes first: it belongs to subtrees that are waited for.
        if !open.is_empty() || context.waiting.len() > self.held.len() {
            return Next::Search;
        }
        self.stuck += 1;
        let chosen = match self.stuck % OLDEST {
            0 => self.held.first_key_value(),
            _ => self.held.last_key_value(),
        };
        Next::Release(chosen.map(|(id, _)| *id).into_iter().collect())
    }
}
