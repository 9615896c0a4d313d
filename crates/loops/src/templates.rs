//! Templates of cycles [compact Alg. 1]: closed forms of all that a cycle
//! changes, and their application to a state. Note [templates on real states].

use crate::cells::{self, Cell, Entry, EntrySymbols};
use crate::cycle::{Condition, Cycle, Cycles};
use crate::recurrence::{Closed, Iteration, Moment, solve};
use kyklos_base::{Int, Span};
use kyklos_exec::{Context, InputRead, InputShape, Point, State};
use kyklos_flow::{EdgeId, ProcedureId};
use kyklos_term::{
    FunctionModel, Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms, Value as ModelValue,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is kept from one rehearsal to the next.
#[derive(Default)]
pub struct Templates {
    pub(crate) symbols: EntrySymbols,
    changes: FxHashMap<(Point, usize), Vec<Cell>>,
    solved: FxHashMap<Effect, Result<Rc<Closed>, Rc<str>>>,
    arrays: FxHashMap<Symbol, Symbol>,
    counters: usize,
    /// Cycles that are not to be followed with numbers that wrap: that did not help.
    in_range: FxHashSet<Vec<(ProcedureId, EdgeId)>>,
    /// Whether rehearsals note the ways out of a loop.
    pub(crate) exits: bool,
    /// Whether inner loops are summed up by all their traces.
    pub(crate) summaries: bool,
}

/// Numbers of iterations that are tried when a loop is left, each of which is a question to the solver.
const MAX_ENDS: usize = 3;

/// What a cycle does, as far as closed forms depend on it.
type Effect = (Vec<(Symbol, Term)>, Vec<Symbol>);

/// A cycle in closed form.
pub struct Template {
    /// Its edges, which tell it from other cycles.
    pub edges: Vec<(ProcedureId, EdgeId)>,
    /// Where the loop is.
    pub span: Span,
    /// The conditions of one iteration, over the symbols of the entries.
    pub conditions: Vec<Condition>,
    /// What it changes, and what the state has there.
    pub entries: Vec<Entry>,
    /// What one iteration makes of each entry.
    pub effects: Vec<Term>,
    /// Inputs that an iteration reads; the symbol that stands for each, and the array of all of them.
    pub inputs: Vec<(InputRead, Symbol, Symbol)>,
    /// The closed forms.
    pub closed: Rc<Closed>,
    /// The state in which the symbols of the entries stand for what changes.
    pub general: State,
    /// Whether numbers wrap in it; else they stay within their types.
    pub wraps: bool,
}

/// A template applied to a state.
pub struct Applied {
    /// The state after κ iterations.
    pub state: State,
    /// κ
    pub counter: Symbol,
    /// The companions of κ.
    pub moment: Moment,
    /// The condition of one more iteration along the cycle, over κ and `held`.
    pub again: Term,
    /// Symbols in `again` for the inputs that this iteration reads.
    pub held: Vec<Symbol>,
    /// What κ may turn out to be when the loop is left.
    pub ends: Vec<Term>,
    /// How many quantifiers are left in the condition on the first κ iterations.
    pub quantifiers: usize,
    /// At most so many iterations are done at once.
    pub limit: Option<u32>,
}

impl Templates {
    /// The cells that were found to change at a loop's head before.
    pub(crate) fn known_changes(&self, state: &State) -> Vec<Cell> {
        self.changes.get(&(state.point(), state.frames.len())).cloned().unwrap_or_default()
    }

    /// Remembers them.
    pub(crate) fn remember_changes(&mut self, state: &State, cells: &[Cell]) {
        self.changes.insert((state.point(), state.frames.len()), cells.to_vec());
    }

    /// The template of a cycle; `Err` says what has no closed form.
    pub fn template(
        &mut self,
        context: &mut Context<'_>,
        found: &Cycles,
        cycle: &Cycle,
        span: Span,
    ) -> Result<Template, String> {
        let general = &found.general;
        let inputs = self.inputs(context, &general.state, cycle)?;
        let effects = cells::effects(&mut context.terms, &general.entries, &cycle.after)?;
        let pairs = general.entries.iter().zip(&effects).map(|(entry, effect)| (entry.symbol, *effect));
        let is_array = |symbol: Symbol| matches!(context.terms.symbol_info(symbol).sort, Sort::Array(_));
        let (arrays, numbers): (Vec<_>, Vec<_>) = pairs.partition(|(symbol, _)| is_array(*symbol));
        let effect = (numbers.iter().chain(&arrays).copied().collect(), inputs.iter().map(|i| i.1).collect());
        let terms = &mut context.terms;
        let solved = self.solved.entry(effect).or_insert_with(|| {
            let inputs = inputs.iter().map(|(_, symbol, array)| (*symbol, *array)).collect();
            solve(terms, &Iteration { numbers, arrays, inputs }).map(Rc::new).map_err(|declined| {
                declined.iter().map(|d| d.why.as_str()).collect::<Vec<_>>().join("; ").into()
            })
        });
        let closed = solved.clone().map_err(|why| why.to_string())?;
        Ok(Template {
            edges: cycle.edges.clone(),
            span,
            conditions: cycle.conditions.clone(),
            entries: general.entries.clone(),
            effects,
            inputs,
            closed,
            general: general.state.clone(),
            wraps: false,
        })
    }

    /// Whether it may help to follow a cycle with numbers that wrap.
    pub(crate) fn may_wrap(&self, edges: &[(ProcedureId, EdgeId)]) -> bool {
        !self.in_range.contains(edges)
    }

    /// It did not.
    pub(crate) fn never_wrap(&mut self, edges: &[(ProcedureId, EdgeId)]) {
        self.in_range.insert(edges.to_vec());
    }

    /// A number of its own for a counter.
    pub(crate) fn next_counter(&mut self) -> usize {
        self.counters += 1;
        self.counters
    }

    /// The inputs that a cycle reads.
    pub(crate) fn inputs(
        &mut self,
        context: &mut Context<'_>,
        before: &State,
        cycle: &Cycle,
    ) -> Result<Vec<(InputRead, Symbol, Symbol)>, String> {
        let mut inputs = Vec::new();
        for read in cycle.after.inputs.since(before.inputs.len()) {
            let symbol = context.terms.as_symbol(read.symbol);
            let (Some(symbol), InputShape::Number) = (symbol, &read.shape) else {
                return Err(format!("the input `{}` is not one number", read.name));
            };
            let terms = &mut context.terms;
            let array = *self.arrays.entry(symbol).or_insert_with(|| input_array(terms, symbol));
            inputs.push((read, symbol, array));
        }
        Ok(inputs)
    }

    /// Applies a template to the state for which it was made.
    pub fn apply(&mut self, context: &mut Context<'_>, state: &State, template: &Template) -> Applied {
        let terms = &mut context.terms;
        let info = SymbolInfo {
            name: format!("κ{}", self.next_counter()),
            kind: SymbolKind::Counter,
            sort: Sort::Int,
            low: Some(Int::ZERO),
            high: None,
        };
        let counter = terms.symbol(info);
        let kappa = terms.symbol_term(counter);
        let closed = &template.closed;
        let (moment, definitions) = closed.counter(terms, kappa);
        let mut next = state.clone();
        // Each application reads inputs of its own.
        let mut values = cells::values(&template.entries);
        let mut round = Vec::new();
        for (read, symbol, array) in &template.inputs {
            let own = input_array(terms, *symbol);
            let own_term = terms.symbol_term(own);
            values.insert(*array, own_term);
            round.push((InputRead { symbol: own_term, ..read.clone() }, own));
        }
        template.write_entries(terms, &mut next, &moment, &values);
        let looping = template.looping(terms, kappa, &values);
        let zero = terms.ge(kappa, Term::ZERO);
        for condition in definitions.into_iter().chain([zero, looping]) {
            next.assume(terms, condition);
        }
        let (again, held) = template.again(terms, &moment, &values);
        let ends = template.ends(terms, counter, again);
        adjust_model(terms, &mut next, &template.companions(&moment), counter, &round);
        if let Some((first, _)) = round.first() {
            let inputs = round.iter().map(|(read, _)| read.clone()).collect();
            let read = InputRead { shape: InputShape::Repeated { count: kappa, inputs }, ..first.clone() };
            next.read(read);
        }
        let quantifiers = quantifiers(terms, looping);
        Applied { state: next, counter, moment, again, held, ends, quantifiers, limit: closed.limit }
    }
}

impl Template {
    /// The conditions of one iteration.
    pub fn condition(&self, terms: &mut Terms) -> Term {
        terms.and(self.conditions.iter().map(|condition| condition.term))
    }

    /// Gives a state at the head what the cycle's entries are after some iterations.
    pub fn write_entries(
        &self,
        terms: &mut Terms,
        state: &mut State,
        moment: &Moment,
        values: &FxHashMap<Symbol, Term>,
    ) {
        for entry in &self.entries {
            let symbol = terms.symbol_term(entry.symbol);
            let value = self.closed.at(terms, moment, symbol);
            let value = terms.substitute(value, values);
            if let (Some(old), Some(general)) =
                (cells::read(state, &entry.cell), cells::read(&self.general, &entry.cell))
            {
                let new = cells::with_term(old, value, general);
                cells::write(state, &entry.cell, new);
            }
        }
    }

    /// The condition that the first κ iterations follow the cycle.
    pub fn looping(&self, terms: &mut Terms, count: Term, values: &FxHashMap<Symbol, Term>) -> Term {
        self.looping_of(terms, self.conditions.iter(), count, values)
    }

    /// That some conditions hold in the first κ iterations.
    pub(crate) fn looping_of<'a>(
        &self,
        terms: &mut Terms,
        conditions: impl Iterator<Item = &'a Condition>,
        count: Term,
        values: &FxHashMap<Symbol, Term>,
    ) -> Term {
        let tau = terms.symbol(SymbolInfo {
            name: "τ".to_owned(),
            kind: SymbolKind::Bound,
            sort: Sort::Int,
            low: None,
            high: None,
        });
        let tau_term = terms.symbol_term(tau);
        let mut all = Vec::new();
        for condition in conditions {
            match self.closed.instance(terms, tau_term, condition.term) {
                Some(body) => {
                    let body = terms.substitute(body, values);
                    all.push(terms.all_between(tau, Term::ZERO, count, body));
                }
                None => self.unfold(terms, condition.term, count, values, &mut all),
            }
        }
        terms.and(all)
    }

    /// The condition in each of the first iterations, as far as the closed forms hold.
    fn unfold(
        &self,
        terms: &mut Terms,
        condition: Term,
        count: Term,
        values: &FxHashMap<Symbol, Term>,
        all: &mut Vec<Term>,
    ) {
        for number in 0..self.closed.limit.unwrap_or(0) {
            let number = terms.small(i64::from(number));
            let Some(body) = self.closed.instance(terms, number, condition) else { continue };
            let body = terms.substitute(body, values);
            let before = terms.le(count, number);
            all.push(terms.either(before, body));
        }
    }

    /// The condition of one more iteration at a moment; symbols stand for the inputs that it reads.
    fn again(
        &self,
        terms: &mut Terms,
        moment: &Moment,
        values: &FxHashMap<Symbol, Term>,
    ) -> (Term, Vec<Symbol>) {
        let mut holders = FxHashMap::default();
        let mut held = Vec::new();
        for (_, symbol, _) in &self.inputs {
            let info = SymbolInfo { kind: SymbolKind::Fresh, ..terms.symbol_info(*symbol).clone() };
            let holder = terms.symbol(info);
            holders.insert(*symbol, terms.symbol_term(holder));
            held.push(holder);
        }
        let condition = self.condition(terms);
        let condition = terms.substitute(condition, &holders);
        let condition = self.closed.at(terms, moment, condition);
        (terms.substitute(condition, values), held)
    }

    /// The numbers of iterations at which a condition on them may fail first.
    fn ends(&self, terms: &mut Terms, counter: Symbol, again: Term) -> Vec<Term> {
        let parts = match terms.node(again) {
            Some(Node::And(parts)) => parts.to_vec(),
            _ => vec![again],
        };
        let mut ends: Vec<Term> =
            parts.into_iter().filter_map(|part| first_failure(terms, counter, part)).collect();
        ends.dedup();
        ends.truncate(MAX_ENDS);
        ends
    }

    fn companions(&self, moment: &Moment) -> Vec<(Symbol, Int)> {
        self.closed.companions(moment, &Int::ZERO)
    }
}

/// The least count at which a condition that is linear in the count fails, if it held before.
pub fn first_failure(terms: &mut Terms, counter: Symbol, condition: Term) -> Option<Term> {
    let (p, equation) = match terms.node(condition)? {
        Node::NonPositive(p) => (*p, false),
        Node::Not(inner) => match terms.node(*inner)? {
            Node::IsZero(p) => (*p, true),
            _ => return None,
        },
        _ => return None,
    };
    let kappa = terms.symbol_term(counter);
    let (constant, parts) = terms.polynomial(p);
    let coefficient = parts.iter().find(|(_, part)| *part == kappa)?.0.clone();
    let mut rest: Vec<(Int, Term)> = parts.into_iter().filter(|(_, part)| *part != kappa).collect();
    rest.push((constant, Term::ONE));
    let rest = terms.linear(&rest);
    if terms.free_symbols(rest).contains(&counter) {
        return None;
    }
    let minus_rest = terms.neg(rest);
    if equation {
        // coefficient·κ + rest ≠ 0
        return match coefficient.to_i64()? {
            1 => Some(minus_rest),
            -1 => Some(rest),
            _ => {
                let divisor = terms.int(&coefficient);
                Some(terms.div(minus_rest, divisor))
            }
        };
    }
    if coefficient.is_negative() {
        return None;
    }
    let divisor = terms.int(&coefficient);
    let last = terms.div(minus_rest, divisor);
    Some(terms.add(last, Term::ONE))
}

/// The array of what an input is in each iteration.
pub(crate) fn input_array(terms: &mut Terms, symbol: Symbol) -> Symbol {
    let info = SymbolInfo { sort: Sort::Array(1), ..terms.symbol_info(symbol).clone() };
    terms.symbol(info)
}

/// Extends the state's model by no iteration at all.
fn adjust_model(
    terms: &Terms,
    state: &mut State,
    companions: &[(Symbol, Int)],
    counter: Symbol,
    round: &[(InputRead, Symbol)],
) {
    let Some(model) = &mut state.model else { return };
    let model = Rc::make_mut(model);
    model.set(counter, ModelValue::Int(Int::ZERO));
    for (symbol, value) in companions {
        model.set(*symbol, ModelValue::Int(value.clone()));
    }
    for (_, array) in round {
        let info = terms.symbol_info(*array);
        let default = match (&info.low, &info.high) {
            (Some(low), _) if *low > Int::ZERO => low.clone(),
            (_, Some(high)) if *high < Int::ZERO => high.clone(),
            _ => Int::ZERO,
        };
        let function = FunctionModel { entries: BTreeMap::new(), default };
        model.set(*array, ModelValue::Function(function));
    }
}

/// How many quantified formulas there are in a formula.
fn quantifiers(terms: &Terms, formula: Term) -> usize {
    let parts = terms.parts_first(&[formula], |_| false);
    parts.iter().filter(|part| matches!(terms.node(**part), Some(Node::Quantified(..)))).count()
}
