//! How a state can be an instance of an earlier one: values for the symbols of that one.

use kyklos_base::Int;
use kyklos_term::{Model, Node, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many parts of a number are compared.
const MOST_GUESSED: u32 = 32;

/// What is known of the later state.
pub(super) struct Now<'a> {
    /// Its path condition.
    pub path: &'a FxHashSet<Term>,
    /// A model of that.
    pub model: Option<&'a Model>,
}

/// How the numbers of a state are those of an earlier one.
#[derive(Default)]
pub(super) struct Instance {
    /// The symbols of the earlier state's memory that have their value, if there is a choice.
    symbols: FxHashSet<Symbol>,
    /// What they stand for, if not for themselves.
    values: FxHashMap<Symbol, Term>,
    /// What has to hold for that.
    demands: Vec<Term>,
}

impl Instance {
    /// How numbers follow from those of an earlier state; `None` if they do not, or not in a model of the later one.
    pub fn of(terms: &mut Terms, earlier: &[Term], now: &[Term], model: Option<&Model>) -> Option<Self> {
        let mut instance = Instance::default();
        let mut rest = Vec::new();
        for (earlier, now) in earlier.iter().copied().zip(now.iter().copied()).filter(|(a, b)| a != b) {
            if terms.sort(earlier) != Sort::Int || terms.sort(now) != Sort::Int {
                return None;
            }
            // Most states differ in some constant.
            if terms.as_int(earlier).is_some() {
                if differ(terms, earlier, now, model) {
                    return None;
                }
                let equal = terms.eq(earlier, now);
                if terms.holds(equal, model?) != Some(true) {
                    return None;
                }
                instance.demand(equal);
            } else {
                rest.push((earlier, now));
            }
        }
        if rest.is_empty() {
            return Some(instance);
        }
        for (same, _) in earlier.iter().zip(now).filter(|(a, b)| a == b) {
            instance.symbols.extend(terms.free_symbols(*same).iter());
        }
        // Symbols that stand alone first: they have one value only.
        rest.sort_by_key(|(earlier, _)| terms.as_symbol(*earlier).is_none());
        for (earlier, now) in rest {
            instance.guess(terms, earlier, now, &mut MOST_GUESSED.clone());
            instance.symbols.extend(terms.free_symbols(earlier).iter());
            let then = instance.apply(terms, earlier);
            if differ(terms, then, now, model) {
                return None;
            }
            let equal = terms.eq(then, now);
            if equal != Term::TRUE && terms.holds(equal, model?) != Some(true) {
                return None;
            }
            instance.demand(equal);
        }
        Some(instance)
    }

    fn demand(&mut self, condition: Term) {
        if condition != Term::TRUE {
            self.demands.push(condition);
        }
    }

    /// A term of the earlier state as one of the later.
    fn apply(&self, terms: &mut Terms, term: Term) -> Term {
        match !self.values.is_empty()
            && terms.free_symbols(term).iter().any(|symbol| self.values.contains_key(symbol))
        {
            true => terms.substitute(term, &self.values),
            false => term,
        }
    }

    /// Gives values to symbols that have none yet, so that a number may become what it should be. What is wrong here is
    /// found when values are put in.
    fn guess(&mut self, terms: &mut Terms, number: Term, goal: Term, left: &mut u32) {
        if number == goal || *left == 0 {
            return;
        }
        *left -= 1;
        match terms.node(number) {
            Some(Node::Symbol(symbol)) => {
                let symbol = *symbol;
                self.set(terms, symbol, goal);
            }
            Some(Node::Sum { parts, .. }) => {
                let parts = parts.to_vec();
                if !parts.iter().any(|(factor, part)| self.solve(terms, number, factor, *part, goal)) {
                    self.guess_parts(terms, number, goal, left);
                }
            }
            _ => self.guess_parts(terms, number, goal, left),
        }
    }

    fn guess_parts(&mut self, terms: &mut Terms, number: Term, goal: Term, left: &mut u32) {
        let alike = match (terms.node(number), terms.node(goal)) {
            (Some(one), Some(other)) => std::mem::discriminant(one) == std::mem::discriminant(other),
            _ => false,
        };
        let parts = |term: Term| {
            let mut parts = Vec::new();
            terms.for_each_part(term, |part| parts.push(part));
            parts
        };
        let (own, other) = (parts(number), parts(goal));
        if alike && own.len() == other.len() {
            own.into_iter().zip(other).for_each(|(own, other)| self.guess(terms, own, other, left));
        }
    }

    /// Solves `factor·symbol + rest = goal` for a symbol that has no value yet.
    fn solve(&mut self, terms: &mut Terms, number: Term, factor: &Int, part: Term, goal: Term) -> bool {
        let Some(symbol) = terms.as_symbol(part).filter(|symbol| !self.symbols.contains(symbol)) else {
            return false;
        };
        let factor_term = terms.int(factor);
        let own = terms.mul(factor_term, part);
        let rest = terms.sub(number, own);
        if terms.free_symbols(rest).contains(&symbol) {
            return false;
        }
        let rest = self.apply(terms, rest);
        let product = terms.sub(goal, rest);
        let Some(value) = quotient(terms, product, factor) else { return false };
        self.set(terms, symbol, value);
        true
    }

    fn set(&mut self, terms: &mut Terms, symbol: Symbol, value: Term) {
        let info = terms.symbol_info(symbol);
        if info.sort != Sort::Int || terms.sort(value) != Sort::Int || !self.symbols.insert(symbol) {
            return;
        }
        let (low, high) = (info.low.clone(), info.high.clone());
        if terms.as_symbol(value) != Some(symbol) {
            self.values.insert(symbol, value);
            self.within(terms, value, low, high);
        }
    }

    fn within(&mut self, terms: &mut Terms, value: Term, low: Option<Int>, high: Option<Int>) {
        if let Some(low) = low {
            let low = terms.int(&low);
            let holds = terms.ge(value, low);
            self.demand(holds);
        }
        if let Some(high) = high {
            let high = terms.int(&high);
            let holds = terms.le(value, high);
            self.demand(holds);
        }
    }

    /// What is still to be shown of the later state for conditions of the earlier one to hold; `None` if they do not.
    pub fn open(&self, terms: &mut Terms, conditions: &[Term], now: &Now<'_>) -> Option<Vec<Term>> {
        let mut open: Vec<Term> = Vec::new();
        let mut demand = |terms: &Terms, condition: Term| -> Option<()> {
            for condition in conjuncts(terms, condition) {
                if condition == Term::TRUE || now.path.contains(&condition) {
                    continue;
                }
                if terms.holds(condition, now.model?) != Some(true) {
                    return None;
                }
                open.push(condition);
            }
            Some(())
        };
        for condition in conditions {
            let then = self.apply(terms, *condition);
            demand(terms, then)?;
        }
        for condition in &self.demands {
            demand(terms, *condition)?;
        }
        Some(open)
    }
}

fn conjuncts(terms: &Terms, condition: Term) -> Vec<Term> {
    match terms.node(condition) {
        Some(Node::And(parts)) => parts.to_vec(),
        _ => vec![condition],
    }
}

/// A number divided by a constant, if that goes by the form of it.
fn quotient(terms: &mut Terms, number: Term, by: &Int) -> Option<Term> {
    let divides = |number: &Int| number.rem_euclid(by).filter(|rest| *rest == Int::ZERO);
    let (constant, parts) = match terms.as_int(number) {
        Some(constant) => (constant, Vec::new()),
        None => match terms.node(number) {
            Some(Node::Sum { constant, parts }) => (constant.clone(), parts.to_vec()),
            _ => (Int::ZERO, vec![(Int::ONE, number)]),
        },
    };
    divides(&constant)?;
    let mut sum = terms.int(&constant.div_euclid(by)?);
    for (factor, part) in parts {
        divides(&factor)?;
        let factor = terms.int(&factor.div_euclid(by)?);
        let product = terms.mul(factor, part);
        sum = terms.add(sum, product);
    }
    Some(sum)
}

/// Whether a model gives two numbers different values. That is soon found; to say when long choices are equal takes far
/// longer.
fn differ(terms: &Terms, one: Term, other: Term, model: Option<&Model>) -> bool {
    let value = |term: Term| model.and_then(|model| terms.evaluate(term, model));
    matches!((value(one), value(other)), (Some(one), Some(other)) if one != other)
}
