//! Parser, printer and JSON: snapshots of trees and messages, printing and
//! parsing back, hostile inputs, deep and large inputs.

mod support;

use kyklos_base::{Diagnostic, Severity, SourceFile, Sources};
use kyklos_front_microc::ast::{Ast, BinaryOp, Expr, ExprKind, Stmt, StmtKind};
use kyklos_front_microc::json::ast_json;
use kyklos_front_microc::parser::{MAX_DEPTH, MAX_REPORTED, parse};
use kyklos_front_microc::pretty;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::fmt::Write;
use std::time::{Duration, Instant};
use support::FILE;

/// A program with every construct of the language.
const EVERYTHING: &str = r#"// Every construct.
all(a, b) {
  var x, y;
  var p;
  x = -5; y = - 7; x = -y; x = a -1;
  x = 123456789012345678901234567890;
  p = alloc {value: 1 + 2, next: null};
  (*p).value = x * 2 % 3 / (4 - y);
  y = [1, [], input][x][0].f(a, &b)();
  *p = {};
  if (!(x == y)) x = 1; else if (x != y && x <= y) { } else { output *x[0].field; }
  while ((x < 1 || y > 2) && x >= y) { assert x; assume (y); error "a \"text\"\n"; }
  assert = 1; error[0] = assume(error.x);
  return x; /* the end */
}
main() { return all(1, 2); }
"#;

fn fixed(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn render(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut sources = Sources::new();
    sources.add(SourceFile::new("test.uc", text));
    diagnostics.iter().map(|diagnostic| diagnostic.render(&sources, false)).collect()
}

fn parse_right(text: &str) -> Ast {
    let (ast, diagnostics) = parse(FILE, text);
    ast.unwrap_or_else(|| panic!("{text}\n{}", render(text, &diagnostics)))
}

/// The tree of an expression, fully parenthesised, and the warnings.
fn grouping(expression: &str) -> (String, usize) {
    let text = format!("main() {{ return {expression}; }}");
    let (ast, diagnostics) = parse(FILE, &text);
    let ast = ast.unwrap_or_else(|| panic!("{}", render(&text, &diagnostics)));
    (shape(&ast.functions[0].result), diagnostics.len())
}

fn shape(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Number(value) => value.to_string(),
        ExprKind::Identifier(name) => name.clone(),
        ExprKind::Alloc(inner) => format!("alloc({})", shape(inner)),
        ExprKind::Deref(inner) => format!("*({})", shape(inner)),
        ExprKind::Not(inner) => format!("!({})", shape(inner)),
        ExprKind::Neg(inner) => format!("-({})", shape(inner)),
        ExprKind::Binary(op, left, right) => format!("({} {} {})", shape(left), op.symbol(), shape(right)),
        ExprKind::Index { array, index } => format!("{}[{}]", shape(array), shape(index)),
        ExprKind::Field { record, field } => format!("{}.{}", shape(record), field.text),
        other => format!("{other:?}"),
    }
}

#[test]
fn every_construct_as_json() {
    insta::assert_snapshot!(format!("{:#}", ast_json(&parse_right(EVERYTHING))));
}

#[test]
fn every_construct_printed() {
    insta::assert_snapshot!(pretty::print(&parse_right(EVERYTHING)));
}

#[test]
fn large_numbers_are_strings_in_json() {
    let json = ast_json(&parse_right("main() { return [9223372036854775807, 9223372036854775808]; }"));
    let elements = &json["functions"][0]["result"]["elements"];
    assert_eq!(elements[0]["value"], 9223372036854775807i64);
    assert_eq!(elements[1]["value"], "9223372036854775808");
}

#[test]
fn operators_group_as_in_the_grammar() {
    let table = [
        ("a && b || c && d", "(((a && b) || c) && d)", 1),
        ("a || (b && c)", "(a || (b && c))", 0),
        ("(a && b) || c", "((a && b) || c)", 0),
        ("a == b != c < d + e * f", "((a == b) != (c < (d + (e * f))))", 0),
        ("a - b - c % d", "((a - b) - (c % d))", 0),
        ("!a == b", "!((a == b))", 1),
        ("!(a == b)", "!((a == b))", 0),
        ("!(a) && b", "!((a && b))", 1),
        ("(!a) == b", "(!(a) == b)", 0),
        ("!a", "!(a)", 0),
        ("c * !a", "(c * !(a))", 0),
        ("c + !a + b", "(c + !((a + b)))", 1),
        ("alloc a + b", "alloc((a + b))", 0),
        ("*x[0].f", "*(x[0].f)", 0),
        ("(*p).next", "*(p).next", 0),
        ("a[i][j].f", "a[i][j].f", 0),
        ("a -1", "(a - 1)", 0),
        ("a - -1", "(a - -1)", 0),
        ("- 5", "-5", 0),
        ("-(5)", "-(5)", 0),
        ("--5", "-(-5)", 0),
        ("-a * b", "(-(a) * b)", 0),
        ("**p - *q", "(*(*(p)) - *(q))", 0),
    ];
    for (text, expected, warnings) in table {
        assert_eq!(grouping(text), (expected.to_owned(), warnings), "{text}");
    }
}

#[test]
fn else_belongs_to_the_nearest_if() {
    let ast = parse_right("main() { if (a) if (b) x = 1; else x = 2; return 0; }");
    let StmtKind::If { then, otherwise: None, .. } = &ast.functions[0].body[0].kind else {
        panic!("{ast:?}")
    };
    assert!(matches!(then.kind, StmtKind::If { otherwise: Some(_), .. }));
}

#[test]
fn words_of_the_extension_stay_names() {
    let text = "error(assume) { return assume; } assert() { var error, assume; error = error(1); \
                assume[0] = assert(); error.x = assume; assert (error) == 1; assume -error; return error; } ";
    let kinds: Vec<_> = parse_right(text).functions[1].body.iter().map(|stmt| name_of(&stmt.kind)).collect();
    assert_eq!(kinds, ["assign", "assign", "assign", "assert", "assume"]);
}

fn name_of(kind: &StmtKind) -> &'static str {
    match kind {
        StmtKind::Assign { .. } => "assign",
        StmtKind::Assert(_) => "assert",
        StmtKind::Assume(_) => "assume",
        _ => "other",
    }
}

#[test]
fn spans_leave_out_parentheses_around_but_not_inside() {
    let ast = parse_right("main() { return ((a) + b); }");
    let result = &ast.functions[0].result;
    assert_eq!(result.span.to_string(), "1:18-1:25");
    assert_eq!(ast.functions[0].span.to_string(), "1:1-1:29");
    let ExprKind::Binary(BinaryOp::Add, left, _) = &result.kind else { panic!("{result:?}") };
    assert_eq!(left.span.to_string(), "1:19-1:20");
}

#[test]
fn an_empty_file_has_no_functions() {
    for text in ["", "  // nothing\n", "\u{feff}/**/"] {
        let (ast, diagnostics) = parse(FILE, text);
        assert_eq!((ast, diagnostics), (Some(Ast { functions: Vec::new() }), Vec::new()));
    }
}

/// Wrong programs; the snapshot shows what is said about each.
const WRONG: &[(&str, &str)] = &[
    ("missing semicolon", "main() {\n  var x;\n  x = 1\n  x = 2;\n  return x\n}\n"),
    ("missing semicolon on the same line", "main() { var x; x = 1 x = 2; return x; }\n"),
    ("var behind a statement", "main() {\n  var x;\n  x = 1;\n  var y;\n  return x;\n}\n"),
    ("var with a value", "main() {\n  var x = 5;\n  return x;\n}\n"),
    ("return in the middle", "main() {\n  return 1;\n  output 2;\n  return 3;\n}\n"),
    ("return twice", "main() {\n  return 1;\n  return 2;\n}\n"),
    ("return in a block", "main() {\n  if (input) {\n    return 1;\n  }\n  return 0;\n}\n"),
    ("return missing", "f() {\n  output 1;\n}\nmain() {\n  return f();\n}\n"),
    ("return without value", "main() {\n  return;\n}\n"),
    ("assignment in a condition", "main() {\n  var x;\n  if (x = 1) { x = ; }\n  return x;\n}\n"),
    ("comparison as statement", "main() {\n  var x;\n  x == 1;\n  return x;\n}\n"),
    ("else without if", "main() {\n  var x;\n  if (x) x = 1; x = 2; else x = 3;\n  return x;\n}\n"),
    ("types", "int main(int a, b) {\n  int x = 3;\n  return x;\n}\n"),
    ("increment", "main() {\n  var i;\n  i++;\n  ++i;\n  i--;\n  i += 1;\n  return i;\n}\n"),
    ("for", "main() {\n  var i;\n  for (i = 0; i < 3; i++) { output i }\n  return i;\n}\n"),
    ("break", "main() {\n  while (1) { break; }\n  do { output 1; } while (1);\n  return 0;\n}\n"),
    (
        "missing parenthesis",
        "main() {\n  var x;\n  if (x {\n    x = (1 + 2;\n  }\n  while x < 1 { x = f(1, 2; }\n  return x;\n}\n",
    ),
    ("unclosed brace at the end", "main() {\n  while (1) {\n    output 1;\n"),
    ("unclosed brace before a function", "f(a) {\n  while (a) {\n    a = 1;\n\nmain() {\n  return 0;\n}\n"),
    (
        "unclosed brace before return",
        "main() {\n  while (1) {\n    output 1;\n  return 0;\n}\nf() {\n  return 0;\n}\n",
    ),
    ("brace too many", "main() {\n  output 1;\n  }\n  return 0;\n}\nf() { return ; }\n"),
    ("stray brace", "main() { return 0; }\n}\n"),
    (
        "stray characters",
        "#include <stdio.h>\nmain() {\n  var x;\n  x = 1 $ 2;\n  x = 'a';\n  x = a | b;\n  return x & 1;\n}\n",
    ),
    ("names", "main() {\n  var größe, 2x;\n  größe = 0x10;\n  return 1.5;\n}\n"),
    ("invisible", "main() {\n  return\u{a0}1;\n}\n"),
    ("comment without end", "main() {\n  return 1; /* the end\n}\n"),
    ("text without end", "main() {\n  error \"abc;\n  error \"a\\qb\";\n  return 0;\n}\n"),
    ("text elsewhere", "main() {\n  output \"hello\";\n  return 0;\n}\n"),
    ("call as a statement", "main() {\n  f(1);\n  return 0;\n}\n"),
    (
        "record",
        "main() {\n  var x;\n  x = {a: 1 b: 2};\n  x = {a = 1};\n  x = {a: 1,};\n  return [1, 2;\n}\n",
    ),
    ("empty statement", "main() {\n  while (0) {};\n  return 0;\n}\n"),
    ("no function", "var x;\nx = 1;\nmain() {\n  return 0;\n}\n"),
    ("function without parentheses", "main {\n  return 0;\n}\n"),
    ("function without body", "main()\n  return 0;\n"),
    ("parameters", "f(1) { return 0; }\ng(a b) { return 0; }\nh(a, { return 0; }\n"),
    ("structure", "struct list { int x; };\nmain() { return 0; }\n"),
    (
        "address of a part",
        "main() {\n  var x, y;\n  x = &y[0];\n  x = input();\n  x = & 5;\n  return 0;\n}\n",
    ),
    (
        "several independent errors",
        "f( {\n  x = ;\n  y = (;\n  if (a b) { z = 1 + ; } else { z = ]; }\n  return *;\n}\ng() { return 1 1; }\n",
    ),
    ("warnings", "main() {\n  var a, b;\n  if (!a == b) a = b || a && b;\n  return a;\n}\n"),
];

#[test]
fn wrong_programs() {
    let mut all = String::new();
    for (title, text) in WRONG {
        let (ast, diagnostics) = parse(FILE, text);
        assert_eq!(ast.is_some(), *title == "warnings", "{title}");
        let _ = write!(all, "=== {title}\n{text}---\n{}\n", render(text, &diagnostics));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn messages_come_in_the_order_of_the_source_and_are_capped() {
    let text = format!("main() {{\n{}return 0;\n}}\n", "  x = a && b || ;\n  x = $;\n".repeat(100));
    let (ast, diagnostics) = parse(FILE, &text);
    assert!(ast.is_none());
    assert!(diagnostics.is_sorted_by_key(|diagnostic| diagnostic.span.start));
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    assert_eq!(errors, MAX_REPORTED + 1);
    assert_eq!(diagnostics.last().map(|last| last.message.starts_with("too many errors")), Some(true));

    let text = format!("main() {{\n{}return 0;\n}}\n", "  x = a && b || c;\n".repeat(100));
    let (ast, diagnostics) = parse(FILE, &text);
    assert!(ast.is_some());
    assert_eq!(diagnostics.len(), MAX_REPORTED + 1);
}

/// The tree with the blocks that printing adds: around an inner statement that
/// would otherwise take the `else` of an outer one.
fn with_blocks(stmt: &mut Stmt) {
    match &mut stmt.kind {
        StmtKind::If { then, otherwise, .. } => {
            with_blocks(then);
            if let Some(otherwise) = otherwise {
                with_blocks(otherwise);
                if takes_else(then) {
                    let inner = (**then).clone();
                    then.kind = StmtKind::Block(vec![inner]);
                }
            }
        }
        StmtKind::While { body, .. } => with_blocks(body),
        StmtKind::Block(statements) => statements.iter_mut().for_each(with_blocks),
        _ => {}
    }
}

fn takes_else(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::If { otherwise, .. } => otherwise.as_ref().is_none_or(|otherwise| takes_else(otherwise)),
        StmtKind::While { body, .. } => takes_else(body),
        _ => false,
    }
}

proptest! {
    #![proptest_config(fixed(2000))]

    #[test]
    fn printing_and_parsing_gives_the_tree_back(ast in support::any_ast()) {
        let text = pretty::print(&ast);
        let (parsed, diagnostics) = parse(FILE, &text);
        prop_assert!(diagnostics.is_empty(), "{text}\n{}", render(&text, &diagnostics));
        let mut parsed = parsed.unwrap_or(Ast { functions: Vec::new() });
        support::strip_spans(&mut parsed);
        let mut expected = ast;
        expected.functions.iter_mut().for_each(|function| function.body.iter_mut().for_each(with_blocks));
        prop_assert_eq!(&parsed, &expected, "{}", text);
        prop_assert_eq!(pretty::print(&parsed), text);
    }
}

/// What must hold of any text whatever.
fn survives(text: &str) {
    let (ast, diagnostics) = parse(FILE, text);
    let has_error = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    assert_eq!(ast.is_none(), has_error);
    assert!(diagnostics.is_sorted_by_key(|diagnostic| diagnostic.span.start));
    assert!(diagnostics.len() <= 2 * (MAX_REPORTED + 1));
    render(text, &diagnostics);
    if let Some(mut ast) = ast {
        let mut again = parse_right(&pretty::print(&ast));
        support::strip_spans(&mut again);
        support::strip_spans(&mut ast);
        assert_eq!(again, ast);
    }
}

const TOKENS: [&str; 56] = [
    "a", "b", "main", "f", "assert", "assume", "error", "for", "int", "break", "0", "7", "12x", "\"t\"",
    "\"", "var", "return", "output", "if", "else", "while", "input", "alloc", "null", "(", ")", "[", "]",
    "{", "}", ",", ";", ":", ".", "=", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "!", "&",
    "&&", "|", "||", "$", "ä", "//", "/*", "*/",
];

proptest! {
    #![proptest_config(fixed(8000))]

    #[test]
    fn bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        survives(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn token_soup_does_no_harm(
        tokens in prop::collection::vec((prop::sample::select(&TOKENS[..]), prop::sample::select(vec!["", " ", "\n"])), 0..60),
        inside in any::<bool>(),
    ) {
        let soup: String = tokens.iter().flat_map(|(token, blank)| [*token, *blank]).collect();
        survives(&if inside { format!("main() {{ {soup} return 0; }}") } else { soup });
    }

    #[test]
    fn mutations_do_no_harm(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, prop::sample::select(&TOKENS[..])), 1..6),
    ) {
        let mut characters: Vec<char> = EVERYTHING.chars().collect();
        for (at, removed, inserted) in edits {
            let start = at.index(characters.len());
            let end = (start + removed).min(characters.len());
            characters.splice(start..end, inserted.chars());
        }
        survives(&characters.into_iter().collect::<String>());
    }
}

/// Programs with one construct nested `n` times.
fn deep_programs(n: usize) -> Vec<(&'static str, String)> {
    let around =
        |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(n), close.repeat(n));
    let expression = |text: String| format!("main() {{ return {text}; }}");
    let statement = |text: String| format!("main() {{ {text} return 0; }}");
    vec![
        ("parentheses", expression(around("(", "1", ")"))),
        ("arrays", expression(around("[", "1", "]"))),
        ("records", expression(around("{a: ", "1", "}"))),
        ("calls", expression(around("f(", "1", ")"))),
        ("indices", expression(around("a[", "1", "]"))),
        ("not", expression(around("!", "a", ""))),
        ("deref", expression(around("*", "a", ""))),
        ("negation", expression(around("-", "a", ""))),
        ("allocation", expression(around("alloc ", "a", ""))),
        ("sum", expression(around("", "a", " + a"))),
        ("disjunction", expression(around("", "a", " || a"))),
        ("sum to the right", expression(around("a + (", "a", ")"))),
        ("fields", expression(around("", "a", ".b"))),
        ("index chain", expression(around("", "a", "[0]"))),
        ("call chain", expression(around("", "a", "()"))),
        ("blocks", statement(around("{", "", "}"))),
        ("ifs", statement(around("if (a) ", "a = 1;", ""))),
        ("else ifs", statement(around("if (a) a = 1; else ", "a = 2;", ""))),
        ("whiles", statement(around("while (a) { ", "a = 1;", "}"))),
        ("condition", statement(format!("if ({}) a = 1;", around("(", "a", ")")))),
    ]
}

#[test]
fn nesting_is_bounded() {
    let far_beyond = [MAX_DEPTH as usize + 1, 100_000];
    for (title, text) in far_beyond.into_iter().flat_map(deep_programs) {
        let (ast, diagnostics) = parse(FILE, &text);
        assert!(ast.is_none(), "{title}");
        let messages: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
        assert_eq!(messages, ["nested more than 1000 levels deep"], "{title}");
    }
}

#[test]
fn nesting_within_the_bound_is_fine() {
    for (title, text) in deep_programs(MAX_DEPTH as usize / 2 - 10) {
        let mut ast = parse_right(&text);
        let mut again = parse_right(&pretty::print(&ast));
        support::strip_spans(&mut ast);
        support::strip_spans(&mut again);
        assert_eq!(ast, again, "{title}");
        assert!(ast_json(&ast).is_object());
    }
}

#[test]
fn large_files_are_read_quickly() {
    let statement = "x = a[i] + f(1, -2) * 3; ";
    let count = 10_000_000 / statement.len();
    let wide = [
        ("one line", format!("main() {{ {} return 0; }}", statement.repeat(count))),
        ("many lines", format!("main() {{\n{} return 0; }}", format!("{statement}\n").repeat(count))),
        ("one comment", format!("main() {{ return 0; }} /*{}*/", "ä*".repeat(4_000_000))),
        ("one name", format!("main() {{ return {}; }}", "a".repeat(10_000_000))),
        ("one list", format!("main() {{ return [{}0]; }}", "1, ".repeat(1_000_000))),
        ("many functions", "f(a, b) { return a; } ".repeat(100_000)),
        (
            "large numbers",
            format!("main() {{ return [{}0]; }}", format!("{}, ", "9".repeat(9_999)).repeat(1_000)),
        ),
        ("many warnings", format!("main() {{ {} return 0; }}", "x = a && b || c;".repeat(100_000))),
        ("wrong lines", format!("main() {{ {} return 0; }}", "f(a); ".repeat(1_500_000))),
    ];
    for (title, text) in wide {
        let start = Instant::now();
        let (ast, _) = parse(FILE, &text);
        assert_eq!(ast.is_some(), title != "wrong lines", "{title}");
        // Far above what it takes, far below what a quadratic parser would.
        assert!(start.elapsed() < Duration::from_secs(300), "{title}: {:?}", start.elapsed());
    }
}
