//! Wrong programs are refused with messages that point at the right places.

use kyklos_base::{Severity, SourceFile};
use kyklos_front_microc::load;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// All that is said about a program, as a user reads it.
fn messages(name: &str, text: &str) -> (usize, String) {
    match load(SourceFile::new(name, text)) {
        Ok((_, warnings)) => panic!("{name} was accepted, with {} warnings", warnings.len()),
        Err((sources, diagnostics)) => {
            let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
            let texts: Vec<_> =
                diagnostics.iter().map(|diagnostic| diagnostic.render(&sources, false)).collect();
            (errors.count(), texts.join("\n"))
        }
    }
}

#[test]
fn wrong_programs() {
    insta::glob!("wrong/*.uc", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        insta::assert_snapshot!(messages(name, &text).1);
    });
}

#[test]
fn all_errors_are_found_in_one_run() {
    let (errors, text) = messages("five.uc", include_str!("wrong/42_five_errors.uc"));
    assert_eq!(errors, 5, "{text}");
}

#[test]
fn what_is_unusual_but_right_is_accepted() {
    let programs = [
        // A variable may have a function's name, as long as it is not called.
        "f() { return 1; } main() { var f; f = 2; return f; }",
        // Types may contain themselves.
        "main() { var p; p = &p; return *p == p; }",
        "main() { var a; a = []; a = [a, a]; return 0; }",
        "f(l) { return f((*l).next); } main() { var l; l = alloc {v: 1, next: null}; return f(l); }",
        // A record that no literal makes has the fields that are used.
        "f(r) { return r.a + r.b; } main() { return 0; }",
        // Order of fields does not matter, length of arrays neither.
        "main() { var r; r = {a: 1, b: 2}; r = {b: 3, a: 4}; return r.a; }",
        "main() { var a; a = [1]; a = [1, 2, 3]; a = []; return a[0]; }",
        // What is never decided is a number.
        "f(x) { return x; } main() { return null == null; }",
        // `main` can be called.
        "main(n) { var r; if (n > 0) r = main(n - 1); else r = 0; return r; }",
        // Places of all kinds.
        "main() { var r, a, p; r = {f: [1]}; r.f[0] = 2; a = [r]; a[0].f[0] = 3; p = &a; (*p)[0].f = [4];
           *alloc 5 = 6; return 0; }",
    ];
    for program in programs {
        if let Err((sources, diagnostics)) = load(SourceFile::new("right.uc", program)) {
            let texts: Vec<_> =
                diagnostics.iter().map(|diagnostic| diagnostic.render(&sources, false)).collect();
            panic!("refused: {program}\n{}", texts.join("\n"));
        }
    }
}

/// Expressions over declared names; most are ill typed, many are not.
fn any_expression() -> impl Strategy<Value = String> {
    let leaves = vec!["0", "7", "a", "b", "c", "null", "input", "&a", "&b", "[]", "g()"];
    prop::sample::select(leaves).prop_map(str::to_owned).prop_recursive(3, 12, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            pair.clone().prop_map(|(left, right)| format!("({left} + {right})")),
            pair.clone().prop_map(|(left, right)| format!("({left} / {right})")),
            pair.clone().prop_map(|(left, right)| format!("({left} == {right})")),
            pair.clone().prop_map(|(left, right)| format!("({left} && {right})")),
            pair.clone().prop_map(|(left, right)| format!("({left})[{right}]")),
            pair.clone().prop_map(|(left, right)| format!("f({left}, {right})")),
            pair.clone().prop_map(|(left, right)| format!("[{left}, {right}]")),
            pair.prop_map(|(left, right)| format!("({{v: {left}, n: {right}}})")),
            inner.clone().prop_map(|inner| format!("(*{inner})")),
            inner.clone().prop_map(|inner| format!("(alloc {inner})")),
            inner.prop_map(|inner| format!("({inner}).n")),
        ]
    })
}

fn any_statement() -> impl Strategy<Value = String> {
    let targets = prop::sample::select(&["a", "b", "c", "*a", "a[0]", "a.v", "(*a).n"][..]);
    prop_oneof![
        4 => (targets, any_expression()).prop_map(|(target, value)| format!("{target} = {value};")),
        1 => (any_expression(), any_expression()).prop_map(|(c, e)| format!("if ({c}) a = {e}; else b = {e};")),
        1 => (any_expression(), any_expression()).prop_map(|(c, e)| format!("while ({c}) a = {e};")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default()
    })]

    /// Whatever is accepted has a well-formed graph; whatever is refused says why, inside the file.
    #[test]
    fn random_programs_are_refused_or_well_formed(
        statements in prop::collection::vec(any_statement(), 1..4),
        results in (any_expression(), any_expression()),
    ) {
        let body = statements.join("\n  ");
        let text = format!(
            "f(a, b) {{\n  var c;\n  {body}\n  return {};\n}}\n\
             g() {{\n  var a, b, c;\n  return {};\n}}\n\
             main() {{\n  var a, b, c;\n  {body}\n  return 0;\n}}\n",
            results.0, results.1,
        );
        match load(SourceFile::new("random.uc", text.as_str())) {
            Ok((program, _)) => prop_assert_eq!(kyklos_flow::validate(&program), []),
            Err((sources, diagnostics)) => {
                prop_assert!(!diagnostics.is_empty());
                for diagnostic in &diagnostics {
                    prop_assert!(sources.line(diagnostic.span).is_some(), "{:?}", diagnostic);
                }
            }
        }
    }
}
