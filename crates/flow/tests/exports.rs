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
    main.edge(
        store,
        made,
        Instruction::Allocate {
            target: Place::variable(p),
            value: object,
            arbitrary: None,
            automatic: false,
        },
        at(3, 3, 36),
    );
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

/// What C programs have and the other example has not.
const WITH_POINTERS: &str = r#"flow 1
file f0 "list.c"
type t0 = i32
type t1 = ptr t0
type t2 = array t0
type t3 = array t0 x 4
type t4 = opaque
type t5 = ptr t4
locals die
global table: t3 = [1, 2, 4, 8] as t3 @1:5-10
global end: t1 = &table[4] @2:6-9

procedure main -> t0 @3:5-9 {
  var a: t1 @4:8-9
  var v: t5 @4:12-13
  l0 entry @3:5-9
  l1 exit @3:5-9
  l2 plain @5:3-4
  l3 plain @6:3-4
  l4 plain @7:3-4
  l5 plain @8:3-4
  l6 error dangling-pointer "`a` may point to an object that is gone" @6:4-5

  l0 -> l2: a = alloc [zero as t0; 3] as t2 input "a" @5:3-20
  l2 -> l3: assume live(a) && in-bounds(a + 1) @6:4-5
  l2 -> l6: assume not (live(a) && in-bounds(a + 1)) @6:4-5
  l3 -> l4: *(a + 1) = i32(end - &table[0] << 1 ^ 3) @6:3-20
  l4 -> l5: v = a as t5 @7:3-8
  l5 -> l1: return table[i32(v as t1 < end)] @8:3-20
}

main main
"#;

fn with_pointers() -> Program {
    text::parse("list.flow", WITH_POINTERS).unwrap_or_else(|(_, diagnostics)| panic!("{diagnostics:?}"))
}

#[test]
fn the_example_is_well_formed() {
    assert_eq!(validate(&with_pointers()), []);
    assert_eq!(validate(&example()), []);
    assert_eq!(example().errors().count(), 3);
}

#[test]
fn text_form() {
    insta::assert_snapshot!(text::print(&example()));
    assert_eq!(text::print(&with_pointers()), WITH_POINTERS);
}

#[test]
fn dot_form() {
    insta::assert_snapshot!(dot::dot(&example()));
    insta::assert_snapshot!("dot_form_with_pointers", dot::dot(&with_pointers()));
}

#[test]
fn json_form() {
    let json = serde_json::to_string_pretty(&json::json(&example())).unwrap();
    insta::assert_snapshot!(json);
    // One line for each part, because the whole would be long.
    let json = json::json(&with_pointers());
    let globals = json["globals"].as_array().into_iter().flatten();
    let edges = json["procedures"][0]["edges"].as_array().into_iter().flatten();
    let parts = globals.chain(edges.map(|edge| &edge["instruction"])).chain([&json["locals_die"]]);
    let lines: Vec<String> = parts.map(|part| part.to_string()).collect();
    insta::assert_snapshot!("json_form_with_pointers", lines.join("\n"));
}
