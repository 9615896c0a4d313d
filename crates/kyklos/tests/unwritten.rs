//! Random C programs full of pointers that were never written, where such uses are not looked for: they go on
//! with arbitrary pointers, so that the failing assertion at the end of `main` is found in each of them.

use kyklos::base::{Budget, SourceFile};
use kyklos::exec::random::Random;
use kyklos::flow::CheckClass;
use kyklos::report::Verdict;
use kyklos::{CheckOptions, check, select};
use std::fmt::Write;
use std::time::Duration;

const PROGRAMS: u64 = 100;

const BEFORE: &str = "\
struct node { struct node *next; int *value; int number; int (*call)(int); int *row[2]; };
void *malloc(unsigned long);
void free(void *);
void assert(int);
static int same(int *a, int *b) { return a == b; }
static int *nothing(int x) { if (x > 0) return malloc(sizeof(int)); }
static struct node *none(void) { }
static struct node whole(void) { }
static int one(int x) { return x + 1; }
int main(void) {
  int k = 0, x = 0;
";

#[test]
fn paths_with_unwritten_pointers_go_on() {
    for seed in 0..PROGRAMS {
        let text = program(&mut Random::new(seed ^ 0xBAD));
        let line = text.lines().count() as u32 - 2;
        assert_eq!(found(&text, seed), Ok(line), "program {seed}:\n{text}");
    }
}

/// The line of the assertion that is found to fail.
fn found(text: &str, seed: u64) -> Result<u32, String> {
    let checks = vec![CheckClass::Assert];
    let options = kyklos::c::Options { checks: checks.clone(), ..Default::default() };
    let (program, _) = kyklos::c::load(SourceFile::new("generated.c", text), &options)
        .map_err(|(sources, all)| all[0].render(&sources, false))?;
    let techniques = select(if seed.is_multiple_of(2) { "compact" } else { "classic" }).unwrap();
    let options = CheckOptions { techniques, seed, checks, ..CheckOptions::default() };
    let budget = Budget::new(Some(Duration::from_secs(20)), None);
    let report = check(&program, &options, budget, &mut |_| {}).map_err(|error| error.to_string())?;
    match (report.verdict, report.findings.as_slice()) {
        (Verdict::Unsafe, [finding]) => Ok(finding.span.start.line),
        (verdict, _) => Err(format!("{verdict:?} {:?} {:?}", report.incomplete, report.faults)),
    }
}

fn program(random: &mut Random) -> String {
    let mut text = BEFORE.to_owned();
    text +=
        "  int *p, *q, *r; int **pp = &q; struct node a, b, *list, *heap = malloc(sizeof(struct node));\n";
    text +=
        "  int *table[3]; struct node nodes[2]; int **cells = malloc(3 * sizeof(int *)); int (*call)(int);\n";
    for _ in 0..4 + random.below(8) {
        let statement = statement(random, 1);
        let _ = writeln!(text, "  {statement}");
    }
    text + "  assert(0);\n  return k;\n}\n"
}

fn statement(random: &mut Random, depth: usize) -> String {
    let (to, from, other) = (pointer(random), pointer(random), pointer(random));
    let node = ["a", "b", "nodes[1]", "(*heap)"][random.below(4)];
    match random.below(14) {
        0..=2 => format!("{to} = {from};"),
        3 => format!("if ({from} == {other}) k++;"),
        4 => format!("if ({from}) k++; else k--;"),
        5 => format!("k += same({from}, {other});"),
        6 => format!("list = {node}.next;"),
        7 => format!("{node} = {};", ["a", "nodes[0]", "*heap", "whole()"][random.below(4)]),
        8 => format!("{to} = nothing({});", random.below(2)),
        9 => "list = none();".to_owned(),
        10 => format!("call = {node}.call; if (!call) call = one;"),
        11 => format!("if ({from} != &x) {to} = &x;"),
        12 if depth > 0 => {
            // A use ends the run, but only one of them.
            let bad =
                [format!("*{from} = 1;"), format!("free({from});"), format!("k += {node}.next->number;")];
            format!("if (k == {}) {{ {} }}", 100 + random.below(9), bad[random.below(3)])
        }
        _ if depth > 0 => format!("for (int i = 0; i < 3; i++) {{ {} }}", statement(random, depth - 1)),
        _ => format!("{to} = {from} + 1;").replace(" + 1", ["", " - 0"][random.below(2)]),
    }
}

/// A place that holds a pointer to a number.
fn pointer(random: &mut Random) -> &'static str {
    const PLACES: [&str; 12] = [
        "p",
        "q",
        "r",
        "*pp",
        "a.value",
        "b.value",
        "heap->value",
        "table[1]",
        "table[k & 1]",
        "nodes[1].row[1]",
        "cells[2]",
        "heap->row[k & 1]",
    ];
    PLACES[random.below(PLACES.len())]
}
