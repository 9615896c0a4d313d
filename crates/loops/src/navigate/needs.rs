//! What variables must be, for a place that is asked for to be reached from a location: ranges, computed backwards
//! over the graph. A state whose constants are outside them leads nowhere, however the loops behind it turn.

use kyklos_base::{Int, Table};
use kyklos_exec::value::Value;
use kyklos_exec::{Context, Point, State};
use kyklos_flow::{
    BinaryOp, Expr, Instruction, LocationId, Place, Procedure, ProcedureId, Program, Root, Type, UnaryOp,
    VariableId,
};
use kyklos_shape::Relevance;
use std::collections::BTreeMap;

/// A set of numbers: an interval, perhaps without one of its numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Range {
    low: Option<Int>,
    high: Option<Int>,
    except: Option<Int>,
}

/// What variables must be; those that are not named may be anything.
type Ranges = BTreeMap<VariableId, Range>;

/// What variables must be at each location; `None` where nothing that is asked for can be reached from.
pub(super) struct Needs {
    needs: Table<ProcedureId, Vec<Option<Ranges>>>,
    relevance: Relevance,
}

/// A location is looked at so often before what still changes there is given up.
const MAX_UPDATES: u32 = 24;

impl Needs {
    /// With regard to the places that are asked for.
    pub fn of(program: &Program, asked: &[Point]) -> Self {
        let relevance = Relevance::of(program, asked.iter().map(|point| (point.procedure, point.location)));
        let returns = returns(program, &relevance);
        let mut needs = Table::new();
        for (id, procedure) in program.procedures.iter() {
            let returns = returns[id.0 as usize];
            needs.push(of_procedure(program, id, procedure, asked, returns, &relevance));
        }
        Self { needs, relevance }
    }

    /// Whether a place that is asked for may be reached from a state.
    pub fn may_be_met(&self, context: &Context<'_>, state: &State) -> bool {
        let mut location = state.location;
        let mut result = None;
        let mut frames = state.frames.iter_back();
        let mut next = frames.next();
        while let Some(frame) = next {
            match &self.needs[frame.procedure][location.0 as usize] {
                None => return false,
                Some(ranges) => {
                    let fits = |(variable, range): (&VariableId, &Range)| {
                        let slot = frame.variables.get(variable.0 as usize);
                        let Some(kyklos_exec::state::Slot::Value(Value::Int(term))) = slot else {
                            return true;
                        };
                        let known = context.terms.as_int(*term).filter(|_| result != Some(*variable));
                        known.is_none_or(|value| range.contains(&value))
                    };
                    if !ranges.iter().all(fits) {
                        return false;
                    }
                }
            }
            // It may be reached before the procedure returns.
            if self.relevance.contains(frame.procedure, location) {
                return true;
            }
            next = frames.next();
            let (Some(call), Some(caller)) = (frame.call, next) else { return false };
            let call = &context.program.procedures[caller.procedure].edges[call];
            location = call.to;
            result = match &call.instruction {
                Instruction::Call { target: Some(target), .. } => variable(target),
                _ => None,
            };
        }
        false
    }
}

/// Of which procedures something that is asked for can be reached after they have returned.
fn returns(program: &Program, relevance: &Relevance) -> Vec<bool> {
    let mut returns = vec![false; program.procedures.len()];
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (id, procedure) in program.procedures.iter() {
            for edge in procedure.edges.rows() {
                let Instruction::Call { callee, .. } = &edge.instruction else { continue };
                let callee = callee.0 as usize;
                if !returns[callee] && (returns[id.0 as usize] || relevance.contains(id, edge.to)) {
                    (returns[callee], changed) = (true, true);
                }
            }
        }
    }
    returns
}

fn of_procedure(
    program: &Program,
    id: ProcedureId,
    procedure: &Procedure,
    asked: &[Point],
    returns: bool,
    relevance: &Relevance,
) -> Vec<Option<Ranges>> {
    let mut needs: Vec<Option<Ranges>> = vec![None; procedure.locations.len()];
    let mut incoming = vec![Vec::new(); procedure.locations.len()];
    for edge in procedure.edges.rows() {
        incoming[edge.to.0 as usize].push(edge);
    }
    let mut open: Vec<LocationId> =
        asked.iter().filter(|point| point.procedure == id).map(|point| point.location).collect();
    if returns {
        open.push(procedure.exit);
    }
    for location in &open {
        needs[location.0 as usize] = Some(Ranges::new());
    }
    // What may be reached in a call needs nothing of the caller's variables.
    for edge in procedure.edges.rows() {
        if let Instruction::Call { callee, .. } = &edge.instruction
            && relevance.contains(*callee, program.procedures[*callee].entry)
        {
            needs[edge.from.0 as usize] = Some(Ranges::new());
            open.push(edge.from);
        }
    }
    let tracked: Vec<bool> = {
        let taken = procedure.address_taken();
        let is_number = |ty| matches!(program.types.get(ty), Some(Type::Int(_)));
        procedure
            .variables
            .rows()
            .zip(taken)
            .map(|(variable, taken)| !taken && is_number(variable.ty))
            .collect()
    };
    let mut updates = vec![0; procedure.locations.len()];
    while let Some(location) = open.pop() {
        let Some(after) = needs[location.0 as usize].clone() else { continue };
        for edge in &incoming[location.0 as usize] {
            let Some(mut before) = backwards(&edge.instruction, after.clone()) else { continue };
            before.retain(|variable, _| tracked[variable.0 as usize]);
            let place = edge.from.0 as usize;
            let joined = match &needs[place] {
                None => before,
                Some(known) => join(known, &before, updates[place] > MAX_UPDATES),
            };
            if needs[place].as_ref() != Some(&joined) {
                updates[place] += 1;
                needs[place] = Some(joined);
                open.push(edge.from);
            }
        }
    }
    needs
}

/// What must hold in one of two ways.
fn join(one: &Ranges, other: &Ranges, give_up: bool) -> Ranges {
    let mut joined = Ranges::new();
    for (variable, range) in one {
        let Some(second) = other.get(variable) else { continue };
        let both = range.join(second);
        if both != Range::default() && (!give_up || both == *range) {
            joined.insert(*variable, both);
        }
    }
    joined
}

/// What must hold before an instruction; `None` if nothing is reached along it.
fn backwards(instruction: &Instruction, mut after: Ranges) -> Option<Ranges> {
    match instruction {
        Instruction::Assume { condition, holds } => refine(&mut after, condition, *holds).then_some(after),
        Instruction::Assign { target, value } => {
            let Some(written) = variable(target) else { return Some(after) };
            let Some(range) = after.remove(&written) else { return Some(after) };
            match value {
                Expr::Int(value) if !range.contains(value) => return None,
                Expr::Load(place) => {
                    if let Some(read) = variable(place) {
                        let known = after.entry(read).or_default();
                        *known = known.meet(&range);
                        return (!known.is_empty()).then_some(after);
                    }
                }
                _ => {}
            }
            Some(after)
        }
        Instruction::Havoc { target, .. } | Instruction::Allocate { target, .. } => {
            variable(target).into_iter().for_each(|written| drop(after.remove(&written)));
            Some(after)
        }
        Instruction::Clear { variable, .. } => {
            after.remove(variable);
            Some(after)
        }
        Instruction::Call { target, .. } => {
            let written = target.as_ref().and_then(variable);
            written.into_iter().for_each(|written| drop(after.remove(&written)));
            Some(after)
        }
        Instruction::Stop { .. } => None,
        _ => Some(after),
    }
}

/// Adds what a condition says of variables alone; `false` if that cannot be.
fn refine(ranges: &mut Ranges, condition: &Expr, holds: bool) -> bool {
    use BinaryOp::*;
    match condition {
        Expr::Unary(UnaryOp::Not, inner) => refine(ranges, inner, !holds),
        Expr::Binary(And, left, right) if holds => refine(ranges, left, true) && refine(ranges, right, true),
        Expr::Binary(Or, left, right) if !holds => {
            refine(ranges, left, false) && refine(ranges, right, false)
        }
        Expr::Binary(op, left, right) => match (loaded(left), &**right, loaded(right), &**left) {
            (Some(variable), Expr::Int(value), ..) => compare(ranges, variable, *op, value, holds),
            (_, _, Some(variable), Expr::Int(value)) => match mirrored(*op) {
                Some(op) => compare(ranges, variable, op, value, holds),
                None => true,
            },
            (None, Expr::Int(value), ..) if value.is_zero() => match op {
                Ne => refine(ranges, left, holds),
                Eq => refine(ranges, left, !holds),
                _ => true,
            },
            _ => true,
        },
        Expr::Load(_) => match loaded(condition) {
            Some(variable) => compare(ranges, variable, Ne, &Int::ZERO, holds),
            None => true,
        },
        _ => true,
    }
}

fn mirrored(op: BinaryOp) -> Option<BinaryOp> {
    use BinaryOp::*;
    Some(match op {
        Eq => Eq,
        Ne => Ne,
        Lt => Gt,
        Le => Ge,
        Gt => Lt,
        Ge => Le,
        _ => return None,
    })
}

fn compare(ranges: &mut Ranges, variable: VariableId, op: BinaryOp, value: &Int, holds: bool) -> bool {
    use BinaryOp::*;
    let some = |value: &Int| Some(value.clone());
    let range = match (op, holds) {
        (Eq, true) | (Ne, false) => Range { low: some(value), high: some(value), except: None },
        (Eq, false) | (Ne, true) => Range { low: None, high: None, except: some(value) },
        (Lt, true) | (Ge, false) => Range { high: some(&(value - &Int::ONE)), ..Range::default() },
        (Le, true) | (Gt, false) => Range { high: some(value), ..Range::default() },
        (Gt, true) | (Le, false) => Range { low: some(&(value + &Int::ONE)), ..Range::default() },
        (Ge, true) | (Lt, false) => Range { low: some(value), ..Range::default() },
        _ => return true,
    };
    let known = ranges.entry(variable).or_default();
    *known = known.meet(&range);
    !known.is_empty()
}

fn variable(place: &Place) -> Option<VariableId> {
    match place.root {
        Root::Variable(variable) if place.steps.is_empty() => Some(variable),
        _ => None,
    }
}

fn loaded(expr: &Expr) -> Option<VariableId> {
    match expr {
        Expr::Load(place) => variable(place),
        _ => None,
    }
}

impl Range {
    fn contains(&self, value: &Int) -> bool {
        self.low.as_ref().is_none_or(|low| low <= value)
            && self.high.as_ref().is_none_or(|high| value <= high)
            && self.except.as_ref() != Some(value)
    }

    fn is_empty(&self) -> bool {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) => low > high || low == high && self.except.as_ref() == Some(low),
            _ => false,
        }
    }

    fn meet(&self, other: &Range) -> Range {
        let low = self.low.clone().max(other.low.clone());
        let high = match (&self.high, &other.high) {
            (Some(one), Some(other)) => Some(one.min(other).clone()),
            (one, other) => one.clone().or(other.clone()),
        };
        Range { low, high, except: self.except.clone().or(other.except.clone()) }
    }

    fn join(&self, other: &Range) -> Range {
        let low = self.low.clone().min(other.low.clone());
        let high = match (&self.high, &other.high) {
            (Some(one), Some(other)) => Some(one.max(other).clone()),
            _ => None,
        };
        let mut excepted = [&self.except, &other.except].into_iter().flatten();
        let except = excepted.find(|value| !self.contains(value) && !other.contains(value)).cloned();
        Range { low, high, except }
    }
}
