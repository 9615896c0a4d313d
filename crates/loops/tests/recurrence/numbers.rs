//! Closed forms of numbers.

use crate::harness::{Dice, Loop, expression};
use kyklos_term::Term;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

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
        ["u·2^κ - u + x·2^κ", "i·((-3)^κ-1)/(-4) + div(((-3)^κ-1)/(-4) - κ, -4) + y·(-3)^κ"]
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
    match dice.roll(10) {
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
            let offset = if dice.roll(3) == 0 { dice.pick(&all) } else { it.terms.small(dice.number(-3, 3)) };
            it.terms.add(rest, offset)
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
        8 => {
            let (a, b) = (dice.pick(&all), dice.pick(lasting));
            let condition = it.terms.le(a, b);
            let (x, y) = (effect(it, dice, own, lasting, before), effect(it, dice, own, lasting, before));
            it.terms.ite(condition, x, y)
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

#[test]
#[ignore = "takes minutes"]
fn very_many_numbers() {
    for seed in 0..20_000 {
        let mut it = random_numbers(seed);
        if let Ok(closed) = it.solve() {
            it.check(&closed, 3);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

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
            "ite(mod(κ, 2) = 0, x, u - x)",
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
fn sums_of_powers() {
    // s += last; last = y; y = 3*y + 1
    let mut it = Loop::new();
    let (s, last, y) = (it.int("s"), it.int("last"), it.int("y"));
    let sum = it.terms.add(s, last);
    it.set(s, sum);
    it.set(last, y);
    let triple = it.times(3, y);
    let next = it.plus(triple, 1);
    it.set(y, next);
    assert_eq!(it.forms(&[y]), ["(3^κ-1)/2 + y·3^κ"]);
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
    let sometimes = reason(&|it, x, i| {
        let (y, five) = (it.int("y"), it.terms.small(5));
        let less = it.terms.lt(i, five);
        let (first, second) = (it.terms.ite(less, y, x), it.terms.ite(less, x, y));
        it.set(x, first);
        it.set(y, second);
    });
    let resonance = reason(&|it, x, _| {
        let y = it.int("y");
        let double = it.times(2, y);
        let sum = it.terms.add(double, x);
        it.set(y, sum);
        let double = it.times(2, x);
        it.set(x, double);
    });
    assert_eq!(
        [sometimes, resonance],
        [
            "`x` and `y` are computed from each other; `y` and `x` are computed from each other",
            "`y` grows too fast for a sum in closed form"
        ]
    );
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

#[test]
fn comparisons_are_multiplied_out() {
    let mut it = Loop::new();
    let (i, s, t, u) = (it.int("i"), it.int("s"), it.int("t"), it.int("u"));
    it.step(i, 1);
    let sum = it.terms.add(s, i);
    it.set(s, sum);
    let sum = it.terms.add(t, s);
    it.set(t, sum);
    let closed = it.solve().unwrap();
    let tau = it.int("τ");
    let moment = closed.moment(&mut it.terms, tau).unwrap();
    let (less, equal) = (it.terms.le(s, u), it.terms.eq(t, u));
    let product = it.terms.mul(s, t);
    let steep = it.terms.le(product, u);
    let shown = [less, equal, steep].map(|formula| {
        let formula = closed.at(&mut it.terms, &moment, formula);
        it.terms.show(formula).to_string()
    });
    assert_eq!(
        shown[..2],
        ["2·s + τ² + 2·i·τ ≤ 2·u + τ", "6·t + 2·τ + τ³ + 6·s·τ + 3·i·τ² = 6·u + 3·τ² + 3·i·τ"]
    );
    assert!(!shown[2].contains("div"), "{}", shown[2]);
    // κ has companions instead.
    let kappa = it.int("κ");
    let (_, definitions) = closed.counter(&mut it.terms, kappa);
    let shown: Vec<String> =
        definitions.iter().map(|definition| it.terms.show(*definition).to_string()).collect();
    assert_eq!(shown, ["κ + 2·C(κ,2) = κ²", "2·κ + κ³ = 3·κ² + 6·C(κ,3)"]);
}

#[test]
fn sums_of_sums() {
    // What an inner loop has added: s += i·(i-1)/2, for all i.
    let mut it = Loop::new();
    let (i, s) = (it.int("i"), it.int("s"));
    it.step(i, 1);
    let (before, two) = (it.plus(i, -1), it.terms.small(2));
    let product = it.terms.mul(i, before);
    let inner = it.terms.div(product, two);
    let sum = it.terms.add(s, inner);
    it.set(s, sum);
    assert_eq!(it.forms(&[s]), ["s + div(i² - i, 2)·κ + i·C(κ,2) + C(κ,3)"]);
}

#[test]
fn conditions_that_change_once() {
    // x += i < u ? 1 : i
    let mut it = Loop::new();
    let (i, u, x) = (it.int("i"), it.int("u"), it.int("x"));
    it.step(i, 1);
    let less = it.terms.lt(i, u);
    let amount = it.terms.ite(less, Term::ONE, i);
    let sum = it.terms.add(x, amount);
    it.set(x, sum);
    let before =
        "ite(u ≤ i + κ, u - i + x + i·κ + C(κ,2) + i·u - u² + div(u - i + i² - 2·i·u + u², 2), x + κ)";
    assert_eq!(it.forms(&[x]), [format!("ite(i < u, {before}, x + i·κ + C(κ,2))")]);
}
