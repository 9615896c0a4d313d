//! Operations on bits: each rewrite rule proved by Z3 over bit-vectors, random
//! terms evaluated before and after normalisation, and random queries asked in
//! integers and in bit-vectors.

#[path = "common/words.rs"]
mod words;

use kyklos_base::Int;
use kyklos_base::random::Random;
use kyklos_solver::z3::{Language, Z3, script_is_sat};
use kyklos_solver::{Answer, Interrupt, Query, Reason, Solver};
use kyklos_term::{BitOp, Model, Node, Sort, Term, Terms, Value};
use std::fmt::Write;
use std::time::Duration;
use words::{
    E, World, and, bit, int, literal, not, or, random, random_inputs, shl, shr, swapped, two, wide, wrap, x,
    xor,
};

const DECLARATIONS: &str = "(declare-const x0 (_ BitVec 8))\n(declare-const x1 (_ BitVec 8))\n\
    (declare-const x2 (_ BitVec 8))\n(declare-const x3 (_ BitVec 3))\n\
    (define-fun w0 () (_ BitVec 96) ((_ zero_extend 88) x0))\n(define-fun w1 () (_ BitVec 96) ((_ zero_extend 88) x1))\n\
    (define-fun w2 () (_ BitVec 96) ((_ sign_extend 88) x2))\n(define-fun w3 () (_ BitVec 96) ((_ zero_extend 93) x3))\n";

/// A term over the inputs as a vector, written anew from its nodes.
fn script(terms: &Terms, term: Term, out: &mut String) -> String {
    if let Some(value) = terms.as_int(term) {
        return literal(&value);
    }
    let node = terms.node(term).unwrap();
    let fold = |word: &str, parts: Vec<String>| {
        parts.into_iter().reduce(|a, b| format!("({word} {a} {b})")).unwrap()
    };
    let exponent = |by: Term| terms.as_int(by).unwrap().exponent().unwrap();
    let text = match node {
        Node::Symbol(symbol) => format!("w{}", symbol.0),
        Node::Sum { constant, parts } => {
            let mut all = vec![literal(constant)];
            for (coefficient, part) in parts {
                all.push(format!("(bvmul {} {})", literal(coefficient), script(terms, *part, out)));
            }
            fold("bvadd", all)
        }
        Node::Product(factors) => {
            let mut all = Vec::new();
            for (factor, power) in factors {
                all.extend(vec![script(terms, *factor, out); *power as usize]);
            }
            fold("bvmul", all)
        }
        Node::Bits(op, parts) => {
            let word = match op {
                BitOp::And => "bvand",
                BitOp::Or => "bvor",
                BitOp::Xor => "bvxor",
            };
            fold(word, parts.iter().map(|part| script(terms, *part, out)).collect())
        }
        Node::Shl(a, b) => format!("(bvshl {} {})", script(terms, *a, out), script(terms, *b, out)),
        Node::Shr(a, b) => format!("(bvashr {} {})", script(terms, *a, out), script(terms, *b, out)),
        Node::Div(a, b) => {
            let count = literal(&Int::from(i64::from(exponent(*b))));
            format!("(bvashr {} {count})", script(terms, *a, out))
        }
        Node::Mod(a, b) => {
            let mask = literal(&(Int::power_of_two(exponent(*b)) - Int::ONE));
            format!("(bvand {} {mask})", script(terms, *a, out))
        }
        Node::Ite(c, a, b) => {
            let parts = [*c, *a, *b].map(|part| script(terms, part, out));
            format!("(ite {} {} {})", parts[0], parts[1], parts[2])
        }
        Node::Read(table, indices) => {
            let Some(Node::Table(values)) = terms.node(*table) else { panic!("{}", terms.show(term)) };
            let at = script(terms, indices[0], out);
            values.iter().enumerate().fold(literal(&Int::ZERO), |other, (index, value)| {
                format!("(ite (= {at} {}) {} {other})", literal(&Int::from(index)), literal(value))
            })
        }
        Node::NonPositive(p) => format!("(bvsle {} {})", script(terms, *p, out), literal(&Int::ZERO)),
        Node::IsZero(p) => format!("(= {} {})", script(terms, *p, out), literal(&Int::ZERO)),
        Node::Truth(value) => value.to_string(),
        Node::Not(a) => format!("(not {})", script(terms, *a, out)),
        Node::And(parts) => fold("and", parts.iter().map(|part| script(terms, *part, out)).collect()),
        Node::Or(parts) => fold("or", parts.iter().map(|part| script(terms, *part, out)).collect()),
        _ => panic!("{}", terms.show(term)),
    };
    // Shared parts are written once.
    let name = format!("t{}", term.key());
    if !out.contains(&format!("(define-fun {name} ")) {
        let sort = if terms.sort(term) == Sort::Bool { "Bool" } else { "(_ BitVec 96)" };
        let _ = writeln!(out, "(define-fun {name} () {sort} {text})");
    }
    name
}

/// Z3 proves that a term is what the expression says.
fn prove(world: &mut World, name: &str, e: &E) -> Term {
    let term = world.term(e);
    let mut text = DECLARATIONS.to_owned();
    let right = script(&world.terms, term, &mut text);
    let _ = writeln!(text, "(assert (distinct {} {right}))", e.script());
    let sat = script_is_sat(&text, Duration::from_secs(20)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(sat, Some(false), "{name}: {e:?} became {}", world.terms.show(term));
    term
}

type Look = fn(&Terms, Term) -> bool;

fn is_symbol(terms: &Terms, term: Term) -> bool {
    terms.as_symbol(term).is_some()
}

fn is_constant(terms: &Terms, term: Term) -> bool {
    terms.as_int(term).is_some()
}

fn is_bits(terms: &Terms, term: Term) -> bool {
    matches!(terms.node(term), Some(Node::Bits(..)))
}

fn has_no_bits(terms: &Terms, term: Term) -> bool {
    !terms.parts_first(&[term], |_| false).into_iter().any(|part| is_bits(terms, part))
}

fn is_div(terms: &Terms, term: Term) -> bool {
    matches!(terms.node(term), Some(Node::Div(..)))
}

fn is_mod(terms: &Terms, term: Term) -> bool {
    matches!(terms.node(term), Some(Node::Mod(..)))
}

fn rules() -> Vec<(&'static str, E, Look)> {
    let sum = E::Add(two(x(0), x(1)));
    let choice = |a, b| E::If(Box::new([x(0), x(1), int(a), int(b)]));
    vec![
        ("constants", and(int(12), int(10)), is_constant),
        ("constants join", and(and(x(2), int(0x5A5)), int(0x55)), has_no_bits),
        ("same operands, and", and(x(2), x(2)), is_symbol),
        ("same operands, or", or(x(2), x(2)), is_symbol),
        ("same operands, xor", xor(x(2), x(2)), is_constant),
        ("operands of operands", xor(xor(x(0), x(2)), x(0)), is_symbol),
        ("complement, and", and(x(2), not(x(2))), is_constant),
        ("complement, or", or(x(2), not(x(2))), is_constant),
        ("complement, xor", xor(x(2), not(x(2))), is_constant),
        ("and 0", and(x(2), int(0)), is_constant),
        ("or -1", or(x(2), int(-1)), is_constant),
        ("not not", not(not(x(2))), is_symbol),
        ("xor -1", xor(x(2), int(-1)), has_no_bits),
        ("xor of all bits", xor(x(0), int(255)), has_no_bits),
        ("or of known ones", or(or(x(2), int(12)), int(4)), is_bits),
        ("low mask", and(x(2), int(15)), is_mod),
        ("low mask of all bits", and(x(0), int(255)), is_symbol),
        ("mask of known zeros", and(shl(x(2), 3), int(7)), is_constant),
        ("high mask", and(x(2), int(-16)), has_no_bits),
        ("one run", and(x(2), int(0x3C)), has_no_bits),
        ("two runs", and(x(2), int(0x33)), has_no_bits),
        ("many runs", and(x(2), int(0x55)), is_bits),
        ("many runs and a sign", and(x(2), int(-0x56)), is_bits),
        ("factor of a bit", and(E::Sub(two(int(0), bit(x(2)))), int(0xB5)), has_no_bits),
        ("factor of a bit, wrapped", and(wrap(E::Sub(two(int(0), bit(x(2)))), 32), int(0xB5)), has_no_bits),
        ("choice of constants", and(choice(0x77, -0x12), int(0x3F5)), has_no_bits),
        ("choice of constants, xor", xor(choice(0x77, -0x12), int(0x3F5)), has_no_bits),
        ("disjoint or", wide(), has_no_bits),
        ("disjoint xor", xor(shl(x(0), 8), x(1)), has_no_bits),
        ("disjoint or of a constant", or(shl(x(2), 4), int(5)), has_no_bits),
        ("disjoint by masks", or(and(x(2), int(0x55)), and(x(1), int(0xAA))), |terms, term| {
            !is_bits(terms, term)
        }),
        ("bytes swapped twice", swapped(swapped(wide())), has_no_bits),
        ("bytes put together", or(shl(shr(wide(), 8), 8), wrap(wide(), 8)), has_no_bits),
        (
            "neighbours joined",
            or(shl(wrap(shr(sum.clone(), 3), 2), 2), wrap(shr(sum.clone(), 1), 2)),
            has_no_bits,
        ),
        (
            "rotation there and back",
            {
                let left = or(wrap(shl(x(0), 3), 8), shr(x(0), 5));
                or(wrap(shl(left.clone(), 5), 8), shr(left, 3))
            },
            is_symbol,
        ),
        ("shift of a shift", shr(shr(x(2), 2), 3), is_div),
        ("shift of a mask", shr(wrap(x(2), 6), 2), is_mod),
        ("shift beyond a mask", shr(wrap(x(2), 6), 6), is_constant),
        ("mask of a mask", wrap(wrap(x(2), 6), 4), is_mod),
        ("shift of a concatenation", shr(wide(), 8), is_symbol),
        ("mask of a concatenation", wrap(wide(), 8), is_symbol),
        ("shift of a sum of multiples", shr(E::Add(two(shl(x(2), 2), int(3))), 1), has_no_bits),
        ("shift of masked bits", shr(and(x(2), int(0x55)), 3), has_no_bits),
        ("shift of or", shr(or(x(2), int(0x55)), 1), |terms, term| !is_div(terms, term)),
        ("mask of xor", wrap(xor(x(2), int(0x155)), 6), |terms, term| !is_mod(terms, term)),
        ("one quotient, mod", wrap(E::Sub(two(x(0), int(256))), 8), |terms, term| !is_mod(terms, term)),
        ("one quotient, div", shr(E::Sub(two(x(0), int(256))), 8), is_constant),
        (
            "wrap of a wrap",
            wrap(E::Add(two(wrap(E::Add(two(x(2), int(7))), 8), int(9))), 8),
            |terms, term| matches!(terms.node(term), Some(Node::Mod(inner, _)) if !matches!(terms.node(*inner), Some(Node::Mod(..)))),
        ),
        ("signed wrap and back", wrap(E::SignedWrap(Box::new(sum.clone()), 8), 8), is_mod),
        ("shift by an input", E::ShlBy(Box::new(x(2))), |_, _| true),
        ("shift of zero", E::ShlBy(Box::new(int(0))), is_constant),
        ("shift of -1", E::ShrBy(Box::new(int(-1))), is_constant),
        ("table", E::Table(Box::new(x(2)), [5, 5, -7, 300]), |_, _| true),
        ("table of zeros", E::Table(Box::new(x(2)), [0; 4]), is_constant),
        ("table at a constant", E::Table(Box::new(int(2)), [5, 6, 7, 8]), is_constant),
    ]
}

#[test]
fn every_rule_is_proved() {
    for (name, e, look) in rules() {
        let mut world = World::new();
        let term = prove(&mut world, name, &e);
        assert!(look(&world.terms, term), "{name}: {e:?} became {}", world.terms.show(term));
    }
    let mut world = World::new();
    let twice = world.term(&swapped(swapped(wide())));
    assert_eq!(twice, world.term(&wide()));
}

fn evaluate_many(count: u32, seed: u64) {
    let mut source = Random::new(seed);
    let mut world = World::new();
    for number in 0..count {
        if number % 1000 == 0 {
            world = World::new();
        }
        let e = random(&mut source, 4);
        let term = world.term(&e);
        let spelled = world.terms.as_integers(term);
        for _ in 0..2 {
            let inputs = random_inputs(&mut source);
            let mut model = Model::new();
            for (term, value) in world.inputs.iter().zip(inputs) {
                let symbol = world.terms.as_symbol(*term).unwrap();
                model.set(symbol, Value::Int(Int::from(value as i64)));
            }
            let expected: Int = e.value(&inputs).to_string().parse().unwrap();
            for (what, term) in [("made", term), ("spelled out", spelled)] {
                let value = world.terms.evaluate(term, &model);
                assert_eq!(value, Some(Value::Int(expected.clone())), "{what}, {inputs:?}, {e:?}");
            }
            let bounds = world.terms.bounds(term, &Default::default());
            assert!(bounds.low.is_none_or(|low| low <= expected), "{inputs:?}, {e:?}");
            assert!(bounds.high.is_none_or(|high| expected <= high), "{inputs:?}, {e:?}");
            let known = world.terms.known_bits(term);
            assert!(known.zeros.bit_and(&expected).is_zero(), "{inputs:?}, {e:?}");
            assert_eq!(known.ones.bit_and(&expected), known.ones, "{inputs:?}, {e:?}");
        }
    }
}

#[test]
fn random_terms_keep_their_value() {
    evaluate_many(20_000, 1);
}

#[test]
#[ignore = "takes a minute"]
fn a_million_random_terms_keep_their_value() {
    evaluate_many(1_000_000, 2);
}

/// Asks random questions in both languages; an answer of one must not contradict the other.
fn ask_many(count: u32, seed: u64) -> u32 {
    let mut source = Random::new(seed);
    let interrupt = Interrupt::new();
    let mut both = 0;
    for _ in 0..count {
        let mut world = World::new();
        let (left, right) = (random(&mut source, 3), random(&mut source, 2));
        let (a, b) = (world.term(&left), world.term(&right));
        let goal = match source.below(3) {
            0 => world.terms.eq(a, b),
            1 => world.terms.le(a, b),
            _ => world.terms.ne(a, b),
        };
        let mut path = Vec::new();
        for input in world.inputs.clone() {
            let bounds = world.terms.bounds(input, &Default::default());
            let (low, high) = (world.terms.int(&bounds.low.unwrap()), world.terms.int(&bounds.high.unwrap()));
            path.extend([world.terms.ge(input, low), world.terms.le(input, high)]);
        }
        let limit = Duration::from_millis(500);
        let query = Query { path: &path, goal, hint: None, limit };
        let answers = [Language::Integers, Language::Vectors].map(|language| {
            let mut solver = Z3::speaking(&interrupt, language).unwrap();
            solver.solve(&mut world.terms, &query)
        });
        let show = || format!("{left:?} against {right:?}: {}", world.terms.show(goal));
        match &answers {
            [Answer::Sat(_), Answer::Unsat] | [Answer::Unsat, Answer::Sat(_)] => {
                panic!("{answers:?} for {}", show());
            }
            [Answer::Sat(_), Answer::Sat(_)] | [Answer::Unsat, Answer::Unsat] => both += 1,
            // A limit may be hit, but all of these have a form in bit-vectors.
            [_, Answer::Unknown(reason @ Reason::Incomplete(_))] => {
                panic!("bit-vectors: {reason} for {}", show())
            }
            _ => {}
        }
    }
    both
}

#[test]
fn both_languages_agree() {
    let both = ask_many(60, 3);
    assert!(both > 30, "{both}");
}

#[test]
#[ignore = "takes minutes"]
fn both_languages_agree_on_2000_queries() {
    let both = ask_many(2000, 4);
    println!("{both} answered in both languages");
}
