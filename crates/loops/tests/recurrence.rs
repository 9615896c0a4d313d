//! Closed forms against the composition of iterations, one by one.

use kyklos_base::Int;
use kyklos_loops::recurrence::{Closed, Declined, Iteration, solve};
use kyklos_term::{FunctionModel, Model, Sort, Symbol, SymbolKind, Term, Terms, Value};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Iterations are composed up to this many times.
const ROUNDS: i64 = 8;

/// A stream of small numbers that looks random and is the same in each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % below
    }

    fn number(&mut self, low: i64, high: i64) -> i64 {
        low + self.roll((high - low + 1) as u64) as i64
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len() as u64) as usize]
    }
}

/// A loop being written down: symbols and what an iteration makes of them.
struct Loop {
    terms: Terms,
    iteration: Iteration,
}

impl Loop {
    fn new() -> Self {
        Self { terms: Terms::new(), iteration: Iteration::default() }
    }

    fn int(&mut self, name: &str) -> Term {
        self.terms.fresh(name, SymbolKind::Fresh, Sort::Int)
    }

    fn array(&mut self, name: &str, arity: u32) -> Term {
        self.terms.fresh(name, SymbolKind::Fresh, Sort::Array(arity))
    }

    /// A symbol for what each iteration reads.
    fn input(&mut self, name: &str) -> Term {
        let (input, stream) = (self.int(name), self.array("stream", 1));
        let pair = (self.symbol(input), self.symbol(stream));
        self.iteration.inputs.push(pair);
        input
    }

    fn symbol(&self, term: Term) -> Symbol {
        self.terms.as_symbol(term).unwrap()
    }

    fn set(&mut self, target: Term, effect: Term) {
        let symbol = self.symbol(target);
        match self.terms.sort(target) {
            Sort::Array(_) => self.iteration.arrays.push((symbol, effect)),
            Sort::Int | Sort::Bool => self.iteration.numbers.push((symbol, effect)),
        }
    }

    fn plus(&mut self, a: Term, b: i64) -> Term {
        let b = self.terms.small(b);
        self.terms.add(a, b)
    }

    fn times(&mut self, a: i64, b: Term) -> Term {
        let a = self.terms.small(a);
        self.terms.mul(a, b)
    }

    fn modulo(&mut self, a: Term, m: i64) -> Term {
        let m = self.terms.small(m);
        self.terms.modulo(a, m)
    }

    /// `i += step`
    fn step(&mut self, i: Term, step: i64) {
        let next = self.plus(i, step);
        self.set(i, next);
    }

    fn solve(&mut self) -> Result<Closed, Vec<Declined>> {
        solve(&mut self.terms, &self.iteration)
    }

    /// Checks the closed forms of all that changes and shows those of some.
    fn forms(&mut self, of: &[Term]) -> Vec<String> {
        let closed = self.solve().unwrap_or_else(|declined| panic!("{declined:?}"));
        self.check(&closed, 20);
        of.iter()
            .map(|term| {
                let form = closed.form(self.symbol(*term)).unwrap();
                self.terms.show(form).to_string()
            })
            .collect()
    }

    /// Why things are declined.
    fn reasons(&mut self) -> Vec<String> {
        match self.solve() {
            Ok(_) => panic!("was solved"),
            Err(declined) => declined.into_iter().map(|declined| declined.why).collect(),
        }
    }

    /// Compares the forms with composed iterations under random models.
    fn check(&mut self, closed: &Closed, models: u64) {
        let terms = &mut self.terms;
        let changed: Vec<(Symbol, Term)> =
            self.iteration.numbers.iter().chain(&self.iteration.arrays).copied().collect();
        let kappa = terms.fresh("κ", SymbolKind::Counter, Sort::Int);
        let count = terms.fresh("τ", SymbolKind::Bound, Sort::Int);
        let (counter, definitions) = closed.counter(terms, kappa);
        let other = closed.moment(terms, count);
        let mut now: FxHashMap<Symbol, Term> = FxHashMap::default();
        for (symbol, _) in &changed {
            let entry = terms.symbol_term(*symbol);
            now.insert(*symbol, entry);
        }
        for round in 0..=ROUNDS {
            let number = terms.small(round);
            for (input, stream) in &self.iteration.inputs {
                let stream = terms.symbol_term(*stream);
                let element = terms.read(stream, &[number]);
                now.insert(*input, element);
            }
            let fixed = closed.moment(terms, number).unwrap();
            let symbols: Vec<Symbol> = now.keys().copied().collect();
            let mut pairs = Vec::new();
            for symbol in symbols {
                let entry = terms.symbol_term(symbol);
                let mut forms = vec![
                    closed.at(terms, &fixed, entry),
                    closed.at(terms, &counter, entry),
                    closed.instance(terms, number, entry).unwrap(),
                ];
                forms.extend(other.as_ref().map(|moment| closed.at(terms, moment, entry)));
                pairs.extend(compared(terms, entry, now[&symbol], &forms));
                // As part of a formula, where it may be multiplied out.
                if terms.sort(entry) == Sort::Int {
                    for limit in [0, 7] {
                        let limit = terms.small(limit);
                        let (less, equal) = (terms.le(entry, limit), terms.eq(entry, limit));
                        for formula in [less, equal] {
                            let expected = terms.substitute(formula, &now);
                            let at_kappa = closed.at(terms, &counter, formula);
                            pairs.push((expected, at_kappa));
                            if let Some(moment) = &other {
                                let at_count = closed.at(terms, moment, formula);
                                pairs.push((expected, at_count));
                            }
                        }
                    }
                }
            }
            let mut free: Vec<Symbol> = Vec::new();
            for (expected, form) in &pairs {
                free.extend(terms.free_symbols(*expected).iter());
                free.extend(terms.free_symbols(*form).iter());
            }
            free.sort_unstable();
            free.dedup();
            for seed in 0..models {
                let mut model = random_model(terms, &free, seed);
                let value = Int::from(round);
                model.set(terms.as_symbol(kappa).unwrap(), Value::Int(value.clone()));
                model.set(terms.as_symbol(count).unwrap(), Value::Int(value.clone()));
                for (companion, value) in closed.companions(&counter, &value) {
                    model.set(companion, Value::Int(value));
                }
                for definition in &definitions {
                    assert_eq!(terms.holds(*definition, &model), Some(true), "{}", terms.show(*definition));
                }
                for (expected, form) in &pairs {
                    let (left, right) = (terms.evaluate(*expected, &model), terms.evaluate(*form, &model));
                    assert!(left.is_some(), "{}", terms.show(*expected));
                    assert_eq!(
                        left,
                        right,
                        "round {round}\nexpected {}\nform {}\nloop {:?}",
                        terms.show(*expected),
                        terms.show(*form),
                        changed
                            .iter()
                            .map(|(s, e)| (terms.symbol_info(*s).name.clone(), terms.show(*e).to_string()))
                            .collect::<Vec<_>>()
                    );
                }
            }
            let next: Vec<(Symbol, Term)> =
                changed.iter().map(|(symbol, effect)| (*symbol, terms.substitute(*effect, &now))).collect();
            now.extend(next);
        }
    }
}

/// What must be equal for the forms to be right: of arrays, elements all around.
fn compared(terms: &mut Terms, entry: Term, expected: Term, forms: &[Term]) -> Vec<(Term, Term)> {
    let Sort::Array(arity) = terms.sort(entry) else {
        return forms.iter().map(|form| (expected, *form)).collect();
    };
    let mut pairs = Vec::new();
    let places: Vec<Vec<i64>> = match arity {
        1 => (-12..=24).map(|place| vec![place]).collect(),
        _ => (-2..=10).flat_map(|row| (-2..=10).map(move |column| vec![row, column])).collect(),
    };
    for place in places {
        let at: Vec<Term> = place.iter().map(|index| terms.small(*index)).collect();
        let left = terms.read(expected, &at);
        for form in forms {
            let right = terms.read(*form, &at);
            pairs.push((left, right));
        }
    }
    pairs
}

fn random_model(terms: &Terms, symbols: &[Symbol], seed: u64) -> Model {
    let mut dice = Dice(seed);
    let mut model = Model::new();
    for symbol in symbols {
        let value = match terms.symbol_info(*symbol).sort {
            Sort::Bool => Value::Truth(dice.roll(2) == 0),
            Sort::Int => Value::Int(Int::from(dice.number(-3, 5))),
            Sort::Array(arity) => {
                let mut entries = BTreeMap::new();
                for index in -12..=24 {
                    let places: Vec<Vec<i64>> = match arity {
                        1 => vec![vec![index]],
                        _ => (-3..=12).map(|column| vec![index, column]).collect(),
                    };
                    for place in places {
                        let place = place.into_iter().map(Int::from).collect();
                        entries.insert(place, Int::from(dice.number(-9, 9)));
                    }
                }
                Value::Function(FunctionModel { entries, default: Int::from(dice.number(-9, 9)) })
            }
        };
        model.set(*symbol, value);
    }
    model
}

#[test]
fn counters_and_sums() {
    let mut it = Loop::new();
    let (i, s, t, q) = (it.int("i"), it.int("s"), it.int("t"), it.int("q"));
    it.step(i, 1);
    let sum = it.terms.add(s, i);
    it.set(s, sum);
    let double = it.terms.add(t, s);
    it.set(t, double);
    let square = it.terms.mul(i, i);
    let squares = it.terms.add(q, square);
    it.set(q, squares);
    assert_eq!(
        it.forms(&[i, s, t, q]),
        [
            "i + κ",
            "s + i·κ + C(κ,2)",
            "t + s·κ + i·C(κ,2) + C(κ,3)",
            "q + C(κ,2) + 2·i·C(κ,2) + 2·C(κ,3) + i²·κ"
        ]
    );
}

#[test]
fn powers_have_a_limit() {
    let mut it = Loop::new();
    let (x, y, i, u) = (it.int("x"), it.int("y"), it.int("i"), it.int("u"));
    it.step(i, 1);
    let double = it.times(2, x);
    let next = it.terms.add(double, u);
    it.set(x, next);
    let triple = it.times(-3, y);
    let next = it.terms.add(triple, i);
    it.set(y, next);
    assert_eq!(
        it.forms(&[x, y]),
        ["-u + u·2^κ + x·2^κ", "i·((-3)^κ-1)/(-4) + div(-κ + ((-3)^κ-1)/(-4), -4) + y·(-3)^κ"]
    );
    let closed = it.solve().unwrap();
    assert_eq!(closed.limit, Some(64));
    let tau = it.int("τ");
    assert!(closed.moment(&mut it.terms, tau).is_none());
    let at = closed.instance(&mut it.terms, tau, i).unwrap();
    assert_eq!(it.terms.show(at).to_string(), "i + τ");
    assert!(closed.instance(&mut it.terms, tau, x).is_none());
    for (count, possible) in [(64, true), (65, false), (-1, false)] {
        let count = it.terms.small(count);
        assert_eq!(closed.moment(&mut it.terms, count).is_some(), possible);
    }
}

/// A number over the symbols given, of any form.
fn expression(it: &mut Loop, dice: &mut Dice, over: &[Term], depth: u32) -> Term {
    if depth == 0 || dice.roll(4) == 0 {
        return if over.is_empty() || dice.roll(3) == 0 {
            it.terms.small(dice.number(-3, 4))
        } else {
            dice.pick(over)
        };
    }
    let a = expression(it, dice, over, depth - 1);
    let b = expression(it, dice, over, depth - 1);
    match dice.roll(8) {
        0 | 1 => it.terms.add(a, b),
        2 => it.terms.sub(a, b),
        3 => it.terms.mul(a, b),
        4 => {
            let m = dice.number(2, 4);
            it.modulo(a, m)
        }
        5 => {
            let m = it.terms.small(dice.number(2, 3));
            it.terms.div(a, m)
        }
        _ => {
            let condition = it.terms.le(a, b);
            it.terms.ite(condition, b, a)
        }
    }
}

/// A polynomial over the symbols given.
fn polynomial(it: &mut Loop, dice: &mut Dice, over: &[Term]) -> Term {
    let mut sum = it.terms.small(dice.number(-2, 3));
    for _ in 0..dice.roll(3) {
        let mut part = it.terms.small(dice.number(-2, 2));
        for _ in 0..=dice.roll(2) {
            let factor = dice.pick(over);
            part = it.terms.mul(part, factor);
        }
        sum = it.terms.add(sum, part);
    }
    sum
}

/// What an iteration may make of a number, by rule.
fn effect(it: &mut Loop, dice: &mut Dice, own: Term, lasting: &[Term], before: &[Term]) -> Term {
    let all: Vec<Term> = lasting.iter().chain(before).copied().collect();
    match dice.roll(9) {
        0 | 1 => {
            let amount = polynomial(it, dice, &all);
            it.terms.add(own, amount)
        }
        2 => {
            let multiple = it.times(dice.pick(&[2, 3, -2, -1, -1]), own);
            let amount = polynomial(it, dice, &all);
            it.terms.add(multiple, amount)
        }
        3 | 4 => expression(it, dice, &all, 3),
        5 => {
            let amount = polynomial(it, dice, &all);
            let sum = it.terms.add(own, amount);
            let rest = it.modulo(sum, dice.number(1, 5));
            it.plus(rest, dice.number(-3, 3))
        }
        6 => {
            let (a, b) = (expression(it, dice, lasting, 1), expression(it, dice, lasting, 1));
            let condition = it.terms.le(a, b);
            let (x, y) = (effect(it, dice, own, lasting, before), effect(it, dice, own, lasting, before));
            it.terms.ite(condition, x, y)
        }
        7 => {
            let zero = it.terms.eq(own, Term::ZERO);
            it.terms.number_of(zero)
        }
        _ => {
            let a = expression(it, dice, &all, 2);
            it.terms.add(own, a)
        }
    }
}

#[test]
fn many_are_solved() {
    let solved = (0..400).filter(|seed| random_numbers(*seed).solve().is_ok()).count();
    assert!(solved > 180, "{solved}");
}

fn random_numbers(seed: u64) -> Loop {
    let mut dice = Dice(seed);
    let mut it = Loop::new();
    let mut lasting = vec![it.int("u"), it.int("v")];
    let input = it.input("in");
    let numbers: Vec<Term> = ["a", "b", "c", "d"].map(|name| it.int(name)).to_vec();
    let many = 1 + dice.roll(numbers.len() as u64) as usize;
    if dice.roll(4) == 0 {
        lasting.pop();
    }
    // In any order, so that the order of solving matters.
    let first = dice.roll(2) == 0;
    for index in 0..many {
        let mut before: Vec<Term> =
            if first { &numbers[..index] } else { &numbers[index + 1..many] }.to_vec();
        if dice.roll(3) == 0 {
            before.push(input);
        }
        let value = effect(&mut it, &mut dice, numbers[index], &lasting, &before);
        it.set(numbers[index], value);
    }
    it
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn numbers_are_what_iterations_make_of_them(seed in any::<u64>()) {
        let mut it = random_numbers(seed);
        if let Ok(closed) = it.solve() {
            it.check(&closed, 6);
        }
    }
}

#[test]
fn toggles_resets_and_remainders() {
    let mut it = Loop::new();
    let (x, y, z, w, u) = (it.int("x"), it.int("y"), it.int("z"), it.int("w"), it.int("u"));
    let minus = it.terms.sub(u, x);
    it.set(x, minus);
    let zero = it.terms.eq(y, Term::ZERO);
    let not = it.terms.number_of(zero);
    it.set(y, not);
    it.set(z, u);
    let next = it.terms.add(w, u);
    let next = it.modulo(next, 10);
    it.set(w, next);
    assert_eq!(
        it.forms(&[x, y, z, w]),
        [
            "ite(mod(κ, 2) = 0, x, -x + u)",
            "ite(0 < κ, ite(mod(κ + 1, 2) = 0, ite(y = 0, 1, 0), ite(y = 0, 0, 1)), y)",
            "ite(0 < κ, u, z)",
            "ite(0 < κ, mod(w + u·κ, 10), w)"
        ]
    );
}

#[test]
fn the_first_iteration_may_differ() {
    // s += last; last = i; i++
    let mut it = Loop::new();
    let (s, last, i) = (it.int("s"), it.int("last"), it.int("i"));
    let sum = it.terms.add(s, last);
    it.set(s, sum);
    it.set(last, i);
    it.step(i, 1);
    assert_eq!(
        it.forms(&[last, s]),
        ["ite(0 < κ, i + κ - 1, last)", "ite(0 < κ, s + last - i - κ + i·κ + C(κ,2) + 1, s)"]
    );
}

#[test]
fn swaps_and_rotations() {
    let mut it = Loop::new();
    let (x, y) = (it.int("x"), it.int("y"));
    it.set(x, y);
    it.set(y, x);
    assert_eq!(it.forms(&[x]), ["ite(mod(κ, 2) = 0, x, y)"]);
    let mut it = Loop::new();
    let (x, y, z) = (it.int("x"), it.int("y"), it.int("z"));
    it.set(x, y);
    it.set(y, z);
    it.set(z, x);
    let closed = it.solve().unwrap();
    it.check(&closed, 5);
}

#[test]
fn inputs_are_those_of_the_iteration() {
    let mut it = Loop::new();
    let (x, i, read) = (it.int("x"), it.int("i"), it.input("in"));
    it.step(i, 1);
    let both = it.terms.add(read, i);
    it.set(x, both);
    assert_eq!(it.forms(&[x]), ["ite(0 < κ, i + κ + stream(κ - 1) - 1, x)"]);
}

#[test]
fn declined_with_a_reason() {
    let reason = |make: &dyn Fn(&mut Loop, Term, Term)| {
        let mut it = Loop::new();
        let (x, i) = (it.int("x"), it.int("i"));
        it.step(i, 1);
        make(&mut it, x, i);
        it.reasons().join("; ")
    };
    let square = reason(&|it, x, _| {
        let square = it.terms.mul(x, x);
        it.set(x, square);
    });
    assert_eq!(square, "`x` is assigned a product of itself");
    let factor = reason(&|it, x, i| {
        let product = it.terms.mul(x, i);
        it.set(x, product);
    });
    let sum = reason(&|it, x, i| {
        let a = it.array("A", 1);
        let element = it.terms.read(a, &[i]);
        let sum = it.terms.add(x, element);
        it.set(x, sum);
    });
    let input = reason(&|it, x, _| {
        let read = it.input("in");
        let sum = it.terms.add(x, read);
        it.set(x, sum);
    });
    let chosen = reason(&|it, x, _| {
        let (more, ten) = (it.plus(x, 1), it.terms.small(10));
        let less = it.terms.lt(x, ten);
        let value = it.terms.ite(less, more, Term::ZERO);
        it.set(x, value);
    });
    let fibonacci = reason(&|it, x, _| {
        let (y, z) = (it.int("y"), it.int("z"));
        let sum = it.terms.add(x, y);
        it.set(x, y);
        it.set(y, sum);
        it.set(z, x);
    });
    let dependent = reason(&|it, x, _| {
        let (y, square) = (it.int("y"), it.terms.mul(x, x));
        it.set(y, x);
        it.set(x, square);
    });
    assert_eq!(
        [factor, sum, input, chosen, fibonacci, dependent],
        [
            "`x` is multiplied by something that is no constant",
            "`x` adds up what is read at changing places",
            "`x` adds up what is read at changing places",
            "`x` is chosen by its own value",
            "`x` and `y` are computed from each other; `y` and `x` are computed from each other; \
             `z` depends on `x`, which has no closed form",
            "`x` is assigned a product of itself; `y` depends on `x`, which has no closed form"
        ]
    );
}
