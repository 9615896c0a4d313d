//! What an annotation excludes: the states of a shape at a place from which something that is asked for may be
//! reached. The annotation itself is the opposite; inputs that are still to be read are what they must be for that,
//! so they need no quantifier here, and all of one in the annotation.

use kyklos_base::Int;
use kyklos_term::{Model, Node, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// The states that are excluded: in one of these cases, in each of which all of the conditions hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bad {
    cases: Vec<Case>,
}

/// Conditions that hold together.
#[derive(Clone, Debug, Default)]
struct Case {
    conditions: Vec<Term>,
    /// The same, to look them up.
    all: FxHashSet<Term>,
    /// Where they are bounds p + c ≤ 0, what p and c are; and the greatest c of each p.
    forms: Vec<Option<(Term, Int)>>,
    bounds: FxHashMap<Term, Int>,
}

impl PartialEq for Case {
    fn eq(&self, other: &Self) -> bool {
        self.conditions == other.conditions
    }
}

impl Eq for Case {}

impl Case {
    fn of(terms: &mut Terms, conditions: Vec<Term>) -> Self {
        let forms: Vec<_> = conditions.iter().map(|condition| bound(terms, *condition)).collect();
        let mut bounds: FxHashMap<Term, Int> = FxHashMap::default();
        for (line, constant) in forms.iter().flatten() {
            let known = bounds.entry(*line).or_insert_with(|| constant.clone());
            if constant > known {
                *known = constant.clone();
            }
        }
        Self { all: conditions.iter().copied().collect(), conditions, forms, bounds }
    }

    /// Whether a condition follows from one of these by its form.
    fn implies(&self, condition: Term, form: Option<&(Term, Int)>) -> bool {
        let tighter =
            |(line, constant): &(Term, Int)| self.bounds.get(line).is_some_and(|own| own >= constant);
        self.all.contains(&condition) || form.is_some_and(tighter)
    }

    /// Whether all that is in another case is in this one, too.
    fn follows(&self, from: &Case) -> bool {
        let needed = from.conditions.iter().zip(&from.forms);
        needed.into_iter().all(|(condition, form)| self.implies(*condition, form.as_ref()))
    }

    /// A condition that this case does not need next to another one: the other has its opposite, and all else that the
    /// other has is here, too.
    fn needless(&self, terms: &mut Terms, other: &Case) -> Option<Term> {
        let mut missing = other.conditions.iter().filter(|condition| !self.all.contains(condition));
        let (Some(only), None) = (missing.next(), missing.next()) else { return None };
        let opposite = terms.not(*only);
        self.all.contains(&opposite).then_some(opposite)
    }

    fn without(&self, condition: Term) -> Vec<Term> {
        self.conditions.iter().copied().filter(|each| *each != condition).collect()
    }
}

/// `p` and `c` of a bound p + c ≤ 0.
fn bound(terms: &mut Terms, condition: Term) -> Option<(Term, Int)> {
    let Some(Node::NonPositive(p)) = terms.node(condition) else { return None };
    let (constant, parts) = terms.polynomial(*p);
    Some((terms.linear(&parts), constant))
}

/// More cases, or larger ones, are of no use.
const MAX_CASES: usize = 40;
const MAX_SIZE: usize = 1_500;

impl Bad {
    /// No state.
    pub fn none() -> Self {
        Self::default()
    }

    /// Those for which one of these does not hold.
    pub fn unless(terms: &mut Terms, all: &[Term]) -> Self {
        let mut bad = Self::none();
        for condition in all {
            let fails = terms.not(*condition);
            bad.add(terms, vec![fails], &FxHashSet::default());
        }
        bad
    }

    /// Whether it is all states.
    pub fn is_all(&self) -> bool {
        self.cases.iter().any(|case| case.conditions.is_empty())
    }

    /// As one formula.
    pub fn formula(&self, terms: &mut Terms) -> Term {
        let cases: Vec<Term> =
            self.cases.iter().map(|case| terms.and(case.conditions.iter().copied())).collect();
        terms.or(cases)
    }

    /// Adds a case; symbols that are not of the state's own may be anything that makes it hold.
    pub fn add(&mut self, terms: &mut Terms, case: Vec<Term>, own: &FxHashSet<Symbol>) {
        let Some(case) = conjuncts(terms, case) else { return };
        let case = if own.is_empty() { case } else { without_private(terms, case, own) };
        let mut open = vec![case];
        while let Some(conditions) = open.pop() {
            let case = Case::of(terms, conditions);
            if self.cases.iter().any(|known| case.follows(known)) {
                continue;
            }
            if let Some(needless) = self.cases.iter().find_map(|known| case.needless(terms, known)) {
                open.push(case.without(needless));
                continue;
            }
            for known in std::mem::take(&mut self.cases) {
                match known.needless(terms, &case) {
                    _ if known.follows(&case) => {}
                    Some(needless) => open.push(known.without(needless)),
                    None => self.cases.push(known),
                }
            }
            self.cases.push(case);
        }
    }

    /// How many conditions it has.
    pub fn size(&self) -> usize {
        self.cases.iter().map(|case| case.conditions.len()).sum()
    }

    /// Whether it has grown so large that asking about it does not pay.
    pub fn is_large(&self, terms: &Terms) -> bool {
        let all: Vec<Term> = self.conditions().collect();
        self.cases.len() > MAX_CASES || terms.parts_first(&all, |_| false).len() > MAX_SIZE
    }

    /// Whether the states of a model are excluded; inputs that are not read yet are taken as 0.
    pub fn holds(terms: &Terms, formula: Term, model: &Model) -> bool {
        terms.holds(formula, model) == Some(true)
    }

    /// The cases with symbols replaced. Symbols that stand for inputs get new names where `taken` has them.
    pub fn replaced(
        &self,
        terms: &mut Terms,
        values: &FxHashMap<Symbol, Term>,
        taken: &FxHashSet<Symbol>,
        names: &mut Names,
    ) -> Vec<Vec<Term>> {
        let mut values = values.clone();
        let mut used = taken.clone();
        let all: Vec<Term> = self.conditions().collect();
        let mut inputs: Vec<Symbol> = Vec::new();
        for term in all {
            let free = terms.free_symbols(term);
            inputs.extend(free.iter().filter(|symbol| !values.contains_key(symbol)));
        }
        inputs.sort_unstable();
        inputs.dedup();
        used.extend(inputs.iter().filter(|symbol| !taken.contains(symbol)));
        for symbol in inputs.into_iter().filter(|symbol| taken.contains(symbol)) {
            let new = names.another(terms, symbol, &used);
            used.insert(new);
            values.insert(symbol, terms.symbol_term(new));
        }
        let replace =
            |case: &Case| case.conditions.iter().map(|term| terms.substitute(*term, &values)).collect();
        self.cases.iter().map(replace).collect()
    }

    fn conditions(&self) -> impl Iterator<Item = Term> {
        self.cases.iter().flat_map(|case| case.conditions.iter().copied())
    }
}

/// Further symbols for inputs that are read more than once.
#[derive(Default)]
pub struct Names {
    copies: FxHashMap<Symbol, Vec<Symbol>>,
    origins: FxHashMap<Symbol, Symbol>,
}

impl Names {
    /// A copy of a symbol that is not used.
    fn another(&mut self, terms: &mut Terms, symbol: Symbol, used: &FxHashSet<Symbol>) -> Symbol {
        let origin = self.origins.get(&symbol).copied().unwrap_or(symbol);
        let copies = self.copies.entry(origin).or_insert_with(|| vec![origin]);
        if let Some(free) = copies.iter().find(|copy| !used.contains(copy)) {
            return *free;
        }
        let info = terms.symbol_info(origin).clone();
        let new = terms.symbol(info);
        copies.push(new);
        self.origins.insert(new, origin);
        new
    }
}

/// The conditions of a case, each once; `None` if they contradict each other.
fn conjuncts(terms: &mut Terms, case: Vec<Term>) -> Option<Vec<Term>> {
    let all = terms.and(case);
    if all == Term::FALSE {
        return None;
    }
    let mut parts = match terms.node(all) {
        Some(Node::Truth(true)) => Vec::new(),
        Some(Node::And(parts)) => parts.to_vec(),
        _ => vec![all],
    };
    // Of two bounds, the tighter says all.
    let case = Case::of(terms, parts.clone());
    let mut forms = case.forms.iter();
    parts.retain(|_| match forms.next() {
        Some(Some((line, constant))) => case.bounds.get(line) == Some(constant),
        _ => true,
    });
    let clash = !terms.has_unknown(all)
        && parts.iter().any(|part| {
            let opposite = terms.not(*part);
            let form = bound(terms, opposite);
            case.implies(opposite, form.as_ref())
        });
    (!clash).then_some(parts)
}

/// The case without conditions that speak of nothing but inputs of which nothing else is said: these may be read
/// so. (If they cannot, there are more states than need be.)
fn without_private(terms: &mut Terms, mut case: Vec<Term>, own: &FxHashSet<Symbol>) -> Vec<Term> {
    loop {
        let mut counts: FxHashMap<Symbol, u32> = FxHashMap::default();
        for condition in &case {
            for symbol in terms.free_symbols(*condition).iter() {
                *counts.entry(*symbol).or_default() += 1;
            }
        }
        let before = case.len();
        case.retain(|condition| {
            let free = terms.free_symbols(*condition);
            free.is_empty() || free.iter().any(|symbol| own.contains(symbol) || counts[symbol] > 1)
        });
        if case.len() == before {
            return case;
        }
    }
}
