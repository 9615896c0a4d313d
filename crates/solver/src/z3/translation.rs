//! Terms into Z3's formulas, and Z3's models back.

use super::ffi::{Ast, Context, ModelView, SolverId};
use crate::shape::Shape;
use kyklos_base::Int;
use kyklos_term::{FunctionModel, Model, Node, Quantifier, Sort, Symbol, Term, Terms, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The terms that were translated into one context.
#[derive(Default)]
pub(super) struct Translation {
    done: FxHashMap<Term, Ast>,
    facts: FxHashMap<Term, Facts>,
}

/// What is known of a constraint.
#[derive(Clone)]
struct Facts {
    quantified: bool,
    /// Z3 takes too long to be told of it.
    entangled: bool,
    /// The reads of arrays in it.
    reads: Rc<[Term]>,
}

impl Translation {
    /// The formula or number of a term, bit operations spelled out.
    pub(super) fn formula(&mut self, context: &mut Context, terms: &mut Terms, term: Term) -> Ast {
        let term = terms.as_integers(term);
        let opaque = |part: Term| matches!(terms.node(part), Some(Node::Float(..)));
        for part in terms.parts_first(&[term], |part| self.done.contains_key(&part) || opaque(part)) {
            let ast = self.step(context, terms, part);
            self.done.insert(part, ast);
        }
        self.known(context, terms, term)
    }

    /// Whether there are quantifiers in a constraint.
    pub(super) fn is_quantified(&mut self, terms: &Terms, constraint: Term) -> bool {
        self.facts(terms, constraint).quantified
    }

    /// Whether Z3 takes too long to be told of a constraint: it looks through what stands below a quantifier once for
    /// each way that leads there through the quantifiers around, and cannot be stopped in that.
    pub(super) fn is_entangled(&mut self, terms: &Terms, constraint: Term) -> bool {
        self.facts(terms, constraint).entangled
    }

    /// The model of a solver that just found one, with values for all symbols
    /// of the constraints.
    pub(super) fn model(
        &mut self,
        context: &mut Context,
        solver: SolverId,
        terms: &mut Terms,
        constraints: &[Term],
    ) -> Option<Model> {
        let symbols: Vec<(Symbol, Ast)> = crate::symbols_of(terms, constraints)
            .into_iter()
            .map(|symbol| {
                let term = terms.symbol_term(symbol);
                (symbol, self.formula(context, terms, term))
            })
            .collect();
        let constraints: Vec<Term> =
            constraints.iter().map(|constraint| terms.as_integers(*constraint)).collect();
        let reads: Vec<Term> = constraints
            .iter()
            .flat_map(|constraint| self.facts(terms, *constraint).reads.iter().copied().collect::<Vec<_>>())
            .collect();
        // What a read needs is translated with it, but not small constants.
        for read in &reads {
            if let Some(Node::Read(_, indices)) = terms.node(*read) {
                for index in indices.clone() {
                    let ast = self.formula(context, terms, index);
                    self.done.insert(index, ast);
                }
            }
        }
        let view = context.model(solver)?;
        let mut model = Model::new();
        for (symbol, ast) in symbols {
            let value = match terms.symbol_info(symbol).sort {
                Sort::Bool => Value::Truth(view.truth_symbol(ast)?),
                Sort::Int => Value::Int(view.int_symbol(ast)?),
                Sort::Array(arity) => {
                    let function = match view.array_symbol(ast, arity) {
                        Some(shape) => self.function(&view, terms, &shape, arity, &reads)?,
                        None => self.function_by_reads(&view, terms, symbol, &reads)?,
                    };
                    Value::Function(function)
                }
            };
            model.set(symbol, value);
        }
        Some(model)
    }

    fn function(
        &self,
        view: &ModelView<'_>,
        terms: &Terms,
        shape: &Shape,
        arity: u32,
        reads: &[Term],
    ) -> Option<FunctionModel> {
        let mut of_interest = Vec::new();
        if arity > 1 {
            for read in reads {
                if let Some(Node::Read(_, indices)) = terms.node(*read)
                    && indices.len() == arity as usize
                    && let Some(indices) = self.indices(view, indices)
                {
                    of_interest.push(indices);
                }
            }
        }
        shape.function(arity as usize, &of_interest)
    }

    /// For an array in a form that is not known: what the constraints read of it.
    fn function_by_reads(
        &self,
        view: &ModelView<'_>,
        terms: &Terms,
        symbol: Symbol,
        reads: &[Term],
    ) -> Option<FunctionModel> {
        let mut entries = BTreeMap::new();
        for read in reads {
            if let Some(Node::Read(array, indices)) = terms.node(*read)
                && terms.as_symbol(*array) == Some(symbol)
                && let Some(indices) = self.indices(view, indices)
            {
                entries.insert(indices, view.int(*self.done.get(read)?)?);
            }
        }
        Some(FunctionModel { entries, default: Int::ZERO })
    }

    /// The values of indices. Below quantifiers bound variables get some value;
    /// an index more does no harm.
    fn indices(&self, view: &ModelView<'_>, indices: &[Term]) -> Option<Vec<Int>> {
        indices.iter().map(|index| view.int(*self.done.get(index)?)).collect()
    }

    fn facts(&mut self, terms: &Terms, constraint: Term) -> &Facts {
        self.facts.entry(constraint).or_insert_with(|| {
            let parts = terms.parts_first(&[constraint], |_| false);
            let is = |test: fn(&Node) -> bool| move |part: &Term| terms.node(*part).is_some_and(test);
            Facts {
                quantified: parts.iter().any(is(|node| matches!(node, Node::Quantified(..)))),
                entangled: is_entangled(terms, &parts),
                reads: parts.iter().copied().filter(is(|node| matches!(node, Node::Read(..)))).collect(),
            }
        })
    }

    /// What was translated already; small constants are made on the way.
    fn known(&mut self, context: &mut Context, terms: &Terms, term: Term) -> Ast {
        *self.done.entry(term).or_insert_with(|| match (terms.as_int(term), terms.node(term)) {
            (Some(value), _) => context.int(&value),
            (None, Some(Node::Float(op, ..))) => any_result(context, term, op.is_test()),
            (None, _) => context.truth(true),
        })
    }

    fn list(&mut self, context: &mut Context, terms: &Terms, parts: &[Term]) -> Vec<Ast> {
        parts.iter().map(|part| self.known(context, terms, *part)).collect()
    }

    /// Translates a term whose parts are done.
    fn step(&mut self, context: &mut Context, terms: &Terms, term: Term) -> Ast {
        let Some(node) = terms.node(term) else { return self.known(context, terms, term) };
        match node {
            Node::Truth(value) => context.truth(*value),
            // Only predicates over ★ stand in formulas; they count as true.
            Node::Unknown(_) => context.truth(true),
            Node::Symbol(symbol) => context.symbol(symbol.0, terms.symbol_info(*symbol).sort),
            Node::Integer(value) => context.int(value),
            // Spelled out before.
            Node::Bits(..) | Node::Shl(..) | Node::Shr(..) | Node::Table(_) => context.refused(),
            Node::Float(op, ..) => any_result(context, term, op.is_test()),
            Node::Sum { constant, parts } => self.sum(context, terms, constant, parts),
            Node::Product(factors) => {
                let mut all = Vec::new();
                for (factor, power) in factors {
                    let factor = self.known(context, terms, *factor);
                    all.extend(std::iter::repeat_n(factor, *power as usize));
                }
                context.mul(&all)
            }
            Node::Div(a, b) => {
                let (a, b) = (self.known(context, terms, *a), self.known(context, terms, *b));
                context.div(a, b)
            }
            Node::Mod(a, b) => {
                let (a, b) = (self.known(context, terms, *a), self.known(context, terms, *b));
                context.modulo(a, b)
            }
            Node::Ite(c, a, b) => {
                let parts = self.list(context, terms, &[*c, *a, *b]);
                context.ite(parts[0], parts[1], parts[2])
            }
            Node::Read(array, indices) => {
                let array = self.known(context, terms, *array);
                let indices = self.list(context, terms, indices);
                indices.into_iter().fold(array, |array, index| context.select(array, index))
            }
            Node::Write(array, indices, value) => {
                let (array, value) = (self.known(context, terms, *array), self.known(context, terms, *value));
                let indices = self.list(context, terms, indices);
                store(context, array, &indices, value)
            }
            Node::Fill(arity, value) => {
                let value = self.known(context, terms, *value);
                (0..*arity).fold(value, |inner, _| context.const_array(inner))
            }
            Node::Lambda(parameters, body) => {
                let body = self.known(context, terms, *body);
                parameters.iter().rev().fold(body, |body, parameter| {
                    let parameter = context.symbol(parameter.0, Sort::Int);
                    context.lambda(parameter, body)
                })
            }
            Node::NonPositive(p) => {
                let (p, zero) = (self.known(context, terms, *p), self.known(context, terms, Term::ZERO));
                context.le(p, zero)
            }
            Node::IsZero(p) => {
                let (p, zero) = (self.known(context, terms, *p), self.known(context, terms, Term::ZERO));
                context.eq(p, zero)
            }
            Node::Not(a) => {
                let a = self.known(context, terms, *a);
                context.not(a)
            }
            Node::And(parts) => {
                let parts = self.list(context, terms, parts);
                context.and(&parts)
            }
            Node::Or(parts) => {
                let parts = self.list(context, terms, parts);
                context.or(&parts)
            }
            Node::Quantified(quantifier, bound, body) => {
                let bound: Vec<Ast> =
                    bound.iter().map(|symbol| context.symbol(symbol.0, Sort::Int)).collect();
                let body = self.known(context, terms, *body);
                context.quantified(*quantifier == Quantifier::Forall, &bound, body)
            }
        }
    }

    fn sum(&mut self, context: &mut Context, terms: &Terms, constant: &Int, parts: &[(Int, Term)]) -> Ast {
        let mut summands = Vec::with_capacity(parts.len() + 1);
        for (coefficient, part) in parts {
            let part = self.known(context, terms, *part);
            summands.push(match coefficient.is_one() {
                true => part,
                false => {
                    let coefficient = context.int(coefficient);
                    context.mul(&[coefficient, part])
                }
            });
        }
        if !constant.is_zero() {
            summands.push(context.int(constant));
        }
        match summands.as_slice() {
            [only] => *only,
            _ => context.add(&summands),
        }
    }
}

/// Whether Z3 looks at very many nodes below quantifiers; the parts are all of a formula, those inside first.
fn is_entangled(terms: &Terms, parts: &[Term]) -> bool {
    const MOST: u64 = 1_000_000;
    let mut visits: FxHashMap<Term, u64> = FxHashMap::default();
    for part in parts {
        let Some(Node::Quantified(_, _, body)) = terms.node(*part) else { continue };
        let below = terms.reached(&[*body], |inner, open| {
            if !matches!(terms.node(inner), Some(Node::Quantified(..))) {
                terms.for_each_part(inner, |inner| open.push(inner));
            }
        });
        let of = |inner: &Term| visits.get(inner).copied().unwrap_or(1);
        let all = below.iter().map(of).fold(0, u64::saturating_add);
        if all > MOST {
            return true;
        }
        visits.insert(*part, all);
    }
    false
}

/// The result of an operation on floating point numbers: any number, of a test 0 or 1; the same for the same term.
fn any_result(context: &mut Context, term: Term, is_test: bool) -> Ast {
    /// Where their names begin; symbols are below.
    const RESULTS: u32 = 1 << 29;
    if term.key() >= RESULTS {
        return context.refused();
    }
    if !is_test {
        return context.symbol(RESULTS + term.key(), Sort::Int);
    }
    let truth = context.symbol(RESULTS + term.key(), Sort::Bool);
    let (one, zero) = (context.int(&Int::ONE), context.int(&Int::ZERO));
    context.ite(truth, one, zero)
}

/// An array of several indices is an array of arrays.
fn store(context: &mut Context, array: Ast, indices: &[Ast], value: Ast) -> Ast {
    let [first, rest @ ..] = indices else { return value };
    let inner = match rest.is_empty() {
        true => value,
        false => {
            let row = context.select(array, *first);
            store(context, row, rest, value)
        }
    };
    context.store(array, *first, inner)
}
