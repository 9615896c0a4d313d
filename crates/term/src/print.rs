//! Terms as people write them: `i + 2·κ₁ ≤ n`.

use crate::{Node, Quantifier, Symbol, SymbolKind, Term, Terms};
use kyklos_base::Int;

/// Deeper parts are shown as `…`.
const DEPTH: u32 = 64;

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

impl Terms {
    /// The term as people write it.
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
            Node::Ite(c, a, b) => self.write_call(out, "ite", &[*c, *a, *b], depth),
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
            Node::NonPositive(p) => self.write_comparison(out, *p, "≤", level, depth),
            Node::IsZero(p) => self.write_comparison(out, *p, "=", level, depth),
            Node::Not(a) => match self.node(*a) {
                Some(Node::IsZero(p)) => self.write_comparison(out, *p, "≠", level, depth),
                _ => {
                    out.push('¬');
                    self.write_term(out, *a, Level::Factor, depth);
                }
            },
            Node::And(parts) => enclose(out, level > Level::Conjunct, |out| {
                list(out, parts, " ∧ ", Level::Comparison);
            }),
            Node::Or(parts) => enclose(out, level > Level::Disjunct, |out| {
                list(out, parts, " ∨ ", Level::Conjunct);
            }),
            Node::Lambda(bound, body) => enclose(out, level > Level::Formula, |out| {
                self.write_bound(out, 'λ', bound, *body, depth);
            }),
            Node::Quantified(quantifier, bound, body) => enclose(out, level > Level::Formula, |out| {
                let sign = if *quantifier == Quantifier::Forall { '∀' } else { '∃' };
                self.write_bound(out, sign, bound, *body, depth);
            }),
        }
    }

    fn write_bound(&self, out: &mut String, sign: char, bound: &[Symbol], body: Term, depth: u32) {
        out.push(sign);
        let names: Vec<_> = bound.iter().map(|symbol| self.show_symbol(*symbol)).collect();
        out.push_str(&names.join(","));
        out.push_str(". ");
        self.write_term(out, body, Level::Formula, depth);
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
        for (index, (coefficient, monomial)) in parts.iter().enumerate() {
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
    fn write_comparison(&self, out: &mut String, p: Term, sign: &str, level: Level, depth: u32) {
        let (constant, parts) = self.polynomial(p);
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
}
