//! The ways from a place to the next: a general state is executed along all of them, so that what they do is known for
//! every state of its shape at once. Nobody asks a solver whether they are possible.

use super::shape::{Flat, General, flatten};
use kyklos_exec::rehearsal::{Before, Branching, Effort, Path, Rehearse, Visit, rehearse};
use kyklos_exec::{Arithmetic, Context, PathEnd, Point, State, Whereabouts};
use kyklos_flow::{EdgeId, ProcedureId};
use kyklos_shape::{Order, Relevance};
use kyklos_term::{Model, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What is known of a program.
pub struct Known {
    /// Where paths meet, by procedure.
    pub orders: kyklos_base::Table<ProcedureId, Order>,
    /// The places that are asked about.
    pub asked: Rc<BTreeSet<Point>>,
    /// From where they can be reached.
    pub relevance: Relevance,
    /// Makes a stop at every location.
    pub everywhere: bool,
}

/// A way from a place.
pub struct Leaf {
    /// What holds on it: over the symbols of the general state, and inputs that are read.
    pub conditions: Vec<Term>,
    /// Where it ends.
    pub end: End,
}

/// Where a way ends that does not end well.
pub enum End {
    /// At a place that is asked about, or where nobody knows how to go on.
    Bad,
    /// At the next place, with a memory of this shape and these numbers.
    At {
        /// The place.
        place: Rc<Whereabouts>,
        /// The memory there.
        flat: Flat,
    },
}

impl Known {
    /// What is known of the program, if it is known what is asked for.
    pub fn of(context: &Context<'_>, everywhere: bool) -> Option<Self> {
        let asked = context.places.clone()?;
        let program = context.program;
        let orders = program.procedures.iter();
        let orders =
            orders.map(|(id, procedure)| Order::of(program, procedure, &context.loops[id])).collect();
        let relevance = Relevance::of(program, asked.iter().map(|point| (point.procedure, point.location)));
        Some(Self { orders, asked, relevance, everywhere })
    }

    /// Whether states are compared at a point.
    pub fn is_stop(&self, context: &Context<'_>, point: Point) -> bool {
        self.everywhere || self.is_meeting(context, point)
    }

    /// Whether paths meet at a point.
    pub fn is_meeting(&self, context: &Context<'_>, point: Point) -> bool {
        self.orders[point.procedure].is_join(point.location) || context.head_at(point).is_some()
    }

    /// Whether anything that is asked for may be reached from where a state is.
    fn concerns(&self, context: &Context<'_>, state: &State) -> bool {
        kyklos_exec::points_of(context.program, state)
            .any(|point| self.relevance.contains(point.procedure, point.location))
    }
}

/// The ways from where a general state is that do not end well by themselves. `sample` is what the symbols are in
/// some run that came there: if its numbers leave their types' ranges on the way, or if that is demanded, numbers wrap;
/// else that none does is a condition, and what becomes of those that do is not known. Also tells whether that is so.
pub fn ways(
    context: &mut Context<'_>,
    known: &Known,
    general: &General,
    sample: Option<&Model>,
    wraps: bool,
) -> (Vec<Leaf>, bool) {
    let mut found = match wraps {
        true => None,
        false => context.try_out(Arithmetic::in_range(), |context| {
            Search::new(known, sample, false).run(context, general)
        }),
    };
    if found.is_none() {
        found = context
            .try_out(Arithmetic::Wrapping, |context| Search::new(known, sample, true).run(context, general));
    }
    let own: FxHashSet<Symbol> = general.entries.iter().copied().collect();
    let (mut leaves, ranged) =
        found.unwrap_or_else(|| (vec![Leaf { conditions: Vec::new(), end: End::Bad }], false));
    leaves.iter_mut().for_each(|leaf| name_apart(&mut context.terms, leaf, &own));
    (leaves, ranged)
}

struct Search<'a> {
    known: &'a Known,
    leaves: Vec<Leaf>,
    wraps: bool,
    /// Whether numbers may leave their ranges.
    ranged: bool,
    sample: Option<&'a Model>,
    effort: Effort,
}

impl<'a> Search<'a> {
    fn new(known: &'a Known, sample: Option<&'a Model>, wraps: bool) -> Self {
        Self { known, leaves: Vec::new(), wraps, ranged: false, sample, effort: Effort::BETWEEN }
    }

    /// All ways; `None` if numbers should wrap, and do not.
    fn run(mut self, context: &mut Context<'_>, general: &General) -> Option<(Vec<Leaf>, bool)> {
        rehearse(context, &mut self, Path::new(general.state.clone(), ())).ok()?;
        Some((self.leaves, self.ranged))
    }

    fn bad(&mut self, conditions: &[Term]) {
        self.leaves.push(Leaf { conditions: conditions.to_vec(), end: End::Bad });
    }

    /// A state has come to the next place.
    fn stop(&mut self, context: &mut Context<'_>, state: &State) {
        let conditions = state.path.to_vec();
        let end = match flatten(context, state) {
            Some(flat) => End::At { place: Rc::new(state.whereabouts()), flat },
            None => End::Bad,
        };
        self.leaves.push(Leaf { conditions, end });
    }
}

impl Rehearse for Search<'_> {
    type Trace = ();
    const BRANCHING: Branching = Branching::Own;

    fn effort(&mut self) -> &mut Effort {
        &mut self.effort
    }

    fn visit(&mut self, context: &mut Context<'_>, path: &mut Path<()>) -> Result<Visit<()>, String> {
        let state = &path.state;
        if self.known.asked.contains(&state.point()) {
            self.bad(&state.path.to_vec());
            return Ok(Visit::Complete);
        }
        let procedure = context.procedure(state.point());
        if procedure.locations[state.location].error().is_some() || !self.known.concerns(context, state) {
            return Ok(Visit::Dropped);
        }
        if path.has_arrived() && self.known.is_stop(context, state.point()) {
            self.stop(context, state);
            return Ok(Visit::Complete);
        }
        Ok(Visit::On)
    }

    fn sides(
        &mut self,
        context: &mut Context<'_>,
        path: Path<()>,
        sides: Vec<(Term, EdgeId)>,
    ) -> Result<Vec<Path<()>>, String> {
        let before = path.state.path.to_vec();
        let mut next = Vec::new();
        for (condition, edge) in sides {
            if condition == Term::FALSE || contradicts(&mut context.terms, &before, condition) {
                continue;
            }
            let mut taken = path.clone();
            taken.state.assume(&context.terms, condition);
            next.push(taken.along(context, edge));
        }
        Ok(next)
    }

    /// That numbers stay within their types' ranges becomes a condition, unless those of the sample do not.
    fn stepped(
        &mut self,
        context: &mut Context<'_>,
        before: &Before,
        mut next: Vec<Path<()>>,
    ) -> Result<Vec<Path<()>>, String> {
        let in_range = context.range_conditions();
        let in_range = context.terms.and(in_range);
        if in_range == Term::TRUE {
            return Ok(next);
        }
        self.ranged = true;
        let leaves = context.terms.not(in_range);
        let conditions = before.conditions.to_vec();
        let does = self.sample.is_some_and(|sample| {
            let mut all = conditions.iter().chain([&leaves]);
            all.all(|condition| context.terms.holds(*condition, sample) == Some(true))
        });
        if does && !self.wraps {
            return Err("numbers wrap".to_owned());
        }
        self.bad(&[conditions.as_slice(), &[leaves]].concat());
        next.iter_mut().for_each(|path| path.state.assume(&context.terms, in_range));
        Ok(next)
    }

    fn ended(&mut self, _: &mut Context<'_>, before: &Before, end: PathEnd) -> Result<(), String> {
        if !matches!(end, PathEnd::Returned | PathEnd::Infeasible) {
            self.bad(&before.conditions.to_vec());
        }
        Ok(())
    }

    fn given_up(&mut self, _: &mut Context<'_>, path: &Path<()>, _: String) -> Result<(), String> {
        self.bad(&path.state.path.to_vec());
        Ok(())
    }
}

/// Whether a condition is the opposite of one of these.
fn contradicts(terms: &mut Terms, path: &[Term], condition: Term) -> bool {
    let opposite = terms.not(condition);
    path.contains(&opposite)
}

/// What a way brings in gets symbols of its own: the inputs that it reads are not those of any path.
fn name_apart(terms: &mut Terms, leaf: &mut Leaf, own: &FxHashSet<Symbol>) {
    let mut all = leaf.conditions.clone();
    if let End::At { flat, .. } = &leaf.end {
        all.extend(&flat.terms);
    }
    let mut new: FxHashMap<Symbol, Term> = FxHashMap::default();
    for term in all {
        for symbol in terms.free_symbols(term).iter().filter(|symbol| !own.contains(symbol)) {
            if !new.contains_key(symbol) {
                let info = SymbolInfo { kind: SymbolKind::Fresh, ..terms.symbol_info(*symbol).clone() };
                let copy = terms.symbol(info);
                new.insert(*symbol, terms.symbol_term(copy));
            }
        }
    }
    if new.is_empty() {
        return;
    }
    let rename = |terms: &mut Terms, all: &mut Vec<Term>| {
        all.iter_mut().for_each(|term| *term = terms.substitute(*term, &new));
    };
    rename(terms, &mut leaf.conditions);
    if let End::At { flat, .. } = &mut leaf.end {
        rename(terms, &mut flat.terms);
    }
}
