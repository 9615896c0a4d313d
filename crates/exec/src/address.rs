//! Pointers as numbers. Note [addresses].
//!
//! The address of an object is a symbol, made when somebody looks at it: a multiple of the alignment of its type, not 0,
//! and apart from the addresses of others, which is said where two of them are compared. As a replay has addresses of its
//! own, a state in which one was looked at only covers runs.

use crate::context::Context;
use crate::eval::{Evaluator, Result, Stuck};
use crate::state::{Guarantee, State};
use crate::value::{ObjectId, Pointer, Spot, Target};
use kyklos_base::Int;
use kyklos_flow::{Type, TypeId, Types};
use kyklos_term::{Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Value as ModelValue};
use rustc_hash::FxHashMap;
use std::rc::Rc;

const NO_LAYOUT: Stuck = Stuck::Unsupported("the address of memory without a layout is used as a number");
const MIXED: Stuck = Stuck::Unsupported("a number that was computed from addresses is used as a pointer");

const MANY: Stuck =
    Stuck::Unsupported("a number that may be one of very many addresses is used as a pointer");

/// A number that is a choice is followed to so many addresses.
const MAX_TARGETS: usize = 256;

/// Addresses are below 2^47, or below 2^31 where pointers have four bytes, and not below this.
const LEAST: i64 = 1 << 16;

/// For the lowest byte of numbers that were taken apart, these numbers.
#[derive(Default)]
pub(crate) struct Splits {
    known: FxHashMap<Term, Vec<Term>>,
}

impl Splits {
    /// A number was taken apart whose lowest byte this is.
    pub(crate) fn note(&mut self, lowest: Term, number: Term) {
        const MOST: usize = 8;
        let known = self.known.entry(lowest).or_default();
        if !known.contains(&number) {
            if known.len() == MOST {
                known.remove(0);
            }
            known.push(number);
        }
    }

    /// The numbers that may be meant by bytes of which this is the lowest.
    pub(crate) fn of(&self, lowest: Term) -> Vec<Term> {
        self.known.get(&lowest).cloned().unwrap_or_default()
    }
}

impl Evaluator<'_, '_> {
    /// The address of a place.
    pub(crate) fn address_of_spot(&mut self, spot: &Spot) -> Result<Term> {
        if spot.object == ObjectId::NOWHERE {
            return Ok(spot.index);
        }
        let object = self.state.objects.get(spot.object.0 as usize).ok_or(NO_LAYOUT)?;
        let Some(address) = object.address else { return Err(Stuck::Address(spot.object)) };
        let offset = self.offset_in_object(spot).ok_or(NO_LAYOUT)?;
        Ok(self.context.terms.add(address, offset))
    }

    /// Whether a number was computed from addresses.
    pub(crate) fn has_address(&mut self, number: Term) -> bool {
        if self.state.exposed.is_empty() {
            return false;
        }
        let symbols = self.context.terms.free_symbols(number);
        symbols.iter().any(|symbol| self.exposed(*symbol).is_some())
    }

    fn exposed(&self, symbol: Symbol) -> Option<ObjectId> {
        self.state.exposed.iter_back().find(|(known, _)| *known == symbol).map(|(_, object)| *object)
    }

    /// The pointer that a number is: to the object whose address it is computed from, or null, or to no object.
    pub(crate) fn pointer_of(&mut self, number: Term) -> Result<Pointer> {
        let mut all = Vec::new();
        self.targets_of(number, Term::TRUE, &mut all)?;
        Ok(Pointer::of(&mut self.context.terms, all))
    }

    fn targets_of(&mut self, number: Term, guard: Term, all: &mut Vec<(Term, Target)>) -> Result<()> {
        if all.len() >= MAX_TARGETS {
            return Err(MANY);
        }
        if !self.has_address(number) {
            return self.no_object(number, guard, all);
        }
        let (_, parts) = self.context.terms.polynomial(number);
        let mut found: Option<ObjectId> = None;
        for (factor, part) in &parts {
            if let Some(Node::Ite(condition, then, otherwise)) = self.context.terms.node(*part)
                && factor.is_one()
                && let (condition, then, otherwise) = (*condition, *then, *otherwise)
                && (self.has_address(then) || self.has_address(otherwise))
            {
                let rest = self.context.terms.sub(number, *part);
                let opposite = self.context.terms.not(condition);
                for (condition, side) in [(condition, then), (opposite, otherwise)] {
                    let guard = self.context.terms.both(guard, condition);
                    let number = self.context.terms.add(rest, side);
                    if guard != Term::FALSE {
                        self.targets_of(number, guard, all)?;
                    }
                }
                return Ok(());
            }
            let symbol = self.context.terms.as_symbol(*part);
            if let Some(object) = symbol.and_then(|symbol| self.exposed(symbol)) {
                let address = self.state.objects.get(object.0 as usize).and_then(|object| object.address);
                let own = address.map(|address| self.context.terms.polynomial(address).1);
                let is_own = own.is_some_and(|own| own.iter().any(|(own, _)| own == factor));
                match found {
                    None if is_own => found = Some(object),
                    _ => return Err(MIXED),
                }
            }
        }
        let object = found.ok_or(MIXED)?;
        let address = self.state.objects.get(object.0 as usize).and_then(|object| object.address);
        let offset = self.context.terms.sub(number, address.ok_or(MIXED)?);
        all.push((guard, Some(Spot::byte(object, offset))));
        Ok(())
    }

    /// Null, or a pointer to no object. What stands for any value might yet be an address.
    fn no_object(&mut self, number: Term, guard: Term, all: &mut Vec<(Term, Target)>) -> Result<()> {
        let symbols = self.context.terms.free_symbols(number);
        let is_known = |symbol: &Symbol| {
            let kind = self.context.terms.symbol_info(*symbol).kind;
            matches!(kind, SymbolKind::Input | SymbolKind::Counter)
        };
        let unknown = |term: &Term| matches!(self.context.terms.node(*term), Some(Node::Unknown(_)));
        let parts = self.context.terms.parts_first(&[number], |_| false);
        if !symbols.iter().all(is_known) || parts.iter().any(unknown) {
            return Err(MIXED);
        }
        let terms = &mut self.context.terms;
        let null = terms.is_zero(number);
        let other = terms.not(null);
        let (null, other) = (terms.both(guard, null), terms.both(guard, other));
        all.extend([(null, None), (other, Some(Spot::nowhere(number)))]);
        Ok(())
    }

    /// Whether a pointer that was not computed from an address is equal to one. A constant is not: objects can be
    /// elsewhere.
    pub(crate) fn guessed(&mut self, number: Term, spot: &Spot) -> Result<Term> {
        if self.context.terms.as_int(number).is_some() {
            return Ok(Term::FALSE);
        }
        let address = self.address_of_spot(spot)?;
        Ok(self.context.terms.eq(number, address))
    }

    /// Whether a number that was not computed from an address lies in an object that has one.
    pub(crate) fn may_be_address(&mut self, number: Term) -> Term {
        let cases = self.guesses(number).into_iter().map(|(here, _)| here).collect::<Vec<_>>();
        self.context.terms.or(cases)
    }

    /// The objects that a number may lie in that was not computed from an address, each with the condition for that,
    /// and the place. These are objects whose address somebody has looked at: nobody can tell others apart from nothing.
    pub(crate) fn guesses(&mut self, number: Term) -> Vec<(Term, Spot)> {
        if self.context.terms.as_int(number).is_some() {
            return Vec::new();
        }
        let exposed: Vec<ObjectId> = self.state.exposed.iter_back().map(|(_, object)| *object).collect();
        let mut guesses = Vec::new();
        for object in exposed {
            let found = self.state.objects.get(object.0 as usize);
            let Some((live, Some(address))) = found.map(|object| (object.live, object.address)) else {
                continue;
            };
            let behind = self.context.terms.ge(number, address);
            let size = self.object_size(object);
            let terms = &mut self.context.terms;
            let before = size.map_or(Term::TRUE, |size| {
                let end = terms.add(address, size);
                terms.lt(number, end)
            });
            let here = terms.and([live, behind, before]);
            let offset = terms.sub(number, address);
            if here != Term::FALSE {
                guesses.push((here, Spot::byte(object, offset)));
            }
        }
        guesses
    }

    /// Sees to it that objects are known to be apart whose addresses two numbers to be compared speak of.
    pub(crate) fn set_apart(&mut self, left: Term, right: Term) -> Result<()> {
        if self.state.exposed.len() < 2 {
            return Ok(());
        }
        let difference = self.context.terms.sub(left, right);
        let symbols = self.context.terms.free_symbols(difference);
        let mut objects: Vec<ObjectId> = symbols.iter().filter_map(|symbol| self.exposed(*symbol)).collect();
        objects.sort_unstable();
        objects.dedup();
        for (number, first) in objects.iter().enumerate() {
            for second in &objects[number + 1..] {
                let Some(condition) = self.apart(*first, *second) else { continue };
                if condition != Term::TRUE && !self.state.fixed.contains_key(&condition) {
                    return Err(Stuck::Apart(condition));
                }
            }
        }
        Ok(())
    }

    /// That two objects that exist have no byte in common.
    fn apart(&mut self, first: ObjectId, second: ObjectId) -> Option<Term> {
        let mut ends = Vec::new();
        let mut exist = Vec::new();
        for object in [first, second] {
            let found = self.state.objects.get(object.0 as usize)?;
            let (address, live) = (found.address?, found.live);
            let size = self.object_size(object)?;
            exist.push(live);
            ends.push((address, self.context.terms.add(address, size)));
        }
        let terms = &mut self.context.terms;
        let before = terms.le(ends[0].1, ends[1].0);
        let behind = terms.le(ends[1].1, ends[0].0);
        let apart = terms.either(before, behind);
        let both = terms.and(exist);
        Some(terms.implies(both, apart))
    }
}

/// Somebody looks at the address of an object.
pub(crate) fn expose(context: &mut Context<'_>, state: &State, object: ObjectId) -> State {
    let mut next = state.clone();
    let Some(found) = next.objects.get_mut(object.0 as usize) else { return next };
    let types = &context.program.types;
    let align = if found.allocated { 16 } else { alignment(types, found.ty) };
    let pointer = types.iter().find(|(_, ty)| matches!(ty, Type::Pointer(_)));
    let width = pointer.and_then(|(id, _)| types.size_of(id)).unwrap_or(8);
    let align = if width < 8 && !found.allocated { align.min(4) } else { align };
    let most = Int::power_of_two(if width < 8 { 30 } else { 46 });
    let unit = Int::from(align as usize);
    let low = Int::from(LEAST).div_trunc(&unit).unwrap_or(Int::ONE);
    let high = most.div_trunc(&unit).unwrap_or(Int::ONE);
    let taken = |symbol: &Symbol| state.exposed.iter_back().any(|(known, _)| known == symbol);
    let known = context.addresses.get(&(object, align)).copied().filter(|symbol| !taken(symbol));
    let symbol = known.unwrap_or_else(|| {
        let name = format!("address of object {}", object.0);
        let (low, high) = (Some(low.clone()), Some(high));
        context.terms.symbol(SymbolInfo { name, kind: SymbolKind::Fresh, sort: Sort::Int, low, high })
    });
    context.addresses.insert((object, align), symbol);
    let term = context.terms.symbol_term(symbol);
    found.address = Some(context.terms.linear(&[(unit, term)]));
    if let Some(model) = &mut next.model {
        // Far from the others, so that the model stays one when they are set apart.
        let distance = Int::from((state.exposed.len() + 1) << 12);
        Rc::make_mut(model).set(symbol, ModelValue::Int(&low + &distance));
    }
    next.exposed.push((symbol, object));
    next.guarantee = Guarantee::Covering;
    next
}

/// What addresses of a variable of a type are multiples of: arrays of 16 bytes or more are aligned as on x86-64.
fn alignment(types: &Types, ty: TypeId) -> u64 {
    let own = |ty: TypeId| types.layout(ty).map_or(1, |layout| layout.align.max(1));
    match types.get(ty) {
        Some(Type::Array { .. }) => {
            let mut element = ty;
            while let Some(Type::Array { element: inner, .. }) = types.get(element) {
                element = *inner;
            }
            let is_large = types.size_of(ty).is_none_or(|size| size >= 16);
            if is_large { own(element).max(16) } else { own(element) }
        }
        _ => own(ty),
    }
}
