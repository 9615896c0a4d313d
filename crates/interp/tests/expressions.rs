//! The meaning of expressions.

mod common;

use common::*;
use kyklos_base::Int;
use kyklos_flow::{BinaryOp, Expr, IntType, Place, UnaryOp};
use kyklos_interp::{Interpreter, Limits, Memory, RunEnd, Scripted, Undefined};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

#[test]
fn division_truncates_toward_zero() {
    let huge = "-100000000000000000000000000000";
    let cases = [
        (int(7), int(2), "3", "1"),
        (int(-7), int(2), "-3", "-1"),
        (int(7), int(-2), "-3", "1"),
        (int(-7), int(-2), "3", "-1"),
        (int(i64::MIN), int(-1), "9223372036854775808", "0"),
        (big(huge), int(7), "-14285714285714285714285714285", "-5"),
        (int(5), big(huge), "0", "5"),
        (big(huge), big("-30000000000000000000000000000"), "3", "-10000000000000000000000000000"),
    ];
    for (left, right, quotient, rest) in cases {
        assert_eq!(result(&expression(op(left.clone(), "/", right.clone()))).to_string(), quotient);
        assert_eq!(result(&expression(op(left, "%", right))).to_string(), rest);
    }
}

#[test]
fn small_numbers_grow_and_shrink_again() {
    let over = op(int(i64::MAX), "+", int(1));
    assert_eq!(result(&expression(over.clone())).to_string(), "9223372036854775808");
    assert_eq!(result(&expression(op(over.clone(), "-", int(1)))), Int::from(i64::MAX));
    assert_eq!(result(&expression(op(over.clone(), ">", int(i64::MAX)))), Int::ONE);
    assert_eq!(result(&expression(op(over.clone(), "==", op(int(1), "+", int(i64::MAX))))), Int::ONE);
    assert_eq!(result(&expression(not(not(over)))), Int::ONE);
    assert_eq!(result(&expression(neg(int(i64::MIN)))).to_string(), "9223372036854775808");
}

#[test]
fn the_right_operand_waits_for_the_left_one() {
    let undefined = || op(int(1), "/", int(0));
    assert_eq!(result(&expression(op(int(0), "&&", undefined()))), Int::ZERO);
    assert_eq!(result(&expression(op(int(-3), "||", undefined()))), Int::ONE);
    assert_eq!(result(&expression(op(int(2), "&&", big("99999999999999999999")))), Int::ONE);
    for (left, symbol) in [(int(1), "&&"), (int(0), "||")] {
        let end = run(&expression(op(left, symbol, undefined()))).end;
        assert!(matches!(end, RunEnd::Undefined(Undefined::DivisionByZero)), "{end}");
    }
}

#[test]
fn conversions_wrap() {
    let sized = |bits, signed| IntType::Sized { bits, signed };
    let cases = [
        (sized(8, true), int(128), "-128"),
        (sized(8, false), int(-1), "255"),
        (sized(1, true), int(1), "-1"),
        (sized(63, false), int(-1), "9223372036854775807"),
        (sized(64, true), int(i64::MIN), "-9223372036854775808"),
        (sized(64, false), int(-1), "18446744073709551615"),
        (sized(64, true), big("18446744073709551615"), "-1"),
        (sized(128, true), int(-1), "-1"),
        (sized(128, false), int(-1), "340282366920938463463374607431768211455"),
        (IntType::Unbounded, int(-1), "-1"),
    ];
    for (ty, value, expected) in cases {
        assert_eq!(result(&expression(Expr::Convert(ty, Box::new(value)))).to_string(), expected);
    }
}

#[test]
fn conversions_wrap_at_all_widths() {
    let values = ["0", "1", "-1", "9223372036854775807", "-9223372036854775808", "-170141183460469231731687"];
    for (bits, text) in (1..=128u16).flat_map(|bits| values.map(|text| (bits, text))) {
        for signed in [false, true] {
            let value: Int = text.parse().unwrap();
            let modulus = Int::power_of_two(u32::from(bits));
            let converted =
                result(&expression(Expr::Convert(IntType::Sized { bits, signed }, Box::new(big(text)))));
            assert!((&converted - &value).rem_euclid(&modulus).unwrap().is_zero());
            let least = if signed { -Int::power_of_two(u32::from(bits) - 1) } else { Int::ZERO };
            assert!(
                least <= converted && converted < &least + &modulus,
                "{text} to {bits} bits: {converted}"
            );
        }
    }
}

#[test]
fn shifts() {
    let huge = "1000000000000000000000000000000";
    let cases = [
        (op(int(1), "<<", int(62)), "4611686018427387904"),
        (op(int(1), "<<", int(63)), "9223372036854775808"),
        (op(int(-1), "<<", int(63)), "-9223372036854775808"),
        (op(int(3), "<<", int(63)), "27670116110564327424"),
        (op(int(0), "<<", big(huge)), "0"),
        (op(int(-1), ">>", int(64)), "-1"),
        (op(int(-5), ">>", int(1)), "-3"),
        (op(int(i64::MAX), ">>", int(i64::MAX)), "0"),
        (op(int(-7), ">>", big(huge)), "-1"),
        (op(big(huge), ">>", int(90)), "807"),
        (op(neg(big(huge)), ">>", int(90)), "-808"),
        (op(neg(big(huge)), ">>", big(huge)), "-1"),
        (op(op(int(1), "<<", int(10_000)), ">>", int(9_998)), "4"),
    ];
    for (expr, expected) in cases {
        assert_eq!(result(&expression(expr.clone())).to_string(), expected, "{expr:?}");
    }
    for (left, count) in [(int(1), int(-1)), (big(huge), int(-1)), (int(0), neg(big(huge)))] {
        for symbol in ["<<", ">>"] {
            let end = run(&expression(op(left.clone(), symbol, count.clone()))).end;
            assert!(matches!(end, RunEnd::Undefined(Undefined::NegativeShift)), "{end}");
        }
    }
    for count in [int(1 << 24), int(1 << 60), int(i64::MAX), big(huge)] {
        let end = run(&expression(op(int(-1), "<<", count))).end;
        assert!(matches!(end, RunEnd::OutOfMemory(Memory::NumberBits(_))), "{end}");
    }
    // The memory is limited even if the number's length is not.
    let limits = Limits { max_number_bits: u64::MAX, ..Limits::default() };
    for count in [int(1 << 50), int(i64::MAX)] {
        let program = expression(op(int(1), "<<", count));
        let end = run_with(&program, &[], &mut Scripted::default(), &limits).end;
        assert!(matches!(end, RunEnd::OutOfMemory(Memory::Total)), "{end}");
    }
}

#[test]
fn lengths_and_initialization() {
    let mut maker = Maker::new();
    let open = maker.array(maker.number, None);
    let fixed = maker.array(maker.number, Some(4));
    let mut body = maker.body("main");
    let (a, b) = (body.local("a", open), body.local("b", fixed));
    let initialized = |place: Place| Expr::Initialized(place);
    body.output(initialized(at(a)));
    body.set(a, Expr::Array(open, vec![int(1), int(2), int(3)]));
    body.output(initialized(at(a)));
    body.output(Expr::Length(at(a)));
    body.output(Expr::Length(at(b)));
    body.output(initialized(at(b)));
    body.output(initialized(at(b).index(int(3))));
    body.store(at(b).index(int(3)), int(9));
    body.output(initialized(at(b)));
    body.output(initialized(at(b).index(int(3))));
    body.output(initialized(at(b).index(int(2))));
    body.output(Expr::Length(at(b)));
    maker.add(body.returning(load(at(b).index(int(3)))));
    let mut environment = Scripted::default();
    let report = run_with(&maker.program, &[], &mut environment, &Limits::default());
    assert!(matches!(report.end, RunEnd::Returned(Some(value)) if value == Int::from(9)));
    let expected: Vec<Int> = [0, 1, 3, 4, 0, 0, 1, 1, 0, 4].map(Int::from).into();
    assert_eq!(environment.outputs, expected);
}

#[test]
fn undefined_expressions_are_reported() {
    let mut maker = Maker::new();
    let open = maker.array(maker.number, None);
    let fixed = maker.array(maker.number, Some(2));
    let pointer = maker.pointer(maker.number);
    let outside = |index: i64| Undefined::OutOfBounds(Int::from(index));
    let two = Expr::Array(open, vec![int(1), int(2)]);
    type Case<'a> = (&'a dyn Fn(&mut common::Body) -> Expr, Undefined);
    let cases: [Case; 12] = [
        (&|_| op(int(1), "/", int(0)), Undefined::DivisionByZero),
        (&|_| op(big("99999999999999999999"), "%", op(int(1), "-", int(1))), Undefined::DivisionByZero),
        (&|body| get(body.numbers(["x"])[0]), Undefined::Uninitialized),
        (&|body| load(at(body.local("a", fixed)).index(int(1))), Undefined::Uninitialized),
        (&|body| load(at(body.local("a", open)).index(int(1))), Undefined::Uninitialized),
        (&|body| Expr::Length(at(body.local("a", open))), Undefined::Uninitialized),
        (&|body| load(at(body.local("a", fixed)).index(int(2))), outside(2)),
        (&|_| load(deref(Expr::Null(pointer))), Undefined::NullDereference),
        (&|body| load(deref(get(body.local("p", pointer)))), Undefined::Uninitialized),
        (
            &|body| {
                let a = body.local("a", open);
                body.set(a, two.clone());
                load(at(a).index(int(2)))
            },
            outside(2),
        ),
        (
            &|body| {
                let a = body.local("a", open);
                body.set(a, two.clone());
                body.store(at(a).index(int(-1)), int(0));
                int(0)
            },
            outside(-1),
        ),
        (
            &|body| {
                let a = body.local("a", open);
                body.store(at(a).index(int(0)), int(0));
                int(0)
            },
            Undefined::Uninitialized,
        ),
    ];
    for (make, expected) in cases {
        let mut body = maker.body("main");
        let value = make(&mut body);
        let lines = body.builder.procedure().edges.len() as u32 + 1;
        let mut program = maker.program.clone();
        program.main = Some(program.procedures.push(body.returning(value)));
        let report = run(&program);
        let RunEnd::Undefined(undefined) = report.end else { panic!("{}: not {expected}", report.end) };
        assert_eq!(undefined, expected);
        let failing_line = report.span.start.line;
        assert!(failing_line == lines || failing_line == lines - 1);
        assert_eq!(report.steps, u64::from(failing_line) - 1);
    }
}

#[test]
fn deep_expressions_are_fine() {
    let mut sum = int(0);
    let mut maker = Maker::new();
    let array = maker.array(maker.number, None);
    let mut body = maker.body("main");
    let [x] = body.numbers(["x"]);
    let a = body.local("a", array);
    body.set(a, Expr::Array(array, vec![int(0)]));
    body.set(x, big("99999999999999999999"));
    for _ in 0..1000 {
        sum = load(at(a).index(op(sum, "+", op(get(x), "-", get(x)))));
    }
    for _ in 0..1000 {
        sum = op(sum, "+", int(1));
    }
    maker.add(body.returning(sum));
    assert_result(&maker, 1000);
}

const MAX_BITS: u64 = 1 << 12;

/// Why an expression has no value.
#[derive(Debug, PartialEq)]
enum Bad {
    Undefined(Undefined),
    TooLarge,
}

/// An evaluator as simple as can be.
fn naive(expr: &Expr, variables: &[Int]) -> Result<Int, Bad> {
    let value = match expr {
        Expr::Int(value) => value.clone(),
        Expr::Load(place) => variables[place.as_variable().unwrap().0 as usize].clone(),
        Expr::Unary(UnaryOp::Neg, operand) => -naive(operand, variables)?,
        Expr::Unary(UnaryOp::Not, operand) => Int::from(naive(operand, variables)?.is_zero()),
        Expr::Convert(ty, operand) => ty.wrap(&naive(operand, variables)?),
        Expr::Binary(op, left, right) => {
            let left = naive(left, variables)?;
            match op {
                BinaryOp::And if left.is_zero() => return Ok(Int::ZERO),
                BinaryOp::Or if !left.is_zero() => return Ok(Int::ONE),
                _ => {}
            }
            naive_binary(*op, left, naive(right, variables)?)?
        }
        _ => panic!("not an expression over numbers"),
    };
    if value.bits() > MAX_BITS { Err(Bad::TooLarge) } else { Ok(value) }
}

fn naive_binary(op: BinaryOp, left: Int, right: Int) -> Result<Int, Bad> {
    let by_zero = Bad::Undefined(Undefined::DivisionByZero);
    if let (BinaryOp::Shl | BinaryOp::Shr, true) = (op, right.is_negative()) {
        return Err(Bad::Undefined(Undefined::NegativeShift));
    }
    let most = Int::from(2 * MAX_BITS as i64);
    let power = || Int::power_of_two((&right).min(&most).to_i64().unwrap() as u32);
    Ok(match op {
        BinaryOp::Add => left + right,
        BinaryOp::Sub => left - right,
        BinaryOp::Mul => left * right,
        BinaryOp::Div => left.div_trunc(&right).ok_or(by_zero)?,
        BinaryOp::Rem => left.rem_trunc(&right).ok_or(by_zero)?,
        BinaryOp::Eq => Int::from(left == right),
        BinaryOp::Ne => Int::from(left != right),
        BinaryOp::Lt => Int::from(left < right),
        BinaryOp::Le => Int::from(left <= right),
        BinaryOp::Gt => Int::from(left > right),
        BinaryOp::Ge => Int::from(left >= right),
        BinaryOp::And | BinaryOp::Or => Int::from(!right.is_zero()),
        BinaryOp::BitAnd => bitwise(&left, &right, |a, b| a & b),
        BinaryOp::BitOr => bitwise(&left, &right, |a, b| a | b),
        BinaryOp::BitXor => bitwise(&left, &right, |a, b| a ^ b),
        BinaryOp::Shl => left * power(),
        BinaryOp::Shr => left.div_euclid(&power()).unwrap(),
    })
}

/// Digit by digit in base 2, from the lowest; beyond the longer number only signs are left.
fn bitwise(left: &Int, right: &Int, apply: fn(bool, bool) -> bool) -> Int {
    let two = Int::from(2);
    let (mut left, mut right) = (left.clone(), right.clone());
    let (mut result, mut weight) = (Int::ZERO, Int::ONE);
    for _ in 0..left.bits().max(right.bits()) {
        let bits = [&left, &right].map(|number| number.rem_euclid(&two).unwrap().is_one());
        if apply(bits[0], bits[1]) {
            result = result + weight.clone();
        }
        (left, right) = (left.div_euclid(&two).unwrap(), right.div_euclid(&two).unwrap());
        weight = weight * two.clone();
    }
    if apply(left.is_negative(), right.is_negative()) { result - weight } else { result }
}

fn any_number() -> impl Strategy<Value = Int> {
    let edges = prop::sample::select(vec![0, 1, -1, 2, i64::MAX, i64::MIN, i64::MIN + 1, 1 << 32, 255]);
    let huge = any::<i128>().prop_map(|value| value.to_string().parse().unwrap());
    prop_oneof![4 => (-4i64..5).prop_map(Int::from), 2 => edges.prop_map(Int::from), 1 => huge]
}

fn any_type() -> impl Strategy<Value = IntType> {
    let bits = prop::sample::select(vec![1u16, 8, 31, 32, 63, 64, 65, 128]);
    (bits, any::<bool>()).prop_map(|(bits, signed)| IntType::Sized { bits, signed })
}

/// Expressions over three variables.
fn any_expression() -> impl Strategy<Value = Expr> {
    let variable = (0..3u32).prop_map(|index| get(kyklos_flow::VariableId(index)));
    let leaf = prop_oneof![any_number().prop_map(Expr::Int), variable];
    leaf.prop_recursive(5, 40, 2, |inner| {
        let binary = (prop::sample::select(BinaryOp::ALL.to_vec()), inner.clone(), inner.clone());
        prop_oneof![
            6 => binary.prop_map(|(op, left, right)| Expr::binary(op, left, right)),
            1 => inner.clone().prop_map(neg),
            1 => inner.clone().prop_map(not),
            1 => (any_type(), inner).prop_map(|(ty, inner)| Expr::Convert(ty, Box::new(inner))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_the_naive_evaluator(expr in any_expression(), variables in prop::array::uniform3(any_number())) {
        let mut maker = Maker::new();
        let mut body = maker.body("main");
        for name in ["x", "y", "z"] {
            body.parameter(name, maker.number);
        }
        let [r] = body.numbers(["r"]);
        // As a condition, an assigned number and a returned number.
        let (then, otherwise) = body.branch(expr.clone());
        body.at = then;
        body.output(int(1));
        body.set(r, expr.clone());
        body.give(get(r));
        body.at = otherwise;
        body.output(int(0));
        let main = body.returning(expr.clone());
        maker.add(main);
        let mut environment = Scripted::default();
        let interpreter = Interpreter::new(&maker.program).unwrap();
        let limits = Limits { max_number_bits: MAX_BITS, ..Limits::default() };
        let report = interpreter.run(&variables, &mut environment, &limits).unwrap();
        match (naive(&expr, &variables), report.end) {
            (Ok(expected), RunEnd::Returned(Some(value))) => {
                prop_assert_eq!(&environment.outputs, &vec![Int::from(!expected.is_zero())]);
                prop_assert_eq!(value, expected);
            }
            (Err(Bad::Undefined(expected)), RunEnd::Undefined(found)) => {
                prop_assert_eq!(expected, found);
                prop_assert_eq!(report.steps, 0);
            }
            (Err(Bad::TooLarge), RunEnd::OutOfMemory(Memory::NumberBits(_))) => {}
            (expected, end) => prop_assert!(false, "{:?} but {}", expected, end),
        }
    }
}
