//! Sums of very many parts.

use kyklos_base::Int;
use kyklos_term::{Model, Sort, SymbolKind, Term, Terms, Value};

fn symbols(terms: &mut Terms, count: usize) -> Vec<Term> {
    (0..count).map(|n| terms.fresh(format!("s{n}"), SymbolKind::Input, Sort::Int)).collect()
}

fn total(terms: &mut Terms, parts: &[Term]) -> Term {
    parts.iter().fold(Term::ZERO, |sum, part| terms.add(sum, *part))
}

/// What is added up again and again takes room for what is added, not for the square of it.
#[test]
fn sums_that_grow_take_linear_room() {
    const COUNT: usize = 4000;
    let mut terms = Terms::new();
    let (mut sum, mut room) = (Term::ZERO, 0);
    for part in symbols(&mut terms, COUNT) {
        sum = terms.add(sum, part);
        room += terms.polynomial(sum).1.len();
    }
    assert!(room <= 256 * COUNT, "{room} parts in {COUNT} sums");
}

#[test]
fn long_sums_cancel_each_other_out() {
    let mut terms = Terms::new();
    let all = symbols(&mut terms, 1000);
    let other = terms.fresh("other", SymbolKind::Input, Sort::Int);
    let upwards = total(&mut terms, &all);
    let downwards = total(&mut terms, &all.iter().rev().copied().collect::<Vec<_>>());
    assert_eq!(terms.sub(upwards, downwards), Term::ZERO);
    assert_eq!(terms.eq(upwards, downwards), Term::TRUE);
    // With something before it, the sum is closed elsewhere.
    let mut later = other;
    for part in &all {
        later = terms.add(later, *part);
    }
    assert_eq!(terms.sub(later, upwards), other);
    let (double, three) = (terms.add(upwards, later), Int::from(3));
    let triple = terms.linear(&[(three, upwards)]);
    let (rest, expected) = (terms.sub(triple, double), terms.sub(upwards, other));
    assert_eq!(terms.sub(rest, expected), Term::ZERO);
}

#[test]
fn choices_share_long_sums() {
    let mut terms = Terms::new();
    let all = symbols(&mut terms, 600);
    let condition = terms.le(all[0], all[1]);
    // Before, at and behind the lengths at which sums are closed.
    for count in (250..260).chain(505..515) {
        let sum = total(&mut terms, &all[..count]);
        let more = terms.add(sum, Term::ONE);
        let chosen = terms.choice(condition, more, sum);
        let difference = terms.sub(chosen, sum);
        assert_eq!(difference, terms.number_of(condition), "{count}");
        let more = terms.add(sum, all[count]);
        let chosen = terms.choice(condition, more, sum);
        let difference = terms.sub(chosen, sum);
        assert_eq!(difference, terms.ite(condition, all[count], Term::ZERO), "{count}");
    }
}

#[test]
fn long_sums_have_their_values() {
    let mut terms = Terms::new();
    let all = symbols(&mut terms, 1000);
    let sum = total(&mut terms, &all);
    let mut model = Model::new();
    for (n, part) in all.iter().enumerate() {
        let symbol = terms.as_symbol(*part).unwrap();
        model.set(symbol, Value::Int(Int::from(n)));
    }
    let value = terms.evaluate(sum, &model).and_then(|value| value.int().cloned());
    assert_eq!(value, Some(Int::from(499_500)));
    let values = all.iter().enumerate().map(|(n, part)| (terms.as_symbol(*part).unwrap(), n));
    let values: Vec<_> = values.collect();
    let constants = values.into_iter().map(|(symbol, n)| (symbol, terms.int(&Int::from(n)))).collect();
    assert_eq!(terms.substitute(sum, &constants), terms.int(&Int::from(499_500)));
}
