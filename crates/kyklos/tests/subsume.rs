//! Path subsumption: random programs whose runs can all be tried, under it together with all other techniques; the
//! annotations of [nested]; programs on which it pays; limits.

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
use kyklos::annotations::annotations;
use kyklos::base::Budget;
use kyklos::exec::{Context, Cut, Feature, PathEnd, Reaction, State, Strategy};
use kyklos::report::Verdict;
use kyklos::techniques::settings;
use kyklos::{CheckOptions, Language, check, check_with, select};
use mixed::{reported, try_seeds};
use probes::{EFFORT, load};
use std::ops::RangeInclusive;
use std::time::Duration;

/// What it is combined with.
const WITH: [&str; 12] = [
    "classic",
    "compact",
    "apc",
    "merge=lattice",
    "compact,merge=aggressive",
    "merge=dynamic",
    "apc,merge=recursive",
    "apc,compact,merge=lattice",
    "summary",
    "navigate",
    "summary,compact,merge=lattice",
    "navigate,compact,merge=aggressive",
];

#[test]
fn random_programs_have_the_errors_that_running_them_shows() {
    try_seeds(0..20, try_program);
}

/// Much longer. `KYKLOS_SEEDS=from..to` chooses the programs; each fifth one is in C.
#[test]
#[ignore = "takes long"]
fn many_random_programs_have_the_errors_that_running_them_shows() {
    try_seeds(brute::seeds("1000..3000"), try_program);
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
    for (number, with) in WITH.into_iter().enumerate() {
        let list = format!("{with},subsume");
        let options = CheckOptions {
            strategy: Strategy::ALL[(seed as usize / 5 + number) % Strategy::ALL.len()],
            all_errors: !seed.is_multiple_of(4),
            techniques: select(&list).unwrap(),
            settings: settings(&[("self-check", "true")]).unwrap(),
            ..mixed::options(language, seed)
        };
        let report = checked(&program, &options, 3)?;
        let how = format!("{list}, {:?}", options.strategy);
        match options.all_errors {
            true => compare(&report, &shown).map_err(|why| format!("{how}: {why}"))?,
            // Only the verdict counts.
            false => {
                let safe = shown.errors.is_empty();
                let wrong = report.verdict == if safe { Verdict::Unsafe } else { Verdict::Safe };
                if wrong || !report.faults.is_empty() {
                    return Err(format!("{how}: {}, {:?}", report.verdict.name(), report.faults));
                }
            }
        }
    }
    Ok(())
}

/// [nested] listing 4.2.
const BRANCHES: &str = "main() {
  var x, y;
  x = 0;
  if (input) {

  }
  else {
    y = input;
    if (y < 0) {

      y = 0 - y;
    }
    x = x + y;
  }
  if (x >= 0) {

  }
  else {
    x = 1 / 0;
  }
  return 0;
}
";

/// [nested] listing 4.3.
const LOOP: &str = "main() {
  var x, y, i, n;
  x = input;
  i = input;
  n = input;
  y = x;
  while (i < n) {
    x = x + 1;
    i = i + 1;
  }
  if (x < y) {
    x = 1 / 0;
  }
  return 0;
}
";

/// [nested] listing 4.5.
const NESTED: &str = "main() {
  var x, y, i, j, n;
  x = input;
  i = input;
  j = input;
  n = input;
  y = x;
  while (i < n) {
    i = i + 1;
    while (j < n) {
      x = x + 1;
      j = j + 1;
    }
  }
  if (x < y) {
    x = 1 / 0;
  }
  return 0;
}
";

/// [nested] listing 5.7.
const ERRORS: &str = "main() {
  var x, y, i;
  x = input;
  i = input;
  y = x;
  if (i == 0) {
    i = 1;
  }
  i = 1 / i;
  if (x < y) {
    x = 1 / 0;
  }
  return 0;
}
";

fn told(text: &str) -> Vec<String> {
    let program = load(text, Language::Microc).unwrap();
    let budget = Budget::new(Some(Duration::from_secs(60)), None);
    let all = annotations(&program, &CheckOptions::default(), budget).unwrap();
    all.into_iter().map(|line| format!("{}: {}", line.line, line.conditions.join(" or "))).collect()
}

#[test]
fn the_listings_have_their_annotations() {
    let expected = [
        (
            BRANCHES,
            vec![
                "3: true",
                "4: for all y: 0 ≤ x ∧ (y ≤ -1 ∨ 0 ≤ y + x) ∧ (0 ≤ y ∨ y ≤ x)",
                "8: for all y: (y ≤ -1 ∨ 0 ≤ x + y) ∧ (0 ≤ y ∨ y ≤ x)",
                "9: (y ≤ -1 ∨ 0 ≤ x + y) ∧ (0 ≤ y ∨ y ≤ x)",
                "11: y ≤ x",
                "13: 0 ≤ x + y",
                "15: 0 ≤ x",
                "21: true",
            ],
        ),
        (
            LOOP,
            vec![
                "3: true",
                "4: true",
                "5: true",
                "6: true",
                "7: y ≤ x",
                "8: y ≤ x + 1",
                "9: y ≤ x",
                "11: y ≤ x",
                "14: true",
            ],
        ),
        (
            NESTED,
            vec![
                "3: true",
                "4: true",
                "5: true",
                "6: true",
                "7: true",
                "8: y ≤ x",
                "9: y ≤ x",
                "10: y ≤ x",
                "11: y ≤ x + 1",
                "12: y ≤ x",
                "15: y ≤ x",
                "18: true",
            ],
        ),
        (
            ERRORS,
            vec![
                "3: true",
                "4: true",
                "5: true",
                "6: y ≤ x",
                "7: y ≤ x",
                "9: i ≠ 0 ∧ y ≤ x",
                "10: y ≤ x",
                "13: true",
            ],
        ),
    ];
    for (text, lines) in expected {
        assert_eq!(told(text), lines);
    }
}

#[test]
fn the_listings_are_safe() {
    for text in [BRANCHES, LOOP, NESTED, ERRORS] {
        for strategy in Strategy::ALL {
            let options = CheckOptions {
                techniques: select("classic,subsume").unwrap(),
                strategy: *strategy,
                ..CheckOptions::default()
            };
            let budget = Budget::new(Some(Duration::from_secs(60)), None);
            let report =
                check(&load(text, Language::Microc).unwrap(), &options, budget, &mut |_| {}).unwrap();
            assert_eq!(report.verdict, Verdict::Safe, "{strategy:?}: {text}");
            assert!(report.statistics.states <= 12, "{strategy:?}: {}\n{text}", report.statistics.states);
        }
    }
}

#[test]
fn independent_branches_cost_what_they_are() {
    for count in [10, 20, 40] {
        let mut text = "main() { var x; x = 0;\n".to_owned();
        for number in 1..=count {
            text.push_str(&format!("if (input) {{ x = x + {number}; }} else {{ x = x + 2; }}\n"));
        }
        text.push_str("if (x < 0) { x = 1 / 0; } return 0; }");
        let report = reported(&text, "classic,subsume");
        assert_eq!(report.verdict, Verdict::Safe);
        assert!(report.statistics.states <= 2 * count + 1, "{} states", report.statistics.states);
    }
}

/// The maximum of an array: what every round keeps is found when one path has left the loop, and no path is turned away
/// from before that, however many begin.
#[test]
fn one_path_leaves_a_long_loop_before_the_others_begin() {
    for length in [16, 64, 100] {
        let text = format!(
            "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assert(int);\nint a[{length}];
             int main(void) {{
               for (int i = 0; i < {length}; i++) a[i] = __VERIFIER_nondet_int();
               int most = a[0];
               for (int i = 0; i < {length}; i++) if (a[i] > most) most = a[i];
               __VERIFIER_assert(most >= a[0]);
               return 0;
             }}"
        );
        let options =
            CheckOptions { techniques: select("classic,subsume").unwrap(), ..CheckOptions::default() };
        let budget = Budget::new(Some(Duration::from_secs(60)), None);
        let report = check(&load(&text, Language::C).unwrap(), &options, budget, &mut |_| {}).unwrap();
        assert_eq!(report.verdict, Verdict::Safe, "{length}: {:?}", report.incomplete);
        assert!(report.statistics.states <= 4 * length, "{length}: {} states", report.statistics.states);
    }
}

/// Statistics say what subsumption costs and spares, in work: where subtrees are long, it spares more than it costs.
#[test]
fn what_it_costs_and_spares_is_told() {
    let branches = |tail: usize| {
        let mut text = "main() { var x, y, i; x = input; y = 0; i = 0;\n".to_owned();
        for number in 1..=8 {
            text.push_str(&format!("if (input > {number}) {{ y = y + 1; }} else {{ y = y + 2; }}\n"));
        }
        // Nothing here has to do with the branches.
        text.push_str(&format!("while (i < {tail}) {{ i = i + 1; x = x + i; }}\n"));
        text.push_str("assert y >= 0; return 0; }");
        text
    };
    let told = |tail: usize| {
        let counts = reported(&branches(tail), "classic,subsume").statistics.techniques;
        ["subsume_cost_us", "subsume_spared_us", "subsumed"]
            .map(|name| counts.get(name).copied().unwrap_or(0))
    };
    let [cost, spared, ended] = told(300);
    assert!(ended >= 8 && cost > 0 && spared > cost, "cost {cost}, spared {spared}, {ended} states ended");
    // Steps count for little beside questions to the solver.
    let ([_, less, _], [_, more, _]) = (told(10), told(5_000));
    assert!(more > less, "{more} and {less}");
    // Nothing is spared where nothing is ended.
    let counts = reported("main() { var x; x = input; assert x != 3; return 0; }", "classic,subsume");
    assert_eq!(counts.statistics.techniques.get("subsume_spared_us"), None);
}

/// Cuts the states that come to a location as a counter says; or drops them from time to time by running out of forks.
struct Cutting {
    every: u64,
    arrivals: u64,
}

impl Feature for Cutting {
    fn arrived(&mut self, _: &mut Context<'_>, _: &mut State) -> Reaction {
        self.arrivals += 1;
        match self.arrivals % self.every {
            0 => Reaction::Ended(PathEnd::Cut(Cut::Undecided("cut by the test"))),
            _ => Reaction::Unchanged,
        }
    }
}

/// Errors that are hidden by limits must not make other states look harmless: what is found is real, nothing is called
/// safe, and no state is ended that execution shows to fail.
#[test]
fn what_was_cut_proves_nothing() {
    let branches = "main() { var x, y, n, i; x = input; n = input; y = 0; i = 0;
        if (x > 3) { y = 1; } else { y = 2; }
        while (i < n) { if (input) { y = y + 1; } else { y = y + 2; } i = i + 1; }
        if (x > 5) { y = y + 1; } else { y = y - 1; }
        assert y != 7; return y; }";
    for list in ["classic,subsume", "compact,subsume", "merge=lattice,subsume", "apc,subsume"] {
        for every in [3, 5, 8, 13, 21, 34] {
            let mut options = CheckOptions {
                techniques: select(list).unwrap(),
                settings: settings(&[("self-check", "true")]).unwrap(),
                all_errors: true,
                ..CheckOptions::default()
            };
            options.limits.max_forks = Some(30);
            let budget = Budget::new(Some(Duration::from_secs(20)), None);
            let mut cutting = Cutting { every, arrivals: 0 };
            let program = load(branches, Language::Microc).unwrap();
            let report = check_with(&program, &options, budget, &mut |_| {}, &mut [&mut cutting]).unwrap();
            assert_ne!(report.verdict, Verdict::Safe, "{list}, {every}");
            assert_eq!(report.faults, Vec::<String>::new(), "{list}, {every}");
        }
    }
}
