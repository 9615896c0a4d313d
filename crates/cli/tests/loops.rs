//! `kyklos loops` as users give it: what is told of each loop, as text and as JSON.

mod support;

use serde_json::Value;
use support::{Answer, kyklos};

fn loops(file: &str, options: &[&str]) -> Answer {
    let mut arguments = vec!["loops", file];
    arguments.extend(options);
    if !options.contains(&"--timeout") {
        // What is told must not depend on how busy the machine is.
        arguments.extend(["--timeout", "120"]);
    }
    let answer = kyklos(&arguments);
    assert_eq!((answer.status, answer.stderr.as_str()), (Some(0), ""), "{answer:?}");
    answer
}

/// What is told of the loops, with every closed form checked before.
fn told(file: &str, options: &[&str]) -> String {
    let plain = loops(file, options).stdout;
    let checked = loops(file, &[options, &["--self-check"]].concat()).stdout;
    assert_eq!(plain, checked, "a self-check changes nothing");
    plain
}

#[test]
fn examples_of_the_paper() {
    for name in ["fill", "fill_twice", "fill_by_parity"] {
        insta::assert_snapshot!(name, told(&format!("tests/loops/{name}.c"), &["--entry", "fill"]));
    }
}

#[test]
fn an_exit_names_the_error_that_it_leads_to() {
    // The pointer is checked at the same place before, and is never null.
    let answer = loops("tests/loops/fill.c", &["--entry", "fill", "--array-size", "5"]);
    let exit = "line 5, by an error, index out of bounds: `A[i]`: i + κ < n ∧ (i + κ ≤ -1 ∨ 5 ≤ i + κ)\n";
    assert!(answer.stdout.contains(exit) && !answer.stdout.contains("null"), "{}", answer.stdout);
}

/// [apc §3.2]: j ↦ ite(κ > 0, max(n, i + κ - 1), j); the inner loop goes round max(0, n - i) times.
#[test]
fn all_ways_are_told_together_with_facts() {
    // Which further facts turn up depends on the solver's models; and those on what else it was asked, for a self-check.
    for options in [&[] as &[&str], &["--self-check"]] {
        let answer = loops("tests/loops/heavy.uc", options).stdout.replace("    7 ≤ 7·i + j\n", "");
        assert!(
            answer.contains("  the loop at line 8 goes round max(0, n - i) times in a round\n"),
            "{answer}"
        );
        insta::assert_snapshot!("heavy", answer);
    }
    let file = "benchmarks/papers/running_example.c";
    let answer = told(file, &["--entry", "running_example"]);
    for line in ["k ↦ wrap(k + κ₂)", "i ↦ i + κ₁ + κ₂", "i = κ₁ + κ₂", "k ≡ κ₂ + 3 (mod 4294967296)"]
    {
        assert!(answer.contains(&format!("    {line}\n")), "{line}: {answer}");
    }
}

#[test]
fn summaries_of_the_thesis() {
    for number in 9..=13 {
        let name = format!("listing_4_{number}");
        insta::assert_snapshot!(name.clone(), loops(&format!("tests/loops/{name}.uc"), &[]).stdout);
    }
    let dot = loops("tests/loops/listing_4_10.uc", &["--format", "dot"]).stdout;
    insta::assert_snapshot!("listing_4_10_dot", dot);
}

#[test]
fn linear_search() {
    let told = told("benchmarks/papers/linear_search.c", &["--entry", "linear_search"]);
    insta::assert_snapshot!(told);
}

#[test]
fn sums_are_binomials() {
    insta::assert_snapshot!(told("tests/loops/sum.uc", &[]));
}

#[test]
fn nested_loops() {
    insta::assert_snapshot!(told("tests/loops/nested.c", &["--entry", "count"]));
}

#[test]
fn phases_are_cycles_of_their_own() {
    insta::assert_snapshot!(told("tests/loops/phases.uc", &[]));
}

#[test]
fn what_has_no_closed_form_is_declined_with_the_reason() {
    insta::assert_snapshot!(told("tests/loops/declined.uc", &[]));
}

#[test]
fn inputs_are_functions_of_the_iteration() {
    insta::assert_snapshot!(told("tests/loops/inputs.uc", &[]));
}

#[test]
fn errors_are_exits_and_dead_loops_are_told() {
    insta::assert_snapshot!(told("tests/loops/unreached.c", &["--entry", "unreached"]));
}

#[test]
fn names_tell_values_apart() {
    insta::assert_snapshot!(told("tests/loops/names.c", &["--entry", "names"]));
}

#[test]
fn json_says_the_same() {
    let answer = loops("tests/loops/unreached.c", &["--entry", "unreached", "--json"]);
    let report: Value = serde_json::from_str(&answer.stdout).unwrap();
    insta::assert_snapshot!(format!("{report:#}").replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

#[test]
fn a_program_without_loops_has_none() {
    assert_eq!(loops("tests/check/listing_2_2.uc", &[]).stdout, "The program has no loops.\n");
}

#[test]
fn a_time_limit_still_tells_what_is_known() {
    let answer = loops("tests/loops/fill.c", &["--entry", "fill", "--timeout", "0.000001"]);
    assert!(answer.stdout.contains("was not reached so far"), "{answer:?}");
    assert!(answer.stdout.contains("Not all paths were explored: the time limit was reached."), "{answer:?}");
}
