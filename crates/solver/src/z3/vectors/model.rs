//! Models of vectors as models of terms.

use super::ranges::Shape;
use super::{Task, Vectors};
use crate::z3::ffi::{Ast, Context, ModelView, SolverId};
use kyklos_base::Int;
use kyklos_term::{FunctionModel, Model, Node, Sort, Symbol, Term, Terms, Value};
use std::collections::BTreeMap;

/// A number as wide as it needs.
type Natural = (Ast, Shape);

impl Vectors {
    /// The model of a solver that just found one, with values for all symbols of
    /// the constraints and the elements that they read.
    pub(in crate::z3) fn model(
        &mut self,
        context: &mut Context,
        solver: SolverId,
        terms: &mut Terms,
        constraints: &[Term],
        reads: &[Term],
    ) -> Option<Model> {
        let mut values = Vec::new();
        for symbol in crate::symbols_of(terms, constraints) {
            let term = terms.symbol_term(symbol);
            values.push(match terms.symbol_info(symbol).sort {
                Sort::Bool => (symbol, self.run(context, terms, Task::Truth(term)), None),
                Sort::Int => {
                    let shape = self.shape(terms, term)?;
                    (symbol, self.run(context, terms, Task::Number(term, shape.width)), Some(shape))
                }
                Sort::Array(_) => (symbol, None, None),
            });
        }
        let mut elements: Vec<(Symbol, Vec<Natural>, Natural)> = Vec::new();
        for read in reads {
            let Some(Node::Read(array, indices)) = terms.node(*read) else { continue };
            let (symbol, indices) = (terms.as_symbol(*array)?, indices.clone());
            let mut at = Vec::with_capacity(indices.len());
            for index in indices {
                at.push(self.natural(context, terms, index)?);
            }
            elements.push((symbol, at, self.natural(context, terms, *read)?));
        }
        let view = context.model(solver)?;
        let mut model = Model::new();
        let mut functions: BTreeMap<Symbol, FunctionModel> = BTreeMap::new();
        for (symbol, ast, shape) in values {
            match (ast, shape) {
                (Some(ast), Some(shape)) => model.set(symbol, Value::Int(number(&view, ast, shape)?)),
                (Some(ast), None) => model.set(symbol, Value::Truth(view.truth_symbol(ast)?)),
                _ => {
                    let low = terms.symbol_info(symbol).low.clone().filter(|low| *low > Int::ZERO);
                    let default = low.unwrap_or(Int::ZERO);
                    functions.insert(symbol, FunctionModel { entries: BTreeMap::new(), default });
                }
            }
        }
        for (symbol, at, value) in elements {
            let at: Option<Vec<Int>> = at.iter().map(|(ast, shape)| number(&view, *ast, *shape)).collect();
            let value = number(&view, value.0, value.1)?;
            if let Some(function) = functions.get_mut(&symbol) {
                function.entries.insert(at?, value);
            }
        }
        for (symbol, function) in functions {
            model.set(symbol, Value::Function(function));
        }
        Some(model)
    }

    /// A number as wide as it needs.
    fn natural(&mut self, context: &mut Context, terms: &mut Terms, term: Term) -> Option<Natural> {
        let shape = self.shape(terms, term)?;
        Some((self.run(context, terms, Task::Number(term, shape.width))?, shape))
    }
}

/// The value of a vector as the number that it stands for.
fn number(view: &ModelView<'_>, ast: Ast, shape: Shape) -> Option<Int> {
    let value = view.int(ast)?;
    let negative = shape.signed && value >= Int::power_of_two(shape.width - 1);
    Some(if negative { value - Int::power_of_two(shape.width) } else { value })
}
