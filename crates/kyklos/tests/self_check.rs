//! The independent check of closed forms finds wrong ones.

use kyklos::base::{Budget, SourceFile};
use kyklos::exec::Arithmetic;
use kyklos::exec::{Context, Feature, Options, Reaction, State, Strategy, Worklist, explore};
use kyklos::iterated::covering::arrays::unproved;
use kyklos::iterated::covering::{Covering, Summary};
use kyklos::iterated::cycle::cycles;
use kyklos::iterated::templates::{Template, Templates};
use kyklos::iterated::verify::{Fault, verify};
use kyklos::solver::{ChainOptions, chain};
use kyklos::term::{Node, Term};

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
        template.effects[0] = context.terms.add(template.effects[0], Term::ONE);
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

/// Sums up the first loop that is reached, and checks what is said of arrays: for what the rounds do, and for rounds
/// that write something else.
#[derive(Default)]
struct Arrays {
    covering: Covering,
    seen: Vec<(usize, usize)>,
}

impl Feature for Arrays {
    fn before(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        let point = state.point();
        let loops = &context.loops[point.procedure];
        let within = loops.iter().map(|(_, found)| found).find(|found| found.head == point.location).cloned();
        let Some(within) = within.filter(|_| self.seen.is_empty()) else { return Reaction::Unchanged };
        let mut sum_up = || -> Summary {
            let summary = context
                .try_out(Arithmetic::Wrapping, |context| self.covering.summary(context, state, &within, 0));
            summary.unwrap().unwrap()
        };
        let (claimed, mut spoiled) = (sum_up(), sum_up());
        for round in &mut spoiled.rounds.rounds {
            for effect in &mut round.effects {
                let Some(Node::Write(array, at, value)) = context.terms.node(*effect) else { continue };
                let (array, at, value) = (*array, at.clone(), *value);
                let other = context.terms.add(value, Term::ONE);
                *effect = context.terms.write(array, &at, other);
            }
        }
        let mut failing = |rounds| {
            unproved(context, state, &claimed.rounds, rounds, &claimed.counters, &claimed.facts).len()
        };
        self.seen.push((failing(&claimed.rounds), failing(&spoiled.rounds)));
        Reaction::Unchanged
    }
}

fn arrays(declarations: &str, body: &str) -> Vec<(usize, usize)> {
    let source = format!(
        "extern int __VERIFIER_nondet_int(void);
         int main(void) {{ int A[8] = {{0}}, n = __VERIFIER_nondet_int(); if (n < 0 || n > 8) return 0;
         {declarations} for (int i = 0; i < n; i++) {{ {body} }} return A[n / 2]; }}"
    );
    let (program, _) = kyklos::c::load(SourceFile::new("arrays.c", source), &Default::default()).unwrap();
    let solver = chain(&ChainOptions::default()).unwrap();
    let mut context = Context::new(&program, solver, Budget::unlimited(), Options::default());
    let mut feature = Arrays::default();
    let mut limits = kyklos::exec::Limits { max_depth: Some(6), max_forks: None };
    explore(
        &mut context,
        &mut Worklist::new(Strategy::named("bfs").unwrap()),
        &mut [&mut feature, &mut limits],
    );
    feature.seen
}

#[test]
fn lines_that_rounds_do_not_write_are_refuted() {
    assert_eq!(arrays("", "A[i] = 2 * i;"), [(0, 1)]);
    assert_eq!(arrays("", "if (i > n / 2) A[i] = 7; else A[i] = i;"), [(0, 1)]);
}

#[test]
fn choices_that_rounds_do_not_write_are_refuted() {
    assert_eq!(
        arrays("int k = __VERIFIER_nondet_int() & 7;", "k = (3 * k + 1) & 7; A[k] = k + 1;"),
        [(0, 1)]
    );
    assert_eq!(arrays("", "A[0] = 5; A[n - 1] = 6;"), [(0, 1)]);
}
