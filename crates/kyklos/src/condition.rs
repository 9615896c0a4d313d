//! The pipeline of `condition`: what every run that comes to a place satisfies [apc].
//!
//! The exploration with covering jumps goes round no loop, so the ways to a place are few, and the condition is the
//! disjunction of their path conditions. It is necessary only if all ways were explored; else it is void, and what
//! was not explored is told.

use crate::check::{CheckError, CheckOptions, check_parameters};
use crate::judge::{Question, inputs_of};
use crate::replay::{Memory, Replay, Replayer};
use crate::techniques::select;
use kyklos_base::{Budget, Int};
use kyklos_exec::{
    Context, Control, Feature, Guarantee, InputRead, InputShape, PathEnd, Point, State, Targets, Worklist,
    explore,
};
use kyklos_flow::Program;
use kyklos_loops::covering::{FirstInputs, needed};
use kyklos_report::condition::{ConditionReport, WayThere};
use kyklos_report::{InputValue, Open};
use kyklos_solver::{Answer, chain};
use kyklos_term::Term;

/// What every run that comes to one of the points satisfies; `place` is how the user named them.
pub fn condition(
    program: &Program,
    place: &str,
    points: Vec<Point>,
    options: &CheckOptions,
    budget: Budget,
) -> Result<ConditionReport, CheckError> {
    let (mut context, states, void) = ways_there(program, points, options, budget)?;
    let mut ways = Vec::new();
    let mut all = Vec::new();
    for state in states {
        let path = state.path.to_vec();
        all.push(context.terms.and(path.iter().copied()));
        ways.push(way(&mut context, &state, path));
    }
    let whole = context.terms.or(all);
    let sources = program.sources.clone();
    let file = sources.iter().next().map_or(String::new(), |(_, file)| file.name().to_owned());
    let smtlib = context.terms.script(&[whole], true);
    Ok(ConditionReport { sources, file, place: place.to_owned(), ways, void, smtlib })
}

/// Whether a run may come to a place.
#[derive(Clone, Debug)]
pub enum Feasibility {
    /// One does, with these inputs.
    Feasible(Vec<InputValue>),
    /// None does.
    Infeasible,
    /// It is not known.
    Unknown,
}

/// The least and the greatest number that an input may be.
pub type Limits = (Option<Int>, Option<Int>);

/// Whether a run comes to one of the points whose n-th input, arguments first, is within the n-th limits: what other
/// tools ask to leave out paths that lead nowhere [apc §7].
pub fn feasible(
    program: &Program,
    points: Vec<Point>,
    limits: &[Limits],
    options: &CheckOptions,
    budget: Budget,
) -> Result<Feasibility, CheckError> {
    let (mut context, states, void) = ways_there(program, points.clone(), options, budget.clone())?;
    let replayer = Replayer::new(program, budget)?;
    let question = Question::Reach(points);
    let mut infeasible = void.is_empty();
    for state in states {
        let within = within(&mut context, &state, limits);
        let model = match context.ask(&state, within) {
            Answer::Unsat => continue,
            Answer::Unknown(_) => None,
            Answer::Sat(model) => Some(model),
        };
        infeasible = false;
        let Some(inputs) = model.and_then(|model| inputs_of(&mut context, &state.inputs.to_vec(), &model))
        else {
            continue;
        };
        let replay =
            replayer.replay(&inputs, &Memory::default(), state.point(), &question, Some(REPLAY_STEPS));
        if let Replay::Confirmed { .. } = replay {
            return Ok(Feasibility::Feasible(inputs));
        }
    }
    Ok(if infeasible { Feasibility::Infeasible } else { Feasibility::Unknown })
}

/// A run that need not be real is replayed for so many steps.
const REPLAY_STEPS: u64 = 1_000_000;

/// That the inputs of a path are within limits, as far as it is known which they are.
fn within(context: &mut Context<'_>, state: &State, limits: &[Limits]) -> Term {
    let first = state.notes.get::<FirstInputs>().map_or(usize::MAX, |first| first.0);
    let reads = state.inputs.to_vec();
    let numbers = reads.iter().take(first).take_while(|read| read.shape == InputShape::Number);
    let mut all = Vec::new();
    for (read, (low, high)) in numbers.zip(limits) {
        let terms = &mut context.terms;
        let low = low.as_ref().map(|low| terms.int(low));
        all.extend(low.map(|low| terms.ge(read.symbol, low)));
        let high = high.as_ref().map(|high| terms.int(high));
        all.extend(high.map(|high| terms.le(read.symbol, high)));
    }
    context.terms.and(all)
}

/// The states that come to one of the points, with loops jumped over; and why these may not be all, if so.
fn ways_there<'p>(
    program: &'p Program,
    points: Vec<Point>,
    options: &CheckOptions,
    budget: Budget,
) -> Result<(Context<'p>, Vec<State>, Vec<Open>), CheckError> {
    check_parameters(program)?;
    let mut context = Context::new(program, chain(&options.chain)?, budget, options.engine());
    let mut techniques = select("apc").unwrap_or_default().features(&options.settings, options.seed);
    let mut targets = Targets::default();
    targets.points.extend(points);
    context.targets.clone_from(&targets.points);
    let mut there = There::default();
    let mut worklist = Worklist::new(options.strategy);
    let mut features: Vec<&mut dyn Feature> = vec![&mut targets];
    features.extend(techniques.iter_mut().map(|technique| technique.as_feature()));
    features.push(&mut there);
    let exploration = explore(&mut context, &mut worklist, &mut features);
    let void = exploration.incomplete.into_iter();
    let void: Vec<Open> = void
        .map(|cut| Open { span: cut.span, in_loop: cut.in_loop, why: cut.why, paths: cut.paths })
        .collect();
    // Ways of which others are missing say nothing.
    there.0.retain(|_| void.is_empty());
    Ok((context, there.0, void))
}

/// The states that came to the place.
#[derive(Default)]
struct There(Vec<State>);

impl Feature for There {
    fn ended(&mut self, context: &mut Context<'_>, state: &State, end: &PathEnd) -> Control {
        let is_there = matches!(end, PathEnd::Target(_));
        // Where the solver has not decided the way, it is asked once more.
        if is_there && (state.model.is_some() || !matches!(context.ask(state, Term::TRUE), Answer::Unsat)) {
            self.0.push(state.clone());
        }
        Control::Continue
    }
}

/// A way for people: without what follows from the rest.
fn way(context: &mut Context<'_>, state: &State, path: Vec<Term>) -> WayThere {
    let mut bare = state.clone();
    bare.path = Default::default();
    let conditions = needed(context, &bare, path);
    let read = |read: &InputRead| (read.name.to_string(), read.span);
    WayThere {
        conditions: conditions.into_iter().map(|condition| context.terms.show(condition)).collect(),
        exact: state.guarantee == Guarantee::Exact,
        inputs: state.inputs.to_vec().iter().map(read).collect(),
    }
}
