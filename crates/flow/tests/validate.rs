//! Malformed programs, and what the validator says of each.

use kyklos_flow::*;

/// A small well-formed program.
const BASE: &str = "flow 1
type t0 = int
type t1 = ptr t2
type t2 = record { value: t0, next: t1 }
type t3 = array t0
type t4 = array t0 x 2
type t5 = i32
type t6 = opaque
type t7 = ptr t6
type t8 = ptr t0
type t9 = record { fixed: t4, open: t3 }
locals die
global g: t4 = zero as t4
global h: t8 = &g[1]
procedure f -> t0 {
  parameter a: t0
  parameter b: t1
  l0 entry
  l1 exit
  l0 -> l1: return a
}
procedure main {
  var x: t0
  var p: t1
  var q: t3
  var r: t4
  var s: t5
  var o: t7
  var d: t8
  var c: t9
  l0 entry
  l1 exit
  l2 error assertion \"no\"
  l3 plain
  l4 plain
  l5 plain
  l0 -> l3: assume x == 0
  l0 -> l2: assume not (x == 0)
  l3 -> l4: x = f(1, p)
  l4 -> l5: skip
  l5 -> l1: return
}
main main
";

fn parse(text: &str) -> Program {
    match text::parse("test.flow", text) {
        Ok(program) => program,
        Err((sources, diagnostics)) => panic!("{}", diagnostics[0].render(&sources, false)),
    }
}

fn messages(program: &Program) -> Vec<String> {
    validate(program).into_iter().map(|defect| defect.message).collect()
}

/// The base with one piece of text replaced has exactly this defect.
#[track_caller]
fn replaced(from: &str, to: &str, expected: &str) {
    assert!(BASE.contains(from), "{from}");
    assert_eq!(messages(&parse(&BASE.replacen(from, to, 1))), [expected]);
}

/// The base with `skip` replaced has exactly this defect at that edge.
#[track_caller]
fn instruction(instruction: &str, expected: &str) {
    replaced("skip", instruction, &format!("e3 (l4 -> l5): {expected}"));
}

/// The base, edited, has exactly these defects.
#[track_caller]
fn edited(edit: impl FnOnce(&mut Program), expected: &[&str]) {
    let mut program = parse(BASE);
    edit(&mut program);
    assert_eq!(messages(&program), expected);
}

const MAIN: ProcedureId = ProcedureId(1);

#[test]
fn the_base_has_no_defect() {
    assert_eq!(messages(&parse(BASE)), [""; 0]);
}

#[test]
fn types() {
    replaced("value: t0, next: t1", "next: t0, next: t1", "type t2: two fields are called `next`");
    replaced("i32", "i4097", "type t5: integers of 4097 bits; 1 to 4096 are possible");
    replaced("i32", "u0", "type t5: integers of 0 bits; 1 to 4096 are possible");
    let row = |id: u32, ty: Type| move |program: &mut Program| program.types.set(TypeId(id), ty);
    edited(row(1, Type::Pointer(TypeId(99))), &["type t1: there is no type t99"]);
    edited(row(3, Type::Array { element: TypeId(99), length: None }), &["type t3: there is no type t99"]);
    let field = |name: &str, ty| Field { name: name.to_owned(), ty: TypeId(ty) };
    edited(row(2, Type::Record(vec![field("a", 99)])), &["type t2: there is no type t99"]);
    let opaque = |id| format!("type {id}: it holds values of t6, which is opaque");
    replaced("array t0 x 2", "array t6 x 2", &opaque("t4"));
    replaced("type t3 = array t0", "type t3 = array t6", &opaque("t3"));
    replaced("value: t0", "value: t6", &opaque("t2"));
}

#[test]
fn values_do_not_contain_themselves() {
    let infinite = |id| format!("type {id}: its values would contain themselves, without a pointer between");
    replaced("next: t1", "next: t2", &infinite("t2"));
    replaced("array t0 x 2", "array t4 x 2", &infinite("t4"));
    // Through two types; each cycle is told once.
    let text = BASE.replace("next: t1", "next: t4").replace("array t0 x 2", "array t2 x 2");
    assert_eq!(messages(&parse(&text)), [infinite("t2")]);
    // A pointer or an array of unfixed length in between is fine.
    let text = BASE.replace("type t3 = array t0", "type t3 = array t3").replace("ptr t2", "ptr t1");
    assert_eq!(messages(&parse(&text)), [""; 0]);
}

#[test]
fn procedures() {
    replaced("main main", "", "there is no main procedure");
    edited(|p| p.procedures[ProcedureId(0)].name = "main".to_owned(), &["two procedures are called `main`"]);
    edited(|program| program.main = Some(ProcedureId(7)), &["the main procedure p7 does not exist"]);
}

#[test]
fn variables_and_results() {
    edited(
        |p| p.procedures[MAIN].variables[VariableId(4)].ty = TypeId(99),
        &["variable v4: there is no type t99"],
    );
    edited(
        |p| p.procedures[MAIN].variables[VariableId(4)].kind = VariableKind::Parameter,
        &["variable v4: a parameter behind other variables"],
    );
    edited(|p| p.procedures[ProcedureId(0)].result = Some(TypeId(99)), &["result: there is no type t99"]);
    edited(
        |p| {
            p.procedures[MAIN].variables = p.procedures[MAIN].variables.rows().take(2).cloned().collect();
            p.procedures[MAIN].parameters = 3;
        },
        &[
            "3 parameters, but only 2 variables",
            "variable v0: not a parameter, but among the first 3",
            "variable v1: not a parameter, but among the first 3",
        ],
    );
    replaced("var s: t5", "var s: t6", "variable v4: there are no values of t6, which is opaque");
    let unused = "procedure unused -> t6 {
  parameter a: t6
  l0 entry
  l1 exit
  l0 -> l0: skip
}
main main";
    assert_eq!(
        messages(&parse(&BASE.replace("main main", unused))),
        ["variable v0", "result"].map(|what| format!("{what}: there are no values of t6, which is opaque")),
    );
}

#[test]
fn entries_and_exits() {
    let kind =
        |at: u32, kind| move |p: &mut Program| p.procedures[MAIN].locations[LocationId(at)].kind = kind;
    edited(
        kind(0, LocationKind::Exit),
        &[
            "the entry l0 is not a plain location",
            "l0 is an exit location, but the exit is l1",
            "edges leave the exit l0",
        ],
    );
    edited(kind(1, LocationKind::Plain), &["the exit l1 is not an exit location", "no edge leaves l1"]);
    edited(kind(2, LocationKind::Exit), &["l2 is an exit location, but the exit is l1"]);
    edited(|p| p.procedures[MAIN].entry = LocationId(9), &["the entry l9 does not exist"]);
    edited(
        |p| p.procedures[ProcedureId(0)].exit = LocationId(9),
        &[
            "the exit l9 does not exist",
            "l1 is an exit location, but the exit is l9",
            "e0: a return leads to l1; the exit is l9",
        ],
    );
}

#[test]
fn edges_leave_locations_as_they_should() {
    replaced("  l4 -> l5: skip\n", "", "no edge leaves l4");
    replaced(
        "  l4 -> l5: skip\n",
        "  l4 -> l5: skip\n  l2 -> l5: skip\n",
        "edges leave the error location l2",
    );
    replaced(
        "l0 -> l2: assume not (x == 0)",
        "l0 -> l2: assume not (x == 1)",
        "the two edges from l0 do not assume one condition true and false",
    );
    replaced(
        "l0 -> l2: assume not",
        "l0 -> l2: assume",
        "the two edges from l0 do not assume one condition true and false",
    );
    replaced(
        "l4 -> l5: skip",
        "l3 -> l5: skip\n  l4 -> l5: skip",
        "the two edges from l3 do not assume one condition true and false",
    );
    replaced("l4 -> l5: skip", "l0 -> l5: skip\n  l4 -> l5: skip", "3 edges leave l0; at most 2 can");
}

#[test]
fn a_lone_assume_is_fine() {
    assert_eq!(messages(&parse(&BASE.replace("skip", "assume not (x > 1)"))), [""; 0]);
}

#[test]
fn edges_lead_where_they_should() {
    replaced("skip", "return", "e3: a return leads to l5; the exit is l1");
    replaced("skip", "stop 1", "e3: a stop leads to l5; the exit is l1");
    assert_eq!(messages(&parse(&BASE.replace("l4 -> l5: skip", "l4 -> l1: stop"))), [""; 0]);
    replaced("l4 -> l5: skip", "l4 -> l1: skip", "e3: no return, but leads to l1; the exit is l1");
    edited(|p| p.procedures[MAIN].edges[EdgeId(3)].to = LocationId(9), &["e3: there is no location l9"]);
    edited(
        |p| p.procedures[MAIN].edges[EdgeId(3)].from = LocationId(9),
        &["e3: there is no location l9", "the lists of outgoing edges do not match the edges"],
    );
    edited(
        |p| p.procedures[MAIN].edges[EdgeId(3)].from = LocationId(3),
        &["the lists of outgoing edges do not match the edges"],
    );
}

#[test]
fn dead_code_is_fine_but_its_instructions_are_checked() {
    let text = BASE.replace("  l5 plain\n", "  l5 plain\n  l6 plain\n  l7 plain\n  l7 -> l6: skip\n");
    assert_eq!(messages(&parse(&text)), [""; 0]);
    let text = text.replacen("l7 -> l6: skip", "l7 -> l6: x = p", 1);
    assert_eq!(messages(&parse(&text)), ["e0 (l7 -> l6): the value is a pointer to t2, not a number"]);
}

#[test]
fn instructions() {
    instruction("assume p", "the condition is a pointer to t2, not a number");
    instruction("output q", "the output is a value of t3, not a number");
    instruction("x = p", "the value is a pointer to t2, not a number");
    instruction("q = r", "the value is a value of t4, not a value of t3");
    instruction("p = input \"p\"", "the input's target is a pointer to t2, not a number or made of numbers");
    instruction("*o = input \"o\"", "values of t6 are opaque: nothing reads or writes them");
    instruction("x = alloc 1", "an allocation's target is a pointer; this is a number");
    instruction("p = alloc 1", "the allocated value is a number, not a value of t2");
    instruction("o = alloc 1", "the allocated value is a number, not a value of t6");
    instruction("p = alloc q", "the allocated value is a value of t3, not a value of t2");
    instruction("free x", "`free` takes a pointer; this is a number");
    instruction("x = f(1)", "`f` takes 2 arguments, not 1");
    instruction("x = f(1, &x)", "argument 2 is a pointer to t0, not a pointer to t2");
    instruction("p = f(1, p)", "the result is a number, not a pointer to t2");
    instruction("x = main()", "`main` has no result");
    replaced("return a", "return", "e0 (l0 -> l1): no value is returned, but the procedure has a result");
    replaced("return a", "return b", "e0 (l0 -> l1): the returned value is a pointer to t2, not a number");
    replaced("return\n", "return x\n", "e4 (l5 -> l1): a value is returned, but the procedure has no result");
}

#[test]
fn expressions_and_places() {
    instruction("x = -p", "the operand of `-` is a pointer to t2, not a number");
    instruction("x = 1 + p", "the right operand of `+` is a pointer to t2, not a number");
    instruction("x = p < 1", "the right operand of `<` is a number, not a pointer to t2");
    instruction("x = 1 >= p", "the right operand of `>=` is a pointer to t2, not a number");
    instruction("x = p <= d", "the right operand of `<=` is a pointer to t0, not a pointer to t2");
    instruction("x = p << 1", "the left operand of `<<` is a pointer to t2, not a number");
    instruction("x = 1 & q", "the right operand of `&` is a value of t3, not a number");
    instruction("x = p == &x", "the right operand of `==` is a pointer to t0, not a pointer to t2");
    instruction("x = 1 == p", "the right operand of `==` is a pointer to t2, not a number");
    instruction("x = i0(x)", "integers of 0 bits; 1 to 4096 are possible");
    instruction("x = i8(p)", "the converted value is a pointer to t2, not a number");
    instruction("p = null as t0", "t0 is not the type of a null pointer");
    instruction("q = [1, p] as t3", "element 1 is a pointer to t2, not a number");
    instruction("q = [] as t2", "t2 is not the type of an array");
    instruction("r = [1] as t4", "an array of 1 elements, but t4 has 2");
    instruction("p = alloc {value: p, next: p} as t2", "field `value` is a pointer to t2, not a number");
    instruction("p = alloc {value: 1} as t2", "a record of 1 fields, but t2 has 2");
    instruction("p = alloc {} as t3", "t3 is not the type of a record");
    instruction("x = length(p)", "only arrays have a length; this is a pointer to t2");
    instruction("x = *x", "`*` takes a pointer; this is a number");
    instruction("x = x[0]", "an index into a number, which has no elements");
    instruction("x = q[p]", "the index is a pointer to t2, not a number");
    instruction("x = p->$2", "a value of t2 has no field 2");
    instruction("x = q.$0", "a value of t3 has no field 0");
}

#[test]
fn pointers() {
    instruction("x = &q[p] == d", "the index is a pointer to t2, not a number");
    instruction("d = &x[0]", "an index into a number, which has no elements");
    instruction("d = &p->next", "the value is a pointer to t1, not a pointer to t0");
    instruction("p = p + p", "the number of elements to move by is a pointer to t2, not a number");
    instruction("x = p + 1", "the value is a pointer to t2, not a number");
    instruction("x = p - 1", "a distance takes a pointer; this is a number");
    instruction("x = p - d", "the right end of a distance is a pointer to t0, not a pointer to t2");
    instruction("x = live(x)", "`live` takes a pointer; this is a number");
    instruction("x = allocated(x)", "`allocated` takes a pointer; this is a number");
    instruction("x = in-bounds(q)", "`in-bounds` takes a pointer; this is a value of t3");
    instruction("x = ends(q)", "`ends` takes a pointer; this is a value of t3");
    instruction("o = x as t7", "`as` takes a pointer; this is a number");
    instruction("x = p as t0", "t0 is not the type of a pointer");
    instruction("x = initialized(*o)", "values of t6 are opaque: nothing reads or writes them");
    instruction("x = *o", "values of t6 are opaque: nothing reads or writes them");
}

#[test]
fn zeros_and_repetitions() {
    let zeroless = |ty| {
        format!(
            "{ty} is not the type of `zero`, which numbers, pointers, records and arrays of fixed length have"
        )
    };
    for ty in ["t3", "t6", "t9"] {
        instruction(&format!("q = zero as {ty}"), &zeroless(ty));
    }
    instruction("p = zero as t8", "the value is a pointer to t0, not a pointer to t2");
    instruction("r = [1; 2] as t4", "t4 is not the type of an array without a fixed length");
    instruction("q = [p; 2] as t3", "the repeated element is a pointer to t2, not a number");
    instruction("q = [1; p] as t3", "the number of elements is a pointer to t2, not a number");
}

#[test]
fn globals() {
    let value = |value: &str, expected: &str| {
        replaced("&g[1]", value, &format!("global g1: {expected}"));
    };
    value("1", "the first value is a number, not a pointer to t0");
    value("&g", "the first value is a pointer to t4, not a pointer to t0");
    value("h", "the first value reads memory");
    value("&*h", "the first value reads memory");
    value("&g[length(g)]", "the first value reads memory");
    value("&g[initialized(g)]", "the first value reads memory");
    let text = BASE.replace("procedure f", "global k: t6 = zero as t5\nprocedure f");
    assert_eq!(
        messages(&parse(&text)),
        [
            "global g2: there are no values of t6, which is opaque",
            "global g2: the first value is a number, not a value of t6"
        ]
    );
    edited(|p| p.globals[GlobalId(0)].ty = TypeId(99), &["global g0: there is no type t99"]);
    edited(
        |p| p.globals[GlobalId(1)].initial = Expr::AddressOf(Place::variable(VariableId(0))),
        &["global g1: there is no variable v0"],
    );
    edited(
        |p| p.globals[GlobalId(1)].initial = Expr::AddressOf(Place::global(GlobalId(2))),
        &["global g1: there is no global g2"],
    );
    let defects = validate(&parse(&BASE.replace("&g[1]", "1 @3:4-5")));
    assert_eq!((defects[0].procedure, defects[0].span.to_string()), (None, "3:4-3:5".to_owned()));
}

#[test]
fn what_c_needs_is_fine() {
    for instruction in [
        "q = input \"q\"",
        "c = input \"c\"",
        "p->value = input \"v\"",
        "d = alloc [0; x] as t3 input \"d\"",
        "d = alloc zero as t4",
        "d = alloc x",
        "p = alloc zero as t2",
        "free d",
        "free null as t7",
        "d = &c.fixed[x + 1] + -1",
        "d = &*d",
        "o = &*o",
        "o = (o + 1) as t1 as t7",
        "h = &g[0]",
        "g[x ^ 3] = x << 2 | -1",
        "x = d - h + (d < h) + (p == zero as t1)",
        "x = live(o) && in-bounds(&q[x])",
        "c = {fixed: zero as t4, open: [s; 3] as t3} as t9",
    ] {
        assert_eq!(messages(&parse(&BASE.replace("skip", instruction))), [""; 0], "{instruction}");
    }
    // Types of endless size through pointers, opaque ones too.
    let text = BASE.replace("next: t1", "next: t7").replace("type t7 = ptr t6", "type t7 = ptr t2");
    assert_eq!(messages(&parse(&text)), [""; 0]);
}

#[test]
fn ids_of_expressions_exist() {
    let assign = |value: Expr| {
        move |program: &mut Program| {
            let target = Place::variable(VariableId(0));
            program.procedures[MAIN].edges[EdgeId(3)].instruction = Instruction::Assign { target, value };
        }
    };
    let at = |message: &str| format!("e3 (l4 -> l5): {message}");
    edited(assign(Expr::variable(VariableId(9))), &[&at("there is no variable v9")]);
    edited(assign(Expr::AddressOf(Place::variable(VariableId(9)))), &[&at("there is no variable v9")]);
    edited(assign(Expr::Load(Place::global(GlobalId(9)))), &[&at("there is no global g9")]);
    let one = || Box::new(Expr::int(1));
    let pointer = || Box::new(Expr::variable(VariableId(1)));
    for value in [
        Expr::Null(TypeId(99)),
        Expr::Array(TypeId(99), Vec::new()),
        Expr::Zero(TypeId(99)),
        Expr::Repeat(TypeId(99), one(), one()),
        Expr::Retype(TypeId(99), pointer()),
    ] {
        edited(assign(value), &[&at("there is no type t99")]);
    }
    // The text form has no such expressions.
    let moved = Expr::Offset(one(), one());
    edited(assign(moved), &[&at("moving by elements takes a pointer; this is a number")]);
    let distance = Expr::Distance(one(), pointer());
    edited(assign(distance), &[&at("a distance takes a pointer; this is a number")]);
    let call = Instruction::Call { target: None, callee: ProcedureId(9), arguments: Vec::new() };
    edited(|p| p.procedures[MAIN].edges[EdgeId(3)].instruction = call, &[&at("there is no procedure p9")]);
}

#[test]
fn defects_carry_their_procedure_and_place() {
    let defects = validate(&parse(&BASE.replace("skip", "x = p @3:4-5")));
    assert_eq!(defects.len(), 1);
    assert_eq!(defects[0].procedure, Some(MAIN));
    assert_eq!(defects[0].span.to_string(), "3:4-3:5");
}

#[test]
fn long_procedures_and_deep_types_are_validated_quickly() {
    use std::fmt::Write;
    let count = 100_000;
    let mut text = String::from("flow 1\ntype t0 = int\n");
    for index in 1..count {
        let _ = writeln!(text, "type t{index} = record {{ f: t{} }}", index - 1);
    }
    text.push_str("procedure main {\n  var x: t0\n");
    for index in 0..count {
        let kind = ["entry", "exit", "plain"][index.min(2)];
        let _ = writeln!(text, "  l{index} {kind}");
    }
    for index in 2..count {
        let _ = writeln!(text, "  l{} -> l{index}: x = x + 1", if index == 2 { 0 } else { index - 1 });
    }
    let _ = writeln!(text, "  l{} -> l1: return\n}}\nmain main", count - 1);
    assert_eq!(messages(&parse(&text)), [""; 0]);
}
