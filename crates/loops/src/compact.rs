//! Compact symbolic execution [compact Alg. 2]: the template's jump. Note [exits].
//!
//! A state at a loop's head jumps to the state after κ iterations along one of
//! the cycles it can take next, for all κ ≥ 0 at once. From there one more
//! iteration is executed as ever, which takes all exits of the cycle; if it
//! comes back to the head along the cycle itself, κ + 1 covers it already.

use crate::cycle;
use crate::technique::{Answer, Head, LoopTechnique, OpenCounter, Return, Way};
use crate::templates::{Applied, Template, Templates};
use crate::visits::{CONCRETE_STEPS, SELF_CHECK, Visit, install};
use crate::wrapping;
use kyklos_exec::random::Random;
use kyklos_exec::technique::{Kind, Setting, Settings, Technique};
use kyklos_exec::{Context, State};
use kyklos_term::Term;
use std::rc::Rc;

/// The technique, for the table.
pub const COMPACT: Technique = Technique {
    name: "compact",
    help: "jumps over any number of iterations at once where closed forms are found",
    settings: &[TEMPLATE_CHOICE, CONCRETE_STEPS, SELF_CHECK],
    exact: true,
    install: |setup| {
        let choice = TemplateChoice::of(setup.settings);
        let compact = Compact::new(choice, setup.seed, setup.settings.flag(&SELF_CHECK));
        install(setup, compact);
    },
    ..Technique::PLAIN
};

/// How templates are chosen.
pub const TEMPLATE_CHOICE: Setting = Setting {
    name: "template-choice",
    help: "Which closed form is used where a loop can go on in several ways: the most precise, or a random one. \
           Default is precise",
    kind: Kind::Word(&["precise", "random"]),
};

/// How a template is chosen where several cycles can be taken next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TemplateChoice {
    /// Not the cycle just left if there is another; then the fewest quantifiers
    /// in its condition; then the order of the program.
    #[default]
    Precise,
    /// Any, by the seed, as in the paper.
    Random,
}

impl TemplateChoice {
    /// As the options say.
    pub fn of(settings: &Settings) -> Self {
        if settings.get(&TEMPLATE_CHOICE) == "random" { Self::Random } else { Self::Precise }
    }
}

/// A cycle that can be taken next.
struct Candidate {
    /// With numbers that stay within their types.
    region: Template,
    /// With numbers that wrap, where that has closed forms.
    wrapping: Option<Template>,
}

/// The technique.
pub struct Compact {
    choice: TemplateChoice,
    random: Random,
    templates: Templates,
    self_check: bool,
}

impl Compact {
    /// The technique, with a way to choose, and a seed if that is random; with a
    /// self-check each template is checked before it is used.
    pub fn new(choice: TemplateChoice, seed: u64, self_check: bool) -> Self {
        Self { choice, random: Random::new(seed), templates: Templates::default(), self_check }
    }

    fn choose(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        mut candidates: Vec<Candidate>,
        left: Option<&Visit>,
    ) -> Option<(Template, Applied)> {
        if self.choice == TemplateChoice::Random && !candidates.is_empty() {
            let chosen = candidates.swap_remove(self.random.below(candidates.len()));
            return Some(self.apply(context, state, chosen));
        }
        let mut best: Option<((bool, usize), Template, Applied)> = None;
        for candidate in candidates {
            let again = left.is_some_and(|left| *left.edges == *candidate.region.edges);
            let (template, applied) = self.apply(context, state, candidate);
            let rank = (again, applied.quantifiers);
            if best.as_ref().is_none_or(|(known, ..)| rank < *known) {
                best = Some((rank, template, applied));
            }
        }
        best.map(|(_, template, applied)| (template, applied))
    }

    fn apply(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        candidate: Candidate,
    ) -> (Template, Applied) {
        let Candidate { region, wrapping } = candidate;
        let Some(wrapping) = wrapping else {
            let applied = self.templates.apply(context, state, &region);
            return (region, applied);
        };
        let (applied, wraps) = wrapping::choose(&mut self.templates, context, state, &region, &wrapping);
        (if wraps { wrapping } else { region }, applied)
    }
}

impl LoopTechnique for Compact {
    fn jump(&mut self, context: &mut Context<'_>, head: Head<'_>) -> Answer {
        let Head { state, within, left, journal } = head;
        let point = state.point();
        let found = match cycle::cycles(&mut self.templates, context, state, within, 0) {
            Ok(Some(found)) => found,
            // What is not written before the first iteration may be after it.
            Ok(None) => return Answer::Declined(None),
            Err(why) => return Answer::Declined(Some(why)),
        };
        for (span, why) in &found.declined {
            journal.declined(point, *span, why);
        }
        let mut candidates = Vec::new();
        for cycle in &found.cycles {
            match self.templates.template(context, &found, cycle, within.span) {
                Ok(region) => {
                    let wrapping = wrapping::template(&mut self.templates, context, &found, cycle, &region);
                    candidates.push(Candidate { region, wrapping });
                }
                Err(why) => journal.declined(point, within.span, &why),
            }
        }
        if self.self_check {
            let mut right = |template: &Template| {
                let checked = crate::verify::verify(context, template);
                checked.map_err(|why| journal.refuted(context, point, within.span, &why)).is_ok()
            };
            candidates.retain(|candidate| right(&candidate.region));
            for candidate in &mut candidates {
                candidate.wrapping = candidate.wrapping.take().filter(&mut right);
            }
        }
        for candidate in &candidates {
            journal.found(context, point, &candidate.region);
        }
        let Some((template, applied)) = self.choose(context, state, candidates, left) else {
            return Answer::Declined(None);
        };
        context.count("templates", 1);
        Answer::Ways(vec![way(context, &template, applied)])
    }
}

fn way(context: &mut Context<'_>, template: &Template, applied: Applied) -> Way {
    let except = match applied.limit {
        Some(limit) => {
            let kappa = context.terms.symbol_term(applied.counter);
            let limit = context.terms.small(i64::from(limit));
            context.terms.ge(kappa, limit)
        }
        None => Term::FALSE,
    };
    let counter = OpenCounter {
        symbol: applied.counter,
        ends: applied.ends.into(),
        companions: Some((template.closed.clone(), Rc::new(applied.moment))),
    };
    Way {
        state: applied.state,
        counters: vec![counter],
        on_return: Return::Along { again: applied.again, held: applied.held.into(), except },
        edges: template.edges.as_slice().into(),
    }
}
