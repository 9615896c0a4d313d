//! Array constructors: arrays are functions of one or more integers.

use crate::{Node, Sort, Symbol, Term, Terms};
use kyklos_base::Int;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Writes of an array that are looked below when another one is added.
const MAX_WRITES: usize = 256;
/// Elements of a table that are named one by one where an index is a choice among them: it is one node otherwise.
const FEW_CHOICES: usize = 16;
/// The same for an array that was written at constant indices, each of which is a node anyway.
const MANY_CHOICES: usize = 1024;

/// One of the choices by which a number is one of some constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It is this one.
    Constant(Int),
    /// It is one of two earlier choices, by a condition.
    Ite(Term, usize, usize),
}

impl Terms {
    /// The value of an array at an index.
    ///
    /// match: write(a, i, v) at i; result: v.
    /// match: write(a, i, v) at j where some i and j differ by a constant; result: a at j.
    /// match: fill(v) at i; result: v.
    /// match: a table at a constant; result: its value there, or 0.
    /// match: a table, or an array that was written at constants alone, at ite(c, i, j) with constants i and j; result:
    /// ite(c, its value at i, its value at j).
    /// match: λχ.v at i; result: v with i in place of χ.
    /// match: write(a, i, v) at j where a has a lambda below; result: ite(i = j, v, a at j).
    /// match: ite(c, a, b) at i where a or b has a lambda below; result: ite(c, a at i, b at i).
    /// match: ★ at i, or a at ★; result: ★.
    pub fn read(&mut self, array: Term, indices: &[Term]) -> Term {
        if indices.iter().any(|index| self.is_unknown(*index)) {
            return self.unknown(Sort::Int);
        }
        let mut array = array;
        loop {
            if self.over_lambda.contains(&array) {
                return self.read_over_lambda(array, indices);
            }
            match self.node(array) {
                Some(Node::Unknown(_)) => return self.unknown(Sort::Int),
                Some(Node::Fill(_, value)) => return *value,
                Some(Node::Table(values)) => match indices.first().and_then(|index| self.as_int(*index)) {
                    Some(index) => {
                        let value = index.to_usize().and_then(|index| values.get(index)).cloned();
                        return self.int(&value.unwrap_or(Int::ZERO));
                    }
                    None => return self.read_by_choices(array, indices, FEW_CHOICES),
                },
                Some(Node::Write(inner, at, value)) => {
                    let (inner, at, value) = (*inner, at.clone(), *value);
                    match self.same_index(&at, indices) {
                        Some(true) => return value,
                        Some(false) => array = inner,
                        None => return self.read_by_choices(array, indices, MANY_CHOICES),
                    }
                }
                _ => return self.intern(Node::Read(array, indices.into())),
            }
        }
    }

    /// What a table or written array has at an index that is not known: by cases if the index is a choice of not too many
    /// constants, and what is there can be seen for each of them.
    fn read_by_choices(&mut self, array: Term, indices: &[Term], most: usize) -> Term {
        if let [index] = indices
            && let Some(choices) = self.choices(*index, most)
            && self.is_written_at_constants(array)
        {
            let mut values: Vec<Term> = Vec::with_capacity(choices.len());
            for choice in choices {
                let value = match choice {
                    Choice::Constant(index) => {
                        let index = self.int(&index);
                        self.read(array, &[index])
                    }
                    Choice::Ite(condition, a, b) => self.ite(condition, values[a], values[b]),
                };
                values.push(value);
            }
            if let Some(value) = values.last() {
                return *value;
            }
        }
        self.intern(Node::Read(array, indices.into()))
    }

    /// Whether all writes of an array of one index are at constants.
    fn is_written_at_constants(&self, mut array: Term) -> bool {
        while let Some(Node::Write(inner, at, _)) = self.node(array) {
            if !at.iter().all(|index| self.is_constant(*index)) {
                return false;
            }
            array = *inner;
        }
        true
    }

    /// The choices by which a number is one of some constants, the last of them its own; `None` if it is none such, or
    /// if there are more than `most`. What several choices share is there once.
    pub fn choices(&self, number: Term, most: usize) -> Option<Vec<Choice>> {
        let (constant, factor, top) = match self.node(number)? {
            Node::Sum { constant, parts } => match &**parts {
                [(factor, part)] => (constant.clone(), factor.clone(), *part),
                _ => return None,
            },
            _ => (Int::ZERO, Int::ONE, number),
        };
        let (mut open, mut order) = (vec![top], BTreeSet::new());
        while let Some(part) = open.pop() {
            let constant = self.is_constant(part);
            // Parts come before the whole: they were made before.
            if !order.insert((!constant, part)) {
                continue;
            }
            match self.node(part) {
                _ if constant => {}
                Some(Node::Ite(_, a, b)) => open.extend([*a, *b]),
                _ => return None,
            }
            if order.len() > most {
                return None;
            }
        }
        let place: FxHashMap<Term, usize> =
            order.iter().enumerate().map(|(place, (_, part))| (*part, place)).collect();
        let choice = |(_, part): &(bool, Term)| match (self.as_int(*part), self.node(*part)) {
            (Some(value), _) => Some(Choice::Constant(&constant + &(&factor * &value))),
            (None, Some(Node::Ite(condition, a, b))) => {
                Some(Choice::Ite(*condition, *place.get(a)?, *place.get(b)?))
            }
            _ => None,
        };
        order.iter().map(choice).collect()
    }

    /// The array with the value at one index replaced.
    ///
    /// match: write(write(a, i, v), i, w); result: write(a, i, w).
    /// match: write(a, i, a at i); result: a.
    /// match: an unknown array, index or value; result: ★.
    pub fn write(&mut self, array: Term, indices: &[Term], value: Term) -> Term {
        if [array, value].iter().chain(indices).any(|part| self.is_unknown(*part)) {
            let sort = self.sort(array);
            return self.unknown(sort);
        }
        if self.has_already(array, indices, value) {
            return array;
        }
        let base = match self.node(array) {
            Some(Node::Write(inner, at, _)) if **at == *indices => *inner,
            _ => array,
        };
        let written = self.intern(Node::Write(base, indices.into(), value));
        self.note_lambda(written, &[base]);
        written
    }

    /// The array with the values at some constant indices replaced, which are all different: as [`write`](Terms::write)
    /// one by one, but what is written here is not compared with one another.
    pub fn write_each<'a>(&mut self, array: Term, cells: impl Iterator<Item = (&'a [Int], Term)>) -> Term {
        let mut written = array;
        for (at, value) in cells {
            let indices: Vec<Term> = at.iter().map(|index| self.int(index)).collect();
            if written == array || self.is_unknown(value) || self.is_unknown(array) {
                written = self.write(written, &indices, value);
            } else if !self.has_already(array, &indices, value) {
                let above = self.intern(Node::Write(written, indices.into(), value));
                self.note_lambda(above, &[written]);
                written = above;
            }
        }
        written
    }

    /// Whether an array is seen to have a value at indices, without looking below very many writes: so long
    /// a chain of them would be walked through for each one that is added.
    fn has_already(&mut self, array: Term, indices: &[Term], value: Term) -> bool {
        let mut below = array;
        for _ in 0..MAX_WRITES {
            let Some(Node::Write(inner, at, written)) = self.node(below) else {
                return self.read(below, indices) == value;
            };
            let (inner, at, written) = (*inner, at.clone(), *written);
            match self.same_index(&at, indices) {
                _ if self.over_lambda.contains(&below) => return self.read(below, indices) == value,
                Some(true) => return written == value,
                Some(false) => below = inner,
                None => return self.read(below, indices) == value,
            }
        }
        false
    }

    /// The array of this arity that has one value everywhere.
    ///
    /// match: ★ everywhere; result: ★.
    pub fn fill(&mut self, arity: u32, value: Term) -> Term {
        if self.is_unknown(value) {
            return self.unknown(Sort::Array(arity));
        }
        self.intern(Node::Fill(arity, value))
    }

    /// The array of one index with these values from 0 on, and 0 at all other indices.
    ///
    /// match: only zeros; result: fill(0).
    pub fn table(&mut self, values: &[Int]) -> Term {
        match values.iter().all(Int::is_zero) {
            true => self.fill(1, Term::ZERO),
            false => {
                // A long table is as much work as many small nodes.
                self.toil(values.len() as u64 / 2);
                self.intern(Node::Table(values.into()))
            }
        }
    }

    /// The array whose value at indices is the body with these in place of the
    /// parameters, which are symbols of integers that nothing else uses.
    ///
    /// match: λχ.a(χ), χ not free in a; result: a.
    /// match: λχ.v, χ not free in v; result: fill(v).
    /// match: λχ.★; result: ★.
    pub fn lambda(&mut self, parameters: &[Symbol], body: Term) -> Term {
        let arity = parameters.len() as u32;
        let free = self.free_symbols(body);
        if !parameters.iter().any(|parameter| free.contains(parameter)) {
            return self.fill(arity, body);
        }
        if let Some(Node::Read(array, indices)) = self.node(body) {
            let (array, indices) = (*array, indices.clone());
            let plain = indices.len() == parameters.len()
                && indices.iter().zip(parameters).all(|(index, own)| self.as_symbol(*index) == Some(*own));
            let inner = self.free_symbols(array);
            if plain && !parameters.iter().any(|parameter| inner.contains(parameter)) {
                return array;
            }
        }
        let lambda = self.intern(Node::Lambda(parameters.into(), body));
        self.over_lambda.insert(lambda);
        lambda
    }

    /// Notes that an array has a lambda below if one of its parts has.
    pub(crate) fn note_lambda(&mut self, array: Term, parts: &[Term]) {
        if parts.iter().any(|part| self.over_lambda.contains(part)) {
            self.over_lambda.insert(array);
        }
    }

    /// The value at an index of an array with a lambda below. What writes and
    /// choices share is read once, and long chains of them are no recursion.
    fn read_over_lambda(&mut self, array: Term, indices: &[Term]) -> Term {
        let order = self.reached(&[array], |part, open| match self.node(part) {
            _ if !self.over_lambda.contains(&part) => {}
            Some(Node::Write(inner, ..)) => open.push(*inner),
            Some(Node::Ite(_, a, b)) => open.extend([*a, *b]),
            _ => {}
        });
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        for part in order {
            if !self.over_lambda.contains(&part) {
                continue;
            }
            let value = match self.node(part).cloned() {
                Some(Node::Lambda(parameters, body)) => {
                    let map = parameters.iter().copied().zip(indices.iter().copied()).collect();
                    self.substitute(body, &map)
                }
                Some(Node::Write(inner, at, written)) => {
                    let other = self.value_below(&values, inner, indices);
                    match self.same_index(&at, indices) {
                        Some(true) => written,
                        Some(false) => other,
                        None => {
                            let equal: Vec<Term> =
                                at.iter().zip(indices).map(|(i, j)| self.eq(*i, *j)).collect();
                            let here = self.and(equal);
                            self.ite(here, written, other)
                        }
                    }
                }
                Some(Node::Ite(condition, a, b)) => {
                    let a = self.value_below(&values, a, indices);
                    let b = self.value_below(&values, b, indices);
                    self.ite(condition, a, b)
                }
                _ => continue,
            };
            values.insert(part, value);
        }
        values.get(&array).copied().unwrap_or_else(|| self.unknown(Sort::Int))
    }

    fn value_below(&mut self, values: &FxHashMap<Term, Term>, array: Term, indices: &[Term]) -> Term {
        match values.get(&array) {
            Some(value) => *value,
            None => self.read(array, indices),
        }
    }

    /// Whether two index tuples are equal everywhere, different everywhere, or neither is plain.
    fn same_index(&mut self, left: &[Term], right: &[Term]) -> Option<bool> {
        if left == right {
            return Some(true);
        }
        let differ = left.iter().zip(right).any(|(a, b)| {
            if self.is_constant(*a) && self.is_constant(*b) {
                return a != b;
            }
            let difference = self.sub(*a, *b);
            self.as_int(difference).is_some_and(|value| !value.is_zero())
        });
        differ.then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FunctionModel, Model, SymbolInfo, SymbolKind, Value};
    use std::collections::BTreeMap;

    fn bound(terms: &mut Terms, name: &str) -> Symbol {
        let (kind, sort) = (SymbolKind::Bound, Sort::Int);
        terms.symbol(SymbolInfo { name: name.to_owned(), kind, sort, low: None, high: None })
    }

    /// λχ. a(χ + 1) + χ, with what it is made of.
    fn shifted(terms: &mut Terms) -> (Term, Term, Symbol) {
        let a = terms.fresh("a", SymbolKind::Input, Sort::Array(1));
        let chi = bound(terms, "χ");
        let index = terms.symbol_term(chi);
        let next = terms.add(index, Term::ONE);
        let element = terms.read(a, &[next]);
        let body = terms.add(element, index);
        (terms.lambda(&[chi], body), a, chi)
    }

    #[test]
    fn lambdas_have_a_normal_form() {
        let mut terms = Terms::new();
        let (lambda, a, chi) = shifted(&mut terms);
        assert_eq!(terms.sort(lambda), Sort::Array(1));
        assert_eq!(terms.show(lambda), "λχ. χ + a(χ + 1)");
        assert_eq!(*terms.free_symbols(lambda), [terms.as_symbol(a).unwrap()]);
        let index = terms.symbol_term(chi);
        let element = terms.read(a, &[index]);
        assert_eq!(terms.lambda(&[chi], element), a);
        let x = terms.fresh("x", SymbolKind::Input, Sort::Int);
        let fill = terms.fill(1, x);
        assert_eq!(terms.lambda(&[chi], x), fill);
        let star = terms.unknown(Sort::Int);
        let unknown = terms.lambda(&[chi], star);
        assert!(terms.is_unknown(unknown));
        // The array itself depends on χ: no eta.
        let inner = terms.write(a, &[index], x);
        let at_x = terms.read(inner, &[x]);
        let stays = terms.lambda(&[chi], at_x);
        assert!(matches!(terms.node(stays), Some(Node::Lambda(..))));
        // The indices are swapped: no eta.
        let matrix = terms.fresh("m", SymbolKind::Input, Sort::Array(2));
        let second = bound(&mut terms, "ψ");
        let other = terms.symbol_term(second);
        let element = terms.read(matrix, &[other, index]);
        let transposed = terms.lambda(&[chi, second], element);
        assert!(matches!(terms.node(transposed), Some(Node::Lambda(..))));
        let seven = terms.small(7);
        let (got, expected) = (terms.read(transposed, &[x, seven]), terms.read(matrix, &[seven, x]));
        assert_eq!(got, expected);
    }

    #[test]
    fn reads_in_reads_do_not_mix() {
        let mut terms = Terms::new();
        let (lambda, a, _) = shifted(&mut terms);
        let x = terms.fresh("x", SymbolKind::Input, Sort::Int);
        let once = terms.read(lambda, &[x]);
        assert_eq!(terms.show(once), "x + a(x + 1)");
        let twice = terms.read(lambda, &[once]);
        let next = terms.add(once, Term::ONE);
        let expected = terms.read(a, &[next]);
        let expected = terms.add(expected, once);
        assert_eq!(twice, expected);
    }

    #[test]
    fn no_read_is_left_over_a_lambda() {
        let mut terms = Terms::new();
        let (lambda, a, _) = shifted(&mut terms);
        let (x, y) =
            (terms.fresh("x", SymbolKind::Input, Sort::Int), terms.fresh("y", SymbolKind::Input, Sort::Int));
        let condition = terms.le(x, y);
        // Shared parts: pushing the read into each occurrence anew would never end.
        let mut array = lambda;
        for step in 0..100 {
            let offset = terms.small(2 * step);
            let at = terms.mul(x, offset);
            let written = terms.write(array, &[at], offset);
            let guard = terms.le(y, offset);
            array = terms.ite(guard, written, array);
        }
        array = terms.ite(condition, a, array);
        let value = terms.read(array, &[y]);
        let parts = terms.parts_first(&[value], |_| false);
        assert!(parts.len() < 2000, "{}", parts.len());
        assert!(!parts.iter().any(|part| matches!(terms.node(*part), Some(Node::Lambda(..)))));
    }

    #[test]
    fn writes_to_a_lambda_are_read_back() {
        let mut terms = Terms::new();
        let (lambda, a, _) = shifted(&mut terms);
        let (x, y) =
            (terms.fresh("x", SymbolKind::Input, Sort::Int), terms.fresh("y", SymbolKind::Input, Sort::Int));
        let seven = terms.small(7);
        let written = terms.write(lambda, &[x], seven);
        assert_eq!(terms.read(written, &[x]), seven);
        let next = terms.add(x, Term::ONE);
        let (got, expected) = (terms.read(written, &[next]), terms.read(lambda, &[next]));
        assert_eq!(got, expected);
        let there = terms.read(lambda, &[y]);
        assert_eq!(terms.write(lambda, &[y], there), lambda);
        let either = terms.read(written, &[y]);
        let mut model = Model::new();
        let entries = BTreeMap::from([(vec![Int::from(4)], Int::from(5))]);
        let function = FunctionModel { entries, default: Int::from(9) };
        model.set(terms.as_symbol(a).unwrap(), Value::Function(function));
        model.set(terms.as_symbol(y).unwrap(), Value::Int(Int::from(3)));
        for (at, expected) in [(3, 7), (2, 8)] {
            model.set(terms.as_symbol(x).unwrap(), Value::Int(Int::from(at)));
            assert_eq!(terms.evaluate(either, &model), Some(Value::Int(Int::from(expected))));
        }
    }

    #[test]
    fn substitution_captures_nothing() {
        let mut terms = Terms::new();
        let x = terms.fresh("x", SymbolKind::Input, Sort::Int);
        let (chi, tau) = (bound(&mut terms, "χ"), bound(&mut terms, "τ"));
        let (index, t) = (terms.symbol_term(chi), terms.symbol_term(tau));
        let sum = terms.add(index, x);
        let lambda = terms.lambda(&[chi], sum);
        // (λχ. χ + x)[x := χ] at 5 is 5 + χ.
        let map = [(terms.as_symbol(x).unwrap(), index)].into_iter().collect();
        let replaced = terms.substitute(lambda, &map);
        let five = terms.small(5);
        let (got, expected) = (terms.read(replaced, &[five]), terms.add(index, five));
        assert_eq!(got, expected);
        // A bound variable is not the free one of the same name.
        let map = [(chi, x)].into_iter().collect();
        let replaced = terms.substitute(lambda, &map);
        let (got, expected) = (terms.read(replaced, &[five]), terms.add(x, five));
        assert_eq!(got, expected);
        // (∀τ. τ ≤ 3 ∨ x ≤ τ)[x := τ] says something of the free τ.
        let three = terms.small(3);
        let (first, second) = (terms.le(t, three), terms.le(x, t));
        let body = terms.or([first, second]);
        let all = terms.forall(&[tau], body);
        let map = [(terms.as_symbol(x).unwrap(), t)].into_iter().collect();
        let replaced = terms.substitute(all, &map);
        assert_eq!(*terms.free_symbols(replaced), [tau]);
    }
}
