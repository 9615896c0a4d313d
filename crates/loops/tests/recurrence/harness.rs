//! Loops written down by hand or at random, and the comparison of their closed
//! forms with the composition of iterations, one by one.

use kyklos_base::Int;
use kyklos_loops::recurrence::{Closed, Declined, Iteration, solve};
use kyklos_term::{FunctionModel, Model, Sort, Symbol, SymbolKind, Term, Terms, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Iterations are composed up to this many times.
const ROUNDS: i64 = 8;

/// A stream of small numbers that looks random and is the same in each run.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % below
    }

    pub fn number(&mut self, low: i64, high: i64) -> i64 {
        low + self.roll((high - low + 1) as u64) as i64
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len() as u64) as usize]
    }
}

/// A loop being written down: symbols and what an iteration makes of them.
pub struct Loop {
    pub terms: Terms,
    pub iteration: Iteration,
}

impl Loop {
    pub fn new() -> Self {
        Self { terms: Terms::new(), iteration: Iteration::default() }
    }

    pub fn int(&mut self, name: &str) -> Term {
        self.terms.fresh(name, SymbolKind::Fresh, Sort::Int)
    }

    pub fn array(&mut self, name: &str, arity: u32) -> Term {
        self.terms.fresh(name, SymbolKind::Fresh, Sort::Array(arity))
    }

    /// A symbol for what each iteration reads.
    pub fn input(&mut self, name: &str) -> Term {
        let (input, stream) = (self.int(name), self.array("stream", 1));
        let pair = (self.symbol(input), self.symbol(stream));
        self.iteration.inputs.push(pair);
        input
    }

    pub fn symbol(&self, term: Term) -> Symbol {
        self.terms.as_symbol(term).unwrap()
    }

    pub fn set(&mut self, target: Term, effect: Term) {
        let symbol = self.symbol(target);
        match self.terms.sort(target) {
            Sort::Array(_) => self.iteration.arrays.push((symbol, effect)),
            Sort::Int | Sort::Bool => self.iteration.numbers.push((symbol, effect)),
        }
    }

    pub fn plus(&mut self, a: Term, b: i64) -> Term {
        let b = self.terms.small(b);
        self.terms.add(a, b)
    }

    pub fn times(&mut self, a: i64, b: Term) -> Term {
        let a = self.terms.small(a);
        self.terms.mul(a, b)
    }

    pub fn modulo(&mut self, a: Term, m: i64) -> Term {
        let m = self.terms.small(m);
        self.terms.modulo(a, m)
    }

    /// `i += step`
    pub fn step(&mut self, i: Term, step: i64) {
        let next = self.plus(i, step);
        self.set(i, next);
    }

    pub fn solve(&mut self) -> Result<Closed, Vec<Declined>> {
        solve(&mut self.terms, &self.iteration)
    }

    /// Checks the closed forms of all that changes and shows those of some.
    pub fn forms(&mut self, of: &[Term]) -> Vec<String> {
        let closed = self.solve().unwrap_or_else(|declined| panic!("{declined:?}"));
        self.check(&closed, 8);
        of.iter()
            .map(|term| {
                let form = closed.form(self.symbol(*term)).unwrap();
                self.terms.show(form).to_string()
            })
            .collect()
    }

    /// Why things are declined.
    pub fn reasons(&mut self) -> Vec<String> {
        match self.solve() {
            Ok(_) => panic!("was solved"),
            Err(declined) => declined.into_iter().map(|declined| declined.why).collect(),
        }
    }

    /// Compares the forms with composed iterations under random models.
    pub fn check(&mut self, closed: &Closed, models: u64) {
        let terms = &mut self.terms;
        let changed: Vec<(Symbol, Term)> =
            self.iteration.numbers.iter().chain(&self.iteration.arrays).copied().collect();
        let kappa = terms.fresh("κ", SymbolKind::Counter, Sort::Int);
        let count = terms.fresh("τ", SymbolKind::Bound, Sort::Int);
        let (counter, definitions) = closed.counter(terms, kappa);
        let other = closed.moment(terms, count);
        let mut now: FxHashMap<Symbol, Term> = FxHashMap::default();
        for (symbol, _) in &changed {
            let entry = terms.symbol_term(*symbol);
            now.insert(*symbol, entry);
        }
        // Matrices have many elements.
        let large = changed.iter().any(|(symbol, _)| terms.symbol_info(*symbol).sort == Sort::Array(2));
        for round in 0..=if large { 4 } else { ROUNDS } {
            let number = terms.small(round);
            for (input, stream) in &self.iteration.inputs {
                let stream = terms.symbol_term(*stream);
                let element = terms.read(stream, &[number]);
                now.insert(*input, element);
            }
            let fixed = closed.moment(terms, number).unwrap();
            let symbols: Vec<Symbol> = now.keys().copied().collect();
            let mut pairs = Vec::new();
            for symbol in symbols {
                let entry = terms.symbol_term(symbol);
                let mut forms = vec![
                    closed.at(terms, &fixed, entry),
                    closed.at(terms, &counter, entry),
                    closed.instance(terms, number, entry).unwrap(),
                ];
                forms.extend(other.as_ref().map(|moment| closed.at(terms, moment, entry)));
                pairs.extend(compared(terms, entry, now[&symbol], &forms));
                // As part of a formula, where it may be multiplied out.
                if terms.sort(entry) == Sort::Int {
                    for limit in [0, 7] {
                        let limit = terms.small(limit);
                        let (less, equal) = (terms.le(entry, limit), terms.eq(entry, limit));
                        for formula in [less, equal] {
                            let expected = terms.substitute(formula, &now);
                            let at_kappa = closed.at(terms, &counter, formula);
                            pairs.push((expected, at_kappa));
                            if let Some(moment) = &other {
                                let at_count = closed.at(terms, moment, formula);
                                pairs.push((expected, at_count));
                            }
                        }
                    }
                }
            }
            let mut free: Vec<Symbol> = Vec::new();
            for (expected, form) in &pairs {
                free.extend(terms.free_symbols(*expected).iter());
                free.extend(terms.free_symbols(*form).iter());
            }
            free.sort_unstable();
            free.dedup();
            for seed in 0..models {
                let mut model = random_model(terms, &free, seed);
                let value = Int::from(round);
                model.set(terms.as_symbol(kappa).unwrap(), Value::Int(value.clone()));
                model.set(terms.as_symbol(count).unwrap(), Value::Int(value.clone()));
                for (companion, value) in closed.companions(&counter, &value) {
                    model.set(companion, Value::Int(value));
                }
                for definition in &definitions {
                    assert_eq!(terms.holds(*definition, &model), Some(true), "{}", terms.show(*definition));
                }
                for (expected, form) in &pairs {
                    let (left, right) = (terms.evaluate(*expected, &model), terms.evaluate(*form, &model));
                    assert!(left.is_some(), "{}", terms.show(*expected));
                    assert_eq!(
                        left,
                        right,
                        "round {round}\nexpected {}\nform {}\nloop {:?}",
                        terms.show(*expected),
                        terms.show(*form),
                        changed
                            .iter()
                            .map(|(s, e)| (terms.symbol_info(*s).name.clone(), terms.show(*e).to_string()))
                            .collect::<Vec<_>>()
                    );
                }
            }
            let next: Vec<(Symbol, Term)> =
                changed.iter().map(|(symbol, effect)| (*symbol, terms.substitute(*effect, &now))).collect();
            now.extend(next);
        }
    }
}

/// What must be equal for the forms to be right: of arrays, elements all around.
fn compared(terms: &mut Terms, entry: Term, expected: Term, forms: &[Term]) -> Vec<(Term, Term)> {
    let Sort::Array(arity) = terms.sort(entry) else {
        return forms.iter().map(|form| (expected, *form)).collect();
    };
    let mut pairs = Vec::new();
    let places: Vec<Vec<i64>> = match arity {
        1 => (-12..=24).map(|place| vec![place]).collect(),
        _ => (-2..=6).flat_map(|row| (-2..=6).map(move |column| vec![row, column])).collect(),
    };
    for place in places {
        let at: Vec<Term> = place.iter().map(|index| terms.small(*index)).collect();
        let left = terms.read(expected, &at);
        for form in forms {
            let right = terms.read(*form, &at);
            pairs.push((left, right));
        }
    }
    pairs
}

fn random_model(terms: &Terms, symbols: &[Symbol], seed: u64) -> Model {
    let mut dice = Dice(seed);
    let mut model = Model::new();
    for symbol in symbols {
        let value = match terms.symbol_info(*symbol).sort {
            Sort::Bool => Value::Truth(dice.roll(2) == 0),
            Sort::Int => Value::Int(Int::from(dice.number(-3, 5))),
            Sort::Array(arity) => {
                let mut entries = BTreeMap::new();
                for index in -12..=24 {
                    let places: Vec<Vec<i64>> = match arity {
                        1 => vec![vec![index]],
                        _ => (-3..=12).map(|column| vec![index, column]).collect(),
                    };
                    for place in places {
                        let place = place.into_iter().map(Int::from).collect();
                        entries.insert(place, Int::from(dice.number(-9, 9)));
                    }
                }
                Value::Function(FunctionModel { entries, default: Int::from(dice.number(-9, 9)) })
            }
        };
        model.set(*symbol, value);
    }
    model
}

/// A number over the symbols given, of any form.
pub fn expression(it: &mut Loop, dice: &mut Dice, over: &[Term], depth: u32) -> Term {
    if depth == 0 || dice.roll(4) == 0 {
        return if over.is_empty() || dice.roll(3) == 0 {
            it.terms.small(dice.number(-3, 4))
        } else {
            dice.pick(over)
        };
    }
    let a = expression(it, dice, over, depth - 1);
    let b = expression(it, dice, over, depth - 1);
    match dice.roll(8) {
        0 | 1 => it.terms.add(a, b),
        2 => it.terms.sub(a, b),
        3 => it.terms.mul(a, b),
        4 => {
            let m = dice.number(2, 4);
            it.modulo(a, m)
        }
        5 => {
            let m = it.terms.small(dice.number(2, 3));
            it.terms.div(a, m)
        }
        _ => {
            let condition = it.terms.le(a, b);
            it.terms.ite(condition, b, a)
        }
    }
}
