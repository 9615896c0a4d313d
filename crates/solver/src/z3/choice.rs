//! Which language a query is asked in: integers or bit-vectors. Note [languages].
//!
//! Neither wins: bit operations, products and conversions are easy in bit-vectors
//! and hard in integers; counters, sums and order are the other way round. What a
//! query is made of says which comes first. If that one does not answer within a
//! part of the time, the other one gets its turn, then both again for longer, bit-vectors
//! with formulas that are prepared at length. Models of such queries may be guessed ([`super::guess`]). What
//! answered where the first choice failed comes first for queries of the same kind.

use super::Z3;
use super::guess::{Guess, guessed};
use crate::clock::Moment;
use crate::{Answer, Reason};
use kyklos_term::{Node, Term, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::time::Duration;

/// What a query is said in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Unbounded integers.
    Integers,
    /// Bit-vectors as wide as the numbers need.
    Vectors,
}

impl Language {
    fn other(self) -> Language {
        match self {
            Language::Integers => Language::Vectors,
            Language::Vectors => Language::Integers,
        }
    }
}

/// The shares of the time that is left, first choice and other in turns.
const TURNS: [f64; 4] = [0.2, 0.25, 0.5, 1.0];
/// The first turn of what has operations on bits or shifts is not shorter than this: in bit-vectors, most of that is decided
/// soon, but to take it in may take nearly as long.
const FIRST_TURN: Duration = Duration::from_millis(30);
/// The shares where nothing speaks for bit-vectors.
const LINEAR_TURNS: [f64; 2] = [0.7, 1.0];

/// In integers, an `&`, `|` or `^` of unknown numbers is a sum over their bits, so what has more than so many of them is
/// said in bit-vectors alone: to take it in as integers would take longer than any limit, and help nobody.
const MANY_BITS: usize = 400;
/// The shares of the time that is left for such queries, first as they are, then thoroughly.
const BITS_TURNS: [f64; 2] = [0.5, 1.0];

/// What a query is made of, roughly: kinds of nodes, and how many constraints.
type Kind = (u8, u32);

/// The kinds of nodes that bit-vectors are made for.
const BITS: u8 = 1;
const SHIFTS: u8 = 2;

/// What is known about the choice.
#[derive(Default)]
pub(super) struct Choice {
    /// Kinds of nodes in constraints, and how many operations on bits there are.
    nodes: FxHashMap<Term, (u8, usize)>,
    /// What answered where the first choice did not.
    better: FxHashMap<Kind, Language>,
}

impl Choice {
    /// The kind of a query, and the most operations on bits in one of its constraints.
    fn kind(&mut self, terms: &Terms, constraints: &[Term]) -> (Kind, usize) {
        let (mut nodes, mut most) = (0, 0);
        for constraint in constraints {
            let (kinds, bits) =
                *self.nodes.entry(*constraint).or_insert_with(|| kinds_in(terms, *constraint));
            nodes |= kinds;
            most = most.max(bits);
        }
        ((nodes, constraints.len().ilog2()), most)
    }
}

/// The kinds of nodes in a constraint, one bit each, and how many operations on bits there are.
fn kinds_in(terms: &Terms, constraint: Term) -> (u8, usize) {
    let (mut kinds, mut bits) = (0, 0);
    for part in terms.parts_first(&[constraint], |_| false) {
        kinds |= match terms.node(part) {
            Some(Node::Bits(..)) => BITS,
            Some(Node::Shl(..) | Node::Shr(..)) => SHIFTS,
            Some(Node::Product(_)) => 4,
            Some(Node::Mod(..)) => 8,
            Some(Node::Div(_, by)) => {
                if terms.as_int(*by).is_some() {
                    16
                } else {
                    32
                }
            }
            Some(Node::Read(..)) => 64,
            Some(Node::Ite(..)) => 128,
            _ => 0,
        };
        bits += usize::from(matches!(terms.node(part), Some(Node::Bits(..))));
    }
    (kinds, bits)
}

impl Z3 {
    /// A query without quantifiers, in the language that fits, and then in the other.
    pub(super) fn in_turns(&mut self, terms: &mut Terms, constraints: &[Term], limit: Duration) -> Answer {
        let wants_vectors = constraints.iter().any(|constraint| terms.has_bits(*constraint));
        if let Some(only) = self.only {
            let no_form = || Answer::Unknown(Reason::Incomplete("it has no form in bit-vectors".to_owned()));
            return self.asked_in(terms, only, false, constraints, limit).unwrap_or_else(no_form);
        }
        if constraints.is_empty() {
            return self.incremental(terms, constraints, limit);
        }
        let (kind, bits) = self.choice.kind(terms, constraints);
        let usual = if wants_vectors { Language::Vectors } else { Language::Integers };
        let first = self.choice.better.get(&kind).copied().unwrap_or(usual);
        let turns: &[f64] = if wants_vectors { &TURNS } else { &LINEAR_TURNS };
        let possible = (wants_vectors || first == Language::Vectors) && self.can_say(terms, constraints);
        if wants_vectors && !possible {
            return self.asked_in(terms, Language::Integers, false, constraints, limit).unwrap_or(TIMEOUT);
        }
        if wants_vectors && let Some(model) = guessed(terms, constraints, Guess::Plain) {
            return Answer::Sat(Rc::new(model));
        }
        if possible && bits > MANY_BITS {
            return self.as_vectors_alone(terms, constraints, limit);
        }
        let start = Moment::now();
        let (mut language, mut last) = (first, TIMEOUT);
        for (turn, share) in turns.iter().enumerate() {
            let left = limit.saturating_sub(start.elapsed());
            if left.is_zero() {
                break;
            }
            // What is linear is not looked at as vectors before it has failed as integers.
            let alone = language == Language::Integers && !possible && !self.can_say(terms, constraints);
            let least = if turn == 0 && kind.0 & (BITS | SHIFTS) != 0 { FIRST_TURN } else { Duration::ZERO };
            let share = if alone { left } else { left.mul_f64(*share).max(least).min(left) };
            match self.asked_in(terms, language, turn >= 2, constraints, share) {
                Some(answer @ (Answer::Sat(_) | Answer::Unsat)) => {
                    if language != first {
                        self.choice.better.insert(kind, language);
                    }
                    return answer;
                }
                Some(Answer::Unknown(Reason::Interrupted)) => return Answer::Unknown(Reason::Interrupted),
                Some(answer) => last = answer,
                // It has no form in bit-vectors.
                None => {
                    let left = limit.saturating_sub(start.elapsed());
                    return self
                        .asked_in(terms, Language::Integers, false, constraints, left)
                        .unwrap_or(TIMEOUT);
                }
            }
            if turn == 0
                && wants_vectors
                && let Some(model) = guessed(terms, constraints, Guess::Any)
            {
                return Answer::Sat(Rc::new(model));
            }
            language = language.other();
        }
        last
    }

    /// A query that is too large for integers.
    fn as_vectors_alone(&mut self, terms: &mut Terms, constraints: &[Term], limit: Duration) -> Answer {
        let start = Moment::now();
        let mut last = TIMEOUT;
        for (turn, share) in BITS_TURNS.iter().enumerate() {
            let left = limit.saturating_sub(start.elapsed());
            let share = left.mul_f64(*share);
            match self.asked_in(terms, Language::Vectors, turn == 1, constraints, share) {
                Some(Answer::Unknown(reason)) if reason != Reason::Interrupted => {
                    last = Answer::Unknown(reason);
                }
                answer => return answer.unwrap_or(last),
            }
            if turn == 0
                && let Some(model) = guessed(terms, constraints, Guess::Any)
            {
                return Answer::Sat(Rc::new(model));
            }
        }
        last
    }

    /// A query about floating point numbers: in Z3's theory of them; where it has no form there, or that fails, in
    /// integers, where floating point operations are any numbers.
    pub(super) fn floats_in_turns(
        &mut self,
        terms: &mut Terms,
        constraints: &[Term],
        limit: Duration,
    ) -> Answer {
        let start = Moment::now();
        let answer = self.as_floats(terms, constraints, limit.mul_f64(0.8));
        self.vectors_layer.asked += 1;
        match answer {
            Some(answer @ (Answer::Sat(_) | Answer::Unsat)) => {
                self.vectors_layer.answered += 1;
                answer
            }
            Some(Answer::Unknown(Reason::Interrupted)) => Answer::Unknown(Reason::Interrupted),
            failed => match self.incremental(terms, constraints, limit.saturating_sub(start.elapsed())) {
                Answer::Unknown(reason) => failed.unwrap_or(Answer::Unknown(reason)),
                answer => answer,
            },
        }
    }

    /// The answer in one language; `None` if the query has no form in it.
    fn asked_in(
        &mut self,
        terms: &mut Terms,
        language: Language,
        thorough: bool,
        constraints: &[Term],
        limit: Duration,
    ) -> Option<Answer> {
        let answer = match language {
            Language::Integers => self.incremental(terms, constraints, limit),
            Language::Vectors => self.as_vectors(terms, constraints, thorough, limit)?,
        };
        if language == Language::Vectors {
            self.vectors_layer.asked += 1;
            self.vectors_layer.answered += u64::from(!matches!(answer, Answer::Unknown(_)));
        }
        Some(answer)
    }
}

const TIMEOUT: Answer = Answer::Unknown(Reason::Timeout);
