//! What an iteration does to an array, case by case, and where.

use super::Solver;
use kyklos_base::Int;
use kyklos_term::{Node, Symbol, Term, Terms};
use rustc_hash::FxHashMap;

/// Effects with more parts are not looked at: each case is compared with each.
const STEPS: usize = 256;

/// One way in which an iteration writes to the element at χ.
#[derive(Clone)]
pub(super) struct Case {
    /// Which of the cases it is; of those whose guards hold, the first wins.
    pub(super) number: usize,
    /// When it writes, over χ and n.
    pub(super) guard: Term,
    /// What it writes, over χ and n.
    pub(super) value: Term,
    /// χ
    pub(super) chi: Vec<Term>,
    /// What each component of χ is where the guard holds: `offset + stride·n`.
    pub(super) places: Vec<Option<(Term, Int)>>,
    /// The guard's equations that say so.
    equations: Vec<Term>,
    /// Whether the guard is the same in all iterations, as far as what it reads of
    /// the array stays.
    pub(super) lasting: bool,
}

/// When a place that an iteration reads has been written by a case.
pub(super) enum Relation {
    /// Not in any iteration before.
    NotBefore,
    /// So many iterations before; 0: in each, the place being the case's own.
    Before(Int),
    /// That depends.
    Unclear,
}

/// What is still to be looked at: an array, or the element at χ.
#[derive(Clone, Copy)]
enum Part {
    Array(Term),
    Element(Term),
}

impl Case {
    /// The guard without what says where a component is.
    pub(super) fn guard_without(&self, terms: &mut Terms, component: usize) -> Term {
        let equation = self.equations[component];
        let others = conjuncts(terms, self.guard);
        terms.and(others.into_iter().filter(|atom| *atom != equation))
    }
}

impl Solver<'_> {
    /// The cases of an effect on an array, at χ.
    pub(super) fn cases(&mut self, array: Symbol, effect: Term, chi: &[Term]) -> Result<Vec<Case>, String> {
        let mut cases = Vec::new();
        for (guard, value) in self.writes(array, effect, chi)? {
            let value = self.reads_pushed(array, value);
            let guard = self.reads_pushed(array, guard);
            let (mut places, mut equations) = (vec![None; chi.len()], vec![Term::TRUE; chi.len()]);
            for atom in conjuncts(self.terms, guard) {
                let Some((component, place)) = place_of(self.terms, atom, chi) else { continue };
                if !self.mentions(place, array) && places[component].is_none() {
                    places[component] = self.linear(place);
                    equations[component] = atom;
                }
            }
            let lasting = !self.varies(guard);
            let (number, chi) = (cases.len(), chi.to_vec());
            cases.push(Case { number, guard, value, chi, places, equations, lasting });
        }
        Ok(cases)
    }

    /// Guards and values of all ways in which an effect writes to χ, outermost first.
    fn writes(&mut self, array: Symbol, effect: Term, chi: &[Term]) -> Result<Vec<(Term, Term)>, String> {
        let mut found = Vec::new();
        let mut open = vec![(Part::Array(effect), Term::TRUE)];
        for _ in 0..STEPS {
            let Some((part, guard)) = open.pop() else { return Ok(found) };
            if guard == Term::FALSE {
                continue;
            }
            let (Part::Array(term) | Part::Element(term)) = part;
            let node = if self.mentions(term, array) { self.terms.node(term).cloned() } else { None };
            match (part, node) {
                (Part::Array(_), Some(Node::Symbol(_))) => {}
                (Part::Array(_), Some(Node::Write(inner, at, value))) => {
                    let mut here = vec![guard];
                    for (index, component) in at.iter().zip(chi) {
                        here.push(self.terms.eq(*component, *index));
                    }
                    found.push((self.terms.and(here), value));
                    open.push((Part::Array(inner), guard));
                }
                (_, Some(Node::Ite(condition, a, b))) => {
                    let (then, otherwise) = self.sides(guard, condition);
                    let again = if matches!(part, Part::Array(_)) { Part::Array } else { Part::Element };
                    open.extend([(again(b), otherwise), (again(a), then)]);
                }
                (Part::Array(_), Some(Node::Lambda(parameters, body))) => {
                    let map: FxHashMap<Symbol, Term> =
                        parameters.iter().copied().zip(chi.iter().copied()).collect();
                    let body = self.terms.substitute(body, &map);
                    open.push((Part::Element(body), guard));
                }
                (Part::Element(_), Some(Node::Read(inner, indices))) if *indices == *chi => {
                    open.push((Part::Array(inner), guard));
                }
                (Part::Array(_), _) => found.push((guard, self.terms.read(term, chi))),
                (Part::Element(_), _) => found.push((guard, term)),
            }
        }
        Err("is written in too many ways".to_owned())
    }

    fn sides(&mut self, guard: Term, condition: Term) -> (Term, Term) {
        let opposite = self.terms.not(condition);
        (self.terms.both(guard, condition), self.terms.both(guard, opposite))
    }

    /// The term with reads of the array directly at the symbol, not over writes or choices.
    fn reads_pushed(&mut self, array: Symbol, term: Term) -> Term {
        let mut term = term;
        while let Some((read, inner, at)) = self.read_over_others(array, term) {
            let replacement = match self.terms.node(inner).cloned() {
                Some(Node::Write(below, other, value)) => {
                    let equal: Vec<Term> =
                        other.iter().zip(&at).map(|(i, j)| self.terms.eq(*i, *j)).collect();
                    let (here, below) = (self.terms.and(equal), self.terms.read(below, &at));
                    self.terms.ite(here, value, below)
                }
                Some(Node::Ite(condition, a, b)) => {
                    let (a, b) = (self.terms.read(a, &at), self.terms.read(b, &at));
                    self.terms.ite(condition, a, b)
                }
                _ => return term,
            };
            term = self.terms.rewrite(term, |_, part| (part == read).then_some(replacement));
        }
        term
    }

    /// A read over a write or a choice with the array below.
    fn read_over_others(&mut self, array: Symbol, term: Term) -> Option<(Term, Term, Box<[Term]>)> {
        for part in self.terms.parts_first(&[term], |_| false) {
            if let Some(Node::Read(inner, at)) = self.terms.node(part).cloned()
                && matches!(self.terms.node(inner), Some(Node::Write(..) | Node::Ite(..)))
                && self.mentions(inner, array)
            {
                return Some((part, inner, at));
            }
        }
        None
    }

    /// Where a term reads the array.
    pub(super) fn reads_of(&mut self, array: Symbol, term: Term) -> Result<Vec<Vec<Term>>, String> {
        let entry = self.terms.symbol_term(array);
        let mut places = Vec::new();
        for part in self.terms.parts_first(&[term], |_| false) {
            let mut used = false;
            self.terms.for_each_part(part, |inner| used |= inner == entry);
            match self.terms.node(part) {
                Some(Node::Read(inner, at)) if *inner == entry => {
                    places.push(at.to_vec());
                }
                _ if used => return Err("is used as a whole in its own elements".to_owned()),
                _ => {}
            }
        }
        Ok(places)
    }

    /// The term with what a case's guard says of χ.
    pub(super) fn located(&mut self, term: Term, case: &Case) -> Term {
        let count = self.count();
        let mut map = FxHashMap::default();
        for (component, place) in case.chi.iter().zip(&case.places) {
            let (Some(symbol), Some((offset, stride))) = (self.terms.as_symbol(*component), place) else {
                continue;
            };
            map.insert(symbol, self.terms.linear(&[(Int::ONE, *offset), (stride.clone(), count)]));
        }
        self.terms.substitute(term, &map)
    }

    /// Whether two cases never write to one place, in whatever iterations.
    pub(super) fn never_meet(&mut self, a: &Case, b: &Case) -> bool {
        a.places.iter().zip(&b.places).any(|(a, b)| match (a, b) {
            (Some((x, s)), Some((y, t))) => self.never_equal(*x, s, *y, t),
            _ => false,
        })
    }

    /// Whether `x + s·i` and `y + t·j` are different for all i and j.
    fn never_equal(&mut self, x: Term, s: &Int, y: Term, t: &Int) -> bool {
        self.constant_difference(x, y).is_some_and(|difference| {
            let divisor = s.gcd(t);
            match difference.rem_euclid(&divisor) {
                Some(rest) => !rest.is_zero(),
                None => !difference.is_zero(),
            }
        })
    }

    pub(super) fn constant_difference(&mut self, x: Term, y: Term) -> Option<Int> {
        let difference = self.terms.sub(x, y);
        self.terms.as_int(difference)
    }

    /// When the place that iteration n reads was written by a case; `own` if that
    /// case is the one that reads.
    pub(super) fn relation(&mut self, place: &[Term], case: &Case, own: bool) -> Relation {
        let mut distance: Option<Int> = None;
        for (index, written) in place.iter().zip(&case.places) {
            let (Some((read, step)), Some((offset, stride))) = (self.linear(*index), written) else {
                continue;
            };
            if self.never_equal(read, &step, *offset, stride) {
                return Relation::NotBefore;
            }
            if step != *stride || stride.is_zero() {
                continue;
            }
            // read + s·t = offset + s·(t - δ)
            let Some(ahead) = self.constant_difference(*offset, read) else { continue };
            let Some(ago) = ahead.div_trunc(stride) else { continue };
            let otherwise = distance.as_ref().is_some_and(|known| *known != ago);
            if ago <= Int::ZERO || otherwise {
                return Relation::NotBefore;
            }
            distance = Some(ago);
        }
        if let Some(distance) = distance {
            return Relation::Before(distance);
        }
        let own_place: Vec<Term> = case.chi.iter().map(|index| self.located(*index, case)).collect();
        let same = own && case.lasting && *own_place == *place;
        if same { Relation::Before(Int::ZERO) } else { Relation::Unclear }
    }
}

/// The parts of a conjunction, or the formula itself.
fn conjuncts(terms: &Terms, formula: Term) -> Vec<Term> {
    match terms.node(formula) {
        Some(Node::And(parts)) => parts.to_vec(),
        _ => vec![formula],
    }
}

/// For `χ = place` with χ nowhere else: the component, and the place.
fn place_of(terms: &mut Terms, atom: Term, chi: &[Term]) -> Option<(usize, Term)> {
    let Some(Node::IsZero(p)) = terms.node(atom) else { return None };
    let p = *p;
    let (_, parts) = terms.polynomial(p);
    let (coefficient, component) = parts.iter().find_map(|(coefficient, monomial)| {
        let component = chi.iter().position(|index| index == monomial)?;
        Some((coefficient.clone(), component))
    })?;
    if !coefficient.abs().is_one() {
        return None;
    }
    // χ + rest = 0 or -χ + rest = 0
    let rest = terms.linear(&[(-&coefficient, p), (Int::ONE, chi[component])]);
    let free = terms.free_symbols(rest);
    let other = chi.iter().any(|index| terms.as_symbol(*index).is_some_and(|symbol| free.contains(&symbol)));
    (!other).then_some((component, rest))
}
