//! The functions of the number n of iterations that closed forms are made of.
//!
//! Forms are terms over *placeholders*: n itself, the binomials C(n, k), the
//! powers cⁿ and their sums 1 + c + … + cⁿ⁻¹. Binomials keep sums integral,
//! Σ C(t, k) over t < n being C(n, k+1), and one step back is exact:
//! C(n-1, k) = C(n, k) - C(n-1, k-1).

use kyklos_base::Int;
use kyklos_term::{Node, Sort, Symbol, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;

/// Binomials C(n, k) go up to this k.
pub(super) const DEGREE: u32 = 4;
/// Forms with powers hold up to this many iterations.
pub(super) const POWER_LIMIT: u32 = 64;

/// A function of n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// n
    Count,
    /// C(n, k), k ≥ 2.
    Binomial(u32),
    /// cⁿ, |c| ≥ 2.
    Power(Int),
    /// 1 + c + … + cⁿ⁻¹, c not 2 (that is 2ⁿ - 1), |c| ≥ 2.
    Geometric(Int),
}

/// The placeholders made so far; the first is n.
pub(super) struct Basis {
    elements: Vec<(Symbol, Element)>,
}

impl Basis {
    pub(super) fn new(terms: &mut Terms) -> Self {
        let mut basis = Self { elements: Vec::new() };
        basis.element(terms, Element::Count);
        basis
    }

    pub(super) fn elements(&self) -> &[(Symbol, Element)] {
        &self.elements
    }

    /// Forgets all placeholders but n and these.
    pub(super) fn retain(&mut self, keep: impl Fn(Symbol) -> bool) {
        self.elements.retain(|(symbol, element)| *element == Element::Count || keep(*symbol));
    }

    /// n
    pub(super) fn count(&mut self, terms: &mut Terms) -> Term {
        self.element(terms, Element::Count)
    }

    /// n > 0
    pub(super) fn some(&mut self, terms: &mut Terms) -> Term {
        let count = self.count(terms);
        terms.gt(count, Term::ZERO)
    }

    /// C(n, k)
    pub(super) fn binomial(&mut self, terms: &mut Terms, k: u32) -> Term {
        match k {
            0 => Term::ONE,
            1 => self.count(terms),
            _ => self.element(terms, Element::Binomial(k)),
        }
    }

    /// cⁿ
    pub(super) fn power(&mut self, terms: &mut Terms, base: &Int) -> Term {
        self.element(terms, Element::Power(base.clone()))
    }

    /// 1 + c + … + cⁿ⁻¹
    pub(super) fn geometric(&mut self, terms: &mut Terms, base: &Int) -> Term {
        if *base == Int::from(2) {
            let power = self.power(terms, base);
            return terms.sub(power, Term::ONE);
        }
        self.element(terms, Element::Geometric(base.clone()))
    }

    fn element(&mut self, terms: &mut Terms, element: Element) -> Term {
        if let Some((symbol, _)) = self.elements.iter().find(|(_, known)| *known == element) {
            return terms.symbol_term(*symbol);
        }
        let term = companion(terms, &element, "κ");
        if let Some(symbol) = terms.as_symbol(term) {
            self.elements.push((symbol, element));
        }
        term
    }

    /// What a symbol stands for, if it is a placeholder.
    pub(super) fn meaning(&self, symbol: Symbol) -> Option<&Element> {
        self.elements.iter().find(|(known, _)| *known == symbol).map(|(_, element)| element)
    }

    /// Whether a term depends on the number of iterations.
    pub(super) fn varies(&self, terms: &mut Terms, term: Term) -> bool {
        terms.free_symbols(term).iter().any(|symbol| self.meaning(*symbol).is_some())
    }

    /// Whether a term has powers in it.
    pub(super) fn has_powers(&self, terms: &mut Terms, term: Term) -> bool {
        let free = terms.free_symbols(term);
        free.iter()
            .any(|symbol| matches!(self.meaning(*symbol), Some(Element::Power(_) | Element::Geometric(_))))
    }

    /// The term for n - 1 in place of n. Powers become exact quotients, for n ≥ 1 only.
    pub(super) fn before(&mut self, terms: &mut Terms, term: Term) -> Term {
        self.shifted(terms, term, |basis, terms, element| match element {
            Element::Count | Element::Binomial(_) => {
                let k = if let Element::Binomial(k) = element { *k } else { 1 };
                let mut shifted = Term::ONE;
                for level in 1..=k {
                    let same = basis.binomial(terms, level);
                    shifted = terms.sub(same, shifted);
                }
                shifted
            }
            Element::Power(base) => {
                let (power, base) = (basis.power(terms, base), terms.int(base));
                terms.div(power, base)
            }
            Element::Geometric(base) => {
                let sum = basis.geometric(terms, base);
                let (rest, base) = (terms.sub(sum, Term::ONE), terms.int(base));
                terms.div(rest, base)
            }
        })
    }

    /// The term for n + 1 in place of n.
    pub(super) fn after(&mut self, terms: &mut Terms, term: Term) -> Term {
        self.shifted(terms, term, |basis, terms, element| match element {
            Element::Count | Element::Binomial(_) => {
                let k = if let Element::Binomial(k) = element { *k } else { 1 };
                let (same, lower) = (basis.binomial(terms, k), basis.binomial(terms, k - 1));
                terms.add(same, lower)
            }
            Element::Power(base) => {
                let power = basis.power(terms, base);
                terms.linear(&[(base.clone(), power)])
            }
            Element::Geometric(base) => {
                let sum = basis.geometric(terms, base);
                terms.linear(&[(base.clone(), sum), (Int::ONE, Term::ONE)])
            }
        })
    }

    /// The term for n + `by` in place of n, `by` being the same in all
    /// iterations; `None` if there are powers.
    /// C(n + m, k) is the sum of all C(n, j)·C(m, k-j).
    pub(super) fn later(&mut self, terms: &mut Terms, term: Term, by: Term) -> Option<Term> {
        let possible = !self.has_powers(terms, term);
        possible.then(|| {
            self.shifted(terms, term, |basis, terms, element| {
                let k = match element {
                    Element::Count => 1,
                    Element::Binomial(k) => *k,
                    // None of these is in the term.
                    Element::Power(_) | Element::Geometric(_) => 0,
                };
                let mut sum = Term::ZERO;
                for j in 0..=k {
                    let (own, other) = (basis.binomial(terms, j), binomial_of(terms, by, k - j));
                    let product = terms.mul(own, other);
                    sum = terms.add(sum, product);
                }
                sum
            })
        })
    }

    fn shifted(
        &mut self,
        terms: &mut Terms,
        term: Term,
        shift: impl Fn(&mut Basis, &mut Terms, &Element) -> Term,
    ) -> Term {
        let mut map = FxHashMap::default();
        for (symbol, element) in self.elements.clone() {
            map.insert(symbol, shift(self, terms, &element));
        }
        terms.substitute(term, &map)
    }

    /// The values of the placeholders for a number of iterations that is a
    /// constant; powers only up to the limit.
    pub(super) fn numbers(&self, terms: &mut Terms, count: &Int) -> FxHashMap<Symbol, Term> {
        let mut map = FxHashMap::default();
        for (symbol, element) in &self.elements {
            if let Some(value) = number(element, count) {
                map.insert(*symbol, terms.int(&value));
            }
        }
        map
    }

    /// The term for a number of iterations that is not negative; `None` if that
    /// needs a power of something that is no constant, or is beyond the limit.
    ///
    /// Comparisons with binomials are multiplied out; elsewhere these become
    /// exact quotients.
    pub(super) fn at(&self, terms: &mut Terms, term: Term, count: Term) -> Option<Term> {
        if let Some(value) = terms.as_int(count) {
            let map = self.numbers(terms, &value);
            let beyond = value.is_negative() || value > Int::from(i64::from(POWER_LIMIT));
            let possible = !beyond || !self.has_powers(terms, term);
            return possible.then(|| terms.substitute(term, &map));
        }
        if self.has_powers(terms, term) {
            return None;
        }
        let mut map = FxHashMap::default();
        for (symbol, element) in &self.elements {
            if let Some(value) = quotient(terms, element, count) {
                let placeholder = terms.symbol_term(*symbol);
                map.insert(placeholder, value);
            }
        }
        for part in terms.parts_first(&[term], |_| false) {
            if let Some(replacement) = self.multiplied_out(terms, part, count, &map) {
                map.insert(part, replacement);
            }
        }
        Some(terms.rewrite(term, |_, part| map.get(&part).copied()))
    }

    /// A comparison whose summands have binomials, times their denominators.
    fn multiplied_out(
        &self,
        terms: &mut Terms,
        atom: Term,
        count: Term,
        map: &FxHashMap<Term, Term>,
    ) -> Option<Term> {
        let (p, equation) = match terms.node(atom)? {
            Node::NonPositive(p) => (*p, false),
            Node::IsZero(p) => (*p, true),
            _ => return None,
        };
        let (constant, parts) = terms.polynomial(p);
        let mut summands = Vec::new();
        let mut common = Int::ONE;
        for (coefficient, monomial) in parts {
            let (denominator, value) = self.without_binomials(terms, monomial, count, map);
            let divisor = common.gcd(&denominator);
            common = &common * &denominator.div_trunc(&divisor).unwrap_or(Int::ONE);
            summands.push((coefficient, denominator, value));
        }
        if common.is_one() {
            return None;
        }
        let mut linear = vec![(&constant * &common, Term::ONE)];
        for (coefficient, denominator, value) in summands {
            let factor = common.div_trunc(&denominator).unwrap_or(Int::ONE);
            linear.push((&coefficient * &factor, value));
        }
        let p = terms.linear(&linear);
        Some(if equation { terms.is_zero(p) } else { terms.non_positive(p) })
    }

    /// A monomial as a quotient by a constant.
    fn without_binomials(
        &self,
        terms: &mut Terms,
        monomial: Term,
        count: Term,
        map: &FxHashMap<Term, Term>,
    ) -> (Int, Term) {
        let factors = match terms.node(monomial) {
            Some(Node::Product(factors)) => factors.to_vec(),
            _ => vec![(monomial, 1)],
        };
        let (mut denominator, mut value) = (Int::ONE, Term::ONE);
        for (factor, power) in factors {
            let meaning = terms.as_symbol(factor).and_then(|symbol| self.meaning(symbol));
            let replacement = match meaning {
                Some(Element::Binomial(k)) => {
                    (0..power).for_each(|_| denominator = &denominator * &factorial(*k));
                    falling(terms, count, *k)
                }
                _ => terms.rewrite(factor, |_, part| map.get(&part).copied()),
            };
            for _ in 0..power {
                value = terms.mul(value, replacement);
            }
        }
        (denominator, value)
    }
}

/// A new symbol for a function of a number of iterations that has this name.
pub(super) fn companion(terms: &mut Terms, element: &Element, count: &str) -> Term {
    let (name, low) = match element {
        Element::Count => (count.to_owned(), Some(Int::ZERO)),
        Element::Binomial(k) => (format!("C({count},{k})"), Some(Int::ZERO)),
        Element::Power(base) if base.is_negative() => (format!("({base})^{count}"), None),
        Element::Power(base) => (format!("{base}^{count}"), Some(Int::ONE)),
        Element::Geometric(base) => {
            let (divisor, low) = (base - &Int::ONE, (!base.is_negative()).then_some(Int::ZERO));
            let [base, divisor] =
                [base, &divisor].map(|k| if k.is_negative() { format!("({k})") } else { k.to_string() });
            (format!("({base}^{count}-1)/{divisor}"), low)
        }
    };
    let kind = if *element == Element::Count { SymbolKind::Counter } else { SymbolKind::Fresh };
    let sort = Sort::Int;
    let symbol = terms.symbol(kyklos_term::SymbolInfo { name, kind, sort, low, high: None });
    terms.symbol_term(symbol)
}

/// What says that a companion is this function of the count; powers as a table
/// that says something only within the limit.
pub(super) fn definition(terms: &mut Terms, element: &Element, companion: Term, count: Term) -> Option<Term> {
    match element {
        Element::Count => None,
        Element::Binomial(k) => {
            let product = falling(terms, count, *k);
            let multiple = terms.linear(&[(factorial(*k), companion)]);
            Some(terms.eq(multiple, product))
        }
        Element::Power(_) | Element::Geometric(_) => {
            let rows: Vec<Term> = (0..=POWER_LIMIT)
                .filter_map(|k| {
                    let k = Int::from(i64::from(k));
                    let value = number(element, &k)?;
                    let (k, value) = (terms.int(&k), terms.int(&value));
                    let (here, equal) = (terms.eq(count, k), terms.eq(companion, value));
                    Some(terms.implies(here, equal))
                })
                .collect();
            Some(terms.and(rows))
        }
    }
}

/// The function's value at a constant; powers only within the limit.
pub(super) fn number(element: &Element, count: &Int) -> Option<Int> {
    match element {
        Element::Count => Some(count.clone()),
        Element::Binomial(k) => {
            let mut product = Int::ONE;
            for i in 0..*k {
                product = &product * &(count - &Int::from(i64::from(i)));
            }
            product.div_euclid(&factorial(*k))
        }
        Element::Power(base) | Element::Geometric(base) => {
            let exponent = count.to_usize().filter(|count| *count <= POWER_LIMIT as usize)?;
            let (mut power, mut sum) = (Int::ONE, Int::ZERO);
            for _ in 0..exponent {
                sum = &sum + &power;
                power = &power * base;
            }
            Some(if matches!(element, Element::Power(_)) { power } else { sum })
        }
    }
}

/// The function as a term over a count that is no constant; powers are none.
fn quotient(terms: &mut Terms, element: &Element, count: Term) -> Option<Term> {
    match element {
        Element::Count => Some(count),
        Element::Binomial(k) => Some(binomial_of(terms, count, *k)),
        Element::Power(_) | Element::Geometric(_) => None,
    }
}

/// C(count, k) as an exact quotient.
fn binomial_of(terms: &mut Terms, count: Term, k: u32) -> Term {
    let (product, divisor) = (falling(terms, count, k), terms.int(&factorial(k)));
    terms.div(product, divisor)
}

/// count · (count - 1) · … of k factors.
fn falling(terms: &mut Terms, count: Term, k: u32) -> Term {
    let mut product = Term::ONE;
    for i in 0..k {
        let factor = terms.linear(&[(Int::ONE, count), (Int::from(-i64::from(i)), Term::ONE)]);
        product = terms.mul(product, factor);
    }
    product
}

pub(super) fn factorial(k: u32) -> Int {
    (2..=i64::from(k)).fold(Int::ONE, |product, i| &product * &Int::from(i))
}
