//! The pipeline of `loops --chains`: the chains of a program, and the systems of those that are left [cba].

use crate::check::{CheckError, CheckOptions, check_parameters};
use crate::judge::Question;
use kyklos_base::Budget;
use kyklos_exec::{Context, Point};
use kyklos_flow::Program;
use kyklos_loops::navigate::survey;
use kyklos_report::chains::{ChainsReport, SystemReport};
use kyklos_solver::chain;
use std::rc::Rc;

/// The chains to some points, or, if none are named, to the errors that the options name.
pub fn chains(
    program: &Program,
    points: Vec<Point>,
    options: &CheckOptions,
    budget: Budget,
) -> Result<ChainsReport, CheckError> {
    check_parameters(program)?;
    let question = match points.is_empty() {
        true => Question::Errors(options.checks.clone()),
        false => Question::Reach(points),
    };
    let mut context = Context::new(program, chain(&options.chain)?, budget, options.engine());
    context.places = Some(Rc::new(question.places(program)));
    let survey = survey(&mut context);
    let systems = survey
        .systems
        .into_iter()
        .map(|system| SystemReport { constraints: system.constraints, solution: system.solution });
    let file = program.sources.iter().next().map_or(String::new(), |(_, file)| file.name().to_owned());
    Ok(ChainsReport {
        file,
        root: survey.chains.root,
        all: survey.chains.all,
        eliminated: survey.eliminated,
        systems: systems.collect(),
        declined: survey.declined,
    })
}
