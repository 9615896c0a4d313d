//! Terms as people write them: `i + 2·κ₁ ≤ n`.

use crate::{BitOp, Node, Quantifier, Symbol, SymbolKind, Term, Terms};
use kyklos_base::Int;

/// Deeper parts are shown as `…`.
const DEPTH: u32 = 64;
/// So are all parts behind so many bytes: what parts share is written each time.
const LENGTH: usize = 20_000;
/// So many values of a table are shown.
const TABLE: usize = 4;

/// How tightly the surroundings bind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Formula,
    Disjunct,
    Conjunct,
    Comparison,
    Sum,
    Factor,
}

/// A constant, and coefficients with monomials.
type Polynomial = (Int, Vec<(Int, Term)>);

/// A part of a conjunction.
enum Conjunct {
    /// `p ≤ 0`
    AtMostZero(Polynomial),
    Other(Term),
}

/// What a conjunction is written as.
enum Item {
    One(Conjunct),
    /// Three of them, each with the sign before it.
    Chain([(&'static str, Polynomial); 3]),
}

impl Terms {
    /// The term as people write it; of a very long one, its beginning.
    pub fn show(&self, term: Term) -> String {
        let mut out = String::new();
        self.write_term(&mut out, term, Level::Formula, DEPTH);
        out
    }

    /// A symbol's name as people write it: counters as `κ₁`, bound variables as `τ₁`.
    pub fn show_symbol(&self, symbol: Symbol) -> String {
        let info = self.symbol_info(symbol);
        match info.kind {
            SymbolKind::Counter | SymbolKind::Bound => info.name.chars().map(subscript).collect(),
            SymbolKind::Input | SymbolKind::Fresh => info.name.clone(),
        }
    }

    fn write_term(&self, out: &mut String, term: Term, level: Level, depth: u32) {
        if out.len() > LENGTH {
            return out.push('…');
        }
        if let Some(value) = self.as_int(term) {
            let bracket = value.is_negative() && level >= Level::Factor;
            return enclose(out, bracket, |out| out.push_str(&value.to_string()));
        }
        let (Some(node), Some(depth)) = (self.node(term), depth.checked_sub(1)) else {
            return out.push('…');
        };
        let list = |out: &mut String, parts: &[Term], separator: &str, level: Level| {
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    out.push_str(separator);
                }
                self.write_term(out, *part, level, depth);
            }
        };
        match node {
            Node::Truth(value) => out.push_str(if *value { "true" } else { "false" }),
            Node::Symbol(symbol) => out.push_str(&self.show_symbol(*symbol)),
            Node::Integer(value) => out.push_str(&value.to_string()),
            Node::Unknown(_) => out.push('★'),
            Node::Sum { constant, parts } => enclose(out, level > Level::Sum, |out| {
                self.write_sum(out, constant, parts, depth);
            }),
            Node::Product(factors) => {
                for (index, (factor, power)) in factors.iter().enumerate() {
                    if index > 0 {
                        out.push('·');
                    }
                    self.write_term(out, *factor, Level::Factor, depth);
                    if *power > 1 {
                        out.extend(power.to_string().chars().map(superscript));
                    }
                }
            }
            Node::Div(a, b) => self.write_call(out, "div", &[*a, *b], depth),
            Node::Mod(a, b) => self.write_call(out, "mod", &[*a, *b], depth),
            Node::Bits(op, parts) => enclose(out, true, |out| {
                let sign = match op {
                    BitOp::And => " & ",
                    BitOp::Or => " | ",
                    BitOp::Xor => " ^ ",
                };
                list(out, parts, sign, Level::Factor);
            }),
            Node::Shl(a, b) => enclose(out, true, |out| list(out, &[*a, *b], " << ", Level::Factor)),
            Node::Shr(a, b) => enclose(out, true, |out| list(out, &[*a, *b], " >> ", Level::Factor)),
            Node::Float(op, format, operands) => {
                self.write_call(out, &format!("{}_{op}", format.name()), operands, depth);
            }
            Node::Table(values) => {
                let shown: Vec<_> = values.iter().take(TABLE).map(Int::to_string).collect();
                let more = if values.len() > TABLE { ", …" } else { "" };
                out.push_str(&format!("[{}{more}]", shown.join(", ")));
            }
            Node::Ite(c, a, b) => match self.extreme(*c, *a, *b) {
                Some(name) => self.write_call(out, name, &[*b, *a], depth),
                None => self.write_call(out, "ite", &[*c, *a, *b], depth),
            },
            Node::Read(array, indices) => {
                self.write_term(out, *array, Level::Factor, depth);
                out.push('(');
                list(out, indices, ", ", Level::Formula);
                out.push(')');
            }
            Node::Write(array, indices, value) => {
                self.write_term(out, *array, Level::Factor, depth);
                out.push('[');
                list(out, indices, ", ", Level::Formula);
                out.push_str(" := ");
                self.write_term(out, *value, Level::Formula, depth);
                out.push(']');
            }
            Node::Fill(_, value) => self.write_call(out, "fill", &[*value], depth),
            Node::NonPositive(p) => self.write_comparison(out, self.polynomial(*p), "≤", level, depth),
            Node::IsZero(p) => self.write_comparison(out, self.polynomial(*p), "=", level, depth),
            Node::Not(a) => match self.node(*a) {
                Some(Node::IsZero(p)) => {
                    self.write_comparison(out, self.polynomial(*p), "≠", level, depth);
                }
                _ => {
                    out.push('¬');
                    self.write_term(out, *a, Level::Factor, depth);
                }
            },
            Node::And(parts) => {
                let parts = parts.iter().map(|part| self.conjunct(*part)).collect();
                self.write_conjunction(out, parts, level, depth);
            }
            Node::Or(parts) => enclose(out, level > Level::Disjunct, |out| {
                list(out, parts, " ∨ ", Level::Conjunct);
            }),
            Node::Lambda(bound, body) => enclose(out, level > Level::Formula, |out| {
                self.write_bound(out, 'λ', bound, *body, depth);
            }),
            Node::Quantified(quantifier, bound, body) => enclose(out, level > Level::Formula, |out| {
                let forall = *quantifier == Quantifier::Forall;
                match self.hypotheses(bound, *body).filter(|_| forall) {
                    Some((hypotheses, rest)) => {
                        self.write_binder(out, '∀', bound);
                        self.write_conjunction(out, hypotheses, Level::Conjunct, depth);
                        out.push_str(" → ");
                        list(out, &rest, " ∨ ", Level::Conjunct);
                    }
                    None => self.write_bound(out, if forall { '∀' } else { '∃' }, bound, *body, depth),
                }
            }),
        }
    }

    fn write_bound(&self, out: &mut String, sign: char, bound: &[Symbol], body: Term, depth: u32) {
        self.write_binder(out, sign, bound);
        self.write_term(out, body, Level::Formula, depth);
    }

    fn write_binder(&self, out: &mut String, sign: char, bound: &[Symbol]) {
        out.push(sign);
        let names: Vec<_> = bound.iter().map(|symbol| self.show_symbol(*symbol)).collect();
        out.push_str(&names.join(","));
        out.push_str(". ");
    }

    /// `τ < 0 ∨ κ ≤ τ ∨ rest` under ∀τ as `0 ≤ τ < κ → rest`: the limits on bound
    /// variables, and the rest, if there are both.
    fn hypotheses(&self, bound: &[Symbol], body: Term) -> Option<(Vec<Conjunct>, Vec<Term>)> {
        let Some(Node::Or(parts)) = self.node(body) else { return None };
        let is_bound = |term: Term| self.as_symbol(term).is_some_and(|symbol| bound.contains(&symbol));
        let is_limit = |part: &Term| match self.conjunct(*part) {
            Conjunct::AtMostZero((_, parts)) => {
                let (variables, others): (Vec<_>, Vec<_>) =
                    parts.into_iter().map(|(_, monomial)| monomial).partition(|monomial| is_bound(*monomial));
                variables.len() == 1 && !self.parts_first(&others, |_| false).into_iter().any(is_bound)
            }
            Conjunct::Other(_) => false,
        };
        let (limits, rest): (Vec<Term>, Vec<Term>) = parts.iter().copied().partition(is_limit);
        let opposite = |limit: Term| match self.conjunct(limit) {
            Conjunct::AtMostZero((constant, parts)) => {
                let parts = parts.into_iter().map(|(coefficient, part)| (-coefficient, part)).collect();
                Conjunct::AtMostZero((Int::ONE - constant, parts))
            }
            other => other,
        };
        (!limits.is_empty() && !rest.is_empty()).then(|| (limits.into_iter().map(opposite).collect(), rest))
    }

    fn conjunct(&self, part: Term) -> Conjunct {
        match self.node(part) {
            Some(Node::NonPositive(p)) => Conjunct::AtMostZero(self.polynomial(*p)),
            _ => Conjunct::Other(part),
        }
    }

    /// Whether a choice is that of the greater or the lesser of two numbers.
    fn extreme(&self, condition: Term, a: Term, b: Term) -> Option<&'static str> {
        let Node::NonPositive(p) = self.node(condition)? else { return None };
        // p is a - b, or b - a, or one more where the condition is strict.
        let is = |sign: &Int| {
            let (mut constant, parts) = self.polynomial(*p);
            let mut rest: Vec<(Int, Term)> = parts;
            for (term, sign) in [(a, -sign), (b, sign.clone())] {
                let (more, parts) = self.polynomial(term);
                constant = &constant + &(&more * &sign);
                for (factor, part) in parts {
                    let factor = &factor * &sign;
                    match rest.iter_mut().find(|(_, known)| *known == part) {
                        Some((known, _)) => *known = &*known + &factor,
                        None => rest.push((factor, part)),
                    }
                }
            }
            rest.iter().all(|(factor, _)| factor.is_zero()) && (constant.is_zero() || constant.is_one())
        };
        let one = Int::ONE;
        if is(&one) {
            Some("min")
        } else if is(&-&one) {
            Some("max")
        } else {
            None
        }
    }

    /// Conjuncts, two limits on the same as one chain `a ≤ m < b`.
    fn write_conjunction(&self, out: &mut String, parts: Vec<Conjunct>, level: Level, depth: u32) {
        let mut items: Vec<Item> = Vec::new();
        for part in parts {
            let partner = items.iter().enumerate().find_map(|(index, item)| match (item, &part) {
                (Item::One(Conjunct::AtMostZero(first)), Conjunct::AtMostZero(second)) => {
                    Some((index, chain(first, second).or_else(|| chain(second, first))?))
                }
                _ => None,
            });
            match partner {
                Some((index, chain)) => items[index] = Item::Chain(chain),
                None => items.push(Item::One(part)),
            }
        }
        enclose(out, level > Level::Conjunct && items.len() > 1, |out| {
            for (index, item) in items.into_iter().enumerate() {
                if index > 0 {
                    out.push_str(" ∧ ");
                }
                match item {
                    Item::One(Conjunct::Other(part)) => self.write_term(out, part, Level::Comparison, depth),
                    Item::One(Conjunct::AtMostZero(p)) => {
                        self.write_comparison(out, p, "≤", Level::Comparison, depth);
                    }
                    Item::Chain(sides) => {
                        for (sign, (constant, parts)) in sides {
                            out.push_str(sign);
                            self.write_sum(out, &constant, &parts, depth);
                        }
                    }
                }
            }
        });
    }

    fn write_call(&self, out: &mut String, name: &str, arguments: &[Term], depth: u32) {
        out.push_str(name);
        for (index, argument) in arguments.iter().enumerate() {
            out.push_str(if index == 0 { "(" } else { ", " });
            self.write_term(out, *argument, Level::Formula, depth);
        }
        out.push(')');
    }

    fn write_sum(&self, out: &mut String, constant: &Int, parts: &[(Int, Term)], depth: u32) {
        // `χ - i` reads better than `-i + χ`.
        let first = parts.iter().position(|(coefficient, _)| !coefficient.is_negative()).unwrap_or(0);
        let ordered =
            parts.iter().skip(first).take(1).chain(&parts[..first]).chain(parts.iter().skip(first + 1));
        for (index, (coefficient, monomial)) in ordered.enumerate() {
            match (index > 0, coefficient.is_negative()) {
                (true, true) => out.push_str(" - "),
                (true, false) => out.push_str(" + "),
                (false, true) => out.push('-'),
                (false, false) => {}
            }
            let size = coefficient.abs();
            if !size.is_one() {
                out.push_str(&size.to_string());
                out.push('·');
            }
            self.write_term(out, *monomial, Level::Factor, depth);
        }
        if parts.is_empty() || !constant.is_zero() {
            if !parts.is_empty() {
                out.push_str(if constant.is_negative() { " - " } else { " + " });
                out.push_str(&constant.abs().to_string());
            } else {
                out.push_str(&constant.to_string());
            }
        }
    }

    /// `p ≤ 0` as `a ≤ b` with only positive coefficients on both sides.
    fn write_comparison(&self, out: &mut String, p: Polynomial, sign: &str, level: Level, depth: u32) {
        let (constant, parts) = p;
        let (right, left): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(k, _)| k.is_negative());
        let right: Vec<_> = right.into_iter().map(|(k, part)| (-k, part)).collect();
        let (mut left_constant, mut right_constant) = (Int::ZERO, -&constant);
        // A strict comparison of integers reads better: a + 1 ≤ b is a < b.
        let mut sign = sign;
        if sign == "≤" && constant.is_one() && !right.is_empty() {
            (sign, right_constant) = ("<", Int::ZERO);
        } else if sign == "≤" && left.is_empty() {
            // c ≤ x
            (left_constant, right_constant) = (constant, Int::ZERO);
        } else if right_constant.is_negative() && !right.is_empty() {
            (left_constant, right_constant) = (-right_constant, Int::ZERO);
        }
        enclose(out, level > Level::Comparison, |out| {
            self.write_sum(out, &left_constant, &left, depth);
            out.push(' ');
            out.push_str(sign);
            out.push(' ');
            self.write_sum(out, &right_constant, &right, depth);
        });
    }
}

/// `lower ≤ 0` and `upper ≤ 0` as `low ≤ middle` and `middle ≤ high`, if the same
/// is between them.
fn chain(lower: &Polynomial, upper: &Polynomial) -> Option<[(&'static str, Polynomial); 3]> {
    let is_in = |parts: &[(Int, Term)], coefficient: Int, monomial: Term| {
        parts.iter().any(|(own, part)| *part == monomial && *own == coefficient)
    };
    let (middle, high): (Vec<_>, Vec<_>) =
        upper.1.iter().cloned().partition(|(k, monomial)| is_in(&lower.1, -k, *monomial));
    let low: Vec<_> =
        lower.1.iter().filter(|(k, monomial)| !is_in(&middle, -k, *monomial)).cloned().collect();
    let high: Vec<_> = high.into_iter().map(|(k, monomial)| (-k, monomial)).collect();
    if low.iter().chain(&high).any(|(k, _)| k.is_negative()) || middle.iter().all(|(k, _)| k.is_negative()) {
        return None;
    }
    // A strict comparison of integers reads better: a + 1 ≤ b is a < b.
    let sign = |constant: Int, parts: &[(Int, Term)]| match constant.is_one() && !parts.is_empty() {
        true => (" < ", Int::ZERO),
        false => (" ≤ ", constant),
    };
    let (above_low, low_constant) = sign(lower.0.clone(), &low);
    let (below_high, high_constant) = sign(upper.0.clone(), &high);
    let (low, high) = ((low_constant, low), (-high_constant, high));
    Some([("", low), (above_low, (Int::ZERO, middle)), (below_high, high)])
}

fn enclose(out: &mut String, bracket: bool, inner: impl FnOnce(&mut String)) {
    if bracket {
        out.push('(');
    }
    inner(out);
    if bracket {
        out.push(')');
    }
}

fn subscript(c: char) -> char {
    match c.to_digit(10) {
        Some(digit) => char::from_u32('₀' as u32 + digit).unwrap_or(c),
        None => c,
    }
}

fn superscript(c: char) -> char {
    match c {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        _ => c.to_digit(10).and_then(|digit| char::from_u32('⁰' as u32 + digit)).unwrap_or(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn reads_like_mathematics() {
        let mut terms = Terms::new();
        let i = terms.fresh("i", SymbolKind::Input, Sort::Int);
        let n = terms.fresh("n", SymbolKind::Input, Sort::Int);
        let kappa = terms.fresh("κ1", SymbolKind::Counter, Sort::Int);
        let a = terms.fresh("A", SymbolKind::Input, Sort::Array(1));
        let double = terms.linear(&[(Int::from(2), kappa), (Int::ONE, i)]);
        assert_eq!(terms.show(double), "i + 2·κ₁");
        let less = terms.lt(double, n);
        assert_eq!(terms.show(less), "i + 2·κ₁ < n");
        let not_less = terms.not(less);
        assert_eq!(terms.show(not_less), "n ≤ i + 2·κ₁");
        let seven = terms.small(7);
        let at_least = terms.ge(i, seven);
        assert_eq!(terms.show(at_least), "7 ≤ i");
        let at_most = terms.le(i, seven);
        assert_eq!(terms.show(at_most), "i ≤ 7");
        let element = terms.read(a, &[double]);
        let differs = terms.ne(element, Term::ONE);
        assert_eq!(terms.show(differs), "A(i + 2·κ₁) ≠ 1");
        let both = terms.and([at_least, differs]);
        let either = terms.or([both, less]);
        assert_eq!(terms.show(either), "i + 2·κ₁ < n ∨ 7 ≤ i ∧ A(i + 2·κ₁) ≠ 1");
        let square = terms.mul(i, i);
        let cube = terms.mul(square, n);
        assert_eq!(terms.show(cube), "i²·n");
        let minus = terms.neg(i);
        let sum = terms.sub(minus, seven);
        assert_eq!(terms.show(sum), "-i - 7");
    }

    #[test]
    fn limits_are_chained() {
        let mut terms = Terms::new();
        let [chi, i, n, kappa] =
            ["χ", "i", "n", "κ1"].map(|name| terms.fresh(name, SymbolKind::Counter, Sort::Int));
        let a = terms.fresh("a", SymbolKind::Input, Sort::Array(1));
        let offset = terms.sub(chi, i);
        let (low, high) = (terms.ge(offset, Term::ZERO), terms.lt(offset, kappa));
        let inside = terms.both(low, high);
        assert_eq!(terms.show(inside), "0 ≤ χ - i < κ₁");
        let (seven, three) = (terms.small(7), terms.small(-3));
        let (low, high) = (terms.ge(i, three), terms.le(i, seven));
        let between = terms.both(low, high);
        assert_eq!(terms.show(between), "-3 ≤ i ≤ 7");
        let (low, high) = (terms.lt(i, n), terms.lt(n, kappa));
        let ordered = terms.and([low, high]);
        assert_eq!(terms.show(ordered), "i < n < κ₁");
        // Nothing between them: two comparisons.
        let (one, other) = (terms.le(i, n), terms.le(chi, kappa));
        let apart = terms.both(one, other);
        assert_eq!(terms.show(apart), "i ≤ n ∧ χ ≤ κ₁");
        let either = terms.or([inside, one]);
        assert_eq!(terms.show(either), "0 ≤ χ - i < κ₁ ∨ i ≤ n");

        let tau = terms.fresh("τ1", SymbolKind::Bound, Sort::Int);
        let index = terms.add(i, tau);
        let element = terms.read(a, &[index]);
        let (zero, above) = (terms.is_zero(element), terms.gt(element, n));
        let body = terms.either(zero, above);
        let symbol = terms.as_symbol(tau).unwrap();
        let all = terms.all_between(symbol, Term::ZERO, kappa, body);
        assert_eq!(terms.show(all), "∀τ₁. 0 ≤ τ₁ < κ₁ → a(i + τ₁) = 0 ∨ n < a(i + τ₁)");
    }
}
