//! Path subsumption [nested §4.2, §5.4.2]: a state ends where nothing that is asked for can be reached from it, by
//! what is known from subtrees that were explored before. Note [subsumption].
//!
//! Where paths meet, a place with a shape of memory is a *site* ([`sites`]). Its *annotation* is a condition on the
//! numbers in memory such that no run from there comes to what is asked for. Annotations are weakest preconditions
//! along the ways from site to site, which are executed once for all states of the shape ([`ways`], [`shape`]);
//! inside loops they are proved by induction ([`induction`]). The thesis takes them from the paths that were
//! explored; here these only say where to look ([`trail`]), so that limits, joins and jumps over iterations cannot
//! make them wrong.

pub mod bad;
mod check;
mod held;
mod induction;
pub mod shape;
pub mod sites;
mod trail;
pub mod ways;

use held::Held;
use kyklos_exec::technique::{Kind, Setting, Technique};
use kyklos_exec::{
    Context, Control, Feature, Next, PathEnd, Reaction, State, StateId, Whereabouts, Worklist,
};
use kyklos_term::{Symbol, Term};
use shape::{Flat, flatten};
use sites::Sites;
use std::collections::BTreeSet;
use std::rc::Rc;
use trail::{Shared, Trail};
use ways::Known;

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
    /// The states that wait.
    held: Held,
    /// The sites of subtrees that were finished since states were let go last.
    news: BTreeSet<usize>,
    /// States that were let go for that, and may wait again.
    called: BTreeSet<StateId>,
    /// The work of this technique.
    own: u64,
    /// The work that it has spared: for each state that was ended, that of a subtree at its site.
    spared: u64,
    /// How much work there was when the last piece of it was counted.
    counted: u64,
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
/// A microsecond of work.
const MICROSECOND: u64 = 1_000;
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

    /// Does something, and counts it as work of this technique, and of no subtree.
    fn work<'p, T>(
        &mut self,
        context: &mut Context<'p>,
        work: impl FnOnce(&mut Self, &mut Context<'p>) -> T,
    ) -> T {
        let before = context.work().amount();
        let result = work(self, context);
        let after = context.work().amount();
        let told = self.own / MICROSECOND;
        self.own += after - before;
        context.count("subsume_cost_us", self.own / MICROSECOND - told);
        self.counted += after - before;
        result
    }

    /// Counts what was done since as work for a state.
    fn worked_for(&mut self, context: &Context<'_>, state: &State) {
        let now = context.work().amount();
        let done = now.saturating_sub(std::mem::replace(&mut self.counted, now));
        if let Some(trail) = state.notes.get::<Trail>() {
            trail.add_work(done);
        }
    }

    /// Whether this technique has taken more than its share of all work, and spares less than that.
    fn is_spent(&self, context: &Context<'_>) -> bool {
        let share = (context.work().amount() / 2).max(self.spared);
        !self.everywhere && self.own > CREDIT + share
    }

    /// Learns from subtrees that were finished.
    fn learn(&mut self, context: &mut Context<'_>) {
        let finished = self.shared.take_finished();
        let Some(known) = &self.known else { return };
        let mut last = None;
        for site in &finished {
            if context.is_over() {
                return;
            }
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
        let again = own.is_power_of_two() && context.head_at(state.point()).is_some();
        others || again || self.held.any_at(site)
    }

    fn subsumed(&mut self, context: &mut Context<'_>, site: usize, state: &State) -> Reaction {
        context.count("subsumed", 1);
        let told = self.spared / MICROSECOND;
        self.spared = self.spared.saturating_add(self.shared.usual_work(site));
        context.count("subsume_spared_us", self.spared / MICROSECOND - told);
        context.promising(self.spared > self.own);
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
        let released = self.held.remove(state.id);
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
            return self.subsumed(context, site, state);
        }
        if may_wait && self.waits(context, site, state) {
            self.held.insert(state.id, site, state.depth);
            context.count("subsume_waits", 1);
            state.ask_again();
            return Reaction::Held;
        }
        let again = state.notes.get::<Trail>().is_some_and(|trail| trail.visits(site) > 0);
        if again && self.induce(context, site, state, &flat) && self.is_covered(context, site, state, &flat) {
            return self.subsumed(context, site, state);
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
        self.worked_for(context, state);
        self.work(context, |subsume, context| subsume.arrive(context, state))
    }

    fn forked(&mut self, context: &mut Context<'_>, states: &[State]) {
        // All of them have the stops of the one that was split.
        states.iter().take(1).for_each(|state| self.worked_for(context, state));
    }

    fn ended(&mut self, context: &mut Context<'_>, state: &State, _: &PathEnd) -> Control {
        self.worked_for(context, state);
        Control::Continue
    }

    fn next(&mut self, context: &mut Context<'_>, open: &Worklist) -> Next {
        self.counted = context.work().amount();
        if self.held.is_empty() {
            return Next::Search;
        }
        if self.shared.has_finished() {
            self.work(context, |subsume, context| subsume.learn(context));
        }
        let free = self.called_by_news(context);
        if !free.is_empty() {
            self.called.extend(&free);
            return Next::Release(free);
        }
        if !open.is_empty() {
            return Next::Search;
        }
        self.held.retain(|id| context.waiting.get(id).is_some());
        // What others hold goes first: it belongs to subtrees that are waited for.
        if context.waiting.len() > self.held.len() {
            return Next::Search;
        }
        Next::Release(self.held.next().into_iter().collect())
    }
}

impl Subsume {
    /// The states that may go on for what is new: all where there is another annotation, and one where no more than a
    /// subtree was finished.
    fn called_by_news(&mut self, context: &Context<'_>) -> Vec<StateId> {
        let changed = self.sites.take_changed();
        let mut free: Vec<StateId> = changed.iter().flat_map(|site| self.held.at(*site)).collect();
        for site in std::mem::take(&mut self.news).difference(&changed) {
            free.extend(self.held.deepest_at(*site));
        }
        free.retain(|state| context.waiting.get(*state).is_some());
        free
    }
}
