//! The pipeline of `condition`: what every run that comes to a place satisfies [apc].
//!
//! The exploration with covering jumps goes round no loop, so the ways to a place are few, and the condition is the
//! disjunction of their path conditions. It is necessary only if all ways were explored; else it is void, and what
//! was not explored is told.

use crate::check::{CheckError, CheckOptions, check_parameters};
use crate::techniques::select;
use kyklos_base::Budget;
use kyklos_exec::{
    Context, Control, Feature, Guarantee, InputRead, PathEnd, Point, State, Targets, Worklist, explore,
};
use kyklos_flow::Program;
use kyklos_loops::covering::needed;
use kyklos_report::Open;
use kyklos_report::condition::{ConditionReport, WayThere};
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
    let mut ways = Vec::new();
    let mut all = Vec::new();
    for state in there.0 {
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
