//! The three forms of a small program, made by hand, as snapshots.

use kyklos_base::{FileId, Position, SourceFile, Span};
use kyklos_flow::*;

fn at(line: u32, from: u32, to: u32) -> Span {
    Span::new(FileId(0), Position::new(line, from), Position::new(line, to))
}

/// ```text
/// main(n) { var x, p;
///   x = input;
///   p = alloc {v: 10 / n, next: null};
///   assert x > (*p).v;
///   return (*p).v; }
/// ```
fn example() -> Program {
    let mut program = Program::default();
    program.sources.add(SourceFile::new("examples/a \"b\".uc", "main(n) { … }\n"));
    let number = program.types.number();
    let record = program.types.push(Type::Record(Vec::new()));
    let pointer = program.types.intern(Type::Pointer(record));
    let field = |name: &str, ty| Field { name: name.to_owned(), ty };
    program.types.set(record, Type::Record(vec![field("v", number), field("next", pointer)]));

    let mut main = ProcedureBuilder::new("main", at(1, 1, 5), Some(number));
    let n = main.parameter("n", number, at(1, 6, 7));
    let x = main.variable("x", number, VariableKind::Local, at(1, 15, 16));
    let p = main.variable("p", pointer, VariableKind::Local, at(1, 18, 19));
    let quotient = main.variable("%1", number, VariableKind::Temporary, at(3, 17, 23));
    let [read, divide, store, check, follow, end] = [2, 3, 3, 4, 4, 5].map(|line| main.plain(at(line, 3, 4)));
    main.label(check, "check");
    let by_zero = main.error(ErrorKind::DivisionByZero, "`n` is zero\nin \"10 / n\"", at(3, 17, 23));
    let null = main.error(ErrorKind::NullDereference, "`p` may be null", at(4, 15, 16));
    let failed = main.error(ErrorKind::Assertion, "x > (*p).v", at(4, 10, 20));
    let value = || Place::deref(Expr::variable(p)).field(0);

    let entry = main.entry();
    main.edge(entry, read, Instruction::Skip, Span::nowhere());
    let input = Input { name: "x".to_owned() };
    main.edge(read, divide, Instruction::Havoc { target: Place::variable(x), input }, at(2, 3, 12));
    let not_zero = Expr::binary(BinaryOp::Ne, Expr::variable(n), Expr::int(0));
    let (safe, made) = (main.plain(at(3, 17, 23)), main.plain(at(3, 3, 36)));
    main.branch(divide, not_zero, safe, by_zero, at(3, 17, 23));
    let division = Expr::binary(BinaryOp::Div, Expr::int(10), Expr::variable(n));
    main.edge(
        safe,
        store,
        Instruction::Assign { target: Place::variable(quotient), value: division },
        at(3, 17, 23),
    );
    let object = Expr::Record(record, vec![Expr::variable(quotient), Expr::Null(pointer)]);
    main.edge(store, made, Instruction::Allocate { target: Place::variable(p), value: object }, at(3, 3, 36));
    main.edge(made, check, Instruction::Skip, at(3, 3, 36));
    let not_null = Expr::binary(BinaryOp::Ne, Expr::variable(p), Expr::Null(pointer));
    main.branch(check, not_null, follow, null, at(4, 15, 16));
    let greater = Expr::binary(BinaryOp::Gt, Expr::variable(x), Expr::Load(value()));
    main.branch(follow, greater, end, failed, at(4, 10, 20));
    let exit = main.exit();
    main.edge(end, exit, Instruction::Return { value: Some(Expr::Load(value())) }, at(5, 3, 17));
    program.main = Some(program.procedures.push(main.finish()));
    program
}

#[test]
fn the_example_is_well_formed() {
    assert_eq!(validate(&example()), []);
    assert_eq!(example().errors().count(), 3);
}

#[test]
fn text_form() {
    insta::assert_snapshot!(text::print(&example()));
}

#[test]
fn dot_form() {
    insta::assert_snapshot!(dot::dot(&example()));
}

#[test]
fn json_form() {
    let json = serde_json::to_string_pretty(&json::json(&example())).unwrap();
    insta::assert_snapshot!(json);
}
