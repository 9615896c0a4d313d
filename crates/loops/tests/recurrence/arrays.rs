//! Closed forms of arrays.

use crate::harness::{Dice, Loop, expression};
use kyklos_term::{Sort, SymbolKind, Term};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// `array[index] = value` over what an iteration has made of the array so far.
fn write(it: &mut Loop, array: Term, index: Term, value: Term) -> Term {
    it.terms.write(array, &[index], value)
}

#[test]
fn examples_of_the_paper() {
    // A[i] = i
    let mut it = Loop::new();
    let (a, i) = (it.array("A", 1), it.int("i"));
    it.step(i, 1);
    let written = write(&mut it, a, i, i);
    it.set(a, written);
    assert_eq!(it.forms(&[a]), ["λχ. ite(0 ≤ χ - i < κ, χ, A(χ))"]);

    // A[i-1] = i; A[i] = i
    let mut it = Loop::new();
    let (a, i) = (it.array("A", 1), it.int("i"));
    it.step(i, 1);
    let before = it.plus(i, -1);
    let written = write(&mut it, a, before, i);
    let written = write(&mut it, written, i, i);
    it.set(a, written);
    assert_eq!(it.forms(&[a]), ["λχ. ite(-1 ≤ χ - i ≤ κ - 2, χ + 1, ite(0 ≤ χ - i < κ, χ, A(χ)))"]);

    // if (i % 2 == 0) A[i] = 2*i + 1; else A[i] = 5
    let mut it = Loop::new();
    let (a, i) = (it.array("A", 1), it.int("i"));
    it.step(i, 1);
    let rest = it.modulo(i, 2);
    let even = it.terms.is_zero(rest);
    let double = it.times(2, i);
    let (value, five) = (it.plus(double, 1), it.terms.small(5));
    let (then, otherwise) = (write(&mut it, a, i, value), write(&mut it, a, i, five));
    let either = it.terms.ite(even, then, otherwise);
    it.set(a, either);
    assert_eq!(
        it.forms(&[a]),
        ["λχ. ite(0 ≤ χ - i < κ ∧ mod(χ, 2) = 0, 2·χ + 1, ite(0 ≤ χ - i < κ ∧ mod(χ, 2) ≠ 0, 5, A(χ)))"]
    );
}

#[test]
fn copies_and_lines() {
    let mut it = Loop::new();
    let (a, b, c, i, j) = (it.array("A", 1), it.array("B", 1), it.array("C", 1), it.int("i"), it.int("j"));
    it.step(i, 1);
    it.step(j, -2);
    let element = it.terms.read(b, &[i]);
    let copied = write(&mut it, a, i, element);
    it.set(a, copied);
    let reversed = write(&mut it, c, j, element);
    it.set(c, reversed);
    assert_eq!(
        it.forms(&[a, c]),
        [
            "λχ. ite(0 ≤ χ - i < κ, B(χ), A(χ))",
            "λχ. ite(mod(j + χ, 2) = 0 ∧ 0 ≤ j - χ < 2·κ, B(i + div(j - χ, 2)), C(χ))"
        ]
    );

    // a[i] = a[i-5] + 1
    let mut it = Loop::new();
    let (a, i) = (it.array("a", 1), it.int("i"));
    it.step(i, 1);
    let before = it.plus(i, -5);
    let element = it.terms.read(a, &[before]);
    let more = it.plus(element, 1);
    let written = write(&mut it, a, i, more);
    it.set(a, written);
    assert_eq!(
        it.forms(&[a]),
        ["λχ. ite(0 ≤ χ - i < κ, div(χ - i, 5) + a(i + mod(4·i + χ, 5) - 5) + 1, a(χ))"]
    );

    // a[i] = a[i-1] + i
    let mut it = Loop::new();
    let (a, i) = (it.array("a", 1), it.int("i"));
    it.step(i, 1);
    let before = it.plus(i, -1);
    let element = it.terms.read(a, &[before]);
    let more = it.terms.add(element, i);
    let written = write(&mut it, a, i, more);
    it.set(a, written);
    assert_eq!(
        it.forms(&[a]),
        ["λχ. ite(0 ≤ χ - i < κ, i + a(i - 1) - i² + i·χ + div(χ - i + i² - 2·i·χ + χ², 2), a(χ))"]
    );

    // a[i] = a[i+1] + a[i]
    let mut it = Loop::new();
    let (a, i) = (it.array("a", 1), it.int("i"));
    it.step(i, 1);
    let next = it.plus(i, 1);
    let (here, there) = (it.terms.read(a, &[i]), it.terms.read(a, &[next]));
    let sum = it.terms.add(here, there);
    let written = write(&mut it, a, i, sum);
    it.set(a, written);
    assert_eq!(it.forms(&[a]), ["λχ. ite(0 ≤ χ - i < κ, a(χ) + a(χ + 1), a(χ))"]);
}

#[test]
fn cells_are_numbers() {
    // count[z]++; count[z+1] += i; last = count[z]
    let mut it = Loop::new();
    let (a, i, z, last) = (it.array("count", 1), it.int("i"), it.int("z"), it.int("last"));
    it.step(i, 1);
    let first = it.terms.read(a, &[z]);
    let more = it.plus(first, 1);
    let written = write(&mut it, a, z, more);
    let next = it.plus(z, 1);
    let second = it.terms.read(a, &[next]);
    let sum = it.terms.add(second, i);
    let written = write(&mut it, written, next, sum);
    it.set(a, written);
    it.set(last, first);
    assert_eq!(
        it.forms(&[a, last]),
        [
            "λχ. ite(z + 1 = χ, count(z + 1) + i·κ + C(κ,2), ite(z = χ, count(z) + κ, count(χ)))",
            "ite(0 < κ, count(z) + κ - 1, last)"
        ]
    );
}

#[test]
fn rows_and_ranges() {
    // An inner loop has made row i: M[i][0..m] = M[i-1][..] + 1.
    let mut it = Loop::new();
    let (matrix, i, m) = (it.array("M", 2), it.int("i"), it.int("m"));
    it.step(i, 1);
    let row = it.terms.fresh("r", SymbolKind::Bound, Sort::Int);
    let column = it.terms.fresh("c", SymbolKind::Bound, Sort::Int);
    let (this, low, high) = (it.terms.eq(row, i), it.terms.ge(column, Term::ZERO), it.terms.lt(column, m));
    let guard = it.terms.and([this, low, high]);
    let above = it.plus(row, -1);
    let element = it.terms.read(matrix, &[above, column]);
    let more = it.plus(element, 1);
    let entry = it.terms.read(matrix, &[row, column]);
    let body = it.terms.ite(guard, more, entry);
    let parameters = [it.symbol(row), it.symbol(column)];
    let lambda = it.terms.lambda(&parameters, body);
    it.set(matrix, lambda);
    assert_eq!(
        it.forms(&[matrix]),
        ["λχ₁,χ₂. ite(0 ≤ χ₂ < m ∧ 0 ≤ χ₁ - i < κ, χ₁ - i + M(i - 1, χ₂) + 1, M(χ₁, χ₂))"]
    );

    // All of a[0..m] is increased by i, and b[0..m] set to i.
    let mut it = Loop::new();
    let (a, b, i, m) = (it.array("a", 1), it.array("b", 1), it.int("i"), it.int("m"));
    it.step(i, 1);
    let chi = it.terms.fresh("χ", SymbolKind::Bound, Sort::Int);
    let (low, high) = (it.terms.ge(chi, Term::ZERO), it.terms.lt(chi, m));
    let guard = it.terms.both(low, high);
    let parameters = [it.symbol(chi)];
    let element = it.terms.read(a, &[chi]);
    let more = it.terms.add(element, i);
    let body = it.terms.ite(guard, more, element);
    let lambda = it.terms.lambda(&parameters, body);
    it.set(a, lambda);
    let element = it.terms.read(b, &[chi]);
    let body = it.terms.ite(guard, i, element);
    let lambda = it.terms.lambda(&parameters, body);
    it.set(b, lambda);
    assert_eq!(
        it.forms(&[a, b]),
        ["λχ. ite(0 ≤ χ < m, a(χ) + i·κ + C(κ,2), a(χ))", "λχ. ite(0 ≤ χ < m ∧ 0 < κ, i + κ - 1, b(χ))"]
    );
}

/// Something that writes to an array of one dimension.
fn random_writes(it: &mut Loop, dice: &mut Dice, array: Term, counters: &[Term], others: &[Term]) -> Term {
    let mut effect = array;
    let unit = dice.roll(3) > 0;
    let main = dice.pick(counters);
    for _ in 0..=dice.roll(3) {
        let counter = if dice.roll(8) == 0 { dice.pick(counters) } else { main };
        let base = match dice.roll(10) {
            0 => it.int("z"),
            1 => it.terms.small(dice.number(0, 3)),
            _ if unit => counter,
            _ => it.times(dice.pick(&[2, -1, -2]), counter),
        };
        let index = it.plus(base, dice.number(-2, 3));
        let value = match dice.roll(8) {
            0 => it.terms.small(dice.number(0, 9)),
            1 | 2 => expression(it, dice, counters, 2),
            3 => {
                let other = dice.pick(others);
                let place = it.plus(counter, dice.number(-2, 2));
                it.terms.read(other, &[place])
            }
            kind => {
                let source = if dice.roll(3) == 0 { effect } else { array };
                let place = it.plus(if dice.roll(6) == 0 { counter } else { base }, dice.number(-4, 4));
                let element = it.terms.read(source, &[place]);
                match kind {
                    4 => element,
                    5 => {
                        let amount = expression(it, dice, counters, 1);
                        it.terms.add(element, amount)
                    }
                    6 => it.plus(element, 2),
                    _ => it.times(-1, element),
                }
            }
        };
        let written = it.terms.write(effect, &[index], value);
        effect = if dice.roll(5) == 0 {
            let rest = it.modulo(counter, 2);
            let even = it.terms.is_zero(rest);
            it.terms.ite(even, written, effect)
        } else {
            written
        };
    }
    effect
}

fn random_arrays(seed: u64) -> Loop {
    let mut dice = Dice(seed);
    let mut it = Loop::new();
    let (a, b, c) = (it.array("A", 1), it.array("B", 1), it.array("C", 1));
    let (i, j, x) = (it.int("i"), it.int("j"), it.int("x"));
    let step = dice.pick(&[1, 1, 1, -1, 2, -3]);
    it.step(i, step);
    let step = dice.pick(&[1, -1, 2]);
    it.step(j, step);
    let counters = if dice.roll(4) == 0 { vec![i, j] } else { vec![i] };
    let effect = random_writes(&mut it, &mut dice, a, &counters, &[b, c]);
    it.set(a, effect);
    if dice.roll(3) == 0 {
        let others = if dice.roll(2) == 0 { [a, effect] } else { [c, a] };
        let effect = random_writes(&mut it, &mut dice, b, &counters, &others);
        it.set(b, effect);
    }
    if dice.roll(3) == 0 {
        let place = it.plus(i, dice.number(-2, 2));
        let source = dice.pick(&[a, effect, b]);
        let element = it.terms.read(source, &[place]);
        it.set(x, element);
    }
    it
}

/// Writes to a matrix, by elements or by whole rows and columns.
fn random_matrix(seed: u64) -> Loop {
    let mut dice = Dice(seed);
    let mut it = Loop::new();
    let (matrix, i, j, m) = (it.array("M", 2), it.int("i"), it.int("j"), it.int("m"));
    it.step(i, 1);
    it.step(j, dice.pick(&[1, -1, 2]));
    let places = [i, j, m, Term::ZERO, Term::ONE];
    let mut effect = matrix;
    for _ in 0..=dice.roll(2) {
        let at = [0, 1].map(|_| {
            let place = dice.pick(&places);
            it.plus(place, dice.number(-1, 1))
        });
        let source = [0, 1].map(|component| {
            let place = if dice.roll(4) == 0 { dice.pick(&places) } else { at[component] };
            it.plus(place, dice.number(-1, 1))
        });
        let element = it.terms.read(matrix, &source);
        let value = match dice.roll(4) {
            0 => i,
            1 => j,
            2 => element,
            _ => it.plus(element, 1),
        };
        effect = if dice.roll(3) == 0 {
            let row = it.terms.fresh("r", SymbolKind::Bound, Sort::Int);
            let column = it.terms.fresh("c", SymbolKind::Bound, Sort::Int);
            let (line, along) = if dice.roll(2) == 0 { (row, column) } else { (column, row) };
            let (this, low, high) =
                (it.terms.eq(line, at[0]), it.terms.ge(along, Term::ZERO), it.terms.lt(along, m));
            let guard = it.terms.and([this, low, high]);
            let value = match dice.roll(3) {
                0 => it.terms.add(along, i),
                1 => value,
                _ => {
                    let before = [0, 1].map(|component| {
                        let place = [row, column][component];
                        it.plus(place, dice.number(-1, 1))
                    });
                    let element = it.terms.read(matrix, &before);
                    it.plus(element, 1)
                }
            };
            let entry = it.terms.read(effect, &[row, column]);
            let body = it.terms.ite(guard, value, entry);
            let parameters = [it.symbol(row), it.symbol(column)];
            it.terms.lambda(&parameters, body)
        } else {
            it.terms.write(effect, &at, value)
        };
    }
    it.set(matrix, effect);
    it
}

#[test]
fn many_arrays_are_solved() {
    let solved = (0..400).filter(|seed| random_arrays(*seed).solve().is_ok()).count();
    let matrices = (0..400).filter(|seed| random_matrix(*seed).solve().is_ok()).count();
    assert!(solved > 150 && matrices > 150, "{solved} {matrices}");
}

#[test]
#[ignore = "takes minutes"]
fn very_many_arrays() {
    for seed in 0..10_000 {
        for mut it in [random_arrays(seed), random_matrix(seed)] {
            if let Ok(closed) = it.solve() {
                it.check(&closed, 2);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arrays_are_what_iterations_make_of_them(seed in any::<u64>()) {
        let mut it = random_arrays(seed);
        if let Ok(closed) = it.solve() {
            it.check(&closed, 3);
        }
    }

    #[test]
    fn matrices_are_what_iterations_make_of_them(seed in any::<u64>()) {
        let mut it = random_matrix(seed);
        if let Ok(closed) = it.solve() {
            it.check(&closed, 3);
        }
    }
}

#[test]
fn arrays_declined_with_a_reason() {
    let reason = |make: &dyn Fn(&mut Loop, Term, Term) -> Term| {
        let mut it = Loop::new();
        let (a, i) = (it.array("A", 1), it.int("i"));
        it.step(i, 1);
        let effect = make(&mut it, a, i);
        it.set(a, effect);
        it.reasons().join("; ")
    };
    let square = reason(&|it, a, i| {
        let place = it.terms.mul(i, i);
        write(it, a, place, i)
    });
    let symbolic = reason(&|it, a, i| {
        let step = it.int("step");
        let place = it.terms.mul(i, step);
        write(it, a, place, i)
    });
    let meeting = reason(&|it, a, i| {
        let (z, back) = (it.int("z"), it.times(-1, i));
        let written = write(it, a, i, Term::ZERO);
        let written = write(it, written, z, Term::ONE);
        write(it, written, back, i)
    });
    let fibonacci = reason(&|it, a, i| {
        let (one, two) = (it.plus(i, -1), it.plus(i, -2));
        let (one, two) = (it.terms.read(a, &[one]), it.terms.read(a, &[two]));
        let sum = it.terms.add(one, two);
        write(it, a, i, sum)
    });
    let elsewhere = reason(&|it, a, i| {
        let j = it.int("j");
        let element = it.terms.read(a, &[j]);
        write(it, a, i, element)
    });
    let powers = reason(&|it, a, i| {
        let before = it.plus(i, -1);
        let element = it.terms.read(a, &[before]);
        let double = it.times(2, element);
        write(it, a, i, double)
    });
    let sometimes = reason(&|it, a, i| {
        let before = it.plus(i, -1);
        let element = it.terms.read(a, &[before]);
        let written = write(it, a, i, element);
        let rest = it.modulo(i, 2);
        let even = it.terms.is_zero(rest);
        it.terms.ite(even, written, a)
    });
    assert_eq!(
        [square, symbolic, meeting, fibonacci, elsewhere, powers, sometimes],
        [
            "`A` is written at places that do not move by a constant in each iteration",
            "`A` is written at places that do not move by a constant in each iteration",
            "`A` is written at several places that may meet in a way that has no closed form",
            "`A` goes on from several elements of its own",
            "`A` reads elements that it may have written before",
            "`A` goes on from its own elements in a way that has no closed form",
            "`A` goes on from its own elements, but not in each iteration"
        ]
    );
}
