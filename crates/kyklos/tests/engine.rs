//! What the engine must keep that no microc program shows: graphs written by hand, limits, budgets,
//! and that one seed gives one report.

use kyklos::base::{Budget, SourceFile};
use kyklos::exec::{Strategy, SymbolicIndex};
use kyklos::flow::Program;
use kyklos::report::{Report, Verdict, json};
use kyklos::{CheckOptions, find_place};
use std::time::{Duration, Instant};

fn flow(text: &str) -> Program {
    let program = kyklos::flow::text::parse("test.flow", text).unwrap();
    assert_eq!(kyklos::flow::validate(&program), []);
    program
}

fn microc(text: &str) -> Program {
    kyklos::microc::load(SourceFile::new("test.uc", text)).unwrap().0
}

fn all_errors() -> CheckOptions {
    CheckOptions {
        all_errors: true,
        techniques: kyklos::select("classic").unwrap(),
        ..CheckOptions::default()
    }
}

fn check_within(program: &Program, options: &CheckOptions, seconds: u64) -> Report {
    let budget = Budget::new(Some(Duration::from_secs(seconds)), None);
    kyklos::on_large_stack(|| kyklos::check(program, options, budget, &mut |_| {}).unwrap()).unwrap()
}

/// Under both treatments of indices: the verdict, and the lines of all findings.
fn assert_found(program: &Program, verdict: Verdict, lines: &[u32]) {
    for symbolic_index in [SymbolicIndex::Ite, SymbolicIndex::Fork] {
        let report = check_within(program, &CheckOptions { symbolic_index, ..all_errors() }, 60);
        let mut found: Vec<_> = report.findings.iter().map(|finding| finding.span.start.line).collect();
        found.sort_unstable();
        assert_eq!(report.faults, Vec::<String>::new());
        assert_eq!((report.verdict, found.as_slice()), (verdict, lines), "{symbolic_index:?}: {report:?}");
    }
}

/// `main` with variables and edges; `l0` is its entry, `l1` its exit, and the errors follow.
fn main_of(types: &str, variables: &str, errors: u32, edges: &str) -> Program {
    let plain = edges.lines().filter_map(|line| line.trim().split(" ->").next()?.strip_prefix('l'));
    let last = plain.filter_map(|number| number.parse::<u32>().ok()).max().unwrap();
    let mut text =
        format!("flow 1\nfile f0 \"test\"\ntype t0 = int\n{types}\nprocedure main -> t0 {{\n{variables}\n");
    text.push_str("l0 entry @1:1-2\nl1 exit @1:1-2\n");
    for number in 2..2 + errors {
        text.push_str(&format!("l{number} error assertion \"e\" @{number}:1-2\n"));
    }
    for number in 2 + errors..=last {
        text.push_str(&format!("l{number} plain @{number}:1-2\n"));
    }
    flow(&format!("{text}{edges}\n}}\nmain main\n"))
}

#[test]
fn a_right_operand_counts_only_where_the_left_one_does_not_decide() {
    // Outside of the array the condition is simply false: those runs must not get lost.
    let array = main_of(
        "type t1 = array t0",
        "var a: t1\nvar i: t0",
        2,
        "l0 -> l4: a = [1, 2, 3] as t1
         l4 -> l5: i = input \"i\"
         l5 -> l6: assume i >= 0 && i < length(a) && a[i] == 2
         l5 -> l7: assume not (i >= 0 && i < length(a) && a[i] == 2)
         l6 -> l2: assume i != 1
         l6 -> l8: assume not (i != 1)
         l7 -> l3: assume i == 7
         l7 -> l8: assume not (i == 7)
         l8 -> l1: return 0",
    );
    assert_found(&array, Verdict::Unsafe, &[3]);
    // The same with `||`, null pointers, and a target that was never written.
    let pointer = main_of(
        "type t1 = ptr t0\ntype t2 = array t1",
        "var x: t0\nvar y: t0\nvar a: t2\nvar i: t0\nvar p: t1",
        2,
        "l0 -> l4: a = [&x, null as t1, &y] as t2
         l4 -> l5: y = 5
         l5 -> l6: i = input \"i\"
         l6 -> l7: assume i >= 0 && i < 3
         l7 -> l8: p = a[i]
         l8 -> l9: assume p == null as t1 || !initialized(*p) || *p == 5
         l8 -> l2: assume not (p == null as t1 || !initialized(*p) || *p == 5)
         l9 -> l3: assume i == 1
         l9 -> l10: assume not (i == 1)
         l10 -> l1: return 0",
    );
    assert_found(&pointer, Verdict::Unsafe, &[3]);
}

#[test]
fn inputs_keep_the_range_of_their_type() {
    // On one path the second input is large, on the other it is a byte, and may not be 0 either.
    let program = main_of(
        "type t1 = u8\ntype t2 = i64",
        "var x: t0\nvar b: t1\nvar w: t2",
        3,
        "l0 -> l5: x = input \"x\"
         l5 -> l6: assume x == 0
         l5 -> l7: assume not (x == 0)
         l6 -> l8: w = input \"w\"
         l8 -> l2: assume w == 5000000000
         l8 -> l9: assume not (w == 5000000000)
         l7 -> l10: b = input \"b\"
         l10 -> l3: assume x != b + 1
         l10 -> l11: assume not (x != b + 1)
         l11 -> l4: assume b > 255 || b < 0
         l11 -> l9: assume not (b > 255 || b < 0)
         l9 -> l1: return 0",
    );
    assert_found(&program, Verdict::Unsafe, &[2, 3]);
}

#[test]
fn an_instruction_that_needs_a_split_is_executed_once() {
    // The targets have no common form: rows of different lengths, one of them never written.
    // Each path must read one input, make one object, and return once.
    let program = main_of(
        "type t1 = ptr t0\ntype t2 = array t1\ntype t3 = ptr t1\ntype t4 = array t3",
        "var x: t0\nvar y: t0\nvar p: t1\nvar q: t1\nvar a: t2\nvar b: t4\nvar i: t0",
        4,
        "l0 -> l6: y = 1
         l6 -> l7: a = [&x, &y] as t2
         l7 -> l8: b = [&p, &q] as t4
         l8 -> l9: p = &y
         l9 -> l10: i = input \"i\"
         l10 -> l11: assume i >= 0 && i < 2
         l11 -> l12: *a[i] = input \"t\"
         l12 -> l2: assume *a[i] == 33
         l12 -> l13: assume not (*a[i] == 33)
         l13 -> l14: *b[i] = alloc 9
         l14 -> l3: assume **b[i] != 9
         l14 -> l15: assume not (**b[i] != 9)
         l15 -> l16: *a[i] = square(i + 2)
         l16 -> l4: assume *a[i] != 4 && *a[i] != 9
         l16 -> l17: assume not (*a[i] != 4 && *a[i] != 9)
         l17 -> l5: assume i == 0 && initialized(q)
         l17 -> l18: assume not (i == 0 && initialized(q))
         l18 -> l1: return 0
         }
         procedure square -> t0 {
         parameter n: t0
         l0 entry
         l1 exit
         l0 -> l1: return n * n",
    );
    assert_found(&program, Verdict::Unsafe, &[2]);
    let report = check_within(&program, &all_errors(), 60);
    assert_eq!(report.findings[0].inputs.len(), 2);
}

#[test]
fn states_share_nothing_that_one_of_them_writes() {
    // Both sides of each branch write what the other one reads: variables, elements, objects, callers' variables.
    let program = microc(
        "main() {
           var x, a, r, p, n, m;
           x = 0; a = [0, 0]; r = {v: 0, w: 0}; p = alloc [0, 0];
           n = input;
           m = input;
           if (n > 0) { x = 1; a[0] = 1; r.v = 1; (*p)[0] = 1; }
           else { x = 2; a[1] = 2; r.w = 2; (*p)[1] = 2; }
           x = x + change(&x, &a, m);
           if (n > 0) {
             assert a[0] == 1 && r.v == 1 && r.w == 0 && (*p)[0] == 1 && (*p)[1] == 0;
             assert m <= 0 || (x == 11 && a[1] == 7);
             assert m > 0 || (x == 21 && a[1] == 8);
           } else {
             assert a[0] == 0 && r.v == 0 && r.w == 2 && (*p)[0] == 0 && (*p)[1] == 2;
             assert m <= 0 || (x == 12 && a[1] == 7);
             assert m > 0 || (x == 22 && a[1] == 8);
           }
           return 0;
         }
         change(p, q, m) {
           if (m > 0) { *p = *p + 5; (*q)[1] = 7; } else { *p = *p + 10; (*q)[1] = 8; }
           return 10 + 10 * (m <= 0);
         }",
    );
    // `x` is read before the call: what the callee writes to it is overwritten.
    assert_found(&program, Verdict::Safe, &[]);
}

#[test]
fn what_is_dropped_is_never_called_safe() {
    let program =
        microc("main() { var n; n = input; while (n > 0) { n = n - 1; } assert n <= 0; return 0; }");
    let options = |change: &dyn Fn(&mut CheckOptions)| {
        let mut options = all_errors();
        change(&mut options);
        options
    };
    let limited = [
        options(&|options| options.limits.max_depth = Some(3)),
        options(&|options| options.limits.max_forks = Some(3)),
        options(&|options| options.limits.max_depth = Some(0)),
        options(&|options| options.limits.max_forks = Some(0)),
    ];
    for strategy in Strategy::ALL.iter().copied() {
        for options in &limited {
            let report = check_within(&program, &CheckOptions { strategy, ..options.clone() }, 60);
            assert_eq!(report.verdict, Verdict::Unknown, "{options:?}");
            assert!(report.incomplete.iter().any(|open| open.in_loop && open.paths > 0), "{report:?}");
        }
        let report = check_within(&program, &CheckOptions { strategy, ..all_errors() }, 0);
        assert_eq!((report.verdict, report.incomplete.len()), (Verdict::Unknown, 1), "{report:?}");
    }
    let budget = Budget::new(None, Some(1));
    let report = kyklos::check(&program, &all_errors(), budget, &mut |_| {}).unwrap();
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(report.incomplete[0].why.contains("memory"), "{report:?}");
    let budget = Budget::unlimited();
    budget.stop_switch().store(true, std::sync::atomic::Ordering::Relaxed);
    let report = kyklos::check(&program, &all_errors(), budget, &mut |_| {}).unwrap();
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(report.incomplete[0].why.contains("interrupted"), "{report:?}");
}

#[test]
fn recursion_without_end_is_cut() {
    let program = microc("main() { return f(1); } f(n) { return f(n + 1); }");
    let options = CheckOptions { every_path: true, ..all_errors() };
    let report = check_within(&program, &options, 60);
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(report.incomplete[0].why.contains("nested calls"), "{report:?}");
}

#[test]
fn the_time_limit_holds_when_steps_are_slow() {
    // Each iteration builds a thousand conditional values, without a single fork.
    let zeros = vec!["0"; 1000].join(", ");
    let slow = microc(&format!(
        "main() {{
           var a, i, j;
           a = [{zeros}];
           i = input;
           assume i >= 0 && i < 1000;
           j = 0;
           while (j < 1000000) {{ a[i] = a[i] + j; a[(i * 7 + j) % 1000] = a[i]; j = j + 1; }}
           return 0;
         }}"
    ));
    // Solver queries that reach their own limit, one after the other.
    let hard = microc(
        "main() {
           var x, y, z, i;
           x = input; y = input; z = input;
           i = 0;
           while (1) {
             if (x * x * x + y * y * y + z * z * z == 33 + i * 1000) { i = i + 1; }
             i = i + 1;
           }
           return 0;
         }",
    );
    let idle = microc("main() { while (1) { } return 0; }");
    for (program, name) in [(slow, "slow"), (hard, "hard"), (idle, "idle")] {
        let start = Instant::now();
        let options = CheckOptions { every_path: true, ..all_errors() };
        let report = check_within(&program, &options, 1);
        let time = start.elapsed();
        assert_eq!(report.verdict, Verdict::Unknown, "{name}: {report:?}");
        assert!(report.incomplete.iter().any(|open| open.in_loop), "{name}: {report:?}");
        assert!(time < Duration::from_secs(60), "{name} took {time:?}");
    }
}

#[test]
fn a_place_is_reached_though_the_program_does_not_end() {
    let program = microc(
        "main() {
           var x;
           x = input;
           if (x == 5) {
             output x;
           }
           while (1) { x = x + 1; }
           return 0;
         }",
    );
    let points = find_place(&program, "5").unwrap();
    let start = Instant::now();
    let report =
        kyklos::reach(&program, points, &CheckOptions::default(), Budget::unlimited(), &mut |_| {}).unwrap();
    assert_eq!(report.verdict, Verdict::Reachable);
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_point_with_a_confirmed_path_is_not_open() {
    // Depending on the search, the path that the solver cannot decide comes first.
    let program = microc(
        "main() {
           var x, y, z;
           x = input; y = input; z = input;
           if (x * x * x + y * y * y + z * z * z == 42) { z = 1; }
           assert x != 5;
           return 0;
         }",
    );
    for strategy in Strategy::ALL.iter().copied() {
        let solver_timeout = Duration::from_millis(60);
        let report = check_within(&program, &CheckOptions { strategy, solver_timeout, ..all_errors() }, 60);
        assert_eq!((report.verdict, report.incomplete.len()), (Verdict::Unsafe, 0), "{report:?}");
    }
}

#[test]
fn one_seed_gives_one_report() {
    let programs =
        ["array_of_pointers", "list_search", "loop_nested", "recursion_unbounded", "short_circuit"];
    for name in programs {
        let path = format!("{}/../../tests/check/{name}.uc", env!("CARGO_MANIFEST_DIR"));
        let program = microc(&std::fs::read_to_string(path).unwrap());
        for strategy in Strategy::ALL.iter().copied() {
            for seed in [0, 7] {
                let mut options = CheckOptions { strategy, seed, ..all_errors() };
                options.limits.max_forks = Some(40);
                let [first, second] = [0, 1].map(|_| {
                    let mut report = json::json(&check_within(&program, &options, 60));
                    for field in ["time_ms", "cpu_ms", "solver_ms", "backend_ms", "peak_mb"] {
                        report["stats"][field] = 0.into();
                    }
                    report.to_string()
                });
                assert_eq!(first, second, "{name}, {strategy:?}");
            }
        }
    }
}
