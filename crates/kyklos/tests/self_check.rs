//! The independent check of closed forms finds wrong ones.

use kyklos::base::{Budget, SourceFile};
use kyklos::exec::{Context, Feature, Options, Reaction, State, Strategy, Worklist, explore};
use kyklos::iterated::cycle::cycles;
use kyklos::iterated::templates::{Template, Templates};
use kyklos::iterated::verify::{Fault, verify};
use kyklos::solver::{ChainOptions, chain};

/// Makes templates at the head of the first loop that is reached, and checks them as they are and spoiled.
struct Spoiler {
    templates: Templates,
    spoil: fn(&mut Context<'_>, &mut Template),
    seen: Vec<(Result<(), Fault>, Result<(), Fault>)>,
}

impl Feature for Spoiler {
    fn before(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        let point = state.point();
        let loops = &context.loops[point.procedure];
        let within = loops.iter().map(|(_, found)| found).find(|found| found.head == point.location).cloned();
        let Some(within) = within.filter(|_| self.seen.is_empty()) else { return Reaction::Unchanged };
        let found = cycles(&mut self.templates, context, state, &within, 0).unwrap().unwrap();
        for cycle in &found.cycles {
            let mut template = self.templates.template(context, &found, cycle, within.span).unwrap();
            let right = verify(context, &template);
            (self.spoil)(context, &mut template);
            self.seen.push((right, verify(context, &template)));
        }
        Reaction::Unchanged
    }
}

fn checked(spoil: fn(&mut Context<'_>, &mut Template)) -> Vec<(Result<(), Fault>, Result<(), Fault>)> {
    let source = "main(n) { var i, sum; i = 0; sum = 0;
        while (i < n) { sum = sum + i; i = i + 1; } return sum; }";
    let (program, _) = kyklos::microc::load(SourceFile::new("sum.uc", source)).unwrap();
    let solver = chain(&ChainOptions::default()).unwrap();
    let mut context = Context::new(&program, solver, Budget::unlimited(), Options::default());
    let mut spoiler = Spoiler { templates: Templates::default(), spoil, seen: Vec::new() };
    let mut limits = kyklos::exec::Limits { max_depth: Some(3), max_forks: None };
    explore(
        &mut context,
        &mut Worklist::new(Strategy::named("bfs").unwrap()),
        &mut [&mut spoiler, &mut limits],
    );
    spoiler.seen
}

#[test]
fn an_effect_that_does_not_fit_the_closed_form_is_refuted() {
    let seen = checked(|context, template| {
        template.effects[0] = context.terms.add(template.effects[0], kyklos::term::Term::ONE);
    });
    let [(right, spoiled)] = seen.as_slice() else { panic!("one cycle, not {seen:?}") };
    assert_eq!(*right, Ok(()));
    assert_eq!(*spoiled, Err(Fault::Wrong("the closed form of `i` is wrong by induction".to_owned())));
}

#[test]
fn forms_that_leave_something_out_are_refuted() {
    let seen = checked(|_, template| template.entries.truncate(1));
    let [(right, spoiled)] = seen.as_slice() else { panic!("one cycle, not {seen:?}") };
    assert_eq!(*right, Ok(()));
    let why = "an iteration changes `sum`, which has no closed form";
    assert_eq!(*spoiled, Err(Fault::Wrong(why.to_owned())));
}
