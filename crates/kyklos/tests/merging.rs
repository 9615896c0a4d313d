//! State merging: random programs whose runs can all be tried, under all kinds of merging; programs on which it pays;
//! the estimates and figures of [nested].

mod brute;
mod generate;
#[path = "generate/joins.rs"]
mod joins;
#[path = "generate/loops.rs"]
mod loops;
#[path = "generate/mixed.rs"]
mod mixed;
#[path = "generate/probes.rs"]
mod probes;

use brute::{checked, compare, run_all};
use kyklos::base::{Budget, Int};
use kyklos::costs::{Estimate, costs};
use kyklos::exec::Strategy;
use kyklos::report::Verdict;
use kyklos::{CheckOptions, Language, check, select};
use mixed::{reported, try_seeds};
use probes::{EFFORT, load};
use std::ops::RangeInclusive;
use std::time::Duration;

const KINDS: [&str; 4] = ["aggressive", "lattice", "recursive", "dynamic"];

#[test]
fn random_programs_have_the_errors_that_running_them_shows() {
    try_seeds(0..24, try_program);
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs; each fifth one is in C.
#[test]
#[ignore = "takes long"]
fn many_random_programs_have_the_errors_that_running_them_shows() {
    try_seeds(brute::seeds("1000..3500"), try_program);
}

/// Compares; says what is wrong.
fn try_program(
    text: &str,
    language: Language,
    inputs: &RangeInclusive<i64>,
    seed: u64,
) -> Result<(), String> {
    let program = load(text, language)?;
    let Some(shown) = run_all(&program, inputs, EFFORT)? else { return Ok(()) };
    let other = Strategy::ALL[1 + seed as usize / 5 % (Strategy::ALL.len() - 1)];
    for kind in KINDS {
        for with in ["classic", "compact"] {
            for strategy in [Strategy::default(), other] {
                let list = format!("{with},merge={kind}");
                let techniques = select(&list).unwrap();
                let options = CheckOptions { strategy, techniques, ..mixed::options(language, seed) };
                compare(&checked(&program, &options, 3)?, &shown)
                    .map_err(|why| format!("{list}, {strategy:?}: {why}"))?;
            }
        }
    }
    Ok(())
}

fn diamonds(count: usize) -> String {
    let mut text = "main() { var x, y, c; x = 0;\n".to_owned();
    for number in 0..count {
        text.push_str(&format!("c = input; if (c > {number}) {{ x = x + 1; }} else {{ x = x + 2; }}\n"));
    }
    text.push_str("y = input; assert y * y >= 0; return x; }");
    text
}

#[test]
fn paths_that_meet_do_not_multiply() {
    for kind in KINDS {
        let report = reported(&diamonds(20), &format!("merge={kind}"));
        assert_eq!(report.verdict, Verdict::Safe, "{kind}");
        assert!(report.statistics.states <= 100, "{kind}: {} states", report.statistics.states);
        assert_eq!(report.statistics.stands_for, Int::power_of_two(20), "{kind}");
        assert_eq!(report.statistics.without_error, Int::power_of_two(20), "{kind}");
    }
    let report = reported(&diamonds(1000), "merge=lattice");
    assert_eq!((report.verdict, report.statistics.stands_for), (Verdict::Safe, Int::power_of_two(1000)));
}

/// Joining costs something where what was counted is asked about, but less than to keep all counts apart.
#[test]
fn crowds_are_joined_whatever_they_differ_in() {
    let asking = diamonds(20).replace("y = input; assert y * y >= 0", "assert x <= 40");
    for kind in KINDS {
        let report = reported(&asking, &format!("merge={kind}"));
        assert_eq!(report.verdict, Verdict::Safe, "{kind}");
        assert!(report.statistics.states <= 100, "{kind}: {} states", report.statistics.states);
    }
    let failing = asking.replace("x <= 40", "x <= 39");
    for kind in KINDS {
        assert_eq!(reported(&failing, &format!("merge={kind}")).verdict, Verdict::Unsafe, "{kind}");
    }
}

/// States that are pulled forward again and again are lost by no search.
#[test]
fn rounds_of_a_loop_meet() {
    let text = "main() { var i, c, x; i = 0; c = 0;
      while (i < 8) { x = input; if (x == 1) { c = c + 1; } else { } i = i + 1; }
      assert c <= 8; return c; }";
    for kind in KINDS {
        for strategy in Strategy::ALL.iter().copied() {
            let techniques = select(&format!("merge={kind}")).unwrap();
            let options = CheckOptions { strategy, techniques, ..CheckOptions::default() };
            let budget = Budget::new(Some(Duration::from_secs(60)), None);
            let program = load(text, Language::Microc).unwrap();
            let report = check(&program, &options, budget, &mut |_| {}).unwrap();
            assert_eq!(report.verdict, Verdict::Safe, "{kind}, {strategy:?}: {report:?}");
        }
    }
}

/// What comes to a place with numbers that a state has had there before adds nothing, so loops without end are explored
/// to the end; and what only looks like an earlier state does add something.
#[test]
fn states_are_joined_with_those_that_have_gone_on() {
    let waits = |check: &str| {
        format!(
            "main() {{ var x, y; x = 7; y = 0; while (y == 0) {{ assert {check}; x = input;
               if (x > 5 || x < -5) {{ }} else {{ x = 9; }} }} return 0; }}"
        )
    };
    let renamed = |check: &str| {
        format!(
            "main() {{ var a, b, n; n = input; a = 2 * n + 1; b = input; while (b != 0) {{ assert {check};
               if (b > 3) {{ a = 2 * b + 1; }} else {{ }} b = input; }} assert a != 4; return a; }}"
        )
    };
    let expected = [
        (waits("x != 3"), Verdict::Safe),
        (waits("x != 9"), Verdict::Unsafe),
        (waits("x != -77"), Verdict::Unsafe),
        (renamed("a != 6"), Verdict::Safe),
        (renamed("a != 9"), Verdict::Unsafe),
    ];
    for (text, verdict) in expected {
        for kind in KINDS {
            for strategy in [Strategy::default(), Strategy::ALL[1], Strategy::ALL[2]] {
                let techniques = select(&format!("merge={kind}")).unwrap();
                let options = CheckOptions { strategy, techniques, ..CheckOptions::default() };
                let budget = Budget::new(Some(Duration::from_secs(20)), None);
                let program = load(&text, Language::Microc).unwrap();
                let report = check(&program, &options, budget, &mut |_| {}).unwrap();
                assert_eq!(report.verdict, verdict, "{kind}, {strategy:?}: {text}\n{report:?}");
            }
        }
    }
}

/// An earlier state has the runs of a later one only if its conditions hold there, too.
#[test]
fn conditions_of_earlier_states_count() {
    // The first round demands that n is positive; the later ones do not, with the same memory.
    let text = "main() { var n, m, k, r; n = input; m = 0; r = 0;
      if (n > 0) { m = 1; } else { m = 2; }
      k = input;
      while (k > 0) { if (m == 1) { m = 2; k = input; } else { k = input; if (k == 5) { r = r; } else { } } }
      assert CHECK; return 0; }";
    for (check, verdict) in [("n > 0 || m == 2", Verdict::Safe), ("n > 0 || k > 0", Verdict::Unsafe)] {
        for kind in KINDS {
            let report = reported(&text.replace("CHECK", check), &format!("merge={kind}"));
            assert_eq!(report.verdict, verdict, "{kind}: {check}");
        }
    }
}

/// [nested] figures 5.2 and 5.3: `x` points to 1 on both sides; `y` points to `x` on one side, and on the other to a
/// pointer of its own, to 3. What is shared stays shared.
#[test]
fn what_pointers_share_stays_shared() {
    let program = |end: &str| {
        format!(
            "main() {{ var n, x, y, t; n = input; x = alloc 1;
               if (n > 0) {{ y = &x; }} else {{ t = alloc 3; y = alloc t; }}
               {end} return 0; }}"
        )
    };
    let held = "if (n > 0) { assert **y == 1; **y = 5; assert *x == 5; } else { assert **y == 3; **y = 6; assert *x == 1; }
                assert n > 0 || *x == 1;";
    assert_eq!(reported(&program(held), "merge=aggressive").verdict, Verdict::Safe);
    for wrong in
        ["assert **y == 1;", "assert **y == 3;", "**y = 7; assert *x == 7;", "**y = 7; assert *x == 1;"]
    {
        let report = reported(&program(wrong), "merge=aggressive");
        assert_eq!(report.verdict, Verdict::Unsafe, "{wrong}: {report:?}");
        assert!(report.statistics.techniques.contains_key("merges"), "{wrong}");
    }
}

#[test]
fn sides_may_differ_in_what_they_write_and_read() {
    let cases = [
        // One side writes, the other does not.
        ("if (n > 0) { u = 4; } if (n > 1) { assert u == 4; }", Verdict::Safe),
        ("if (n > 0) { u = 4; } output n; assert u == 4;", Verdict::Unsafe),
        // Arrays of different lengths.
        (
            "if (n > 0) { a = [1, 2]; } else { a = [1, 2, 3]; } output n; m = a[1]; assert m == 2;",
            Verdict::Safe,
        ),
        ("if (n > 0) { a = [1, 2]; } else { a = [1, 2, 3]; } output n; m = a[2];", Verdict::Unsafe),
        (
            "if (n > 0) { a = [1, 2]; } else { a = [1, 2, 3]; } output n; a[1] = 7; assert a[1] == 7;",
            Verdict::Safe,
        ),
        // Inputs that one side reads: what is read next is another input.
        (
            "if (n > 0) { m = input; } else { m = 0; } output n; u = input; assert m == 0 || m != u || u != 9;",
            Verdict::Unsafe,
        ),
        (
            "if (n > 0) { m = input; u = input; } else { m = n; u = 0; } output n; u = u + input; assert m > 0 || m <= 0;",
            Verdict::Safe,
        ),
        (
            "if (n > 0) { m = input + input; } else { m = input; } a = [input]; assert a[0] != 12 || m != 30 || n != 3;",
            Verdict::Unsafe,
        ),
    ];
    for (body, verdict) in cases {
        let text = format!("main() {{ var n, m, u, a; n = input; {body} return 0; }}");
        let report = reported(&text, "merge=aggressive");
        assert_eq!((report.verdict, report.faults.len()), (verdict, 0), "{body}: {report:?}");
    }
}

#[test]
fn jumps_of_different_counters_are_joined_by_a_selector() {
    // After both loops the same inputs are possible with different numbers of iterations.
    let text = "main() { var n, i, m; n = input; m = input; i = 0; assume n > 0;
        if (m > 0) { while (i < n) { i = i + 1; } } else { while (i < n && input > 0) { i = i + 2; } }
        output i;
        assert i != n || m != 5; return 0; }";
    let report = reported(text, "compact,merge=aggressive");
    assert_eq!((report.verdict, report.faults.len()), (Verdict::Unsafe, 0), "{report:?}");
    let text = text.replace("assert i != n || m != 5;", "assert m <= 0 || i == n;");
    assert_ne!(reported(&text, "compact,merge=aggressive").verdict, Verdict::Unsafe);
}

/// [nested] listing 4.8, made well typed.
const LISTING: &str = "main() {
var r, arg, argc, argv, i;


r = 1;
arg = 1;
argc = input;
argv = [];
if (arg < argc) {

    if (argv[input][0]) {

        r = 0;

        arg = arg + 1;

    }
}
while (arg < argc) {

    i = 0;

    while (argv[arg][i] != 0) {

        i = i + 1;

        output argv[arg][i];

    }
    arg = arg + 1;
}
if (r) {
    output 10;
}

return 0;
}
";

#[test]
fn listing_4_8_has_its_estimates() {
    let program = load(LISTING, Language::Microc).unwrap();
    let told = |estimate| -> Vec<String> {
        let lines = costs(&program, estimate, None).unwrap();
        let line = |line: kyklos::costs::LineCosts| {
            let each: Vec<String> = line.costs.iter().map(|(name, cost)| format!(" {name}{cost}")).collect();
            format!("{}:{}", line.line, each.concat())
        };
        lines.into_iter().map(line).collect()
    };
    let expected = [
        "5:",
        "6: r6",
        "7: r6 arg25",
        "8: r6 arg25 argc10",
        "9: r6 arg25 argc10 argv7",
        "11: r3 arg16 argc6 argv5",
        "13: arg8 argc3 argv2",
        "15: r3 arg8 argc3 argv2",
        "19: r3 arg8 argc3 argv2",
        "21: r2 arg7 argc2 argv2",
        "23: r2 arg7 argc2 argv2 i5",
        "25: r1 arg4 argc1 argv1 i3",
        "27: r1 arg4 argc1 argv1 i3",
        "30: r1 arg1 argc1",
        "32: r1",
        "33:",
        "36:",
    ];
    assert_eq!(told(Estimate::Recursive { kappa: 1 }), expected);
    // In the lattice, all that is there in front of a loop and in it comes to the cap.
    let capped = expected.map(|line| match line {
        "30: r1 arg1 argc1" => "30: r10 arg10 argc10 argv10".to_owned(),
        "32: r1" => line.to_owned(),
        line => line
            .split(' ')
            .map(|part| {
                let name = part.trim_end_matches(|digit: char| digit.is_ascii_digit());
                if name == part { part.to_owned() } else { format!("{name}10") }
            })
            .collect::<Vec<_>>()
            .join(" "),
    });
    assert_eq!(told(Estimate::Lattice), capped);
}
