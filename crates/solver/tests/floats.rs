//! Terms of floating point operations: rewriting keeps their values, and Z3 means the same by them.

use kyklos_base::Int;
use kyklos_base::float::exact;
use kyklos_base::float::{FloatFormat, FloatOp, MathFunction, Rounding, text};
use kyklos_base::random::Random;
use kyklos_solver::z3::{Language, Z3};
use kyklos_solver::{Answer, ChainOptions, Interrupt, Query, Solver, chain::chain};
use kyklos_term::{Model, Sort, SymbolInfo, SymbolKind, Term, Terms, Value};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// Two floating point numbers, and an integer.
struct World {
    terms: Terms,
    format: FloatFormat,
    numbers: Vec<(Term, Int)>,
    integer: (Term, Int),
    model: Model,
}

impl World {
    fn new(random: &mut Random, format: FloatFormat) -> World {
        let mut terms = Terms::new();
        let mut model = Model::new();
        let half = Int::power_of_two(format.bits() - 1);
        let mut symbol = |terms: &mut Terms, name: &str, low: Int, high: Int, value: Int| {
            let info = SymbolInfo {
                name: name.to_owned(),
                kind: SymbolKind::Input,
                sort: Sort::Int,
                low: Some(low),
                high: Some(high),
            };
            let symbol = terms.symbol(info);
            model.set(symbol, Value::Int(value.clone()));
            (terms.symbol_term(symbol), value)
        };
        let numbers = ["x", "y"].map(|name| {
            let value = number(random, format);
            symbol(&mut terms, name, -&half, &half - &Int::ONE, value)
        });
        let integer = Int::from(random.draw() as i64 >> (20 + random.below(40)));
        let most = Int::power_of_two(63);
        let integer = symbol(&mut terms, "n", -&most, &most - &Int::ONE, integer);
        World { terms, format, numbers: numbers.into(), integer, model }
    }

    /// A random expression whose value is a floating point number, and that value.
    fn float(&mut self, random: &mut Random, depth: u32, cheap: bool) -> (Term, Int) {
        let Some(depth) = depth.checked_sub(1) else {
            return match random.below(4) {
                0 => {
                    let value = number(random, self.format);
                    (self.terms.int(&value), value)
                }
                1 => self.apply(FloatOp::FromInt, vec![self.integer.clone()]),
                _ => self.numbers[random.below(2)].clone(),
            };
        };
        use FloatOp::*;
        let ops = [
            Add,
            Sub,
            Neg,
            Abs,
            Min,
            Max,
            CopySign,
            Round(Rounding::Floor),
            Round(Rounding::Ceil),
            Round(Rounding::Trunc),
            Round(Rounding::Even),
            Round(Rounding::Away),
            Mul,
            Div,
            Sqrt,
            Fma,
        ];
        let op = ops[random.below(ops.len() - if cheap { 4 } else { 0 })];
        let operands = (0..op.arity()).map(|_| self.float(random, depth, cheap)).collect();
        self.apply(op, operands)
    }

    fn apply(&mut self, op: FloatOp, operands: Vec<(Term, Int)>) -> (Term, Int) {
        let (terms, values): (Vec<Term>, Vec<Int>) = operands.into_iter().unzip();
        let value = exact::evaluate(op, self.format, &values).unwrap();
        (self.terms.float(op, self.format, &terms), value)
    }

    /// A random question or conversion about such a number.
    fn outcome(&mut self, random: &mut Random, depth: u32, cheap: bool) -> (Term, Int) {
        use FloatOp::*;
        let ops = [
            Eq,
            Lt,
            Le,
            IsNan,
            SignBit,
            Add,
            ToInt { bits: 32, signed: true },
            ToInt { bits: 64, signed: true },
            ToInt { bits: 64, signed: false },
            ToFloat(FloatFormat::Single),
            ToFloat(FloatFormat::Double),
            ToFloat(FloatFormat::Extended),
        ];
        let op = ops[random.below(ops.len())];
        let operands = (0..op.arity()).map(|_| self.float(random, depth, cheap)).collect();
        self.apply(op, operands)
    }
}

fn number(random: &mut Random, format: FloatFormat) -> Int {
    let special = [
        "0",
        "-0",
        "1",
        "-1",
        "0.5",
        "-2.5",
        "3",
        "1e10",
        "inf",
        "-inf",
        "nan",
        "-nan",
        "2147483648",
        "-9223372036854775808",
        "18446744073709551615",
        "0.1",
        "1e-45",
        "3.4e38",
        "1e-310",
        "7",
    ];
    match random.below(3) {
        0 => text::parse(format, special[random.below(special.len())]).unwrap(),
        1 => {
            let whole = Int::from(random.draw() as i32);
            let whole = exact::evaluate(FloatOp::FromInt, format, &[whole]).unwrap();
            let by = Int::from(random.below(60) as i64 - 40);
            exact::evaluate(FloatOp::Scale, format, &[whole, by]).unwrap()
        }
        _ => {
            let bits = Int::from(random.draw() as i64);
            let double = exact::evaluate(FloatOp::ToFloat(format), FloatFormat::Double, &[bits]);
            double.unwrap()
        }
    }
}

#[test]
fn rewriting_keeps_values() {
    let mut random = Random::new(3);
    for round in 0..4_000 {
        let format = FloatFormat::ALL[random.below(3)];
        let mut world = World::new(&mut random, format);
        let (term, value) = world.outcome(&mut random, 3, false);
        let found = world.terms.evaluate(term, &world.model);
        assert_eq!(found, Some(Value::Int(value)), "{round}: {}", world.terms.show(term));
    }
}

#[test]
fn z3_means_the_same() {
    let mut random = Random::new(4);
    let mut solver = Z3::speaking(&Interrupt::new(), Language::Vectors).unwrap();
    for round in 0..150 {
        let format = FloatFormat::ALL[random.below(3)];
        let mut world = World::new(&mut random, format);
        let (term, value) = world.outcome(&mut random, 2, format != FloatFormat::Single);
        let mut path = Vec::new();
        for (symbol, value) in world.numbers.clone().into_iter().chain([world.integer.clone()]) {
            let value = world.terms.int(&value);
            path.push(world.terms.eq(symbol, value));
        }
        let constant = world.terms.int(&value);
        let (equal, other) = (world.terms.eq(term, constant), world.terms.ne(term, constant));
        let shown = world.terms.show(term);
        let mut ask = |terms: &mut Terms, goal: Term| {
            solver.solve(terms, &Query { path: &path, goal, hint: None, limit: LIMIT })
        };
        let answer = ask(&mut world.terms, equal);
        assert!(matches!(answer, Answer::Sat(_)), "{round}: {shown} = {value}: {answer:?} {:?}", world.model);
        let answer = ask(&mut world.terms, other);
        assert!(matches!(answer, Answer::Unsat), "{round}: {shown} ≠ {value}: {answer:?} {:?}", world.model);
        // Terms of one table must not meet those of another.
        solver = Z3::speaking(&Interrupt::new(), Language::Vectors).unwrap();
    }
}

#[test]
fn the_whole_chain_agrees_with_values() {
    let mut random = Random::new(5);
    for round in 0..60 {
        let format = [FloatFormat::Single, FloatFormat::Double][random.below(2)];
        let mut world = World::new(&mut random, format);
        let mut solver = chain(&ChainOptions::default()).unwrap();
        // All that holds of the model cannot be contradictory.
        let mut path = Vec::new();
        for _ in 0..3 {
            let (term, value) = world.outcome(&mut random, 2, true);
            let constant = world.terms.int(&value);
            path.push(world.terms.eq(term, constant));
        }
        let goal = world.terms.and(path);
        let query = Query { path: &[], goal, hint: None, limit: Duration::from_millis(300) };
        let answer = solver.solve(&mut world.terms, &query);
        assert!(!matches!(answer, Answer::Unsat), "{round}: {} {:?}", world.terms.show(goal), world.model);
    }
}

#[test]
fn functions_of_the_library_are_followed_by_their_ranges_and_by_trying() {
    let mut terms = Terms::new();
    let half = Int::power_of_two(63);
    let info = SymbolInfo {
        name: "x".to_owned(),
        kind: SymbolKind::Input,
        sort: Sort::Int,
        low: Some(-&half),
        high: Some(half - Int::ONE),
    };
    let symbol = terms.symbol(info);
    let x = terms.symbol_term(symbol);
    let format = FloatFormat::Double;
    let sine = terms.float(FloatOp::Math(MathFunction::Sin), format, &[x]);
    let constant = |terms: &mut Terms, number: &str| terms.int(&text::parse(format, number).unwrap());
    let (two, some) = (constant(&mut terms, "2"), constant(&mut terms, "0.75"));
    let mut solver = chain(&ChainOptions::default()).unwrap();
    let mut ask = |terms: &mut Terms, test: Term| {
        let goal = terms.truth_of(test);
        solver.solve(terms, &Query { path: &[], goal, hint: None, limit: LIMIT })
    };
    let beyond = terms.float(FloatOp::Lt, format, &[two, sine]);
    assert!(matches!(ask(&mut terms, beyond), Answer::Unsat));
    let above = terms.float(FloatOp::Lt, format, &[some, sine]);
    assert!(matches!(ask(&mut terms, above), Answer::Sat(_)));
}
