//! The laws of features, each broken by a bad one: what that leads to is `unknown` or a fault, never `safe`.

use kyklos::base::{Budget, SourceFile};
use kyklos::exec::search::{Search, Strategy, Worklist};
use kyklos::exec::{Context, Cut, Feature, Guarantee, Next, PathEnd, Point, Reaction, State, StateId};
use kyklos::flow::{LocationId, Program};
use kyklos::report::{Report, Verdict};
use kyklos::{CheckOptions, check_with};
use std::time::Duration;

/// A program with one error behind two branches, and one without.
const UNSAFE: &str = "main() { var x, y; x = input; y = 0;
    if (x > 3) { y = 1; } else { y = 2; }
    if (x > 5) { y = y + 1; } else { y = y + 2; }
    assert y != 4; return y; }";
const SAFE: &str = "main() { var x, y; x = input; y = 0;
    if (x > 3) { y = 1; } else { y = 2; }
    if (x > 5) { y = y + 1; } else { y = y + 2; }
    assert y != 9; return y; }";

fn program(text: &str) -> Program {
    kyklos::microc::load(SourceFile::new("test.uc", text)).unwrap().0
}

fn checked(text: &str, feature: &mut dyn Feature) -> Report {
    let options = CheckOptions { all_errors: true, ..CheckOptions::default() };
    let budget = Budget::new(Some(Duration::from_secs(20)), None);
    check_with(&program(text), &options, budget, &mut |_| {}, &mut [feature]).unwrap()
}

/// Does something bad to the state with this number (the number of forks so far), once.
struct Bad<F: FnMut(&mut Context<'_>, &mut State) -> Reaction>(F, bool);

impl<F: FnMut(&mut Context<'_>, &mut State) -> Reaction> Feature for Bad<F> {
    fn arrived(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        if self.1 || context.counters.forks == 0 {
            return Reaction::Unchanged;
        }
        self.1 = true;
        (self.0)(context, state)
    }
}

fn bad(reaction: impl FnMut(&mut Context<'_>, &mut State) -> Reaction) -> Report {
    checked(SAFE, &mut Bad(reaction, false))
}

fn assert_broken(report: &Report, law: &str) {
    assert_eq!(report.verdict, Verdict::Unknown, "{report:?}");
    let told = report.incomplete.iter().map(|open| &open.why);
    assert!(told.clone().any(|why| why.contains(law)), "{law}: {report:?}");
}

#[test]
fn a_state_is_not_replaced_by_nothing() {
    assert_broken(&bad(|_, _| Reaction::Replaced(Vec::new())), "a state is replaced by nothing");
}

#[test]
fn what_covers_a_path_was_made() {
    let report = bad(|_, _| Reaction::Ended(PathEnd::Covered(StateId(1_000_000))));
    assert_broken(&report, "what covers a path was never made");
}

#[test]
fn a_path_with_a_model_is_not_infeasible() {
    assert_broken(
        &bad(|_, _| Reaction::Ended(PathEnd::Infeasible)),
        "a path with a model ends as infeasible",
    );
}

#[test]
fn only_the_program_returns_and_fails() {
    let law = "only the program returns and fails";
    assert_broken(&bad(|_, _| Reaction::Ended(PathEnd::Returned)), law);
    assert_broken(&bad(|_, state| Reaction::Ended(PathEnd::Error(state.point()))), law);
}

#[test]
fn a_target_is_where_the_state_is() {
    let report = bad(|_, state| {
        let elsewhere = Point { location: LocationId(state.location.0 + 1), ..state.point() };
        Reaction::Ended(PathEnd::Target(elsewhere))
    });
    assert_broken(&report, "a path has not come to that target");
}

#[test]
fn what_is_cut_is_told() {
    let report = bad(|_, _| Reaction::Ended(PathEnd::Cut(Cut::Depth(7))));
    assert_broken(&report, "more than 7 branches");
}

#[test]
fn a_number_that_is_used_twice_loses_no_state() {
    // Both have the number of the state that they stand for.
    let mut replaced = Bad(
        |context, state| {
            let (mut yes, mut no) = (state.clone(), state.clone());
            let input = state.inputs.last().unwrap().symbol;
            let four = context.terms.small(4);
            let (low, high) = (context.terms.lt(input, four), context.terms.ge(input, four));
            yes.assume(&context.terms, low);
            no.assume(&context.terms, high);
            (yes.model, no.model) = (None, None);
            Reaction::Replaced(vec![yes, no])
        },
        false,
    );
    let report = checked(UNSAFE, &mut replaced);
    assert_eq!(report.verdict, Verdict::Unsafe, "{report:?}");
}

/// Holds every state at every arrival, and lets none go.
struct Holder;

impl Feature for Holder {
    fn arrived(&mut self, _: &mut Context<'_>, _: &mut State) -> Reaction {
        Reaction::Held
    }
}

#[test]
fn what_is_held_goes_on_when_nothing_else_does() {
    assert_eq!(checked(SAFE, &mut Holder).verdict, Verdict::Safe);
    assert_eq!(checked(UNSAFE, &mut Holder).verdict, Verdict::Unsafe);
}

#[test]
fn what_is_held_when_time_is_over_is_told() {
    /// Holds what leaves the loop, which goes on for ever.
    struct Gate;
    impl Feature for Gate {
        fn arrived(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
            let inside = context.loops[state.procedure()].around(state.location).is_some();
            let held = !inside && context.counters.forks > 0;
            if held { Reaction::Held } else { Reaction::Unchanged }
        }
    }
    let text = "main() { var y; y = 0; while (input > 0) { y = y + 1; } assert y != 2; return y; }";
    let options = CheckOptions { techniques: kyklos::select("classic").unwrap(), ..CheckOptions::default() };
    let budget = Budget::new(Some(Duration::from_millis(500)), None);
    let report = check_with(&program(text), &options, budget, &mut |_| {}, &mut [&mut Gate]).unwrap();
    assert_eq!(report.verdict, Verdict::Unknown, "{report:?}");
    let line = |open: &&kyklos::report::Open| !open.in_loop;
    assert!(report.incomplete.iter().filter(line).map(|open| open.paths).sum::<u64>() > 1, "{report:?}");
}

#[test]
fn only_what_arrives_is_held() {
    struct Late;
    impl Feature for Late {
        fn before(&mut self, _: &mut Context<'_>, _: &mut State) -> Reaction {
            Reaction::Held
        }
    }
    assert_broken(&checked(SAFE, &mut Late), "a state is held that has not arrived");
    /// Joins every state with one that it holds.
    struct Joiner(Option<StateId>);
    impl Feature for Joiner {
        fn arrived(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
            if self.0.is_some() || context.counters.forks == 0 {
                return Reaction::Unchanged;
            }
            self.0 = Some(state.id);
            Reaction::Held
        }
        fn before(&mut self, _: &mut Context<'_>, state: &mut State) -> Reaction {
            match self.0 {
                Some(with) => Reaction::Joined { with, state: Box::new(state.clone()) },
                None => Reaction::Unchanged,
            }
        }
    }
    assert_broken(&checked(SAFE, &mut Joiner(None)), "a state is held that has not arrived");
}

#[test]
fn who_asks_for_what_is_not_there_gets_nothing() {
    struct Asker(bool);
    impl Feature for Asker {
        fn next(&mut self, _: &mut Context<'_>, _: &Worklist) -> Next {
            self.0 = !self.0;
            let nobody = StateId(1_000_000);
            if self.0 { Next::Open(nobody) } else { Next::Release(vec![nobody]) }
        }
    }
    assert_eq!(checked(SAFE, &mut Asker(false)).verdict, Verdict::Safe);
    assert_eq!(checked(UNSAFE, &mut Asker(false)).verdict, Verdict::Unsafe);
}

#[test]
fn what_a_search_loses_is_told() {
    /// Gives each second state only.
    #[derive(Default)]
    struct Loser(Vec<StateId>, bool);
    impl Search for Loser {
        fn add(&mut self, _: &mut Context<'_>, _: Option<StateId>, states: &[State]) {
            for state in states {
                self.1 = !self.1;
                self.0.extend(self.1.then_some(state.id));
            }
        }
        fn pick(&mut self, _: &mut Context<'_>) -> Option<StateId> {
            self.0.pop()
        }
        fn remove(&mut self, id: StateId) {
            self.0.retain(|known| *known != id);
        }
    }
    let strategy = Strategy { name: "loser", help: "", search: || Box::<Loser>::default() };
    let options = CheckOptions { strategy, all_errors: true, ..CheckOptions::default() };
    let budget = Budget::new(Some(Duration::from_secs(20)), None);
    let report = check_with(&program(SAFE), &options, budget, &mut |_| {}, &mut []).unwrap();
    assert_broken(&report, "the search has lost it");
}

#[test]
fn states_are_joined_only_at_one_place() {
    // The first state waits; the second one, elsewhere or the same place, claims to be joined with it.
    struct Joiner(Option<StateId>);
    impl Feature for Joiner {
        fn arrived(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
            if context.counters.forks == 0 {
                return Reaction::Unchanged;
            }
            match self.0 {
                None => {
                    self.0 = Some(state.id);
                    Reaction::Held
                }
                Some(with) => Reaction::Joined { with, state: Box::new(state.clone()) },
            }
        }
    }
    assert_broken(&checked(SAFE, &mut Joiner(None)), "states are joined that are not at one place");
    // One that was never held.
    let report = bad(|_, state| Reaction::Joined { with: StateId(77), state: Box::new(state.clone()) });
    assert_broken(&report, "states are joined that are not at one place");
}

/// Gives up a condition: more runs seem possible than are.
struct Widener(Guarantee);

impl Feature for Widener {
    fn arrived(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        if context.counters.forks > 1 && state.guarantee == Guarantee::Exact {
            // Any number at all is in `y`, and nobody reads it.
            let any = context.terms.symbol(kyklos::term::SymbolInfo {
                name: "any".to_owned(),
                kind: kyklos::term::SymbolKind::Fresh,
                sort: kyklos::term::Sort::Int,
                low: None,
                high: None,
            });
            let any = context.terms.symbol_term(any);
            *state.variable_mut(kyklos::flow::VariableId(1)).unwrap() = kyklos::exec::value::Value::Int(any);
            state.guarantee = self.0;
        }
        Reaction::Unchanged
    }
}

#[test]
fn a_state_that_only_covers_finds_nothing_by_itself() {
    let covering = checked(SAFE, &mut Widener(Guarantee::Covering));
    assert_eq!((covering.verdict, covering.faults.len()), (Verdict::Unknown, 0), "{covering:?}");
    assert!(covering.incomplete.iter().any(|open| open.why.contains("whether a path to here is real")));
    // One that lies is a fault of ours.
    let lying = checked(SAFE, &mut Widener(Guarantee::Exact));
    assert_eq!(lying.verdict, Verdict::Unknown);
    assert!(!lying.faults.is_empty(), "{lying:?}");
}

#[test]
fn arrivals_are_told_once_each() {
    /// Counts arrivals and executions at each location.
    #[derive(Default)]
    struct Counter(Vec<(u64, LocationId)>, u64);
    impl Feature for Counter {
        fn arrived(&mut self, _: &mut Context<'_>, state: &mut State) -> Reaction {
            self.0.push((state.id.0, state.location));
            Reaction::Unchanged
        }
        fn before(&mut self, _: &mut Context<'_>, _: &mut State) -> Reaction {
            self.1 += 1;
            Reaction::Unchanged
        }
    }
    // The write needs a split, so the instruction is executed again in each part.
    let text = "main() { var a, b, i, p; a = [1, 2]; b = [3]; i = input;
        assume i >= 0 && i < 2; p = [&a, &b]; *(p[i]) = [7, 7, 7]; return 0; }";
    let mut counter = Counter::default();
    let options = CheckOptions { every_path: true, ..CheckOptions::default() };
    let budget = Budget::new(Some(Duration::from_secs(20)), None);
    check_with(&program(text), &options, budget, &mut |_| {}, &mut [&mut counter]).unwrap();
    let (arrivals, executions) = (counter.0.len() as u64, counter.1);
    assert!(executions > arrivals, "{executions} executions, {arrivals} arrivals");
    let mut seen = counter.0.clone();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), counter.0.len(), "each state comes to each location once, as there is no loop");
}
