//! The annotations of path subsumption, line by line, for those who learn the method [nested §4.2].

use crate::check::{CheckError, CheckOptions, check_parameters};
use crate::judge::Question;
use kyklos_base::Budget;
use kyklos_exec::{Context, Feature, Limits, Point, Strategy, Worklist, explore};
use kyklos_flow::Program;
use kyklos_paths::{Annotation, Subsume};
use kyklos_solver::chain;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is known before a line of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineAnnotation {
    /// The function.
    pub function: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// If one of these holds there, no run comes to an error: one for each way to call the function and each shape of
    /// memory that was met.
    pub conditions: Vec<String>,
    /// Whether induction over a loop was needed.
    pub inductive: bool,
}

/// The annotations of a program after its exploration, by line.
pub fn annotations(
    program: &Program,
    options: &CheckOptions,
    budget: Budget,
) -> Result<Vec<LineAnnotation>, CheckError> {
    let mut found = Vec::new();
    explored(program, options, budget, &mut |context, all| {
        let mut lines: BTreeMap<(u32, u32, u32), LineAnnotation> = BTreeMap::new();
        for (point, annotation) in first_of_lines(program, &all) {
            let span = span_of(program, point);
            let line = lines.entry((point.procedure.0, span.file.0, span.start.line)).or_insert_with(|| {
                let function = program.procedures[point.procedure].name.clone();
                let file = program.sources.name(span.file).to_owned();
                LineAnnotation {
                    function,
                    file,
                    line: span.start.line,
                    conditions: Vec::new(),
                    inductive: false,
                }
            });
            let shown = show(context, annotation);
            if !line.conditions.contains(&shown) {
                line.conditions.push(shown);
            }
            line.inductive |= annotation.inductive;
        }
        found = lines.into_values().collect();
    })?;
    Ok(found)
}

/// Explores a program with a site at every location, and hands over what was found.
fn explored(
    program: &Program,
    options: &CheckOptions,
    budget: Budget,
    then: &mut dyn FnMut(&mut Context<'_>, Vec<Annotation>),
) -> Result<(), CheckError> {
    check_parameters(program)?;
    let mut context = Context::new(program, chain(&options.chain)?, budget, options.engine());
    let places = Question::Errors(options.checks.clone()).places(program);
    context.places = Some(Rc::new(places.into_iter().collect()));
    let mut subsume = Subsume::default();
    subsume.everywhere = true;
    let mut limits: Limits = options.limits.clone();
    let mut worklist = Worklist::new(Strategy::default());
    let mut features: Vec<&mut dyn Feature> = vec![&mut subsume, &mut limits];
    explore(&mut context, &mut worklist, &mut features);
    let all = subsume.annotations(&mut context);
    then(&mut context, all);
    Ok(())
}

/// The annotations where each line is come to first.
fn first_of_lines<'a>(program: &Program, all: &'a [Annotation]) -> Vec<(Point, &'a Annotation)> {
    let mut first: BTreeMap<(u32, u32, u32), Point> = BTreeMap::new();
    for annotation in all {
        let point = annotation.place.point;
        let span = span_of(program, point);
        if !span.is_nowhere() {
            first.entry((point.procedure.0, span.file.0, span.start.line)).or_insert(point);
        }
    }
    let is_first = |point: &Point| first.values().any(|other| other == point);
    all.iter()
        .map(|annotation| (annotation.place.point, annotation))
        .filter(|(point, _)| is_first(point))
        .collect()
}

/// What is executed next at a point.
fn span_of(program: &Program, point: Point) -> kyklos_base::Span {
    let procedure = &program.procedures[point.procedure];
    let next = procedure.outgoing(point.location).first().map(|edge| procedure.edges[*edge].span);
    next.unwrap_or(procedure.locations[point.location].span)
}

fn show(context: &mut Context<'_>, annotation: &Annotation) -> String {
    let shown = context.terms.show(annotation.condition);
    if annotation.inputs.is_empty() {
        return shown;
    }
    let inputs: Vec<String> =
        annotation.inputs.iter().map(|symbol| context.terms.symbol_info(*symbol).name.clone()).collect();
    format!("for all {}: {shown}", inputs.join(", "))
}
