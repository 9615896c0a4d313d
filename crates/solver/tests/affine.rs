//! Linear algebra over bits: checksums, and random questions that Z3 is asked, too.

#[path = "common/words.rs"]
mod words;

use kyklos_base::Int;
use kyklos_base::random::Random;
use kyklos_solver::affine::Affine;
use kyklos_solver::z3::{Language, Z3};
use kyklos_solver::{Answer, Interrupt, Query, Reason, Solver, Statistics};
use kyklos_term::{Sort, SymbolInfo, SymbolKind, Term, Terms};
use std::time::Duration;
use words::{E, World, and, bit, int, not, or, random, shl, shr, two, wrap, x, xor};

const POLYNOMIAL: u32 = 0xEDB8_8320;

/// Knows nothing, so that all answers are the layer's own.
struct Nobody;

impl Solver for Nobody {
    fn solve(&mut self, _: &mut Terms, _: &Query<'_>) -> Answer {
        Answer::Unknown(Reason::Timeout)
    }

    fn statistics(&self, _: &mut Statistics) {}
}

fn ask(terms: &mut Terms, path: &[Term], goal: Term) -> Answer {
    let limit = Duration::from_secs(1);
    Affine::new(Box::new(Nobody)).solve(terms, &Query { path, goal, hint: None, limit })
}

fn bytes(terms: &mut Terms, count: usize) -> Vec<Term> {
    let byte = |terms: &mut Terms| {
        let symbol = terms.symbol(SymbolInfo {
            name: "byte".to_owned(),
            kind: SymbolKind::Input,
            sort: Sort::Int,
            low: Some(Int::ZERO),
            high: Some(Int::from(255)),
        });
        terms.symbol_term(symbol)
    };
    (0..count).map(|_| byte(terms)).collect()
}

/// The checksum, bit by bit, as [`crc_by_table`] has it before the last complement.
fn crc_by_bits(terms: &mut Terms, data: &[Term]) -> Term {
    let mut crc = terms.int(&Int::from(0xFFFF_FFFFu32 as i64));
    for byte in data {
        crc = terms.bit_xor(crc, *byte);
        for _ in 0..8 {
            let (low, two) = (terms.bit_and(crc, Term::ONE), terms.small(2));
            let (mask, half) = (terms.int(&Int::from(i64::from(POLYNOMIAL))), terms.div(crc, two));
            let all = terms.neg(low);
            let turned = terms.bit_and(all, mask);
            crc = terms.bit_xor(half, turned);
        }
    }
    crc
}

fn crc_by_table(terms: &mut Terms, data: &[Term]) -> Term {
    let entry = |n: u32| (0..8).fold(n, |c, _| if c & 1 == 1 { POLYNOMIAL ^ (c >> 1) } else { c >> 1 });
    let values: Vec<Int> = (0..256).map(|n| Int::from(i64::from(entry(n)))).collect();
    let table = terms.table(&values);
    let mut crc = terms.int(&Int::from(0xFFFF_FFFFu32 as i64));
    for byte in data {
        let (mask, size) = (terms.small(255), terms.small(256));
        let mixed = terms.bit_xor(crc, *byte);
        let index = terms.bit_and(mixed, mask);
        let (value, rest) = (terms.read(table, &[index]), terms.div(crc, size));
        crc = terms.bit_xor(value, rest);
    }
    crc
}

#[test]
fn checksums_are_decided() {
    let mut terms = Terms::new();
    let a = bytes(&mut terms, 6);
    let (bits, table) = (crc_by_bits(&mut terms, &a), crc_by_table(&mut terms, &a));
    let differ = terms.ne(bits, table);
    assert!(matches!(ask(&mut terms, &[], differ), Answer::Unsat));
    // One byte that changes changes the sum.
    let mut b = a.clone();
    b[2] = bytes(&mut terms, 1)[0];
    let other = crc_by_table(&mut terms, &b);
    let (changed, same) = (terms.ne(a[2], b[2]), terms.eq(bits, other));
    assert!(matches!(ask(&mut terms, &[changed], same), Answer::Unsat));
    assert!(matches!(ask(&mut terms, &[], same), Answer::Sat(_)));
    // Any sum can be had.
    let wanted = terms.int(&Int::from(0xDEAD_BEEFu32 as i64));
    let found = terms.eq(bits, wanted);
    assert!(matches!(ask(&mut terms, &[changed], found), Answer::Sat(_)));
}

#[test]
fn a_message_and_its_checksum_have_the_residue() {
    let mut terms = Terms::new();
    let mut data: Vec<Term> = b"kyklos-packe".iter().map(|byte| terms.small(i64::from(*byte))).collect();
    let inputs = bytes(&mut terms, 3);
    (data[0], data[5], data[11]) = (inputs[0], inputs[1], inputs[2]);
    let crc = crc_by_table(&mut terms, &data);
    let word = terms.int(&Int::power_of_two(32));
    let complement = terms.bit_not(crc);
    let sum = terms.modulo(complement, word);
    for byte in 0..4 {
        let (by, size) = (terms.int(&Int::power_of_two(8 * byte)), terms.small(256));
        let shifted = terms.div(sum, by);
        data.push(terms.modulo(shifted, size));
    }
    let whole = crc_by_table(&mut terms, &data);
    let complement = terms.bit_not(whole);
    let whole = terms.modulo(complement, word);
    let residue = terms.int(&Int::from(0x2144_DF1C));
    let differ = terms.ne(whole, residue);
    assert!(matches!(ask(&mut terms, &[], differ), Answer::Unsat), "{}", terms.show(differ));
}

/// Mostly what is linear.
fn linear(source: &mut Random, depth: u32) -> E {
    if depth == 0 {
        return x(source.below(3));
    }
    let (kind, count, mask) = (source.below(10), source.below(9) as u32, source.below(1 << 12) as i64);
    let mut part = || linear(source, depth - 1);
    let e = match kind {
        0..=2 => xor(part(), part()),
        3 => and(part(), int(mask)),
        4 => or(part(), int(mask)),
        5 => not(part()),
        6 => {
            if count % 2 == 0 {
                shl(part(), count)
            } else {
                shr(part(), count)
            }
        }
        7 => E::Add(two(shl(wrap(part(), 4), 4), wrap(part(), 4))),
        8 => E::Mul(two(bit(part()), int(mask))),
        _ => E::Table(Box::new(part()), [mask, mask ^ 5, mask ^ 9, mask ^ 12]),
    };
    if e.size() > 60 { wrap(e, 16) } else { e }
}

/// Asks random questions; an answer must not contradict Z3's. Returns how many were answered.
fn ask_many(count: u32, seed: u64, make: fn(&mut Random, u32) -> E) -> u32 {
    let mut source = Random::new(seed);
    let mut answered = 0;
    for _ in 0..count {
        let mut world = World::new();
        let goals: Vec<Term> = (0..3)
            .map(|_| {
                let (left, right) = (make(&mut source, 3), make(&mut source, 2));
                let (a, b) = (world.term(&left), world.term(&right));
                match source.below(4) {
                    0 => world.terms.le(a, b),
                    1 => world.terms.ne(a, b),
                    _ => world.terms.eq(a, b),
                }
            })
            .collect();
        let path = match source.below(3) {
            0 => vec![goals[1]],
            1 => vec![world.terms.either(goals[1], goals[2])],
            _ => goals[1..].to_vec(),
        };
        let mut all = path.clone();
        for input in world.inputs.clone() {
            let bounds = world.terms.bounds(input, &Default::default());
            let (low, high) = (world.terms.int(&bounds.low.unwrap()), world.terms.int(&bounds.high.unwrap()));
            all.extend([world.terms.ge(input, low), world.terms.le(input, high)]);
        }
        let own = ask(&mut world.terms, &all, goals[0]);
        if let Answer::Unknown(_) = own {
            continue;
        }
        answered += 1;
        let limit = Duration::from_secs(2);
        let query = Query { path: &all, goal: goals[0], hint: None, limit };
        let mut solver = Z3::speaking(&Interrupt::new(), Language::Vectors).unwrap();
        let other = solver.solve(&mut world.terms, &query);
        if let (Answer::Sat(_), Answer::Unsat) | (Answer::Unsat, Answer::Sat(_)) = (&own, &other) {
            let texts: Vec<String> =
                all.iter().chain([&goals[0]]).map(|goal| world.terms.show(*goal)).collect();
            panic!("{own:?}, but Z3 says {other:?}: {}", texts.join(", "));
        }
    }
    answered
}

#[test]
fn answers_are_those_of_z3() {
    let linear = ask_many(100, 1, linear);
    assert!(linear > 50, "{linear}");
    ask_many(60, 2, random);
}

#[test]
#[ignore = "takes minutes"]
fn answers_to_many_are_those_of_z3() {
    println!("{} of 3000 linear ones answered", ask_many(3000, 3, linear));
    println!("{} of 2000 others answered", ask_many(2000, 4, random));
}
