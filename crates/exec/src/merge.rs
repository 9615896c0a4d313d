//! Joining two states at one place into one that has the runs of both [nested §5.4.3.1]. Note [merging].
//!
//! What is the same on both sides stays; what differs is chosen by a *guard* that tells the sides apart. Path
//! conditions share what came before the paths parted; the rest stands under the guard. Objects are paired by their
//! numbers, each at most once, and pointers are renamed with them, so what was shared on a side stays shared
//! [nested Alg. 1, 2]. Variables that are never read again do not matter; what has no common form (one side never
//! written, arrays of different lengths) becomes a choice, by which the state is split if it is used.
//!
//! **The guard.** Conditions that exclude each other by their form (c on one side, its opposite on the other) tell the
//! sides apart for all values of all symbols, path counters included. Where there are none, both sides may be possible
//! for the same inputs (with different counters, say): then a fresh selector says which side is meant.

use crate::context::Context;
use crate::list::List;
use crate::state::{Frame, InputRead, InputShape, Object, Slot, State};
use crate::value::{ObjectId, Value};
use kyklos_base::{Int, Span};
use kyklos_flow::{LocationId, VariableId};
use kyklos_term::{Model, Node, Sort, SymbolInfo, SymbolKind, Term, Terms, Value as ModelValue};
use rpds::HashTrieMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The state that has the runs of both, with the number of the first; `None` where they cannot be joined.
///
/// The states are at one place with one call stack.
pub fn merge(context: &mut Context<'_>, a: &State, b: &State) -> Option<State> {
    let same_calls = a.frames.len() == b.frames.len()
        && a.location == b.location
        && a.frames
            .iter_back()
            .zip(b.frames.iter_back())
            .all(|(a, b)| (a.procedure, a.call) == (b.procedure, b.call));
    if !same_calls {
        return None;
    }
    let notes = a.notes.join(&b.notes)?;
    let partner = partners(a, b);
    // Pointers to nowhere have no object to rename.
    let rename = |object: ObjectId| partner.get(object.0 as usize).copied().unwrap_or(object);
    let renames = partner.iter().enumerate().any(|(number, new)| new.0 as usize != number);
    // Pointers in large arrays are not renamed.
    if renames && has_large(b) {
        return None;
    }
    let of_b = |value: &Value| if renames { value.with_objects(&rename) } else { value.clone() };
    let slots_agree = a.frames.iter_back().zip(b.frames.iter_back()).all(|(a, b)| {
        a.variables.iter().zip(&b.variables).all(|slots| match slots {
            (Slot::Object(a), Slot::Object(b)) => *a == rename(*b),
            (Slot::Value(_), Slot::Value(_)) => true,
            _ => false,
        })
    });
    if !slots_agree {
        return None;
    }
    let same_memory = !renames && difference(context, a, b) == Difference::default();
    let Parted { guard, path, model_sides } = part(context, a, b, same_memory && same_inputs(a, b));
    let frames = frames(context, a, b, guard, &rename, &of_b);
    let mut objects = a.objects.clone();
    for (number, other) in b.objects.iter().enumerate() {
        let other = Object { value: of_b(&other.value), ..other.clone() };
        let at = partner[number].0 as usize;
        match objects.get(at) {
            Some(own) if *own == other => {}
            Some(own) => {
                let value = Value::join(&mut context.terms, guard, &own.value, &other.value);
                let live = choose_truth(&mut context.terms, guard, own.live, other.live);
                let address = own.address.or(other.address);
                let joined = Object { value, live, address, ..own.clone() };
                objects.set_mut(at, joined);
            }
            None => objects.push_back_mut(other),
        }
    }
    let model = joined_model(&context.terms, a, b, &model_sides);
    Some(State {
        id: a.id,
        location: a.location,
        frames,
        objects,
        path,
        inputs: inputs(a, b, guard),
        next_input: a.next_input.max(b.next_input),
        fixed: common_facts(&a.fixed, &b.fixed),
        exposed: exposed(a, b, &rename),
        gaps: gaps(a, b),
        notes,
        model,
        undecided: a.undecided.or(b.undecided),
        // The limit on branches must not cut what has come here by few for the sake of what has come by many.
        depth: a.depth.min(b.depth),
        guarantee: a.guarantee.max(b.guarantee),
        paths: &a.paths + &b.paths,
        arrival: a.arrival.min(b.arrival),
    })
}

/// The values in which two states at one place differ and that may still be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Variables, with the number of their frame, the first call's first.
    pub variables: Vec<(usize, VariableId)>,
    /// Objects.
    pub objects: Vec<ObjectId>,
}

/// In what two states at one place differ.
pub fn difference(context: &mut Context<'_>, a: &State, b: &State) -> Difference {
    let mut found = Difference::default();
    let (one, other) = (a.frames.to_vec(), b.frames.to_vec());
    let places = places(context, a);
    for (number, (x, y)) in one.iter().zip(&other).enumerate() {
        let liveness = context.liveness(x.procedure);
        for (variable, slots) in x.variables.iter().zip(&y.variables).enumerate() {
            let variable = VariableId(variable as u32);
            if slots.0 != slots.1 && liveness.is_live(places[number], variable) {
                found.variables.push((number, variable));
            }
        }
    }
    let most = a.objects.len().max(b.objects.len());
    for number in 0..most {
        if a.objects.get(number) != b.objects.get(number) {
            found.objects.push(ObjectId(number as u32));
        }
    }
    found
}

/// Whether memory has a large array of records or pointers.
fn has_large(state: &State) -> bool {
    let in_slot = |slot: &Slot| matches!(slot, Slot::Value(value) if value.is_large());
    state.objects.iter().any(|object| object.value.is_large())
        || state.frames.iter_back().any(|frame| frame.variables.iter().any(in_slot))
}

/// The new number of each object of the second state: that of the first one's object of the same number, if that is of
/// the same kind, else one behind all of them.
fn partners(a: &State, b: &State) -> Vec<ObjectId> {
    let mut next = a.objects.len() as u32;
    let mut partners = Vec::with_capacity(b.objects.len());
    for (number, other) in b.objects.iter().enumerate() {
        let alike = a.objects.get(number).is_some_and(|own| {
            let addresses = [own.address, other.address].into_iter().flatten().collect::<Vec<_>>();
            (own.ty, own.allocated) == (other.ty, other.allocated)
                && addresses.windows(2).all(|pair| pair[0] == pair[1])
        });
        partners.push(if alike {
            ObjectId(number as u32)
        } else {
            next += 1;
            ObjectId(next - 1)
        });
    }
    partners
}

/// Where each frame goes on, the first call's first.
fn places(context: &Context<'_>, state: &State) -> Vec<LocationId> {
    let mut places = vec![state.location];
    let mut frames = state.frames.iter_back().peekable();
    while let Some(frame) = frames.next() {
        if let (Some(call), Some(below)) = (frame.call, frames.peek()) {
            // Not behind the call: where its result goes is still to be read.
            places.push(context.program.procedures[below.procedure].edges[call].from);
        }
    }
    places.reverse();
    places
}

fn frames(
    context: &mut Context<'_>,
    a: &State,
    b: &State,
    guard: Term,
    rename: &dyn Fn(ObjectId) -> ObjectId,
    of_b: &dyn Fn(&Value) -> Value,
) -> List<Frame> {
    let places = places(context, a);
    let mut joined = List::new();
    for ((own, other), place) in a.frames.to_vec().into_iter().zip(b.frames.to_vec()).zip(places) {
        let liveness = context.liveness(own.procedure);
        let mut frame = own;
        for (number, slots) in frame.variables.iter_mut().zip(&other.variables).enumerate() {
            let (Slot::Value(own), Slot::Value(other)) = slots else { continue };
            let other = of_b(other);
            // What is never read again may be anything.
            if *own != other && liveness.is_live(place, VariableId(number as u32)) {
                *own = Value::join(&mut context.terms, guard, own, &other);
            }
        }
        for object in other.automatic.iter().map(|object| rename(*object)) {
            if !frame.automatic.contains(&object) {
                frame.automatic.push(object);
            }
        }
        joined.push(frame);
    }
    joined
}

/// Where two paths have parted.
struct Parted {
    /// Holds on the first side and not on the second.
    guard: Term,
    /// The path condition of both.
    path: List<Term>,
    /// What a model of a side must have to be one of both.
    model_sides: [Option<(kyklos_term::Symbol, Int)>; 2],
}

/// Finds a guard, unless memory is the same on both sides: then none is needed.
fn part(context: &mut Context<'_>, a: &State, b: &State, same: bool) -> Parted {
    let mut path = a.path.common(&b.path);
    let rest = |state: &State| state.path.to_vec().split_off(path.len());
    let (mut rest_a, mut rest_b) = (rest(a), rest(b));
    let terms = &mut context.terms;
    // What both demand needs no guard.
    let all_b: FxHashSet<Term> = rest_b.iter().copied().collect();
    let both: FxHashSet<Term> = rest_a.iter().copied().filter(|part| all_b.contains(part)).collect();
    rest_a.iter().filter(|part| both.contains(part)).for_each(|part| path.push(*part));
    rest_a.retain(|part| !both.contains(part));
    rest_b.retain(|part| !both.contains(part));
    let (own, other) = (terms.and(rest_a.iter().copied()), terms.and(rest_b.iter().copied()));
    let none = [None, None];
    if terms.not(own) == other && is_plain(terms, own) {
        return Parted { guard: own, path, model_sides: none };
    }
    if same {
        let condition = one_of(terms, rest_a, rest_b);
        if condition != Term::TRUE {
            path.push(condition);
        }
        return Parted { guard: Term::TRUE, path, model_sides: none };
    }
    let (guard, model_sides) = match telling(terms, &rest_a, &rest_b) {
        Some(condition) => (condition, none),
        None => {
            let selector = selector(terms);
            let symbol = terms.symbol_term(selector);
            (terms.eq(symbol, Term::ZERO), [Some((selector, Int::ZERO)), Some((selector, Int::ONE))])
        }
    };
    let other = terms.not(guard);
    let (told_a, told_b) = (conjuncts(terms, guard), conjuncts(terms, other));
    let under_a = terms.and(rest_a.into_iter().filter(|condition| !told_a.contains(condition)));
    let under_b = terms.and(rest_b.into_iter().filter(|condition| !told_b.contains(condition)));
    for (side, condition) in [(guard, under_a), (other, under_b)] {
        let condition = terms.implies(side, condition);
        if condition != Term::TRUE {
            path.push(condition);
        }
    }
    Parted { guard, path, model_sides }
}

/// One of two conjunctions holds. Where a side is one clause, the other side need not repeat that it does not hold:
/// ¬c ∨ (c ∧ d) is ¬c ∨ d. So the ways out of a loop, one in each iteration, stay one clause.
fn one_of(terms: &mut Terms, mut a: Vec<Term>, mut b: Vec<Term>) -> Term {
    let mut shorten = |clause: &[Term], other: &mut Vec<Term>| {
        if let [clause] = clause {
            let literals: FxHashSet<Term> = match terms.node(*clause) {
                Some(Node::Or(parts)) => parts.iter().copied().collect(),
                _ => [*clause].into_iter().collect(),
            };
            other.retain(|part| !literals.contains(&terms.not(*part)));
        }
    };
    shorten(&a, &mut b);
    shorten(&b, &mut a);
    let (a, b) = (terms.and(a), terms.and(b));
    terms.either(a, b)
}

/// A condition that holds on the first side and whose opposite holds on the second, each by the form of what is
/// demanded there: `¬x ∨ ¬y` on one side, x and y on the other.
fn telling(terms: &mut Terms, of_a: &[Term], of_b: &[Term]) -> Option<Term> {
    let mut opposite = |one: &[Term], other: &[Term]| {
        let mut known: FxHashMap<Term, bool> = other.iter().map(|condition| (*condition, true)).collect();
        one.iter().copied().find(|condition| {
            let not = terms.not(*condition);
            follows(terms, not, &mut known) && is_plain(terms, *condition)
        })
    };
    let (in_a, in_b) = (opposite(of_a, of_b), opposite(of_b, of_a));
    in_a.or_else(|| in_b.map(|condition| terms.not(condition)))
}

/// Whether a condition follows from others by its form.
fn follows(terms: &Terms, condition: Term, known: &mut FxHashMap<Term, bool>) -> bool {
    if let Some(known) = known.get(&condition) {
        return *known;
    }
    let follows = match terms.node(condition) {
        Some(Node::And(parts)) => parts.iter().all(|part| follows(terms, *part, known)),
        Some(Node::Or(parts)) => parts.iter().any(|part| follows(terms, *part, known)),
        _ => false,
    };
    known.insert(condition, follows);
    follows
}

fn conjuncts(terms: &Terms, condition: Term) -> FxHashSet<Term> {
    match terms.node(condition) {
        Some(Node::And(parts)) => parts.iter().copied().collect(),
        _ => [condition].into_iter().collect(),
    }
}

/// Whether a condition can stand in terms: without quantifiers and unknown values.
fn is_plain(terms: &Terms, condition: Term) -> bool {
    let parts = terms.parts_first(&[condition], |_| false);
    !parts.iter().any(|part| matches!(terms.node(*part), Some(Node::Quantified(..) | Node::Unknown(_))))
}

fn selector(terms: &mut Terms) -> kyklos_term::Symbol {
    terms.symbol(SymbolInfo {
        name: "side".to_owned(),
        kind: SymbolKind::Fresh,
        sort: Sort::Int,
        low: Some(Int::ZERO),
        high: Some(Int::ONE),
    })
}

fn choose_truth(terms: &mut Terms, guard: Term, a: Term, b: Term) -> Term {
    if a == b {
        return a;
    }
    let other = terms.not(guard);
    let (yes, no) = (terms.both(guard, a), terms.both(other, b));
    terms.either(yes, no)
}

/// A model of one side, which is one of both.
fn joined_model(
    terms: &Terms,
    a: &State,
    b: &State,
    sides: &[Option<(kyklos_term::Symbol, Int)>; 2],
) -> Option<Rc<Model>> {
    let (own, other, side) = match (&a.model, &b.model) {
        (Some(own), other) => (own, other.as_ref(), &sides[0]),
        (None, Some(own)) => (own, None, &sides[1]),
        (None, None) => return None,
    };
    let mut model = own.as_ref().clone();
    // Models give 0 to what they do not name; what only the other side speaks of has its range, too.
    if let Some(other) = other {
        model.complete(other, |symbol| {
            let info = terms.symbol_info(symbol);
            let (low, high) = (info.low.as_ref(), info.high.as_ref());
            low.is_none_or(|low| *low <= Int::ZERO) && high.is_none_or(|high| *high >= Int::ZERO)
        });
    }
    if let Some((selector, value)) = side {
        model.set(*selector, ModelValue::Int(value.clone()));
    }
    Some(Rc::new(model))
}

/// Whether both have read the same.
fn same_inputs(a: &State, b: &State) -> bool {
    let shared = a.inputs.common(&b.inputs).len();
    a.inputs.len() == b.inputs.len()
        && a.inputs.iter_back().zip(b.inputs.iter_back()).take(a.inputs.len() - shared).all(|(a, b)| a == b)
}

/// The inputs of both: those that were read before the paths parted, then those of the side that is meant.
fn inputs(a: &State, b: &State, guard: Term) -> List<InputRead> {
    if same_inputs(a, b) {
        return a.inputs.clone();
    }
    let mut joined = a.inputs.common(&b.inputs);
    let rest = |state: &State| state.inputs.since(joined.len());
    let (one, other) = (rest(a), rest(b));
    joined.push(InputRead {
        symbol: Term::ZERO,
        shape: InputShape::Choice { guard, sides: [one.into(), other.into()] },
        name: "".into(),
        span: Span::nowhere(),
        parameter: false,
    });
    joined
}

/// The objects of both whose addresses were looked at.
fn exposed(
    a: &State,
    b: &State,
    rename: &dyn Fn(ObjectId) -> ObjectId,
) -> List<(kyklos_term::Symbol, ObjectId)> {
    let mut all = a.exposed.clone();
    for (symbol, object) in b.exposed.to_vec() {
        if !a.exposed.iter_back().any(|(known, _)| *known == symbol) {
            all.push((symbol, rename(object)));
        }
    }
    all
}

/// The bytes between members that both looked at. Where their orders differ, a replay may give them to others.
fn gaps(a: &State, b: &State) -> List<kyklos_term::Symbol> {
    let mut all = a.gaps.clone();
    for symbol in b.gaps.to_vec() {
        if !a.gaps.iter_back().any(|known| *known == symbol) {
            all.push(symbol);
        }
    }
    all
}

fn common_facts(a: &HashTrieMap<Term, Term>, b: &HashTrieMap<Term, Term>) -> HashTrieMap<Term, Term> {
    let mut common = a.clone();
    for (term, value) in a.iter() {
        if b.get(term) != Some(value) {
            common.remove_mut(term);
        }
    }
    common
}
