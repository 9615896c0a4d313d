//! The meaning of expressions.

mod common;

use common::*;
use kyklos_base::Int;
use kyklos_flow::{BinaryOp, Expr, IntType, Place, UnaryOp};
use kyklos_interp::{Interpreter, Limits, RunEnd, Scripted, Undefined};
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

/// An evaluator as simple as can be; `None` where the expression is undefined.
fn naive(expr: &Expr, variables: &[Int]) -> Option<Int> {
    Some(match expr {
        Expr::Int(value) => value.clone(),
        Expr::Load(place) => variables[place.as_variable()?.0 as usize].clone(),
        Expr::Unary(UnaryOp::Neg, operand) => -naive(operand, variables)?,
        Expr::Unary(UnaryOp::Not, operand) => Int::from(naive(operand, variables)?.is_zero()),
        Expr::Convert(ty, operand) => ty.wrap(&naive(operand, variables)?),
        Expr::Binary(op, left, right) => {
            let left = naive(left, variables)?;
            match op {
                BinaryOp::And if left.is_zero() => return Some(Int::ZERO),
                BinaryOp::Or if !left.is_zero() => return Some(Int::ONE),
                _ => {}
            }
            let right = naive(right, variables)?;
            match op {
                BinaryOp::Add => left + right,
                BinaryOp::Sub => left - right,
                BinaryOp::Mul => left * right,
                BinaryOp::Div => left.div_trunc(&right)?,
                BinaryOp::Rem => left.rem_trunc(&right)?,
                BinaryOp::Eq => Int::from(left == right),
                BinaryOp::Ne => Int::from(left != right),
                BinaryOp::Lt => Int::from(left < right),
                BinaryOp::Le => Int::from(left <= right),
                BinaryOp::Gt => Int::from(left > right),
                BinaryOp::Ge => Int::from(left >= right),
                BinaryOp::And | BinaryOp::Or => Int::from(!right.is_zero()),
            }
        }
        _ => return None,
    })
}

fn any_number() -> impl Strategy<Value = Int> {
    let edges = prop::sample::select(vec![0, 1, -1, 2, i64::MAX, i64::MIN, i64::MIN + 1, 1 << 32, 255]);
    let huge = any::<i128>().prop_map(|value| value.to_string().parse().unwrap());
    prop_oneof![4 => (-4i64..5).prop_map(Int::from), 2 => edges.prop_map(Int::from), 1 => huge]
}

fn any_type() -> impl Strategy<Value = IntType> {
    let bits = prop::sample::select(vec![1u8, 8, 31, 32, 63, 64, 65, 128]);
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
        let report = interpreter.run(&variables, &mut environment, &Limits::default()).unwrap();
        match (naive(&expr, &variables), report.end) {
            (Some(expected), RunEnd::Returned(Some(value))) => {
                prop_assert_eq!(&environment.outputs, &vec![Int::from(!expected.is_zero())]);
                prop_assert_eq!(value, expected);
            }
            (None, RunEnd::Undefined(Undefined::DivisionByZero)) => prop_assert_eq!(report.steps, 0),
            (expected, end) => prop_assert!(false, "{:?} but {}", expected, end),
        }
    }
}
