//! The text form: what it accepts, and what it says of what it does not.

use kyklos_flow::*;

fn parse(text: &str) -> Program {
    match text::parse("test.flow", text) {
        Ok(program) => program,
        Err((sources, diagnostics)) => panic!("{}", diagnostics[0].render(&sources, false)),
    }
}

/// A program around the lines of a procedure.
fn around(lines: &str) -> String {
    format!(
        "flow 1
type t0 = int
type t1 = record {{ value: t0, next: t2 }}
type t2 = ptr t1
type t3 = array t1
type t4 = opaque
type t5 = ptr t4
type t6 = array t0
global x: t0 = 1
global g: t3 = [zero as t1; 3] as t3
procedure main {{
  var x: t0
  var y: t0
  var p: t2
  var q: t3
  l0 entry
  l1 exit
  {lines}
}}
main main
"
    )
}

/// An instruction, parsed and printed again in both styles.
fn printed(instruction: &str) -> (String, String) {
    let program = parse(&around(&format!("l0 -> l1: {instruction}")));
    let procedure = &program.procedures[ProcedureId(0)];
    let text = text::print(&program);
    let exact = text.lines().find_map(|line| line.strip_prefix("  l0 -> l1: ")).unwrap_or_default();
    let readable = text::instruction_text(&program, procedure, &procedure.edges[EdgeId(0)].instruction);
    (exact.to_owned(), readable)
}

fn diagnostics(text: &str) -> String {
    let Err((sources, diagnostics)) = text::parse("test.flow", text) else { panic!("parsed:\n{text}") };
    diagnostics.iter().map(|diagnostic| diagnostic.render(&sources, false)).collect::<Vec<_>>().join("\n")
}

#[test]
fn parentheses_stand_only_where_they_matter() {
    for (text, expected) in [
        ("x = ((x + y)) + (x + y)", "x = x + y + (x + y)"),
        ("x = (x * y) + x % y", "x = x * y + x % y"),
        ("x = x * (y + x)", "x = x * (y + x)"),
        ("x = x - (y - 1)", "x = x - (y - 1)"),
        ("x = (x < y) == ((1 && 2) || 3)", "x = x < y == (1 && 2 || 3)"),
        ("x = !(x == y)", "x = !(x == y)"),
        ("x = - 5", "x = -5"),
        ("x = -(5)", "x = -(5)"),
        ("x = --5", "x = -(-5)"),
        ("x = x - -5", "x = x - -5"),
        ("x = -x * -y", "x = -x * -y"),
        ("x = (*p).value", "x = p->value"),
        ("p = (*(*p).next).next", "p = p->next->next"),
        ("*p = *(p)", "*p = *p"),
        ("x = (q[x + 1]).next->value", "x = q[x + 1].next->value"),
        ("assume not x == y", "assume not (x == y)"),
        ("x = ((x | y) ^ x) & 1", "x = ((x | y) ^ x) & 1"),
        ("x = x | (y ^ (x & (1 == 2)))", "x = x | y ^ x & 1 == 2"),
        ("x = (x & 1) == 0", "x = (x & 1) == 0"),
        ("x = (x << 1) + (1 >> (y + 2))", "x = (x << 1) + (1 >> y + 2)"),
        ("x = (x << 1) < (y >> 2)", "x = x << 1 < y >> 2"),
        ("x = x | 1 && y ^ 2", "x = x | 1 && y ^ 2"),
        ("x = x & *&y", "x = x & *&y"),
        ("p = &(q[x])", "p = &q[x]"),
        ("p = &((*p).next->next)->next", "p = &p->next->next->next"),
        ("p = &(*p)", "p = &*p"),
        ("x = (&q[1])->value", "x = (&q[1])->value"),
        ("p = ((p + 1) + x)", "p = p + 1 + x"),
        ("p = p + (x + 1)", "p = p + (x + 1)"),
        ("x = (p - &q[0]) - 1", "x = p - &q[0] - 1"),
        ("x = *(p + 1).$0", ""),
        ("x = (p + 1)->value", "x = (p + 1)->value"),
        ("*(p + x) = g[$0]", "*(p + x) = g[x]"),
        ("x = live(p) + in-bounds((p + 1))", "x = live(p) + in-bounds(p + 1)"),
        ("x = allocated((p + 1)) * 2", "x = allocated(p + 1) * 2"),
        ("x = ends((p + 1)) && x", "x = ends(p + 1) && x"),
        ("x = in - bounds(p)", "x = in-bounds(p)"),
        ("free (p)", "free p"),
        ("q = input \"a \\\"b\"", "q = input \"a \\\"b\""),
        ("x = p < p + 1", "x = p < p + 1"),
        ("free", ""),
        ("x = in(p)", ""),
        ("x = &1", ""),
        ("x = $g2", ""),
        ("x = $g", ""),
        ("x = p->$g0", ""),
        ("x = [1; 2", ""),
        ("x = [1; 2; 3] as t6", ""),
        ("x = [1, 2; 3] as t6", ""),
        ("x = zero", ""),
        ("x = x as", ""),
        ("assume (not)", ""),
    ] {
        if expected.is_empty() {
            assert!(text::parse("test.flow", &around(&format!("l0 -> l1: {text}"))).is_err(), "{text}");
        } else {
            assert_eq!(printed(text), (expected.to_owned(), expected.to_owned()));
        }
    }
}

#[test]
fn readable_texts_leave_types_out() {
    let exact = "p = alloc {value: [1, -2] as t3, next: null as t2} as t1";
    assert_eq!(printed(exact), (exact.to_owned(), "p = alloc {value: [1, -2], next: null}".to_owned()));
    for (exact, readable) in [
        ("q = alloc [zero as t1; x] as t3 input \"q\"", "q = alloc [zero; x] input \"q\""),
        ("p = (p + 1) as t5 as t2", "p = p + 1"),
        ("p = p as t5 as t2 + 1", "p = p + 1"),
        ("x = (p as t5 as t2)->value", "x = p->value"),
        ("x = *p as t5 == null as t5", "x = *p == null"),
        ("x = *(p as t2) - 1", "x = *p - 1"),
        ("x = -(p as t2)", "x = -p"),
        ("x = $g0 + g[x].value", "x = x + g[x].value"),
    ] {
        assert_eq!(printed(exact), (exact.to_owned(), readable.to_owned()));
    }
}

#[test]
fn names_mean_variables_of_the_procedure_before_those_of_the_program() {
    let text = "flow 1
global \"in\": t1 = &y @2:3-4
global x: t0 = 3
global y: t0 = 4
global z: t0 = 5
global z: t0 = zero as t0
procedure main {
  var x: t0
  l0 entry
  l1 exit
  l0 -> l1: x = *\"in\" + $g1 + y + $g4
}
locals die
main main
type t0 = int
type t1 = ptr t0
";
    let program = parse(text);
    assert!(program.locals_die);
    let names: Vec<&str> = program.globals.rows().map(|global| global.name.as_str()).collect();
    assert_eq!(names, ["in", "x", "y", "z", "z"]);
    assert_eq!(program.globals[GlobalId(0)].initial, Expr::AddressOf(Place::global(GlobalId(2))));
    assert_eq!(text::global_text(&program, &program.globals[GlobalId(0)]), "in = &y");
    let printed = text::print(&program);
    for line in ["locals die\n", "global \"in\": t1 = &y @2:3-4\n", "x = *\"in\" + $g1 + y + $g4\n"] {
        assert!(printed.contains(line), "{printed}");
    }
    assert_eq!(parse(&printed), program);
}

#[test]
fn wrong_lines_of_globals_are_told() {
    let text = "flow 1
type t0 = int
locals
locals die now
global a: t9 = 1
global b: t0
global c = 1
global d: t0 = e
global null: t0 = 1
global f: t0 = a + b + c + d + $g9 + $0
global g: t0 = f(1)
global h: t0 = 1 +
global i: t0 = 1 2
global g: t0 = g
procedure main {
  l0 entry
  l1 exit
  l0 -> l1: a = g
}
main main
";
    insta::assert_snapshot!(diagnostics(text));
}

#[test]
fn names_that_are_no_identifiers_are_quoted_and_ambiguous_ones_numbered() {
    let lines = "temporary \"%1\": t0\n  var x: t2\n  var \"null\": t0\n  l0 -> l1: \"%1\" = $0 + \"null\" + $5->value";
    let program = parse(&around(lines));
    let text = text::print(&program);
    assert!(text.contains("  l0 -> l1: \"%1\" = $0 + \"null\" + $5->value\n"), "{text}");
    let procedure = &program.procedures[ProcedureId(0)];
    let readable = text::instruction_text(&program, procedure, &procedure.edges[EdgeId(0)].instruction);
    assert_eq!(readable, "%1 = x + null + x->value");
}

#[test]
fn order_of_lines_matters_only_for_numbers() {
    let program = parse(
        "flow 1 // version
main f

procedure f -> t1 {
  l2 -> l1: x = g()
  l0 exit
  l1 plain
  l2 entry label \"here \\u{e4}\" @f3:1:2-4:5
  l1 -> l0: return x
  var x: t1
} // f
procedure g -> t1 {
  l0 entry
  l1 exit
  l0 -> l1: return null as t1
}
type t0 = int
type t1 = ptr t0
file f0 \"a\\\\b\"
",
    );
    assert_eq!(validate(&program), []);
    let procedure = &program.procedures[ProcedureId(0)];
    assert_eq!((procedure.entry, procedure.exit), (LocationId(2), LocationId(0)));
    assert_eq!(procedure.locations[LocationId(2)].label.as_deref(), Some("here ä"));
    assert_eq!(parse(&text::print(&program)), program);
}

#[test]
fn all_errors_of_a_text_are_told() {
    let text = "flow 1
type t0 = int
type t2 = ptr t7
type t2 = record { a: t0 a: t1 }
file f0 name
procedure main -> t9 {
  var x t0
  var y: t0 \"oops
  war z: t0
  l0 entry
  l1 error division \"no\"
  l2 final
  l0 -> l1: x = y +
  l0 -> l9: x = 1
  l0 -> l1: x = z
  l0 -> l1: 3 = x
  l0 -> l1: x = null
  l0 -> l1: x = not
  l0 -> l1: x = g()
  l0 -> l1: x = 1 + f(x)
  l0 -> l1: x = {a: 1} as t2
  l0 -> l1: x = x.f
  l0 -> l1: x = (x
  l0 -> l1: skip @3
procedure f {
}
main
stray
";
    insta::assert_snapshot!(diagnostics(text));
}

#[test]
fn the_first_line_names_the_version() {
    for text in ["", "// nothing", "flow 2\n", "procedure f {\n}\n"] {
        assert!(diagnostics(text).contains("flow 1"), "{text:?}");
    }
}

#[test]
fn deep_nesting_is_parsed_up_to_its_limit_and_refused_beyond() {
    let depth = text::MAX_NESTING - 5;
    let shapes = |depth: usize| {
        [
            format!("x = {}x{}", "(".repeat(depth), ")".repeat(depth)),
            format!("x = {}x", "!".repeat(depth)),
            format!("x = {}x", "-".repeat(depth)),
            format!("x = {}p{}", "*".repeat(depth), "->value"),
            format!("p = p{}", "->next".repeat(depth)),
            format!("x = x{}", " + x".repeat(depth)),
            format!("x = {}x{}", "x - (".repeat(depth), ")".repeat(depth)),
            format!("x = {}x{}", "q[".repeat(depth), "].value".repeat(depth)),
            format!("x = {}x{}", "i8(".repeat(depth), ")".repeat(depth)),
            format!("x = {}{}", "[".repeat(depth), "] as t3".repeat(depth)),
            format!("x = {}1{}", "{value: ".repeat(depth), "} as t1".repeat(depth)),
            format!("x = {}1{}", "[".repeat(depth), "; 2] as t6".repeat(depth)),
            format!("x = {}x{}", "[1; ".repeat(depth), "] as t6".repeat(depth)),
            format!("p = p{}", " + 1".repeat(depth)),
            format!("p = {}p{}", "p + (p - ".repeat(depth / 2), ")".repeat(depth / 2)),
            format!("p = p{}", " as t2".repeat(depth)),
            format!("p = {}p{}", "(".repeat(depth / 2), " as t2) + 1".repeat(depth / 2)),
            format!("p = {}p", "&*".repeat(depth / 2)),
            format!("x = {}p{}", "live(".repeat(depth), ")".repeat(depth)),
            format!("x = {}p{}", "in-bounds(".repeat(depth), ")".repeat(depth)),
            format!("free {}x{}", "&q[".repeat(depth / 2), "]".repeat(depth / 2)),
            format!("x = x{}", " << x".repeat(depth)),
        ]
    };
    let work = move || {
        for instruction in shapes(depth) {
            let program = parse(&around(&format!("l0 -> l1: {instruction}")));
            validate(&program);
            json::json(&program);
            dot::dot(&program);
            assert_eq!(text::print(&program.clone()), text::print(&program));
        }
    };
    std::thread::Builder::new().stack_size(4 << 20).spawn(work).unwrap().join().unwrap();
    for instruction in shapes(100_000) {
        let message = diagnostics(&around(&format!("l0 -> l1: {instruction}")));
        assert!(message.contains("this expression nests more than 2000 deep"), "{message}");
    }
}

#[test]
fn big_numbers_are_parsed_up_to_their_limit() {
    let digits = "7".repeat(text::MAX_DIGITS);
    let program = parse(&around(&format!("l0 -> l1: x = {digits}")));
    assert!(text::print(&program).contains(&digits));
    let message = diagnostics(&around(&format!("l0 -> l1: x = 1{digits}")));
    assert!(message.contains("more than 100000 digits"), "{message}");
}
