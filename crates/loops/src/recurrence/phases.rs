//! Numbers whose iterations differ before and from some iteration on: the first
//! ones are composed or solved on their own, the others start where those end.

use super::Solver;
use kyklos_base::Int;
use kyklos_term::{Node, Symbol, Term};
use rustc_hash::FxHashMap;

/// So many first iterations are composed.
const COMPOSED: i64 = 4;

/// What is different before an iteration and from it on.
struct Phases {
    /// The effect before.
    early: Term,
    /// The effect from there on.
    late: Term,
    /// The iteration's number, which may be negative.
    start: Term,
}

impl Solver<'_> {
    /// Where a condition in the effect changes once, at an iteration whose
    /// number is known; `None` if there is no such condition.
    pub(super) fn phases(
        &mut self,
        number: Symbol,
        effect: Term,
        depth: u32,
    ) -> Option<Result<Term, String>> {
        let phases = self.taken_apart(number, effect)?;
        Some(match self.terms.as_int(phases.start).and_then(|start| start.to_i64()) {
            Some(start) if start <= 0 => self.number_within(number, phases.late, depth),
            Some(start) if start <= COMPOSED => self.composed(number, &phases, start, depth),
            _ => self.both(number, &phases, depth),
        })
    }

    fn taken_apart(&mut self, number: Symbol, effect: Term) -> Option<Phases> {
        let free = self.terms.free_symbols(effect);
        for part in self.terms.parts_first(&[effect], |_| false) {
            let Some(Node::NonPositive(p)) = self.terms.node(part) else { continue };
            let p = *p;
            let own = self.terms.free_symbols(p);
            // What is bound further up is not free in the whole.
            let closed = own.iter().all(|inner| *inner != number && free.contains(inner));
            let Some((offset, stride)) = self.linear(p).filter(|_| closed) else { continue };
            if stride.is_zero() {
                continue;
            }
            // offset + stride·n ≤ 0
            let (with, without) = self.decided(effect, part);
            let (step, minus) = (self.terms.int(&stride.abs()), self.terms.neg(offset));
            let last = self.terms.div(minus, step);
            return Some(if stride.is_negative() {
                // From n = ⌈offset/|stride|⌉ on.
                Phases { early: without, late: with, start: self.terms.neg(last) }
            } else {
                Phases { early: with, late: without, start: self.terms.add(last, Term::ONE) }
            });
        }
        None
    }

    /// The late form for the value that the first iterations leave.
    fn composed(&mut self, number: Symbol, phases: &Phases, start: i64, depth: u32) -> Result<Term, String> {
        let mut values = vec![self.terms.symbol_term(number)];
        let mut late = phases.late;
        for iteration in 0..start {
            let mut map = self.basis.numbers(self.terms, &Int::from(iteration));
            map.extend(values.last().map(|value| (number, *value)));
            values.push(self.terms.substitute(phases.early, &map));
            late = self.basis.after(self.terms, late);
        }
        let mut form = self.number_within(number, late, depth)?;
        for _ in 0..start {
            form = self.basis.before(self.terms, form);
        }
        let map = FxHashMap::from_iter(values.pop().map(|value| (number, value)));
        form = self.terms.substitute(form, &map);
        for (iteration, value) in values.into_iter().enumerate().rev() {
            let (count, iteration) = (self.count(), self.terms.int(&Int::from(iteration)));
            let later = self.terms.gt(count, iteration);
            form = self.terms.ite(later, form, value);
        }
        Ok(form)
    }

    /// Both phases solved, and the late one alone for where it starts at once.
    fn both(&mut self, number: Symbol, phases: &Phases, depth: u32) -> Result<Term, String> {
        let steep = || "grows too fast after it has changed its ways".to_owned();
        let at_once = self.number_within(number, phases.late, depth)?;
        let early = self.number_within(number, phases.early, depth)?;
        let late = self.basis.later(self.terms, phases.late, phases.start).ok_or_else(steep)?;
        let late = self.number_within(number, late, depth)?;
        let middle = self.basis.at(self.terms, early, phases.start).ok_or_else(steep)?;
        let count = self.count();
        let back = self.terms.neg(phases.start);
        let late = self.basis.later(self.terms, late, back).ok_or_else(steep)?;
        let late = self.terms.substitute(late, &FxHashMap::from_iter([(number, middle)]));
        let begun = self.terms.ge(count, phases.start);
        let two = self.terms.ite(begun, late, early);
        let not_at_once = self.terms.gt(phases.start, Term::ZERO);
        Ok(self.terms.ite(not_at_once, two, at_once))
    }
}
