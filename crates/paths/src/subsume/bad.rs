//! What an annotation excludes: the states of a shape at a place from which something that is asked for may be
//! reached. The annotation itself is the opposite; inputs that are still to be read are what they must be for that,
//! so they need no quantifier here, and all of one in the annotation.

use kyklos_term::{Model, Node, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// The states that are excluded: in one of these cases, in each of which all of the conditions hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bad {
    cases: Vec<Vec<Term>>,
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
        self.cases.iter().any(Vec::is_empty)
    }

    /// The cases.
    pub fn cases(&self) -> &[Vec<Term>] {
        &self.cases
    }

    /// As one formula.
    pub fn formula(&self, terms: &mut Terms) -> Term {
        let cases: Vec<Term> = self.cases.iter().map(|case| terms.and(case.iter().copied())).collect();
        terms.or(cases)
    }

    /// Adds a case; symbols that are not of the state's own may be anything that makes it hold.
    pub fn add(&mut self, terms: &mut Terms, case: Vec<Term>, own: &FxHashSet<Symbol>) {
        let Some(case) = conjuncts(terms, case) else { return };
        let case = if own.is_empty() { case } else { without_private(terms, case, own) };
        if self.cases.iter().any(|known| follows(terms, &case, known)) {
            return;
        }
        self.cases.retain(|known| !follows(terms, known, &case));
        self.cases.push(case);
        self.resolve(terms);
    }

    /// A case that differs from another in one condition, which is the opposite there, does not need it; nor does one
    /// that has more conditions than that.
    fn resolve(&mut self, terms: &mut Terms) {
        loop {
            let mut found = None;
            'search: for (number, case) in self.cases.iter().enumerate() {
                for (other, shorter) in self.cases.iter().enumerate() {
                    if other == number || shorter.len() > case.len() {
                        continue;
                    }
                    for condition in shorter {
                        let opposite = terms.not(*condition);
                        let rest = shorter.iter().filter(|each| *each != condition);
                        if case.contains(&opposite) && rest.clone().all(|each| case.contains(each)) {
                            found = Some((number, opposite));
                            break 'search;
                        }
                    }
                }
            }
            let Some((number, condition)) = found else { return };
            let mut case = self.cases.swap_remove(number);
            case.retain(|each| *each != condition);
            if self.cases.iter().any(|known| follows(terms, &case, known)) {
                continue;
            }
            self.cases.retain(|known| !follows(terms, known, &case));
            self.cases.push(case);
        }
    }

    /// Whether it has grown so large that asking about it does not pay.
    pub fn is_large(&self, terms: &Terms) -> bool {
        let all: Vec<Term> = self.cases.iter().flatten().copied().collect();
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
        let all: Vec<Term> = self.cases.iter().flatten().copied().collect();
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
        let replace = |case: &Vec<Term>| case.iter().map(|term| terms.substitute(*term, &values)).collect();
        self.cases.iter().map(replace).collect()
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
    let weaker: Vec<Term> = parts
        .iter()
        .filter(|part| parts.iter().any(|other| other != *part && implies(terms, *other, **part)))
        .copied()
        .collect();
    parts.retain(|part| !weaker.contains(part));
    let clash = !terms.has_unknown(all)
        && parts.iter().any(|part| {
            let opposite = terms.not(*part);
            parts.iter().any(|other| implies(terms, *other, opposite))
        });
    (!clash).then_some(parts)
}

/// Whether a condition follows from another by its form.
fn implies(terms: &Terms, one: Term, other: Term) -> bool {
    if one == other {
        return true;
    }
    let (Some(Node::NonPositive(p)), Some(Node::NonPositive(q))) = (terms.node(one), terms.node(other))
    else {
        return false;
    };
    let ((low, parts), (high, others)) = (terms.polynomial(*p), terms.polynomial(*q));
    parts == others && high <= low
}

/// Whether all that is in a case is in another, too.
fn follows(terms: &Terms, case: &[Term], from: &[Term]) -> bool {
    from.iter().all(|needed| case.iter().any(|known| implies(terms, *known, *needed)))
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
