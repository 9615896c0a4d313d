//! One step of the translation, and truth values.

use super::ranges::{Shape, common};
use super::{Task, Vectors};
use crate::z3::ffi::{Ast, Context, VectorOp};
use kyklos_term::{Node, Sort, Term, Terms};

/// Why a translation is not there (yet).
pub(in crate::z3) enum Missing {
    /// Its parts come first.
    Parts,
    /// There is none.
    Refused,
}

pub(in crate::z3) type Step = Result<Ast, Missing>;

/// One step of the translation.
pub(in crate::z3) struct Translation<'a> {
    pub(super) vectors: &'a mut Vectors,
    pub(in crate::z3) context: &'a mut Context,
    pub(in crate::z3) terms: &'a mut Terms,
    pub(super) missing: &'a mut Vec<Task>,
}

impl Translation<'_> {
    pub(super) fn step(&mut self, task: Task) -> Step {
        match task {
            Task::Truth(term) => self.truth(term),
            Task::Float(term, format) => self.float(term, format),
            Task::Number(term, width) => self.number(term, width),
        }
    }

    pub(in crate::z3) fn need(&mut self, task: Task) -> Step {
        if let Task::Number(term, width) = task
            && let Some(value) = self.terms.as_int(term)
        {
            return Ok(self.context.vector(&value, width));
        }
        match self.vectors.done(task) {
            Some(ast) => Ok(ast),
            None => {
                self.missing.push(task);
                Err(Missing::Parts)
            }
        }
    }

    /// All of these; all that are missing are noted.
    pub(in crate::z3) fn needs(&mut self, tasks: &[Task]) -> Result<Vec<Ast>, Missing> {
        let found: Vec<Step> = tasks.iter().map(|task| self.need(*task)).collect();
        found.into_iter().collect()
    }

    pub(in crate::z3) fn shape(&mut self, term: Term) -> Result<Shape, Missing> {
        self.vectors.shape(self.terms, term).ok_or(Missing::Refused)
    }

    fn truth(&mut self, term: Term) -> Step {
        let Some(node) = self.terms.node(term).cloned() else { return Err(Missing::Refused) };
        match node {
            Node::Truth(value) => Ok(self.context.truth(value)),
            // Predicates over ★ count as true.
            Node::Unknown(_) => Ok(self.context.truth(true)),
            Node::Symbol(symbol) => Ok(self.context.symbol(symbol.0, Sort::Bool)),
            Node::Not(a) => {
                let a = self.need(Task::Truth(a))?;
                Ok(self.context.not(a))
            }
            Node::And(parts) => {
                let parts = self.needs(&parts.iter().map(|part| Task::Truth(*part)).collect::<Vec<_>>())?;
                Ok(self.context.and(&parts))
            }
            Node::Or(parts) => {
                let parts = self.needs(&parts.iter().map(|part| Task::Truth(*part)).collect::<Vec<_>>())?;
                Ok(self.context.or(&parts))
            }
            Node::NonPositive(p) => self.comparison(p, false),
            Node::IsZero(p) => self.comparison(p, true),
            _ => Err(Missing::Refused),
        }
    }

    /// `p ≤ 0` or `p = 0`: what is added on one side, what is subtracted on the other.
    fn comparison(&mut self, p: Term, equation: bool) -> Step {
        let (constant, parts) = self.terms.polynomial(p);
        let (mut added, mut subtracted) = (Vec::new(), Vec::new());
        for (coefficient, part) in parts.into_iter().chain([(constant, Term::ONE)]) {
            match coefficient.is_negative() {
                true => subtracted.push((-coefficient, part)),
                false => added.push((coefficient, part)),
            }
        }
        let (left, right) = (self.terms.linear(&added), self.terms.linear(&subtracted));
        let (left_shape, right_shape) = (self.shape(left)?, self.shape(right)?);
        let common = common(left_shape, right_shape);
        let sides = self.needs(&[Task::Number(left, common.width), Task::Number(right, common.width)])?;
        Ok(match (equation, common.signed) {
            (true, _) => self.context.eq(sides[0], sides[1]),
            (false, true) => self.context.vectors(VectorOp::SignedAtMost, sides[0], sides[1]),
            (false, false) => self.context.vectors(VectorOp::AtMost, sides[0], sides[1]),
        })
    }
}
