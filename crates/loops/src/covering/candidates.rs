//! Candidates for facts: what the program itself speaks of.
//!
//! They need not be true; [`super::facts`] keeps those that are. The program's own conditions come first, then
//! comparisons of what the loop changes with what it had when the loop was entered, with each other, and with
//! constants in sight.

use super::iterated::unwrapped;
use super::rounds::Rounds;
use kyklos_base::Int;
use kyklos_exec::eval::Evaluator;
use kyklos_exec::value::Value;
use kyklos_exec::{Context, State};
use kyklos_flow::{BinaryOp, Expr, Procedure, UnaryOp};
use kyklos_term::{Node, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Limits: of cells that are compared with each other, of constants, of conditions, of candidates in all.
const MAX_CELLS: usize = 12;
const MAX_CONSTANTS: usize = 16;
/// Of cells that are compared by lines with factors in sight.
const MAX_LINES: usize = 6;
const MAX_CONDITIONS: usize = 120;
const MAX_OTHERS: usize = 8;
const MAX_IMPLICATIONS: usize = 240;
/// Of divisors that the program names, and of those that its steps have.
const MAX_DIVISORS: usize = 4;

/// Predicates over the symbols of a general state that may hold in every round.
pub fn candidates(context: &mut Context<'_>, state: &State, rounds: &Rounds) -> Vec<Term> {
    let numbers: Vec<(Term, Term)> = rounds
        .numbers(&context.terms)
        .map(|entry| (entry.symbol, entry.value))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|(symbol, value)| (context.terms.symbol_term(symbol), value))
        .collect();
    let conditions = conditions(context, rounds);
    let mut all = Vec::new();
    for condition in &conditions {
        variants(&mut context.terms, *condition, &mut all);
    }
    let mut constants = constants(context, state, rounds);
    constants.extend(numbers.iter().filter_map(|(_, value)| context.terms.as_int(*value)));
    let constants: Vec<Int> = constants.into_iter().take(MAX_CONSTANTS).collect();
    let others = others(context, state);
    for (symbol, value) in &numbers {
        bounds(&mut context.terms, *symbol, *value, &constants, &mut all);
        for other in &others {
            all.push(context.terms.le(*symbol, *other));
            all.push(context.terms.ge(*symbol, *other));
        }
    }
    let factors = factors(&constants, numbers.len());
    for (index, first) in numbers.iter().enumerate().take(MAX_CELLS) {
        for second in &numbers[index + 1..numbers.len().min(MAX_CELLS)] {
            pair(&mut context.terms, *first, *second, &factors, &mut all);
        }
    }
    remainders(context, state, rounds, &numbers, &mut all);
    implications(context, &numbers, &conditions, &mut all);
    all
}

/// The conditions of the procedure, evaluated at the loop's head, as far as they speak of what the loop changes.
pub fn conditions(context: &mut Context<'_>, rounds: &Rounds) -> Vec<Term> {
    let symbols: FxHashSet<Symbol> = rounds.entries.iter().map(|entry| entry.symbol).collect();
    let general = &rounds.general;
    let procedure = context.procedure(general.point());
    let mut expressions: Vec<&Expr> = Vec::new();
    visit_comparisons(procedure, &mut expressions);
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut add = |context: &mut Context<'_>, term: Term| {
        let speaks = context.terms.free_symbols(term).iter().any(|symbol| symbols.contains(symbol));
        if speaks && seen.insert(term) && found.len() < MAX_CONDITIONS {
            found.push(term);
        }
    };
    for expression in expressions {
        if let Ok(truth) = (Evaluator { context, state: general }).truth(expression) {
            add(context, truth);
        }
    }
    // What the rounds ask is said over the same symbols, also by the functions that they call.
    let own: Vec<Term> = rounds.rounds.iter().flat_map(|round| round.conditions.iter().copied()).collect();
    for condition in own {
        let all = context.terms.free_symbols(condition);
        if all.iter().all(|symbol| symbols.contains(symbol) || !rounds.is_new(*symbol)) {
            add(context, condition);
        }
    }
    found
}

/// The comparisons in the instructions of a procedure.
pub(super) fn visit_comparisons<'a>(procedure: &'a Procedure, found: &mut Vec<&'a Expr>) {
    for edge in procedure.edges.rows() {
        visit_whole(&edge.instruction, &mut |expr| collect(expr, found));
    }
}

/// Expressions that an instruction evaluates, not those inside them.
fn visit_whole<'a>(instruction: &'a kyklos_flow::Instruction, visit: &mut dyn FnMut(&'a Expr)) {
    use kyklos_flow::Instruction::*;
    match instruction {
        Assume { condition: value, .. } | Assign { value, .. } | Return { value: Some(value) } => {
            visit(value)
        }
        Call { arguments, .. } => arguments.iter().for_each(visit),
        _ => {}
    }
}

/// The comparisons in an expression.
fn collect<'a>(expr: &'a Expr, found: &mut Vec<&'a Expr>) {
    match expr {
        Expr::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
            found.push(expr);
            collect(left, found);
            collect(right, found);
        }
        Expr::Binary(op, ..) if is_comparison(*op) => found.push(expr),
        Expr::Unary(UnaryOp::Not, inner) | Expr::Convert(_, inner) => collect(inner, found),
        Expr::Float(op, ..) if op.is_test() => found.push(expr),
        Expr::Load(_) => found.push(expr),
        _ => {}
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}

/// A condition, its opposite, and what is a little weaker or stronger.
fn variants(terms: &mut Terms, condition: Term, all: &mut Vec<Term>) {
    let opposite = terms.not(condition);
    all.extend([condition, opposite]);
    let parts: Vec<Term> = match terms.node(condition) {
        Some(Node::And(parts) | Node::Or(parts)) => parts.to_vec(),
        _ => vec![condition],
    };
    for part in parts {
        let inner = match terms.node(part) {
            Some(Node::Not(inner)) => *inner,
            _ => part,
        };
        let p = match terms.node(inner) {
            Some(Node::NonPositive(p) | Node::IsZero(p)) => *p,
            _ => continue,
        };
        for shift in [-1, 0, 1, 2] {
            let limit = terms.small(shift);
            all.extend([terms.le(p, limit), terms.ge(p, limit)]);
        }
        all.push(terms.is_zero(p));
        let zero = terms.is_zero(p);
        all.push(terms.not(zero));
    }
}

/// A number against what it was first, and against constants.
fn bounds(terms: &mut Terms, symbol: Term, value: Term, constants: &[Int], all: &mut Vec<Term>) {
    all.extend([terms.eq(symbol, value), terms.ge(symbol, value), terms.le(symbol, value)]);
    for constant in constants {
        let constant = terms.int(constant);
        all.extend([terms.ge(symbol, constant), terms.le(symbol, constant)]);
    }
}

/// Two numbers against each other: their order, and that their difference or sum stays.
fn pair(
    terms: &mut Terms,
    (a, a_first): (Term, Term),
    (b, b_first): (Term, Term),
    factors: &[Int],
    all: &mut Vec<Term>,
) {
    all.extend([terms.le(a, b), terms.ge(a, b), terms.lt(a, b), terms.gt(a, b)]);
    let (difference, first) = (terms.sub(a, b), terms.sub(a_first, b_first));
    all.push(terms.eq(difference, first));
    let (sum, first) = (terms.add(a, b), terms.add(a_first, b_first));
    all.extend([terms.eq(sum, first), terms.le(sum, first), terms.ge(sum, first)]);
    for factor in factors {
        for (x, y) in [(a, b), (b, a)] {
            let line = terms.linear(&[(Int::ONE, x), (factor.clone(), y)]);
            let [x_first, y_first] = if x == a { [a_first, b_first] } else { [b_first, a_first] };
            let first = terms.linear(&[(Int::ONE, x_first), (factor.clone(), y_first)]);
            all.extend([terms.eq(line, first), terms.le(line, first), terms.ge(line, first)]);
        }
    }
}

/// Factors by which one number may grow faster than another: small constants in sight.
fn factors(constants: &[Int], cells: usize) -> Vec<Int> {
    let most = Int::from(1000);
    let mut found = vec![Int::from(2)];
    if cells <= MAX_LINES {
        found.extend(
            constants
                .iter()
                .filter(|constant| **constant > Int::from(2) && **constant <= most)
                .take(4)
                .cloned(),
        );
    }
    let opposite: Vec<Int> = found.iter().map(|factor| &Int::ZERO - factor).collect();
    found.extend(opposite);
    found
}

/// Constants that the procedure names, with their neighbours.
fn constants(context: &Context<'_>, state: &State, rounds: &Rounds) -> BTreeSet<Int> {
    let procedure = context.procedure(state.point());
    let mut found = BTreeSet::from([Int::ZERO, Int::ONE]);
    let small = Int::power_of_two(20);
    for edge in procedure.edges.rows() {
        edge.instruction.visit(&mut |expr| {
            if let Expr::Int(value) = expr
                && value.abs() <= small
            {
                found.insert(value.clone());
            }
        });
    }
    for round in &rounds.rounds {
        for effect in &round.effects {
            found.extend(context.terms.as_int(*effect));
        }
    }
    found
}

/// Numbers that variables have whom the loop does not change, if they are not constant.
fn others(context: &Context<'_>, state: &State) -> Vec<Term> {
    let Some(frame) = state.frames.last() else { return Vec::new() };
    let mut found: Vec<Term> = Vec::new();
    for slot in &frame.variables {
        if let kyklos_exec::state::Slot::Value(Value::Int(term)) = slot
            && context.terms.as_int(*term).is_none()
            && !found.contains(term)
        {
            found.push(*term);
        }
    }
    found.truncate(MAX_OTHERS);
    found
}

/// Numbers that keep their remainder by what the program divides by, or by what rounds add multiples of.
fn remainders(
    context: &mut Context<'_>,
    state: &State,
    rounds: &Rounds,
    numbers: &[(Term, Term)],
    all: &mut Vec<Term>,
) {
    let mut divisors = BTreeSet::new();
    for edge in context.procedure(state.point()).edges.rows() {
        edge.instruction.visit(&mut |expr| {
            if let Expr::Binary(BinaryOp::Rem | BinaryOp::Div, _, divisor) = expr
                && let Some(divisor) = divisor.as_int()
                && *divisor > Int::ONE
            {
                divisors.insert(divisor.clone());
            }
        });
    }
    divisors.insert(Int::from(2));
    let terms = &mut context.terms;
    let mut divisors: BTreeSet<Int> = divisors.into_iter().take(MAX_DIVISORS).collect();
    divisors.extend(steps(terms, rounds).into_iter().take(MAX_DIVISORS));
    for divisor in divisors {
        let divisor = terms.int(&divisor);
        for (symbol, value) in numbers {
            let (now, first) = (terms.modulo(*symbol, divisor), terms.modulo(*value, divisor));
            all.push(terms.eq(now, first));
        }
    }
}

/// What all that is added to some number in some round is a multiple of.
fn steps(terms: &mut Terms, rounds: &Rounds) -> BTreeSet<Int> {
    let mut found = BTreeSet::new();
    for round in &rounds.rounds {
        for (entry, effect) in rounds.entries.iter().zip(&round.effects) {
            if terms.sort(*effect) == Sort::Int {
                let symbol = terms.symbol_term(entry.symbol);
                for outcome in terms.outcomes(*effect) {
                    step(terms, symbol, outcome, &mut found);
                }
            }
        }
    }
    found
}

fn step(terms: &Terms, symbol: Term, effect: Term, found: &mut BTreeSet<Int>) {
    let (constant, parts) = unwrapped(terms, effect);
    let others = parts.iter().filter(|(factor, part)| !(factor.is_one() && *part == symbol));
    let divisor = others.fold(constant.abs(), |divisor, (factor, _)| divisor.gcd(factor));
    // Numbers that wrap keep their remainders by powers of two only.
    let power = divisor.trailing_zeros().map(Int::power_of_two);
    found.extend(power.into_iter().chain([divisor]).filter(|divisor| *divisor > Int::ONE));
}

/// What holds while a flag has a value.
fn implications(
    context: &mut Context<'_>,
    numbers: &[(Term, Term)],
    conditions: &[Term],
    all: &mut Vec<Term>,
) {
    let terms = &mut context.terms;
    let mut flags: Vec<Term> = Vec::new();
    for condition in conditions {
        let atom = match terms.node(*condition) {
            Some(Node::Not(inner)) => *inner,
            _ => *condition,
        };
        let simple = matches!(terms.node(atom), Some(Node::IsZero(_))) && terms.free_symbols(atom).len() == 1;
        if simple && !flags.contains(&atom) {
            flags.push(atom);
        }
    }
    flags.truncate(6);
    let mut consequences: Vec<Term> = conditions.to_vec();
    consequences.extend(conditions.iter().map(|condition| terms.not(*condition)).collect::<Vec<_>>());
    for (index, (symbol, value)) in numbers.iter().enumerate().take(MAX_CELLS) {
        consequences.push(terms.eq(*symbol, *value));
        for (other, other_value) in &numbers[index + 1..numbers.len().min(MAX_CELLS)] {
            let (difference, first) = (terms.sub(*symbol, *other), terms.sub(*value, *other_value));
            for shift in [-1, 0, 1] {
                let shift = terms.small(shift);
                let shifted = terms.add(first, shift);
                consequences.push(terms.eq(difference, shifted));
            }
        }
    }
    let mut count = 0;
    for flag in flags {
        let off = terms.not(flag);
        for consequence in &consequences {
            for premise in [flag, off] {
                if count >= MAX_IMPLICATIONS {
                    return;
                }
                count += 1;
                all.push(terms.implies(premise, *consequence));
            }
        }
    }
}
