//! Expressions over bits as programs have them: they build themselves as terms, evaluate themselves, and print
//! themselves as bit-vectors, by pieces of code that share nothing.

#![allow(dead_code)]

use kyklos_base::Int;
use kyklos_base::random::Random;
use kyklos_term::{Sort, SymbolInfo, SymbolKind, Term, Terms};

/// All is computed in so many bits here, which nothing in these tests leaves.
pub const WIDTH: u32 = 96;
pub const INPUTS: usize = 4;

/// An expression as a program has it.
#[derive(Clone, Debug)]
pub enum E {
    X(usize),
    Int(i64),
    Add(Box<[E; 2]>),
    Sub(Box<[E; 2]>),
    Mul(Box<[E; 2]>),
    And(Box<[E; 2]>),
    Or(Box<[E; 2]>),
    Xor(Box<[E; 2]>),
    Not(Box<E>),
    Shl(Box<E>, u32),
    Shr(Box<E>, u32),
    /// By the last input, which is from 0 to 7.
    ShlBy(Box<E>),
    ShrBy(Box<E>),
    /// The low bits.
    Wrap(Box<E>, u32),
    SignedWrap(Box<E>, u32),
    /// `if a ≤ b then c else d`
    If(Box<[E; 4]>),
    /// A table of four numbers at the low two bits.
    Table(Box<E>, [i64; 4]),
}

pub fn two(a: E, b: E) -> Box<[E; 2]> {
    Box::new([a, b])
}

pub struct World {
    pub terms: Terms,
    pub inputs: Vec<Term>,
}

impl World {
    /// Inputs: two bytes, a signed byte, a number from 0 to 7.
    pub fn new() -> Self {
        let mut terms = Terms::new();
        let ranges = [(0, 255), (0, 255), (-128, 127), (0, 7)];
        let inputs = ranges
            .iter()
            .enumerate()
            .map(|(number, (low, high))| {
                let symbol = terms.symbol(SymbolInfo {
                    name: format!("x{number}"),
                    kind: SymbolKind::Input,
                    sort: Sort::Int,
                    low: Some(Int::from(*low)),
                    high: Some(Int::from(*high)),
                });
                terms.symbol_term(symbol)
            })
            .collect();
        Self { terms, inputs }
    }

    pub fn term(&mut self, e: &E) -> Term {
        match e {
            E::X(number) => self.inputs[*number],
            E::Int(value) => self.terms.small(*value),
            E::Add(p) => self.both(p, Terms::add),
            E::Sub(p) => self.both(p, Terms::sub),
            E::Mul(p) => self.both(p, Terms::mul),
            E::And(p) => self.both(p, Terms::bit_and),
            E::Or(p) => self.both(p, Terms::bit_or),
            E::Xor(p) => self.both(p, Terms::bit_xor),
            E::Not(a) => {
                let a = self.term(a);
                self.terms.bit_not(a)
            }
            E::Shl(a, count) | E::Shr(a, count) => {
                let (a, count) = (self.term(a), self.terms.small(i64::from(*count)));
                if matches!(e, E::Shl(..)) { self.terms.shl(a, count) } else { self.terms.shr(a, count) }
            }
            E::ShlBy(a) => {
                let a = self.term(a);
                self.terms.shl(a, self.inputs[3])
            }
            E::ShrBy(a) => {
                let a = self.term(a);
                self.terms.shr(a, self.inputs[3])
            }
            E::Wrap(a, width) => {
                let (a, size) = (self.term(a), self.terms.int(&Int::power_of_two(*width)));
                self.terms.modulo(a, size)
            }
            E::SignedWrap(a, width) => {
                let a = self.term(a);
                let (size, half) = (Int::power_of_two(*width), Int::power_of_two(*width - 1));
                let (size, half) = (self.terms.int(&size), self.terms.int(&half));
                let up = self.terms.add(a, half);
                let rest = self.terms.modulo(up, size);
                self.terms.sub(rest, half)
            }
            E::If(p) => {
                let [a, b, c, d] = [&p[0], &p[1], &p[2], &p[3]].map(|part| self.term(part));
                let condition = self.terms.le(a, b);
                self.terms.ite(condition, c, d)
            }
            E::Table(a, values) => {
                let (a, four) = (self.term(a), self.terms.small(4));
                let index = self.terms.modulo(a, four);
                let values: Vec<Int> = values.iter().map(|value| Int::from(*value)).collect();
                let table = self.terms.table(&values);
                self.terms.read(table, &[index])
            }
        }
    }

    pub fn both(&mut self, p: &[E; 2], make: fn(&mut Terms, Term, Term) -> Term) -> Term {
        let (a, b) = (self.term(&p[0]), self.term(&p[1]));
        make(&mut self.terms, a, b)
    }
}

impl E {
    /// The value that C would give it, in numbers without end.
    pub fn value(&self, inputs: &[i128; INPUTS]) -> i128 {
        let pair = |p: &[E; 2]| (p[0].value(inputs), p[1].value(inputs));
        match self {
            E::X(number) => inputs[*number],
            E::Int(value) => i128::from(*value),
            E::Add(p) => pair(p).0 + pair(p).1,
            E::Sub(p) => pair(p).0 - pair(p).1,
            E::Mul(p) => pair(p).0 * pair(p).1,
            E::And(p) => pair(p).0 & pair(p).1,
            E::Or(p) => pair(p).0 | pair(p).1,
            E::Xor(p) => pair(p).0 ^ pair(p).1,
            E::Not(a) => !a.value(inputs),
            E::Shl(a, count) => a.value(inputs) << count,
            E::Shr(a, count) => a.value(inputs) >> count,
            E::ShlBy(a) => a.value(inputs) << inputs[3],
            E::ShrBy(a) => a.value(inputs) >> inputs[3],
            E::Wrap(a, width) => a.value(inputs) & ((1 << width) - 1),
            E::SignedWrap(a, width) => (a.value(inputs) << (128 - width)) >> (128 - width),
            E::If(p) => match p[0].value(inputs) <= p[1].value(inputs) {
                true => p[2].value(inputs),
                false => p[3].value(inputs),
            },
            E::Table(a, values) => i128::from(values[(a.value(inputs) & 3) as usize]),
        }
    }

    /// How many bits it takes, roughly; larger ones are not made.
    pub fn size(&self) -> u32 {
        match self {
            E::X(_) => 9,
            E::Int(value) => 65 - value.unsigned_abs().leading_zeros(),
            E::Add(p) | E::Sub(p) => p[0].size().max(p[1].size()) + 1,
            E::Mul(p) => p[0].size() + p[1].size(),
            E::And(p) | E::Or(p) | E::Xor(p) => p[0].size().max(p[1].size()),
            E::Not(a) | E::Shr(a, _) | E::ShrBy(a) => a.size(),
            E::Shl(a, count) => a.size() + count,
            E::ShlBy(a) => a.size() + 7,
            E::Wrap(_, width) | E::SignedWrap(_, width) => width + 1,
            E::If(p) => p[2].size().max(p[3].size()),
            E::Table(..) => 10,
        }
    }

    pub fn script(&self) -> String {
        let pair = |word: &str, p: &[E; 2]| format!("({word} {} {})", p[0].script(), p[1].script());
        let number = |value: u32| literal(&Int::from(i64::from(value)));
        match self {
            E::X(number) => format!("w{number}"),
            E::Int(value) => literal(&Int::from(*value)),
            E::Add(p) => pair("bvadd", p),
            E::Sub(p) => pair("bvsub", p),
            E::Mul(p) => pair("bvmul", p),
            E::And(p) => pair("bvand", p),
            E::Or(p) => pair("bvor", p),
            E::Xor(p) => pair("bvxor", p),
            E::Not(a) => format!("(bvnot {})", a.script()),
            E::Shl(a, count) => format!("(bvshl {} {})", a.script(), number(*count)),
            E::Shr(a, count) => format!("(bvashr {} {})", a.script(), number(*count)),
            E::ShlBy(a) => format!("(bvshl {} w3)", a.script()),
            E::ShrBy(a) => format!("(bvashr {} w3)", a.script()),
            E::Wrap(a, width) => {
                format!("((_ zero_extend {}) ((_ extract {} 0) {}))", WIDTH - width, width - 1, a.script())
            }
            E::SignedWrap(a, width) => {
                format!("((_ sign_extend {}) ((_ extract {} 0) {}))", WIDTH - width, width - 1, a.script())
            }
            E::If(p) => {
                let [a, b, c, d] = [0, 1, 2, 3].map(|part| p[part].script());
                format!("(ite (bvsle {a} {b}) {c} {d})")
            }
            E::Table(a, values) => {
                let [v, w, x, y] = values.map(|value| literal(&Int::from(value)));
                let at = format!("((_ extract 1 0) {})", a.script());
                format!("(ite (= {at} #b00) {v} (ite (= {at} #b01) {w} (ite (= {at} #b10) {x} {y})))")
            }
        }
    }
}

pub fn literal(value: &Int) -> String {
    let rest = value.rem_euclid(&Int::power_of_two(WIDTH)).unwrap();
    format!("(_ bv{rest} {WIDTH})")
}

pub fn x(number: usize) -> E {
    E::X(number)
}

pub fn int(value: i64) -> E {
    E::Int(value)
}

pub fn and(a: E, b: E) -> E {
    E::And(two(a, b))
}

pub fn or(a: E, b: E) -> E {
    E::Or(two(a, b))
}

pub fn xor(a: E, b: E) -> E {
    E::Xor(two(a, b))
}

pub fn not(a: E) -> E {
    E::Not(Box::new(a))
}

pub fn shl(a: E, count: u32) -> E {
    E::Shl(Box::new(a), count)
}

pub fn shr(a: E, count: u32) -> E {
    E::Shr(Box::new(a), count)
}

pub fn wrap(a: E, width: u32) -> E {
    E::Wrap(Box::new(a), width)
}

/// x0 and x1 as one number of 16 bits.
pub fn wide() -> E {
    or(shl(x(0), 8), x(1))
}

pub fn swapped(a: E) -> E {
    or(shl(wrap(a.clone(), 8), 8), shr(a, 8))
}

pub fn bit(a: E) -> E {
    and(a, int(1))
}

pub fn random(source: &mut Random, depth: u32) -> E {
    let mut below = |limit: usize| source.below(limit);
    if depth == 0 || below(6) == 0 {
        return match below(5) {
            0 => {
                let (bits, sign) = (below(17) as u32, below(2) as i64);
                let value = (below(1 << 17) as i64) & ((1 << bits) - 1);
                E::Int(if sign == 0 { value } else { -value })
            }
            number => E::X(number - 1),
        };
    }
    let kind = below(17);
    let (count, width) = (below(9) as u32, [1, 4, 8, 16, 32][below(5)]);
    let mut part = || random(source, depth - 1);
    let e = match kind {
        0 | 1 => E::Add(two(part(), part())),
        2 => E::Sub(two(part(), part())),
        3 => E::Mul(two(part(), part())),
        4 | 5 => and(part(), part()),
        6 | 7 => or(part(), part()),
        8 | 9 => xor(part(), part()),
        10 => not(part()),
        11 => shl(part(), count),
        12 => shr(part(), count),
        13 => match count % 2 {
            0 => E::ShlBy(Box::new(part())),
            _ => E::ShrBy(Box::new(part())),
        },
        14 => wrap(part(), width),
        15 => match count % 2 {
            0 => E::SignedWrap(Box::new(part()), width.max(2)),
            _ => E::Table(Box::new(part()), [3, -5, 3, 200]),
        },
        _ => E::If(Box::new([part(), part(), part(), part()])),
    };
    if e.size() > 60 { wrap(e, 16) } else { e }
}

pub fn random_inputs(source: &mut Random) -> [i128; INPUTS] {
    let mut below = |limit: usize| source.below(limit) as i128;
    [below(256), below(256), below(256) - 128, below(8)]
}
