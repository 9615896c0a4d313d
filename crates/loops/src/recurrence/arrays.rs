//! Closed forms of one array, all else being known [apc-long §5.1, Table 2]. Note [arrays in closed form].
//!
//! An iteration makes A(χ) the value of the first [`Case`] whose guard holds, or
//! leaves it. A case writes to a place that moves by a constant stride s from an
//! offset b, so it is iteration τ* = (χ - b)/s alone that can write to χ, and what
//! it leaves there is the case's value at τ*; of several cases with one stride the
//! latest iteration wins. Or the places are the same in all iterations: then each
//! of them is a number of its own.
//!
//! We deviate from the paper: instead of ∃τ with the condition that no later write
//! comes, τ* is solved for, so that forms have no quantifiers; instead of ★ for
//! lines that may be corrupted there is no form.

use super::Solver;
use super::cases::{Case, Relation};
use kyklos_base::Int;
use kyklos_term::{Sort, Symbol, SymbolInfo, SymbolKind, Term};
use rustc_hash::FxHashMap;

/// Cases that may write to one place, and in which way.
struct Group {
    /// Outermost first.
    cases: Vec<Case>,
    /// Component of the index and stride; `None` where the places stay the same.
    stride: Option<(usize, Int)>,
}

/// What a case reads of its own array.
enum OwnReads {
    /// Only what no iteration before has written.
    Original,
    /// One place (as it is for this n) that an iteration so many before has
    /// written by this very case; 0 is the case's own place, which stays the same.
    Line { place: Vec<Term>, distance: Int },
}

impl Solver<'_> {
    /// The array after n iterations, each of which makes it the `effect`.
    pub(super) fn array(&mut self, array: Symbol, effect: Term) -> Result<Term, String> {
        if !self.mentions(effect, array) {
            return Ok(self.last_iteration(array, effect));
        }
        if !self.varies(effect)
            && let Some(forms) = self.returning(&[(array, effect)])
        {
            return Ok(forms[0]);
        }
        let Sort::Array(arity) = self.terms.symbol_info(array).sort else {
            return Err("is no array".to_owned());
        };
        let parameters: Vec<Symbol> = (1..=arity).map(|number| self.parameter(number, arity)).collect();
        let place: Vec<Term> = parameters.iter().map(|symbol| self.terms.symbol_term(*symbol)).collect();
        let cases = self.cases(array, effect, &place)?;
        let entry = self.terms.symbol_term(array);
        let mut body = self.terms.read(entry, &place);
        // Innermost first; cases of different groups never meet.
        for group in self.groups(&cases)?.iter().rev() {
            for case in group.cases.iter().rev() {
                let (condition, value) = match &group.stride {
                    Some((component, stride)) => self.moving(array, &cases, case, *component, stride)?,
                    None => self.staying(array, &cases, case)?,
                };
                body = self.terms.ite(condition, value, body);
            }
        }
        Ok(self.terms.lambda(&parameters, body))
    }

    fn parameter(&mut self, number: u32, arity: u32) -> Symbol {
        let name = if arity == 1 { "χ".to_owned() } else { format!("χ{number}") };
        let (kind, sort) = (SymbolKind::Bound, Sort::Int);
        self.terms.symbol(SymbolInfo { name, kind, sort, low: None, high: None })
    }

    /// The cases, those together that may write to one place, each group in the
    /// order in which its cases win.
    fn groups(&mut self, cases: &[Case]) -> Result<Vec<Group>, String> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            let mut joined = vec![number];
            let mut apart = Vec::new();
            for group in groups {
                if group.iter().any(|other| !self.never_meet(&cases[*other], case)) {
                    joined.extend(group);
                } else {
                    apart.push(group);
                }
            }
            joined.sort_unstable();
            apart.push(joined);
            groups = apart;
        }
        groups
            .into_iter()
            .map(|group| self.group(group.into_iter().map(|number| cases[number].clone()).collect()))
            .collect()
    }

    fn group(&mut self, cases: Vec<Case>) -> Result<Group, String> {
        if cases.iter().all(|case| case.lasting) {
            return Ok(Group { cases, stride: None });
        }
        let Some((component, first, stride)) = self.common_stride(&cases) else {
            return Err(if cases.len() == 1 {
                "is written at places that do not move by a constant in each iteration"
            } else {
                "is written at several places that may meet in a way that has no closed form"
            }
            .to_owned());
        };
        // A case is later at a place if its offset is less, in the stride's direction.
        let mut ordered = Vec::new();
        for case in cases {
            let offset = case.places[component].as_ref().map_or(first, |(offset, _)| *offset);
            let ahead = self.constant_difference(offset, first).unwrap_or(Int::ZERO);
            ordered.push((if stride.is_negative() { -ahead } else { ahead }, case));
        }
        ordered.sort_by(|(a, _), (b, _)| a.cmp(b));
        let cases = ordered.into_iter().map(|(_, case)| case).collect();
        Ok(Group { cases, stride: Some((component, stride)) })
    }

    /// A component in which all cases move by the same stride, constants apart,
    /// and the offset of the first.
    fn common_stride(&mut self, cases: &[Case]) -> Option<(usize, Term, Int)> {
        let mut found: Option<(usize, Term, Int)> = None;
        for (component, place) in cases.first()?.places.iter().enumerate() {
            let Some((offset, stride)) = place else { continue };
            let common = !stride.is_zero()
                && cases.iter().all(|case| match &case.places[component] {
                    Some((other, same)) => {
                        same == stride && self.constant_difference(*other, *offset).is_some()
                    }
                    None => false,
                });
            // Strides of 1 need no remainders.
            if common && found.as_ref().is_none_or(|(_, _, known)| !known.abs().is_one()) {
                found = Some((component, *offset, stride.clone()));
            }
        }
        found
    }

    /// When a case that moves has written to χ, and what it left there.
    fn moving(
        &mut self,
        array: Symbol,
        cases: &[Case],
        case: &Case,
        component: usize,
        stride: &Int,
    ) -> Result<(Term, Term), String> {
        let Some((offset, _)) = case.places[component].clone() else {
            return Err("is written at places that do not move".to_owned());
        };
        let sign = if stride.is_negative() { Int::from(-1) } else { Int::ONE };
        let (step, count) = (stride.abs(), self.count());
        // |s|·τ*
        let way = self.terms.linear(&[(sign.clone(), case.chi[component]), (-&sign, offset)]);
        let end = self.terms.linear(&[(step.clone(), count)]);
        let divisor = self.terms.int(&step);
        let rest = self.terms.modulo(way, divisor);
        let (met, begun, done) =
            (self.terms.is_zero(rest), self.terms.ge(way, Term::ZERO), self.terms.lt(way, end));
        let moment = self.terms.div(way, divisor);

        let others = case.guard_without(self.terms, component);
        let value = match self.own_reads(array, cases, case, others)? {
            OwnReads::Original => self.basis.at(self.terms, case.value, moment),
            OwnReads::Line { place, distance } => {
                let others = self.located(others, case);
                if self.varies(others) || self.mentions(others, array) {
                    return Err("goes on from its own elements, but not in each iteration".to_owned());
                }
                Some(self.line(array, case, &place, component, &distance, moment)?)
            }
        };
        let others = self.basis.at(self.terms, others, moment);
        let (Some(value), Some(others)) = (value, others) else {
            return Err("is written powers of the number of iterations".to_owned());
        };
        let condition = self.terms.and([met, begun, done, others]);
        Ok((condition, value))
    }

    /// What iteration τ* writes where it reads what iteration τ* - δ has written:
    /// as a number whose value before is what was read, after τ* div δ + 1 steps.
    fn line(
        &mut self,
        array: Symbol,
        case: &Case,
        place: &[Term],
        component: usize,
        distance: &Int,
        moment: Term,
    ) -> Result<Term, String> {
        let no_form = || "goes on from its own elements in a way that has no closed form".to_owned();
        let own: Vec<Term> = case.chi.iter().map(|index| self.located(*index, case)).collect();
        for (number, (read, written)) in place.iter().zip(&own).enumerate() {
            if number != component && (read != written || self.varies(*read)) {
                return Err(no_form());
            }
        }
        let (start, stride) = self.linear(place[component]).ok_or_else(no_form)?;
        let (before, effect) = self.as_number(array, case, place);
        let line = self.terms.fresh("ρ", SymbolKind::Fresh, Sort::Int);
        let effect = self.every(effect, distance, line).ok_or_else(no_form)?;
        let form = self.number(before, effect).map_err(|_| no_form())?;
        let length = self.terms.int(distance);
        let (round, rest) = (self.terms.div(moment, length), self.terms.modulo(moment, length));
        let steps = self.terms.add(round, Term::ONE);
        let form = self.basis.at(self.terms, form, steps).ok_or_else(no_form)?;
        let mut source = place.to_vec();
        source[component] = self.terms.linear(&[(Int::ONE, start), (stride, rest)]);
        let entry = self.terms.symbol_term(array);
        let source = self.terms.read(entry, &source);
        let mut map = FxHashMap::from_iter([(before, source)]);
        map.extend(self.terms.as_symbol(line).map(|line| (line, rest)));
        Ok(self.terms.substitute(form, &map))
    }

    /// The value that a case writes, over a symbol for what it reads of its own.
    fn as_number(&mut self, array: Symbol, case: &Case, place: &[Term]) -> (Symbol, Term) {
        let name = self.terms.symbol_info(array).name.clone();
        let (kind, sort) = (SymbolKind::Fresh, Sort::Int);
        let before = self.terms.symbol(SymbolInfo { name, kind, sort, low: None, high: None });
        let (entry, number) = (self.terms.symbol_term(array), self.terms.symbol_term(before));
        let read = self.terms.read(entry, place);
        let value = self.located(case.value, case);
        (before, self.terms.rewrite(value, |_, part| (part == read).then_some(number)))
    }

    /// The term for `distance`·n + `rest` in place of n.
    fn every(&mut self, term: Term, distance: &Int, rest: Term) -> Option<Term> {
        if distance.is_one() {
            return Some(term);
        }
        let count = self.count();
        let moment = self.terms.linear(&[(distance.clone(), count), (Int::ONE, rest)]);
        let own = self.terms.as_symbol(count)?;
        let free = self.terms.free_symbols(term);
        let only_count = free.iter().all(|symbol| *symbol == own || self.basis.meaning(*symbol).is_none());
        only_count.then(|| self.terms.substitute(term, &FxHashMap::from_iter([(own, moment)])))
    }

    /// When a case whose places stay the same has written to χ, and what is there.
    fn staying(&mut self, array: Symbol, cases: &[Case], case: &Case) -> Result<(Term, Term), String> {
        match self.own_reads(array, cases, case, case.guard)? {
            OwnReads::Original => {
                let some = self.basis.some(self.terms);
                let value = self.basis.before(self.terms, case.value);
                Ok((self.terms.both(case.guard, some), value))
            }
            // No other case writes there: what is read would be unclear.
            OwnReads::Line { place, .. } => {
                let (before, effect) = self.as_number(array, case, &place);
                let form = self.number(before, effect)?;
                let entry = self.terms.symbol_term(array);
                let source = self.terms.read(entry, &place);
                let form = self.terms.substitute(form, &FxHashMap::from_iter([(before, source)]));
                Ok((case.guard, form))
            }
        }
    }

    /// What a case's value and guard read of the array itself.
    fn own_reads(
        &mut self,
        array: Symbol,
        cases: &[Case],
        case: &Case,
        guard: Term,
    ) -> Result<OwnReads, String> {
        let mut line: Option<(Vec<Term>, Int)> = None;
        for (term, is_value) in [(guard, false), (case.value, true)] {
            for place in self.reads_of(array, term)? {
                let place: Vec<Term> = place.iter().map(|index| self.located(*index, case)).collect();
                for other in cases {
                    let own = other.number == case.number;
                    let found = match self.relation(&place, other, own) {
                        Relation::NotBefore => continue,
                        Relation::Before(distance) if own && is_value => (place.clone(), distance),
                        Relation::Before(_) | Relation::Unclear => {
                            return Err("reads elements that it may have written before".to_owned());
                        }
                    };
                    if line.as_ref().is_some_and(|line| *line != found) {
                        return Err("goes on from several elements of its own".to_owned());
                    }
                    line = Some(found);
                }
            }
        }
        Ok(match line {
            Some((place, distance)) => OwnReads::Line { place, distance },
            None => OwnReads::Original,
        })
    }
}
