//! Models that are guessed. Where numbers are multiplied and mixed, a search bit by bit may take for ever to find what
//! nearly any numbers would do: that two products differ, that a checksum is not 0. Plain numbers are tried first, before
//! Z3 is asked; any numbers only where it has failed once, as its own are smaller.

use kyklos_base::Int;
use kyklos_base::random::Random;
use kyklos_term::{Model, Sort, Symbol, SymbolInfo, Term, Terms, Value};

/// Queries with more parts are not tried.
const MAX_PARTS: usize = 4_000;
/// How often any numbers are tried.
const TRIES: u64 = 24;

/// Whether symbols are to be plain numbers or any.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Guess {
    Plain,
    Any,
}

/// A model of all constraints, if a few tries find one. All symbols have to be bounded numbers or truth values.
pub(super) fn guessed(terms: &mut Terms, constraints: &[Term], guess: Guess) -> Option<Model> {
    let symbols = crate::symbols_of(terms, constraints);
    let plain = |symbol: &Symbol| {
        let info = terms.symbol_info(*symbol);
        info.sort == Sort::Bool || info.sort == Sort::Int && info.low.is_some() && info.high.is_some()
    };
    if !symbols.iter().all(plain) || terms.parts_first(constraints, |_| false).len() > MAX_PARTS {
        return None;
    }
    let models: Vec<Model> = match guess {
        Guess::Plain => [0, 1, 2].into_iter().map(|number| all(terms, &symbols, number)).collect(),
        Guess::Any => (0..TRIES).map(|seed| any(terms, &symbols, &mut Random::new(seed))).collect(),
    };
    let fits = |model: &Model| constraints.iter().all(|part| terms.holds(*part, model) == Some(true));
    models.into_iter().find(fits)
}

/// The nearest number within the symbol's range.
fn within(info: &SymbolInfo, number: Int) -> Int {
    let (low, high) = (info.low.as_ref(), info.high.as_ref());
    let number = low.filter(|low| **low > number).cloned().unwrap_or(number);
    high.filter(|high| **high < number).cloned().unwrap_or(number)
}

fn all(terms: &Terms, symbols: &[Symbol], number: i64) -> Model {
    let mut model = Model::new();
    for symbol in symbols {
        let info = terms.symbol_info(*symbol);
        model.set(
            *symbol,
            match info.sort {
                Sort::Bool => Value::Truth(number != 0),
                _ => Value::Int(within(info, Int::from(number))),
            },
        );
    }
    model
}

/// Each a number of any size, by the number of its bits.
fn any(terms: &Terms, symbols: &[Symbol], random: &mut Random) -> Model {
    let mut model = Model::new();
    for symbol in symbols {
        let info = terms.symbol_info(*symbol);
        let (bits, negative) = (random.below(64), random.below(4) == 0);
        let value = Int::from((random.draw() >> 1 >> bits) as i64);
        let value = if negative { -value } else { value };
        model.set(
            *symbol,
            match info.sort {
                Sort::Bool => Value::Truth(bits % 2 == 0),
                _ => Value::Int(folded(info, &value)),
            },
        );
    }
    model
}

/// A number within the symbol's range that has the same low bits, as far as the range allows.
fn folded(info: &SymbolInfo, value: &Int) -> Int {
    let (Some(low), Some(high)) = (&info.low, &info.high) else { return value.clone() };
    let size = high - low + Int::ONE;
    match (value - low).rem_euclid(&size) {
        Some(rest) => low + &rest,
        None => low.clone(),
    }
}
