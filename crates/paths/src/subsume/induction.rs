//! Loops: annotations that every round keeps [nested §4.2.1].
//!
//! All sites of a loop get conditions at once, so that inner loops need no order: from any state that satisfies those
//! of its site, every way to another site of the loop leads to one that satisfies those there, and no way leads to what
//! is asked for or is excluded by an annotation outside. Then no run does, by induction on the sites that it passes.
//!
//! Candidates are what the annotations outside and the errors inside demand, with and without the conditions to come
//! there, carried back against the ways once, twice, four times …; and, if these are not enough, what the numbers
//! were that came first. What a way does not keep is dropped until the rest stands by itself.

use super::Subsume;
use super::bad::Bad;
use super::shape::Flat;
use super::sites::Sites;
use super::ways::{End, Known, Leaf};
use kyklos_exec::{Context, State, Whereabouts};
use kyklos_shape::Loop;
use kyklos_solver::Answer;
use kyklos_term::{Node, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::time::Duration;

/// The most time for one question.
const LIMIT: Duration = Duration::from_millis(300);
/// The most questions for one try.
const MAX_QUERIES: u32 = 160;
/// The most tries at a site.
const MAX_ATTEMPTS: u32 = 5;
/// The most sites of a loop, and candidates at each.
const MAX_SITES: usize = 32;
const MAX_CANDIDATES: usize = 40;

impl Subsume {
    /// Looks for annotations of a site in a loop, and of all others in it, that every round keeps; whether there are.
    pub(super) fn induce(
        &mut self,
        context: &mut Context<'_>,
        site: usize,
        state: &State,
        flat: &Flat,
    ) -> bool {
        let (Some(known), sites) = (&self.known, &mut self.sites) else { return false };
        if sites.get(site).attempts >= MAX_ATTEMPTS {
            return false;
        }
        let point = sites.get(site).place.point;
        let loops = &context.loops[point.procedure];
        let mut around: Vec<Loop> = Vec::new();
        let mut at = loops.around(point.location);
        while let Some(found) = at.and_then(|id| loops.get(id)) {
            around.push(found.clone());
            at = found.parent;
        }
        for within in around {
            if try_loop(context, known, sites, (site, state, flat), &within) {
                return true;
            }
        }
        false
    }
}

/// Looks for annotations of the sites of a loop; whether there are.
fn try_loop(
    context: &mut Context<'_>,
    known: &Known,
    sites: &mut Sites,
    (site, state, flat): (usize, &State, &Flat),
    within: &Loop,
) -> bool {
    // Numbers that wrap are looked at only where it does not work without them.
    for _ in 0..2 {
        let Some(region) = Region::of(context, known, sites, site, within) else { return false };
        if !region.is_viable(sites) {
            return false;
        }
        sites.get_mut(site).attempts += 1;
        let passes = 1 << sites.get(site).attempts.min(3);
        for effort in [Effort::Demands, Effort::Guarded, Effort::Facts] {
            let mut proof = Proof { region: &region, conditions: Vec::new(), queries: 0 };
            proof.propose(context, sites, effort, passes);
            if proof.prove(context, sites, (site, state, flat)) {
                context.count("inductions", 1);
                let Proof { conditions, .. } = proof;
                for (each, conditions) in region.sites.iter().zip(conditions) {
                    let bad = Bad::unless(&mut context.terms, &conditions);
                    sites.prove(each.site, bad);
                }
                return true;
            }
        }
        let mut wrapped = false;
        for each in &region.sites {
            wrapped |= sites.let_wrap(each.site);
        }
        if !wrapped {
            return false;
        }
    }
    false
}

/// Which candidates are tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Effort {
    /// What is demanded, for all states.
    Demands,
    /// The same, for those states that come there.
    Guarded,
    /// Also what the numbers were that came first.
    Facts,
}

/// The sites of a loop.
struct Region {
    sites: Vec<Inside>,
}

/// A site of a loop.
struct Inside {
    site: usize,
    general: State,
    own: FxHashSet<Symbol>,
    leaves: Rc<Vec<Leaf>>,
    /// The ways to others, by number: the way's number, and that of the site in the region.
    ways: Vec<(usize, usize)>,
    /// The numbers of the ways that lead out, or to what is asked for.
    out: Vec<usize>,
}

impl Region {
    /// The sites of a loop that can be reached from one of them.
    fn of(
        context: &mut Context<'_>,
        known: &Known,
        sites: &mut Sites,
        first: usize,
        within: &Loop,
    ) -> Option<Self> {
        let base = sites.get(first).place.clone();
        let mut order = vec![first];
        let mut numbers = FxHashMap::from_iter([(first, 0)]);
        let mut found = Vec::new();
        let mut next = 0;
        while let Some(site) = order.get(next).copied() {
            next += 1;
            let ways = sites.ways(context, known, site)?;
            let mut inside = Inside {
                site,
                general: ways.general.clone(),
                own: ways.own.clone(),
                leaves: ways.leaves.clone(),
                ways: Vec::new(),
                out: Vec::new(),
            };
            for (number, leaf) in inside.leaves.iter().enumerate() {
                let to =
                    sites.next(leaf).filter(|to| is_within(context, &sites.get(*to).place, &base, within));
                let Some(to) = to else {
                    inside.out.push(number);
                    continue;
                };
                let place = *numbers.entry(to).or_insert_with(|| {
                    order.push(to);
                    order.len() - 1
                });
                inside.ways.push((number, place));
            }
            found.push(inside);
            if order.len() > MAX_SITES {
                return None;
            }
        }
        Some(Self { sites: found })
    }

    /// Whether all that leads out leads to an annotation, and something leads back.
    fn is_viable(&self, sites: &Sites) -> bool {
        let annotated = |leaf: &Leaf| match &leaf.end {
            End::Bad => true,
            End::At { .. } => {
                sites.next(leaf).is_some_and(|next| sites.bad(next).is_some_and(|bad| !bad.is_all()))
            }
        };
        let known = self.sites.iter().all(|site| site.out.iter().all(|leaf| annotated(&site.leaves[*leaf])));
        known && self.sites.iter().any(|site| site.ways.iter().any(|(_, to)| *to == 0))
    }
}

/// Whether a place is in a loop, with all calls from it, as it is entered with the calls of another place.
fn is_within(context: &Context<'_>, place: &Whereabouts, base: &Whereabouts, within: &Loop) -> bool {
    let inside = |location| within.contains(location);
    let Some(further) = place.calls.len().checked_sub(base.calls.len()) else { return false };
    if place.calls[further..] != base.calls[..] {
        return false;
    }
    match further.checked_sub(1).map(|last| place.calls[last]) {
        None => place.point.procedure == base.point.procedure && inside(place.point.location),
        Some((procedure, edge)) => {
            procedure == base.point.procedure
                && inside(context.program.procedures[procedure].edges[edge].from)
        }
    }
}

/// Conditions of the sites of a region, on the way to a proof.
struct Proof<'a> {
    region: &'a Region,
    conditions: Vec<Vec<Term>>,
    queries: u32,
}

impl Proof<'_> {
    /// Collects candidates.
    fn propose(&mut self, context: &mut Context<'_>, sites: &mut Sites, effort: Effort, passes: usize) {
        self.conditions = vec![Vec::new(); self.region.sites.len()];
        for number in 0..self.region.sites.len() {
            let inside = &self.region.sites[number];
            for leaf in inside.out.iter().map(|leaf| &inside.leaves[*leaf]) {
                for case in sites.cases(context, leaf) {
                    let all = demands(&mut context.terms, leaf, &case, effort);
                    all.into_iter().for_each(|demand| self.add(context, number, demand));
                }
            }
            if effort == Effort::Facts {
                let numbers = mentioned(context, inside);
                for fact in sites.first_numbers(context, inside.site, &numbers) {
                    self.add(context, number, fact);
                }
            }
        }
        for _ in 0..passes {
            for number in (0..self.region.sites.len()).rev() {
                self.carry_back(context, sites, number, effort);
            }
        }
        for (number, inside) in self.region.sites.iter().enumerate() {
            let fits = |condition: &Term| sites.sample_satisfies(context, inside.site, *condition);
            self.conditions[number].retain(fits);
        }
    }

    fn add(&mut self, context: &mut Context<'_>, number: usize, condition: Term) {
        let own = &self.region.sites[number].own;
        let known = &mut self.conditions[number];
        let speaks_of_own = context.terms.free_symbols(condition).iter().all(|symbol| own.contains(symbol));
        if condition.as_truth().is_none()
            && speaks_of_own
            && known.len() < MAX_CANDIDATES
            && !known.contains(&condition)
        {
            known.push(condition);
        }
    }

    /// What must hold before each way so that the candidates hold behind it.
    fn carry_back(&mut self, context: &mut Context<'_>, sites: &Sites, number: usize, effort: Effort) {
        let inside = &self.region.sites[number];
        for (leaf, to) in &inside.ways {
            let leaf = &inside.leaves[*leaf];
            let End::At { flat, .. } = &leaf.end else { continue };
            let values = sites.values(self.region.sites[*to].site, flat);
            for condition in self.conditions[*to].clone() {
                let before = context.terms.substitute(condition, &values);
                self.add(context, number, before);
                if effort >= Effort::Guarded {
                    let guard = context.terms.and(leaf.conditions.iter().copied());
                    let guarded = context.terms.implies(guard, before);
                    self.add(context, number, guarded);
                }
            }
        }
    }

    /// Drops what does not hold in a state at a site, or is not kept by some way; whether the rest excludes all that
    /// leads to what is asked for.
    fn prove(
        &mut self,
        context: &mut Context<'_>,
        sites: &mut Sites,
        (site, state, flat): (usize, &State, &Flat),
    ) -> bool {
        let values = sites.values(site, flat);
        if let Some(first) = self.region.sites.iter().position(|inside| inside.site == site) {
            let mut kept = std::mem::take(&mut self.conditions[first]);
            let ok = self.keep(context, state, &mut kept, &values);
            self.conditions[first] = kept;
            if !ok {
                return false;
            }
        }
        // All ways must be looked at again after the last condition was dropped.
        let ways: Vec<(usize, usize, usize)> = self
            .region
            .sites
            .iter()
            .enumerate()
            .flat_map(|(from, inside)| inside.ways.iter().map(move |(leaf, to)| (from, *leaf, *to)))
            .collect();
        let (mut next, mut steady) = (0, 0);
        while steady < ways.len() {
            let (from, leaf, to) = ways[next % ways.len()];
            next += 1;
            let inside = &self.region.sites[from];
            let leaf = &inside.leaves[leaf];
            let End::At { flat, .. } = &leaf.end else { return false };
            let values = sites.values(self.region.sites[to].site, flat);
            let behind = self.supposing(context, from, &leaf.conditions);
            let mut kept = std::mem::take(&mut self.conditions[to]);
            let before = kept.len();
            let ok = self.keep(context, &behind, &mut kept, &values);
            steady = if kept.len() == before { steady + 1 } else { 0 };
            self.conditions[to] = kept;
            if !ok {
                return false;
            }
        }
        (0..self.region.sites.len()).all(|number| self.is_safe(context, sites, number))
    }

    /// Whether the conditions of a site exclude all ways to what is asked for, but by others of the region; and
    /// numbers that the symbols of the next site cannot stand for.
    fn is_safe(&mut self, context: &mut Context<'_>, sites: &mut Sites, number: usize) -> bool {
        let inside = &self.region.sites[number];
        let mut cases = Vec::new();
        for leaf in &inside.out {
            cases.extend(sites.cases(context, &inside.leaves[*leaf]));
        }
        for (leaf, to) in &inside.ways {
            let leaf = &inside.leaves[*leaf];
            let bad = Bad::unless(&mut context.terms, &self.conditions[*to]);
            cases.extend(sites.cases_out_of_range(context, leaf, self.region.sites[*to].site, &bad));
        }
        let mut all = Vec::with_capacity(cases.len());
        for case in cases {
            all.push(context.terms.and(case));
        }
        let goal = context.terms.or(all);
        let state = self.supposing(context, number, &[]);
        goal == Term::FALSE || matches!(self.ask(context, &state, goal), Answer::Unsat)
    }

    /// The general state of a site, of which its conditions and more hold.
    fn supposing(&self, context: &Context<'_>, number: usize, more: &[Term]) -> State {
        let mut state = self.region.sites[number].general.clone();
        for condition in self.conditions[number].iter().chain(more) {
            state.assume(&context.terms, *condition);
        }
        state
    }

    fn ask(&mut self, context: &mut Context<'_>, state: &State, goal: Term) -> Answer {
        self.queries += 1;
        context.count("subsume_queries", 1);
        context.ask_within(state, goal, LIMIT.min(context.options.solver_timeout))
    }

    /// Drops the conditions that may not hold in a state when symbols are replaced; `false` if that takes too long.
    fn keep(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        conditions: &mut Vec<Term>,
        values: &FxHashMap<Symbol, Term>,
    ) -> bool {
        let mut open: Vec<(Term, Term)> = Vec::with_capacity(conditions.len());
        for condition in conditions.iter() {
            open.push((*condition, context.terms.substitute(*condition, values)));
        }
        let mut failed: FxHashSet<Term> = FxHashSet::default();
        if let Some(model) = &state.model {
            let fails = |then: Term| context.terms.holds(then, model) == Some(false);
            failed.extend(open.iter().filter(|(_, then)| fails(*then)).map(|(condition, _)| *condition));
        }
        open.retain(|(condition, then)| *then != Term::TRUE && !failed.contains(condition));
        let mut groups = vec![open];
        while let Some(mut group) = groups.pop() {
            if group.is_empty() {
                continue;
            }
            if context.exhausted().is_some() || self.queries >= MAX_QUERIES {
                return false;
            }
            let all = context.terms.and(group.iter().map(|(_, then)| *then));
            let some_fails = context.terms.not(all);
            let answer = self.ask(context, state, some_fails);
            let before = group.len();
            match answer {
                Answer::Unsat => continue,
                Answer::Sat(model) => group.retain(|(condition, then)| {
                    let fails = context.terms.holds(*then, &model) == Some(false);
                    if fails {
                        failed.insert(*condition);
                    }
                    !fails
                }),
                Answer::Unknown(_) => {}
            }
            match group.as_slice() {
                [(condition, _)] if before == 1 => {
                    failed.insert(*condition);
                }
                _ if group.len() == before => {
                    let half = group.split_off(before / 2);
                    groups.extend([group, half]);
                }
                _ => groups.push(group),
            }
        }
        conditions.retain(|condition| !failed.contains(condition));
        true
    }
}

/// What must hold at a site so that a case does not come about.
fn demands(terms: &mut Terms, leaf: &Leaf, case: &[Term], effort: Effort) -> Vec<Term> {
    let mut core: Vec<Term> = case.iter().filter(|part| !leaf.conditions.contains(part)).copied().collect();
    if core.is_empty() {
        // An error on the way: its own condition came last.
        core.extend(leaf.conditions.last());
    }
    let mut demands = Vec::new();
    let all = terms.and(core.iter().copied());
    demands.push(terms.not(all));
    if core.len() > 1 {
        for part in &core {
            demands.push(terms.not(*part));
        }
    }
    if effort >= Effort::Guarded {
        let whole = terms.and(case.iter().copied());
        demands.push(terms.not(whole));
        demands.extend(without_common(terms, case));
    }
    demands
}

/// From two bounds of one number, one from below and one from above, follows a bound without it; its opposite
/// excludes both.
fn without_common(terms: &mut Terms, case: &[Term]) -> Vec<Term> {
    let bounds: Vec<Term> = case
        .iter()
        .filter_map(|part| match terms.node(*part) {
            Some(Node::NonPositive(p)) => Some(*p),
            _ => None,
        })
        .collect();
    let mut found = Vec::new();
    for (number, one) in bounds.iter().enumerate() {
        for other in &bounds[number + 1..] {
            let sum = terms.add(*one, *other);
            let size = |term: Term| terms.polynomial(term).1.len();
            if size(sum) < size(*one) + size(*other) {
                let both = terms.non_positive(sum);
                found.push(terms.not(both));
            }
        }
    }
    found
}

/// The numbers that the ways from a site ask about or change.
fn mentioned(context: &mut Context<'_>, inside: &Inside) -> Vec<Symbol> {
    let mut found = FxHashSet::default();
    for leaf in inside.leaves.iter() {
        for condition in &leaf.conditions {
            found.extend(context.terms.free_symbols(*condition).iter().copied());
        }
    }
    let is_number =
        |symbol: &Symbol| inside.own.contains(symbol) && context.terms.symbol_info(*symbol).sort == Sort::Int;
    let mut found: Vec<Symbol> = found.into_iter().filter(is_number).collect();
    found.sort_unstable();
    found
}
