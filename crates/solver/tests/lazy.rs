//! Conditions over path counters, with their universal quantifiers.

#[path = "common/text.rs"]
mod text;

use kyklos_base::Int;
use kyklos_solver::{Answer, Backend, ChainOptions, Effort, Query, Reason, Solver, Statistics, chain};
use kyklos_term::{FunctionModel, Model, Symbol, Term, Terms, Value};
use std::rc::Rc;
use std::time::{Duration, Instant};
use text::Text;

const LIMIT: Duration = Duration::from_secs(10);

/// Formulas with their names, and who decides them.
struct Case {
    terms: Terms,
    text: Text,
    solver: Box<dyn Solver>,
}

impl Case {
    fn new() -> Self {
        Self { terms: Terms::new(), text: Text::default(), solver: chain(&ChainOptions::default()).unwrap() }
    }

    /// Asks whether all of these can hold together; a model must satisfy them all.
    fn ask(&mut self, formulas: &[&str]) -> Answer {
        let all: Vec<Term> = formulas.iter().map(|text| self.text.term(&mut self.terms, text)).collect();
        self.ask_terms(&all)
    }

    fn ask_terms(&mut self, all: &[Term]) -> Answer {
        let (goal, path) = all.split_last().unwrap();
        let start = Instant::now();
        let answer =
            self.solver.solve(&mut self.terms, &Query { path, goal: *goal, hint: None, limit: LIMIT });
        println!("{:>9.2} ms", start.elapsed().as_secs_f64() * 1e3);
        if let Answer::Sat(model) = &answer {
            for part in all {
                assert_ne!(self.terms.holds(*part, model), Some(false), "{}", self.terms.show(*part));
            }
        }
        answer
    }

    fn sat(&mut self, formulas: &[&str]) -> Rc<Model> {
        match self.ask(formulas) {
            Answer::Sat(model) => model,
            other => panic!("{other:?}: {formulas:?}"),
        }
    }

    fn unsat(&mut self, formulas: &[&str]) {
        let answer = self.ask(formulas);
        assert!(matches!(answer, Answer::Unsat), "{answer:?}: {formulas:?}");
    }

    fn value(&self, model: &Model, name: &str) -> Int {
        model.int(self.text.symbol(&self.terms, name))
    }

    fn array(&self, model: &Model, name: &str) -> FunctionModel {
        match self.terms.evaluate(self.text.names[name], model) {
            Some(Value::Function(array)) => array,
            other => panic!("{other:?}: {name}"),
        }
    }

    fn statistics(&self) -> Statistics {
        let mut report = Statistics::default();
        self.solver.statistics(&mut report);
        report
    }
}

#[test]
fn a_linear_search_finds_and_does_not_find() {
    let search = ["(>= k 0)", "(all t 0 k (!= (A t) x))"];
    Case::new().sat(&[&search[..], &["(= (A k) x)", "(< k n)"]].concat());
    Case::new().sat(&[&search[..], &["(= k n)", "(> n 5)", "(= (A n) x)"]].concat());
    Case::new().unsat(&[&search[..], &["(= (A j) x)", "(<= 0 j)", "(< j k)"]].concat());
    Case::new().unsat(&[&search[..], &["(= k n)", "(some t 0 n (= (A t) x))"]].concat());
    Case::new().unsat(&[&search[..], &["(= (A (+ i j)) x)", "(= i 3)", "(> j 2)", "(> k (+ j 7))"]].concat());
    // Found twice, the second time further on.
    let again = ["(= (A k) x)", "(>= kk 0)", "(all t 0 kk (!= (A (+ k 1 t)) x))", "(= (A (+ k 1 kk)) x)"];
    let mut case = Case::new();
    let model = case.sat(&[&search[..], &again, &["(> k 3)", "(> kk 4)"]].concat());
    assert!(case.value(&model, "k") <= Int::from(8) && case.value(&model, "kk") <= Int::from(8));
    let between = ["(= (A j) x)", "(< k j)", "(<= j (+ k kk))"];
    Case::new().unsat(&[&search[..], &again, &between].concat());
}

/// The letters of a word as an array, from 0 on.
fn word(array: &str, word: &str) -> Vec<String> {
    word.bytes().enumerate().map(|(index, byte)| format!("(= ({array} {index}) {byte})")).collect()
}

/// A word is found in A at the counter `k<n>` and, as a search would have it, not before.
fn found(number: usize, text: &str) -> Vec<String> {
    let length = text.len();
    let mut all = word(&format!("W{number}"), text);
    all.push(format!("(>= k{number} 0)"));
    all.push(format!(
        "(all t 0 k{number} (and (!= (A t) 0) (some u 0 {length} (and (!= (A (+ t u)) (W{number} u)) \
         (all v 0 u (and (= (A (+ t v)) (W{number} v)) (!= (A (+ t v)) 0)))))))"
    ));
    all.push(format!("(all u 0 {length} (= (A (+ k{number} u)) (W{number} u)))"));
    all
}

#[test]
fn words_are_found_in_a_text() {
    let words = ["Hello", "world", "at", "Microsoft!"];
    for count in [1, 2, 4] {
        let all: Vec<String> = (0..count).flat_map(|number| found(number, words[number])).collect();
        let mut formulas: Vec<&str> = all.iter().map(String::as_str).collect();
        formulas.push("(>= k0 3)");
        let mut case = Case::new();
        let model = case.sat(&formulas);
        assert!(case.value(&model, "k0") <= Int::from(64), "{}", case.value(&model, "k0"));
        formulas.push("(= (A (+ k0 1)) 0)");
        case.unsat(&formulas);
    }
}

#[test]
fn rows_of_a_matrix_are_counted() {
    let shape = ["(> m 20)", "(> n 20)", "(>= k1 0)", "(>= k2 0)", "(<= k1 n)", "(<= k2 (- n 1))"];
    let rows = [
        "(all t 0 k1 (and (> (M 0 t) 10) (< (M 0 t) 100)))",
        "(all t 0 k2 (and (> (M 1 (+ t 1)) 10) (< (M 1 (+ t 1)) 100)))",
    ];
    let mut case = Case::new();
    let model = case.sat(&[&shape[..], &rows, &["(> (+ k1 k2) 15)"]].concat());
    assert!(case.value(&model, "n") <= Int::from(100));
    case.unsat(&[&shape[..], &rows, &["(> k1 4)", "(= (M 0 3) 5)"]].concat());
    case.unsat(&[&shape[..], &rows, &["(= (M i j) 100)", "(= i 1)", "(< 0 j)", "(<= j k2)"]].concat());
    // All rows at once: a range for each of two variables, one within the other.
    let upper = "(all i 0 k1 (all j i k2 (> (M i j) 10)))";
    case.sat(&[upper, "(> k1 6)", "(> k2 9)", "(< (M 5 4) 0)"]);
    case.unsat(&[upper, "(> k1 6)", "(> k2 9)", "(< (M 5 6) 0)"]);
    case.unsat(&[upper, "(<= 0 a)", "(< a k1)", "(<= a b)", "(< b k2)", "(= (M a b) c)", "(< c 3)"]);
}

#[test]
fn packets_are_decoded() {
    // A stream is copied to places that it names itself; a check then fails.
    let copy = [
        "(> k 2)",
        "(all t 0 k (and (> (S (* 2 t)) 0) (<= (S (* 2 t)) 32) (< (S (+ (* 2 t) 1)) 1000)))",
        "(= (S (* 2 k)) 0)",
        "(some t 0 k (and (= (S (* 2 t)) (+ s 1)) (= (S (+ (* 2 t) 1)) y)))",
        "(all t 0 s (!= (P t) y))",
    ];
    Case::new().sat(&[&copy[..], &["(> s 20)", "(= (P s) y)"]].concat());
    Case::new().unsat(&[&copy[..], &["(> s 32)"]].concat());
    Case::new().unsat(&[&copy[..], &["(= y 1000)"]].concat());
}

#[test]
fn a_sorted_prefix_is_sorted() {
    let sorted = "(all t 0 k (<= (A t) (A (+ t 1))))";
    let mut case = Case::new();
    case.sat(&[sorted, "(> k 20)", "(= (A 3) 5)", "(= (A 12) 9)"]);
    case.unsat(&[sorted, "(> k 20)", "(= (A 3) 9)", "(= (A 12) 5)"]);
    case.unsat(&[sorted, "(= k 100)", "(= (A 0) 9)", "(< (A k) 9)"]);
    case.unsat(&[sorted, "(> (A i) (A (+ i 1)))", "(>= i 0)", "(< i k)"]);
    let pairs = "(all i 0 n (all j i n (<= (A i) (A j))))";
    case.sat(&[pairs, "(> n 10)", "(< (A 2) (A 3))", "(= (A 9) 4)"]);
    case.unsat(&[pairs, "(<= 0 a)", "(<= a b)", "(< b n)", "(> (A a) (A b))"]);
}

#[test]
fn counts_of_two_paths_are_consistent() {
    // Of n iterations k1 took one way and k2 the other.
    let paths = [
        "(>= k1 0)",
        "(>= k2 0)",
        "(= n (+ k1 k2))",
        "(all t 0 k1 (some u t (+ t k2 1) (= (A u) 1)))",
        "(all t 0 k2 (some u t (+ t k1 1) (!= (A u) 1)))",
    ];
    let mut case = Case::new();
    case.sat(&[&paths[..], &["(> k1 12)", "(< n 20)"]].concat());
    case.unsat(&[&paths[..], &["(= k2 0)", "(= (A i) 0)", "(<= 0 i)", "(< i n)"]].concat());
    case.unsat(&[&paths[..], &["(> k1 12)", "(< n 10)"]].concat());
}

#[test]
fn ranges_of_elements_are_kept() {
    let mut case = Case::new();
    let range = Some((Int::from(0), Int::from(255)));
    let bytes = case.terms.input(0, "B", kyklos_term::Sort::Array(1), range);
    case.text.names.insert("B".to_owned(), bytes);
    let nonzero = "(all t 0 k (!= (B t) 0))";
    case.sat(&[nonzero, "(> k 9)", "(= (B k) 0)"]);
    case.unsat(&["(all t 0 k (> (B t) 254))", "(> k 9)", "(!= (B 4) 255)"]);
    case.unsat(&["(all t 0 k (> (B t) 255))", "(> k 0)"]);
    case.unsat(&["(all t 0 k (= (B t) (+ (B (+ t 1)) 100)))", "(= k 3)"]);
    let model = case.sat(&["(all t 0 k (= (B t) (+ (B (+ t 1)) 100)))", "(= k 2)"]);
    let element = case.text.term(&mut case.terms, "(B 0)");
    assert!(case.terms.evaluate(element, &model).unwrap().int().unwrap() >= &Int::from(200));
    // What holds of all elements comes before what holds of some, should both not go together.
    let mut case = Case::new();
    case.sat(&["(all t 0 k (< ((with A k x) t) 0))", "(all t (<= 0 (A t)))", "(>= k 0)", "(= (A 3) 1)"]);
    assert!(case.statistics().lazy_rounds < 5, "{}", case.statistics().lazy_rounds);
}

#[test]
fn quantifiers_below_disjunctions_hold_where_they_are_needed() {
    let either = "(or (all t 0 k (= (A t) 1)) (and (= x 5) (all t 0 k (= (A t) 2))))";
    let mut case = Case::new();
    case.sat(&[either, "(> k 3)", "(= (A 2) 2)"]);
    case.unsat(&[either, "(> k 3)", "(= (A 2) 2)", "(!= x 5)"]);
    case.unsat(&[either, "(> k 3)", "(= (A 2) 3)"]);
    case.sat(&[either, "(= k 0)", "(= (A 2) 3)", "(= x 4)"]);
    // A negated universal has a witness.
    case.sat(&["(not (all t 0 k (= (A t) 1)))", "(all t 0 k (> (A t) 0))"]);
    case.unsat(&["(not (all t 0 k (> (A t) 1)))", "(all t 0 k (> (A t) 4))"]);
    // Written elements are as written.
    case.sat(&["(all t 0 9 (= ((with A i 7) t) 7))", "(= (A 4) 3)"]);
    case.unsat(&["(all t 0 9 (= ((with A i 7) t) 7))", "(= (A 4) 3)", "(= (A 5) 3)"]);
    // Variables that are not mere indices.
    case.sat(&["(all t 0 k (!= (* t t) n))", "(> k 3)", "(= n 49)"]);
    case.unsat(&["(all t 0 k (!= (* t t) n))", "(= n (* m m))", "(<= 0 m)", "(< m k)"]);
    case.sat(&["(all t 0 k (= (A t) (* 3 t)))", "(> k 30)", "(= (A 31) 0)"]);
    case.unsat(&["(all t 0 k (= (A t) (* 3 t)))", "(<= 0 i)", "(< i k)", "(= (A i) 100)"]);
}

#[test]
fn wide_ranges_do_no_harm() {
    let mut case = Case::new();
    case.sat(&["(all t 0 k (!= (A t) x))", "(= k 1000000000)", "(= (A 77) (+ x 1))"]);
    case.unsat(&["(all t 0 k (!= (A t) x))", "(> k 1000000000)", "(= (A 999999) x)"]);
}

#[test]
fn elements_may_be_compared_with_their_index() {
    let mut case = Case::new();
    let above = "(all t 0 k (> (A t) (+ t 1)))";
    case.sat(&[above, "(= k 1000000)", "(all t 0 k (<= (A t) 4294967295))"]);
    case.sat(&[above, "(= k 1000000)", "(all t 0 k (> ((with A 0 x) t) t))", "(<= x 7)"]);
    case.unsat(&[above, "(= k 1000000)", "(<= (A 999999) 999999)"]);
}

#[test]
fn chains_of_loops_are_followed() {
    // Each loop goes on where the one before stopped; queries along the path.
    let mut case = Case::new();
    let mut path: Vec<Term> = Vec::new();
    let mut at = "0".to_owned();
    for number in 0..10 {
        let loop_end = format!("(+ {at} k{number})");
        for formula in [
            format!("(>= k{number} 1)"),
            format!("(all t 0 k{number} (!= (A (+ {at} t)) {number}))"),
            format!("(= (A {loop_end}) {number})"),
        ] {
            path.push(case.text.term(&mut case.terms, &formula));
        }
        assert!(matches!(case.ask_terms(&path), Answer::Sat(_)), "loop {number}");
        let early = format!("(= (A (+ {at} 0)) {number})");
        let early = case.text.term(&mut case.terms, &early);
        let impossible = [path.as_slice(), &[early]].concat();
        assert!(matches!(case.ask_terms(&impossible), Answer::Unsat), "loop {number}");
        at = loop_end;
    }
    println!("{}", case.statistics());
}

#[test]
fn formulas_without_quantifiers_pass_through() {
    let mut case = Case::new();
    case.sat(&["(> (A x) 3)", "(< x y)"]);
    let report = case.statistics();
    assert_eq!((report.lazy_rounds, report.backend_calls), (0, 1));
    assert_eq!(report.layer("lazy").unwrap().asked, 1);
}

const HARD: [&str; 3] = [
    "(all t 0 k (= (* (A t) (B t)) 1000000016000000063))",
    "(all t 0 k (and (> (A t) 1) (> (B t) 1)))",
    "(> k 1)",
];

#[test]
fn limits_are_kept() {
    let mut case = Case::new();
    let all: Vec<Term> = HARD.iter().map(|text| case.text.term(&mut case.terms, text)).collect();
    let (goal, path) = all.split_last().unwrap();
    for limit in [0, 20, 700] {
        let limit = Duration::from_millis(limit);
        let start = Instant::now();
        let answer = case.solver.solve(&mut case.terms, &Query { path, goal: *goal, hint: None, limit });
        assert!(!matches!(answer, Answer::Unsat), "{answer:?}");
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    }
}

/// In a portfolio, work is what is counted: a question that ran out of time must not count for more than it took.
#[test]
fn what_runs_out_of_time_counts_for_its_limit() {
    let options = ChainOptions { plain: true, ..ChainOptions::default() };
    let mut case = Case::new();
    case.solver = chain(&options).unwrap();
    let all: Vec<Term> = HARD.iter().map(|text| case.text.term(&mut case.terms, text)).collect();
    let (goal, path) = all.split_last().unwrap();
    let limit = Duration::from_millis(40);
    let answer = case.solver.solve(&mut case.terms, &Query { path, goal: *goal, hint: None, limit });
    assert!(matches!(answer, Answer::Unknown(Reason::Timeout)), "{answer:?}");
    let counted = options.effort.total() * 1_000 / Effort::PER_SECOND;
    assert!((20..=60).contains(&counted), "{counted} ms");
}

#[test]
fn a_process_profits_as_well() {
    let Some(command) = z3_program() else {
        eprintln!("skipped: there is no z3 program beside the library");
        return;
    };
    let backend = Backend::Process { command: vec![command, "-in".to_owned()] };
    let mut case = Case::new();
    case.solver = chain(&ChainOptions { backend, ..ChainOptions::default() }).unwrap();
    case.sat(&["(all t 0 k (!= (A t) x))", "(= (A k) x)", "(> k 6)"]);
    case.unsat(&["(all t 0 k (!= (A t) x))", "(= (A j) x)", "(<= 0 j)", "(< j k)"]);
}

/// The program that comes with the library, where the build fetched both.
fn z3_program() -> Option<String> {
    let set = |name: &str| std::env::var_os(name).map(std::path::PathBuf::from);
    let cache = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?.join("kyklos");
    let programs = std::fs::read_dir(cache).ok()?.flatten().map(|folder| folder.path().join("z3"));
    Some(programs.filter(|path| path.is_file()).min()?.to_str()?.to_owned())
}

/// A generator that is the same everywhere.
struct Noise(u64);

impl Noise {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }

    fn value(&mut self, variables: &[&str]) -> String {
        match self.below(6) {
            0 => self.pick(&["0", "1", "2"]).to_owned(),
            1 => self.pick(variables).to_owned(),
            2 => format!(
                "((with A {} {}) {})",
                self.pick(variables),
                self.pick(&["0", "2", "x"]),
                self.pick(variables)
            ),
            _ => format!("(A (+ {} {}))", self.pick(variables), self.pick(&["0", "0", "1", "-1"])),
        }
    }

    fn atom(&mut self, variables: &[&str]) -> String {
        let relation = self.pick(&["<", "<=", "=", "!=", "="]);
        format!("({relation} {} {})", self.value(variables), self.value(variables))
    }

    fn formula(&mut self, depth: u32, variables: &[&str]) -> String {
        if depth == 0 {
            return self.atom(variables);
        }
        let bound = ["t", "u", "v"][variables.len().saturating_sub(2).min(2)];
        match self.below(6) {
            0 => {
                format!("(and {} {})", self.formula(depth - 1, variables), self.formula(depth - 1, variables))
            }
            1 => {
                format!("(or {} {})", self.formula(depth - 1, variables), self.formula(depth - 1, variables))
            }
            2 => self.atom(variables),
            kind => {
                let inner: Vec<&str> = variables.iter().copied().chain([bound]).collect();
                let quantifier = if kind == 5 { "some" } else { "all" };
                let body = self.formula(depth - 1, &inner);
                let (low, high) = (self.pick(&["0", "0", "x"]), self.pick(&["k", "k", "2", "x"]));
                format!("({quantifier} {bound} {low} {high} {body})")
            }
        }
    }
}

#[test]
fn small_formulas_are_decided_as_by_brute_force() {
    let (mut decided, mut sat) = (0, 0);
    for seed in 1..=150u64 {
        let mut noise = Noise(seed * 7_919 + 12_345);
        let mut case = Case::new();
        // Everything that matters lies in -1 ..= 3, with values 0 ..= 2.
        let mut formulas: Vec<String> =
            ["(>= k 0)", "(<= k 2)", "(>= x 0)", "(<= x 2)", "(all t (and (>= (A t) 0) (<= (A t) 2)))"]
                .map(str::to_owned)
                .to_vec();
        formulas.extend((0..3).map(|_| noise.formula(2, &["k", "x"])));
        let all: Vec<Term> = formulas.iter().map(|text| case.text.term(&mut case.terms, text)).collect();
        let (goal, path) = all.split_last().unwrap();
        let query = Query { path, goal: *goal, hint: None, limit: LIMIT };
        let answer = case.solver.solve(&mut case.terms, &query);
        let expected = brute_force(&mut case, &all);
        match &answer {
            Answer::Sat(model) => {
                // The range of all elements is the only one without a value.
                let fits = |part: &Term| case.terms.holds(*part, model).unwrap_or(*part == all[4]);
                assert!(all.iter().all(fits), "{formulas:?}");
                assert!(expected, "{formulas:?}");
                sat += 1;
            }
            Answer::Unsat => assert!(!expected, "{formulas:?}"),
            Answer::Unknown(reason) => {
                assert_ne!(*reason, Reason::Interrupted);
                println!("{seed} unknown: {formulas:?}");
                continue;
            }
        }
        decided += 1;
    }
    println!("{decided} decided, {sat} sat");
    assert!(decided >= 148 && sat > 40 && decided - sat > 40, "{decided} decided, {sat} sat");
}

/// Whether the formulas hold for some small values.
fn brute_force(case: &mut Case, all: &[Term]) -> bool {
    let find =
        |case: &Case, name: &str| case.text.names.get(name).map(|_| case.text.symbol(&case.terms, name));
    let (k, x, array) = (find(case, "k"), find(case, "x"), find(case, "A"));
    // Formulas are about A(-1) to A(3).
    (0..3).any(|k_value| {
        (0..3).any(|x_value| {
            (0..3i64.pow(5)).any(|code| {
                let mut model = Model::new();
                set(&mut model, k, k_value);
                set(&mut model, x, x_value);
                let entries = (0..5)
                    .map(|cell| (vec![Int::from(cell - 1)], Int::from(code / 3i64.pow(cell as u32) % 3)));
                if let Some(array) = array {
                    let function = FunctionModel { entries: entries.collect(), default: Int::ZERO };
                    model.set(array, Value::Function(function));
                }
                all.iter().all(|part| case.terms.holds(*part, &model) != Some(false))
            })
        })
    })
}

fn set(model: &mut Model, symbol: Option<Symbol>, value: i64) {
    if let Some(symbol) = symbol {
        model.set(symbol, Value::Int(Int::from(value)));
    }
}

#[test]
fn models_over_wide_ranges_hold_everywhere() {
    let mut case = Case::new();
    let other = "(all t 0 k (!= (ite (<= t 102399) (A t) 0) x))";
    let model = case.sat(&[
        "(<= -128 x)",
        "(<= x 127)",
        other,
        "(all t (and (<= -128 (A t)) (<= (A t) 127)))",
        "(<= k 102400)",
        "(>= k 102400)",
    ]);
    let (x, array) = (case.value(&model, "x"), case.array(&model, "A"));
    for index in 0..102_400 {
        assert_ne!(*array.at(&[Int::from(index)]), x, "at {index}");
    }
}
