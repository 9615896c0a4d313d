//! Following a solution at a branch: the state takes the side that was said, and the other side is put off. It waits
//! among the open states, but whether it is possible at all is asked only when it has its turn; until then it does
//! not count as a state. A condition that the graph has taken apart (`a && b`) is one decision here.

use super::search::{Course, Expected};
use kyklos_base::Span;
use kyklos_exec::list::List;
use kyklos_exec::step::{Ways, cover, narrow, ways};
use kyklos_exec::{Context, State};
use kyklos_flow::{EdgeId, Instruction, LocationId, Procedure};
use kyklos_solver::{Answer, refuted_by_bounds};
use kyklos_term::{Model, Term};
use std::rc::Rc;

/// What is needed to find out whether a side that was put off is possible.
#[derive(Clone)]
pub(super) struct PutOff {
    edge: EdgeId,
    condition: Term,
    span: Span,
    /// The path up to the branch, and a model of it.
    path: List<Term>,
    model: Option<Rc<Model>>,
}

/// A branch on the way that is followed.
struct Decision {
    condition: Term,
    edge: EdgeId,
    /// The other side.
    other: (Term, EdgeId),
    /// The course at the branch.
    course: Course,
    from: LocationId,
    /// The checks before it that are sure to hold.
    passed: Vec<EdgeId>,
}

/// The states that a state at a branch becomes which follows a solution: first itself on the side that was said, then
/// the sides that are put off. `None`: nothing is said, or there is no choice.
pub(super) fn follow(context: &mut Context<'_>, state: &State) -> Option<Vec<State>> {
    let course = state.notes.get::<Course>()?;
    if course.agenda.is_none() || context.procedure(state.point()).outgoing(state.location).len() != 2 {
        return None;
    }
    let mut decisions = whole_condition(context, state, course.clone());
    let model = loop {
        let all = context.terms.and(decisions.iter().map(|decision| decision.condition));
        if decisions.is_empty() {
            return None;
        }
        let answer = match context.witness(state, all) {
            Some((true, model)) => Answer::Sat(model),
            _ => context.ask(state, all),
        };
        match answer {
            Answer::Sat(model) => break model,
            // If not all of it can be as was said, perhaps its first part can.
            _ if decisions.len() > 1 => decisions.truncate(1),
            _ => return None,
        }
    };
    Some(part(context, state, &decisions, &model))
}

/// The branches at which a state decides a condition that is one in the source, as far as there is a choice.
fn whole_condition(context: &mut Context<'_>, state: &State, mut course: Course) -> Vec<Decision> {
    let mut ahead = state.clone();
    let (mut decisions, mut passed): (Vec<Decision>, Vec<EdgeId>) = (Vec::new(), Vec::new());
    let procedure = context.procedure(state.point());
    while let [_, _] = procedure.outgoing(ahead.location) {
        course.last = Some((ahead.point(), ahead.frames.len()));
        let Expected::Edge(within, edge) = course.expected() else { break };
        let Ok(Ways::Conditions(sides)) = ways(context, &ahead) else { break };
        let (wanted, others): (Vec<_>, Vec<_>) = sides.into_iter().partition(|(_, side)| *side == edge);
        let ([(condition, _)], [other]) = (wanted.as_slice(), others.as_slice()) else { break };
        let opposite = context.terms.not(*condition);
        // What the path implies must not make it longer: all later systems would have to cope with it.
        let known = state.path.iter_back().any(|known| known == condition)
            || refuted_by_bounds(&context.terms, state.path.iter_back(), opposite);
        let denied = refuted_by_bounds(&context.terms, state.path.iter_back(), *condition);
        if within != state.procedure() || *condition == Term::FALSE || denied {
            break;
        }
        if *condition != Term::TRUE && !known {
            let same = |decision: &Decision| {
                let target = |edge: EdgeId| settled(procedure, procedure.edges[edge].to);
                target(decision.other.1) == target(other.1)
            };
            if !decisions.iter().all(same) {
                break;
            }
            let (course, from, passed) = (course.clone(), ahead.location, std::mem::take(&mut passed));
            decisions.push(Decision { condition: *condition, edge, other: *other, course, from, passed });
            ahead.model =
                context.witness(&ahead, *condition).filter(|(holds, _)| *holds).map(|(_, model)| model);
            ahead.assume(&context.terms, *condition);
        } else if decisions.is_empty() {
            break;
        } else {
            passed.push(edge);
        }
        course.advance();
        ahead.move_to(procedure.edges[edge].to);
    }
    decisions
}

/// Where a location leads without doing anything.
fn settled(procedure: &Procedure, mut location: LocationId) -> LocationId {
    for _ in 0..procedure.locations.len() {
        match procedure.outgoing(location) {
            [only] if matches!(procedure.edges[*only].instruction, Instruction::Skip) => {
                location = procedure.edges[*only].to;
            }
            _ => break,
        }
    }
    location
}

/// Takes decisions one after the other, and puts the other sides off.
fn part(context: &mut Context<'_>, state: &State, decisions: &[Decision], model: &Rc<Model>) -> Vec<State> {
    let procedure = context.procedure(state.point());
    let mut going = state.clone();
    let mut later = Vec::with_capacity(decisions.len());
    for decision in decisions {
        decision.passed.iter().for_each(|edge| cover(context, going.procedure(), *edge));
        going.move_to(decision.from);
        going.depth += 1;
        let mut other = going.clone();
        let (condition, edge) = decision.other;
        other.id = context.state_put_off();
        let put_off = PutOff {
            edge,
            condition,
            span: procedure.edges[edge].span,
            path: going.path.clone(),
            model: going.model.clone(),
        };
        // Whatever takes the state up, its path is complete.
        other.assume(&context.terms, condition);
        other.model = None;
        other.move_to(procedure.edges[edge].to);
        let mut course = decision.course.clone();
        course.put_off = Some(Rc::new(put_off));
        other.notes.set(course);
        later.push(other);
        going.model = Some(model.clone());
        going.assume(&context.terms, decision.condition);
        going.move_to(procedure.edges[decision.edge].to);
        going.notes.set(decision.course.clone());
        cover(context, going.procedure(), decision.edge);
    }
    going.id = context.fresh_state();
    later.insert(0, going);
    later
}

/// A side that was put off has its turn: `false` if it is impossible.
pub(super) fn take_up(context: &mut Context<'_>, state: &mut State, put_off: &PutOff) -> bool {
    let (path, model) = (put_off.path.clone(), put_off.model.clone());
    let mut before = State { path, model, ..state.clone() };
    if !narrow(context, &mut before, put_off.condition, put_off.span) {
        return false;
    }
    (state.path, state.model, state.undecided) = (before.path, before.model, before.undecided);
    context.made_after_all();
    cover(context, state.procedure(), put_off.edge);
    true
}
