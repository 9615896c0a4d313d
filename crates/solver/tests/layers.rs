//! The chain against its back end alone, and each layer by itself.

mod common;

use common::{Source, Symbols};
use kyklos_base::Int;
use kyklos_solver::{Answer, Backend, ChainOptions, Query, Reason, Solver, SolverError, Statistics};
use kyklos_solver::{chain, refuted_by_bounds};
use kyklos_term::{Model, Sort, SymbolInfo, SymbolKind, Term, Terms, Value};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(5);

fn make(plain: bool) -> Box<dyn Solver> {
    chain(&ChainOptions { plain, ..ChainOptions::default() }).unwrap()
}

fn statistics(solver: &dyn Solver) -> Statistics {
    let mut report = Statistics::default();
    solver.statistics(&mut report);
    report
}

fn answered(solver: &dyn Solver, layer: &str) -> u64 {
    statistics(solver).layer(layer).unwrap().answered
}

fn ask(
    solver: &mut dyn Solver,
    terms: &mut Terms,
    path: &[Term],
    goal: Term,
    hint: Option<&Rc<Model>>,
) -> Answer {
    solver.solve(terms, &Query { path, goal, hint, limit: LIMIT })
}

fn sat(answer: Answer) -> Rc<Model> {
    match answer {
        Answer::Sat(model) => model,
        other => panic!("{other:?}"),
    }
}

/// A generator of bytes that is the same everywhere.
fn noise(seed: u32, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(2_654_435_761) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 11) as u8
    };
    (0..length).map(|_| next()).collect()
}

/// Walks along a random path as an engine would: asks for a condition and its
/// negation, with or without the model at hand, and goes on with one that can hold.
fn walk(
    solvers: &mut [Box<dyn Solver>],
    seed: u32,
    hints: bool,
    mut see: impl FnMut(&Terms, &[Term], &[Answer]),
) {
    let mut terms = Terms::new();
    let symbols = Symbols::new(&mut terms, 4);
    let mut path: Vec<Term> = Vec::new();
    let mut models: Vec<Option<Rc<Model>>> = vec![hints.then(|| Rc::new(Model::new())); solvers.len()];
    for step in 0..12 {
        let bytes = noise(seed * 100 + step, 40);
        let condition = Source::new(&bytes, 4).truth(2).term(&mut terms, &symbols);
        let negated = terms.not(condition);
        let sides = if bytes[39].is_multiple_of(2) { [condition, negated] } else { [negated, condition] };
        let mut next = None;
        for goal in sides {
            let answers: Vec<Answer> = solvers
                .iter_mut()
                .zip(&models)
                .map(|(solver, hint)| ask(&mut **solver, &mut terms, &path, goal, hint.as_ref()))
                .collect();
            let all: Vec<Term> = path.iter().copied().chain([goal]).collect();
            see(&terms, &all, &answers);
            if next.is_none() && answers.iter().all(|answer| matches!(answer, Answer::Sat(_))) {
                next = Some((goal, answers));
            }
        }
        let Some((goal, answers)) = next else { return };
        path.push(goal);
        if hints {
            models = answers.into_iter().map(|answer| Some(sat(answer))).collect();
        }
    }
}

#[test]
fn the_chain_agrees_with_its_back_end() {
    let (mut compared, mut unknown) = (0, 0);
    let mut solvers = [make(false), make(true)];
    for seed in 1..=120 {
        // Terms are new for each walk, so solvers have to be as well.
        solvers = [make(false), make(true)];
        walk(&mut solvers, seed, seed % 2 == 0, |terms, all, answers| {
            match (&answers[0], &answers[1]) {
                (Answer::Sat(_), Answer::Sat(_)) | (Answer::Unsat, Answer::Unsat) => compared += 1,
                (Answer::Unknown(_), _) | (_, Answer::Unknown(_)) => unknown += 1,
                // What a quotient by 0 is, is left open; programs divide behind a check.
                (Answer::Sat(model), _) | (_, Answer::Sat(model))
                    if all.iter().any(|part| terms.holds(*part, model).is_none()) =>
                {
                    unknown += 1
                }
                _ => panic!(
                    "{answers:?}: {}",
                    all.iter().map(|term| terms.show(*term)).collect::<Vec<_>>().join("; ")
                ),
            }
            for answer in answers {
                if let Answer::Sat(model) = answer {
                    for part in all {
                        assert_ne!(terms.holds(*part, model), Some(false), "{}", terms.show(*part));
                    }
                }
            }
        });
    }
    assert!(compared > 2000 && unknown * 50 < compared, "{compared} compared, {unknown} unknown");
    let report = statistics(&*solvers[0]);
    assert!(report.backend_calls < report.queries(), "{report}");
}

#[test]
fn equal_runs_give_equal_answers() {
    let run = |hints: bool| {
        let mut seen = Vec::new();
        for seed in 300..320 {
            let mut solvers = [make(false)];
            walk(&mut solvers, seed, hints, |terms, all, answers| {
                let values = match &answers[0] {
                    Answer::Sat(model) => all.iter().map(|part| terms.holds(*part, model)).collect(),
                    _ => Vec::new(),
                };
                let model = match &answers[0] {
                    Answer::Sat(model) => Some(Model::clone(model)),
                    _ => None,
                };
                seen.push((values, model));
            });
            let mut report = statistics(&*solvers[0]);
            report.backend_time = Duration::ZERO;
            seen.push((vec![Some(true); report.backend_calls as usize], None));
        }
        seen
    };
    assert_eq!(run(true), run(true));
    assert_eq!(run(false), run(false));
}

struct Fixture {
    terms: Terms,
    x: Term,
    y: Term,
    z: Term,
}

impl Fixture {
    fn new() -> Self {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh(name, SymbolKind::Input, Sort::Int));
        Self { terms, x, y, z }
    }

    fn at_most(&mut self, term: Term, value: i64) -> Term {
        let value = self.terms.small(value);
        self.terms.le(term, value)
    }

    fn at_least(&mut self, term: Term, value: i64) -> Term {
        let value = self.terms.small(value);
        self.terms.ge(term, value)
    }

    fn value(&self, model: &Model, term: Term) -> Int {
        self.terms.evaluate(term, model).unwrap().int().unwrap().clone()
    }
}

#[test]
fn fold_decides_what_is_plain() {
    let (mut f, mut solver) = (Fixture::new(), make(false));
    let path = [f.at_most(f.x, 5)];
    let hint = Rc::new(Model::new());
    let goal = f.terms.not(path[0]);
    assert!(matches!(ask(&mut *solver, &mut f.terms, &path, goal, None), Answer::Unsat));
    assert!(matches!(ask(&mut *solver, &mut f.terms, &path, Term::FALSE, None), Answer::Unsat));
    let model = sat(ask(&mut *solver, &mut f.terms, &path, Term::TRUE, Some(&hint)));
    assert!(Rc::ptr_eq(&model, &hint));
    let model = sat(ask(&mut *solver, &mut f.terms, &path, path[0], Some(&hint)));
    assert!(Rc::ptr_eq(&model, &hint));
    assert_eq!(answered(&*solver, "fold"), 4);
    assert_eq!(statistics(&*solver).backend_calls, 0);
}

#[test]
fn models_at_hand_are_tried() {
    let (mut f, mut solver) = (Fixture::new(), make(false));
    let path = [f.at_most(f.x, 5)];
    let hint = Rc::new(Model::new());
    let (fits, other) = (f.at_least(f.x, -3), [f.at_least(f.x, 2), f.at_least(f.y, 2)]);
    let other = f.terms.and(other);
    let model = sat(ask(&mut *solver, &mut f.terms, &path, fits, Some(&hint)));
    assert!(Rc::ptr_eq(&model, &hint));
    let found = sat(ask(&mut *solver, &mut f.terms, &path, other, Some(&hint)));
    assert_eq!(statistics(&*solver).backend_calls, 1);
    // Without the hint the model found before answers.
    let one = f.at_least(f.x, 1);
    let again = sat(ask(&mut *solver, &mut f.terms, &path, one, None));
    assert!(Rc::ptr_eq(&again, &found));
    assert_eq!((answered(&*solver, "models"), statistics(&*solver).backend_calls), (2, 1));
}

#[test]
fn slices_leave_the_rest_to_the_hint() {
    let (mut f, mut solver) = (Fixture::new(), make(false));
    let log = folder("slices");
    let options = ChainOptions { log_dir: Some(log.clone()), ..ChainOptions::default() };
    let mut logging = chain(&options).unwrap();
    let hundred = f.terms.small(100);
    let y_is_hundred = f.terms.eq(f.y, hundred);
    let linked = f.terms.le(f.x, f.z);
    let path = [y_is_hundred, linked];
    let mut hint = Model::new();
    hint.set(f.terms.as_symbol(f.y).unwrap(), Value::Int(Int::from(100)));
    let hint = Rc::new(hint);
    let goal = f.at_least(f.x, 7);
    for solver in [&mut solver, &mut logging] {
        let model = sat(ask(&mut **solver, &mut f.terms, &path, goal, Some(&hint)));
        assert_eq!(f.value(&model, f.y), Int::from(100));
        assert!(f.value(&model, f.x) >= Int::from(7) && f.value(&model, f.z) >= f.value(&model, f.x));
    }
    let text = std::fs::read_to_string(log.join("query-000001.smt2")).unwrap();
    assert!(text.starts_with("; answer: sat\n") && text.contains("x!") && text.contains("z!"), "{text}");
    assert!(!text.contains("y!"), "{text}");
    // Files stay, and the next run goes on behind them.
    let mut logging = chain(&options).unwrap();
    sat(ask(&mut *logging, &mut f.terms, &path, goal, Some(&hint)));
    assert_eq!(std::fs::read_to_string(log.join("query-000001.smt2")).unwrap(), text);
    assert!(log.join("query-000002.smt2").is_file());
    assert_eq!(kyklos_solver::z3::script_is_sat(&text, LIMIT).unwrap(), Some(true));
    std::fs::remove_dir_all(log).unwrap();
}

/// A long chain of numbers, each at most the next, and a model of it: all 50.
fn a_long_chain(f: &mut Fixture) -> (Vec<Term>, Vec<Term>, Rc<Model>) {
    let symbol = |terms: &mut Terms| terms.fresh("t", SymbolKind::Input, Sort::Int);
    let numbers: Vec<Term> = (0..60).map(|_| symbol(&mut f.terms)).collect();
    let path = numbers.windows(2).map(|pair| f.terms.le(pair[0], pair[1])).collect();
    let mut model = Model::new();
    for number in &numbers {
        model.set(f.terms.as_symbol(*number).unwrap(), Value::Int(Int::from(50)));
    }
    (numbers, path, Rc::new(model))
}

#[test]
fn what_is_near_answers_for_long_paths() {
    let (mut f, mut solver) = (Fixture::new(), make(false));
    let (numbers, path, hint) = a_long_chain(&mut f);
    let [first, last] = [numbers[0], numbers[59]];
    let more = f.at_least(last, 51);
    let model = sat(ask(&mut *solver, &mut f.terms, &path, more, Some(&hint)));
    assert_eq!((f.value(&model, first), f.value(&model, numbers[58])), (Int::from(50), Int::from(50)));
    assert_eq!(answered(&*solver, "near"), 1);
    // Two numbers with one between them.
    let sum = f.terms.linear(&[(Int::ONE, numbers[30]), (Int::from(-1), numbers[32])]);
    let above = f.at_least(sum, 1);
    let answer = ask(&mut *solver, &mut f.terms, &path, above, Some(&hint));
    assert!(matches!(answer, Answer::Unsat), "{answer:?}");
    assert_eq!(answered(&*solver, "near"), 2);
    // Here all of the path matters.
    let sum = f.terms.linear(&[(Int::ONE, first), (Int::from(-1), last)]);
    let above = f.at_least(sum, 1);
    let answer = ask(&mut *solver, &mut f.terms, &path, above, Some(&hint));
    assert!(matches!(answer, Answer::Unsat), "{answer:?}");
    let much = f.at_least(first, 80);
    let model = sat(ask(&mut *solver, &mut f.terms, &path, much, Some(&hint)));
    assert!(path.iter().all(|constraint| f.terms.holds(*constraint, &model) == Some(true)));
    assert_eq!(answered(&*solver, "near"), 2);
}

#[test]
fn what_is_next_to_the_near_may_change_too() {
    let log = folder("kyklos-layers-rings");
    let options = ChainOptions { log_dir: Some(log.clone()), ..ChainOptions::default() };
    let (mut f, mut solver) = (Fixture::new(), chain(&options).unwrap());
    let symbol = |terms: &mut Terms| terms.fresh("t", SymbolKind::Input, Sort::Int);
    let numbers: Vec<Term> = (0..200).map(|_| symbol(&mut f.terms)).collect();
    // No two neighbours are equal, and none is above 3.
    let mut path = Vec::new();
    for pair in numbers.windows(2) {
        let (equal, first) = (f.terms.eq(pair[0], pair[1]), f.at_most(pair[0], 3));
        path.extend([f.terms.not(equal), first]);
    }
    let mut hint = Model::new();
    for (place, number) in numbers.iter().enumerate() {
        hint.set(f.terms.as_symbol(*number).unwrap(), Value::Int(Int::from(place as i64 % 2)));
    }
    let hint = Rc::new(hint);
    assert!(path.iter().all(|constraint| f.terms.holds(*constraint, &hint) == Some(true)));
    // The hint has 0 and 1 there, and 0 again behind them.
    let (zero, one) = (Term::ZERO, f.terms.small(1));
    let (left, right) = (f.terms.eq(numbers[100], one), f.terms.eq(numbers[101], zero));
    let goal = f.terms.and([left, right]);
    let model = sat(ask(&mut *solver, &mut f.terms, &path, goal, Some(&hint)));
    let holds = |constraint: &Term| f.terms.holds(*constraint, &model) == Some(true);
    assert!(path.iter().all(holds) && holds(&goal));
    assert_eq!(answered(&*solver, "near"), 1);
    assert_eq!(f.value(&model, numbers[10]), Int::ZERO);
    // No question was about more than a part of the path.
    for query in std::fs::read_dir(&log).unwrap() {
        let text = std::fs::read_to_string(query.unwrap().path()).unwrap();
        assert!(text.matches("(assert").count() < 60, "{text}");
    }
    std::fs::remove_dir_all(log).unwrap();
}

#[test]
fn ranges_are_said_once() {
    let log = folder("kyklos-layers-ranges");
    let options = ChainOptions { log_dir: Some(log.clone()), ..ChainOptions::default() };
    let (mut f, mut solver) = (Fixture::new(), chain(&options).unwrap());
    let info = |name: &str| SymbolInfo {
        name: name.to_owned(),
        kind: SymbolKind::Input,
        sort: Sort::Int,
        low: Some(Int::ZERO),
        high: Some(Int::from(255)),
    };
    let [a, b] = ["a", "b"].map(|name| f.terms.symbol(info(name)));
    let [a, b] = [a, b].map(|symbol| f.terms.symbol_term(symbol));
    let path: Vec<Term> =
        (1..9).map(|factor| f.terms.linear(&[(Int::from(factor), a), (Int::ONE, b)])).collect();
    let path: Vec<Term> = path.into_iter().map(|sum| f.at_most(sum, 2000)).collect();
    let sum = f.terms.linear(&[(Int::from(3), a), (Int::from(-7), b)]);
    let goal = f.terms.eq(sum, Term::ZERO);
    let above = f.at_least(a, 1);
    let goal = f.terms.and([goal, above]);
    sat(ask(&mut *solver, &mut f.terms, &path, goal, None));
    let text = std::fs::read_to_string(log.join("query-000001.smt2")).unwrap();
    // Each symbol's range where it is declared, and once more as constraints; eight sums, and the goal.
    assert!(text.matches("(assert").count() <= 4 + 4 + 8 + 2, "{text}");
    std::fs::remove_dir_all(log).unwrap();
}

#[test]
fn independent_parts_are_solved_apart_without_a_hint() {
    let (mut f, mut solver) = (Fixture::new(), make(false));
    let (square, two) = (f.terms.mul(f.y, f.y), f.terms.small(2));
    let impossible = f.terms.eq(square, two);
    let (x_is_large, z_is_large) = (f.at_least(f.x, 10), f.at_least(f.z, 10));
    let model = sat(ask(&mut *solver, &mut f.terms, &[z_is_large], x_is_large, None));
    assert!(f.value(&model, f.x) >= Int::from(10) && f.value(&model, f.z) >= Int::from(10));
    assert_eq!(statistics(&*solver).backend_calls, 2);
    let answer = ask(&mut *solver, &mut f.terms, &[impossible, z_is_large], x_is_large, None);
    assert!(matches!(answer, Answer::Unsat), "{answer:?}");
}

#[test]
fn intervals_find_contradictions() {
    let (mut f, mut solver) = (Fixture::new(), make(false));
    let path = [f.at_most(f.x, 5), f.at_most(f.y, 5)];
    let sum = f.terms.add(f.x, f.y);
    let goal = f.at_least(sum, 11);
    assert!(matches!(ask(&mut *solver, &mut f.terms, &path, goal, None), Answer::Unsat));
    let possible = f.at_least(sum, 10);
    sat(ask(&mut *solver, &mut f.terms, &path, possible, None));
    // The goal bounds x so that an earlier constraint cannot hold.
    let earlier = [f.at_least(sum, 20), f.at_most(f.y, 5)];
    let goal = f.at_most(f.x, 14);
    assert!(matches!(ask(&mut *solver, &mut f.terms, &earlier, goal, None), Answer::Unsat));
    let six = f.terms.small(6);
    let (is_six, above) = (f.terms.eq(f.x, six), f.at_least(f.x, 7));
    assert!(matches!(ask(&mut *solver, &mut f.terms, &[is_six], above, None), Answer::Unsat));
    assert_eq!(answered(&*solver, "intervals"), 3);
}

#[test]
fn intervals_know_elements_of_arrays() {
    let (mut f, mut solver) = (Fixture::new(), make(false));
    let text = f.terms.fresh("text", SymbolKind::Fresh, Sort::Array(1));
    let (first, at_x) = (f.terms.read(text, &[Term::ZERO]), f.terms.read(text, &[f.x]));
    let (letter, other) = (f.terms.small(104), f.terms.small(101));
    let path = [f.terms.eq(first, letter), f.at_most(at_x, 100)];
    let (is_other, is_no_letter) = (f.terms.eq(first, other), f.terms.ne(first, letter));
    let (high, equal) = (f.at_least(at_x, 102), f.terms.eq(first, at_x));
    for goal in [is_other, is_no_letter, high, equal] {
        assert!(matches!(ask(&mut *solver, &mut f.terms, &path, goal, None), Answer::Unsat));
        assert!(refuted_by_bounds(&f.terms, path.iter(), goal));
    }
    // What the path denies word for word does not come that far.
    assert_eq!((answered(&*solver, "fold"), answered(&*solver, "intervals")), (1, 3));
    // Another element may be anything, and so may the same place of another array.
    let (second, array) =
        (f.terms.read(text, &[f.y]), f.terms.fresh("other", SymbolKind::Fresh, Sort::Array(1)));
    let elsewhere = f.terms.read(array, &[Term::ZERO]);
    for element in [second, elsewhere] {
        let goal = f.terms.eq(element, other);
        sat(ask(&mut *solver, &mut f.terms, &path, goal, None));
        assert!(!refuted_by_bounds(&f.terms, path.iter(), goal));
    }
}

#[test]
fn the_cache_knows_more_than_was_asked() {
    let (mut f, mut solver) = (Fixture::new(), make(false));
    // Not by intervals: x < y < z < x.
    let cycle = [f.terms.lt(f.x, f.y), f.terms.lt(f.y, f.z)];
    let back = f.terms.lt(f.z, f.x);
    let mut ask =
        |f: &mut Fixture, path: &[Term], goal: Term| ask(&mut *solver, &mut f.terms, path, goal, None);
    assert!(matches!(ask(&mut f, &cycle, back), Answer::Unsat));
    assert!(matches!(ask(&mut f, &[cycle[1], back], cycle[0]), Answer::Unsat));
    let more = f.at_most(f.x, 5);
    assert!(matches!(ask(&mut f, &[more, cycle[0], cycle[1]], back), Answer::Unsat));
    let report = statistics(&*solver);
    assert_eq!((report.cache_exact, report.cache_related, report.backend_calls), (1, 1, 1), "{report}");
}

#[test]
fn a_model_of_more_is_a_model_of_less() {
    let options = ChainOptions { recent_models: 0, ..ChainOptions::default() };
    let (mut f, mut solver) = (Fixture::new(), chain(&options).unwrap());
    let (below, far) = (f.terms.lt(f.x, f.y), f.at_least(f.x, 1000));
    let near = f.at_most(f.y, 5000);
    sat(ask(&mut *solver, &mut f.terms, &[below, near], far, None));
    sat(ask(&mut *solver, &mut f.terms, &[below], far, None));
    let report = statistics(&*solver);
    assert_eq!((report.cache_related, report.backend_calls), (1, 1), "{report}");
    // And one of less may do for more.
    let also = f.at_least(f.y, 900);
    sat(ask(&mut *solver, &mut f.terms, &[below, near, far], also, None));
    assert_eq!(statistics(&*solver).backend_calls, 1);
}

#[test]
fn a_full_cache_starts_anew() {
    let options = ChainOptions { cache_size: 3, recent_models: 0, ..ChainOptions::default() };
    let (mut f, mut solver) = (Fixture::new(), chain(&options).unwrap());
    for value in 0..20 {
        let square = f.terms.mul(f.x, f.x);
        let goal = f.at_least(square, 10 * value + 1);
        sat(ask(&mut *solver, &mut f.terms, &[], goal, None));
    }
    assert_eq!(statistics(&*solver).queries(), 20);
}

#[test]
fn ranges_of_symbols_count() {
    for plain in [false, true] {
        let (mut terms, mut solver) = (Terms::new(), make(plain));
        let mut ranged = |name: &str, sort| {
            let (low, high) = (Some(Int::from(5)), Some(Int::from(9)));
            terms.symbol(SymbolInfo { name: name.to_owned(), kind: SymbolKind::Input, sort, low, high })
        };
        let (x, a) = (ranged("x", Sort::Int), ranged("a", Sort::Array(1)));
        let (x_term, a_term) = (terms.symbol_term(x), terms.symbol_term(a));
        // The empty model gives x the value 0, which is out of its range.
        let hint = Rc::new(Model::new());
        let small = terms.le(x_term, Term::ZERO);
        assert!(matches!(ask(&mut *solver, &mut terms, &[], small, Some(&hint)), Answer::Unsat));
        let seven = terms.small(7);
        let goal = terms.le(x_term, seven);
        let model = sat(ask(&mut *solver, &mut terms, &[], goal, Some(&hint)));
        assert!((5..=7).contains(&model.int(x).to_i64().unwrap()));
        // Elements too, even through a write.
        let written = terms.write(a_term, &[x_term], Term::ZERO);
        let y = terms.fresh("y", SymbolKind::Input, Sort::Int);
        let element = terms.read(written, &[y]);
        let two = terms.small(2);
        let is_two = terms.eq(element, two);
        assert!(matches!(ask(&mut *solver, &mut terms, &[], is_two, None), Answer::Unsat));
        let is_zero = terms.eq(element, Term::ZERO);
        sat(ask(&mut *solver, &mut terms, &[], is_zero, None));
        // And below a quantifier.
        let tau = terms.fresh("τ1", SymbolKind::Bound, Sort::Int);
        let at_tau = terms.read(a_term, &[tau]);
        let outside = terms.gt(at_tau, seven);
        let below = terms.lt(tau, seven);
        let body = terms.implies(below, outside);
        let bound = terms.as_symbol(tau).unwrap();
        let all = terms.forall(&[bound], body);
        let first = terms.read(a_term, &[Term::ZERO]);
        let nine = terms.small(9);
        let above = terms.gt(first, nine);
        assert!(matches!(ask(&mut *solver, &mut terms, &[all], above, None), Answer::Unsat));
    }
}

#[test]
fn predicates_over_unknowns_count_as_true() {
    let (mut f, mut solver) = (Fixture::new(), make(false));
    let star = f.terms.unknown(Sort::Int);
    let unclear = f.terms.le(star, f.x);
    let positive = f.at_least(f.x, 1);
    let model = sat(ask(&mut *solver, &mut f.terms, &[unclear], positive, None));
    assert!(f.value(&model, f.x) >= Int::ONE);
    let negative = f.at_most(f.x, -1);
    assert!(matches!(ask(&mut *solver, &mut f.terms, &[unclear, positive], negative, None), Answer::Unsat));
    sat(ask(&mut *solver, &mut f.terms, &[positive], unclear, None));
    let hint = Rc::new(model);
    sat(ask(&mut *solver, &mut f.terms, &[unclear], unclear, Some(&hint)));
}

#[test]
fn matrices_have_models() {
    let (mut f, mut solver) = (Fixture::new(), make(false));
    let m = f.terms.fresh("m", SymbolKind::Input, Sort::Array(2));
    let mut path = Vec::new();
    for row in 0..3 {
        let row_term = f.terms.small(row);
        let place = [row_term, f.x];
        let element = f.terms.read(m, &place);
        let expected = f.terms.small(10 + row);
        path.push(f.terms.eq(element, expected));
    }
    let written = f.terms.write(m, &[f.x, f.y], f.z);
    let element = f.terms.read(written, &[f.y, f.x]);
    let goal = f.terms.gt(element, f.z);
    let model = sat(ask(&mut *solver, &mut f.terms, &path, goal, None));
    for part in path.iter().chain([&goal]) {
        assert_eq!(f.terms.holds(*part, &model), Some(true), "{}", f.terms.show(*part));
    }
}

#[test]
fn quantified_conditions_over_counters_are_solved() {
    // ∀τ. 0 ≤ τ < κ → a(τ + i) ≠ 5, a(κ + i) = 5, κ ≥ 3: a search that stops at the first 5.
    let mut solver = make(false);
    let mut terms = Terms::new();
    let (kappa, i) =
        (terms.fresh("κ1", SymbolKind::Counter, Sort::Int), terms.fresh("i", SymbolKind::Input, Sort::Int));
    let (a, tau) = (
        terms.fresh("a", SymbolKind::Input, Sort::Array(1)),
        terms.fresh("τ1", SymbolKind::Bound, Sort::Int),
    );
    let five = terms.small(5);
    let element = |terms: &mut Terms, offset: Term| {
        let index = terms.add(offset, i);
        terms.read(a, &[index])
    };
    let (inside, last) = (element(&mut terms, tau), element(&mut terms, kappa));
    let differs = terms.ne(inside, five);
    let from = terms.ge(tau, Term::ZERO);
    let to = terms.lt(tau, kappa);
    let range = terms.both(from, to);
    let body = terms.implies(range, differs);
    let bound = terms.as_symbol(tau).unwrap();
    let before = terms.forall(&[bound], body);
    let found = terms.eq(last, five);
    let three = terms.small(3);
    let enough = terms.ge(kappa, three);
    let model = sat(ask(&mut *solver, &mut terms, &[before, found], enough, None));
    let value = model.int(terms.as_symbol(kappa).unwrap());
    assert!(value >= Int::from(3) && value <= Int::from(32), "{value}");
    assert_eq!(terms.holds(before, &model), Some(true));
    // An element below κ that is 5 contradicts.
    let second = element(&mut terms, Term::ONE);
    let early = terms.eq(second, five);
    assert!(matches!(ask(&mut *solver, &mut terms, &[before, found, enough], early, None), Answer::Unsat));
    // And the incremental solver goes on as before.
    sat(ask(&mut *solver, &mut terms, &[found], enough, None));
}

#[test]
fn a_process_answers_as_z3_does() {
    let Some(command) = z3_program() else {
        eprintln!("skipped: there is no z3 program beside the library");
        return;
    };
    let backend = Backend::Process { command: vec![command, "-in".to_owned()] };
    let process =
        || chain(&ChainOptions { backend: backend.clone(), plain: true, ..ChainOptions::default() }).unwrap();
    let mut compared = 0;
    for seed in 500..506 {
        let mut solvers = [process(), make(true)];
        walk(&mut solvers, seed, true, |_, _, answers| match (&answers[0], &answers[1]) {
            (Answer::Sat(_), Answer::Sat(_)) | (Answer::Unsat, Answer::Unsat) => compared += 1,
            (Answer::Unknown(_), _) | (_, Answer::Unknown(_)) => {}
            _ => panic!("{answers:?}"),
        });
    }
    assert!(compared > 60, "{compared}");
    let mut f = Fixture::new();
    let goal = hard(&mut f);
    let start = std::time::Instant::now();
    let query = Query { path: &[], goal, hint: None, limit: Duration::from_millis(300) };
    let answer = process().solve(&mut f.terms, &query);
    assert!(matches!(answer, Answer::Unknown(Reason::Timeout)), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_process_that_does_not_work_is_refused() {
    for (command, why) in [
        (vec!["/nowhere/solver".to_owned()], "cannot be started"),
        (vec!["true".to_owned()], "trivial query"),
        (vec![], "no program"),
    ] {
        let backend = Backend::Process { command };
        match chain(&ChainOptions { backend, ..ChainOptions::default() }).err() {
            Some(error @ SolverError::Process { .. }) => assert!(error.to_string().contains(why), "{error}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn limits_really_interrupt() {
    let (mut f, mut solver) = (Fixture::new(), make(false));
    let goal = hard(&mut f);
    let calls = [(); 2].map(|()| {
        let start = std::time::Instant::now();
        let query = Query { path: &[], goal, hint: None, limit: Duration::from_millis(300) };
        let answer = solver.solve(&mut f.terms, &query);
        assert!(matches!(answer, Answer::Unknown(Reason::Timeout)), "{answer:?}");
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
        statistics(&*solver).backend_calls
    });
    // The second time the cache knew, and other queries work as before.
    assert!(calls[0] >= 1 && calls[1] == calls[0], "{calls:?}");
    let easy = f.at_least(f.x, 3);
    let model = sat(ask(&mut *solver, &mut f.terms, &[], easy, None));
    assert!(f.value(&model, f.x) >= Int::from(3));
}

/// Without time the back end is not asked, and given nothing: a long path would take long before any question.
#[test]
fn without_time_the_back_end_is_left_alone() {
    let (mut f, mut solver) = (Fixture::new(), make(false));
    let goal = hard(&mut f);
    let query = Query { path: &[], goal, hint: None, limit: Duration::ZERO };
    let answer = solver.solve(&mut f.terms, &query);
    assert!(matches!(answer, Answer::Unknown(Reason::Timeout)), "{answer:?}");
    assert_eq!(statistics(&*solver).backend_calls, 0);
    let easy = f.at_least(f.x, 3);
    let model = sat(ask(&mut *solver, &mut f.terms, &[], easy, None));
    assert!(f.value(&model, f.x) >= Int::from(3));
    assert_eq!(statistics(&*solver).backend_calls, 1);
}

#[test]
fn an_interrupt_stops_this_query_and_all_later_ones() {
    let options = ChainOptions::default();
    let (mut f, mut solver) = (Fixture::new(), chain(&options).unwrap());
    let goal = hard(&mut f);
    let interrupt = options.interrupt.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        interrupt.trigger();
    });
    let start = std::time::Instant::now();
    let query = Query { path: &[], goal, hint: None, limit: Duration::from_secs(120) };
    let answer = solver.solve(&mut f.terms, &query);
    assert!(matches!(answer, Answer::Unknown(Reason::Interrupted)), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    thread.join().unwrap();
    let easy = f.at_least(f.x, 3);
    let answer = ask(&mut *solver, &mut f.terms, &[], easy, None);
    assert!(matches!(answer, Answer::Unknown(Reason::Interrupted)), "{answer:?}");
}

/// The factors of a product of two large primes.
fn hard(f: &mut Fixture) -> Term {
    let product: Int = "1000000016000000063".parse().unwrap();
    let (square, product) = (f.terms.mul(f.x, f.y), f.terms.int(&product));
    let factors = f.terms.eq(square, product);
    let (x, y) = (f.at_least(f.x, 2), f.at_least(f.y, 2));
    f.terms.and([factors, x, y])
}

/// The program that comes with the library, where the build fetched both.
fn z3_program() -> Option<String> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let cache = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?.join("kyklos");
    let programs = std::fs::read_dir(cache).ok()?.flatten().map(|folder| folder.path().join("z3"));
    Some(programs.filter(|path| path.is_file()).min()?.to_str()?.to_owned())
}

/// A folder of this test run's own.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("kyklos-solver-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}
